//! What a contract promises (`spec/ensures.md`): which memory may be changed, and what holds at a return.

use crate::algebra::{Atom, Term};
use crate::contract::{Conjunct, Contract, ContractError, Expression};
use crate::contract::{Ensured, Meaning, Memory, MemoryKind, Said, Understood, Way};
use crate::start::memory::named;
use crate::start::parts::{self, Bytes};
use crate::start::ranges::Reader;
use crate::start::terms::Time;
use crate::start::{Builder, StartError};
use crate::state::Block;
use certificates::{BlockId, Kind};
use std::collections::BTreeSet;

/// Comparisons and the like in all alternatives of `ensures` together, at most.
const MOST_SAID: usize = 1 << 12;

/// What `assigns` leaves out.
#[derive(Default)]
pub(super) struct Protected {
    /// The blocks that are only read because of it.
    pub blocks: BTreeSet<BlockId>,
    /// The blocks of which these bytes are assigned, and no others.
    pub parted: Vec<(BlockId, Vec<Bytes>)>,
}

impl<'a> Reader<'a> {
    /// Reads `assigns` and `ensures`, behind the clause that calls satisfy.
    pub(super) fn promises(&mut self, contract: &'a Contract) -> Understood<()> {
        if let Some(ranges) = &contract.promises.assigns {
            self.terms.time = Time::Called;
            let ranges = ranges.iter().map(|range| self.assigned(range)).collect::<Understood<_>>()?;
            self.terms.out.assigned = Some(ranges);
        }
        let Some(ensures) = &contract.promises.ensures else { return Ok(()) };
        self.terms.time = Time::Returned;
        // The variables of what is read at the return come behind all those of the call, which are known once all is read.
        self.ensured(ensures)?;
        self.terms.out.after.clear();
        self.terms.out.ensured = self.ensured(ensures)?;
        Ok(())
    }

    fn assigned(&mut self, e: &'a Expression) -> Understood<(Term, Term)> {
        if let Expression::Address(_) = e {
            return self.terms.whole(e);
        }
        let (pointed, length, _) = self.extent(e)?;
        Ok((pointed.address, length))
    }

    /// The conjuncts, each with its alternatives.
    fn ensured(&mut self, clause: &'a Expression) -> Understood<Vec<Ensured>> {
        let mut open = vec![clause];
        let (mut ensured, mut blocks, mut total) = (Vec::new(), 0, 0);
        while let Some(clause) = open.pop() {
            if let Expression::And(parts) = clause {
                open.extend(parts.iter().rev());
                continue;
            }
            let mut ways = Vec::new();
            for conjuncts in clause.ways()? {
                self.terms.reads.clear();
                let mut said = Vec::new();
                conjuncts.iter().try_for_each(|one| self.said(one, &mut said, &mut blocks))?;
                total += said.len();
                ways.push(Way { said, reads: std::mem::take(&mut self.terms.reads) });
                if total > MOST_SAID {
                    return Err(ContractError::new(format!("ensures says more than {MOST_SAID} things")));
                }
            }
            ensured.push(Ensured { text: clause.to_string(), ways });
        }
        Ok(ensured)
    }

    /// What a conjunct of an alternative says. Counts what is said of memory.
    fn said(&mut self, conjunct: &Conjunct<'a>, said: &mut Vec<Said>, blocks: &mut usize) -> Understood<()> {
        let first = *blocks;
        let mut memory = |address, length, kind| {
            *blocks += 1;
            Said::Memory(*blocks - 1, Memory { address, length, kind })
        };
        match conjunct {
            Conjunct::Compare(left, relation, right) => said.push(Said::Atom(self.atom(left, *relation, right)?)),
            Conjunct::Predicate("\\fresh", [pointer, size]) => {
                let address = self.terms.pointer(pointer)?.address;
                said.push(memory(address, self.terms.term(size)?, MemoryKind::Fresh));
            }
            Conjunct::Predicate(name @ ("\\valid" | "\\valid_read"), [range]) => {
                let (pointed, length, align) = self.extent(range)?;
                let writable = *name == "\\valid";
                said.push(memory(pointed.address, length, MemoryKind::Valid { align, writable }));
            }
            Conjunct::Predicate("\\separated", operands) => {
                for operand in *operands {
                    let (address, length) = self.assigned(operand)?;
                    said.push(memory(address, length, MemoryKind::Valid { align: 1, writable: false }));
                }
                let pairs = (first..*blocks).flat_map(|one| (one + 1..*blocks).map(move |two| (one, two)));
                // One more than is allowed in all is too many.
                said.extend(pairs.take(MOST_SAID + 1).map(|(one, two)| Said::Separated(one, two)));
            }
            Conjunct::Predicate(name, _) => {
                return Err(ContractError::new(format!("'{name}' is not supported in ensures")));
            }
        }
        Ok(())
    }
}

impl Builder<'_, '_> {
    /// What the contract does not assign is only read. Returns the blocks that could be written otherwise, and those that
    /// are assigned in part.
    pub(super) fn protect(&mut self, meaning: &Meaning, names: &[Option<Term>]) -> Result<Protected, StartError> {
        let mut found = Protected::default();
        let Some(ranges) = &meaning.assigned else { return Ok(found) };
        let known = |(address, length): &(Term, Term)| Ok((named(names, address)?, named(names, length)?));
        let ranges = ranges.iter().map(known).collect::<Result<Vec<_>, StartError>>()?;
        for (id, block) in self.start.state.blocks.clone() {
            let outlives = match &block.kind {
                Kind::Caller(_) => true,
                // The library changes errno, whatever a contract says.
                Kind::Global(name) => !name.starts_with('@'),
                _ => false,
            };
            if block.read_only || !outlives || self.is_assigned(&block, &ranges)? {
                continue;
            }
            let bytes = parts::assigned(&block, &ranges)?;
            if !bytes.is_empty() {
                found.parted.push((id, bytes));
                continue;
            }
            if let Some(block) = self.start.state.blocks.get_mut(&id) {
                block.read_only = true;
                found.blocks.insert(id);
            }
        }
        self.start.state.lists.values_mut().for_each(|list| list.marks.read_only |= list.marks.kept);
        self.start.state.trees.values_mut().for_each(|tree| tree.marks.read_only |= tree.marks.kept);
        Ok(found)
    }

    /// Whether a range contains all of a block. One that lies inside, but not at constant places, is refused: nothing would
    /// be assigned, though something is named.
    fn is_assigned(&mut self, block: &Block, ranges: &[(Term, Term)]) -> Result<bool, StartError> {
        let end = block.base.add(&block.size)?;
        let mut lost = false;
        for range @ (low, length) in ranges {
            let high = low.add(length)?;
            let known = &self.start.state.knowledge;
            let mut follows = |atom: Atom| self.cx.engine.entails(known, &atom);
            if follows(Atom::le(low, &block.base)?) && follows(Atom::le(&end, &high)?) {
                return Ok(true);
            }
            let inside = follows(Atom::le(&block.base, low)?)
                && follows(Atom::le(&high, &end)?)
                && follows(Atom::le(&Term::constant(1), length)?);
            lost |= inside && parts::assigned(block, std::slice::from_ref(range))?.is_empty();
        }
        if lost {
            return Err(StartError::Contract(ContractError::new(
                "it assigns a part of an object, and which part, or the object's size, is not constant (or it may lie in another object): name all that \\valid names (ensures says what stays the same), or say by \\separated that ranges do not overlap",
            )));
        }
        Ok(false)
    }
}
