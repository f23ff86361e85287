//! `haltcert functions FILE...`: the functions that files define. Nothing is proved.

use super::answer::say;
use super::input::Input;
use super::job;
use super::{PROVED, Prove, bad_input, refused};
use crate::frontend::FrontendError;
use crate::report::Format;
use serde_json::{Value, json};
use std::fmt::Write;

/// Prints the functions, in the order of the module: which have a contract, and which other files can call.
pub(super) fn print(options: &Prove) -> i32 {
    // Then functions that nothing calls are there, too.
    let options = Prove { all_functions: true, ..options.clone() };
    let names = |input: &Input| {
        let (all, public) = (input.source.functions()?, input.source.public_functions()?);
        Ok::<_, FrontendError>((all, public))
    };
    let read = Input::read(&options).and_then(|input| names(&input).map(|names| (input, names)));
    let (input, (all, public)) = match read {
        Ok(read) => read,
        Err(error) => return bad_input(&options, &error),
    };
    let contracts = match job::contracts(&input) {
        Ok(contracts) => contracts,
        Err(message) => return refused(&options, message),
    };
    input.warn();
    let listed: Vec<Value> = all
        .iter()
        .map(|name| {
            let contract = contracts.iter().any(|one| one.found.function == *name);
            let file = &input.units.get(input.source.file_of(name)).map(|unit| unit.path.display().to_string());
            json!({ "name": name, "public": public.contains(name), "contract": contract, "file": file })
        })
        .collect();
    let text = match options.format() {
        Format::Json => format!("{}\n", Value::from(listed)),
        _ => {
            let width = all.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let mut text = String::new();
            for (name, one) in all.iter().zip(&listed) {
                let is = |key: &str| one.get(key).and_then(Value::as_bool).unwrap_or(false);
                let contract = if is("contract") { "contract" } else { "no contract" };
                let public = if is("public") { "public" } else { "static" };
                let _ = writeln!(text, "{name:width$}  {public}  {contract}");
            }
            text
        }
    };
    say(&text, PROVED)
}
