//! What many rules have in common (operands, A-FIT, accesses), rejected in each of them because of one premise alone:
//! a second checker may well have written each rule by itself.

use crate::support::Block;

fn op(text: &str) -> Block {
    Block::new("i32 %a, i32 %b, ptr %p, ptr %q, i64 %n, i1 %c", text)
}

fn call(declaration: &str, text: &str) -> Block {
    op(text).module(&format!("declare {declaration}"))
}

fn store() -> Block {
    op("store i32 7, ptr %p, align 4")
}

fn copy() -> Block {
    let declaration = "void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)";
    call(declaration, "call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p, ptr %q, i64 4, i1 false)")
}

fn fill() -> Block {
    let declaration = "void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    call(declaration, "call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 4, i1 false)")
}

/// %p at offset v2 of block 0, which has 16 bytes.
const PLACE: &str = "vars 4\nblock 0 heap v0 16 align 16\nblock 1 heap v1 16 align 16\np = v0 + v2\nq = v1\n\
    cell 0 in 0 at 12 width 4 s = 5\ncell 1 in 1 at 12 width 4 s = 6";

/// Rules that access %p: the instruction, and the hint with `@` for the access to block 0.
fn accesses() -> Vec<(&'static str, Block, &'static str)> {
    vec![
        ("M-LOAD", op("%r = load i32, ptr %p, align 4"), "exec s load @"),
        ("M-STORE", store(), "exec s store @"),
        ("M-MOVE", copy(), "exec move @ 1"),
        ("M-FILL", fill(), "exec fill @"),
    ]
}

#[test]
fn access() {
    let multiple = format!("{PLACE}\nknow v2 = 4*v3");
    for (rule, block, hint) in accesses() {
        let exec = |access: &str| hint.replace('@', access);
        block.accepts(&format!("{multiple}\nknow 0 <= v2\nknow v2 <= 12"), &exec("0 x=v3"), "");
        block.alone(rule, "P1", &format!("{multiple}\nknow v2 <= 12"), &exec("0 x=v3"));
        block.alone(rule, "P2", &format!("{multiple}\nknow 0 <= v2"), &exec("0 x=v3"));
        let inside = format!("{PLACE}\nknow 0 <= v2\nknow v2 <= 12");
        block.alone(rule, "P3", &inside, &exec("0 x=v3"));
        block.alone(rule, "P3", &inside, &exec("0"));
        block.rejects(rule, "term", &inside, &exec("0 x=v9"));
        block.rejects(rule, "block", &inside, &exec("7 x=v3"));
        let start = PLACE.replace("p = v0 + v2", "p = v0");
        block.alone(rule, "alignment", &start.replace("v0 16 align 16", "v0 16 align 2"), &exec("0"));
        // The offset says nothing of a block that is less aligned. The address itself does, of any block.
        let (facts, less) = ("know 0 <= v2\nknow v2 <= 12", PLACE.replace("v0 16 align 16", "v0 16 align 1"));
        block.alone(rule, "alignment", &format!("{less}\n{facts}\nknow v2 = 4*v3"), &exec("0 x=v3"));
        let address = format!("{less}\n{facts}\nknow v0 + v2 = 4*v3");
        block.accepts(&address, &exec("0 at=v3"), "");
        block.alone(rule, "P3", &format!("{less}\n{facts}"), &exec("0 at=v3"));
        block.alone(rule, "P3", &address.replace("4*v3", "2*v3"), &exec("0 at=v3"));
        block.rejects(rule, "term", &address, &exec("0 at=v9"));
        block.rejects(rule, "block", &address, &exec("7 at=v3"));
        // Neither is the other's: that one is a multiple by v3 is not said of the other.
        block.alone(rule, "P3", &format!("{PLACE}\n{facts}\nknow v0 + v2 = 4*v3"), &exec("0 x=v3"));
        block.alone(rule, "P3", &format!("{PLACE}\n{facts}\nknow v2 = 4*v3"), &exec("0 at=v3"));
        // A block that may not be there: no entries, and nothing known of its end.
        let optional = "vars 4\nblock 0 heap v0 16 align 16 optional\nblock 1 heap v1 16 align 16\np = v0\nq = v1";
        block.alone(rule, "block", optional, &exec("0"));
    }
    let strlen = call("i64 @strlen(ptr)", "%r = call i64 @strlen(ptr %p)");
    let string = format!("{PLACE}\ncell 2 in 0 at 15 width 1 s = 0");
    strlen.accepts(&format!("{string}\nknow 0 <= v2\nknow v2 <= 12"), "exec library 0 cell 2", "");
    strlen.alone("X-LIBRARY", "P1", &format!("{string}\nknow v2 <= 12"), "exec library 0 cell 2");
    strlen.alone(
        "X-LIBRARY",
        "P5",
        &string.replace("p = v0 + v2", "p = v0 + 9").replace("15", "8"),
        "exec library 0 cell 2",
    );
    strlen.alone(
        "X-LIBRARY",
        "P4",
        &string.replace("p = v0 + v2", "p = v0").replace("s = 0", "s = v3"),
        "exec library 0 cell 2",
    );
}

