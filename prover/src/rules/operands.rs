//! Operands: their widths and values, and A-FIT (`spec/rules/README.md`).

use super::{Construct, Context, Premise, Rule, Step, Stop};
use crate::algebra::{Atom, Term, TooLarge};
use crate::faults::Fault;
use crate::program::{Operand, Reg, Type};
use crate::state::{Path, State, Value};
use certificates::{Kind, Overflow, Sign, Wrap};

/// `lo(w, s)` of spec/states.md.
pub(crate) fn lowest(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => 0,
        Sign::Signed => -(1i128 << (width - 1)),
    }
}

/// `hi(w, s)` of spec/states.md.
pub(crate) fn highest(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => (1i128 << width) - 1,
        Sign::Signed => (1i128 << (width - 1)) - 1,
    }
}

/// Value of an integer constant read with a signedness.
pub(crate) fn constant(bits: u64, width: u32, sign: Sign) -> i128 {
    let value = i128::from(bits) & ((1i128 << width) - 1);
    if sign == Sign::Signed && width > 1 && value > highest(width, Sign::Signed) {
        value - (1i128 << width)
    } else {
        value
    }
}

/// Width of an integer or pointer type in bits.
pub(crate) fn width_of(ty: Type, pointer_bits: u32) -> Option<u32> {
    match ty {
        Type::Int(w) => Some(w),
        Type::Pointer => Some(pointer_bits),
        Type::Float(_) | Type::Void => None,
    }
}

/// The number of case analyses on a path for values of which only the bounds have influence.
const PATIENCE: usize = 8;
/// In a function that computes more such values than this, as a cipher does in its rounds, only the first gets a case
/// analysis.
const MOST_SUMS: usize = 24;

impl Step<'_, '_> {
    /// A constant's number, or that of a register whose value is one; with either sign.
    pub(super) fn number(&self, operand: &Operand) -> Option<i128> {
        match operand {
            Operand::Int { bits, .. } => Some(i128::from(*bits)),
            Operand::Register(register) => self.st.bindings.get(register)?.term.as_constant(),
            _ => None,
        }
    }

    /// A-FIT: brings a term into the range of (w, sign), by case analysis where two cases remain.
    pub(crate) fn fit(&mut self, t: &Term, width: u32, sign: Sign) -> Rule<Term> {
        let (lo, hi) = (lowest(width, sign), highest(width, sign));
        if self.cx.faults.on(Fault::Wraps) {
            return self.fit_by(t, 0, width, sign);
        }
        let modulus = 1i128 << width;
        let below = Atom::le(&Term::constant(lo), t)?;
        let above = Atom::le(t, &Term::constant(hi))?;
        if self.holds(&below) && self.holds(&above) {
            return self.fit_by(t, 0, width, sign);
        }
        let shift = |bound: i128| (bound.checked_sub(lo)).map(|d| d.div_euclid(modulus));
        let max = self.cx.engine.maximum(&self.st.knowledge, t).and_then(shift);
        let least = self.cx.engine.maximum(&self.st.knowledge, &t.neg()?);
        let min = least.and_then(i128::checked_neg).and_then(shift);
        match (min, max) {
            (Some(a), Some(b)) if a == b => self.fit_by(t, a, width, sign),
            (Some(a), Some(b)) if a + 1 == b && t.is_linear() => {
                let top = a.checked_mul(modulus).and_then(|s| s.checked_add(hi)).ok_or(TooLarge)?;
                let lower = Atom::le(t, &Term::constant(top))?;
                if self.holds(&lower) {
                    return self.fit_by(t, a, width, sign);
                }
                match self.holds(&lower.negate()?) {
                    true => self.fit_by(t, b, width, sign),
                    false => Err(Stop::Split(lower)),
                }
            }
            _ => self.fit_quotient(t, width, sign),
        }
    }

