//! Large programs: certificates and checking grow with the program and not faster, and nothing is left to a solver.

use serde_json::Value;
use std::process::Command;
use std::time::Duration;
use tempfile::tempdir;
use tests::family::program;
use tests::process::{ProcessLimits, run};
use tests::programs::programs;

const LIMITS: ProcessLimits = ProcessLimits { time: Duration::from_secs(300), memory: 16 << 10 };

/// What the proof of a program of the family takes.
struct Cost {
    /// Of C.
    lines: f64,
    /// Of the certificate.
    bytes: f64,
    obligations: f64,
    /// Seconds of the processor.
    prove: f64,
    check: f64,
}

fn cost(lines: usize) -> Cost {
    let folder = tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let text = program(lines);
    std::fs::write(file("a.c"), &text).expect("written");
    let mut prove = Command::new(&programs().haltcert);
    prove.arg("prove").arg(file("a.c")).arg("-o").arg(file("a.cert")).args(["--timeout", "250"]);
    let proved = run(&mut prove, LIMITS, &file("out"), &file("err")).expect("haltcert runs");
    assert_eq!(proved.status.code(), Some(0), "{lines} lines are not proved");
    let mut check = Command::new(&programs().haltcheck);
    check.arg(file("a.cert")).args(["--embedded", "--no-solver", "--json"]);
    let checked = run(&mut check, LIMITS, &file("out"), &file("err")).expect("haltcheck runs");
    let answer = std::fs::read_to_string(file("out")).expect("an answer");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["verdict"], "VALID", "{lines} lines: {answer}");
    Cost {
        lines: text.lines().count() as f64,
        bytes: std::fs::metadata(file("a.cert")).expect("a certificate").len() as f64,
        obligations: answer["obligations"]["total"].as_f64().expect("a number"),
        prove: proved.processor,
        check: checked.processor,
    }
}

#[test]
fn growth() {
    let (small, large) = (cost(1000), cost(4000));
    for cost in [&small, &large] {
        println!(
            "{} lines: {} bytes, {} obligations, {:.2} s to prove, {:.2} s to check",
            cost.lines, cost.bytes, cost.obligations, cost.prove, cost.check
        );
        assert!(cost.bytes / cost.lines < 400.0, "{} bytes for {} lines", cost.bytes, cost.lines);
        assert!(3.0 * cost.check < cost.prove, "{} s of {} s", cost.check, cost.prove);
    }
    assert!(large.bytes / small.bytes < 5.0, "{} and {} bytes", small.bytes, large.bytes);
    assert!(large.obligations / small.obligations < 5.0, "{} and {}", small.obligations, large.obligations);
}
