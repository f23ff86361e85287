//! The cases of a contract, and the initial state of each (`spec/precondition.md`).

use certificates::{CallerId, Kind, Overflow};
use checker::contract::{self, MAX_CASES, cases::Placement};
use checker::proof::context::Context;
use checker::proof::initial;
use checker::reader;

use crate::contract::{LP64, module};
use crate::language;
use crate::programs::HEADER;

/// Cases in words: `-` empty, `a` the group of the first range, ..., `0` the first global, `*` a list with cells.
fn cases(parameters: &str, text: &str) -> Result<Vec<String>, String> {
    let module = module(LP64, parameters);
    let mut context = Context::new(&module, Overflow::Error, false);
    let kept: Vec<_> = initial::globals(&module).into_iter().filter(|global| text.contains(&*global.name)).collect();
    let contract = contract::read(&mut context, text, &module.functions["f"], &kept).expect("is read");
    let show = |place: &Placement| match place {
        Placement::Empty => '-',
        Placement::Group(first) => char::from(b'a' + *first as u8),
        Placement::Global(number) => char::from(b'0' + *number as u8),
        Placement::Cells => '+',
    };
    let mut found = Vec::new();
    for contract in &contract {
        let cases = contract::cases::cases(contract, &kept, MAX_CASES).map_err(|fault| fault.to_string())?;
        found.extend(cases.iter().map(|case| case.iter().map(show).collect::<String>()));
    }
    Ok(found)
}

#[test]
fn cases_in_order() {
    let three = |clause: &str| {
        cases("ptr %p, ptr %q, ptr %r, i32 %n", &format!("(int *p, int *q, int *r, int n) requires {clause}"))
            .unwrap_or_else(|message| panic!("{message}"))
    };
    assert_eq!(three("\\true"), [""]);
    assert_eq!(three("\\valid(p)"), ["a"]);
    assert_eq!(three("\\valid(p + (0 .. n))"), ["-", "a"]);
    assert_eq!(three("\\valid(p + (0 .. -1))"), ["-", "a"]);
    assert_eq!(three("valid_read_string(p)"), ["a"]);
    assert_eq!(three("\\valid(p, q)"), ["ab", "aa"]);
    assert_eq!(three("\\valid(p, q) && \\separated(p, q)"), ["ab"]);
    assert_eq!(three("\\valid(p) && \\valid(q + (0 .. n))"), ["a-", "ab", "aa"]);
    assert_eq!(three("\\valid(p + (0 .. n)) && \\valid(q)"), ["-b", "ab", "aa"]);
    assert_eq!(three("\\valid(p, q, r)"), ["abc", "aba", "abb", "aac", "aaa"]);
    // Lists stand behind the ranges, whatever the order of the text.
    let cell = "\\object(16, 8), 8";
    assert_eq!(three(&format!("\\list(p, {cell})")), ["-", "+"]);
    let both =
        format!("\\list(p, {cell}) && \\valid(q + (0 .. n)) && \\tree(r, {cell}) && \\separated(p, q + (0 .. n), r)");
    assert_eq!(three(&both), ["---", "--+", "-+-", "-++", "a--", "a-+", "a+-", "a++"]);
    // A first cell that certainly overlaps a range, another first cell, or is 16 bytes long.
    let at = |other: &str| three(&format!("\\list(p, {cell}) && {other}"));
    assert_eq!(at("\\valid(p) && \\separated(p, p)"), [""; 0]);
    assert_eq!(at("\\valid(p + 3) && \\separated(p, p + 3)"), ["a-"]);
    assert_eq!(at("\\valid(p + 4) && \\separated(p, p + 4)"), ["a-", "a+"]);
    assert_eq!(at(&format!("\\list((char *)p + 8, {cell}) && \\separated(p, (char *)p + 8)")), ["--", "-+", "+-"]);
    // p and q share a block only where r connects them.
    assert_eq!(three("\\valid(p, q, r) && \\separated(p, q)"), ["abc", "aba", "abb", "aaa"]);
    assert_eq!(three("\\valid(p, q, r) && \\separated(p, q) && \\separated(q, r)"), ["abc", "aba"]);
    assert_eq!(three("\\valid(p, q, r) && \\separated(p, q, r)"), ["abc"]);
    // Nonempty ranges of one address overlap.
    assert_eq!(three("\\valid(p) && \\valid_read(p)"), ["aa"]);
    assert_eq!(three("\\valid(p) && \\valid(p + (0 .. n))"), ["a-", "aa"]);
    assert_eq!(three("valid_string(p) && \\valid(p + (1 .. n))"), ["a-", "ab", "aa"]);
    assert_eq!(three("\\valid(p) && \\valid_read(p + (0 .. 1)) && \\separated(p, p + (0 .. 1))"), [""; 0]);
    // Separate ranges that certainly overlap: no call satisfies that.
    assert_eq!(three("\\valid(p) && \\separated(p, p)"), [""; 0]);
    let two = |a: &str, b: &str| three(&format!("\\valid_read({a}, {b}) && \\separated({a}, {b})"));
    assert_eq!(two("p + (0 .. 3)", "p + (3 .. 5)"), [""; 0]);
    assert_eq!(two("p + (3 .. 5)", "p + (0 .. 3)"), [""; 0]);
    assert_eq!(two("p + (0 .. 3)", "p + (4 .. 5)"), ["ab"]);
    // table is constant, count is not.
    assert_eq!(three("\\valid(p) && \\valid_read(q) && \\separated(p, q, &count)"), ["ab"]);
    assert_eq!(three("\\valid_read(q) && \\valid(p) && \\separated(q, &table, &count)"), ["ab", "aa", "a1"]);
    assert_eq!(three("\\valid_read(q, r) && \\separated(q, &table, &count)"), ["ab", "a1"]);
    assert_eq!(three("\\valid(q, r) && \\separated(q, &table, &count)"), ["ab", "aa", "a1"]);
}

