//! Why an access is aligned (`spec/rules/memory.md`, `access`): finds the term of which the address or the offset is a
//! multiple.

use super::{GoalKind, Rule, Step};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Monomial, Rel, Term, TooLarge};
use crate::faults::Fault;
use crate::state::Block;
use certificates::Multiple;
use std::collections::BTreeSet;

/// The number of equations that are combined, at most.
const MOST_EQUATIONS: usize = 24;

/// Why an access at `p`, at an offset in the block, is aligned to `align` bytes.
pub(super) fn alignment(s: &mut Step<'_, '_>, p: &Term, offset: &Term, align: u64, block: &Block) -> Rule<Multiple> {
    if align <= 1 {
        return Ok(Multiple::Plain);
    }
    let a = i128::from(align);
    let what = || GoalKind::Aligned(align);
    if block.align >= align
        && let Some(m) = divided(s, offset, a)
    {
        s.prove_unless(Fault::Alignment, Atom::eq(offset, &m.scale(a)?)?, what)?;
        return Ok(Multiple::Offset(plain(&m)));
    }
    if let Some(m) = divided(s, p, a) {
        s.prove_unless(Fault::Alignment, Atom::eq(p, &m.scale(a)?)?, what)?;
        return Ok(Multiple::Address(plain(&m)));
    }
    if s.cx.faults.on(Fault::Alignment) {
        return Ok(Multiple::Offset(plain(&Term::zero())));
    }
    s.missing(what())
}

/// A term m with t = a * m by known equations; `a` is a power of two.
fn divided(s: &Step<'_, '_>, t: &Term, a: i128) -> Option<Term> {
    t.divide_exactly(a).or_else(|| reduced(t, equations(s, t, a), a).ok().flatten())
}

/// Terms known to be 0 that share variables with the part of `t` that is not a multiple of `a`, latest first.
fn equations(s: &Step<'_, '_>, t: &Term, a: i128) -> Vec<Term> {
    let of = |t: &Term| -> Vec<Monomial> {
        let parts = t.parts().iter().filter(|(m, c)| !m.is_empty() && c % a != 0);
        parts.map(|(m, _)| m.clone()).collect()
    };
    let mut wanted: BTreeSet<Monomial> = of(t).into_iter().collect();
    let mut rest: Vec<&Atom> = s.st.knowledge.iter().rev().filter(|k| k.rel == Rel::Eq).collect();
    let mut found = Vec::new();
    loop {
        let (near, far): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|k| of(&k.term).iter().any(|m| wanted.contains(m)));
        if near.is_empty() || found.len() + near.len() > MOST_EQUATIONS {
            return found;
        }
        wanted.extend(near.iter().flat_map(|k| of(&k.term)));
        found.extend(near.into_iter().map(|k| k.term.clone()));
        rest = far;
    }
}

/// `t` plus a combination of terms that are 0, divided by `a` = 2^k: elimination modulo 2^k, where the pivot of a
/// column is a coefficient with the fewest factors 2.
fn reduced(t: &Term, mut rows: Vec<Term>, a: i128) -> Result<Option<Term>, TooLarge> {
    let mut t = t.clone();
    loop {
        if let Some(m) = t.divide_exactly(a) {
            return Ok(Some(m));
        }
        let Some((column, _)) = t.parts().iter().find(|(m, c)| !m.is_empty() && c % a != 0).cloned() else {
            return Ok(None);
        };
        let twos = |row: &Term| (row.coefficient(&column) | a).trailing_zeros();
        let Some(pivot) = (0..rows.len()).min_by_key(|r| twos(&rows[*r])) else { return Ok(None) };
        let pivot = rows.remove(pivot);
        if twos(&pivot) > twos(&t) {
            return Ok(None);
        }
        t = eliminated(&t, &pivot, &column, a)?;
        for row in &mut rows {
            *row = eliminated(row, &pivot, &column, a)?;
        }
        // Scaled, the pivot's row no longer concerns this column, but still the others.
        if twos(&pivot) > 0 {
            rows.push(pivot.scale(a >> twos(&pivot))?);
        }
    }
}

/// `t` plus a multiple of the pivot's row, so that its coefficient in the column is a multiple of `a`; the pivot's
/// coefficient has at most as many factors 2.
fn eliminated(t: &Term, pivot: &Term, column: &Monomial, a: i128) -> Result<Term, TooLarge> {
    let (c, by) = (t.coefficient(column), pivot.coefficient(column));
    let twos = by.trailing_zeros();
    // An odd number is its own inverse modulo 8; each step doubles the bits.
    let odd = (by >> twos) & (a - 1);
    let inverse = (0..5).fold(odd, |x, _| x * (2 - odd * x % a) % a);
    let factor = (((c >> twos) & (a - 1)) * inverse).rem_euclid(a);
    t.add_scaled(pivot, if factor > a / 2 { a - factor } else { -factor })
}
