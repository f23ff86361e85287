//! The front door of projects: what `check-project` says of itself, patterns of functions, expected answers, reports for
//! other programs, `init`, and flags that `haltcert prove` takes from a project.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tests::command::{Answer, Folder, haltarchive, haltcert};
use tests::programs::programs;

const TEXT: &str = "#include \"text.h\"
/*@ requires \\valid(p + (0 .. n - 1)) && n <= 100; */
void text_clear(int *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = ZERO;
}
/*@ requires \\valid_read(p + (0 .. n - 1)) && n > 0; */
int text_last(const int *p, int n)
{
    return p[n - 1];
}
/*@ requires \\valid_read(p + (0 .. n - 1)) && n > 0; */
int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}
int bare(int x)
{
    return x & 1;
}
";

/// A folder with a header, a source and a project's file.
fn project(toml: &str) -> Folder {
    let folder = Folder::new();
    for inner in ["src", "include"] {
        fs::create_dir(folder.file(inner)).expect("made");
    }
    folder.write("include/text.h", "#define ZERO 0\n");
    folder.write("src/text.c", TEXT);
    folder.write("haltcert.toml", toml);
    folder
}

const FLAGS: &str = "[defaults]\nflags = ['-Iinclude']\n";
const PATTERN: &str = "[[proof]]\nfunction = 'text_*'\nfiles = ['src/text.c']\n";
const SUM: &str = "[[proof]]\nfunction = 'sum'\nfiles = ['src/text.c']\n";

