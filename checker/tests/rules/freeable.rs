//! `\freeable`: blocks of `malloc` that become the function's (`spec/precondition.md`, `spec/concrete-calls.md`).

use certificates::Certificate;

use crate::contract::{accepted, refused};
use crate::language;
use crate::programs::HEADER;
use crate::support::{alone, rejected, valid};

const TWO: &str = "ptr %p, ptr %q, i64 %n";

fn clause(text: &str) -> String {
    format!("(char *p, int *q, size_t n) requires {text}")
}

#[test]
fn what_can_be_freed() {
    let which = |text: &str| {
        let contract = accepted(TWO, &clause(text));
        let freeable = contract.ranges.iter().enumerate().filter(|(_, range)| range.freeable);
        freeable.map(|(number, _)| number).collect::<Vec<_>>()
    };
    assert_eq!(which("\\valid(p + (0 .. n - 1)) && \\freeable(p)"), [0]);
    assert_eq!(which("\\freeable((int *)p) && \\valid(p)"), [0]);
    assert_eq!(which("valid_string(p) && \\freeable(p)"), [0]);
    // It is the range that certainly holds the others, or else a string.
    let two = "\\valid(p) && \\valid(p + (0 .. n - 1)) && \\freeable(p) && \\freeable(p)";
    assert_eq!(which(&format!("{two} && n >= 1")), [1]);
    assert_eq!(which(&format!("{two} && n == 7")), [1]);
    assert_eq!(which("\\valid(p + (0 .. n + 1)) && \\freeable(p) && \\valid(p + (0 .. 1))"), [0]);
    assert_eq!(which("\\valid(p) && \\valid(p) && \\freeable(p)"), [1]);
    assert_eq!(which("\\valid(p + (0 .. n - 1)) && valid_string(p) && \\freeable(p)"), [1]);
    assert_eq!(which("\\valid(p + (0 .. n - 1)) && valid_string(p) && \\freeable(p) && strlen(p) < n"), [0]);
    assert_eq!(which("valid_string(p) && \\freeable(p) && \\valid(p)"), [0]);
    let signed = "\\valid(p + (0 .. n - 2)) && \\freeable(p)";
    assert_eq!(which(&format!("{signed} && 0 < n")), [0]);
    assert_eq!(which("\\valid(q + (0 .. n - 2)) && \\freeable(q) && n >= 1"), [0]);
    let both = "\\valid(p + (0 .. n - 1)) && \\freeable(p) && \\valid((char *)q + (0 .. n - 1)) && \\freeable(q) && \
                \\separated(p + (0 .. n - 1), (char *)q + (0 .. n - 1))";
    for differ in ["n >= 1", "n > 3", "(char *)q != p", "p != (char *)q"] {
        assert_eq!(which(&format!("{both} && {differ}")), [0, 1]);
    }
    for (wrong, premise) in [
        (two, "freeable"),
        (&format!("{two} && n != 0"), "freeable"),
        (&format!("{two} && n <= 5"), "freeable"),
        (signed, "freeable size"),
        (&format!("{signed} && n != 0"), "freeable size"),
        (both, "freeable pair"),
        (&format!("{both} && n != 0"), "freeable pair"),
        (&format!("{both} && p < (char *)q + 1"), "freeable pair"),
    ] {
        refused(TWO, &clause(wrong), premise);
    }
    assert_eq!(which("\\valid(p) && \\valid(q) && \\freeable(q) && \\separated(p, q)"), [1]);
    let read = "\\valid(q + (0 .. 1)) && \\valid((char *)ptr[q]) && \\separated(q + (0 .. 1), (char *)ptr[q])";
    assert_eq!(which(&format!("\\freeable(ptr[q]) && {read}")), [1]);
    for (wrong, premise) in [
        ("\\freeable(p)", "freeable"),
        ("\\valid(p + (1 .. n)) && \\freeable(p)", "freeable"),
        ("\\valid(p) && \\freeable(p + 1)", "freeable"),
        ("\\valid_read(p) && \\freeable(p)", "freeable"),
        ("valid_read_string(p) && \\freeable(p)", "freeable"),
        ("\\valid(p) && \\freeable(&count)", "freeable"),
        ("\\valid(q + (0 .. 1)) && \\valid(p) && \\freeable(ptr[q])", "freeable"),
        ("(n == 0 || \\valid(p)) && \\freeable(p)", "freeable"),
        ("\\valid(p) && !\\freeable(p)", "negation"),
        ("\\valid(p) && \\freeable(p, p)", "syntax"),
        ("\\valid(p) && freeable(p)", "syntax"),
        ("\\valid(p) && \\freeable(n)", "pointer"),
        ("\\valid(p) && \\valid(q) && \\freeable(q)", "separation"),
        ("\\valid(p) && \\valid(q) && \\freeable(p)", "separation"),
        ("\\valid(p) && \\valid(p + 1) && \\freeable(p)", "separation"),
        ("\\valid(p) && \\valid(q) && \\freeable(q) && \\separated(p, &count)", "separation"),
        ("\\valid(p) && \\freeable(p) && \\list(q, \\object(16, 8), 0)", "separation"),
    ] {
        refused(TWO, &clause(wrong), premise);
    }
}

/// A function that calls `free`; its claim has this contract, and its roots are these.
fn frees(contract: &str, roots: &str, state: &str, release: &str, call: &str) -> Certificate {
    let module = format!(
        "{HEADER}declare void @free(ptr)\ndefine void @f(ptr %p, ptr %q, i64 %n) {{\nstart:\n  call void @free(ptr %p)\n  \
         br label %end\nend:\n  ret void\n}}\n"
    );
    let text = format!(
        "claim f {}\nconcrete {call}\n{roots}\nnode 0 entry 0 at f start 0\n{state}\n{release}\nexec\ngoto 1\n\
         node 1 entry 0 at f end 0\n",
        clause(contract)
    );
    let mut certificate = language::certificate(&module, &text);
    certificate.globals.clear();
    certificate
}

