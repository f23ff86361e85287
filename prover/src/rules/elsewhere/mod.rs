//! X-CONTRACT: a call of a function elsewhere, of which the claim's contract says what it does (`spec/rules/call.md`).

mod returns;

use super::library::end;
use super::memory::{ProvedAccess, access, access_to};
use super::places::{entry, known, quotient};
use super::{Construct, GoalKind, Next, Premise, Rule, Step, Stop, StringEnd, call, heap, width_of};
use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::contract::{Meaning, Range, Step as Read};
use crate::program::{Instruction, Operand, Type};
use crate::state::{Block, Entry};
use certificates::{Access, BlockId, Detail, Elsewhere, EntryId, Kind, Side, Sign};
use returns::{after, ensured, satisfiable};
use std::collections::BTreeSet;

/// A call under construction.
struct Call<'a> {
    name: &'a str,
    meaning: &'a Meaning,
    hint: Elsewhere,
    /// What the contract's variables stand for.
    values: Vec<Term>,
    /// Entries of which nothing is known behind the call.
    gone: BTreeSet<EntryId>,
    /// For each range that is assigned block, address and length, unless it is empty.
    assigned: Vec<Option<(BlockId, Term, Term)>>,
    /// Address and end of places that are written.
    written: Vec<(Term, Term)>,
    /// Variables from this one on are named by the call itself.
    own: Var,
}

/// The call of a function with such a contract: by the first alternative that it satisfies.
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    meanings: &[Meaning],
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-CONTRACT";
    let (start, own) = (s.st.checkpoint(), s.cx.names.vars);
    let mut first = None;
    for (alternative, meaning) in meanings.iter().enumerate() {
        let number = u32::try_from(alternative).map_err(|_| TooLarge)?;
        match by(s, i, (name, meaning, number), result, arguments) {
            Ok(next) => return Ok(next),
            Err(stop) => {
                // Where several alternatives could be meant, it is found out which one is.
                let stop = match stop {
                    Stop::Unproved(goal) if meanings.len() > 1 => undecided(s, own, *goal)?,
                    stop => stop,
                };
                let asks = matches!(
                    stop,
                    Stop::Split(_)
                        | Stop::Read { .. }
                        | Stop::Argument(_)
                        | Stop::Bytes(_)
                        | Stop::Element(_)
                        | Stop::Function(_)
                );
                if first.is_none() || asks {
                    first = Some(stop);
                }
                s.st.rollback(start);
                s.st.begin_step();
                s.st.aside().called = Some(name.to_owned());
                s.wraps.clear();
                if asks {
                    break;
                }
            }
        }
    }
    Err(first.unwrap_or(Stop::Unsupported(Construct::Other(format!("a contract of '{name}' that no call satisfies")))))
}

/// A case analysis by the condition that is missing, if it may hold or not.
fn undecided(s: &mut Step<'_, '_>, own: Var, goal: super::Goal) -> Rule<Stop> {
    if let (GoalKind::Required(_), [atom]) = (&goal.kind, goal.condition.as_slice())
        && !s.holds(&atom.negate()?)
        && atom.term.vars().all(|v| v < own)
    {
        return Ok(Stop::Split(atom.clone()));
    }
    Ok(Stop::Unproved(Box::new(goal)))
}

fn by(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    (name, meaning, alternative): (&str, &Meaning, u32),
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    let (values, gone, assigned, written) = Default::default();
    let hint = Elsewhere { alternative, ..Elsewhere::default() };
    let own = s.cx.names.vars;
    let mut c = Call { name, meaning, hint, values, gone, assigned, written, own };
    required(s, &mut c, arguments)?;
    assigned_ranges(s, &mut c)?;
    let of_the_library = |e: &Entry| s.st.blocks.get(&e.block).is_some_and(|b| matches!(b.kind, Kind::Library(_)));
    c.gone.extend(s.st.entries.iter().filter(|(_, e)| of_the_library(e)).map(|(id, _)| *id));
    let after = after(s, &mut c, result)?;
    satisfiable(s, &mut c, &after)?;
    let value = ensured(s, &mut c, after)?;
    let gone = c.gone;
    s.st.entries.retain(|id, _| !gone.contains(id));
    s.st.uniforms.retain(|id, _| !gone.contains(id));
    s.st.forget_results();
    let detail = Detail::Contract(Box::new(c.hint));
    match value {
        Some((sign, value)) => s.result(i, sign, value, detail),
        None => call::arbitrary(s, i, result, detail),
    }
}

