//! Witnesses of SV-COMP: read by a reader that others wrote and compared with a schema, and their invariants evaluated
//! in runs of the compiled program.
//!
//! `WITNESSES=all cargo test -p tests --test witness` takes every case, and `WITNESS_PROGRAMS=1000` random programs.

mod sources;

use serde_json::Value;
use sources::PROGRAMS;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tests::command::{Answer, Folder, haltcert};
use tests::process::{ProcessLimits, run};
use tests::programs::programs;
use tests::{cases, effort, parallel, risky};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// An invariant as the witness has it.
#[derive(Debug)]
struct Invariant {
    line: usize,
    column: usize,
    value: String,
}

/// The invariants of a witness, in the order of the text. (The reader's view is compared elsewhere.)
fn invariants(witness: &str) -> Vec<Invariant> {
    let field = |line: &str, key: &str| line.trim().strip_prefix(key).map(str::to_owned);
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let mut found = Vec::new();
    let (mut at, mut column) = (0, 0);
    for line in witness.lines() {
        if let Some(text) = field(line, "line: ") {
            at = number(&text);
        } else if let Some(text) = field(line, "column: ") {
            column = number(&text);
        } else if let Some(text) = field(line, "value: ") {
            found.push(Invariant { line: at, column, value: serde_json::from_str(&text).expect("a text") });
        }
    }
    found
}

/// The program with a check before each evaluation of a loop's condition; none if a loop is not found.
fn instrumented(source: &str, invariants: &[Invariant]) -> Option<String> {
    let mut insertions: Vec<(usize, String)> = Vec::new();
    for (number, invariant) in invariants.iter().enumerate() {
        let start: usize = source.split_inclusive('\n').take(invariant.line - 1).map(str::len).sum();
        let at = start + invariant.column - 1;
        let rest = source.get(at..)?;
        let check = format!("witness_check(({}) != 0, {number})", invariant.value);
        let open = rest.find('(')?;
        if rest.starts_with("while") {
            insertions.push((at + open + 1, format!("{check}, ")));
        } else if rest.starts_with("for") {
            let first = open + rest[open..].find(';')? + 1;
            let empty = rest[first..].trim_start().starts_with(';');
            insertions.push((at + first, if empty { format!("{check}, 1") } else { format!("{check}, ") }));
        } else {
            return None;
        }
    }
    insertions.sort();
    let mut text = source.to_owned();
    for (at, insertion) in insertions.iter().rev() {
        text.insert_str(*at, insertion);
    }
    Some(format!("extern void witness_check(int, int);\n{text}"))
}

/// Proves a program and writes its witness.
fn prove(folder: &Folder, source: &str, options: &[&str]) -> (Answer, Option<String>) {
    let file = folder.write("p.c", source);
    let witness = folder.file("p.yml");
    let answer = haltcert(&[&["prove", &file, "--witness", &witness, "--timeout", "60"], options].concat());
    let text = fs::read_to_string(&witness).ok();
    (answer, text)
}

/// Checks that were made in runs of a program, and how many invariants say anything. The error is an invariant that does
/// not hold, or whose evaluation is undefined.
fn evaluated(source: &str, options: &[&str], seeds: u64) -> Result<(u64, usize), String> {
    let folder = Folder::new();
    let (_, Some(witness)) = prove(&folder, source, options) else { return Ok((0, 0)) };
    let found = invariants(&witness);
    if witness.contains("violation_sequence") || found.iter().all(|invariant| invariant.value == "1") {
        return Ok((0, 0));
    }
    let checks = checked(&folder, source, &found, options, seeds)?;
    Ok((checks, found.iter().filter(|invariant| invariant.value != "1").count()))
}

