//! The answer: what is printed, and the exit code.

use super::{BAD_INPUT, PROVED, Prove, UNKNOWN, VIOLATED, outputs};
use crate::report::{self, Format, Outcome, Property, Report, Search, Sources, Verdict};
use clap::ValueEnum;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Tells what came of the functions; `several`: whatever their number is, they may be more than one. The result is the
/// exit code.
pub(super) fn tell(options: &Prove, files: Vec<PathBuf>, outcomes: &[Outcome], several: bool) -> i32 {
    let goals = options.goals();
    let code = outcomes.iter().map(|outcome| code(outcome, &goals)).fold(PROVED, worse);
    let sources = Sources::new(files);
    let report = Report { outcomes, several, goals: &goals, sources: &sources, full: options.state };
    let code = match &options.html {
        Some(path) if !write_page(path, outcomes, &sources) => BAD_INPUT,
        _ => code,
    };
    for outcome in outcomes.iter().filter(|outcome| outcome.stats) {
        let _ = std::io::stderr().write_all(report::stats(outcome).as_bytes());
    }
    let refusal = outcomes.first().filter(|outcome| !several && outcome.search == Search::Refused);
    if let Some(outcome) = refusal {
        for missing in &outcome.missing {
            eprintln!("{}", missing.reason);
        }
        if options.format() == Format::Text {
            return code;
        }
    }
    say(&report.write(options.format()), code)
}

/// Writes the page; false, and a message, if that is not possible.
fn write_page(path: &Path, outcomes: &[Outcome], sources: &Sources) -> bool {
    let note = "Made by haltcert prove. It says what the prover found; haltcheck decides whether a proof holds.";
    let written = outputs::write(path, report::page(outcomes, sources, note));
    if let Err(error) = &written {
        eprintln!("cannot write the page to {}: {error}", path.display());
    }
    written.is_ok()
}

/// The exit code for a function, as far as the user wants it decided.
fn code(outcome: &Outcome, goals: &[Property]) -> i32 {
    let verdicts: Vec<Verdict> = goals.iter().map(|goal| outcome.verdict(*goal)).collect();
    if verdicts.contains(&Verdict::BadInput) {
        return BAD_INPUT;
    }
    match verdicts.iter().all(|verdict| matches!(verdict, Verdict::Proved | Verdict::NotClaimed)) {
        true => PROVED,
        false if verdicts.contains(&Verdict::Violated) => VIOLATED,
        false => UNKNOWN,
    }
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

/// Prints the answer that has this exit code; the result is the exit code. An answer that nobody can read is none.
pub(super) fn say(text: &str, code: i32) -> i32 {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "cannot write the answer: {error}");
            BAD_INPUT
        }
    }
}

/// The options make no sense: the answer in the format that they ask for, besides the message of the parser.
pub(super) fn misused(args: &[OsString], message: &str) {
    let outcome = Outcome::refused("", message);
    let sources = Sources::default();
    let report = Report { outcomes: &[outcome], several: false, goals: &Property::ALL, sources: &sources, full: false };
    match format(args) {
        Format::Text => {}
        format => {
            say(&report.write(format), BAD_INPUT);
        }
    }
}

/// What the options are is not known, so the format is looked for; behind `--` are the compiler's flags.
fn format(args: &[OsString]) -> Format {
    let mut own = args.iter().take_while(|arg| *arg != "--").map(|arg| arg.to_string_lossy());
    while let Some(arg) = own.next() {
        let named = match arg.strip_prefix("--format") {
            Some("") => own.next().map(std::borrow::Cow::into_owned),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None if arg == "--json" => return Format::Json,
            None => None,
        };
        if let Some(format) = named.and_then(|name| Format::from_str(&name, false).ok()) {
            return format;
        }
    }
    Format::Text
}
