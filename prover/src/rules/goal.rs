//! What a rule has to prove, as a value: which rule, what sort of fact, the atoms, and what was known. Its words are
//! in `report`.

use crate::algebra::Atom;
use crate::code::Code;

/// What could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// The rule's name in `spec/rules`; empty if it is none's.
    pub rule: &'static str,
    pub kind: GoalKind,
    /// The atoms of which one does not follow, if it is about numbers.
    pub condition: Vec<Atom>,
    /// What the rule had found out before, beyond what the state knows.
    pub facts: Vec<Atom>,
    /// Where the pointer was lost that leads nowhere, in words; empty if that is not known.
    pub lost: String,
}

impl From<GoalKind> for Goal {
    fn from(kind: GoalKind) -> Goal {
        Goal { rule: "", kind, condition: Vec::new(), facts: Vec::new(), lost: String::new() }
    }
}

/// The fact, with what its words mention: terms as the program calls them, names of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalKind {
    /// An access is inside one live block.
    Access(Pointee),
    /// An access is aligned to so many bytes.
    Aligned(u64),
    /// What is written is not read-only; the constant's name, if it is one.
    Writable(Option<String>),
    /// The value that is read, of this width, is at least the first and less than the second.
    Value { low: u64, high: u64, width: u32 },
    /// Ranges do not overlap: those of memcpy, or what this function reads and writes.
    Apart(Option<String>),
    /// The pointer is null or the start of a live heap block.
    Release(Release),
    /// An allocation is not too large.
    Allocation(Allocated),
    /// Strings end.
    Ends { function: String, end: StringEnd },
    /// A function or builtin is defined for its argument.
    Argument(Argument),
    /// A pointer is the address of a function of the call's type.
    Callee(Callee),
    /// A signed operation does not overflow.
    SignedOverflow { low: i128, high: i128, value: String },
    /// Nor does a left shift by an amount that is not known.
    ShiftOverflow,
    /// The divisor is not zero.
    Divisor(String),
    /// The smallest value is not divided by -1.
    Quotient,
    /// A shift amount is below the width.
    ShiftAmount,
    /// What the module promises holds.
    Promise(Promise),
    /// A place is never reached.
    Unreachable,
    /// A premise of a step that was found possible before.
    Premise(Premise),
    /// A premise of a step about a linked structure.
    Structure,
    /// A cell has the string that its shape says.
    CellString,
    /// A loop ends.
    LoopEnds(NoEnd),
    /// Something describes all iterations of a loop.
    LoopInvariant,
    /// The linked structures of a loop's first iteration are described with the others.
    LoopStructures,
    /// Something describes all calls of a recursive function.
    CallsCovered,
    /// A call is an instance of the function's entry; the first one of all.
    CallInstance { first: bool },
}

/// What is known of the pointer of an access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pointee {
    /// It points into a block of this size.
    Inside { offset: String, bytes: String, size: String },
    /// It is not known to point into any; linked structures that are known.
    Nowhere(Vec<Structure>),
    /// Its offset is no number that is computed with.
    Unsaid,
}

/// A linked structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    List { head: String, end: String },
    Tree { root: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Release {
    Free,
    Realloc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocated {
    Heap,
    Stack,
}

/// Where a string ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringEnd {
    /// Inside the block.
    Block,
    /// In as many bytes as the function is told.
    Count,
    /// Two strings of one block.
    Both,
}

/// What an argument is to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// Of this function: an unsigned char or EOF.
    Character(String),
    /// Of `time`: null.
    Null,
    /// Of `snprintf`: at most INT_MAX.
    Size,
    /// Of `realloc`: not zero.
    NewSize,
    /// Of this builtin: not zero.
    NotZero(&'static str),
    /// Of `abs`: not the smallest number.
    NotSmallest,
}

/// What a called pointer is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Null,
    Pointer(String),
    /// Taken for the address of this function.
    Function(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promise {
    /// `nuw`
    Unsigned,
    /// `exact` of a division.
    Division,
    /// `exact` of a shift.
    Shift,
    /// `llvm.assume`
    Assume,
}

/// What steps demand that were found possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Premise {
    Access,
    Assumption,
    BlockBase,
    Callback,
    Comparison,
    Condition,
    CopiedEntry,
    DividendSign,
    DivisorSign,
    EntryRead,
    Form,
    LeadingZeros,
    LeavesRange,
    Length,
    NotNegative,
    NullPointer,
    Order,
    Range,
    Rotation,
    RangeOfConversion,
    ShiftAmount,
    Shifted,
    ShiftedSign,
    Sign,
    StringEnd,
    Survivor,
    SwitchCase,
}

/// Why a loop is not shown to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoEnd {
    /// No ranking function was found; what nearly was one.
    NoRank(Option<String>),
    /// The search for one reached its limit.
    TooHard(Option<String>),
    /// A run stays in it.
    Forever,
}

impl GoalKind {
    /// That the strings that a function reads end.
    pub(super) fn ends(function: &str, end: StringEnd) -> GoalKind {
        GoalKind::Ends { function: function.to_owned(), end }
    }

