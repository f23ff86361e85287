//! Contracts: what is read, and what is refused for which reason (`spec/precondition.md`).

use certificates::Overflow;
use checker::Stop;
use checker::contract::{self, Contract};
use checker::proof::context::Context;
use checker::proof::initial;
use checker::reader::{self, Module};

use crate::language;
use crate::support::rejected;

pub const LP64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

const ILP32: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

/// A module with a function of these parameters.
pub fn module(layout: &str, parameters: &str) -> Module {
    reader::read(&text(layout, parameters)).expect("is read")
}

fn text(layout: &str, parameters: &str) -> String {
    format!(
        "target datalayout = \"{layout}\"\n%struct.s = type {{ i32, i64 }}\n%struct.hidden = type opaque\n\
         @table = constant [4 x i8] c\"abc\\00\", align 1\n@count = global i32 0, align 4\n@weak = weak global i32 0\n\
         define void @f({parameters}) {{\nstart:\n  ret void\n}}\n\
         define void @uses(ptr %a) {{\nstart:\n  %b = getelementptr %struct.s, ptr %a, i64 1\n  ret void\n}}\n"
    )
}

/// The alternatives of a contract.
fn read_all(module: &Module, text: &str) -> Result<Vec<Contract>, (String, String)> {
    let mut context = Context::new(module, Overflow::Error, false);
    let kept = initial::globals(module);
    contract::read(&mut context, text, &module.functions["f"], &kept).map_err(|stop| match stop {
        Stop::Invalid(reason) => {
            assert_eq!(reason.rule, "R-CONTRACT");
            (reason.premise.clone(), reason.message.clone())
        }
        Stop::Undecided(reason) => ("undecided".into(), reason.message.clone()),
    })
}

/// All alternatives of a contract that is read.
pub fn alternatives(parameters: &str, text: &str) -> Vec<Contract> {
    let read = read_all(&module(LP64, parameters), text);
    read.unwrap_or_else(|(premise, message)| panic!("{text}: {premise}: {message}"))
}

/// A contract of one alternative.
fn read(module: &Module, text: &str) -> Result<Contract, (String, String)> {
    let mut alternatives = read_all(module, text)?;
    assert_eq!(alternatives.len(), 1, "{text}");
    Ok(alternatives.remove(0))
}

pub fn accepted(parameters: &str, text: &str) -> Contract {
    read(&module(LP64, parameters), text).unwrap_or_else(|(premise, message)| panic!("{text}: {premise}: {message}"))
}

pub fn refused(parameters: &str, text: &str, premise: &str) {
    match read(&module(LP64, parameters), text) {
        Ok(contract) => panic!("{text}: {contract:?}"),
        Err((found, message)) => assert_eq!(found, premise, "{text}: {message}"),
    }
    if premise != "undecided" && contract::same(text, text) {
        let mut certificate =
            language::certificate(&self::text(LP64, parameters), "claim f\nnode 0 entry 0 at f start 0");
        certificate.claim.precondition = Some(text.into());
        rejected(&certificate, "R-CONTRACT", premise);
    }
}

/// Address, size, alignment, writable.
fn ranges(contract: &Contract) -> Vec<String> {
    let show = |range: &contract::Range| {
        format!("{} {} {}{}", range.address, range.size, range.align, if range.writable { " w" } else { "" })
    };
    contract.ranges.iter().map(show).collect()
}

fn facts(contract: &Contract) -> Vec<String> {
    contract.comparisons.iter().map(std::string::ToString::to_string).collect()
}

#[test]
fn the_example_of_the_page() {
    let contract = accepted(
        "ptr %d, ptr %s, i64 %n",
        "(char *d, const char *s, size_t n) requires \\valid(d + (0 .. n - 1)) && valid_read_string(s) && \
         \\separated(d + (0 .. n - 1), s + (0 .. strlen(s)))",
    );
    assert_eq!(ranges(&contract), ["v0 v2 1 w", "v1 v3 + 1 1"]);
    assert_eq!(contract.separate.iter().collect::<Vec<_>>(), [&(0, 1)]);
    assert_eq!(contract.signed, [false, false, false]);
    assert_eq!(contract.strings, 1);
}

