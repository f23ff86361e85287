//! Bounds of what a run costs, with their proofs (`spec/bounds.md`). They are an annex: no step of a tree depends on
//! them.

use crate::term::{Atom, Int, Term};
use crate::tree::StepId;
use crate::witness::Witness;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

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

/// What a bound says, without its proof: `iterations <= 2*n + 4`, or `3*calls write <= strlen(s)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is counted.
    pub resource: Resource,
    /// A multiple of the cost is bounded.
    pub factor: Int,
    /// The bound over the call.
    pub most: String,
}

impl Bound {
    /// What it says, without its proof.
    pub fn limit(&self) -> Limit {
        Limit { resource: self.resource.clone(), factor: self.factor, most: self.most.clone() }
    }
}

impl Display for Resource {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Resource::Iterations => f.write_str("iterations"),
            Resource::Instructions => f.write_str("instructions"),
            Resource::Loop { function, block } => write!(f, "loop {function}:{block}"),
            Resource::Calls(name) => write!(f, "calls {name}"),
            Resource::Stack(_) => f.write_str("stack"),
            Resource::Allocated => f.write_str("allocated"),
            Resource::Heap => f.write_str("heap"),
        }
    }
}

impl FromStr for Resource {
    type Err = String;

    /// Reads what `Display` writes; a stack has no frames then.
    fn from_str(text: &str) -> Result<Resource, String> {
        let text = text.trim();
        match text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim())) {
            ("iterations", "") => Ok(Resource::Iterations),
            ("instructions", "") => Ok(Resource::Instructions),
            ("stack", "") => Ok(Resource::Stack(Vec::new())),
            ("allocated", "") => Ok(Resource::Allocated),
            ("heap", "") => Ok(Resource::Heap),
            ("calls", name) if !name.is_empty() => Ok(Resource::Calls(name.to_owned())),
            ("loop", place) if let Some((function, block)) = place.rsplit_once(':') => {
                Ok(Resource::Loop { function: function.to_owned(), block: block.to_owned() })
            }
            _ => Err(format!(
                "'{text}' is none of iterations, instructions, loop FUNCTION:LABEL, calls NAME, stack, allocated, heap"
            )),
        }
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.factor != Int(1) {
            write!(f, "{}*", self.factor.0)?;
        }
        write!(f, "{} <= {}", self.resource, self.most)
    }
}

impl FromStr for Limit {
    type Err = String;

    /// Reads what `Display` writes. What the bound over the call says is left to who has the call.
    fn from_str(text: &str) -> Result<Limit, String> {
        let Some((left, most)) = text.split_once("<=") else {
            return Err(format!("'{text}' is no bound: it is written like iterations <= 2*n + 4"));
        };
        let (factor, resource) = left.split_once('*').unwrap_or(("1", left));
        match factor.trim().parse() {
            Ok(factor @ 1..) => {
                Ok(Limit { resource: resource.parse()?, factor: Int(factor), most: most.trim().into() })
            }
            _ => Err(format!("'{}' is no positive number", factor.trim())),
        }
    }
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
