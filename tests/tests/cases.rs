//! Every file below `cases/` is proved as its first lines say, and every certificate is checked.
//!
//! `cargo test -p tests --test cases -- strings/` runs those whose name contains `strings/`; with `EVERY=30` in the
//! environment only each thirtieth is taken.

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Duration;
use tempfile::TempDir;
use tests::cases::{Case, Expected, all, root};
use tests::effort;
use tests::kept::{self, What};
use tests::process::{Finished, ProcessLimits, run};
use tests::programs::programs;

/// Seconds the prover may use; the tests are built without much optimisation.
const TIMEOUT: u64 = 100;
/// Of so many proved cases, one is proved once more in the form that shows where facts stand, and its certificate is
/// checked with the module inside, too (all in the long form).
const SECOND_PROOFS: u64 = 4;
/// Seconds of a search for a violation where the case does not say that there is one: only a wrong one would matter. In
/// about one case in twelve the search takes all of it.
fn brief_search() -> String {
    effort::number("SEARCH", 1, 10).to_string()
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match all(&root()) {
        Ok(cases) => cases,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::FAILURE;
        }
    };
    let trial = |case: Case| Trial::test(case.name(&root()), move || check(&case).map_err(Failed::from));
    let every = std::env::var("EVERY").ok().and_then(|every| every.parse().ok()).unwrap_or(1);
    let trials = cases.into_iter().step_by(every.max(1)).map(trial).collect();
    if !arguments.list {
        programs();
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// What the prover answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    BadInput,
    Unknown,
    Memory,
    Termination,
}

fn check(case: &Case) -> Result<(), String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let Proved { answer, violated, refutations, said, contract, attempt } = prove(case, &folder)?;
    if let Ok(module) = fs::read(folder.path().join("module.ll")) {
        kept::keep(case, What::Module, &module);
    }
    if answer >= Answer::Memory {
        certificate(case, &folder, answer, contract.as_deref())?;
        called(&folder, contract.as_deref())?;
        if effort::one_in(SECOND_PROOFS, &case.name(&root())) {
            facts(case, &folder, contract.as_deref(), attempt.as_deref())?;
        }
        if let Ok(bytes) = fs::read(folder.path().join("cert")) {
            kept::keep(case, What::Certificate, &bytes);
        }
    }
    for refuted in &refutations {
        refutation(case, &folder, refuted, contract.as_deref())?;
    }
    let fits = match case.expected {
        Expected::Proved => answer == Answer::Termination,
        Expected::MemorySafeOnly => answer == Answer::Memory,
        Expected::NoTermination => matches!(answer, Answer::Unknown | Answer::Memory),
        Expected::Unknown => answer == Answer::Unknown,
        Expected::Open => answer == Answer::Unknown && violated.is_empty(),
        Expected::Violated(property) => violated == [property],
        Expected::BadInput => answer == Answer::BadInput,
    };
    let weaker = match case.expected {
        Expected::Proved => matches!(answer, Answer::Unknown | Answer::Memory) && violated.is_empty(),
        Expected::MemorySafeOnly => answer == Answer::Unknown,
        Expected::Violated(_) => answer != Answer::BadInput,
        _ => false,
    };
    if fits && case.gap {
        return Err(format!("the gap is closed ({answer:?}): its line is now \"expect:\""));
    }
    let tolerated = weaker && case.gap;
    if !fits && !tolerated {
        return Err(format!("expected {:?}, got {answer:?}, violated {violated:?}: {said}", case.expected));
    }
    match &case.says {
        Some(pattern) if !pattern.is_match(&said) => Err(format!("expected it to say {pattern}: {said}")),
        _ => Ok(()),
    }
}

/// A proof of a claim with a contract has a call that satisfies it, and no other has one.
fn called(folder: &TempDir, contract: Option<&str>) -> Result<(), String> {
    let bytes = fs::read(folder.path().join("cert")).map_err(|error| error.to_string())?;
    let certificate = certificates::decode(&bytes).map_err(|error| error.to_string())?;
    match (contract, certificate.call) {
        (Some(contract), None) => Err(format!("no call was found that satisfies {contract}")),
        (None, Some(_)) => Err("a call without a contract".into()),
        _ => Ok(()),
    }
}

