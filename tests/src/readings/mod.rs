//! Two readers of one module: the prover imports it through LLVM's own parser, the checker reads its
//! text. Item by item both must see the same names, types, operands, flags, layouts and places. What the
//! checker refuses the prover refuses too, and the other way round but for calls.
//!
//! And two texts of one module: what LLVM prints of a text must mean to the checker what the text
//! means to it.

mod comparison;
mod module;
mod program;
mod view;

use certificates::DataModel;
use checker::reader;
use prover::frontend::{FrontendError, Options, load};
use prover::program::Program;
use std::path::{Path, PathBuf};

const REFUSED: &str = "refused";

/// What came of one file under one data model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// There is no module: the C compiler or LLVM's parser rejects the file.
    NoModule,
    /// The module is outside the subset, for both.
    Refused,
    /// The text is longer than the checker reads.
    TooLong,
    /// What was compared.
    Compared(Counts),
}

/// Sizes of what was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub globals: usize,
    pub functions: usize,
    pub instructions: usize,
    /// Of these, refused by both.
    pub refused: usize,
}

/// Compares both readings of a file, and the readings of its module's two texts; the differences.
pub fn compare(file: &Path, data_model: DataModel) -> (Reading, Vec<String>) {
    let source = std::fs::read_to_string(file).unwrap_or_default();
    let is_text = file.extension().is_some_and(|extension| extension == "ll");
    // Cases about functions of the library's names say so.
    let no_builtin = !is_text && source.contains("options: -fno-builtin");
    let text = match load(file, Options { data_model, no_builtin }) {
        Ok(program) => program.text,
        Err(FrontendError::Unsupported { what, .. }) => {
            let accepted = is_text && reader::read(&source).is_ok();
            let found = format!("only the prover refuses the module: {what}");
            return (Reading::Refused, if accepted { vec![found] } else { Vec::new() });
        }
        Err(FrontendError::Internal { message }) => return (Reading::NoModule, vec![message]),
        Err(_) => return (Reading::NoModule, Vec::new()),
    };
    read_alike(&source, is_text, &text, data_model)
}

/// The same of a C file whose module haltcert has made already.
pub fn compare_made(text: &str, data_model: DataModel) -> (Reading, Vec<String>) {
    read_alike("", false, text, data_model)
}

/// Compares both readings of a module, and the readings of its texts: `text` is the prover's, `source` the file's.
fn read_alike(source: &str, is_text: bool, text: &str, data_model: DataModel) -> (Reading, Vec<String>) {
    let module = match reader::read(text) {
        Ok(module) => module,
        // A limit of spec/language.md.
        Err(error) if error.message.contains("million tokens") => {
            return (Reading::TooLong, Vec::new());
        }
        Err(error) => return (Reading::Refused, vec![error.to_string()]),
    };
    // Of a C file the prover refuses objects whose module it reads like any other.
    let printed = match again(text, data_model) {
        Ok(printed) => printed,
        Err(error) => {
            let found = format!("printed again: {error}");
            return (Reading::Compared(Counts::default()), vec![found]);
        }
    };
    let (mut differences, counts) = comparison::compare(&printed, &module);
    let view = view::view(&module);
    // A text that LLVM did not print may be refused, but must not mean something else.
    if is_text && let Ok(written) = reader::read(source) {
        let whole = source.contains("target datalayout");
        let found = view::differences(&view::view(&written), &view);
        differences.extend(found.into_iter().filter(|_| whole));
    }
    if printed.text != text {
        match reader::read(&printed.text) {
            Ok(second) => differences.extend(view::differences(&view, &view::view(&second))),
            Err(error) => differences.push(format!("printed again: {error}")),
        }
    }
    (Reading::Compared(counts), differences)
}

/// The program of a text: what LLVM prints after reading it, and the prover reads.
fn again(text: &str, data_model: DataModel) -> Result<Program, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("again.ll");
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    load(&file, Options { data_model, no_builtin: false }).map_err(|error| error.to_string())
}

/// The C and LLVM files of a folder and all below it, in order.
pub fn files(root: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(root) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let known = |extension: &std::ffi::OsStr| ["c", "i", "ll"].iter().any(|known| extension == *known);
        if path.is_dir() {
            all.extend(files(&path));
        } else if path.extension().is_some_and(known) {
            all.push(path);
        }
    }
    all
}
