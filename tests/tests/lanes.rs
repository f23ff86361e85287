//! Corruptions of certificates by kind ("lanes"): every rule that keeps a false claim out is worked around in each place
//! where a proof of the sample relies on it. What is still accepted must be true of concrete runs; in lanes where
//! nothing can be, everything must be rejected. The originals are the controls.

use certificates::{
    Atom, Certificate, Detail, Int, Monomial, Rel, Root, Sign, Step, Term, Witness, Wrap, encode,
};
use checker::{Expectation, Verdict, check};
use tests::cases::{read, root};
use tests::inside::follow;
use tests::parallel;
use tests::programs::certificate;

const SAMPLE: [&str; 8] = [
    "papers/strlen.c",
    "loops/lexicographic.c",
    "loops/nested.c",
    "memory/array_fill.c",
    "heap/two_blocks.c",
    "call/loop_in_callee.c",
    "call/function_pointer_returned.c",
    "arithmetic/euclid.c",
];

/// Changed certificates of one kind that are tried for one program, at most.
const MOST: usize = 16;

/// Whether some changes may leave the proof valid.
#[derive(Clone, Copy, PartialEq)]
enum May {
    /// None: the change contradicts a rule whatever the program does.
    Never,
    /// Where what is added or left out happens to be so; concrete runs then find no contradiction.
    IfTrue,
}

