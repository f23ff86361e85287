//! Violations are met natively: the program with the test that `--emit-test` writes, under the sanitizers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tests::bench::refuted::FOUND;
use tests::cases;
use tests::command::{Folder, haltcert};
use tests::parallel;
use tests::process::{ProcessLimits, run};

/// Cases whose error no sanitizer sees: it depends on what uninitialised bytes hold, on an allocation that fails, or is
/// an access to a variable that is no longer alive, which the sanitizers see only with further options.
const UNSEEN: [&str; 3] = ["uninitialised.c", "may_fail.c", "scope.c"];

/// Compiles with sanitizers; false if there are none here.
fn compiled(sources: &[&str], to: &str) -> bool {
    let mut command = Command::new("cc");
    command.args(["-g", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]).args(sources);
    command.args(["-o", to]).output().is_ok_and(|output| output.status.success())
}

/// What the program says, and whether it ended in time.
fn native(program: &str, folder: &Folder) -> (String, bool) {
    let (out, err) = (PathBuf::from(folder.file("out")), PathBuf::from(folder.file("err")));
    // The shadow of the sanitizers takes addresses without end.
    let limits = ProcessLimits { time: Duration::from_secs(20), memory: 1 << 25 };
    let ended = run(&mut Command::new(program), limits, &out, &err).expect("runs");
    let said = fs::read(&err).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    (said, !ended.timed_out)
}

fn refuted() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(cases::root().join("refutation"))
        .expect("the folder of the cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}

fn name(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[test]
fn errors_are_met_by_the_compiled_program() {
    let folder = Folder::new();
    let probe = folder.write("probe.c", "int main(void) { return 0; }\n");
    if !compiled(&[&probe], &folder.file("probe")) {
        eprintln!("no sanitizers here: nothing is replayed");
        return;
    }
    let of = |file: &PathBuf| cases::read(file).expect("a case");
    let seen = refuted().into_iter().filter(|file| !UNSEEN.contains(&name(file).as_str()));
    let all: Vec<cases::Case> = seen.flat_map(|file| of(&file)).filter(is_replayed).collect();
    parallel::map(&all, |case| {
        let folder = Folder::new();
        let source = case.file.display().to_string();
        let (test, program) = (folder.file("test.c"), folder.file("program"));
        let mut arguments = vec!["prove", &source, "--emit-test", &test];
        arguments.extend(case.options.iter().map(String::as_str));
        let answer = haltcert(&arguments);
        assert_eq!(answer.code, 1, "{source}: {}", answer.said());
        assert!(compiled(&[&source, &test], &program), "{source}: the test does not compile");
        let (said, ended) = native(&program, &folder);
        assert!(ended && FOUND.iter().any(|found| said.contains(found)), "{source}: no error is met: {said}");
    });
    let replayed = all.len();
    assert!(replayed >= 10, "only {replayed} runs");
}

/// Without options the sanitizers look for what the mode error calls an error.
fn is_replayed(case: &cases::Case) -> bool {
    let plain = case.options.iter().all(|option| option == "--entry" || option == "divide");
    plain
        && case.entry.is_none()
        && matches!(case.expected, cases::Expected::Violated(property) if property != "termination")
}

#[test]
fn an_endless_run_does_not_end_natively() {
    // The inputs repeat; the inputs are chosen.
    for case in ["input_loop.c", "endless_chosen.c", "endless_chosen_branching.c"] {
        runs_on(case);
    }
}

fn runs_on(case: &str) {
    let folder = Folder::new();
    let source = cases::root().join("refutation").join(case).display().to_string();
    let (test, program) = (folder.file("test.c"), folder.file("program"));
    let answer = haltcert(&["prove", &source, "--emit-test", &test]);
    assert_eq!(answer.code, 1, "{}", answer.said());
    let made = Command::new("cc").args(["-w", &source, &test, "-o", &program]).output();
    if !made.is_ok_and(|output| output.status.success()) {
        eprintln!("no compiler here: nothing is replayed");
        return;
    }
    let mut command = Command::new("timeout");
    let ended = command.args(["2", &program]).output().expect("runs");
    assert_eq!(ended.status.code(), Some(124), "{case} ends");
}
