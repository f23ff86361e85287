//! The front end on small programs: what it accepts, what it refuses and with which message, and
//! the text of the module it makes.

mod common;

use certificates::DataModel;
use common::{Scratch, load_c, load_ll};
use prover::frontend::{FrontendError, Options, load};
use prover::program::{Function, Op, Operand, Program};

fn function<'a>(program: &'a Program, name: &str) -> &'a Function {
    program.functions.get(name).expect("function is there")
}

fn ops(function: &Function) -> Vec<&Op> {
    function.blocks.iter().flat_map(|block| &block.instructions).map(|i| &i.op).collect()
}

fn message(result: Result<Program, FrontendError>) -> String {
    result.expect_err("refused").to_string()
}

#[test]
fn strlen_becomes_registers_with_variables_and_lines() {
    let source =
        "unsigned long len(const char *s) {\n  const char *p = s;\n  while (*p)\n    p++;\n  return p - s;\n}\n";
    let program = load_c(source, DataModel::Lp64).expect("accepted");
    let len = function(&program, "len");
    assert_eq!(len.line, Some(1));
    assert!(len.refused.is_none());
    assert!(!ops(len).iter().any(|op| matches!(op, Op::Alloca { .. } | Op::Store { .. })));
    let phi = len.blocks.iter().flat_map(|block| &block.phis).next().expect("loop head");
    let register = &len.registers[phi.result];
    assert_eq!(register.variable.as_deref(), Some("p"));
    let load = len
        .blocks
        .iter()
        .flat_map(|block| &block.instructions)
        .find(|i| matches!(i.op, Op::Load { .. }))
        .expect("load");
    let place = load.location.as_ref().expect("location");
    assert_eq!((place.file.as_str(), place.line), ("program.c", 3));
    assert!(load.text.starts_with('%') && load.text.contains(" = load i8, ptr %"), "{}", load.text);
}

