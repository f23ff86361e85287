//! `spec/rules/heap.md`

use crate::support::{Block, rejected};

fn op(text: &str) -> Block {
    let module = "declare ptr @malloc(i64)\ndeclare ptr @calloc(i64, i64)\ndeclare ptr @realloc(ptr, i64)\ndeclare void @free(ptr)";
    let used: Vec<&str> =
        module.lines().filter(|line| text.contains(&line[12..20]) || text.contains(&line[13..19])).collect();
    Block::new("ptr %p, i64 %n, i64 %m", text).module(&used.join("\n"))
}

const RESULT: &str = "vars 2\nr = v0\nblock 0 heap v0 v1 align 16\nknow 1 <= v0\nknow v0 + v1 <= 18446744073709486080";

#[test]
fn f_malloc() {
    let malloc = op("%r = call ptr @malloc(i64 %n)");
    let small = "vars 1\nn = v0\nknow 0 <= v0\nknow v0 <= 9223372036854775807";
    malloc.accepts(small, "exec alloc ok\ngoto 3 (v1, v0) blocks 0<-0", RESULT);
    malloc.rejects("F-MALLOC", "P1", "vars 1\nn = v0", "exec alloc ok");
    malloc.rejects("F-MALLOC", "cells", small, "exec alloc ok cells 0:1:u");
    malloc.rejects("F-MALLOC", "hint", small, "exec");
    // A block of the heap is aligned to 16 bytes and no more.
    rejected(
        &malloc.certificate(small, "exec alloc ok\ngoto 3 (v1, v0) blocks 0<-0", &RESULT.replace("16", "32")),
        "C-BLOCK",
        "align",
    );
    let mut may_fail = malloc.certificate(small, "exec alloc ok\ngoto 3 (v1, v0) blocks 0<-0", RESULT);
    may_fail.claim.malloc_may_fail = true;
    rejected(&may_fail, "F-MALLOC", "outcome");
}

#[test]
fn optional_blocks() {
    let malloc = op("%r = call ptr @malloc(i64 %n)\nstore i8 0, ptr %r");
    let state = "vars 1\nn = v0\nknow 1 <= v0";
    malloc.rejects("M-STORE", "block", state, "exec alloc optional\nexec store 0");
    let split = "exec alloc optional\nsplit v1 = 0 {\nabsent 0\nBAD\n} else {\npresent 0\nexec store 0\ngoto 3\n}";
    malloc.rejects("M-STORE", "block", state, &split.replace("BAD", "exec store 0\ngoto 3"));
    malloc.rejects("G-RESOLVE", "P1", state, "exec alloc optional\npresent 0\nexec store 0");
    malloc.rejects("G-RESOLVE", "P1", state, "exec alloc optional\nabsent 0\nexec store 0");
    malloc.rejects(
        "G-RESOLVE",
        "block",
        "vars 2\nr = v0\nblock 0 heap v0 v1 align 1",
        "present 0\nexec alloc optional",
    );
    malloc.rejects("G-BLOCK", "block", state, "exec alloc optional\nbounds 0\nexec store 0");
    // Present: it is a live block, which may be freed.
    let free = op("%r = call ptr @malloc(i64 %n)\ncall void @free(ptr %r)");
    let both = "exec alloc optional\nsplit v1 = 0 {\nabsent 0\nexec release null\ngoto 3\n} else {\npresent 0\nassert 1 <= v1\nexec release 0\ngoto 3\n}";
    free.accepts(state, both, "");
}

/// Nothing follows from a size above the signed maximum: neither that the result is null, nor, if it is
/// not, that the block fits into the address space.
#[test]
fn huge_blocks() {
    let malloc = op("%r = call ptr @malloc(i64 %n)");
    let huge = "vars 1\nn = v0\nknow 9223372036854775808 <= v0\nknow v0 <= 18446744073709551615";
    let split = |present: &str| {
        format!("exec alloc optional\nsplit v1 = 0 {{\nabsent 0\ngoto 3\n}} else {{\npresent 0\n{present}\ngoto 3\n}}")
    };
    malloc.accepts(huge, &split("assert 1 <= v1"), "");
    malloc.rejects("G-ASSERT", "P1", huge, &split("assert v0 + v1 <= 18446744073709551615"));
    malloc.rejects("G-ASSERT", "P1", huge, &split("assert v0 <= 9223372036854775807"));
    malloc.rejects("G-BLOCK", "P1", huge, &split("bounds 0"));
    let small = huge.replace("know 9223372036854775808 <= v0", "know 1 <= v0\nknow v0 <= 9223372036854775807");
    malloc.accepts(&small, &split("bounds 0\nassert v0 + v1 <= 18446744073709486080"), "");
    malloc.rejects("G-ASSERT", "P1", &small, &split("bounds 0\nassert v0 + v1 <= 18446744073709486079"));
}

