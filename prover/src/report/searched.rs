//! Makes the [`Outcome`] of a finished search.

use super::declared::Declared;
use super::nodes::nodes;
use super::outcome::{Contract, Files, Missing, Outcome, Property, Search, Size, Verdict, Violated};
use super::violation;
use super::words;
use crate::bounds::words::Bounded;
use crate::code::Code;
use crate::contract::{self, NamedType, in_c};
use crate::pipeline::{Proof, Task};
use crate::program::names::of_sv_comp;
use crate::program::{Location, Op, Program};
use crate::refute::Violation;
use crate::state::{Origin, Source};
use crate::termination;
use certificates::assumption::CALLING_BACK;
use certificates::{Assumption, Certificate, Claim, DataModel, Overflow};
use std::path::{Path, PathBuf};

/// What the user asked for, and what was written.
pub(crate) struct Request<'a> {
    pub(crate) program: &'a Program,
    pub(crate) task: &'a Task,
    /// The clauses of the contract that are not proved.
    pub(crate) ignored: &'a [String],
    /// The contract's words in C.
    pub(crate) in_c: InC<'a>,
    /// The comparisons in the contract that hold for no value.
    pub(crate) never: &'a [String],
    /// The named types, as the contract reads them.
    pub(crate) types: &'a [NamedType],
    /// Whether these types were compared with those of the C program.
    pub(crate) compared: bool,
    /// The number of functions that the entry does not reach and the module therefore lacks.
    pub(crate) left_out: usize,
    /// The path of the certificate, if it was written.
    pub(crate) certificate: Option<&'a Path>,
    pub(crate) module: Option<&'a Path>,
    /// The paths of the refutations, in the order of the violations.
    pub(crate) refutations: &'a [PathBuf],
    /// The path of the test that is written for a violation.
    pub(crate) test: Option<&'a Path>,
    /// The path of the witness, or why none was written; `None` if the user did not ask for one.
    pub(crate) witness: Option<Result<PathBuf, String>>,
    /// The size of the certificate in bytes.
    pub(crate) size: Option<usize>,
    pub(crate) seconds: f64,
    /// Whether the nodes of the proof are to be shown.
    pub(crate) shown: bool,
    /// Whether the work of the attempts is to be shown.
    pub(crate) stats: bool,
}

/// What C calls what a contract speaks of.
pub(crate) struct InC<'a> {
    /// The contract as the file has it; `None` if that is the claim's.
    pub(crate) written: Option<&'a str>,
    /// The predicates that it uses, and what each says.
    pub(crate) predicates: &'a [(String, String)],
    /// What the claim names, and the C expression for it.
    pub(crate) names: &'a [(String, String)],
    /// Static variables that the claim's ranges lie in none of, though the file does not say so.
    pub(crate) apart: &'a [String],
}

/// The outcome of a search.
pub(crate) fn searched(request: &Request<'_>, proof: &Proof) -> Outcome {
    let Request { program, task, seconds, .. } = *request;
    let mut violations: Vec<Violated> = proof.violations.iter().map(violation::of).collect();
    if !violations.is_empty() {
        let declared = Declared::of(program);
        violations.iter_mut().for_each(|violated| declared.apply_to_inputs(violated));
    }
    let size = proof.certificate.as_ref().zip(request.size).map(|(certificate, bytes)| Size {
        nodes: certificate.nodes.len(),
        steps: certificate.steps.len(),
        bytes,
    });
    Outcome {
        search: Search::Finished,
        function: task.entry.clone(),
        defined: defined(program, &task.entry),
        verdicts: verdicts(task, proof),
        missing: missing(request, proof),
        violations,
        loops: termination::loops(program, &proof.graph, &proof.rounds),
        bounds: bounds(request, proof),
        nodes: proof.certificate.as_ref().filter(|_| request.shown).map(|c| nodes(program, c)).unwrap_or_default(),
        assumed: proof.certificate.as_ref().map(|_| assumptions(request, proof)),
        module: request.shown.then(|| program.text.clone()),
        contract: task.contract.as_ref().map(|contract| Contract {
            text: contract.text.clone(),
            written: request.in_c.written.map(str::to_owned),
            predicates: request.in_c.predicates.to_vec(),
            apart: request.in_c.apart.to_vec(),
            types: request.types.to_vec(),
            compared: request.compared,
            left_out: request.left_out,
            ignored: request.ignored.to_vec(),
            never: request.never.to_vec(),
            no_call: proof.contradictory.iter().map(|part| in_c(part, request.in_c.names)).collect(),
        }),
        departures: proof.graph.departures.iter().cloned().collect(),
        note: no_contract(request),
        wrapped: None,
        suggestion: None,
        size,
        files: files(request, proof),
        attempt: proof.attempt,
        history: proof.history.clone(),
        stats: request.stats,
        seconds,
    }
}

