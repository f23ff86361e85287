//! Coefficients for obligations that the checker's native tier may not see (`spec/graph.md`, "Witnesses").
//!
//! A hard fact becomes a ghost step before the step that needs it: G-ASSERT with a Farkas witness. The obligation
//! itself is then an instance of a known fact. So nothing here depends on the order in which a rule raises its
//! obligations, only on the order of facts.

use crate::algebra::{Atom, Rel};
use crate::entail::Engine;
use certificates::{Farkas, Int, Witness};
use std::collections::BTreeMap;

/// Which obligations get coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witnesses {
    /// None: the checker's solver must decide what its own arithmetic does not.
    None,
    /// Those that take more than one fact.
    Needed,
    /// All that are not known facts, if coefficients can be found.
    All,
    /// For tests: at every edge, each fact is asserted because of the fact in its place. The checker accepts this only
    /// if it counts the facts of all rules as the prover does.
    Places,
}

/// Number of facts that the checker's native tier is expected to combine by itself.
const FEW: usize = 1;
/// Facts that are considered for one certificate, at most; obligations beyond get no coefficients.
const EFFORT: u64 = 40_000_000;

/// Finds coefficients.
pub(super) struct Finder<'a> {
    engine: &'a mut Engine,
    wanted: Witnesses,
    /// The obligations of ranking, by Goto or Call.
    edge_obligations: BTreeMap<usize, Vec<Atom>>,
    effort: u64,
}

/// The assertions on a path, in addition to the prover's own facts.
#[derive(Clone, Debug, Default)]
pub(super) struct Asserted {
    /// For each assertion, how many of the prover's facts come before it, ascending.
    places: Vec<usize>,
    atoms: Vec<Atom>,
}

impl Asserted {
    /// Records an atom that was asserted when `known` of the prover's facts were known.
    pub(super) fn note(&mut self, known: usize, atom: Atom) {
        self.places.push(known);
        self.atoms.push(atom);
    }

    /// The place of one of the prover's facts in the checker's knowledge.
    pub(super) fn place(&self, fact: u32) -> u32 {
        fact + self.places.partition_point(|known| *known <= fact as usize) as u32
    }

    /// The number of assertions.
    pub(super) fn count(&self) -> u32 {
        self.atoms.len() as u32
    }

    pub(super) fn moved(&self, farkas: Farkas) -> Farkas {
        let facts = farkas.facts.into_iter();
        Farkas { facts: facts.map(|(fact, c)| (self.place(fact), c)).collect(), ..farkas }
    }
}

impl<'a> Finder<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        wanted: Witnesses,
        edge_obligations: BTreeMap<usize, Vec<Atom>>,
    ) -> Finder<'a> {
        Finder { engine, wanted, edge_obligations, effort: EFFORT }
    }

    /// The ranking's obligations at this Goto or Call.
    pub(super) fn edge_obligations(&mut self, visit: usize) -> Vec<Atom> {
        self.edge_obligations.remove(&visit).unwrap_or_default()
    }

    /// Coefficients for an obligation, if it needs some and they are found.
    pub(super) fn find(&mut self, facts: &[Atom], asserted: &Asserted, goal: &Atom) -> Option<Witness> {
        if matches!(self.wanted, Witnesses::None | Witnesses::Places) || goal.decide() == Some(true) {
            return None;
        }
        self.effort = self.effort.checked_sub(facts.len() as u64 + 1)?;
        if facts.iter().chain(&asserted.atoms).any(|f| gives(f, goal)) {
            return None;
        }
        let all = self.wanted == Witnesses::All;
        let wanted = |x: &Farkas| all || x.facts.len() > FEW;
        let moved = |farkas| asserted.moved(farkas);
        match self.engine.certify(facts, goal) {
            Witness::Farkas(x) if wanted(&x) => Some(Witness::Farkas(moved(x))),
            Witness::Both(x, y) if wanted(&x) || wanted(&y) => Some(Witness::Both(moved(x), moved(y))),
            Witness::Strict(sign, x) if wanted(&x) => Some(Witness::Strict(sign, moved(x))),
            _ => None,
        }
    }
}

/// For each fact, a witness that it follows from itself, by its place.
pub(super) fn places(finder: &Finder<'_>, facts: &[Atom], asserted: &Asserted) -> Vec<(Atom, Witness)> {
    if finder.wanted != Witnesses::Places {
        return Vec::new();
    }
    let times = |place: u32, factor: i128| Farkas { scale: Int(1), facts: vec![(place, Int(factor))] };
    let one = |(place, fact): (usize, &Atom)| {
        let place = asserted.place(place as u32);
        let witness = match fact.rel {
            Rel::Le => Witness::Farkas(times(place, 1)),
            Rel::Eq => Witness::Both(times(place, 1), times(place, -1)),
            Rel::Ne => return None,
        };
        Some((fact.clone(), witness))
    };
    facts.iter().enumerate().filter_map(one).collect()
}

/// Whether a fact is the goal, or a stronger bound.
fn gives(fact: &Atom, goal: &Atom) -> bool {
    if fact == goal {
        return true;
    }
    let variables = |atom: &Atom| atom.term.parts().iter().filter(|(m, _)| !m.is_empty()).count();
    goal.rel == Rel::Le
        && fact.rel == Rel::Le
        && variables(fact) == variables(goal)
        && fact.term.parts().last() == goal.term.parts().last()
        && goal.term.sub(&fact.term).ok().and_then(|rest| rest.as_constant()).is_some_and(|rest| rest <= 0)
}
