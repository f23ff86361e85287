//! Corrupted certificates are rejected; and whatever the checker still accepts after a random change
//! is true of every concrete run that was tried.

use certificates::encoding::{seal, unseal};
use certificates::{
    Atom, Certificate, DataModel, Detail, Instance, Int, Monomial, Node, Overflow, Position, Rel, Root, State, Step,
    Term, decode, encode, hash,
};
use checker::{Expectation, Verdict, check};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use tests::cases::{Case, read, root};
use tests::inside::{follow, follow_run};
use tests::interpreter::{Inputs, parse};
use tests::programs::certificate;
use tests::sample::about;
use tests::{effort, mutation};

/// Cases of every kind of proof.
const SAMPLE: [&str; 14] = [
    "papers/strlen.c",
    "papers/strcpy.c",
    "loops/lexicographic.c",
    "loops/bubble_sort.c",
    "loops/nested.c",
    "memory/two_counters_in_memory.c",
    "memory/array_fill.c",
    "heap/two_blocks.c",
    "heap/symbolic_size.c",
    "call/by_address.c",
    "call/loop_in_callee.c",
    "call/global_kept.c",
    "strings/reverse.c",
    "arithmetic/euclid.c",
];

/// The case's certificate, proved once.
fn proved(name: &str) -> Certificate {
    static PROVED: Mutex<BTreeMap<String, Arc<OnceLock<Certificate>>>> = Mutex::new(BTreeMap::new());
    let cell = Arc::clone(PROVED.lock().expect("no panic while locked").entry(name.to_owned()).or_default());
    let prove = || {
        let case: Case = read(&root().join(name)).expect("a case").remove(0);
        certificate(&case).unwrap_or_else(|| panic!("{name} is not proved"))
    };
    cell.get_or_init(prove).clone()
}

fn expectation(certificate: &Certificate) -> Expectation {
    Expectation::of(&certificate.claim)
}

fn verdict(certificate: &Certificate) -> Verdict {
    check(&certificate.module, &encode(certificate), &expectation(certificate))
}

fn valid(certificate: &Certificate) -> bool {
    matches!(verdict(certificate), Verdict::Valid(_))
}

/// The rule that rejects.
fn rejecting(certificate: &Certificate) -> String {
    match verdict(certificate) {
        Verdict::Invalid(rejection) => rejection.rule.to_owned(),
        Verdict::Undecided(rejection) => format!("undecided: {rejection:?}"),
        Verdict::BadInput(message) => format!("bad input: {message}"),
        Verdict::Valid(_) => "VALID".to_owned(),
    }
}

fn constant(value: i128) -> Term {
    Term::from(if value == 0 { vec![] } else { vec![(Monomial(vec![]), Int(value))] })
}

#[test]
fn the_sample_is_valid_and_decodes() {
    for name in SAMPLE {
        let certificate = proved(name);
        assert_eq!(rejecting(&certificate), "VALID", "{name}");
        assert_eq!(decode(&encode(&certificate)).as_ref(), Ok(&certificate), "{name}");
    }
}

#[test]
fn another_module() {
    let certificate = proved("papers/strlen.c");
    let other = certificate.module.replacen("main", "niam", 1);
    let verdict = check(&other, &encode(&certificate), &expectation(&certificate));
    assert!(matches!(verdict, Verdict::BadInput(_)), "{verdict:?}");
    let mut wrong = certificate.clone();
    wrong.claim.module_hash = hash::sha256_hex(b"something else");
    assert!(matches!(self::verdict(&wrong), Verdict::BadInput(_) | Verdict::Invalid(_)));
}

/// Facts that nothing proves: a contradiction in the state of a node.
#[test]
fn facts() {
    for name in SAMPLE {
        let certificate = proved(name);
        for number in 0..certificate.nodes.len() {
            let mut wrong = certificate.clone();
            wrong.nodes[number].state.knowledge.push(Atom { rel: Rel::Le, term: constant(1) });
            assert!(!valid(&wrong), "{name}: node {number} believes 1 <= 0");
        }
    }
}

