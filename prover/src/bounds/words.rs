//! Resources and bounds in the words that people read and write.

use super::{Found, Missing};
use crate::algebra::Term;
use crate::graph::{Graph, NodeIndex};
use crate::program::{Location, Program};
use certificates::Resource;

/// What came of the search for a bound.
#[derive(Clone, Debug)]
pub(crate) struct Bounded {
    pub(crate) resource: String,
    pub(crate) result: Result<Stated, Unbounded>,
}

/// A bound: so many times the cost is at most this.
#[derive(Clone, Debug)]
pub(crate) struct Stated {
    pub(crate) factor: i128,
    /// In the words of the claim, as `haltcheck` takes it.
    pub(crate) most: String,
    /// With C's expressions for what the claim names.
    pub(crate) in_c: String,
}

/// Why there is no bound, in one sentence, and where.
#[derive(Clone, Debug)]
pub(crate) struct Unbounded {
    pub(crate) reason: String,
    pub(crate) location: Option<Location>,
}

/// What a user reads about a search for a bound.
pub(crate) fn told(program: &Program, graph: &Graph, resource: &Resource, result: Result<&Found, &Missing>) -> Bounded {
    let result = match result {
        Ok(found) => {
            let most = found.most.text();
            Ok(Stated { factor: found.most.factor, in_c: most.clone(), most })
        }
        Err(missing) => Err(unbounded(program, graph, missing)),
    };
    Bounded { resource: resource.to_string(), result }
}

fn unbounded(program: &Program, graph: &Graph, missing: &Missing) -> Unbounded {
    let at = |node: NodeIndex| place(program, graph, node);
    match missing {
        Missing::Node(node, quantity) => {
            let (here, location) = at(*node);
            let reason = match quantity.as_ref().and_then(|(at, term)| Some((at, shown(program, graph, *at, term)?))) {
                Some((other, quantity)) => {
                    let (there, _) = at(*other);
                    match here == there {
                        true => format!("nothing bounds {quantity} at {here}"),
                        false => format!("nothing at {here} bounds {quantity}, as it is at {there}"),
                    }
                }
                None => format!("no bound is found for what happens from {here} on"),
            };
            Unbounded { reason, location }
        }
        Missing::Unshown(node) => {
            let (here, location) = at(*node);
            let reason = format!("the bound that is found for what happens from {here} on could not be shown");
            Unbounded { reason, location }
        }
        Missing::Call(quantity) => {
            let quantity = quantity.as_ref().and_then(|(at, term)| shown(program, graph, *at, term));
            let what = quantity.unwrap_or_else(|| "what it depends on".to_owned());
            Unbounded { reason: format!("{what} is not bounded by anything that the contract names"), location: None }
        }
        Missing::Unsupported => {
            Unbounded { reason: "this resource cannot be bounded yet in this program".to_owned(), location: None }
        }
        Missing::Nothing(why) => Unbounded { reason: why.clone(), location: None },
        Missing::Late => Unbounded { reason: "the time was over".to_owned(), location: None },
    }
}

/// Where a node is, in words and in the source.
fn place(program: &Program, graph: &Graph, node: NodeIndex) -> (String, Option<Location>) {
    let state = &graph.nodes[node].state;
    let block = program.functions.get(&*state.function).and_then(|f| f.blocks.get(state.place.block));
    let location = block.and_then(|b| b.instructions.iter().find_map(|i| i.location.clone()));
    let words = match (&location, block) {
        (Some(at), _) => format!("line {} in '{}'", at.line, state.function),
        (None, Some(block)) => format!("block %{} of '{}'", block.label, state.function),
        (None, None) => format!("the beginning of '{}'", state.function),
    };
    (words, location)
}

/// A term in the words of the program, if it has words for it.
fn shown(program: &Program, graph: &Graph, node: NodeIndex, term: &Term) -> Option<String> {
    let state = &graph.nodes[node].state;
    let names = state.names(program.functions.get(&*state.function)?);
    names.know(term).then(|| names.show(term))
}
