//! What the user reads of a run that violates a property.

use crate::program::Location;
use crate::refute::{Asked, Violation};
use certificates::{Ending, Properties};
use serde_json::{Value, json};
use std::fmt::Write;

/// The property that the run violates, as the report and the JSON object name it.
pub(super) fn property(violation: &Violation) -> (&'static str, &'static str) {
    match violation.refutation.claim.properties {
        Properties { memory_safety: true, .. } => ("memory safety", "memory_safety"),
        Properties { no_overflow: true, .. } => ("no overflow", "no_overflow"),
        _ => ("termination", "termination"),
    }
}

/// More inputs are not printed.
const MOST_INPUTS: usize = 20;

/// The lines below the property's answer.
pub(super) fn lines(violation: &Violation) -> Vec<String> {
    let at = violation.location.as_ref().map(|at| format!("{at} ")).unwrap_or_default();
    let mut lines = vec![format!("{at}(in '{}'): {}", violation.function, violation.what)];
    if !violation.instruction.is_empty() && violation.location.is_none() {
        lines.push(format!("the instruction: {}", violation.instruction));
    }
    if !violation.inputs.is_empty() {
        let shown = violation.inputs.iter().take(MOST_INPUTS).map(input);
        let rest = violation.inputs.len().saturating_sub(MOST_INPUTS);
        let mut text = shown.collect::<Vec<_>>().join(", ");
        if rest > 0 {
            let _ = write!(text, ", and {rest} more");
        }
        lines.push(format!("inputs: {text}"));
    }
    if violation.bytes > 0 {
        lines.push(format!("uninitialised bytes that are read, with a chosen value: {}", violation.bytes));
    }
    if !violation.run.is_empty() {
        lines.push(format!("the run: {}", violation.run.join(" -> ")));
    }
    lines
}

/// `n = 10 (bug.c:6)`.
fn input(asked: &Asked) -> String {
    let name = asked.name.as_deref().or(asked.source.as_deref()).unwrap_or("an uninitialised value");
    let at = asked.location.as_ref().map(|at| format!(" ({}:{})", at.file, at.line)).unwrap_or_default();
    format!("{name} = {}{at}", asked.value)
}

/// The violation as JSON.
pub(super) fn object(violation: &Violation) -> Value {
    let place = |at: &Option<Location>| at.as_ref().map(ToString::to_string);
    let inputs: Vec<Value> = violation
        .inputs
        .iter()
        .map(|asked| {
            json!({
                "name": asked.name, "function": asked.source, "place": place(&asked.location),
                // Beyond 64 bits no input has a value.
                "value": i64::try_from(asked.value).map(Value::from)
                    .unwrap_or_else(|_| u64::try_from(asked.value).map_or(Value::Null, Value::from)),
            })
        })
        .collect();
    let (steps, first) = match violation.refutation.ending {
        Ending::Error { steps } => (steps, None),
        Ending::Lasso { first, second } => (second, Some(first)),
    };
    json!({
        "property": property(violation).1,
        "place": place(&violation.location),
        "function": violation.function,
        "instruction": violation.instruction,
        "what": violation.what,
        "inputs": inputs,
        "uninitialised_bytes": violation.bytes,
        "run": violation.run,
        "steps": steps,
        "loop_begins_after": first,
    })
}
