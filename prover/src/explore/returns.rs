//! Return nodes: what a function's callers learn from its returns (summaries).

use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::domain::{self, Apart, Description, Instance, Merging, relevance};
use crate::explore::policy::{BASES, RECURSION, RETURN};
use crate::explore::trace;
use crate::program::{Op, Operand, Type};
use crate::rules::Context;
use crate::state::{Block, Entry, Path, Same, State, Uniform};
use certificates::{BlockId, EntryId, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// The return nodes of a function. Each returning state has the number of its node, and is an instance of it.
pub(super) struct Returns {
    pub nodes: Vec<State>,
    pub members: Vec<(usize, Instance)>,
}

/// Groups the states in which a function returns. If there are more than `most`, those of each `ret` are merged, if
/// they have a common description.
pub(super) fn returns(cx: &mut Context<'_>, entry: &State, states: &[State], outermost: bool, most: usize) -> Returns {
    if outermost {
        return forgotten(states);
    }
    let reduced: Vec<State> = states.iter().map(|s| reduce(cx, s, entry)).collect();
    if reduced.len() > most
        && let Some(merged) = merged(cx, entry, &reduced)
    {
        return merged;
    }
    let members = reduced.iter().enumerate().map(|(i, s)| (i, identity(s))).collect();
    Returns { nodes: reduced, members }
}

/// The return nodes of the outermost function know nothing, since nothing uses what it returns.
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
    let variables = st.variables().into_iter().map(|v| (v, Term::var(v))).collect();
    Instance { variables, ..Instance::identity(st) }
}

/// Keeps the result, the memory that outlives the function, and the facts about them.
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
    let lent = |b: &Block| b.kind == Kind::Heap && b.read_only;
    let outlives = |b: &Block| !matches!(b.kind, Kind::Stack(_) | Kind::Variadic(_)) && !lent(b);
    state.blocks = st.blocks.iter().filter(|(_, b)| outlives(b)).map(|(id, b)| (*id, b.clone())).collect();
    let forgotten = looked_up(cx, st, entry);
    // What was lent to be read, the caller still knows. If it were returned the caller would know it twice, after the
    // next call four times. Pointers in memory show which lists of two returns correspond.
    let only_read = |id: &BlockId| {
        entry.blocks.get(id).is_some_and(|b| b.read_only && !matches!(b.kind, Kind::Heap | Kind::Library(_)))
    };
    let shows = |e: &Entry| entry.has_structures() && 8 * e.width == cx.program.pointer_bits;
    let given = |id: &EntryId, e: &Entry| only_read(&e.block) && entry.entries.get(id) == Some(e) && !shows(e);
    let outlives =
        |id: &EntryId, e: &Entry| state.blocks.contains_key(&e.block) && !forgotten.contains(id) && !given(id, e);
    state.entries = st.entries.iter().filter(|(id, e)| outlives(id, e)).map(|(id, e)| (*id, e.clone())).collect();
    let given =
        |id: &EntryId, u: &Uniform| u.owned.is_none() && only_read(&u.block) && entry.uniforms.get(id) == Some(u);
    let outlives = |id: &EntryId, u: &Uniform| state.blocks.contains_key(&u.block) && !given(id, u);
    state.uniforms = st.uniforms.iter().filter(|(id, u)| outlives(id, u)).map(|(id, u)| (*id, u.clone())).collect();
    // The caller keeps what it lent, so the return does not mention it. The end of a list is written in the list as
    // null: if it were a variable that the entry knows to be null, the return could not be merged with other returns.
    let lists = st.lists.iter().filter(|(_, l)| !l.marks.read_only);
    state.lists = lists.map(|(id, l)| (*id, l.clone())).collect();
    let trees = st.trees.iter().filter(|(_, t)| !t.marks.read_only);
    state.trees = trees.map(|(id, t)| (*id, t.clone())).collect();
    if state.has_structures() {
        let same = Same::of(st);
        for l in state.lists.values_mut() {
            *l = l.renamed(|t| same.number(t));
        }
    }
    // Callers already know what the entry knows.
    let vars = entry.variables();
    let given: BTreeSet<&Atom> = entry.knowledge.iter().collect();
    let mut related = state.described_variables();
    related.extend(vars.iter().copied());
    let new = st.knowledge.iter().filter(|a| !given.contains(a));
    let new: Vec<_> = new.cloned().collect();
    state.knowledge = relevance::slice(&new, &related);
    state
}

