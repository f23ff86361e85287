//! Potentials: sums of products of `max(0, a)`, with rational coefficients while they are looked for.

use crate::algebra::exact::{gcd, lcm};
use crate::algebra::{Term, Var};
use std::collections::BTreeMap;

/// The terms under `max(0, ...)` that are multiplied, ascending; none stands for 1.
pub(crate) type Product = Vec<Term>;

/// A sum of products, divided by a positive number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Potential {
    /// Coefficients are positive.
    pub parts: BTreeMap<Product, i128>,
    /// What the sum is divided by.
    pub scale: i128,
}

impl Default for Potential {
    fn default() -> Potential {
        Potential { parts: BTreeMap::new(), scale: 1 }
    }
}

impl Potential {
    /// The sum with these coefficients over a common denominator; those that are 0 are left out.
    pub(crate) fn new(parts: impl IntoIterator<Item = (Product, i128)>, scale: i128) -> Potential {
        let parts: BTreeMap<Product, i128> = parts.into_iter().filter(|(_, c)| *c != 0).collect();
        let common = parts.values().fold(scale, |common, c| gcd(common, *c)).max(1);
        let parts = parts.into_iter().map(|(product, c)| (product, c / common)).collect();
        Potential { parts, scale: scale / common }
    }

    /// The potential after a substitution; `None` if a number becomes too large. Constant factors are multiplied out.
    pub(crate) fn image(&self, value: &dyn Fn(Var) -> Option<Term>) -> Option<Potential> {
        let mut parts: BTreeMap<Product, i128> = BTreeMap::new();
        for (product, c) in &self.parts {
            let (product, c) = image(product, *c, value)?;
            let slot = parts.entry(product).or_insert(0);
            *slot = slot.checked_add(c)?;
        }
        Some(Potential::new(parts, self.scale))
    }

    /// The potential and a number that is not negative.
    pub(crate) fn plus(mut self, number: i128) -> Option<Potential> {
        let slot = self.parts.entry(Product::new()).or_insert(0);
        *slot = slot.checked_add(number.checked_mul(self.scale)?)?;
        Some(Potential::new(self.parts, self.scale))
    }

    /// The coefficients over this denominator, a multiple of its own.
    pub(crate) fn over(&self, scale: i128) -> Option<Vec<(&Product, i128)>> {
        let times = scale.checked_div(self.scale)?;
        self.parts.iter().map(|(product, c)| Some((product, c.checked_mul(times)?))).collect()
    }
}

/// A product with a coefficient after a substitution.
pub(crate) fn image(product: &Product, c: i128, value: &dyn Fn(Var) -> Option<Term>) -> Option<(Product, i128)> {
    let mut factors = Product::new();
    let mut c = c;
    for atom in product {
        let atom = atom.substitute(value).ok()?;
        match atom.as_constant() {
            Some(number) => c = c.checked_mul(number.max(0))?,
            None => factors.push(atom),
        }
    }
    factors.sort();
    Some((if c == 0 { Product::new() } else { factors }, c))
}

/// The least common denominator.
pub(crate) fn common_scale<'a>(potentials: impl IntoIterator<Item = &'a Potential>) -> Option<i128> {
    potentials.into_iter().try_fold(1, |common, potential| lcm(common, potential.scale))
}
