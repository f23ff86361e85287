//! Steps of list segments, the predicate `ls` of separation logic with lengths and facts about cells
//! (`spec/rules/list.md`).

use std::rc::Rc;

use certificates::{FoldedCell, Ghost, ListId, OwnedCase, ShapeId, Source};

use super::cell::{
    CellShape, Values, add_address, add_facts, add_known, consume, facts, folded, fresh_values, list_shape, new_list,
    read_facts, read_values, require_from, shape, unfold,
};
use super::memory::read_term;
use super::shared::*;
use super::tree;
use crate::proof::state::{CellFact, Segment};

/// A step of a list segment, or of a tree.
pub(crate) fn step(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::ListEmpty { .. } => empty(cx, s, ghost),
        Ghost::ListFold { shape, cell, all } => fold(cx, s, *shape, cell, all),
        Ghost::ListJoin { left, right, first, last, all } => join(cx, s, (*left, *right), (first, last), all),
        Ghost::ListLength(list) => {
            cx.rule("L-LENGTH");
            let l = list_of(cx, s, *list)?;
            cx.add_le(&Poly::default(), &l.length)
        }
        Ghost::ListEmptied(list) => emptied(cx, s, *list),
        Ghost::ListFirst { list, only, owned } => first(cx, s, *list, *only, owned),
        Ghost::ListLast { list, only, owned } => last(cx, s, *list, *only, owned),
        _ => tree::step(cx, s, ghost),
    }
}

fn list_of(cx: &mut Context, s: &State, id: ListId) -> Checked<Rc<Segment>> {
    let list = some!(cx, s.lists.get(&id) => "list", "the state has no list {id}").clone();
    cx.charge(list.size())?;
    Ok(list)
}

/// L-EMPTY
fn empty(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    cx.rule("L-EMPTY");
    take!(cx, Ghost::ListEmpty { shape, end, before, first, last, all, marks } = ghost =>
        "instruction", "not an empty list");
    let cell = list_shape(cx, *shape)?;
    let (end, before) = (read_term(cx, s, end)?, read_term(cx, s, before)?);
    reject_if!(cx, cell.back.is_none() && !before.is_zero() => "before", "no pointer goes back");
    let limit = s.variables;
    let (first, last) = (read_values(cx, cell, first, limit)?, read_values(cx, cell, last, limit)?);
    let (all, length) = (read_facts(cx, cell, all, limit)?, Poly::default());
    let (head, rear) = (end.clone(), before.clone());
    new_list(cx, s, Segment { shape: *shape, head, end, length, before, rear, first, last, all, marks: *marks })
}

/// L-FOLD
fn fold(cx: &mut Context, s: &mut State, shape: ShapeId, cell: &FoldedCell, all: &[certificates::CellFact]) -> Checked {
    cx.rule("L-FOLD");
    let looks = list_shape(cx, shape)?;
    let all = read_facts(cx, looks, all, s.variables)?;
    let (values, marks) = folded(cx, s, looks, cell, &all)?;
    let end = some!(cx, values.links.into_iter().next() => "shape", "cells of lists have one link");
    consume(s, cell);
    let head = values.base.plus(i128::from(looks.anchor))?;
    let known: Vec<Option<Poly>> = values.fields.into_iter().map(Some).collect();
    let (before, rear) = values.back.map_or_else(Default::default, |before| (before, head.clone()));
    let length = Poly::constant(1);
    new_list(cx, s, Segment { shape, head, end, length, before, rear, first: known.clone(), last: known, all, marks })
}

/// L-JOIN
fn join(
    cx: &mut Context,
    s: &mut State,
    (left, right): (ListId, ListId),
    (first, last): (&[Source], &[Source]),
    all: &[certificates::CellFact],
) -> Checked {
    cx.rule("L-JOIN");
    let (l, r) = (list_of(cx, s, left)?, list_of(cx, s, right)?);
    reject_if!(cx, left == right => "lists", "a list is not joined with itself");
    reject_if!(cx, l.shape != r.shape, l.marks != r.marks => "lists", "lists of different shapes or marks");
    let looks = shape(cx, l.shape)?;
    let all = read_facts(cx, looks, all, s.variables)?;
    reject_if!(cx, first.len() != looks.fields.len(), last.len() != looks.fields.len() =>
        "fields", "there is a source for each field");
    cx.require_eq("P1", &l.end, &r.head)?;
    if looks.back.is_some() {
        cx.require_eq("P2", &r.before, &l.rear)?;
    }
    let (one, zero) = (Poly::constant(1), Poly::default());
    require_from(cx, s, "P3", (&l.all, &l.length), (&all, &r.length))?;
    require_from(cx, s, "P4", (&r.all, &r.length), (&all, &zero))?;
    let (mut new_first, mut new_last) = (Vec::new(), Vec::new());
    for ((source, of_l), of_r) in first.iter().zip(&l.first).zip(&r.first) {
        new_first.push(match source {
            Source::Left => {
                cx.require_le("P5", &one, &l.length)?;
                Some(known(cx, of_l)?)
            }
            Source::Right => {
                cx.require_le("P6", &l.length, &zero)?;
                Some(known(cx, of_r)?)
            }
            Source::Neither => None,
        });
    }
    for ((source, of_l), of_r) in last.iter().zip(&l.last).zip(&r.last) {
        new_last.push(match source {
            Source::Right => {
                cx.require_le("P7", &one, &r.length)?;
                Some(known(cx, of_r)?)
            }
            Source::Left => {
                cx.require_le("P8", &r.length, &zero)?;
                Some(known(cx, of_l)?)
            }
            Source::Neither => None,
        });
    }
    s.lists.remove(&left);
    s.lists.remove(&right);
    let joined = Segment {
        head: l.head.clone(),
        end: r.end.clone(),
        length: l.length.add(&r.length)?,
        before: l.before.clone(),
        rear: r.rear.clone(),
        first: new_first,
        last: new_last,
        all,
        shape: l.shape,
        marks: l.marks,
    };
    new_list(cx, s, joined)
}

