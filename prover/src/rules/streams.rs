//! Functions that read input and write output: X-STREAM and X-SCAN of `spec/rules/library.md`.

use super::call::constant_text;
use super::choices::{choice, same_or_null};
use super::library::{Call, Range, reach, read, store, upto};
use super::memory::{access, survivors, sweep};
use super::{Argument, Next, Premise, Rule, Step, Stop, read_line};
use crate::algebra::{Atom, Term, TooLarge};
use crate::program::formats::{self, Scanned};
use crate::program::library::{self, Reads};
use crate::program::{Instruction, Operand, Type};
use crate::state::{Block, Entry};
use certificates::{Access, BlockId, Detail, EntryId, Kind, Multiple, Sign};

/// What a call of such a function leaves behind.
#[derive(Default)]
struct Done {
    /// The case analysis that says whether the function succeeded.
    cases: Option<Atom>,
    /// New entries.
    made: Vec<Entry>,
}

/// X-STREAM, X-SCAN
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-STREAM";
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let mut done = Done::default();
    let value = match library::scan_format(name) {
        Some(place) => Some(scan(s, &mut c, result, place, &mut done)?),
        None => {
            super::types::typed(s, name, (result, arguments), library::stream_types(name).unwrap_or_default())?;
            function(s, &mut c, result, &mut done)?
        }
    };
    for entry in done.made {
        s.new_entry(entry);
    }
    let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
    let next = match value {
        Some((value, sign)) => s.result(i, sign, value, detail)?,
        None => s.result_none(detail)?,
    };
    Ok(done.cases.map_or(next, Next::Cases))
}

/// X-STREAM: what a function without a format does.
fn function(s: &mut Step<'_, '_>, c: &mut Call<'_>, result: Type, done: &mut Done) -> Rule<Option<(Term, Sign)>> {
    match c.name.trim_end_matches("_unlocked") {
        "fgets" | "getcwd" => return line(s, c, done).map(Some),
        "getline" | "getdelim" => {
            let (value, entries, cases) = read_line::call(s, c)?;
            done.made.extend(entries);
            done.cases = Some(cases);
            return Ok(Some(value));
        }
        "fopen" | "fopen64" | "fdopen" | "tmpfile" => return open(s, c, done).map(Some),
        "fclose" => {
            let Some(block) = stream(s, c, 0)? else { return s.missing(Argument::Opened(c.name.to_owned()).into()) };
            s.st.forget_block(block);
        }
        "ftell" => {
            stream(s, c, 0)?;
            return Ok(Some((s.fresh_ranged(s.pointer_bits(), Sign::Signed)?, Sign::Signed)));
        }
        "read" => return bytes(s, c).map(Some),
        "fread" | "fwrite" => return elements(s, c).map(Some),
        "fputs" => {
            let text = read(s, c, Reads::Text(0))?;
            done.made.extend(text.end()?);
            stream(s, c, 1)?;
        }
        "fgetc" | "getc" | "fputc" | "putc" | "ungetc" => {
            stream(s, c, c.arguments.len().saturating_sub(1))?;
            let x = s.fresh();
            s.st.add_le(&Term::constant(-1), &x)?;
            s.st.add_le(&x, &Term::constant(255))?;
            return Ok(Some((x, Sign::Signed)));
        }
        "fflush" => {
            let null = Atom::eq(&c.value(s, 0)?, &Term::zero())?;
            match s.holds(&null) {
                true => s.prove(null, || Premise::NullPointer.into())?,
                false => drop(stream(s, c, 0)?),
            }
        }
        "setvbuf" | "setbuf" => {
            stream(s, c, 0)?;
            let buffer = c.value(s, 1)?;
            s.prove(Atom::eq(&buffer, &Term::zero())?, || Argument::Null.into())?;
        }
        _ => drop(stream(s, c, 0)?),
    }
    match result {
        Type::Void => Ok(None),
        _ => Ok(Some((s.fresh_ranged(32, Sign::Signed)?, Sign::Signed))),
    }
}

/// `fread`, `fwrite`: elements of a size, as many as fit.
fn elements(s: &mut Step<'_, '_>, c: &mut Call<'_>) -> Rule<(Term, Sign)> {
    stream(s, c, 3)?;
    let (memory, count) = (c.value(s, 0)?, c.value(s, 2)?);
    let n = c.value(s, 1)?.mul(&count)?;
    if c.name.starts_with("fread") {
        let at = store(s, c, (&memory, &Term::zero(), &n, 1), &[], None)?;
        sweep(s, at.block, &c.keep);
    } else {
        let at = access(s, &memory, &n, 1, false)?;
        c.accesses.push(at.access);
    }
    Ok((upto(s, &count)?, Sign::Unsigned))
}

