//! The search for a call with which a function violates a property, although it satisfies the contract: calls as they
//! are made, and changes of those that reached something new.

use super::inputs::{Random, Tail};
use super::search::{Beginning, LONGER, SHORT, Search, Seed};
use certificates::Call;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Calls that are executed before those that reached something new are changed for the first time. To make one takes
/// longer than to change one.
const CALLS: usize = 3;
/// Calls that are executed between two such times, at most.
const MOST_CALLS: usize = 48;
/// Instructions for changes, at first.
const SHARE: u64 = 400_000;

impl Search<'_, '_> {
    /// Searches among calls that satisfy the contract, and changes of them, until every goal is reached or the budget is
    /// spent.
    pub(super) fn search_calls(&mut self, calls: &mut dyn Iterator<Item = Call>) {
        let Some(contract) = self.contract.clone() else { return };
        let mut limit = SHORT.min(self.budget.longest);
        let mut share = SHARE.min(self.budget.steps / 8);
        let mut count = CALLS;
        let mut seen = FxHashSet::default();
        loop {
            let mut more = false;
            for call in (&mut *calls).take(count) {
                if self.over() {
                    return;
                }
                more = true;
                let fitted = contract.fitted(contract.with_globals(call));
                let new = |call: &Call| seen.insert(format!("{call:?}"));
                if let Some(call) = fitted.filter(new) {
                    self.attempt_call(Rc::new(call), limit);
                }
            }
            let can_vary = |seed: &Seed| {
                !seed.begin.inputs.is_empty() || !seed.places.is_empty() || !contract.pointers(&seed.places).is_empty()
            };
            let varied = self.seeds.iter().any(can_vary);
            self.vary(limit, if varied { share } else { 0 });
            if self.over() || limit >= self.budget.longest && !varied && !more {
                return;
            }
            limit = limit.saturating_mul(LONGER).min(self.budget.longest);
            share = share.saturating_mul(2);
            count = (2 * count).min(MOST_CALLS);
            tracing::debug!(spent = self.spent, seeds = self.seeds.len(), more, "calls are searched");
            self.follow(limit, share);
        }
    }

    /// Executes a call, with a few rules for the inputs if it asks for some.
    fn attempt_call(&mut self, call: Rc<Call>, limit: u64) {
        let tails =
            [0, 1, u64::MAX].map(Tail::Constant).into_iter().chain((1..=2).map(|seed| Tail::Any(Random::new(seed))));
        for tail in tails {
            let begin = Beginning { call: Some(call.clone()), inputs: Vec::new() };
            if !self.attempt(begin, tail, limit) || self.over() {
                return;
            }
        }
    }
}
