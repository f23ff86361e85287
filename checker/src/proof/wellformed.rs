//! What must hold for a certificate before anything is replayed: W, N-ENTRY, N-MEMBER, N-RETURN, N-FLAT
//! (`spec/states.md`, `spec/graph.md`). Translates nodes into the checker's own data types.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use certificates::{Kind, NodeId, OwnedPart, OwnedSize, Place, Rel, Sign, Step, StepId};

use crate::answer::verdict::{Checked, Location};
use crate::decide::term::{Atom, Poly};
use crate::proof::context::Context;
use crate::proof::state::{Binding, Block, Entry, MAX_BLOCKS, MAX_STRUCTURES, Position, Segment, State, Tree};
use crate::reader::Op;
use crate::rules::cell::{list_shape, read_facts, read_tree_facts, read_values, tree_shape};
use crate::rules::library::{objects, results};
use crate::rules::memory::check_width;
use crate::rules::uniform;

/// Variables of a node, at most.
const MAX_VARIABLES: u32 = 1 << 20;

/// Shapes of a certificate, at most.
const MAX_SHAPES: usize = 1024;
/// Places of a shape, at most.
const MAX_PLACES: usize = 64;

/// A node of the certificate in the checker's data types.
pub struct Node<'m> {
    /// The entry node of its graph; itself, if it is one.
    pub entry: NodeId,
    /// What it describes, apart from the knowledge.
    pub state: State<'m>,
    /// Its knowledge.
    pub facts: Vec<Rc<Atom>>,
    /// The step that its tree begins with; `None` for a return node.
    pub tree: Option<StepId>,
    /// For an entry node: the return nodes of its graph, ascending.
    pub returns: Vec<NodeId>,
}

impl Node<'_> {
    /// Whether it describes states at a return of its graph.
    pub fn is_return(&self) -> bool {
        self.tree.is_none()
    }
}

/// Facts that have been read already, by relation and address of the term: equal terms of a certificate share their
/// memory.
type Known = HashMap<(Rel, usize), Rc<Atom>>;

/// All nodes; each is well-formed (W) and a member of its entry's graph.
pub fn nodes<'m>(cx: &mut Context<'m>, given: &'m [certificates::Node]) -> Checked<Vec<Node<'m>>> {
    let mut nodes = Vec::with_capacity(given.len());
    let mut known = Known::new();
    for (number, node) in given.iter().enumerate() {
        let place = Location { node: Some(number as NodeId), ..Location::default() };
        nodes.push(read(cx, node, &mut known).map_err(|stop| stop.at(&place))?);
    }
    for (number, node) in nodes.iter().enumerate() {
        let position = Some(node.state.position.describe());
        let place = Location { node: Some(number as NodeId), step: None, position };
        member(cx, &nodes, number as NodeId, node).map_err(|stop| stop.at(&place))?;
    }
    for number in 0..nodes.len() {
        let node = nodes.get(number).filter(|node| node.is_return()).map(|node| node.entry);
        if let Some(entry) = node.and_then(|entry| nodes.get_mut(entry as usize)) {
            entry.returns.push(number as NodeId);
        }
    }
    Ok(nodes)
}

