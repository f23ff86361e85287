//! Reports in the formats of other programs, read by readers that others wrote (`tests/readers/read.py`).

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::command::{Answer, Folder, haltcert};
use tests::programs::programs;

const PROVED: &str = "int main(void)\n{\n    for (int i = 0; i < 9; i++)\n        ;\n    return 0;\n}\n";
const VIOLATED: &str = "int a[4];\nint main(void)\n{\n    for (int i = 0; i <= 4; i++) a[i] = 1;\n    return 0;\n}\n";
const ENDLESS: &str = "int main(void)\n{\n    volatile int x = 0;\n    while (1)\n        ;\n    return 0;\n}\n";
const OVERFLOWS: &str = "int main(int argc, char **argv)\n{\n    return argc + 2147483647;\n}\n";
const UNDECLARED: &str = "int f(void)\n{\n    return x;\n}\n";
const WRONG_CONTRACT: &str = "\n/*@ requires \\valid(q); */\nint f(int *p)\n{\n    return *p;\n}\n";
const SEVERAL: &str = "/*@ requires n >= 0; */\nint down(int n)\n{\n    while (n > 0)\n        n--;\n    return n;\n}\n\
                       /*@ requires \\valid(p); */\nint past(int *p)\n{\n    return p[1];\n}\n";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// What a reader makes of a report; none, and a line that says so, if the readers are not installed.
fn read(arguments: &[&str]) -> Option<Value> {
    let readers = here(".readers");
    if !readers.join("for").exists() {
        eprintln!("SKIPPED: no readers in .readers (scripts/readers.sh installs them)");
        return None;
    }
    let mut python = Command::new("python3");
    python.arg(here("tests/readers/read.py")).args(arguments).env("PYTHONPATH", readers);
    let output = python.output().expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    Some(serde_json::from_slice(&output.stdout).expect("the reader's answer"))
}

fn read_text(reader: &[&str], text: &str) -> Option<Value> {
    let folder = Folder::new();
    let file = folder.write("report", text);
    read(&[reader, &[&file]].concat())
}

fn prove(folder: &Folder, file: &str, content: impl AsRef<[u8]>, options: &[&str]) -> Answer {
    let path = folder.write(file, content);
    haltcert(&[&["prove", &path], options].concat())
}

/// Programs, or what is none, with the exit code.
fn inputs() -> Vec<(&'static str, Vec<&'static str>, i32)> {
    vec![
        (PROVED, vec![], 0),
        (PROVED, vec!["--stats", "--attempt", "joining"], 0),
        (VIOLATED, vec![], 1),
        (ENDLESS, vec![], 1),
        (OVERFLOWS, vec![], 1),
        (OVERFLOWS, vec!["--no-refute"], 2),
        (OVERFLOWS, vec!["--signed-overflow", "wrap"], 0),
        (SEVERAL, vec!["--all-functions"], 1),
        (SEVERAL, vec!["--all-functions", "--no-refute"], 2),
        (SEVERAL, vec!["--entry", "past", "--suggest", "--no-refute"], 2),
        (PROVED, vec!["--all-functions"], 3),
        (PROVED, vec!["--entry", "nobody"], 3),
        ("int main(void) { return }", vec![], 3),
        ("", vec![], 3),
        ("#include <setjmp.h>\njmp_buf b;\nint main(void) { return setjmp(b); }", vec!["--no-refute"], 2),
    ]
}

/// Sets all seconds in a report to 0.
fn without_time(value: &mut Value) {
    match value {
        Value::Object(object) => object.iter_mut().for_each(|(key, value)| match key.as_str() {
            "seconds" => *value = 0.into(),
            _ => without_time(value),
        }),
        Value::Array(items) => items.iter_mut().for_each(without_time),
        _ => {}
    }
}

#[test]
fn json_is_as_its_schema_says() {
    let schema = here("spec/report.schema.json").display().to_string();
    for (program, options, code) in inputs() {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[&options[..], &["--format", "json"]].concat());
        assert_eq!(answer.code, code, "{options:?} {program}: {}", answer.said());
        let Some(report) = read_text(&["json", &schema], &answer.out) else { return };
        assert_eq!(report.is_array(), options.contains(&"--all-functions") && code != 3, "{report}");
        let same = prove(&folder, "p.c", program, &[&options[..], &["--json"]].concat());
        let text = |answer: &Answer| -> Value {
            let mut value: Value = serde_json::from_str(&answer.out).expect("JSON");
            without_time(&mut value);
            value
        };
        assert_eq!(text(&same), text(&answer));
    }
    let usage = haltcert(&["prove", "--format", "json"]);
    assert_eq!(usage.code, 3);
    read_text(&["json", &schema], &usage.out);
}

