//! W and N-* (`spec/states.md`, `spec/graph.md`).

use certificates::{Atom, Certificate, Int, Monomial, Rel, Step, Term};

use crate::language;
use crate::programs::HEADER;
use crate::support::{Block, rejected, valid};

fn block() -> Block {
    Block::new("i32 %a, ptr %p, double %x, i1 %c", "").entry("%s = alloca i32, align 4", "test 0")
}

fn rejects(rule: &str, premise: &str, state: &str) {
    rejected(&block().certificate(state, "goto 3", ""), rule, premise);
}

#[test]
fn w() {
    block().accepts("vars 1\na = v0 s\np = v0\nblock 0 stack:s v0 4 align 4", "goto 3", "");
    rejects("W", "bindings", "vars 1\nz = v0");
    rejects("W", "bindings", "vars 1\nx = v0");
    rejects("W", "bindings", "vars 1\np = v0 s");
    rejects("W", "bindings", "vars 1\nc = v0 s");
    rejects("W", "term", "vars 1\na = v1");
    rejects("W", "knowledge", "vars 1\nknow v1 = 0");
    rejects("W", "blocks", "block 0 heap 1 1 align 3");
    rejects("W", "blocks", "block 0 heap 1 1 align 0");
    rejects("W", "blocks", "block 0 stack:a 1 1 align 1");
    rejects("W", "blocks", "block 0 stack:nowhere 1 1 align 1");
    rejects("W", "blocks", "block 0 stack:s 1 1 align 1\nblock 1 stack:s 9 1 align 1");
    rejects("W", "blocks", "block 0 heap 1 1 align 1\nblock 0 heap 1 1 align 1");
    rejects("W", "entries", "block 0 heap 1 9 align 1\ncell 0 in 0 at 0 width 3 u = 0");
    rejects("W", "entries", "block 0 heap 1 9 align 1\ncell 0 in 1 at 0 width 1 u = 0");
    block().accepts("block 0 heap 1 9 align 1 optional\ncell 0 in 0 at 0 width 1 u = 0", "goto 3", "");
    rejects("W", "entries", "block 0 heap 1 9 align 1\ncell 1 in 0 at 0 width 1 u = 0\ncell 0 in 0 at 0 width 1 u = 0");
    for kind in ["stack:s", "caller:0"] {
        rejects("W", "optional blocks", &format!("block 0 {kind} 1 4 align 4 optional"));
    }
    for kind in ["heap 1 4 align 4", "stream 1 0 align 1", "library:getenv 1 4 align 1 ro"] {
        block().accepts(&format!("block 0 {kind} optional"), "goto 3", "");
    }
    for marks in ["0 align 2", "4 align 1", "0 align 1 ro"] {
        rejects("W", "stream blocks", &format!("block 0 stream 1 {marks}"));
    }
    block().accepts("block 0 stream 1 0 align 1\nblock 1 stream 9 0 align 1", "goto 3", "");
    rejects("W", "library blocks", "block 0 library:strerror 1 4 align 1");
    rejects("W", "blocks", "block 0 library:strlen 1 4 align 1 ro");
    rejects("W", "blocks", "block 0 library:strerror 1 4 align 1 ro\nblock 1 library:strerror 9 4 align 1 ro");
    rejects("W", "kept", "block 0 stream 1 0 align 1 kept");
    rejects("W", "variables", "vars 2000000");
    let unsorted = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = block().certificate("vars 1\na = v0\np = v0", "goto 3", "");
        edit(&mut certificate);
        certificate
    };
    rejected(&unsorted(&|c| c.nodes[2].state.bindings.reverse()), "W", "bindings");
    rejected(&unsorted(&|c| c.nodes[2].position.index = 7), "W", "position");
    rejected(&unsorted(&|c| c.nodes[2].position.block = "no".into()), "W", "position");
    rejected(&unsorted(&|c| c.nodes[2].position.function = "g".into()), "W", "position");
    let zero = Term::from(vec![(Monomial(vec![0]), Int(0))]);
    rejected(
        &unsorted(&|c| c.nodes[2].state.knowledge = vec![Atom { rel: Rel::Le, term: zero.clone() }]),
        "W",
        "knowledge",
    );
    let degree = Term::from(vec![(Monomial(vec![0; 17]), Int(1))]);
    rejected(
        &unsorted(&|c| c.nodes[2].state.knowledge = vec![Atom { rel: Rel::Le, term: degree.clone() }]),
        "W",
        "knowledge",
    );
}

