//! The same of refutations, the prover's own: each is changed in one thing by which no run violates the property any
//! more, or the file does not say which one does. None is accepted.

use certificates::{
    Certificate, Choice, Ending, Graph, Int, Monomial, Overflow, Properties, Refutation, Sign, Step, Term,
    decode_refutation, encode_refutation,
};
use checker::{Expectation, Verdict, check_refutation};
use std::fs;
use std::process::Command;
use tests::cases::root;
use tests::mutation::trees::numbered;
use tests::parallel;
use tests::programs::programs;

/// Errors of all sorts, lassos, and graphs with and without choices, calls and memory.
const SAMPLE: [&str; 24] = [
    "beyond.c",
    "constant.c",
    "division.c",
    "first.c",
    "freed.c",
    "guessed.c",
    "indirect.c",
    "input_loop.c",
    "lasso.c",
    "may_fail.c --malloc-may-fail",
    "overflow.c",
    "parameter.c --entry divide",
    "string.c",
    "uninitialised.c",
    "endless_chosen.c",
    "endless_chosen_branching.c",
    "endless_counter.c --signed-overflow ideal",
    "endless_doubling.c --signed-overflow ideal",
    "endless_leak.c",
    "endless_memory.c",
    "endless_memory_branching.c",
    "endless_nested.c --signed-overflow ideal",
    "endless_positive.c",
    "endless_recursion.c --signed-overflow ideal",
];

/// What is done, how many mutants there are at least, and the change.
type Operator = (&'static str, usize, fn(&Refutation) -> Vec<Refutation>);

const OPERATORS: &[Operator] = &[
    ("a run is cut short", 15, cut_short),
    ("a run goes on", 20, goes_on),
    ("an error is claimed where none is", 10, other_error),
    ("a lasso comes back to another state", 2, other_state),
    ("a choice is left out", 15, choice_left_out),
    ("a choice is left over", 60, choice_left_over),
    ("an input is none of its type", 10, beyond_type),
    ("a choice is of another kind", 20, other_kind),
    ("an object is at null, or behind the end of memory", 12, nowhere),
    ("what cannot fail fails", 6, fails),
    ("another property is violated", 40, other_property),
    ("another mode is claimed", 2, other_mode),
    ("allocations do not fail", 1, no_failure),
    ("another entry is claimed", 20, other_entry),
    ("a contract is left out, or one too many", 20, other_contracts),
    ("another module is meant", 20, other_module),
    ("a path of a graph is called impossible", 5, impossible),
    ("a path of a graph ends by exit", 5, exits),
    ("what is no input is chosen", 5, chosen),
    ("an input is chosen beyond its type", 1, chosen_beyond_type),
    ("a call does not come back", 1, no_return),
    ("the run comes to another state", 5, other_member),
    ("a graph needs no memory", 2, bounded_memory),
    ("a node of a graph is left out", 5, node_left_out),
];

#[test]
fn corrupted_refutations_are_rejected() {
    programs();
    let originals: Vec<Refutation> = parallel::map(&SAMPLE, |case| made(case)).into_iter().flatten().collect();
    assert!(originals.len() >= SAMPLE.len());
    for original in &originals {
        assert_eq!(rejection(original), None, "control: {:?}", original.claim);
    }
    println!("| change | made | rejected | by |\n|---|---|---|---|");
    let mut short = Vec::new();
    for (operator, least, change) in OPERATORS {
        let mutants: Vec<Refutation> = originals.iter().flat_map(change).collect();
        let rejected = parallel::map(&mutants, rejection);
        let accepted = mutants.iter().zip(&rejected).find(|(_, rejected)| rejected.is_none());
        assert!(accepted.is_none(), "{operator}: {accepted:?}");
        let mut rules: Vec<&str> = rejected.iter().flatten().map(String::as_str).collect();
        rules.sort_unstable();
        rules.dedup();
        println!("| {operator} | {} | all | {} |", mutants.len(), rules.join(", "));
        if mutants.len() < *least {
            short.push(format!("{operator}: {} made", mutants.len()));
        }
    }
    assert!(short.is_empty(), "too few: {short:?}");
}

/// The refutations of a case, which its first word names, with the options behind it.
fn made(case: &str) -> Vec<Refutation> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut words = case.split_whitespace();
    let file = root().join("refutation").join(words.next().expect("a name"));
    let mut command = Command::new(&programs().haltcert);
    command.arg("prove").arg(file).arg("-o").arg(folder.path().join("cert")).args(words);
    command.output().expect("haltcert runs");
    let files = fs::read_dir(folder.path()).expect("the folder").map(|entry| entry.expect("a file").path());
    let made: Vec<Refutation> =
        files.filter_map(|file| decode_refutation(&fs::read(file).expect("a file")).ok()).collect();
    assert!(!made.is_empty(), "{case} is not refuted");
    made
}

