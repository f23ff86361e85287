//! Names that mean something to LLVM, the linker, the library or the start code.

use super::*;

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

/// What only front ends know is the program's own where it is static, and floating point does not call it.
#[test]
fn functions_that_front_ends_recognise() {
    let read = |linkage: &str, name: &str, attributes: &str| {
        let text = module(&format!(
            "define {linkage} double @{name}(double %a) {attributes} {{\nentry:\n  %r = fadd double %a, %a\n  ret double %r\n}}\n"
        ));
        reader::read(&text).map(|read| read.recognised.len()).map_err(|error| error.message)
    };
    let plain = "\"no-builtins\"";
    for name in ["isnan", "iswalpha", "towlower", "index", "j0", "ynl", "clog", "sinf16", "isnand64", "_exit", "vfork"]
    {
        assert_eq!(read("", name, plain), Ok(1), "{name}");
        assert!(read("", name, "").is_err_and(|message| message.contains("compilers")), "{name}");
        assert_eq!(read("internal", name, ""), Ok(0), "{name}");
    }
    // LLVM's are also recognised where they are static, and instructions of floating point call them.
    assert!(read("internal", "fmod", "").is_err() && read("internal", "fmod", plain).is_err());
    for name in ["isnanx", "sinf80", "j2", "indexl"] {
        assert_eq!(read("", name, ""), Ok(0), "{name}");
    }
    let variable = |text: &str| reader::read(&module(text)).is_ok();
    assert!(variable("@index = global i32 0\n"));
    assert!(!variable("@v = global i32 0\n@index = alias i32, ptr @v\n"));
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