/// Values that the function has read from constant tables at some index. The caller can read them again; a cipher would
/// return hundreds of them.
fn looked_up(cx: &Context<'_>, st: &State, entry: &State) -> BTreeSet<EntryId> {
    let is_table = |b: &Block| match &b.kind {
        Kind::Global(name) => cx.program.globals.iter().any(|g| g.constant && g.name == *name),
        _ => false,
    };
    let tables: BTreeSet<BlockId> = st.blocks.iter().filter(|(_, b)| is_table(b)).map(|(id, _)| *id).collect();
    let open = |e: &Entry| e.offset.as_constant().is_none() && e.value.as_constant().is_none();
    let found = |id: &EntryId, e: &Entry| tables.contains(&e.block) && open(e) && !entry.entries.contains_key(id);
    st.entries.iter().filter(|(id, e)| found(id, e)).map(|(id, _)| *id).collect()
}

/// One node for each `ret`, for all states that return there.
fn merged(cx: &mut Context<'_>, entry: &State, states: &[State]) -> Option<Returns> {
    let how = Merging { guesses: RETURN, extra: &arguments(entry) };
    let mut nodes = Vec::new();
    let mut members: Vec<(usize, (usize, Instance))> = Vec::new();
    let numbered: Vec<(usize, &State)> = states.iter().enumerate().collect();
    let groups = domain::groups(numbered, |(_, st)| st, Apart::LEAST).into_iter();
    for group in groups.flat_map(|group| told_apart(cx, group)).collect::<Vec<_>>() {
        let arrived: Vec<Path> = group.iter().map(|(_, st)| Path::of(with_given(st, entry))).collect();
        let (mut common, instances) = domain::together(cx, &arrived.iter().collect::<Vec<_>>(), how)?;
        // The paths that return are closed already, so no step can be added to them.
        let same = |(path, _): &(Path, Instance)| path.steps().is_empty();
        if !instances.iter().all(same) {
            return None;
        }
        let of_group = group.iter().zip(instances.into_iter().map(|(_, instance)| instance));
        members.extend(of_group.map(|((number, _), instance)| (*number, (nodes.len(), instance))));
        common.state.knowledge.retain(|fact| !entry.knowledge.contains(fact));
        nodes.push(common.state);
    }
    members.sort_unstable_by_key(|(number, _)| *number);
    Some(Returns { nodes, members: members.into_iter().map(|(_, member)| member).collect() })
}

/// A returning state with what the entry knows, without which a fact of one return may not follow in another: of a member
/// that is set to 0 that it is less than a size.
fn with_given(st: &State, entry: &State) -> State {
    let mut st = st.clone();
    st.knowledge.extend(entry.knowledge.iter().cloned());
    st
}

/// Returns whose results say by their sign, or by being 0, that the function has failed stay apart from the others: what
/// is known of the arguments where it has succeeded is often all that the caller needs.
fn told_apart<'s>(cx: &mut Context<'_>, group: Vec<(usize, &'s State)>) -> Vec<Vec<(usize, &'s State)>> {
    const SIGNS: [(Test, Test); 2] = [(negative, not_negative), (is_zero, positive)];
    for (failed, succeeded) in SIGNS {
        let mut parts = [Vec::new(), Vec::new(), Vec::new()];
        for (number, st) in &group {
            let part = match says(cx, st, failed) {
                true => 0,
                false if leads_into_a_block(st) || says(cx, st, succeeded) => 1,
                false => 2,
            };
            parts[part].push((*number, *st));
        }
        if !parts[1].is_empty() && (!parts[0].is_empty() || !parts[2].is_empty() && is_condition(cx, &group)) {
            return parts.into_iter().filter(|part| !part.is_empty()).collect();
        }
    }
    vec![group]
}

/// Whether the result is a single bit. The last of several comparisons may be the result, and still be open.
fn is_condition(cx: &Context<'_>, group: &[(usize, &State)]) -> bool {
    let bit = |st: &State| {
        let function = cx.program.functions.get(&*st.function)?;
        let register = *st.bindings.keys().next()?;
        Some(function.registers[register].ty == Type::Int(1))
    };
    group.iter().all(|(_, st)| bit(st) == Some(true))
}

/// A condition on a result.
type Test = fn(&Term) -> Result<Atom, TooLarge>;

fn negative(result: &Term) -> Result<Atom, TooLarge> {
    Atom::le(result, &Term::constant(-1))
}

fn not_negative(result: &Term) -> Result<Atom, TooLarge> {
    Atom::le(&Term::zero(), result)
}

fn is_zero(result: &Term) -> Result<Atom, TooLarge> {
    Atom::eq(result, &Term::zero())
}

fn positive(result: &Term) -> Result<Atom, TooLarge> {
    Atom::le(&Term::constant(1), result)
}

