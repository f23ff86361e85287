//! `--suggest`: a contract with which a function would be proved.

use super::job::{self, FoundIn, Job};
use super::{Run, one};
use crate::certify::Witnesses;
use crate::contract;
use crate::frontend;
use crate::pipeline::{self, Effort, Proof, Task};
use crate::program::Program;
use crate::report::{self, Property};
use crate::suggest::{self, Attempt, Subject, Suggestion};
use std::path::Path;
use std::time::{Duration, Instant};

/// The number of instructions for trying one of many contracts, at most.
const BRIEF: usize = 10_000;
/// The remaining time divided by this is the time for trying one of many contracts, at most.
const SHARE: u32 = 6;

/// Searches for a contract after a failed proof, unless everything that the user wants is proved.
pub(super) fn suggestion(run: &Run, job: &Job, proof: &Proof, deadline: Instant) -> Option<Suggestion> {
    let failure = proof.failure(wants_termination(run))?;
    let subject = match Function::read(run, job) {
        Ok(function) => function,
        Err(why) => return Some(Suggestion::impossible(&why)),
    };
    let about_main = job.entry == "main";
    // The last quarter of the time is kept for the contract that is found.
    let left = deadline.saturating_duration_since(Instant::now());
    let clock = Clock { searching: Instant::now() + left * 3 / 4, all: deadline };
    let mut prove = |clauses: &[String], effort| subject.attempt(run, clauses, effort, &clock);
    let about = Subject {
        program: &subject.program,
        entry: &job.entry,
        given: job.precondition.as_ref().map(|contract| &contract.meaning.clause),
        parameters: &subject.parameters,
        declared: &subject.declared,
        words: report::reason,
    };
    let mut found = match about_main {
        true => suggest::arguments_of_main(&about, &mut prove),
        false => suggest::search(&about, failure, &mut prove),
    };
    for clauses in found.clauses.iter_mut().chain(found.partial.iter_mut().map(|partial| &mut partial.clauses)) {
        clauses.splice(0..0, subject.clauses.iter().cloned());
    }
    Some(found)
}

fn wants_termination(run: &Run) -> bool {
    run.options.goals().contains(&Property::Termination)
}

/// The time at which the search stops.
struct Clock {
    searching: Instant,
    all: Instant,
}

impl Clock {
    /// The time at which an attempt stops; `None` if no time is left.
    fn deadline(&self, effort: suggest::Effort) -> Option<Instant> {
        let now = Instant::now();
        let (end, share) = match effort {
            suggest::Effort::Brief => (self.searching, SHARE),
            suggest::Effort::Full => (self.all, 1),
        };
        let left = end.saturating_duration_since(now);
        (left > Duration::ZERO).then(|| now + left / share)
    }
}

/// A function of a C file for which contracts are tried.
struct Function {
    entry: String,
    /// The number of its file.
    unit: usize,
    /// The file's text with comments.
    text: String,
    program: Program,
    /// Clauses that the function has already.
    clauses: Vec<String>,
    parameters: Vec<contract::Parameter>,
    /// The parameters, as C declares them.
    declared: Vec<String>,
}

impl Function {
    /// The function for which contracts are tried. The error says why none can be tried.
    fn read(run: &Run, job: &Job) -> Result<Function, String> {
        let input = &run.input;
        let entry = &job.entry;
        let (text, bare) = job::without_conditions(input, entry)?;
        let unit = bare.unit;
        let declared = bare.found.raw.as_ref().map(contract::Raw::declarations);
        let declared = declared.ok_or("a parameter has no name")?;
        let clauses = existing(run, job)?;
        let (program, _) = input.source.for_calls_of(entry, input.reading).map_err(|error| error.to_string())?;
        let without = job::from_file(input, bare)?;
        let parameters = without.precondition.map(|contract| contract.meaning.parameters).unwrap_or_default();
        let entry = entry.clone();
        Ok(Function { entry, unit, text, program, clauses, parameters, declared })
    }

    /// Makes a proof with these clauses after the existing ones, as if all of them stood above the function.
    fn attempt(&self, run: &Run, clauses: &[String], effort: suggest::Effort, clock: &Clock) -> Attempt {
        let Run { options, input, .. } = run;
        let Some(deadline) = clock.deadline(effort) else { return Attempt::Late };
        let all = [self.clauses.as_slice(), clauses].concat();
        let found = contract::with_clauses(&self.text, &self.entry, &all);
        let found = found.map(|found| FoundIn {
            unit: self.unit,
            found,
            elsewhere: Vec::new(),
            prototypes: Default::default(),
        });
        let Some(Ok(job)) = found.map(|found| job::from_file(input, found)) else {
            return Attempt::Useless;
        };
        let task = Task { refute: None, bounds: Vec::new(), ..one::task(options, input, &job, deadline) };
        let task = match effort {
            suggest::Effort::Brief => {
                Task { effort: Effort { steps: BRIEF, ..task.effort }, witnesses: Witnesses::None, ..task }
            }
            suggest::Effort::Full if self.is_read_otherwise(run, &job) => return Attempt::Useless,
            suggest::Effort::Full => task,
        };
        let Ok(proof) = pipeline::prove(&self.program, &task) else { return Attempt::Useless };
        match proof.failure(wants_termination(run)) {
            Some(failure) => Attempt::Failed(Box::new(failure.clone())),
            None if proof.returns(&self.entry) => Attempt::Proved,
            None => Attempt::Useless,
        }
    }

    /// Whether `haltcert prove` would refuse the contract, because its types differ in the source.
    fn is_read_otherwise(&self, run: &Run, job: &Job) -> bool {
        let Run { input, .. } = run;
        let text = job.precondition.as_ref().map_or("", |contract| contract.text.as_str());
        let types = contract::compared_types(text, &self.program);
        let named = input.units.get(job.unit).map(|unit| frontend::require_types(unit, input.reading, &types));
        !matches!(named, Some(Ok(()))) || job::require_parameters(input, job).is_err()
    }
}

/// The clauses of the function's contract.
fn existing(run: &Run, job: &Job) -> Result<Vec<String>, String> {
    let raw = match &run.options.precondition {
        Some(given) => {
            let text = match given.strip_prefix('@') {
                Some(file) => std::fs::read_to_string(Path::new(file)).map_err(|error| format!("{file}: {error}"))?,
                None => given.clone(),
            };
            Some(contract::raw(&text).ok_or("the contract's parameters have no names")?)
        }
        None => {
            let found = job::contracts(&run.input)?.into_iter().find(|one| one.found.function == job.entry);
            found.and_then(|one| one.found.raw)
        }
    };
    Ok(raw.map(|raw| raw.clause).into_iter().collect())
}
