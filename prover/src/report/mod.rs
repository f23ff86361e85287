//! What the user reads.

mod progress;
mod ranks;

pub use progress::{Progress, show_progress};
pub use ranks::lacking;

use crate::graph::{Failure, FailureKind};
use crate::pipeline::{Proof, Task};
use crate::program::Program;
use certificates::Overflow;
use std::fmt::Write;

/// `file:line:column`, as far as known.
pub fn place(failure: &Failure) -> Option<String> {
    failure
        .location
        .as_ref()
        .map(|l| format!("{}:{}:{}", l.file, l.line, l.column))
}

/// What is missing, in one sentence.
pub fn reason(failure: &Failure) -> String {
    match failure.kind {
        FailureKind::Unproved => format!("could not prove {}", failure.what),
        FailureKind::Unsupported => format!("not supported: {}", failure.what),
        FailureKind::Limit => format!("limit reached: {}", failure.what),
    }
}

struct Answers {
    memory: &'static str,
    overflow: &'static str,
    termination: &'static str,
}

fn answers(task: &Task, proof: &Proof) -> Answers {
    let safe = proof.unsafe_because.is_none();
    let word = |yes: bool| if yes { "proved" } else { "unknown" };
    Answers {
        memory: word(safe),
        overflow: if task.overflow == Overflow::Error {
            word(safe)
        } else {
            "not claimed"
        },
        termination: word(safe && proof.endless_because.is_none()),
    }
}

/// The report when time ran out in the middle of a step.
pub fn out_of_time(json: bool) -> String {
    let reason = "limit reached: time limit (raise it with --timeout)";
    if json {
        let unknown = "unknown";
        return serde_json::json!({
            "memory_safety": unknown, "no_overflow": unknown, "termination": unknown, "reason": reason,
        })
        .to_string();
    }
    format!("memory safety: unknown\nno overflow: unknown\ntermination: unknown\n\n{reason}")
}

/// The report as text.
pub fn text(
    program: &Program,
    task: &Task,
    proof: &Proof,
    size: Option<usize>,
    seconds: f64,
) -> String {
    let a = answers(task, proof);
    let mut out = String::new();
    let _ = writeln!(out, "memory safety: {}", a.memory);
    let _ = writeln!(out, "no overflow: {}", a.overflow);
    let _ = writeln!(out, "termination: {}", a.termination);
    for failure in [&proof.unsafe_because, &proof.endless_because]
        .into_iter()
        .flatten()
    {
        let at = place(failure).map(|p| format!("{p}: ")).unwrap_or_default();
        let _ = writeln!(out, "\n{at}{}", reason(failure));
        if !failure.instruction.is_empty() {
            let _ = writeln!(
                out,
                "    in '{}': {}",
                failure.function, failure.instruction
            );
        }
    }
    let loops = ranks::loops(program, proof);
    if !loops.is_empty() {
        let _ = writeln!(out, "\nloops:");
        for line in loops {
            let _ = writeln!(out, "  {line}");
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
        let _ = writeln!(
            out,
            "\n{nodes} nodes, {steps} steps, certificate of {size} bytes, {seconds:.2} s"
        );
    } else {
        let _ = writeln!(out, "\n{seconds:.2} s");
    }
    out
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
        "memory and stack suffice; pointer arithmetic wraps and carries no provenance".to_string(),
        match task.overflow {
            Overflow::Error => "signed overflow is an error (and proved absent)".to_string(),
            Overflow::Wrap => "signed overflow wraps (as with -fwrapv)".to_string(),
            Overflow::Ideal => {
                "signed overflow does not happen (only runs without it are covered)".to_string()
            }
        },
        if task.malloc_may_fail {
            "malloc may return null".to_string()
        } else {
            "malloc succeeds for every size up to the signed maximum".to_string()
        },
    ];
    if let Some(c) = &proof.certificate
        && !c.claim.contracts.is_empty()
    {
        lines.push(format!(
            "these external functions do what their contracts say: {}",
            c.claim.contracts.join(", ")
        ));
    }
    lines
}

/// The report as one JSON object on one line.
pub fn json(
    program: &Program,
    task: &Task,
    proof: &Proof,
    size: Option<usize>,
    seconds: f64,
) -> String {
    let a = answers(task, proof);
    let failure = proof
        .unsafe_because
        .as_ref()
        .or(proof.endless_because.as_ref());
    let object = serde_json::json!({
        "memory_safety": a.memory,
        "no_overflow": a.overflow,
        "termination": a.termination,
        "reason": failure.map(reason),
        "place": failure.and_then(place),
        "function": failure.map(|f| f.function.clone()),
        "instruction": failure.map(|f| f.instruction.clone()),
        "loops": ranks::loops(program, proof),
        "assumed": proof.certificate.as_ref().map(|_| assumptions(task, proof)),
        "nodes": proof.certificate.as_ref().map(|c| c.nodes.len()),
        "steps": proof.certificate.as_ref().map(|c| c.steps.len()),
        "certificate_bytes": size,
        "seconds": (seconds * 1e6).round() / 1e6,
    });
    format!("{object}\n")
}
