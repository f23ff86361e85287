//! What the user reads: the verdict and the whole claim, assumptions first; as text or JSON.

use std::fmt::Write;
use std::io;

use certificates::assumption::CALLING_BACK;
use certificates::{Assumption, Claim, DataModel, Overflow, Property};
use serde_json::{Map, Value, json};

pub use crate::answer::print::escape;
use crate::answer::verdict::{Cases, How, Location, Rejection, Report, Verdict};
use crate::answer::{bounds, call};
use crate::contract;
use crate::decide::solver;
use crate::reader::names;

/// Where the module came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user's file.
    File,
    /// The certificate itself.
    Embedded,
}

/// The warning for a module that came with the certificate.
pub const REBUILD: &str = "embedded module, origin unchecked: to check the source as well, rebuild the module \
    (haltcert prove FILE.c --emit-module FILE.ll) and check with --module FILE.ll";

/// Functions whose result is a new block of the heap.
#[rustfmt::skip]
const ALLOCATORS: [&str; 9] = [
    "malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf", "getline", "getdelim",
];

/// The assumptions of a claim, in words (`spec/claim.md`).
pub fn assumptions(claim: &Claim) -> Vec<String> {
    given(claim).iter().map(Assumption::to_string).collect()
}

/// The assumptions of a claim.
pub fn given(claim: &Claim) -> Vec<Assumption> {
    let model = claim.data_model;
    let mut list = vec![
        Assumption::Target(model),
        if claim.malloc_may_fail { Assumption::Stack } else { Assumption::Memory(model) },
        Assumption::Given(model),
    ];
    if model == DataModel::Lp64 {
        list.push(Assumption::End);
    }
    list.extend([
        Assumption::NoProvenance,
        Assumption::Uninitialised,
        Assumption::Unchanged,
        Assumption::Floats,
        calls(claim),
        Assumption::Order,
        Assumption::FrontEnd,
        Assumption::Names,
        Assumption::SizeZero,
    ]);
    if claim.precondition.as_ref().is_some_and(|contract| contract.contains("\\callback")) {
        list.push(Assumption::Callback);
    }
    let elsewhere = claim.precondition.as_deref().map_or_else(Vec::new, contract::elsewhere::names);
    if !elsewhere.is_empty() {
        list.push(Assumption::Elsewhere(elsewhere));
    }
    if claim.precondition.as_ref().is_some_and(|text| text.contains("\\freeable")) {
        list.push(Assumption::Freeable(claim.data_model));
    }
    match claim.overflow {
        Overflow::Error => {}
        Overflow::Wrap => list.push(Assumption::Wrap),
        Overflow::Ideal => list.push(Assumption::Ideal),
    }
    if claim.no_builtin {
        list.push(Assumption::NoBuiltin);
    }
    if !claim.properties.termination {
        list.push(Assumption::EndlessLoops);
    }
    if claim.contracts.iter().any(|name| ALLOCATORS.contains(&name.as_str())) {
        list.push(Assumption::Alignment(model));
    }
    if claim.contracts.iter().any(|name| matches!(name.as_str(), "__assert_fail" | "__assert")) {
        list.push(Assumption::Assertions);
    }
    if claim.contracts.iter().any(|name| CALLING_BACK.contains(&name.as_str())) {
        list.push(Assumption::Compares);
    }
    if !claim.contracts.is_empty() {
        list.push(Assumption::External(claim.contracts.clone()));
    }
    let of_sv_comp: Vec<String> = claim.contracts.iter().filter(|name| names::of_sv_comp(name)).cloned().collect();
    if !of_sv_comp.is_empty() {
        list.push(Assumption::SvComp(of_sv_comp));
    }
    list
}

/// Which runs the claim is about.
fn calls(claim: &Claim) -> Assumption {
    match (claim.entry.as_str(), &claim.precondition) {
        (entry, Some(text)) => Assumption::Contract {
            entry: entry.to_owned(),
            contract: contract::printable(text),
            structures: contract::has_structures(text),
        },
        ("main", None) => Assumption::Main,
        (entry, None) => Assumption::Calls(entry.to_owned()),
    }
}

