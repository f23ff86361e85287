//! Proof trees of a survivor beside the original's: both are walked from the root, and each pair of steps that differ
//! gets an argument.

use super::terms::difference;
use super::{Argument, Pair, rejection};
use crate::mutation::trees::{children, insert, numbered, redirect};
use certificates::{
    Access, Allocation, Atom, Bits, Certificate, Detail, Ghost, Hint, Instance, Rel, Root, Sign,
    Step, StepId, Wrap,
};
use std::collections::{BTreeMap, BTreeSet};

/// Arguments for all steps that differ, and for the maps of roots.
pub fn explain(pair: &Pair, before: &Certificate) -> Result<BTreeSet<Argument>, String> {
    let mut arguments = roots(pair, before)?;
    for ((number, new), old) in (0..).zip(&pair.mutant.nodes).zip(&pair.nodes) {
        let old = old
            .and_then(|old| before.nodes.get(old as usize))
            .and_then(|old| old.tree);
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
            (Root::Covered { node: old, .. }, Root::Covered { node: new, .. })
                if pair.nodes.get(*new as usize) == Some(&Some(*old)) =>
            {
                Some(Argument::SameStatement)
            }
            (Root::Covered { .. }, Root::Covered { .. }) => Some(Argument::RunsPass),
            _ => return Err(format!("another root: {new:?} for {old:?}")),
        });
    }
    Ok(arguments)
}

type Rest = Vec<(StepId, StepId)>;

/// One pair of steps, and those behind them that are to be compared.
fn step(
    pair: &Pair,
    before: &Certificate,
    old: StepId,
    new: StepId,
) -> Result<(Option<Argument>, Rest), String> {
    let (o, n) = (
        &before.steps[old as usize],
        &pair.mutant.steps[new as usize],
    );
    let behind: Rest = children(o).into_iter().zip(children(n)).collect();
    if same(pair, o, n) {
        return Ok((None, behind));
    }
    let found = |argument| Ok((Some(argument), behind.clone()));
    match (o, n) {
        (Step::Split { .. }, Step::Split { yes, no, .. }) => {
            let inserted = [yes, no]
                .into_iter()
                .any(|next| same(pair, o, &pair.mutant.steps[*next as usize]));
            let rest = if inserted {
                vec![(old, *yes), (old, *no)]
            } else {
                behind
            };
            return Ok((Some(Argument::NoPremise), rest));
        }
        (Step::Ghost { next, .. }, n)
            if !matches!(n, Step::Ghost { .. }) || same(pair, &before.steps[*next as usize], n) =>
        {
            return Ok((Some(Argument::NotNeeded), vec![(*next, new)]));
        }
        (_, Step::Ghost { ghost, next, .. }) if free(ghost) => {
            let changed = matches!(o, Step::Ghost { .. })
                && !same(pair, o, &pair.mutant.steps[*next as usize]);
            return Ok((
                Some(Argument::NoPremise),
                if changed { behind } else { vec![(old, *next)] },
            ));
        }
        (
            _,
            Step::Ghost {
                ghost: Ghost::Assert(atom),
                next,
                ..
            },
        ) if proved_by_split(pair, old, atom) => {
            let changed = matches!(o, Step::Ghost { .. })
                && !same(pair, o, &pair.mutant.steps[*next as usize]);
            return Ok((
                Some(Argument::SplitProves),
                if changed { behind } else { vec![(old, *next)] },
            ));
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
    match (o, n) {
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. }) if less(o, n) => {
            return found(Argument::SaysLess);
        }
        (
            Step::Exec { hint: o, .. } | Step::Exit { hint: o, .. },
            Step::Exec { hint: n, .. } | Step::Exit { hint: n, .. },
        ) if no_influence(pair, old, o, n) => {
            return found(Argument::NoInfluence);
        }
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. }) if plain(o) == plain(n) => {
            return found(Argument::SameStatement);
        }
        (
            Step::Goto {
                node: a,
                instance: o,
                ..
            },
            Step::Goto {
                node: b,
                instance: n,
                ..
            },
        )
        | (
            Step::Call {
                entry: a,
                instance: o,
                ..
            },
            Step::Call {
                entry: b,
                instance: n,
                ..
            },
        ) if pair.nodes.get(*b as usize) == Some(&Some(*a)) => {
            return found(if equal(pair, old, o, n) {
                Argument::EqualTerms
            } else {
                Argument::SameStatement
            });
        }
        _ => {}
    }
    if let (Step::Goto { node: a, .. }, Step::Goto { node: b, .. }) = (o, n)
        && same_node(pair, before, *a, *b)
    {
        return found(Argument::SameState);
    }
    if pair.passed(new) {
        return Ok((Some(Argument::RunsPass), behind));
    }
    Err(format!(
        "step {new} differs, and nothing confirms it: {n:?} for {o:?}"
    ))
}

