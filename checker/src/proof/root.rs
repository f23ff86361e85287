//! The roots of a claim cover its initial states (`spec/graph.md`, section "Root").

use certificates::{Certificate, NodeId, Root, Var};

use crate::answer::verdict::{Cases, Checked, Location, Stop};
use crate::bounds::Stated;
use crate::bounds::sum::Sum;
use crate::contract::states::{self, Described};
use crate::contract::{self, Contract, MAX_CASES, Most};
use crate::decide::term::{Atom, Poly};
use crate::proof::context::Context;
use crate::proof::covers::{Site, covers};
use crate::proof::ensures;
use crate::proof::initial::{function, initial, kept};
use crate::proof::wellformed::Node;

/// R-ROOT: every initial state is an instance of its root, or contradictory. Returns what was found out about the cases
/// of the contract, if the claim has one.
pub fn roots<'m>(
    cx: &mut Context<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    stated: &[Stated<'_, 'm>],
) -> Checked<Option<Cases>> {
    cx.rule("R-ROOT");
    let claim = &certificate.claim;
    let kept = kept(cx, &certificate.globals)?;
    let function = function(cx, &claim.entry)?;
    let texts: Vec<&str> = stated.iter().map(|stated| stated.most).collect();
    let Some(text) = &claim.precondition else {
        take!(cx, [root @ Root::Covered { .. }] = certificate.roots.as_slice() =>
            "roots", "a claim without a contract has one root, which is a node");
        let mosts = contract::constants(&texts)?;
        let initial = initial(cx, &claim.entry, &kept)?;
        let start = Described::of(initial);
        let (node, images, variables) = covered(cx, certificate, nodes, (&Contract::default(), &start), root)?;
        for (stated, most) in stated.iter().zip(&mosts) {
            stated.at_most(cx, (&claim.entry, node, 0), sum(most, &start)?, &images, variables)?;
        }
        return Ok(None);
    };
    let alternatives = contract::with_bounds(cx, text, &texts, function, &kept)?;
    let mut cases = Vec::new();
    for contract in &alternatives {
        let found = contract::cases::cases(contract, &kept, MAX_CASES - cases.len())?;
        cases.extend(found.into_iter().map(|case| (contract, case)));
    }
    cx.rule("R-ROOT");
    reject_if!(cx, certificate.roots.len() != cases.len() => "roots",
        "the contract has {} cases, the certificate {} roots", cases.len(), certificate.roots.len());
    let mut found = Cases { total: cases.len(), infeasible: 0, example: None };
    for (number, ((contract, case), root)) in cases.iter().zip(&certificate.roots).enumerate() {
        let words = contract::cases::describe(contract, &kept, case);
        let position = Some(format!("case {} of {} ({words})", number + 1, cases.len()));
        let place = Location { position, ..Location::default() };
        let mark = cx.knowledge.mark();
        let mut judged = || {
            let start = states::state(cx, contract, function, &kept, case)?;
            let covered = one_case(cx, certificate, nodes, (contract, &start), root, &mut found)?;
            let Some((node, images, variables)) = covered else { return Ok(()) };
            for (stated, most) in stated.iter().zip(&contract.bounds) {
                stated.at_most(cx, (&claim.entry, node, number), sum(most, &start)?, &images, variables)?;
            }
            Ok(())
        };
        judged().map_err(|stop: Stop| stop.at(&place))?;
        cx.knowledge.undo(mark);
    }
    if let Some(call) = &certificate.call {
        let (_, example) = contract::call::begin(cx, claim, (call, &[]), function, &alternatives, &kept)?;
        found.example = Some(example);
    }
    Ok(Some(found))
}

/// A bound in a case: what mentions a missing symbol counts as 0.
fn sum(most: &Most, start: &Described) -> Checked<Sum> {
    let mut sum = Sum::default();
    for (coefficient, atoms) in most.iter().filter(|(_, atoms)| !atoms.iter().any(|atom| atom.mentions(&start.missing)))
    {
        let atoms = atoms.iter().map(|atom| atom.substitute(&start.symbols)).collect::<Result<Vec<_>, _>>()?;
        sum.push(*coefficient, &atoms)?;
    }
    Ok(sum)
}

/// The root of one case. Returns its node with the substitution and the number of variables, if there is a node.
fn one_case<'m>(
    cx: &mut Context<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    (contract, start): (&Contract, &Described<'m>),
    root: &'m Root,
    found: &mut Cases,
) -> Checked<Option<(NodeId, Vec<Poly>, Var)>> {
    match root {
        Root::Infeasible { witnesses } => {
            cx.begin(&[], witnesses);
            cx.rule("R-ROOT");
            cx.require("infeasible", Atom::falsum()).map_err(|stop| stop.explained(&start.state))?;
            found.infeasible += 1;
            cx.end()?;
            Ok(None)
        }
        Root::Covered { .. } => covered(cx, certificate, nodes, (contract, start), root).map(Some),
    }
}

/// Checks that the initial state is an instance of this root, and that what its contract ensures holds at each return.
/// Returns the root, the substitution, and the number of variables.
fn covered<'m>(
    cx: &mut Context<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    (contract, start): (&Contract, &Described<'m>),
    root: &'m Root,
) -> Checked<(NodeId, Vec<Poly>, Var)> {
    cx.rule("R-ROOT");
    take!(cx, Root::Covered { node: number, instance, returns } = root => "root", "the root is no node");
    let (number, mut initial) = (*number, start.state.clone());
    let place = Location { node: Some(number), ..Location::default() };
    let mut judged = || {
        let root = some!(cx, nodes.get(number as usize) => "root", "there is no node {number}");
        reject_if!(cx, root.entry != number => "root", "the root is no entry node");
        reject_if!(cx, *root.state.position.function.name != *certificate.claim.entry =>
            "C-POSITION", "the root is of another function than the claim's entry");
        cx.begin(&instance.wraps, &[]);
        let cover = covers(cx, &mut initial, root, instance, Site::Root)?;
        cx.end()?;
        ensures::ensured(cx, (contract, start), &initial, (nodes, root, &cover), returns)?;
        Ok((number, cover.images, initial.variables))
    };
    judged().map_err(|stop| stop.at(&place))
}
