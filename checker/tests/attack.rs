//! Attempts to have something wrong accepted: texts that LLVM reads differently, and hand-made proofs
//! about programs that are not safe or do not end. Each must be rejected; a harmless neighbour is accepted.

use certificates::{
    Certificate, Claim, DataModel, Detail, Hint, Instance, Node, Overflow, Position, Properties, Root, Sign, State,
    Step, Wrap,
};
use checker::{Expectation, Verdict, check, initial, judge::Judge, reader};

const LAYOUT: &str =
    "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn module(body: &str) -> String {
    format!("{LAYOUT}{body}")
}

fn claim(text: &str) -> Claim {
    Claim {
        module_hash: certificates::hash::sha256_hex(text.as_bytes()),
        entry: "main".into(),
        precondition: None,
        properties: Properties { memory_safety: true, no_overflow: true, termination: true },
        data_model: DataModel::Lp64,
        overflow: Overflow::Error,
        malloc_may_fail: false,
        contracts: Vec::new(),
    }
}

fn hint(detail: Detail) -> Hint {
    Hint { sign: Sign::Unsigned, wraps: Vec::<Wrap>::new(), phis: Vec::new(), detail }
}

/// A proof of a `main` of one block without parameters: these instructions one after the other, then the return.
fn straight(text: &str, hints: Vec<Hint>) -> Certificate {
    let node = |index: usize, tree| Node {
        entry: 0,
        position: Position { function: "main".into(), block: "entry".into(), index: index as u32 },
        state: State::default(),
        tree,
    };
    let count = hints.len();
    let mut steps = vec![Step::Goto { node: 1, instance: Instance::default(), witnesses: Vec::new() }];
    for hint in hints.into_iter().rev() {
        let next = steps.len() as u32 - 1;
        steps.push(Step::Exec { hint, next, witnesses: Vec::new() });
    }
    Certificate {
        claim: claim(text),
        module: text.into(),
        nodes: vec![node(0, Some(steps.len() as u32 - 1)), node(count, None)],
        steps,
        globals: Vec::new(),
        roots: vec![Root::Covered { node: 0, instance: Instance::default() }],
        ranking: Vec::new(),
    }
}

fn verdict(certificate: &Certificate) -> Verdict {
    check(&certificate.module, &certificates::encode(certificate), &Expectation::default())
}

fn rejected(certificate: &Certificate, rule: &str) {
    match verdict(certificate) {
        Verdict::Invalid(rejection) => assert_eq!(rejection.rule, rule, "{rejection}"),
        other => panic!("{other:?}"),
    }
}

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
}

#[test]
fn a_definition_promises_no_alignment_of_its_result() {
    let text = module("define align 16 ptr @f() {\nentry:\n  ret ptr inttoptr (i64 1 to ptr)\n}\n");
    let read = reader::read(&text).expect("is read");
    assert!(read.functions["f"].refused.is_some());
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

#[test]
fn refused_globals_are_not_in_the_initial_state() {
    let text = module(
        "@weak = weak global i32 0, align 4\n@own = global i32 0, align 4\n\n\
         define i32 @main() {\nentry:\n  ret i32 0\n}\n",
    );
    let read = reader::read(&text).expect("is read");
    let mut judge = Judge::new(&read, Overflow::Error, false);
    let state = initial::initial(&mut judge, "main", &initial::globals(&read)).expect("a state");
    assert_eq!(state.blocks.len(), 1);
    assert!(state.global("own").is_some());
}

const SAVES: &str = "\ndeclare ptr @llvm.stacksave.p0()\ndeclare void @llvm.stackrestore.p0(ptr)\n";

#[test]
fn the_stack_is_restored_to_a_saved_place_only() {
    let text = |operand: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  %s = call ptr @llvm.stacksave.p0()\n  \
             call void @llvm.stackrestore.p0(ptr {operand})\n  ret i32 0\n}}\n{SAVES}"
        ))
    };
    let proof = |text: &str| straight(text, vec![hint(Detail::None), hint(Detail::None)]);
    assert!(matches!(verdict(&proof(&text("%s"))), Verdict::Valid(_)));
    rejected(&proof(&text("null")), "M-STACKRESTORE");
    rejected(&proof(&text("inttoptr (i64 16 to ptr)")), "M-STACKRESTORE");
}

