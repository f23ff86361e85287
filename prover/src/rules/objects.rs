//! Functions that read and write objects of their headers' types: X-OBJECT of `spec/rules/library.md`.

use super::call::constant_text;
use super::choices::{choice, same_or_null};
use super::library::{Call, Range, read, store};
use super::memory::{access, sweep};
use super::streams::end;
use super::{Argument, Next, Premise, Rule, Step, Stop, compare, width_of};
use crate::algebra::{Atom, Term};
use crate::program::library::Reads;
use crate::program::objects::{BROKEN_DOWN, Contract, Object, Outcome, Part, is_plain_format};
use crate::program::{Instruction, Operand, Type};
use crate::state::{Block, Entry};
use certificates::{BlockId, Detail, Kind, Sign};

/// What a call has read and written so far.
#[derive(Default)]
struct Done {
    ranges: Vec<Range>,
    made: Vec<Entry>,
    written: Option<(BlockId, Term, Term)>,
}

/// X-OBJECT
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    contract: Contract,
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-OBJECT";
    super::types::typed(s, name, (result, arguments), contract.types)?;
    supported(s, name, &contract)?;
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let mut done = Done::default();
    for (at, part) in contract.parts {
        perform(s, &mut c, *at, *part, &mut done)?;
    }
    let gone = match (contract.outcome, name) {
        (Outcome::Shared(_), _) => Some(BROKEN_DOWN),
        (_, "setenv" | "unsetenv") => Some("getenv"),
        _ => None,
    };
    if let Some(old) = gone.and_then(|gone| s.st.block_of_kind(&Kind::Library(gone.to_owned()))) {
        s.st.forget_block(old);
        done.made.retain(|entry| entry.block != old);
    }
    let (value, cases) = give(s, i, &c, (contract.outcome, result), &mut done)?;
    if let Some((block, ..)) = &done.written {
        sweep(s, *block, &c.keep);
    }
    for entry in done.made {
        s.new_entry(entry);
    }
    let detail = Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep };
    let next = match value {
        Some((value, sign)) => s.result(i, sign, value, detail)?,
        None => s.result_none(detail)?,
    };
    Ok(cases.map_or(next, Next::Cases))
}

/// The machine is the one of the table, and the program cannot see the variables that the function may change.
fn supported(s: &Step<'_, '_>, name: &str, contract: &Contract) -> Rule<()> {
    if s.pointer_bits() != 64 {
        return Err(Stop::Unsupported(format!("'{name}' where pointers have 32 bits").into()));
    }
    let mut seen = s.cx.program.globals.iter().filter(|global| !global.local);
    match seen.find(|global| contract.changes.contains(&&*global.name)) {
        Some(global) => {
            let what = format!("'{name}' in a program that uses the variable '{}', which it may change", global.name);
            Err(Stop::Unsupported(what.into()))
        }
        None => Ok(()),
    }
}

fn perform(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize, part: Part, done: &mut Done) -> Rule<()> {
    match part {
        Part::Text => {
            let text = read(s, c, Reads::Text(at))?;
            done.made.extend(text.end()?);
            done.ranges.push(text);
            Ok(())
        }
        Part::Format => format(s, c, at),
        Part::Null => {
            let p = c.value(s, at)?;
            let name = c.name;
            s.prove(Atom::eq(&p, &Term::zero())?, || Argument::NullFor(name.to_owned()).into())
        }
        Part::NoHandler => {
            let p = c.value(s, at)?;
            let default = Atom::le(&p, &Term::constant(1))?;
            if !s.holds(&default) {
                let what = format!("'{}' with a handler, which would run at any moment", c.name);
                return Err(Stop::Unsupported(what.into()));
            }
            s.prove(default, || Premise::NullPointer.into())
        }
        Part::In(object) => {
            let p = c.value(s, at)?;
            let size = bytes(object);
            let found = access(s, &p, &size, object.align, false)?;
            done.ranges.push(Range::written(&found, &size));
            c.accesses.push(found.access);
            Ok(())
        }
        Part::Out(object) | Part::InOut(object) => {
            let p = c.value(s, at)?;
            write(s, c, &p, (bytes(object), object.align), (true, done))
        }
        Part::OutOrNull(object) => {
            let p = c.value(s, at)?;
            let null = Atom::eq(&p, &Term::zero())?;
            if s.holds(&null) {
                return s.prove(null, || Premise::NullPointer.into());
            }
            write(s, c, &p, (bytes(object), object.align), (false, done))
        }
        Part::Room(count) => {
            let n = c.value(s, count)?;
            let p = c.value(s, at)?;
            write(s, c, &p, (n, 1), (true, done))
        }
    }
}

