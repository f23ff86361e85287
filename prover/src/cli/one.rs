//! The work on one function: its proof, its files, its report.

use super::input::Input;
use super::job::{Job, program, require_parameters, warnings};
use super::{Prove, Run, callees, outputs, suggest, time};
use crate::certify::Witnesses;
use crate::contract;
use crate::frontend;
use crate::pipeline::{self, Effort, Proof, Task};
use crate::program::Program;
use crate::progress::Progress;
use crate::refute::Violation;
use crate::report::{self, InC, Outcome, Property, Request, Verdict, Wrapped};
use certificates::Overflow;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The prover's task for a job.
pub(super) fn task(options: &Prove, input: &Input, job: &Job, deadline: Instant) -> Task {
    Task {
        entry: job.entry.clone(),
        contract: job.precondition.clone(),
        callees: Default::default(),
        data_model: input.reading.data_model,
        overflow: input.overflow,
        malloc_may_fail: options.malloc_may_fail,
        sharing: options.calls.sharing(),
        deadline,
        effort: Default::default(),
        memory: options.memory_limit,
        bounds: options.bound.clone(),
        attempt: options.attempt,
        witnesses: options.witnesses.wanted(),
        progress: Default::default(),
        faults: Default::default(),
        refute: (!options.no_refute).then(|| Duration::from_secs(options.refute_time)),
    }
}

/// Does the work, and appends its events to the trace, if the user wants one.
fn traced<T>(trace: Option<&Arc<File>>, work: impl FnOnce() -> T) -> T {
    let Some(file) = trace else { return work() };
    let events = tracing_subscriber::fmt().with_max_level(tracing::Level::DEBUG).with_writer(file.clone());
    let events = events.without_time().with_ansi(false).with_level(false).with_target(false);
    tracing::subscriber::with_default(events.finish(), work)
}

/// Searches for the proof and writes the certificate.
pub(super) fn prove(run: &Run, job: Job, progress: Arc<Progress>, start: Instant) -> Outcome {
    let Run { options, input, board, trace, .. } = run;
    let (program, left_out) = match program(input, &job) {
        Ok(program) => program,
        Err(error) => return Outcome::refused(&job.entry, &error),
    };
    if let Some(path) = &job.module
        && let Err(error) = outputs::write(path, &program.text)
    {
        return Outcome::refused(&job.entry, format!("cannot write the module to {}: {error}", path.display()));
    }
    let unit = &input.units[job.unit];
    let text = job.precondition.as_ref().map_or("", |p| p.text.as_str());
    let (types, compared) = (contract::named_types(text, &program), contract::compared_types(text, &program));
    let named = frontend::require_types(unit, input.reading, &compared);
    if let Err(error) = named.and_then(|()| require_parameters(input, &job)) {
        return Outcome::refused(&job.entry, job.refusal(&error.to_string()));
    }
    let never = warnings(input, &job);
    let deadline = start + Duration::from_secs(options.timeout);
    let task = Task {
        progress,
        callees: callees::contracts(run, &program, &job.entry),
        ..task(options, input, &job, deadline)
    };
    let shown = board.show(&job.entry, task.progress.clone());
    let proof = traced(trace.as_ref(), || pipeline::prove(&program, &task));
    drop(shown);
    let proof = match proof {
        Ok(proof) => proof,
        Err(error) => {
            let words = [&[error.message], &never[..]].concat().join("; ");
            return Outcome::refused(&job.entry, job.refusal(&words));
        }
    };
    let bytes = proof.certificate.as_ref().map(certificates::encode);
    let refuted = refutations(&job, &proof);
    let test = job.test.clone().filter(|_| !proof.violations.is_empty());
    let source = proof.violations.first().map(|violation| report::test(&program, violation).into_bytes());
    let mut files = vec![("certificate", job.output.as_ref(), bytes.clone()), ("test", test.as_ref(), source)];
    for (path, violation) in refuted.iter().zip(&proof.violations) {
        files.push(("refutation", Some(path), Some(certificates::encode_refutation(&violation.refutation))));
    }
    if let Err(message) = write_all(files) {
        return Outcome::refused(&job.entry, message);
    }
    let witness = match job.witness.as_deref().map(|path| write_witness(run, &program, &task, &proof, path)).transpose()
    {
        Ok(witness) => witness,
        Err(message) => return Outcome::refused(&job.entry, message),
    };
    let in_c = [job.names.as_deref().unwrap_or_default(), &job.pointers].concat();
    let request = Request {
        program: &program,
        task: &task,
        ignored: &job.ignored,
        in_c: InC { written: job.written.as_deref(), predicates: &job.predicates, names: &in_c, apart: &job.apart },
        never: &never,
        types: &types,
        compared: frontend::is_c(&unit.path),
        left_out,
        certificate: job.output.as_deref(),
        module: job.module.as_deref(),
        refutations: &refuted,
        test: job.test.as_deref(),
        witness,
        size: bytes.map(|b| b.len()),
        seconds: start.elapsed().as_secs_f64(),
        shown: options.html.is_some(),
        stats: options.stats || options.verbose,
    };
    let outcome = report::searched(&request, &proof);
    let wrapped = wrapped(run, &program, &task, &outcome);
    let outcome = Outcome { wrapped, ..outcome };
    let suggestion = options.suggest.then(|| suggest::suggestion(run, &job, &proof, deadline)).flatten();
    Outcome { suggestion, seconds: start.elapsed().as_secs_f64(), ..outcome }
}

