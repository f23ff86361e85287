//! What the elements of an array have in common (`spec/rules/uniform.md`).

use certificates::{Certificate, Ghost, Int};

use crate::support::{Block, alone, ghosts_edited, rejected, valid};

/// An array of v1 bytes, and a fact about its first v2 numbers, which lie between 0 and v3.
const ARRAY: &str = "vars 8\np = v0\nx = v4 s\nblock 0 heap v0 v1 align 4\ncell 0 in 0 at 4*v2 width 4 s = v4\n\
    fact 1 in 0 at 0 count v2 every 4 width 4 s all f0 >= 0 ; f0 <= v3\n\
    know 0 <= v2\nknow 4*v2 + 4 <= v1\nknow 0 <= v4\nknow v4 <= v3";

fn steps() -> Block {
    Block::new("ptr %p, i32 %x", "")
}

/// The test node's values for a node that describes the array.
const SAME: &str = "(v0, v1, v2, v3) blocks 0<-0";
const RESULT: &str = "vars 4\nblock 0 heap v0 v1 align 4\nfact 0 in 0 at 0 count v2 every 4 width 4 s all f0 <= v3";

#[test]
fn u_empty() {
    let state = "vars 4\nblock 0 heap v0 v1 align 4";
    let made = "fact-empty in 0 at 8 every 4 width 4 s all f0 = 7 ; f0 <= v2";
    let result = "vars 2\nblock 0 heap v0 v1 align 4\nfact 0 in 0 at 8 count 0 every 4 width 4 s all f0 = 8";
    steps().accepts(state, &format!("{made}\ngoto 3 (v0, v1) blocks 0<-0 facts 0<-0"), result);
    let none = |from: &str, to: &str| made.replace(from, to);
    steps().rejects("U-EMPTY", "block", state, &none("in 0", "in 1"));
    steps().alone("U-EMPTY", "block", &state.replace("align 4", "align 4 optional"), made);
    steps().rejects("U-EMPTY", "width", state, &none("width 4", "width 3"));
    steps().alone("U-EMPTY", "stride", state, &none("every 4", "every 3"));
    steps().alone("U-EMPTY", "stride", state, &none("every 4", "every 9223372036854775808"));
    steps().accepts(state, &format!("{}\ngoto 3", none("every 4", "every 9223372036854775807")), "");
    steps().rejects("U-EMPTY", "term", state, &none("at 8", "at v4"));
    steps().rejects("U-EMPTY", "term", state, &none("v2", "v4"));
    steps().alone("U-EMPTY", "all", state, &none("f0 = 7", "f0 = behind"));
    let two = ghosts_edited(&steps().certificate(state, made, ""), |ghost| {
        if let Ghost::Uniform { all, .. } = ghost {
            all.iter_mut().for_each(|fact| fact.fields.push(Int(0)));
        }
    });
    alone(&two, "U-EMPTY", "all");
    // Nothing is said of errno.
    let errno = Block::new("", "").module("declare ptr @__errno_location()");
    let state = "vars 1\nblock 0 global:@errno v0 4 align 4";
    let gone = errno.certificate(
        state,
        &format!("{made}\ngoto 3 (v0) blocks 0<-0 facts 0<-0").replace("v2", "v0"),
        &format!("{state}\nfact 0 in 0 at 8 count 0 every 4 width 4 s"),
    );
    rejected(&gone, "C-UNIFORM", "map");
}

