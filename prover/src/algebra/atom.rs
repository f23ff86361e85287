//! Atoms: a term compared with zero.

use super::{Term, TooLarge, Var};
use std::collections::BTreeMap;
use std::fmt;

/// How an atom relates its term to zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rel {
    /// The term is 0.
    Eq,
    /// The term is not 0.
    Ne,
    /// The term is at most 0.
    Le,
}

/// `term rel 0`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// How the term is compared with zero.
    pub rel: Rel,
    /// What is compared.
    pub term: Term,
}

impl Atom {
    /// The atom as it is given.
    pub fn new(rel: Rel, term: Term) -> Atom {
        Atom { rel, term }
    }

    /// `a = b`
    pub fn eq(a: &Term, b: &Term) -> Result<Atom, TooLarge> {
        Ok(Atom::new(Rel::Eq, a.sub(b)?))
    }

    /// `a ≠ b`
    pub fn ne(a: &Term, b: &Term) -> Result<Atom, TooLarge> {
        Ok(Atom::new(Rel::Ne, a.sub(b)?))
    }

    /// `a ≤ b`
    pub fn le(a: &Term, b: &Term) -> Result<Atom, TooLarge> {
        Ok(Atom::new(Rel::Le, a.sub(b)?))
    }

    /// `a < b`
    pub fn lt(a: &Term, b: &Term) -> Result<Atom, TooLarge> {
        Ok(Atom::new(Rel::Le, a.sub(b)?.plus(1)?))
    }

    /// The negation: exactly the other integers.
    pub fn negate(&self) -> Result<Atom, TooLarge> {
        Ok(match self.rel {
            Rel::Eq => Atom::new(Rel::Ne, self.term.clone()),
            Rel::Ne => Atom::new(Rel::Eq, self.term.clone()),
            Rel::Le => Atom::new(Rel::Le, self.term.neg()?.plus(1)?),
        })
    }

    /// The truth value, if the term is constant.
    pub fn decide(&self) -> Option<bool> {
        let c = self.term.as_constant()?;
        Some(match self.rel {
            Rel::Eq => c == 0,
            Rel::Ne => c != 0,
            Rel::Le => c <= 0,
        })
    }

    /// The truth value for these values; `None` if a variable has none, or a number does not fit.
    pub fn holds(&self, values: &BTreeMap<Var, i128>) -> Option<bool> {
        Atom::new(self.rel, Term::constant(self.term.value(values)?)).decide()
    }

    /// Replaces every variable by a term; `None` from `map` leaves the variable alone.
    pub fn substitute(&self, map: &dyn Fn(Var) -> Option<Term>) -> Result<Atom, TooLarge> {
        Ok(Atom::new(self.rel, self.term.substitute(map)?))
    }
}

impl Atom {
    /// The atom as a comparison with positive coefficients on both sides; `None` if a number does not fit there.
    pub fn show(&self, name: &dyn Fn(Var) -> String) -> Option<String> {
        let constant = self.term.constant_part();
        let parts = self.term.parts().iter().filter(|(m, _)| !m.is_empty()).cloned();
        let (left, right): (Vec<_>, Vec<_>) = parts.partition(|(_, c)| *c > 0);
        let left = Term::from_parts(left).ok()?;
        let right = Term::from_parts(right).ok()?.neg().ok()?;
        let side = |t: &Term, plus: i128| Some(t.plus(plus).ok()?.show(name));
        let strict = self.rel == Rel::Le && constant == 1;
        // left + constant rel right; read from the side that has something on it.
        let (a, b, turned) = match (left.is_zero(), strict) {
            (true, true) => (side(&right, 0)?, "0".to_string(), true),
            (true, false) => (side(&right, 0)?, side(&left, constant)?, true),
            (false, true) => (side(&left, 0)?, side(&right, 0)?, false),
            (false, false) => (side(&left, constant.max(0))?, side(&right, constant.min(0).checked_neg()?)?, false),
        };
        let sign = match (self.rel, strict, turned) {
            (Rel::Eq, ..) => "=",
            (Rel::Ne, ..) => "!=",
            (Rel::Le, true, false) => "<",
            (Rel::Le, true, true) => ">",
            (Rel::Le, false, false) => "<=",
            (Rel::Le, false, true) => ">=",
        };
        Some(format!("{a} {sign} {b}"))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rel = match self.rel {
            Rel::Eq => "=",
            Rel::Ne => "!=",
            Rel::Le => "<=",
        };
        write!(f, "{} {rel} 0", self.term)
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
