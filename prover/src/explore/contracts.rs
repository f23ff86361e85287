//! Calls of functions with contracts: such a function is explored once, from the initial states of its contract, and
//! every call that satisfies the contract uses these entries (G-CALL, lending). n layers of functions then cost n
//! functions, not n programs.
//!
//! Nothing of a contract is believed: a call uses an entry only if the caller's state is an instance of it, and the
//! entry is explored like any other. Where no case of the contract describes the call, or the function is not proved
//! under it, the call goes on as without a contract (`entries`).

use crate::algebra::{Atom, Term};
use crate::domain::lending::{self, Divided, Gap};
use crate::domain::{Description, Instance};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::reuse::{Agreed, CaseEntry};
use crate::explore::trace;
use crate::explore::worklist::{Call, Purpose, Work};
use crate::graph::{Departure, Failure, NodeIndex, TreeIndex};
use crate::program::{Instruction, Op, Operand, Reg, Type};
use crate::rules::{self, Stop};
use crate::start;
use crate::state::{Entry, Path, State};
use certificates::{BlockId, Kind, Wrap};
use std::collections::BTreeMap;

/// Contracts with more cases are not used.
const MOST_CASES: usize = 32;

/// Members that get names although the contract does not speak of them, at most.
const MOST_NAMED: usize = 16;

/// What comes of a case of a contract for a call.
enum Tried {
    /// The call uses it, or will be looked at again.
    Done,
    /// The function is not proved in this case.
    Impossible,
    /// An argument cannot be read.
    Unreadable,
    /// The caller's state is no instance of it.
    Gap(Box<(Gap, Path)>),
}

/// A call.
struct Called<'a> {
    arguments: &'a [(Type, Operand)],
    /// Where the result goes, and its type.
    register: Option<Reg>,
    result: Type,
}

/// The arguments of a call, with the signs that the contract gives them.
struct Arguments {
    values: BTreeMap<Reg, Term>,
    wraps: BTreeMap<Reg, Vec<Wrap>>,
}

impl Explorer<'_, '_> {
    /// Uses an entry of the callee's contract. Returns the path if there is none for this call.
    pub(super) fn by_contract(
        &mut self,
        tree: TreeIndex,
        st: Path,
        callee: &str,
    ) -> Result<Option<Path>, Box<Failure>> {
        if !self.policy.contracts || !self.contracts.contains_key(callee) {
            return Ok(Some(st));
        }
        let (mut missing, mut told) = (Vec::new(), String::new());
        for number in 0..self.cases(callee) {
            match self.try_case(tree, &st, (callee, number))? {
                Tried::Done => return Ok(None),
                Tried::Unreadable => return Ok(Some(st)),
                Tried::Impossible => {}
                Tried::Gap(gap) => {
                    let (gap, path) = *gap;
                    trace::gap(self.cx.program, callee, number, &gap, &path);
                    told = trace::lacking(self.cx.program, &gap, &path);
                    if let Gap::Facts(facts) = gap {
                        missing.push(facts);
                    }
                }
            }
        }
        match decisive(&missing) {
            Some(atom) => self.split(tree, st, atom).map(|()| None),
            None => {
                trace::passed(self.cx.program, "a call that is not known to satisfy the contract", &st);
                let place = self.current(&st).and_then(|call| call.location.as_ref());
                let at = place.map(|at| (at.file.clone(), at.line));
                self.departures.retain(|known| known.at != at || known.callee != callee);
                self.departures.insert(Departure { at, callee: callee.to_owned(), missing: told });
                Ok(Some(st))
            }
        }
    }

    /// Uses a case of the callee's contract for the call at the path's end. Where an object that is whole in the case is
    /// in parts here, the case is made one in which it is in parts as well.
    fn try_case(&mut self, tree: TreeIndex, st: &Path, (callee, number): (&str, usize)) -> Result<Tried, Box<Failure>> {
        let mut number = number;
        loop {
            let Some(node) = self.case_state(callee, number) else { return Ok(Tried::Impossible) };
            let mut path = st.clone();
            let arguments = match self.arguments(&path, &node) {
                Ok(arguments) => arguments,
                Err(Stop::Split(atom)) => return self.split(tree, st.clone(), atom).map(|()| Tried::Done),
                Err(Stop::Function(name)) => {
                    return self.again_with(tree, st.clone(), &name).map(|()| Tried::Done);
                }
                Err(_) => return Ok(Tried::Unreadable),
            };
            match lending::lent(self.cx, &node, &arguments.values, &mut path) {
                Ok(found) => {
                    let found = Instance { wraps: arguments.wraps, ..found };
                    return self.use_case(tree, (st.clone(), path), (callee, number), found).map(|()| Tried::Done);
                }
                Err(Gap::Function(name)) if !name.starts_with('@') => {
                    return self.again_with(tree, st.clone(), &name).map(|()| Tried::Done);
                }
                Err(Gap::Parts(block, parts)) => match self.in_parts(callee, (number, block, &parts)) {
                    Some(parted) => number = parted,
                    None => return Ok(Tried::Gap(Box::new((Gap::Parts(block, parts), path)))),
                },
                Err(gap) => return Ok(Tried::Gap(Box::new((gap, path)))),
            }
        }
    }

