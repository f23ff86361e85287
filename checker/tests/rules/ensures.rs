//! What a contract promises of returns, and the memory that it assigns (`spec/ensures.md`).

use certificates::{Certificate, Overflow};

use crate::cases::state;
use crate::contract::refused;
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, mode, rejected, valid};

/// `int f(int n) { return n; }`, of a call with the clause.
fn number(contract: &str, returns: &str, knows: &str) -> Certificate {
    let body = "define i32 @f(i32 %n) {\nstart:\n  ret i32 %n\n}\n";
    let nodes = format!(
        "node 0 entry 0 at f start 0\nvars 1\nn = v0 s\n{knows}\ngoto 1\nnode 1 entry 0 at f start 0\nn = v0 s\n"
    );
    let text = format!("claim f (int n) {contract}\nroot 0 (v0)\n{returns}\n{nodes}");
    language::certificate(&format!("{HEADER}{body}"), &text)
}

#[test]
fn results() {
    let contract = "returns int requires n >= 1 ensures \\result >= 1 && \\result == n";
    valid(&number(contract, "returns ways 0 0", ""));
    rejected(&number(contract, "", ""), "R-ENSURES", "returns");
    rejected(&number(contract, "returns ways 0 0\nreturns ways 0 0", ""), "R-ENSURES", "returns");
    rejected(&number("requires n >= 1", "returns ways 0", ""), "R-ENSURES", "returns");
    rejected(&number(contract, "returns ways 0", ""), "R-ENSURES", "ways");
    rejected(&number(contract, "returns ways 0 1", ""), "R-ENSURES", "ways");
    alone(
        &number(&contract.replace("n >= 1 ensures", "n >= 0 ensures"), "returns ways 0 0", ""),
        "R-ENSURES",
        "conjunct 1",
    );
    alone(&number(&contract.replace("== n", "== n + 1"), "returns ways 0 0", ""), "R-ENSURES", "conjunct 2");
    rejected(&number(contract, "returns ways 0 0 entries 0", ""), "R-ENSURES", "entries");
    // What nobody said of the call is not known at the return.
    rejected(
        &number("returns int requires \\true ensures \\result >= 1", "returns ways 0", ""),
        "R-ENSURES",
        "conjunct 1",
    );
}

/// Read as its type says, and converted where the function reads it otherwise.
#[test]
fn signs_of_results() {
    let contract = "returns unsigned int requires n >= 0 ensures \\result <= 2147483647";
    valid(&number(contract, "returns ways 0 wraps 0", ""));
    valid(&number(
        "returns unsigned int requires n == -1 ensures \\result == 4294967295",
        "returns ways 0 wraps -1",
        "",
    ));
    rejected(
        &number("returns unsigned int requires n < 0 ensures \\result < 0", "returns ways 0 wraps -1", ""),
        "R-ENSURES",
        "conjunct 1",
    );
    rejected(&number(contract, "returns ways 0 wraps 1", ""), "R-ENSURES", "A-FIT P1");
    rejected(&number(contract, "returns ways 0", ""), "R-ENSURES", "A-FIT");
    rejected(&number(contract, "returns ways 0 wraps 0 0", ""), "H-WRAPS", "all consumed");
    // As the function extends it.
    let extended = |attribute: &str| {
        let body = format!("define {attribute} i16 @f(i16 %n) {{\nstart:\n  ret i16 %n\n}}\n");
        let nodes =
            "node 0 entry 0 at f start 0\nvars 1\nn = v0 s\ngoto 1\nnode 1 entry 0 at f start 0\nvars 1\nn = v0 s\n";
        let claim = "claim f (short n) returns short requires \\true ensures \\result == n";
        language::certificate(&format!("{HEADER}{body}"), &format!("{claim}\nroot 0 (v0)\nreturns ways 0\n{nodes}"))
    };
    valid(&extended("signext"));
    rejected(&extended("zeroext"), "R-CONTRACT", "signs");
    // In the mode ideal a signed result has no bounds, one that is not has.
    let most = |ty: &str, wraps: &str| {
        let contract = format!("returns {ty} requires n != 5 ensures \\result <= 4294967295");
        mode(number(&contract, &format!("returns ways 0 {wraps}"), ""), Overflow::Ideal)
    };
    valid(&most("unsigned int", "wraps ?"));
}

