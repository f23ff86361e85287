//! Builds the graph: open leaves are followed, depth first, until none is left.
//!
//! This is the strategy of Stroeder17 (section 4, before theorem 8), at all points where states of different paths can
//! be merged (`policy` lists them). A state that arrives is compared with the nodes at that point (subsumption). If
//! none describes it, it is merged with an older state (widening), everything found after the older state is discarded,
//! and the exploration continues from the merged one. Merging only drops facts or gives values new names, so this
//! terminates.
//!
//! The list of open work has paths to follow, cases to look at, returns that a call still has to go on from, and marks at
//! which all that was put behind them is done: a join, a loop header, a function. Everything that was found behind a mark
//! (nodes, trees, waiting paths, open work) is found by position, so starting again from a header or a function means
//! cutting the list there; the machine's stack is not used and no error value travels. A failure ends the exploration,
//! except behind a wider entry that calls were to share.

use crate::algebra::{TooLarge, Var};
use crate::domain::{Instance, Loss};
use crate::explore::assume::separate;
use crate::explore::policy::{MOST_TOLD, Policy};
use crate::explore::reuse::{Contracts, Entries};
use crate::explore::tables::{element, stream};
use crate::explore::trace;
use crate::explore::worklist::{self, Activation, Work};
use crate::graph::{Departure, End, Failure, Graph, Limit, Node, NodeIndex, Reason, Site, TreeIndex};
use crate::program::flow::Flow;
use crate::program::{BlockIndex, Instruction, Op, Reg};
use crate::progress::Progress;
use crate::rules::{self, Context, Next, Stop};
use crate::start::Promised;
use crate::state::{Comparing, Path, State};
use certificates::{EntryId, Hint};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub deadline: Instant,
    /// Total number of executed instructions.
    pub steps: usize,
    /// Resident memory in MiB.
    pub memory: Option<u64>,
}

/// A pointer whose target is unknown since states were merged.
pub(super) struct Lost {
    /// The place: "at FILE:LINE", or "in FUNCTION".
    pub at: String,
    /// The variable's name in C.
    pub name: String,
    pub loss: Loss,
}

/// The search for a complete graph.
pub(crate) struct Explorer<'c, 'p> {
    pub cx: &'c mut Context<'p>,
    pub graph: Graph,
    pub(super) policy: Policy,
    pub(super) limits: Limits,
    pub(super) work: Vec<Work>,
    /// Functions that are being explored, innermost last.
    pub(super) calls: Vec<Activation>,
    pub(super) entries: Entries,
    /// Contracts of functions that are called.
    pub(super) contracts: Arc<Contracts>,
    /// The entry node of the exploration that has just ended, and the state that arrived first as an instance of it.
    pub(super) root: Option<(NodeIndex, Option<Instance>)>,
    /// Calls that no case of the callee's contract describes.
    pub(super) departures: BTreeSet<Departure>,
    /// What the contract of the entry function promises, in the case that is explored.
    pub(super) promised: Option<Rc<Promised>>,
    /// Pointers whose targets are unknown since states were merged, by the variables of their values.
    pub(super) lost: BTreeMap<Var, Lost>,
    flows: BTreeMap<String, Rc<Flow>>,
    progress: Arc<Progress>,
}

/// Result of working on an item; the error is the failure that stopped it.
pub(super) type Done = Result<(), Box<Failure>>;

impl<'c, 'p> Explorer<'c, 'p> {
    pub(crate) fn new(cx: &'c mut Context<'p>, policy: Policy, limits: Limits, progress: Arc<Progress>) -> Self {
        let entries = Entries::new(cx.program);
        Explorer {
            cx,
            graph: Graph::default(),
            policy,
            limits,
            work: Vec::new(),
            calls: Vec::new(),
            entries,
            contracts: Arc::default(),
            root: None,
            departures: BTreeSet::new(),
            promised: None,
            lost: BTreeMap::new(),
            flows: BTreeMap::new(),
            progress,
        }
    }

    /// Calls of these functions may be described by their contracts.
    pub(crate) fn with_contracts(self, contracts: Arc<Contracts>) -> Self {
        Explorer { contracts, ..self }
    }

    /// The graph that was found, and the calls in it that do not use the entries of a contract.
    pub(crate) fn into_graph(mut self) -> Graph {
        let agreed = self.entries.agreed.values().flatten();
        let agreed: BTreeSet<NodeIndex> = agreed.filter_map(|case| case.entry.node()).collect();
        let entries = self.graph.nodes.places().filter(|node| self.graph.nodes[*node].entry == *node);
        let apart: BTreeSet<&str> =
            entries.filter(|node| !agreed.contains(node)).map(|node| &*self.graph.nodes[node].state.function).collect();
        self.departures.retain(|departure| apart.contains(departure.callee.as_str()));
        Graph { departures: self.departures, ..self.graph }
    }