    /// The case that is another one with a block in parts. `None`: there are too many cases.
    fn in_parts(&mut self, callee: &str, (number, block, divided): (usize, BlockId, &Divided)) -> Option<usize> {
        let cases = self.entries.agreed.get_mut(callee)?;
        let whole = Some((number, block, divided.clone()));
        if let Some(known) = cases.iter().position(|case| case.whole == whole) {
            return Some(known);
        }
        if cases.len() >= MOST_CASES {
            return None;
        }
        let mut state = cases.get(number)?.state.clone();
        let mut names = vec![block];
        for _ in divided.parts.iter().skip(1) {
            names.push(self.cx.names.blocks);
            self.cx.names.blocks += 1;
        }
        // That the beginning is aligned no part but the first one says, as in initial states (`start`).
        if state.blocks.get(&block)?.align > 1 {
            start::aligned(&mut state, block, &Term::var(self.cx.names.vars)).ok()?;
            self.cx.names.vars += 1;
        }
        start::divide(&mut state, block, (&divided.parts, divided.is_object), &names).ok()?;
        state.scope = state.variables();
        cases.push(Agreed { state, entry: CaseEntry::Unknown, whole });
        Some(cases.len() - 1)
    }

    /// Names a function in the state, and comes to the call again.
    fn again_with(&mut self, tree: TreeIndex, mut st: Path, name: &str) -> Done {
        self.name_function(&mut st, name)?;
        self.work.push(Work::Path(tree, st));
        Ok(())
    }

    /// The number of cases of a function's contract, which are made at its first call. Those with blocks in parts follow
    /// them.
    fn cases(&mut self, callee: &str) -> usize {
        if let Some(known) = self.entries.agreed.get(callee) {
            return known.iter().filter(|case| case.whole.is_none()).count();
        }
        let cases = self.agreed(callee);
        let number = cases.len();
        self.entries.agreed.insert(callee.to_owned(), cases);
        number
    }

    fn agreed(&mut self, callee: &str) -> Vec<Agreed> {
        let Some(contract) = self.contracts.get(callee).cloned() else { return Vec::new() };
        let Ok(starts) = start::agreed(self.cx, callee, &contract) else { return Vec::new() };
        if starts.cases.len() > MOST_CASES || starts.have_structures() {
            return Vec::new();
        }
        let writes = self.entries.reach.get(callee).is_none_or(|reach| reach.writes || reach.anything);
        let mut cases = Vec::new();
        for start in starts.cases {
            let mut state = start.state;
            if !self.cx.engine.consistent(&state.knowledge) {
                continue;
            }
            if writes {
                self.name_members(&mut state);
            }
            // The caller keeps what it knows of memory that is only read.
            for block in state.blocks.values_mut().filter(|_| !writes) {
                block.read_only |= matches!(block.kind, Kind::Caller(_) | Kind::Global(_));
            }
            state.scope = state.variables();
            cases.push(Agreed { state, entry: CaseEntry::Unknown, whole: None });
        }
        cases
    }

    /// Names what the members of structures hold, also where the contract does not speak of them: a caller then knows
    /// after the call which of them are as before.
    fn name_members(&mut self, state: &mut State) {
        let objects: Vec<(BlockId, i128)> = state
            .blocks
            .iter()
            .filter(|(_, block)| matches!(block.kind, Kind::Caller(_)) && !block.read_only)
            .filter_map(|(id, block)| Some((*id, block.size.as_constant()?)))
            .collect();
        let mut left = MOST_NAMED;
        for (block, size) in objects {
            let Some(record) = self.cx.program.record_of(size) else { continue };
            for member in &record.members {
                let Some(sign) = member.sign() else { continue };
                let offset = i128::from(member.offset);
                let known = |e: &Entry| {
                    e.offset
                        .as_constant()
                        .is_none_or(|at| at < offset + i128::from(member.width) && offset < at + i128::from(e.width))
                };
                if left == 0 || !matches!(member.width, 1 | 2 | 4 | 8) || state.entries_of(block).any(|(_, e)| known(e))
                {
                    continue;
                }
                left -= 1;
                let value = Term::var(self.cx.names.vars);
                let (width, offset) = (member.width, Term::constant(offset));
                state.entries.insert(self.cx.names.entries, Entry { block, offset, width, sign, value });
                self.cx.names.vars += 1;
                self.cx.names.entries += 1;
            }
        }
    }

    /// The state of the entry of a case, generalized while it was explored. `None`: the case is of no use.
    fn case_state(&self, callee: &str, number: usize) -> Option<State> {
        if let Some(depth) = self.case_in_progress(callee, number) {
            return Some(self.calls[depth].description.state.clone());
        }
        let case = self.entries.agreed.get(callee)?.get(number)?;
        match case.entry {
            CaseEntry::Unknown => Some(case.state.clone()),
            CaseEntry::Node(node) => Some(self.graph.nodes[node].state.clone()),
            CaseEntry::Impossible => None,
        }
    }

