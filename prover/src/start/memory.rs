//! What a contract says about memory: values at the call, and what is computed from them (`spec/precondition.md`,
//! section "Initial states", step 5).

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::contract::ContractError;
use crate::contract::{Meaning, Step};
use crate::rules::{highest, lowest};
use crate::start::{Builder, StartError};
use crate::state::Entry;
use certificates::{BlockId, EntryId, Overflow, Sign};

/// A block and its base.
type Placed = Option<(BlockId, Term)>;

/// Where some bytes lie: a block, and the distance from its base.
pub(super) struct Home {
    pub block: BlockId,
    pub offset: Term,
}

impl Builder<'_, '_> {
    /// The value of a place, and its entry. A place that nothing demands may be anywhere: its value is then any.
    pub(super) fn read(
        &mut self,
        meaning: &Meaning,
        step: &Step,
        names: &[Option<Term>],
        placed: &[Placed],
        demanded: bool,
    ) -> Result<Term, StartError> {
        let Step::Read { start, address, width, sign, .. } = step else {
            return Err(StartError::Internal("a step that reads nothing"));
        };
        let (bytes, place) = (Term::constant(i128::from(width / 8)), named(names, address)?);
        let found = self.around(meaning, *start, (&place, &bytes), names, placed)?;
        if demanded && found.is_none() && self.cx.engine.consistent(&self.start.state.knowledge) {
            return Err(StartError::Contract(ContractError::new(format!(
                "'{}' does not lie inside what stands before it: a \\valid, \\valid_read or global (in every case)",
                meaning.texts.get(&(names.len() as u32)).map_or("", String::as_str)
            ))));
        }
        let value = self.fresh();
        if (self.cx.overflow, *sign) != (Overflow::Ideal, Sign::Signed) {
            self.start.state.add_le(&Term::constant(lowest(*width, *sign)), &value)?;
            self.start.state.add_le(&value, &Term::constant(highest(*width, *sign)))?;
        }
        if let Some(Home { block, offset }) = found {
            let entry = Entry { block, offset, width: width / 8, sign: *sign, value: value.clone() };
            self.entry(Some(entry));
        }
        Ok(value)
    }

    /// The name of the next entry or uniform fact.
    pub(super) fn next_entry(&mut self) -> EntryId {
        let id = self.cx.names.entries;
        self.cx.names.entries += 1;
        self.start.names.entries.push(id);
        id
    }

    /// Adds the next entry; `None` if the prover does not keep it.
    pub(super) fn entry(&mut self, entry: Option<Entry>) {
        let id = self.next_entry();
        if let Some(entry) = entry {
            self.start.state.entries.insert(id, entry);
        }
    }

    /// The block of some bytes, if they lie inside a range or global variable that their pointer begins with.
    pub(super) fn around(
        &mut self,
        meaning: &Meaning,
        start: Var,
        (place, bytes): (&Term, &Term),
        names: &[Option<Term>],
        placed: &[Placed],
    ) -> Result<Option<Home>, TooLarge> {
        let first = meaning.parameters.len() + meaning.strings;
        let global = (start as usize).checked_sub(first).and_then(|g| self.globals.get(g)).cloned();
        let mut around = Vec::new();
        if let Some((global, id, base)) = global {
            let size = Term::constant(i128::from(global.size));
            around.push((base.clone(), size, id, base));
        }
        for (range, home) in meaning.ranges.iter().zip(placed) {
            if let (true, Some((id, base))) = (range.start == start, home) {
                let (low, size) = (named(names, &range.address)?, named(names, &range.length)?);
                around.push((low, size, *id, base.clone()));
            }
        }
        for (low, size, block, base) in around {
            let (after, before) = (Atom::le(&low, place)?, Atom::le(&place.add(bytes)?, &low.add(&size)?)?);
            let known = &self.start.state.knowledge;
            if self.cx.engine.entails(known, &after) && self.cx.engine.entails(known, &before) {
                return Ok(Some(Home { block, offset: place.sub(&base)? }));
            }
        }
        Ok(None)
    }

    /// The quotient of a term and a number, rounded towards zero.
    pub(super) fn quotient(&mut self, dividend: &Term, divisor: i128, natural: bool) -> Result<Term, TooLarge> {
        let quotient = self.fresh();
        let rest = dividend.add_scaled(&quotient, divisor.checked_neg().ok_or(TooLarge)?)?;
        let most = divisor.checked_abs().and_then(|d| d.checked_sub(1)).ok_or(TooLarge)?;
        let least = if natural { 0 } else { -most };
        self.start.state.add_le(&Term::constant(least), &rest)?;
        self.start.state.add_le(&rest, &Term::constant(most))?;
        if !natural {
            self.start.state.add_le(&Term::zero(), &dividend.mul(&rest)?)?;
        }
        Ok(quotient)
    }
}

/// A contract's term over the variables of the state.
pub(super) fn named(names: &[Option<Term>], t: &Term) -> Result<Term, TooLarge> {
    t.substitute(&|v| names.get(v as usize).cloned().flatten())
}

pub(super) fn named_atom(names: &[Option<Term>], fact: &Atom) -> Result<Atom, TooLarge> {
    Ok(Atom::new(fact.rel, named(names, &fact.term)?))
}
