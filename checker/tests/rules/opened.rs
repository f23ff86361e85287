//! Streams that the program opens, lines of any length, and what the library returns (`spec/rules/library.md`, Streams and
//! Results).

use crate::calls::caller;
use crate::handover::hands_over;
use crate::library::{TWO, op};
use crate::support::{alone, rejected, valid};

/// %p points into a heap block of 16 bytes, %q is a stream.
const OPEN: &str = "vars 5\na = v4 s\np = v0 + v2\nq = v1\nn = v3\nblock 0 heap v0 16 align 8\nblock 1 stream v1 0 align 1\n\
    cell 0 in 0 at 15 width 1 s = 0\nknow 0 <= v2\nknow v2 <= 15";

/// %p points into a string in 16 bytes, %q to the mode.
const MODE: &str = "vars 5\na = v4 s\np = v0 + v2\nq = v1\nn = v3\nblock 0 heap v0 16 align 8\n\
    block 1 global:mode v1 4 align 1\ncell 0 in 0 at 15 width 1 s = 0\nknow 0 <= v2\nknow v2 <= 15";

#[test]
fn streams_are_opened() {
    for (declaration, call, steps) in [
        ("ptr @fopen(ptr, ptr)", "%r = call ptr @fopen(ptr %p, ptr %q)", "exec library 0 1 cell 0"),
        ("ptr @fopen64(ptr, ptr)", "%r = call ptr @fopen64(ptr %p, ptr %q)", "exec library 0 1 cell 0"),
        ("ptr @fdopen(i32, ptr)", "%r = call ptr @fdopen(i32 %a, ptr %q)", "exec library 1"),
        ("ptr @tmpfile()", "%r = call ptr @tmpfile()", "exec library"),
    ] {
        let of = |mode: &str| {
            let open = op(declaration, call);
            let module = format!("{}\n@mode = {mode}", open.module);
            open.module(&module)
        };
        let open = of("constant [4 x i8] c\"rb+\\00\"");
        let stream = if steps.contains("cell") { "v6" } else { "v5" };
        let cases =
            format!("split {stream} = 0 {{\nabsent 2\ngoto 3\n}} else {{\npresent 2\nassert 1 <= {stream}\ngoto 3\n}}");
        open.accepts(MODE, &format!("{steps}\n{cases}"), "");
        open.rejects("G-BLOCK", "block", MODE, &format!("{steps}\nbounds 2"));
        open.rejects("X-STREAM", "hint", MODE, "exec");
        let more = if steps.contains("cell") { steps.replace(" cell", " 0 cell") } else { format!("{steps} 0") };
        open.alone("X-STREAM", "hint", MODE, &more);
        if steps.contains(" 1") {
            for text in ["rm\\00\\00", "\\00\\00\\00\\00", "qb\\00\\00", "rbb\\00", "br\\00\\00", "r,c\\00"] {
                of(&format!("constant [4 x i8] c\"{text}\"")).alone("X-STREAM", "mode", MODE, steps);
            }
            of("constant [4 x i8] c\"wxe\\00\"").accepts(MODE, &format!("{steps}\ngoto 3"), "");
            of("global [4 x i8] c\"rb+\\00\"").rejects("X-STREAM", "mode", MODE, steps);
            of("constant [4 x i8] c\"rb++\"").rejects("X-STREAM", "mode", MODE, steps);
            open.alone("X-STREAM", "P23", &MODE.replace("q = v1", "q = v1 + 1"), steps);
            open.rejects("X-STREAM", "mode", &MODE.replace("global:mode", "heap"), steps);
            open.rejects("X-STREAM", "accesses", MODE, &steps.replace(" 1", ""));
        }
        if steps.contains("cell") {
            open.rejects("X-STREAM", "accesses", MODE, "exec library");
            open.alone("X-STREAM", "P4", &MODE.replace("s = 0", "s = v3"), steps);
        }
    }
    op("ptr @fopen(ptr)", "%r = call ptr @fopen(ptr %p)").rejects("X-STREAM", "type", TWO, "exec library 0 cell 0");
}

