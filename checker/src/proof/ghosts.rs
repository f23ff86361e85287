//! Ghost steps, which execute nothing: they say of a state what follows from it, or name what it has (`spec/graph.md`).

use std::collections::BTreeMap;
use std::rc::Rc;

use certificates::{BlockId, EntryId, Ghost, Kind, Sign, Term};

use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::context::{Context, hi, lo, number, power};
use crate::proof::state::{Block, Entry, State};
use crate::proof::{arguments, variadic};
use crate::reader::{MAX_ELEMENTS, Operand, Type};
use crate::rules;
use crate::rules::library::stream_argument;
use crate::rules::memory::{check_width, entry, function_address, live, new_entry, read_term};

/// Steps that add knowledge, and G-RESOLVE.
pub fn ghost(cx: &mut Context, s: &mut State, ghost: &Ghost) -> Checked {
    match ghost {
        Ghost::Assert(atom) => {
            cx.rule("G-ASSERT");
            let atom = Atom { rel: atom.rel, poly: read_term(cx, s, &atom.term)? };
            cx.require("P1", atom.clone())?;
            cx.add(atom)
        }
        Ghost::Distinct { left, right } => distinct(cx, s, *left, *right),
        Ghost::Same { left, right } => {
            cx.rule("G-SAME");
            let (a, b) = pair(cx, s, *left, *right)?;
            reject_if!(cx, a.sign != b.sign => "sign", "values of different signs");
            machine_values(cx, &a, &b)?;
            cx.require_eq("P1", &a.offset, &b.offset)?;
            cx.add_eq(&a.value, &b.value)
        }
        Ghost::Bytes { entry, parts } => bytes(cx, s, *entry, parts),
        Ghost::InBlock(id) => {
            cx.rule("G-INBLOCK");
            let entry = entry(cx, s, *id)?;
            let block = live(cx, s, entry.block)?;
            cx.add_le(&Poly::constant(0), &entry.offset)?;
            cx.add_le(&entry.offset.plus(i128::from(entry.width))?, &block.size)
        }
        Ghost::Block(id) => {
            cx.rule("G-BLOCK");
            let block = live(cx, s, *id)?;
            if block.kind == Kind::Heap {
                cx.require_le("P1", &block.size, &Poly::constant(cx.max_size()))?;
            }
            cx.add_le(&Poly::constant(1), &block.base)?;
            cx.add_le(&block.base.add(&block.size)?, &Poly::constant(cx.top()))?;
            cx.add_le(&Poly::constant(0), &block.size)
        }
        Ghost::Divide { term, divisor } => {
            cx.rule("G-DIVIDE");
            let t = read_term(cx, s, term)?;
            let magnitude = divisor.0.checked_abs().ok_or(TooLarge)?;
            reject_if!(cx, magnitude == 0 => "c != 0", "division by zero");
            let q = cx.fresh(s)?;
            let r = cx.fresh(s)?;
            cx.add_eq(&t, &q.combine(divisor.0, &r, 1)?)?;
            cx.add_range(0, &r, magnitude - 1)
        }
        Ghost::Resolve { block, present } => resolve(cx, s, *block, *present),
        Ghost::Function(name) => function(cx, s, name),
        Ghost::Table { entry: id, index, first, last } => {
            cx.rule("G-TABLE");
            let e = entry(cx, s, *id)?;
            let m = read_term(cx, s, index)?;
            let (low, high) = elements(cx, s, &e, *first, *last)?;
            cx.require_eq("P1", &e.offset, &m.scale(i128::from(e.width))?)?;
            cx.require_le("P2", &Poly::constant(i128::from(*first)), &m)?;
            cx.require_le("P3", &m, &Poly::constant(i128::from(*last)))?;
            cx.add_le(&Poly::constant(low), &e.value)?;
            cx.add_le(&e.value, &Poly::constant(high))
        }
        Ghost::Argument { index } => arguments::argument(cx, s, index),
        Ghost::Stream(id) => {
            cx.rule("G-STREAM");
            let held = stream_argument::held(cx, s, *id)?;
            cx.add_le(&Poly::constant(1), &held)
        }
        Ghost::Variadic => variadic::pass(cx, s),
        Ghost::Read { block, offset, width, sign } => read(cx, s, *block, offset, (*width, *sign)),
        _ => rules::uniform::step(cx, s, ghost),
    }
}

