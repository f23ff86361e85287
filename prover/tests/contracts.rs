//! Contracts in C text: what is found, how it is written, what is refused.

use prover::contract::{Found, find, is_normal, normalize, parse, require_length};

fn only(source: &str) -> Found {
    let mut found = find(source);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn text(source: &str) -> String {
    only(source).text.expect("a contract")
}

fn refused(source: &str) -> (u32, String) {
    let error = only(source).text.expect_err("refused");
    (error.at.expect("a place").line, error.message)
}

#[test]
fn comments_of_both_kinds() {
    let long = "#include <stddef.h>\n/*@ requires \\valid(p + (0 .. n-1)) ;\n  @ requires first: n>0 ; */\nvoid f(int *p, size_t n) { }\n";
    let expected = "(int *p, size_t n) requires \\valid(p + (0 .. n - 1)) && n > 0";
    assert_eq!(text(long), expected);
    let short = "//@ requires \\valid(p + (0..n-1));\n//@ requires n > 0;\nvoid f(int*p,size_t n){}";
    assert_eq!(text(short), expected);
    assert_eq!(only(long).line, 4);
    assert_eq!(only(long).function, "f");
}

#[test]
fn other_comments_are_none() {
    assert!(find("/* requires n > 0; */ int f(int n) { return n; }").is_empty());
    assert!(find("// @ requires n > 0;\nint f(int n) { return n; }").is_empty());
    assert!(find("int f(int n) { /*@ assert n > 0; */ return n; }").is_empty());
    assert!(find("/*@ terminates \\true; */ int f(int n) { return n; }").is_empty());
    assert!(find("/*@ requires n > 0; */ int n; int f(int n) { return n; }").is_empty());
    let string = "const char *s = \"/*@ requires n > 0; */\"; int f(int n) { return n; }";
    assert!(find(string).is_empty());
}

#[test]
fn clauses_that_are_not_looked_at() {
    let found = only("/*@ requires n > 0; terminates \\true; frees p; */ int f(int n) { return n; }");
    assert_eq!(found.ignored, ["terminates", "frees"]);
    let found =
        only("/*@ assigns \\nothing; ensures \\result == n; ensures n > 0 || n < 0; */ int f(int n) { return n; }");
    assert_eq!(found.ignored, [""; 0]);
    let promises = found.raw.expect("a contract").promises.0;
    assert_eq!(promises, "assigns \\nothing ensures \\result == n && (n > 0 || n < 0)");
    let (line, message) = refused("/*@ behavior a:\n requires n > 0;\n*/ int f(int n) { return n; }");
    assert_eq!(line, 2);
    assert!(message.contains("behavior"), "{message}");
    let (_, message) = refused("/*@ requires n > 0 */ int f(int n) { return n; }");
    assert!(message.contains("';'"), "{message}");
    let (_, message) = refused("/*@ demands n > 0; */ int f(int n) { return n; }");
    assert!(message.contains("demands"), "{message}");
}

#[test]
fn declarations() {
    // The definition's own contract counts, else the declaration's, with its names.
    let above = "/*@ requires k > 0; */ int f(int k); int f(int n) { return n; }";
    assert_eq!(text(above), "(int k) requires k > 0");
    let both = "/*@ requires k > 0; */ int f(int k);\n/*@ requires n > 1; */ int f(int n) { return n; }";
    assert_eq!(text(both), "(int n) requires n > 1");
    let nameless = "/*@ requires \\true; */ int f(int, char *);";
    assert_eq!(text(nameless), "(int parameter1, char *parameter2) requires \\true");
    let none = "/*@ requires \\true; */ int f(void) { return 1; }";
    assert_eq!(text(none), "(void) requires \\true");
}

#[test]
fn parameter_types() {
    let of = |list: &str| {
        text(&format!(
            "typedef unsigned int u32; typedef struct {{ int x; }} point;\ntypedef struct node {{ struct node *next; }} list;\n/*@ requires \\true; */ static inline int f({list}) {{ return 0; }}"
        ))
    };
    let written = |list: &str| {
        let text = of(list);
        text.strip_suffix(" requires \\true").expect("the end").to_string()
    };
    assert_eq!(written("u32 a, const u32 *b"), "(unsigned int a, const unsigned int *b)");
    assert_eq!(written("point *p, list *q"), "(struct point *p, struct node *q)");
    assert_eq!(written("struct node *restrict p"), "(struct node *restrict p)");
    assert_eq!(written("char *__restrict p, char **q"), "(char *restrict p, char **q)");
    assert_eq!(written("int a[10], int b[static 3], int c[]"), "(int a[], int b[], int c[])");
    assert_eq!(written("unsigned long long int x"), "(unsigned long long int x)");
    let source = |list: &str| format!("/*@ requires \\true; */\nint f({list}) {{ return 0; }}");
    for (list, named) in [
        ("wchar_t c", "wchar_t"),
        ("int a[2][3]", "array of arrays"),
        ("int (*f)(int)", "this type"),
        ("const char *s, ...", "variadic"),
    ] {
        let (line, message) = refused(&source(list));
        assert_eq!(line, 2);
        assert!(message.contains(named), "{list}: {message}");
    }
    let old_style = "/*@ requires \\true; */ int f(a) int a; { return a; }";
    assert_eq!(text(old_style), "(int a) requires \\true");
    let (_, message) = refused("/*@ requires \\true; */ int f(a) { return a; }");
    assert!(message.contains("has no type"), "{message}");
}

#[test]
fn macros_that_are_numbers() {
    let source = "#define MOST 10\n#define LEAST (1)\n/*@ requires LEAST <= n <= MOST; */\nint f(int n) { return n; }";
    assert_eq!(text(source), "(int n) requires 1 <= n <= 10");
}

#[test]
fn macros_that_are_no_operands() {
    let refused = |above: &str, clause: &str, behind: &str| {
        let source = format!("{above}/*@ requires {clause}; */\nint f(int n) {{ return n; }}\n{behind}");
        only(&source).text.err().map(|error| error.message)
    };
    for (above, clause, behind) in [
        ("#define N 2+2\n", "n < 2 * N", ""),
        ("#define N (2)+(2)\n", "n < 2 * N", ""),
        ("#define M 2+2\n#define N (M)\n#define K M\n", "n < K", ""),
        ("#define N\n", "n < N 3", ""),
        ("", "n < N", "#define N 3\n"),
        ("#define N 3\n", "n < N", "#undef N\n"),
        ("#define N 3\n", "n < N", "#undef N\n#define N 4\n"),
        ("#define N (M(2))\n", "n < N", "#define M(x) (x)\n"),
        ("#define N (M)\n", "n < N", "#define M 3\n"),
        ("#define bool int\n", "n < sizeof(bool)", ""),
        ("", "n < sizeof(size_t)", "#define size_t char\n"),
        ("#define strlen(s) 5\n", "n < strlen(s)", ""),
        ("#define NULL 1\n", "n != NULL", ""),
        ("int M;\nint N;\n#define N M\n", "n < N", ""),
        ("typedef int T;\n#define T char\n", "n < sizeof(T)", ""),
        ("struct S { int x; };\n#define S R\n", "n < sizeof(struct S)", ""),
        ("void g(void);\n#define g h\n", "\\callback(&g)", ""),
        ("int x;\n#define x y\n", "n < i32[&g::x]", ""),
        ("#define N 3\n#pragma push_macro(\"N\")\n#undef N\n#define N 4\n#pragma pop_macro(\"N\")\n", "n < N", ""),
    ] {
        assert!(refused(above, clause, behind).is_some_and(|why| why.contains("macro")), "{above}{clause}");
    }
    for (above, clause, behind) in [
        ("#define N (2+2)\n", "n < 2 * N", ""),
        ("#define M 3\n#define N M\n", "n < N", ""),
        ("#define N -1\n", "n > N", ""),
        ("#define N sizeof(int)\n", "n < N", ""),
        ("#define N 3\n", "n < N", "#define N 3\n"),
        ("#define M(x) x + x\n#define N (M(2))\n", "n < N", ""),
        ("#define bool _Bool\n", "n < sizeof(bool)", ""),
        ("#define NULL ((void *)0)\n", "n != NULL", ""),
        ("", "n < 3", "#define n 7\n"),
        ("#define T unsigned char\n", "n < sizeof(T)", ""),
        ("#define N 3\n#undef N\n#define N 4\n", "n < N", ""),
        ("/*\n#define N 2+2\n*/\n#define N 3\n", "n < N", ""),
        ("#define stdin stdin\nint stdin;\n", "n < stdin", ""),
        ("#define M 3\n#pragma push_macro(\"M\")\n#pragma pop_macro(\"M\")\n#define N 3\n", "n < N", ""),
    ] {
        assert_eq!(refused(above, clause, behind), None, "{above}{clause}");
    }
}

#[test]
fn words_of_a_place() {
    for word in ["__LINE__", "__COUNTER__", "__func__", "__TIME__", "__builtin_LINE", "N"] {
        let source = format!("#define N __LINE__\n/*@ requires n < {word}; */ int f(int n) {{ return n; }}");
        let (_, message) = refused(&source);
        assert!(message.contains("at every place"), "{message}");
    }
}

/// A word in the parameter list that names no parameter hides no macro.
#[test]
fn macros_behind_a_function() {
    let behind = |list: &str| {
        let source = format!("/*@ requires i < N; */ int f({list}) {{ return i; }}\n#define N 3\n");
        only(&source).text.err().map(|error| error.message)
    };
    assert!(behind("int i, int a[N]").is_some_and(|why| why.contains("'N' is not the same everywhere")));
    assert_eq!(behind("int i, int N"), None);
}

#[test]
fn comments_inside_annotations() {
    let clause = |text: &str| text.split_once("requires ").map(|(_, clause)| clause.to_owned());
    let nested = "/*@ requires n > 0\n //@ && n == 3\n // && n == 4\n ; */ int f(int n) { return n; }";
    assert_eq!(clause(&text(nested)).as_deref(), Some("n > 0"));
    let inside = "//@ requires n > 0 /*@ && n == 3 */ && n < 9;\nint f(int n) { return n; }";
    assert_eq!(clause(&text(inside)).as_deref(), Some("n > 0 && n < 9"));
    // A line that is continued is a part of the comment.
    let continued = "//@ requires n > 0; // \\\nint g(int n);\nint f(int n) { return n; }";
    assert_eq!(only(continued).function, "f");
    let windows = "//@ requires n > 0; \\\r\n requires n < 9;\r\nint f(int n) { return n; }";
    assert_eq!(clause(&text(windows)).as_deref(), Some("n > 0 && n < 9"));
}

/// Text is read as compilers read it, or nothing is believed of its comments.
#[test]
fn characters_of_c() {
    let named = |source: &str| find(source).into_iter().map(|found| found.function).collect::<Vec<_>>();
    // A number with separators opens no character constant.
    for number in ["1'0", "0x1.f'fp0", "1e1'0", ".5'5"] {
        let source =
            format!("/*@ requires n < 3; */ static int a = {number}; int f(int n); char c = 'x'; int f(int n) {{}}");
        assert!(named(&source).is_empty(), "{number}");
    }
    assert_eq!(named("/*@ requires n < 3; */ int a$f(int n); int f(int n) {}"), ["a$f"]);
    assert_eq!(named("/*@ requires n < 3; */ int é\u{301}f(int n); int f(int n) {}"), ["é\u{301}f"]);
    assert!(named("int g(int n) <% /*@ requires n < 3; */ extern int f(int n); %> int f(int n) {}").is_empty());
    // A comment ends where its continued lines say.
    assert_eq!(named("/*@ requires n < 3; *\\ \n/ int g(int n); /* */ int f(int n) {}"), ["g"]);
    assert!(named("// one \\ \n/*@ requires n < 3; */ int f(int n);\nint f(int n) {}").is_empty());
    let lines = "/* \\\n */ //\n//@ requires n < 3;\nint f(int n) {}";
    assert_eq!((only(lines).line, text(lines)), (4, "(int n) requires n < 3".to_owned()));
    let contract = "/*@ requires n < 3; */ int f(int n) { return n; }";
    for unclear in [
        "// what??/\n",
        "// one\rint a;\n",
        "char *s = \"??/\" \"x\";\n",
        "int c = '??'' + '??'';\n",
        "char *s = R\"(\" \")\";\n",
        "int a??(3??);\n",
    ] {
        let found = find(&format!("{unclear}{contract}"));
        let text = found.into_iter().next().map(|found| found.text).unwrap_or_else(|| panic!("{unclear}"));
        assert!(text.is_err_and(|error| error.message.contains("the file has")), "{unclear}");
    }
    for clear in ["// what??!\n", "char *s = \"what??!\";\n", "int a;\r\n", "int b = a ?: 1;\n", "int R;\n"] {
        assert_eq!(text(&format!("{clear}{contract}")), "(int n) requires n < 3", "{clear}");
    }
    for other in ["(int a$b) requires a$b < 3", "(int é) requires é < 3", "(int *p) requires \\separated(p, &a$b)"] {
        assert!(parse(other).is_err_and(|error| error.message.contains("letters")), "{other}");
    }
}

/// Declarators that are not the plain ones.
#[test]
fn names_of_functions() {
    for declaration in [
        "int (f)(int n)",
        "int *(f)(int n)",
        "T (f)(int n)",
        "__attribute__((pure)) int (f)(int n)",
        "__typeof__(int) f(int n)",
        "_Alignas(8) _Atomic(int) f(int n)",
        "int (*f(int n))(char)",
        "int f(int n) __attribute__((cold))",
    ] {
        let source = format!("/*@ requires n < 3; */ {declaration} {{ return 0; }}");
        assert_eq!(
            (only(&source).function.as_str(), text(&source).as_str()),
            ("f", "(int n) requires n < 3"),
            "{source}"
        );
    }
    let structure = "/*@ requires \\true; */ int f(struct s { int x; } *p) { return 0; } int g(void) { return 1; }";
    assert_eq!(text(structure), "(struct s *p) requires \\true");
    assert!(find("/*@ requires n < 3; */ int (*f)(int n); int f(int n) {}").is_empty());
}

/// What a parameter without a name is called in a contract is no name of the program's.
#[test]
fn names_of_nameless_parameters() {
    for (above, clause, list) in [
        ("", "parameter1 < 3", "int"),
        ("", "p->parameter2 < 3", "struct s *p, int"),
        ("#define N parameter1\n", "N < 3", "int"),
        ("", "\\separated(p, &parameter2)", "int *p, char *"),
    ] {
        let (_, message) = refused(&format!("{above}/*@ requires {clause}; */\nint f({list});"));
        assert!(message.contains("without a name"), "{message}");
    }
    assert_eq!(
        text("/*@ requires parameter1 < 3; */ int f(int parameter1);"),
        "(int parameter1) requires parameter1 < 3"
    );
    assert_eq!(text("/*@ requires parameter1 < 3; */ int f(void);"), "(void) requires parameter1 < 3");
    assert_eq!(text("/*@ requires parameter2 < 3; */ int f(int);"), "(int parameter1) requires parameter2 < 3");
}

#[test]
fn constants() {
    let value = |constant: &str| parse(&format!("(int n) requires n == {constant}")).map(|_| ()).is_ok();
    let same =
        |a: &str, b: &str| parse(&format!("(int n) requires n == {a}")) == parse(&format!("(int n) requires n == {b}"));
    for (constant, number) in [
        ("'\\x41'", "65"),
        ("'\\101'", "65"),
        ("'\\0'", "0"),
        ("'\\a'", "7"),
        ("'\\b'", "8"),
        ("'\\v'", "11"),
        ("'\\f'", "12"),
        ("'\\?'", "63"),
        ("'\"'", "34"),
        ("'~'", "126"),
        ("0xffffffffffffffffffffUL", "1208925819614629174706175"),
    ] {
        assert!(same(constant, number), "{constant}");
    }
    assert!(value("170141183460469231731687303715884105727") && value("1uLL"));
    for wrong in [
        "'\\x80'",
        "'\\200'",
        "'\\x'",
        "'\\1234'",
        "'\\q'",
        "'ab'",
        "''",
        "'é'",
        "1uLLU",
        "01",
        "0x",
        "1'0",
        "170141183460469231731687303715884105728",
    ] {
        assert!(!value(wrong), "{wrong}");
    }
}

#[test]
fn spacing_does_not_matter() {
    let a = normalize("( const char*s,int n )requires n>=-1&&valid_read_string( s )");
    assert_eq!(a, "(const char *s, int n) requires n >= -1 && valid_read_string(s)");
    assert_eq!(normalize(&a), a);
    assert_eq!(parse(&a), parse("(const char * s , int n) requires (n >= - 1) && valid_read_string((s))"));
}

#[test]
fn what_the_grammar_has() {
    let count = |clause: &str| {
        let text = format!("(char *p, const int *q, int n, unsigned long m, struct s *r) requires {clause}");
        let contract = parse(&text).map_err(|e| e.message)?;
        let alternatives = contract.clause.alternatives().map_err(|e| e.message)?;
        Ok::<_, String>(alternatives.iter().map(Vec::len).collect::<Vec<_>>())
    };
    assert_eq!(count("\\true"), Ok(vec![0]));
    assert_eq!(count("0 <= n < m == 3"), Ok(vec![3]));
    assert_eq!(count("(n > 0 && m > 0) && ((n) * 2 + 1 < (m - 1))"), Ok(vec![3]));
    assert_eq!(count("\\valid(p, q + (0 .. n), r + 1) && \\valid_read((int *)p + (n .. 2 * n))"), Ok(vec![2]));
    assert_eq!(count("p == \\null && (q != NULL) && r == 0"), Ok(vec![3]));
    assert_eq!(count("valid_string(p) && \\valid_read_string(p) && strlen(p) < 10"), Ok(vec![3]));
    assert_eq!(count("\\separated(p + (0 .. n), q, &table)"), Ok(vec![1]));
    assert_eq!(count("n != 'a' && n < 0x10u && n < sizeof(struct s) && n > sizeof(int *)"), Ok(vec![4]));
    assert_eq!(count("n > 0 || m > 0 || p == q"), Ok(vec![1, 2, 3]));
    assert_eq!(count("p != q ==> \\valid(p)"), Ok(vec![1, 2]));
    assert_eq!(count("!(0 < n < 3) && !!(m == 1)"), Ok(vec![2, 3]));
    assert_eq!(count("n / 2 > 0 && u32[r + 4] % 8 == 0 && ptr[r + 8] + 1 <= p"), Ok(vec![3]));
    for wrong in [
        "",
        "n",
        "!\\valid(p)",
        "\\valid(p) ==> n > 0",
        "n >",
        "n > 0 &&",
        "\\valid()",
        "\\valid(p",
        "\\valid(p + (0 ..))",
        "n > 1.5",
        "n < 010",
        "0 <= n > m",
        "n != m != 3",
        "\\forall int i; 0 <= i < n ==> u8[p + i] > 0",
        "\\forall integer i; i > 0",
        "\\forall integer i; i < n ==> u8[p + i] > 0",
        "\\forall integer i, j; 0 <= i < n ==> u8[p + i] > 0",
        "\\forall integer n; 0 <= n < 3 ==> u8[p + n] > 0",
        "\\forall integer i; 0 <= i < i ==> u8[p + i] > 0",
        "\\forall integer i; 0 <= i < n ==> m > 0",
        "\\forall integer i; 0 <= i < n ==> u8[p + i] > 0 || u8[p + i] < 3",
        "\\forall integer i; 0 <= i < n ==> \\valid(p + i)",
        "!\\forall integer i; 0 <= i < n ==> u8[p + i] > 0",
        "!(\\forall integer i; 0 <= i < n ==> u8[p + i] > 0)",
        "\\exists integer i; 0 <= i < n ==> u8[p + i] > 0",
        "n > 0; m > 0",
        "n > 999999999999999999999999999999999999999",
        "n == 'ab'",
    ] {
        assert!(count(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_needs_the_program() {
    let normal = |clause: &str| {
        is_normal(&parse(&format!("(char *p, int n) requires {clause}")).expect(clause), &|name| name == "known")
    };
    for clause in [
        "n < 3",
        "\\valid((int *)p)",
        "u8[p + 3] == 0",
        "\\separated(p, &g)",
        "p == ptr[&g] + 1",
        "!(n == 1)",
        "\\valid((struct known *)p)",
        "\\callback(&g)",
    ] {
        assert!(normal(clause), "{clause}");
    }
    for clause in [
        "\\separated(p, &n)",
        "i32[&n] == 1",
        "\\callback(&n)",
        "sizeof(n + 1) < n",
        "n < N",
        "*p == 0",
        "p[1] == 0",
        "p->x == 1",
        "(*p).x == 1",
        "\\valid((t *)p)",
        "!n",
        "(long)n < 3",
        "sizeof(t) < n",
        "\\valid((struct other *)p)",
    ] {
        assert!(!normal(clause), "{clause}");
    }
}

#[test]
fn parameter_lists_that_are_refused() {
    for wrong in [
        "int n) requires n > 0",
        "(int n requires n > 0",
        "(int) requires \\true",
        "(n) requires n > 0",
        "(int n, int n) requires n > 0",
        "(int strlen) requires \\true",
        "(int wcslen) requires \\true",
        "(void v) requires \\true",
        "(struct s v) requires \\true",
        "(unsigned float f) requires \\true",
        "(int n) ensures n > 0",
        "(int n)",
        "(int n,) requires \\true",
        "(wchar_t c) requires \\true",
        "(int n) requires n > 0 n > 1",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}

/// No text makes the reader panic or recurse without end.
#[test]
fn hostile_text_does_not_panic() {
    for text in [
        "/*@",
        "/*@ requires",
        "//@",
        "#define",
        "#define \\",
        "\"",
        "'",
        "/*",
        "/*@ requires n > 0; */",
        "/*@ requires n > 0; */ (",
        "/*@ requires n > 0; */ f(",
        "/*@ requires n > 0; */ int f(int n",
        "}}}}",
        "/*@ requires é > 0; */ int f(int é) {}",
        "typedef",
        "typedef;",
        "/*@ behavior */ int f(int n) {}",
        "\\",
    ] {
        let _ = find(text);
        let _ = parse(text);
    }
    for deep in ["(", "-", "strlen(", "((char *)", "1 + ", "2 * ", "\\valid("] {
        let text = format!("(char *p, int n) requires {}", deep.repeat(20_000));
        assert!(parse(&text).is_err());
    }
    let many = format!("(int n) requires n > 0{}", " && n > 0".repeat(2000));
    let many = parse(&many).expect("a contract");
    assert_eq!(many.clause.alternatives().map(|a| a.iter().map(Vec::len).collect()), Ok(vec![2001]));
    let too_many = format!("(int n) requires {}", ["(n > 0 || n < 3)"; 9].join(" && "));
    assert!(parse(&too_many).expect("a contract").clause.alternatives().is_err());
}

/// The checker refuses longer claims; to prove one would be in vain.
#[test]
fn a_claim_has_a_greatest_length() {
    let of = |conjunct: &str, conjuncts: usize| {
        require_length(&format!("(int n) requires {}", vec![conjunct; conjuncts].join(" && ")))
    };
    assert!(of("n != 0", 1000).is_ok());
    let error = of("n != 0", 1100).expect_err("is too long");
    assert!(error.message.contains("more than 4096 words and signs"), "{}", error.message);
    assert!(of("u8[&f::x] != 0", 400).is_ok());
    assert!(of("u8[&f::x] != 0", 420).is_err());
    assert!(of(&format!("{} != 0", "n".repeat(100)), 700).is_err());
}
