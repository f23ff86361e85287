//! Linear consequences of facts about products of two variables: products of bounds (McCormick envelopes, McCormick76),
//! tangents of squares, and facts multiplied by a bounded variable. With them, most queries about products need no Z3.

use super::prepared::Prepared;
use crate::algebra::exact::{floor_div, mul};
use crate::algebra::{Atom, Rel};
use crate::linear::simplex::Maximum;
use crate::linear::tableau::{Checked, Name, Tableau, some};

/// Rounds of consequences in one query, at most.
pub(super) const ROUNDS: u32 = 4;
/// Products of a query, at most; with more it is left to Z3.
const PRODUCTS: usize = 12;
/// Facts that are multiplied by variables in one round, at most.
const FACTS: usize = 40;

/// A product of two variables, with their bounds in the present case.
struct Pair {
    product: Name,
    factors: [Name; 2],
    lower: [Option<i128>; 2],
    upper: [Option<i128>; 2],
}

/// Adds consequences to a tableau at a feasible point. `Ok(false)`: they make it contradictory.
pub(super) fn strengthen(kb: &Prepared, tableau: &mut Tableau) -> Checked<bool> {
    if kb.products.len() > PRODUCTS {
        return Ok(true);
    }
    let mut pairs = Vec::new();
    for (product, monomial) in &kb.products {
        let [x, y] = monomial.as_slice() else {
            continue;
        };
        let (Some(x), Some(y)) = (kb.variables.get(x), kb.variables.get(y)) else {
            continue;
        };
        let factors = [*x, *y];
        let mut pair = Pair { product: *product, factors, lower: [None; 2], upper: [None; 2] };
        for (k, factor) in factors.into_iter().enumerate() {
            pair.upper[k] = top(tableau, factor, 1)?;
            pair.lower[k] = top(tableau, factor, -1)?.and_then(i128::checked_neg);
        }
        pairs.push(pair);
    }
    for pair in &pairs {
        let possible = if pair.factors[0] == pair.factors[1] { tangents(tableau, pair)? } else { true };
        if !possible || !corners(tableau, pair)? {
            return Ok(false);
        }
    }
    multiplied_facts(kb, tableau, &pairs)
}

/// The greatest integer value of `sign * name`.
fn top(tableau: &mut Tableau, name: Name, sign: i128) -> Checked<Option<i128>> {
    tableau.new_row(&[(name, sign)])?;
    let row = tableau.rows() - 1;
    let found = tableau.maximise(row, None)?;
    let top = (found == Maximum::Optimal).then(|| tableau.floor(row));
    tableau.pop_row();
    Ok(top)
}

/// `(x - a) * (y - b) >= 0`, where the signs say on which sides of a and b the factors are. For different signs the
/// product is `<= 0`.
fn corner(tableau: &mut Tableau, pair: &Pair, a: Option<i128>, b: Option<i128>, same: bool) -> Checked<bool> {
    let (Some(a), Some(b)) = (a, b) else {
        return Ok(true);
    };
    let [x, y] = pair.factors;
    let form = [(pair.product, 1), (x, some(b.checked_neg())?), (y, some(a.checked_neg())?)];
    let bound = some(mul(a, b).and_then(i128::checked_neg))?;
    let row = tableau.new_row(&form)?;
    if same { tableau.set_lower(row, bound) } else { tableau.set_upper(row, bound) }
}

/// The four products of the bounds of x and y.
fn corners(tableau: &mut Tableau, pair: &Pair) -> Checked<bool> {
    let ([xl, yl], [xu, yu]) = (pair.lower, pair.upper);
    Ok(corner(tableau, pair, xl, yl, true)?
        && corner(tableau, pair, xu, yu, true)?
        && corner(tableau, pair, xl, yu, false)?
        && corner(tableau, pair, xu, yl, false)?)
}

/// `(x - k) * (x - k - 1) >= 0` for integers, at 0, -1 and the present value.
fn tangents(tableau: &mut Tableau, pair: &Pair) -> Checked<bool> {
    let (n, d) = tableau.value(pair.factors[0]);
    for k in [0, -1, floor_div(n, d)] {
        let next = some(k.checked_add(1))?;
        if !corner(tableau, pair, Some(k), Some(next), true)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Facts whose variables all have a product with some variable y, multiplied by the distance of y from its bounds
/// (equations: by y).
fn multiplied_facts(kb: &Prepared, tableau: &mut Tableau, pairs: &[Pair]) -> Checked<bool> {
    let product =
        |x: Name, y: Name| pairs.iter().find(|p| p.factors == [x, y] || p.factors == [y, x]).map(|p| p.product);
    let mut done: Vec<Name> = Vec::new();
    let mut spent = 0;
    for pair in pairs {
        for (k, y) in pair.factors.into_iter().enumerate() {
            if done.contains(&y) {
                continue;
            }
            done.push(y);
            for atom in &kb.atoms {
                let Some(scaled) = times(kb, atom, y, &product) else {
                    continue;
                };
                spent += 1;
                if spent > FACTS {
                    return Ok(true);
                }
                if !multiply(tableau, &scaled, atom.rel, pair.lower[k], pair.upper[k])? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// A fact and the fact times y, without their constants.
struct Scaled {
    linear: Vec<(Name, i128)>,
    product: Vec<(Name, i128)>,
    constant: i128,
}

/// The product of a linear fact of at least two variables with y, if all products have names.
fn times(kb: &Prepared, atom: &Atom, y: Name, product: &dyn Fn(Name, Name) -> Option<Name>) -> Option<Scaled> {
    if atom.rel == Rel::Ne || atom.term.parts().len() < 2 {
        return None;
    }
    let mut scaled = Scaled { linear: Vec::new(), product: Vec::new(), constant: atom.term.constant_part() };
    for (monomial, c) in atom.term.parts() {
        match monomial.as_slice() {
            [] => {}
            [x] => {
                let x = *kb.variables.get(x)?;
                scaled.linear.push((x, *c));
                scaled.product.push((product(x, y)?, *c));
            }
            _ => return None,
        }
    }
    if scaled.constant != 0 {
        scaled.product.push((y, scaled.constant));
    }
    (scaled.linear.len() > 1).then_some(scaled)
}

/// For `fact <= 0`: `fact * (y - lower) <= 0` and `fact * (upper - y) <= 0`; for `fact = 0`:
/// `fact * y = 0`.
fn multiply(
    tableau: &mut Tableau,
    scaled: &Scaled,
    rel: Rel,
    lower: Option<i128>,
    upper: Option<i128>,
) -> Checked<bool> {
    if rel == Rel::Eq {
        let row = tableau.new_row(&scaled.product)?;
        return Ok(tableau.set_lower(row, 0)? && tableau.set_upper(row, 0)?);
    }
    for (bound, sign) in [(lower, 1), (upper, -1)] {
        let Some(bound) = bound else { continue };
        // sign * (fact * y - bound * fact) <= 0
        let mut form = scaled.product.clone();
        for (x, c) in &scaled.linear {
            form.push((*x, some(mul(*c, bound).and_then(i128::checked_neg))?));
        }
        for (_, c) in &mut form {
            *c = some(mul(*c, sign))?;
        }
        let constant = some(mul(scaled.constant, bound).and_then(|c| mul(c, sign)))?;
        let row = tableau.new_row(&form)?;
        if !tableau.set_upper(row, constant)? {
            return Ok(false);
        }
    }
    Ok(true)
}
