//! Projects: what `haltarchive check-project` says when the code, the contracts, the archive or the project's file
//! change, and the same work as a build graph.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tests::command::{Answer, Folder, haltarchive, haltcert, haltcheck, run};
use tests::programs::programs;

const PROJECT: &str = "[[proof]]
function = 'clear'
files = ['a.c']

[[proof]]
function = 'sum'
files = ['a.c']
flags = ['-DSTEP=1']
signed-overflow = 'wrap'

[[proof]]
name = 'loop-is-safe'
function = 'spin'
files = ['b.c']
properties = ['memory-safety', 'no-overflow']
";

const A: &str = "#include \"a.h\"
/*@ requires \\valid(p + (0 .. n - 1)) && n <= 100; */
void clear(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = ZERO;
}
#ifndef STEP
#define STEP 2
#endif
/*@ requires \\valid_read(p + (0 .. 9)); */
int sum(const int *p)
{
    int s = 0;
    for (int i = 0; i < 10; i += STEP)
        s += p[i];
    return s;
}
";

const B: &str = "void spin(void) { for (;;) { } }\nvoid other(void) { }\n";

/// A project in a folder of its own.
struct Project(Folder);

impl Project {
    fn new() -> Project {
        let folder = Folder::new();
        folder.write("haltcert.toml", PROJECT);
        folder.write("a.c", A);
        folder.write("a.h", "#define ZERO 0\n");
        folder.write("b.c", B);
        Project(folder)
    }

    /// One that was proved (once for all tests), with its archive and its baseline.
    fn proved() -> Project {
        static PROVED: OnceLock<Project> = OnceLock::new();
        let proved = PROVED.get_or_init(|| {
            let project = Project::new();
            let answer = project.check(&["--update-baseline", "--jobs", "2"]);
            assert_eq!(answer.code, 0, "{}", answer.said());
            project
        });
        let project = Project::new();
        fs::create_dir(project.0.file("haltcert-archive")).expect("made");
        for entry in fs::read_dir(proved.0.file("haltcert-archive")).expect("an archive") {
            let name = Path::new("haltcert-archive").join(entry.expect("an entry").file_name());
            fs::copy(proved.0.0.path().join(&name), project.0.0.path().join(&name)).expect("copied");
        }
        let baseline = "haltcert-baseline.json";
        fs::copy(proved.0.file(baseline), project.0.file(baseline)).expect("copied");
        project
    }

    fn check(&self, more: &[&str]) -> Answer {
        haltarchive(&[&["check-project", &self.0.file("haltcert.toml")], more].concat())
    }

    /// Answers and what is lost, with the exit code.
    fn answers(&self, more: &[&str]) -> (i32, Value) {
        let answer = self.check(&[&["--json", "--quiet"], more].concat());
        assert_eq!(answer.err, "");
        let value: Value = serde_json::from_str(&answer.out).expect("JSON");
        assert_eq!(value["exitCode"], answer.code);
        (answer.code, value)
    }

    fn replace(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.0.file(file)).expect("read");
        assert!(text.contains(old), "{file} has no {old}");
        self.0.write(file, text.replace(old, new));
    }

    /// The certificate in the archive.
    fn archived(&self, name: &str) -> PathBuf {
        let (_, value) = self.answers(&["--archive-only", "--only", name]);
        let file = value["rows"][0]["certificate"].as_str().expect("a certificate").to_owned();
        self.0.0.path().join("haltcert-archive").join(file)
    }
}

fn words(value: &Value) -> Vec<&str> {
    value["rows"].as_array().expect("rows").iter().map(|row| row["answer"].as_str().expect("a word")).collect()
}

fn reason(value: &Value, row: usize) -> &str {
    value["rows"][row]["reason"].as_str().expect("a reason")
}

