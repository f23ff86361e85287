//! Functions that split a string into tokens (`spec/rules/library.md`, Tokens).

use crate::rules::library::arguments::{Call, address, typed};
use crate::rules::library::columns::{Given, Range, all_kept, choice, kept_of, range, read, zero};
use crate::rules::library::read_line::{held, variable};
use crate::rules::library::table::Reads;
use crate::rules::memory;
use crate::rules::shared::*;

/// The functions, their types (in the letters of `arguments::typed`), and the block of the library's, if there is one:
/// that of `strtok` holds the saved pointer, that of `strtok_r` whether a saved pointer may be null.
const FUNCTIONS: [(&str, &str, Option<&str>); 4] = [
    ("strtok", "ppp", Some("strtok")),
    ("strtok_r", "pppp", Some("strtok_r")),
    ("__strtok_r", "pppp", Some("strtok_r")),
    ("strsep", "ppp", None),
];

/// The types of a function that finds tokens, and the name of its block.
pub(crate) fn contract(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    FUNCTIONS.iter().find(|(known, ..)| *known == name).map(|(_, types, own)| (*types, *own))
}

/// Whether blocks of the library's may have this name.
pub(super) fn has_block(name: &str) -> bool {
    FUNCTIONS.iter().any(|(_, _, own)| *own == Some(name))
}

/// Where a pointer is saved.
type Place = (BlockId, Poly);

/// X-TOKEN: the next token of a string, or null, and where the search goes on.
pub(crate) fn call<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (types, own): (&str, Option<&str>),
) -> Checked<Value> {
    cx.rule("X-TOKEN");
    typed(cx, c, types)?;
    let mut given = Given::of(cx, c)?;
    let mut made = Vec::new();
    let (place, null_known) = match own {
        None => (variable(cx, s, c, 0, &mut given)?, None),
        Some("strtok") => ((own_block(cx, s, "strtok")?, Poly::default()), None),
        Some(name) => {
            let place = variable(cx, s, c, 2, &mut given)?;
            (place, Some(null_known(cx, s, name, &mut given, &mut made)?))
        }
    };
    let separators = read(cx, s, c, Reads::Text(1), &mut given)?;
    let word = cx.pointer() / 8;
    let saved = given.entries.peek().and_then(|id| s.entries.get(id)).is_some_and(|entry| entry.width == word);
    let start = match own {
        Some(_) if !saved => address(cx, s, c, 0)?,
        _ => {
            if own.is_some() {
                let argument = address(cx, s, c, 0)?;
                cx.require_eq("P24", &argument, &Poly::default())?;
            }
            let (value, sign) = held(cx, s, &place, &mut given)?;
            reject_if!(cx, sign != Sign::Unsigned => "entry", "an address is unsigned");
            if given.accesses.len() == 0 {
                cx.require_eq("P25", &value, &Poly::default())?;
                if let Some(known) = null_known {
                    cx.require_le("P26", &Poly::constant(1), &known)?;
                }
                given.all_used(cx)?;
                return Ok(Some((Poly::default(), Sign::Unsigned)));
            }
            value
        }
    };
    let block = some!(cx, given.accesses.as_slice().first() => "accesses", "an access is needed").block;
    let text = range(cx, s, start.clone(), (None, true), &mut given)?;
    write(cx, s, (block, &text, &separators), &place, &mut given)?;
    given.all_used(cx)?;
    let x = token(cx, s, (&start, block, &text, place), (own.is_none(), null_known), &mut made)?;
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(Some((x, Sign::Unsigned)))
}

/// The block of the library's of this name: one pointer wide, and written by the library alone.
fn own_block(cx: &mut Context, s: &mut State, name: &str) -> Checked<BlockId> {
    let kind = Kind::Library(name.to_string());
    if let Some(block) = s.find(|other| *other == kind) {
        return Ok(block);
    }
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::constant(1), &b)?;
    let block = Block::new(b, Poly::constant(i128::from(cx.pointer() / 8)), 1, kind);
    memory::new_block(cx, s, Block { read_only: true, ..block })
}

