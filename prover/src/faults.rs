//! Safety conditions of the prover that tests switch off, one at a time: a prover that lies, for the checker to catch.
//!
//! Without the feature `faults` (it is off by default, and no release has it) [`Faults::on`] is a constant `false`.
//! With it, `haltcert-faulty` proves a program once with each fault that its proof has asked about
//! (`cli::faulty`); `tests/tests/faults.rs` hands what comes out to the checker.

/// Declares the faults with their names, so that the list of all of them is complete.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident = $name:literal,)*) => {
        /// A condition that is switched off.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($(#[$doc])* $fault,)* }

        impl Fault {
            /// All faults, in the order of the declaration.
            pub const ALL: &'static [Fault] = &[$(Fault::$fault,)*];

            /// The name in tables and of files.
            pub fn name(self) -> &'static str {
                match self { $(Fault::$fault => $name,)* }
            }
        }
    };
}

faults! {
    /// M-LOAD, M-STORE: an access may leave its block.
    Bounds = "bounds",
    /// M-LOAD, M-STORE: an access may be misaligned.
    Alignment = "alignment",
    /// M-STORE: what is known of the rest of the block survives wherever the store goes.
    Disjoint = "disjoint",
    /// M-STORE: read-only memory is written.
    ReadOnly = "read-only",
    /// M-MOVE: the ranges of memcpy overlap.
    Overlap = "overlap",
    /// M-LOAD: memory of which nothing is known is zero.
    UnknownIsZero = "unknown-is-zero",
    /// M-LOAD: an entry is of the place that is read because it is as wide.
    WrongEntry = "wrong-entry",
    /// M-FILL: memory filled with any byte is zero.
    Filled = "filled",
    /// M-MOVE: entries beside the source are copied as well.
    Copied = "copied",
    /// F-REALLOC: all entries of the old block are in the new one.
    Reallocated = "reallocated",
    /// M-LIFETIME: a local variable lives on after its scope.
    OutOfScope = "out-of-scope",
    /// A-ADD, ...: signed operations never overflow.
    SignedOverflow = "signed-overflow",
    /// A-ADD, ...: unsigned operations marked `nuw` never overflow.
    UnsignedOverflow = "unsigned-overflow",
    /// A-UDIV, A-SDIV: no divisor is zero, and no smallest value is divided by -1.
    Divisor = "divisor",
    /// A-SHL, ...: every shift amount is below the width.
    ShiftAmount = "shift-amount",
    /// A-UDIV, A-LSHR, ...: what is marked `exact` loses nothing.
    Exact = "exact",
    /// A-BITS: bits of operands that are not known to be 0 are.
    Masks = "masks",
    /// X-ABS: the smallest value has an absolute value.
    Absolute = "absolute",
    /// A-FIT: nothing wraps around when it is converted.
    Wraps = "wraps",
    /// Operands: a signed number is read as an unsigned one, and the other way round.
    Signs = "signs",
    /// F-FREE, F-REALLOC: a freed block lives on.
    FreedMemory = "freed-memory",
    /// F-FREE: any pointer may be freed.
    FreeAnything = "free-anything",
    /// F-ALLOC: every allocation succeeds, whatever its size and the options.
    Allocation = "allocation",
    /// X-NONDET: arbitrary values are not negative.
    NotNegative = "not-negative",
    /// X-LIBRARY: the last known byte of a string is its end.
    Terminator = "terminator",
    /// G-CALL: a function pointer is the first function of its type.
    Target = "target",
    /// X-ASSUME: an assumption of the compiler always holds.
    Assumption = "assumption",
    /// G-INFEASIBLE: the second case of a case analysis cannot occur.
    Infeasible = "infeasible",
    /// J-UNREACHABLE: where nothing can be proved, nobody comes.
    Unreachable = "unreachable",
    /// C-KNOWLEDGE: a node may know what held at the first visit only.
    MergeKeeps = "merge-keeps",
    /// C-KNOWLEDGE: a state is covered although a fact of the node does not hold in it.
    CoverFacts = "cover-facts",
    /// C-BINDING, C-ENTRY: a state is covered although its values are others.
    CoverValues = "cover-values",
    /// G-CALL: a function returns in the first of the ways in which it does.
    ReturnsDropped = "returns-dropped",
    /// G-CALL: a function leaves the memory as it is.
    CalleeWrites = "callee-writes",
    /// G-CALL: a function leaves the lists and trees that it was given as they are.
    CalleeFolds = "callee-folds",
    /// L-JOIN, T-FOLD: what holds of all cells of the first part holds of all.
    AllCells = "all-cells",
    /// L-JOIN: the values of the first list go on as those of the second do, whatever stands behind its cells.
    CellsBehind = "cells-behind",
    /// L-FOLD, T-FOLD: a list that a cell owns may end anywhere.
    OwnedEnd = "owned-end",
    /// L-FIRST, L-LAST, T-FIRST: there is a cell where one is needed.
    NotEmpty = "not-empty",
    /// T-FOLD: two links may lead to the same tree.
    SharedTrees = "shared-trees",
    /// G-BLOCK: every block of the heap fits into the address space, whatever its size.
    HugeBlock = "huge-block",
    /// R-ROOT: the address of a global plus any number is that number.
    OutsideGlobals = "outside-globals",
    /// R-ROOT: the parameters of the entry function are not negative, with a contract or without.
    InitialState = "initial-state",
    /// K-FORM: loops without a measure terminate.
    NoMeasure = "no-measure",
    /// K-LINEAR: a measure need not decrease.
    NotDecreasing = "not-decreasing",
    /// K-LINEAR: a measure need not be bounded.
    NotBounded = "not-bounded",
    /// K-LINEAR: a measure may increase on the edges that it does not remove.
    Increasing = "increasing",
    /// K-NESTED: the first function of a tuple need not decrease.
    NestedTuple = "nested",
    /// Q-CLOSED: a way out of the set of states is overlooked.
    WayOut = "way-out",
    /// Q-CLOSED: a path need not keep what the states of a node have in common.
    NotKept = "not-kept",
    /// Q-MEMBER: the run need not come to a state of the start.
    NoMember = "no-member",
    /// Q-ERROR: unsigned arithmetic that wraps is an overflow.
    NoError = "no-error",
    /// Q-CHOICE: what any function of the library returns is an input.
    NoInput = "no-input",
    /// Q-ERROR, Q-LASSO: the run may end one instruction before.
    CutShort = "cut-short",
}

