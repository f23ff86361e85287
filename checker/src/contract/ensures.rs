//! `assigns` and `ensures` of a contract (`spec/ensures.md`): what may be changed, and what holds at a return.

use super::clause::{Memory, MemoryKind, Promise, Said, wrong};
use super::formula::{self, Conjunct};
use super::grammar::{Expr, Written};
use super::meaning::Reader;
use super::terms::Time;
use super::tokens::Read;
use crate::decide::term::Poly;

/// Comparisons and the like in all alternatives of `ensures` together, at most: each is read for each alternative of the
/// clause.
const MAX_SAID: usize = 1 << 12;

impl<'c, 't> Reader<'c, 't> {
    /// Reads both, behind the clause that calls satisfy.
    pub(super) fn promises(&mut self, written: &'c Written<'t>) -> Read<()> {
        if let Some(ranges) = &written.assigns {
            self.terms.time = Time::Called;
            let ranges = ranges.iter().map(|range| self.assigned(range)).collect::<Read<_>>()?;
            self.terms.contract.assigned = Some(ranges);
        }
        let Some(ensures) = &written.ensures else { return Ok(()) };
        self.terms.time = Time::Returned;
        // The symbols of what is read at the return come behind all those of the call, which are known once all is read.
        self.ensured(ensures)?;
        self.terms.contract.after.clear();
        self.terms.contract.ensured = self.ensured(ensures)?;
        Ok(())
    }

    /// The address and the size of a range; of a global by its address alone all of it.
    fn assigned(&mut self, expr: &'c Expr<'t>) -> Read<(Poly, Poly)> {
        if let Expr::Address(_) = expr {
            return self.terms.whole(expr);
        }
        let (range, _) = self.range(expr, true)?;
        Ok((range.address, range.size))
    }

    /// The conjuncts, each with its alternatives.
    fn ensured(&mut self, clause: &'c Expr<'t>) -> Read<Vec<Vec<Promise>>> {
        let mut open = vec![clause];
        let (mut ensured, mut blocks, mut total) = (Vec::new(), 0, 0);
        while let Some(clause) = open.pop() {
            if let Expr::And(parts) = clause {
                open.extend(parts.iter().rev());
                continue;
            }
            let mut ways = Vec::new();
            for conjuncts in formula::alternatives(clause, true, false)? {
                self.terms.reads.clear();
                let mut said = Vec::new();
                conjuncts.iter().try_for_each(|conjunct| self.said(conjunct, &mut said, &mut blocks))?;
                total += said.len();
                ways.push(Promise { said, reads: std::mem::take(&mut self.terms.reads) });
                if total > MAX_SAID {
                    return wrong("ensures", format!("ensures says more than {MAX_SAID} things"));
                }
            }
            ensured.push(ways);
        }
        Ok(ensured)
    }

    /// What a conjunct of an alternative says. Counts what is said of memory.
    fn said(&mut self, conjunct: &Conjunct<'c, 't>, said: &mut Vec<Said>, blocks: &mut usize) -> Read<()> {
        let first = *blocks;
        let mut memory = |address, size, kind| {
            *blocks += 1;
            Said::Memory(*blocks - 1, Memory { address, size, kind })
        };
        match conjunct {
            Conjunct::Comparison(left, relation, right) => said.push(Said::Atom(self.atom(left, *relation, right)?)),
            Conjunct::Predicate("\\fresh", [pointer, size]) => {
                let address = self.terms.pointer(pointer)?.address;
                said.push(memory(address, self.terms.term(size)?, MemoryKind::Fresh));
            }
            Conjunct::Predicate(name @ ("\\valid" | "\\valid_read"), [range]) => {
                let (range, _) = self.range(range, true)?;
                said.push(memory(range.address, range.size, MemoryKind::Valid(range.align, *name == "\\valid")));
            }
            Conjunct::Predicate("\\separated", operands @ [_, _, ..]) => {
                for operand in *operands {
                    let (address, size) = self.assigned(operand)?;
                    said.push(memory(address, size, MemoryKind::Valid(1, false)));
                }
                let pairs = (first..*blocks).flat_map(|one| (one + 1..*blocks).map(move |two| (one, two)));
                // One more than is allowed in all is too many.
                said.extend(pairs.take(MAX_SAID + 1).map(|(one, two)| Said::Separated(one, two)));
            }
            Conjunct::Predicate(name, _) => {
                return wrong("ensures", format!("{name} is no condition of ensures, or has other operands"));
            }
        }
        Ok(())
    }
}
