//! The call rule with all its side conditions (`spec/graph.md`, G-CALL; why they are there: `spec/calls.md`).

use certificates::Certificate;

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, rejected, valid};

/// A test function whose state has a block of every kind: 0 heap, 1 its own stack, 2 a caller's, 3 and 4 globals.
pub fn caller(body: &str) -> Block {
    let module = "@a = global i32 0\n@b = global i32 0\ndefine void @callee() {\n  ret void\n}\n";
    Block::new("ptr %p", body).module(module).entry("%x = alloca i32, align 4", "test 0")
}

/// A call `%r = call TY @callee(...)`, where the callee has this body and these nodes from 4 on.
fn result(call: &str, header: &str, steps: &str, nodes: &str, r: &str) -> Certificate {
    let block = Block::new("i32 %a", call).module(&format!("{header}\n"));
    block.certificate("vars 1\na = v0 s\nknow 0 <= v0\nknow v0 <= 9", steps, &format!("{r}\n{nodes}"))
}

#[test]
fn results() {
    let (call, header) = ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 %q) {\n  ret i32 %q\n}");
    let steps = "call 4 (v0) {\nfrom 5 {\ngoto 3 (v0)\n}\n}";
    let nodes = |s: &str| {
        format!(
            "node 4 entry 4 at callee 0 0\nvars 1\nq = v0 {s}\nknow 0 <= v0\nknow v0 <= 9\ngoto 5\nnode 5 entry 4 at callee 0 0\nvars 1\nq = v0 {s}"
        )
    };
    let r = |s: &str| format!("vars 1\nr = v0 {s}");
    valid(&result(call, header, steps, &nodes("s"), &r("s")));
    // The sign is that of the return; another one is a conversion.
    let unsigned = steps.replace("call 4 (v0)", "call 4 (v0) wraps 0");
    valid(&result(call, header, &unsigned, &nodes("u"), &r("u")));
    rejected(&result(call, header, &unsigned, &nodes("u"), &r("s")), "C-BINDING", "A-FIT");
    valid(&result(call, header, &unsigned.replace("goto 3 (v0)", "goto 3 (v0) wraps 0"), &nodes("u"), &r("s")));
    rejected(&result(call, header, steps, &nodes("u"), &r("u")), "C-BINDING", "A-FIT");
    rejected(&result(call, header, &unsigned, &nodes("s"), &r("s")), "H-WRAPS", "all consumed");
    // A return that says another value, or none.
    rejected(
        &result(
            call,
            header,
            steps,
            &nodes("s").replace("vars 1\nq = v0 s\nknow 0", "vars 1\nq = v0 + 1 s\nknow 0"),
            &r("s"),
        ),
        "C-BINDING",
        "P1",
    );
    let none = nodes("s").replace("at callee 0 0\nvars 1\nq = v0 s", "at callee 0 0\nvars 1").replacen(
        "vars 1",
        "vars 1\nq = v0 s",
        1,
    );
    rejected(&result(call, header, steps, &none, &r("s")), "G-CALL", "operand");
    // Types.
    for (call, header) in [
        ("%r = call i64 @callee(i32 %a)", header),
        ("call void @callee(i32 %a)", header),
        ("%r = call i32 @callee(i32 %a)", "define void @callee(i32 %q) {\n  ret void\n}"),
        ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 %q, ...) {\n  ret i32 %q\n}"),
        ("%r = call i32 @callee(i32 signext %a)", header),
        ("%r = call i32 @callee(i32 %a)", "define i32 @callee(i32 zeroext %q) {\n  ret i32 %q\n}"),
        ("%r = call i32 @callee(i32 signext %a)", "define i32 @callee(i32 zeroext %q) {\n  ret i32 %q\n}"),
        ("%r = call signext i32 @callee(i32 %a)", "define zeroext i32 @callee(i32 %q) {\n  ret i32 %q\n}"),
        ("%r = call float @callee(i32 %a)", "define double @callee(i32 %q) {\n  ret double 0.0\n}"),
    ] {
        rejected(&result(call, header, steps, &nodes("s"), ""), "G-CALL", "type");
    }
    // Arguments that nobody reads: a register need not be bound, but what is outside the subset could be undefined.
    let unread = |argument: &str| {
        let nodes = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0";
        let header = "define void @callee(i32 %q) {\n  ret void\n}";
        result(&format!("call void @callee(i32 {argument})"), header, "call 4 {\nfrom 5 {\ngoto 3\n}\n}", nodes, "")
    };
    valid(&unread("%a"));
    for argument in ["undef", "poison", "xor (i32 ptrtoint (ptr @callee to i32), i32 1)"] {
        rejected(&unread(argument), "G-CALL", "argument");
    }
    // No value, or one that nothing is known of.
    let bare = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0";
    let plain = "call 4 {\nfrom 5 {\ngoto 3\n}\n}";
    valid(&result("call void @callee()", "define void @callee() {\n  ret void\n}", plain, bare, ""));
    valid(&result("%r = call double @callee()", "define double @callee() {\n  ret double 0.0\n}", plain, bare, ""));
    for ty in ["i32", "double", "ptr"] {
        let header = format!("define {ty} @callee() {{\n  ret {ty} undef\n}}");
        rejected(&result(&format!("%r = call {ty} @callee()"), &header, plain, bare, ""), "N-RETURN", "operand");
    }
}

