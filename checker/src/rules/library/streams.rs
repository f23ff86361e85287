//! Functions that read input and write output (`spec/rules/library.md`, Streams).

use crate::rules::library::arguments::{Call, address, argument, has_types, size, typed};
use crate::rules::library::columns::{
    Given, Range, all_kept, choice, constant_at, end, kept_of, read, same_or_null, store,
};
use crate::rules::library::effects::constant_string;
use crate::rules::library::stream_argument::stream;
use crate::rules::library::table::Reads;
use crate::rules::library::{formats, read_line};
use crate::rules::memory;
use crate::rules::shared::*;

/// Functions of streams, with their types (in the letters of `arguments::typed`).
#[rustfmt::skip]
const FUNCTIONS: [(&str, &str); 41] = [
    ("fgetc", "ip"), ("getc", "ip"), ("fputc", "iip"), ("putc", "iip"), ("ungetc", "iip"), ("fputs", "ipp"),
    ("fgets", "ppip"), ("read", "lipl"), ("fread", "lpllp"), ("fwrite", "lpllp"), ("fflush", "ip"), ("feof", "ip"),
    ("ferror", "ip"), ("fileno", "ip"), ("clearerr", "vp"), ("rewind", "vp"), ("setvbuf", "ippil"), ("setbuf", "vpp"),
    ("fopen", "ppp"), ("fopen64", "ppp"), ("fdopen", "pip"), ("tmpfile", "p"), ("fclose", "ip"), ("fseek", "ipli"),
    ("ftell", "lp"), ("getline", "lppp"), ("getdelim", "lppip"), ("getcwd", "ppl"),
    ("fgetc_unlocked", "ip"), ("getc_unlocked", "ip"), ("fputc_unlocked", "iip"), ("putc_unlocked", "iip"),
    ("fputs_unlocked", "ipp"), ("fgets_unlocked", "ppip"), ("fread_unlocked", "lpllp"), ("fwrite_unlocked", "lpllp"),
    ("fflush_unlocked", "ip"), ("feof_unlocked", "ip"), ("ferror_unlocked", "ip"), ("fileno_unlocked", "ip"),
    ("clearerr_unlocked", "vp"),
];

/// Functions that read what a format says, and the place of the format.
#[rustfmt::skip]
const SCANS: [(&str, usize); 9] = [
    ("scanf", 0), ("__isoc99_scanf", 0), ("__isoc23_scanf", 0), ("sscanf", 1), ("__isoc99_sscanf", 1), ("__isoc23_sscanf", 1),
    ("fscanf", 1), ("__isoc99_fscanf", 1), ("__isoc23_fscanf", 1),
];

/// Whether the function has a contract here.
pub(crate) fn is_known(name: &str) -> bool {
    FUNCTIONS.iter().any(|(known, _)| *known == name) || SCANS.iter().any(|(known, _)| *known == name)
}

/// X-STREAM, X-SCAN
pub(crate) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, name: &str) -> Checked<Value> {
    cx.rule("X-STREAM");
    let mut given = Given::of(cx, c)?;
    let mut made = Vec::new();
    let value = match SCANS.iter().find(|(known, _)| *known == name) {
        Some((_, place)) => scan(cx, s, c, *place, &mut given, &mut made)?,
        None => {
            typed(cx, c, FUNCTIONS.iter().find(|(known, _)| *known == name).map_or("v", |(_, types)| types))?;
            function(cx, s, c, name, &mut given, &mut made)?
        }
    };
    given.all_used(cx)?;
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(value)
}

