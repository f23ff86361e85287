//! Terms and atoms as certificate data, with the names that they have here.

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
