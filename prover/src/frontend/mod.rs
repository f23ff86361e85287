//! Turns C files or an LLVM module into the [`Program`] that the prover works on.
//!
//! `clang` runs the C compiler; `llvm` does everything that needs LLVM: promotion of local variables with frozen
//! initial values, printing, and the import into [`Program`].
//!
//! Invariant: the names in a [`Program`] are those of `Program::text`, because it is imported from the module that
//! results from parsing exactly that text. A C file gives the same text wherever it lies.

mod clang;
mod compiled;
mod database;
mod flags;
mod forms;
mod included;
mod llvm;
mod nonnull;
mod plain;
mod tokens;
mod unknown;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use certificates::DataModel;

use crate::contract;
use crate::program::{Location, Program, library};
use clang::Purpose;
pub use database::Database;
pub use flags::Flags;
use llvm::Endless;
pub(crate) use llvm::symbols::ALLOCATORS;

/// Whether a function of this name, which the program declares, is the program's own: neither compilers nor the library
/// give it a meaning.
pub(crate) fn is_programs_own(name: &str) -> bool {
    library::may_end(name) && !llvm::symbols::known_to_compilers(name, false)
}

/// A file to be read.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The path of the file.
    pub path: PathBuf,
    /// The flags that it is compiled with.
    pub flags: Flags,
    /// The name for the file in messages, if it is not the bare name.
    shown: Option<String>,
}

impl Unit {
    /// A file with flags of its own.
    pub fn new(path: impl Into<PathBuf>, flags: Flags) -> Unit {
        Unit { path: path.into(), flags, shown: None }
    }

    /// The module gets functions that nothing calls as well.
    pub fn with_all_functions(&mut self) {
        self.flags.language.push("-femit-all-decls".into());
    }
}

/// Options for reading a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Pointer width: chosen for a C file, required of an LLVM module.
    pub data_model: DataModel,
    /// `-fno-builtin`: the compiler does not take a function for the C library's because of its name. A C file that
    /// defines such a function needs it.
    pub no_builtin: bool,
}

/// Why a file cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// The file does not exist, is of an unknown kind, is damaged, or is for another target.
    #[error("{message}")]
    BadInput {
        /// What is wrong with it.
        message: String,
    },
    /// The C compiler rejects the program.
    #[error("{}", stderr.trim_end())]
    Compile {
        /// What the compiler printed.
        stderr: String,
        /// The first place in that, if there is one.
        location: Option<Location>,
    },
    /// The module as a whole is outside the accepted subset.
    #[error("{}not supported: {what}", ShownLocation(location))]
    Unsupported {
        /// The construct.
        what: String,
        /// Where the C source has it, if known.
        location: Option<Location>,
    },
    /// A tool that the front end needs is missing, or has failed.
    #[error("{message}")]
    Internal {
        /// Which tool, and how it failed.
        message: String,
    },
}

/// Prints `file:line:column: `, or nothing without a location.
struct ShownLocation<'a>(&'a Option<Location>);

impl fmt::Display for ShownLocation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(place) => write!(f, "{place}: "),
            None => Ok(()),
        }
    }
}

/// The version of LLVM that the programs are linked with.
pub(crate) fn llvm_version() -> (u32, u32, u32) {
    llvm::version()
}

/// Reads one file: `.c` or `.i` (preprocessed C), `.ll` or `.bc`.
pub fn load(path: &Path, options: Options) -> Result<Program, FrontendError> {
    read(&[Unit::new(path, Flags::default())], options)?.program(options)
}

/// Reads the text of a module, as a certificate has it.
pub fn module(text: &str, data_model: DataModel) -> Result<Program, FrontendError> {
    let damaged = |error| match error {
        FrontendError::Internal { message } => bad_input(message),
        error => error,
    };
    llvm::import(text.to_owned(), data_model).map_err(damaged)
}

/// A complete module that has not been imported yet.
pub struct Source {
    text: String,
    /// Objects that must not be used.
    endless: Vec<Endless>,
    /// Whether some function is stated to return.
    returns: bool,
    statics: llvm::Statics,
    /// For each name that a file defines, the number of the first such file. Empty for a single file.
    owners: BTreeMap<String, usize>,
    /// Names that several files use for functions of their own.
    ambiguous: BTreeSet<String>,
    /// The effects of the files' assembly, including that in functions.
    assembly: llvm::Assembly,
    /// Whether it was made from C here, so that it is not a module which the user has and names.
    from_c: bool,
}