/// 1 if the library takes a saved null pointer for a string without further tokens, and may save one; otherwise 0.
fn null_known(cx: &mut Context, s: &mut State, name: &str, given: &mut Given, made: &mut Vec<Entry>) -> Checked<Poly> {
    let block = own_block(cx, s, name)?;
    let (offset, width) = (Poly::default(), cx.pointer() / 8);
    // Of the whole word: others say something of a part of it.
    let is_whole = |e: &Entry| e.block == block && e.width == width && e.sign == Sign::Unsigned && e.offset == offset;
    if let Some(id) = given.entries.next_if(|id| s.entries.get(id).is_some_and(|entry| is_whole(entry))) {
        return Ok(memory::entry(cx, s, *id)?.value.clone());
    }
    let value = cx.fresh(s)?;
    cx.add_range(0, &value, 1)?;
    made.push(Entry { block, offset, width, sign: Sign::Unsigned, value: value.clone() });
    Ok(value)
}

/// The string may get zeros before its end, and the place another pointer. Neither lies in what is read besides.
fn write<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    (block, text, separators): (BlockId, &Range, &Range),
    (place, at): &Place,
    given: &mut Given,
) -> Checked {
    let word = Poly::constant(i128::from(cx.pointer() / 8));
    memory::writable(cx, s, block)?;
    let held = Range::written(*place, at.clone(), word.clone());
    for (one, other) in [(text, separators), (text, &held), (separators, &held)] {
        if one.block == other.block {
            let first = Atom::le(&one.offset.add(&one.extent)?, &other.offset)?;
            cx.require_either("disjoint", first, &[Atom::le(&other.offset.add(&other.extent)?, &one.offset)?])?;
        }
    }
    let keep = std::mem::take(&mut given.keep);
    let kept = kept_of(s, keep, block);
    memory::survivors(cx, s, block, &text.offset, &text.length, &kept)?;
    if block == *place {
        for (id, _) in &kept {
            let (_, begins, ends) = memory::extent(cx, s, *id)?;
            cx.require_either("survivor", Atom::le(&ends, at)?, &[Atom::le(&at.add(&word)?, &begins)?])?;
        }
    } else {
        let kept = kept_of(s, keep, *place);
        memory::survivors(cx, s, *place, at, &word, &kept)?;
    }
    all_kept(cx, s, keep, &[block, *place])
}

/// The result, and entries for the 0 behind the token and for the place where the search goes on.
fn token(
    cx: &mut Context,
    s: &mut State,
    (start, block, text, (place, at)): (&Poly, BlockId, &Range, Place),
    (always, null_known): (bool, Option<Poly>),
    made: &mut Vec<Entry>,
) -> Checked<Poly> {
    let m = power(cx.pointer());
    let end = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &end)?;
    cx.add_le(&end, &text.length)?;
    let (mut x, mut none, mut found, mut least) = (start.clone(), Poly::default(), Poly::constant(m), end.plus(1)?);
    if !always {
        let further = cx.fresh(s)?;
        x = start.add(&further)?;
        cx.add_le(&Poly::default(), &x)?;
        (none, found) = choice(cx, s, m)?;
        cx.add_le(&x, &found)?;
        cx.add_le(&further.neg()?, &none)?;
        cx.add_le(&further.plus(1)?, &end)?;
        least = end.clone();
    }
    let next = cx.fresh(s)?;
    let saved = start.add(&next)?;
    cx.add_range(0, &saved, cx.top())?;
    let (last, goes_on) = choice(cx, s, m)?;
    cx.add_le(&goes_on, &found)?;
    let over = none.add(&goes_on)?;
    cx.add_le(&saved, &over)?;
    cx.add_le(&Poly::constant(1).sub(&next)?, &last)?;
    cx.add_le(&least.sub(&next)?, &last)?;
    cx.add_le(&next.sub(&text.length)?, &last)?;
    if let Some(known) = null_known {
        cx.add_le(&Poly::constant(1).sub(&known)?, &over)?;
    }
    let mut zero = zero(block, text.offset.add(&end)?);
    if !always {
        zero.value = cx.fresh_ranged(s, 8, Sign::Signed)?;
        cx.add_le(&zero.value, &none)?;
        cx.add_le(&zero.value.neg()?, &none)?;
    }
    let (width, sign) = (cx.pointer() / 8, Sign::Unsigned);
    made.extend([zero, Entry { block: place, offset: at, width, sign, value: saved }]);
    Ok(x)
}
