//! `haltcert report PROOFS...`: a page about certificates and refutations.

use super::{BAD_INPUT, PROVED, STACK, outputs, time};
use crate::frontend::{self, FrontendError};
use crate::program::Program;
use crate::report::{self, About, Outcome, Sources};
use certificates::{Claim, DecodeError};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct ReportArgs {
    /// Certificates and refutations, or folders of them (*.cert, *.refutation)
    #[arg(value_name = "PROOF", required = true)]
    proofs: Vec<PathBuf>,
    /// The page to write
    #[arg(short, long, value_name = "FILE.html")]
    output: PathBuf,
    /// Where the sources lie that the certificates' debug information names [default: the current folder]
    #[arg(long, value_name = "FOLDER")]
    source: Vec<PathBuf>,
}

/// The size in bytes of the largest certificate or module that is read.
const MAX_FILE: u64 = 64 << 20;

/// Writes the page. A file that cannot be read is bad input, and no page is written.
pub(super) fn write(options: &ReportArgs, version: &str) -> i32 {
    // LLVM reads modules recursively, so this needs a large stack.
    let made = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || page(options, version));
        match thread.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(page)) => page,
            _ => Err("internal error: the report stopped unexpectedly (please report it with the certificates)".into()),
        }
    });
    let written = made.and_then(|page| {
        outputs::write(&options.output, page).map_err(|error| format!("{}: {error}", options.output.display()))
    });
    match written {
        Ok(()) => PROVED,
        Err(message) => {
            eprintln!("error: {message}");
            BAD_INPUT
        }
    }
}

fn page(options: &ReportArgs, version: &str) -> Result<String, String> {
    let mut files = Vec::new();
    for path in &options.proofs {
        if path.is_dir() {
            files.extend(below(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        return Err("there are no certificates (*.cert) here".into());
    }
    outputs::require_apart(&files, std::slice::from_ref(&options.output))?;
    if !outputs::is_page(&options.output) {
        let output = options.output.display();
        return Err(format!("{output}: this file is no page of a report, and is not written over"));
    }
    let outcomes = files.iter().map(|path| outcome(path)).collect::<Result<Vec<_>, _>>()?;
    let folders = if options.source.is_empty() { vec![PathBuf::from(".")] } else { options.source.clone() };
    let note = "Made by haltcert report. It says what the files claim, and did not check that: haltcheck does. Source text is what lay at hand when the page was made, not a part of the proofs.";
    let sources = Sources::below(folders);
    for (file, functions) in &report::changed(&outcomes, &sources) {
        eprintln!("warning: {file}: {}", report::warning(functions));
    }
    let date = time::today()?;
    let outcomes: Vec<_> = outcomes.iter().map(|outcome| report::as_given(outcome, &sources)).collect();
    Ok(report::page(&outcomes, &sources, &About { version, date: &date, note }))
}

/// The proofs in a folder, in the order of their names.
fn below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let proof = path.extension().is_some_and(|extension| extension == "cert" || extension == "refutation");
        found.extend(Some(path).filter(|path| proof && path.is_file()));
    }
    found.sort();
    Ok(found)
}

fn outcome(path: &Path) -> Result<Outcome, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let length = fs::metadata(path).map_err(|error| failed(&error))?.len();
    if length > MAX_FILE {
        return Err(failed(&format!("more than {MAX_FILE} bytes")));
    }
    let bytes = fs::read(path).map_err(|error| failed(&error))?;
    let module = |text: &str, claim: &Claim| {
        let program = frontend::module(text, claim.data_model).map_err(|error: FrontendError| failed(&error))?;
        let sv_comp = claim.contracts.iter().any(|name| crate::program::names::of_sv_comp(name));
        Ok::<_, String>(Program { sv_comp, ..program })
    };
    match certificates::decode(&bytes) {
        Ok(certificate) => {
            let program = module(&certificate.module, &certificate.claim)?;
            Ok(report::certified(&program, &certificate, path, bytes.len()))
        }
        Err(DecodeError::Refutation) => {
            let refutation = certificates::decode_refutation(&bytes).map_err(|error| failed(&error))?;
            let program = module(&refutation.module, &refutation.claim)?;
            Ok(report::refuted(&program, &refutation, path))
        }
        Err(error) => Err(failed(&error)),
    }
}
