//! One program: prove, then check.

use super::Options;
use super::labels::Label;
use super::refuted::refuted;
use super::row::{Check, Obligations, Proof, Row};
use super::stats::Stats;
use crate::process::{Finished, ProcessLimits, run};
use crate::{inside, interpreter};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Time beyond the prover's own limit before it is killed.
const GRACE: u64 = 10;

/// Seconds for following concrete runs through one certificate.
const FOLLOW: u64 = 20;

/// The longest text kept from a program's output, in characters.
const TEXT: usize = 400;

/// Where the two programs are.
#[derive(Clone, Debug)]
pub struct Tools {
    haltcert: PathBuf,
    haltcheck: PathBuf,
}

impl Tools {
    /// `HALTCERT_BIN` and `HALTCHECK_BIN`, else beside this program.
    pub fn find() -> Result<Self, String> {
        Ok(Self { haltcert: tool("HALTCERT_BIN", "haltcert")?, haltcheck: tool("HALTCHECK_BIN", "haltcheck")? })
    }
}

fn tool(variable: &str, name: &str) -> Result<PathBuf, String> {
    let path = match std::env::var_os(variable) {
        Some(path) => PathBuf::from(path),
        None => std::env::current_exe().map_err(|error| error.to_string())?.with_file_name(name),
    };
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("{} is not there (build it, or set {variable})", path.display()))
    }
}

/// Files of one program's run.
pub(super) struct Files {
    folder: PathBuf,
    keep: bool,
}

impl Files {
    fn new(options: &Options, label: &Label) -> std::io::Result<Self> {
        let name = format!("{}.{}", label.path.replace('/', "_"), options.mode);
        let (folder, keep) = match &options.keep {
            Some(folder) => (folder.join(name), true),
            None => {
                let process = std::process::id();
                (std::env::temp_dir().join(format!("haltcert-bench-{process}")).join(name), false)
            }
        };
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, keep })
    }

    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if !self.keep {
            let _ = fs::remove_dir_all(&self.folder);
            // Succeeds for the last one.
            let _ = self.folder.parent().map(fs::remove_dir);
        }
    }
}

/// Proves one program and checks its certificate.
pub fn measure(tools: &Tools, options: &Options, label: &Label) -> Row {
    let mut row = Row::new(&label.path, &options.mode, &label.data_model);
    let files = match Files::new(options, label) {
        Ok(files) => files,
        Err(error) => {
            row.reason = Some(error.to_string());
            return row;
        }
    };
    let answer = prove(tools, options, label, &files, &mut row);
    if matches!(row.proof, Proof::ProvedMemory | Proof::ProvedTermination) {
        check(tools, options, label, &files, &mut row);
    }
    if row.check == Check::Valid && options.runs > 0 {
        row.escape = follow_apart(options, &files);
    }
    row.refuted = refuted(tools, options, label, &files, &answer);
    row
}

/// Follows concrete runs through the certificate, in a process of its own with the usual limits
/// (which also keeps this one small: the memory of a process counts its parent's before `exec`).
fn follow_apart(options: &Options, files: &Files) -> Option<String> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.arg("--follow").arg(files.at("cert")).args(["--runs", &options.runs.to_string()]);
    let (out, err) = (files.at("follow.out"), files.at("follow.err"));
    // Slow or unreadable is no problem of the proof; what was found is.
    run(&mut command, limits(options, FOLLOW), &out, &err).ok()?;
    let problem = fs::read_to_string(out).ok()?;
    (!problem.trim().is_empty()).then(|| shorten(&problem))
}

/// What is wrong with a certificate: the first concrete run that leaves it. Modules that the
/// interpreter cannot read are let pass: it knows less than the programs under test.
pub fn follow(certificate: &Path, runs: u64) -> Option<String> {
    let bytes = fs::read(certificate).ok()?;
    let certificate = match certificates::decode(&bytes) {
        Ok(certificate) => certificate,
        Err(error) => return Some(error.to_string()),
    };
    interpreter::parse(&certificate.module).ok()?;
    inside::follow(&certificate, runs).0
}

