//! Ranking functions in terms of the C program.

use crate::algebra::Term;
use crate::graph::{Graph, NodeIndex};
use crate::index::Idx as _;
use crate::its::NodeId;
use crate::program::Program;
use crate::ranking::{Hint, Measure, Round};

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
    let cases = graph.nodes[node].cases.iter().filter(|atom| names.know(&atom.term));
    let cases = cases.map(|atom| atom.show(&|v| names.name(v))).collect::<Option<Vec<String>>>()?;
    let place = match cases.is_empty() {
        true => String::new(),
        false => format!(" while {}", cases.join(" and ")),
    };
    let shown: Vec<String> = terms.iter().map(|t| names.show(t)).collect();
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
    if !names.know(&hint.measure) {
        return None;
    }
    let measure = names.show(&hint.measure);
    Some(match hint.missing.as_ref().filter(|atom| names.know(&atom.term)) {
        Some(atom) => format!("{measure} would decrease if {} were known", atom.show(&|v| names.name(v))?),
        None => format!("{measure} does not decrease on every path"),
    })
}
