//! Hints of a survivor beside the original's.

use super::Pair;
use super::derivation::valid;
use certificates::{Access, Allocation, Bits, Cell, Detail, Hint, Int, Monomial, Multiple, Sign, Step, StepId, Wrap};
use std::ops::Range;

/// The new hint says a part of what the old one says, or leaves open what it decides.
pub fn less(old: &Hint, new: &Hint) -> bool {
    fn part<T: PartialEq>(new: &[T], old: &[T]) -> bool {
        new.len() < old.len() && new.iter().all(|item| old.contains(item))
    }
    if old.wraps != new.wraps {
        let quotients = old.wraps.len() == new.wraps.len()
            && old.wraps.iter().zip(&new.wraps).all(|(old, new)| old == new || *new == Wrap::Quotient);
        return quotients && old.detail == new.detail && old.sign == new.sign && old.phis == new.phis;
    }
    if old.sign != new.sign || old.phis != new.phis {
        return false;
    }
    match (&old.detail, &new.detail) {
        (Detail::Load { access: a, .. }, Detail::Load { access: b, entry: None }) => a == b,
        (Detail::Store { access: a, keep: o, within: p }, Detail::Store { access: b, keep: n, within: q }) => {
            a == b && (n == o || part(n, o)) && (q == p || part(q, p)) && (n, q) != (o, p)
        }
        (
            Detail::Move { target: a, source: b, keep: o, copy: p },
            Detail::Move { target: c, source: d, keep: n, copy: q },
        ) => (a, b) == (c, d) && (part(n, o) && part(q, p) || n == o && part(q, p) || part(n, o) && q == p),
        (Detail::Fill { target: a, keep: o, cells: p }, Detail::Fill { target: b, keep: n, cells: q }) => {
            a == b
                && (part(n, o) && part(q, p)
                    || n == o && (part(q, p) || q.iter().all(|cell| covered(cell, p)))
                    || part(n, o) && q == p)
        }
        (Detail::Allocate { outcome: a, cells: o }, Detail::Allocate { outcome: b, cells: n }) => {
            (a == b && part(n, o)) || (*b == Allocation::Optional && a != b && (o == n || part(n, o)))
        }
        (
            Detail::Reallocate { block: a, outcome: o, keep: p },
            Detail::Reallocate { block: b, outcome: n, keep: q },
        ) => a == b && (o == n && part(q, p) || *n == Allocation::Optional && p == q),
        (
            Detail::Library { accesses: a, entries: o, keep: p },
            Detail::Library { accesses: b, entries: n, keep: q },
        ) => a == b && o == n && part(q, p),
        (Detail::Bits(_), Detail::Bits(Bits::Bounds)) => true,
        // Where a rule has both, `None` makes an arbitrary value of what the outcome says.
        (Detail::Outcome(_), Detail::None) => true,
        (Detail::Bits(Bits::Below(old)), Detail::Bits(Bits::Below(new))) => old < new,
        (Detail::Division { dividend: Some(_), divisor: a }, Detail::Division { dividend: None, divisor: b }) => a == b,
        _ => false,
    }
}

/// Each byte of the cell is a byte of one of these, at offsets that are numbers.
fn covered(cell: &Cell, cells: &[Cell]) -> bool {
    let range = |cell: &Cell| {
        let first = match cell.offset.0.as_slice() {
            [] => 0,
            [(Monomial(product), Int(first))] if product.is_empty() => *first,
            _ => return None,
        };
        Some(first..first + i128::from(cell.width))
    };
    let there: Vec<Range<i128>> = cells.iter().filter_map(range).collect();
    range(cell).is_some_and(|mut bytes| bytes.all(|byte| there.iter().any(|range| range.contains(&byte))))
}

/// The hint without the terms that say by which number an offset or an address is a multiple of the alignment: that there is such a
/// number is the statement, the term is its witness.
pub fn plain(hint: &Hint) -> Hint {
    let mut hint = hint.clone();
    let accesses: Vec<&mut Access> = match &mut hint.detail {
        Detail::Load { access, .. } | Detail::Store { access, .. } => vec![access],
        Detail::Move { target, source, .. } => target.iter_mut().chain(source).collect(),
        Detail::Fill { target, .. } => target.iter_mut().collect(),
        Detail::Library { accesses, .. } => accesses.iter_mut().collect(),
        Detail::Contract(given) => given.accesses.iter_mut().flatten().collect(),
        Detail::Sorted(given) => vec![&mut given.access],
        _ => vec![],
    };
    accesses.into_iter().for_each(|access| access.multiple = Multiple::Plain);
    hint
}

/// Only one part of the hint differs, and with every other value that is tried for it the certificate is valid too.
pub fn no_influence(pair: &Pair, step: StepId, old: &Hint, new: &Hint) -> bool {
    let with = |hint: Hint| {
        valid(pair, |c| match &mut c.steps[step as usize] {
            Step::Exec { hint: place, .. } | Step::Exit { hint: place, .. } | Step::Compare { hint: place, .. } => {
                *place = hint;
                Some(())
            }
            _ => None,
        })
    };
    let changed = |change: &dyn Fn(&mut Hint)| {
        let mut hint = old.clone();
        change(&mut hint);
        with(hint)
    };
    let mut rest = new.clone();
    rest.sign = old.sign;
    if rest == *old {
        return [Sign::Unsigned, Sign::Signed].into_iter().all(|sign| changed(&|hint| hint.sign = sign));
    }
    let mut rest = new.clone();
    rest.phis.clone_from(&old.phis);
    if rest == *old {
        let flipped = |sign| match sign {
            Sign::Unsigned => Sign::Signed,
            Sign::Signed => Sign::Unsigned,
        };
        let places = old.phis.iter().zip(&new.phis).enumerate().filter(|(_, (old, new))| old != new);
        return old.phis.len() == new.phis.len()
            && places.into_iter().all(|(at, _)| changed(&|hint| hint.phis[at] = flipped(hint.phis[at])));
    }
    false
}
