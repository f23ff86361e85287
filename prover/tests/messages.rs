//! The ids of messages and the page about them; and that words are for people only: no code reads a message to decide
//! anything.

use prover::code::Code;
use prover::report::meaning;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).expect("a file of the project")
}

/// The files below a folder, by their paths in it.
fn all_files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}{}", path.file_name().expect("a name").to_string_lossy());
        match path.is_dir() {
            true => all_files(&path, &format!("{name}/"), found),
            false => found.push(name),
        }
    }
}

/// The sections of the page: id, what it means, the rest.
fn sections(page: &str) -> Vec<(&str, &str, &str)> {
    let section = |text| {
        let (id, rest) = str::split_once(text, "\n\n")?;
        let (first, rest) = rest.split_once("\n\nMessage: ")?;
        Some((id, first, rest))
    };
    let texts = page.split("\n### ").skip(1);
    texts.map(|text| section(text).unwrap_or_else(|| panic!("no message in: {text}"))).collect()
}

#[test]
fn the_page_has_every_id_and_no_other() {
    let page = read("docs/messages.md");
    let sections = sections(&page);
    let named: Vec<&str> = sections.iter().map(|(id, ..)| *id).collect();
    let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(named, ids);
    for (code, (id, first, rest)) in Code::ALL.iter().zip(&sections) {
        assert_eq!(*first, meaning(*code), "{id}: its first line");
        let to_try = rest.split_once("\n\nWhat to try: ").map_or("", |(_, text)| text.trim());
        assert!(to_try.len() > 20, "{id}: what to try");
    }
}

#[test]
fn ids_are_words_with_hyphens_and_differ() {
    let ids: BTreeSet<&str> = Code::ALL.iter().map(|code| code.id()).collect();
    assert_eq!(ids.len(), Code::ALL.len());
    for id in ids {
        assert!(!id.starts_with('-') && !id.ends_with('-') && !id.contains("--"), "{id}");
        assert!(id.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{id}");
    }
}

/// Files in which whatever is done with text would be done with a message.
const WITHOUT_TEXT: [&str; 8] = [
    "prover/src/suggest/place.rs",
    "prover/src/suggest/search.rs",
    "prover/src/report/witness/mod.rs",
    "prover/src/report/formats/mod.rs",
    "prover/src/report/sources.rs",
    "prover/src/report/outcome.rs",
    "checker/src/answer/refuted.rs",
    "checker/src/run/mod.rs",
];

/// Ways to look into a text.
const LOOKS: [&str; 9] = [
    ".contains(\"",
    "starts_with(\"",
    "ends_with(\"",
    "strip_prefix(\"",
    "strip_suffix(\"",
    ".split(\"",
    "split_once(\"",
    ".find(\"",
    ".matches(\"",
];

/// What messages are called where they are.
const MESSAGES: [&str; 6] = [".what", ".reason", ".message", "message", "to_string()", "stderr"];

/// The lines before the tests that look for words in a text.
fn looking(source: &str) -> impl Iterator<Item = &str> {
    let code = source.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    code.filter(|line| LOOKS.iter().any(|look| line.contains(look)))
}

/// Lines that look for words in something that is called as messages are.
fn reading(source: &str) -> Vec<&str> {
    let of_message = |line: &&str| {
        let looks = LOOKS.iter().map(|look| look.trim_start_matches('.'));
        looks.flat_map(|look| MESSAGES.map(|message| format!("{message}.{look}"))).any(|read| line.contains(&read))
    };
    looking(source).filter(of_message).collect()
}

#[test]
fn nothing_reads_a_message_to_decide() {
    for path in WITHOUT_TEXT {
        let source = read(path);
        assert_eq!(looking(&source).collect::<Vec<_>>(), [""; 0], "{path}");
    }
    // What another program prints is read where that runs.
    let foreign = ["frontend/clang.rs", "frontend/unknown.rs", "frontend/mod.rs", "contract/questions.rs"];
    let foreign = foreign.map(|file| format!("prover/src/{file}"));
    let mut files = Vec::new();
    for program in ["prover/src/", "checker/src/", "archive/src/"] {
        all_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(program), program, &mut files);
    }
    for known in ["prover/src/rules/memory.rs", "checker/src/run/mod.rs", "archive/src/main.rs"] {
        assert!(files.iter().any(|file| file == known), "{known}: {files:?}");
    }
    // `explain` decides nothing, and tells two refusals of one premise apart, whose name certificates' readers share.
    let told_apart = "checker/src/answer/explain.rs";
    for file in files.iter().filter(|file| !foreign.contains(file) && *file != told_apart) {
        assert_eq!(reading(&read(file)), [""; 0], "{file}");
    }
}

#[test]
fn reading_a_message_is_seen() {
    for line in [
        "if failure.what.contains(\"freed\") {",
        "let (what, _) = missing.reason.split_once(\": \")?;",
        "error.to_string().starts_with(\"that\")",
        "let flag = shown.message.contains(\"(nuw)\");",
    ] {
        assert_eq!(reading(line), [line]);
        assert_eq!(looking(line).collect::<Vec<_>>(), [line]);
    }
    assert_eq!(reading("callee.starts_with(\"llvm.\")"), [""; 0]);
    assert_eq!(looking("#[cfg(test)]\nfailure.what.contains(\"x\")").count(), 0);
}
