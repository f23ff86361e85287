//! Graphs that no run leaves: closed recurrent sets, the evidence for non-termination (`spec/refutation.md`, Closed
//! graphs).
//!
//! Two things are decided. Q-MEMBER: node 0 describes the state that the run has reached. Q-CLOSED: from every state
//! that node 0 describes there is a run, with chosen inputs, that goes on forever without an error. The second is
//! replay as for a proof, but without any way to end: every node takes its states further, through at least one
//! instruction, to states of a node, so every finite run can be made longer.

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Claim, Graph, Kind, NodeId, Step};

use crate::answer::verdict::{Checked, Location};
use crate::decide::entail::{Knowledge, Solvers};
use crate::decide::term::{self, Poly, TooLarge};
use crate::proof::context::{Context, number};
use crate::proof::ranking::{self, Edge};
use crate::proof::replay::{self, Proof, Seen};
use crate::proof::state::Block;
use crate::proof::wellformed::{self, Node};
use crate::run::machine::Machine;
use crate::run::memory;
use crate::run::value::Value;

/// The result for a closed graph.
pub struct Closed {
    /// External functions whose contract was used.
    pub contracts: BTreeSet<String>,
    /// Whether an input was chosen: other inputs may end the run.
    pub chosen: bool,
}

/// Checks that node 0 of the graph describes the state of the machine, and that no run leaves the graph.
pub fn closed<'m>(m: &Machine<'m>, claim: &'m Claim, graph: &'m Graph, solvers: Solvers) -> Checked<Closed> {
    term::start_counting();
    let mut cx = Context::new(m.module, claim.overflow, claim.malloc_may_fail);
    (cx.knowledge, cx.shapes, cx.closed) = (Knowledge::new(solvers), &graph.shapes, true);
    wellformed::shapes(&mut cx)?;
    let nodes = wellformed::nodes(&mut cx, &graph.nodes)?;
    let owners = wellformed::owners(&mut cx, &graph.nodes, &graph.steps)?;
    cx.rule("Q-CLOSED");
    let start = some!(cx, nodes.first() => "start", "there is no node");
    reject_if!(cx, start.entry != 0 => "start", "node 0 is not the entry of its graph");
    let place = Location { node: Some(0), step: None, position: Some(start.state.position.describe()) };
    member(&mut cx, m, graph, start).map_err(|stop| stop.at(&place))?;
    let edges = ranking::edges(&graph.steps, &nodes, &owners);
    let proof = Proof { steps: &graph.steps, nodes, obligations: Default::default(), bounds: Vec::new() };
    let seen = replay::replay(&mut cx, &proof)?;
    cx.rule("Q-CLOSED");
    reject_if!(cx, !graph.unbounded_memory && needs_memory(&proof, &edges, &seen) =>
        "unbounded memory", "an allocation or a call lies on a cycle, and the refutation does not say so");
    let chosen = graph.steps.iter().any(|step| matches!(step, Step::Choose { .. }));
    Ok(Closed { contracts: cx.contracts, chosen })
}

/// Q-CLOSED **unbounded memory**: whether a run through the graph may need more and more memory or stack.
fn needs_memory(proof: &Proof, edges: &[Edge], seen: &Seen) -> bool {
    let ends: Vec<(usize, usize)> = edges.iter().map(|edge| (edge.source as usize, edge.target as usize)).collect();
    let component = ranking::components(proof.nodes.len(), &ends);
    let same = |source: usize, target: usize| component.get(source) == component.get(target);
    let cyclic: BTreeSet<usize> = ends.iter().filter(|(s, t)| same(*s, *t)).map(|(source, _)| *source).collect();
    let calls_itself = edges.iter().any(|edge| {
        let is_call = matches!(proof.steps.get(edge.step as usize), Some(Step::Call { .. }));
        is_call && same(edge.source as usize, edge.target as usize)
    });
    // What a cycle calls, and everything reached from there, is executed again and again.
    let mut again = cyclic.clone();
    let mut open: Vec<usize> = cyclic.iter().copied().collect();
    let mut targets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (source, target) in &ends {
        targets.entry(*source).or_default().push(*target);
    }
    while let Some(node) = open.pop() {
        for target in targets.get(&node).into_iter().flatten() {
            if again.insert(*target) {
                open.push(*target);
            }
        }
    }
    let is_in = |node: &NodeId, set: &BTreeSet<usize>| set.contains(&(*node as usize));
    calls_itself
        || seen.allocas.iter().any(|node| is_in(node, &cyclic))
        || seen.allocations.iter().any(|node| is_in(node, &again))
}

