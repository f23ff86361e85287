//! G-COMPARE: functions of the library that sort and search call one of the program to compare elements
//! (`spec/rules/sorting.md`).

use certificates::{CallerId, Hint, Instance, Kind};

use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::context::Context;
use crate::proof::covers::{Cover, Passed, Site, covers};
use crate::proof::state::{Block, Comparing, ElementPart, Entry, State};
use crate::proof::wellformed::Node;
use crate::reader::{Callee, Op, Signature, Type};
use crate::rules::cell::described;
use crate::rules::library::arguments::{Call, address};
use crate::rules::library::call::declared;
use crate::rules::library::sorting::{self, Array, array};
use crate::rules::memory::{new_block, new_entry, points_to};
use crate::rules::shared::no_phis;

/// G-COMPARE: the state in which the function that compares is called, with what is known there besides, and the one in
/// which it is called no more.
pub fn fork<'m>(cx: &mut Context<'m>, s: &mut State<'m>, hint: &'m Hint) -> Checked<(State<'m>, Vec<Atom>, State<'m>)> {
    no_phis(cx, hint)?;
    cx.rule("G-COMPARE");
    reject_if!(cx, s.comparing != Comparing::Nothing => "comparing", "it is known whether the function that compares is called");
    let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
    take!(cx, Op::Call { callee: Callee::Direct(name), signature, arguments, promises } = &instruction.op =>
        "position", "not a direct call");
    let c = Call { name, signature, arguments, promises, instruction, hint };
    declared(cx, &c)?;
    cx.rule("G-COMPARE");
    let (array, given) = array(cx, s, &c)?;
    reject_if!(cx, !given.keep.is_empty() => "hint", "nothing is written by the comparison");
    let key = if **name == *"qsort" { None } else { Some(address(cx, s, &c, 0)?) };
    if let Some(key) = &key {
        cx.require_ne("P7", key, &Poly::default())?;
    }
    let returns = State { comparing: Comparing::Returns, ..s.clone() };
    // An element may lie in the array, or be a copy. What the array holds where is not known while it is sorted.
    let mut calls = s.clone();
    calls.delete(array.block);
    let mark = cx.knowledge.mark();
    cx.add_le(&Poly::constant(1), &array.count)?;
    let first = match key {
        Some(key) => key,
        None => element(cx, &mut calls, &array)?,
    };
    let second = element(cx, &mut calls, &array)?;
    calls.comparing = Comparing::Calls([first, second]);
    let facts = cx.knowledge.since(&mark).to_vec();
    cx.knowledge.undo(mark);
    Ok((calls, facts, returns))
}

/// An object that holds an element of the array while it is compared, and what the element owns. Returns its address.
fn element<'m>(cx: &mut Context<'m>, s: &mut State<'m>, array: &Array) -> Checked<Poly> {
    let bytes = i128::from(array.element);
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::constant(1), &b)?;
    cx.add_le(&b.plus(bytes)?, &Poly::constant(cx.top()))?;
    let looks = lent(s, array.align)?;
    let block = new_block(cx, s, Block { base: b.clone(), size: Poly::constant(bytes), ..looks })?;
    for (_, u, place, owned) in &array.facts {
        let value = cx.fresh_open(s, 8 * u.width, u.sign)?;
        for fact in u.all.iter() {
            cx.add(fact.of(std::slice::from_ref(&value), &Poly::default())?)?;
        }
        let (offset, width, sign) = (Poly::constant(*place), u.width, u.sign);
        new_entry(cx, s, Entry { block, offset, width, sign, value: value.clone() })?;
        if !owned {
            continue;
        }
        take!(cx, Some(ElementPart::Block(part)) = u.owned.as_deref().map(|owned| &owned.part) =>
            "owned", "the elements own no blocks");
        cx.require_ne("P5", &value, &Poly::default())?;
        // Only then it certainly has an address.
        if let Some(size) = &part.size {
            cx.require_le("P6", size, &Poly::constant(cx.max_size()))?;
        }
        let looks = lent(s, part.align)?;
        described(cx, s, part, &value, looks)?;
    }
    Ok(b)
}

/// A block that may be read. Elements that are compared may be one and the same, so it may overlap another. Base and size
/// come later.
fn lent(s: &State, align: u64) -> Checked<Block> {
    let callers = s.blocks.values().filter_map(|block| match block.kind {
        Kind::Caller(id) => Some(id.number()),
        _ => None,
    });
    let number = callers.max().map_or(Some(0), |number| number.checked_add(1)).ok_or(TooLarge)?;
    let looks = Block::new(Poly::default(), Poly::default(), align, Kind::Caller(CallerId::Block(number)));
    Ok(Block { read_only: true, ..looks })
}

/// The part of G-COMPARE before the function that compares runs, called with these values by the library. It may be called
/// any number of times, so it may change nothing that it is shown.
pub fn enter<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    node: &Node<'m>,
    instance: &'m Instance,
    values: &[Poly; 2],
) -> Checked<Cover> {
    cx.rule("G-COMPARE");
    let called = node.state.position.function;
    let pointer = s.position.instruction().and_then(sorting::comparator);
    points_to(cx, s, some!(cx, pointer => "position", "no function is given to be called"), &called.name)?;
    let wanted = Signature {
        extensions: vec![None; 3],
        result: Type::Int(32),
        parameters: vec![Type::Pointer; 2],
        varargs: false,
    };
    reject_if!(cx, called.signature != wanted => "type", "@{} does not compare two elements", called.name);
    let state = &node.state;
    let unchanged = |block: &Block| match &block.kind {
        Kind::Function(_) => true,
        Kind::Caller(_) | Kind::Global(_) | Kind::Arguments | Kind::ArgumentText => {
            block.read_only || cx.is_constant(&block.kind)
        }
        _ => false,
    };
    let owned = state.uniforms.values().any(|uniform| uniform.owned.is_some());
    reject_if!(cx, !state.blocks.values().all(|block| unchanged(block)), !state.lists.is_empty(), !state.trees.is_empty(), owned =>
        "unchanged", "@{} may change what it is shown", called.name);
    covers(cx, s, node, instance, Site::Call { parameters: &called.parameters, passed: Passed::Values(values) })
}
