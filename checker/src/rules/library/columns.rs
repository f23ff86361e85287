//! Contracts of library functions that read and write strings and ranges of bytes (`spec/rules/library.md`): what the
//! columns of the table mean.

use crate::rules::library::arguments::{Call, address, argument, integer, size, typed};
use crate::rules::library::effects::{constant_string, global_text};
use crate::rules::library::heap;
use crate::rules::library::table::{Contract, Gives, Last, Reads, Writes};
use crate::rules::memory;
use crate::rules::shared::*;
use Gives::{
    Any, Behind, Case, Class, Compared, Duplicate, Float, Found, Inside, Length, Lengths, NoResult, Same, Within,
    Written,
};
use Reads::{Bytes, Character, Prefix, Text};
use Writes::*;

/// A range that was read, or a character: `length` bytes count, and no byte at or behind `extent` is read.
#[derive(Default)]
pub(super) struct Range {
    /// Or the character.
    address: Poly,
    pub(super) block: Option<BlockId>,
    pub(super) offset: Poly,
    pub(super) length: Poly,
    pub(super) extent: Poly,
    /// Whether there is a 0 at `length`.
    ends: bool,
}

/// What the hint provides, in the order in which it is used.
pub(super) struct Given<'m> {
    pub(super) accesses: std::slice::Iter<'m, Access>,
    pub(super) entries: std::iter::Peekable<std::slice::Iter<'m, EntryId>>,
    pub(super) keep: &'m [(EntryId, Side)],
    /// Whether no memory is accessed, because all counts are 0.
    pub(super) nothing: bool,
}

impl<'m> Given<'m> {
    pub(super) fn of(cx: &Context, c: &Call<'m>) -> Checked<Given<'m>> {
        take!(cx, Detail::Library { accesses, entries, keep } = &c.hint.detail =>
            "hint", "accesses and entries are needed");
        Ok(Given { accesses: accesses.iter(), entries: entries.iter().peekable(), keep, nothing: false })
    }

    /// Nothing but entries and facts that survive.
    pub(super) fn keeping(keep: &'m [(EntryId, Side)]) -> Given<'m> {
        Given { accesses: [].iter(), entries: [].iter().peekable(), keep, nothing: false }
    }

    pub(super) fn all_used(&self, cx: &Context) -> Checked {
        reject_if!(cx, self.accesses.len() > 0, self.entries.len() > 0, !self.keep.is_empty() =>
            "hint", "more accesses or entries than the contract has");
        Ok(())
    }
}

impl Range {
    /// Bytes that the call writes, among which it leaves a 0: what it writes later lies elsewhere.
    pub(super) fn written(block: BlockId, offset: Poly, bytes: Poly) -> Range {
        Range { block: Some(block), offset, extent: bytes, ..Range::default() }
    }

    /// The entry for the 0 at its end, if it is a string.
    pub(super) fn end(&self) -> Checked<Option<Entry>> {
        let Some(block) = self.block.filter(|_| self.ends) else { return Ok(None) };
        Ok(Some(zero(block, self.offset.add(&self.length)?)))
    }
}

/// X-LIBRARY
pub(crate) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, contract: &Contract) -> Checked<Value> {
    cx.rule("X-LIBRARY");
    let (_, types, reads, writes, gives) = *contract;
    typed(cx, c, types)?;
    let mut given = Given::of(cx, c)?;
    given.nothing = given.accesses.len() == 0;
    let mut ranges = Vec::new();
    for read in reads {
        ranges.push(self::read(cx, s, c, *read, &mut given)?);
    }
    let mut made = Vec::new();
    let own = match writes {
        Copied { behind, .. } | Cut { behind, .. } => behind,
        _ => None,
    };
    for (place, range) in ranges.iter().enumerate() {
        if own != Some(place) {
            made.extend(range.end()?);
        }
    }
    made.extend(self::write(cx, s, c, writes, &ranges, &mut given)?);
    given.all_used(cx)?;
    let value = give(cx, s, c, gives, &ranges, &mut made)?;
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(value)
}

/// The entry for the 0 at the end of a string.
pub(super) fn zero(block: BlockId, offset: Poly) -> Entry {
    Entry { block, offset, width: 1, sign: Sign::Signed, value: Poly::default() }
}

pub(super) fn read<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    what: Reads,
    given: &mut Given,
) -> Checked<Range> {
    let (at, count, text) = match what {
        Text(at) => (at, None, true),
        Bytes(at, count) => (at, Some(size(cx, s, c, count)?), false),
        Prefix(at, count) => (at, Some(size(cx, s, c, count)?), true),
        Character(at) => {
            let shape = Shape { width: 32, pointer: false };
            let address = cx.signed(s, argument(cx, c, at)?, shape)?;
            cx.require_le("P6", &Poly::constant(-1), &address)?;
            cx.require_le("P7", &address, &Poly::constant(255))?;
            return Ok(Range { address, ..Range::default() });
        }
    };
    let address = address(cx, s, c, at)?;
    let range = range(cx, s, address, (count, text), given)?;
    if let Some(least) = least(cx, c, what)?.filter(|_| range.block.is_some()) {
        cx.add_le(&Poly::constant(least), &range.length)?;
    }
    Ok(range)
}

