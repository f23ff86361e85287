//! How obligations are decided.

use crate::term::Int;
use serde::{Deserialize, Serialize};

/// How one obligation of a step is decided. A step's list is empty (the solver decides all of them) or has one element
/// per obligation, in the order in which the rule raises them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Witness {
    /// The checker asks its solver.
    Solver,
    /// The obligation `g rel 0` is a combination of facts: `spec/graph.md`, section "Witnesses".
    /// For an obligation `g <= 0`: `scale >= 1`, the coefficient of a `Le` fact is >= 0, and
    /// `scale*g - sum coefficient*fact` is a constant below `scale` (g is an integer, so what is left is rounded).
    Farkas(Farkas),
    /// Two combinations: for `g <= 0` and for `-g <= 0` (obligation `g = 0`).
    Both(Farkas, Farkas),
    /// Obligation `g != 0`: a combination for `g + 1 <= 0` (`false`) or `-g + 1 <= 0` (`true`).
    Strict(bool, Farkas),
}

/// Multipliers of facts of the knowledge base, by place in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Farkas {
    /// The multiplier of the obligation.
    pub scale: Int,
    /// Places of facts in the knowledge, with their multipliers.
    pub facts: Vec<(u32, Int)>,
}