    /// Instructions executed so far.
    pub(crate) fn steps(&self) -> u64 {
        self.cx.tally.steps
    }

    /// Works until the worklist is empty.
    pub(super) fn work(&mut self) -> Done {
        while let Some(item) = self.work.pop() {
            if let Err(failure) = self.take(item) {
                self.recover(failure)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, item: Work) -> Done {
        match item {
            Work::Path(tree, st) => self.follow(tree, st),
            Work::Case(tree, st, atom) => self.case(tree, st, &atom),
            Work::Return(call, number) => self.go_on_after(call, number),
            Work::Join => self.join(),
            Work::Together(waiting) => self.go_on_together(waiting),
            Work::Header => {
                self.top().headers.pop();
                Ok(())
            }
            Work::Function => self.finish(),
        }
    }

    /// Follows one path until it branches, waits or ends.
    fn follow(&mut self, tree: TreeIndex, st: Path) -> Done {
        let Some(st) = self.resolve_optional(tree, st)? else { return Ok(()) };
        let Some(mut st) = self.drop_empty(tree, st)? else { return Ok(()) };
        loop {
            self.spend(&st)?;
            if !st.arrived && st.place.index == 0 && matches!(st.comparing, Comparing::Nothing) {
                if self.is_awaited(&st) {
                    return self.wait(tree, st);
                }
                if self.is_header(&st) {
                    return self.arrive(tree, st);
                }
            }
            let Some(light) = self.relieve(tree, st)? else { return Ok(()) };
            st = light;
            if let Some(pointer) = self.moved_pointer(&st) {
                match self.unfolded(tree, st, &pointer)? {
                    Some(same) => st = same,
                    None => return Ok(()),
                }
            }
            let before = self.cx.names.entries;
            let from = st.place.block;
            match rules::execute(self.cx, &mut st) {
                Ok(Next::Continue) => match self.went_on(tree, before, from, st)? {
                    Some(resolved) => st = resolved,
                    None => return Ok(()),
                },
                Ok(Next::Cases(atom)) => return self.split(tree, st, atom),
                Ok(Next::Exit(hint)) => return self.exit(tree, st, hint),
                Ok(Next::Return) => return self.arrive_at_return(tree, st),
                Ok(Next::Call { callee }) => return self.call(tree, st, &callee),
                Ok(Next::Compare(compared)) => return self.compare(tree, st, *compared),
                Err(Stop::Split(atom)) => return self.split(tree, st, atom),
                Err(Stop::Function(name)) => self.name_function(&mut st, &name)?,
                Err(Stop::Read { block, offset, width, sign }) => {
                    if rules::cell::name(self.cx, &mut st, block, &offset, (width, sign)).is_none() {
                        return self.unless_infeasible(tree, st, Stop::Internal("a place that cannot be read"));
                    }
                }
                Err(Stop::Argument(index)) => self.name_argument(&mut st, &index)?,
                Err(Stop::Bytes(pieces)) => self.name_pieces(&mut st, &pieces)?,
                Err(Stop::Element(element)) => self.name_element(&mut st, &element)?,
                Err(Stop::Known(fact)) => self.name_all(&mut st, *fact)?,
                Err(Stop::Loose(loose)) => self.say_less(&mut st, loose)?,
                Err(Stop::Pointer(pointer, mut goal)) => match self.unfolded(tree, st, &pointer)? {
                    Some(st) => {
                        goal.lost = self.why_lost(&st, &pointer);
                        return self.unless_infeasible(tree, st, Stop::Unproved(goal));
                    }
                    None => return Ok(()),
                },
                Err(Stop::TooLarge) if st.may_end() => match self.lightened(&st) {
                    Some(cut) => {
                        self.cut(tree, st, cut);
                        return Ok(());
                    }
                    None => return self.unless_infeasible(tree, st, Stop::TooLarge),
                },
                Err(Stop::Numbers) => {
                    let cut = self.numbered(&st);
                    let none = || self.stopped(&st, Stop::Internal("operands that are no numbers"));
                    let cut = cut.ok_or_else(none)?;
                    self.cut(tree, st, cut);
                    return Ok(());
                }
                Err(Stop::Unproved(goal)) if st.may_end() => match self.factored(&mut st) {
                    Some(cut) => {
                        self.cut(tree, st, cut);
                        return Ok(());
                    }
                    None => return self.unless_infeasible(tree, st, Stop::Unproved(goal)),
                },
                Err(stop @ Stop::Internal(_)) => return Err(self.stopped(&st, stop)),
                Err(stop) => return self.unless_infeasible(tree, st, stop),
            }
        }
    }

    /// The program ends here.
    fn exit(&mut self, tree: TreeIndex, mut st: Path, hint: Hint) -> Done {
        let called = st.aside().called.take();
        self.graph.trees.close(tree, &mut st, End::Exit { hint, called });
        Ok(())
    }

    /// The path returns, if all holds that is promised of returns.
    fn arrive_at_return(&mut self, tree: TreeIndex, mut st: Path) -> Done {
        match self.missing_promise(&mut st)? {
            Some(Stop::Split(atom)) => return self.split(tree, st, atom),
            Some(stop) => return self.unless_infeasible(tree, st, stop),
            None => {}
        }
        self.summarize_return(&mut st)?;
        let number = self.top().returned.len();
        self.graph.trees.close(tree, &mut st, End::Return(number));
        self.top().returned.push(st.into_state());
        Ok(())
    }

    /// Ends the path at a node that knows less, if it has gathered too much. Otherwise returns it.
    fn relieve(&mut self, tree: TreeIndex, mut st: Path) -> Result<Option<Path>, Box<Failure>> {
        let overgrown = st.may_end() && self.is_overgrown(&st);
        let cut = if overgrown {
            self.forgotten(&st).map_err(|TooLarge| self.too_large(&st))?
        } else if st.may_end() && st.knowledge.len() >= st.cut_threshold {
            self.relieved(&st)
        } else {
            return Ok(Some(st));
        };
        match cut {
            Some(cut) => {
                self.cut(tree, st, cut);
                Ok(None)
            }
            None => {
                if !overgrown {
                    st.cut_threshold = 2 * st.knowledge.len();
                }
                Ok(Some(st))
            }
        }
    }

    /// Returns the state after an instruction of this block, unless its path continues in several cases, or waits because it
    /// has left a loop.
    fn went_on(
        &mut self,
        tree: TreeIndex,
        before: EntryId,
        from: BlockIndex,
        st: Path,
    ) -> Result<Option<Path>, Box<Failure>> {
        let Some(st) = self.learnt(tree, before, st)? else { return Ok(None) };
        if self.leaves_loop(from, st.place.block) {
            self.postpone(tree, st);
            return Ok(None);
        }
        Ok(Some(st))
    }

    /// Adds consequences of what a library function or a constant has revealed. Returns the state, unless its path
    /// continues in several cases.
    fn learnt(&mut self, tree: TreeIndex, before: EntryId, mut st: Path) -> Result<Option<Path>, Box<Failure>> {
        let new: Vec<EntryId> = st.entries.range(before..).map(|(id, _)| *id).take(MOST_TOLD).collect();
        for id in new {
            let told = match self.last(&st).map(|i| &i.op) {
                Some(Op::Call { .. }) => separate(self.cx, &mut st, id),
                Some(Op::Store { .. }) => rules::uniform::extend(self.cx, &mut st, id),
                Some(Op::Load { .. }) => stream(self.cx, &mut st, id).and_then(|()| element(self.cx, &mut st, id)),
                _ => Ok(()),
            };
            told.map_err(|TooLarge| self.too_large(&st))?;
        }
        self.resolve_optional(tree, st)
    }

    /// Counts a step, and checks the limits.
    fn spend(&mut self, st: &State) -> Done {
        self.cx.tally.steps += 1;
        let place = self.current(st).and_then(|i| i.location.as_ref());
        if let Some(place) = place {
            self.progress.enter(format_args!("at {place} (in '{}')", st.function));
        }
        if self.steps() > self.limits.steps as u64 {
            return self.fail(st, Limit::Steps);
        }
        if Instant::now() > self.limits.deadline {
            return self.fail(st, Limit::Time);
        }
        if self.steps().is_multiple_of(64) {
            self.report_progress();
            if self.limits.memory.is_some_and(|most| resident_mebibytes() > most) {
                return self.fail(st, Limit::Memory);
            }
        }
        Ok(())
    }

    fn report_progress(&self) {
        let queries = self.cx.engine.statistics().queries;
        let leaves = worklist::open_leaves(&self.work);
        self.progress.update(self.steps(), self.graph.nodes.len(), leaves, queries);
    }

    /// An error, unless the path cannot be reached.
    pub(super) fn unless_infeasible(&mut self, tree: TreeIndex, mut st: Path, stop: Stop) -> Done {
        if !self.is_infeasible(&st) {
            trace::stuck(self.cx.program, &st, &stop);
            return Err(self.stopped(&st, stop));
        }
        self.graph.trees.close(tree, &mut st, End::Infeasible);
        Ok(())
    }

    /// Handles a failure below an entry that is being tried, a shared one or one of a contract: the calls get entries of
    /// their own.
    fn recover(&mut self, mut failure: Box<Failure>) -> Done {
        while failure.kind().is_about_program()
            && let Some(depth) = self.calls.iter().rposition(Activation::is_trial)
        {
            match self.give_up(depth) {
                Ok(()) => return Ok(()),
                Err(another) => failure = another,
            }
        }
        Err(failure)
    }

    /// The function that is being explored.
    pub(super) fn top(&mut self) -> &mut Activation {
        self.calls.last_mut().expect("paths are of a function that is being explored")
    }

    /// Control flow of a function.
    pub(super) fn flow(&mut self, name: &str) -> Option<Rc<Flow>> {
        if !self.flows.contains_key(name) {
            let flow = Flow::of(self.cx.program.functions.get(name)?);
            self.flows.insert(name.to_string(), Rc::new(flow));
        }
        self.flows.get(name).cloned()
    }

    /// Registers that may be read from the path's current block on.
    pub(super) fn live_at(&mut self, st: &State) -> BTreeSet<Reg> {
        self.top().flow.live.get(st.place.block).cloned().unwrap_or_default()
    }

    pub(super) fn push_node(&mut self, entry: NodeIndex, state: State, generalized: BTreeSet<Var>) -> NodeIndex {
        self.cx.tally.states += 1;
        self.graph.nodes.push(Node::new(entry, state, generalized))
    }

    /// Adds a node from which a path goes on.
    pub(super) fn grow_node(&mut self, entry: NodeIndex, path: Path, generalized: BTreeSet<Var>) -> NodeIndex {
        let node = self.push_node(entry, path.state().clone(), generalized);
        let tree = self.graph.trees.open();
        self.graph.nodes[node].tree = Some(tree);
        self.work.push(Work::Path(tree, path));
        node
    }

    /// Removes the nodes from this one on, except those of finished graphs, which later calls may reuse.
    pub(super) fn discard(&mut self, mark: NodeIndex) {
        let entries = &self.entries;
        self.graph.discard(mark, |node| entries.is_settled(node.entry));
    }

    pub(super) fn current(&self, st: &State) -> Option<&'p Instruction> {
        let program = self.cx.program;
        program.functions.get(&*st.function)?.blocks.get(st.place.block)?.instructions.get(st.place.index)
    }

    /// The instruction that the path has just executed in this block.
    pub(super) fn last(&self, st: &State) -> Option<&'p Instruction> {
        let program = self.cx.program;
        let block = program.functions.get(&*st.function)?.blocks.get(st.place.block)?;
        block.instructions.get(st.place.index.checked_sub(1)?)
    }

