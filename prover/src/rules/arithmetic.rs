//! Integer arithmetic: `spec/rules/arithmetic.md`.

use super::bits::bits;
use super::{GoalKind, Next, Premise, Promise, Rule, Step, Stop, constant, highest, lowest};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::faults::Fault;
use crate::program::{BinaryOp, Flags, Instruction, Operand};
use certificates::{Bits, Detail, Overflow, Sign};

/// A binary instruction.
#[derive(Clone, Copy)]
pub(super) struct Binary<'i> {
    pub(super) i: &'i Instruction,
    pub(super) op: BinaryOp,
    /// Width in bits.
    pub(super) w: u32,
    pub(super) flags: Flags,
    pub(super) left: &'i Operand,
    pub(super) right: &'i Operand,
}

/// The rule of a binary instruction.
pub(super) fn binary(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    if let Some(next) = numbers(s, binary)? {
        return Ok(next);
    }
    match binary.op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => ring(s, binary),
        BinaryOp::UDiv | BinaryOp::URem => unsigned_division(s, binary),
        BinaryOp::SDiv | BinaryOp::SRem => signed_division(s, binary),
        BinaryOp::Shl => shl(s, binary),
        BinaryOp::LShr => lshr(s, binary),
        BinaryOp::AShr => ashr(s, binary),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => bits(s, binary),
    }
}

/// The exact sum, difference or product.
pub(super) fn combine(op: BinaryOp, a: &Term, b: &Term) -> Rule<Term> {
    Ok(match op {
        BinaryOp::Sub => a.sub(b)?,
        BinaryOp::Mul => a.mul(b)?,
        _ => a.add(b)?,
    })
}

/// A-ADD, A-SUB, A-MUL
fn ring(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, op, w, flags, left, right } = *binary;
    let (a, b) = operands(s, w, flags, left, right)?;
    let t = combine(op, &a, &b)?;
    finish_ring(s, i, w, flags, t, Detail::None, &|s| {
        let a = s.signed(left, w)?;
        let b = s.signed(right, w)?;
        combine(op, &a, &b)
    })
}

fn operands(s: &mut Step<'_, '_>, w: u32, flags: Flags, left: &Operand, right: &Operand) -> Rule<(Term, Term)> {
    Ok(if flags.nuw {
        (s.unsigned(left, w)?, s.unsigned(right, w)?)
    } else if flags.nsw && s.cx.overflow != Overflow::Wrap {
        (s.signed(left, w)?, s.signed(right, w)?)
    } else {
        (s.either(left, w)?, s.either(right, w)?)
    })
}

/// The part of A-ADD, A-SUB, A-MUL and A-SHL that depends on the flags.
fn finish_ring(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    w: u32,
    flags: Flags,
    t: Term,
    detail: Detail,
    signed: &dyn Fn(&mut Step<'_, '_>) -> Rule<Term>,
) -> Rule<Next> {
    if w == 1 && (flags.nsw || flags.nuw) {
        return Err(Stop::Unsupported("overflow flags on i1".into()));
    }
    if flags.nuw && flags.nsw && s.cx.overflow == Overflow::Ideal {
        // Q-IDEAL: no refutation in this mode rests on such an operation.
        s.st.aside().machine.push((0, crate::entail::absurd()));
    }
    if flags.nuw {
        let what = || Promise::Unsigned.into();
        let (low, high) = (Term::zero(), Term::constant(highest(w, Sign::Unsigned)));
        s.prove_unless(Fault::UnsignedOverflow, Atom::le(&low, &t)?, what)?;
        s.prove_unless(Fault::UnsignedOverflow, Atom::le(&t, &high)?, what)?;
        if flags.nsw && s.cx.overflow == Overflow::Error {
            let t2 = signed(s)?;
            no_signed_overflow(s, w, &t2)?;
        }
        return s.result(i, Sign::Unsigned, t, detail);
    }
    if flags.nsw && s.cx.overflow != Overflow::Wrap {
        if s.cx.overflow == Overflow::Error {
            no_signed_overflow(s, w, &t)?;
        }
        return s.result(i, Sign::Signed, t, detail);
    }
    let sign = if w == 1 { Sign::Unsigned } else { s.preferred(i.result) };
    let r = s.fit_result(i.result, &t, w, sign)?;
    s.result(i, sign, r, detail)
}

