//! How the first fact about an array is guessed (`spec/rules/uniform.md`). An entry that appears at the place of a cursor of a
//! loop becomes the only element of a fact, whose other elements the next rounds are expected to write, or to compare; if it
//! is a pointer, the others are expected to own memory, or to lead into one block, as it does. Elements of which each was
//! known alone, and which a loop writes, become those of a fact; so do null pointers of which the loop sets one.

use super::elements::{is_null, is_plain};
use super::pairs::Pairs;
use super::{filling, holds, owned_elements};
use crate::algebra::{Atom, Term, Var};
use crate::program::Op;
use crate::rules::uniform;
use crate::state::{Block, ElementPart, Entry, OwnedElements, State, Uniform};
use certificates::{BlockId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Facts of a state, at most, for others to be guessed.
const MOST_GUESSED: usize = 6;
/// Distances of elements that are tried, at most.
const MOST_STRIDES: usize = 3;
/// The greatest distance of elements that is tried, in bytes.
const WIDEST: u64 = 4096;

/// What is guessed of pointers in an array.
#[derive(Clone)]
enum Pointee {
    /// Each owns memory.
    Owned(OwnedElements),
    /// They lead into one block: they are not less than its base, and not greater than any of these.
    Inside { least: Term, most: Vec<Term> },
}

impl Pairs<'_, '_, '_> {
    /// Guesses facts whose first element the newer state has, and the older one not.
    pub(super) fn first_elements(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in blocks {
            if !state.blocks.contains_key(mine) || !is_plain(state, *mine) {
                continue;
            }
            let entries: Vec<Entry> = self.after.entries_of(*theirs).map(|(_, e)| e.clone()).collect();
            for e in entries.into_iter().rev().filter(|e| matches!(e.width, 1 | 2 | 4 | 8)) {
                if state.uniforms.len() >= MOST_GUESSED || self.cx.engine.late() {
                    return;
                }
                let owned = |u: &Uniform| u.owned.is_some() && u.width == e.width;
                let single = state.blocks.get(mine).is_some_and(|b| b.size == Term::constant(e.width.into()));
                if single || self.is_old(*mine, &e) || state.uniforms_of(*mine).any(|(_, u)| owned(u)) {
                    continue;
                }
                let pointee = match self.is_pointer(&e) {
                    true => match self.pointee(&e, blocks) {
                        Some(pointee) => Some(pointee),
                        None => continue,
                    },
                    false => None,
                };
                for stride in self.strides(e.width) {
                    if let Some(fact) = self.first_element(*mine, (&e, pointee.as_ref()), stride)
                        && !state.uniforms_of(*mine).any(|(_, u)| u.is_like(&fact) && u.offset == fact.offset)
                    {
                        state.uniforms.insert(self.cx.names.entries, fact);
                        self.cx.names.entries += 1;
                    }
                }
            }
        }
    }

    /// Guesses facts about elements of which the older state knows each alone, and the newer one does not any more: a loop
    /// writes them at a cursor.
    pub(super) fn known_elements(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        for (mine, theirs) in blocks {
            if !state.blocks.contains_key(mine) || !is_plain(state, *mine) {
                continue;
            }
            for width in [1, 2, 4, 8] {
                if state.uniforms.len() >= MOST_GUESSED || self.cx.engine.late() {
                    return;
                }
                let Some((like, count)) = uniform::row(self.before, *mine, width) else { continue };
                let left = uniform::row(self.after, *theirs, width).map_or(0, |(_, count)| count);
                let Some(fact) = self.all_elements(&like, count, *theirs).filter(|_| 2 * left <= count) else {
                    continue;
                };
                if !state.uniforms_of(*mine).any(|(_, u)| u.is_like(&fact) && u.offset == fact.offset) {
                    state.uniforms.insert(self.cx.names.entries, fact);
                    self.cx.names.entries += 1;
                }
            }
        }
    }

    /// Guesses what null pointers own of which the newer state has set one.
    pub(super) fn null_elements(&mut self, state: &mut State, blocks: &BTreeMap<BlockId, BlockId>) {
        if self.cx.indexing {
            // Each pointer is distinguished.
            return;
        }
        let width = self.cx.program.pointer_bits / 8;
        for (mine, theirs) in blocks {
            if !state.blocks.contains_key(mine) || !is_plain(state, *mine) {
                continue;
            }
            let set = self.after.entries_of(*theirs).filter(|(_, e)| e.width == width);
            let set: Vec<Entry> = set.map(|(_, e)| e.clone()).collect();
            let Some(owned) = set.iter().find_map(|e| owned_elements::set(self.cx, self.after, e)) else { continue };
            let facts = self.nulls(*mine, &self.staying(owned));
            if !facts.is_empty() && filling::sets_next(self.cx.program, self.before) {
                // Those that are set so far are none of the others.
                return;
            }
            for fact in facts {
                if state.uniforms.len() < MOST_GUESSED
                    && !state.uniforms_of(*mine).any(|(_, u)| u.is_like(&fact) && u.offset == fact.offset)
                {
                    // What is known of each of them alone is said of all.
                    let covered = |e: &Entry| e.block == *mine && fact.index(&e.offset).is_some();
                    let values = state.entries.values().filter(|e| covered(e)).map(|e| &e.value);
                    let mut gone: BTreeSet<Var> = values.flat_map(Term::vars).collect();
                    state.entries.retain(|_, e| !covered(e));
                    let described = state.described_variables();
                    gone.retain(|v| !described.contains(v));
                    self.memo.retain(|p| !p.merged.vars().any(|v| gone.contains(&v)));
                    state.uniforms.retain(|_, u| u.block != *mine || fact.index(&u.offset).is_none());
                    state.uniforms.insert(self.cx.names.entries, fact);
                    self.cx.names.entries += 1;
                }
            }
        }
    }

    /// The null pointers of a block of the older state, as if each owned this.
    fn nulls(&self, block: BlockId, owned: &OwnedElements) -> Vec<Uniform> {
        let width = self.cx.program.pointer_bits / 8;
        let said = Uniform {
            block,
            offset: Term::zero(),
            count: Term::zero(),
            stride: width.into(),
            width,
            sign: Sign::Unsigned,
            least: Vec::new(),
            most: Vec::new(),
            owned: Some(owned.clone()),
        };
        let known = self.before.uniforms_of(block).map(|(_, u)| u).filter(|u| is_null(u) && u.width == width);
        let mut found: Vec<Uniform> = known
            .filter(|u| u.sign == said.sign)
            .map(|u| Uniform { offset: u.offset.clone(), count: u.count.clone(), stride: u.stride, ..said.clone() })
            .collect();
        if let Some((first, count)) =
            uniform::row(self.before, block, width).filter(|(first, _)| first.sign == said.sign)
        {
            let mut all = self.before.entries_of(block).filter(|(_, e)| (e.width, e.sign) == (width, said.sign));
            if all.all(|(_, e)| e.value.is_zero()) {
                found.push(Uniform { offset: first.offset, count: Term::constant(count), ..said });
            }
        }
        found
    }

    /// The fact about the elements in a row that begins with this one, and about those that the newer state has written.
    fn all_elements(&mut self, first: &Entry, count: i128, theirs: BlockId) -> Option<Uniform> {
        let (width, sign, block) = (first.width, first.sign, first.block);
        let alike = |e: &&Entry| (e.width, e.sign) == (width, sign);
        let at_cursor = |e: &Entry| alike(&e) && e.offset.as_constant().is_none();
        if !self.after.entries_of(theirs).any(|(_, e)| at_cursor(e)) {
            return None;
        }
        let old: Vec<Term> =
            self.before.entries_of(block).map(|(_, e)| e).filter(alike).map(|e| e.value.clone()).collect();
        let new: Vec<Term> =
            self.after.entries_of(theirs).map(|(_, e)| e).filter(alike).map(|e| e.value.clone()).collect();
        let (offset, count, stride) = (first.offset.clone(), Term::constant(count), u64::from(width));
        let (least, most, owned) = (Vec::new(), Vec::new(), None);
        let mut fact = Uniform { block, offset, count, stride, width, sign, least, most, owned };
        for least in [true, false] {
            let mut hull = None;
            for (st, value) in old.iter().map(|t| (self.before, t)).chain(new.iter().map(|t| (self.after, t))) {
                let bound = uniform::extreme(self.cx, st, value, least);
                hull = match (hull, bound) {
                    (None, Some(c)) => Some(c),
                    (Some(a), Some(b)) if least => Some(b.min(a)),
                    (Some(a), Some(b)) => Some(b.max(a)),
                    (_, None) => return None,
                };
            }
            let bounds = self.constants(hull?, &fact, least);
            if least { fact.least = bounds } else { fact.most = bounds }
        }
        fact.says_something().then_some(fact)
    }

    /// Whether the older state has an entry there.
    fn is_old(&mut self, block: BlockId, e: &Entry) -> bool {
        let before = self.before;
        before.entries_of(block).any(|(_, o)| o.width == e.width && self.kept(&o.offset, &e.offset))
    }

    /// Whether the value leads into a block: constants say nothing useful of it.
    fn is_pointer(&self, e: &Entry) -> bool {
        let bases: BTreeSet<Var> = self.after.blocks.values().flat_map(|b| b.base.vars()).collect();
        e.value.vars().any(|v| bases.contains(&v))
    }

    /// What is guessed of the elements of which this pointer is the first.
    fn pointee(&mut self, e: &Entry, blocks: &BTreeMap<BlockId, BlockId>) -> Option<Pointee> {
        if let Some(owned) = self.first_owned(e, blocks) {
            return Some(Pointee::Owned(owned));
        }
        let leads = |b: &Block| b.base.as_var().is_some_and(|v| e.value.coefficient(&[v]) == 1);
        let (block, b) = self.after.blocks.iter().find(|(_, b)| leads(b))?;
        let (block, base, size) = (*block, b.base.clone(), b.size.clone());
        let ends = self.after.entries_of(block).filter(|(_, e)| e.width == 1 && e.value.is_zero());
        let ends: Vec<Term> = ends.map(|(_, e)| e.offset.clone()).collect();
        let stays = |t: &Term| t.vars().all(|v| self.generalized.is_none_or(|g| !g.contains(&v)) && self.names_both(v));
        let most = ends.into_iter().chain([size.plus(-1).ok()?, size]).filter_map(|end| base.add(&end).ok());
        let most: Vec<Term> = most.filter(stays).collect();
        let least = Some(base).filter(stays)?;
        let mut inside = Vec::new();
        for bound in most {
            if holds(self.cx, self.after, &Atom::le(&e.value, &bound).ok()?) {
                inside.push(bound);
            }
        }
        let begins = holds(self.cx, self.after, &Atom::le(&least, &e.value).ok()?);
        (begins && !inside.is_empty()).then_some(Pointee::Inside { least, most: inside })
    }

    /// What the pointer of an entry owns, if only it leads to a block that the older state does not have.
    fn first_owned(&mut self, e: &Entry, blocks: &BTreeMap<BlockId, BlockId>) -> Option<OwnedElements> {
        let (block, owned) = owned_elements::first(self.cx, self.after, e)?;
        if blocks.values().any(|known| *known == block) {
            return None;
        }
        Some(self.staying(owned))
    }

    /// What is owned, without a size that means something only in the newer state.
    fn staying(&self, owned: OwnedElements) -> OwnedElements {
        let stays = |v: Var| self.generalized.is_none_or(|g| !g.contains(&v)) && self.names_both(v);
        let part = match owned.part {
            ElementPart::Block { size, align, string } => {
                ElementPart::Block { size: size.filter(|size| size.vars().all(stays)), align, string }
            }
            list => list,
        };
        OwnedElements { part, marks: owned.marks }
    }

    /// Distances of elements of this width: those by which indices of the function and the cursors of the loop are scaled.
    fn strides(&self, width: u32) -> Vec<u64> {
        let function = self.cx.program.functions.get(&*self.before.function);
        let instructions = function.into_iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
        let indices = instructions.filter_map(|i| match &i.op {
            Op::GetElementPtr { indices, .. } => Some(indices.iter().map(|index| i128::from(index.stride))),
            _ => None,
        });
        let moved = self.memo.iter().filter_map(|p| p.new.sub(&p.old).ok()?.as_constant());
        let all: BTreeSet<i128> = indices.flatten().chain(moved).map(i128::abs).collect();
        let wide = all.into_iter().filter_map(|stride| u64::try_from(stride).ok());
        wide.filter(|stride| (u64::from(width)..=WIDEST).contains(stride)).take(MOST_STRIDES).collect()
    }

    /// The fact of which this entry of the newer state is the only element, where others are this far from each other.
    fn first_element(
        &mut self,
        block: BlockId,
        (e, pointee): (&Entry, Option<&Pointee>),
        stride: u64,
    ) -> Option<Uniform> {
        let stays = |v: Var| self.generalized.is_none_or(|g| !g.contains(&v)) && self.names_both(v);
        if !e.offset.vars().all(stays) {
            return None;
        }
        let distance = i128::from(stride);
        let (mut best, mut rest) = (None, None);
        for p in self.memo.iter().filter(|p| p.old.vars().all(stays)) {
            let Some(step @ (1 | -1)) = p.new.sub(&p.old).ok().and_then(|d| d.as_constant()) else { continue };
            let count = p.merged.sub(&p.old).and_then(|d| d.scale(step)).ok()?;
            let from = e.offset.add_scaled(&p.old, distance.checked_neg()?).ok();
            let follows = from.is_some_and(|d| d.as_constant().is_some());
            let offset = match step {
                -1 if follows && p.old.as_constant().is_none() => {
                    e.offset.plus(distance).and_then(|end| end.add_scaled(&count, -distance)).ok()?
                }
                _ => e.offset.clone(),
            };
            let found = (offset, count);
            if follows && best.is_none() {
                best = Some(found);
            } else if rest.is_none() {
                rest = Some(found);
            }
        }
        let (offset, count) = best.or(rest)?;
        let (width, sign) = (e.width, e.sign);
        let (least, most, owned) = match pointee.cloned() {
            Some(Pointee::Owned(owned)) => (vec![Term::constant(1)], Vec::new(), Some(owned)),
            Some(Pointee::Inside { least, most }) => (vec![least], most, None),
            None => (Vec::new(), Vec::new(), None),
        };
        let mut fact = Uniform { block, offset, count, stride, width, sign, least, most, owned };
        if pointee.is_some() {
            return Some(fact);
        }
        let (least, most) = (self.guessed(&e.value, &fact, true), self.guessed(&e.value, &fact, false));
        (fact.least, fact.most) = (least, most);
        fact.says_something().then_some(fact)
    }
}
