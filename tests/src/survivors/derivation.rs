//! Proof trees of a survivor beside the original's: both are walked from the root, and each pair of steps that differ
//! gets an argument.

use super::hints::{less, no_influence, plain};
use super::terms::difference;
use super::{Argument, Pair, rejection, structures};
use crate::mutation::trees::{children, insert, numbered, redirect};
use certificates::{Atom, Certificate, Ghost, Instance, Rel, Root, Step, StepId};
use std::collections::{BTreeMap, BTreeSet};

/// Arguments for all steps that differ, and for the maps of roots.
pub fn explain(pair: &Pair, before: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let mut arguments = roots(pair, before)?;
    for ((number, new), old) in (0..).zip(&pair.mutant.nodes).zip(&pair.nodes) {
        let old = old.and_then(|old| before.nodes.get(old as usize)).and_then(|old| old.tree);
        // A node without counterpart, or with another tree, is argued about where its state is.
        let (Some(old), Some(new)) = (old, new.tree) else {
            continue;
        };
        let mut open = vec![(old, new)];
        while let Some((old, new)) = open.pop() {
            let (argument, rest) = match step(pair, before, old, new) {
                Err(_) if !pair.reached.contains(&number) => (Some(Argument::Unreached), vec![]),
                result => result?,
            };
            arguments.extend(argument);
            open.extend(rest);
        }
    }
    Ok(arguments)
}

/// Other roots: of the same nodes, with other maps of the initial state. The state of the node is argued about
/// elsewhere, and the entry node's variables are what the map says: another witness of the same statement.
fn roots(pair: &Pair, before: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let after = pair.mutant;
    let mut arguments = BTreeSet::new();
    if before.globals != after.globals {
        // More or fewer globals are described; what the nodes say of them is compared there.
        arguments.insert(Argument::SameStatement);
    }
    if before.roots.len() != after.roots.len() {
        return Err("other roots".into());
    }
    for (old, new) in before.roots.iter().zip(&after.roots) {
        arguments.extend(match (old, new) {
            (old, new) if old == new => None,
            // Another reason why what is ensured holds.
            (Root::Covered { node: o, instance: old, .. }, Root::Covered { node, instance: new, .. })
                if (o, old) == (node, new) =>
            {
                Some(Argument::SameStatement)
            }
            (Root::Covered { instance: old, .. }, Root::Covered { node, instance: new, .. })
                if old == new && pair.passed_node(*node) =>
            {
                Some(Argument::SameState)
            }
            (Root::Covered { node: o, instance: old, .. }, Root::Covered { node, instance: new, .. })
                if pair.nodes.get(*node as usize) == Some(&Some(*o)) =>
            {
                let old = part(pair, *node, old);
                if old == *new {
                    Some(Argument::NotNeeded)
                } else if only_terms(&old, new) && pair.passed_node(*node) {
                    Some(Argument::SameStatement)
                } else {
                    return Err(format!("another map of a root: {new:?} for {old:?}"));
                }
            }
            (Root::Infeasible { .. }, Root::Covered { .. }) => Some(Argument::NoCall),
            _ => return Err(format!("another root: {new:?} for {old:?}")),
        });
    }
    Ok(arguments)
}

type Rest = Vec<(StepId, StepId)>;

