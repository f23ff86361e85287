//! Workflow commands of GitHub Actions: `::error file=src/a.c,line=3,col=7,title=...::message`.

use super::{Report, What};
use crate::code::Code;
use crate::report::outcome::{Kind, Outcome, Verdict};
use std::fmt::Write;

/// Writes a command for each finding, then a line for each function.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut out = String::new();
    for outcome in report.outcomes {
        for finding in report.findings(outcome) {
            let command = match &finding.what {
                What::Violated(_) => "error",
                What::Missing(missing) if matches!(missing.kind, Kind::BadInput | Kind::Internal) => "error",
                What::Missing(_) | What::Told(Code::NoBound, _) => "warning",
                What::Told(..) => "notice",
            };
            let mut properties = Vec::new();
            if let Some((file, at)) = report.place(&finding) {
                properties.push(format!("file={}", property(&file.to_string_lossy())));
                if let Some(at) = at {
                    properties.push(format!("line={}", at.line));
                    properties.extend((at.column > 0).then(|| format!("col={}", at.column)));
                }
            }
            let within = if finding.function.is_empty() { String::new() } else { format!(" in {}", finding.function) };
            let title = format!("haltcert: {}{within}", finding.title());
            properties.push(format!("title={}", property(&title)));
            let _ = writeln!(out, "::{command} {}::{}", properties.join(","), message(&finding.message()));
        }
    }
    for outcome in report.outcomes {
        let _ = writeln!(out, "{}", summary(report, outcome));
    }
    out
}

/// A line such as `haltcert: copy: memory safety proved, ...`. It begins with a word, so it is never taken for a
/// command.
fn summary(report: &Report<'_>, outcome: &Outcome) -> String {
    let words = report.goals.iter().filter_map(|goal| match outcome.verdict(*goal) {
        Verdict::NotClaimed => None,
        verdict => Some(format!("{} {}", goal.words(), verdict.word())),
    });
    let name = if outcome.function.is_empty() { String::new() } else { format!("{}: ", outcome.function) };
    let line = format!("haltcert: {name}{}", words.collect::<Vec<_>>().join(", "));
    // GitHub reads these characters as the end of a line, and the next line could be a command.
    line.replace(['\n', '\r'], " ")
}

/// Escapes the text of a command.
fn message(text: &str) -> String {
    text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which would also end at a colon or comma.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
