//! `haltcert contract FILE`: prints a contract in a form that does not depend on the program's types and members.

use super::answer::say;
use super::input::Input;
use super::job::{self, Job};
use super::{PROVED, Prove, bad_input, refused, unknown_entry};
use crate::code::Code;
use crate::pipeline::{self, Precondition};
use crate::report::{self, Format, Kind, Refusal};
use clap::Args;

/// The options of `haltcert contract`.
#[derive(Args)]
pub(super) struct ContractArgs {
    #[command(flatten)]
    pub(super) prove: Prove,
    /// A program that calls the function in a way that satisfies its contract, in place of the contract
    #[arg(long)]
    pub(super) example: bool,
}

/// Prints the contract in a form that `haltcheck --precondition @FILE` reads. C expressions for values in memory go to
/// standard error.
pub(super) fn print(arguments: &ContractArgs) -> i32 {
    let options = &arguments.prove;
    let input = match Input::read(options) {
        Ok(input) => input,
        Err(error) => return bad_input(options, &error),
    };
    input.warn();
    if let Some(message) = unknown_entry(options, &input) {
        return refused(options, message);
    }
    let job = match job::of(options, &input, &options.entry) {
        Ok(job) => job,
        Err(message) => return refused(options, message),
    };
    let Some(contract) = &job.precondition else {
        let message = format!("no contract above '{}': its parameters are arbitrary", options.entry);
        return refused(options, message);
    };
    let example = match arguments.example.then(|| example(options, &input, &job, contract)).transpose() {
        Ok(example) => example,
        Err(refusal) => return refused(options, refusal),
    };
    for warning in job::warnings(&input, &job) {
        eprintln!("warning: {warning}");
    }
    for clause in &job.ignored {
        eprintln!("warning: not looked at: {clause}");
    }
    let names = job.names.as_deref().unwrap_or_default();
    let text = match options.format() {
        Format::Json => {
            let names: Vec<_> = names.iter().map(|(text, c)| serde_json::json!({ "value": text, "c": c })).collect();
            let entry = &options.entry;
            let predicates: Vec<_> = job.predicates.iter().map(report::predicate).collect();
            let mut object = serde_json::json!({
                "entry": entry, "precondition": contract.text, "values": names, "predicates": predicates,
            });
            if let (Some((example, _)), Some(object)) = (example, object.as_object_mut()) {
                object.insert("example".to_owned(), example);
            }
            format!("{object}\n")
        }
        _ if let Some((_, program)) = example => match program {
            Ok(program) => program,
            Err(why) => {
                return refused(options, Refusal::new(Kind::Unsupported, Code::UnsupportedConstruct, why));
            }
        },
        _ => {
            eprint!("{}", legend(&job));
            format!("{}\n", contract.text)
        }
    };
    say(&text, PROVED)
}

/// A call that satisfies the contract: as JSON, and as C or why it cannot be written as C.
type Example = (serde_json::Value, Result<String, String>);

/// Searches for a call. Finding none does not mean that there is none.
fn example(options: &Prove, input: &Input, job: &Job, contract: &Precondition) -> Result<Example, Refusal> {
    let (program, _) = job::program(input, job).map_err(|error| Refusal::from(&error))?;
    let call = pipeline::call(&program, &options.entry, &contract.meaning);
    let call = call.map_err(|error| job.refusal(&error.message))?;
    let Some(call) = call else {
        let message = format!("{}: no call that satisfies it was found", job.origin);
        return Err(Refusal::new(Kind::Limit, Code::ContractError, message));
    };
    let c = report::program_of(&program, &options.entry, &contract.text, &call);
    Ok((report::call_as_json(&program, &call, c.clone()), c))
}

/// The predicates and what they say, and the C expressions for values in memory, one in each line.
fn legend(job: &Job) -> String {
    let names = job.names.as_deref().unwrap_or_default();
    let width = names.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    let names = names.iter().map(|(text, c)| format!("  {text:width$}  {c}\n"));
    let predicates = job.predicates.iter().map(|(name, condition)| format!("  {name}: {condition}\n"));
    predicates.chain(names).collect()
}
