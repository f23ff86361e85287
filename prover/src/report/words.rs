//! The sentences that say what is missing. No other file contains them.

use crate::algebra::{TooLarge, shown};
use crate::code::Code;
use crate::graph::{Departure, Failure, Limit, Reason};
use crate::rules::{
    Allocated, Argument, Callee, Construct, Goal, GoalKind, Known, NoEnd, Pointee, Premise, Promise, Release,
    StringEnd, Structure,
};
use std::fmt::{Display, Formatter, Result};

/// What stands between a reason and the case of the contract, which is followed by a bracket.
pub(crate) const WHEN: &str = " (when ";

/// The reason of a failure, in one sentence.
pub fn reason(failure: &Failure) -> String {
    let what = what(failure);
    match failure.reason {
        Reason::Unproved(_) => format!("could not prove {what}"),
        Reason::Unsupported(_) => format!("not supported: {what}"),
        Reason::Limit(_) => format!("limit reached: {what}"),
        Reason::Internal(_) => internal(&what),
    }
}

/// What may overflow, if that is what is missing.
pub(crate) fn overflows(failure: &Failure) -> Option<String> {
    match &failure.reason {
        Reason::Unproved(Goal { kind: GoalKind::SignedOverflow { value, .. }, .. }) => Some(value.clone()),
        _ => None,
    }
}

/// What is missing, without the words that say what kind of reason it is.
fn what(failure: &Failure) -> String {
    match &failure.case {
        Some(case) => format!("{}{WHEN}{})", failure.reason, case.words),
        None => failure.reason.to_string(),
    }
}

/// The sentence about a mistake in the prover.
pub(crate) fn internal(what: &str) -> String {
    format!("internal error: {what} (please report it with the program that causes it)")
}

/// The sentence about time that ran out in the middle of a step.
pub(crate) fn out_of_time(at: &str) -> String {
    let at = if at.is_empty() { String::new() } else { format!(", {at}") };
    format!("limit reached: {}{at}", Limit::Time)
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Reason::Unproved(goal) => goal.fmt(f),
            Reason::Unsupported(construct) => construct.fmt(f),
            Reason::Limit(limit) => limit.fmt(f),
            Reason::Internal(what) => f.write_str(what),
        }
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Limit::Time => f.write_str("time limit (raise it with --timeout)"),
            Limit::Steps => f.write_str("too many steps"),
            Limit::Memory => f.write_str("memory limit (raise it with --memory-limit)"),
            Limit::Numbers => {
                write!(f, "{TooLarge} (smaller constants, or tighter conditions on the values, may help)")
            }
            Limit::WrittenNumbers => TooLarge.fmt(f),
            Limit::Depth => f.write_str("calls nested too deeply"),
            Limit::Rounds => {
                f.write_str("no fixed point of the calls and returns of a recursive function (too many rounds)")
            }
        }
    }
}

impl Display for Construct {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (name, known) = match self {
            Construct::External { name, known } => (name, known),
            Construct::NotFollowed => {
                return f.write_str(
                    "a value that the prover does not follow (floating point, an aggregate, or a number that may be read as signed or unsigned)",
                );
            }
            Construct::Other(what) => return f.write_str(what),
        };
        match known {
            Known::Nothing => write!(f, "the external function '{name}' (no contract)"),
            Known::InSvComp => write!(
                f,
                "the external function '{name}' (no contract; with --sv-comp it has the meaning that programs of SV-COMP give it)"
            ),
            Known::Pointer => write!(f, "a call of the external function '{name}' through a pointer"),
        }
    }
}

impl Display for Goal {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}{}", self.kind, self.lost)
    }
}

