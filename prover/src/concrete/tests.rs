//! Calls of small contracts, and what is no call.

use super::near::Source;
use super::{call_of, contradiction, satisfies};
use crate::contract;
use crate::frontend;
use crate::program::Program;
use certificates::{Call, Content, DataModel, Run};

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

/// A module with a function of these parameters, two global variables, a constant, and a constant with padding, whose
/// zeros end no string.
fn program(parameters: &str) -> Program {
    let text = format!(
        "{LAYOUT}\
         @count = global i32 5, align 4\n\
         @table = constant [4 x i8] c\"ab\\00c\", align 1\n\
         @elsewhere = external global [8 x i8], align 1\n\
         @row = constant {{ ptr, i32, [4 x i8] }} {{ ptr @table, i32 1, [4 x i8] zeroinitializer }}, align 8\n\
         declare void @g()\n\
         define void @f({parameters}) {{\nstart:\n  %first = load i32, ptr @count\n  %second = load i8, ptr @table\n  \
         %third = load i8, ptr @elsewhere\n  %fourth = load ptr, ptr @row\n  ret void\n}}\n"
    );
    frontend::module(&text, DataModel::Lp64).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn called(parameters: &str, text: &str) -> (Program, Option<Call>) {
    let program = program(parameters);
    let contract = contract::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let call = call_of(&program, "f", &contract);
    assert!(call.as_ref().is_none_or(|call| satisfies(&program, "f", text, call)), "{text}: {call:?}");
    (program, call)
}

/// Contracts with the module's parameters and the parameters of C.
const SATISFIABLE: [(&str, &str); 26] = [
    ("i32 %n", r"(int n) requires n == -7"),
    ("i32 %n", r"(int n) requires n * n == 49 && n < 0"),
    ("i64 %n", r"(long n) requires n % 8 == 3 && n > 100 && n / 8 != 13"),
    ("ptr %p, i64 %n", r"(int *p, size_t n) requires \valid(p + (0 .. n - 1)) && n > 5"),
    ("ptr %p, i64 %n", r"(char *p, size_t n) requires \valid(p + (0 .. n - 1)) && n == 100000000"),
    ("ptr %p, i32 %w, i32 %h", r"(char *p, int w, int h) requires \valid(p + (0 .. w * h - 1)) && w > 2 && h > 3"),
    ("ptr %p, ptr %q", r"(int *p, int *q) requires \valid(p) && \valid(q) && p == q && i32[p + 0] == 5"),
    ("ptr %p, ptr %q", r"(int *p, int *q) requires \valid(p + (0 .. 3)) && \valid(q) && q == p + 2 && i32[q + 0] == 9"),
    (
        "ptr %p, ptr %q",
        r"(int *p, int *q) requires p < q && ((char *)q - (char *)p) % 4 == 0 && \valid(p + (0 .. ((char *)q - (char *)p) / 4 - 1))",
    ),
    ("ptr %p, ptr %q", r"(int *p, int *q) requires \valid(p + (0 .. 2)) && (char *)q - (char *)p == 12"),
    ("ptr %p", r"(int *p) requires \valid(p) && u32[p + 0] == 513 && u8[p + 1] == 2"),
    ("ptr %p", r"(int *p) requires \valid(p) && i32[p + 0] < 5 && u8[p + 1] == 2 && i16[p + 1] > 7"),
    ("ptr %s", r"(char *s) requires valid_read_string(s) && strlen(s) >= 3 && u8[s + 2] == 'x'"),
    ("ptr %s", r"(char *s) requires valid_read_string(s) && u8[s + 0] == 0"),
    ("ptr %s", r"(int *s) requires valid_wstring(s) && wcslen(s) == 2"),
    ("ptr %s, ptr %t", r"(char *s, char *t) requires valid_string(s) && valid_read_string(t) && t == s + 2"),
    (
        "ptr %p",
        r"(char **p) requires \valid(p) && valid_read_string(ptr[p + 0]) && \separated(p, (char *)ptr[p + 0] + (0 .. strlen(ptr[p + 0])))",
    ),
    ("ptr %p", r"(void *p) requires \list(p, \object(16, 8), 8) && p != \null"),
    ("ptr %p", r"(void *p) requires \owned_dlist(p, \object(24, 8), 8, 16) && p != \null"),
    ("ptr %p, ptr %q", r"(void *p, void *q) requires \list_segment(p, q, \object(16, 8), 8) && p != q && q != \null"),
    ("ptr %p", r"(void *p) requires \tree_read(p, \object(24, 8), 8, 16) && p != \null"),
    ("ptr %p", r"(void *p) requires \callback(p) && \callback(&g)"),
    ("i32 %n", r"(int n) requires i32[&count + 0] == 3 && n == i32[&count + 0]"),
    ("i32 %n", r"(int n) requires u8[&table + 1] == 'b' && u8[&elsewhere + 7] > n && n >= 0"),
    ("ptr %p, ptr %q", r"(int *p, char *q) requires \valid(p) && p == q + 1 && q != \null"),
    ("double %x, i8 %c", r"(double x, unsigned char c) requires c > 127 || c == 0"),
];

#[test]
fn what_can_be_satisfied_gets_a_call() {
    for (parameters, text) in SATISFIABLE {
        let (program, call) = called(parameters, text);
        let call = call.unwrap_or_else(|| panic!("no call of {text}"));
        let contract = contract::parse(text).expect("a contract");
        assert_eq!(call_of(&program, "f", &contract), Some(call), "always the same: {text}");
    }
}

#[test]
fn numbers_are_small_and_memory_is_there() {
    let (_, call) = called("ptr %p, i64 %n", r"(int *p, size_t n) requires \valid(p + (0 .. n - 1))");
    let call = call.expect("a call");
    assert_eq!((call.parameters[1], call.objects.len(), call.objects[0].size), (1, 1, 4));
    let (_, call) = called("ptr %s", r"(char *s) requires valid_read_string(s)");
    assert_eq!(
        call.expect("a call").objects[0].content,
        Content { fill: b'a', runs: vec![Run { offset: 1, bytes: vec![0] }] }
    );
    let (_, call) = called("ptr %p, ptr %q", r"(int *p, void *q) requires \valid_read(p)");
    let call = call.expect("a call");
    assert_eq!((call.parameters[1], call.objects[0].writable), (0, false));
    // What the module says of a global variable stays, where the contract allows it.
    assert_eq!(call.contents[0], (0, Content { fill: 0, runs: vec![Run { offset: 0, bytes: vec![5] }] }));
    let (_, call) = called("ptr %p", r"(void *p) requires \owned_list(p, \object(16, 8), 8)");
    let call = call.expect("a call");
    assert!(call.objects[0].heap && call.objects[0].size == 16 && call.parameters[0] % 16 == 0);
}

#[test]
fn what_contradicts_itself_gets_none() {
    for (parameters, text, parts) in [
        ("ptr %u", r"(void *u) requires \valid((int *)u) && i32[u + 0] == 1 && u8[u + 0] == 2", 3),
        (
            "ptr %p, ptr %q",
            r"(int *p, int *q) requires \valid(p) && \valid(q) && i32[p + 0] == 1 && i32[q + 0] == 2 && p == q",
            5,
        ),
        (
            "ptr %s, i32 %n",
            r"(char *s, int n) requires n == 0 && valid_read_string(s) && strlen(s) == 3 && u8[s + 1] == 0",
            3,
        ),
        ("ptr %p, ptr %q", r"(int *p, char *q) requires \valid(p) && p == q + 1 && q == \null", 3),
        ("i32 %n, i32 %m", r"(int n, int m) requires m > 3 && n % 2 == 1 && n == 2 * m", 2),
        ("i32 %n", r"(int n) requires n >= 0 && u8[&table + 1] == 'c'", 1),
        ("i32 %n", r"(int n) requires n > 2 && !\true", 1),
    ] {
        let (program, call) = called(parameters, text);
        assert_eq!(call, None, "{text}");
        let contract = contract::parse(text).expect("a contract");
        let found = contradiction(&program, "f", &contract);
        assert_eq!(found.len(), parts, "{text}: {found:?}");
    }
}

#[test]
fn a_contract_without_variables_has_a_call() {
    let text = format!("{LAYOUT}define double @f(double %x) {{\n  ret double %x\n}}\n");
    let program = frontend::module(&text, DataModel::Lp64).expect("a module");
    let contract = contract::parse(r"(double x) requires \true").expect("a contract");
    assert_eq!(call_of(&program, "f", &contract), Some(Call { parameters: vec![0], ..Call::default() }));
}

/// Whether the call of this contract, changed, satisfies it.
fn changed(parameters: &str, text: &str, change: impl FnOnce(&mut Call)) -> bool {
    let (program, call) = called(parameters, text);
    let mut call = call.unwrap_or_else(|| panic!("no call of {text}"));
    change(&mut call);
    satisfies(&program, "f", text, &call)
}

#[test]
fn what_is_not_known_is_not_satisfied() {
    let plain = ("ptr %p", r"(int *p) requires \valid(p)");
    let owned = ("ptr %p", r"(void *p) requires \owned_list(p, \object(16, 8), 8) && p != \null");
    let text = ("ptr %s", r"(char *s) requires valid_read_string(s) && strlen(s) == 2");
    let large = ("i64 %a, i64 %b, i64 %c", r"(long a, long b, long c) requires a * b * c >= 0");
    let global = ("i32 %n", r"(int n) requires i32[&count + 0] == n");
    let function = ("ptr %p", r"(void *p) requires \callback(p)");
    assert!(changed(plain.0, plain.1, |_| {}));
    assert!(!changed(plain.0, plain.1, |call| call.parameters[0] += 1), "behind the object");
    assert!(!changed(plain.0, plain.1, |call| call.objects[0].writable = false), "to be written");
    assert!(!changed(plain.0, plain.1, |call| call.objects[0].heap = true), "the function may not free it");
    assert!(!changed(plain.0, plain.1, |call| call.objects[0].size = 0), "no object is empty");
    assert!(!changed(plain.0, plain.1, |call| call.objects.clear()), "there is nothing");
    assert!(!changed(plain.0, plain.1, |call| call.globals[0] = call.objects[0].address), "two objects in one place");
    assert!(!changed(plain.0, plain.1, |call| call.globals[0] = call.objects[0].address + 4), "side by side");
    assert!(!changed(plain.0, plain.1, |call| call.parameters.clear()), "no parameter");
    let odd = |call: &mut Call| (call.objects[0].address, call.parameters[0]) = (1 << 40 | 1, 1 << 40 | 1);
    assert!(!changed(plain.0, plain.1, odd), "not aligned");
    assert!(!changed(owned.0, owned.1, |call| call.objects[0].heap = false), "an owned cell is a heap block");
    assert!(!changed(owned.0, owned.1, |call| call.objects[0].size = 17), "of its own size");
    assert!(!changed(text.0, text.1, |call| call.objects[0].content.runs.clear()), "no end");
    let sooner = |call: &mut Call| call.objects[0].content.runs = vec![Run { offset: 1, bytes: vec![0, 0] }];
    assert!(!changed(text.0, text.1, sooner), "the first zero ends a string");
    let most = |call: &mut Call| call.parameters = vec![i64::MAX as u64; 3];
    assert!(!changed(large.0, large.1, most), "beyond 128 bits");
    assert!(!changed(global.0, global.1, |call| call.contents.retain(|(place, _)| *place != 0)), "unknown bytes");
    assert!(!changed(function.0, function.1, |call| call.callbacks.clear()), "no such function");
    assert!(!changed(function.0, function.1, |call| call.callbacks.push(1 << 40)), "one too many");
}

#[test]
fn near_calls_differ_and_satisfy() {
    let text = r"(char *s, int n) requires valid_string(s) && 0 <= n <= strlen(s)";
    let program = program("ptr %s, i32 %n");
    let source = Source::new(&program, "f", &contract::parse(text).expect("a contract")).expect("a source");
    let calls: Vec<Call> = source.calls().collect();
    assert!(calls.len() > 20, "{}", calls.len());
    assert!(calls.iter().all(|call| satisfies(&program, "f", text, call)));
    assert!(calls.iter().enumerate().all(|(place, call)| !calls[..place].contains(call)));
    let lengths = |size: u64| calls.iter().flat_map(|call| &call.objects).any(|object| object.size == size);
    assert!([1, 2, 3, 4, 5].into_iter().all(lengths));
    let list = r"(void *p) requires \dlist(p, \object(24, 8), 0, 8)";
    let contract = contract::parse(list).expect("a contract");
    let program = self::program("ptr %p");
    let calls: Vec<Call> = Source::new(&program, "f", &contract).expect("a source").calls().collect();
    assert!((0..=3).all(|cells| calls.iter().any(|call| call.objects.len() == cells)));
}
