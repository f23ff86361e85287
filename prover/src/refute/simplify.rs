//! The search for a simpler run with the same violation.

use super::calls::{self, Place};
use super::inputs::Tail;
use super::reshape;
use super::search::{Beginning, CHANGE, Hit, SHORT, Search, violated};
use std::rc::Rc;
use std::time::Instant;

/// Instructions that may be executed for it.
const MOST_STEPS: u64 = 4_000_000;
/// Rounds of a search for a simpler call, at most.
const ROUNDS: usize = 8;

impl Search<'_, '_> {
    /// Searches for a simpler run with the same violation: smaller inputs, no failing allocations.
    pub(super) fn simplified(&mut self, mut hit: Hit) -> Hit {
        const MOST_INPUTS: usize = 64;
        let until = self.spent.saturating_add(MOST_STEPS);
        let mut place = 0;
        while place < hit.begin.inputs.len().min(MOST_INPUTS) {
            let mut better = false;
            for value in candidates(hit.begin.inputs[place]) {
                let mut begin = hit.begin.clone();
                begin.inputs[place] = value;
                match self.simpler(&hit, begin, until) {
                    Simpler::Yes(simple) => {
                        (hit, better) = (*simple, true);
                        break;
                    }
                    Simpler::No => {}
                    Simpler::Late => return hit,
                }
            }
            place = if better { place } else { place + 1 };
        }
        hit
    }

    /// Whether a run with this beginning violates the same property, and is simpler.
    fn simpler(&mut self, hit: &Hit, begin: Beginning, until: u64) -> Simpler {
        let limit = hit.cost.instructions.saturating_mul(2).saturating_add(SHORT);
        if self.spent.saturating_add(limit) > until || Instant::now() > self.budget.deadline {
            return Simpler::Late;
        }
        let ran = self.run(begin, Tail::Constant(0), hit.placing, limit);
        match violated(&ran.outcome) {
            Some((violates, ending)) if violates == hit.violates && ran.cost < hit.cost => {
                Simpler::Yes(Box::new(Hit { begin: ran.begin, placing: ran.placing, ending, violates, cost: ran.cost }))
            }
            _ => Simpler::No,
        }
    }

    /// Searches for a simpler call with the same violation: smaller numbers in parameters and memory.
    pub(super) fn simplified_call(&mut self, mut hit: Hit, places: &[Place]) -> Hit {
        let until = self.spent.saturating_add(MOST_STEPS);
        let Some(contract) = self.contract.clone() else { return hit };
        for _ in 0..ROUNDS {
            let before = hit.cost;
            for place in places {
                let Some(call) = hit.begin.call.clone() else { return hit };
                for value in candidates(calls::value(&call, *place)) {
                    let mut changed = (*call).clone();
                    calls::set(&mut changed, *place, value);
                    self.spent = self.spent.saturating_add(CHANGE);
                    if self.spent >= until {
                        return hit;
                    }
                    let Some(changed) = contract.fitted(changed) else { continue };
                    let begin = Beginning { call: Some(Rc::new(changed)), inputs: hit.begin.inputs.clone() };
                    match self.simpler(&hit, begin, until) {
                        Simpler::Yes(simple) => {
                            hit = *simple;
                            break;
                        }
                        Simpler::No => {}
                        Simpler::Late => return hit,
                    }
                }
            }
            hit = self.shortened(hit, until);
            if hit.cost == before {
                break;
            }
        }
        hit
    }

    /// Searches for a call with shorter objects and the same violation.
    fn shortened(&mut self, mut hit: Hit, until: u64) -> Hit {
        let Some(contract) = self.contract.clone() else { return hit };
        let count = hit.begin.call.as_ref().map_or(0, |call| call.objects.len());
        for number in 0..count {
            let size = |hit: &Hit| hit.begin.call.as_ref().and_then(|call| Some(call.objects.get(number)?.size));
            let mut length = size(&hit).unwrap_or(0) / 2;
            while length > 0 {
                let mut from = 0;
                while size(&hit).is_some_and(|size| from + length < size) {
                    let Some(call) = hit.begin.call.clone() else { return hit };
                    let mut changed = (*call).clone();
                    reshape::cut(&mut changed, number, from, length);
                    self.spent = self.spent.saturating_add(CHANGE);
                    if self.spent >= until {
                        return hit;
                    }
                    let call = contract.fitted(changed).map(Rc::new);
                    let begin = call.map(|call| Beginning { call: Some(call), inputs: hit.begin.inputs.clone() });
                    match begin.map_or(Simpler::No, |begin| self.simpler(&hit, begin, until)) {
                        Simpler::Yes(simple) => hit = *simple,
                        Simpler::No => from += length,
                        Simpler::Late => return hit,
                    }
                }
                length /= 2;
            }
        }
        hit
    }
}

/// The result of a search for a simpler run.
enum Simpler {
    Yes(Box<Hit>),
    No,
    /// The time for it is spent.
    Late,
}

/// Values that are simpler than this one, or near it.
fn candidates(value: u64) -> [u64; 5] {
    [0, 1, value >> 1, value.wrapping_sub(1), value.wrapping_add(1)]
}
