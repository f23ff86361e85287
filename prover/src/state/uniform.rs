//! Uniform facts: what all elements of an array have in common (`spec/rules/uniform.md`).

use crate::algebra::{Atom, Term, TooLarge, Var, data};
use certificates::{BlockId, CellFact, Int, Rel, Sign};

/// For each i with 0 <= i < `count`, the `width` bytes at `offset + stride * i` hold a value within these bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Uniform {
    pub block: BlockId,
    pub offset: Term,
    pub count: Term,
    pub stride: u64,
    pub width: u32,
    pub sign: Sign,
    /// No element is less than any of these.
    pub least: Vec<Term>,
    /// No element is greater than any of these.
    pub most: Vec<Term>,
}

impl Uniform {
    /// Where the element of this number begins.
    ///
    /// # Errors
    /// If it is too large.
    pub fn place(&self, index: &Term) -> Result<Term, TooLarge> {
        self.offset.add_scaled(index, self.stride.into())
    }

    /// Where the last element ends, or later.
    ///
    /// # Errors
    /// If it is too large.
    pub fn end(&self) -> Result<Term, TooLarge> {
        self.place(&self.count)
    }

    /// The number of the element that begins at this place, if that is seen by looking.
    pub fn index(&self, place: &Term) -> Option<Term> {
        place.sub(&self.offset).ok()?.divide_exactly(self.stride.into())
    }

    /// Whether elements look alike: only then one fact is about elements of the other.
    pub fn is_like(&self, other: &Uniform) -> bool {
        (self.stride, self.width, self.sign) == (other.stride, other.width, other.sign)
    }

    /// The lower bounds of the elements, or the upper ones.
    pub fn bounds(&self, least: bool) -> &[Term] {
        if least { &self.least } else { &self.most }
    }

    /// The tightest constant among these bounds.
    pub fn constant(&self, least: bool) -> Option<i128> {
        let constants = self.bounds(least).iter().filter_map(Term::as_constant);
        if least { constants.max() } else { constants.min() }
    }

    /// What is said of this element.
    ///
    /// # Errors
    /// If it is too large.
    pub fn of(&self, value: &Term) -> Result<Vec<Atom>, TooLarge> {
        let least = self.least.iter().map(|bound| Atom::le(bound, value));
        least.chain(self.most.iter().map(|bound| Atom::le(value, bound))).collect()
    }

    /// The same as facts of a certificate, in the order of [`Uniform::of`].
    ///
    /// # Errors
    /// If it is too large.
    pub fn facts(&self) -> Result<Vec<CellFact>, TooLarge> {
        let fact = |coefficient: i128, rest: Term| CellFact {
            rel: Rel::Le,
            fields: vec![Int(coefficient)],
            behind: Int(0),
            rest: data::term(&rest),
        };
        let least = self.least.iter().map(|bound| Ok(fact(-1, bound.clone())));
        least.chain(self.most.iter().map(|bound| Ok(fact(1, bound.neg()?)))).collect()
    }

    /// All its terms.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        [&self.offset, &self.count].into_iter().chain(&self.least).chain(&self.most)
    }

    /// The variables of its terms.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.terms().flat_map(Term::vars)
    }

    /// The fact after renaming.
    pub fn renamed(&self, f: impl Fn(&Term) -> Term) -> Uniform {
        self.mapped(|t| Ok(f(t))).unwrap_or_else(|TooLarge| self.clone())
    }

    /// The fact with other terms.
    ///
    /// # Errors
    /// Those of `f`.
    pub fn mapped(&self, mut f: impl FnMut(&Term) -> Result<Term, TooLarge>) -> Result<Uniform, TooLarge> {
        let (offset, count) = (f(&self.offset)?, f(&self.count)?);
        let least = self.least.iter().map(&mut f).collect::<Result<_, _>>()?;
        let most = self.most.iter().map(&mut f).collect::<Result<_, _>>()?;
        Ok(Uniform { offset, count, least, most, ..self.clone() })
    }
}
