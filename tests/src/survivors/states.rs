//! What a survivor's nodes say, beside what the original's say.

use super::terms::{map_of, negated, plus, substituted};
use super::{Argument, Original, Pair, rejection};
use crate::mutation::trees::{insert, numbered, owners};
use certificates::{Certificate, Ghost, Node, NodeId, Root, Segment, State, Step, Term, Tree, Witness};
use checker::decide::entail::{Decision, Knowledge, Solvers};
use checker::decide::term::{Atom, Poly};
use std::collections::{BTreeMap, BTreeSet};

/// Each node of the mutant is compared with the original's of its number, if both stand at one place, or else with
/// one that says the same.
pub fn matching(before: &Certificate, after: &Certificate) -> super::Matching {
    let alike = |old: &Node, new: &Node| old.position == new.position && old.tree.is_some() == new.tree.is_some();
    let find = |(number, new): (usize, &Node)| {
        let same = before.nodes.get(number).filter(|old| alike(old, new)).map(|_| number);
        let other = || before.nodes.iter().position(|old| alike(old, new) && old.state == new.state);
        let place = || before.nodes.iter().position(|old| alike(old, new));
        same.or_else(other).or_else(place).map(|number| number as NodeId)
    };
    after.nodes.iter().enumerate().map(find).collect()
}

/// An argument for each node whose state is another.
pub fn explain(pair: &Pair, before: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let mut arguments = BTreeSet::new();
    for (number, new) in pair.mutant.nodes.iter().enumerate() {
        let old = pair.nodes[number].and_then(|old| Some((old, before.nodes.get(old as usize)?)));
        let same_entry = |old: &Node| pair.nodes.get(new.entry as usize) == Some(&Some(old.entry));
        let argument = match old {
            Some((_, old)) if old.state == new.state && same_entry(old) => continue,
            Some((_, old)) if implied(&old.state, &new.state) == Some(true) && same_entry(old) => Argument::WeakerState,
            Some((_, old)) if contradictory(&old.state) => Argument::NoState,
            Some((at, _)) if runs_lie_inside(pair, at) => Argument::RunsInState,
            Some((at, _)) if impossible(pair.original, at) => Argument::NoState,
            _ if !pair.reached.contains(&(number as NodeId)) => Argument::Unreached,
            _ if described_elsewhere(new, before) => Argument::SameState,
            Some((at, old)) if edges_prove(pair, at, &old.state, &new.state) => Argument::EdgesProve,
            Some((_, old)) if corruption_rejected(pair, number, &old.state, &new.state) => Argument::CorruptionRejected,
            _ => {
                return Err(format!("node {number} says something else, which nothing confirms: {:?}", new.state));
            }
        };
        arguments.insert(argument);
    }
    Ok(arguments)
}

/// Runs come to the node of the original, and each time to nodes of the mutant that are compared with it as well.
fn runs_lie_inside(pair: &Pair, old: NodeId) -> bool {
    let (problem, trace) = pair.observed();
    let before = pair.original.trace().visits.get(&old).copied().unwrap_or(0);
    let after: u64 = (0..)
        .zip(&pair.nodes)
        .filter(|(_, matched)| **matched == Some(old))
        .filter_map(|(number, _)| trace.visits.get(&number))
        .sum();
    problem.is_none() && before > 0 && after >= before
}

/// Another node at the same place has this state.
fn described_elsewhere(new: &Node, before: &Certificate) -> bool {
    before.nodes.iter().any(|old| old.position == new.position && implied(&old.state, &new.state) == Some(true))
}

/// The facts that the new state has and the old one has not, if this is the only difference.
fn new_facts<'a>(old: &State, new: &'a State) -> Option<Vec<&'a certificates::Atom>> {
    let mut rest = new.clone();
    rest.knowledge.clone_from(&old.knowledge);
    let all = old.knowledge.iter().all(|atom| new.knowledge.contains(atom));
    (rest == *old && all).then(|| new.knowledge.iter().filter(|atom| !old.knowledge.contains(atom)).collect())
}