/// The value of a field in a list's first or last cell, if the list gives one.
fn known(cx: &Context, value: &Option<Poly>) -> Checked<Poly> {
    Ok(some!(cx, value => "fields", "the list does not say what the field holds").clone())
}

/// L-EMPTIED
fn emptied(cx: &mut Context, s: &mut State, id: ListId) -> Checked {
    cx.rule("L-EMPTIED");
    let l = list_of(cx, s, id)?;
    cx.require_le("P1", &l.length, &Poly::default())?;
    cx.add_eq(&l.length, &Poly::default())?;
    cx.add_eq(&l.head, &l.end)?;
    if shape(cx, l.shape)?.back.is_some() {
        cx.add_eq(&l.rear, &l.before)?;
    }
    s.lists.remove(&id);
    Ok(())
}

/// The premises of L-FIRST and L-LAST.
fn has_cell<'m>(cx: &mut Context<'m>, s: &State, id: ListId, only: bool) -> Checked<(Rc<Segment>, &'m CellShape)> {
    let l = list_of(cx, s, id)?;
    cx.require_le("P1", &Poly::constant(1), &l.length)?;
    if only {
        cx.require_eq("P2", &l.length, &Poly::constant(1))?;
    }
    let looks = shape(cx, l.shape)?;
    Ok((l, looks))
}

/// L-FIRST
fn first(cx: &mut Context, s: &mut State, id: ListId, only: bool, owned: &[OwnedCase]) -> Checked {
    cx.rule("L-FIRST");
    let (l, looks) = has_cell(cx, s, id, only)?;
    let x = cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?;
    let (fields, places) = fresh_values(cx, s, looks)?;
    let base = add_address(cx, looks, &l.head)?;
    add_known(cx, &fields, &l.first)?;
    let length = l.length.plus(-1)?;
    add_facts(cx, &fields, &length, &l.all)?;
    if only {
        cx.add_eq(&x, &l.end)?;
        if looks.back.is_some() {
            cx.add_eq(&l.rear, &l.head)?;
        }
        add_known(cx, &fields, &l.last)?;
    }
    let back = looks.back.map(|_| l.before.clone());
    let values = Values { base, links: vec![x.clone()], back, fields, owned: places };
    unfold(cx, s, looks, l.marks, &values, owned)?;
    let before = looks.back.map_or_else(Poly::default, |_| l.head.clone());
    let rest = Segment { head: x, before, length, first: nothing(&l.first), ..l.as_ref().clone() };
    s.lists.insert(id, Rc::new(rest));
    Ok(())
}

/// L-LAST
fn last(cx: &mut Context, s: &mut State, id: ListId, only: bool, owned: &[OwnedCase]) -> Checked {
    cx.rule("L-LAST");
    let (l, looks) = has_cell(cx, s, id, only)?;
    reject_if!(cx, looks.back.is_none() => "shape", "where no pointer goes back, nothing is said of the last cell");
    let y = cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?;
    let (fields, places) = fresh_values(cx, s, looks)?;
    let base = add_address(cx, looks, &l.rear)?;
    add_known(cx, &fields, &l.last)?;
    add_facts(cx, &fields, &Poly::default(), &l.all)?;
    if only {
        cx.add_eq(&y, &l.before)?;
        cx.add_eq(&l.head, &l.rear)?;
        add_known(cx, &fields, &l.first)?;
    }
    let values = Values { base, links: vec![l.end.clone()], back: Some(y.clone()), fields, owned: places };
    unfold(cx, s, looks, l.marks, &values, owned)?;
    let (end, length) = (l.rear.clone(), l.length.plus(-1)?);
    // Each of the other cells has one cell fewer after it.
    let nearer = |fact: &CellFact| Ok(CellFact { rest: fact.rest.plus(fact.behind)?, ..fact.clone() });
    let all = l.all.iter().map(nearer).collect::<Result<_, TooLarge>>()?;
    let rest = Segment { end, rear: y, length, last: nothing(&l.last), all, ..l.as_ref().clone() };
    s.lists.insert(id, Rc::new(rest));
    Ok(())
}

/// A list of unknown values for this many fields.
fn nothing(fields: &[Option<Poly>]) -> Vec<Option<Poly>> {
    vec![None; fields.len()]
}

/// A node's segment in the variables of a state.
pub(crate) fn instance(l: &Segment, images: &[Poly]) -> Result<Segment, TooLarge> {
    let each = |values: &[Option<Poly>]| -> Result<Vec<Option<Poly>>, TooLarge> {
        values.iter().map(|value| value.as_ref().map(|value| value.substitute(images)).transpose()).collect()
    };
    Ok(Segment {
        shape: l.shape,
        head: l.head.substitute(images)?,
        end: l.end.substitute(images)?,
        length: l.length.substitute(images)?,
        before: l.before.substitute(images)?,
        rear: l.rear.substitute(images)?,
        first: each(&l.first)?,
        last: each(&l.last)?,
        all: facts(&l.all, images)?,
        marks: l.marks,
    })
}