impl Source {
    /// Names of the functions that it defines.
    pub fn functions(&self) -> Result<Vec<String>, FrontendError> {
        let all = llvm::functions(&self.text)?.into_iter();
        Ok(all.filter(|name| !(self.from_c && llvm::is_moved(name))).collect())
    }

    /// Names of the functions that it defines and that other files can call.
    pub fn public_functions(&self) -> Result<Vec<String>, FrontendError> {
        let all = llvm::definitions(self.text.as_bytes())?.into_iter();
        Ok(all.filter(|one| one.function && !one.internal).map(|one| one.name).collect())
    }

    /// Whether the module for the calls of a function describes the members of a structure.
    pub fn describes(&self, structure: &str, entry: &str) -> bool {
        let begin = format!("%struct.{structure} = type ");
        let described =
            |text: &str| text.lines().any(|line| line.strip_prefix(&begin).is_some_and(|rest| rest != "opaque"));
        let reduced = self.from_c && self.functions().is_ok_and(|names| names.iter().all(|name| name != "main"));
        match llvm::reduce(&self.text, entry, &self.assembly) {
            Ok(smaller) if reduced => described(&smaller.text),
            _ => described(&self.text),
        }
    }

    /// The number of the file that defines a function.
    pub fn file_of(&self, function: &str) -> usize {
        self.owners.get(function).copied().unwrap_or(0)
    }

    /// Refuses a function if several files have one of its name.
    pub fn require_one(&self, entry: &str) -> Result<(), FrontendError> {
        match self.ambiguous.contains(entry) {
            true => Err(bad_input(format!("several of the files define a function '{entry}': prove them one by one"))),
            false => Ok(()),
        }
    }

    /// Refuses a global that a contract names, if the name is ambiguous: several files have one of this name, or a
    /// function has several static variables of this name, which the compiler numbers.
    pub fn require_one_named(&self, global: &str) -> Result<(), FrontendError> {
        if self.ambiguous.contains(global) {
            let name = global.replacen('.', "::", 1);
            return Err(bad_input(format!(
                "several of the files define '{name}': the contract does not say which is meant"
            )));
        }
        let Some((function, variable)) = global.split_once('.').filter(|_| self.from_c) else { return Ok(()) };
        let numbered = |name: &str| {
            let number = name.strip_prefix(global).and_then(|rest| rest.strip_prefix('.'));
            number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
        };
        match llvm::definitions(self.text.as_bytes())?.iter().any(|definition| numbered(&definition.name)) {
            true => Err(bad_input(format!(
                "'{function}' has several variables '{variable}': the contract does not say which is meant"
            ))),
            false => Ok(()),
        }
    }

    /// Static variables in which nothing lies that a caller gives to the function, although they are written: the program
    /// gives their addresses to nothing, nor to this function. In the order of the module's text.
    pub fn own_statics(&self, entry: &str) -> Vec<String> {
        let own = self.statics.own.iter().filter(|(_, given)| !given.contains(entry));
        own.map(|(name, _)| name.clone()).collect()
    }

    /// The whole module.
    pub fn program(&self, options: Options) -> Result<Program, FrontendError> {
        let program = self.imported(self.text.clone(), options)?;
        self.assembly.require_harmless()?;
        Ok(program)
    }

    /// The module for the calls of a function with a contract. A module from C is reduced to what the function reaches,
    /// but a program with a `main` stays whole if it can be read. Also returns the number of functions left out.
    pub fn for_calls_of(&self, entry: &str, options: Options) -> Result<(Program, usize), FrontendError> {
        if !self.from_c {
            return Ok((self.program(options)?, 0));
        }
        if self.functions()?.iter().any(|name| name == "main") {
            match self.program(options) {
                Err(FrontendError::Unsupported { .. }) => {}
                whole => return Ok((whole?, 0)),
            }
        }
        let reduced = llvm::reduce(&self.text, entry, &self.assembly)?;
        let mut program = self.imported(reduced.text, options)?;
        program.no_builtin = program.no_builtin.or(reduced.no_builtin);
        Ok((program, reduced.left_out))
    }

    fn imported(&self, text: String, options: Options) -> Result<Program, FrontendError> {
        let mut program = llvm::import(text, options.data_model)?;
        for object in &self.endless {
            object.refuse(&mut program);
        }
        program.said_to_return = self.returns;
        program.unwritten = self.statics.unwritten.iter().cloned().collect();
        Ok(program)
    }
}

