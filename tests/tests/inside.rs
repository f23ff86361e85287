//! Concrete runs stay inside the certificate's states: no run that the third semantics allows
//! escapes the proof trees, and none meets an error.

use tests::cases::{Case, Expected, all, root};
use tests::inside::{follow, follow_run};
use tests::interpreter::{Inputs, parse};
use tests::parallel;
use tests::programs::certificate;

#[test]
fn concrete_runs_stay_inside() {
    let provable = |case: &Case| matches!(case.expected, Expected::Proved | Expected::MemorySafeOnly);
    let cases: Vec<Case> = all(&root())
        .expect("cases")
        .into_iter()
        .filter(provable)
        // Runs from arbitrary parameters do not satisfy a contract.
        .filter(|case| case.entry.is_none())
        .collect();
    let results = parallel::map(&cases, |case| {
        let (problem, visits) = certificate(case).map_or((None, 0), |certificate| follow(&certificate, 25));
        (problem.map(|problem| format!("{}: {problem}", case.name(&root()))), visits)
    });
    let visits: u64 = results.iter().map(|(_, visits)| visits).sum();
    let problems: Vec<String> = results.into_iter().filter_map(|(problem, _)| problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(visits > 10_000, "only {visits} visits of nodes: the test has lost its teeth");
}

/// A state that excludes what really happens is noticed.
#[test]
fn a_wrong_state_is_left() {
    let file = root().join("loops/count_up_to_n.c");
    let case = tests::cases::read(&file).expect("a case").remove(0);
    let mut certificate = certificate(&case).expect("proved");
    let mut nodes = certificate.nodes.iter_mut().filter(|node| node.position.index == 0 && node.tree.is_some());
    let head = nodes.rfind(|node| node.state.bindings.len() > 1).expect("a loop head");
    // One more than the bound register, so that every value differs.
    let binding = head.state.bindings.first_mut().expect("a binding");
    let other = certificates::Term::from(vec![(certificates::Monomial(vec![]), certificates::Int(-77))]);
    binding.value = other;
    let module = parse(&certificate.module).expect("is read");
    let (problem, _) = follow_run(&certificate, &module, &mut Inputs::given(&[5], 0), 1000);
    assert!(problem.is_some_and(|problem| problem.starts_with("escapes")), "the run should have left the states");
}

/// So is one that says something else of the cells of a list.
/// What is done to a segment.
type Change = (&'static str, fn(&mut certificates::Segment));

#[test]
fn a_wrong_list_is_left() {
    let file = root().join("list/walked_by_runs.c");
    let case = tests::cases::read(&file).expect("a case").remove(0);
    let original = certificate(&case).expect("proved");
    let module = parse(&original.module).expect("is read");
    let run = |certificate: &_| follow_run(certificate, &module, &mut Inputs::given(&[5], 0), 1000).0;
    assert_eq!(run(&original), None);
    let changes: [Change; 4] = [
        ("head", |list| list.head = one_more(&list.head)),
        ("end", |list| list.end = one_more(&list.end)),
        ("length", |list| list.length = one_more(&list.length)),
        ("number of cells behind each", |list| list.all.iter_mut().for_each(|fact| fact.behind.0 *= 2)),
    ];
    for (what, change) in changes {
        let mut certificate = original.clone();
        certificate.nodes.iter_mut().flat_map(|node| &mut node.state.lists).for_each(change);
        assert!(certificate != original, "the certificate has lists");
        let problem = run(&certificate);
        assert!(problem.is_some_and(|problem| problem.starts_with("escapes")), "the {what} is not looked at");
    }
}

fn one_more(term: &certificates::Term) -> certificates::Term {
    let (one, mut sum) = ((certificates::Monomial(vec![]), certificates::Int(1)), term.0.to_vec());
    match sum.first_mut() {
        Some((monomial, constant)) if monomial.0.is_empty() => constant.0 += 1,
        _ => sum.insert(0, one),
    }
    sum.retain(|(_, coefficient)| coefficient.0 != 0);
    certificates::Term::from(sum)
}

/// Lists that cells own are looked at, too: in a run that builds two of them, whatever their shape says is wrong.
#[test]
fn a_wrong_inner_list_is_left() {
    use certificates::{OwnedPart, Shape, ShapeId};
    type Change = fn(&mut Shape);
    let file = root().join("list/list_of_lists_walked.c");
    let case = tests::cases::read(&file).expect("a case").remove(0);
    let original = certificate(&case).expect("proved");
    let module = parse(&original.module).expect("is read");
    // Two outer cells, with two inner ones and one.
    let run = |certificate: &_| follow_run(certificate, &module, &mut Inputs::given(&[2, 2, 1], 0), 10_000).0;
    assert_eq!(run(&original), None);
    let changed = |change: fn(&mut Shape)| {
        let mut certificate = original.clone();
        let mut shapes = certificate.shapes.clone();
        let number = shapes.len() as ShapeId;
        let parts = certificate.shapes.iter_mut().flat_map(|shape| &mut shape.owned).map(|owned| &mut owned.part);
        for part in parts {
            let OwnedPart::List(inner) = part else { continue };
            let mut other = original.shapes[*inner as usize].clone();
            change(&mut other);
            shapes.truncate(number as usize);
            shapes.push(other);
            *part = OwnedPart::List(number);
        }
        certificate.shapes.extend(shapes.pop());
        assert!(
            certificate.shapes.len() > number as usize && certificate.shapes[number as usize] != original.shapes[0]
        );
        run(&certificate)
    };
    let changes: [(&str, Change); 4] = [
        ("size", |inner| inner.size += 8),
        ("align", |inner| inner.align = 1 << 40),
        ("link", |inner| inner.links = vec![0]),
        ("back", |inner| inner.back = Some(0)),
    ];
    for (name, change) in changes {
        let problem = changed(change);
        assert!(problem.is_some_and(|problem| problem.starts_with("escapes")), "{name}: the run should have left");
    }
}
