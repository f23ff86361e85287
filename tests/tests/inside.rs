//! Concrete runs stay inside the certificate's states: no run that the third semantics allows
//! escapes the proof trees, and none meets an error.

use std::process::Command;
use tests::cases::{Case, Expected, all, root};
use tests::inside::Follower;
use tests::interpreter::{Inputs, Limits, Mode, Outcome, parse, run_module};
use tests::programs::programs;

const RUNS: u64 = 25;

/// The case's certificate, if it is proved.
fn certificate(case: &Case) -> Option<certificates::Certificate> {
    let name = case
        .name(&root())
        .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
    let file = std::env::temp_dir().join(format!("haltcert-inside-{}-{name}", std::process::id()));
    let mut command = Command::new(&programs().haltcert);
    command
        .arg("prove")
        .arg(&case.file)
        .arg("-o")
        .arg(&file)
        .args(["--timeout", "60"])
        .args(&case.options);
    command.output().expect("haltcert runs");
    let bytes = std::fs::read(&file).ok();
    let _ = std::fs::remove_file(&file);
    bytes.map(|bytes| certificates::decode(&bytes).expect("haltcert's own certificate is read"))
}

/// Problems of one case, and how often its runs were inside a node.
fn follow(case: &Case) -> (Option<String>, u64) {
    let Some(certificate) = certificate(case) else {
        return (None, 0);
    };
    let module = match parse(&certificate.module) {
        Ok(module) => module,
        Err(message) => return (Some(format!("the module is not read: {message}")), 0),
    };
    let mode = match certificate.claim.overflow {
        certificates::Overflow::Error => Mode::Error,
        certificates::Overflow::Wrap => Mode::Wrap,
        certificates::Overflow::Ideal => Mode::Ideal,
    };
    let limits = Limits {
        steps: 1500,
        bytes: 1 << 16,
        malloc_may_fail: certificate.claim.malloc_may_fail,
        ..Limits::default()
    };
    let mut visits = 0;
    for seed in 0..RUNS {
        let mut follower = Follower::new(&certificate);
        let mut inputs = Inputs::seeded(seed);
        let outcome = run_module(
            &module,
            &certificate.claim.entry,
            &mut inputs,
            mode,
            limits,
            Some(&mut follower),
        );
        visits += follower.visits;
        let ended = match &outcome {
            Outcome::Stopped => Err(format!(
                "escapes at {}",
                follower.escaped.clone().unwrap_or_default()
            )),
            Outcome::Error { kind, place } => Err(format!("meets {kind:?} at {place}")),
            Outcome::Returned(_) if !follower.ended(false) => {
                Err("returns where the proof does not".to_owned())
            }
            Outcome::Exited if !follower.ended(true) => {
                Err("exits where the proof does not".to_owned())
            }
            _ => Ok(()),
        };
        if let Err(problem) = ended {
            return (
                Some(format!(
                    "{problem} (seed {seed}, inputs {:?})",
                    inputs.drawn
                )),
                visits,
            );
        }
    }
    (None, visits)
}

#[test]
fn concrete_runs_stay_inside() {
    let provable =
        |case: &Case| matches!(case.expected, Expected::Proved | Expected::MemorySafeOnly);
    let cases: Vec<Case> = all(&root())
        .expect("cases")
        .into_iter()
        .filter(provable)
        .collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let results = std::sync::Mutex::new((Vec::new(), 0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                while let Some(case) =
                    cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    let (problem, visits) = follow(case);
                    let mut results = results.lock().expect("no panic while locked");
                    results.0.extend(
                        problem.map(|problem| format!("{}: {problem}", case.name(&root()))),
                    );
                    results.1 += visits;
                }
            });
        }
    });
    let (mut problems, visits) = results.into_inner().expect("no panic while locked");
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(
        visits > 10_000,
        "only {visits} visits of nodes: the test has lost its teeth"
    );
}

/// A state that excludes what really happens is noticed.
#[test]
fn a_wrong_state_is_left() {
    let file = root().join("loops/count_up_to_n.c");
    let case = tests::cases::read(&file).expect("a case").remove(0);
    let mut certificate = certificate(&case).expect("proved");
    let nodes = certificate
        .nodes
        .iter_mut()
        .filter(|node| node.position.index == 0 && node.tree.is_some());
    let head = nodes
        .filter(|node| node.state.bindings.len() > 1)
        .next_back()
        .expect("a loop head");
    // One more than the bound register, so that every value differs.
    let binding = head.state.bindings.first_mut().expect("a binding");
    let other = certificates::Term(vec![(
        certificates::Monomial(vec![]),
        certificates::Int(-77),
    )]);
    binding.value = other;
    let module = parse(&certificate.module).expect("is read");
    let mut follower = Follower::new(&certificate);
    let outcome = run_module(
        &module,
        "main",
        &mut Inputs::given(&[5], 0),
        Mode::Error,
        Limits::default(),
        Some(&mut follower),
    );
    assert_eq!(
        outcome,
        Outcome::Stopped,
        "the run should have left the states"
    );
}
