//! The tool-info module for BenchExec, loaded by BenchExec's own classes (from .readers).

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::command::Folder;
use tests::parallel;
use tests::programs::programs;

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// A Python program with BenchExec and the module at hand; none, and a line that says so, without BenchExec.
fn python() -> Option<Command> {
    if !here(".readers/for").exists() {
        eprintln!("SKIPPED: no BenchExec in .readers (scripts/readers.sh installs it)");
        return None;
    }
    let mut command = Command::new("python3");
    let path = std::env::join_paths([here(".readers"), here("contrib/benchexec")]).expect("a path");
    command.env("PYTHONPATH", path).env("PYTHONDONTWRITEBYTECODE", "1");
    Some(command)
}

/// A folder as `make install` makes it.
fn installed() -> Folder {
    let folder = Folder::new();
    fs::create_dir(folder.file("bin")).expect("a folder");
    symlink(&programs().haltcert, folder.file("bin/haltcert")).expect("a link");
    folder
}

const TERMINATION: &str = "CHECK( init(main()), LTL(F end) )\n";
const OVERFLOW: &str = "CHECK( init(main()), LTL(G ! overflow) )\n";
const MEMSAFETY: &str = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n";
const DEREF: &str = "CHECK( init(main()), LTL(G valid-deref) )\n";
const REACH: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

#[test]
fn results_of_tasks() {
    let fine = "int main(void) { for (int i = 0; i < 9; i++); return 0; }";
    let inputs = "extern int __VERIFIER_nondet_int(void); int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) n--; return n; }";
    let heap = "#include <stdlib.h>\nint main(void) { char *p = malloc(1); p[0] = 0; return 0; }";
    let endless = "int main(void) { while (1); }";
    let overflow = "int main(int argc, char **argv) { return argc + 2147483647; }";
    let past = "int a[4]; int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; return 0; }";
    let freed = "#include <stdlib.h>\nint main(void) { int x; free(&x); return 0; }";
    let division = "int main(void) { int a[1]; a[0] = 0; return 1 / a[0]; }";
    // Its size tells the data model.
    let model = "int main(void) { while (sizeof(void *) == 4); return 0; }";
    let tasks = [
        (fine, TERMINATION, "LP64", "true proved"),
        (endless, TERMINATION, "LP64", "false(termination) violated"),
        (endless, DEREF, "LP64", "true violated"),
        (overflow, OVERFLOW, "LP64", "false(no-overflow) unknown"),
        (fine, OVERFLOW, "ILP32", "true proved"),
        (past, MEMSAFETY, "LP64", "false(valid-deref) unknown"),
        (past, TERMINATION, "LP64", "unknown unknown"),
        (freed, MEMSAFETY, "LP64", "false(valid-free) unknown"),
        // Without a heap nothing leaks; with one it is not known whether everything is freed.
        (fine, MEMSAFETY, "LP64", "true proved"),
        (inputs, MEMSAFETY, "LP64", "true proved"),
        (heap, MEMSAFETY, "LP64", "unknown proved"),
        (heap, DEREF, "LP64", "true proved"),
        // No error of memory in the competition.
        (division, DEREF, "LP64", "unknown unknown"),
        (model, TERMINATION, "LP64", "true proved"),
        (model, TERMINATION, "ILP32", "false(termination) violated"),
        (fine, "", "LP64", "done proved"),
        ("int main(void) { return }", TERMINATION, "LP64", "ERROR (bad input) bad input"),
    ];
    parallel::map(&tasks, |(program, property, model, expected)| {
        let Some(mut python) = python() else { return };
        let folder = Folder::new();
        let file = folder.write("my task.c", program);
        let property_file = if property.is_empty() { "-".to_owned() } else { folder.write("p.prp", property) };
        let tool = installed();
        python.arg(here("tests/readers/benchexec_tasks.py")).arg(tool.file("bin/haltcert"));
        let output = python.args([property_file.as_str(), model, "60", &file]).output().expect("python3 runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), *expected, "{property} {program}: {said}");
    });
}

#[test]
fn a_task_may_ask_for_a_witness() {
    let program = "int a[4]; int main(void) { for (int i = 0; i <= 4; i++) a[i] = i; return 0; }";
    let Some(mut python) = python() else { return };
    let (folder, tool) = (Folder::new(), installed());
    let (file, property) = (folder.write("t.c", program), folder.write("p.prp", MEMSAFETY));
    python.arg(here("tests/readers/benchexec_tasks.py")).arg(tool.file("bin/haltcert"));
    python.env("WITNESS", folder.file("witness.yml"));
    let output = python.args([property.as_str(), "LP64", "60", &file]).output().expect("python3 runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("false(valid-deref)"), "{output:?}");
    let witness = fs::read_to_string(folder.file("witness.yml")).expect("a witness");
    assert!(witness.contains("violation_sequence") && witness.contains("\"target\""), "{witness}");
}

#[test]
fn what_haltcert_does_not_decide_is_unsupported() {
    for (property, model) in [(REACH, "LP64"), (TERMINATION, "LLP64"), ("nothing", "LP64")] {
        let Some(mut python) = python() else { return };
        let folder = Folder::new();
        let (file, property) = (folder.write("t.c", "int main(void) { return 0; }"), folder.write("p.prp", property));
        let tool = installed();
        python.arg(here("tests/readers/benchexec_tasks.py")).arg(tool.file("bin/haltcert"));
        let output = python.args([property.as_str(), model, "60", &file]).output().expect("python3 runs");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("unsupported: "), "{output:?}");
    }
}

#[test]
fn benchexec_accepts_the_module() {
    let Some(mut python) = python() else { return };
    let tool = installed();
    python.args(["-m", "benchexec.test_tool_info", ".haltcert", "--no-container", "--tool-directory", &tool.file("")]);
    let output = python.output().expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("Haltcert"), "{said}");
    // It also asks with a property file that is not there.
    assert!(!said.contains("Traceback") && said.contains("'PROPERTY.PRP'"), "{said}");
}
