//! Sums of products of maxima (`spec/bounds.md`): potentials, accounts and bounds.

use std::collections::{BTreeMap, BTreeSet};

use crate::decide::term::{MAX_TERMS, Poly, TooLarge};

/// A polynomial plus products of `max(0, a)`, each with a coefficient.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// The part without maxima.
    pub plain: Poly,
    /// Coefficients by the terms a, which are sorted; at least one, none constant, and no coefficient is 0.
    products: BTreeMap<Vec<Poly>, i128>,
}

impl Sum {
    /// Adds a coefficient times `max(0, a)` for each of the terms.
    pub fn push(&mut self, mut coefficient: i128, atoms: &[Poly]) -> Result<(), TooLarge> {
        let mut left = Vec::new();
        for atom in atoms {
            match atom.as_constant() {
                Some(value) => coefficient = coefficient.checked_mul(value.max(0)).ok_or(TooLarge)?,
                None => left.push(atom.clone()),
            }
        }
        if left.is_empty() {
            self.plain = self.plain.plus(coefficient)?;
            return Ok(());
        }
        left.sort_unstable();
        let known = self.products.remove(&left).unwrap_or(0).checked_add(coefficient).ok_or(TooLarge)?;
        if known != 0 {
            self.products.insert(left, known);
        }
        if self.products.len() > MAX_TERMS { Err(TooLarge) } else { Ok(()) }
    }

    /// `self + factor * other`.
    pub fn combine(&self, other: &Sum, factor: i128) -> Result<Sum, TooLarge> {
        let mut sum = Sum { plain: self.plain.combine(1, &other.plain, factor)?, products: self.products.clone() };
        for (atoms, coefficient) in &other.products {
            sum.push(coefficient.checked_mul(factor).ok_or(TooLarge)?, atoms)?;
        }
        Ok(sum)
    }

    /// The sum with variable v replaced by `images[v]`.
    pub fn substitute(&self, images: &[Poly]) -> Result<Sum, TooLarge> {
        let mut sum = Sum { plain: self.plain.substitute(images)?, products: BTreeMap::new() };
        for (atoms, coefficient) in &self.products {
            let atoms = atoms.iter().map(|atom| atom.substitute(images)).collect::<Result<Vec<_>, _>>()?;
            sum.push(*coefficient, &atoms)?;
        }
        Ok(sum)
    }

    /// The terms a of all `max(0, a)`.
    pub fn atoms(&self) -> BTreeSet<&Poly> {
        self.products.keys().flatten().collect()
    }

    /// The polynomial with these terms in the place of the maxima; `None` if one is missing.
    pub fn value(&self, maxima: &BTreeMap<Poly, Poly>) -> Result<Option<Poly>, TooLarge> {
        let mut sum = self.plain.clone();
        for (atoms, coefficient) in &self.products {
            let mut product = Poly::constant(*coefficient);
            for atom in atoms {
                let Some(value) = maxima.get(atom) else { return Ok(None) };
                product = product.mul(value)?;
            }
            sum = sum.add(&product)?;
        }
        Ok(Some(sum))
    }

    /// Number of terms, for budgets.
    pub fn size(&self) -> usize {
        self.plain.size() + self.products.keys().flatten().map(Poly::size).sum::<usize>()
    }
}
