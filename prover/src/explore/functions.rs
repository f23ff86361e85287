//! The exploration of functions: each is explored from an entry state, and its returns become return nodes. If calls in
//! progress have used the returns found so far, it is explored again, until the returns that were used cover all
//! returns (a fixed point). Merging only forgets, so this terminates.

use crate::algebra::TooLarge;
use crate::domain::{self, Description, Instance};
use crate::explore::explorer::{Done, Explorer};
use crate::explore::policy::{DEPTH, MOST_PROMISED, NAMED, ROUNDS};
use crate::explore::worklist::{Activation, Call, Mark, Purpose, Work};
use crate::explore::{returns, trace};
use crate::graph::{Failure, Limit, NodeIndex, Reason};
use crate::rules::{self, GoalKind};
use crate::start::{KEPT_CELLS, Start};
use crate::state::{Path, State, Way};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Explorer<'_, '_> {
    /// Explores the entry function from one of its initial states. Returns the entry node, and the initial state as an
    /// instance of it.
    pub(crate) fn root(&mut self, start: &Start) -> Result<(NodeIndex, Instance), Box<Failure>> {
        let mut state = start.state.clone();
        state.scope = state.variables();
        let way = Way::default().into_function(&state.function);
        self.promised = start.promised.clone();
        self.begin(Description::of(state.clone()), Purpose::Root, way)?;
        self.work()?;
        let Some((root, first)) = self.root.take() else {
            return Err(Box::new(Failure::internal("an exploration without a result")));
        };
        let node = self.graph.nodes[root].state.clone();
        if node.knowledge == state.knowledge && node.bindings == state.bindings {
            return Ok((root, Instance::identity(&node)));
        }
        // A recursive call has generalized the entry.
        let own = node.variables().difference(&state.scope).copied().collect();
        match domain::covers(self.cx, &node, &own, &state).or(first) {
            Some(instance) => Ok((root, instance)),
            None => self.fail(&state, GoalKind::CallInstance { first: true }),
        }
    }

    /// Begins to explore a function from its entry state, which was reached on this way.
    pub(super) fn begin(&mut self, description: Description, purpose: Purpose, way: Way) -> Done {
        let function = description.state.function.to_string();
        if self.calls.len() >= DEPTH {
            return self.fail(&description.state, Limit::Depth);
        }
        let Some(flow) = self.flow(&function) else {
            return self.fail(&description.state, Reason::Internal("a function without a body".to_owned()));
        };
        let mark = Mark { node: self.graph.nodes.next_place(), work: self.work.len() };
        self.calls.push(Activation {
            function,
            flow,
            purpose,
            first: Some(Instance::identity(&description.state)),
            description,
            way,
            entry: mark.node,
            summaries: Vec::new(),
            summary_nodes: Vec::new(),
            used: false,
            lowest: 0,
            rounds: 0,
            returned: Vec::new(),
            headers: Vec::new(),
            joins: Vec::new(),
            mark,
        });
        self.work.push(Work::Function);
        self.round()
    }

    /// Explores the innermost function from its present entry, with its present summaries.
    fn round(&mut self) -> Done {
        let depth = self.calls.len() - 1;
        let top = self.top();
        top.rounds += 1;
        if top.rounds > ROUNDS {
            let st = top.description.state.clone();
            return self.fail(&st, Limit::Rounds);
        }
        let (mark, again) = (top.mark, top.rounds > 1);
        self.cx.tally.restarts += u64::from(again);
        self.discard(mark.node);
        self.work.truncate(mark.work + 1);
        let program = self.cx.program;
        let top = self.top();
        let state = &mut top.description.state;
        // These names were for the values of an earlier round.
        state.at_entry = Rc::default();
        let names = program.functions.get(&top.function).map(|f| state.names(f)).unwrap_or_default();
        state.at_entry = Rc::new(names.all().collect());
        let heads = state.lists.values().map(|l| l.head.clone());
        let roots = state.trees.values().map(|t| t.root.clone());
        state.handed = Rc::new(heads.chain(roots).filter(|t| !t.is_zero()).collect());
        state.scope = state.variables();
        let (state, way) = (state.clone(), top.way.clone());
        let summaries: Vec<State> = top.summaries.iter().map(|s| s.description.state.clone()).collect();
        let entry = self.graph.nodes.next_place();
        self.push_node(entry, state.clone(), BTreeSet::new());
        let summary_nodes = summaries.into_iter().map(|s| self.push_node(entry, s, BTreeSet::new())).collect();
        let top = self.top();
        top.entry = entry;
        top.summary_nodes = summary_nodes;
        top.used = false;
        top.lowest = depth;
        top.returned.clear();
        top.headers.clear();
        top.joins.clear();
        let mut start = Path::from(state, way);
        if depth == 0 || matches!(self.top().purpose, Purpose::Contract(..)) {
            self.name_functions(&mut start)?;
        }
        if depth == 0 {
            let summarized = rules::uniform::summarize_rows(self.cx, &mut start, KEPT_CELLS);
            summarized.map_err(|TooLarge| self.too_large(&start))?;
        }
        trace::passed(self.cx.program, "enters a function", &start);
        let tree = self.graph.trees.open();
        self.graph.nodes[entry].tree = Some(tree);
        self.work.push(Work::Path(tree, start));
        Ok(())
    }

    /// The first steps of the program give addresses to the functions that are called through pointers, so that all
    /// states know them: a merge would forget an address that only one state knows.
    fn name_functions(&mut self, st: &mut Path) -> Done {
        let program = self.cx.program;
        let names = program.called_by_address();
        for name in names.into_iter().take(NAMED) {
            self.name_function(st, name)?;
        }
        Ok(())
    }

    /// A later call of a function in progress needs a wider entry: the function starts again from there. `before` shows
    /// that the narrower entry is an instance of it.
    pub(super) fn restart_function(&mut self, depth: usize, wider: Description, before: &Instance, way: Way) -> Done {
        self.calls.truncate(depth + 1);
        let top = self.top();
        let composed = top.first.as_ref().and_then(|first| first.compose(before, &wider.state).ok());
        top.first = composed.filter(|first| first.is_complete(&wider.state));
        top.description = wider;
        top.way = way;
        top.summaries.clear();
        self.round()
    }

    /// Called when all paths of the innermost function have been followed.
    pub(super) fn finish(&mut self) -> Done {
        let Some(mut done) = self.calls.pop() else {
            return Err(Box::new(Failure::internal("the end of a function that was not begun")));
        };
        if done.used {
            let from = &done.description.state;
            let Some(members) = returns::summarize(self.cx, from, &mut done.summaries, &done.returned) else {
                self.calls.push(done);
                self.work.push(Work::Function);
                return self.round();
            };
            let members = members.into_iter().map(|(number, instance)| (done.summary_nodes[number], instance));
            self.graph.nodes[done.entry].returns = members.collect();
        } else {
            self.settle_returns(done.entry, &done.description.state, &done.returned);
        }
        self.settle(&done);
        self.deliver(done)
    }

    /// Makes return nodes of the states in which a function returns.
    fn settle_returns(&mut self, entry: NodeIndex, from: &State, states: &[State]) {
        let outermost = self.calls.is_empty();
        let promises = outermost && self.promised.is_some();
        let most = if promises { MOST_PROMISED } else { self.policy.returns };
        let groups = returns::returns(self.cx, from, states, outermost && !promises, most);
        let nodes = groups.nodes.into_iter();
        let nodes: Vec<NodeIndex> = nodes.map(|state| self.push_node(entry, state, BTreeSet::new())).collect();
        let members = groups.members.into_iter();
        self.graph.nodes[entry].returns = members.map(|(node, instance)| (nodes[node], instance)).collect();
    }

    /// Records that a function's graph is complete. If it refers to no unfinished entry, it is kept whatever happens to
    /// its callers.
    fn settle(&mut self, done: &Activation) {
        let depth = self.calls.len();
        if done.lowest < depth {
            if let Some(caller) = self.calls.last_mut() {
                caller.lowest = caller.lowest.min(done.lowest);
            }
            return;
        }
        let nodes = &self.graph.nodes;
        let entries: Vec<NodeIndex> = nodes.places_from(done.mark.node).filter(|i| nodes[*i].entry == *i).collect();
        self.entries.settle(entries);
        self.entries.finish(done.entry, &done.description.state);
    }

    /// Passes the function's graph to the call it was explored for.
    fn deliver(&mut self, done: Activation) -> Done {
        match done.purpose {
            Purpose::Root => {
                self.root = Some((done.entry, done.first));
                Ok(())
            }
            Purpose::Call(call) => self.own_entry_found(done.entry, done.first, call),
            Purpose::Shared(call, rounds) => self.shared_entry_found(done.entry, call, rounds),
            Purpose::Contract(call, number) => self.case_found(done.entry, call, number),
        }
    }

    /// The entry at this depth, which was not made for its call, cannot be proved.
    pub(super) fn give_up(&mut self, depth: usize) -> Done {
        self.calls.truncate(depth + 1);
        let Some(Activation { purpose, mark, .. }) = self.calls.pop() else {
            return Err(Box::new(Failure::internal("no function that is explored")));
        };
        self.cx.tally.restarts += 1;
        self.work.truncate(mark.work);
        self.discard(mark.node);
        match purpose {
            Purpose::Shared(call, _) => {
                trace::passed(self.cx.program, "cannot share an entry", &call.view);
                self.entries.share_none(&call.view.function);
                self.own_entry(call)
            }
            Purpose::Contract(call, number) => self.give_up_case(call, number),
            Purpose::Root | Purpose::Call(_) => Err(Box::new(Failure::internal("no attempt to share an entry"))),
        }
    }

    /// Gives a call an entry of its own.
    pub(super) fn own_entry(&mut self, call: Box<Call>) -> Done {
        let way = call.way();
        self.begin(Description::of(call.view.clone()), Purpose::Call(call), way)
    }
}
