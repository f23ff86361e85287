//! Bytes that several entries of a block say, and what follows for a model in which they contradict each other.

use crate::algebra::{Atom, Term, Var};
use crate::state::Entry;
use certificates::Sign;
use std::collections::BTreeMap;

/// The bytes of an object that are known so far.
#[derive(Default)]
pub(super) struct Written {
    pub bytes: BTreeMap<u64, u8>,
    /// The entries so far, with their offsets.
    entries: Vec<(Entry, u64)>,
}

/// Why a model is no memory.
pub(super) enum Repair {
    /// Two entries, the second one so many bytes behind the first, have bytes in common that differ.
    Common(Box<(Entry, Entry)>, i128),
    /// The entry, with its offset, differs from what is there: this number.
    There(Box<Entry>, u64, i128),
    /// The string that ends at the entry ends at this offset already.
    Ends(Box<Entry>, u64),
    /// An entry is an element of an array of which the contract says more.
    Element(Vec<Atom>),
}

impl Written {
    /// Writes the bytes of an initialiser.
    pub(super) fn begin(&mut self, offset: u64, width: u32, value: Option<u64>) {
        for (place, byte) in value.iter().flat_map(|value| value.to_le_bytes()).take(width as usize).enumerate() {
            self.bytes.insert(offset.saturating_add(place as u64), byte);
        }
    }

    /// The number that an entry at this offset has, if all its bytes are known.
    pub(super) fn number(&self, entry: &Entry, offset: u64) -> Option<i128> {
        let end = offset.checked_add(u64::from(entry.width))?;
        let bits = (offset..end).rev().try_fold(0i128, |n, at| Some(n << 8 | i128::from(*self.bytes.get(&at)?)))?;
        let top = 1i128 << (8 * entry.width);
        Some(if entry.sign == Sign::Signed && bits >= top / 2 { bits - top } else { bits })
    }

    /// Writes the value of an entry. `strict`: only if the bytes that are there are the same.
    pub(super) fn write(&mut self, entry: &Entry, offset: u64, value: i128, strict: bool) -> Result<(), Repair> {
        let width = u64::from(entry.width);
        let bytes: Vec<u8> = value.to_le_bytes().into_iter().take(entry.width as usize).collect();
        let differs = (offset..).zip(&bytes).any(|(at, byte)| self.bytes.get(&at).is_some_and(|there| there != byte));
        if differs {
            let overlapping = self.entries.iter().find(|(other, at)| {
                let common = (*at).max(offset)..(at + u64::from(other.width)).min(offset + width);
                common.clone().any(|at| self.bytes.get(&at) != bytes.get((at - offset) as usize))
            });
            if let Some((other, at)) = overlapping {
                let distance = i128::from(offset) - i128::from(*at);
                return Err(Repair::Common(Box::new((other.clone(), entry.clone())), distance));
            }
            if strict {
                let place = |at: u64| self.bytes.get(&at).or(bytes.get((at - offset) as usize)).copied().unwrap_or(0);
                let there = (offset..offset + width).rev().fold(0i128, |n, at| n << 8 | i128::from(place(at)));
                let top = 1i128 << (8 * entry.width);
                let signed = entry.sign == Sign::Signed && there >= top / 2;
                return Err(Repair::There(Box::new(entry.clone()), offset, if signed { there - top } else { there }));
            }
        }
        for (at, byte) in (offset..).zip(bytes) {
            self.bytes.insert(at, byte);
        }
        self.entries.push((entry.clone(), offset));
        Ok(())
    }

    /// The entry with such a value at this offset.
    pub(super) fn entry(&self, offset: u64, width: u32, sign: Sign) -> Option<&Entry> {
        let found = self.entries.iter().find(|(e, at)| *at == offset && (e.width, e.sign) == (width, sign));
        found.map(|(entry, _)| entry)
    }

    /// Where the first character of this width, in bytes, is 0.
    pub(super) fn first_zero(&self, width: u64) -> Option<u64> {
        let character = |at: u64| (at..at + width).map(|byte| self.bytes.get(&byte)).collect::<Option<Vec<_>>>();
        let known = (0..).map(|place| place * width).map_while(|at| Some((at, character(at)?)));
        known.filter(|(_, bytes)| bytes.iter().all(|byte| **byte == 0)).map(|(at, _)| at).next()
    }

    /// Whether a character before the end of a string, at this offset, is 0.
    pub(super) fn ends_before(&self, entry: &Entry, offset: u64) -> Option<Repair> {
        let width = u64::from(entry.width);
        let zero = |at: &u64| (*at..at + width).all(|byte| self.bytes.get(&byte) == Some(&0));
        let ends = |at: &u64| self.entries.iter().any(|(other, place)| place == at && other.value == entry.value);
        // Of two strings in one block the first may end before the second begins.
        let mut before = self.bytes.range(..offset).map(|(at, _)| *at).filter(|at| (offset - at).is_multiple_of(width));
        before.find(|at| zero(at) && !ends(at)).map(|at| Repair::Ends(Box::new(entry.clone()), at))
    }
}

impl Repair {
    /// What a model must satisfy besides. `fresh`: the next name.
    pub(super) fn atoms(&self, fresh: &mut Var) -> Option<Vec<Atom>> {
        match self {
            Repair::There(entry, offset, number) => {
                let offset = Atom::eq(&entry.offset, &Term::constant(i128::from(*offset))).ok()?;
                Some(vec![offset, Atom::eq(&entry.value, &Term::constant(*number)).ok()?])
            }
            Repair::Ends(entry, offset) => {
                Some(vec![Atom::eq(&entry.offset, &Term::constant(i128::from(*offset))).ok()?])
            }
            Repair::Element(atoms) => Some(atoms.clone()),
            Repair::Common(entries, distance) => common(&entries.0, &entries.1, *distance, fresh),
        }
    }
}

/// Two entries have the bytes in common that lie in both: each value is the sum of the pieces that the ends of both cut.
fn common(first: &Entry, second: &Entry, distance: i128, fresh: &mut Var) -> Option<Vec<Atom>> {
    let mut atoms = vec![Atom::eq(&second.offset, &first.offset.plus(distance).ok()?).ok()?];
    let placed = [(first, 0), (second, distance)];
    let mut cuts: Vec<i128> = placed.iter().flat_map(|(e, at)| [*at, at + i128::from(e.width)]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let power = |bytes: i128| 1i128.checked_shl(u32::try_from(8 * bytes).ok()?);
    let mut variable = |atoms: &mut Vec<Atom>, most: i128| {
        let v = Term::var(*fresh);
        *fresh += 1;
        atoms.push(Atom::le(&Term::zero(), &v).ok()?);
        atoms.push(Atom::le(&v, &Term::constant(most)).ok()?);
        Some(v)
    };
    let mut pieces = Vec::new();
    for pair in cuts.windows(2) {
        pieces.push((pair[0], pair[1], variable(&mut atoms, power(pair[1] - pair[0])? - 1)?));
    }
    for (entry, at) in placed {
        let end = at + i128::from(entry.width);
        let mut sum = entry.value.clone();
        if entry.sign == Sign::Signed {
            sum = sum.add_scaled(&variable(&mut atoms, 1)?, power(i128::from(entry.width))?).ok()?;
        }
        for (from, _, piece) in pieces.iter().filter(|(from, to, _)| at <= *from && *to <= end) {
            sum = sum.add_scaled(piece, -power(from - at)?).ok()?;
        }
        atoms.push(Atom::eq(&sum, &Term::zero()).ok()?);
    }
    Some(atoms)
}