#[test]
fn types_of_parameters() {
    let signs = |parameters: &str, text: &str| accepted(parameters, &format!("({text}) requires \\true")).signed;
    assert!(signs("", "").is_empty() && signs("", "void").is_empty());
    for text in ["char", "signed char", "int8_t", "const char", "char volatile"] {
        assert_eq!(signs("i8 %a", &format!("{text} a")), [true], "{text}");
    }
    for text in ["unsigned char", "uint8_t", "char unsigned const"] {
        assert_eq!(signs("i8 %a", &format!("{text} a")), [false], "{text}");
    }
    for text in ["short", "short int", "signed short", "int signed short", "int16_t"] {
        assert_eq!(signs("i16 %a", &format!("{text} a")), [true], "{text}");
    }
    for text in ["int", "signed", "signed int", "int32_t"] {
        assert_eq!(signs("i32 %a", &format!("{text} a")), [true], "{text}");
    }
    for text in ["unsigned", "unsigned int", "uint32_t"] {
        assert_eq!(signs("i32 %a", &format!("{text} a")), [false], "{text}");
    }
    for text in ["long", "long int", "long long", "signed long long int", "ssize_t", "ptrdiff_t", "intptr_t", "int64_t"]
    {
        assert_eq!(signs("i64 %a", &format!("{text} a")), [true], "{text}");
    }
    for text in ["unsigned long", "unsigned long long int", "size_t", "uintptr_t", "uint64_t"] {
        assert_eq!(signs("i64 %a", &format!("{text} a")), [false], "{text}");
    }
    assert_eq!(signs("i1 zeroext %a", "_Bool a"), [false]);
    assert_eq!(signs("float %a, double %b, ptr %c", "float a, double b, void *restrict c"), [false; 3]);
    assert_eq!(signs("ptr %a, ptr %b, ptr %c", "char a[], int b[10], char *const *c[3]"), [false; 3]);
    let small = module(ILP32, "i32 %a, i32 %b, i64 %c, ptr %p");
    let text = "(long a, size_t b, long long c, long *p) requires \\valid(p)";
    assert_eq!(ranges(&read(&small, text).expect("is read")), ["v3 4 4 w"]);
}

#[test]
fn parameters_that_are_not_the_functions() {
    for (parameters, text) in [
        ("i32 %a", "()"),
        ("i32 %a", "(int a, int b)"),
        ("", "(int a)"),
        ("i32 %a", "(long a)"),
        ("i32 %a", "(short a)"),
        ("i64 %a", "(int a)"),
        ("i8 %a", "(_Bool a)"),
        ("i1 %a", "(char a)"),
        ("ptr %a", "(uintptr_t a)"),
        ("i64 %a", "(char *a)"),
        ("float %a", "(double a)"),
        ("double %a", "(float a)"),
        ("float %a", "(int a)"),
        ("i32 %a", "(float a)"),
        ("i64 %a", "(struct s a)"),
        ("ptr %a", "(struct s a)"),
        ("ptr %a", "(void a)"),
        ("i32 %a, i32 %b", "(int a, int a)"),
    ] {
        refused(parameters, &format!("{text} requires \\true"), "parameters");
    }
    // How a narrow one is extended says how the function reads it.
    for (parameters, wrong, right) in [
        ("i8 signext %a", "(unsigned char a)", "(signed char a)"),
        ("i8 zeroext %a", "(char a)", "(unsigned char a)"),
        ("i16 signext %a", "(unsigned short a)", "(short a)"),
        ("i1 signext %a", "(_Bool a)", ""),
        ("i1 zeroext %a", "", "(_Bool a)"),
    ] {
        if !wrong.is_empty() {
            refused(parameters, &format!("{wrong} requires \\true"), "signs");
        }
        if !right.is_empty() {
            accepted(parameters, &format!("{right} requires \\true"));
        }
    }
    for text in [
        "(int strlen)",
        "(int int)",
        "(int size_t)",
        "(int)",
        "(long double a)",
        "(unsigned float a)",
        "(struct a)",
        "(signed unsigned a)",
        "(foo a)",
        "(int a",
        "int a",
        "(int a,)",
        "(int *a[)",
        "(int a[n])",
        "(int \\a)",
    ] {
        refused("i32 %a", &format!("{text} requires \\true"), "syntax");
    }
}