/// Blocks exchanged, a global for another among them.
#[test]
fn blocks_exchanged() {
    let mut certificate = proved("call/global_kept.c");
    let Some(Root::Covered { instance, .. }) = certificate.roots.first_mut() else {
        panic!("the case has a root");
    };
    let blocks = &mut instance.blocks;
    assert!(blocks.len() >= 2, "the case has two globals");
    let first = blocks[0].1;
    blocks[0].1 = blocks[1].1;
    blocks[1].1 = first;
    assert!(!valid(&certificate));
}

/// A claim of more than is proved.
#[test]
fn claims() {
    let case = read(&root().join("branch/empty_loop.c")).expect("a case").remove(0);
    let mut certificate = certificate(&case).expect("memory safety is proved");
    assert!(!certificate.claim.properties.termination);
    certificate.claim.properties.termination = true;
    assert!(!valid(&certificate));
    let mut other = proved("papers/strlen.c");
    other.claim.overflow = Overflow::Wrap;
    other.claim.properties.no_overflow = true;
    assert!(!valid(&other), "no overflow in the mode wrap");
    let mut pointers = proved("papers/strlen.c");
    pointers.claim.data_model = DataModel::Ilp32;
    assert!(!valid(&pointers));
    let mut contracts = proved("papers/strlen.c");
    contracts.claim.contracts.clear();
    assert!(!valid(&contracts), "contracts that are used must be named");
}

/// What the user expects counts, not what the certificate says of itself.
#[test]
fn expectations() {
    let certificate = proved("papers/strlen.c");
    let bytes = encode(&certificate);
    let strict = Expectation::default();
    assert!(matches!(check(&certificate.module, &bytes, &strict), Verdict::Valid(_)));
    for other in [
        Expectation { overflow: Overflow::Wrap, ..strict.clone() },
        Expectation { overflow: Overflow::Ideal, ..strict.clone() },
        Expectation { data_model: DataModel::Ilp32, ..strict.clone() },
        Expectation { malloc_may_fail: true, ..strict.clone() },
        Expectation { entry: "length".into(), ..strict.clone() },
    ] {
        let verdict = check(&certificate.module, &bytes, &other);
        assert!(!matches!(verdict, Verdict::Valid(_)), "{other:?}");
    }
}

/// A module without memory, `loop` being its only loop.
const ENDLESS: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"

define i32 @main() {
start:
  br label %loop

loop:
  br label %loop
}
";

fn goto(node: u32) -> Step {
    Step::Goto { node, instance: Instance::default(), witnesses: vec![] }
}

/// A certificate for [`ENDLESS`] whose loop head has this tree.
fn endless(tree: Vec<Step>, termination: bool) -> Certificate {
    let position = |block: &str| Position { function: "main".into(), block: block.into(), index: 0 };
    let hint =
        certificates::Hint { sign: certificates::Sign::Unsigned, wraps: vec![], phis: vec![], detail: Detail::None };
    let last = tree.len() as u32 - 1;
    let mut steps = tree;
    steps.push(goto(1));
    steps.push(Step::Exec { hint, next: last + 1, witnesses: vec![] });
    let mut sample = about(ENDLESS);
    sample.claim.properties.termination = termination;
    Certificate {
        nodes: vec![
            Node { entry: 0, position: position("start"), state: State::default(), tree: Some(last + 2) },
            Node { entry: 0, position: position("loop"), state: State::default(), tree: Some(last) },
        ],
        steps,
        roots: vec![Root::Covered { node: 0, instance: Instance::default(), returns: Vec::new() }],
        ..sample
    }
}

/// A node that covers itself without executing anything would prove everything.
#[test]
fn a_node_that_covers_itself() {
    let hint =
        certificates::Hint { sign: certificates::Sign::Unsigned, wraps: vec![], phis: vec![], detail: Detail::None };
    let honest = vec![goto(1), Step::Exec { hint, next: 0, witnesses: vec![] }];
    assert_eq!(rejecting(&endless(honest.clone(), false)), "VALID");
    assert!(!valid(&endless(honest, true)), "it does not end");
    assert_eq!(rejecting(&endless(vec![goto(1)], false)), "G-GOTO");
    assert!(!valid(&endless(vec![goto(1)], true)));
    assert!(!valid(&endless(vec![Step::Infeasible { witnesses: vec![] }], false)), "nothing is contradictory");
}

