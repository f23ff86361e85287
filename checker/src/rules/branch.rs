//! Branches (`spec/rules/branch.md`).

use super::shared::*;
use std::collections::BTreeMap;

use super::compare::condition_value;

/// J-BR, J-CONDBR, J-SWITCH
pub(crate) fn branch<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked {
    let target = match &at.instruction.op {
        Op::Branch(target) => {
            cx.rule("J-BR");
            no_detail(cx, at.hint)?;
            target
        }
        Op::CondBranch { condition, if_true, if_false } => {
            cx.rule("J-CONDBR");
            let c = condition_value(cx, s, condition)?;
            take!(cx, Detail::Outcome(outcome) = at.hint.detail => "hint", "the outcome of the condition is needed");
            cx.require_eq("P1", &c, &Poly::constant(i128::from(outcome)))?;
            if outcome { if_true } else { if_false }
        }
        Op::Switch { width, value, default, cases } => {
            cx.rule("J-SWITCH");
            let shape = Shape { width: *width, pointer: false };
            let sign = shape.sign(at.hint.sign);
            let v = cx.read(s, value, shape, sign)?;
            cx.machine_value(&v, *width, sign)?;
            take!(cx, Detail::Case(case) = at.hint.detail => "hint", "the case is needed");
            match case {
                Some(place) => {
                    let (bits, target) = some!(cx, cases.get(place as usize) => "hint", "there is no case {place}");
                    cx.require_eq("P1", &v, &Poly::constant(number(*bits, *width, sign)))?;
                    target
                }
                None => {
                    for (bits, _) in cases {
                        cx.require_ne("P1", &v, &Poly::constant(number(*bits, *width, sign)))?;
                    }
                    default
                }
            }
        }
        _ => return cx.reject("instruction", "not a branch"),
    };
    enter(cx, s, target, at.hint)
}

/// Evaluates the phis of the target block simultaneously, and moves to its first instruction.
fn enter<'m>(cx: &mut Context<'m>, s: &mut State<'m>, target: &Name, hint: &Hint) -> Checked {
    let function = s.position.function;
    take!(cx, (Some(place), Some(from)) = (function.labels.get(target), function.blocks.get(s.position.block)) =>
        "target", "there is no block %{target}");
    let phis = function.blocks.get(*place).map_or(&[][..], |block| &block.phis);
    reject_if!(cx, hint.phis.len() != phis.len() =>
        "phis", "{} signs are given for {} phis", hint.phis.len(), phis.len());
    let mut values: BTreeMap<Name, Option<Binding>> = BTreeMap::new();
    for (phi, sign) in phis.iter().zip(&hint.phis) {
        if let Some(reason) = &phi.refused {
            return cx.reject("phi", format!("outside the subset: {reason}"));
        }
        let (operand, _) = some!(cx, phi.incoming.iter().find(|(_, label)| *label == from.label) =>
            "phi", "%{} has no value for the edge from %{}", phi.result, from.label);
        let value = match cx.shape(&phi.ty)? {
            Some(shape) => {
                let sign = shape.sign(*sign);
                Some(Binding { sign, value: cx.read(s, operand, shape, sign)? })
            }
            None => {
                cx.defined(operand)?;
                None
            }
        };
        values.insert(phi.result.clone(), value);
    }
    for (register, value) in values {
        match value {
            Some(binding) => s.bindings.insert(register, binding),
            None => s.bindings.remove(&register),
        };
    }
    s.position.block = *place;
    s.position.index = 0;
    Ok(())
}
