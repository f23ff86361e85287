//! What the attempts on a function took (`haltcert prove --stats`), as text and as JSON.

use super::outcome::Outcome;
use crate::pipeline::{History, Spent, Tried};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// An attempt in the form that every JSON report has.
pub(super) fn attempt(tried: &Tried) -> Value {
    json!({
        "name": tried.name.word(),
        "end": tried.end.word(),
        "memory_safe": tried.certified,
        "steps": tried.spent.tally.steps,
        "seconds": seconds(tried.spent.total),
    })
}

/// All work and time that the attempts took.
pub(super) fn json(history: &History) -> Value {
    let attempts = history.iter().map(|tried| {
        let mut object = counts(&tried.spent);
        object["name"] = tried.name.word().into();
        object["end"] = tried.end.word().into();
        object
    });
    let mut object = counts(&history.spent());
    object["attempts"] = attempts.collect();
    object
}

fn counts(spent: &Spent) -> Value {
    let Spent { rounds, tally, queries, exploring, ranking, refuting, writing, total } = spent;
    json!({
        "rounds": rounds,
        "steps": tally.steps,
        "states": tally.states,
        "merges": tally.merges,
        "widenings": tally.widenings,
        "restarts": tally.restarts,
        "queries": {
            "all": queries.queries,
            "cached": queries.cached,
            "exact": queries.exact,
            "solver": queries.solver,
            "unknown": queries.unknown,
        },
        "seconds": {
            "all": seconds(*total),
            "explore": seconds(*exploring),
            "rank": seconds(*ranking),
            "refute": seconds(*refuting),
            "write": seconds(*writing),
        },
    })
}

/// Seconds, rounded to microseconds.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// A column of the table: its heading, and its value for an attempt.
type Column = (&'static str, fn(&Spent) -> String);

const COLUMNS: [Column; 15] = [
    ("rounds", |spent| spent.rounds.to_string()),
    ("steps", |spent| spent.tally.steps.to_string()),
    ("states", |spent| spent.tally.states.to_string()),
    ("merges", |spent| spent.tally.merges.to_string()),
    ("widenings", |spent| spent.tally.widenings.to_string()),
    ("restarts", |spent| spent.tally.restarts.to_string()),
    ("queries", |spent| spent.queries.queries.to_string()),
    ("cached", |spent| spent.queries.cached.to_string()),
    ("exact", |spent| spent.queries.exact.to_string()),
    ("solver", |spent| spent.queries.solver.to_string()),
    ("unknown", |spent| spent.queries.unknown.to_string()),
    ("explore s", |spent| short(spent.exploring)),
    ("rank s", |spent| short(spent.ranking)),
    ("refute s", |spent| short(spent.refuting)),
    ("write s", |spent| short(spent.writing)),
];

fn short(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

/// The table of a function's attempts, one line for each. The last line has the sums, including the search for runs
/// after the last attempt.
pub(crate) fn text(outcome: &Outcome) -> String {
    let mut rows = vec![row("attempt", "end", COLUMNS.map(|(name, _)| name.to_owned()), "all s")];
    let numbers = |spent: &Spent| COLUMNS.map(|(_, value)| value(spent));
    for tried in outcome.history.iter() {
        let chosen = if outcome.attempt == Some(tried.name) { "*" } else { "" };
        let name = format!("{}{chosen}", tried.name);
        rows.push(row(&name, tried.end.word(), numbers(&tried.spent), &short(tried.spent.total)));
    }
    let sum = outcome.history.spent();
    rows.push(row("all", "", numbers(&sum), &short(sum.total)));
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    let mut out = format!("attempts on '{}' (*: the answer is its)\n", outcome.function);
    for row in &rows {
        let mut line = String::new();
        for (number, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = if number < 2 { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

fn row(name: &str, end: &str, numbers: [String; COLUMNS.len()], total: &str) -> Vec<String> {
    let mut row = vec![name.to_owned(), end.to_owned()];
    row.extend(numbers);
    row.push(total.to_owned());
    row
}