#[test]
fn u_extend() {
    let behind = "fact-extend 1 0 >";
    let more = format!("{behind}\ngoto 3 {SAME} facts 0<-1");
    steps().accepts(ARRAY, &more, &RESULT.replace("count v2", "count v2 + 1"));
    alone(&steps().certificate(ARRAY, &more, &RESULT.replace("count v2", "count v2 + 2")), "C-UNIFORM", "count");
    // Before the first one.
    let ahead = ARRAY.replace("fact 1 in 0 at 0", "fact 1 in 0 at 4*v2 + 4");
    let result = RESULT.replace("at 0 count v2", "at 4*v2 count v2 + 1");
    steps().accepts(&ahead, &more.replace('>', "<"), &result);
    steps().alone("U-EXTEND", "P1", &ahead.replace("at 4*v2 width", "at 4*v2-4 width"), "fact-extend 1 0 <");
    steps().alone("U-EXTEND", "P1", &ARRAY.replace("at 4*v2 width", "at 4*v2-4 width"), behind);
    steps().alone("U-EXTEND", "P2", &ARRAY.replace("know v4 <= v3", "know v4 <= v3 + 1"), behind);
    steps().alone("U-EXTEND", "P2", &ARRAY.replace("know 0 <= v4", "know -1 <= v4"), behind);
    steps().rejects("U-EXTEND", "uniform", ARRAY, "fact-extend 0 0 >");
    steps().rejects("U-EXTEND", "entry", ARRAY, "fact-extend 1 1 >");
    for (from, to) in [("every 4 width 4", "every 4 width 2"), ("width 4 s all", "width 4 u all")] {
        steps().alone("U-EXTEND", "form", &ARRAY.replace(from, to), behind);
    }
    let other = format!("{ARRAY}\nblock 1 heap v5 v1 align 4").replace("cell 0 in 0", "cell 0 in 1");
    steps().alone("U-EXTEND", "form", &other, behind);
    let optional = ARRAY.replace("align 4", "align 4 optional");
    steps().rejects("U-EXTEND", "block", &optional, behind);
}

#[test]
fn u_part() {
    let array = format!("{ARRAY}\nknow 0 <= v5\nknow v5 + v6 <= v2");
    let part = "fact-part 1 first v5 count v6 all f0 <= v3 + 1";
    let result = "vars 5\nblock 0 heap v0 v1 align 4\nfact 0 in 0 at 4*v3 count v4 every 4 width 4 s all f0 <= v2 + 1";
    steps().accepts(&array, &format!("{part}\ngoto 3 (v0, v1, v3, v5, v6) blocks 0<-0 facts 0<-2"), result);
    steps().alone("U-PART", "P1", &array.replace("know 0 <= v5", "know -1 <= v5"), part);
    steps().alone("U-PART", "P2", &array.replace("v5 + v6 <= v2", "v5 + v6 <= v2 + 1"), part);
    steps().alone("U-PART", "P3", &array, &part.replace("v3 + 1", "v3 - 1"));
    // Nothing must be shown of no elements.
    let none = format!("{array}\nknow v6 <= 0");
    steps().accepts(&none, &format!("{}\ngoto 3", part.replace("v3 + 1", "v3 - 1")), "");
    steps().alone("U-PART", "all", &array, &part.replace("f0 <=", "behind + f0 <="));
    steps().rejects("U-PART", "uniform", &array, &part.replace("part 1", "part 0"));
    steps().rejects("U-PART", "term", &array, &part.replace("count v6", "count v8"));
}

#[test]
fn u_element() {
    let array = format!("{ARRAY}\nknow 0 <= v5\nknow v5 + 1 <= v2");
    let element = "fact-element 1 at v5";
    let result = "vars 5\nblock 0 heap v0 v1 align 4\ncell 0 in 0 at 4*v3 width 4 s = v4";
    let go = "goto 3 (v0, v1, v3, v5, v8) blocks 0<-0 cells 0<-2";
    steps().accepts(&array, &format!("{element}\nassert 0 <= v8\nassert v8 <= v3\n{go}"), result);
    steps().rejects("G-ASSERT", "P1", &array, &format!("{element}\nassert v8 <= v3 - 1"));
    steps().alone("U-ELEMENT", "P1", &array.replace("know 0 <= v5", "know -1 <= v5"), element);
    steps().alone("U-ELEMENT", "P2", &array.replace("v5 + 1 <= v2", "v5 <= v2"), element);
    steps().rejects("U-ELEMENT", "uniform", &array, "fact-element 0 at v5");
    steps().rejects("U-ELEMENT", "block", &array.replace("align 4", "align 4 optional"), element);
    steps().rejects("U-ELEMENT", "term", &array, "fact-element 1 at v8");
    // Elements need not touch.
    let apart = array.replace("every 4", "every 12");
    let result = result.replace("4*v3", "12*v3");
    steps().accepts(&apart, &format!("{element}\n{go}"), &result);
}

