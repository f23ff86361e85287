//! What a rule has to prove, as a value: which rule, what sort of fact, the atoms, and what was known. Its words are
//! in `report`.

use crate::algebra::Atom;
use crate::code::Code;

/// What could not be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// The rule's name in `spec/rules`; empty if no rule is involved.
    pub rule: &'static str,
    pub kind: GoalKind,
    /// The atoms, at least one of which does not follow; empty if the fact is not arithmetic.
    pub condition: Vec<Atom>,
    /// What the rule has found out before this premise, beyond what the state knows.
    pub facts: Vec<Atom>,
    /// Where merging lost what the pointer led to, in words; empty if that is not known.
    pub lost: String,
}

impl From<GoalKind> for Goal {
    fn from(kind: GoalKind) -> Goal {
        Goal { rule: "", kind, condition: Vec::new(), facts: Vec::new(), lost: String::new() }
    }
}

/// The fact to be proved, with what its words mention: terms in the program's names, and names of functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GoalKind {
    /// An access is inside one live block.
    Access(Pointee),
    /// An access is aligned to this many bytes.
    Aligned(u64),
    /// What is written is not read-only; the constant's name, if it is one.
    Writable(Option<String>),
    /// This variable is not written, which the function may only read.
    Unwritten(String),
    /// The value that is read, of this width, is at least the first and less than the second.
    Value { low: u64, high: u64, width: u32 },
    /// Ranges do not overlap: those of memcpy, or what this function reads and writes.
    Apart(Option<String>),
    /// The pointer is null or the start of a live heap block.
    Release(Release),
    /// An allocation is not too large.
    Allocation(Allocated),
    /// The strings that a function reads end.
    Ends { function: String, end: StringEnd },
    /// A function or builtin is defined for its argument.
    Argument(Argument),
    /// What the contract of this function elsewhere requires holds.
    Required(String),
    /// What the contract of this function elsewhere ensures can be true.
    Satisfiable(String),
    /// A pointer is the address of a function of the call's type.
    Callee(Callee),
    /// A signed operation does not overflow.
    SignedOverflow { low: i128, high: i128, value: String },
    /// A left shift by an unknown amount does not overflow.
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
    /// A premise of a step that was judged possible before.
    Premise(Premise),
    /// A premise of a step about a linked structure.
    Structure,
    /// A cell owns the string that its shape describes.
    CellString,
    /// A loop ends.
    LoopEnds(NoEnd),
    /// A recursion ends.
    RecursionEnds(NoEnd),
    /// Something describes all iterations of a loop.
    LoopInvariant,
    /// The linked structures of a loop's first iteration are described with the others.
    LoopStructures,
    /// This conjunct of what the contract ensures holds at a return.
    Ensured(String),
    /// Something describes all calls of a recursive function.
    CallsCovered,
    /// A call is an instance of the function's entry. `first`: it is the program's first call.
    CallInstance { first: bool },
}

/// What is known of the pointer that an access uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pointee {
    /// It points into a block of this size.
    Inside { offset: String, bytes: String, size: String },
    /// It is not known to point into any block. Lists the linked structures that are known.
    Nowhere(Vec<Structure>),
    /// Its offset is a term that the prover does not compute with.
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
    /// Within the number of bytes that the function is given.
    Count,
    /// Two strings in one block, whose ends could be confused.
    Both,
}

/// What an argument must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// An unsigned char or EOF, for this function.
    Character(String),
    /// Null, for `time`.
    Null,
    /// Null, for this function.
    NullFor(String),
    /// Not null, for `bsearch`.
    Key,
    /// At most INT_MAX, for `snprintf`.
    Size,
    /// At least 1, for this function.
    Positive(String),
    /// Not negative, where a format has a `*`.
    Length(String),
    /// An open stream, for this function.
    Stream(String),
    /// A stream that the program opened, for this function, which closes it.
    Opened(String),
    /// A constant that is a mode of C or POSIX, for this function.
    Mode(String),
    /// A variable argument that the call passes, at this type, for `va_arg`.
    VaArg,
    /// Memory in which variable arguments were passed.
    PassedUnknown,
    /// A list that `va_start` or `va_copy` made, and of which it is known how many arguments are behind it.
    VaList,
    /// An argument that was passed, of this function's list.
    NextOfList(String),
    /// What this function saved itself in a call that found a token, where it goes on.
    Saved(String),
    /// The buffer's size, or less, for this function.
    Buffer(String),
    /// Not zero, for `realloc`.
    NewSize,
    /// Not zero, for this builtin.
    NotZero(&'static str),
    /// Not the smallest number, for `abs`.
    NotSmallest,
}

