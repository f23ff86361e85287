//! The command line of `haltarchive`.

use crate::attest::{self, Wanted};
use crate::failure::{Failure, Kind, Outcome};
use crate::project::commands::{self, CheckArgs, PlanArgs, Step};
use crate::project::init::{self, InitArgs};
use crate::statement::Statement;
use crate::verify::{self, Found};
use crate::{bundle, files, statement, words};
use checker::answer::report;
use checker::decide::entail::Solvers;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

const EXITS: &str = "Exit codes: 0 as asked, 1 INVALID, 2 UNDECIDED, 3 usage, 4 malformed statement, 5 unknown type or version, \
    6 file name not allowed, 7 file missing, 8 digest differs, 9 another module, 10 a refutation, 11 the claim differs, \
    12 the findings differ, 13 unreadable certificate, 14 not what the sources give.";

const PROJECT_EXITS: &str = "Example:\n  haltarchive check-project --jobs 2 --output proofs\n\nExit codes: 0 everything is proved, 1 something that was proved no longer is, \
    2 something is not proved and was not before, 3 bad input or usage.";

/// From Haltcert certificates to releases and projects; every answer comes from the checker, run now.
#[derive(Parser)]
#[command(name = "haltarchive", version, after_help = EXITS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks certificates and writes an in-toto statement about them and the files of a release
    #[command(
        after_help = "Example:\n  haltarchive attest copy.cert --module copy.ll --subject copy.o --source copy.c -o copy.statement.json -- -std=c11"
    )]
    Attest(Box<AttestArgs>),
    /// Checks everything again that a statement says, offline
    #[command(after_help = "Example:\n  haltarchive verify copy.statement.json")]
    Verify(VerifyArgs),
    /// Checks a statement and packs it with all files that it names, and a script that checks them again
    #[command(after_help = "Example:\n  haltarchive bundle copy.statement.json -o copy.haltcert.tar")]
    Bundle(BundleArgs),
    /// Proves the functions of a project, or takes their certificates from its archive and checks them again
    #[command(after_help = PROJECT_EXITS)]
    CheckProject(CheckArgs),
    /// Writes haltcert.toml with a proof for each function of some files that has a contract
    #[command(after_help = "Example:\n  haltarchive init src/*.c -- -Iinclude -std=c11")]
    Init(InitArgs),
    /// Writes the work on a project as a build graph
    #[command(after_help = "Example:\n  haltarchive plan --format ninja -o haltcert.ninja")]
    Plan(PlanArgs),
    /// One step of such a graph
    #[command(subcommand)]
    Step(Step),
}

#[derive(Args)]
struct AttestArgs {
    /// The certificates
    #[arg(required = true, value_name = "CERT")]
    certificates: Vec<PathBuf>,
    /// The files of the release that the statement is about
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    subject: Vec<PathBuf>,
    /// Modules that the certificates are about [default: those inside the certificates]
    #[arg(long, num_args = 1.., value_name = "FILE.ll")]
    module: Vec<PathBuf>,
    /// The C files that the modules were made from: each module is made again, and must be the same
    #[arg(long, num_args = 1.., value_name = "FILE")]
    source: Vec<PathBuf>,
    /// The headers that they include
    #[arg(long, num_args = 1.., value_name = "FILE")]
    header: Vec<PathBuf>,
    /// The prover that was used, whose version is stated; it makes the modules again [default: haltcert beside this
    /// program, or in PATH, without its version]
    #[arg(long, value_name = "PROGRAM")]
    prover: Option<PathBuf>,
    /// Asks this program for its version: the compiler that was used
    #[arg(long, value_name = "PROGRAM")]
    compiler: Option<PathBuf>,
    /// A time to state, as 2026-11-23T18:00:00Z [default: none, so that the bytes depend on nothing but the files]
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// The flags of the compiler that were used, behind `--`
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
    /// Where to write the statement [default: standard output]
    #[arg(short, long, value_name = "STATEMENT")]
    output: Option<PathBuf>,
    /// The folder that the names of files are relative to [default: the statement's, or the current one]
    #[arg(long, value_name = "FOLDER")]
    directory: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Args)]
struct VerifyArgs {
    /// The statement
    statement: PathBuf,
    /// The folder in which the files lie [default: the statement's]
    #[arg(long, value_name = "FOLDER")]
    directory: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct BundleArgs {
    /// The statement
    statement: PathBuf,
    /// Where to write the bundle
    #[arg(short, long, value_name = "FILE.haltcert.tar")]
    output: PathBuf,
    /// The folder in which the files lie [default: the statement's]
    #[arg(long, value_name = "FOLDER")]
    directory: Option<PathBuf>,
    #[command(flatten)]
    solver: SolverArgs,
}

#[derive(Args)]
struct SolverArgs {
    /// Accept only what the checker's arithmetic alone proves
    #[arg(long)]
    no_solver: bool,
}

impl SolverArgs {
    fn solvers(&self) -> Solvers {
        if self.no_solver { Solvers::Nobody } else { Solvers::One }
    }
}

/// The options, for manual pages and completions.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program; the result is its exit code. The version names the commit, if it is known.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    commit: Option<&'static str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    report::written(out, err, |out, err| answer(args, commit, out, err))
}