/// The properties of a claim, in words.
pub fn properties(claim: &Claim) -> Vec<&'static str> {
    claim.properties.claimed().map(Property::words).collect()
}

/// The verdict with its texts escaped.
fn printable(verdict: &Verdict) -> Verdict {
    let clean = |rejection: &Rejection| {
        let optional = |text: &Option<String>| text.as_deref().map(escape);
        let place = Location { position: optional(&rejection.place.position), ..rejection.place.clone() };
        Box::new(Rejection {
            place,
            rule: rejection.rule,
            premise: escape(&rejection.premise),
            message: escape(&rejection.message),
            obligation: optional(&rejection.obligation),
            meaning: optional(&rejection.meaning),
            model: optional(&rejection.model),
        })
    };
    match verdict {
        Verdict::Valid(report) => {
            let mut report = report.clone();
            report.claim.entry = escape(&report.claim.entry);
            report.claim.contracts.iter_mut().for_each(|name| *name = escape(name));
            Verdict::Valid(report)
        }
        Verdict::Invalid(rejection) => Verdict::Invalid(clean(rejection)),
        Verdict::Undecided(rejection) => Verdict::Undecided(clean(rejection)),
        Verdict::BadInput(message) => Verdict::BadInput(escape(message)),
    }
}

/// What stands above an answer about a claim that was compared with nothing.
pub fn uncompared(claim: &Claim) -> String {
    let calls = match &claim.precondition {
        Some(text) => format!(", for every call with: {}", contract::printable(text)),
        None => String::new(),
    };
    let (properties, entry) = (properties(claim).join(", "), escape(&claim.entry));
    format!(
        "not compared with what you need, but taken from the certificate: {properties} of {entry} ({}, signed \
         overflow: {}){calls}\n",
        claim.data_model, claim.overflow
    )
}

/// The answer as text.
pub fn text(verdict: &Verdict, origin: Origin, seconds: f64) -> String {
    let mut out = String::new();
    let verdict = &printable(verdict);
    let written = match verdict {
        Verdict::Valid(report) => valid(&mut out, report, origin, seconds),
        Verdict::Invalid(rejection) => writeln!(out, "INVALID\n{rejection}"),
        Verdict::Undecided(rejection) => writeln!(out, "UNDECIDED\n{rejection}"),
        Verdict::BadInput(message) => writeln!(out, "error: {message}"),
    };
    written.map_or_else(|_| String::new(), |()| out)
}

fn valid(out: &mut String, report: &Report, origin: Origin, seconds: f64) -> std::fmt::Result {
    let claim = &report.claim;
    writeln!(out, "VALID")?;
    for line in report.cases.iter().flat_map(|cases| call::vacuity(claim, cases)) {
        writeln!(out, "{line}")?;
    }
    if origin == Origin::Embedded {
        writeln!(out, "{REBUILD}")?;
    }
    writeln!(out, "assumed:")?;
    for assumption in assumptions(claim) {
        writeln!(out, "  {assumption}")?;
    }
    writeln!(out, "proved: {}", properties(claim).join(", "))?;
    writeln!(
        out,
        "  of {} ({}, signed overflow: {}), module sha256 {}",
        claim.entry, claim.data_model, claim.overflow, claim.module_hash
    )?;
    for limit in &report.bounds {
        writeln!(out, "bounded: {}", bounds::line(limit))?;
        writeln!(out, "  counted: {}", bounds::meaning(&limit.resource))?;
    }
    if let Some(cases) = &report.cases {
        writeln!(out, "precondition: {}", precondition(cases))?;
        let (assigns, ensures) = claim.precondition.as_deref().map_or((false, false), promised);
        for words in certificates::words::promised(assigns, ensures) {
            writeln!(out, "  {words}")?;
        }
        for (name, size, align) in &report.types {
            writeln!(out, "  {}", sized(name, *size, *align))?;
        }
    }
    writeln!(
        out,
        "obligations: {} ({} trivial, {} native, {} Farkas, {} solver)",
        report.total(),
        report.decided(How::Trivial),
        report.decided(How::Native),
        report.decided(How::Farkas),
        report.decided(How::Solver)
    )?;
    let rules = report.obligations.iter().map(|(rule, tally)| format!("{rule} {}", tally.iter().sum::<u64>()));
    writeln!(out, "  by rule: {}", rules.collect::<Vec<_>>().join(", "))?;
    writeln!(
        out,
        "size: {} nodes, {} steps, {} edges, {} ranking rounds; {} bytes, module {} bytes",
        report.nodes, report.steps, report.edges, report.rounds, report.sizes.0, report.sizes.1
    )?;
    writeln!(out, "infeasible leaves: {}; contradictory nodes: {}", report.infeasible, contradictory(report))?;
    writeln!(out, "time: {seconds:.3} s")
}