/// A file that may have to be written: what it is, its path, and its content.
type Output<'a> = (&'a str, Option<&'a PathBuf>, Option<Vec<u8>>);

/// Writes the files that have a path and a content.
fn write_all(files: Vec<Output<'_>>) -> Result<(), String> {
    let mut written = files.into_iter().filter_map(|(what, path, bytes)| Some((what, path?, bytes?)));
    written.try_for_each(|(what, path, bytes)| {
        outputs::write(path, bytes).map_err(|error| format!("cannot write the {what} to {}: {error}", path.display()))
    })
}

/// Instructions that may be executed to see what is proved if signed overflow wraps, at most.
const BEHIND_OVERFLOW: usize = 20_000;

/// What is proved if signed overflow wraps, where nothing but an overflow is in the way. No certificate comes of it: the
/// user decides whether the program means it.
fn wrapped(run: &Run, program: &Program, task: &Task, outcome: &Outcome) -> Option<Wrapped> {
    let options = &run.options;
    let hidden = |property: Property| property != Property::NoOverflow && outcome.verdict(property) == Verdict::Unknown;
    let hidden = options.goals().into_iter().any(hidden) && outcome.is_overflow_alone();
    if !hidden || task.overflow != Overflow::Error || task.attempt.is_some() || run.trace.is_some() {
        return None;
    }
    let effort = Effort { steps: BEHIND_OVERFLOW, ..Effort::default() };
    let (refute, bounds, witnesses) = (None, Vec::new(), Witnesses::None);
    let task = Task { overflow: Overflow::Wrap, effort, refute, bounds, witnesses, ..task.clone() };
    let proof = pipeline::prove(program, &task).ok()?;
    let memory_safety = proof.unsafe_because.is_none();
    Some(Wrapped { memory_safety, termination: memory_safety && proof.endless_because.is_none() })
}

/// The paths of the refutations, in the order of the violations.
fn refutations(job: &Job, proof: &Proof) -> Vec<PathBuf> {
    let Some(output) = &job.output else { return Vec::new() };
    let place = |(number, violation): (usize, &Violation)| match (number, &proof.certificate) {
        (0, None) => output.clone(),
        // A proof comes first. What it does not prove may be refuted in addition.
        (0, Some(_)) => output.with_added_extension("refutation"),
        _ => {
            let property = report::property(violation.refutation.claim.properties).word();
            output.with_added_extension(property).with_added_extension("refutation")
        }
    };
    proof.violations.iter().enumerate().map(place).collect()
}

/// Writes the witness. Returns its path, or why there is none; the error is a message for the user.
fn write_witness(
    run: &Run,
    program: &Program,
    task: &Task,
    proof: &Proof,
    path: &Path,
) -> Result<Result<PathBuf, String>, String> {
    // The same input gives the same witness (reproducible-builds.org).
    let time = time::given()?.unwrap_or(0);
    let files = run.input.files();
    let text = match report::witness(program, task, proof, &run.options.goals(), &files, time) {
        Ok(text) => text,
        Err(why) => return Ok(Err(why)),
    };
    outputs::write(path, text).map_err(|error| format!("cannot write the witness to {}: {error}", path.display()))?;
    Ok(Ok(path.to_path_buf()))
}
