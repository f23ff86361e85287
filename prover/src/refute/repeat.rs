//! Runs that repeat themselves but for what decides nothing (`spec/refutation.md`, Endings, Lasso): a counter grows, and
//! no branch, address or size depends on it.
//!
//! Two states at the same loop header are compared. What differs is made unknown in the first one, and the run goes on
//! from there once more, until nothing else differs; if something unknown decides, the states are no lasso.

use super::machine::{Frame, Machine};
use super::memory::{Memory, UNKNOWN};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// Loop headers that are tried, at most.
const MOST_HEADERS: usize = 8;
/// Later states that are compared with the first one at a header, at most.
const MOST_ROUNDS: usize = 6;
/// Instructions for one pair of states, at most, and instructions in which states are looked for.
const MOST_STEPS: u64 = 200_000;
/// Instructions after which the clock is looked at.
const PATIENCE: u64 = 1 << 12;
/// Bytes that live at the first state, at most.
const MOST_BYTES: u64 = 1 << 24;
/// Choices before the first state, at most.
const MOST_CHOICES: usize = 1 << 16;
/// Parts of a run in which states are looked for, in sixteenths of it.
const PARTS: [(u64, u64); 4] = [(0, 1), (1, 8), (8, 14), (14, 16)];

/// A run of which the states at loop headers are compared.
struct Search {
    /// Instructions that were executed.
    spent: u64,
    deadline: Instant,
}

/// Searches for two states of a run of this many instructions between which it can go on forever. Returns them, and the
/// instructions that were executed for it. The run stands at its beginning.
pub(super) fn search(begin: &Machine<'_, '_>, steps: u64, deadline: Instant) -> (Option<(u64, u64)>, u64) {
    let mut search = Search { spent: 0, deadline };
    let mut machine = begin.clone();
    let mut part = |(from, to): (u64, u64)| search.part(&mut machine, steps / 16 * from, steps / 16 * to);
    let found = PARTS.into_iter().find_map(&mut part);
    (found, search.spent)
}

impl Search {
    /// Compares the first state at each header with the next ones, from the instruction `from` on.
    fn part<'i, 'p>(&mut self, machine: &mut Machine<'i, 'p>, from: u64, to: u64) -> Option<(u64, u64)> {
        let mut starts: FxHashMap<(usize, usize), (Machine<'i, 'p>, usize)> = FxHashMap::default();
        let to = to.min(from.saturating_add(MOST_STEPS));
        while machine.steps < to {
            if machine.steps.is_multiple_of(PATIENCE) && Instant::now() > self.deadline {
                return None;
            }
            let place = machine.frames.last().filter(|frame| {
                machine.steps >= from && frame.index == 0 && (frame.block == 0 || frame.code.header[frame.block])
            });
            if let Some(key) = place.map(|frame| (std::ptr::from_ref(frame.code.function).addr(), frame.block)) {
                let small = machine.memory.live() <= MOST_BYTES && machine.choices.len() <= MOST_CHOICES;
                let more = small && starts.len() < MOST_HEADERS;
                match starts.get_mut(&key) {
                    Some((start, rounds)) if *rounds < MOST_ROUNDS && start.frames.len() <= machine.frames.len() => {
                        *rounds += 1;
                        if self.repeats(start, machine) {
                            return Some((start.steps, machine.steps));
                        }
                    }
                    None if more => {
                        self.spent += machine.memory.live() / 64;
                        starts.insert(key, (machine.clone(), 0));
                    }
                    _ => {}
                }
            }
            machine.step().ok()?;
            self.spent += 1;
        }
        None
    }

    /// Whether the run can go on forever from the first state as it did until the second one.
    fn repeats(&mut self, start: &Machine<'_, '_>, end: &Machine<'_, '_>) -> bool {
        if Instant::now() > self.deadline {
            return false;
        }
        let (mut start, mut end) = (start.clone(), end.clone());
        let round = end.steps - start.steps;
        let mut spent = 0;
        // The least depth of calls on the way from the first state to the second one, if it is known.
        let mut lowest = None;
        loop {
            let deeper = end.frames.len() > start.frames.len();
            if deeper && lowest.is_some_and(|lowest| lowest < start.frames.len()) {
                return false;
            }
            match forget(&mut start, &end, deeper) {
                None => return false,
                // The first comparison does not know the way.
                Some(false) if lowest.is_some() || !deeper => return true,
                Some(_) => {}
            }
            // Memory is copied, too.
            spent += round + start.memory.live() / 64;
            if spent > MOST_STEPS {
                return false;
            }
            end = start.clone();
            self.spent += round + start.memory.live() / 64;
            let mut least = start.frames.len();
            for _ in 0..round {
                if end.step().is_err() {
                    return false;
                }
                least = least.min(end.frames.len());
            }
            lowest = Some(least);
        }
    }
}

/// Makes unknown in the first state what differs in the second one. Returns whether anything did; `None` if something
/// differs that cannot be unknown.
fn forget(start: &mut Machine<'_, '_>, end: &Machine<'_, '_>, deeper: bool) -> Option<bool> {
    let mut changed = false;
    if deeper {
        changed |= registers(start.frames.last_mut()?, end.frames.last()?)?;
    } else {
        if start.frames.len() != end.frames.len() {
            return None;
        }
        for (then, now) in start.frames.iter_mut().zip(&end.frames) {
            changed |= registers(then, now)?;
        }
    }
    Some(changed | memory(&mut start.memory, &end.memory)?)
}

fn registers(then: &mut Frame<'_, '_>, now: &Frame<'_, '_>) -> Option<bool> {
    let same = std::ptr::eq(then.code.function, now.code.function)
        && (then.block, then.index, &then.locals, &then.saves) == (now.block, now.index, &now.locals, &now.saves);
    let mut changed = false;
    for (then, now) in then.registers.iter_mut().zip(&now.registers) {
        if then != now {
            changed |= then.take().is_some();
        }
    }
    same.then_some(changed)
}

fn memory(then: &mut Memory<'_>, now: &Memory<'_>) -> Option<bool> {
    let mut changed = false;
    for (then, now) in then.pairs(now)? {
        for (place, holds) in then.holds.iter_mut().enumerate() {
            let same = (*holds, then.bytes.get(place)) == (*now.holds.get(place)?, now.bytes.get(place));
            if *holds != UNKNOWN && !same {
                *holds = UNKNOWN;
                // All unknown bytes are equal.
                *then.bytes.get_mut(place)? = 0;
                changed = true;
            }
        }
    }
    Some(changed)
}
