//! `--all-functions`: one line for each function.

use super::{Request, answers, reason};
use crate::pipeline::Proof;
use serde_json::{Value, json};
use std::fmt::Write;

/// A line of the table.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) function: String,
    pub(crate) memory: String,
    pub(crate) overflow: String,
    pub(crate) termination: String,
    pub(crate) seconds: f64,
    /// What failed; empty if nothing did.
    pub(crate) failed: String,
}

/// The line for a proof.
pub(crate) fn row(request: &Request<'_>, proof: &Proof) -> Row {
    let a = answers(request.task, proof);
    let failure = proof.unsafe_because.as_ref().or(proof.endless_because.as_ref());
    let failed = failure.map(|f| match super::place(f) {
        Some(place) => format!("{place}: {}", reason(f)),
        None => reason(f),
    });
    Row {
        function: request.task.entry.clone(),
        memory: a.memory.into(),
        overflow: a.overflow.into(),
        termination: a.termination.into(),
        seconds: request.seconds,
        failed: failed.unwrap_or_default(),
    }
}

impl Row {
    /// The contract cannot be used.
    pub(crate) fn refused(function: &str, message: &str) -> Row {
        Row::same(function, "bad input", message, 0.0)
    }

    /// The search did not come to its end.
    pub(crate) fn unknown(function: &str, reason: &str, seconds: f64) -> Row {
        Row::same(function, "unknown", reason, seconds)
    }

    fn same(function: &str, word: &str, failed: &str, seconds: f64) -> Row {
        Row {
            function: function.into(),
            memory: word.into(),
            overflow: word.into(),
            termination: word.into(),
            seconds,
            failed: failed.into(),
        }
    }
}

/// The table as text.
pub(crate) fn table(rows: &[Row]) -> String {
    let head = ["function", "memory safety", "no overflow", "termination", "seconds", "failed"];
    let mut lines: Vec<[String; 6]> = vec![head.map(str::to_owned)];
    for r in rows {
        lines.push([
            r.function.clone(),
            r.memory.clone(),
            r.overflow.clone(),
            r.termination.clone(),
            format!("{:.2}", r.seconds),
            r.failed.clone(),
        ]);
    }
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
    let proved = rows.iter().filter(|r| r.failed.is_empty()).count();
    let _ = writeln!(out, "\n{proved} of {} functions proved", rows.len());
    out
}

/// The object for a function whose contract cannot be used.
pub(crate) fn refused(function: &str, message: &str) -> Value {
    same(function, "bad input", message)
}

/// The object for a function whose search did not finish.
pub(crate) fn unanswered(function: &str, reason: &str) -> Value {
    same(function, "unknown", reason)
}

fn same(function: &str, word: &str, reason: &str) -> Value {
    json!({
        "entry": function, "memory_safety": word, "no_overflow": word, "termination": word, "reason": reason,
    })
}
