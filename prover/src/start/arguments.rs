//! The array and the text of the arguments of `main` (R-ROOT 4).

use super::Builder;
use crate::algebra::{Term, TooLarge};
use crate::program::{Reg, Type};
use crate::state::Entry;
use certificates::{Kind, Sign};

impl Builder<'_, '_> {
    /// Adds them, if `main` takes them.
    pub(super) fn arguments(&mut self, parameters: &[Type]) -> Result<(), TooLarge> {
        let value = |number: usize| self.start.state.bindings.get(&Reg::parameter(number)).map(|v| v.term.clone());
        let ([Type::Int(32), Type::Pointer, ..], Some(count), Some(array)) = (parameters, value(0), value(1)) else {
            return Ok(());
        };
        let word = self.bits() / 8;
        let end = count.scale(i128::from(word))?;
        let size = end.plus(i128::from(word))?;
        let behind = array.add(&size)?;
        self.start.state.add_le(&Term::zero(), &count)?;
        self.start.state.add_le(&Term::constant(1), &array)?;
        self.top(&behind)?;
        let block = self.block(array, size, u64::from(word), Some(Kind::Arguments), true);
        let (text, bytes) = (self.fresh(), self.fresh());
        self.start.state.add_le(&Term::constant(1), &text)?;
        self.start.state.add_le(&Term::constant(1), &bytes)?;
        self.given(&bytes)?;
        self.top(&text.add(&bytes)?)?;
        let last = bytes.plus(-1)?;
        let strings = self.block(text, bytes, 1, Some(Kind::ArgumentText), true);
        let value = Term::zero();
        self.entry(Some(Entry { block, offset: end, width: word, sign: Sign::Unsigned, value: value.clone() }));
        self.entry(Some(Entry { block: strings, offset: last, width: 1, sign: Sign::Signed, value }));
        Ok(())
    }
}
