//! Generate, prove, check, run: whatever is proved about a random program is accepted by the checker
//! and contains all its concrete runs.
//!
//! `RANDOM_PROGRAMS=5000 SEED=1 cargo test -p tests --test random_programs` searches longer.

use std::fs;
use std::process::Command;
use tests::inside::follow;
use tests::programs::programs;
use tests::{effort, parallel, risky};

/// Whether anything was proved about the program of this seed; what is wrong with that.
fn try_seed(seed: u64) -> Result<bool, String> {
    let mode = ["error", "wrap", "ideal"][(seed % 3) as usize];
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (source, cert) = (folder.path().join("random.c"), folder.path().join("cert"));
    let text = risky::program(seed);
    fs::write(&source, &text).map_err(|error| error.to_string())?;
    let mut prove = Command::new(&programs().haltcert);
    prove.arg("prove").arg(&source).arg("-o").arg(&cert).args([
        "--signed-overflow",
        mode,
        "--timeout",
        "10",
        "--witnesses",
        ["needed", "places"][(seed / 3 % 2) as usize],
    ]);
    let proved = prove.output().map_err(|error| error.to_string())?;
    let bytes = fs::read(&cert).ok();
    let safety = if mode == "error" { "memory-safety,no-overflow" } else { "memory-safety" };
    // Beside a proof of memory safety: the run that does not end.
    let endless = folder.path().join("cert.refutation");
    let result = match (proved.status.code(), bytes) {
        (Some(0), Some(bytes)) => judge(&bytes, &cert, mode, "").map(|()| true),
        (Some(2), Some(bytes)) => judge(&bytes, &cert, mode, safety).map(|()| true),
        (Some(2), None) => Ok(false),
        (Some(1), Some(bytes)) if endless.exists() => {
            judge(&bytes, &cert, mode, safety).and_then(|()| refuted(&endless, mode)).map(|()| true)
        }
        (Some(1), Some(_)) => refuted(&cert, mode).map(|()| false),
        (code, _) => Err(format!("haltcert ends with {code:?}: {}", String::from_utf8_lossy(&proved.stderr))),
    };
    result.map_err(|problem| format!("seed {seed}, mode {mode}: {problem}\n{text}"))
}

/// The checker finds the violation, too.
fn refuted(file: &std::path::Path, mode: &str) -> Result<(), String> {
    let mut check = Command::new(&programs().haltcheck);
    check.arg(file).args(["--embedded", "--refutation", "--unbounded-memory", "--signed-overflow", mode]);
    let checked = check.output().map_err(|error| error.to_string())?;
    match checked.status.success() {
        true => Ok(()),
        false => Err(format!("a violation, of which the checker says {}", String::from_utf8_lossy(&checked.stdout))),
    }
}

fn judge(bytes: &[u8], cert: &std::path::Path, mode: &str, properties: &str) -> Result<(), String> {
    let mut check = Command::new(&programs().haltcheck);
    check.arg(cert).args(["--embedded", "--signed-overflow", mode]);
    if !properties.is_empty() {
        check.args(["--property", properties]);
    }
    let checked = check.output().map_err(|error| error.to_string())?;
    if !checked.status.success() {
        return Err(format!("the checker says {}", String::from_utf8_lossy(&checked.stdout)));
    }
    let certificate = certificates::decode(bytes).map_err(|error| error.to_string())?;
    follow(&certificate, 30).0.map_or(Ok(()), Err)
}

#[test]
fn what_is_proved_holds() {
    let seeds: Vec<u64> = effort::seeds(effort::number("RANDOM_PROGRAMS", 40, 1000)).collect();
    programs();
    let results = parallel::map(&seeds, |seed| try_seed(*seed));
    let proved = results.iter().filter(|result| **result == Ok(true)).count();
    let problems: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(problems.is_empty(), "{} problems; the first: {}", problems.len(), problems[0]);
    println!("{proved} of {} proved", seeds.len());
    assert!(10 * proved > seeds.len(), "only {proved} of {} were proved: the test has lost its teeth", seeds.len());
}
