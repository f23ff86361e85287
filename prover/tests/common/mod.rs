//! Scratch files for the front end's tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use certificates::DataModel;
use prover::frontend::{FrontendError, Options, load};
use prover::program::Program;

/// A directory that goes away with the value.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("haltcert-frontend-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("scratch directory");
        Scratch(path)
    }

    #[allow(dead_code)]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the directories above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("parent")).expect("directory");
        std::fs::write(&path, content).expect("file");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[allow(dead_code)]
pub fn load_c(source: &str, data_model: DataModel) -> Result<Program, FrontendError> {
    let scratch = Scratch::new();
    load(&scratch.write("program.c", source), Options { data_model, no_builtin: false })
}

#[allow(dead_code)]
pub fn load_ll(source: &str, data_model: DataModel) -> Result<Program, FrontendError> {
    let scratch = Scratch::new();
    load(&scratch.write("program.ll", source), Options { data_model, no_builtin: false })
}