#[test]
fn writes() {
    let start = PLACE.replace("p = v0 + v2", "p = v0");
    for (rule, block, hint) in accesses().into_iter().skip(1) {
        let exec = |keep: &str| format!("{} {keep}", hint.replace('@', "0"));
        block.accepts(&start, &exec("keep 0>"), "");
        block.alone(rule, "survivor", &start, &exec("keep 0<"));
        block.alone(rule, "survivor", &start.replace("p = v0", "p = v0 + 12"), &exec("keep 0>"));
        block.alone(rule, "survivors", &start, &exec("keep 1>"));
        block.alone(rule, "survivors", &start, &exec("keep 0> 0>"));
        block.alone(rule, "writable", &start.replace("v0 16 align 16", "v0 16 align 16 ro"), &exec(""));
        let constant =
            Block { module: format!("{}\n@g = constant [4 x i32] zeroinitializer, align 16", block.module), ..block };
        constant.alone(rule, "writable", &start.replace("heap v0", "global:g v0"), &exec(""));
    }
}

#[test]
fn a_fit() {
    for (rule, body, state, term, small) in [
        ("A-ADD", "%r = add i32 %a, %b", "vars 2\na = v0\nb = v1", "v0 + v1", "4294967295"),
        ("A-SUB", "%r = sub i32 %a, %b", "vars 2\na = v0\nb = v1", "v0 - v1", "4294967295"),
        ("A-MUL", "%r = mul i32 %a, %b", "vars 2\na = v0\nb = v1", "v0*v1", "4294967295"),
        ("A-SHL", "%r = shl i32 %a, 3", "vars 1\na = v0", "8*v0", "4294967295"),
        ("T-TRUNC", "%r = trunc i64 %n to i32", "vars 1\nn = v0", "v0", "4294967295"),
        ("T-ZEXT", "%r = zext i32 %a to i64", "vars 1\na = v0 s", "v0", "4294967295"),
        ("T-PTRTOINT", "%r = ptrtoint ptr %p to i32", "vars 1\np = v0", "v0", "4294967295"),
        ("T-INTTOPTR", "%r = inttoptr i64 %n to ptr", "vars 1\nn = v0 s", "v0", "18446744073709551615"),
        (
            "P-GEP",
            "%r = getelementptr i8, ptr %p, i64 %n",
            "vars 2\np = v0\nn = v1 s",
            "v0 + v1",
            "18446744073709551615",
        ),
        ("B-FREEZE", "%r = freeze i32 %a", "vars 1\na = v0 s", "v0", "4294967295"),
        ("B-SELECT", "%r = select i1 true, i32 %a, i32 %b", "vars 1\na = v0 s", "v0", "4294967295"),
        ("A-UDIV", "%r = udiv i32 %a, 3", "vars 1\na = v0 s", "v0", "4294967295"),
        ("A-BITS", "%r = and i32 %a, 3", "vars 1\na = v0 s", "v0", "4294967295"),
        ("A-LSHR", "%r = lshr i32 %a, 3", "vars 1\na = v0 s", "v0", "4294967295"),
        ("M-STORE", "store i32 %a, ptr %p", "vars 2\na = v0 s\np = v1\nblock 0 heap v1 8 align 4", "v0", "4294967295"),
    ] {
        let block = op(body);
        let detail = match rule {
            "B-SELECT" => "true",
            "A-BITS" => "bits low 2",
            "M-STORE" => "store 0",
            _ => "",
        };
        let exec = format!("exec wraps 0 {detail}");
        block.accepts(&format!("{state}\nknow 0 <= {term}\nknow {term} <= {small}"), &exec, "");
        block.alone(rule, "A-FIT P1", &format!("{state}\nknow {term} <= {small}"), &exec);
        block.alone(rule, "A-FIT P2", &format!("{state}\nknow 0 <= {term}"), &exec);
        block.rejects(rule, "A-FIT", state, &format!("exec {detail}"));
    }
    let load = op("%r = load i32, ptr %p");
    let state = "vars 2\np = v1\nblock 0 heap v1 8 align 4\ncell 0 in 0 at 0 width 4 s = v0";
    load.alone("M-LOAD", "A-FIT P1", &format!("{state}\nknow v0 <= 9"), "exec wraps 0 load 0 cell 0");
    load.alone("M-LOAD", "A-FIT P2", &format!("{state}\nknow 0 <= v0"), "exec wraps 0 load 0 cell 0");
    let cover = |fact: &str| {
        op("").certificate(&format!("vars 1\na = v0 s\nknow {fact}"), "goto 3 (v0) wraps 0", "vars 1\na = v0")
    };
    crate::support::alone(&cover("v0 <= 9"), "C-BINDING", "A-FIT P1");
    crate::support::alone(&cover("0 <= v0"), "C-BINDING", "A-FIT P2");
}

