//! One function: its contract, its proof, its report.

use super::{BAD_INPUT, PROVED, Prove, UNKNOWN};
use crate::frontend::{self, contract};
use crate::pipeline::{self, Precondition, Task};
use crate::program::Program;
use crate::report::{self, Request};
use serde_json::Value;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Where a contract of the command line stands.
const COMMAND_LINE: &str = "--precondition";

/// What is to be proved.
pub(super) struct Job {
    pub entry: String,
    pub precondition: Option<Precondition>,
    /// Where the contract stands, for messages.
    pub origin: String,
    /// Clauses of the contract that nothing is proved about.
    pub ignored: Vec<String>,
    pub output: Option<PathBuf>,
}

/// What came of it.
pub(super) struct Answer {
    pub code: i32,
    pub text: String,
    pub json: Value,
    pub row: report::Row,
}

/// The job for an entry function: its contract is the one given on the command line, or else the one
/// in the C file. The error is what the user reads.
pub(super) fn job(options: &Prove, entry: &str, output: Option<PathBuf>) -> Result<Job, String> {
    if let Some(given) = &options.precondition {
        let text = match given.strip_prefix('@') {
            Some(file) => std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?,
            None => given.clone(),
        };
        let origin = COMMAND_LINE.to_string();
        return made(entry, &text, origin, Vec::new(), output);
    }
    let found = frontend::contracts(&options.file).map_err(|error| error.to_string())?;
    match found.into_iter().find(|f| f.function == entry) {
        Some(found) => from_file(options, found, output),
        None => {
            Ok(Job { entry: entry.to_owned(), precondition: None, origin: String::new(), ignored: Vec::new(), output })
        }
    }
}

/// The job for a function with a contract in the C file.
pub(super) fn from_file(options: &Prove, found: contract::Found, output: Option<PathBuf>) -> Result<Job, String> {
    let file = options.file.display();
    match found.text {
        Ok(text) => {
            let origin = format!("{file}:{}: contract of '{}'", found.line, found.function);
            made(&found.function, &text, origin, found.ignored, output)
        }
        Err(error) => {
            let line = error.line.unwrap_or(found.line);
            Err(format!("{file}:{line}: contract of '{}': {}", found.function, error.message))
        }
    }
}

fn made(entry: &str, text: &str, origin: String, ignored: Vec<String>, output: Option<PathBuf>) -> Result<Job, String> {
    let meaning = contract::parse(text).map_err(|error| format!("{origin}: {}", error.message))?;
    Ok(Job {
        entry: entry.to_owned(),
        precondition: Some(Precondition { text: contract::normalize(text), meaning }),
        origin,
        ignored,
        output,
    })
}

/// The prover's task for a job.
pub(super) fn task(options: &Prove, job: &Job, deadline: Instant) -> Task {
    Task {
        entry: job.entry.clone(),
        contract: job.precondition.clone(),
        data_model: options.data_model.certificate(),
        overflow: options.signed_overflow.certificate(),
        malloc_may_fail: options.malloc_may_fail,
        sharing: options.calls.sharing(),
        deadline,
        effort: Default::default(),
        memory: options.memory_limit,
        witnesses: options.witnesses.wanted(),
        progress: Default::default(),
        faults: Default::default(),
    }
}

/// A contract of the C file is about the function's own parameters; one of the command line is the user's.
fn require_parameters(options: &Prove, job: &Job) -> Result<(), frontend::FrontendError> {
    match &job.precondition {
        Some(contract) if job.origin != COMMAND_LINE => {
            let names: Vec<String> = contract.meaning.parameters.iter().map(|p| p.name.clone()).collect();
            frontend::require_parameters(&options.file, options.reading(), &job.entry, &contract.text, &names)
        }
        _ => Ok(()),
    }
}

/// Searches for the proof and writes the certificate.
pub(super) fn prove(options: &Prove, program: &Program, job: Job, start: Instant) -> Answer {
    let text = job.precondition.as_ref().map_or("", |p| p.text.as_str());
    let types = contract::named_types(text, program);
    let named = frontend::require_types(&options.file, options.reading(), &types);
    if let Err(error) = named.and_then(|()| require_parameters(options, &job)) {
        return refused(&job.entry, format!("{}: {error}", job.origin));
    }
    let task = task(options, &job, start + Duration::from_secs(options.timeout));
    let shown = report::show_progress(task.progress.clone());
    let proof = pipeline::prove(program, &task);
    drop(shown);
    let proof = match proof {
        Ok(proof) => proof,
        Err(error) => return refused(&job.entry, format!("{}: {}", job.origin, error.message)),
    };
    let bytes = proof.certificate.as_ref().map(certificates::encode);
    if let (Some(path), Some(bytes)) = (&job.output, &bytes)
        && let Err(error) = std::fs::write(path, bytes)
    {
        let message = format!("cannot write the certificate to {}: {error}", path.display());
        return refused(&job.entry, message);
    }
    let request = Request {
        program,
        task: &task,
        ignored: &job.ignored,
        types: &types,
        compared: frontend::is_c(&options.file),
        certificate: job.output.as_deref(),
        module: options.emit_module.as_deref(),
        size: bytes.map(|b| b.len()),
        seconds: start.elapsed().as_secs_f64(),
    };
    let proved = proof.unsafe_because.is_none() && proof.endless_because.is_none();
    Answer {
        code: if proved { PROVED } else { UNKNOWN },
        text: report::text(&request, &proof),
        json: report::json(&request, &proof),
        row: report::row(&request, &proof),
    }
}

/// Nothing can be proved because of the input.
pub(super) fn refused(entry: &str, message: String) -> Answer {
    Answer {
        code: BAD_INPUT,
        json: report::refused(entry, &message),
        row: report::Row::refused(entry, &message),
        text: message,
    }
}
