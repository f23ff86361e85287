//! Resources and bounds in the words that people read and write.

use super::{Found, Missing};
use crate::graph::{Graph, NodeIndex};
use crate::program::{Location, Program};
use certificates::Resource;

/// The resource of this name: `iterations`, `instructions`, `loop f:LABEL`, `calls NAME`.
///
/// # Errors
/// It is none, in one sentence.
pub fn resource(text: &str) -> Result<Resource, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["iterations"] => Ok(Resource::Iterations),
        ["instructions"] => Ok(Resource::Instructions),
        ["allocated"] => Ok(Resource::Allocated),
        ["heap"] => Ok(Resource::Heap),
        ["stack"] => Ok(Resource::Stack(Vec::new())),
        ["calls", name] => Ok(Resource::Calls(name.to_owned())),
        ["loop", place] => match place.split_once(':') {
            Some((function, block)) if !function.is_empty() && !block.is_empty() => {
                Ok(Resource::Loop { function: function.to_owned(), block: block.to_owned() })
            }
            _ => Err(format!("'{text}' names no loop: it is written 'loop FUNCTION:LABEL'")),
        },
        _ => Err(format!(
            "'{text}' is nothing that can be bounded: iterations, instructions, calls NAME, loop FUNCTION:LABEL, stack, allocated, heap"
        )),
    }
}

/// The name of a resource, as it is asked for.
pub(crate) fn name(resource: &Resource) -> String {
    match resource {
        Resource::Iterations => "iterations".to_owned(),
        Resource::Instructions => "instructions".to_owned(),
        Resource::Loop { function, block } => format!("loop {function}:{block}"),
        Resource::Calls(name) => format!("calls {name}"),
        Resource::Stack(_) => "stack".to_owned(),
        Resource::Allocated => "allocated".to_owned(),
        Resource::Heap => "heap".to_owned(),
    }
}

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
    pub(crate) most: String,
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
        Ok(found) => Ok(Stated { factor: found.most.factor, most: found.most.text() }),
        Err(missing) => Err(unbounded(program, graph, missing)),
    };
    Bounded { resource: name(resource), result }
}

fn unbounded(program: &Program, graph: &Graph, missing: &Missing) -> Unbounded {
    let at = |node: NodeIndex| {
        let state = &graph.nodes[node].state;
        let block = program.functions.get(&*state.function).and_then(|f| f.blocks.get(state.place.block));
        let location = block.and_then(|b| b.instructions.iter().find_map(|i| i.location.clone()));
        (state.function.to_string(), block.map(|b| b.label.clone()).unwrap_or_default(), location)
    };
    match missing {
        Missing::Node(node) => {
            let (function, block, location) = at(*node);
            let reason = format!("no bound is found for what happens from block %{block} of '{function}' on");
            Unbounded { reason, location }
        }
        Missing::Unshown(node) => {
            let (function, block, location) = at(*node);
            let reason = format!("the bound that is found for block %{block} of '{function}' could not be shown");
            Unbounded { reason, location }
        }
        Missing::Call => {
            let reason = "what it depends on is not bounded by anything that the contract names".to_owned();
            Unbounded { reason, location: None }
        }
        Missing::Unsupported => {
            Unbounded { reason: "this resource cannot be bounded yet".to_owned(), location: None }
        }
    }
}