impl Call<'_> {
    fn term(&self, t: &Term) -> Result<Term, TooLarge> {
        t.substitute(&|v| self.values.get(v as usize).cloned())
    }

    fn atom(&self, atom: &Atom) -> Result<Atom, TooLarge> {
        Ok(Atom::new(atom.rel, self.term(&atom.term)?))
    }

    fn goal(&self) -> GoalKind {
        GoalKind::Required(self.name.to_owned())
    }
}

/// What the contract requires of calls.
fn required(s: &mut Step<'_, '_>, c: &mut Call<'_>, arguments: &[(Type, Operand)]) -> Rule<()> {
    let meaning = c.meaning;
    if !meaning.unplaced.is_empty() {
        let what =
            format!("an operand of '\\separated' that is no range in an alternative of the contract of '{}'", c.name);
        return Err(Stop::Unsupported(Construct::Other(what)));
    }
    for ((ty, operand), parameter) in arguments.iter().zip(&meaning.parameters) {
        let value = match (width_of(*ty, s.pointer_bits()), parameter) {
            (Some(w), Some((_, signed))) => s.read(operand, w, sign_of(w, *signed && *ty != Type::Pointer))?,
            _ => Term::zero(),
        };
        c.values.push(value);
    }
    for _ in 0..meaning.strings {
        let length = s.fresh();
        s.st.add_le(&Term::zero(), &length)?;
        c.values.push(length);
    }
    c.hint.accesses = vec![None; meaning.ranges.len()];
    for step in meaning.steps.iter().chain(&meaning.before) {
        match step {
            Read::Range(number) => range(s, c, *number)?,
            Read::Fact(atom) => {
                let atom = c.atom(atom)?;
                s.prove(atom, || c.goal())?;
            }
            Read::Read { address, width, sign, .. } => {
                let address = c.term(address)?;
                let (id, value) = place(s, c, &address, *width, *sign)?;
                c.hint.entries.push(id);
                c.values.push(value);
            }
            Read::Quotient { dividend, divisor, natural } => {
                let dividend = c.term(dividend)?;
                c.values.push(quotient(s, &dividend, *divisor, *natural)?);
            }
            _ => return Err(Stop::Internal("a contract of a function elsewhere that is not covered")),
        }
    }
    for atom in &meaning.facts {
        let atom = c.atom(atom)?;
        s.prove(atom, || c.goal())?;
    }
    for (one, other) in &meaning.separate {
        separated(s, c, *one, *other)?;
    }
    Ok(())
}

fn sign_of(width: u32, signed: bool) -> Sign {
    if signed && width > 1 { Sign::Signed } else { Sign::Unsigned }
}