/// Ranges that may only be read need no cases for how they lie to each other and to constants.
#[test]
fn views() {
    let three = |clause: &str| {
        cases("ptr %p, ptr %q, ptr %r, i32 %n", &format!("(int *p, int *q, int *r, int n) requires {clause}"))
            .unwrap_or_else(|message| panic!("{message}"))
    };
    assert_eq!(three("\\valid_read(p, q, r)"), ["abc"]);
    assert_eq!(three("\\valid_read(p) && valid_read_string(q) && q != (char *)&table"), ["ab"]);
    assert_eq!(three("\\valid_read(p) && p != &count"), ["a", "0"]);
    assert_eq!(three("\\valid_read(p) && \\valid_read(q + (0 .. n))"), ["a-", "ab"]);
    // Each may still overlap what may be written, alone or with others.
    assert_eq!(three("\\valid_read(p, q) && \\valid(r)"), ["abc", "aba", "abb", "aaa"]);
    assert_eq!(three("\\valid(p) && \\valid_read(q, r)"), ["abc", "aba", "aac", "aaa"]);
    assert_eq!(three("\\valid_read(p) && \\valid(q) && \\valid_read(r)"), ["abc", "abb", "aac", "aaa"]);
    assert_eq!(three("\\valid_read(p, q) && \\valid(r) && \\separated(p, r)"), ["abc", "abb", "aaa"]);
    // At one address they overlap, and share a block.
    assert_eq!(three("\\valid_read(p) && valid_read_string(p)"), ["aa"]);
    assert_eq!(three("\\valid_read(p) && \\valid_read(p + (0 .. n), q)"), ["a-c", "aac"]);
    assert_eq!(three("\\valid_read(p) && \\valid_read(p + (1 .. 2))"), ["ab"]);
}

