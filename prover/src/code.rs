//! Stable ids of what a message is about: in SARIF, in JSON, and on the page `docs/messages.md`. The words of a
//! message may change, its id does not.

use certificates::Property;

/// Declares the codes with their ids, so that the list of all of them is complete.
macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $id:literal,)*) => {
        /// What a message is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* $code,)* }

        impl Code {
            /// All codes, in the order of the declaration.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// The id: words in lower case with hyphens.
            pub fn id(self) -> &'static str {
                match self { $(Code::$code => $id,)* }
            }
        }
    };
}

impl Code {
    /// Whether it is an error that a run of the program may meet.
    pub fn is_error(self) -> bool {
        self <= Code::Unreachable
    }

    /// The property that an error of this kind violates, if it is not memory safety.
    pub fn property(self) -> Option<Property> {
        match self {
            Code::SignedOverflow => Some(Property::NoOverflow),
            Code::EndlessRun | Code::MayNotTerminate => Some(Property::Termination),
            _ => None,
        }
    }
}

codes! {
    /// An access outside its object.
    OutOfBounds = "out-of-bounds",
    /// An access through a pointer to no object.
    InvalidPointer = "invalid-pointer",
    /// An access to an object that is gone.
    DeadObject = "dead-object",
    /// An access at an address that its type does not allow.
    Misaligned = "misaligned",
    /// A store to memory that must not change.
    NotWritable = "not-writable",
    /// A value that its type does not have is read.
    InvalidValue = "invalid-value",
    /// A copy between ranges that overlap.
    Overlap = "overlap",
    /// `free` or `realloc` of a pointer that is not the start of a live heap block.
    InvalidFree = "invalid-free",
    /// An object that is too large.
    AllocationSize = "allocation-size",
    /// A string without an end.
    UnterminatedString = "unterminated-string",
    /// An argument for which a function or builtin is undefined.
    InvalidArgument = "invalid-argument",
    /// A call through a pointer to no function of its type.
    InvalidCall = "invalid-call",
    /// A signed operation overflows.
    SignedOverflow = "signed-overflow",
    /// Division by zero.
    DivisionByZero = "division-by-zero",
    /// The smallest number divided by -1.
    DivisionOverflow = "division-overflow",
    /// A shift by more than the width.
    ShiftAmount = "shift-amount",
    /// A promise of the module's is broken.
    BrokenPromise = "broken-promise",
    /// A place that must not be reached is reached.
    Unreachable = "unreachable",
    /// A run that never ends.
    EndlessRun = "endless-run",
    /// A loop for which no ranking argument was found.
    MayNotTerminate = "may-not-terminate",
    /// A loop for which no invariant was found.
    NoInvariant = "no-invariant",
    /// Calls for which no common precondition was found.
    NoPrecondition = "no-precondition",
    /// What a contract ensures does not hold at a return, as far as is known.
    NotEnsured = "not-ensured",
    /// A linked structure that is not described.
    LinkedStructure = "linked-structure",
    /// A step that the prover held for possible.
    UnprovedStep = "unproved-step",
    /// A construct outside what the prover supports.
    UnsupportedConstruct = "unsupported-construct",
    /// A function of which nothing is known.
    UnknownFunction = "unknown-function",
    /// The clock.
    LimitTime = "limit-time",
    /// Executed instructions.
    LimitSteps = "limit-steps",
    /// Memory of the prover.
    LimitMemory = "limit-memory",
    /// Numbers or products that are not computed with.
    LimitNumbers = "limit-numbers",
    /// Nested calls, or rounds of a recursive function.
    LimitCalls = "limit-calls",
    /// No call was found that satisfies the contract of a proof.
    NoCall = "no-call",
    /// A call that is not known to satisfy the callee's contract.
    CallApart = "call-apart",
    /// What was to be bounded is not.
    NoBound = "no-bound",
    /// The input is wrong.
    BadInput = "bad-input",
    /// The compiler rejects the program.
    CompileError = "compile-error",
    /// A contract cannot be used.
    ContractError = "contract-error",
    /// A tool that is needed is missing or fails.
    ToolFailure = "tool-failure",
    /// A mistake of the prover.
    InternalError = "internal-error",
}
