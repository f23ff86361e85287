//! icmp, select, freeze: `spec/rules/compare.md`.

use super::{Next, Premise, Rule, Step, Stop, width_of};
use crate::algebra::{Atom, Term};
use crate::program::{Instruction, Operand, Predicate, Type};
use certificates::{Detail, Sign};

/// B-ICMP
pub(super) fn icmp(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    predicate: Predicate,
    ty: Type,
    left: &Operand,
    right: &Operand,
) -> Rule<Next> {
    let w = width_of(ty, s.pointer_bits()).ok_or_else(|| Stop::Unsupported("a comparison of this type".into()))?;
    let sign = match predicate {
        Predicate::Eq | Predicate::Ne if ty == Type::Pointer || w == 1 => Sign::Unsigned,
        Predicate::Eq | Predicate::Ne => common_sign(s, left, right),
        Predicate::Ult | Predicate::Ule | Predicate::Ugt | Predicate::Uge => Sign::Unsigned,
        _ if w == 1 || ty == Type::Pointer => {
            let reason = "a signed comparison of i1 or of pointers";
            return Err(Stop::Unsupported(reason.into()));
        }
        _ => Sign::Signed,
    };
    let a = s.read(left, w, sign)?;
    let b = s.read(right, w, sign)?;
    note_limit(s, right, &b);
    let atom = match predicate {
        Predicate::Eq => Atom::eq(&a, &b)?,
        Predicate::Ne => Atom::ne(&a, &b)?,
        Predicate::Ult | Predicate::Slt => Atom::lt(&a, &b)?,
        Predicate::Ule | Predicate::Sle => Atom::le(&a, &b)?,
        Predicate::Ugt | Predicate::Sgt => Atom::lt(&b, &a)?,
        Predicate::Uge | Predicate::Sge => Atom::le(&b, &a)?,
    };
    let negation = atom.negate();
    let outcome = s.decide(atom, negation, Premise::Comparison)?;
    if (predicate == Predicate::Eq && !outcome || predicate == Predicate::Ne && outcome) && sign == Sign::Signed {
        s.different_bits(&a, &b, w)?;
    }
    s.bind(i.result, Sign::Unsigned, Term::constant(i128::from(outcome)));
    s.done(sign, Detail::Outcome(outcome))
}

/// At most so many limits of a function are noted: each adds three thresholds.
const MOST_LIMITS: usize = 8;

/// Notes the number that a variable holds with which another value is compared: the right operand, as people write it.
fn note_limit(s: &mut Step<'_, '_>, limit: &Operand, value: &Term) {
    if let (Operand::Register(_), Some(limit)) = (limit, value.as_constant()) {
        let known = s.cx.limits.entry(s.st.function.to_string()).or_default();
        if known.len() < MOST_LIMITS {
            known.insert(limit);
        }
    }
}

/// The signedness that needs the fewest conversions for an equality.
fn common_sign(s: &Step<'_, '_>, left: &Operand, right: &Operand) -> Sign {
    let sign_of = |op: &Operand| match op {
        Operand::Register(r) => s.st.bindings.get(r).map(|v| v.sign),
        _ => None,
    };
    sign_of(left).or_else(|| sign_of(right)).unwrap_or(Sign::Signed)
}

/// B-SELECT
pub(super) fn select(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    ty: Type,
    condition: &Operand,
    yes: &Operand,
    no: &Operand,
) -> Rule<Next> {
    let Some(w) = width_of(ty, s.pointer_bits()) else {
        return s.done(Sign::Unsigned, Detail::None);
    };
    let c = s.unsigned(condition, 1)?;
    let sign = result_sign(s, i, ty);
    let outcome = s.decide(Atom::eq(&c, &Term::constant(1))?, Atom::eq(&c, &Term::zero()), Premise::Condition)?;
    let value = s.read(if outcome { yes } else { no }, w, sign)?;
    s.result(i, sign, value, Detail::Outcome(outcome))
}

/// Signedness of a result of this type: pointers and i1 are unsigned.
pub(super) fn result_sign(s: &Step<'_, '_>, i: &Instruction, ty: Type) -> Sign {
    match ty {
        Type::Int(w) if w > 1 => s.preferred(i.result),
        _ => Sign::Unsigned,
    }
}

/// B-FREEZE
pub(super) fn freeze(s: &mut Step<'_, '_>, i: &Instruction, ty: Type, value: &Operand) -> Rule<Next> {
    let Some(w) = width_of(ty, s.pointer_bits()) else {
        return s.done(Sign::Unsigned, Detail::None);
    };
    let sign = result_sign(s, i, ty);
    let x = if *value == Operand::Undef { s.fresh_open(w, sign)? } else { s.read(value, w, sign)? };
    s.result(i, sign, x, Detail::None)
}