#[test]
fn streams_are_used_and_closed() {
    for (declaration, call) in [
        ("i32 @fgetc(ptr)", "%r = call i32 @fgetc(ptr %q)"),
        ("i32 @fclose(ptr)", "%r = call i32 @fclose(ptr %q)"),
        ("i32 @fflush(ptr)", "%r = call i32 @fflush(ptr %q)"),
        ("i32 @fseek(ptr, i64, i32)", "%r = call i32 @fseek(ptr %q, i64 %n, i32 %a)"),
        ("i64 @ftell(ptr)", "%r = call i64 @ftell(ptr %q)"),
        ("void @setbuf(ptr, ptr)", "call void @setbuf(ptr %q, ptr null)"),
    ] {
        let used = op(declaration, call);
        used.accepts(OPEN, "exec s library 1\ngoto 3", "");
        used.alone("X-STREAM", "P1", &OPEN.replace("q = v1", "q = v1 - 1"), "exec s library 1");
        used.alone("X-STREAM", "P2", &OPEN.replace("q = v1", "q = v1 + 1"), "exec s library 1");
        used.rejects("X-STREAM", "block", &OPEN.replace("0 align 1", "0 align 1 optional"), "exec s library 1");
        used.rejects("X-STREAM", "stream", &OPEN.replace("q = v1", "q = v0"), "exec s library 0");
    }
    let buffer = op("void @setbuf(ptr, ptr)", "call void @setbuf(ptr %q, ptr %p)");
    buffer.alone("X-STREAM", "P17", OPEN, "exec s library 1");
    // What is closed is gone.
    let close = op("i32 @fclose(ptr)", "%r = call i32 @fclose(ptr %q)\n%s = call i32 @fclose(ptr %q)");
    close.rejects("X-STREAM", "stream", OPEN, "exec s library 1\nexec s library 1");
    // Nobody closes the library's own streams.
    let state = TWO.replace("vars 5", "vars 7").replace("q = v1", "q = v5");
    let state = format!("{state}\nblock 2 global:stdin v6 8 align 8\ncell 2 in 2 at 0 width 8 u = v5");
    let own = op("i32 @fclose(ptr)", "%r = call i32 @fclose(ptr %q)");
    let module = format!("{}\n@stdin = external global ptr", own.module);
    own.module(&module).rejects("X-STREAM", "stream", &state, "exec s library cell 2");
    // A stream is no memory that `free` releases.
    op("void @free(ptr)", "call void @free(ptr %q)").rejects("F-FREE", "block", OPEN, "exec release 1");
    // A mark of `noalias` is true of what is opened, one of `nofree` not of what closes it.
    let open = op("noalias ptr @tmpfile()", "%r = call noalias ptr @tmpfile()");
    open.accepts(TWO, "exec library\ngoto 3", "");
    let frees = op("i32 @fclose(ptr) nofree", "%r = call i32 @fclose(ptr %q)");
    frees.alone("X-CALL", "promises", OPEN, "exec s library 1");
}

/// @getline(%p, %p + 8, %q): the first 16 bytes hold the buffer's address v3, which is block 2 of v5 bytes, and its size.
fn line(buffer: &str, count: &str) -> String {
    format!(
        "vars 8\np = v0\nn = v0 + 8\nq = v1\nblock 0 heap v0 24 align 8\nblock 1 stream v1 0 align 1\n\
         block 2 heap v3 v5 align 16\ncell 0 in 0 at 0 width 8 u = {buffer}\ncell 1 in 0 at 8 width 8 u = {count}\n\
         cell 2 in 0 at 16 width 8 u = v7\nknow 1 <= v3\nknow 1 <= v5\nknow v6 <= v5"
    )
}

