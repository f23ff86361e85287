//! Candidates for facts of a merged state: each is proved in both states before it is kept. Affine equations are joined
//! as in Karr76; bounds use widening thresholds (Blanchet03).

use super::Instance;
use super::pairs::Pair;
use super::steps::{next_thresholds, shifted};
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::linear::karr::Subspace;
use crate::program::Type;
use crate::rules::{Context, heap};
use crate::state::{Block, Entry, ProgramPoint, State};
use certificates::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Constants beyond this are not considered as distances.
pub(super) const FAR: i128 = 1 << 20;
/// At most this many terms are compared with each other.
const MOST_TERMS: usize = 26;
/// Pointers whose blocks are looked for, at most.
const MOST_POINTERS: usize = 3;
/// Blocks in which each of these is looked for, at most.
const MOST_BLOCKS: usize = 6;

pub(super) struct Candidates<'a> {
    pub pairs: &'a [Pair],
    /// Quotients that only facts mention.
    pub quotients: &'a [Pair],
    pub old: &'a State,
    pub new: &'a State,
    /// Values that changed before and may get new bounds from thresholds.
    pub again: &'a [Pair],
    /// Further terms that are related to the changing values.
    pub extra: &'a [Term],
    /// Bindings, blocks and entries of the merged state.
    pub state: &'a State,
}

