//! The program that the states are states of.

use crate::entail::Engine;
use crate::frontend;
use crate::index::Idx as _;
use crate::program::influence::{Influence, Through};
use crate::program::{Program, Reg};
use crate::rules::Context;
use crate::state::{ProgramPoint, Sorts, State};
use certificates::{DataModel, Overflow, Owned, OwnedPart, OwnedSize, Place, Shape, Sign};
use std::collections::BTreeMap;

/// States stand at the two calls of `exit`, the second one in a loop. The rest of the program decides which registers have
/// influence (all but %c), and by how much %i goes on.
const MODULE: &str = "\
target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"
target triple = \"x86_64-pc-linux-gnu\"
@g = global [4 x i32] zeroinitializer, align 16
declare void @exit(i32)
define i32 @main() {
  ret i32 0
}
define void @f(i32 %a, i64 %b, i64 %n, i32 %c, ptr %p, ptr %q, ptr %r) {
start:
  call void @exit(i32 0)
  %x = alloca [16 x i8], align 16
  br label %head
head:
  %i = phi i64 [ 0, %start ], [ %j, %head ]
  call void @exit(i32 0)
  %j = add i64 %i, 8
  %s = getelementptr i8, ptr %p, i64 %n
  %t = load i64, ptr %s, align 8
  %u = getelementptr i8, ptr %q, i64 %t
  store i32 %a, ptr %u, align 4
  %v = load i32, ptr %r, align 4
  %w = icmp slt i32 %v, %a
  %y = icmp slt i64 %b, %i
  %z = and i1 %w, %y
  br i1 %z, label %head, label %end
end:
  ret void
}
";

/// Registers that states bind: numbers, then pointers.
pub(super) const NUMBERS: [&str; 5] = ["i", "a", "b", "n", "c"];
pub(super) const POINTERS: [&str; 3] = ["p", "q", "r"];

/// Shapes by their numbers in the program.
pub(super) const SINGLE: u32 = 0;
pub(super) const DOUBLE: u32 = 1;
pub(super) const TREE: u32 = 2;
pub(super) const OWNING: u32 = 3;

#[derive(Debug)]
pub(super) struct World {
    pub program: Program,
}

impl World {
    pub(super) fn new() -> World {
        let mut program = frontend::module(MODULE, DataModel::Lp64).expect("the front end reads the program");
        program.shapes = shapes();
        World { program }
    }

    /// What rules need for these states: fresh names are not theirs.
    pub(super) fn context(&self, states: &[&State]) -> Context<'_> {
        let program = &self.program;
        Context {
            tally: Default::default(),
            program,
            overflow: Overflow::Error,
            malloc_may_fail: false,
            engine: Engine::new(Default::default()),
            names: names(states),
            signs: BTreeMap::new(),
            influence: Influence::of(program, Through::All, None),
            exact: Influence::of(program, Through::Exact, None),
            distinguishing: false,
            indexing: false,
            quotients: false,
            executing: false,
            relating: false,
            elsewhere: Default::default(),
            limits: Default::default(),
            owned: Default::default(),
            faults: Default::default(),
        }
    }

    /// The register of this name.
    pub(super) fn register(&self, name: &str) -> Option<Reg> {
        let registers = &self.program.functions.get("f")?.registers;
        registers.places().find(|register| registers[*register].name == name)
    }

    pub(super) fn name(&self, register: Reg) -> &str {
        let registers = self.program.functions.get("f").map(|function| &function.registers);
        registers.and_then(|all| all.iter().nth(register.number())).map_or("?", |register| register.name.as_str())
    }
}

/// Where states stand.
pub(super) const START: ProgramPoint = ProgramPoint::ENTRY;
pub(super) const HEAD: ProgramPoint = ProgramPoint { block: 1, index: 0 };
/// Where the function returns.
pub(super) const END: ProgramPoint = ProgramPoint { block: 2, index: 0 };

fn names(states: &[&State]) -> Sorts<u32> {
    let next = |numbers: Vec<u32>| numbers.into_iter().max().map_or(0, |last| last + 1);
    let all = |ids: &dyn Fn(&State) -> Vec<u32>| next(states.iter().flat_map(|st| ids(st)).collect());
    Sorts {
        vars: all(&|st| st.scope.iter().copied().collect()),
        blocks: all(&|st| st.blocks.keys().copied().collect()),
        entries: all(&|st| st.entries.keys().copied().collect()),
        lists: all(&|st| st.lists.keys().copied().collect()),
        trees: all(&|st| st.trees.keys().copied().collect()),
    }
}

fn shapes() -> Vec<Shape> {
    let field = |offset, width, sign| Place { offset, width, sign };
    let shape = |size, links: &[u64], back, fields: &[Place]| Shape {
        size,
        align: 8,
        anchor: 0,
        links: links.to_vec(),
        back,
        fields: fields.to_vec(),
        owned: Vec::new(),
    };
    let owned = Owned { offset: 8, part: OwnedPart::Block { size: OwnedSize::Field(0), align: 1, string: false } };
    vec![
        shape(16, &[0], None, &[field(8, 4, Sign::Signed)]),
        shape(24, &[0], Some(8), &[field(16, 8, Sign::Signed)]),
        shape(40, &[0, 8], None, &[field(16, 4, Sign::Signed)]),
        Shape { owned: vec![owned], ..shape(32, &[0], None, &[field(16, 8, Sign::Unsigned)]) },
    ]
}
