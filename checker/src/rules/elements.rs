//! What is said of the elements of arrays, and arrays of pointers each of which owns memory (`spec/rules/uniform.md`).

use std::rc::Rc;

use certificates::{FoldedPart, Marks, OwnedCase, Rel};

use super::cell::{list_shape, owned_block, owned_list, owns, owns_list, require_from};
use super::memory::{new_entry, new_uniform, read_term, uniform_of};
use super::shared::*;
use crate::proof::state::{CellFact, ElementPart, OwnedBlock, OwnedElements, Uniform};

/// Facts about the value of an element, over the first `limit` variables: U-FORM.
pub(super) fn read_facts(cx: &mut Context, all: &[certificates::CellFact], limit: u32) -> Checked<Rc<[CellFact]>> {
    let mut read = Vec::with_capacity(all.len());
    for fact in all {
        reject_if!(cx, fact.fields.len() != 1, fact.behind.0 != 0 =>
            "all", "a fact about an element is about its value alone");
        let rest = Poly::read(&fact.rest, limit).or_else(|message| cx.reject("term", message))?;
        let fields = fact.fields.iter().map(|coefficient| coefficient.0).collect();
        read.push(CellFact { rel: fact.rel, fields, behind: 0, rest });
    }
    Ok(read.into())
}

/// The facts of `given` imply what is wanted for `count` elements: nothing must be shown if there is none.
pub(super) fn require_facts(
    cx: &mut Context,
    s: &State,
    premise: &str,
    (given, count): (&Uniform, &Poly),
    wanted: &[CellFact],
) -> Checked {
    let (mark, none) = (cx.knowledge.mark(), Poly::default());
    cx.add_le(&Poly::constant(1), count)?;
    require_from(cx, s, premise, (&given.all, &none), (wanted, &none))?;
    cx.knowledge.undo(mark);
    Ok(())
}

/// The value of the element with this index, in an entry of its own: U-ELEMENT, and what U-TAKE begins with.
pub(super) fn value_of(cx: &mut Context, s: &mut State, u: &Uniform, index: &Poly) -> Checked<Poly> {
    cx.require_le("P1", &Poly::default(), index)?;
    cx.require_le("P2", &index.plus(1)?, &u.count)?;
    let value = cx.fresh_open(s, 8 * u.width, u.sign)?;
    for fact in u.all.iter() {
        cx.add(fact.of(std::slice::from_ref(&value), &Poly::default())?)?;
    }
    let (block, offset, width, sign) = (u.block, u.place(index)?, u.width, u.sign);
    new_entry(cx, s, Entry { block, offset, width, sign, value: value.clone() })?;
    Ok(value)
}

/// What the elements of an array own, over the first `limit` variables: U-FORM.
pub(super) fn read(
    cx: &Context,
    owned: &certificates::OwnedElements,
    (width, sign): (u32, Sign),
    limit: u32,
) -> Checked<OwnedElements> {
    reject_if!(cx, 8 * width != cx.pointer(), sign != Sign::Unsigned => "owned", "elements that own memory are pointers");
    let part = match &owned.part {
        certificates::ElementPart::Block { size, align, string } => {
            reject_if!(cx, !align.is_power_of_two() => "owned", "the alignment {align} is no power of two");
            let read = |term| Poly::read(term, limit).or_else(|message| cx.reject("term", message));
            let size = size.as_ref().map(read).transpose()?;
            ElementPart::Block(OwnedBlock { size, align: *align, string: *string })
        }
        certificates::ElementPart::List(shape) => {
            list_shape(cx, *shape)?;
            ElementPart::List(*shape)
        }
    };
    Ok(OwnedElements { part, marks: owned.marks })
}