impl Candidates<'_> {
    /// All candidates, which remain to be proved in both states.
    pub(super) fn collect(&self, cx: &mut Context<'_>, old: &Instance, new: &Instance) -> Vec<Atom> {
        let mut atoms = self.inherited(new);
        atoms.extend(self.equations(cx, old, new));
        let without = self.without_influence(cx);
        let mut terms = self.terms(&without);
        terms.extend(self.distances_in_blocks(cx));
        atoms.extend(self.differences(cx, &terms, old, new));
        atoms.extend(self.slopes(cx, &without, old, new));
        atoms.extend(self.bounds(cx, &terms, old, new));
        atoms.extend(self.extents(cx));
        atoms.extend(self.landmarks(cx));
        atoms.extend(self.sums(cx, &terms, old, new));
        let mut seen = BTreeSet::new();
        atoms.retain(|a| a.decide().is_none() && seen.insert(a.clone()));
        atoms
    }

    /// Facts of the older state, unchanged and with changed values renamed; facts of the newer state, renamed.
    fn inherited(&self, new: &Instance) -> Vec<Atom> {
        let mut renamed_old: BTreeMap<Var, Term> = BTreeMap::new();
        let mut renamed_new: BTreeMap<Var, Term> = BTreeMap::new();
        for p in self.pairs.iter().chain(self.quotients) {
            if let Some(v) = p.old.as_var() {
                renamed_old.entry(v).or_insert_with(|| p.merged.clone());
            }
            if let Some(v) = p.new.as_var() {
                renamed_new.entry(v).or_insert_with(|| p.merged.clone());
            }
        }
        // A counter that comes as another one plus a number: what is said of that one is said of the counter.
        for p in self.pairs.iter().filter(|_| !self.state.has_structures()) {
            for (side, renamed) in [(&p.old, &mut renamed_old), (&p.new, &mut renamed_new)] {
                if let Some((v, shift)) = shifted(side).filter(|(_, shift)| *shift != 0)
                    && let Ok(merged) = p.merged.plus(-shift)
                {
                    renamed.entry(v).or_insert(merged);
                }
            }
        }
        let old_vars = self.old.variables();
        let mut atoms = Vec::new();
        // A changing variable that is kept has a value in the newer state, even though its name does not occur there.
        let known = |v: Var| self.new.scope.contains(&v) || new.variables.contains_key(&v);
        for atom in &self.old.knowledge {
            if atom.term.vars().all(known) {
                atoms.push(atom.clone());
            }
            if let Ok(other) = atom.substitute(&|v| renamed_old.get(&v).cloned())
                && other != *atom
                && self.in_scope(&other, &old_vars)
            {
                atoms.push(other);
            }
        }
        if !self.pairs.is_empty() {
            for atom in &self.new.knowledge {
                if let Ok(other) = atom.substitute(&|v| renamed_new.get(&v).cloned())
                    && other != *atom
                    && self.in_scope(&other, &old_vars)
                {
                    atoms.push(other);
                }
            }
        }
        atoms
    }

    pub(super) fn both_know(&self, v: Var) -> bool {
        self.new.scope.contains(&v) && self.old.scope.contains(&v)
    }

    /// Whether an atom mentions only merged names and variables that both states know.
    fn in_scope(&self, atom: &Atom, old_vars: &BTreeSet<Var>) -> bool {
        let merged: BTreeSet<Var> = self.pairs.iter().chain(self.quotients).flat_map(|p| p.merged.vars()).collect();
        atom.term.vars().all(|v| merged.contains(&v) || (old_vars.contains(&v) && self.new.scope.contains(&v)))
    }

    /// The affine equations that hold in both states (Karr76), such as constant differences.
    fn equations(&self, cx: &mut Context<'_>, old: &Instance, new: &Instance) -> Vec<Atom> {
        let mut related = self.state.described_variables();
        related.extend(self.extra.iter().flat_map(Term::vars));
        for p in self.pairs {
            related.extend(p.old.vars().chain(p.new.vars()).filter(|v| self.both_know(*v)));
        }
        let products = self.products();
        let mut described: Vec<Term> = related.into_iter().map(Term::var).collect();
        described.extend(products.iter().cloned());
        described.extend(self.products_in_values().into_iter().filter(|t| !products.contains(t)));
        let factors: BTreeSet<Var> = products.iter().flat_map(Term::vars).collect();
        let mut side = |instance: &Instance, st: &State| {
            let equations = times(implied(cx, &st.knowledge), &factors);
            hull(&described, instance, &equations)
        };
        let (Some(a), Some(b)) = (side(old, self.old), side(new, self.new)) else {
            return Vec::new();
        };
        let Some(both) = a.join(&b) else {
            return Vec::new();
        };
        both.equations()
            .iter()
            .filter_map(|t| t.substitute(&|i| described.get(i as usize).cloned()).ok())
            .filter(|t| t.parts().iter().all(|(_, c)| c.abs() < FAR))
            .map(|t| Atom::new(Rel::Eq, t))
            .collect()
    }

    /// Products of the first few values, which may be the values of results.
    fn products(&self) -> Vec<Term> {
        const FACTORS: usize = 3;
        let factors = self.extra.iter().filter(|t| t.as_var().is_some());
        let factors: Vec<&Term> = factors.take(FACTORS).collect();
        let mut products = Vec::new();
        for (i, a) in factors.iter().enumerate() {
            products.extend(factors[..=i].iter().filter_map(|b| a.mul(b).ok()));
        }
        products
    }

    /// Terms of the merged state that are compared: values, offsets and sizes that mention none of these variables.
    fn terms(&self, without: &BTreeSet<Var>) -> Vec<Term> {
        let bases: BTreeSet<Var> = self.state.blocks.values().filter_map(|b| b.base.as_var()).collect();
        let mut terms: Vec<Term> = Vec::new();
        let mut push = |t: &Term| {
            let base = bases.iter().find(|v| t.coefficient(&[**v]) == 1);
            let t = match base {
                Some(v) => t.sub(&Term::var(*v)).ok(),
                None => Some(t.clone()),
            };
            if let Some(t) = t
                && t.as_constant().is_none()
            {
                let t = t.plus(t.constant_part().checked_neg().unwrap_or(0)).unwrap_or(t);
                let small = t.divide_exactly(t.content()).unwrap_or_else(|| t.clone());
                for t in [small, t] {
                    if !terms.contains(&t) {
                        terms.push(t);
                    }
                }
            }
        };
        for p in self.pairs.iter().chain(self.again) {
            push(&p.merged);
        }
        for value in self.state.bindings.values() {
            push(&value.term);
        }
        for e in self.state.entries.values() {
            push(&e.value);
            push(&e.offset);
        }
        for b in self.state.blocks.values() {
            push(&b.size);
        }
        let lengths = self.state.lists.values().map(|l| &l.length);
        lengths.chain(self.state.trees.values().map(|t| &t.cells)).for_each(&mut push);
        for p in self.pairs {
            for v in p.old.vars().chain(p.new.vars()) {
                if self.both_know(v) && !bases.contains(&v) {
                    push(&Term::var(v));
                }
            }
        }
        for t in self.extra {
            push(t);
        }
        // A counter that starts at -n never lies below -n.
        for p in self.pairs.iter().filter(|p| p.old.vars().all(|v| self.both_know(v))) {
            push(&p.old);
        }
        for t in self.beyond_pointers() {
            push(&t);
        }
        for t in self.behind_pointers() {
            push(&t);
        }
        terms.retain(|t| !t.vars().any(|v| without.contains(&v)));
        terms.truncate(MOST_TERMS);
        terms
    }

    /// Variables that are only values without influence on control or memory: comparing them with others is useless.
    fn without_influence(&self, cx: &Context<'_>) -> BTreeSet<Var> {
        let mut rest = self.state.clone();
        rest.bindings.retain(|r, _| cx.influence.has(&self.state.function, *r));
        // A value of pointer width may be a pointer.
        let loose = |e: &&mut Entry| 8 * e.width != cx.program.pointer_bits && !cx.influence.has_memory(8 * e.width);
        for e in rest.entries.values_mut().filter(loose) {
            e.value = Term::constant(0);
        }
        let used = rest.described_variables();
        self.state.described_variables().difference(&used).copied().collect()
    }

    /// The distances of entries from pointers that stay in the middle of a block: an index is compared with them.
    fn beyond_pointers(&self) -> Vec<Term> {
        let mut distances = Vec::new();
        let changing = self.changing();
        let stays = |t: &Term| !t.vars().any(|v| changing.contains(&v));
        for value in self.state.bindings.values().filter(|v| stays(&v.term)) {
            for (id, block) in &self.state.blocks {
                let Ok(offset) = value.term.sub(&block.base) else {
                    continue;
                };
                let into = block.base.vars().all(|v| !offset.contains(v));
                if !into || offset.as_constant().is_some() {
                    continue;
                }
                let entries = self.state.entries_of(*id);
                distances.extend(entries.filter_map(|(_, e)| e.offset.sub(&offset).ok()));
            }
        }
        distances
    }

    /// The sizes of what follows the pointers that a function is called with: a recursion over a part of an array
    /// compares a length with them.
    fn behind_pointers(&self) -> Vec<Term> {
        if self.state.place != ProgramPoint::ENTRY {
            return Vec::new();
        }
        let changing = self.changing();
        let mut rests = Vec::new();
        for value in self.state.bindings.values() {
            for block in self.state.blocks.values() {
                let Some(base) = block.base.as_var().filter(|v| value.term.coefficient(&[*v]) == 1) else {
                    continue;
                };
                let offset = value.term.sub(&Term::var(base)).ok();
                let offset = offset.filter(|t| t.vars().any(|v| changing.contains(&v)));
                rests.extend(offset.and_then(|t| block.size.sub(&t).ok()));
            }
        }
        rests
    }

    /// How far pointers that change lie behind the beginnings of the blocks into which they point, where their values do
    /// not say so themselves: for example a pointer plus a size, where the caller describes the block in another way.
    fn distances_in_blocks(&self, cx: &mut Context<'_>) -> Vec<Term> {
        let Some(function) = cx.program.functions.get(&*self.state.function) else { return Vec::new() };
        let pointers = self.state.bindings.iter().filter(|(r, _)| function.registers[**r].ty == Type::Pointer);
        let pointers: BTreeSet<Var> = pointers.filter_map(|(_, value)| value.term.as_var()).collect();
        let mut distances = Vec::new();
        for p in
            self.pairs.iter().filter(|p| p.merged.as_var().is_some_and(|v| pointers.contains(&v))).take(MOST_POINTERS)
        {
            let same =
                |(id, block): &(&BlockId, &Block)| self.state.blocks.get(id).is_some_and(|now| now.base == block.base);
            for (_, block) in self.old.blocks.iter().filter(same).take(MOST_BLOCKS) {
                let base = block.base.as_var().filter(|v| !p.old.contains(*v));
                let Some(offset) = base.and_then(|base| p.old.sub(&Term::var(base)).ok()) else { continue };
                let Ok(rest) = block.size.sub(&offset) else { continue };
                let mut is_at_least_0 = |t: &Term| {
                    let most = t.neg().ok().and_then(|t| cx.engine.maximum(&self.old.knowledge, &t));
                    most.is_some_and(|most| most <= 0)
                };
                if is_at_least_0(&offset) && is_at_least_0(&rest) {
                    distances.extend(p.merged.sub(&block.base).ok());
                }
            }
        }
        distances
    }

    pub(super) fn changing(&self) -> BTreeSet<Var> {
        let pairs = self.pairs.iter().chain(self.again);
        pairs.flat_map(|p| p.merged.vars()).collect()
    }

    /// `s - t <= c` for the smallest c that holds in both states.
    fn differences(&self, cx: &mut Context<'_>, terms: &[Term], old: &Instance, new: &Instance) -> Vec<Atom> {
        // The address of a cell is not related to numbers or to other addresses. Whether the cell exists follows from
        // its list's length.
        let lists = self.state.lists.values().flat_map(|l| [&l.head, &l.end, &l.before, &l.rear]);
        let pointers = lists
            .chain(self.state.trees.values().flat_map(|t| [&t.root].into_iter().chain(&t.hole)))
            .flat_map(Term::vars);
        let pointers: BTreeSet<Var> = pointers.collect();
        let terms: Vec<&Term> = terms.iter().filter(|t| !t.vars().any(|v| pointers.contains(&v))).collect();
        let changing = self.changing();
        let mut atoms = Vec::new();
        for (i, s) in terms.iter().enumerate() {
            for t in &terms[..i] {
                if !s.vars().chain(t.vars()).any(|v| changing.contains(&v)) {
                    continue;
                }
                for (x, y) in [(s, t), (t, s)] {
                    let Ok(d) = x.sub(y) else { continue };
                    atoms.extend(self.upper(cx, &d, old, new, FAR));
                }
            }
        }
        atoms
    }

    /// `d <= c`, where c is the bound of the older state, or the larger one of both states.
    pub(super) fn upper(&self, cx: &mut Context<'_>, d: &Term, old: &Instance, new: &Instance, far: i128) -> Vec<Atom> {
        let (Ok(before), Ok(after)) = (d.substitute(&|v| old.apply(v)), d.substitute(&|v| new.apply(v))) else {
            return Vec::new();
        };
        let Some(a) = cx.engine.maximum(&self.old.knowledge, &before) else {
            return Vec::new();
        };
        let mut atoms: Vec<Atom> = Vec::new();
        if a.abs() <= far {
            atoms.extend(Atom::le(d, &Term::constant(a)).ok());
        }
        if let Some(b) = cx.engine.maximum(&self.new.knowledge, &after)
            && b > a
            && b.abs() <= far
        {
            atoms.extend(Atom::le(d, &Term::constant(b)).ok());
        }
        atoms
    }

    /// Bounds of single values: those that hold now, thresholds from the program's constants, and the ranges of types.
    fn bounds(&self, cx: &mut Context<'_>, terms: &[Term], old: &Instance, new: &Instance) -> Vec<Atom> {
        let thresholds = self.thresholds(cx);
        let ends = self.ends();
        let shifts = self.shifts();
        let changing = self.changing();
        let mut atoms = Vec::new();
        for t in terms {
            if !t.vars().any(|v| changing.contains(&v)) {
                continue;
            }
            for d in [Some(t.clone()), t.neg().ok()].into_iter().flatten() {
                let negative = d != *t;
                let up = self.upper(cx, &d, old, new, i128::from(u64::MAX));
                let reach = up.iter().map(|a| a.term.constant_part().checked_neg().unwrap_or(0)).max();
                atoms.extend(up);
                let Some(reach) = reach else { continue };
                let ends = ends.iter().copied().filter(|c| !negative && *c >= reach);
                let near = shifts.get(t).into_iter().flatten().chain([&0]);
                let near = near.flat_map(|shift| next_thresholds(&thresholds, *shift, negative, reach));
                for c in near.chain(ends) {
                    atoms.extend(Atom::le(&d, &Term::constant(c)).ok());
                }
            }
        }
        atoms
    }

    /// A block that changes still ends in memory; so does a new allocation of another size.
    fn extents(&self, cx: &Context<'_>) -> Vec<Atom> {
        let changing = self.changing();
        let last = Term::constant(heap::end_of_memory(cx.program.pointer_bits));
        let ends = self.state.blocks.values().filter_map(|b| b.base.add(&b.size).ok());
        let ends = ends.filter(|end| end.vars().any(|v| changing.contains(&v)));
        ends.filter_map(|end| Atom::le(&end, &last).ok()).collect()
    }
}

