//! What contracts read of memory, alternatives, quotients (`spec/precondition.md`, "Formulas", "Meaning", "Initial
//! states").

use certificates::{Certificate, Overflow};

use crate::cases::state;
use crate::contract::{alternatives, refused};
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, mode, rejected, valid};

const PARAMETERS: &str = "ptr %p, i32 %n, ptr %q";

fn clause(text: &str) -> String {
    format!("(int *p, int n, char *q) requires {text}")
}

/// For each alternative its comparisons and steps, in words.
fn read(text: &str) -> Vec<String> {
    let shown = alternatives(PARAMETERS, &clause(text)).into_iter().map(|contract| {
        let facts = contract.comparisons.iter().map(std::string::ToString::to_string);
        let steps = contract.steps.iter().map(|step| match step {
            checker::contract::clause::Step::Range(number) => format!("range {number}"),
            checker::contract::clause::Step::Structure(number) => format!("list or tree {number}"),
            checker::contract::clause::Step::Length(number) => format!("length {number}"),
            checker::contract::clause::Step::Callback(name, Some(address)) => format!("{name} at {address}"),
            checker::contract::clause::Step::Callback(name, None) => name.clone(),
            checker::contract::clause::Step::Comparison(atom) => atom.to_string(),
            checker::contract::clause::Step::Elements(elements) => format!("elements at {}", elements.first.address),
            checker::contract::clause::Step::Result(signed) => format!("result {signed}"),
            checker::contract::clause::Step::Place(place) => {
                let kind = if place.pointer { "ptr".into() } else { format!("{:?}{}", place.sign, place.width) };
                format!("{kind}[{}] of v{}", place.address, place.start)
            }
            checker::contract::clause::Step::Quotient { dividend, divisor, natural } => {
                format!("({dividend}) / {divisor}{}", if *natural { " natural" } else { "" })
            }
        });
        facts.chain(steps).collect::<Vec<_>>().join("; ")
    });
    shown.collect()
}

#[test]
fn alternatives_in_order() {
    assert_eq!(read("n == 1 || n == 2"), ["v1 = 1", "v1 != 1; v1 = 2"]);
    assert_eq!(read("n == 1 || n == 2 || n < 0"), ["v1 = 1", "v1 != 1; v1 = 2", "v1 != 1; v1 != 2; v1 + 1 <= 0"]);
    assert_eq!(read("n == 1 ==> n < 2"), ["v1 != 1", "v1 = 1; v1 <= 1"]);
    assert_eq!(read("n < 1 ==> n < 2 ==> n < 3").len(), 3);
    assert_eq!(read("(n < 1 || n == 5) && (n == 0 || n > 4)").len(), 4);
    assert_eq!(read("!(0 < n < 5)"), ["v1 <= 0", "1 <= v1; 5 <= v1"]);
    assert_eq!(read("!(n < 1 && n > -5)"), ["1 <= v1", "v1 <= 0; v1 + 5 <= 0"]);
    assert_eq!(read("!(n < 1 || n > 5)"), ["1 <= v1; v1 <= 5"]);
    assert_eq!(read("!(n < 1 ==> n < 0)"), ["v1 <= 0; 0 <= v1"]);
    assert_eq!(read("!!(n < 1)"), ["v1 <= 0"]);
    assert_eq!(read("p == \\null || \\valid(p)"), ["v0 = 0", "v0 != 0; range 0"]);
    // What cannot be negated is not.
    assert_eq!(read("\\valid(p) || p == \\null"), ["range 0", "v0 = 0"]);
    assert_eq!(read("\\true || n < 1"), [""]);
    assert_eq!(read("!\\true"), [""; 0]);
    assert_eq!(read("!\\true || n < 1"), ["v1 <= 0"]);
}