/// G-DISTINCT
fn distinct(cx: &mut Context, s: &State, left: u32, right: u32) -> Checked {
    cx.rule("G-DISTINCT");
    let (a, b) = pair(cx, s, left, right)?;
    let alike = |e: &Entry| e.value.as_constant().is_some_and(|c| (0..=127).contains(&c));
    if a.sign != b.sign && !alike(&a) && !alike(&b) {
        let (u, s) = if a.sign == Sign::Unsigned { (&a, &b) } else { (&b, &a) };
        let small = Atom::le(&u.value, &Poly::constant(hi(8 * u.width, Sign::Signed)))?;
        cx.require_either("P3", small, &[Atom::le(&Poly::constant(0), &s.value)?])?;
    }
    machine_values(cx, &a, &b)?;
    cx.require_ne("P1", &a.value, &b.value)?;
    cx.require_le("P2", &a.offset, &b.offset)?;
    cx.add_le(&a.offset.plus(1)?, &b.offset)
}

/// G-BYTES: the bytes of an entry are, in order, those of others.
fn bytes(cx: &mut Context, s: &mut State, whole: EntryId, parts: &[EntryId]) -> Checked {
    cx.rule("G-BYTES");
    let e = entry(cx, s, whole)?;
    let parts = parts.iter().map(|id| entry(cx, s, *id)).collect::<Checked<Vec<Rc<Entry>>>>()?;
    reject_if!(cx, parts.iter().any(|part| part.block != e.block) => "block", "an entry of another block");
    let width = parts.iter().try_fold(0u32, |width, part| width.checked_add(part.width));
    reject_if!(cx, width != Some(e.width) => "width", "the entries have more or fewer bytes");
    for part in parts.iter().chain([&e]) {
        cx.machine_value(&part.value, 8 * part.width, part.sign)?;
    }
    let (mut sum, mut behind) = (Poly::constant(0), 0);
    for part in parts {
        cx.require_eq("place", &part.offset, &e.offset.plus(i128::from(behind))?)?;
        sum = sum.combine(1, &natural(cx, s, &part)?, power(8 * behind))?;
        behind += part.width;
    }
    let value = natural(cx, s, &e)?;
    cx.add_eq(&value, &sum)
}

/// The bytes of an entry as a natural number.
fn natural(cx: &mut Context, s: &mut State, e: &Entry) -> Checked<Poly> {
    let mut value = e.value.clone();
    if e.sign == Sign::Signed {
        let carry = cx.fresh(s)?;
        cx.add_range(0, &carry, 1)?;
        value = value.combine(1, &carry, power(8 * e.width))?;
    }
    cx.add_range(0, &value, hi(8 * e.width, Sign::Unsigned))?;
    Ok(value)
}

/// Q-IDEAL: numbers in memory whose bytes are compared must be in the machine's range.
fn machine_values(cx: &mut Context, a: &Entry, b: &Entry) -> Checked {
    cx.machine_value(&a.value, 8 * a.width, a.sign)?;
    cx.machine_value(&b.value, 8 * b.width, b.sign)
}

/// The two entries of G-DISTINCT or G-SAME: of one block and one width.
fn pair(cx: &Context, s: &State, left: u32, right: u32) -> Checked<(Rc<Entry>, Rc<Entry>)> {
    let (a, b) = (entry(cx, s, left)?, entry(cx, s, right)?);
    reject_if!(cx, left == right, a.block != b.block, a.width != b.width =>
        "entries", "not two entries of one block and width");
    Ok((a, b))
}

