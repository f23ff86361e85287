//! All certificates of the suite: those that haltcert makes for the cases and the examples, and the valid test vectors,
//! which have every rule.

use crate::cases::{Case, Expected, all, root};
use crate::parallel;
use crate::programs::certificate;
use certificates::{Certificate, decode};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The certificates by name, those whose name contains `only`.
///
/// # Panics
/// When cases or vectors cannot be read.
pub fn certificates(only: &str) -> Vec<(String, Certificate)> {
    let mut cases: Vec<Case> = all(&root()).expect("cases");
    cases.retain(|case| matches!(case.expected, Expected::Proved | Expected::MemorySafeOnly));
    cases.extend(examples());
    cases.retain(|case| name(case).contains(only));
    let made = parallel::map(&cases, |case| Some((name(case), certificate(case)?)));
    let vectors = vectors().into_iter().filter(|(name, _)| name.contains(only));
    made.into_iter().flatten().chain(vectors).collect()
}

/// `family/file` of a case, `examples/file` of an example.
fn name(case: &Case) -> String {
    let name = case.name(&root());
    name.strip_prefix(&format!("{}/", workspace().display())).map_or_else(|| name.clone(), str::to_owned)
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}

fn examples() -> Vec<Case> {
    let example = |file: &str, entry: Option<&str>| Case {
        file: workspace().join("examples").join(file),
        options: vec![],
        entry: entry.map(str::to_owned),
        expected: Expected::Proved,
        says: None,
        gap: false,
    };
    vec![example("strlen.c", None), example("copy.c", Some("copy")), example("copy.c", Some("add"))]
}

/// The vectors with the verdict VALID; their names begin with `vector`.
///
/// # Panics
/// When they cannot be read.
pub fn vectors() -> Vec<(String, Certificate)> {
    let folder = workspace().join("spec/vectors/rules");
    let text = std::fs::read_to_string(folder.join("index.json")).expect("the index of the vectors");
    let index: Vec<Value> = serde_json::from_str(&text).expect("a list");
    let valid = index.iter().filter(|vector| vector["verdict"] == "VALID");
    let names = valid.filter_map(|vector| vector["name"].as_str());
    names
        .map(|name| {
            let bytes = std::fs::read(folder.join(format!("{name}.cert"))).expect("a vector");
            (format!("vector {name}"), decode(&bytes).expect("a certificate"))
        })
        .collect()
}