/// What the elements own, in the variables of another state.
pub(super) fn instance(owned: &OwnedElements, images: &[Poly]) -> Result<OwnedElements, TooLarge> {
    let part = match &owned.part {
        ElementPart::Block(block) => {
            let size = block.size.as_ref().map(|size| size.substitute(images)).transpose()?;
            ElementPart::Block(OwnedBlock { size, ..block.clone() })
        }
        ElementPart::List(shape) => ElementPart::List(*shape),
    };
    Ok(OwnedElements { part, marks: owned.marks })
}

/// The premises of U-EXTEND about what the new element, a pointer, owns. The caller deletes that.
pub(super) fn require_owned(
    cx: &mut Context,
    s: &State,
    u: &Uniform,
    pointer: &Poly,
    part: Option<FoldedPart>,
) -> Checked {
    reject_if!(cx, u.owned.is_some() != part.is_some() =>
        "owned", "it is said what an element owns, exactly if elements own memory");
    let Some((owned, part)) = u.owned.as_deref().zip(part) else { return Ok(()) };
    match (part, &owned.part) {
        (FoldedPart::Null, _) => cx.require_eq("P3", pointer, &Poly::default()),
        (FoldedPart::Block { block, zero }, ElementPart::Block(wanted)) => {
            reject_if!(cx, block == u.block => "owned", "block {block} is the array");
            owns(cx, s, (block, zero), (wanted, owned.marks), pointer)
        }
        (FoldedPart::List(list), ElementPart::List(shape)) => owns_list(cx, s, (list, owned.marks), *shape, pointer),
        (FoldedPart::Block { .. }, ElementPart::List(_)) => cx.reject("owned", "a block where a list is owned"),
        (FoldedPart::List(_), ElementPart::Block(_)) => cx.reject("owned", "a list where a block is owned"),
    }
}

/// U-TAKE
pub(super) fn take(
    cx: &mut Context,
    s: &mut State,
    id: EntryId,
    index: &certificates::Term,
    case: Option<OwnedCase>,
) -> Checked {
    cx.rule("U-TAKE");
    let u = uniform_of(cx, s, id)?;
    let owned = some!(cx, u.owned.clone() => "owned", "the elements of the uniform fact {id} own nothing");
    let index = read_term(cx, s, index)?;
    let pointer = value_of(cx, s, &u, &index)?;
    let next = index.plus(1)?;
    let behind = Uniform { offset: u.place(&next)?, count: u.count.sub(&next)?, ..u.as_ref().clone() };
    s.uniforms.insert(id, Rc::new(Uniform { count: index, ..u.as_ref().clone() }));
    new_uniform(cx, s, behind)?;
    match (case, &owned.part) {
        (None, _) => Ok(()),
        (Some(OwnedCase::Null), _) => cx.require_eq("P3", &pointer, &Poly::default()),
        (Some(OwnedCase::Present), ElementPart::Block(block)) => {
            cx.require_ne("P4", &pointer, &Poly::default())?;
            owned_block(cx, s, (block, owned.marks), &pointer, false)
        }
        (Some(OwnedCase::Optional), ElementPart::Block(block)) => {
            reject_if!(cx, block.string && block.size.is_some() =>
                "owned", "of a string with a given size it is known whether it is there");
            owned_block(cx, s, (block, owned.marks), &pointer, true)
        }
        (Some(OwnedCase::List), ElementPart::List(shape)) => owned_list(cx, s, *shape, &pointer, owned.marks),
        (Some(OwnedCase::Present | OwnedCase::Optional), ElementPart::List(_)) => {
            cx.reject("owned", "a block where a list is owned")
        }
        (Some(OwnedCase::List), ElementPart::Block(_)) => cx.reject("owned", "a list where a block is owned"),
    }
}

