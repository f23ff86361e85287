//! The roots of the cases of a contract with lists and trees (`spec/precondition.md`, "Initial states").

use crate::roots::nothing;
use crate::support::{rejected, valid};

/// The state of each case with a list or tree.
#[test]
fn lists_and_trees() {
    let list = |name: &str, end: &str, places: &str| format!("\\{name}(p{end}, \\object(16, 8), {places})");
    let proof = |clause: &str, shape: &str, empty: &str, roots: &str, state: &str| {
        let text = format!("{shape}\nclaim f (void *p, void *q) requires {clause}\n{empty}\n{roots}");
        let mut certificate = nothing("ptr %p, ptr %q", &text, state);
        certificate.globals.clear();
        certificate
    };
    let plain = "shape 16 align 8 links 8";
    let state = "vars 3\np = v0\nq = v1\nlist 0 shape 0 from v0 to 0 length v2 marks kept\nknow 0 <= v2";
    let both = |clause: &str, shape: &str, state: &str| {
        proof(clause, shape, "root 0 (v0, v1, 0) lists 0<-0", "root 0 (v0, v1, v2) lists 0<-0", state)
    };
    let kept = list("list", "", "8");
    valid(&both(&kept, plain, state));
    // The facts of the case with cells, and nothing more.
    let cells = |fact: &str| {
        let state = format!("{state}\nknow {fact}");
        both(&kept, plain, &state)
    };
    rejected(&cells("1 <= v2"), "C-KNOWLEDGE", "P1");
    rejected(&cells("1 <= v0"), "C-KNOWLEDGE", "P1");
    // Other parts of the description.
    rejected(&both(&list("list_read", "", "8"), plain, state), "C-LIST", "marks");
    rejected(&both(&list("owned_list", "", "8"), plain, state), "C-LIST", "marks");
    valid(&both(&list("list_read", "", "8"), plain, &state.replace("kept", "ro kept")));
    valid(&both(&list("owned_list", "", "8"), plain, &state.replace(" marks kept", "")));
    rejected(&both(&list("list_segment", ", q", "8"), plain, state), "C-LIST", "end");
    valid(&both(&list("list_segment", ", q", "8"), plain, &state.replace("to 0", "to v1")));
    rejected(&both(&kept, plain, &state.replace("from v0", "from v1")), "C-LIST", "head");
    rejected(&both(&kept, plain, &state.replace("length v2", "length v2 + 1")), "C-LIST", "length");
    // The shape is one of the certificate's, in all parts.
    for other in ["shape 24 align 8 links 8", "shape 16 align 4 links 8", "shape 16 align 8 links 0"] {
        rejected(&both(&kept, other, state), "R-CONTRACT", "shape");
    }
    rejected(&both(&kept, "shape 16 align 8 links 8 fields 0:4:s", state), "R-CONTRACT", "shape");
    rejected(&both(&kept, "shape 16 align 8 links 8 back 0", state), "R-CONTRACT", "shape");
    rejected(&both(&list("tree", "", "8, 0"), plain, state), "R-CONTRACT", "shape");
    // One root for each case.
    rejected(&proof(&kept, plain, "root 0 (v0, v1, 0) lists 0<-0", "", state), "R-ROOT", "roots");
    rejected(&proof(&kept, plain, "root infeasible", "root 0 (v0, v1, v2) lists 0<-0", state), "R-ROOT", "infeasible");
    let never = format!("{kept} && p != \\null");
    valid(&proof(&never, plain, "root infeasible", "root 0 (v0, v1, v2) lists 0<-0", state));
    let empty = format!("{kept} && p == \\null");
    valid(&proof(&empty, plain, "root 0 (v0, v1, 0) lists 0<-0", "root infeasible", state));
    let overlapping = format!("{kept} && \\valid((char *)p) && \\separated((char *)p, p)");
    // Both cases are left out but that without cells.
    valid(&proof(&overlapping, plain, "root infeasible", "", state));
}

/// Lists with pointers back, and trees.
#[test]
fn pointers_back_and_trees() {
    let proof = |clause: &str, shape: &str, maps: [&str; 2], state: &str| {
        let roots = maps.map(|map| format!("root 0 {map}")).join("\n");
        let text = format!("{shape}\nclaim f (void *p) requires {clause}\n{roots}");
        let mut certificate = nothing("ptr %p", &text, state);
        certificate.globals.clear();
        certificate
    };
    let dlist = "\\dlist(p, \\object(16, 8), 8, 0)";
    let shape = "shape 16 align 8 links 8 back 0";
    let maps = ["(v0, 0, 0) lists 0<-0", "(v0, v1, v2) lists 0<-0"];
    let state = "vars 3\np = v0\nlist 0 shape 0 from v0 to 0 length v1 before 0 rear v2 marks kept\nknow 0 <= v2";
    valid(&proof(dlist, shape, maps, state));
    rejected(&proof(dlist, shape, maps, &state.replace("before 0", "before v2")), "C-LIST", "before");
    rejected(&proof(dlist, shape, maps, &state.replace("rear v2", "rear v0")), "C-LIST", "rear");
    rejected(&proof(dlist, shape, maps, &format!("{state}\nknow 1 <= v2")), "C-KNOWLEDGE", "P1");
    rejected(&proof(dlist, "shape 16 align 8 links 0 back 8", maps, state), "R-CONTRACT", "shape");
    let tree = "\\tree(p, \\object(24, 8), 8, 16)";
    let shape = "shape 24 align 8 links 8 16";
    let maps = ["(v0, 0) trees 0<-0", "(v0, v1) trees 0<-0"];
    let state = "vars 2\np = v0\ntree 0 shape 0 root v0 cells v1 marks kept";
    valid(&proof(tree, shape, maps, state));
    rejected(&proof(tree, shape, maps, &state.replace("cells v1", "cells v1 + 1")), "C-TREE", "cells");
    rejected(&proof(tree, shape, maps, &state.replace("root v0", "root 0")), "C-TREE", "root");
    rejected(&proof(tree, shape, maps, &state.replace(" marks kept", "")), "C-TREE", "marks");
    rejected(&proof(tree, "shape 24 align 8 links 16 8", maps, state), "R-CONTRACT", "shape");
}
