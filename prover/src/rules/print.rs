//! Functions that print: X-PRINT of `spec/rules/library.md`.

use super::call::{constant_text, pure};
use super::choices::choice;
use super::library::{self, Call, Range, range, read, store, upto, zero};
use super::memory::{access, sweep};
use super::streams::{end, stream};
use super::variadic::List;
use super::{Argument, Next, Premise, Rule, Step, Stop, heap, width_of};
use crate::algebra::{Atom, Term};
use crate::program::formats::{self, Conversion, Length, Piece};
use crate::program::library::{Reads, listed_format, print_format};
use crate::program::{CastOp, Instruction, Op, Operand, Signature, Type};
use crate::state::Entry;
use certificates::{Detail, EntryId, Kind, Side, Sign};

/// X-PRINT
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-PRINT";
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let listed = listed_format(name);
    let Some(place) = print_format(name).or(listed) else { return line(s, i, &mut c, result) };
    let is_constant = constant(s, &c, place).is_some();
    let format = conversions(s, &mut c, (place, listed.is_some()), result)?;
    let plain =
        |x: &Conversion| x.letter != b's' && x.width != Length::Argument && x.precision != Some(Length::Argument);
    match name == "printf" && is_constant && format.1.iter().all(plain) {
        true => pure(s, i, result),
        false => print(s, i, c, (place, listed.is_some()), format),
    }
}

/// `puts`: a constant, or any string.
fn line(s: &mut Step<'_, '_>, i: &Instruction, c: &mut Call<'_>, result: Type) -> Rule<Next> {
    let usual = |d: &Signature| !d.variadic && d.parameters == [Type::Pointer];
    if result != Type::Int(32) || !s.cx.program.declarations.get(c.name).is_some_and(usual) {
        return Err(Stop::Unsupported("'puts' of this type, or with this format".into()));
    }
    if constant(s, c, 0).is_some() {
        return pure(s, i, result);
    }
    let text = read(s, c, Reads::Text(0))?;
    let x = s.fresh_ranged(32, Sign::Signed)?;
    if let Some(end) = text.end()? {
        s.new_entry(end);
    }
    let detail = Detail::Library {
        accesses: std::mem::take(&mut c.accesses),
        entries: std::mem::take(&mut c.entries),
        keep: Vec::new(),
    };
    s.result(i, Sign::Signed, x, detail)
}

/// The bytes of the string constant whose address an argument is.
fn constant(s: &Step<'_, '_>, c: &Call<'_>, place: usize) -> Option<Vec<u8>> {
    match c.arguments.get(place) {
        Some((_, Operand::Global { name, offset: 0 })) => constant_text(s.cx.program, name),
        _ => None,
    }
}

/// The bytes of the constant to which the format points.
fn format(s: &mut Step<'_, '_>, c: &mut Call<'_>, place: usize) -> Rule<Option<Vec<u8>>> {
    if let Some(text) = constant(s, c, place) {
        return Ok(Some(text));
    }
    let p = c.value(s, place)?;
    let at = access(s, &p, &Term::constant(1), 1, false)?;
    let text = match s.st.blocks.get(&at.block).map(|block| &block.kind) {
        Some(Kind::Global(name)) => constant_text(s.cx.program, name),
        _ => None,
    };
    let first = Atom::eq(&at.offset, &Term::zero())?;
    if text.is_none() || !s.holds(&first) {
        return Ok(None);
    }
    s.prove(first, || Premise::EntryRead.into())?;
    c.accesses.push(at.access);
    Ok(text)
}

/// The number of characters of a format besides its conversions, and these, whose arguments fit.
fn conversions(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    (place, listed): (usize, bool),
    result: Type,
) -> Rule<(usize, Vec<Conversion>)> {
    let name = c.name.to_owned();
    let other = || Stop::Unsupported(format!("'{name}' of this type, or with this format").into());
    let word = Type::Int(s.pointer_bits());
    let fixed = match place {
        0 => vec![Type::Pointer],
        1 => vec![Type::Pointer; 2],
        _ => vec![Type::Pointer, word, Type::Pointer],
    };
    let usual = |d: &Signature| match listed {
        false => d.variadic && fixed.starts_with(&d.parameters),
        true => !d.variadic && d.parameters.split_last() == Some((&Type::Pointer, &fixed)),
    };
    let usual = s.cx.program.declarations.get(c.name).is_some_and(usual);
    let given: Vec<Type> = c.arguments.iter().map(|(ty, _)| *ty).collect();
    let text = format(s, c, place)?.ok_or_else(other)?;
    let pieces = formats::printed(&text, s.pointer_bits()).ok_or_else(other)?;
    let plain = pieces.iter().filter(|piece| matches!(piece, Piece::Byte(_))).count();
    let all: Vec<Conversion> = pieces
        .into_iter()
        .filter_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion),
            Piece::Byte(_) => None,
        })
        .collect();
    let mut wanted = fixed.clone();
    for conversion in all.iter().filter(|_| !listed) {
        let lengths = [Some(conversion.width), conversion.precision];
        wanted.extend(lengths.iter().filter(|length| **length == Some(Length::Argument)).map(|_| Type::Int(32)));
        wanted.push(conversion.ty);
    }
    match usual && result == Type::Int(32) && given.starts_with(&wanted) {
        true => Ok((plain, all)),
        false => Err(other()),
    }
}

