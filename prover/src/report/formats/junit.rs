//! JUnit XML: a test suite with a test case for each function and each property that the user wants decided, and for each
//! bound that was asked for.

use super::Report;
use crate::bounds::words::{Bounded, Unbounded};
use crate::report::outcome::{Kind, Outcome, Property, Verdict};
use crate::report::violation;
use std::fmt::Write;

/// The number of test cases with each result.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

/// The JUnit document.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut counts = Counts::default();
    let mut cases = String::new();
    for outcome in report.outcomes {
        for (number, goal) in report.goals.iter().enumerate() {
            // The time is that of the whole function, so only its first case has it.
            let seconds = if number == 0 { outcome.seconds } else { 0.0 };
            begin(&mut cases, &mut counts, report, outcome, goal.words(), seconds);
            end(&mut cases, &mut counts, outcome, *goal);
        }
        for bounded in &outcome.bounds {
            begin(&mut cases, &mut counts, report, outcome, &format!("bound of {}", bounded.resource), 0.0);
            end_of_bound(&mut cases, &mut counts, bounded);
        }
    }
    let Counts { tests, failures, errors, skipped } = counts;
    let seconds: f64 = report.outcomes.iter().map(|outcome| outcome.seconds).sum();
    let counted = format!(
        "name=\"haltcert\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\""
    );
    let totals = format!(
        "name=\"haltcert\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\""
    );
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {totals}>\n  <testsuite {counted}>\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// The head of a test case.
fn begin(out: &mut String, counts: &mut Counts, report: &Report<'_>, outcome: &Outcome, name: &str, seconds: f64) {
    counts.tests += 1;
    let class = if outcome.function.is_empty() { "haltcert" } else { &outcome.function };
    let defined = outcome.defined.as_ref().map(|at| (report.sources.path(&at.file), Some(at.line)));
    let place = defined.or_else(|| Some((report.sources.first()?.to_path_buf(), None)));
    let place = place.map(|(file, line)| {
        let line = line.map(|line| format!(" line=\"{line}\"")).unwrap_or_default();
        format!(" file=\"{}\"{line}", escaped(&file.to_string_lossy()))
    });
    let _ = write!(
        out,
        "    <testcase classname=\"{}\" name=\"{}\"{} time=\"{seconds:.3}\"",
        escaped(class),
        escaped(name),
        place.unwrap_or_default()
    );
}

/// The rest of a property's test case.
fn end(out: &mut String, counts: &mut Counts, outcome: &Outcome, goal: Property) {
    let ended = match outcome.verdict(goal) {
        Verdict::Proved => {
            let _ = writeln!(out, "/>");
            return;
        }
        Verdict::NotClaimed => {
            counts.skipped += 1;
            let _ = writeln!(out, ">\n      <skipped message=\"not claimed in this mode of signed overflow\"/>");
            let _ = writeln!(out, "    </testcase>");
            return;
        }
        Verdict::Violated => details(outcome, goal),
        Verdict::Unknown | Verdict::BadInput => reason(outcome, goal),
    };
    failed(out, counts, &ended);
}

/// The rest of a bound's test case.
fn end_of_bound(out: &mut String, counts: &mut Counts, bounded: &Bounded) {
    let Err(Unbounded { reason, location }) = &bounded.result else {
        let _ = writeln!(out, "/>");
        return;
    };
    let at = location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let message = format!("{at}not bounded: {reason}");
    failed(out, counts, &Ended { element: "failure", kind: "unbounded", text: message.clone(), message });
}

/// The rest of a test case that does not pass.
fn failed(out: &mut String, counts: &mut Counts, ended: &Ended) {
    if ended.element == "error" {
        counts.errors += 1;
    } else {
        counts.failures += 1;
    }
    let _ = writeln!(
        out,
        ">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>",
        ended.element,
        ended.kind,
        escaped(&ended.message),
        escaped(&ended.text)
    );
}

/// The element inside a test case that does not pass.
struct Ended {
    element: &'static str,
    kind: &'static str,
    message: String,
    text: String,
}

fn details(outcome: &Outcome, goal: Property) -> Ended {
    let lines: Vec<String> = outcome.violating(goal).flat_map(violation::lines).collect();
    let message = lines.first().cloned().unwrap_or_default();
    Ended { element: "failure", kind: "violated", message, text: lines.join("\n") }
}

/// Why a test case does not pass. A failure is about the program, an error about the run of the prover.
fn reason(outcome: &Outcome, goal: Property) -> Ended {
    let Some(missing) = outcome.why(goal) else {
        return Ended { element: "failure", kind: "unknown", message: "not proved".into(), text: String::new() };
    };
    let element = match missing.kind {
        Kind::Unproved | Kind::Unsupported => "failure",
        Kind::BadInput | Kind::Limit | Kind::Internal => "error",
    };
    let at = missing.location.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    let message = format!("{at}{}", missing.reason);
    let instruction = match missing.instruction.is_empty() {
        true => String::new(),
        false => format!("\nin '{}': {}", missing.function, missing.instruction),
    };
    Ended { element, kind: missing.kind.word(), text: format!("{message}{instruction}"), message }
}

/// Escapes text and attributes. Characters that XML cannot contain are written as `\u{1b}`.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // In an attribute, an XML reader would turn these into spaces.
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "{}", c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
}
