//! Certificates of cases that this build of haltcert has made, kept beside it until there is another build. The same
//! input gives the same certificate, so one proof is enough for all tests that begin with one.

use crate::cases::Case;
use crate::programs::programs;
use certificates::hash::sha256_hex;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::NamedTempFile;

/// The kept certificate of a case, as bytes.
pub fn find(case: &Case) -> Option<Vec<u8>> {
    fs::read(file(case)?).ok()
}

/// Keeps what haltcert has just made for a case. Where it cannot be written, it is made again.
pub fn keep(case: &Case, certificate: &[u8]) {
    let written = || -> Option<()> {
        // Renamed when it is complete: another test may be looking for it.
        let mut new = NamedTempFile::new_in(folder()?).ok()?;
        new.write_all(certificate).ok()?;
        new.persist(file(case)?).ok().map(drop)
    };
    let _ = written();
}

/// Named by all that the certificate depends on beside the build.
fn file(case: &Case) -> Option<PathBuf> {
    let source = fs::read(&case.file).ok()?;
    let asked = format!("{} {:?} ", case.file.display(), case.arguments());
    Some(folder()?.join(sha256_hex(&[asked.as_bytes(), &source].concat())))
}

/// The folder of this build; those of earlier builds are removed.
fn folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let made = || {
        let program = &programs().haltcert;
        let data = fs::metadata(program).ok()?;
        let build = sha256_hex(format!("{:?} {}", data.modified().ok()?, data.len()).as_bytes());
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
