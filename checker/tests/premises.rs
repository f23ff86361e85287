//! Every premise of the checker is isolated by a test vector: a certificate that is rejected because of it, and is
//! VALID for a checker that does not demand it.
//!
//! ```text
//! cargo test -p checker --features premises --test premises -- --nocapture      prints the table premise -> vectors
//! ```
//!
//! A premise is a place in the source at which the checker demands something. The source says which there are, so one
//! that no vector meets is found as well. What only a reader or a limit refuses is not among them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use checker::decide::premises::{Site, failed, switch_off};
use checker::{Expectation, Verdict, check, check_refutation};
use serde_json::Value;

/// Where a premise is demanded: file below `checker/src`, line, column, condition without spaces.
type CodePlace = (String, u32, u32, String);

/// What is demanded there.
struct Premise {
    place: CodePlace,
    /// What stands there, on one line.
    text: String,
    /// Whether replay can go on without it. Where a value is missing it cannot.
    optional: bool,
}

/// Demands that no vector isolates: file (all, if none is named), a part of the text, how many they are, and why.
const EXCEPTIONS: &[(&str, &str, usize, &str)] = &[
    (
        "lib.rs",
        "expected",
        10,
        "the user of a vector expects what it claims: `expectations` in tests/tests/mutations.rs",
    ),
    ("lib.rs", "nothing is claimed of", 1, "likewise: `bounds_that_the_user_states` in bounds.rs"),
    ("bounds/frames.rs", "\"frames\"", 2, "likewise: `frames_that_the_user_gives` in bounds.rs"),
    ("contract/terms.rs", "such a list or tree", 1, "what mentions it counts as 0: `places_of_the_call` in bounds.rs"),
    ("lib.rs", "\"precondition\"", 2, "likewise: `the_contract_of_the_claim_is_the_users` in roots.rs"),
    ("", "MAX_BLOCKS", 2, "a limit, and large: `blocks_of_a_state` in limits.rs"),
    ("", "MAX_STRUCTURES", 2, "likewise: `lists_of_a_state` in limits.rs"),
    ("", "MAX_SHAPES", 1, "likewise: `shapes_of_a_certificate` in limits.rs"),
    ("", "\"instruction\", \"not a", 9, "the instruction or step has chosen the rule"),
    ("rules/list.rs", "cells of lists have one link", 1, "the shape has just been asked"),
    ("rules/cell.rs", "there is no field", 1, "W: the shape has it"),
    (
        "",
        "\"there is no instruction\"",
        5,
        "W: a node stands at an instruction, and no rule moves behind a block's last",
    ),
    ("proof/replay.rs", "\"there is no step", 1, "N-FLAT: there is"),
    ("proof/calls.rs", "there is no node", 1, "the list has just been compared with that of the nodes"),
    ("proof/calls.rs", "a return node stands at a ret", 1, "N-RETURN: it does"),
    ("proof/covers.rs", "\"register\", \"%{register} is n", 1, "W: a register of a binding has such a type"),
    ("proof/covers.rs", "is no parameter with an argument", 1, "N-ENTRY: it is a parameter"),
    ("proof/comparisons.rs", "no function is given to be called", 1, "G-COMPARE has asked for the call"),
    ("proof/initial.rs", "the module does not define", 1, "bad input, before any rule"),
    ("proof/ranking.rs", "a node has not one function", 1, "the form `Linear` gives it one"),
    ("contract/elements.rs", "MAX_DEPTH", 1, "a limit of the grammar"),
    ("contract/elements.rs", "is no name of a variable", 1, "the grammar's: `what_is_no_statement_about_elements`"),
    ("contract/elements.rs", "is followed by low", 1, "likewise"),
    ("contract/elements.rs", "cannot be understood", 1, "one inside another, or behind `ensures`, has been refused"),
    ("contract/satisfies.rs", "an element lies nowhere", 1, "the first element that has no address has been refused"),
    ("contract/satisfies.rs", "a term of more than 128 bits", 1, "a limit, and large"),
    ("contract/ensures.rs", "MAX_SAID", 1, "a limit, beyond that of the clause's text"),
    ("proof/ensures.rs", "there is no node", 1, "the root's return nodes are nodes"),
    ("proof/ensures.rs", "there is no result", 1, "R-CONTRACT result: the function has one"),
    ("proof/ensures.rs", "no new block of malloc", 1, "N-RETURN read only: no such block is marked so"),
    ("proof/root.rs", "the root is no node", 1, "the form of the root has just been asked"),
    ("contract/states.rs", "some!", 5, "a case refers to its own ranges, groups, globals and lists"),
    ("rules/elsewhere.rs", "a contract that is not covered", 3, "R-CONTRACT elsewhere: it has not been read"),
    ("rules/elsewhere.rs", "a step names a range", 1, "the contract's steps name its own ranges"),
    ("rules/elsewhere.rs", "a part is no range", 1, "likewise: R-CONTRACT elsewhere refuses lists"),
    ("rules/elsewhere.rs", "what is separate from itself", 1, "R-CONTRACT: no global has a name in such a contract"),
    ("rules/elsewhere.rs", "there is no result", 1, "R-CONTRACT result: the function has one"),
    ("rules/shared.rs", "the result is not a value of the subset", 1, "a rule for such a result gives one"),
    ("rules/library/arguments.rs", "has too few arguments", 2, "the number of arguments has just been compared"),
    ("rules/library/objects.rs", "nothing was written", 1, "the table has what is written in front of such a result"),
    ("rules/memory.rs", "not a register", 1, "likewise"),
    ("rules/cast.rs", "\"type\"", 4, "the reader refuses a conversion between other types"),
    ("rules/memory.rs", "\"type\"", 2, "the reader refuses a load or store of another type"),
    ("rules/memory.rs", "\"count\"", 1, "the reader refuses another count"),
    ("rules/mod.rs", "on something else than integers", 1, "the reader refuses it"),
    ("rules/compare.rs", "neither integers nor pointers", 1, "the reader refuses it"),
    ("rules/branch.rs", "there is no block", 1, "the reader refuses it"),
    ("rules/branch.rs", "has no value for the edge", 1, "the reader refuses it"),
    (
        "proof/operands.rs",
        "neither integer nor pointer",
        1,
        "the reader gives other operands to integer and pointer types",
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// All places of the source that demand something.
fn premises() -> Vec<Premise> {
    let (mut paths, mut premises) = (Vec::new(), Vec::new());
    files(&source(), &mut paths);
    paths.sort();
    for path in paths {
        let name = path.strip_prefix(source()).expect("below src").display().to_string();
        // What only a reader refuses, and what only prints.
        let other = ["contract/tokens.rs", "contract/grammar.rs", "answer/explain.rs"];
        if !name.starts_with("reader/") && !other.contains(&name.as_str()) {
            scan(&name, &std::fs::read_to_string(&path).expect("a source"), &mut premises);
        }
    }
    premises
}

/// Calls that demand something: what they begin with, and whether replay can go on without it.
const CALLS: [(&str, bool); 11] = [
    ("reject_if!(", true),
    ("take!(", false),
    ("some!(", false),
    (".reject(", false),
    (".require(", true),
    (".require_le(", true),
    (".require_eq(", true),
    (".require_ne(", true),
    (".require_either(", true),
    ("fits(", true),
    ("wrong(", false),
];

fn scan(file: &str, text: &str, premises: &mut Vec<Premise>) {
    let mut start = 0;
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        // The definitions of macros and of what they call.
        let defines = code.contains("$cx") || code.trim_start().starts_with("fn ") || code.contains("self.require(");
        for (call, optional) in CALLS.iter().filter(|_| !defines) {
            for (column, _) in code.match_indices(call) {
                let before = code[..column].chars().next_back();
                if !call.starts_with('.') && before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
                    continue;
                }
                let column = column + usize::from(call.starts_with('.'));
                let conditions = match *call {
                    "reject_if!(" => conditions(&text[start + column + call.len()..]),
                    _ => vec![String::new()],
                };
                let whole = whole(&text[start + column..]);
                for condition in conditions {
                    let place = (file.to_string(), number as u32 + 1, column as u32 + 1, condition);
                    premises.push(Premise { place, text: whole.clone(), optional: *optional });
                }
            }
        }
        start += line.len() + 1;
    }
}

