//! `spec/rules/memory.md`

use certificates::Overflow::Ideal;

use crate::support::{Block, rejected};

/// One heap block of v1 bytes at v0, and %p inside it at offset v2.
const HEAP: &str = "vars 4\nblock 0 heap v0 v1 align 16\np = v0 + v2\na = v3 s";

fn op(text: &str) -> Block {
    Block::new("ptr %p, ptr %q, i32 %a, i64 %n", text)
}

fn inside(width: u32) -> String {
    format!("{HEAP}\nknow 0 <= v2\nknow v2 + {width} <= v1")
}

#[test]
fn access() {
    let load = op("%r = load i8, ptr %p, align 1");
    load.accepts(&inside(1), "exec load 0\ngoto 3 (v4)", "vars 1\nr = v0");
    load.rejects("M-LOAD", "P1", &format!("{HEAP}\nknow v2 + 1 <= v1"), "exec load 0");
    load.rejects("M-LOAD", "P2", &format!("{HEAP}\nknow 0 <= v2\nknow v2 <= v1"), "exec load 0");
    load.rejects("M-LOAD", "block", &inside(1), "exec load 1");
    load.rejects("M-LOAD", "hint", &inside(1), "exec");
    load.rejects(
        "M-LOAD",
        "block",
        "vars 4\nblock 0 heap v0 v1 align 16 optional\np = v0\nknow 1 <= v1",
        "exec load 0",
    );
    let wide = op("%r = load i32, ptr %p, align 4");
    wide.accepts(&format!("{}\nknow v2 = 4*v3", inside(4)), "exec s load 0 x=v3\ngoto 3", "");
    wide.rejects("M-LOAD", "P3", &inside(4), "exec s load 0 x=v3");
    wide.rejects("M-LOAD", "P3", &inside(4), "exec s load 0");
    wide.rejects("M-LOAD", "term", &inside(4), "exec s load 0 x=v9");
    // An offset that is plainly a multiple needs no hint; the block's own alignment counts.
    wide.accepts("vars 2\nblock 0 heap v0 8 align 4\np = v0 + 4", "exec s load 0\ngoto 3", "");
    wide.rejects("M-LOAD", "P2", "vars 2\nblock 0 heap v0 7 align 4\np = v0 + 4", "exec s load 0");
    wide.rejects("M-LOAD", "alignment", "vars 2\nblock 0 heap v0 8 align 2\np = v0 + 4", "exec s load 0");
}

#[test]
fn m_alloca() {
    let dynamic = op("%r = alloca i32, i64 %n, align 4");
    let state = "vars 1\nn = v0\nknow 0 <= v0\nknow v0 <= 100";
    let result =
        "vars 2\nr = v0\nblock 0 stack:r v0 4*v1 align 4\nknow 1 <= v0\nknow v0 + 4*v1 <= 18446744073709486080";
    dynamic.accepts(state, "exec\ngoto 3 (v1, v0) blocks 0<-0", result);
    dynamic.rejects("G-ASSERT", "P1", state, "exec\nassert v1 + 4*v0 <= 18446744073709486079");
    dynamic.rejects("M-ALLOCA", "P1", "vars 1\nn = v0", "exec");
    // Twice: two blocks.
    let twice = op("%r = alloca i8, i64 %n\n%s = alloca i8, i64 %n");
    let blocks = "vars 3\nr = v1\ns = v2\nblock 0 stack:r v1 v0 align 1\nblock 1 stack:s v2 v0 align 1";
    twice.accepts(state, "exec\nexec\ngoto 3 (v0, v1, v2) blocks 0<-0 1<-1", blocks);
    // Which of them comes first is not known: nothing says that they are apart.
    let apart = "exec\nexec\napart 0 1 {\ngoto 3\n} else {\ngoto 3\n}";
    twice.rejects("G-APART", "stack", &format!("{state}\nknow 1 <= v0"), apart);
}