#[test]
fn sarif_has_a_result_for_what_is_not_proved() {
    for (program, options, code) in inputs() {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[&options[..], &["--format", "sarif"]].concat());
        assert_eq!(answer.code, code, "{options:?} {program}: {}", answer.said());
        let Some(report) = read_text(&["sarif"], &answer.out) else { return };
        let run = &report["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "haltcert");
        let results = run["results"].as_array().expect("results");
        let successful = run["invocations"][0]["executionSuccessful"] == true;
        assert_eq!(successful, code != 3, "{options:?} {program}");
        let levels: Vec<&str> = results.iter().map(|result| result["level"].as_str().expect("a level")).collect();
        let expected: &[&str] = match code {
            1 => &["error"],
            2 => &["warning"],
            _ => &[],
        };
        assert_eq!(levels, expected, "{options:?} {program}: {report:#}");
        for result in results {
            let rule = result["ruleIndex"].as_u64().expect("a number") as usize;
            assert_eq!(result["ruleId"], run["tool"]["driver"]["rules"][rule]["id"]);
            let place = &result["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
            assert!(uri.starts_with("file:///") && uri.ends_with("/p.c"), "{uri}");
        }
        if !successful {
            // The package does not read notifications.
            let raw: Value = serde_json::from_str(&answer.out).expect("JSON");
            let notes = &raw["runs"][0]["invocations"][0]["toolExecutionNotifications"];
            assert_eq!(notes[0]["level"], "error");
            assert!(!notes[0]["message"]["text"].as_str().expect("a text").is_empty());
        }
    }
}

#[test]
fn sarif_tells_the_run_of_a_violation() {
    let folder = Folder::new();
    let answer = prove(&folder, "p.c", VIOLATED, &["--format", "sarif"]);
    let Some(report) = read_text(&["sarif"], &answer.out) else { return };
    let result = &report["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "out-of-bounds");
    assert_eq!(result["properties"]["haltcert:property"], "memory-safety");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
    let steps = &result["codeFlows"][0]["threadFlows"][0]["locations"];
    let last = steps.as_array().and_then(|steps| steps.last()).expect("a run");
    assert_eq!(last["location"]["physicalLocation"]["region"]["startLine"], 4);
}

/// Behind an overflow nothing is known; what is wrong is the overflow all the same.
#[test]
fn an_overflow_is_about_no_overflow() {
    let folder = Folder::new();
    let open = |format: &str, more: &[&str]| {
        let answer = prove(&folder, "p.c", OVERFLOWS, &[&["--no-refute", "--format", format], more].concat());
        assert_eq!(answer.code, 2, "{}", answer.said());
        answer.out
    };
    let result = |text: &str| {
        let report: Value = serde_json::from_str(text).expect("JSON");
        report["runs"][0]["results"][0]["properties"].clone()
    };
    let properties = result(&open("sarif", &[]));
    assert_eq!(properties["haltcert:property"], "no-overflow");
    assert_eq!(properties["haltcert:title"], "possible signed overflow");
    let properties = result(&open("sarif", &["--property", "memory-safety"]));
    assert_eq!(properties["haltcert:property"], "memory-safety");
    let github = open("github", &[]);
    assert!(github.contains("title=haltcert%3A possible signed overflow in main::"), "{github}");
    let github = prove(&folder, "p.c", VIOLATED, &["--format", "github"]).out;
    assert!(github.contains("title=haltcert%3A access out of bounds in main::"), "{github}");
}

#[test]
fn messages_have_ids() {
    let first = |list: &Value| (list[0]["id"].clone(), list[0]["rule"].clone());
    for (program, options, id, rule) in [
        (VIOLATED, &["--no-refute"][..], "out-of-bounds", "M-STORE"),
        (OVERFLOWS, &["--no-refute"], "signed-overflow", "A-ADD"),
        (ENDLESS, &["--no-refute"], "may-not-terminate", ""),
        (PROVED, &["--entry", "none"], "bad-input", ""),
        (UNDECLARED, &[], "compile-error", ""),
        (WRONG_CONTRACT, &["--entry", "f"], "contract-error", ""),
    ] {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[options, &["--json"]].concat());
        let report: Value = serde_json::from_str(&answer.out).expect("JSON");
        assert_eq!(report["id"], id, "{report:#}");
        if report["missing"].is_array() {
            let rule = if rule.is_empty() { Value::Null } else { rule.into() };
            assert_eq!(first(&report["missing"]), (id.into(), rule), "{report:#}");
        }
    }
    for (program, id) in [(VIOLATED, "out-of-bounds"), (OVERFLOWS, "signed-overflow"), (ENDLESS, "endless-run")] {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &["--json"]);
        let report: Value = serde_json::from_str(&answer.out).expect("JSON");
        assert_eq!(first(&report["violations"]).0, id, "{report:#}");
    }
}

