//! Source files with line numbers, and notes below the lines that a report mentions.

use super::escape::Escaped;
use crate::program::Location;
use crate::report::complaint::excerpt_of;
use crate::report::digests::{Changed, changed, warning};
use crate::report::outcome::Outcome;
use crate::report::sources::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The texts of the files that the outcomes mention, by the paths that the user gave.
pub(super) struct Files {
    texts: BTreeMap<String, String>,
    changed: Changed,
}

impl Files {
    pub(super) fn of(outcomes: &[Outcome], sources: &Sources) -> Files {
        let named: BTreeSet<&str> = outcomes.iter().flat_map(named).collect();
        let texts = named.into_iter().filter_map(|name| Some((name.to_owned(), sources.text(name)?)));
        let given = |name: String| sources.path(&name).display().to_string();
        let changed = changed(outcomes, sources).into_iter().map(|(name, functions)| (given(name), functions));
        Files { texts: texts.collect(), changed: changed.collect() }
    }

    /// Whether there is no file to show.
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The HTML id of a line; `None` if its file is not shown.
    fn anchor(&self, file: &str, line: u32) -> Option<String> {
        let number = self.texts.keys().position(|name| name == file)?;
        Some(format!("s{number}l{line}"))
    }

    /// `file:line:column`, as a link to the line if its file is shown.
    pub(super) fn place(&self, at: &Location) -> String {
        self.link(&at.file, at.line, &if at.column > 0 { at.to_string() } else { format!("{}:{}", at.file, at.line) })
    }

    pub(super) fn link(&self, file: &str, line: u32, text: &str) -> String {
        match self.anchor(file, line) {
            Some(anchor) => format!("<a class=code href=\"#{anchor}\">{}</a>", Escaped(text)),
            None => format!("<span class=code>{}</span>", Escaped(text)),
        }
    }

    /// The line of a place with a mark under its column, if its file is shown and the column is known.
    pub(super) fn excerpt(&self, at: &Location) -> String {
        let line = self.texts.get(&at.file).and_then(|text| excerpt_of(text, at));
        line.map(|line| format!("<pre class=\"box excerpt\">{}</pre>", Escaped(line))).unwrap_or_default()
    }

    /// What the title of the page begins with: the file, or the first of several.
    pub(super) fn title(&self) -> String {
        match self.texts.keys().next() {
            Some(first) if self.texts.len() > 1 => format!("{first} and others: "),
            Some(only) => format!("{only}: "),
            None => String::new(),
        }
    }

    /// The names of the files, each as a link to its text.
    pub(super) fn names(&self) -> Vec<String> {
        let name = |(number, name): (usize, &String)| format!("<a href=\"#s{number}\">{}</a>", Escaped(name));
        self.texts.keys().enumerate().map(name).collect()
    }

    /// Writes all files, with the notes below their lines.
    pub(super) fn write(&self, out: &mut String, outcomes: &[Outcome]) {
        let notes = notes(outcomes);
        for (number, (name, text)) in self.texts.iter().enumerate() {
            let _ = writeln!(
                out,
                "<h2 id=s{number}>{}</h2>{}\n<div class=scroll tabindex=0><table class=source>",
                Escaped(name),
                self.changed.get(name).map_or_else(String::new, |functions| {
                    format!("\n<p class=bad>Warning: {}.</p>", Escaped(&warning(functions)))
                })
            );
            for (line, text) in (1_u32..).zip(text.lines()) {
                let _ = writeln!(
                    out,
                    "<tr id=s{number}l{line}><td class=n><a href=\"#s{number}l{line}\">{line}</a><td>{}",
                    Escaped(text)
                );
                for (class, note, function) in notes.get(&(name.as_str(), line)).into_iter().flatten() {
                    let _ = writeln!(
                        out,
                        "<tr><td class=n><td class=note><a href=\"#f{function}\" class={class}>{}</a>",
                        Escaped(note)
                    );
                }
            }
            let _ = writeln!(out, "</table></div>");
        }
    }
}

/// The files that an outcome mentions.
fn named(outcome: &Outcome) -> impl Iterator<Item = &str> {
    let located = outcome.missing.iter().map(|missing| &missing.location);
    let violated = outcome.violations.iter().map(|violated| &violated.location);
    let nodes = outcome.nodes.iter().map(|node| &node.location);
    let all = located.chain(violated).chain(nodes).chain([&outcome.defined]).flatten().map(|at| at.file.as_str());
    let run = outcome.violations.iter().flat_map(|violated| &violated.run);
    let run = run.filter_map(|told| Some(told.at.as_ref()?.file.as_str()));
    all.chain(run).chain(outcome.loops.iter().filter_map(|ranked| ranked.file.as_deref()))
}

/// A note: its CSS class, its text, and the number of the function that it is about.
type Note = (&'static str, String, usize);

/// The notes of all lines, by file and line.
fn notes<'a>(outcomes: &'a [Outcome]) -> BTreeMap<(&'a str, u32), Vec<Note>> {
    let mut notes: BTreeMap<(&'a str, u32), Vec<Note>> = BTreeMap::new();
    let mut add = |at: Option<(&'a str, u32)>, note: Note| {
        if let Some(at) = at {
            let of_line = notes.entry(at).or_default();
            if !of_line.contains(&note) {
                of_line.push(note);
            }
        }
    };
    fn line(at: Option<&Location>) -> Option<(&str, u32)> {
        at.map(|at| (at.file.as_str(), at.line))
    }
    for (number, outcome) in outcomes.iter().enumerate() {
        for violated in &outcome.violations {
            add(line(violated.location.as_ref()), ("violated", format!("violated: {}", violated.what), number));
        }
        for missing in outcome.unexplained() {
            add(line(missing.location.as_ref()), ("unknown", missing.reason.clone(), number));
        }
        for ranked in &outcome.loops {
            let note = format!("ends: {} decreases", ranked.ranks.join(", then "));
            add(ranked.file.as_deref().zip(ranked.line), ("proved", note, number));
        }
    }
    notes
}
