//! Certificates that nobody meant well: no panic, no stack overflow, and an end within the limits.

use std::time::{Duration, Instant};

use certificates::encoding::{seal, unseal};
use certificates::{Certificate, Ghost, Instance, Node, Step};
use checker::{Expectation, Verdict, check};
use serde_json::Value;

use crate::language::{self, term};
use crate::programs::{HEADER, strlen};
use crate::support::{Block, rejected, valid, verdict};

/// Deterministic random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn sample() -> Certificate {
    strlen(&|text| text.into())
}

#[test]
fn altered_bytes_do_not_panic() {
    let certificate = sample();
    let bytes = certificates::encode(&certificate);
    let payload = unseal(&bytes).unwrap();
    let mut random = Random(0x9e3779b97f4a7c15);
    for round in 0..3000 {
        // What is packed, or the file.
        let inside = round % 3 != 0;
        let mut altered = if inside { payload.clone() } else { bytes.clone() };
        for _ in 0..=random.below(3) {
            let place = random.below(altered.len());
            altered[place] = random.below(256) as u8;
        }
        if round % 7 == 0 {
            altered.truncate(random.below(altered.len()));
        }
        let altered = if inside { seal(&altered) } else { altered };
        let _ = check(&certificate.module, &altered, &Expectation::default());
    }
}

/// Leaves of the JSON view, as paths.
fn leaves(value: &Value, path: String, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(i, v)| leaves(v, format!("{path}/{i}"), out)),
        Value::Object(map) => map.iter().for_each(|(k, v)| leaves(v, format!("{path}/{k}"), out)),
        _ => out.push(path),
    }
}

#[test]
fn altered_fields() {
    let certificate = sample();
    let json: Value = serde_json::from_str(&certificates::to_json(&certificate)).unwrap();
    let mut paths = Vec::new();
    leaves(&json, String::new(), &mut paths);
    paths.retain(|path| !path.starts_with("/module"));
    let mut random = Random(42);
    let numbers = [0u64, 1, 2, 3, 7, 64, 255, 4095, u64::from(u32::MAX), u64::MAX];
    let integers =
        ["0", "1", "-1", "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"];
    let words =
        ["Signed", "Unsigned", "Heap", "Le", "Eq", "Ne", "None", "Succeeds", "Before", "Quotient", "str", "loop"];
    let mut accepted = 0;
    for _ in 0..1500 {
        let mut altered = json.clone();
        for _ in 0..=random.below(2) {
            let path = &paths[random.below(paths.len())];
            let Some(place) = altered.pointer_mut(path) else { continue };
            *place = match &*place {
                Value::Number(_) => numbers[random.below(numbers.len())].into(),
                Value::String(text) if text.parse::<i128>().is_ok() => integers[random.below(integers.len())].into(),
                Value::String(_) => words[random.below(words.len())].into(),
                Value::Bool(bool) => (!*bool).into(),
                other => other.clone(),
            };
        }
        let Ok(altered) = certificates::from_json(&altered.to_string()) else { continue };
        let verdict = check(&certificate.module, &certificates::encode(&altered), &Expectation::default());
        accepted += usize::from(matches!(verdict, Verdict::Valid(_)));
    }
    // Most fields matter.
    assert!(accepted < 600, "{accepted}");
}

