//! Anti-unification of values: which value of one state corresponds to which value of the other. Values that differ get
//! a fresh name in the merged state.

use super::blocks::Correspondence;
use super::covers::{find_entry, newest_like, said_of, settle, settle_facts};
use super::{Instance, holds, structures};
use crate::algebra::exact::gcd;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::rules::Context;
use crate::state::{Entry, State};
use certificates::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// A value that differs between the two states, with its name in the merged one.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub old: Term,
    pub new: Term,
    pub merged: Term,
}

/// The correspondence under construction.
pub(super) struct Pairs<'a, 'c, 'p> {
    pub(super) cx: &'c mut Context<'p>,
    pub(super) before: &'a State,
    pub(super) after: &'a State,
    pub(super) generalized: Option<&'a BTreeSet<Var>>,
    pub(super) memo: Vec<Pair>,
    pub(super) old: Instance,
    pub(super) new: Instance,
    pub(super) fresh: BTreeSet<Var>,
}

impl<'a, 'c, 'p> Pairs<'a, 'c, 'p> {
    pub(super) fn new(
        cx: &'c mut Context<'p>,
        before: &'a State,
        generalized: Option<&'a BTreeSet<Var>>,
        after: &'a State,
    ) -> Self {
        Pairs {
            cx,
            before,
            after,
            generalized,
            memo: Vec::new(),
            old: Instance::default(),
            new: Instance::default(),
            fresh: BTreeSet::new(),
        }
    }

    /// The changing variables of a node, with their new values.
    pub(super) fn changed(&self) -> Vec<Pair> {
        let generalized = self.generalized.into_iter().flatten();
        let known = generalized.filter_map(|v| Some((Term::var(*v), self.new.apply(*v)?)));
        known.map(|(slot, new)| Pair { old: slot.clone(), new, merged: slot }).collect()
    }

    /// Finds the new values of a node's changing variables from bindings and entries.
    pub(super) fn renew(&mut self) {
        let Some(generalized) = self.generalized else { return };
        let mut equations: Vec<(Term, Term)> = Vec::new();
        for (register, value) in &self.before.bindings {
            if let Some(other) = self.after.bindings.get(register) {
                equations.push((value.term.clone(), other.term.clone()));
            }
        }
        let blocks = Correspondence::of(self.before, self.after);
        for (mine, theirs) in &blocks {
            if let (Some(block), Some(other)) = (self.before.blocks.get(mine), self.after.blocks.get(theirs)) {
                equations.push((block.base.clone(), other.base.clone()));
                equations.push((block.size.clone(), other.size.clone()));
            }
        }
        for (mine, theirs) in structures::pairs(self.before, self.after, &blocks) {
            if let (Some(a), Some(b)) = (self.before.lists.get(&mine), self.after.lists.get(&theirs)) {
                equations.extend(a.corresponding(b).map(|(x, y)| (x.clone(), y.clone())));
            }
        }
        for (mine, theirs) in structures::tree_pairs(self.before, self.after, &blocks) {
            if let (Some(a), Some(b)) = (self.before.trees.get(&mine), self.after.trees.get(&theirs)) {
                equations.extend(a.corresponding(b).into_iter().flatten().map(|(x, y)| (x.clone(), y.clone())));
            }
        }
        settle(&equations, generalized, &mut self.new);
        let entries: Vec<Entry> = self.before.entries.values().cloned().collect();
        let mut used = BTreeSet::new();
        let mut moved = Vec::new();
        for e in entries {
            let settled = e.offset.vars().all(|v| !generalized.contains(&v) || self.new.variables.contains_key(&v));
            if !settled {
                moved.push(e);
                continue;
            }
            let Ok(offset) = e.offset.substitute(&|v| self.new.apply(v)) else {
                continue;
            };
            if let Some(block) = blocks.get(&e.block)
                && let Some(found) = find_entry(self.cx, self.after, *block, &offset, &e)
                && let Some(other) = self.after.entries.get(&found)
            {
                used.insert(found);
                let equation = [(e.value.clone(), other.value.clone())];
                settle(&equation, generalized, &mut self.new);
            }
        }
        for e in moved {
            if let Some(block) = blocks.get(&e.block)
                && let Some(found) = newest_like(self.after, *block, &e, &used)
                && let Some(other) = self.after.entries.get(&found)
            {
                used.insert(found);
                let equation = [(e.offset.clone(), other.offset.clone())];
                settle(&equation, generalized, &mut self.new);
            }
        }
        settle_facts(&self.before.knowledge, &self.after.knowledge, generalized, &mut self.new);
    }