#[test]
fn lines_of_any_length() {
    let getline = op(
        "i64 @getline(ptr, ptr, ptr)",
        "%c = inttoptr i64 %n to ptr\n%r = call i64 @getline(ptr %p, ptr %c, ptr %q)",
    );
    let fresh = "exec library 1 0 0 cell 0 keep 2>";
    let again = "exec library 1 0 0 2 cell 0 1 keep 2>";
    let (null, held) = (line("0", "v6"), line("v3", "v6"));
    let of = |steps: &str| format!("exec\n{steps}");
    // v8: the buffer's size, v9: its address, v10: the count, v11: the result, v12: whether there is a line, v13: where it
    // ends, v14: what is there.
    let cases = "split v12 = 0 {\nassert v11 = 0 - 1\nBAD\n} else {\nassert v12 = 1\nassert 1 <= v11\nassert v11 + 1 <= v8\nassert v9 != 0\n\
        present 3\nassert v14 = 0\nassert v13 = v11\nassert v10 <= v8\ngoto 3\n}";
    for (state, steps) in [(&null, fresh), (&held, again)] {
        getline.accepts(state, &of(&format!("{steps}\n{}", cases.replace("BAD", "goto 3"))), "");
        for unknown in
            ["assert v14 = 0", "assert v10 <= v8", "assert v9 != 0", "assert v13 = 1", "present 3", "absent 3"]
        {
            let rule = if unknown.starts_with("assert") { "G-ASSERT" } else { "G-RESOLVE" };
            let bad = cases.replace("BAD", &format!("{unknown}\ngoto 3"));
            getline.rejects(rule, "P1", state, &of(&format!("{steps}\n{bad}")));
        }
        getline.rejects("X-LINE", "survivor", state, &of(&steps.replace("keep 2>", "keep 0<")));
        let beside = state.replace("vars 8", "vars 9").replace("cell 0 in 0", "block 3 heap v8 8 align 8\ncell 0 in 0");
        let beside = format!("{beside}\ncell 4 in 3 at 0 width 8 u = v7");
        getline.alone("X-LINE", "survivors", &beside, &of(&steps.replace("keep 2>", "keep 2> 4>")));
        let unwritable = state.replace("heap v0 24 align 8", "heap v0 24 align 8 ro");
        getline.alone("X-LINE", "writable", &unwritable, &of(steps));
        getline.alone("X-LINE", "P2", &state.replace("q = v1", "q = v1 + 1"), &of(steps));
        getline.rejects("X-LINE", "accesses", state, &of("exec library 1 0 cell 0"));
        let one = (state.replace("n = v0 + 8", "n = v0"), of(&steps.replace("keep 2>", "")));
        getline.rejects("X-LINE", "disjoint", &one.0, &one.1);
    }
    let one = (null.replace("n = v0 + 8", "n = v0"), of(&fresh.replace("keep 2>", "")));
    getline.alone("X-LINE", "disjoint", &one.0, &one.1);
    // What the function may move or free is not where its address, or its size, is kept.
    let apart = "vars 9\np = v0\nn = v7\nq = v1\nblock 0 heap v0 8 align 8\nblock 1 stream v1 0 align 1\n\
         block 2 heap v7 8 align 8\ncell 0 in 0 at 0 width 8 u = BUFFER\ncell 1 in 2 at 0 width 8 u = v6\nknow v6 <= 8";
    getline.alone("X-LINE", "buffer", &apart.replace("BUFFER", "v0"), &of("exec library 1 0 2 0 cell 0 1"));
    getline.alone("X-LINE", "buffer", &apart.replace("BUFFER", "v7"), &of("exec library 1 0 2 2 cell 0 1"));
    getline.alone("X-LINE", "P18", &line("v7", "v6"), &of(fresh));
    getline.alone("X-LINE", "P18", &line("v7", "v6"), &of(again));
    getline.alone("X-LINE", "P19", &held.replace("know 1 <= v5", "know 0 <= v5"), &of(again));
    getline.alone("X-LINE", "P20", &held.replace("know v6 <= v5", "know v6 <= v5 + 1"), &of(again));
    let signed = held.replace("at 8 width 8 u", "at 8 width 8 s");
    getline.accepts(&format!("{signed}\nknow 0 <= v6"), &of(&format!("{again}\ngoto 3")), "");
    getline.alone("X-LINE", "P22", &signed, &of(again));
    getline.alone("X-LINE", "P21", &null.replace("in 0 at 0", "in 0 at v7"), &of(fresh));
    getline.alone("X-LINE", "entry", &null.replace("at 0 width 8 u", "at 0 width 8 s"), &of(fresh));
    getline.rejects("X-LINE", "entry", &null, &of("exec library 1 0 0 keep 2>"));
    let elsewhere = null.replace("cell 0 in 0", "cell 0 in 2");
    getline.alone("X-LINE", "entry", &elsewhere, &of(fresh));
    getline.alone("X-LINE", "entry", &null.replace("at 0 width 8", "at 0 width 4"), &of(fresh));
    getline.rejects("X-LINE", "block", &held.replace("align 16", "align 16 ro"), &of(again));
    getline.rejects("X-LINE", "block", &held.replace("align 16", "align 16 kept"), &of(again));
    // The old buffer is gone, and so is what it held.
    let gone = held.replace("know 1 <= v3", "cell 3 in 2 at 0 width 1 s = 0\nknow 1 <= v3");
    getline.rejects("G-INBLOCK", "entry", &gone, &of(&format!("{again}\ninblock 3")));
}

