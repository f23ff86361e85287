//! Conclusions over a right proof: another claim, other roots, other ranks.

use super::places;
use certificates::{Certificate, Int, Measure, Monomial, Overflow, Root, Term};

pub fn edge_kept(c: &Certificate) -> Vec<Certificate> {
    places(c, c.ranking.len(), |c, at| {
        c.ranking[at].removed.pop()?;
        // A round that removes nothing is no round.
        c.ranking.retain(|round| !round.removed.is_empty());
        Some(())
    })
}

pub fn assumption_removed(c: &Certificate) -> Vec<Certificate> {
    places(c, c.claim.contracts.len(), |c, at| {
        c.claim.contracts.remove(at);
        Some(())
    })
}

pub fn root_dropped(c: &Certificate) -> Vec<Certificate> {
    let mut all = places(c, c.roots.len(), |c, at| {
        c.roots.remove(at);
        Some(())
    });
    all.extend(places(c, c.roots.len(), |c, at| {
        let Root::Covered { node, .. } = &mut c.roots[at] else {
            return None;
        };
        *node += 1;
        Some(())
    }));
    all
}

fn claims(c: &Certificate, change: impl Fn(&mut Certificate) -> Option<()>) -> Vec<Certificate> {
    places(c, 1, |c, _| change(c))
}

pub fn entry(c: &Certificate) -> Vec<Certificate> {
    claims(c, |c| {
        let entry = &c.claim.entry;
        let other = c.nodes.iter().map(|node| &node.position.function).find(|other| *other != entry)?.clone();
        c.claim.entry = other;
        Some(())
    })
}

pub fn overflow(c: &Certificate) -> Vec<Certificate> {
    let mode = |mode: Overflow| {
        claims(c, move |c| {
            c.claim.properties.no_overflow = mode == Overflow::Error;
            c.claim.overflow = mode;
            Some(())
        })
    };
    [Overflow::Error, Overflow::Wrap, Overflow::Ideal].into_iter().flat_map(mode).collect()
}

/// The claim is about all calls, or about those of a weaker contract.
pub fn precondition(c: &Certificate) -> Vec<Certificate> {
    let mut all = claims(c, |c| c.claim.precondition.take().map(|_| ()));
    all.extend(claims(c, |c| {
        let contract = c.claim.precondition.as_mut()?;
        let (parameters, _) = contract.split_once("requires")?;
        *contract = format!("{parameters}requires \\true");
        Some(())
    }));
    all
}

pub fn may_fail(c: &Certificate) -> Vec<Certificate> {
    claims(c, |c| {
        c.claim.malloc_may_fail = true;
        Some(())
    })
}

/// The program needs another way of compilation than the claim says.
pub fn no_builtin(c: &Certificate) -> Vec<Certificate> {
    claims(c, |c| {
        c.claim.no_builtin = !c.claim.no_builtin;
        Some(())
    })
}

/// A run that begins is said not to.
pub fn no_run(c: &Certificate) -> Vec<Certificate> {
    places(c, c.roots.len(), |c, at| {
        c.roots[at] = Root::Infeasible { witnesses: vec![] };
        Some(())
    })
}

pub fn global_dropped(c: &Certificate) -> Vec<Certificate> {
    places(c, c.globals.len(), |c, at| {
        c.globals.remove(at);
        Some(())
    })
}

pub fn round_dropped(c: &Certificate) -> Vec<Certificate> {
    places(c, c.ranking.len(), |c, at| {
        c.ranking.remove(at);
        Some(())
    })
}

/// A certificate for each round, its terms changed.
fn ranks(c: &Certificate, change: impl Fn(&mut Term)) -> Vec<Certificate> {
    places(c, c.ranking.len(), |c, at| {
        match &mut c.ranking[at].measure {
            Measure::Linear(list) => list.iter_mut().for_each(|(_, term)| change(term)),
            Measure::Nested(list) => list.iter_mut().flat_map(|(_, terms)| terms).for_each(&change),
        }
        Some(())
    })
}

pub fn constant_rank(c: &Certificate) -> Vec<Certificate> {
    ranks(c, |term| *term = Term::from(vec![(Monomial(vec![]), Int(7))]))
}

/// Bounded no longer.
pub fn lower_rank(c: &Certificate) -> Vec<Certificate> {
    ranks(c, |term| *term = super::states::affine(term, 1, -(1 << 70)))
}

/// Grows where it fell.
pub fn negated_rank(c: &Certificate) -> Vec<Certificate> {
    ranks(c, |term| *term = super::states::affine(term, -1, 0))
}
