//! The table for `--all-functions`, with one line for each function.

use super::outcome::{Outcome, Property};
use std::fmt::Write;

/// The table as text.
pub(crate) fn table(outcomes: &[Outcome]) -> String {
    let head = ["function", "memory safety", "no overflow", "termination", "seconds", "failed"];
    let mut lines: Vec<[String; 6]> = vec![head.map(str::to_owned)];
    lines.extend(outcomes.iter().map(row));
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
    out
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