#[test]
fn sarif_places_what_keeps_a_search_from_beginning() {
    for (program, id, line, column) in
        [(UNDECLARED, "compile-error", 3, Some(12)), (WRONG_CONTRACT, "contract-error", 2, Some(21))]
    {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &["--entry", "f", "--format", "sarif"]);
        let report: Value = serde_json::from_str(&answer.out).expect("JSON");
        let note = &report["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
        assert_eq!(note["descriptor"]["id"], id, "{report:#}");
        let region = &note["locations"][0]["physicalLocation"]["region"];
        assert_eq!((region["startLine"].as_u64(), region["startColumn"].as_u64()), (Some(line), column), "{note:#}");
    }
}

#[test]
fn junit_has_a_case_for_each_function_and_property() {
    for (program, options, code) in inputs() {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[&options[..], &["--format", "junit"]].concat());
        assert_eq!(answer.code, code, "{options:?} {program}: {}", answer.said());
        let Some(report) = read_text(&["junit"], &answer.out) else { return };
        assert_eq!(report["counts"], report["counted"], "{options:?} {program}");
        let cases = report["cases"].as_array().expect("cases");
        let ends: Vec<&Value> = cases.iter().flat_map(|case| case["ends"].as_array().expect("ends")).collect();
        let bad = ends.iter().any(|end| end["end"] != "skipped");
        assert_eq!(bad, code != 0, "{options:?} {program}: {report:#}");
        assert_eq!(ends.iter().any(|end| end["type"] == "violated"), code == 1);
        assert_eq!(ends.iter().any(|end| end["end"] == "skipped"), options.contains(&"wrap"));
        let functions = if options.contains(&"--all-functions") && code != 3 { 2 } else { 1 };
        assert_eq!(cases.len(), 3 * functions);
    }
}

#[test]
fn properties_that_are_wanted_decide() {
    let code = |program: &str, property: &str, more: &[&str]| {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[&["--property", property], more].concat());
        (answer.code, answer)
    };
    for (program, property, expected) in [
        (ENDLESS, "memory-safety", 0),
        (ENDLESS, "memory-safety,no-overflow", 0),
        (ENDLESS, "termination", 1),
        (OVERFLOWS, "no-overflow", 1),
        // A signed overflow is an error, behind which nothing is known.
        (OVERFLOWS, "memory-safety", 2),
        (OVERFLOWS, "termination", 2),
        (VIOLATED, "memory-safety", 1),
        (VIOLATED, "termination", 2),
        (PROVED, "termination,memory-safety", 0),
    ] {
        let (got, answer) = code(program, property, &[]);
        assert_eq!(got, expected, "{property}: {}", answer.said());
    }
    code(PROVED, "no-overflow", &["--signed-overflow", "wrap"]).1.is_bad(&["no-overflow"]);
    code(PROVED, "speed", &[]).1.is_bad(&["speed"]);
    // What is not wanted is in no report.
    let (got, answer) = code(ENDLESS, "memory-safety", &["--format", "sarif"]);
    let report: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!((got, &report["runs"][0]["results"]), (0, &Value::Array(Vec::new())));
    let (_, answer) = code(ENDLESS, "memory-safety", &["--format", "junit"]);
    assert_eq!(answer.out.matches("<testcase").count(), 1, "{}", answer.out);
    let (_, answer) = code(ENDLESS, "memory-safety", &["--format", "github"]);
    assert_eq!(answer.out, "haltcert: main: memory safety proved\n");
}

#[test]
fn termcomp_answers_in_the_first_line() {
    for (program, options, first) in [
        (PROVED, &[][..], "YES"),
        (ENDLESS, &[], "NO"),
        (ENDLESS, &["--no-refute"], "MAYBE"),
        (OVERFLOWS, &[], "MAYBE"),
        (SEVERAL, &["--all-functions"], "MAYBE"),
        ("int main(void) { return }", &[], "MAYBE"),
        // What is wanted changes the exit code, not this question.
        (ENDLESS, &["--property", "memory-safety"], "NO"),
    ] {
        let folder = Folder::new();
        let answer = prove(&folder, "p.c", program, &[options, &["--format", "termcomp"]].concat());
        assert_eq!(answer.out.lines().next(), Some(first), "{}", answer.said());
    }
}

/// A command's name, properties, and message, unescaped.
type Annotation = (String, Vec<(String, String)>, String);

/// The commands in a text, as GitHub's runner reads them.
fn commands(text: &str) -> Vec<Annotation> {
    let message = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let property = |text: &str| message(&text.replace("%3A", ":").replace("%2C", ","));
    let command = |line: &str| {
        let (head, body) = line.trim_start().strip_prefix("::")?.split_once("::")?;
        let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
        let pairs = properties.split(',').filter_map(|pair| pair.split_once('='));
        let properties = pairs.map(|(key, value)| (key.to_owned(), property(value))).collect();
        Some((name.to_owned(), properties, message(body)))
    };
    // The runner ends a line at either character.
    text.split(['\n', '\r']).filter_map(command).collect()
}

