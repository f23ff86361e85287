//! `--all-functions`: every function with a contract, and a table.

use super::job::{self, FoundIn, Job};
use super::{Run, answer, bad_input, in_thread, outputs, refused};
use crate::parallel;
use crate::report::Outcome;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Proves the functions, several at a time if the user wants it. The exit code is 0 only if all are proved.
pub(super) fn prove(run: &Arc<Run>) -> i32 {
    let Run { options, input, .. } = &**run;
    let known = match input.source.functions() {
        Ok(known) => known,
        Err(error) => return bad_input(options, &error),
    };
    let found = match job::contracts(input) {
        Ok(found) => found,
        Err(message) => return refused(options, message),
    };
    let shadowed = match job::shadowed(input) {
        Ok(shadowed) => shadowed,
        Err(message) => return refused(options, message),
    };
    let found: Vec<_> = found.into_iter().filter(|one| known.contains(&one.found.function)).collect();
    if found.is_empty() && shadowed.is_empty() {
        let files: Vec<String> = input.units.iter().map(|unit| unit.path.display().to_string()).collect();
        let message = format!(
            "{}: no function here has a contract (an ACSL comment with a requires clause above it)",
            files.join(" ")
        );
        return refused(options, message);
    }
    for folder in [&options.output, &options.emit_module].into_iter().flatten() {
        if let Err(error) = std::fs::create_dir_all(folder) {
            let message = format!("cannot make the folder {}: {error}", folder.display());
            return refused(options, message);
        }
    }
    let jobs = found.into_iter().map(|f| {
        let name = f.found.function.clone();
        let file = |folder: &PathBuf, kind: &str| folder.join(format!("{name}.{kind}"));
        let output = options.output.as_ref().map(|folder| file(folder, "cert"));
        let module = options.emit_module.as_ref().map(|folder| file(folder, "ll"));
        Planned { name, found: f, output, module }
    });
    let jobs: Vec<Planned> = jobs.collect();
    if let Err(message) = prepare(options, input.files(), &jobs) {
        return refused(options, message);
    }
    // The searches know nothing of each other, so a certificate does not depend on how many there are.
    let mut outcomes = parallel::map(jobs, options.jobs, |job| outcome(run, job));
    outcomes.extend(shadowed.into_iter().map(|(name, refusal)| Outcome::refused(&name, refusal)));
    answer::tell(options, &input.sources(), &outcomes, true)
}

/// Checks that no output is an input, and removes the output of an earlier run.
fn prepare(options: &super::Prove, files: Vec<PathBuf>, jobs: &[Planned]) -> Result<(), String> {
    let outputs: Vec<PathBuf> = jobs
        .iter()
        .flat_map(|job| {
            job.output.as_deref().map(outputs::certificates_at).into_iter().flatten().chain(job.module.clone())
        })
        .chain([&options.html, &options.trace].into_iter().flatten().cloned())
        .collect();
    outputs::require_apart(&[files, outputs::inputs(options)].concat(), &outputs)?;
    jobs.iter().filter_map(|job| job.output.as_deref()).try_for_each(outputs::forget)
}

/// A function that is to be proved.
struct Planned {
    name: String,
    found: FoundIn,
    output: Option<PathBuf>,
    module: Option<PathBuf>,
}

fn outcome(run: &Arc<Run>, planned: Planned) -> Outcome {
    let start = Instant::now();
    let Planned { name, found, output, module } = planned;
    let job = match job::from_file(&run.input, found) {
        Ok(job) => Job { output, module, ..job },
        Err(message) => return Outcome::refused(&name, message),
    };
    in_thread(run, job, start)
        .unwrap_or_else(|lost| Outcome::unfinished(&name, lost.refusal(), start.elapsed().as_secs_f64()))
}
