//! Blocks of `malloc` that a contract hands over (`spec/precondition.md`, section "Memory that becomes the function's").

use crate::algebra::{Rel, Term};
use crate::contract::ContractError;
use crate::contract::Understood;
use crate::start::terms::Terms;

impl Terms<'_> {
    /// Says of a range at this address that it is a whole block: of the last that certainly holds all others there, or
    /// else of the last string. `text`: the pointer as it is written.
    pub(super) fn mark_freeable(&mut self, text: &str, address: &Term) -> Understood<()> {
        let ranges = &self.out.ranges;
        let here: Vec<usize> = (0..ranges.len()).filter(|number| ranges[*number].address == *address).collect();
        let (mut whole, mut string, mut doubtful) = (None, None, None);
        for number in here.iter().copied().filter(|number| ranges[*number].writable) {
            if ranges[number].string.is_some() {
                string = Some(number);
                continue;
            }
            let mut open = None;
            for other in here.iter().filter(|other| **other != number) {
                if !self.certain(&ranges[number].length.sub(&ranges[*other].length)?)? {
                    open = Some(*other);
                }
            }
            match open {
                None => whole = Some(number),
                Some(other) => doubtful = Some((number, other)),
            }
        }
        if let Some(number) = whole
            && !self.certain(&ranges[number].length)?
        {
            let range = &ranges[number].text;
            return Err(ContractError::new(format!(
                "\\freeable({text}): nothing says that the number of bytes of '{range}' is at least 0: add that it is"
            )));
        }
        if let Some(range) = whole.or(string).and_then(|number| self.out.ranges.get_mut(number)) {
            range.freeable = true;
            return Ok(());
        }
        Err(ContractError::new(match doubtful {
            Some((one, other)) => format!(
                "\\freeable({text}): '{}' and '{}' begin there, and nothing says that one holds the other, so the size of \
                 the block is not known",
                self.out.ranges[one].text, self.out.ranges[other].text
            ),
            None => format!(
                "\\freeable({text}): no \\valid and no valid_string begins at {text}, so the size of the block is not known"
            ),
        }))
    }

    /// Two blocks are not one block without bytes.
    pub(super) fn different_blocks(&self) -> Understood<()> {
        let exact = self.out.ranges.iter().filter(|range| range.freeable && range.string.is_none());
        let mut empty: Vec<(&str, &Term)> = Vec::new();
        for range in exact {
            if self.certain(&range.length.plus(-1)?)? {
                continue;
            }
            for (text, address) in &empty {
                let distance = address.sub(&range.address)?;
                let back = distance.neg()?;
                let differ = |rel: Rel, term: &Term| rel == Rel::Ne && (*term == distance || *term == back);
                if !self.out.said().any(|fact| differ(fact.rel, &fact.term)) {
                    return Err(ContractError::new(format!(
                        "'{text}' and '{}' may be one block of malloc(0): say that the pointers differ (!=), or that one \
                         block has a byte",
                        range.text
                    )));
                }
            }
            empty.push((&range.text, &range.address));
        }
        Ok(())
    }

    /// Whether a term is at least 0 in each call, by its form or by one comparison.
    fn certain(&self, term: &Term) -> Understood<bool> {
        if self.not_negative(term) {
            return Ok(true);
        }
        for fact in self.out.said().filter(|fact| fact.rel != Rel::Ne) {
            let Some(factor) = term.content().checked_div(fact.term.content()) else { continue };
            // term = rest - factor * t, and t <= 0.
            let up = term.add_scaled(&fact.term, factor)?;
            let down = term.add_scaled(&fact.term, -factor)?;
            if self.not_negative(&up) || fact.rel == Rel::Eq && self.not_negative(&down) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
