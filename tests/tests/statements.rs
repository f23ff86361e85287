//! Statements about certificates: what `haltarchive attest` writes, and every way in which `verify` refuses one.

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use tests::command::{Answer, Folder, haltarchive, haltcert};
use tests::programs::programs;

/// The certificates that the tests state something about, made once: of `copy` with its contract and a module of its
/// own, of `strlen.c`, and a refutation of `overrun.c`.
fn made() -> &'static Folder {
    static MADE: OnceLock<Folder> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = Folder::new();
        let example = |name: &str| format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        let prove = |arguments: &[&str]| haltcert(&[&["prove"], arguments].concat()).code;
        let (cert, module) = (folder.file("copy.cert"), folder.file("copy.ll"));
        let copy = example("copy.c");
        assert_eq!(prove(&[&copy, "--entry", "copy", "-o", &cert, "--emit-module", &module]), 0);
        assert_eq!(prove(&[&example("strlen.c"), "-o", &folder.file("strlen.cert")]), 0);
        assert_eq!(prove(&[&example("overrun.c"), "-o", &folder.file("overrun.cert")]), 1);
        fs::copy(&copy, folder.file("copy.c")).expect("copied");
        fs::copy(example("strlen.c"), folder.file("strlen.c")).expect("copied");
        folder.write("libcopy.a", "an archive");
        folder
    })
}

/// A folder of its own with the files of [`made`] and a statement about them.
fn stated() -> (Folder, Value) {
    let folder = Folder::new();
    for entry in fs::read_dir(made().0.path()).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, folder.0.path().join(path.file_name().expect("a name"))).expect("copied");
    }
    let answer = attest(&folder, &[]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let statement = fs::read_to_string(folder.file("s.json")).expect("written");
    (folder, serde_json::from_str(&statement).expect("JSON"))
}

fn attest(folder: &Folder, more: &[&str]) -> Answer {
    let file = |name: &str| folder.file(name);
    let (copy, strlen, module) = (file("copy.cert"), file("strlen.cert"), file("copy.ll"));
    let (subject, output, sources) = (file("libcopy.a"), file("s.json"), [file("copy.c"), file("strlen.c")]);
    let about = ["attest", &copy, &strlen, "--module", &module, "--subject", &subject, "-o", &output];
    haltarchive(&[&about[..], &["--source", &sources[0], &sources[1]], more].concat())
}

fn verify(folder: &Folder, statement: &Value) -> Answer {
    verify_text(folder, &statement.to_string())
}

fn verify_text(folder: &Folder, text: &str) -> Answer {
    haltarchive(&["verify", &folder.write("s.json", text)])
}

#[track_caller]
fn refused(answer: &Answer, code: i32, words: &str) {
    let said = answer.said();
    assert_eq!(answer.code, code, "{said}");
    assert!(said.contains(words) && !said.contains("panicked"), "no {words:?} in: {said}");
    assert!(!said.contains("VERIFIED"), "{said}");
}