/// Reads the files of a program: C files, each of which is compiled before they are linked, or one LLVM module.
pub fn read(units: &[Unit], options: Options) -> Result<Source, FrontendError> {
    if units.len() > 1 || units.iter().any(|unit| is_c(&unit.path)) {
        return compiled::read(units, options);
    }
    let Some(Unit { path, flags, .. }) = units.first() else {
        return Err(bad_input("no file is given"));
    };
    let name = file_name(path)?;
    let shown = path.display();
    match path.extension().and_then(OsStr::to_str) {
        Some("ll" | "bc") if options.no_builtin || flags.no_builtin => Err(bad_input(format!(
            "{shown}: -fno-builtin is an option for C files; a module's functions carry it as the attribute \"no-builtins\""
        ))),
        Some("ll" | "bc") if *flags != Flags::default() => {
            Err(bad_input(format!("{shown}: the compiler's flags are for C files")))
        }
        Some("ll" | "bc") => {
            let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
            let text = llvm::reprint(&bytes, &name, options.data_model)?;
            Ok(Source {
                text,
                endless: Vec::new(),
                returns: false,
                statics: llvm::Statics::default(),
                owners: BTreeMap::new(),
                ambiguous: BTreeSet::new(),
                assembly: llvm::Assembly::default(),
                from_c: false,
            })
        }
        _ => Err(bad_input(format!("{shown}: expected a C file (.c) or an LLVM module (.ll or .bc)"))),
    }
}

/// Whether a file is C source, so that the types that a contract names can be compared with it.
pub fn is_c(path: &Path) -> bool {
    matches!(path.extension().and_then(OsStr::to_str), Some("c" | "i"))
}

