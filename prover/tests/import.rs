//! The import of LLVM modules: names, address arithmetic, constants, and what is refused where.

mod common;

use certificates::DataModel;
use common::{Scratch, load_ll};
use prover::frontend::{FrontendError, Options, load};
use prover::program::liveness::{live_at, live_in};
use prover::program::{Function, Op, Operand, Program, Reg, Type};

fn accepted(ll: &str) -> Program {
    load_ll(ll, DataModel::Lp64).unwrap_or_else(|error| panic!("{error}\n{ll}"))
}

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    program.functions.get(name).expect("function is there")
}

/// The first instruction of a function `f` with the given body.
fn first(body: &str) -> Op {
    let program = accepted(&format!(
        "@g = global [4 x i32] zeroinitializer, align 4\n@w = weak global i32 0\ndeclare i32 @e(ptr)\ndefine i32 @d(ptr %p) {{\n  ret i32 0\n}}\ndefine void @f(i32 %x, ptr %p, i128 %big, float %r, i64 %l, i8 %c) {{\n  {body}\n  ret void\n}}\n"
    ));
    function(&program, "f").blocks[0].instructions[0].op.clone()
}

#[test]
fn unnamed_values_have_the_numbers_of_the_text() {
    let program = accepted("define i32 @f(i32, i32 %n) {\n  %2 = add i32 %0, %n\n  br label %3\n3:\n  %4 = phi i32 [ %2, %1 ], [ %6, %3 ]\n  call void @v()\n  %6 = add i32 %4, 1\n  br label %3\n}\ndeclare void @v()\n".replace("%6", "%5").as_str());
    let f = function(&program, "f");
    let names: Vec<&str> = f.registers.iter().map(|register| register.name.as_str()).collect();
    assert_eq!(names, ["0", "n", "2", "4", "5"]);
    let labels: Vec<&str> = f.blocks.iter().map(|block| block.label.as_str()).collect();
    assert_eq!(labels, ["1", "3"]);
    let texts: Vec<&str> = f.blocks.iter().flat_map(|b| &b.instructions).map(|i| i.text.as_str()).collect();
    assert_eq!(texts, ["%2 = add i32 %0, %n", "br label %3", "call void @v()", "%5 = add i32 %4, 1", "br label %3"]);
}

#[test]
fn printing_a_printed_module_changes_nothing() {
    let program = accepted("define i32 @f(i32 %x) {\n  %y = mul nsw i32 %x, 3\n  ret i32 %y\n}\n");
    let scratch = Scratch::new();
    let path = scratch.write("other-name.ll", &program.text);
    let again = load(&path, Options { data_model: DataModel::Lp64, no_builtin: false }).expect("accepted");
    assert_eq!(program.text, again.text);
}

#[test]
fn address_arithmetic_is_base_constant_and_strides() {
    let op = first("%q = getelementptr inbounds { i32, [8 x i16] }, ptr %p, i64 1, i32 1, i64 %l");
    let Op::GetElementPtr { base: Operand::Register(base), constant, indices } = op else { panic!("{op:?}") };
    assert_eq!(base, Reg::parameter(1));
    assert_eq!(constant, 20 + 4);
    assert_eq!(indices.len(), 1);
    assert_eq!((indices[0].width, indices[0].stride), (64, 2));
    let op = first("%q = getelementptr i32, ptr %p, i8 -1");
    assert!(matches!(op, Op::GetElementPtr { constant: -4, ref indices, .. } if indices.is_empty()), "{op:?}");
}

#[test]
fn constant_addresses() {
    let place = |constant: &str| match first(&format!("store i8 0, ptr {constant}, align 1")) {
        Op::Store { pointer, .. } => pointer,
        op => panic!("{op:?}"),
    };
    assert_eq!(
        place("getelementptr ([4 x i32], ptr @g, i64 0, i64 3)"),
        Operand::Global { name: "g".into(), offset: 12 }
    );
    assert_eq!(place("inttoptr (i64 17 to ptr)"), Operand::Int { width: 64, bits: 17 });
    assert_eq!(place("getelementptr (i8, ptr null, i64 -1)"), Operand::Int { width: 64, bits: u64::MAX });
    assert_eq!(place("null"), Operand::Null);
    assert_eq!(place("@d"), Operand::Function("d".into()));
}

