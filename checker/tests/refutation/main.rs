//! Refutations by hand: modules in `cases/` with lines on top that give runs and what the checker says of them.
//!
//! ```text
//! ; ANSWER | refutes PROPERTY | choices ... | error STEPS | ...
//! ```
//!
//! ANSWER is `VALID property`, `INVALID RULE premise`, `UNDECIDED RULE premise`, or `ERROR`. Choices are `@4096` (an
//! address), `-7` (a value), `#3` (an uninitialised byte) and `null`. What is not said is as in `Case::new`.

use std::fs;
use std::path::{Path, PathBuf};

use certificates::{Choice, Claim, DataModel, Ending, Int, Overflow, Properties, Refutation, encode_refutation, hash};
use checker::{Expectation, Verdict, check_refutation};

mod changes;
mod command;
mod proved;

const LP64: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";
const ILP32: &str =
    "target datalayout = \"e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128\"\n";

/// A refutation, what the user expects, and what the checker is to answer.
#[derive(Clone)]
struct Case {
    /// File and line.
    place: String,
    answer: String,
    refutation: Refutation,
    expected: Expectation,
    /// The text that is checked, if it is not the refutation's.
    module: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refutation/cases")
}

/// All cases of all files.
fn cases() -> Vec<Case> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).expect("cases").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 7);
    files.iter().flat_map(|file| read(file)).collect()
}

fn read(file: &Path) -> Vec<Case> {
    let text = fs::read_to_string(file).expect("a case");
    let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
    let answers = ["; VALID", "; INVALID", "; UNDECIDED", "; ERROR"];
    let lines = text.lines().enumerate().filter(|(_, line)| answers.iter().any(|answer| line.starts_with(answer)));
    let found: Vec<Case> =
        lines.map(|(number, line)| Case::new(format!("{name}:{}", number + 1), &line[2..], &text)).collect();
    assert!(!found.is_empty(), "{name} says nothing");
    found
}

fn one(property: &str) -> Properties {
    let is = |name: &str| property == name;
    Properties { memory_safety: is("memory-safety"), no_overflow: is("no-overflow"), termination: is("termination") }
}

fn mode(name: &str) -> Overflow {
    match name {
        "error" => Overflow::Error,
        "wrap" => Overflow::Wrap,
        _ => Overflow::Ideal,
    }
}

fn choice(word: &str) -> Choice {
    match word.split_at(1) {
        ("@", base) => Choice::Address(base.parse().expect("an address")),
        ("#", byte) => Choice::Byte(byte.parse().expect("a byte")),
        _ if word == "null" => Choice::Null,
        _ => Choice::Value(Int(word.parse().expect("a value"))),
    }
}

