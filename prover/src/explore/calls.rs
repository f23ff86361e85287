//! Calls: what is passed to the callee, which entry answers the call, and how the caller continues after each of its
//! returns (`continuations`; call abstraction and intersection of Emrich25, with entry variables in place of variable
//! identities).
//!
//! `entries` decides which entry a call uses, except for a call of a function that is being explored: that call goes to
//! the entry in progress, which is generalized until it covers the call, and uses the returns found so far.
//!
//! **What is handed over** is what the callee can reach: blocks its arguments point into, blocks these point into, globals
//! it names, and the facts connected with them; what it cannot write is handed over read-only. Stack blocks of the caller
//! become caller's blocks. The callee is explored from this entry state, with nothing generalized, unless a finished entry
//! has the same state up to names, or calls of this function share a generalized one (`--calls`,
//! `spec/decisions/call-policies.md`). Its returning states are reduced to what a caller can see and become return nodes (a
//! few apart, then merged); the caller goes on once for each. Returns that are impossible at the call are cut off at once;
//! what a return says of the arguments is used like a branch that was taken (`assume::draw`), so that a function that tests
//! its argument is as good as the test itself. What relates results and arguments may be a product of two arguments, or
//! what lies behind a pointer argument in its block. Heap blocks of two entry states correspond by what points to them,
//! since every activation may have blocks of its own.
//!
//! **Recursion.** If the entry in progress does not cover a call, the two are merged and the function starts again from the
//! merged entry, like a loop header (`Explorer::restart_function`). The call goes on from *summaries* of the returns found
//! up to now; when the function's tree is complete and some return is not covered by them, they are widened and the function
//! is explored again. (Calls with constants only are unrolled in the first attempt, up to a limit.) Merging only forgets,
//! so both end; the number of rounds is limited as well.
//!
//! **Calls through a pointer** are a case analysis over the functions of its type whose address the program takes
//! (`rules/function.rs`); that it may be none of them is found before any case is followed. A merged value would be "some
//! number", so states in which a pointer is another function stay apart at loop headers (up to a limit), joins, returns and
//! recursive calls (`domain/apart.rs`), and a load from a table of functions at an unknown place is split over its places.
//! The program's first steps name the functions that calls through pointers may mean, so that all states know their
//! addresses.

use crate::algebra::{Atom, TooLarge};
use crate::domain::{self, Instance, Merging, Pins, place};
use crate::explore::assume::draw;
use crate::explore::continuations::{continuation, returned};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::policy::RECURSION;
use crate::explore::worklist::{Answered, Call, Work};
use crate::explore::{returns, trace};
use crate::faults::Fault;
use crate::graph::{Compare, End, NodeIndex, Return, TreeIndex};
use crate::program::{Instruction, Op, Operand, Type, liveness};
use crate::rules::{self, Compared, Construct, GoalKind, Stop};
use crate::state::{Comparing, Path, State, Value};
use std::rc::Rc;

impl Explorer<'_, '_> {
    /// A call of a defined function.
    pub(super) fn call(&mut self, tree: TreeIndex, mut st: Path, callee: &str) -> Done {
        let program = self.cx.program;
        let Some(function) = program.functions.get(callee) else {
            return self.fail(&st, Construct::from("a call of an unknown function"));
        };
        let Some(Instruction {
            op: Op::Call { arguments, result, .. } | Op::IndirectCall { arguments, result, .. },
            result: register,
            ..
        }) = self.current(&st)
        else {
            return self.fail(&st, Construct::from("a call"));
        };
        if let Comparing::Calls(_, values) = st.comparing.clone() {
            let (view, handed) = self.entry_to_compare(&st, callee, &values);
            return self.explored(Call { tree, caller: st, register: None, result: Type::Void, view, handed });
        }
        self.summarize_for(&mut st)?;
        let Some(mut st) = self.by_contract(tree, st, callee)? else { return Ok(()) };
        let passed = rules::variadic::pass(self.cx, &mut st, function, arguments);
        let made = passed.and_then(|()| self.entry_state(&st, function.name.as_str(), arguments));
        let (view, handed) = match made {
            Ok(made) => made,
            Err(Stop::Split(atom)) => return self.split(tree, st, atom),
            Err(Stop::Function(name)) => {
                self.name_function(&mut st, &name)?;
                self.work.push(Work::Path(tree, st));
                return Ok(());
            }
            Err(stop) => return Err(self.stopped(&st, stop)),
        };
        self.explored(Call { tree, caller: st, register: *register, result: *result, view, handed })
    }

