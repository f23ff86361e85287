//! X-CONTRACT: functions elsewhere of which the claim's contract says what their calls do (`spec/rules/call.md`).

use certificates::{Certificate, Overflow};

use crate::support::{Block, alone, mode, rejected, valid};

/// 16 bytes at %p, with a number at 0 and one at 8; %n is at least 1.
const STATE: &str = "vars 2\nn = v0 s\np = v1\nblock 0 heap v1 16 align 8\ncell 0 in 0 at 0 width 4 s = 7\n\
    cell 1 in 0 at 8 width 4 s = 9\nknow 1 <= v0\nknow v0 <= 2147483647";

const DECLARED: &str = "declare i32 @dev(i32, ptr)\n";

const CALL: &str = "%r = call i32 @dev(i32 %n, ptr %p)";

const CONTRACT: &str = "(int n, void *p) returns int requires \\valid((char *)p + (0 .. 7)) && n >= 1 \
    assigns (char *)p + (0 .. 3) ensures \\result <= n && i32[p] == \\result && i32[p + 8] == \\old(i32[p + 8])";

const HINT: &str = "exec s contract 0 ranges 0 entries 1 assigned 0 1> after - 1 written 0 values 1 1";

/// A call of @dev in `main`, of which the claim says what it does.
fn elsewhere(declared: &str, call: &str, contract: &str, state: &str, steps: &str) -> Certificate {
    let block = Block::new("i32 %n, ptr %p, ptr %q", call).module(declared);
    let mut certificate = block.certificate(state, steps, "");
    certificate.claim.precondition = Some(format!("() requires \\true {contract}"));
    certificate.claim.contracts = vec!["dev".into(), "exit".into()];
    certificate
}

/// The usual call, with other words for some of it.
fn usual(contract: &[(&str, &str)], state: &[(&str, &str)], steps: &[(&str, &str)]) -> Certificate {
    let with = |text: &str, other: &[(&str, &str)]| {
        other.iter().fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{text}: {from}");
            text.replace(from, to)
        })
    };
    let contract = format!("\\elsewhere dev {}", with(CONTRACT, contract));
    elsewhere(DECLARED, CALL, &contract, &with(STATE, state), &with(HINT, steps))
}

fn refused(premise: &str, contract: &[(&str, &str)], state: &[(&str, &str)], steps: &[(&str, &str)]) {
    rejected(&usual(contract, state, steps), "X-CONTRACT", premise);
}

/// Refused because of this premise, and nothing else.
fn only(premise: &str, contract: &[(&str, &str)], state: &[(&str, &str)], steps: &[(&str, &str)]) {
    alone(&usual(contract, state, steps), "X-CONTRACT", premise);
}

/// The function may have called the library, which then has overwritten what it returned.
#[test]
fn what_the_library_returned_is_gone() {
    let beside = ("align 8\ncell 0", "align 8\nblock 1 library:getenv 4096 4 align 1 ro\ncell 0");
    let state = [beside];
    let then = |steps: &str| usual(&[], &state, &[("values 1 1", &format!("values 1 1\n{steps}"))]);
    valid(&then("bounds 0"));
    rejected(&then("bounds 1"), "G-BLOCK", "block");
    // Nor is it lent to the function: the function's proof knows nothing of that.
    let given = [("block 0 heap v1 16 align 8", "block 0 library:getenv v1 16 align 8 ro")];
    let read = [
        (
            "assigns (char *)p + (0 .. 3) ensures \\result <= n && i32[p] == \\result && i32[p + 8] == \\old(i32[p + 8])",
            "assigns \\nothing ensures \\result <= n",
        ),
        ("\\valid((char", "\\valid_read((char"),
    ];
    let hint = [(HINT, "exec s contract 0 ranges 0 values 1")];
    only("library variable", &read, &given, &hint);
}