#[test]
fn ranges_and_their_sizes() {
    let check = |parameters: &str, text: &str, wanted: &[&str]| {
        assert_eq!(ranges(&accepted(parameters, text)), wanted, "{text}");
    };
    check("ptr %p", "(int *p) requires \\valid(p)", &["v0 4 4 w"]);
    check("ptr %p", "(int *p) requires \\valid_read(p + 3)", &["v0 + 12 4 4"]);
    check("ptr %p", "(int *p) requires \\valid_read(p + -1, ((p)) + 1)", &["v0 - 4 4 4", "v0 + 4 4 4"]);
    check("ptr %p, i32 %n", "(int *p, int n) requires \\valid(p + (0 .. n-1))", &["v0 4*v1 4 w"]);
    check("ptr %p, i32 %n", "(int *p, int n) requires \\valid(p+(n..2*n))", &["v0 + 4*v1 4*v1 + 4 4 w"]);
    check("ptr %p, i32 %n", "(int *p, int n) requires \\valid(p + n + 1 - 2)", &["v0 + 4*v1 - 4 4 4 w"]);
    check("ptr %p, i32 %n", "(int *p, int n) requires \\valid(p + 1 + (0 .. n-1))", &["v0 + 4 4*v1 4 w"]);
    check("ptr %p, i32 %n", "(int *p, int n) requires \\valid(p - n + 2 + (-1 .. 3))", &["v0 - 4*v1 + 4 20 4 w"]);
    check("ptr %p", "(void *p) requires \\valid((char *)p + (0 .. sizeof(int) - 1))", &["v0 4 1 w"]);
    check("ptr %p", "(char *p) requires \\valid((struct s *) p)", &["v0 16 8 w"]);
    check("ptr %p", "(char **p) requires \\valid_read(p + (0 .. 1))", &["v0 16 8"]);
    check("ptr %p", "(_Bool *p) requires \\valid(p)", &["v0 1 1 w"]);
    check("ptr %p", "(double p[]) requires \\valid(p)", &["v0 8 8 w"]);
    check(
        "ptr %p",
        "(char *p) requires \\valid(p + (0 .. 0xAuL)) && \\valid(p + ('a' .. '\\n'))",
        &["v0 11 1 w", "v0 + 97 -86 1 w"],
    );
    check("ptr %p", "(char *p) requires \\valid_string(p)", &["v0 v1 + 1 1 w"]);
    check(
        "ptr %p",
        "(char *p) requires valid_read_string(p) && valid_string((char *) p)",
        &["v0 v1 + 1 1", "v0 v2 + 1 1 w"],
    );
    check("ptr %p", "(int *p) requires valid_read_wstring(p)", &["v0 4*v1 + 4 4"]);
    check("ptr %p", "(char *p) requires \\valid_wstring((\\object(2, 1) *) p)", &["v0 2*v1 + 2 1 w"]);
    check(
        "ptr %p",
        "(int *p) requires valid_read_string(p) && valid_read_wstring(p) && \\valid(p + (0 .. wcslen(p)))",
        &["v0 v1 + 1 1", "v0 4*v2 + 4 4", "v0 4*v2 + 4 4 w"],
    );
}

#[test]
fn ranges_without_meaning() {
    let p = |clause: &str| {
        format!("(char *p, int n, void *v, struct hidden *h, struct none *u, float x) requires {clause}")
    };
    let parameters = "ptr %p, i32 %n, ptr %v, ptr %h, ptr %u, float %x";
    for (clause, premise) in [
        ("\\valid(v)", "element type"),
        ("\\valid(v + (0 .. n))", "element type"),
        ("\\valid(h)", "element type"),
        ("\\valid(u)", "element type"),
        ("\\valid((struct none *) p)", "element type"),
        ("n == sizeof(void)", "element type"),
        ("n == sizeof(struct none)", "element type"),
        ("\\valid(q)", "name"),
        ("\\valid(table)", "name"),
        ("\\valid(p + (0 .. m))", "name"),
        ("\\valid(n)", "pointer"),
        ("\\valid((char *) n)", "pointer"),
        ("\\valid((char) p)", "pointer"),
        ("\\callback()", "syntax"),
        ("\\callback(p, p)", "syntax"),
        ("\\callback(1)", "pointer"),
        ("\\callback(&table)", "callback"),
        ("\\callback(&weak)", "callback"),
        ("\\callback(&f::x)", "callback"),
        ("!\\callback(p)", "negation"),
        ("\\valid(*p)", "syntax"),
        ("\\valid(p[0])", "pointer"),
        ("\\valid(1 + p)", "pointer"),
        ("\\valid(p + (0 .. n) + 1)", "term"),
        ("\\valid(p + p)", "term"),
        ("\\valid(p + x)", "term"),
        ("\\valid(&table)", "element type"),
        ("\\valid((char *)&table)", "range"),
        ("valid_string(&table)", "range"),
        ("valid_wstring(p)", "element type"),
        ("valid_wstring(v)", "element type"),
        ("valid_wstring((char **)p)", "element type"),
        ("valid_read_wstring((struct s *)p)", "element type"),
        ("valid_read_wstring((int *)&table)", "range"),
        ("valid_read_wstring((int *)p, p)", "syntax"),
        ("\\valid((char *)&weak)", "name"),
        ("\\valid((char *)u8[p])", "pointer"),
        ("\\valid(ptr[p])", "element type"),
        ("\\valid((\\object(6, 4) *)p)", "syntax"),
        ("\\valid((\\object(6, 3) *)p)", "syntax"),
        ("\\valid((\\object(0, 1) *)p)", "syntax"),
        ("\\valid((\\object(1, 0) *)p)", "syntax"),
        ("\\valid((\\object(8) *)p)", "syntax"),
        ("\\valid((int \\object(8, 4) *)p)", "syntax"),
        ("\\valid()", "syntax"),
        ("\\valid(p + (0 .. ))", "syntax"),
        ("\\valid_read_string(p, p)", "syntax"),
        ("\\valid_read_string(n)", "pointer"),
    ] {
        refused(parameters, &p(clause), premise);
    }
    let many: Vec<String> = (0..13).map(|i| format!("p + {i}")).collect();
    refused(parameters, &p(&format!("\\valid({})", many.join(", "))), "ranges");
}