impl Display for GoalKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            GoalKind::Access(access) => access.fmt(f),
            GoalKind::Aligned(bytes) => write!(f, "that this access is aligned to {bytes} bytes"),
            GoalKind::Writable(None) => f.write_str("that read-only memory is not written"),
            GoalKind::Unwritten(name) => {
                write!(f, "that '{name}' is not written, which the function may only read, as it is called here")
            }
            GoalKind::Writable(Some(name)) => write!(f, "that '{name}', which is constant or the C library's, is not written"),
            GoalKind::Value { low: 0, high: 2, width: 8 } => f.write_str("that the byte read as _Bool is 0 or 1"),
            GoalKind::Value { low, high, .. } => {
                write!(f, "that the value that is read is at least {low} and less than {high}")
            }
            GoalKind::Apart(None) => f.write_str("that the ranges of memcpy do not overlap"),
            GoalKind::Apart(Some(name)) => write!(f, "that what {name} reads and writes does not overlap"),
            GoalKind::Release(how) => {
                let how = match how {
                    Release::Free => "freed",
                    Release::Realloc => "reallocated",
                };
                write!(f, "that the {how} pointer is null or the start of a live heap block")
            }
            GoalKind::Allocation(Allocated::Heap) => f.write_str("that the allocation is not too large"),
            GoalKind::Allocation(Allocated::Stack) => {
                f.write_str("that the size of this stack allocation is not too large")
            }
            GoalKind::Ends { function, end } => match end {
                StringEnd::Block => write!(f, "that {function} finds a 0 inside the block"),
                StringEnd::Count => write!(f, "that {function} finds a 0 in as many bytes as it is told"),
                StringEnd::Both => write!(f, "that {function} reads two strings that end"),
            },
            GoalKind::Argument(argument) => argument.fmt(f),
            GoalKind::Required(name) => write!(f, "that this call satisfies the contract of '{name}'"),
            GoalKind::Satisfiable(name) => {
                write!(f, "that '{name}' can keep its contract here: no values were found that satisfy what it ensures")
            }
            GoalKind::Callee(callee) => callee.fmt(f),
            GoalKind::SignedOverflow { low, high, value } => {
                let (low, high) = (shown(*low), shown(*high));
                write!(f, "that {value} does not overflow: {low} <= {value} <= {high}")
            }
            GoalKind::ShiftOverflow => f.write_str("that this left shift by a variable amount does not overflow"),
            GoalKind::Divisor(divisor) => write!(f, "that the divisor is not zero: {divisor}"),
            GoalKind::Quotient => f.write_str("that the smallest value is not divided by -1"),
            GoalKind::ShiftAmount => f.write_str("that the shift amount is below the width"),
            GoalKind::Promise(promise) => promise.fmt(f),
            GoalKind::Unreachable => f.write_str("that this unreachable point is never reached"),
            GoalKind::Premise(premise) => premise.fmt(f),
            GoalKind::Structure => f.write_str("a premise about a linked structure"),
            GoalKind::CellString => f.write_str("that a cell has a string"),
            GoalKind::LoopEnds(no_end) => write!(f, "that this loop ends: {no_end}"),
            GoalKind::RecursionEnds(no_end) => write!(f, "that this recursion ends: {no_end}"),
            GoalKind::LoopInvariant => {
                f.write_str("that this loop is safe: no loop invariant found that covers all its iterations")
            }
            GoalKind::LoopStructures => f.write_str(
                "that this loop is safe: the linked structures of its first iteration cannot be described with the others",
            ),
            GoalKind::Ensured(text) => write!(f, "what the contract ensures at this return: {text}"),
            GoalKind::CallsCovered => f.write_str(
                "that these calls are safe: no precondition found that covers all calls of this function",
            ),
            GoalKind::CallInstance { first } => {
                let call = if *first { "the first call" } else { "a call" };
                write!(f, "that {call} is an instance of the function's generalized entry")
            }
        }
    }
}

impl Display for Pointee {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        /// The number of structures that are named, at most.
        const MOST: usize = 3;
        f.write_str("that this access is inside one live block of memory")?;
        match self {
            Pointee::Inside { offset, bytes, size } => write!(f, ": 0 <= {offset} and {offset} + {bytes} <= {size}"),
            Pointee::Nowhere(known) => {
                f.write_str(": the pointer is not known to point into any block")?;
                let known: Vec<String> = known.iter().take(MOST).map(ToString::to_string).collect();
                if known.is_empty() { Ok(()) } else { write!(f, " (known: {})", known.join(", ")) }
            }
            Pointee::Unsaid => Ok(()),
        }
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Structure::List { head, end } => write!(f, "a list from {head} to {end}"),
            Structure::Tree { root } => write!(f, "a tree at {root}"),
        }
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Argument::Character(name) => write!(f, "that the argument of '{name}' is an unsigned char or EOF (-1)"),
            Argument::Key => f.write_str("that the key of bsearch is not null"),
            Argument::NullFor(name) => write!(f, "that an obsolete argument of '{name}' is null"),
            Argument::Null => f.write_str("that time is called with a null pointer"),
            Argument::Size => f.write_str("that snprintf is given a size of at most INT_MAX"),
            Argument::Length(name) => write!(f, "that a width or precision (`*`) of '{name}' is not negative"),
            Argument::Positive(name) => write!(f, "that '{name}' is given a size of at least 1"),
            Argument::Stream(name) => {
                write!(f, "that '{name}' is given an open stream: stdin, stdout, stderr, or one that fopen returned")
            }
            Argument::Opened(name) => write!(f, "that '{name}' is given an open stream that fopen returned"),
            Argument::Mode(name) => write!(f, "that the mode of '{name}' is a constant that C knows, such as \"rb\""),
            Argument::VaArg => f.write_str("that va_arg reads an argument that was passed, at its type"),
            Argument::PassedUnknown => {
                f.write_str("which variable arguments were passed: prove a function that calls this one")
            }
            Argument::VaList => {
                f.write_str("that this is a va_list of va_start or va_copy, and how many of its arguments were taken")
            }
            Argument::NextOfList(name) => {
                write!(f, "that the va_list of '{name}' has a further argument, of the type that the format says")
            }
            Argument::Saved(name) => {
                write!(f, "that '{name}' goes on where a call before ended that returned a token")
            }
            Argument::Buffer(name) => {
                write!(
                    f,
                    "that '{name}' is given null, or memory of malloc of at least as many bytes as its count says"
                )
            }
            Argument::NewSize => f.write_str("that the new size is not zero"),
            Argument::NotZero(builtin) => {
                write!(f, "that the operand is not 0 ({builtin} is undefined for it)")
            }
            Argument::NotSmallest => f.write_str("that abs does not overflow"),
        }
    }
}