#[test]
fn what_a_call_leaves_behind() {
    // v2 is the result, v3 what was written; entry 1 has stayed, entry 0 has not.
    let then = |steps: &str| usual(&[], &[], &[("values 1 1", &format!("values 1 1\n{steps}"))]);
    valid(&then("assert v2 <= v0\nassert v3 = v2\nassert -2147483648 <= v2"));
    rejected(&then("assert v2 = 1"), "G-ASSERT", "P1");
    rejected(&then("assert 0 <= v2"), "G-ASSERT", "P1");
    valid(
        &then("assert v2 <= v0\ngoto 3 (v0) blocks 0<-0 cells 0<-2")
            .with_result("vars 2\nblock 0 heap v1 16 align 8\ncell 0 in 0 at 0 width 4 s = v0", "goto 3 (v2, v1)"),
    );
    for mode_of in [Overflow::Wrap, Overflow::Ideal] {
        valid(&mode(then("assert v2 <= v0\nassert v2 <= 2147483647"), mode_of));
    }
    rejected(&then("inblock 0"), "G-INBLOCK", "entry");
}

/// What must be one object may stand here in parts of one: the function changes what it assigns, and that is a part
/// that may be written here.
#[test]
fn objects_in_parts() {
    let of = |parts: &str, steps: &[(&str, &str)]| {
        let state = [("block 0 heap v1 16 align 8", parts), ("cell 1 in 0 at 8", "cell 1 in 1 at 4")];
        usual(&[], &state, &[&[("assigned 0 1>", "assigned 0")], steps].concat())
    };
    let parts = "block 0 part:0.1 v1 4 align 8\nblock 1 part:0.2 v1+4 12 align 4 ro";
    valid(&of(parts, &[]));
    // The range has eight bytes, and begins in the first part.
    let short = |from: &str, to: &str| {
        assert!(parts.contains(from));
        rejected(&of(&parts.replace(from, to), &[]), "X-CONTRACT", "P2");
    };
    alone(&of(&parts.replace("part:0.2", "part:1.2"), &[]), "X-CONTRACT", "P2");
    short("part:0.2", "caller:2");
    short("part:0.2", "heap");
    short("v1+4 12", "v1+5 12");
    short("v1+4 12", "v1+4 v0+12");
    short("part:0.1", "caller:1");
    // What is assigned lies in a part that may be written.
    let fixed = parts.replace("v1 4 align 8", "v1 4 align 8 ro");
    alone(&of(&fixed, &[]), "X-CONTRACT", "writable");
    let behind = [("assigned 0", "assigned 1")];
    rejected(&of(parts, &behind), "X-CONTRACT", "writable");
}

/// Ranges in two parts of one object need not be apart.
#[test]
fn separate_parts() {
    let of = |other: &str, second: &str| {
        let contract = format!(
            "\\elsewhere dev (int n, void *p) returns int requires \\valid((char *)p + (0 .. 7)) && \
             \\valid({other}) && \\separated((char *)p + (0 .. 7), {other}) assigns \\nothing"
        );
        let state =
            format!("vars 2\nn = v0 s\np = v1\nblock 0 part:0.1 v1 4 align 8\nblock 1 {second} v1+4 12 align 4 ro");
        elsewhere(DECLARED, CALL, &contract, &state, "exec s contract 0 ranges 0 1\ngoto 3")
    };
    valid(&of("(char *)p + 8", "part:0.2"));
    alone(&of("(char *)p + 7", "part:0.2"), "X-CONTRACT", "separated");
}

#[test]
fn memory_of_the_library() {
    let contract =
        "\\elsewhere dev (int n, void *p) returns int requires \\valid((char *)p + (0 .. 3)) assigns \\nothing";
    let of = |kind: &str| {
        let state = format!("vars 2\nn = v0 s\np = v1\nblock 0 {kind} v1 4 align 4");
        let declared = format!("{DECLARED}declare ptr @__errno_location()\n");
        elsewhere(&declared, CALL, contract, &state, "exec s contract 0 ranges 0\ngoto 3")
    };
    valid(&of("heap"));
    alone(&of("global:@errno"), "X-CONTRACT", "library variable");
}

/// The proof of the function itself knows objects up to the largest number of a signed word.
#[test]
fn objects_that_are_too_large() {
    let contract =
        "\\elsewhere dev (int n, void *p) returns int requires \\valid((char *)p + (0 .. 3)) assigns \\nothing";
    let of = |kind: &str, most: &str| {
        let state = format!("vars 3\nn = v0 s\np = v1\nblock 0 {kind} v1 v2 align 4\nknow 4 <= v2\nknow v2 <= {most}");
        elsewhere(DECLARED, CALL, contract, &state, "exec s contract 0 ranges 0\ngoto 3")
    };
    valid(&of("heap", "72057594037927935"));
    alone(&of("heap", "72057594037927936"), "X-CONTRACT", "object");
}