/// Checks that were made in runs of a program with these invariants.
fn checked(folder: &Folder, source: &str, found: &[Invariant], options: &[&str], seeds: u64) -> Result<u64, String> {
    let Some(text) = instrumented(source, found) else { return Err(format!("a place is wrong: {found:?}")) };
    let (program, file) = (folder.file("p"), folder.write("q.c", text));
    let inputs = here("tests/src/witness/inputs.c").display().to_string();
    let mut clang = Command::new("clang-22");
    clang.args(["-std=gnu17", "-fgnu89-inline", "-w", "-O0", "-o", &program, &file, &inputs]);
    let wraps = options.contains(&"wrap");
    clang.args(if wraps {
        ["-fwrapv"].as_slice()
    } else {
        &["-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-fsanitize-trap=all"]
    });
    let compiled = clang.output().map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(format!("{found:?}: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let mut checks = 0;
    for seed in 1..=seeds {
        let (out, err) = (PathBuf::from(folder.file("out")), PathBuf::from(folder.file("err")));
        let limits = ProcessLimits { time: Duration::from_secs(10), memory: 4096 };
        let ended = run(Command::new(&program).env("WITNESS_SEED", seed.to_string()), limits, &out, &err);
        let ended = ended.map_err(|error| error.to_string())?;
        let said = fs::read(&err).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let code = std::os::unix::process::ExitStatusExt::signal(&ended.status);
        let wrong = !ended.timed_out && (said.contains("does not hold") || code == Some(ILLEGAL));
        if wrong {
            let mut message = String::new();
            for (number, invariant) in found.iter().enumerate() {
                let _ = writeln!(message, "{number}: {invariant:?}");
            }
            return Err(format!("seed {seed}: {said} {code:?}\n{message}{source}"));
        }
        let last = said.lines().rev().find_map(|line| line.strip_prefix("checks: ")?.parse::<u64>().ok());
        checks += last.unwrap_or(0);
    }
    Ok(checks)
}

/// The signal of a trap.
const ILLEGAL: i32 = 4;

#[test]
fn invariants_hold_in_runs() {
    let results = parallel::map(&PROGRAMS, |program| evaluated(program, &[], 60));
    let mut counted = 0;
    for (program, result) in PROGRAMS.iter().zip(results) {
        let (checks, said) = result.unwrap_or_else(|problem| panic!("{problem}"));
        counted += usize::from(checks > 0 && said > 0);
        if said == 0 {
            eprintln!("no invariants:\n{program}");
        }
    }
    assert!(counted >= 12, "only {counted} programs have invariants");
}

/// Whether the claim of a case is one that a witness can have.
fn has_witness(case: &cases::Case) -> bool {
    let ideal = case.options.iter().any(|option| option == "ideal");
    let of_c = case.file.extension().is_some_and(|ending| ending == "c");
    let proved = matches!(case.expected, cases::Expected::Proved | cases::Expected::MemorySafeOnly);
    proved && of_c && !ideal && case.entry.is_none() && !case.options.iter().any(|option| option == "ilp32")
}

#[test]
fn invariants_of_cases_hold_in_runs() {
    let every = if effort::long() || std::env::var("WITNESSES").is_ok_and(|which| which == "all") { 1 } else { 25 };
    let all: Vec<cases::Case> = cases::all(&cases::root()).expect("cases").into_iter().filter(has_witness).collect();
    let sample: Vec<&cases::Case> = all.iter().step_by(every).collect();
    let results = parallel::map(&sample, |case| {
        let source = fs::read_to_string(&case.file).unwrap_or_default();
        let mut options: Vec<&str> = case.options.iter().map(String::as_str).collect();
        if case.expected == cases::Expected::MemorySafeOnly {
            options.extend(["--property", "memory-safety"]);
        }
        evaluated(&source, &options, 8).map_err(|problem| format!("{}: {problem}", case.file.display()))
    });
    let mut said = 0;
    let mut problems = Vec::new();
    for result in results {
        match result {
            Ok((checks, of_case)) => said += if checks > 0 { of_case } else { 0 },
            Err(problem) => problems.push(problem),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    eprintln!("{said} invariants of {} cases", sample.len());
    assert!(said >= sample.len() / 10, "only {said} invariants of {} cases", sample.len());
}

#[test]
fn invariants_of_random_programs_hold_in_runs() {
    let count = effort::number("WITNESS_PROGRAMS", 12, 300);
    let seeds: Vec<u64> = effort::seeds(count).map(|seed| seed + 1).collect();
    let results = parallel::map(&seeds, |seed| {
        let mode = if seed % 2 == 0 { "wrap" } else { "error" };
        let program = risky::program(*seed);
        let options = ["--signed-overflow", mode, "--property", "memory-safety"];
        evaluated(&program, &options, 6).map_err(|problem| format!("seed {seed}: {problem}"))
    });
    let problems: Vec<String> = results.iter().filter_map(|result| result.clone().err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let said: usize = results.iter().flatten().map(|(_, said)| said).sum();
    eprintln!("{said} invariants of {count} random programs");
}

/// What a reader makes of a witness; none, and a line that says so, if the readers are not installed.
fn read(folder: &Folder, text: &str) -> Option<Value> {
    let readers = here(".readers");
    if !readers.join("for").exists() {
        eprintln!("SKIPPED: no readers in .readers (scripts/readers.sh installs them)");
        return None;
    }
    let (schema, file) = (here("tests/readers/witness.schema.json"), folder.write("read.yml", text));
    let mut python = Command::new("python3");
    python.arg(here("tests/readers/read.py")).arg("witness").arg(schema).arg(file).env("PYTHONPATH", readers);
    let output = python.output().expect("python3 runs");
    assert!(output.status.success(), "{}{text}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("the reader's answer"))
}

const COUNT: &str = "extern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int n = __VERIFIER_nondet_int();\n    \
                     int i = 0;\n    while (i < n)\n        i++;\n    return 0;\n}\n";

const PAST: &str = "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
                    extern unsigned char __VERIFIER_nondet_uchar(void);\nstatic void fill(char *a, int n)\n{\n    \
                    for (int i = 0; i <= n; i++)\n        a[i] = 1;\n}\nint main(void)\n{\n    \
                    int n = __VERIFIER_nondet_int ( );\n    int k = __VERIFIER_nondet_uchar();\n    \
                    if (n < 1 || n > 9 || k != 200)\n        return 0;\n    char *a = malloc(n);\n    fill(a, n);\n    \
                    free(a);\n    return 0;\n}\n";

/// The locations and constraints of a violation's waypoints.
fn waypoints(entries: &Value) -> Vec<(String, u64, u64, String)> {
    let segments = entries[0]["content"].as_array().expect("segments");
    let waypoint = |segment: &Value| {
        let point = &segment["segment"][0]["waypoint"];
        let number = |key: &str| point["location"][key].as_u64().expect("a number");
        let text = |value: &Value| value.as_str().unwrap_or("").to_owned();
        (text(&point["type"]), number("line"), number("column"), text(&point["constraint"]["value"]))
    };
    segments.iter().map(waypoint).collect()
}

#[test]
fn a_proof_has_invariants() {
    let folder = Folder::new();
    let (answer, text) = prove(&folder, COUNT, &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let text = text.expect("a witness");
    assert!(answer.out.contains(&format!("witness: {}", folder.file("p.yml"))), "{}", answer.out);
    // The same input, the same bytes.
    assert_eq!(prove(&folder, COUNT, &[]).1.as_deref(), Some(text.as_str()));
    let found = invariants(&text);
    assert_eq!((found.len(), found[0].line, found[0].column), (1, 6, 5), "{text}");
    let Some(entries) = read(&folder, &text) else { return };
    let entry = &entries[0];
    assert_eq!(entry["entry_type"], "invariant_set");
    assert_eq!(entry["metadata"]["creation_time"], "1970-01-01T00:00:00Z");
    let specification = entry["metadata"]["task"]["specification"].as_str().expect("a text");
    for formula in ["G valid-free", "G valid-deref", "G ! overflow", "F end"] {
        assert!(specification.contains(&format!("CHECK( init(main()), LTL({formula}) )")), "{specification}");
    }
    let invariant = &entry["content"][0]["invariant"];
    assert_eq!(invariant["value"].as_str(), Some(found[0].value.as_str()));
    assert_eq!(invariant["value"], "i >= 0");
    assert_eq!(invariant["location"]["function"], "main");
    // One property alone.
    let (answer, text) = prove(&folder, COUNT, &["--property", "termination"]);
    assert_eq!(answer.code, 0);
    let entries = read(&folder, &text.expect("a witness")).expect("read");
    assert_eq!(entries[0]["metadata"]["task"]["specification"], "CHECK( init(main()), LTL(F end) )");
}

#[test]
fn a_wrong_invariant_is_seen() {
    let folder = Folder::new();
    let with = |value: &str| {
        let invariant = Invariant { line: 6, column: 5, value: value.to_owned() };
        checked(&folder, COUNT, &[invariant], &[], 20)
    };
    assert!(with("i >= 0").is_ok_and(|checks| checks > 20));
    // One that does not hold in the last round, one whose evaluation overflows, and one without its variables.
    for wrong in ["i < n || n <= 0", "i + 2147483647 != 0", "k == 0"] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
    let nowhere = Invariant { line: 5, column: 5, value: "1".to_owned() };
    assert!(checked(&folder, COUNT, &[nowhere], &[], 1).is_err());
}

#[test]
fn a_violation_has_inputs_and_a_place() {
    let folder = Folder::new();
    let (answer, text) = prove(&folder, PAST, &[]);
    assert_eq!(answer.code, 1, "{}", answer.said());
    let Some(entries) = read(&folder, &text.expect("a witness")) else { return };
    assert_eq!(entries[0]["metadata"]["task"]["specification"], "CHECK( init(main()), LTL(G valid-deref) )");
    let points = waypoints(&entries);
    let [(first, 11, 37, n), (second, 12, 37, k), (target, 7, 9, none)] = &points[..] else { panic!("{points:?}") };
    assert_eq!([first, second, target], ["function_return", "function_return", "target"]);
    assert!(n.starts_with("\\result == ") && k == "\\result == 200" && none.is_empty(), "{points:?}");
}

#[test]
fn places_of_overflows() {
    // The statement in which the operation is, or the full expression.
    for (statement, line, column) in [
        ("    return x + 1;", 6, 5),
        ("    if (x > 5) return x + 1; return 0;", 6, 16),
        ("    int y = x\n        + 1;\n    return y;", 6, 13),
        ("    if (x > 5)\n        x = x + 1;\n    return 0;", 7, 9),
        ("    while (x + 1 > 0) /* ; { */ x = 3 - x;\n    return 0;", 6, 12),
        ("    for (x = 7 + x; x > 0; x--) ;\n    return 0;", 6, 10),
    ] {
        let program = format!(
            "extern int __VERIFIER_nondet_int(void);\nint main(void)\n{{\n    int x = __VERIFIER_nondet_int();\n    \
             if (x < 2147483647) return 0;\n{statement}\n}}\n"
        );
        let folder = Folder::new();
        let (answer, text) = prove(&folder, &program, &[]);
        assert_eq!(answer.code, 1, "{}{program}", answer.said());
        let Some(entries) = read(&folder, &text.expect("a witness")) else { return };
        assert_eq!(entries[0]["metadata"]["task"]["specification"], "CHECK( init(main()), LTL(G ! overflow) )");
        let points = waypoints(&entries);
        let last = points.last().expect("a target");
        assert_eq!((last.0.as_str(), last.1, last.2), ("target", line, column), "{program}");
        assert_eq!(points[0].3, "\\result == 2147483647");
    }
}

#[test]
fn where_the_format_has_none_nothing_is_written() {
    let endless = "int main(void)\n{\n    volatile int x = 0;\n    while (1)\n        ;\n    return 0;\n}\n";
    let division = "extern int __VERIFIER_nondet_int(void);\nint main(void) { return 1 / __VERIFIER_nondet_int(); }\n";
    for (program, options, code, why) in [
        (endless, vec![], 1, "do not end"),
        (division, vec![], 1, "do not have this error"),
        (division, vec!["--no-refute"], 2, "neither proved nor violated"),
        (COUNT, vec!["--signed-overflow", "ideal"], 0, "C's integers"),
        ("int f(void) { return 0; }\n", vec!["--entry", "f"], 0, "'main'"),
    ] {
        let folder = Folder::new();
        let (answer, text) = prove(&folder, program, &options);
        assert_eq!((answer.code, text), (code, None), "{}", answer.said());
        let said = answer.out.lines().any(|line| line.starts_with("witness: not written: ") && line.contains(why));
        assert!(said, "{}", answer.said());
        let (answer, _) = prove(&folder, program, &[&options[..], &["--json"]].concat());
        let report: Value = serde_json::from_str(&answer.out).expect("JSON");
        assert!(report["no_witness"].as_str().is_some_and(|text| text.contains(why)), "{report}");
        assert!(report["witness"].is_null());
    }
}

#[test]
fn lines_of_preprocessed_text_are_found() {
    let folder = Folder::new();
    let file =
        folder.write("p.i", format!("# 1 \"other.c\"\n# 1 \"other.h\" 1\nint unused;\n# 2 \"other.c\" 2\n{COUNT}"));
    let witness = folder.file("w.yml");
    let answer = haltcert(&["prove", &file, "--witness", &witness]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let found = invariants(&fs::read_to_string(&witness).expect("a witness"));
    assert_eq!((found[0].line, found[0].column, found[0].value.as_str()), (10, 5, "i >= 0"));
}

#[test]
fn the_time_is_the_one_that_is_given() {
    let folder = Folder::new();
    let (file, witness) = (folder.write("p.c", COUNT), folder.file("p.yml"));
    let at = |time: &str| {
        let mut command = Command::new(&programs().haltcert);
        command.args(["prove", &file, "--witness", &witness]).env("SOURCE_DATE_EPOCH", time);
        let code = command.output().expect("runs").status.code();
        (code, fs::read_to_string(&witness).unwrap_or_default())
    };
    let (code, text) = at("951782399");
    assert!(code == Some(0) && text.contains("creation_time: \"2000-02-28T23:59:59Z\""), "{text}");
    assert_eq!(at("yesterday").0, Some(3));
}
