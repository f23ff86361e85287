//! Bounds of the stack against the processor's: each program of `tests/stacks` is built by gcc, its function `run` is
//! called on a stack that was painted before, and the bytes that were written to are compared with the bound that is
//! proved from the frames that the same build tells (`-fstack-usage`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tests::command::{Folder, haltcert, haltcheck, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stacks")
}

/// Calls gcc in a folder. The red zone is left out, since its bytes are in no frame (docs/bounds.md).
fn gcc(folder: &Folder, arguments: &[&str]) {
    let flags = ["-O0", "-mno-red-zone", "-fcf-protection=none"];
    let output = Command::new("gcc").current_dir(folder.0.path()).args(flags).args(arguments).output().expect("gcc");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The bytes of the stack that `run(n)` takes, by n.
fn painted(folder: &Folder) -> Vec<(i128, i128)> {
    let program = folder.file("painted");
    gcc(folder, &["painted.o", "run.o", "-o", &program]);
    let ran = run(Path::new(&program), &[]);
    assert_eq!(ran.code, 0, "{}", ran.said());
    let number = |word: &str| word.parse::<i128>().expect("a number");
    let pair = |line: &str| line.split_once(' ').map(|(n, bytes)| (number(n), number(bytes)));
    ran.out.lines().filter_map(pair).collect()
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "the painted stack is entered by instructions of x86-64")]
fn no_painted_stack_is_deeper_than_its_bound() {
    let mut programs = 0;
    for file in fs::read_dir(self::folder()).expect("programs").map(|entry| entry.expect("a program").path()) {
        if file.ends_with("painted.c") {
            continue;
        }
        let folder = Folder::new();
        folder.write("run.c", fs::read(&file).expect("a program"));
        folder.write("painted.c", fs::read(self::folder().join("painted.c")).expect("the program that paints"));
        gcc(&folder, &["-c", "painted.c"]);
        gcc(&folder, &["-fstack-usage", "-c", "run.c"]);
        let (source, frames, certificate) = (folder.file("run.c"), folder.file("run.su"), folder.file("cert"));
        let asked = ["--entry", "run", "--bound", "stack", "--frames", &frames];
        let proved = haltcert(&[&["prove", &source, "--json", "-o", &certificate][..], &asked].concat());
        assert_eq!(proved.code, 0, "{}: {}", file.display(), proved.said());
        let json: serde_json::Value = serde_json::from_str(&proved.out).expect("an answer");
        let bound = json["bounds"][0]["most"].as_str().expect("a bound");
        let contract = json["precondition"].as_str().expect("a contract");
        let expected = ["--embedded", "--entry", "run", "--precondition", contract, "--frames", &frames, "--bound"];
        let stated = |limit: &str| haltcheck(&[&[certificate.as_str()][..], &expected, &[limit]].concat()).code;
        assert_eq!(stated(&format!("stack <= {bound}")), 0, "{}", file.display());
        let (mut deepest, mut most) = (0, 0);
        for (n, bytes) in painted(&folder) {
            let limit = tests::costs::value(bound, &[("n", n)]).expect("a bound in terms of n");
            assert!(bytes <= limit, "{}: run({n}) takes {bytes} bytes, bound {bound}", file.display());
            (deepest, most) = (deepest.max(bytes), most.max(limit));
        }
        assert!(2 * most <= 3 * deepest, "{}: {deepest} bytes at most, bound {bound}", file.display());
        // One byte less than what was measured is no bound.
        assert_ne!(stated(&format!("stack <= {}", deepest - 1)), 0, "{}", file.display());
        println!("{}: {deepest} bytes, bound {bound} = {most}", file.display());
        programs += 1;
    }
    assert!(programs >= 10);
}
