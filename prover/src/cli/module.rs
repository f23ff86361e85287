//! `haltcert module FILE`: the module and the claim that a proof of a function would have. Nothing is proved.

use super::answer::say;
use super::input::Input;
use super::job::{self, Job};
use super::{PROVED, Prove, bad_input, outputs, refused, unknown_entry};
use crate::contract;
use crate::frontend::{self, FrontendError};
use crate::program::Program;
use crate::report::{Format, Refusal};
use certificates::hash::sha256_hex;
use serde_json::json;

/// Writes the module where --emit-module says, and prints its hash, or as JSON what the claim would be.
pub(super) fn print(options: &Prove) -> i32 {
    let writes = Prove { output: None, ..options.clone() };
    if let Err(message) = outputs::prepare(&writes) {
        return refused(options, message);
    }
    let input = match Input::read(options) {
        Ok(input) => input,
        Err(error) => return bad_input(options, &error),
    };
    if let Some(message) = unknown_entry(options, &input) {
        return refused(options, message);
    }
    let job = match job::of(options, &input, &options.entry) {
        Ok(job) => job,
        Err(message) => return refused(options, message),
    };
    let program = match program(&input, &job) {
        Ok(program) => program,
        Err(error) => {
            let reason = format!("{}{error}", origin(&job));
            return refused(options, Refusal { reason, ..Refusal::from(&error) });
        }
    };
    if let Some(path) = &options.emit_module
        && let Err(error) = outputs::write(path, &program.text)
    {
        let message = format!("cannot write the module to {}: {error}", path.display());
        return refused(options, message);
    }
    let hash = sha256_hex(program.text.as_bytes());
    let text = match options.format() {
        Format::Json => {
            let precondition = job.precondition.as_ref().map(|contract| &contract.text);
            let claim = json!({
                "entry": job.entry,
                "precondition": precondition,
                "module_hash": hash,
                "data_model": input.reading.data_model,
                "overflow": input.overflow,
                "malloc_may_fail": options.malloc_may_fail,
                "no_builtin": program.no_builtin.is_some(),
            });
            format!("{claim}\n")
        }
        _ => format!("{hash}\n"),
    };
    say(&text, PROVED)
}

/// The program as `prove` would get it, after all comparisons with the source.
fn program(input: &Input, job: &Job) -> Result<Program, FrontendError> {
    let (program, _) = job::program(input, job)?;
    let text = job.precondition.as_ref().map_or("", |contract| contract.text.as_str());
    frontend::require_types(&input.units[job.unit], input.reading, &contract::compared_types(text, &program))?;
    job::require_parameters(input, job)?;
    Ok(program)
}

fn origin(job: &Job) -> String {
    if job.origin.is_empty() { String::new() } else { format!("{}: ", job.origin) }
}
