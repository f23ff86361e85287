//! What the user reads.

mod progress;
mod replay;
mod table;
mod violation;

pub(crate) use progress::Board;
pub(crate) use replay::test;
pub(crate) use table::{Row, refused, row, table, unanswered};

use crate::frontend::contract::NamedType;
use crate::graph::{Failure, FailureKind};
use crate::pipeline::{Proof, Task};
use crate::program::Program;
use crate::termination;
use certificates::Overflow;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// What was asked for, and what the answer is about.
pub(crate) struct Request<'a> {
    pub(crate) program: &'a Program,
    pub(crate) task: &'a Task,
    /// Clauses of the contract that nothing is proved about.
    pub(crate) ignored: &'a [String],
    /// The contract's named types, as it reads them.
    pub(crate) types: &'a [NamedType],
    /// Whether these are the C program's.
    pub(crate) compared: bool,
    /// Functions that the entry does not reach, so that the module is without them.
    pub(crate) left_out: usize,
    /// Files that were written.
    pub(crate) certificate: Option<&'a Path>,
    pub(crate) module: Option<&'a Path>,
    pub(crate) refutation: Option<&'a Path>,
    pub(crate) test: Option<&'a Path>,
    /// Bytes of the certificate.
    pub(crate) size: Option<usize>,
    pub(crate) seconds: f64,
}

/// `file:line:column`, as far as known.
pub(crate) fn place(failure: &Failure) -> Option<String> {
    failure.location.as_ref().map(ToString::to_string)
}

/// What is missing, in one sentence.
pub fn reason(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::Unproved => format!("could not prove {}", failure.what),
        FailureKind::Unsupported => format!("not supported: {}", failure.what),
        FailureKind::Limit => format!("limit reached: {}", failure.what),
        FailureKind::Internal => internal(&failure.what),
    }
}

/// A mistake in the prover, in one sentence.
pub(crate) fn internal(what: &str) -> String {
    format!("internal error: {what} (please report it with the program that causes it)")
}

struct Answers {
    memory: &'static str,
    overflow: &'static str,
    termination: &'static str,
}

fn answers(task: &Task, proof: &Proof) -> Answers {
    let safe = proof.unsafe_because.is_none();
    let word = |proved: bool, property: &str| {
        let violated = proof.violations.iter().any(|v| violation::property(v).1 == property);
        match (proved, violated) {
            (true, _) => "proved",
            (false, true) => "violated",
            (false, false) => "unknown",
        }
    };
    Answers {
        memory: word(safe, "memory_safety"),
        overflow: if task.overflow == Overflow::Error { word(safe, "no_overflow") } else { "not claimed" },
        termination: word(safe && proof.endless_because.is_none(), "termination"),
    }
}

/// The reason, where time ran out in the middle of a step.
pub(crate) fn out_of_time(at: &str) -> String {
    let at = if at.is_empty() { String::new() } else { format!(", {at}") };
    format!("limit reached: time limit (raise it with --timeout){at}")
}

/// The report, where the search did not finish.
pub(crate) fn unknown(reason: &str, json: bool) -> String {
    if json {
        return no_answer("unknown", reason).to_string();
    }
    format!("memory safety: unknown\nno overflow: unknown\ntermination: unknown\n\n{reason}")
}

/// The JSON object where nothing was searched: one word for every property, and the reason.
pub(crate) fn no_answer(word: &str, reason: &str) -> Value {
    serde_json::json!({"memory_safety": word, "no_overflow": word, "termination": word, "reason": reason})
}