#[test]
fn alternatives_of_ensures() {
    let bit = "returns int requires 0 <= n <= 1 ensures \\result == 0 || \\result == 1";
    // Either follows from what is left once the other does not hold.
    valid(&number(bit, "returns ways 0", ""));
    valid(&number(bit, "returns ways 1", ""));
    let more = bit.replace("<= 1 ensures", "<= 2 ensures");
    rejected(&number(&more, "returns ways 0", ""), "R-ENSURES", "conjunct 1");
    // An alternative of two comparisons is not denied.
    let two = "returns int requires 0 <= n <= 1 ensures \\result == 0 || \\result == 1 && n == 1";
    valid(&number(two, "returns ways 1", ""));
    rejected(&number(two, "returns ways 0", ""), "R-ENSURES", "conjunct 1");
    valid(&number("returns int requires n < 9 ensures n > 7 ==> \\result == 8", "returns ways 1", ""));
    valid(&number("returns int requires n < 9 ensures !(\\result > 8)", "returns ways 0", ""));
    // What is denied for one conjunct is not for the next.
    let next = "returns int requires 0 <= n <= 1 ensures (\\result == 0 || \\result == 1) && \\result == 1";
    rejected(&number(next, "returns ways 1 0", ""), "R-ENSURES", "conjunct 2");
    valid(&number(
        "returns int requires n == 7 ensures \\result / 2 == 3 && \\result % 2 == 1",
        "returns ways 0 0",
        "",
    ));
    rejected(
        &number("returns int requires n == 7 ensures \\result / 2 == 4", "returns ways 0", ""),
        "R-ENSURES",
        "conjunct 1",
    );
}

/// `void f(int *p) { *p = 5; }`: entry 0 of the root is what was there, entry 1 of the state after the return what is.
fn memory(contract: &str, returns: &str, edit: &dyn Fn(&str) -> String) -> Certificate {
    let body = "define void @f(ptr %p) {\nstart:\n  store i32 5, ptr %p, align 4\n  ret void\n}\n";
    let nodes = edit(
        "node 0 entry 0 at f start 0\nvars 2\np = v0\nblock 0 caller:0 v0 4 align 4\ncell 0 in 0 at 0 width 4 s = v1\n\
         exec s store 0\ngoto 1 blocks 0<-0 cells 1<-1\n\
         node 1 entry 0 at f start 1\nblock 0 caller:0 v0 4 align 4\ncell 1 in 0 at 0 width 4 s = 5\n",
    );
    let text = format!("claim f (int *p) {contract}\nroot 0 (v0, v1) blocks 0<-0 cells 0<-0\n{returns}\n{nodes}");
    language::certificate(&format!("{HEADER}{body}"), &text)
}

