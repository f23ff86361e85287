//! List segments and trees in a concrete memory: the cells are looked for, and every part of the predicate is checked
//! that the values known so far determine. Nothing here is taken from the checker.

use super::values::{Valuation, equal, evaluate, holds, read};
use crate::interpreter::View;
use certificates::*;
use std::collections::BTreeSet;

/// What cells look like.
#[derive(Clone, Copy)]
pub struct Cells<'a> {
    pub shapes: &'a [Shape],
    /// Width of a pointer, in bytes.
    pub pointer: u32,
}

impl<'a> Cells<'a> {
    /// Of a certificate.
    pub fn of(certificate: &'a Certificate) -> Self {
        let pointer = match certificate.claim.data_model {
            DataModel::Lp64 => 8,
            DataModel::Ilp32 => 4,
        };
        Self { shapes: &certificate.shapes, pointer }
    }
}

/// Cells of one list, at most: what runs build is far smaller.
const MOST: usize = 20_000;

/// The memory at a node, and the objects that stand for something already.
struct Memory<'a> {
    view: &'a View<'a>,
    cells: Cells<'a>,
    taken: BTreeSet<u64>,
}

/// Checks the structures of a state, and determines values. `None`: the concrete state is not one of the state's.
pub fn propagate(state: &State, cells: Cells, values: &mut Valuation, view: &View) -> Option<()> {
    let mut memory = Memory { view, cells, taken: BTreeSet::new() };
    for block in state.blocks.iter().filter(|block| block.kind == Kind::Heap) {
        let Some(base) = evaluate(&block.base, values).filter(|base| *base != 0) else {
            continue;
        };
        let base = u64::try_from(base).ok()?;
        // Blocks without bytes have addresses of their own, but need not.
        if view.memory.at(base).is_some_and(|block| !block.bytes.is_empty()) && !memory.taken.insert(base) {
            return None;
        }
    }
    for list in &state.lists {
        memory.list(list, values)?;
    }
    for tree in &state.trees {
        memory.tree(tree, values)?;
    }
    for fact in &state.uniforms {
        if let Some(owned) = &fact.owned {
            memory.owned_elements(state, fact, owned, values)?;
        }
    }
    Some(())
}