    /// Whether the newer state has values for all variables of a term of the older one.
    fn known(&self, a: &Term) -> bool {
        let generalized = self.generalized;
        a.vars().all(|v| {
            self.new.variables.contains_key(&v)
                || (generalized.is_none_or(|s| !s.contains(&v)) && self.after.scope.contains(&v))
        })
    }

    /// Whether the variable names something in both states after the merge.
    pub(super) fn names_both(&self, v: Var) -> bool {
        self.fresh.contains(&v) || self.before.scope.contains(&v) && self.known(&Term::var(v))
    }

    /// Whether the newer state's term is syntactically the same.
    fn is_the_same(&self, a: &Term, b: &Term) -> bool {
        self.known(a) && a.substitute(&|v| self.new.apply(v)).is_ok_and(|image| image == *b)
    }

    /// Whether the term may stay unchanged in the merged state.
    pub(super) fn kept(&mut self, a: &Term, b: &Term) -> bool {
        if self.is_the_same(a, b) {
            return true;
        }
        if !self.known(a) {
            return false;
        }
        match a.substitute(&|v| self.new.apply(v)) {
            Ok(image) if a.as_constant().is_none() || b.as_constant().is_none() => {
                Atom::eq(b, &image).is_ok_and(|atom| holds(self.cx, self.after, &atom))
            }
            _ => false,
        }
    }

    pub(super) fn lookup(&self, a: &Term, b: &Term) -> Option<Term> {
        self.memo.iter().find_map(|p| {
            let (x, y) = (a.sub(&p.old).ok()?.as_constant()?, b.sub(&p.new).ok()?.as_constant()?);
            (x == y).then(|| p.merged.plus(x).ok()).flatten()
        })
    }

    fn fresh(&mut self, a: Term, b: Term) -> Term {
        let v = self.cx.names.vars;
        self.cx.names.vars += 1;
        self.fresh.insert(v);
        self.old.variables.insert(v, a);
        self.new.variables.insert(v, b);
        Term::var(v)
    }