/// The call at the beginning of a text, on one line.
fn whole(text: &str) -> String {
    let mut depth = 0;
    let end = text.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ')' && depth == 0
    });
    text[..end.map_or(text.len(), |end| end + 1)].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The conditions of `reject_if!(j, A, B => ...)`.
fn conditions(arguments: &str) -> Vec<String> {
    let (mut depth, mut conditions, mut current) = (0, Vec::new(), String::new());
    let mut characters = arguments.chars().peekable();
    while let Some(c) = characters.next() {
        depth += i32::from(matches!(c, '(' | '[' | '{')) - i32::from(matches!(c, ')' | ']' | '}'));
        let end = depth == 0 && c == '=' && characters.peek() == Some(&'>');
        if end || (depth == 0 && c == ',') {
            conditions.push(std::mem::take(&mut current));
        } else {
            current.push(c);
        }
        if end {
            break;
        }
    }
    let conditions: Vec<String> = conditions[1..].iter().map(|condition| plain(condition)).collect();
    for condition in &conditions {
        assert!(
            !condition.contains("||"),
            "alternatives are separated by commas, so that each is isolated: {condition}"
        );
    }
    conditions
}

/// Without white space, and commas before closing brackets.
fn plain(condition: &str) -> String {
    let text: String = condition.chars().filter(|c| !c.is_whitespace()).collect();
    text.replace(",)", ")")
}