/// A store of %x at %q.
fn store(body: &str) -> Block {
    Block::new("ptr %q, i32 %x", body)
}

#[test]
fn what_a_store_leaves_of_a_fact() {
    let array =
        |place: &str| format!("{}\nq = v0 + {place}\nknow 0 <= v5\nknow 4*v5 + 8 <= v1", ARRAY.replace("p = v0\n", ""));
    let go = |keep: &str| format!("exec s store 0 {keep}\ngoto 3 {SAME} facts 0<-1");
    let at = store("store i32 %x, ptr %q, align 1");
    at.accepts(&array("4*v5"), &go("within 1:v5"), RESULT);
    at.accepts(&format!("{}\nknow v2 <= v5", array("4*v5")), &go("keep 1<"), RESULT);
    let before = array("4*v5").replace("fact 1 in 0 at 0", "fact 1 in 0 at 4*v5 + 4");
    at.accepts(
        &before,
        &go("keep 1>").replace("v2, v3)", "v2, v3, v5)"),
        &RESULT.replace("vars 4", "vars 5").replace("at 0", "at 4*v4 + 4"),
    );
    rejected(&at.certificate(&array("4*v5"), &go(""), RESULT), "C-UNIFORM", "map");
    at.alone("M-STORE", "survivor", &array("4*v5"), "exec s store 0 keep 1<");
    at.alone("M-STORE", "survivor", &array("4*v5"), "exec s store 0 keep 1>");
    at.alone("M-STORE", "within place", &array("4*v5 + 1"), "exec s store 0 within 1:v5");
    let large = array("4*v5").replace("know v4 <= v3", "know v4 <= v3 + 1");
    at.alone("M-STORE", "within value", &large, "exec s store 0 within 1:v5");
    at.alone("M-STORE", "within", &array("4*v5"), "exec s store 0 within 1:v5 1:v5");
    at.rejects("M-STORE", "uniform", &array("4*v5"), "exec s store 0 within 0:v5");
    at.rejects("M-STORE", "term", &array("4*v5"), "exec s store 0 within 1:v8");
    at.alone("M-STORE", "within", &array("4*v5").replace("4 s all", "4 u all"), "exec s store 0 within 1:v5");
    let short = array("4*v5").replace("every 4 width 4", "every 4 width 2");
    at.alone("M-STORE", "within", &short, "exec s store 0 within 1:v5");
    let other = format!("{}\nblock 1 heap v6 v1 align 4", array("4*v5")).replace("fact 1 in 0", "fact 1 in 1");
    at.alone("M-STORE", "within", &other, "exec s store 0 within 1:v5");
    at.rejects("M-STORE", "survivors", &other, "exec s store 0 keep 1<");
    let volatile = store("store volatile i32 %x, ptr %q, align 1");
    volatile.rejects("M-STORE", "within", &array("4*v5"), "exec s store 0 within 1:v5");
    // Between the elements, where nothing is said of what is stored.
    let apart = array("12*v5 + 4").replace("every 4", "every 12").replace("know v4 <= v3", "know 12*v5 + 8 <= v1");
    let result = RESULT.replace("every 4", "every 12");
    at.accepts(&apart, &go("within 1:v5"), &result);
    volatile.accepts(&apart, &go("within 1:v5"), &result);
    let last = apart.replace("12*v5 + 4\n", "12*v5 + 8\n").replace("12*v5 + 8 <= v1", "12*v5 + 12 <= v1");
    at.accepts(&last, &go("within 1:v5"), &result);
    for place in ["3", "9"] {
        let over =
            last.replace("v0 + 12*v5 + 8\n", &format!("v0 + 12*v5 + {place}\n")).replace("+ 12 <= v1", "+ 16 <= v1");
        at.rejects("M-STORE", "within place", &over, "exec s store 0 within 1:v5");
    }
}