/// A range lies in a block, or is empty.
fn range(s: &mut Step<'_, '_>, c: &mut Call<'_>, number: usize) -> Rule<()> {
    let Some(Range { address, length, align, writable, string, .. }) = c.meaning.ranges.get(number) else {
        return Err(Stop::Internal("a step that names no range"));
    };
    let (address, length) = (c.term(address)?, c.term(length)?);
    let found = if string.is_some() {
        let at = access(s, &address, &Term::constant(1), *align, *writable)?;
        small(s, c, at.access.block)?;
        let Some((id, last)) = end(s, &at)? else {
            return s.missing(GoalKind::ends(c.name, StringEnd::Block));
        };
        s.prove(Atom::eq(&last.value, &Term::zero())?, || Premise::StringEnd.into())?;
        s.prove(Atom::le(&at.offset, &last.offset)?, || Premise::StringEnd.into())?;
        s.st.add_le(&length.plus(-1)?, &last.offset.sub(&at.offset)?)?;
        c.hint.ends.push(id);
        Some(at.access)
    } else {
        let found = match in_parts(s, (&address, &length), *align, *writable)? {
            Some(found) => Some(found),
            None => inside(s, c.own, (&address, &length), *align, *writable)?,
        };
        found.iter().try_for_each(|at| small(s, c, at.block))?;
        found.map(|at| at.access)
    };
    let block = found.as_ref().and_then(|access| s.st.blocks.get(&access.block));
    if block.is_some_and(|block| matches!(&block.kind, Kind::Global(name) if name.starts_with('@'))) {
        return Err(Stop::Unsupported(Construct::Other(format!("a variable of the library's own for '{}'", c.name))));
    }
    if let Some(place) = c.hint.accesses.get_mut(number) {
        *place = found;
    }
    Ok(())
}

/// The parts of an object in which a range lies, if it does not lie in one of them, or in one that this function leaves
/// alone.
fn in_parts(
    s: &mut Step<'_, '_>,
    (address, length): (&Term, &Term),
    align: u64,
    writable: bool,
) -> Rule<Option<ProvedAccess>> {
    let begins = |b: &Block| {
        let offset = address.sub(&b.base).ok()?.as_constant()?;
        let size = b.size.as_constant()?;
        (b.kind.object().is_some() && (0..size).contains(&offset)).then_some((offset, size))
    };
    let found = s.st.blocks.iter().find_map(|(id, b)| Some((*id, b.clone(), begins(b)?)));
    let Some((id, part, (offset, size))) = found else { return Ok(None) };
    let inside = length.as_constant().is_some_and(|length| offset + length <= size);
    if inside && !(writable && part.read_only) {
        return Ok(None);
    }
    let whole = object(s, part)?;
    access_to(s, (id, &whole), address, length, align).map(Some)
}

/// All of an object from this part to where the next one is not in the state.
fn object(s: &Step<'_, '_>, part: Block) -> Result<Block, TooLarge> {
    let mut whole = part;
    loop {
        let end = whole.base.add(&whole.size)?;
        let follows = |part: &&Block| part.kind.object() == whole.kind.object() && part.base == end;
        let mut sizes = s.st.blocks.values().filter(follows).filter_map(|part| part.size.as_constant());
        let Some(size) = sizes.find(|size| *size >= 1) else { return Ok(whole) };
        whole.size = whole.size.plus(size)?;
    }
}

/// A block is no larger than objects are that the function's own proof knows.
fn small(s: &mut Step<'_, '_>, c: &Call<'_>, block: BlockId) -> Rule<()> {
    let Some(block) = s.st.blocks.get(&block) else { return Ok(()) };
    let fits = Atom::le(&block.size, &heap::largest_given(s.pointer_bits()))?;
    if fits.term.vars().all(|v| v < c.own) && !s.holds(&fits) && !s.holds(&fits.negate()?) {
        return Err(Stop::Split(fits));
    }
    s.prove(fits, || c.goal())
}

/// The block of a range; `None` if it is empty.
fn inside(
    s: &mut Step<'_, '_>,
    own: Var,
    (address, length): (&Term, &Term),
    align: u64,
    writable: bool,
) -> Rule<Option<ProvedAccess>> {
    let empty = Atom::le(length, &Term::zero())?;
    if s.holds(&empty) {
        s.prove(empty, || Premise::Length.into())?;
        return Ok(None);
    }
    match access(s, address, length, align, writable) {
        Err(Stop::Pointer(..) | Stop::Unproved(_)) if length.vars().all(|v| v < own) && !s.holds(&empty.negate()?) => {
            Err(Stop::Split(empty))
        }
        found => found.map(Some),
    }
}