#[test]
fn terms_that_read() {
    assert_eq!(read("\\valid(p) && i32[p] < n"), ["range 0; Signed32[v0] of v0; v5 + 1 <= v1"]);
    // Bytes are counted inside the brackets, elements outside.
    assert_eq!(read("u8[p + n - 1] == u8[p + n - 1]"), ["0 = 0; Unsigned8[v0 + v1 - 1] of v0"]);
    assert_eq!(read("p + 1 == ptr[q] && q - 1 < q"), ["0 <= 0; ptr[v2] of v2; v0 + 4 = v5"]);
    assert_eq!(
        read("\\valid((\\object(24, 8) *)ptr[q + 8] + (1 .. u16[q]))"),
        ["ptr[v2 + 8] of v2; Unsigned16[v2] of v2; range 0"]
    );
    // The same bytes read in another way are another value.
    assert_eq!(read("u8[q] == i8[q] && u64[q] != 0 && ptr[q] != NULL").concat().matches(" of v2").count(), 4);
    assert_eq!(read("u8[ptr[ptr[q]]] == 0"), ["ptr[v2] of v2; ptr[v5] of v5; Unsigned8[v6] of v6; v7 = 0"]);
}

#[test]
fn functions_by_their_names() {
    assert_eq!(read("\\callback(p) && n > 0 && \\callback(&bits)"), ["1 <= v1; @@0 at v0; @bits"]);
    assert_eq!(read("\\callback(&g) && \\callback(ptr[q + 8])"), ["@g; ptr[v2 + 8] of v2; @@1 at v5"]);
    assert_eq!(read("n == 1 && \\callback(p) || \\callback(q)"), ["v1 = 1; @@0 at v0", "@@0 at v2"]);
    // Named twice it is one function, and counts as one. A pointer that is named twice has two names.
    assert_eq!(
        read("\\callback(&bits) && \\callback(&bits) && \\callback(q) && \\callback(q)"),
        ["@bits; @@1 at v2; @@2 at v2"]
    );
    let blocks = described("\\callback(q) && \\callback(&bits)", &[], 0);
    assert_eq!(
        blocks,
        ["1 <= v2", "1 <= v3", "block 0 Function(\"@@0\") v2 0 1", "block 1 Function(\"@bits\") v3 0 1"]
    );
}

#[test]
fn quotients() {
    assert_eq!(read("n % 4 == 0"), ["(v1) / 4; v1 = 4*v5"]);
    assert_eq!(read("n / 4 * 4 == n"), ["(v1) / 4; 4*v5 = v1"]);
    assert_eq!(read("u8[q] % 2 == 1 && i8[q] % 2 == 0").concat().matches("natural").count(), 1);
    assert_eq!(read("(u8[q] + 1) / 2 / 3 == 0").concat().matches("natural").count(), 2);
    assert_eq!(read("(u8[q] - 1) / 2 == 0").concat().matches("natural").count(), 0);
    assert_eq!(read("u8[q] / -2 / 3 == 0").concat().matches("natural").count(), 1);
}

/// From one pointer to another, in bytes.
#[test]
fn distances() {
    assert_eq!(read("q - (char *)p <= n"), ["v2 <= v0 + v1"]);
    assert_eq!(read("q - 1 - (char *)p - n + 3 == 0"), ["v2 + 2 = v0 + v1"]);
    assert_eq!(read("n - (q - (char *)p) >= 0"), ["v2 <= v0 + v1"]);
    assert_eq!(read("(q - (char *)p) % 4 == 0"), ["(-v0 + v2) / 4; v2 = v0 + 4*v5"]);
    assert_eq!(read("(char *)ptr[q + 8] - (char *)ptr[q] < 9"), ["ptr[v2 + 8] of v2; ptr[v2] of v2; v5 <= v6 + 8"]);
    // A pointer that is moved by a distance.
    assert_eq!(read("q + (q - (char *)p) > q"), ["v0 + 1 <= v2"]);
    for (wrong, premise) in [
        ("q - p == 0", "element type"),
        ("p - q == 0", "element type"),
        ("p - p == 0", "element type"),
        ("ptr[q] - ptr[p] == 0", "element type"),
        ("n - q == 0", "term"),
        ("n - (q + 1) == 0", "term"),
        ("n == q", "pointer comparison"),
        ("q - (char *)p - q == 0", "term"),
        ("q - (char *)p == \\null", "name"),
        ("\\valid(q - (char *)p)", "term"),
    ] {
        refused(PARAMETERS, &clause(wrong), premise);
    }
}

const TOP: &str = "18446744073709551615";