/// A path of many steps, and a tree of many branches, need neither stack nor much time.
#[test]
fn long_and_bushy_trees() {
    let block = Block::new("", "");
    let mut certificate = block.certificate("", "goto 3", "");
    let fact = Ghost::Assert(language::atom("0 <= 1"));
    for _ in 0..200_000 {
        let next = certificate.steps.len() as u32 - 1;
        certificate.steps.push(Step::Ghost { ghost: fact.clone(), next, witnesses: Vec::new() });
    }
    certificate.nodes[2].tree = Some(certificate.steps.len() as u32 - 1);
    let start = Instant::now();
    // More facts on a path than the limit allows.
    assert!(matches!(verdict(&certificate), Verdict::Undecided(_)));
    // Splits that lean to one side.
    let mut certificate = block.certificate("vars 1", "goto 3", "");
    for _ in 0..30_000 {
        let (yes, no) = (certificate.steps.len() as u32 - 1, certificate.steps.len() as u32);
        certificate.steps.push(Step::Goto { node: 3, instance: Instance::default(), witnesses: Vec::new() });
        certificate.steps.push(Step::Split { atom: language::atom("v0 = v0"), yes, no });
    }
    certificate.nodes[2].tree = Some(certificate.steps.len() as u32 - 1);
    assert_eq!(valid(&certificate).infeasible, 0);
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// Terms that grow when they are substituted into each other.
#[test]
fn growing_terms() {
    let start = Instant::now();
    let sum: String = (0..60).map(|v| format!("v{v}+")).collect::<String>() + "1";
    let product = "v0*v1*v2*v3*v4*v5*v6*v7";
    let images = [sum.as_str(); 8].join(", ");
    let certificate = Block::new("", "").certificate(
        "vars 60",
        &format!("goto 3 ({images})"),
        &format!("vars 8\nknow {product} <= 0"),
    );
    assert!(matches!(verdict(&certificate), Verdict::Undecided(_)));
    // Numbers that leave 128 bits.
    let huge = "170141183460469231731687303715884105727";
    let big = Block::new("", "").certificate("vars 2", &format!("goto 3 ({huge}*v0)"), "vars 1\nknow 2*v0 <= 0");
    assert!(matches!(verdict(&big), Verdict::Undecided(_)));
    let shift = Block::new("i64 %a, i64 %b", "%r = mul i64 %a, %b");
    let huge = "85070591730234615865843651857942052864*v0";
    let product = shift.certificate(&format!("vars 1\na = {huge}\nb = {huge}"), "exec wraps ?\ngoto 3", "");
    assert!(matches!(verdict(&product), Verdict::Undecided(_)));
    assert!(start.elapsed() < Duration::from_secs(10));
}

/// Counts that promise more than there is.
#[test]
fn enormous_counts() {
    let mut certificate = Block::new("", "").certificate("", "goto 3", "");
    certificate.nodes[3].state.variables = u32::MAX;
    rejected(&certificate, "W", "variables");
    let mut certificate = sample();
    certificate.nodes[3].state.variables = 1 << 20;
    assert!(matches!(verdict(&certificate), Verdict::Invalid(_)));
    let mut certificate = sample();
    certificate.nodes[1].state.blocks[0].id = u32::MAX;
    assert!(matches!(verdict(&certificate), Verdict::Invalid(_)));
    // The last number of a block has no successor.
    let heap = Block::new("", "%p = call ptr @malloc(i64 1)").module("declare ptr @malloc(i64)");
    let last = heap.certificate("vars 2\nblock 4294967295 heap v0 v1 align 1", "exec alloc ok\ngoto 3", "");
    assert!(!matches!(verdict(&last), Verdict::Valid(_)));
    let last = heap.certificate("vars 2\nblock 4294967294 heap v0 v1 align 1", "exec alloc ok\ngoto 3", "");
    assert!(!matches!(verdict(&last), Verdict::Valid(_)));
}

/// No nodes, no steps, a root that is not there.
#[test]
fn empty_certificates() {
    let module = format!("{HEADER}define void @main() {{\n  ret void\n}}\n");
    let mut certificate = language::certificate(&module, "node 0 entry 0 at main 0 0");
    valid(&certificate);
    certificate.roots =
        vec![certificates::Root::Covered { node: 1, instance: Default::default(), returns: Vec::new() }];
    rejected(&certificate, "R-ROOT", "root");
    certificate.nodes = Vec::<Node>::new();
    rejected(&certificate, "R-ROOT", "root");
    certificate.ranking =
        vec![certificates::Round { measure: certificates::Measure::Linear(vec![(0, term("0"))]), removed: vec![0] }];
    rejected(&certificate, "R-ROOT", "root");
}
