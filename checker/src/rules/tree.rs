//! Steps of trees (`spec/rules/tree.md`).

use std::rc::Rc;

use certificates::{FoldedCell, Ghost, Marks, OwnedCase, ShapeId, Term, TreeId};

use super::cell::{
    Values, add_address, add_facts, consume, facts, folded, fresh_values, read_tree_facts, require_from, room, shape,
    tree_shape, unfold,
};
use super::memory::read_term;
use super::shared::*;
use crate::proof::state::Tree;

/// A step of a tree.
pub(crate) fn step(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::TreeNil { shape, root, all, marks } => nil(cx, s, *shape, root, all, *marks),
        Ghost::TreeFold { shape, cell, trees, all } => fold(cx, s, *shape, cell, trees, all),
        Ghost::TreeCells(tree) => {
            cx.rule("T-CELLS");
            let t = tree_of(cx, s, *tree)?;
            cx.add_le(&Poly::default(), &t.cells)
        }
        Ghost::TreeEmptied(tree) => {
            cx.rule("T-EMPTIED");
            let t = tree_of(cx, s, *tree)?;
            let zero = Poly::default();
            cx.require_le("P1", &t.cells, &zero)?;
            cx.add_eq(&t.cells, &zero)?;
            cx.add_eq(&t.root, t.hole.as_ref().unwrap_or(&zero))?;
            s.trees.remove(tree);
            Ok(())
        }
        Ghost::TreeHole { shape, root, all, marks } => hole(cx, s, *shape, root, all, *marks),
        Ghost::TreeFill { tree, filler, all } => fill(cx, s, *tree, *filler, all),
        Ghost::TreeFirst { tree, owned } => first(cx, s, *tree, owned),
        _ => cx.reject("instruction", "not a step of trees"),
    }
}

fn tree_of(cx: &Context, s: &State, id: TreeId) -> Checked<Rc<Tree>> {
    Ok(some!(cx, s.trees.get(&id) => "tree", "the state has no tree {id}").clone())
}

pub(crate) fn new_tree(cx: &mut Context, s: &mut State, tree: Tree) -> Checked {
    room(cx, s)?;
    cx.charge(tree.root.size() + tree.cells.size() + tree.hole.as_ref().map_or(0, Poly::size))?;
    s.trees.insert(s.next_tree, Rc::new(tree));
    s.next_tree = s.next_tree.checked_add(1).ok_or(TooLarge)?;
    Ok(())
}

/// T-NIL
fn nil(
    cx: &mut Context,
    s: &mut State,
    shape: ShapeId,
    root: &Term,
    all: &[certificates::CellFact],
    marks: Marks,
) -> Checked {
    cx.rule("T-NIL");
    let looks = tree_shape(cx, shape)?;
    let root = read_term(cx, s, root)?;
    let all = read_tree_facts(cx, looks, all, s.variables)?;
    cx.require_eq("P1", &root, &Poly::default())?;
    new_tree(cx, s, Tree { shape, root, cells: Poly::default(), hole: None, all, marks })
}

/// T-HOLE
fn hole(
    cx: &mut Context,
    s: &mut State,
    shape: ShapeId,
    root: &Term,
    all: &[certificates::CellFact],
    marks: Marks,
) -> Checked {
    cx.rule("T-HOLE");
    let looks = tree_shape(cx, shape)?;
    let root = read_term(cx, s, root)?;
    let all = read_tree_facts(cx, looks, all, s.variables)?;
    new_tree(cx, s, Tree { shape, hole: Some(root.clone()), root, cells: Poly::default(), all, marks })
}

