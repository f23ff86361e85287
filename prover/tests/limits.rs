//! Numbers that the prover does not compute with end the search with a limit: no crash, no weaker answer in silence.

mod common;

use std::time::{Duration, Instant};

use certificates::{DataModel, Overflow};
use common::load_c;
use prover::certify::Witnesses;
use prover::graph::{Failure, FailureKind};
use prover::pipeline::{Task, prove};
use prover::report::reason;

fn failure(source: &str) -> Option<Failure> {
    let program = load_c(source, DataModel::Lp64).expect("a program");
    let task = Task {
        bounds: Vec::new(),
        entry: "main".into(),
        contract: None,
        callees: Default::default(),
        data_model: DataModel::Lp64,
        overflow: Overflow::Ideal,
        malloc_may_fail: false,
        sharing: None,
        deadline: Instant::now() + Duration::from_secs(60),
        effort: Default::default(),
        memory: None,
        witnesses: Witnesses::None,
        attempt: None,
        progress: Default::default(),
        faults: Default::default(),
        refute: None,
    };
    let proof = prove(&program, &task).expect("no contract, so none that cannot be used");
    assert_eq!(proof.certificate.is_some(), proof.unsafe_because.is_none());
    proof.unsafe_because
}

/// Squares a value so many times.
fn squares(start: &str, times: usize) -> String {
    let steps = "  x = x * x;\n".repeat(times);
    format!(
        "extern int __VERIFIER_nondet_int(void);\nint main(void) {{\n  int x = {start};\n{steps}  return x != 0;\n}}\n"
    )
}

#[test]
fn constants_beyond_128_bits() {
    // 3^64 has 102 bits, 3^128 has 203.
    assert!(failure(&squares("3", 6)).is_none());
    let failure = failure(&squares("3", 7)).expect("a number of 203 bits");
    assert_eq!(failure.kind(), FailureKind::Limit, "{failure:?}");
    assert_eq!(failure.location.as_ref().map(|l| l.line), Some(10), "{failure:?}");
    let reason = reason(&failure);
    assert!(reason.starts_with("limit reached: numbers beyond 128 bits"), "{reason}");
}

#[test]
fn products_of_many_variables() {
    // From eight factors on, the next product is one of any two equal values.
    for times in [3, 4, 9] {
        assert!(failure(&squares("__VERIFIER_nondet_int()", times)).is_none());
    }
}

#[test]
fn sums_in_a_callee_and_after_its_return() {
    let cube = "static int cube(int x) { return x * x * x; }\n";
    let source = |start: &str| format!("{cube}int main(void) {{ return cube(cube(cube(cube({start})))) != 0; }}\n");
    assert!(failure(&source("2")).is_none());
    // 5^81 has 189 bits.
    assert_eq!(failure(&source("5")).map(|f| f.kind()), Some(FailureKind::Limit));
}

#[test]
fn a_mistake_of_the_prover_is_told_as_such() {
    let failure = Failure::internal("a node without a number");
    let reason = reason(&failure);
    assert!(reason.starts_with("internal error: a node without a number"), "{reason}");
    assert!(reason.contains("please report"), "{reason}");
    assert!(!failure.kind().is_about_program() && !FailureKind::Limit.is_about_program());
    assert!(FailureKind::Unproved.is_about_program() && FailureKind::Unsupported.is_about_program());
}
