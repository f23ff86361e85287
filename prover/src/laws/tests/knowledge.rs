//! What is forgotten of knowledge.

use super::*;
use crate::algebra::{Atom, Rel, Term, Var};
use crate::domain::relevance::{restrict, slice, strongest};
use crate::entail::Engine;
use crate::graph::{Graph, Node, NodeIndex, thin};
use crate::index::Idx as _;
use std::collections::BTreeSet;

/// Variables of the facts, and those that are asked about.
const VARIABLES: u32 = 6;

/// Atoms about some variables.
fn atoms(choices: &mut Choices<'_>, variables: u32, most: usize) -> Vec<Atom> {
    let atom = |choices: &mut Choices<'_>| {
        let mut parts = vec![(Default::default(), choices.pick(&[0i128, 1, -1, 3, -4, 7]))];
        for _ in 0..1 + choices.below(3) {
            let v = choices.below(variables as usize) as Var;
            parts.push(([v].into_iter().collect(), choices.pick(&[1i128, -1, 1, -1, 2, -4])));
        }
        let rel = choices.pick(&[Rel::Le, Rel::Le, Rel::Le, Rel::Eq, Rel::Ne]);
        Term::from_parts(parts).ok().map(|term| Atom::new(rel, term))
    };
    let count = choices.below(most + 1);
    (0..count).filter_map(|_| atom(choices)).collect()
}

/// Facts that some numbers satisfy, variables, and questions about these.
fn asked(choices: &mut Choices<'_>, engine: &mut Engine) -> Option<(Vec<Atom>, BTreeSet<Var>, Vec<Atom>)> {
    let about: BTreeSet<Var> = (0..VARIABLES).filter(|_| choices.below(2) == 0).collect();
    let goals = (0..8).flat_map(|_| atoms(choices, VARIABLES, 1));
    let goals: Vec<Atom> = goals.filter(|goal| goal.term.vars().all(|v| about.contains(&v))).collect();
    let facts = atoms(choices, VARIABLES, 9);
    // Where the facts contradict each other, everything follows from them.
    engine.model(&facts).map(|_| (facts, about, goals))
}

/// The knowledge after a graph's only node has been thinned.
fn thinned(facts: &[Atom]) -> Vec<Atom> {
    let mut graph = Graph::default();
    let st = State { knowledge: facts.to_vec(), ..State::new("f") };
    let only = graph.nodes.push(Node::new(NodeIndex::new(0), st, BTreeSet::new()));
    thin(&mut graph, |_| true);
    graph.nodes[only].state.knowledge.clone()
}

proptest! {
    #![proptest_config(config(600))]

    /// What follows about the variables follows from the slice about them, which has nothing new.
    #[test]
    fn a_slice_says_as_much_of_its_variables(bytes in bytes()) {
        let mut engine = Engine::new(Default::default());
        let Some((facts, about, goals)) = asked(&mut Choices::new(&bytes), &mut engine) else { return Ok(()) };
        let kept = slice(&facts, &about);
        prop_assert!(kept.iter().all(|fact| facts.contains(fact)), "{facts:?} {kept:?}");
        for goal in &goals {
            let lost = engine.entails(&facts, goal) && !engine.entails(&kept, goal);
            prop_assert!(!lost, "{facts:?}, about {about:?}: {kept:?} loses {goal:?}");
        }
    }

    /// What knowledge is restricted to follows from it.
    #[test]
    fn restricted_knowledge_follows(bytes in bytes()) {
        let mut engine = Engine::new(Default::default());
        let Some((facts, about, _)) = asked(&mut Choices::new(&bytes), &mut engine) else { return Ok(()) };
        for fact in restrict(&facts, &about) {
            prop_assert!(engine.entails(&facts, &fact), "{facts:?}, about {about:?}: {fact:?} does not follow");
            let inside = fact.term.vars().all(|v| about.contains(&v));
            prop_assert!(inside || fact.rel == Rel::Eq, "{fact:?} is not about {about:?}");
        }
    }

    /// The strongest facts say as much as all.
    #[test]
    fn the_strongest_facts_imply_the_others(bytes in bytes()) {
        let mut engine = Engine::new(Default::default());
        let facts = atoms(&mut Choices::new(&bytes), 2, 12);
        let kept = strongest(facts.iter().cloned());
        let kept_all = facts.iter().all(|fact| fact.decide() == Some(true) || engine.entails(&kept, fact));
        prop_assert!(kept_all, "{facts:?} {kept:?}");
        prop_assert!(kept.iter().all(|fact| facts.contains(fact)), "{facts:?} {kept:?}");
    }

    /// What is left out of a node follows from what stays.
    #[test]
    fn thinned_knowledge_has_the_same_models(bytes in bytes()) {
        let mut engine = Engine::new(Default::default());
        let facts = atoms(&mut Choices::new(&bytes), 4, 12);
        let kept = thinned(&facts);
        prop_assert!(kept.iter().all(|fact| facts.contains(fact)), "{facts:?} {kept:?}");
        for fact in facts.iter().filter(|fact| !kept.contains(fact)) {
            prop_assert!(engine.entails(&kept, fact), "{facts:?}: {kept:?} loses {fact:?}");
        }
    }
}
