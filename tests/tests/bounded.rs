//! Bounds from C to the checker: each case below `cases/bounds` whose first lines say `// holds: RESOURCE <= BOUND` or
//! `// fails: RESOURCE <= BOUND` is proved, and the checker accepts or refuses what is stated.

use std::fs;
use std::path::Path;
use tests::cases::{Case, all, root};
use tests::command::{Folder, haltarchive, haltcert, haltcheck};

/// What a file's first lines state under a key.
fn stated(case: &Case, key: &str) -> Vec<String> {
    let text = fs::read_to_string(&case.file).expect("a case");
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    let values = lines.filter_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    values.map(|value| value.trim().to_owned()).collect()
}

#[test]
fn what_the_receiver_states_is_decided() {
    let mut decided = [0, 0];
    for case in all(&root().join("bounds")).expect("cases") {
        let limits = [("holds", 0), ("fails", 1)].map(|(key, place)| (stated(&case, key), place));
        if limits.iter().all(|(limits, _)| limits.is_empty()) {
            continue;
        }
        let folder = Folder::new();
        let (certificate, file) = (folder.file("cert"), case.file.display().to_string());
        let mut arguments = vec!["prove", &file, "-o", &certificate, "--json", "--no-refute"];
        let own = case.arguments();
        arguments.extend(own.iter().map(String::as_str));
        let proved = haltcert(&arguments);
        let json: serde_json::Value = serde_json::from_str(&proved.out).expect("an answer");
        for (limits, expected) in &limits {
            for limit in limits {
                let mut arguments = vec![certificate.as_str(), "--embedded", "--bound", limit];
                let entry = case.entry.as_deref().unwrap_or("main");
                arguments.extend(["--entry", entry]);
                if let Some(contract) = json["precondition"].as_str() {
                    arguments.extend(["--precondition", contract]);
                }
                let checked = haltcheck(&arguments);
                assert_eq!(i32::from(matches!(checked.code, 1 | 2)), *expected, "{file}: {limit}: {}", checked.said());
                decided[*expected as usize] += 1;
            }
        }
    }
    assert!(decided.iter().all(|count| *count >= 10), "{decided:?}");
}

/// A block of docs/bounds.md that begins with this word.
fn block<'a>(page: &'a str, word: &str) -> &'a str {
    let behind = page.split_once(&format!("```{word}\n")).expect("a block").1;
    behind.split_once("```").expect("its end").0
}

#[test]
fn the_example_of_the_page_is_what_is_printed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/bounds.md");
    let page = fs::read_to_string(page).expect("the page");
    let folder = Folder::new();
    let source = folder.write("records.c", block(&page, "c"));
    let frames = folder.write("records.su", block(&page, "su"));
    let certificate = folder.file("records.cert");
    let words: Vec<&str> = block(&page, "sh").split_whitespace().skip(1).collect();
    let placed = |word: &&str| match *word {
        "records.c" => source.clone(),
        "records.su" => frames.clone(),
        "records.cert" => certificate.clone(),
        word => word.to_owned(),
    };
    let words: Vec<String> = words.iter().map(placed).collect();
    let answer = haltcert(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answer.code, 0, "{}", answer.said());
    let told = block(&page, "text");
    assert!(answer.out.contains(told), "{told}is not in: {}", answer.out);
    let checked = haltcheck(&["trust", &certificate]);
    assert_eq!(checked.code, 0, "{}", checked.said());
}

const OFTEN: &str = "int step(int x) { return x ^ 1; }\n/*@ requires 0 <= n <= 100; */\n\
    int often(int n) { int s = 0; for (int i = 0; i < n; i++) s = step(s) & 1; return s; }\n";

/// What cannot be counted is said, and the proof stays.
#[test]
fn calls_are_counted() {
    let folder = Folder::new();
    let source = folder.write("often.c", OFTEN);
    let certificate = folder.file("cert");
    let prove = |bound: &str| haltcert(&["prove", &source, "--entry", "often", "--bound", bound, "-o", &certificate]);
    let counted = prove("calls step");
    assert!(counted.code == 0 && counted.out.contains("calls step: at most n\n"), "{}", counted.said());
    for (bound, said) in [("calls memcpy", "compilers replace them"), ("calls none", "no function 'none'")] {
        let answer = prove(bound);
        assert!(answer.code == 2 && answer.out.contains(said), "{}", answer.said());
        assert_eq!(haltcheck(&["trust", &certificate]).code, 0);
    }
}

/// What a project demands of a function, `prove` looks for as `check-project` does; JUnit's reports have it.
#[test]
fn a_project_demands_bounds() {
    let folder = Folder::new();
    let source = folder.write("often.c", OFTEN);
    let demands = |bound: &str| format!("[[proof]]\nfunction = 'often'\nfiles = ['often.c']\nbound = {bound}\n");
    let project = folder.write("haltcert.toml", demands("['iterations <= 2*n', 'calls step <= 100']"));
    let prove = |more: &[&str]| haltcert(&[&["prove", &source, "--entry", "often"], more].concat());
    let all = prove(&[]);
    assert!(all.err.contains("--bound 'iterations,calls step'"), "{}", all.said());
    assert!(all.code == 0 && all.out.contains("iterations: at most n\n"), "{}", all.said());
    let one = prove(&["--bound", "instructions"]);
    assert!(one.out.contains("instructions: at most ") && !one.out.contains("iterations: "), "{}", one.said());
    assert!(!prove(&["--no-project"]).out.contains("bounds:"));
    for (bound, code, counts) in [("iterations", 0, "failures=\"0\""), ("calls none", 2, "failures=\"1\"")] {
        let junit = prove(&["--bound", bound, "--format", "junit"]);
        assert!(junit.code == code && junit.out.contains(counts), "{}", junit.said());
        assert!(junit.out.contains(&format!("name=\"bound of {bound}\"")), "{}", junit.out);
    }
    let checked = haltarchive(&["check-project", &project, "--quiet", "--format", "junit"]);
    assert_eq!(checked.code, 0, "{}", checked.said());
    assert!(checked.out.contains("<property name=\"bound\" value=\"iterations &lt;= 2*n\"/>"), "{}", checked.out);
    folder.write("haltcert.toml", demands("'iterations <= 3'"));
    assert_eq!(haltarchive(&["check-project", &project, "--quiet"]).code, 2);
}
