//! Covering, merging and folding of states that are written down.

use super::*;
use crate::domain::{Description, Pins, summarize};
use crate::laws::MERGING;
use crate::state::Path;

fn covers(description: &str, st: &str) -> bool {
    let world = World::new();
    let (description, st) = (state(&world, description), state(&world, st));
    let mut cx = world.context(&[&description, &st]);
    Description::of(description).covers(&mut cx, &st).is_some()
}

/// The description of two states.
fn merged(old: &str, new: &str) -> String {
    let world = World::new();
    let (old, new) = (state(&world, old), state(&world, new));
    let mut cx = world.context(&[&old, &new]);
    let merged = Description::of(old).widened(&mut cx, &new, MERGING);
    merged.map_or_else(|| "nothing".to_owned(), |(merged, _)| print(&world, &merged.state))
}

/// The state after folding what registers do not point into.
fn folded(text: &str) -> String {
    let world = World::new();
    let mut st = Path::of(state(&world, text));
    let mut cx = world.context(&[&st]);
    let pins = Pins::of(&st, false, |_| true);
    summarize(&mut cx, &mut st, &pins).expect("folding does not stop");
    print(&world, &st)
}

/// The lines of a text that are no facts.
fn described(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("know ")).collect()
}

/// Whether a state is described as expected, and knows at least as much.
fn is_found(found: &str, expected: &str) {
    assert_eq!(described(found), described(expected), "{found}");
    let world = World::new();
    let (found, expected) = (state(&world, found), state(&world, expected));
    let mut cx = world.context(&[&found]);
    for fact in expected.knowledge {
        assert!(cx.engine.entails(&found.knowledge, &fact), "{fact}: {:?}", found.knowledge);
    }
}

#[test]
fn numbers_are_covered() {
    assert!(covers("a = v0 s\nknow v0 <= 5", "a = v0 s\nknow v0 <= 4"));
    assert!(!covers("a = v0 s\nknow v0 <= 4", "a = v0 s\nknow v0 <= 5"));
    assert!(covers("a = v0 + 1 s", "a = v1 s\nknow v1 = v0 + 1"));
    // A variable that does not change means the same in both.
    assert!(!covers("a = v0 s", "a = v1 s\nscope v0"));
    assert!(!covers("a = v0 s", "a = v0 u"));
    // What only the state binds does not matter.
    assert!(covers("a = v0 s", "a = v0 s\nb = 3 s"));
    assert!(!covers("a = v0 s\nb = 3 s", "a = v0 s"));
}

#[test]
fn memory_is_covered() {
    let block = "block 0 heap v0 16 align 8";
    let with = |line: &str| format!("{block}\n{line}");
    assert!(covers(block, &with("cell 0 in 0 at 4 width 4 s = v1")));
    assert!(!covers(&with("cell 0 in 0 at 4 width 4 s = v1"), block));
    assert!(covers(&with("cell 0 in 0 at 4 width 4 s = 3"), &with("cell 0 in 0 at 4 width 4 s = v1\nknow v1 = 3")));
    assert!(!covers(&with("cell 0 in 0 at 4 width 4 s = 3"), &with("cell 0 in 0 at 8 width 4 s = 3")));
    assert!(covers(block, "block 0 heap v0 16 align 16"));
    for other in ["heap v0 16 align 4", "heap v0 24 align 8", "heap v0 16 align 8 kept", "heap v0 16 align 8 ro"] {
        assert!(!covers(block, &format!("block 0 {other}")), "{other}");
    }
    assert!(!covers("block 0 stack:x v0 16 align 8", block));
}

#[test]
fn structures_are_covered() {
    let list = |length: &str, rest: &str| {
        format!("p = v0 u\nlist 0 shape 0 from v0 to 0 length {length} before 0 rear 0 {rest}\nscope v1 v2")
    };
    assert!(covers(&list("v1", "all 0:0..9"), &list("v1", "all 0:1..9")));
    assert!(!covers(&list("v1", "all 0:1..9"), &list("v1", "all 0:0..9")));
    assert!(covers(&list("v1", ""), &list("v1", "first 0=v2")));
    assert!(!covers(&list("v1", "first 0=v2"), &list("v1", "")));
    assert!(!covers(&list("v1", ""), &list("v1", "marks kept")));
    assert!(!covers(&list("1", ""), &list("v1", "")));
    let tree = |hole: &str| format!("p = v0 u\ntree 0 shape 2 root v0 cells v1 {hole}\nscope v2");
    assert!(covers(&tree("hole v2"), &tree("hole v2")));
    assert!(!covers(&tree(""), &tree("hole v2")));
    assert!(!covers(&tree("hole v2"), &tree("")));
}

