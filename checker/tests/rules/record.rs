//! Makes the test vectors of `spec/vectors` from the derivations of these tests:
//!
//! ```text
//! rm -rf spec/vectors/rules && HALTCHECK_VECTORS=$PWD/spec/vectors/rules cargo test -p checker --test rules
//! ```
//!
//! Of the certificates that are rejected by one premise of one rule the smallest is kept, and of each test the smallest
//! that is accepted. So the result does not depend on the order of the tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use certificates::{Certificate, encode, to_json};
use checker::Verdict;
use serde_json::{Value, json};

struct Vector {
    bytes: Vec<u8>,
    certificate: Certificate,
    entry: Value,
}

static VECTORS: Mutex<BTreeMap<String, Vector>> = Mutex::new(BTreeMap::new());

/// Keeps a certificate with its verdict, if vectors are wanted.
pub fn record(certificate: &Certificate, verdict: &Verdict) {
    let Some(folder) = std::env::var_os("HALTCHECK_VECTORS").map(PathBuf::from) else { return };
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    // Those of `hostile.rs` are random and large.
    if test.starts_with("hostile") {
        return;
    }
    let (key, entry) = match verdict {
        Verdict::Valid(report) => {
            let solver = report.decided(checker::entail::How::Solver);
            (format!("valid-{test}"), json!({ "verdict": "VALID", "solver": solver }))
        }
        Verdict::Invalid(r) => (
            format!("{}-{}", r.rule, r.premise),
            json!({ "verdict": "INVALID", "rule": r.rule, "premise": r.premise, "node": r.place.node, "step": r.place.step }),
        ),
        Verdict::Undecided(_) | Verdict::BadInput(_) => return,
    };
    let name = key.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let new = Vector { bytes: encode(certificate), certificate: certificate.clone(), entry };
    let mut vectors = VECTORS.lock().expect("no panic while locked");
    let order = |v: &Vector| (v.bytes.len(), v.bytes.clone());
    if vectors.get(&name).is_none_or(|old| order(&new) < order(old)) {
        vectors.insert(name.clone(), new);
        write(&folder, &name, &vectors);
    }
}

/// Writes the files of one vector, and the index of all.
fn write(folder: &Path, name: &str, vectors: &BTreeMap<String, Vector>) {
    let file = |kind: &str, bytes: &[u8]| {
        std::fs::write(folder.join(format!("{name}.{kind}")), bytes).expect("written");
    };
    std::fs::create_dir_all(folder).expect("a folder");
    let vector = &vectors[name];
    file("ll", vector.certificate.module.as_bytes());
    file("cert", &vector.bytes);
    file("json", to_json(&vector.certificate).as_bytes());
    let line = |(name, vector): (&String, &Vector)| {
        let mut entry = vector.entry.clone();
        entry["name"] = json!(name);
        format!("  {entry}")
    };
    let lines: Vec<String> = vectors.iter().map(line).collect();
    std::fs::write(folder.join("index.json"), format!("[\n{}\n]\n", lines.join(",\n"))).expect("written");
}
