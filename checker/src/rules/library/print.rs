//! Functions that print what a format says (`spec/rules/library.md`, Formats).

use crate::rules::library::arguments::{Call, address, are_of_letters, argument, size, typed};
use crate::rules::library::columns::{Given, Range, choice, constant_at, end, range, read, store, zero};
use crate::rules::library::effects::{arbitrary, constant_string};
use crate::rules::library::formats::{Amount, Conversion, Part, printed};
use crate::rules::library::heap::heap_block;
use crate::rules::library::stream_argument::stream;
use crate::rules::library::table::Reads;
use crate::rules::library::variadic::List;
use crate::rules::memory;
use crate::rules::shared::*;

/// What is printed: the number of characters besides the conversions', and these.
type Format = (usize, Vec<Conversion>);

/// The arguments of the conversions, which are read one after the other.
enum Source {
    /// Those of the call, from this place on.
    Call(usize),
    /// Those of a list.
    List(List),
}

/// The name of each function with a format, and letters (as of `typed`) for its fixed arguments. The format is the last one,
/// or the last but one before a list.
const FIXED: [(&str, &str); 9] = [
    ("printf", "p"),
    ("fprintf", "pp"),
    ("sprintf", "pp"),
    ("snprintf", "plp"),
    ("asprintf", "pp"),
    ("vprintf", "pp"),
    ("vfprintf", "ppp"),
    ("vsprintf", "ppp"),
    ("vsnprintf", "plpp"),
];

/// X-PRINT of `puts`, and of functions with a format.
pub(super) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    cx.rule("X-PRINT");
    if name == "puts" {
        return line(cx, s, c);
    }
    let letters = FIXED.iter().find(|(known, _)| *known == name).map_or("", |(_, letters)| letters);
    let listed = name.starts_with('v');
    let place = letters.len().saturating_sub(if listed { 2 } else { 1 });
    let first = c.arguments.iter().take(letters.len()).map(|argument| &argument.ty);
    let fits = are_of_letters(cx.pointer(), &c.signature.result, first, letters) && c.instruction.ty == Type::Int(32);
    reject_if!(cx, !fits, c.signature.varargs == listed, c.signature.parameters.len() > letters.len() =>
        "type", "the contract of @{name} is about another type");
    let known = constant_string(cx, c, place)?;
    if let (Some(text), Detail::None, "printf") = (&known, &c.hint.detail, name) {
        let (_, conversions) = format(cx, text)?;
        let mut source = Source::Call(place + 1);
        for conversion in &conversions {
            let _ = source.next(cx, s, c, &conversion.ty, &mut Given::keeping(&[]))?;
            reject_if!(cx, !is_plain(conversion) => "hint", "accesses and entries are needed");
        }
        return arbitrary(cx, s, c);
    }
    let mut given = Given::of(cx, c)?;
    let format = match known {
        Some(text) => format(cx, &text)?,
        None => {
            let text = constant_at(cx, s, c, (place, "format"), &mut given)?;
            format(cx, &text)?
        }
    };
    print(cx, s, c, (place, listed), &format, &mut given)
}

/// `puts` of a constant, or of a string that need not be one.
fn line<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>) -> Checked<Value> {
    if c.hint.detail == Detail::None {
        reject_if!(cx, constant_string(cx, c, 0)?.is_none() => "format", "what is printed is not a string constant");
        reject_if!(cx, c.signature.varargs => "type", "the contract of @puts is about another type");
        typed(cx, c, "ip")?;
        return arbitrary(cx, s, c);
    }
    typed(cx, c, "ip")?;
    let mut given = Given::of(cx, c)?;
    let text = read(cx, s, c, Reads::Text(0), &mut given)?;
    given.all_used(cx)?;
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    if let Some(end) = text.end()? {
        memory::new_entry(cx, s, end)?;
    }
    Ok(Some((x, Sign::Signed)))
}

/// What a format says.
fn format(cx: &Context, text: &[u8]) -> Checked<Format> {
    let (mut plain, mut all) = (0, Vec::new());
    match printed(text, cx.pointer()) {
        Ok(parts) => parts.into_iter().for_each(|part| match part {
            Part::Conversion(conversion) => all.push(conversion),
            _ => plain += 1,
        }),
        Err(reason) => return cx.reject("format", reason),
    }
    Ok((plain, all))
}

