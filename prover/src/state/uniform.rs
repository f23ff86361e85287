//! Uniform facts: what all elements of an array have in common (`spec/rules/uniform.md`).

use crate::algebra::{Atom, Term, TooLarge, Var, data};
use certificates::{BlockId, CellFact, Int, Marks, Rel, ShapeId, Sign};

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
    /// What each element owns, a pointer then.
    pub owned: Option<OwnedElements>,
}

/// What each element of an array, a pointer, owns if it is not null.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OwnedElements {
    pub part: ElementPart,
    pub marks: Marks,
}

/// What a pointer in an array leads to if it is not null.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ElementPart {
    /// A heap block; of any size if none is given.
    Block { size: Option<Term>, align: u64, string: bool },
    /// A list of this shape, which ends with a null pointer.
    List(ShapeId),
}

impl OwnedElements {
    /// The size of each block, if it is known.
    pub fn size(&self) -> Option<&Term> {
        match &self.part {
            ElementPart::Block { size, .. } => size.as_ref(),
            ElementPart::List(_) => None,
        }
    }

    /// Whether each is a block some byte of which is 0.
    pub fn is_string(&self) -> bool {
        matches!(self.part, ElementPart::Block { string: true, .. })
    }

    /// The same, but of which no byte must be 0.
    pub fn bare(&self) -> OwnedElements {
        let part = match &self.part {
            ElementPart::Block { size, align, .. } => {
                ElementPart::Block { size: size.clone(), align: *align, string: false }
            }
            ElementPart::List(shape) => ElementPart::List(*shape),
        };
        OwnedElements { part, marks: self.marks }
    }

    /// The same with another size.
    ///
    /// # Errors
    /// Those of `f`.
    fn mapped(&self, f: impl FnMut(&Term) -> Result<Term, TooLarge>) -> Result<OwnedElements, TooLarge> {
        let part = match &self.part {
            ElementPart::Block { size, align, string } => {
                ElementPart::Block { size: size.as_ref().map(f).transpose()?, align: *align, string: *string }
            }
            ElementPart::List(shape) => ElementPart::List(*shape),
        };
        Ok(OwnedElements { part, marks: self.marks })
    }

    /// The same for a certificate, with the terms that `write` gives.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn written<E>(
        &self,
        write: impl FnMut(&Term) -> Result<certificates::Term, E>,
    ) -> Result<certificates::OwnedElements, E> {
        let part = match &self.part {
            ElementPart::Block { size, align, string } => certificates::ElementPart::Block {
                size: size.as_ref().map(write).transpose()?,
                align: *align,
                string: *string,
            },
            ElementPart::List(shape) => certificates::ElementPart::List(*shape),
        };
        Ok(certificates::OwnedElements { part, marks: self.marks })
    }

    /// What is true of both, of blocks with the size that `size` makes of two that are said.
    pub fn merged(
        &self,
        other: &OwnedElements,
        size: impl FnOnce(&Term, &Term) -> Option<Term>,
    ) -> Option<OwnedElements> {
        let part = match (&self.part, &other.part) {
            (
                ElementPart::Block { size: mine, align, string },
                ElementPart::Block { size: theirs, align: other, string: is_string },
            ) => ElementPart::Block {
                size: mine.as_ref().zip(theirs.as_ref()).and_then(|(mine, theirs)| size(mine, theirs)),
                align: *align.min(other),
                string: *string && *is_string,
            },
            (ElementPart::List(mine), ElementPart::List(theirs)) if mine == theirs => ElementPart::List(*mine),
            _ => return None,
        };
        (self.marks == other.marks).then_some(OwnedElements { part, marks: self.marks })
    }

    /// Whether both describe blocks, or lists of one shape, with the same marks.
    fn is_like(&self, other: &OwnedElements) -> bool {
        let alike = match (&self.part, &other.part) {
            (ElementPart::Block { .. }, ElementPart::Block { .. }) => true,
            (ElementPart::List(a), ElementPart::List(b)) => a == b,
            _ => false,
        };
        alike && self.marks == other.marks
    }
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
        let owned = match (&self.owned, &other.owned) {
            (None, None) => true,
            (Some(mine), Some(theirs)) => mine.is_like(theirs),
            _ => false,
        };
        owned && (self.stride, self.width, self.sign) == (other.stride, other.width, other.sign)
    }

    /// The lower bounds of the elements, or the upper ones.
    pub fn bounds(&self, least: bool) -> &[Term] {
        if least { &self.least } else { &self.most }
    }

    /// Whether anything is said of the elements.
    pub fn says_something(&self) -> bool {
        !self.least.is_empty() || !self.most.is_empty() || self.owned.is_some()
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
        let owned = self.owned.as_ref().and_then(OwnedElements::size);
        [&self.offset, &self.count].into_iter().chain(&self.least).chain(&self.most).chain(owned)
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
        let owned = self.owned.as_ref().map(|owned| owned.mapped(&mut f)).transpose()?;
        Ok(Uniform { offset, count, least, most, owned, ..self.clone() })
    }
}
