//! The commands that work on projects.

use super::baseline::{Baseline, Loss};
use super::export::Export;
use super::file::{self, Project, Request};
use super::find::{self, Place};
use super::formats::{self, Answered};
use super::page;
use super::patterns;
use super::plan;
use super::prover::Prover;
use super::row::{self, Answer, Row};
use super::told;
use super::work::{Mode, Work};
use crate::failure::{Failure, Kind, Outcome};
use crate::files;
use clap::{Args, Subcommand};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Exit code: something that was proved is not any more.
pub const LOST: i32 = 1;
/// Exit code: something is not proved, and was not proved before.
pub const NOT_PROVED: i32 = 2;
/// Exit code: something cannot be read, and was not proved before.
pub const BAD_INPUT: i32 = 3;

/// What every command on a project takes.
#[derive(Args)]
pub struct ProjectArgs {
    /// The project [default: haltcert.toml here, or in the nearest folder above]
    project: Option<PathBuf>,
    /// The prover [default: haltcert beside this program, or in PATH]
    #[arg(long, value_name = "PROGRAM")]
    prover: Option<PathBuf>,
}

#[derive(Args)]
pub struct CheckArgs {
    #[command(flatten)]
    project: ProjectArgs,
    /// How many functions are worked on at the same time
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Look at these proofs only
    #[arg(long, num_args = 1.., value_name = "NAME")]
    only: Vec<String>,
    /// Prove nothing: what the archive does not have is unknown
    #[arg(long)]
    archive_only: bool,
    /// With --archive-only: the folder in which the steps of a plan have written why something is not proved
    #[arg(long, value_name = "FOLDER", requires = "archive_only")]
    results: Option<PathBuf>,
    /// Write down what is proved now: from now on it must stay so
    #[arg(long, conflicts_with = "only")]
    update_baseline: bool,
    /// A folder for the certificates and modules of what is proved, as NAME.cert and NAME.ll
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Do not say on standard error what is done
    #[arg(short, long)]
    quiet: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value = "text", conflicts_with = "json")]
    format: formats::Format,
    /// A folder for pages for a browser: index.html about the project, and NAME.html about each function
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// The same as --format json
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct PlanArgs {
    #[command(flatten)]
    project: ProjectArgs,
    /// For which program
    #[arg(long, value_enum)]
    format: plan::Format,
    /// Where to write the graph [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The folder for the results of the steps, relative to the project's
    #[arg(long, value_name = "FOLDER", default_value = "haltcert-results")]
    results: String,
    /// How many functions the last step, which checks all certificates again, looks at at the same time
    #[arg(short, long, value_name = "N", default_value = "1")]
    jobs: NonZeroUsize,
    /// Asked which headers the files include
    #[arg(long, value_name = "PROGRAM", default_value = "clang-22")]
    compiler: PathBuf,
}

/// One step of a plan.
#[derive(Subcommand)]
pub enum Step {
    /// Proves one function, unless the archive has a certificate that is accepted, and writes down what came of it
    Prove(StepArgs),
    /// Checks the certificate in the archive once more, and writes down what came of it
    Check(StepArgs),
}

#[derive(Args)]
pub struct StepArgs {
    #[command(flatten)]
    project: ProjectArgs,
    /// The name of the proof
    #[arg(long)]
    name: String,
    /// What the step before has written
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    /// Where to write what came of it
    #[arg(long, value_name = "FILE")]
    result: PathBuf,
}

/// The output of a command, and its exit code.
pub type Said = (String, i32);

impl ProjectArgs {
    fn work(&self, mode: Mode) -> Outcome<(Place, Work)> {
        let place = find::place(self.project.as_deref())?;
        let project = file::read(&place.path)?;
        Ok((place, self.work_on(project, mode)?))
    }

