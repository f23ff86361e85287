//! Loop counters with a step other than 1. Example: after `i < 64`, the access `a[i + 7]` is inside 64 elements because
//! i is a multiple of 8.

use crate::program::{BinaryOp, Function, Op, Operand, Reg};
use crate::rules::{Context, constant};
use crate::state::State;
use certificates::Sign;

/// The step of a counter of the loop whose header the state is at; `None` if it is 1 or differs between rounds.
pub(super) fn step(cx: &Context<'_>, header: &State, counter: Reg) -> Option<i128> {
    let function = cx.program.functions.get(&*header.function)?;
    let phi = function.blocks.get(header.place.block)?.phis.iter().find(|phi| phi.result == counter)?;
    let next = phi.incoming.iter().filter_map(|(_, value)| match value {
        Operand::Register(next) => Some(summand(function, *next, counter)),
        _ => None,
    });
    let steps = next.collect::<Option<Vec<i128>>>()?;
    let first = *steps.first()?;
    (first.unsigned_abs() > 1 && steps.iter().all(|step| *step == first)).then_some(first)
}

/// The constant that is added to the counter.
fn summand(function: &Function, next: Reg, counter: Reg) -> Option<i128> {
    let defined = function.blocks.iter().flat_map(|block| &block.instructions).find(|i| i.result == Some(next))?;
    let Op::Binary { op, left: Operand::Register(left), right: Operand::Int { bits, width }, .. } = &defined.op else {
        return None;
    };
    let by = constant(*bits, *width, Sign::Signed);
    match op {
        _ if *left != counter => None,
        BinaryOp::Add => Some(by),
        BinaryOp::Sub => by.checked_neg(),
        _ => None,
    }
}
