//! Files: read within limits, hashed, and written either completely or not at all.

use crate::failure::{Failure, Kind, Outcome};
use crate::names;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest certificate, module or statement that is read into memory, in bytes.
const MOST: u64 = 1 << 30;

/// The bytes of a file that the user names.
///
/// # Errors
/// [`Kind::Usage`]: it cannot be read, is no plain file, or is too large.
pub fn read(path: &Path) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = open(path)?;
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    match bytes.len() as u64 > MOST {
        true => Err(Failure::usage(format!("{}: more than {MOST} bytes", path.display()))),
        false => Ok(bytes),
    }
}

/// The text of a file that the user names.
///
/// # Errors
/// As for [`read`]; or the file is not UTF-8.
pub fn text(path: &Path) -> Outcome<String> {
    String::from_utf8(read(path)?).map_err(|_| Failure::usage(format!("{}: not UTF-8 text", path.display())))
}

/// The SHA-256 of a file of any size, in lower-case hexadecimal.
///
/// # Errors
/// [`Kind::Usage`]: it cannot be read, or is no plain file.
pub fn sha256(path: &Path) -> Outcome<String> {
    let mut file = open(path)?;
    let mut hash = Sha256::new();
    std::io::copy(&mut file, &mut hash).map_err(|error| unreadable(path, &error))?;
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let kind = if error.kind() == ErrorKind::NotFound { Kind::Missing } else { Kind::Usage };
    Failure::new(kind, format!("{}: {error}", path.display()))
}

/// Opens a plain file. A pipe or a device could give other bytes to each reader, or endlessly many.
fn open(path: &Path) -> Outcome<File> {
    let about = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if !about.is_file() {
        return Err(Failure::usage(format!("{}: not a plain file", path.display())));
    }
    File::open(path).map_err(|error| unreadable(path, &error))
}

/// The path of the file with this name.
///
/// # Errors
/// [`Kind::Name`]: the name leads out of the folder.
pub fn place(folder: &Path, name: &str) -> Outcome<PathBuf> {
    names::check(name).map_err(|why| Failure::new(Kind::Name, why))?;
    Ok(folder.join(name))
}

/// Writes the file atomically: whenever the process is ended, the file either has all of these bytes or is unchanged. A
/// device or a pipe is written directly.
///
/// # Errors
/// [`Kind::Usage`]: it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Outcome {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let error = |error: std::io::Error| Failure::usage(format!("{}: {error}", path.display()));
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
        return std::fs::write(path, bytes).map_err(error);
    }
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let beside = path.with_added_extension(format!("{}-{number}.new", std::process::id()));
    std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, path)).map_err(|failed| {
        let _ = std::fs::remove_file(&beside);
        error(failed)
    })
}

/// Whether both paths lead to the same file or folder, whatever names and links they use.
pub fn is_same(one: &Path, other: &Path) -> bool {
    let known = |path: &Path| std::fs::metadata(path).ok().map(|about| (about.dev(), about.ino()));
    match (known(one), known(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => matches!((place_of(one), place_of(other)), (Some(one), Some(other)) if one == other),
        _ => false,
    }
}

/// The path that a file would have that does not exist yet.
fn place_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// Checks that no output is an input or another output.
///
/// # Errors
/// [`Kind::Usage`]: one of them is.
pub fn require_apart(inputs: &[PathBuf], outputs: &[&Path]) -> Outcome {
    for (number, output) in outputs.iter().enumerate() {
        let others = inputs.iter().map(PathBuf::as_path).chain(outputs[..number].iter().copied());
        if let Some(other) = others.into_iter().find(|other| is_same(other, output)) {
            let message = format!("{}: it would be written over {}", output.display(), other.display());
            return Err(Failure::usage(message));
        }
    }
    Ok(())
}

/// Makes the folder, if it does not exist.
///
/// # Errors
/// [`Kind::Usage`]: it cannot be made.
pub fn folder(path: &Path) -> Outcome {
    std::fs::create_dir_all(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}