#[test]
fn cases_are_counted() {
    let count = |ranges: usize, separate: bool| {
        let names: Vec<String> = (0..ranges).map(|i| format!("p{i}")).collect();
        let types: Vec<String> = names.iter().map(|name| format!("int *{name}")).collect();
        let real: Vec<String> = names.iter().map(|name| format!("ptr %{name}")).collect();
        let names = names.join(", ");
        let apart = if separate { format!(" && \\separated({names})") } else { String::new() };
        let text = format!("({}) requires \\valid({names}){apart}", types.join(", "));
        cases(&real.join(", "), &text).map(|cases| cases.len())
    };
    assert_eq!(count(4, false), Ok(15));
    assert_eq!(count(5, false), Ok(52));
    assert_eq!(count(6, false), Ok(203));
    assert!(count(7, false).is_err_and(|message| message.contains("more than 256 cases")));
    assert!(count(12, false).is_err());
    assert_eq!(count(12, true), Ok(1));
}

pub const GLOBALS: &str =
    "@g = global i32 7, align 4\n@t = constant [2 x i32] [i32 1, i32 2], align 8\n@r = constant ptr @g, align 8\n";

/// No range that is written lies in a constant, or in a variable on which the library relies.
#[test]
fn ranges_and_unwritable_variables() {
    let found = |variable: &str, clause: &str| {
        let module = format!("{HEADER}{variable}\ndefine void @f(ptr %p) {{\nstart:\n  ret void\n}}\n");
        let module = reader::read(&module).expect("is read");
        let mut context = Context::new(&module, Overflow::Error, false);
        let kept = initial::globals(&module);
        let text = format!("(long *p) requires {clause}(p)");
        let contract = contract::read(&mut context, &text, &module.functions["f"], &kept).expect("a contract");
        contract::cases::cases(&contract[0], &kept, MAX_CASES).expect("cases").len()
    };
    for clause in ["\\valid", "\\valid_read"] {
        assert_eq!(found("@g = external global i64, align 8", clause), 2);
        assert_eq!(found("@optind = external global i64, align 8", clause), 2);
        assert_eq!(found("@stdout = external global i64, align 8", clause), 1);
        assert_eq!(found("@stdout = internal global i64 0, align 8", clause), 2);
        assert_eq!(found("@g = constant i64 0, align 8", clause), 1);
    }
}

/// Bindings, facts, blocks and entries of one case of a contract for `f(parameters)`.
pub fn state(parameters: &str, text: &str, kept: &[&str], case: usize) -> Vec<String> {
    let module = format!("{HEADER}{GLOBALS}define void @f({parameters}) {{\nstart:\n  ret void\n}}\n");
    let module = reader::read(&module).expect("is read");
    let mut context = Context::new(&module, Overflow::Error, false);
    let kept: Vec<_> = initial::globals(&module).into_iter().filter(|global| kept.contains(&&*global.name)).collect();
    let function = &module.functions["f"];
    let contract = contract::read(&mut context, text, function, &kept).expect("a contract");
    let all = |contract| {
        let cases = contract::cases::cases(contract, &kept, MAX_CASES).expect("cases");
        cases.into_iter().map(move |case| (contract, case))
    };
    let (contract, case) = contract.iter().flat_map(all).nth(case).expect("a case");
    let state = contract::states::state(&mut context, contract, function, &kept, &case).expect("a state").state;
    let bindings =
        state.bindings.iter().map(|(name, binding)| format!("{name} = {} {:?}", binding.value, binding.sign));
    let facts = context.knowledge.facts().iter().map(std::string::ToString::to_string);
    let blocks = state.blocks.iter().map(|(id, b)| {
        let mark = if b.read_only { " ro" } else { "" };
        let kind = match &b.kind {
            Kind::Caller(CallerId::Block(number)) => format!("Caller({number})"),
            Kind::Caller(CallerId::Part { object, number }) => format!("Part({object}.{number})"),
            kind => format!("{kind:?}"),
        };
        format!("block {id} {kind} {} {} {}{mark}", b.base, b.size, b.align)
    });
    let entries = state.entries.iter().map(|(id, e)| {
        format!("cell {id} in {} at {} width {} {:?} = {}", e.block, e.offset, e.width, e.sign, e.value)
    });
    bindings.chain(facts).chain(blocks).chain(entries).collect()
}

