//! What surrounds the programs: versions, problem matchers, the hook for commits, prefixes of errors.

use regex::Regex;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::command::{Folder, haltarchive, haltcert, haltcheck, run};
use tests::programs::programs;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `make` says which commit it builds; a build that is not told says that none is known. Certificates do not depend on it.
#[test]
fn versions_name_commit_format_and_libraries() {
    let said = |answer: tests::command::Answer| {
        assert_eq!((answer.code, answer.err.as_str()), (0, ""));
        answer.out
    };
    let known = r"\((commit [0-9a-f]{12}(-dirty)?|commit not known); certificate format \d+; ";
    for (name, version, linked) in [
        ("haltcert", said(haltcert(&["--version"])), r"LLVM 22\.\d+\.\d+"),
        ("haltcheck", said(haltcheck(&["--version"])), r"solver: Z3 \S+.*"),
        ("haltarchive", said(haltarchive(&["--version"])), r"solver: Z3 \S+.*"),
    ] {
        let wanted = format!(r"^{name} \d+\.\d+\.\d+ {known}{linked}\)\n$");
        assert!(Regex::new(&wanted).expect("a pattern").is_match(&version), "{version}");
    }
}

/// The regular expressions of the problem matchers in docs/editors.md, in order, with all their fields.
fn matchers() -> Vec<(Regex, Value)> {
    let page = fs::read_to_string(root().join("docs/editors.md")).expect("the page");
    let (_, block) = page.split_once("```json\n").expect("a block");
    let (block, _) = block.split_once("```").expect("its end");
    let tasks: Value = serde_json::from_str(block).expect("JSON");
    let mut found = Vec::new();
    for task in tasks["tasks"].as_array().expect("tasks") {
        let matcher = &task["problemMatcher"];
        let all = matcher.as_array().cloned().unwrap_or_else(|| vec![matcher.clone()]);
        for pattern in all.iter().map(|one| one["pattern"].clone()) {
            let regex = Regex::new(pattern["regexp"].as_str().expect("a text")).expect("a pattern");
            found.push((regex, pattern));
        }
    }
    found
}

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
/*@ requires n > 0; */
int half(int n) { return n / 2; }
/*@ requires \\valid(p + (0 .. 3)); */
int beyond(const int *p) { return p[4]; }
/*@ requires n >; */
int wrong(int n) { return n; }
int next(int n) { return n + 1; }
";

#[test]
fn problem_matchers_match_what_is_printed() {
    let matchers = matchers();
    assert_eq!(matchers.len(), 4);
    let folder = Folder::new();
    let file = folder.write("p.c", PROGRAM);
    let matched = |number: usize, arguments: &[&str]| {
        let answer = haltcert(&[&["prove", &file][..], arguments].concat());
        let (regex, pattern) = &matchers[number];
        let said = answer.said();
        let part = |found: &regex::Captures<'_>, field: &str| {
            pattern[field].as_u64().map(|group| found[usize::try_from(group).expect("small")].to_owned())
        };
        let all: Vec<Vec<Option<String>>> = said
            .lines()
            .filter_map(|line| regex.captures(line))
            .map(|found| ["file", "line", "column", "severity", "message"].map(|field| part(&found, field)).to_vec())
            .collect();
        assert_eq!(all.len(), 1, "{regex} in: {said}");
        all[0].iter().map(|part| part.clone().unwrap_or_default()).collect::<Vec<_>>()
    };
    let is = |found: &[String], place: [&str; 2], severity: &str, message: &str| {
        assert_eq!((&found[0], [&*found[1], &*found[2]], &*found[3]), (&file, place, severity));
        assert!(found[4].contains(message), "{found:?}");
    };
    is(
        &matched(0, &["--entry", "beyond", "--format", "github", "--property", "memory-safety"]),
        ["5", "35"],
        "error",
        "load of 4 bytes",
    );
    is(&matched(1, &["--entry", "beyond"]), ["5", "35"], "", "load of 4 bytes");
    is(&matched(2, &["--entry", "next", "--no-refute"]), ["8", "28"], "", "n + 1 does not overflow");
    is(&matched(3, &["--entry", "wrong"]), ["6", "16"], "error", "the clause ends too early");
}

