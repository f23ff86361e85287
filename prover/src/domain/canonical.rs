//! Canonical forms of states up to renaming: finished entries are looked up by them.

use crate::algebra::{Atom, Term, Var};
use crate::program::Reg;
use crate::state::{Block, Entry, Named, Segment, State, Tree, Uniform, Value};
use certificates::{BlockId, CallerId, Kind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An entry state with numbers in place of names. States with equal shapes are instances of each other; the
/// correspondence is by position in their `names`.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    function: Rc<str>,
    bindings: Vec<(Reg, Value)>,
    blocks: Vec<Block>,
    entries: Vec<Entry>,
    uniforms: Vec<Uniform>,
    lists: Vec<Segment>,
    trees: Vec<Tree>,
    /// Ascending, because the order of facts does not matter.
    knowledge: Vec<Atom>,
}

/// The names of a state, the variables in the order in which they occur.
pub(crate) fn names(st: &State) -> Named {
    let mut vars: Vec<Var> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut push = |t: &Term| vars.extend(t.vars().filter(|v| seen.insert(*v)));
    st.bindings.values().for_each(|v| push(&v.term));
    for b in st.blocks.values() {
        push(&b.base);
        push(&b.size);
    }
    for e in st.entries.values() {
        push(&e.offset);
        push(&e.value);
    }
    st.uniforms.values().flat_map(Uniform::terms).for_each(&mut push);
    st.lists.values().flat_map(|l| l.terms().chain(l.rests())).for_each(&mut push);
    st.trees.values().flat_map(Tree::terms).for_each(&mut push);
    st.knowledge.iter().for_each(|a| push(&a.term));
    Named::of(vars, st)
}

/// The shape of the state that has these names.
pub(crate) fn shape(names: &Named, st: &State) -> Shape {
    let vars: BTreeMap<Var, Var> = names.vars.iter().copied().zip(0..).collect();
    let numbers: BTreeMap<BlockId, BlockId> = names.blocks.iter().copied().zip(0..).collect();
    let term = |t: &Term| t.renamed(|v| vars[&v]);
    let block = |id: &BlockId| numbers.get(id).copied().unwrap_or(*id);
    let value = |v: &Value| Value { sign: v.sign, term: term(&v.term) };
    let mut knowledge: Vec<Atom> = st.knowledge.iter().map(|a| Atom::new(a.rel, term(&a.term))).collect();
    knowledge.sort_unstable();
    let kind = |kind: &Kind| match kind {
        Kind::Caller(CallerId::Block(id)) => Kind::Caller(CallerId::Block(block(id))),
        Kind::Caller(CallerId::Part { object, number }) => {
            Kind::Caller(CallerId::Part { object: *object, number: block(number) })
        }
        other => other.clone(),
    };
    let blocks = st.blocks.values();
    let blocks = blocks.map(|b| Block { base: term(&b.base), size: term(&b.size), kind: kind(&b.kind), ..b.clone() });
    let entries = st.entries.values();
    let entries =
        entries.map(|e| Entry { block: block(&e.block), offset: term(&e.offset), value: term(&e.value), ..e.clone() });
    Shape {
        function: st.function.clone(),
        bindings: st.bindings.iter().map(|(r, v)| (*r, value(v))).collect(),
        blocks: blocks.collect(),
        entries: entries.collect(),
        uniforms: st.uniforms.values().map(|u| Uniform { block: block(&u.block), ..u.renamed(term) }).collect(),
        lists: st.lists.values().map(|l| l.renamed(term)).collect(),
        trees: st.trees.values().map(|t| t.renamed(term)).collect(),
        knowledge,
    }
}
