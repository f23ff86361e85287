//! The answer for the Termination Competition: YES, NO or MAYBE in the first line, then the reason.

use super::Report;
use crate::report::outcome::{Property, Verdict};
use crate::report::{text, violation};
use std::fmt::Write;

/// YES if every run of every function terminates, NO if an endless run was found, otherwise MAYBE.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut verdicts = report.outcomes.iter().map(|outcome| outcome.verdict(Property::Termination));
    let all = !report.outcomes.is_empty() && verdicts.clone().all(|verdict| verdict == Verdict::Proved);
    let answer = match (all, verdicts.any(|verdict| verdict == Verdict::Violated)) {
        (true, _) => "YES",
        (false, true) => "NO",
        (false, false) => "MAYBE",
    };
    let mut out = format!("{answer}\n");
    for outcome in report.outcomes {
        if report.several {
            let _ = writeln!(out, "\nfunction {}", outcome.function);
        }
        for violated in outcome.violating(Property::Termination) {
            let _ = writeln!(out, "\nThis run does not end:");
            for line in violation::lines(violated) {
                let _ = writeln!(out, "  {line}");
            }
        }
        if let Some(certificate) = &outcome.files.certificate {
            let _ = writeln!(out, "\ncertificate: {}", certificate.display());
        }
        let _ = write!(out, "\n{}", text(outcome, report.sources, report.detail));
    }
    out
}
