//! Values for the elements of arrays of which a contract says something.

use super::build::{Maker, Values};
use super::repair::{Repair, Written};
use crate::algebra::{Atom, Rel, Term};
use crate::rules::{highest, lowest};
use crate::start::Placed;
use certificates::{BlockId, Sign};

/// Elements that get values, at most.
const MOST: i128 = 1 << 12;

/// Comparisons with 0 of a multiple of an element, and a number.
type Rests = Vec<(Rel, i128, i128)>;

fn evaluated(said: &Placed, values: &Values) -> Option<Rests> {
    said.all.iter().map(|(rel, factor, rest)| Some((*rel, *factor, rest.value(values)?))).collect()
}

impl Maker<'_> {
    /// Writes elements of a block that nothing has written yet. `fill`: what bytes have that are left open.
    pub(super) fn elements(
        &self,
        id: BlockId,
        values: &Values,
        written: &mut Written,
        fill: u8,
    ) -> Option<Result<(), Repair>> {
        for said in self.start.elements.iter().filter(|said| said.block == id) {
            let (first, count) = (said.offset.value(values)?, said.count.value(values)?);
            (count <= MOST).then_some(())?;
            if count <= 0 {
                continue;
            }
            let rests = evaluated(said, values)?;
            let alike = |other: &&Placed| (other.block, other.width, other.sign) == (said.block, said.width, said.sign);
            let others = self.start.elements.iter().filter(alike).map(|other| evaluated(other, values));
            let together: Rests = others.collect::<Option<Vec<_>>>()?.concat();
            let value = self.value(said, &together, fill).or_else(|| self.value(said, &rests, fill))?;
            for number in 0..count {
                let at = first.checked_add(number.checked_mul(said.stride.into())?)?;
                let offset = u64::try_from(at).ok()?;
                let own = offset..offset.checked_add(said.width.into())?;
                if own.clone().all(|byte| !written.bytes.contains_key(&byte)) {
                    written.begin(offset, said.width, Some(value as u64));
                    continue;
                }
                // What an entry says of an element must be what is said of all.
                let Some(entry) = written.entry(offset, said.width, said.sign) else { continue };
                if !holds(&rests, entry.value.value(values)?) {
                    let mut atoms = said.of(&entry.value).ok()?;
                    atoms.push(Atom::eq(&entry.offset, &Term::constant(at)).ok()?);
                    return Some(Err(Repair::Element(atoms)));
                }
            }
        }
        Some(Ok(()))
    }

    /// A value that an element can have.
    fn value(&self, said: &Placed, rests: &Rests, fill: u8) -> Option<i128> {
        let bits = 8 * said.width;
        let filled = i128::from(u64::from_le_bytes([fill; 8])) & ((1 << bits) - 1);
        let negative = said.sign == Sign::Signed && filled > highest(bits, said.sign);
        let filled = if negative { filled - (1 << bits) } else { filled };
        let bounds = rests.iter().filter_map(|(_, factor, rest)| rest.checked_neg()?.checked_div(*factor));
        let mut bounds: Vec<i128> = bounds.flat_map(|n| [n, n.saturating_add(1), n.saturating_sub(1)]).collect();
        bounds.sort_unstable();
        let usual = [filled, 1, 0, -1, 2];
        let mut all: Vec<i128> = match self.taste.large {
            true => bounds.iter().rev().copied().chain(usual).collect(),
            false => usual.into_iter().chain(bounds.iter().copied()).collect(),
        };
        all.extend([lowest(bits, said.sign), highest(bits, said.sign)]);
        let fits = |n: &i128| (lowest(bits, said.sign)..=highest(bits, said.sign)).contains(n);
        all.into_iter().find(|n| fits(n) && holds(rests, *n))
    }
}

/// Whether the comparisons hold of a value.
fn holds(rests: &Rests, value: i128) -> bool {
    rests.iter().all(|(rel, factor, rest)| {
        let term = factor.checked_mul(value).and_then(|product| product.checked_add(*rest));
        term.is_some_and(|term| Atom::new(*rel, Term::constant(term)).decide() == Some(true))
    })
}
