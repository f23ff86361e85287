//! The test vectors of `spec/vectors/refutations`, made from the cases:
//!
//! ```text
//! rm -rf spec/vectors/refutations && HALTCHECK_VECTORS=$PWD/spec/vectors/refutations cargo test -p checker --test refutation vectors
//! ```
//!
//! Those are vectors where the user expects what the refutation claims.

use std::fs;
use std::path::{Path, PathBuf};

use certificates::{decode_refutation, encode_refutation, refutation_from_json, refutation_to_json};
use checker::{Expectation, Verdict, check_refutation};
use serde_json::{Value, json};

use super::{Case, cases};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/vectors/refutations")
}

/// What the index says of a case.
fn entry(name: &str, verdict: &Verdict<checker::run::Shown>) -> Value {
    match verdict {
        Verdict::Valid(shown) => json!({ "name": name, "verdict": "VALID", "property": shown.property }),
        Verdict::Invalid(why) => {
            json!({ "name": name, "verdict": "INVALID", "rule": why.rule, "premise": why.premise })
        }
        Verdict::Undecided(why) => {
            json!({ "name": name, "verdict": "UNDECIDED", "rule": why.rule, "premise": why.premise })
        }
        Verdict::BadInput(_) => json!({ "name": name, "verdict": "ERROR" }),
    }
}

/// Whether the user of a case expects what it claims, of the module that it has.
fn is_plain(case: &Case) -> bool {
    let own = Expectation::of(&case.refutation.claim);
    format!("{own:?}") == format!("{:?}", case.expected) && case.module == case.refutation.module
}

#[test]
fn vectors_are_those_of_the_cases() {
    let mut index = Vec::new();
    let wanted = std::env::var_os("HALTCHECK_VECTORS").map(PathBuf::from);
    for case in cases().into_iter().filter(is_plain) {
        let name = case.place.replace(':', "-");
        index.push(entry(&name, &case.check()));
        let files = [
            ("ll", case.module.clone().into_bytes()),
            ("json", refutation_to_json(&case.refutation).into_bytes()),
            ("refutation", encode_refutation(&case.refutation)),
        ];
        for (kind, bytes) in files {
            match &wanted {
                Some(folder) => {
                    fs::create_dir_all(folder).expect("a folder");
                    fs::write(folder.join(format!("{name}.{kind}")), bytes).expect("written");
                }
                None => {
                    let published = fs::read(folder().join(format!("{name}.{kind}"))).unwrap_or_default();
                    assert!(published == bytes, "{name}.{kind} is not what the case makes: see the head of this file");
                }
            }
        }
    }
    let lines: Vec<String> = index.iter().map(|entry| format!("  {entry}")).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    match wanted {
        Some(folder) => fs::write(folder.join("index.json"), text).expect("written"),
        // Without a solver some are undecided.
        None if cfg!(not(feature = "solver")) => {}
        None => assert_eq!(fs::read_to_string(folder().join("index.json")).expect("the index"), text),
    }
}

#[test]
fn vectors_are_answered_as_published() {
    let text = fs::read_to_string(folder().join("index.json")).expect("the index");
    let index: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    assert!(index.len() > 100, "{}", index.len());
    for published in index {
        let name = published["name"].as_str().expect("a name");
        let read = |kind: &str| fs::read(folder().join(format!("{name}.{kind}"))).expect("a file");
        let (module, bytes) = (String::from_utf8(read("ll")).expect("text"), read("refutation"));
        let refutation = decode_refutation(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        let json = String::from_utf8(read("json")).expect("text");
        assert_eq!(refutation_from_json(&json).as_ref(), Ok(&refutation), "{name}: JSON and bytes differ");
        let verdict = check_refutation(&module, &bytes, &Expectation::of(&refutation.claim));
        if cfg!(not(feature = "solver")) && matches!(verdict, Verdict::Undecided(_)) {
            continue;
        }
        assert_eq!(entry(name, &verdict), published);
    }
}