#[test]
fn a_static_alloca_behind_a_save_dies_when_the_stack_is_restored() {
    let text = |first: &str, second: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  {first}\n  {second}\n  \
             call void @llvm.stackrestore.p0(ptr %s)\n  store i32 1, ptr %a, align 4\n  ret i32 0\n}}\n{SAVES}"
        ))
    };
    let (save, alloca) = ("%s = call ptr @llvm.stacksave.p0()", "%a = alloca i32, align 4");
    let proof = |text: &str| {
        let access = certificates::Access { block: 0, multiple: None };
        let store = Detail::Store { access, keep: Vec::new() };
        straight(text, vec![hint(Detail::None), hint(Detail::None), hint(Detail::None), hint(store)])
    };
    assert!(matches!(verdict(&proof(&text(alloca, save))), Verdict::Valid(_)));
    rejected(&proof(&text(save, alloca)), "M-STACKRESTORE");
}

/// The linker decides what a section means: run before `main`, read-only, the place of another object.
#[test]
fn sections() {
    let sections = [".init_array", ".\\69nit_array.100", ".data.own", ".text", "x"];
    for (linkage, section) in ["internal", "weak"].into_iter().flat_map(|l| sections.map(|s| (l, s))) {
        let global = format!("@c = {linkage} global ptr null, section \"{section}\"\n");
        assert!(reader::read(&module(&global)).is_err());
    }
    assert!(reader::read(&module("define void @f() section \".init\" {\nentry:\n  ret void\n}\n")).is_err());
    assert!(reader::read(&module("@section = global i8 0\n")).is_ok());
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
    let said = checker::report::text(&Verdict::Invalid(Box::new(rejection)), checker::report::Origin::File, 0.0);
    assert!(!said.contains('\u{1b}') && said.lines().skip(1).all(|line| !line.starts_with("VALID")), "{said}");
}

