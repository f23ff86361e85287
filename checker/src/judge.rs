//! What every rule needs: obligations with their witnesses, facts, fresh variables, operands, and
//! A-FIT (`spec/rules/README.md`).

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Overflow, Sign, Witness, Wrap};

use crate::entail::{How, Knowledge, Outcome};
use crate::reader::{Module, Operand, Type};
use crate::state::{Binding, State};
use crate::term::{Atom, Poly, TooLarge};
use crate::verdict::{Rejection, Stop, Tally};

/// Monomials handled for one certificate, at most; beyond, the answer is UNDECIDED.
pub const MAX_WORK: u64 = 2_000_000_000;

/// An integer or pointer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// In bits, 1 to 64.
    pub width: u32,
    pub pointer: bool,
}

impl Shape {
    /// The sign of a binding of this type: as asked, but pointers and `i1` are always unsigned.
    pub fn sign(self, asked: Sign) -> Sign {
        if self.pointer || self.width == 1 { Sign::Unsigned } else { asked }
    }
}

/// Smallest value of a width.
pub fn lo(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => 0,
        Sign::Signed => -(power(width) / 2),
    }
}

/// Largest value of a width.
pub fn hi(width: u32, sign: Sign) -> i128 {
    match sign {
        Sign::Unsigned => power(width) - 1,
        Sign::Signed => power(width) / 2 - 1,
    }
}

/// 2^exponent, for exponents up to 64.
pub fn power(exponent: u32) -> i128 {
    1i128 << exponent.min(64)
}

impl From<TooLarge> for Stop {
    fn from(_: TooLarge) -> Stop {
        Stop::undecided("Terms", "a term or the knowledge leaves the limits (128 bits, size)")
    }
}

/// Rejects the step for a premise if the condition holds.
macro_rules! reject_if {
    ($j:expr, $condition:expr => $premise:expr, $($message:tt)+) => {
        if $condition {
            return $j.reject($premise, format!($($message)+));
        }
    };
}

/// The value, or the step is rejected for a premise.
macro_rules! some {
    ($j:expr, $option:expr => $premise:expr, $($message:tt)+) => {
        match $option {
            Some(value) => value,
            None => return $j.reject($premise, format!($($message)+)),
        }
    };
}

/// Decides obligations and counts them.
pub struct Judge<'m> {
    pub module: &'m Module,
    pub mode: Overflow,
    pub malloc_may_fail: bool,
    pub knowledge: Knowledge,
    pub tally: BTreeMap<&'static str, Tally>,
    /// External functions whose contract was used.
    pub contracts: BTreeSet<String>,
    work: u64,
    /// The rule that is applied.
    rule: &'static str,
    witnesses: &'m [Witness],
    used_witnesses: usize,
    wraps: &'m [Wrap],
    used_wraps: usize,
}

impl<'m> Judge<'m> {
    pub fn new(module: &'m Module, mode: Overflow, malloc_may_fail: bool) -> Judge<'m> {
        Judge {
            module,
            mode,
            malloc_may_fail,
            knowledge: Knowledge::default(),
            tally: BTreeMap::new(),
            contracts: BTreeSet::new(),
            work: 0,
            rule: "",
            witnesses: &[],
            used_witnesses: 0,
            wraps: &[],
            used_wraps: 0,
        }
    }

    /// Starts a step.
    pub fn begin(&mut self, wraps: &'m [Wrap], witnesses: &'m [Witness]) {
        (self.wraps, self.witnesses) = (wraps, witnesses);
        (self.used_wraps, self.used_witnesses) = (0, 0);
    }

    /// Names the rule that raises what follows.
    pub fn rule(&mut self, rule: &'static str) {
        self.rule = rule;
    }

    /// Ends a step: all wraps are consumed (H-WRAPS), and there was one witness per obligation.
    pub fn end(&mut self) -> Result<(), Stop> {
        if self.used_wraps != self.wraps.len() {
            let (given, used) = (self.wraps.len(), self.used_wraps);
            return Err(Stop::invalid(
                "H-WRAPS",
                "all consumed",
                format!("{given} wraps are given, {used} are needed"),
            ));
        }
        if !self.witnesses.is_empty() && self.used_witnesses != self.witnesses.len() {
            let (given, used) = (self.witnesses.len(), self.used_witnesses);
            let message = format!("{given} witnesses are given for {used} obligations");
            return Err(Stop::invalid(self.rule, "witnesses", message));
        }
        Ok(())
    }

    pub fn reject<T>(&self, premise: &str, message: impl Into<String>) -> Result<T, Stop> {
        Err(Stop::invalid(self.rule, premise, message))
    }

    /// Counts effort against the limit.
    pub fn charge(&mut self, size: usize) -> Result<(), Stop> {
        self.work = self.work.saturating_add(size as u64 + 1);
        if self.work > MAX_WORK {
            return Err(Stop::undecided(self.rule, "the certificate needs more work than the limit allows"));
        }
        Ok(())
    }

    /// Pointer width in bits.
    pub fn pointer(&self) -> u32 {
        self.module.layout.pointer_bits
    }

    /// The largest address: one past the end of any block is at most this.
    pub fn top(&self) -> i128 {
        hi(self.pointer(), Sign::Unsigned)
    }

    /// The largest size of a block.
    pub fn max_size(&self) -> i128 {
        hi(self.pointer(), Sign::Signed)
    }

    /// The shape of an integer or pointer type; `None` for floating point and void.
    pub fn shape(&self, ty: &Type) -> Result<Option<Shape>, Stop> {
        match ty {
            Type::Int(width @ 1..=64) => Ok(Some(Shape { width: *width, pointer: false })),
            Type::Pointer => Ok(Some(Shape { width: self.pointer(), pointer: true })),
            Type::Float(_) | Type::Void => Ok(None),
            Type::Refused(reason) => self.reject("type", format!("type is outside the subset: {reason}")),
            _ => self.reject("type", "the type is neither an integer of at most 64 bits nor a pointer"),
        }
    }

    // Obligations.

    fn next_witness(&mut self) -> &'m Witness {
        let witness = self.witnesses.get(self.used_witnesses);
        self.used_witnesses += 1;
        witness.unwrap_or(&Witness::Solver)
    }