#[test]
fn the_text_does_not_depend_on_the_directory() {
    let source = "#include <stdlib.h>\n#include <assert.h>\n#include \"part.h\"\nint main(void) { char *p = malloc(4); assert(p); return part(p); }\n";
    let header = "static int part(char *p) { return *p; }\n";
    let texts = ["one", "two/deeper"].map(|place| {
        let scratch = Scratch::new();
        scratch.write(&format!("{place}/part.h"), header);
        let path = scratch.write(&format!("{place}/program.c"), source);
        let program = load(&path, Options { data_model: DataModel::Lp64, no_builtin: false }).expect("accepted");
        assert!(!program.text.contains(scratch.path().to_str().expect("path")));
        assert!(!program.text.contains("\"/"), "an absolute path in the module");
        program.text
    });
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn a_variable_of_a_loop_body_is_arbitrary_in_every_round() {
    let source = "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { int y; s += y; y = i; } return s; }\n";
    let program = load_c(source, DataModel::Lp64).expect("accepted");
    let f = function(&program, "f");
    let frozen: Vec<&str> = f
        .blocks
        .iter()
        .filter(|block| block.instructions.iter().any(|i| matches!(i.op, Op::Freeze { value: Operand::Undef, .. })))
        .map(|block| block.label.as_str())
        .collect();
    assert_eq!(frozen, ["for.body"]);
}

#[test]
fn an_uninitialised_variable_is_arbitrary_but_fixed() {
    let program = load_c("int f(void) { int x; return x - x; }\n", DataModel::Lp64).expect("accepted");
    let ops = ops(function(&program, "f"));
    let freezes = ops.iter().filter(|op| matches!(op, Op::Freeze { .. })).count();
    assert_eq!(freezes, 1);
    assert!(ops.iter().any(|op| matches!(op, Op::Binary { left, right, .. } if left == right)));
}

#[test]
fn what_the_compiler_would_fold_away_is_an_error() {
    let programs = [
        "int f(void) { return 1 / 0; }",
        "int f(void) { return 1 % 0; }",
        "int f(void) { return 2147483647 + 1; }",
        "int f(void) { const int m = 2147483647; return m + 1; }",
        "int f(int x) { return x ? 2147483647 + 1 : 0; }",
        "int f(int *x) { return x[2147483647 * 2]; }",
        "int f(void) { return 1 << 40; }",
        "int f(void) { return 1 >> -1; }",
        "int f(void) { return (-2147483647 - 1) / -1; }",
        "int f(void) { return (int)1e20; }",
        "int g = 2147483647 + 1;",
        "#pragma GCC system_header\nint f(void) { return 2147483647 + 1; }",
    ];
    for program in programs {
        let error = load_c(program, DataModel::Lp64).expect_err(program);
        assert!(
            matches!(error, FrontendError::Compile { .. } | FrontendError::BadInput { .. }),
            "{program}: {error:?}"
        );
        assert!(error.to_string().contains("program.c:"), "{program}: {error}");
    }
}

#[test]
fn code_that_is_never_compiled_is_no_error() {
    let source = "int f(void) { if (0) return 1 / 0; return sizeof(int) == 4 ? 1 : 2147483647 + 1; }\n";
    assert!(load_c(source, DataModel::Lp64).is_ok());
}

#[test]
fn own_definitions_of_library_functions_are_called() {
    let source = "int abs(int x) { while (1) {} return x; }\nvoid *memcpy(void *d, const void *s, unsigned long n) { while (1) {} return d; }\nint f(int x) { char a[4], b[4] = {0}; memcpy(a, b, 4); return abs(x); }\n";
    let text = message(load_c(source, DataModel::Lp64));
    assert!(text.contains("the definition of 'abs'") && text.contains("-fno-builtin"), "{text}");
    let scratch = Scratch::new();
    let options = Options { data_model: DataModel::Lp64, no_builtin: true };
    let program = load(&scratch.write("program.c", source), options).expect("accepted");
    let called: Vec<&str> = ops(function(&program, "f"))
        .iter()
        .filter_map(|op| match op {
            Op::Call { callee, .. } if !callee.starts_with("llvm.") => Some(callee.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(called, ["memcpy", "abs"]);
    // The module says so itself.
    let file = scratch.write("module.ll", &program.text);
    assert!(message(load(&file, options)).contains("option for C files"));
    let options = Options { no_builtin: false, ..options };
    assert!(load(&file, options).is_ok());
    let without = program.text.replace("\"no-builtins\"", "");
    assert!(message(load(&scratch.write("other.ll", &without), options)).contains("'abs'"));
}

/// Also where LLVM does not know the name: clang knows that this one has no effects.
#[test]
fn own_definitions_that_only_the_front_end_knows() {
    let source = "int f; int isalpha(int c) { f = c; return 1; }\n";
    let text = message(load_c(source, DataModel::Lp64));
    assert!(text.contains("the definition of 'isalpha'"), "{text}");
}

#[test]
fn restrict_leaves_no_promise_in_the_module_and_bool_a_range() {
    let source = "int f(int *restrict a, int *restrict b, _Bool *c) { *a = 1; return *b + *c; }\n";
    let program = load_c(source, DataModel::Lp64).expect("accepted");
    assert!(function(&program, "f").refused.is_none());
    assert!(!program.text.contains("noalias") && !program.text.contains("!noundef"));
    assert!(program.text.contains(", !range !"));
}

#[test]
fn what_keeps_calls_leaves_no_attributes_in_the_module() {
    let source =
        "int memcmp(const void *, const void *, unsigned long);\nint main(void) { return memcmp(\"a\", \"c\", 1); }\n";
    let program = load_c(source, DataModel::Lp64).expect("accepted");
    assert!(program.text.contains("call i32 @memcmp("));
    assert!(!program.text.contains("no-builtin") && !program.text.contains("nobuiltin"));
}

#[test]
fn both_data_models() {
    let source = "long f(void *p) { return (long)p + sizeof(long); }\n";
    for (model, bits) in [(DataModel::Lp64, 64), (DataModel::Ilp32, 32)] {
        let program = load_c(source, model).expect("accepted");
        assert_eq!(program.pointer_bits, bits);
    }
}

#[test]
fn compiler_errors_are_shown_as_the_compiler_shows_them() {
    let scratch = Scratch::new();
    let path = scratch.write("sub/program.c", "int main(void) { return x; }\n");
    let text = message(load(&path, Options { data_model: DataModel::Lp64, no_builtin: false }));
    assert!(text.starts_with(&format!("{}:1:25: error: use of undeclared identifier 'x'", path.display())), "{text}");
    assert!(text.contains("1 error generated."), "{text}");
}

#[test]
fn old_programs_without_declarations_compile() {
    let source = "main() { int *p = malloc(4); char *q = p; return q != 0 && g(1, 2); }\n";
    // Implicit int stays an error of the compiler's.
    assert!(load_c(source, DataModel::Lp64).is_err());
    let program = load_c(&source.replace("main()", "int main()"), DataModel::Lp64).expect("accepted");
    let call = ops(function(&program, "main"))
        .into_iter()
        .find(|op| matches!(op, Op::Call { callee, .. } if callee == "g"))
        .expect("call");
    assert!(matches!(call, Op::Call { arguments, .. } if arguments.len() == 2));
}

#[test]
fn clear_messages_for_files_that_are_no_programs() {
    let scratch = Scratch::new();
    let options = Options { data_model: DataModel::Lp64, no_builtin: false };
    let missing = scratch.path().join("missing.c");
    assert!(message(load(&missing, options)).ends_with("missing.c: no such file"));
    let missing = scratch.path().join("missing.ll");
    assert!(message(load(&missing, options)).ends_with("missing.ll: no such file"));
    let directory = scratch.write("d.c/file", "");
    assert!(message(load(directory.parent().expect("parent"), options)).ends_with("is a directory"));
    let other = scratch.write("program.rs", "");
    assert!(message(load(&other, options)).contains("expected a C file (.c) or an LLVM module"));
    for bytes in ["define i32 @f( {", "\u{0}\u{1}", "BC\u{0}"] {
        for name in ["broken.ll", "broken.bc"] {
            let path = scratch.write(name, bytes);
            assert!(matches!(load(&path, options), Err(FrontendError::BadInput { .. })), "{name} {bytes:?}");
        }
    }
    // A module that parses and does not verify.
    let text = message(load_ll(
        "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %x\n}\n",
        DataModel::Lp64,
    ));
    assert!(text.contains("not a valid LLVM module"), "{text}");
}

#[test]
fn a_module_for_another_pointer_width_is_refused() {
    let ll = |layout: &str| format!("target datalayout = \"{layout}\"\ndefine void @f() {{\n  ret void\n}}\n");
    let i386 = ll("e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128");
    let text = message(load_ll(&i386, DataModel::Lp64));
    assert!(text.contains("32-bit pointers") && text.contains("lp64"), "{text}");
    assert!(load_ll(&i386, DataModel::Ilp32).is_ok());
    for other in ["E", "e-m:e-i64:64-f80:128-n8:16:32:64-S128"] {
        assert!(message(load_ll(&ll(other), DataModel::Lp64)).contains("data layout"));
    }
}
