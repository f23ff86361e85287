//! Turns a graph and its ranking argument into a certificate.
//!
//! The prover's names are unique in the whole run, while the checker counts along every path. Walking a tree from its
//! node gives every name its number.

mod bounds;
mod closed;
mod hints;
mod names;
mod ranks;
mod roots;
mod shapes;
mod trees;
mod witness;

use crate::algebra::{Atom, Term, Var};
use crate::entail::Engine;
use crate::graph::{EdgeIndex, End, Graph, Instance, NodeIndex, Tree};
use crate::index::{Idx as _, Table};
use crate::program::{Function, Program};
use crate::ranking::Round;
use crate::rules::list;
use crate::state::{self, Linear, Named, Recorded, Segment, State, Uniform};
use bounds::{End as Ending, Ends};
use certificates as data;
use names::Numbers;
use std::collections::BTreeMap;
use trees::Made;
use witness::{Asserted, Finder};

pub(crate) use bounds::bounds;
pub(crate) use closed::closed;
pub(crate) use names::Unwritable;
pub(crate) use roots::root;
pub use witness::Witnesses;

/// The parts of a certificate that are made from a graph and its ranking argument.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) nodes: Vec<data::Node>,
    pub(crate) steps: Vec<data::Step>,
    pub(crate) ranking: Vec<data::Round>,
    /// Where the parts of trees end, if bounds are to be written.
    pub(crate) ends: Ends,
}

type Write<T> = Result<T, Unwritable>;

/// Writes a complete graph and the rounds of its ranking argument (`None`: termination is not claimed). Obligations of
/// both that are hard for the checker get coefficients (`witness`).
/// `with_ends`: what bounds need is recorded on the way.
///
/// # Errors
/// If a name is used where it has no number.
pub(crate) fn write(
    program: &Program,
    graph: &Graph,
    rounds: &[Round],
    engine: &mut Engine,
    wanted: Witnesses,
    with_ends: bool,
) -> Write<Written> {
    let finder =
        (wanted != Witnesses::None).then(|| Finder::new(engine, wanted, ranks::edge_obligations(graph, rounds)));
    let mut writer = Writer {
        program,
        graph,
        finder,
        start: None,
        visits: 0,
        edges: Table::default(),
        with_ends,
        out: Written::default(),
    };
    for index in graph.nodes.places() {
        writer.node(index)?;
    }
    let ranking = rounds.iter().map(|round| ranks::round(graph, &writer.edges, round)).collect::<Write<_>>()?;
    Ok(Written { ranking, ..writer.out })
}

/// The variables of a node in the order of their numbers, and how many of them belong to its entry.
pub(crate) fn variables(graph: &Graph, node: NodeIndex) -> (Vec<Var>, usize) {
    graph.variables(node)
}

/// The numbers at the beginning of a node's tree.
pub(crate) fn numbers(graph: &Graph, node: NodeIndex) -> Numbers {
    let mut n = Numbers::default();
    let (vars, _) = variables(graph, node);
    n.add(&Named::of(vars, &graph.nodes[node].state));
    n
}

/// The number of a node in the certificate.
fn number(node: NodeIndex) -> u32 {
    node.number() as u32
}

/// The maps of an instance, except its variables and conversions, from the node's numbers to the state's, ascending.
fn maps(theirs: &Numbers, mine: &Numbers, instance: &Instance) -> Write<data::Instance> {
    type Number = fn(&Numbers, u32) -> Write<u32>;
    let map = |pairs: &BTreeMap<u32, u32>, number: Number| -> Write<Vec<(u32, u32)>> {
        let pairs = pairs.iter().map(|(a, b)| Ok((number(theirs, *a)?, number(mine, *b)?)));
        let mut pairs = pairs.collect::<Write<Vec<_>>>()?;
        pairs.sort_unstable();
        Ok(pairs)
    };
    Ok(data::Instance {
        variables: Vec::new(),
        blocks: map(&instance.blocks, Numbers::block)?,
        entries: map(&instance.entries, Numbers::entry)?,
        uniforms: map(&instance.uniforms, Numbers::entry)?.into(),
        lists: map(&instance.lists, Numbers::list)?.into(),
        trees: map(&instance.trees, Numbers::tree)?.into(),
        wraps: Vec::new(),
    })
}

/// A uniform fact of a state.
fn uniform(n: &Numbers, id: data::EntryId, u: &Uniform) -> Write<data::Uniform> {
    Ok(data::Uniform {
        id: n.entry(id)?,
        block: n.block(u.block)?,
        offset: n.term(&u.offset)?,
        count: n.term(&u.count)?,
        stride: u.stride,
        width: u.width,
        sign: u.sign,
        all: shapes::facts(n, u.facts()?)?,
        owned: u.owned.as_ref().map(|owned| owned.written(|t| n.term(t))).transpose()?,
    })
}

