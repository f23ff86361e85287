//! The proof trees of a graph, in one arena. A tree is what happens between two nodes; it grows from its open leaves.

use super::{End, NodeIndex, Return};
use crate::algebra::Atom;
use crate::domain::Instance;
use crate::index::Idx;
use crate::state::{Path, Recorded};
use std::collections::BTreeMap;
use std::ops::{Index, IndexMut};

/// Identifies a tree or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeIndex(usize);

impl Idx for TreeIndex {
    fn new(number: usize) -> TreeIndex {
        TreeIndex(number)
    }

    fn number(self) -> usize {
        self.0
    }
}

/// Linear steps, and what they lead to.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub steps: Vec<Recorded>,
    /// The knowledge where the steps end; left out before a case analysis, whose cases repeat it.
    pub knowledge: Vec<Atom>,
    pub end: End,
}

/// All trees. An index must belong to a tree that was opened and not discarded since; any other index is an internal
/// error.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trees {
    places: Vec<Option<Tree>>,
    free: Vec<TreeIndex>,
}

impl Trees {
    /// All facts of some path through the tree; each step of the tree knows a prefix of them.
    pub(crate) fn facts_below(&self, mut tree: TreeIndex) -> &[Atom] {
        loop {
            match &self[tree].end {
                End::Split { yes: case, .. } | End::Apart { left_first: case, .. } => tree = *case,
                _ => return &self[tree].knowledge,
            }
        }
    }

    pub(crate) fn push(&mut self, tree: Tree) -> TreeIndex {
        match self.free.pop() {
            Some(place) => {
                self.places[place.number()] = Some(tree);
                place
            }
            None => {
                self.places.push(Some(tree));
                TreeIndex::new(self.places.len() - 1)
            }
        }
    }

    /// A new tree without steps.
    pub(crate) fn open(&mut self) -> TreeIndex {
        self.push(Tree { steps: Vec::new(), knowledge: Vec::new(), end: End::Open })
    }

    /// Appends the steps that a path has recorded.
    pub(crate) fn grow(&mut self, tree: TreeIndex, st: &mut Path) {
        self[tree].steps.append(&mut st.take_steps());
    }

    /// Appends the steps that a path has recorded, and ends it.
    pub(crate) fn close(&mut self, tree: TreeIndex, st: &mut Path, end: End) {
        self.grow(tree, st);
        let tree = &mut self[tree];
        if !matches!(end, End::Split { .. } | End::Apart { .. }) {
            tree.knowledge = st.knowledge.clone();
        }
        tree.end = end;
    }

    /// Ends the path at a node that describes its state.
    pub(crate) fn close_with(&mut self, tree: TreeIndex, mut st: Path, node: NodeIndex, instance: Instance) {
        self.grow(tree, &mut st);
        let tree = &mut self[tree];
        tree.knowledge = st.into_state().knowledge;
        tree.end = End::Goto { node, instance };
    }

    /// A tree with all its parts; each part comes before those that follow it.
    pub(crate) fn parts(&self, tree: TreeIndex) -> Vec<TreeIndex> {
        let mut parts = Vec::new();
        let mut open = vec![tree];
        while let Some(part) = open.pop() {
            parts.push(part);
            let behind = open.len();
            open.extend(self[part].end.behind());
            open[behind..].reverse();
        }
        parts
    }

    /// Cuts a tree off after its first steps, and leaves it open there.
    pub(crate) fn reopen(&mut self, tree: TreeIndex, steps: usize) {
        for part in self.parts(tree).into_iter().skip(1) {
            self.free(part);
        }
        let tree = &mut self[tree];
        tree.steps.truncate(steps);
        tree.knowledge.clear();
        tree.end = End::Open;
    }

    /// Removes a tree.
    pub(crate) fn discard(&mut self, tree: TreeIndex) {
        for part in self.parts(tree) {
            self.free(part);
        }
    }

    fn free(&mut self, part: TreeIndex) {
        self.places[part.number()] = None;
        self.free.push(part);
    }

    /// A separate copy of a tree.
    pub(crate) fn copy(&mut self, tree: TreeIndex) -> TreeIndex {
        let parts = self.parts(tree);
        let copies: BTreeMap<TreeIndex, TreeIndex> =
            parts.iter().map(|part| (*part, self.push(self[*part].clone()))).collect();
        for copy in copies.values() {
            for behind in self[*copy].end.behind_mut() {
                *behind = copies[behind];
            }
        }
        copies[&tree]
    }

    /// All trees and parts of trees.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Tree> {
        self.places.iter_mut().flatten()
    }

    /// All indices in use, ascending.
    pub(crate) fn places(&self) -> Vec<TreeIndex> {
        let used = self.places.iter().enumerate().filter(|(_, tree)| tree.is_some());
        used.map(|(number, _)| TreeIndex::new(number)).collect()
    }
}

impl End {
    /// The trees that follow this one, in order.
    pub(crate) fn behind(&self) -> Vec<TreeIndex> {
        match self {
            End::Split { yes, no, .. } => vec![*yes, *no],
            End::Apart { left_first, right_first, .. } => vec![*left_first, *right_first],
            End::Compare(compare) => vec![compare.called, compare.returned],
            End::Call { returns, .. } => returns.iter().map(|r| r.tree).collect(),
            End::Open | End::Goto { .. } | End::Return(_) | End::Infeasible | End::Exit { .. } => Vec::new(),
        }
    }

    fn behind_mut(&mut self) -> Vec<&mut TreeIndex> {
        match self {
            End::Split { yes, no, .. } => vec![yes, no],
            End::Apart { left_first, right_first, .. } => vec![left_first, right_first],
            End::Compare(compare) => vec![&mut compare.called, &mut compare.returned],
            End::Call { returns, .. } => returns.iter_mut().map(|r: &mut Return| &mut r.tree).collect(),
            End::Open | End::Goto { .. } | End::Return(_) | End::Infeasible | End::Exit { .. } => Vec::new(),
        }
    }
}

impl Index<TreeIndex> for Trees {
    type Output = Tree;

    fn index(&self, place: TreeIndex) -> &Tree {
        self.places[place.number()].as_ref().expect("a tree that was not discarded")
    }
}

impl IndexMut<TreeIndex> for Trees {
    fn index_mut(&mut self, place: TreeIndex) -> &mut Tree {
        self.places[place.number()].as_mut().expect("a tree that was not discarded")
    }
}
