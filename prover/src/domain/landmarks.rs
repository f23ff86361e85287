//! Bounds that the program itself suggests for values that change: places of a block that a pointer into it is compared
//! with, and thresholds of values that change in step (Blanchet03).

use super::candidates::{Candidates, NEAR};
use crate::algebra::{Atom, Term, Var};
use crate::program::{Op, Operand};
use crate::rules::Context;
use crate::state::State;
use std::collections::{BTreeMap, BTreeSet};

/// Places of one block that are tried as bounds, at most.
const MOST_PLACES: usize = 8;

impl Candidates<'_> {
    /// Bounds of offsets that change: `p != end` alone does not say on which side of the end p is.
    pub(super) fn landmarks(&self, cx: &Context<'_>) -> Vec<Atom> {
        let changing = self.changing();
        let pointers = self.state.bindings.values().map(|v| &v.term);
        let stored = self.state.entries.values().filter(|e| 8 * e.width == cx.program.pointer_bits).map(|e| &e.value);
        let pointers: Vec<&Term> = pointers.chain(stored).filter(|t| t.as_constant().is_none()).collect();
        let steps = constant_steps(cx, self.state);
        let mut atoms = Vec::new();
        for block in self.state.blocks.values() {
            let Some(base) = block.base.as_var() else { continue };
            let into = pointers.iter().filter(|t| t.coefficient(&[base]) == 1);
            let offsets: BTreeSet<Term> = into.filter_map(|t| t.sub(&block.base).ok()).collect();
            let (moving, still): (Vec<&Term>, Vec<&Term>) =
                offsets.iter().partition(|o| o.vars().any(|v| changing.contains(&v)));
            if moving.is_empty() {
                continue;
            }
            let size = block.size.as_constant();
            let inside = |place: &i128| *place >= 0 && size.is_none_or(|size| *place <= size);
            let still = still.into_iter().filter_map(Term::as_constant);
            let places: BTreeSet<i128> = [0].into_iter().chain(size).chain(still).collect();
            let further = steps.iter().copied().filter(|place| inside(place) && !places.contains(place));
            let further: Vec<i128> = further.collect();
            for place in places.iter().chain(&further).take(MOST_PLACES) {
                let place = Term::constant(*place);
                let around = |o: &&Term| [Atom::le(o, &place), Atom::le(&place, o)];
                atoms.extend(moving.iter().flat_map(around).flatten());
            }
        }
        atoms
    }

    /// By how much registers differ from the changing values that they are in step with. Which of them has a variable
    /// of its own depends on their order; the bounds that are tried must not.
    pub(super) fn shifts(&self) -> BTreeMap<Term, BTreeSet<i128>> {
        let changing = self.changing();
        let mut shifts: BTreeMap<Term, BTreeSet<i128>> = BTreeMap::new();
        for (v, shift) in self.state.bindings.values().filter_map(|value| shifted(&value.term)) {
            if shift != 0 && changing.contains(&v) {
                shifts.entry(Term::var(v)).or_default().insert(shift);
            }
        }
        shifts
    }
}

/// A term that is a variable plus a constant.
pub(super) fn shifted(t: &Term) -> Option<(Var, i128)> {
    let shift = t.constant_part();
    Some((t.plus(shift.checked_neg()?).ok()?.as_var()?, shift))
}

/// The nearest bounds of a value from `reach` on (of its negation, for bounds from below) with which the value plus
/// `shift` meets a threshold. Counting down ends at 0, however many constants lie in between.
pub(super) fn next_thresholds(thresholds: &BTreeSet<i128>, shift: i128, negative: bool, reach: i128) -> Vec<i128> {
    let bound = |threshold: &i128| {
        let bound = threshold.checked_sub(shift)?;
        let bound = if negative { bound.checked_neg()? } else { bound };
        (bound >= reach).then_some((bound, *threshold == 0))
    };
    let mut beyond: Vec<(i128, bool)> = thresholds.iter().filter_map(bound).collect();
    beyond.sort_unstable();
    let near = beyond.into_iter().enumerate().filter(|(i, (_, zero))| *i < NEAR || *zero);
    near.map(|(_, (bound, _))| bound).collect()
}

/// The constant distances by which the function steps from one address to another.
fn constant_steps(cx: &Context<'_>, state: &State) -> BTreeSet<i128> {
    let Some(function) = cx.program.functions.get(&*state.function) else { return BTreeSet::new() };
    let instructions = function.blocks.iter().flat_map(|b| &b.instructions);
    let step = |op: &Op| match op {
        Op::GetElementPtr { constant, indices, .. } if indices.is_empty() => vec![i128::from(*constant)],
        Op::Compare { left, right, .. } => {
            let offset = |o: &Operand| match o {
                Operand::Global { offset, .. } => Some(i128::from(*offset)),
                _ => None,
            };
            [left, right].into_iter().filter_map(offset).collect()
        }
        _ => Vec::new(),
    };
    instructions.flat_map(|i| step(&i.op)).filter(|step| *step > 1).collect()
}