#[test]
fn equal_elements_of_a_range() {
    let module = "declare ptr @calloc(i64, i64)";
    let block = Block::new("i64 %n", "%r = call ptr @calloc(i64 %n, i64 4)").module(module);
    let state = "vars 1\nn = v0\nknow 0 <= v0\nknow v0 <= 1000";
    let result = |said: &str| {
        format!("vars 2\nr = v0\nblock 0 heap v0 4*v1 align 16\nfact 0 in 0 at 0 count v1 every 4 width 4 s all {said}")
    };
    let go = "goto 3 (v1, v0) blocks 0<-0 facts 0<-0";
    block.accepts(state, &format!("exec alloc ok cells 0:4:s:v0\n{go}"), &result("f0 = 0"));
    let one = block.certificate(state, &format!("exec alloc ok cells 0:4:s:v0\n{go}"), &result("f0 = 1"));
    alone(&one, "C-UNIFORM", "all");
    block.alone("F-CALLOC", "cell ends", state, "exec alloc ok cells 0:4:s:v0+1");
    block.alone("F-CALLOC", "cell ends", state, "exec alloc ok cells 4:4:s:v0");
    block.alone("F-CALLOC", "cell begins", state, "exec alloc ok cells -4:4:s:v0");
    block.rejects("F-CALLOC", "term", state, "exec alloc ok cells 0:4:s:v2");
    // -1 in each byte.
    let module = "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    let fill = |byte: &str| {
        let call = format!("call void @llvm.memset.p0.i64(ptr %p, i8 {byte}, i64 %n, i1 false)");
        Block::new("ptr %p, i64 %n", &call).module(module)
    };
    let state = "vars 3\np = v0\nn = 2*v2\nblock 0 heap v0 v1 align 4\nknow 0 <= v2\nknow 2*v2 <= v1\nknow 0 <= v1\nknow v1 <= 1000";
    let result = "vars 3\nblock 0 heap v0 v1 align 4\nfact 0 in 0 at 0 count v2 every 2 width 2 s all f0 = -1";
    let go = "goto 3 (v0, v1, v2) blocks 0<-0 facts 0<-0";
    fill("-1").accepts(state, &format!("exec fill 0 cells 0:2:s:v2\n{go}"), result);
    alone(&fill("1").certificate(state, &format!("exec fill 0 cells 0:2:s:v2\n{go}"), result), "C-UNIFORM", "all");
    for width in ["3", "1073741824", "4294967295"] {
        fill("1").rejects("M-FILL", "width", state, &format!("exec fill 0 cells 0:{width}:s:v2"));
    }
}

#[test]
fn what_realloc_leaves_of_a_fact() {
    let module = "declare ptr @realloc(ptr, i64)";
    let block = Block::new("ptr %p, i64 %n", "%r = call ptr @realloc(ptr %p, i64 %n)").module(module);
    let state = "vars 4\np = v0\nn = v1\nblock 0 heap v0 v2 align 16\n\
        fact 0 in 0 at 0 count v3 every 4 width 4 s all f0 = 7\nknow 1 <= v1\nknow v1 <= 1000\nknow 4*v3 <= v1";
    let result = "vars 3\nr = v0\nblock 0 heap v0 v1 align 16\nfact 0 in 0 at 0 count v2 every 4 width 4 s all f0 = 7";
    let go = "goto 3 (v4, v1, v3) blocks 0<-1 facts 0<-1";
    block.accepts(state, &format!("exec realloc 0 ok keep 0\n{go}"), result);
    let less = state.replace("4*v3 <= v1", "4*v3 <= v1 + 1");
    block.alone("F-REALLOC", "keep", &less, "exec realloc 0 ok keep 0");
}

