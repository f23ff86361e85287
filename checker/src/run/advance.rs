//! Steps in a row, and where a run stopped.

use super::machine::Machine;
use super::start::outside;
use super::value::Halt;
use crate::answer::verdict::{Checked, Stop};

/// Steps of a run, at most.
pub const MAX_STEPS: u64 = 50_000_000;

/// Executes the steps numbered `from` to `to`. Returns how many calls waited at least.
pub(super) fn advance(m: &mut Machine, from: u64, to: u64) -> Checked<usize> {
    let mut lowest = m.callers.len();
    for step in from..to {
        if let Err(halt) = m.step() {
            return Err(at(m, stopped(halt, step)));
        }
        lowest = lowest.min(m.callers.len());
    }
    Ok(lowest)
}

/// The verdict if a run stops too early.
fn stopped(halt: Halt, step: u64) -> Stop {
    match halt {
        Halt::Error(_, message) => {
            Stop::invalid("Q-ERROR", "first", format!("an error already after {step} steps: {message}"))
        }
        Halt::End(message) => Stop::invalid("Q-RUN", "end", format!("the run ends after {step} steps: {message}")),
        halt => outside(halt, &format!("step {}", step.saturating_add(1))),
    }
}

/// Adds the place where the run stands.
pub(super) fn at(m: &Machine, mut stop: Stop) -> Stop {
    stop.rejection().place.position = Some(m.place());
    stop
}