/// What does not return is not called against its contract.
#[test]
fn a_contract_of_what_ends_the_program() {
    let of = |contract: &str| {
        let block = Block::new("i32 %n", "call void @die(i32 %n)\nunreachable\nrest:")
            .module("declare void @die(i32) noreturn");
        let mut certificate = block.certificate("vars 1\nn = v0 s", "exit", "");
        certificate.claim.precondition = Some(format!("() requires \\true{contract}"));
        certificate.claim.contracts = vec!["die".into(), "exit".into()];
        certificate
    };
    valid(&of(""));
    alone(&of(" \\elsewhere die (int n) requires n > 0 assigns \\nothing"), "X-CALLBACK", "contract");
}

/// Replaces the return node's state, and the step that leads to it.
trait WithResult {
    fn with_result(self, result: &str, goto: &str) -> Certificate;
}

impl WithResult for Certificate {
    fn with_result(self, result: &str, goto: &str) -> Certificate {
        let block = Block::new("i32 %n, ptr %p, ptr %q", CALL).module(DECLARED);
        let steps = format!("{HINT}\n{goto} blocks 0<-0 cells 0<-2");
        let made = block.certificate(STATE, &steps, result);
        Certificate { claim: self.claim, ..made }
    }
}

#[test]
fn what_is_required() {
    refused("alternative", &[], &[], &[("contract 0", "contract 1")]);
    only("requires", &[("n >= 1", "n >= 2")], &[], &[]);
    only("P2", &[("(0 .. 7)", "(0 .. 16)")], &[], &[]);
    only("P1", &[("(0 .. 7)", "(-1 .. 7)")], &[], &[]);
    only("writable", &[], &[("align 8\n", "align 8 ro\n")], &[]);
    // It is enough to be read where the contract says so, and something else is assigned.
    only("empty", &[], &[], &[("ranges 0", "ranges none")]);
    valid(&usual(&[("(0 .. 7)", "(0 .. n - n - 1)")], &[], &[("ranges 0", "ranges none")]));
    refused("accesses", &[], &[], &[("ranges 0", "ranges 0 0")]);
    refused("accesses", &[], &[], &[("ranges 0 ", "")]);
    refused("block", &[], &[], &[("ranges 0", "ranges 5")]);
    // A type of other alignment.
    valid(&usual(&[("\\valid((char *)p + (0 .. 7))", "\\valid((long *)p)")], &[], &[]));
    only("alignment", &[("\\valid((char *)p + (0 .. 7))", "\\valid((long *)p)")], &[("align 8", "align 4")], &[]);
    // What memory holds.
    let place = [("n >= 1", "n >= 1 && i32[p + 8] == 9")];
    valid(&usual(&place, &[], &[]));
    only("requires", &place, &[("= 9", "= v0")], &[]);
    only("address", &[], &[("at 8", "at 12")], &[]);
    refused("width", &[("\\old(i32[p + 8])", "\\old(i64[p + 8])")], &[], &[]);
    refused("entry", &[], &[], &[("entries 1", "entries 7")]);
    refused("entries", &[], &[], &[("entries 1 ", "")]);
    refused("entries", &[], &[], &[("entries 1", "entries 1 1")]);
    refused("entries", &[], &[], &[("ranges 0", "ranges 0 ends 1")]);
    // In an alternative only what it says is asked.
    let either = [("n >= 1", "(n >= 9 || n >= 1)")];
    let few = [("know v0 <= 2147483647", "know v0 <= 8")];
    valid(&usual(&either, &few, &[("contract 0", "contract 1")]));
    only("requires", &either, &few, &[]);
}

