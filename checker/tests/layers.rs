//! The checker has no cycles: a file imports only files that come before it in the reading order of `checker/README.md`.

#[path = "../../tests/src/imports.rs"]
mod imports;

use imports::{all_files, imports};
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

/// `file imports later file`, for each.
fn against(order: &[String], source: impl Fn(&str) -> String) -> Vec<String> {
    let files: BTreeSet<&str> = order.iter().map(String::as_str).collect();
    let mut wrong = Vec::new();
    for (place, file) in order.iter().enumerate() {
        let later = &order[place + 1..];
        let imported = imports(file, &source(file), &files).into_iter().filter(|import| later.contains(import));
        wrong.extend(imported.map(|import| format!("{file} imports {import}")));
    }
    wrong
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
    assert!(seen("proof/replay.rs").is_superset(
        &["proof/context.rs", "rules/memory.rs", "rules/mod.rs", "proof/state.rs"].map(String::from).into()
    ));
    assert!(
        seen("lib.rs").is_superset(&["proof/replay.rs", "reader/mod.rs", "contract/mod.rs"].map(String::from).into())
    );
    assert!(seen("rules/mod.rs").is_superset(&["rules/library/call.rs", "rules/shared.rs"].map(String::from).into()));
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
    imports("a.rs", "mod m { fn f() { g() } use super::super::b; } use super::a;", "b.rs");
    let right = |file: &str, source: &str| assert_eq!(wrong(file, source), [""; 0], "{source}");
    right("b.rs", "use crate::f::{Thing, x, y::Other};\nuse crate::a;");
    right("a.rs", "// use crate::b;\n/// [`crate::b::Thing`]\nconst S: &str = \"crate::b::Thing \\\" crate::b\";");
    right("a.rs", "use std::b::Thing; fn f<'a>(b: &'a str) { b::g() }");
    right("a.rs", "mod m { use super::Thing; mod n { use super::super::Thing; } use super::n; }");
    right("f/mod.rs", "pub mod x; pub use x::Thing; fn f() { y::g(); Thing::new() }");
    right("lib.rs", "pub mod b; use f::Thing; fn f() { b::g(); a::g() }");
    imports("lib.rs", "mod main; fn f() { main::g() }", "main.rs");
}
