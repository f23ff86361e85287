//! Integer polynomials and the atoms made of them (`spec/states.md`, section "Terms").

use crate::sharing::{Shared, Summands};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A symbolic variable: an unbounded integer whose name is local to one node's tree.
pub type Var = u32;

/// An integer constant. 128 bits hold every product of two 64-bit values; a program that computes with them must treat
/// an overflow of the 128 bits as "cannot tell", and never wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Int(pub i128);

impl Serialize for Int {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        if s.is_human_readable() { s.serialize_str(&self.0.to_string()) } else { s.serialize_i128(self.0) }
    }
}

impl<'de> Deserialize<'de> for Int {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        if d.is_human_readable() {
            let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
            let value: i128 = text.parse().map_err(D::Error::custom)?;
            if value.to_string() != text {
                return Err(D::Error::custom("integer is not in its shortest decimal form"));
            }
            Ok(Int(value))
        } else {
            i128::deserialize(d).map(Int)
        }
    }
}

/// A product of variables: ascending, repeated for powers; empty means 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Monomial(pub Vec<Var>);

/// A polynomial with integer coefficients. Canonical form: monomials strictly ascending (the order
/// of `Vec<u32>`: lexicographic), no zero coefficient; so 0 is the empty list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Term(pub Shared);

impl From<Summands> for Term {
    fn from(summands: Summands) -> Term {
        Term(summands.into())
    }
}

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.0.as_slice().serialize(s)
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Summands::deserialize(d).map(|summands| Term(Shared::of(summands)))
    }
}

/// How an atom relates its term to zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rel {
    /// term = 0
    Eq,
    /// term ≠ 0
    Ne,
    /// term ≤ 0
    Le,
}

/// `term rel 0`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Atom {
    /// The relation to 0.
    pub rel: Rel,
    /// What is compared with 0.
    pub term: Term,
}