fn no_signed_overflow(s: &mut Step<'_, '_>, w: u32, t: &Term) -> Rule<()> {
    let (lo, hi) = (lowest(w, Sign::Signed), highest(w, Sign::Signed));
    for bound in [Atom::le(&Term::constant(lo), t)?, Atom::le(t, &Term::constant(hi))?] {
        let what = |s: &Step<'_, '_>| GoalKind::SignedOverflow { low: lo, high: hi, value: s.show(t) };
        s.prove_shown(Fault::SignedOverflow, bound, what)?;
    }
    Ok(())
}

fn nonzero(s: &mut Step<'_, '_>, b: &Term) -> Rule<()> {
    s.prove_shown(Fault::Divisor, Atom::ne(b, &Term::zero())?, |s| GoalKind::Divisor(s.show(b)))
}

/// Adds `a = b*q + r` for fresh q, r.
fn quotient(s: &mut Step<'_, '_>, a: &Term, b: &Term) -> Rule<(Term, Term)> {
    let q = s.fresh();
    let r = s.fresh();
    let product = b.mul(&q)?;
    let sum = product.add(&r)?;
    s.st.add(Atom::eq(a, &sum)?);
    Ok((q, r))
}

fn is_number(s: &Step<'_, '_>, operand: &Operand) -> bool {
    match operand {
        Operand::Int { .. } => true,
        Operand::Register(r) => s.st.bindings.get(r).is_some_and(|value| value.term.as_constant().is_some()),
        _ => false,
    }
}

/// A-NUMBERS; where a premise fails, the rule for other operands says what is missing.
fn numbers(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Option<Next>> {
    let Binary { i, op, w, flags, left, right } = *binary;
    let shifts = matches!(op, BinaryOp::LShr | BinaryOp::AShr);
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr);
    let remains = matches!(op, BinaryOp::URem | BinaryOp::SRem);
    let divides = shifts || remains || matches!(op, BinaryOp::UDiv | BinaryOp::SDiv);
    // To read an operand may convert it, which is a part of the step: so it is looked at first.
    if !s.cx.executing || w == 1 || !divides || !is_number(s, left) || !is_number(s, right) {
        return Ok(None);
    }
    let a = if signed { s.signed(left, w)? } else { s.unsigned(left, w)? };
    let b = if signed && !shifts { s.signed(right, w)? } else { s.unsigned(right, w)? };
    let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) else { return Ok(None) };
    let both = if shifts {
        let power = u32::try_from(b).ok().filter(|amount| *amount < w).map(|amount| 1i128 << amount);
        power.map(|power| (a.div_euclid(power), a.rem_euclid(power)))
    } else {
        let fits = !signed || b != -1 || a != lowest(w, Sign::Signed);
        a.checked_div(b).zip(a.checked_rem(b)).filter(|_| fits)
    };
    let Some((quotient, rest)) = both.filter(|(_, rest)| !flags.exact || remains || *rest == 0) else {
        return Ok(None);
    };
    s.rule = "A-NUMBERS";
    let sign = if signed { Sign::Signed } else { Sign::Unsigned };
    let result = Term::constant(if remains { rest } else { quotient });
    s.result(i, sign, result, Detail::Bits(Bits::Bounds)).map(Some)
}

/// A-UDIV, A-UREM
fn unsigned_division(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, op, w, flags, left, right } = *binary;
    let a = s.unsigned(left, w)?;
    let b = s.unsigned(right, w)?;
    nonzero(s, &b)?;
    let around = if op == BinaryOp::URem { around(s, &a, &b)? } else { None };
    let (q, r) = quotient(s, &a, &b)?;
    s.st.add_le(&Term::zero(), &r)?;
    s.st.add_le(&r, &b.plus(-1)?)?;
    s.st.add_le(&Term::zero(), &q)?;
    s.st.add_le(&q, &a)?;
    if op == BinaryOp::UDiv && flags.exact {
        s.prove_unless(Fault::Exact, Atom::eq(&r, &Term::zero())?, || Promise::Division.into())?;
    }
    let next = s.result(i, Sign::Unsigned, if op == BinaryOp::UDiv { q } else { r.clone() }, Detail::None)?;
    told(s, around, &r)?;
    divided_again(s, &a, &b)?;
    Ok(next)
}

