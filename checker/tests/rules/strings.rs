//! The strings of a contract in the initial states of its cases (`spec/precondition.md`).

use crate::language;
use crate::programs::HEADER;
use crate::roots::nothing;
use crate::support::{alone, rejected, valid};

#[test]
fn the_end_of_a_string() {
    let text = "claim f (const char *s) requires valid_read_string(s)\nroot 0 (v0, v1) blocks 0<-0 cells 0<-0";
    let state = |size: &str, offset: &str, value: &str| {
        format!(
            "vars 2\ns = v0\nblock 0 caller:0 v0 {size} align 1 ro\ncell 0 in 0 at {offset} width 1 s = {value}\nknow 0 <= v1"
        )
    };
    valid(&nothing("ptr %s", text, &state("v1+1", "v1", "0")));
    rejected(&nothing("ptr %s", text, &state("v1+1", "v1-1", "0")), "C-ENTRY", "offset");
    rejected(&nothing("ptr %s", text, &state("v1+1", "0", "0")), "C-ENTRY", "offset");
    rejected(&nothing("ptr %s", text, &state("v1+1", "v1", "1")), "C-ENTRY", "value");
    rejected(&nothing("ptr %s", text, &state("v1+2", "v1", "0")), "C-BLOCK", "size");
    let two = state("v1+1", "v1", "0") + "\ncell 1 in 0 at 0 width 1 s = 0";
    rejected(&nothing("ptr %s", &format!("{text} 1<-0"), &two), "C-ENTRY", "offset");
}

#[test]
fn the_end_of_a_wide_string() {
    let text = "claim f (const int *s) requires valid_read_wstring(s)\nroot 0 (v0, v1) blocks 0<-0 cells 0<-0";
    let state = |size: &str, align: u32, cell: &str| {
        format!("vars 2\ns = v0\nblock 0 caller:0 v0 {size} align {align} ro\ncell 0 in 0 at {cell}\nknow 0 <= v1")
    };
    valid(&nothing("ptr %s", text, &state("4*v1+4", 4, "4*v1 width 4 s = 0")));
    rejected(&nothing("ptr %s", text, &state("4*v1+4", 4, "4*v1+4 width 4 s = 0")), "C-ENTRY", "offset");
    rejected(&nothing("ptr %s", text, &state("4*v1+4", 4, "v1 width 4 s = 0")), "C-ENTRY", "offset");
    rejected(&nothing("ptr %s", text, &state("4*v1+4", 4, "4*v1 width 1 s = 0")), "C-ENTRY", "width");
    rejected(&nothing("ptr %s", text, &state("4*v1+4", 4, "4*v1 width 4 s = 1")), "C-ENTRY", "value");
    rejected(&nothing("ptr %s", text, &state("4*v1+8", 4, "4*v1 width 4 s = 0")), "C-BLOCK", "size");
    rejected(&nothing("ptr %s", text, &state("4*v1+4", 8, "4*v1 width 4 s = 0")), "C-BLOCK", "align");
}

#[test]
fn a_wide_string_of_a_group_keeps_its_alignment() {
    let load = "define void @f(ptr %p, ptr %t) {\nstart:\n  %x = load i16, ptr %t, align 2\n  ret void\n}\n";
    let claim = "claim f (char *p, short *t) requires \\valid(p) && valid_wstring(t)\n";
    let roots = "root 0 (v0, v1, v2) blocks 0<-0 1<-1 cells 0<-0\n\
         root 2 (v0, v1, v2, v3, v4, v5) blocks 0<-0 cells 0<-0\n";
    let nodes = "node 0 entry 0 at f start 0\nvars 3\np = v0\nt = v1\nblock 0 caller:0 v0 1 align 1\n\
         block 1 caller:1 v1 2*v2+2 align 2\ncell 0 in 1 at 2*v2 width 2 s = 0\nknow 0 <= v2\nexec s load 1\ngoto 1\n\
         node 1 entry 0 at f start 1\nnode 2 entry 2 at f start 0\nvars 6\np = v0\nt = v1\n\
         block 0 caller:9 v3 v4 align 1\ncell 0 in 0 at v1+2*v2-v3 width 2 s = 0\nknow 0 <= v2\nknow v3 <= v1\n\
         know v1 + 2*v2 + 2 <= v3 + v4\nknow v1 = 2*v5\nexec s load 0 at=v5\ngoto 3\nnode 3 entry 2 at f start 1\n";
    let proof = |from: &str, to: &str| {
        assert!(nodes.contains(from));
        let nodes = nodes.replacen(from, to, 1);
        language::certificate(&format!("{HEADER}{load}"), &format!("{claim}{roots}{nodes}"))
    };
    valid(&proof("", ""));
    alone(&proof("know v1 = 2*v5", "know v1 = 2*v5\nknow v1 = 4*v5"), "C-KNOWLEDGE", "P1");
    alone(&proof("v3 v4 align 1", "v3 v4 align 2"), "C-BLOCK", "align");
    alone(&proof("at v1+2*v2-v3", "at v1+v2-v3"), "C-ENTRY", "offset");
}
