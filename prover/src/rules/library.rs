//! Functions of the C library that read and write strings and ranges of bytes: `spec/rules/library.md`.

use super::call::string_length;
use super::choices::{NullOr, choice, null_or_behind};
use super::memory::{ProvedAccess, access, survivors, sweep};
use super::{Argument, GoalKind, Next, Premise, Rule, Step, Stop, StringEnd, compare, heap, width_of};
use crate::algebra::{Atom, Term};
use crate::faults::Fault;
use crate::program::library::{Contract, Gives, Last, Reads, Writes};
use crate::program::{Instruction, Operand, Type};
use crate::state::Entry;
use certificates::{Access, BlockId, Detail, EntryId, Side, Sign};

/// A call under construction: its arguments, and what its hint says.
pub(super) struct Call<'a> {
    pub(super) name: &'a str,
    pub(super) arguments: &'a [(Type, Operand)],
    pub(super) accesses: Vec<Access>,
    pub(super) entries: Vec<EntryId>,
    pub(super) keep: Vec<(EntryId, Side)>,
    /// All counts are 0, so no memory is accessed.
    pub(super) nothing: bool,
}

/// A range that was read, or a single character.
pub(super) struct Range {
    /// The address of the range, or the character.
    address: Term,
    pub(super) block: Option<BlockId>,
    pub(super) offset: Term,
    pub(super) length: Term,
    pub(super) extent: Term,
    /// There is a 0 at `length`.
    ends: bool,
    /// For a prefix whose end is not known: the number of entries in the hint at that point.
    open: Option<usize>,
}

impl Range {
    /// Bytes that the call writes, among which it leaves a 0: what it writes later lies elsewhere.
    pub(super) fn written(at: &ProvedAccess, bytes: &Term) -> Range {
        let (block, offset, extent) = (Some(at.block), at.offset.clone(), bytes.clone());
        let (address, length) = (Term::zero(), Term::zero());
        Range { address, block, offset, length, extent, ends: false, open: None }
    }
}

/// The range that is written, and the entries that it has afterwards.
struct Written {
    block: BlockId,
    entry: Option<Entry>,
}

/// X-LIBRARY
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    contract: Contract,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-LIBRARY";
    super::types::typed(s, name, (result, arguments), contract.types)?;
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    c.nothing = nothing(s, &c, contract.reads)?;
    let mut ranges = Vec::new();
    for what in contract.reads {
        ranges.push(read(s, &mut c, *what)?);
    }
    unambiguous(s, &c, &ranges)?;
    let own = match contract.writes {
        Writes::Copied { behind, .. } | Writes::Cut { behind, .. } => behind,
        _ => None,
    };
    let mut made = Vec::new();
    for (number, range) in ranges.iter().enumerate() {
        if own != Some(number) {
            made.extend(range.end()?);
        }
    }
    let written = write(s, &mut c, contract.writes, &ranges, own)?;
    let (sign, value, choice, copy) = give(s, i, &c, contract.gives, &ranges, result)?;
    if let Some(written) = written {
        sweep(s, written.block, &c.keep);
        made.extend(written.entry);
    }
    made.extend(copy);
    for entry in made {
        s.new_entry(entry);
    }
    let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
    let next = match contract.gives {
        Gives::Float | Gives::NoResult => s.result_none(detail)?,
        _ => s.result(i, sign, value, detail)?,
    };
    Ok(choice.map_or(next, Next::Cases))
}

/// The end of a string.
pub(super) fn zero(block: BlockId, offset: Term) -> Entry {
    Entry { block, offset, width: 1, sign: Sign::Signed, value: Term::zero() }
}

impl Call<'_> {
    pub(super) fn argument(&self, at: usize) -> Rule<&(Type, Operand)> {
        self.arguments.get(at).ok_or(Stop::Internal("a contract with more arguments than its type"))
    }

    pub(super) fn value(&self, s: &mut Step<'_, '_>, at: usize) -> Rule<Term> {
        let (ty, operand) = self.argument(at)?;
        let bits = s.pointer_bits();
        s.unsigned(operand, width_of(*ty, bits).unwrap_or(bits))
    }
}

