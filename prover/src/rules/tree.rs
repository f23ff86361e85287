//! Steps about trees: one function for each rule of `spec/rules/tree.md`.

use super::cell::{cell, premise};
use super::list::{add_facts, facts, hull, oblige_cell, oblige_facts, outer_block, ranges};
use super::{Rule, Step, Stop, owned};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term};
use crate::faults::Fault;
use crate::state::{Range, Tree};
use certificates::{BlockId, Ghost, Marks, ShapeId, Sign, TreeId};

impl Step<'_, '_> {
    fn tree(&self, tree: TreeId) -> Rule<Tree> {
        self.st.trees.get(&tree).cloned().ok_or(Stop::Internal("a tree that the state does not have"))
    }

    fn new_tree(&mut self, tree: Tree) -> TreeId {
        let id = self.cx.names.trees;
        self.cx.names.trees += 1;
        self.st.introduced().trees.push(id);
        self.st.trees.insert(id, tree);
        id
    }
}

/// T-NIL
pub(crate) fn nil(s: &mut Step<'_, '_>, shape: ShapeId, root: Term, all: Vec<Range>, marks: Marks) -> Rule<TreeId> {
    s.begin("T-NIL");
    s.prove(Atom::eq(&root, &Term::zero())?, premise)?;
    let ghost = Ghost::TreeNil { shape, root: plain(&root), all: facts(&all), marks };
    let id = s.new_tree(Tree { shape, root, cells: Term::zero(), hole: None, all, marks });
    s.ghost(ghost);
    Ok(id)
}

/// T-HOLE
pub(crate) fn hole(s: &mut Step<'_, '_>, shape: ShapeId, root: Term, all: Vec<Range>, marks: Marks) -> TreeId {
    s.begin("T-HOLE");
    let ghost = Ghost::TreeHole { shape, root: plain(&root), all: facts(&all), marks };
    let id = s.new_tree(Tree { shape, hole: Some(root.clone()), root, cells: Term::zero(), all, marks });
    s.ghost(ghost);
    id
}

/// T-FILL
pub(crate) fn fill(s: &mut Step<'_, '_>, id: TreeId, filler: TreeId) -> Rule<TreeId> {
    let (t, f) = (s.tree(id)?, s.tree(filler)?);
    let hole = t.hole.as_ref().ok_or(Stop::Internal("a whole tree is to be filled"))?;
    s.begin("T-FILL");
    s.prove(Atom::eq(hole, &f.root)?, premise)?;
    // Whatever holds for the cells of either tree holds in the hull, so P2 and P3 need no proof.
    let all = hull(&t.all, &f.all);
    s.st.trees.remove(&id);
    s.st.trees.remove(&filler);
    let cells = t.cells.add(&f.cells)?;
    let made = s.new_tree(Tree { cells, hole: f.hole, all: all.clone(), ..t });
    s.ghost(Ghost::TreeFill { tree: id, filler, all: facts(&all) });
    Ok(made)
}

/// Bounds of the fields of a block's cell and of all cells of some trees.
pub(crate) fn bounds(s: &mut Step<'_, '_>, id: ShapeId, block: BlockId, trees: &[TreeId]) -> Rule<Vec<Range>> {
    let shape = s.shape(id)?;
    let fields = cell(s, shape, block)?.fields;
    let mut all = ranges(s, shape, &fields);
    for tree in trees {
        all = hull(&all, &s.tree(*tree)?.all);
    }
    Ok(all)
}

