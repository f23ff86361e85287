//! Calls that satisfy contracts: the evaluator of clauses agrees with the second reading of the page, and what
//! `haltcert contract --example` prints runs.

use prover::contract::{self, Evaluation, Object};
use prover::program::{Layouts, Program};
use serde_json::Value;
use std::collections::BTreeMap;
use tests::clauses::linked::linked;
use tests::clauses::random::{conjuncts, world};
use tests::clauses::text::contract as contract_text;
use tests::clauses::{Parameter, World};
use tests::command::{Folder, haltcert};
use tests::effort;
use tests::interpreter::{Inputs, Mode, Outcome, RunLimits, run};

/// What the prover's evaluator says of a memory.
fn evaluated(world: &World, contract: &contract::Contract) -> Option<bool> {
    let pointer = world.pointer as u64;
    let structs = [("s".to_owned(), (2 * pointer, pointer))].into();
    let layouts = Layouts { structs, ..Layouts::default() };
    let program = Program { pointer_bits: 8 * pointer as u32, layouts, ..Program::default() };
    let values: BTreeMap<String, i128> =
        (0..world.parameters.len()).map(|place| (format!("a{place}"), world.value(place))).collect();
    let object = |object: &tests::clauses::Object| Object {
        base: object.base,
        bytes: object.bytes.clone(),
        constant: object.constant,
        global: object.global.clone(),
    };
    let memory: Vec<Object> = world.objects.iter().map(object).collect();
    let evaluation = Evaluation {
        program: &program,
        parameters: &contract.parameters,
        clause: &contract.clause,
        values: &values,
        memory: Some(&memory),
        outside: Default::default(),
    };
    evaluation.holds()
}

#[test]
fn the_evaluator_reads_clauses_as_the_page_says() {
    let (mut satisfied, mut others, mut unknown) = (0, 0, 0);
    let count = effort::number("CALLS", 3000, 30_000);
    for seed in effort::seeds(count) {
        let mut random = Inputs::seeded(seed);
        let mut world = world([8, 4][seed as usize % 2], &mut random);
        let all = if seed % 3 == 0 { linked(&mut world, &mut random) } else { conjuncts(&world, &mut random) };
        let text = contract_text(&world, &all, &mut random);
        let contract = contract::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        match evaluated(&world, &contract) {
            Some(truth) => {
                assert!(truth, "seed {seed}: {text}\n{world:?}");
                satisfied += 1;
            }
            None => unknown += 1,
        }
        // Another value of a parameter, another byte: what the evaluator accepts satisfies the clause.
        for _ in 0..8 {
            let mut other = world.clone();
            let places = other.parameters.len() as u64;
            if places > 0 && random.below(2) == 0 {
                let at = random.below(places) as usize;
                let more = random.below(5) as i128 - 2;
                match &mut other.parameters[at] {
                    Parameter::Pointer { value, .. } if *value + more >= 0 => *value += more,
                    Parameter::Integer { value, .. } if (0..100).contains(value) => *value = (*value + more).max(0),
                    _ => {}
                }
            } else if let Some(object) = other.objects.iter_mut().filter(|o| !o.bytes.is_empty()).last() {
                let at = random.below(object.bytes.len() as u64) as usize;
                object.bytes[at] = [0, 1, 255][random.below(3) as usize];
            }
            match evaluated(&other, &contract) {
                Some(true) => assert!(all.iter().all(|c| other.satisfies(c)), "seed {seed}: {text}\n{other:?}"),
                Some(false) => {
                    assert!(!all.iter().all(|c| other.satisfies(c)), "seed {seed}: {text}\n{other:?}");
                    others += 1;
                }
                None => {}
            }
        }
    }
    assert!(10 * satisfied > 9 * count && 10 * unknown < count && 6 * others > count, "{satisfied} {unknown} {others}");
}

/// The program that makes a call of `f`, and the whole answer.
fn example(folder: &Folder, source: &str) -> (String, Value) {
    let file = folder.write("f.c", source);
    let answer = haltcert(&["contract", &file, "--entry", "f", "--example", "--json"]);
    let json: Value = serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {}", answer.said()));
    let program = json["example"]["program"].as_str().unwrap_or_else(|| panic!("{json} for {source}")).to_owned();
    let text = haltcert(&["contract", &file, "--entry", "f", "--example"]);
    assert_eq!(text.out, program, "the same without --json");
    (program, json)
}

/// Runs a program in the interpreter.
fn outcome(folder: &Folder, source: &str) -> Outcome {
    let (file, module) = (folder.write("run.c", source), folder.file("run.ll"));
    let answer = haltcert(&["module", &file, "--emit-module", &module]);
    let text = std::fs::read_to_string(&module).unwrap_or_else(|_| panic!("{}", answer.said()));
    run(&text, "main", &mut Inputs::seeded(1), Mode::Error, RunLimits::default())
}

