//! Functions that split a string into tokens: X-TOKEN of `spec/rules/library.md`.

use super::choices::{choice, null_or_behind};
use super::library::{Call, Range, range, read, zero};
use super::memory::{ProvedAccess, access, is_writable, survivors, sweep};
use super::{Argument, GoalKind, Next, Premise, Rule, Step, Stop, heap};
use crate::algebra::{Atom, Term};
use crate::program::library::{Reads, Tokens};
use crate::program::{Instruction, Operand, Type};
use crate::state::{Block, Entry};
use certificates::{Access, BlockId, Detail, Kind, Multiple, Side, Sign};

/// Where the search begins.
struct Start {
    address: Term,
    /// Whether a saved pointer says it.
    saved: bool,
}

/// X-TOKEN
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    contract: Tokens,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-TOKEN";
    super::types::typed(s, name, (result, arguments), contract.types)?;
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let mut made = Vec::new();
    let (place, null_known) = match contract.block {
        None => (variable(s, &mut c, 0)?, None),
        Some("strtok") => (at_beginning(own_block(s, "strtok")?), None),
        Some(own) => {
            let place = variable(s, &mut c, 2)?;
            let known = null_known(s, &mut c, own, &mut made)?;
            (place, Some(known))
        }
    };
    let separators = read(s, &mut c, Reads::Text(1))?;
    let start = start(s, &mut c, contract, &place)?;
    let null = Atom::eq(&start.address, &Term::zero())?;
    if start.saved && s.holds(&null) {
        s.prove(null, || Premise::NullPointer.into())?;
        if let Some(known) = null_known {
            s.prove_le(&Term::constant(1), &known, || Argument::Saved(name.to_owned()).into())?;
        }
        let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
        return s.result(i, Sign::Unsigned, Term::zero(), detail);
    }
    let text = range(s, &mut c, start.address.clone(), (None, true))?;
    write(s, &mut c, &text, &separators, &place)?;
    let (x, cases) = token(s, (&start.address, &text, &place), contract, null_known, &mut made)?;
    for entry in made {
        s.new_entry(entry);
    }
    let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
    s.result(i, Sign::Unsigned, x, detail)?;
    let mut cases = cases.into_iter();
    let first = cases.next().ok_or(Stop::Internal("a token without a case analysis"))?;
    s.st.then = cases.next();
    Ok(Next::Cases(first))
}

/// An access to the block's first bytes that nothing has to show.
fn at_beginning(block: BlockId) -> ProvedAccess {
    ProvedAccess { block, offset: Term::zero(), access: Access { block, multiple: Multiple::Plain } }
}

/// Where the program keeps the saved pointer.
fn variable(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize) -> Rule<ProvedAccess> {
    let p = c.value(s, at)?;
    let word = s.pointer_bits() / 8;
    let at = access(s, &p, &Term::constant(word.into()), word.into(), true)?;
    c.accesses.push(at.access.clone());
    Ok(at)
}

/// The block of the library's of this name.
fn own_block(s: &mut Step<'_, '_>, name: &str) -> Rule<BlockId> {
    let kind = Kind::Library(name.to_owned());
    if let Some(block) = s.st.block_of_kind(&kind) {
        return Ok(block);
    }
    let base = s.fresh();
    s.st.add_le(&Term::constant(1), &base)?;
    let size = Term::constant(i128::from(s.pointer_bits() / 8));
    Ok(s.new_block(Block { base, size, align: 1, kind, read_only: true, kept: false, optional: false }))
}

/// 1 if the library takes a saved null pointer for a string without further tokens, and may save one; otherwise 0.
fn null_known(s: &mut Step<'_, '_>, c: &mut Call<'_>, name: &str, made: &mut Vec<Entry>) -> Rule<Term> {
    let block = own_block(s, name)?;
    let (offset, width, sign) = (Term::zero(), s.pointer_bits() / 8, Sign::Unsigned);
    let is_whole = |e: &Entry| e.offset == offset && e.width == width && e.sign == sign;
    let known = s.st.entries_of(block).find(|(_, e)| is_whole(e)).map(|(id, e)| (id, e.value.clone()));
    if let Some((id, value)) = known {
        c.entries.push(id);
        return Ok(value);
    }
    let value = s.fresh();
    s.st.add_le(&Term::zero(), &value)?;
    s.st.add_le(&value, &Term::constant(1))?;
    made.push(Entry { block, offset, width, sign, value: value.clone() });
    Ok(value)
}

/// Where the search begins: at the argument, or where the last one ended. A pointer that may be null is a case
/// analysis.
fn start(s: &mut Step<'_, '_>, c: &mut Call<'_>, contract: Tokens, place: &ProvedAccess) -> Rule<Start> {
    if contract.block.is_some() {
        let given = c.value(s, 0)?;
        if !is_null(s, &given)? {
            return Ok(Start { address: given, saved: false });
        }
        s.prove(Atom::eq(&given, &Term::zero())?, || Premise::NullPointer.into())?;
    }
    let word = s.pointer_bits() / 8;
    let fitting = s.st.entries_of(place.block).filter(|(_, e)| e.width == word && e.sign == Sign::Unsigned);
    let fitting: Vec<(u32, Entry)> = fitting.map(|(id, e)| (id, e.clone())).collect();
    for (id, e) in fitting.into_iter().rev() {
        let here = Atom::eq(&e.offset, &place.offset)?;
        if s.holds(&here) {
            is_null(s, &e.value)?;
            s.prove(here, || Premise::EntryRead.into())?;
            c.entries.push(id);
            return Ok(Start { address: e.value, saved: true });
        }
    }
    s.missing(Argument::Saved(c.name.to_owned()).into())
}

