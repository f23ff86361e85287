//! Writes a closed graph, which no run leaves (`spec/refutation.md`, Closed graphs).

use super::{Numbers, Write, Writer, Written, number, numbers, variables};
use crate::graph::{Graph, NodeIndex};
use crate::index::Table;
use crate::program::Program;
use certificates as data;
use std::collections::BTreeMap;

/// Writes these nodes of a graph; the first one is the start, whose variables and blocks get their values in a run.
///
/// # Errors
/// As for `certify::write`; or a step leads to a node that is not among these.
pub(crate) fn closed(
    program: &Program,
    graph: &Graph,
    nodes: &[NodeIndex],
    values: &BTreeMap<u32, i128>,
    addresses: &BTreeMap<u32, u64>,
) -> Write<data::Graph> {
    let start = nodes.first().copied();
    let mut writer = Writer {
        program,
        graph,
        finder: None,
        start,
        visits: 0,
        edges: Table::default(),
        with_ends: false,
        out: Written::default(),
    };
    for node in nodes {
        writer.node(*node)?;
    }
    let places: BTreeMap<u32, u32> = nodes.iter().map(|node| number(*node)).zip(0..).collect();
    let Written { mut nodes, mut steps, .. } = writer.out;
    nodes.iter_mut().try_for_each(|node| rename(&places, &mut node.entry))?;
    for step in &mut steps {
        match step {
            data::Step::Goto { node, .. } => rename(&places, node)?,
            data::Step::Call { entry, returns, .. } => {
                rename(&places, entry)?;
                returns.iter_mut().try_for_each(|(node, _)| rename(&places, node))?;
            }
            _ => {}
        }
    }
    let Some(start) = start else { return Ok(data::Graph::default()) };
    let (names, _) = variables(graph, start);
    let found = names.iter().map(|name| values.get(name).copied().map(data::Int).ok_or(unnamed("variable", *name)));
    let theirs: Numbers = numbers(graph, start);
    let blocks = addresses.iter().map(|(block, address)| Ok((theirs.block(*block)?, *address)));
    let mut blocks = blocks.collect::<Write<Vec<_>>>()?;
    blocks.sort_unstable();
    let shapes = if graph.has_structures() { program.shapes.clone() } else { Vec::new() };
    Ok(data::Graph { variables: found.collect::<Write<_>>()?, blocks, unbounded_memory: false, nodes, steps, shapes })
}

fn rename(places: &BTreeMap<u32, u32>, node: &mut u32) -> Write<()> {
    *node = *places.get(node).ok_or(unnamed("node", *node))?;
    Ok(())
}

fn unnamed(kind: &'static str, name: u32) -> super::Unwritable {
    super::Unwritable::Unnamed { kind, name }
}