/// The hook's command runs in a project, and its pattern is of the files that the command depends on.
#[test]
fn the_hook_stops_a_commit_that_loses_a_proof() {
    let text = fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("the file");
    let field = |name: &str| {
        let begin = format!("  {name}: ");
        text.lines().find_map(|line| line.strip_prefix(&begin)).expect("a field").to_owned()
    };
    let files = Regex::new(&field("files")).expect("a pattern");
    for concerned in ["src/text.c", "include/text.h", "haltcert.toml", "lib/haltcert-baseline.json"] {
        assert!(files.is_match(concerned), "{concerned}");
    }
    for other in ["README.md", "src/text.cc", "notahaltcert.toml"] {
        assert!(!files.is_match(other), "{other}");
    }
    let folder = Folder::new();
    let there = folder.0.path().join("project");
    let copied = Command::new("cp").arg("-r").arg(root().join("examples/project")).arg(folder.0.path()).status();
    assert!(copied.expect("runs").success());
    for built in ["haltcert-archive", "haltcert-results", "proofs"] {
        let _ = fs::remove_dir_all(there.join(built));
    }
    let programs = programs().haltcert.parent().expect("a folder").display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").expect("a path"));
    let entry = field("entry");
    let hook = || {
        let output = Command::new("sh").args(["-c", &entry]).current_dir(&there).env("PATH", &path).output();
        output.expect("runs").status.code()
    };
    assert_eq!(hook(), Some(0));
    let source = fs::read_to_string(there.join("src/text.c")).expect("read");
    fs::write(there.join("src/text.c"), source.replace("i + 1 < room", "i < room")).expect("written");
    assert_eq!(hook(), Some(1));
}

/// Whatever goes wrong is said behind `error:`, so that people and programs find it.
#[test]
fn errors_have_one_prefix() {
    let folder = Folder::new();
    let (missing, broken) = (folder.file("missing"), folder.write("broken.c", "int main(void) { return }"));
    let contract = folder.write("contract.c", PROGRAM);
    let place = Regex::new(r"^(\S+:\d+:\d+: )?error: \S").expect("a pattern");
    for answer in [
        haltcert(&["prove", &folder.file("missing.c")]),
        haltcert(&["prove", &broken]),
        haltcert(&["prove", &contract, "--entry", "wrong"]),
        haltcert(&["prove", &contract, "--entry", "nobody"]),
        haltcert(&["prove", &contract, "--no-such-option"]),
        haltcert(&["report", &missing, "-o", &folder.file("page.html")]),
        haltcheck(&[&missing, "--embedded"]),
        haltcheck(&["show", &missing]),
        haltcheck(&["trust", &missing]),
        haltcheck(&["explain", &missing, "node:0"]),
        haltcheck(&[]),
        haltarchive(&["verify", &missing]),
        haltarchive(&["check-project", &missing]),
        haltarchive(&["frobnicate"]),
    ] {
        let first = answer.err.lines().next().unwrap_or_default();
        assert!(answer.code != 0 && place.is_match(first), "{}", answer.said());
        assert!(!answer.err.contains("error: error"), "{}", answer.err);
    }
}

/// Without a terminal nothing is coloured, and with NO_COLOR nothing on one.
#[test]
fn colours_are_for_terminals() {
    for arguments in [&["--help"][..], &["prove", "--help"], &["frobnicate"]] {
        let answer = haltcert(arguments);
        assert!(!answer.said().contains('\u{1b}'), "{}", answer.said());
    }
    // `script` runs a command on a terminal of its own.
    if Command::new("script").arg("--version").output().is_err() {
        return;
    }
    let on_terminal = |variable: &str| {
        let command = format!("{variable} TERM=xterm {} prove --help", programs().haltcert.display());
        run(Path::new("script"), &["-qec", &command, "/dev/null"]).out
    };
    assert!(on_terminal("LC_ALL=C").contains('\u{1b}'));
    assert!(!on_terminal("NO_COLOR=1").contains('\u{1b}'));
    let checked = |variable: &str| {
        let vectors = fs::read_dir(root().join("spec/vectors/rules")).expect("vectors");
        let paths = vectors.map(|entry| entry.expect("an entry").path());
        let certificate = paths.filter(|path| path.extension().is_some_and(|end| end == "cert")).min().expect("one");
        let (certificate, module) = (certificate.display(), certificate.with_extension("ll").display().to_string());
        let command =
            format!("{variable} TERM=xterm {} {certificate} --module {module}", programs().haltcheck.display());
        run(Path::new("script"), &["-qec", &command, "/dev/null"]).out
    };
    assert!(checked("LC_ALL=C").contains("\u{1b}["), "{}", checked("LC_ALL=C"));
    assert!(!checked("NO_COLOR=1").contains('\u{1b}'));
}