/// Whether a pointer is null; asks for a case analysis if that is not known.
fn is_null(s: &mut Step<'_, '_>, pointer: &Term) -> Rule<bool> {
    let null = Atom::eq(pointer, &Term::zero())?;
    if s.holds(&null) {
        return Ok(true);
    }
    match s.holds(&Atom::le(&Term::constant(1), pointer)?) {
        true => Ok(false),
        false => Err(Stop::Split(null)),
    }
}

/// The string may get zeros before its end, and the place another pointer. Neither lies in what is read besides.
fn write(s: &mut Step<'_, '_>, c: &mut Call<'_>, text: &Range, separators: &Range, place: &ProvedAccess) -> Rule<()> {
    let word = Term::constant(i128::from(s.pointer_bits() / 8));
    let block = text.block.ok_or(Stop::Internal("a string in no block"))?;
    if !s.st.blocks.get(&block).is_some_and(|b| is_writable(s, b)) {
        return s.missing(GoalKind::Writable(None));
    }
    let held = Range::written(place, &word);
    for (one, other) in [(text, separators), (text, &held), (separators, &held)] {
        if one.block == other.block {
            let first = Atom::le(&one.offset.add(&one.extent)?, &other.offset)?;
            let second = Atom::le(&other.offset.add(&other.extent)?, &one.offset)?;
            let apart = if s.holds(&first) { first } else { second };
            let name = c.name;
            s.prove(apart, || GoalKind::Apart(Some(name.to_owned())))?;
        }
    }
    let string = ProvedAccess { offset: text.offset.clone(), ..at_beginning(block) };
    let mut keep = if block == place.block {
        beside(s, (&string, &text.length), place)?
    } else {
        let mut keep = survivors(s, &string, &text.length)?;
        keep.extend(survivors(s, place, &word)?);
        keep
    };
    keep.sort_by_key(|(id, _)| *id);
    sweep(s, block, &keep);
    sweep(s, place.block, &keep);
    c.keep = keep;
    Ok(())
}

/// Entries of the string's block that stay if the place is in it as well.
fn beside(s: &mut Step<'_, '_>, (string, n): (&ProvedAccess, &Term), place: &ProvedAccess) -> Rule<Vec<(u32, Side)>> {
    let before = s.st.obligations();
    let word = Term::constant(i128::from(s.pointer_bits() / 8));
    let mut kept = survivors(s, string, n)?;
    let further = survivors(s, place, &word)?;
    s.st.keep_obligations(before);
    kept.retain(|(id, _)| further.iter().any(|(other, _)| other == id));
    for (written, bytes, sides) in [(string, n, &kept), (place, &word, &further)] {
        for (id, begins, ends) in super::memory::extents(s, string.block)? {
            let stays = kept.iter().any(|(kept, _)| *kept == id);
            let Some((_, side)) = sides.iter().find(|(other, _)| stays && *other == id) else { continue };
            let apart = match side {
                Side::Before => Atom::le(&ends, &written.offset)?,
                Side::After => Atom::le(&written.offset.add(bytes)?, &begins)?,
            };
            s.prove(apart, || Premise::Survivor.into())?;
        }
    }
    Ok(kept)
}

/// The result and the case analyses: whether there is a token, and whether there may be more. Adds entries for the 0
/// behind the token and for the saved pointer.
fn token(
    s: &mut Step<'_, '_>,
    (start, text, place): (&Term, &Range, &ProvedAccess),
    contract: Tokens,
    null_known: Option<Term>,
    made: &mut Vec<Entry>,
) -> Rule<(Term, Vec<Atom>)> {
    let bits = s.pointer_bits();
    let block = text.block.ok_or(Stop::Internal("a string in no block"))?;
    let end = super::library::upto(s, &text.length)?;
    let (mut x, mut least, mut cases) = (start.clone(), end.plus(1)?, Vec::new());
    let (mut none, mut any) = (Term::zero(), Term::constant(1i128 << bits));
    let always = contract.block.is_none();
    if !always {
        let token = null_or_behind(s, start)?;
        s.st.add_le(&token.further.neg()?, &token.no)?;
        s.st.add_le(&token.further.plus(1)?, &end)?;
        least = end.clone();
        (x, none, any) = (token.value, token.no, token.yes);
        cases.push(token.absent);
    }
    let next = s.fresh();
    let saved = start.add(&next)?;
    s.st.add_le(&Term::zero(), &saved)?;
    s.st.add_le(&saved, &Term::constant(heap::end_of_memory(bits)))?;
    let (no_more, last, goes_on) = choice(s, bits)?;
    cases.push(no_more);
    s.st.add_le(&goes_on, &any)?;
    let over = none.add(&goes_on)?;
    s.st.add_le(&saved, &over)?;
    s.st.add_le(&Term::constant(1).sub(&next)?, &last)?;
    s.st.add_le(&least.sub(&next)?, &last)?;
    s.st.add_le(&next.sub(&text.length)?, &last)?;
    if let Some(known) = null_known {
        s.st.add_le(&Term::constant(1).sub(&known)?, &over)?;
    }
    let mut zero = zero(block, text.offset.add(&end)?);
    if !always {
        zero.value = s.fresh_ranged(8, Sign::Signed)?;
        s.st.add_le(&zero.value, &none)?;
        s.st.add_le(&zero.value.neg()?, &none)?;
    }
    let (offset, width, sign) = (place.offset.clone(), bits / 8, Sign::Unsigned);
    made.extend([zero, Entry { block: place.block, offset, width, sign, value: saved }]);
    Ok((x, cases))
}
