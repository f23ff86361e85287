//! Works on proofs, several at a time: a proof is taken from the archive if its certificate is still accepted, and
//! otherwise made by the prover.

use super::archive::Archive;
use super::file::{Project, Request};
use super::prover::{Compiled, Prover, Refused};
use super::row::{Answer, Row};
use crate::failure::{Failure, Outcome};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether the prover may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The prover proves what the archive does not have.
    Prove,
    /// Only the archive counts.
    ArchiveOnly,
}

/// Everything that the work needs.
#[derive(Clone, Debug)]
pub struct Work {
    pub project: Project,
    pub prover: Prover,
    pub mode: Mode,
}

impl Work {
    /// The answer for one function; a failure becomes an answer, too.
    pub fn row(&self, request: &Request) -> Row {
        self.try_row(request).unwrap_or_else(|failure| Row::bare(&request.name, Answer::BadInput, failure.message))
    }

    /// The answer for one function.
    ///
    /// # Errors
    /// The prover does not run, or files cannot be written.
    pub fn try_row(&self, request: &Request) -> Outcome<Row> {
        let scratch =
            tempfile::TempDir::new().map_err(|error| Failure::usage(format!("no folder for files: {error}")))?;
        self.answer(request, scratch.path())
    }

    fn answer(&self, request: &Request, scratch: &Path) -> Outcome<Row> {
        let compiled = match self.prover.compile(&self.project, request, scratch)? {
            Ok(compiled) => compiled,
            Err(refused) => {
                let (answer, reason) = refusal(refused);
                return Ok(Row::bare(&request.name, answer, reason));
            }
        };
        let row = |answer, reason: String| Ok(Row::wanted(&request.name, answer, reason, &compiled.wanted));
        let archive = Archive(self.project.archive.clone());
        let spoilt = match archive.take(&compiled) {
            Ok(Some(report)) => {
                return Ok(Row::proved(&request.name, Answer::Archived, "", &compiled.wanted, &report));
            }
            Ok(None) => String::new(),
            Err(failure) => format!("the certificate in the archive was refused ({})", summary(&failure)),
        };
        if self.mode == Mode::ArchiveOnly {
            let reason = if spoilt.is_empty() { "not in the archive".into() } else { spoilt };
            return row(Answer::Unknown, reason);
        }
        self.prove(request, &compiled, &archive, scratch, spoilt)
    }

    fn prove(
        &self,
        request: &Request,
        compiled: &Compiled,
        archive: &Archive,
        scratch: &Path,
        spoilt: String,
    ) -> Outcome<Row> {
        let row = |answer, reason: String| Ok(Row::wanted(&request.name, answer, reason, &compiled.wanted));
        match self.prover.prove(&self.project, request, scratch)? {
            Ok(bytes) => match archive.keep(compiled, &bytes) {
                Ok(report) => Ok(Row::proved(&request.name, Answer::Proved, spoilt, &compiled.wanted, &report)),
                Err(failure) => row(Answer::Rejected, failure.to_string()),
            },
            Err(refused) => {
                let (answer, reason) = refusal(refused);
                row(answer, reason)
            }
        }
    }

    /// The answers in the order of the requests; `told` hears of each as it comes, with how many there are by then.
    pub fn rows(&self, requests: &[Request], jobs: NonZeroUsize, told: &(dyn Fn(usize, &Row) + Sync)) -> Vec<Row> {
        let waiting = Mutex::new(requests.iter().enumerate());
        let answers: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; requests.len()]);
        let work = || {
            loop {
                let Some((place, request)) = held(&waiting).next() else { return };
                let row = self.row(request);
                let mut answers = held(&answers);
                let done = 1 + answers.iter().flatten().count();
                told(done, &row);
                answers[place] = Some(row);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs.get().min(requests.len()) {
                scope.spawn(work);
            }
            work();
        });
        answers.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
    }
}

/// Takes a lock even if a thread panicked while holding it: the guarded value is always complete.
fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn refusal(refused: Refused) -> (Answer, String) {
    match refused {
        Refused::BadInput(reason) => (Answer::BadInput, reason),
        Refused::Violated(reason) => (Answer::Violated, reason),
        Refused::Unknown(reason) => (Answer::Unknown, reason),
    }
}

/// The failure in one line.
fn summary(failure: &Failure) -> String {
    failure.to_string().lines().take(2).collect::<Vec<_>>().join(" ")
}