#[test]
fn who_is_called() {
    let nodes = "node 4 entry 4 at callee 0 0\ngoto 5\nnode 5 entry 4 at callee 0 0\nnode 6 entry 6 at other 0 0\ngoto 7\nnode 7 entry 6 at other 0 0";
    let proof =
        |module: &str, steps: &str| Block::new("", "call void @callee()").module(module).certificate("", steps, nodes);
    let both = "define void @callee() {\n  ret void\n}\ndefine void @other() {\n  ret void\n}\n";
    let steps = "call 4 {\nfrom 5 {\ngoto 3\n}\n}";
    valid(&proof(both, steps));
    rejected(&proof(both, "call 6 {\nfrom 7 {\ngoto 3\n}\n}"), "G-CALL", "C-POSITION");
    rejected(&proof(both, "call 5 {\nfrom 5 {\ngoto 3\n}\n}"), "G-CALL", "entry");
    rejected(&proof(both, "call 9 {\n}"), "G-CALL", "entry");
    rejected(&proof(&both.replace("void @callee", "weak void @callee"), steps), "G-CALL", "callee");
    let elsewhere = Block::new("i32 %a", "%r = add i32 %a, 1").module(both).certificate("", steps, nodes);
    rejected(&elsewhere, "G-CALL", "position");
}

/// Two returns, or none.
#[test]
fn returns_of_the_entry() {
    let two =
        "define i32 @callee(i1 %c) {\nstart:\n  br i1 %c, label %a, label %b\na:\n  ret i32 1\nb:\n  ret i32 2\n}";
    let nodes = "node 4 entry 4 at callee start 0\nvars 1\nc = v0\nknow 0 <= v0\nknow v0 <= 1\nsplit v0 = 1 {\nexec true\ngoto 5\n} else {\nexec false\ngoto 6\n}\n\
        node 5 entry 4 at callee a 0\nknow v0 = 1\nnode 6 entry 4 at callee b 0\nknow v0 = 0\n\
        node 7 entry 7 at callee start 0\nvars 1\nc = v0\nknow v0 = 1\nexec true\ngoto 8\nnode 8 entry 7 at callee a 0\nvars 1";
    let proof = |from: &[u32]| {
        let trees: Vec<String> = from.iter().map(|node| format!("from {node} {{\ngoto 3\n}}")).collect();
        result("%r = call i32 @callee(i1 true)", two, &format!("call 4 (1) {{\n{}\n}}", trees.join("\n")), nodes, "")
    };
    valid(&proof(&[5, 6]));
    // Missing, extra, unordered, repeated; of another entry; no return node.
    for from in [&[][..], &[5], &[6], &[6, 5], &[5, 6, 8], &[5, 6, 6], &[5, 8], &[3, 5, 6], &[4, 5, 6], &[5, 6, 99]] {
        rejected(&proof(from), "G-CALL", "returns");
    }
    // What a return knows of the arguments makes its continuation impossible, which must be shown.
    let impossible = |tree: &str, known: &str| {
        let steps = format!("call 4 (1) {{\nfrom 5 {{\ngoto 3\n}}\nfrom 6 {{\n{tree}\n}}\n}}");
        result(
            "%r = call i32 @callee(i1 true)",
            two,
            &steps,
            &nodes.replace("b 0\nknow v0 = 0", known),
            "vars 0\nr = 1 s",
        )
    };
    valid(&impossible("infeasible", "b 0\nknow v0 = 0"));
    rejected(&impossible("infeasible", "b 0"), "G-INFEASIBLE", "P1");
    rejected(&impossible("goto 3", "b 0"), "C-BINDING", "P1");
    // A callee that never returns needs no continuation, and may have none.
    let (quit, exit) =
        ("define void @callee() {\n  call void @exit(i32 1)\n  unreachable\n}", "node 4 entry 4 at callee 0 0\nexit");
    let call = "call void @callee()";
    valid(&result(call, quit, "call 4 {\n}", exit, ""));
    rejected(&result(call, quit, "call 4 {\nfrom 3 {\ngoto 3\n}\n}", exit, ""), "G-CALL", "returns");
    rejected(&result(call, quit, "exit", exit, ""), "X-CALL", "callee");
    // One that exits on one path returns on the other.
    let some = two.replace("a:\n  ret i32 1", "a:\n  call void @exit(i32 0)\n  unreachable");
    let nodes = "node 4 entry 4 at callee start 0\nvars 1\nc = v0\nknow 0 <= v0\nknow v0 <= 1\nsplit v0 = 1 {\nexec true\nexit\n} else {\nexec false\ngoto 5\n}\n\
        node 5 entry 4 at callee b 0\nknow v0 = 0";
    let proof = |steps: &str| result("%r = call i32 @callee(i1 false)", &some, steps, nodes, "r = 2 s");
    valid(&proof("call 4 (0) {\nfrom 5 {\ngoto 3\n}\n}"));
    rejected(&proof("call 4 (0) {\n}"), "G-CALL", "returns");
}

