//! Layouts, symbols, global variables and their initial contents.

use super::*;

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
    for bad in [
        "x86_64-pc-windows-msvc",
        "i386-pc-linux-gnu",
        "aarch64-unknown-linux-gnu",
        "x86_64",
        "x86_64-pc-linux-gnux32",
        "",
    ] {
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

/// What follows an initialiser. LLVM reads none of the bad ones.
#[test]
fn behind_initialisers() {
    for good in ["", ", align 8", ", align 4, align 8", ", !dbg !0", ", !dbg !0, align 8"] {
        module(&format!("@g = global i32 0{good}\n!0 = !{{}}"));
    }
    for bad in [",", ", align 8,", " align 8", ", align 8 align 8", ",, align 8", ", !dbg !0,", ", 8"] {
        assert!(read(&with_layout(LAYOUT64, &format!("@g = global i32 0{bad}\n!0 = !{{}}"))).is_err(), "{bad}");
    }
    assert!(read(&with_layout(LAYOUT64, "@g = external global i32,")).is_err());
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
}

/// Globals that are refused, or that no module has.
#[test]
fn wrong_globals() {
    for bad in [
        "@a = global i8 256",
        "@a = global [2 x i8] [i8 1]",
        "@a = global [2 x i8] c\"abc\"",
        "@a = global { i8, i8 } { i8 1, i16 2 }",
        "@a = global ptr @nowhere",
        "@a = global i8 0\n@a = global i8 0",
        "@memcpy = alias i8, ptr @b\n@b = global i8 0",
        "@optarg = weak alias i8, ptr @b\n@b = global i8 0",
        "@.a = alias i8, ptr @b\n@b = global i8 0",
        "@a = alias i8, ptr @b @c = global i8 0\n@b = global i8 0",
        "@a = global i8 0\n@a = alias i8, ptr @b\n@b = global i8 0",
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

/// No operand names an alias; what it is another name for is as it would be without.
#[test]
fn aliases_are_refused_operands() {
    let module = module(
        "@b = internal global i8 0\n@a = weak hidden alias i8, ptr @b\n@g = alias void (), ptr @f\n\
         define void @f() {\n  store i8 1, ptr @a\n  store i8 1, ptr @b\n  call void @g()\n  ret void\n}",
    );
    assert!(module.globals["a"].refused.is_some() && module.globals["g"].refused.is_some());
    assert!(module.globals["b"].refused.is_none());
    let operations: Vec<&Op> = module.functions["f"].blocks[0].instructions.iter().map(|i| &i.op).collect();
    assert!(matches!(operations[0], Op::Store { pointer: Operand::Refused(_), .. }));
    assert!(matches!(operations[1], Op::Store { pointer: Operand::Global { .. }, .. }));
    assert!(matches!(operations[2], Op::Refused { .. }));
}

/// A visible function takes the place of the library's where the library may call it.
#[test]
fn parts_of_the_library() {
    let own = "define ptr @__strchrnul() {\n  ret ptr null\n}";
    let local = own.replace("define", "define internal");
    let calls = "declare i32 @printf(ptr, ...)";
    let main = "define i32 @main() {\n  ret i32 0\n}";
    for leaf in ["declare ptr @llvm.stacksave.p0()", "declare i64 @strlen(ptr)", ""] {
        module(&format!("{own}\n{leaf}"));
    }
    module(&format!("{local}\n{calls}\n{main}"));
    module("@__strptime.buffer = internal global i32 0\ndeclare void @exit(i32)");
    for lead in [calls, main, "declare ptr @strrchr(ptr, i32)"] {
        assert!(error(&format!("{own}\n{lead}")).contains("the C library calls"), "{lead}");
    }
    for bad in ["@__overflow = global i32 0", "@__strchrnul = alias i8, ptr @x\n@x = global i8 0"] {
        assert!(error(bad).contains("has a meaning"), "{bad}");
    }
    for reserved in ["__memcpy_avx_unaligned", "__strdup", "__stpcpy_chk", "__security_cookie", "__memprof_init"] {
        let own = own.replace("__strchrnul", reserved);
        assert!(error(&own).contains("has a meaning"), "{reserved}");
    }
}
