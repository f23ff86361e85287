//! Entry states: what a call passes to the callee, and which entry it uses, a finished one (`reuse`) or one of its own.
//!
//! A call passes the memory that the callee can reach from its arguments and by the names of globals. The rest is the
//! frame (separation logic, Reynolds02): the caller keeps it unchanged (call rule, part 2). Facts that mention nothing
//! passed are dropped, so that calls at different places ask for the same entry.

use crate::algebra::{Atom, Term, Var};
use crate::domain::canonical;
use crate::domain::{self, Description, Instance, Merging, place, relevance};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::policy::{SHARED, SMALL, Sharing};
use crate::explore::reuse::Shared;
use crate::explore::trace;
use crate::explore::worklist::{Call, Purpose};
use crate::graph::{Failure, NodeIndex};
use crate::program::reach::Reach;
use crate::program::{Global, Operand, Program, Reg, Type, library};
use crate::rules::{self, GoalKind};
use crate::state::{Block, Entry, Same, State, Value};
use certificates::{BlockId, CallerId, Kind, ListId, Sign, TreeId, Wrap};
use std::collections::{BTreeMap, BTreeSet};

/// Larger numbers in facts are limits of types or of the address space, which do not relate values.
const FAR: i128 = 1 << 31;

impl Explorer<'_, '_> {
    /// The entry state for a call: what is passed, without generalization; and the caller's state as an instance of it.
    pub(super) fn entry_state(
        &mut self,
        st: &State,
        callee: &str,
        arguments: &[(Type, Operand)],
    ) -> rules::Rule<(State, Instance)> {
        let mut entry = State::new(callee);
        entry.scope = st.scope.clone();
        let mut wraps: BTreeMap<Reg, Vec<Wrap>> = BTreeMap::new();
        let parameters = self.cx.program.functions.get(callee).map_or(0, |f| f.signature.parameters.len());
        for (number, (ty, op)) in arguments.iter().take(parameters).enumerate() {
            let parameter = Reg::parameter(number);
            if matches!(ty, Type::Float(_) | Type::Void) {
                continue;
            }
            let (value, conversions) = rules::argument(self.cx, st, callee, parameter, *ty, op)?;
            wraps.insert(parameter, conversions);
            entry.bindings.insert(parameter, value);
        }
        self.hand_over(st, &mut entry, |_, block| Some(block));
        let instance = Instance { wraps, ..Instance::identity(&entry) };
        Ok((entry, instance))
    }

    /// The entry state for a call by a function that sorts or searches, with these arguments: the function that compares is
    /// shown what it may only read.
    pub(super) fn entry_to_compare(&mut self, st: &State, callee: &str, values: &[Term; 2]) -> (State, Instance) {
        let mut entry = State::new(callee);
        entry.scope = st.scope.clone();
        for (number, term) in values.iter().enumerate() {
            entry.bindings.insert(Reg::parameter(number), Value { sign: Sign::Unsigned, term: term.clone() });
        }
        self.hand_over(st, &mut entry, |program, block| match &block.kind {
            Kind::Function(_) => Some(block),
            Kind::Global(name) if program.globals.iter().any(|g| g.name == *name && g.constant) => Some(block),
            Kind::Caller(_) | Kind::Global(_) | Kind::Arguments | Kind::ArgumentText => {
                Some(Block { read_only: true, ..block })
            }
            _ => None,
        });
        entry.lists.clear();
        entry.trees.clear();
        entry.uniforms.values_mut().for_each(|u| u.owned = None);
        let instance = Instance::identity(&entry);
        (entry, instance)
    }