#[test]
fn a_statement_says_what_was_checked_and_nothing_of_the_time() {
    let (folder, statement) = stated();
    assert_eq!(statement["_type"], "https://in-toto.io/Statement/v1");
    assert_eq!(statement["subject"][0]["name"], "libcopy.a");
    let proofs = statement["predicate"]["proofs"].as_array().expect("a list");
    assert_eq!(proofs.len(), 2);
    assert_eq!(proofs[0]["claim"]["function"], "copy");
    assert_eq!(proofs[0]["claim"]["properties"], json!(["memory-safety", "no-overflow", "termination"]));
    assert!(proofs[0]["claim"]["precondition"].as_str().expect("a contract").contains("valid_read_string(s)"));
    assert_eq!(proofs[0]["module"]["name"], "copy.ll");
    assert_eq!(proofs[1]["claim"]["precondition"], Value::Null);
    assert_eq!(proofs[1]["module"].get("name"), None);
    assert!(proofs[1]["verdict"]["obligations"]["total"].as_u64().expect("a count") > 50);
    let before = fs::read(folder.file("s.json")).expect("written");
    assert_eq!(attest(&folder, &[]).code, 0);
    assert_eq!(fs::read(folder.file("s.json")).expect("written"), before);
    let prover = programs().haltcert.display().to_string();
    let with = ["--prover", &prover, "--time", "2026-11-23T18:00:00Z", "--", "-O2", "-Iinclude"];
    assert_eq!(attest(&folder, &with).code, 0);
    let text = fs::read_to_string(folder.file("s.json")).expect("written");
    let predicate = serde_json::from_str::<Value>(&text).expect("JSON")["predicate"].clone();
    assert_eq!(predicate["time"], "2026-11-23T18:00:00Z");
    assert_eq!(predicate["tools"]["flags"], json!(["-O2", "-Iinclude"]));
    assert!(predicate["tools"]["prover"].as_str().expect("a version").starts_with("haltcert "));
    assert_eq!(verify_text(&folder, &text).code, 0);
}