#[test]
fn what_the_library_returns() {
    let getenv = op("ptr @getenv(ptr)", "%r = call ptr @getenv(ptr %p)");
    // v6: the address, v7: the size.
    let cases = "split v6 = 0 {\nabsent 2\ngoto 3\n} else {\npresent 2\ninblock 3\nassert 1 <= v7\ngoto 3\n}";
    getenv.accepts(TWO, &format!("exec library 0 cell 0\n{cases}"), "");
    getenv.rejects("G-INBLOCK", "block", TWO, "exec library 0 cell 0\ninblock 3");
    getenv.rejects("X-RESULT", "accesses", TWO, "exec library");
    getenv.alone("X-RESULT", "hint", TWO, "exec library 0 1 cell 0");
    getenv.alone("X-RESULT", "hint", TWO, "exec library 0 cell 0 1");
    getenv.alone("X-RESULT", "hint", TWO, "exec library 0 cell 0 keep 1<");
    getenv.alone(
        "X-RESULT",
        "P5",
        &format!("{}\nknow v2 <= 15", TWO.replace("at 15", "at 14")),
        "exec library 0 cell 0",
    );
    for name in ["strerror", "strsignal"] {
        let call = op(&format!("ptr @{name}(i32)"), &format!("%r = call ptr @{name}(i32 %a)"));
        let known = "assert 1 <= v5\ninblock 2\ngoto 3";
        match name {
            "strerror" => drop(call.accepts(TWO, &format!("exec library\n{known}"), "")),
            _ => call.rejects("G-ASSERT", "P1", TWO, &format!("exec library\n{known}")),
        }
        call.rejects("X-RESULT", "hint", TWO, "exec");
        // The result of the call before is gone.
        let old = format!("{TWO}\nblock 2 library:{name} v3 8 align 1 ro\ncell 2 in 2 at 7 width 1 s = 0");
        call.accepts(&old, "exec library\ngoto 3", "");
        call.rejects("G-INBLOCK", "entry", &old, "exec library\ninblock 2");
        let other = if name == "strerror" { "strsignal" } else { "strerror" };
        let other = old.replace(&format!("library:{name}"), &format!("library:{other}"));
        call.accepts(&other, "exec library\ninblock 2\ngoto 3", "");
    }
    op("ptr @strerror()", "%r = call ptr @strerror()").rejects("X-RESULT", "type", TWO, "exec library");
    // Nobody else writes or releases it.
    let text = "vars 5\np = v0\nblock 0 library:getenv v0 v1 align 1 ro\nknow 1 <= v1";
    op("i32 @rand()", "store i8 0, ptr %p").rejects("M-STORE", "writable", text, "exec store 0");
    op("void @free(ptr)", "call void @free(ptr %p)").rejects("F-FREE", "block", text, "exec release 0");
    // Its address may be that of a constant.
    let two = "vars 5\np = v0\nblock 0 library:getenv v0 8 align 1 ro\nblock 1 KIND v1 8 align 1";
    let steps = "apart 0 1 {\ngoto 3\n} else {\ngoto 3\n}";
    let block = op("i32 @rand()", "").module("@g = global i64 0");
    block.accepts(&two.replace("KIND", "heap"), steps, "");
    block.alone("G-APART", "given", &two.replace("KIND", "global:g"), steps);
    let turned = "vars 5\nblock 0 global:g v0 8 align 1\nblock 1 library:getenv v1 8 align 1 ro";
    block.alone("G-APART", "given", turned, steps);
    block.rejects("G-APART", "given", &format!("{} ro", two.replace("KIND", "library:strerror")), steps);
}

#[test]
fn streams_and_results_at_calls() {
    let blocks =
        "vars 5\nblock 0 stream v0 0 align 1\nblock 1 library:getenv v1 4 align 1 ro\ncell 0 in 1 at 3 width 1 s = 0";
    valid(&hands_over(blocks, 0, "stream v0 0 align 1"));
    valid(&hands_over(blocks, 1, "library:getenv v0 4 align 1 ro"));
    for (given, wanted) in [
        (0, "heap v0 0 align 1"),
        (0, "caller:9 v0 0 align 1 ro"),
        (1, "library:strerror v0 4 align 1 ro"),
        (1, "caller:9 v0 4 align 1 ro"),
    ] {
        alone(&hands_over(blocks, given, wanted), "C-BLOCK", "kind");
    }
    // A callee that gets nothing leaves streams as they are, and may call the library.
    let call = |steps: &str| {
        caller("call void @callee()").certificate(
            blocks,
            &format!("call 4 () {{\nfrom 5 {{\n{steps}\n}}\n}}"),
            "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0",
        )
    };
    valid(&call("bounds 0\ngoto 3"));
    rejected(&call("bounds 1\ngoto 3"), "G-BLOCK", "block");
    rejected(&call("inblock 0\ngoto 3"), "G-INBLOCK", "entry");
    // What is handed over the caller gets back, as a new block.
    for (given, block) in [(0, "stream v0 0 align 1"), (1, "library:getenv v0 4 align 1 ro")] {
        let callee = format!(
            "node 4 entry 4 at callee 0 0\nvars 1\nblock 0 {block}\ngoto 5 () blocks 0<-0\n\
             node 5 entry 4 at callee 0 0\nvars 1\nblock 0 {block}"
        );
        let back = |number: u32| {
            let steps = format!("call 4 (v{given}) blocks 0<-{given} {{\nfrom 5 {{\nbounds {number}\ngoto 3\n}}\n}}");
            caller("call void @callee()").certificate(blocks, &steps, &callee)
        };
        valid(&back(2));
        rejected(&back(given), "G-BLOCK", "block");
    }
}