#[test]
fn scalars_of_initialisers() {
    let program = accepted(
        "@a = constant { i8, i32, [2 x i16], float, ptr } { i8 1, i32 -1, [2 x i16] [i16 2, i16 3], float 1.0, ptr @a }, align 8\n@s = private unnamed_addr constant [3 x i8] c\"hi\\00\"\n@x = external global [10 x i32]\n@t = thread_local global i32 0\n@u = global { i32, i32 } { i32 1, i32 undef }\n@b = global [5000 x i8] zeroinitializer\n",
    );
    let names: Vec<&str> = program.globals.iter().map(|global| global.name.as_str()).collect();
    assert_eq!(names, ["a", "s", "x", "b"]);
    let cells = |name: &str| program.globals.iter().find(|g| g.name == name).and_then(|g| g.cells.clone());
    let a: Vec<_> = cells("a").expect("initialiser").into_iter().map(|c| (c.offset, c.width, c.value)).collect();
    assert_eq!(
        a,
        [
            (0, 1, Operand::Int { width: 8, bits: 1 }),
            (4, 4, Operand::Int { width: 32, bits: 0xffff_ffff }),
            (8, 2, Operand::Int { width: 16, bits: 2 }),
            (10, 2, Operand::Int { width: 16, bits: 3 }),
            (16, 8, Operand::Global { name: "a".into(), offset: 0 }),
        ]
    );
    assert_eq!(cells("s").expect("initialiser").len(), 3);
    assert!(cells("x").is_none());
    assert!(cells("b").expect("initialiser").is_empty());
}

#[test]
fn what_could_make_poison_is_refused_where_it_stands() {
    let bodies = [
        "%v = or disjoint i32 %x, 1",
        "%v = zext nneg i32 %x to i64",
        "%v = trunc nuw i32 %x to i8",
        "%v = trunc nsw i32 %x to i8",
        "%v = icmp samesign ult i32 %x, 1",
        "%v = uitofp nneg i32 %x to float",
        "%v = load i8, ptr %p, align 1, !range !2",
        "%v = load ptr, ptr %p, align 8, !nonnull !1",
        "%v = load atomic i32, ptr %p seq_cst, align 4",
        "store i1 true, ptr %p, align 1",
        "%v = load i24, ptr %p, align 4",
        "store i32 1, ptr @w, align 4",
        "fence seq_cst",
        "%v = atomicrmw add ptr %p, i32 1 seq_cst",
        "%v = add nsw i128 %big, 1",
        "%v = udiv i128 %big, 3",
        "%v = bitcast i64 %l to <2 x i32>",
        "%v = insertvalue { i32, i32 } zeroinitializer, i32 %x, 0",
        "%v = call i32 @e(ptr nonnull %p)",
        "%v = call i32 @e(ptr byval(i32) %p)",
        "%v = call range(i32 0, 5) i32 @e(ptr %p)",
        "%v = call i32 @d(ptr readonly %p)",
        "%v = call i64 @e(ptr %p)",
        "%v = call fastcc i32 @d(ptr %p)",
        "%v = call i32 @e(ptr %p) returns_twice",
        "%v = call i32 @d(ptr %p) noreturn",
        "%v = call i32 @e(ptr %p) [ \"deopt\"() ]",
        "%v = addrspacecast ptr %p to ptr addrspace(1)",
        "%v = va_arg ptr %p, i32",
    ];
    for body in bodies {
        let ll = format!(
            "@w = weak global i32 0\ndeclare i32 @e(ptr)\ndefine i32 @d(ptr %p) {{\n  ret i32 0\n}}\ndefine void @f(i32 %x, ptr %p, i128 %big, float %r, i64 %l) {{\n  {body}\n  ret void\n}}\n!1 = !{{}}\n!2 = !{{i8 4, i8 2}}\n"
        );
        let program = accepted(&ll);
        let op = &function(&program, "f").blocks[0].instructions[0].op;
        assert!(matches!(op, Op::Unsupported(reason) if !reason.is_empty()), "{body}: {op:?}");
    }
}