#[test]
fn c_uniform() {
    let go = format!("goto 3 {SAME} facts 0<-1");
    steps().accepts(ARRAY, &go, RESULT);
    let covered = |result: &str| steps().certificate(ARRAY, &go, result);
    // Fewer elements, and less of each.
    valid(&covered(&RESULT.replace("count v2", "count v2 - 1").replace("v3", "v3 + 1")));
    alone(&covered(&RESULT.replace("count v2", "count v2 + 1")), "C-UNIFORM", "count");
    alone(&covered(&RESULT.replace("v3", "v3 - 1").replace("vars 4", "vars 4\nknow 0 <= v2")), "C-UNIFORM", "all");
    alone(&covered(&RESULT.replace("at 0", "at 4")), "C-UNIFORM", "offset");
    for (from, to) in [("every 4", "every 8"), ("width 4 s", "width 2 s"), ("width 4 s", "width 4 u")] {
        alone(&covered(&RESULT.replace(from, to)), "C-UNIFORM", "form");
    }
    // Nothing must be shown of no elements.
    let none = format!("{ARRAY}\nknow v2 = 0");
    steps().accepts(&none, &go, &RESULT.replace("v3", "v3 - 1"));
    alone(&steps().certificate(ARRAY, &format!("goto 3 {SAME}"), RESULT), "C-UNIFORM", "map");
    rejected(&steps().certificate(ARRAY, &go.replace("0<-1", "0<-0"), RESULT), "C-UNIFORM", "map");
    let two = format!("{ARRAY}\nblock 1 heap v5 v1 align 4");
    let moved = go.replace("blocks 0<-0", "blocks 0<-0 1<-1").replace("v3)", "v3, v5)");
    let result = RESULT.replace("vars 4", "vars 5").replace("fact 0 in 0", "block 1 heap v4 v1 align 4\nfact 0 in 1");
    alone(&steps().certificate(&two, &moved, &result), "C-UNIFORM", "block");
}

#[test]
fn facts_of_a_state() {
    for (from, to, premise) in [
        ("fact 1 in 0", "fact 1 in 1", "uniforms"),
        ("fact 1", "fact 0", "uniforms"),
        ("every 4", "every 3", "stride"),
        ("width 4 s all", "width 5 s all", "width"),
        ("f0 <= v3", "f0 + behind <= v3", "all"),
        ("count v2", "count v8", "term"),
    ] {
        let (rule, state) = ("W", ARRAY.replace(from, to));
        steps().rejects(rule, premise, &state, "goto 3");
    }
    steps().alone("W", "uniforms", &ARRAY.replace("fact 1", "fact 0"), "goto 3");
    let twice = format!("{ARRAY}\nfact 1 in 0 at 0 count 0 every 4 width 4 s");
    steps().alone("W", "uniforms", &twice, "goto 3");
    // The number of the last entry or fact is taken.
    let after = ARRAY.replace("fact 1", "fact 6");
    let read = "read 0 at 0 width 4 s\ngoto 3 (v0, v1, v8) blocks 0<-0 cells 0<-7";
    let result = "vars 3\nblock 0 heap v0 v1 align 4\ncell 0 in 0 at 0 width 4 s = v2";
    steps().accepts(&after, read, result);
}

const FACT: &str = "fact 0 in 0 at 0 count 2 every 4 width 4 s all f0 <= v1";

/// The caller has an array of 8 bytes and knows this of it; the callee gets and gives back this block, of which its entry
/// and its return node say this; what the caller knows then.
fn called(mine: &str, block: &str, theirs: &str, back: &str, then: (&str, &str)) -> Certificate {
    called_with(&format!("heap v0 8 align 4\n{mine}"), block, theirs, back, then)
}

