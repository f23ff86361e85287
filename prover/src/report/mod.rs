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
mod words;

pub(crate) use archived::{certified, refuted};
pub(crate) use called::{call_as_json, program_of};
pub(crate) use digests::{changed, warning};
pub(crate) use formats::{Format, Report};
pub(crate) use html::page;
pub(crate) use outcome::{Kind, Outcome, Property, Refusal, Search, Verdict};
pub(crate) use progress::Board;
pub(crate) use replay::test;
pub(crate) use searched::{Request, searched};
pub(crate) use sources::Sources;
pub(crate) use stats::text as stats;
use table::table;
use text::text;
pub(crate) use violation::property;
pub(crate) use witness::witness;
pub(crate) use words::{internal, out_of_time};
pub use words::{meaning, reason};