#[test]
fn strings_that_are_required() {
    let contract = "\\elsewhere dev (int n, char *p) returns int requires valid_read_string(p) && strlen(p) < n \
        assigns \\nothing ensures \\result <= \\old(strlen(p))";
    let state = "vars 2\nn = v0 s\np = v1\nblock 0 heap v1 16 align 8 ro\ncell 0 in 0 at 5 width 1 s = 0\n\
        cell 1 in 0 at 5 width 2 s = 0\nblock 1 heap v1 16 align 8\ncell 2 in 1 at 5 width 1 s = 0\n\
        know 6 <= v0\nknow v0 <= 2147483647";
    let hint = "exec s contract 0 ranges 0 ends 0 values 0";
    let made = |contract: &str, state: &str, steps: &str| elsewhere(DECLARED, CALL, contract, state, steps);
    // v2 is the length.
    valid(&made(contract, state, &format!("{hint}\nassert v3 <= v2\nassert v2 <= 5\nassert v3 <= 5")));
    alone(&made(contract, &state.replace("know 6", "know 5"), hint), "X-CONTRACT", "requires");
    alone(&made(contract, &state.replace("at 5 width 1 s = 0", "at 5 width 1 s = 1"), hint), "X-CONTRACT", "end");
    rejected(&made(contract, state, &hint.replace("ends 0", "ends 1")), "X-CONTRACT", "ends");
    rejected(&made(contract, state, &hint.replace("ends 0", "ends 2")), "X-CONTRACT", "ends");
    rejected(&made(contract, state, &hint.replace("ends 0", "")), "X-CONTRACT", "ends");
    rejected(&made(contract, state, &hint.replace("ranges 0", "ranges none")), "X-CONTRACT", "empty");
    rejected(&made(&contract.replace("valid_read_string", "valid_string"), state, hint), "X-CONTRACT", "writable");
    let inside = contract.replace("(p) &&", "(p + 6) &&").replace("strlen(p)", "strlen(p + 6)");
    alone(&made(&inside, state, hint), "X-CONTRACT", "behind");
}

#[test]
fn ranges_that_are_separate() {
    let contract = "\\elsewhere dev (int n, char *p) returns int requires \\valid(p + (0 .. 3)) && \\valid_read(p + (4 .. 7)) \
        && \\separated(p + (0 .. 3), p + (4 .. 7)) assigns \\nothing";
    let made = |contract: &str, state: &str, steps: &str| elsewhere(DECLARED, CALL, contract, state, steps);
    let hint = "exec s contract 0 ranges 0 0";
    valid(&made(contract, STATE, hint));
    let overlap = contract.replace("(4 .. 7)", "(3 .. 7)");
    alone(&made(&overlap, STATE, hint), "X-CONTRACT", "separated");
    // Two blocks are two objects if one of them may be written.
    let two = "vars 3\nn = v0 s\np = v1\nblock 0 heap v1 4 align 8\nblock 1 heap v2 16 align 8\nknow v2 = v1";
    valid(&made(&overlap, two, "exec s contract 0 ranges 0 1"));
    let views = contract.replace("\\valid(", "\\valid_read(").replace("(4 .. 7)", "(3 .. 7)");
    let read = two.replace("align 8", "align 8 ro");
    alone(&made(&views, &read, "exec s contract 0 ranges 0 1"), "X-CONTRACT", "separated");
    valid(&made(&views, &two.replacen("align 8", "align 8 ro", 1), "exec s contract 0 ranges 0 1"));
    // Of an operand that is no range of the alternative nothing would be asked.
    let either = contract.replace("\\valid_read(p + (4 .. 7))", "(n >= 9 && \\valid_read(p + (4 .. 7)) || n >= 1)");
    alone(
        &made(&either, STATE, &hint.replace("contract 0 ranges 0 0", "contract 1 ranges 0")),
        "X-CONTRACT",
        "separated",
    );
    valid(&made(&either, &STATE.replace("1 <= v0", "9 <= v0"), hint));
}

#[test]
fn what_is_assigned() {
    refused("assigned", &[], &[], &[("assigned 0 1> ", "")]);
    refused("assigned", &[], &[], &[("assigned 0 1>", "assigned 0 1> none")]);
    only(
        "nothing assigned",
        &[("i32[p] == \\result", "0 == 0")],
        &[],
        &[("assigned 0 1>", "assigned none"), ("after - 1 written 0 values 1 1", "after 1 values 1")],
    );
    only(
        "assigned end",
        &[
            ("assigns (char *)p + (0 .. 3)", "assigns (char *)p + (0 .. 16)"),
            ("i32[p + 8] == \\old(i32[p + 8])", "0 == 0"),
        ],
        &[],
        &[("assigned 0 1>", "assigned 0"), ("entries 1 ", ""), ("after - 1", "after -")],
    );
    only("assigned begin", &[("assigns (char *)p + (0 .. 3)", "assigns (char *)p + (-1 .. 3)")], &[], &[]);
    // A block that this function may not write, or that another one is a view of.
    let read = [("\\valid(", "\\valid_read(")];
    refused("writable", &read, &[("align 8\n", "align 8 ro\n")], &[]);
    refused("block", &[], &[], &[("assigned 0 1>", "assigned 3")]);
    // Entries that stay lie outside.
    only("survivor", &[], &[], &[("1> after", "0> 1> after")]);
    refused("survivors", &[], &[], &[("1> after", "1> 0> after")]);
    refused("entry", &[], &[], &[("0 1> after", "0 after")]);
}