/// The length that is found in a constant string, up to a count that is a constant; `None` for what is not known.
fn least(cx: &mut Context, c: &Call, what: Reads) -> Checked<Option<i128>> {
    let (at, count) = match what {
        Text(at) => (at, i128::MAX),
        Prefix(at, count) => match argument(cx, c, count)? {
            Operand::Int { bits, .. } => (at, i128::from(*bits)),
            _ => return Ok(None),
        },
        Bytes(..) | Character(_) => return Ok(None),
    };
    let text = constant_string(cx, c, at)?;
    Ok(text.and_then(|text| i128::try_from(text.len()).ok()).map(|length| length.min(count)))
}

/// The constant string to which an argument points, before its 0. `what`: the premise that it is one.
pub(super) fn constant_at<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (at, what): (usize, &str),
    given: &mut Given,
) -> Checked<Vec<u8>> {
    let p = address(cx, s, c, at)?;
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    let offset = memory::access(cx, s, place, &p, &Poly::constant(1), 1)?;
    cx.require_eq("P23", &offset, &Poly::default())?;
    let global = match &memory::live(cx, s, place.block)?.kind {
        Kind::Global(name) => name.clone(),
        _ => return cx.reject(what, "it is no constant"),
    };
    Ok(some!(cx, global_text(cx, &global)? => what, "@{global} is no constant string"))
}

/// Bytes at an address, or a string, which has at most `count` bytes that are looked at.
pub(super) fn range(
    cx: &mut Context,
    s: &mut State,
    address: Poly,
    (count, text): (Option<Poly>, bool),
    given: &mut Given,
) -> Checked<Range> {
    if let (true, Some(count)) = (given.nothing, &count) {
        cx.require_eq("P3", count, &Poly::default())?;
        return Ok(Range { address, ..Range::default() });
    }
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    let of_block = |id: &&EntryId| s.entries.get(id).is_some_and(|entry| entry.block == place.block);
    let last = if text { given.entries.next_if(of_block) } else { None };
    let (offset, length, extent) = match (last, &count) {
        (Some(last), _) => {
            let offset = memory::access(cx, s, place, &address, &Poly::constant(1), 1)?;
            let last = memory::entry(cx, s, *last)?;
            reject_if!(cx, last.width != 1 => "entry", "the entry is not one byte wide");
            cx.require_eq("P4", &last.value, &Poly::default())?;
            cx.require_le("P5", &offset, &last.offset)?;
            let length = cx.fresh(s)?;
            cx.add_le(&Poly::default(), &length)?;
            cx.add_le(&length, &last.offset.sub(&offset)?)?;
            if let Some(count) = &count {
                cx.add_le(&length, count)?;
            }
            let extent = length.plus(1)?;
            (offset, length, extent)
        }
        (None, Some(count)) => {
            let offset = memory::access(cx, s, place, &address, count, 1)?;
            let mut length = count.clone();
            if text {
                length = cx.fresh(s)?;
                cx.add_le(&Poly::default(), &length)?;
                cx.add_le(&length, count)?;
            }
            (offset, length, count.clone())
        }
        (None, None) => return cx.reject("entry", "an entry of the string's block is needed"),
    };
    Ok(Range { address, block: Some(place.block), offset, length, extent, ends: count.is_none() })
}

