//! Programs as a build has them: the compiler's flags, several files, what a function reaches.

use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::command::{Answer, Folder, haltcert, haltcheck};

/// Runs both programs: whether everything is proved, and VALID for these calls.
fn valid(folder: &Folder, entry: &str, contract: &str, line: &[&str]) -> bool {
    let (cert, module) = (folder.file("valid.cert"), folder.file("valid.ll"));
    let wanted = ["prove", "--entry", entry, "-o", &cert, "--emit-module", &module];
    let answer = haltcert(&[&wanted[..], line].concat());
    assert!([0, 1, 2].contains(&answer.code), "{}", answer.said());
    let wrap: &[&str] = if line.contains(&"-fwrapv") { &["--signed-overflow", "wrap"] } else { &[] };
    let property = if wrap.is_empty() { "memory-safety,no-overflow,termination" } else { "memory-safety,termination" };
    let asked = [&cert, "--module", &module, "--entry", entry, "--precondition", contract, "--property", property];
    answer.code == 0 && {
        let verdict = haltcheck(&[&asked[..], wrap].concat());
        assert_eq!(verdict.code, 0, "{}", verdict.said());
        true
    }
}

#[test]
fn flags_of_the_compiler() {
    let folder = Folder::new();
    fs::create_dir(folder.0.path().join("inc")).expect("made");
    let header = "typedef unsigned char BYTE;\nenum mode { A, B };\n#if N == 4\n#define LAST 3\n#else\n#define LAST 2\n#endif\n/*@ requires \\valid(p + (0 .. LAST)); */\nvoid f(BYTE *p, enum mode m);\n";
    folder.write("inc/n.h", header);
    let file = folder.write("a.c", "#include <n.h>\nvoid f(BYTE *p, enum mode m) { p[3] = m; }\n");
    let inc = format!("-I{}", folder.file("inc"));
    let contract = |last: &str| format!("(unsigned char *p, unsigned int m) requires \\valid(p + (0 .. {last}))");
    // The header's contract, with the compiler's types and macros.
    assert!(valid(&folder, "f", &contract("3"), &[&file, "--", &inc, "-D", "N=4", "-O2", "-Wall", "-o", "a.o"]));
    assert!(!valid(&folder, "f", &contract("2"), &[&file, "--", &inc, "-DN=5"]));
    haltcert(&["prove", &file, "--entry", "f"]).is_bad(&["n.h"]);
    for flag in ["-funsigned-char", "-fshort-enums", "-Wp,-DN=4", "-std=c++17", "other.c"] {
        haltcert(&["prove", &file, "--entry", "f", "--", &inc, flag]).is_bad(&[&flag.to_lowercase()]);
    }
    // An enumeration with a negative value is another type.
    folder.write("inc/n.h", header.replace("A, B", "A = -1, B"));
    haltcert(&["prove", &file, "--entry", "f", "--", &inc, "-DN=4"]).is_bad(&["parameters of 'f'"]);

    let add = folder.write("add.c", "/*@ requires \\true; */\nint f(int a) { return a + 1; }\n");
    let any = "(int a) requires \\true";
    assert!(valid(&folder, "f", any, &[&add, "--", "-fwrapv"]) && !valid(&folder, "f", any, &[&add]));
    haltcert(&["prove", &add, "--entry", "f", "--signed-overflow", "error", "--", "-fwrapv"]).is_bad(&["-fwrapv"]);
    haltcert(&["prove", &add, "--entry", "f", "--data-model", "lp64", "--", "-m32"]).is_bad(&["-m32"]);
    let bare = folder.write("bare.c", "int f(int *p) { return *p; }\n");
    let said = haltcert(&["prove", &bare, "--entry", "f"]).out;
    assert!(said.contains("no contract above 'f': its parameters are arbitrary"), "{said}");
}

/// A contract of a header is read in every file that has it: its names may mean something else there.
#[test]
fn one_contract_with_two_meanings() {
    let folder = Folder::new();
    let header = "/*@ requires 0 <= i < N; */\nint f(int i);\n";
    folder.write("f.h", header);
    let file =
        |name: &str, above: &str, below: &str| folder.write(name, format!("{above}\n#include \"f.h\"\n{below}\n"));
    let own = file("own.c", "enum { N = 3 };", "static int t[3];\nint f(int i) { return t[i]; }");
    let other = file("other.c", "enum { N = 10 };", "int g(void) { return f(9); }");
    let same = file("same.c", "enum { N = 3 };", "int g(void) { return f(2); }");
    for files in [[&own, &other], [&other, &own]] {
        let [first, second] = files.map(String::as_str);
        haltcert(&["prove", first, second, "--entry", "f"]).is_bad(&["means two things"]);
    }
    assert!(valid(&folder, "f", "(int i) requires 0 <= i < 3", &[&own, &same]));
}

