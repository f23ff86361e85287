//! The output files of a command: they are distinct from its inputs, written either completely or not at all, and never
//! left over from an earlier run.
//!
//! The files of an earlier run are removed before anything is read. So a run that proves less, that finds its input
//! bad, or that is killed leaves no VALID certificate about an earlier source.

use super::Prove;
use crate::frontend::Database;
use crate::program::debug::files;
use certificates::DecodeError;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The size in bytes of the largest file that can be ours.
const MOST: u64 = 1 << 30;

/// The suffix that refutations add to the name of the certificate.
const BESIDE: [&str; 4] =
    ["refutation", "memory-safety.refutation", "no-overflow.refutation", "termination.refutation"];

/// All files that are written for a certificate's name.
pub(super) fn certificates_at(output: &Path) -> Vec<PathBuf> {
    let beside = BESIDE.map(|kind| output.with_added_extension(kind));
    [output.to_path_buf()].into_iter().chain(beside).collect()
}

/// Refuses outputs that are inputs or other outputs, and removes what an earlier run wrote.
pub(super) fn prepare(options: &Prove) -> Result<(), String> {
    let named = [&options.emit_module, &options.emit_test, &options.witness, &options.trace, &options.html];
    let mut outputs: Vec<PathBuf> = named.into_iter().flatten().cloned().collect();
    outputs.extend(options.output.iter().filter(|_| !options.all_functions).flat_map(|output| certificates_at(output)));
    require_apart(&inputs(options), &outputs)?;
    if let Some(page) = options.html.as_deref().filter(|path| !is_page(path)) {
        return Err(format!("{}: this file is no page of a report, and is not written over", page.display()));
    }
    match &options.output {
        Some(folder) if options.all_functions => {
            clear_folder(folder, &sources(options), options.emit_module.as_deref())?;
        }
        Some(output) => forget(output)?,
        None => {}
    }
    let others = [
        (&options.emit_module, MODULE),
        (&options.emit_test, TEST),
        (&options.witness, WITNESS),
        (&options.html, PAGE),
    ];
    for (path, mark) in others {
        if let Some(path) = path
            && read(path).is_some_and(|bytes| bytes.starts_with(mark.as_bytes()))
        {
            remove(path)?;
        }
    }
    Ok(())
}

/// The first bytes of a module, a test, a witness and a page, by which files of an earlier run are recognised.
const MODULE: &str = "; ModuleID = ";
const TEST: &str = "/* Inputs with which the program violates ";
const WITNESS: &str = "- entry_type: ";
const PAGE: &str = "<!DOCTYPE html>\n<html lang=en><head>";

/// Whether a page may be written here: there is nothing, or another page; but not a source.
pub(super) fn is_page(path: &Path) -> bool {
    read(path).is_none_or(|bytes| bytes.is_empty() || bytes.starts_with(PAGE.as_bytes()))
}

/// The input files of the command.
pub(super) fn inputs(options: &Prove) -> Vec<PathBuf> {
    let contract = options.precondition.as_deref().and_then(|text| text.strip_prefix('@')).map(PathBuf::from);
    options.files.iter().cloned().chain(options.compile_commands.clone()).chain(contract).collect()
}

/// Checks that no output is an input or another output.
pub(super) fn require_apart(inputs: &[PathBuf], outputs: &[PathBuf]) -> Result<(), String> {
    for (number, output) in outputs.iter().enumerate() {
        let others = inputs.iter().chain(&outputs[..number]);
        if let Some(other) = others.into_iter().find(|other| is_same(other, output)) {
            return Err(format!("{}: it would be written over {}", output.display(), other.display()));
        }
    }
    Ok(())
}

/// Whether both paths lead to the same plain file, whatever names and links they use.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino()),
        (Err(_), Err(_)) => matches!((place(one), place(other)), (Some(one), Some(other)) if one == other),
        _ => false,
    }
}

/// The path that a file would get if it does not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// The bytes of a plain file; `None` for anything else.
fn read(path: &Path) -> Option<Vec<u8>> {
    let about = fs::metadata(path).ok()?;
    (about.is_file() && about.len() <= MOST).then(|| fs::read(path).ok()).flatten()
}

fn remove(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(format!("cannot remove {}, the file of an earlier run: {error}", path.display()))
        }
        _ => Ok(()),
    }
}

