//! Haltcert's checker: decides by itself whether a certificate proves its claim.
//!
//! It shares no reasoning with the prover; what it believes is `spec/`. Start at [`check`].

#[macro_use]
pub mod judge;

pub mod calls;
pub mod cli;
pub mod covers;
pub mod entail;
pub mod native;
pub mod ranking;
pub mod reader;
pub mod replay;
pub mod report;
pub mod root;
pub mod rules;
pub mod show;
pub mod solver;
pub mod state;
pub mod term;
pub mod verdict;
pub mod wellformed;

use certificates::{Certificate, Claim, DataModel, Overflow, Properties};

use covers::Site;
use judge::Judge;
use reader::Module;
use replay::Proof;
pub use verdict::{Rejection, Report, Stop, Verdict};

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
}

impl Default for Expectation {
    fn default() -> Expectation {
        Expectation {
            entry: "main".into(),
            properties: None,
            data_model: DataModel::Lp64,
            overflow: Overflow::Error,
            malloc_may_fail: false,
        }
    }
}

/// Decides whether the certificate proves its claim about the module with this text, and whether
/// the claim is at least what is expected.
pub fn check(module: &str, certificate: &[u8], expected: &Expectation) -> Verdict {
    let decoded = match certificates::decode(certificate) {
        Ok(decoded) => decoded,
        Err(error) => return Verdict::BadInput(error.to_string()),
    };
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
    let judged = claim(&decoded.claim, expected).and_then(|()| prove(&read, &decoded));
    match judged {
        Ok(report) => Verdict::Valid(Box::new(Report {
            certificate_bytes: certificate.len(),
            module_bytes: module.len(),
            ..report
        })),
        Err(Stop::Invalid(rejection)) => Verdict::Invalid(rejection),
        Err(Stop::Undecided(rejection)) => Verdict::Undecided(rejection),
    }
}

/// The claim is consistent, and at least as strong as what is expected (`spec/claim.md`).
fn claim(claim: &Claim, expected: &Expectation) -> Result<(), Stop> {
    let fail = |premise: &str, message: String| Err(Stop::invalid("CLAIM", premise, message));
    let has = claim.properties;
    if claim.precondition.is_some() {
        return fail("precondition", "preconditions are not part of version 1".into());
    }
    if has.termination && !has.memory_safety {
        return fail("properties", "termination is never claimed without memory safety".into());
    }
    if has.no_overflow != (has.memory_safety && claim.overflow == Overflow::Error) {
        return fail("properties", "no overflow is claimed exactly with memory safety in the mode error".into());
    }
    if !has.memory_safety {
        return fail("properties", "nothing is claimed".into());
    }
    if !claim.contracts.is_sorted_by(|a, b| a < b) {
        return fail("contracts", "the contracts are not strictly ascending".into());
    }
    if claim.entry != expected.entry {
        return fail("entry", format!("the claim is about '{}', expected is '{}'", claim.entry, expected.entry));
    }
    if claim.data_model != expected.data_model {
        return fail("data model", format!("{:?} is claimed, {:?} expected", claim.data_model, expected.data_model));
    }
    if claim.overflow != expected.overflow {
        return fail("signed overflow", format!("{:?} is claimed, {:?} expected", claim.overflow, expected.overflow));
    }
    if expected.malloc_may_fail && !claim.malloc_may_fail {
        return fail("malloc", "the claim assumes that allocation succeeds".into());
    }
    let no_overflow = expected.overflow == Overflow::Error;
    let all = Properties { memory_safety: true, no_overflow, termination: true };
    let wanted = expected.properties.unwrap_or(all);
    let pairs = [
        ("memory safety", wanted.memory_safety, has.memory_safety),
        ("no overflow", wanted.no_overflow, has.no_overflow),
        ("termination", wanted.termination, has.termination),
    ];
    match pairs.iter().find(|(_, wanted, has)| *wanted && !has) {
        Some((name, _, _)) => fail("properties", format!("{name} is expected, but not claimed")),
        None => Ok(()),
    }
}

/// The proof itself.
fn prove(module: &Module, certificate: &Certificate) -> Result<Report, Stop> {
    let claim = &certificate.claim;
    let mut j = Judge::new(module, claim.overflow, claim.malloc_may_fail);
    let nodes = wellformed::nodes(&mut j, certificate)?;
    let owners = wellformed::owners(certificate)?;
    root(&mut j, certificate, &nodes)?;
    let edges = ranking::edges(certificate, &nodes, &owners);
    let duties = if claim.properties.termination {
        ranking::duties(&mut j, &certificate.ranking, &nodes, &edges)?
    } else if certificate.ranking.is_empty() {
        Default::default()
    } else {
        return Err(Stop::invalid("K-FORM", "ranking", "a ranking is given, but termination is not claimed"));
    };
    let proof = Proof { certificate, nodes, duties };
    let seen = replay::replay(&mut j, &proof)?;
    if !j.contracts.iter().eq(&claim.contracts) {
        let used = j.contracts.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(Stop::invalid("CLAIM", "contracts", format!("the contracts used are: {used}")));
    }
    Ok(Report {
        claim: claim.clone(),
        obligations: j.tally,
        nodes: proof.nodes.len(),
        steps: certificate.steps.len(),
        edges: edges.len(),
        rounds: certificate.ranking.len(),
        infeasible: seen.infeasible,
        contradictory: seen.contradictory,
        certificate_bytes: 0,
        module_bytes: 0,
    })
}

/// R-ROOT: the initial state is an instance of the root.
fn root<'m>(j: &mut Judge<'m>, certificate: &'m Certificate, nodes: &[wellformed::Node<'m>]) -> Result<(), Stop> {
    let place = verdict::Place { node: Some(certificate.root), ..Default::default() };
    let mut check = || {
        let mut initial = root::initial(j, &certificate.claim.entry)?;
        let node = some!(j, nodes.get(certificate.root as usize).filter(|node| node.entry == certificate.root) =>
            "root", "the root is no entry node");
        reject_if!(j, node.state.position.function.name.as_ref() != certificate.claim.entry =>
            "C-POSITION", "the root is of another function than the claim's entry");
        j.begin(&certificate.root_map.wraps, &[]);
        covers::covers(j, &mut initial, node, &certificate.root_map, Site::Root)?;
        j.end()
    };
    check().map_err(|stop: Stop| stop.at(&place))
}