/// The arguments of the conversions, which are read one after the other.
enum Source {
    /// Those of the call, from this place on.
    Call(usize),
    /// Those of a list.
    List(List),
}

/// An argument of a conversion.
enum Taken {
    /// The one at this place of the call.
    At(usize),
    /// The next one of a list, as an entry says; of floating point there is only a place.
    Listed(Option<(Term, Sign)>),
}

impl Taken {
    fn place(&self) -> Option<usize> {
        match self {
            Taken::At(place) => Some(*place),
            Taken::Listed(_) => None,
        }
    }
}

impl Source {
    /// The next argument: its place in the call, or what a list says of it.
    fn next(&mut self, s: &mut Step<'_, '_>, c: &mut Call<'_>, ty: Type) -> Rule<Taken> {
        match self {
            Source::List(list) => Ok(Taken::Listed(list.next(s, c, ty)?)),
            Source::Call(next) => {
                *next += 1;
                Ok(Taken::At(*next - 1))
            }
        }
    }

    /// The next argument, read with a sign.
    fn value(&mut self, s: &mut Step<'_, '_>, c: &mut Call<'_>, ty: Type, sign: Sign) -> Rule<Term> {
        match self.next(s, c, ty)? {
            Taken::At(place) => s.read(&c.argument(place)?.1, width_of(ty, s.pointer_bits()).unwrap_or_default(), sign),
            Taken::Listed(Some((value, given))) if given == sign => Ok(value),
            Taken::Listed(_) => s.missing(Argument::NextOfList(c.name.to_owned()).into()),
        }
    }

    /// A width or precision.
    fn amount(&mut self, s: &mut Step<'_, '_>, c: &mut Call<'_>, length: Length) -> Rule<Term> {
        match length {
            Length::Number(number) => Ok(Term::constant(number.into())),
            Length::Argument => {
                let value = self.value(s, c, Type::Int(32), Sign::Signed)?;
                let name = c.name.to_owned();
                s.prove(Atom::le(&Term::zero(), &value)?, || Argument::Length(name).into())?;
                Ok(value)
            }
        }
    }
}

/// X-PRINT for calls that look at a stream or at arguments, or write memory.
fn print(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    mut c: Call<'_>,
    (place, listed): (usize, bool),
    (length, conversions): (usize, Vec<Conversion>),
) -> Rule<Next> {
    let name = c.name.trim_start_matches('v');
    if name == "fprintf" {
        stream(s, &mut c, 0)?;
    }
    let mut source = match listed {
        true => Source::List(List::at(s, &mut c, place + 1)?),
        false => Source::Call(place + 1),
    };
    let (mut ranges, mut made, mut length) = (Vec::new(), Vec::new(), Term::constant(length as i128));
    for conversion in conversions {
        let width = source.amount(s, &mut c, conversion.width)?;
        let precision = match conversion.precision {
            Some(precision) => Some(source.amount(s, &mut c, precision)?),
            None => None,
        };
        if conversion.letter == b's' {
            let text = source.value(s, &mut c, conversion.ty, Sign::Unsigned)?;
            let text = range(s, &mut c, text, (precision, true))?;
            made.extend(text.end()?);
            length = length.add(&width)?.add(&text.length)?;
            ranges.push(text);
        } else {
            let place = source.next(s, &mut c, conversion.ty)?.place();
            let most = conversion.most(place.and_then(|place| extended(s, &c, place)));
            let own = precision.unwrap_or_else(Term::zero).plus(most)?;
            length = length.add(&match (width.as_constant(), own.as_constant()) {
                (Some(width), Some(own)) => Term::constant(width.max(own)),
                _ => width.add(&own)?,
            })?;
        }
    }
    library::unambiguous(s, &c, &ranges)?;
    if name == "asprintf" {
        return allocated(s, i, c, (&ranges, made), &length);
    }
    let (written, kept) = written(s, &mut c, (source, &ranges), &length)?;
    made.extend(written);
    let x = s.fresh_ranged(32, Sign::Signed)?;
    s.st.add_le(&x, &length)?;
    c.keep.extend(kept);
    c.keep.sort_by_key(|(id, _)| *id);
    for entry in made {
        s.new_entry(entry);
    }
    s.result(i, Sign::Signed, x, Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep })
}