#[test]
fn what_is_unchanged_comes_from_the_archive_and_is_checked_again() {
    let project = Project::new();
    let (code, value) = project.answers(&[]);
    assert_eq!((code, words(&value)), (0, vec!["proved"; 3]));
    let before = fs::read(project.archived("clear")).expect("read");
    let (code, value) = project.answers(&["--jobs", "3"]);
    assert_eq!((code, words(&value)), (0, vec!["archived"; 3]));
    // What does not reach the module changes nothing; a header that does makes another proof.
    project.0.write("a.h", "#define ZERO 0 // zero\n#define ONE 1\n");
    assert_eq!(words(&project.answers(&[]).1), ["archived"; 3]);
    project.0.write("a.h", "#define ZERO 1\n");
    assert_eq!(words(&project.answers(&["--archive-only"]).1), ["unknown", "archived", "archived"]);
    assert_eq!(words(&project.answers(&[]).1), ["proved", "archived", "archived"]);
    assert_ne!(fs::read(project.archived("clear")).expect("read"), before);
    let answer = project.check(&["--only", "sum"]);
    assert!(answer.out.contains("1 of 1 proved, 1 of them taken from the archive"), "{}", answer.out);
    assert!(answer.err.ends_with("haltcert.toml: 1 function in 1 file: sum\n[1/1] sum: archived\n"), "{}", answer.err);
}