/// In the original, whose nodes do not know the new facts, every edge to the node proves them (G-ASSERT).
fn edges_prove(pair: &Pair, node: NodeId, old: &State, new: &State) -> bool {
    let original = &pair.original.certificate;
    let Some(facts) = new_facts(old, new) else {
        return false;
    };
    let owners = owners(original);
    let is_root = |root: &Root| matches!(root, Root::Covered { node: to, .. } if *to == node);
    if original.roots.iter().any(is_root) {
        return false;
    }
    let mut other = super::bare(original);
    for (step, owner) in (0..).zip(&owners) {
        let map = owner.and_then(|owner| map_of(original, step, owner));
        let Some((_, constants, instance)) = map.filter(|(to, ..)| *to == node) else {
            continue;
        };
        for fact in &facts {
            let Some(term) = substituted(&fact.term, constants, &instance.variables) else {
                return false;
            };
            insert(&mut other, step, Ghost::Assert(certificates::Atom { rel: fact.rel, term }));
        }
    }
    numbered(other).is_some_and(|other| rejection(&other).is_none())
}

/// Each part of the state that is new is looked at: with the negation of a fact, or another value of a register, a
/// cell or a block, the mutant is rejected.
fn corruption_rejected(pair: &Pair, node: usize, old: &State, new: &State) -> bool {
    let rejected = |change: &dyn Fn(&mut State) -> Option<()>| {
        let mut other = pair.mutant.clone();
        change(&mut other.nodes[node].state).is_some() && rejection(&other).is_some()
    };
    let more = |term: &mut Term| plus(term, 1).map(|new| *term = new);
    old.variables == new.variables
        && new.knowledge.iter().enumerate().filter(|(_, atom)| !old.knowledge.contains(atom)).all(|(at, atom)| {
            rejected(&|state| {
                state.knowledge[at] = negated(atom);
                Some(())
            })
        })
        && (0..new.bindings.len())
            .filter(|at| !old.bindings.contains(&new.bindings[*at]))
            .all(|at| rejected(&|state| more(&mut state.bindings[at].value)))
        && (0..new.entries.len()).filter(|at| !old.entries.contains(&new.entries[*at])).all(|at| {
            rejected(&|state| more(&mut state.entries[at].value))
                && rejected(&|state| more(&mut state.entries[at].offset))
        })
        && (0..new.blocks.len()).filter(|at| !old.blocks.contains(&new.blocks[*at])).all(|at| {
            rejected(&|state| more(&mut state.blocks[at].base)) && rejected(&|state| more(&mut state.blocks[at].size))
        })
        && (0..new.lists.len()).filter(|at| !old.lists.contains(&new.lists[*at])).all(|at| {
            rejected(&|state| more(&mut state.lists[at].head))
                && rejected(&|state| more(&mut state.lists[at].end))
                && rejected(&|state| more(&mut state.lists[at].length))
        })
        && (0..new.trees.len()).filter(|at| !old.trees.contains(&new.trees[*at])).all(|at| {
            rejected(&|state| more(&mut state.trees[at].root))
                && rejected(&|state| more(&mut state.trees[at].cells))
                && (new.trees[at].hole.is_none() || rejected(&|state| state.trees[at].hole.as_mut().and_then(more)))
        })
}

fn knowledge(state: &State) -> Option<Knowledge> {
    let mut known = Knowledge::new(Solvers::default());
    for atom in &state.knowledge {
        known.add(Atom::read(atom, state.variables).ok()?).ok()?;
    }
    Some(known)
}

fn follows(known: &mut Knowledge, atom: &Atom) -> bool {
    matches!(known.decide(atom, &Witness::Solver), Decision::Holds(_))
}

fn contradictory(state: &State) -> bool {
    knowledge(state).is_some_and(|mut known| follows(&mut known, &Atom::falsum()))
}

