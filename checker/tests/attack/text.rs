//! Texts of which a part is overlooked, or read otherwise than LLVM reads it.

use super::*;

#[test]
fn a_comment_ends_where_llvm_ends_it() {
    // LLVM executes the store.
    let hidden =
        module("define i32 @main() {\nentry:\n  ; nothing\r  store i32 0, ptr null, align 4\n  ret i32 0\n}\n");
    assert!(reader::read(&hidden).is_err());
    let windows = module("define i32 @main() {\nentry:\n  ; nothing\n  ret i32 0\n}\n").replace('\n', "\r\n");
    assert!(reader::read(&windows).is_ok());
}

#[test]
fn no_number_is_implied_behind_an_instruction_that_may_have_taken_one() {
    // For LLVM the cmpxchg is %0, so %1 is 1 and the loop is endless.
    let text = |first: &str, second: &str, third: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  br label %b\n\na:\n  {first}cmpxchg ptr null, i32 0, i32 1 seq_cst seq_cst\n  \
             ret i32 0\n\nb:\n  {second}add i32 1, 0\n  {third}add i32 0, 0\n  %c = icmp eq i32 %1, 0\n  \
             br i1 %c, label %done, label %loop\n\nloop:\n  br label %loop\n\ndone:\n  ret i32 0\n}}\n"
        ))
    };
    assert!(reader::read(&text("", "", "")).is_err());
    assert!(reader::read(&text("%0 = ", "%1 = ", "%2 = ")).is_ok());
    // The lines of an instruction that has its number may hide another one that has none. For LLVM %2 is then 0.
    let text = |hidden: &str, [first, second, third]: [&str; 3]| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  br i1 false, label %a, label %b\n\na:\n  %0 = va_arg ptr null, i32{hidden}\n  \
             unreachable\n\nb:\n  {first}add i32 0, 0\n  {second}add i32 1, 0\n  {third}udiv i32 1, %2\n  ret i32 0\n}}\n"
        ))
    };
    for hidden in [" add i32 5, 5", "\n      add i32 5, 5"] {
        assert!(reader::read(&text(hidden, [""; 3])).is_err(), "{hidden}");
    }
    assert!(reader::read(&text("", ["%1 = ", "%2 = ", "%3 = "])).is_ok());
}

#[test]
fn only_known_debug_intrinsics_are_no_instructions() {
    let text = module(
        "define void @llvm.dbg.own() {\nentry:\n  unreachable\n}\n\ndefine i32 @main() {\nentry:\n  \
         call void @llvm.dbg.own()\n  ret i32 0\n}\n",
    );
    let read = reader::read(&text).expect("is read");
    assert_eq!(read.functions["main"].blocks[0].instructions.len(), 2);
}

/// Functions that run before `main`, and code that is replaced by calls of the program's functions.
#[test]
fn code_that_nobody_calls() {
    let define = |name: &str, attributes: &str| {
        module(&format!("define void @{name}() {attributes} {{\nentry:\n  ret void\n}}\n"))
    };
    for name in ["__gmon_start__", "_init", "_ITM_registerTMCloneTable"] {
        assert!(reader::read(&define(name, "")).is_err(), "{name}");
        assert!(reader::read(&module(&format!("declare void @{name}()\n"))).is_ok(), "{name}");
    }
    let refused =
        |attributes: &str| reader::read(&define("f", attributes)).expect("is read").functions["f"].refused.is_some();
    assert!(!refused("\"target-features\"=\"+cx8,+mmx,+sse,+sse2,+x87\""));
    assert!(refused("\"target-features\"=\"+sse,+retpoline-external-thunk\""));
    assert!(refused("\"target-features\"=\"-sse\""));
    for name in ["probe-stack", "no-realign-stack", "loader-replaceable"] {
        assert!(refused(&format!("\"{name}\"=\"f\"")), "{name}");
    }
}

/// Numbers are numbers to LLVM: `#00` is `#0`, and several groups of one number are one.
#[test]
fn numbers_have_no_leading_zeros() {
    let text = |group: &str| {
        module(&format!("define void @f() #0 {{\nentry:\n  ret void\n}}\nattributes #0 = {{ nounwind }}\n{group}"))
    };
    assert!(reader::read(&text("")).is_ok());
    assert!(reader::read(&text("attributes #00 = { cold }\n")).is_err());
    assert!(reader::read(&text("!00 = !{}\n")).is_err());
    assert!(reader::read(&text("%00 = type { i8 }\n")).is_err());
    assert!(reader::read(&text("@00 = global i8 0\n")).is_err());
    assert!(reader::read(&module("define void @f() {\n00:\n  ret void\n}\n")).is_err());
}

