//! Ranking functions in terms of the C program.

use crate::certify;
use crate::graph::{Graph, NodeIndex};
use crate::pipeline::Proof;
use crate::program::{Function, Program};
use certificates::{Kind, Measure, Term};
use std::collections::{BTreeMap, BTreeSet};

/// One line per loop and round: where it is and what decreases.
pub fn loops(program: &Program, proof: &Proof) -> Vec<String> {
    let mut lines = Vec::new();
    for round in &proof.rounds {
        let nodes: Vec<(NodeIndex, Vec<Term>)> = match &round.measure {
            Measure::Linear(list) => list.iter().map(|(n, t)| (*n as NodeIndex, vec![t.clone()])).collect(),
            Measure::Nested(list) => list.iter().map(|(n, t)| (*n as NodeIndex, t.clone())).collect(),
        };
        for (node, terms) in nodes {
            if let Some(line) = describe(program, &proof.graph, node, &terms)
                && !lines.contains(&line)
            {
                lines.push(line);
            }
        }
    }
    lines
}

fn describe(program: &Program, graph: &Graph, node: NodeIndex, terms: &[Term]) -> Option<String> {
    let state = &graph.nodes.get(node)?.state;
    let function = program.functions.get(&*state.function)?;
    let names = names(function, graph, node);
    let shown: Vec<String> = terms.iter().map(|t| show(t, &names)).collect();
    let line = function
        .blocks
        .get(state.place.block)?
        .instructions
        .iter()
        .find_map(|i| i.location.as_ref())
        .map(|l| format!("{}:{}", l.file, l.line))
        .unwrap_or_else(|| format!("block %{}", function.blocks[state.place.block].label));
    let kind = if terms.len() > 1 { "nested ranking functions" } else { "ranking function" };
    Some(format!("{line} (in '{}'): {kind} {}", function.name, shown.join(", then ")))
}

/// C names for the certificate's variables of a node, where bindings and entries give one.
fn names(function: &Function, graph: &Graph, node: NodeIndex) -> BTreeMap<u32, String> {
    let mut names = BTreeMap::new();
    let numbers = certify::numbers(graph, node);
    let Some(n) = graph.nodes.get(node) else { return names };
    let mut taken = BTreeSet::new();
    let mut give = |t: &crate::algebra::Term, name: String| {
        if let Some(v) = t.as_var()
            && let Ok(v) = numbers.var(v)
            && !names.contains_key(&v)
            && taken.insert(name.clone())
        {
            names.insert(v, name);
        }
    };
    let register_name = |r: usize| function.registers.get(r).map(|r| r.variable.clone().unwrap_or(format!("%{}", r.name)));
    for b in n.state.blocks.values() {
        let name = match &b.kind {
            Kind::Stack(register) => function
                .registers
                .iter()
                .find(|r| r.name == *register)
                .and_then(|r| r.variable.clone())
                .map(|v| format!("&{v}")),
            Kind::Global(g) => Some(format!("&{g}")),
            _ => None,
        };
        if let Some(name) = name {
            give(&b.base, name);
        }
    }
    for (r, value) in &n.state.bindings {
        if let Some(name) = register_name(*r) {
            give(&value.term, name);
        }
    }
    for (r, value) in &n.state.bindings {
        for b in n.state.blocks.values() {
            if let (Some(name), Some(offset)) = (register_name(*r), value.term.sub(&b.base))
                && b.base.as_var().is_some_and(|v| value.term.coefficient(&[v]) == 1)
            {
                give(&offset, format!("offset({name})"));
                give(&b.size, format!("size(*{name})"));
                for e in n.state.entries.values().filter(|e| n.state.blocks.get(&e.block) == Some(b)) {
                    if e.offset == offset {
                        give(&e.value, format!("*{name}"));
                    }
                }
            }
        }
    }
    names
}

fn show(t: &Term, names: &BTreeMap<u32, String>) -> String {
    let mut out = String::new();
    let (constants, rest): (Vec<_>, Vec<_>) = t.0.iter().partition(|(m, _)| m.0.is_empty());
    for (m, c) in rest.into_iter().chain(constants) {
        let product: Vec<String> =
            m.0.iter().map(|v| names.get(v).cloned().unwrap_or_else(|| format!("v{v}"))).collect();
        let magnitude = c.0.unsigned_abs();
        let sign = match (out.is_empty(), c.0 < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let body = match (magnitude, product.is_empty()) {
            (n, true) => n.to_string(),
            (1, false) => product.join("*"),
            (n, false) => format!("{n}*{}", product.join("*")),
        };
        out.push_str(sign);
        out.push_str(&body);
    }
    if out.is_empty() { "0".into() } else { out }
}