    /// The merged name for a value that is `a` in the older state and `b` in the newer one.
    pub(super) fn pair(&mut self, a: &Term, b: &Term) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        self.named(a, b)
    }

    /// As `pair`, for values that differ.
    fn named(&mut self, a: &Term, b: &Term) -> Term {
        if let Some(known) = self.lookup(a, b) {
            return known;
        }
        let merged = self.fresh(a.clone(), b.clone());
        self.memo.push(Pair { old: a.clone(), new: b.clone(), merged: merged.clone() });
        merged
    }

    /// Names for quotients in equations that both states have with different names: `n = 8*q + r` and `n = 8*p + s`,
    /// where r and s are a pair. They are not values of the state, and are not compared with anything.
    pub(super) fn quotients(&mut self, described: &BTreeSet<Var>) -> Vec<Pair> {
        let mut found: Vec<Pair> = Vec::new();
        for atom in self.before.knowledge.iter().filter(|a| a.rel == Rel::Eq && a.term.is_linear()) {
            let pair = |v: Var| self.memo.iter().find(|p| p.old.as_var() == Some(v)).map(|p| p.merged.clone());
            let named = |v: Var| described.contains(&v) || self.new.variables.contains_key(&v) || pair(v).is_some();
            let unnamed: BTreeSet<Var> = atom.term.vars().filter(|v| !named(*v)).collect();
            let (Some(quotient), 1) = (unnamed.first().copied(), unnamed.len()) else { continue };
            if atom.term.coefficient(&[quotient]).abs() <= 1 {
                continue;
            }
            let Ok(said) = atom.term.substitute(&pair) else { continue };
            let same = said_of(&said, quotient, &self.after.knowledge, &self.new);
            let Some(new) = same.filter(|new| *new != Term::var(quotient)) else { continue };
            let old = Term::var(quotient);
            if found.iter().all(|p| p.old != old && p.new != new) {
                let merged = self.fresh(old.clone(), new.clone());
                found.push(Pair { old, new, merged });
            }
        }
        found
    }

    /// As `pair`, for a value without influence: it is the same syntactically, or it does not matter.
    pub(super) fn loose(&mut self, a: &Term, b: &Term) -> Term {
        if self.is_the_same(a, b) { a.clone() } else { self.named(a, b) }
    }

    /// The merged name for a counter that begins at a number and grows by steps. The changing value is the number of
    /// steps, so that a bound leaves room for a whole step.
    pub(super) fn counted(&mut self, a: &Term, b: &Term, step: i128) -> Option<Term> {
        let moved = b.as_constant()?.checked_sub(a.as_constant()?)?;
        if moved == 0 || moved.checked_rem(step)? != 0 || self.lookup(a, b).is_some() {
            return None;
        }
        self.stepped(a, b, Term::constant(moved.checked_div(step)?), step)
    }

    /// The merged name for a value that is the older one plus a changing number of steps.
    fn stepped(&mut self, a: &Term, b: &Term, steps: Term, step: i128) -> Option<Term> {
        let k = self.fresh(Term::zero(), steps.clone());
        self.memo.push(Pair { old: Term::zero(), new: steps, merged: k.clone() });
        let merged = a.add_scaled(&k, step).ok()?;
        self.memo.push(Pair { old: a.clone(), new: b.clone(), merged: merged.clone() });
        Some(merged)
    }

    /// As `pair`, for an offset in a block: the step is kept as a factor, so that alignment is not lost.
    pub(super) fn offset(&mut self, a: &Term, b: &Term) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        if let Some(known) = self.lookup(a, b) {
            return known;
        }
        let moved = self.known(a).then(|| b.sub(&a.substitute(&|v| self.new.apply(v)).ok()?).ok()).flatten();
        let stride = moved.as_ref().map_or(1, |d| d.parts().iter().fold(0, |g, (_, c)| gcd(g, *c)));
        let steps = moved.and_then(|d| d.divide_exactly(stride));
        let steps = steps.filter(|_| stride > 1);
        steps.and_then(|steps| self.stepped(a, b, steps, stride)).unwrap_or_else(|| self.pair(a, b))
    }

    /// As `pair`; a pointer into a block that both states have becomes the block's base plus an offset.
    pub(super) fn value(&mut self, a: &Term, b: &Term, blocks: &BTreeMap<BlockId, BlockId>) -> Term {
        if self.kept(a, b) {
            return a.clone();
        }
        for (mine, theirs) in blocks {
            let (Some(x), Some(y)) = (self.before.blocks.get(mine), self.after.blocks.get(theirs)) else {
                continue;
            };
            let (Some(u), Some(v)) = (x.base.as_var(), y.base.as_var()) else {
                continue;
            };
            if a.coefficient(&[u]) != 1 || b.coefficient(&[v]) != 1 {
                continue;
            }
            let (x, y) = (x.base.clone(), y.base.clone());
            if let (Ok(o), Ok(p)) = (a.sub(&x), b.sub(&y)) {
                let base = self.pair(&x, &y);
                let offset = self.offset(&o, &p);
                if let Ok(sum) = base.add(&offset) {
                    return sum;
                }
            }
        }
        if self.congruent(a, b) { self.offset(a, b) } else { self.pair(a, b) }
    }

    /// Whether an equation states the value, or a sum with it, modulo a number, and the value's step has a common
    /// factor with that number. Then this factor is kept: an aligned `end - n` stays aligned while n decreases by
    /// words.
    fn congruent(&self, a: &Term, b: &Term) -> bool {
        if a.as_constant().is_some() || !self.known(a) {
            return false;
        }
        let moved = a.substitute(&|v| self.new.apply(v)).and_then(|a| b.sub(&a));
        let step = moved.map_or(1, |d| d.parts().iter().fold(0, |g, (_, c)| gcd(g, *c)));
        let says = |k: &Atom| {
            let others = k.term.parts().iter().filter(|(m, _)| !m.is_empty() && !a.vars().any(|v| m.contains(&v)));
            k.rel == Rel::Eq
                && a.vars().any(|v| k.term.coefficient(&[v]).abs() == 1)
                && others.into_iter().any(|(_, c)| c.abs() > 1 && gcd(step, *c) > 1)
        };
        step > 1 && self.before.knowledge.iter().any(says)
    }
}
