//! Recursive calls that get an entry of their own, and those that share one in progress.

use super::explore::Explorer;
use super::{Node, NodeIndex, generalize};
use crate::algebra::Term;
use crate::program::Op;
use crate::state::State;

/// Calls of one function in progress, each with constants only, before they share an entry.
const UNROLLED: usize = 250;
/// An argument with at most so many more values than one may be unrolled.
const NARROW: i128 = 64;

impl Explorer<'_, '_> {
    /// The call depth of the entry that a call of a function in progress goes to; `None` for an
    /// entry of its own: constants are unrolled, and the attempt that passes each loop head more
    /// often does the same with recursion, as the outermost call is often special.
    pub(super) fn in_progress(&mut self, callee: &str, view: &State) -> Option<usize> {
        // Calls that hand over other functions, or null for a pointer, have entries of their own.
        let joins = self.limits.joins;
        let together = |n: &Node| !generalize::differ(&n.state, view) && (joins || generalize::alike(&n.state, view));
        let level = self.calls.iter().rposition(|a| a.function == callee && together(&self.graph.nodes[a.entry]))?;
        let constant = !view.bindings.is_empty() && view.bindings.values().all(|v| v.term.as_constant().is_some());
        let unrolled = self.calls.iter().filter(|a| a.function == callee).count();
        let active = self.calls.get(level)?;
        let exact = active.slots.is_none();
        let constants = constant && exact && unrolled < UNROLLED && self.limits.unroll == 1;
        if constants || unrolled < self.limits.unroll {
            return None;
        }
        let entry = active.entry;
        let peel = exact && self.limits.unroll > 1 && self.narrower(callee, entry, view);
        (!peel).then_some(level)
    }

    /// Does a function that calls itself at one place have an argument with few possible values,
    /// and fewer than at the call in progress? Then unrolling ends soon.
    fn narrower(&mut self, callee: &str, entry: NodeIndex, view: &State) -> bool {
        let Some(function) = self.cx.program.functions.get(callee) else {
            return false;
        };
        let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
        let itself = instructions.filter(|i| matches!(&i.op, Op::Call { callee: c, .. } if c == callee));
        let outer = self.graph.nodes[entry].state.clone();
        itself.count() == 1
            && view.bindings.iter().any(|(parameter, value)| {
                let before = outer.bindings.get(parameter);
                let before = before.and_then(|o| self.spread(&outer, &o.term));
                let now = self.spread(view, &value.term);
                matches!((before, now), (Some(b), Some(n)) if n < b && b <= NARROW)
            })
    }

    /// The difference between the bounds of a value.
    fn spread(&mut self, st: &State, t: &Term) -> Option<i128> {
        let top = self.cx.engine.maximum(&st.knowledge, t)?;
        let bottom = self.cx.engine.maximum(&st.knowledge, &t.neg().ok()?)?;
        top.checked_add(bottom)
    }
}
