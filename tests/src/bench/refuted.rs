//! Violations that the prover shows: each refutation is checked, and an error is repeated natively.

use super::Options;
use super::labels::Label;
use super::program::{Files, Tools, check_command, checked, json, limits, text};
use super::row::{Check, Row};
use crate::process::{ProcessLimits, run};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Seconds for one native run.
const NATIVE: u64 = 20;

/// What the sanitizers say when they find something.
pub const FOUND: [&str; 2] = ["ERROR: AddressSanitizer", "runtime error:"];

/// What became of the same run, natively.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replay {
    /// The sanitizers found an error.
    Met,
    /// They found none.
    Missed,
    /// Not asked for, no error, or one that depends on addresses or on uninitialised bytes.
    None,
}

/// One violation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refuted {
    /// `memory_safety`, `no_overflow` or `termination`.
    pub property: String,
    pub what: String,
    pub place: Option<String>,
    pub check: Check,
    pub check_detail: Option<String>,
    /// The run depends on where objects lie, or on bytes that were never written.
    pub open: bool,
    pub replay: Replay,
}

impl Refuted {
    pub fn valid(&self) -> bool {
        self.check == Check::Valid
    }
}

/// Checks the refutations of an answer. The test that the prover writes is one of the first violation.
pub(super) fn refuted(tools: &Tools, options: &Options, label: &Label, files: &Files, answer: &Value) -> Vec<Refuted> {
    let violations = answer["violations"].as_array().map_or(&[][..], Vec::as_slice);
    let one = |(number, violation): (usize, &Value)| {
        let mut refuted = check(tools, options, label, files, violation);
        if options.native && number == 0 && !refuted.open && refuted.property != "termination" {
            refuted.replay = replay(&options.benchmarks.join(&label.path), files);
        }
        refuted
    };
    violations.iter().enumerate().map(one).collect()
}

fn check(tools: &Tools, options: &Options, label: &Label, files: &Files, violation: &Value) -> Refuted {
    let property = text(&violation["property"]).unwrap_or_default();
    let file = PathBuf::from(violation["refutation"].as_str().unwrap_or_default());
    let mut command = check_command(tools, options, label, files, &file);
    command.args(["--refutation", "--unbounded-memory", "--property", &property.replace('_', "-"), "--json"]);
    let (out, err) = (files.at("refutation.out"), files.at("refutation.err"));
    let (check, detail) = match run(&mut command, limits(options, options.check_timeout), &out, &err) {
        Ok(outcome) => checked(&outcome, &json(&out), &err),
        Err(error) => (Check::Crash, Some(error.to_string())),
    };
    let shown = &json(&out)["detail"];
    Refuted {
        property,
        what: text(&violation["what"]).unwrap_or_default(),
        place: text(&violation["place"]),
        check,
        check_detail: detail,
        open: shown["addresses"] == true || shown["uninitialised"] == true || shown["undefined"] == true,
        replay: Replay::None,
    }
}

/// Compiles the program with the test of its inputs, and runs it under the sanitizers. (The native data model is LP64;
/// a program of ILP32 that behaves otherwise there is missed.)
fn replay(program: &Path, files: &Files) -> Replay {
    let (native, test) = (files.at("native"), files.at("test.c"));
    let (out, err) = (files.at("native.out"), files.at("native.err"));
    let mut clang = Command::new("clang-22");
    clang.args(["-std=gnu17", "-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    clang.args(["-Wno-error=implicit-function-declaration", "-Wno-error=incompatible-pointer-types"]);
    clang.args(["-Wno-error=implicit-int", "-Wno-error=int-conversion", "-Wno-error=return-type"]);
    clang.arg(program).arg(test).arg("-o").arg(&native);
    // The shadow of the sanitizers takes addresses without end.
    let limits = ProcessLimits { time: Duration::from_secs(NATIVE), memory: 1 << 25 };
    let compiled = run(&mut clang, limits, &out, &err);
    if !compiled.is_ok_and(|ended| ended.status.success()) {
        return Replay::Missed;
    }
    let ended = run(&mut Command::new(&native), limits, &out, &err);
    let said = fs::read(&err).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    match ended.is_ok() && FOUND.iter().any(|found| said.contains(found)) {
        true => Replay::Met,
        false => Replay::Missed,
    }
}

/// The properties whose refutation the checker accepts.
pub(super) fn violates(row: &Row, property: &str) -> bool {
    row.refuted.iter().any(|refuted| refuted.valid() && refuted.property == property)
}
