//! Makes the test vectors of `spec/vectors` from the derivations of these tests:
//!
//! ```text
//! rm -rf spec/vectors/rules && HALTCHECK_VECTORS=$PWD/spec/vectors/rules cargo test -p checker --features premises --test rules
//! ```
//!
//! Of each test the smallest certificate that is accepted is kept, and for each place in the checker that demands
//! something the smallest that is rejected there: if possible one that is VALID for a checker that does not demand it
//! (`premises.rs` in the folder above). So the result does not depend on the order of the tests.

use certificates::Certificate;
use checker::Verdict;

#[cfg(not(feature = "premises"))]
pub fn record(_: &Certificate, _: &Verdict) {
    let wanted = std::env::var_os("HALTCHECK_VECTORS").is_some();
    assert!(!wanted, "vectors are made with --features premises");
}

/// Keeps a certificate with its verdict, if vectors are wanted.
#[cfg(feature = "premises")]
pub fn record(certificate: &Certificate, verdict: &Verdict) {
    let Some(folder) = std::env::var_os("HALTCHECK_VECTORS") else { return };
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    vectors::record(std::path::Path::new(&folder), test, certificate, verdict);
}

/// Whether the certificate is VALID for a checker that does not demand one of the premises that it does not meet.
#[cfg(feature = "premises")]
pub fn isolates(certificate: &Certificate) -> bool {
    vectors::unmet(certificate).iter().any(|(_, isolates)| *isolates)
}

#[cfg(feature = "premises")]
mod vectors {
    use std::collections::{BTreeMap, BTreeSet};
    use std::panic::catch_unwind;
    use std::path::Path;
    use std::sync::Mutex;

    use certificates::encoding::{seal, unseal};
    use certificates::{Certificate, encode, to_json};
    use checker::decide::premises::{Site, failed, switch_off};
    use checker::{Verdict, check};
    use serde_json::{Value, json};

    struct Vector {
        payload: Vec<u8>,
        certificate: Certificate,
        entry: Value,
        /// Whether nothing else is wrong with it.
        isolates: bool,
    }

    /// By name, and by the premise that is not met: several premises of a rule may have one name.
    type Vectors = BTreeMap<String, BTreeMap<Option<Site>, Vector>>;

    static VECTORS: Mutex<Vectors> = Mutex::new(BTreeMap::new());

    pub fn record(folder: &Path, test: &str, certificate: &Certificate, verdict: &Verdict) {
        let payload = unseal(&encode(certificate)).expect("its own file");
        let (key, entry) = match verdict {
            Verdict::Valid(report) => {
                let solver = report.decided(checker::answer::verdict::How::Solver);
                (format!("valid-{test}"), json!({ "verdict": "VALID", "solver": solver }))
            }
            Verdict::Invalid(r) => (
                format!("{}-{}", r.rule, r.premise),
                json!({ "verdict": "INVALID", "rule": r.rule, "premise": r.premise, "node": r.place.node, "step": r.place.step }),
            ),
            Verdict::Undecided(_) | Verdict::BadInput(_) => return,
        };
        let mut entry = entry;
        if certificate.claim.precondition.is_some() && certificate.call.is_none() {
            entry["allow_vacuous"] = json!(true);
        }
        let name = key.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        // Random, or large for the sake of a limit.
        let left_out = ["hostile", "limits::lists", "limits::shapes"];
        if left_out.iter().any(|name| test.starts_with(name)) || payload.len() > 20_000 {
            return;
        }
        let mut sites = unmet(certificate);
        if sites.is_empty() {
            sites.push((None, true));
        }
        for (site, isolates) in sites {
            let (payload, certificate, entry) = (payload.clone(), certificate.clone(), entry.clone());
            keep(folder, &name, site, Vector { payload, certificate, entry, isolates });
        }
    }

    /// The premises that are not met, and whether the certificate is VALID without each.
    pub fn unmet(certificate: &Certificate) -> Vec<(Option<Site>, bool)> {
        let bytes = encode(certificate);
        let again = || check(&certificate.module, &bytes, &crate::support::expectation(certificate));
        failed();
        again();
        let failed = failed();
        let without = |site: &Site| {
            switch_off(Some(*site));
            // What a premise keeps from happening may well be a panic.
            let valid = matches!(catch_unwind(again), Ok(Verdict::Valid(_)));
            switch_off(None);
            (Some(*site), valid)
        };
        let sites = failed.iter().collect::<BTreeSet<&Site>>().into_iter().map(without);
        // What is tried before, as the first of two readings, is not why the certificate is rejected.
        sites.filter(|(site, valid)| *valid || site.as_ref() == failed.last()).collect()
    }

    fn keep(folder: &Path, name: &str, site: Option<Site>, new: Vector) {
        let mut vectors = VECTORS.lock().expect("no panic while locked");
        let order = |v: &Vector| (!v.isolates, v.payload.len(), v.payload.clone());
        let same = vectors.entry(name.into()).or_default();
        if same.get(&site).is_none_or(|old| order(&new) < order(old)) {
            same.insert(site, new);
            write(folder, name, &vectors);
        }
    }

    /// The name of the files: a number tells vectors of one name apart, in the order of the checker's source.
    fn numbered(name: &str, place: usize) -> String {
        if place == 0 { name.into() } else { format!("{name}-{}", place + 1) }
    }

    /// Writes the files of all vectors of a name, and the index.
    fn write(folder: &Path, name: &str, vectors: &Vectors) {
        std::fs::create_dir_all(folder).expect("a folder");
        for (place, vector) in vectors[name].values().enumerate() {
            let file = |kind: &str, bytes: &[u8]| {
                std::fs::write(folder.join(format!("{}.{kind}", numbered(name, place))), bytes).expect("written");
            };
            file("ll", vector.certificate.module.as_bytes());
            file("cert", &seal(&vector.payload));
            file("json", to_json(&vector.certificate).as_bytes());
        }
        let numbered = |(name, same): (&String, &BTreeMap<_, Vector>)| {
            let names = (0..same.len()).map(|place| numbered(name, place)).collect::<Vec<_>>();
            names.into_iter().zip(same.values().map(|vector| vector.entry.clone())).collect::<Vec<_>>()
        };
        let line = |(name, mut entry): (String, Value)| {
            entry["name"] = json!(name);
            format!("  {entry}")
        };
        let lines: Vec<String> = vectors.iter().flat_map(numbered).map(line).collect();
        std::fs::write(folder.join("index.json"), format!("[\n{}\n]\n", lines.join(",\n"))).expect("written");
    }
}