/// X-STREAM: what a function without a format does.
fn function<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    name: &str,
    given: &mut Given,
    made: &mut Vec<Entry>,
) -> Checked<Value> {
    match name.trim_end_matches("_unlocked") {
        "fgets" | "getcwd" => return line(cx, s, c, given, made).map(Some),
        "getline" | "getdelim" => return read_line::call(cx, s, c, given, made).map(Some),
        "fopen" | "fopen64" | "fdopen" | "tmpfile" => return open(cx, s, c, given, made).map(Some),
        "fclose" => {
            let place = stream(cx, s, c, 0, given)?;
            s.delete(some!(cx, place => "stream", "a stream that the program opened is needed"));
        }
        "ftell" => {
            stream(cx, s, c, 0, given)?;
            return Ok(Some((cx.fresh_ranged(s, cx.pointer(), Sign::Signed)?, Sign::Signed)));
        }
        "read" => return bytes(cx, s, c, given).map(Some),
        "fread" | "fwrite" => return elements(cx, s, c, name.starts_with("fread"), given).map(Some),
        "fputs" => {
            let text = read(cx, s, c, Reads::Text(0), given)?;
            made.extend(text.end()?);
            stream(cx, s, c, 1, given)?;
        }
        "fflush" if given.entries.len() == 0 && given.accesses.len() == 0 => {
            let p = address(cx, s, c, 0)?;
            cx.require_eq("P17", &p, &Poly::default())?;
        }
        "fgetc" | "getc" | "fputc" | "putc" | "ungetc" => {
            stream(cx, s, c, c.arguments.len().saturating_sub(1), given)?;
            let x = cx.fresh(s)?;
            cx.add_range(-1, &x, 255)?;
            return Ok(Some((x, Sign::Signed)));
        }
        "setvbuf" | "setbuf" => {
            stream(cx, s, c, 0, given)?;
            let buffer = address(cx, s, c, 1)?;
            cx.require_eq("P17", &buffer, &Poly::default())?;
        }
        _ => drop(stream(cx, s, c, 0, given)?),
    }
    match c.instruction.ty {
        Type::Void => Ok(None),
        _ => Ok(Some((cx.fresh_ranged(s, 32, Sign::Signed)?, Sign::Signed))),
    }
}

/// The mode in which a stream is opened is one that C or POSIX knows: a library may take others for more.
fn mode<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, given: &mut Given) -> Checked {
    let text = constant_at(cx, s, c, (1, "mode"), given)?;
    let known = match text.split_first() {
        Some((b'r' | b'w' | b'a', rest)) => {
            rest.iter().enumerate().all(|(at, letter)| b"b+xe".contains(letter) && !rest[..at].contains(letter))
        }
        _ => false,
    };
    reject_if!(cx, !known => "mode", "no mode that C or POSIX knows");
    Ok(())
}

/// A stream that is opened, unless that fails.
fn open<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    given: &mut Given,
    made: &mut Vec<Entry>,
) -> Checked<(Poly, Sign)> {
    if c.name.starts_with("fopen") {
        let text = read(cx, s, c, Reads::Text(0), given)?;
        made.extend(text.end()?);
    }
    if &**c.name != "tmpfile" {
        mode(cx, s, c, given)?;
    }
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &b)?;
    let block = Block::new(b.clone(), Poly::default(), 1, Kind::Stream);
    memory::new_block(cx, s, Block { optional: true, ..block })?;
    Ok((b, Sign::Unsigned))
}

/// `fgets`, `getcwd`: the argument or null; unless it is null, a 0 is among the bytes.
fn line<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    given: &mut Given,
    made: &mut Vec<Entry>,
) -> Checked<(Poly, Sign)> {
    let target = address(cx, s, c, 0)?;
    let reads = c.arguments.len() > 2;
    let n = match reads {
        true => cx.signed(s, argument(cx, c, 1)?, Shape { width: 32, pointer: false })?,
        false => size(cx, s, c, 1)?,
    };
    cx.require_le("P15", &Poly::constant(1), &n)?;
    if reads {
        stream(cx, s, c, 2, given)?;
    }
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    let at = store(cx, s, place, (&target, &Poly::default(), &n, 1), (&[], None), given)?;
    let (x, no) = same_or_null(cx, s, &target)?;
    made.push(end(cx, s, (place.block, &at, &n), &no)?);
    Ok((x, Sign::Unsigned))
}

