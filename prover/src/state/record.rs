//! The proof steps of a path, as they are recorded for the certificate.

use super::Named;
use crate::algebra::{Atom, Term};
use certificates::{Ghost, Hint, Sign};

/// A step with one successor.
#[derive(Clone, Debug)]
pub(crate) enum Linear {
    Exec(Hint),
    Ghost(Ghost),
    /// The input at this place is this number, in a graph that no run leaves. It introduces two names: the result, and
    /// one that is not used.
    Choose(i128, Sign),
}

/// Information about a step that the proof does not need, but the claim and refutations do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Aside {
    /// Width and sign of the arbitrary input that the step returns, if it returns one.
    pub input: Option<(u32, Sign)>,
    /// The declared function that the step calls; its contract becomes part of the claim.
    pub called: Option<String>,
    /// Bytes of the heap blocks that a function of the library, or one elsewhere, made, or of a variable-length array.
    pub made: Vec<Term>,
    /// Bytes of the heap block that a function of the library gave back.
    pub freed: Option<Term>,
    /// The number of facts that are known behind the step.
    pub known: usize,
    /// What Q-IDEAL demands in the mode ideal, with the number of facts known at that point.
    pub machine: Vec<(usize, Atom)>,
}

/// A step with the names it introduced. Terms and ids in hints use the
/// prover's names until `certify` renames them.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    pub step: Linear,
    pub names: Named,
    /// Number of facts known before the step, if it raised obligations.
    pub start: usize,
    /// Obligations, with the number of facts known at that point; witnesses are made from them.
    pub obligations: Vec<(usize, Atom)>,
    pub aside: Aside,
}
