//! The proof steps of a state, as they are recorded for the certificate.

use super::State;
use crate::algebra::{Atom, Var, data};
use certificates::{BlockId, EntryId, Ghost, Hint, ListId, Sign, TreeId};

/// A step with one successor.
#[derive(Clone, Debug)]
pub enum Linear {
    Exec(Hint),
    Ghost(Ghost),
    /// The input at this place is this number, in a graph that no run leaves. It introduces two names: the result, and
    /// one that is not used.
    Choose(i128, Sign),
}

/// Information about a step that the proof does not need, but the claim and refutations do.
#[derive(Clone, Debug, Default)]
pub struct Aside {
    /// Width and sign of the arbitrary input that the step returns, if it returns one.
    pub input: Option<(u32, Sign)>,
    /// The declared function that the step calls; its contract becomes part of the claim.
    pub called: Option<String>,
    /// What Q-IDEAL demands in the mode ideal, with the number of facts known at that point.
    pub machine: Vec<(usize, Atom)>,
}

/// A step with the names it introduced, in the order in which the checker counts them. Terms and ids in hints use the
/// prover's names until `certify` renames them.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub step: Linear,
    pub fresh: Vec<Var>,
    pub blocks: Vec<BlockId>,
    pub entries: Vec<EntryId>,
    pub lists: Vec<ListId>,
    pub trees: Vec<TreeId>,
    /// Number of facts known before the step, if it raised obligations.
    pub start: usize,
    /// Obligations, with the number of facts known at that point; witnesses are made from them.
    pub obligations: Vec<(usize, Atom)>,
    pub aside: Aside,
}

/// Names introduced by the step under construction.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    pub fresh: Vec<Var>,
    pub blocks: Vec<BlockId>,
    pub entries: Vec<EntryId>,
    pub lists: Vec<ListId>,
    pub trees: Vec<TreeId>,
    pub start: usize,
    pub obligations: Vec<(usize, Atom)>,
    pub aside: Aside,
}

/// A point to return to when a rule is abandoned half-way.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    knowledge: usize,
    log: usize,
}

impl State {
    /// G-ASSERT: the atom, which follows, becomes a fact.
    pub fn assert(&mut self, atom: Atom) {
        self.mark.start = self.knowledge.len();
        self.mark.obligations.push((self.knowledge.len(), atom.clone()));
        let ghost = Ghost::Assert(data::atom(&atom));
        self.knowledge.push(atom);
        self.record(Linear::Ghost(ghost));
    }

    /// Ends the step under construction, and records it.
    pub fn record(&mut self, step: Linear) {
        let mark = std::mem::take(&mut self.mark);
        self.log.push(Recorded {
            step,
            fresh: mark.fresh,
            blocks: mark.blocks,
            entries: mark.entries,
            lists: mark.lists,
            trees: mark.trees,
            start: mark.start,
            obligations: mark.obligations,
            aside: mark.aside,
        });
    }

    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { knowledge: self.knowledge.len(), log: self.log.len() }
    }

    /// Undoes facts and steps since the checkpoint. Rules change bindings, blocks and entries only
    /// after their last obligation, so these need no undoing.
    pub fn rollback(&mut self, to: Checkpoint) {
        self.knowledge.truncate(to.knowledge);
        self.log.truncate(to.log);
        self.mark = Mark::default();
    }
}