/// Equal up to the numbers of steps and nodes.
fn same(pair: &Pair, old: &Step, new: &Step) -> bool {
    let node = |new: u32, old: u32| pair.nodes.get(new as usize) == Some(&Some(old));
    match (old, new) {
        (Step::Exec { hint: o, .. }, Step::Exec { hint: n, .. }) => o == n,
        (Step::Split { atom: o, .. }, Step::Split { atom: n, .. }) => o == n,
        (Step::Ghost { ghost: o, .. }, Step::Ghost { ghost: n, .. }) => o == n,
        (
            Step::Apart {
                left: a, right: b, ..
            },
            Step::Apart {
                left: c, right: d, ..
            },
        ) => (a, b) == (c, d),
        (
            Step::Call {
                entry: a,
                instance: o,
                returns: r,
                ..
            },
            Step::Call {
                entry: b,
                instance: n,
                returns: s,
                ..
            },
        ) => {
            node(*b, *a)
                && o == n
                && r.len() == s.len()
                && r.iter().zip(s).all(|((r, _), (s, _))| node(*s, *r))
        }
        (
            Step::Goto {
                node: a,
                instance: o,
                ..
            },
            Step::Goto {
                node: b,
                instance: n,
                ..
            },
        ) => node(*b, *a) && o == n,
        (Step::Infeasible { .. }, Step::Infeasible { .. }) => true,
        (Step::Exit { hint: o, .. }, Step::Exit { hint: n, .. }) => o == n,
        _ => false,
    }
}

/// Two nodes say the same of the same place.
fn same_node(pair: &Pair, before: &Certificate, old: u32, new: u32) -> bool {
    let nodes = before
        .nodes
        .get(old as usize)
        .zip(pair.mutant.nodes.get(new as usize));
    nodes.is_some_and(|(old, new)| old.position == new.position && old.state == new.state)
}

/// Ghost steps whose facts hold in every state (their rules have no obligation).
fn free(ghost: &Ghost) -> bool {
    matches!(
        ghost,
        Ghost::InBlock(_) | Ghost::Block(_) | Ghost::Divide { .. } | Ghost::Function(_)
    )
}

/// A certificate made from the original by a change of its trees is VALID.
fn valid(pair: &Pair, change: impl FnOnce(&mut Certificate) -> Option<()>) -> bool {
    let mut other = super::bare(&pair.original.certificate);
    change(&mut other)
        .and_then(|()| numbered(other))
        .is_some_and(|other| rejection(&other).is_none())
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
        c.steps.push(Step::Split {
            atom: atom.clone(),
            yes: step,
            no: new,
        });
        Some(())
    })
}

/// The new hint says a part of what the old one says, or leaves open what it decides.
fn less(old: &Hint, new: &Hint) -> bool {
    fn part<T: PartialEq>(new: &[T], old: &[T]) -> bool {
        new.len() < old.len() && new.iter().all(|item| old.contains(item))
    }
    if old.wraps != new.wraps {
        let quotients = old.wraps.len() == new.wraps.len()
            && old
                .wraps
                .iter()
                .zip(&new.wraps)
                .all(|(old, new)| old == new || *new == Wrap::Quotient);
        return quotients
            && old.detail == new.detail
            && old.sign == new.sign
            && old.phis == new.phis;
    }
    if old.sign != new.sign || old.phis != new.phis {
        return false;
    }
    match (&old.detail, &new.detail) {
        (
            Detail::Load { access: a, .. },
            Detail::Load {
                access: b,
                entry: None,
            },
        ) => a == b,
        (Detail::Store { access: a, keep: o }, Detail::Store { access: b, keep: n }) => {
            a == b && part(n, o)
        }
        (
            Detail::Move {
                target: a,
                source: b,
                keep: o,
                copy: p,
            },
            Detail::Move {
                target: c,
                source: d,
                keep: n,
                copy: q,
            },
        ) => {
            (a, b) == (c, d)
                && (part(n, o) && part(q, p) || n == o && part(q, p) || part(n, o) && q == p)
        }
        (
            Detail::Fill {
                target: a,
                keep: o,
                cells: p,
            },
            Detail::Fill {
                target: b,
                keep: n,
                cells: q,
            },
        ) => a == b && (part(n, o) && part(q, p) || n == o && part(q, p) || part(n, o) && q == p),
        (
            Detail::Allocate {
                outcome: a,
                cells: o,
            },
            Detail::Allocate {
                outcome: b,
                cells: n,
            },
        ) => {
            (a == b && part(n, o))
                || (*b == Allocation::Optional && a != b && (o == n || part(n, o)))
        }
        (
            Detail::Reallocate {
                block: a,
                outcome: o,
                keep: p,
            },
            Detail::Reallocate {
                block: b,
                outcome: n,
                keep: q,
            },
        ) => a == b && (o == n && part(q, p) || *n == Allocation::Optional && p == q),
        (
            Detail::Library {
                accesses: a,
                entries: o,
                keep: p,
            },
            Detail::Library {
                accesses: b,
                entries: n,
                keep: q,
            },
        ) => a == b && o == n && part(q, p),
        (Detail::Bits(_), Detail::Bits(Bits::Bounds)) => true,
        (
            Detail::Division {
                dividend: Some(_),
                divisor: a,
            },
            Detail::Division {
                dividend: None,
                divisor: b,
            },
        ) => a == b,
        _ => false,
    }
}

