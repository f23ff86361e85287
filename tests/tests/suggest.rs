//! `haltcert prove --suggest`: what is suggested is pasted above the function, proved and checked; where nothing can
//! help it says so.

use serde_json::Value;
use tests::command::{Answer, Folder, haltcert, haltcheck};

/// A function without a contract, and what its suggestion must say.
struct Open {
    function: &'static str,
    /// What stands above the function.
    before: &'static str,
    program: &'static str,
    /// Clauses of the suggestion.
    clauses: &'static [&'static str],
}

const OPEN: &[Open] = &[
    Open {
        function: "length",
        before: "",
        program: "unsigned long length(const char *s)\n{\n    const char *p = s;\n    while (*p)\n        p++;\n    return p - s;\n}\n",
        clauses: &["valid_read_string(s)"],
    },
    Open {
        function: "fill",
        before: "",
        program: "void fill(int *p, int n)\n{\n    for (int i = 0; i < n; i++)\n        p[i] = 0;\n}\n",
        clauses: &["\\valid(p + (0 .. n - 1))"],
    },
    Open {
        function: "copy",
        before: "",
        program: "void copy(char *d, const char *s)\n{\n    while ((*d++ = *s++))\n        ;\n}\n",
        clauses: &[
            "valid_read_string(s)",
            "\\valid(d + (0 .. strlen(s)))",
            "\\separated(d + (0 .. strlen(s)), s + (0 .. strlen(s)))",
        ],
    },
    Open {
        function: "sum",
        before: "",
        program: "unsigned sum(const int *a, unsigned long n)\n{\n    unsigned t = 0;\n    for (unsigned long i = 0; i < n; i++)\n        t += (unsigned)a[i];\n    return t;\n}\n",
        clauses: &["\\valid_read(a + (0 .. n - 1))"],
    },
    Open {
        function: "reset",
        before: "typedef struct { int x, y; } point;\n",
        program: "void reset(point *q)\n{\n    q->x = 0;\n    q->y = 0;\n}\n",
        clauses: &["\\valid(q)"],
    },
    Open {
        function: "both",
        before: "struct pair { unsigned a, b; };\n",
        program: "unsigned both(const struct pair *q)\n{\n    return q->a + q->b;\n}\n",
        clauses: &["\\valid_read(q)"],
    },
    Open {
        function: "add",
        before: "",
        program: "void add(unsigned *to, const unsigned *from, unsigned n)\n{\n    for (unsigned i = 0; i < n; i++)\n        to[i] += from[i];\n}\n",
        clauses: &["\\valid_read(from + (0 .. n - 1))", "\\valid(to + (0 .. n - 1))"],
    },
    Open {
        function: "ends",
        before: "",
        program: "int ends(const int *a, int n)\n{\n    return a[0] ^ a[n - 1];\n}\n",
        clauses: &["\\valid_read(a + (0 .. n - 1))", "n >= 1"],
    },
    Open {
        function: "zero",
        before: "",
        program: "void zero(void *p, unsigned long n)\n{\n    char *c = p;\n    for (unsigned long i = 0; i < n; i++)\n        c[i] = 0;\n}\n",
        clauses: &["\\valid((char *)p + (0 .. n - 1))"],
    },
    Open {
        function: "next",
        before: "",
        program: "int next(int a)\n{\n    return a + 1;\n}\n",
        clauses: &["a <= 2147483646"],
    },
    Open {
        function: "put",
        before: "",
        program: "void put(char *p, int n, char c)\n{\n    p[n] = c;\n}\n",
        clauses: &["\\valid(p + n)"],
    },
    Open {
        function: "pack",
        before: "#define SIZE 16\n",
        program: "void pack(unsigned out[4], const unsigned char in[SIZE])\n{\n    for (int i = 0; i < 4; i++)\n        out[i] = in[4 * i + 3];\n}\n",
        clauses: &["\\valid(out + (0 .. 3))", "\\valid_read(in + (0 .. 15))"],
    },
];