/// A counter that goes on by 8 is 8 times something, and as far below its limit as it was.
#[test]
fn a_counter_keeps_its_step() {
    let found = merged("i = 0 s\nb = v0 s\nknow v0 >= 1", "i = 8 s\nb = v0 s\nknow v0 >= 9");
    is_found(&found, "at head\nb = v0 s\ni = 8*v1 s\nknow v1 >= 0\nknow 8*v1 + 1 <= v0");
}

/// No list, or one of one cell: a list of at most one, of whose cells holds what holds of that.
#[test]
fn null_and_a_list_are_a_list() {
    let one = "p = v1 u\nlist 0 shape 0 from v1 to 0 length 1 before 0 rear 0 first 0=7 last 0=7 all 0:7..7";
    let found = merged("p = 0 u", one);
    let expected = "at head\np = v2 u\nknow v3 >= 0\nknow v3 <= 1\n\
                    list 1 shape 0 from v2 to 0 length v3 before 0 rear 0 all 0:7..7";
    is_found(&found, expected);
}

/// A walk along a list leaves one behind: from where it began to where it is.
#[test]
fn a_walk_leaves_a_list_behind() {
    let before = "p = v0 u\nq = v0 u\nlist 0 shape 0 from v0 to 0 length v1 before 0 rear 0\nknow v1 >= 1";
    let after = "p = v0 u\nq = v2 u\nlist 0 shape 0 from v2 to 0 length v1-1 before 0 rear 0\nknow v1 >= 1\n\
                 block 0 heap v0 16 align 8\ncell 0 in 0 at 0 width 8 u = v2\ncell 1 in 0 at 8 width 4 s = v3";
    let expected = "at head\np = v0 u\nq = v4 u\nknow v1 >= 1\nknow v1 = v5 + v6\nknow v5 >= 0\nknow v6 >= 0\n\
                    know v6 <= 1\n\
                    list 0 shape 0 from v4 to 0 length v5 before 0 rear 0\n\
                    list 2 shape 0 from v0 to v4 length v6 before 0 rear 0";
    is_found(&merged(before, after), expected);
}

/// A block of the heap and a variable are no block of both.
#[test]
fn a_block_of_another_kind_is_none() {
    let found = merged("p = v0 u\nblock 0 heap v0 4 align 4", "p = v1 u\nblock 0 stack:x v1 4 align 4");
    is_found(&found, "at head\np = v2 u");
}

/// What no register points to becomes a part of the list before it; what one points into stays a block.
#[test]
fn cells_are_folded() {
    let cell = |id: u32, base: &str, next: &str, value: u32| {
        let (link, field) = (2 * id, 2 * id + 1);
        format!(
            "block {id} heap {base} 16 align 8\ncell {link} in {id} at 0 width 8 u = {next}\n\
             cell {field} in {id} at 8 width 4 s = {value}\n"
        )
    };
    let three = cell(0, "v0", "v1", 3) + &cell(1, "v1", "v2", 5) + &cell(2, "v2", "0", 7);
    let one = |id: u32, from: &str, to: &str, value: u32| {
        let known = format!("first 0={value} last 0={value} all 0:{value}..{value} lines 0:?:{value}");
        format!("list {id} shape 0 from {from} to {to} length 1 before 0 rear 0 {known}\n")
    };
    let all = "list 4 shape 0 from v0 to 0 length 3 before 0 rear 0 first 0=3 last 0=7 all 0:3..7 lines 0:-2:7\n";
    is_found(&folded(&format!("p = v0 u\n{three}")), &format!("at head\np = v0 u\n{all}scope v1 v2"));
    let two = "list 3 shape 0 from v1 to 0 length 2 before 0 rear 0 first 0=5 last 0=7 all 0:5..7 lines 0:-2:7\n";
    let expected = format!("at head\np = v0 u\nq = v1 u\n{}{two}scope v2", one(0, "v0", "v1", 3));
    is_found(&folded(&format!("p = v0 u\nq = v1 u\n{three}")), &expected);
    let lists = one(0, "v0", "v1", 3) + &one(1, "v2", "0", 7);
    let expected = format!("at head\np = v0 u\nq = 8+v1 u\n{}{lists}", cell(1, "v1", "v2", 5));
    is_found(&folded(&format!("p = v0 u\nq = v1+8 u\n{three}")), &expected);
}
