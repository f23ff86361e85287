//! Ranking functions in terms of the C program.

use crate::algebra::{Atom, Term};
use crate::graph::{Graph, NodeIndex};
use crate::index::Idx as _;
use crate::its::NodeId;
use crate::program::Program;
use crate::ranking::{Hint, Measure, Round};
use crate::state::State;
use std::fmt;

/// A loop (or a recursive function), and what decreases in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RankedLoop {
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Label of the block where it begins.
    pub block: String,
    pub function: String,
    /// Conditions under which this decreases; none if it always does.
    pub cases: Vec<String>,
    /// One ranking function, or several nested ones.
    pub ranks: Vec<String>,
}

impl fmt::Display for RankedLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}")?,
            _ => write!(f, "block %{}", self.block)?,
        }
        write!(f, " (in '{}')", self.function)?;
        if !self.cases.is_empty() {
            write!(f, " while {}", self.cases.join(" and "))?;
        }
        let kind = if self.ranks.len() > 1 { "nested ranking functions" } else { "ranking function" };
        write!(f, ": {kind} {}", self.ranks.join(", then "))
    }
}

/// For each loop and round, where it is and what decreases.
pub(crate) fn loops(program: &Program, graph: &Graph, rounds: &[Round]) -> Vec<RankedLoop> {
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

fn describe(program: &Program, graph: &Graph, node: NodeIndex, terms: &[Term]) -> Option<RankedLoop> {
    let node = &graph.nodes[node];
    ranked(program, &node.state, &node.cases, terms)
}

/// What decreases in the loop that begins in a state; the atoms describe the case.
pub(crate) fn ranked(program: &Program, state: &State, cases: &[Atom], terms: &[Term]) -> Option<RankedLoop> {
    let function = program.functions.get(&*state.function)?;
    let names = state.names(function);
    let cases = cases.iter().filter(|atom| names.know(&atom.term));
    let cases = cases.map(|atom| atom.show(&|v| names.name(v))).collect::<Option<Vec<String>>>()?;
    let block = function.blocks.get(state.place.block)?;
    let at = block.instructions.iter().find_map(|i| i.location.as_ref());
    Some(RankedLoop {
        file: at.map(|at| at.file.clone()),
        line: at.map(|at| at.line),
        block: block.label.clone(),
        function: function.name.clone(),
        cases,
        ranks: terms.iter().map(|term| names.show(term)).collect(),
    })
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
