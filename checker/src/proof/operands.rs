//! How operands are read, and numbers brought into range (`spec/rules/README.md`, A-FIT).

use certificates::{Overflow, Sign, Wrap};

use crate::answer::verdict::Checked;
use crate::decide::term::{Poly, TooLarge};
use crate::proof::context::{Context, Shape, hi, lo, number, power};
use crate::proof::state::{Binding, State};
use crate::reader::Operand;

impl Context<'_> {
    /// A-FIT: the integer congruent to t modulo 2^width that lies in the range of (width, sign).
    pub fn fit(&mut self, s: &mut State, t: &Poly, width: u32, sign: Sign) -> Checked<Poly> {
        let (low, high) = (lo(width, sign), hi(width, sign));
        let wrap =
            some!(self, self.wraps.next() => "A-FIT", "a value is converted or wraps, but no wrap is given (H-WRAPS)");
        match wrap {
            Wrap::By(k) => {
                let shift = k.0.checked_mul(power(width)).and_then(i128::checked_neg).ok_or(TooLarge)?;
                let result = t.plus(shift)?;
                self.require_le("A-FIT P1", &Poly::constant(low), &result)?;
                self.require_le("A-FIT P2", &result, &Poly::constant(high))?;
                Ok(result)
            }
            Wrap::Quotient => {
                let result = t.combine(1, &self.fresh(s)?, -power(width))?;
                self.add_range(low, &result, high)?;
                Ok(result)
            }
        }
    }

    /// Q-IDEAL: where a refutation uses the bits of a value, the value must be in the machine's range, not only an
    /// unbounded integer.
    pub fn machine_value(&mut self, t: &Poly, width: u32, sign: Sign) -> Checked {
        if !self.closed || self.mode != Overflow::Ideal || sign == Sign::Unsigned {
            return Ok(());
        }
        let rule = std::mem::replace(&mut self.rule, "Q-IDEAL");
        self.require_le("P1", &Poly::constant(lo(width, sign)), t)?;
        self.require_le("P2", t, &Poly::constant(hi(width, sign)))?;
        self.rule = rule;
        Ok(())
    }

    /// Q-IDEAL: unbounded numbers that differ must differ as bits, too.
    pub fn different_bits(&mut self, a: &Poly, b: &Poly, width: u32, sign: Sign) -> Checked {
        if !self.closed || self.mode != Overflow::Ideal || sign == Sign::Unsigned {
            return Ok(());
        }
        let rule = std::mem::replace(&mut self.rule, "Q-IDEAL");
        let most = Poly::constant(power(width) - 1);
        self.require_le("P3", &a.sub(b)?, &most)?;
        self.require_le("P4", &b.sub(a)?, &most)?;
        self.rule = rule;
        Ok(())
    }

    /// A value converted to the other sign, by A-FIT.
    pub fn convert(&mut self, s: &mut State, t: &Poly, width: u32, to: Sign) -> Checked<Poly> {
        if to == Sign::Unsigned {
            self.machine_value(t, width, Sign::Signed)?;
        }
        self.fit(s, t, width, to)
    }

    /// The operand read with its own sign, for an instruction that computes modulo a power of two.
    pub fn modular(&mut self, s: &State, operand: &Operand, shape: Shape) -> Checked<Poly> {
        let (value, sign) = self.either(s, operand, shape)?;
        self.machine_value(&value, shape.width, sign)?;
        Ok(value)
    }

    /// `signed(op)`, `unsigned(op)`: the operand read with the given sign.
    pub fn read(&mut self, s: &mut State, operand: &Operand, shape: Shape, asked: Sign) -> Checked<Poly> {
        let asked = shape.sign(asked);
        match self.look(s, operand, shape, asked)? {
            (value, Some(sign)) if sign == asked => Ok(value),
            (value, Some(_)) => self.convert(s, &value, shape.width, asked),
            (value, None) => self.fit(s, &value, shape.width, asked),
        }
    }

    /// `either(op)`: the operand read with its own sign; consumes no wrap.
    pub fn either(&mut self, s: &State, operand: &Operand, shape: Shape) -> Checked<(Poly, Sign)> {
        match self.look(s, operand, shape, shape.sign(Sign::Signed))? {
            (value, Some(sign)) => Ok((value, sign)),
            (_, None) => {
                self.reject("operand", "the address of a global plus an offset must be brought into range first")
            }
        }
    }

    /// The operand's value, read without sign.
    pub fn unsigned(&mut self, s: &mut State, operand: &Operand, shape: Shape) -> Checked<Poly> {
        self.read(s, operand, shape, Sign::Unsigned)
    }

    /// The operand's value, read with sign.
    pub fn signed(&mut self, s: &mut State, operand: &Operand, shape: Shape) -> Checked<Poly> {
        self.read(s, operand, shape, Sign::Signed)
    }

    /// A pointer operand.
    pub fn address(&mut self, s: &mut State, operand: &Operand) -> Checked<Poly> {
        let shape = Shape { width: self.pointer(), pointer: true };
        self.read(s, operand, shape, Sign::Unsigned)
    }

    /// A term congruent to the operand, and the sign in whose range the term lies (`None`: in neither). Constants are
    /// read with the sign `wish`.
    fn look(&self, s: &State, operand: &Operand, shape: Shape, wish: Sign) -> Checked<(Poly, Option<Sign>)> {
        match operand {
            Operand::Int { bits, .. } => Ok((Poly::constant(number(*bits, shape.width, wish)), Some(wish))),
            Operand::Null => Ok((Poly::default(), Some(wish))),
            Operand::Register(name) => match s.bindings.get(name) {
                Some(Binding { sign, value }) => Ok((value.clone(), Some(*sign))),
                None => self.reject("operand", format!("register %{name} is not bound")),
            },
            Operand::Global { name, offset } => {
                take!(self, Some(block) = s.global(name).and_then(|id| s.blocks.get(&id)) =>
                    "operand", "the state has no block for the global @{name}");
                let inside = (*offset == 0).then_some(Sign::Unsigned);
                Ok((block.base.plus(i128::from(*offset))?, inside))
            }
            Operand::Undef | Operand::Poison => self.reject("operand", "undef or poison outside freeze"),
            Operand::Function(name) => {
                take!(self, Some(block) = s.function(name).and_then(|id| s.blocks.get(&id)) =>
                    "operand", "the state has no block for the function @{name} (G-FUNCTION)");
                Ok((block.base.clone(), Some(Sign::Unsigned)))
            }
            Operand::Float | Operand::Zero => self.reject("operand", "a constant that is neither integer nor pointer"),
            Operand::Refused(reason) => self.reject("operand", format!("outside the subset: {reason}")),
        }
    }

    /// An operand must not be undef or poison, even if its value does not matter.
    pub fn defined(&self, operand: &Operand) -> Checked {
        reject_if!(self, matches!(operand, Operand::Undef | Operand::Poison) =>
            "operand", "undef or poison outside freeze");
        match operand {
            Operand::Refused(reason) => self.reject("operand", format!("outside the subset: {reason}")),
            _ => Ok(()),
        }
    }
}
