//! Unfolding on demand (materialisation, Sagiv02): where an access or a call of `free` leads to no block but to the
//! beginning or end of a segment, the cell there becomes a block. A case analysis may be needed to decide whether there
//! is a cell.

use crate::algebra::{Atom, Rel, Term};
use crate::explore::explorer::Explorer;
use crate::explore::worklist::Work;
use crate::faults::Fault;
use crate::graph::{End, Failure, TreeIndex};
use crate::program::{Op, Operand, Program};
use crate::rules::list::{self, Outer};
use crate::rules::{Rule, Step, Stop, tree};
use crate::state::{Path, State, Tree};
use certificates::{ListId, Shape, TreeId};

/// The end of a segment, or the root of a tree, whose cell a pointer leads into.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    List(ListId, Outer),
    Tree(TreeId),
}

/// What to do next with a structure.
enum Turn {
    /// It has been unfolded; or it was empty and has been removed.
    Done,
    /// It is not known whether it has a cell: decide this atom first.
    Split(Atom),
}

/// Whether something is known about the cell at the other end.
fn far_is_known(st: &State, found: Found) -> bool {
    let known = |fields: &[Option<Term>]| fields.iter().any(Option::is_some);
    match found {
        Found::List(list, Outer::First) => st.lists.get(&list).is_some_and(|l| known(&l.last)),
        Found::List(list, Outer::Last) => st.lists.get(&list).is_some_and(|l| known(&l.first)),
        Found::Tree(_) => false,
    }
}

/// The pointers to the outer cells of all segments, and to the roots of all trees.
fn ends<'a>(program: &'a Program, st: &'a State) -> Vec<(Found, &'a Term, &'a Shape)> {
    let ends = st.lists.iter().flat_map(|(list, l)| {
        let shape = program.shapes.get(l.shape as usize);
        let first = shape.map(|shape| (Found::List(*list, Outer::First), &l.head, shape));
        let last = shape.filter(|shape| shape.back.is_some());
        let last = last.map(|shape| (Found::List(*list, Outer::Last), &l.rear, shape));
        first.into_iter().chain(last)
    });
    let roots = st.trees.iter().filter_map(|(tree, t)| {
        let shape = program.shapes.get(t.shape as usize)?;
        Some((Found::Tree(*tree), &t.root, shape))
    });
    ends.chain(roots).collect()
}

impl Explorer<'_, '_> {
    /// Unfolds the segment at a pointer that leads to no known block. If there is none, returns the state.
    pub(super) fn unfolded(
        &mut self,
        tree: TreeIndex,
        mut st: Path,
        pointer: &Term,
    ) -> Result<Option<Path>, Box<Failure>> {
        let Some(found) = self.segment_at(&st, pointer) else { return Ok(Some(st)) };
        let is_whole = |st: &State, found: Found| match found {
            Found::List(..) => true,
            Found::Tree(tree) => st.trees.get(&tree).is_some_and(|t| t.hole.is_none()),
        };
        if !is_whole(&st, found) {
            // The missing subtree may exist by now, and may not be needed by itself any longer.
            self.summarize_for(&mut st)?;
            if self.segment_at(&st, pointer).is_some_and(|found| is_whole(&st, found)) {
                self.go_on(tree, st);
                return Ok(None);
            }
            return Ok(Some(st));
        }
        match self.turn(&mut st, found) {
            Ok(Turn::Done) => self.go_on(tree, st),
            Ok(Turn::Split(atom)) => self.split(tree, st, atom)?,
            Err(stop) => return Err(self.stopped(&st, stop)),
        }
        Ok(None)
    }

    /// The pointer that the next instruction computes another one from, if a segment begins or ends there: once the
    /// cell is a block, it is known whether the sum wraps.
    pub(super) fn moved_pointer(&self, st: &State) -> Option<Term> {
        if !st.has_structures() {
            return None;
        }
        let Op::GetElementPtr { base: Operand::Register(base), .. } = &self.current(st)?.op else { return None };
        let pointer = &st.bindings.get(base)?.term;
        self.outer_cell(st, pointer).map(|_| pointer.clone())
    }

