//! Subsumption of symbolic heaps: whether a state is an instance of a node. The substitution is found by solving the
//! equations that bindings and entries give.

use super::Instance;
use super::{holds, structures, uniforms};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::faults::Fault;
use crate::rules::{Context, highest, lines};
use crate::state::{Entry, State, Uniform};
use certificates::{BlockId, EntryId, Kind, Sign};
use std::collections::BTreeSet;

/// The substitution under which the node's state describes `st`, if there is one. `generalized` are the node's
/// variables that change from visit to visit; all others must mean the same in both.
pub(crate) fn covers(cx: &mut Context<'_>, node: &State, generalized: &BTreeSet<Var>, st: &State) -> Option<Instance> {
    let mut solver = Solver { cx, node, generalized, st, instance: Instance::default(), equations: Vec::new() };
    solver.bindings()?;
    solver.memory()?;
    solver.structures()?;
    solver.uniforms()?;
    solver.verify()?;
    Some(solver.instance)
}

struct Solver<'a, 'c, 'p> {
    cx: &'c mut Context<'p>,
    node: &'a State,
    generalized: &'a BTreeSet<Var>,
    st: &'a State,
    instance: Instance,
    /// Pairs of equal terms, one of the node and one of the state.
    equations: Vec<(Term, Term)>,
}

