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
mod plain;

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use certificates::DataModel;

use crate::program::{Location, Program};
use clang::Purpose;
use llvm::Endless;

/// How to read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Pointer width: chosen for a C file, required of an LLVM module.
    pub data_model: DataModel,
    /// `-fno-builtin`: the compiler takes no function for the C library's because of its name. Needed for a C
    /// file that defines such a function.
    pub no_builtin: bool,
}

/// Why a file cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// The file does not exist, is of no known kind, is damaged, or is for another target.
    #[error("{message}")]
    BadInput {
        /// What is wrong with it.
        message: String,
    },
    /// The C compiler rejects the program; its text, as it prints it.
    #[error("{}", stderr.trim_end())]
    Compile {
        /// What the compiler printed.
        stderr: String,
    },
    /// The module as a whole is outside the accepted subset.
    #[error("{}not supported: {what}", ShownLocation(location))]
    Unsupported {
        /// The construct.
        what: String,
        /// Where the C source has it, if known.
        location: Option<Location>,
    },
    /// A tool that the front end needs is missing or failed.
    #[error("{message}")]
    Internal {
        /// Which, and how.
        message: String,
    },
}

/// Prints `file:line:column: `, or nothing.
struct ShownLocation<'a>(&'a Option<Location>);

impl fmt::Display for ShownLocation<'_> {
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
    let (text, endless) = match path.extension().and_then(OsStr::to_str) {
        _ if is_c(path) => {
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
            let text = llvm::reprint(&bytes, &name, options.data_model)?;
            (text, Vec::new())
        }
        _ => {
            return Err(bad_input(format!(
                "{}: expected a C file (.c) or an LLVM module (.ll or .bc)",
                path.display()
            )));
        }
    };
    let mut program = llvm::import(text, options.data_model)?;
    for object in endless {
        object.refuse(&mut program);
    }
    Ok(program)
}

/// The text of the module made from a C file, and the objects in it that must not be used.
fn compile(path: &Path, name: &str, options: Options) -> Result<(String, Vec<Endless>), FrontendError> {
    let (bitcode, checks) = std::thread::scope(|scope| {
        let checks = scope.spawn(|| checked(path, options));
        (clang::compile(path, options, Purpose::Proof), checks.join())
    });
    let bitcode = bitcode?;
    let checks = checks.map_err(|_| FrontendError::Internal {
        message: "the search for folded undefined behaviour failed".into(),
    })??;
    llvm::require_no_constant_failure(&checks)?;
    // The compiler takes such a function for the library's.
    let own = llvm::defined_functions(&bitcode)?;
    match own.iter().find(|name| clang::is_builtin(name)) {
        Some(name) if !options.no_builtin => Err(llvm::symbols::recognised_by_compilers(name)),
        _ => llvm::promote(&bitcode, name, options.data_model),
    }
}

/// The program compiled with checks of its arithmetic, in a way that it cannot influence.
fn checked(path: &Path, options: Options) -> Result<Vec<u8>, FrontendError> {
    let text = clang::compile(path, options, Purpose::Preprocessed)?;
    let text = plain::plain(&String::from_utf8_lossy(&text));
    clang::compile(path, options, Purpose::Checks(&text)).map_err(|error| match error {
        FrontendError::Compile { stderr } => FrontendError::Compile {
            stderr: format!(
                "{}\nfound when constants are evaluated strictly: undefined behaviour that the compiler would fold away, or something (such as arithmetic on an address as an integer) that is no constant by the standard",
                stderr.trim_end()
            ),
        },
        error => error,
    })
}

/// Whether a file is C source, so that what a contract calls its types can be compared with it.
pub fn is_c(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("c" | "i"))
}

/// Refuses a contract that takes a type of a C file for another: one that the module gives the same name,
/// or what its name means elsewhere.
pub fn require_types(path: &Path, options: Options, types: &[contract::NamedType]) -> Result<(), FrontendError> {
    if !is_c(path) || types.is_empty() {
        return Ok(());
    }
    let text = clang::compile(path, options, Purpose::Preprocessed)?;
    let text = plain::plain(&String::from_utf8_lossy(&text));
    for ty in types {
        let mut known = false;
        for spelling in ty.spellings() {
            let with = format!("{text}\n{}\n", ty.assertion(spelling));
            match clang::compile(path, options, Purpose::Types(&with)) {
                Ok(_) => known = true,
                Err(FrontendError::Compile { stderr }) if stderr.contains(FAILED_ASSERTION) => {
                    return Err(bad_input(format!(
                        "the contract would read '{ty}', but '{spelling}' of this file is another type: give it another name"
                    )));
                }
                // No type is called so.
                Err(FrontendError::Compile { .. }) => continue,
                Err(error) => return Err(error),
            }
            break;
        }
        // A word that the file does not define means what it means in the library.
        if !known && ty.signed.is_none() {
            return Err(bad_input(format!(
                "the contract would read '{ty}', but the file has no such type outside its functions"
            )));
        }
    }
    Ok(())
}

/// Refuses a contract that stands in a C file and whose parameters are not those of the function: contracts
/// are read before the preprocessor has replaced macros and left out branches.
pub fn require_parameters(
    path: &Path,
    options: Options,
    function: &str,
    contract: &str,
    names: &[String],
) -> Result<(), FrontendError> {
    let Some((parameters, _)) = contract.split_once("requires").filter(|_| is_c(path)) else {
        return Ok(());
    };
    let text = clang::compile(path, options, Purpose::Preprocessed)?;
    let text = plain::plain(&String::from_utf8_lossy(&text));
    let compiles = |behind: String| match clang::compile(path, options, Purpose::Types(&format!("{text}\n{behind}\n")))
    {
        Ok(_) => Ok(true),
        Err(FrontendError::Compile { .. }) => Ok(false),
        Err(error) => Err(error),
    };
    // A contract calls a structure without a tag by its typedef.
    let mut words: Vec<&str> = parameters.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    for at in 1..words.len() {
        let name = words[at].trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let known = |ty: &str| compiles(format!("_Static_assert(sizeof({ty}), \"\");"));
        if words[at - 1].trim() == "struct" && !known(&format!("struct {name}"))? && known(name)? {
            words[at - 1] = "";
        }
    }
    let parameters = words.concat();
    let accepted = |body: &str| compiles(format!("static inline void haltcert_parameters{parameters} {{ {body} }}"));
    let names = names.join(", ");
    let same = format!(
        "_Static_assert(__builtin_types_compatible_p(__typeof__({function}), __typeof__({function}({names})){parameters}), \"\");"
    );
    // Words of the library that the file does not have say nothing about it.
    match accepted("")? && !accepted(&same)? {
        true => Err(bad_input(format!(
            "the contract would be about {}, which are not the parameters of '{function}' once macros are replaced: do without macros and conditional typedefs in its parameters",
            parameters.trim()
        ))),
        false => Ok(()),
    }
}

/// What the compiler says of an assertion that does not hold.
const FAILED_ASSERTION: &str = "static assertion failed";

/// The contracts of a C file's functions; none for other files.
pub fn contracts(path: &Path) -> Result<Vec<contract::Found>, FrontendError> {
    if !is_c(path) {
        return Ok(Vec::new());
    }
    require_file(path)?;
    let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok(contract::find(&String::from_utf8_lossy(&bytes)))
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
    FrontendError::BadInput { message: message.into() }
}