/// Facts that are no ranges of parameters, blocks and entries of a case.
fn described(text: &str, kept: &[&str], case: usize) -> Vec<String> {
    let found = state(PARAMETERS, &clause(text), kept, case);
    let bound = |line: &str| line.contains("igned") && !line.starts_with("cell") || line.contains(TOP);
    let plain = |line: &str| ["0 <= v1 + 2147483648", "v1 <= 2147483647", "0 <= v0", "0 <= v2"].contains(&line);
    found
        .into_iter()
        .filter(|line| {
            !bound(line)
                && !plain(line)
                && !["720575940", "1844674407370955", "1844674407370948"].iter().any(|limit| line.contains(limit))
        })
        .collect()
}

#[test]
fn values_in_memory() {
    assert_eq!(
        described("\\valid(p) && i32[p] < n && u16[p + 2] == 3", &[], 0),
        [
            "1 <= v0",
            "0 <= v3 + 2147483648",
            "v3 <= 2147483647",
            "v3 + 1 <= v1",
            "0 <= v4",
            "v4 <= 65535",
            "v4 = 3",
            "block 0 Caller(0) v0 4 4",
            "cell 0 in 0 at 0 width 4 Signed = v3",
            "cell 1 in 0 at 2 width 2 Unsigned = v4",
        ]
    );
    // In a global, whose address counts from its own block; without it elsewhere.
    let globals = described("i32[&g + 0] == n", &["g"], 0);
    assert_eq!(globals[globals.len() - 2..], ["block 0 Global(\"g\") v0 4 4", "cell 0 in 0 at 0 width 4 Signed = v4"]);
    // A range that a place names, in a block of its own; the place before it, entries in order.
    let chain = described("\\valid((\\object(16, 8) *)q) && \\valid((char *)ptr[q + 8] + (0 .. u32[q] - 1))", &[], 1);
    assert_eq!(
        chain[chain.len() - 4..],
        [
            "block 0 Caller(0) v2 16 8",
            "block 1 Caller(1) v3 v4 1",
            "cell 0 in 0 at 8 width 8 Unsigned = v3",
            "cell 1 in 0 at 0 width 4 Unsigned = v4",
        ]
    );
    // A quotient of what is never negative leaves what is not; else it has the sign of the dividend.
    let natural = described("u8[&g] % 4 == 1", &["g"], 0);
    assert!(natural.contains(&"4*v5 <= v4".into()) && natural.contains(&"v4 <= 4*v5 + 3".into()), "{natural:?}");
    let signed = described("n % -4 == 1", &[], 0);
    assert_eq!(signed, ["0 <= v1 + 4*v3 + 3", "v1 + 4*v3 <= 3", "0 <= v1*v1 + 4*v1*v3", "v1 + 4*v3 = 1"]);
}

const BODY: &str =
    "define void @f(ptr %p, i32 %n, ptr %q) {\nstart:\n  %x = load i32, ptr %p, align 4\n  ret void\n}\n";

const NODES: &str = "node 0 entry 0 at f start 0\nvars 4\np = v0\nn = v1 s\nblock 0 caller:0 v0 4 align 4\n\
    cell 0 in 0 at 0 width 4 s = v3\nknow v3 < v1\nexec s load 0 entry 0\ngoto 1\nnode 1 entry 0 at f start 1\n";

fn proof(text: &str, roots: &str, nodes: &str) -> Certificate {
    let claim = format!("claim f {}\n", clause(text));
    language::certificate(&format!("{HEADER}{BODY}"), &format!("{claim}{roots}{nodes}"))
}

/// An edge may give an entry the other sign, where the bytes are the same number.
#[test]
fn an_entry_changes_its_sign() {
    let changed = |(mine, theirs): (&str, &str), value: &str| {
        let kind = if mine == "s" { "i32" } else { "u32" };
        let state = |sign: &str| format!("block 0 caller:0 v0 4 align 4\ncell 0 in 0 at 0 width 4 {sign} = v3\n");
        let nodes = format!(
            "node 0 entry 0 at f start 0\nvars 4\np = v0\n{}know v3 = {value}\nexec {mine} load 0 entry 0\n\
            goto 1 blocks 0<-0 cells 0<-0\nnode 1 entry 0 at f start 1\nvars 4\n{}",
            state(mine),
            state(theirs),
        );
        let number = value.replace("0-", "-");
        proof(
            &format!("\\valid(p) && {kind}[p] == {number}"),
            "root 0 (v0, v1, v2, v3) blocks 0<-0 cells 0<-0\n",
            &nodes,
        )
    };
    for signs in [("s", "u"), ("u", "s")] {
        for value in ["0", "7", "2147483647"] {
            valid(&changed(signs, value));
        }
    }
    alone(&changed(("s", "u"), "0-1"), "C-ENTRY", "sign low");
    alone(&changed(("u", "s"), "2147483648"), "C-ENTRY", "sign high");
}