/// What a call through a pointer may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Null,
    Pointer(String),
    /// A function whose address the pointer is assumed to be.
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

/// The premises of steps that were judged possible before.
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

/// Why a loop or recursion could not be shown to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoEnd {
    /// No ranking function was found. Holds the nearest candidate, in words.
    NoRank(Option<String>),
    /// The search for one reached its limit. Holds the nearest candidate, in words.
    TooHard(Option<String>),
    /// A run stays in it forever.
    Forever,
}

impl GoalKind {
    /// The strings that a function reads end.
    pub(super) fn ends(function: &str, end: StringEnd) -> GoalKind {
        GoalKind::Ends { function: function.to_owned(), end }
    }

    pub(crate) fn code(&self) -> Code {
        match self {
            GoalKind::Access(Pointee::Inside { .. } | Pointee::Unsaid) => Code::OutOfBounds,
            GoalKind::Access(Pointee::Nowhere(_)) => Code::InvalidPointer,
            GoalKind::Aligned(_) => Code::Misaligned,
            GoalKind::Writable(_) | GoalKind::Unwritten(_) => Code::NotWritable,
            GoalKind::Value { .. } => Code::InvalidValue,
            GoalKind::Apart(_) => Code::Overlap,
            GoalKind::Release(_) => Code::InvalidFree,
            GoalKind::Allocation(_) => Code::AllocationSize,
            GoalKind::Ends { .. } => Code::UnterminatedString,
            GoalKind::Argument(_) | GoalKind::Required(_) | GoalKind::Satisfiable(_) => Code::InvalidArgument,
            GoalKind::Callee(_) => Code::InvalidCall,
            GoalKind::SignedOverflow { .. } | GoalKind::ShiftOverflow => Code::SignedOverflow,
            GoalKind::Divisor(_) => Code::DivisionByZero,
            GoalKind::Quotient => Code::DivisionOverflow,
            GoalKind::ShiftAmount => Code::ShiftAmount,
            GoalKind::Promise(_) => Code::BrokenPromise,
            GoalKind::Unreachable => Code::Unreachable,
            GoalKind::Premise(_) => Code::UnprovedStep,
            GoalKind::Structure | GoalKind::CellString | GoalKind::LoopStructures => Code::LinkedStructure,
            GoalKind::LoopEnds(_) | GoalKind::RecursionEnds(_) => Code::MayNotTerminate,
            GoalKind::LoopInvariant => Code::NoInvariant,
            GoalKind::Ensured(_) => Code::NotEnsured,
            GoalKind::CallsCovered | GoalKind::CallInstance { .. } => Code::NoPrecondition,
        }
    }

    /// Is it about what memory there is, so that a contract would name ranges?
    pub(crate) fn is_about_memory(&self) -> bool {
        match self {
            GoalKind::Access(_)
            | GoalKind::Aligned(_)
            | GoalKind::Writable(_)
            | GoalKind::Unwritten(_)
            | GoalKind::Release(_)
            | GoalKind::Ends { end: StringEnd::Block | StringEnd::Both, .. }
            | GoalKind::Argument(Argument::Null | Argument::NullFor(_))
            | GoalKind::Callee(_)
            | GoalKind::CellString => true,
            GoalKind::Ends { end: StringEnd::Count, .. }
            | GoalKind::Value { .. }
            | GoalKind::Apart(_)
            | GoalKind::Allocation(_)
            | GoalKind::Argument(_)
            | GoalKind::Required(_)
            | GoalKind::Satisfiable(_)
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
            | GoalKind::RecursionEnds(_)
            | GoalKind::LoopInvariant
            | GoalKind::LoopStructures
            | GoalKind::Ensured(_)
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
            | (GoalKind::RecursionEnds(_), GoalKind::RecursionEnds(_))
            | (GoalKind::LoopInvariant, GoalKind::LoopStructures)
            | (GoalKind::LoopStructures, GoalKind::LoopInvariant) => true,
            (one, other) => one == other,
        }
    }
}

/// A construct that the prover does not support. The name is data; the words around it are in `report`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Construct {
    /// A function without a body or a contract.
    External { name: String, known: Known },
    /// A register of which nothing is known. Another description of the program may follow it.
    NotFollowed,
    /// Anything else, by its name.
    Other(String),
}

/// What else is known of an external function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Nothing,
    /// It has a meaning with --sv-comp.
    InSvComp,
    /// It is called through a pointer.
    Pointer,
}

impl Construct {
    pub(crate) fn code(&self) -> Code {
        match self {
            Construct::External { .. } => Code::UnknownFunction,
            Construct::NotFollowed | Construct::Other(_) => Code::UnsupportedConstruct,
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