/// Rule and premise that reject it.
fn rejection(refutation: &Refutation) -> Option<String> {
    let expected = Expectation::of(&refutation.claim);
    match check_refutation(&refutation.module, &encode_refutation(refutation), &expected) {
        Verdict::Valid(_) => None,
        Verdict::Invalid(why) => Some(format!("{} {}", why.rule, why.premise)),
        Verdict::Undecided(why) => Some(format!("undecided {} {}", why.rule, why.premise)),
        Verdict::BadInput(_) => Some("bad input".to_owned()),
    }
}

/// The changed refutation, unless nothing is changed.
fn change(original: &Refutation, change: impl FnOnce(&mut Refutation)) -> Option<Refutation> {
    let mut new = original.clone();
    change(&mut new);
    (new != *original).then_some(new)
}

/// With another ending.
fn ending(original: &Refutation, ending: Ending) -> Option<Refutation> {
    change(original, |new| new.ending = ending)
}

/// With this choice at each place at which there is one.
fn choices(original: &Refutation, other: impl Fn(Choice) -> Option<Choice>) -> Vec<Refutation> {
    let places = original.choices.iter().enumerate();
    places
        .filter_map(|(at, now)| Some((at, other(*now)?)))
        .filter_map(|(at, to)| change(original, |new| new.choices[at] = to))
        .collect()
}

/// With a change of each step of the graph in which there is something to change.
fn steps(original: &Refutation, other: impl Fn(&Step) -> Option<Step>) -> Vec<Refutation> {
    let Ending::Closed { graph: whole, .. } = &original.ending else { return Vec::new() };
    let places = whole.steps.iter().enumerate().filter_map(|(at, step)| Some((at, other(step)?)));
    places.flat_map(|(at, step)| graph(original, |graph| graph.steps[at] = step.clone())).collect()
}

/// With a change of the graph, and without steps that nothing refers to any more.
fn graph(original: &Refutation, other: impl Fn(&mut Graph)) -> Vec<Refutation> {
    let Ending::Closed { steps, graph } = &original.ending else { return Vec::new() };
    let mut graph = graph.clone();
    other(&mut graph);
    let trees = Certificate {
        claim: original.claim.clone(),
        module: String::new(),
        nodes: graph.nodes,
        steps: graph.steps,
        shapes: graph.shapes,
        globals: Vec::new(),
        roots: Vec::new(),
        ranking: Vec::new(),
        call: None,
        bounds: Vec::new(),
    };
    let Some(Certificate { nodes, steps: trees, shapes, .. }) = numbered(trees) else { return Vec::new() };
    let graph = Graph { nodes, steps: trees, shapes, ..*graph };
    ending(original, Ending::Closed { steps: *steps, graph: Box::new(graph) }).into_iter().collect()
}

/// So many instructions more or less. A lasso has more of them than one, and so has a loop of a graph.
fn longer(original: &Refutation, by: i64) -> Vec<Refutation> {
    let moved = |steps: u64| steps.checked_add_signed(by);
    let ending_of = match original.ending.clone() {
        Ending::Error { steps } => moved(steps).map(|steps| Ending::Error { steps }),
        Ending::Lasso { first, second } => {
            moved(second).filter(|_| second > first + 1).map(|second| Ending::Lasso { first, second })
        }
        Ending::Closed { steps, graph } => moved(steps).map(|steps| Ending::Closed { steps, graph }),
    };
    ending_of.and_then(|other| ending(original, other)).into_iter().collect()
}

fn cut_short(original: &Refutation) -> Vec<Refutation> {
    longer(original, -1)
}

fn goes_on(original: &Refutation) -> Vec<Refutation> {
    longer(original, 1)
}

fn other_error(original: &Refutation) -> Vec<Refutation> {
    let Ending::Error { steps: at } = original.ending else { return Vec::new() };
    let others = [0, at / 3, at / 2, at * 2, u64::MAX].map(|steps| ending(original, Ending::Error { steps }));
    others.into_iter().flatten().collect()
}

fn other_state(original: &Refutation) -> Vec<Refutation> {
    let Ending::Lasso { first, second } = original.ending else { return Vec::new() };
    // The first state of the lasso is the run's, so that one before it was never there again, or comes earlier.
    let others = [(second, first), (second, second), (first, first), (0, second + 1), (first, u64::MAX)];
    others.into_iter().filter_map(|(first, second)| ending(original, Ending::Lasso { first, second })).collect()
}

fn choice_left_out(original: &Refutation) -> Vec<Refutation> {
    change(original, |new| new.choices.truncate(new.choices.len().saturating_sub(1))).into_iter().collect()
}

fn choice_left_over(original: &Refutation) -> Vec<Refutation> {
    let more = [Choice::Null, Choice::Byte(0), Choice::Value(Int(0)), Choice::Address(1 << 30)];
    more.into_iter().filter_map(|more| change(original, |new| new.choices.push(more))).collect()
}

fn beyond_type(original: &Refutation) -> Vec<Refutation> {
    let beyond = |by: i128| choices(original, |now| matches!(now, Choice::Value(_)).then_some(Choice::Value(Int(by))));
    [1 << 64, -(1 << 63) - 1].into_iter().flat_map(beyond).collect()
}