#[test]
fn places_at_the_return() {
    let same = |text: &str| text.to_owned();
    let contract = "requires \\valid(p) && i32[p] > 5 ensures i32[p] == 5 && i32[p] < \\old(i32[p])";
    let good = "returns ways 0 0 entries 1";
    valid(&memory(contract, good, &same));
    rejected(&memory(contract, "returns ways 0 0", &same), "R-ENSURES", "entries");
    rejected(&memory(contract, "returns ways 0 0 entries 1 1", &same), "R-ENSURES", "entries");
    // The old entry is gone, and of no entry nothing is known.
    rejected(&memory(contract, "returns ways 0 0 entries 0", &same), "R-ENSURES", "entry");
    rejected(&memory(contract, "returns ways 0 0 entries -", &same), "R-ENSURES", "place");
    rejected(&memory(&contract.replace("== 5", "== 6"), good, &same), "R-ENSURES", "conjunct 1");
    rejected(&memory(&contract.replace("> 5 ensures", ">= 5 ensures"), good, &same), "R-ENSURES", "conjunct 2");
    let other = |place: &str| format!("requires \\valid(p) && i32[p] > 5 ensures {place} == 5");
    alone(&memory(&other("i16[p]"), "returns ways 0 entries 1", &same), "R-ENSURES", "width");
    alone(&memory(&other("i32[p + 4]"), "returns ways 0 entries 1", &same), "R-ENSURES", "address");
    // With another sign the bytes are this number if it has both.
    valid(&memory(&other("u32[p]"), "returns ways 0 entries 1", &same));
    let value = |value: &str| {
        let (stored, value) = (value.to_owned(), value.to_owned());
        let made =
            memory("requires \\valid(p) && i32[p] > 5 ensures u32[p] >= 0", "returns ways 0 entries 1", &move |text| {
                text.replace("= 5", &format!("= {value}"))
            });
        let module = made.module.replace("i32 5", &format!("i32 {stored}"));
        let claim = certificates::Claim {
            module_hash: certificates::hash::sha256_hex(module.as_bytes()),
            ..made.claim.clone()
        };
        Certificate { module, claim, ..made }
    };
    valid(&value("7"));
    alone(&value("-7"), "R-ENSURES", "sign low");
    let high = |value: &str| {
        let value = value.to_owned();
        let contract = "requires \\valid(p) && u32[p] > 5 ensures i32[p] <= 5";
        let made = memory(contract, "returns ways 0 entries 1", &move |text| {
            let unsigned = text.replace("exec s", "exec u").replace("width 4 s", "width 4 u");
            unsigned.replace("u = 5", &format!("u = {value}"))
        });
        let module = made.module.replace("i32 5", "i32 -5");
        let claim = certificates::Claim {
            module_hash: certificates::hash::sha256_hex(module.as_bytes()),
            ..made.claim.clone()
        };
        Certificate { module, claim, ..made }
    };
    alone(&high("4294967291"), "R-ENSURES", "sign high");
    // Of a place without an entry nothing is known, not even where it lies if its address is read there.
    let unknown = "requires \\valid(p) && i32[p] > 5 ensures i32[p] >= 0";
    alone(&memory(unknown, "returns ways 0 entries -", &same), "R-ENSURES", "place");
    let elsewhere = "requires \\valid(p) && i32[p] > 5 ensures i32[p] == 5 || i32[p + u64[p]] == 7";
    valid(&memory(elsewhere, "returns ways 0 entries 1 - -", &same));
    alone(&memory(elsewhere, "returns ways 0 entries 1 - 1", &same), "R-ENSURES", "entry");
    // What lies where an unknown pointer leads is not known either.
    rejected(
        &memory("requires \\valid(p) && i32[p] > 5 ensures u8[ptr[p]] >= 0", "returns ways 0 entries - 1", &same),
        "R-ENSURES",
        "entry",
    );
}

/// Only what is assigned may be written.
#[test]
fn marks_of_assigns() {
    let blocks = |text: &str| {
        let all = state("ptr %p, i32 %n, ptr %q", text, &["g"], 0);
        all.into_iter().filter(|line| line.starts_with("block")).collect::<Vec<_>>()
    };
    let of = |assigns: &str| {
        blocks(&format!(
            "(int *p, int n, char *q) requires \\valid(p) && \\valid(q + (0 .. 7)) && \\separated(p, q + (0 .. 7), &g) {assigns}"
        ))
    };
    let read_only = |assigns: &str| of(assigns).iter().map(|line| line.ends_with("ro")).collect::<Vec<_>>();
    assert_eq!(read_only(""), [false, false, false]);
    assert_eq!(read_only("assigns \\nothing"), [true, true, true]);
    assert_eq!(read_only("assigns p"), [true, false, true]);
    assert_eq!(read_only("assigns &g"), [false, true, true]);
    assert_eq!(read_only("assigns q + (0 .. 7), p"), [true, false, false]);
    assert_eq!(read_only("assigns q + (-1 .. 9)"), [true, true, false]);
    // A part of a block is not the block (rules/parts.rs).
    assert_eq!(read_only("assigns q + (0 .. 6), (char *)p + (0 .. 2)"), [true, false, false, true, true]);
    // A global variable has no parts.
    assert_eq!(read_only("assigns (char *)&g"), [true, true, true]);
}

