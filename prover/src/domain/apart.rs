//! Partitioning (disjunctive completion by a key, as in trace partitioning, Mauborgne05): which states at one place are
//! described together, and which are kept apart.

use super::blocks::Correspondence;
use super::covers::match_block;
use super::structures::is_cell;
use super::variadic;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::state::{Entry, Same, State};
use certificates::{BlockId, Kind, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// A difference between two states at one place for which they are kept apart although they could be merged
/// (trace partitioning).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Criterion {
    /// A value is another function's address. The merged state would know only that it is some number, and a call
    /// through it could not be proved.
    Functions,
    /// A pointer is null in one of them only.
    Null,
    /// A pointer is null in one of them, and in the other a pointer or the beginning of a segment or tree, even of one
    /// that may have no cells. This includes `Null`.
    Beginnings,
    /// A pointer leads into the heap in one of them and to a variable in the other.
    Kinds,
    /// A pointer leads to one variable, or other object with an identity, in one of them, and to another in the other.
    Targets,
    /// A place in memory outside cells is null in one of them only.
    Memory,
    /// They have taken different numbers of arguments from a list. The merged state would not know which is next.
    Taken,
    /// A pointer has to do with one link of a cell in one of them, and with another link in the other.
    Links,
}

impl Criterion {
    fn separates(self, shapes: &[Shape], a: &State, b: &State) -> bool {
        match self {
            Criterion::Functions => differ(a, b),
            Criterion::Null => !alike(a, b, false),
            Criterion::Beginnings => !alike(a, b, true),
            Criterion::Kinds => !same_kinds(a, b),
            Criterion::Targets => !same_targets(a, b),
            Criterion::Memory => !alike_in_memory(shapes, a, b, null),
            Criterion::Taken => taken_differ(a, b),
            Criterion::Links => !same_links(shapes, a, b),
        }
    }
}

/// The criteria by which states at one place are kept apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Apart(pub(crate) &'static [Criterion]);

impl Apart {
    /// Merged wherever that is of any use.
    pub(crate) const LEAST: Apart = Apart(&[Criterion::Functions, Criterion::Taken]);

    /// Whether the two states are to be kept apart. Where a search for tokens goes on is told apart always: most loops over
    /// tokens have a state with a saved pointer and one with a saved null pointer.
    pub(crate) fn keeps(self, shapes: &[Shape], a: &State, b: &State) -> bool {
        self.0.iter().any(|criterion| criterion.separates(shapes, a, b)) || saved_differ(shapes, a, b)
    }
}

/// Whether a register or a place in memory that both states describe holds the address of a function in one state, but
/// not the same address in the other.
fn differ(a: &State, b: &State) -> bool {
    let (first, second) = (addresses(a), addresses(b));
    if first.is_empty() && second.is_empty() {
        return false;
    }
    let different = |x: &Term, y: &Term| {
        let name = |t: &Term, names: &BTreeMap<Var, &str>| {
            let known = t.as_var().and_then(|v| names.get(&v).copied());
            known.map(str::to_string)
        };
        name(x, &first) != name(y, &second)
    };
    let registers = a.bindings.iter().any(|(register, value)| {
        let other = b.bindings.get(register);
        other.is_some_and(|o| different(&value.term, &o.term))
    });
    registers
        || a.entries.values().any(|e| {
            let block = a.blocks.get(&e.block);
            let theirs = block.and_then(|block| match_block(b, e.block, &block.kind));
            theirs.is_some_and(|theirs| {
                let mut places = b.entries_of(theirs);
                places.any(|(_, o)| o.offset == e.offset && o.width == e.width && different(&e.value, &o.value))
            })
        })
}

/// Whether a pointer that `strtok` or `strtok_r` saved is null in one state and leads somewhere in the other.
fn saved_differ(shapes: &[Shape], a: &State, b: &State) -> bool {
    a.has_tokens() && b.has_tokens() && !alike_in_memory(shapes, a, b, bounded_by_zero)
}

/// Whether a list of variable arguments that both states have is known to be at different arguments.
fn taken_differ(a: &State, b: &State) -> bool {
    let (mine, theirs) = (variadic::taken(a), variadic::taken(b));
    mine.iter().any(|(place, taken)| {
        let (block, offset) = place;
        let block = a.blocks.get(block).and_then(|known| match_block(b, *block, &known.kind));
        let other = block.and_then(|block| theirs.get(&(block, *offset)));
        other.is_some_and(|other| other != taken)
    })
}

