//! The answer: the output, and the exit code.

use super::{BAD_INPUT, PROVED, Prove, UNKNOWN, VIOLATED, colour, outputs, time};
use crate::report::{self, About, Detail, Format, Outcome, Property, Report, Search, Sources, Verdict};
use clap::ValueEnum;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// Prints the results for the functions; with `several` in the form for several functions, whatever their number is.
/// Returns the exit code.
pub(super) fn tell(options: &Prove, sources: &Sources, outcomes: &[Outcome], several: bool) -> i32 {
    let goals = options.goals();
    let code = outcomes.iter().map(|outcome| code(outcome, &goals)).fold(PROVED, worse);
    let outcomes: Vec<Outcome> = outcomes.iter().map(|outcome| report::as_given(outcome, sources)).collect();
    let outcomes = outcomes.as_slice();
    let detail = match options {
        Prove { verbose: true, .. } => Detail::All,
        Prove { state: true, .. } => Detail::State,
        Prove { quiet: true, .. } => Detail::Quiet,
        _ => Detail::Usual,
    };
    let report = Report { outcomes, several, goals: &goals, sources, detail };
    let code = match &options.html {
        Some(path) if !write_page(path, outcomes, sources, options.version) => BAD_INPUT,
        _ => code,
    };
    for outcome in outcomes.iter().filter(|outcome| outcome.stats) {
        let _ = std::io::stderr().write_all(report::stats(outcome).as_bytes());
    }
    let refusal = outcomes.first().filter(|outcome| !several && outcome.search == Search::Refused);
    if let Some(outcome) = refusal {
        for missing in &outcome.missing {
            eprintln!("{}", report::complaint(missing, sources));
        }
        if options.format() == Format::Text {
            return code;
        }
    }
    match options.format() {
        // Whoever wants no words wants none where there is nothing to do.
        Format::Text if options.quiet && code == PROVED => code,
        Format::Text => say_in_colour(&report.write(Format::Text), code),
        format => say(&report.write(format), code),
    }
}

/// Writes the page. If that is not possible, prints a message and returns false.
fn write_page(path: &Path, outcomes: &[Outcome], sources: &Sources, version: &str) -> bool {
    let note = "Made by haltcert prove. It says what the prover found; haltcheck decides whether a proof holds.";
    let written = time::today().and_then(|date| {
        let page = report::page(outcomes, sources, &About { version, date: &date, note });
        outputs::write(path, page).map_err(|error| error.to_string())
    });
    if let Err(error) = &written {
        eprintln!("error: cannot write the page to {}: {error}", path.display());
    }
    written.is_ok()
}

/// The exit code for a function, with respect to what the user wants decided.
fn code(outcome: &Outcome, goals: &[Property]) -> i32 {
    let verdicts: Vec<Verdict> = goals.iter().map(|goal| outcome.verdict(*goal)).collect();
    if verdicts.contains(&Verdict::BadInput) {
        return BAD_INPUT;
    }
    let proved = verdicts.iter().all(|verdict| matches!(verdict, Verdict::Proved | Verdict::NotClaimed));
    // A proof without a bound that was asked for is a proof, but not all of what was asked for.
    match proved && outcome.bounds.iter().all(|bound| bound.result.is_ok()) {
        true => PROVED,
        false if verdicts.contains(&Verdict::Violated) => VIOLATED,
        false => UNKNOWN,
    }
}

/// Orders exit codes: bad input is worst, then a violation, then unknown, then a proof.
fn worse(one: i32, other: i32) -> i32 {
    match (one, other) {
        (BAD_INPUT, _) | (_, PROVED) => one,
        (_, BAD_INPUT) => other,
        (VIOLATED, _) => one,
        _ => other,
    }
}

/// Prints the answer with this exit code, and returns the exit code. If the answer cannot be printed, that is reported
/// instead.
pub(super) fn say(text: &str, code: i32) -> i32 {
    say_to(&mut std::io::stdout().lock(), text, code)
}

/// Prints an answer for people: with colours on a terminal, unless NO_COLOR is set.
fn say_in_colour(text: &str, code: i32) -> i32 {
    let coloured = colour::coloured(text);
    say_to(&mut anstream::stdout().lock(), &coloured, code)
}

fn say_to(out: &mut dyn Write, text: &str, code: i32) -> i32 {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => code,
        // The reader of the answer has closed it (`| head`).
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => code,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: cannot write the answer: {error}");
            BAD_INPUT
        }
    }
}

/// The answer to options that make no sense: in the format that they request, in addition to the parser's message.
pub(super) fn misused(args: &[OsString], message: &str) {
    let outcome = Outcome::refused("", message);
    let sources = Sources::default();
    let report = Report {
        outcomes: &[outcome],
        several: false,
        goals: &Property::ALL,
        sources: &sources,
        detail: Detail::Usual,
    };
    match format(args) {
        Format::Text => {}
        format => {
            say(&report.write(format), BAD_INPUT);
        }
    }
}

/// The format that was asked for, found among the words of the command line since the options could not be parsed.
/// After `--` come the compiler's flags.
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
