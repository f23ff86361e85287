//! Parts of the certificate that the graph does not give: its claim, and its roots.

use super::{Stopped, Task, in_case};
use crate::certify;
use crate::explore::ensured;
use crate::graph::{Graph, Instance, NodeIndex};
use crate::program::Program;
use crate::rules::Context;
use crate::start::Starts;
use certificates::{Claim, Overflow, Properties};

/// The roots of the certificate, with what shows that the contract's promises are kept.
pub(super) fn covered(
    cx: &mut Context<'_>,
    graph: &Graph,
    (starts, roots, instances): (&Starts, &[Option<NodeIndex>], &[Instance]),
) -> Result<Vec<certificates::Root>, Stopped> {
    let mut covered = Vec::new();
    for ((start, root), instance) in starts.cases.iter().zip(roots).zip(instances) {
        let root = root.map(|root| (root, instance));
        let shown = root.map_or_else(|| Ok(Vec::new()), |root| ensured(cx, graph, start, root));
        covered.push(certify::root(graph, start, root, &shown.map_err(|failure| in_case(*failure, start))?)?);
    }
    Ok(covered)
}

/// The claim of the certificate: what it shows about which calls.
pub(super) fn claim(task: &Task, program: &Program, graph: &Graph, termination: bool) -> Claim {
    Claim {
        module_hash: certificates::hash::sha256_hex(program.text.as_bytes()),
        entry: task.entry.clone(),
        precondition: task.contract.as_ref().map(|c| c.text.clone()),
        properties: Properties { memory_safety: true, no_overflow: task.overflow == Overflow::Error, termination },
        data_model: task.data_model,
        overflow: task.overflow,
        malloc_may_fail: task.malloc_may_fail,
        no_builtin: program.no_builtin.is_some(),
        contracts: graph.called(graph.nodes.places()).into_iter().collect(),
    }
}
