//! Redundancy elimination: facts of a node that follow from two other facts of the node are dropped from a complete
//! graph.
//!
//! While the graph is built they are useful: a difference of two values may stay the same while the bounds are widened.
//! In the final graph the bounds alone say as much, and each fact of a node costs space in the certificate, and an
//! obligation at each edge to the node.

use super::{End, Graph, Node, NodeIndex, TreeIndex, Trees};
use crate::algebra::{Atom, Rel, Term, Var};
use crate::index::Table;
use std::collections::{BTreeMap, BTreeSet};

/// Drops what follows from other facts of the same node. A fact for which `counts` is true is dropped only if it
/// follows from such facts, because some readers do not use the others.
pub(crate) fn thin(graph: &mut Graph, counts: impl Fn(&Atom) -> bool) {
    let Graph { nodes, trees, .. } = graph;
    let of_node = |node: &Node| implied(&node.state.knowledge, &counts);
    let gone: Table<NodeIndex, Vec<usize>> = nodes.iter().map(of_node).collect();
    for index in nodes.places() {
        let node = &mut nodes[index];
        remove(&mut node.state.knowledge, &gone[index]);
        if let Some(tree) = node.tree {
            forget(trees, tree, &gone[index], &gone);
        }
    }
}

/// Removes the facts in these places (ascending) from the paths of a tree, and from what returns bring.
fn forget(trees: &mut Trees, tree: TreeIndex, places: &[usize], gone: &Table<NodeIndex, Vec<usize>>) {
    let mut open = vec![(tree, places.to_vec())];
    while let Some((tree, places)) = open.pop() {
        let tree = &mut trees[tree];
        let below = |known: usize| known - places.partition_point(|place| *place < known);
        for step in &mut tree.steps {
            step.start = below(step.start);
            step.aside.known = below(step.aside.known);
            for (known, _) in &mut step.obligations {
                *known = below(*known);
            }
        }
        let known = tree.knowledge.len();
        remove(&mut tree.knowledge, &places);
        match &tree.end {
            End::Split { .. } | End::Apart { .. } | End::Compare(_) => {
                open.extend(tree.end.behind().into_iter().map(|case| (case, places.clone())));
            }
            End::Call { returns, .. } => open.extend(returns.iter().map(|r| {
                let brought = gone[r.node].iter().map(|place| known + place);
                (r.tree, places.iter().copied().chain(brought).collect())
            })),
            End::Open | End::Goto { .. } | End::Return(_) | End::Infeasible | End::Exit { .. } => {}
        }
    }
}

/// Removes the elements in these places (ascending).
fn remove(facts: &mut Vec<Atom>, places: &[usize]) {
    let (mut place, mut gone) = (0, places.iter().peekable());
    facts.retain(|_| {
        let here = gone.next_if_eq(&&place).is_some();
        place += 1;
        !here
    });
}

/// The places of facts `term <= 0` over at least two variables that follow from facts which stay: from the bounds of
/// their variables, or as the sum of two facts.
fn implied(facts: &[Atom], counts: &impl Fn(&Atom) -> bool) -> Vec<usize> {
    let mut gone = BTreeSet::new();
    // The bounds from all facts, and those from facts that count.
    let bounds = [Bounds::of(facts, |_| true), Bounds::of(facts, counts)];
    let mut rest = Vec::new();
    for (place, fact) in facts.iter().enumerate().filter(|(_, fact)| variables(fact) > 1) {
        if bounds[usize::from(counts(fact))].imply(fact) {
            gone.insert(place);
        } else if let Some(difference) = Difference::of(fact) {
            rest.push((place, difference));
        }
    }
    sums(&rest, facts, counts, &mut gone);
    gone.into_iter().collect()
}

/// Finds differences that are the sum of two others. The two others are kept.
fn sums(rest: &[(usize, Difference)], facts: &[Atom], counts: &impl Fn(&Atom) -> bool, gone: &mut BTreeSet<usize>) {
    // Indexed by the variable that is bounded, then by the one that bounds it.
    let mut known: BTreeMap<Var, BTreeMap<Var, (i128, usize)>> = BTreeMap::new();
    for (place, Difference { low, high, most }) in rest {
        let same = known.entry(*low).or_default().entry(*high).or_insert((*most, *place));
        *same = (*same).min((*most, *place));
    }
    let mut needed = BTreeSet::new();
    for (place, Difference { low, high, most }) in rest {
        if needed.contains(place) {
            continue;
        }
        let counted = |other: usize| {
            other != *place && !gone.contains(&other) && (!counts(&facts[*place]) || counts(&facts[other]))
        };
        let same = known[low][high].1;
        let reason = known[low].iter().find_map(|(middle, (first, a))| {
            let (second, b) = known.get(middle)?.get(high)?;
            let sum = first.checked_add(*second)?;
            (sum <= *most && counted(*a) && counted(*b)).then_some([*a, *b])
        });
        let reason = reason.or_else(|| counted(same).then_some([same, same]));
        if let Some(reason) = reason {
            gone.insert(*place);
            needed.extend(reason);
        }
    }
}

/// The number of monomials of a fact.
fn variables(fact: &Atom) -> usize {
    fact.term.parts().iter().filter(|(monomial, _)| !monomial.is_empty()).count()
}

/// `low - high <= most`
struct Difference {
    low: Var,
    high: Var,
    most: i128,
}

