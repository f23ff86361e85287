//! Bounds from C to the checker: each case below `cases/bounds` whose first lines say `// holds: RESOURCE <= BOUND` or
//! `// fails: RESOURCE <= BOUND` is proved, and the checker accepts or refuses what is stated.

use std::fs;
use tests::cases::{Case, all, root};
use tests::command::{Folder, haltcert, haltcheck};

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
                assert_eq!(checked.code.min(1), *expected, "{file}: {limit}: {}", checked.said());
                decided[*expected as usize] += 1;
            }
        }
    }
    assert!(decided.iter().all(|count| *count >= 10), "{decided:?}");
}
