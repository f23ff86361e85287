//! Corruptions of certificates by kind: every rule that keeps a false claim out is worked around in each place
//! where a proof of the sample relies on it. What is still accepted must be true of concrete runs; with operators where
//! nothing can be, everything must be rejected. The originals are the controls.

mod calls;
mod claims;
mod maps;
mod refutations;
mod states;
mod structures;
mod trees;

use certificates::Certificate;
use tests::cases::{all, root};
use tests::effort;
use tests::inside::observe;
use tests::mutation::trees::numbered;
use tests::parallel;
use tests::programs::certificate;
use tests::suite::vectors;
use tests::survivors::{bare, rejection};

/// Programs with every kind of step, and what has an effect on them: contracts, recursion, globals, function pointers,
/// blocks that may be missing, nested ranks.
const SAMPLE: [&str; 32] = [
    "papers/strlen.c",
    "loops/lexicographic.c",
    "loops/nested.c",
    "memory/array_fill.c",
    "memory/two_counters_in_memory.c",
    "heap/two_blocks.c",
    "heap/allocate_checked.c --malloc-may-fail",
    "call/loop_in_callee.c",
    "call/function_pointer_returned.c",
    "call/function_pointer_compared_endless.c",
    "call/global_kept.c",
    "arithmetic/euclid.c",
    "arithmetic/exact_kept.ll",
    "arithmetic/srem_shifted_index.c",
    "branch/switch_wide.ll",
    "recursion/length.c",
    "loops/two_phases.c --signed-overflow ideal",
    "library/memcmp.c -fno-builtin --entry memcmp",
    "library/insertion_sort.c --entry sort",
    "list/prepend.c",
    "list/append_two_lists.c",
    "list/values_as_index.c",
    "list/values_in_steps.c",
    "list/doubly_insert.c",
    "list/list_of_lists.c",
    "tree/mirror.c",
    "tree/two_trees.c",
    "tree/insert_by_link.c",
    "library/slist_find.c --entry find",
    "vector valid-graph--g-apart",
    "vector valid-heap--optional-blocks",
    "vector valid-roots--memory-of-the-caller",
];

/// Changed certificates of one kind that are tried for one program, at most.
fn most() -> usize {
    effort::number("CORRUPTIONS", 12, 120) as usize
}

/// Whether some changes may leave the proof valid.
#[derive(Clone, Copy, PartialEq)]
enum May {
    /// None: the change contradicts a rule whatever the program does.
    Never,
    /// Where what is added or left out happens to be so; concrete runs then find no contradiction.
    IfTrue,
}
use May::{IfTrue, Never};