/// T-FILL
fn fill(cx: &mut Context, s: &mut State, tree: TreeId, filler: TreeId, all: &[certificates::CellFact]) -> Checked {
    cx.rule("T-FILL");
    let (t, f) = (tree_of(cx, s, tree)?, tree_of(cx, s, filler)?);
    reject_if!(cx, tree == filler => "trees", "a tree does not fill a hole of its own");
    reject_if!(cx, t.shape != f.shape, t.marks != f.marks => "trees", "trees of different shapes or marks");
    let hole = some!(cx, &t.hole => "trees", "tree {tree} has no hole");
    let looks = shape(cx, t.shape)?;
    let all = read_tree_facts(cx, looks, all, s.variables)?;
    cx.require_eq("P1", hole, &f.root)?;
    require_from(cx, s, "P2", (&t.all, &Poly::default()), (&all, &Poly::default()))?;
    require_from(cx, s, "P3", (&f.all, &Poly::default()), (&all, &Poly::default()))?;
    s.trees.remove(&tree);
    s.trees.remove(&filler);
    let (root, cells) = (t.root.clone(), t.cells.add(&f.cells)?);
    new_tree(cx, s, Tree { root, cells, hole: f.hole.clone(), all, shape: t.shape, marks: t.marks })
}

/// T-FOLD
fn fold(
    cx: &mut Context,
    s: &mut State,
    shape: ShapeId,
    cell: &FoldedCell,
    trees: &[TreeId],
    all: &[certificates::CellFact],
) -> Checked {
    cx.rule("T-FOLD");
    let looks = tree_shape(cx, shape)?;
    let all = read_tree_facts(cx, looks, all, s.variables)?;
    let (values, marks) = folded(cx, s, looks, cell, &all)?;
    reject_if!(cx, trees.len() != looks.links.len() => "trees", "there is a tree for each link");
    cx.charge(trees.len() * trees.len())?;
    let (mut below, mut hole) = (Vec::new(), None);
    let mut cells = Poly::constant(1);
    for (number, (id, link)) in trees.iter().zip(&values.links).enumerate() {
        let t = tree_of(cx, s, *id)?;
        reject_if!(cx, trees.iter().take(number).any(|other| other == id) => "trees", "tree {id} is named twice");
        reject_if!(cx, t.shape != shape, t.marks != marks => "trees", "tree {id} is of another shape, or other marks");
        reject_if!(cx, t.hole.is_some() && hole.is_some() => "trees", "a tree has one hole at most");
        hole = hole.or_else(|| t.hole.clone());
        cx.require_eq("P10", link, &t.root)?;
        cells = cells.add(&t.cells)?;
        below.push(t);
    }
    for t in below {
        require_from(cx, s, "P11", (&t.all, &Poly::default()), (&all, &Poly::default()))?;
    }
    consume(s, cell);
    trees.iter().for_each(|tree| drop(s.trees.remove(tree)));
    let root = values.base.plus(i128::from(looks.anchor))?;
    new_tree(cx, s, Tree { shape, root, cells, hole, all, marks })
}

/// T-FIRST
fn first(cx: &mut Context, s: &mut State, id: TreeId, owned: &[OwnedCase]) -> Checked {
    cx.rule("T-FIRST");
    let t = tree_of(cx, s, id)?;
    reject_if!(cx, t.hole.is_some() => "trees", "tree {id} has a hole, and nothing says below which link");
    let looks = shape(cx, t.shape)?;
    cx.require_le("P1", &Poly::constant(1), &t.cells)?;
    let mut links = Vec::new();
    for _ in &looks.links {
        links.push(cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?);
    }
    let (fields, places) = fresh_values(cx, s, looks)?;
    let base = add_address(cx, looks, &t.root)?;
    add_facts(cx, &fields, &Poly::default(), &t.all)?;
    let values = Values { base, links, back: None, fields, owned: places };
    unfold(cx, s, looks, t.marks, &values, owned)?;
    s.trees.remove(&id);
    let mut sum = Poly::constant(1);
    for root in values.links {
        let cells = cx.fresh(s)?;
        sum = sum.add(&cells)?;
        new_tree(cx, s, Tree { root, cells, ..t.as_ref().clone() })?;
    }
    cx.add_eq(&t.cells, &sum)
}

/// A node's tree in the variables of a state.
pub(crate) fn instance(t: &Tree, images: &[Poly]) -> Result<Tree, TooLarge> {
    Ok(Tree {
        shape: t.shape,
        root: t.root.substitute(images)?,
        cells: t.cells.substitute(images)?,
        hole: t.hole.as_ref().map(|hole| hole.substitute(images)).transpose()?,
        all: facts(&t.all, images)?,
        marks: t.marks,
    })
}