/// The bounds, with C's expressions for what the claim names.
fn bounds(request: &Request<'_>, proof: &Proof) -> Vec<Bounded> {
    let mut bounds = proof.bounds.clone();
    for stated in bounds.iter_mut().filter_map(|bound| bound.result.as_mut().ok()) {
        stated.in_c = in_c(&stated.most, request.in_c.names);
    }
    bounds
}

/// Where a function is defined: its line, in the file of its first instruction that has a place.
pub(super) fn defined(program: &Program, name: &str) -> Option<Location> {
    let function = program.functions.get(name)?;
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let first = instructions.find_map(|i| i.location.as_ref())?;
    Some(Location { file: first.file.clone(), line: function.line.unwrap_or(first.line), column: 0 })
}

/// The verdicts, in the order of [`Property::ALL`].
pub(super) fn verdicts(task: &Task, proof: &Proof) -> [Verdict; 3] {
    let safe = proof.unsafe_because.is_none();
    let verdict = |proved: bool, property: Property| {
        let violated = proof
            .violations
            .iter()
            .any(|violated| violation::property(violated.refutation.claim.properties) == property);
        match (proved, violated) {
            (true, _) => Verdict::Proved,
            (false, true) => Verdict::Violated,
            (false, false) => Verdict::Unknown,
        }
    };
    let overflow = match task.overflow {
        Overflow::Error => verdict(safe, Property::NoOverflow),
        Overflow::Wrap | Overflow::Ideal => Verdict::NotClaimed,
    };
    let terminates = safe && proof.endless_because.is_none();
    [verdict(safe, Property::MemorySafety), overflow, verdict(terminates, Property::Termination)]
}

/// What is missing. Without memory safety, no property is proved.
fn missing(request: &Request<'_>, proof: &Proof) -> Vec<Missing> {
    let Request { program, task, .. } = *request;
    let claimed = |property: &Property| *property != Property::NoOverflow || task.overflow == Overflow::Error;
    let all: Vec<Property> = Property::ALL.into_iter().filter(claimed).collect();
    let unsafe_because = proof.unsafe_because.iter().map(|failure| Missing::of(failure, all.clone()));
    let endless = proof.endless_because.iter().map(|failure| {
        let round = proof.round.clone();
        Missing { round, ..Missing::of(failure, vec![Property::Termination]) }
    });
    let mut all: Vec<Missing> = unsafe_because.chain(endless).collect();
    if !all.is_empty() {
        let declared = Declared::of(program);
        all.iter_mut().for_each(|missing| declared.apply(missing));
        for missing in &mut all {
            missing.origin = origin(program, missing);
        }
        // What a contract ensures, and the case of a contract, are told in the contract's words.
        for missing in &mut all {
            let whole = (missing.code == Code::NotEnsured).then_some(0);
            if let Some(at) = whole.or_else(|| missing.reason.rfind(words::WHEN)) {
                let (before, told) = missing.reason.split_at(at);
                missing.reason = format!("{before}{}", in_c(told, request.in_c.names));
            }
        }
    }
    all
}

/// Where the pointer of the failing access comes from, if a call in another line returned it.
fn origin(program: &Program, missing: &Missing) -> Option<String> {
    let at_pointer = matches!(missing.code, Code::InvalidPointer | Code::UnterminatedString | Code::InvalidFree);
    let function = program.functions.get(&missing.function).filter(|_| at_pointer)?;
    let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let fails = instructions.find(|i| i.text == missing.instruction && i.location == missing.location)?;
    let Origin { name, from } = Origin::of(function, &fails.op)?;
    let Source { callee, indirect, location, always } = from?;
    let at = location.filter(|at| missing.location.as_ref().is_none_or(|own| own.line != at.line))?;
    let how = if indirect { format!("the call through '{callee}'") } else { format!("'{callee}'") };
    let is = if always { "is" } else { "may be" };
    Some(format!("{name} {is} what {how} returned at {}:{}", at.file, at.line))
}

