//! Writes a tree. Names get their numbers on the way from the node to the leaves, steps get theirs on the way back.

use super::names::{Numbers, Unwritable};
use super::witness::Asserted;
use super::{Ending, Write, Writer, hints, number};
use crate::algebra::{Atom, Term};
use crate::bounds::Place;
use crate::graph::{End, NodeIndex, TreeIndex};
use crate::index::Idx as _;
use crate::state::{Linear, Recorded};
use certificates as data;

/// A step with one successor, which gets its number later.
pub(super) enum Made {
    /// An instruction, and its place if a bound needs its number.
    Exec(data::Hint, Option<Place>),
    Ghost(data::Ghost, Vec<data::Witness>),
    Choose(data::Term, data::Sign),
}

/// What remains to be done on the walk through a tree.
enum Walk {
    /// A tree, with the numbers and asserted facts at its beginning.
    Tree(TreeIndex, Numbers, Asserted),
    /// The trees of both cases are written; the steps before the case analysis are not.
    Split(data::Atom, Vec<Made>),
    /// The trees of both cases of G-APART are written; the steps before it are not.
    Apart { left: data::BlockId, right: data::BlockId, linear: Vec<Made> },
    /// The trees of both cases of G-COMPARE are written; the steps before it are not.
    Compare { hint: data::Hint, linear: Vec<Made> },
    /// The trees after all returns of a call are written; the steps before the call are not.
    Call { tree: TreeIndex, entry: u32, instance: data::Instance, returns: Vec<data::NodeId>, linear: Vec<Made> },
}

