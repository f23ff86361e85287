//! Ranking functions in terms of the C program.

use crate::algebra::{Atom, Rel, Term, Var};
use crate::graph::{Graph, NodeIndex};
use crate::index::Idx as _;
use crate::its::NodeId;
use crate::program::Program;
use crate::ranking::{Hint, Measure, Round};
use std::collections::BTreeMap;

/// One line per loop and round: where it is and what decreases.
pub(crate) fn loops(program: &Program, graph: &Graph, rounds: &[Round]) -> Vec<String> {
    let mut lines = Vec::new();
    for round in rounds {
        let nodes: Vec<(NodeId, &[Term])> = match &round.measure {
            Measure::Linear(list) => list.iter().map(|(n, term)| (*n, std::slice::from_ref(term))).collect(),
            Measure::Nested(list) => list.iter().map(|(n, terms)| (*n, &terms[..])).collect(),
        };
        for (node, terms) in nodes {
            if let Some(line) = describe(program, graph, NodeIndex::new(node.0), terms)
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
    let function = &program.functions[&*state.function];
    let names = state.names(function);
    let cases = graph.nodes[node].cases.iter().filter(|atom| known(&atom.term, &names));
    let cases = cases.map(|atom| compare(atom, &names)).collect::<Option<Vec<String>>>()?;
    let place = match cases.is_empty() {
        true => String::new(),
        false => format!(" while {}", cases.join(" and ")),
    };
    let shown: Vec<String> = terms.iter().map(|t| show(t, &names)).collect();
    let block = &function.blocks[state.place.block];
    let line = block
        .instructions
        .iter()
        .find_map(|i| i.location.as_ref())
        .map(|l| format!("{}:{}", l.file, l.line))
        .unwrap_or_else(|| format!("block %{}", block.label));
    let kind = if terms.len() > 1 { "nested ranking functions" } else { "ranking function" };
    Some(format!("{line} (in '{}'){place}: {kind} {}", function.name, shown.join(", then ")))
}

/// What a loop without a ranking argument lacks, in terms of the program.
pub(super) fn lacking(program: &Program, graph: &Graph, hint: &Hint) -> Option<String> {
    let state = &graph.nodes[NodeIndex::new(hint.node.0)].state;
    let names = state.names(&program.functions[&*state.function]);
    if !known(&hint.measure, &names) {
        return None;
    }
    let measure = show(&hint.measure, &names);
    Some(match hint.missing.as_ref().filter(|atom| known(&atom.term, &names)) {
        Some(atom) => format!("{measure} would decrease if {} were known", compare(atom, &names)?),
        None => format!("{measure} does not decrease on every path"),
    })
}

/// Whether all variables have names.
fn known(t: &Term, names: &BTreeMap<Var, String>) -> bool {
    t.vars().all(|v| names.contains_key(&v))
}

fn show(term: &Term, names: &BTreeMap<Var, String>) -> String {
    term.show(&|v| names.get(&v).cloned().unwrap_or_else(|| format!("v{v}")))
}

/// A comparison with positive coefficients on both sides; `None` if a number does not fit there.
fn compare(atom: &Atom, names: &BTreeMap<Var, String>) -> Option<String> {
    let constant = atom.term.constant_part();
    let parts = atom.term.parts().iter().filter(|(m, _)| !m.is_empty()).cloned();
    let (left, right): (Vec<_>, Vec<_>) = parts.partition(|(_, c)| *c > 0);
    let left = Term::from_parts(left).ok()?;
    let right = Term::from_parts(right).ok()?.neg().ok()?;
    let side = |t: &Term, plus: i128| Some(show(&t.plus(plus).ok()?, names));
    let strict = atom.rel == Rel::Le && constant == 1;
    // left + constant rel right; read from the side that has something on it.
    let (a, b, turned) = match (left.is_zero(), strict) {
        (true, true) => (side(&right, 0)?, "0".to_string(), true),
        (true, false) => (side(&right, 0)?, side(&left, constant)?, true),
        (false, true) => (side(&left, 0)?, side(&right, 0)?, false),
        (false, false) => (side(&left, constant.max(0))?, side(&right, constant.min(0).checked_neg()?)?, false),
    };
    let sign = match (atom.rel, strict, turned) {
        (Rel::Eq, ..) => "=",
        (Rel::Ne, ..) => "!=",
        (Rel::Le, true, false) => "<",
        (Rel::Le, true, true) => ">",
        (Rel::Le, false, false) => "<=",
        (Rel::Le, false, true) => ">=",
    };
    Some(format!("{a} {sign} {b}"))
}
