//! Uniform facts, shapes, list segments and trees of a certificate, and their steps, for people.

use certificates::{
    CellFact, ElementPart, FoldedCell, FoldedPart, Ghost, Marks, Owned, OwnedCase, OwnedElements, OwnedPart, OwnedSize,
    Rel, Segment, Shape, Side, Sign, Source, Term, Tree, Uniform,
};

use crate::decide::term::Poly;

/// `24 bytes, align 8, link at 16, field 0 at 0 (4 bytes, signed)`
pub fn shape(shape: &Shape) -> String {
    let mut text = format!("{} bytes, align {}", shape.size, shape.align);
    if shape.anchor != 0 {
        text += &format!(", pointers to byte {}", shape.anchor);
    }
    for link in &shape.links {
        text += &format!(", link at {link}");
    }
    if let Some(back) = shape.back {
        text += &format!(", back at {back}");
    }
    for (number, field) in shape.fields.iter().enumerate() {
        let sign = if field.sign == Sign::Signed { ", signed" } else { "" };
        text += &format!(", field {number} at {} ({} bytes{sign})", field.offset, field.width);
    }
    for place in &shape.owned {
        text += &format!(", owns at {} {}", place.offset, owned(place));
    }
    text
}

fn owned(owned: &Owned) -> String {
    let (size, align, string) = match owned.part {
        OwnedPart::Block { size, align, string } => (size, align, string),
        OwnedPart::List(shape) => return format!("a list of shape {shape}"),
    };
    let size = match size {
        OwnedSize::Constant(size) => format!("{size} bytes"),
        OwnedSize::Field(field) => format!("as many bytes as field {field} says"),
        OwnedSize::Any => "memory of any size".into(),
    };
    format!("{size}, align {align}{}", if string { ", a string" } else { "" })
}

/// What may not be done with cells or a block.
pub fn marks(marks: Marks) -> &'static str {
    match (marks.read_only, marks.kept) {
        (false, false) => "",
        (true, false) => ", read-only",
        (false, true) => ", kept",
        (true, true) => ", read-only, kept",
    }
}

/// `list 3: shape 0, v2 to 0, v5 cells, before v1, last cell v7, field 0 of the first v9, of each cell field0 <= 10`
pub fn list(list: &Segment) -> String {
    let (head, end, length) = (term(&list.head), term(&list.end), term(&list.length));
    let mut text = format!("list {}: shape {}, {head} to {end}, {length} cells", list.id, list.shape);
    if !list.before.0.is_empty() || !list.rear.0.is_empty() {
        text += &format!(", before {}, last cell {}", term(&list.before), term(&list.rear));
    }
    text += &known("first", &list.first);
    text += &known("last", &list.last);
    text + &facts(&list.all) + marks(list.marks)
}

fn known(which: &str, values: &[Option<Term>]) -> String {
    let known = values.iter().enumerate().filter_map(|(number, value)| Some((number, value.as_ref()?)));
    known.map(|(number, value)| format!(", field {number} of the {which} {}", term(value))).collect()
}

/// `tree 1: shape 2, v4 with v5 cells, with a hole at v6`
pub fn tree(tree: &Tree) -> String {
    let (root, cells) = (term(&tree.root), term(&tree.cells));
    let hole = tree.hole.as_ref().map_or(String::new(), |hole| format!(", with a hole at {}", term(hole)));
    let text = format!("tree {}: shape {}, {root} with {cells} cells{hole}", tree.id, tree.shape);
    text + &facts(&tree.all) + marks(tree.marks)
}

/// `fact 7: block 2 [0] v5 elements, every 4 bytes, width 4, of each cell 1*field0 + -v3 <= 0`
pub fn uniform(uniform: &Uniform) -> String {
    let (offset, count) = (term(&uniform.offset), term(&uniform.count));
    let sign = if uniform.sign == Sign::Signed { " (signed)" } else { "" };
    let (id, block, stride, width) = (uniform.id, uniform.block, uniform.stride, uniform.width);
    let text =
        format!("fact {id}: block {block} [{offset}] {count} elements, every {stride} bytes, width {width}{sign}");
    text + &facts(&uniform.all) + &owned_elements(&uniform.owned)
}

/// `, each owns a block of 8 bytes`
fn owned_elements(owned: &Option<OwnedElements>) -> String {
    let Some(owned) = owned else { return String::new() };
    let part = match &owned.part {
        ElementPart::Block { size, align, string } => {
            let size = size.as_ref().map_or_else(|| "any size".to_owned(), |size| format!("{} bytes", term(size)));
            let string = if *string { ", a string" } else { "" };
            format!("a block of {size}, aligned to {align}{string}")
        }
        ElementPart::List(shape) => format!("a list of shape {shape}"),
    };
    format!(", each owns {part}") + marks(owned.marks)
}

fn facts(all: &[CellFact]) -> String {
    all.iter().map(|fact| format!(", of each cell {}", fact_text(fact))).collect()
}

fn fact_text(fact: &CellFact) -> String {
    let rel = match fact.rel {
        Rel::Eq => "=",
        Rel::Ne => "!=",
        Rel::Le => "<=",
    };
    let fields = fact.fields.iter().enumerate().filter(|(_, coefficient)| coefficient.0 != 0);
    let fields: String = fields.map(|(number, coefficient)| format!("{}*field{number} + ", coefficient.0)).collect();
    let behind = if fact.behind.0 == 0 { String::new() } else { format!("{}*behind + ", fact.behind.0) };
    format!("{fields}{behind}{} {rel} 0", term(&fact.rest))
}

