//! How the initial states are instances of entry nodes (R-ROOT).

use super::names::{Numbers, Unwritable};
use super::{maps, number, numbers, variables};
use crate::algebra::Term;
use crate::explore::Shown;
use crate::graph::{Graph, Instance, NodeIndex};
use crate::start::Start;
use certificates as data;

/// A root of the certificate: the node that the initial state is an instance of, or `None` if its
/// knowledge is contradictory.
pub(crate) fn root(
    graph: &Graph,
    start: &Start,
    covered: Option<(NodeIndex, &Instance)>,
    shown: &[Shown],
) -> Result<data::Root, Unwritable> {
    let Some((node, instance)) = covered else {
        return Ok(data::Root::Infeasible { witnesses: Vec::new() });
    };
    let mut mine = Numbers::default();
    mine.add(&start.names);
    let theirs = numbers(graph, node);
    let mut terms = Vec::new();
    for v in variables(graph, node).0 {
        let term = instance.apply(v).unwrap_or_else(|| Term::var(v));
        let initial = term.substitute(&|v| start.meaning.get(&v).cloned());
        terms.push(mine.term(&initial?)?);
    }
    let instance = data::Instance { variables: terms, ..maps(&theirs, &mine, instance)? };
    let returns = shown.iter().map(|shown| ensured(start, shown)).collect::<Result<_, _>>()?;
    Ok(data::Root::Covered { node: number(node), instance, returns })
}

/// Why everything that the contract ensures holds at a return.
fn ensured(start: &Start, shown: &Shown) -> Result<data::Ensured, Unwritable> {
    let mut numbers = Numbers::default();
    numbers.add(&start.names);
    numbers.add(&shown.made);
    let entries = shown.entries.iter().map(|id| id.map(|id| numbers.entry(id)).transpose());
    let blocks = shown.blocks.iter().map(|id| id.map(|id| numbers.block(id)).transpose());
    Ok(data::Ensured {
        ways: shown.ways.iter().map(|way| *way as u32).collect(),
        entries: entries.collect::<Result<_, _>>()?,
        blocks: blocks.collect::<Result<_, _>>()?,
        wraps: shown.wraps.clone(),
    })
}