#[test]
fn github_annotations_are_escaped() {
    let folder = Folder::new();
    let name = "a, b: 100%25\n::error::x.c";
    let answer = prove(&folder, name, VIOLATED, &["--format", "github"]);
    assert_eq!(answer.code, 1, "{}", answer.said());
    let found = commands(&answer.out);
    let [(command, properties, message)] = &found[..] else { panic!("{}", answer.out) };
    let get = |key: &str| properties.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
    assert_eq!((command.as_str(), get("line")), ("error", Some("4")));
    assert_eq!(get("file"), Some(folder.file(name).as_str()));
    assert!(message.contains("memory safety is violated"), "{message}");
    // A message of the compiler has many lines and repeats the text.
    let broken = "int main(void)\n{\n    return 1 % ; // ::error file=x,line=1::no\n}\n";
    let answer = prove(&folder, "broken.c", broken, &["--format", "github"]);
    let found = commands(&answer.out);
    let [(command, properties, message)] = &found[..] else { panic!("{}", answer.out) };
    assert_eq!((command.as_str(), answer.code), ("error", 3));
    assert!(properties.iter().any(|(key, value)| key == "line" && value == "3"), "{properties:?}");
    assert!(message.contains("1 % ; // ::error file=x,line=1::no"), "{message}");
}

#[test]
fn odd_names_and_texts_stay_what_they_are() {
    let Some(_) = read_text(&["json", &here("spec/report.schema.json").display().to_string()], "[]") else { return };
    let folder = Folder::new();
    // Names of files go through the compiler, its debug information, and every format.
    for name in ["a b.c", "q'\"<&>.c", "]]>.c", "per%41cent#?.c", "two\nlines.c", "tab\t\u{1b}[31m.c", "über.c"] {
        let path = folder.write(name, VIOLATED);
        let answer = haltcert(&["prove", &path, "--format", "junit"]);
        assert_eq!(answer.code, 1, "{name}: {}", answer.said());
        let report = read_text(&["junit"], &answer.out).expect("read");
        let file = report["cases"][0]["file"].as_str().expect("a file");
        assert_eq!(file, path.replace('\u{1b}', "\\u{1b}"), "{name}");
        let answer = haltcert(&["prove", &path, "--format", "sarif"]);
        let report = read_text(&["sarif"], &answer.out).expect("read");
        let place = &report["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
        assert_eq!(unescaped(uri.strip_prefix("file://").expect("absolute")), path.as_bytes(), "{name}");
    }
    // A name that is no text at all.
    let name = OsStr::from_bytes(b"latin\xe9.c");
    fs::write(folder.0.path().join(name), VIOLATED).expect("written");
    for format in ["text", "json", "sarif", "junit", "github", "termcomp"] {
        let mut command = Command::new(&programs().haltcert);
        let command = command.arg("prove").arg(folder.0.path().join(name)).args(["--format", format]);
        let output = command.output().expect("runs");
        assert_eq!(output.status.code(), Some(1), "{format}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("a report is text");
        if format == "sarif" {
            let report = read_text(&["sarif"], &text).expect("read");
            let place = &report["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
            let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
            assert!(unescaped(uri).ends_with(b"/latin\xe9.c"), "{uri}");
        }
    }
}

/// Bytes of a reference without its escapes.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits: String = rest.by_ref().take(2).map(char::from).collect();
            bytes.push(u8::from_str_radix(&digits, 16).expect("two digits"));
        } else {
            bytes.push(byte);
        }
    }
    bytes
}

#[test]
fn usage_errors_are_told_in_the_format_that_was_asked_for() {
    for (arguments, is) in [
        (&["prove", "--format", "sarif"][..], "\"version\": \"2.1.0\""),
        (&["prove", "--format=junit", "x.c", "--no-such-option"], "<testsuites"),
        (&["prove", "--no-such-option", "--format", "github"], "::error title=haltcert%3A bad input::"),
        (&["prove", "--no-such-option", "--json"], "\"memory_safety\":\"bad input\""),
        (&["prove", "--no-such-option", "--format", "termcomp"], "MAYBE"),
    ] {
        let answer = haltcert(arguments);
        assert_eq!(answer.code, 3, "{arguments:?}: {}", answer.said());
        assert!(answer.out.contains(is), "{arguments:?}: {}", answer.out);
    }
    for arguments in [&["prove", "--format", "pdf"][..], &["prove", "--no-such-option", "--", "--json"]] {
        let answer = haltcert(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (3, ""), "{arguments:?}");
    }
    haltcert(&["prove", "x.c", "--json", "--format", "sarif"]).is_bad(&["cannot be used with"]);
}
