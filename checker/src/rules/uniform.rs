//! What the elements of an array have in common (`spec/rules/uniform.md`).

use std::rc::Rc;

use certificates::Ghost;

use super::cell::{facts, require_from};
use super::library::heap::check_width;
use super::memory::{entry, is_errno, live, read_term};
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

/// A new uniform fact, with a number of those of the entries.
pub(crate) fn new_uniform(cx: &mut Context, s: &mut State, uniform: Uniform) -> Checked {
    if is_errno(s, uniform.block) {
        return Ok(());
    }
    cx.charge(uniform.size())?;
    s.uniforms.insert(s.next_entry, Rc::new(uniform));
    s.next_entry = s.next_entry.checked_add(1).ok_or(TooLarge)?;
    Ok(())
}

/// The fact in the variables of another state.
pub(crate) fn instance(uniform: &Uniform, images: &[Poly]) -> Result<Uniform, TooLarge> {
    let (offset, count) = (uniform.offset.substitute(images)?, uniform.count.substitute(images)?);
    Ok(Uniform { offset, count, all: facts(&uniform.all, images)?, ..uniform.clone() })
}

/// A step of a uniform fact; `None` if it is a step of something else.
pub(crate) fn step(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Option<Checked> {
    match ghost {
        Ghost::Uniform { block, offset, stride, width, sign, all } => {
            Some(empty(cx, s, (*block, offset), (*stride, *width, *sign), all))
        }
        Ghost::Extend { uniform, entry, side } => Some(extend(cx, s, *uniform, *entry, *side)),
        Ghost::Part { uniform, first, count, all } => Some(part(cx, s, *uniform, (first, count), all)),
        Ghost::Element { uniform, index } => Some(element(cx, s, *uniform, index)),
        _ => None,
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

/// The uniform fact of this number; its block must exist and not be optional.
fn known(cx: &mut Context, s: &State, id: EntryId) -> Checked<Rc<Uniform>> {
    let uniform = some!(cx, s.uniforms.get(&id) => "uniform", "the state has no uniform fact {id}").clone();
    live(cx, s, uniform.block)?;
    cx.charge(uniform.size())?;
    Ok(uniform)
}

/// `require of(u; x)`: what the fact says of each element holds of this value.
fn require_of(cx: &mut Context, u: &Uniform, premise: &str, value: &Poly) -> Checked {
    for fact in u.all.iter() {
        cx.require(premise, fact.of(std::slice::from_ref(value), &Poly::default())?)?;
    }
    Ok(())
}

/// U-EXTEND
fn extend(cx: &mut Context, s: &mut State, id: EntryId, place: EntryId, side: Side) -> Checked {
    cx.rule("U-EXTEND");
    let u = known(cx, s, id)?;
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
    let u = known(cx, s, id)?;
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
    let u = known(cx, s, id)?;
    let index = read_term(cx, s, index)?;
    cx.require_le("P1", &Poly::default(), &index)?;
    cx.require_le("P2", &index.plus(1)?, &u.count)?;
    let value = cx.fresh_open(s, 8 * u.width, u.sign)?;
    for fact in u.all.iter() {
        cx.add(fact.of(std::slice::from_ref(&value), &Poly::default())?)?;
    }
    let (block, offset, width, sign) = (u.block, u.place(&index)?, u.width, u.sign);
    super::memory::new_entry(cx, s, Entry { block, offset, width, sign, value })
}

/// Uniform facts that a store leaves true, because it writes such an element (M-STORE).
pub(crate) fn within(
    cx: &mut Context,
    s: &State,
    stored: &Entry,
    within: &[(EntryId, certificates::Term)],
) -> Checked<Vec<(EntryId, Rc<Uniform>)>> {
    reject_if!(cx, !within.is_sorted_by(|a, b| a.0 < b.0) => "within", "the facts are not ascending");
    let mut left = Vec::new();
    for (id, index) in within {
        let u = known(cx, s, *id)?;
        reject_if!(cx, u.block != stored.block, u.width != stored.width, u.sign != stored.sign =>
            "within", "what is stored is no element of the uniform fact {id}");
        let index = read_term(cx, s, index)?;
        cx.require_eq("within place", &stored.offset, &u.place(&index)?)?;
        require_of(cx, &u, "within value", &stored.value)?;
        left.push((*id, u));
    }
    Ok(left)
}

/// The fact that several cells in a row, which begin at `offset`, hold this value.
pub(crate) fn equal(
    cx: &mut Context,
    s: &mut State,
    (block, offset, count): (BlockId, Poly, Poly),
    (width, sign): (u32, Sign),
    value: i128,
) -> Checked {
    let fact = |coefficient: i128, rest: i128| {
        let rest = Poly::constant(rest);
        CellFact { rel: certificates::Rel::Le, fields: vec![coefficient], behind: 0, rest }
    };
    let all = [fact(-1, value), fact(1, value.checked_neg().ok_or(TooLarge)?)].into();
    new_uniform(cx, s, Uniform { block, offset, count, stride: width.into(), width, sign, all })
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