/// Refuses a contract that mistakes a type of a C file for another one: for a module's type of the same name, or for
/// what the name means elsewhere.
pub fn require_types(unit: &Unit, options: Options, types: &[contract::NamedType]) -> Result<(), FrontendError> {
    if !is_c(&unit.path) || types.is_empty() {
        return Ok(());
    }
    let text = clang::compile(unit, options, Purpose::Preprocessed)?;
    let text = plain::plain(text, unit.flags.has_raw_strings())?;
    for ty in types {
        let mut known = false;
        // A tag and a typedef may have the same name: then both must mean this type.
        for spelling in ty.spellings() {
            let with = format!("{text}\n{}\n", ty.assertion(spelling));
            match clang::compile(unit, options, Purpose::Types(&with)) {
                Ok(_) => known = true,
                Err(FrontendError::Compile { stderr, .. }) if stderr.contains(FAILED_ASSERTION) => {
                    return Err(bad_input(format!(
                        "the contract would read '{ty}', but '{spelling}' of this file is another type: give it another name"
                    )));
                }
                // There is no type of this name.
                Err(FrontendError::Compile { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        // A word that the file does not define has its meaning in the library.
        if !known && ty.signed.is_none() {
            return Err(bad_input(format!(
                "the contract would read '{ty}', but the file has no such type outside its functions"
            )));
        }
    }
    Ok(())
}

/// Refuses a contract in a C file whose parameters are not those of the function: contracts are read before the
/// preprocessor has replaced macros and removed branches.
pub fn require_parameters(
    unit: &Unit,
    options: Options,
    function: &str,
    contract: &str,
    names: &[String],
) -> Result<(), FrontendError> {
    let Some((parameters, _)) = contract.split_once("requires").filter(|_| is_c(&unit.path)) else {
        return Ok(());
    };
    let text = clang::compile(unit, options, Purpose::Preprocessed)?;
    let text = plain::plain(text, unit.flags.has_raw_strings())?;
    // A parameter may be called like the function.
    let ty = "haltcert_type_of_function";
    let text = format!("{text}\ntypedef __typeof__({function}) {ty};");
    let compiles = |behind: String| match clang::compile(unit, options, Purpose::Types(&format!("{text}\n{behind}\n")))
    {
        Ok(_) => Ok(true),
        Err(FrontendError::Compile { .. }) => Ok(false),
        Err(error) => Err(error),
    };
    // A contract names a structure without a tag by its typedef.
    let mut words: Vec<&str> = parameters.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    for at in 1..words.len() {
        let name = words[at].trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let known = |ty: &str| compiles(format!("_Static_assert(sizeof({ty}), \"\");"));
        if words[at - 1].trim() == "struct" && !known(&format!("struct {name}"))? && known(name)? {
            words[at - 1] = "";
        }
    }
    let parameters = words.concat();
    let accepted =
        |body: &str| compiles(format!("static __inline__ void haltcert_parameters{parameters} {{ {body} }}"));
    let names = names.join(", ");
    let same = format!(
        "_Static_assert(__builtin_types_compatible_p({ty}, __typeof__((*({ty} *)0)({names})){parameters}), \"\");"
    );
    // Words of the library that the file does not define do not matter.
    match accepted("")? && !accepted(&same)? {
        true => Err(bad_input(format!(
            "the contract would be about {}, which are not the parameters of '{function}' once macros are replaced: do without macros and conditional typedefs in its parameters",
            parameters.trim()
        ))),
        false => Ok(()),
    }
}

/// A contract from a C file, or for a function in one, without anything that depends on the file.
pub fn normalized(
    unit: &Unit,
    options: Options,
    function: &str,
    raw: &contract::Raw,
) -> Result<contract::Normalized, contract::ContractError> {
    let failed = |error: FrontendError| contract::ContractError { at: None, message: error.to_string() };
    let inquiry = contract::Inquiry::new(function, raw)?;
    let text = clang::compile(unit, options, Purpose::Preprocessed).map_err(failed)?;
    let text = plain::plain(text, unit.flags.has_raw_strings()).map_err(failed)?;
    let commented = commented(unit, options).map_err(failed)?;
    if let Some(message) = inquiry.macro_trouble(&commented) {
        return Err(contract::ContractError { at: None, message });
    }
    let macros = contract::directives(&commented);
    let behind = format!("{macros}\n{}", inquiry.c());
    let questions = match clang::compile(unit, options, Purpose::Expanded(&behind)) {
        Err(FrontendError::Compile { stderr, .. }) if let Some(message) = inquiry.redefined_word(&stderr) => {
            return Err(contract::ContractError { at: None, message });
        }
        questions => String::from_utf8_lossy(&questions.map_err(failed)?).into_owned(),
    };
    let asked = format!("{text}\n{questions}");
    let pointer_bytes = match options.data_model {
        DataModel::Lp64 => 8,
        DataModel::Ilp32 => 4,
    };
    match clang::compile(unit, options, Purpose::Questions(&asked)) {
        Ok(_) => inquiry.normalized("", pointer_bytes),
        Err(FrontendError::Compile { stderr, .. }) => inquiry.normalized(&stderr, pointer_bytes),
        Err(error) => Err(failed(error)),
    }
}

/// What the compiler says of an assertion that does not hold.
const FAILED_ASSERTION: &str = "static assertion failed";

/// The contracts of a C file's functions, including those above prototypes in its headers; none for other files.
pub fn contracts(unit: &Unit, options: Options) -> Result<Vec<contract::Found>, FrontendError> {
    if !is_c(&unit.path) {
        return Ok(Vec::new());
    }
    let name = file_name(&unit.path)?;
    let mut found = contract::find(&commented(unit, options)?);
    for one in &mut found {
        one.file = match one.file.take() {
            Some(file) if file != name => Some(from_here(unit, &file)),
            _ => Some(unit.path.display().to_string()),
        };
    }
    Ok(found)
}

/// A C file's text with its headers and comments, which contain the contracts.
pub fn commented(unit: &Unit, options: Options) -> Result<String, FrontendError> {
    let text = clang::compile(unit, options, Purpose::Commented)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    if unit.path.extension() != Some(OsStr::new("i")) {
        return Ok(text);
    }
    // A definition of a macro in preprocessed text has no effect.
    let directive = |line: &str| {
        let line = line.trim_start();
        let directive = line.strip_prefix('#').or_else(|| line.strip_prefix("%:")).map(str::trim_start);
        directive.is_some_and(|word| word.starts_with("define") || word.starts_with("undef"))
    };
    Ok(text.lines().map(|line| if directive(line) { "\n".to_owned() } else { format!("{line}\n") }).collect())
}

/// A header's name relative to the folder that the flags refer to.
fn from_here(unit: &Unit, file: &str) -> String {
    let here = unit.flags.folder.as_ref().and_then(|folder| Path::new(file).strip_prefix(folder).ok());
    here.unwrap_or(Path::new(file)).display().to_string()
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
