//! The prover has no cycles between its folders: each uses only those above it in ARCHITECTURE.md's table. Inside a
//! folder, files import each other in circles only where it is said why.

#[path = "../../tests/src/imports.rs"]
mod imports;

use imports::{all_files, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What a file of the crate's root belongs to: the programs on top of everything.
const TOP: [&str; 3] = ["lib", "main", "bin"];

/// The folder that a file lies in, or the name of a file that lies in none.
fn folder(file: &str) -> &str {
    let first = file.split('/').next().unwrap_or(file);
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The folders of the table from top to bottom: names in backticks in the first column.
fn order(architecture: &str) -> Vec<&str> {
    let section = architecture.split("\n## ").find(|section| section.starts_with("`prover`")).expect("a section");
    let mut order = Vec::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let names = row.split('|').nth(1).expect("a column").split('`').skip(1).step_by(2);
        // `a/b.rs`, `c.rs` are files of the folder a.
        let named: Vec<&str> = names.collect();
        let all = named.iter().take(if named[0].contains(".rs") { 1 } else { named.len() });
        for name in all.map(|name| folder(name)) {
            if !order.contains(&name) {
                order.push(name);
            }
        }
    }
    order
}

/// `file imports file of a later folder`, for each.
fn against(order: &[&str], sources: &BTreeMap<String, String>) -> Vec<String> {
    let files: BTreeSet<&str> = sources.keys().map(String::as_str).collect();
    let rank = |file: &str| order.iter().position(|name| *name == folder(file)).unwrap_or(order.len());
    let mut wrong = Vec::new();
    for (file, source) in sources {
        let later = imports(file, source, &files).into_iter().filter(|import| rank(import) > rank(file));
        wrong.extend(later.map(|import| format!("{file} imports {import}")));
    }
    wrong
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the prover")
}

fn sources() -> BTreeMap<String, String> {
    let mut files = Vec::new();
    all_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut files);
    let source = |file: String| (file.clone(), read(&format!("src/{file}")));
    files.into_iter().map(source).collect()
}

#[test]
fn the_table_names_every_folder() {
    let architecture = read("../ARCHITECTURE.md");
    let named: BTreeSet<&str> = order(&architecture).into_iter().collect();
    let sources = sources();
    let there = sources.keys().map(|file| folder(file)).filter(|folder| !TOP.contains(folder));
    assert_eq!(named, there.collect());
}

#[test]
fn folders_import_only_what_comes_before() {
    let architecture = read("../ARCHITECTURE.md");
    let sources = sources();
    let wrong = against(&order(&architecture), &sources);
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The paths are seen at all.
    let files = sources.keys().map(String::as_str).collect();
    let seen = |file: &str| imports(file, &sources[file], &files);
    let of_pipeline = ["certify/mod.rs", "graph/mod.rs", "rules/mod.rs", "termination/mod.rs"];
    assert!(seen("pipeline.rs").is_superset(&of_pipeline.map(String::from).into()));
    assert!(seen("start/mod.rs").is_superset(&["rules/mod.rs", "state/mod.rs"].map(String::from).into()));
}

/// Circles of files inside a folder, and why each stays. A `mod.rs` is left aside: it declares what its folder has, and
/// may hold what its files share.
const CIRCLES: [(&[&str], &str); 6] = [
    (&["cli/one.rs", "cli/suggest.rs"], "a suggestion proves the file again, as the command does that asks for it"),
    (
        &["contract/promised.rs", "contract/resolve.rs"],
        "a promise is resolved as the clause is, and its terms may stand inside \\old",
    ),
    (
        &["frontend/llvm/function.rs", "frontend/llvm/instruction.rs", "frontend/llvm/module.rs"],
        "a module has functions, these instructions, and these name functions of the module",
    ),
    (
        &["pipeline/history.rs", "pipeline/plan.rs"],
        "whether an attempt is made depends on how earlier ones ended, which are named as in the table",
    ),
    (
        &[
            "rules/arguments.rs",
            "rules/bulk.rs",
            "rules/bytes.rs",
            "rules/call.rs",
            "rules/elements.rs",
            "rules/function.rs",
            "rules/heap.rs",
            "rules/intrinsics.rs",
            "rules/library.rs",
            "rules/memory.rs",
            "rules/objects.rs",
            "rules/owned.rs",
            "rules/print.rs",
            "rules/read_line.rs",
            "rules/results.rs",
            "rules/sorting.rs",
            "rules/stack.rs",
            "rules/streams.rs",
            "rules/tokens.rs",
            "rules/variadic.rs",
        ],
        "a call reads and writes memory, and an access to memory may be one of a table of functions that are called, or of \
         an element whose memory becomes a block",
    ),
    (&["rules/arithmetic.rs", "rules/bits.rs"], "bitwise operations that are arithmetic ones are computed as such"),
];