/// A list segment of a state.
fn segment(n: &Numbers, id: data::ListId, l: &Segment) -> Write<data::Segment> {
    let fields = |known: &[Option<Term>]| -> Write<Vec<_>> {
        known.iter().map(|t| t.as_ref().map(|t| n.term(t)).transpose()).collect()
    };
    Ok(data::Segment {
        id: n.list(id)?,
        shape: l.shape,
        head: n.term(&l.head)?,
        end: n.term(&l.end)?,
        length: n.term(&l.length)?,
        before: n.term(&l.before)?,
        rear: n.term(&l.rear)?,
        first: fields(&l.first)?,
        last: fields(&l.last)?,
        all: shapes::facts(n, list::segment_facts(&l.all, &l.lines)?)?,
        marks: l.marks,
    })
}

/// A tree of a state.
fn tree(n: &Numbers, id: data::TreeId, t: &state::Tree) -> Write<data::Tree> {
    let (root, cells) = (n.term(&t.root)?, n.term(&t.cells)?);
    let hole = t.hole.as_ref().map(|hole| n.term(hole)).transpose()?;
    Ok(data::Tree { id: n.tree(id)?, shape: t.shape, root, cells, hole, all: list::facts(&t.all), marks: t.marks })
}

struct Writer<'a> {
    program: &'a Program,
    graph: &'a Graph,
    finder: Option<Finder<'a>>,
    /// For a refutation: the node where the closed graph begins.
    start: Option<NodeIndex>,
    /// The number of Gotos and Calls that have been written.
    visits: usize,
    /// The step of each edge, once its leaf is written.
    edges: Table<EdgeIndex, data::StepId>,
    /// Whether the ends of parts of trees are recorded.
    with_ends: bool,
    out: Written,
}

