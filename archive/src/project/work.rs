//! Works on proofs, several at a time: a proof is taken from the archive if its certificate is still accepted, and
//! otherwise made by the prover.

use super::archive::{Archive, proves_claim};
use super::file::{Project, Request};
use super::prover::{Compiled, Prover};
use super::row::{Answer, Row};
use crate::failure::{Failure, Outcome};
use crate::files;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of a page in the folder for temporary files.
const PAGE: &str = "page.html";

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
    /// The folder for the pages about the functions.
    pub pages: Option<PathBuf>,
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
        let row = Row { expected: request.expected.clone(), ..self.answer(request, scratch.path())? };
        self.page(&row, scratch.path())?;
        Ok(row)
    }

    fn answer(&self, request: &Request, scratch: &Path) -> Outcome<Row> {
        let compiled = match self.prover.compile(&self.project, request, scratch)? {
            Ok(compiled) => compiled,
            Err(refused) => {
                return Ok(Row::bare(&request.name, refused.answer, refused.reason));
            }
        };
        let row = |answer, reason: String| Ok(Row::wanted(&request.name, answer, reason, &compiled.wanted));
        let archive = Archive(self.project.archive.clone());
        let spoilt = match archive.take(&compiled) {
            Ok(Some(report)) => {
                return Ok(Row::proved(&request.name, Answer::Archived, "", &compiled, &report));
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
        let page = self.pages.is_some().then(|| scratch.join(PAGE));
        match self.prover.prove(&self.project, request, scratch, page.as_deref())? {
            Ok(bytes) => match archive.keep(compiled, &bytes) {
                Ok(report) => Ok(Row::proved(&request.name, Answer::Proved, spoilt, compiled, &report)),
                Err(_) if !compiled.bounds.is_empty() && proves_claim(compiled, &bytes) => {
                    let bounds: Vec<String> = compiled.bounds.iter().map(ToString::to_string).collect();
                    row(Answer::Unknown, format!("proved, but without what is demanded: {}", bounds.join(", ")))
                }
                Err(failure) => row(Answer::Rejected, failure.to_string()),
            },
            Err(refused) => Ok(Row { findings: refused.findings, ..row(refused.answer, refused.reason)? }),
        }
    }

    /// Writes the page about a function: the prover's, or one about the certificate in the archive.
    fn page(&self, row: &Row, scratch: &Path) -> Outcome {
        let Some(folder) = &self.pages else { return Ok(()) };
        let made = scratch.join(PAGE);
        if let Some(certificate) = &row.certificate {
            self.prover.page(&self.project, &self.project.archive.join(certificate), &made)?;
        }
        match made.is_file() {
            true => files::write(&folder.join(format!("{}.html", row.name)), &files::read(&made)?),
            false => Ok(()),
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

/// The failure in one line.
fn summary(failure: &Failure) -> String {
    failure.to_string().lines().take(2).collect::<Vec<_>>().join(" ")
}
