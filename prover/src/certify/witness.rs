//! Coefficients for obligations that the checker's native tier may not see (`spec/graph.md`, "Witnesses").
//!
//! What is hard becomes a ghost step before the step that needs it: G-ASSERT with a Farkas witness.
//! The obligation itself is then an instance of a known fact. So nothing here depends on the order
//! in which a rule raises its obligations, only on the order of facts.

use crate::algebra::{Atom, Rel};
use crate::entail::Engine;
use crate::graph::{End, Tree};
use certificates::{Farkas, Witness};

/// Which obligations get coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witnesses {
    None,
    /// Those that take more than a few facts.
    Needed,
    /// All that are not known facts, where there are coefficients.
    All,
}

/// Inequations that the checker's native tier is trusted to combine by itself.
const FEW: usize = 2;
/// Facts looked at for one certificate, at most: what is left goes without.
const EFFORT: u64 = 40_000_000;

/// Finds coefficients.
pub struct Finder<'a> {
    engine: &'a mut Engine,
    wanted: Witnesses,
    effort: u64,
}

/// What has been asserted on a path on top of the prover's own facts.
#[derive(Clone, Default)]
pub struct Asserted {
    /// How many of the prover's facts each stands behind, ascending.
    places: Vec<usize>,
    atoms: Vec<Atom>,
}

impl Asserted {
    /// Notes an atom asserted when so many of the prover's facts were known.
    pub fn note(&mut self, known: usize, atom: Atom) {
        self.places.push(known);
        self.atoms.push(atom);
    }

    /// The place in the checker's knowledge of one of the prover's facts.
    fn place(&self, fact: u32) -> u32 {
        fact + self.places.partition_point(|known| *known <= fact as usize) as u32
    }

    fn moved(&self, farkas: Farkas) -> Farkas {
        let facts = farkas.facts.into_iter();
        Farkas {
            facts: facts.map(|(fact, c)| (self.place(fact), c)).collect(),
            ..farkas
        }
    }
}

impl<'a> Finder<'a> {
    pub fn new(engine: &'a mut Engine, wanted: Witnesses) -> Finder<'a> {
        Finder {
            engine,
            wanted,
            effort: EFFORT,
        }
    }

    /// Coefficients for an obligation, if it wants some and they are found.
    pub fn find(&mut self, facts: &[Atom], asserted: &Asserted, goal: &Atom) -> Option<Witness> {
        if self.wanted == Witnesses::None || goal.decide() == Some(true) {
            return None;
        }
        self.effort = self.effort.checked_sub(facts.len() as u64 + 1)?;
        if facts.iter().chain(&asserted.atoms).any(|f| gives(f, goal)) {
            return None;
        }
        let moved = |farkas| asserted.moved(farkas);
        match self.engine.certify(facts, goal) {
            Witness::Farkas(x) if self.many(facts, &[&x]) => Some(Witness::Farkas(moved(x))),
            Witness::Both(x, y) if self.many(facts, &[&x, &y]) => {
                Some(Witness::Both(moved(x), moved(y)))
            }
            Witness::Strict(sign, x) if self.many(facts, &[&x]) => {
                Some(Witness::Strict(sign, moved(x)))
            }
            _ => None,
        }
    }

    /// Whether one of the combinations takes more inequations than the native tier combines easily.
    fn many(&self, facts: &[Atom], combinations: &[&Farkas]) -> bool {
        let inequations = |farkas: &Farkas| {
            let fact = |place: u32| facts.get(place as usize);
            let facts = farkas.facts.iter();
            facts
                .filter(|(place, _)| fact(*place).is_some_and(|f| f.rel == Rel::Le))
                .count()
        };
        self.wanted == Witnesses::All || combinations.iter().any(|x| inequations(x) > FEW)
    }
}

/// Whether a fact is the goal, or the same with a stronger bound.
fn gives(fact: &Atom, goal: &Atom) -> bool {
    if fact == goal {
        return true;
    }
    let variables = |atom: &Atom| {
        atom.term
            .parts()
            .iter()
            .filter(|(m, _)| !m.is_empty())
            .count()
    };
    goal.rel == Rel::Le
        && fact.rel == Rel::Le
        && variables(fact) == variables(goal)
        && fact.term.parts().last() == goal.term.parts().last()
        && goal
            .term
            .sub(&fact.term)
            .and_then(|rest| rest.as_constant())
            .is_some_and(|rest| rest <= 0)
}

/// All facts of some path through the tree: each step of the tree knows a beginning of them.
pub fn facts_below(tree: &Tree) -> Option<&[Atom]> {
    match &tree.end {
        End::Goto { knowledge, .. } | End::Call { knowledge, .. } => Some(knowledge),
        End::Split { yes, no, .. } => facts_below(yes).or_else(|| facts_below(no)),
        End::Return(_)
        | End::Joined(_)
        | End::Infeasible
        | End::SameFunction(..)
        | End::Exit(_) => None,
    }
}
