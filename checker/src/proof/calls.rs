//! G-CALL: a call of a defined function (`spec/graph.md`, section "Call").

use std::collections::BTreeMap;

use certificates::{BlockId, Instance, Kind, NodeId, StepId};

use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::comparisons;
use crate::proof::context::Context;
use crate::proof::covers::{Cover, Passed, Site, covers};
use crate::proof::lend::clear_part;
use crate::proof::state::{Block, Comparing, Entry, Next, State, Uniform};
use crate::proof::wellformed::Node;
use crate::reader::{Callee, Op};
use crate::rules::cell::new_list;
use crate::rules::memory::{new_block, new_entry, new_uniform, points_to};
use crate::rules::shared::{Value, bind};
use crate::rules::tree::new_tree;
use crate::rules::{list, tree, uniform};

/// The part of G-CALL before the callee runs: the caller's state must be an instance of the entry.
/// Returns whether what follows a return follows this step.
pub fn enter<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    node: &Node<'m>,
    instance: &'m Instance,
) -> Checked<(Cover, bool)> {
    if let Comparing::Calls(values) = s.comparing.clone() {
        return Ok((comparisons::enter(cx, s, node, instance, &values)?, false));
    }
    cx.rule("G-CALL");
    take!(cx, Some(Op::Call { callee, signature, arguments, .. }) = s.position.operation() => "position", "not a call");
    let called = &node.state.position.function.name;
    let name = match callee {
        Callee::Direct(name) => name,
        Callee::Indirect(pointer) => {
            points_to(cx, s, pointer, called)?;
            called
        }
    };
    let function = some!(cx, cx.module.functions.get(name) => "callee", "@{name} is not defined");
    if let Some(reason) = &function.refused {
        return cx.reject("callee", format!("@{name} is outside the subset: {reason}"));
    }
    reject_if!(cx, function.signature != *signature => "type", "the type of the call differs from that of @{name}");
    for (place, argument) in arguments.iter().enumerate() {
        reject_if!(cx, cx.defined(&argument.value).is_err() =>
            "argument", "the argument {place} is undef, or outside the subset");
    }
    reject_if!(cx, called != name => "C-POSITION", "the entry node is of @{called}");
    let passed = Passed::Arguments(arguments);
    let cover = covers(cx, s, node, instance, Site::Call { parameters: &function.parameters, passed })?;
    Ok((cover, true))
}

/// The part of G-CALL after the callee has returned. For each return node of the entry: the step, the caller's state,
/// and the knowledge of the return state in the caller's variables.
pub fn leave<'m>(
    cx: &mut Context<'m>,
    s: &State<'m>,
    nodes: &[Node<'m>],
    entry: NodeId,
    cover: &Cover,
    returns: &[(NodeId, StepId)],
) -> Checked<Next<'m>> {
    cx.rule("G-CALL");
    let all = nodes.get(entry as usize).map_or(&[][..], |node| &node.returns);
    cx.charge(all.len())?;
    reject_if!(cx, !all.iter().eq(returns.iter().map(|(node, _)| node)) =>
        "returns", "the return nodes of the entry must be named, ascending, each once");
    let node = |number: NodeId| nodes.get(number as usize);
    let mut continuations = Vec::new();
    for (number, step) in returns {
        let (callee, node) = some!(cx, node(entry).zip(node(*number)) => "returns", "there is no node {number}");
        let (mut state, facts, value) = continuation(cx, s, callee, node, cover)?;
        let instruction = some!(cx, s.position.instruction() => "position", "there is no instruction");
        bind(cx, &mut state, instruction, value)?;
        state.position.index += 1;
        state.progress = true;
        continuations.push((*step, Some(state), facts));
    }
    Ok(continuations)
}

