//! What one instruction does to a state: one function per rule of `spec/rules`.
//!
//! A rule proves its premises, records its hint and changes the state, or says what stops it:
//! a case analysis that would help, or a fact that cannot be proved.

mod alignment;
pub(crate) mod arguments;
mod arithmetic;
mod bits;
mod branch;
mod bulk;
pub(crate) mod bytes;
mod call;
mod cast;
pub(crate) mod cell;
mod choices;
mod compare;
pub(crate) mod elements;
mod elsewhere;
pub(crate) mod function;
mod goal;
pub(crate) mod heap;
mod intrinsics;
mod library;
pub(crate) mod lines;
pub(crate) mod list;
mod memory;
mod objects;
mod operands;
pub(crate) mod owned;
mod places;
mod pointer;
mod print;
mod read_line;
mod results;
mod satisfying;
mod sorting;
mod stack;
mod stored;
mod streams;
mod tokens;
pub(crate) mod tree;
mod types;
pub(crate) mod uniform;
pub(crate) mod variadic;

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::contract::Meaning;
use crate::entail::{Engine, absurd};
use crate::faults::{Fault, Faults};
use crate::index::Table;
use crate::program::influence::Influence;
use crate::program::owned::OwnedSeen;
use crate::program::{BinaryOp, CastOp, Function, Instruction, Op, Operand, Program, Reg, library as external};
use crate::progress::Tally;
use crate::state::{Block, Entry, Linear, Path, Sorts, State, Uniform, Value};
use certificates::{BlockId, Detail, EntryId, Hint, Kind, Overflow, Sign, Wrap};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

pub(crate) use goal::{
    Allocated, Argument, Callee, Construct, Goal, GoalKind, Known, NoEnd, Pointee, Premise, Promise, Release,
    StringEnd, Structure,
};
pub(crate) use operands::{argument, argument_as, constant, highest, lowest, width_of};
pub(crate) use sorting::Compared;

/// What every rule needs beside the state.
pub(crate) struct Context<'p> {
    pub program: &'p Program,
    pub overflow: Overflow,
    pub malloc_may_fail: bool,
    pub engine: Engine,
    /// The next fresh name of each sort.
    pub names: Sorts<u32>,
    /// Preferred signedness of every register, by function.
    pub signs: BTreeMap<String, Table<Reg, Sign>>,
    /// Registers whose values have influence on anything that must be proved, and those whose exact values have.
    pub influence: Influence,
    pub exact: Influence,
    /// Whether the attempt makes a case analysis over the position of a store relative to pointers in a caller's
    /// memory.
    pub distinguishing: bool,
    /// Whether it makes one over which pointer of an array is read or written.
    pub indexing: bool,
    /// Whether it makes one over the quotient where that can only be 0 or 1.
    pub quotients: bool,
    /// Whether the program is executed: what is computed from numbers is a number, where the rules leave a choice.
    pub executing: bool,
    /// Whether values that change are related by threes where states are merged.
    pub relating: bool,
    /// What the claim's contract says of functions elsewhere: the alternatives of each.
    pub elsewhere: Rc<BTreeMap<String, Vec<Meaning>>>,
    /// Numbers that a function has compared with, by function, where these are values of registers: limits in variables.
    pub limits: BTreeMap<String, BTreeSet<i128>>,
    /// What cells own, as far as the attempts have met it.
    pub owned: OwnedSeen,
    /// The fault that a test switches on, if any.
    pub faults: Faults,
    /// The work of the exploration so far.
    pub tally: Tally,
}

/// Why a rule did not go through.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It would, in both cases of this atom.
    Split(Atom),
    /// It would be exact if operands that equal numbers were these numbers.
    Numbers,
    /// The state must know the address of this function first (`function::name`).
    Function(String),
    /// The state must have a name for these bytes first (G-READ).
    Read {
        block: BlockId,
        offset: Term,
        /// In bytes.
        width: u32,
        sign: Sign,
    },
    /// The state must have a name for this argument of `main` first (G-ARGUMENT).
    Argument(Term),
    /// These bytes must get names first, as pieces of one value.
    Bytes(bytes::Pieces),
    /// The value of this element of an array must get a name first.
    Element(uniform::Element),
    /// There must be this fact first, about elements each of which is known alone.
    Known(Box<Uniform>),
    /// A fact about all elements of an array must say less first.
    Loose(uniform::Loose),
    /// A fact could not be proved.
    Unproved(Box<Goal>),
    /// A fact could not be proved because no block is known at this pointer.
    Pointer(Term, Box<Goal>),
    /// The construct is not supported.
    Unsupported(Construct),
    /// A number or product that the prover does not compute with.
    TooLarge,
    /// The prover contradicts itself.
    Internal(&'static str),
}

impl From<TooLarge> for Stop {
    fn from(TooLarge: TooLarge) -> Stop {
        Stop::TooLarge
    }
}

