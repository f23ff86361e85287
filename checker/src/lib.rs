//! Haltcert's checker: decides by itself whether a certificate proves its claim.
//!
//! It shares no reasoning with the prover; what it believes is `spec/`. Start at [`check`].

#![forbid(unsafe_code)]
#![cfg_attr(not(test), warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unwrap_used))]

#[macro_use]
pub mod context;

mod calls;
pub mod cli;
pub mod contract;
mod covers;
pub mod cross_check;
pub mod entail;
pub mod initial;
pub mod native;
pub mod premises;
mod print;
mod ranking;
pub mod reader;
mod replay;
pub mod report;
mod root;
mod rules;
mod show;
#[cfg(feature = "solver")]
pub mod solver;
#[cfg(not(feature = "solver"))]
#[path = "solverless.rs"]
pub mod solver;
pub mod state;
mod structures;
pub mod term;
mod trust;
pub mod verdict;
mod wellformed;

use certificates::{Certificate, Claim, DataModel, Overflow, Properties};

use context::Context;
use entail::{Knowledge, Solvers};
use reader::Module;
use replay::Proof;
pub use rules::library;
pub use verdict::{Checked, Rejection, Report, Stop, Verdict};

/// What the user wants proved; the certificate's claim must be at least as strong.
#[derive(Clone, Debug)]
pub struct Expectation {
    pub entry: String,
    /// `None`: all three, without "no overflow" unless the mode is `Error`.
    pub properties: Option<Properties>,
    pub data_model: DataModel,
    pub overflow: Overflow,
    /// The proof must hold for allocations that fail at will.
    pub malloc_may_fail: bool,
    /// The contract that calls of the entry satisfy; `None`: the claim is about all of them.
    pub precondition: Option<String>,
    /// Who may decide what the checker's own arithmetic does not.
    pub solvers: Solvers,
}

impl Default for Expectation {
    fn default() -> Expectation {
        Expectation {
            entry: "main".into(),
            properties: None,
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            precondition: None,
            solvers: Solvers::default(),
        }
    }
}

impl Expectation {
    /// What a claim says itself.
    pub fn of(claim: &Claim) -> Expectation {
        Expectation {
            entry: claim.entry.clone(),
            properties: Some(claim.properties),
            data_model: claim.data_model,
            overflow: claim.overflow,
            malloc_may_fail: claim.malloc_may_fail,
            precondition: claim.precondition.clone(),
            solvers: Solvers::default(),
        }
    }
}

/// Decides whether the certificate proves its claim about the module with this text, and whether
/// the claim is at least what is expected.
pub fn check(module: &str, certificate: &[u8], expected: &Expectation) -> Verdict {
    match certificates::decode(certificate) {
        Ok(decoded) => check_decoded(module, &decoded, certificate.len(), expected),
        Err(error) => Verdict::BadInput(error.to_string()),
    }
}

/// [`check`] of a certificate that has been read already, from so many bytes.
pub fn check_decoded(module: &str, decoded: &Certificate, bytes: usize, expected: &Expectation) -> Verdict {
    if certificates::hash::sha256_hex(module.as_bytes()) != decoded.claim.module_hash {
        return Verdict::BadInput("the certificate is for another module (the hashes differ)".into());
    }
    let read = match reader::read(module) {
        Ok(read) => read,
        Err(error) => return Verdict::BadInput(format!("module: {error}")),
    };
    let width = match decoded.claim.data_model {
        DataModel::Lp64 => 64,
        DataModel::Ilp32 => 32,
    };
    if read.layout.pointer_bits != width {
        let bits = read.layout.pointer_bits;
        return Verdict::BadInput(format!("the module is for pointers of {bits} bits, the claim for {width}"));
    }
    if !read.functions.contains_key(expected.entry.as_str()) {
        return Verdict::BadInput(format!("the module does not define the function '{}'", expected.entry));
    }
    let sizes = (bytes, module.len());
    match prove(&read, decoded, expected) {
        Ok(report) => Verdict::Valid(Box::new(Report { sizes, ..report })),
        Err(Stop::Invalid(rejection)) => Verdict::Invalid(rejection),
        Err(Stop::Undecided(rejection)) => Verdict::Undecided(rejection),
    }
}

/// The claim is consistent, and at least as strong as what is expected (`spec/claim.md`).
fn claim(cx: &mut Context, claim: &Claim, expected: &Expectation) -> Checked {
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
    reject_if!(cx, claim.data_model != expected.data_model =>
        "data model", "{:?} is claimed, {:?} expected", claim.data_model, expected.data_model);
    reject_if!(cx, claim.overflow != expected.overflow =>
        "signed overflow", "{:?} is claimed, {:?} expected", claim.overflow, expected.overflow);
    reject_if!(cx, expected.malloc_may_fail && !claim.malloc_may_fail =>
        "malloc", "the claim assumes that allocation succeeds");
    reject_if!(cx, wanted.no_overflow && !has.no_overflow => "properties", "no overflow is expected, but not claimed");
    reject_if!(cx, wanted.termination && !has.termination => "properties", "termination is expected, but not claimed");
    Ok(())
}

/// The contract of the claim is the expected one, token by token (`spec/precondition.md`).
fn precondition(cx: &Context, claim: &Claim, expected: &Expectation) -> Checked {
    let show = contract::printable;
    match (&claim.precondition, &expected.precondition) {
        (None, None) => Ok(()),
        (Some(claimed), None) => cx.reject(
            "precondition",
            format!(
                "the claim is only about calls with: {}\nIf that is what you want, give it with --precondition",
                show(claimed)
            ),
        ),
        (None, Some(wanted)) => {
            cx.reject("precondition", format!("the claim has no precondition, expected is: {}", show(wanted)))
        }
        (Some(claimed), Some(wanted)) if !contract::same(claimed, wanted) => cx.reject(
            "precondition",
            format!("the claim is about calls with: {}\nexpected is: {}", show(claimed), show(wanted)),
        ),
        (Some(_), Some(_)) => Ok(()),
    }
}

/// The claim and its proof.
fn prove(module: &Module, certificate: &Certificate, expected: &Expectation) -> Checked<Report> {
    let claimed = &certificate.claim;
    term::start_counting();
    let mut cx = Context::new(module, claimed.overflow, claimed.malloc_may_fail);
    cx.knowledge = Knowledge::new(expected.solvers.clone());
    claim(&mut cx, claimed, expected)?;
    cx.shapes = &certificate.shapes;
    wellformed::shapes(&mut cx)?;
    let nodes = wellformed::nodes(&mut cx, certificate)?;
    let owners = wellformed::owners(&mut cx, certificate)?;
    let cases = root::roots(&mut cx, certificate, &nodes)?;
    let edges = ranking::edges(certificate, &nodes, &owners);
    cx.rule("K-FORM");
    reject_if!(cx, !claimed.properties.termination && !certificate.ranking.is_empty() =>
        "ranking", "a ranking is given, but termination is not claimed");
    let obligations = match claimed.properties.termination {
        true => ranking::obligations(&mut cx, &certificate.ranking, &nodes, &edges)?,
        false => Default::default(),
    };
    let proof = Proof { certificate, nodes, obligations };
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
        sizes: (0, 0),
        cases,
        types: claimed
            .precondition
            .as_deref()
            .map_or_else(Vec::new, |text| contract::named_types(text, &module.layout)),
    })
}
