//! What the elements of an array have in common (`spec/rules/uniform.md`).

use std::rc::Rc;

use certificates::{FoldedPart, Ghost, Marks};

use super::cell::{consume_part, facts};
use super::memory::{check_width, entry, live, new_uniform, read_term, require_of, uniform_of};
use super::shared::*;
use super::{elements, list};
use crate::proof::state::Uniform;

/// A uniform fact of a certificate, over the first `limit` variables: U-FORM.
pub(crate) fn read(
    cx: &mut Context,
    (block, offset, count): (BlockId, Poly, Poly),
    (stride, width, sign): (u64, u32, Sign),
    (all, owned): (&[certificates::CellFact], &Option<certificates::OwnedElements>),
    limit: u32,
) -> Checked<Uniform> {
    check_width(cx, width)?;
    reject_if!(cx, stride < width.into() => "stride", "elements of {width} bytes, {stride} bytes apart, overlap");
    reject_if!(cx, i128::from(stride) > cx.max_size() => "stride", "no block has two elements {stride} bytes apart");
    let all = elements::read_facts(cx, all, limit)?;
    let owned = owned.as_ref().map(|owned| elements::read(cx, owned, (width, sign), limit)).transpose()?.map(Rc::new);
    Ok(Uniform { block, offset, count, stride, width, sign, all, owned })
}

/// The fact in the variables of another state.
pub(crate) fn instance(uniform: &Uniform, images: &[Poly]) -> Result<Uniform, TooLarge> {
    let (offset, count) = (uniform.offset.substitute(images)?, uniform.count.substitute(images)?);
    let owned = uniform.owned.as_deref().map(|owned| elements::instance(owned, images)).transpose()?.map(Rc::new);
    Ok(Uniform { offset, count, all: facts(&uniform.all, images)?, owned, ..uniform.clone() })
}

/// A step of a uniform fact, or of a list or tree.
pub(crate) fn step(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::Uniform { block, offset, stride, width, sign, all, owned } => {
            empty(cx, s, (*block, offset), (*stride, *width, *sign), (all, owned))
        }
        Ghost::Extend { uniform, entry, side, part } => extend(cx, s, *uniform, (*entry, *side), *part),
        Ghost::Part { uniform, first, count, all } => part(cx, s, *uniform, (first, count), all),
        Ghost::Element { uniform, index } => element(cx, s, *uniform, index),
        Ghost::Take { uniform, index, case } => elements::take(cx, s, *uniform, index, *case),
        Ghost::Join { left, right, all } => elements::join(cx, s, (*left, *right), all),
        Ghost::Weaken { uniform, owned } => elements::weaken(cx, s, *uniform, owned),
        Ghost::Nulls { uniform, owned } => elements::nulls(cx, s, *uniform, owned),
        _ => list::step(cx, s, ghost),
    }
}

/// U-EMPTY
fn empty(
    cx: &mut Context,
    s: &mut State,
    (block, offset): (BlockId, &certificates::Term),
    form: (u64, u32, Sign),
    said: (&[certificates::CellFact], &Option<certificates::OwnedElements>),
) -> Checked {
    cx.rule("U-EMPTY");
    live(cx, s, block)?;
    let offset = read_term(cx, s, offset)?;
    let fact = read(cx, (block, offset, Poly::default()), form, said, s.variables)?;
    new_uniform(cx, s, fact)
}

/// U-EXTEND
fn extend(
    cx: &mut Context,
    s: &mut State,
    id: EntryId,
    (place, side): (EntryId, Side),
    part: Option<FoldedPart>,
) -> Checked {
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
    elements::require_owned(cx, s, &u, &e.value, part)?;
    let count = u.count.plus(1)?;
    part.into_iter().for_each(|part| consume_part(s, part));
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
    let made = read(cx, (u.block, u.place(&first)?, count), (u.stride, u.width, u.sign), (all, &None), s.variables)?;
    elements::require_facts(cx, s, "P3", (&u, &made.count), &made.all)?;
    new_uniform(cx, s, made)
}

/// U-ELEMENT
fn element(cx: &mut Context, s: &mut State, id: EntryId, index: &certificates::Term) -> Checked {
    cx.rule("U-ELEMENT");
    let u = uniform_of(cx, s, id)?;
    let index = read_term(cx, s, index)?;
    elements::value_of(cx, s, &u, &index).map(drop)
}

/// C-UNIFORM: what the state knows of an array implies what the node does. `offset`: where the node's begins, in the
/// state's block.
pub(crate) fn require_covers(
    cx: &mut Context,
    s: &State,
    given: &Uniform,
    (wanted, offset): (&Uniform, &Poly),
    may_be: impl Fn(Marks, Marks) -> bool,
) -> Checked {
    reject_if!(cx, given.stride != wanted.stride, given.width != wanted.width, given.sign != wanted.sign =>
        "form", "the elements are other ones");
    cx.require_eq("offset", &given.offset, offset)?;
    cx.require_le("count", &wanted.count, &given.count)?;
    elements::require_facts(cx, s, "all", (given, &wanted.count), &wanted.all)?;
    let Some(owned) = wanted.owned.as_deref() else { return Ok(()) };
    elements::require_implied(cx, "owned size", given, (owned, &wanted.count), |marks| may_be(marks, owned.marks))
}