#[test]
fn what_is_not_assigned_is_not_written() {
    let same = |text: &str| text.to_owned();
    let marked = |text: &str| text.replace("align 4", "align 4 ro");
    valid(&memory("requires \\valid(p) && i32[p] > 5 assigns p", "", &same));
    rejected(&memory("requires \\valid(p) && i32[p] > 5 assigns \\nothing", "", &same), "C-BLOCK", "marks");
    rejected(&memory("requires \\valid(p) && i32[p] > 5 assigns (char *)p + (0 .. 2)", "", &same), "C-BLOCK", "size");
    rejected(&memory("requires \\valid(p) && i32[p] > 5 assigns \\nothing", "", &marked), "M-STORE", "writable");
}

/// `T *f(void)`, which returns what malloc gives, if it gives anything: block 0 after the return, or what the edit says.
fn allocated(ensures: &str, returns: &str, edit: &dyn Fn(&str) -> String) -> Certificate {
    let body =
        "declare ptr @malloc(i64)\ndefine ptr @f(ptr %p) {\nstart:\n  %m = call ptr @malloc(i64 8)\n  ret ptr %m\n}\n";
    let nodes = edit(
        "node 0 entry 0 at f start 0\nvars 1\np = v0\nblock 0 caller:0 v0 8 align 8\nexec alloc ok\n\
         goto 1 (v1) blocks 0<-0 1<-1\n\
         node 1 entry 0 at f start 1\nvars 2\nm = v1\nblock 0 caller:0 v0 8 align 8\nblock 1 heap v1 8 align 16\n",
    );
    let claim = format!("claim f (long *p) returns long * requires \\valid(p) ensures {ensures}");
    let text = format!("{claim}\nroot 0 (v0) blocks 0<-0\n{returns}\n{nodes}");
    language::certificate(&format!("{HEADER}{body}"), &text)
}

/// Returns the address of a function, which is a new block of the state, without bytes.
fn function() -> Certificate {
    let body = "define ptr @f() {\nstart:\n  ret ptr @f\n}\n";
    let nodes = "node 0 entry 0 at f start 0\nfunction f\ngoto 1 (v0) blocks 0<-0\n\
        node 1 entry 0 at f start 0\nvars 1\nblock 0 function:f v0 0 align 1\n";
    let claim = "claim f () returns void * requires \\true ensures \\fresh(\\result, 0)";
    language::certificate(&format!("{HEADER}{body}"), &format!("{claim}\nroot 0\nreturns ways 0 blocks 0\n{nodes}"))
}

/// Returns the first cell of a list of the caller's, whose marks the cell has.
fn taken(list: &str, assigns: &str, marks: &str) -> Certificate {
    let body = "define ptr @f(ptr %p) {\nstart:\n  ret ptr %p\n}\n";
    let nodes = format!(
        "node 0 entry 0 at f start 0\nvars 2\np = v0\nlist 0 shape 0 from v0 to 0 length v1 marks{marks}\n\
         know 1 <= v1\nlist-first 0\ngoto 1 blocks 0<-0\n\
         node 1 entry 0 at f start 0\np = v0\nblock 0 heap v0 16 align 8{marks}\n"
    );
    let requires = format!("\\{list}(p, \\object(16, 8), 8) && p != \\null");
    let claim = format!("claim f (void *p) returns void * requires {requires} {assigns} ensures \\fresh(\\result, 16)");
    let roots = "root infeasible\nroot 0 (v0, v1) lists 0<-0\nreturns ways 0 blocks 0";
    language::certificate(&format!("{HEADER}{body}"), &format!("shape 16 align 8 links 8\n{claim}\n{roots}\n{nodes}"))
}