/// Fills the row and returns the prover's answer.
fn prove(tools: &Tools, options: &Options, label: &Label, files: &Files, row: &mut Row) -> Value {
    let mut command = Command::new(&tools.haltcert);
    command.arg("prove").arg(options.benchmarks.join(&label.path));
    command.arg("-o").arg(files.at("cert"));
    claim_flags(&mut command, options, label);
    command.args(["--timeout", &options.timeout.to_string()]);
    command.args(["--memory-limit", &options.memory_limit.to_string(), "--json", "--stats"]);
    if options.separate_module {
        command.arg("--emit-module").arg(files.at("module.ll"));
    }
    if options.native {
        command.arg("--emit-test").arg(files.at("test.c"));
    }
    command.args(options.prove_flags.iter().flat_map(|flags| flags.split_whitespace()));
    if label.path.ends_with(".c") || label.path.ends_with(".i") {
        // They are whole programs of a time when an `inline` function was one that is defined here.
        command.args(["--", "-fgnu89-inline"]);
    }
    let limits = limits(options, options.timeout + options.timeout / 4 + GRACE);
    let (out, err) = (files.at("prove.out"), files.at("prove.err"));
    let outcome = match run(&mut command, limits, &out, &err) {
        Ok(outcome) => outcome,
        Err(error) => {
            row.reason = Some(error.to_string());
            return Value::Null;
        }
    };
    row.prove_seconds = outcome.seconds;
    row.prove_processor = outcome.processor;
    row.prove_memory = outcome.memory;
    row.certificate_bytes = fs::metadata(files.at("cert")).map_or(0, |data| data.len());
    let answer = json(&out);
    let proved = |property: &str| answer[property] == "proved";
    row.proof = match outcome.status.code() {
        _ if outcome.timed_out => Proof::Timeout,
        Some(0 | 2) if proved("memory_safety") && proved("termination") => Proof::ProvedTermination,
        Some(1 | 2) if proved("memory_safety") => Proof::ProvedMemory,
        Some(1 | 2) if answer.is_object() => Proof::Unknown,
        Some(3) => Proof::BadInput,
        _ => Proof::Crash,
    };
    row.reason = text(&answer["reason"]);
    row.place = text(&answer["place"]);
    row.stats = Stats::of(&answer);
    if row.reason.is_none() && !matches!(row.proof, Proof::ProvedTermination) {
        row.reason = Some(failure(&outcome, &err));
    }
    answer
}

fn check(tools: &Tools, options: &Options, label: &Label, files: &Files, row: &mut Row) {
    let mut properties = "memory-safety".to_owned();
    if options.mode == "error" {
        properties += ",no-overflow";
    }
    if row.proof == Proof::ProvedTermination {
        properties += ",termination";
    }
    let mut command = check_command(tools, options, label, files, &files.at("cert"));
    command.args(["--property", &properties, "--json"]);
    let limits = limits(options, options.check_timeout);
    let (out, err) = (files.at("check.out"), files.at("check.err"));
    let outcome = match run(&mut command, limits, &out, &err) {
        Ok(outcome) => outcome,
        Err(error) => {
            row.check = Check::Crash;
            row.check_detail = Some(error.to_string());
            return;
        }
    };
    row.check_seconds = outcome.seconds;
    row.check_processor = outcome.processor;
    row.check_memory = outcome.memory;
    let answer = json(&out);
    (row.check, row.check_detail) = checked(&outcome, &answer, &err);
    let count = |means: &str| answer["obligations"][means].as_u64().unwrap_or(0);
    row.obligations = Obligations {
        trivial: count("trivial"),
        farkas: count("farkas"),
        native: count("native"),
        solver: count("solver"),
    };
}

/// The checker on this certificate, with all that prover and checker must agree on.
pub(super) fn check_command(tools: &Tools, options: &Options, label: &Label, files: &Files, file: &Path) -> Command {
    let mut command = Command::new(&tools.haltcheck);
    command.arg(file);
    if options.separate_module {
        command.arg("--module").arg(files.at("module.ll"));
    } else {
        command.arg("--embedded");
    }
    claim_flags(&mut command, options, label);
    command.args(options.check_flags.iter().flat_map(|flags| flags.split_whitespace()));
    command
}

/// The checker's verdict, and why it is not VALID.
pub(super) fn checked(outcome: &Finished, answer: &Value, stderr: &Path) -> (Check, Option<String>) {
    let check = match (outcome.status.code(), answer["verdict"].as_str()) {
        _ if outcome.timed_out => Check::Timeout,
        (Some(0), Some("VALID")) => return (Check::Valid, None),
        (Some(1), Some("INVALID")) => Check::Invalid,
        (Some(2), Some("UNDECIDED")) => Check::Undecided,
        (Some(3), _) => Check::BadInput,
        _ => Check::Crash,
    };
    (check, text(&answer["detail"]).or_else(|| Some(failure(outcome, stderr))))
}

/// What prover and checker must agree on.
fn claim_flags(command: &mut Command, options: &Options, label: &Label) {
    let model = if label.data_model == "ILP32" { "ilp32" } else { "lp64" };
    // Programs of the collections mean inputs by `nondet` and assumptions by `assume`.
    command.args(["--data-model", model, "--signed-overflow", &options.mode, "--sv-comp"]);
}

pub(super) fn limits(options: &Options, seconds: u64) -> ProcessLimits {
    // The programs map libraries of some hundred MiB, and the prover a stack of 4 GiB, which are addresses and not
    // used memory.
    ProcessLimits { time: Duration::from_secs(seconds), memory: options.memory_limit.saturating_add(5 << 10) }
}

/// The JSON object in a file, `Null` if it is none.
pub(super) fn json(file: &Path) -> Value {
    fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or(Value::Null)
}

pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(shorten(text)),
        other => Some(shorten(&other.to_string())),
    }
}

/// How a process ended, with the end of what it said.
fn failure(outcome: &Finished, stderr: &Path) -> String {
    if outcome.timed_out {
        return "killed: no answer in time".to_owned();
    }
    let said = fs::read(stderr).unwrap_or_default();
    let said = String::from_utf8_lossy(&said[..said.len().min(1 << 16)]).into_owned();
    shorten(&format!("{}: {}", outcome.status, said.trim()))
}

fn shorten(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.chars().take(TEXT).collect()
}