/// Q-MEMBER: the node describes the state that the run has reached.
fn member<'m>(cx: &mut Context<'m>, m: &Machine<'m>, graph: &Graph, node: &Node<'m>) -> Checked {
    cx.rule("Q-MEMBER");
    let s = &node.state;
    reject_if!(cx, m.frame.position != s.position => "position", "the run stands at {}", m.place());
    let variables: Vec<Poly> = graph.variables.iter().map(|value| Poly::constant(value.0)).collect();
    reject_if!(cx, variables.len() != s.variables as usize =>
        "variables", "{} values are given for {} variables", variables.len(), s.variables);
    let value = |term: &Poly| term.substitute(&variables)?.as_constant().ok_or(TooLarge);
    reject_if!(cx, !s.lists.is_empty(), !s.trees.is_empty(), !s.uniforms.is_empty() =>
        "structures", "the start has lists, trees or uniform facts");
    for atom in &node.facts {
        let given = value(&atom.poly)?;
        reject_if!(cx, !atom.holds(given) => "knowledge", "{atom} does not hold");
    }
    for (register, binding) in &s.bindings {
        let shape = s.position.function.registers.get(register).map_or(Ok(None), |ty| cx.shape(ty))?;
        let given = match (m.frame.registers.get(&**register), shape) {
            (Some(Value::Bits(bits)), Some(shape)) => Some(number(*bits, shape.width, binding.sign)),
            _ => None,
        };
        reject_if!(cx, given != Some(value(&binding.value)?) => "bindings", "%{register} is {given:?} in the run");
    }
    reject_if!(cx, !graph.blocks.iter().map(|(block, _)| block).eq(s.blocks.keys()) =>
        "blocks", "the map does not name the blocks of the start, ascending, each once");
    let mut used = BTreeSet::new();
    for ((id, block), (_, address)) in s.blocks.iter().zip(&graph.blocks) {
        reject_if!(cx, !used.insert(*address) => "injective", "two blocks are the object at {address:#x}");
        object(cx, m, *id, block, *address, (value(&block.base)?, value(&block.size)?))?;
    }
    let addresses: BTreeMap<_, _> = graph.blocks.iter().copied().collect();
    for (id, entry) in &s.entries {
        let offset = u64::try_from(value(&entry.offset)?).ok();
        let object = addresses.get(&entry.block).and_then(|address| m.memory.get(*address));
        let read = offset.zip(object).and_then(|(offset, object)| object.bits(offset, entry.width.into()));
        let read = read.map(|bits| number(bits, 8 * entry.width, entry.sign));
        reject_if!(cx, read != Some(value(&entry.value)?) => "entries", "entry {id} is {read:?} in the run");
    }
    Ok(())
}

/// Q-MEMBER: a block of node 0 is this object of the run.
fn object(cx: &Context, m: &Machine, id: u32, block: &Block, address: u64, given: (i128, i128)) -> Checked {
    let (base, size) = given;
    reject_if!(cx, base != i128::from(address) => "base", "block {id} begins at {base}, the object at {address}");
    reject_if!(cx, !address.is_multiple_of(block.align) => "align", "block {id} is not aligned to {}", block.align);
    reject_if!(cx, block.optional, block.kept => "marks", "block {id} is optional or kept");
    if let Kind::Function(name) = &block.kind {
        reject_if!(cx, m.functions.get(name.as_str()) != Some(&address) => "kind", "this is not the address of @{name}");
        return Ok(());
    }
    let object = some!(cx, m.memory.get(address) => "object", "no object lives at {address:#x}");
    reject_if!(cx, size != i128::from(object.size) => "size", "block {id} has {size} bytes, the object {}", object.size);
    reject_if!(cx, block.read_only && object.kind != memory::Kind::Constant =>
        "read only", "block {id} is marked read-only, but {} is not constant", object.name);
    let fits = match &block.kind {
        Kind::Heap => object.kind == memory::Kind::Heap,
        Kind::Global(name) => m.globals.get(name.as_str()) == Some(&address),
        Kind::Stack(register) => {
            m.frame.objects.get(&address).is_some_and(|owner| *owner == register.as_str())
                && m.frame.registers.get(register.as_str()) == Some(&Value::Bits(address))
        }
        Kind::Caller(_) => {
            let given = object.kind == memory::Kind::Static || object.kind == memory::Kind::Constant && block.read_only;
            let global = m.globals.values().any(|other| *other == address);
            given && !global || m.callers.iter().any(|frame| frame.objects.contains_key(&address))
        }
        Kind::Function(_) | Kind::Stream | Kind::Library(_) | Kind::Arguments | Kind::ArgumentText => false,
        Kind::Variadic(_) | Kind::Passed(_) => false,
    };
    reject_if!(cx, !fits => "kind", "block {id} ({:?}) is not {}", block.kind, object.name);
    Ok(())
}
