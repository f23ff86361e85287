//! From a C file or an LLVM module to the [`Program`] the prover works on.
//!
//! `clang` runs the C compiler, `llvm` does everything that needs LLVM: promotion of local
//! variables with frozen initial values, printing, and the import into [`Program`].
//!
//! Invariant: the names in a [`Program`] are those of `Program::text`, because it is imported from
//! the module parsed back from exactly that text. A C file gives the same text wherever it lies.

mod clang;
pub mod contract;
mod llvm;

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use certificates::DataModel;

use crate::program::{Location, Program};
use clang::Purpose;

/// How to read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Pointer width: chosen for a C file, required of an LLVM module.
    pub data_model: DataModel,
    /// `-fno-builtin`: for the compiler no function is the C library's by its name. Needed for a C
    /// file that defines such a function.
    pub no_builtin: bool,
}

/// Why a file cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// The file is not there, not of a known kind, damaged, or for another target.
    #[error("{message}")]
    BadInput { message: String },
    /// The C compiler rejects the program; its text, as it prints it.
    #[error("{}", stderr.trim_end())]
    Compile { stderr: String },
    /// The module as a whole is outside the accepted subset.
    #[error("{}not supported: {what}", Place(location))]
    Unsupported {
        what: String,
        location: Option<Location>,
    },
    /// A tool that the front end needs is missing or failed.
    #[error("{message}")]
    Internal { message: String },
}

/// Prints `file:line:column: `, or nothing.
struct Place<'a>(&'a Option<Location>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, "{}:{}:{}: ", place.file, place.line, place.column),
            None => Ok(()),
        }
    }
}

/// Reads `.c` (and `.i`, preprocessed C), `.ll` or `.bc`.
pub fn load(path: &Path, options: Options) -> Result<Program, FrontendError> {
    let name = file_name(path)?;
    let text = match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => {
            require_file(path)?;
            compile(path, &name, options)?
        }
        Some("ll" | "bc") if options.no_builtin => {
            return Err(bad_input(format!(
                "{}: -fno-builtin is an option for C files; a module's functions carry it as the attribute \"no-builtins\"",
                path.display()
            )));
        }
        Some("ll" | "bc") => {
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
            llvm::reprint(&bytes, &name, options.data_model)?
        }
        _ => {
            return Err(bad_input(format!(
                "{}: expected a C file (.c) or an LLVM module (.ll or .bc)",
                path.display()
            )));
        }
    };
    llvm::import(text, options.data_model)
}

/// The text of the module made from a C file.
fn compile(path: &Path, name: &str, options: Options) -> Result<String, FrontendError> {
    let (bitcode, checks) = std::thread::scope(|scope| {
        let checks = scope.spawn(|| clang::compile(path, options, Purpose::OverflowChecks));
        (clang::compile(path, options, Purpose::Proof), checks.join())
    });
    let bitcode = bitcode?;
    let checks = checks.map_err(|_| FrontendError::Internal {
        message: "the search for constant overflow failed".into(),
    })??;
    llvm::require_no_constant_overflow(&checks)?;
    // The compiler takes such a function for the library's.
    let own = llvm::defined_functions(&bitcode)?;
    match own.iter().find(|name| clang::is_builtin(name)) {
        Some(name) if !options.no_builtin => Err(llvm::symbols::recognised_by_compilers(name)),
        _ => llvm::promote(&bitcode, name, options.data_model),
    }
}

/// The contracts of a C file's functions; none for other files.
pub fn contracts(path: &Path) -> Result<Vec<contract::Found>, FrontendError> {
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i") => {
            require_file(path)?;
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
            Ok(contract::find(&String::from_utf8_lossy(&bytes)))
        }
        _ => Ok(Vec::new()),
    }
}

fn file_name(path: &Path) -> Result<String, FrontendError> {
    match path.file_name() {
        Some(name) => Ok(name.to_string_lossy().into_owned()),
        None => Err(bad_input(format!("{}: not a file", path.display()))),
    }
}

fn require_file(path: &Path) -> Result<(), FrontendError> {
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(bad_input(format!("{}: is a directory", path.display()))),
        Ok(_) => Ok(()),
        Err(error) => Err(unreadable(path, &error)),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> FrontendError {
    match error.kind() {
        std::io::ErrorKind::NotFound => bad_input(format!("{}: no such file", path.display())),
        _ => bad_input(format!("{}: {error}", path.display())),
    }
}

fn bad_input(message: impl Into<String>) -> FrontendError {
    FrontendError::BadInput {
        message: message.into(),
    }
}
