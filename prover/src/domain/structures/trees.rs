//! Folding of trees: a block whose links all lead to trees becomes a tree. A link to something that is needed by itself
//! becomes a hole of the tree (`spec/rules/tree.md`).

use super::cells::{fits, is_middle, unless_unproved};
use super::owned::{observe, owns};
use super::pins::Pins;
use crate::algebra::{Atom, Rel, Term};
use crate::domain::holds;
use crate::faults::Fault;
use crate::rules::{Context, Rule, Step, tree};
use crate::state::{Path, Same, State, Tree};
use certificates::{BlockId, Kind, Marks, Shape, ShapeId, Sign, TreeId};
use std::collections::{BTreeMap, BTreeSet};

/// What a link of a cell leads to.
enum Child {
    Tree(TreeId),
    /// Nothing: the link is null.
    Null(Term),
    /// Something that does not become a part of the tree: a hole.
    Hole(Term),
}

/// A block whose links all lead to trees, except for at most one.
struct Subtree {
    block: BlockId,
    shape: ShapeId,
    marks: Marks,
    children: Vec<Child>,
}

/// Which blocks may become trees with a hole.
#[derive(Clone, Copy)]
enum Holes {
    /// None.
    No,
    /// Blocks that no near root leads to, if the roots allow holes.
    Far,
    /// All.
    Any,
}

/// Folds blocks into trees, and fills the holes of trees with subtrees that nothing else needs.
pub(super) fn fold_trees(cx: &mut Context<'_>, st: &mut Path, pins: &Pins) -> Rule<()> {
    loop {
        if fill_one(cx, st, pins)? {
            continue;
        }
        let whole = st.blocks.keys().find_map(|id| foldable(cx, st, pins, *id, Holes::No));
        let subtree = whole.or_else(|| st.blocks.keys().find_map(|id| foldable(cx, st, pins, *id, Holes::Far)));
        let Some(subtree) = subtree else { return Ok(()) };
        let folded = fold(cx, st, subtree);
        if unless_unproved(st, folded)?.is_none() {
            return Ok(());
        }
    }
}

/// Folds the block at a pointer into a tree, with a hole if necessary; not a block that has its partner in the other
/// state.
pub(super) fn fold_root(cx: &mut Context<'_>, st: &mut Path, pointer: &Term, paired: &BTreeSet<BlockId>) -> Rule<()> {
    let pins = Pins::of(st, false, |_| true);
    let program = cx.program;
    let begins = |id: &BlockId| {
        let mut shapes = program.shapes.iter().filter(|shape| shape.links.len() > 1);
        let base = st.blocks.get(id).map(|block| &block.base);
        base.is_some_and(|base| shapes.any(|shape| base.plus(i128::from(shape.anchor)).is_ok_and(|at| at == *pointer)))
    };
    let there = st.blocks.keys().copied().find(begins).filter(|id| !paired.contains(id));
    let Some(subtree) = there.and_then(|id| foldable(cx, st, &pins, id, Holes::Any)) else { return Ok(()) };
    let folded = fold(cx, st, subtree);
    unless_unproved(st, folded).map(drop)
}

fn fold(cx: &mut Context<'_>, st: &mut Path, subtree: Subtree) -> Rule<TreeId> {
    let Subtree { block, shape, marks, children } = subtree;
    let step = &mut Step::new(cx, st);
    let there: Vec<TreeId> = children.iter().filter_map(Child::tree).collect();
    let all = tree::bounds(step, shape, block, &there)?;
    let mut trees = Vec::new();
    for child in children {
        trees.push(match child {
            Child::Tree(tree) => tree,
            Child::Null(root) => tree::nil(step, shape, root, all.clone(), marks)?,
            Child::Hole(root) => tree::hole(step, shape, root, all.clone(), marks),
        });
    }
    tree::fold(step, shape, block, trees)
}

