//! Lists and trees in contracts, and what is separate: what is read, and what is refused for which reason
//! (`spec/precondition.md`).

use checker::contract::{self, Contract};

use crate::contract::{accepted, refused};

const CELL: &str = "\\object(16, 8)";

/// Head, end, shape and marks of each list and tree.
fn structures(contract: &Contract) -> Vec<String> {
    let show = |structure: &contract::clause::Structure| {
        let end = structure.end.as_ref().map_or("tree".into(), ToString::to_string);
        let (shape, marks) = (&structure.shape, structure.marks);
        let marks = [(marks.read_only, " ro"), (marks.kept, " kept")].map(|(set, name)| if set { name } else { "" });
        let back = shape.back.map_or(String::new(), |back| format!(" back {back}"));
        let (size, align, links) = (shape.size, shape.align, &shape.links);
        assert!(shape.anchor == 0 && shape.fields.is_empty() && shape.owned.is_empty());
        format!("{} {end} {size} {align} {links:?}{back}{}", structure.head, marks.concat())
    };
    contract.structures.iter().map(show).collect()
}

#[test]
fn lists_and_trees() {
    let two = "ptr %p, ptr %q";
    let says = |clause: &str| structures(&accepted(two, &format!("(void *p, char *q) requires {clause}")));
    assert_eq!(says(&format!("\\list(p, {CELL}, 8)")), ["v0 0 16 8 [8] kept"]);
    assert_eq!(says(&format!("\\list_read((int *)p, {CELL}, 0)")), ["v0 0 16 8 [0] ro kept"]);
    assert_eq!(says(&format!("\\owned_list(p, {CELL}, 8)")), ["v0 0 16 8 [8]"]);
    assert_eq!(says(&format!("\\list_segment(p, q, {CELL}, 8)")), ["v0 v1 16 8 [8] kept"]);
    assert_eq!(says(&format!("\\owned_list_segment(p, q + 8, {CELL}, 8)")), ["v0 v1 + 8 16 8 [8]"]);
    assert_eq!(says(&format!("\\dlist(q, {CELL}, 8, 0)")), ["v1 0 16 8 [8] back 0 kept"]);
    assert_eq!(says(&format!("\\dlist_read(q, {CELL}, 0, 8)")), ["v1 0 16 8 [0] back 8 ro kept"]);
    assert_eq!(says(&format!("\\tree(p, {CELL}, 8, 0)")), ["v0 tree 16 8 [8, 0] kept"]);
    assert_eq!(says(&format!("\\owned_tree(p, {CELL}, 0)")), ["v0 tree 16 8 [0]"]);
    for wrong in [
        "\\list()",
        "\\list_segment(p)",
        "\\list(p, 16, 8, 8)",
        "\\list(p)",
        "\\list(p, \\object(16, 8))",
        "\\list(p, \\object(16, 8), 8, 0)",
        "\\list(p, q, \\object(16, 8), 8)",
        "\\list(p, \\object(16, 3), 8)",
        "\\list(p, \\object(16, 0), 8)",
        "\\list(p, \\object(16), 8)",
        "\\list(p, \\object(16, 8), 4 + 4)",
        "\\dlist(p, \\object(16, 8), 8)",
        "\\tree(p, \\object(16, 8))",
        "\\owned_list_read(p, \\object(16, 8), 8)",
        "\\lists(p, \\object(16, 8), 8)",
        "list(p, \\object(16, 8), 8)",
    ] {
        refused(two, &format!("(void *p, char *q) requires {wrong}"), "syntax");
    }
    refused(two, "(void *p, char *q) requires \\list_segment(p, \\object(16, 8), 8)", "pointer");
    refused(two, &format!("(void *p, char *q) requires \\list(&count, {CELL}, 8)"), "range");
    refused(two, &format!("(void *p, char *q) requires !\\list(p, {CELL}, 8)"), "negation");
    let many = vec![format!("\\list(p, {CELL}, 8)"); 13];
    refused(two, &format!("(void *p, char *q) requires {}", many.join(" && ")), "ranges");
}

