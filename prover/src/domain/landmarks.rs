//! Bounds that the program itself suggests for values that change: places of a block that a pointer into it is compared
//! with, and thresholds of values that change in step (Blanchet03).

use super::candidates::Candidates;
use super::steps::shifted;
use crate::algebra::{Atom, Term};
use crate::program::{Op, Operand};
use crate::rules::Context;
use crate::state::State;
use certificates::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Places of one block that are tried as bounds, at most.
const MOST_PLACES: usize = 8;

/// The values of one structure that change, and those that are constant.
type Members<'a> = (Vec<&'a Term>, Vec<Term>);

impl Candidates<'_> {
    /// Bounds of offsets that change: `p != end` alone does not say on which side of the end p is.
    /// Not beside lists and trees: what their pointers lead to is described otherwise.
    pub(super) fn landmarks(&self, cx: &Context<'_>) -> Vec<Atom> {
        if self.state.has_structures() {
            return Vec::new();
        }
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
            let numbers = block.size.as_constant().into_iter().chain(still.iter().filter_map(|o| o.as_constant()));
            let numbers: BTreeSet<i128> = numbers.chain([0]).collect();
            let inside = |place: &i128| block.size.as_constant().is_none_or(|size| *place <= size);
            let steps = steps.iter().filter(|place| inside(place) && !numbers.contains(place));
            let places = numbers.iter().chain(steps).take(MOST_PLACES).map(|place| Term::constant(*place));
            let symbolic = still.into_iter().chain([&block.size]).filter(|place| place.as_constant().is_none());
            let places: Vec<Term> = places.chain(symbolic.take(MOST_PLACES).cloned()).collect();
            atoms.extend(moving.iter().flat_map(|o| around(o, &places)));
        }
        atoms.extend(self.beside());
        atoms
    }

    /// Bounds of members of a structure: a count is compared with the capacity beside it.
    fn beside(&self) -> Vec<Atom> {
        let changing = self.changing();
        let mut members: BTreeMap<(BlockId, u32), Members<'_>> = BTreeMap::new();
        for e in self.state.entries.values() {
            let (moving, still) = members.entry((e.block, e.width)).or_default();
            match e.value.as_constant() {
                Some(_) => still.push(e.value.clone()),
                None if e.value.vars().all(|v| changing.contains(&v)) => moving.push(&e.value),
                None => {}
            }
        }
        let few = members.into_values().filter(|(moving, still)| moving.len() + still.len() <= MOST_PLACES);
        few.flat_map(|(moving, still)| moving.into_iter().flat_map(move |value| around(value, &still))).collect()
    }

    /// By how much registers differ from the changing values that they are in step with. Which of them has a variable
    /// of its own depends on their order; the bounds that are tried must not.
    pub(super) fn shifts(&self) -> BTreeMap<Term, BTreeSet<i128>> {
        let changing = self.changing();
        let mut shifts: BTreeMap<Term, BTreeSet<i128>> = BTreeMap::new();
        if self.state.has_structures() {
            return shifts;
        }
        for (v, shift) in self.state.bindings.values().filter_map(|value| shifted(&value.term)) {
            if shift != 0 && changing.contains(&v) {
                shifts.entry(Term::var(v)).or_default().insert(shift);
            }
        }
        shifts
    }
}

/// That a value lies up to each place, in front of it, and from it on.
fn around(value: &Term, places: &[Term]) -> Vec<Atom> {
    let bounds = |place: &Term| {
        let front = place.plus(-1).and_then(|front| Atom::le(value, &front));
        [Atom::le(value, place), front, Atom::le(place, value)]
    };
    places.iter().flat_map(bounds).flatten().collect()
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
