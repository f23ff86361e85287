//! Cuts: on a long path, facts that no later step needs are forgotten in a separate node (slicing), and values without
//! influence are generalized to arbitrary values of their range.
//!
//! Straight-line code with many calls collects facts from every instruction and every return, and the terms of a cipher
//! grow without end. Without cuts the cost of each step grows with the length of the path, here and in the checker.
//!
//! A path that has gathered many facts goes on from a node that has forgotten those no later step needs
//! (`domain/relevance.rs`), and in which values without influence (`program/influence.rs`, `spec/decisions/influence.md`)
//! are arbitrary ones between their bounds. The operands of an instruction whose result is not computed with become
//! arbitrary as well: its numbers leave 128 bits, or it multiplies too many variables. With entries that are shared and
//! functions with one exit (the attempt with joins), work grows about linearly with the program.

use crate::algebra::{Atom, Monomial, Term, TooLarge, Var};
use crate::domain::{Instance, holds, relevance};
use crate::explore::explorer::Explorer;
use crate::explore::loops::bounds;
use crate::explore::policy::{LONG, SIMPLE};
use crate::explore::trace;
use crate::explore::worklist::Header;
use crate::graph::TreeIndex;
use crate::program::{BinaryOp, Op, Operand, Reg, flow, liveness};
use crate::state::{CUT_THRESHOLD, Path, State, Value};
use std::collections::BTreeSet;

/// A weaker state from which a path continues, and the path's own state as an instance of it.
pub(super) struct Cut {
    state: State,
    generalized: BTreeSet<Var>,
    instance: Instance,
}

impl Explorer<'_, '_> {
    /// Whether the last instruction made a value whose term is too long to be useful.
    pub(super) fn is_overgrown(&self, st: &State) -> bool {
        self.last(st).and_then(|i| i.result).is_some_and(|register| {
            let long = st.bindings.get(&register).is_some_and(|value| value.term.parts().len() > LONG);
            long && self.is_loose(st, register)
        })
    }

    /// Whether only the range of the register's value matters.
    fn is_loose(&self, st: &State, register: Reg) -> bool {
        !self.cx.exact.has(&st.function, register)
    }

    /// The state from which the path may continue, if at most half of the facts remain.
    pub(super) fn relieved(&mut self, st: &State) -> Option<Cut> {
        let cut = self.forgotten(st).ok().flatten()?;
        (2 * cut.state.knowledge.len() <= st.knowledge.len()).then_some(cut)
    }

    /// The state without what no later step needs: dead registers, values without influence, and facts that mention
    /// neither what remains nor the entry (callers need those).
    pub(super) fn forgotten(&mut self, st: &State) -> Result<Option<Cut>, TooLarge> {
        let Some(mut cut) = self.without_dead(st) else { return Ok(None) };
        self.loosen(st, &mut cut)?;
        if self.policy.unrolling.shrinking > 0 {
            self.bound(st, &mut cut)?;
        }
        self.forget(&mut cut);
        Ok(Some(cut))
    }

    /// The bounds of what remains become facts: they must outlive what they follow from.
    fn bound(&mut self, st: &State, cut: &mut Cut) -> Result<(), TooLarge> {
        let registers = cut.state.bindings.values().map(|value| &value.term);
        let stored = cut.state.entries.values().map(|e| &e.value);
        let values: Vec<Term> = registers.chain(stored).filter(|t| t.as_var().is_some()).cloned().collect();
        for value in values {
            let Some((least, most)) = bounds(self.cx, st, &value) else { continue };
            let facts = [Atom::le(&Term::constant(least), &value)?, Atom::le(&value, &Term::constant(most))?];
            cut.state.knowledge.extend(facts.into_iter().filter(|fact| !st.knowledge.contains(fact)));
        }
        Ok(())
    }

    /// The state without registers that are not read any more.
    fn without_dead(&mut self, st: &State) -> Option<Cut> {
        let function = self.cx.program.functions.get(&*st.function)?;
        let live = liveness::live_at(function, &self.top().flow.live, st.place.block, st.place.index);
        let mut state = st.clone();
        state.bindings.retain(|r, _| live.contains(r));
        Some(Cut { instance: Instance::identity(&state), state, generalized: BTreeSet::new() })
    }