/// Where a value was divided by this number before, the quotient is that of before: a fact, since it takes rounding to
/// see it. A remainder belongs to the quotient that another instruction computes.
pub(super) fn divided_again(s: &mut Step<'_, '_>, a: &Term, b: &Term) -> Rule<()> {
    let Some(n) = b.as_constant().filter(|n| *n > 1) else { return Ok(()) };
    let found = quotients(s, a, n);
    let (Some(first), Some(last)) = (found.first().copied(), found.last().copied()) else { return Ok(()) };
    let same = Atom::eq(&Term::var(last), &Term::var(first))?;
    if last != first && s.is_apparent(&same) {
        s.st.assert(same);
    }
    Ok(())
}

/// The quotients of a value and a number that are known, in the order in which they were computed.
pub(super) fn quotients(s: &Step<'_, '_>, a: &Term, n: i128) -> Vec<Var> {
    let parts = a.parts().len() + 2;
    let quotient = |fact: &Atom| {
        let is_sum = fact.rel == Rel::Eq && fact.term.parts().len() == parts;
        let sums = [1, -1].into_iter().filter(|_| is_sum).filter_map(|sign| a.add_scaled(&fact.term, sign).ok());
        // a - (a - n*q - r)
        sums.filter(|sum| sum.is_linear() && sum.parts().len() == 2 && sum.constant_part() == 0).find_map(|sum| {
            let q = sum.vars().find(|v| sum.coefficient(&[*v]) == n)?;
            sum.vars().any(|r| sum.coefficient(&[r]) == 1).then_some(q)
        })
    };
    s.st.knowledge.iter().filter_map(quotient).collect()
}

/// What a remainder is if the quotient is known to be 0 or 1; a case analysis if it can be both. A step around a ring is
/// then a sum in both cases.
pub(super) fn around(s: &mut Step<'_, '_>, a: &Term, b: &Term) -> Rule<Option<Term>> {
    if !s.cx.quotients {
        return Ok(None);
    }
    let below = Atom::le(a, &b.plus(-1)?)?;
    let natural = Atom::le(&Term::zero(), a)?;
    if !s.holds(&natural) {
        return Ok(None);
    }
    if s.holds(&below) {
        return Ok(Some(a.clone()));
    }
    let once = Atom::le(a, &b.scale(2)?.plus(-1)?)?;
    if !s.holds(&once) {
        return Ok(None);
    }
    if s.holds(&Atom::le(b, a)?) { Ok(Some(a.sub(b)?)) } else { Err(Stop::Split(below)) }
}

/// The remainder, as a fact.
pub(super) fn told(s: &mut Step<'_, '_>, remainder: Option<Term>, r: &Term) -> Rule<()> {
    if let Some(remainder) = remainder {
        let fact = Atom::eq(r, &remainder)?;
        if s.holds(&fact) {
            s.st.assert(fact);
        }
    }
    Ok(())
}

/// Whether the divisor is positive (`true`) or negative (`false`). Proves that, and that the quotient does not
/// overflow.
fn positive_divisor(s: &mut Step<'_, '_>, w: u32, a: &Term, b: &Term) -> Rule<bool> {
    let positive = Atom::le(&Term::constant(1), b)?;
    let negative = Atom::le(b, &Term::constant(-1))?;
    let divisor = if s.holds(&positive) {
        true
    } else if s.holds(&negative) {
        false
    } else {
        nonzero(s, b)?;
        if !s.cx.faults.on(Fault::Divisor) {
            return Err(Stop::Split(positive));
        }
        true
    };
    let signed = if divisor { positive } else { negative };
    s.prove_unless(Fault::Divisor, signed, || Premise::DivisorSign.into())?;
    if !divisor {
        let not_minus_one = Atom::ne(b, &Term::constant(-1))?;
        let not_lowest = Atom::ne(a, &Term::constant(lowest(w, Sign::Signed)))?;
        let first = s.holds(&not_minus_one);
        let what = || GoalKind::Quotient;
        let fits = if first { not_minus_one } else { not_lowest };
        s.prove_unless(Fault::Divisor, fits, what)?;
    }
    Ok(divisor)
}

