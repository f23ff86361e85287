//! The roots of a claim cover its initial states (`spec/graph.md`, section "Root").

use certificates::{Certificate, Instance, NodeId, Root, Witness};

use crate::contract;
use crate::covers::{Site, covers};
use crate::entail::Outcome;
use crate::initial::{function, initial, kept};
use crate::judge::Judge;
use crate::state::State;
use crate::term::Atom;
use crate::verdict::{Cases, Checked, Place};
use crate::wellformed::Node;

/// R-ROOT: every initial state is an instance of its root, or none at all. What was found about the
/// cases of the contract, if the claim has one.
pub fn roots<'m>(j: &mut Judge<'m>, certificate: &'m Certificate, nodes: &[Node<'m>]) -> Checked<Option<Cases>> {
    j.rule("R-ROOT");
    let claim = &certificate.claim;
    let kept = kept(j, &certificate.globals)?;
    let function = function(j, &claim.entry)?;
    let Some(text) = &claim.precondition else {
        take!(j, [Root::Covered { node, instance }] = certificate.roots.as_slice() =>
            "roots", "a claim without a contract has one root, which is a node");
        let initial = initial(j, &claim.entry, &kept)?;
        covered(j, certificate, nodes, initial, *node, instance)?;
        return Ok(None);
    };
    let contract = contract::read(j, text, function, &kept)?;
    let cases = contract::cases::cases(&contract, &kept)?;
    j.rule("R-ROOT");
    reject_if!(j, certificate.roots.len() != cases.len() => "roots",
        "the contract has {} cases, the certificate {} roots", cases.len(), certificate.roots.len());
    let mut found = Cases { total: cases.len(), infeasible: 0, consistent: None, contradictory: 0 };
    for (number, (case, root)) in cases.iter().zip(&certificate.roots).enumerate() {
        let words = contract::cases::describe(&contract, &kept, case);
        let position = Some(format!("case {} of {} ({words})", number + 1, cases.len()));
        let place = Place { position, ..Place::default() };
        let mark = j.knowledge.mark();
        let initial = contract::states::state(j, &contract, function, &kept, case).map_err(|stop| stop.at(&place))?;
        one_case(j, certificate, nodes, initial, root, number, &mut found).map_err(|stop| stop.at(&place))?;
        j.knowledge.undo(mark);
    }
    j.rule("CLAIM");
    reject_if!(j, found.infeasible + found.contradictory == found.total => "vacuous",
        "no call satisfies the precondition, so the claim says nothing: {}", contract::printable(text));
    Ok(Some(found))
}

/// The root of one case.
fn one_case<'m>(
    j: &mut Judge<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    initial: State<'m>,
    root: &'m Root,
    number: usize,
    found: &mut Cases,
) -> Checked {
    match root {
        Root::Infeasible { witnesses } => {
            j.begin(&[], witnesses);
            j.rule("R-ROOT");
            j.require("infeasible", Atom::falsum()).map_err(|stop| stop.explained(&initial))?;
            found.infeasible += 1;
            j.end()
        }
        Root::Covered { node, instance } => {
            if found.consistent.is_none() {
                match j.knowledge.decide(&Atom::falsum(), &Witness::Solver) {
                    Outcome::Holds(_) => found.contradictory += 1,
                    Outcome::Fails(_) => found.consistent = Some(number),
                    Outcome::WrongWitness | Outcome::Unknown(_) => {}
                }
            }
            covered(j, certificate, nodes, initial, *node, instance)
        }
    }
}

/// The initial state is an instance of this root.
fn covered<'m>(
    j: &mut Judge<'m>,
    certificate: &'m Certificate,
    nodes: &[Node<'m>],
    mut initial: State<'m>,
    number: NodeId,
    instance: &'m Instance,
) -> Checked {
    j.rule("R-ROOT");
    let place = Place { node: Some(number), ..Place::default() };
    let mut judged = || {
        let root = some!(j, nodes.get(number as usize) => "root", "there is no node {number}");
        reject_if!(j, root.entry != number => "root", "the root is no entry node");
        reject_if!(j, *root.state.position.function.name != *certificate.claim.entry =>
            "C-POSITION", "the root is of another function than the claim's entry");
        j.begin(&instance.wraps, &[]);
        covers(j, &mut initial, root, instance, Site::Root)?;
        j.end()
    };
    judged().map_err(|stop| stop.at(&place))
}