impl Display for Callee {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let of_the_type = "is the address of a function of the type of this call";
        match self {
            Callee::Null => write!(f, "that this pointer, which is null, {of_the_type}"),
            Callee::Pointer(pointer) => write!(f, "that the pointer {pointer} {of_the_type}"),
            Callee::Function(name) => write!(f, "that this pointer is the address of '{name}'"),
        }
    }
}

impl Display for Promise {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Promise::Unsigned => "that this unsigned operation does not overflow (nuw)",
            Promise::Division => "that this exact division leaves no remainder",
            Promise::Shift => "that this exact shift loses no bit",
            Promise::Assume => "an assumption of the compiler (llvm.assume; of a C program what `nonnull` promises)",
        })
    }
}

impl Display for NoEnd {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (what, lacking) = match self {
            NoEnd::NoRank(lacking) => ("no ranking function was found", lacking.as_ref()),
            NoEnd::TooHard(lacking) => ("the search for a ranking function reached its limit", lacking.as_ref()),
            NoEnd::Forever => ("a run stays in it forever", None),
        };
        f.write_str(what)?;
        lacking.map_or(Ok(()), |lacking| write!(f, " ({lacking})"))
    }
}

impl Display for Premise {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Premise::Access => "an access",
            Premise::Assumption => "an assumption",
            Premise::BlockBase => "the base of a block",
            Premise::Callback => "what the contract says of a function",
            Premise::Comparison => "a comparison",
            Premise::Condition => "a condition",
            Premise::CopiedEntry => "a copied entry",
            Premise::DividendSign => "the sign of the dividend",
            Premise::DivisorSign => "the sign of the divisor",
            Premise::EntryRead => "the entry that is read",
            Premise::Form => "the form of a bitwise operation",
            Premise::LeadingZeros => "that the number has leading zeros",
            Premise::LeavesRange => "that the result leaves its range",
            Premise::Length => "a length",
            Premise::NotNegative => "that a character is not negative",
            Premise::NullPointer => "a null pointer",
            Premise::Order => "an order",
            Premise::Range => "a range",
            Premise::Rotation => "the amount of a rotation",
            Premise::RangeOfConversion => "the range of a converted value",
            Premise::ShiftAmount => "the shift amount",
            Premise::Shifted => "that no bit is shifted out",
            Premise::ShiftedSign => "the sign of the shifted value",
            Premise::Sign => "a sign",
            Premise::StringEnd => "the end of a string",
            Premise::Survivor => "an entry that survives",
            Premise::SwitchCase => "a switch case",
        })
    }
}

