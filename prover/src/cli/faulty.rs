//! The prover with one condition switched off at a time, for `tests/tests/faults.rs`.
//!
//! `haltcert-faulty prove FILE --no-refute -o FOLDER` writes `FOLDER/FAULT.cert` for every fault with which it believes
//! that it has proved something. Faults that the unchanged prover never consults have no effect and are skipped.
//! Without `--no-refute` it writes `FOLDER/FAULT.refutation`, for the faults of the searches for runs (those in the
//! variable `HALTCERT_FAULTS_TRIED`, if it is set).

use super::input::Input;
use super::job::{self, Job};
use super::{BAD_INPUT, Cli, Command, PROVED, Prove, one, outputs};
use crate::faults::{Fault, Faults};
use crate::pipeline::{self, Effort, Proof};
use crate::termination;
use clap::Parser;
use std::ffi::OsString;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time limit of a search for an endless run.
const SEARCH: Duration = Duration::from_secs(10);

/// A limit on the work of a search, which a fault may make endless. It ends the search in the same way on every
/// machine.
const EFFORT: Effort = Effort { steps: 1_500, termination: termination::Effort { ranking: 2_000_000, refinements: 4 } };

/// Runs the program with these arguments (the first is its name); returns the exit code.
pub fn run(args: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> i32 {
    let Command::Prove(options) = Cli::parse_from(args).command else {
        eprintln!("only proofs can be faulty");
        return BAD_INPUT;
    };
    let input = match Input::read(&options) {
        Ok(input) => input,
        Err(error) => return super::bad_input(&options, &error),
    };
    let Some(folder) = options.output.clone() else {
        eprintln!("a folder for the certificates is missing (-o)");
        return BAD_INPUT;
    };
    let honest = Faults::default();
    let work = || {
        if !options.no_refute {
            let tried = std::env::var("HALTCERT_FAULTS_TRIED").ok();
            let is_tried =
                |fault: &Fault| tried.as_ref().is_none_or(|tried| tried.split(',').any(|name| name == fault.name()));
            for fault in Fault::OF_REFUTATIONS.into_iter().filter(is_tried) {
                let path = folder.join(format!("{}.refutation", fault.name()));
                refutation(&options, &input, fault, &path);
            }
            return;
        }
        attempt(&options, &input, &honest, None);
        for fault in honest.asked() {
            let path = folder.join(format!("{}.cert", fault.name()));
            attempt(&options, &input, &Faults::with(fault), Some((fault, &path)));
        }
    };
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(super::STACK);
        thread.spawn_scoped(scope, work).map(|t| t.join().is_ok())
    });
    match done {
        Ok(true) => PROVED,
        _ => BAD_INPUT,
    }
}

/// Makes one search, and writes its certificate, if there is one.
fn attempt(options: &Prove, input: &Input, faults: &Faults, to: Option<(Fault, &Path)>) {
    let Some(proof) =
        search(options, input, |task| pipeline::Task { faults: faults.clone(), effort: EFFORT, refute: None, ..task })
    else {
        return;
    };
    if let (Some((fault, path)), Some(certificate)) = (to, &proof.certificate)
        && let Err(error) = outputs::write(path, certificates::encode(certificate))
    {
        eprintln!("{}: {}: {error}", fault.name(), path.display());
    }
}

/// Searches for runs with a fault switched on; returns the refutation.
fn refutation(options: &Prove, input: &Input, fault: Fault, path: &Path) {
    let faulty = |task| pipeline::Task { faults: Faults::with(fault), refute: Some(SEARCH), ..task };
    let Some(proof) = search(options, input, faulty) else { return };
    if let Some(violation) = proof.violations.first()
        && let Err(error) = outputs::write(path, certificates::encode_refutation(&violation.refutation))
    {
        eprintln!("{}: {}: {error}", fault.name(), path.display());
    }
}

fn search(options: &Prove, input: &Input, change: impl FnOnce(pipeline::Task) -> pipeline::Task) -> Option<Proof> {
    let job: Job = match job::of(options, input, &options.entry) {
        Ok(job) => job,
        Err(refusal) => {
            eprintln!("{}", refusal.reason);
            return None;
        }
    };
    let program = match job::program(input, &job) {
        Ok((program, _)) => program,
        Err(error) => {
            eprintln!("{error}");
            return None;
        }
    };
    let deadline = Instant::now() + Duration::from_secs(options.timeout);
    let task = one::task(options, input, &job, deadline);
    pipeline::prove(&program, &change(task)).inspect_err(|error| eprintln!("{}", error.message)).ok()
}
