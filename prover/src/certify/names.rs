//! From the prover's names to the numbers the checker counts.

use crate::algebra;
use certificates::{Atom, Int, Monomial, Rel, Term};

/// A term of the prover as certificate data, names unchanged.
pub fn term(t: &algebra::Term) -> Term {
    Term(
        t.parts()
            .iter()
            .map(|(m, c)| (Monomial(m.to_vec()), Int(*c)))
            .collect(),
    )
}

/// An atom of the prover as certificate data, names unchanged.
pub fn atom(a: &algebra::Atom) -> Atom {
    let rel = match a.rel {
        algebra::Rel::Eq => Rel::Eq,
        algebra::Rel::Ne => Rel::Ne,
        algebra::Rel::Le => Rel::Le,
    };
    Atom {
        rel,
        term: term(&a.term),
    }
}