impl Solver<'_, '_, '_> {
    fn bindings(&mut self) -> Option<()> {
        for (register, value) in &self.node.bindings {
            let mine = self.st.bindings.get(register)?;
            if mine.sign != value.sign {
                return None;
            }
            self.equations.push((value.term.clone(), mine.term.clone()));
        }
        Some(())
    }

    /// Maps blocks with an identity to the block of the same identity, others to the block of the same base; entries
    /// show where pointers in memory lead. Blocks that are still open are mapped by name.
    fn memory(&mut self) -> Option<()> {
        self.solve();
        let mut used = BTreeSet::new();
        let mut blocks: Vec<BlockId> = self.node.blocks.keys().copied().collect();
        let mut entries: Vec<EntryId> = self.node.entries.keys().copied().collect();
        loop {
            let before = (blocks.len(), entries.len());
            let mut open = Vec::new();
            for id in std::mem::take(&mut blocks) {
                match self.target(id) {
                    Some(target) => self.pair_blocks(id, target, &mut used)?,
                    None => open.push(id),
                }
            }
            blocks = open;
            self.solve();
            let mut open = Vec::new();
            for id in std::mem::take(&mut entries) {
                if !self.pair_entries(id)? {
                    open.push(id);
                }
            }
            entries = open;
            if blocks.is_empty() && entries.is_empty() {
                return Some(());
            }
            if (blocks.len(), entries.len()) == before {
                // Nothing else determines the block.
                if blocks.is_empty() {
                    let id = entries.remove(0);
                    self.guess_entry(id)?;
                    continue;
                }
                let id = blocks.remove(0);
                let kind = &self.node.blocks.get(&id)?.kind;
                let target = match_block(self.st, id, kind)?;
                self.pair_blocks(id, target, &mut used)?;
                self.solve();
            }
        }
    }

    /// The state's block for a block of the node, if identity or base determine it.
    fn target(&self, id: BlockId) -> Option<BlockId> {
        let block = self.node.blocks.get(&id)?;
        if !block.is_released() {
            return match_block(self.st, id, &block.kind);
        }
        let base = self.apply(&block.base)?;
        let mut others = self.st.blocks.iter();
        others.find(|(_, b)| b.base == base && b.kind == block.kind).map(|(id, _)| *id)
    }

    /// Maps segments to those at whose beginnings the same registers and places in memory point.
    fn structures(&mut self) -> Option<()> {
        let blocks = self.instance.blocks.clone();
        let pairs = structures::pairs(self.node, self.st, &blocks);
        if pairs.len() < self.node.lists.len() {
            return None;
        }
        for (mine, theirs) in &pairs {
            let (a, b) = (self.node.lists.get(mine)?, self.st.lists.get(theirs)?);
            for (x, y) in a.first.iter().zip(&b.first).chain(a.last.iter().zip(&b.last)) {
                if x.is_some() && y.is_none() {
                    return None;
                }
                self.equations.extend(x.clone().zip(y.clone()));
            }
            if !a.all.iter().zip(&b.all).all(|(mine, theirs)| mine.contains(*theirs)) {
                return None;
            }
            for (x, y) in a.lines.iter().zip(&b.lines) {
                let Some(x) = x.as_ref().filter(|_| !b.length.is_zero()) else { continue };
                let y = y.as_ref()?;
                if !lines::has_slope(self.cx, self.st, b, y, x.written()).is_ok_and(|has| has) {
                    return None;
                }
                self.equations.push((x.rest.clone(), y.rest.clone()));
            }
            let all = [(&a.head, &b.head), (&a.end, &b.end), (&a.length, &b.length)];
            let back = [(&a.before, &b.before), (&a.rear, &b.rear)];
            self.equations.extend(all.into_iter().chain(back).map(|(x, y)| (x.clone(), y.clone())));
        }
        self.instance.lists = pairs;
        let trees = structures::tree_pairs(self.node, self.st, &blocks);
        if trees.len() < self.node.trees.len() {
            return None;
        }
        for (mine, theirs) in &trees {
            let (a, b) = (self.node.trees.get(mine)?, self.st.trees.get(theirs)?);
            if !a.all.iter().zip(&b.all).all(|(mine, theirs)| mine.contains(*theirs)) {
                return None;
            }
            self.equations.extend(a.corresponding(b)?.map(|(x, y)| (x.clone(), y.clone())));
        }
        self.instance.trees = trees;
        self.solve();
        Some(())
    }

    /// Maps uniform facts to those about elements that begin at the same place.
    fn uniforms(&mut self) -> Option<()> {
        for (id, u) in &self.node.uniforms {
            let block = *self.instance.blocks.get(&u.block)?;
            let found = match self.apply(&u.offset) {
                Some(offset) => uniforms::partner(self.cx, self.st, block, u, &offset)?,
                None => self.st.uniforms_of(block).find(|(_, other)| other.is_like(u))?.0,
            };
            let again = |(mine, theirs): (&EntryId, &EntryId)| {
                *theirs == found && self.node.uniforms.get(mine).is_some_and(|other| other.owned.is_some())
            };
            if u.owned.is_some() && self.instance.uniforms.iter().any(again) {
                return None;
            }
            settle_count(u, self.st.uniforms.get(&found)?, self.generalized, &mut self.instance);
            self.instance.uniforms.insert(*id, found);
        }
        Some(())
    }

    /// Whether the state's uniform facts imply the node's.
    fn verify_uniforms(&mut self) -> Option<()> {
        for (mine, theirs) in &self.instance.uniforms {
            let (wanted, given) = (self.node.uniforms.get(mine)?, self.st.uniforms.get(theirs)?);
            let wanted = wanted.mapped(|t| self.instance.image_of(t)).ok()?;
            let place = Atom::eq(&given.offset, &wanted.offset).ok()?;
            if !holds(self.cx, self.st, &place) || !uniforms::implies(self.cx, self.st, given, &wanted) {
                return None;
            }
        }
        Some(())
    }

    fn pair_blocks(&mut self, id: BlockId, target: BlockId, used: &mut BTreeSet<BlockId>) -> Option<()> {
        let block = self.node.blocks.get(&id)?;
        let other = self.st.blocks.get(&target)?;
        let same = other.kind == block.kind
            && other.read_only == block.read_only
            && other.optional == block.optional
            && other.kept == block.kept
            && other.align % block.align == 0;
        if !same || !used.insert(target) {
            return None;
        }
        self.instance.blocks.insert(id, target);
        self.equations.push((block.base.clone(), other.base.clone()));
        self.equations.push((block.size.clone(), other.size.clone()));
        Some(())
    }

    /// Finds the state's entry for an entry of the node; `Some(false)` if the node's place is not determined yet.
    fn pair_entries(&mut self, id: EntryId) -> Option<bool> {
        let e = self.node.entries.get(&id)?;
        let Some(block) = self.instance.blocks.get(&e.block).copied() else {
            return Some(false);
        };
        let Some(offset) = self.apply(&e.offset) else {
            return Some(false);
        };
        let found = find_entry(self.cx, self.st, block, &offset, e)?;
        let value = self.st.entries.get(&found)?.value.clone();
        self.equations.push((e.value.clone(), value));
        self.instance.entries.insert(id, found);
        self.solve();
        Some(true)
    }

    /// Guesses the newest entry of the same value, for an entry of which only the value is determined.
    fn guess_entry(&mut self, id: EntryId) -> Option<()> {
        let e = self.node.entries.get(&id)?;
        let block = *self.instance.blocks.get(&e.block)?;
        let used: BTreeSet<EntryId> = self.instance.entries.values().copied().collect();
        // One entry of the state may stand for several of the node: the end of a string that has not moved yet.
        let found =
            newest_like(self.st, block, e, &used).or_else(|| newest_like(self.st, block, e, &BTreeSet::new()))?;
        let offset = self.st.entries.get(&found)?.offset.clone();
        self.equations.push((e.offset.clone(), offset));
        self.instance.entries.insert(id, found);
        self.solve();
        Some(())
    }

    /// The node's term over the state's variables, if all its variables are determined.
    fn apply(&self, t: &Term) -> Option<Term> {
        if t.vars().any(|v| self.generalized.contains(&v) && !self.instance.variables.contains_key(&v)) {
            return None;
        }
        t.substitute(&|v| self.instance.apply(v)).ok()
    }

    fn solve(&mut self) {
        settle(&self.equations, self.generalized, &mut self.instance);
    }

    fn verify(&mut self) -> Option<()> {
        settle_facts(&self.node.knowledge, &self.st.knowledge, self.generalized, &mut self.instance);
        let settled: Vec<Var> = self.node.variables().into_iter().collect();
        for v in settled {
            if !self.instance.variables.contains_key(&v) {
                if !self.st.scope.contains(&v) {
                    return None;
                }
                self.instance.variables.insert(v, Term::var(v));
            }
        }
        let equations = std::mem::take(&mut self.equations);
        for (mine, theirs) in &equations {
            let image = mine.substitute(&|v| self.instance.apply(v)).ok()?;
            if image != *theirs
                && !holds(self.cx, self.st, &Atom::eq(theirs, &image).ok()?)
                && !self.cx.faults.on(Fault::CoverValues)
            {
                return None;
            }
        }
        self.verify_uniforms()?;
        for atom in &self.node.knowledge {
            let image = self.instance.image(atom).ok()?;
            if !holds(self.cx, self.st, &image)
                && !self.cx.faults.on(Fault::CoverFacts)
                && !self.cx.faults.on(Fault::MergeKeeps)
            {
                return None;
            }
        }
        Some(())
    }
}