/// A static alloca in the entry block, with and without lifetime.
#[test]
fn m_lifetime() {
    let lifetime = "declare void @llvm.lifetime.start.p0(ptr)\ndeclare void @llvm.lifetime.end.p0(ptr)";
    let start = "call void @llvm.lifetime.start.p0(ptr %x)";
    let end = "call void @llvm.lifetime.end.p0(ptr %x)";
    let block = |body: &str| Block::new("", body).module(lifetime).entry("%x = alloca i32, align 4", "start 1");
    // Without a start in the function the block is live at once.
    block("store i32 1, ptr %x").accepts("", "exec\nexec\nexec s store 0\ngoto 3", "");
    // With one it is dead until then.
    block(&format!("store i32 1, ptr %x\n{start}")).rejects("M-STORE", "block", "", "exec\nexec\nexec s store 0");
    block(&format!("{start}\nstore i32 1, ptr %x")).accepts("", "exec\nexec\nexec\nexec s store 0\ngoto 3", "");
    // Dead after its end; a second start makes a new block with arbitrary bytes.
    block(&format!("{start}\n{end}\nstore i32 1, ptr %x")).rejects(
        "M-STORE",
        "block",
        "",
        "exec\nexec\nexec\nexec\nexec s store 0",
    );
    let again = format!("{start}\nstore i32 1, ptr %x\n{start}\n%r = load i32, ptr %x");
    block(&again).rejects("M-LOAD", "entry", "", "exec\nexec\nexec\nexec s store 0\nexec\nexec s load 0 cell 0");
    block(&again).accepts("", "exec\nexec\nexec\nexec s store 0\nexec\nexec s load 0\ngoto 3", "");
    // Twice in one frame cannot happen: one identity, one block.
    let twice = Block::new("", "").module(lifetime).entry("%x = alloca i32, align 4", "start 1");
    twice.rejects("M-ALLOCA", "identity", "vars 1\nblock 0 stack:x v0 4 align 4", "exec");
    let unbound = Block::new("", start).module(lifetime).entry("%x = alloca i32, align 4", "test 0");
    unbound.rejects("M-LIFETIME", "operand", "", "exec");
}

#[test]
fn m_stackrestore() {
    let module = "declare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)";
    let body = "%s = call ptr @llvm.stacksave.p0()\n%d = alloca i8, i64 %n\ncall void @llvm.stackrestore.p0(ptr %s)\nstore i8 0, ptr %d";
    let block = Block::new("i64 %n", body).module(module).entry("%x = alloca i32, align 4", "test 0");
    let state = "vars 2\nn = v0\nx = v1\nblock 0 stack:x v1 4 align 4\nknow 1 <= v0\nknow v0 <= 10";
    block.rejects("M-STORE", "block", state, "exec\nexec\nexec\nexec store 1");
    // The static block stays.
    let block = Block { body: body.replace("ptr %d", "ptr %x"), ..block };
    block.accepts(state, "exec\nexec\nexec\nexec store 0\ngoto 3", "");
}