/// A program, run in a folder.
fn within(folder: &str, program: &Path, arguments: &[&str]) -> Answer {
    let output = Command::new(program).args(arguments).current_dir(folder).output().expect("runs");
    Answer {
        code: output.status.code().expect("no signal"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn check(folder: &str, more: &[&str]) -> Answer {
    within(folder, &programs().haltarchive, &[&["check-project"], more].concat())
}

#[test]
fn a_project_is_found_above_and_says_what_it_does() {
    let folder = project(&format!("{FLAGS}{PATTERN}"));
    let answer = check(&folder.file("src"), &["--update-baseline"]);
    assert_eq!(answer.code, 0, "{}", answer.said());
    assert!(
        answer.err.starts_with("../haltcert.toml: 2 functions in 1 file: text_clear, text_last\n"),
        "{}",
        answer.err
    );
    assert!(answer.out.contains("baseline written: ../haltcert-baseline.json, 2 proofs"), "{}", answer.out);
    let root = folder.file("");
    let answer = check(&root, &["--quiet"]);
    assert!(answer.out.contains("baseline: haltcert-baseline.json, 2 proofs, nothing lost"), "{}", answer.said());
    fs::remove_file(folder.file("haltcert-baseline.json")).expect("removed");
    let answer = check(&root, &["--quiet"]);
    assert!(answer.code == 0 && answer.out.contains("no baseline: "), "{}", answer.said());
    let json: Value = serde_json::from_str(&check(&root, &["--quiet", "--json"]).out).expect("JSON");
    assert_eq!((&json["baseline"]["found"], &json["baseline"]["written"]), (&false.into(), &false.into()));
    fs::remove_file(folder.file("haltcert.toml")).expect("removed");
    check(&folder.file("src"), &[]).is_bad(&["no haltcert.toml here or in a folder above"]);
}

#[test]
fn patterns_take_the_functions_with_contracts() {
    let own = "[[proof]]\nname = 'once'\nfunction = 'text_last'\nfiles = ['src/text.c']\n";
    let all = PATTERN.replace("text_*", "*").replace("[[proof]]", "[[proof]]\nname = 'text'");
    let folder = project(&format!("{FLAGS}{own}{all}"));
    let root = folder.file("");
    let answer = check(&root, &[]);
    // What another proof names is not taken once more, and what has no contract is not taken at all.
    assert!(answer.err.contains("3 functions in 1 file: once, text.text_clear, text.sum\n"), "{}", answer.said());
    assert_eq!(answer.code, 2, "{}", answer.said());
    assert_eq!(check(&root, &["--only", "text.text_clear"]).code, 0);
    folder.write("haltcert.toml", format!("{FLAGS}{}", PATTERN.replace("text_*", "none_*")));
    check(&root, &[]).is_bad(&["no function of src/text.c with a contract has such a name"]);
    // What `--output` has is about this run or is not there, even if it is not known what the pattern stands for.
    folder.write("haltcert.toml", format!("{FLAGS}{PATTERN}"));
    assert_eq!(check(&root, &["--quiet", "--output", "out"]).code, 0);
    assert!(Path::new(&folder.file("out/text_last.cert")).exists());
    folder.write("haltcert.toml", PATTERN);
    check(&root, &["--output", "out"]).is_bad(&["text.h"]);
    assert!(!Path::new(&folder.file("out/text_last.cert")).exists());
}

#[test]
fn an_unknown_may_be_expected_but_nothing_worse() {
    let expected = "expected = 'unknown'\nreason = 'needs a bound'\n";
    let folder = project(&format!("{FLAGS}{PATTERN}{SUM}{expected}"));
    let root = folder.file("");
    let only = |more: &[&str]| check(&root, &[&["--quiet", "--only", "sum"], more].concat());
    // The archive has nothing, so that it is unknown; with the prover it is violated.
    let answer = only(&["--archive-only"]);
    assert!(answer.code == 0 && answer.out.contains("unknown    expected (needs a bound): "), "{}", answer.said());
    assert!(answer.out.contains("0 of 1 proved, 0 of them taken from the archive and checked again; 1 unknown as"));
    assert_eq!(only(&[]).code, 2);
    assert!(only(&["--archive-only", "--format", "junit"]).out.contains("<skipped message=\"unknown, as expected: "));
    assert!(!only(&["--archive-only", "--format", "github"]).out.contains("::"));
    folder.write("src/text.c", TEXT.replace("n > 0; */\nint sum", "n > 0 && n < 2 && p[0] == 1; */\nint sum"));
    let answer = only(&[]);
    assert!(answer.code == 0 && answer.out.contains("although the project expects unknown"), "{}", answer.said());
}

#[test]
fn reports_for_other_programs_have_places_and_titles() {
    let folder = project(&format!("{FLAGS}{PATTERN}{SUM}"));
    folder.write("src/text.c", TEXT.replace("return p[n - 1]", "return p[n]"));
    let src = folder.file("src");
    let github = check(&src, &["--quiet", "--format", "github"]);
    assert_eq!(github.code, 2, "{}", github.said());
    for line in [
        "::error file=../src/text.c,line=11,col=12,title=haltcert%3A text_last%3A access out of bounds::memory safety is",
        "::error file=../src/text.c,line=18,col=11,title=haltcert%3A sum%3A signed overflow::no overflow is violated",
        "haltcert: text_clear: ",
    ] {
        assert!(github.out.contains(line), "no {line} in: {}", github.out);
    }
    let sarif: Value = serde_json::from_str(&check(&src, &["--quiet", "--format", "sarif"]).out).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 2, "{sarif}");
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "../src/text.c");
        let rule = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
        assert!(result["partialFingerprints"]["haltcert/v1"].as_str().is_some_and(|hash| !hash.is_empty()));
    }
    assert!(results.iter().any(|result| result["properties"]["haltcert:property"] == "no-overflow"), "{sarif}");
    assert!(results.iter().any(|result| !result["codeFlows"][0]["threadFlows"].is_null()), "{sarif}");
    let junit = check(&src, &["--quiet", "--format", "junit"]).out;
    assert!(junit.contains("tests=\"3\" failures=\"2\" errors=\"0\""), "{junit}");
    // A proof that is lost is an error, whatever the answer is now.
    fs::write(folder.file("src/text.c"), TEXT).expect("written");
    assert_eq!(check(&src, &["--update-baseline"]).code, 2);
    folder.write("src/text.c", TEXT.replace("&& n <= 100", "&& n <= 10"));
    let lost = check(&src, &["--quiet", "--format", "github"]);
    assert!(lost.code == 1 && lost.out.contains("text_clear%3A a proof is lost::another contract"), "{}", lost.said());
    let sarif: Value = serde_json::from_str(&check(&src, &["--quiet", "--format", "sarif"]).out).expect("JSON");
    assert!(sarif["runs"][0]["results"].as_array().expect("a list").iter().any(|one| one["ruleId"] == "lost-proof"));
    assert!(check(&src, &["--quiet", "--format", "junit"]).out.contains("type=\"lost\" message=\"lost: another"));
}