/// Whether nothing but the argument's type matters.
fn is_plain(conversion: &Conversion) -> bool {
    let given = |amount| matches!(amount, Amount::Argument);
    conversion.letter != b's' && !given(conversion.width) && !conversion.precision.is_some_and(given)
}

/// An argument of a conversion.
enum Taken {
    /// The one at this place of the call.
    At(usize),
    /// The next one of a list, as an entry says; of floating point there is only a place.
    Listed(Option<(Poly, Sign)>),
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
    /// The next argument, which has this type: its place in the call, or what a list says of it.
    fn next<'m>(
        &mut self,
        cx: &mut Context<'m>,
        s: &State<'m>,
        c: &Call<'m>,
        ty: &Type,
        given: &mut Given,
    ) -> Checked<Taken> {
        match self {
            Source::List(list) => Ok(Taken::Listed(list.next(cx, s, ty, given)?)),
            Source::Call(next) => {
                reject_if!(cx, c.arguments.get(*next).is_none_or(|argument| argument.ty != *ty) =>
                    "format", "a conversion does not fit its argument");
                *next += 1;
                Ok(Taken::At(*next - 1))
            }
        }
    }

    /// The next argument: a pointer, or an `int`, read with a sign.
    fn value<'m>(
        &mut self,
        cx: &mut Context<'m>,
        s: &mut State<'m>,
        c: &Call<'m>,
        (pointer, sign): (bool, Sign),
        given: &mut Given,
    ) -> Checked<Poly> {
        let width = if pointer { cx.pointer() } else { 32 };
        let ty = if pointer { Type::Pointer } else { Type::Int(32) };
        match self.next(cx, s, c, &ty, given)? {
            Taken::At(place) => cx.read(s, argument(cx, c, place)?, Shape { width, pointer }, sign),
            Taken::Listed(Some((value, given))) if given == sign => Ok(value),
            Taken::Listed(_) => cx.reject("entry", "the entry of an argument has another sign"),
        }
    }

    /// A width or precision.
    fn amount<'m>(
        &mut self,
        cx: &mut Context<'m>,
        s: &mut State<'m>,
        c: &Call<'m>,
        amount: Amount,
        given: &mut Given,
    ) -> Checked<Poly> {
        match amount {
            Amount::Number(number) => Ok(Poly::constant(number.into())),
            Amount::Argument => {
                let value = self.value(cx, s, c, (false, Sign::Signed), given)?;
                cx.require_le("P16", &Poly::default(), &value)?;
                Ok(value)
            }
        }
    }
}

/// The bits of what an argument extends by zeros, by looking at the instruction that defines it.
fn extended(s: &State, c: &Call, place: usize) -> Option<u32> {
    let Operand::Register(register) = &c.arguments.get(place)?.value else { return None };
    match s.position.definition(register)? {
        Op::Cast { kind: CastKind::ZExt, from: Type::Int(bits), .. } => Some(*bits),
        _ => None,
    }
}

/// What is read, and what is written.
fn print<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (place, listed): (usize, bool),
    (length, conversions): &Format,
    given: &mut Given,
) -> Checked<Value> {
    let name = c.name.trim_start_matches('v');
    if name == "fprintf" {
        stream(cx, s, c, 0, given)?;
    }
    let mut source = match listed {
        true => Source::List(List::at(cx, s, c, place + 1, given)?),
        false => Source::Call(place + 1),
    };
    let (mut ranges, mut made, mut length) = (Vec::new(), Vec::new(), Poly::constant(*length as i128));
    for conversion in conversions {
        let width = source.amount(cx, s, c, conversion.width, given)?;
        let precision = match conversion.precision {
            Some(precision) => Some(source.amount(cx, s, c, precision, given)?),
            None => None,
        };
        if conversion.letter == b's' {
            let text = source.value(cx, s, c, (true, Sign::Unsigned), given)?;
            let text = range(cx, s, text, (precision, true), given)?;
            made.extend(text.end()?);
            length = length.add(&width)?.add(&text.length)?;
            ranges.push(text);
            continue;
        }
        let place = source.next(cx, s, c, &conversion.ty, given)?.place();
        let most = conversion.most(place.and_then(|place| extended(s, c, place)));
        let own = precision.unwrap_or_default().plus(most.into())?;
        length = length.add(&match (width.as_constant(), own.as_constant()) {
            (Some(width), Some(own)) => Poly::constant(width.max(own)),
            _ => width.add(&own)?,
        })?;
    }
    if name == "asprintf" {
        return allocated(cx, s, c, (&ranges, made), &length, given);
    }
    made.extend(written(cx, s, c, (source, &ranges), &length, given)?);
    given.all_used(cx)?;
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    cx.add_le(&x, &length)?;
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(Some((x, Sign::Signed)))
}

