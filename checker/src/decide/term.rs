//! Exact integer polynomials and the atoms made of them (`spec/states.md`, section "Terms").
//!
//! Every operation is checked: what leaves 128 bits, or grows beyond the limits below, is a
//! [`TooLarge`], which makes the checker answer UNDECIDED and never a wrong number.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use certificates::{Monomial, Rel, Term, Var};

/// Monomials of a term, at most.
pub const MAX_TERMS: usize = 4096;
/// Variables of a product, at most (counted with their powers).
pub const MAX_DEGREE: usize = 16;

/// Monomials that the operations below may handle for one certificate: about half a minute's work, and six times that
/// of the largest proof measured (37 MB). A few bytes can ask for thousands of products, so the work is counted where
/// it is done.
pub const MAX_ARITHMETIC: u64 = 2_000_000_000;

thread_local! {
    /// Monomials handled since [`start_counting`].
    static HANDLED: Cell<u64> = const { Cell::new(0) };
}

/// Starts counting for a new certificate.
pub fn start_counting() {
    HANDLED.set(0);
}

/// Counts an operation on this many monomials.
fn count(monomials: usize) -> Result<(), TooLarge> {
    let handled = HANDLED.get().saturating_add(monomials as u64 + 1);
    HANDLED.set(handled);
    if handled > MAX_ARITHMETIC { Err(TooLarge) } else { Ok(()) }
}

/// A computation left 128 bits or the limits of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// A monomial other than 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mono {
    /// One variable.
    Var(Var),
    /// At least two variables, ascending.
    Product(Rc<[Var]>),
}

impl Mono {
    /// The variables, ascending, with repetitions.
    pub fn variables(&self) -> &[Var] {
        match self {
            Mono::Var(variable) => std::slice::from_ref(variable),
            Mono::Product(variables) => variables,
        }
    }

    fn times(&self, other: &Mono) -> Result<Mono, TooLarge> {
        let mut product = [self.variables(), other.variables()].concat();
        if product.len() > MAX_DEGREE {
            return Err(TooLarge);
        }
        product.sort_unstable();
        Ok(Mono::Product(product.into()))
    }
}

/// `constant + sum of coefficient * monomial`; monomials strictly ascending, no coefficient is 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Poly {
    /// The part without variables.
    pub constant: i128,
    /// Monomials with their coefficients.
    pub terms: Vec<(Mono, i128)>,
}

impl Poly {
    /// A number.
    pub fn constant(constant: i128) -> Poly {
        Poly { constant, terms: Vec::new() }
    }

    /// A variable.
    pub fn var(variable: Var) -> Poly {
        Poly { constant: 0, terms: vec![(Mono::Var(variable), 1)] }
    }

    /// The value, if no variable occurs.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// Whether it is the number 0.
    pub fn is_zero(&self) -> bool {
        self.constant == 0 && self.terms.is_empty()
    }

    /// Whether all variables are of `0 .. limit`.
    pub fn is_over(&self, limit: Var) -> bool {
        self.terms.iter().all(|(mono, _)| mono.variables().iter().all(|variable| *variable < limit))
    }

    /// Whether one of these variables occurs.
    pub fn mentions(&self, variables: &BTreeSet<Var>) -> bool {
        self.terms.iter().any(|(mono, _)| mono.variables().iter().any(|variable| variables.contains(variable)))
    }

    /// Number of monomials, for budgets.
    pub fn size(&self) -> usize {
        self.terms.len() + 1
    }

    /// Whether every monomial is a single variable.
    pub fn is_affine(&self) -> bool {
        self.terms.iter().all(|(mono, _)| matches!(mono, Mono::Var(_)))
    }

    /// Reads a term of a certificate, which must be canonical and over the variables `0 .. limit`.
    pub fn read(term: &Term, limit: Var) -> Result<Poly, String> {
        let mut poly = Poly::default();
        let mut previous: Option<&Monomial> = None;
        if term.0.len() > MAX_TERMS {
            return Err(format!("a term has more than {MAX_TERMS} monomials"));
        }
        for (monomial, coefficient) in &term.0 {
            if coefficient.0 == 0 || previous.is_some_and(|previous| previous >= monomial) {
                return Err("a term is not in canonical form".into());
            }
            if !monomial.0.is_sorted() || monomial.0.len() > MAX_DEGREE {
                return Err("a monomial is not in canonical form, or of too high a degree".into());
            }
            if let Some(variable) = monomial.0.last().filter(|variable| **variable >= limit) {
                return Err(format!("variable v{variable} is not declared (there are {limit})"));
            }
            match monomial.0.as_slice() {
                [] => poly.constant = coefficient.0,
                [variable] => poly.terms.push((Mono::Var(*variable), coefficient.0)),
                variables => poly.terms.push((Mono::Product(variables.into()), coefficient.0)),
            }
            previous = Some(monomial);
        }
        poly.terms.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(poly)
    }