/// Whether a contract says what may be changed, and what holds at a return.
fn promised(text: &str) -> (bool, bool) {
    let tokens = contract::tokens::tokens(text).unwrap_or_default();
    let written = contract::grammar::parse(&tokens);
    written.map_or((false, false), |written| (written.assigns.is_some(), written.ensures.is_some()))
}

/// The cases of the claim's contract, in words.
pub fn precondition(cases: &Cases) -> String {
    let s = if cases.total == 1 { "" } else { "s" };
    format!("{} case{s}, {} infeasible", cases.total, cases.infeasible)
}

/// The nodes that are seen to be contradictory, in words.
pub fn contradictory(report: &Report) -> String {
    match report.contradictory.as_slice() {
        [] => "none".into(),
        nodes => nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The answer as one JSON object.
pub fn json(verdict: &Verdict, claim: Option<&Claim>, origin: Origin, seconds: f64) -> Value {
    let (name, detail, obligations) = match verdict {
        Verdict::Valid(report) => ("VALID", sizes(report, origin), obligations(report)),
        Verdict::Invalid(reason) => ("INVALID", rejection(reason), json!({})),
        Verdict::Undecided(reason) => ("UNDECIDED", rejection(reason), json!({})),
        Verdict::BadInput(message) => ("ERROR", json!({ "message": message }), json!({})),
    };
    let claim = claim.map(|claim| {
        let mut value = serde_json::to_value(claim).unwrap_or_default();
        if let Value::Object(fields) = &mut value {
            fields.insert("assumptions".into(), json!(assumptions(claim)));
        }
        value
    });
    json!({ "verdict": name, "detail": detail, "claim": claim, "obligations": obligations, "seconds": seconds })
}

fn sizes(report: &Report, origin: Origin) -> Value {
    json!({
        "module": if origin == Origin::Embedded { REBUILD } else { "file" },
        "nodes": report.nodes,
        "steps": report.steps,
        "edges": report.edges,
        "rounds": report.rounds,
        "infeasible": report.infeasible,
        "contradictory": report.contradictory,
        "cases": report.cases.as_ref().map(|cases| json!({
            "total": cases.total,
            "infeasible": cases.infeasible,
            "call": cases.example.as_ref().map(|example| call::json(&report.claim, example)),
        })),
        "types": types(&report.types),
        "bounds": report.bounds.iter().map(bounds::json).collect::<Vec<_>>(),
        "certificate_bytes": report.sizes.0,
        "module_bytes": report.sizes.1,
    })
}

fn obligations(report: &Report) -> Value {
    let decided = |how| json!(report.decided(how));
    let rules: Map<String, Value> =
        report.obligations.iter().map(|(rule, tally)| (rule.to_string(), json!(tally.iter().sum::<u64>()))).collect();
    json!({
        "total": report.total(),
        "trivial": decided(How::Trivial),
        "native": decided(How::Native),
        "farkas": decided(How::Farkas),
        "solver": decided(How::Solver),
        "rules": rules,
    })
}

/// A rejection as JSON, with all its fields.
pub fn rejection(reason: &Rejection) -> Value {
    json!({
        "rule": reason.rule,
        "premise": reason.premise,
        "message": reason.message,
        "obligation": reason.obligation,
        "where": reason.meaning,
        "model": reason.model,
        "node": reason.place.node,
        "step": reason.place.step,
        "position": reason.place.position,
    })
}

/// The exit code of bad input and usage.
const BAD: i32 = 3;

/// A writer that records whether something could not be written.
struct Watched<'a> {
    out: &'a mut dyn io::Write,
    failed: Option<io::Error>,
}

impl Watched<'_> {
    fn note<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.inspect_err(|error| self.failed = self.failed.take().or_else(|| Some(error.kind().into())))
    }
}

