//! The caller's state after a call (G-CALL, part 2; call abstraction and intersection of Emrich25).

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::domain::Instance;
use crate::domain::place::Place;
use crate::faults::{Fault, Faults};
use crate::graph::{Graph, NodeIndex};
use crate::program::{Op, Operand, Program, Type};
use crate::rules::{self, Context};
use crate::state::{Block, Entry, Named, Path, State, Uniform, Value};
use certificates::{BlockId, Kind, Sign};
use std::collections::BTreeMap;

/// The caller's path after a call.
pub(super) struct Continuation {
    pub path: Path,
    /// Terms in the caller for the variables of the return node.
    pub names: BTreeMap<Var, Term>,
    /// The caller's names for the names of the return node.
    pub made: Named,
}

/// A continuation under construction.
struct Maker<'a> {
    /// The entry's state, and the call as an instance of it.
    handed: &'a State,
    instance: &'a Instance,
    after: &'a State,
    /// For blocks of the return node, the caller's blocks.
    renamed: BTreeMap<BlockId, BlockId>,
    /// For blocks of the return node that are parts of the caller's: where they begin there.
    shifts: BTreeMap<BlockId, Term>,
    names: BTreeMap<Var, Term>,
    made: Named,
    state: State,
}

impl Maker<'_> {
    /// A term of the return node in the caller's names.
    fn rename(&self, t: &Term) -> Result<Term, TooLarge> {
        t.substitute(&|v| self.names.get(&v).cloned())
    }

    /// Gives the return node's own variables fresh names, and adds its knowledge.
    fn facts(&mut self, own: Vec<Var>, cx: &mut Context<'_>) -> Result<(), TooLarge> {
        for v in own {
            let name = cx.names.vars;
            cx.names.vars += 1;
            self.names.insert(v, Term::var(name));
            self.made.vars.push(name);
            self.state.scope.insert(name);
        }
        for atom in &self.after.knowledge {
            let atom = atom.substitute(&|v| self.names.get(&v).cloned())?;
            self.state.knowledge.push(atom);
        }
        Ok(())
    }

    /// The callee may have freed or written the memory that was passed: only what the return node describes is left of
    /// it. What lies outside of a part that was lent is left, if that is seen by looking.
    fn take_back(&mut self, faults: &Faults) -> Result<(), TooLarge> {
        for (of_entry, of_state) in &self.instance.blocks {
            let Some(block) = self.handed.blocks.get(of_entry) else {
                continue;
            };
            if block.is_released() {
                self.state.forget_block(*of_state);
            } else if !block.read_only && !faults.on(Fault::CalleeWrites) {
                let given = self.state.blocks.get(of_state);
                let lent = given.filter(|_| matches!(block.kind, Kind::Caller(_)));
                let lent = lent.map(|given| Place::of(block, given, self.instance)).transpose()?;
                let outside = |e: &Entry| {
                    lent.as_ref().is_some_and(|place| place.is_outside(&e.offset, e.offset.plus(e.width.into())))
                };
                self.state.entries.retain(|_, e| e.block != *of_state || outside(e));
                let outside = |u: &Uniform| lent.as_ref().is_some_and(|place| place.is_outside(&u.offset, u.end()));
                self.state.uniforms.retain(|_, u| u.block != *of_state || outside(u));
            }
        }
        self.state.forget_results();
        self.state.forget_passed();
        for (of_entry, of_state) in &self.instance.uniforms {
            let owned = self.handed.uniforms.get(of_entry).and_then(|u| u.owned.as_ref());
            if owned.is_some_and(|owned| !owned.marks.read_only) {
                self.state.uniforms.remove(of_state);
            }
        }
        if faults.on(Fault::CalleeFolds) {
            return Ok(());
        }
        for (of_entry, of_state) in &self.instance.lists {
            if self.handed.lists.get(of_entry).is_some_and(|l| !l.marks.read_only) {
                self.state.lists.remove(of_state);
            }
        }
        for (of_entry, of_state) in &self.instance.trees {
            if self.handed.trees.get(of_entry).is_some_and(|t| !t.marks.read_only) {
                self.state.trees.remove(of_state);
            }
        }
        Ok(())
    }

    /// Adds blocks of the return node that outlive the call: heap blocks, functions that the caller did not know, and
    /// passed blocks.
    fn blocks(&mut self, cx: &mut Context<'_>) -> Result<(), TooLarge> {
        for (id, block) in &self.after.blocks {
            match &block.kind {
                Kind::Heap | Kind::Stream | Kind::Library(_) => self.new_block(*id, block, cx)?,
                Kind::Stack(_) | Kind::Variadic(_) | Kind::Passed(_) => {}
                Kind::Function(_) => {
                    let known = self.state.block_of_kind(&block.kind);
                    let known = known.and_then(|id| Some((id, self.state.blocks.get(&id)?.base.clone())));
                    match known {
                        Some((of_state, known)) => {
                            let base = self.rename(&block.base)?;
                            self.state.add(Atom::eq(&base, &known)?);
                            self.renamed.insert(*id, of_state);
                        }
                        None => self.new_block(*id, block, cx)?,
                    }
                }
                kind => {
                    let same = self.handed.blocks.iter().find(|(_, b)| b.kind == *kind).map(|(id, _)| *id);
                    if let Some(of_state) = same.and_then(|id| self.instance.blocks.get(&id)).copied() {
                        self.renamed.insert(*id, of_state);
                        self.shifted(*id, same, of_state)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Notes where the return node's block begins in the caller's.
    fn shifted(&mut self, id: BlockId, of_entry: Option<BlockId>, of_state: BlockId) -> Result<(), TooLarge> {
        let wanted = of_entry.and_then(|id| self.handed.blocks.get(&id));
        if let (Some(wanted), Some(given)) = (wanted, self.state.blocks.get(&of_state))
            && matches!(wanted.kind, Kind::Caller(_))
        {
            let shift = self.rename(&wanted.base)?.sub(&given.base)?;
            self.shifts.insert(id, shift);
        }
        Ok(())
    }

    fn new_block(&mut self, id: BlockId, block: &Block, cx: &mut Context<'_>) -> Result<(), TooLarge> {
        let new = cx.names.blocks;
        cx.names.blocks += 1;
        self.made.blocks.push(new);
        self.renamed.insert(id, new);
        let (base, size) = (self.rename(&block.base)?, self.rename(&block.size)?);
        self.state.blocks.insert(new, Block { base, size, ..block.clone() });
        Ok(())
    }

    /// Adds entries of the blocks that outlive the call.
    fn entries(&mut self, cx: &mut Context<'_>) -> Result<(), TooLarge> {
        for e in self.after.entries.values() {
            let Some(block) = self.renamed.get(&e.block).copied() else {
                continue;
            };
            let new = cx.names.entries;
            cx.names.entries += 1;
            self.made.entries.push(new);
            if cx.faults.on(Fault::CalleeWrites) {
                continue;
            }
            let (mut offset, value) = (self.rename(&e.offset)?, self.rename(&e.value)?);
            if let Some(shift) = self.shifts.get(&e.block) {
                offset = offset.add(shift)?;
            }
            self.state.entries.insert(new, Entry { block, offset, value, ..e.clone() });
        }
        for u in self.after.uniforms.values() {
            let Some(block) = self.renamed.get(&u.block).copied() else { continue };
            let new = cx.names.entries;
            cx.names.entries += 1;
            self.made.entries.push(new);
            let mut renamed = Uniform { block, ..u.mapped(|t| self.rename(t))? };
            if let Some(shift) = self.shifts.get(&u.block) {
                renamed.offset = renamed.offset.add(shift)?;
            }
            self.state.uniforms.insert(new, renamed);
        }
        Ok(())
    }
}

impl Maker<'_> {
    /// Adds lists and trees that the caller receives.
    fn structures(&mut self, cx: &mut Context<'_>) -> Result<(), TooLarge> {
        for segment in self.after.lists.values() {
            let new = cx.names.lists;
            cx.names.lists += 1;
            self.made.lists.push(new);
            let segment = segment.mapped(|t| self.rename(t))?;
            self.state.lists.insert(new, segment);
        }
        for tree in self.after.trees.values() {
            let new = cx.names.trees;
            cx.names.trees += 1;
            self.made.trees.push(new);
            let tree = tree.mapped(|t| self.rename(t))?;
            self.state.trees.insert(new, tree);
        }
        Ok(())
    }
}

/// G-CALL, part 2: the state after a return node, before the result is bound, where the state before was this one.
pub(super) fn continuation(
    cx: &mut Context<'_>,
    graph: &Graph,
    st: &Path,
    node: NodeIndex,
    instance: &Instance,
    after: &State,
) -> Result<Continuation, TooLarge> {
    let (mut vars, shared) = graph.variables(node);
    let entry = graph.nodes[node].entry;
    let mut maker = Maker {
        handed: &graph.nodes[entry].state,
        instance,
        after,
        renamed: BTreeMap::new(),
        shifts: BTreeMap::new(),
        names: instance.variables.clone(),
        made: Named::default(),
        state: st.state().clone(),
    };
    maker.facts(vars.split_off(shared), cx)?;
    maker.take_back(&cx.faults)?;
    maker.blocks(cx)?;
    maker.entries(cx)?;
    maker.structures(cx)?;
    let Maker { state, names, made, .. } = maker;
    let path = st.with(state);
    Ok(Continuation { path, names, made })
}

/// The returned value, in the names of the state that returns.
pub(super) fn returned(program: &Program, after: &State, result: Type) -> Option<Value> {
    let function = program.functions.get(&*after.function)?;
    let instruction = function.blocks.get(after.place.block)?.instructions.get(after.place.index)?;
    let Op::Return { value: Some(op), ty } = &instruction.op else {
        return None;
    };
    let width = rules::width_of(result, program.pointer_bits)?;
    let pointer = *ty == Type::Pointer || width == 1;
    let sign = if pointer { Sign::Unsigned } else { Sign::Signed };
    match op {
        Operand::Register(r) => after.bindings.get(r).cloned(),
        Operand::Int { bits, .. } => Some(Value { sign, term: Term::constant(rules::constant(*bits, width, sign)) }),
        Operand::Null => Some(Value { sign: Sign::Unsigned, term: Term::zero() }),
        Operand::Global { name, offset } if *offset == 0 => address(after, &Kind::Global(name.clone())),
        Operand::Function(name) => address(after, &Kind::Function(name.clone())),
        _ => None,
    }
}

/// The base of the block of this kind.
fn address(st: &State, kind: &Kind) -> Option<Value> {
    let block = st.blocks.get(&st.block_of_kind(kind)?)?;
    Some(Value { sign: Sign::Unsigned, term: block.base.clone() })
}