/// The functions whose address is a variable of the state, by that variable.
fn addresses(st: &State) -> BTreeMap<Var, &str> {
    let named = st.blocks.values().filter_map(|block| match &block.kind {
        Kind::Function(name) => Some((block.base.as_var()?, name.as_str())),
        _ => None,
    });
    named.collect()
}

/// Whether no register is null in one state and points into a block in the other: a description of both could not say
/// where the pointer leads. The states at one place form finitely many classes, as there are finitely many registers.
/// `beginnings`: also compares the beginnings of segments and trees that may be empty.
fn alike(a: &State, b: &State, beginnings: bool) -> bool {
    let points = |st: &State, t: &Term| {
        let begins = || st.lists.values().any(|l| l.head == *t) || st.trees.values().any(|tree| tree.root == *t);
        points(st, t) || beginnings && begins()
    };
    a.bindings.iter().all(|(register, mine)| {
        b.bindings.get(register).is_none_or(|theirs| {
            // The result of a failed search is known to be 0, but written as the start of what was searched plus
            // something.
            let null_in_one =
                |(x, s): (&Term, &State), (y, t): (&Term, &State)| points(t, y) && null(s, x) && !null(t, y);
            let (mine, theirs) = ((&mine.term, a), (&theirs.term, b));
            !null_in_one(mine, theirs) && !null_in_one(theirs, mine)
        })
    })
}

/// Whether the value is known to be 0 without a query to the solver, be it by two bounds.
fn bounded_by_zero(st: &State, t: &Term) -> bool {
    let bound = |t: &Term| st.knowledge.iter().any(|fact| fact.rel == Rel::Le && fact.term == *t);
    null(st, t) || bound(t) && t.neg().is_ok_and(|t| bound(&t))
}

/// Whether the value is known to be 0 without a query to the solver.
fn null(st: &State, t: &Term) -> bool {
    t.as_constant() == Some(0)
        || st.knowledge.iter().any(|fact| fact.rel == Rel::Eq && fact.term == *t)
        || st.has_structures() && Same::of(st).plain(t).is_zero()
}

/// Whether no place in memory that both states have, outside cells, is null in one state and a pointer in the other.
fn alike_in_memory(shapes: &[Shape], a: &State, b: &State, null: impl Fn(&State, &Term) -> bool) -> bool {
    let blocks = Correspondence::of(a, b);
    // The contents of a cell differ from cell to cell.
    let cells: BTreeSet<BlockId> = blocks.keys().copied().filter(|id| is_cell(shapes, a, *id)).collect();
    a.entries.values().filter(|e| !cells.contains(&e.block)).all(|e| {
        let other = blocks.get(&e.block).and_then(|block| {
            let mut there = b.entries_of(*block);
            there.find(|(_, o)| o.offset == e.offset && o.width == e.width).map(|(_, o)| o)
        });
        other.is_none_or(|o| {
            let (mine, theirs) = (null(a, &e.value), null(b, &o.value));
            mine == theirs || !points(a, &e.value) && !points(b, &o.value)
        })
    })
}

/// Whether no register leads to, or holds, different links of a cell with several links in the two states. Where a walk
/// down a tree is about to write, the link depends on the path taken.
fn same_links(shapes: &[Shape], a: &State, b: &State) -> bool {
    let branching: Vec<Shape> = shapes.iter().filter(|shape| shape.links.len() > 1).cloned().collect();
    if branching.is_empty() {
        return true;
    }
    let cells = |st: &State| -> BTreeSet<BlockId> {
        st.blocks.keys().copied().filter(|id| is_cell(&branching, st, *id)).collect()
    };
    let (mine, theirs) = (cells(a), cells(b));
    a.bindings.iter().all(|(register, x)| {
        let place = link_of(&branching, a, &mine, &x.term);
        let other = || link_of(&branching, b, &theirs, &b.bindings.get(register)?.term);
        place.is_none_or(|place| other().is_none_or(|other| place == other))
    })
}