/// A contract names one variable: not one of several files' own, nor one of several of a function.
#[test]
fn several_variables() {
    let folder = Folder::new();
    let own = |outside: &str, inside: &str| format!("{outside} static int own(void) {{ {inside} return x++; }}\n");
    let using = |text: &str, name: &str| {
        let contract = format!("/*@ requires \\valid(p) && \\separated(p, {name}) && i32[{name}] == 2; */");
        format!("int other(void);\n{text}{contract}\nint f(int *p) {{ *p = other(); return 1 / own(); }}\n")
    };
    let (global, local) = (own("static int x;", ""), own("", "static int x;"));
    let is_bad = |files: &[&str], message: &str| {
        haltcert(&[&["prove", "--entry", "f"], files].concat()).is_bad(&[message]);
    };
    let alone = folder.write("alone.c", "int other(void) { return 1; }\n");
    for (text, name) in [(&global, "x"), (&local, "own::x")] {
        let file = folder.write("f.c", using(text, &format!("&{name}")));
        let also = folder.write("other.c", format!("{text}int other(void) {{ return own(); }}\n"));
        for files in [[&*file, &*also], [&*also, &*file]] {
            is_bad(&files, &format!("several of the files define '{name}'"));
        }
        assert_eq!(haltcert(&["prove", &file, &alone, "--entry", "f"]).code, 0, "{name}");
    }
    let two = own("", "{ static int x; x = 1; } static int x;");
    let file = folder.write("two.c", using(&two, "&own::x"));
    is_bad(&[&file, &alone], "'own' has several variables 'x'");
}

#[test]
fn several_files() {
    let folder = Folder::new();
    let one = "int helper(int *p);\nstatic int limit(int x) { return x > 9 ? 9 : x; }\n/*@ requires \\valid(p); */\nint f(int *p) { *p = limit(*p); return helper(p); }\n";
    let two = "static int limit(int x) { return x < 0 ? 0 : x; }\nint helper(int *p) { static int t[10]; return t[limit(*p)]; }\n";
    let (a, b) = (folder.write("a.c", one), folder.write("b.c", two));
    let wrong = folder.write("wrong.c", two.replace("t[10]", "t[9]"));
    let contract = "(int *p) requires \\valid(p)";
    assert!(valid(&folder, "f", contract, &[&a, &b]));
    assert!(!valid(&folder, "f", contract, &[&a, &wrong]));
    let said = haltcert(&["prove", &a, &wrong, "--entry", "f"]).out;
    assert!(said.contains("wrong.c:2:"), "{said}");
    haltcert(&["prove", &a, &b, &wrong, "--entry", "f"]).is_bad(&["'helper' is defined in"]);
    haltcert(&["prove", &a, &b, "--entry", "limit"]).is_bad(&["several of the files define a function 'limit'"]);
    let other = folder.write("other.c", "/*@ requires \\true; */ int f(int *p);\n");
    haltcert(&["prove", &a, &b, &other, "--entry", "f"]).is_bad(&["different contracts for 'f'"]);
    let module = folder.write("m.ll", "");
    haltcert(&["prove", &a, &module, "--entry", "f"]).is_bad(&["only c files can be linked"]);

    // The same as a build has it.
    let command = |file: &str, more: &str| {
        let words = format!("cc -O2 {more} -c {file} -o {file}.o");
        serde_json::json!({ "directory": ".", "file": file, "command": words })
    };
    let list = |more: &str| Value::Array(vec![command("a.c", "-DX=1"), command("b.c", more)]).to_string();
    let build = folder.write("compile_commands.json", list("-g"));
    assert!(valid(&folder, "f", contract, &["--compile-commands", &build]));
    assert!(!valid(&folder, "f", contract, &["--compile-commands", &build, &a]));
    haltcert(&["prove", "--compile-commands", &build, &wrong, "--entry", "f"]).is_bad(&["does not compile this file"]);
    for (more, word) in [("-fshort-enums", "-fshort-enums"), ("-fwrapv", "-fwrapv")] {
        let build = folder.write("compile_commands.json", list(more));
        haltcert(&["prove", "--compile-commands", &build, "--entry", "f"]).is_bad(&[word]);
    }
    let build = folder.write("compile_commands.json", "{}");
    haltcert(&["prove", "--compile-commands", &build, "--entry", "f"]).is_bad(&["a list of commands"]);
    // libtool compiles each file twice; the command for code at a fixed place counts.
    let twice = |other: &str| {
        let all = vec![command("a.c", "-fPIC -DPIC"), command("a.c", ""), command("b.c", ""), command("b.c", other)];
        folder.write("compile_commands.json", Value::Array(all).to_string())
    };
    assert!(valid(&folder, "f", contract, &["--compile-commands", &twice("-fPIC -DPIC")]));
    haltcert(&["prove", "--compile-commands", &twice("-fPIC -DX=2"), "--entry", "f"]).is_bad(&["more than once"]);
    // By itself it is a macro.
    haltcert(&["prove", "--compile-commands", &twice("-DPIC"), "--entry", "f"]).is_bad(&["more than once"]);
    let all = vec![command("a.c", "-fPIC -DPIC"), command("a.c", "-fPIC"), command("b.c", "")];
    let build = folder.write("compile_commands.json", Value::Array(all).to_string());
    haltcert(&["prove", "--compile-commands", &build, "--entry", "f"]).is_bad(&["more than once"]);
}