/// [`called`] with this array of the caller.
pub(crate) fn called_with(mine: &str, block: &str, theirs: &str, back: &str, then: (&str, &str)) -> Certificate {
    let module = "define void @callee() {\n  ret void\n}\n";
    let facts = |said: &str| if said.is_empty() { "" } else { " facts 0<-0" };
    let (given, returned) = (facts(theirs), facts(back));
    let steps = format!("call 4 (v0, v1) blocks 0<-0{given} {{\nfrom 5 {{\ngoto 3 (v0, v1) {}\n}}\n}}", then.0);
    let callee = format!(
        "vars 2\n{}\nnode 4 entry 4 at callee 0 0\nvars 2\nblock 0 {block}\n{theirs}\n\
         goto 5 blocks 0<-0{returned}\nnode 5 entry 4 at callee 0 0\nvars 2\nblock 0 {block}\n{back}",
        then.1
    );
    let state = format!("vars 2\nblock 0 {mine}\nknow 1 <= v0\nknow v0 <= 1000");
    Block::new("ptr %p", "call void @callee()").module(module).certificate(&state, &steps, &callee)
}

#[test]
fn facts_at_a_call() {
    let whole = "heap v0 8 align 4";
    let known = format!("block 0 {whole}\n{FACT}");
    // What is handed over comes back as the callee says.
    valid(&called(FACT, whole, FACT, FACT, ("blocks 0<-1 facts 0<-1", &known)));
    rejected(&called(FACT, whole, FACT, FACT, ("blocks 0<-1 facts 0<-0", &known)), "C-UNIFORM", "map");
    alone(
        &called(&FACT.replace("v1", "v1 + 1"), whole, FACT, FACT, ("blocks 0<-1 facts 0<-1", &known)),
        "C-UNIFORM",
        "all",
    );
    // What is lent to be read stays.
    let read = "caller:3 v0 8 align 4 ro";
    valid(&called(FACT, read, "", "", ("blocks 0<-0 facts 0<-0", &known)));
    // What may be written is gone, where the callee gets it.
    let part = "caller:3 v0+4 4 align 4";
    rejected(&called(FACT, part, "", "", ("blocks 0<-0 facts 0<-0", &known)), "C-UNIFORM", "map");
    let first = FACT.replace("count 2", "count 1");
    let known = format!("block 0 {whole}\n{first}");
    valid(&called(&first, part, "", "", ("blocks 0<-0 facts 0<-0", &known)));
    let behind = FACT.replace("at 0 count 2", "at 4 count 1");
    rejected(&called(&behind, part, "", "", ("blocks 0<-0 facts 0<-0", &known)), "C-UNIFORM", "map");
    let before = "caller:3 v0 4 align 4";
    valid(&called(&behind, before, "", "", ("blocks 0<-0 facts 0<-0", &format!("block 0 {whole}\n{behind}"))));
}

#[test]
fn facts_of_what_is_lent() {
    let (part, one) = ("caller:3 v0+4 4 align 4", FACT.replace("count 2", "count 1"));
    let mine = FACT.replace("at 0 count 2", "at 4 count 1");
    let known = |fact: &str| format!("block 0 heap v0 8 align 4\n{fact}");
    valid(&called(&mine, part, &one, &one, ("blocks 0<-0 facts 0<-1", &known(&mine))));
    rejected(&called(&mine, part, &one, &one, ("blocks 0<-0 facts 0<-1", &known(&one))), "C-UNIFORM", "offset");
    alone(&called(&one, part, &one, "", ("blocks 0<-0", "block 0 heap v0 8 align 4")), "C-UNIFORM", "offset");
    // The elements lie in the part.
    let long = FACT.replace("at 0 count 2", "at 4 count 2");
    alone(&called(&long, part, FACT, "", ("blocks 0<-0", "block 0 heap v0 8 align 4")), "C-UNIFORM", "lent end");
    let early = one.replace("at 0", "at -4");
    alone(&called(&one, part, &early, "", ("blocks 0<-0", "block 0 heap v0 8 align 4")), "C-UNIFORM", "lent begin");
}