#[test]
fn a_true_statement_is_verified_wherever_its_files_are() {
    let (folder, statement) = stated();
    let answer = verify(&folder, &statement);
    assert_eq!(answer.code, 0, "{}", answer.said());
    for words in ["VERIFIED", "copy: memory safety, no overflow, termination, for calls with", "main is called once"] {
        assert!(answer.out.contains(words), "no {words:?} in: {}", answer.out);
    }
    let elsewhere = Folder::new();
    let moved = elsewhere.write("s.json", statement.to_string());
    refused(&haltarchive(&["verify", &moved]), 7, "libcopy.a");
    let there = folder.0.path().display().to_string();
    let answer = haltarchive(&["verify", &moved, "--directory", &there, "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    let answer: Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(answer["verdict"], "VERIFIED");
    assert_eq!(answer["proofs"][0]["claim"], statement["predicate"]["proofs"][0]["claim"]);
}

#[test]
fn attest_refuses_what_the_checker_does() {
    let (folder, _) = stated();
    let subject = folder.file("libcopy.a");
    let attest = |certificate: &str, more: &[&str]| {
        let certificate = folder.file(certificate);
        let there = folder.0.path().display().to_string();
        let folder = if more.contains(&"--directory") { &[][..] } else { &["--directory", &there] };
        haltarchive(&[&["attest", &certificate, "--subject", &subject], folder, more].concat())
    };
    refused(&attest("overrun.cert", &[]), 10, "a refutation, not a proof");
    refused(&attest("copy.ll", &[]), 13, "not a Haltcert certificate");
    refused(&attest("none.cert", &[]), 7, "none.cert");
    refused(&attest("strlen.cert", &["--module", &folder.file("copy.ll")]), 9, "copy.ll");
    refused(&attest("strlen.cert", &["--directory", "/usr"]), 6, "does not lie below");
    refused(&attest("strlen.cert", &["--time", "now"]), 3, "--time");
    refused(&attest("strlen.cert", &["--prover", "/no/such/program"]), 3, "/no/such/program");
    refused(&haltarchive(&["attest", &folder.file("strlen.cert")]), 3, "--subject");
    let mut certificate = certificates::decode(&fs::read(folder.file("strlen.cert")).expect("read")).expect("decoded");
    certificate.ranking.clear();
    folder.write("endless.cert", certificates::encode(&certificate));
    refused(&attest("endless.cert", &[]), 1, "INVALID");
}

/// Each change of a true statement, with the exit code and words of the answer.
#[test]
fn a_changed_statement_is_refused() {
    let (folder, statement) = stated();
    let zeros = "0".repeat(64);
    let module = "/predicate/proofs/0/module/digest/sha256";
    let changes: Vec<(&str, Value, i32, &str)> = vec![
        ("/_type", json!("https://in-toto.io/Statement/v2"), 5, "_type"),
        ("/predicateType", json!("https://slsa.dev/provenance/v1"), 5, "predicateType"),
        ("/predicate/version", json!(1), 5, "version 1"),
        ("/predicate/version", json!("2"), 5, "version"),
        ("/subject", json!([]), 4, "no subject"),
        ("/predicate/proofs", json!([]), 4, "no proofs"),
        ("/subject/0/digest", json!({ "md5": "x" }), 4, "md5"),
        ("/subject/0/digest/sha256", json!("ABC"), 4, "no SHA-256"),
        ("/subject/0/digest/sha256", json!(zeros), 8, "libcopy.a"),
        ("/predicate/proofs/0/certificate/digest/sha256", json!(zeros), 8, "copy.cert"),
        ("/predicate/sources/0/digest/sha256", json!(zeros), 8, "copy.c"),
        (module, json!(zeros), 8, "copy.ll"),
        ("/predicate/proofs/1/module/digest/sha256", json!(zeros), 9, "strlen.cert"),
        ("/predicate/proofs/0/certificate", statement["predicate"]["proofs"][1]["certificate"].clone(), 9, "module"),
        ("/subject/0/name", json!("../libcopy.a"), 6, "'..'"),
        ("/predicate/sources/0/name", json!("/etc/passwd"), 6, "absolute"),
        ("/subject/0/name", json!("none.a"), 7, "none.a"),
        ("/predicate/proofs/0/claim/precondition", Value::Null, 11, "precondition"),
        ("/predicate/proofs/0/claim/function", json!("add"), 11, "function"),
        ("/predicate/proofs/0/claim/mallocMayFail", json!(true), 11, "mallocMayFail"),
        ("/predicate/proofs/0/claim/signedOverflow", json!("wrap"), 11, "signedOverflow"),
        ("/predicate/proofs/0/claim/dataModel", json!("ilp32"), 11, "dataModel"),
        ("/predicate/proofs/0/claim/dataModel", json!("LP64"), 4, "dataModel"),
        ("/predicate/proofs/1/claim/properties", json!(["memory-safety"]), 11, "properties"),
        ("/predicate/proofs/1/claim/properties", json!(["termination", "memory-safety"]), 4, "properties"),
        ("/predicate/proofs/1/claim/externalContracts", json!([]), 11, "externalContracts"),
        ("/predicate/proofs/1/claim/notVacuous", json!(false), 11, "notVacuous"),
        ("/predicate/proofs/0/assumptions", json!([]), 12, "assumptions"),
        ("/predicate/proofs/0/verdict/obligations/solver", json!(1000), 12, "counts"),
        ("/predicate/proofs/0/verdict/answer", json!("INVALID"), 12, "VALID"),
        ("/predicate/proofs/0/origin/files", json!([]), 4, "origin"),
        ("/predicate/proofs/0/origin/files/0", json!("libcopy.a"), 4, "origin"),
        ("/predicate/proofs/0/origin", json!({ "files": ["copy.c"], "untied": "no-source" }), 4, "origin"),
        ("/predicate/proofs/0/origin", json!({ "files": [], "untied": "no-time" }), 4, "no-time"),
        ("/predicate/time", json!(5), 4, "string"),
    ];
    for (place, value, code, words) in changes {
        let mut changed = statement.clone();
        match changed.pointer_mut(place) {
            Some(old) => *old = value,
            None => changed["predicate"]["time"] = value,
        }
        assert_ne!(changed, statement, "{place}");
        let answer = verify(&folder, &changed);
        assert_eq!(answer.code, code, "{place}: {}", answer.said());
        refused(&answer, code, words);
    }
}

/// A statement about a source says that the module is what the source gives, with the headers and flags of now.
#[test]
fn a_certificate_belongs_to_its_source() {
    let folder = Folder::new();
    let right = "#include \"f.h\"\n/*@ requires \\valid(d + (0 .. n - 1)) && n >= 1; */\nvoid f(char *d, unsigned n) { d[n - ONE] = 0; }\n";
    let (source, header) = (folder.write("f.c", right), folder.write("f.h", "#define ONE 1\n"));
    let other = folder.write("other.c", "void f(char *d, unsigned n) { d[n] = 0; }\n");
    let (cert, output, subject) = (folder.file("f.cert"), folder.file("f.json"), folder.write("f.o", "an object"));
    let there = ["-I", &folder.0.path().display().to_string(), "-DX"].map(str::to_owned);
    let flags = ["--", &there[0], &there[1]];
    let proved = haltcert(&[&["prove", &source, "--entry", "f", "-o", &cert], &flags[..]].concat());
    assert_eq!(proved.code, 0, "{}", proved.said());
    let attest =
        |more: &[&str]| haltarchive(&[&["attest", &cert, "--subject", &subject, "-o", &output], more].concat());
    let with_source = |source: &str| attest(&[&["--source", source], &flags[..]].concat());
    let answer = with_source(&source);
    assert_eq!((answer.code, answer.said().as_str()), (0, ""));
    let said = haltarchive(&["verify", &output]);
    assert!(said.code == 0 && said.out.contains("made from f.c"), "{}", said.said());
    // Another source, another text, another header, another macro; one that gives no module besides one that does.
    refused(&with_source(&other), 14, "another module");
    assert!(!Path::new(&output).exists(), "the statement of before is gone");
    folder.write("f.c", right.replace("n - ONE] ", "n] "));
    refused(&with_source(&source), 14, "another module");
    folder.write("f.c", "int g;\n");
    refused(&with_source(&source), 14, "no function 'f'");
    folder.write("f.c", right);
    folder.write("f.h", "#define ONE 0\n");
    refused(&with_source(&source), 14, "another module");
    fs::remove_file(&header).expect("removed");
    refused(&with_source(&source), 14, "f.h");
    folder.write("f.h", "#define ONE 1\n");
    refused(&attest(&["--source", &source, "--", "-m32", &there[0], &there[1]]), 14, "-m32");
    refused(&attest(&[&["--source", &source, &other], &flags[..]].concat()), 14, "other.c");
    assert_eq!(with_source(&source).code, 0);
    // Without a source nothing is compared, and both answers say so.
    let answer = attest(&[]);
    assert!(answer.code == 0 && answer.err.contains("not tied to the source: none was named"), "{}", answer.said());
    let said = haltarchive(&["verify", &output]);
    assert!(said.code == 0 && said.out.contains("not tied to the source"), "{}", said.said());
    let said = haltarchive(&["bundle", &output, "-o", &folder.file("f.tar")]);
    assert!(said.code == 0 && said.out.contains("1 not tied to the source"), "{}", said.said());
}

/// Where no prover or no compiler is, nothing is compared: the statement says so.
#[test]
fn a_module_that_cannot_be_made_again_is_named() {
    let (folder, _) = stated();
    let alone = Folder::new();
    let program = alone.file("haltarchive");
    fs::copy(&programs().haltarchive, &program).expect("copied");
    let file = |name: &str| folder.file(name);
    let (cert, subject, source) = (file("strlen.cert"), file("libcopy.a"), file("strlen.c"));
    let mut command = Command::new(&program);
    command.args(["attest", &cert, "--subject", &subject, "--source", &source, "--directory"]).arg(folder.0.path());
    let output = command.env("PATH", "/nowhere").output().expect("runs");
    let (said, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("\"untied\": \"no-prover\""), "{said}{err}");
    assert!(err.contains("strlen.cert: not tied to the source: haltcert"), "{err}");
    refused(&verify_text(&folder, &said.replace("\"files\": []", "\"files\": [\"strlen.c\"]")), 4, "origin");
    let answer = verify_text(&folder, &said);
    assert!(answer.code == 0 && answer.out.contains("not tied to the source: haltcert"), "{}", answer.said());
}

/// No file that a command reads is written over, by whatever name; nothing is there of before where it fails.
#[test]
fn outputs_are_not_inputs() {
    let (folder, _) = stated();
    let file = |name: &str| folder.file(name);
    let (cert, subject, statement) = (file("strlen.cert"), file("libcopy.a"), file("s.json"));
    fs::hard_link(&cert, file("hard")).expect("linked");
    std::os::unix::fs::symlink(&cert, file("soft")).expect("linked");
    let before = fs::read(&cert).expect("read");
    for output in [cert.clone(), file("hard"), file("soft"), file("./strlen.cert"), subject.clone()] {
        refused(&haltarchive(&["attest", &cert, "--subject", &subject, "-o", &output]), 3, "written over");
        if output != subject {
            refused(&haltarchive(&["bundle", &statement, "-o", &output]), 3, "written over");
        }
    }
    refused(&haltarchive(&["bundle", &statement, "-o", &statement]), 3, "written over");
    assert_eq!(fs::read(&cert).expect("read"), before);
    let script = format!("{} verify {statement} >/dev/full", programs().haltarchive.display());
    let output = Command::new("sh").args(["-c", &script]).output().expect("runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the answer"), "{output:?}");
}

#[test]
fn what_is_not_understood_is_refused() {
    let (folder, statement) = stated();
    let text = statement.to_string();
    let twice = text.replacen("\"precondition\":", "\"precondition\":null,\"precondition\":", 1);
    refused(&verify_text(&folder, &twice), 4, "stands twice");
    let more = text.replacen("\"function\":", "\"more\":1,\"function\":", 1);
    refused(&verify_text(&folder, &more), 4, "unknown field");
    let mut less = statement.clone();
    less["predicate"]["proofs"][1]["claim"].as_object_mut().expect("an object").remove("precondition");
    refused(&verify(&folder, &less), 4, "precondition");
    for text in ["", "{}", "[]", "null", &"[".repeat(1 << 20), "{\"_type\":\"https://in-toto.io/Statement/v1\"}"] {
        refused(&verify_text(&folder, text), 4, "malformed");
    }
    refused(&verify_text(&folder, "{\"payloadType\":\"application/vnd.in-toto+json\"}"), 4, "envelope");
    let mut two = statement.clone();
    two["predicate"]["headers"] = json!([{ "name": "libcopy.a", "digest": { "sha256": "0".repeat(64) } }]);
    refused(&verify(&folder, &two), 4, "two digests");
    let pipe = folder.file("libcopy.a");
    fs::remove_file(&pipe).expect("removed");
    fs::create_dir(&pipe).expect("made");
    refused(&verify(&folder, &statement), 3, "plain file");
}

/// Statements whose digests are true and whose certificates are not proofs of what they claim.
#[test]
fn certificates_are_checked_again() {
    let (folder, statement) = stated();
    let restated = |name: &str, bytes: &[u8]| {
        folder.write("strlen.cert", bytes);
        let mut changed = statement.clone();
        let digest = certificates::hash::sha256_hex(&fs::read(folder.file(name)).expect("read"));
        changed["predicate"]["proofs"][1]["certificate"] = json!({ "name": name, "digest": { "sha256": digest } });
        changed
    };
    let good = fs::read(made().file("strlen.cert")).expect("read");
    let mut certificate = certificates::decode(&good).expect("decoded");
    certificate.ranking.clear();
    refused(&verify(&folder, &restated("strlen.cert", &certificates::encode(&certificate))), 1, "INVALID");
    refused(&verify(&folder, &restated("overrun.cert", &good)), 10, "a refutation");
    refused(&verify(&folder, &restated("strlen.cert", &good[..100])), 13, "strlen.cert");
    refused(&verify(&folder, &restated("copy.ll", &good)), 13, "not a Haltcert certificate");
    assert_eq!(verify(&folder, &restated("strlen.cert", &good)).code, 0);
}

#[test]
fn another_version_of_the_checker_may_count_otherwise() {
    let (folder, mut statement) = stated();
    statement["predicate"]["proofs"][0]["verdict"]["nodes"] = json!(7777);
    refused(&verify(&folder, &statement), 12, "counts");
    statement["predicate"]["tools"]["checker"] = json!("haltcheck 0.0.9, certificate format 6");
    let answer = verify(&folder, &statement);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains("those of another checker (haltcheck 0.0.9") && !answer.out.contains("7777"));
}