/// Whether the result is a pointer into a block. That it is not null is then a fact of the block.
fn leads_into_a_block(st: &State) -> bool {
    let base = |b: &Block| b.base.as_var().filter(|_| !b.optional);
    let bases: Vec<Var> = st.blocks.values().filter_map(base).collect();
    st.bindings.values().next().is_some_and(|result| bases.iter().any(|v| result.term.coefficient(&[*v]) == 1))
}

/// Whether a returning state says this of its result.
fn says(cx: &mut Context<'_>, st: &State, test: Test) -> bool {
    let atom = st.bindings.values().next().and_then(|result| test(&result.term).ok());
    atom.is_some_and(|atom| atom.decide().unwrap_or_else(|| domain::holds(cx, st, &atom)))
}

/// A summary: what is known about the returns of a function while its calls are still being explored.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub description: Description,
    /// The variables of the summary that are not variables of the entry.
    own: BTreeSet<Var>,
    /// Whether the return has no call in progress (a base case). Base cases are kept apart from other returns, because
    /// the relation between result and arguments often differs.
    base: bool,
    /// Whether the result of the first such return was negative, or was not; `None` if neither is known. A negative result
    /// means that the function has failed, and returns that do stay apart from others.
    failed: Option<bool>,
}

/// The returning states as instances of the summaries. `None` if a state is no instance of any: then the summaries have
/// been widened, and the function must be explored again.
pub(super) fn summarize(
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
            let state = &s.description.state;
            let instance = (state.place == reduced.place).then(|| domain::covers(cx, state, &s.own, &reduced));
            Some((i, instance.flatten()?))
        });
        if let Some(member) = covered {
            members.push(member);
            continue;
        }
        stable = false;
        trace::passed(cx.program, "a return that no summary describes", &reduced);
        widen(cx, &vars, &extra, summaries, reduced, base);
    }
    stable.then_some(members)
}

/// Gives a returning path's state the empty structures that a summary has, if the summary then describes it: one return may
/// pass back one list where another passes back two, one of them empty. `None` if the state is described without
/// change, or by no summary.
pub(super) fn arranged(cx: &mut Context<'_>, entry: &State, summaries: &[Summary], st: &Path) -> Option<Path> {
    let vars = entry.variables();
    let structured = |s: &&Summary| s.description.state.place == st.place && s.description.state.has_structures();
    summaries.iter().filter(structured).find_map(|s| {
        let mut made = st.clone();
        domain::arrange_empty(cx, &s.description.state, &mut made).ok()?;
        let reduced = condense(reduce(cx, &made, entry), &vars);
        let described = made.steps().len() > st.steps().len();
        (described && domain::covers(cx, &s.description.state, &s.own, &reduced).is_some()).then_some(made)
    })
}

/// Terms that may be related to results: the values with which a function is called, in registers and in memory, and
/// for each pointer the size of the rest of its block.
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

/// Makes a summary of a state, or widens the last one of its kind to describe it.
fn widen(
    cx: &mut Context<'_>,
    vars: &BTreeSet<Var>,
    extra: &[Term],
    summaries: &mut Vec<Summary>,
    state: State,
    base: bool,
) {
    let own = |state: &State| state.variables().difference(vars).copied().collect::<BTreeSet<Var>>();
    let failed = match says(cx, &state, negative) {
        true => Some(true),
        false => says(cx, &state, not_negative).then_some(false),
    };
    let room = base && summaries.iter().filter(|s| s.base).count() < BASES;
    let alike = |s: &Summary| {
        let known = &s.description.state;
        s.base == base && s.failed == failed && known.place == state.place && !Apart::LEAST.keeps(&[], known, &state)
    };
    let partner = summaries.iter().rposition(alike).filter(|_| !room);
    let merged = partner.and_then(|index| {
        let how = Merging { guesses: RECURSION, extra };
        let (mut wider, _) = summaries[index].description.widened(cx, &state, how)?;
        wider.state = condense(wider.state, vars);
        trace::widened(cx.program, "merged returns", &summaries[index].description.state, &wider);
        wider.state.scope = wider.state.variables();
        wider.generalized = Some(own(&wider.state));
        wider.state.scope.extend(vars.iter().copied());
        Some((index, wider))
    });
    match merged {
        Some((index, description)) => {
            summaries[index] = Summary { own: own(&description.state), description, base, failed };
        }
        None => summaries.push(Summary { own: own(&state), description: Description::of(state), base, failed }),
    }
}

/// Keeps only facts about the entry's variables and what the state describes.
fn condense(mut state: State, entry: &BTreeSet<Var>) -> State {
    let mut known = state.described_variables();
    known.extend(entry.iter().copied());
    state.knowledge.retain(|a| a.term.vars().all(|v| known.contains(&v)));
    state
}
