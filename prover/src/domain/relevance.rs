//! Slicing and projection of a state's knowledge: what later steps may still need; the rest is forgotten.

use crate::algebra::exact::gcd;
use crate::algebra::{Atom, Monomial, Rel, Term, Var};
use crate::linear::project;
use std::collections::{BTreeMap, BTreeSet};

/// Terms of an equation that may replace a variable, at most.
const LONGEST: usize = 6;

/// The atoms that mention the variables, directly or through other atoms; each once, in order. Weaker atoms stay next
/// to stronger ones: a later merge may find only the weaker one in both states.
pub(crate) fn slice(knowledge: &[Atom], about: &BTreeSet<Var>) -> Vec<Atom> {
    let mut related = about.clone();
    let mut kept = vec![false; knowledge.len()];
    loop {
        let mut changed = false;
        for (keep, atom) in kept.iter_mut().zip(knowledge) {
            if !*keep && atom.term.vars().any(|v| related.contains(&v)) {
                *keep = true;
                changed = true;
                related.extend(atom.term.vars());
            }
        }
        if !changed {
            break;
        }
    }
    let mut seen = BTreeSet::new();
    let atoms = knowledge.iter().zip(kept);
    atoms.filter(|(a, keep)| *keep && seen.insert((*a).clone())).map(|(a, _)| a.clone()).collect()
}

/// Each atom once, in order; among inequalities that differ only in their constant, the strongest.
pub(crate) fn strongest(atoms: impl IntoIterator<Item = Atom>) -> Vec<Atom> {
    let mut kept: Vec<Atom> = Vec::new();
    let mut seen: BTreeSet<Atom> = BTreeSet::new();
    let mut bounds: BTreeMap<Term, (i128, usize)> = BTreeMap::new();
    for atom in atoms {
        if atom.rel != Rel::Le {
            if seen.insert(atom.clone()) {
                kept.push(atom);
            }
            continue;
        }
        let Some((direction, bound)) = project::rounded(&atom.term) else {
            kept.push(atom);
            continue;
        };
        match bounds.get_mut(&direction) {
            Some((known, _)) if *known >= bound => {}
            Some((known, place)) => {
                *known = bound;
                kept[*place] = atom;
            }
            None => {
                bounds.insert(direction, (bound, kept.len()));
                kept.push(atom);
            }
        }
    }
    kept
}

/// What the knowledge implies about the variables alone, as far as that takes no more atoms (projection): other
/// variables are replaced by equations, then eliminated. Atoms that still mention them are dropped, except equations
/// that state something modulo a number (`congruence`).
pub(crate) fn restrict(knowledge: &[Atom], about: &BTreeSet<Var>) -> Vec<Atom> {
    let mut atoms = slice(knowledge, about);
    replace(&mut atoms, about);
    let inside = |a: &Atom| a.term.vars().all(|v| about.contains(&v));
    let (mut kept, open): (Vec<Atom>, Vec<Atom>) = atoms.into_iter().partition(inside);
    let mut facts: Vec<Term> = Vec::new();
    let mut local: BTreeSet<Monomial> = BTreeSet::new();
    // Facts without a foreign variable take part: they bound the foreign ones from the other side.
    for atom in &open {
        match atom.rel {
            Rel::Le => facts.push(atom.term.clone()),
            Rel::Eq => {
                facts.push(atom.term.clone());
                facts.extend(atom.term.neg().ok());
            }
            Rel::Ne => {}
        }
        for m in project::monomials(&atom.term) {
            if m.iter().any(|v| !about.contains(v)) {
                local.insert(m);
            }
        }
    }
    project::project(&mut facts, &local);
    kept.extend(open.into_iter().filter(|a| congruence(a, about)));
    let found = facts.into_iter().map(|t| Atom::new(Rel::Le, t));
    kept.extend(found.filter(|a| inside(a) && a.decide().is_none()));
    strongest(kept)
}

/// Whether an equation's foreign variables have a common factor that does not divide the rest. Then `p + n = 8*q`
/// states a property of p + n that no inequality expresses, and an aligned access may need it.
fn congruence(atom: &Atom, about: &BTreeSet<Var>) -> bool {
    if atom.rel != Rel::Eq || !atom.term.is_linear() || atom.term.parts().len() > LONGEST {
        return false;
    }
    let foreign = |(m, _): &&(Monomial, i128)| m.iter().any(|v| !about.contains(v));
    let parts: Vec<&(Monomial, i128)> = atom.term.parts().iter().filter(|(m, _)| !m.is_empty()).collect();
    let modulus = parts.iter().copied().filter(foreign).fold(0, |g, (_, c)| gcd(g, *c));
    modulus > 1 && parts.iter().any(|(_, c)| c % modulus != 0)
}

/// Replaces foreign variables by means of equations.
fn replace(atoms: &mut Vec<Atom>, about: &BTreeSet<Var>) {
    let mut next = 0;
    while let Some(atom) = atoms.get(next) {
        let Some((v, value)) = definition(atom, about) else {
            next += 1;
            continue;
        };
        let mut result = Vec::with_capacity(atoms.len());
        for (i, a) in atoms.iter().enumerate() {
            if i == next {
                continue;
            }
            if !a.term.contains(v) {
                result.push(a.clone());
                continue;
            }
            // An atom that grows too large is forgotten as well.
            let replaced = a.substitute(&|u| (u == v).then(|| value.clone())).ok();
            result.extend(replaced.filter(|a| a.decide() != Some(true)));
        }
        *atoms = result;
        next = 0;
    }
}

/// A foreign variable, and the term that it equals.
fn definition(atom: &Atom, about: &BTreeSet<Var>) -> Option<(Var, Term)> {
    if atom.rel != Rel::Eq || atom.term.parts().len() > LONGEST || !atom.term.is_linear() {
        return None;
    }
    for (m, c) in atom.term.parts() {
        let [v] = m[..] else { continue };
        if about.contains(&v) || c.abs() != 1 {
            continue;
        }
        let rest = atom.term.add_scaled(&Term::var(v), c.checked_neg()?).ok()?;
        return Some((v, rest.scale(-c.signum()).ok()?));
    }
    None
}
