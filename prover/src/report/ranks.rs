//! Ranking functions in terms of the C program.

use crate::algebra::Rel;
use crate::certify;
use crate::graph::{Graph, NodeIndex};
use crate::index::Place as _;
use crate::pipeline::Proof;
use crate::program::{Function, Program};
use crate::ranking;
use certificates::{Int, Measure, Term};
use std::collections::BTreeMap;

/// One line per loop and round: where it is and what decreases.
pub fn loops(program: &Program, proof: &Proof) -> Vec<String> {
    let mut lines = Vec::new();
    for round in &proof.rounds {
        let nodes: Vec<(NodeIndex, Vec<Term>)> = match &round.measure {
            Measure::Linear(list) => list.iter().map(|(n, t)| (NodeIndex::new(*n as usize), vec![t.clone()])).collect(),
            Measure::Nested(list) => list.iter().map(|(n, t)| (NodeIndex::new(*n as usize), t.clone())).collect(),
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
    let state = &graph.nodes[node].state;
    let function = program.functions.get(&*state.function)?;
    let names = names(function, graph, node);
    let numbers = certify::numbers(graph, node);
    let mut cases = Vec::new();
    for atom in &graph.nodes[node].cases {
        let t = numbers.term(&atom.term).ok()?;
        if known(&t, &names) {
            cases.push(compare(&t, atom.rel, &names));
        }
    }
    let place = match cases.is_empty() {
        true => String::new(),
        false => format!(" while {}", cases.join(" and ")),
    };
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
    Some(format!("{line} (in '{}'){place}: {kind} {}", function.name, shown.join(", then ")))
}

/// What a loop without a ranking argument lacks, in terms of the program.
pub fn lacking(program: &Program, graph: &Graph, hint: &ranking::Hint) -> Option<String> {
    let node = NodeIndex::new(hint.node);
    let names = names(program.functions.get(&*graph.nodes[node].state.function)?, graph, node);
    let numbers = certify::numbers(graph, node);
    let measure = numbers.term(&hint.measure).ok().filter(|t| known(t, &names))?;
    let missing = hint.missing.as_ref().and_then(|a| Some((numbers.term(&a.term).ok()?, a.rel)));
    let measure = show(&measure, &names);
    Some(match missing.filter(|(t, _)| known(t, &names)) {
        Some((t, rel)) => format!("{measure} would decrease if {} were known", compare(&t, rel, &names)),
        None => format!("{measure} does not decrease on every path"),
    })
}

/// Whether all variables have names.
fn known(t: &Term, names: &BTreeMap<u32, String>) -> bool {
    t.0.iter().all(|(m, _)| m.0.iter().all(|v| names.contains_key(v)))
}

/// A comparison with positive coefficients on both sides.
fn compare(t: &Term, rel: Rel, names: &BTreeMap<u32, String>) -> String {
    let constant = t.0.iter().find(|(m, _)| m.0.is_empty()).map_or(0, |(_, c)| c.0);
    let (left, mut right): (Vec<_>, Vec<_>) =
        t.0.iter().filter(|(m, _)| !m.0.is_empty()).cloned().partition(|(_, c)| c.0 > 0);
    for (_, c) in &mut right {
        c.0 = c.0.saturating_neg();
    }
    let (left, right) = (Term::from(left), Term::from(right));
    let side = |t: &Term, plus: i128| {
        let mut t = t.clone();
        if plus != 0 {
            t.0.push((certificates::Monomial(Vec::new()), Int(plus)));
        }
        show(&t, names)
    };
    let strict = rel == Rel::Le && constant == 1;
    // left + constant rel right; read from the side that has something on it.
    let (a, b, turned) = match (left.0.is_empty(), strict) {
        (true, true) => (side(&right, 0), "0".to_string(), true),
        (true, false) => (side(&right, 0), side(&left, constant), true),
        (false, true) => (side(&left, 0), side(&right, 0), false),
        (false, false) => (side(&left, constant.max(0)), side(&right, 0i128.saturating_sub(constant.min(0))), false),
    };
    let sign = match (rel, strict, turned) {
        (Rel::Eq, ..) => "=",
        (Rel::Ne, ..) => "!=",
        (Rel::Le, true, false) => "<",
        (Rel::Le, true, true) => ">",
        (Rel::Le, false, false) => "<=",
        (Rel::Le, false, true) => ">=",
    };
    format!("{a} {sign} {b}")
}

/// C names for the certificate's variables of a node.
fn names(function: &Function, graph: &Graph, node: NodeIndex) -> BTreeMap<u32, String> {
    let numbers = certify::numbers(graph, node);
    let names = graph.nodes[node].state.names(function);
    let numbered = |(v, name)| Some((numbers.var(v).ok()?, name));
    names.into_iter().filter_map(numbered).collect()
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