/// Steps used twice, or not at all, or later ones.
#[test]
fn trees_are_flat() {
    let hint =
        certificates::Hint { sign: certificates::Sign::Unsigned, wraps: vec![], phis: vec![], detail: Detail::None };
    let exec = |next| Step::Exec { hint: hint.clone(), next, witnesses: vec![] };
    let mut twice = endless(vec![goto(1), exec(0)], false);
    twice.nodes[0].tree = Some(1);
    assert!(!valid(&twice));
    let unused = endless(vec![goto(1), goto(1), exec(1)], false);
    assert!(!valid(&unused));
    let later = endless(vec![goto(1), exec(1)], false);
    assert!(!valid(&later));
    let none = endless(vec![goto(1), exec(77)], false);
    assert!(!valid(&none));
}

/// One instruction of the module changed, the hash adjusted: rejected, or the proof still holds on
/// concrete runs, and they end.
#[test]
fn random_changes_of_modules() {
    let mut counts = [0, 0];
    for (sample, name) in SAMPLE.into_iter().enumerate() {
        let certificate = proved(name);
        let mut random = effort::random(100 + sample as u64);
        for _ in 0..count(40) {
            let Some((module, what)) = mutation::module::change(&certificate.module, &mut random) else {
                continue;
            };
            let mut changed = certificate.clone();
            changed.claim.module_hash = hash::sha256_hex(module.as_bytes());
            changed.module = module;
            let accepted = valid(&changed);
            counts[usize::from(accepted)] += 1;
            if accepted {
                let (problem, _) = follow(&changed, 12);
                assert_eq!(problem, None, "{name}: {what} is accepted");
                assert_eq!(endless_run(&changed), None, "{name}: {what} is accepted");
            }
        }
    }
    let [rejected, accepted] = counts;
    println!("{rejected} rejected, {accepted} accepted");
    assert!(rejected > accepted, "{rejected} rejected, {accepted} accepted");
}

/// Small inputs with which a run of a module that is claimed to terminate takes very long.
fn endless_run(certificate: &Certificate) -> Option<Vec<u64>> {
    if !certificate.claim.properties.termination {
        return None;
    }
    let module = parse(&certificate.module).expect("is read");
    let mut random = effort::random(5);
    for seed in 0..6 {
        let given: Vec<u64> = (0..200).map(|_| random.below(9)).collect();
        let mut inputs = Inputs::given(&given, seed);
        let limits = tests::interpreter::RunLimits { steps: 100_000, ..Default::default() };
        let mode = tests::interpreter::Mode::Wrap;
        let outcome =
            tests::interpreter::run_module(&module, &certificate.claim.entry, &mut inputs, mode, limits, None);
        if outcome == tests::interpreter::Outcome::StepLimit {
            return Some(inputs.drawn);
        }
    }
    None
}

/// Bytes of any kind are answered, never a panic.
#[test]
fn bytes() {
    let certificate = proved("papers/strlen.c");
    let good = encode(&certificate);
    let strict = Expectation::default();
    let mut random = effort::random(9);
    for _ in 0..300 {
        // The file, or what is packed in it.
        let packed = random.below(2) == 0;
        let mut bytes = if packed { good.clone() } else { unseal(&good).expect("its own file") };
        match random.below(3) {
            0 => bytes.truncate(random.below(bytes.len() as u64) as usize),
            1 => {
                for _ in 0..3 {
                    let at = random.below(bytes.len() as u64) as usize;
                    bytes[at] = random.byte();
                }
            }
            _ => bytes = (0..random.below(300)).map(|_| random.byte()).collect(),
        }
        let bytes = if packed { bytes } else { seal(&bytes) };
        if bytes != good {
            let verdict = check(&certificate.module, &bytes, &strict);
            if let Verdict::Valid(_) = verdict {
                let changed = decode(&bytes).expect("was read");
                let module = parse(&certificate.module).expect("is read");
                let (problem, _) = follow_run(&changed, &module, &mut Inputs::seeded(1), 1000);
                assert_eq!(problem, None);
            }
        }
    }
    let mut newer = good;
    newer[8] = 200;
    assert!(
        matches!(check(&certificate.module, &newer, &strict), Verdict::BadInput(message) if message.contains("version"))
    );
}

/// How many changes to try; more with `MUTATIONS=20` (times as many).
fn count(usual: u64) -> u64 {
    usual * effort::number("MUTATIONS", 1, 12)
}
