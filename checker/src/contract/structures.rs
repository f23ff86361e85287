//! Lists and trees of a contract (`spec/precondition.md`, section "Lists and trees").

use certificates::{Marks, Rel, Shape};

use super::clause::{Contract, Fault, Structure, wrong};
use super::grammar::Expr;
use super::terms::Terms;
use super::tokens::Read;
use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly};
use crate::proof::context::Context;
use crate::proof::state::{Segment, State, Tree};
use crate::rules::cell::{add_address, new_list};
use crate::rules::tree::new_tree;

/// What a conjunct describes.
#[derive(Clone, Copy)]
pub enum Form {
    /// Null-terminated.
    List,
    /// A list up to a given pointer.
    Segment,
    /// Null-terminated, with pointers back.
    Doubly,
    /// A binary tree.
    Tree,
}

/// What the predicate of this name describes, and the marks of its cells; `None` if it is not about lists or trees.
pub fn form(name: &str) -> Option<(Form, Marks)> {
    let name = name.strip_prefix('\\')?;
    let kept = Marks { read_only: false, kept: true };
    let (name, marks) = match (name.strip_prefix("owned_"), name.strip_suffix("_read")) {
        (Some(name), _) => (name, Marks::default()),
        (None, Some(name)) => (name, Marks { read_only: true, kept: true }),
        (None, None) => (name, kept),
    };
    let form = match name {
        "list" => Form::List,
        "list_segment" => Form::Segment,
        "dlist" => Form::Doubly,
        "tree" => Form::Tree,
        _ => return None,
    };
    Some((form, marks))
}

/// Reads a conjunct: pointers, the type of a cell, and where its pointers to others lie.
pub fn read<'c, 't>(terms: &mut Terms<'c, 't>, form: Form, marks: Marks, operands: &'c [Expr<'t>]) -> Read<Structure> {
    let (head, end, cell) = match (form, operands) {
        (Form::Segment, [head, end, cell @ ..]) => (head, Some(end), cell),
        (Form::List | Form::Doubly | Form::Tree, [head, cell @ ..]) => (head, None, cell),
        _ => return wrong("syntax", "a list or tree has a pointer, the type of its cells, and their links"),
    };
    let head = terms.pointer(head)?;
    if head.global {
        return wrong("range", "no cell lies in a global variable");
    }
    let (name, head) = (head.name.to_string(), head.address);
    let end = match (end, form) {
        (Some(end), _) => Some(terms.pointer(end)?.address),
        (None, Form::Tree) => None,
        (None, _) => Some(Poly::default()),
    };
    let [Expr::Call("\\object", layout), places @ ..] = cell else {
        return wrong("syntax", "the type of a cell is written \\object(size, alignment)");
    };
    let (layout, places) = (numbers(layout)?, numbers(places)?);
    let [size, align] = *layout else { return wrong("syntax", "\\object has a size and an alignment") };
    if !align.is_power_of_two() || !size.is_multiple_of(align) {
        return wrong("syntax", "a size that is no multiple of its alignment, or an alignment that is no power of two");
    }
    let (links, back) = match (form, places.as_slice()) {
        (Form::List | Form::Segment, [link]) => (vec![*link], None),
        (Form::Doubly, [link, back]) => (vec![*link], Some(*back)),
        (Form::Tree, [_, ..]) => (places, None),
        _ => return wrong("syntax", "a list has one link, one with pointers back two, a tree at least one"),
    };
    let shape = Shape { size, align, anchor: 0, links, back, fields: Vec::new(), owned: Vec::new() };
    Ok(Structure { name, head, end, shape, marks })
}

fn numbers(operands: &[Expr]) -> Read<Vec<u64>> {
    let number = |operand: &Expr| match operand {
        Expr::Number(value) => u64::try_from(*value).map_err(|_| Fault::TooLarge),
        _ => wrong("syntax", "sizes, alignments and offsets of a cell are numbers"),
    };
    operands.iter().map(number).collect()
}

/// Each list and tree is separate from every other one and from every range, and so is a range that can be freed, but for
/// ranges that begin where it does: no call satisfies an alternative in which two overlap, nor one that states a comparison
/// and its opposite.
pub fn separated(contract: &Contract) -> Read<()> {
    let said: Vec<&Atom> = contract.said().collect();
    let denied = |atom: &Atom| said.iter().any(|other| other.rel == Rel::Ne && other.poly == atom.poly);
    if said.iter().any(|atom| atom.rel == Rel::Eq && denied(atom)) {
        return Ok(());
    }
    let alone = |part: usize| contract.ranges.get(part).is_none_or(|range| range.freeable);
    for number in 0..contract.parts() {
        let overlaps = |other: &usize| {
            (alone(number) || alone(*other))
                && !contract.separate.contains(&(*other, number))
                && !contract.begin_together(*other, number)
        };
        if let Some(other) = (0..number).find(overlaps) {
            let name = |part: usize| contract.part(part).map_or("", |part| part.name);
            let (here, there) = (name(number), name(other));
            return wrong("separation", format!("nothing says that what is at {here} is \\separated from {there}"));
        }
    }
    Ok(())
}

/// Step 5: a list or tree in a case in which it has no cell, or one in which it has some. Returns the number of cells.
pub fn place(cx: &mut Context, s: &mut State, wanted: &Structure, empty: bool, symbols: &[Poly]) -> Checked<Poly> {
    cx.rule("R-CONTRACT");
    let shape = cx.shapes.iter().position(|shape| *shape == wanted.shape).and_then(|place| u32::try_from(place).ok());
    let shape = some!(cx, shape => "shape", "the certificate has no shape of the cells at {}", wanted.name);
    cx.rule("R-ROOT");
    let head = wanted.head.substitute(symbols)?;
    let end = wanted.end.as_ref().unwrap_or(&Poly::default()).substitute(symbols)?;
    let mut rear = Poly::default();
    let length = match empty {
        true => {
            cx.add(Atom::eq(&head, &end)?)?;
            Poly::default()
        }
        false => {
            let length = cx.fresh(s)?;
            cx.add_le(&Poly::constant(1), &length)?;
            add_address(cx, &wanted.shape, &head)?;
            if wanted.shape.back.is_some() {
                rear = cx.fresh(s)?;
                add_address(cx, &wanted.shape, &rear)?;
            }
            length
        }
    };
    let (all, marks) = (Vec::new().into(), wanted.marks);
    if wanted.end.is_none() {
        new_tree(cx, s, Tree { shape, root: head, cells: length.clone(), hole: None, all, marks })?;
        return Ok(length);
    }
    let (before, first, last) = Default::default();
    let segment = Segment { shape, head, end, length: length.clone(), before, rear, first, last, all, marks };
    new_list(cx, s, segment)?;
    Ok(length)
}