    /// `scale * self + factor * other`.
    pub fn combine(&self, scale: i128, other: &Poly, factor: i128) -> Result<Poly, TooLarge> {
        let weighted = |a: i128, b: i128| -> Result<i128, TooLarge> {
            let left = a.checked_mul(scale).ok_or(TooLarge)?;
            let right = b.checked_mul(factor).ok_or(TooLarge)?;
            left.checked_add(right).ok_or(TooLarge)
        };
        count(self.terms.len() + other.terms.len())?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            let a = if order.is_le() { left.next() } else { None };
            let b = if order.is_ge() { right.next() } else { None };
            let coefficient = weighted(a.map_or(0, |a| a.1), b.map_or(0, |b| b.1))?;
            if let (true, Some((mono, _))) = (coefficient != 0, a.or(b)) {
                terms.push((mono.clone(), coefficient));
            }
        }
        if terms.len() > MAX_TERMS {
            return Err(TooLarge);
        }
        Ok(Poly { constant: weighted(self.constant, other.constant)?, terms })
    }

    /// The sum.
    pub fn add(&self, other: &Poly) -> Result<Poly, TooLarge> {
        self.combine(1, other, 1)
    }

    /// The difference.
    pub fn sub(&self, other: &Poly) -> Result<Poly, TooLarge> {
        self.combine(1, other, -1)
    }

    /// The sum with a number.
    pub fn plus(&self, constant: i128) -> Result<Poly, TooLarge> {
        count(self.terms.len())?;
        let constant = self.constant.checked_add(constant).ok_or(TooLarge)?;
        Ok(Poly { constant, terms: self.terms.clone() })
    }

    /// The product with a number.
    pub fn scale(&self, factor: i128) -> Result<Poly, TooLarge> {
        self.combine(factor, &Poly::default(), 0)
    }

    /// The polynomial times -1.
    pub fn neg(&self) -> Result<Poly, TooLarge> {
        self.scale(-1)
    }

    /// The product.
    pub fn mul(&self, other: &Poly) -> Result<Poly, TooLarge> {
        if let Some(factor) = other.as_constant() {
            return self.scale(factor);
        }
        if let Some(factor) = self.as_constant() {
            return other.scale(factor);
        }
        if self.size().saturating_mul(other.size()) > MAX_TERMS {
            return Err(TooLarge);
        }
        let without_constant = Poly { constant: 0, terms: other.terms.clone() };
        let mut sum = self.scale(other.constant)?.combine(1, &without_constant, self.constant)?;
        for (a, x) in &self.terms {
            count(other.terms.len())?;
            let mut row = Vec::with_capacity(other.terms.len());
            for (b, y) in &other.terms {
                row.push((a.times(b)?, x.checked_mul(*y).ok_or(TooLarge)?));
            }
            row.sort_unstable_by(|a, b| a.0.cmp(&b.0));
            sum = sum.add(&Poly { constant: 0, terms: row })?;
        }
        Ok(sum)
    }

    /// Replaces every variable for which `image` has a term.
    pub fn replace<'a>(&self, image: impl Fn(Var) -> Option<&'a Poly>) -> Result<Poly, TooLarge> {
        count(self.terms.len())?;
        let touched = |mono: &Mono| mono.variables().iter().any(|variable| image(*variable).is_some());
        let (changed, kept): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(mono, _)| touched(mono));
        let mut sum = Poly { constant: self.constant, terms: kept.into_iter().cloned().collect() };
        for (mono, coefficient) in changed {
            match mono {
                Mono::Var(variable) => {
                    if let Some(term) = image(*variable) {
                        sum = sum.combine(1, term, *coefficient)?;
                    }
                }
                Mono::Product(variables) => {
                    let mut product = Poly::constant(*coefficient);
                    for variable in variables.iter() {
                        product = match image(*variable) {
                            Some(term) => product.mul(term)?,
                            None => product.mul(&Poly::var(*variable))?,
                        };
                    }
                    sum = sum.add(&product)?;
                }
            }
        }
        Ok(sum)
    }

    /// Replaces variable v by `images[v]`; variables beyond the list stay.
    pub fn substitute(&self, images: &[Poly]) -> Result<Poly, TooLarge> {
        self.replace(|variable| images.get(variable as usize))
    }

    /// Whether all coefficients and the constant are multiples of `factor` (> 0).
    pub fn is_multiple_of(&self, factor: i128) -> bool {
        self.constant % factor == 0 && self.terms.iter().all(|(_, coefficient)| coefficient % factor == 0)
    }

    /// The greatest common divisor of the coefficients of monomials; 0 for a constant.
    pub fn content(&self) -> u128 {
        let mut content = 0u128;
        for (_, coefficient) in &self.terms {
            let (mut a, mut b) = (content, coefficient.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            content = a;
            if content == 1 {
                break;
            }
        }
        content
    }
}

/// `poly rel 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The relation to 0: equal, not equal, or at most.
    pub rel: Rel,
    /// What is compared with 0.
    pub poly: Poly,
}

impl Atom {
    /// Whether it is true if its polynomial has this value.
    pub fn holds(&self, value: i128) -> bool {
        match self.rel {
            Rel::Le => value <= 0,
            Rel::Eq => value == 0,
            Rel::Ne => value != 0,
        }
    }