    /// A-FIT for the value of a register. A case analysis is made only if the value has influence, and more than a few
    /// only if its exact value has. A number needs none.
    pub(crate) fn fit_result(&mut self, register: Option<Reg>, t: &Term, width: u32, sign: Sign) -> Rule<Term> {
        let function = &self.st.function;
        let patience = if self.cx.exact.sums(function) > MOST_SUMS { 1 } else { PATIENCE };
        let few = self.st.splits < patience;
        let followed = |r| self.cx.exact.has(function, r) || few && self.cx.influence.has(function, r);
        if register.is_none_or(followed) || t.as_constant().is_some() {
            return self.fit(t, width, sign);
        }
        let below = Atom::le(&Term::constant(lowest(width, sign)), t)?;
        let above = Atom::le(t, &Term::constant(highest(width, sign)))?;
        if self.is_apparent(&below) && self.is_apparent(&above) || self.cx.faults.on(Fault::Wraps) {
            return self.fit_by(t, 0, width, sign);
        }
        self.fit_quotient(t, width, sign)
    }

    fn fit_by(&mut self, t: &Term, k: i128, width: u32, sign: Sign) -> Rule<Term> {
        let offset = k.checked_mul(1i128 << width).and_then(i128::checked_neg).ok_or(TooLarge)?;
        let r = t.plus(offset)?;
        let what = || Premise::RangeOfConversion.into();
        let (low, high) = (lowest(width, sign), highest(width, sign));
        self.prove_unless(Fault::Wraps, Atom::le(&Term::constant(low), &r)?, what)?;
        self.prove_unless(Fault::Wraps, Atom::le(&r, &Term::constant(high))?, what)?;
        self.wraps.push(Wrap::By(certificates::Int(k)));
        Ok(r)
    }

    fn fit_quotient(&mut self, t: &Term, width: u32, sign: Sign) -> Rule<Term> {
        let q = self.fresh();
        let r = t.add_scaled(&q, -(1i128 << width))?;
        self.st.add_le(&Term::constant(lowest(width, sign)), &r)?;
        self.st.add_le(&r, &Term::constant(highest(width, sign)))?;
        self.wraps.push(Wrap::Quotient);
        Ok(r)
    }

    /// Reads a register with the given signedness, by case analysis where two cases remain.
    fn followed(&mut self, register: Reg, width: u32, sign: Sign) -> Rule<Term> {
        let value = self.bound(register)?;
        if value.sign == sign || self.cx.faults.on(Fault::Signs) {
            return Ok(value.term);
        }
        self.machine_value(&value, width)?;
        self.fit(&value.term, width, sign)
    }

    /// Q-IDEAL: a value whose bits an instruction takes must be a value of the machine.
    pub(crate) fn machine_value(&mut self, value: &Value, width: u32) -> Rule<()> {
        if self.cx.overflow == Overflow::Ideal && value.sign == Sign::Signed {
            let (low, high) =
                (Term::constant(lowest(width, Sign::Signed)), Term::constant(highest(width, Sign::Signed)));
            let known = self.st.knowledge.len();
            let facts = [Atom::le(&low, &value.term)?, Atom::le(&value.term, &high)?];
            self.st.aside().machine.extend(facts.map(|fact| (known, fact)));
        }
        Ok(())
    }

    /// Q-IDEAL: two unbounded numbers that differ must also have different bits.
    pub(crate) fn different_bits(&mut self, a: &Term, b: &Term, width: u32) -> Rule<()> {
        if self.cx.overflow == Overflow::Ideal {
            let most = Term::constant((1i128 << width) - 1);
            let known = self.st.knowledge.len();
            let facts = [Atom::le(&a.sub(b)?, &most)?, Atom::le(&b.sub(a)?, &most)?];
            self.st.aside().machine.extend(facts.map(|fact| (known, fact)));
        }
        Ok(())
    }