    fn work_on(&self, project: Project, mode: Mode) -> Outcome<Work> {
        let prover = Prover::find(self.prover.clone());
        Ok(Work { project: patterns::expanded(project, &prover)?, prover, mode, pages: None })
    }
}

/// `check-project`; the version is this program's.
///
/// # Errors
/// The project, the baseline or a folder cannot be read or written.
pub fn check(args: &CheckArgs, version: &str) -> Outcome<Said> {
    let mode = if args.archive_only { Mode::ArchiveOnly } else { Mode::Prove };
    let place = find::place(args.project.project.as_deref())?;
    let project = file::read(&place.path)?;
    // The files of an earlier run go before anything is read.
    args.output.as_deref().map_or(Ok(()), |folder| Export::forget(&project, folder, &args.only))?;
    let pages = args.html.as_deref().map(|folder| folder.join(page::FUNCTIONS));
    let work = Work { pages, ..args.project.work_on(project, mode)? };
    let before = Baseline::read(&work.project.baseline)?;
    let requests = work.project.select(&args.only)?;
    let names: Vec<&str> = requests.iter().map(|request| request.name.as_str()).collect();
    // This comes before any proof, so that whatever happens next, the files there are about this run.
    let export = args.output.as_deref().map(|folder| Export::open(&work.project, folder, &names)).transpose()?;
    args.html.as_deref().map_or(Ok(()), |folder| page::prepare(folder, &names))?;
    let time = page::time()?;
    let count = requests.len();
    if !args.quiet {
        eprintln!("{}", told::looked_at(&place.shown, &requests));
    }
    let mut rows = work.rows(&requests, args.jobs, &|done, row: &Row| {
        if !args.quiet {
            eprintln!("[{done}/{count}] {}: {}", row.name, row.answer.word());
        }
    });
    if let Some(folder) = &args.results {
        rows.iter_mut().for_each(|row| explain(row, folder));
    }
    let losses = before.as_ref().map(|baseline| baseline.losses(&rows, &args.only)).unwrap_or_default();
    if let Some(export) = &export {
        export.write(&work.project, &rows)?;
        for other in export.others(&rows).iter().filter(|_| args.only.is_empty()) {
            eprintln!("warning: {}: not of this run, and left as it is", checker::answer::report::escape(other));
        }
    }
    let written = args.update_baseline.then(|| Baseline::of(&rows));
    if let Some(written) = &written {
        written.write(&work.project.baseline)?;
    }
    let file =
        place.from_here(work.project.baseline.strip_prefix(&work.project.folder).unwrap_or(&work.project.baseline));
    let baseline = told::baseline(&file, before.as_ref(), written.as_ref(), &losses);
    // A loss was accepted with the new baseline.
    let counted = if written.is_some() { &[][..] } else { &losses };
    let code = code(&rows, counted);
    let answered = Answered { place: &place, requests: &requests, rows: &rows, losses: counted };
    let about = |pages| page::About { version, time: time.clone(), baseline: &baseline, pages };
    if let Some(folder) = &args.html {
        let text = page::html(&answered, &about(Some((folder.as_path(), String::new()))));
        files::write(&folder.join("index.html"), text.as_bytes())?;
    }
    let text = match if args.json { formats::Format::Json } else { args.format } {
        formats::Format::Text => {
            row::table(&rows) + &told::unexpected(&rows) + &baseline + &told::lost(&losses, written.is_some())
        }
        formats::Format::Json => {
            let baseline = json!({
                "file": file, "found": before.is_some(), "written": written.is_some(),
                "proofs": written.as_ref().or(before.as_ref()).map(Baseline::len),
            });
            let answer =
                json!({ "project": place.shown, "baseline": baseline, "rows": rows, "lost": losses, "exitCode": code });
            format!("{answer}\n")
        }
        formats::Format::Github => formats::github(&answered),
        formats::Format::Sarif => formats::sarif(&answered),
        formats::Format::Junit => formats::junit(&answered),
        formats::Format::Html => {
            let reached = args.html.as_ref().map(|folder| format!("{}/", folder.display()));
            page::html(&answered, &about(args.html.as_deref().zip(reached)))
        }
    };
    Ok((text, code))
}