/// `void f(int *p)` with a constant @c, of memory at the return that may only be read.
fn readable(requires: &str, promises: &str, marks: [&str; 2], blocks: &str) -> Certificate {
    let body = "@c = constant i32 5\ndefine void @f(ptr %p) {\nstart:\n  ret void\n}\n";
    let [constant, mark] = marks;
    let all = format!("block 0 global:c v0 4 align 4{constant}\nblock 1 caller:0 v1 4 align 4{mark}");
    let nodes = format!(
        "node 0 entry 0 at f start 0\nvars 2\np = v1\n{all}\ngoto 1 blocks 0<-0 1<-1\n\
         node 1 entry 0 at f start 0\nvars 2\n{all}\n"
    );
    let claim = format!("claim f (int *p) requires {requires} && \\separated(p, &c) {promises}");
    let root = "root 0 (v0, v1) blocks 0<-0 1<-1";
    let returns = format!("returns ways 0 blocks {blocks}");
    language::certificate(&format!("{HEADER}{body}"), &format!("globals c\n{claim}\n{root}\n{returns}\n{nodes}"))
}

#[test]
fn memory_that_may_only_be_read() {
    valid(&readable("\\valid_read(p)", "ensures \\valid_read(p)", ["", " ro"], "1"));
    alone(&readable("\\valid_read(p)", "ensures \\valid(p)", ["", " ro"], "1"), "R-ENSURES", "writable");
    valid(&readable("\\valid(p)", "ensures \\valid_read((int *)&c)", ["", ""], "0"));
    alone(&readable("\\valid(p)", "ensures \\valid((int *)&c)", ["", ""], "0"), "R-ENSURES", "writable");
}

#[test]
fn memory_at_the_return() {
    let same = |text: &str| text.to_owned();
    let fresh = "\\fresh(\\result, 8)";
    valid(&allocated(fresh, "returns ways 0 blocks 1", &same));
    rejected(&allocated(fresh, "returns ways 0", &same), "R-ENSURES", "block");
    rejected(&allocated(fresh, "returns ways 0 blocks -", &same), "R-ENSURES", "block");
    rejected(&allocated(fresh, "returns ways 0 blocks 7", &same), "R-ENSURES", "block");
    rejected(&allocated(fresh, "returns ways 0 blocks 0", &same), "R-ENSURES", "fresh");
    alone(&allocated("\\fresh(\\result, 7)", "returns ways 0 blocks 1", &same), "R-ENSURES", "fresh size");
    alone(&allocated("\\fresh(\\result + 1, 8)", "returns ways 0 blocks 1", &same), "R-ENSURES", "fresh address");
    // One block is not new twice.
    rejected(&allocated(&format!("{fresh} && {fresh}"), "returns ways 0 0 blocks 1 1", &same), "R-ENSURES", "fresh");
    alone(&function(), "R-ENSURES", "fresh");
    // A cell of the caller's list, taken out, is none: it is not the callee's to give away.
    alone(&taken("list", "", " kept"), "R-ENSURES", "fresh");
    rejected(&taken("owned_list", "assigns \\nothing", " ro"), "N-RETURN", "read only");
    let valid_range = |range: &str| format!("\\valid({range})");
    valid(&allocated(&valid_range("\\result"), "returns ways 0 blocks 1", &same));
    valid(&allocated(&valid_range("p"), "returns ways 0 blocks 0", &same));
    valid(&allocated(&valid_range("(char *)\\result + (3 .. 7)"), "returns ways 0 blocks 1", &same));
    valid(&allocated(&valid_range("\\result + (5 .. 4)"), "returns ways 0 blocks -", &same));
    alone(&allocated(&valid_range("\\result"), "returns ways 0 blocks -", &same), "R-ENSURES", "empty");
    alone(&allocated(&valid_range("\\result"), "returns ways 0", &same), "R-ENSURES", "empty");
    alone(
        &allocated(&valid_range("(char *)\\result + (3 .. 8)"), "returns ways 0 blocks 1", &same),
        "R-ENSURES",
        "end",
    );
    alone(
        &allocated(&valid_range("(char *)\\result + (-1 .. 3)"), "returns ways 0 blocks 1", &same),
        "R-ENSURES",
        "begin",
    );
    alone(
        &allocated(&valid_range("(int *)((char *)\\result + 1)"), "returns ways 0 blocks 1", &same),
        "R-ENSURES",
        "align",
    );
    alone(
        &allocated(&valid_range("(\\object(32, 32) *)\\result + (0 .. -1)"), "returns ways 0 blocks 1", &same),
        "R-ENSURES",
        "align",
    );
    let optional = |text: &str| text.replace("alloc ok", "alloc optional").replace("align 16", "align 16 optional");
    rejected(&allocated(&valid_range("\\result"), "returns ways 0 blocks 1", &optional), "R-ENSURES", "optional");
}

