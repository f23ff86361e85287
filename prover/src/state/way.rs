//! The way on which a path has come, for reports.

use super::State;
use crate::program::{Location, Program};
use std::collections::VecDeque;
use std::rc::Rc;

/// Of a longer way only the end is kept, in blocks.
const MOST: usize = 24;

/// The basic blocks that a path has entered, the last ones. Where states were merged it is the way of the one that
/// arrived last; a caller's goes on in what it calls.
#[derive(Clone, Debug, Default)]
pub struct Way(Rc<VecDeque<(Rc<str>, usize)>>);

/// A place on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    pub function: String,
    pub location: Location,
}

impl Way {
    /// The path enters a block of a function.
    pub(crate) fn enter(&mut self, function: &Rc<str>, block: usize) {
        let stages = Rc::make_mut(&mut self.0);
        if stages.len() == MOST {
            stages.pop_front();
        }
        stages.push_back((function.clone(), block));
    }
}

impl State {
    /// Where the path has come through, as the source has it: lines in the order of the way, none twice in a row.
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
