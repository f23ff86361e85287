//! The table for `--all-functions`, with one line for each function.

use super::outcome::{Kind, Missing, Outcome, Property};
use super::words;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The table as text. `quiet`: without the functions that are proved.
pub(crate) fn table(outcomes: &[Outcome], quiet: bool) -> String {
    let head = ["function", "memory safety", "no overflow", "termination", "seconds", "failed"];
    let mut lines: Vec<[String; 6]> = vec![head.map(str::to_owned)];
    lines.extend(outcomes.iter().filter(|outcome| !quiet || !outcome.missing.is_empty()).map(row));
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|l| l.get(column));
        cells.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let mut out = String::new();
    for line in &lines {
        let mut text = String::new();
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            let _ = match column {
                4 => write!(text, "{cell:>width$}  "),
                _ => write!(text, "{cell:<width$}  "),
            };
        }
        let _ = writeln!(out, "{}", text.trim_end());
    }
    let proved = outcomes.iter().filter(|outcome| outcome.missing.is_empty()).count();
    let _ = writeln!(out, "\n{proved} of {} functions proved", outcomes.len());
    out + &reasons(outcomes) + &departures(outcomes)
}

/// Functions of one reason that are named, at most.
const MOST_NAMED: usize = 8;

/// What is missing, by reason: what most functions lack comes first. Empty if fewer than two functions lack anything.
fn reasons(outcomes: &[Outcome]) -> String {
    let mut all: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for outcome in outcomes {
        if let Some(missing) = outcome.missing.first() {
            all.entry(kind(missing)).or_default().push(&outcome.function);
        }
    }
    if all.values().map(Vec::len).sum::<usize>() < 2 {
        return String::new();
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(_, functions)| std::cmp::Reverse(functions.len()));
    let mut out = "\nmissing, by reason, what most functions lack first:\n".to_owned();
    for (reason, functions) in all {
        let named: Vec<&str> = functions.iter().copied().take(MOST_NAMED).collect();
        let more = functions.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(out, "  {:>4}  {reason} ({}{more})", functions.len(), named.join(", "));
    }
    out
}

/// Calls that are not known to satisfy a contract, each with the function that it was found in.
fn departures(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    for outcome in outcomes {
        for departure in &outcome.departures {
            let _ = writeln!(out, "  {} (in '{}')", words::departed(departure), outcome.function);
        }
    }
    match out.is_empty() {
        true => out,
        false => format!("\n{}\n{out}", words::DEPARTED),
    }
}

/// The words for failures of one kind. An unsupported construct has a name, which is what there is to do.
fn kind(missing: &Missing) -> String {
    match missing.kind {
        Kind::Unsupported | Kind::BadInput => missing.reason.lines().next().unwrap_or_default().to_owned(),
        Kind::Unproved | Kind::Limit | Kind::Internal => {
            format!("{}: {}", missing.code.id(), words::meaning(missing.code))
        }
    }
}

/// A line: the function, the verdicts, the time, and what failed, if anything did.
fn row(outcome: &Outcome) -> [String; 6] {
    let [memory_safety, no_overflow, termination] =
        Property::ALL.map(|property| outcome.verdict(property).word().to_owned());
    let failed = outcome.missing.first().map(|missing| match &missing.location {
        Some(at) => format!("{at}: {}", missing.reason),
        None => missing.reason.clone(),
    });
    let seconds = format!("{:.2}", outcome.seconds);
    [outcome.function.clone(), memory_safety, no_overflow, termination, seconds, failed.unwrap_or_default()]
}
