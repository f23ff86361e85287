//! Haltcert's checker: decides by itself whether a certificate proves its claim.
//!
//! It shares no reasoning with the prover; what must be believed is written in `spec/`. Start at [`check`].

#![forbid(unsafe_code)]
#![warn(missing_docs, unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

#[macro_use]
pub mod proof;

pub mod answer;
pub mod bounds;
pub mod contract;
pub mod decide;
pub mod reader;
pub mod refutation;
mod rules;
pub mod run;

use std::collections::BTreeSet;

use certificates::{Certificate, Claim, DecodeError, Overflow, Properties, Resource};

pub use answer::verdict::{Checked, Rejection, Report, Stop, Verdict};
use bounds::{Bound, Stated};
use decide::{entail::Knowledge, term};
use proof::context::Context;
pub use proof::expectation::Expectation;
use proof::expectation::{self, module_of};
use proof::replay::{self, Proof};
use proof::{ranking, root, wellformed};
use reader::Module;
pub use refutation::check_refutation;
pub use rules::library::table as library;

/// Decides whether the certificate proves its claim about the module with this text, and whether
/// the claim is at least what is expected. A refutation proves nothing.
pub fn check(module: &str, certificate: &[u8], expected: &Expectation) -> Verdict {
    match certificates::decode(certificate) {
        Ok(decoded) => check_decoded(module, &decoded, certificate.len(), expected),
        Err(DecodeError::Refutation) => match certificates::decode_refutation(certificate) {
            Ok(decoded) => refutation::no_proof(module, &decoded),
            Err(error) => Verdict::BadInput(error.to_string()),
        },
        Err(error) => Verdict::BadInput(error.to_string()),
    }
}

/// [`check`] for a certificate of `bytes` bytes that has been decoded already.
pub fn check_decoded(module: &str, decoded: &Certificate, bytes: usize, expected: &Expectation) -> Verdict {
    let read = match module_of(module, &decoded.claim, expected) {
        Ok(read) => read,
        Err(message) => return Verdict::BadInput(message),
    };
    let sizes = (bytes, module.len());
    Verdict::of(prove(&read, decoded, expected).map(|report| Report { sizes, ..report }))
}

/// Checks that the claim is consistent, and at least as strong as what is expected (`spec/claim.md`).
fn claim(cx: &mut Context, claim: &Claim, call: bool, expected: &Expectation) -> Checked {
    cx.rule("CLAIM");
    let has = claim.properties;
    let no_overflow = expected.overflow == Overflow::Error;
    let all = Properties { memory_safety: true, no_overflow, termination: true };
    let wanted = expected.properties.unwrap_or(all);
    reject_if!(cx, !has.memory_safety => "properties", "nothing is claimed without memory safety");
    reject_if!(cx, has.no_overflow != (claim.overflow == Overflow::Error) =>
        "properties", "no overflow is claimed exactly with memory safety in the mode error");
    reject_if!(cx, claim.entry != expected.entry =>
        "entry", "the claim is about '{}', expected is '{}'", claim.entry, expected.entry);
    precondition(cx, claim, expected)?;
    reject_if!(cx, call && claim.precondition.is_none() => "call", "a call is given, but the claim has no contract");
    reject_if!(cx, !call && claim.precondition.is_some() && !expected.allow_vacuous =>
        "vacuous", "no call is given that satisfies the contract: the claim may be about nothing (--allow-vacuous accepts it)");
    reject_if!(cx, claim.data_model != expected.data_model =>
        "data model", "{} is claimed, {} expected", claim.data_model, expected.data_model);
    reject_if!(cx, claim.overflow != expected.overflow =>
        "signed overflow", "{} is claimed, {} expected", claim.overflow, expected.overflow);
    reject_if!(cx, expected.malloc_may_fail && !claim.malloc_may_fail =>
        "malloc", "the claim assumes that allocation succeeds");
    names(cx, claim, expected)?;
    reject_if!(cx, wanted.no_overflow && !has.no_overflow => "properties", "no overflow is expected, but not claimed");
    reject_if!(cx, wanted.termination && !has.termination => "properties", "termination is expected, but not claimed");
    Ok(())
}

/// Checks that the user allows the meanings of names that the claim assumes (`spec/language.md`, "Names").
fn names(cx: &Context, claim: &Claim, expected: &Expectation) -> Checked {
    let own = cx.module.recognised.first();
    reject_if!(cx, !claim.no_builtin && own.is_some() => "no builtin", "{}", expectation::unsaid(own));
    reject_if!(cx, claim.no_builtin && !expected.no_builtin =>
        "-fno-builtin", "{}", expectation::without_builtins(own));
    let input = claim.contracts.iter().find(|name| reader::names::of_sv_comp(name));
    reject_if!(cx, input.is_some() && !expected.sv_comp => "--sv-comp", "{}", expectation::of_sv_comp(input));
    Ok(())
}

