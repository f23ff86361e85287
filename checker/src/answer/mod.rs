//! What the user reads: verdicts, explanations and listings. Nothing here decides anything.

mod bounds;
pub mod call;
pub mod cli;
pub mod colour;
mod expected;
pub mod explain;
pub mod print;
pub mod refuted;
pub mod report;
pub mod show;
pub mod structures;
pub mod trust;
pub mod verdict;
