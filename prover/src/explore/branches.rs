//! Case analyses: over an atom, and over whether an allocation has failed.

use crate::algebra::{Atom, Rel, TooLarge};
use crate::explore::assume::assume;
use crate::explore::explorer::{Done, Explorer};
use crate::explore::worklist::Work;
use crate::faults::Fault;
use crate::graph::{End, Failure, TreeIndex};
use crate::rules;
use crate::state::{Block, Linear, Path, State};
use certificates::{BlockId, Ghost, Kind};

/// Two blocks that a pointer cannot both lead into.
struct Coinciding {
    left: BlockId,
    right: BlockId,
    /// The left one ends before the right one begins, and the other way round.
    facts: [Atom; 2],
}

impl Explorer<'_, '_> {
    /// Follows both cases. If all paths from here meet again, they may be joined there.
    pub(super) fn split(&mut self, tree: TreeIndex, mut st: Path, atom: Atom) -> Done {
        let negation = atom.negate().map_err(|TooLarge| self.too_large(&st))?;
        st.splits += 1;
        let (yes, no) = (self.graph.trees.open(), self.graph.trees.open());
        self.graph.trees.close(tree, &mut st, End::Split { atom: atom.clone(), yes, no });
        if self.cx.faults.on(Fault::Infeasible) {
            self.graph.trees[no].end = End::Infeasible;
            self.work.push(Work::Case(yes, st, atom));
            return Ok(());
        }
        self.open_join(&st);
        self.work.push(Work::Case(no, st.clone(), negation));
        st.then = None;
        self.work.push(Work::Case(yes, st, atom));
        Ok(())
    }

    /// One case.
    pub(super) fn case(&mut self, tree: TreeIndex, mut st: Path, atom: &Atom) -> Done {
        if assume(self.cx, &mut st, atom).map_err(|TooLarge| self.too_large(&st))? {
            match self.coincide(&st, atom).map_err(|TooLarge| self.too_large(&st))? {
                Some(blocks) => self.close_apart(tree, st, blocks),
                None if let Some(further) = st.then.take() => return self.split(tree, st, further),
                None => self.work.push(Work::Path(tree, st)),
            }
        } else {
            self.graph.trees.close(tree, &mut st, End::Infeasible);
        }
        Ok(())
    }

    /// Two blocks into which one pointer would have to lead if the equation were true. Returns them with the facts of
    /// G-APART for its two cases, if both cases contradict the equation. One of the blocks is a heap block of the
    /// program's own, or a variable with an address of its own, so the exceptions of that rule do not apply.
    fn coincide(&mut self, st: &State, atom: &Atom) -> Result<Option<Coinciding>, TooLarge> {
        let term = &atom.term;
        if atom.rel != Rel::Eq || !term.is_linear() || term.vars().count() != 2 {
            return Ok(None);
        }
        let small = 1i128 << (self.cx.program.pointer_bits - 16);
        let known = |b: &Block| !b.optional && b.size.as_constant().is_some_and(|size| (1..=small).contains(&size));
        let globals = &self.cx.program.globals;
        let mergeable = |b: &Block| match &b.kind {
            Kind::Global(name) => globals.iter().any(|g| g.name == *name && g.unnamed_addr),
            _ => false,
        };
        let based = |sign: i128, own: bool| {
            let mut blocks = st.blocks.iter().filter(|(_, b)| known(b));
            let found = blocks.find(|(_, b)| {
                let heap = b.kind == Kind::Heap && !b.kept && !b.read_only;
                let variable = matches!(b.kind, Kind::Global(_)) && !mergeable(b);
                b.base.as_var().is_some_and(|v| term.coefficient(&[v]) == sign)
                    && (heap || variable || !own && !matches!(b.kind, Kind::Function(_)))
            });
            found.map(|(id, block)| (*id, block))
        };
        let pair = based(1, true).zip(based(-1, false)).or_else(|| based(-1, true).zip(based(1, false)));
        let Some(((left, a), (right, b))) = pair else { return Ok(None) };
        let heap = |b: &Block| b.kind == Kind::Heap;
        if !heap(a) && !heap(b) && (mergeable(a) || mergeable(b)) {
            return Ok(None);
        }
        // What a caller lends to be read may be one with a variable.
        let lent = |b: &Block| b.read_only && matches!(b.kind, Kind::Caller(_) | Kind::Heap);
        let variable = |b: &Block| matches!(b.kind, Kind::Global(_));
        if lent(a) && variable(b) || lent(b) && variable(a) {
            return Ok(None);
        }
        let facts = [Atom::le(&a.base.add(&a.size)?, &b.base)?, Atom::le(&b.base.add(&b.size)?, &a.base)?];
        for fact in &facts {
            let mut knowledge = st.knowledge.clone();
            knowledge.push(fact.clone());
            if self.cx.engine.consistent(&knowledge) {
                return Ok(None);
            }
        }
        Ok(Some(Coinciding { left, right, facts }))
    }

    /// Ends the path, because the blocks are disjoint.
    fn close_apart(&mut self, tree: TreeIndex, mut st: Path, blocks: Coinciding) {
        let Coinciding { left, right, facts } = blocks;
        let (left_first, right_first) = (self.graph.trees.open(), self.graph.trees.open());
        self.graph.trees.close(tree, &mut st, End::Apart { left, right, left_first, right_first });
        for (case, fact) in [left_first, right_first].into_iter().zip(facts) {
            let mut st = st.clone();
            st.knowledge.push(fact);
            self.graph.trees.close(case, &mut st, End::Infeasible);
        }
    }

    /// Whether this point is unreachable, because its knowledge is contradictory.
    pub(super) fn is_infeasible(&mut self, st: &State) -> bool {
        !self.cx.engine.consistent(&st.knowledge) || self.cx.faults.on(Fault::Unreachable)
    }

    /// Decides whether allocations that may have failed did fail; `None` if that takes a case analysis.
    pub(super) fn resolve_optional(&mut self, tree: TreeIndex, mut st: Path) -> Result<Option<Path>, Box<Failure>> {
        while let Some((id, base, size)) =
            st.blocks.iter().find(|(_, b)| b.optional).map(|(id, b)| (*id, b.base.clone(), b.size.clone()))
        {
            let null = Atom::new(Rel::Eq, base.clone());
            let present = Atom::new(Rel::Ne, base.clone());
            if self.cx.engine.entails(&st.knowledge, &null) {
                st.forget_block(id);
                st.record(Linear::Ghost(Ghost::Resolve { block: id, present: false }));
            } else if self.cx.engine.entails(&st.knowledge, &present) {
                let split = rules::heap::small(self.cx, &st, &size).map_err(|TooLarge| self.too_large(&st))?;
                if let Some(split) = split {
                    self.split(tree, st, split)?;
                    return Ok(None);
                }
                let made = rules::heap::present(self.cx, &mut st, id, &base, &size);
                made.map_err(|TooLarge| self.too_large(&st))?;
            } else {
                // In a loop that frees the elements of an array the others are behind the last one that was freed: a path
                // on which there was nothing to free does not show that.
                let is_element = st.uniforms.values().any(|u| u.owned.is_some());
                self.split(tree, st, if is_element { present } else { null })?;
                return Ok(None);
            }
        }
        Ok(Some(st))
    }
}