#[test]
fn what_is_ensured() {
    // What the function does not change is read from what has stayed.
    refused("after", &[], &[], &[("after - 1", "after -")]);
    refused("after", &[], &[], &[("after - 1", "after - 1 1")]);
    refused("after", &[], &[], &[("written 0", "written 0 0")]);
    refused("written", &[], &[], &[("written 0 ", "")]);
    refused("written", &[], &[], &[("written 0", "written 1")]);
    only("written end", &[], &[], &[("after - 1 written 0 values 1 1", "after - - written 0 0 values 1 1 9")]);
    only("written begin", &[("assigns (char *)p + (0 .. 3)", "assigns (char *)p + (1 .. 4)")], &[], &[]);
    refused("entry", &[], &[], &[("after - 1", "after 0 1"), ("written 0 ", "")]);
    // Nothing is written to a range without bytes.
    refused(
        "written",
        &[("assigns (char *)p + (0 .. 3)", "assigns (char *)p + (0 .. n - n - 1)")],
        &[],
        &[("assigned 0 1>", "assigned none")],
    );
    // Two places that are new are apart.
    let both = [("i32[p + 8] == \\old(i32[p + 8])", "i16[p + 2] == 0"), ("i32[p] == \\result", "i32[p] <= n")];
    only(
        "places",
        &both,
        &[],
        &[("entries 1 ", ""), ("after - 1 written 0 values 1 1", "after - - written 0 0 values 1 1 0")],
    );
    // Values that satisfy it: otherwise it would say something of what there was.
    refused("values", &[], &[], &[("values 1 1", "values 1")]);
    refused("values", &[], &[], &[("values 1 1", "values 1 1 1")]);
    refused("values", &[], &[], &[("values 1 1", "values 1 v9")]);
    only("satisfiable", &[], &[], &[("values 1 1", "values 2 2")]);
    only("satisfiable", &[], &[], &[("values 1 1", "values 1 0")]);
    only("satisfiable", &[("\\result <= n", "\\result <= n && n >= 5")], &[], &[]);
    only("satisfiable", &[("\\result <= n", "\\result <= n && \\result != \\result")], &[], &[]);
    only("satisfiable", &[("== \\old(i32[p + 8])", "== \\old(i32[p + 8]) + 1")], &[], &[]);
    only("value low", &[], &[], &[("values 1 1", "values -2147483649 -2147483649")]);
    let above = [("\\result <= n", "\\result >= n"), ("== \\result", "== n")];
    only("value high", &above, &[], &[("values 1 1", "values 2147483648 v0")]);
    valid(&usual(&above, &[], &[("values 1 1", "values v0 v0")]));
    // A quotient of what is new.
    valid(&usual(&[("\\result <= n", "\\result / 2 == 0")], &[], &[("values 1 1", "values 1 1\nassert v2 <= 1")]));
    only("satisfiable", &[("\\result <= n", "\\result / 2 == 1")], &[], &[]);
}

