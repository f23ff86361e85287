//! C files: each is compiled separately, then they are linked into one module (`spec/decisions/build-flags.md`).

use std::collections::{BTreeMap, BTreeSet};

use super::clang::{self, Purpose};
use super::nonnull::{self, Promises};
use super::written::Written;
use super::{
    FrontendError, Options, Source, Unit, bad_input, file_name, forms, included, is_c, llvm, plain, require_file,
};

/// The module made from C files.
pub(super) fn read(units: &[Unit], options: Options) -> Result<Source, FrontendError> {
    let units = with_names(units)?;
    let mut compiled = Vec::new();
    let mut assembly = llvm::Assembly::default();
    let mut promises = Promises::new();
    for unit in &units {
        let (bitcode, text) = compile(unit, options)?;
        assembly = assembly.and(llvm::assembly(&bitcode, &text.written)?);
        for (name, more) in text.promises {
            promises.entry(name).or_default().extend(more);
        }
        compiled.push(bitcode);
    }
    require_no_builtin_calls(&units, &compiled, options)?;
    let (owners, ambiguous) = require_one_definition(&units, &compiled)?;
    let names: Vec<String> = units.iter().map(name).collect::<Result<_, _>>()?;
    let bitcode: Vec<&[u8]> = compiled.iter().map(Vec::as_slice).collect();
    let promoted = llvm::promote(&bitcode, &names.join(" "), options.data_model, &promises)?;
    let llvm::Promoted { text, endless, returns, statics } = promoted;
    Ok(Source { text, endless, returns, statics, owners, ambiguous, assembly, from_c: true })
}

/// The files; those with the same bare name get names that distinguish them.
fn with_names(units: &[Unit]) -> Result<Vec<Unit>, FrontendError> {
    let mut bare: BTreeMap<String, usize> = BTreeMap::new();
    for unit in units {
        if !is_c(&unit.path) {
            return Err(bad_input(format!(
                "{}: only C files can be linked; link modules with llvm-link first",
                unit.path.display()
            )));
        }
        require_file(&unit.path)?;
        *bare.entry(file_name(&unit.path)?).or_default() += 1;
    }
    let named = |unit: &Unit| {
        let several = bare.get(&file_name(&unit.path)?).is_some_and(|count| *count > 1);
        Ok(Unit { shown: several.then(|| unit.path.display().to_string()), ..unit.clone() })
    };
    units.iter().map(named).collect()
}

fn name(unit: &Unit) -> Result<String, FrontendError> {
    unit.shown.clone().map_or_else(|| file_name(&unit.path), Ok)
}

/// What a file says that its module does not.
struct Text {
    /// Its assembly.
    written: Written,
    /// Arguments that its declarations promise not to be null.
    promises: Promises,
}

/// The module that clang makes of a C file, after checking that no undefined behaviour was folded away; and what only
/// its text says.
fn compile(unit: &Unit, options: Options) -> Result<(Vec<u8>, Text), FrontendError> {
    let (bitcode, checks) = std::thread::scope(|scope| {
        let checks = scope.spawn(|| checked(unit, options));
        (clang::compile(unit, options, Purpose::Proof), checks.join())
    });
    let bitcode = bitcode?;
    let (checks, text) = checks.map_err(|_| FrontendError::Internal {
        message: "the search for folded undefined behaviour failed".into(),
    })??;
    llvm::require_no_constant_failure(&checks)?;
    // The compiler takes such a function for the library's.
    let own = llvm::definitions(&bitcode)?;
    match own.iter().find(|d| d.function && llvm::symbols::known_to_compilers(&d.name, d.internal)) {
        Some(d) if !(options.no_builtin || unit.flags.no_builtin) => {
            Err(llvm::symbols::recognised_by_compilers(&d.name))
        }
        _ => Ok((bitcode, text)),
    }
}

