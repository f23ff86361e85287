//! Where a pointer comes from, for messages: what C calls it, and the call that returned it.

use super::expression::Expressions;
use crate::index::Idx as _;
use crate::program::{Function, Instruction, Location, Op, Operand, Reg, Type};
use std::collections::BTreeSet;

/// Registers that are followed from a pointer back to the call that returned it, at most.
const MOST: usize = 64;

/// The pointer through which an instruction accesses memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// What C calls it.
    pub(crate) name: String,
    /// The call that returned it, if one did.
    pub(crate) from: Option<Source>,
}

/// A call that returns a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// The function, or what C calls the pointer to it.
    pub(crate) callee: String,
    /// Whether it is called through a pointer.
    pub(crate) indirect: bool,
    pub(crate) location: Option<Location>,
    /// Whether the pointer comes from there on every path.
    pub(crate) always: bool,
}

impl Origin {
    /// The pointer that a load or store uses, or the only one that a call gets.
    pub(crate) fn of(function: &Function, op: &Op) -> Option<Origin> {
        function.line?;
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let defining = |register: Reg| instructions().find(|i| i.result == Some(register));
        let mut base = match op {
            Op::Load { pointer, .. } | Op::Store { pointer, .. } => register(pointer)?,
            Op::Call { arguments, .. } => {
                let mut pointers = arguments.iter().filter(|(ty, _)| *ty == Type::Pointer);
                let first = pointers.next().filter(|_| pointers.next().is_none());
                register(&first?.1)?
            }
            _ => return None,
        };
        let mut steps = 0;
        while let Some(Op::GetElementPtr { base: of, .. }) = defining(base).map(|i| &i.op) {
            steps += 1;
            base = register(of).filter(|_| steps < MOST)?;
        }
        let held = function
            .registers
            .iter()
            .zip(0..)
            .filter_map(|(register, number)| Some((Reg::new(number), register.variable.clone()?)));
        let expressions = Expressions::new(function, held.collect());
        let mut search = Search { function, expressions: &expressions, seen: BTreeSet::new() };
        Some(Origin { name: search.expressions.of_value(base), from: search.source(base) })
    }
}

fn register(operand: &Operand) -> Option<Reg> {
    match operand {
        Operand::Register(register) => Some(*register),
        _ => None,
    }
}

struct Search<'a> {
    function: &'a Function,
    expressions: &'a Expressions<'a>,
    seen: BTreeSet<Reg>,
}

impl Search<'_> {
    /// The call that returned the value of a register, on some path. What was read from memory comes from what the
    /// function stored there under the same name.
    fn source(&mut self, from: Reg) -> Option<Source> {
        if self.seen.len() >= MOST || !self.seen.insert(from) {
            return None;
        }
        let blocks = || self.function.blocks.iter();
        let instructions = || blocks().flat_map(|block| &block.instructions);
        if let Some(phi) = blocks().flat_map(|block| &block.phis).find(|phi| phi.result == from) {
            let incoming: Vec<Reg> = phi.incoming.iter().filter_map(|(_, operand)| register(operand)).collect();
            let found = incoming.into_iter().find_map(|register| self.source(register));
            return found.map(|source| Source { always: false, ..source });
        }
        let definition: &Instruction = instructions().find(|i| i.result == Some(from))?;
        let source = |callee: String, indirect: bool| {
            Some(Source { callee, indirect, location: definition.location.clone(), always: true })
        };
        match &definition.op {
            Op::Call { callee, .. } if !callee.starts_with("llvm.") => source(callee.clone(), false),
            Op::IndirectCall { callee, .. } => {
                source(register(callee).map(|callee| self.expressions.of_value(callee)).unwrap_or_default(), true)
            }
            Op::GetElementPtr { base, .. } | Op::Freeze { value: base, .. } => self.source(register(base)?),
            Op::Load { pointer, .. } => {
                let name = self.expressions.place(pointer)?;
                let stored = instructions().filter_map(|i| match &i.op {
                    Op::Store { value, pointer, .. } => Some((register(value)?, self.expressions.place(pointer)?)),
                    _ => None,
                });
                let stored: Vec<Reg> = stored.filter(|(_, place)| *place == name).map(|(value, _)| value).collect();
                let found = stored.into_iter().find_map(|register| self.source(register));
                found.map(|source| Source { always: false, ..source })
            }
            _ => None,
        }
    }
}