fn answer(
    args: impl IntoIterator<Item = OsString>,
    commit: Option<&'static str>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> i32 {
    let command = command().version(report::version(commit));
    let cli = match command.try_get_matches_from(args).and_then(|found| Cli::from_arg_matches(&found)) {
        Ok(cli) => cli,
        Err(error) => {
            let usage = error.use_stderr();
            let _ = if usage { write!(err, "{error}") } else { write!(out, "{error}") };
            return if usage { Kind::Usage.code() } else { 0 };
        }
    };
    let good = |text: String| (text, 0);
    let (result, json) = match cli.command {
        Command::Attest(args) => (attest(*args).map(good), false),
        Command::Verify(args) => (verified(&args).map(good), args.json),
        Command::Bundle(args) => (bundled(&args).map(good), false),
        Command::CheckProject(args) => (commands::check(&args, report::version(commit)).map_err(plainly), false),
        Command::Init(args) => (init::init(&args).map(good).map_err(plainly), false),
        Command::Plan(args) => (commands::plan(&args).map_err(plainly), false),
        Command::Step(step) => (commands::step(&step), false),
    };
    match result {
        // An error of writing is reported at the end.
        Ok((text, code)) => {
            let _ = write!(out, "{text}");
            code
        }
        Err(failure) if json => {
            let answer = json!({ "verdict": "REJECTED", "kind": failure.kind.name(), "message": failure.message });
            let _ = writeln!(out, "{answer}");
            failure.kind.code()
        }
        Err(failure) => {
            let _ = writeln!(err, "error: {failure}");
            failure.kind.code()
        }
    }
}

/// Turns a missing file into bad input: the exit codes of projects are about what was proved.
fn plainly(failure: Failure) -> Failure {
    Failure::usage(failure.message)
}

/// The folder of a file.
fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => ".".into(),
    }
}

fn attest(args: AttestArgs) -> Outcome<String> {
    if let Some(time) = args.time.as_ref().filter(|time| !is_time(time)) {
        return Err(Failure::usage(format!("--time {time}: a time is written 2026-11-23T18:00:00Z")));
    }
    let inputs = [&args.certificates, &args.subject, &args.module, &args.source, &args.header];
    let inputs: Vec<PathBuf> = inputs.into_iter().flatten().cloned().collect();
    files::require_apart(&inputs, &args.output.as_deref().into_iter().collect::<Vec<_>>())?;
    if let Some(output) = &args.output {
        forget(output)?;
    }
    let beside = args.output.as_deref().map(folder_of);
    let wanted = Wanted {
        folder: args.directory.or(beside).unwrap_or_else(|| ".".into()),
        certificates: args.certificates,
        subjects: args.subject,
        modules: args.module,
        sources: args.source,
        headers: args.header,
        prover: args.prover,
        compiler: args.compiler,
        flags: args.flags,
        time: args.time,
        solvers: args.solver.solvers(),
    };
    let made = attest::statement(&wanted)?;
    for proof in made.predicate.proofs.iter().filter(|proof| proof.origin.untied.is_some()) {
        eprintln!("warning: {}: {}", report::escape(&proof.certificate.name), proof.origin.words());
    }
    let bytes = made.to_bytes()?;
    // A statement that `verify` would refuse is not written.
    let text = String::from_utf8(bytes).map_err(|error| Failure::new(Kind::Malformed, error.to_string()))?;
    statement::read(&text)?;
    match args.output {
        Some(path) => files::write(&path, text.as_bytes()).map(|()| String::new()),
        None => Ok(text),
    }
}

/// Removes the statement or bundle of an earlier run, so that no old file is there if this run fails.
fn forget(output: &Path) -> Outcome {
    let Ok(bytes) = files::read(output) else { return Ok(()) };
    let is_statement = std::str::from_utf8(&bytes).is_ok_and(|text| text.contains(statement::PREDICATE_NAME));
    if is_statement || bundle::is_bundle(&bytes) {
        let failed = |error: std::io::Error| Failure::usage(format!("{}: {error}", output.display()));
        return std::fs::remove_file(output).map_err(failed);
    }
    Ok(())
}

/// Whether a text is a time in the form of RFC 3339, in universal time with whole seconds.
fn is_time(text: &str) -> bool {
    let form = "dddd-dd-ddTdd:dd:ddZ";
    text.len() == form.len()
        && text.bytes().zip(form.bytes()).all(|(c, f)| if f == b'd' { c.is_ascii_digit() } else { c == f })
}

fn verified(args: &VerifyArgs) -> Outcome<String> {
    let stated = statement::read(&files::text(&args.statement)?)?;
    let folder = args.directory.clone().unwrap_or_else(|| folder_of(&args.statement));
    let found = verify::statement(&stated, &folder, &args.solver.solvers())?;
    Ok(if args.json { format!("{}\n", in_json(&stated, &found)) } else { in_words(&stated, &found) })
}

