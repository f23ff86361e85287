//! Finds paths of a proof that pass the beginning of a block without a node there.

use crate::program::{Function, Program};
use crate::report::nodes::behind;
use certificates::{Certificate, Step, StepId};
use std::collections::BTreeSet;

/// The blocks (function, index) through which some path goes from the first instruction on without being at a node. For
/// such a path, nothing need be true that the block's nodes say.
pub(super) fn passed<'p>(program: &'p Program, certificate: &Certificate) -> BTreeSet<(&'p str, usize)> {
    let mut passed = BTreeSet::new();
    for node in &certificate.nodes {
        let Some(root) = node.tree else { continue };
        let Some(function) = program.functions.get(&node.position.function) else { continue };
        let begin = function.blocks.iter().position(|block| block.label == node.position.block);
        let (Some(block), Ok(index)) = (begin, usize::try_from(node.position.index)) else { continue };
        follow(function, certificate, Stand { step: root, block, index, fresh: true }, &mut passed);
    }
    passed
}

/// A step, and the place in the function at which it is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    step: StepId,
    block: usize,
    index: usize,
    /// Whether no instruction was executed since the node.
    fresh: bool,
}

fn follow<'p>(function: &'p Function, certificate: &Certificate, root: Stand, passed: &mut BTreeSet<(&'p str, usize)>) {
    let mut seen = BTreeSet::new();
    let mut open = vec![root];
    while let Some(stand) = open.pop() {
        let step = usize::try_from(stand.step).ok().and_then(|step| certificate.steps.get(step));
        let Some(step) = step.filter(|_| seen.insert(stand)) else { continue };
        let mut pass = || {
            if stand.index == 0 && !stand.fresh {
                passed.insert((function.name.as_str(), stand.block));
            }
        };
        let on = |step: &StepId| Stand { step: *step, ..stand };
        match step {
            Step::Exec { hint, next, .. } => {
                pass();
                open.extend(behind(function, (stand.block, stand.index), &hint.detail).map(|(block, index)| Stand {
                    step: *next,
                    block,
                    index,
                    fresh: false,
                }));
            }
            Step::Call { returns, .. } => {
                pass();
                let index = stand.index + 1;
                open.extend(returns.iter().map(|(_, next)| Stand { index, fresh: false, ..on(next) }));
            }
            Step::Exit { .. } => pass(),
            Step::Ghost { next, .. } | Step::Choose { next, .. } => open.push(on(next)),
            Step::Split { yes, no, .. } => open.extend([on(yes), on(no)]),
            Step::Apart { left_first, right_first, .. } => open.extend([on(left_first), on(right_first)]),
            Step::Compare { called, returned, .. } => open.extend([on(called), on(returned)]),
            Step::Goto { .. } | Step::Infeasible { .. } => {}
        }
    }
}
