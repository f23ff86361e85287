//! Executes a run from its beginning until its outcome is known. Lassos are found by comparison with an earlier state.

use super::fault::Fault;
use super::machine::{Frame, Machine, Stop};
use super::memory::Memory;
use certificates::Ending;
use std::time::Instant;

/// The outcome of a run.
#[derive(Clone, Debug)]
pub(super) enum Outcome<'p> {
    Error(Fault<'p>, Ending),
    Lasso(Ending),
    /// It ended, or an assumption was false.
    Over,
    /// Its continuation is not known, or not followed: an overflow of unbounded integers.
    Unknown,
    /// It reached the limit.
    Limit,
}

/// An earlier state, which later states are compared with.
struct Snapshot<'i, 'p> {
    frames: Vec<Frame<'i, 'p>>,
    memory: Memory<'p>,
    steps: u64,
}

/// Bytes of a kept state, at most.
const MOST_BYTES: u64 = 1 << 24;
/// Frames of a kept state, at most.
const MOST_FRAMES: usize = 64;

/// Cycle detection by exact comparison with one kept state, which is replaced at powers of two (Brent80).
struct Cycle<'i, 'p> {
    kept: Option<Snapshot<'i, 'p>>,
    /// Number of loop headers passed since the kept state.
    passed: u64,
    /// Number of loop headers after which the state is replaced.
    power: u64,
}

impl<'i, 'p> Cycle<'i, 'p> {
    /// Called at a loop header. If the run was in this very state before, returns after how many steps.
    fn pass(&mut self, machine: &Machine<'i, 'p>) -> Option<u64> {
        if let Some(kept) = &self.kept
            && machine.frames.len() == kept.frames.len()
            && machine.frames.iter().rev().zip(kept.frames.iter().rev()).all(|(a, b)| a.same(b))
            && machine.memory.same(&kept.memory)
        {
            return Some(kept.steps);
        }
        self.passed += 1;
        if self.passed >= self.power {
            (self.passed, self.power) = (0, self.power.saturating_mul(2));
            let small = machine.memory.live() <= MOST_BYTES && machine.frames.len() <= MOST_FRAMES;
            self.kept = small.then(|| Snapshot {
                frames: machine.frames.clone(),
                memory: machine.memory.clone(),
                steps: machine.steps,
            });
        }
        None
    }
}

/// Number of steps after which a run checks the clock.
const PATIENCE: u64 = 1 << 16;

/// Runs the entry function for at most `limit` steps.
pub(super) fn run<'p>(machine: &mut Machine<'_, 'p>, entry: &str, limit: u64, deadline: Instant) -> Outcome<'p> {
    let mut cycle = Cycle { kept: None, passed: 0, power: 1 };
    if machine.begin(entry).is_err() {
        return Outcome::Over;
    }
    loop {
        match machine.step() {
            Ok(()) => {}
            Err(Stop::Error(fault)) => return Outcome::Error(fault, Ending::Error { steps: machine.steps }),
            Err(Stop::Ended) => return Outcome::Over,
            Err(Stop::Undecided(why)) => {
                tracing::trace!(why, steps = machine.steps, "a run is not followed further");
                return Outcome::Unknown;
            }
        }
        let late = machine.steps.is_multiple_of(PATIENCE) && Instant::now() > deadline;
        if machine.steps >= limit || late {
            return Outcome::Limit;
        }
        let Some(frame) = machine.frames.last() else { return Outcome::Over };
        if frame.index == 0
            && frame.code.header[frame.block]
            && let Some(first) = cycle.pass(machine)
        {
            return Outcome::Lasso(Ending::Lasso { first, second: machine.steps });
        }
    }
}