/// The bundle is unpacked by tar into an empty folder, and its script finds everything there.
#[test]
fn a_bundle_is_checked_where_it_is_unpacked() {
    let (folder, _) = stated();
    let (statement, one, two) = (folder.file("s.json"), folder.file("1.tar"), folder.file("2.tar"));
    let bundle = |output: &str| haltarchive(&["bundle", &statement, "-o", output]);
    assert_eq!(bundle(&one).code, 0);
    // Neither when a file was written nor who may read it matters.
    fs::set_permissions(folder.file("copy.c"), fs::Permissions::from_mode(0o600)).expect("changed");
    fs::copy(folder.file("copy.cert"), folder.file("again")).expect("copied");
    fs::rename(folder.file("again"), folder.file("copy.cert")).expect("renamed");
    assert_eq!(bundle(&two).code, 0);
    assert_eq!(fs::read(&one).expect("read"), fs::read(&two).expect("read"));

    let there = Folder::new();
    let unpacked = there.0.path().join("haltcert-bundle");
    let tar = Command::new("tar").arg("-xf").arg(&one).arg("-C").arg(there.0.path()).output().expect("tar runs");
    assert!(tar.status.success() && tar.stderr.is_empty(), "{tar:?}");
    let script = || {
        let mut command = Command::new(unpacked.join("verify.sh"));
        let output = command.env("HALTARCHIVE", &programs().haltarchive).current_dir("/").output().expect("runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, said) = script();
    assert!(code == Some(0) && said.starts_with("VERIFIED"), "{said}");
    fs::write(unpacked.join("libcopy.a"), "another archive").expect("written");
    assert_eq!(script().0, Some(8));
    fs::remove_file(unpacked.join("strlen.cert")).expect("removed");
    fs::write(unpacked.join("libcopy.a"), "an archive").expect("written");
    assert_eq!(script().0, Some(7));
}

#[test]
fn what_is_not_verified_is_not_bundled() {
    let (folder, mut statement) = stated();
    let output = folder.file("b.tar");
    folder.write("libcopy.a", "another archive");
    refused(&haltarchive(&["bundle", &folder.file("s.json"), "-o", &output]), 8, "libcopy.a");
    folder.write("verify.sh", "rm -r /");
    let digest = certificates::hash::sha256_hex(b"rm -r /");
    statement["subject"] = json!([{ "name": "verify.sh", "digest": { "sha256": digest } }]);
    folder.write("s.json", statement.to_string());
    refused(&haltarchive(&["bundle", &folder.file("s.json"), "-o", &output]), 6, "a file of its own");
    assert!(!Path::new(&output).exists());
}

/// in-toto's own package (scripts/readers.sh) reads the statement, and finds in it what is there.
#[test]
fn in_toto_reads_a_statement() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.readers");
    if !packages.join("in_toto_attestation").exists() {
        eprintln!("SKIPPED: in-toto-attestation is not in .readers (scripts/readers.sh installs it)");
        return;
    }
    let (folder, statement) = stated();
    let script = "import sys\n\
        from google.protobuf.json_format import Parse\n\
        from in_toto_attestation.v1.statement import Statement\n\
        from in_toto_attestation.v1.statement_pb2 import Statement as Message\n\
        statement = Statement.copy_from_pb(Parse(open(sys.argv[1]).read(), Message()))\n\
        statement.validate()\n\
        print(statement.pb.subject[0].name, statement.pb.predicate['proofs'][0]['claim']['function'])\n";
    let read = |file: &str| {
        let mut python = Command::new("python3");
        let output = python.args(["-c", script, file]).env("PYTHONPATH", &packages).output().expect("python runs");
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    assert_eq!(read(&folder.file("s.json")), (true, "libcopy.a copy\n".into()));
    let mut nothing = statement.clone();
    nothing["subject"] = json!([]);
    let (good, said) = read(&folder.write("n.json", nothing.to_string()));
    assert!(!good && said.contains("subject"), "{said}");
}

#[test]
fn the_schema_knows_every_field() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/attestation/statement.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).expect("the schema")).expect("JSON");
    let (folder, _) = stated();
    let prover = programs().haltcert.display().to_string();
    assert_eq!(attest(&folder, &["--prover", &prover, "--time", "2026-11-23T18:00:00Z", "--", "-O2"]).code, 0);
    let text = fs::read_to_string(folder.file("s.json")).expect("written");
    fits(&schema, &schema, &serde_json::from_str(&text).expect("JSON"), "");
}