/// The mode in which a stream is opened is one that C or POSIX knows.
fn mode(s: &mut Step<'_, '_>, c: &mut Call<'_>) -> Rule<()> {
    let p = c.value(s, 1)?;
    let at = access(s, &p, &Term::constant(1), 1, false)?;
    let text = match s.st.blocks.get(&at.block).map(|block| &block.kind) {
        Some(Kind::Global(name)) => constant_text(s.cx.program, name),
        _ => None,
    };
    let known = text.as_deref().and_then(<[u8]>::split_first).is_some_and(|(first, rest)| {
        let letters: Vec<u8> = rest.iter().copied().take_while(|letter| *letter != 0).collect();
        let once = |(at, letter): (usize, &u8)| b"b+xe".contains(letter) && !letters[..at].contains(letter);
        matches!(first, b'r' | b'w' | b'a') && letters.iter().enumerate().all(once)
    });
    let first = Atom::eq(&at.offset, &Term::zero())?;
    if !known || !s.holds(&first) {
        return s.missing(Argument::Mode(c.name.to_owned()).into());
    }
    s.prove(first, || Premise::EntryRead.into())?;
    c.accesses.push(at.access);
    Ok(())
}

/// A stream that is opened, unless that fails.
fn open(s: &mut Step<'_, '_>, c: &mut Call<'_>, done: &mut Done) -> Rule<(Term, Sign)> {
    if c.name.starts_with("fopen") {
        let range = read(s, c, Reads::Text(0))?;
        done.made.extend(range.end()?);
    }
    if c.name != "tmpfile" {
        mode(s, c)?;
    }
    let base = s.fresh();
    s.st.add_le(&Term::zero(), &base)?;
    let (size, align, kind) = (Term::zero(), 1, Kind::Stream);
    s.new_block(Block { base: base.clone(), size, align, kind, read_only: false, kept: false, optional: true });
    Ok((base, Sign::Unsigned))
}

/// The argument is a stream that the program opened, whose block is returned, or what `stdin`, `stdout` or `stderr` holds.
pub(super) fn stream(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize) -> Rule<Option<BlockId>> {
    let given = c.value(s, at)?;
    let opened = s.st.blocks.iter().filter(|(_, b)| b.kind == Kind::Stream && !b.optional);
    let mut opened: Vec<(BlockId, Term)> = opened.map(|(id, b)| (*id, b.base.clone())).collect();
    opened.sort_by_key(|(_, base)| *base != given);
    for (block, base) in opened {
        if s.holds(&Atom::eq(&given, &base)?) {
            let offset = given.sub(&base)?;
            s.prove(Atom::le(&Term::zero(), &offset)?, || Premise::Access.into())?;
            s.prove(Atom::le(&offset, &Term::zero())?, || Premise::Access.into())?;
            c.accesses.push(Access { block, multiple: Multiple::Plain });
            return Ok(Some(block));
        }
    }
    let width = s.pointer_bits() / 8;
    let program = s.cx.program;
    let of_stream = |s: &Step<'_, '_>, block: BlockId| match s.st.blocks.get(&block).map(|block| &block.kind) {
        Some(Kind::Global(name)) => program.globals.iter().any(|g| g.name == *name && g.is_stream()),
        _ => false,
    };
    let held: Vec<(EntryId, Entry)> =
        s.st.entries
            .iter()
            .filter(|(_, e)| e.width == width && of_stream(s, e.block))
            .map(|(id, e)| (*id, e.clone()))
            .collect();
    for (id, entry) in held {
        let (first, same) = (Atom::eq(&entry.offset, &Term::zero())?, Atom::eq(&entry.value, &given)?);
        if s.holds(&first) && s.holds(&same) {
            s.prove(first, || Premise::EntryRead.into())?;
            s.prove(same, || Premise::EntryRead.into())?;
            c.entries.push(id);
            return Ok(None);
        }
    }
    s.missing(Argument::Stream(c.name.to_owned()).into())
}

/// `fgets`, `getcwd`: the argument or null; unless it is null, a 0 is among the bytes.
fn line(s: &mut Step<'_, '_>, c: &mut Call<'_>, done: &mut Done) -> Rule<(Term, Sign)> {
    let of_stream = c.name != "getcwd";
    let n = match of_stream {
        true => s.signed(&c.argument(1)?.1, 32)?,
        false => c.value(s, 1)?,
    };
    let name = c.name;
    s.prove(Atom::le(&Term::constant(1), &n)?, || Argument::Positive(name.to_owned()).into())?;
    if of_stream {
        stream(s, c, 2)?;
    }
    let target = c.value(s, 0)?;
    let at = store(s, c, (&target, &Term::zero(), &n, 1), &[], None)?;
    sweep(s, at.block, &c.keep);
    let (x, absent, no) = same_or_null(s, &target)?;
    done.made.push(end(s, (at.block, &at.offset), &n, &no)?);
    done.cases = Some(absent);
    Ok((x, Sign::Unsigned))
}