/// A-SDIV, A-SREM
fn signed_division(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, op, w, flags, left, right } = *binary;
    let a = s.signed(left, w)?;
    let b = s.signed(right, w)?;
    let divisor = positive_divisor(s, w, &a, &b)?;
    let (up, down) = (Atom::le(&Term::zero(), &a)?, Atom::le(&a, &Term::zero()));
    let dividend = s.decide(up, down, Premise::DividendSign)?;
    let around = if op == BinaryOp::SRem && dividend && divisor { around(s, &a, &b)? } else { None };
    let m = if divisor { b.clone() } else { b.neg()? };
    let (q, r) = quotient(s, &a, &b)?;
    let (zero, minus_a) = (Term::zero(), a.neg()?);
    if dividend {
        s.st.add_le(&zero, &r)?;
        s.st.add_le(&r, &m.plus(-1)?)?;
        s.st.add_le(&r, &a)?;
        if divisor {
            s.st.add_le(&zero, &q)?;
            s.st.add_le(&q, &a)?;
        } else {
            s.st.add_le(&q, &zero)?;
            s.st.add_le(&minus_a, &q)?;
        }
    } else {
        s.st.add_le(&r, &zero)?;
        s.st.add_le(&m.neg()?.plus(1)?, &r)?;
        s.st.add_le(&a, &r)?;
        if divisor {
            s.st.add_le(&q, &zero)?;
            s.st.add_le(&a, &q)?;
        } else {
            s.st.add_le(&zero, &q)?;
            s.st.add_le(&q, &minus_a)?;
        }
    }
    if op == BinaryOp::SDiv && flags.exact {
        s.prove_unless(Fault::Exact, Atom::eq(&r, &zero)?, || Promise::Division.into())?;
    }
    let detail = Detail::Division { dividend: Some(dividend), divisor };
    let next = s.result(i, Sign::Signed, if op == BinaryOp::SDiv { q } else { r.clone() }, detail)?;
    told(s, around, &r)?;
    divided_again(s, &a, &b)?;
    Ok(next)
}

/// The amount of a shift: a constant, or known to be constant (as the hint says), or unknown.
enum Amount {
    Known(u32, Detail),
    Unknown(Unknown),
}

/// An amount that is below the width, with its bounds where they are known.
struct Unknown {
    amount: Term,
    least: u32,
    most: Option<u32>,
}

fn amount(s: &mut Step<'_, '_>, w: u32, right: &Operand) -> Rule<Amount> {
    if let Operand::Int { bits, .. } = right {
        let c = constant(*bits, w, Sign::Unsigned);
        return match u32::try_from(c) {
            Ok(c) if c < w => Ok(Amount::Known(c, Detail::None)),
            _ if s.cx.faults.on(Fault::ShiftAmount) => {
                Ok(Amount::Unknown(Unknown { amount: Term::constant(c), least: 0, most: None }))
            }
            _ => s.missing(GoalKind::ShiftAmount),
        };
    }
    let t = s.unsigned(right, w)?;
    let bound = |n: Option<i128>| n.and_then(|n| u32::try_from(n).ok()).filter(|c| *c < w);
    let most = s.cx.engine.maximum(&s.st.knowledge, &t);
    let least = s.cx.engine.maximum(&s.st.knowledge, &t.neg()?).and_then(i128::checked_neg);
    let (most, least) = (bound(most), bound(least));
    if let Some(c) = most
        && least == most
    {
        s.prove(Atom::eq(&t, &Term::constant(c.into()))?, || Premise::ShiftAmount.into())?;
        return Ok(Amount::Known(c, Detail::Shift(c)));
    }
    let below = Atom::le(&t, &Term::constant(i128::from(w) - 1))?;
    s.prove_unless(Fault::ShiftAmount, below, || GoalKind::ShiftAmount)?;
    Ok(Amount::Unknown(Unknown { amount: t, least: least.unwrap_or(0), most }))
}

/// A-SHL
fn shl(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, w, flags, left, right, .. } = *binary;
    let a = if flags.nuw {
        s.unsigned(left, w)?
    } else if flags.nsw && s.cx.overflow != Overflow::Wrap {
        s.signed(left, w)?
    } else {
        s.either(left, w)?
    };
    match amount(s, w, right)? {
        Amount::Known(c, detail) => {
            let factor = 1i128 << c;
            let t = a.scale(factor)?;
            finish_ring(s, i, w, flags, t, detail, &|s| {
                let a = s.signed(left, w)?;
                Ok(a.scale(factor)?)
            })
        }
        Amount::Unknown(by) => {
            if flags.nuw || (flags.nsw && s.cx.overflow != Overflow::Wrap) {
                return s.missing(GoalKind::ShiftOverflow);
            }
            let sign = s.preferred(i.result);
            if let Some((c, most)) = fitting(s, w, sign, &a, &by)? {
                let x = s.fresh();
                s.st.add_le(&a, &x)?;
                s.st.add_le(&x, &most)?;
                return s.result(i, sign, x, Detail::Case(Some(c)));
            }
            let x = s.fresh_ranged(w, sign)?;
            s.result(i, sign, x, Detail::None)
        }
    }
}