/// Nodes whose facts have one term: each has its own variables and relation.
#[test]
#[cfg(feature = "solver")]
fn facts_of_several_nodes() {
    let both = |state: &str, result: &str| block().certificate(state, "goto 3 (v0)", result);
    valid(&both("vars 2\nknow v0 <= 5", "vars 1\nknow v0 <= 5"));
    rejected(&both("vars 2\nknow v1 <= 5", "vars 1\nknow v1 <= 5"), "W", "knowledge");
    rejected(&both("vars 2\nknow v0 <= 5", "vars 1\nknow v0 = 5"), "C-KNOWLEDGE", "P1");
    rejected(&both("vars 2\nknow v0 != 5", "vars 1\nknow v0 <= 5"), "C-KNOWLEDGE", "P1");
}

#[test]
fn n_entry() {
    let with = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = block().certificate("vars 1\na = v0 s", "goto 3", "");
        edit(&mut certificate);
        certificate
    };
    valid(&with(&|_| {}));
    rejected(&with(&|c| c.nodes[1].position.index = 1), "N-ENTRY", "position");
    rejected(&with(&|c| c.nodes[1].position.block = "test".into()), "N-ENTRY", "position");
    rejected(
        &with(&|c| c.nodes[1].state = certificates::State { variables: 1, ..c.nodes[2].state.clone() }),
        "N-MEMBER",
        "variables",
    );
    let stack = block().certificate("block 0 stack:s 1 4 align 4", "goto 3", "");
    let mut moved = stack.clone();
    moved.nodes[1].state = moved.nodes[2].state.clone();
    rejected(&moved, "N-ENTRY", "blocks");
    let mut bound = block().certificate("vars 1\ns = v0", "goto 3", "");
    bound.nodes[1].state = bound.nodes[2].state.clone();
    rejected(&bound, "N-ENTRY", "bindings");
}

#[test]
fn n_member() {
    let with = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = block().certificate("block 0 caller:3 1 1 align 1", "goto 3", "");
        edit(&mut certificate);
        certificate
    };
    valid(&with(&|_| {}));
    rejected(&with(&|c| c.nodes[2].entry = 3), "N-MEMBER", "entry");
    rejected(&with(&|c| c.nodes[2].entry = 77), "N-MEMBER", "entry");
    rejected(&with(&|c| c.nodes[2].entry = 0), "N-MEMBER", "function");
    rejected(&with(&|c| c.nodes[1].state.variables = 5), "N-MEMBER", "variables");
    rejected(&with(&|c| c.nodes[1].state.blocks.clear()), "N-MEMBER", "blocks");
    rejected(&with(&|c| c.nodes[1].state.blocks[0].read_only = true), "N-MEMBER", "read only");
    valid(&with(&|c| c.nodes[2].state.blocks[0].read_only = true));
}

#[test]
fn n_return() {
    let block = Block::new("i32 %a", "%x = add i32 %a, 1");
    let mut certificate = block.certificate("vars 1\na = v0 u\nknow 0 <= v0\nknow v0 <= 1", "exec wraps 0\ngoto 3", "");
    valid(&certificate);
    certificate.nodes[2].tree = None;
    certificate.steps.truncate(1);
    rejected(&certificate, "N-RETURN", "position");
    // What is returned is a value, also where nobody looks at it.
    let returns = |value: &str| {
        let module = format!("{HEADER}define i32 @main() {{\n  ret i32 {value}\n}}\n");
        language::certificate(&module, "node 0 entry 0 at main 0 0\ngoto 1\nnode 1 entry 0 at main 0 0")
    };
    valid(&returns("0"));
    rejected(&returns("undef"), "N-RETURN", "operand");
    rejected(&returns("poison"), "N-RETURN", "operand");
}

#[test]
fn n_flat() {
    let with = |edit: &dyn Fn(&mut Certificate)| {
        let mut certificate = block().certificate("vars 1\na = v0 s", "assert v0 = v0\ngoto 3", "");
        edit(&mut certificate);
        certificate
    };
    valid(&with(&|_| {}));
    rejected(&with(&|c| c.nodes[2].tree = Some(9)), "N-FLAT", "steps");
    rejected(&with(&|c| c.nodes[2].tree = c.nodes[1].tree), "N-FLAT", "steps");
    rejected(&with(&|c| c.steps.push(c.steps[0].clone())), "N-FLAT", "steps");
    // A step that refers to itself, to a later one, or to one that another refers to.
    let next = |c: &mut Certificate, target: u32| {
        if let Some(Step::Ghost { next, .. }) = c.steps.last_mut() {
            *next = target;
        }
    };
    rejected(&with(&|c| next(c, 2)), "N-FLAT", "steps");
    rejected(&with(&|c| next(c, 3)), "N-FLAT", "steps");
    rejected(&with(&|c| next(c, 0)), "N-FLAT", "steps");
}
