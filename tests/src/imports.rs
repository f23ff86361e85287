//! What the files of a program import. Included by the tests of both programs that keep them without cycles.
//!
//! What is seen of a file are its paths: those that begin with `crate::`, `super::` or `self::`, and in `lib.rs` and
//! `mod.rs` those that begin with a file beside or below it. A path leads to the longest file that it names, the rest
//! are items of that file. Declarations (`mod x;`), macros and methods are not seen.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

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

/// The file that a path of this file leads to, which stands in these modules of the file.
fn target(file: &str, inside: &[String], path: &[String], files: &BTreeSet<&str>) -> Option<String> {
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
        "crate" | "checker" | "prover" => module.clear(),
        "super" | "self" => module.extend_from_slice(inside),
        first if has_files && is_file(&[&module[..], &[first.to_owned()]].concat()).is_some() => {}
        _ => return None,
    }
    for word in path {
        match word.as_str() {
            "crate" | "checker" | "prover" | "self" => {}
            "super" => drop(module.pop()),
            _ => module.push(word.clone()),
        }
    }
    (0..=module.len()).rev().find_map(|length| is_file(&module[..length]))
}

/// The files that a file imports.
pub fn imports(file: &str, source: &str, files: &BTreeSet<&str>) -> BTreeSet<String> {
    let tokens = tokens(source.split("\n#[cfg(test)]").next().unwrap_or_default());
    let token = |at: usize| tokens.get(at).map(String::as_str);
    let (mut found, mut at) = (BTreeSet::new(), 0);
    // The modules with a body that are open, and the braces that were open before each.
    let (mut inside, mut before, mut depth) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        if token(at + 1) == Some("::") {
            let mut paths = Vec::new();
            tree(&tokens, &mut at, &[], &mut paths);
            found.extend(paths.iter().filter_map(|path| target(file, &inside, path, files)));
            continue;
        }
        match token(at) {
            Some("{") => {
                if at >= 2 && token(at - 2) == Some("mod") {
                    inside.push(tokens[at - 1].clone());
                    before.push(depth);
                }
                depth += 1;
            }
            Some("}") => {
                depth -= 1;
                if before.pop_if(|before| *before == depth).is_some() {
                    inside.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.remove(file);
    found
}

/// The files in a folder, with their names below it, in no order.
pub fn all_files(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().display());
        match entry.path().is_dir() {
            true => all_files(&entry.path(), &format!("{name}/"), found),
            false => found.push(name),
        }
    }
}