fn place(site: &Site) -> CodePlace {
    let file = site.file.rsplit_once("src/").map_or(site.file, |(_, file)| file);
    (file.to_string(), site.line, site.column, plain(site.condition))
}

/// What a vector says of a premise.
struct Answer {
    vector: String,
    rule: &'static str,
    /// The verdict of a checker that does not demand the premise.
    without: String,
}

/// Proofs, and refutations.
const FOLDERS: [(&str, &str); 2] = [("rules", "cert"), ("refutations", "refutation")];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors").join(name)
}

fn verdict(module: &str, bytes: &[u8]) -> String {
    // What a premise keeps from happening may well be a panic.
    let answer = std::panic::catch_unwind(|| match certificates::decode(bytes) {
        Ok(proof) => {
            let allow_vacuous = proof.call.is_none();
            said(check(module, bytes, &Expectation { allow_vacuous, ..Expectation::of(&proof.claim) }))
        }
        Err(_) => {
            let refutation = certificates::decode_refutation(bytes).expect("a vector is one or the other");
            said(check_refutation(module, bytes, &Expectation::of(&refutation.claim)))
        }
    });
    answer.unwrap_or_else(|_| "panic".into())
}

fn said<Shown>(verdict: Verdict<Shown>) -> String {
    match verdict {
        Verdict::Valid(_) => "VALID".into(),
        Verdict::Invalid(r) => format!("{} {}", r.rule, r.premise),
        Verdict::Undecided(r) => format!("undecided {}", r.rule),
        Verdict::BadInput(message) => message,
    }
}

/// The vectors that are rejected by each premise.
fn answers() -> BTreeMap<CodePlace, Vec<Answer>> {
    let mut answers: BTreeMap<CodePlace, Vec<Answer>> = BTreeMap::new();
    for (folder, kind) in FOLDERS.map(|(name, kind)| (self::folder(name), kind)) {
        let text = std::fs::read_to_string(folder.join("index.json")).expect("the index");
        let index: Vec<Value> = serde_json::from_str(&text).expect("JSON");
        for vector in index.iter().filter(|vector| vector["verdict"] == "INVALID") {
            judge(&folder, kind, vector, &mut answers);
        }
    }
    answers
}

/// Adds a vector to the premises that reject it.
fn judge(folder: &Path, kind: &str, vector: &Value, answers: &mut BTreeMap<CodePlace, Vec<Answer>>) {
    let name = vector["name"].as_str().expect("a name").to_string();
    let bytes = std::fs::read(folder.join(format!("{name}.{kind}"))).expect("a certificate");
    let module = std::fs::read_to_string(folder.join(format!("{name}.ll"))).expect("a module");
    failed();
    verdict(&module, &bytes);
    let failed = failed();
    for site in failed.iter().collect::<BTreeSet<&Site>>() {
        switch_off(Some(*site));
        let without = verdict(&module, &bytes);
        switch_off(None);
        // What is tried before, as the first of two readings, is not why the vector is rejected.
        if failed.last() == Some(site) || without == "VALID" {
            let answer = Answer { vector: name.clone(), rule: site.rule, without };
            answers.entry(place(site)).or_default().push(answer);
        }
    }
}

#[test]
fn every_premise_is_isolated() {
    let (premises, answers) = (premises(), answers());
    let known: BTreeSet<&CodePlace> = premises.iter().map(|premise| &premise.place).collect();
    let unknown: Vec<&CodePlace> = answers.keys().filter(|place| !known.contains(place)).collect();
    assert!(unknown.is_empty(), "places that the scan of the source does not see: {unknown:#?}");
    let (mut missing, mut excused) = (Vec::new(), vec![0; EXCEPTIONS.len()]);
    for Premise { place, text, optional } in &premises {
        let answers = answers.get(place).map_or(&[][..], Vec::as_slice);
        let isolated = answers.iter().any(|answer| !optional || answer.without == "VALID");
        let (file, line, _, condition) = place;
        let described = format!("{file}:{line} {condition} `{text}`");
        println!("{described}");
        for Answer { vector, rule, without } in answers {
            println!("    {rule:12} {vector}{}", if *optional { format!(": {without}") } else { String::new() });
        }
        let excuses = |(known, part, ..): &(&str, &str, usize, &str)| file.starts_with(known) && text.contains(part);
        match EXCEPTIONS.iter().position(excuses) {
            Some(number) if !isolated => excused[number] += 1,
            None if !isolated => missing.push(described),
            _ => {}
        }
    }
    println!("{} premises, {} without a vector", premises.len(), missing.len());
    assert!(missing.is_empty(), "premises without a vector that isolates them: {missing:#?}");
    let wrong = EXCEPTIONS.iter().zip(excused).filter(|((_, _, count, _), found)| count != found);
    let wrong: Vec<_> = wrong.map(|((file, part, ..), found)| (file, part, found)).collect();
    assert!(wrong.is_empty(), "other numbers of premises are excused: {wrong:#?}");
}