/// The caller's state after a return at node `r` of the graph of `e`, before the result is bound: the state, what is known
/// of it, and the result.
pub fn continuation<'m>(
    cx: &mut Context<'m>,
    s: &State<'m>,
    e: &Node<'m>,
    r: &Node<'m>,
    cover: &Cover,
) -> Checked<(State<'m>, Vec<Atom>, Value)> {
    let mut after = s.clone();
    cx.charge(after.size())?;
    // The entry's variables stand for the caller's terms; variables that only the return state has are fresh.
    let mut images = cover.images.clone();
    let own = r.state.variables.saturating_sub(e.state.variables);
    cx.charge(own as usize)?;
    after.variables = s.variables.checked_add(own).ok_or(TooLarge)?;
    images.extend((s.variables..after.variables).map(Poly::var));
    let value = result(cx, r, &images)?;
    let mut facts = Vec::with_capacity(r.facts.len());
    for atom in &r.facts {
        cx.charge(atom.poly.size())?;
        facts.push(atom.substitute(&images)?);
    }
    forget_passed(&mut after, e, cover)?;
    // The contents of these blocks as the return state describes them.
    let mut places = BTreeMap::new();
    for (number, block) in &r.state.blocks {
        match &block.kind {
            Kind::Heap | Kind::Stream | Kind::Library(_) => {
                let (base, size) = (block.base.substitute(&images)?, block.size.substitute(&images)?);
                let made = new_block(cx, &mut after, Block { base, size, ..block.as_ref().clone() })?;
                places.insert(*number, made);
            }
            Kind::Global(_) | Kind::Caller(_) | Kind::Arguments | Kind::ArgumentText => {
                let original = e.state.blocks.iter().find(|(_, original)| original.kind == block.kind);
                if let Some(place) = original.and_then(|(original, _)| cover.blocks.get(original)) {
                    places.insert(*number, *place);
                }
            }
            Kind::Function(name) => {
                // A function has one address, whether its block was passed or made by the callee.
                let base = block.base.substitute(&images)?;
                let place = match after.function(name).and_then(|id| Some((id, after.blocks.get(&id)?.base.clone()))) {
                    Some((id, known)) => {
                        facts.push(Atom::eq(&base, &known)?);
                        id
                    }
                    None => {
                        let size = block.size.substitute(&images)?;
                        new_block(cx, &mut after, Block { base, size, ..block.as_ref().clone() })?
                    }
                };
                places.insert(*number, place);
            }
            Kind::Stack(_) | Kind::Variadic(_) | Kind::Passed(_) => {}
        }
    }
    contents(cx, &mut after, r, &images, (&places, cover))?;
    for list in r.state.lists.values() {
        new_list(cx, &mut after, list::instance(list, &images)?)?;
    }
    for tree in r.state.trees.values() {
        new_tree(cx, &mut after, tree::instance(tree, &images)?)?;
    }
    Ok((after, facts, value))
}

/// What the return state says of the contents of blocks that the caller has or gets.
fn contents<'m>(
    cx: &mut Context<'m>,
    after: &mut State<'m>,
    r: &Node<'m>,
    images: &[Poly],
    (places, cover): (&BTreeMap<BlockId, BlockId>, &Cover),
) -> Checked {
    for entry in r.state.entries.values() {
        if let Some(block) = places.get(&entry.block) {
            let (mut offset, value) = (entry.offset.substitute(images)?, entry.value.substitute(images)?);
            if let Some(shift) = cover.shifts.get(block) {
                offset = offset.add(shift)?;
            }
            new_entry(cx, after, Entry { block: *block, offset, value, width: entry.width, sign: entry.sign })?;
        }
    }
    for uniform in r.state.uniforms.values() {
        if let Some(block) = places.get(&uniform.block) {
            let mut uniform = uniform::instance(uniform, images)?;
            if let Some(shift) = cover.shifts.get(block) {
                uniform.offset = uniform.offset.add(shift)?;
            }
            new_uniform(cx, after, Uniform { block: *block, ..uniform })?;
        }
    }
    Ok(())
}

/// Blocks that were passed lose their entries, unless the callee could not write them; passed heap blocks and streams are
/// deleted, and what functions of the library returned, passed or not. Of a block that was lent, entries outside of the
/// part are left. The caller keeps lists and trees, and what elements of arrays own, that the callee only read.
fn forget_passed<'m>(after: &mut State<'m>, e: &Node<'m>, cover: &Cover) -> Checked {
    for (number, block) in &e.state.blocks {
        let Some(place) = cover.blocks.get(number) else { continue };
        match (&block.kind, block.read_only) {
            (Kind::Heap | Kind::Stream, _) => after.delete(*place),
            (_, true) => {}
            (_, false) => match cover.shifts.get(place) {
                Some(shift) => clear_part(after, *place, shift, &block.size.substitute(&cover.images)?)?,
                None => after.clear(*place),
            },
        }
    }
    after.forget_results();
    after.delete_all(|kind| matches!(kind, Kind::Passed(_)));
    let keeps = |uniform: &Uniform| uniform.owned.as_ref().is_none_or(|owned| owned.marks.read_only);
    for (number, _) in e.state.uniforms.iter().filter(|(_, uniform)| !keeps(uniform)) {
        cover.uniforms.get(number).and_then(|place| after.uniforms.remove(place));
    }
    for (number, _) in e.state.lists.iter().filter(|(_, list)| !list.marks.read_only) {
        cover.lists.get(number).and_then(|place| after.lists.remove(place));
    }
    for (number, _) in e.state.trees.iter().filter(|(_, tree)| !tree.marks.read_only) {
        cover.trees.get(number).and_then(|place| after.trees.remove(place));
    }
    Ok(())
}

/// The returned value, with the sign under which the return state reads it.
fn result(cx: &mut Context, r: &Node, images: &[Poly]) -> Checked<Value> {
    take!(cx, Some(Op::Return(returned)) = r.state.position.operation() => "return", "a return node stands at a ret");
    let Some(returned) = returned else { return Ok(None) };
    match cx.shape(&returned.ty)? {
        Some(shape) => {
            let (value, sign) = cx.either(&r.state, &returned.value, shape)?;
            Ok(Some((value.substitute(images)?, sign)))
        }
        None => Ok(None),
    }
}