/// `asprintf`: the text is written to a new block, to which a variable of the program leads afterwards, unless that fails.
fn allocated(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    mut c: Call<'_>,
    (ranges, mut made): (&[Range], Vec<Entry>),
    length: &Term,
) -> Rule<Next> {
    let target = c.value(s, 0)?;
    let bits = s.pointer_bits();
    let word = Term::constant(i128::from(bits / 8));
    let at = store(s, &mut c, (&target, &Term::zero(), &word, u64::from(bits / 8)), ranges, None)?;
    sweep(s, at.block, &c.keep);
    let x = s.fresh_ranged(32, Sign::Signed)?;
    s.st.add_le(&x, length)?;
    let size = s.fresh();
    let most = heap::largest_given(s.pointer_bits());
    s.st.add_le(&size, &most)?;
    let (base, block) = heap::optional_block(s, &size)?;
    let value = s.fresh_ranged(bits, Sign::Unsigned)?;
    let (failed, no, yes) = choice(s, bits)?;
    s.st.add_le(&x.plus(1)?, &yes)?;
    s.st.add_le(&x.neg()?, &no)?;
    s.st.add_le(&x.plus(1)?, &size)?;
    s.st.add_le(&base, &yes)?;
    s.st.add_le(&Term::constant(1).sub(&base)?, &no)?;
    s.st.add_le(&value.sub(&base)?, &no)?;
    s.st.add_le(&base.sub(&value)?, &no)?;
    let end = end(s, (block, &Term::zero()), &size, &no)?;
    s.st.add_le(&end.offset.sub(&x)?, &no)?;
    s.st.add_le(&x.sub(&end.offset)?, &no)?;
    made.push(Entry { block: at.block, offset: at.offset, width: bits / 8, sign: Sign::Unsigned, value });
    made.push(end);
    for entry in made {
        s.new_entry(entry);
    }
    let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
    s.result(i, Sign::Signed, x, detail)?;
    Ok(Next::Cases(failed))
}

/// A 0 at the end of what was written, and what survives beside a list.
type Written = (Option<Entry>, Vec<(EntryId, Side)>);

/// What is written, to argument 0, and to the list that was read: the 0 at the end, and what survives beside the list.
fn written(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    (source, ranges): (Source, &[Range]),
    length: &Term,
) -> Rule<Written> {
    let bounded = c.name.ends_with("snprintf");
    let bytes = match c.name.trim_start_matches('v') {
        "printf" | "fprintf" => None,
        "sprintf" => Some(length.plus(1)?),
        _ => Some(c.value(s, 1)?),
    };
    let (list, kept) = match source {
        Source::List(list) if ranges.iter().any(|text| text.block == Some(list.block())) => {
            return s.missing(Argument::VaList.into());
        }
        Source::List(list) => (Some(list.block()), list.spent(s)?),
        Source::Call(_) => (None, Vec::new()),
    };
    let Some(bytes) = bytes else { return Ok((None, kept)) };
    let nothing = Atom::eq(&bytes, &Term::zero())?;
    if s.holds(&nothing) {
        s.prove(nothing, || Premise::Length.into())?;
        return Ok((None, kept));
    }
    let some = Atom::le(&Term::constant(1), &bytes)?;
    if !s.holds(&some) {
        return Err(Stop::Split(nothing));
    }
    let target = c.value(s, 0)?;
    s.prove(some, || Premise::Length.into())?;
    if bounded {
        let few = Atom::le(&bytes, &Term::constant(i128::from(i32::MAX)))?;
        s.prove(few, || Argument::Size.into())?;
    }
    let at = store(s, c, (&target, &Term::zero(), &bytes, 1), ranges, None)?;
    if list == Some(at.block) {
        return s.missing(Argument::VaList.into());
    }
    let end = upto(s, length)?;
    s.st.add_le(&end.plus(1)?, &bytes)?;
    sweep(s, at.block, &c.keep);
    Ok((Some(zero(at.block, at.offset.add(&end)?)), kept))
}

/// The bits of what an argument extends by zeros, by looking at the instruction that defines it.
fn extended(s: &Step<'_, '_>, c: &Call<'_>, place: usize) -> Option<u32> {
    let (_, Operand::Register(register)) = c.arguments.get(place)? else { return None };
    let function = s.cx.program.functions.get(&*s.st.function)?;
    let mut all = function.blocks.iter().flat_map(|block| &block.instructions);
    match all.find(|i| i.result == Some(*register))?.op {
        Op::Cast { op: CastOp::ZExt, from: Type::Int(bits), .. } => Some(bits),
        _ => None,
    }
}
