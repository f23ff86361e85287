//! What one instruction does to a state: one function per rule of `spec/rules`.
//!
//! A rule proves its premises, records its hint and changes the state, or says what stops it:
//! a case analysis that would help, or a fact that cannot be proved.

mod arithmetic;
mod bits;
mod branch;
mod bulk;
mod call;
mod cast;
mod compare;
pub(crate) mod function;
pub(crate) mod heap;
mod memory;
mod pointer;
mod stack;

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::entail::Engine;
use crate::faults::{Fault, Faults};
use crate::index::Table;
use crate::program::{Function, Instruction, Op, Operand, Program, Reg, Type};
use crate::state::{Block, Entry, Linear, State, Value};
use certificates::{BlockId, Detail, EntryId, Hint, Kind, Overflow, Sign, Wrap};
use std::collections::BTreeSet;

/// What every rule needs beside the state.
pub(crate) struct Context<'p> {
    pub program: &'p Program,
    pub overflow: Overflow,
    pub malloc_may_fail: bool,
    pub engine: Engine,
    pub names: Names,
    /// External functions whose contract was used.
    pub contracts: BTreeSet<String>,
    /// Preferred signedness of every register, by function.
    pub signs: std::collections::BTreeMap<String, Table<Reg, Sign>>,
    /// Conditions that tests switch off.
    pub faults: Faults,
}

/// Counters for fresh names.
#[derive(Default)]
pub(crate) struct Names {
    pub vars: u32,
    pub blocks: u32,
    pub entries: u32,
}

/// Why a rule did not go through.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It would, in both cases of this atom.
    Split(Atom),
    /// The state must know the address of this function first (`function::name`).
    Function(String),
    /// A fact could not be proved.
    Unproved(String),
    /// The construct is not supported.
    Unsupported(String),
    /// Numbers or products that the prover does not compute with.
    TooLarge,
    /// The prover contradicts itself.
    Internal(&'static str),
}

impl From<TooLarge> for Stop {
    fn from(TooLarge: TooLarge) -> Stop {
        Stop::TooLarge
    }
}

/// How execution goes on.
#[derive(Debug)]
pub(crate) enum Next {
    /// At the state's new place.
    Continue,
    /// The program ends here, with this hint.
    Exit(Hint),
    /// A call of a defined function is to be made.
    Call { callee: String },
    /// The function returns.
    Return,
}

pub(crate) type Rule<T> = Result<T, Stop>;

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

/// One rule application under construction.
pub(crate) struct Step<'a, 'p> {
    pub cx: &'a mut Context<'p>,
    pub st: &'a mut State,
    wraps: Vec<Wrap>,
}

impl<'a, 'p> Step<'a, 'p> {
    fn new(cx: &'a mut Context<'p>, st: &'a mut State) -> Self {
        Step { cx, st, wraps: Vec::new() }
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        self.cx.program.pointer_bits
    }