#[test]
fn the_example_is_proved() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/project");
    let folder = Folder::new();
    let copied = Command::new("cp").arg("-r").arg(&example).arg(folder.0.path()).status().expect("runs");
    assert!(copied.success());
    let there = folder.0.path().join("project");
    for built in ["haltcert-archive", "haltcert-results"] {
        let _ = fs::remove_dir_all(there.join(built));
    }
    assert!(there.join("haltcert-baseline.json").exists());
    let answer = haltarchive(&["check-project", &there.join("haltcert.toml").display().to_string(), "--quiet"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(answer.out.contains("3 of 3 proved, 0 of them"), "{}", answer.out);
}

#[test]
fn certificates_are_those_that_the_prover_makes_alone() {
    let project = Project::new();
    let folder = project.0.file("proofs");
    assert_eq!(project.check(&["--output", &folder, "--jobs", "2"]).code, 0);
    let (cert, source) = (project.0.file("alone.cert"), project.0.file("a.c"));
    assert_eq!(haltcert(&["prove", &source, "--entry", "clear", "-o", &cert]).code, 0);
    let exported = format!("{folder}/clear.cert");
    assert_eq!(fs::read(&cert).expect("read"), fs::read(&exported).expect("read"));
    let contract = "(int *p, int n) requires \\valid(p + (0 .. n - 1)) && n <= 100";
    let module = format!("{folder}/clear.ll");
    let answer = haltcheck(&[&exported, "--module", &module, "--entry", "clear", "--precondition", contract]);
    assert_eq!(answer.code, 0, "{}", answer.said());
}

/// `haltcert module`: the module and the claim that `prove` would write down.
#[test]
fn a_claim_is_told_without_a_proof() {
    let project = Project::new();
    let file = |name: &str| project.0.file(name);
    let (source, one, two, cert) = (file("a.c"), file("1.ll"), file("2.ll"), file("c.cert"));
    let told = haltcert(&["module", &source, "--entry", "clear", "--emit-module", &one, "--json"]);
    assert_eq!(told.code, 0, "{}", told.said());
    assert_eq!(haltcert(&["prove", &source, "--entry", "clear", "--emit-module", &two, "-o", &cert]).code, 0);
    assert_eq!(fs::read(&one).expect("read"), fs::read(&two).expect("read"));
    let claim = certificates::decode(&fs::read(&cert).expect("read")).expect("decoded").claim;
    let claim = serde_json::to_value(claim).expect("JSON");
    for (field, value) in serde_json::from_str::<Value>(&told.out).expect("JSON").as_object().expect("an object") {
        assert_eq!(claim.get(field), Some(value), "{field}");
    }
    let hash = haltcert(&["module", &source, "--entry", "clear"]).out;
    assert_eq!(Some(hash.trim()), claim["module_hash"].as_str());
    haltcert(&["module", &source, "--entry", "none"]).is_bad(&["no function 'none'"]);
    project.0.write("w.c", "/*@ requires \\valid(q); */\nvoid g(int *p) { *p = 1; }\n");
    haltcert(&["module", &file("w.c"), "--entry", "g"]).is_bad(&["q"]);
}

#[test]
fn a_function_that_becomes_wrong_is_a_loss() {
    let project = Project::proved();
    project.replace("a.c", "i < n", "i <= n");
    let (code, value) = project.answers(&[]);
    assert_eq!((code, words(&value)[0]), (1, "violated"));
    assert!(reason(&value, 0).starts_with("a.c:6:"), "{value}");
    assert_eq!(value["lost"][0]["name"], "clear");
    project.0.write("a.c", A);
    project.replace("b.c", "for", "int a[1], i = 1; a[i] = i; for");
    let (code, value) = project.answers(&[]);
    assert_eq!((code, words(&value)[2]), (1, "violated"), "{value}");
    assert!(reason(&value, 2).contains("b.c:1:"), "{value}");
}

#[test]
fn what_was_never_proved_is_no_loss() {
    let project = Project::proved();
    let more = "\n[[proof]]\nfunction = 'wild'\nfiles = ['c.c']\n[[proof]]\nfunction = 'main'\nfiles = ['d.c']\n";
    project.0.write("haltcert.toml", format!("{PROJECT}{more}"));
    project.0.write("c.c", "/*@ requires n > 0; */ int wild(int *p, int n) { return *p; }\n");
    project.0.write("d.c", "int main(void) { int a[2]; a[0] = 1; int i = 2; return a[i]; }\n");
    let (code, value) = project.answers(&[]);
    assert_eq!((code, &words(&value)[3..]), (2, &["violated", "violated"][..]), "{value}");
    assert_eq!(value["lost"], serde_json::json!([]));
    fs::remove_file(project.0.file("c.c")).expect("removed");
    let (code, value) = project.answers(&[]);
    assert_eq!((code, words(&value)[3]), (3, "bad-input"));
    assert!(reason(&value, 3).contains("c.c"), "{value}");
    // A file that was proved and is missing is a loss first.
    fs::remove_file(project.0.file("b.c")).expect("removed");
    let (code, value) = project.answers(&[]);
    assert_eq!((code, words(&value)[2]), (1, "bad-input"));
}

#[test]
fn a_spoilt_archive_is_noticed_and_mended() {
    let project = Project::proved();
    let (clear, sum) = (project.archived("clear"), project.archived("sum"));
    let good = (fs::read(&clear).expect("read"), fs::read(&sum).expect("read"));
    let mut bytes = good.0.clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for spoilt in [bytes.as_slice(), b"", &good.0[..40], good.1.as_slice()] {
        fs::write(&clear, spoilt).expect("written");
        let (code, value) = project.answers(&["--archive-only"]);
        assert_eq!((code, words(&value)), (1, vec!["unknown", "archived", "archived"]));
        assert!(reason(&value, 0).contains("was refused"), "{value}");
        let (code, value) = project.answers(&[]);
        assert_eq!((code, words(&value)), (0, vec!["proved", "archived", "archived"]));
        assert!(reason(&value, 0).contains("was refused"), "{value}");
        assert_eq!(fs::read(&clear).expect("read"), good.0);
    }
    // Both certificates are good, each for the other function.
    fs::write(&clear, &good.1).expect("written");
    fs::write(&sum, &good.0).expect("written");
    let (code, value) = project.answers(&["--archive-only"]);
    assert_eq!((code, words(&value)), (1, vec!["unknown", "unknown", "archived"]));
    assert!(reason(&value, 0).contains("another module"), "{value}");
    assert_eq!(project.answers(&[]).0, 0);
}

/// Two functions of one module with one contract text: the archive's names differ by the function alone.
#[test]
fn a_certificate_is_not_taken_for_another_function_of_the_module() {
    let project = Project::new();
    let both = "typedef int (*step)(int);\nint one(int x) { return x & 1; }\nint two(int x) { return x & 2; }\n";
    project.0.write("c.c", both);
    project.0.write(
        "haltcert.toml",
        "[[proof]]\nfunction = 'one'\nfiles = ['c.c']\n[[proof]]\nfunction = 'two'\nfiles = ['c.c']\n",
    );
    assert_eq!(project.answers(&[]).0, 0);
    fs::copy(project.archived("one"), project.archived("two")).expect("copied");
    let (code, value) = project.answers(&["--archive-only"]);
    assert_eq!((code, words(&value)), (2, vec!["archived", "unknown"]));
    assert!(reason(&value, 1).contains("the claim is about 'one'"), "{value}");
}

#[test]
fn a_claim_that_becomes_weaker_is_a_loss_until_it_is_accepted() {
    let changes = [
        ("a.c", "n <= 100", "n <= 10", "another contract"),
        ("haltcert.toml", "signed-overflow = 'wrap'", "signed-overflow = 'ideal'", "signed overflow: ideal"),
        ("haltcert.toml", "flags = ['-DSTEP=1']\n", "flags = ['-DSTEP=1', '-m32']\n", "data model: ilp32"),
        ("haltcert.toml", "'memory-safety', 'no-overflow'", "'memory-safety'", "fewer properties"),
        ("haltcert.toml", "name = 'loop-is-safe'", "name = 'loop'", "it need not be proved any more"),
        ("haltcert.toml", "function = 'spin'", "function = 'other'", "another function"),
    ];
    for (file, old, new, words) in changes {
        let project = Project::proved();
        project.replace(file, old, new);
        let (code, value) = project.answers(&[]);
        assert_eq!((code, value["lost"].as_array().expect("a list").len()), (1, 1), "{words}: {value}");
        assert!(value["lost"][0]["reason"].as_str().expect("a reason").contains(words), "{words}: {value}");
        assert_eq!(project.check(&["--update-baseline"]).code, 0, "{words}");
        assert_eq!(project.answers(&["--archive-only"]).0, 0, "{words}");
    }
    // A claim that becomes stronger is none.
    let project = Project::proved();
    project.replace("haltcert.toml", "function = 'clear'", "function = 'clear'\nmalloc-may-fail = true");
    assert_eq!(project.answers(&[]).0, 0);
    // Spaces in a contract have no meaning.
    project.replace("a.c", "n <= 100", "n<=100");
    assert_eq!(project.answers(&[]).0, 0);
}

/// A proof may come to assume more of functions elsewhere than it did: that is a loss, too.
#[test]
fn a_proof_that_believes_another_function_is_a_loss_until_it_is_accepted() {
    let folder = Folder::new();
    folder.write("haltcert.toml", "[[proof]]\nfunction = 'get'\nfiles = ['get.c']\n");
    let project = Project(folder);
    let guarded = "static int t[5];\nint get(int i) { if (i < 0 || i > 4) return -1; return t[i]; }\n";
    let trusting = "#include <string.h>\nstatic int t[5];\n\
        int get(int i) { if (i < 0 || i > 4 || strchr(\"ab\", i + 1)) return -1; return t[i]; }\n";
    project.0.write("get.c", guarded);
    assert_eq!(project.check(&["--update-baseline"]).code, 0);
    project.0.write("get.c", trusting);
    for _ in 0..2 {
        let (code, value) = project.answers(&[]);
        assert_eq!(code, 1, "{value}");
        assert!(value["lost"][0]["reason"].as_str().expect("a reason").contains("the contracts of strchr"), "{value}");
        assert_eq!(value["rows"][0]["claim"]["externalContracts"], serde_json::json!(["strchr"]));
    }
    assert_eq!(project.check(&["--update-baseline"]).code, 0);
    assert_eq!(project.answers(&[]).0, 0);
    // To assume less is none.
    project.0.write("get.c", guarded);
    assert_eq!(project.answers(&[]).0, 0);
}

/// What `--output` has is about this run or is not there, whatever ends it.
#[test]
fn no_certificate_of_before_is_left() {
    let project = Project::proved();
    let (output, there) = (project.0.file("out"), |name: &str| project.0.0.path().join("out").join(name).exists());
    let check = |more: &[&str]| project.check(&[&["--output", &output, "--quiet"], more].concat());
    let good = |name: &str| fs::read(project.0.file(name)).expect("read");
    let all = ["clear.cert", "clear.ll", "sum.cert", "sum.ll", "loop-is-safe.cert", "loop-is-safe.ll"];
    let endings: [(&str, &dyn Fn()); 4] = [
        ("violated", &|| project.replace("a.c", "i < n", "i <= n")),
        ("bad-input", &|| project.replace("a.c", "clear(", "clear((")),
        ("bad-input", &|| fs::remove_file(project.0.file("a.c")).expect("removed")),
        ("bad-input", &|| project.replace("haltcert.toml", "function = 'clear'", "function = 'gone'\nname = 'clear'")),
    ];
    for (word, spoil) in endings {
        project.0.write("a.c", A);
        assert_eq!(check(&[]).code, 0);
        assert!(all.iter().all(|name| there(name)));
        spoil();
        let answer = check(&["--json"]);
        assert!(answer.code == 1 && answer.out.contains(word), "{}", answer.said());
        assert!(!there("clear.cert") && !there("clear.ll"), "{word}");
        assert!(there("loop-is-safe.cert"));
    }
    project.0.write("haltcert.toml", PROJECT);
    project.0.write("a.c", A);
    // Only what this run is about is touched; what it does not know is named and kept.
    fs::copy(project.0.file("out/loop-is-safe.cert"), project.0.file("out/old.cert")).expect("copied");
    let answer = check(&[]);
    assert!(answer.code == 0 && answer.err.contains("old.cert: not of this run"), "{}", answer.said());
    fs::remove_file(project.0.file("out/sum.ll")).expect("removed");
    assert_eq!(check(&["--only", "sum"]).code, 0);
    assert!(all.iter().all(|name| there(name)) && there("old.cert"));
    // The archive is no such folder, and no file of somebody else is taken for ours.
    let archive = project.0.file("haltcert-archive");
    project.check(&["--output", &archive]).is_bad(&["the archive is no folder"]);
    project.0.write("out/clear.cert", "notes");
    check(&[]).is_bad(&["no certificate"]);
    assert_eq!(good("out/clear.cert"), b"notes");
    project.check(&["--output", "/dev/null/out"]).is_bad(&["/dev/null/out"]);
}

#[test]
fn bad_files_of_the_project_are_refused() {
    let project = Project::proved();
    project.check(&["--only", "none"]).is_bad(&["no proof called 'none'"]);
    project.0.write("haltcert-baseline.json", "{\"version\":2,\"proofs\":[]}");
    project.check(&[]).is_bad(&["version 2"]);
    project.0.write("haltcert-baseline.json", "{\"version\":1,\"version\":1,\"proofs\":[]}");
    project.check(&[]).is_bad(&["stands twice"]);
    project.0.write("haltcert-baseline.json", "");
    project.check(&[]).is_bad(&["haltcert-baseline.json"]);
    // One that is there, but leads nowhere, is not the same as none.
    let baseline = project.0.file("haltcert-baseline.json");
    fs::remove_file(&baseline).expect("removed");
    std::os::unix::fs::symlink("nowhere.json", &baseline).expect("linked");
    project.check(&[]).is_bad(&["haltcert-baseline.json"]);
    project.0.write("haltcert.toml", format!("{PROJECT}colour = 'red'\n"));
    project.check(&[]).is_bad(&["colour"]);
    fs::remove_file(project.0.file("haltcert.toml")).expect("removed");
    project.check(&[]).is_bad(&["haltcert.toml"]);
}

/// A prover that lies about what it has proved convinces nobody.
#[test]
fn the_prover_is_not_believed() {
    let project = Project::proved();
    let real = programs().haltcert.display().to_string();
    let (other, prover) = (project.0.file("other.cert"), project.0.file("liar"));
    fs::copy(project.archived("sum"), &other).expect("copied");
    let lies = [
        (format!("cp {other} \"$out\"; echo '{{}}'"), "rejected"),
        ("echo x > \"$out\"; echo '{}'".into(), "rejected"),
        ("echo '{\"memory_safety\": \"proved\"}'".into(), "unknown"),
        ("exit 0".into(), "bad-input"),
        ("kill -9 $$".into(), "bad-input"),
        ("echo '{}'; exit 77".into(), "unknown"),
    ];
    for (lie, word) in lies {
        let _ = fs::remove_dir_all(project.0.file("haltcert-archive"));
        let script = format!(
            "#!/bin/sh\n[ \"$1\" = prove ] || exec {real} \"$@\"\nwhile [ \"$1\" != -o ]; do shift; done\nout=$2\n{lie}\n"
        );
        project.0.write("liar", script);
        fs::set_permissions(&prover, fs::Permissions::from_mode(0o755)).expect("changed");
        let (code, value) = project.answers(&["--prover", &prover, "--only", "clear"]);
        assert_eq!((code, words(&value)), (1, vec![word]), "{lie}: {value}");
    }
    let (code, value) = project.answers(&["--prover", "/no/such/prover", "--only", "clear"]);
    assert_eq!((code, words(&value)), (1, vec!["bad-input"]), "{value}");
}

/// The graph of a project, as ninja runs it.
fn ninja(project: &Project, more: &[&str]) -> Option<Answer> {
    let there = project.0.0.path().display().to_string();
    if Command::new("ninja").arg("--version").output().is_err() {
        eprintln!("skipped: ninja is not here (Debian: ninja-build)");
        return None;
    }
    Some(run(Path::new("ninja"), &[&["-C", &there, "-f", "build.ninja"], more].concat()))
}

#[test]
fn ninja_does_the_same_work_once() {
    let project = Project::proved();
    project.0.write("c.c", "/*@ requires n > 0; */ int wild(int *p, int n) { return *p; }\n");
    let more = "[[proof]]\nfunction = 'wild'\nfiles = ['c.c']\n";
    project.0.write("haltcert.toml", format!("{PROJECT}{more}"));
    fs::remove_dir_all(project.0.file("haltcert-archive")).expect("removed");
    let (toml, graph) = (project.0.file("haltcert.toml"), project.0.file("build.ninja"));
    let plan = haltarchive(&["plan", &toml, "--format", "ninja", "-o", &graph]);
    assert_eq!(plan.code, 0, "{}", plan.said());
    assert!(fs::read_to_string(&graph).expect("read").contains(" a.c a.h haltcert.toml"), "headers are inputs");

    let Some(first) = ninja(&project, &["-j", "2"]) else { return };
    // Something is not proved, so the last step fails; the others are done.
    assert!(first.code != 0 && first.out.contains("3 of 4 proved"), "{}", first.said());
    assert!(first.out.contains("VIOLATED   c.c:1"), "{}", first.said());
    assert_eq!(words(&project.answers(&["--archive-only"]).1), ["archived", "archived", "archived", "unknown"]);
    project.replace("c.c", "return *p", "return n");
    let second = ninja(&project, &["-v"]).expect("here");
    assert_eq!(second.code, 0, "{}", second.said());
    assert_eq!(second.out.matches(" step prove ").count(), 1, "{}", second.out);
    assert!(ninja(&project, &[]).expect("here").out.contains("no work to do"));
    // A header counts, and so does a certificate that is gone.
    project.0.write("a.h", "#define ZERO 7\n");
    let third = ninja(&project, &["-v"]).expect("here");
    assert_eq!((third.code, third.out.matches(" step prove ").count()), (0, 2), "{}", third.said());
    fs::remove_file(project.archived("clear")).expect("removed");
    fs::remove_file(project.0.file("haltcert-results/clear.check")).expect("removed");
    let fourth = ninja(&project, &[]).expect("here");
    assert!(fourth.code != 0 && fourth.out.contains("its certificate is not accepted"), "{}", fourth.said());
}

#[test]
fn a_graph_for_snakemake_names_every_proof() {
    let project = Project::new();
    let plan = haltarchive(&["plan", &project.0.file("haltcert.toml"), "--format", "snakemake"]);
    assert_eq!(plan.code, 0, "{}", plan.said());
    for words in ["\"clear\": [\"a.c\", \"a.h\", \"haltcert.toml\"]", "rule prove:", "rule check:", "{output:q}"] {
        assert!(plan.out.contains(words), "no {words} in: {}", plan.out);
    }
}