    /// A failure where the state is.
    fn failure(&self, st: &State, reason: impl Into<Reason>) -> Box<Failure> {
        let i = self.current(st);
        let site = Site {
            function: st.function.to_string(),
            location: i.and_then(|i| i.location.clone()),
            instruction: i.map(|i| i.text.clone()).unwrap_or_default(),
        };
        Box::new(Failure::new(reason, site))
    }

    pub(super) fn fail<T>(&self, st: &State, reason: impl Into<Reason>) -> Result<T, Box<Failure>> {
        Err(self.failure(st, reason))
    }

    /// What stopped a rule, as a failure; with what is known where it occurred, if it is about the program.
    pub(super) fn stopped(&self, st: &Path, stop: Stop) -> Box<Failure> {
        let reason = match stop {
            Stop::Unproved(goal) | Stop::Pointer(_, goal) => Reason::Unproved(*goal),
            Stop::Unsupported(construct) => construct.into(),
            Stop::TooLarge => Limit::Numbers.into(),
            Stop::Internal(what) => Reason::Internal(what.to_owned()),
            Stop::Split(_)
            | Stop::Function(_)
            | Stop::Read { .. }
            | Stop::Argument(_)
            | Stop::Bytes(_)
            | Stop::Element(_)
            | Stop::Known(_)
            | Stop::Loose(_)
            | Stop::Numbers => Reason::Internal("a case analysis where there is none".to_owned()),
        };
        let mut failure = self.failure(st, reason);
        if failure.kind().is_about_program()
            && let Some(function) = self.cx.program.functions.get(&*st.function)
        {
            failure.state = Box::new(st.described(function));
            failure.state.way = st.passed(self.cx.program);
            if let Reason::Unproved(goal) = &failure.reason
                && !goal.condition.is_empty()
            {
                failure.open = Some(Box::new(st.open(function, goal.condition.clone(), &goal.facts)));
            }
        }
        failure
    }

    /// The path ends because of a number or product that is not computed with. This says nothing about the program.
    pub(super) fn too_large(&self, st: &Path) -> Box<Failure> {
        self.stopped(st, Stop::TooLarge)
    }

    /// Names a function in the state.
    pub(super) fn name_function(&mut self, st: &mut Path, name: &str) -> Done {
        rules::function::name(self.cx, st, name).map_err(|TooLarge| self.too_large(st))
    }
}

/// Resident memory of this process in MiB; 0 if the system does not report it.
fn resident_mebibytes() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm")
        .ok()
        .and_then(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok())
        .unwrap_or(0);
    pages / 256
}
