//! The places of the ranges of a contract (`spec/precondition.md`, section "Initial states", step 5).

use crate::algebra::{Atom, Term, TooLarge};
use crate::contract::{Meaning, Range};
use crate::start::cases::{self, Choice};
use crate::start::{Builder, StartError};
use certificates::{BlockId, Kind};

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
        if range.freeable {
            self.start.state.add_le(&Term::zero(), e)?;
        } else if e.as_constant().is_none() {
            self.start.state.add_le(&Term::constant(1), e)?;
        }
        let placed = self.placed(meaning, chosen, number, [a, e], placed)?;
        if let (true, None, Some((id, _))) = (range.freeable, range.string, &placed)
            && let Some(block) = self.start.state.blocks.get(id)
            && block.size != *e
        {
            let whole = Atom::eq(e, &block.size)?;
            self.start.state.add(whole);
        }
        Ok(placed)
    }

    /// The block in which a range that is not empty lies.
    fn placed(
        &mut self,
        meaning: &Meaning,
        chosen: &[Choice],
        number: usize,
        [a, e]: [&Term; 2],
        placed: &[Option<(BlockId, Term)>],
    ) -> Result<Option<(BlockId, Term)>, StartError> {
        let (range, choice) = (&meaning.ranges[number], chosen[number]);
        match choice {
            Choice::Empty | Choice::Cells => Ok(None),
            Choice::First => {
                let members: Vec<_> = cases::group(chosen, number).into_iter().map(|m| &meaning.ranges[m]).collect();
                if let Some(heap) = members.iter().find(|m| m.freeable) {
                    return self.heap(heap, members.len() > 1, a, e).map(Some);
                }
                if members.len() > 1 {
                    let align = members.iter().map(|m| m.align).min().unwrap_or(range.align);
                    let read_only = members.iter().all(|m| !m.writable);
                    let (x, s) = (self.fresh(), self.fresh());
                    let id = self.block(x.clone(), s.clone(), align, None, read_only);
                    self.start.state.add_le(&Term::constant(1), &x)?;
                    self.start.state.add_le(&Term::zero(), &s)?;
                    self.given(&s)?;
                    self.top(&x.add(&s)?)?;
                    self.member([align, range.align], a, e, &x, &s)?;
                    return Ok(Some((id, x)));
                }
                let id = self.block(a.clone(), e.clone(), range.align, None, !range.writable);
                self.start.state.add_le(&Term::constant(1), a)?;
                self.given(e)?;
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

    /// The block of a range that can be freed. All ranges in it begin where it does; `shared`: this may be another one.
    fn heap(&mut self, range: &Range, shared: bool, a: &Term, e: &Term) -> Result<(BlockId, Term), StartError> {
        let fresh = shared || range.string.is_some();
        let size = if fresh { self.fresh() } else { e.clone() };
        let align = range.align.max(if self.bits() == 64 { 16 } else { 8 });
        let id = self.block(a.clone(), size.clone(), align, Some(Kind::Heap), false);
        self.start.state.add_le(&Term::constant(1), a)?;
        if fresh {
            self.start.state.add_le(&Term::zero(), &size)?;
        }
        self.given(&size)?;
        self.top(&a.add(&size)?)?;
        if fresh {
            self.member([1, 1], a, e, a, &size)?;
        }
        Ok((id, a.clone()))
    }

    /// States that the range of `e` bytes at `a` lies in the block, at a multiple of the first alignment from the
    /// block's base, and that its address is a multiple of the second alignment.
    fn member(&mut self, align: [u64; 2], a: &Term, e: &Term, base: &Term, size: &Term) -> Result<(), TooLarge> {
        if a == base {
            return self.start.state.add_le(e, size);
        }
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
