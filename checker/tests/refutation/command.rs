//! The command line: with `--refutation` and without.

use std::ffi::OsString;
use std::fs;

use certificates::encode_refutation;

use super::cases;

/// What the program writes, and its exit code.
fn run(arguments: &[&str]) -> (String, i32) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("haltcheck").chain(arguments.iter().copied()).map(OsString::from);
    let code = checker::answer::cli::run(arguments, None, &mut out, &mut err);
    out.extend(err);
    (String::from_utf8(out).expect("text"), code)
}

#[test]
fn a_refutation_is_valid_only_where_it_is_asked_for() {
    let case = cases().into_iter().find(|case| case.place.starts_with("bounds:")).expect("a case");
    let folder = std::env::temp_dir().join(format!("haltcheck-refutation-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (file, module, json, again) = (path("x.cert"), path("x.ll"), path("x.json"), path("y.cert"));
    let bytes = encode_refutation(&case.refutation);
    fs::write(&file, &bytes).expect("written");
    fs::write(&module, &case.module).expect("written");

    let (text, code) = run(&[&file, "--module", &module, "--refutation"]);
    assert_eq!(code, 0, "{text}");
    for part in [
        "VALID\n",
        "violated: memory safety",
        "store",
        "store i32 1, ptr %p",
        "__VERIFIER_nondet_int() = 10",
        "assumed:",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let (text, code) = run(&[&file, "--module", &module]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.starts_with("INVALID")
            && text.contains("this is a refutation, not a proof: it shows that main violates memory safety"),
        "{text}"
    );
    let (text, code) = run(&[&file, "--embedded", "--refutation", "--json"]);
    assert!(code == 0 && text.contains("\"verdict\":\"VALID\"") && text.contains("\"refutation\":true"), "{text}");
    let (text, code) = run(&[&file, "--module", &module, "--refutation", "--property", "termination"]);
    assert!(code == 1 && text.contains("CLAIM (properties)"), "{text}");

    let (text, code) = run(&["show", &file]);
    assert!(code == 0 && text.starts_with("refutes: memory safety of main"), "{text}");
    let (text, code) = run(&["show", &file, "--json"]);
    assert_eq!(code, 0, "{text}");
    fs::write(&json, text).expect("written");
    let (text, code) = run(&["pack", &json, "-o", &again]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(fs::read(&again).expect("packed"), bytes);

    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/vectors/empty.cert");
    let (text, code) = run(&[proof, "--embedded", "--refutation"]);
    assert!(code == 1 && text.contains("a proof, not a refutation"), "{text}");
    let (text, code) = run(&["trust", &file]);
    assert!(code == 1 && text.contains("not a proof"), "{text}");
    fs::remove_dir_all(&folder).expect("removed");
}
