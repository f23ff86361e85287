//! Functions that read a line into memory that they allocate: X-LINE of `spec/rules/library.md`.

use super::library::Call;
use super::memory::{ProvedAccess, access, survivors, sweep};
use super::{Argument, GoalKind, Premise, Release, Rule, Step, heap, streams};
use crate::algebra::{Atom, Term};
use crate::state::Entry;
use certificates::{Access, BlockId, Multiple, Sign};

/// The result, new entries, and the case analysis that says whether there was a line.
type Line = ((Term, Sign), Vec<Entry>, Atom);

/// X-LINE: the number of characters of a line, or -1.
pub(super) fn call(s: &mut Step<'_, '_>, c: &mut Call<'_>) -> Rule<Line> {
    streams::stream(s, c, c.arguments.len().saturating_sub(1))?;
    let (pointer, count) = (variable(s, c, 0)?, variable(s, c, 1)?);
    let word = Term::constant(i128::from(s.pointer_bits() / 8));
    if pointer.block == count.block {
        let first = Atom::le(&pointer.offset.add(&word)?, &count.offset)?;
        let second = Atom::le(&count.offset.add(&word)?, &pointer.offset)?;
        let apart = if s.holds(&first) { first } else { second };
        let name = c.name;
        s.prove(apart, || GoalKind::Apart(Some(name.to_owned())))?;
    }
    let (old, _) = held(s, c, &pointer, &[Sign::Unsigned])?;
    let buffer = heap::released(s, &old, Release::Realloc)?;
    if let Some(block) = buffer {
        c.accesses.push(Access { block, multiple: Multiple::Plain });
        buffer_fits(s, c, block, &count)?;
    }
    let mut keep = survivors(s, &pointer, &word)?;
    let second = survivors(s, &count, &word)?;
    if pointer.block == count.block {
        keep.retain(|kept| second.iter().any(|(id, _)| *id == kept.0));
    }
    sweep(s, pointer.block, &keep);
    sweep(s, count.block, &second);
    if pointer.block != count.block {
        keep.extend(second);
    }
    keep.sort_by_key(|(id, _)| *id);
    c.keep = keep;
    if let Some(block) = buffer {
        s.st.forget_block(block);
    }
    line(s, &pointer, &count)
}

/// Where a variable of pointer width lies that the function reads and writes.
fn variable(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize) -> Rule<ProvedAccess> {
    let p = c.value(s, at)?;
    let word = s.pointer_bits() / 8;
    let at = access(s, &p, &Term::constant(word.into()), word.into(), true)?;
    c.accesses.push(at.access.clone());
    Ok(at)
}

/// What the variable holds before the call, read with one of these signs.
fn held(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: &ProvedAccess, signs: &[Sign]) -> Rule<(Term, Sign)> {
    let word = s.pointer_bits() / 8;
    let fitting = s.st.entries_of(at.block).filter(|(_, e)| e.width == word && signs.contains(&e.sign));
    let fitting: Vec<(u32, Entry)> = fitting.map(|(id, e)| (id, e.clone())).collect();
    for (id, e) in fitting.into_iter().rev() {
        let here = Atom::eq(&e.offset, &at.offset)?;
        if s.holds(&here) {
            s.prove(here, || Premise::EntryRead.into())?;
            c.entries.push(id);
            return Ok((e.value, e.sign));
        }
    }
    s.missing(Argument::Buffer(c.name.to_owned()).into())
}

/// The buffer that is there has at least one byte, and as many as the count says.
fn buffer_fits(s: &mut Step<'_, '_>, c: &mut Call<'_>, block: BlockId, count: &ProvedAccess) -> Rule<()> {
    let of_its_own = c.accesses.iter().filter(|access| access.block == block).count() == 1;
    let Some(size) = s.st.blocks.get(&block).map(|b| b.size.clone()).filter(|_| of_its_own) else {
        return s.missing(Argument::Buffer(c.name.to_owned()).into());
    };
    let name = c.name;
    s.prove_le(&Term::constant(1), &size, || Argument::Buffer(name.to_owned()).into())?;
    let (bytes, sign) = held(s, c, count, &[Sign::Unsigned, Sign::Signed])?;
    if sign == Sign::Signed {
        s.prove_le(&Term::zero(), &bytes, || Argument::Buffer(name.to_owned()).into())?;
    }
    s.prove_le(&bytes, &size, || Argument::Buffer(name.to_owned()).into())
}

/// The state after the call: a buffer, or null, and a 0 behind the line if there was one.
fn line(s: &mut Step<'_, '_>, pointer: &ProvedAccess, count: &ProvedAccess) -> Rule<Line> {
    let m = 1i128 << s.pointer_bits();
    let size = s.fresh();
    s.st.add_le(&size, &heap::largest_block(s.cx))?;
    let (base, block) = heap::optional_block(s, &size)?;
    let bytes = s.fresh_ranged(s.pointer_bits(), Sign::Unsigned)?;
    let x = s.fresh();
    let g = s.fresh();
    s.st.add_le(&Term::zero(), &g)?;
    s.st.add_le(&g, &Term::constant(1))?;
    let yes = g.scale(m)?;
    let no = Term::constant(m).sub(&yes)?;
    s.st.add_le(&x.plus(1)?, &yes)?;
    s.st.add_le(&g.scale(2)?.plus(-1)?, &x)?;
    s.st.add_le(&x.plus(1)?, &size)?;
    s.st.add_le(&g, &base)?;
    s.st.add_le(&bytes.sub(&size)?, &no)?;
    let end = streams::end(s, (block, &Term::zero()), &size, &no)?;
    s.st.add_le(&end.offset.sub(&x)?, &no)?;
    s.st.add_le(&x.sub(&end.offset)?, &no)?;
    let width = s.pointer_bits() / 8;
    let word = |at: &ProvedAccess, value: Term| {
        let (block, offset, sign) = (at.block, at.offset.clone(), Sign::Unsigned);
        Entry { block, offset, width, sign, value }
    };
    let entries = vec![word(pointer, base), word(count, bytes), end];
    Ok(((x, Sign::Signed), entries, Atom::le(&g, &Term::zero())?))
}