/// The entry's variables are what the function was called with, in its loops too.
#[test]
fn constants_within_the_callee() {
    let module = "define i32 @callee(i32 %n) {\nstart:\n  br label %loop\nloop:\n  %i = phi i32 [ %n, %start ], [ %j, %next ]\n\
        \x20 %c = icmp sgt i32 %i, 0\n  br i1 %c, label %next, label %end\nnext:\n  %j = sub nsw i32 %i, 1\n  br label %loop\nend:\n  ret i32 %i\n}";
    let proof = |edit: &dyn Fn(&str) -> String| {
        let nodes = "node 4 entry 4 at callee start 0\nvars 1\nn = v0 s\nknow 0 <= v0\nknow v0 <= 9\nexec phis s\ngoto 6 (v0)\n\
            node 5 entry 4 at callee end 0\nvars 1\ni = 0 s\n\
            node 6 entry 4 at callee loop 0\nvars 2\ni = v1 s\nknow v1 <= 9\nknow 0 <= v1\n\
            split 0 < v1 {\nexec s true\nexec true\nexec\nexec phis s\ngoto 6 (v1 - 1) as back\n} else {\nexec s false\nexec false\ngoto 5\n}\nlinear 6: v1 removes back";
        result(
            "%r = call i32 @callee(i32 %a)",
            module,
            "call 4 (v0) {\nfrom 5 {\ngoto 3\n}\n}",
            &edit(nodes),
            "r = 0 s",
        )
    };
    valid(&proof(&|text| text.into()));
    // The counter is not the argument.
    let same = |text: &str| {
        text.replace("i = v1 s\nknow v1 <= 9\nknow 0 <= v1\n", "i = v0 s\nknow v0 <= 9\n").replace("0 < v1", "0 < v0")
    };
    rejected(
        &proof(&|text| {
            same(text)
                .replace("vars 2", "vars 1")
                .replace("goto 6 (v0)", "goto 6")
                .replace("(v1 - 1)", "")
                .replace("6: v1", "6: v0")
        }),
        "C-BINDING",
        "P1",
    );
    // No term is given for a constant.
    rejected(&proof(&|text| text.replace("goto 6 (v1 - 1)", "goto 6 (v0 - 1, v1 - 1)")), "C-VARIABLES", "variables");
    rejected(&proof(&|text| text.replace("goto 5", "goto 5 (v0)")), "C-VARIABLES", "variables");
    // Nor is a fact about it lost or found on the way.
    rejected(&proof(&|text| text.replace("i = 0 s", "i = 0 s\nknow v0 = 0")), "C-KNOWLEDGE", "P1");
    valid(&proof(&|text| {
        text.replace("i = 0 s", "i = 0 s\nknow 0 <= v0").replace("know 0 <= v1", "know 0 <= v1\nknow 0 <= v0")
    }));
}