/// Solves equations with one unknown, a changing variable without a value, until nothing changes.
pub(super) fn settle(equations: &[(Term, Term)], generalized: &BTreeSet<Var>, instance: &mut Instance) {
    loop {
        let mut changed = false;
        for (mine, theirs) in equations {
            let unknown: BTreeSet<Var> =
                mine.vars().filter(|v| generalized.contains(v) && !instance.variables.contains_key(v)).collect();
            let (Some(v), 1) = (unknown.first(), unknown.len()) else { continue };
            if let Some(value) = solve_for(mine, theirs, *v, instance) {
                instance.variables.insert(*v, value);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Determines changing variables that only facts mention, such as quotients, by the corresponding equation of the other
/// state. (From `n = 8*q + r` here and `n = 8*p + s` there, where s is r: q is p.)
pub(super) fn settle_facts(mine: &[Atom], theirs: &[Atom], generalized: &BTreeSet<Var>, instance: &mut Instance) {
    let open = |v: &Var, instance: &Instance| generalized.contains(v) && !instance.variables.contains_key(v);
    for atom in mine.iter().filter(|a| a.rel == Rel::Eq && a.term.is_linear()) {
        let unknown: BTreeSet<Var> = atom.term.vars().filter(|v| open(v, instance)).collect();
        let (Some(v), 1) = (unknown.first(), unknown.len()) else { continue };
        let value = said_of(&atom.term, *v, theirs, instance);
        instance.variables.extend(value.map(|value| (*v, value)));
    }
}

/// The variable that occurs in these facts where v occurs in `equation = 0`.
pub(super) fn said_of(equation: &Term, v: Var, facts: &[Atom], instance: &Instance) -> Option<Term> {
    let equations = facts.iter().filter(|a| a.rel == Rel::Eq);
    let mut sides = equations.flat_map(|a| [Some(a.term.clone()), a.term.neg().ok()]).flatten();
    sides.find_map(|side| solve_for(equation, &side, v, instance).filter(|value| value.as_var().is_some()))
}

/// The value of `v` that makes `mine` equal `theirs`, if v occurs linearly and the division is exact.
pub(super) fn solve_for(mine: &Term, theirs: &Term, v: Var, instance: &Instance) -> Option<Term> {
    let c = mine.coefficient(&[v]);
    if c == 0 || mine.parts().iter().any(|(m, _)| m.len() > 1 && m.contains(&v)) {
        return None;
    }
    let rest = mine.add_scaled(&Term::var(v), c.checked_neg()?).ok()?.substitute(&|u| instance.apply(u)).ok()?;
    theirs.sub(&rest).ok()?.divide_exactly(c)
}

/// The block of a state that corresponds to a block with this number and kind.
pub(super) fn match_block(st: &State, id: BlockId, kind: &Kind) -> Option<BlockId> {
    match kind {
        Kind::Global(_) | Kind::Caller(_) | Kind::Function(_) | Kind::Library(_) => st.block_of_kind(kind),
        Kind::Arguments | Kind::ArgumentText | Kind::Variadic(_) | Kind::Passed(_) => st.block_of_kind(kind),
        Kind::Stack(_) => st.blocks.get(&id).filter(|b| b.kind == *kind).map(|_| id).or_else(|| st.block_of_kind(kind)),
        Kind::Heap | Kind::Stream => st.blocks.get(&id).filter(|b| b.kind == *kind).map(|_| id),
    }
}

/// The newest entry of the block at this offset with the width and sign of `like`; or one of the other sign, if its value
/// is a number of both.
pub(super) fn find_entry(
    cx: &mut Context<'_>,
    st: &State,
    block: BlockId,
    offset: &Term,
    like: &Entry,
) -> Option<EntryId> {
    let at = |cx: &mut Context<'_>, sign: Sign| {
        let entries = st.entries_of(block).filter(|(_, e)| e.width == like.width && e.sign == sign);
        let fitting: Vec<(EntryId, &Entry)> = entries.collect();
        let same = fitting.iter().rev().find(|(_, e)| e.offset == *offset);
        let equal = |(_, e): &&(EntryId, &Entry)| {
            Atom::eq(&e.offset, offset).is_ok_and(|a| a.decide() != Some(false) && holds(cx, st, &a))
        };
        same.or_else(|| fitting.iter().rev().find(equal)).copied()
    };
    let other = if like.sign == Sign::Signed { Sign::Unsigned } else { Sign::Signed };
    let found = at(cx, like.sign).or_else(|| at(cx, other).filter(|(_, e)| has_both_signs(cx, st, e)));
    found.map(|(id, _)| id)
}

/// Whether the value of an entry is a number that its bytes are with either sign (C-ENTRY).
pub(super) fn has_both_signs(cx: &mut Context<'_>, st: &State, e: &Entry) -> bool {
    let most = Term::constant(highest(8 * e.width, Sign::Signed));
    let range = [Atom::le(&Term::zero(), &e.value), Atom::le(&e.value, &most)];
    range.into_iter().all(|atom| atom.is_ok_and(|atom| holds(cx, st, &atom)))
}

/// The newest entry of the block that has the same constant as its value and is not in use.
pub(super) fn newest_like(st: &State, block: BlockId, like: &Entry, used: &BTreeSet<EntryId>) -> Option<EntryId> {
    like.value.as_constant()?;
    let mut fitting = st.entries.iter().rev().filter(|(id, e)| {
        e.block == block && e.width == like.width && e.sign == like.sign && e.value == like.value && !used.contains(id)
    });
    fitting.next().map(|(id, _)| *id)
}

/// Determines changing variables that only the place or the number of elements mention.
fn settle_count(mine: &Uniform, theirs: &Uniform, generalized: &BTreeSet<Var>, instance: &mut Instance) {
    for (x, y) in [(&mine.offset, &theirs.offset), (&mine.count, &theirs.count)] {
        let open: BTreeSet<Var> =
            x.vars().filter(|v| generalized.contains(v) && !instance.variables.contains_key(v)).collect();
        if let (Some(v), 1) = (open.first(), open.len())
            && let Some(value) = solve_for(x, y, *v, instance)
        {
            instance.variables.insert(*v, value);
        }
    }
}
