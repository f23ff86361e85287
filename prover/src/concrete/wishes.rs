//! What a call should be like where the contract leaves it open.

use super::condition::Condition;
use crate::algebra::{Atom, Term, Var};
use crate::program::{Reg, Type};
use crate::start::Start;
use crate::state::{Block, Entry};
use certificates::Kind;
use std::collections::BTreeSet;

/// The largest size of an object, in bytes, and the greatest number that a call has if it need not have a larger one.
const SIZE: i128 = 64;
const NUMBER: i128 = 16;

/// What the calls of a search differ in.
#[derive(Clone, Debug, Default)]
pub(super) struct Taste {
    /// The size of all objects, in bytes.
    pub size: Option<i128>,
    /// The value of all numbers.
    pub number: Option<i128>,
    /// The value of one parameter, by its place.
    pub parameter: Option<(usize, i128)>,
    /// Whether sizes and numbers need not be small.
    pub large: bool,
    /// How many cells each list and tree has that is not empty; without a number one.
    pub cells: Option<usize>,
    /// What bytes have that the contract leaves open; otherwise 0, and letters in blocks with strings.
    pub fill: Option<u8>,
    /// Whether addresses are multiples of nothing more than they must be.
    pub odd: bool,
}

/// The terms of an initial state that wishes are about.
pub(super) struct Terms {
    /// Sizes of the caller's blocks.
    sizes: Vec<Term>,
    /// Sizes of those with strings, and of a character there, in bytes.
    texts: Vec<(Term, i128)>,
    /// Integer parameters, by their places.
    parameters: Vec<(usize, Term)>,
    /// Integers in memory.
    entries: Vec<Term>,
    /// Pointers that lead to no block.
    pointers: Vec<Term>,
    /// Lengths of lists and numbers of cells in trees.
    lengths: Vec<Term>,
}

/// Whether an entry is the end of a string, or looks like one.
pub(super) fn is_end(entry: &Entry) -> bool {
    entry.width <= 4 && entry.value.as_constant() == Some(0)
}

/// Whether the block is memory of the caller.
pub(super) fn is_callers(block: &Block) -> bool {
    matches!(block.kind, Kind::Caller(_) | Kind::Heap)
}

impl Terms {
    pub(super) fn of(condition: &Condition<'_>, start: &Start) -> Terms {
        let state = &start.state;
        let heads = state.lists.values().map(|list| &list.head).chain(state.trees.values().map(|tree| &tree.root));
        let bases: BTreeSet<Var> = state.blocks.values().map(|b| &b.base).chain(heads).flat_map(Term::vars).collect();
        let open = |term: &&Term| term.as_constant().is_none();
        let leads = |term: &&Term| term.vars().any(|v| bases.contains(&v));
        let is_pointer = |term: &Term| term.as_var().is_some_and(|v| start.pointers.contains(&v));
        let mut terms = Terms {
            sizes: state.blocks.values().filter(|b| is_callers(b)).map(|b| &b.size).filter(open).cloned().collect(),
            texts: Vec::new(),
            parameters: Vec::new(),
            entries: Vec::new(),
            pointers: Vec::new(),
            lengths: Vec::new(),
        };
        for (id, block) in state.blocks.iter().filter(|(_, b)| is_callers(b) && b.size.as_constant().is_none()) {
            let end = state.entries_of(*id).map(|(_, entry)| entry).find(|entry| is_end(entry));
            terms.texts.extend(end.map(|end| (block.size.clone(), i128::from(end.width))));
        }
        for (number, ty) in condition.function.signature.parameters.iter().enumerate() {
            let Some(term) = state.bindings.get(&Reg::parameter(number)).map(|value| &value.term).filter(open) else {
                continue;
            };
            match ty {
                Type::Int(_) => terms.parameters.push((number, term.clone())),
                Type::Pointer if !leads(&term) => terms.pointers.push(term.clone()),
                _ => {}
            }
        }
        for entry in state.entries.values().map(|entry| &entry.value).filter(open).filter(|value| !leads(value)) {
            if is_pointer(entry) { &mut terms.pointers } else { &mut terms.entries }.push(entry.clone());
        }
        let lists = state.lists.values().map(|list| &list.length);
        terms.lengths.extend(lists.chain(state.trees.values().map(|tree| &tree.cells)).filter(open).cloned());
        terms
    }

    /// The wishes, the more important ones first.
    pub(super) fn wishes(&self, taste: &Taste) -> Vec<Vec<Atom>> {
        let equal = |term: &Term, n: i128| Atom::eq(term, &Term::constant(n)).ok();
        let between = |term: &Term, low: i128, high: i128| {
            [Atom::le(&Term::constant(low), term).ok(), Atom::le(term, &Term::constant(high)).ok()]
        };
        let mut stages = vec![self.lengths.iter().filter_map(|term| equal(term, 1)).collect::<Vec<_>>()];
        let numbers = || self.parameters.iter().map(|(_, term)| term).chain(&self.entries);
        if let Some((place, value)) = taste.parameter {
            let chosen = self.parameters.iter().filter(|(number, _)| *number == place);
            stages.push(chosen.filter_map(|(_, term)| equal(term, value)).collect());
        }
        if let Some(size) = taste.size {
            stages.push(self.sizes.iter().filter_map(|term| equal(term, size)).collect());
        }
        if let Some(value) = taste.number {
            stages.push(numbers().filter_map(|term| equal(term, value)).collect());
        }
        if !taste.large {
            let sizes = self.sizes.iter().flat_map(|size| between(size, 1, SIZE));
            // No string is empty.
            let texts = self.texts.iter().flat_map(|(size, width)| between(size, 2 * width, SIZE * width));
            stages.push(texts.flatten().collect());
            let positive = numbers().flat_map(|term| between(term, 1, NUMBER));
            stages.push(sizes.chain(positive).flatten().collect());
            stages.push(numbers().flat_map(|term| between(term, 0, NUMBER)).flatten().collect());
        }
        stages
    }

    /// Pointers that lead nowhere are null.
    pub(super) fn nowhere(&self) -> Vec<Atom> {
        self.pointers.iter().filter_map(|term| Atom::eq(term, &Term::zero()).ok()).collect()
    }
}