    /// Drops facts that mention neither what remains nor the entry.
    fn forget(&mut self, cut: &mut Cut) {
        let entry = self.top().entry;
        let entry = self.graph.nodes[entry].state.variables();
        let Cut { state, .. } = cut;
        let mut about = state.described_variables();
        about.extend(entry.iter().copied());
        let around = self.around(state);
        about.extend(around.iter().copied());
        state.knowledge = relevance::restrict(&state.knowledge, &about);
        state.scope = state.variables();
        state.scope.extend(entry);
        state.scope.extend(around);
    }

    /// The registers that the next instruction reads.
    fn operands(&self, st: &State) -> Vec<Reg> {
        let operands = self.current(st).map(|i| liveness::operands(&i.op)).unwrap_or_default();
        let registers = operands.into_iter().filter_map(|operand| match operand {
            Operand::Register(register) => Some(*register),
            _ => None,
        });
        registers.collect()
    }

    /// The state from which the path may continue where the next instruction multiplies a product: of more than two
    /// factors only the bounds of the products that they are made of are known.
    pub(super) fn factored(&mut self, st: &mut Path) -> Option<Cut> {
        let multiplies = matches!(self.current(st)?.op, Op::Binary { op: BinaryOp::Mul, .. });
        let terms: Vec<Term> =
            self.operands(st).iter().filter_map(|r| st.bindings.get(r)).map(|value| value.term.clone()).collect();
        if !multiplies || terms.iter().all(Term::is_linear) {
            return None;
        }
        for term in terms {
            for (product, _) in term.parts().iter().filter(|(product, _)| product.len() > 1) {
                self.bound_product(st, product).ok()?;
            }
        }
        self.lightened(st)
    }

    /// The bounds of a product, from those of its factors, become facts.
    fn bound_product(&mut self, st: &mut Path, product: &Monomial) -> Result<(), TooLarge> {
        let (mut term, mut range) = (Term::constant(1), (1i128, 1i128));
        for factor in product {
            let factor = Term::var(*factor);
            let Some((least, most)) = bounds(self.cx, st, &factor) else { return Ok(()) };
            let corners = [(range.0, least), (range.0, most), (range.1, least), (range.1, most)];
            let corners: Option<Vec<i128>> = corners.iter().map(|(a, b)| a.checked_mul(*b)).collect();
            let corners = corners.ok_or(TooLarge)?;
            range = corners.iter().fold((corners[0], corners[0]), |(low, high), c| (low.min(*c), high.max(*c)));
            term = term.mul(&factor)?;
        }
        for fact in [Atom::le(&Term::constant(range.0), &term)?, Atom::le(&term, &Term::constant(range.1))?] {
            if holds(self.cx, st, &fact) {
                st.assert(fact);
            }
        }
        Ok(())
    }

    /// The state from which the path may continue where the next instruction is exact on numbers only: operands that
    /// equal numbers become these numbers. `None` if there are none.
    pub(super) fn numbered(&mut self, st: &State) -> Option<Cut> {
        let mut cut = self.without_dead(st)?;
        let mut found = false;
        for register in self.operands(st) {
            let Some(value) = cut.state.bindings.get(&register).filter(|v| v.term.as_constant().is_none()) else {
                continue;
            };
            if let Some((least, most)) = bounds(self.cx, st, &value.term)
                && least == most
            {
                let number = Value { term: Term::constant(least), ..value.clone() };
                cut.state.bindings.insert(register, number);
                found = true;
            }
        }
        if !found {
            return None;
        }
        self.forget(&mut cut);
        Some(cut)
    }

    /// The variables that headers around this place describe: a path that comes back must still know them. Not beside
    /// lists and trees, where so many stay that nothing would be cut, and the ranking argument takes its time over them.
    fn around(&self, st: &State) -> BTreeSet<Var> {
        if st.has_structures() {
            return BTreeSet::new();
        }
        let Some(top) = self.calls.last() else { return BTreeSet::new() };
        let ahead = self.cx.program.functions.get(&*st.function).map(|f| flow::ahead(f, st.place.block));
        let leads_back = |h: &&Header| ahead.iter().flatten().any(|block| *block == h.description.state.place.block);
        let around = top.headers.iter().filter(|h| h.node.is_some()).filter(leads_back);
        around.flat_map(|h| h.description.state.variables()).collect()
    }