/// The remark that a contract may have been forgotten; `None` if that is unlikely.
fn no_contract(request: &Request<'_>) -> Option<String> {
    let entry = &request.task.entry;
    let parameters = request.program.functions.get(entry).is_some_and(|f| !f.signature.parameters.is_empty());
    (parameters && entry != "main" && request.task.contract.is_none())
        .then(|| format!("no contract above '{entry}': its parameters are arbitrary"))
}

/// The assumptions of the proof.
fn assumptions(request: &Request<'_>, proof: &Proof) -> Vec<String> {
    let structures = request.task.contract.as_ref().is_some_and(|contract| !contract.meaning.shapes().is_empty());
    let Some(certificate) = &proof.certificate else { return Vec::new() };
    let mut list = assumed(request.program, &certificate.claim, structures);
    list.extend(unwritten(request.program, certificate));
    list
}

/// That static variables of the program which nothing writes hold their initial values, if the proof says what they hold.
/// At the beginning of `main` all variables do.
fn unwritten(program: &Program, certificate: &Certificate) -> Option<String> {
    let main = certificate.claim.entry == "main" && certificate.claim.precondition.is_none();
    let kept = certificate.globals.iter().filter(|name| !main && program.unwritten.contains(*name));
    let names: Vec<String> = kept.map(|name| name.replacen('.', "::", 1)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "static variables that no statement of the program writes hold their initial values: {}; no function of the program has written out of bounds before the call, or was replaced by one of another library",
            names.join(", ")
        )
    })
}

/// Whether the program computes integers from floating-point values, by conversions or comparisons.
fn reads_floats(program: &Program) -> bool {
    let mut blocks = program.functions.values().flat_map(|function| &function.blocks);
    blocks.any(|block| block.instructions.iter().any(|i| matches!(i.op, Op::FloatToInt { .. })))
}

/// Library functions that return a new heap block.
#[rustfmt::skip]
const ALLOCATORS: [&str; 9] = [
    "malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf", "getline", "getdelim",
];

