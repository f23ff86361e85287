//! Replaces `solver.rs` in a build without Z3 (without the cargo feature `solver`): it never answers.

use crate::decide::cross_check::Answer;
use crate::decide::term::Atom;

/// No solver.
#[derive(Default)]
pub struct Solver;

impl Solver {
    /// Never says that anything follows.
    pub fn follows(&mut self, _facts: &[Atom], _marks: &[usize], _goal: &Atom) -> Answer {
        Answer::Unknown("this haltcheck was built without a solver".into())
    }

    /// There is nothing to forget.
    pub fn shrink(&mut self, _length: usize) {}
}

/// Name and version of the solver.
pub fn version() -> String {
    "none (built without)".into()
}