const TOP: &str = "18446744073709551615";

/// Where memory ends.
const END: &str = "18446744073709486080";

const MAX: &str = "72057594037927935";

fn address(variable: &str) -> [String; 2] {
    [format!("0 <= {variable}"), format!("{variable} <= {TOP}")]
}

fn joined(parts: &[&[String]]) -> Vec<String> {
    parts.concat()
}

fn lines(text: &str) -> Vec<String> {
    text.replace("TOP", TOP)
        .replace("END", END)
        .replace("MAX", MAX)
        .lines()
        .map(|line| line.trim().to_string())
        .collect()
}

#[test]
fn parameters_lengths_comparisons() {
    let text = "(int a, unsigned b, char *s, _Bool t, double x, signed char c) requires 0 < a && valid_read_string(s) && b != strlen(s)";
    let found = state("i32 %a, i32 %b, ptr %s, i1 %t, double %x, i8 %c", text, &[], 0);
    let wanted = joined(&[
        &lines("a = v0 Signed\nb = v1 Unsigned\nc = v4 Signed\ns = v2 Unsigned\nt = v3 Unsigned"),
        &lines("0 <= v0 + 2147483648\nv0 <= 2147483647\n0 <= v1\nv1 <= 4294967295"),
        &address("v2"),
        &lines("0 <= v3\nv3 <= 1\n0 <= v4 + 128\nv4 <= 127\n0 <= v5\n1 <= v0\nv1 - v5 != 0"),
        &lines("1 <= v5 + 1\n1 <= v2\nv5 + 1 <= MAX\nv2 + v5 + 1 <= END"),
        &lines("block 0 Caller(0) v2 v5 + 1 1 ro\ncell 0 in 0 at v5 width 1 Signed = 0"),
    ]);
    assert_eq!(found, wanted.normal());
}

#[test]
fn ranges_of_their_own_and_in_a_group() {
    let text = "(int *p, short *q, int n) requires \\valid_read(p) && \\valid(q + (0 .. n - 1))";
    let parameters = "ptr %p, ptr %q, i32 %n";
    let common = joined(&[
        &lines("n = v2 Signed\np = v0 Unsigned\nq = v1 Unsigned"),
        &address("v0"),
        &address("v1"),
        &lines("0 <= v2 + 2147483648\nv2 <= 2147483647"),
    ]);
    let case = |number: usize| {
        let found = state(parameters, text, &[], number);
        assert_eq!(&found[3..7], &common[3..7]);
        found[9..].to_vec()
    };
    assert_eq!(case(0), lines("1 <= v0\n4 <= MAX\nv0 + 4 <= END\n2*v2 <= 0\nblock 0 Caller(0) v0 4 4 ro").normal());
    assert_eq!(
        case(1),
        lines(
            "1 <= v0\n4 <= MAX\nv0 + 4 <= END\n1 <= 2*v2\n1 <= v1\n2*v2 <= MAX\nv1 + 2*v2 <= END
             block 0 Caller(0) v0 4 4 ro\nblock 1 Caller(1) v1 2*v2 2"
        )
        .normal()
    );
    // The group is aligned like the least of its members, and may be written if one may. What is aligned better than
    // the group is so by its address.
    assert_eq!(
        case(2),
        lines(
            "1 <= v3\n0 <= v4\nv4 <= MAX\nv3 + v4 <= END\nv0 = v3 + 2*v5\nv0 = 4*v6\nv3 <= v0\nv0 + 4 <= v3 + v4
             1 <= 2*v2\nv1 = v3 + 2*v7\nv3 <= v1\nv1 + 2*v2 <= v3 + v4\nblock 0 Caller(0) v3 v4 2"
        )
        .normal()
    );
}