    /// What the callee can reach from its arguments and by name becomes a part of its entry state, where `given` says how a
    /// block is handed over.
    fn hand_over(&self, st: &State, entry: &mut State, given: impl Fn(&Program, Block) -> Option<Block>) {
        let nothing = Reach::default();
        let reach = self.entries.reach.get(&*entry.function).unwrap_or(&nothing);
        let Reached { blocks: mut reached, lists, trees } = reachable(st, entry, reach);
        entry.lists = st.lists.iter().filter(|(id, _)| lists.contains(id)).map(|(id, l)| (*id, l.clone())).collect();
        entry.trees = st.trees.iter().filter(|(id, _)| trees.contains(id)).map(|(id, t)| (*id, t.clone())).collect();
        for (id, block) in st.blocks.iter().filter(|(id, _)| reached.contains(id)) {
            let kind = match &block.kind {
                Kind::Caller(CallerId::Part { object, .. }) => {
                    Kind::Caller(CallerId::Part { object: *object, number: *id })
                }
                Kind::Stack(_) | Kind::Caller(_) | Kind::Variadic(_) => Kind::Caller(CallerId::Block(*id)),
                Kind::Passed(area) => Kind::Variadic(*area),
                other => other.clone(),
            };
            let read_only = block.read_only || (!reach.writes && matches!(kind, Kind::Caller(_) | Kind::Global(_)));
            if let Some(block) = given(self.cx.program, Block { kind, read_only, ..block.clone() }) {
                entry.blocks.insert(*id, block);
            }
        }
        reached.retain(|id| entry.blocks.contains_key(id));
        let handed = st.entries.iter().filter(|(_, e)| reached.contains(&e.block));
        entry.entries = handed.map(|(id, e)| (*id, e.clone())).collect();
        let handed = st.uniforms.iter().filter(|(_, u)| reached.contains(&u.block));
        entry.uniforms = handed.map(|(id, u)| (*id, u.clone())).collect();
        let about = entry.described_variables();
        entry.knowledge = relevance::slice(&st.knowledge, &about);
        if entry.knowledge.len() > self.policy.handed_facts {
            entry.knowledge = relevance::restrict(&st.knowledge, &about);
        }
    }

    /// An entry for a call of a function that is not being explored: a finished one with the same canonical form, the
    /// one that calls of this function share, or a new one.
    pub(super) fn call_entry(&mut self, call: Box<Call>) -> Done {
        let names = canonical::names(&call.view);
        if let Some(entry) = self.entries.finished.get(&canonical::shape(&names, &call.view)).copied() {
            let theirs = canonical::names(&self.graph.nodes[entry].state);
            let values = names.vars.iter().map(|v| Term::var(*v));
            let mut entries = theirs.entries.into_iter().zip(names.entries);
            let instance = Instance {
                variables: theirs.vars.into_iter().zip(values).collect(),
                blocks: theirs.blocks.into_iter().zip(names.blocks).collect(),
                entries: entries.by_ref().take(self.graph.nodes[entry].state.entries.len()).collect(),
                uniforms: entries.collect(),
                lists: theirs.lists.into_iter().zip(names.lists).collect(),
                trees: theirs.trees.into_iter().zip(names.trees).collect(),
                wraps: call.handed.wraps.clone(),
            };
            self.answer(*call, entry, instance);
            return Ok(());
        }
        let shared = self.shares(&call.view.function).then(|| self.entries.shared.get(&*call.view.function).copied());
        match shared.flatten() {
            Some(Shared::Entry(entry, widenings)) => self.call_shared(entry, widenings, call),
            Some(Shared::Impossible) | None => self.own_entry(call),
        }
    }

    /// Called when an entry for this call alone has been explored.
    pub(super) fn own_entry_found(&mut self, entry: NodeIndex, first: Option<Instance>, mut call: Box<Call>) -> Done {
        let node = self.graph.nodes[entry].state.clone();
        self.arrange_call(&node, &mut call);
        let name = &*call.view.function;
        if self.shares(name) && self.entries.is_settled(entry) {
            let shared = self.entries.shared.entry(name.to_string());
            shared.or_insert(Shared::Entry(entry, 0));
        }
        let instance = self.instance_of(entry, first, &call.view, &call.handed)?;
        self.answer(*call, entry, instance);
        Ok(())
    }

    /// The call as an instance of the entry, which may have been generalized while it was explored.
    fn instance_of(
        &mut self,
        entry: NodeIndex,
        first: Option<Instance>,
        view: &State,
        handed: &Instance,
    ) -> Result<Instance, Box<Failure>> {
        let node = self.graph.nodes[entry].state.clone();
        let same = node.knowledge == view.knowledge
            && node.bindings == view.bindings
            && node.uniforms == view.uniforms
            && node.lists == view.lists
            && node.trees == view.trees;
        if same {
            return Ok(handed.clone());
        }
        let own: BTreeSet<Var> = node.variables().difference(&view.scope).copied().collect();
        let found = domain::covers(self.cx, &node, &own, view).or(first);
        match found.filter(|found| place::admits(self.cx, &node, view, found)) {
            Some(found) => Ok(Instance { wraps: handed.wraps.clone(), ..found }),
            None => self.fail(view, GoalKind::CallInstance { first: false }),
        }
    }

    fn shares(&self, name: &str) -> bool {
        match self.policy.sharing {
            Sharing::Never => false,
            Sharing::Always => true,
            Sharing::Large => self.cx.program.functions.get(name).is_some_and(|f| {
                let size: usize = f.blocks.iter().map(|b| b.instructions.len()).sum();
                size > SMALL
            }),
        }
    }