/// U-JOIN
pub(super) fn join(
    cx: &mut Context,
    s: &mut State,
    (left, right): (EntryId, EntryId),
    all: &[certificates::CellFact],
) -> Checked {
    cx.rule("U-JOIN");
    let (l, r) = (uniform_of(cx, s, left)?, uniform_of(cx, s, right)?);
    reject_if!(cx, left == right => "facts", "a uniform fact is not joined with itself");
    reject_if!(cx, l.block != r.block, l.stride != r.stride, l.width != r.width, l.sign != r.sign =>
        "form", "the elements are other ones");
    let all = read_facts(cx, all, s.variables)?;
    cx.require_eq("P1", &r.offset, &l.end()?)?;
    require_facts(cx, s, "P2", (&l, &l.count), &all)?;
    require_facts(cx, s, "P3", (&r, &r.count), &all)?;
    reject_if!(cx, l.owned.is_some() != r.owned.is_some() => "owned", "only the elements of one of the facts own memory");
    if let Some(owned) = l.owned.as_deref() {
        require_implied(cx, "P4", &r, (owned, &r.count), |given| given == owned.marks)?;
    }
    s.uniforms.remove(&right);
    let count = l.count.add(&r.count)?;
    s.uniforms.insert(left, Rc::new(Uniform { count, all, ..l.as_ref().clone() }));
    Ok(())
}

/// U-WEAKEN
pub(super) fn weaken(cx: &mut Context, s: &mut State, id: EntryId, owned: &certificates::OwnedElements) -> Checked {
    cx.rule("U-WEAKEN");
    let u = uniform_of(cx, s, id)?;
    let owned = read(cx, owned, (u.width, u.sign), s.variables)?;
    require_implied(cx, "P1", &u, (&owned, &u.count), |given| given == owned.marks)?;
    s.uniforms.insert(id, Rc::new(Uniform { owned: Some(Rc::new(owned)), ..u.as_ref().clone() }));
    Ok(())
}

/// U-NULL
pub(super) fn nulls(cx: &mut Context, s: &mut State, id: EntryId, owned: &certificates::OwnedElements) -> Checked {
    cx.rule("U-NULL");
    let u = uniform_of(cx, s, id)?;
    let owned = read(cx, owned, (u.width, u.sign), s.variables)?;
    // The elements are unsigned.
    let null = CellFact { rel: Rel::Le, fields: vec![1], behind: 0, rest: Poly::default() };
    require_facts(cx, s, "P1", (&u, &u.count), &[null])?;
    new_uniform(cx, s, Uniform { owned: Some(Rc::new(owned)), ..u.as_ref().clone() })
}

/// What the elements of a fact own is of this kind, of which nothing must be shown if there are not `count` >= 1 elements.
/// `may_be`: whether memory with these marks may stand for what is wanted.
pub(super) fn require_implied(
    cx: &mut Context,
    premise: &str,
    given: &Uniform,
    (wanted, count): (&OwnedElements, &Poly),
    may_be: impl Fn(Marks) -> bool,
) -> Checked {
    let owned = some!(cx, given.owned.as_deref() => "owned", "the elements are not known to own memory");
    reject_if!(cx, !may_be(owned.marks) => "owned marks", "what the elements own is marked differently");
    match (&owned.part, &wanted.part) {
        (ElementPart::Block(given), ElementPart::Block(wanted)) => {
            reject_if!(cx, given.align % wanted.align != 0, wanted.string && !given.string =>
                "owned", "the elements own other blocks");
            let mark = cx.knowledge.mark();
            cx.add_le(&Poly::constant(1), count)?;
            match (&given.size, &wanted.size) {
                (Some(given), Some(wanted)) => cx.require_eq(premise, given, wanted)?,
                (Some(given), None) => cx.require_le(premise, given, &Poly::constant(cx.max_size()))?,
                (None, None) => {}
                (None, Some(_)) => cx.reject("owned", "the size of what the elements own is not known")?,
            }
            cx.knowledge.undo(mark);
            Ok(())
        }
        (ElementPart::List(given), ElementPart::List(wanted)) if given == wanted => Ok(()),
        _ => cx.reject("owned", "the elements own other memory"),
    }
}