fn separated(s: &mut Step<'_, '_>, c: &Call<'_>, one: usize, other: usize) -> Rule<()> {
    let part = |number: usize| c.meaning.ranges.get(number).zip(c.hint.accesses.get(number));
    let (Some((one, Some(at))), Some((other, Some(beside)))) = (part(one), part(other)) else { return Ok(()) };
    let object = |at: &Access| s.st.blocks.get(&at.block).and_then(|block| block.kind.object());
    let is_writable = |at: &Access| s.st.blocks.get(&at.block).is_some_and(|b| super::memory::is_writable(s, b));
    let may_be_written = |at: &Access| object(at).is_some() || is_writable(at);
    let same = at.block == beside.block || object(at).is_some() && object(at) == object(beside);
    if !same && (may_be_written(at) || may_be_written(beside)) {
        return Ok(());
    }
    let (low, high) = (c.term(&one.address)?, c.term(&other.address)?);
    let first = Atom::le(&low.add(&c.term(&one.length)?)?, &high)?;
    let second = Atom::le(&high.add(&c.term(&other.length)?)?, &low)?;
    let apart = if s.holds(&second) && !s.holds(&first) { second } else { first };
    s.prove(apart, || GoalKind::Apart(Some(c.name.to_owned())))
}

/// The entry that says what a place holds, and that is still there; asks for one if the state has none.
fn place(s: &mut Step<'_, '_>, c: &Call<'_>, address: &Term, width: u32, sign: Sign) -> Rule<(EntryId, Term)> {
    match entry(s, &c.gone, address, width, sign)? {
        Some((id, e)) => known(s, address, (id, &e), sign),
        None => Err(unnamed(s, c, address, (width, sign))?),
    }
}

/// The step that names what a place holds.
fn unnamed(s: &mut Step<'_, '_>, c: &Call<'_>, address: &Term, (width, sign): (u32, Sign)) -> Rule<Stop> {
    let bytes = width / 8;
    let before = s.st.obligations();
    let at = access(s, address, &Term::constant(i128::from(bytes)), 1, false)?;
    s.st.keep_obligations(before);
    if at.offset.vars().any(|v| v >= c.own) {
        return s.missing(c.goal());
    }
    Ok(Stop::Read { block: at.block, offset: at.offset, width: bytes, sign })
}

/// What the function may change can be written here.
fn assigned_ranges(s: &mut Step<'_, '_>, c: &mut Call<'_>) -> Rule<()> {
    let meaning = c.meaning;
    for (address, length) in meaning.assigned.iter().flatten() {
        let (address, length) = (c.term(address)?, c.term(length)?);
        let Some(at) = inside(s, c.own, (&address, &length), 1, true)? else {
            c.hint.assigned.push(None);
            c.assigned.push(None);
            continue;
        };
        let keep = survivors(s, c, &at, &length)?;
        let uniforms = s.st.uniforms_of(at.block).map(|(id, _)| id);
        let all: Vec<EntryId> = s.st.entries_of(at.block).map(|(id, _)| id).chain(uniforms).collect();
        c.gone.extend(all.into_iter().filter(|id| keep.iter().all(|(kept, _)| kept != id)));
        c.hint.assigned.push(Some((at.block, keep)));
        c.assigned.push(Some((at.block, address, length)));
    }
    Ok(())
}

/// The entries that lie outside of what is changed, and why.
fn survivors(s: &mut Step<'_, '_>, c: &Call<'_>, at: &ProvedAccess, length: &Term) -> Rule<Vec<(EntryId, Side)>> {
    let extents = super::memory::extents(s, at.block)?;
    let end = at.offset.add(length)?;
    let mut keep = Vec::new();
    for (id, begins, ends) in extents.into_iter().filter(|(id, ..)| !c.gone.contains(id)) {
        let before = Atom::le(&ends, &at.offset)?;
        let after = Atom::le(&end, &begins)?;
        let side = if s.holds(&before) { Some((before, Side::Before)) } else { None };
        let side = side.or_else(|| s.holds(&after).then_some((after, Side::After)));
        if let Some((atom, side)) = side {
            s.prove(atom, || Premise::Survivor.into())?;
            keep.push((id, side));
        }
    }
    Ok(keep)
}
