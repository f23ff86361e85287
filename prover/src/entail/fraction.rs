//! Checked rational numbers.

use super::exact::{gcd, mul};
use std::cmp::Ordering;

/// A rational number in lowest terms with positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

// Operators cannot say "overflow".
#[allow(clippy::should_implement_trait)]
impl Fraction {
    pub const ZERO: Fraction = Fraction::integer(0);
    pub const ONE: Fraction = Fraction::integer(1);

    pub const fn integer(value: i128) -> Fraction {
        Fraction { numerator: value, denominator: 1 }
    }

    /// `None` for a zero denominator or on overflow.
    pub fn new(numerator: i128, denominator: i128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let g = gcd(numerator, denominator);
        let (mut n, mut d) = (numerator / g, denominator / g);
        if d < 0 {
            (n, d) = (n.checked_neg()?, d.checked_neg()?);
        }
        Some(Fraction { numerator: n, denominator: d })
    }

    pub fn numerator(self) -> i128 {
        self.numerator
    }

    pub fn denominator(self) -> i128 {
        self.denominator
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn is_integer(self) -> bool {
        self.denominator == 1
    }

    pub fn add(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == 1 && other.denominator == 1 {
            return Some(Fraction::integer(self.numerator.checked_add(other.numerator)?));
        }
        Fraction::new(
            mul(self.numerator, other.denominator)?.checked_add(mul(other.numerator, self.denominator)?)?,
            mul(self.denominator, other.denominator)?,
        )
    }

    pub fn sub(self, other: Fraction) -> Option<Fraction> {
        self.add(other.neg()?)
    }

    pub fn mul(self, other: Fraction) -> Option<Fraction> {
        // Reduced crosswise first, so that only real overflows fail.
        let g = gcd(self.numerator, other.denominator);
        let h = gcd(other.numerator, self.denominator);
        Fraction::new(mul(self.numerator / g, other.numerator / h)?, mul(self.denominator / h, other.denominator / g)?)
    }

    pub fn neg(self) -> Option<Fraction> {
        Some(Fraction { numerator: self.numerator.checked_neg()?, denominator: self.denominator })
    }

    /// `None` for zero.
    pub fn inverse(self) -> Option<Fraction> {
        Fraction::new(self.denominator, self.numerator)
    }

    /// `None` on overflow of the comparison.
    pub fn compare(self, other: Fraction) -> Option<Ordering> {
        Some(mul(self.numerator, other.denominator)?.cmp(&mul(other.numerator, self.denominator)?))
    }

    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }
}

/// The least positive integer that makes all the fractions integers; `None` on overflow.
pub fn common_denominator<'a>(all: impl IntoIterator<Item = &'a Fraction>) -> Option<i128> {
    let mut lcm = 1i128;
    for f in all {
        lcm = mul(lcm / gcd(lcm, f.denominator), f.denominator)?;
    }
    Some(lcm)
}