type Lane = (&'static str, May, fn(&Certificate) -> Vec<Certificate>);

const LANES: [Lane; 22] = [
    ("a branch is dropped", May::IfTrue, branch_dropped),
    (
        "an instruction is skipped",
        May::IfTrue,
        instruction_skipped,
    ),
    ("a return is dropped", May::Never, return_dropped),
    ("a path is called impossible", May::IfTrue, infeasible_leaf),
    ("a node is strengthened", May::IfTrue, node_strengthened),
    ("a range is assumed at a node", May::IfTrue, range_assumed),
    ("a node's value is the entry's", May::IfTrue, entry_value),
    ("a binding has the other sign", May::IfTrue, binding_sign),
    ("a cell has the other sign", May::IfTrue, cell_sign),
    ("a cell has another value", May::IfTrue, cell_value),
    ("a block is larger", May::IfTrue, block_larger),
    (
        "a node stands in another function",
        May::Never,
        other_function,
    ),
    ("a node belongs to another entry", May::Never, other_entry),
    ("a step is referred to twice", May::Never, referred_twice),
    ("a step refers to itself", May::Never, cyclic),
    ("a step refers to a later one", May::Never, forward),
    ("free keeps the block", May::Never, free_keeps),
    ("another outcome", May::IfTrue, outcome_flipped),
    ("a wrap is another", May::IfTrue, wrap_changed),
    ("an edge is not removed", May::IfTrue, edge_kept),
    ("an assumption is removed", May::Never, assumption_removed),
    ("a root is dropped", May::Never, root_dropped),
];

#[test]
fn corrupted_certificates_are_rejected() {
    let originals = parallel::map(&SAMPLE, |name| {
        let case = read(&root().join(name)).expect("a case").remove(0);
        let mut proved = certificate(&case).unwrap_or_else(|| panic!("{name} is not proved"));
        // A witness names facts by their places, so it would catch a change for a reason of its own.
        let witnesses = proved.steps.iter_mut().filter_map(witnesses);
        witnesses.for_each(Vec::clear);
        proved
    });
    for (name, original) in SAMPLE.iter().zip(&originals) {
        assert!(valid(original), "control: {name}");
        // What the lanes do to leave out parts changes nothing by itself.
        assert_eq!(collected(original.clone()), *original, "{name}");
    }
    println!("| change | made | rejected | still valid | by |\n|---|---|---|---|---|");
    for (lane, may, change) in LANES {
        let mutants: Vec<(&str, Certificate)> = SAMPLE
            .iter()
            .zip(&originals)
            .flat_map(|(name, original)| {
                let all = change(original);
                let every = all.len().div_ceil(MOST).max(1);
                all.into_iter().step_by(every).map(|mutant| (*name, mutant))
            })
            .collect();
        let rejected = parallel::map(&mutants, |(name, mutant)| {
            let rejected = rejecting(mutant);
            if rejected.is_none() {
                assert!(may == May::IfTrue, "{lane}: {name} is accepted");
                assert_eq!(follow(mutant, 6).0, None, "{lane}: {name} is accepted");
            }
            rejected
        });
        let survivors = rejected.iter().filter(|r| r.is_none()).count();
        let mut rules: Vec<&str> = rejected.iter().flatten().map(String::as_str).collect();
        rules.sort_unstable();
        rules.dedup();
        let (made, rules) = (mutants.len(), rules.join(", "));
        println!(
            "| {lane} | {made} | {} | {survivors} | {rules} |",
            made - survivors
        );
        assert!(mutants.len() > survivors, "{lane}: nothing is rejected");
    }
}

fn valid(certificate: &Certificate) -> bool {
    rejecting(certificate).is_none()
}

/// The rule that rejects, if one does.
fn rejecting(certificate: &Certificate) -> Option<String> {
    let expected = Expectation::of(&certificate.claim);
    match check(&certificate.module, &encode(certificate), &expected) {
        Verdict::Valid(_) => None,
        Verdict::Invalid(r) => Some(r.rule.to_owned()),
        Verdict::Undecided(r) => Some(format!("undecided {}", r.rule)),
        Verdict::BadInput(_) => Some("bad input".to_owned()),
    }
}

fn witnesses(step: &mut Step) -> Option<&mut Vec<Witness>> {
    match step {
        Step::Exec { witnesses, .. }
        | Step::Ghost { witnesses, .. }
        | Step::Apart { witnesses, .. }
        | Step::Call { witnesses, .. }
        | Step::Goto { witnesses, .. }
        | Step::Infeasible { witnesses }
        | Step::Exit { witnesses, .. } => Some(witnesses),
        Step::Split { .. } => None,
    }
}

/// The steps that a step refers to.
fn children(step: &mut Step) -> Vec<&mut u32> {
    match step {
        Step::Exec { next, .. } | Step::Ghost { next, .. } => vec![next],
        Step::Split { yes, no, .. } => vec![yes, no],
        Step::Apart {
            left_first,
            right_first,
            ..
        } => vec![left_first, right_first],
        Step::Call { returns, .. } => returns.iter_mut().map(|(_, step)| step).collect(),
        Step::Goto { .. } | Step::Infeasible { .. } | Step::Exit { .. } => vec![],
    }
}

/// Without the steps that nothing refers to any more, which N-FLAT would reject.
fn collected(mut c: Certificate) -> Certificate {
    let mut used = vec![false; c.steps.len()];
    let mut open: Vec<u32> = c.nodes.iter().filter_map(|n| n.tree).collect();
    while let Some(at) = open.pop() {
        let Some(step) = c.steps.get_mut(at as usize) else {
            continue;
        };
        if !std::mem::replace(&mut used[at as usize], true) {
            open.extend(children(step).into_iter().map(|c| *c));
        }
    }
    let mut count = 0;
    let number: Vec<u32> = used
        .iter()
        .map(|used| {
            count += u32::from(*used);
            count.wrapping_sub(1)
        })
        .collect();
    let is_used = |at: &u32| used.get(*at as usize) == Some(&true);
    for round in &mut c.ranking {
        round.removed.retain(is_used);
        round
            .removed
            .iter_mut()
            .for_each(|at| *at = number[*at as usize]);
    }
    c.ranking.retain(|round| !round.removed.is_empty());
    for node in &mut c.nodes {
        node.tree = node.tree.map(|at| number[at as usize]);
    }
    let mut at = 0;
    c.steps.retain(|_| {
        at += 1;
        used[at - 1]
    });
    for child in c.steps.iter_mut().flat_map(children) {
        *child = number[*child as usize];
    }
    c
}

/// One changed certificate for every step in which `change` finds something to change.
fn steps(
    c: &Certificate,
    change: impl Fn(&mut Certificate, usize) -> Option<()>,
) -> Vec<Certificate> {
    places(c, c.steps.len(), change)
}

/// One changed certificate for every node in which `change` finds something to change.
fn nodes(
    c: &Certificate,
    change: impl Fn(&mut Certificate, usize) -> Option<()>,
) -> Vec<Certificate> {
    places(c, c.nodes.len(), change)
}

fn places(
    c: &Certificate,
    count: usize,
    change: impl Fn(&mut Certificate, usize) -> Option<()>,
) -> Vec<Certificate> {
    let changed = |at| {
        let mut new = c.clone();
        change(&mut new, at)?;
        let new = collected(new);
        (new != *c).then_some(new)
    };
    (0..count).filter_map(changed).collect()
}

fn impossible() -> Step {
    Step::Infeasible { witnesses: vec![] }
}

fn branch_dropped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Split { no, .. } = c.steps[at] else {
            return None;
        };
        c.steps[no as usize] = impossible();
        Some(())
    })
}

fn instruction_skipped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let child = *children(&mut c.steps[at]).into_iter().next()?;
        let Step::Exec { next, .. } = c.steps[child as usize] else {
            return None;
        };
        *children(&mut c.steps[at]).into_iter().next()? = next;
        Some(())
    })
}

fn return_dropped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Call { returns, .. } = &mut c.steps[at] else {
            return None;
        };
        returns.pop().map(|_| ())
    })
}

fn infeasible_leaf(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        (!matches!(c.steps[at], Step::Infeasible { .. })).then(|| c.steps[at] = impossible())
    })
}

/// `factor * term + constant`
fn affine(term: &Term, factor: i128, constant: i128) -> Term {
    let mut out = Term(vec![]);
    let mut sum = constant;
    for (monomial, Int(coefficient)) in &term.0 {
        if monomial.0.is_empty() {
            sum += factor * coefficient;
        } else {
            out.0.push((monomial.clone(), Int(factor * coefficient)));
        }
    }
    if sum != 0 {
        out.0.insert(0, (Monomial(vec![]), Int(sum)));
    }
    out
}