/// Are all counts 0, so that no memory is accessed?
fn nothing(s: &mut Step<'_, '_>, c: &Call<'_>, reads: &[Reads]) -> Rule<bool> {
    for read in reads {
        let (Reads::Bytes(_, count) | Reads::Prefix(_, count)) = *read else { return Ok(false) };
        let known = match c.argument(count)? {
            (_, Operand::Int { bits, .. }) => *bits == 0,
            (_, Operand::Register(r)) => match s.st.bindings.get(r).map(|value| value.term.clone()) {
                Some(term) => s.holds(&Atom::eq(&term, &Term::zero())?),
                None => false,
            },
            _ => false,
        };
        if !known {
            return Ok(false);
        }
    }
    Ok(!reads.is_empty())
}

pub(super) fn read(s: &mut Step<'_, '_>, c: &mut Call<'_>, what: Reads) -> Rule<Range> {
    let (at, count, text) = match what {
        Reads::Text(at) => (at, None, true),
        Reads::Bytes(at, count) => (at, Some(count), false),
        Reads::Prefix(at, count) => (at, Some(count), true),
        Reads::Character(at) => {
            let address = s.signed(&c.argument(at)?.1, 32)?;
            let name = c.name;
            let what = || Argument::Character(name.to_owned()).into();
            s.prove_le(&Term::constant(-1), &address, what)?;
            s.prove_le(&address, &Term::constant(255), what)?;
            return Ok(Range::nothing(address));
        }
    };
    let count = count.map(|count| c.value(s, count)).transpose()?;
    let address = c.value(s, at)?;
    let range = range(s, c, address, (count, text))?;
    if let Some(least) = least(s, c, what)?.filter(|_| range.block.is_some()) {
        s.st.add_le(&Term::constant(least), &range.length)?;
    }
    Ok(range)
}

/// The length that is found in a constant string, up to a count that is a constant; `None` for what is not known.
fn least(s: &Step<'_, '_>, c: &Call<'_>, what: Reads) -> Rule<Option<i128>> {
    let (at, count) = match what {
        Reads::Text(at) => (at, i128::MAX),
        Reads::Prefix(at, count) => match &c.argument(count)?.1 {
            Operand::Int { bits, .. } => (at, i128::from(*bits)),
            _ => return Ok(None),
        },
        Reads::Bytes(..) | Reads::Character(_) => return Ok(None),
    };
    let (Type::Pointer, Operand::Global { name, offset: 0 }) = c.argument(at)? else { return Ok(None) };
    let length = string_length(s.cx.program, name);
    Ok(length.and_then(|length| i128::try_from(length).ok()).map(|length| length.min(count)))
}

/// Bytes at an address, or a string, which has at most `count` bytes that are looked at.
pub(super) fn range(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    address: Term,
    (count, text): (Option<Term>, bool),
) -> Rule<Range> {
    if let (true, Some(count)) = (c.nothing, &count) {
        s.prove(Atom::eq(count, &Term::zero())?, || Premise::Length.into())?;
        return Ok(Range::nothing(address));
    }
    if text && let Some(range) = string(s, c, &address, count.as_ref())? {
        return Ok(range);
    }
    let Some(count) = count else {
        return s.missing(GoalKind::ends(c.name, StringEnd::Block));
    };
    let at = access(s, &address, &count, 1, false)?;
    let length = if text { upto(s, &count)? } else { count.clone() };
    c.accesses.push(at.access);
    let open = text.then_some(c.entries.len());
    Ok(Range { address, block: Some(at.block), offset: at.offset, length, extent: count, ends: false, open })
}

impl Range {
    /// The entry for the 0 at its end, if it is a string.
    pub(super) fn end(&self) -> Rule<Option<Entry>> {
        let Some(block) = self.block.filter(|_| self.ends) else { return Ok(None) };
        Ok(Some(zero(block, self.offset.add(&self.length)?)))
    }

    fn nothing(address: Term) -> Range {
        let zero = Term::zero;
        Range { address, block: None, offset: zero(), length: zero(), extent: zero(), ends: false, open: None }
    }
}

/// A fresh variable between 0 and the bound.
pub(super) fn upto(s: &mut Step<'_, '_>, bound: &Term) -> Rule<Term> {
    let x = s.fresh();
    s.st.add_le(&Term::zero(), &x)?;
    s.st.add_le(&x, bound)?;
    Ok(x)
}

