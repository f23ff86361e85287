//! Decides which recursive calls get an entry of their own (unrolling), and which share one in progress.

use crate::algebra::Term;
use crate::explore::explorer::Explorer;
use crate::explore::loops::bounds;
use crate::graph::{Node, NodeIndex};
use crate::program::Op;
use crate::state::State;

impl Explorer<'_, '_> {
    /// The call depth of the entry that a call of a function in progress goes to; `None` for an entry of its own. Calls
    /// with constants are unrolled, and where the program is executed all calls. An attempt that visits each loop header
    /// more often does the same with recursion, because the outermost call is often special.
    pub(super) fn in_progress(&mut self, callee: &str, view: &State) -> Option<usize> {
        // Calls that pass different functions, or null in place of a pointer, have entries of their own.
        let (policy, shapes) = (self.policy, &self.cx.program.shapes);
        let together = |n: &Node| !policy.apart.keeps(shapes, &n.state, view);
        let level = self.calls.iter().rposition(|a| a.function == callee && together(&self.graph.nodes[a.entry]))?;
        let constant = !view.bindings.is_empty() && view.bindings.values().all(|v| v.term.as_constant().is_some());
        let unrolled = self.calls.iter().filter(|a| a.function == callee).count();
        let active = self.calls.get(level)?;
        let exact = active.description.generalized.is_none();
        let executed = constant || policy.unrolling.executing;
        if executed && exact && unrolled < policy.constant_calls || unrolled < policy.unrolling.visits {
            return None;
        }
        let entry = active.entry;
        let peel = exact && policy.range.is_some_and(|range| self.narrower(callee, entry, view, range));
        (!peel).then_some(level)
    }

    /// Whether a function that calls itself at one place has an argument with few possible values, and fewer than at
    /// the call in progress. Then unrolling ends soon.
    fn narrower(&mut self, callee: &str, entry: NodeIndex, view: &State, range: i128) -> bool {
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
                matches!((before, now), (Some(b), Some(n)) if n < b && b <= range)
            })
    }

    /// The difference between the bounds of a value.
    fn spread(&mut self, st: &State, t: &Term) -> Option<i128> {
        let (low, high) = bounds(self.cx, st, t)?;
        high.checked_sub(low)
    }
}