/// The part of JSON Schema that the schema uses: types, constants, fields that are all known and required ones that are
/// there, lists, references.
fn fits(whole: &Value, schema: &Value, value: &Value, place: &str) {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = whole.pointer(reference.trim_start_matches('#')).expect("a definition");
        return fits(whole, target, value, place);
    }
    if let Some(constant) = schema.get("const") {
        assert_eq!(value, constant, "{place}");
    }
    if let Some(values) = schema["enum"].as_array() {
        assert!(values.contains(value), "{place}");
    }
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = &schema["type"];
    let fits_type =
        allowed.is_null() || allowed == name || allowed.as_array().is_some_and(|all| all.contains(&json!(name)));
    assert!(fits_type, "{place}: {name}, not {allowed}");
    for item in value.as_array().into_iter().flatten() {
        fits(whole, &schema["items"], item, &format!("{place}/*"));
    }
    let Some(fields) = value.as_object() else { return };
    for required in schema["required"].as_array().into_iter().flatten() {
        assert!(fields.contains_key(required.as_str().expect("a name")), "{place}: {required} is missing");
    }
    for (key, field) in fields {
        let known = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
        assert!(known.is_object(), "{place}: the schema does not know {key}");
        fits(whole, known, field, &format!("{place}/{key}"));
    }
}

