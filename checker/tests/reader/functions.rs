//! Functions: headers, names and numbers, bodies.

use super::*;

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