/// What the state of a root says of memory is what the contract says.
#[test]
fn a_place_is_an_entry() {
    let root = "root 0 (v0, v1, v2, v3) blocks 0<-0 cells 0<-0\n";
    valid(&proof("\\valid(p) && i32[p] < n", root, NODES));
    rejected(&proof("\\valid(p) && i32[p] <= n", root, NODES), "C-KNOWLEDGE", "P1");
    // The number without a sign is below one with a sign.
    valid(&proof("\\valid(p) && u32[p] < n", root, NODES));
    let unknown = NODES.replace("know v3 < v1\n", "");
    rejected(&proof("\\valid(p) && u32[p] != 5", root, &unknown), "C-ENTRY", "sign high");
    rejected(&proof("\\valid(p) && i16[p] < n", root, NODES), "C-ENTRY", "width");
    rejected(&proof("\\valid(p + (0 .. 1)) && i32[p + 4] < n", root, NODES), "C-BLOCK", "size");
    // In mode `ideal` a value that is signed has no bounds, one that is not has.
    let most = |sign: &str| {
        let nodes =
            NODES.replace("width 4 s", &format!("width 4 {}", &sign[..1])).replace("v3 < v1", "v3 <= 4294967295");
        let kind = if sign == "s" { "i32" } else { "u32" };
        mode(proof(&format!("\\valid(p) && {kind}[p] != 5"), root, &nodes), Overflow::Ideal)
    };
    valid(&most("u"));
    rejected(&most("s"), "C-KNOWLEDGE", "P1");
}

/// A place lies inside what stands before it.
#[test]
fn a_place_lies_inside() {
    let empty = |text: &str| {
        let body = "define void @f(ptr %p, i32 %n, ptr %q) {\nstart:\n  ret void\n}\n";
        let nodes = "node 0 entry 0 at f start 0\nvars 1\nn = v0 s\ngoto 1\nnode 1 entry 0 at f start 0\n";
        let claim = format!("claim f {}\nroot 0 (v1)\n", clause(text));
        language::certificate(&format!("{HEADER}{body}"), &format!("{claim}{nodes}"))
    };
    valid(&empty("\\valid(p) && i32[p] < 7"));
    valid(&empty("\\valid(p) && i8[p + 3] < 7"));
    valid(&empty("\\valid(p + 1 + (0 .. 3)) && i32[p + 4] < 7"));
    for outside in [
        "i32[p] < 7",
        "i32[p] < 7 && \\valid(p)",
        "\\valid(p) && i32[p + 1] < 7",
        "\\valid(p + 1 + (0 .. 3)) && i32[p] < 7",
        "\\valid(p) && i32[p - 1] < 7",
        "\\valid(p) && i64[p] < 7",
        "\\valid(p) && u8[p + n] < 7",
        // Not of the pointer that it begins with.
        "\\valid(p) && q == p && u8[q] < 7",
    ] {
        alone(&empty(outside), "R-CONTRACT", "place");
    }
    // A range that may be empty has no first element, unless something before says that it is not.
    let two = |text: &str, first: &str| {
        let mut certificate = empty(text);
        let root = certificate.roots[0].clone();
        certificate.roots = match first {
            "infeasible" => vec![certificates::Root::Infeasible { witnesses: Vec::new() }, root],
            _ => vec![root.clone(), root],
        };
        certificate
    };
    rejected(&two("\\valid(p + (0 .. n - 1)) && i32[p] < 7", ""), "R-CONTRACT", "place");
    valid(&two("n > 0 && \\valid(p + (0 .. n - 1)) && i32[p] < 7", "infeasible"));
    valid(&two("\\valid(p + (0 .. n - 1)) && i32[p] < 7 && n > 0", "infeasible"));
    valid(&two("n > 0 && \\valid(p + (0 .. n - 1)) && i32[p] < 7", ""));
}
