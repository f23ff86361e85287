//! Case analyses: over an atom, and over whether an allocation has failed.

use super::assume::assume;
use super::explore::{Done, Explorer};
use super::worklist::Work;
use super::{End, Failure, TreeIndex};
use crate::algebra::{Atom, Rel, TooLarge};
use crate::faults::Fault;
use crate::rules;
use crate::state::{Linear, State};
use certificates::Ghost;

impl Explorer<'_, '_> {
    /// Follows both cases; where all paths from here meet again they may go on together.
    pub(super) fn split(&mut self, tree: TreeIndex, mut st: State, atom: Atom) -> Done {
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
        self.work.push(Work::Case(yes, st, atom));
        Ok(())
    }

    /// One case.
    pub(super) fn case(&mut self, tree: TreeIndex, mut st: State, atom: &Atom) -> Done {
        if assume(self.cx, &mut st, atom).map_err(|TooLarge| self.too_large(&st))? {
            self.work.push(Work::Path(tree, st));
        } else {
            self.graph.trees.close(tree, &mut st, End::Infeasible);
        }
        Ok(())
    }

    /// Perhaps this point cannot be reached.
    pub(super) fn is_infeasible(&mut self, st: &State) -> bool {
        !self.cx.engine.consistent(&st.knowledge) || self.cx.faults.on(Fault::Unreachable)
    }

    /// Decides whether allocations that may have failed did; `None` if that takes a case analysis.
    pub(super) fn resolve_optional(&mut self, tree: TreeIndex, mut st: State) -> Result<Option<State>, Box<Failure>> {
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
                self.split(tree, st, null)?;
                return Ok(None);
            }
        }
        Ok(Some(st))
    }
}
