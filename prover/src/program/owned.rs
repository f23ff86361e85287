//! Guesses about what cells of lists and trees own, from what an attempt has observed: a pointer in a cell to a heap
//! block or to the first cell of a list that nothing else points to. A guess proves nothing; a wrong one only costs the
//! proof.

use super::Program;
use super::shapes::is_well_formed;
use certificates::{Owned, OwnedPart, OwnedSize, Place as Field, Shape, ShapeId, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Observations about cells, by their shape (`cell`) and the offset of the pointer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OwnedSeen(BTreeMap<Shape, BTreeMap<u64, Place>>);

/// Observations at one place of a cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    /// What the blocks there have in common; `None` if there was none.
    blocks: Option<SeenBlock>,
    /// The shape of the cells of a list there. A block besides counts as its only cell.
    list: Option<Shape>,
    /// Whether the pointer was null, or not known to be other than null.
    null: bool,
}

/// What the blocks at one place have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenBlock {
    /// The size in bytes, if it is a constant.
    pub size: Option<u64>,
    /// The fields of the cell that hold the size, each with the sign with which they do.
    pub fields: BTreeSet<(u32, Sign)>,
    /// A power of two that divides the base.
    pub align: u64,
    /// Whether some byte is known to be 0.
    pub string: bool,
}

impl SeenBlock {
    fn common(&mut self, other: &SeenBlock) {
        self.size = self.size.filter(|size| other.size == Some(*size));
        self.fields.retain(|field| other.fields.contains(field));
        self.align = self.align.min(other.align);
        self.string &= other.string;
    }
}

impl OwnedSeen {
    fn place(&mut self, shape: &Shape, offset: u64) -> &mut Place {
        self.0.entry(cell(shape)).or_default().entry(offset).or_default()
    }

    /// Records that a cell has a pointer at this offset to a block that nothing else points to.
    pub(crate) fn block(&mut self, shape: &Shape, offset: u64, block: &SeenBlock) {
        let known = &mut self.place(shape, offset).blocks;
        match known {
            Some(known) => known.common(block),
            None => *known = Some(block.clone()),
        }
    }

    /// Records that a cell has a pointer at this offset to a list of these cells that nothing else points to.
    pub(crate) fn list(&mut self, shape: &Shape, offset: u64, inner: &Shape) {
        self.place(shape, offset).list.get_or_insert_with(|| cell(inner));
    }

    /// Records that the pointer at this offset may be null.
    pub(crate) fn null(&mut self, shape: &Shape, offset: u64) {
        self.place(shape, offset).null = true;
    }
}

/// A shape without what is guessed here: what cells own, and the signs of fields.
fn cell(shape: &Shape) -> Shape {
    let fields = shape.fields.iter().map(|field| Field { sign: Sign::Unsigned, ..*field });
    Shape { owned: Vec::new(), fields: fields.collect(), ..shape.clone() }
}

/// Whether two shapes differ only in what their cells own, and in the signs of fields.
pub(crate) fn is_same_cell(a: &Shape, b: &Shape) -> bool {
    cell(a) == cell(b)
}

impl Program {
    /// The program with shapes whose cells own what was observed. Each is followed by the plain shape, for cells whose
    /// memory is gone. `None` if nothing was observed.
    #[must_use]
    pub(crate) fn with_owned(&self, seen: &OwnedSeen) -> Option<Program> {
        let mut shapes = Vec::new();
        self.shapes.iter().for_each(|shape| self.put(shape, seen, &mut Vec::new(), &mut shapes));
        (shapes != self.shapes).then(|| Program { shapes, ..self.clone() })
    }

    /// Adds a shape after the one with the same places that owns memory. The shapes of owned lists come before both. A
    /// shape that is already being added (`open`) is added without what it owns, because no cell owns lists of its own
    /// shape.
    fn put<'a>(&'a self, shape: &'a Shape, seen: &OwnedSeen, open: &mut Vec<&'a Shape>, shapes: &mut Vec<Shape>) {
        if shapes.contains(shape) {
            return;
        }
        let Some(places) = seen.0.get(&cell(shape)) else { return shapes.push(shape.clone()) };
        open.push(shape);
        for inner in places.values().filter_map(|place| place.list.as_ref()) {
            let Some(inner) = self.shapes.iter().find(|other| cell(other) == *inner) else { continue };
            match open.contains(&inner) {
                true => add(inner, shapes),
                false => self.put(inner, seen, open, shapes),
            }
        }
        open.pop();
        let owning = owning(shape, places, shapes).filter(|shape| is_well_formed(shape, self.pointer_bits / 8));
        shapes.extend(owning);
        add(shape, shapes);
    }
}

fn add(shape: &Shape, shapes: &mut Vec<Shape>) {
    if !shapes.contains(shape) {
        shapes.push(shape.clone());
    }
}

/// The shape with owned memory at these places; for lists, the first shape of such cells is used.
fn owning(shape: &Shape, places: &BTreeMap<u64, Place>, shapes: &[Shape]) -> Option<Shape> {
    let mut fields = shape.fields.clone();
    let mut place = |(offset, place): (&u64, &Place)| {
        if let Some(inner) = &place.list {
            let number = shapes.iter().position(|shape| cell(shape) == *inner)?;
            return Some(Owned { offset: *offset, part: OwnedPart::List(ShapeId::try_from(number).ok()?) });
        }
        let block = place.blocks.as_ref()?;
        let size = match (block.size, block.fields.first()) {
            (Some(size), _) => OwnedSize::Constant(size),
            (None, Some((field, sign))) => {
                fields.get_mut(*field as usize)?.sign = *sign;
                OwnedSize::Field(*field)
            }
            (None, None) => OwnedSize::Any,
        };
        // Whether there is a string must be known when its cell is unfolded.
        let (align, string) = (block.align, block.string && !place.null);
        Some(Owned { offset: *offset, part: OwnedPart::Block { size, align, string } })
    };
    let owned: Vec<Owned> = places.iter().filter_map(&mut place).collect();
    (!owned.is_empty()).then(|| Shape { owned, fields, ..shape.clone() })
}
