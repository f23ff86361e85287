//! Folding and unfolding.

use super::*;
use crate::algebra::{Atom, Term};
use crate::domain::{Description, Pins, summarize};
use crate::laws::world::OWNING;
use crate::program::Reg;
use crate::rules::cell;
use crate::rules::list::{self, Outer};
use crate::rules::{Context, Rule, Step, Stop, tree};
use crate::state::{Block, Entry, Line, Path, Segment, Value};
use certificates::{Kind, Place, Shape, Sign};

/// Nothing keeps cells apart.
const FREE: Pins = Pins { pointers: Vec::new(), near: Vec::new(), holes: false, rears: false };

/// The state with nothing but its knowledge.
fn bare(st: &State) -> State {
    let mut bare = State { knowledge: st.knowledge.clone(), scope: st.scope.clone(), ..State::new("f") };
    bare.place = st.place;
    bare
}

/// The state with only one of its lists, if that has a cell, and a register that points to it; nothing is known of the
/// field at the other end, which is forgotten with the cell there.
fn one_list(cx: &mut Context<'_>, st: &State, pointer: Reg, outer: Outer) -> Option<(State, u32)> {
    let has_cell =
        |cx: &mut Context<'_>, l: &Segment| Step::new(cx, &mut Path::of(st.clone())).holds(&at_least_one(&l.length));
    let (id, list) = st.lists.iter().find(|(_, l)| l.shape != OWNING && has_cell(cx, l))?;
    let mut list = list.clone();
    let far = if outer == Outer::First { &mut list.last } else { &mut list.first };
    far.fill(None);
    // Sums with more parts are no lines of single cells.
    let simple = |line: &Line| line.rest.parts().len() <= 1;
    list.lines.iter_mut().for_each(|line| *line = line.take().filter(simple));
    let value = Value { sign: Sign::Unsigned, term: list.head.clone() };
    Some((State { lists: [(*id, list)].into(), bindings: [(pointer, value)].into(), ..bare(st) }, *id))
}

fn at_least_one(count: &Term) -> Atom {
    Atom::le(&Term::constant(1), count).expect("a small number")
}

/// An outer cell of a list becomes a block, then a part of the list again.
fn unfolded_and_folded(cx: &mut Context<'_>, st: &State, list: u32, outer: Outer) -> Rule<Path> {
    let mut after = Path::of(st.clone());
    list::unfold(&mut Step::new(cx, &mut after), list, outer)?;
    summarize(cx, &mut after, &FREE)?;
    Ok(after)
}

/// The root of a tree becomes a block, then the root again.
fn root_and_tree(cx: &mut Context<'_>, st: &State, tree: u32) -> Rule<Path> {
    let mut after = Path::of(st.clone());
    tree::first(&mut Step::new(cx, &mut after), tree)?;
    summarize(cx, &mut after, &FREE)?;
    Ok(after)
}

/// A block becomes a list or tree of one cell, then a block again.
fn folded_and_unfolded(cx: &mut Context<'_>, st: &State, block: u32, shape: u32) -> Rule<Path> {
    let mut after = Path::of(st.clone());
    if cx.program.shapes[shape as usize].links.len() == 1 {
        let list = list::fold(&mut Step::new(cx, &mut after), shape, block)?;
        list::unfold(&mut Step::new(cx, &mut after), list, Outer::First)?;
    } else {
        summarize(cx, &mut after, &FREE)?;
        let Some(whole) = after.trees.keys().next().copied() else { return Ok(Path::of(st.clone())) };
        tree::first(&mut Step::new(cx, &mut after), whole)?;
        for child in after.trees.clone().into_keys() {
            tree::emptied(&mut Step::new(cx, &mut after), child)?;
        }
    }
    Ok(after)
}

/// All places of a shape.
fn places(shape: &Shape) -> Vec<Place> {
    let pointers = shape.links.iter().chain(&shape.back).map(|offset| cell::pointer_place(*offset, 64));
    pointers.chain(shape.fields.iter().copied()).collect()
}