/// W: the state of one node.
fn read<'m>(cx: &mut Context<'m>, node: &'m certificates::Node, known: &mut Known) -> Checked<Node<'m>> {
    cx.rule("W");
    let given = &node.state;
    let limit = given.variables;
    reject_if!(cx, limit > MAX_VARIABLES => "variables", "more than {MAX_VARIABLES} variables");
    let term = |term: &certificates::Term| Poly::read(term, limit).or_else(|message| cx.reject("term", message));
    let position = position(cx, &node.position)?;
    let function = position.function;
    let mut state = State::new(position, limit);
    state.next_block = given.blocks.last().map_or(0, |block| block.id.saturating_add(1));
    state.next_entry = given.entries.last().map_or(0, |entry| entry.id.saturating_add(1));
    reject_if!(cx, !given.bindings.is_sorted_by(|a, b| a.register < b.register) =>
        "bindings", "the bindings are not strictly ascending");
    for binding in &given.bindings {
        let (register, ty) = some!(cx, function.registers.get_key_value(binding.register.as_str()) =>
            "bindings", "@{} has no register %{}", function.name, binding.register);
        let shape = some!(cx, cx.shape(ty)? => "bindings", "%{register} is neither an integer nor a pointer");
        reject_if!(cx, shape.sign(binding.sign) != binding.sign => "bindings", "%{register} must be unsigned");
        let value = term(&binding.value)?;
        state.bindings.insert(register.clone(), Binding { sign: binding.sign, value });
    }
    reject_if!(cx, !given.blocks.is_sorted_by(|a, b| a.id < b.id) => "blocks", "the blocks are not strictly ascending");
    reject_if!(cx, given.blocks.len() > MAX_BLOCKS => "blocks", "more than {MAX_BLOCKS} blocks");
    let mut identities = BTreeSet::new();
    for block in &given.blocks {
        reject_if!(cx, !block.align.is_power_of_two() =>
            "blocks", "the alignment of block {} is no power of two", block.id);
        let address = matches!(block.kind, Kind::Function(_));
        reject_if!(cx, address && block.read_only, address && block.align != 1, address && !block.size.0.is_empty() =>
            "function blocks", "block {}, the address of a function, is marked, or has a size or alignment", block.id);
        let stream = block.kind == Kind::Stream;
        reject_if!(cx, stream && block.read_only, stream && block.align != 1, stream && !block.size.0.is_empty() =>
            "stream blocks", "block {}, a stream, is marked, or has a size or alignment", block.id);
        reject_if!(cx, matches!(block.kind, Kind::Library(_)) && !block.read_only =>
            "library blocks", "block {}, the library's, is not read-only", block.id);
        reject_if!(cx, matches!(block.kind, Kind::Arguments | Kind::ArgumentText) && !block.read_only =>
            "argument blocks", "block {}, of the arguments of main, is not read-only", block.id);
        reject_if!(cx, matches!(block.kind, Kind::Variadic(_)) && !block.read_only =>
            "argument blocks", "block {}, of variable arguments, is not read-only", block.id);
        reject_if!(cx, block.optional && !matches!(block.kind, Kind::Heap | Kind::Stream | Kind::Library(_)) =>
            "optional blocks", "block {} is optional, but nothing that a call may return", block.id);
        reject_if!(cx, block.kept && block.kind != Kind::Heap => "kept", "block {} is kept, but not of the heap", block.id);
        let identity = has_identity(cx, &position, &block.kind)?;
        reject_if!(cx, identity && !identities.insert(&block.kind) =>
            "blocks", "two blocks of the identity {:?}", block.kind);
        let (base, size) = (term(&block.base)?, term(&block.size)?);
        let (align, kind) = (block.align, block.kind.clone());
        let (read_only, kept, optional) = (block.read_only, block.kept, block.optional);
        state.blocks.insert(block.id, Rc::new(Block { base, size, align, kind, read_only, kept, optional }));
    }
    reject_if!(cx, !given.entries.is_sorted_by(|a, b| a.id < b.id) =>
        "entries", "the entries are not strictly ascending");
    for entry in &given.entries {
        reject_if!(cx, !matches!(entry.width, 1 | 2 | 4 | 8) =>
            "entries", "entry {} is {} bytes wide", entry.id, entry.width);
        reject_if!(cx, !state.blocks.contains_key(&entry.block) => "entries", "entry {} is of no block", entry.id);
        let (offset, value) = (term(&entry.offset)?, term(&entry.value)?);
        let (block, width, sign) = (entry.block, entry.width, entry.sign);
        state.entries.insert(entry.id, Rc::new(Entry { block, offset, width, sign, value }));
    }
    uniforms(cx, given, &mut state)?;
    structures(cx, given, &mut state)?;
    let mut facts = Vec::with_capacity(given.knowledge.len());
    for atom in &given.knowledge {
        let key = (atom.rel, atom.term.0.address());
        if !known.get(&key).is_some_and(|fact| fact.poly.is_over(limit)) {
            let read = Atom::read(atom, limit).or_else(|message| cx.reject("knowledge", message))?;
            known.insert(key, Rc::new(read));
        }
        facts.extend(known.get(&key).cloned());
    }
    Ok(Node { entry: node.entry, state, facts, tree: node.tree, returns: Vec::new() })
}