/// Headers of glibc define `_Static_assert` for dialects before C11.
#[test]
fn strict_dialects() {
    let folder = Folder::new();
    let text = "#include <stdlib.h>\nstruct box { int n; };\n/*@ requires \\valid_read(b) && b->n < 5; */\nint f(const struct box *b) { return b->n + 1; }\n";
    let file = folder.write("box.c", text);
    for dialect in ["-std=c99", "-std=c89", "-std=c11", "-std=gnu99"] {
        let said = haltcert(&["contract", &file, "--entry", "f", "--", dialect]).out;
        assert!(said.contains("i32[b + 0] < 5"), "{dialect}: {said}");
    }
    let wrong = folder.write("wrong.c", text.replace("int f(const struct box *b)", "int f(const struct bag *b)"));
    haltcert(&["contract", &wrong, "--entry", "f", "--", "-std=c99"]).is_bad(&["f"]);
}

/// Functions that nothing calls are not in a module, unless they are to be proved.
#[test]
fn inline_functions_of_headers() {
    let folder = Folder::new();
    folder.write(
        "half.h",
        "/*@ requires \\true; */\nstatic inline int half(int x) { return x / 2; }\n/*@ requires d < 5; */\nstatic inline int part(int x, int d) { return x / d; }\n",
    );
    let file =
        folder.write("other.c", "#include \"half.h\"\n/*@ requires x < 100; */\nint other(int x) { return x + 1; }\n");
    let said = haltcert(&["prove", &file, "--all-functions"]);
    for line in ["half      proved", "other     proved", "part      violated", "2 of 3 functions proved"] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    let said = haltcert(&["prove", &file, "--entry", "half"]).out;
    assert!(said.contains("memory safety: proved"), "{said}");
}

/// What most functions lack is told first, with its number.
#[test]
fn reasons_of_a_library() {
    let folder = Folder::new();
    let text = "int far(int);\n/*@ requires \\true; */ int a(int n) { return far(n); }\n/*@ requires \\true; */ int b(int n) { return far(n) & 1; }\n/*@ requires d < 9; */ int c(int d) { return 7 / d; }\n";
    let file = folder.write("library.c", text);
    let said = haltcert(&["prove", &file, "--all-functions", "--no-refute"]).out;
    let reasons = "missing, by reason, what most functions lack first:\n     2  not supported: the external function 'far' (no contract) (a, b)\n     1  division-by-zero: A divisor may be zero. (c)\n";
    assert!(said.ends_with(reasons), "{said}");
}

/// A function that has a contract, with what stands before, in and behind it.
fn with(before: &str, body: &str, behind: &str) -> String {
    format!("{before}\n/*@ requires \\valid(p); */\nint f(int *p) {{ {body} }}\n{behind}\n")
}

