//! The checker has no cycles: a file imports only files that come before it in the reading order of `checker/README.md`.
//!
//! What is seen of a file are its paths: those that begin with `crate::`, `super::` or `self::`, and in `lib.rs` and
//! `mod.rs` those that begin with a file beside or below it. A path leads to the longest file that it names, the rest
//! are items of that file. Declarations (`mod x;`), macros and methods are not seen.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The files of the reading order: names in backticks in the numbered list, whose items may take several lines. `folder/`
/// opens a folder for the rest of its item.
fn reading_order(readme: &str) -> Vec<String> {
    let section = readme.split("\n## ").find(|section| section.starts_with("Reading it")).expect("a section");
    let numbered = |line: &str| line.starts_with(|c: char| c.is_ascii_digit());
    let mut order = Vec::new();
    let mut folder = String::new();
    for line in section.lines().skip_while(|line| !numbered(line)).take_while(|line| !line.is_empty()) {
        if numbered(line) {
            folder.clear();
        }
        for name in line.split('`').skip(1).step_by(2) {
            match name {
                _ if name.ends_with(".rs") => order.push(format!("{folder}{name}")),
                _ if name.ends_with('/') && !name.starts_with("spec/") => folder = name.into(),
                _ => {}
            }
        }
    }
    order
}

/// Words and marks of a source, without comments, strings and characters.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                end.map_or(rest.len(), |end| end + 2)
            }
            '\'' => match rest.char_indices().nth(2) {
                Some((end, '\'')) => end + 1,
                _ if rest.starts_with("'\\") => rest[2..].find('\'').map_or(rest.len(), |end| end + 3),
                _ => 1,
            },
            _ if first.is_alphanumeric() || first == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                tokens.push(rest[..end].into());
                end
            }
            _ if rest.starts_with("::") => {
                tokens.push("::".into());
                2
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push(first.into());
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

/// The paths of the tree that begins here: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn tree(tokens: &[String], at: &mut usize, prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let mut path = prefix.to_vec();
    loop {
        match tokens.get(*at).map(String::as_str) {
            Some("{") => {
                *at += 1;
                while tokens.get(*at).is_some_and(|token| token != "}") {
                    let before = *at;
                    tree(tokens, at, &path, paths);
                    *at += usize::from(tokens.get(*at).is_some_and(|token| token == ",") || *at == before);
                }
                *at += 1;
                return;
            }
            Some(word) => path.push(word.into()),
            None => break,
        }
        *at += 1;
        if tokens.get(*at).is_none_or(|token| token != "::") {
            break;
        }
        *at += 1;
    }
    paths.push(path);
}

/// The file that a path of this file leads to.
fn target(file: &str, path: &[String], files: &BTreeSet<&str>) -> Option<String> {
    let is_file = |module: &[String]| {
        let name = module.join("/");
        let names = match module {
            [] => vec!["lib.rs".to_owned()],
            _ => vec![format!("{name}.rs"), format!("{name}/mod.rs")],
        };
        names.into_iter().find(|name| files.contains(name.as_str()))
    };
    let mut module: Vec<String> = file.trim_end_matches(".rs").split('/').map(Into::into).collect();
    let has_files = module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main")).is_some();
    match path.first()?.as_str() {
        "crate" | "checker" => module.clear(),
        "super" | "self" => {}
        first if has_files && is_file(&[&module[..], &[first.to_owned()]].concat()).is_some() => {}
        _ => return None,
    }
    for word in path {
        match word.as_str() {
            "crate" | "checker" | "self" => {}
            "super" => drop(module.pop()),
            _ => module.push(word.clone()),
        }
    }
    (0..=module.len()).rev().find_map(|length| is_file(&module[..length]))
}

/// The files that a file imports.
fn imports(file: &str, source: &str, files: &BTreeSet<&str>) -> BTreeSet<String> {
    let tokens = tokens(source.split("\n#[cfg(test)]").next().unwrap_or_default());
    let (mut paths, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match tokens.get(at + 1).is_some_and(|next| next == "::") {
            true => tree(&tokens, &mut at, &[], &mut paths),
            false => at += 1,
        }
    }
    paths.iter().filter_map(|path| target(file, path, files)).filter(|target| target != file).collect()
}

