//! Refutations by hand: modules in `cases/` with lines on top that give runs and what the checker says of them.
//!
//! ```text
//! ; ANSWER | refutes PROPERTY | choices ... | error STEPS | ...
//! ```
//!
//! `closed STEPS NAME` is a closed graph, which stands in lines `;| ` of the file, in the language of `tests/rules`:
//!
//! ```text
//! ;| graph NAME (5, -3) blocks 0@4096 1@8192 unbounded      values of the variables, addresses of the blocks
//! ;| node 0 entry 0 at f head 0
//! ;| graph OTHER (5) like NAME: vars 2 => vars 1; exec u => exec s         the same with other lines
//! ```
//!
//! `call parameters 4096 1; ...` is the call of a claim with a contract (tests/rules/language/concrete.rs).
//!
//! ANSWER is `VALID property`, `INVALID RULE premise`, `UNDECIDED RULE premise`, or `ERROR`. Choices are `@4096` (an
//! address), `-7` (a value), `#3` (an uninitialised byte) and `null`. What is not said is as in `Case::new`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use certificates::{
    Choice, Claim, DataModel, Ending, Graph, Int, Overflow, Properties, Refutation, encode_refutation, hash,
};
use checker::{Expectation, Verdict, check_refutation};

mod changes;
mod command;
#[path = "../rules/language/mod.rs"]
mod language;
mod proved;
mod vectors;

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

/// The graphs of a file, by name.
fn graphs(text: &str) -> BTreeMap<String, Graph> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(";| ")).collect();
    let parts = lines.split(|line| line.starts_with("graph ")).skip(1);
    let headers = lines.iter().filter_map(|line| line.strip_prefix("graph "));
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut graphs = BTreeMap::new();
    for (header, part) in headers.zip(parts) {
        let (header, text) = match header.split_once(" like ") {
            Some((header, changes)) => {
                let (other, changes) = changes.split_once(": ").unwrap_or((changes, ""));
                (header, changed(&texts[other], changes))
            }
            None => (header, part.join("\n")),
        };
        texts.insert(header.split(' ').next().unwrap_or(header), text.clone());
        graphs.extend([graph(header, &text)]);
    }
    graphs
}

/// A text with some parts replaced, each of which it has.
fn changed(text: &str, changes: &str) -> String {
    let changes = changes.split("; ").filter_map(|change| change.split_once(" => "));
    changes.fold(text.to_owned(), |text, (old, new)| {
        let (old, new) = (old.replace("\\n", "\n"), new.replace("\\n", "\n"));
        assert!(text.contains(&old), "{old} is not in {text}");
        text.replace(&old, &new)
    })
}

fn graph(header: &str, text: &str) -> (String, Graph) {
    let (name, rest) = header.split_once(' ').unwrap_or((header, ""));
    let unbounded_memory = rest.ends_with("unbounded");
    let (values, blocks) = rest.trim_end_matches("unbounded").split_once("blocks").unwrap_or((rest, ""));
    let values = values.trim_matches(|c: char| !c.is_ascii_digit() && c != '-').split(',').map(str::trim);
    let variables = values.filter(|value| !value.is_empty()).map(|value| Int(value.parse().expect("a value")));
    let pair = |pair: &str| {
        let (block, address) = pair.split_once('@').expect("block@address");
        (block.parse().expect("a block"), address.parse().expect("an address"))
    };
    let (variables, blocks) = (variables.collect(), blocks.split_whitespace().map(pair).collect());
    let certificates::Certificate { nodes, steps, shapes, .. } = language::certificate("", text);
    (name.into(), Graph { variables, blocks, unbounded_memory, nodes, steps, shapes })
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
        let code: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        let module = format!("{}{}\n", if ilp32 { ILP32 } else { LP64 }, code.join("\n"));
        let claim = Claim {
            module_hash: hash::sha256_hex(module.as_bytes()),
            entry: "main".into(),
            precondition: None,
            properties: one("memory-safety"),
            data_model: if ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 },
            overflow: Overflow::Error,
            malloc_may_fail: false,
            no_builtin: false,
            contracts: vec![],
        };
        let mut refutation = Refutation {
            claim,
            module: module.clone(),
            call: None,
            choices: vec![],
            ending: Ending::Error { steps: 0 },
        };
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
                "no-builtin" => claim.no_builtin = true,
                "precondition" => claim.precondition = Some(value.into()),
                "call" => refutation.call = Some(language::concrete(&refutation.module, value)),
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
                "closed" => {
                    let (steps, name) = value.split_once(' ').expect("steps and a graph");
                    let graph = graphs(text).remove(name).unwrap_or_else(|| panic!("{place}: no graph {name}"));
                    refutation.ending = Ending::Closed { steps: steps.parse().expect("steps"), graph: Box::new(graph) };
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
                "bounded-memory" => expected.unbounded_memory = false,
                "no-failure" => expected.malloc_may_fail = false,
                "builtins" => expected.no_builtin = false,
                "no-sv-comp" => expected.sv_comp = false,
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
        // Without a solver nobody shows by an example that a closed graph's obligation is false.
        let without_example = answer.replacen("UNDECIDED", "INVALID", 1);
        if answer != case.answer && (cfg!(feature = "solver") || without_example != case.answer) {
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
        "INVALID CLAIM call",
        "INVALID R-CALL comparison",
        "INVALID R-CONTRACT syntax",
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
        "INVALID CLAIM unbounded memory",
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