/// Assembly in a function that is not reached, and of the file.
const ASSEMBLY: &str = "int g(int *p) { __asm__ volatile (\"nop\"); return p[1]; }\n__asm__(\".symver f, f@V\");";

/// What the function does not reach neither refuses the module nor is part of it.
#[test]
fn modules_are_reduced() {
    let folder = Folder::new();
    let contract = "(int *p) requires \\valid(p)";
    let alias = "extern __typeof(f) NAME __attribute__((KIND));\n";
    let assembly = ASSEMBLY;
    let strong = "static int t(int *p) { return *p; }\nextern __typeof(t) u __attribute__((alias(\"t\")));";
    let weak = strong.replace("alias(", "weak, alias(");
    let table = "int g(int *); static int (*const table[1])(int *) = { g };";
    let named = |name: &str| alias.replace("NAME", name).replace("KIND", "weak, alias(\"f\")");
    let cases = [
        (with("", "return *p;", assembly), true),
        (with("int g(int *);", "return g(p);", assembly), false),
        (with(table, "return table[0](p);", assembly), false),
        (with("", "return *p;", &named("uno")), true),
        (with(strong, "return u(p);", ""), true),
        (with(&strong.replace("*p;", "p[1];"), "return u(p);", ""), false),
        (with(&weak, "return u(p);", ""), false),
        (with(&weak, "return t(p);", ""), true),
        // What the library calls is the program's.
        (
            with(
                "int printf(const char *, ...); void *own(long n) { for (;;); }",
                "printf(\"hi\"); return *p;",
                "void *malloc(unsigned long) __attribute__((alias(\"own\")));",
            ),
            false,
        ),
        (with("", "return *p;", "__asm__(\".globl malloc\\nmalloc: jmp malloc\");"), false),
        (with("static int g(int *p) { return *p; }", "return g(p);", "__asm__(\".globl g\");"), false),
        // Assembly speaks of its whole file, also where nothing calls it; what stays in its place passes.
        (with("", "return *p;", "__asm__(\".symver elsewhere, other@V\");"), false),
        (with("", "return *p;", "__asm__(\".macro addl a:vararg\\n.endm\");"), false),
        (with("", "return *p;", "void g(void) { __asm__ volatile(\".macro movl a:vararg\\n.endm\"); }"), false),
        (with("", "return *p;", "void g(void) { __asm__ volatile(\"1: pause; jmp 1b\"); }"), true),
        (with("", "return *p;", "void g(int n) { __asm__ volatile(\"h = k\" :: \"r\"(n)); }"), false),
        (with("", "return *p;", "void g(int n) { __asm__ goto(\".set h, k\" :::: l); l: ; }"), false),
        (with("", "return *p;", "void g(void) { __asm__ volatile(\"h /**/ = k\"); }"), false),
        (
            with(
                "",
                "return *p;",
                "static void g(void) { __asm__ volatile(\".set h, k\"); } static void (*q)(void) = g;",
            ),
            false,
        ),
        (
            with(
                "",
                "return *p;",
                "static const int k; void g(void) { if (k) __asm__ volatile(\"h = k\" :: \"r\"(k)); }",
            ),
            false,
        ),
        (with("", "return *p;", "static int g __attribute__((section(\".data\\n.set h, k #\")));"), false),
        (with("", "return *p;", "static void g(void) { __asm__ volatile(\"rep; nop\"); }"), true),
        (with("", "return *p;", "int g __attribute__((section(\".data\\n.set h, k #\")));"), false),
        (with("", "return *p;", "int g(void) __asm__(\"g\\n.set h, k\"); int g(void) { return 0; }"), false),
        // What the compiler calls by this name is the program's.
        (with("", "return *p;", &named("memcpy")), false),
        (with("", "return *p;", "__attribute__((constructor)) static void start(void) { }"), true),
        (
            with(
                "",
                "return *p;",
                "int main(void) { int x = 0; return f(&x); }\nextern __typeof(f) a __attribute__((alias(\"f\")));",
            ),
            true,
        ),
    ];
    for (number, (source, expected)) in cases.iter().enumerate() {
        let file = folder.write(&format!("c{number}.c"), source);
        assert_eq!(valid(&folder, "f", contract, &[&file]), *expected, "{source}");
    }
}