/// One pair of steps, and those behind them that are to be compared.
fn step(pair: &Pair, before: &Certificate, old: StepId, new: StepId) -> Result<(Option<Argument>, Rest), String> {
    let (o, n) = (&before.steps[old as usize], &pair.mutant.steps[new as usize]);
    let behind: Rest = children(o).into_iter().zip(children(n)).collect();
    if let Step::Split { yes, no, .. } = n
        && !twice(before, o)
        && [yes, no].into_iter().any(|next| same(pair, o, &pair.mutant.steps[*next as usize]))
    {
        // Inserted above: also where it is the same distinction once more.
        return Ok((Some(Argument::NoPremise), vec![(old, *yes), (old, *no)]));
    }
    if same(pair, o, n) {
        return Ok((None, behind));
    }
    let found = |argument| Ok((Some(argument), behind.clone()));
    match (o, n) {
        (Step::Split { .. }, Step::Split { .. }) => return Ok((Some(Argument::NoPremise), behind)),
        (Step::Ghost { next, .. }, n)
            if !matches!(n, Step::Ghost { .. }) || same(pair, &before.steps[*next as usize], n) =>
        {
            return Ok((Some(Argument::NotNeeded), vec![(*next, new)]));
        }
        (_, Step::Ghost { ghost, next, .. }) if free(ghost) => {
            let changed = matches!(o, Step::Ghost { .. }) && !same(pair, o, &pair.mutant.steps[*next as usize]);
            return Ok((Some(Argument::NoPremise), if changed { behind } else { vec![(old, *next)] }));
        }
        (_, Step::Ghost { ghost: Ghost::Assert(atom), next, .. }) if proved_by_split(pair, old, atom) => {
            let changed = matches!(o, Step::Ghost { .. }) && !same(pair, o, &pair.mutant.steps[*next as usize]);
            return Ok((Some(Argument::SplitProves), if changed { behind } else { vec![(old, *next)] }));
        }
        (_, Step::Ghost { ghost, next, .. })
            if same(pair, o, &pair.mutant.steps[*next as usize]) && contrary_rejected(pair, new, ghost) =>
        {
            return Ok((Some(Argument::CorruptionRejected), vec![(old, *next)]));
        }
        (_, Step::Split { yes, no, .. }) => {
            return Ok((Some(Argument::NoPremise), vec![(old, *yes), (old, *no)]));
        }
        (Step::Split { .. } | Step::Apart { .. }, _) => {
            let whole = |next: &StepId| same(pair, &before.steps[*next as usize], n);
            if let Some(next) = children(o).into_iter().find(whole) {
                return Ok((Some(Argument::NotNeeded), vec![(next, new)]));
            }
        }
        _ => {}
    }
    if impossible(pair, old) {
        return Ok((Some(Argument::Impossible), vec![]));
    }
    match changed(pair, before, old, new)? {
        Some(argument) => found(argument),
        None if pair.passed(new) => Ok((Some(Argument::RunsPass), behind)),
        None => Err(format!("step {new} differs, and nothing confirms it: {n:?} for {o:?}")),
    }
}

/// The argument for a step that does what the old one does in another way, if there is one.
fn changed(pair: &Pair, before: &Certificate, old: StepId, new: StepId) -> Result<Option<Argument>, String> {
    let (o, n) = (&before.steps[old as usize], &pair.mutant.steps[new as usize]);
    Ok(match (o, n) {
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. }) if less(o, n) => Some(Argument::SaysLess),
        (
            Step::Exec { hint: o, .. } | Step::Exit { hint: o, .. } | Step::Compare { hint: o, .. },
            Step::Exec { hint: n, .. } | Step::Exit { hint: n, .. } | Step::Compare { hint: n, .. },
        ) if no_influence(pair, old, o, n) => Some(Argument::NoInfluence),
        (Step::Ghost { ghost: o, .. }, Step::Ghost { ghost: n, .. }) => structures::explain(pair, new, o, n),
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. })
        | (Step::Compare { hint: o, .. }, Step::Compare { hint: n, .. })
            if plain(o) == plain(n) =>
        {
            Some(Argument::SameStatement)
        }
        (Step::Goto { node: a, instance: o, .. }, Step::Goto { node: b, instance: n, .. })
        | (Step::Call { entry: a, instance: o, .. }, Step::Call { entry: b, instance: n, .. })
            if pair.nodes.get(*b as usize) == Some(&Some(*a)) =>
        {
            // A map is no derivation: that runs pass it does not say that nothing is named twice.
            let argument = maps(pair, *b, old, o, n, pair.passed(new));
            Some(argument.ok_or_else(|| format!("step {new}: another map: {n:?} for {o:?}"))?)
        }
        (Step::Goto { node: a, instance: o, .. }, Step::Goto { node: b, instance: n, .. })
            if o == n && same_node(pair, before, *a, *b) =>
        {
            Some(Argument::SameState)
        }
        _ => None,
    })
}

