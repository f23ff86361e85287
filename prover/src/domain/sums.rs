//! Relations of more than two values: bounds of sums, as octagons have them (Mine06), and of a sum with a third value.

use super::Instance;
use super::candidates::{Candidates, FAR};
use crate::algebra::{Atom, Monomial, Term, Var};
use crate::program::Type;
use crate::rules::Context;
use std::collections::BTreeSet;

/// Changing values of which two are added, at most.
const MOST_SUMMANDS: usize = 8;
/// Values that a sum is compared with, at most.
const MOST_OTHERS: usize = 12;
/// Bounds of sums with one condition, at most.
const MOST_WITH_ONE: usize = 16;
/// Products whose values are related to others, at most.
const MOST_PRODUCTS: usize = 6;

impl Candidates<'_> {
    /// What a condition that a register holds says of the other values: `len + c <= 32` where c is `len < 32`. If the
    /// attempt wants them, also bounds of the sums of two values that change, compared with a third.
    pub(super) fn sums(&self, cx: &mut Context<'_>, terms: &[Term], old: &Instance, new: &Instance) -> Vec<Atom> {
        let mut atoms = Vec::new();
        for c in self.conditions(cx) {
            let others = terms.iter().filter(|t| **t != c && !t.vars().any(|v| c.contains(v)));
            for sum in others.take(MOST_WITH_ONE).filter_map(|t| t.add(&c).ok()) {
                atoms.extend(self.upper(cx, &sum, old, new, FAR));
            }
        }
        if cx.relating {
            atoms.extend(self.threes(cx, terms, old, new));
        }
        atoms
    }

    /// The conditions that change and are held by registers.
    fn conditions(&self, cx: &Context<'_>) -> BTreeSet<Term> {
        let Some(function) = cx.program.functions.get(&*self.state.function) else { return BTreeSet::new() };
        let changing = self.changing();
        let bits = self.state.bindings.iter().filter(|(r, _)| function.registers[**r].ty == Type::Int(1));
        bits.map(|(_, value)| value.term.clone()).filter(|t| t.vars().any(|v| changing.contains(&v))).collect()
    }

    fn threes(&self, cx: &mut Context<'_>, terms: &[Term], old: &Instance, new: &Instance) -> Vec<Atom> {
        let changing = self.changing();
        let moves = |t: &&Term| t.as_var().is_some_and(|v| changing.contains(&v));
        let summands: Vec<&Term> = terms.iter().filter(moves).take(MOST_SUMMANDS).collect();
        let others: Vec<&Term> = terms.iter().filter(|t| t.as_var().is_some()).take(MOST_OTHERS).collect();
        let mut atoms = Vec::new();
        for (i, a) in summands.iter().enumerate() {
            for b in &summands[..i] {
                let Ok(sum) = a.add(b) else { continue };
                for other in others.iter().filter(|t| t != &a && t != &b) {
                    let Ok(distance) = sum.sub(other) else { continue };
                    atoms.extend(self.upper(cx, &distance, old, new, FAR));
                }
            }
        }
        atoms
    }

    /// Products that the values which differ consist of: an element's offset is its index times the size of elements.
    pub(super) fn products_in_values(&self) -> Vec<Term> {
        let long = |m: &&Monomial| m.len() > 1 && m.iter().all(|v: &Var| self.both_know(*v));
        let parts = self.pairs.iter().flat_map(|p| [p.old.parts(), p.new.parts()]).flatten();
        let products: BTreeSet<Monomial> = parts.map(|(m, _)| m).filter(long).cloned().collect();
        let terms = products.into_iter().map(|m| Term::from_parts([(m, 1)]));
        terms.flatten().take(MOST_PRODUCTS).collect()
    }
}
