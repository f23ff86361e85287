//! What the user reads: an [`Outcome`] for each function, and the formats that are written from it.

mod archived;
mod called;
mod digests;
mod example;
mod formats;
mod html;
mod json;
mod nodes;
mod outcome;
mod progress;
mod replay;
mod searched;
mod sources;
mod stats;
mod table;
mod text;
mod violation;
mod witness;

pub(crate) use archived::{certified, refuted};
pub(crate) use called::{call_as_json, program_of};
pub(crate) use digests::{changed, warning};
pub(crate) use formats::{Format, Report};
pub(crate) use html::page;
pub(crate) use outcome::{Kind, Outcome, Property, Search, Verdict};
pub(crate) use progress::Board;
pub(crate) use replay::test;
pub(crate) use searched::{Request, searched};
pub(crate) use sources::Sources;
pub(crate) use stats::text as stats;
use table::table;
use text::text;
pub(crate) use violation::property;
pub(crate) use witness::witness;

use crate::graph::{Failure, FailureKind};

/// What is missing, in one sentence.
pub fn reason(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::Unproved => format!("could not prove {}", failure.what),
        FailureKind::Unsupported => format!("not supported: {}", failure.what),
        FailureKind::Limit => format!("limit reached: {}", failure.what),
        FailureKind::Internal => internal(&failure.what),
    }
}

/// A mistake in the prover, in one sentence.
pub(crate) fn internal(what: &str) -> String {
    format!("internal error: {what} (please report it with the program that causes it)")
}

/// The reason, where time ran out in the middle of a step.
pub(crate) fn out_of_time(at: &str) -> String {
    let at = if at.is_empty() { String::new() } else { format!(", {at}") };
    format!("limit reached: time limit (raise it with --timeout){at}")
}