impl Difference {
    fn of(fact: &Atom) -> Option<Difference> {
        let parts = fact.term.parts().iter().filter(|(monomial, _)| !monomial.is_empty());
        let parts: Vec<(&[Var], i128)> = parts.map(|(monomial, factor)| (monomial.as_slice(), *factor)).collect();
        let (low, high) = match parts[..] {
            [([a], 1), ([b], -1)] => (*a, *b),
            [([a], -1), ([b], 1)] => (*b, *a),
            _ => return None,
        };
        let most = fact.term.constant_part().checked_neg()?;
        (fact.rel == Rel::Le).then_some(Difference { low, high, most })
    }
}

/// The bounds of single variables.
struct Bounds {
    least: BTreeMap<Var, i128>,
    most: BTreeMap<Var, i128>,
}

impl Bounds {
    fn of(facts: &[Atom], wanted: impl Fn(&Atom) -> bool) -> Bounds {
        let (mut least, mut most) = (BTreeMap::new(), BTreeMap::new());
        for fact in facts.iter().filter(|fact| fact.rel == Rel::Le && variables(fact) == 1 && wanted(fact)) {
            let constant = fact.term.constant_part();
            match fact.term.parts().last() {
                Some((monomial, 1)) if monomial.len() == 1 => {
                    let Some(constant) = constant.checked_neg() else { continue };
                    let bound = most.entry(monomial[0]).or_insert(constant);
                    *bound = constant.min(*bound);
                }
                Some((monomial, -1)) if monomial.len() == 1 => {
                    let bound = least.entry(monomial[0]).or_insert(constant);
                    *bound = constant.max(*bound);
                }
                _ => {}
            }
        }
        Bounds { least, most }
    }

    /// Whether the bounds imply that the term is at most 0.
    fn imply(&self, fact: &Atom) -> bool {
        fact.rel == Rel::Le && self.greatest(&fact.term).is_some_and(|value| value <= 0)
    }

    fn greatest(&self, term: &Term) -> Option<i128> {
        term.parts().iter().try_fold(0i128, |sum, (monomial, factor)| {
            let value = match monomial.as_slice() {
                [] => 1,
                [variable] if *factor > 0 => *self.most.get(variable)?,
                [variable] => *self.least.get(variable)?,
                _ => return None,
            };
            sum.checked_add(value.checked_mul(*factor)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(parts: &[(i128, Var)], constant: i128) -> Term {
        let variables = parts.iter().map(|(factor, variable)| ([*variable].into_iter().collect(), *factor));
        Term::from_parts(variables.chain([(Default::default(), constant)])).expect("small")
    }

    /// `parts <= most`
    fn most(parts: &[(i128, Var)], most: i128) -> Atom {
        Atom::new(Rel::Le, sum(parts, -most))
    }

    fn gone(facts: &[Atom]) -> Vec<usize> {
        implied(facts, &|_| true)
    }

    #[test]
    fn bounds_imply_sums() {
        let bounds = [most(&[(1, 0)], 400), most(&[(-1, 1)], 0), most(&[(1, 2)], 7)];
        let with = |fact: Atom| gone(&[&bounds[..], &[fact]].concat());
        assert_eq!(with(most(&[(1, 0), (-1, 1)], 400)), [3]);
        assert_eq!(with(most(&[(1, 0), (2, 2), (-1, 1)], 414)), [3]);
        // A little less, a variable without a bound, an equation, and single bounds.
        assert!(with(most(&[(1, 0), (-1, 1)], 399)).is_empty());
        assert!(with(most(&[(1, 1), (-1, 0)], 400)).is_empty());
        assert!(with(Atom::new(Rel::Eq, sum(&[(1, 0), (-1, 1)], -400))).is_empty());
        assert!(with(most(&[(1, 0)], 500)).is_empty());
    }

    #[test]
    fn two_differences_imply_a_third() {
        let difference = |low: Var, high: Var, value: i128| most(&[(1, low), (-1, high)], value);
        assert_eq!(gone(&[difference(0, 2, 5), difference(0, 1, 2), difference(1, 2, 3)]), [0]);
        assert!(gone(&[difference(0, 2, 4), difference(0, 1, 2), difference(1, 2, 3)]).is_empty());
        // Among facts that imply each other, some stay: 0 = 1 = 2.
        let circle = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)].map(|(low, high)| difference(low, high, 0));
        assert_eq!(gone(&circle), [0, 1]);
        assert_eq!(gone(&[difference(0, 1, 2), difference(0, 1, 2)]), [1]);
    }

    /// What only some facts imply is kept for readers who do not use these.
    #[test]
    fn facts_that_do_not_count() {
        let facts = [most(&[(1, 0)], 1000), most(&[(-1, 1)], 0), most(&[(1, 0), (-1, 1)], 1000)];
        let large = |fact: &Atom| fact.term.constant_part().abs() < 1000;
        assert_eq!(implied(&facts, &large), [2]);
        let weaker = [&facts[..2], &[most(&[(1, 0), (-1, 1)], 1001), most(&[(2, 0), (-2, 1)], 2000)]].concat();
        assert_eq!(implied(&weaker, &large), [2, 3]);
        let small = [most(&[(1, 0)], 1000), most(&[(-1, 1)], -900), most(&[(1, 0), (-1, 1)], 100)];
        assert!(implied(&small, &large).is_empty());
        assert_eq!(gone(&small), [2]);
    }

    #[test]
    fn places_of_what_is_removed() {
        let mut facts: Vec<Atom> = (0..5).map(|bound| most(&[(1, 0)], bound)).collect();
        remove(&mut facts, &[1, 3]);
        assert_eq!(facts, [0, 2, 4].map(|bound| most(&[(1, 0)], bound)));
        remove(&mut facts, &[7]);
        assert_eq!(facts.len(), 3);
    }
}
