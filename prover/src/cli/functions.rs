//! `--all-functions`: every function with a contract, and a table.

use super::one::{self, Answer, FoundIn, Job};
use super::{BAD_INPUT, PROVED, Run, UNKNOWN, VIOLATED, bad_input, in_thread, refused, say};
use crate::report::{self, Row};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Proves the functions, several at a time if that is wanted; the exit code is 0 only if all are proved.
pub(super) fn prove(run: &Arc<Run>) -> i32 {
    let Run { options, input, .. } = &**run;
    let known = match input.source.functions() {
        Ok(known) => known,
        Err(error) => return bad_input(options, &error),
    };
    let found = match one::contracts(input) {
        Ok(found) => found,
        Err(message) => return refused(options, BAD_INPUT, &message),
    };
    let found: Vec<_> = found.into_iter().filter(|(_, f)| known.contains(&f.function)).collect();
    if found.is_empty() {
        let files: Vec<String> = input.units.iter().map(|unit| unit.path.display().to_string()).collect();
        let message = format!(
            "{}: no function here has a contract (an ACSL comment with a requires clause above it)",
            files.join(" ")
        );
        return refused(options, BAD_INPUT, &message);
    }
    for folder in [&options.output, &options.emit_module].into_iter().flatten() {
        if let Err(error) = std::fs::create_dir_all(folder) {
            let message = format!("cannot make the folder {}: {error}", folder.display());
            return refused(options, BAD_INPUT, &message);
        }
    }
    let jobs = found.into_iter().map(|f| {
        let name = f.1.function.clone();
        let file = |folder: &PathBuf, kind: &str| folder.join(format!("{name}.{kind}"));
        let output = options.output.as_ref().map(|folder| file(folder, "cert"));
        let module = options.emit_module.as_ref().map(|folder| file(folder, "ll"));
        Planned { name, found: f, output, module }
    });
    let answers = in_parallel(run, jobs.collect());
    let code = answers.iter().map(|answer| answer.code).fold(PROVED, worse);
    let text = match options.json {
        true => format!("{}\n", answers.into_iter().map(|answer| answer.json).collect::<Value>()),
        false => report::table(&answers.into_iter().map(|answer| answer.row).collect::<Vec<_>>()),
    };
    if say(&text) { code } else { UNKNOWN }
}

/// A function that is to be proved.
struct Planned {
    name: String,
    found: FoundIn,
    output: Option<PathBuf>,
    module: Option<PathBuf>,
}

/// Bad input is worse than a violation, that is worse than an unknown, and that is worse than a proof.
fn worse(one: i32, other: i32) -> i32 {
    match (one, other) {
        (BAD_INPUT, _) | (_, PROVED) => one,
        (_, BAD_INPUT) => other,
        (VIOLATED, _) => one,
        _ => other,
    }
}

/// The answers in the order of the functions, each of which is taken by the first worker that is free. A search knows
/// nothing of the others, so its certificate does not depend on their number.
fn in_parallel(run: &Arc<Run>, planned: Vec<Planned>) -> Vec<Answer> {
    let count = planned.len();
    let waiting = Mutex::new(planned.into_iter().enumerate());
    let answers: Mutex<Vec<Option<Answer>>> = Mutex::new((0..count).map(|_| None).collect());
    let work = || {
        loop {
            let Some((number, next)) = held(&waiting).next() else { return };
            let answer = answer(run, next);
            if let Some(place) = held(&answers).get_mut(number) {
                *place = Some(answer);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..run.options.jobs.get().min(count) {
            scope.spawn(work);
        }
        work();
    });
    let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.into_iter().flatten().collect()
}

/// What a lock guards is complete whenever it is free, even if its last holder failed.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(run: &Arc<Run>, planned: Planned) -> Answer {
    let start = Instant::now();
    let Planned { name, found, output, module } = planned;
    let job = match one::from_file(&run.input, found) {
        Ok(job) => Job { output, module, ..job },
        Err(message) => return one::refused(&name, message),
    };
    in_thread(run, job, start).unwrap_or_else(|lost| {
        let reason = lost.reason();
        Answer {
            code: UNKNOWN,
            refused: false,
            json: report::unanswered(&name, &reason),
            row: Row::unknown(&name, &reason, start.elapsed().as_secs_f64()),
            text: reason,
        }
    })
}