fn other_kind(original: &Refutation) -> Vec<Refutation> {
    choices(original, |now| match now {
        Choice::Value(_) => Some(Choice::Byte(0)),
        Choice::Byte(byte) => Some(Choice::Value(Int(byte.into()))),
        Choice::Address(at) => Some(Choice::Value(Int(at.into()))),
        Choice::Null => Some(Choice::Byte(0)),
    })
}

fn nowhere(original: &Refutation) -> Vec<Refutation> {
    let at = |to: u64| choices(original, |now| matches!(now, Choice::Address(_)).then_some(Choice::Address(to)));
    [0, u64::MAX << 16, u64::MAX].into_iter().flat_map(at).collect()
}

fn fails(original: &Refutation) -> Vec<Refutation> {
    if original.claim.malloc_may_fail {
        return Vec::new();
    }
    choices(original, |now| matches!(now, Choice::Address(_)).then_some(Choice::Null))
}

fn other_property(original: &Refutation) -> Vec<Refutation> {
    let none = Properties { memory_safety: false, no_overflow: false, termination: false };
    let all = Properties { memory_safety: true, no_overflow: true, termination: true };
    let one = [
        Properties { memory_safety: true, ..none },
        Properties { no_overflow: true, ..none },
        Properties { termination: true, ..none },
    ];
    let others = one.into_iter().chain([none, all]);
    others.filter_map(|properties| change(original, |new| new.claim.properties = properties)).collect()
}

fn other_mode(original: &Refutation) -> Vec<Refutation> {
    if !original.claim.properties.no_overflow {
        return Vec::new();
    }
    let others = [Overflow::Wrap, Overflow::Ideal];
    others.into_iter().filter_map(|mode| change(original, |new| new.claim.overflow = mode)).collect()
}

fn no_failure(original: &Refutation) -> Vec<Refutation> {
    if !original.choices.contains(&Choice::Null) {
        return Vec::new();
    }
    change(original, |new| new.claim.malloc_may_fail = false).into_iter().collect()
}

fn other_entry(original: &Refutation) -> Vec<Refutation> {
    change(original, |new| new.claim.entry.push('_')).into_iter().collect()
}

fn other_contracts(original: &Refutation) -> Vec<Refutation> {
    let less = change(original, |new| drop(new.claim.contracts.pop()));
    let more = change(original, |new| new.claim.contracts.push("~".to_owned()));
    less.into_iter().chain(more).collect()
}

fn other_module(original: &Refutation) -> Vec<Refutation> {
    change(original, |new| new.module.push('\n')).into_iter().collect()
}

fn impossible(original: &Refutation) -> Vec<Refutation> {
    let infeasible = || Step::Infeasible { witnesses: Vec::new() };
    steps(original, |step| matches!(step, Step::Goto { .. }).then(infeasible))
}

fn exits(original: &Refutation) -> Vec<Refutation> {
    steps(original, |step| match step {
        Step::Exec { hint, .. } => Some(Step::Exit { hint: hint.clone(), witnesses: Vec::new() }),
        _ => None,
    })
}

fn chosen(original: &Refutation) -> Vec<Refutation> {
    // No input has this value, so that nothing is right where one is.
    let beyond = || Term::from(vec![(Monomial::default(), Int(1 << 70))]);
    steps(original, |step| match step {
        Step::Exec { next, .. } => {
            Some(Step::Choose { value: beyond(), sign: Sign::Signed, next: *next, witnesses: Vec::new() })
        }
        _ => None,
    })
}

fn chosen_beyond_type(original: &Refutation) -> Vec<Refutation> {
    let beyond = || Term::from(vec![(Monomial::default(), Int(1 << 40))]);
    steps(original, |step| match step {
        Step::Choose { sign, next, .. } => {
            Some(Step::Choose { value: beyond(), sign: *sign, next: *next, witnesses: Vec::new() })
        }
        _ => None,
    })
}

fn no_return(original: &Refutation) -> Vec<Refutation> {
    steps(original, |step| match step {
        Step::Call { entry, instance, returns, .. } if !returns.is_empty() => {
            Some(Step::Call { entry: *entry, instance: instance.clone(), returns: Vec::new(), witnesses: Vec::new() })
        }
        _ => None,
    })
}

fn other_member(original: &Refutation) -> Vec<Refutation> {
    let values = graph(original, |graph| graph.variables.iter_mut().for_each(|value| value.0 += 1));
    let blocks = graph(original, |graph| graph.blocks.iter_mut().for_each(|(_, base)| *base += 16));
    let fewer = graph(original, |graph| graph.variables.truncate(graph.variables.len().saturating_sub(1)));
    values.into_iter().chain(blocks).chain(fewer).collect()
}

fn bounded_memory(original: &Refutation) -> Vec<Refutation> {
    graph(original, |graph| graph.unbounded_memory = false)
}

fn node_left_out(original: &Refutation) -> Vec<Refutation> {
    graph(original, |graph| drop(graph.nodes.pop()))
}
