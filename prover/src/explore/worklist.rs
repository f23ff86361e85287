//! The worklist: open leaves, and items that wait for all leaves behind them. Work is taken from the end of the list,
//! so the exploration is depth first, and everything that belongs to a loop header or a function lies behind its mark.
//! To start again from there, the list is cut at the mark.
//!
//! Only data stands here. The steps are methods of `Explorer`, in a file for each kind.

use crate::algebra::Atom;
use crate::domain::{Description, Instance};
use crate::explore::returns::Summary;
use crate::graph::{NodeIndex, TreeIndex};
use crate::program::flow::Flow;
use crate::program::{Reg, Type};
use crate::state::{Path, State, Way};
use std::rc::Rc;

/// One item of the list.
pub(super) enum Work {
    /// A path to be followed.
    Path(TreeIndex, Path),
    /// One case of a case analysis: the states of the path that satisfy the atom.
    Case(TreeIndex, Path, Atom),
    /// A call continues after the return with this number.
    Return(Rc<Answered>, usize),
    /// All paths to the innermost join have been followed.
    Join,
    /// Paths that wait at a join and may be merged.
    Together(Vec<Waiting>),
    /// All paths from the innermost loop header have been followed.
    Header,
    /// All paths of the innermost function have been followed.
    Function,
}

/// A path that waits for others.
pub(super) type Waiting = (TreeIndex, Path);

/// A function that is being explored.
pub(super) struct Activation {
    pub function: String,
    pub flow: Rc<Flow>,
    /// What the function is explored for.
    pub purpose: Purpose,
    /// The entry's state, generalized from round to round.
    pub description: Description,
    /// The state that arrived first, as an instance of the description; `None` if it lacks a part of it, or a number
    /// became too large.
    pub first: Option<Instance>,
    /// The way on which the entry was reached last.
    pub way: Way,
    /// The entry node of the present round.
    pub entry: NodeIndex,
    /// Return nodes that calls of this activation may use, with what they say.
    pub summaries: Vec<Summary>,
    pub summary_nodes: Vec<NodeIndex>,
    /// Whether some call in progress has used them.
    pub used: bool,
    /// The least call depth whose unfinished entry this graph refers to.
    pub lowest: usize,
    /// How often the function was explored.
    pub rounds: usize,
    /// The states in which the function returned, by the number in `End::Return`.
    pub returned: Vec<State>,
    /// Loop headers on the path, innermost last.
    pub headers: Vec<Header>,
    /// Joins that paths lead to, innermost last.
    pub joins: Vec<Join>,
    /// The extent of nodes and work before.
    pub mark: Mark,
}

/// What a function is explored for.
pub(super) enum Purpose {
    /// The claim.
    Root,
    /// A call.
    Call(Box<Call>),
    /// A call that uses the entry which all calls of the function share, if one can be proved; and how often that entry
    /// will have been widened.
    Shared(Box<Call>, usize),
    /// A call that uses the entry of a case of the function's contract, and the number of the case. The call's view says
    /// nothing but which function is called.
    Contract(Box<Call>, usize),
}

/// A call whose entry is being determined.
#[derive(Clone)]
pub(super) struct Call {
    /// The path with the call, and its state.
    pub tree: TreeIndex,
    pub caller: Path,
    /// Where the result goes, and its type.
    pub register: Option<Reg>,
    pub result: Type,
    /// The entry state without generalization, and the caller's state as an instance of it.
    pub view: State,
    pub handed: Instance,
}

impl Call {
    /// The way that leads into the callee.
    pub(super) fn way(&self) -> Way {
        self.caller.way.clone().into_function(&self.view.function)
    }
}

/// A call whose entry is known.
pub(super) struct Answered {
    pub call: Call,
    pub instance: Instance,
    pub returns: Vec<NodeIndex>,
}

/// The ends of the nodes and of the worklist at some time.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub node: NodeIndex,
    pub work: usize,
}

/// A loop header on the path.
pub(super) struct Header {
    pub description: Description,
    /// The path that arrived first.
    pub arrived: Path,
    /// The node that the description became when the path came back.
    pub node: Option<NodeIndex>,
    /// The tree that leads to the header, and the number of its steps on arrival.
    pub tree: TreeIndex,
    pub steps: usize,
    pub mark: Mark,
    pub returned: usize,
    /// For each join, how many paths waited there.
    pub waiting: Vec<usize>,
}

/// A place where paths wait for each other.
pub(super) struct Join {
    pub block: usize,
    pub waiting: Vec<Waiting>,
}

impl Activation {
    /// Drops everything that was found after a header.
    pub(super) fn forget(&mut self, header: usize) {
        let Some(at) = self.headers.get(header) else { return };
        self.returned.truncate(at.returned);
        self.joins.truncate(at.waiting.len());
        for (join, waiting) in self.joins.iter_mut().zip(&at.waiting) {
            join.waiting.truncate(*waiting);
        }
        self.headers.truncate(header + 1);
    }

    /// Whether the function is explored to find out whether it can be proved from an entry that was not made for the
    /// call.
    pub(super) fn is_trial(&self) -> bool {
        matches!(self.purpose, Purpose::Shared(..) | Purpose::Contract(..))
    }
}

/// Number of open leaves: the work that is known to remain.
pub(super) fn open_leaves(work: &[Work]) -> usize {
    work.iter()
        .map(|item| match item {
            Work::Path(..) | Work::Case(..) | Work::Return(..) => 1,
            Work::Together(waiting) => waiting.len(),
            Work::Join | Work::Header | Work::Function => 0,
        })
        .sum()
}