/// The hint without the terms that say by which number an offset is a multiple of the alignment: that there is such a
/// number is the statement, the term is its witness.
fn plain(hint: &Hint) -> Hint {
    let mut hint = hint.clone();
    let accesses: Vec<&mut Access> = match &mut hint.detail {
        Detail::Load { access, .. } | Detail::Store { access, .. } => vec![access],
        Detail::Move { target, source, .. } => target.iter_mut().chain(source).collect(),
        Detail::Fill { target, .. } => target.iter_mut().collect(),
        Detail::Library { accesses, .. } => accesses.iter_mut().collect(),
        _ => vec![],
    };
    accesses
        .into_iter()
        .for_each(|access| access.multiple = None);
    hint
}

/// Only one part of the hint differs, and with every other value that is tried for it the certificate is valid too.
fn no_influence(pair: &Pair, step: StepId, old: &Hint, new: &Hint) -> bool {
    let with = |hint: Hint| {
        valid(pair, |c| match &mut c.steps[step as usize] {
            Step::Exec { hint: place, .. } | Step::Exit { hint: place, .. } => {
                *place = hint;
                Some(())
            }
            _ => None,
        })
    };
    let changed = |change: &dyn Fn(&mut Hint)| {
        let mut hint = old.clone();
        change(&mut hint);
        with(hint)
    };
    let mut rest = new.clone();
    rest.sign = old.sign;
    if rest == *old {
        return [Sign::Unsigned, Sign::Signed]
            .into_iter()
            .all(|sign| changed(&|hint| hint.sign = sign));
    }
    let mut rest = new.clone();
    rest.phis.clone_from(&old.phis);
    if rest == *old {
        let flipped = |sign| match sign {
            Sign::Unsigned => Sign::Signed,
            Sign::Signed => Sign::Unsigned,
        };
        let places = old
            .phis
            .iter()
            .zip(&new.phis)
            .enumerate()
            .filter(|(_, (old, new))| old != new);
        return old.phis.len() == new.phis.len()
            && places
                .into_iter()
                .all(|(at, _)| changed(&|hint| hint.phis[at] = flipped(hint.phis[at])));
    }
    false
}

/// Where terms of the two maps differ, the original proves them equal in front of the step (G-ASSERT); where cells
/// differ, that they stand at one place and hold one value (G-SAME).
fn equal(pair: &Pair, step: StepId, old: &Instance, new: &Instance) -> bool {
    if old.blocks != new.blocks
        || old.wraps != new.wraps
        || old.variables.len() != new.variables.len()
    {
        return false;
    }
    let entries: BTreeMap<u32, u32> = old.entries.iter().copied().collect();
    let mut ghosts = Vec::new();
    for (node, entry) in &new.entries {
        match entries.get(node) {
            Some(other) if other == entry => {}
            Some(other) => ghosts.push(Ghost::Same {
                left: *other,
                right: *entry,
            }),
            None => return false,
        }
    }
    for (old, new) in old
        .variables
        .iter()
        .zip(&new.variables)
        .filter(|(old, new)| old != new)
    {
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