#[test]
fn a_page_shows_the_project_and_leads_to_its_functions() {
    let folder = project(&format!("{FLAGS}{PATTERN}{SUM}"));
    let root = folder.file("");
    let answer = check(&root, &["--quiet", "--html", "pages"]);
    assert_eq!(answer.code, 2, "{}", answer.said());
    let page = |name: &str| fs::read_to_string(folder.file(&format!("pages/{name}"))).expect("a page");
    let index = page("index.html");
    for shown in [
        "<h1>haltcert.toml</h1>",
        "haltarchive 0.",
        "proved: 2</label>",
        "violated: 1</label>",
        "<a href=\"functions/sum.html\">sum</a>",
        "signed overflow",
        "   18 |         s += p[i];\n      |           ^",
        "no baseline: ",
    ] {
        assert!(index.contains(shown), "no {shown} in: {index}");
    }
    assert!(!index.contains("<script") && !index.contains("src="), "{index}");
    assert!(page("functions/text_clear.html").contains("p[i] = ZERO;"), "the page about a certificate has its source");
    assert!(page("functions/sum.html").contains("no overflow is violated"));
    // A page of before is not left, and no other file is written over.
    folder.write("src/text.c", TEXT.replace("text_last(", "text_last(("));
    folder.write("haltcert.toml", format!("{FLAGS}{SUM}"));
    assert_eq!(check(&root, &["--quiet", "--html", "pages"]).code, 3);
    assert!(!Path::new(&folder.file("pages/functions/sum.html")).exists());
    folder.write("pages/index.html", "mine");
    check(&root, &["--html", "pages"]).is_bad(&["not written over"]);
    let printed = check(&root, &["--quiet", "--format", "html"]).out;
    assert!(printed.starts_with("<!DOCTYPE html>") && printed.contains("bad input: 1</label>"), "{printed}");
}

#[test]
fn init_writes_a_project_that_can_be_checked() {
    let folder = project("");
    fs::remove_file(folder.file("haltcert.toml")).expect("removed");
    let root = folder.file("");
    let init = |more: &[&str]| within(&root, &programs().haltarchive, &[&["init"], more].concat());
    init(&["src/text.c"]).is_bad(&["text.h"]);
    let answer = init(&["src/text.c", "--", "-Iinclude"]);
    assert!(answer.code == 0 && answer.out.contains("3 functions that have a contract"), "{}", answer.said());
    let written = fs::read_to_string(folder.file("haltcert.toml")).expect("written");
    assert!(written.contains("function = \"*\"") && written.contains("flags = [\"-Iinclude\"]"), "{written}");
    assert!(written.contains("without a contract, so not looked at: bare"), "{written}");
    assert!(check(&root, &["--quiet", "--only", "text_clear"]).out.contains("1 of 1 proved"));
    init(&["src/text.c", "--", "-Iinclude"]).is_bad(&["is there already"]);
    let none = Folder::new();
    none.write("a.c", "int f(int x) { return x; }\n");
    within(&none.file(""), &programs().haltarchive, &["init", "a.c"]).is_bad(&["has a contract"]);
}

