//! Intrinsics about bits and ranges (`spec/rules/call.md`, "Bits").

use super::arithmetic::{combine, shifted};
use super::call::{Arguments, pure};
use super::{Argument, Next, Premise, Rule, Step, Stop, highest, lowest, width_of};
use crate::algebra::{Atom, Term};
use crate::program::{BinaryOp, Instruction, Operand, Overflowing, Reg, Type};
use certificates::{Detail, Sign};

fn width(s: &Step<'_, '_>, ty: Type) -> Rule<u32> {
    width_of(ty, s.pointer_bits()).ok_or_else(|| Stop::Unsupported("an intrinsic of this type".into()))
}

/// Whether the exact value of the register, or of what the intrinsic computes, has influence.
fn matters(s: &Step<'_, '_>, register: Option<Reg>) -> bool {
    register.is_some_and(|r| s.cx.exact.has(&s.st.function, r))
}

/// X-FUNNEL: exact if the amount is a constant and the exact value has influence.
pub(super) fn funnel(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    right: bool,
) -> Rule<Next> {
    let w = width(s, result)?;
    let [(_, left), (_, second), (_, by)] = arguments else {
        return Err(Stop::Unsupported("a rotation".into()));
    };
    let Some(given) = known(s, by, w).filter(|_| matters(s, i.result)) else {
        return pure(s, i, result);
    };
    let a = s.unsigned(left, w)?;
    let b = s.unsigned(second, w)?;
    let by = match by {
        Operand::Register(r) if w > 1 && s.st.bindings.get(r).is_some_and(|value| value.sign == Sign::Signed) => {
            let t = s.either(by, w)?;
            s.fit(&t, w, Sign::Unsigned)?
        }
        _ => s.unsigned(by, w)?,
    };
    s.prove(Atom::eq(&by, &Term::constant(given.into()))?, || Premise::Rotation.into())?;
    let amount = given % w;
    let low = if right { amount } else { w - amount };
    if low == 0 || low == w {
        return s.result(i, Sign::Unsigned, if right { b } else { a }, Detail::Shift(given));
    }
    let most = Term::constant((1i128 << (w - low)) - 1);
    let (q, rest) = shifted(s, &a, low)?;
    s.st.add_le(&Term::zero(), &q)?;
    s.st.add_le(&q, &most)?;
    let high = if a == b {
        q
    } else {
        let (q, _) = shifted(s, &b, low)?;
        s.st.add_le(&Term::zero(), &q)?;
        s.st.add_le(&q, &most)?;
        q
    };
    let r = rest.scale(1i128 << (w - low))?.add(&high)?;
    s.result(i, Sign::Unsigned, r, Detail::Shift(given))
}

/// The unsigned constant that an operand is, if it is constant.
fn known(s: &Step<'_, '_>, operand: &Operand, w: u32) -> Option<u32> {
    let bits = match operand {
        Operand::Int { bits, .. } => i128::from(*bits),
        Operand::Register(r) => s.st.bindings.get(r)?.term.as_constant()?,
        _ => return None,
    };
    u32::try_from(bits & highest(w, Sign::Unsigned)).ok()
}

/// The lowest `w` bits of a number, as the highest bits of 64.
fn at_the_top(a: i128, w: u32) -> u64 {
    low_bits(a) << (64 - w)
}

fn low_bits(a: i128) -> u64 {
    u64::try_from(a & i128::from(u64::MAX)).unwrap_or_default()
}

/// X-COUNT
pub(super) fn count(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    family: &str,
) -> Rule<Next> {
    s.rule = "X-COUNT";
    let w = width(s, result)?;
    let (value, undefined) = match arguments {
        [(_, value)] => (value, None),
        [(_, value), (_, Operand::Int { bits, .. })] => (value, Some(*bits != 0)),
        _ => return Err(Stop::Unsupported(format!("{family} with a second argument that is no constant").into())),
    };
    let a = s.unsigned(value, w)?;
    let nonzero = Atom::ne(&a, &Term::zero())?;
    let positive = undefined.is_some_and(|undefined| undefined || s.holds(&nonzero));
    let detail = if positive { Detail::Outcome(true) } else { Detail::None };
    if positive {
        s.prove(nonzero, || Argument::NotZero(builtin(family)).into())?;
    }
    if let Some(a) = a.as_constant() {
        let n = match family {
            "llvm.ctpop" => at_the_top(a, w).count_ones(),
            "llvm.ctlz" => at_the_top(a, w).leading_zeros().min(w),
            _ => low_bits(a).trailing_zeros().min(w),
        };
        return s.result(i, Sign::Unsigned, Term::constant(n.into()), detail);
    }
    let (least, detail) = match family {
        "llvm.ctlz" if positive => zeros_above(s, &a, w)?.map_or((0, detail), |k| (w - k, Detail::Shift(k))),
        _ => (0, detail),
    };
    let r = s.fresh();
    s.st.add_le(&Term::constant(least.into()), &r)?;
    s.st.add_le(&r, &Term::constant(i128::from(w) - i128::from(positive)))?;
    if undefined.is_none() {
        s.st.add_le(&r, &a)?;
    }
    s.result(i, Sign::Unsigned, r, detail)
}