/// A string whose end is known. Without a count, a failure says what is missing.
fn string(s: &mut Step<'_, '_>, c: &mut Call<'_>, address: &Term, count: Option<&Term>) -> Rule<Option<Range>> {
    let before = s.st.obligations();
    let at = match (access(s, address, &Term::constant(1), 1, false), count) {
        (Ok(at), _) => at,
        (Err(stop), None) => return Err(stop),
        (Err(_), Some(_)) => {
            s.st.keep_obligations(before);
            return Ok(None);
        }
    };
    let Some((id, last)) = end(s, &at)? else {
        s.st.keep_obligations(before);
        return Ok(None);
    };
    let what = || Premise::StringEnd.into();
    s.prove_unless(Fault::Terminator, Atom::eq(&last.value, &Term::zero())?, what)?;
    s.prove(Atom::le(&at.offset, &last.offset)?, what)?;
    let length = upto(s, &last.offset.sub(&at.offset)?)?;
    if let Some(count) = count {
        s.st.add_le(&length, count)?;
    }
    c.accesses.push(at.access);
    c.entries.push(id);
    let extent = length.plus(1)?;
    let (address, ends) = (address.clone(), count.is_none());
    Ok(Some(Range { address, block: Some(at.block), offset: at.offset, length, extent, ends, open: None }))
}

/// The first 0 at or behind a place, as far as it is known.
pub(super) fn end(s: &mut Step<'_, '_>, at: &ProvedAccess) -> Rule<Option<(EntryId, Entry)>> {
    let entries: Vec<(EntryId, Entry)> =
        s.st.entries_of(at.block).filter(|(_, e)| e.width == 1).map(|(id, e)| (id, e.clone())).collect();
    let newest = entries.last().map(|(id, _)| *id);
    let mut best: Option<(EntryId, Entry)> = None;
    for (id, e) in entries {
        // If the order of two is unknown, the one at a simpler distance is taken.
        let distance = |e: &Entry| e.offset.sub(&at.offset).map(|distance| distance.parts().len());
        let closer = match &best {
            Some((_, other)) => {
                s.holds(&Atom::le(&e.offset, &other.offset)?)
                    || distance(&e)? < distance(other)? && !s.holds(&Atom::le(&other.offset, &e.offset)?)
            }
            None => true,
        };
        let zero = Atom::eq(&e.value, &Term::zero())?;
        let behind = Atom::le(&at.offset, &e.offset)?;
        let is_zero = closer && (s.holds(&zero) || newest == Some(id) && s.cx.faults.on(Fault::Terminator));
        if is_zero && s.holds(&behind) {
            best = Some((id, e));
        }
    }
    Ok(best)
}

/// The hint names entries without saying whose end they are. Where this is ambiguous, the call is not proved.
pub(super) fn unambiguous(s: &Step<'_, '_>, c: &Call<'_>, ranges: &[Range]) -> Rule<()> {
    let misread = |range: &Range| {
        let next = range.open.and_then(|next| c.entries.get(next));
        next.and_then(|next| s.st.entries.get(next)).is_some_and(|next| Some(next.block) == range.block)
    };
    match ranges.iter().any(misread) {
        true => s.missing(GoalKind::ends(c.name, StringEnd::Both)),
        false => Ok(()),
    }
}