#[test]
fn new_blocks() {
    let declared = "declare ptr @dev(i32, ptr)\n";
    let call = "%r = call ptr @dev(i32 %n, ptr %p)";
    let contract = "\\elsewhere dev (int n, void *p) returns void * requires n >= 1 assigns \\nothing \
        ensures \\fresh(\\result, n)";
    let made = |contract: &str, steps: &str| elsewhere(declared, call, contract, STATE, steps);
    let hint = "exec contract 0";
    valid(&made(contract, &format!("{hint}\nassert 1 <= v2\nassert v2 + v0 <= 18446744073709486080\nbounds 1")));
    rejected(&made(contract, "exec contract 0 values 5"), "X-CONTRACT", "values");
    let less = contract.replace("requires n >= 1", "requires \\true");
    alone(&made(&less.replace("result, n", "result, n - 2"), hint), "X-CONTRACT", "fresh low");
    alone(&made(&less.replace("result, n", "result, n * 9223372036854775807 + 1"), hint), "X-CONTRACT", "fresh high");
    // There may be none.
    for may_fail in ["\\result == \\null || \\fresh(\\result, n)", "\\result != \\null ==> \\fresh(\\result, n)"] {
        let contract = contract.replace("\\fresh(\\result, n)", may_fail);
        valid(&made(
            &contract,
            &format!("{hint}\nassert 0 <= v2\nsplit v2 = 0 {{\nabsent 1\ngoto 3\n}} else {{\npresent 1\ngoto 3\n}}"),
        ));
        rejected(&made(&contract, &format!("{hint}\nassert 1 <= v2")), "G-ASSERT", "P1");
        alone(&made(&contract.replace("result, n", "result, n - 2"), hint), "X-CONTRACT", "fresh low");
    }
    // One that a pointer leads to.
    let out = "\\elsewhere dev (int n, void *p) returns int requires \\valid((void **)p) assigns (void **)p \
        ensures \\fresh(ptr[p], 8)";
    let steps = "exec s contract 0 ranges 0 assigned 0 1> after - written 0\nassert 1 <= v2\n\
        goto 3 (v1, v2) blocks 0<-0 1<-1 cells 0<-2";
    let result = "vars 2\nblock 0 heap v0 16 align 8\nblock 1 heap v1 8 align 16\ncell 0 in 0 at 0 width 8 u = v1";
    let block = Block::new("i32 %n, ptr %p, ptr %q", CALL).module(DECLARED);
    let written = block.certificate(STATE, steps, result);
    valid(&Certificate { claim: claim(&written, out), ..written });
}

/// Where a place lies is not left to the function.
#[test]
fn places_that_only_the_return_knows() {
    let contract = "\\elsewhere dev (int n, void *p) returns void * requires n >= 1 assigns \\nothing \
        ensures i32[\\result] == 7";
    let state = format!("{}\nknow v2 = v1", STATE.replace("vars 2", "vars 3"));
    let call = "%r = call ptr @dev(i32 %n, ptr %p)";
    let made = elsewhere("declare ptr @dev(i32, ptr)\n", call, contract, &state, "exec contract 0 after 0 values 1");
    alone(&made, "X-CONTRACT", "place");
}

fn claim(certificate: &Certificate, contract: &str) -> certificates::Claim {
    let mut claim = certificate.claim.clone();
    claim.precondition = Some(format!("() requires \\true {contract}"));
    claim.contracts = vec!["dev".into(), "exit".into()];
    claim
}