#[test]
fn flags_of_a_build_count() {
    let commands =
        "[{\"directory\": \"build\", \"file\": \"../src/text.c\", \"command\": \"cc -I../include -c ../src/text.c\"}]";
    let folder = project(&format!("[defaults]\ncompile-commands = 'build/compile_commands.json'\n{PATTERN}"));
    fs::create_dir(folder.file("build")).expect("made");
    folder.write("build/compile_commands.json", commands.replace("\"build\"", &format!("{:?}", folder.file("build"))));
    let answer = check(&folder.file(""), &["--quiet"]);
    assert!(answer.code == 0 && answer.out.contains("2 of 2 proved"), "{}", answer.said());
    let alone = haltcert(&["prove", &folder.file("src/text.c"), "--entry", "text_last"]);
    assert!(alone.code == 0 && alone.err.contains("--compile-commands "), "{}", alone.said());
}

/// A function that is proved alone is read as the project reads it.
#[test]
fn the_prover_takes_flags_from_the_project() {
    let folder = project(&format!("{FLAGS}{PATTERN}{SUM}signed-overflow = 'wrap'\n"));
    let source = folder.file("src/text.c");
    let prove = |more: &[&str]| haltcert(&[&["prove", &source, "--no-refute"], more].concat());
    let answer = prove(&["--entry", "text_last"]);
    assert!(answer.code == 0 && answer.err.contains("haltcert.toml: -- -Iinclude"), "{}", answer.said());
    let answer = prove(&["--entry", "sum", "--json"]);
    assert!(answer.code == 0 && answer.err.contains("--signed-overflow wrap -- -Iinclude"), "{}", answer.said());
    assert_eq!(prove(&["--entry", "sum", "--signed-overflow", "error"]).code, 2);
    prove(&["--entry", "sum", "--no-project"]).is_bad(&["text.h"]);
    let (one, two) = (folder.file("one.cert"), folder.file("two.cert"));
    assert_eq!(prove(&["--entry", "text_last", "-o", &one]).code, 0);
    let include = format!("-I{}", folder.file("include"));
    assert_eq!(prove(&["--entry", "text_last", "-o", &two, "--no-project", "--", &include]).code, 0);
    assert_eq!(fs::read(one).expect("read"), fs::read(two).expect("read"));
    folder.write("haltcert.toml", "[[proof]\n");
    prove(&["--entry", "sum"]).is_bad(&["--no-project takes nothing from it"]);
    folder.write("haltcert.toml", "[defaults]\nflags = 3\n");
    prove(&["--entry", "sum"]).is_bad(&["'flags'"]);
}

/// A compiler that sees the caller alone believes what its declaration promises, also where the result is a structure.
#[test]
fn promises_of_another_file_are_no_facts() {
    let folder = Folder::new();
    let structure = "struct p { long a, b; };\n";
    let made = "static int n;\nstruct p made(int k) { struct p x = {k + n, 0}; n = 1; return x; }\n";
    let made = folder.write("made.c", format!("{structure}{made}"));
    let caller = |promise: &str| {
        let main = "int t[2];\nint main(void) { return t[made(0).a] + t[made(0).a]; }\n";
        folder.write("main.c", format!("{structure}{promise} struct p made(int k);\n{main}"))
    };
    let prove = |main: &str| haltcert(&["prove", main, &made, "--no-refute", "--no-project"]);
    let plain = prove(&caller(""));
    assert_eq!(plain.code, 0, "{}", plain.said());
    let promised = prove(&caller("__attribute__((const))"));
    assert!(promised.code != 0 && promised.out.contains("C's `const` or `pure`"), "{}", promised.said());
}