/// The meaning of a code, in one sentence: for SARIF, and the first line of its section in `docs/messages.md`.
pub fn meaning(code: Code) -> &'static str {
    match code {
        Code::OutOfBounds => "An access may lie outside the object that its pointer leads into.",
        Code::InvalidPointer => "An access may go through a pointer that leads to no object.",
        Code::DeadObject => "An access goes to an object that was freed, or whose scope has ended.",
        Code::Misaligned => "An access may lie at an address that is no multiple of what its type demands.",
        Code::NotWritable => "A store may go to a constant, or to memory that the contract gives for reading only.",
        Code::InvalidValue => {
            "A value may be read that its type does not have, such as a _Bool that is neither 0 nor 1."
        }
        Code::Overlap => "The ranges of a copy may overlap where they must not.",
        Code::InvalidFree => "What is freed or reallocated may be neither null nor the start of a live heap block.",
        Code::AllocationSize => "An allocation may be larger than any object can be.",
        Code::UnterminatedString => "A string that is read may have no 0 at its end.",
        Code::InvalidArgument => {
            "A library function, builtin or function elsewhere may get an argument that its contract excludes."
        }
        Code::InvalidCall => "A call through a pointer may meet no function of the call's type.",
        Code::SignedOverflow => "A signed operation may overflow.",
        Code::DivisionByZero => "A divisor may be zero.",
        Code::DivisionOverflow => "The smallest number of a type may be divided by -1.",
        Code::ShiftAmount => "The amount of a shift may be negative, or not below the width of what is shifted.",
        Code::BrokenPromise => "Something that the module promises (nuw, exact, llvm.assume) may not hold.",
        Code::Unreachable => "A place may be reached that the program says is never reached.",
        Code::EndlessRun => "A run goes on forever.",
        Code::MayNotTerminate => "No argument was found that this loop or recursion ends.",
        Code::NoInvariant => "No invariant was found that describes all iterations of this loop.",
        Code::NotEnsured => "What the contract ensures could not be proved at a return.",
        Code::NoPrecondition => "No precondition was found that describes all calls of this function.",
        Code::LinkedStructure => "A list or tree could not be described as the proof needs it.",
        Code::UnprovedStep => "A step that was found possible could not be proved.",
        Code::UnsupportedConstruct => "The program has a construct that is not supported.",
        Code::UnknownFunction => "A function is called that has neither a body nor a contract.",
        Code::LimitTime => "The time was up.",
        Code::LimitSteps => "The exploration executed as many instructions as it may.",
        Code::LimitMemory => "The prover used as much memory as it may.",
        Code::LimitNumbers => "A number or product became larger than the prover computes with.",
        Code::LimitCalls => "Calls are nested too deeply, or a recursive function took too many rounds.",
        Code::NoCall => "No call was found that satisfies the contract, so the proof may say nothing.",
        Code::CallApart => {
            "A call is not known to satisfy the callee's contract, so the callee was analysed without it."
        }
        Code::NoBound => "A bound that was asked for was not found.",
        Code::BadInput => "The input or the options are wrong.",
        Code::CompileError => "The compiler rejects the program.",
        Code::ContractError => "The contract cannot be used.",
        Code::ToolFailure => "A tool that is needed is missing or failed.",
        Code::InternalError => "The prover made a mistake.",
    }
}

/// What stands above calls that are not known to satisfy a contract.
pub(super) const DEPARTED: &str = "calls that were explored without the contract of the function that is called:";

/// A call that is not known to satisfy the callee's contract.
pub(super) fn departed(departure: &Departure) -> String {
    let at = departure.at.as_ref().map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    format!("{at}{}", apart(departure))
}

/// Without the place.
pub(super) fn apart(Departure { callee, missing, .. }: &Departure) -> String {
    let missing = if missing.is_empty() { String::new() } else { format!(": {missing}") };
    format!("this call of '{callee}' is not known to satisfy its contract{missing}")
}

/// What a code stands for in a title: a few words, without saying whether it may happen or does.
pub(super) fn title(code: Code) -> &'static str {
    match code {
        Code::OutOfBounds => "access out of bounds",
        Code::InvalidPointer => "access through an invalid pointer",
        Code::DeadObject => "access to an object that is gone",
        Code::Misaligned => "misaligned access",
        Code::NotWritable => "write to memory that is read-only",
        Code::InvalidValue => "read of a value that its type does not have",
        Code::Overlap => "copy between overlapping ranges",
        Code::InvalidFree => "invalid free",
        Code::AllocationSize => "allocation that is too large",
        Code::UnterminatedString => "read of a string without an end",
        Code::InvalidArgument => "invalid argument of a library function",
        Code::InvalidCall => "call through a pointer to no such function",
        Code::SignedOverflow => "signed overflow",
        Code::NotEnsured => "promise of a contract that is not kept",
        Code::DivisionByZero => "division by zero",
        Code::DivisionOverflow => "overflow of a division",
        Code::ShiftAmount => "shift by too much",
        Code::BrokenPromise => "broken promise of the module",
        Code::Unreachable => "way to a place that is never reached",
        Code::EndlessRun => "endless run",
        Code::MayNotTerminate => "loop that may not end",
        Code::NoInvariant => "no invariant found for a loop",
        Code::NoPrecondition => "no common precondition found for calls",
        Code::LinkedStructure => "list or tree that is not described",
        Code::UnprovedStep => "step that could not be proved",
        Code::UnsupportedConstruct => "unsupported construct",
        Code::UnknownFunction => "call of an unknown function",
        Code::LimitTime => "out of time",
        Code::LimitSteps => "too many instructions",
        Code::LimitMemory => "out of memory",
        Code::LimitNumbers => "numbers that are too large",
        Code::LimitCalls => "calls nested too deeply",
        Code::NoCall => "contract without a known call",
        Code::CallApart => "call apart from a contract",
        Code::NoBound => "no bound found",
        Code::BadInput => "bad input",
        Code::CompileError => "compile error",
        Code::ContractError => "error in a contract",
        Code::ToolFailure => "tool missing or failed",
        Code::InternalError => "mistake of the prover",
    }
}