fn bytes(object: Object) -> Term {
    Term::constant(i128::from(object.size))
}

/// Memory is written. `apart`: beside what was read.
fn write(
    s: &mut Step<'_, '_>,
    c: &mut Call<'_>,
    p: &Term,
    (n, align): (Term, u64),
    (apart, done): (bool, &mut Done),
) -> Rule<()> {
    let ranges: &[Range] = if apart { &done.ranges } else { &[] };
    let found = store(s, c, (p, &Term::zero(), &n, align), ranges, None)?;
    done.written = Some((found.block, found.offset, n));
    Ok(())
}

/// The format is a constant that is given from its beginning.
fn format(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize) -> Rule<()> {
    let p = c.value(s, at)?;
    let found = access(s, &p, &Term::constant(1), 1, false)?;
    let text = match s.st.blocks.get(&found.block).map(|block| &block.kind) {
        Some(Kind::Global(name)) => constant_text(s.cx.program, name),
        _ => None,
    };
    let first = Atom::eq(&found.offset, &Term::zero())?;
    if !text.is_some_and(|text| is_plain_format(&text)) || !s.holds(&first) {
        return Err(Stop::Unsupported(format!("'{}' with this format", c.name).into()));
    }
    s.prove(first, || Premise::EntryRead.into())?;
    c.accesses.push(found.access);
    Ok(())
}

/// The result, and the case analysis that says whether the function succeeded.
type Given = (Option<(Term, Sign)>, Option<Atom>);

fn give(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    c: &Call<'_>,
    (outcome, result): (Outcome, Type),
    done: &mut Done,
) -> Rule<Given> {
    match outcome {
        Outcome::Any => match width_of(result, s.pointer_bits()) {
            Some(width) => {
                let sign = compare::result_sign(s, i, result);
                Ok((Some((s.fresh_ranged(width, sign)?, sign)), None))
            }
            None => Ok((None, None)),
        },
        Outcome::NotNegative => {
            let x = s.fresh_ranged(32, Sign::Signed)?;
            s.st.add_le(&Term::zero(), &x)?;
            Ok((Some((x, Sign::Signed)), None))
        }
        Outcome::UpTo(count) => {
            let n = c.value(s, count)?;
            let x = s.fresh_ranged(s.pointer_bits(), Sign::Signed)?;
            s.st.add_le(&Term::constant(-1), &x)?;
            s.st.add_le(&x, &n)?;
            Ok((Some((x, Sign::Signed)), None))
        }
        Outcome::NullOr(at) => {
            let p = c.value(s, at)?;
            let (x, absent, _) = same_or_null(s, &p)?;
            Ok((Some((x, Sign::Unsigned)), Some(absent)))
        }
        Outcome::Shared(object) => {
            let base = s.fresh();
            s.st.add_le(&Term::zero(), &base)?;
            let (size, align, kind) = (bytes(object), object.align, Kind::Library(BROKEN_DOWN.to_owned()));
            let (read_only, kept, optional) = (true, false, true);
            s.new_block(Block { base: base.clone(), size, align, kind, read_only, kept, optional });
            Ok((Some((base, Sign::Unsigned)), None))
        }
        Outcome::Written => {
            let Some((block, at, n)) = &done.written else {
                return Err(Stop::Internal("a string is returned that was not written"));
            };
            let (block, at, n) = (*block, at.clone(), n.clone());
            let name = c.name;
            s.prove_le(&Term::constant(1), &n, || Argument::Positive(name.to_owned()).into())?;
            let x = s.fresh();
            s.st.add_le(&Term::zero(), &x)?;
            s.st.add_le(&x.plus(1)?, &n)?;
            let (absent, no, yes) = choice(s, s.pointer_bits())?;
            s.st.add_le(&x, &yes)?;
            let entry = end(s, (block, &at), &n, &no)?;
            let further = entry.offset.sub(&at)?;
            s.st.add_le(&further.sub(&x)?, &no)?;
            s.st.add_le(&x.sub(&further)?, &no)?;
            done.made.push(entry);
            Ok((Some((x, Sign::Unsigned)), Some(absent)))
        }
    }
}