    /// The function that the state is in.
    pub(crate) fn function(&self) -> Rule<&'p Function> {
        let program = self.cx.program;
        program.functions.get(&*self.st.function).ok_or(Stop::Internal("a state in a function that is not there"))
    }

    /// A fresh variable.
    pub(crate) fn fresh(&mut self) -> Term {
        Term::var(self.fresh_var())
    }

    pub(crate) fn fresh_var(&mut self) -> Var {
        let v = self.cx.names.vars;
        self.cx.names.vars += 1;
        self.st.mark.fresh.push(v);
        self.st.scope.insert(v);
        v
    }

    /// `fresh ranged x of (w, s)`.
    pub(crate) fn fresh_ranged(&mut self, width: u32, sign: Sign) -> Result<Term, TooLarge> {
        let x = self.fresh();
        self.st.add_le(&Term::constant(lowest(width, sign)), &x)?;
        self.st.add_le(&x, &Term::constant(highest(width, sign)))?;
        Ok(x)
    }

    /// `fresh open x of (w, s)`.
    pub(crate) fn fresh_open(&mut self, width: u32, sign: Sign) -> Result<Term, TooLarge> {
        if self.cx.overflow == Overflow::Ideal && sign == Sign::Signed {
            Ok(self.fresh())
        } else {
            self.fresh_ranged(width, sign)
        }
    }

    /// True if the atom certainly follows.
    pub(crate) fn holds(&mut self, atom: &Atom) -> bool {
        match atom.decide() {
            Some(answer) => answer,
            None => self.cx.engine.entails(&self.st.knowledge, atom),
        }
    }

    /// An obligation: the atom must follow.
    pub(crate) fn prove(&mut self, atom: Atom, what: impl FnOnce() -> String) -> Rule<()> {
        self.oblige(None, atom, what)
    }

    /// An obligation that is taken for granted with this fault.
    pub(crate) fn prove_unless(&mut self, fault: Fault, atom: Atom, what: impl FnOnce() -> String) -> Rule<()> {
        self.oblige(Some(fault), atom, what)
    }

    fn oblige(&mut self, fault: Option<Fault>, atom: Atom, what: impl FnOnce() -> String) -> Rule<()> {
        if self.holds(&atom) || fault.is_some_and(|f| self.cx.faults.on(f)) {
            self.st.mark.obligations.push((self.st.knowledge.len(), atom));
            Ok(())
        } else {
            Err(Stop::Unproved(what()))
        }
    }

    pub(crate) fn prove_le(&mut self, a: &Term, b: &Term, what: impl FnOnce() -> String) -> Rule<()> {
        self.prove(Atom::le(a, b)?, what)
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

    fn fit_by(&mut self, t: &Term, k: i128, width: u32, sign: Sign) -> Rule<Term> {
        let offset = k.checked_mul(1i128 << width).and_then(i128::checked_neg).ok_or(TooLarge)?;
        let r = t.plus(offset)?;
        let what = || "the range of a converted value".to_string();
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

    /// Reads an integer or pointer operand with the given signedness (spec/rules/README.md).
    pub(crate) fn read(&mut self, op: &Operand, width: u32, sign: Sign) -> Rule<Term> {
        let sign = if width == 1 { Sign::Unsigned } else { sign };
        match op {
            Operand::Register(r) => {
                let value = self.bound(*r)?;
                if value.sign == sign || self.cx.faults.on(Fault::Signs) {
                    Ok(value.term)
                } else {
                    self.fit(&value.term, width, sign)
                }
            }
            Operand::Int { bits, .. } => Ok(Term::constant(constant(*bits, width, sign))),
            Operand::Null => Ok(Term::zero()),
            Operand::Global { name, offset } => {
                let kind = Kind::Global(name.clone());
                let Some(base) = self.st.base_of_kind(&kind).cloned() else {
                    return Err(Stop::Unsupported(format!("the address of global '{name}' here")));
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

    /// Reads an operand in whichever signedness it has.
    pub(crate) fn either(&mut self, op: &Operand, width: u32) -> Rule<Term> {
        match op {
            Operand::Register(r) => Ok(self.bound(*r)?.term),
            Operand::Global { offset: 0, .. } => self.read(op, width, Sign::Unsigned),
            Operand::Global { .. } => {
                Err(Stop::Unsupported("the address of a global plus an offset as a number of either sign".into()))
            }
            _ => self.read(op, width, Sign::Signed),
        }
    }

    fn bound(&self, register: Reg) -> Rule<Value> {
        self.st
            .bindings
            .get(&register)
            .cloned()
            .ok_or_else(|| Stop::Unsupported("a value the prover does not follow (floating point or aggregate)".into()))
    }

    /// Preferred signedness of the result of the current instruction.
    pub(crate) fn preferred(&self, register: Option<Reg>) -> Sign {
        register.map_or(Sign::Signed, |r| self.cx.signs[&*self.st.function][r])
    }

    pub(crate) fn bind(&mut self, register: Option<Reg>, sign: Sign, term: Term) {
        if let Some(r) = register {
            self.st.bindings.insert(r, Value { sign, term });
        }
    }

    /// The hint with the wraps consumed so far.
    pub(crate) fn hint(&mut self, sign: Sign, detail: Detail) -> Hint {
        Hint { sign, wraps: std::mem::take(&mut self.wraps), phis: Vec::new(), detail }
    }

    /// Ends the rule: records the step and moves on to the next instruction.
    pub(crate) fn done(&mut self, sign: Sign, detail: Detail) -> Rule<Next> {
        let hint = self.hint(sign, detail);
        self.st.record(Linear::Exec(hint));
        self.st.place.index += 1;
        self.st.progress = true;
        Ok(Next::Continue)
    }

    /// A term with the names of C variables, as far as the state gives them.
    pub(crate) fn show(&self, t: &Term) -> String {
        let names = self.function().map(|f| self.st.names(f)).unwrap_or_default();
        t.show(&|v| names.get(&v).cloned().unwrap_or_else(|| format!("v{v}")))
    }

    /// Ends a rule without a result.
    pub(crate) fn result_none(&mut self, detail: Detail) -> Rule<Next> {
        self.done(Sign::Unsigned, detail)
    }

    pub(crate) fn new_block(&mut self, block: Block) -> BlockId {
        let id = self.cx.names.blocks;
        self.cx.names.blocks += 1;
        self.st.mark.blocks.push(id);
        self.st.blocks.insert(id, block);
        id
    }

    pub(crate) fn new_entry(&mut self, entry: Entry) -> EntryId {
        let id = self.cx.names.entries;
        self.cx.names.entries += 1;
        self.st.mark.entries.push(id);
        self.st.entries.insert(id, entry);
        id
    }

    /// Binds the result and ends the rule.
    pub(crate) fn result(&mut self, i: &Instruction, sign: Sign, term: Term, detail: Detail) -> Rule<Next> {
        self.bind(i.result, sign, term);
        self.done(sign, detail)
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

/// Executes the instruction at the state's place. On `Err` the state is as it was before.
pub(crate) fn execute(cx: &mut Context<'_>, st: &mut State) -> Rule<Next> {
    let program = cx.program;
    let instruction = program
        .functions
        .get(&*st.function)
        .and_then(|f| f.blocks.get(st.place.block))
        .and_then(|b| b.instructions.get(st.place.index))
        .ok_or(Stop::Internal("a state at no instruction of the program"))?;
    let start = st.checkpoint();
    st.mark.start = st.knowledge.len();
    let outcome = dispatch(&mut Step::new(cx, st), instruction);
    if outcome.is_err() {
        st.rollback(start);
    }
    outcome
}

fn dispatch(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    match &i.op {
        Op::Binary { op, width, flags, left, right } => arithmetic::binary(s, i, *op, *width, *flags, left, right),
        Op::Compare { predicate, ty, left, right } => compare::icmp(s, i, *predicate, *ty, left, right),
        Op::Select { ty, condition, yes, no } => compare::select(s, i, *ty, condition, yes, no),
        Op::Freeze { ty, value } => compare::freeze(s, i, *ty, value),
        Op::Cast { op, from, to, value } => cast::cast(s, i, *op, *from, *to, value),
        Op::FloatResult => s.done(Sign::Unsigned, Detail::None),
        Op::FloatToInt { width } => cast::from_float(s, i, *width),
        Op::GetElementPtr { base, constant, indices } => pointer::gep(s, i, base, *constant, indices),
        Op::Alloca { element_size, align, count, count_width, is_static } => {
            stack::alloca(s, i, *element_size, *align, count, *count_width, *is_static)
        }
        Op::Load { ty, pointer, align, volatile } => memory::load(s, i, *ty, pointer, *align, *volatile),
        Op::Store { ty, value, pointer, align, volatile } => memory::store(s, *ty, value, pointer, *align, *volatile),
        Op::Branch { target } => branch::br(s, *target),
        Op::CondBranch { condition, yes, no } => branch::cond(s, condition, *yes, *no),
        Op::Switch { width, value, cases, default } => branch::switch(s, *width, value, cases, *default),
        Op::Return { value, .. } => {
            if let Some(operand @ (Operand::Function(_) | Operand::Undef)) = value {
                s.unsigned(operand, s.pointer_bits())?;
            }
            Ok(Next::Return)
        }
        Op::Unreachable => Err(Stop::Unproved("that this unreachable point is never reached".into())),
        Op::Call { callee, result, arguments } => call::call(s, i, callee, *result, arguments),
        Op::IndirectCall { callee, extensions, result, arguments } => {
            function::call(s, callee, extensions, *result, arguments)
        }
        Op::Unsupported(what) => Err(Stop::Unsupported(what.clone())),
    }
}

/// An argument of a call as the callee likes to have it, with the conversions its reading took. `None`: a
/// register that would need a fact to be added; it is then handed over as it is.
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
    let mut scratch = st.clone();
    let facts = scratch.knowledge.len();
    let mut step = Step::new(cx, &mut scratch);
    let term = step.read(op, width, sign)?;
    let wraps = std::mem::take(&mut step.wraps);
    if scratch.knowledge.len() == facts {
        return Ok((Value { sign, term }, wraps));
    }
    match op {
        Operand::Register(r) => match st.bindings.get(r) {
            Some(value) => Ok((value.clone(), Vec::new())),
            None => Err(Stop::Unsupported("a value the prover does not follow".into())),
        },
        _ => Err(Stop::Unsupported("the address of an argument that may wrap".into())),
    }
}
