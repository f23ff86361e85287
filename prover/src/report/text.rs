//! The report as text.

use super::outcome::{Contract, Outcome, Property, Verdict};
use super::violation;
use crate::suggest::Suggestion;
use std::fmt::Write;

/// The report as text.
pub(crate) fn text(outcome: &Outcome) -> String {
    let mut out = String::new();
    for property in Property::ALL {
        let verdict = outcome.verdict(property);
        // What is wrong must not be overlooked.
        let word = if verdict == Verdict::Violated { "VIOLATED" } else { verdict.word() };
        let _ = writeln!(out, "{}: {word}", property.words());
        for violated in outcome.violating(property) {
            for line in violation::lines(violated) {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    for missing in outcome.unexplained() {
        let at = missing.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
        let _ = writeln!(out, "\n{at}{}", missing.reason);
        if !missing.instruction.is_empty() {
            let _ = writeln!(out, "    in '{}': {}", missing.function, missing.instruction);
        }
    }
    if !outcome.is_searched() {
        return out;
    }
    if let Some(note) = &outcome.note {
        let _ = writeln!(out, "\n{note}");
    }
    if let Some(suggestion) = &outcome.suggestion {
        write_suggestion(&mut out, suggestion, &outcome.function);
    }
    if !outcome.loops.is_empty() {
        let _ = writeln!(out, "\nloops:");
        for line in &outcome.loops {
            let _ = writeln!(out, "  {line}");
        }
    }
    if let Some(contract) = &outcome.contract {
        write_contract(&mut out, contract, &outcome.function);
    }
    if let Some(assumed) = &outcome.assumed {
        let _ = writeln!(out, "\nassumed:");
        for line in assumed {
            let _ = writeln!(out, "  {line}");
        }
    }
    write_end(&mut out, outcome);
    out
}

fn write_contract(out: &mut String, contract: &Contract, entry: &str) {
    let _ = writeln!(out, "\nfor every call with:\n  {}", contract.text);
    for ty in &contract.types {
        let _ = writeln!(out, "  with {ty}");
    }
    if !contract.types.is_empty() && !contract.compared {
        let _ = writeln!(out, "  (structures as the module names them: there is no C to compare with)");
    }
    if contract.left_out > 0 {
        let count = contract.left_out;
        let _ =
            writeln!(out, "  (functions that '{entry}' does not reach, so that the module is without them: {count})");
    }
    if !contract.ignored.is_empty() {
        let clauses = contract.ignored.join(", ");
        let _ = writeln!(out, "  (not looked at, so not proved: {clauses})");
    }
}

/// The contract that was found, as a comment, or that none was.
fn write_suggestion(out: &mut String, suggestion: &Suggestion, entry: &str) {
    let tried = match suggestion.tried {
        1 => "1 contract tried".to_owned(),
        tried => format!("{tried} contracts tried"),
    };
    match suggestion.comment() {
        Some(comment) => {
            let _ = writeln!(out, "\nsuggestion: with this contract above '{entry}' it is proved ({tried}):");
            comment.lines().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
            let _ = writeln!(out, "  Every caller must keep it; nothing here says that they do.");
        }
        None => {
            let because = suggestion.because.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            let _ = writeln!(out, "\nsuggestion: found no contract with which '{entry}' is proved ({tried}){because}");
        }
    }
}

/// Numbers, files, and what to do with them.
fn write_end(out: &mut String, outcome: &Outcome) {
    let (files, seconds) = (&outcome.files, outcome.seconds);
    match outcome.size {
        Some(size) => {
            let (nodes, steps, bytes) = (size.nodes, size.steps, size.bytes);
            let _ = writeln!(out, "\n{nodes} nodes, {steps} steps, certificate of {bytes} bytes, {seconds:.2} s");
            if let Some(check) = files.check.as_ref().filter(|_| outcome.contract.is_some()) {
                let _ = writeln!(out, "check with:\n  {check}");
            }
        }
        None => {
            let _ = writeln!(out, "\n{seconds:.2} s");
        }
    }
    for ((path, check), violated) in files.refutations.iter().zip(&outcome.violations) {
        let property = violated.property.words();
        let _ = writeln!(out, "refutation of {property}: {}, check it with:\n  {check}", path.display());
    }
    if let Some(path) = &files.test {
        let _ = writeln!(out, "test with these inputs: {}", path.display());
    }
    match &files.witness {
        Some(Ok(path)) => {
            let _ = writeln!(out, "witness: {}", path.display());
        }
        Some(Err(why)) => {
            let _ = writeln!(out, "witness: not written: {why}");
        }
        None => {}
    }
}
