//! A run that violates a property, as part of an outcome and as text.

use super::outcome::{Property, Violated};
use crate::refute::{Asked, Violation};
use certificates::{Ending, Properties};
use std::fmt::Write;

/// The run as reports describe it.
pub(super) fn of(violation: &Violation) -> Violated {
    let (steps, first) = match &violation.refutation.ending {
        Ending::Error { steps } => (*steps, None),
        Ending::Lasso { first, second } => (*second, Some(*first)),
        Ending::Closed { steps, .. } => (*steps, Some(*steps)),
    };
    Violated {
        property: property(violation.refutation.claim.properties),
        location: violation.location.clone(),
        function: violation.function.clone(),
        instruction: violation.instruction.clone(),
        code: Some(violation.code),
        what: violation.what.clone(),
        call: violation.call.clone(),
        inputs: violation.inputs.clone(),
        bytes: violation.bytes,
        run: violation.run.clone(),
        steps,
        first,
    }
}

/// The property that a refutation's claim is about.
pub(crate) fn property(claimed: Properties) -> Property {
    claimed.claimed().next().unwrap_or(Property::Termination)
}

/// The number of inputs that are printed, at most.
const MOST_INPUTS: usize = 20;

/// The lines that are printed below the property's answer.
pub(super) fn lines(violated: &Violated) -> Vec<String> {
    let at = violated.location.as_ref().map(|at| format!("{at} ")).unwrap_or_default();
    let mut lines = vec![format!("{at}(in '{}'): {}", violated.function, violated.what)];
    if !violated.instruction.is_empty() && violated.location.is_none() {
        lines.push(format!("the instruction: {}", violated.instruction));
    }
    lines.extend(violated.call.iter().map(|call| format!("the call: {call}")));
    lines.extend(inputs(violated).map(|text| format!("inputs: {text}")));
    if violated.bytes > 0 {
        lines.push(format!("uninitialised bytes that are read, with a chosen value: {}", violated.bytes));
    }
    if !violated.run.is_empty() {
        let run: Vec<&str> = violated.run.iter().map(|told| told.text.as_str()).collect();
        lines.push(format!("the run: {}", run.join(" -> ")));
    }
    if violated.call.is_some() {
        lines.push("either the function or its contract is wrong".to_owned());
    }
    lines
}

/// The inputs of the run in one line; `None` if it has none.
pub(super) fn inputs(violated: &Violated) -> Option<String> {
    if violated.inputs.is_empty() {
        return None;
    }
    let shown = violated.inputs.iter().take(MOST_INPUTS).map(input);
    let rest = violated.inputs.len().saturating_sub(MOST_INPUTS);
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if rest > 0 {
        let _ = write!(text, ", and {rest} more");
    }
    Some(text)
}

/// An input with its place: `n = 10 (bug.c:6)`.
fn input(asked: &Asked) -> String {
    let name = asked.name.as_deref().or(asked.source.as_deref()).unwrap_or("an uninitialised value");
    let at = asked.location.as_ref().map(|at| format!(" ({}:{})", at.file, at.line)).unwrap_or_default();
    format!("{name} = {}{at}", asked.value)
}