/// The text is written to a new block, whose address argument 0 leads to afterwards. If that fails, there is no block, and
/// the address is not known.
fn allocated<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (ranges, mut made): (&[Range], Vec<Entry>),
    length: &Poly,
    given: &mut Given,
) -> Checked<Value> {
    let target = address(cx, s, c, 0)?;
    let word = cx.pointer() / 8;
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    let what = (&target, &Poly::default(), &Poly::constant(word.into()), u64::from(word));
    let at = store(cx, s, place, what, (ranges, None), given)?;
    given.all_used(cx)?;
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    cx.add_le(&x, length)?;
    let size = cx.fresh(s)?;
    cx.add_le(&size, &Poly::constant(cx.max_given()))?;
    let (b, block) = heap_block(cx, s, &size, true)?;
    let value = cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?;
    let (no, yes) = choice(cx, s, power(cx.pointer()))?;
    cx.add_le(&x.plus(1)?, &yes)?;
    cx.add_le(&x.neg()?, &no)?;
    cx.add_le(&x.plus(1)?, &size)?;
    cx.add_le(&b, &yes)?;
    cx.add_le(&Poly::constant(1).sub(&b)?, &no)?;
    cx.add_le(&value.sub(&b)?, &no)?;
    cx.add_le(&b.sub(&value)?, &no)?;
    let end = end(cx, s, (block, &Poly::default(), &size), &no)?;
    cx.add_le(&end.offset.sub(&x)?, &no)?;
    cx.add_le(&x.sub(&end.offset)?, &no)?;
    made.extend([Entry { block: place.block, offset: at, width: word, sign: Sign::Unsigned, value }, end]);
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(Some((x, Sign::Signed)))
}

/// What is written, to argument 0, and to the list that was read. Returns the 0 at the end.
fn written<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (source, ranges): (Source, &[Range]),
    length: &Poly,
    given: &mut Given,
) -> Checked<Option<Entry>> {
    let bounded = c.name.ends_with("snprintf");
    let bytes = match c.name.trim_start_matches('v') {
        "printf" | "fprintf" => None,
        "sprintf" => Some(length.plus(1)?),
        _ => Some(size(cx, s, c, 1)?),
    };
    let place = if bytes.is_some() { given.accesses.next() } else { None };
    let mut kept = Vec::new();
    if let Source::List(list) = source {
        reject_if!(cx, ranges.iter().any(|text| text.block == Some(list.block())) =>
            "list", "the list lies in the block of a string");
        kept = list.spent(cx, s, place.map(|place| place.block), given)?;
    } else if place.is_some() {
        kept.extend_from_slice(std::mem::take(&mut given.keep));
    }
    let Some(bytes) = bytes else { return Ok(None) };
    let Some(place) = place else {
        cx.require_eq("P3", &bytes, &Poly::default())?;
        return Ok(None);
    };
    let target = address(cx, s, c, 0)?;
    cx.require_le("P10", &Poly::constant(1), &bytes)?;
    if bounded {
        cx.require_le("P11", &bytes, &Poly::constant(hi(32, Sign::Signed)))?;
    }
    let what = (&target, &Poly::default(), &bytes, 1);
    let at = store(cx, s, place, what, (ranges, None), &mut Given::keeping(&kept))?;
    let end = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &end)?;
    cx.add_le(&end, length)?;
    cx.add_le(&end.plus(1)?, &bytes)?;
    Ok(Some(zero(place.block, at.add(&end)?)))
}