impl Writer<'_> {
    fn node(&mut self, index: NodeIndex) -> Write<()> {
        let node = &self.graph.nodes[index];
        let n = numbers(self.graph, index);
        let (vars, _) = variables(self.graph, index);
        let state = self.state(&n, &node.state, vars.len() as u32)?;
        let tree = match &node.tree {
            Some(tree) => Some(self.tree(index, *tree, n)?),
            None => None,
        };
        self.out.nodes.push(data::Node {
            entry: number(node.entry),
            position: self.position(&node.state)?,
            state,
            tree,
        });
        Ok(())
    }

    /// The function that a state is in.
    fn function(&self, st: &State) -> Write<&Function> {
        self.program.functions.get(&*st.function).ok_or(Unwritable::Nowhere)
    }

    fn position(&self, st: &State) -> Write<data::Position> {
        let block = self.function(st)?.blocks.get(st.place.block).ok_or(Unwritable::Nowhere)?;
        Ok(data::Position {
            function: st.function.to_string(),
            block: block.label.clone(),
            index: st.place.index as u32,
        })
    }

    fn state(&self, n: &Numbers, st: &State, variables: u32) -> Write<data::State> {
        let registers = &self.function(st)?.registers;
        let mut bindings = Vec::new();
        for (r, value) in &st.bindings {
            bindings.push(data::Binding {
                register: registers[*r].name.clone(),
                sign: value.sign,
                value: n.term(&value.term)?,
            });
        }
        bindings.sort_by(|a, b| a.register.cmp(&b.register));
        let mut blocks = Vec::new();
        for (id, b) in &st.blocks {
            blocks.push(data::Block {
                id: n.block(*id)?,
                base: n.term(&b.base)?,
                size: n.term(&b.size)?,
                align: b.align,
                kind: b.kind.clone(),
                read_only: b.read_only,
                kept: b.kept,
                optional: b.optional,
            });
        }
        let mut entries = Vec::new();
        for (id, e) in &st.entries {
            entries.push(data::Entry {
                id: n.entry(*id)?,
                block: n.block(e.block)?,
                offset: n.term(&e.offset)?,
                width: e.width,
                sign: e.sign,
                value: n.term(&e.value)?,
            });
        }
        let lists = st.lists.iter().map(|(id, l)| segment(n, *id, l)).collect::<Write<_>>()?;
        let trees = st.trees.iter().map(|(id, t)| tree(n, *id, t)).collect::<Write<_>>()?;
        let knowledge = st.knowledge.iter().map(|a| n.atom(a)).collect::<Result<_, _>>()?;
        let mut uniforms = st.uniforms.iter().map(|(id, u)| uniform(n, *id, u)).collect::<Write<Vec<_>>>()?;
        uniforms.sort_by_key(|uniform| uniform.id);
        Ok(data::State { variables, bindings, knowledge, blocks, entries, uniforms, lists, trees })
    }

    fn push(&mut self, step: data::Step) -> data::StepId {
        self.out.steps.push(step);
        (self.out.steps.len() - 1) as u32
    }

    /// Asserts a step's hard obligations before the step, if they mention only names that exist there. Returns the
    /// witnesses of the step itself, if it is G-ASSERT.
    fn obligations(
        &mut self,
        recorded: &Recorded,
        facts: Option<&[Atom]>,
        n: &Numbers,
        asserted: &mut Asserted,
        made: &mut Vec<Made>,
    ) -> Vec<data::Witness> {
        let known = facts.and_then(|facts| facts.get(..recorded.start));
        let (Some(finder), Some(known)) = (&mut self.finder, known) else {
            return Vec::new();
        };
        if let (Linear::Ghost(data::Ghost::Assert(_)), [(_, atom)]) = (&recorded.step, &recorded.obligations[..]) {
            return finder.find(known, asserted, atom).into_iter().collect();
        }
        for (_, atom) in &recorded.obligations {
            assert(finder, known, atom, n, asserted, made);
        }
        Vec::new()
    }

    /// Asserts hard facts before a Goto or Call: those of the node that it leads to, and the ranking obligations of its
    /// edge.
    fn covering(&mut self, from: NodeIndex, tree: &Tree, n: &Numbers, asserted: &mut Asserted, made: &mut Vec<Made>) {
        let facts = &tree.knowledge;
        let (to, instance) = match &tree.end {
            End::Goto { node, instance } => (*node, instance),
            End::Call { entry, instance, .. } => (*entry, instance),
            End::Return(path) => match self.graph.nodes[self.graph.nodes[from].entry].returns.get(*path) {
                Some((node, instance)) => (*node, instance),
                None => return,
            },
            _ => return,
        };
        let is_edge = !matches!(tree.end, End::Return(_));
        let visit = self.visits;
        self.visits += usize::from(is_edge);
        let Some(finder) = &mut self.finder else { return };
        for atom in &self.graph.nodes[to].state.knowledge {
            if let Ok(term) = atom.term.substitute(&|v| instance.apply(v)) {
                let image = Atom::new(atom.rel, term);
                assert(finder, facts, &image, n, asserted, made);
            }
        }
        let edge_obligations = if is_edge { finder.edge_obligations(visit) } else { Vec::new() };
        for atom in edge_obligations {
            assert(finder, facts, &atom, n, asserted, made);
        }
        for (atom, witness) in witness::places(finder, facts, asserted) {
            if let Ok(numbered) = n.atom(&atom) {
                asserted.note(facts.len(), atom);
                made.push(Made::Ghost(data::Ghost::Assert(numbered), vec![witness]));
            }
        }
    }

    /// The conversions of the parameters that the node binds, in the order of its bindings.
    fn wraps(&self, node: &State, instance: &Instance) -> Write<Vec<data::Wrap>> {
        let registers = &self.function(node)?.registers;
        let mut bound: Vec<_> = node.bindings.keys().filter_map(|r| Some((*r, instance.wraps.get(r)?))).collect();
        bound.sort_by_key(|(r, _)| &registers[*r].name);
        Ok(bound.into_iter().flat_map(|(_, wraps)| wraps.iter().copied()).collect())
    }

    /// With `all`, terms for all variables of the node (a call); otherwise only for those after the entry's.
    fn instance(&self, n: &Numbers, to: NodeIndex, instance: &Instance, all: bool) -> Write<data::Instance> {
        let (vars, shared) = variables(self.graph, to);
        let theirs = numbers(self.graph, to);
        let mut variables = Vec::new();
        for v in vars.iter().skip(if all { 0 } else { shared }) {
            variables.push(match instance.apply(*v) {
                Some(t) => n.term(&t)?,
                None => n.term(&Term::var(*v))?,
            });
        }
        let wraps = self.wraps(&self.graph.nodes[to].state, instance)?;
        Ok(data::Instance { variables, wraps, ..maps(&theirs, n, instance)? })
    }
}

/// Asserts an atom with its witness if it is hard and all its variables have numbers here.
fn assert(
    finder: &mut Finder<'_>,
    facts: &[Atom],
    atom: &Atom,
    n: &Numbers,
    asserted: &mut Asserted,
    made: &mut Vec<Made>,
) {
    let Ok(numbered) = n.atom(atom) else { return };
    if let Some(witness) = finder.find(facts, asserted, atom) {
        asserted.note(facts.len(), atom.clone());
        made.push(Made::Ghost(data::Ghost::Assert(numbered), vec![witness]));
    }
}
