//! Converts terms and atoms to and from certificate data; names stay the same.

use certificates::{Atom, Int, Monomial, Rel, Term};

/// A term as certificate data.
pub(crate) fn term(t: &super::Term) -> Term {
    Term(t.parts().iter().map(|(m, c)| (Monomial(m.to_vec()), Int(*c))).collect())
}

/// An atom as certificate data.
pub(crate) fn atom(a: &super::Atom) -> Atom {
    let rel = match a.rel {
        super::Rel::Eq => Rel::Eq,
        super::Rel::Ne => Rel::Ne,
        super::Rel::Le => Rel::Le,
    };
    Atom { rel, term: term(&a.term) }
}

/// A term of a certificate; `None` if it is too large for the prover.
pub(crate) fn read_term(t: &Term) -> Option<super::Term> {
    let parts = t.0.iter().map(|(m, c)| (m.0.iter().copied().collect(), c.0));
    super::Term::from_parts(parts).ok()
}

/// An atom of a certificate; `None` if it is too large for the prover.
pub(crate) fn read_atom(a: &Atom) -> Option<super::Atom> {
    let rel = match a.rel {
        Rel::Eq => super::Rel::Eq,
        Rel::Ne => super::Rel::Ne,
        Rel::Le => super::Rel::Le,
    };
    Some(super::Atom::new(rel, read_term(&a.term)?))
}