#[test]
fn memory_that_does_not_overlap() {
    let same = |text: &str| text.to_owned();
    let result = |operands: &str, blocks: &str| {
        allocated(&format!("\\separated({operands})"), &format!("returns ways 0 blocks {blocks}"), &same)
    };
    // Two blocks of which one may be written.
    valid(&result("\\result, p", "1 0"));
    alone(&result("\\result, p", "1 -"), "R-ENSURES", "empty");
    alone(&result("\\result, p + 1", "1 0"), "R-ENSURES", "end");
    alone(&result("\\result - 1, p", "1 0"), "R-ENSURES", "begin");
    rejected(&result("\\result, p", "1"), "R-ENSURES", "empty");
    // Two parts of a block, in either order, without an alignment; one that is empty is apart from everything.
    valid(&result("(char *)p + (0 .. 2), (char *)p + (3 .. 7)", "0 0"));
    valid(&result("(char *)p + (3 .. 7), (char *)p + (0 .. 2)", "0 0"));
    valid(&result("(int *)((char *)p + 1), (char *)p", "0 0"));
    valid(&result("p, p + (5 .. 4)", "0 -"));
    alone(&result("(char *)p + (0 .. 3), (char *)p + (3 .. 7)", "0 0"), "R-ENSURES", "separated");
    alone(&result("\\result, p, (char *)\\result + 7", "1 0 1"), "R-ENSURES", "separated");
    valid(&result("\\result, p, (char *)\\result + 8 + (0 .. -1)", "1 0 1"));
    // Memory that is only read may be the same at two addresses, unless it is protected by what `assigns` leaves out.
    let both = "ensures \\separated(p, &c)";
    valid(&readable("\\valid(p)", both, ["", ""], "1 0"));
    valid(&readable("\\valid(p)", &format!("assigns \\nothing {both}"), [" ro", " ro"], "1 0"));
    alone(&readable("\\valid_read(p)", both, ["", " ro"], "1 0"), "R-ENSURES", "separated");
}

#[test]
fn promises_are_read() {
    let all = |text: &str| format!("(int *p, int n, char *q) {text}");
    for (wrong, premise) in [
        ("requires \\true ensures \\result == 0", "result"),
        ("returns long requires \\true ensures \\result == 0", "result"),
        ("returns int * requires \\true ensures \\result == p", "result"),
        ("requires \\true ensures strlen(q) == 0", "strlen"),
        ("requires \\true ensures valid_string(q)", "ensures"),
        ("requires \\true ensures \\separated(p)", "ensures"),
        ("requires \\true ensures \\separated(p, &x)", "name"),
        ("requires \\true ensures !\\separated(p, q)", "negation"),
        ("requires \\true ensures \\fresh(p)", "ensures"),
        ("requires \\true ensures \\valid(p, q)", "ensures"),
        ("requires \\true ensures \\list(p, \\object(16, 8), 8)", "ensures"),
        ("requires \\true ensures !\\valid(p)", "negation"),
        ("requires \\old(n) == 0", "old"),
        ("requires \\result == 0", "result"),
        ("requires \\true ensures \\old(\\result) == 0", "result"),
        ("requires \\true ensures n == p", "pointer comparison"),
        ("requires \\true ensures", "syntax"),
        ("requires \\true assigns", "syntax"),
        ("requires \\true assigns n", "pointer"),
        ("requires \\true assigns &x", "name"),
        ("requires \\true ensures n == n assigns p", "syntax"),
        ("returns requires \\true", "syntax"),
    ] {
        refused("ptr %p, i32 %n, ptr %q", &all(wrong), premise);
    }
    rejected(&allocated("\\result * 1 == 8", "returns ways 0", &|text: &str| text.to_owned()), "R-CONTRACT", "term");
}