fn bundled(args: &BundleArgs) -> Outcome<String> {
    files::require_apart(std::slice::from_ref(&args.statement), &[&args.output])?;
    let read = files::text(&args.statement).and_then(|text| Ok((statement::read(&text)?, text)));
    let (stated, text) = match read {
        Ok(read) => read,
        // It is not known what the statement names, which is no reason to keep an earlier bundle.
        Err(failure) => return forget(&args.output).and(Err(failure)),
    };
    let folder = args.directory.clone().unwrap_or_else(|| folder_of(&args.statement));
    let named = stated.files().into_keys().map(|name| files::place(&folder, name)).collect::<Outcome<Vec<_>>>()?;
    files::require_apart(&named, &[&args.output])?;
    forget(&args.output)?;
    let found = verify::statement(&stated, &folder, &args.solver.solvers())?;
    files::write(&args.output, &bundle::bytes(&stated, &text, &folder)?)?;
    let s = if found.len() == 1 { "" } else { "s" };
    let untied = match found.iter().filter(|found| found.origin.untied.is_some()).count() {
        0 => String::new(),
        count => format!(", {count} not tied to the source"),
    };
    Ok(format!("{}: {} proof{s}, all VALID{untied}\n", args.output.display(), found.len()))
}

/// The assumptions of all proofs, each once.
fn assumptions(found: &[Found]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let all = found.iter().flat_map(|found| report::assumptions(&found.report.claim));
    all.filter(|assumption| seen.insert(assumption.clone())).map(|text| report::escape(&text)).collect()
}

fn in_words(stated: &Statement, found: &[Found]) -> String {
    let mut lines = vec!["VERIFIED".to_owned(), "subject:".into()];
    lines.extend(
        stated.subject.iter().map(|file| format!("  {} sha256 {}", report::escape(&file.name), file.digest.sha256)),
    );
    lines.push("assumed:".into());
    lines.extend(assumptions(found).into_iter().map(|assumption| format!("  {assumption}")));
    lines.push("proved (checked now):".into());
    for found in found {
        let report = &found.report;
        lines.push(format!("  {}", words::line(&report.claim)));
        lines.push(format!(
            "    {}, module sha256 {}; {} obligations, {} of them by the solver",
            report::escape(&found.certificate),
            report.claim.module_hash,
            report.total(),
            report.decided(checker::answer::verdict::How::Solver)
        ));
        if !report.not_vacuous() {
            lines.push("    not shown to be about any call: none is given that satisfies the contract".into());
        }
        lines.push(format!("    {}", found.origin.words()));
        lines.extend(found.note.iter().map(|note| format!("    {note}")));
    }
    lines.push(
        "not checked: that the modules are made from the sources and the subject from the modules, and who says so (see the \
         signature)"
            .into(),
    );
    lines.extend(unproved(stated));
    let tools = &stated.predicate.tools;
    let said = [("prover", tools.prover.as_deref()), ("compiler", tools.compiler.as_deref())];
    let said = said.into_iter().filter_map(|(what, version)| Some(format!("  {what}: {}", report::escape(version?))));
    lines.extend(said);
    lines.join("\n") + "\n"
}

/// What the author says of public functions without a proof.
fn unproved(stated: &Statement) -> Vec<String> {
    let Some(unproved) = &stated.predicate.unproved else { return Vec::new() };
    if unproved.is_empty() {
        return vec!["without a proof, as the statement says: no public function of the sources".into()];
    }
    let line = |one: &statement::Unproved| {
        format!("  {}: {}", report::escape(&one.source), report::escape(&one.functions.join(", ")))
    };
    let first = "without a proof, as the statement says (not checked), among the public functions of the sources:";
    std::iter::once(first.to_owned()).chain(unproved.iter().map(line)).collect()
}

fn in_json(stated: &Statement, found: &[Found]) -> serde_json::Value {
    let proofs = found.iter().map(|found| {
        json!({
            "certificate": found.certificate,
            "claim": statement::Claim::of(&found.report.claim, found.report.not_vacuous()),
            "moduleSha256": found.report.claim.module_hash,
            "obligations": statement::Verdict::of(&found.report).obligations,
            "note": found.note,
            "origin": found.origin,
        })
    });
    json!({
        "verdict": "VERIFIED",
        "subject": stated.subject,
        "proofs": proofs.collect::<Vec<_>>(),
        "assumptions": assumptions(found),
        "unproved": stated.predicate.unproved,
    })
}

#[cfg(test)]
mod tests {
    use super::is_time;

    #[test]
    fn times() {
        assert!(is_time("2026-11-23T18:00:00Z"));
        for other in ["", "2026-11-23", "2026-11-23T18:00:00+00:00", "2026-11-23 18:00:00Z", "x026-11-23T18:00:00Z"] {
            assert!(!is_time(other), "{other}");
        }
    }
}
