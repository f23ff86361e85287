//! The roots of a claim cover its initial states (`spec/graph.md`, section "Root").

use std::collections::BTreeSet;

use certificates::{BlockId, Certificate, Root};

use crate::answer::verdict::{Cases, Checked, Location};
use crate::contract::{self, Contract, MAX_CASES};
use crate::decide::term::{Atom, Poly};
use crate::proof::context::Context;
use crate::proof::covers::{Site, covers};
use crate::proof::ensures;
use crate::proof::initial::{function, initial, kept};
use crate::proof::state::State;
use crate::proof::wellformed::Node;

/// An alternative, the values of its symbols in a case, and the blocks that it does not assign.
type Described<'c> = (&'c Contract, &'c [Poly], &'c BTreeSet<BlockId>);

/// R-ROOT: every initial state is an instance of its root, or contradictory. Returns what was found out about the cases
/// of the contract, if the claim has one.
pub fn roots<'m>(cx: &mut Context<'m>, certificate: &'m Certificate, nodes: &[Node<'m>]) -> Checked<Option<Cases>> {
    cx.rule("R-ROOT");
    let claim = &certificate.claim;
    let kept = kept(cx, &certificate.globals)?;
    let function = function(cx, &claim.entry)?;
    let Some(text) = &claim.precondition else {
        take!(cx, [root @ Root::Covered { .. }] = certificate.roots.as_slice() =>
            "roots", "a claim without a contract has one root, which is a node");
        let initial = initial(cx, &claim.entry, &kept)?;
        covered(cx, certificate, nodes, initial, root, (&Contract::default(), &[], &BTreeSet::new()))?;
        return Ok(None);
    };
    let alternatives = contract::read(cx, text, function, &kept)?;
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
        let (initial, symbols, protected) =
            contract::states::state(cx, contract, function, &kept, case).map_err(|stop| stop.at(&place))?;
        one_case(cx, certificate, nodes, initial, (root, (contract, &symbols, &protected)), &mut found)
            .map_err(|stop| stop.at(&place))?;
        cx.knowledge.undo(mark);
    }
    if let Some(call) = &certificate.call {
        let (_, example) = contract::call::begin(cx, claim, (call, &[]), function, &alternatives, &kept)?;
        found.example = Some(example);
    }
    Ok(Some(found))
}

/// The root of one case.
fn one_case<'m>(
    cx: &mut Context<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    initial: State<'m>,
    (root, contract): (&'m Root, Described),
    found: &mut Cases,
) -> Checked {
    match root {
        Root::Infeasible { witnesses } => {
            cx.begin(&[], witnesses);
            cx.rule("R-ROOT");
            cx.require("infeasible", Atom::falsum()).map_err(|stop| stop.explained(&initial))?;
            found.infeasible += 1;
            cx.end()
        }
        Root::Covered { .. } => covered(cx, certificate, nodes, initial, root, contract),
    }
}

/// Checks that the initial state is an instance of this root, and that what its contract ensures holds at each return.
fn covered<'m>(
    cx: &mut Context<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    mut initial: State<'m>,
    root: &'m Root,
    contract: Described,
) -> Checked {
    cx.rule("R-ROOT");
    take!(cx, Root::Covered { node: number, instance, returns } = root => "root", "the root is no node");
    let number = *number;
    let place = Location { node: Some(number), ..Location::default() };
    let mut judged = || {
        let root = some!(cx, nodes.get(number as usize) => "root", "there is no node {number}");
        reject_if!(cx, root.entry != number => "root", "the root is no entry node");
        reject_if!(cx, *root.state.position.function.name != *certificate.claim.entry =>
            "C-POSITION", "the root is of another function than the claim's entry");
        cx.begin(&instance.wraps, &[]);
        let cover = covers(cx, &mut initial, root, instance, Site::Root)?;
        cx.end()?;
        ensures::ensured(cx, contract, &initial, (nodes, root, &cover), returns)
    };
    judged().map_err(|stop| stop.at(&place))
}