/// A step of a uniform fact, list or tree; `None` for others.
pub fn ghost(ghost: &Ghost) -> Option<String> {
    Some(match ghost {
        Ghost::Uniform { block, offset, stride, width, all, owned, .. } => {
            let (place, owned) = (format!("block {block} [{}]", term(offset)), owned_elements(owned));
            format!("no elements of {place}, every {stride} bytes, width {width}{}{owned}", facts(all))
        }
        Ghost::Extend { uniform, entry, side, part } => {
            let side = if *side == Side::Before { "before" } else { "behind" };
            let owned = part.map_or_else(String::new, |part| format!(", with {}", folded_part(part)));
            format!("entry {entry} {side} fact {uniform}{owned}")
        }
        Ghost::Part { uniform, first, count, all } => {
            format!("{} elements of fact {uniform} from {} on{}", term(count), term(first), facts(all))
        }
        Ghost::Element { uniform, index } => format!("element {} of fact {uniform}", term(index)),
        Ghost::Take { uniform, index, case } => {
            let case = case.map_or_else(|| "forgotten".to_owned(), |case| format!("{case:?}").to_lowercase());
            format!("element {} taken out of fact {uniform}, owned {case}", term(index))
        }
        Ghost::Join { left, right, all } => format!("join facts {left} and {right}{}", facts(all)),
        Ghost::Weaken { uniform, owned } => format!("fact {uniform}{}", owned_elements(&Some(owned.clone()))),
        Ghost::Nulls { uniform, owned } => {
            format!("fact {uniform}, of null pointers{}", owned_elements(&Some(owned.clone())))
        }
        Ghost::ListEmpty { shape, end, before, first, last, all, marks: m } => {
            let known = known("first", first) + &known("last", last) + &facts(all) + marks(*m);
            let before = if before.0.is_empty() { String::new() } else { format!(", before {}", term(before)) };
            format!("empty list of shape {shape} at {}{before}{known}", term(end))
        }
        Ghost::ListFold { shape, cell, all } => {
            format!("fold {} into a list of shape {shape}{}", folded(cell), facts(all))
        }
        Ghost::ListJoin { left, right, first, last, all } => {
            let known = format!("{}{}", sources("first", first), sources("last", last));
            format!("join lists {left} and {right}{known}{}", facts(all))
        }
        Ghost::ListLength(list) => format!("length of list {list}"),
        Ghost::ListEmptied(list) => format!("list {list} is empty"),
        Ghost::ListFirst { list, only, owned } => format!("first cell of list {list}{}", unfolded(*only, owned)),
        Ghost::ListLast { list, only, owned } => format!("last cell of list {list}{}", unfolded(*only, owned)),
        Ghost::TreeNil { shape, root, all, marks: m } => {
            format!("empty tree of shape {shape} at {}{}{}", term(root), facts(all), marks(*m))
        }
        Ghost::TreeFold { shape, cell, trees, all } => {
            format!("fold {} with trees {trees:?} into a tree of shape {shape}{}", folded(cell), facts(all))
        }
        Ghost::TreeCells(tree) => format!("cells of tree {tree}"),
        Ghost::TreeEmptied(tree) => format!("tree {tree} is empty"),
        Ghost::TreeFirst { tree, owned } => format!("root of tree {tree}{}", unfolded(false, owned)),
        Ghost::TreeHole { shape, root, all, marks: m } => {
            format!("tree of shape {shape} that is nothing but a hole at {}{}{}", term(root), facts(all), marks(*m))
        }
        Ghost::TreeFill { tree, filler, all } => {
            format!("fill the hole of tree {tree} with tree {filler}{}", facts(all))
        }
        _ => return None,
    })
}

fn folded(cell: &FoldedCell) -> String {
    let mut text = format!("block {} (links {:?}", cell.block, cell.links);
    if let Some(back) = cell.back {
        text += &format!(", back {back}");
    }
    if !cell.fields.is_empty() {
        text += &format!(", fields {:?}", cell.fields);
    }
    for owned in &cell.owned {
        text += &format!(", at {} {}", owned.entry, folded_part(owned.part));
    }
    text + ")"
}

fn folded_part(part: FoldedPart) -> String {
    match part {
        FoldedPart::Block { block, zero } => {
            let zero = zero.map_or(String::new(), |zero| format!(" with the zero {zero}"));
            format!("block {block}{zero}")
        }
        FoldedPart::List(list) => format!("list {list}"),
        FoldedPart::Null => "null".to_owned(),
    }
}

fn sources(which: &str, sources: &[Source]) -> String {
    let taken = sources.iter().enumerate().filter(|(_, source)| **source != Source::Neither);
    taken
        .map(|(number, source)| format!(", field {number} of the {which} from the {source:?}").to_lowercase())
        .collect()
}

fn unfolded(only: bool, owned: &[OwnedCase]) -> String {
    let only = if only { ", the only one" } else { "" };
    let owned = if owned.is_empty() { String::new() } else { format!(", owned {owned:?}").to_lowercase() };
    format!("{only}{owned}")
}

/// A term as written, also if it is not canonical.
pub fn term(term: &Term) -> String {
    match Poly::read(term, u32::MAX) {
        Ok(poly) => poly.to_string(),
        Err(_) => format!("{:?}", term.0),
    }
}