/// `read`: a number of bytes, or -1.
fn bytes<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, given: &mut Given) -> Checked<(Poly, Sign)> {
    let (target, n) = (address(cx, s, c, 1)?, size(cx, s, c, 2)?);
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    store(cx, s, place, (&target, &Poly::default(), &n, 1), (&[], None), given)?;
    let x = cx.fresh_ranged(s, cx.pointer(), Sign::Signed)?;
    cx.add_le(&Poly::constant(-1), &x)?;
    cx.add_le(&x, &n)?;
    Ok((x, Sign::Signed))
}

/// `fread`, `fwrite`: elements of a size, as many as fit.
fn elements<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    reads: bool,
    given: &mut Given,
) -> Checked<(Poly, Sign)> {
    stream(cx, s, c, 3, given)?;
    let (memory, count) = (address(cx, s, c, 0)?, size(cx, s, c, 2)?);
    let n = size(cx, s, c, 1)?.mul(&count)?;
    let place = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    match reads {
        true => store(cx, s, place, (&memory, &Poly::default(), &n, 1), (&[], None), given)?,
        false => memory::access(cx, s, place, &memory, &n, 1)?,
    };
    let x = cx.fresh(s)?;
    cx.add_le(&Poly::default(), &x)?;
    cx.add_le(&x, &count)?;
    Ok((x, Sign::Unsigned))
}

/// X-SCAN: writes what the format says.
fn scan<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    place: usize,
    given: &mut Given,
    made: &mut Vec<Entry>,
) -> Checked<Value> {
    cx.rule("X-SCAN");
    let first = std::iter::once(&c.signature.result).chain(c.arguments.iter().take(place + 1).map(|a| &a.ty));
    let fits = has_types(cx, c, first, ["ip", "ipp"][place.min(1)]) && c.signature.varargs;
    reject_if!(cx, !fits, c.signature.parameters.len() > place + 1 => "type", "the contract of @{} is about another type", c.name);
    let text = some!(cx, constant_string(cx, c, place)? => "format", "the format is not a string constant");
    let written = match formats::scanned(&text, cx.pointer()) {
        Ok(written) => written,
        Err(reason) => return cx.reject("format", reason),
    };
    let arguments = c.arguments.get(place + 1..).unwrap_or_default();
    let pointers = arguments.len() >= written.len() && arguments.iter().all(|argument| argument.ty == Type::Pointer);
    reject_if!(cx, !pointers => "format", "a conversion has no argument, or one of another type");
    let mut ranges: Vec<Range> = Vec::new();
    if c.name.ends_with("fscanf") {
        stream(cx, s, c, 0, given)?;
    } else if place == 1 {
        let text = read(cx, s, c, Reads::Text(0), given)?;
        made.extend(text.end()?);
        ranges.push(text);
    }
    let x = cx.fresh_ranged(s, 32, Sign::Signed)?;
    cx.add_le(&Poly::constant(-1), &x)?;
    cx.add_le(&x, &Poly::constant(written.len() as i128))?;
    let keep = std::mem::take(&mut given.keep);
    let mut targets = Vec::new();
    for (number, (bytes, align, ends)) in written.iter().enumerate() {
        let access = some!(cx, given.accesses.next() => "accesses", "an access is needed");
        let (target, n) = (address(cx, s, c, place + 1 + number)?, Poly::constant(i128::from(*bytes)));
        let kept = kept_of(s, keep, access.block);
        let what = (&target, &Poly::default(), &n, *align);
        let at = store(cx, s, access, what, (&ranges, None), &mut Given::keeping(&kept))?;
        targets.push(access.block);
        if *ends {
            let (no, yes) = choice(cx, s, power(32))?;
            cx.add_le(&x.plus(-(number as i128))?, &yes)?;
            made.push(end(cx, s, (access.block, &at, &n), &no)?);
            ranges.push(Range::written(access.block, at, n));
        }
    }
    all_kept(cx, s, keep, &targets)?;
    Ok(Some((x, Sign::Signed)))
}