#[test]
fn contracts_that_are_not_covered() {
    let rejects = |declared: &str, contract: &str, premise: &str| {
        let made = elsewhere(declared, CALL, contract, STATE, "exec s contract 0");
        rejected(&made, "R-CONTRACT", premise);
    };
    let all = |contract: &str, premise: &str| {
        rejects(DECLARED, &format!("\\elsewhere dev (int n, char *p) {contract}"), premise);
    };
    all("returns int requires \\true ensures \\result == 0", "elsewhere");
    all("requires \\valid(p) && \\freeable(p) assigns \\nothing", "elsewhere");
    all("requires \\list(p, \\object(16, 8), 8) assigns \\nothing", "elsewhere");
    all("requires \\callback(p) assigns \\nothing", "elsewhere");
    all("requires valid_read_wstring((int *)p) assigns \\nothing", "elsewhere");
    all("returns int requires \\true assigns \\nothing ensures \\result == 0 || \\result == 1", "elsewhere");
    all("returns int requires \\true assigns \\nothing ensures \\fresh(p, 4)", "elsewhere");
    let pointer = "declare ptr @dev(i32, ptr)\n";
    let new = |ensures: &str| {
        format!("\\elsewhere dev (int n, char *p) returns char * requires \\true assigns \\nothing ensures {ensures}")
    };
    rejects(pointer, &new("\\fresh(\\result, 4) && \\result != p"), "elsewhere");
    rejects(pointer, &new("\\fresh(\\result, 4) && \\fresh(\\result, 4)"), "elsewhere");
    rejects(pointer, &new("\\fresh(\\result, 4) && u8[\\result] == 0"), "elsewhere");
    rejects(pointer, &new("\\fresh(\\result, \\result - p)"), "elsewhere");
    rejects(pointer, &new("\\fresh(\\result + 1, 4)"), "elsewhere");
    rejects(pointer, &new("\\result == p || \\fresh(\\result, 4)"), "elsewhere");
    let twice = "\\elsewhere dev (int n, char *p) requires \\true assigns \\nothing";
    rejects(DECLARED, &format!("{twice} {twice}"), "elsewhere");
    rejects(DECLARED, &twice.replace("dev", "other"), "elsewhere");
    rejects(
        "declare i32 @dev(i32, ptr)\ndeclare i32 @abs(i32)\n",
        "\\elsewhere abs (int n) requires \\true assigns \\nothing",
        "elsewhere",
    );
    rejects("declare i32 @dev(i32, ptr, ...)\n", twice, "elsewhere");
    rejects(DECLARED, &twice.replace("char *p", "char p"), "parameters");
    rejects("declare i32 @dev(i32 zeroext, ptr)\n", twice, "signs");
    rejects("declare zeroext i32 @dev(i32, ptr)\n", &twice.replace(") requires", ") returns int requires"), "signs");
    rejects(DECLARED, &twice.replace(") requires", ") returns long requires"), "result");
    rejects(DECLARED, &format!("{twice} \\elsewhere"), "syntax");
    // No global of the program has a name in it.
    all("requires \\valid(p) && \\separated(p, &g) assigns \\nothing", "separated");
    all("requires \\true assigns &g", "name");
}

#[test]
fn memory_that_is_ensured_says_nothing() {
    let ensures = "\\valid(p + (0 .. 7)) && \\separated(p + (0 .. 3), p + (4 .. 7)) && \\result <= n";
    let contract =
        format!("\\elsewhere dev (int n, char *p) returns int requires n >= 1 assigns \\nothing ensures {ensures}");
    let made = |state: &str, steps: &str| elsewhere(DECLARED, CALL, &contract, state, steps);
    let (hint, nowhere) =
        ("exec s contract 0 values 1", "vars 2\nn = v0 s\np = v1\nknow 1 <= v0\nknow v0 <= 2147483647");
    valid(&made(STATE, &format!("{hint}\nassert v2 <= v0")));
    // Although it is said to be valid, nothing is known of where p leads.
    valid(&made(nowhere, &format!("{hint}\nassert v2 <= v0")));
    rejected(&made(nowhere, &format!("{hint}\nassert 1 <= v1")), "G-ASSERT", "P1");
    rejected(&made(nowhere, &format!("{hint}\nbounds 0")), "G-BLOCK", "block");
}

#[test]
fn who_is_called() {
    let made = |declared: &str, call: &str, steps: &str| {
        elsewhere(declared, call, &format!("\\elsewhere dev {CONTRACT}"), STATE, steps)
    };
    // The claim says nothing of it.
    let mut other = made(DECLARED, CALL, HINT);
    other.claim.precondition = Some("() requires \\true".into());
    rejected(&other, "X-CONTRACT", "callee");
    rejected(&made(DECLARED, CALL, "exec s"), "X-CALL", "callee");
    rejected(&made(DECLARED, "%r = call i32 @dev(i32 undef, ptr %p)", HINT), "X-CALL", "argument");
    rejected(&made(DECLARED, "%r = call i64 @dev(i32 %n, ptr %p)", HINT), "X-CALL", "type");
    rejected(&made("declare i32 @dev(i32, ptr) memory(none)\n", CALL, HINT), "X-CALL", "promises");
    rejected(&made("declare i32 @dev(i32, ptr returned)\n", CALL, HINT), "X-CALL", "promises");
    valid(&made("declare i32 @dev(i32, ptr) willreturn nofree nosync\n", CALL, HINT));
    // The claim names it.
    let mut unnamed = made(DECLARED, CALL, HINT);
    unnamed.claim.contracts = vec!["exit".into()];
    rejected(&unnamed, "CLAIM", "contracts");
    // Nothing more of the hint than is asked.
    rejected(&made(DECLARED, CALL, &HINT.replace("exec s", "exec s wraps 0")), "H-WRAPS", "all consumed");
}