/// `file imports later file`, for each.
fn against(order: &[String], source: impl Fn(&str) -> String) -> Vec<String> {
    let files: BTreeSet<&str> = order.iter().map(String::as_str).collect();
    let mut wrong = Vec::new();
    for (place, file) in order.iter().enumerate() {
        let later = &order[place + 1..];
        let imports = imports(file, &source(file), &files).into_iter().filter(|import| later.contains(import));
        wrong.extend(imports.map(|import| format!("{file} imports {import}")));
    }
    wrong
}

fn all_files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().display());
        match entry.path().is_dir() {
            true => all_files(&entry.path(), &format!("{name}/"), found),
            false => found.push(name),
        }
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the checker")
}

#[test]
fn the_readme_names_every_file_once() {
    let mut order = reading_order(&read("README.md"));
    let mut files = Vec::new();
    all_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut files);
    order.sort();
    files.sort();
    assert_eq!(order, files);
}

#[test]
fn files_import_only_what_comes_before() {
    let order = reading_order(&read("README.md"));
    let wrong = against(&order, |file| read(&format!("src/{file}")));
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The paths are seen at all.
    let files = order.iter().map(String::as_str).collect();
    let seen = |file: &str| imports(file, &read(&format!("src/{file}")), &files);
    assert!(
        seen("replay.rs")
            .is_superset(&["judge.rs", "rules/memory.rs", "rules/mod.rs", "state.rs"].map(String::from).into())
    );
    assert!(seen("lib.rs").is_superset(&["replay.rs", "reader/mod.rs", "contract/mod.rs"].map(String::from).into()));
    assert!(seen("rules/mod.rs").is_superset(&["rules/call.rs", "rules/shared.rs"].map(String::from).into()));
}

#[test]
fn a_wrong_import_is_seen() {
    let order = ["a.rs", "f/x.rs", "f/y.rs", "f/mod.rs", "b.rs", "lib.rs", "main.rs"].map(String::from);
    let wrong = |file: &str, source: &str| {
        against(&order, |other| if other == file { source.to_owned() } else { String::new() })
    };
    let imports = |file: &str, source: &str, later: &str| {
        assert_eq!(wrong(file, source), [format!("{file} imports {later}")], "{source}");
    };
    imports("a.rs", "use crate::b::Thing;", "b.rs");
    imports("a.rs", "use crate::b;", "b.rs");
    imports("a.rs", "pub(crate) use crate::{\n    a,\n    b::{self, Thing},\n};", "b.rs");
    imports("a.rs", "fn f() -> Vec<crate::b::Thing> {}", "b.rs");
    imports("a.rs", "use crate::f::{Thing, Other};", "f/mod.rs");
    imports("f/x.rs", "use crate::f::{Thing, x::Other};", "f/mod.rs");
    imports("a.rs", "use crate::f::y::*;", "f/y.rs");
    imports("a.rs", "use crate::{Verdict};", "lib.rs");
    imports("a.rs", "const C: char = '\"'; use super::b::Thing; const S: &str = \"\\\"\";", "b.rs");
    imports("f/x.rs", "use super::y::Thing;", "f/y.rs");
    imports("f/x.rs", "use super::{Thing};", "f/mod.rs");
    imports("f/x.rs", "fn f() { super::super::b::g() }", "b.rs");
    imports("f/mod.rs", "fn f() { super::b::g() }", "b.rs");
    let right = |file: &str, source: &str| assert_eq!(wrong(file, source), [""; 0], "{source}");
    right("b.rs", "use crate::f::{Thing, x, y::Other};\nuse crate::a;");
    right("a.rs", "// use crate::b;\n/// [`crate::b::Thing`]\nconst S: &str = \"crate::b::Thing \\\" crate::b\";");
    right("a.rs", "use std::b::Thing; fn f<'a>(b: &'a str) { b::g() }");
    right("f/mod.rs", "pub mod x; pub use x::Thing; fn f() { y::g(); Thing::new() }");
    right("lib.rs", "pub mod b; use f::Thing; fn f() { b::g(); a::g() }");
    imports("lib.rs", "mod main; fn f() { main::g() }", "main.rs");
}
