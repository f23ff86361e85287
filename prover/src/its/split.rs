//! Splitting a node by an atom: control-flow refinement (Doménech, Gallagher, Genaim, TPLP 2019).
//!
//! The states of a node that satisfy an atom and those that do not become two nodes with the same variables. Two affine
//! functions, one for each half, can express more than one function for the whole; phases of a loop become nodes of
//! their own; and an atom whose negation is unreachable is an invariant.

use super::simplify::simplify;
use super::{Edge, EdgeId, Node, NodeId, System};
use crate::algebra::{Atom, Term};
use std::collections::{BTreeMap, BTreeSet};

/// One split. The node keeps its id for the states that satisfy the atom; the others move to a new node, whose id is
/// the largest plus one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub node: NodeId,
    pub atom: Atom,
}

/// A system under refinement, without infeasible edges and unreachable nodes.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    pub system: System,
    roots: BTreeSet<NodeId>,
    /// The edges of interest: for each current id, the id when the interest was declared.
    focus: BTreeMap<EdgeId, EdgeId>,
    next_node: NodeId,
    next_edge: EdgeId,
}

impl Refined {
    pub(crate) fn new(system: &System, roots: &BTreeSet<NodeId>) -> Refined {
        let last = |ids: &mut dyn Iterator<Item = usize>| ids.max().map_or(0, |m| m + 1);
        Refined {
            roots: roots.clone(),
            next_node: NodeId(last(&mut system.nodes.iter().map(|n| n.id.0))),
            next_edge: EdgeId(last(&mut system.edges.iter().map(|e| e.id.0))),
            system: complete(system),
            focus: BTreeMap::new(),
        }
    }

    /// Declares these edges to be of interest.
    pub(crate) fn focus_on(&mut self, edges: &[EdgeId]) {
        self.focus = edges.iter().map(|e| (*e, *e)).collect();
    }

    /// The edges of interest in their current form.
    pub(crate) fn focused(&self) -> System {
        let edges = self.system.edges.iter();
        System {
            nodes: self.system.nodes.clone(),
            edges: edges.filter(|e| self.focus.contains_key(&e.id)).cloned().collect(),
        }
    }

    /// The original id of an edge of interest.
    pub(crate) fn origin(&self, edge: EdgeId) -> EdgeId {
        self.focus.get(&edge).copied().unwrap_or(edge)
    }

    /// Splits a node that is not a root; `None` if the atom cannot be expressed on some edge to the node. Edges keep
    /// their ids on the half with the atom; the others are new.
    pub(crate) fn split(&self, split: &Split) -> Option<Refined> {
        if self.roots.contains(&split.node) {
            return None;
        }
        let negation = split.atom.negate().ok()?;
        let new = self.next_node;
        let node = self.system.nodes.iter().find(|n| n.id == split.node)?;
        let vars = split.atom.term.vars();
        if vars.into_iter().any(|v| !node.vars.contains(&v)) {
            return None;
        }
        let mut next = Refined {
            system: System::default(),
            roots: self.roots.clone(),
            focus: self.focus.clone(),
            next_node: NodeId(new.0 + 1),
            next_edge: self.next_edge,
        };
        next.system.nodes = self.system.nodes.clone();
        next.system.nodes.push(Node { id: new, vars: node.vars.clone() });
        let halves = [(split.node, &split.atom), (new, &negation)];
        let whole = [None];
        let both = [Some(halves[0]), Some(halves[1])];
        for edge in &self.system.edges {
            let touches = edge.from == split.node || edge.to == split.node;
            if !touches {
                next.system.edges.push(edge.clone());
                continue;
            }
            let pick = |id: NodeId| {
                if id == split.node { &both[..] } else { &whole[..] }
            };
            for (i, from) in pick(edge.from).iter().enumerate() {
                for (j, to) in pick(edge.to).iter().enumerate() {
                    let mut half = edge.clone();
                    if let Some((id, atom)) = from {
                        half.from = *id;
                        half.facts.push((*atom).clone());
                    }
                    if let Some((id, atom)) = to {
                        half.to = *id;
                        half.facts.push(at_target(edge, atom)?);
                    }
                    if (i, j) != (0, 0) {
                        half.id = next.next_edge;
                        if let Some(origin) = self.focus.get(&edge.id) {
                            next.focus.insert(half.id, *origin);
                        }
                        next.next_edge.0 += 1;
                    }
                    if next.possible(&half) {
                        next.system.edges.push(half);
                    }
                }
            }
        }
        next.prune();
        Some(next)
    }

    fn possible(&self, edge: &Edge) -> bool {
        let node = |id: NodeId| self.system.nodes.iter().find(|n| n.id == id);
        match (node(edge.from), node(edge.to)) {
            (Some(a), Some(b)) => simplify(edge, a, b).is_none_or(|p| !p.is_empty()),
            _ => true,
        }
    }

    /// Drops what is unreachable from the roots.
    fn prune(&mut self) {
        let mut next: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for e in &self.system.edges {
            next.entry(e.from).or_default().push(e.to);
        }
        let mut reached = self.roots.clone();
        let mut open: Vec<NodeId> = reached.iter().copied().collect();
        while let Some(n) = open.pop() {
            for m in next.get(&n).into_iter().flatten() {
                if reached.insert(*m) {
                    open.push(*m);
                }
            }
        }
        self.system.nodes.retain(|n| reached.contains(&n.id));
        self.system.edges.retain(|e| reached.contains(&e.from));
    }
}

/// The system with a fresh variable wherever a target's variable may have any value.
fn complete(system: &System) -> System {
    let mut system = system.clone();
    let named = |e: &Edge| {
        let facts = e.facts.iter().flat_map(|a| a.term.vars());
        let target = e.target.iter().flat_map(|(v, t)| t.vars().chain([*v]));
        facts.chain(target).max()
    };
    let in_nodes = system.nodes.iter().flat_map(|n| &n.vars).max().copied();
    let largest = system.edges.iter().filter_map(named).max().max(in_nodes);
    let mut fresh = largest.unwrap_or(0);
    for e in &mut system.edges {
        let Some(node) = system.nodes.iter().find(|n| n.id == e.to) else {
            continue;
        };
        for v in &node.vars {
            if e.target.iter().all(|(w, _)| w != v)
                && let Some(next) = fresh.checked_add(1)
            {
                fresh = next;
                e.target.push((*v, Term::var(fresh)));
            }
        }
    }
    system
}

/// An atom about the target's variables, over the edge's.
pub(crate) fn at_target(edge: &Edge, atom: &Atom) -> Option<Atom> {
    let value = |v| {
        let found = edge.target.iter().find(|(w, _)| *w == v);
        found.map(|(_, t)| t.clone())
    };
    if atom.term.vars().any(|v| value(v).is_none()) {
        return None;
    }
    atom.substitute(&value).ok()
}

/// A term about the target's variables, over the edge's, if all of them have a value.
pub(crate) fn term_at_target(edge: &Edge, term: &Term) -> Option<Term> {
    let atom = Atom::new(crate::algebra::Rel::Le, term.clone());
    at_target(edge, &atom).map(|a| a.term)
}