/// The report as text.
pub(crate) fn text(request: &Request<'_>, proof: &Proof) -> String {
    let Request { program, task, size, seconds, .. } = *request;
    let a = answers(task, proof);
    let mut out = String::new();
    for (property, answer) in [("memory safety", a.memory), ("no overflow", a.overflow), ("termination", a.termination)]
    {
        // What is wrong must not be overlooked.
        let _ = writeln!(out, "{property}: {}", if answer == "violated" { "VIOLATED" } else { answer });
        for violation in proof.violations.iter().filter(|v| violation::property(v).0 == property) {
            for line in violation::lines(violation) {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    for failure in unexplained(proof) {
        let at = place(failure).map(|p| format!("{p}: ")).unwrap_or_default();
        let _ = writeln!(out, "\n{at}{}", reason(failure));
        if !failure.instruction.is_empty() {
            let _ = writeln!(out, "    in '{}': {}", failure.function, failure.instruction);
        }
    }
    if let Some(note) = no_contract(request) {
        let _ = writeln!(out, "\n{note}");
    }
    let loops = termination::loops(program, &proof.graph, &proof.rounds);
    if !loops.is_empty() {
        let _ = writeln!(out, "\nloops:");
        for line in loops {
            let _ = writeln!(out, "  {line}");
        }
    }
    if let Some(contract) = &task.contract {
        let _ = writeln!(out, "\nfor every call with:\n  {}", contract.text);
        for ty in request.types {
            let _ = writeln!(out, "  with {ty}");
        }
        if !request.types.is_empty() && !request.compared {
            let _ = writeln!(out, "  (structures as the module names them: there is no C to compare with)");
        }
        if request.left_out > 0 {
            let (count, entry) = (request.left_out, &task.entry);
            let _ = writeln!(
                out,
                "  (functions that '{entry}' does not reach, so that the module is without them: {count})"
            );
        }
        if !request.ignored.is_empty() {
            let clauses = request.ignored.join(", ");
            let _ = writeln!(out, "  (not looked at, so not proved: {clauses})");
        }
    }
    if proof.certificate.is_some() {
        let _ = writeln!(out, "\nassumed:");
        for line in assumptions(task, proof) {
            let _ = writeln!(out, "  {line}");
        }
    }
    if let (Some(certificate), Some(size)) = (&proof.certificate, size) {
        let (nodes, steps) = (certificate.nodes.len(), certificate.steps.len());
        let _ = writeln!(out, "\n{nodes} nodes, {steps} steps, certificate of {size} bytes, {seconds:.2} s");
        if task.contract.is_some() && request.certificate.is_some() {
            let _ = writeln!(out, "check with:\n  {}", check_command(request, proof));
        }
    } else {
        let _ = writeln!(out, "\n{seconds:.2} s");
    }
    if let (Some(path), Some(violation)) = (request.refutation, proof.violations.first()) {
        let property = violation::property(violation).0;
        let _ = writeln!(out, "refutation of {property}: {}, check it with:", path.display());
        let _ = writeln!(out, "  {}", refutation_command(request, path));
    }
    if let Some(path) = request.test {
        let _ = writeln!(out, "test with these inputs: {}", path.display());
    }
    out
}

/// Failures that no violation explains: a proof of what is violated must fail.
fn unexplained(proof: &Proof) -> impl Iterator<Item = &Failure> {
    let violated = |property: &str| proof.violations.iter().any(|v| violation::property(v).1 == property);
    let unsafe_because =
        proof.unsafe_because.as_ref().filter(|_| !violated("memory_safety") && !violated("no_overflow"));
    let endless_because = proof.endless_because.as_ref().filter(|_| !violated("termination"));
    unsafe_because.into_iter().chain(endless_because)
}

/// That a contract may have been forgotten.
fn no_contract(request: &Request<'_>) -> Option<String> {
    let entry = &request.task.entry;
    let parameters = request.program.functions.get(entry).is_some_and(|f| !f.signature.parameters.is_empty());
    (parameters && entry != "main" && request.task.contract.is_none())
        .then(|| format!("no contract above '{entry}': its parameters are arbitrary"))
}

/// What the proof takes for granted.
fn assumptions(task: &Task, proof: &Proof) -> Vec<String> {
    let mut lines = vec![
        format!(
            "target: {}",
            match task.data_model {
                certificates::DataModel::Lp64 => "64-bit pointers (LP64)",
                certificates::DataModel::Ilp32 => "32-bit pointers (ILP32)",
            }
        ),
        "memory and stack suffice; pointer arithmetic wraps and carries no provenance, and addresses are compared as numbers".to_string(),
        "memory that is read before it is written holds arbitrary, fixed bytes".to_string(),
        match task.overflow {
            Overflow::Error => "signed overflow is an error (and proved absent)".to_string(),
            Overflow::Wrap => "signed overflow wraps (as with -fwrapv)".to_string(),
            Overflow::Ideal => {
                "signed overflow does not happen (only runs without it are covered)".to_string()
            }
        },
        "names mean what the module says: external variables are separate objects, and the C library's names are the library's".to_string(),
        if task.malloc_may_fail {
            "malloc may return null".to_string()
        } else {
            "malloc succeeds for every size up to the signed maximum".to_string()
        },
    ];
    if task.contract.as_ref().is_some_and(|contract| !contract.meaning.shapes().is_empty()) {
        lines.push("no cell of the contract's lists and trees lies in a global variable".to_string());
    }
    if proof.endless_because.is_some() {
        lines.push("a loop without effect that does not end runs forever".to_string());
    }
    if let Some(c) = &proof.certificate
        && !c.claim.contracts.is_empty()
    {
        lines.push(format!("these external functions do what their contracts say: {}", c.claim.contracts.join(", ")));
    }
    lines
}

/// The report as one JSON object on one line.
pub(crate) fn json(request: &Request<'_>, proof: &Proof) -> Value {
    let Request { program, task, size, seconds, .. } = *request;
    let a = answers(task, proof);
    let failure = proof.unsafe_because.as_ref().or(proof.endless_because.as_ref());
    let contract = task.contract.as_ref();
    serde_json::json!({
        "entry": task.entry,
        "precondition": contract.map(|c| c.text.clone()),
        "types": contract.map(|_| types(request)),
        "not_looked_at": contract.map(|_| request.ignored),
        "check": request.certificate.and(proof.certificate.as_ref()).map(|_| check_command(request, proof)),
        "note": no_contract(request),
        "left_out": contract.map(|_| request.left_out),
        "memory_safety": a.memory,
        "no_overflow": a.overflow,
        "termination": a.termination,
        "reason": failure.map(reason),
        "place": failure.and_then(place),
        "function": failure.map(|f| f.function.clone()),
        "instruction": failure.map(|f| f.instruction.clone()),
        "violations": proof.violations.iter().map(violation::object).collect::<Value>(),
        "refutation": request.refutation.map(|path| path.display().to_string()),
        "test": request.test.map(|path| path.display().to_string()),
        "loops": termination::loops(program, &proof.graph, &proof.rounds),
        "assumed": proof.certificate.as_ref().map(|_| assumptions(task, proof)),
        "nodes": proof.certificate.as_ref().map(|c| c.nodes.len()),
        "steps": proof.certificate.as_ref().map(|c| c.steps.len()),
        "certificate_bytes": size,
        "seconds": (seconds * 1e6).round() / 1e6,
    })
}

/// The contract's named types.
fn types(request: &Request<'_>) -> Value {
    let one = |ty: &NamedType| {
        serde_json::json!({
            "name": ty.name, "size": ty.size, "align": ty.align, "compared_with_c": request.compared,
        })
    };
    request.types.iter().map(one).collect()
}

/// The command that checks the certificate for what was proved.
fn check_command(request: &Request<'_>, proof: &Proof) -> String {
    let task = request.task;
    let mut command = vec!["haltcheck".to_string()];
    command.extend(request.certificate.map(|path| quoted(&path.display().to_string())));
    command.extend(claimed(request));
    if proof.endless_because.is_some() {
        let overflow = task.overflow == Overflow::Error;
        command.push(format!("--property memory-safety{}", if overflow { ",no-overflow" } else { "" }));
    }
    command.join(" ")
}

/// The command that checks a refutation.
fn refutation_command(request: &Request<'_>, refutation: &Path) -> String {
    let mut command = vec!["haltcheck".to_string(), quoted(&refutation.display().to_string())];
    command.extend(claimed(request));
    command.push("--refutation".into());
    command.join(" ")
}

/// The options that say what is expected of the claim.
fn claimed(request: &Request<'_>) -> Vec<String> {
    let task = request.task;
    let mut options = Vec::new();
    options.push(match request.module {
        Some(module) => format!("--module {}", quoted(&module.display().to_string())),
        None => "--embedded".into(),
    });
    if task.entry != "main" {
        options.push(format!("--entry {}", quoted(&task.entry)));
    }
    if let Some(contract) = &task.contract {
        options.push(format!("--precondition {}", quoted(&contract.text)));
    }
    if task.data_model == certificates::DataModel::Ilp32 {
        options.push("--data-model ilp32".into());
    }
    match task.overflow {
        Overflow::Error => {}
        Overflow::Wrap => options.push("--signed-overflow wrap".into()),
        Overflow::Ideal => options.push("--signed-overflow ideal".into()),
    }
    if task.malloc_may_fail {
        options.push("--malloc-may-fail".into());
    }
    options
}

/// For a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_string();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