/// An entry for one of n bytes, which is 0 if `no` is.
pub(super) fn end(s: &mut Step<'_, '_>, (block, at): (BlockId, &Term), n: &Term, no: &Term) -> Rule<Entry> {
    let further = s.fresh();
    s.st.add_le(&Term::zero(), &further)?;
    s.st.add_le(&further.plus(1)?, n)?;
    let value = s.fresh_ranged(8, Sign::Signed)?;
    s.st.add_le(&value, no)?;
    s.st.add_le(&value.neg()?, no)?;
    Ok(Entry { block, offset: at.add(&further)?, width: 1, sign: Sign::Signed, value })
}

/// `read`: a number of bytes, or -1.
fn bytes(s: &mut Step<'_, '_>, c: &mut Call<'_>) -> Rule<(Term, Sign)> {
    let (target, n) = (c.value(s, 1)?, c.value(s, 2)?);
    let at = store(s, c, (&target, &Term::zero(), &n, 1), &[], None)?;
    sweep(s, at.block, &c.keep);
    let x = s.fresh_ranged(s.pointer_bits(), Sign::Signed)?;
    s.st.add_le(&Term::constant(-1), &x)?;
    s.st.add_le(&x, &n)?;
    Ok((x, Sign::Signed))
}

/// X-SCAN: writes what the format says.
fn scan(s: &mut Step<'_, '_>, c: &mut Call<'_>, result: Type, place: usize, done: &mut Done) -> Rule<(Term, Sign)> {
    s.rule = "X-SCAN";
    let conversions = scanned(s, c, result, place)?;
    let mut ranges = Vec::new();
    if c.name.ends_with("fscanf") {
        stream(s, c, 0)?;
    } else if place == 1 {
        let text = read(s, c, Reads::Text(0))?;
        done.made.extend(text.end()?);
        ranges.push(text);
    }
    let x = s.fresh_ranged(32, Sign::Signed)?;
    s.st.add_le(&Term::constant(-1), &x)?;
    s.st.add_le(&x, &Term::constant(i128::try_from(conversions.len()).map_err(|_| TooLarge)?))?;
    let targets = targets(s, c, place, &conversions)?;
    let mut keep = Vec::new();
    for (number, conversion) in conversions.iter().enumerate() {
        let n = Term::constant(i128::from(conversion.bytes));
        let target = c.value(s, place + 1 + number)?;
        let at = reach(s, c, (&target, &Term::zero(), &n, conversion.align), &ranges, None)?;
        // Entries of a block that is written twice would have to lie on one side of both.
        let once = targets.iter().filter(|block| **block == at.block).count() == 1;
        let kept = if once { survivors(s, &at, &n)? } else { Vec::new() };
        c.accesses.push(at.access.clone());
        sweep(s, at.block, &kept);
        keep.extend(kept);
        if conversion.ends {
            let (absent, no, yes) = choice(s, 32)?;
            s.st.add_le(&x.plus(-i128::try_from(number).map_err(|_| TooLarge)?)?, &yes)?;
            done.made.push(end(s, (at.block, &at.offset), &n, &no)?);
            ranges.push(Range::written(&at, &n));
            done.cases.get_or_insert(absent);
        }
    }
    c.keep = keep;
    Ok((x, Sign::Signed))
}

/// The conversions of a call of this type.
fn scanned(s: &Step<'_, '_>, c: &Call<'_>, result: Type, place: usize) -> Rule<Vec<Scanned>> {
    let other = || Stop::Unsupported(format!("'{}' of this type, or with this format", c.name).into());
    let declared = s.cx.program.declarations.get(c.name);
    let usual = declared.is_some_and(|d| d.variadic && d.parameters.len() <= place + 1);
    let pointers = c.arguments.iter().all(|(ty, _)| *ty == Type::Pointer);
    let text = match c.argument(place)? {
        (_, Operand::Global { name, offset: 0 }) => constant_text(s.cx.program, name),
        _ => None,
    };
    let conversions = text.and_then(|text| formats::scanned(&text, s.pointer_bits()));
    let conversions = conversions.filter(|all| all.len() < c.arguments.len() - place);
    match conversions.filter(|_| usual && pointers && result == Type::Int(32)) {
        Some(conversions) => Ok(conversions),
        None => Err(other()),
    }
}

/// The blocks that the conversions write to.
fn targets(s: &mut Step<'_, '_>, c: &Call<'_>, place: usize, conversions: &[Scanned]) -> Rule<Vec<BlockId>> {
    let before = s.st.obligations();
    let mut blocks = Vec::new();
    for (number, conversion) in conversions.iter().enumerate() {
        let target = c.value(s, place + 1 + number)?;
        let n = Term::constant(i128::from(conversion.bytes));
        blocks.push(access(s, &target, &n, conversion.align, true)?.block);
    }
    s.st.keep_obligations(before);
    Ok(blocks)
}