    fn count(&mut self, how: How) {
        self.tally.entry(self.rule).or_default()[how as usize] += 1;
    }

    /// **P** the atom follows from the knowledge.
    pub fn require(&mut self, premise: &str, atom: Atom) -> Result<(), Stop> {
        let witness = self.next_witness();
        self.require_with(premise, &atom, witness)
    }

    fn require_with(&mut self, premise: &str, atom: &Atom, witness: &Witness) -> Result<(), Stop> {
        self.charge(atom.poly.size())?;
        let mut rejection = Rejection::new(self.rule, premise, "");
        rejection.obligation = Some(atom.to_string());
        match self.knowledge.decide(atom, witness) {
            Outcome::Holds(how) => {
                self.count(how);
                Ok(())
            }
            Outcome::Fails(model) => {
                rejection.message = "the obligation does not follow from the knowledge".into();
                rejection.model = Some(model);
                Err(Stop::Invalid(Box::new(rejection)))
            }
            Outcome::WrongWitness => {
                rejection.message = "the witness does not prove the obligation".into();
                Err(Stop::Invalid(Box::new(rejection)))
            }
            Outcome::Unknown(reason) => {
                rejection.message = reason;
                Err(Stop::Undecided(Box::new(rejection)))
            }
        }
    }

    /// **P** one of two atoms follows; there is one witness, for the first that it fits.
    pub fn require_either(&mut self, premise: &str, first: Atom, second: Atom) -> Result<(), Stop> {
        let witness = self.next_witness();
        match self.require_with(premise, &first, witness) {
            Ok(()) => Ok(()),
            Err(reason) => match self.require_with(premise, &second, witness) {
                // The first may hold where the solver gave up.
                Err(Stop::Invalid(_)) if matches!(reason, Stop::Undecided(_)) => Err(reason),
                other => other,
            },
        }
    }

    pub fn require_le(&mut self, premise: &str, left: &Poly, right: &Poly) -> Result<(), Stop> {
        self.require(premise, Atom::le(left, right)?)
    }

    pub fn require_eq(&mut self, premise: &str, left: &Poly, right: &Poly) -> Result<(), Stop> {
        self.require(premise, Atom::eq(left, right)?)
    }

    pub fn require_ne(&mut self, premise: &str, left: &Poly, right: &Poly) -> Result<(), Stop> {
        self.require(premise, Atom::ne(left, right)?)
    }

    // Facts.

    pub fn add(&mut self, atom: Atom) -> Result<(), Stop> {
        self.charge(atom.poly.size())?;
        Ok(self.knowledge.add(atom)?)
    }

    pub fn add_le(&mut self, left: &Poly, right: &Poly) -> Result<(), Stop> {
        self.add(Atom::le(left, right)?)
    }

    pub fn add_eq(&mut self, left: &Poly, right: &Poly) -> Result<(), Stop> {
        self.add(Atom::eq(left, right)?)
    }

    /// `low <= term <= high`, as two facts in this order.
    pub fn add_range(&mut self, low: i128, term: &Poly, high: i128) -> Result<(), Stop> {
        self.add_le(&Poly::constant(low), term)?;
        self.add_le(term, &Poly::constant(high))
    }

    pub fn fresh(&mut self, s: &mut State) -> Result<Poly, Stop> {
        let variable = Poly::var(s.variables);
        s.variables = s.variables.checked_add(1).ok_or(TooLarge)?;
        Ok(variable)
    }

    /// `fresh ranged x of (w, s)`
    pub fn fresh_ranged(&mut self, s: &mut State, width: u32, sign: Sign) -> Result<Poly, Stop> {
        let x = self.fresh(s)?;
        self.add_range(lo(width, sign), &x, hi(width, sign))?;
        Ok(x)
    }

