//! Consequences of linear facts for products: `s >= 0` and `t >= 0` imply `s*t >= 0` (McCormick76).
//!
//! Products of variables are opaque to the linear programs; the facts added here tie those that
//! occur to their factors (`x >= 2` gives `x*x >= 4*x - 4`).

use crate::algebra::{Monomial, Term};
use crate::linear::project::monomials;
use std::collections::BTreeSet;

/// Facts added for one edge, at most.
const MAX_PRODUCTS: usize = 40;
/// Facts with larger constants are ranges of machine types, which imply nothing useful.
const MAX_CONSTANT: u128 = 1 << 14;
/// Monomials of a factor, at most.
const MAX_FACTOR: usize = 3;

/// Facts `term <= 0` that the given ones imply about the products of two variables in `known`. A product is useful only
/// if all its monomials are known or linear.
pub(super) fn products(facts: &[Term], known: &BTreeSet<Monomial>) -> Vec<Term> {
    let squares: Vec<&Monomial> = known.iter().filter(|m| m.len() == 2).collect();
    if squares.is_empty() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for m in &squares {
        // An integer's square is at least its absolute value.
        if m[0] == m[1] {
            for sign in [1, -1] {
                let x = Term::var(m[0]);
                all.extend(x.mul(&x).ok().and_then(|s| x.add_scaled(&s, -sign).ok()?.scale(sign).ok()));
            }
        }
    }
    let factor = |t: &&Term| {
        t.is_linear()
            && t.parts().len() <= MAX_FACTOR
            && t.constant_part().unsigned_abs() < MAX_CONSTANT
            && squares.iter().any(|m| m.iter().any(|v| t.contains(*v)))
    };
    let factors: Vec<&Term> = facts.iter().filter(factor).collect();
    for (i, s) in factors.iter().enumerate() {
        for t in &factors[i..] {
            // s <= 0 and t <= 0, so -(s*t) <= 0.
            let Some(product) = s.mul(t).ok().and_then(|p| p.neg().ok()) else {
                continue;
            };
            let useful = monomials(&product).all(|m| m.len() < 2 || known.contains(&m));
            if useful && !product.is_linear() && all.len() < MAX_PRODUCTS {
                all.push(product);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_products() {
        let (x, y) = (Term::var(0), Term::var(1));
        let xy = x.mul(&y).unwrap();
        let known: BTreeSet<Monomial> = monomials(&xy).collect();
        // x >= 2, y >= 3: (x - 2)(y - 3) >= 0
        let facts = [x.neg().unwrap().plus(2).unwrap(), y.neg().unwrap().plus(3).unwrap()];
        let found = products(&facts, &known);
        // -(x - 2)(y - 3) <= 0
        let expected = facts[0].mul(&facts[1]).unwrap().neg().unwrap();
        assert_eq!(found, [expected]);
        let xx = x.mul(&x).unwrap();
        let found = products(&[], &monomials(&xx).collect());
        let below = |t: &Term| t.sub(&xx).unwrap();
        assert_eq!(found, [below(&x), below(&x.neg().unwrap())]);
    }
}
