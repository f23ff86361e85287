//! The bounds that are asked for.

use super::Task;
use crate::bounds::{self, words::Bounded as ToldBound};
use crate::graph::{Graph, Instance};
use crate::ranking::Round;
use crate::rules::Context;
use crate::start::Start;
use crate::termination::Roots;

/// Bounds that were found, and what is told of all that were asked for.
#[derive(Default)]
pub(super) struct Bounded {
    pub(super) found: Vec<bounds::Found>,
    pub(super) told: Vec<ToldBound>,
}

/// Looks for the bounds that are asked for, if the program is proved to end.
pub(super) fn bounded(
    task: &Task,
    cx: &mut Context<'_>,
    (graph, rounds): (&Graph, &[Round]),
    (starts, roots, instances): (&[Start], &Roots, &[Instance]),
    ends: bool,
) -> Bounded {
    let mut bounded = Bounded::default();
    if !ends || task.bounds.is_empty() {
        return bounded;
    }
    task.progress.enter("in the search for bounds");
    let program = cx.program;
    let covered = starts.iter().zip(roots).zip(instances);
    let case = |((start, root), instance)| Some(bounds::Case { start, root: Option::<_>::clone(root)?, instance });
    let cases: Vec<bounds::Case<'_>> = covered.filter_map(case).collect();
    let search = bounds::Search { program, graph, rounds, cases: &cases, roots: roots.len() };
    for resource in &task.bounds {
        let found = bounds::find(&search, resource, cx);
        // What the clock may have influenced is not used.
        let found = if cx.engine.late() { Err(bounds::Missing::Late) } else { found };
        bounded.told.push(bounds::words::told(program, graph, resource, found.as_ref()));
        bounded.found.extend(found.ok());
    }
    bounded
}