/// With --all-functions, each has a module of its own.
#[test]
fn modules_of_all_functions() {
    let folder = Folder::new();
    let first = with("", "return *p;", ASSEMBLY);
    let two = format!("{first}/*@ requires \\true; */\nint h(int a) {{ return a > 0 ? 1 / a : 0; }}\n");
    let file = folder.write("two.c", two);
    let (proofs, modules) = (folder.file("proofs"), folder.file("modules"));
    assert_eq!(haltcert(&["prove", &file, "--all-functions", "-o", &proofs, "--emit-module", &modules]).code, 0);
    let text = fs::read_to_string(Path::new(&modules).join("h.ll")).expect("a module");
    assert!(text.contains("@h(") && !text.contains("@f("), "{text}");
    // Several at a time: the same answers in the same order, the same certificates.
    let alone = |kind: &str| fs::read(Path::new(&proofs).join(kind)).expect("a certificate");
    let (first, second) = (alone("f.cert"), alone("h.cert"));
    let rows = |answer: &Answer| -> Vec<Value> {
        let rows: Vec<Value> = serde_json::from_str(&answer.out).expect("one JSON array");
        rows.into_iter().map(|row| row["entry"].clone()).collect()
    };
    let together = haltcert(&["prove", &file, "--all-functions", "--jobs", "4", "--json", "-o", &proofs]);
    assert_eq!((together.code, rows(&together)), (0, vec!["f".into(), "h".into()]));
    assert!((alone("f.cert"), alone("h.cert")) == (first, second), "certificates depend on --jobs");
    assert_eq!(haltcert(&["prove", &file, "--all-functions", "--jobs", "0"]).code, 3);
}

/// A contract is about its function, with the names as they are where it stands.
#[test]
fn contracts_are_read_where_they_stand() {
    let folder = Folder::new();
    let cases = [
        // Which of two definitions holds at the contract is not looked for.
        ("#define N 4\n/*@ requires 0 <= n < N; */ int f(int n) { return n; }\n#undef N\n#define N 2\n", "'n' is no"),
        // The symbol f is the function g.
        (
            "int f(int) __asm__(\"g\");\nint g(int) __asm__(\"f\");\nint g(int n) { return 1 / n; }\n\
             /*@ requires n > 0; */ int f(int n) { return n; }\n",
            "assembler label",
        ),
        (
            "int a __asm__(\"b\");\nint b __asm__(\"a\");\n/*@ requires a > 0; */ int f(int n) { return n; }\n",
            "assembler label",
        ),
        (
            "struct B { int x[2]; };\ntypedef struct { int y[4]; } B;\nstruct B b[2];\n\
             /*@ requires 0 <= n < sizeof(B); */ int f(int n) { b[n & 1].x[1] = 0; return n; }\n",
            "another type",
        ),
        (
            "typedef enum { A = -1, B } E;\n/*@ requires e < 4; */ int f(E e) { return e; }\n",
            "which are not the parameters",
        ),
    ];
    for (number, (text, message)) in cases.iter().enumerate() {
        let file = folder.write(&format!("c{number}.c"), text);
        for flags in [vec![], vec!["--", "-ansi"]] {
            let command = [vec!["prove", &file, "--entry", "f"], flags].concat();
            haltcert(&command).is_bad(&[message]);
        }
    }
    // A macro that is gone where the contract stands says nothing of it.
    let gone = "#define N 4\n#undef N\nenum { N = 5 };\n/*@ requires 0 <= n < N; */ int f(int n) { return n; }\n";
    assert!(valid(&folder, "f", "(int n) requires 0 <= n < 5", &[&folder.write("gone.c", gone)]));
    // One file's own function is not the other file's: whoever gives both is asked which one is meant.
    let own = folder.write("own.c", "/*@ requires n > 0; */ static int f(int n) { return n; }\n");
    let other = folder.write("other.c", "int f(int n) { return 1 / n; }\n");
    for files in [[&own, &other], [&other, &own]] {
        let answer = haltcert(&["prove", files[0], files[1], "--entry", "f"]);
        answer.is_bad(&["contract of 'f': another file has a function of this name"]);
    }
    let answer = haltcert(&["prove", &other, "--entry", "f"]);
    assert!(answer.code == 1 && answer.out.contains("division by zero"), "{}", answer.said());
    assert!(answer.out.contains("no contract above 'f'"), "{}", answer.said());
}