#[test]
fn f_calloc() {
    let calloc = op("%r = call ptr @calloc(i64 %n, i64 %m)");
    let state = "vars 2\nn = v0\nm = v1\nknow v0 = 8\nknow 1 <= v1\nknow v1 <= 100";
    let result = "vars 2\nr = v0\nblock 0 heap v0 8*v1 align 16\ncell 0 in 0 at 0 width 8 s = 0";
    calloc.accepts(state, "exec alloc ok cells 0:8:s\ngoto 3 (v2, v1) blocks 0<-0 cells 0<-0", result);
    calloc.rejects("F-CALLOC", "cell ends", state, "exec alloc ok cells 1:8:s");
    calloc.rejects("F-CALLOC", "cell begins", state, "exec alloc ok cells -1:8:s");
    calloc.rejects("F-CALLOC", "width", state, "exec alloc ok cells 0:7:s");
    calloc.rejects("F-CALLOC", "P1", "vars 2\nn = v0\nm = v1\nknow v0 = 8\nknow 1 <= v1", "exec alloc ok");
    // The product is that of the integers: it does not wrap to a small size.
    let huge = "vars 2\nn = v0\nm = v1\nknow v0 = 4294967296\nknow v1 = 4294967296";
    calloc.rejects("F-CALLOC", "P1", huge, "exec alloc ok");
    calloc.accepts(huge, "exec alloc optional\ngoto 3", "");
    // What is there is zeroed, also where it may be missing.
    calloc.accepts(state, "exec alloc optional cells 0:8:s\ngoto 3", "");
    let read =
        "exec alloc optional cells 0:8:s\nsplit v2 = 0 {\nabsent 0\ngoto 3\n} else {\npresent 0\ninblock 0\ngoto 3\n}";
    calloc.accepts(state, read, "");
    calloc.rejects("G-INBLOCK", "block", state, "exec alloc optional cells 0:8:s\ninblock 0");
    calloc.rejects("F-CALLOC", "cell ends", state, "exec alloc optional cells 1:8:s");
}

#[test]
fn f_free() {
    let free = op("call void @free(ptr %p)");
    free.accepts("p = 0", "exec release null\ngoto 3", "");
    free.rejects("F-FREE", "P1", "vars 1\np = v0", "exec release null");
    let heap = "vars 2\np = v0\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 0 width 1 u = 0";
    free.accepts(heap, "exec release 0\ngoto 3", "");
    free.rejects("F-FREE", "P1", &heap.replace("p = v0", "p = v0 + 1"), "exec release 0");
    free.rejects("F-FREE", "block", heap, "exec release 1");
    free.rejects("F-FREE", "block", &heap.replace("align 16", "align 16 ro"), "exec release 0");
    free.rejects("F-FREE", "hint", heap, "exec");
    let caller = "vars 2\np = v0\nblock 0 caller:0 v0 v1 align 16";
    free.rejects("F-FREE", "block", caller, "exec release 0");
    // Freed: the block and its entries are gone.
    let twice = op("call void @free(ptr %p)\ncall void @free(ptr %p)");
    twice.rejects("F-FREE", "block", heap, "exec release 0\nexec release 0");
    let gone =
        free.certificate(heap, "exec release 0\ngoto 3 (v0, v1) blocks 0<-0", "vars 2\nblock 0 heap v0 v1 align 1");
    rejected(&gone, "C-BLOCK", "map");
}