/// The assumptions of a claim about the program. `structures`: whether its contract describes lists or trees. General
/// assumptions of the checker are left out if nothing in the program depends on them.
pub(super) fn assumed(program: &Program, claim: &Claim, structures: bool) -> Vec<String> {
    let model = claim.data_model;
    let mut list = vec![
        Assumption::Target(model),
        if claim.malloc_may_fail { Assumption::Stack } else { Assumption::Memory(model) },
        Assumption::Given(model),
    ];
    if model == DataModel::Lp64 {
        list.push(Assumption::End);
    }
    list.extend([Assumption::NoProvenance, Assumption::Uninitialised, Assumption::Unchanged]);
    if reads_floats(program) {
        list.push(Assumption::Floats);
    }
    let entry = claim.entry.clone();
    list.push(match &claim.precondition {
        Some(contract) => Assumption::Contract { entry, contract: contract.clone(), structures },
        None if entry == "main" => Assumption::Main,
        None => Assumption::Calls(entry),
    });
    list.extend([Assumption::Order, Assumption::FrontEnd, Assumption::Names, Assumption::SizeZero]);
    if claim.precondition.as_ref().is_some_and(|text| text.contains("\\callback")) {
        list.push(Assumption::Callback);
    }
    let elsewhere = claim.precondition.as_deref().and_then(|text| contract::parse(text).ok());
    let elsewhere = elsewhere.map_or_else(Vec::new, |contract| contract.elsewhere);
    if !elsewhere.is_empty() {
        list.push(Assumption::Elsewhere(elsewhere.into_iter().map(|(name, _)| name).collect()));
    }
    if claim.precondition.as_ref().is_some_and(|text| text.contains("\\freeable")) {
        list.push(Assumption::Freeable(model));
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
    let of_sv_comp: Vec<String> = claim.contracts.iter().filter(|name| of_sv_comp(name)).cloned().collect();
    if !of_sv_comp.is_empty() {
        list.push(Assumption::SvComp(of_sv_comp));
    }
    let own = program.no_builtin.as_ref().map_or(String::new(), |name| format!(" ('{name}')"));
    let text = |assumption: &Assumption| match assumption {
        Assumption::NoBuiltin => format!("{assumption}{own}"),
        _ => assumption.to_string(),
    };
    list.iter().map(text).collect()
}

fn files(request: &Request<'_>, proof: &Proof) -> Files {
    let proved = request.certificate.filter(|_| proof.certificate.is_some());
    let owned = |path: Option<&Path>| path.map(Path::to_path_buf);
    Files {
        certificate: owned(proved),
        refutations: request
            .refutations
            .iter()
            .zip(&proof.violations)
            .map(|(path, violation)| (path.clone(), refutation_command(request, violation, path)))
            .collect(),
        test: request.test.map(|path| match proof.violations.is_empty() {
            true => Err("no run that violates a property was found".to_owned()),
            false => Ok(path.to_path_buf()),
        }),
        witness: request.witness.clone(),
        check: proved.map(|_| check_command(request, proof)),
    }
}

/// The command that checks the certificate for the properties that were proved.
fn check_command(request: &Request<'_>, proof: &Proof) -> String {
    let task = request.task;
    let mut command = vec!["haltcheck".to_string()];
    command.extend(request.certificate.map(|path| quoted(&path.display().to_string())));
    command.extend(claimed(request));
    if !proof.contradictory.is_empty() {
        command.push("--allow-vacuous".into());
    }
    if proof.endless_because.is_some() {
        let overflow = task.overflow == Overflow::Error;
        command.push(format!("--property memory-safety{}", if overflow { ",no-overflow" } else { "" }));
    }
    command.join(" ")
}

/// The command that checks a refutation.
fn refutation_command(request: &Request<'_>, violation: &Violation, refutation: &Path) -> String {
    let mut command = vec!["haltcheck".to_string(), quoted(&refutation.display().to_string())];
    command.extend(claimed(request));
    command.push("--refutation".into());
    if violation.unbounded_memory {
        command.push("--unbounded-memory".into());
    }
    command.join(" ")
}

/// The options that say what the claim is expected to be.
fn claimed(request: &Request<'_>) -> Vec<String> {
    let task = request.task;
    let module = match request.module {
        Some(module) => format!("--module {}", quoted(&module.display().to_string())),
        None => "--embedded".into(),
    };
    let precondition = task.contract.as_ref().map(|contract| contract.text.as_str());
    let program = request.program;
    let allowed = Allowed {
        malloc_may_fail: task.malloc_may_fail,
        no_builtin: program.no_builtin.is_some(),
        sv_comp: program.sv_comp,
    };
    let expected = expected(&task.entry, precondition, task.data_model, task.overflow, allowed);
    std::iter::once(module).chain(expected).collect()
}

/// What a claim may take for granted, in addition to the modes.
pub(super) struct Allowed {
    /// `malloc` and its kin may return null.
    pub malloc_may_fail: bool,
    /// Functions of the C library's names are the program's own (`-fno-builtin`).
    pub no_builtin: bool,
    /// Names of SV-COMP have their meaning also without the prefix (`--sv-comp`).
    pub sv_comp: bool,
}

/// The options with which the checker expects such a claim.
pub(super) fn expected(
    entry: &str,
    precondition: Option<&str>,
    data_model: DataModel,
    overflow: Overflow,
    allowed: Allowed,
) -> Vec<String> {
    let mut options = Vec::new();
    if entry != "main" {
        options.push(format!("--entry {}", quoted(entry)));
    }
    if let Some(text) = precondition {
        options.push(format!("--precondition {}", quoted(text)));
    }
    if data_model != DataModel::Lp64 {
        options.push(format!("--data-model {data_model}"));
    }
    if overflow != Overflow::Error {
        options.push(format!("--signed-overflow {overflow}"));
    }
    let switches = [
        (allowed.malloc_may_fail, "--malloc-may-fail"),
        (allowed.no_builtin, "-fno-builtin"),
        (allowed.sv_comp, "--sv-comp"),
    ];
    options.extend(switches.into_iter().filter(|(given, _)| *given).map(|(_, option)| option.to_owned()));
    options
}

/// Quotes an argument for a shell. (`shlex` would double each backslash of a contract.)
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