/// Every operand that a rule reads may be one that has no value.
#[test]
fn operands() {
    let heap = "block 0 heap v0 16 align 16\np = v0\nvars 1";
    for value in ["undef", "poison", "%b"] {
        for (rule, body, exec) in [
            ("A-SUB", "%r = sub i32 $, 1", "exec wraps 0"),
            ("A-MUL", "%r = mul i32 1, $", "exec wraps 0"),
            ("A-SHL", "%r = shl i32 $, 1", "exec wraps 0"),
            ("A-UDIV", "%r = udiv i32 1, $", "exec"),
            ("A-SDIV", "%r = sdiv i32 $, 1", "exec div ? +"),
            ("A-LSHR", "%r = lshr i32 1, $", "exec"),
            ("A-ASHR", "%r = ashr i32 $, 1", "exec"),
            ("A-BITS", "%r = and i32 1, $", "exec bits bounds"),
            ("B-ICMP", "%r = icmp eq i32 1, $", "exec"),
            ("B-SELECT", "%r = select i1 true, i32 $, i32 1", "exec true"),
            ("T-TRUNC", "%r = trunc i32 $ to i8", "exec wraps 0"),
            ("T-ZEXT", "%r = zext i32 $ to i64", "exec"),
            ("T-SEXT", "%r = sext i32 $ to i64", "exec"),
            ("T-INTTOPTR", "%r = inttoptr i32 $ to ptr", "exec"),
            ("P-GEP", "%r = getelementptr i8, ptr null, i32 $", "exec wraps 0"),
            ("M-ALLOCA", "%r = alloca i8, i32 $", "exec"),
            ("M-STORE", "store i32 $, ptr %p", "exec store 0"),
            ("J-SWITCH", "switch i32 $, label %next [ i32 1, label %next ]\nnext:", "exec default"),
        ] {
            op(&body.replace('$', value)).rejects(rule, "operand", heap, exec);
        }
    }
    op("%r = freeze i32 %b").rejects("B-FREEZE", "operand", "", "exec");
    // A floating-point operand is not read, and is refused all the same.
    op("%r = fadd double undef, 1.0").alone("T-FLOAT", "operand", "", "exec");
    op("%r = select i1 %c, i32 1, i32 undef").alone("B-SELECT", "operand", "vars 1\nc = v0", "exec");
}