const BUFFER: &str = "\\valid(p + (0 .. n - 1)) && \\freeable(p)";
const ROOT: &str = "root 0 (v0, v1, v2) blocks 0<-0";
const HEAP: &str = "vars 3\np = v0\nq = v1\nn = v2\nblock 0 heap v0 v2 align 16";
const FREE: &str = "exec release 0";
const BYTES: &str = "object 4096 5 heap; parameters 4096 0 5";

#[test]
fn a_block_of_the_contract_is_freed() {
    valid(&frees(BUFFER, ROOT, HEAP, FREE, BYTES));
    let not = |rule: &str, premise: &str, contract: &str, roots: &str, state: &str| {
        rejected(&frees(contract, roots, state, FREE, BYTES), rule, premise);
    };
    // Nothing else than the contract makes it a block of the heap.
    let kept = HEAP.replace("heap", "caller:0").replace("16", "1");
    let range = "\\valid(p + (0 .. n - 1))";
    not("R-ROOT", "roots", range, ROOT, HEAP);
    let both = "root infeasible\nroot 0 (v0, v1, v2) blocks 0<-0";
    let call = "object 4096 5 rw; parameters 4096 0 5";
    rejected(&frees(&format!("{range} && n > 0"), both, HEAP, FREE, call), "C-BLOCK", "kind");
    rejected(&frees(&format!("{range} && n > 0"), both, &kept, FREE, call), "F-FREE", "block");
    // It has these bytes, this address, and the alignment of malloc.
    not("C-BLOCK", "size", BUFFER, ROOT, &HEAP.replace("v0 v2", "v0 v1"));
    not("C-BLOCK", "base", BUFFER, ROOT, &HEAP.replace("v0 v2", "v1 v2"));
    not("C-BLOCK", "align", BUFFER, ROOT, &HEAP.replace("16", "32"));
    // It may have none, but not fewer.
    let know = |fact: &str| format!("{HEAP}\nknow {fact}");
    valid(&frees(BUFFER, ROOT, &know("1 <= v0"), FREE, BYTES));
    not("C-KNOWLEDGE", "P1", BUFFER, ROOT, &know("1 <= v2"));
    // What is freed begins where it does.
    let other = "\\valid((char *)q + (0 .. n - 1)) && \\freeable(q)";
    let call = "object 4096 5 heap; parameters 0 4096 5";
    rejected(&frees(other, ROOT, &HEAP.replace("v0 v2", "v1 v2"), FREE, call), "F-FREE", "P1");
}

#[test]
#[cfg(feature = "solver")]
fn strings_and_further_ranges() {
    let root = "root 0 (v0, v1, v2, v3, v4) blocks 0<-0";
    let state = "vars 5\np = v0\nq = v1\nn = v2\nblock 0 heap v0 v4 align 16\nknow v3 + 1 <= v4";
    let string = "valid_string(p) && \\freeable(p)";
    valid(&frees(string, root, state, FREE, "object 4096 5 heap; parameters 4096 0 5"));
    rejected(&frees(string, root, &format!("{state}\nknow v4 <= v3 + 1"), FREE, BYTES), "C-KNOWLEDGE", "P1");
    let both = "\\valid(p + (0 .. n - 1)) && valid_string(p) && \\freeable(p) && strlen(p) < n";
    let all = format!("{state}\nknow v2 = v4");
    valid(&frees(both, root, &all, FREE, BYTES));
}

#[test]
fn calls() {
    let call = |contract: &str, concrete: &str| frees(contract, ROOT, HEAP, FREE, concrete);
    valid(&call(BUFFER, BYTES));
    let not = |premise: &str, concrete: &str| rejected(&call(BUFFER, concrete), "R-CALL", premise);
    not("freeable", "parameters 0 0 0");
    not("freeable", "object 4096 5 rw; parameters 4096 0 5");
    not("freeable", "object 4096 6 heap; parameters 4096 0 5");
    not("freeable", "object 4080 21 heap; parameters 4096 0 5");
    not("range", "object 4096 4 heap; parameters 4096 0 5");
    not("heap", "object 4096 5 heap; object 8192 5 heap; parameters 4096 0 5");
    not("heap", "object 4104 5 heap; parameters 4104 0 5");
}

#[test]
#[cfg(feature = "solver")]
fn calls_with_strings() {
    let root = "root 0 (v0, v1, v2) blocks 0<-0";
    let state = "vars 3\np = v0\nq = v1\nn = v2\nblock 0 heap v0 1 align 16";
    let one = "\\valid(p) && \\freeable(p) && n == 7";
    valid(&frees(one, root, state, FREE, "object 4096 1 heap; parameters 4096 0 7"));
    // Behind the string there may be more bytes, but none that something else names.
    let string = "valid_string(p) && \\freeable(p) && \\valid(q) && \\separated(q, p + (0 .. strlen(p)))";
    let root = "root 0 (v0, v1, v2, v3, v4) blocks 0<-0";
    let state = "vars 5\np = v0\nq = v1\nn = v2\nblock 0 heap v0 v4 align 16";
    let call = |concrete: &str| frees(string, root, state, FREE, concrete);
    valid(&call("object 4096 32 heap; object 8192 4 rw; parameters 4096 8192 0"));
    alone(&call("object 4096 32 heap; parameters 4096 4112 0"), "R-CALL", "freeable");
    rejected(&call("object 4096 32 heap 1:1,1; parameters 4097 8192 0"), "R-CALL", "freeable");
}