/// Equal up to the numbers of steps and nodes.
fn same(pair: &Pair, old: &Step, new: &Step) -> bool {
    let node = |new: u32, old: u32| pair.nodes.get(new as usize) == Some(&Some(old));
    match (old, new) {
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. }) => o == n,
        (Step::Split { atom: o, .. }, Step::Split { atom: n, .. }) => o == n,
        (Step::Ghost { ghost: o, .. }, Step::Ghost { ghost: n, .. }) => o == n,
        (Step::Apart { left: a, right: b, .. }, Step::Apart { left: c, right: d, .. }) => (a, b) == (c, d),
        (
            Step::Call { entry: a, instance: o, returns: r, .. },
            Step::Call { entry: b, instance: n, returns: s, .. },
        ) => node(*b, *a) && o == n && r.len() == s.len() && r.iter().zip(s).all(|((r, _), (s, _))| node(*s, *r)),
        (Step::Goto { node: a, instance: o, .. }, Step::Goto { node: b, instance: n, .. }) => node(*b, *a) && o == n,
        (Step::Infeasible { .. }, Step::Infeasible { .. }) => true,
        (Step::Exit { hint: o, .. }, Step::Exit { hint: n, .. }) => o == n,
        (Step::Compare { hint: o, .. }, Step::Compare { hint: n, .. }) => o == n,
        _ => false,
    }
}

/// A case distinction that is made once more right behind it.
fn twice(certificate: &Certificate, split: &Step) -> bool {
    let Step::Split { atom, .. } = split else { return false };
    let next = children(split).into_iter().map(|next| &certificate.steps[next as usize]);
    next.into_iter().any(|step| matches!(step, Step::Split { atom: other, .. } if other == atom))
}

/// Two nodes say the same of the same place.
fn same_node(pair: &Pair, before: &Certificate, old: u32, new: u32) -> bool {
    let nodes = before.nodes.get(old as usize).zip(pair.mutant.nodes.get(new as usize));
    nodes.is_some_and(|(old, new)| old.position == new.position && old.state == new.state)
}

/// Ghost steps whose facts hold in every state (their rules have no obligation but G-BLOCK's, that a heap block is no
/// larger than blocks are).
fn free(ghost: &Ghost) -> bool {
    matches!(
        ghost,
        Ghost::Block(_)
            | Ghost::InBlock(_)
            | Ghost::Divide { .. }
            | Ghost::Function(_)
            | Ghost::ListLength(_)
            | Ghost::ListEmpty { .. }
            | Ghost::Uniform { .. }
            | Ghost::TreeCells(_)
            | Ghost::TreeHole { .. }
    )
}

/// A step about two entries was inserted, which says that their places differ, or that their values are equal; the other
/// one of these is rejected there.
fn contrary_rejected(pair: &Pair, step: StepId, ghost: &Ghost) -> bool {
    let contrary = match ghost {
        Ghost::Distinct { left, right } => Ghost::Same { left: *left, right: *right },
        Ghost::Same { left, right } => Ghost::Distinct { left: *left, right: *right },
        _ => return false,
    };
    let mut other = pair.mutant.clone();
    let Some(Step::Ghost { ghost, .. }) = other.steps.get_mut(step as usize) else { return false };
    *ghost = contrary;
    rejection(&other).is_some()
}

/// A certificate made from the original by a change of its trees is VALID.
pub fn valid(pair: &Pair, change: impl FnOnce(&mut Certificate) -> Option<()>) -> bool {
    let mut other = super::bare(&pair.original.certificate);
    change(&mut other).and_then(|()| numbered(other)).is_some_and(|other| rejection(&other).is_none())
}