    /// `left <= right`
    pub fn le(left: &Poly, right: &Poly) -> Result<Atom, TooLarge> {
        Ok(Atom { rel: Rel::Le, poly: left.sub(right)? })
    }

    /// `left = right`
    pub fn eq(left: &Poly, right: &Poly) -> Result<Atom, TooLarge> {
        Ok(Atom { rel: Rel::Eq, poly: left.sub(right)? })
    }

    /// `left != right`
    pub fn ne(left: &Poly, right: &Poly) -> Result<Atom, TooLarge> {
        Ok(Atom { rel: Rel::Ne, poly: left.sub(right)? })
    }

    /// The atom that no state satisfies.
    pub fn falsum() -> Atom {
        Atom { rel: Rel::Le, poly: Poly::constant(1) }
    }

    /// Reads an atom of a certificate, which may mention the variables below `limit`. The error is a message.
    pub fn read(atom: &certificates::Atom, limit: Var) -> Result<Atom, String> {
        Ok(Atom { rel: atom.rel, poly: Poly::read(&atom.term, limit)? })
    }

    /// The atom that is true exactly where this one is false, over the integers.
    pub fn negation(&self) -> Result<Atom, TooLarge> {
        Ok(match self.rel {
            Rel::Eq => Atom { rel: Rel::Ne, poly: self.poly.clone() },
            Rel::Ne => Atom { rel: Rel::Eq, poly: self.poly.clone() },
            Rel::Le => Atom { rel: Rel::Le, poly: self.poly.combine(-1, &Poly::constant(1), 1)? },
        })
    }

    /// The atom with each variable replaced by its image, by number.
    pub fn substitute(&self, images: &[Poly]) -> Result<Atom, TooLarge> {
        Ok(Atom { rel: self.rel, poly: self.poly.substitute(images)? })
    }

    /// The truth of an atom without variables.
    pub fn decided(&self) -> Option<bool> {
        let value = self.poly.as_constant()?;
        Some(match self.rel {
            Rel::Eq => value == 0,
            Rel::Ne => value != 0,
            Rel::Le => value <= 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(constant: i128, terms: &[(&[u32], i128)]) -> Poly {
        let mut poly = Poly::constant(constant);
        for (variables, coefficient) in terms {
            let mono = match variables {
                [one] => Mono::Var(*one),
                many => Mono::Product((*many).into()),
            };
            poly = poly.add(&Poly { constant: 0, terms: vec![(mono, *coefficient)] }).unwrap();
        }
        poly
    }

    #[test]
    fn multiplies_out() {
        let a = poly(2, &[(&[0], 1)]);
        let b = poly(-3, &[(&[0], 1), (&[1], 5)]);
        assert_eq!(a.mul(&b).unwrap(), poly(-6, &[(&[0], -1), (&[1], 10), (&[0, 0], 1), (&[0, 1], 5)]));
    }

    #[test]
    fn substitutes_in_products() {
        let p = poly(1, &[(&[0, 1], 2), (&[2], 1)]);
        let images = [poly(1, &[(&[7], 1)]), poly(0, &[(&[7], 3)])];
        assert_eq!(p.substitute(&images).unwrap(), poly(1, &[(&[2], 1), (&[7], 6), (&[7, 7], 6)]));
    }

    #[test]
    fn refuses_what_leaves_128_bits() {
        let p = poly(0, &[(&[0], i128::MAX)]);
        assert_eq!(p.add(&p), Err(TooLarge));
        assert_eq!(p.mul(&p), Err(TooLarge));
        assert_eq!(Poly::constant(i128::MIN).neg(), Err(TooLarge));
    }

    #[test]
    fn work_is_limited() {
        start_counting();
        let p = poly(1, &[(&[0], 1)]);
        HANDLED.set(MAX_ARITHMETIC - 2);
        assert_eq!(p.add(&p), Err(TooLarge));
        assert_eq!(p.mul(&p), Err(TooLarge));
        start_counting();
        assert!(p.add(&p).is_ok());
    }

    #[test]
    fn reads_canonical_terms_only() {
        use certificates::Int;
        let term = |list: &[(&[u32], i128)]| Term(list.iter().map(|(m, c)| (Monomial(m.to_vec()), Int(*c))).collect());
        assert!(Poly::read(&term(&[(&[], 4), (&[0], 1), (&[0, 1], 1), (&[1], 1)]), 2).is_ok());
        let wrong: [&[(&[u32], i128)]; 5] =
            [&[(&[0], 0)], &[(&[0], 1), (&[0], 1)], &[(&[1], 1), (&[0], 1)], &[(&[1, 0], 1)], &[(&[2], 1)]];
        for wrong in wrong {
            assert!(Poly::read(&term(wrong), 2).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn prints_inequations_with_both_sides() {
        let atom = Atom { rel: Rel::Le, poly: poly(1, &[(&[1], 1), (&[2], -2)]) };
        assert_eq!(atom.to_string(), "v1 + 1 <= 2*v2");
        assert_eq!(atom.negation().unwrap().to_string(), "2*v2 <= v1");
    }
}