    /// A call goes to the function in progress, or to an entry that is found for it.
    fn explored(&mut self, call: Call) -> Done {
        match self.in_progress(&call.view.function, &call.view) {
            Some(depth) => self.call_in_progress(depth, call),
            None => self.call_entry(Box::new(call)),
        }
    }

    /// A function that sorts or searches calls another one, or returns. What is found out about the first case is not needed
    /// for the second.
    pub(super) fn compare(&mut self, tree: TreeIndex, mut st: Path, compared: Compared) -> Done {
        let Compared { hint, read, calls, compared } = compared;
        let (called, returned) = (self.graph.trees.open(), self.graph.trees.open());
        let end = End::Compare(Box::new(Compare { hint, read, compared, called, returned }));
        self.graph.trees.close(tree, &mut st, end);
        self.work.push(Work::Path(returned, st));
        self.work.push(Work::Path(called, calls));
        Ok(())
    }

    /// A call of a function in progress: its entry covers the call, or the function starts again from a wider entry.
    fn call_in_progress(&mut self, depth: usize, call: Call) -> Done {
        let mut arranged = call.clone();
        if self.calls[depth].description.state.has_structures() {
            let node = self.calls[depth].description.state.clone();
            self.arrange_call(&node, &mut arranged);
        }
        let active = &self.calls[depth];
        let entry = active.entry;
        let found = active.description.covers(self.cx, &arranged.view);
        let known = &self.calls[depth].description.state;
        if let Some(found) = found.filter(|found| place::admits(self.cx, known, &arranged.view, found)) {
            let call = arranged;
            self.calls[depth].used = true;
            let caller = self.top();
            caller.lowest = caller.lowest.min(depth);
            let instance = Instance { wraps: call.handed.wraps.clone(), ..found };
            self.answer(call, entry, instance);
            return Ok(());
        }
        match active.description.widened(self.cx, &call.view, Merging { guesses: RECURSION, extra: &[] }) {
            Some((wider, before)) => {
                trace::widened(self.cx.program, "merged recursive calls", &active.description.state, &wider);
                let known = active.description.state.clone();
                self.note_losses(&known, &call.view, &wider.state);
                self.restart_function(depth, wider, &before, call.way())
            }
            None => self.fail(&call.view, GoalKind::CallsCovered),
        }
    }

    /// Materialises in the caller the empty structures that the callee's entry has and the call lacks.
    pub(super) fn arrange_call(&mut self, entry: &State, call: &mut Call) {
        if !entry.has_structures() {
            return;
        }
        let mut view = Path::of(call.view.clone());
        if domain::arrange_empty(self.cx, entry, &mut view).is_err() {
            return;
        }
        // The caller knows more than it passes on.
        let view = call.caller.adopt(view);
        for (id, segment) in &view.lists {
            call.caller.lists.entry(*id).or_insert_with(|| segment.clone());
            call.handed.lists.insert(*id, *id);
        }
        for (id, tree) in &view.trees {
            call.caller.trees.entry(*id).or_insert_with(|| tree.clone());
            call.handed.trees.insert(*id, *id);
        }
        call.view = view;
    }

    /// Folds the cells of linked structures, and what elements of arrays own, before a call, since the callee's entry is
    /// described together with what other calls pass; also to fill the hole of a tree.
    pub(super) fn summarize_for(&mut self, st: &mut Path) -> Done {
        if !self.policy.structures && st.uniforms.is_empty() {
            return Ok(());
        }
        let program = self.cx.program;
        let Some(function) = program.functions.get(&*st.function) else { return Ok(()) };
        let live = liveness::live_at(function, &self.top().flow.live, st.place.block, st.place.index);
        let pins = Pins::of(st, self.policy.rears, |register| live.contains(&register));
        self.fold(st, &pins)
    }