/// Functions for which no clause helps.
const HOPELESS: &[(&str, &str)] = &[
    ("endless", "void endless(void)\n{\n    volatile int x = 0;\n    while (1)\n        x = 1;\n}\n"),
    ("wild", "int wild(int n)\n{\n    return *(int *)0x1234 + (n & 1);\n}\n"),
    ("divide", "int divide(int a)\n{\n    int z = a & 0;\n    return 7 / z;\n}\n"),
    ("null", "int null(int *p)\n{\n    int *q = 0;\n    return *q + *p;\n}\n"),
    ("calls", "int foreign(int);\nint calls(int *p)\n{\n    return foreign(*p);\n}\n"),
    // With a call that comes back there would be one: `x >= 1`; with `x <= 0` nothing returns.
    ("never", "void never(int x)\n{\n    int *q = 0;\n    if (x > 0)\n        *q = 1;\n    for (;;)\n        ;\n}\n"),
];

fn prove(folder: &Folder, program: &str, function: &str, options: &[&str]) -> Answer {
    let path = folder.write("p.c", program);
    haltcert(&[&["prove", path.as_str(), "--entry", function, "--timeout", "120"], options].concat())
}

fn json(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {}", answer.said()))
}

/// The file with the suggestion above the function, proved and checked as its user would.
fn is_proved_with(folder: &Folder, open: &Open, suggestion: &str) {
    let program = format!("{}{suggestion}\n{}", open.before, open.program);
    let certificate = folder.file("p.cert");
    let answer = prove(folder, &program, open.function, &["--json", "-o", &certificate]);
    assert_eq!(answer.code, 0, "{program}\n{}", answer.said());
    let precondition = json(&answer)["precondition"].as_str().expect("a contract").to_owned();
    let expected = ["--embedded", "--entry", open.function, "--precondition", &precondition];
    let checked = haltcheck(&[&[certificate.as_str()][..], &expected].concat());
    assert!(checked.code == 0 && checked.out.starts_with("VALID"), "{program}\n{}", checked.said());
}

#[test]
fn suggestions_are_proved_as_they_are_printed() {
    for open in OPEN {
        let folder = Folder::new();
        let program = format!("{}{}", open.before, open.program);
        let certificate = folder.file("none.cert");
        let without = prove(&folder, &program, open.function, &["--no-refute"]);
        let answer =
            prove(&folder, &program, open.function, &["--no-refute", "--suggest", "--json", "-o", &certificate]);
        assert_eq!((without.code, answer.code), (2, 2), "{}", answer.said());
        assert!(!std::path::Path::new(&certificate).exists(), "a certificate of what is not proved");
        let report = json(&answer);
        let suggestion = report["suggestion"].as_str().unwrap_or_else(|| panic!("{}: {report}", open.function));
        for clause in open.clauses {
            assert!(suggestion.contains(&format!("requires {clause};")), "{}: {suggestion}", open.function);
        }
        assert_eq!(suggestion.matches("requires ").count(), open.clauses.len(), "{suggestion}");
        assert!(report["suggestions_tried"].as_u64().is_some_and(|tried| tried >= 1), "{report}");
        is_proved_with(&folder, open, suggestion);
    }
}

#[test]
fn where_no_clause_helps_none_is_suggested() {
    for (function, program) in HOPELESS {
        let folder = Folder::new();
        let without = prove(&folder, program, function, &[]);
        let answer = prove(&folder, program, function, &["--suggest"]);
        assert_eq!(answer.code, without.code, "{}", answer.said());
        let words = format!("suggestion: found no contract with which '{function}' is proved (");
        assert!(answer.out.contains(&words) && answer.out.contains(" tried)"), "{}", answer.said());
        // A contract with which the proof only comes further is no suggestion.
        assert!(!answer.out.contains("with this contract above"), "{}", answer.said());
    }
}