    /// Reads an integer or pointer operand with the given signedness (spec/rules/README.md).
    pub(crate) fn read(&mut self, op: &Operand, width: u32, sign: Sign) -> Rule<Term> {
        let sign = if width == 1 { Sign::Unsigned } else { sign };
        match op {
            Operand::Register(r) => {
                let value = self.bound(*r)?;
                if value.sign == sign || self.cx.faults.on(Fault::Signs) {
                    Ok(value.term)
                } else {
                    self.machine_value(&value, width)?;
                    self.fit_result(Some(*r), &value.term, width, sign)
                }
            }
            Operand::Int { bits, .. } => Ok(Term::constant(constant(*bits, width, sign))),
            Operand::Null => Ok(Term::zero()),
            Operand::Global { name, offset } => {
                let kind = Kind::Global(name.clone());
                let Some(base) = self.st.base_of_kind(&kind).cloned() else {
                    return Err(Stop::Unsupported(format!("the address of global '{name}' here").into()));
                };
                if *offset == 0 && sign == Sign::Unsigned {
                    return Ok(base);
                }
                let t = base.plus(i128::from(*offset))?;
                self.fit(&t, self.pointer_bits(), sign)
            }
            Operand::Function(name) => {
                let base = self.st.base_of_kind(&Kind::Function(name.clone()));
                base.cloned().ok_or_else(|| Stop::Function(name.clone()))
            }
            Operand::Float => Err(Stop::Unsupported("a floating-point constant as an integer".into())),
            Operand::Undef => Err(Stop::Unsupported("an undefined value (undef or poison)".into())),
        }
    }

    pub(crate) fn signed(&mut self, op: &Operand, width: u32) -> Rule<Term> {
        self.read(op, width, Sign::Signed)
    }

    pub(crate) fn unsigned(&mut self, op: &Operand, width: u32) -> Rule<Term> {
        self.read(op, width, Sign::Unsigned)
    }

    /// Reads an operand in the signedness that it has.
    pub(crate) fn either(&mut self, op: &Operand, width: u32) -> Rule<Term> {
        match op {
            Operand::Register(r) => {
                let value = self.bound(*r)?;
                self.machine_value(&value, width)?;
                Ok(value.term)
            }
            Operand::Global { offset: 0, .. } => self.read(op, width, Sign::Unsigned),
            Operand::Global { .. } => {
                Err(Stop::Unsupported("the address of a global plus an offset as a number of either sign".into()))
            }
            _ => self.read(op, width, Sign::Signed),
        }
    }

    fn bound(&self, register: Reg) -> Rule<Value> {
        self.st.bindings.get(&register).cloned().ok_or_else(|| Stop::Unsupported(Construct::NotFollowed))
    }
}

/// An argument of a call in the signedness that the callee prefers, with the conversions that reading it takes. A
/// register whose conversion would add a fact is handed over as it is.
pub(crate) fn argument(
    cx: &mut Context<'_>,
    st: &State,
    callee: &str,
    parameter: Reg,
    ty: Type,
    op: &Operand,
) -> Rule<(Value, Vec<Wrap>)> {
    let width =
        width_of(ty, cx.program.pointer_bits).ok_or_else(|| Stop::Unsupported("an argument of this type".into()))?;
    let liked = cx.signs[callee][parameter];
    let sign = if ty == Type::Pointer || width == 1 { Sign::Unsigned } else { liked };
    if let Some((term, wraps)) = argument_as(cx, st, sign, ty, op)? {
        return Ok((Value { sign, term }, wraps));
    }
    match op {
        Operand::Register(r) => match st.bindings.get(r) {
            Some(value) => Ok((value.clone(), Vec::new())),
            None => Err(Stop::Unsupported(Construct::NotFollowed)),
        },
        _ => Err(Stop::Unsupported("the address of an argument that may wrap".into())),
    }
}

/// An argument of a call with this sign, with the conversions that reading it takes; `None` if its conversion would add a
/// fact.
pub(crate) fn argument_as(
    cx: &mut Context<'_>,
    st: &State,
    sign: Sign,
    ty: Type,
    op: &Operand,
) -> Rule<Option<(Term, Vec<Wrap>)>> {
    let width =
        width_of(ty, cx.program.pointer_bits).ok_or_else(|| Stop::Unsupported("an argument of this type".into()))?;
    let mut scratch = Path::of(st.clone());
    let facts = scratch.knowledge.len();
    let mut step = Step::new(cx, &mut scratch);
    // Calls can be merged only if they hand over values of the same signedness, which is worth a case analysis.
    let term = match op {
        Operand::Register(r) => step.followed(*r, width, sign)?,
        _ => step.read(op, width, sign)?,
    };
    let wraps = std::mem::take(&mut step.wraps);
    Ok((scratch.knowledge.len() == facts).then_some((term, wraps)))
}