/// The link of a cell that a term points to or is the value of: the offset, and which of the two it is. If a link is at
/// the cell's anchor, a pointer to the cell also points to that link.
fn link_of(shapes: &[Shape], st: &State, cells: &BTreeSet<BlockId>, t: &Term) -> Option<(i128, bool)> {
    let links: BTreeSet<i128> = shapes.iter().flat_map(|shape| &shape.links).map(|link| i128::from(*link)).collect();
    let in_block = cells.iter().find_map(|id| {
        let base = &st.blocks.get(id)?.base;
        let distance = t.sub(base).ok().and_then(|distance| distance.as_constant());
        let to = distance.filter(|distance| links.contains(distance)).map(|link| (link, true));
        let held = || {
            let entries = st.entries_of(*id).filter(|(_, e)| e.value == *t && !e.value.is_zero());
            let offset = entries.filter_map(|(_, e)| e.offset.as_constant()).find(|offset| links.contains(offset));
            offset.map(|link| (link, false))
        };
        to.or_else(held)
    });
    let in_tree = || {
        let anchor = shapes.iter().find(|shape| shape.links.contains(&shape.anchor))?.anchor;
        st.trees.values().any(|tree| tree.root == *t).then_some((anchor.into(), true))
    };
    in_block.or_else(in_tree)
}

/// Whether no register points into the heap in one state and to a variable in the other.
fn same_kinds(a: &State, b: &State) -> bool {
    let heap = |st: &State, t: &Term| {
        let into = |base: &Term| base.as_var().is_some_and(|v| t.coefficient(&[v]) == 1);
        let block = st.blocks.values().find(|b| into(&b.base)).map(|b| b.kind == Kind::Heap);
        let structure = || st.lists.values().any(|l| into(&l.head)) || st.trees.values().any(|t| into(&t.root));
        block.or_else(|| structure().then_some(true))
    };
    a.bindings.iter().all(|(register, mine)| {
        let theirs = b.bindings.get(register).and_then(|theirs| heap(b, &theirs.term));
        let mine = theirs.is_some().then(|| heap(a, &mine.term)).flatten();
        mine.zip(theirs).is_none_or(|(mine, theirs)| mine == theirs)
    })
}

/// Whether no pointer in a register, or in memory at a place that both states have, leads to an object with an identity in
/// one state and to another object in the other.
fn same_targets(a: &State, b: &State) -> bool {
    let target = |st: &'_ State, t: &Term| {
        let into = |base: &Term| base.as_var().is_some_and(|v| t.coefficient(&[v]) == 1);
        st.blocks.values().find(|block| into(&block.base)).map(|block| block.kind.clone())
    };
    let alike = |mine: &Term, theirs: &Term| match (target(a, mine), target(b, theirs)) {
        (Some(mine), Some(theirs)) => mine == theirs,
        _ => true,
    };
    let blocks = Correspondence::of(a, b);
    let there = |e: &Entry| {
        let other = *blocks.get(&e.block)?;
        b.entries_of(other).find(|(_, o)| o.offset == e.offset && o.width == e.width).map(|(_, o)| o)
    };
    a.bindings.iter().all(|(register, mine)| b.bindings.get(register).is_none_or(|o| alike(&mine.term, &o.term)))
        && a.entries.values().all(|e| there(e).is_none_or(|o| alike(&e.value, &o.value)))
}

/// Whether the term is a block's base plus something, or the beginning of a segment or tree with cells.
fn points(st: &State, t: &Term) -> bool {
    let lists = st.lists.values().map(|l| (&l.head, &l.length));
    let trees = st.trees.values().map(|tree| (&tree.root, &tree.cells));
    if lists.chain(trees).any(|(pointer, count)| pointer == t && has_cells(st, count)) {
        return true;
    }
    let mut bases = st.blocks.values().filter_map(|b| b.base.as_var());
    bases.any(|v| t.coefficient(&[v]) == 1)
}

/// Whether a number of cells is known to be at least 1 without a query to the solver.
fn has_cells(st: &State, count: &Term) -> bool {
    let positive = |fact: &Atom| {
        fact.rel == Rel::Le
            && fact.term.add(count).is_ok_and(|least| least.as_constant().is_some_and(|least| least >= 1))
    };
    count.as_constant().map_or_else(|| st.knowledge.iter().any(positive), |count| count >= 1)
}