/// The node describes nothing: its tree may as well say that it is contradictory, and no run comes there.
fn impossible(original: &Original, node: NodeId) -> bool {
    let mut other = original.certificate.clone();
    let Some(tree) = other.nodes.get(node as usize).and_then(|node| node.tree) else {
        return false;
    };
    other.steps[tree as usize] = Step::Infeasible { witnesses: vec![] };
    let other = crate::mutation::trees::numbered(other);
    !original.trace().visits.contains_key(&node) && other.is_some_and(|other| rejection(&other).is_none())
}

/// Whether every concrete state that the old one describes, the new one describes with the same values of the variables.
/// `None` where the terms are too large to tell.
pub fn implied(old: &State, new: &State) -> Option<bool> {
    if old.variables != new.variables {
        return Some(false);
    }
    let mut known = knowledge(old)?;
    let limit = old.variables;
    let mut equal = |a: &Term, b: &Term| {
        let (Ok(a), Ok(b)) = (Poly::read(a, limit), Poly::read(b, limit)) else {
            return false;
        };
        Atom::eq(&a, &b).is_ok_and(|atom| follows(&mut known, &atom))
    };
    let bindings: BTreeMap<_, _> = old.bindings.iter().map(|b| (&b.register, b)).collect();
    for new in &new.bindings {
        match bindings.get(&new.register) {
            Some(old) if old.sign == new.sign && equal(&old.value, &new.value) => {}
            _ => return Some(false),
        }
    }
    for new in &new.blocks {
        match old.blocks.iter().find(|old| old.id == new.id) {
            Some(old)
                if old.kind == new.kind
                    && old.optional == new.optional
                    && old.read_only == new.read_only
                    && old.kept == new.kept
                    && old.align % new.align.max(1) == 0
                    && equal(&old.base, &new.base)
                    && equal(&old.size, &new.size) => {}
            _ => return Some(false),
        }
    }
    for new in &new.entries {
        let mut same = |old: &certificates::Entry| {
            old.block == new.block
                && old.width == new.width
                && old.sign == new.sign
                && equal(&old.offset, &new.offset)
                && equal(&old.value, &new.value)
        };
        if !old.entries.iter().any(&mut same) {
            return Some(false);
        }
    }
    if !new.lists.iter().all(|list| old.lists.iter().any(|known| same_list(known, list, &mut equal)))
        || !new.trees.iter().all(|tree| old.trees.iter().any(|known| same_tree(known, tree, &mut equal)))
    {
        return Some(false);
    }
    let facts = new.knowledge.iter().map(|atom| Atom::read(atom, limit).ok());
    let all = facts.collect::<Option<Vec<Atom>>>()?;
    Some(all.iter().all(|atom| follows(&mut known, atom)))
}

/// Whether a list says what another of its number says, or more.
fn same_list(old: &Segment, new: &Segment, equal: &mut impl FnMut(&Term, &Term) -> bool) -> bool {
    let terms = |l: &Segment| [&l.head, &l.end, &l.length, &l.before, &l.rear].map(Term::clone);
    let fields = |l: &Segment| l.first.iter().chain(&l.last).cloned().collect::<Vec<_>>();
    (old.id, old.shape, old.marks) == (new.id, new.shape, new.marks)
        && terms(old).iter().zip(&terms(new)).all(|(a, b)| equal(a, b))
        && fields(old).len() == fields(new).len()
        && fields(old).iter().zip(&fields(new)).all(|(old, new)| match (old, new) {
            (_, None) => true,
            (Some(old), Some(new)) => equal(old, new),
            (None, Some(_)) => false,
        })
        && new.all.iter().all(|fact| old.all.contains(fact))
}

/// Whether a tree says what another of its number says, or more.
fn same_tree(old: &Tree, new: &Tree, equal: &mut impl FnMut(&Term, &Term) -> bool) -> bool {
    (old.id, old.shape, old.marks) == (new.id, new.shape, new.marks)
        && equal(&old.root, &new.root)
        && equal(&old.cells, &new.cells)
        && match (&old.hole, &new.hole) {
            (Some(old), Some(new)) => equal(old, new),
            (old, new) => old.is_none() && new.is_none(),
        }
        && new.all.iter().all(|fact| old.all.contains(fact))
}