    /// Uses the entry that calls of this function share, if it covers the call; otherwise tries a wider one.
    fn call_shared(&mut self, entry: NodeIndex, widenings: usize, call: Box<Call>) -> Done {
        let node = self.graph.nodes[entry].state.clone();
        let mut arranged = call.clone();
        self.arrange_call(&node, &mut arranged);
        if let Some(found) = self.instance_of_shared(&node, &arranged.view, &arranged.handed) {
            self.answer(*arranged, entry, found);
            return Ok(());
        }
        let (aligned, _) = align(&node, &call.view);
        let generalized = (widenings > 0).then(|| node.variables());
        let known = Description { state: node, generalized, widenings: widenings.saturating_sub(1) };
        let Some((wider, _)) = known.widened(self.cx, &aligned, Merging { guesses: SHARED, extra: &[] }) else {
            self.entries.share_none(&call.view.function);
            return self.own_entry(call);
        };
        trace::widened(self.cx.program, "tries a wider shared entry", &known.state, &wider);
        let way = call.way();
        self.begin(Description::of(wider.state), Purpose::Shared(call, widenings + 1), way)
    }

    /// Called when a wider entry has been explored. It becomes the shared one, unless it depends on a call in progress,
    /// which may start again.
    pub(super) fn shared_entry_found(&mut self, entry: NodeIndex, mut call: Box<Call>, widenings: usize) -> Done {
        if !self.entries.is_settled(entry) {
            return self.own_entry(call);
        }
        let node = self.graph.nodes[entry].state.clone();
        self.arrange_call(&node, &mut call);
        match self.instance_of_shared(&node, &call.view, &call.handed) {
            Some(found) => {
                self.entries.shared.insert(call.view.function.to_string(), Shared::Entry(entry, widenings));
                self.answer(*call, entry, found);
                Ok(())
            }
            None => {
                self.entries.share_none(&call.view.function);
                self.own_entry(call)
            }
        }
    }

    fn instance_of_shared(&mut self, node: &State, view: &State, handed: &Instance) -> Option<Instance> {
        let (aligned, original) = align(node, view);
        let found = domain::covers(self.cx, node, &node.variables(), &aligned)?;
        if !place::admits(self.cx, node, &aligned, &found) {
            return None;
        }
        let blocks = found.blocks.iter();
        Some(Instance {
            blocks: blocks.map(|(mine, theirs)| Some((*mine, *original.get(theirs)?))).collect::<Option<_>>()?,
            wraps: handed.wraps.clone(),
            ..found
        })
    }
}

/// Blocks, lists and trees.
#[derive(Default)]
struct Reached {
    blocks: BTreeSet<BlockId>,
    lists: BTreeSet<ListId>,
    trees: BTreeSet<TreeId>,
}

/// What the callee can reach from its arguments and by name.
fn reachable(st: &State, entry: &State, reach: &Reach) -> Reached {
    let mut reached = Reached::default();
    let mut open: Vec<BlockId> = Vec::new();
    for (id, block) in &st.blocks {
        let named = match &block.kind {
            Kind::Global(name) => reach.globals.contains(name),
            Kind::Function(name) => name.starts_with('@') || reach.globals.contains(name),
            Kind::Passed(_) => true,
            // It is not only for those that find tokens: what a call is not given, it takes from the caller.
            Kind::Library(name) => library::is_of_tokens(name),
            _ => false,
        };
        if named || reach.anything {
            open.push(*id);
        }
    }
    if reach.anything {
        reached.lists.extend(st.lists.keys());
        reached.trees.extend(st.trees.keys());
    }
    let same = Same::of(st);
    let mut seen: BTreeSet<Var> = BTreeSet::new();
    let mut values: Vec<&Term> = entry.bindings.values().map(|value| &value.term).collect();
    loop {
        while let Some(value) = values.pop() {
            open.extend(pointed(st, value, &mut seen));
            open.extend(holding_stream(st, value));
            let value = same.plain(value);
            let touches = |t: &Term| same.plain(t).vars().any(|v| value.contains(v));
            for (id, l) in st.lists.iter().filter(|(_, l)| touches(&l.head) || touches(&l.rear)) {
                if reached.lists.insert(*id) {
                    values.extend(l.terms().filter(|t| **t != l.length));
                }
            }
            for (id, t) in st.trees.iter().filter(|(_, t)| touches(&t.root)) {
                if reached.trees.insert(*id) {
                    values.extend(&t.hole);
                }
            }
        }
        let Some(id) = open.pop() else { return reached };
        if reached.blocks.insert(id) {
            // What the library saved is no pointer of the callee's.
            if !st.blocks.get(&id).is_some_and(|b| matches!(b.kind, Kind::Library(_))) {
                values.extend(st.entries_of(id).map(|(_, e)| &e.value));
            }
            if st.blocks.get(&id).is_some_and(|b| b.kind == Kind::Arguments) {
                open.extend(st.block_of_kind(&Kind::ArgumentText));
            }
        }
    }
}