/// The k below the width with a < 2^k, where there is one: then a has at least w - k leading zeros.
fn zeros_above(s: &mut Step<'_, '_>, a: &Term, w: u32) -> Rule<Option<u32>> {
    let most = s.cx.engine.maximum(&s.st.knowledge, a).filter(|most| *most > 0);
    let Some(k) = most.map(|most| 128 - most.leading_zeros()).filter(|k| *k < w) else { return Ok(None) };
    s.prove_le(a, &Term::constant((1i128 << k) - 1), || Premise::LeadingZeros.into())?;
    Ok(Some(k))
}

fn builtin(family: &str) -> &'static str {
    if family == "llvm.ctlz" { "__builtin_clz" } else { "__builtin_ctz" }
}

/// X-REVERSE
pub(super) fn reverse(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    bytes: bool,
) -> Rule<Next> {
    let w = width(s, result)?;
    let [(_, value)] = arguments else {
        return Err(Stop::Unsupported("bits in reverse".into()));
    };
    match s.either(value, w)?.as_constant() {
        Some(a) => {
            let top = at_the_top(a, w);
            let bits = if bytes { top.swap_bytes() } else { top.reverse_bits() };
            s.result(i, Sign::Unsigned, Term::constant(bits.into()), Detail::None)
        }
        None => pure(s, i, result),
    }
}

/// X-SATURATE
pub(super) fn saturate(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    result: Type,
    arguments: Arguments<'_>,
    family: &str,
) -> Rule<Next> {
    let sign = if family.starts_with("llvm.s") { Sign::Signed } else { Sign::Unsigned };
    let w = width(s, result)?;
    let [(_, left), (_, right)] = arguments else {
        return Err(Stop::Unsupported("saturating arithmetic".into()));
    };
    if w == 1 {
        return Err(Stop::Unsupported("saturating arithmetic of i1".into()));
    }
    let op = if family.ends_with("add.sat") { BinaryOp::Add } else { BinaryOp::Sub };
    let a = s.read(left, w, sign)?;
    let b = s.read(right, w, sign)?;
    let t = combine(op, &a, &b)?;
    let what = || Premise::Range.into();
    let [low, high] = range(&t, w, sign)?;
    let (least, most) = (Term::constant(lowest(w, sign)), Term::constant(highest(w, sign)));
    let (below, above) = (Atom::le(&t, &least)?, Atom::le(&most, &t)?);
    if s.holds(&low) && s.holds(&high) {
        s.prove(low, what)?;
        s.prove(high, what)?;
        return s.result(i, sign, t, Detail::Case(None));
    }
    let (end, leaves, side) = if s.holds(&below) { (least, below, 0) } else { (most, above, 1) };
    if !s.holds(&leaves) {
        return Err(Stop::Split(if s.holds(&low) { high } else { low }));
    }
    s.prove(leaves, what)?;
    s.result(i, sign, end, Detail::Case(Some(side)))
}

/// lo <= t, t <= hi
fn range(t: &Term, w: u32, sign: Sign) -> Rule<[Atom; 2]> {
    Ok([Atom::le(&Term::constant(lowest(w, sign)), t)?, Atom::le(t, &Term::constant(highest(w, sign)))?])
}

/// X-OVERFLOW
pub(super) fn with_overflow(s: &mut Step<'_, '_>, o: &Overflowing) -> Rule<Next> {
    let (w, sign, [value, flag]) = (o.width, o.sign(), o.parts);
    let a = s.read(&o.left, w, sign)?;
    let b = s.read(&o.right, w, sign)?;
    let t = combine(o.op, &a, &b)?;
    let followed = |s: &Step<'_, '_>, r| s.cx.influence.has(&s.st.function, r);
    let [low, high] = range(&t, w, sign)?;
    let fits = s.holds(&low) && s.holds(&high);
    if !fits && !followed(s, value) && !followed(s, flag) {
        let sign = s.preferred(Some(value));
        let x = s.fresh_ranged(w, sign)?;
        let f = s.fresh_ranged(1, Sign::Unsigned)?;
        s.bind(Some(value), sign, x);
        s.bind(Some(flag), Sign::Unsigned, f);
        return s.done(sign, Detail::None);
    }
    if fits {
        for atom in [low, high] {
            s.prove(atom, || Premise::Range.into())?;
        }
        s.bind(Some(value), sign, t);
        s.bind(Some(flag), Sign::Unsigned, Term::zero());
        return s.done(sign, Detail::Outcome(false));
    }
    let (below, above) = (low.negate()?, high.negate()?);
    let leaves = if s.holds(&below) { below } else { above };
    if !s.holds(&leaves) {
        return Err(Stop::Split(if s.holds(&low) { high } else { low }));
    }
    s.prove(leaves, || Premise::LeavesRange.into())?;
    if s.cx.overflow == certificates::Overflow::Ideal {
        // What Q-IDEAL demands of the operands is not looked for.
        s.st.aside().machine.push((0, crate::entail::absurd()));
    }
    let sign = s.preferred(Some(value));
    let r = s.fit_result(Some(value), &t, w, sign)?;
    s.bind(Some(value), sign, r);
    s.bind(Some(flag), Sign::Unsigned, Term::constant(1));
    s.done(sign, Detail::Outcome(true))
}
