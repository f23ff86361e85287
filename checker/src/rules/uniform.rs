//! What the elements of an array have in common (`spec/rules/uniform.md`).

use std::rc::Rc;

use certificates::Ghost;

use super::cell::{facts, require_from};
use super::list;
use super::memory::{check_width, entry, live, new_entry, new_uniform, read_term, require_of, uniform_of};
use super::shared::*;
use crate::proof::state::{CellFact, Uniform};

/// A uniform fact of a certificate, over the first `limit` variables: U-FORM.
pub(crate) fn read(
    cx: &mut Context,
    (block, offset, count): (BlockId, Poly, Poly),
    (stride, width, sign): (u64, u32, Sign),
    all: &[certificates::CellFact],
    limit: u32,
) -> Checked<Uniform> {
    check_width(cx, width)?;
    reject_if!(cx, stride < width.into() => "stride", "elements of {width} bytes, {stride} bytes apart, overlap");
    reject_if!(cx, i128::from(stride) > cx.max_size() => "stride", "no block has two elements {stride} bytes apart");
    let mut read = Vec::with_capacity(all.len());
    for fact in all {
        reject_if!(cx, fact.fields.len() != 1, fact.behind.0 != 0 =>
            "all", "a fact about an element is about its value alone");
        let rest = Poly::read(&fact.rest, limit).or_else(|message| cx.reject("term", message))?;
        let fields = fact.fields.iter().map(|coefficient| coefficient.0).collect();
        read.push(CellFact { rel: fact.rel, fields, behind: 0, rest });
    }
    Ok(Uniform { block, offset, count, stride, width, sign, all: read.into() })
}

/// The fact in the variables of another state.
pub(crate) fn instance(uniform: &Uniform, images: &[Poly]) -> Result<Uniform, TooLarge> {
    let (offset, count) = (uniform.offset.substitute(images)?, uniform.count.substitute(images)?);
    Ok(Uniform { offset, count, all: facts(&uniform.all, images)?, ..uniform.clone() })
}

/// A step of a uniform fact, or of a list or tree.
pub(crate) fn step(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::Uniform { block, offset, stride, width, sign, all } => {
            empty(cx, s, (*block, offset), (*stride, *width, *sign), all)
        }
        Ghost::Extend { uniform, entry, side } => extend(cx, s, *uniform, *entry, *side),
        Ghost::Part { uniform, first, count, all } => part(cx, s, *uniform, (first, count), all),
        Ghost::Element { uniform, index } => element(cx, s, *uniform, index),
        _ => list::step(cx, s, ghost),
    }
}

/// U-EMPTY
fn empty(
    cx: &mut Context,
    s: &mut State,
    (block, offset): (BlockId, &certificates::Term),
    form: (u64, u32, Sign),
    all: &[certificates::CellFact],
) -> Checked {
    cx.rule("U-EMPTY");
    live(cx, s, block)?;
    let offset = read_term(cx, s, offset)?;
    let fact = read(cx, (block, offset, Poly::default()), form, all, s.variables)?;
    new_uniform(cx, s, fact)
}

/// U-EXTEND
fn extend(cx: &mut Context, s: &mut State, id: EntryId, place: EntryId, side: Side) -> Checked {
    cx.rule("U-EXTEND");
    let u = uniform_of(cx, s, id)?;
    let e = entry(cx, s, place)?;
    reject_if!(cx, e.block != u.block, e.width != u.width, e.sign != u.sign =>
        "form", "entry {place} is no element of the uniform fact {id}");
    let stride = i128::from(u.stride);
    let offset = match side {
        Side::Before => {
            cx.require_eq("P1", &e.offset.plus(stride)?, &u.offset)?;
            u.offset.plus(-stride)?
        }
        Side::After => {
            cx.require_eq("P1", &e.offset, &u.end()?)?;
            u.offset.clone()
        }
    };
    require_of(cx, &u, "P2", &e.value)?;
    let count = u.count.plus(1)?;
    s.uniforms.insert(id, Rc::new(Uniform { offset, count, ..u.as_ref().clone() }));
    Ok(())
}

/// U-PART
fn part(
    cx: &mut Context,
    s: &mut State,
    id: EntryId,
    (first, count): (&certificates::Term, &certificates::Term),
    all: &[certificates::CellFact],
) -> Checked {
    cx.rule("U-PART");
    let u = uniform_of(cx, s, id)?;
    let (first, count) = (read_term(cx, s, first)?, read_term(cx, s, count)?);
    cx.require_le("P1", &Poly::default(), &first)?;
    cx.require_le("P2", &first.add(&count)?, &u.count)?;
    let made = read(cx, (u.block, u.place(&first)?, count), (u.stride, u.width, u.sign), all, s.variables)?;
    require_facts(cx, s, "P3", &u, &made)?;
    new_uniform(cx, s, made)
}

/// `require facts(given; wanted)`: what is known of each element implies what is wanted, of which nothing must be shown if
/// there is no element.
fn require_facts(cx: &mut Context, s: &State, premise: &str, given: &Uniform, wanted: &Uniform) -> Checked {
    let (mark, none) = (cx.knowledge.mark(), Poly::default());
    cx.add_le(&Poly::constant(1), &wanted.count)?;
    require_from(cx, s, premise, (&given.all, &none), (&wanted.all, &none))?;
    cx.knowledge.undo(mark);
    Ok(())
}

/// U-ELEMENT
fn element(cx: &mut Context, s: &mut State, id: EntryId, index: &certificates::Term) -> Checked {
    cx.rule("U-ELEMENT");
    let u = uniform_of(cx, s, id)?;
    let index = read_term(cx, s, index)?;
    cx.require_le("P1", &Poly::default(), &index)?;
    cx.require_le("P2", &index.plus(1)?, &u.count)?;
    let value = cx.fresh_open(s, 8 * u.width, u.sign)?;
    for fact in u.all.iter() {
        cx.add(fact.of(std::slice::from_ref(&value), &Poly::default())?)?;
    }
    let (block, offset, width, sign) = (u.block, u.place(&index)?, u.width, u.sign);
    new_entry(cx, s, Entry { block, offset, width, sign, value })
}

/// C-UNIFORM: what the state knows of an array implies what the node does. `offset`: where the node's begins, in the
/// state's block.
pub(crate) fn require_covers(cx: &mut Context, s: &State, given: &Uniform, wanted: &Uniform, offset: &Poly) -> Checked {
    reject_if!(cx, given.stride != wanted.stride, given.width != wanted.width, given.sign != wanted.sign =>
        "form", "the elements are other ones");
    cx.require_eq("offset", &given.offset, offset)?;
    cx.require_le("count", &wanted.count, &given.count)?;
    require_facts(cx, s, "all", given, wanted)
}
