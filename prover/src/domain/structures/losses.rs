//! Explains where the join of two states no longer knows where a pointer leads, and why. Used in the answer if the
//! pointer is needed later; nothing is proved here.

use super::cells::fits;
use crate::algebra::Term;
use crate::domain::blocks::pointed_block;
use crate::program::{Program, Reg};
use crate::state::State;
use certificates::{BlockId, Kind, Shape};
use std::collections::BTreeSet;

/// A register that led to a block, list or tree, or was null, in both states, and leads nowhere in the state that
/// describes both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub register: Reg,
    pub why: Obstacle,
}

/// Why cells could not be described together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The block is not a cell, because it has this size.
    Size(i128),
    /// The link at this offset is not set.
    Link(u64),
    /// The field at this offset is accessed with another width.
    Width(u64),
    /// Something points into the middle of the cell.
    Middle,
    /// One state's pointer leads to a variable, the other's into the heap.
    Variable,
    /// The pointer is null in one of the states.
    Null,
    /// Two lists end at the same cell.
    Shared,
    /// Any other reason.
    Other,
}

impl Obstacle {
    /// The obstacle in words; the shapes are the guesses about cells.
    pub(crate) fn show(self, program: &Program) -> String {
        let guesses = || guesses(program);
        let named = |offset: u64| {
            let member = program.records.iter().flat_map(|r| &r.members).find(|m| m.offset == offset);
            member.map_or_else(|| format!("the field at offset {offset}"), |m| format!("field {}", m.name))
        };
        match self {
            Obstacle::Size(size) => {
                format!("a cell of another size: a block of {size} bytes (the guess: {})", guesses())
            }
            Obstacle::Link(offset) => {
                format!("{} of the cell is not set (the guess: {})", named(offset), guesses())
            }
            Obstacle::Width(offset) => format!("{} of the cell is used with another width", named(offset)),
            Obstacle::Middle => "a pointer leads into the middle of the cell".into(),
            Obstacle::Variable => "it leads to a variable in one case and to a cell in another".into(),
            Obstacle::Null => "it is null in one case and leads to a cell in another".into(),
            Obstacle::Shared => "two pointers share a cell".into(),
            Obstacle::Other => {
                format!("the cells there differ too much from one case to the next (the guess: {})", guesses())
            }
        }
    }
}

/// The guessed shapes of cells, in words.
pub(crate) fn guesses(program: &Program) -> String {
    const MOST: usize = 4;
    // What streams look like inside, a header of the library says; no program has such cells.
    let own = |origin: &String| !origin.starts_with("struct _IO_");
    let all: BTreeSet<String> = program.shapes.iter().map(|shape| program.origin(shape)).filter(own).collect();
    all.into_iter().take(MOST).collect::<Vec<_>>().join(", ")
}

/// Where a pointer leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Heap(BlockId),
    Variable,
    Structure,
    Null,
    Unknown,
}

fn target(st: &State, t: &Term) -> Target {
    if t.as_constant() == Some(0) {
        return Target::Null;
    }
    if let Some(block) = pointed_block(st, t) {
        return Target::Heap(block);
    }
    let into = |base: &Term| base.as_var().is_some_and(|v| t.coefficient(&[v]) == 1);
    if st.blocks.values().any(|b| into(&b.base)) {
        return Target::Variable;
    }
    let lists = st.lists.values().flat_map(|l| [&l.head, &l.end, &l.rear]);
    if lists.chain(st.trees.values().map(|t| &t.root)).any(into) { Target::Structure } else { Target::Unknown }
}

/// The first register whose target is lost in the join of two states.
pub(crate) fn loss(shapes: &[Shape], old: &State, new: &State, merged: &State) -> Option<Loss> {
    old.bindings.iter().find_map(|(register, value)| {
        let (a, b) = (target(old, &value.term), target(new, &new.bindings.get(register)?.term));
        let led = |t: &Target| matches!(t, Target::Heap(_) | Target::Variable | Target::Structure);
        let gone = target(merged, &merged.bindings.get(register)?.term) == Target::Unknown;
        let known = a != Target::Unknown && b != Target::Unknown;
        (gone && known && (led(&a) || led(&b))).then(|| {
            let of = |st: &State, t: Target| match t {
                Target::Heap(block) => obstacle(shapes, st, block),
                _ => None,
            };
            let why = of(new, b).or_else(|| of(old, a)).unwrap_or_else(|| unlike(new, a, b));
            Loss { register: *register, why }
        })
    })
}

/// Why two states with these targets have no common description, where both targets are cells.
fn unlike(new: &State, a: Target, b: Target) -> Obstacle {
    let ends: Vec<&Term> = new.lists.values().map(|l| &l.end).filter(|end| end.as_constant() != Some(0)).collect();
    let shared = ends.iter().enumerate().any(|(i, end)| ends[..i].contains(end));
    match (a, b) {
        (Target::Variable, Target::Heap(_) | Target::Structure)
        | (Target::Heap(_) | Target::Structure, Target::Variable) => Obstacle::Variable,
        _ if shared => Obstacle::Shared,
        (Target::Null, _) | (_, Target::Null) => Obstacle::Null,
        _ => Obstacle::Other,
    }
}

/// Why a heap block is not a cell of any shape.
fn obstacle(shapes: &[Shape], st: &State, id: BlockId) -> Option<Obstacle> {
    let block = st.blocks.get(&id).filter(|block| block.kind == Kind::Heap)?;
    let size = block.size.as_constant()?;
    let Some(shape) = shapes.iter().find(|shape| i128::from(shape.size) == size) else {
        return Some(Obstacle::Size(size));
    };
    if !fits(st, id, shape) {
        let width = |place: &&certificates::Place| {
            let offset = Term::constant(i128::from(place.offset));
            st.entries_of(id).any(|(_, e)| e.offset == offset && e.width != place.width)
        };
        return shape.fields.iter().find(width).map(|place| Obstacle::Width(place.offset));
    }
    let unset = shape.links.iter().find(|link| {
        let offset = Term::constant(i128::from(**link));
        !st.entries_of(id).any(|(_, e)| e.offset == offset)
    });
    if let Some(link) = unset {
        return Some(Obstacle::Link(*link));
    }
    let mut pointers = st.bindings.values().map(|value| &value.term).chain(st.entries.values().map(|e| &e.value));
    let middle = pointers.any(|p| {
        let distance = p.sub(&block.base).ok().and_then(|d| d.as_constant());
        distance.is_some_and(|d| d != i128::from(shape.anchor) && (0..=i128::from(shape.size)).contains(&d))
    });
    middle.then_some(Obstacle::Middle)
}
