//! Ranking arguments: lexicographic, linear and nested (`spec/ranking.md`).

use crate::term::Term;
use crate::tree::{NodeId, StepId};
use serde::{Deserialize, Serialize};

/// One round. It is applied to the strongly connected component, among the edges that are not removed yet, that
/// contains all nodes named by `measure`; then the edges in `removed` are deleted.
///
/// A lexicographic ranking function is a sequence of rounds (`spec/decisions/ranking-rounds.md`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// One measure for each node of the component, ascending by node.
    pub measure: Measure,
    /// Edges that this round removes, named by their `Goto` or `Call` step; ascending, at least one.
    pub removed: Vec<StepId>,
}

/// Affine functions over the variables of each node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// No edge of the component increases it. The removed edges decrease it by at least 1, and it is at least 0 at
    /// their source.
    Linear(Vec<(NodeId, Term)>),
    /// Nested (multiphase) tuples of one length k ≥ 1; every edge of the component is removed:
    /// f1 - f1' >= 1, fi - fi' + f(i-1) >= 1 for i > 1, fk >= 0 at the source.
    Nested(Vec<(NodeId, Vec<Term>)>),
}
