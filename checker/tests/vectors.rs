//! The test vectors of `spec/vectors`: every verdict, rule and premise is as published, and the three forms of a
//! certificate agree.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use certificates::{decode, encode, from_json};
use checker::{Expectation, Verdict, check};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/rules")
}

fn index() -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join("index.json")).expect("the index");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn verdicts_are_as_published() {
    for vector in index() {
        let name = vector["name"].as_str().expect("a name");
        let read = |file: &str| std::fs::read(folder().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let bytes = read(&format!("{name}.cert"));
        let module = String::from_utf8(read(&format!("{name}.ll"))).expect("text");
        let certificate = decode(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let json = String::from_utf8(read(&format!("{name}.json"))).expect("text");
        assert_eq!(from_json(&json).as_ref(), Ok(&certificate), "{name}: JSON and bytes differ");
        assert_eq!(encode(&certificate), bytes, "{name}");
        assert_eq!(certificate.module, module, "{name}: another module");
        let allow_vacuous = vector["allow_vacuous"] == true;
        let expected = Expectation { allow_vacuous, ..Expectation::of(&certificate.claim) };
        let found = match check(&module, &bytes, &expected) {
            Verdict::Valid(_) => ("VALID", Value::Null, Value::Null),
            Verdict::Invalid(r) => ("INVALID", r.rule.into(), r.premise.into()),
            Verdict::Undecided(r) => ("UNDECIDED", r.rule.into(), r.premise.into()),
            Verdict::BadInput(message) => panic!("{name}: {message}"),
        };
        // Without a solver some are undecided, but none is the other way round.
        if !cfg!(feature = "solver") && found.0 == "UNDECIDED" {
            continue;
        }
        let published = (vector["verdict"].as_str().expect("a verdict"), &vector["rule"], &vector["premise"]);
        assert_eq!((found.0, &found.1, &found.2), published, "{name}");
    }
}

/// Every family of rules has vectors that are rejected, and enough are accepted.
#[test]
fn all_families_are_covered() {
    let index = index();
    let rules: BTreeSet<&str> = index.iter().filter_map(|v| v["rule"].as_str()).collect();
    for family in ["A-", "B-", "C-", "CLAIM", "F-", "G-", "J-", "K-", "L-", "M-", "N-", "R-ROOT", "T-", "W", "X-"] {
        assert!(rules.iter().any(|rule| rule.starts_with(family)), "no vector is rejected by {family}");
    }
    let valid = index.iter().filter(|v| v["verdict"] == "VALID").count();
    assert!(valid >= 25 && index.len() - valid >= 100, "{valid} of {} are valid", index.len());
}
