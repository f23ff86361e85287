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

/// What a page says about itself.
pub(crate) struct About<'a> {
    /// The version of this program.
    pub(crate) version: &'a str,
    /// The day on which the page is made.
    pub(crate) date: &'a str,
    /// What the page is made from.
    pub(crate) note: &'a str,
}

/// The page about these functions.
pub(crate) fn page(outcomes: &[Outcome], sources: &Sources, about: &About<'_>) -> String {
    let files = Files::of(outcomes, sources);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width, initial-scale=1\"><meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>{}Haltcert report</title><style>\n{STYLE}</style></head><body>\n<h1>Haltcert report</h1>\n<p>{}</p>\n<p class=soft>haltcert {}, {}</p>",
        Escaped(files.title()),
        Escaped(about.note),
        Escaped(about.version),
        Escaped(about.date)
    );
    let names = files.names();
    if !names.is_empty() {
        let _ = writeln!(out, "<p>Files: {}</p>", names.join(", "));
    }
    filter(&mut out, outcomes);
    summary(&mut out, outcomes);
    for (number, outcome) in outcomes.iter().enumerate() {
        function::write(&mut out, outcome, number, &files);
    }
    files.write(&mut out, outcomes);
    out.push_str("</body></html>\n");
    out
}

/// How functions are told apart, from the worst to the best; the words are CSS classes.
const OVERALL: [(&str, Verdict); 4] = [
    ("bad", Verdict::BadInput),
    ("violated", Verdict::Violated),
    ("unknown", Verdict::Unknown),
    ("proved", Verdict::Proved),
];

/// The worst that is said of a function.
fn overall(outcome: &Outcome) -> &'static str {
    let has = |verdict: Verdict| Property::ALL.into_iter().any(|property| outcome.verdict(property) == verdict);
    OVERALL.iter().find(|(_, verdict)| has(*verdict)).map_or("proved", |(class, _)| class)
}

/// Writes how many functions there are of each kind. Who chooses one sees these alone.
fn filter(out: &mut String, outcomes: &[Outcome]) {
    let _ = write!(
        out,
        "<p><input type=radio name=show id=showall checked><label for=showall>all functions: {}</label>",
        outcomes.len()
    );
    for (class, verdict) in OVERALL.iter().rev() {
        let count = outcomes.iter().filter(|outcome| overall(outcome) == *class).count();
        if count > 0 {
            let word = verdict.word();
            let _ = write!(
                out,
                " <input type=radio name=show id=show{class}><label for=show{class} class={class}>{word}: {count}</label>"
            );
        }
    }
    let _ = writeln!(out, "</p>");
}

/// Writes the summary: one line for each function.
fn summary(out: &mut String, outcomes: &[Outcome]) {
    let _ = writeln!(out, "<div class=scroll><table><tr><th>function");
    for property in Property::ALL {
        let _ = write!(out, "<th>{}", property.words());
    }
    for (number, outcome) in outcomes.iter().enumerate() {
        let (class, name) = (overall(outcome), Escaped(name(outcome)));
        let _ = write!(out, "<tr class=\"fun f{class}\"><td><a href=\"#f{number}\">{name}</a>");
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