/// Whatever one byte of a statement is changed to: it is refused, or the change is in what is only the author's word.
#[test]
fn no_byte_of_what_is_checked_can_be_changed() {
    let (folder, _) = stated();
    let prover = programs().haltcert.display().to_string();
    let with = ["--prover", &prover, "--time", "2026-11-23T18:00:00Z", "--", "-O2"];
    assert_eq!(attest(&folder, &with).code, 0);
    let text = fs::read(folder.file("s.json")).expect("written");
    let words = |text: &[u8]| -> Option<Value> {
        let mut value: Value = serde_json::from_slice(text).ok()?;
        let predicate = value.get_mut("predicate")?.as_object_mut()?;
        predicate.remove("time");
        // Which versions were used is said, and only decides whether counts must be the same.
        predicate.remove("tools");
        Some(value)
    };
    let original = words(&text).expect("JSON");
    let (mut refused, mut accepted) = (0, 0);
    for place in (0..text.len()).step_by(41) {
        let mut changed = text.clone();
        changed[place] = match changed[place] {
            b'0'..=b'8' | b'a'..=b'y' => changed[place] + 1,
            b'9' => b'0',
            b' ' => b'\n',
            _ => b'x',
        };
        let answer = verify_text(&folder, &String::from_utf8_lossy(&changed));
        assert!((0..=13).contains(&answer.code) && !answer.said().contains("panicked"), "{}", answer.said());
        match answer.code {
            0 => {
                assert_eq!(words(&changed).as_ref(), Some(&original), "byte {place}");
                accepted += 1;
            }
            _ => refused += 1,
        }
    }
    assert!(refused > 100 && accepted > 5, "{refused} refused, {accepted} accepted");
}