/// `even` and `odd` call each other: one component, two call edges.
#[test]
fn mutual_recursion() {
    let function = |name: &str, other: &str| {
        format!(
            "define void @{name}(i32 %n) {{\nstart:\n  %c = icmp sgt i32 %n, 0\n  br i1 %c, label %more, label %end\n\
             more:\n  %m = sub nsw i32 %n, 1\n  call void @{other}(i32 %m)\n  br label %end\nend:\n  ret void\n}}\n"
        )
    };
    let nodes = |name: &str, entry: u32, other: u32, label: &str| {
        let (back, theirs) = (entry + 1, other + 1);
        format!(
            "node {entry} entry {entry} at {name} start 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nsplit 0 < v0 {{\nexec s true\nexec true\nexec\n\
             call {other} (v0 - 1) as {label} {{\nfrom {theirs} {{\nexec\ngoto {back}\n}}\n}}\n}} else {{\nexec s false\nexec false\ngoto {back}\n}}\n\
             node {back} entry {entry} at {name} end 0\n"
        )
    };
    let module = format!(
        "{HEADER}{}{}define void @main(i32 %n) {{\n  call void @even(i32 %n)\n  ret void\n}}\n",
        function("even", "odd"),
        function("odd", "even")
    );
    let text = format!(
        "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\ncall 1 (v0) {{\nfrom 2 {{\ngoto 5\n}}\n}}\n{}{}node 5 entry 0 at main 0 1\nroot (v0)\n",
        nodes("even", 1, 3, "down"),
        nodes("odd", 3, 1, "up")
    );
    let proof = |rank: &str| language::certificate(&module, &format!("{text}{rank}"));
    valid(&proof("linear 1: v0; 3: v0 removes down up"));
    // One strict edge breaks the cycle.
    valid(&proof("linear 1: v0; 3: v0 removes up"));
    rejected(&proof(""), "K-END", "no cycle");
    rejected(&proof("linear 1: v0; 3: v0 + 1 removes down"), "K-LINEAR", "P2");
    rejected(&proof("linear 1: v0 removes down"), "K-FORM", "K1");
    // Without a decrease there is no rank, and memory safety all the same.
    let mut endless = language::certificate(
        &module.replace("sub nsw i32 %n, 1", "sub nsw i32 %n, 0"),
        &text.replace("(v0 - 1)", "(v0)"),
    );
    rejected(&endless, "K-END", "no cycle");
    endless.claim.properties.termination = false;
    valid(&endless);
}

/// A callback that calls who called it: the edge through the pointer counts.
#[test]
fn callbacks() {
    let module = format!(
        "{HEADER}define void @visit(i32 %n, ptr %f) {{\nstart:\n  %c = icmp sgt i32 %n, 0\n  br i1 %c, label %more, label %end\n\
         more:\n  %m = sub nsw i32 %n, 1\n  call void %f(i32 %m, ptr %f)\n  br label %end\nend:\n  ret void\n}}\n\
         define void @main(i32 %n) {{\n  call void @visit(i32 %n, ptr @visit)\n  ret void\n}}\n"
    );
    let text = "node 0 entry 0 at main 0 0\nvars 1\nn = v0 s\nknow v0 <= 2147483647\nfunction visit\ncall 1 (v0, v1) blocks 0<-0 {\nfrom 2 {\ngoto 3\n}\n}\n\
        node 1 entry 1 at visit start 0\nvars 2\nn = v0 s\nknow v0 <= 2147483647\nf = v1\nblock 0 function:visit v1 0 align 1\n\
        split 0 < v0 {\nexec s true\nexec true\nexec\ncall 1 (v0 - 1, v1) blocks 0<-0 as again {\nfrom 2 {\nexec\ngoto 2\n}\n}\n\
        } else {\nexec s false\nexec false\ngoto 2\n}\nnode 2 entry 1 at visit end 0\nnode 3 entry 0 at main 0 1\nroot (v0)\n";
    let proof = |text: &str, rank: &str| language::certificate(&module, &format!("{text}{rank}"));
    let rank = "linear 1: v0 removes again";
    valid(&proof(text, rank));
    rejected(&proof(text, ""), "K-END", "no cycle");
    rejected(&proof(text, "linear 1: 0 - v0 removes again"), "K-LINEAR", "P2");
    // What is handed over need not be this function.
    rejected(
        &proof(&text.replace("block 0 function:visit v1 0 align 1\n", "").replace(" blocks 0<-0", ""), rank),
        "G-CALL",
        "callee",
    );
    rejected(&proof(&text.replace("call 1 (v0, v1)", "call 1 (v0, 7)"), rank), "C-BINDING", "P1");
    rejected(&proof(&text.replace("call 1 (v0 - 1, v1)", "call 1 (v0 - 1, v1 + 1)"), rank), "C-BINDING", "P1");
}