/// The module's text in a certificate or refutation, with its hash; both are empty if the file is damaged or of another
/// version. `None` for other files.
fn ours(bytes: &[u8]) -> Option<(String, String)> {
    let refuted = || certificates::decode_refutation(bytes).map(|read| (read.module, read.claim.module_hash));
    match certificates::decode(bytes).map(|read| (read.module, read.claim.module_hash)) {
        Ok(read) => Some(read),
        Err(DecodeError::NotACertificate) => None,
        Err(DecodeError::Refutation) => Some(refuted().unwrap_or_default()),
        Err(_) => Some(Default::default()),
    }
}

/// Removes the certificate and the refutations that an earlier run wrote here. A file of another kind is not ours, and
/// is not overwritten.
pub(super) fn forget(output: &Path) -> Result<(), String> {
    for path in certificates_at(output) {
        let Some(bytes) = read(&path).filter(|bytes| !bytes.is_empty()) else { continue };
        if ours(&bytes).is_none() {
            return Err(format!("{}: this file is no certificate, and is not written over", path.display()));
        }
        remove(&path)?;
    }
    Ok(())
}

/// The C files that are read, as far as that is known in advance.
fn sources(options: &Prove) -> Vec<PathBuf> {
    let Some(database) = &options.compile_commands else { return options.files.clone() };
    let units = Database::read(database).and_then(|database| database.units(&options.files, &options.flags));
    units.map_or_else(|_| options.files.clone(), |units| units.into_iter().map(|unit| unit.path).collect())
}

/// Removes the module with this hash.
fn forget_module(path: &Path, hash: &str) -> Result<(), String> {
    match read(path).is_some_and(|text| certificates::hash::sha256_hex(&text) == hash) {
        true => remove(path),
        false => Ok(()),
    }
}

/// Removes the certificates and refutations about these files, with their modules: those of functions that are proved
/// again, and of functions that have no contract any more or do not exist any more. Other files stay.
fn clear_folder(folder: &Path, files: &[PathBuf], modules: Option<&Path>) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    let about = |module: &str| {
        let names = files.iter().filter_map(|file| Some(file.file_name()?.to_string_lossy().into_owned()));
        names.into_iter().any(|name| is_named(module, &name))
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        let named = path.extension().is_some_and(|kind| kind == "cert" || kind == "refutation");
        let Some((module, hash)) = read(&path).filter(|_| named).and_then(|bytes| ours(&bytes)) else { continue };
        if !about(&module) {
            continue;
        }
        if let (Some(folder), Some(name)) = (modules, path.file_stem()) {
            let mut name = OsString::from(name);
            name.push(".ll");
            forget_module(&folder.join(name), &hash)?;
        }
        remove(&path)?;
    }
    Ok(())
}

/// Whether the module's debug information, or its name, mentions the file.
fn is_named(module: &str, name: &str) -> bool {
    let own = module.lines().filter_map(|line| Some(line.strip_prefix("source_filename = \"")?.split_once('"')?.0));
    let mut all = files(module).filter_map(|file| file.escaped("filename")).chain(own);
    all.any(|file| file.rsplit('/').next() == Some(name))
}

/// Writes the file atomically: it has either all of these bytes or none of them. A link is followed; a device or a pipe
/// is written directly.
pub(super) fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let path = match fs::metadata(path) {
        Ok(about) if !about.is_file() => return fs::write(path, bytes),
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_path_buf(),
    };
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_added_extension(format!("{}-{number}.new", std::process::id()));
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, &path)).inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

#[cfg(test)]
mod tests {
    use super::{is_named, require_apart, write};
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn modules_name_their_files() {
        let module = "source_filename = \"b.c\"\n!1 = !DIFile(filename: \"src/a.c\", directory: \".\")\n";
        assert!(is_named(module, "a.c") && is_named(module, "b.c") && !is_named(module, "c.c"));
    }

    #[test]
    fn one_file_has_many_names() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        fs::write(file("a"), "a").expect("written");
        fs::hard_link(file("a"), file("hard")).expect("linked");
        std::os::unix::fs::symlink("a", file("soft")).expect("linked");
        for name in ["a", "./a", "hard", "soft"] {
            assert!(require_apart(&[file("a")], &[file(name)]).is_err(), "{name}");
        }
        assert!(require_apart(&[], &[file("new"), file("./new")]).is_err());
        assert_eq!(require_apart(&[file("a")], &[file("new"), file("other")]), Ok(()));
        assert_eq!(require_apart(&[], &[PathBuf::from("/dev/null"), PathBuf::from("/dev/null")]), Ok(()));
    }

    #[test]
    fn a_file_is_written_behind_its_link() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "old").expect("written");
        std::os::unix::fs::symlink("a", &link).expect("linked");
        write(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