/// T-FOLD; a tree for each link.
pub(crate) fn fold(s: &mut Step<'_, '_>, id: ShapeId, block: BlockId, trees: Vec<TreeId>) -> Rule<TreeId> {
    let shape = s.shape(id)?;
    let mut cell = cell(s, shape, block)?;
    owned::find(s, shape, &mut cell)?;
    s.begin("T-FOLD");
    let block = oblige_cell(s, shape, &cell)?;
    let mut all = ranges(s, shape, &cell.fields);
    for tree in &trees {
        if !s.cx.faults.on(Fault::AllCells) {
            all = hull(&all, &s.tree(*tree)?.all);
        }
    }
    oblige_facts(s, &all, &cell.fields)?;
    let (mut cells, mut hole) = (Term::constant(1), None);
    for (link, tree) in cell.links.iter().zip(&trees) {
        let tree = s.tree(*tree)?;
        s.prove(Atom::eq(link, &tree.root)?, premise)?;
        cells = cells.add(&tree.cells)?;
        hole = hole.or(tree.hole);
    }
    owned::consume(s.st, &cell);
    for tree in &trees {
        s.st.trees.remove(tree);
    }
    let root = block.base.plus(i128::from(shape.anchor))?;
    let marks = Marks { read_only: block.read_only, kept: block.kept };
    let made = s.new_tree(Tree { shape: id, root, cells, hole, all: all.clone(), marks });
    s.ghost(Ghost::TreeFold { shape: id, cell: cell.folded, trees, all: facts(&all) });
    Ok(made)
}

/// T-CELLS
pub(crate) fn cells(s: &mut Step<'_, '_>, tree: TreeId) -> Rule<()> {
    let cells = s.tree(tree)?.cells;
    s.begin("T-CELLS");
    s.st.add_le(&Term::zero(), &cells)?;
    s.ghost(Ghost::TreeCells(tree));
    Ok(())
}

/// T-EMPTIED
pub(crate) fn emptied(s: &mut Step<'_, '_>, id: TreeId) -> Rule<()> {
    let tree = s.tree(id)?;
    s.begin("T-EMPTIED");
    s.prove_le(&tree.cells, &Term::zero(), premise)?;
    s.st.add(Atom::eq(&tree.cells, &Term::zero())?);
    s.st.add(Atom::eq(&tree.root, tree.hole.as_ref().unwrap_or(&Term::zero()))?);
    s.st.trees.remove(&id);
    s.ghost(Ghost::TreeEmptied(id));
    Ok(())
}

/// T-FIRST, and T-CELLS for each subtree.
pub(crate) fn first(s: &mut Step<'_, '_>, id: TreeId) -> Rule<()> {
    let tree = s.tree(id)?;
    let shape = s.shape(tree.shape)?;
    let bits = s.pointer_bits();
    s.begin("T-FIRST");
    s.prove_unless(Fault::NotEmpty, Atom::le(&Term::constant(1), &tree.cells)?, premise)?;
    let base = tree.root.plus(-i128::from(shape.anchor))?;
    let mut links = Vec::new();
    for _ in &shape.links {
        links.push(s.fresh_ranged(bits, Sign::Unsigned)?);
    }
    let mut fields = Vec::new();
    for place in &shape.fields {
        fields.push(s.fresh_open(8 * place.width, place.sign)?);
    }
    let values = fields.clone();
    let known = |s: &mut Step<'_, '_>| add_facts(s, &tree.all, &values);
    let made = outer_block(s, shape, base, tree.marks, known, links.clone(), None, fields)?;
    let counts: Vec<Term> = links.iter().map(|_| s.fresh()).collect();
    let sum = counts.iter().try_fold(Term::constant(1), |sum, count| sum.add(count))?;
    s.st.add(Atom::eq(&tree.cells, &sum)?);
    s.st.trees.remove(&id);
    let children = links.into_iter().zip(counts);
    let children: Vec<TreeId> = children
        .map(|(root, cells)| {
            s.new_tree(Tree { shape: tree.shape, root, cells, hole: None, all: tree.all.clone(), marks: tree.marks })
        })
        .collect();
    s.ghost(Ghost::TreeFirst { tree: id, owned: made.cases });
    owned::place_blocks(s, &made.owned)?;
    children.into_iter().try_for_each(|child| self::cells(s, child))
}
