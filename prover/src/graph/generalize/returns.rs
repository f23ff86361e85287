//! Return nodes: what a function's callers learn.

use super::functions::differ;
use super::instance::covers;
use super::merge::merge;
use crate::algebra::{Term, Var};
use crate::graph::{Instance, relevance};
use crate::program::{Op, Operand};
use crate::rules::Context;
use crate::state::State;
use certificates::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many returns of a function stay apart.
const APART: usize = 6;

/// So many base cases of a recursive function stay apart.
const BASES: usize = 4;

/// Return nodes, and for every returning state its node and how it is an instance.
pub struct Returns {
    pub nodes: Vec<State>,
    pub members: Vec<(usize, Instance)>,
}

/// Groups the states in which a function returns. `unique`: into one for each `ret`, if there is a common description.
pub fn returns(cx: &mut Context<'_>, entry: &State, states: &[State], outermost: bool, unique: bool) -> Returns {
    if outermost {
        return forgotten(states);
    }
    let reduced: Vec<State> = states.iter().map(|s| reduce(cx, s, entry)).collect();
    if reduced.len() > if unique { 1 } else { APART }
        && let Some(merged) = merged(cx, entry, &reduced)
    {
        return merged;
    }
    let members = reduced.iter().enumerate().map(|(i, s)| (i, identity(s))).collect();
    Returns { nodes: reduced, members }
}

/// Nobody reads what the outermost function returns.
fn forgotten(states: &[State]) -> Returns {
    let mut nodes: Vec<State> = Vec::new();
    let mut members = Vec::new();
    for st in states {
        let index = nodes.iter().position(|n| n.place == st.place).unwrap_or_else(|| {
            let mut state = State::new(&st.function);
            state.place = st.place;
            nodes.push(state);
            nodes.len() - 1
        });
        members.push((index, Instance::default()));
    }
    Returns { nodes, members }
}

fn identity(st: &State) -> Instance {
    Instance {
        variables: st.variables().into_iter().map(|v| (v, Term::var(v))).collect(),
        blocks: st.blocks.keys().map(|id| (*id, *id)).collect(),
        entries: st.entries.keys().map(|id| (*id, *id)).collect(),
        wraps: Vec::new(),
    }
}

/// Keeps the result, the memory that outlives the function, and what is known about them.
fn reduce(cx: &Context<'_>, st: &State, entry: &State) -> State {
    let mut state = State::new(&st.function);
    state.place = st.place;
    state.scope = st.scope.clone();
    let instruction = cx
        .program
        .functions
        .get(&*st.function)
        .and_then(|f| f.blocks.get(st.place.block))
        .and_then(|b| b.instructions.get(st.place.index));
    if let Some(Op::Return { value: Some(Operand::Register(r)), .. }) = instruction.map(|i| &i.op)
        && let Some(value) = st.bindings.get(r)
    {
        state.bindings.insert(*r, value.clone());
    }
    state.blocks =
        st.blocks.iter().filter(|(_, b)| !matches!(b.kind, Kind::Stack(_))).map(|(id, b)| (*id, b.clone())).collect();
    state.entries = st
        .entries
        .iter()
        .filter(|(_, e)| state.blocks.contains_key(&e.block))
        .map(|(id, e)| (*id, e.clone()))
        .collect();
    // What the entry's own knowledge says is known to every caller.
    let vars = entry.variables();
    let given: BTreeSet<&crate::algebra::Atom> = entry.knowledge.iter().collect();
    let mut related = state.described_variables();
    related.extend(vars.iter().copied());
    let new = st.knowledge.iter().filter(|a| !given.contains(a));
    let new: Vec<_> = new.cloned().collect();
    state.knowledge = relevance::slice(&new, &related);
    state
}

/// One node for each `ret` for all states that return there.
fn merged(cx: &mut Context<'_>, entry: &State, states: &[State]) -> Option<Returns> {
    let extra = arguments(entry);
    let mut nodes: Vec<(State, BTreeSet<Var>)> = Vec::new();
    for st in states {
        let alike = |n: &State| n.place == st.place && !differ(n, st);
        let Some(index) = nodes.iter().position(|(n, _)| alike(n)) else {
            nodes.push((st.clone(), BTreeSet::new()));
            continue;
        };
        let (node, slots) = nodes.get(index)?.clone();
        if covers(cx, &node, &slots, st).is_some() {
            continue;
        }
        // Finitely many states: bounds may be guessed anew each time.
        let wider = merge(cx, &node, None, st, &extra, false)?;
        let mut state = wider.state;
        state.scope = state.variables();
        nodes[index] = (state, wider.slots);
    }
    for (node, _) in &mut nodes {
        node.knowledge = relevance::strongest(std::mem::take(&mut node.knowledge));
    }
    let mut members = Vec::new();
    for st in states {
        let alike = |n: &State| n.place == st.place && !differ(n, st);
        let index = nodes.iter().position(|(n, _)| alike(n))?;
        let (node, slots) = nodes.get(index)?;
        members.push((index, covers(cx, node, slots, st)?));
    }
    Some(Returns { nodes: nodes.into_iter().map(|(n, _)| n).collect(), members })
}