/// W: the uniform facts of a node. They are numbered among the entries.
fn uniforms(cx: &mut Context, given: &certificates::State, state: &mut State) -> Checked {
    reject_if!(cx, !given.uniforms.is_sorted_by(|a, b| a.id < b.id),
        given.uniforms.iter().any(|uniform| state.entries.contains_key(&uniform.id)) =>
        "uniforms", "the uniform facts are not strictly ascending, or have numbers of entries");
    let next = given.uniforms.last().map_or(0, |uniform| uniform.id.saturating_add(1));
    state.next_entry = state.next_entry.max(next);
    for fact in &given.uniforms {
        reject_if!(cx, !state.blocks.contains_key(&fact.block) => "uniforms", "the fact {} is of no block", fact.id);
        let limit = given.variables;
        let (offset, count) = (term(cx, &fact.offset, limit)?, term(cx, &fact.count, limit)?);
        let form = (fact.stride, fact.width, fact.sign);
        let uniform = uniform::read(cx, (fact.block, offset, count), form, (&fact.all, &fact.owned), limit)?;
        state.uniforms.insert(fact.id, Rc::new(uniform));
    }
    Ok(())
}

/// W: the segments and trees of a node.
fn structures(cx: &mut Context, given: &certificates::State, state: &mut State) -> Checked {
    let limit = given.variables;
    reject_if!(cx, given.lists.len() + given.trees.len() > MAX_STRUCTURES =>
        "structures", "more than {MAX_STRUCTURES} lists and trees");
    reject_if!(cx, !given.lists.is_sorted_by(|a, b| a.id < b.id), !given.trees.is_sorted_by(|a, b| a.id < b.id) =>
        "structures", "the lists or trees are not strictly ascending");
    state.next_list = given.lists.last().map_or(0, |list| list.id.saturating_add(1));
    state.next_tree = given.trees.last().map_or(0, |tree| tree.id.saturating_add(1));
    for list in &given.lists {
        let shape = list_shape(cx, list.shape)?;
        let segment = Segment {
            shape: list.shape,
            head: term(cx, &list.head, limit)?,
            end: term(cx, &list.end, limit)?,
            length: term(cx, &list.length, limit)?,
            before: term(cx, &list.before, limit)?,
            rear: term(cx, &list.rear, limit)?,
            first: read_values(cx, shape, &list.first, limit)?,
            last: read_values(cx, shape, &list.last, limit)?,
            all: read_facts(cx, shape, &list.all, limit)?,
            marks: list.marks,
        };
        reject_if!(cx, shape.back.is_none() && !segment.before.is_zero(), shape.back.is_none() && !segment.rear.is_zero() =>
            "structures", "list {}: no pointer goes back", list.id);
        state.lists.insert(list.id, Rc::new(segment));
    }
    for tree in &given.trees {
        let looks = tree_shape(cx, tree.shape)?;
        let (root, cells) = (term(cx, &tree.root, limit)?, term(cx, &tree.cells, limit)?);
        let hole = tree.hole.as_ref().map(|hole| term(cx, hole, limit)).transpose()?;
        let (shape, all, marks) = (tree.shape, read_tree_facts(cx, looks, &tree.all, limit)?, tree.marks);
        state.trees.insert(tree.id, Rc::new(Tree { shape, root, cells, hole, all, marks }));
    }
    Ok(())
}