#[test]
fn m_load() {
    let load = op("%r = load i32, ptr %p, align 1");
    let cell = format!("{}\ncell 5 in 0 at v2 width 4 s = 7", inside(4));
    load.accepts(&cell, "exec s load 0 cell 5\ngoto 3", "r = 7 s");
    load.accepts(&cell.replace("7", "-1"), "exec u wraps -1 load 0 cell 5\ngoto 3", "r = 4294967295");
    load.rejects("M-LOAD", "A-FIT", &cell, "exec u load 0 cell 5");
    load.rejects("M-LOAD", "P4", &cell.replace("at v2", "at v3"), "exec s load 0 cell 5");
    load.rejects("M-LOAD", "entry", &cell, "exec s load 0 cell 4");
    load.rejects("M-LOAD", "entry", &cell.replace("width 4", "width 8"), "exec s load 0 cell 5");
    let two = format!("{cell}\nblock 1 heap v3 8 align 1\ncell 6 in 1 at v2 width 4 s = 7");
    load.rejects("M-LOAD", "entry", &two, "exec s load 0 cell 6");
    // Unknown bytes: in range, and the same when they are read again.
    let twice = op("%r = load i32, ptr %p, align 1\n%t = load i32, ptr %p, align 1");
    twice.accepts(
        &inside(4),
        "exec s load 0\nassert v4 <= 2147483647\nexec s load 0 cell 0\ngoto 3 (v4)",
        "vars 1\nr = v0 s\nt = v0 s",
    );
    twice.rejects(
        "C-BINDING",
        "P1",
        &inside(4),
        "exec s load 0\nexec s load 0\ngoto 4 (v4)\nnode 4 entry 1 at f test 2\nvars 1\nr = v0 s\nt = v0 s",
    );
    op("%r = load i32, ptr %p, align 1").mode(Ideal).rejects(
        "G-ASSERT",
        "P1",
        &inside(4),
        "exec s load 0\nassert v4 <= 2147483647",
    );
    // Volatile loads are arbitrary each time.
    let volatile = op("%r = load volatile i32, ptr %p, align 1");
    volatile.rejects("M-LOAD", "entry", &cell, "exec s load 0 cell 5");
    volatile.rejects("M-LOAD", "P2", &inside(3), "exec s load 0");
    volatile.accepts(&cell, "exec s load 0\ngoto 3 (v4)", "vars 1\nr = v0 s");
    // Pointers are unsigned.
    op("%r = load ptr, ptr %p, align 1").accepts(&inside(8), "exec s load 0\ngoto 3 (v4)", "vars 1\nr = v0");
    op("%r = load double, ptr %p, align 1").accepts(&inside(8), "exec load 0\ngoto 3", "");
    op("%r = load double, ptr %p, align 1").rejects("M-LOAD", "P2", &inside(4), "exec load 0");
}

#[test]
fn m_load_range() {
    let load = op("%r = load i8, ptr %p, align 1, !range !0").module("!0 = !{i8 0, i8 2}");
    let cell = format!("{}\ncell 5 in 0 at v2 width 1 u = v3", inside(1));
    load.accepts(&format!("{cell}\nknow 0 <= v3\nknow v3 <= 1"), "exec load 0 cell 5\ngoto 3", "");
    load.rejects("M-LOAD", "P6", &format!("{cell}\nknow 0 <= v3"), "exec load 0 cell 5");
    load.rejects("M-LOAD", "P5", &format!("{cell}\nknow v3 <= 1"), "exec load 0 cell 5");
    load.rejects("M-LOAD", "P6", &inside(1), "exec load 0");
}

