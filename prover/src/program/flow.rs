//! Control flow of a function: successors of blocks, loops, and the blocks where branches meet again.

use super::instruction::successors;
use super::liveness;
use super::{BlockIndex, Function, Reg};
use std::collections::{BTreeMap, BTreeSet};

/// Facts about a function's control flow that the exploration needs, computed once.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Targets of retreating edges (loop headers), each with the registers that its loop reads or changes, or that are
    /// pointers of accesses after it ([`liveness::followed_in`]).
    pub loops: BTreeMap<BlockIndex, BTreeSet<Reg>>,
    /// The blocks of each loop, by its header.
    pub bodies: BTreeMap<BlockIndex, BTreeSet<BlockIndex>>,
    /// For each block, the block at which all paths from it meet again; `None` if there is none before the function
    /// ends.
    pub immediate_postdominators: Vec<Option<BlockIndex>>,
    /// Registers that may be read after the phis of each block, as [`liveness::live_in`] computes them.
    pub live: Vec<BTreeSet<Reg>>,
}

impl Flow {
    /// Computes the facts from the blocks.
    pub fn of(function: &Function) -> Flow {
        let bodies = bodies(function);
        Flow {
            loops: loops(function, &bodies),
            bodies,
            immediate_postdominators: immediate_postdominators(function),
            live: liveness::live_in(function),
        }
    }
}

/// The blocks to which paths from a block lead; the block itself only if it lies in a loop.
pub(crate) fn ahead(function: &Function, from: BlockIndex) -> BTreeSet<BlockIndex> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        let last = function.blocks.get(block).and_then(|b| b.instructions.last());
        let next = last.map(|i| successors(&i.op)).unwrap_or_default();
        open.extend(next.into_iter().filter(|to| found.insert(*to)));
    }
    found
}

/// The successors of each block.
fn edges(function: &Function) -> Vec<Vec<BlockIndex>> {
    let terminators = function.blocks.iter().map(|b| b.instructions.last());
    terminators.map(|last| last.map_or_else(Vec::new, |i| successors(&i.op))).collect()
}

/// The blocks of each loop, by its header.
pub(crate) fn bodies(function: &Function) -> BTreeMap<BlockIndex, BTreeSet<BlockIndex>> {
    let edges = edges(function);
    let mut sources: BTreeMap<BlockIndex, Vec<BlockIndex>> = BTreeMap::new();
    for (from, to) in retreating(&edges) {
        sources.entry(to).or_default().push(from);
    }
    let mut sources_of = vec![Vec::new(); edges.len()];
    for (from, to) in (0..).zip(&edges).flat_map(|(from, to)| to.iter().map(move |to| (from, *to))) {
        sources_of[to].push(from);
    }
    sources.into_iter().map(|(header, from)| (header, natural_loop(&sources_of, header, from))).collect()
}

/// The registers that each loop reads or changes, or that are pointers of later accesses.
fn loops(
    function: &Function,
    bodies: &BTreeMap<BlockIndex, BTreeSet<BlockIndex>>,
) -> BTreeMap<BlockIndex, BTreeSet<Reg>> {
    let followed = liveness::followed_in(function);
    let registers = |(header, body): (&BlockIndex, &BTreeSet<BlockIndex>)| {
        let mut found = liveness::registers(function, body);
        found.extend(&followed[*header]);
        (*header, found)
    };
    bodies.iter().map(registers).collect()
}

/// The blocks of a loop: the header, and the blocks from which a path leads back to it through these sources.
fn natural_loop(sources: &[Vec<BlockIndex>], header: BlockIndex, mut open: Vec<BlockIndex>) -> BTreeSet<BlockIndex> {
    let mut found = BTreeSet::from([header]);
    while let Some(block) = open.pop() {
        if found.insert(block) {
            open.extend(&sources[block]);
        }
    }
    found
}

/// The retreating edges of a function, in a depth-first search from the entry block that takes successors in the order
/// in which the module's text has them (`spec/bounds.md`).
pub(crate) fn retreating_edges(function: &Function) -> BTreeSet<(BlockIndex, BlockIndex)> {
    let written = |block: &super::Block| match block.instructions.last().map(|i| &i.op) {
        Some(super::Op::Switch { cases, default, .. }) => {
            [*default].into_iter().chain(cases.iter().map(|(_, target)| *target)).collect()
        }
        Some(op) => successors(op),
        None => Vec::new(),
    };
    retreating(&function.blocks.iter().map(written).collect::<Vec<_>>())
}

/// The retreating edges of a depth-first search from the entry block.
fn retreating(edges: &[Vec<BlockIndex>]) -> BTreeSet<(BlockIndex, BlockIndex)> {
    let mut found = BTreeSet::new();
    let mut done = vec![false; edges.len()];
    let mut open = vec![false; edges.len()];
    let mut stack: Vec<(BlockIndex, usize)> = Vec::new();
    if let Some(first) = open.first_mut() {
        *first = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.pop() {
        match edges[block].get(next) {
            Some(&to) => {
                stack.push((block, next + 1));
                if open[to] {
                    found.insert((block, to));
                } else if !done[to] {
                    open[to] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                done[block] = true;
                open[block] = false;
            }
        }
    }
    found
}

/// The nearest strict postdominator of each block; a block without successors has none.
fn immediate_postdominators(function: &Function) -> Vec<Option<BlockIndex>> {
    let edges = edges(function);
    let n = edges.len();
    // Postdominator sets, by iteration from above.
    let all: BTreeSet<BlockIndex> = (0..n).collect();
    let mut sets: Vec<BTreeSet<BlockIndex>> =
        (0..n).map(|b| if edges[b].is_empty() { BTreeSet::from([b]) } else { all.clone() }).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for b in (0..n).rev().filter(|b| !edges[*b].is_empty()) {
            let mut shared: Option<BTreeSet<BlockIndex>> = None;
            for s in &edges[b] {
                shared = Some(match shared {
                    None => sets[*s].clone(),
                    Some(m) => m.intersection(&sets[*s]).copied().collect(),
                });
            }
            let mut own = shared.unwrap_or_default();
            own.insert(b);
            if own != sets[b] {
                sets[b] = own;
                changed = true;
            }
        }
    }
    // The nearest one is the one that all others postdominate.
    (0..n)
        .map(|b| {
            let strict: Vec<BlockIndex> = sets[b].iter().copied().filter(|p| *p != b).collect();
            strict.iter().copied().find(|p| strict.iter().all(|q| sets[*p].contains(q)))
        })
        .collect()
}
