//! Where haltcert, haltcheck and haltarchive are, for tests that run them as users do.

use crate::cases::Case;
use crate::kept::{self, What};
use certificates::{Certificate, decode};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// The programs, built in the profile of the running test.
#[derive(Clone, Debug)]
pub struct Programs {
    pub haltcert: PathBuf,
    pub haltcheck: PathBuf,
    pub haltarchive: PathBuf,
}

/// The certificate that haltcert makes for a case, if it proves anything; a kept one if this build has made it before.
///
/// # Panics
/// When haltcert does not run or writes something that is no certificate.
pub fn certificate(case: &Case) -> Option<Certificate> {
    let decoded = |bytes: &[u8]| decode(bytes).expect("haltcert's own certificate is read");
    if let Some(bytes) = kept::find(case, What::Certificate) {
        return Some(decoded(&bytes));
    }
    let folder = TempDir::new().expect("a folder for the certificate");
    let file = folder.path().join("cert");
    let mut command = Command::new(&programs().haltcert);
    command.arg("prove").arg(&case.file).arg("-o").arg(&file).args(["--timeout", "60", "--no-refute"]);
    command.args(case.arguments());
    command.output().expect("haltcert runs");
    let bytes = std::fs::read(&file).ok()?;
    kept::keep(case, What::Certificate, &bytes);
    Some(decoded(&bytes))
}

/// Builds the programs (once for a test executable, and quickly when they are fresh).
///
/// Cargo offers the executables of other packages to no test, so this asks it to build them.
///
/// # Panics
/// When they cannot be built.
pub fn programs() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let (folder, target) = folders();
        build(&target, folder.ends_with("release"));
        let program = |name: &str| folder.join(name);
        Programs { haltcert: program("haltcert"), haltcheck: program("haltcheck"), haltarchive: program("haltarchive") }
    })
}

/// `haltcert-faulty`, the prover with a fault that is chosen.
///
/// # Panics
/// When it cannot be built.
pub fn faulty() -> PathBuf {
    programs().haltcert.with_file_name("haltcert-faulty")
}

/// The folder of the profile in which the test was built, and the target folder.
fn folders() -> (PathBuf, PathBuf) {
    // target/PROFILE/deps/test-executable
    let executable = std::env::current_exe().expect("the path of the test");
    let folder = executable.ancestors().nth(2).expect("a test lies two folders deep in its profile's folder");
    let target = folder.parent().expect("a profile's folder lies in the target folder");
    (folder.to_owned(), target.to_owned())
}

fn build(target: &Path, release: bool) {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the workspace");
    let mut command = Command::new(cargo);
    command.current_dir(workspace);
    // The whole workspace and the feature `faults`, as the tests were built: other packages and features would want
    // other builds of the libraries.
    command.args(["build", "--quiet", "--locked", "--workspace", "--bins", "--features", "prover/faults"]);
    command.arg("--target-dir").arg(target);
    if release {
        command.arg("--release");
    }
    let status = command.status().expect("cargo runs");
    assert!(status.success(), "the programs do not build");
}