/// What is done, how many mutants there are at least, and the change.
type Operator = (&'static str, May, usize, fn(&Certificate) -> Vec<Certificate>);

const OPERATORS: &[Operator] = &[
    ("a branch is dropped", IfTrue, 29, trees::branch_dropped),
    ("an instruction is skipped", IfTrue, 132, trees::instruction_skipped),
    ("a call is dropped", IfTrue, 8, trees::call_dropped),
    ("another function is called", IfTrue, 8, trees::other_callee),
    ("a return is dropped", Never, 8, trees::return_dropped),
    ("a path is called impossible", IfTrue, 172, trees::infeasible_leaf),
    ("a node has no tree", IfTrue, 44, trees::no_tree),
    ("a step is referred to twice", Never, 29, trees::referred_twice),
    ("a step refers to itself", Never, 156, trees::cyclic),
    ("a step refers to a later one", Never, 156, trees::forward),
    ("a false fact is asserted", IfTrue, 31, trees::false_fact),
    ("unequal or equal cells are exchanged", IfTrue, 1, trees::cells_exchanged),
    ("what may be missing is there, or not", IfTrue, 3, trees::resolved),
    ("the address of another function", IfTrue, 4, trees::other_address),
    ("of two blocks one is always first", Never, 1, trees::one_order),
    ("another block is accessed", IfTrue, 39, trees::other_block),
    ("a cell survives a write", IfTrue, 20, trees::cell_survives),
    ("a cell survives for another reason", IfTrue, 1, trees::side_flipped),
    ("another cell is loaded", IfTrue, 18, trees::other_cell),
    ("free keeps the block", Never, 3, trees::free_keeps),
    ("another outcome of an allocation", IfTrue, 6, trees::allocation),
    ("another outcome", IfTrue, 90, trees::outcome_flipped),
    ("another case of a switch", IfTrue, 1, trees::other_case),
    ("another sign of a divisor", IfTrue, 1, trees::operand_signs),
    ("another form of a bitwise result", IfTrue, 1, trees::bits),
    ("a wrap is another", IfTrue, 32, trees::wrap_changed),
    ("a node is strengthened", IfTrue, 31, states::node_strengthened),
    ("a range is assumed at a node", IfTrue, 56, states::range_assumed),
    ("a fact is sharper", IfTrue, 32, states::fact_sharper),
    ("a fact is dropped", IfTrue, 33, states::fact_dropped),
    ("a node's value is the entry's", IfTrue, 7, states::entry_value),
    ("a binding has the other sign", IfTrue, 33, states::binding_sign),
    ("a cell has the other sign", IfTrue, 12, states::cell_sign),
    ("a cell has another value", IfTrue, 12, states::cell_value),
    ("a block is larger", IfTrue, 30, states::block_larger),
    ("a block is better aligned", IfTrue, 30, states::better_aligned),
    ("a block is of another kind", IfTrue, 30, states::other_kind),
    ("a block of the caller's is a part of an object", Never, 1, states::part_of_an_object),
    ("a block is another function's address", IfTrue, 4, states::other_function_block),
    ("a block may be missing", IfTrue, 1, states::optional),
    ("a read-only block may be written", IfTrue, 4, states::writable),
    ("a node stands in another function", Never, 36, states::other_function),
    ("a node belongs to another entry", Never, 47, states::other_entry),
    ("a variable is mapped to another value", IfTrue, 49, maps::other_value),
    ("a block is counted twice", Never, 12, maps::counted_twice),
    ("blocks are exchanged in a map", IfTrue, 12, maps::blocks_exchanged),
    ("cells are exchanged in a map", IfTrue, 5, maps::cells_exchanged),
    ("a block is left out of a map", Never, 43, maps::block_left_out),
    ("a cell is left out of a map", Never, 16, maps::cell_left_out),
    ("a list has a cell more", IfTrue, 18, structures::longer),
    ("a list begins elsewhere", IfTrue, 18, structures::other_head),
    ("a list ends elsewhere", IfTrue, 18, structures::other_end),
    ("a list has another last cell", IfTrue, 18, structures::other_rear),
    ("a tree has a cell more", IfTrue, 8, structures::larger_tree),
    ("a tree begins elsewhere", IfTrue, 8, structures::other_root),
    ("another tree is missing of a tree", IfTrue, 2, structures::other_hole),
    ("nothing is missing of a tree", IfTrue, 2, structures::hole_forgotten),
    ("what is missing is filled with what it is missing of", Never, 2, structures::filled_backwards),
    ("a read-only structure may be written", IfTrue, 2, structures::writable),
    ("a structure is kept, or not", IfTrue, 26, structures::not_kept),
    ("more holds of all cells", IfTrue, 26, structures::all_sharper),
    ("more holds of a cell that is folded", IfTrue, 28, structures::folded_sharper),
    ("values go up faster from cell to cell", IfTrue, 4, structures::steeper),
    ("values of a joined list go up faster", IfTrue, 2, structures::joined_steeper),
    ("a list is counted twice", Never, 12, structures::list_handed_twice),
    ("a tree is counted twice", Never, 1, structures::tree_handed_twice),
    ("lists are exchanged in a map", IfTrue, 12, structures::lists_exchanged),
    ("a list or tree is left out of a map", Never, 31, structures::left_out),
    ("another block is folded", IfTrue, 14, structures::other_cell),
    ("a cell is folded with another link", IfTrue, 25, structures::other_link),
    ("a list is joined with itself", Never, 18, structures::joined_with_itself),
    ("two lists are joined the other way round", Never, 18, structures::joined_backwards),
    ("what is known of an end is the other part's", IfTrue, 17, structures::other_source),
    ("the cell that is unfolded is the only one", IfTrue, 20, structures::only_cell),
    ("a list or tree with cells is empty", IfTrue, 34, structures::emptied),
    ("a list that a cell owns is forgotten", IfTrue, 1, structures::owned_list_forgotten),
    ("a cell owns another list", IfTrue, 1, structures::other_owned_list),
    ("a cell that owns a list owns none", IfTrue, 1, structures::no_owned_list),
    ("cells own lists of their own shape", Never, 1, structures::own_shape),
    ("two links lead to one tree", Never, 8, structures::one_subtree_twice),
    ("subtrees are exchanged", IfTrue, 8, structures::subtrees_exchanged),
    ("an edge is not removed", IfTrue, 16, claims::edge_kept),
    ("a round is dropped", IfTrue, 16, claims::round_dropped),
    ("a rank is constant", IfTrue, 16, claims::constant_rank),
    ("a rank is not bounded", IfTrue, 16, claims::lower_rank),
    ("a rank grows", IfTrue, 16, claims::negated_rank),
    ("another entry is claimed", Never, 5, claims::entry),
    ("another mode is claimed", IfTrue, 35, claims::overflow),
    ("another precondition is claimed", Never, 4, claims::precondition),
    ("allocation that may fail is claimed", IfTrue, 16, claims::may_fail),
    ("another compilation is claimed", IfTrue, 16, claims::no_builtin),
    ("an assumption is removed", Never, 17, claims::assumption_removed),
    ("a root is dropped", Never, 41, claims::root_dropped),
    ("a root is called impossible", Never, 20, claims::no_run),
    ("a global is not kept", IfTrue, 2, claims::global_dropped),
];

#[test]
fn corrupted_certificates_are_rejected() {
    let cases = all(&root()).expect("cases");
    let vectors = vectors();
    let originals = parallel::map(&SAMPLE, |name| {
        let vector = || vectors.iter().find(|(vector, _)| vector == name).map(|(_, vector)| vector.clone());
        let case = || cases.iter().find(|case| case.name(&root()) == *name).and_then(certificate);
        let proved = vector().or_else(case).unwrap_or_else(|| panic!("{name} is not proved"));
        // A witness names facts by their places, so it would catch a change for a reason of its own.
        numbered(bare(&proved)).expect("trees")
    });
    for (name, original) in SAMPLE.iter().zip(&originals) {
        assert_eq!(rejection(original), None, "control: {name}");
    }
    let operators = OPERATORS.iter().flat_map(|operator| (0..SAMPLE.len()).map(move |at| (operator, at)));
    let work: Vec<(&Operator, usize)> = operators.collect();
    let fates = parallel::map(&work, |(operator, at)| fates(operator, SAMPLE[*at], &originals[*at]));
    println!("| change | made | rejected | still valid | by |\n|---|---|---|---|---|");
    let mut all = (0, 0);
    let mut short = Vec::new();
    for ((operator, _, least, _), fates) in OPERATORS.iter().zip(fates.chunks(SAMPLE.len())) {
        let made = fates.iter().map(Vec::len).sum::<usize>();
        let survivors = fates.iter().flatten().filter(|fate| fate.is_none()).count();
        let mut rules: Vec<&str> = fates.iter().flatten().flatten().map(String::as_str).collect();
        rules.sort_unstable();
        rules.dedup();
        println!("| {operator} | {made} | {} | {survivors} | {} |", made - survivors, rules.join(", "));
        all = (all.0 + made, all.1 + survivors);
        if made < *least || made == survivors {
            short.push(format!("{operator}: {made} made, {survivors} still valid"));
        }
    }
    println!("| all | {} | {} | {} | |", all.0, all.0 - all.1, all.1);
    assert!(short.is_empty(), "too few, or nothing rejected: {short:?}");
}

/// The rules that reject the changed certificates of one kind; `None` for each that is accepted, which must be true.
fn fates((operator, may, _, change): &Operator, name: &str, original: &Certificate) -> Vec<Option<String>> {
    let all = change(original);
    let every = all.len().div_ceil(most()).max(1);
    let judged = |mutant: Certificate| {
        let rejected = rejection(&mutant);
        if rejected.is_none() {
            assert!(*may == IfTrue, "{operator}: {name} is accepted");
            // What is tested in vectors stands where no run comes.
            let problem = if name.starts_with("vector") { None } else { observe(&mutant, 8, 1500).0 };
            assert_eq!(problem, None, "{operator}: {name} is accepted");
        }
        rejected
    };
    all.into_iter().step_by(every).map(judged).collect()
}

/// One changed certificate for every step in which `change` finds something to change.
pub fn steps(c: &Certificate, change: impl Fn(&mut Certificate, usize) -> Option<()>) -> Vec<Certificate> {
    places(c, c.steps.len(), change)
}

/// One changed certificate for every node in which `change` finds something to change.
pub fn nodes(c: &Certificate, change: impl Fn(&mut Certificate, usize) -> Option<()>) -> Vec<Certificate> {
    places(c, c.nodes.len(), change)
}

pub fn places(
    c: &Certificate,
    count: usize,
    change: impl Fn(&mut Certificate, usize) -> Option<()>,
) -> Vec<Certificate> {
    let changed = |at| {
        let mut new = c.clone();
        change(&mut new, at)?;
        let new = numbered(new)?;
        (new != *c).then_some(new)
    };
    (0..count).filter_map(changed).collect()
}
