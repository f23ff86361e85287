//! Why there is no proof, as a value. Its words are in `report`.

use crate::code::Code;
use crate::program::Location;
use crate::rules::{Construct, Goal, GoalKind};
use crate::state::{Described, Open};

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What is missing.
    pub(crate) reason: Reason,
    /// Name of the function where it occurred; empty if it is at no place of the program.
    pub function: String,
    /// Where the C source has it, if known.
    pub location: Option<Location>,
    /// The instruction as LLVM prints it; empty if it is at none.
    pub instruction: String,
    /// The case of the contract in which it occurred, if there are several.
    pub(crate) case: Option<Case>,
    /// What is known there; nothing if the failure is at no place, or not about the program.
    pub state: Box<Described>,
    /// The condition on numbers that does not follow there, if it is one.
    pub(crate) open: Option<Box<Open>>,
}

/// What is missing for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A fact that could not be proved.
    Unproved(Goal),
    /// A construct that is not supported.
    Unsupported(Construct),
    /// More of this.
    Limit(Limit),
    /// A prover without this mistake.
    Internal(String),
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Time,
    Steps,
    Memory,
    /// Numbers or products on a path.
    Numbers,
    /// Numbers that go into the certificate.
    WrittenNumbers,
    /// Calls in calls.
    Depth,
    /// Rounds of a recursive function.
    Rounds,
}

/// What a failure says about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A fact could not be proved: it may be false.
    Unproved,
    /// The construct is outside what the prover supports.
    Unsupported,
    /// Time, memory or size.
    Limit,
    /// The prover contradicts itself: a mistake in it, of which the program is innocent.
    Internal,
}

impl FailureKind {
    /// Does another description of the same program, or another case of it, have a chance?
    pub fn is_about_program(self) -> bool {
        match self {
            FailureKind::Unproved | FailureKind::Unsupported => true,
            FailureKind::Limit | FailureKind::Internal => false,
        }
    }
}

/// A place of the program; none by default.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    pub function: String,
    pub location: Option<Location>,
    pub instruction: String,
}

/// A case of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// What distinguishes it.
    pub words: String,
    /// Ranges overlap in it.
    pub overlap: bool,
}

impl Failure {
    /// A failure at a place of which nothing is said.
    pub(crate) fn new(reason: impl Into<Reason>, site: Site) -> Failure {
        let Site { function, location, instruction } = site;
        let reason = reason.into();
        Failure { reason, function, location, instruction, case: None, state: Box::default(), open: None }
    }

    /// A mistake in the prover, at no place of the program.
    pub fn internal(what: impl Into<String>) -> Failure {
        Failure::new(Reason::Internal(what.into()), Site::default())
    }

    /// Of what sort it is.
    pub fn kind(&self) -> FailureKind {
        self.reason.kind()
    }

    /// What it is about.
    pub fn code(&self) -> Code {
        self.reason.code()
    }
}

impl Reason {
    pub(crate) fn kind(&self) -> FailureKind {
        match self {
            Reason::Unproved(_) => FailureKind::Unproved,
            Reason::Unsupported(_) => FailureKind::Unsupported,
            Reason::Limit(_) => FailureKind::Limit,
            Reason::Internal(_) => FailureKind::Internal,
        }
    }

    pub(crate) fn code(&self) -> Code {
        match self {
            Reason::Unproved(goal) => goal.kind.code(),
            Reason::Unsupported(construct) => construct.code(),
            Reason::Limit(limit) => limit.code(),
            Reason::Internal(_) => Code::InternalError,
        }
    }

    /// The rule whose premise it is, if it is one's.
    pub(crate) fn rule(&self) -> Option<&'static str> {
        match self {
            Reason::Unproved(goal) => Some(goal.rule).filter(|rule| !rule.is_empty()),
            _ => None,
        }
    }
}

impl Limit {
    pub(crate) fn code(self) -> Code {
        match self {
            Limit::Time => Code::LimitTime,
            Limit::Steps => Code::LimitSteps,
            Limit::Memory => Code::LimitMemory,
            Limit::Numbers | Limit::WrittenNumbers => Code::LimitNumbers,
            Limit::Depth | Limit::Rounds => Code::LimitCalls,
        }
    }
}

impl From<Goal> for Reason {
    fn from(goal: Goal) -> Reason {
        Reason::Unproved(goal)
    }
}

impl From<GoalKind> for Reason {
    fn from(kind: GoalKind) -> Reason {
        Reason::Unproved(kind.into())
    }
}

impl From<Construct> for Reason {
    fn from(construct: Construct) -> Reason {
        Reason::Unsupported(construct)
    }
}

impl From<Limit> for Reason {
    fn from(limit: Limit) -> Reason {
        Reason::Limit(limit)
    }
}
