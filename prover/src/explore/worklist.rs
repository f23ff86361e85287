//! What is still to be explored: open leaves, and what waits for all leaves behind it. The list is worked off from its
//! end, so exploration is depth first, and all that belongs to a loop header or to a function lies behind its mark:
//! starting again from there means cutting the list.

use crate::algebra::Atom;
use crate::domain::Description;
use crate::explore::calls::{Answered, Call};
use crate::explore::returns::Summary;
use crate::graph::{NodeIndex, TreeIndex};
use crate::program::flow::Flow;
use crate::state::State;
use std::rc::Rc;

/// One item of the list.
pub(super) enum Work {
    /// A path to be followed.
    Path(TreeIndex, State),
    /// A case of a case analysis: the path of those states that satisfy the atom.
    Case(TreeIndex, State, Atom),
    /// A call goes on from the return of this number.
    Return(Rc<Answered>, usize),
    /// All paths to the innermost join have been followed.
    Join,
    /// Paths that wait at a join and may go on together.
    Together(Vec<Waiting>),
    /// All paths from the innermost loop header have been followed.
    Header,
    /// All paths of the innermost function have been followed.
    Function,
}

/// A path that waits for others.
pub(super) type Waiting = (TreeIndex, State);

/// A function that is being explored.
pub(super) struct Activation {
    pub function: String,
    pub flow: Rc<Flow>,
    /// For whom.
    pub purpose: Purpose,
    /// The entry's state, generalized from round to round.
    pub description: Description,
    /// The node of the present round.
    pub entry: NodeIndex,
    /// Return nodes that calls of this activation may use, and what they say.
    pub summaries: Vec<Summary>,
    pub summary_nodes: Vec<NodeIndex>,
    /// Some call in progress used them.
    pub used: bool,
    /// The least call depth whose unfinished entry this graph refers to.
    pub lowest: usize,
    /// How often it was explored.
    pub rounds: usize,
    /// The states in which it returned, by the number in `End::Return`.
    pub returned: Vec<State>,
    /// Loop headers on the path, innermost last.
    pub headers: Vec<Header>,
    /// Joins that paths lead to, innermost last.
    pub joins: Vec<Join>,
    /// What was there before.
    pub mark: Mark,
}

/// For whom a function is explored.
pub(super) enum Purpose {
    /// The claim.
    Root,
    /// A call.
    Call(Box<Call>),
    /// A call that wants the entry which all calls of the function share, if there is one that can be proved; how
    /// often it will have been widened.
    Shared(Box<Call>, usize),
}

/// Where the nodes and the list of work ended.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub node: NodeIndex,
    pub work: usize,
}

/// A loop header on the path.
pub(super) struct Header {
    pub description: Description,
    /// The state that arrived first.
    pub arrived: State,
    /// The node that the description became when the path came back.
    pub node: Option<NodeIndex>,
    /// The tree that leads to the header, and its steps on arrival.
    pub tree: TreeIndex,
    pub steps: usize,
    pub mark: Mark,
    pub returned: usize,
    /// How many waited at each join.
    pub waiting: Vec<usize>,
}

/// A place where paths wait for each other.
pub(super) struct Join {
    pub block: usize,
    pub waiting: Vec<Waiting>,
}

impl Activation {
    /// Forgets what was found behind a header.
    pub(super) fn forget(&mut self, header: usize) {
        let Some(at) = self.headers.get(header) else { return };
        self.returned.truncate(at.returned);
        self.joins.truncate(at.waiting.len());
        for (join, waiting) in self.joins.iter_mut().zip(&at.waiting) {
            join.waiting.truncate(*waiting);
        }
        self.headers.truncate(header + 1);
    }

    /// Is it explored to see whether a wider entry can be shared?
    pub(super) fn is_trial(&self) -> bool {
        matches!(self.purpose, Purpose::Shared(..))
    }
}

/// Leaves that are open: what is known to be ahead.
pub(super) fn open_leaves(work: &[Work]) -> usize {
    work.iter()
        .map(|item| match item {
            Work::Path(..) | Work::Case(..) | Work::Return(..) => 1,
            Work::Together(waiting) => waiting.len(),
            Work::Join | Work::Header | Work::Function => 0,
        })
        .sum()
}
