//! Instructions: what is read, and what is refused where it is executed.

use super::*;

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
        ("%x = add i129 1, 2", "129 bits"),
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
        ("%x = va_arg of any sort ( [", "outside"),
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
        Op::Call { callee, signature, arguments, .. } => (callee.clone(), signature.clone(), arguments.clone()),
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

/// What an intrinsic does is LangRef's, whatever its declaration says. A call of one promises nothing.
#[test]
fn promises_at_calls_of_intrinsics_are_refused() {
    let call = |attributes: &str| {
        let text = format!(
            "declare i32 @llvm.abs.i32(i32, i1) willreturn memory(none)\n\n\
             define i32 @f(i32 %a) {{\n  %r = call i32 @llvm.abs.i32(i32 %a, i1 false) {attributes}\n  ret i32 %r\n}}"
        );
        module(&text).functions["f"].blocks[0].instructions[0].op.clone()
    };
    for read in ["", "nounwind", "nounwind cold"] {
        assert!(matches!(call(read), Op::Call { .. }), "{read}");
    }
    for promise in ["memory(none)", "willreturn", "nofree", "nosync", "nocallback", "speculatable"] {
        assert!(matches!(call(promise), Op::Refused { .. }), "{promise}");
    }
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