/// The greatest amount c, and the left operand shifted by it, if no bit is lost on the way.
fn fitting(s: &mut Step<'_, '_>, w: u32, sign: Sign, a: &Term, by: &Unknown) -> Rule<Option<(u32, Term)>> {
    let Some(c) = by.most else { return Ok(None) };
    let Ok(most) = a.scale(1i128 << c) else { return Ok(None) };
    let premises = [Atom::le(&Term::zero(), a)?, Atom::le(&most, &Term::constant(highest(w, sign)))?];
    if !premises.iter().all(|premise| s.holds(premise)) {
        return Ok(None);
    }
    s.prove_le(&by.amount, &Term::constant(c.into()), || Premise::ShiftAmount.into())?;
    for premise in premises {
        s.prove(premise, || Premise::Shifted.into())?;
    }
    Ok(Some((c, most)))
}

/// A-LSHR
fn lshr(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, w, flags, left, right, .. } = *binary;
    let a = s.unsigned(left, w)?;
    match amount(s, w, right)? {
        Amount::Known(c, detail) => {
            let (q, r) = shifted(s, &a, c)?;
            s.st.add_le(&Term::zero(), &q)?;
            s.st.add_le(&q, &a)?;
            exact(s, flags, &r)?;
            let next = s.result(i, Sign::Unsigned, q, detail)?;
            divided_again(s, &a, &Term::constant(1i128 << c))?;
            Ok(next)
        }
        Amount::Unknown(by) => {
            inexact(s, flags)?;
            let (detail, least) = match by.least {
                0 => (Detail::None, 0),
                c => (Detail::Case(Some(c)), c),
            };
            if least > 0 {
                s.prove_le(&Term::constant(least.into()), &by.amount, || Premise::ShiftAmount.into())?;
            }
            let q = s.fresh();
            s.st.add_le(&Term::zero(), &q)?;
            s.st.add_le(&q.scale(1i128 << least)?, &a)?;
            s.result(i, Sign::Unsigned, q, detail)
        }
    }
}

/// A-ASHR
fn ashr(s: &mut Step<'_, '_>, binary: &Binary<'_>) -> Rule<Next> {
    let Binary { i, w, flags, left, right, .. } = *binary;
    if w == 1 {
        return Err(Stop::Unsupported("ashr of i1".into()));
    }
    let a = s.signed(left, w)?;
    match amount(s, w, right)? {
        Amount::Known(c, detail) => {
            let (q, r) = shifted(s, &a, c)?;
            exact(s, flags, &r)?;
            s.result(i, Sign::Signed, q, detail)
        }
        Amount::Unknown(_) => {
            inexact(s, flags)?;
            let q = s.fresh_open(w, Sign::Signed)?;
            let up = Atom::le(&Term::zero(), &a)?;
            if s.holds(&up) {
                s.prove(up, || Premise::ShiftedSign.into())?;
                s.st.add_le(&Term::zero(), &q)?;
                s.st.add_le(&q, &a)?;
                return s.result(i, Sign::Signed, q, Detail::Outcome(true));
            }
            s.result(i, Sign::Signed, q, Detail::None)
        }
    }
}

/// Adds `a = 2^c*q + r`, `0 <= r <= 2^c - 1`.
pub(super) fn shifted(s: &mut Step<'_, '_>, a: &Term, c: u32) -> Rule<(Term, Term)> {
    let power = 1i128 << c;
    let (q, r) = quotient(s, a, &Term::constant(power))?;
    s.st.add_le(&Term::zero(), &r)?;
    s.st.add_le(&r, &Term::constant(power - 1))?;
    Ok((q, r))
}

fn exact(s: &mut Step<'_, '_>, flags: Flags, r: &Term) -> Rule<()> {
    if !flags.exact {
        return Ok(());
    }
    s.prove_unless(Fault::Exact, Atom::eq(r, &Term::zero())?, || Promise::Shift.into())
}

fn inexact(s: &Step<'_, '_>, flags: Flags) -> Rule<()> {
    if flags.exact { s.missing(Promise::Shift.into()) } else { Ok(()) }
}