impl Writer<'_> {
    /// Writes a tree of a node; returns the number of its first step.
    pub(super) fn tree(&mut self, node: NodeIndex, tree: TreeIndex, n: Numbers) -> Write<data::StepId> {
        let mut ahead = vec![Walk::Tree(tree, n, Asserted::default())];
        // The first steps of trees that nothing leads to yet.
        let mut written: Vec<data::StepId> = Vec::new();
        while let Some(walk) = ahead.pop() {
            let first = match walk {
                Walk::Tree(tree, n, asserted) => match self.leaf(node, tree, n, asserted, &mut ahead)? {
                    Some(first) => first,
                    None => continue,
                },
                Walk::Split(atom, linear) => {
                    let [yes, no] = behind(&mut written)?;
                    self.steps(data::Step::Split { atom, yes, no }, linear)
                }
                Walk::Apart { left, right, linear } => {
                    let [left_first, right_first] = behind(&mut written)?;
                    let step = data::Step::Apart { left, right, left_first, right_first, witnesses: Vec::new() };
                    self.steps(step, linear)
                }
                Walk::Compare { hint, linear } => {
                    let [called, returned] = behind(&mut written)?;
                    self.steps(data::Step::Compare { hint, called, returned, witnesses: Vec::new() }, linear)
                }
                Walk::Call { tree, entry, instance, returns, linear } => {
                    self.ended(tree);
                    let first = written.len().checked_sub(returns.len()).ok_or(MISSING)?;
                    let returns = returns.into_iter().zip(written.drain(first..)).collect();
                    self.steps(data::Step::Call { entry, instance, returns, witnesses: Vec::new() }, linear)
                }
            };
            written.push(first);
        }
        let [first] = behind(&mut written)?;
        Ok(first)
    }

    /// Writes a tree that no tree follows, and returns the number of its first step. Otherwise it adds what follows to
    /// the remaining work.
    ///
    /// Never inlined, and no step is moved out of it: rustc 1.95 copies a value of 16-byte alignment from a place on
    /// the stack that it has not aligned, and the program crashes.
    #[inline(never)]
    fn leaf(
        &mut self,
        node: NodeIndex,
        tree: TreeIndex,
        mut n: Numbers,
        mut asserted: Asserted,
        ahead: &mut Vec<Walk>,
    ) -> Write<Option<data::StepId>> {
        let graph = self.graph;
        let facts = self.finder.is_some().then(|| graph.trees.facts_below(tree));
        let (place, tree) = (tree, &graph.trees[tree]);
        let mut linear = self.linear(place, &tree.steps, facts, &mut n, &mut asserted)?;
        self.covering(node, tree, &n, &mut asserted, &mut linear);
        self.end((place, None), tree.knowledge.len(), &n, &asserted);
        let witnesses = Vec::new();
        let last = match &tree.end {
            End::Infeasible => data::Step::Infeasible { witnesses },
            End::Exit { hint: h, .. } => data::Step::Exit { hint: hints::hint(&n, h)?, witnesses },
            End::Goto { node: to, instance, .. } => data::Step::Goto {
                node: number(*to),
                instance: self.instance(&n, *to, instance, self.in_start(*to))?,
                witnesses,
            },
            End::Return(path) => {
                let settled = graph.nodes[graph.nodes[node].entry].returns.get(*path);
                let (to, instance) = settled.ok_or(Unwritable::Unnamed { kind: "return", name: *path as u32 })?;
                data::Step::Goto { node: number(*to), instance: self.instance(&n, *to, instance, false)?, witnesses }
            }
            End::Open => return Err(Unwritable::Unnamed { kind: "open leaf of node", name: number(node) }),
            End::Split { atom, yes, no } => {
                ahead.push(Walk::Split(n.atom(atom)?, linear));
                ahead.push(Walk::Tree(*no, n.clone(), asserted.clone()));
                ahead.push(Walk::Tree(*yes, n, asserted));
                return Ok(None);
            }
            End::Apart { left, right, left_first, right_first } => {
                ahead.push(Walk::Apart { left: n.block(*left)?, right: n.block(*right)?, linear });
                ahead.push(Walk::Tree(*right_first, n.clone(), asserted.clone()));
                ahead.push(Walk::Tree(*left_first, n, asserted));
                return Ok(None);
            }
            End::Compare(compare) => {
                ahead.push(Walk::Compare { hint: hints::hint(&n, &compare.hint)?, linear });
                n.add(&compare.read);
                ahead.push(Walk::Tree(compare.returned, n.clone(), asserted.clone()));
                n.add(&compare.compared);
                ahead.push(Walk::Tree(compare.called, n, asserted));
                return Ok(None);
            }
            End::Call { entry, instance, returns, .. } => {
                let instance = self.instance(&n, *entry, instance, true)?;
                let nodes = returns.iter().map(|r| number(r.node)).collect();
                ahead.push(Walk::Call { tree: place, entry: number(*entry), instance, returns: nodes, linear });
                for r in returns.iter().rev() {
                    let mut after = n.clone();
                    after.add(&r.names);
                    ahead.push(Walk::Tree(r.tree, after, asserted.clone()));
                }
                return Ok(None);
            }
        };
        self.ended(place);
        Ok(Some(self.steps(last, linear)))
    }

    /// Records the names and facts at a place, if bounds need them.
    fn end(&mut self, place: Place, known: usize, n: &Numbers, asserted: &Asserted) {
        if self.with_ends {
            let end = Ending { step: 0, known, numbers: n.clone(), asserted: asserted.clone() };
            self.out.ends.insert(place, end);
        }
    }

    /// The next step that is written is the last one of this part of a tree.
    fn ended(&mut self, tree: TreeIndex) {
        let next = self.out.steps.len() as u32;
        if let Some(end) = self.out.ends.get_mut(&(tree, None)) {
            end.step = next;
        }
    }

    /// The linear steps of a tree, with the assertions that are needed before some of them.
    fn linear(
        &mut self,
        tree: TreeIndex,
        steps: &[Recorded],
        facts: Option<&[Atom]>,
        n: &mut Numbers,
        asserted: &mut Asserted,
    ) -> Write<Vec<Made>> {
        let mut linear = Vec::with_capacity(steps.len());
        for (number, recorded) in steps.iter().enumerate() {
            let own = self.obligations(recorded, facts, n, asserted, &mut linear);
            // Ghost steps mention only what existed before; instructions may mention what they introduce.
            if let Linear::Ghost(g) = &recorded.step {
                linear.push(Made::Ghost(hints::ghost(n, g)?, own));
            }
            if let Linear::Choose(value, sign) = &recorded.step {
                // The quotient is the name for the number, so that later steps need not change.
                let value = n.term(&Term::constant(*value))?;
                let ghost = data::Ghost::Divide { term: value.clone(), divisor: data::Int(1) };
                linear.push(Made::Ghost(ghost, Vec::new()));
                linear.push(Made::Choose(value, *sign));
            }
            n.add(&recorded.names);
            if let Linear::Exec(h) = &recorded.step {
                let makes = self.with_ends && !recorded.aside.made.is_empty();
                let place = makes.then_some((tree, Some(number)));
                if let Some(place) = place {
                    self.end(place, recorded.aside.known, n, asserted);
                }
                linear.push(Made::Exec(hints::hint(n, h)?, place));
            }
        }
        Ok(linear)
    }

    /// Writes the last step of a tree, then those before it; returns the number of the first.
    fn steps(&mut self, last: data::Step, linear: Vec<Made>) -> data::StepId {
        let is_edge = match &last {
            data::Step::Goto { node, .. } => !self.is_return(*node),
            data::Step::Call { .. } => true,
            _ => false,
        };
        let mut id = self.push(last);
        if is_edge {
            self.edges.push(id);
        }
        for made in linear.into_iter().rev() {
            id = match made {
                Made::Exec(hint, place) => {
                    let id = self.push(data::Step::Exec { hint, next: id, witnesses: Vec::new() });
                    if let Some(end) = place.and_then(|place| self.out.ends.get_mut(&place)) {
                        end.step = id;
                    }
                    id
                }
                Made::Choose(value, sign) => {
                    self.push(data::Step::Choose { value, sign, next: id, witnesses: Vec::new() })
                }
                Made::Ghost(ghost, witnesses) => self.push(data::Step::Ghost { ghost, next: id, witnesses }),
            };
        }
        id
    }

    /// Whether the node belongs to the start of a refutation, so that a Goto maps all its variables.
    fn in_start(&self, node: NodeIndex) -> bool {
        self.start == Some(self.graph.nodes[node].entry)
    }

    /// Whether the node ends a function's graph.
    fn is_return(&self, node: data::NodeId) -> bool {
        self.graph.nodes[NodeIndex::new(node as usize)].tree.is_none()
    }
}

/// A tree is missing that should have been written.
const MISSING: Unwritable = Unwritable::Unnamed { kind: "tree", name: 0 };

/// The trees that were written last, in order.
fn behind<const N: usize>(written: &mut Vec<data::StepId>) -> Write<[data::StepId; N]> {
    let first = written.len().checked_sub(N).ok_or(MISSING)?;
    let last: Vec<data::StepId> = written.drain(first..).collect();
    last.try_into().map_err(|_| MISSING)
}