#[test]
fn f_realloc() {
    let realloc = op("%r = call ptr @realloc(ptr %p, i64 %n)");
    let heap = "vars 3\np = v0\nn = v2\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 0 width 4 s = 7\nknow 4 <= v2\nknow v2 <= 100";
    let result = "vars 2\nr = v0\nblock 0 heap v0 v1 align 16\ncell 0 in 0 at 0 width 4 s = 7";
    realloc.accepts(heap, "exec realloc 0 ok keep 0\ngoto 3 (v3, v2) blocks 0<-1 cells 0<-1", result);
    rejected(
        &realloc.certificate(heap, "exec realloc 0 ok keep 0\ngoto 3 (v3, v2) blocks 0<-0 cells 0<-1", result),
        "C-BLOCK",
        "map",
    );
    realloc.rejects("F-REALLOC", "keep", &heap.replace("know 4 <= v2", "know 1 <= v2"), "exec realloc 0 ok keep 0");
    realloc.rejects("F-REALLOC", "keep", heap, "exec realloc 0 ok keep 0 0");
    realloc.rejects("F-REALLOC", "entry", heap, "exec realloc 0 ok keep 1");
    realloc.rejects("F-REALLOC", "P1", &heap.replace("p = v0", "p = v0 + 1"), "exec realloc 0 ok");
    realloc.rejects("F-REALLOC", "P2", &heap.replace("know 4 <= v2", ""), "exec realloc 0 ok");
    realloc.rejects("F-REALLOC", "P3", &heap.replace("know v2 <= 100", ""), "exec realloc 0 ok");
    // The size is that of all elements.
    let array = "%r = call ptr @reallocarray(ptr %p, i64 %n, i64 2)";
    let array = Block::new("ptr %p, i64 %n", array).module("declare ptr @reallocarray(ptr, i64, i64)");
    array.accepts(heap, "exec realloc 0 ok keep 0\ngoto 3 (v3, 2*v2) blocks 0<-1 cells 0<-1", result);
    rejected(
        &array.certificate(heap, "exec realloc 0 ok keep 0\ngoto 3 (v3, v2) blocks 0<-1 cells 0<-1", result),
        "C-BLOCK",
        "size",
    );
    let large = heap.replace("know v2 <= 100", "know v2 <= 5000000000000000000");
    array.rejects("F-REALLOC", "P3", &large, "exec realloc 0 ok");
    // It may fail: then nobody knows whether the old block is there, and the new one is if it is not null.
    let unknown = "vars 2\nr = v0\nblock 0 heap v0 v1 align 16 optional";
    let large = heap.replace("know v2 <= 100", "know 9223372036854775808 <= v2");
    realloc.accepts(heap, "exec realloc 0 optional\ngoto 3 (v3, v2) blocks 0<-1", unknown);
    realloc.accepts(&large, "exec realloc 0 optional\ngoto 3 (v3, v2) blocks 0<-1", unknown);
    // What is kept is there if the new block is.
    let kept = format!("{unknown}\ncell 0 in 0 at 0 width 4 s = 7");
    realloc.accepts(heap, "exec realloc 0 optional keep 0\ngoto 3 (v3, v2) blocks 0<-1 cells 0<-1", &kept);
    realloc.rejects("G-INBLOCK", "block", heap, "exec realloc 0 optional keep 0\ninblock 1");
    realloc.rejects(
        "F-REALLOC",
        "keep",
        &heap.replace("know 4 <= v2", "know 1 <= v2"),
        "exec realloc 0 optional keep 0",
    );
    realloc.rejects("F-REALLOC", "P1", &heap.replace("p = v0", "p = v0 + 1"), "exec realloc 0 optional");
    realloc.rejects("F-REALLOC", "P2", &heap.replace("know 4 <= v2", ""), "exec realloc 0 optional");
    let old = realloc.certificate(
        heap,
        "exec realloc 0 optional\ngoto 3 (v0, v1) blocks 0<-0",
        "vars 2\nblock 0 heap v0 v1 align 16",
    );
    rejected(&old, "C-BLOCK", "map");
    realloc.accepts(
        "vars 1\np = 0\nn = v0\nknow 0 <= v0\nknow v0 <= 9",
        "exec realloc null ok\ngoto 3 (v1, v0) blocks 0<-0",
        RESULT,
    );
    realloc.rejects("F-REALLOC", "P1", heap, "exec realloc null ok");
    let mut may_fail = realloc.certificate(heap, "exec realloc 0 ok\ngoto 3", "");
    may_fail.claim.malloc_may_fail = true;
    rejected(&may_fail, "F-REALLOC", "outcome");
}
