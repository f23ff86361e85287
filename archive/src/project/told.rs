//! What `check-project` says about itself: which functions it looks at, and what became of the baseline.

use super::baseline::{Baseline, Loss};
use super::file::Request;
use super::row::{Answer, Row};
use checker::answer::report::escape;
use std::collections::BTreeSet;
use std::path::Path;

/// Names of functions that are listed, at most.
const MOST_NAMES: usize = 20;

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The functions that are looked at.
pub fn looked_at(file: &Path, requests: &[Request]) -> String {
    let files: BTreeSet<&String> = requests.iter().flat_map(|request| &request.files).collect();
    let names: Vec<&str> = requests.iter().take(MOST_NAMES).map(|request| request.name.as_str()).collect();
    let more = match requests.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (functions, files) = (counted(requests.len(), "function"), counted(files.len(), "file"));
    escape(&format!("{}: {functions} in {files}: {}{more}", file.display(), names.join(", ")))
}

/// What became of the baseline, as a line.
pub fn baseline(file: &Path, before: Option<&Baseline>, written: Option<&Baseline>, losses: &[Loss]) -> String {
    let shown = file.display();
    let line = match (before, written) {
        (before, Some(now)) => {
            let accepted = match losses.len() {
                0 => String::new(),
                count => format!("; {} accepted", if count == 1 { "1 loss".into() } else { format!("{count} losses") }),
            };
            let what = if before.is_some() { "written anew" } else { "written" };
            format!("baseline {what}: {shown}, {}{accepted}", counted(now.len(), "proof"))
        }
        (None, None) => format!(
            "no baseline: {shown} is not there, so nothing counts as lost; --update-baseline writes down what is proved now"
        ),
        (Some(before), None) => {
            let lost = if losses.is_empty() { "nothing".into() } else { losses.len().to_string() };
            format!("baseline: {shown}, {}, {lost} lost", counted(before.len(), "proof"))
        }
    };
    escape(&line) + "\n"
}

/// The losses, one in each line.
pub fn lost(losses: &[Loss], accepted: bool) -> String {
    let word = if accepted { "accepted" } else { "LOST" };
    losses.iter().map(|loss| escape(&format!("{word} {}: {}", loss.name, loss.reason)) + "\n").collect()
}

/// Proofs that are not expected and are there.
pub fn unexpected(rows: &[Row]) -> String {
    let proved = rows.iter().filter(|row| row.answer.is_proved() && row.expected.is_some());
    let line = |row: &Row| {
        let archived = if row.answer == Answer::Archived { " (archived)" } else { "" };
        format!("{}: proved{archived}, although the project expects unknown: `expected` can go\n", row.name)
    };
    proved.map(line).collect()
}