/// Fills the hole of a tree, if nothing else needs the missing subtree.
fn fill_one(cx: &mut Context<'_>, st: &mut Path, pins: &Pins) -> Rule<bool> {
    if st.trees.values().all(|t| t.hole.is_none()) {
        return Ok(false);
    }
    let same = Same::of(st);
    let at = |t: &Term| same.plain(t);
    let needed: BTreeSet<Term> = pins.near.iter().chain(st.entries.values().map(|e| &e.value)).map(at).collect();
    let holed = st.trees.iter().filter_map(|(id, t)| Some((*id, t, t.hole.as_ref()?)));
    for (id, t, missing) in holed {
        let hole = at(missing);
        if !hole.is_zero() && needed.contains(&hole) {
            continue;
        }
        let alike = |(other, f): &(&TreeId, &Tree)| {
            **other != id && f.shape == t.shape && f.marks == t.marks && at(&f.root) == hole
        };
        if let Some(filler) = st.trees.iter().find(alike).map(|(other, _)| *other) {
            tree::fill(&mut Step::new(cx, st), id, filler)?;
            return Ok(true);
        }
        if hole.is_zero() {
            let (shape, all, marks, root) = (t.shape, t.all.clone(), t.marks, missing.clone());
            let step = &mut Step::new(cx, st);
            let filler = tree::nil(step, shape, root, all, marks)?;
            tree::fill(step, id, filler)?;
            return Ok(true);
        }
    }
    Ok(false)
}

impl Child {
    fn tree(&self) -> Option<TreeId> {
        match self {
            Child::Tree(tree) => Some(*tree),
            Child::Null(_) | Child::Hole(_) => None,
        }
    }
}

/// The block as the root of a tree, if it can be one.
fn foldable(cx: &mut Context<'_>, st: &State, pins: &Pins, id: BlockId, holes: Holes) -> Option<Subtree> {
    let program = cx.program;
    let block = st.blocks.get(&id).filter(|b| b.kind == Kind::Heap && !b.optional)?;
    let marks = Marks { read_only: block.read_only, kept: block.kept };
    let fitting = (0..).zip(&program.shapes).filter(|(_, shape)| {
        shape.links.len() > 1
            && block.size.as_constant() == Some(shape.size.into())
            && block.align.is_multiple_of(shape.align)
    });
    let others = pins.pointers.iter().chain(st.entries.values().filter(|e| e.block != id).map(|e| &e.value));
    let others: Vec<&Term> = others.collect();
    for (number, shape) in fitting {
        if is_middle(&others, block, shape) || !fits(st, id, shape) {
            continue;
        }
        observe(cx, st, pins, id, shape, &BTreeMap::new());
        if !owns(cx, st, pins, id, shape) {
            continue;
        }
        let pointer = block.base.plus(i128::from(shape.anchor)).ok()?;
        let may_miss = match holes {
            Holes::No => false,
            Holes::Far => pins.holes && !pins.near.contains(&pointer),
            Holes::Any => true,
        };
        let subtree = Subtree { block: id, shape: number, marks, children: Vec::new() };
        if let Some(children) = children(cx, st, &subtree, shape, &others, may_miss) {
            return Some(Subtree { children, ..subtree });
        }
    }
    None
}

/// What the links of a block lead to.
fn children(
    cx: &mut Context<'_>,
    st: &State,
    of: &Subtree,
    shape: &Shape,
    others: &[&Term],
    mut may_miss: bool,
) -> Option<Vec<Child>> {
    let width = cx.program.pointer_bits / 8;
    let mut used = BTreeSet::new();
    let shared = cx.faults.on(Fault::SharedTrees);
    let children = shape.links.iter().map(|offset| {
        let link = st.entry_at(of.block, *offset, width, Sign::Unsigned).map(|(_, e)| &e.value)?;
        let tree = st.trees.iter().find(|(tree, t)| {
            t.root == *link && t.shape == of.shape && t.marks == of.marks && (!used.contains(*tree) || shared)
        });
        // A block that is a tree by itself has become one by now.
        let is_block = |pointer: &Term| {
            let base = pointer.plus(-i128::from(shape.anchor));
            base.is_ok_and(|base| st.blocks.iter().any(|(id, b)| *id != of.block && b.base == base))
        };
        let needed = others.contains(&link);
        match tree {
            Some((tree, t)) if !needed && (t.hole.is_none() || may_miss) => {
                may_miss &= t.hole.is_none();
                used.insert(*tree);
                Some(Child::Tree(*tree))
            }
            None if holds(cx, st, &Atom::new(Rel::Eq, link.clone())) => Some(Child::Null(link.clone())),
            _ if may_miss && (needed || is_block(link)) => {
                may_miss = false;
                Some(Child::Hole(link.clone()))
            }
            _ => None,
        }
    });
    children.collect()
}
