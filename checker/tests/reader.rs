//! The reader: what it reads, what it refuses and where, and that no text makes it panic or hang.

use std::time::{Duration, Instant};

use checker::reader::{BinaryOp, Callee, Constant, FloatKind, Function, Module, Op, Operand, Predicate, Type, read};

const LAYOUT64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const LAYOUT32: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

fn with_layout(layout: &str, text: &str) -> String {
    format!("target datalayout = \"{layout}\"\n{text}\n")
}

fn module(text: &str) -> Module {
    read(&with_layout(LAYOUT64, text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn module32(text: &str) -> Module {
    read(&with_layout(LAYOUT32, text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The message with which the whole text is refused.
fn error(text: &str) -> String {
    match read(&with_layout(LAYOUT64, text)) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The instructions of a function's entry block whose body is given.
fn operations(body: &str) -> Vec<Op> {
    let text = format!(
        "declare void @ext()\ndeclare void @use(ptr)\n\ndefine void @f(i32 %a, i32 %b, ptr %p, i1 %c, double %d) {{\n{body}\n}}"
    );
    let module = module(&text);
    module.functions["f"].blocks[0].instructions.iter().map(|instruction| instruction.op.clone()).collect()
}

fn operation(line: &str) -> Op {
    operations(&format!("  {line}\n  ret void"))[0].clone()
}

fn refused(line: &str) -> String {
    match operation(line) {
        Op::Refused { reason, .. } => reason.to_string(),
        other => panic!("`{line}` is read as {other:?}"),
    }
}

fn int(width: u32, bits: u64) -> Operand {
    Operand::Int { width, bits }
}

fn register(name: &str) -> Operand {
    Operand::Register(name.into())
}

fn labels(function: &Function) -> Vec<&str> {
    function.blocks.iter().map(|block| &*block.label).collect()
}

#[test]
fn implicit_numbers_share_one_counter() {
    let module = module(
        "define i32 @f(i32 %0, ptr %1) {
  %3 = load i32, ptr %1, align 4
  br label %4

4:                                                ; preds = %4, %2
  %5 = phi i32 [ %0, %2 ], [ %6, %4 ]
    #dbg_value(i32 %5, !1, !DIExpression(), !2)
  %6 = add nsw i32 %5, 1
  %7 = icmp slt i32 %6, %3
  br i1 %7, label %4, label %8, !llvm.loop !3

8:                                                ; preds = %4
  ret i32 %6
}

define void @g() {
  call void @g()
  ret void
}

define void @named(i32 %x) {
entry:
  ret void
}
",
    );
    let f = &module.functions["f"];
    assert_eq!(labels(f), ["2", "4", "8"]);
    assert_eq!(f.parameters.iter().map(|parameter| &*parameter.name).collect::<Vec<_>>(), ["0", "1"]);
    let head = f.block("4").unwrap();
    assert_eq!(head.phis[0].incoming, [(register("0"), "2".into()), (register("6"), "4".into())]);
    // The debug record does not count.
    assert_eq!(head.instructions.len(), 3);
    assert!(matches!(head.instructions[0].op, Op::Binary { op: BinaryOp::Add, nsw: true, nuw: false, .. }));
    assert_eq!(labels(&module.functions["g"]), ["0"]);
    assert_eq!(labels(&module.functions["named"]), ["entry"]);
    assert_eq!(f.registers["7"], Type::Int(1));
}

#[test]
fn names_in_quotes() {
    let module = module(
        "@\"a b\" = global i8 0\n\ndefine void @\"f\\2Eg\"(ptr %\"x y\") {\n\"the start\":\n  store ptr @\"a b\", ptr %\"x y\", align 8\n  br label %\"the end\"\n\n\"the end\":\n  ret void\n}",
    );
    assert_eq!(labels(&module.functions["f.g"]), ["the start", "the end"]);
    // A number in quotes is a name, and would be taken for a number.
    assert!(error("define void @f(i32 %\"0\") {\n  ret void\n}").contains("quoted"));
}

#[test]
fn integers_and_pointers() {
    let add = |flags: &str| operation(&format!("%x = add {flags}i32 %a, -1"));
    assert_eq!(
        add("nuw nsw "),
        Op::Binary {
            op: BinaryOp::Add,
            nuw: true,
            nsw: true,
            exact: false,
            left: register("a"),
            right: int(32, 0xffff_ffff)
        }
    );
    assert!(matches!(operation("%x = sdiv exact i32 %a, 4"), Op::Binary { op: BinaryOp::SDiv, exact: true, .. }));
    assert!(matches!(
        operation("%x = icmp ult ptr %p, null"),
        Op::Compare { predicate: Predicate::Ult, ty: Type::Pointer, right: Operand::Null, .. }
    ));
    assert!(matches!(operation("%x = select i1 %c, i32 %a, i32 0"), Op::Select { .. }));
    assert!(matches!(operation("%x = freeze i32 poison"), Op::Freeze(Operand::Poison)));
    assert!(matches!(operation("%x = trunc i32 %a to i8"), Op::Cast { .. }));
    assert!(matches!(operation("%x = fadd nnan float 1.0e+00, 0x7FF0000000000000"), Op::Float(_)));
    assert!(matches!(operation("%x = fptosi double %d to i32"), Op::Float(_)));
    assert!(matches!(
        operation("%x = load volatile i64, ptr %p, align 4, !dbg !7, !prof !9"),
        Op::Load { align: 4, volatile: true, range: None, .. }
    ));
    // The ABI alignment where none is written.
    assert!(matches!(operation("%x = load i64, ptr %p"), Op::Load { align: 8, .. }));
    assert!(matches!(operation("store i16 7, ptr %p, align 1"), Op::Store { align: 1, .. }));
    assert!(matches!(
        operation("%x = alloca [3 x i16], i32 %a, align 2"),
        Op::Alloca { size: 6, align: 2, is_static: false, .. }
    ));
    assert!(matches!(operation("%x = alloca i64"), Op::Alloca { size: 8, align: 8, is_static: true, .. }));
}

#[test]
fn refused_instructions_only_fail_when_executed() {
    for (line, reason) in [
        ("%x = or disjoint i32 %a, %b", "disjoint"),
        ("%x = icmp samesign ult i32 %a, %b", "samesign"),
        ("%x = trunc nuw i32 %a to i8", "nuw"),
        ("%x = zext nneg i32 %a to i64", "nneg"),
        ("%x = uitofp nneg i32 %a to double", "nneg"),
        ("%x = ptrtoaddr ptr %p to i64", "outside"),
        ("%x = addrspacecast ptr %p to ptr addrspace(1)", "outside"),
        ("%x = add <2 x i32> zeroinitializer, zeroinitializer", "vector"),
        ("%x = add i128 1, 2", "128 bits"),
        ("%x = load i24, ptr %p", "24 bits in memory"),
        ("%x = load i1, ptr %p", "1 bits in memory"),
        ("%x = load {i32, i32}, ptr %p", "no scalar"),
        ("%x = load atomic i32, ptr %p seq_cst, align 4", "atomic"),
        ("store atomic i32 1, ptr %p seq_cst, align 4", "atomic"),
        ("%x = load ptr, ptr %p, !nonnull !1", "nonnull"),
        ("%x = load i32, ptr %p, !unheard.of !1", "unheard.of"),
        ("%x = load i32, ptr addrspace(1) null", "address space"),
        ("%x = atomicrmw add ptr %p, i32 1 seq_cst, align 4", "outside"),
        ("%x = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst", "outside"),
        ("fence seq_cst", "outside"),
        ("%x = va_arg ptr %p, i32", "outside"),
        ("%x = extractelement <2 x i32> undef, i32 0", "outside"),
        ("%x = alloca inalloca i32, align 4", "inalloca"),
        ("%x = alloca i32, align 4, addrspace(5)", "end of the instruction"),
        ("musttail call void @ext()", "outside"),
        ("call fastcc void @ext()", "fastcc"),
        ("call void @ext() [ \"deopt\"(i32 1) ]", "bundle"),
        ("call void @ext() convergent", "convergent"),
        ("call void %p(ptr byval(i32) %p)", "byval"),
        ("call void %p(ptr nonnull %p)", "nonnull"),
        ("call void %p(ptr align 8 %p)", "align"),
        ("call void %p(ptr readonly %p)", "readonly"),
        ("%x = call noalias ptr %p()", "noalias"),
        ("%x = call range(i32 0, 5) i32 %p()", "range"),
        ("call void @ext() noreturn", "unreachable"),
        ("%x = getelementptr i32, ptr %p, i128 1", "another type"),
        ("%x = getelementptr %undefined, ptr %p, i32 1", "not defined"),
        ("%x = nonsense of any sort ( [", "outside"),
    ] {
        let found = refused(line);
        assert!(found.contains(reason), "`{line}` is refused for {found}");
    }
}

#[test]
fn branches_and_switches() {
    let module = module(
        "define i32 @f(i32 %x) {
  switch i32 %x, label %d [
    i32 -1, label %a
    i32 7, label %a
  ]

a:
  %y = phi i32 [ 1, %0 ], [ 1, %0 ]
  ret i32 %y

d:
  unreachable
}",
    );
    // The entry block has the number 0: the parameter is named.
    let entry = module.functions["f"].block("0").unwrap();
    let targets = [(0xffff_ffff, "a".into()), (7, "a".into())];
    assert!(
        matches!(&entry.instructions[0].op, Op::Switch { width: 32, default, cases, .. } if **default == *"d" && *cases == targets)
    );
}

#[test]
fn bodies_that_llvm_would_not_take() {
    for (body, message) in [
        ("  ret void\n  ret void", "a label"),
        ("  %x = add i32 %a, %nowhere\n  ret void", "not defined"),
        ("  %x = add i64 %a, 1\n  ret void", "another type"),
        ("  %x = add i32 %a, 1\n  %x = add i32 %a, 1\n  ret void", "twice"),
        ("  br label %nowhere", "not defined"),
        ("  br label %a", "another type"),
        ("  %x = add i32 %a, 1\n", "terminator"),
        ("start:\n  br label %start", "entry block"),
        ("  br label %n\n\nn:\n  %x = phi i32 [ 1, %n ]\n  ret void", "no value for block"),
        ("  br i1 %c, label %n, label %n\n\nn:\n  %x = phi i32 [ 1, %0 ], [ 2, %0 ]\n  ret void", "two values"),
        ("  %x = add i32 %a, 1\n  %y = phi i32 [ 1, %0 ]\n  ret void", "behind"),
        ("  %7 = add i32 %a, 1\n  %5 = add i32 %a, 1\n  ret void", "out of order"),
        ("define void @g() {", "beginning of a line"),
        ("", "without a block"),
    ] {
        let text = format!("define void @f(i32 %a, i1 %c) {{\n{body}\n}}");
        let found = error(&text);
        assert!(found.contains(message), "{text}\nis refused for: {found}");
    }
}

#[test]
fn getelementptr_becomes_bytes() {
    let types = "%pair = type { i8, [4 x i32], i64 }\n%packed = type <{ i8, i64 }>\n";
    let offsets = |layout: &str, line: &str| {
        let text =
            format!("{types}define void @f(ptr %p, i64 %i, i32 %j) {{\n  %x = getelementptr {line}\n  ret void\n}}");
        let module = read(&with_layout(layout, &text)).unwrap();
        match &module.functions["f"].blocks[0].instructions[0].op {
            Op::ElementPtr { offset, indices, .. } => {
                (*offset, indices.iter().map(|index| (index.width, index.stride)).collect::<Vec<_>>())
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(offsets(LAYOUT64, "inbounds nuw %pair, ptr %p, i32 0, i32 2"), (24, vec![]));
    assert_eq!(offsets(LAYOUT32, "inbounds nuw %pair, ptr %p, i32 0, i32 2"), (20, vec![]));
    assert_eq!(offsets(LAYOUT64, "%pair, ptr %p, i64 %i, i32 1, i32 %j"), (4, vec![(64, 32), (32, 4)]));
    assert_eq!(offsets(LAYOUT64, "%packed, ptr %p, i64 -1, i32 1"), (-8, vec![]));
    assert_eq!(offsets(LAYOUT64, "i8, ptr %p, i64 -5"), (-5, vec![]));
    // Wraps at the width of a pointer.
    assert_eq!(offsets(LAYOUT32, "i32, ptr %p, i64 1073741824"), (0, vec![]));
    assert_eq!(offsets(LAYOUT64, "[2 x i16], ptr %p, i8 -128, i8 127"), (-512 + 254, vec![]));
}

#[test]
fn layouts() {
    let size = |module: &Module, ty: &Type| (module.layout.size(ty).unwrap(), module.layout.align(ty).unwrap());
    let (m64, m32) = (module(""), module32(""));
    assert_eq!((m64.layout.pointer_bits, m32.layout.pointer_bits), (64, 32));
    assert_eq!((size(&m64, &Type::Pointer), size(&m32, &Type::Pointer)), ((8, 8), (4, 4)));
    assert_eq!((size(&m64, &Type::Int(64)), size(&m32, &Type::Int(64))), ((8, 8), (8, 4)));
    assert_eq!((size(&m64, &Type::Int(1)), size(&m64, &Type::Int(33))), ((1, 1), (8, 8)));
    let double = Type::Float(FloatKind::Double);
    assert_eq!((size(&m64, &double), size(&m32, &double)), ((8, 8), (8, 4)));
    let long_double = Type::Float(FloatKind::X86Fp80);
    assert_eq!((size(&m64, &long_double), size(&m32, &long_double)), ((16, 16), (12, 4)));
    assert_eq!(m64.layout.store_size(&long_double), Ok(10));
    // Some of these LLVM reads otherwise than they are written: address space 00 is 0, an i128 is aligned.
    let old = "e-m:e-i64:64-f80:128-n8:16:32:64-S128";
    let twice = LAYOUT64.replace("-i64", "-p00:32:32-i64");
    for bad in ["E-p:32:32", "e", "e-p:16:16", "e-A5", "e-p:64:64:64:32", "", old, &twice] {
        assert!(read(&with_layout(bad, "")).is_err(), "{bad}");
    }
    for bad in
        ["x86_64-pc-windows-msvc", "i386-pc-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64", "x86_64-pc-linux-gnux32"]
    {
        let text = format!("target datalayout = \"{LAYOUT64}\"\ntarget triple = \"{bad}\"\n");
        assert!(read(&text).is_err(), "{bad}");
    }
    assert!(read(&format!("target datalayout = \"{LAYOUT64}\"\n")).is_ok(), "a module without a target");
    assert!(read("define void @f() {\n  ret void\n}\n").is_err(), "a module without a data layout");
    let twice = |node: &str| format!("!0 = !{{i32 1}}\n{node} = !{{i32 2}}\n");
    assert!(read(&with_layout(LAYOUT64, &twice("!1"))).is_ok());
    assert!(read(&with_layout(LAYOUT64, &twice("!0"))).is_err(), "a node with two meanings");
}

/// Names that the assembler takes for others.
#[test]
fn symbols() {
    for bad in [
        "@\"\\01x\" = global i32 0",
        "@\"x@@V1\" = global i32 0",
        "declare void @\"\\01f\"()",
        "@.Lx = global i32 0",
        "@__unnamed_1 = global i32 0",
    ] {
        assert!(read(&with_layout(LAYOUT64, bad)).is_err(), "{bad}");
    }
    let inside = module("@\"a .L\" = global i32 0");
    assert_eq!(inside.globals.len(), 1);
}

#[test]
fn globals_and_cells() {
    let module = module(
        "%s = type { i8, i32, ptr }
@a = dso_local global i32 -2, align 4, !dbg !0
@text = private unnamed_addr constant [3 x i8] c\"a\\0A\\00\", align 1
@s = global [2 x %s] [%s { i8 1, i32 2, ptr getelementptr (i8, ptr @text, i64 1) }, %s zeroinitializer], align 8
@table = internal constant [2 x ptr] [ptr @f, ptr null]
@big = global [100000 x i32] zeroinitializer
@ext = external global i64, align 8
@weak = weak global i32 0
@tls = thread_local global i32 0
@undefined = global { i32, [4 x i8] } { i32 1, [4 x i8] undef }
@packed = global <{ i8, i32 }> <{ i8 1, i32 2 }>
@address = global i64 sub (i64 ptrtoint (ptr @s to i64), i64 8)
@number = global ptr inttoptr (i64 17 to ptr)
@odd = global i32 trunc (i64 ptrtoint (ptr @s to i64) to i32)
@float = global double 1.5

define void @f() {
  %1 = load i32, ptr @weak, align 4
  ret void
}",
    );
    let cells = |name: &str| {
        let cells = module.layout.cells(&module.globals[name]);
        assert!(cells.complete, "{name}");
        cells.scalars.into_iter().map(|cell| (cell.offset, cell.width, cell.value)).collect::<Vec<_>>()
    };
    let global = |name: &str, offset| Operand::Global { name: name.into(), offset };
    assert_eq!(cells("a"), [(0, 4, int(32, 0xffff_fffe))]);
    assert_eq!(cells("text"), [(0, 1, int(8, 97)), (1, 1, int(8, 10)), (2, 1, int(8, 0))]);
    assert_eq!(
        cells("s"),
        [
            (0, 1, int(8, 1)),
            (4, 4, int(32, 2)),
            (8, 8, global("text", 1)),
            (16, 1, int(8, 0)),
            (20, 4, int(32, 0)),
            (24, 8, Operand::Null)
        ]
    );
    assert_eq!(cells("table"), [(0, 8, Operand::Function("f".into())), (8, 8, Operand::Null)]);
    assert_eq!(cells("packed"), [(0, 1, int(8, 1)), (1, 4, int(32, 2))]);
    assert_eq!(cells("address"), [(0, 8, global("s", -8))]);
    assert_eq!(cells("number"), [(0, 8, int(64, 17))]);
    assert_eq!(cells("float"), [(0, 8, Operand::Float)]);
    assert!(matches!(cells("odd")[0].2, Operand::Refused(_)));
    let big = module.layout.cells(&module.globals["big"]);
    assert!(!big.complete && big.scalars.is_empty());
    assert_eq!(module.globals["big"].size, 400_000);
    assert!(module.globals["ext"].initializer.is_none());
    assert!(module.globals["text"].constant && module.globals["text"].unnamed_addr);
    for name in ["weak", "tls", "undefined"] {
        assert!(module.globals[name].refused.is_some(), "{name}");
    }
    // No operand names a refused global.
    let Op::Load { pointer, .. } = &module.functions["f"].blocks[0].instructions[0].op else { panic!() };
    assert!(matches!(pointer, Operand::Refused(_)));
    assert!(matches!(module.globals["s"].initializer, Some(Constant::Aggregate(_))));
    for bad in [
        "@a = global i8 256",
        "@a = global [2 x i8] [i8 1]",
        "@a = global [2 x i8] c\"abc\"",
        "@a = global { i8, i8 } { i8 1, i16 2 }",
        "@a = global ptr @nowhere",
        "@a = global i8 0\n@a = global i8 0",
        "@a = alias i8, ptr @b\n@b = global i8 0",
        "@a = ifunc void (), ptr @b",
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] zeroinitializer",
        "module asm \"nop\"",
        "!0 = !{} @a = global i8 0",
        "source_filename = \"a\" module asm \"nop\"",
        "$c = comdat any @a = global i8 0",
        " @a = global i8 0",
    ] {
        error(bad);
    }
}

#[test]
fn calls() {
    let module = module(
        "declare noalias noundef ptr @malloc(i64 noundef) #0
declare i32 @printf(ptr noundef, ...)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1
declare i32 @odd(ptr nonnull)
declare extern_weak void @perhaps()

define void @f(ptr %p) {
  %1 = call noalias ptr @malloc(i64 noundef 4) #2
  %2 = call i32 (ptr, ...) @printf(ptr noundef %p, i32 3)
  call void @llvm.memset.p0.i64(ptr align 8 %1, i8 0, i64 4, i1 false)
  call void @llvm.dbg.value(metadata i32 0, metadata !1, metadata !DIExpression()), !dbg !1
  %3 = tail call i32 %p(i8 signext 1)
  %4 = icmp eq ptr @perhaps, null
  call void @perhaps()
  ret void
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

attributes #0 = { nounwind allocsize(0) allockind(\"alloc,uninitialized\") memory(argmem: none, inaccessiblemem: readwrite) \"alloc-family\"=\"malloc\" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nounwind allocsize(0) }",
    );
    let instructions = &module.functions["f"].blocks[0].instructions;
    let call = |index: usize| match &instructions[index].op {
        Op::Call { callee, signature, arguments } => (callee.clone(), signature.clone(), arguments.clone()),
        other => panic!("{other:?}"),
    };
    assert_eq!(call(0).0, Callee::Direct("malloc".into()));
    assert!(call(1).1.varargs && call(1).1.parameters == [Type::Pointer] && call(1).2.len() == 2);
    assert_eq!(call(2).2[0].align, Some(8));
    // The debug intrinsic does not count.
    assert_eq!(call(3).0, Callee::Indirect(register("p")));
    // The address of a weak declaration may be null.
    assert!(matches!(&instructions[4].op, Op::Compare { left: Operand::Refused(_), .. }));
    assert!(matches!(&instructions[5].op, Op::Refused { .. }));
    assert!(module.declarations["malloc"].refused.is_none());
    assert!(module.declarations["odd"].refused.is_some());
}

#[test]
fn functions_are_refused_by_their_headers() {
    for (header, reason) in [
        ("define weak void @f()", "weak"),
        ("define linkonce_odr void @f()", "linkonce_odr"),
        ("define available_externally void @f()", "available_externally"),
        ("define fastcc void @f()", "fastcc"),
        ("define cc 10 void @f()", "cc"),
        ("define void @f(ptr byval(i32) %p)", "byval"),
        ("define void @f(ptr noalias %p)", "noalias"),
        ("define void @f(ptr align 8 %p)", "align"),
        ("define void @f(ptr readonly %p)", "readonly"),
        ("define void @f(<2 x i32> %p)", "vector"),
        ("define noalias ptr @f()", "noalias"),
        ("define void @f() returns_twice", "returns_twice"),
        ("define void @f() naked", "naked"),
        ("define void @f() willreturn", "willreturn"),
        ("define void @f() memory(none)", "memory"),
        ("define void @f() unheard_of", "unheard_of"),
        ("define void @f() \"unheard-of\"=\"1\"", "unheard-of"),
        ("define void @f() #0", "returns_twice"),
        ("define void @f() personality ptr @p", "personality"),
        ("define void @f() prefix i32 1", "prefix"),
        ("define void @f() comdat", "comdat"),
        ("define void @f() addrspace(1)", "addrspace"),
        ("define void @f() !unheard.of !0", "unheard.of"),
    ] {
        let text =
            format!("{header} {{\n  unreachable\n}}\n\ndeclare void @p()\n\nattributes #0 = {{ returns_twice }}\n");
        let module = module(&text);
        let found = module.functions["f"].refused.clone().unwrap_or_else(|| panic!("accepted: {header}"));
        assert!(found.contains(reason), "{header} is refused for {found}");
    }
    let module = module(
        "define dso_local hidden signext i8 @f(i32 noundef signext %0) local_unnamed_addr #0 align 16 !dbg !1 {\n  ret i8 0\n}\n\nattributes #0 = { noinline nounwind optnone uwtable mustprogress \"frame-pointer\"=\"all\" }\n",
    );
    assert_eq!(module.functions["f"].refused, None);
}

#[test]
fn noreturn_is_enforced() {
    let module = module(
        "declare void @exit(i32) noreturn

define void @f() noreturn {
  call void @exit(i32 1), !dbg !0
    #dbg_value(i32 0, !1, !DIExpression(), !2)
  unreachable
}

define void @g() noreturn {
  call void @exit(i32 1)
  ret void
}",
    );
    let operations =
        |name: &str| module.functions[name].blocks[0].instructions.iter().map(|i| &i.op).collect::<Vec<_>>();
    assert!(matches!(operations("f")[..], [Op::Call { .. }, Op::Unreachable]));
    assert!(matches!(operations("g")[..], [Op::Refused { .. }, Op::Refused { terminator: true, .. }]));
}

#[test]
fn tail_calls_beside_stack_memory_are_refused() {
    let body = |first: &str| {
        operations(&format!("  {first}\n  tail call void @use(ptr %p)\n  tail call void @ext()\n  ret void"))
    };
    assert!(matches!(body("%x = add i32 %a, 1")[1..3], [Op::Call { .. }, Op::Call { .. }]));
    assert!(matches!(body("%x = alloca i32")[1..3], [Op::Refused { .. }, Op::Call { .. }]));
}

#[test]
fn ranges_of_loads() {
    let load = |range: &str| {
        let text = format!(
            "define i8 @f(ptr %p) {{\n  %1 = load i8, ptr %p, align 1, !range !0, !noundef !1\n  ret i8 %1\n}}\n\n!0 = !{{{range}}}\n!1 = !{{}}\n"
        );
        module(&text).functions["f"].blocks[0].instructions[0].op.clone()
    };
    assert!(matches!(load("i8 0, i8 2"), Op::Load { range: Some((0, 2)), .. }));
    for bad in ["i8 2, i8 0", "i8 0, i8 2, i8 4, i8 5", "i32 0, i32 2", "", "i8 0"] {
        assert!(matches!(load(bad), Op::Refused { .. }), "{bad}");
    }
}

#[test]
fn source_locations() {
    let module = module(
        "define void @f(ptr %p) !dbg !1 {
  store i32 1, ptr %p, align 4, !dbg !4
  fence seq_cst, !dbg !4
  ret void
}

!0 = !DIFile(filename: \"a\\5Cb.c\", directory: \"/\")
!1 = distinct !DISubprogram(name: \"f\", scope: !0, file: !0, line: 3)
!2 = distinct !DILexicalBlock(scope: !1)
!4 = !DILocation(line: 12, column: 5, scope: !2)
!5 = !DILocation(line: 12, scope: !5)
",
    );
    let instructions = &module.functions["f"].blocks[0].instructions;
    for instruction in &instructions[..2] {
        let source = instruction.source.clone().unwrap();
        assert_eq!((&*source.file, source.line, source.column), ("a\\b.c", 12, 5));
    }
    assert_eq!(instructions[2].source, None);
}

/// A text that uses most of the language.
fn sample() -> String {
    with_layout(
        LAYOUT32,
        "%s = type { i8, %t, ptr }
%t = type <{ i16, [2 x { i32, float }] }>
$c = comdat any
@a = private unnamed_addr constant [4 x i8] c\"\\00\\FFx\\22\", align 1
@b = global %s { i8 1, %t <{ i16 -3, [2 x { i32, float }] zeroinitializer }>, ptr getelementptr inbounds (%s, ptr @b, i32 0, i32 2) }
@\"quoted name\" = internal global ptr inttoptr (i32 add (i32 ptrtoint (ptr @a to i32), i32 4) to ptr), align 4
declare !dbg !6 noalias ptr @malloc(i32 noundef) #0
define dso_local i32 @main(i32 noundef %0, ptr noundef %1) #1 !dbg !6 {
    #dbg_value(i32 %0, !5, !DIExpression(), !7)
  %3 = alloca [2 x %s], i32 %0, align 16, !dbg !7
  %4 = call ptr @malloc(i32 noundef 12), !dbg !7
  switch i32 %0, label %5 [
    i32 1, label %8
    i32 u0x2, label %8
  ]

5:                                                ; preds = %2
  %6 = phi i32 [ 0, %2 ], [ %7, %5 ]
  %7 = add nuw nsw i32 %6, 1
  br i1 true, label %5, label %8, !llvm.loop !8

8:                                                ; preds = %5, %2, %2
  %9 = extractvalue { i32, i1 } zeroinitializer, 1
  %10 = fcmp fast olt float 0x36A0000000000000, -1.5e-03
  %11 = getelementptr inbounds nuw %s, ptr %3, i32 %0, i32 1, i32 1, i64 1
  store ptr %11, ptr @\"quoted name\", align 4, !prof !9
  invoke void @main(i32 1)
          to label %12 unwind label %12

12:
  ret i32 undef
}
attributes #0 = { nounwind memory(argmem: readwrite) \"a\"=\"b\" }
attributes #1 = { noreturn alignstack=4 }
!llvm.module.flags = !{!1}
!1 = !{i32 7, !\"PIC Level\", i32 2}
!5 = !DILocalVariable(name: \"x\", scope: !6, flags: A | B)
!6 = distinct !DISubprogram(name: \"main\", scope: null, file: !10)
!7 = !DILocation(line: 1, column: 2, scope: !6)
!8 = distinct !{!8, !7}
!9 = !{!1, !1, i64 0}
!10 = !DIFile(filename: \"m.c\", directory: \"\")
",
    )
}

#[test]
fn the_sample_is_read() {
    let module = read(&sample()).unwrap();
    let main = &module.functions["main"];
    assert_eq!(main.blocks.len(), 4);
    let last = main.block("8").unwrap().instructions.last().unwrap();
    assert!(matches!(last.op, Op::Refused { terminator: true, .. }));
}

#[test]
fn truncated_texts_do_not_panic() {
    let text = sample();
    for end in 0..text.len() {
        let _ = read(&text[..end]);
        let _ = read(&text[text.len() - end..]);
    }
}

/// Deterministic noise.
fn noise(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

#[test]
fn altered_texts() {
    let text = sample();
    let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let mut seed = 1;
    for _ in 0..4000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + noise(&mut seed) % 4 {
            let place = noise(&mut seed) % bytes.len();
            bytes[place] = b"\"%@!#(){}[]<>,=:;.-0123456789aix \n\\\x00\xff"[noise(&mut seed) % 37];
        }
        let altered = String::from_utf8_lossy(&bytes).into_owned();
        inspect(&altered);
        let mut shuffled = words.clone();
        for _ in 0..1 + noise(&mut seed) % 3 {
            let (from, to) = (noise(&mut seed) % words.len(), noise(&mut seed) % words.len());
            shuffled[to] = words[from];
        }
        inspect(&shuffled.concat());
    }
}

/// Reads a text, and looks at what came out.
fn inspect(text: &str) {
    if let Ok(module) = read(text) {
        for global in module.globals.values() {
            let _ = module.layout.cells(global);
        }
        for function in module.functions.values() {
            for block in &function.blocks {
                let (last, others) = block.instructions.split_last().expect("a block without instructions");
                assert!(last.op.is_terminator() && !others.iter().any(|other| other.op.is_terminator()));
                for label in last.op.targets() {
                    assert!(function.block(label).is_some());
                }
            }
        }
    }
}

#[test]
fn random_bytes() {
    let mut seed = 7;
    for length in 0..600 {
        let bytes: Vec<u8> = (0..length).map(|_| noise(&mut seed) as u8).collect();
        inspect(&String::from_utf8_lossy(&bytes));
        let signs: String =
            (0..length).map(|_| char::from(b"%@!#(){}[]<>,=:;\"i8x \n"[noise(&mut seed) % 22])).collect();
        inspect(&with_layout(LAYOUT64, &signs));
    }
}

#[test]
fn hostile_sizes() {
    let started = Instant::now();
    let many = 200_000;
    let nested = |open: &str, close: &str| format!("{}i8{}", open.repeat(many), close.repeat(many));
    for ty in [nested("[1 x ", "]"), nested("{", "}"), nested("<{", "}>"), nested("{i8,", "}")] {
        error(&format!("@a = global {ty} zeroinitializer"));
        error(&format!("%t = type {{ {ty} }}"));
        refused(&format!("%x = load {ty}, ptr %p"));
    }
    let values = format!("{}1{}", "[1 x i8] [".repeat(many), "]".repeat(many));
    error(&format!("@a = global {values}"));
    let expression = format!("{}@a{}", "bitcast (ptr ".repeat(many), " to ptr)".repeat(many));
    let _ = read(&with_layout(LAYOUT64, &format!("@a = global i8 0\n@b = global ptr {expression}")));
    error(&format!("!0 = {}", "!{".repeat(many)));
    let name = "n".repeat(1_000_000);
    let long = module(&format!("define void @{name}(i32 %{name}) {{\n{name}1:\n  ret void\n}}"));
    assert!(long.functions.contains_key(name.as_str()));
    assert!(error(&format!("define void @f() {{\n  %{name} = {name}")).len() < 300);
    assert!(refused(&format!("%x = {name} i32 %a")).len() < 300);
    // Named types that contain each other, or double their size at every step.
    module("%a = type { %b }\n%b = type { [2 x %a] }\n@x = global %a zeroinitializer");
    let doubling: String = (1..100).map(|n| format!("%t{n} = type {{ %t{m}, %t{m} }}\n", m = n - 1)).collect();
    let doubled = module(&format!(
        "%t0 = type {{ i8 }}\n{doubling}@x = global %t20 zeroinitializer\n@y = global %t99 zeroinitializer"
    ));
    assert_eq!(doubled.globals["x"].size, 1 << 20);
    assert!(doubled.globals["y"].refused.is_some());
    assert!(!doubled.layout.cells(&doubled.globals["x"]).complete);
    let empty = module(
        "@x = global [9223372036854775807 x {}] zeroinitializer\n@y = global [9223372036854775807 x i8] zeroinitializer",
    );
    assert!(!empty.layout.cells(&empty.globals["x"]).complete);
    assert!(empty.globals["y"].refused.is_none());
    // Elements of no size whose type is enormous: beyond what a checker may spend on a certificate.
    let fields = vec!["i8"; 8000].join(", ");
    let enormous = module(&format!("@x = global [16000 x [0 x {{ {fields} }}]] zeroinitializer"));
    assert!(enormous.layout.cells(&enormous.globals["x"]).work as u64 > checker::judge::MAX_WORK);
    assert!(module("@y = global [9223372036854775807 x i16] zeroinitializer").globals["y"].refused.is_some());
    // Many branches into a block with many phis.
    let cases: String = (0..20_000).map(|n| format!("    i32 {n}, label %m\n")).collect();
    let phis: String = (0..2_000).map(|n| format!("  %p{n} = phi i32 [ {n}, %1 ]\n")).collect();
    module(&format!("define void @f(i32 %0) {{\n  switch i32 %0, label %m [\n{cases}  ]\n\nm:\n{phis}  ret void\n}}"));
    assert!(started.elapsed() < Duration::from_secs(60));
}
