//! Programs with proofs to which bounds are added: for the rules of `spec/bounds.md`, and for mutations of them.

use certificates::Certificate;

use crate::language;

const HEADER: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n";

/// `for (i = 0; i < n; i++);` of an unsigned n that the contract bounds.
pub fn counter(bounds: &str) -> Certificate {
    let module = format!(
        "{HEADER}declare void @memcpy(ptr)\ndefine void @f(i32 %n) {{\nstart:\n  br label %loop\nloop:\n\
         \x20 %i = phi i32 [ 0, %start ], [ %j, %next ]\n\
         \x20 %c = icmp ult i32 %i, %n\n  br i1 %c, label %next, label %end\nnext:\n  %j = add nuw i32 %i, 1\n\
         \x20 br label %loop\nend:\n  ret void\n}}\n"
    );
    let know = "know 0 <= v0\nknow v0 <= 4294967295";
    let text = format!(
        "claim f (unsigned n) requires n < 1000\nconcrete parameters 7\nroot 0 (v0)\n\
         node 0 entry 0 at f start 0\nvars 1\nn = v0\n{know}\nexec phis u\ngoto 1 (0) as in\n\
         node 1 entry 0 at f loop 0\nvars 2\nn = v0\ni = v1\n{know}\nknow 0 <= v1\n\
         split v1 < v0 {{\nexec true\nexec true\nexec\nexec phis u\ngoto 1 (v1 + 1) as back\n}} else {{\n\
         exec false\nexec false\ngoto 2 as out\n}}\n\
         node 2 entry 0 at f end 0\nlinear 1: v0 - v1 removes back\n{bounds}"
    );
    let mut certificate = language::certificate(&module, &text);
    certificate.claim.contracts.clear();
    certificate
}

/// `void g(unsigned n) { if (n) g(n - 1); }`
pub fn recursive(bounds: &str) -> Certificate {
    let module = format!(
        "{HEADER}define void @g(i32 %n) {{\nstart:\n  %c = icmp eq i32 %n, 0\n  br i1 %c, label %end, label %again\nagain:\n\
         \x20 %m = sub nuw i32 %n, 1\n  call void @g(i32 %m)\n  br label %end\nend:\n  ret void\n}}\n"
    );
    let text = format!(
        "claim g (unsigned n) requires n < 1000\nconcrete parameters 7\nroot 0 (v0)\n\
         node 0 entry 0 at g start 0\nvars 1\nn = v0\nknow 0 <= v0\nknow v0 <= 4294967295\n\
         split v0 = 0 {{\nexec true\nexec true\ngoto 1 as out\n}} else {{\nexec false\nexec false\nexec\n\
         call 0 (v0 - 1) as deep {{\nfrom 1 {{\nexec\ngoto 1 as up\n}}\n}}\n}}\n\
         node 1 entry 0 at g end 0\nlinear 0: v0 removes deep\n{bounds}"
    );
    language::certificate(&module, &text)
}

/// `p = malloc(n); free(p); p = malloc(n); exit(0);`
pub fn heap(bounds: &str) -> Certificate {
    let module = format!(
        "{HEADER}declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndeclare void @exit(i32)\ndefine void @f(i64 %n) {{\n\
         \x20 %p = call ptr @malloc(i64 %n)\n  call void @free(ptr %p)\n  %q = call ptr @malloc(i64 %n)\n\
         \x20 call void @exit(i32 0)\n  unreachable\n}}\n"
    );
    let text = format!(
        "claim f (unsigned long n) requires n < 1000\nconcrete parameters 7\nroot 0 (v0)\n\
         node 0 entry 0 at f 0 0\nvars 1\nn = v0\nknow 0 <= v0\nknow v0 < 1000\n\
         exec alloc ok\nexec release 0\nexec alloc ok\nexit\n{bounds}"
    );
    language::certificate(&module, &text)
}