#[test]
fn m_store() {
    let store = op("store i32 %a, ptr %p, align 1");
    store.accepts(
        &inside(4),
        "exec s store 0\ngoto 3 (v0, v1, v2, v3) blocks 0<-0 cells 0<-0",
        "vars 4\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at v2 width 4 s = v3",
    );
    // Entries beside the written bytes survive with a reason, others do not.
    let cells = format!("{}\ncell 0 in 0 at v2 - 4 width 4 s = 1\ncell 1 in 0 at v2 + 4 width 4 s = 2\ncell 2 in 0 at v2 + 3 width 1 u = 3", inside(4)).replace("v2 - 4 w", "v2-4 w").replace("v2 + 4 w", "v2+4 w").replace("v2 + 3 w", "v2+3 w");
    let survive = |keep: &str, cell: u32| {
        store.certificate(
            &cells,
            &format!("exec s store 0 keep {keep}\nassert v2 = v2\ngoto 3 (v0, v1) blocks 0<-0 cells 0<-{cell}"),
            "vars 2\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at v0-v0 width 4 s = 0",
        )
    };
    // (The return state is wrong on purpose: what matters is whether the entry is still there.)
    rejected(&survive("0< 1>", 0), "C-ENTRY", "offset");
    rejected(&survive("0< 1>", 1), "C-ENTRY", "offset");
    rejected(&survive("0<", 1), "C-ENTRY", "map");
    rejected(&survive("0>", 0), "M-STORE", "survivor");
    rejected(&survive("1<", 0), "M-STORE", "survivor");
    rejected(&survive("2>", 0), "M-STORE", "survivor");
    rejected(&survive("2<", 0), "M-STORE", "survivor");
    rejected(&survive("1> 0<", 0), "M-STORE", "survivors");
    rejected(&survive("9<", 0), "M-STORE", "entry");
    // Entries of other blocks survive anyway, and need no reason.
    let other = format!("{}\nblock 1 heap v3 8 align 1\ncell 7 in 1 at 0 width 4 s = 9", inside(4));
    store.accepts(
        &other,
        "exec s store 0\ngoto 3 (v0, v1, v3) blocks 0<-1 cells 0<-7",
        "vars 3\nblock 0 heap v2 8 align 1\ncell 0 in 0 at 0 width 4 s = 9",
    );
    rejected(&store.certificate(&other, "exec s store 0 keep 7<\ngoto 3", ""), "M-STORE", "survivors");
    op("store i32 undef, ptr %p, align 1").rejects("M-STORE", "operand", &inside(4), "exec s store 0");
    op("store float undef, ptr %p, align 1").rejects("M-STORE", "operand", &inside(4), "exec store 0");
    store.rejects("M-STORE", "P2", &inside(3), "exec s store 0");
    let volatile = op("store volatile i32 %a, ptr %p, align 1");
    rejected(
        &volatile.certificate(
            &inside(4),
            "exec s store 0\ngoto 3 (v0, v1, v2, v3) blocks 0<-0 cells 0<-0",
            "vars 4\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at v2 width 4 s = v3",
        ),
        "C-ENTRY",
        "map",
    );
}

#[test]
fn m_store_to_constants() {
    let global = |kind: &str| Block::new("", "store i8 1, ptr @g").module(&format!("@g = {kind} i8 0"));
    let state = "vars 1\nblock 0 global:g v0 1 align 1";
    global("global").accepts(state, "exec store 0\ngoto 3", "");
    global("constant").rejects("M-STORE", "writable", state, "exec store 0");
    global("global").rejects("M-STORE", "writable", &format!("{state} ro"), "exec store 0");
    // What the C library relies on, unless it is a number, or a variable of the module's own.
    let variable = |name: &str, kind: &str| {
        let block = Block::new("", &format!("store i8 1, ptr @{name}")).module(&format!("@{name} = {kind}"));
        (block, state.replace("global:g", &format!("global:{name}")))
    };
    for name in ["stdin", "stdout", "environ", "__environ", "program_invocation_name", "tzname", "_IO_2_1_stdout_"] {
        let (block, state) = variable(name, "external global i8");
        block.rejects("M-STORE", "writable", &state, "exec store 0");
    }
    for (name, kind) in [("optind", "external global i8"), ("stdout", "internal global i8 0"), ("std", "global i8 0")] {
        let (block, state) = variable(name, kind);
        block.accepts(&state, "exec store 0\ngoto 3", "");
    }
    let caller = Block::new("ptr %p", "store i8 1, ptr %p");
    caller.accepts("vars 1\np = v0\nblock 0 caller:0 v0 1 align 1", "exec store 0\ngoto 3", "");
    caller.rejects("M-STORE", "writable", "vars 1\np = v0\nblock 0 caller:0 v0 1 align 1 ro", "exec store 0");
}

const MOVE: &str =
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)";

fn mover(name: &str) -> Block {
    op(&format!("call void @llvm.{name}.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)")).module(MOVE)
}

/// Blocks 0 (v1 bytes at v0) and 1 (v3 bytes at v2); v4 bytes from the start of 1 to that of 0.
const TWO_BLOCKS: &str = "vars 5\nblock 0 heap v0 v1 align 16\nblock 1 heap v2 v3 align 16\np = v0\nq = v2\nn = v4";

