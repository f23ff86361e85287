//! The finished entries that later calls may use. `entries` decides which of them a call uses.

use crate::contract::Contract;
use crate::domain::canonical::{self, Shape};
use crate::domain::lending::Divided;
use crate::graph::NodeIndex;
use crate::program::Program;
use crate::program::reach::{self, Reach};
use crate::state::State;
use certificates::BlockId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Finished entries, and what is known about functions.
pub(super) struct Entries {
    pub reach: BTreeMap<String, Reach>,
    /// Finished entries by the canonical form of their state.
    pub finished: HashMap<Shape, NodeIndex>,
    /// Entry nodes whose graphs are complete and depend on nothing unfinished.
    settled: BTreeSet<NodeIndex>,
    /// By function, the entry that its calls share.
    pub shared: BTreeMap<String, Shared>,
    /// By function, the cases of its contract.
    pub agreed: BTreeMap<String, Vec<Agreed>>,
}

/// Contracts of the functions that a program calls, by name.
pub type Contracts = BTreeMap<String, Contract>;

/// A case of a function's contract.
pub(super) struct Agreed {
    /// Its initial state.
    pub state: State,
    pub entry: CaseEntry,
    /// The case of which this is one with a block in parts, as some callers have it.
    pub whole: Option<(usize, BlockId, Divided)>,
}

/// What is known of the entry of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CaseEntry {
    /// It was not explored, or its graph depends on one that is not finished.
    Unknown,
    /// It is finished.
    Node(NodeIndex),
    /// The function is not proved from there.
    Impossible,
}

impl CaseEntry {
    /// The node, if it is finished.
    pub(super) fn node(self) -> Option<NodeIndex> {
        match self {
            CaseEntry::Node(node) => Some(node),
            CaseEntry::Unknown | CaseEntry::Impossible => None,
        }
    }
}

/// The shared entry of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shared {
    /// This node, and how often it was generalized.
    Entry(NodeIndex, usize),
    /// The common description of the calls is too weak to prove the function: every call has its own entry.
    Impossible,
}

impl Entries {
    pub(super) fn new(program: &Program) -> Self {
        Entries {
            reach: reach::reach(program),
            finished: HashMap::new(),
            settled: BTreeSet::new(),
            shared: BTreeMap::new(),
            agreed: BTreeMap::new(),
        }
    }

    /// Whether the graph of this entry is complete and will not change.
    pub(super) fn is_settled(&self, entry: NodeIndex) -> bool {
        self.settled.contains(&entry)
    }

    /// Records that the graphs of these entries are complete and refer to nothing unfinished.
    pub(super) fn settle(&mut self, entries: impl IntoIterator<Item = NodeIndex>) {
        self.settled.extend(entries);
    }

    /// Records a finished entry for later calls with the same canonical form.
    pub(super) fn finish(&mut self, entry: NodeIndex, state: &State) {
        self.finished.insert(canonical::shape(&canonical::names(state), state), entry);
    }

    /// Records that calls of this function cannot share an entry.
    pub(super) fn share_none(&mut self, function: &str) {
        self.shared.insert(function.to_string(), Shared::Impossible);
    }
}