/// What the assembler reads whether it is executed or not.
#[test]
fn text_for_the_assembler() {
    let function = |text: &str| module(&format!("define internal void @f() {{\nentry:\n  {text}\n  ret void\n}}\n"));
    assert!(reader::read(&function("call void asm \"nop\", \"\"()")).is_err());
    assert!(reader::read(&function("call void asm sideeffect \"\", \"\"()")).is_err());
    assert!(reader::read(&module("!0 = !{!\"a\\0A.quad 1\"}\n")).is_err());
    // Sections have symbols.
    assert!(reader::read(&module("@.data = external dso_local global i32\n")).is_err());
    assert!(reader::read(&module("@.str = private constant i8 0\n")).is_ok());
    assert!(reader::read(&module("declare void @.text()\n")).is_err());
    // What an intrinsic says of the whole function.
    let body = |name: &str| {
        module(&format!(
            "declare void @{name}(ptr, ptr)\ndefine internal void @f() {{\nentry:\n  call void @{name}(ptr null, ptr null)\n  ret void\n}}\n"
        ))
    };
    assert!(reader::read(&body("llvm.stackprotector")).is_err());
    assert!(reader::read(&body("llvm.va_copy.p0")).is_ok());
    assert!(reader::read(&module("!0 = !{!\"a b\"}\n")).is_ok());
    for (name, what) in [("data-section", "global"), ("implicit-section-name", "function")] {
        let group = format!("attributes #0 = {{ \"{name}\"=\".init\" }}\n");
        let entity = if what == "global" {
            "@x = weak global ptr null #0\n"
        } else {
            "define void @f() #0 {\nentry:\n  ret void\n}\n"
        };
        assert!(reader::read(&module(&format!("{entity}{group}"))).is_err(), "{name}");
        assert!(reader::read(&module(&group)).is_err(), "{name}");
    }
    for name in ["_end", "_edata", "__bss_start", "__init_array_start", "environ"] {
        assert!(reader::read(&module(&format!("@{name} = global i32 0\n"))).is_err(), "{name}");
        assert!(reader::read(&module(&format!("@{name} = external global i32\n"))).is_ok(), "{name}");
    }
}

/// A name cannot look like an answer, nor reach a terminal as a command.
#[test]
fn names_with_control_characters() {
    assert!(reader::read(&module("declare i32 @\"x\\0AVALID\"()\n")).is_err());
    assert!(reader::read(&module("declare i32 @\"x\\1B[2K\"()\n")).is_err());
    assert!(reader::read(&module("declare i32 @\"x y\"()\n")).is_ok());
    let rejection = checker::Rejection::new("CLAIM", "entry", "no \n\u{1b}[2KVALID");
    let said = checker::answer::report::text(
        &Verdict::Invalid(Box::new(rejection)),
        checker::answer::report::Origin::File,
        0.0,
    );
    assert!(!said.contains('\u{1b}') && said.lines().skip(1).all(|line| !line.starts_with("VALID")), "{said}");
}

/// A global that is refused is not read to its end; nothing may hide there.
#[test]
fn entities_have_lines_of_their_own() {
    let hidden = [
        "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]",
        "module asm \"nop\"",
        "define void @h() { ret void }",
        "declare void @h()",
        "%t = type { i32 }",
        "attributes #0 = { nounwind }",
        "$c = comdat any",
        "!0 = !{}",
    ];
    for (linkage, other) in ["weak", "internal"].into_iter().flat_map(|l| hidden.map(|h| (l, h))) {
        let text = module(&format!("@r = {linkage} global i32 0 {other}\n"));
        assert!(reader::read(&text).is_err(), "{text}");
    }
    assert!(reader::read(&module("@r = weak global i32 0\n")).is_ok());
    for other in hidden {
        assert!(reader::read(&module(&format!("declare void @d() {other}\n"))).is_err(), "{other}");
    }
    // For LLVM the function ends at the first `}` that closes it.
    let tail = "    }\n    module asm \"nop\"\n    define void @h() {\n      ret void\n}\n";
    let text = |statement: &str| module(&format!("define void @f() {{\nentry:\n  {statement}\n{tail}"));
    assert!(reader::read(&text("resume i8 0")).is_err());
    assert!(reader::read(&text("resume { i8, { ptr } } zeroinitializer")).is_err());
    assert!(reader::read(&text("ret void")).is_err());
}

