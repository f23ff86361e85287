//! Reads the states of a certificate, for reports; nothing is proved with them.

use super::{Block, Entry, ProgramPoint, Segment, State, Tree, Value};
use crate::algebra::{Term, Var, data};
use crate::index::Idx;
use crate::program::{Function, Reg};
use certificates::{Binding, Node, Position};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The place in the function, if it exists there.
pub(crate) fn place(function: &Function, position: &Position) -> Option<ProgramPoint> {
    let block = function.blocks.iter().position(|block| block.label == position.block)?;
    let index = usize::try_from(position.index).ok()?;
    (index < function.blocks.get(block)?.instructions.len()).then_some(ProgramPoint { block, index })
}

/// The state of a node. `entry` is the node where its function begins; its parameters keep their names. Parts that do
/// not fit the function are left out.
pub(crate) fn state(function: &Function, node: &Node, entry: &Node) -> Option<State> {
    let mut state = State::new(&function.name);
    state.place = place(function, &node.position)?;
    state.at_entry = Rc::new(at_entry(function, entry));
    let term = data::read_term;
    state.bindings = node.state.bindings.iter().filter_map(|binding| bound(function, binding)).collect();
    state.knowledge = node.state.knowledge.iter().filter_map(data::read_atom).collect();
    for block in &node.state.blocks {
        let (Some(base), Some(size)) = (term(&block.base), term(&block.size)) else { continue };
        let (align, kind) = (block.align, block.kind.clone());
        let (read_only, kept, optional) = (block.read_only, block.kept, block.optional);
        state.blocks.insert(block.id, Block { base, size, align, kind, read_only, kept, optional });
    }
    for entry in &node.state.entries {
        let (Some(offset), Some(value)) = (term(&entry.offset), term(&entry.value)) else { continue };
        let (block, width, sign) = (entry.block, entry.width, entry.sign);
        state.entries.insert(entry.id, Entry { block, offset, width, sign, value });
    }
    for list in &node.state.lists {
        state.lists.extend(segment(list).map(|read| (list.id, read)));
    }
    for tree in &node.state.trees {
        let (Some(root), Some(cells)) = (term(&tree.root), term(&tree.cells)) else { continue };
        let Ok(hole) = tree.hole.as_ref().map(|hole| term(hole).ok_or(())).transpose() else { continue };
        let read = Tree { shape: tree.shape, root, cells, hole, all: Vec::new(), marks: tree.marks };
        state.trees.insert(tree.id, read);
    }
    Some(state)
}

/// A segment, with its ends and its length only.
fn segment(list: &certificates::Segment) -> Option<Segment> {
    let [head, end, length, before, rear] =
        [&list.head, &list.end, &list.length, &list.before, &list.rear].map(data::read_term);
    Some(Segment {
        shape: list.shape,
        head: head?,
        end: end?,
        length: length?,
        before: before?,
        rear: rear?,
        first: Vec::new(),
        last: Vec::new(),
        all: Vec::new(),
        lines: Vec::new(),
        marks: list.marks,
    })
}

fn bound(function: &Function, binding: &Binding) -> Option<(Reg, Value)> {
    let (register, _) = function.registers.entries().find(|(_, register)| register.name == binding.register)?;
    Some((register, Value { sign: binding.sign, term: data::read_term(&binding.value)? }))
}

/// Names for the variables that are values of parameters.
fn at_entry(function: &Function, entry: &Node) -> BTreeMap<Var, String> {
    let count = function.signature.parameters.len();
    let bound = entry.state.bindings.iter().filter_map(|binding| bound(function, binding));
    let named = bound.filter(|(register, _)| register.number() < count).filter_map(|(register, value)| {
        let variable: Option<Var> = Term::as_var(&value.term);
        Some((variable?, function.registers[register].variable.clone()?))
    });
    named.collect()
}