fn code(rows: &[Row], losses: &[Loss]) -> i32 {
    let any = |wanted: fn(Answer) -> bool| rows.iter().any(|row| wanted(row.answer));
    match () {
        () if !losses.is_empty() => LOST,
        () if any(|answer| answer == Answer::BadInput) => BAD_INPUT,
        () if rows.iter().any(|row| !row.answer.is_proved() && !row.is_expected()) => NOT_PROVED,
        () => 0,
    }
}

/// Takes the reason why something is not proved from the result of the step that worked on the same claim. The result
/// never shows that something is proved.
fn explain(row: &mut Row, folder: &Path) {
    let file = folder.join(format!("{}.proof", row.name));
    if row.answer != Answer::Unknown {
        return;
    }
    let Ok(told) = files::text(&file).and_then(|text| Row::read(&file.display().to_string(), &text)) else { return };
    if !told.answer.is_proved() && told.claim == row.claim && told.module == row.module {
        (row.answer, row.reason, row.findings) = (told.answer, told.reason, told.findings);
    }
}

/// `plan`
///
/// # Errors
/// The project cannot be read, or the graph not written.
pub fn plan(args: &PlanArgs) -> Outcome<Said> {
    let (place, work) = args.project.work(Mode::Prove)?;
    let program = std::env::current_exe().map_err(|error| Failure::usage(error.to_string()))?;
    let text = plan::text(&plan::Wanted {
        project: &work.project,
        file: &place.path,
        program: &program,
        prover: args.project.prover.as_deref(),
        results: &args.results,
        jobs: args.jobs,
        compiler: &args.compiler,
        format: args.format,
    })?;
    match &args.output {
        Some(path) => {
            let inputs = work.project.inputs().into_iter().chain([place.path.clone()]);
            files::require_apart(&inputs.collect::<Vec<_>>(), &[path.as_path()])?;
            files::write(path, text.as_bytes()).map(|()| (String::new(), 0))
        }
        None => Ok((text, 0)),
    }
}

/// `step`: "unknown" is a result like any other; the exit code is other than 0 only if the step should be tried again.
///
/// # Errors
/// The project cannot be read, the prover does not run, or a certificate that was proved is not in the archive.
pub fn step(step: &Step) -> Outcome<Said> {
    let (args, mode) = match step {
        Step::Prove(args) => (args, Mode::Prove),
        Step::Check(args) => (args, Mode::ArchiveOnly),
    };
    let (_, work) = args.project.work(mode)?;
    let request = one(&work.project, &args.name)?;
    let mut row = work.try_row(&request)?;
    if let Some(after) = &args.after {
        let before = Row::read(&after.display().to_string(), &files::text(after)?)?;
        match (before.answer.is_proved(), row.answer.is_proved()) {
            (true, false) => {
                let message = format!("{}: proved, but its certificate is not accepted: {}", row.name, row.reason);
                return Err(Failure::new(Kind::Invalid, message));
            }
            (false, false) => {
                (row.answer, row.reason, row.findings) = (before.answer, before.reason, before.findings);
            }
            (_, true) => {}
        }
    }
    if let Some(folder) = args.result.parent() {
        files::folder(folder)?;
    }
    let text = serde_json::to_string_pretty(&row).map_err(|error| Failure::usage(error.to_string()))? + "\n";
    files::write(&args.result, text.as_bytes())?;
    Ok((format!("{}: {}\n", row.name, row.answer.word()), 0))
}

fn one(project: &Project, name: &String) -> Outcome<Request> {
    let found = project.select(std::slice::from_ref(name))?;
    found.into_iter().next().ok_or_else(|| Failure::usage(format!("no proof called '{name}'")))
}
