//! What the prover takes for true of states, as certificates.

use super::print::print;
use super::world::{END, World};
use crate::algebra::{Atom, Rel, Term};
use crate::certify::{self, Witnesses};
use crate::domain::Instance;
use crate::entail::Engine;
use crate::graph::{End, Graph, Node, NodeIndex, Tree};
use crate::index::Idx as _;
use crate::state::{Block, Path, State};
use certificates::{
    Certificate, Claim as Claimed, DataModel, Detail, Hint, Kind, Overflow, Properties, Root, Sign, hash,
};

/// Something that the prover takes for true of states, as a certificate that is VALID exactly if it is.
#[derive(Debug)]
pub struct Claim {
    /// What it says, and the states, in the language of these tests.
    pub about: String,
    /// A node with the first state, the prover's steps, and a way on to a node with the description.
    pub certificate: Certificate,
}

/// What comes of some states.
#[derive(Debug, Default)]
pub struct Tried {
    /// What the prover says of them.
    pub claims: Vec<Claim>,
    /// Laws that they break, with the states.
    pub broken: Vec<String>,
    /// Descriptions of states with lists or trees for which one of the states is no instance. That happens, and costs a
    /// proof: the state gets an empty list in another place than merging gave it one, or, with pointers back, a list
    /// that begins where registers say is taken for an empty one that has its last cell there.
    pub uncovered: Vec<String>,
}

/// Claims under construction.
pub(super) struct Claims<'w> {
    world: &'w World,
    pub tried: Tried,
}

/// The nodes: the two entries, the state before (2), and what describes it.
const MAIN: usize = 0;
const ENTRY: usize = 1;
const DESCRIPTION: usize = 3;

impl<'w> Claims<'w> {
    pub(super) fn new(world: &'w World) -> Claims<'w> {
        Claims { world, tried: Tried::default() }
    }

    /// Some states break a law.
    pub(super) fn broken(&mut self, law: &str, states: &[&State]) {
        let about = self.about(law, states);
        self.tried.broken.push(about);
    }

    /// A description does not cover what it is to describe; where there are lists or trees that is known to happen.
    pub(super) fn uncovered(&mut self, law: &str, states: &[&State], is_known: bool) {
        let about = self.about(law, states);
        let Tried { broken, uncovered, .. } = &mut self.tried;
        if is_known { uncovered } else { broken }.push(about);
    }

    /// A law, and the states.
    fn about(&self, law: &str, states: &[&State]) -> String {
        let texts: Vec<String> = states.iter().map(|st| print(self.world, st)).collect();
        format!("{law}\n{}", texts.join("\n--\n"))
    }

    /// That the state before, after the steps of `after`, is an instance of the description.
    pub(super) fn add(&mut self, law: &str, before: &State, after: &Path, description: &State, instance: &Instance) {
        let about = self.about(law, &[before, after, description]) + &format!("\nby {instance:?}");
        let graph = graph(before, after, description, instance);
        let program = &self.world.program;
        let mut engine = Engine::new(Default::default());
        let written = certify::write(program, &graph, &[], &mut engine, Witnesses::None, false);
        let written = match written {
            Ok(written) => written,
            Err(wrong) => return self.tried.broken.push(format!("{wrong}: {about}")),
        };
        let certificate = Certificate {
            claim: Claimed {
                module_hash: hash::sha256_hex(program.text.as_bytes()),
                entry: "main".to_owned(),
                precondition: None,
                properties: Properties { memory_safety: true, no_overflow: true, termination: true },
                data_model: DataModel::Lp64,
                overflow: Overflow::Error,
                malloc_may_fail: false,
                no_builtin: false,
                contracts: vec!["exit".to_owned()],
            },
            module: program.text.clone(),
            nodes: written.nodes,
            steps: written.steps,
            shapes: program.shapes.clone(),
            globals: vec!["g".to_owned()],
            roots: vec![Root::Covered { node: 0, instance: certificates::Instance::default(), returns: Vec::new() }],
            ranking: Vec::new(),
            call: None,
            bounds: Vec::new(),
        };
        self.tried.claims.push(Claim { about, certificate });
    }
}

/// `main` returns at once; no run comes to the nodes of `f`, but the tree is checked as any other. Both states are moved
/// to where the function returns: only there may a way end without an instruction on it.
fn graph(before: &State, after: &Path, description: &State, instance: &Instance) -> Graph {
    let mut graph = Graph::default();
    let at_end = |st: &State| State { place: END, ..st.clone() };
    let node = |entry: usize, state: State| Node::new(NodeIndex::new(entry), state, Default::default());
    graph.nodes.push(node(MAIN, State::new("main")));
    let hint = Hint { sign: Sign::Unsigned, wraps: Vec::new(), phis: Vec::new(), detail: Detail::None };
    let end = End::Exit { hint, called: Some("exit".to_owned()) };
    let tree = graph.trees.push(Tree { steps: Vec::new(), knowledge: Vec::new(), end });
    graph.nodes.push(Node { tree: Some(tree), ..node(ENTRY, entry(before)) });
    let end = End::Goto { node: NodeIndex::new(DESCRIPTION), instance: instance.clone() };
    let tree = graph.trees.push(Tree { steps: after.steps().to_vec(), knowledge: after.knowledge.clone(), end });
    graph.nodes.push(Node { tree: Some(tree), ..node(ENTRY, at_end(before)) });
    graph.nodes.push(node(ENTRY, at_end(description)));
    graph
}

/// The entry's state: it knows the global variables, with the marks that they have, and names the variables that are
/// named on the path to the state, but not in it.
fn entry(st: &State) -> State {
    let mut entry = State::new("f");
    let named = st.scope.difference(&st.variables()).map(|v| Atom::new(Rel::Eq, Term::var(*v))).collect();
    entry.knowledge = named;
    let globals = st.blocks.iter().filter(|(_, b)| matches!(b.kind, Kind::Global(_)));
    let known = |b: &Block| Block { base: Term::constant(1), size: Term::zero(), align: 1, ..b.clone() };
    entry.blocks = globals.map(|(id, b)| (*id, known(b))).collect();
    entry
}