    /// Removes segments and trees that begin at a null pointer, which have no cell. `None` if the path ends here or
    /// continues in cases.
    pub(super) fn drop_empty(&mut self, tree: TreeIndex, mut st: Path) -> Result<Option<Path>, Box<Failure>> {
        loop {
            let null = |t: &Term| {
                t.as_constant() == Some(0) || st.knowledge.iter().any(|fact| fact.rel == Rel::Eq && fact.term == *t)
            };
            let list = st.lists.iter().find(|(_, l)| null(&l.head)).map(|(id, _)| Found::List(*id, Outer::First));
            let whole = |(_, t): &(&TreeId, &Tree)| t.hole.is_none() && null(&t.root);
            let tree_of = || st.trees.iter().find(whole).map(|(id, _)| Found::Tree(*id));
            let Some(found) = list.or_else(tree_of) else { return Ok(Some(st)) };
            let blocks = st.blocks.len();
            match self.turn(&mut st, found) {
                Ok(Turn::Done) if st.blocks.len() > blocks => {
                    self.unless_infeasible(tree, st, Stop::Internal("a cell at a null pointer"))?;
                    return Ok(None);
                }
                Ok(Turn::Done) => {}
                Ok(Turn::Split(atom)) => {
                    self.split(tree, st, atom)?;
                    return Ok(None);
                }
                Err(stop) => return Err(self.stopped(&st, stop)),
            }
        }
    }

    /// Continues the path, unless its knowledge is contradictory.
    fn go_on(&mut self, tree: TreeIndex, mut st: Path) {
        if self.is_infeasible(&st) {
            self.graph.trees.close(tree, &mut st, End::Infeasible);
        } else {
            self.work.push(Work::Path(tree, st));
        }
    }

    /// The segment in whose first or last cell a pointer lies.
    fn segment_at(&mut self, st: &State, pointer: &Term) -> Option<Found> {
        if let Some(found) = self.outer_cell(st, pointer) {
            return Some(found);
        }
        // The pointer may be written differently.
        let engine = &mut self.cx.engine;
        ends(self.cx.program, st).into_iter().find_map(|(found, end, shape)| {
            let low = Atom::le(&end.plus(-i128::from(shape.anchor)).ok()?, pointer).ok()?;
            let high = end.plus(i128::from(shape.size) - i128::from(shape.anchor) - 1).ok()?;
            let high = Atom::le(pointer, &high).ok()?;
            let inside = engine.entails(&st.knowledge, &low) && engine.entails(&st.knowledge, &high);
            inside.then_some(found)
        })
    }

    /// The segment whose outer cell a pointer leads into, if the terms show it without a query to the solver.
    fn outer_cell(&self, st: &State, pointer: &Term) -> Option<Found> {
        ends(self.cx.program, st).into_iter().find_map(|(found, end, shape)| {
            let distance = pointer.sub(end).ok()?.as_constant()?;
            let (anchor, size) = (i128::from(shape.anchor), i128::from(shape.size));
            (-anchor..size - anchor).contains(&distance).then_some(found)
        })
    }

    fn turn(&mut self, st: &mut Path, found: Found) -> Rule<Turn> {
        let count = match found {
            Found::List(list, _) => st.lists.get(&list).map(|l| l.length.clone()),
            Found::Tree(tree) => st.trees.get(&tree).map(|t| t.cells.clone()),
        };
        let count = count.ok_or(Stop::Internal("a structure that the state does not have"))?;
        let mut step = Step::new(self.cx, st);
        if step.holds(&Atom::le(&Term::constant(1), &count)?) || step.cx.faults.on(Fault::NotEmpty) {
            // If there is only one cell, what is known about the cell at the other end holds for this one.
            let several = Atom::le(&Term::constant(2), &count)?;
            if far_is_known(step.st, found) && !step.holds(&several) && !step.holds(&several.negate()?) {
                return Ok(Turn::Split(several));
            }
            match found {
                Found::List(list, outer) => drop(list::unfold(&mut step, list, outer)?),
                Found::Tree(tree) => tree::first(&mut step, tree)?,
            }
            return Ok(Turn::Done);
        }
        let empty = Atom::le(&count, &Term::zero())?;
        if step.holds(&empty) {
            match found {
                Found::List(list, _) => list::emptied(&mut step, list)?,
                Found::Tree(tree) => tree::emptied(&mut step, tree)?,
            }
            return Ok(Turn::Done);
        }
        Ok(Turn::Split(empty))
    }
}