/// W: the shapes of cells.
pub fn shapes(cx: &mut Context) -> Checked {
    cx.rule("W");
    reject_if!(cx, cx.shapes.len() > MAX_SHAPES => "shapes", "more than {MAX_SHAPES} shapes");
    for (number, shape) in cx.shapes.iter().enumerate() {
        let pointer = u64::from(cx.pointer() / 8);
        let pointers = shape.links.len() + usize::from(shape.back.is_some()) + shape.owned.len();
        reject_if!(cx, pointers + shape.fields.len() > MAX_PLACES => "shape", "shape {number} has too many places");
        // Otherwise a cell might have no address.
        let small = |size: u64| i128::from(size) <= cx.max_size();
        reject_if!(cx, !small(shape.size), !shape.align.is_power_of_two(), shape.anchor >= shape.size =>
            "shape", "the size, alignment or anchor of shape {number}");
        reject_if!(cx, shape.links.is_empty(), shape.back.is_some() && shape.links.len() != 1 =>
            "shape", "shape {number} has no link, or several and a pointer back");
        let linked = shape.links.iter().chain(&shape.back).map(|offset| (*offset, pointer));
        let fields = shape.fields.iter().map(|field| (field.offset, u64::from(field.width)));
        let is_field = |offset: u64| {
            let pointer = |place: &Place| u64::from(place.width) == pointer && place.sign == Sign::Unsigned;
            shape.fields.iter().any(|place| place.offset == offset && pointer(place))
        };
        let owned = shape.owned.iter().filter(|owned| !is_field(owned.offset)).map(|owned| (owned.offset, pointer));
        let mut places: Vec<(u64, u64)> = linked.chain(fields).chain(owned).collect();
        places.sort_unstable();
        let end = |(offset, width): &(u64, u64)| offset.checked_add(*width);
        reject_if!(cx, !places.is_sorted_by(|a, b| end(a).is_some_and(|end| end <= b.0)) =>
            "shape", "places of shape {number} overlap");
        reject_if!(cx, !places.iter().all(|place| end(place).is_some_and(|end| end <= shape.size)) =>
            "shape", "a place of shape {number} is outside the cell");
        for field in &shape.fields {
            check_width(cx, field.width)?;
        }
        for (place, owned) in shape.owned.iter().enumerate() {
            let again = shape.owned.iter().take(place).any(|other| other.offset == owned.offset);
            reject_if!(cx, again => "shape", "an owned place of shape {number} stands there twice");
            match owned.part {
                OwnedPart::Block { size, align, .. } => {
                    reject_if!(cx, !align.is_power_of_two() => "shape", "the alignment of what shape {number} owns");
                    match size {
                        OwnedSize::Constant(size) => {
                            reject_if!(cx, !small(size) => "shape", "memory of {size} bytes is too large");
                        }
                        OwnedSize::Field(field) => reject_if!(cx, field as usize >= shape.fields.len() =>
                            "shape", "shape {number} has no field {field}"),
                        OwnedSize::Any => {}
                    }
                }
                // A shape refers to earlier ones only, so no cell owns lists of cells of its own shape.
                OwnedPart::List(inner) => {
                    reject_if!(cx, inner as usize >= number => "shape", "shape {number} owns lists of shape {inner}");
                    list_shape(cx, inner)?;
                }
            }
        }
    }
    Ok(())
}

fn position<'m>(cx: &Context<'m>, position: &certificates::Position) -> Checked<Position<'m>> {
    let function = some!(cx, cx.module.functions.get(position.function.as_str()) =>
        "position", "the module does not define @{}", position.function);
    let block = some!(cx, function.labels.get(position.block.as_str()).copied() =>
        "position", "@{} has no block %{}", position.function, position.block);
    let found = Position { function, block, index: position.index as usize };
    some!(cx, found.instruction() => "position", "%{} has no instruction {}", position.block, position.index);
    Ok(found)
}

/// Whether a state may hold only one block of this kind. What the kind names must exist.
fn has_identity(cx: &Context, position: &Position, kind: &Kind) -> Checked<bool> {
    match kind {
        Kind::Heap | Kind::Stream => Ok(false),
        Kind::Caller(_) | Kind::Arguments | Kind::ArgumentText => Ok(true),
        Kind::Variadic(_) if position.function.signature.varargs => Ok(true),
        Kind::Variadic(_) => cx.reject("blocks", format!("@{} is not variadic", position.function.name)),
        Kind::Passed(_) => cx.reject("blocks", "no node has the arguments of a call that comes next"),
        Kind::Library(name) if results::is_known(name) || objects::returns(name) => Ok(true),
        Kind::Library(function) => cx.reject("blocks", format!("@{function} returns no memory of the library's")),
        Kind::Global(name) if cx.module.globals.contains_key(name.as_str()) => Ok(true),
        Kind::Global(name) => cx.reject("blocks", format!("there is no global @{name}")),
        Kind::Function(name) if name.starts_with('@') || cx.module.has_address(name) => Ok(true),
        Kind::Function(name) => cx.reject("blocks", format!("there is no function @{name} with an address")),
        Kind::Stack(register) => match position.definition(register) {
            Some(Op::Alloca { is_static, .. }) => Ok(*is_static),
            _ => cx.reject("blocks", format!("@{} has no alloca %{register}", position.function.name)),
        },
    }
}