/// `void f(unsigned *p) { for (i = 0; i < *p; i++); }`, of what p points to when it is called.
pub fn place(contract: &str, bounds: &str) -> Certificate {
    let module = format!(
        "{HEADER}define void @f(ptr %p) {{\nstart:\n  %n = load i32, ptr %p, align 4\n  br label %loop\nloop:\n\
         \x20 %i = phi i32 [ 0, %start ], [ %j, %next ]\n\
         \x20 %c = icmp ult i32 %i, %n\n  br i1 %c, label %next, label %end\nnext:\n  %j = add nuw i32 %i, 1\n\
         \x20 br label %loop\nend:\n  ret void\n}}\n"
    );
    let know = "know 0 <= v1\nknow v1 <= 4294967295";
    let text = format!(
        "claim f (unsigned *p) requires {contract}\n\
         root 0 (v0, v1) blocks 0<-0 cells 0<-0\n\
         node 0 entry 0 at f start 0\nvars 2\np = v0\n{know}\nblock 0 caller:0 v0 4 align 4\ncell 0 in 0 at 0 width 4 u = v1\n\
         exec load 0 cell 0\nexec phis u\ngoto 1 (0) as in\n\
         node 1 entry 0 at f loop 0\nvars 3\nn = v1\ni = v2\n{know}\nknow 0 <= v2\n\
         split v2 < v1 {{\nexec true\nexec true\nexec\nexec phis u\ngoto 1 (v2 + 1) as back\n}} else {{\n\
         exec false\nexec false\ngoto 2 as out\n}}\n\
         node 2 entry 0 at f end 0\nlinear 1: v1 - v2 removes back\n{bounds}\npotential 0: [v1]\npotential 1: [v1 - v2]"
    );
    language::certificate(&module, &text)
}

/// `for (i = 0; i < n; i++) for (j = 0; j < m; j++);`
pub fn nested(bounds: &str) -> Certificate {
    let module = format!(
        "{HEADER}define void @f(i32 %n, i32 %m) {{\nstart:\n  br label %outer\nouter:\n  %i = phi i32 [ 0, %start ], [ %i1, %step ]\n\
         \x20 %c = icmp slt i32 %i, %n\n  br i1 %c, label %pre, label %end\npre:\n  br label %inner\ninner:\n  %j = phi i32 [ 0, %pre ], [ %j1, %body ]\n\
         \x20 %d = icmp slt i32 %j, %m\n  br i1 %d, label %body, label %step\nbody:\n  %j1 = add nsw i32 %j, 1\n  br label %inner\n\
         step:\n  %i1 = add nsw i32 %i, 1\n  br label %outer\nend:\n  ret void\n}}\n"
    );
    let know = "know v0 <= 2147483647\nknow v1 <= 2147483647\nknow 0 <= v2";
    let text = format!(
        "claim f (int n, int m) requires \\true\nconcrete parameters 3 4\n\
         node 0 entry 0 at f start 0\nvars 2\nn = v0 s\nm = v1 s\nknow v0 <= 2147483647\nknow v1 <= 2147483647\nexec phis s\ngoto 1 (0)\n\
         node 1 entry 0 at f outer 0\nvars 3\nn = v0 s\nm = v1 s\ni = v2 s\n{know}\n\
         split v2 < v0 {{\nexec true\nexec true\nexec phis s\ngoto 2 (v2, 0) as enter\n}} else {{\nexec false\nexec false\ngoto 3\n}}\n\
         node 2 entry 0 at f inner 0\nvars 4\nn = v0 s\nm = v1 s\ni = v2 s\nj = v3 s\n{know}\nknow 0 <= v3\nknow v2 < v0\n\
         split v3 < v1 {{\nexec true\nexec true\nexec\nexec phis s\ngoto 2 (v2, v3 + 1) as again\n}} else {{\nexec false\nexec false\nexec\nexec phis s\ngoto 1 (v2 + 1) as leave\n}}\n\
         node 3 entry 0 at f end 0\nroot 0 (v0, v1)\nlinear 1: v0 - v2; 2: v0 - v2 removes leave\nlinear 2: v1 - v3 removes again\n{bounds}"
    );
    language::certificate(&module, &text)
}
