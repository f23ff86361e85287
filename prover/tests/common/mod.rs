//! Scratch files for the front end's tests.

use std::path::{Path, PathBuf};

use certificates::DataModel;
use prover::frontend::{FrontendError, Options, load};
use prover::program::Program;
use tempfile::TempDir;

/// A directory that goes away with the value.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(TempDir::new().expect("scratch directory"))
    }

    #[allow(dead_code, reason = "not every test binary has a use for it")]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, with the directories above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("parent")).expect("directory");
        std::fs::write(&path, content).expect("file");
        path
    }
}

#[allow(dead_code, reason = "not every test binary has a use for it")]
pub fn load_c(source: &str, data_model: DataModel) -> Result<Program, FrontendError> {
    let scratch = Scratch::new();
    load(&scratch.write("program.c", source), Options { data_model, no_builtin: false })
}

#[allow(dead_code, reason = "not every test binary has a use for it")]
pub fn load_ll(source: &str, data_model: DataModel) -> Result<Program, FrontendError> {
    let scratch = Scratch::new();
    load(&scratch.write("program.ll", source), Options { data_model, no_builtin: false })
}