/// What is known of the returns of a function whose calls are still being explored.
#[derive(Clone, Debug)]
pub struct Summary {
    pub state: State,
    /// The variables that are not the entry's.
    slots: BTreeSet<Var>,
    /// It describes several returns already.
    merged: bool,
    /// Returns without a call in progress (base cases) stay apart from the others: what relates
    /// result and arguments is often different there.
    base: bool,
}

/// How the states in which the function returned are instances of the summaries, if they all are. Otherwise
/// the summaries are widened until they are, and the function has to be explored again.
pub fn summarize(
    cx: &mut Context<'_>,
    entry: &State,
    summaries: &mut Vec<Summary>,
    states: &[State],
) -> Option<Vec<(usize, Instance)>> {
    let vars = entry.variables();
    let base = summaries.is_empty();
    let extra = arguments(entry);
    let mut members = Vec::new();
    let mut stable = true;
    for st in states {
        let reduced = condense(reduce(cx, st, entry), &vars);
        let covered = summaries.iter().enumerate().find_map(|(i, s)| {
            if s.state.place != reduced.place {
                return None;
            }
            covers(cx, &s.state, &s.slots, &reduced).map(|instance| (i, instance))
        });
        if let Some(member) = covered {
            members.push(member);
            continue;
        }
        stable = false;
        widen(cx, &vars, &extra, summaries, reduced, base);
    }
    stable.then_some(members)
}

/// What results may be compared with: the values that a function is called with, in registers and in
/// memory, and for pointers how much of their block lies behind them.
fn arguments(entry: &State) -> Vec<Term> {
    const MOST: usize = 12;
    let bound = entry.bindings.values().map(|v| &v.term);
    let stored = entry.entries.values().map(|e| &e.value);
    let blocks: BTreeMap<Var, &Term> =
        entry.blocks.values().filter_map(|b| Some((b.base.as_var()?, &b.size))).collect();
    let mut vars = BTreeSet::new();
    let mut behind: Vec<Term> = Vec::new();
    for t in bound.chain(stored) {
        vars.extend(t.vars().filter(|v| !blocks.contains_key(v)));
        let inside = blocks.iter().find(|(v, _)| t.coefficient(&[**v]) == 1);
        if let Some((base, size)) = inside
            && let Ok(offset) = t.sub(&Term::var(*base))
            && offset.as_constant().is_none()
            && let Ok(rest) = size.sub(&offset)
        {
            behind.push(rest);
        }
    }
    let vars = vars.into_iter().take(MOST).map(Term::var);
    vars.chain(behind.into_iter().take(MOST)).collect()
}

/// Makes a summary of a state, or lets the last of its kind describe it too.
fn widen(
    cx: &mut Context<'_>,
    vars: &BTreeSet<Var>,
    extra: &[Term],
    summaries: &mut Vec<Summary>,
    state: State,
    base: bool,
) {
    let own = |state: &State| state.variables().difference(vars).copied().collect::<BTreeSet<Var>>();
    let room = base && summaries.iter().filter(|s| s.base).count() < BASES;
    let partner =
        summaries.iter().rposition(|s| s.base == base && s.state.place == state.place && !differ(&s.state, &state));
    let merged = partner.filter(|_| !room).and_then(|index| {
        let summary = summaries.get(index)?;
        let slots = summary.merged.then_some(&summary.slots);
        let wider = merge(cx, &summary.state, slots, &state, extra, false)?;
        let mut wide = condense(wider.state, vars);
        wide.scope = wide.variables();
        wide.scope.extend(vars.iter().copied());
        Some((index, wide))
    });
    match merged {
        Some((index, wide)) => summaries[index] = Summary { slots: own(&wide), state: wide, merged: true, base },
        None => summaries.push(Summary { slots: own(&state), state, merged: false, base }),
    }
}

/// Keeps only facts about the entry's variables and what the state describes.
fn condense(mut state: State, entry: &BTreeSet<Var>) -> State {
    let mut known = state.described_variables();
    known.extend(entry.iter().copied());
    state.knowledge.retain(|a| a.term.vars().all(|v| known.contains(&v)));
    state
}
