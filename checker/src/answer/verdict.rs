//! What the checker answers.

use std::collections::BTreeMap;

use certificates::{Call, Claim, Limit, NodeId, StepId};

use crate::decide::term::TooLarge;

/// The answer for a certificate or refutation, compared with what the user expects.
#[derive(Clone, Debug)]
pub enum Verdict<R = Report> {
    /// The certificate proves its claim, and the claim is at least what was expected.
    Valid(Box<R>),
    /// It does not.
    Invalid(Box<Rejection>),
    /// It could not be decided within the limits of the solver or of the arithmetic.
    Undecided(Box<Rejection>),
    /// There is no certificate, or none for this module.
    BadInput(String),
}

/// Where in a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The node in whose tree the step lies.
    pub node: Option<NodeId>,
    /// The step that is refused; `None` if the node itself is.
    pub step: Option<StepId>,
    /// Function, block, instruction, line of the module and of the source.
    pub position: Option<String>,
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// Where it was found.
    pub place: Location,
    /// Number of the rule in `spec/`.
    pub rule: &'static str,
    /// Which of its premises: `P1`, ..., or words.
    pub premise: String,
    /// What is wrong, for people.
    pub message: String,
    /// The obligation that does not follow.
    pub obligation: Option<String>,
    /// How its variables relate to registers and blocks.
    pub meaning: Option<String>,
    /// Values of symbolic variables that satisfy the knowledge but not the obligation.
    pub model: Option<String>,
}

/// Why replay stops before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The certificate proves nothing: a premise does not hold.
    Invalid(Box<Rejection>),
    /// The checker cannot tell: a limit was reached, or a solver gave up.
    Undecided(Box<Rejection>),
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Stop {
        Stop::undecided(
            "Terms",
            "a term, the knowledge or the work for them leaves the limits (128 bits, size, effort)",
        )
    }
}

/// The result of applying a rule, or why replay stops.
pub type Checked<T = ()> = Result<T, Stop>;

/// What decided an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// The obligation has no variable.
    Trivial,
    /// The checker's own arithmetic (`native.rs`).
    Native,
    /// A Farkas witness of the certificate.
    Farkas,
    /// A solver: Z3, and the second one if it was asked.
    Solver,
}

/// Numbers of decided obligations, in the order of [`How`].
pub type Tally = [u64; 4];

/// What was found out about the cases of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// Number of cases of the contract.
    pub total: usize,
    /// Those whose root is `Infeasible`.
    pub infeasible: usize,
    /// A call that satisfies the contract; `None`: whether there is one is not known.
    pub example: Option<Example>,
}

/// A call that was found to satisfy a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The call.
    pub call: Call,
    /// Names and sizes in bytes of the global variables, in the order of their addresses in the call.
    pub globals: Vec<(String, u64)>,
    /// The first alternative, from 0, that the call satisfies.
    pub alternative: usize,
    /// How many alternatives the contract has.
    pub alternatives: usize,
    /// Ranges, lists and trees of this alternative that have no bytes in the call.
    pub empty: Vec<String>,
}

/// What was checked.
#[derive(Clone, Debug)]
pub struct Report {
    /// The claim that was checked.
    pub claim: Claim,
    /// By rule: how many obligations were decided in which way.
    pub obligations: BTreeMap<&'static str, Tally>,
    /// What runs cost, at most.
    pub bounds: Vec<Limit>,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of steps.
    pub steps: usize,
    /// Number of edges: the steps that lead from one node to another.
    pub edges: usize,
    /// Number of rounds of the ranking; 0 if termination is not claimed.
    pub rounds: usize,
    /// Number of steps that end a path because its knowledge is contradictory.
    pub infeasible: usize,
    /// Nodes with two facts that exclude each other: what is proved about such a node is void.
    pub contradictory: Vec<NodeId>,
    /// Bytes of the certificate and of the module.
    pub sizes: (usize, usize),
    /// About the cases of the claim's contract, if it has one.
    pub cases: Option<Cases>,
    /// The named types of that contract, with size and alignment.
    pub types: Vec<(String, u64, u64)>,
}

impl<R> Verdict<R> {
    /// The verdict for the result of a rule.
    pub fn of(result: Checked<R>) -> Verdict<R> {
        match result {
            Ok(report) => Verdict::Valid(Box::new(report)),
            Err(Stop::Invalid(rejection)) => Verdict::Invalid(rejection),
            Err(Stop::Undecided(rejection)) => Verdict::Undecided(rejection),
        }
    }
}

impl Report {
    /// Whether the claim is shown to be about some call: it is about all calls, or one is given that satisfies the
    /// contract.
    pub fn not_vacuous(&self) -> bool {
        self.cases.as_ref().is_none_or(|cases| cases.example.is_some())
    }

    /// Number of obligations decided in this way.
    pub fn decided(&self, how: How) -> u64 {
        self.obligations.values().map(|tally| tally[how as usize]).sum()
    }

    /// Number of all obligations.
    pub fn total(&self) -> u64 {
        self.obligations.values().flatten().sum()
    }
}

impl Rejection {
    /// A rejection without an obligation.
    pub fn new(rule: &'static str, premise: &str, message: impl Into<String>) -> Rejection {
        Rejection {
            place: Location::default(),
            rule,
            premise: premise.into(),
            message: message.into(),
            obligation: None,
            meaning: None,
            model: None,
        }
    }
}

impl Stop {
    /// A premise of a rule does not hold.
    pub fn invalid(rule: &'static str, premise: &str, message: impl Into<String>) -> Stop {
        Stop::Invalid(Box::new(Rejection::new(rule, premise, message)))
    }

    /// A rule reached a limit; the premise is called `limit`.
    pub fn undecided(rule: &'static str, message: impl Into<String>) -> Stop {
        Stop::Undecided(Box::new(Rejection::new(rule, "limit", message)))
    }

    pub(crate) fn rejection(&mut self) -> &mut Rejection {
        match self {
            Stop::Invalid(rejection) | Stop::Undecided(rejection) => rejection,
        }
    }

    /// Adds the place, as far as it is not known yet.
    pub fn at(mut self, place: &Location) -> Stop {
        let known = &mut self.rejection().place;
        known.node = known.node.or(place.node);
        known.step = known.step.or(place.step);
        if known.position.is_none() {
            known.position.clone_from(&place.position);
        }
        self
    }
}
