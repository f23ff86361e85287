//! Makes the attempts on a program one after the other, with the searches for violating runs between them.

use super::features::Features;
use super::history::{History, Spent, Tried, choose};
use super::plan::Plan;
use super::refuted::Runs;
use super::{ContractError, Effort, Proof, Task, attempted, failed};
use crate::concrete;
use crate::graph::{Failure, FailureKind, Reason, Site};
use crate::program::Program;
use crate::rules::Construct;
use std::time::Instant;

/// Searches for a proof. `described`: the contract describes lists or trees.
pub(super) fn search(program: &Program, task: &Task, described: bool) -> Result<Proof, ContractError> {
    let entry = program.functions.get(&task.entry);
    if let Some(reason) = entry.and_then(|f| f.refused.as_ref()) {
        let construct = Construct::Other(format!("function '{}': {reason}", task.entry));
        return Ok(failed(Failure::new(construct, Site { function: task.entry.clone(), ..Site::default() })));
    }
    let mut history = History::default();
    let proof = tried(program, task, described, &mut history)?;
    let proof = with_call(program, task, proof);
    Ok(Proof { history, ..proof })
}

/// The proof with a call that satisfies the contract, or with conjuncts that no call was found for.
fn with_call(program: &Program, task: &Task, mut proof: Proof) -> Proof {
    let (Some(certificate), Some(contract)) = (&mut proof.certificate, &task.contract) else { return proof };
    let begin = Instant::now();
    certificate.call = concrete::call_of(program, &task.entry, &contract.meaning);
    if certificate.call.is_none() {
        proof.contradictory = concrete::contradiction(program, &task.entry, &contract.meaning);
    }
    tracing::debug!(found = certificate.call.is_some(), micros = begin.elapsed().as_micros(), "call");
    proof
}

/// Whether no other attempt has a chance.
fn ends_all(failure: &Failure) -> bool {
    match failure.reason {
        Reason::Unsupported(Construct::NotFollowed) => false,
        _ => matches!(failure.kind(), FailureKind::Internal | FailureKind::Unsupported),
    }
}

/// Makes attempts until one of them, or a run, decides everything, or none is left.
fn tried(program: &Program, task: &Task, described: bool, history: &mut History) -> Result<Proof, ContractError> {
    let mut runs = Runs::new(program, task);
    let mut plan = Plan::new(
        Features::of(program, &task.entry, described, !task.callees.is_empty()),
        task.effort.steps,
        task.attempt,
    );
    let mut best: Option<Proof> = None;
    while let Some((attempt, steps)) = plan.next(history) {
        task.progress.begin(attempt.name.word());
        let begin = Instant::now();
        let mut spent = Spent::default();
        let limited = Task { effort: Effort { steps, ..task.effort }, ..task.clone() };
        let proof = attempted(program, &limited, attempt, &mut spent)?;
        spent.total = begin.elapsed();
        history.push(Tried::new(attempt, &proof, spent));
        let Some(failure) = proof.failure(true) else { return Ok(proof) };
        let is_hopeless = ends_all(failure);
        if !proof.violations.is_empty() {
            return Ok(proof);
        }
        // What fails with the contracts of callees says nothing about the program.
        if attempt.policy.contracts {
            best = Some(proof);
            continue;
        }
        let begin = Instant::now();
        let answered = runs.after(proof, best.as_ref());
        if let Some(tried) = history.last_mut() {
            tried.spent.refuting += begin.elapsed();
            tried.spent.total += begin.elapsed();
        }
        let proof = match answered {
            Ok(answer) => return Ok(answer),
            Err(open) => *open,
        };
        best = Some(choose(best, proof, history));
        if is_hopeless || Instant::now() > task.deadline {
            break;
        }
    }
    let best = best.unwrap_or_else(|| failed(Failure::internal("no attempt was made")));
    let begin = Instant::now();
    let proof = runs.last(best);
    history.refuting = begin.elapsed();
    Ok(proof)
}
