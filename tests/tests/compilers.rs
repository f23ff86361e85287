//! Programs that clang and gcc read differently: refused with what to write instead, and siblings that both read alike
//! (`spec/decisions/c-front-end.md`, Forms that compilers read differently).

use std::fs;
use tests::command::{Folder, haltcert};

/// Flags, a program that is refused, a part of the message, and a program that is proved.
type Row = (&'static [&'static str], &'static str, &'static str, &'static str);

/// Each of them is another program if it is compiled by gcc 12.
#[rustfmt::skip]
const DIFFERENT: &[Row] = &[
    (&[], "int main(void) { do { int n = 0; while (({ if (n++) break; 0; })); } while (0); return 0; }", "in gcc it leaves another loop",
        "int main(void) { int n = 0; while (n < 3) { if (n++) break; } return 0; }"),
    (&[], "int main(void) { return -9223372036854775808 > 0; }", "write the suffix u",
        "int main(void) { return 9223372036854775807 == 9223372036854775808u; }"),
    (&[], "struct c { int a, b; }; int main(void) { struct c q = {1, 2}; struct { struct c i; } s = { .i = q, .i.b = 5 }; return s.i.a; }",
        "drops all of the earlier value", "int main(void) { int a[2] = { [0 ... 1] = 1, [1] = 2 }; return a[0]; }"),
    (&[], "typedef int F(void); static int f(void) { return 0; } static int g(const F *p) { return p(); } int main(void) { return g(f); }",
        "promise about the function", "static const int f(void) { return 0; } int main(void) { return f(); }"),
    (&["-std=gnu89"], "int main(void) { return sizeof(strtol(\"1\", (char **)0, 10)); }", "include its header",
        "int main(void) { return strlen(\"12\") - 2; }"),
    (&[], "int main(void) { return __alignof__(main); }", "another value", "int main(void) { return __alignof__(int) - 4; }"),
    (&["-std=gnu89"], "int d; int main(void) { if (!d) { d = 1; return main(); } }", "return 0;",
        "int main(void) { int mains = 0; if (mains) return 1; }"),
    (&[], "const int f(void); int main(void) { return __builtin_types_compatible_p(__typeof__(f), int(void)); }", "leave the qualifier out",
        "int f(void); int main(void) { return !__builtin_types_compatible_p(__typeof__(f), int(void)); }"),
    (&[], "int main(void) { return __DATE__[7] == '1'; }", "-d", "int main(void) { return __FILE__[0] == 0; }"),
    (&[], "int main(void) {\n#if 0\n#elifndef FOO\nreturn 1;\n#endif\nreturn 0; }", "#elif defined",
        "int main(void) {\n#if 0\n#elif !defined FOO\n#endif\nreturn 0; }"),
    (&["-std=c99"], "#define M(a, ...) f(a, ## __VA_ARGS__)\nstatic int f(int x) { return x; }\nint main(void) { return M(0); }", "keeps the comma",
        "#define M(...) f(__VA_ARGS__)\nstatic int f(int x) { return x; }\nint main(void) { return M(0); }"),
    (&["-std=c2x"], "int main(void) { auto x = 1ull << 40; return sizeof x; }", "draft", "int main(void) { return 0; }"),
    (&[], "static int f(int *p) { return 0; } int main(void) { int (*g)(int *) __attribute__((nonnull)) = f; return g(0); }", "believes it",
        "static int f(int *p) { return *p; } int main(void) { int x = 0; int (*g)(int *) = f; return g(&x); }"),
    (&[], "int main(void) { int a[2] = {0}; \n#pragma GCC ivdep\nfor (int i = 0; i < 2; i++) a[i] = i; return 0; }", "pragma",
        "int main(void) { int a[2] = {0}; \n#pragma GCC unroll 2\nfor (int i = 0; i < 2; i++) a[i] = i; return 0; }"),
    (&[], "struct { unsigned long long b : 40; } s; int main(void) { return s.b - 1 >> 40 != 0; }", "wider than int",
        "struct { unsigned long long b : 40; } s; int main(void) { s.b = 7; return (unsigned long long)s.b - 1 >> 40 != 0; }"),
    (&[], "struct { unsigned b : 3; } s; int main(void) { return _Generic(s.b, unsigned: 0, default: 1); }", "write +x.b",
        "struct { unsigned b : 3; } s; int main(void) { return _Generic(+s.b, int: 0, default: 1); }"),
    (&[], "volatile int v; int main(void) { __typeof__(v++) x; return _Generic(&x, int *: 1, default: 2); }", "qualifiers",
        "int main(void) { int v = 0; __typeof__(v + 1) x = v++; return x; }"),
    (&[], "struct s { char c : 4; int b : 3 __attribute__((aligned(8))); }; int main(void) { return sizeof(struct s); }", "alignment",
        "struct s { char c : 4; int b __attribute__((aligned(8))); }; int main(void) { return sizeof(struct s) - 16; }"),
    (&[], "struct __attribute__((ms_struct)) s { char c; int b : 3; }; int main(void) { return sizeof(struct s); }", "ms_struct",
        "struct __attribute__((packed)) s { char c; int b : 3; }; int main(void) { return sizeof(struct s) - 2; }"),
    (&[], "struct s { int n __attribute__((ext_vector_type(4))); }; int main(void) { return sizeof(struct s); }", "gcc ignores it",
        "struct s { int n __attribute__((vector_size(16))); }; int main(void) { return sizeof(struct s) - 16; }"),
    (&[], "struct s { char a[3]; }; int main(void) { return sizeof(_Atomic struct s); }", "_atomic",
        "int main(void) { return sizeof(_Atomic short) - 2; }"),
    (&[], "int main(void) { return sizeof(__PRETTY_FUNCTION__); }", "__func__",
        "#include <assert.h>\nint main(void) { assert(sizeof(__func__) == 5); return 0; }"),
    (&[], "int main(void) { return __builtin_isinf(-__builtin_inf()); }", "__builtin_isinf",
        "#include <math.h>\nint main(void) { return isinf(-__builtin_inf()) == 2; }"),
    (&[], "#define pop push, 1\n#pragma pack(pop)\n#undef pop\nint main(void) { return 0; }", "'pop'",
        "#define popped push, 1\n#pragma pack(push, 1)\n#pragma pack(pop)\nint main(void) { return 0; }"),
    (&[], "__attribute__((gnu_inline)) extern inline int f(void) { return 5; } static inline int f(void); int main(void) { return f(); }",
        "gnu_inline", "static inline int f(void); static inline int f(void) { return 5; } int main(void) { return f() - 5; }"),
];

