//! The report as text for people.

use super::complaint::excerpt;
use super::outcome::{Contract, Missing, Outcome, Property, Verdict};
use super::sources::Sources;
use super::{example, violation, words};
use crate::bounds::words::{Bounded, Stated, Unbounded};
use crate::code::Code;
use crate::program::Location;
use crate::refute::LoopRound;
use crate::state::{Described, DescribedBlock, Passed};
use crate::suggest::Suggestion;
use std::fmt::Write;

/// The number of values of an example that are printed, at most.
pub(super) const MOST_VALUES: usize = 6;
/// The number of variables, blocks and facts of a state that are printed, at most.
const MOST_LINES: usize = 6;

/// The number of places of a path that are printed, at most.
const MOST_PASSED: usize = 8;

/// How much the text for people says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only what is not proved.
    Quiet,
    Usual,
    /// The whole state where a proof failed.
    State,
    /// In addition the contract as the claim has it.
    All,
}

/// What may help where an overflow is possible.
pub(super) const AGAINST_OVERFLOW: &str = "what may help: a wider type; a bound on the values, tested before or in the contract \
    (\\forall for the elements of an array); --signed-overflow wrap, if it is meant to wrap";

/// What follows a property that is unknown only because of an overflow, and the overflow's own.
fn behind_overflow(outcome: &Outcome, property: Property) -> Option<String> {
    if outcome.verdict(property) != Verdict::Unknown || !outcome.is_overflow_alone() {
        return None;
    }
    let wrapped = outcome.wrapped.is_some_and(|wrapped| match property {
        Property::MemorySafety => wrapped.memory_safety,
        Property::Termination => wrapped.termination,
        Property::NoOverflow => false,
    });
    match property {
        Property::NoOverflow => {
            let value = outcome.missing.iter().find_map(|missing| missing.overflows.as_ref())?;
            Some(format!(" (possible overflow of {value})"))
        }
        _ if wrapped => Some(" (proved if signed overflow wraps: --signed-overflow wrap)".to_owned()),
        _ if outcome.verdict(Property::NoOverflow) == Verdict::Violated => {
            Some(" (behind the overflow nothing is known)".to_owned())
        }
        _ => Some(" (behind a possible overflow nothing is known)".to_owned()),
    }
}