#[test]
fn a_range_of_a_load_is_read_as_bits() {
    let range = |bounds: &str| {
        let ll = format!(
            "define void @f(ptr %p) {{\n  %v = load i8, ptr %p, align 1, !range !0\n  ret void\n}}\n!0 = !{{{bounds}}}\n"
        );
        match &function(&accepted(&ll), "f").blocks[0].instructions[0].op {
            Op::Load { range, .. } => *range,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(range("i8 0, i8 2"), Some((0, 2)));
    assert_eq!(range("i8 -3, i8 -1"), Some((253, 255)));
}

/// What acts without being executed refuses the module, also in a function that nothing calls.
#[test]
fn what_matters_without_being_executed_refuses_the_module() {
    let never = |text: &str| format!("define void @f(ptr %p) {{\n  {text}\n  ret void\n}}\n");
    let modules = [
        never("call void asm sideeffect \"\", \"\"()"),
        never("call void @llvm.stackprotector(ptr null, ptr %p)") + "declare void @llvm.stackprotector(ptr, ptr)\n",
        "@g = global i32 0, section \"x\"\n".to_owned(),
        "@_edata = global i32 0\n".to_owned(),
        "@.data = external global i32\n@\"a@b\" = global i32 0\n".to_owned(),
        "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"override-stack-alignment\", i32 64}\n".to_owned(),
    ];
    for ll in modules {
        assert!(load_ll(&ll, DataModel::Lp64).is_err(), "{ll}");
    }
    assert!(load_ll(&never("ret void"), DataModel::Lp64).is_ok());
}

#[test]
fn a_noreturn_function_may_end_otherwise_than_by_a_return() {
    let program = accepted(
        "define void @f(i1 %c) noreturn {\n  br i1 %c, label %a, label %b\na:\n  unreachable\nb:\n  ret void\n}",
    );
    let f = function(&program, "f");
    let last = |block: usize| &f.blocks[block].instructions.last().expect("a terminator").op;
    assert!(f.refused.is_none() && matches!(last(1), Op::Unreachable), "{f:?}");
    assert!(matches!(last(2), Op::Unsupported(reason) if reason.contains("returns")), "{:?}", last(2));
}

#[test]
fn flags_with_a_meaning_are_kept() {
    let op = first("%v = add nuw nsw i32 %x, 1");
    assert!(matches!(op, Op::Binary { flags, width: 32, .. } if flags.nsw && flags.nuw && !flags.exact), "{op:?}");
    let op = first("%v = ashr exact i8 %c, 1");
    assert!(matches!(op, Op::Binary { flags, width: 8, .. } if flags.exact), "{op:?}");
    let op = first("%v = freeze i32 undef");
    assert!(matches!(op, Op::Freeze { ty: Type::Int(32), value: Operand::Undef }), "{op:?}");
    let op = first("%v = fadd reassoc float %r, 1.0");
    assert!(matches!(op, Op::FloatResult), "{op:?}");
}

#[test]
fn functions_that_cannot_be_executed() {
    let definitions = [
        "define void @f(ptr byval(i32) %p) {\n  ret void\n}",
        "define void @f(ptr noalias %p) {\n  ret void\n}",
        "define void @f(ptr nonnull %p) {\n  ret void\n}",
        "define nonnull ptr @f(ptr %p) {\n  ret ptr %p\n}",
        "define weak void @f() {\n  ret void\n}",
        "define linkonce_odr void @f() {\n  ret void\n}",
        "define available_externally void @f() {\n  ret void\n}",
        "define fastcc void @f() {\n  ret void\n}",
        "define void @f() returns_twice {\n  ret void\n}",
        "define void @f() memory(none) {\n  ret void\n}",
        "define void @f() naked {\n  unreachable\n}",
        "define { i32, i32 } @f() {\n  ret { i32, i32 } zeroinitializer\n}",
        "define void @f(<2 x i32> %v) {\n  ret void\n}",
        "define void @f(i65 %v) {\n  ret void\n}",
        "define void @f(i1 %c) {\na:\n  br i1 %c, label %b, label %d\nb:\n  br label %d\nd:\n  %v = phi i100 [ 0, %a ], [ 1, %b ]\n  ret void\n}",
    ];
    for definition in definitions {
        let program = accepted(definition);
        assert!(function(&program, "f").refused.is_some(), "{definition}");
    }
    let fine = accepted(
        "define internal signext i8 @f(i8 noundef zeroext %x) nounwind noinline uwtable \"frame-pointer\"=\"all\" {\n  ret i8 %x\n}",
    );
    assert_eq!(function(&fine, "f").refused, None);
}

#[test]
fn constructs_that_no_proof_can_cover() {
    let modules = [
        ("module asm \"nop\"\n", "assembly"),
        ("@a = global i32 0\n@strlen = alias i32, ptr @a\n", "alias"),
        ("define ptr @r() {\n  ret ptr null\n}\n@i = ifunc void (), ptr @r\n", "ifunc"),
        ("@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer\n", "constructors"),
    ];
    for (ll, word) in modules {
        let error = load_ll(ll, DataModel::Lp64).expect_err(ll);
        assert!(matches!(&error, FrontendError::Unsupported { what, .. } if what.contains(word)), "{error}");
    }
}

#[test]
fn declarations_without_a_prototype_fit_any_call() {
    let program = accepted(
        "declare i32 @k(...)\ndefine i32 @f() {\n  %a = call i32 @k(i32 1, ptr null)\n  %b = call i32 (...) @k(i32 2)\n  %c = call i64 @k()\n  ret i32 %a\n}\n",
    );
    let ops: Vec<&Op> = function(&program, "f").blocks[0].instructions.iter().map(|i| &i.op).collect();
    assert!(matches!(ops[0], Op::Call { arguments, .. } if arguments.len() == 2));
    assert!(matches!(ops[1], Op::Call { arguments, .. } if arguments.len() == 1));
    assert!(matches!(ops[2], Op::Unsupported(_)));
}

#[test]
fn switch_cases_and_targets() {
    let program = accepted(
        "define i32 @f(i8 %x) {\n  switch i8 %x, label %d [\n    i8 -1, label %a\n    i8 7, label %d\n  ]\na:\n  ret i32 1\nd:\n  ret i32 2\n}\n",
    );
    let instruction = &function(&program, "f").blocks[0].instructions[0];
    let Op::Switch { width: 8, cases, default: 2, .. } = &instruction.op else { panic!("{instruction:?}") };
    assert_eq!(cases, &[(255, 1), (7, 2)]);
    assert_eq!(instruction.text, "switch i8 %x, label %d [ ... ]");
}

#[test]
fn liveness_counts_phis_on_their_edges() {
    let program = accepted(
        "define i32 @f(i32 %n, i32 %m) {\nentry:\n  br label %head\nhead:\n  %i = phi i32 [ %m, %entry ], [ %j, %body ]\n  %k = phi i32 [ 0, %entry ], [ %n, %body ]\n  %c = icmp slt i32 %i, %n\n  br i1 %c, label %body, label %end\nbody:\n  %j = add i32 %i, 1\n  br label %head\nend:\n  ret i32 %k\n}\n",
    );
    let f = function(&program, "f");
    let names = |set: &std::collections::BTreeSet<Reg>| -> Vec<&str> {
        set.iter().map(|&register| f.registers[register].name.as_str()).collect()
    };
    let live = live_in(f);
    assert_eq!(names(&live[0]), ["n", "m"]);
    assert_eq!(names(&live[1]), ["n", "i", "k"]);
    assert_eq!(names(&live[2]), ["n", "i"]);
    assert_eq!(names(&live[3]), ["k"]);
    assert_eq!(names(&live_at(f, &live, 1, 1)), ["n", "i", "k", "c"]);
    assert_eq!(names(&live_at(f, &live, 2, 1)), ["n", "j"]);
}