#[test]
fn comparisons() {
    let check = |clause: &str, wanted: &[&str]| {
        let text = format!("(int a, unsigned b, char *p, _Bool t) requires {clause}");
        assert_eq!(facts(&accepted("i32 %a, i32 %b, ptr %p, i1 %t", &text)), wanted, "{clause}");
    };
    check("\\true && (\\true && (\\true))", &[]);
    check("a < b", &["v0 + 1 <= v1"]);
    check("a <= b", &["v0 <= v1"]);
    check("a > b", &["v1 + 1 <= v0"]);
    check("a >= b", &["v1 <= v0"]);
    check("a == 3", &["v0 = 3"]);
    check("a != -(b + 1) * 2", &["v0 + 2*v1 + 2 != 0"]);
    check("0 <= a <= b == 9", &["0 <= v0", "v0 <= v1", "v1 = 9"]);
    check("p == \\null && p != NULL && ((char *) p) != 0", &["v2 = 0", "v2 != 0", "v2 != 0"]);
    check("t == 1 && (a < 1 && b < 1)", &["v3 = 1", "v0 <= 0", "v1 <= 0"]);
    check("valid_read_string(p) && strlen(p) < a * b", &["v4 + 1 <= v0*v1"]);
    check("strlen(p) < a && valid_read_string(p)", &["v4 + 1 <= v0"]);
    check(
        "valid_read_wstring((short *) p) && valid_read_wstring((int *) p) && wcslen((int *) p) < a",
        &["v5 + 1 <= v0"],
    );
    check("valid_read_string(p) && valid_read_wstring((int *) p) && strlen((int *) p) < a", &["v4 + 1 <= v0"]);
    check("a == 2147483648u", &["v0 = 2147483648"]);
}

#[test]
fn comparisons_without_meaning() {
    let text = |clause: &str| format!("(int a, unsigned b, char *p, char *q, float x) requires {clause}");
    let parameters = "i32 %a, i32 %b, ptr %p, ptr %q, float %x";
    for (clause, premise) in [
        ("a + b", "syntax"),
        ("c < 1", "name"),
        ("count == 0", "name"),
        ("v + 1 == p", "name"),
        ("p == 1", "pointer comparison"),
        ("p <= \\null", "pointer comparison"),
        ("p == a", "pointer comparison"),
        ("p == \\null == 0", "name"),
        ("0 == p", "pointer comparison"),
        ("p == q + q", "term"),
        ("a == \\null", "name"),
        ("a < p", "pointer comparison"),
        ("x < 1", "term"),
        ("strlen(p) == 0", "strlen"),
        ("valid_read_string(q) && strlen(p) == 0", "strlen"),
        ("valid_read_string(p) && wcslen((int *) p) == 0", "strlen"),
        ("valid_read_wstring((int *) p) && strlen(p) == 0", "strlen"),
        ("valid_read_wstring((int *) p) && wcslen((short *) p) == 0", "strlen"),
        ("valid_read_wstring((int *) p) && wcslen(p) == 0", "element type"),
        ("a < b > 0", "chain"),
        ("a != b != 1", "chain"),
        ("a < b != 1", "chain"),
        ("a < 010", "syntax"),
        ("a < 1.5", "syntax"),
        ("a < 1e5", "syntax"),
        ("a < 'ab'", "syntax"),
        ("a < '\\xff'", "syntax"),
        ("a < 0x", "syntax"),
        ("a < 1ulul", "syntax"),
        ("a / 0 == 1", "division"),
        ("a % b == 1", "division"),
        ("a % (1 - 1) == 1", "division"),
        ("!\\valid(p)", "negation"),
        ("\\valid(p) ==> a < 1", "negation"),
        ("!(a < 1 && \\valid(p))", "negation"),
        ("!valid_string(p) || a == 1", "negation"),
        ("!\\separated(p, q)", "negation"),
        ("!a", "negation"),
        ("a < 1 ||", "syntax"),
        ("a < 1 ==>", "syntax"),
        ("i128[p] == 0", "term"),
        ("int[p] == 0", "term"),
        ("u8[a] == 0", "pointer"),
        ("u8[p == 0", "syntax"),
        ("u8[] == 0", "syntax"),
        ("u8[&none] == 0", "name"),
        ("&none == p", "name"),
        ("a < 1;", "syntax"),
        ("a < 1 // b", "syntax"),
        ("(a < 1) < 2", "term"),
        ("(a < 1 && b < 1) + 1 < 2", "term"),
        ("a", "syntax"),
        ("\\false", "syntax"),
        ("\\forall", "syntax"),
        ("\\initialized(p)", "syntax"),
        ("a < (1 .. 2)", "term"),
        ("", "syntax"),
        ("a < 1 &&", "syntax"),
        ("a < 340282366920938463463374607431768211456", "syntax"),
        ("a < 170141183460469231731687303715884105727 * 2", "undecided"),
        ("ä < 1", "syntax"),
    ] {
        refused(parameters, &text(clause), premise);
    }
    refused("", "()", "syntax");
    refused("", "() \\true", "syntax");
    refused("", "() requires \\true requires \\true", "syntax");
}