/// Checks that the contract of the claim is the expected one, token by token (`spec/precondition.md`).
fn precondition(cx: &Context, claim: &Claim, expected: &Expectation) -> Checked {
    let show = contract::printable;
    match (&claim.precondition, &expected.precondition) {
        (None, None) => Ok(()),
        (Some(claimed), None) => cx.reject(
            "precondition",
            format!("the claim is only about calls with: {}; if you want that, give --precondition", show(claimed)),
        ),
        (None, Some(wanted)) => {
            cx.reject("precondition", format!("the claim has no precondition, expected is: {}", show(wanted)))
        }
        (Some(claimed), Some(wanted)) if !contract::same(claimed, wanted) => cx.reject(
            "precondition",
            format!("{}; the claim is about calls with: {}", contract::difference(claimed, wanted), show(claimed)),
        ),
        (Some(_), Some(_)) => Ok(()),
    }
}

/// The bounds of the certificate, and behind them those that the user expects.
fn stated<'a, 'm>(
    cx: &mut Context,
    bounds: &'a [Bound<'m>],
    expected: &'a Expectation,
    entered: &BTreeSet<&str>,
) -> Checked<Vec<Stated<'a, 'm>>> {
    cx.rule("CLAIM");
    let own = |bound: &'a Bound<'m>| {
        let (factor, most) = (bound.given.factor.0, &*bound.given.most);
        Stated { bound, factor, most, own: true }
    };
    let mut stated: Vec<_> = bounds.iter().map(own).collect();
    for limit in &expected.bounds {
        let bound = bounds.iter().find(|bound| bounds::same(&bound.given.resource, &limit.resource));
        let bound = some!(cx, bound => "bound", "nothing is claimed of {}", limit.resource);
        if let Resource::Stack(frames) = &bound.given.resource {
            bounds::frames::suffice(cx, frames, &expected.frames, entered)?;
        }
        let known = limit.factor == bound.given.factor && contract::same(&limit.most, &bound.given.most);
        if !known {
            stated.push(Stated { bound, factor: limit.factor.0, most: &limit.most, own: false });
        }
    }
    Ok(stated)
}

/// Checks the claim and its proof.
fn prove(module: &Module, certificate: &Certificate, expected: &Expectation) -> Checked<Report> {
    let claimed = &certificate.claim;
    term::start_counting();
    let mut cx = Context::new(module, claimed.overflow, claimed.malloc_may_fail);
    cx.knowledge = Knowledge::new(expected.solvers.clone());
    claim(&mut cx, claimed, certificate.call.is_some(), expected)?;
    cx.shapes = &certificate.shapes;
    wellformed::shapes(&mut cx)?;
    let nodes = wellformed::nodes(&mut cx, &certificate.nodes)?;
    let owners = wellformed::owners(&mut cx, &certificate.nodes, &certificate.steps)?;
    let bounds = bounds::bounds(&mut cx, certificate, &nodes)?;
    let entered = nodes.iter().map(|node| &*node.state.position.function.name).collect();
    let stated = stated(&mut cx, &bounds, expected, &entered)?;
    let cases = root::roots(&mut cx, certificate, &nodes, &stated)?;
    let limits = stated.iter().map(Stated::limit).collect();
    let edges = ranking::edges(&certificate.steps, &nodes, &owners);
    cx.rule("K-FORM");
    reject_if!(cx, !claimed.properties.termination && !certificate.ranking.is_empty() =>
        "ranking", "a ranking is given, but termination is not claimed");
    let obligations = match claimed.properties.termination {
        true => ranking::obligations(&mut cx, &certificate.ranking, &nodes, &edges)?,
        false => Default::default(),
    };
    let proof = Proof { steps: &certificate.steps, nodes, obligations, bounds };
    let seen = replay::replay(&mut cx, &proof)?;
    cx.rule("CLAIM");
    reject_if!(cx, !cx.contracts.iter().eq(&claimed.contracts) => "contracts", "the contracts used are {:?}", cx.contracts);
    Ok(Report {
        claim: claimed.clone(),
        obligations: cx.tally,
        nodes: proof.nodes.len(),
        steps: certificate.steps.len(),
        edges: edges.len(),
        rounds: certificate.ranking.len(),
        infeasible: seen.infeasible,
        contradictory: seen.contradictory,
        bounds: limits,
        sizes: (0, 0),
        cases,
        types: claimed
            .precondition
            .as_deref()
            .map_or_else(Vec::new, |text| contract::named_types(text, &module.layout)),
    })
}
