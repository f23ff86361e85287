//! The sizes that `spec/trust.md` states are today's, and small.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of what only prints, and of the contract library, which states assumptions; and the program that calls it.
const NOT_BELIEVED: [&str; 4] = ["answer/", "rules/library/", "run/library/", "main.rs"];

/// Lines that must be believed, at most.
/// Of these 15 let contracts say what functions do that are not there, 17 let them speak of wide strings, 46 let cells
/// own lists, 46 let trees have a hole, and 22 let facts about the cells of a list speak of the number of cells behind
/// each; 40 make -fno-builtin and the names of SV-COMP a part of what the user allows, and read what the second reading of
/// the specification found open; 22 bound shifts by unknown amounts and leading zeros, and 10 say of elements in a state
/// what was said of constant tables, without which everyday C (`1u << bits`, a local table) is not proved; 404 evaluate a
/// contract on a concrete call, so that no claim is about nothing and library functions can be shown wrong; 113 let contracts
/// say what may be freed and how far apart pointers are; 18 let memory that nothing writes have several views, without which
/// a contract has a case for each way in which what it reads may overlap; 56 let lassos forget what decides nothing; 88 let
/// a call lend a part of a block, without which a library of n layers costs n programs; 330 decide what a contract promises
/// of returns, by the rule for calls, and what it assigns, without which no invariant of a structure is kept by anybody; 114
/// let it assign members of an object, which is how people write contracts; 370 apply contracts of functions elsewhere, without
/// which a function that calls one is not proved at all; 750 follow what runs cost, and read what bounds say of calls
/// (decisions/bounds.md); 420 say what the elements of an array have in common, and let contracts say it, without which a
/// number from an array is never an index, and a sum of such numbers always overflows; 210 let them own memory, without
/// which no matrix with rows of its own is proved; 120 let the library call a function of the program that compares, without
/// which nothing that sorts by `qsort` is proved; 7 end a search that reads signed bytes at a byte that was read as unsigned; 28 know quotients of
/// numbers, without which no program that reads nothing is executed; 24 say that the bytes of one value are those of others,
/// without which nothing is known of a structure that travels in a register; 30 know parts of one object, without which a
/// function elsewhere that takes it whole is not called by who assigns a part; 25 know which characters `isdigit` holds for, and that a flag is what it was;
/// the rest says which variables the C library relies on.
const MOST: usize = 12489;

/// How far a stated size may be off before the page must be written anew.
const TOLERANCE: usize = 15;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// Lines without blank ones, comments, tests, and lines of brackets only: as the command in `checker/README.md`.
fn lines(text: &str) -> usize {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    let counts = |line: &&str| !line.trim_start().starts_with("//") && line.chars().any(|c| c.is_ascii_alphanumeric());
    code.filter(counts).count()
}

/// Lines of each file that must be believed.
fn sizes() -> BTreeMap<String, usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&root, &mut found);
    let name = |path: &Path| path.strip_prefix(&root).expect("below src").display().to_string();
    let believed = found.iter().filter(|path| !NOT_BELIEVED.iter().any(|place| name(path).starts_with(place)));
    believed.map(|path| (name(path), lines(&fs::read_to_string(path).expect("a source")))).collect()
}

fn page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/trust.md");
    fs::read_to_string(page).expect("the page")
}

/// The rows ``| 370 | `reader/parser.rs` | ...`` of the page.
fn stated() -> Vec<(String, usize)> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let lines = cells.next()?.parse().ok()?;
        let name = cells.next()?.strip_prefix('`')?.split('`').next()?;
        Some((name.to_owned(), lines))
    };
    page().lines().filter_map(row).collect()
}

#[test]
fn the_checker_is_small() {
    let total: usize = sizes().values().sum();
    assert!(total < MOST, "{total} lines");
    let limit = format!("keeps the sum below {},{:03}.", MOST / 1000, MOST % 1000);
    assert!(page().contains(&limit), "spec/trust.md does not say that a test {limit}");
}

#[test]
fn the_page_states_the_sizes() {
    let (sizes, stated) = (sizes(), stated());
    let mut names: Vec<&String> = stated.iter().map(|(name, _)| name).collect();
    names.sort();
    assert_eq!(names, sizes.keys().collect::<Vec<_>>(), "the files of spec/trust.md and of checker/src");
    for (name, lines) in &stated {
        let now = sizes[name];
        assert!(now.abs_diff(*lines) <= TOLERANCE, "spec/trust.md says {lines} lines for {name}, it has {now}");
    }
    assert!(stated.is_sorted_by(|a, b| a.1 >= b.1), "in order of size");
}
