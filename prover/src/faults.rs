//! Safety conditions of the prover that tests switch off, one at a time. The prover then writes false certificates,
//! which the checker must reject (`spec/faults.md`).
//!
//! Without the feature `faults` (it is off by default, and no release has it) [`Faults::on`] is a constant `false`.
//! With it, `haltcert-faulty` proves a program once with each fault that its proof has asked about
//! (`cli::faulty`); `tests/tests/faults.rs` hands what comes out to the checker.

/// Declares the faults with their names, so that `Fault::ALL` is complete.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident = $name:literal,)*) => {
        /// A condition that is switched off. Each comment says what the prover then takes for true, or does not demand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault { $($(#[$doc])* $fault,)* }

        impl Fault {
            /// All faults, in the order of the declaration.
            pub const ALL: &'static [Fault] = &[$(Fault::$fault,)*];

            /// The name of the fault in tables and file names.
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
    /// M-STORE: everything known of the rest of the block survives, wherever the store goes.
    Disjoint = "disjoint",
    /// M-STORE: read-only memory may be written.
    ReadOnly = "read-only",
    /// M-MOVE: the ranges of memcpy may overlap.
    Overlap = "overlap",
    /// M-LOAD: memory of unknown content is zero.
    UnknownIsZero = "unknown-is-zero",
    /// M-LOAD: any entry of the right width is the one at the place that is read.
    WrongEntry = "wrong-entry",
    /// M-FILL: memory filled with any byte is zero.
    Filled = "filled",
    /// M-MOVE: entries outside the source are copied as well.
    Copied = "copied",
    /// F-REALLOC: all entries of the old block are kept in the new one.
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
    /// A-BITS: operand bits that are not known to be 0 are 0.
    Masks = "masks",
    /// X-ABS: the smallest value has an absolute value.
    Absolute = "absolute",
    /// A-FIT: nothing wraps around when it is converted.
    Wraps = "wraps",
    /// Operands: a signed number is read as an unsigned one, and vice versa.
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
    /// X-ASSUME: the condition of `llvm.assume` always holds.
    Assumption = "assumption",
    /// G-INFEASIBLE: the second case of a case analysis cannot occur.
    Infeasible = "infeasible",
    /// J-UNREACHABLE: a place is unreachable if something cannot be proved there.
    Unreachable = "unreachable",
    /// C-KNOWLEDGE: a node may know facts that held only at the first visit.
    MergeKeeps = "merge-keeps",
    /// C-KNOWLEDGE: a state is covered although a fact of the node does not hold in it.
    CoverFacts = "cover-facts",
    /// C-BINDING, C-ENTRY: a state is covered although its values differ.
    CoverValues = "cover-values",
    /// G-CALL: a function that returns in several ways returns in the first of them.
    ReturnsDropped = "returns-dropped",
    /// G-CALL: a function leaves the memory as it is.
    CalleeWrites = "callee-writes",
    /// G-CALL: a function leaves the lists and trees that it is given as they are.
    CalleeFolds = "callee-folds",
    /// L-JOIN, T-FOLD: what holds for all cells of the first part holds for all cells.
    AllCells = "all-cells",
    /// U-EXTEND, M-STORE: what is written to an array is like its other elements.
    AllElements = "all-elements",
    /// U-ELEMENT: what holds of some elements of an array holds of all.
    NoElement = "no-element",
    /// L-JOIN: the values of the first list continue the line of the second, whatever stands behind its cells.
    CellsBehind = "cells-behind",
    /// L-FOLD, T-FOLD: a list that a cell owns may have any end.
    OwnedEnd = "owned-end",
    /// L-FIRST, L-LAST, T-FIRST: a structure has a cell wherever one is needed.
    NotEmpty = "not-empty",
    /// T-FOLD: two links of a cell may lead to the same tree.
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
    /// K-LINEAR: a measure need not be bounded from below.
    NotBounded = "not-bounded",
    /// K-LINEAR: a measure may increase on the edges that it does not remove.
    Increasing = "increasing",
    /// K-NESTED: the first function of a tuple need not decrease.
    NestedTuple = "nested",
    /// Q-CLOSED: an edge that leaves the set of states is overlooked.
    WayOut = "way-out",
    /// Q-CLOSED: a path need not keep what the states of a node have in common.
    NotKept = "not-kept",
    /// Q-MEMBER: the run need not reach a state of the set's entry.
    NoMember = "no-member",
    /// Q-ERROR: unsigned arithmetic that wraps is an overflow.
    NoError = "no-error",
    /// Q-CHOICE: what any function of the library returns is an input.
    NoInput = "no-input",
    /// Q-ERROR, Q-LASSO: the run may end one instruction too early.
    CutShort = "cut-short",
}

impl Fault {
    /// The faults of the searches for runs that violate a property.
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
        /// Switches this fault on.
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

        /// The faults that a proof has asked about since the value was made; no other fault can make a difference.
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

    /// No fault: what the prover is built with outside tests.
    #[derive(Clone, Debug, Default)]
    pub struct Faults;

    impl Faults {
        /// Is the condition switched off? Never, in this build.
        #[inline(always)]
        pub const fn on(&self, _: Fault) -> bool {
            false
        }

        /// The fault that is on: none, in this build.
        pub const fn chosen(&self) -> Option<Fault> {
            None
        }
    }
}

pub use chosen::Faults;
