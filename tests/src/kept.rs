//! Certificates and modules of cases that this build of haltcert has made, kept beside it until there is another build.
//! The same input gives the same files, so one proof is enough for all tests that begin with one.

use crate::cases::Case;
use crate::programs::programs;
use certificates::hash::sha256_hex;
use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::NamedTempFile;

/// What is kept of a case.
#[derive(Clone, Copy, Debug)]
pub enum What {
    /// The certificate, without what a search for violations adds.
    Certificate,
    /// The module's text, which exists whether or not anything is proved.
    Module,
}

/// What is kept of a case, as bytes.
pub fn find(case: &Case, what: What) -> Option<Vec<u8>> {
    fs::read(file(case, what)?).ok()
}

/// Keeps what haltcert has just made for a case. Where it cannot be written, it is made again.
pub fn keep(case: &Case, what: What, bytes: &[u8]) {
    let written = || -> Option<()> {
        // Renamed when it is complete: another test may be looking for it.
        let mut new = NamedTempFile::new_in(folder()?).ok()?;
        new.write_all(bytes).ok()?;
        new.persist(file(case, what)?).ok().map(drop)
    };
    let _ = written();
}

/// Named by all that it depends on beside the build and the tools: no case includes a file of its own.
fn file(case: &Case, what: What) -> Option<PathBuf> {
    let source = fs::read(&case.file).ok()?;
    let asked = format!("{} {:?} ", case.file.display(), case.arguments());
    let name = sha256_hex(&[asked.as_bytes(), &source].concat());
    Some(folder()?.join(name).with_extension(match what {
        What::Certificate => "cert",
        What::Module => "ll",
    }))
}

/// The folder of this build with these tools; those of earlier builds are removed.
fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let made = || {
        let program = &programs().haltcert;
        let parts = [identity(program)?, identity(&in_path("clang-22")?)?, libraries(program)?];
        let build = sha256_hex(parts.join("\n").as_bytes());
        let all = program.with_file_name("certificates-of-cases");
        for other in fs::read_dir(&all).into_iter().flatten().flatten() {
            if other.file_name() != build.as_str() {
                let _ = fs::remove_dir_all(other.path());
            }
        }
        let own = all.join(build);
        fs::create_dir_all(&own).ok()?;
        Some(own)
    };
    FOLDER.get_or_init(made).as_deref()
}

/// Tells one version of a program or library from another.
fn identity(file: &Path) -> Option<String> {
    let file = fs::canonicalize(file).ok()?;
    let data = fs::metadata(&file).ok()?;
    Some(format!("{} {:?} {}", file.display(), data.modified().ok()?, data.len()))
}

/// The program that is run under this name.
fn in_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The libraries that a program is run with: Z3 and LLVM decide what is proved, too.
fn libraries(program: &Path) -> Option<String> {
    let output = Command::new("ldd").arg(program).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let paths = text.lines().filter_map(|line| line.split_whitespace().find(|word| word.starts_with('/')));
    let all: Option<Vec<String>> = paths.map(|path| identity(Path::new(path))).collect();
    Some(all?.join("\n"))
}