/// Prover and checker count the facts that each rule adds alike: coefficients name facts by their places. What is proved
/// is the module that was made before, by the attempt that proved it: the same proof without the work of clang, of the
/// attempts that failed, and of the search for violations.
fn facts(case: &Case, folder: &TempDir, contract: Option<&str>, attempt: Option<&str>) -> Result<(), String> {
    let cert = folder.path().join("places.cert");
    let prove = |how: &[String]| {
        let mut command = Command::new(&programs().haltcert);
        command.arg("prove").arg(folder.path().join("module.ll")).arg("-o").arg(&cert);
        command.args(["--timeout", &TIMEOUT.to_string(), "--witnesses", "places"]).args(how);
        // How the module is made is no matter now.
        command.args(case.arguments().iter().filter(|argument| *argument != "-fno-builtin"));
        if let Some(contract) = contract {
            command.args(["--precondition", contract]);
        }
        execute(command, folder)
    };
    if let Some(attempt) = attempt.filter(|_| !case.options.iter().any(|option| option == "--attempt")) {
        prove(&["--attempt".into(), attempt.into(), "--no-refute".into()])?;
    }
    if !cert.exists() {
        // An attempt may build on what earlier ones have seen.
        prove(&refuting(case))?;
    }
    let mut command = Command::new(&programs().haltcheck);
    command.arg("trust").arg(&cert);
    match execute(command, folder)? {
        (outcome, ..) if outcome.status.success() => Ok(()),
        (_, out, err) => Err(format!("facts in their places: {out}{err}")),
    }
}

/// What haltcert said.
struct Proved {
    answer: Answer,
    /// Properties that a run violates.
    violated: Vec<String>,
    /// Files that show it, for each.
    refutations: Vec<String>,
    said: String,
    /// The contract of the function.
    contract: Option<String>,
    /// The attempt that the answer comes from.
    attempt: Option<String>,
}

/// How violations are searched for: what an attempt to prove says is not what a violation says.
fn refuting(case: &Case) -> Vec<String> {
    match case.expected {
        _ if case.says.is_some() => vec!["--no-refute".into()],
        Expected::Violated(_) | Expected::Open => Vec::new(),
        _ => vec!["--refute-time".into(), brief_search()],
    }
}

/// Runs haltcert.
fn prove(case: &Case, folder: &TempDir) -> Result<Proved, String> {
    let mut command = Command::new(&programs().haltcert);
    command.arg("prove").arg(&case.file).arg("-o").arg(folder.path().join("cert"));
    command.arg("--emit-module").arg(folder.path().join("module.ll"));
    command.args(["--timeout", &TIMEOUT.to_string(), "--json"]).args(case.arguments());
    command.args(refuting(case));
    let (outcome, out, err) = execute(command, folder)?;
    let json: Value = serde_json::from_str(&out).unwrap_or(Value::Null);
    let proved = |property: &str| json[property] == "proved";
    let said = match (json["reason"].as_str(), json["place"].as_str()) {
        (None, _) => format!("{out} {err}").trim().to_owned(),
        (Some(reason), place) => format!("{} {reason}", place.unwrap_or_default()),
    };
    let answer = match outcome.status.code() {
        // With code 2, a bound that was asked for is missing.
        Some(0 | 2) if proved("memory_safety") && proved("termination") => Answer::Termination,
        Some(1 | 2) if proved("memory_safety") && !proved("termination") => Answer::Memory,
        Some(1 | 2) if json.is_object() && !proved("termination") => Answer::Unknown,
        Some(3) => Answer::BadInput,
        _ => {
            return Err(format!("haltcert ended with {} and said {said}", outcome.status));
        }
    };
    let violations = json["violations"].as_array().into_iter().flatten();
    let violated: Vec<String> =
        violations.filter_map(|violation| violation["property"].as_str()).map(str::to_owned).collect();
    let files = json["violations"].as_array().into_iter().flatten();
    let refutations: Vec<String> =
        files.filter_map(|violation| violation["refutation"].as_str()).map(str::to_owned).collect();
    if refutations.len() != violated.len() {
        return Err(format!("{violated:?} violated, and there are only the files {refutations:?}"));
    }
    if (outcome.status.code() == Some(1)) == violated.is_empty() {
        return Err(format!("{violated:?} violated, but haltcert ended with {}", outcome.status));
    }
    if (answer >= Answer::Memory || !violated.is_empty()) != folder.path().join("cert").exists() {
        return Err(format!("{answer:?}, but whether there is a certificate is another matter"));
    }
    let contract = json["precondition"].as_str().map(str::to_owned);
    let attempt = json["attempt"].as_str().map(str::to_owned);
    Ok(Proved { answer, violated, refutations, said, contract, attempt })
}