/// The report as text, with the lines of the user's files that it speaks of.
pub(crate) fn text(outcome: &Outcome, sources: &Sources, detail: Detail) -> String {
    let mut out = String::new();
    let full = matches!(detail, Detail::State | Detail::All);
    for property in Property::ALL {
        let verdict = outcome.verdict(property);
        // A violation is in capitals so that it is not overlooked.
        let word = if verdict == Verdict::Violated { "VIOLATED" } else { verdict.word() };
        let behind = behind_overflow(outcome, property).unwrap_or_default();
        let _ = writeln!(out, "{}: {word}{behind}", property.words());
        for violated in outcome.violating(property) {
            let mut lines = violation::lines(violated).into_iter();
            lines.by_ref().take(1).for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
            if let Some(excerpt) = violated.location.as_ref().and_then(|at| excerpt(at, sources)) {
                let _ = writeln!(out, "{excerpt}");
            }
            for line in lines {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    for missing in outcome.unexplained() {
        write_place(&mut out, missing, sources, full);
        let most = if full { usize::MAX } else { MOST_VALUES };
        if let Some(origin) = &missing.origin {
            let _ = writeln!(out, "    {origin}");
        }
        if missing.state.way.len() > 1 && detail != Detail::Quiet {
            let _ = writeln!(out, "    a path that leads there: {}", way(&missing.state.way));
        }
        let words = example::words(&missing.example, most);
        if !words.is_empty() {
            let _ = writeln!(out, "    for example with {words}");
        }
        if let Some(round) = &missing.round {
            let _ = writeln!(out, "    {}", round_told(round));
        }
        if missing.code == Code::SignedOverflow {
            let _ = writeln!(out, "    {AGAINST_OVERFLOW}");
        }
        write_state(&mut out, &missing.state, full);
    }
    if !outcome.is_searched() || detail == Detail::Quiet {
        return out;
    }
    if !outcome.departures.is_empty() {
        let _ = writeln!(out, "\n{}", words::DEPARTED);
        for departure in &outcome.departures {
            let _ = writeln!(out, "  {}", words::departed(departure));
        }
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
    write_bounds(&mut out, outcome);
    if let Some(contract) = &outcome.contract {
        write_contract(&mut out, contract, &outcome.function);
        if detail == Detail::All && contract.written.is_some() {
            let _ = writeln!(out, "\nas the certificate has it:\n  {}", contract.text);
        }
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

/// Writes what is missing and where: the line of the C file, or the instruction if that cannot be shown.
fn write_place(out: &mut String, missing: &Missing, sources: &Sources, full: bool) {
    let at = missing.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let _ = writeln!(out, "\n{at}{}", missing.reason);
    let excerpt = missing.location.as_ref().and_then(|at| excerpt(at, sources));
    if let Some(excerpt) = &excerpt {
        let _ = writeln!(out, "{excerpt}");
    }
    if !missing.instruction.is_empty() {
        let instruction = if full || excerpt.is_none() { format!(": {}", missing.instruction) } else { String::new() };
        let _ = writeln!(out, "    in '{}'{instruction}", missing.function);
    }
}

/// The end of the path to the place of a failure, in one line; a single place is the failure's own, and is not told. A function is named where the path enters it or returns to
/// it.
fn way(way: &[Passed]) -> String {
    let mut function = "";
    let (before, end) = way.split_at(way.len().saturating_sub(MOST_PASSED));
    let places = end.iter().map(|Passed { function: here, location: Location { file, line, .. } }| {
        let named = if *here == function { String::new() } else { format!("{here} ") };
        function = here;
        format!("{named}{file}:{line}")
    });
    let before = if before.is_empty() { "" } else { "... -> " };
    format!("{before}{}", places.collect::<Vec<_>>().join(" -> "))
}

/// Writes the bounds, and why others are missing.
fn write_bounds(out: &mut String, outcome: &Outcome) {
    if !outcome.bounds.is_empty() {
        let _ = writeln!(out, "\nbounds:");
    }
    for Bounded { resource, result } in &outcome.bounds {
        let _ = match result {
            Ok(Stated { factor: 1, in_c, .. }) => writeln!(out, "  {resource}: at most {in_c}"),
            Ok(Stated { factor, in_c, .. }) => writeln!(out, "  {factor}*{resource}: at most {in_c}"),
            Err(Unbounded { reason, location }) => {
                let at = location.as_ref().map(|at| format!(" {at}:")).unwrap_or_default();
                writeln!(out, "  {resource}: not bounded:{at} {reason}")
            }
        };
    }
}

/// What a round of a loop does in a run.
pub(super) fn round_told(round: &LoopRound) -> String {
    let told = |values: &[(String, i64)]| {
        let told: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if told.is_empty() { "no variable in a register".to_owned() } else { told.join(", ") }
    };
    let (before, after) = (told(&round.before), told(&round.after));
    let mut text = match before == after {
        true => format!("a round of this loop changes none of {before}"),
        false => format!("a round of this loop: before {before}; after {after}"),
    };
    if let Some(call) = &round.call {
        let _ = write!(text, " (of the call {call})");
    }
    text
}

/// Writes what is known where a proof failed, each kind in one line. `full`: one line for each item, with memory's
/// content.
fn write_state(out: &mut String, state: &Described, full: bool) {
    let value = |(name, value): &(String, Option<String>)| match value {
        Some(value) => format!("{name} = {value}"),
        None => name.clone(),
    };
    // The short form mentions a variable only if its value is known.
    let variables = state.variables.iter().filter(|(_, value)| full || value.is_some());
    let block = |block: &DescribedBlock| {
        let cells: Vec<String> = block.cells.iter().map(|(at, value)| format!("{at} = {value}")).collect();
        let cells = if full && !cells.is_empty() { format!(": {}", cells.join(", ")) } else { String::new() };
        format!("{} ({}){cells}", block.name, block.bytes())
    };
    let sorts = [
        ("variables", variables.map(value).collect::<Vec<_>>()),
        ("memory", state.blocks.iter().map(block).collect()),
        ("lists and trees", state.structures.iter().map(ToString::to_string).collect()),
        ("known", state.facts.clone()),
    ];
    for (sort, lines) in sorts.iter().filter(|(_, lines)| !lines.is_empty()) {
        if full {
            let _ = writeln!(out, "    {sort}:\n      {}", lines.join("\n      "));
            continue;
        }
        let shown: Vec<&str> = lines.iter().take(MOST_LINES).map(String::as_str).collect();
        let more = lines.len() - shown.len();
        let more = if more > 0 { format!("; {more} more (--state)") } else { String::new() };
        let _ = writeln!(out, "    {sort}: {}{more}", shown.join("; "));
    }
}

fn write_contract(out: &mut String, contract: &Contract, entry: &str) {
    let _ = writeln!(out, "\nfor every call with:\n  {}", contract.shown());
    for predicate in contract.meant() {
        let _ = writeln!(out, "  {predicate}");
    }
    if let Some(apart) = contract.also_apart() {
        let _ = writeln!(out, "  ({apart})");
    }
    for ty in &contract.types {
        let _ = writeln!(out, "  with {ty}");
    }
    if !contract.types.is_empty() && !contract.compared {
        let _ = writeln!(out, "  (structures as the module names them: there is no C to compare with)");
    }
    if let Ok(read) = crate::contract::parse(&contract.text) {
        let promises = read.promises;
        for words in certificates::words::promised(promises.assigns.is_some(), promises.ensures.is_some()) {
            let _ = writeln!(out, "  {words}");
        }
    }
    if contract.left_out > 0 {
        let count = contract.left_out;
        let _ =
            writeln!(out, "  (functions that '{entry}' does not reach, so that the module is without them: {count})");
    }
    for never in &contract.never {
        let _ = writeln!(out, "  (warning: {never})");
    }
    if let Some(without) = contract.without_call() {
        let _ = writeln!(out, "  (warning, {}: {without})", Code::NoCall.id());
    }
    if !contract.ignored.is_empty() {
        let clauses = contract.ignored.join(", ");
        let _ = writeln!(out, "  (not looked at, so not proved: {clauses})");
    }
}

/// Writes the suggested contract as a comment, or that none was found.
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
            let _ = match entry {
                "main" => {
                    writeln!(out, "  Whoever starts the program must give these arguments; nothing here says so.")
                }
                _ => writeln!(out, "  Every caller must keep it; nothing here says that they do."),
            };
        }
        None => {
            let because = suggestion.because.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            let _ = writeln!(out, "\nsuggestion: found no contract with which '{entry}' is proved ({tried}){because}");
            if let Some((comment, partial)) = suggestion.furthest() {
                let at = partial.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
                let _ = writeln!(out, "with this one the proof comes further:");
                comment.lines().for_each(|line| {
                    let _ = writeln!(out, "  {line}");
                });
                let _ = writeln!(out, "  what is missing then: {at}{}", partial.reason);
            }
        }
    }
}

/// Writes the end of the report: numbers, files, and the commands that use them.
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
    for (what, file) in [("test with these inputs", &files.test), ("witness", &files.witness)] {
        let _ = match file {
            Some(Ok(path)) => writeln!(out, "{what}: {}", path.display()),
            Some(Err(why)) => writeln!(out, "{what}: not written: {why}"),
            None => Ok(()),
        };
    }
}
