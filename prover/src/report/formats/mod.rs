//! Reports for other programs. All formats are written from the same outcomes.

mod github;
mod junit;
mod sarif;
mod termcomp;

use super::example;
use super::json::json;
use super::outcome::{Missing, Outcome, Property, Verdict, Violated};
use super::sources::Sources;
use super::text::{Detail, MOST_VALUES};
use super::words::{apart, title};
use super::{table, text};
use crate::bounds::words::Unbounded;
use crate::code::Code;
use crate::program::Location;
use serde_json::Value;

/// The form in which the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object; with --all-functions a list of them
    Json,
    /// SARIF 2.1.0: a result for whatever is not proved
    Sarif,
    /// JUnit XML: a test case for each function and property
    Junit,
    /// Commands that GitHub turns into annotations
    Github,
    /// YES, NO or MAYBE (does it terminate?), then why
    Termcomp,
}

/// The data of a report.
pub(crate) struct Report<'a> {
    pub(crate) outcomes: &'a [Outcome],
    /// Whether the user asked for several functions, even if only one was found.
    pub(crate) several: bool,
    /// The properties that the user wants decided.
    pub(crate) goals: &'a [Property],
    pub(crate) sources: &'a Sources,
    /// How much the text says.
    pub(crate) detail: Detail,
}

impl Report<'_> {
    /// The answer in a format, including the last line end.
    pub(crate) fn write(&self, format: Format) -> String {
        match (format, self.outcomes) {
            (Format::Text, [one]) if !self.several => text(one, self.sources, self.detail),
            (Format::Text, all) => table(all, self.detail == Detail::Quiet),
            (Format::Json, [one]) if !self.several => format!("{}\n", json(one)),
            (Format::Json, all) => format!("{}\n", all.iter().map(json).collect::<Value>()),
            (Format::Sarif, _) => sarif::write(self),
            (Format::Junit, _) => junit::write(self),
            (Format::Github, _) => github::write(self),
            (Format::Termcomp, _) => termcomp::write(self),
        }
    }

    /// The violations and unknowns of a function, for the properties that the user wants decided.
    fn findings<'o>(&self, outcome: &'o Outcome) -> Vec<Finding<'o>> {
        let wanted = |property: &Property| self.goals.contains(property);
        let violated =
            outcome.violations.iter().filter(|violated| wanted(&violated.property)).map(|violated| Finding {
                property: violated.property,
                location: violated.location.clone(),
                function: &violated.function,
                what: What::Violated(violated),
            });
        let missing = outcome.unexplained().filter_map(|missing| {
            let open = |property: &&Property| wanted(property) && outcome.verdict(**property) != Verdict::NotClaimed;
            // Behind an overflow nothing is known, so that all three properties are open; what is wrong is the overflow.
            let own = missing.code.property();
            let mut open = missing.properties.iter().filter(open);
            let property = *open.clone().find(|property| own == Some(**property)).or_else(|| open.next())?;
            let location = missing.location.clone();
            let location = location.or_else(|| missing.named.clone()).or_else(|| outcome.defined.clone());
            let function = if missing.function.is_empty() { &outcome.function } else { &missing.function };
            Some(Finding { property, location, function, what: What::Missing(missing) })
        });
        violated.chain(missing).chain(told(outcome)).collect()
    }

    /// The user's file that a finding is in, and the place in it.
    fn place(&self, finding: &Finding<'_>) -> Option<(std::path::PathBuf, Option<Location>)> {
        match &finding.location {
            Some(at) => Some((self.sources.path(&at.file), Some(at.clone()).filter(|at| at.line > 0))),
            None => Some((self.sources.first()?.to_path_buf(), None)),
        }
    }
}

/// What is told besides verdicts: bounds that were asked for and not found, and calls apart from a contract.
fn told(outcome: &Outcome) -> impl Iterator<Item = Finding<'_>> {
    let finding = |property, location: Option<Location>, code, message| Finding {
        property,
        location: location.or_else(|| outcome.defined.clone()),
        function: &outcome.function,
        what: What::Told(code, message),
    };
    let bounds = outcome.bounds.iter().filter_map(move |bound| {
        let Unbounded { reason, location } = bound.result.as_ref().err()?;
        let message = format!("{}: not bounded: {reason}", bound.resource);
        Some(finding(Property::Termination, location.clone(), Code::NoBound, message))
    });
    let apart = outcome.departures.iter().map(move |departure| {
        let at = departure.at.as_ref().map(|(file, line)| Location { file: file.clone(), line: *line, column: 0 });
        finding(Property::MemorySafety, at, Code::CallApart, apart(departure))
    });
    bounds.chain(apart)
}

/// A reason why a property is not proved, or what is told besides.
struct Finding<'a> {
    property: Property,
    location: Option<Location>,
    function: &'a str,
    what: What<'a>,
}

enum What<'a> {
    Violated(&'a Violated),
    Missing(&'a Missing),
    Told(Code, String),
}

impl Finding<'_> {
    /// The code of the finding; `None` if a violating run cannot be described.
    fn code(&self) -> Option<Code> {
        match &self.what {
            What::Violated(violated) => violated.code,
            What::Missing(missing) => Some(missing.code),
            What::Told(code, _) => Some(*code),
        }
    }

    /// What is wrong, in a few words.
    fn title(&self) -> String {
        match (&self.what, self.code()) {
            (What::Violated(_), Some(code)) => title(code).to_owned(),
            (What::Violated(_), None) => format!("{} violated", self.property.words()),
            (What::Missing(missing), _) => match missing.code.is_error() {
                true => format!("possible {}", title(missing.code)),
                false => title(missing.code).to_owned(),
            },
            (What::Told(code, _), _) => title(*code).to_owned(),
        }
    }

    /// The message, as one paragraph.
    fn message(&self) -> String {
        match &self.what {
            What::Violated(violated) => {
                let mut message = format!("{} is violated: {}", self.property.words(), violated.what);
                if let Some(call) = &violated.call {
                    message = format!("{message}; the call: {call}; either the function or its contract is wrong");
                }
                if let Some(inputs) = super::violation::inputs(violated) {
                    message = format!("{message}; inputs: {inputs}");
                }
                message
            }
            What::Missing(missing) => match example::words(&missing.example, MOST_VALUES) {
                words if words.is_empty() => missing.reason.clone(),
                words => format!("{}; for example with {words}", missing.reason),
            },
            What::Told(_, message) => message.clone(),
        }
    }
}