/// The checker executes the run by itself and finds the violation; it never takes the refutation for a proof.
fn refutation(case: &Case, folder: &TempDir, file: &str, contract: Option<&str>) -> Result<(), String> {
    let check = |more: &[&str]| {
        let mut command = Command::new(&programs().haltcheck);
        command.arg(file).arg("--module").arg(folder.path().join("module.ll"));
        command.args(case.claim()).args(more);
        command.args(contract.into_iter().flat_map(|contract| ["--precondition", contract]));
        execute(command, folder)
    };
    let (outcome, out, err) = check(&["--refutation", "--unbounded-memory"])?;
    if outcome.status.code() != Some(0) {
        return Err(format!("the refutation is not VALID: {out} {err}"));
    }
    let (outcome, out, _) = check(&[])?;
    match outcome.status.code() {
        Some(1) => Ok(()),
        _ => Err(format!("a refutation passes for a proof: {out}")),
    }
}

/// The certificate is VALID for the module handed over separately and for the one inside, and not for more than was
/// proved.
fn certificate(case: &Case, folder: &TempDir, answer: Answer, contract: Option<&str>) -> Result<(), String> {
    let error = !case.options.iter().any(|option| option == "wrap" || option == "ideal");
    let mut properties = vec!["memory-safety"];
    properties.extend(error.then_some("no-overflow"));
    if answer == Answer::Termination {
        properties.push("termination");
    }
    let properties = properties.join(",");
    let module = folder.path().join("module.ll").display().to_string();
    let embedded = effort::one_in(SECOND_PROOFS, &case.name(&root())).then(|| vec!["--embedded"]);
    for source in [vec!["--module", &module]].into_iter().chain(embedded) {
        let (verdict, said) = verdict(case, folder, &source, &properties, contract)?;
        if verdict != "VALID" {
            return Err(format!("haltcheck {}: {verdict}: {said}", source.join(" ")));
        }
    }
    if contract.is_some() {
        // Not for calls that the contract says nothing about.
        let (verdict, said) = verdict(case, folder, &["--embedded"], "memory-safety", None)?;
        if verdict == "VALID" {
            return Err(format!("VALID without its precondition: {said}"));
        }
    }
    if answer == Answer::Memory {
        let properties = "memory-safety,termination";
        let (verdict, said) = verdict(case, folder, &["--embedded"], properties, contract)?;
        if verdict == "VALID" {
            return Err(format!("termination was not proved, but the certificate is VALID for it: {said}"));
        }
    }
    Ok(())
}

fn verdict(
    case: &Case,
    folder: &TempDir,
    source: &[&str],
    properties: &str,
    contract: Option<&str>,
) -> Result<(String, String), String> {
    let mut command = Command::new(&programs().haltcheck);
    command.arg(folder.path().join("cert")).args(source).args(["--property", properties, "--json"]).args(case.claim());
    if let Some(contract) = contract {
        command.args(["--precondition", contract]);
    }
    let (outcome, out, err) = execute(command, folder)?;
    let json: Value = serde_json::from_str(&out).unwrap_or(Value::Null);
    let verdict = match (outcome.status.code(), json["verdict"].as_str()) {
        (Some(0), Some("VALID")) => "VALID",
        (Some(1), Some("INVALID")) => "INVALID",
        (Some(2), Some("UNDECIDED")) => "UNDECIDED",
        _ => {
            return Err(format!("haltcheck ended with {} and said {out} {err}", outcome.status));
        }
    };
    Ok((verdict.to_owned(), out))
}

fn execute(mut command: Command, folder: &TempDir) -> Result<(Finished, String, String), String> {
    let limits = ProcessLimits { time: Duration::from_secs(TIMEOUT + 20), memory: 8192 };
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let outcome = run(&mut command, limits, &out, &err).map_err(|error| format!("{command:?}: {error}"))?;
    let read = |file: &Path| String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).into_owned();
    Ok((outcome, read(&out), read(&err)))
}