/// How execution continues.
#[derive(Debug)]
pub(crate) enum Next {
    /// At the state's new place.
    Continue,
    /// At the state's new place, in both cases of this atom.
    Cases(Atom),
    /// The program ends here, with this hint.
    Exit(Hint),
    /// A call of a defined function is to be made.
    Call { callee: String },
    /// A function that sorts or searches calls another one, or returns.
    Compare(Box<Compared>),
    /// The function returns.
    Return,
}

pub(crate) type Rule<T> = Result<T, Stop>;

/// One rule application under construction.
pub(crate) struct Step<'a, 'p> {
    pub cx: &'a mut Context<'p>,
    pub st: &'a mut Path,
    /// The rule's name in `spec/rules`.
    pub(crate) rule: &'static str,
    wraps: Vec<Wrap>,
}

/// Does the atom follow from the state's knowledge?
pub(crate) fn holds(cx: &mut Context<'_>, st: &State, atom: &Atom) -> bool {
    atom.decide().unwrap_or_else(|| cx.engine.entails(&st.knowledge, atom))
}

impl<'a, 'p> Step<'a, 'p> {
    pub(crate) fn new(cx: &'a mut Context<'p>, st: &'a mut Path) -> Self {
        Step { cx, st, rule: "", wraps: Vec::new() }
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
        self.st.introduced().vars.push(v);
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
        holds(self.cx, self.st, atom)
    }

    /// True if the atom follows without asking the solver.
    pub(crate) fn is_apparent(&mut self, atom: &Atom) -> bool {
        atom.decide().unwrap_or_else(|| self.cx.engine.is_apparent(&self.st.knowledge, atom))
    }

    /// What this rule could not prove, as a goal.
    pub(crate) fn goal(&self, kind: GoalKind) -> Goal {
        Goal { rule: self.rule, ..kind.into() }
    }

    /// Fails because of a missing fact that is not an atom.
    pub(crate) fn missing<T>(&self, kind: GoalKind) -> Rule<T> {
        Err(Stop::Unproved(Box::new(self.goal(kind))))
    }

    /// An obligation: proves the atom, or fails with this goal.
    pub(crate) fn prove(&mut self, atom: Atom, what: impl FnOnce() -> GoalKind) -> Rule<()> {
        self.oblige(None, atom, |_| what())
    }

    /// An obligation that is not checked under this fault.
    pub(crate) fn prove_unless(&mut self, fault: Fault, atom: Atom, what: impl FnOnce() -> GoalKind) -> Rule<()> {
        self.oblige(Some(fault), atom, |_| what())
    }

    /// An obligation with a fault, whose words name terms of the state.
    pub(crate) fn prove_shown(&mut self, fault: Fault, atom: Atom, what: impl FnOnce(&Self) -> GoalKind) -> Rule<()> {
        self.oblige(Some(fault), atom, what)
    }

    fn oblige(&mut self, fault: Option<Fault>, atom: Atom, what: impl FnOnce(&Self) -> GoalKind) -> Rule<()> {
        if self.holds(&atom) || fault.is_some_and(|f| self.cx.faults.on(f)) {
            self.st.oblige(atom);
            Ok(())
        } else {
            Err(Stop::Unproved(Box::new(Goal { condition: vec![atom], ..self.goal(what(self)) })))
        }
    }

    /// Which of two atoms holds, one of which must: it is proved. If neither follows, asks for a case analysis by the
    /// first.
    pub(crate) fn decide(&mut self, first: Atom, second: Result<Atom, TooLarge>, what: Premise) -> Rule<bool> {
        if self.holds(&first) {
            self.prove(first, || GoalKind::Premise(what))?;
            return Ok(true);
        }
        let second = second?;
        if !self.holds(&second) {
            return Err(Stop::Split(first));
        }
        self.prove(second, || GoalKind::Premise(what))?;
        Ok(false)
    }

    pub(crate) fn prove_le(&mut self, a: &Term, b: &Term, what: impl FnOnce() -> GoalKind) -> Rule<()> {
        self.prove(Atom::le(a, b)?, what)
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
        names.show(t)
    }

    /// Ends a rule without a result.
    pub(crate) fn result_none(&mut self, detail: Detail) -> Rule<Next> {
        self.done(Sign::Unsigned, detail)
    }

    pub(crate) fn new_block(&mut self, block: Block) -> BlockId {
        let id = self.cx.names.blocks;
        self.cx.names.blocks += 1;
        self.st.introduced().blocks.push(id);
        self.st.blocks.insert(id, block);
        id
    }

    /// Whether this is the block of errno, which every function of the library may change.
    fn is_errno(&self, block: BlockId) -> bool {
        let block = self.st.blocks.get(&block);
        block.is_some_and(|block| matches!(&block.kind, Kind::Global(name) if name == external::ERRNO))
    }

