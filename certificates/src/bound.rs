//! Bounds of what a run costs, with their proofs (`spec/bounds.md`). They are an annex: no step of a tree depends on
//! them.

use crate::term::{Atom, Int, Term};
use crate::tree::{StepId, Witness};
use serde::{Deserialize, Serialize};

/// What is counted in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Resource {
    /// Retreating edges that are taken, and calls among functions that may call each other.
    Iterations,
    /// Instructions of the module that are executed.
    Instructions,
    /// Retreating edges to one header that are taken.
    Loop {
        /// Name of the function that the header lies in.
        function: String,
        /// Label of the header.
        block: String,
    },
    /// Direct calls of the function of this name.
    Calls(String),
    /// Bytes of the stack that are in use at one time. Each function's frame has this many bytes besides its allocas;
    /// names ascend, and a function without a number has a frame of 0 bytes.
    Stack(Vec<(String, u64)>),
    /// Bytes that allocation functions are asked for.
    Allocated,
    /// Bytes of heap memory that are there at one time, less those that were there when the run began.
    Heap,
}

/// A claim that `factor` times the cost of each run is at most `most`, and its proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// What is counted.
    pub resource: Resource,
    /// A multiple of the cost is bounded: at least 1, and 1 for a bound that is a plain integer term.
    pub factor: Int,
    /// The bound, a sum of products over the call: `2*n*max(0, m - 1) + strlen(s) + 4`.
    pub most: String,
    /// By which number the potentials are divided, at least 1.
    pub scale: Int,
    /// The potential of each node, in the order of the nodes.
    pub potentials: Vec<Potential>,
    /// How the obligation of each root is decided, in the order of the roots: an empty list where the checker decides it.
    pub roots: Vec<Vec<Case>>,
    /// How the obligations of steps are decided, ascending by step; the checker decides those of steps that are not
    /// named.
    pub steps: Vec<(StepId, Vec<Case>)>,
}

/// A sum of products over a node's variables; empty means 0.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Potential(pub Vec<Product>);

/// `coefficient * max(0, a) * max(0, b) * ...`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// At least 1.
    pub coefficient: Int,
    /// For each factor the term under `max(0, ...)`; none for a number.
    pub atoms: Vec<Term>,
}

/// A part of a case analysis that shows `P >= 0`: the list is the analysis from its root, where a `Split` is followed by
/// the list of its first case and then by that of its second one, and each list ends with a `Leaf`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Case {
    /// The atom holds in the first case, its negation in the second one. It is the next fact of the knowledge there.
    Split(Atom),
    /// That the term is at most 0 follows by this combination, and is the next fact of the knowledge.
    Lemma(Term, Combination),
    /// What stands for `max(0, a)` of this term a from here on. In a leaf each `max(0, a)` of P has one.
    Maximum(Term, Maximum),
    /// The combination shows `-P <= 0`; `None` where the checker decides it.
    Leaf(Option<Combination>),
}

/// What stands for `max(0, a)` in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Maximum {
    /// `-a <= 0` follows, so it is a. The next fact is `-a <= 0`.
    Positive(Witness),
    /// `a <= 0` follows, so it is 0. The next fact is `a <= 0`.
    Zero(Witness),
    /// The next unused variable v stands for it. The next facts are `-v <= 0` and `a - v <= 0`.
    Open,
}

/// Shows `g <= 0` as `Farkas` does, but over monomials and also with products of facts: `scale * g` less the sum is a
/// constant below `scale`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// The multiplier of the obligation, at least 1.
    pub scale: Int,
    /// What is added, with its multiplier.
    pub facts: Vec<(Combined, Int)>,
}

/// A consequence of one or two facts that a combination may use. Facts are named by their places in the knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Combined {
    /// A fact `f <= 0` with a multiplier that is at least 0, or `f = 0` with any.
    Fact(u32),
    /// `-(f * g) <= 0` for two facts `f <= 0` and `g <= 0`, which may be one; the multiplier is at least 0.
    Product(u32, u32),
    /// `f * t = 0` for a fact `f = 0` and a term.
    Times(u32, Term),
}
