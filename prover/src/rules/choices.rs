//! Results of library functions that are one of two: null or an address, success or failure (`spec/rules/library.md`).

use super::{Rule, Step};
use crate::algebra::{Atom, Term};

/// Makes a fresh g with 0 <= g <= 1. Returns the atom g = 0 and the terms m*(1 - g) and m*g, where m = 2^bits.
pub(super) fn choice(s: &mut Step<'_, '_>, bits: u32) -> Rule<(Atom, Term, Term)> {
    let m = 1i128 << bits;
    let g = s.fresh();
    s.st.add_le(&Term::zero(), &g)?;
    s.st.add_le(&g, &Term::constant(1))?;
    let yes = g.scale(m)?;
    Ok((Atom::le(&g, &Term::zero())?, Term::constant(m).sub(&yes)?, yes))
}

/// A result that is null or an address behind this one: [`choice`] says which.
pub(super) struct NullOr {
    /// How far the address lies behind the given one, unless the result is null.
    pub further: Term,
    pub value: Term,
    /// The result is null.
    pub absent: Atom,
    /// 0 unless the result is null.
    pub no: Term,
    /// 0 if the result is null.
    pub yes: Term,
}

/// Null, or an address somewhere behind `base`: callers add where.
pub(super) fn null_or_behind(s: &mut Step<'_, '_>, base: &Term) -> Rule<NullOr> {
    let further = s.fresh();
    let value = base.add(&further)?;
    let (absent, no, yes) = null_or(s, &value)?;
    Ok(NullOr { further, value, absent, no, yes })
}

/// Null, or the address `p` itself. Returns the result, the atom that it is null, and a term that is 0 unless it is.
pub(super) fn same_or_null(s: &mut Step<'_, '_>, p: &Term) -> Rule<(Term, Atom, Term)> {
    let x = s.fresh();
    let (absent, no, _) = null_or(s, &x)?;
    s.st.add_le(&p.sub(&x)?, &no)?;
    s.st.add_le(&x.sub(p)?, &no)?;
    Ok((x, absent, no))
}

/// Says of a pointer that it is null in one of two cases.
fn null_or(s: &mut Step<'_, '_>, x: &Term) -> Rule<(Atom, Term, Term)> {
    s.st.add_le(&Term::zero(), x)?;
    let (absent, no, yes) = choice(s, s.pointer_bits())?;
    s.st.add_le(x, &yes)?;
    Ok((absent, no, yes))
}
