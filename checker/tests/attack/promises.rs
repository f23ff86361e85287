//! What acts without being executed: attributes, attachments, sections, metadata and module flags.

use super::*;

#[test]
fn a_definition_promises_no_alignment_of_its_result() {
    let text = module("define align 16 ptr @f() {\nentry:\n  ret ptr inttoptr (i64 1 to ptr)\n}\n");
    let read = reader::read(&text).expect("is read");
    assert!(read.functions["f"].refused.is_some());
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

/// Metadata of the module may change it: which functions are kernels, what a load may forget.
#[test]
fn metadata_of_the_module() {
    assert!(reader::read(&module("!llvm.ident = !{!0}\n!0 = !{!\"clang\"}\n")).is_ok());
    for name in ["nvvm.annotations", "opencl.kernels", "own", "llvm.linker.options", "llvm.errno.tbaa", "0x"] {
        assert!(reader::read(&module(&format!("!{name} = !{{}}\n"))).is_err(), "{name}");
    }
}

/// A call that no execution comes to may be executed all the same.
#[test]
fn functions_that_may_be_executed_early() {
    let read = |text: &str| reader::read(&module(text)).is_ok();
    assert!(read("declare void @exit(i32) willreturn\n") && !read("declare void @exit(i32) speculatable\n"));
    assert!(!read("declare void @exit(i32) #0\nattributes #0 = { speculatable }\n"));
    assert!(!read("define void @f() speculatable {\nentry:\n  ret void\n}\n"));
    assert!(read("declare i32 @llvm.smax.i32(i32, i32) speculatable\n"));
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