/// The text behind which the compiler is asked about a contract is the text of the module, where no macro is replaced a
/// second time.
#[test]
fn macros_are_replaced_once() {
    let folder = Folder::new();
    let get = |above: &str, clause: &str, size: &str| {
        format!(
            "{above}\nstatic int t[{size}];\n/*@ requires 0 <= n <= {clause}; */\nint f(int n) {{ return t[n]; }}\n"
        )
    };
    let contract = |last: &str| format!("(int n) requires 0 <= n <= {last}");
    // In preprocessed text a definition has no effect: only the enumerator has.
    for (size, proved) in [("6", true), ("5", false)] {
        let file = folder.write("p.i", get("# 1 \"p.c\"\n#define A 3\nenum { A = 5 };", "A", size));
        assert_eq!(valid(&folder, "f", &contract("5"), &[&file]), proved);
        let names = "enum { A, linux, __INT_MAX__, C };";
        let file = folder.write("q.i", get(names, "C", size).replace(&format!("t[{size}]"), "t[4]"));
        assert!(valid(&folder, "f", &contract("3"), &[&file]));
        let file = folder.write("u.c", get("enum { A, linux, B, C };", "C", if proved { "4" } else { "3" }));
        assert_eq!(valid(&folder, "f", &contract("3"), &[&file, "--", "-Ulinux"]), proved);
    }
    // What the command line defines is known, as a word of the questions as well.
    let file = folder.write("d.c", get("enum { A = 2 };", "A + N", "6"));
    assert!(valid(&folder, "f", "(int n) requires 0 <= n <= 2 + 3", &[&file, "--", "-DN=3"]));
    haltcert(&["prove", &file, "--entry", "f", "--", "-DN=3", "-D_Alignof(x)=1"]).is_bad(&["_alignof"]);
    // Digits may be separated where the language is C23.
    let text =
        "static int t[3];\n/*@ requires 0 <= n < 3; */\nstatic int a[1'0];\nint f(int n) { return t[n] + a[0]; }\n";
    let file = folder.write("s.c", text);
    let answer = haltcert(&["prove", &file, "--entry", "f", "--", "-std=c23"]);
    assert!(answer.code != 0 && answer.out.contains("no contract above 'f'"), "{}", answer.said());
}

/// What would be evaluated otherwise in the search for folded constants.
#[test]
fn programs_cannot_hide_constants() {
    let folder = Folder::new();
    let tail = "int main(void) { return x; }\n";
    let cases = [
        "#pragma clang attribute push(__attribute__((ms_struct)), apply_to = record)\nstruct s { char a:4; int b:4; };\n\
         #pragma clang attribute pop\nstatic int x = (-2147483647 - 1) / (7 - (int)sizeof(struct s));\n",
        "static int x = (-2147483647 - 1)           / (56 - (int)__builtin_COLUMN());\n",
        "static int x = (int)\"__extension__\"[0] - 96;\nstatic int y = (-2147483647 - 1) / ((int)\"__extension__\"[0] - 96);\n",
        "#pragma options align=packed\nstruct s { char a; int b; };\nstatic int x = (-2147483647 - 1) / (4 - (int)sizeof(struct s));\n",
    ];
    for (number, text) in cases.iter().enumerate() {
        let file = folder.write(&format!("c{number}.c"), format!("{text}{tail}"));
        let answer = haltcert(&["prove", &file]);
        assert_eq!(answer.code, 3, "{text}\n{}", answer.said());
    }
}

