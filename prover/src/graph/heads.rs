//! Loop heads of a function.

use crate::program::{Function, Op};
use std::collections::BTreeSet;

/// Targets of retreating edges of a depth-first search from the entry block.
pub fn loop_heads(function: &Function) -> BTreeSet<usize> {
    let mut heads = BTreeSet::new();
    let mut done = vec![false; function.blocks.len()];
    let mut open = vec![false; function.blocks.len()];
    let mut stack: Vec<(usize, usize)> = vec![(0, 0)];
    if let Some(first) = open.first_mut() {
        *first = true;
    }
    while let Some((block, next)) = stack.pop() {
        let successors = function.blocks.get(block).map(|b| successors_of(b.instructions.last().map(|i| &i.op)));
        match successors.as_ref().and_then(|s| s.get(next)) {
            Some(&to) => {
                stack.push((block, next + 1));
                if open.get(to) == Some(&true) {
                    heads.insert(to);
                } else if done.get(to) == Some(&false) {
                    open[to] = true;
                    stack.push((to, 0));
                }
            }
            None => {
                if block < done.len() {
                    done[block] = true;
                    open[block] = false;
                }
            }
        }
    }
    heads
}

/// Blocks that control can go to next.
pub fn successors_of(op: Option<&Op>) -> Vec<usize> {
    match op {
        Some(Op::Branch { target }) => vec![*target],
        Some(Op::CondBranch { yes, no, .. }) => vec![*yes, *no],
        Some(Op::Switch { cases, default, .. }) => {
            let mut all: Vec<usize> = cases.iter().map(|(_, b)| *b).collect();
            all.push(*default);
            all
        }
        _ => Vec::new(),
    }
}