/// The original may say at this step that its knowledge is contradictory, and no run comes there.
fn impossible(pair: &Pair, step: StepId) -> bool {
    !pair.original.trace().steps.contains(&step)
        && valid(pair, |c| {
            c.steps[step as usize] = Step::Infeasible { witnesses: vec![] };
            Some(())
        })
}

/// In front of the original's step the atom follows by G-SPLIT and G-INFEASIBLE, without G-ASSERT.
fn proved_by_split(pair: &Pair, step: StepId, atom: &Atom) -> bool {
    valid(pair, |c| {
        let new = c.steps.len() as StepId;
        c.steps.push(Step::Infeasible { witnesses: vec![] });
        redirect(c, step, new + 1);
        c.steps.push(Step::Split { atom: atom.clone(), yes: step, no: new });
        Some(())
    })
}

/// An argument for another map to a node that is compared with the original's.
fn maps(pair: &Pair, node: u32, step: StepId, old: &Instance, new: &Instance, passed: bool) -> Option<Argument> {
    let old = part(pair, node, old);
    if old == *new {
        Some(Argument::NotNeeded)
    } else if equal(pair, step, &old, new) {
        Some(Argument::EqualTerms)
    } else {
        (only_terms(&old, new) && passed).then_some(Argument::SameStatement)
    }
}

/// What is left of a map when the node forgets blocks and cells.
fn part(pair: &Pair, node: u32, old: &Instance) -> Instance {
    let mut part = old.clone();
    if let Some(node) = pair.mutant.nodes.get(node as usize) {
        part.blocks.retain(|(id, _)| node.state.blocks.iter().any(|block| block.id == *id));
        part.entries.retain(|(id, _)| node.state.entries.iter().any(|entry| entry.id == *id));
        let uniforms = part.uniforms.iter();
        let uniforms = uniforms.filter(|(id, _)| node.state.uniforms.iter().any(|uniform| uniform.id == *id));
        part.uniforms = uniforms.copied().collect();
        let lists = part.lists.iter().filter(|(id, _)| node.state.lists.iter().any(|list| list.id == *id));
        part.lists = lists.copied().collect();
        let trees = part.trees.iter().filter(|(id, _)| node.state.trees.iter().any(|tree| tree.id == *id));
        part.trees = trees.copied().collect();
    }
    part
}

/// Two maps differ in the terms for variables only. Which value a variable of the node has is for the map to choose, as
/// long as the node's state holds with it, which runs are asked about.
fn only_terms(old: &Instance, new: &Instance) -> bool {
    old.blocks == new.blocks
        && old.entries == new.entries
        && old.lists == new.lists
        && old.trees == new.trees
        && old.variables.len() == new.variables.len()
        && old.wraps.len() == new.wraps.len()
}

/// Where terms of the two maps differ, the original proves them equal in front of the step (G-ASSERT); where cells
/// differ, that they stand at one place and hold one value (G-SAME).
fn equal(pair: &Pair, step: StepId, old: &Instance, new: &Instance) -> bool {
    if old.lists != new.lists || old.trees != new.trees {
        return false;
    }
    if old.blocks != new.blocks || old.wraps != new.wraps || old.variables.len() != new.variables.len() {
        return false;
    }
    let entries: BTreeMap<u32, u32> = old.entries.iter().copied().collect();
    let mut ghosts = Vec::new();
    for (node, entry) in &new.entries {
        match entries.get(node) {
            Some(other) if other == entry => {}
            Some(other) => ghosts.push(Ghost::Same { left: *other, right: *entry }),
            None => return false,
        }
    }
    for (old, new) in old.variables.iter().zip(&new.variables).filter(|(old, new)| old != new) {
        let Some(term) = difference(old, new) else {
            return false;
        };
        ghosts.push(Ghost::Assert(Atom { rel: Rel::Eq, term }));
    }
    valid(pair, |c| {
        // Each stands directly in front of the step, behind those before it.
        ghosts.into_iter().for_each(|ghost| insert(c, step, ghost));
        Some(())
    })
}