impl Case {
    /// Main, LP64, mode error, memory safety, no choices, no contracts; the expectation is what the claim says.
    fn new(place: String, line: &str, text: &str) -> Case {
        let mut fields = line.split('|').map(str::trim);
        let answer = fields.next().expect("an answer").to_owned();
        let ilp32 = line.contains("model ilp32");
        let module = format!("{}{text}", if ilp32 { ILP32 } else { LP64 });
        let claim = Claim {
            module_hash: hash::sha256_hex(module.as_bytes()),
            entry: "main".into(),
            precondition: None,
            properties: one("memory-safety"),
            data_model: if ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 },
            overflow: Overflow::Error,
            malloc_may_fail: false,
            contracts: vec![],
        };
        let mut refutation =
            Refutation { claim, module: module.clone(), choices: vec![], ending: Ending::Error { steps: 0 } };
        let mut wanted: Vec<(&str, &str)> = Vec::new();
        let mut checked = module;
        for field in fields {
            let (key, value) = field.split_once(' ').unwrap_or((field, ""));
            let numbers = || value.split(' ').map(|word| word.parse::<u64>().expect("a number"));
            let claim = &mut refutation.claim;
            match key {
                "refutes" => claim.properties = one(value),
                "mode" => claim.overflow = mode(value),
                "entry" => claim.entry = value.into(),
                "model" => {}
                "may-fail" => claim.malloc_may_fail = true,
                "precondition" => claim.precondition = Some(value.into()),
                "contracts" => claim.contracts = value.split(' ').map(str::to_owned).collect(),
                "all-properties" => {
                    claim.properties = Properties { memory_safety: true, no_overflow: true, termination: true };
                }
                "choices" => {
                    refutation.choices = value.split(' ').filter(|word| !word.is_empty()).map(choice).collect();
                }
                "error" => refutation.ending = Ending::Error { steps: numbers().next().expect("steps") },
                "lasso" => {
                    let both: Vec<u64> = numbers().collect();
                    refutation.ending = Ending::Lasso { first: both[0], second: both[1] };
                }
                "other-module" => checked.push('\n'),
                "wants" => wanted.push(value.split_once(' ').unwrap_or((value, ""))),
                _ => panic!("{place}: {field}"),
            }
        }
        let mut expected = Expectation::of(&refutation.claim);
        for (key, value) in wanted {
            match key {
                "mode" => expected.overflow = mode(value),
                "entry" => expected.entry = value.into(),
                "refutes" => expected.properties = Some(one(value)),
                "anything" => expected.properties = None,
                "may-fail" => expected.malloc_may_fail = true,
                "no-failure" => expected.malloc_may_fail = false,
                "ilp32" => expected.data_model = DataModel::Ilp32,
                "precondition" => expected.precondition = Some(value.into()),
                _ => panic!("{place}: wants {key}"),
            }
        }
        Case { place, answer, refutation, expected, module: checked }
    }

    fn check(&self) -> Verdict<checker::run::Shown> {
        check_refutation(&self.module, &encode_refutation(&self.refutation), &self.expected)
    }

    fn is_valid(&self) -> bool {
        self.answer.starts_with("VALID")
    }
}

/// The answer in the words of the files, and its message.
fn said(verdict: &Verdict<checker::run::Shown>) -> (String, String) {
    match verdict {
        Verdict::Valid(shown) => (format!("VALID {}", shown.property), shown.message.clone()),
        Verdict::Invalid(why) => (format!("INVALID {} {}", why.rule, why.premise), why.to_string()),
        Verdict::Undecided(why) => (format!("UNDECIDED {} {}", why.rule, why.premise), why.to_string()),
        Verdict::BadInput(message) => ("ERROR".into(), message.clone()),
    }
}

#[test]
fn cases_are_answered_as_they_say() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (answer, message) = said(&case.check());
        if answer != case.answer {
            wrong.push(format!("{}: {} expected, {answer}: {message}", case.place, case.answer));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A premise that no case violates alone is not tested.
#[test]
fn each_premise_has_a_case() {
    let answers: Vec<String> = cases().into_iter().map(|case| case.answer).collect();
    for premise in [
        "INVALID CLAIM properties",
        "INVALID CLAIM entry",
        "INVALID CLAIM precondition",
        "INVALID CLAIM data model",
        "INVALID CLAIM signed overflow",
        "INVALID CLAIM malloc",
        "INVALID CLAIM contracts",
        "INVALID Q-CHOICE choices",
        "INVALID Q-CHOICE input",
        "INVALID Q-CHOICE address",
        "INVALID Q-CHOICE failure",
        "INVALID Q-ERROR error",
        "INVALID Q-ERROR first",
        "INVALID Q-ERROR property",
        "INVALID Q-RUN end",
        "INVALID Q-LASSO order",
        "INVALID Q-LASSO state",
        "UNDECIDED Q-RUN unknown",
        "UNDECIDED Q-RUN gap",
        "UNDECIDED Q-RUN limit",
        "UNDECIDED Q-RUN overflow",
        "ERROR",
        "VALID memory safety",
        "VALID no overflow",
        "VALID termination",
    ] {
        assert!(answers.iter().any(|answer| answer == premise), "{premise}");
    }
}