#[test]
fn a_contract_is_kept_and_extended() {
    let open = Open {
        function: "fold",
        before: "",
        program: "int fold(const int *p, int n)\n{\n    int t = p[0];\n    for (int i = 0; i < n; i++)\n        t ^= p[i];\n    return t;\n}\n",
        clauses: &[],
    };
    let folder = Folder::new();
    let program = format!("/*@ requires n >= 1 || n == 0 - 7; */\n{}", open.program);
    let suggested = |program: &str, options: &[&str]| {
        let answer =
            prove(&folder, program, open.function, &[&["--suggest", "--json", "--no-refute"], options].concat());
        assert_eq!(answer.code, 2, "{}", answer.said());
        json(&answer)["suggestion"].as_str().map(str::to_owned).unwrap_or_else(|| panic!("{}", answer.said()))
    };
    let suggestion = suggested(&program, &[]);
    assert!(suggestion.starts_with("/*@ requires (n >= 1 || n == 0 - 7);\n"), "{suggestion}");
    is_proved_with(&folder, &open, &suggestion);
    let given = ["--precondition", "(const int *p, int n) requires n >= 1"];
    let suggestion = suggested(open.program, &given);
    assert_eq!(suggestion, "/*@ requires n >= 1;\n  @ requires \\valid_read(p + (0 .. n - 1)); */");
    is_proved_with(&folder, &open, &suggestion);
}

/// What contradicts the contract that is there would be proved of no call at all.
#[test]
fn no_suggestion_contradicts_the_contract() {
    let program = "/*@ requires n <= 0; */\nint fraction(int n)\n{\n    return 10 / n;\n}\n";
    let folder = Folder::new();
    let report = json(&prove(&folder, program, "fraction", &["--suggest", "--json"]));
    assert_eq!(report["suggestion"], "/*@ requires n <= 0;\n  @ requires n != 0; */", "{report}");
    let none = program.replace("n <= 0", "n <= 0 && n >= 0");
    let report = json(&prove(&folder, &none, "fraction", &["--suggest", "--json"]));
    assert_eq!(report["suggestion"], Value::Null, "{report}");
}

#[test]
fn the_text_says_what_callers_owe() {
    let folder = Folder::new();
    let open = OPEN.iter().find(|open| open.function == "ends").expect("a case");
    let answer = prove(&folder, open.program, open.function, &["--suggest"]);
    let said = "  /*@ requires \\valid_read(a + (0 .. n - 1));\n    @ requires n >= 1; */\n  Every caller must keep it";
    assert!(answer.out.contains("suggestion: with this contract above 'ends' it is proved ("), "{}", answer.said());
    assert!(answer.out.contains(said), "{}", answer.said());
    // The same again, without anything that depends on the machine.
    let again = prove(&folder, open.program, open.function, &["--suggest"]);
    let without_time =
        |answer: &Answer| answer.out.lines().filter(|l| !l.ends_with(" s")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_time(&answer), without_time(&again));
}

#[test]
fn a_proof_needs_no_suggestion() {
    let folder = Folder::new();
    let program = "/*@ requires \\valid(p); */\nvoid set(int *p)\n{\n    *p = 1;\n}\nint main(int argc, char **argv)\n{\n    return argc + 1;\n}\n";
    let answer = prove(&folder, program, "set", &["--suggest"]);
    assert!(answer.code == 0 && !answer.out.contains("suggestion"), "{}", answer.said());
    let report = json(&prove(&folder, program, "set", &["--suggest", "--json"]));
    assert!(report["suggestion"].is_null() && report["suggestions_tried"].is_null(), "{report}");
    // Nobody who calls main can be told.
    let answer = prove(&folder, program, "main", &["--suggest"]);
    assert!(answer.out.contains("main is called by the system, which keeps no other contract"), "{}", answer.said());
    // A module has no C in which a contract could stand.
    let module = "target triple = \"x86_64-pc-linux-gnu\"\ndefine i32 @get(ptr %p) {\n  %x = load i32, ptr %p\n  ret i32 %x\n}\n";
    let path = folder.write("p.ll", module);
    let answer = haltcert(&["prove", &path, "--entry", "get", "--suggest"]);
    assert!(answer.out.contains("functions of C files only"), "{}", answer.said());
}