fn write(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    writes: Writes,
    ranges: &[Range],
    own: Option<usize>,
) -> Rule<Option<Written>> {
    let length = |number: usize| ranges.get(number).map_or_else(Term::zero, |range| range.length.clone());
    let word = s.pointer_bits() / 8;
    let (to, before, align) = match writes {
        Writes::Nothing => return Ok(None),
        Writes::Copied { to, behind, .. } | Writes::Cut { to, behind, .. } => {
            (to, behind.map_or_else(Term::zero, length), 1)
        }
        Writes::Filled { to, .. } => (to, Term::zero(), 1),
        Writes::End { to } => (to, Term::zero(), u64::from(word)),
    };
    let target = c.value(s, to)?;
    let bytes = match writes {
        Writes::Copied { text, .. } => length(text).plus(1)?,
        Writes::Cut { text, count, .. } => match cut(s, c, &before, &length(text), count)? {
            Some(bytes) => bytes,
            None => return Ok(None),
        },
        Writes::Filled { count, .. } => c.value(s, count)?,
        Writes::End { .. } | Writes::Nothing => Term::constant(i128::from(word)),
    };
    if let Writes::End { .. } = writes {
        if c.arguments.len() > 2 && !matches!(c.argument(2)?.1, Operand::Int { bits: 0 | 2..=36, .. }) {
            return Err(Stop::Unsupported(format!("'{}' with a base that is no constant", c.name).into()));
        }
        let null = Atom::eq(&target, &Term::zero())?;
        if s.holds(&null) {
            s.prove(null, || Premise::NullPointer.into())?;
            return Ok(None);
        }
    }
    if c.nothing {
        return Ok(None);
    }
    let at = store(s, c, (&target, &before, &bytes, align), ranges, own)?;
    let (block, offset) = (at.block, at.offset);
    let entry = match (writes, ranges.first()) {
        (Writes::Copied { .. } | Writes::Cut { .. }, _) => Some(zero(block, offset.add(&bytes)?.plus(-1)?)),
        (Writes::End { .. }, Some(read)) => {
            let value = read.address.add(&upto(s, &read.length)?)?;
            Some(Entry { block, offset, width: word, sign: Sign::Unsigned, value })
        }
        _ => None,
    };
    Ok(Some(Written { block, entry }))
}

/// How many bytes of a string and its 0 are written behind `before` bytes, if all fit into `count`; `None` if `count`
/// is 0.
fn cut(s: &mut Step<'_, '_>, c: &Call<'_>, before: &Term, length: &Term, count: usize) -> Rule<Option<Term>> {
    let count = c.value(s, count)?;
    let nothing = Atom::eq(&count, &Term::zero())?;
    if s.holds(&nothing) {
        s.prove(nothing, || Premise::Length.into())?;
        return Ok(None);
    }
    let some = Atom::le(&Term::constant(1), &count)?;
    if !s.holds(&some) {
        return Err(Stop::Split(nothing));
    }
    let name = c.name;
    s.prove_le(&before.plus(1)?, &count, || GoalKind::ends(name, StringEnd::Count))?;
    let bytes = s.fresh();
    s.st.add_le(&Term::constant(1), &bytes)?;
    s.st.add_le(&bytes, &count.sub(before)?)?;
    s.st.add_le(&bytes, &length.plus(1)?)?;
    Ok(Some(bytes))
}

/// Writes `bytes` bytes behind `before` others, and notes which entries stay.
pub(super) fn store(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    what: (&Term, &Term, &Term, u64),
    ranges: &[Range],
    own: Option<usize>,
) -> Rule<ProvedAccess> {
    let at = reach(s, c, what, ranges, own)?;
    c.keep = survivors(s, &at, what.2)?;
    c.accesses.push(at.access.clone());
    Ok(at)
}

/// Finds where `bytes` bytes are written behind `before` others. They must not overlap what is read.
pub(super) fn reach(
    s: &mut Step<'_, '_>,
    c: &Call<'_>,
    (target, before, bytes, align): (&Term, &Term, &Term, u64),
    ranges: &[Range],
    own: Option<usize>,
) -> Rule<ProvedAccess> {
    let whole = before.add(bytes)?;
    let mut at = access(s, target, &whole, align, true)?;
    for (number, range) in ranges.iter().enumerate() {
        if range.block == Some(at.block) && own != Some(number) {
            let first = Atom::le(&range.offset.add(&range.extent)?, &at.offset)?;
            let second = Atom::le(&at.offset.add(&whole)?, &range.offset)?;
            let apart = if s.holds(&first) { first } else { second };
            let name = c.name;
            s.prove_unless(Fault::Overlap, apart, || GoalKind::Apart(Some(name.to_owned())))?;
        }
    }
    at.offset = at.offset.add(before)?;
    Ok(at)
}

/// The result of a call: its signedness and value, the case analysis that says whether something was found, and the end
/// of the string in a new block.
type Result = (Sign, Term, Option<Atom>, Option<Entry>);

