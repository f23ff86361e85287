//! `haltcert contract FILE`: what a contract says once nothing of the program's types and members is in it.

use super::answer::say;
use super::input::Input;
use super::one::{self, Job};
use super::{PROVED, Prove, UNKNOWN, bad_input, refused, unknown_entry};
use crate::report::{Format, Kind};

/// Prints the contract, which `haltcheck --precondition @FILE` reads; the names go where messages go.
pub(super) fn print(options: &Prove) -> i32 {
    let input = match Input::read(options) {
        Ok(input) => input,
        Err(error) => return bad_input(options, &error),
    };
    if let Some(message) = unknown_entry(options, &input) {
        return refused(options, Kind::BadInput, &message);
    }
    let job = match one::job(options, &input, &options.entry) {
        Ok(job) => job,
        Err(message) => return refused(options, Kind::BadInput, &message),
    };
    let Some(contract) = &job.precondition else {
        let message = format!("no contract above '{}': its parameters are arbitrary", options.entry);
        return refused(options, Kind::BadInput, &message);
    };
    let names = job.names.as_deref().unwrap_or_default();
    let text = match options.format() {
        Format::Json => {
            let names: Vec<_> = names.iter().map(|(text, c)| serde_json::json!({ "value": text, "c": c })).collect();
            let entry = &options.entry;
            format!("{}\n", serde_json::json!({ "entry": entry, "precondition": contract.text, "values": names }))
        }
        _ => {
            eprint!("{}", legend(&job));
            format!("{}\n", contract.text)
        }
    };
    if say(&text) { PROVED } else { UNKNOWN }
}

/// What C calls the values in memory.
fn legend(job: &Job) -> String {
    let names = job.names.as_deref().unwrap_or_default();
    let width = names.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    names.iter().map(|(text, c)| format!("  {text:width$}  {c}\n")).collect()
}