/// Refuses `__builtin_strlen` and similar calls in a program that defines functions which compilers recognise. Such a
/// call means the library's function whatever the flags are, and compilers turn it into calls of other library
/// functions.
fn require_no_builtin_calls(units: &[Unit], compiled: &[Vec<u8>], options: Options) -> Result<(), FrontendError> {
    let known = llvm::symbols::known_to_compilers;
    let mut own = None;
    for bitcode in compiled {
        let definitions = llvm::definitions(bitcode)?;
        own = own.or(definitions.into_iter().find(|d| d.function && known(&d.name, d.internal)));
    }
    let Some(own) = own else { return Ok(()) };
    let letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for unit in units {
        let text = clang::compile(unit, options, Purpose::Preprocessed)?;
        let text = String::from_utf8_lossy(&text);
        let mut words = text.split(|c: char| !letter(c));
        let builtin = words.find(|word| word.strip_prefix("__builtin_").is_some_and(|name| known(name, false)));
        if let Some(word) = builtin {
            let what = format!("'{word}' beside the definition of '{}': compilers take it for the library's", own.name);
            return Err(FrontendError::Unsupported { what, location: None });
        }
    }
    Ok(())
}

/// The program compiled with checks of its arithmetic, in a way that it cannot influence; and what only its text says.
fn checked(unit: &Unit, options: Options) -> Result<(Vec<u8>, Text), FrontendError> {
    let text = clang::compile(unit, options, Purpose::Preprocessed)?;
    included::refuse_copies(unit, &text)?;
    let marked = String::from_utf8_lossy(&text).into_owned();
    let text = plain::plain(text, unit.flags.has_raw_strings())?;
    included::refuse_macros_of_pack(unit, options, &text)?;
    forms::refuse(&text)?;
    let text_only = Text { written: Written::of(&text), promises: nonnull::promises(&marked)? };
    let compiled = clang::compile(unit, options, Purpose::Checks(&text)).map_err(|error| match error {
        FrontendError::Compile { stderr, location } => FrontendError::Compile {
            location,
            stderr: format!(
                "{}\nfound when constants are evaluated strictly: undefined behaviour that the compiler would fold away, or something (such as arithmetic on an address as an integer) that is no constant by the standard",
                stderr.trim_end()
            ),
        },
        error => error,
    });
    Ok((compiled?, text_only))
}

/// Refuses files that define a name twice: a linker would take one of the definitions, or none. Returns for each name
/// the number of the first file that has it, and the names that several files use for something of their own.
fn require_one_definition(
    units: &[Unit],
    compiled: &[Vec<u8>],
) -> Result<(BTreeMap<String, usize>, BTreeSet<String>), FrontendError> {
    let (mut owners, mut ambiguous) = (BTreeMap::new(), BTreeSet::new());
    if units.len() < 2 {
        return Ok((owners, ambiguous));
    }
    let mut seen_by_all: BTreeMap<String, &Unit> = BTreeMap::new();
    let mut inline: BTreeMap<String, &Unit> = BTreeMap::new();
    for (number, (unit, bitcode)) in units.iter().zip(compiled).enumerate() {
        for definition in llvm::definitions(bitcode)? {
            let name = &definition.name;
            if let (false, Some(other)) = (definition.local, seen_by_all.get(name)) {
                let (one, another) = (other.path.display(), unit.path.display());
                return Err(bad_input(format!("'{name}' is defined in {one} and in {another}")));
            }
            if owners.contains_key(name) {
                ambiguous.insert(name.clone());
            }
            owners.entry(name.clone()).or_insert(number);
            if definition.inline {
                inline.insert(name.clone(), unit);
            }
            if !definition.local {
                seen_by_all.insert(definition.name, unit);
            }
        }
    }
    // C17 6.7.4, 7: it is unspecified which of the two a call refers to.
    if let Some((name, unit)) = inline.iter().find(|(name, _)| seen_by_all.contains_key(*name)) {
        let (one, other) = (unit.path.display(), seen_by_all[name].path.display());
        return Err(bad_input(format!(
            "'{name}' has an inline definition in {one} and another one in {other}: a call may be of either (declare it `static inline`, or use -fgnu89-inline if the build does)"
        )));
    }
    Ok((owners, ambiguous))
}
