//! Functions that read a line into memory that they allocate (`spec/rules/library.md`, Lines).

use crate::rules::library::arguments::{Call, address};
use crate::rules::library::columns::{Given, all_kept, end, kept_of};
use crate::rules::library::heap::{freeable, heap_block};
use crate::rules::library::stream_argument::stream;
use crate::rules::memory;
use crate::rules::shared::*;

/// X-LINE: the number of characters of a line, or -1. Afterwards argument 0 points to a buffer with the line, or to null,
/// and argument 1 to the number of bytes that it has at least.
pub(super) fn call<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    given: &mut Given,
    made: &mut Vec<Entry>,
) -> Checked<(Poly, Sign)> {
    cx.rule("X-LINE");
    stream(cx, s, c, c.arguments.len().saturating_sub(1), given)?;
    let (pointer, count) = (variable(cx, s, c, 0, given)?, variable(cx, s, c, 1, given)?);
    if pointer.0 == count.0 {
        let word = Poly::constant(i128::from(cx.pointer() / 8));
        let first = Atom::le(&pointer.1.add(&word)?, &count.1)?;
        cx.require_either("disjoint", first, &[Atom::le(&count.1.add(&word)?, &pointer.1)?])?;
    }
    let (old, sign) = held(cx, s, &pointer, given)?;
    reject_if!(cx, sign != Sign::Unsigned => "entry", "an address is unsigned");
    if let Some(access) = given.accesses.next() {
        let size = memory::live(cx, s, access.block)?.size.clone();
        let base = freeable(cx, s, access.block)?;
        // What is moved or freed is not where its address, or its size, is kept.
        reject_if!(cx, access.block == pointer.0, access.block == count.0 =>
            "buffer", "the buffer holds its own address or size");
        cx.require_eq("P18", &old, &base)?;
        cx.require_le("P19", &Poly::constant(1), &size)?;
        let (bytes, sign) = held(cx, s, &count, given)?;
        // Up to the size a number that is not negative has the same bits with either sign.
        if sign == Sign::Signed {
            cx.require_le("P22", &Poly::default(), &bytes)?;
        }
        cx.require_le("P20", &bytes, &size)?;
        written(cx, s, [&pointer, &count], given)?;
        s.delete(access.block);
    } else {
        cx.require_eq("P18", &old, &Poly::default())?;
        written(cx, s, [&pointer, &count], given)?;
    }
    let size = cx.fresh(s)?;
    cx.add_le(&size, &Poly::constant(cx.max_size()))?;
    let (b, block) = heap_block(cx, s, &size, true)?;
    let bytes = cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?;
    let (x, end) = line(cx, s, (block, &b), (&size, &bytes))?;
    let word = |(block, offset): &(BlockId, Poly), value: Poly| {
        let (block, offset, width) = (*block, offset.clone(), cx.pointer() / 8);
        Entry { block, offset, width, sign: Sign::Unsigned, value }
    };
    made.extend([word(&pointer, b), word(&count, bytes), end]);
    Ok((x, Sign::Signed))
}

/// Where a variable of pointer width lies that the function reads and writes.
pub(super) fn variable<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    place: usize,
    given: &mut Given,
) -> Checked<(BlockId, Poly)> {
    let p = address(cx, s, c, place)?;
    let word = u64::from(cx.pointer() / 8);
    let access = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    let offset = memory::access(cx, s, access, &p, &Poly::constant(i128::from(word)), word)?;
    memory::writable(cx, s, access.block)?;
    Ok((access.block, offset))
}

/// What the variable holds before the call, with its sign.
pub(super) fn held(
    cx: &mut Context,
    s: &State,
    (block, offset): &(BlockId, Poly),
    given: &mut Given,
) -> Checked<(Poly, Sign)> {
    let id = some!(cx, given.entries.next() => "entry", "an entry of the variable is needed");
    let entry = memory::entry(cx, s, *id)?;
    reject_if!(cx, entry.block != *block, entry.width != cx.pointer() / 8 =>
        "entry", "entry {id} is of another block or width");
    cx.require_eq("P21", &entry.offset, offset)?;
    Ok((entry.value.clone(), entry.sign))
}

/// Both variables are written; entries beside them survive.
fn written(cx: &mut Context, s: &mut State, variables: [&(BlockId, Poly); 2], given: &mut Given) -> Checked {
    let word = Poly::constant(i128::from(cx.pointer() / 8));
    let keep = std::mem::take(&mut given.keep);
    for (block, offset) in variables {
        let kept = kept_of(s, keep, *block);
        memory::survivors(cx, s, *block, offset, &word, &kept)?;
    }
    all_kept(cx, s, keep, &variables.map(|(block, _)| *block))
}

/// The result x, and an entry for the byte behind the line. If x is not -1 there is a buffer, of at least as many bytes as
/// argument 1 says, and its byte x is 0.
fn line(
    cx: &mut Context,
    s: &mut State,
    (block, b): (BlockId, &Poly),
    (size, bytes): (&Poly, &Poly),
) -> Checked<(Poly, Entry)> {
    let x = cx.fresh(s)?;
    let g = cx.fresh(s)?;
    cx.add_range(0, &g, 1)?;
    let yes = g.scale(power(cx.pointer()))?;
    let no = Poly::constant(power(cx.pointer())).sub(&yes)?;
    cx.add_le(&x.plus(1)?, &yes)?;
    cx.add_le(&g.scale(2)?.plus(-1)?, &x)?;
    cx.add_le(&x.plus(1)?, size)?;
    cx.add_le(&g, b)?;
    cx.add_le(&bytes.sub(size)?, &no)?;
    let end = end(cx, s, (block, &Poly::default(), size), &no)?;
    cx.add_le(&end.offset.sub(&x)?, &no)?;
    cx.add_le(&x.sub(&end.offset)?, &no)?;
    Ok((x, end))
}