/// The entries that the written range has afterwards.
fn write<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    writes: Writes,
    ranges: &[Range],
    given: &mut Given,
) -> Checked<Vec<Entry>> {
    let to = match writes {
        Nothing => return Ok(Vec::new()),
        Copied { to, .. } | Cut { to, .. } | Filled { to, .. } | End { to } => to,
    };
    let target = address(cx, s, c, to)?;
    let length = |place: usize| ranges.get(place).map(|range| range.length.clone()).unwrap_or_default();
    let word = i128::from(cx.pointer() / 8);
    let (own, before, bytes, align) = match writes {
        Copied { behind, text, .. } => (behind, behind.map(length).unwrap_or_default(), length(text).plus(1)?, 1),
        Cut { behind, text, count, .. } => {
            let (before, count) = (behind.map(length).unwrap_or_default(), size(cx, s, c, count)?);
            if given.accesses.len() == 0 {
                cx.require_eq("P3", &count, &Poly::default())?;
                return Ok(Vec::new());
            }
            cx.require_le("P12", &before.plus(1)?, &count)?;
            let bytes = cx.fresh(s)?;
            cx.add_le(&Poly::constant(1), &bytes)?;
            cx.add_le(&bytes, &count.sub(&before)?)?;
            cx.add_le(&bytes, &length(text).plus(1)?)?;
            (behind, before, bytes, 1)
        }
        Filled { count, .. } => (None, Poly::default(), size(cx, s, c, count)?, 1),
        End { .. } | Nothing => (None, Poly::default(), Poly::constant(word), word as u64),
    };
    if matches!(writes, End { .. }) && c.arguments.len() > 2 {
        let base = argument(cx, c, 2)?;
        reject_if!(cx, !matches!(base, Operand::Int { bits: 0 | 2..=36, .. }) => "base", "no base of digits");
    }
    let place = match (given.accesses.next(), writes) {
        (Some(place), _) => place,
        (None, End { .. }) => {
            cx.require_eq("P8", &target, &Poly::default())?;
            return Ok(Vec::new());
        }
        // All counts are 0.
        (None, Filled { .. }) if given.nothing => return Ok(Vec::new()),
        (None, _) => return cx.reject("accesses", "an access is needed"),
    };
    let at = store(cx, s, place, (&target, &before, &bytes, align), (ranges, own), given)?;
    match (writes, ranges.first()) {
        (Copied { .. } | Cut { .. }, _) => Ok(vec![zero(place.block, at.add(&bytes)?.plus(-1)?)]),
        (End { .. }, Some(read)) => {
            let value = inside(cx, s, read)?;
            Ok(vec![Entry { block: place.block, offset: at, width: cx.pointer() / 8, sign: Sign::Unsigned, value }])
        }
        _ => Ok(Vec::new()),
    }
}

/// Writes `bytes` bytes after `before` others at an address. None of them may be among the bytes read. Returns the
/// offset.
pub(super) fn store<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    place: &Access,
    (target, before, bytes, align): (&Poly, &Poly, &Poly, u64),
    (ranges, own): (&[Range], Option<usize>),
    given: &mut Given,
) -> Checked<Poly> {
    let whole = before.add(bytes)?;
    let start = memory::access(cx, s, place, target, &whole, align)?;
    memory::writable(cx, s, place.block)?;
    for (number, range) in ranges.iter().enumerate() {
        if range.block == Some(place.block) && own != Some(number) {
            let first = Atom::le(&range.offset.add(&range.extent)?, &start)?;
            cx.require_either("disjoint", first, &[Atom::le(&start.add(&whole)?, &range.offset)?])?;
        }
    }
    let at = start.add(before)?;
    memory::survivors(cx, s, place.block, &at, bytes, std::mem::take(&mut given.keep))?;
    Ok(at)
}