fn is_at(e: &Entry, place: &Place) -> bool {
    (e.offset.as_constant(), e.width, e.sign) == (Some(place.offset.into()), place.width, place.sign)
}

/// Whether a state has become an instance of what it was.
fn is_still(world: &World, cx: &mut Context<'_>, before: &State, after: Rule<Path>) -> Result<(), TestCaseError> {
    let texts = |after: &Path| format!("{}\n--\n{}", print(world, before), print(world, after));
    let after = after.map_err(|stop| TestCaseError::fail(format!("{stop:?}\n{}", print(world, before))))?;
    let covers = Description::of(before.clone()).covers(cx, &after).is_some();
    prop_assert!(covers, "{}", texts(&after));
    Ok(())
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn folding_undoes_unfolding_of_lists(bytes in bytes()) {
        let world = World::new();
        let st = Maker::new(&world, Choices::new(&bytes)).state();
        let mut cx = world.context(&[&st]);
        let pointer = world.register("p").expect("a parameter");
        for outer in [Outer::First, Outer::Last] {
            let Some((before, list)) = one_list(&mut cx, &st, pointer, outer) else { continue };
            if outer == Outer::Last && world.program.shapes[before.lists[&list].shape as usize].back.is_none() {
                continue;
            }
            let after = unfolded_and_folded(&mut cx, &before, list, outer);
            is_still(&world, &mut cx, &before, after)?;
        }
    }

    #[test]
    fn folding_undoes_unfolding_of_trees(bytes in bytes()) {
        let world = World::new();
        let st = Maker::new(&world, Choices::new(&bytes)).state();
        let mut cx = world.context(&[&st]);
        let whole = st.trees.iter().find(|(_, t)| t.hole.is_none());
        let Some((id, whole)) = whole else { return Ok(()) };
        let before = State { trees: [(*id, whole.clone())].into(), ..bare(&st) };
        if Step::new(&mut cx, &mut Path::of(before.clone())).holds(&at_least_one(&whole.cells)) {
            let after = root_and_tree(&mut cx, &before, *id);
            let trees = after.as_ref().map_or(1, |after| after.trees.len());
            prop_assert_eq!(trees, 1);
            is_still(&world, &mut cx, &before, after)?;
        }
    }

    #[test]
    fn unfolding_undoes_folding(bytes in bytes()) {
        let world = World::new();
        let st = Maker::new(&world, Choices::new(&bytes)).state();
        let mut cx = world.context(&[&st]);
        for (id, block) in st.blocks.iter().filter(|(_, b)| b.kind == Kind::Heap && !b.optional) {
            // A cell is all that is known of the block.
            let shapes = (0..OWNING).filter(|shape| {
                let places = places(&world.program.shapes[*shape as usize]);
                let known = |e: &Entry| places.iter().any(|place| is_at(e, place));
                block.size.as_constant() == Some(world.program.shapes[*shape as usize].size.into())
                    && st.entries_of(*id).count() == places.len()
                    && st.entries_of(*id).all(|(_, e)| known(e))
            });
            for shape in shapes {
                // An unfolded cell is aligned as its shape says, and may be freed.
                let block = Block { align: 8, ..block.clone() };
                let mut before = State { blocks: [(*id, block)].into(), ..bare(&st) };
                before.entries = st.entries_of(*id).map(|(id, e)| (id, e.clone())).collect();
                let after = folded_and_unfolded(&mut cx, &before, *id, shape);
                // Trees say nothing of the fields of a single cell but the bounds of all.
                let shape = &world.program.shapes[shape as usize];
                if shape.links.len() > 1 {
                    before.entries.retain(|_, e| !shape.fields.iter().any(|field| is_at(e, field)));
                }
                if !matches!(after, Err(Stop::Unproved(_))) {
                    is_still(&world, &mut cx, &before, after)?;
                }
            }
        }
    }
}
