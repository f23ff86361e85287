//! Calls by contract: what the caller knows of the elements of arrays of which the entry says something (G-CALL,
//! lending).

use super::lending::{Gap, Lender, MOST_READ};
use super::{holds, uniforms};
use crate::algebra::{Atom, Term, TooLarge};
use crate::rules;
use crate::state::Uniform;
use certificates::EntryId;

impl Lender<'_, '_, '_> {
    /// Finds what the caller knows of elements of arrays. What it knows of each of them alone it says of all.
    pub(super) fn elements(&mut self) -> Result<(), Gap> {
        let gap = || Gap::Part("what all elements of an array have in common");
        for (id, u) in &self.node.uniforms {
            let block = *self.instance.blocks.get(&u.block).ok_or_else(gap)?;
            let wanted = u.mapped(|t| self.instance.image_of(t))?;
            let (mine, given) = (&self.node.blocks[&u.block], self.path.blocks[&block].clone());
            let shift = self.instance.image_of(&mine.base)?.sub(&given.base)?;
            let wanted = Uniform { block, offset: wanted.offset.add(&shift)?, ..wanted };
            let known = uniforms::partner(self.cx, self.path, block, &wanted, &wanted.offset);
            let found = match known {
                Some(found) => Some(found),
                None => self.part(&wanted)?,
            };
            let found = match found {
                Some(found) => found,
                None => self.collected(&wanted)?.ok_or_else(gap)?,
            };
            let given = self.path.uniforms.get(&found).cloned().ok_or_else(gap)?;
            if !uniforms::implies(self.cx, self.path, &given, &wanted) {
                return Err(gap());
            }
            self.instance.uniforms.insert(*id, found);
        }
        Ok(())
    }

    /// A fact about some of the elements of which the caller knows something.
    fn part(&mut self, wanted: &Uniform) -> Result<Option<EntryId>, TooLarge> {
        let facts: Vec<(EntryId, Uniform)> = self
            .path
            .uniforms_of(wanted.block)
            .map(|(id, u)| (id, u.clone()))
            .filter(|(_, u)| u.is_like(wanted))
            .collect();
        for (id, u) in facts {
            let Some(first) = u.index(&wanted.offset) else { continue };
            let inside = [Atom::le(&Term::zero(), &first)?, Atom::le(&first.add(&wanted.count)?, &u.count)?];
            let known = Uniform { offset: wanted.offset.clone(), count: wanted.count.clone(), ..u };
            if inside.iter().all(|atom| holds(self.cx, self.path, atom))
                && uniforms::implies(self.cx, self.path, &known, wanted)
            {
                rules::uniform::part(self.cx, self.path, id, &first, wanted.clone())?;
                return Ok(self.path.uniforms.keys().next_back().copied());
            }
        }
        Ok(None)
    }

    /// A fact about no elements, and about those behind each other of which the caller knows the values.
    fn collected(&mut self, wanted: &Uniform) -> Result<Option<EntryId>, TooLarge> {
        rules::uniform::empty(self.cx, self.path, wanted.clone())?;
        let Some(fact) = self.path.uniforms.keys().next_back().copied() else { return Ok(None) };
        rules::uniform::collect(self.cx, self.path, MOST_READ)?;
        Ok(Some(fact))
    }
}