    pub(crate) fn code(&self) -> Code {
        match self {
            GoalKind::Access(Pointee::Inside { .. } | Pointee::Unsaid) => Code::OutOfBounds,
            GoalKind::Access(Pointee::Nowhere(_)) => Code::InvalidPointer,
            GoalKind::Aligned(_) => Code::Misaligned,
            GoalKind::Writable(_) => Code::NotWritable,
            GoalKind::Value { .. } => Code::InvalidValue,
            GoalKind::Apart(_) => Code::Overlap,
            GoalKind::Release(_) => Code::InvalidFree,
            GoalKind::Allocation(_) => Code::AllocationSize,
            GoalKind::Ends { .. } => Code::UnterminatedString,
            GoalKind::Argument(_) => Code::InvalidArgument,
            GoalKind::Callee(_) => Code::InvalidCall,
            GoalKind::SignedOverflow { .. } | GoalKind::ShiftOverflow => Code::SignedOverflow,
            GoalKind::Divisor(_) => Code::DivisionByZero,
            GoalKind::Quotient => Code::DivisionOverflow,
            GoalKind::ShiftAmount => Code::ShiftAmount,
            GoalKind::Promise(_) => Code::BrokenPromise,
            GoalKind::Unreachable => Code::Unreachable,
            GoalKind::Premise(_) => Code::UnprovedStep,
            GoalKind::Structure | GoalKind::CellString | GoalKind::LoopStructures => Code::LinkedStructure,
            GoalKind::LoopEnds(_) => Code::MayNotTerminate,
            GoalKind::LoopInvariant => Code::NoInvariant,
            GoalKind::CallsCovered | GoalKind::CallInstance { .. } => Code::NoPrecondition,
        }
    }

    /// Is it about which memory there is, so that a contract would name ranges?
    pub(crate) fn is_about_memory(&self) -> bool {
        match self {
            GoalKind::Access(_)
            | GoalKind::Aligned(_)
            | GoalKind::Writable(_)
            | GoalKind::Release(_)
            | GoalKind::Ends { end: StringEnd::Block | StringEnd::Both, .. }
            | GoalKind::Argument(Argument::Null)
            | GoalKind::Callee(_)
            | GoalKind::CellString => true,
            GoalKind::Ends { end: StringEnd::Count, .. }
            | GoalKind::Value { .. }
            | GoalKind::Apart(_)
            | GoalKind::Allocation(_)
            | GoalKind::Argument(_)
            | GoalKind::SignedOverflow { .. }
            | GoalKind::ShiftOverflow
            | GoalKind::Divisor(_)
            | GoalKind::Quotient
            | GoalKind::ShiftAmount
            | GoalKind::Promise(_)
            | GoalKind::Unreachable
            | GoalKind::Premise(_)
            | GoalKind::Structure
            | GoalKind::LoopEnds(_)
            | GoalKind::LoopInvariant
            | GoalKind::LoopStructures
            | GoalKind::CallsCovered
            | GoalKind::CallInstance { .. } => false,
        }
    }

    /// Do two goals ask for the same fact, whatever is known of the values in it?
    pub(crate) fn is_same_fact(&self, other: &GoalKind) -> bool {
        match (self, other) {
            (GoalKind::Access(_), GoalKind::Access(_))
            | (GoalKind::SignedOverflow { .. }, GoalKind::SignedOverflow { .. })
            | (GoalKind::Divisor(_), GoalKind::Divisor(_))
            | (GoalKind::LoopEnds(_), GoalKind::LoopEnds(_))
            | (GoalKind::LoopInvariant, GoalKind::LoopStructures)
            | (GoalKind::LoopStructures, GoalKind::LoopInvariant) => true,
            (one, other) => one == other,
        }
    }
}

/// What the prover does not support. Its name is data: the words around it are in `report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    /// A function without a body or a contract.
    External { name: String, known: Known },
    /// Anything else, as it is called.
    Other(String),
}

/// What else is known of an external function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// With --sv-comp it has a meaning.
    InSvComp,
    /// It is called through a pointer.
    Pointer,
}

impl Construct {
    pub(crate) fn code(&self) -> Code {
        match self {
            Construct::External { .. } => Code::UnknownFunction,
            Construct::Other(_) => Code::UnsupportedConstruct,
        }
    }
}

impl From<String> for Construct {
    fn from(what: String) -> Construct {
        Construct::Other(what)
    }
}

impl From<&str> for Construct {
    fn from(what: &str) -> Construct {
        Construct::Other(what.to_owned())
    }
}

impl From<Premise> for GoalKind {
    fn from(premise: Premise) -> GoalKind {
        GoalKind::Premise(premise)
    }
}

impl From<Promise> for GoalKind {
    fn from(promise: Promise) -> GoalKind {
        GoalKind::Promise(promise)
    }
}

impl From<Argument> for GoalKind {
    fn from(argument: Argument) -> GoalKind {
        GoalKind::Argument(argument)
    }
}