/// An arbitrary address in a range that was read.
fn inside(cx: &mut Context, s: &mut State, read: &Range) -> Checked<Poly> {
    let further = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &further)?;
    cx.add_le(&further, &read.length)?;
    Ok(read.address.add(&further)?)
}

/// The result.
fn give<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    gives: Gives,
    ranges: &[Range],
    made: &mut Vec<Entry>,
) -> Checked<Value> {
    let length = |place: usize| ranges.get(place).map(|range| range.length.clone()).unwrap_or_default();
    let unsigned = |value: Poly| Ok(Some((value, Sign::Unsigned)));
    let none = Range::default();
    let first = ranges.first().unwrap_or(&none);
    match gives {
        Any => {
            let shape = integer(cx, &c.instruction.ty)?;
            Ok(Some((cx.fresh_ranged(s, shape.width, c.hint.sign)?, c.hint.sign)))
        }
        Float | NoResult => Ok(None),
        Written => {
            let x = cx.fresh_ranged(s, cx.pointer(), Sign::Signed)?;
            cx.add_le(&Poly::constant(-1), &x)?;
            cx.add_le(&x, &first.length)?;
            Ok(Some((x, Sign::Signed)))
        }
        Case => {
            let x = cx.fresh(s)?;
            if c.hint.sign == Sign::Signed {
                cx.add_range(-1, &x, 255)?;
                return Ok(Some((x, Sign::Signed)));
            }
            cx.require_le("P9", &Poly::default(), &first.address)?;
            cx.add_range(0, &x, 255)?;
            cx.add_le(&x, &first.address.scale(255)?)?;
            cx.add_le(&first.address, &x.scale(255)?)?;
            Ok(Some((x, Sign::Unsigned)))
        }
        Class(low, high) => {
            let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
            let (no, yes) = choice(cx, s, power(32))?;
            cx.add_le(&x, &yes)?;
            cx.add_le(&x.neg()?, &yes)?;
            cx.add_le(&Poly::constant(low.into()).sub(&first.address)?, &no)?;
            cx.add_le(&first.address.plus(-i128::from(high))?, &no)?;
            Ok(Some((x, Sign::Signed)))
        }
        Compared => {
            let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
            let (not_greater, greater) = choice(cx, s, power(cx.pointer()))?;
            let (not_less, less) = choice(cx, s, power(cx.pointer()))?;
            let differs = greater.add(&less)?;
            cx.add_le(&Poly::constant(1).sub(&x)?, &not_greater)?;
            cx.add_le(&x.plus(1)?, &not_less)?;
            cx.add_le(&length(0).sub(&length(1))?, &differs)?;
            cx.add_le(&length(1).sub(&length(0))?, &differs)?;
            Ok(Some((x, Sign::Signed)))
        }
        Length(place) => unsigned(length(place)),
        Lengths => unsigned(length(0).add(&length(1))?),
        Within(place) => {
            let x = cx.fresh(s)?;
            cx.add_le(&Poly::default(), &x)?;
            cx.add_le(&x, &length(place))?;
            unsigned(x)
        }
        Same(at) => unsigned(address(cx, s, c, at)?),
        Behind(at, place) => unsigned(address(cx, s, c, at)?.add(&length(place))?),
        Inside => unsigned(inside(cx, s, first)?),
        Found(last) => unsigned(found(cx, s, c, last, first, ranges)?),
        Duplicate(place) => {
            let n = length(place);
            let outcome = if cx.malloc_may_fail { Allocation::Optional } else { Allocation::Succeeds };
            let block = s.next_block;
            let base = heap::allocate(cx, s, &n.plus(1)?, outcome, &[])?;
            made.push(zero(block, n));
            unsigned(base)
        }
    }
}

/// A place in the first range at which something is found, or null.
fn found<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    last: Last,
    first: &Range,
    ranges: &[Range],
) -> Checked<Poly> {
    let least = match last {
        Last::Byte => Poly::constant(1),
        Last::Character(at) => match character(cx, s, c, at)? {
            // The end of the string.
            Some(0) => return Ok(first.address.add(&first.length)?),
            Some(_) => Poly::constant(1),
            None => Poly::default(),
        },
        Last::Sequence => ranges.get(1).map(|range| range.length.clone()).unwrap_or_default(),
    };
    let further = cx.fresh(s)?;
    let x = first.address.add(&further)?;
    cx.add_le(&Poly::default(), &x)?;
    let (no, yes) = choice(cx, s, power(cx.pointer()))?;
    cx.add_le(&x, &yes)?;
    cx.add_le(&further.neg()?, &no)?;
    cx.add_le(&further.add(&least)?.sub(&first.length)?, &no)?;
    Ok(x)
}

