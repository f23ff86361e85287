//! What is written: never over what is read, and never left from an earlier run.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tests::command::{Folder, haltcert, haltcheck};
use tests::programs::programs;

const RIGHT: &str =
    "/*@ requires n > 0; */\nint f(int n) { return n - 1; }\n/*@ requires n > 1; */\nint g(int n) { return n - 2; }\n";

/// `n - 1` of an `n` that may be the smallest number.
const WRONG: &str = "/*@ requires n < 9; */\nint f(int n) { return n - 1; }\n";

#[test]
fn a_certificate_is_about_this_run_or_is_not_there() {
    let folder = Folder::new();
    let (source, cert, module) = (folder.file("a.c"), folder.file("f.cert"), folder.file("f.ll"));
    let there = |name: &str| Path::new(&folder.file(name)).exists();
    let prove = |more: &[&str]| {
        haltcert(&[&["prove", &source, "--entry", "f", "-o", &cert, "--emit-module", &module], more].concat())
    };
    let endings: [(&str, &[&str], i32); 6] = [
        (WRONG, &["--no-refute"], 2),
        ("int f(int n) { return n - ; }\n", &[], 3),
        ("int h(int n) { return n; }\n", &[], 3),
        ("/*@ requires n >; */\nint f(int n) { return n; }\n", &[], 3),
        (RIGHT, &["--", "-fno-such-flag"], 3),
        (RIGHT, &["--html", "/dev/null/page.html"], 3),
    ];
    for (text, more, code) in endings {
        folder.write("a.c", RIGHT);
        assert_eq!(prove(&[]).code, 0);
        assert!(there("f.cert") && there("f.ll"));
        let before = fs::read(&cert).expect("read");
        folder.write("a.c", text);
        // Refutations of before go as well.
        fs::copy(&cert, folder.file("f.cert.refutation")).expect("copied");
        let answer = prove(more);
        assert_eq!(answer.code, code, "{text}: {}", answer.said());
        assert!(!there("f.cert.refutation"), "{text}");
        match fs::read(&cert) {
            // Memory safety and termination may be proved of what may overflow, or all of it, before the page fails.
            Ok(now) => assert!(code == 2 && now != before || text == RIGHT, "{text}"),
            Err(_) => assert!(code == 3 && !there("f.ll") || code == 2, "{text}"),
        }
    }
    // A source that is not there.
    folder.write("a.c", RIGHT);
    assert_eq!(prove(&[]).code, 0);
    fs::remove_file(&source).expect("removed");
    assert_eq!(prove(&[]).code, 3);
    assert!(!there("f.cert") && !there("f.ll"));
}

#[test]
fn a_folder_has_no_certificate_of_before() {
    let folder = Folder::new();
    let (source, proofs) = (folder.write("a.c", RIGHT), folder.file("proofs"));
    let other = folder.write("b.c", "/*@ requires n > 0; */\nint h(int n) { return n - 1; }\n");
    let there = |name: &str| Path::new(&proofs).join(name).exists();
    let prove = |source: &str| {
        haltcert(&["prove", source, "--all-functions", "-o", &proofs, "--emit-module", &proofs, "--no-refute"]).code
    };
    assert_eq!((prove(&source), prove(&other)), (0, 0));
    assert!(["f.cert", "f.ll", "g.cert", "h.cert"].into_iter().all(there));
    folder.write("proofs/notes.cert", "notes");
    // `g` is gone, and `f` is not proved.
    folder.write("a.c", WRONG);
    let before = fs::read(folder.file("proofs/f.cert")).expect("read");
    assert_eq!(prove(&source), 2);
    assert!(!there("g.cert") && !there("g.ll"));
    assert!(fs::read(folder.file("proofs/f.cert")).map_or(true, |now| now != before));
    // What does not compile.
    folder.write("a.c", RIGHT);
    assert_eq!(prove(&source), 0);
    folder.write("a.c", "int f(");
    assert_eq!(prove(&source), 3);
    assert!(!there("f.cert") && !there("g.cert") && !there("f.ll"));
    // Other files are left: of another source, and none of ours.
    assert!(there("h.cert") && there("h.ll") && there("notes.cert"));
}