#[test]
fn m_move() {
    let copy = mover("memcpy");
    let fits = format!(
        "{TWO_BLOCKS}\nknow v4 <= v1\nknow v4 <= v3\nknow 8 <= v4\ncell 0 in 1 at 4 width 4 s = 7\ncell 1 in 0 at 0 width 4 s = 5"
    );
    let result = "vars 2\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 4 width 4 s = 7";
    copy.accepts(&fits, "exec move 0 1 copy 0\ngoto 3 (v0, v1) blocks 0<-0 cells 0<-2", result);
    let without = |line: &str| fits.replace(line, "");
    copy.rejects("M-MOVE", "P2", &without("know v4 <= v1"), "exec move 0 1 copy 0");
    copy.rejects("M-MOVE", "P2", &without("know v4 <= v3"), "exec move 0 1 copy 0");
    copy.rejects("M-MOVE", "copy ends", &without("know 8 <= v4"), "exec move 0 1 copy 0");
    copy.rejects("M-MOVE", "copy", &fits, "exec move 0 1 copy 1");
    copy.rejects("M-MOVE", "copy", &fits, "exec move 0 1 copy 0 0");
    copy.rejects("M-MOVE", "survivor", &fits, "exec move 0 1 keep 1<");
    copy.rejects("M-MOVE", "hint", &fits, "exec");
    copy.rejects("M-MOVE", "hint", &fits, "exec move none 1");
    copy.rejects("M-MOVE", "P1", &fits, "exec move none none");
    copy.accepts("vars 2\np = v0\nq = v1\nn = 0", "exec move none none\ngoto 3", "");
    let offset = fits.replace("q = v2", "q = v2 + 5").replace("v4 <= v3", "v4 + 5 <= v3");
    copy.rejects("M-MOVE", "copy begins", &offset, "exec move 0 1 copy 0");
    // The old entry of the target is gone.
    let stale = copy.certificate(
        &fits,
        "exec move 0 1\ngoto 3 (v0, v1) blocks 0<-0 cells 0<-1",
        "vars 2\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 0 width 4 s = 5",
    );
    rejected(&stale, "C-ENTRY", "map");
}

/// The intrinsics may become calls of what the module has of these names.
#[test]
fn m_move_and_m_fill_of_ones_own() {
    let state = "vars 2\np = v0\nq = v1\nn = 0";
    let fill = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    for own in [
        "define void @memcpy() {\n  ret void\n}",
        "@memset = external global i32",
        "define i32 @memmove() {\n  ret i32 0\n}",
    ] {
        let copy = op("call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)");
        copy.module(&format!("{MOVE}\n{own}")).own().rejects("M-MOVE", "library", state, "exec move none none");
        let set = op("call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)");
        set.module(&format!("{fill}\n{own}")).own().rejects("M-FILL", "library", state, "exec");
    }
    mover("memcpy").accepts(state, "exec move none none\ngoto 3", "");
}

#[test]
fn m_move_within_one_block() {
    let state = "vars 5\nblock 0 heap v0 v1 align 16\np = v0 + v2\nq = v0 + v3\nn = v4\nknow 0 <= v2\nknow 0 <= v3\nknow v2 + v4 <= v1\nknow v3 + v4 <= v1";
    mover("memmove").accepts(state, "exec move 0 0\ngoto 3", "");
    mover("memcpy").rejects("M-MOVE", "disjoint", state, "exec move 0 0");
    mover("memcpy").accepts(&format!("{state}\nknow v2 + v4 <= v3"), "exec move 0 0\ngoto 3", "");
    mover("memcpy").accepts(&format!("{state}\nknow v3 + v4 <= v2"), "exec move 0 0\ngoto 3", "");
    // A copy is made of what was there before the write.
    let shift = "vars 5\nblock 0 heap v0 16 align 16\np = v0 + 4\nq = v0\nn = 8\ncell 0 in 0 at 0 width 4 s = 1\ncell 1 in 0 at 4 width 4 s = 2";
    let result = "vars 5\nblock 0 heap v0 16 align 16\ncell 0 in 0 at 0 width 4 s = 1\ncell 1 in 0 at 4 width 4 s = 1\ncell 2 in 0 at 8 width 4 s = 2";
    mover("memmove").accepts(
        shift,
        "exec move 0 0 keep 0< copy 0 1\ngoto 3 (v0, v1, v2, v3, v4) blocks 0<-0 cells 0<-0 1<-2 2<-3",
        result,
    );
}