/// Adds an atom about the first value of a node that is not constant.
fn learn(c: &mut Certificate, node: usize, rel: Rel, factor: i128, constant: i128) -> Option<()> {
    let state = &mut c.nodes[node].state;
    let term = &state
        .bindings
        .iter()
        .find(|b| b.value.0.iter().any(|(m, _)| !m.0.is_empty()))?
        .value;
    let term = affine(term, factor, constant);
    state.knowledge.push(Atom { rel, term });
    Some(())
}

fn node_strengthened(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| learn(c, at, Rel::Eq, 1, -123_457))
}

fn range_assumed(c: &Certificate) -> Vec<Certificate> {
    let mut all = nodes(c, |c, at| learn(c, at, Rel::Le, 1, -1));
    all.extend(nodes(c, |c, at| learn(c, at, Rel::Le, -1, 2)));
    all
}

fn entry_value(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let shared = c.nodes.get(c.nodes[at].entry as usize)?.state.variables;
        let state = &mut c.nodes[at].state;
        let own = |t: &Term| t.0.iter().any(|(m, _)| m.0.iter().any(|v| *v >= shared));
        let binding = state.bindings.iter_mut().find(|b| own(&b.value))?;
        (shared > 0).then(|| binding.value = Term(vec![(Monomial(vec![0]), Int(1))]))
    })
}

fn flip(sign: &mut Sign) {
    *sign = match sign {
        Sign::Signed => Sign::Unsigned,
        Sign::Unsigned => Sign::Signed,
    };
}

fn binding_sign(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        c.nodes[at]
            .state
            .bindings
            .first_mut()
            .map(|b| flip(&mut b.sign))
    })
}

fn cell_sign(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        c.nodes[at]
            .state
            .entries
            .first_mut()
            .map(|e| flip(&mut e.sign))
    })
}

fn cell_value(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let cell = c.nodes[at].state.entries.first_mut()?;
        cell.value = affine(&cell.value, 1, 1);
        Some(())
    })
}

fn block_larger(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let block = c.nodes[at].state.blocks.first_mut()?;
        block.size = affine(&block.size, 1, 8);
        Some(())
    })
}

fn other_function(c: &Certificate) -> Vec<Certificate> {
    let names: Vec<String> = c
        .nodes
        .iter()
        .map(|n| n.position.function.clone())
        .collect();
    nodes(c, |c, at| {
        let other = names.iter().find(|name| **name != names[at])?;
        c.nodes[at].position.function.clone_from(other);
        Some(())
    })
}

fn other_entry(c: &Certificate) -> Vec<Certificate> {
    nodes(c, |c, at| {
        let mine = c.nodes[at].entry;
        let other = c
            .nodes
            .iter()
            .map(|n| n.entry)
            .find(|entry| *entry != mine)?;
        c.nodes[at].entry = other;
        Some(())
    })
}

fn referred_twice(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Split { yes, no, .. } = &mut c.steps[at] else {
            return None;
        };
        *no = *yes;
        Some(())
    })
}

/// These are not collected: the references would not survive it.
fn redirected(c: &Certificate, target: impl Fn(usize) -> u32) -> Vec<Certificate> {
    let changed = |at: usize| {
        let mut new = c.clone();
        *children(&mut new.steps[at]).into_iter().next()? = target(at);
        Some(new)
    };
    (0..c.steps.len()).filter_map(changed).collect()
}

fn cyclic(c: &Certificate) -> Vec<Certificate> {
    redirected(c, |at| at as u32)
}

fn forward(c: &Certificate) -> Vec<Certificate> {
    redirected(c, |at| at as u32 + 1)
}

fn free_keeps(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Detail::Release(block @ Some(_)) = &mut hint.detail else {
            return None;
        };
        *block = None;
        Some(())
    })
}

fn outcome_flipped(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Detail::Outcome(outcome) = &mut hint.detail else {
            return None;
        };
        *outcome = !*outcome;
        Some(())
    })
}

fn wrap_changed(c: &Certificate) -> Vec<Certificate> {
    steps(c, |c, at| {
        let Step::Exec { hint, .. } = &mut c.steps[at] else {
            return None;
        };
        let Wrap::By(Int(times)) = hint.wraps.first_mut()? else {
            return None;
        };
        *times += 1;
        Some(())
    })
}

fn edge_kept(c: &Certificate) -> Vec<Certificate> {
    places(c, c.ranking.len(), |c, at| {
        c.ranking[at].removed.pop()?;
        // A round that removes nothing is no round.
        c.ranking.retain(|round| !round.removed.is_empty());
        Some(())
    })
}

fn assumption_removed(c: &Certificate) -> Vec<Certificate> {
    places(c, c.claim.contracts.len(), |c, at| {
        c.claim.contracts.remove(at);
        Some(())
    })
}

fn root_dropped(c: &Certificate) -> Vec<Certificate> {
    let mut all = places(c, c.roots.len(), |c, at| {
        c.roots.remove(at);
        Some(())
    });
    all.extend(places(c, c.roots.len(), |c, at| {
        let Root::Covered { node, .. } = &mut c.roots[at] else {
            return None;
        };
        *node += 1;
        Some(())
    }));
    all
}