#[test]
fn inputs_are_not_written_over() {
    let folder = Folder::new();
    let (source, contract) = (folder.write("a.c", RIGHT), folder.write("c.txt", "(int n) requires n > 0"));
    let (hard, soft, text) = (folder.file("hard.c"), folder.file("soft.c"), folder.write("notes.txt", "notes"));
    fs::hard_link(&source, &hard).expect("linked");
    symlink(&source, &soft).expect("linked");
    let given = format!("@{contract}");
    for option in ["-o", "--emit-module", "--emit-test", "--witness", "--html", "--trace"] {
        for place in [&source, &hard, &soft, &contract, &folder.file("./a.c")] {
            let answer = haltcert(&["prove", &source, "--entry", "f", "--precondition", &given, option, place]);
            answer.is_bad(&["written over"]);
        }
    }
    let same = folder.file("new");
    haltcert(&["prove", &source, "--entry", "f", "-o", &same, "--emit-module", &same]).is_bad(&["written over"]);
    haltcert(&["prove", &source, "--entry", "f", "-o", &text]).is_bad(&["no certificate"]);
    haltcert(&["prove", &source, "--entry", "f", "--html", &text]).is_bad(&["no page"]);
    haltcert(&["module", &source, "--entry", "f", "--emit-module", &hard]).is_bad(&["written over"]);
    assert_eq!(fs::read_to_string(&source).expect("read"), RIGHT);
    assert_eq!(fs::read_to_string(&text).expect("read"), "notes");
    // A module that is proved, into its own folder.
    let module = folder.file("f.ll");
    assert_eq!(haltcert(&["module", &source, "--entry", "f", "--emit-module", &module]).code, 0);
    haltcert(&["prove", &module, "--entry", "f", "--emit-module", &module]).is_bad(&["written over"]);
    let cert = folder.file("f.cert");
    assert_eq!(haltcert(&["prove", &source, "--entry", "f", "-o", &cert]).code, 0);
    haltcert(&["report", &cert, "-o", &cert]).is_bad(&["written over"]);
    haltcert(&["report", &cert, "-o", &source]).is_bad(&["no page"]);
    let json = folder.write("f.json", haltcheck(&["show", &cert, "--json"]).out);
    haltcheck(&["pack", &json, "-o", &json]).is_bad(&["written over"]);
    assert!(fs::read_to_string(&json).expect("read").starts_with('{'));
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    let (source, cert) = (folder.write("a.c", RIGHT), folder.file("f.cert"));
    assert_eq!(haltcert(&["prove", &source, "--entry", "f", "-o", &cert]).code, 0);
    let (haltcert, haltcheck) = (programs().haltcert.display(), programs().haltcheck.display());
    let check = format!("{haltcheck} {cert} --embedded --entry f --precondition '(int n) requires n > 0'");
    let prove = format!("{haltcert} prove {source} --entry f");
    let commands = [
        prove.clone(),
        format!("{prove} --json"),
        format!("{prove} --format sarif"),
        format!("{haltcert} module {source} --entry f"),
        format!("{haltcert} contract {source} --entry f"),
        check.clone(),
        format!("{check} --json"),
        format!("{haltcheck} show {cert}"),
        format!("{haltcheck} show {cert} --json"),
        format!("{haltcheck} trust {cert}"),
    ];
    for command in commands {
        let run = |to: &str| Command::new("sh").args(["-c", &format!("{command} {to}")]).output().expect("runs");
        assert_eq!(run(">/dev/null").status.code(), Some(0), "{command}");
        let full = run(">/dev/full");
        let said = String::from_utf8_lossy(&full.stderr).into_owned();
        assert!(full.status.code() == Some(3) && said.contains("cannot write the answer"), "{command}: {said}");
    }
}

#[test]
fn a_report_says_that_the_source_has_changed() {
    let folder = Folder::new();
    let (source, cert, html) = (folder.write("a.c", RIGHT), folder.file("f.cert"), folder.file("r.html"));
    assert_eq!(haltcert(&["prove", &source, "--entry", "f", "-o", &cert]).code, 0);
    let place = folder.file("");
    let report = || {
        let answer = haltcert(&["report", &cert, "-o", &html, "--source", &place]);
        assert_eq!(answer.code, 0, "{}", answer.said());
        (answer.err, fs::read_to_string(&html).expect("a page"))
    };
    let (said, page) = report();
    assert!(said.is_empty() && page.contains("a.c</h2>") && !page.contains("Warning"), "{said}");
    folder.write("a.c", RIGHT.replace("n - 1", "n + 1"));
    let (said, page) = report();
    assert!(said.contains("a.c: this is not the file that the module of f was made from"), "{said}");
    assert!(page.contains("Warning: this is not the file that the module of f was made from"));
}