impl io::Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.note(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.note(flushed)
    }
}

/// What `--version` prints behind the name of a program that contains the checker. It stays as long as the program runs,
/// as clap wants it.
pub fn version(commit: Option<&str>) -> &'static str {
    let commit = commit.filter(|commit| !commit.is_empty());
    let commit = commit.map_or_else(|| "commit not known".into(), |commit| format!("commit {commit}"));
    let (version, format) = (env!("CARGO_PKG_VERSION"), certificates::FORMAT_VERSION);
    format!("{version} ({commit}; certificate format {format}; solver: {})", solver::version()).leak()
}

/// Runs a program. If its answer cannot be written (no space left, or a closed pipe), it reports that and fails.
pub fn written(
    out: &mut dyn io::Write,
    err: &mut dyn io::Write,
    run: impl FnOnce(&mut dyn io::Write, &mut dyn io::Write) -> i32,
) -> i32 {
    let mut watched = Watched { out, failed: None };
    let code = run(&mut watched, err);
    let _ = io::Write::flush(&mut watched);
    match watched.failed {
        None => code,
        Some(error) => {
            let _ = writeln!(err, "error: cannot write the answer: {error}");
            BAD
        }
    }
}

/// The types that a contract calls by name, as JSON.
pub(crate) fn types(types: &[(String, u64, u64)]) -> Value {
    types.iter().map(|(name, size, align)| json!({ "name": name, "size": size, "align": align })).collect()
}

/// A type that a contract calls by name, in words.
pub(crate) fn sized(name: &str, size: u64, align: u64) -> String {
    format!("with {name}: {size} byte{}, alignment {align}", if size == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use certificates::{Claim, DataModel, Overflow, Properties};
    use std::io::{Error, ErrorKind, Result, Write};

    use super::{assumptions, escape, written};

    fn claim(data_model: DataModel, contracts: &[&str]) -> Claim {
        Claim {
            module_hash: String::new(),
            entry: "main".into(),
            precondition: None,
            properties: Properties { memory_safety: true, no_overflow: true, termination: true },
            data_model,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            no_builtin: false,
            contracts: contracts.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    #[test]
    fn alignment_of_the_heap_is_told_where_blocks_are_allocated() {
        let told = |data_model, contracts: &[&str]| {
            let all = assumptions(&claim(data_model, contracts));
            all.into_iter().find(|text| text.contains("are aligned to"))
        };
        let words = |align| Some(format!("blocks of the heap are aligned to {align} bytes, whatever their size"));
        assert_eq!(told(DataModel::Lp64, &["free", "strdup"]), words(16));
        assert_eq!(told(DataModel::Ilp32, &["malloc"]), words(8));
        assert_eq!(told(DataModel::Lp64, &["free", "strlen"]), None);
    }

    #[test]
    fn what_compilers_may_choose_is_always_told() {
        let all = assumptions(&claim(DataModel::Lp64, &[]));
        for words in ["evaluated in the order that the module has", "a size of 0 accesses nothing"] {
            assert!(all.iter().any(|text| text.contains(words)), "{words}: {all:?}");
        }
    }

    #[test]
    fn names_cannot_rewrite_an_answer() {
        assert_eq!(escape("copy\u{202e}o.\n\u{1b}[2K\u{2028}VALID ä"), "copy\\u{202e}o.\\n\\u{1b}[2K\\u{2028}VALID ä");
    }

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(Error::from(ErrorKind::StorageFull))
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_answer_that_is_not_written_is_an_error() {
        let mut said = Vec::new();
        let answer = |out: &mut dyn Write, _: &mut dyn Write| {
            let _ = out.write_all(b"VALID");
            0
        };
        assert_eq!(written(&mut Full, &mut said, answer), 3);
        assert!(String::from_utf8_lossy(&said).starts_with("error: cannot write the answer"));
        let mut out = Vec::new();
        assert_eq!((written(&mut out, &mut Vec::new(), answer), out.as_slice()), (0, &b"VALID"[..]));
        assert_eq!(written(&mut Full, &mut Vec::new(), |_, _| 1), 1, "nothing was to be written");
    }
}