fn give(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    c: &Call<'_>,
    gives: Gives,
    ranges: &[Range],
    result: Type,
) -> Rule<Result> {
    let length = |number: usize| ranges.get(number).map_or_else(Term::zero, |range| range.length.clone());
    let unsigned = |value: Term| Ok((Sign::Unsigned, value, None, None));
    let first = ranges.first().ok_or(Stop::Internal("a contract that reads nothing"))?;
    match gives {
        Gives::Any => {
            let width = width_of(result, s.pointer_bits()).ok_or(Stop::Internal("a contract without a result"))?;
            let sign = compare::result_sign(s, i, result);
            Ok((sign, s.fresh_ranged(width, sign)?, None, None))
        }
        // Nothing is bound.
        Gives::Float | Gives::NoResult => unsigned(Term::zero()),
        Gives::Written => {
            let x = s.fresh_ranged(s.pointer_bits(), Sign::Signed)?;
            s.st.add_le(&Term::constant(-1), &x)?;
            s.st.add_le(&x, &first.length)?;
            Ok((Sign::Signed, x, None, None))
        }
        Gives::Case => case(s, first),
        Gives::Class(low, high) => {
            let x = s.fresh_ranged(32, Sign::Signed)?;
            let (absent, no, yes) = choice(s, 32)?;
            s.st.add_le(&x, &yes)?;
            s.st.add_le(&x.neg()?, &yes)?;
            s.st.add_le(&Term::constant(low.into()).sub(&first.address)?, &no)?;
            s.st.add_le(&first.address.plus(-i128::from(high))?, &no)?;
            Ok((Sign::Signed, x, Some(absent), None))
        }
        Gives::Compared => {
            let x = s.fresh_ranged(32, Sign::Signed)?;
            let bits = s.pointer_bits();
            let (_, not_greater, greater) = choice(s, bits)?;
            let (_, not_less, less) = choice(s, bits)?;
            let differs = greater.add(&less)?;
            s.st.add_le(&Term::constant(1).sub(&x)?, &not_greater)?;
            s.st.add_le(&x.plus(1)?, &not_less)?;
            s.st.add_le(&length(0).sub(&length(1))?, &differs)?;
            s.st.add_le(&length(1).sub(&length(0))?, &differs)?;
            Ok((Sign::Signed, x, None, None))
        }
        Gives::Length(number) => unsigned(length(number)),
        Gives::Lengths => unsigned(length(0).add(&length(1))?),
        Gives::Within(number) => unsigned(upto(s, &length(number))?),
        Gives::Same(at) => unsigned(c.value(s, at)?),
        Gives::Behind(at, number) => unsigned(c.value(s, at)?.add(&length(number))?),
        Gives::Inside => unsigned(first.address.add(&upto(s, &first.length)?)?),
        Gives::Found(last) => {
            let least = match last {
                Last::Byte => Term::constant(1),
                Last::Character(at) => match s.number(&c.argument(at)?.1).map(|number| number.rem_euclid(256)) {
                    Some(0) => return unsigned(first.address.add(&first.length)?),
                    Some(_) => Term::constant(1),
                    None => Term::zero(),
                },
                Last::Sequence => length(1),
            };
            let NullOr { further, value, absent, no, .. } = null_or_behind(s, &first.address)?;
            s.st.add_le(&further.neg()?, &no)?;
            s.st.add_le(&further.add(&least)?.sub(&first.length)?, &no)?;
            Ok((Sign::Unsigned, value, Some(absent), None))
        }
        Gives::Duplicate(number) => {
            let (base, block) = heap::duplicate(s, &length(number).plus(1)?)?;
            Ok((Sign::Unsigned, base, None, Some(zero(block, length(number)))))
        }
    }
}

/// Another character: 0 only for 0, and -1 only for -1.
fn case(s: &mut Step<'_, '_>, first: &Range) -> Rule<Result> {
    let x = s.fresh();
    let nonnegative = Atom::le(&Term::zero(), &first.address)?;
    let (sign, least) = match s.holds(&nonnegative) {
        true => (Sign::Unsigned, 0),
        false => (Sign::Signed, -1),
    };
    if sign == Sign::Unsigned {
        s.prove(nonnegative, || Premise::NotNegative.into())?;
    }
    s.st.add_le(&Term::constant(least), &x)?;
    s.st.add_le(&x, &Term::constant(255))?;
    if sign == Sign::Unsigned {
        s.st.add_le(&x, &first.address.scale(255)?)?;
        s.st.add_le(&first.address, &x.scale(255)?)?;
    }
    Ok((sign, x, None, None))
}