impl Fault {
    /// Those of the searches for runs.
    pub const OF_REFUTATIONS: [Fault; 6] =
        [Fault::WayOut, Fault::NotKept, Fault::NoMember, Fault::NoError, Fault::NoInput, Fault::CutShort];
}

#[cfg(feature = "faults")]
mod chosen {
    use super::Fault;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// The fault that is on, and which ones a proof has asked about.
    #[derive(Clone, Debug, Default)]
    pub struct Faults {
        fault: Option<Fault>,
        asked: Arc<AtomicU64>,
    }

    impl Faults {
        /// With this fault.
        pub fn with(fault: Fault) -> Faults {
            Faults { fault: Some(fault), ..Faults::default() }
        }

        /// Is the condition switched off?
        pub fn on(&self, fault: Fault) -> bool {
            self.asked.fetch_or(1 << fault as u64, Ordering::Relaxed);
            self.fault == Some(fault)
        }

        /// The fault that is on.
        pub fn chosen(&self) -> Option<Fault> {
            self.fault
        }

        /// The faults that could have made a difference.
        pub fn asked(&self) -> Vec<Fault> {
            let asked = self.asked.load(Ordering::Relaxed);
            let all = Fault::ALL.iter().copied();
            all.filter(|f| asked & (1 << *f as u64) != 0).collect()
        }
    }
}

#[cfg(not(feature = "faults"))]
mod chosen {
    use super::Fault;

    /// No fault at all.
    #[derive(Clone, Debug, Default)]
    pub struct Faults;

    impl Faults {
        /// Is the condition switched off? Never, in this build.
        #[inline(always)]
        pub const fn on(&self, _: Fault) -> bool {
            false
        }

        /// The fault that is on: none.
        pub const fn chosen(&self) -> Option<Fault> {
            None
        }
    }
}

pub use chosen::Faults;