/// A range that is empty says nothing of its pointer, and one of bytes nothing of its address.
#[test]
fn only_nonempty_ranges_are_aligned() {
    let text =
        "(char *p, const int *q, char *r, int n) requires \\valid(p) && \\valid_read(q + (0 .. n)) && \\valid(r)";
    let equations = |case: usize| {
        let facts = state("ptr %p, ptr %q, ptr %r, i32 %n", text, &[], case);
        facts.into_iter().filter(|fact| fact.contains("4*") && equation(fact)).collect::<Vec<_>>()
    };
    assert_eq!(
        cases("ptr %p, ptr %q, ptr %r, i32 %n", text).map(|cases| cases[1..4].to_vec()),
        Ok(vec!["a-a".into(), "abc".into(), "aba".into()])
    );
    assert_eq!(equations(1), [""; 0]);
    assert_eq!(equations(2), [""; 0]);
    let last = cases("ptr %p, ptr %q, ptr %r, i32 %n", text).expect("cases").len() - 1;
    assert_eq!(equations(last), lines("v1 = 4*v6").normal());
}

/// The printer's form of a fact: constants of both sides in one place.
trait Normal {
    fn normal(self) -> Vec<String>;
}

impl Normal for Vec<String> {
    fn normal(self) -> Vec<String> {
        let fact = |line: &String| match line.contains(" <= ") || line.contains(" != ") || equation(line) {
            true => reprinted(line),
            false => line.clone(),
        };
        self.iter().map(fact).collect()
    }
}

/// Not a cell and not a binding, whose signs stand behind.
fn equation(line: &str) -> bool {
    line.contains(" = ") && !line.starts_with("cell") && !line.ends_with("igned")
}

fn reprinted(line: &str) -> String {
    let atom = checker::decide::term::Atom::read(&language::atom(line), 100).expect("an atom");
    atom.to_string()
}

#[test]
fn ranges_in_globals_and_cells() {
    let text = "(int *p, char *s) requires \\valid_read(p) && \\valid_read_string(s)";
    let found = |number| state("ptr %p, ptr %s", text, &["g", "t", "r"], number);
    // a b, a g, g b, g g: t and r are constant.
    let state = found(3);
    let wanted = lines(
        "1 <= v0\nv0 + 4 <= END\n1 <= v1\nv1 + 8 <= END\n1 <= v2\nv2 + 8 <= END
         0 <= v3\nv3 <= TOP\n0 <= v4\nv4 <= TOP\n0 <= v5
         v3 = v0 + 4*v6\nv0 <= v3\nv3 + 4 <= v0 + 4\n1 <= v5 + 1\nv0 <= v4\nv4 + v5 + 1 <= v0 + 4",
    );
    assert_eq!(state[2..19], wanted.normal());
    let rest = lines(
        "block 0 Global(\"g\") v0 4 4\nblock 1 Global(\"t\") v1 8 8\nblock 2 Global(\"r\") v2 8 8
         cell 0 in 0 at -v0 + v4 + v5 width 1 Signed = 0
         cell 1 in 1 at 0 width 4 Signed = 1\ncell 2 in 1 at 4 width 4 Signed = 2\ncell 3 in 2 at 0 width 8 Unsigned = v0",
    );
    assert_eq!(state[19..], rest);
    // Beside a constant there is a block of the range's own, which may be a view of it.
    let blocks: Vec<String> = found(0).into_iter().filter(|line| line.starts_with("block")).collect();
    assert_eq!(blocks[3..], ["block 3 Caller(0) v3 4 4 ro", "block 4 Caller(1) v4 v5 + 1 1 ro"]);
    // A range that is more aligned than its global is so by its address.
    let text = "(long *p) requires \\valid(p)";
    let facts = self::state("ptr %p", text, &["g"], 1);
    assert_eq!(facts[5..], lines("v1 = 8*v2\nv0 <= v1\nv1 + 8 <= v0 + 4\nblock 0 Global(\"g\") v0 4 4").normal());
}
