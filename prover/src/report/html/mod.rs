//! A page for a browser. It needs no other file: no script, and no network.

mod escape;
mod function;
mod graph;
mod source;

use super::outcome::{Outcome, Property, Verdict};
use super::sources::Sources;
use escape::Escaped;
use source::Files;
use std::fmt::Write;

const STYLE: &str = include_str!("style.css");

/// The page about these functions. `note`: says what the page is made from.
pub(crate) fn page(outcomes: &[Outcome], sources: &Sources, note: &str) -> String {
    let files = Files::of(outcomes, sources);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width, initial-scale=1\"><meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>Haltcert report</title><style>\n{STYLE}</style></head><body>\n<h1>Haltcert report</h1>\n<p>{}</p>",
        Escaped(note)
    );
    summary(&mut out, outcomes);
    for (number, outcome) in outcomes.iter().enumerate() {
        function::write(&mut out, outcome, number, &files);
    }
    files.write(&mut out, outcomes);
    out.push_str("</body></html>\n");
    out
}

/// Writes the summary: one line for each function.
fn summary(out: &mut String, outcomes: &[Outcome]) {
    let _ = writeln!(out, "<div class=scroll><table><tr><th>function");
    for property in Property::ALL {
        let _ = write!(out, "<th>{}", property.words());
    }
    for (number, outcome) in outcomes.iter().enumerate() {
        let _ = write!(out, "<tr><td><a href=\"#f{number}\">{}</a>", Escaped(name(outcome)));
        for property in Property::ALL {
            let _ = write!(out, "<td>{}", verdict(outcome.verdict(property)));
        }
    }
    let _ = writeln!(out, "</table></div>");
}

fn name(outcome: &Outcome) -> &str {
    if outcome.function.is_empty() { "(no function)" } else { &outcome.function }
}

fn verdict(verdict: Verdict) -> String {
    let class = match verdict {
        Verdict::Proved => "proved",
        Verdict::Violated => "violated",
        Verdict::Unknown => "unknown",
        Verdict::NotClaimed => "unclaimed",
        Verdict::BadInput => "bad",
    };
    format!("<span class={class}>{}</span>", verdict.word())
}