/// A structure may be assigned to itself; memcpy of C is not for equal ranges.
#[test]
fn m_move_of_equal_ranges() {
    let state =
        "vars 4\nblock 0 heap v0 v1 align 16\np = v0 + v2\nq = v0 + v2\nn = v3\nknow 0 <= v2\nknow v2 + v3 <= v1";
    mover("memcpy").accepts(state, "exec move 0 0\ngoto 3", "");
    let call = op("%r = call ptr @memcpy(ptr %p, ptr %q, i64 %n)").module("declare ptr @memcpy(ptr, ptr, i64)");
    call.accepts(&format!("{state}\nknow v3 = 0"), "exec u move 0 0\ngoto 3", "");
    call.alone("M-MOVE", "disjoint", state, "exec u move 0 0");
}

#[test]
fn m_move_alignment_and_volatile() {
    let aligned = op("call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr %q, i64 4, i1 false)").module(MOVE);
    let state = "vars 4\nblock 0 heap v0 16 align 16\nblock 1 heap v1 16 align 16\nq = v1";
    aligned.accepts(&format!("{state}\np = v0 + 8"), "exec move 0 1\ngoto 3", "");
    aligned.rejects("M-MOVE", "P3", &format!("{state}\np = v0 + 4"), "exec move 0 1");
    let volatile = op("call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)").module(MOVE);
    volatile.rejects(
        "M-MOVE",
        "copy",
        &format!("{state}\np = v0\ncell 0 in 1 at 0 width 4 s = 1"),
        "exec move 0 1 copy 0",
    );
}

#[test]
fn m_fill() {
    let module = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    let fill =
        |byte: &str| op(&format!("call void @llvm.memset.p0.i64(ptr %p, i8 {byte}, i64 %n, i1 false)")).module(module);
    let state = "vars 3\nblock 0 heap v0 v1 align 16\np = v0\nn = v2\nknow 8 <= v2\nknow v2 <= v1\ncell 0 in 0 at 0 width 4 s = 9";
    let result = |value: &str| format!("vars 2\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 4 width 4 s = {value}");
    let go = "goto 3 (v0, v1) blocks 0<-0 cells 0<-1";
    fill("0").accepts(state, &format!("exec fill 0 cells 4:4:s\n{go}"), &result("0"));
    fill("-1").accepts(state, &format!("exec fill 0 cells 4:4:s\n{go}"), &result("-1"));
    fill("1").accepts(state, &format!("exec fill 0 cells 4:4:s\n{go}"), &result("16843009"));
    rejected(
        &fill("1").certificate(state, &format!("exec fill 0 cells 4:4:s\n{go}"), &result("1")),
        "C-ENTRY",
        "value",
    );
    fill("0").rejects("M-FILL", "cell ends", state, "exec fill 0 cells 5:4:s");
    fill("0").rejects("M-FILL", "cell begins", state, "exec fill 0 cells -1:4:s");
    fill("0").rejects("M-FILL", "width", state, "exec fill 0 cells 0:3:s");
    fill("0").rejects("M-FILL", "survivor", state, "exec fill 0 keep 0<");
    fill("0").rejects("M-FILL", "P2", &state.replace("know v2 <= v1", ""), "exec fill 0");
    fill("0").rejects("M-FILL", "P1", state, "exec fill none");
    fill("undef").rejects("X-CALL", "argument", state, "exec fill 0");
    let library = op("%r = call ptr @memset(ptr %p, i32 %a, i64 %n)").module("declare ptr @memset(ptr, i32, i64)");
    library.accepts(&format!("{state}\na = 5 s"), "exec fill 0\ngoto 3 (v0)", "vars 1\nr = v0");
    library.rejects("M-FILL", "cells", &format!("{state}\na = 5 s"), "exec fill 0 cells 0:1:u");
}
