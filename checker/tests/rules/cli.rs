//! The command line: exit codes, `show`, `pack`, JSON.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::language;
use crate::programs::{HEADER, strlen};

/// A folder of this test's own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("haltcheck-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().into()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Exit code, standard output, standard error.
fn haltcheck(arguments: &[&str]) -> (i32, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("haltcheck").chain(arguments.iter().copied()).map(OsString::from);
    let code = checker::answer::cli::run(arguments, None, &mut out, &mut err);
    (code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
#[cfg(feature = "solver")]
fn verdicts_and_exit_codes() {
    let folder = Folder::new("verdicts");
    let certificate = strlen(&|text| text.into());
    let bytes = certificates::encode(&certificate);
    let path = folder.write("a.cert", &bytes);
    let module = folder.write("a.ll", certificate.module.as_bytes());
    let (code, out, _) = haltcheck(&[&path, "--module", &module]);
    assert_eq!(code, 0, "{out}");
    for part in ["VALID\n", "assumed:", "proved: memory safety, no overflow, termination", "obligations:", "malloc"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert!(!out.contains("origin unchecked"));
    let (code, out, _) = haltcheck(&[&path, "--embedded"]);
    assert!(code == 0 && out.contains("embedded module, origin unchecked"), "{out}");
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["verdict"]), (0, &"VALID".into()));
    assert!(json["obligations"]["total"].as_u64() > Some(50) && json["seconds"].is_number());
    assert_eq!(json["claim"]["entry"], "main");
    assert!(json["claim"]["assumptions"].is_array());
    // More than the claim is expected.
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--malloc-may-fail"]);
    assert!(code == 1 && out.starts_with("INVALID\nCLAIM (malloc)"), "{out}");
    let (code, _, _) = haltcheck(&[&path, "--embedded", "--signed-overflow", "wrap"]);
    assert_eq!(code, 1);
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--property", "memory-safety,termination"]);
    assert_eq!(code, 0, "{out}");
    // A wrong proof: where, which rule, which obligation, a counter-model.
    let wrong = strlen(&|text| text.replace("know v2 < v0 + v1\nexec", "know v2 <= v0 + v1\nexec"));
    let wrong = folder.write("wrong.cert", &certificates::encode(&wrong));
    let (code, out, _) = haltcheck(&[&wrong, "--embedded"]);
    for part in [
        "INVALID\nM-LOAD (P2)",
        "obligation: ",
        "counter-model: v",
        "node 2",
        "@length %loop instruction 0",
        "module line",
    ] {
        assert!(code == 1 && out.contains(part), "{part} in {out}");
    }
    let (code, out, _) = haltcheck(&[&wrong, "--embedded", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["detail"]["rule"], &json["detail"]["node"]), (1, &"M-LOAD".into(), &2.into()));
}

#[test]
fn bad_input() {
    let folder = Folder::new("bad");
    let certificate = strlen(&|text| text.into());
    let bytes = certificates::encode(&certificate);
    let path = folder.write("a.cert", &bytes);
    let other = folder.write("other.ll", certificate.module.replace("1000", "1001").as_bytes());
    let truncated = folder.write("truncated.cert", &bytes[..bytes.len() / 2]);
    let mut newer = bytes.clone();
    newer[8] = 99;
    let newer = folder.write("newer.cert", &newer);
    let text = folder.write("text.cert", b"not a certificate");
    let cases: &[(&[&str], &str)] = &[
        (&[&path, "--module", &other], "another module"),
        (&[&path, "--module", "/nowhere/a.ll"], "/nowhere/a.ll"),
        (&["/nowhere/a.cert", "--embedded"], "/nowhere/a.cert"),
        (&[&truncated, "--embedded"], "truncated"),
        (&[&newer, "--embedded"], "version 99"),
        (&[&text, "--embedded"], "not a Haltcert certificate"),
        (&[&path], "--module"),
        (&[&path, "--embedded", "--entry", "nothing"], "nothing"),
        (&[&path, "--embedded", "--property", "beauty"], "beauty"),
        (&["show", &text], "not a Haltcert certificate"),
        (&["pack", &text, "-o", "/nowhere/x"], "text.cert"),
        (&[], "certificate"),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = haltcheck(arguments);
        assert!(code == 3 && err.contains(message) && out.is_empty(), "{arguments:?}: {code} {out} {err}");
    }
    let (code, out, _) = haltcheck(&["--help"]);
    assert!(code == 0 && out.contains("3 bad input"), "{out}");
}

#[test]
#[cfg(feature = "solver")]
fn preconditions() {
    let folder = Folder::new("precondition");
    let module = format!("{HEADER}define void @f(i32 %n) {{\nstart:\n  ret void\n}}\n");
    let text = "(int n) requires 0 < n && n != 'x'";
    let proof = format!(
        "claim f {text}\nconcrete parameters 121\nnode 0 entry 0 at f start 0\ngoto 1\nnode 1 entry 0 at f start 0\n"
    );
    let certificate = language::certificate(&module, &proof);
    let path = folder.write("a.cert", &certificates::encode(&certificate));
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--entry", "f", "--precondition", text]);
    assert_eq!(code, 0, "{out}");
    for part in [
        &format!("for every call of f with: {text};"),
        "precondition: 1 case, 0 infeasible",
        "VALID\nnot vacuous: for example f(n = 121)\n",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let file = folder.write("contract.txt", format!("{}\n", text.replace(' ', "\n ")).as_bytes());
    assert_eq!(haltcheck(&[&path, "--embedded", "--entry", "f", "--precondition", &format!("@{file}")]).0, 0);
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--entry", "f", "--precondition", text, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["detail"]["cases"]["total"], &json["claim"]["precondition"]), (0, &1.into(), &text.into()));
    assert_eq!(json["detail"]["cases"]["call"]["text"], "f(n = 121)");
    let mut without = certificate.clone();
    without.call = None;
    let without = folder.write("b.cert", &certificates::encode(&without));
    let (code, out, _) = haltcheck(&[&without, "--embedded", "--entry", "f", "--precondition", text]);
    assert!(code == 1 && out.contains("CLAIM (vacuous)") && out.contains("--allow-vacuous"), "{out}");
    let allowed = ["--embedded", "--entry", "f", "--precondition", text, "--allow-vacuous"];
    let (code, out, _) = haltcheck(&[&[without.as_str()], &allowed[..]].concat());
    assert!(code == 0 && out.starts_with("VALID\nperhaps vacuous: "), "{out}");
    let (code, out, _) = haltcheck(&[&[path.as_str()], &allowed[..]].concat());
    assert!(code == 0 && out.contains("not vacuous: "), "{out}");
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--entry", "f"]);
    assert!(code == 1 && out.starts_with("INVALID\nCLAIM (precondition)"), "{out}");
    assert!(out.contains(text) && out.contains("--precondition"), "{out}");
    let (code, out, _) = haltcheck(&[&path, "--embedded", "--entry", "f", "--precondition", "(int n) requires 0 < n"]);
    assert!(code == 1 && out.contains("where '...requires 0 < n' is expected"), "{out}");
    for (given, message) in [("(int n) requires n ? 1", "unexpected ?"), ("@/nowhere/contract", "/nowhere/contract")] {
        let (code, _, err) = haltcheck(&[&path, "--embedded", "--entry", "f", "--precondition", given]);
        assert!(code == 3 && err.contains(message), "{err}");
    }
    let (_, out, _) = haltcheck(&["show", &path]);
    assert!(out.contains(text) && out.contains("root: node 0") && out.contains("parameter 0: 0x79"), "{out}");
    let (code, out, _) = haltcheck(&["trust", &without]);
    assert!(code == 0 && out.contains("perhaps vacuous"), "{out}");
}

#[test]
fn show_and_pack() {
    let folder = Folder::new("show");
    let bytes = certificates::encode(&strlen(&|text| text.into()));
    let path = folder.write("a.cert", &bytes);
    let (code, out, _) = haltcheck(&["show", &path]);
    let parts =
        ["%s = v2", "where v2 + 1 <= v0 + v1", "block 0: heap at v0, v1 bytes", "yes: [", "round 0", "from 3: ["];
    for part in parts {
        assert!(code == 0 && out.contains(part), "{part} in {out}");
    }
    let (code, json, _) = haltcheck(&["show", &path, "--json"]);
    assert_eq!(code, 0);
    let json = folder.write("a.json", json.as_bytes());
    let again = folder.0.join("b.cert").to_str().unwrap().to_string();
    assert_eq!(haltcheck(&["pack", &json, "-o", &again]).0, 0);
    assert_eq!(std::fs::read(&again).unwrap(), bytes);
}
