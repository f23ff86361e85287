//! The places of the ranges of a contract (`spec/precondition.md`, section "Initial states", step 5).

use crate::algebra::{Atom, Term, TooLarge};
use crate::start::cases::{self, Choice};
use crate::start::meaning::Meaning;
use crate::start::{Builder, StartError};
use certificates::BlockId;

impl Builder<'_, '_> {
    /// A range in its case (step 5 of the page): the block it lies in, with its base.
    pub(super) fn range(
        &mut self,
        meaning: &Meaning,
        chosen: &[Choice],
        number: usize,
        a: &Term,
        e: &Term,
        placed: &[Option<(BlockId, Term)>],
    ) -> Result<Option<(BlockId, Term)>, StartError> {
        let (range, choice) = (&meaning.ranges[number], chosen[number]);
        if choice == Choice::Empty {
            self.start.state.add_le(e, &Term::zero())?;
            return Ok(None);
        }
        if e.as_constant().is_none() {
            self.start.state.add_le(&Term::constant(1), e)?;
        }
        match choice {
            Choice::Empty | Choice::Cells => Ok(None),
            Choice::First => {
                let members: Vec<_> = cases::group(chosen, number).into_iter().map(|m| &meaning.ranges[m]).collect();
                if members.len() > 1 {
                    let align = members.iter().map(|m| m.align).min().unwrap_or(range.align);
                    let read_only = members.iter().all(|m| !m.writable);
                    let (x, s) = (self.fresh(), self.fresh());
                    let id = self.block(x.clone(), s.clone(), align, None, read_only);
                    self.start.state.add_le(&Term::constant(1), &x)?;
                    self.start.state.add_le(&Term::zero(), &s)?;
                    self.half(&s)?;
                    self.top(&x.add(&s)?)?;
                    self.member([align, range.align], a, e, &x, &s)?;
                    return Ok(Some((id, x)));
                }
                let id = self.block(a.clone(), e.clone(), range.align, None, !range.writable);
                self.start.state.add_le(&Term::constant(1), a)?;
                self.half(e)?;
                self.top(&a.add(e)?)?;
                Ok(Some((id, a.clone())))
            }
            Choice::With(first) => {
                let (id, base) =
                    placed[first].clone().ok_or(StartError::Internal("a range without the block of its group"))?;
                let block = self.start.state.blocks[&id].clone();
                self.member([block.align, range.align], a, e, &base, &block.size)?;
                Ok(Some((id, base)))
            }
            Choice::Inside(g) => {
                let (global, id, base) = self.globals[g].clone();
                let align = if global.align.max(1) % range.align == 0 { range.align } else { 1 };
                let size = Term::constant(i128::from(global.size));
                self.member([align, range.align], a, e, &base, &size)?;
                Ok(Some((id, base)))
            }
        }
    }

    /// States that the range of `e` bytes at `a` lies in the block, at a multiple of the first alignment from the
    /// block's base, and that its address is a multiple of the second alignment.
    fn member(&mut self, align: [u64; 2], a: &Term, e: &Term, base: &Term, size: &Term) -> Result<(), TooLarge> {
        let [block, own] = align;
        if block > 1 {
            let k = self.fresh();
            let place = base.add_scaled(&k, i128::from(block))?;
            self.start.state.add(Atom::eq(a, &place)?);
        }
        if own > block {
            let k = self.fresh();
            self.start.state.add(Atom::eq(a, &k.scale(i128::from(own))?)?);
        }
        self.start.state.add_le(base, a)?;
        let (end, limit) = (a.add(e)?, base.add(size)?);
        self.start.state.add_le(&end, &limit)
    }
}