    /// `fresh open x of (w, s)`
    pub fn fresh_open(&mut self, s: &mut State, width: u32, sign: Sign) -> Result<Poly, Stop> {
        match (self.mode, sign) {
            (Overflow::Ideal, Sign::Signed) => self.fresh(s),
            _ => self.fresh_ranged(s, width, sign),
        }
    }

    // Operands.

    /// A-FIT: the integer congruent to t modulo 2^width that lies in the range of (width, sign).
    pub fn fit(&mut self, s: &mut State, t: &Poly, width: u32, sign: Sign) -> Result<Poly, Stop> {
        let Some(wrap) = self.wraps.get(self.used_wraps) else {
            return self.reject("A-FIT", "a value is converted or wraps, but no wrap is given (H-WRAPS)");
        };
        self.used_wraps += 1;
        match wrap {
            Wrap::By(k) => {
                let shift = k.0.checked_mul(power(width)).and_then(i128::checked_neg).ok_or(TooLarge)?;
                let result = t.plus(shift)?;
                self.require_le("A-FIT P1", &Poly::constant(lo(width, sign)), &result)?;
                self.require_le("A-FIT P2", &result, &Poly::constant(hi(width, sign)))?;
                Ok(result)
            }
            Wrap::Quotient => {
                let q = self.fresh(s)?;
                let result = t.combine(1, &q, -power(width))?;
                self.add_range(lo(width, sign), &result, hi(width, sign))?;
                Ok(result)
            }
        }
    }

    /// `signed(op)`, `unsigned(op)`: the operand read with the sign that is asked for.
    pub fn read(&mut self, s: &mut State, operand: &Operand, shape: Shape, asked: Sign) -> Result<Poly, Stop> {
        let asked = shape.sign(asked);
        match self.look(s, operand, shape, asked)? {
            (value, Some(sign)) if sign == asked => Ok(value),
            (value, _) => self.fit(s, &value, shape.width, asked),
        }
    }

    /// `either(op)`: the operand read with its own sign; consumes no wrap.
    pub fn either(&mut self, s: &State, operand: &Operand, shape: Shape) -> Result<(Poly, Sign), Stop> {
        match self.look(s, operand, shape, shape.sign(Sign::Signed))? {
            (value, Some(sign)) => Ok((value, sign)),
            (_, None) => {
                self.reject("operand", "the address of a global plus an offset must be brought into range first")
            }
        }
    }

    pub fn unsigned(&mut self, s: &mut State, operand: &Operand, shape: Shape) -> Result<Poly, Stop> {
        self.read(s, operand, shape, Sign::Unsigned)
    }

    pub fn signed(&mut self, s: &mut State, operand: &Operand, shape: Shape) -> Result<Poly, Stop> {
        self.read(s, operand, shape, Sign::Signed)
    }

    /// A pointer operand.
    pub fn address(&mut self, s: &mut State, operand: &Operand) -> Result<Poly, Stop> {
        let shape = Shape { width: self.pointer(), pointer: true };
        self.read(s, operand, shape, Sign::Unsigned)
    }

    /// A term congruent to the operand, with the sign in whose range it is (`None`: in neither).
    /// Constants are read with `wish`.
    fn look(&self, s: &State, operand: &Operand, shape: Shape, wish: Sign) -> Result<(Poly, Option<Sign>), Stop> {
        match operand {
            Operand::Int { bits, .. } => {
                let bits = i128::from(*bits);
                let negative = wish == Sign::Signed && bits > hi(shape.width, Sign::Signed);
                let value = if negative { bits - power(shape.width) } else { bits };
                Ok((Poly::constant(value), Some(wish)))
            }
            Operand::Null => Ok((Poly::default(), Some(wish))),
            Operand::Register(name) => match s.bindings.get(name) {
                Some(Binding { sign, value }) => Ok((value.clone(), Some(*sign))),
                None => self.reject("operand", format!("register %{name} is not bound")),
            },
            Operand::Global { name, offset } => {
                let Some(block) = s.global(name).and_then(|id| s.blocks.get(&id)) else {
                    return self.reject("operand", format!("the state has no block for the global @{name}"));
                };
                let inside = (*offset == 0).then_some(Sign::Unsigned);
                Ok((block.base.plus(i128::from(*offset))?, inside))
            }
            Operand::Undef | Operand::Poison => self.reject("operand", "undef or poison outside freeze"),
            Operand::Function(name) => {
                self.reject("operand", format!("the address of function @{name} is not supported"))
            }
            Operand::Float | Operand::Zero => self.reject("operand", "a constant that is neither integer nor pointer"),
            Operand::Refused(reason) => self.reject("operand", format!("outside the subset: {reason}")),
        }
    }

    /// An operand whose value does not matter still must not be undef or poison.
    pub fn defined(&self, operand: &Operand) -> Result<(), Stop> {
        match operand {
            Operand::Undef | Operand::Poison => self.reject("operand", "undef or poison outside freeze"),
            Operand::Refused(reason) => self.reject("operand", format!("outside the subset: {reason}")),
            _ => Ok(()),
        }
    }
}