/// N-ENTRY, N-MEMBER, N-RETURN
fn member(cx: &mut Context, nodes: &[Node], number: NodeId, node: &Node) -> Checked {
    let function = node.state.position.function;
    cx.rule("N-MEMBER");
    let entry = some!(cx, nodes.get(node.entry as usize) => "entry", "there is no node {}", node.entry);
    reject_if!(cx, entry.entry != node.entry => "entry", "node {} is no entry node", node.entry);
    if cx.is_start(node.entry) {
        cx.rule("Q-CLOSED");
        reject_if!(cx, node.is_return() => "return", "node {number} returns from the function of the start");
    } else if node.entry == number {
        cx.rule("N-ENTRY");
        reject_if!(cx, node.state.position.block != 0, node.state.position.index != 0 =>
            "position", "an entry node stands at the start of its function");
        reject_if!(cx, node.state.find(|kind| matches!(kind, Kind::Stack(_))).is_some() =>
            "blocks", "an entry node has no stack block");
        let parameter = |register: &str| function.parameters.iter().any(|parameter| *parameter.name == *register);
        reject_if!(cx, !node.state.bindings.keys().all(|register| parameter(register)) =>
            "bindings", "an entry node binds parameters only");
    }
    cx.rule("N-MEMBER");
    reject_if!(cx, entry.state.position.function.name != function.name =>
        "function", "a node stands in the function of its entry");
    reject_if!(cx, !cx.is_start(node.entry) && node.state.variables < entry.state.variables =>
        "variables", "the variables of the entry are variables of the node");
    let originals: BTreeMap<&Kind, bool> = entry.state.blocks.values().map(|b| (&b.kind, b.read_only)).collect();
    let shared =
        |block: &Block| matches!(block.kind, Kind::Global(_) | Kind::Caller(_) | Kind::Arguments | Kind::ArgumentText);
    for (id, block) in node.state.blocks.iter().filter(|(_, block)| shared(block)) {
        let read_only = *some!(cx, originals.get(&block.kind) =>
            "blocks", "block {id} has an identity that the entry does not have");
        reject_if!(cx, read_only && !block.read_only => "read only", "block {id} is read-only in the entry");
    }
    cx.rule("N-RETURN");
    if node.is_return() {
        let blocks = node.state.blocks.values().filter(|block| block.kind == Kind::Heap).map(|block| block.read_only);
        let lists = node.state.lists.values().map(|list| list.marks.read_only);
        let trees = node.state.trees.values().map(|tree| tree.marks.read_only);
        let owned = node.state.uniforms.values().filter_map(|uniform| uniform.owned.as_ref());
        let owned = owned.map(|owned| owned.marks.read_only);
        reject_if!(cx, blocks.chain(lists).chain(trees).chain(owned).any(|read_only| read_only) =>
            "read only", "a return node describes heap memory that its caller keeps");
        take!(cx, Some(Op::Return(returned)) = node.state.position.operation() =>
            "position", "a node without tree stands at a ret");
        returned.as_ref().map_or(Ok(()), |returned| cx.defined(&returned.value))?;
    }
    Ok(())
}

/// The steps that a step leads to.
pub fn successors(step: &Step) -> Vec<StepId> {
    match step {
        Step::Exec { next, .. } | Step::Ghost { next, .. } | Step::Choose { next, .. } => vec![*next],
        Step::Split { yes, no, .. } => vec![*yes, *no],
        Step::Apart { left_first, right_first, .. } => vec![*left_first, *right_first],
        Step::Compare { called, returned, .. } => vec![*called, *returned],
        Step::Call { returns, .. } => returns.iter().map(|(_, next)| *next).collect(),
        Step::Goto { .. } | Step::Infeasible { .. } | Step::Exit { .. } => Vec::new(),
    }
}

/// N-FLAT: for each step, the node whose tree it belongs to.
pub fn owners(cx: &mut Context, nodes: &[certificates::Node], steps: &[Step]) -> Checked<Vec<NodeId>> {
    cx.rule("N-FLAT");
    let mut owners: Vec<Option<NodeId>> = vec![None; steps.len()];
    for (node, number) in nodes.iter().zip(0..) {
        let Some(tree) = node.tree else { continue };
        let owner = some!(cx, owners.get_mut(tree as usize) => "steps", "the tree of node {number}: no step {tree}");
        reject_if!(cx, owner.replace(number).is_some() => "steps", "step {tree} is the tree of two nodes");
    }
    // A step refers to earlier ones only, so going backwards the owner of each step is known in time.
    for (number, step) in steps.iter().enumerate().rev() {
        let owner = some!(cx, owners[number] => "steps", "nothing refers to step {number}");
        for next in successors(step) {
            let earlier = some!(cx, owners.get_mut(next as usize) => "steps", "step {number}: no step {next}");
            // A step that is not earlier has an owner already.
            reject_if!(cx, earlier.replace(owner).is_some() => "steps", "step {next} has two that refer to it, or a later one");
        }
    }
    Ok(owners.into_iter().flatten().collect())
}

/// Reads a term of the certificate over the first `limit` variables.
pub fn term(cx: &Context, term: &certificates::Term, limit: u32) -> Checked<Poly> {
    Poly::read(term, limit).or_else(|message| cx.reject("term", message))
}
