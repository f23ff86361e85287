//! The caller's state after a call (G-CALL, part 2; call abstraction and intersection of the 2025 paper).

use super::NodeIndex;
use super::explore::Explorer;
use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::domain::Instance;
use crate::faults::Fault;
use crate::program::{Op, Operand, Type};
use crate::rules;
use crate::state::{Block, Entry, State, Value};
use certificates::{BlockId, EntryId, Kind, Sign};
use std::collections::BTreeMap;

/// The caller's state after a call.
pub(super) struct Continuation {
    pub state: State,
    /// Terms in the caller for the variables of the return node.
    pub names: BTreeMap<Var, Term>,
    pub made: Continued,
}

/// The caller's names for what a return node brings.
pub(super) struct Continued {
    pub fresh: Vec<Var>,
    pub blocks: Vec<BlockId>,
    pub entries: Vec<EntryId>,
}

impl Explorer<'_, '_> {
    /// G-CALL, part 2: the caller's state after a return node.
    pub(super) fn continuation(
        &mut self,
        st: &State,
        node: NodeIndex,
        instance: &Instance,
        after: &State,
    ) -> Result<Continuation, TooLarge> {
        let (vars, shared) = self.graph.variables(node);
        let mut names: BTreeMap<Var, Term> = instance.variables.clone();
        let mut next = st.clone();
        let mut fresh = Vec::new();
        for v in vars.into_iter().skip(shared) {
            let name = self.cx.names.vars;
            self.cx.names.vars += 1;
            names.insert(v, Term::var(name));
            fresh.push(name);
            next.scope.insert(name);
        }
        let rename = |t: &Term| t.substitute(&|v| names.get(&v).cloned());
        let facts = after.knowledge.iter().map(|a| a.substitute(&|v| names.get(&v).cloned()));
        let facts: Vec<Atom> = facts.collect::<Result<_, TooLarge>>()?;
        next.knowledge.extend(facts);
        let entry = self.graph.nodes[node].entry;
        let handed = self.graph.nodes[entry].state.blocks.clone();
        for (of_entry, of_state) in &instance.blocks {
            let Some(block) = handed.get(of_entry) else {
                continue;
            };
            if block.kind == Kind::Heap {
                next.forget_block(*of_state);
            } else if !block.read_only && !self.cx.faults.on(Fault::CalleeWrites) {
                next.entries.retain(|_, e| e.block != *of_state);
            }
        }
        let mut made = Continued { fresh, blocks: Vec::new(), entries: Vec::new() };
        let mut renamed: BTreeMap<BlockId, BlockId> = BTreeMap::new();
        for (id, block) in &after.blocks {
            match &block.kind {
                Kind::Heap => {
                    let new = self.cx.names.blocks;
                    self.cx.names.blocks += 1;
                    made.blocks.push(new);
                    renamed.insert(*id, new);
                    let (base, size) = (rename(&block.base)?, rename(&block.size)?);
                    next.blocks.insert(new, Block { base, size, ..block.clone() });
                }
                Kind::Stack(_) => {}
                Kind::Function(_) => {
                    let base = rename(&block.base)?;
                    let known = next.block_of_kind(&block.kind);
                    let known = known.and_then(|id| Some((id, next.blocks.get(&id)?.base.clone())));
                    match known {
                        Some((of_state, known)) => {
                            next.add(Atom::eq(&base, &known)?);
                            renamed.insert(*id, of_state);
                        }
                        None => {
                            let new = self.cx.names.blocks;
                            self.cx.names.blocks += 1;
                            made.blocks.push(new);
                            renamed.insert(*id, new);
                            let size = rename(&block.size)?;
                            let block = block.clone();
                            next.blocks.insert(new, Block { base, size, ..block });
                        }
                    }
                }
                kind => {
                    let same = handed.iter().find(|(_, b)| b.kind == *kind).map(|(id, _)| *id);
                    if let Some(of_state) = same.and_then(|id| instance.blocks.get(&id)) {
                        renamed.insert(*id, *of_state);
                    }
                }
            }
        }
        for e in after.entries.values() {
            if let Some(block) = renamed.get(&e.block) {
                let new = self.cx.names.entries;
                self.cx.names.entries += 1;
                made.entries.push(new);
                if self.cx.faults.on(Fault::CalleeWrites) {
                    continue;
                }
                let (offset, value) = (rename(&e.offset)?, rename(&e.value)?);
                next.entries.insert(new, Entry { block: *block, offset, value, ..e.clone() });
            }
        }
        next.place.index += 1;
        next.progress = true;
        Ok(Continuation { state: next, names, made })
    }

    /// The value that a return node returns, in the node's own names.
    pub(super) fn returned(&self, after: &State, result: Type) -> Option<Value> {
        let Op::Return { value: Some(op), ty } = &self.current(after)?.op else {
            return None;
        };
        let width = rules::width_of(result, self.cx.program.pointer_bits)?;
        let pointer = *ty == Type::Pointer || width == 1;
        let sign = if pointer { Sign::Unsigned } else { Sign::Signed };
        match op {
            Operand::Register(r) => after.bindings.get(r).cloned(),
            Operand::Int { bits, .. } => {
                Some(Value { sign, term: Term::constant(rules::constant(*bits, width, sign)) })
            }
            Operand::Null => Some(Value { sign: Sign::Unsigned, term: Term::zero() }),
            Operand::Global { name, offset } if *offset == 0 => address(after, &Kind::Global(name.clone())),
            Operand::Function(name) => address(after, &Kind::Function(name.clone())),
            _ => None,
        }
    }
}

/// The base of the block of this kind.
fn address(st: &State, kind: &Kind) -> Option<Value> {
    let block = st.blocks.get(&st.block_of_kind(kind)?)?;
    Some(Value { sign: Sign::Unsigned, term: block.base.clone() })
}