    /// A name for something that is known of contents of memory.
    fn new_content(&mut self) -> EntryId {
        let id = self.cx.names.entries;
        self.cx.names.entries += 1;
        self.st.introduced().entries.push(id);
        id
    }

    /// Adds a new entry, except for the block of errno.
    pub(crate) fn new_entry(&mut self, entry: Entry) {
        if !self.is_errno(entry.block) {
            let id = self.new_content();
            self.st.entries.insert(id, entry);
        }
    }

    /// Adds a new uniform fact, except for the block of errno.
    pub(crate) fn new_uniform(&mut self, uniform: Uniform) {
        if !self.is_errno(uniform.block) {
            let id = self.new_content();
            self.st.uniforms.insert(id, uniform);
        }
    }

    /// Binds the result and ends the rule.
    pub(crate) fn result(&mut self, i: &Instruction, sign: Sign, term: Term, detail: Detail) -> Rule<Next> {
        self.bind(i.result, sign, term);
        self.done(sign, detail)
    }
}

/// Executes the instruction at the state's place. On `Err` the state is as it was before.
pub(crate) fn execute(cx: &mut Context<'_>, st: &mut Path) -> Rule<Next> {
    let program = cx.program;
    let instruction = program
        .functions
        .get(&*st.function)
        .and_then(|f| f.blocks.get(st.place.block))
        .and_then(|b| b.instructions.get(st.place.index))
        .ok_or(Stop::Internal("a state at no instruction of the program"))?;
    let start = st.checkpoint();
    st.begin_step();
    let mut outcome = dispatch(&mut Step::new(cx, st), instruction);
    if let Err(stop) = &mut outcome {
        if let Stop::Unproved(goal) | Stop::Pointer(_, goal) = stop {
            goal.facts = st.facts_of_step().to_vec();
        }
        st.rollback(start);
    }
    outcome
}

/// The rule of an instruction. The callee of a call sets the rule by itself.
fn rule_of(op: &Op) -> &'static str {
    match op {
        Op::Binary { op, .. } => match op {
            BinaryOp::Add => "A-ADD",
            BinaryOp::Sub => "A-SUB",
            BinaryOp::Mul => "A-MUL",
            BinaryOp::UDiv => "A-UDIV",
            BinaryOp::URem => "A-UREM",
            BinaryOp::SDiv => "A-SDIV",
            BinaryOp::SRem => "A-SREM",
            BinaryOp::Shl => "A-SHL",
            BinaryOp::LShr => "A-LSHR",
            BinaryOp::AShr => "A-ASHR",
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => "A-BITS",
        },
        Op::Compare { .. } => "B-ICMP",
        Op::Select { .. } => "B-SELECT",
        Op::Freeze { .. } => "B-FREEZE",
        Op::GetElementPtr { .. } => "P-GEP",
        Op::Alloca { .. } => "M-ALLOCA",
        Op::Load { .. } => "M-LOAD",
        Op::Store { .. } => "M-STORE",
        Op::Branch { .. } => "J-BR",
        Op::CondBranch { .. } => "J-CONDBR",
        Op::Switch { .. } => "J-SWITCH",
        Op::Return { .. } => "J-RET",
        Op::Unreachable => "J-UNREACHABLE",
        Op::Call { .. } | Op::IndirectCall { .. } => "X-CALL",
        Op::WithOverflow(_) => "X-OVERFLOW",
        Op::Cast { op, .. } => match op {
            CastOp::Trunc => "T-TRUNC",
            CastOp::ZExt => "T-ZEXT",
            CastOp::SExt => "T-SEXT",
            CastOp::PtrToInt => "T-PTRTOINT",
            CastOp::IntToPtr => "T-INTTOPTR",
            CastOp::Bitcast => "T-BITCAST",
        },
        Op::FloatResult | Op::FloatToInt { .. } => "T-FLOAT",
        Op::Unsupported(_) => "",
    }
}

fn dispatch(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    s.rule = rule_of(&i.op);
    match &i.op {
        Op::Binary { op, width, flags, left, right } => {
            arithmetic::binary(s, &arithmetic::Binary { i, op: *op, w: *width, flags: *flags, left, right })
        }
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
        Op::Load { ty, pointer, align, volatile, range } => {
            memory::load(s, i, &memory::Load { ty: *ty, pointer, align: *align, volatile: *volatile, range: *range })
        }
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
        Op::Unreachable => {
            Err(Stop::Unproved(Box::new(Goal { condition: vec![absurd()], ..s.goal(GoalKind::Unreachable) })))
        }
        Op::Call { callee, result, arguments } => call::call(s, i, callee, *result, arguments),
        Op::IndirectCall { callee, extensions, result, arguments } => {
            function::call(s, i, callee, extensions, *result, arguments)
        }
        Op::WithOverflow(operation) => intrinsics::with_overflow(s, operation),
        Op::Unsupported(what) => Err(Stop::Unsupported(what.clone().into())),
    }
}