    /// The state from which the path may continue where the next instruction leads to numbers beyond the limits: its
    /// operands become arbitrary values between their bounds. `None` if they already are.
    pub(super) fn lightened(&mut self, st: &State) -> Option<Cut> {
        let registers = self.operands(st);
        let mut cut = self.without_dead(st)?;
        for register in registers {
            let Some(value) = cut.state.bindings.get(&register).cloned() else { continue };
            let term = self.varied(st, &value.term, &mut cut).ok()?;
            cut.state.bindings.insert(register, Value { term, ..value });
        }
        if cut.generalized.is_empty() {
            return None;
        }
        self.forget(&mut cut);
        Some(cut)
    }

    /// Generalizes values without influence whose terms are not simple to arbitrary values between their bounds.
    fn loosen(&mut self, st: &State, cut: &mut Cut) -> Result<(), TooLarge> {
        let registers = st.bindings.iter().filter(|(r, _)| cut.state.bindings.contains_key(*r));
        let registers: Vec<Reg> = registers.map(|(r, _)| *r).filter(|r| self.is_loose(st, *r)).collect();
        for register in registers {
            let value = cut.state.bindings[&register].clone();
            let term = self.loosened(st, &value.term, cut)?;
            cut.state.bindings.insert(register, Value { term, ..value });
        }
        let stored: Vec<_> = st.entries.iter().map(|(id, e)| (*id, e.clone())).collect();
        // Where a search for tokens goes on is read from memory by no load.
        let saved = |e: &crate::state::Entry| st.has_tokens() && 8 * e.width == self.cx.program.pointer_bits;
        let stored: Vec<_> = stored.into_iter().filter(|(_, e)| !saved(e)).collect();
        for (id, e) in stored {
            if !self.cx.exact.has_memory(8 * e.width) {
                let value = self.loosened(st, &e.value, cut)?;
                cut.state.entries.insert(id, crate::state::Entry { value, ..e });
            }
        }
        Ok(())
    }

    /// A variable in place of a term that is not simple.
    fn loosened(&mut self, st: &State, term: &Term, cut: &mut Cut) -> Result<Term, TooLarge> {
        if term.parts().len() <= SIMPLE { Ok(term.clone()) } else { self.varied(st, term, cut) }
    }

    /// A variable in place of a term, with the term's bounds.
    fn varied(&mut self, st: &State, term: &Term, cut: &mut Cut) -> Result<Term, TooLarge> {
        if term.as_constant().is_some() || term.as_var().is_some() {
            return Ok(term.clone());
        }
        if let Some((known, _)) = cut.instance.variables.iter().find(|(_, t)| *t == term) {
            return Ok(Term::var(*known));
        }
        let name = self.cx.names.vars;
        self.cx.names.vars += 1;
        let v = Term::var(name);
        let engine = &mut self.cx.engine;
        if let Some(least) = engine.maximum(&st.knowledge, &term.neg()?).and_then(i128::checked_neg) {
            cut.state.knowledge.push(Atom::le(&Term::constant(least), &v)?);
        }
        if let Some(most) = engine.maximum(&st.knowledge, term) {
            cut.state.knowledge.push(Atom::le(&v, &Term::constant(most))?);
        }
        cut.instance.variables.insert(name, term.clone());
        cut.generalized.insert(name);
        Ok(v)
    }

    /// Continues from a node that describes the state and knows less.
    pub(super) fn cut(&mut self, tree: TreeIndex, st: Path, cut: Cut) {
        trace::passed(self.cx.program, "is cut", &cut.state);
        let entry = self.top().entry;
        let mut path = st.with(cut.state);
        path.progress = false;
        path.cut_threshold = CUT_THRESHOLD.max(2 * path.knowledge.len());
        let node = self.grow_node(entry, path, cut.generalized);
        self.graph.trees.close_with(tree, st, node, cut.instance);
    }
}