/// Functions with their contracts; an error that every call of the example's kind meets.
const FUNCTIONS: [(&str, &str, &str); 8] = [
    (
        r"/*@ requires \valid_read(a + (0 .. n - 1)) && n > 2; */",
        "int f(const int *a, unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s ^= a[i]; return s; }",
        "int f(const int *a, unsigned n) { int s = 0; for (unsigned i = 0; i <= n; i++) s ^= a[i]; return s; }",
    ),
    (
        r"/*@ requires valid_read_string(s) && strlen(s) >= 3; */",
        "int f(const char *s) { return s[3] + (s[2] != 0 ? 1 : 1 / (s[2] + 0)); }",
        "int f(const char *s) { return 1 / (s[2] == 0); }",
    ),
    (
        r"struct b { unsigned len; unsigned char *data; }; /*@ requires \valid(b) && b->len > 4 && \valid(b->data + (0 .. b->len - 1)) && \separated(b, b->data + (0 .. b->len - 1)); */",
        "void f(struct b *b) { b->data[b->len - 1] = 1; }",
        "void f(struct b *b) { b->data[b->len] = 1; }",
    ),
    (
        r"static int count; void more(void) { ++count; } /*@ requires 3 <= count < 9 && (p == \null || \valid(p)); */",
        "int f(int *p) { return 12 / (count - 2); }",
        "int f(int *p) { return 12 / (count / 9); }",
    ),
    (
        r"/*@ requires \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1)) && n == 2 && \separated(d + (0 .. n - 1), s + (0 .. n - 1)); */",
        "void f(d, s, n) char *d; const char *s; unsigned long n; { __builtin_memcpy(d, s, n); }",
        "void f(d, s, n) char *d; const char *s; unsigned long n; { __builtin_memcpy(d, s, n + 1); }",
    ),
    (
        r"struct n { struct n *next; int v; }; /*@ requires \list(p, struct n, next) && k <= -2147483647; */",
        "int f(struct n *p, int k) { while (p) p = p->next; return k; }",
        "int f(struct n *p, int k) { while (p) p = p->next; return k - 2; }",
    ),
    (
        r"/*@ requires x * x == 49 && x < 0 && y % 4 == 3 && y > 8; */",
        "int f(int x, long y) { return 1 / (x + 8); }",
        "int f(int x, long y) { return 1 / (x + 7); }",
    ),
    (
        r"/*@ requires \valid(a + (0 .. 3)) && a[0] == 7 && (c == 'x' || c == 'y') && b; */",
        "int f(short a[4], char c, int b) { return 1 / (a[0] - 6) / (c - 'x' + 1); }",
        "int f(short a[4], char c, int b) { return 1 / (a[0] - 7); }",
    ),
];

#[test]
fn examples_run() {
    let folder = Folder::new();
    for (contract, right, wrong) in FUNCTIONS {
        let source = format!("{contract}\n{right}\n");
        let (program, _) = example(&folder, &source);
        let ended = outcome(&folder, &format!("{source}{program}"));
        assert!(matches!(ended, Outcome::Returned(_)), "{ended:?}:\n{source}{program}");
        let source = format!("{contract}\n{wrong}\n");
        let (program, _) = example(&folder, &source);
        let ended = outcome(&folder, &format!("{source}{program}"));
        assert!(matches!(ended, Outcome::Error { .. }), "{ended:?}:\n{source}{program}");
    }
}

#[test]
fn what_nothing_satisfies_has_no_example() {
    let folder = Folder::new();
    for contract in [r"\valid(p) && *p == -1", r"n > 3 && n < 4", r"\valid(p) && p == \null", "n * n == 2"] {
        let source = format!("/*@ requires {contract}; */ int f(unsigned *p, int n) {{ return 0; }}");
        let file = folder.write("f.c", source);
        let answer = haltcert(&["contract", &file, "--entry", "f", "--example", "--json"]);
        let json: Value = serde_json::from_str(&answer.out).expect("one JSON object");
        assert!(json["example"].is_null() && json["reason"].as_str().is_some_and(|r| r.contains("no call")), "{json}");
    }
}

#[test]
fn comparisons_that_hold_for_nothing_are_told() {
    let folder = Folder::new();
    for (contract, told) in [
        (r"\valid(p) && (*p == -1 || n > 0)", Some("'*p == -1' holds for nothing: *p is from 0 to 4294967295")),
        ("c > 300 || n == 1", Some("'c > 300' holds for nothing: c is from -128 to 127")),
        (r"\valid(p) && *p == 4294967295", None),
        ("n == -1 && c <= 127", None),
    ] {
        let source = format!("/*@ requires {contract}; */ int f(unsigned *p, int n, char c) {{ return n; }}");
        let file = folder.write("f.c", source);
        let json = haltcert(&["prove", &file, "--entry", "f", "--json"]);
        let json: Value = serde_json::from_str(&json.out).expect("one JSON object");
        let warnings: Vec<&str> =
            json["warnings"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(warnings.len(), usize::from(told.is_some()), "{contract}: {json}");
        assert!(told.is_none_or(|told| warnings[0].contains(told)), "{contract}: {json}");
        let text = haltcert(&["prove", &file, "--entry", "f"]);
        assert_eq!(text.out.contains("(warning: "), told.is_some(), "{}", text.out);
    }
    let ensures = r"/*@ requires n == 1; ensures \result == -1 || n == 1; */ unsigned f(int n) { return n; }";
    let answer = haltcert(&["prove", &folder.write("f.c", ensures), "--entry", "f"]);
    let told = r"(warning: '\result == -1' holds for nothing: \result is from 0 to 4294967295";
    assert!(answer.code == 0 && answer.out.contains(told), "{}", answer.said());
    let file = folder.write("f.c", r"/*@ requires \valid(p) && *p == -1; */ int f(unsigned *p) { return 0; }");
    haltcert(&["prove", &file, "--entry", "f"]).is_bad(&["'*p == -1' holds for nothing"]);
}