/// Terms that are 0: the equations of the knowledge, and inequalities that hold in both directions.
fn implied(cx: &mut Context<'_>, knowledge: &[Atom]) -> Vec<Term> {
    let mut equations = Vec::new();
    for a in knowledge {
        let tight = match a.rel {
            Rel::Eq => true,
            Rel::Ne => false,
            Rel::Le => {
                let other = a.term.neg().ok().map(|t| Atom::new(Rel::Le, t));
                a.term.parts().len() <= 4 && other.is_some_and(|o| cx.engine.is_apparent(knowledge, &o))
            }
        };
        if tight {
            equations.push(a.term.clone());
        }
    }
    equations
}

/// Short linear equations, and their products with each of the factors.
fn times(mut equations: Vec<Term>, factors: &BTreeSet<Var>) -> Vec<Term> {
    const LONG: usize = 4;
    let short = |t: &&Term| t.parts().len() <= LONG && t.parts().iter().all(|(m, _)| m.len() <= 1);
    let plain: Vec<Term> = equations.iter().filter(short).cloned().collect();
    for v in factors {
        equations.extend(plain.iter().filter_map(|t| t.mul(&Term::var(*v)).ok()));
    }
    equations
}

/// All affine equations over `described` (as variables 0, 1, ...) that hold where `equations` hold and the variables
/// have the values that `instance` gives.
fn hull(described: &[Term], instance: &Instance, equations: &[Term]) -> Option<Subspace> {
    let mut columns: BTreeMap<Monomial, Var> = BTreeMap::new();
    let count = Var::try_from(described.len()).ok()?;
    let mut raw: Vec<(Option<Var>, Term)> = Vec::new();
    for (i, t) in described.iter().enumerate() {
        raw.push((Var::try_from(i).ok(), t.substitute(&|v| instance.apply(v)).ok()?));
    }
    raw.extend(equations.iter().map(|t| (None, t.clone())));
    for (_, t) in &raw {
        for (m, _) in t.parts().iter().filter(|(m, _)| !m.is_empty()) {
            let next = count + Var::try_from(columns.len()).ok()?;
            columns.entry(m.clone()).or_insert(next);
        }
    }
    let dimension = described.len() + columns.len();
    let mut equations = Vec::new();
    for (i, t) in &raw {
        let parts = t.parts().iter().map(|(m, c)| {
            let m = columns.get(m).map(|v| Monomial::from_slice(&[*v])).unwrap_or_default();
            (m, *c)
        });
        let mut linear = Term::from_parts(parts).ok()?;
        if let Some(i) = i {
            linear = linear.sub(&Term::var(*i)).ok()?;
        }
        equations.push(linear);
    }
    let projected = Subspace::from_equations(dimension, &equations)?.project(&|v| v < count)?;
    // Only the described variables are kept: the other state has other columns.
    Subspace::from_equations(described.len(), &projected.equations())
}