/// A definition that is only inline may not be the one that is linked; the dialect says what it is.
#[test]
fn inline_definitions() {
    let folder = Folder::new();
    let contract = "(const int *a) requires \\valid_read(a + (0 .. 3))";
    let with = |pick: &str| {
        format!("{pick}\n/*@ requires \\valid_read(a + (0 .. 3)); */\nint use(const int *a) {{ return a[pick(3)]; }}\n")
    };
    let definition = "int pick(int n) { return n & 1; }";
    let cases: [(&str, &[&str], bool); 8] = [
        ("inline", &[], false),
        ("inline", &["--", "-std=c11"], false),
        ("inline", &["--", "-std=gnu89"], true),
        ("inline", &["--", "-fgnu89-inline"], true),
        ("static inline", &["--", "-std=c11"], true),
        ("extern inline", &[], true),
        ("extern inline", &["--", "-std=gnu89"], false),
        ("extern inline __attribute__((gnu_inline))", &[], false),
    ];
    for (words, flags, proved) in cases {
        let file = folder.write("use.c", with(&format!("{words} {definition}")));
        let arguments = [&["prove", &file, "--entry", "use", "--no-refute"], flags].concat();
        let said = haltcert(&arguments);
        assert_eq!(said.code == 0, proved, "{words} {flags:?}: {}", said.out);
        assert!(proved || said.out.contains("static inline"), "{words} {flags:?}: {}", said.out);
    }
    assert!(valid(
        &folder,
        "use",
        contract,
        &[&folder.write("both.c", with(&format!("inline {definition} extern int pick(int n);")))]
    ));
    let inline = folder.write("inline.c", with(&format!("inline {definition}")));
    let other = folder.write("other.c", "int pick(int n) { return 1000; }\n");
    for files in [[&*inline, &*other], [&*other, &*inline]] {
        haltcert(&[&["prove", "--entry", "use"], &files[..]].concat()).is_bad(&["'pick' has an inline definition in"]);
    }
    // A definition that nothing calls does not matter.
    let unused =
        format!("inline {definition}\n/*@ requires \\valid_read(a); */\nint use(const int *a) {{ return *a; }}\n");
    assert!(valid(&folder, "use", "(const int *a) requires \\valid_read(a)", &[&folder.write("unused.c", unused)]));
}

/// What clang ignores, another compiler may act on.
#[test]
fn attributes_that_are_ignored() {
    let folder = Folder::new();
    let with = |attribute: &str| {
        let text = "struct ATTRIBUTE s { int n; };\nint main(void) { struct s s; s.n = 1; return s.n - 1; }\n";
        folder.write("a.c", text.replace("ATTRIBUTE", attribute))
    };
    for (attribute, accepted) in [
        ("", true),
        ("__attribute__((packed))", true),
        ("__attribute__((scalar_storage_order(\"big-endian\")))", false),
        ("__attribute__((no_such_attribute))", false),
    ] {
        let said = haltcert(&["prove", &with(attribute)]);
        assert_eq!(said.code == 0, accepted, "{attribute}: {}", said.out);
        assert!(accepted || said.err.contains("unknown attribute"), "{attribute}: {}", said.err);
    }
    // The program cannot hide it.
    let hidden = "#pragma GCC diagnostic ignored \"-Wattributes\"\n#pragma clang diagnostic ignored \"-Wunknown-attributes\"\n__attribute__((optimize(\"wrapv\"))) int main(void) { return 0; }\n";
    assert_eq!(haltcert(&["prove", &folder.write("hidden.c", hidden)]).code, 2);
    let harmless = "__attribute__((noclone, noipa)) int main(void) { return 0; }\n";
    assert_eq!(haltcert(&["prove", &folder.write("harmless.c", harmless)]).code, 0);
}

/// A name is a name, whatever it looks like.
#[test]
fn file_names_are_no_options() {
    let folder = Folder::new();
    let wrong = "int main(void) { int a[1]; return a[1]; }\n";
    // The compiler would read this as its command line, and prove the other file.
    folder.write("right.c", "int main(void) { return 0; }\n");
    let file = folder.write("@args.c", "right.c\n");
    assert_eq!(haltcert(&["prove", &file]).code, 3);
    for name in ["-x.c", "-DFOO.c", "-o out.c", "a b'c.c", "@args2.c"] {
        let file = folder.write(name, wrong);
        let said = haltcert(&["prove", &file]);
        assert_eq!(said.code, 1, "{name}: {}{}", said.out, said.err);
        let file = folder.write(name, "int main(void) { return 0; }\n");
        assert_eq!(haltcert(&["prove", &file]).code, 0, "{name}");
    }
}

/// What the user says of the macros that optimisation defines counts as in the build.
#[test]
fn macros_of_optimisation() {
    let folder = Folder::new();
    let text = "#ifdef __OPTIMIZE__\n#define N 4\n#else\n#define N 40\n#endif\nstatic int t[4];\nint main(void) { for (int i = 0; i < N; i++) t[i] = i; return t[3]; }\n";
    let file = folder.write("of.c", text);
    for (flags, code) in [(&["-O2"][..], 0), (&["-O2", "-U__OPTIMIZE__"], 1), (&["-U__OPTIMIZE__", "-O2"], 1), (&[], 1)]
    {
        let arguments = [&["prove", &file, "--"], flags].concat();
        assert_eq!(haltcert(&arguments).code, code, "{flags:?}");
    }
}
