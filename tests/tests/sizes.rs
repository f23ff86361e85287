//! Files and functions stay short enough to be read: 500 lines a file, 80 lines a function, in every package.

use std::fs;
use std::path::Path;

/// Lines of a file, at most.
const FILE: usize = 500;
/// Lines of a function from its name to its last bracket, at most.
const FUNCTION: usize = 80;

const PACKAGES: [&str; 8] = ["archive", "certificates", "checker", "fuzz", "manual", "prover", "tests", "web"];

/// The Rust files below a folder, by their paths in the workspace, with their texts.
fn sources(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}/{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() && !name.ends_with("/target") {
            sources(&path, &name, found);
        } else if name.ends_with(".rs") {
            found.push((name, fs::read_to_string(&path).expect("a source")));
        }
    }
}

/// Where a comment, a string or a character ends that begins the text, if one does.
fn skipped(text: &str) -> Option<usize> {
    let quoted = |from: usize, quote: char| {
        let mut escaped = false;
        let end = text[from..].find(|c| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        Some(end.map_or(text.len(), |end| from + end + 1))
    };
    let behind = |end: &str| text.find(end).map_or(text.len(), |place| place + end.len());
    let hashes = text.strip_prefix('r').map_or(0, |rest| rest.len() - rest.trim_start_matches('#').len());
    match text.as_bytes() {
        [b'/', b'/', ..] => Some(text.find('\n').unwrap_or(text.len())),
        [b'/', b'*', ..] => Some(behind("*/")),
        [b'"', ..] => quoted(1, '"'),
        [b'b', b'"', ..] => quoted(2, '"'),
        [b'r', ..] if text[1 + hashes..].starts_with('"') => {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = 2 + hashes;
            Some(text[inside..].find(&end).map_or(text.len(), |place| inside + place + end.len()))
        }
        [b'\'', b'\\', ..] => quoted(1, '\''),
        // A lifetime has no second quote behind its first letter.
        [b'\'', ..] if text.chars().nth(2) == Some('\'') => quoted(1, '\''),
        _ => None,
    }
}

/// The functions of a source with the number of their lines; a function in another counts for both.
fn functions(source: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    // Functions that are open: name, line, and the depth of brackets around their bodies, once these have begun.
    let mut open: Vec<(String, usize, Option<usize>)> = Vec::new();
    let (mut at, mut line, mut depth, mut nested, mut word) = (0, 1, 0_usize, 0_usize, String::new());
    while let Some(first) = source[at..].chars().next() {
        let skipped = skipped(&source[at..]).filter(|_| word.is_empty());
        let length = skipped.unwrap_or(first.len_utf8());
        line += source[at..at + length].matches('\n').count();
        if skipped.is_none() {
            match first {
                _ if first.is_alphanumeric() || first == '_' => word.push(first),
                '{' => {
                    if let Some((_, _, body @ None)) = open.last_mut() {
                        *body = Some(depth);
                    }
                    depth += 1;
                }
                '}' => {
                    depth = depth.saturating_sub(1);
                    if open.last().is_some_and(|(_, _, body)| *body == Some(depth)) {
                        found.extend(open.pop().map(|(name, begin, _)| (name, line - begin + 1)));
                    }
                }
                '(' | '[' => nested += 1,
                ')' | ']' => nested = nested.saturating_sub(1),
                // A declaration without a body; the type of an array has a semicolon, too.
                ';' if nested == 0 && open.last().is_some_and(|(_, _, body)| body.is_none()) => {
                    open.pop();
                }
                _ => {}
            }
        }
        at += length;
        let ends = !source[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if ends && word == "fn" {
            let name: String =
                source[at..].trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            // `fn(u8)` is a type.
            if !name.is_empty() {
                open.push((name, line, None));
            }
        }
        if ends {
            word.clear();
        }
    }
    found
}

#[test]
fn files_and_functions_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for package in PACKAGES {
        sources(&root.join(package), package, &mut found);
    }
    assert!(found.len() > 400, "only {} files", found.len());
    let mut long = Vec::new();
    let mut counted = 0;
    for (name, text) in &found {
        let lines = text.lines().count();
        if lines > FILE {
            long.push(format!("{name} has {lines} lines; split it"));
        }
        let functions = functions(text);
        counted += functions.len();
        let of_file = functions.into_iter().filter(|(_, lines)| *lines > FUNCTION);
        long.extend(of_file.map(|(function, lines)| format!("{name}: '{function}' has {lines} lines; cut it")));
    }
    assert!(counted > 5000, "only {counted} functions");
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn lines_of_functions_are_counted() {
    let source = r##"
/// fn none() {
trait T {
    fn declared(&self) -> [u8; 2];
    fn outer<'a>(x: &'a str) -> fn(u8) {
        let s = "}"; // }
        let r = r#"fn text() {"}"#;
        let c = ('{', '\'', b"}");
        fn inner() {
            /* } */
        }
    }
}
"##;
    let named = |name: &str, lines| (name.to_owned(), lines);
    assert_eq!(functions(source), [named("inner", 3), named("outer", 8)]);
    let long = format!("fn long() {{\n{}}}\n", "    step();\n".repeat(FUNCTION));
    assert_eq!(functions(&long), [named("long", FUNCTION + 2)]);
}