/// The circles of files, each in alphabetical order: files that reach each other by imports.
fn circles(sources: &BTreeMap<String, String>) -> Vec<Vec<String>> {
    let aside = |file: &str| file.ends_with("mod.rs") || TOP.contains(&folder(file));
    let files: BTreeSet<&str> = sources.keys().map(String::as_str).collect();
    let imported = |file: &String| {
        let found = imports(file, &sources[file], &files).into_iter();
        found.filter(|import| !aside(import)).collect::<Vec<String>>()
    };
    let direct: BTreeMap<&String, Vec<String>> = sources.keys().map(|file| (file, imported(file))).collect();
    let reached = |file: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), direct[file].clone());
        while let Some(next) = open.pop() {
            if seen.insert(next.clone()) {
                open.extend_from_slice(&direct[&next]);
            }
        }
        seen
    };
    let reach: BTreeMap<&String, BTreeSet<String>> =
        sources.keys().filter(|file| !aside(file)).map(|file| (file, reached(file))).collect();
    let circle = |file: &&String| -> Vec<String> {
        let others = reach[*file].iter().filter(|other| reach[other].contains(*file));
        others.cloned().collect()
    };
    let all: BTreeSet<Vec<String>> = reach.keys().map(circle).filter(|circle| circle.len() > 1).collect();
    all.into_iter().collect()
}

#[test]
fn circles_of_files_are_argued() {
    let known: Vec<Vec<String>> =
        CIRCLES.iter().map(|(files, _)| files.iter().map(|f| (*f).to_owned()).collect()).collect();
    assert_eq!(circles(&sources()), known);
    assert!(CIRCLES.iter().all(|(_, why)| !why.is_empty()));
}

#[test]
fn a_circle_is_seen() {
    let files = |list: &[(&str, &str)]| list.iter().map(|(f, s)| ((*f).to_owned(), (*s).to_owned())).collect();
    let three = [("a/x.rs", "use super::y::Y;"), ("a/y.rs", "use crate::a::z::Z;"), ("a/z.rs", "use super::x;")];
    assert_eq!(circles(&files(&three)), [["a/x.rs", "a/y.rs", "a/z.rs"]]);
    let by_mod = [("a/x.rs", "use super::Y;"), ("a/mod.rs", "use x::X;"), ("a/y.rs", "use super::x::X;")];
    assert!(circles(&files(&by_mod)).is_empty());
}

#[test]
fn a_wrong_import_is_seen() {
    let order = ["a", "b", "c"];
    let wrong = |file: &str, source: &str| {
        let files = ["a.rs", "b/mod.rs", "b/x.rs", "c/mod.rs", "lib.rs"];
        let mut sources: BTreeMap<String, String> = files.map(|file| (file.to_owned(), String::new())).into();
        sources.insert(file.to_owned(), source.to_owned());
        against(&order, &sources)
    };
    let imports = |file: &str, source: &str, later: &str| {
        assert_eq!(wrong(file, source), [format!("{file} imports {later}")], "{source}");
    };
    imports("a.rs", "use crate::b::x::Thing;", "b/x.rs");
    imports("b/x.rs", "fn f() -> crate::c::Thing { g() }", "c/mod.rs");
    imports("b/x.rs", "use super::super::c;", "c/mod.rs");
    imports("c/mod.rs", "use crate::{a, run};", "lib.rs");
    for source in ["use super::Thing; use crate::a;", "use crate::b::Thing;", "// use crate::c;"] {
        assert_eq!(wrong("b/x.rs", source), [""; 0], "{source}");
    }
    assert_eq!(wrong("lib.rs", "pub mod a; pub use c::Thing; use crate::b;"), [""; 0]);
}