impl Memory<'_> {
    fn bytes(&self, address: u64, width: u32, sign: Sign) -> Option<i128> {
        let bytes = self.view.memory.read(address, width.into(), 1).ok()?;
        let mut all = [0; 16];
        all[..bytes.len()].copy_from_slice(bytes);
        Some(read(u128::from_le_bytes(all), 8 * width, sign))
    }

    /// A live object that begins here, of this size, that nothing else stands for.
    fn object(&mut self, base: u64, size: Option<i128>, align: u64, marks: Marks) -> Option<usize> {
        let live = self.view.memory.at(base)?;
        let length = live.bytes.len();
        let fits = size.is_none_or(|size| size == length as i128) && base.checked_rem(align) == Some(0);
        let ours = marks.kept || self.view.memory.is_heap(base);
        (fits && ours && (length == 0 || self.taken.insert(base))).then_some(length)
    }

    /// The cell to which a pointer points: its base and the values of its fields.
    fn cell(&mut self, shape: &Shape, pointer: i128, marks: Marks) -> Option<(u64, Vec<i128>)> {
        let base = u64::try_from(pointer.checked_sub(shape.anchor.into())?).ok()?;
        self.object(base, Some(shape.size.into()), shape.align, marks)?;
        let fields = shape.fields.iter().map(|field| self.bytes(base + field.offset, field.width, field.sign));
        let fields: Vec<i128> = fields.collect::<Option<_>>()?;
        for place in &shape.owned {
            let owned = self.bytes(base + place.offset, self.cells.pointer, Sign::Unsigned)?;
            if owned == 0 {
                continue;
            }
            match place.part {
                OwnedPart::Block { size, align, string } => {
                    let size = match size {
                        OwnedSize::Constant(size) => Some(size.into()),
                        OwnedSize::Field(field) => Some(*fields.get(field as usize)?),
                        OwnedSize::Any => None,
                    };
                    let at = u64::try_from(owned).ok()?;
                    self.object(at, size, align, marks)?;
                    if string && !self.view.memory.at(at)?.bytes.contains(&0) {
                        return None;
                    }
                }
                OwnedPart::List(inner) => self.owned_list(inner, owned, marks)?,
            }
        }
        Some((base, fields))
    }

    /// What each element of an array owns, as far as it is known which elements these are.
    fn owned_elements(
        &mut self,
        state: &State,
        fact: &Uniform,
        owned: &OwnedElements,
        values: &mut Valuation,
    ) -> Option<()> {
        let block = state.blocks.iter().find(|block| block.id == fact.block)?;
        let base = evaluate(&block.base, values);
        let (Some(base), Some(offset), Some(count)) =
            (base, evaluate(&fact.offset, values), evaluate(&fact.count, values))
        else {
            return Some(());
        };
        if block.optional && base == 0 {
            return Some(());
        }
        for index in 0..count.min(MOST as i128) {
            let place = index.checked_mul(fact.stride.into())?.checked_add(base)?.checked_add(offset)?;
            let pointer = self.bytes(u64::try_from(place).ok()?, self.cells.pointer, Sign::Unsigned)?;
            if pointer == 0 {
                continue;
            }
            match &owned.part {
                ElementPart::Block { size, align, string } => {
                    let at = u64::try_from(pointer).ok()?;
                    let known = size.as_ref().and_then(|size| evaluate(size, values));
                    let length = self.object(at, known, *align, owned.marks)?;
                    if let Some(size) = size {
                        equal(size, length as i128, values)?;
                    }
                    if *string && !self.view.memory.at(at)?.bytes.contains(&0) {
                        return None;
                    }
                }
                ElementPart::List(shape) => self.owned_list(*shape, pointer, owned.marks)?,
            }
        }
        Some(())
    }

    /// A list that a cell owns, or an element of an array: up to null, and from null if there are pointers back. All its cells, and what they own,
    /// stand for nothing else.
    fn owned_list(&mut self, shape: ShapeId, head: i128, marks: Marks) -> Option<()> {
        let shape = self.cells.shapes.get(shape as usize)?;
        let (mut at, mut previous) = (head, 0);
        for _ in 0..MOST {
            if at == 0 {
                return Some(());
            }
            let (base, _) = self.cell(shape, at, marks)?;
            if let Some(back) = shape.back
                && self.bytes(base + back, self.cells.pointer, Sign::Unsigned)? != previous
            {
                return None;
            }
            previous = at;
            at = self.bytes(base + *shape.links.first()?, self.cells.pointer, Sign::Unsigned)?;
        }
        None
    }

    /// Facts about all cells hold of this one, with so many cells behind it, as far as it is known.
    fn fits(all: &[CellFact], fields: &[i128], behind: i128, values: &[Option<i128>]) -> Option<()> {
        for fact in all {
            let mut sum = Some(fact.rest.clone());
            let coefficients = fact.fields.iter().chain([&fact.behind]);
            for (Int(coefficient), value) in coefficients.zip(fields.iter().chain([&behind])) {
                sum = sum.and_then(|sum| plus(&sum, coefficient.checked_mul(*value)?));
            }
            let Some(term) = sum else { continue };
            if holds(&Atom { rel: fact.rel, term }, values) == Some(false) {
                return None;
            }
        }
        Some(())
    }

    fn list(&mut self, l: &Segment, values: &mut Valuation) -> Option<()> {
        let shape = self.cells.shapes.get(l.shape as usize)?;
        let link = *shape.links.first()?;
        let (end, length) = (evaluate(&l.end, values), evaluate(&l.length, values));
        let Some(head) = evaluate(&l.head, values) else { return Some(()) };
        // Where the end is the head, the list may be empty or a whole cycle.
        if length.is_none() && end.is_none_or(|end| end == head) {
            return Some(());
        }
        let (mut at, mut count, mut rear) = (head, 0, None);
        let (mut previous, mut all) = (None, Vec::new());
        loop {
            let done = match length {
                Some(length) => count >= length,
                None => end == Some(at),
            };
            if done {
                break;
            }
            let (base, fields) = self.cell(shape, at, l.marks)?;
            if let Some(back) = shape.back {
                let back = self.bytes(base + back, self.cells.pointer, Sign::Unsigned)?;
                match previous {
                    None => equal(&l.before, back, values)?,
                    Some(previous) if previous == back => {}
                    Some(_) => return None,
                }
            }
            if count == 0 {
                known(&l.first, &fields, values)?;
            }
            all.push(fields.clone());
            (previous, rear) = (Some(at), Some(fields));
            at = self.bytes(base + link, self.cells.pointer, Sign::Unsigned)?;
            count += 1;
            if count > MOST as i128 {
                return None;
            }
        }
        equal(&l.length, count, values)?;
        equal(&l.end, at, values)?;
        for (behind, fields) in (0..).zip(all.iter().rev()) {
            Self::fits(&l.all, fields, behind, values)?;
        }
        if let Some(fields) = rear {
            known(&l.last, &fields, values)?;
        }
        if shape.back.is_some() {
            match previous.or_else(|| evaluate(&l.before, values)) {
                Some(last) => equal(&l.rear, last, values)?,
                None => return evaluate(&l.rear, values).map_or(Some(()), |rear| equal(&l.before, rear, values)),
            }
        }
        Some(())
    }

    fn tree(&mut self, t: &Tree, values: &mut Valuation) -> Option<()> {
        let shape = self.cells.shapes.get(t.shape as usize)?;
        let Some(root) = evaluate(&t.root, values) else { return Some(()) };
        let hole = match &t.hole {
            Some(hole) => match (evaluate(hole, values), evaluate(&t.cells, values)) {
                (Some(hole), Some(0)) => return equal(&t.root, hole, values),
                // All of it may be missing, or it may lead back to its root.
                (Some(hole), None) if hole == root => return Some(()),
                (Some(hole), _) => Some(hole),
                (None, _) => return Some(()),
            },
            None => None,
        };
        let (mut open, mut count, mut missing) = (vec![root], 0, 0);
        while let Some(at) = open.pop() {
            if count > 0 && hole == Some(at) {
                missing += 1;
                continue;
            }
            if at == 0 {
                continue;
            }
            let (base, fields) = self.cell(shape, at, t.marks)?;
            Self::fits(&t.all, &fields, 0, values)?;
            for link in &shape.links {
                open.push(self.bytes(base + link, self.cells.pointer, Sign::Unsigned)?);
            }
            count += 1;
        }
        // Null may stand at many places; anything else is missing once.
        match hole {
            Some(0) if missing == 0 => return None,
            Some(hole) if hole != 0 && missing != 1 => return None,
            _ => {}
        }
        equal(&t.cells, count, values)
    }
}

/// What is known of the fields of a cell is what it holds.
fn known(known: &[Option<Term>], fields: &[i128], values: &mut Valuation) -> Option<()> {
    let mut pairs = known.iter().zip(fields).filter_map(|(known, field)| Some((known.as_ref()?, *field)));
    pairs.try_for_each(|(known, field)| equal(known, field, values))
}

/// The term and a constant.
fn plus(term: &Term, constant: i128) -> Option<Term> {
    let mut sum: Vec<(Monomial, Int)> = term.0.to_vec();
    match sum.first_mut() {
        Some((monomial, Int(first))) if monomial.0.is_empty() => *first = first.checked_add(constant)?,
        _ => sum.insert(0, (Monomial(vec![]), Int(constant))),
    }
    Some(Term::from(sum))
}