#[test]
fn lists_and_trees_are_separate() {
    let two = "ptr %p, ptr %q";
    let clause = |clause: &str| {
        let clause = clause.replace("LIST(p)", &format!("\\list(p, {CELL}, 8)"));
        let clause = clause.replace("LIST(q)", &format!("\\list(q, {CELL}, 8)"));
        format!("(void *p, char *q) requires {}", clause.replace("TREE", &format!("\\tree(q, {CELL}, 8, 0)")))
    };
    for wrong in [
        "LIST(p) && LIST(q)",
        "LIST(p) && LIST(p)",
        "LIST(p) && TREE",
        "LIST(p) && \\valid(q)",
        "\\valid(q) && LIST(p) && TREE && \\separated(p, q)",
        "valid_read_string(q) && LIST(p)",
        "LIST(p) && \\valid(q) && \\separated(p, &count)",
        "(LIST(p) || p == \\null) && LIST(q)",
        "LIST(p) && LIST(q) && p == q",
    ] {
        refused(two, &clause(wrong), "separation");
    }
    for right in [
        "LIST(p) && LIST(q) && \\separated(p, q)",
        "LIST(p) && LIST(q) && \\separated((int *)q, p, &count)",
        "LIST(p) && \\valid(q) && \\separated(p, q)",
        "LIST(p) && \\valid(q + (1 .. 5)) && \\separated(q + (1 .. 5), p)",
        "valid_read_string(q) && LIST(p) && \\separated(p, q + (0 .. strlen(q)))",
        "LIST(p) && \\valid(q) && p == \\null && p != \\null",
    ] {
        accepted(two, &clause(right));
    }
    refused(two, &clause("LIST(p) && \\separated(p, q)"), "separated");
}

#[test]
fn separated() {
    let base = "(char *p, char *q, int *r, int n) requires \\valid(p + (0 .. n-1)) && \\valid_read(q + (0 .. n-1)) && \\valid(r)";
    let parameters = "ptr %p, ptr %q, ptr %r, i32 %n";
    let check = |clause: &str| {
        let contract = accepted(parameters, &format!("{base} && {clause}"));
        let pairs: Vec<(usize, usize)> = contract.separate.iter().copied().collect();
        let outside: Vec<(usize, String)> = contract.outside.iter().cloned().collect();
        (pairs, outside)
    };
    let all = "\\separated(p + (0 .. n-1), q + (0..-1+n), r)";
    assert_eq!(check(all).0, [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(check("\\separated(r, p + (0 .. n-1))").0, [(0, 2)]);
    assert_eq!(check("\\separated((char *) r + (0 .. 3), p + (0 .. n-1))").0, [(0, 2)]);
    assert_eq!(check("\\separated(r, r)").0, [(2, 2)]);
    assert_eq!(check("\\separated(r, &count, &table)").1, [(2, "count".into()), (2, "table".into())]);
    assert_eq!(check("\\valid_read(r) && \\separated(r, q + (0 .. n-1))").0, [(1, 2), (1, 3)]);
    // Where it stands makes no difference: it reads nothing.
    let (clause, parameters_) = ("\\separated(q, (char *)ptr[r])", "ptr %q, ptr %r");
    let read = "\\valid(q) && \\valid(r) && \\valid((char *)ptr[r])";
    let order = |text: String| accepted(parameters_, &format!("(char *q, int **r) requires {text}"));
    let before = order(format!("{clause} && {read}"));
    assert_eq!(before, order(format!("{read} && {clause}")));
    assert_eq!(before.separate.iter().collect::<Vec<_>>(), [&(0, 2)]);
    for clause in [
        "\\separated(r)",
        // In ACSL only the first elements; the ranges are longer.
        "\\separated(p, q)",
        "\\separated(p + (0 .. n), q + (0 .. n-1))",
        "\\separated(q + (1 .. n-1), r)",
        "\\separated(r, &none)",
        "\\separated(r, &weak)",
        "\\separated(r, &f)",
        "\\separated(q + (0 .. strlen(q)), r) && valid_string(p)",
        "\\separated((char *)ptr[r] + (0 .. 3), r)",
        "(n == 1 || n == 2) && \\separated(p, q)",
    ] {
        let wanted = if clause.contains("strlen") { "strlen" } else { "separated" };
        refused(parameters, &format!("{base} && {clause}"), wanted);
    }
}