/// Module flags may change code: let other definitions take the place of these, align the stack otherwise, read a
/// variable of the program as the guard of stacks.
#[test]
fn module_flags() {
    let registers =
        |n: u32| format!("!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"NumRegisterParameters\", i32 {n}}}\n");
    assert!(reader::read(&module(&registers(0))).is_ok() && reader::read(&module(&registers(3))).is_err());
    let flag = |name: &str| module(&format!("!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"{name}\", i32 1}}\n"));
    assert!(reader::read(&flag("PIE Level")).is_ok());
    // Loops over elements of this width become calls of wcslen, whose elements have four bytes.
    let wide = |n: u32| module(&format!("!llvm.module.flags = !{{!0}}\n!0 = !{{i32 1, !\"wchar_size\", i32 {n}}}\n"));
    assert!(reader::read(&wide(4)).is_ok() && reader::read(&wide(2)).is_err() && reader::read(&wide(1)).is_err());
    assert!(reader::read(&flag("SemanticInterposition")).is_err());
    assert!(reader::read(&flag("Semantic\\49nterposition")).is_err());
    assert!(reader::read(&flag("override-stack-alignment")).is_err());
    let hidden = flag("override-stack-alignment").replace("llvm.module", "llvm\\2Emodule");
    assert!(reader::read(&hidden).is_err(), "{hidden}");
    for odd in ["!{i32 add (i32 0, i32 1), !\"wchar_size\", i32 4}", "!{}", "!1"] {
        assert!(reader::read(&module(&format!("!llvm.module.flags = !{{!0}}\n!0 = {odd}\n"))).is_err(), "{odd}");
    }
    assert!(reader::read(&module("!llvm.module.flags = !{!0}\n")).is_err());
    assert!(reader::read(&module("!llvm.linker.options = !{}\n")).is_err());
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

/// What metadata makes of functions and globals, and what a call of an intrinsic promises.
#[test]
fn attachments_and_promises() {
    let store = "store i32 0, ptr null, align 4";
    let function = |metadata: &str, statement: &str| {
        let text = format!("define void @f() {metadata} {{\nentry:\n  {statement}\n  ret void\n}}\n!0 = !{{}}\n");
        reader::read(&module(&format!("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n{text}"))).expect("is read")
    };
    let refused = |module: &reader::Module| {
        let function = &module.functions["f"];
        let first = &function.blocks[0].instructions[0].op;
        function.refused.is_some() || matches!(first, reader::Op::Refused { .. })
    };
    assert!(!refused(&function("!prof !0", store)) && refused(&function("!annotation !0", store)));
    assert!(refused(&function("!unheard !0", store)));
    assert!(refused(&function("", "store i32 0, ptr null, align 4, !unheard !0")));
    // These put data into sections, executed or not.
    for name in ["pcsections", "section_prefix", "associated"] {
        assert!(reader::read(&module(&format!("@g = global i32 0, align 4, !{name} !0\n!0 = !{{}}\n"))).is_err());
        let text = format!("define void @f() !{name} !0 {{\nentry:\n  ret void\n}}\n!0 = !{{}}\n");
        assert!(reader::read(&module(&text)).is_err());
        let text = format!("define void @f() {{\nentry:\n  {store}, !{name} !0\n  ret void\n}}\n!0 = !{{}}\n");
        assert!(reader::read(&module(&text)).is_err());
    }
    assert!(reader::read(&module("define void @f() gc \"ocaml\" {\nentry:\n  ret void\n}\n")).is_err());
    let fill = "call void @llvm.memset.p0.i64(ptr null, i8 0, i64 4, i1 false)";
    assert!(!refused(&function("", fill)));
    assert!(refused(&function("", &format!("{fill} memory(none)"))));
    let global = |metadata: &str| {
        let text = format!("@g = global i32 0, align 4{metadata}\n!0 = !{{}}\n");
        reader::read(&module(&text)).expect("is read").globals["g"].refused.is_some()
    };
    assert!(!global(", !prof !0") && global(", !annotation !0") && global(", !unheard !0"));
}

/// An object that has lifetime markers is dead before them, also where a marker is refused.
#[test]
fn lifetime_markers_are_not_overlooked() {
    let call = |call: &str| {
        module(&format!(
            "declare void @llvm.lifetime.start.p0(ptr)\n\ndefine void @f() {{\nentry:\n  %a = alloca i32, align 4\n\
             \x20 store i32 0, ptr %a, align 4\n  ret void\n\nnever:\n  {call} %a)\n  ret void\n}}\n"
        ))
    };
    let text = |name: &str, argument: &str| call(&format!("call void {name}({argument}"));
    assert!(reader::read(&call("tail call void @llvm.lifetime.start.p0(ptr")).is_err());
    assert!(reader::read(&call("call void @llvm.lifetime.start.p0(i64 4, ptr")).is_err());
    let moved = "%b = getelementptr i8, ptr %a, i64 0\n  call void @llvm.lifetime.start.p0(ptr %b)\n";
    assert!(reader::read(&call(&format!("{moved}  call void @llvm.lifetime.start.p0(ptr"))).is_err());
    assert!(reader::read(&text("@llvm.lifetime.start.p0", "ptr")).is_ok());
    assert!(reader::read(&text("@llvm.lifetime.start.p0", "ptr nonnull")).is_err());
    assert!(reader::read(&text("@\"llvm.lifetime.\\73tart.p0\"", "ptr nonnull")).is_err());
}

/// A definition of a name that LLVM recognises is one like others only where nothing in the module is recognised.
#[test]
fn functions_that_llvm_recognises() {
    let text = |name: &str, attributes: [&str; 2], call: &str, rest: &str| {
        module(&format!(
            "define i64 @{name}(ptr %p) {} {{\nentry:\n  ret i64 0\n}}\n\ndefine i32 @main() {} {{\nentry:\n  \
             %r = call i64 @{name}(ptr null){call}\n  ret i32 0\n}}\n{rest}",
            attributes[0], attributes[1]
        ))
    };
    let first = |text: &str| match reader::read(text) {
        Ok(read) => Ok(matches!(read.functions["main"].blocks[0].instructions[0].op, reader::Op::Call { .. })),
        Err(error) => Err(error.message),
    };
    let (plain, none) = ("\"no-builtins\"", "nounwind");
    for name in ["strlen", "mempcpy", "memrchr", "ffsl", "atoi", "valloc", "memalign", "fmod", "wcslen"] {
        assert_eq!(first(&text(name, [plain; 2], " nobuiltin", "")), Ok(true), "{name}");
        assert!(first(&text(name, [none; 2], " nobuiltin", "")).is_err(), "{name}");
    }
    assert!(first(&text("strlen", [plain, none], " nobuiltin", "")).is_err());
    assert!(first(&text("strlen", [none, plain], " nobuiltin", "")).is_err());
    // What clang says with -fno-builtin-strlen: of other functions nothing.
    assert!(first(&text("strlen", ["\"no-builtin-strlen\""; 2], " nobuiltin", "")).is_err());
    assert_eq!(first(&text("strlen", [plain; 2], "", "")), Ok(false));
    assert_eq!(first(&text("strlen", [plain; 2], " nobuiltin builtin", "")), Ok(false));
    // `frem` is a call of fmod, whatever the attributes.
    let frem = "define double @x(double %a) \"no-builtins\" {\nentry:\n  %r = frem double %a, %a\n  ret double %r\n}\n";
    assert!(first(&text("strlen", [plain; 2], " nobuiltin", frem)).is_err());
    assert_eq!(first(&text("own", [none; 2], "", frem)), Ok(true));
}

/// Helpers of the code generator are called whatever the attributes; a variable is called as well.
#[test]
fn names_that_nothing_may_define() {
    let function = |linkage: &str, name: &str| {
        let text = format!("define {linkage} void @{name}() \"no-builtins\" {{\nentry:\n  ret void\n}}\n");
        reader::read(&module(&text)).is_ok()
    };
    let variable =
        |linkage: &str, name: &str| reader::read(&module(&format!("@{name} = {linkage} global i32 0\n"))).is_ok();
    for name in ["__divdi3", "__extendhfsf2", "__atomic_load", "_ZnwmSt11align_val_t", "objc_retain", "clang.arc.use"] {
        assert!(!function("", name) && !function("internal", name) && !variable("", name), "{name}");
    }
    for name in ["fmod", "memset", "strlen"] {
        assert!(!variable("", name) && !variable("internal", name) && !variable("externally_initialized", name));
        assert!(reader::read(&module(&format!("@{name} = external global i32\n"))).is_ok());
    }
    // What start code and the library give a value, or read.
    for name in ["__progname", "__progname_full", "_rtld_global", "_rtld_global_ro"] {
        assert!(!variable("", name) && !function("", name), "{name}");
    }
    for name in ["program_invocation_name", "stdout", "optind", "timezone", "_res"] {
        assert!(!variable("", name) && !function("", name), "{name}");
        assert!(variable("internal", name) && function("internal", name), "{name}");
    }
    assert!(function("", "__VERIFIER_assert") && variable("", "__own") && function("", "readl"));
    assert!(!variable("externally_initialized", "environ"));
    assert!(!function("\"internal\"", "stdout"));
}

/// Metadata of the module may change it: which functions are kernels, what a load may forget.
#[test]
fn metadata_of_the_module() {
    assert!(reader::read(&module("!llvm.ident = !{!0}\n!0 = !{!\"clang\"}\n")).is_ok());
    for name in ["nvvm.annotations", "opencl.kernels", "own", "llvm.linker.options", "llvm.errno.tbaa", "0x"] {
        assert!(reader::read(&module(&format!("!{name} = !{{}}\n"))).is_err(), "{name}");
    }
}

/// Start code hands `main` three words, and reads a register.
#[test]
fn types_of_main() {
    let refused = |result: &str, parameters: &str, value: &str| {
        let text = module(&format!("define {result} @main({parameters}) {{\nentry:\n  ret {value}\n}}\n"));
        reader::read(&text).expect("is read").functions["main"].refused.is_some()
    };
    for parameters in ["", "i32 %a", "i32 %a, ptr %b", "i32 %a, ptr %b, ptr %c", "ptr %a", "i64 %a"] {
        assert!(!refused("i32", parameters, "i32 0"), "{parameters}");
    }
    assert!(!refused("void", "", "void") && !refused("ptr", "", "ptr null"));
    // The fourth would lie where the caller has something else.
    let four = "i32 %a, ptr %b, ptr %c, ptr %d";
    for parameters in ["i8 %a", "i8 zeroext %a", "i32 signext %a", "i128 %a", four, "i32 %a, ...", "double %a"] {
        assert!(refused("i32", parameters, "i32 0"), "{parameters}");
    }
    assert!(
        !refused("i64", "", "i64 0")
            && refused("i128", "", "i128 0")
            && refused("fp128", "", "fp128 poison")
            && refused("double", "", "double 0.0")
    );
    assert!(refused("signext i32", "", "i32 0"));
    let other = module("define i64 @f(i8 zeroext %a) {\nentry:\n  ret i64 0\n}\n");
    assert!(reader::read(&other).expect("is read").functions["f"].refused.is_none());
}

/// Nothing that a type says of memory is enforced, so tags are refused; one of four operands says that the memory
/// is constant.
#[test]
fn types_of_accesses() {
    let text = |tag: &str| {
        module(&format!(
            "define i32 @main() {{\nentry:\n  %x = alloca i32, align 4\n  store i32 0, ptr %x, align 4{tag}\n  ret i32 0\n}}\n\
             !0 = !{{!1, !1, i64 0, i64 1}}\n!1 = !{{!\"int\", !2}}\n!2 = !{{!\"root\"}}\n"
        ))
    };
    let refused = |tag: &str| {
        let read = reader::read(&text(tag)).expect("is read");
        matches!(read.functions["main"].blocks[0].instructions[1].op, reader::Op::Refused { .. })
    };
    assert!(!refused("") && refused(", !tbaa !0") && refused(", !tbaa.struct !0"));
}

#[test]
fn a_declaration_promises_no_alignment_of_its_result() {
    let refused = |text: &str| reader::read(&module(text)).expect("is read").declarations["f"].refused.is_some();
    assert!(refused("declare align 4096 ptr @f(i64)\n") && !refused("declare noalias ptr @f(i64)\n"));
}

/// A copy that is annotated as an automatic initialisation is moved behind stores to its source.
#[test]
fn annotations() {
    let refused = |tag: &str| {
        let text = format!(
            "define i32 @main() {{\nentry:\n  %x = alloca i32, align 4\n  store i32 0, ptr %x, align 4{tag}\n  ret i32 0\n}}\n\
             !0 = !{{!\"auto-init\"}}\n"
        );
        let read = reader::read(&module(&text)).expect("is read");
        matches!(read.functions["main"].blocks[0].instructions[1].op, reader::Op::Refused { .. })
    };
    assert!(!refused("") && refused(", !annotation !0"));
}

/// The stack is aligned by a mask that is the constant of an instruction: -2^32 is none.
#[test]
fn alignments_have_a_limit() {
    let text = |align: u64| {
        module(&format!("define i32 @main() {{\nentry:\n  %x = alloca i8, align {align}\n  ret i32 0\n}}\n"))
    };
    let refused = |align: u64| {
        reader::read(&text(align)).is_ok_and(|read| {
            let function = &read.functions["main"];
            let refused = |op: &reader::Op| matches!(op, reader::Op::Refused { .. });
            function.refused.is_some() || function.blocks[0].instructions.iter().any(|i| refused(&i.op))
        })
    };
    assert!(!refused(1 << 24) && refused(1 << 25) && refused(1 << 32) && refused(3));
}