/// The static variable x of f is the module's f.x: one name stands on each side of the colons.
#[test]
fn static_variables() {
    let text = text(LP64, "ptr %p").replace("@count =", "@f.x = internal global i32 0\n@count =");
    let module = reader::read(&text).expect("is read");
    let outside = |name: &str| {
        let contract = read(&module, &format!("(int *p) requires \\valid(p) && \\separated(p, {name})"));
        contract.map(|contract| contract.outside.into_iter().collect::<Vec<_>>()).map_err(|(premise, _)| premise)
    };
    assert_eq!(outside("&f::x"), Ok(vec![(0, "f.x".into())]));
    for (name, premise) in [
        ("&x::f", "separated"),
        ("&f::none", "separated"),
        ("&f", "separated"),
        ("&f::", "syntax"),
        ("&::x", "syntax"),
        ("&f:x", "syntax"),
        ("&f.x", "syntax"),
        ("&f::x::x", "syntax"),
        ("f::x", "syntax"),
    ] {
        assert_eq!(outside(name), Err(premise.to_string()), "{name}");
    }
}

/// Long and deep texts end in an error, and soon.
#[test]
fn hostile_texts() {
    let deep =
        |open: &str, close: &str| format!("(int a) requires {}a{} < 1", open.repeat(30_000), close.repeat(30_000));
    refused("i32 %a", &deep("(", ")"), "syntax");
    refused("i32 %a", &deep("-", ""), "syntax");
    refused("i32 %a", &format!("(int a) requires a < 1{}", " ".repeat(70_000)), "syntax");
    refused("i32 %a", &format!("(int a) requires {}", "a*".repeat(1000)), "syntax");
    refused("i32 %a", &format!("(int a) requires a < 1{}", " || a < 1".repeat(256)), "cases");
    refused("i32 %a", &format!("(int a) requires {}a < 1", "(a < 1 || a > 2) && ".repeat(9)), "cases");
    refused("i32 %a", &format!("(int a) requires a < {}1", "a*".repeat(1000)), "undecided");
    let sums = format!("(int a) requires a < {}1", "(a+1)*".repeat(500));
    refused("i32 %a", &sums, "undecided");
    let bracket = format!("(int a) requires {}a < 1{}", "(".repeat(60), ")".repeat(60));
    accepted("i32 %a", &bracket);
    for text in [
        "",
        "(",
        "(int a) requires a < '",
        "(int a) requires a < '\\",
        "(int a) requires \\",
        "\u{0}",
        "'\\x'",
        "(int a) requires a < 'é'",
    ] {
        refused("i32 %a", text, "syntax");
    }
    let mut pieces =
        ["(", ")", "int", "a", "requires", "\\valid", "+", "..", "&&", "1", "*", "char", ",", "<", "\\separated"]
            .iter()
            .cycle();
    let mut text = String::new();
    for _ in 0..2000 {
        let skip = text.len() % 7;
        text += pieces.nth(skip).copied().unwrap_or_default();
        text.push(' ');
        let _ = read(&module(LP64, "i32 %a"), &text[..text.len() * 2 / 3]);
        if text.len() > 300 {
            text.drain(..97);
        }
    }
}
