//! Certificates whose obligations are enormous: each ends at a limit that the pages state, with UNDECIDED or a rejection.

use std::time::{Duration, Instant};

use certificates::{Certificate, Ghost, Instance, Int, Measure, Round, Step, Witness};
use checker::Verdict;

use crate::language::{atom, term};
use crate::support::{Block, rejected, verdict};

/// For one certificate, on a busy machine and in a build without optimisation.
const TIME: Duration = Duration::from_secs(120);

/// UNDECIDED at this rule because of a limit, and soon.
fn limited(certificate: &Certificate, rule: &str) {
    let start = Instant::now();
    match verdict(certificate) {
        Verdict::Undecided(reason) => assert_eq!((reason.rule, reason.premise.as_str()), (rule, "limit"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert!(start.elapsed() < TIME, "{:?}", start.elapsed());
}

/// Not VALID, and soon.
fn refused(certificate: &Certificate) {
    let start = Instant::now();
    let verdict = verdict(certificate);
    assert!(!matches!(verdict, Verdict::Valid(_)), "VALID");
    assert!(start.elapsed() < TIME, "{:?}", start.elapsed());
}

/// The sum of the first variables, with these coefficients.
fn sum(variables: usize, coefficient: usize) -> String {
    (0..variables).map(|v| format!("{coefficient}*v{v}")).collect::<Vec<_>>().join("+")
}

#[test]
fn sums_of_too_many_terms() {
    let state = format!("vars 100000\nknow {} <= 0", sum(100_000, 1));
    rejected(&Block::new("", "").certificate(&state, "goto 3", ""), "W", "knowledge");
    // Two sums that are allowed, whose sum is not.
    let left = sum(4000, 1);
    let right: String = (4000..8000).map(|v| format!("+v{v}")).collect();
    let state = format!("vars 8000\na = {left}\nb = {}", &right[1..]);
    let add = Block::new("i64 %a, i64 %b", "%r = add i64 %a, %b");
    limited(&add.certificate(&state, "exec wraps ?\ngoto 3", ""), "Terms");
}

/// A chain of facts that is longer than the cheap steps look.
#[test]
fn many_facts() {
    let chain: String = (1..4_000).map(|v| format!("know v{} < v{v}\n", v - 1)).collect();
    let state = format!("vars 4000\n{chain}know v3999 < v0");
    let start = Instant::now();
    let _ = verdict(&Block::new("", "").certificate(&state, "infeasible", ""));
    assert!(start.elapsed() < TIME, "{:?}", start.elapsed());
}

/// Factors of a number of 96 bits: what a solver would have to find.
#[test]
fn products_with_large_constants() {
    let state = "vars 3
        know v0*v1*v2 = 79228162495817593519834398721
        know 2 <= v0
        know v0 <= 4294967290
        know v0 <= v1
        know v1 <= v2";
    refused(&Block::new("", "").certificate(state, "infeasible", ""));
    let huge = "170141183460469231731687303715884105727";
    let state = format!("vars 2\nknow {huge}*v0 <= {huge}*v1*v1\nknow v1 <= -{huge}");
    refused(&Block::new("", "").certificate(&state, "assert v0*v0 <= v1\ngoto 3", ""));
}

/// As many rounds as there are edges: each asks something of all edges that are left.
#[test]
fn many_rounds() {
    let mut certificate = Block::new("", "").certificate("vars 1", "goto 3", "");
    let mut edges = Vec::new();
    for _ in 0..3_000 {
        let (yes, no) = (certificate.steps.len() as u32 - 1, certificate.steps.len() as u32);
        edges.push(no);
        certificate.steps.push(Step::Goto { node: 2, instance: Instance::default(), witnesses: Vec::new() });
        certificate.steps.push(Step::Split { atom: atom("v0 <= 0"), yes, no });
    }
    certificate.nodes[2].tree = Some(certificate.steps.len() as u32 - 1);
    let round = |edge| Round { measure: Measure::Linear(vec![(2, term("v0"))]), removed: vec![edge] };
    certificate.ranking = edges.into_iter().map(round).collect();
    limited(&certificate, "K-FORM");
}

/// A hundred thousand rounds that remove nothing that is there.
#[test]
fn empty_rounds() {
    let mut certificate = Block::new("", "").certificate("vars 1", "goto 3", "");
    let round = Round { measure: Measure::Linear(vec![(2, term("v0"))]), removed: vec![0] };
    certificate.ranking = vec![round; 100_000];
    rejected(&certificate, "K-FORM", "K3");
}

/// A witness that names one long fact again and again.
#[test]
fn long_witnesses() {
    let mut certificate =
        Block::new("", "").certificate(&format!("vars 3000\nknow {} <= 0", sum(3000, 1)), "goto 3", "");
    let farkas = certificates::Farkas { scale: Int(1), facts: vec![(0, Int(1)); 20_000] };
    let next = certificate.steps.len() as u32 - 1;
    let ghost = Ghost::Assert(atom("v0 <= 0"));
    certificate.steps.push(Step::Ghost { ghost, next, witnesses: vec![Witness::Farkas(farkas)] });
    certificate.nodes[2].tree = Some(next + 1);
    rejected(&certificate, "G-ASSERT", "P1");
}

/// A string whose elements have no bytes but an enormous type: its text cannot be read within the budget, and so it is
/// not known to be none.
#[test]
fn strings_that_are_too_much_work() {
    let fields = vec!["i8"; 8000].join(", ");
    let with = |declaration: &str, call: &str, steps: &str| {
        let text = format!("@t = constant [16000 x [0 x {{ {fields} }}]] zeroinitializer\n{declaration}");
        let mut certificate = Block::new("", call).module(&text).certificate("", steps, "");
        certificate.globals.clear();
        certificate
    };
    let print = with("declare i32 @puts(ptr)", "%r = call i32 @puts(ptr @t)", "exec s");
    limited(&print, "X-PRINT");
    let failed = "call void @__assert_fail(ptr @t, ptr null, i32 1, ptr null)";
    limited(&with("declare void @__assert_fail(ptr, ptr, i32, ptr)", failed, "exit"), "X-EXIT");
}

/// Beyond 4096 blocks the facts of G-APART might contradict each other.
#[test]
fn blocks_of_a_state() {
    let blocks = |count: usize| {
        let block = |number| format!("block {number} heap {} 1 align 1\n", 2 * number + 1);
        format!("vars 1\nn = v0\nknow v0 = 1\n{}", (0..count).map(block).collect::<String>())
    };
    let alloca = Block::new("i64 %n", "%x = alloca i8, i64 %n");
    alloca.accepts(&blocks(4095), "exec", "");
    alloca.rejects("M-ALLOCA", "blocks", &blocks(4096), "exec");
    alloca.rejects("W", "blocks", &blocks(4097), "exec");
}

#[test]
fn lists_of_a_state() {
    let block = Block::new("", "").shapes("shape 8 align 8 links 0");
    let lists = |n: u32| (0..n).map(|i| format!("list {i} shape 0 from 0 to 0 length 0\n")).collect::<String>();
    let trees = |n: u32| (0..n).map(|i| format!("tree {i} shape 0 root 0 cells 0\n")).collect::<String>();
    let both = format!("{}{}", lists(1000), trees(24));
    block.accepts(&both, "goto 3", "");
    rejected(&block.certificate(&format!("{both}tree 24 shape 0 root 0 cells 0"), "goto 3", ""), "W", "structures");
    block.rejects("L-EMPTY", "structures", &both, "list-empty shape 0 end 0");
    block.rejects("T-NIL", "structures", &both, "tree-nil shape 0 root 0");
}

#[test]
fn shapes_of_a_certificate() {
    let block = |n: usize| Block::new("", "").shapes(&"shape 8 align 8 links 0\n".repeat(n));
    block(1024).accepts("", "goto 3", "");
    rejected(&block(1025).certificate("", "goto 3", ""), "W", "shapes");
}
