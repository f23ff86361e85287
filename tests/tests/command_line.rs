//! What a user sees: messages and exit codes for input of every kind of badness, determinism, packing.

use serde_json::Value;
use std::fs;
use std::path::Path;
use tests::cases::root;
use tests::command::{Answer, Folder, haltcert, haltcheck, run};
use tests::programs::programs;

/// Proves a case; certificate and module are `cert` and `module.ll` in the folder.
fn prove(folder: &Folder, case: &str, options: &[&str]) -> (String, String, Answer) {
    let (cert, module) = (folder.file("cert"), folder.file("module.ll"));
    let file = root().join(case).display().to_string();
    let mut arguments = vec!["prove", &file, "-o", &cert, "--emit-module", &module];
    arguments.extend(options);
    let answer = haltcert(&arguments);
    (cert.clone(), module.clone(), answer)
}

#[test]
fn exit_codes_of_the_prover() {
    let folder = Folder::new();
    let (_, _, answer) = prove(&folder, "papers/strlen.c", &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains("memory safety: proved"));
    assert!(answer.out.contains("no overflow: proved"));
    assert!(answer.out.contains("termination: proved"));
    let (_, _, answer) = prove(&folder, "papers/strlen.c", &["--signed-overflow", "wrap"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains("no overflow: not claimed"), "{}", answer.out);
    let (_, _, answer) = prove(&folder, "branch/empty_loop.c", &["--no-refute"]);
    assert_eq!(answer.code, 2, "{}", answer.said());
    assert!(answer.out.contains("memory safety: proved") && answer.out.contains("termination: unknown"));
    let (_, _, answer) = prove(&folder, "branch/empty_loop.c", &[]);
    assert_eq!(answer.code, 1, "{}", answer.said());
    assert!(answer.out.contains("memory safety: proved") && answer.out.contains("termination: VIOLATED"));
    for (options, code) in [(&["--no-refute"][..], 2), (&[], 1)] {
        let (_, _, answer) = prove(&folder, "memory/array_off_by_one.c", options);
        assert_eq!(answer.code, code, "{}", answer.said());
        // file:line:column, so that a user can act on it.
        assert!(answer.out.contains("array_off_by_one.c:"), "{}", answer.out);
    }
    let (_, _, answer) = prove(&folder, "papers/strlen.c", &["--json"]);
    let json: Value = serde_json::from_str(&answer.out).expect("one JSON object");
    assert_eq!(json["termination"], "proved");
}

/// An integer made of a number that does not fit is undefined in C, so an answer says that there is none.
#[test]
fn conversions_from_floating_point_are_assumed() {
    let folder = Folder::new();
    let told = |case| prove(&folder, case, &[]).2.out.contains("conversions to integers are in range");
    assert!(told("cast/float_bound.c"));
    assert!(!told("papers/strlen.c"));
}

/// C leaves the order of evaluation open, and promises less of the alignment of a block; what the compiler says of itself
/// is its own: both answers say what the proof is about, the alignment where blocks are allocated.
#[test]
fn order_of_evaluation_and_alignment_are_assumed() {
    let folder = Folder::new();
    for (case, allocates) in [("papers/strlen.c", true), ("loops/nested.c", false)] {
        let (cert, module, proved) = prove(&folder, case, &[]);
        for answer in [proved, haltcheck(&[&cert, "--module", &module])] {
            assert!(answer.out.contains("are evaluated in the order that the module has"), "{case}: {}", answer.said());
            assert!(answer.out.contains("as clang 22 reads it: "), "{case}: {}", answer.said());
            assert!(answer.out.contains("predefined macros (__GNUC__, "), "{case}: {}", answer.said());
            assert_eq!(answer.out.contains("are aligned to 16 bytes"), allocates, "{case}: {}", answer.said());
        }
    }
}

/// What both programs assume they say in the same words. The prover leaves out what concerns nothing in the program.
#[test]
fn both_programs_assume_in_the_same_words() {
    let folder = Folder::new();
    let cases: [(&str, &[&str], &[&str]); 4] = [
        ("papers/strlen.c", &[], &["floating-point"]),
        ("cast/float_bound.c", &[], &[]),
        ("papers/strlen.c", &["--signed-overflow", "wrap"], &["floating-point"]),
        ("heap/allocate_checked.c", &["--malloc-may-fail"], &["floating-point"]),
    ];
    for (case, options, left_out) in cases {
        let json = |text: &str| serde_json::from_str::<Value>(text).expect("one JSON object");
        let strings = |value: &Value| {
            let all = value.as_array().expect("a list").iter();
            all.map(|line| line.as_str().expect("a text").to_owned()).collect::<Vec<_>>()
        };
        let (cert, _, proved) = prove(&folder, case, &[options, &["--json"]].concat());
        let assumed = strings(&json(&proved.out)["assumed"]);
        let checked = haltcheck(&[&[cert.as_str(), "--embedded", "--json"][..], options].concat());
        let stated = strings(&json(&checked.out)["claim"]["assumptions"]);
        let left = |line: &String| !left_out.iter().any(|start| line.starts_with(start));
        assert_eq!(assumed, stated.into_iter().filter(left).collect::<Vec<_>>(), "{case} {options:?}");
    }
}

#[test]
fn bad_input_of_the_prover() {
    let folder = Folder::new();
    haltcert(&["prove", &folder.file("missing.c")]).is_bad(&["no such file", "not found", "cannot"]);
    haltcert(&["prove", &folder.file("")]).is_bad(&["expected", "director", "file"]);
    haltcert(&["prove"]).is_bad(&["usage", "required"]);
    haltcert(&["prove", "x.c", "--signed-overflow", "maybe"]).is_bad(&["maybe"]);
    haltcert(&["prove", "x.c", "--data-model", "ilp64"]).is_bad(&["ilp64"]);
    haltcert(&["frobnicate"]).is_bad(&["frobnicate", "unrecognized"]);
    haltcert(&["prove", &folder.write("empty.c", "")]).is_bad(&["main"]);
    haltcert(&["prove", &folder.write("broken.c", "int main(void) { return }")]).is_bad(&["expected"]);
    haltcert(&["prove", &folder.write("bytes.c", [0xff, 0xfe, 0, 1, 2])]).is_bad(&["error", "main"]);
    haltcert(&["prove", &folder.write("bytes.ll", [0xff, 0xfe, 0, 1, 2])]).is_bad(&["bytes.ll", "module", "expected"]);
    haltcert(&["prove", &folder.write("bytes.bc", [0xff, 0xfe, 0, 1, 2])]).is_bad(&["bytes.bc", "module", "bitcode"]);
    haltcert(&["prove", &folder.write("text.txt", "int main(void) { return 0; }")]).is_bad(&["text.txt"]);
    let good = root().join("papers/strlen.c").display().to_string();
    haltcert(&["prove", &good, "--entry", "nobody"]).is_bad(&["nobody"]);
    haltcert(&["prove", &good, "-o", &folder.file("no/such/folder/cert")]).is_bad(&["no/such/folder", "no such file"]);
}

#[test]
fn bad_input_of_the_checker() {
    let folder = Folder::new();
    let (cert, module, answer) = prove(&folder, "papers/strlen.c", &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_eq!(haltcheck(&[&cert, "--embedded"]).code, 0);
    let valid = haltcheck(&[&cert, "--module", &module]);
    assert_eq!(valid.code, 0, "{}", valid.said());
    assert!(valid.out.contains("VALID"));

    haltcheck(&[]).is_bad(&["usage", "certificate"]);
    haltcheck(&[&cert]).is_bad(&["--module", "--embedded"]);
    haltcheck(&[&folder.file("missing"), "--embedded"]).is_bad(&["no such file"]);
    haltcheck(&[&cert, "--module", &folder.file("missing.ll")]).is_bad(&["no such file"]);
    haltcheck(&[&cert, "--embedded", "--property", "beauty"]).is_bad(&["beauty"]);
    haltcheck(&[&cert, "--embedded", "--entry", "nobody"]).is_bad(&["nobody"]);

    let bytes = fs::read(&cert).expect("the certificate");
    haltcheck(&[&folder.write("cut", &bytes[..bytes.len() / 2]), "--embedded"]).is_bad(&["truncated"]);
    haltcheck(&[&folder.write("empty", b""), "--embedded"]).is_bad(&["not a haltcert certificate"]);
    haltcheck(&[&folder.write("other", b"something else"), "--embedded"]).is_bad(&["not a haltcert certificate"]);
    let longer = [bytes.as_slice(), b"x"].concat();
    haltcheck(&[&folder.write("longer", longer), "--embedded"]).is_bad(&["follow"]);
    let mut newer = bytes.clone();
    newer[8] += 1;
    let version = format!("version {}", newer[8]);
    haltcheck(&[&folder.write("newer", newer), "--embedded"]).is_bad(&[&version]);

    let text = fs::read_to_string(&module).expect("the module");
    let changed = folder.write("changed.ll", format!("{text}\n"));
    haltcheck(&[&cert, "--module", &changed]).is_bad(&["another module", "hash"]);
    let other = Folder::new();
    let (_, other_module, _) = prove(&other, "loops/nested.c", &[]);
    haltcheck(&[&cert, "--module", &other_module]).is_bad(&["another module", "hash"]);
}

/// The strictest claim is what the checker expects unless told otherwise.
#[test]
fn weaker_claims_are_not_accepted_silently() {
    let folder = Folder::new();
    let (cert, _, answer) = prove(&folder, "papers/strlen.c", &["--signed-overflow", "wrap"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_eq!(haltcheck(&[&cert, "--embedded"]).code, 1);
    assert_eq!(haltcheck(&[&cert, "--embedded", "--signed-overflow", "ideal"]).code, 1);
    assert_eq!(haltcheck(&[&cert, "--embedded", "--signed-overflow", "wrap"]).code, 0);

    let (cert, _, answer) = prove(&folder, "branch/empty_loop.c", &["--no-refute"]);
    assert_eq!(answer.code, 2, "{}", answer.said());
    assert_eq!(haltcheck(&[&cert, "--embedded"]).code, 1);
    assert_eq!(haltcheck(&[&cert, "--embedded", "--property", "memory-safety,no-overflow"]).code, 0);

    let (cert, _, answer) = prove(&folder, "heap/allocate_checked.c", &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_eq!(haltcheck(&[&cert, "--embedded", "--malloc-may-fail"]).code, 1);
    let (cert, _, answer) = prove(&folder, "heap/allocate_checked.c", &["--malloc-may-fail"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_eq!(haltcheck(&[&cert, "--embedded", "--malloc-may-fail"]).code, 0);
    assert_eq!(haltcheck(&[&cert, "--embedded"]).code, 0, "a proof for allocations that may fail is stronger");

    let (cert, _, answer) = prove(&folder, "library/own_iswalpha.c", &["-fno-builtin"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(
        answer.said().contains("functions of its own whose names compilers know ('iswalpha')"),
        "{}",
        answer.said()
    );
    let rejected = haltcheck(&[&cert, "--embedded"]);
    assert_eq!(rejected.code, 1);
    assert!(rejected.said().contains("CLAIM (-fno-builtin)") && rejected.said().contains("'iswalpha'"));
    let accepted = haltcheck(&[&cert, "--embedded", "-fno-builtin"]);
    assert_eq!(accepted.code, 0);
    for said in [accepted.said(), haltcheck(&["trust", &cert]).said(), haltcheck(&["show", &cert]).said()] {
        assert!(said.contains("the program is compiled with -fno-builtin"), "{said}");
    }
    let (_, _, answer) = prove(&folder, "library/own_iswalpha.c", &["-fno-builtin", "--json"]);
    assert!(answer.said().contains("module.ll -fno-builtin"), "{}", answer.said());

    let (cert, _, answer) = prove(&folder, "input/assume_of_a_program.c", &["--sv-comp"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let rejected = haltcheck(&[&cert, "--embedded"]);
    assert!(
        rejected.code == 1 && rejected.said().contains("CLAIM (--sv-comp)") && rejected.said().contains("'assume'")
    );
    let accepted = haltcheck(&[&cert, "--embedded", "--sv-comp"]);
    assert!(accepted.code == 0 && accepted.said().contains("is one of SV-COMP's"), "{}", accepted.said());

    let (cert, _, answer) = prove(&folder, "wraparound/thirty_two_bit_pointers.c", &["--data-model", "ilp32"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_ne!(haltcheck(&[&cert, "--embedded"]).code, 0);
    assert_eq!(haltcheck(&[&cert, "--embedded", "--data-model", "ilp32"]).code, 0);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let source = fs::read(root().join("loops/insertion_sort.c")).expect("a case");
    let mut all = Vec::new();
    for _ in 0..2 {
        let folder = Folder::new();
        let file = folder.write("program.c", &source);
        let cert = folder.file("cert");
        let answer = haltcert(&["prove", &file, "-o", &cert]);
        assert_eq!(answer.code, 0, "{}", answer.said());
        let bytes = fs::read(&cert).expect("the certificate");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let path = folder.0.path().display().to_string();
        assert!(!text.contains(&path), "a path of the machine is in the certificate");
        all.push(bytes);
    }
    assert_eq!(all[0], all[1]);
}

/// A trace tells where states were merged and what that cost, and changes nothing else.
#[test]
fn a_trace_of_the_exploration() {
    let folder = Folder::new();
    let file = folder.write("loop.c", "int main(void) { int i = 0, k = 5; while (i < 10) { i++; k = i; } return k; }");
    let [trace, with, without] = ["trace", "with.cert", "without.cert"].map(|name| folder.file(name));
    assert_eq!(haltcert(&["prove", &file, "-o", &with, "--trace", &trace]).code, 0);
    assert_eq!(haltcert(&["prove", &file, "-o", &without]).code, 0);
    assert_eq!(fs::read(&with).expect("a certificate"), fs::read(&without).expect("a certificate"));
    let trace = fs::read_to_string(&trace).expect("a trace");
    let lines: Vec<&str> = trace.lines().map(str::trim_start).collect();
    assert!(lines.iter().any(|l| l.starts_with("visits a loop header") && l.contains("loop.c:1")), "{trace}");
    let merged = lines.iter().find(|l| l.starts_with("merged at a loop header")).expect("a merge");
    assert!(merged.contains("generalized=") && merged.contains("lost="), "{merged}");
    assert!(lines.iter().any(|l| l.starts_with("covered")), "{trace}");
    haltcert(&["prove", &file, "--trace", "/nowhere/trace"]).is_bad(&["trace"]);
}

#[test]
fn a_module_that_was_emitted_gives_the_same_module() {
    let folder = Folder::new();
    let (_, module, answer) = prove(&folder, "strings/reverse.c", &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let again = folder.file("again");
    let answer = haltcert(&["prove", &module, "-o", &again]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let answer = haltcheck(&[&again, "--module", &module]);
    assert_eq!(answer.code, 0, "{}", answer.said());
}

#[test]
fn show_and_pack_lose_nothing() {
    let folder = Folder::new();
    let (cert, _, answer) = prove(&folder, "papers/strcpy.c", &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let shown = haltcheck(&["show", &cert, "--json"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let json = folder.write("cert.json", &shown.out);
    let packed = folder.file("packed");
    let answer = haltcheck(&["pack", &json, "-o", &packed]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert_eq!(fs::read(&cert).expect("read"), fs::read(&packed).expect("read"));
    let people = haltcheck(&["show", &cert]);
    assert_eq!(people.code, 0, "{}", people.err);
    assert!(people.out.contains("main"), "{}", people.out);

    let twice = shown.out.replacen("\"roots\":", "\"roots\": [], \"roots\":", 1);
    haltcheck(&["pack", &folder.write("twice.json", twice), "-o", &packed]).is_bad(&["duplicate"]);
    haltcheck(&["pack", &folder.write("none.json", "{}"), "-o", &packed]).is_bad(&["missing"]);
    haltcheck(&["pack", &folder.write("deep.json", "[".repeat(100_000)), "-o", &packed]).is_bad(&["json"]);
    haltcheck(&["show", &json]).is_bad(&["not a haltcert certificate"]);
}

/// With coefficients for all obligations the certificate is accepted without a solver, and so are the default's.
#[test]
fn coefficients_replace_the_solver() {
    let folder = Folder::new();
    let source = folder.write("chain.c", CHAIN);
    let mut sizes = Vec::new();
    for witnesses in ["none", "needed", "all"] {
        let certificate = folder.file(witnesses);
        let arguments = ["prove", &source, "-o", &certificate, "--witnesses", witnesses];
        let answer = haltcert(&arguments);
        assert_eq!(answer.code, 0, "{}", answer.said());
        let answer = haltcheck(&[&certificate, "--embedded", "--json"]);
        assert_eq!(answer.code, 0, "{}", answer.said());
        let json: Value = serde_json::from_str(&answer.out).expect("JSON");
        let count = |how: &str| json["obligations"][how].as_u64().expect("a number");
        assert_eq!(count("farkas") == 0, witnesses == "none", "{}", answer.out);
        sizes.push(fs::metadata(&certificate).expect("a file").len());
        if witnesses != "none" {
            assert_eq!(count("solver"), 0, "{}", answer.out);
            let answer = haltcheck(&[&certificate, "--embedded", "--no-solver"]);
            assert_eq!(answer.code, 0, "{}", answer.said());
        }
        let again = folder.file("again");
        haltcert(&["prove", &source, "-o", &again, "--witnesses", witnesses]);
        assert_eq!(fs::read(&again).ok(), fs::read(&certificate).ok());
        let answer = haltcheck(&["trust", &certificate]);
        assert!(answer.code == 0 && answer.out.contains("spec/trust.md"), "{}", answer.said());
    }
    assert!(sizes.is_sorted() && sizes[2] < 2 * sizes[0], "{sizes:?}");
}

/// Its loop needs sums of several facts.
const CHAIN: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i, j = 0;
  int buffer[64];
  if (a < 0 || b < a || b > 60) return 0;
  for (i = a; i < b; i++) {
    j += 1;
    buffer[j + a - 1] = i - j;
    if (i - j > b) return buffer[i];
  }
  while (j > 0 && a <= b) { a += 2; b += 1; j--; }
  return 0;
}
";

#[test]
fn named_types_of_a_contract() {
    let folder = Folder::new();
    let source = "struct s { int a; char b[3]; };\nvoid f(struct s *p, unsigned long n) { p->b[n] = 0; }\n";
    let file = folder.write("types.c", source);
    let clause = "(struct s *p, size_t n) requires \\valid(p) && n < 3";
    let (cert, module) = (folder.file("cert"), folder.file("types.ll"));
    let entry = ["--entry", "f", "--precondition", clause];
    let options = |more: &[&'static str]| [&entry[..], more].concat();
    let layout = "with struct s: 8 bytes, alignment 4";
    let run = |file: &str, more: &[&'static str]| {
        let mut line = vec!["prove", file, "-o", &cert];
        let more = options(more);
        line.extend(more);
        haltcert(&line)
    };

    let answer = run(&file, &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains(layout), "{}", answer.out);
    assert!(answer.out.contains("with size_t: 8 bytes, alignment 8"), "{}", answer.out);
    assert!(!answer.out.contains("no C to compare"), "{}", answer.out);
    let json: Value = serde_json::from_str(&run(&file, &["--json"]).out).expect("JSON");
    assert_eq!(json["types"][0]["size"], 8);
    assert_eq!(json["types"][0]["compared_with_c"], true);

    // The checker reads the same.
    let mut line = vec![cert.as_str(), "--embedded"];
    line.extend(entry);
    let valid = haltcheck(&line);
    assert_eq!(valid.code, 0, "{}", valid.said());
    assert!(valid.out.contains(layout), "{}", valid.out);
    line.push("--json");
    let json: Value = serde_json::from_str(&haltcheck(&line).out).expect("JSON");
    assert_eq!(json["detail"]["types"][0]["align"], 4);

    // A module has no C to compare with.
    haltcert(&["prove", &file, "--entry", "f", "--emit-module", &module]);
    let answer = run(&module, &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains("no C to compare with"), "{}", answer.out);

    // A structure that the file has inside a function only.
    let local = source
        .replace("void f(struct s *p", "void f(char *q")
        .replace("p->b[n]", "struct s { int a; } x; x.a = (int)n; q[x.a]");
    let file = folder.write("local.c", local.replacen("struct s { int a; char b[3]; };", "", 1));
    run(&file, &[]).is_bad(&["no such type outside its functions"]);
}

#[test]
fn help_is_documented() {
    for program in [&programs().haltcert, &programs().haltcheck] {
        let answer = run(program, &["--help"]);
        assert_eq!(answer.code, 0);
        assert!(answer.out.contains("Exit codes"), "{}", answer.out);
    }
}

/// The page of commands has each option of each command, in the lines about this command.
#[test]
fn options_are_documented() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join("docs/commands.md");
    let page = fs::read_to_string(page).expect("the page");
    let block = page.split("```").nth(1).expect("the commands");
    let commands: [(&Path, &str, &[&str]); 3] = [
        (&programs().haltcert, "haltcert", &["prove", "report", "contract", "module", "functions"]),
        (&programs().haltcheck, "haltcheck", &["trust", "explain", "show", "pack"]),
        (&programs().haltarchive, "haltarchive", &["attest", "verify", "bundle", "init", "check-project", "plan"]),
    ];
    let mut missing = Vec::new();
    for (program, name, commands) in commands {
        for command in commands {
            let begins = format!("{name} {command} ");
            // What stands behind further lines of the block belongs to the command above it.
            let mut inside = false;
            let lines = block.lines().filter(|line| {
                inside = if line.starts_with(' ') { inside } else { line.starts_with(&begins) };
                inside
            });
            let lines: String = lines.collect();
            assert!(!lines.is_empty(), "{begins}is not there");
            let help = run(program, &[command, "--help"]).out;
            let options = help.lines().filter_map(|line| {
                let (before, option) = line.split_once("--")?;
                let short = before.trim();
                let first = short.is_empty() || short.len() == 3 && short.starts_with('-') && short.ends_with(',');
                first.then(|| option.split([' ', '=', '<', '[']).next().unwrap_or(option))
            });
            let options: Vec<&str> = options.filter(|option| !option.is_empty() && *option != "help").collect();
            let named = |option: &&str| match *option {
                "output" => lines.contains("-o ") || lines.contains("--output "),
                other => lines.contains(&format!("--{other}")),
            };
            missing.extend(options.into_iter().filter(|option| !named(option)).map(|o| format!("{begins}--{o}")));
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn options_without_use_are_refused() {
    let folder = Folder::new();
    let source = folder.write("f.c", "/*@ requires n > 0; */\nint f(int n) { return n - 1; }\n");
    for (command, options) in [
        ("contract", &["--entry", "f", "--suggest"][..]),
        ("module", &["--entry", "f", "--bound", "iterations"]),
        ("functions", &["--entry", "f"]),
    ] {
        let answer = haltcert(&[&[command, &source], options].concat());
        assert_eq!(answer.code, 3, "{}", answer.said());
        assert!(answer.err.contains(&format!("'{command}' has no use for it")), "{}", answer.err);
    }
    assert_eq!(haltcert(&["module", &source, "--entry", "f", "--json"]).code, 0);
}

/// The checker reads the module's text itself.
#[test]
fn the_checker_is_not_linked_with_llvm() {
    let bytes = fs::read(&programs().haltcheck).expect("haltcheck");
    assert!(!bytes.windows(8).any(|window| window == b"libLLVM-" || window == b"libLLVM."));
}

#[test]
fn errors_of_contracts_have_the_place_in_the_clause() {
    let folder = Folder::new();
    for (clauses, line, column, word) in [
        ("requires p->len < 8\n  @   && p->lem > 1;", 4, 10, "lem"),
        ("requires p->len <\n  @ ;", 3, 21, "early"),
        ("requires\n (p->len ? 1 : 0);", 4, 10, "?"),
        ("ensure \\result;", 3, 5, "did you mean 'ensures'?"),
        ("requires p->len < 1 || p->bits == 1;", 3, 28, "bits"),
        ("requires p->len < 1 => p->len == 0;", 3, 25, "did you mean '==>'?"),
        ("requires q->len < 1;", 3, 14, "'q'"),
        ("requires \\vaild(p);", 3, 14, "did you mean '\\valid'?"),
    ] {
        let text = format!(
            "struct s {{ unsigned len, bits : 3; }};\n/*@ requires \\valid(p);\n  @ {clauses}\n  @*/\nint f(struct s *p) {{ return 0; }}\n"
        );
        let file = folder.write("f.c", text);
        let answer = haltcert(&["prove", &file, "--entry", "f", "--json"]);
        let json: Value = serde_json::from_str(&answer.out).expect("one JSON object");
        let reason = json["reason"].as_str().expect("a reason");
        assert!(reason.contains(&format!("f.c:{line}:{column}: ")) && reason.contains(word), "{reason}");
    }
}