#[test]
fn forms_that_compilers_read_differently() {
    let folder = Folder::new();
    for (flags, wrong, message, right) in DIFFERENT {
        let proved = |text: &str| {
            let file = folder.write("a.c", format!("{text}\n"));
            haltcert(&[&["prove", &file, "--"][..], *flags].concat())
        };
        let said = proved(wrong);
        assert!(
            [2, 3].contains(&said.code) && said.said().to_lowercase().contains(message),
            "{wrong}: {}",
            said.said()
        );
        // A draft of a standard is refused whatever the program.
        if *message != "draft" {
            let said = proved(right);
            assert_eq!(said.code, 0, "{right}: {}", said.said());
        }
    }
}

/// The programs have no say in it, but in what the preprocessor warns of.
#[test]
fn warnings_are_not_hidden() {
    let folder = Folder::new();
    let text = "#pragma GCC diagnostic ignored \"-Wimplicitly-unsigned-literal\"\n#pragma clang diagnostic ignored \"-Weverything\"\nint main(void) { return -9223372036854775808 > 0; }\n";
    let said = haltcert(&["prove", &folder.write("a.c", text)]);
    assert!(said.code == 2 && said.said().contains("suffix"), "{}", said.said());
}

/// gcc takes files of one content for one file; clang looks where they are.
#[test]
fn files_of_one_content() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        fs::create_dir(folder.0.path().join(name)).expect("made");
    }
    let file = folder.write(
        "m.c",
        "int main(void) { int n = 0;\n#include \"a/x.h\"\n#include \"b/x.h\"\n#include \"a/x.h\"\nreturn n; }\n",
    );
    folder.write("a/x.h", "#pragma once\nn++;\n");
    folder.write("b/x.h", "#pragma once\nn++;\n");
    let said = haltcert(&["prove", &file]);
    assert!(said.code == 2 && said.said().contains("same content"), "{}", said.said());
    folder.write("b/x.h", "#pragma once\nn--;\n");
    assert_eq!(haltcert(&["prove", &file]).code, 0);
}
