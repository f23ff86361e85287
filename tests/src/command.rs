//! The programs as a user runs them, for tests of what they say.

use crate::programs::programs;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A folder of its own for a test's files.
pub struct Folder(pub TempDir);

impl Default for Folder {
    fn default() -> Self {
        Self(TempDir::new().expect("a folder for files"))
    }
}

impl Folder {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.path().join(name), content).expect("written");
        self.file(name)
    }
}

/// What a program said, and its exit code.
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Answer {
    pub fn said(&self) -> String {
        format!("{}{}", self.out, self.err)
    }

    /// Exit code 3 and a message that names the matter.
    pub fn is_bad(&self, words: &[&str]) {
        let said = self.said().to_lowercase();
        assert_eq!(self.code, 3, "{said}");
        assert!(words.iter().any(|word| said.contains(word)), "none of {words:?} in: {said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

pub fn run(program: &Path, arguments: &[&str]) -> Answer {
    let output = Command::new(program).args(arguments).output().expect("runs");
    Answer {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

pub fn haltcert(arguments: &[&str]) -> Answer {
    run(&programs().haltcert, arguments)
}

pub fn haltcheck(arguments: &[&str]) -> Answer {
    run(&programs().haltcheck, arguments)
}

pub fn haltarchive(arguments: &[&str]) -> Answer {
    run(&programs().haltarchive, arguments)
}
