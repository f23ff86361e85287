//! The way that a path has come, for reports.

use super::Path;
use crate::program::{Location, Program};
use std::collections::VecDeque;
use std::rc::Rc;

/// Length of a path that is kept, in blocks, at most; of a longer one only the end is kept.
const MOST: usize = 24;

/// The last basic blocks that a path has entered. Where states were merged, it is the path of the one that arrived
/// last; a caller's path continues in its callee.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way(Rc<VecDeque<(Rc<str>, usize)>>);

/// A place on the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    pub function: String,
    pub location: Location,
}

impl Way {
    /// The way that leads on into a function.
    pub(crate) fn into_function(mut self, function: &Rc<str>) -> Way {
        self.enter(function, 0);
        self
    }

    /// Adds a block of a function to the path.
    pub(crate) fn enter(&mut self, function: &Rc<str>, block: usize) {
        let stages = Rc::make_mut(&mut self.0);
        if stages.len() == MOST {
            stages.pop_front();
        }
        stages.push_back((function.clone(), block));
    }
}

impl Path {
    /// The lines of the source that the path has passed, in order, without immediate repetitions.
    pub(crate) fn passed(&self, program: &Program) -> Vec<Passed> {
        let place = |(function, block): &(Rc<str>, usize)| {
            let block = program.functions.get(&**function)?.blocks.get(*block)?;
            let location = block.instructions.iter().find_map(|i| i.location.clone())?;
            Some(Passed { function: function.to_string(), location })
        };
        let mut passed: Vec<Passed> = self.way.0.iter().filter_map(place).collect();
        passed.dedup_by(|a, b| a.function == b.function && a.location.line == b.location.line);
        passed
    }
}