/// The variable of the library that holds this stream, which shows the callee that it is one.
fn holding_stream(st: &State, value: &Term) -> Option<BlockId> {
    let holds = |e: &&Entry| {
        let kind = st.blocks.get(&e.block).map(|b| &b.kind);
        e.value == *value && matches!(kind, Some(Kind::Global(name)) if Global::names_stream(name))
    };
    st.entries.values().find(holds).map(|e| e.block)
}

/// The blocks that a value may point into: those whose base it mentions; otherwise those that facts relate it to.
fn pointed(st: &State, value: &Term, seen: &mut BTreeSet<Var>) -> Vec<BlockId> {
    let based = |vars: &BTreeSet<Var>| -> Vec<BlockId> {
        let blocks = st.blocks.iter();
        blocks.filter(|(_, b)| b.base.vars().any(|v| vars.contains(&v))).map(|(id, _)| *id).collect()
    };
    let direct: BTreeSet<Var> = value.vars().collect();
    let found = based(&direct);
    if !found.is_empty() || direct.iter().all(|v| !seen.insert(*v)) {
        return found;
    }
    let bases: BTreeSet<Var> = st.blocks.values().flat_map(|b| b.base.vars()).collect();
    let near = |a: &&Atom| a.term.constant_part().abs() < FAR;
    let mut related = direct;
    loop {
        let before = related.len();
        for atom in st.knowledge.iter().filter(near) {
            if atom.term.vars().any(|v| related.contains(&v) && !bases.contains(&v)) {
                related.extend(atom.term.vars());
            }
        }
        if related.len() == before {
            return based(&related);
        }
    }
}

/// The view with its blocks renamed to the corresponding ones of the node, without the blocks that have no counterpart;
/// and the view's own name for each renamed block.
fn align(node: &State, view: &State) -> (State, BTreeMap<BlockId, BlockId>) {
    let mut pairs: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    let mut open: Vec<(BlockId, BlockId)> = Vec::new();
    let base = |st: &State, t: &Term| {
        let blocks = st.blocks.iter();
        blocks
            .filter_map(|(id, b)| Some((*id, b.base.as_var()?)))
            .find(|(_, v)| t.coefficient(&[*v]) == 1)
            .map(|(id, _)| id)
    };
    for (r, value) in &node.bindings {
        let other = view.bindings.get(r).and_then(|v| base(view, &v.term));
        open.extend(base(node, &value.term).zip(other));
    }
    for (id, block) in &node.blocks {
        if matches!(block.kind, Kind::Global(_) | Kind::Function(_)) {
            open.extend(view.block_of_kind(&block.kind).map(|other| (*id, other)));
        }
    }
    open.reverse();
    while let Some((mine, theirs)) = open.pop() {
        let (Some(a), Some(b)) = (node.blocks.get(&mine), view.blocks.get(&theirs)) else {
            continue;
        };
        let alike = match (&a.kind, &b.kind) {
            (Kind::Caller(_), Kind::Caller(_)) => a.kind.object().is_none() || a.kind.object() == b.kind.object(),
            (a, b) => a == b,
        };
        if !alike || pairs.contains_key(&mine) || pairs.values().any(|b| *b == theirs) {
            continue;
        }
        pairs.insert(mine, theirs);
        for (_, e) in node.entries_of(mine) {
            let other = view.entries_of(theirs).find(|(_, o)| o.offset == e.offset && o.width == e.width);
            let other = other.and_then(|(_, o)| base(view, &o.value));
            open.extend(base(node, &e.value).zip(other));
        }
    }
    let mut state = view.clone();
    state.blocks.clear();
    state.entries.clear();
    state.uniforms.clear();
    let mut renamed: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    for (mine, theirs) in &pairs {
        if let (Some(a), Some(b)) = (node.blocks.get(mine), view.blocks.get(theirs)) {
            let kind = a.kind.clone();
            state.blocks.insert(*mine, Block { kind, ..b.clone() });
            renamed.insert(*theirs, *mine);
        }
    }
    for (id, e) in &view.entries {
        if let Some(block) = renamed.get(&e.block) {
            let block = *block;
            state.entries.insert(*id, crate::state::Entry { block, ..e.clone() });
        }
    }
    for (id, u) in &view.uniforms {
        if let Some(block) = renamed.get(&u.block) {
            state.uniforms.insert(*id, crate::state::Uniform { block: *block, ..u.clone() });
        }
    }
    (state, pairs)
}
