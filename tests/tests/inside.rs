//! Concrete runs stay inside the certificate's states: no run that the third semantics allows
//! escapes the proof trees, and none meets an error.

use tests::cases::{Case, Expected, all, root};
use tests::inside::{follow, follow_run};
use tests::interpreter::{Inputs, parse};
use tests::programs::certificate;

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
                    let Some(certificate) = certificate(case) else {
                        continue;
                    };
                    let (problem, visits) = follow(&certificate, 25);
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
    let mut nodes = certificate
        .nodes
        .iter_mut()
        .filter(|node| node.position.index == 0 && node.tree.is_some());
    let head = nodes
        .rfind(|node| node.state.bindings.len() > 1)
        .expect("a loop head");
    // One more than the bound register, so that every value differs.
    let binding = head.state.bindings.first_mut().expect("a binding");
    let other = certificates::Term(vec![(
        certificates::Monomial(vec![]),
        certificates::Int(-77),
    )]);
    binding.value = other;
    let module = parse(&certificate.module).expect("is read");
    let (problem, _) = follow_run(&certificate, &module, &mut Inputs::given(&[5], 0), 1000);
    assert!(
        problem.is_some_and(|problem| problem.starts_with("escapes")),
        "the run should have left the states"
    );
}