/// LLVM goes on reading attributes of a call in the next line. A promise there would be one of `exit` that nobody
/// looks at, since nothing behind `exit` is executed: LLVM drops a call that only reads and comes back.
#[test]
fn attributes_do_not_stand_on_lines_of_their_own() {
    let proof = |more: &str| {
        let body = format!("entry:\n  call void @exit(i32 0){more}\n  unreachable\n");
        let text = module(&format!("declare void @exit(i32)\n\ndefine i32 @main() {{\n{body}}}\n"));
        let mut certificate = straight(&text, Vec::new());
        certificate.claim.contracts = vec!["exit".into()];
        certificate.nodes.truncate(1);
        certificate.steps = vec![Step::Exit { hint: hint(Detail::None), witnesses: Vec::new() }];
        certificate
    };
    assert!(matches!(verdict(&proof("")), Verdict::Valid(_)), "{:?}", verdict(&proof("")));
    for more in [
        "\n  memory(none) willreturn",
        "\n      memory(none) willreturn",
        "\n  readnone",
        "\n  #0",
        "\n  \"no-builtins\"",
        "\n  %x",
        "\n  %x = willreturn",
        "\n  [ \"deopt\"() ]",
        "\n  , !range !0",
    ] {
        let verdict = verdict(&proof(more));
        assert!(!matches!(verdict, Verdict::Valid(_)), "{more}: {verdict:?}");
        let text = proof(more).module;
        assert!(reader::read(&text).is_err(), "{text}");
    }
    // What LLVM has instructions for ends the line before.
    for other in ["fence seq_cst", "%x = va_arg ptr null, i32"] {
        assert!(reader::read(&proof(&format!("\n  {other}")).module).is_ok(), "{other}");
    }
}

/// LLVM ends a number at its last digit, and what follows is the next token: for it, `unreachable` is executed in each
/// of the wrong ones.
#[test]
fn tokens_end_where_llvm_ends_them() {
    let text = |statement: &str| {
        let main = format!("define i32 @main() {{\nentry:\n  %x = {statement}\n  ret i32 0\n}}");
        module(&format!("{main}\n!0 = !{{i32 1, !\"x\"}}\n"))
    };
    for good in [
        "fadd double 2.0, 1.0",
        "fadd double +2.5, -1.",
        "fadd double 1.5e5, 1.0e-5",
        "fadd double 1.5E+05, 0x3FF0000000000000",
        "fadd x86_fp80 0xK3FFF8000000000000000, 0xK00000000000000000000",
        "fadd half 0xH3C00, 0xH0000",
        "fadd bfloat 0xR3C00, 0xR0000",
        "fadd fp128 0xL00000000000000000000000000000000, 0xL00000000000000000000000000000000",
        "fadd double 2.0, 1.0, !unpredictable !0",
    ] {
        let module = reader::read(&text(good)).unwrap_or_else(|error| panic!("{good}: {error}"));
        let first = &module.functions["main"].blocks[0].instructions[0];
        assert!(matches!(first.op, reader::Op::Float(_)), "{good}: {:?}", first.op);
    }
    for number in [
        "1.0",
        "1.",
        "-1.0",
        "+1.0",
        "1.0e5",
        "1.0e+5",
        "1.0e-5",
        "1",
        "-1",
        "0x3FF0000000000000",
        "0xH3C00",
        "0xK3FFF8000000000000000",
    ] {
        assert!(reader::read(&text(&format!("fadd double 2.0, {number}unreachable"))).is_err(), "{number}");
    }
    for bad in [
        "fadd double 2.0, 1.0.5",
        "fadd double 2.0, 1.0e",
        "fadd double 2.0, 1.0e+",
        "fadd double 2.0, 1.0e5e5",
        "fadd double 2.0, 1.0-2",
        "fadd double 2.0, 1.0_",
        "fadd double 2.0, 1e5",
        "fadd double 2.0, +1",
        "fadd double 2.0, +",
        "fadd double 2.0, 0x",
        "fadd double 2.0, 0xS0",
        "fadd double 2.0, 1.0, !unpredictable !0unreachable",
        "fadd double 2.0, 1.0, !dbg !0unreachable",
        "load i8, ptr null, !range !0unreachable",
    ] {
        assert!(reader::read(&text(bad)).is_err(), "{bad}");
    }
}