    /// Folds the cells of linked structures, and what elements of arrays own, before a return; the caller has pointers to
    /// what it passed.
    pub(super) fn summarize_return(&mut self, st: &mut Path) -> Done {
        if !self.policy.structures && st.uniforms.is_empty() {
            return Ok(());
        }
        let result = match self.current(st).map(|i| &i.op) {
            Some(Op::Return { value: Some(Operand::Register(register)), .. }) => Some(*register),
            _ => None,
        };
        let mut pins = Pins::of(st, self.policy.rears, |register| Some(register) == result);
        let entry = self.top().entry;
        let entry = &self.graph.nodes[entry].state;
        pins.pointers.extend(entry.bindings.values().map(|value| value.term.clone()));
        pins.pointers.extend(entry.entries.values().map(|e| e.value.clone()));
        pins.pointers.extend(entry.lists.values().flat_map(|l| [l.head.clone(), l.end.clone()]));
        self.fold(st, &pins)?;
        if self.policy.structures
            && let Some(top) = self.calls.last()
            && let entry = &self.graph.nodes[top.entry].state
            && let Some(arranged) = returns::arranged(self.cx, entry, &top.summaries, st)
        {
            *st = arranged;
        }
        Ok(())
    }

    /// Continues a call whose entry and return nodes are known.
    pub(super) fn answer(&mut self, mut call: Call, entry: NodeIndex, instance: Instance) {
        let end = End::Call { entry, instance: instance.clone(), returns: Vec::new() };
        self.graph.trees.close(call.tree, &mut call.caller, end);
        let mut returns = match call.caller.comparing {
            Comparing::Nothing => self.returns_of(entry),
            Comparing::Calls(..) | Comparing::Returns => Vec::new(),
        };
        if returns.len() > 1 && self.cx.faults.on(Fault::ReturnsDropped) {
            returns.truncate(1);
        }
        self.work.push(Work::Return(Rc::new(Answered { call, instance, returns }), 0));
    }

    /// Continues the caller after one return of the function; the following returns are added to the worklist.
    pub(super) fn go_on_after(&mut self, answered: Rc<Answered>, number: usize) -> Done {
        let Answered { call, instance, returns } = &*answered;
        let Some(node) = returns.get(number).copied() else { return Ok(()) };
        let st = &call.caller;
        let after = self.graph.nodes[node].state.clone();
        let made = continuation(self.cx, &self.graph, st, node, instance, &after);
        let mut made = made.map_err(|TooLarge| self.too_large(st))?;
        made.path.place.index += 1;
        made.path.progress = true;
        if let (Some(register), Some(value)) = (call.register, returned(self.cx.program, &after, call.result)) {
            let term = value.term.substitute(&|v| made.names.get(&v).cloned());
            let term = term.map_err(|TooLarge| self.too_large(st))?;
            made.path.bindings.insert(register, Value { sign: value.sign, term });
        }
        let tree = self.graph.trees.open();
        if let End::Call { returns, .. } = &mut self.graph.trees[call.tree].end {
            returns.push(Return { node, tree, names: made.made });
        }
        let mut path = made.path;
        let infeasible = self.is_infeasible(&path);
        if !infeasible {
            let learnt: Vec<Atom> = path.knowledge.get(st.knowledge.len()..).unwrap_or_default().to_vec();
            draw(self.cx, &mut path, &learnt).map_err(|TooLarge| self.too_large(st))?;
        }
        self.work.push(Work::Return(answered.clone(), number + 1));
        if infeasible {
            self.graph.trees.close(tree, &mut path, End::Infeasible);
        } else {
            self.work.push(Work::Path(tree, path));
        }
        Ok(())
    }

    /// The return nodes that a call of the entry may use.
    fn returns_of(&self, entry: NodeIndex) -> Vec<NodeIndex> {
        if let Some(active) = self.calls.iter().find(|a| a.entry == entry) {
            return active.summary_nodes.clone();
        }
        // Every return node of the entry, even one that no path reaches any more.
        let nodes = &self.graph.nodes;
        let returns = |i: &NodeIndex| nodes[*i].entry == entry && nodes[*i].tree.is_none() && *i != entry;
        nodes.places_from(entry).filter(returns).collect()
    }
}
