//! Branches and phis: `spec/rules/branch.md`.

use super::{Next, Premise, Rule, Step, Stop, constant, width_of};
use crate::algebra::{Atom, Term};
use crate::program::{BlockIndex, Operand, Type};
use crate::state::{Linear, ProgramPoint, Value};
use certificates::{Detail, Sign};

/// J-BR
pub(super) fn br(s: &mut Step<'_, '_>, target: BlockIndex) -> Rule<Next> {
    enter(s, target, Sign::Unsigned, Detail::None)
}

/// J-CONDBR
pub(super) fn cond(s: &mut Step<'_, '_>, condition: &Operand, yes: BlockIndex, no: BlockIndex) -> Rule<Next> {
    let c = s.unsigned(condition, 1)?;
    let outcome = s.decide(Atom::eq(&c, &Term::constant(1))?, Atom::eq(&c, &Term::zero()), Premise::Condition)?;
    enter(s, if outcome { yes } else { no }, Sign::Unsigned, Detail::Outcome(outcome))
}

/// J-SWITCH
pub(super) fn switch(
    s: &mut Step<'_, '_>,
    w: u32,
    value: &Operand,
    cases: &[(u64, BlockIndex)],
    default: BlockIndex,
) -> Rule<Next> {
    let sign = match value {
        Operand::Register(r) => s.st.bindings.get(r).map_or(Sign::Signed, |v| v.sign),
        _ => Sign::Signed,
    };
    let v = s.read(value, w, sign)?;
    s.machine_value(&Value { sign, term: v.clone() }, w)?;
    for (place, (case, target)) in cases.iter().enumerate() {
        let c = Term::constant(constant(*case, w, sign));
        let hit = Atom::eq(&v, &c)?;
        if s.holds(&hit) {
            s.prove(hit, || Premise::SwitchCase.into())?;
            return enter(s, *target, sign, Detail::Case(u32::try_from(place).ok()));
        }
        if !s.holds(&hit.negate()?) {
            return Err(Stop::Split(hit));
        }
    }
    for (case, _) in cases {
        s.prove(Atom::ne(&v, &Term::constant(constant(*case, w, sign)))?, || Premise::SwitchCase.into())?;
    }
    enter(s, default, sign, Detail::Case(None))
}

/// Goes to a block: evaluates its phis in the old state, then records the step.
pub(crate) fn enter(s: &mut Step<'_, '_>, target: BlockIndex, sign: Sign, detail: Detail) -> Rule<Next> {
    let from = s.st.place.block;
    let block = s.function()?.blocks.get(target).ok_or(Stop::Internal("a branch out of the function"))?;
    let mut values = Vec::new();
    let mut phis = Vec::new();
    for phi in &block.phis {
        let preferred = match phi.ty {
            Type::Int(w) if w > 1 => s.preferred(Some(phi.result)),
            _ => Sign::Unsigned,
        };
        phis.push(preferred);
        let Some(w) = width_of(phi.ty, s.pointer_bits()) else {
            continue;
        };
        let operand = phi
            .incoming
            .iter()
            .find(|(b, _)| *b == from)
            .map(|(_, op)| op)
            .ok_or(Stop::Internal("a phi without a value for this edge"))?;
        let term = s.read(operand, w, preferred)?;
        values.push((phi.result, Value { sign: preferred, term }));
    }
    s.st.bindings.extend(values);
    let mut hint = s.hint(sign, detail);
    hint.phis = phis;
    s.st.record(Linear::Exec(hint));
    s.st.place = ProgramPoint { block: target, index: 0 };
    let function = s.st.function.clone();
    s.st.way.enter(&function, target);
    s.st.progress = true;
    s.st.arrived = false;
    Ok(Next::Continue)
}