#[test]
fn functions_of_files_are_listed() {
    let folder = Folder::new();
    let source = "static int own(int x) { return x; }\n/*@ requires x > 0; */\nint pub(int x) { return own(x); }\n";
    let file = folder.write("a.c", source);
    let answer = haltcert(&["functions", &file, "--json"]);
    let listed: Value = serde_json::from_str(&answer.out).expect("JSON");
    let of = |name: &str| listed.as_array().expect("a list").iter().find(|one| one["name"] == name).expect("listed");
    assert_eq!((&of("own")["public"], &of("own")["contract"]), (&false.into(), &false.into()));
    assert_eq!((&of("pub")["public"], &of("pub")["contract"]), (&true.into(), &true.into()));
    assert_eq!(of("pub")["file"], file.as_str());
    assert!(haltcert(&["functions", &file]).out.contains("pub  public  contract\n"));
    // What has the body of a function that returns a structure is none of the source's.
    let pair =
        folder.write("pair.c", "struct p { long a, b; };\nstruct p made(long a) { struct p p = {a, 0}; return p; }\n");
    let listed = haltcert(&["functions", &pair]).out;
    assert!(listed.contains("made") && !listed.contains("by_address"), "{listed}");
    haltcert(&["functions", &folder.file("none.c")]).is_bad(&["none.c"]);
    haltarchive(&["init"]).is_bad(&["required"]);
}

/// A statement says which functions of the sources it does not speak of.
#[test]
fn statements_name_public_functions_without_a_proof() {
    let folder = project(&format!("{FLAGS}{PATTERN}"));
    let root = folder.file("");
    assert_eq!(check(&root, &["--quiet", "--output", "out"]).code, 0);
    let archive = |more: &[&str]| within(&root, &programs().haltarchive, more);
    let attest = |more: &[&str]| {
        let files = ["out/text_last.cert", "out/text_clear.cert", "--subject", "src/text.c", "-o", "s.json"];
        let answer = archive(&[&["attest"], &files[..], more].concat());
        assert_eq!(answer.code, 0, "{}", answer.said());
        let statement: Value =
            serde_json::from_str(&fs::read_to_string(folder.file("s.json")).expect("read")).expect("JSON");
        statement["predicate"]["unproved"].clone()
    };
    let unproved = attest(&["--source", "src/text.c", "--header", "include/text.h", "--", "-Iinclude"]);
    assert_eq!(unproved, serde_json::json!([{ "source": "src/text.c", "functions": ["bare", "sum"] }]));
    let verified = archive(&["verify", "s.json"]);
    assert!(verified.code == 0 && verified.out.contains("\n  src/text.c: bare, sum\n"), "{}", verified.said());
    // It does not say so of a function that has a proof, nor of a file that it does not name.
    let text = fs::read_to_string(folder.file("s.json")).expect("read");
    for (old, new) in [("\"bare\",", "\"text_last\","), ("\"source\": \"src/text.c\"", "\"source\": \"src/other.c\"")] {
        assert!(text.contains(old), "{text}");
        folder.write("lie.json", text.replace(old, new));
        assert_eq!(archive(&["verify", "lie.json"]).code, 4, "{new}");
    }
    // Where nothing is compared with the sources nothing is known.
    assert_eq!(attest(&[]), Value::Null);
}

/// What goes wrong in a header is shown as what goes wrong in the file, if the user said where headers lie.
#[test]
fn lines_of_headers_are_shown() {
    let folder = project("");
    folder.write("include/text.h", "static inline int at(const int *p, int i)\n{\n    return p[i];\n}\n");
    folder.write("src/text.c", "#include \"text.h\"\nint last(const int *p)\n{\n    return at(p, 3);\n}\n");
    let prove = |folder: &str, file: &str, headers: &str| {
        let arguments = ["prove", file, "--entry", "last", "--no-refute", "--", "-I", headers];
        within(folder, &programs().haltcert, &arguments).said()
    };
    let shown = ":3:12: could not prove that this access is inside one live block of memory: the pointer is not known to \
                 point into any block\n    3 |     return p[i];\n      |            ^\n";
    let (root, inner) = (folder.file(""), folder.file("src"));
    for said in [prove(&root, "src/text.c", "include"), prove(&inner, "text.c", "../include")] {
        assert!(said.contains(&format!("include/text.h{shown}")), "{said}");
    }
}