/// An argument modulo 256, if it is a number: a constant, or a register whose term is one.
fn character(cx: &Context, s: &State, c: &Call, place: usize) -> Checked<Option<i128>> {
    let number = match argument(cx, c, place)? {
        Operand::Int { bits, .. } => Some(i128::from(bits & 0xff)),
        Operand::Register(register) => s.bindings.get(register).and_then(|binding| binding.value.as_constant()),
        _ => None,
    };
    Ok(number.map(|number| number.rem_euclid(256)))
}

/// Fresh g, 0 <= g <= 1: the terms m*(1 - g) and m*g. An upper bound of m is an upper bound of both; if g is 1 the
/// first is at most 0, and if g is 0 the second is.
pub(super) fn choice(cx: &mut Context, s: &mut State, m: i128) -> Checked<(Poly, Poly)> {
    let g = cx.fresh(s)?;
    cx.add_range(0, &g, 1)?;
    let yes = g.scale(m)?;
    Ok((Poly::constant(m).sub(&yes)?, yes))
}

/// An entry for one of n bytes at an offset, which is 0 if `no` is.
pub(super) fn end(
    cx: &mut Context,
    s: &mut State,
    (block, at, n): (BlockId, &Poly, &Poly),
    no: &Poly,
) -> Checked<Entry> {
    let further = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &further)?;
    cx.add_le(&further.plus(1)?, n)?;
    let value = cx.fresh_ranged(s, 8, Sign::Signed)?;
    cx.add_le(&value, no)?;
    cx.add_le(&value.neg()?, no)?;
    Ok(Entry { block, offset: at.add(&further)?, width: 1, sign: Sign::Signed, value })
}

/// The address, or null; the term m*(1 - g) of [`choice`], which is at most 0 if it is the address.
pub(super) fn same_or_null(cx: &mut Context, s: &mut State, p: &Poly) -> Checked<(Poly, Poly)> {
    let x = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &x)?;
    let (no, yes) = choice(cx, s, power(cx.pointer()))?;
    cx.add_le(&x, &yes)?;
    cx.add_le(&p.sub(&x)?, &no)?;
    cx.add_le(&x.sub(p)?, &no)?;
    Ok((x, no))
}

/// An entry for one of n bytes at an offset, which is 0 and the byte x if x is not 0.
pub(super) fn end_at(
    cx: &mut Context,
    s: &mut State,
    (block, at, n): (BlockId, &Poly, &Poly),
    x: &Poly,
) -> Checked<Entry> {
    let (no, yes) = choice(cx, s, power(cx.pointer()))?;
    cx.add_le(x, &yes)?;
    let end = end(cx, s, (block, at, n), &no)?;
    let further = end.offset.sub(at)?;
    cx.add_le(&further.sub(x)?, &no)?;
    cx.add_le(&x.sub(&further)?, &no)?;
    Ok(end)
}

/// Those of the kept entries and uniform facts that are of a block.
pub(super) fn kept_of(s: &State, keep: &[(EntryId, Side)], block: BlockId) -> Vec<(EntryId, Side)> {
    let of_block = |(id, _): &&(EntryId, Side)| s.holder(*id) == Some(block);
    keep.iter().filter(of_block).copied().collect()
}

/// Each kept entry or uniform fact is of a block that was written, and still there.
pub(super) fn all_kept(cx: &Context, s: &State, keep: &[(EntryId, Side)], blocks: &[BlockId]) -> Checked {
    reject_if!(cx, keep.iter().any(|(id, _)| s.holder(*id).is_none_or(|block| !blocks.contains(&block))) =>
        "survivors", "an entry is kept of a block that is not written");
    Ok(())
}
