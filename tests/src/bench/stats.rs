//! What the prover's attempts took (`haltcert prove --json --stats`), and a table of it.

use super::row::Row;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What the attempts on one program took together, and which there were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// The attempt that the answer comes from; empty if none was made.
    pub attempt: String,
    /// The attempts in their order.
    pub attempts: Vec<Attempt>,
    pub steps: u64,
    pub states: u64,
    pub merges: u64,
    pub widenings: u64,
    pub restarts: u64,
    pub queries: Queries,
    pub seconds: Seconds,
}

/// One attempt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Attempt {
    pub name: String,
    pub end: String,
    pub steps: u64,
    pub seconds: f64,
}

/// Questions to the prover's engine, by the tier that answered them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Queries {
    pub all: u64,
    pub cached: u64,
    pub exact: u64,
    pub solver: u64,
    pub unknown: u64,
}

/// Time by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Seconds {
    pub all: f64,
    pub explore: f64,
    pub rank: f64,
    pub refute: f64,
    pub write: f64,
}

impl Stats {
    /// What an answer of `haltcert prove --json --stats` says; `None` if it says nothing of attempts.
    pub fn of(answer: &Value) -> Option<Stats> {
        let sums = answer.get("stats")?;
        let mut sums: BTreeMap<String, Value> = serde_json::from_value(sums.clone()).ok()?;
        sums.insert("attempt".to_owned(), answer["attempt"].as_str().unwrap_or_default().into());
        sums.insert("attempts".to_owned(), answer["attempts"].clone());
        serde_json::from_value(serde_json::to_value(sums).ok()?).ok()
    }
}

/// Rows of one attempt.
#[derive(Default)]
struct Counts {
    made: usize,
    proved: usize,
    steps: u64,
    seconds: f64,
    ends: BTreeMap<String, usize>,
}

/// Prints a line for each attempt, and the time by phase.
pub(super) fn print(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    let known: Vec<(&Row, &Stats)> = rows.iter().filter_map(|row| Some((row, row.stats.as_ref()?))).collect();
    if known.is_empty() {
        return Ok(());
    }
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for (row, stats) in &known {
        for attempt in &stats.attempts {
            let of = counts.entry(&attempt.name).or_default();
            of.made += 1;
            of.proved += usize::from(row.both() && stats.attempt == attempt.name);
            of.steps += attempt.steps;
            of.seconds += attempt.seconds;
            *of.ends.entry(attempt.end.clone()).or_default() += 1;
        }
    }
    writeln!(
        out,
        "\n{:<20} {:>6} {:>7} {:>12} {:>10}  how they ended",
        "attempt", "made", "proved", "steps", "seconds"
    )?;
    for (name, of) in &counts {
        let ends: Vec<String> = of.ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
        let Counts { made, proved, steps, seconds, .. } = of;
        writeln!(out, "{name:<20} {made:>6} {proved:>7} {steps:>12} {seconds:>10.1}  {}", ends.join(", "))?;
    }
    let sum = |of: fn(&Stats) -> f64| known.iter().map(|(_, stats)| of(stats)).sum::<f64>();
    let count = |of: fn(&Stats) -> u64| known.iter().map(|(_, stats)| of(stats)).sum::<u64>();
    writeln!(
        out,
        "seconds: exploration {:.1}, ranking {:.1}, search for runs {:.1}, writing {:.1}",
        sum(|s| s.seconds.explore),
        sum(|s| s.seconds.rank),
        sum(|s| s.seconds.refute),
        sum(|s| s.seconds.write),
    )?;
    writeln!(
        out,
        "states {}, merges {}, widenings {}, restarts {}; queries {}: {} cached, {} exact, {} to the solver, {} without an answer",
        count(|s| s.states),
        count(|s| s.merges),
        count(|s| s.widenings),
        count(|s| s.restarts),
        count(|s| s.queries.all),
        count(|s| s.queries.cached),
        count(|s| s.queries.exact),
        count(|s| s.queries.solver),
        count(|s| s.queries.unknown),
    )
}

#[cfg(test)]
mod tests {
    use super::{Stats, print};
    use crate::bench::row::{Check, Proof, Row};
    use serde_json::json;

    #[test]
    fn answers_become_a_table() {
        let answer = json!({
            "attempt": "peeling",
            "attempts": [
                { "name": "precise", "end": "unproved", "memory_safe": false, "steps": 7, "seconds": 0.5 },
                { "name": "peeling", "end": "proved", "memory_safe": true, "steps": 30, "seconds": 1.0 },
            ],
            "stats": {
                "rounds": 2, "steps": 37, "states": 4, "merges": 1, "widenings": 2, "restarts": 3,
                "queries": { "all": 9, "cached": 2, "exact": 5, "solver": 2, "unknown": 0 },
                "seconds": { "all": 1.5, "explore": 1.0, "rank": 0.25, "refute": 0.25, "write": 0.0 },
                "attempts": [],
            },
        });
        let stats = Stats::of(&answer).expect("stats");
        assert_eq!((stats.steps, stats.queries.solver, stats.attempts.len()), (37, 2, 2));
        let valid = Row { proof: Proof::ProvedTermination, check: Check::Valid, ..Row::new("a.c", "error", "LP64") };
        let rows = [Row { stats: Some(stats), ..valid }, Row::new("b.c", "error", "LP64")];
        let mut out = Vec::new();
        print(&mut out, &rows).expect("written");
        let out = String::from_utf8(out).expect("text");
        let line = |name: &str| out.lines().find(|line| line.starts_with(name)).expect("a line").split_whitespace();
        assert_eq!(line("precise").collect::<Vec<_>>(), ["precise", "1", "0", "7", "0.5", "1", "unproved"]);
        assert_eq!(line("peeling").collect::<Vec<_>>(), ["peeling", "1", "1", "30", "1.0", "1", "proved"]);
        assert!(out.contains("seconds: exploration 1.0, ranking 0.2"), "{out}");
    }

    #[test]
    fn answers_of_other_builds_have_none() {
        assert_eq!(Stats::of(&json!({ "memory_safety": "proved" })), None);
    }
}