/// G-TABLE: the least and the greatest of some elements of a constant, read as the entry reads them, or of those that the
/// state has as numbers.
fn elements(cx: &mut Context, s: &State, e: &Entry, first: u64, last: u64) -> Checked<(i128, i128)> {
    let global = match &live(cx, s, e.block)?.kind {
        Kind::Global(name) => cx.module.globals.get(&**name).filter(|global| global.constant),
        _ => None,
    };
    let place = |offset: u64| offset.checked_div(e.width.into()).filter(|k| k * u64::from(e.width) == offset);
    let among = |offset: u64| place(offset).filter(|k| (first..=last).contains(k));
    let mut numbers = BTreeMap::new();
    if let Some(global) = global {
        let cells = cx.module.layout.at_most(MAX_ELEMENTS, global);
        cx.charge(cells.work)?;
        for cell in cells.scalars.iter().filter(|cell| cell.width == e.width) {
            if let (Operand::Int { bits, .. }, Type::Int(w), Some(k)) = (&cell.value, &cell.ty, among(cell.offset))
                && *w == 8 * cell.width
            {
                numbers.insert(k, number(*bits, *w, e.sign));
            }
        }
    } else {
        let bits = 8 * e.width;
        for other in s.entries.values().filter(|other| (other.block, other.width) == (e.block, e.width)) {
            if let (Some(offset), Some(value)) = (other.offset.as_constant(), other.value.as_constant())
                && let Some(k) = u64::try_from(offset).ok().and_then(among)
                && (lo(bits, other.sign)..=hi(bits, other.sign)).contains(&value)
            {
                numbers.insert(k, number(value.rem_euclid(power(bits)) as u64, bits, e.sign));
            }
        }
    }
    take!(cx, (Some(low), Some(high)) = (numbers.values().min(), numbers.values().max()) => "elements", "there are none");
    let missing = (last - first).checked_add(1) != Some(numbers.len() as u64);
    reject_if!(cx, missing => "elements", "not all of the elements are known numbers");
    Ok((*low, *high))
}

/// G-FUNCTION
fn function(cx: &mut Context, s: &mut State, name: &str) -> Checked {
    cx.rule("G-FUNCTION");
    reject_if!(cx, !cx.module.has_address(name) =>
        "function", "the module has no function @{name}, or it is outside the subset");
    reject_if!(cx, s.function(name).is_some() => "identity", "the state has the address of @{name} already");
    function_address(cx, s, name).map(drop)
}

/// G-READ
fn read(cx: &mut Context, s: &mut State, id: BlockId, offset: &Term, (width, sign): (u32, Sign)) -> Checked {
    cx.rule("G-READ");
    let block = live(cx, s, id)?;
    let offset = read_term(cx, s, offset)?;
    check_width(cx, width)?;
    cx.require_le("P1", &Poly::constant(0), &offset)?;
    cx.require_le("P2", &offset.plus(i128::from(width))?, &block.size)?;
    let value = cx.fresh_open(s, 8 * width, sign)?;
    new_entry(cx, s, Entry { block: id, offset, width, sign, value })
}

/// G-RESOLVE
fn resolve(cx: &mut Context, s: &mut State, id: u32, present: bool) -> Checked {
    cx.rule("G-RESOLVE");
    let block = some!(cx, s.blocks.get(&id).cloned() => "block", "the state has no block {id}");
    reject_if!(cx, !block.optional => "block", "block {id} is not optional");
    let zero = Poly::constant(0);
    if !present {
        cx.require_eq("P1", &block.base, &zero)?;
        s.delete(id);
        return Ok(());
    }
    cx.require_ne("P1", &block.base, &zero)?;
    s.blocks.insert(id, Rc::new(Block { optional: false, ..block.as_ref().clone() }));
    cx.add_le(&Poly::constant(1), &block.base)
}