    fn case_in_progress(&self, callee: &str, number: usize) -> Option<usize> {
        let of_case = |purpose: &Purpose| matches!(purpose, Purpose::Contract(_, case) if *case == number);
        self.calls.iter().rposition(|active| active.function == callee && of_case(&active.purpose))
    }

    /// The arguments of the call at the path's end as the entry reads them.
    fn arguments(&mut self, st: &State, node: &State) -> rules::Rule<Arguments> {
        let given = self.called(st)?.arguments.to_vec();
        let mut read = Arguments { values: BTreeMap::new(), wraps: BTreeMap::new() };
        for (register, value) in &node.bindings {
            let place = given.iter().enumerate().find(|(number, _)| Reg::parameter(*number) == *register);
            let (ty, operand) = place.map(|(_, given)| given).ok_or(Stop::Internal("a parameter without argument"))?;
            let converted = rules::argument_as(self.cx, st, value.sign, *ty, operand)?;
            let (term, wraps) = converted.ok_or(Stop::Unsupported("an argument of another sign".into()))?;
            read.values.insert(*register, term);
            read.wraps.insert(*register, wraps);
        }
        Ok(read)
    }

    /// The call at the path's end.
    fn called(&self, st: &State) -> rules::Rule<Called<'_>> {
        match self.current(st) {
            Some(Instruction {
                op: Op::Call { arguments, result, .. } | Op::IndirectCall { arguments, result, .. },
                result: register,
                ..
            }) => Ok(Called { arguments, register: *register, result: *result }),
            _ => Err(Stop::Internal("a call")),
        }
    }

    /// The call uses an entry that describes it; `before` is its path without the steps that show this.
    fn use_case(
        &mut self,
        tree: TreeIndex,
        (before, shown): (Path, Path),
        (callee, number): (&str, usize),
        instance: Instance,
    ) -> Done {
        let Ok(Called { register, result, .. }) = self.called(&before) else {
            return Err(Box::new(Failure::internal("a call by contract that is none")));
        };
        let handed = Instance::default();
        let call = |caller| Call { tree, caller, register, result, view: State::new(callee), handed: handed.clone() };
        if let Some(depth) = self.case_in_progress(callee, number) {
            let entry = self.calls[depth].entry;
            self.calls[depth].used = true;
            let caller = self.top();
            caller.lowest = caller.lowest.min(depth);
            self.answer(call(shown), entry, instance);
            return Ok(());
        }
        let case = self.entries.agreed.get(callee).and_then(|cases| cases.get(number));
        let Some(case) = case else { return Err(Box::new(Failure::internal("a contract without this case"))) };
        match case.entry {
            CaseEntry::Node(entry) => {
                self.answer(call(shown), entry, instance);
                Ok(())
            }
            CaseEntry::Unknown | CaseEntry::Impossible => {
                let state = case.state.clone();
                let call = Box::new(call(before));
                let way = call.way();
                self.begin(Description::of(state), Purpose::Contract(call, number), way)
            }
        }
    }

    /// Called when the entry of a case has been explored.
    pub(super) fn case_found(&mut self, entry: NodeIndex, call: Box<Call>, number: usize) -> Done {
        let callee = call.view.function.to_string();
        let node = self.graph.nodes[entry].state.clone();
        let mut path = call.caller.clone();
        let found = self.arguments(&path, &node).ok().and_then(|arguments| {
            let found = lending::lent(self.cx, &node, &arguments.values, &mut path).ok()?;
            Some(Instance { wraps: arguments.wraps, ..found })
        });
        match found {
            Some(instance) => {
                if self.entries.is_settled(entry) {
                    self.note_case(&callee, number, CaseEntry::Node(entry));
                }
                self.answer(Call { caller: path, ..*call }, entry, instance);
                Ok(())
            }
            None => {
                self.note_case(&callee, number, CaseEntry::Impossible);
                self.work.push(Work::Path(call.tree, call.caller));
                Ok(())
            }
        }
    }

    /// The function is not proved under this case of its contract: the call goes on as without one.
    pub(super) fn give_up_case(&mut self, call: Box<Call>, number: usize) -> Done {
        trace::passed(self.cx.program, "a contract under which the function is not proved", &call.caller);
        self.note_case(&call.view.function, number, CaseEntry::Impossible);
        self.work.push(Work::Path(call.tree, call.caller));
        Ok(())
    }

    fn note_case(&mut self, callee: &str, number: usize, entry: CaseEntry) {
        if let Some(case) = self.entries.agreed.get_mut(callee).and_then(|cases| cases.get_mut(number)) {
            case.entry = entry;
        }
    }
}

/// A fact that is all that one case lacks, if its negation is all that another one does: a case analysis that leads to a
/// case of the contract on both sides.
fn decisive(missing: &[Vec<Atom>]) -> Option<Atom> {
    let alone: Vec<&Atom> =
        missing.iter().filter_map(|facts| <&[Atom; 1]>::try_from(facts.as_slice()).ok()).map(|[one]| one).collect();
    let other = |atom: &Atom| atom.negate().is_ok_and(|negation| alone.contains(&&negation));
    alone.iter().copied().find(|atom| other(atom)).cloned()
}
