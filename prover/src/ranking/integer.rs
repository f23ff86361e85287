//! From rational coefficients to small integer ones.

use super::condition::Layout;
use super::lp::{Vector, gcd, lcm};
use super::{Component, Context};
use crate::algebra::Term;

/// Integer versions of rational coefficients, nicest first. They must be checked; the last one
/// satisfies every condition (all of the form `... >= 0` or `... >= 1`) that the rational one does.
pub fn candidates(u: &Vector, constants: &[usize]) -> Vec<Vector> {
    let mut all = Vec::new();
    // Scale for the variables only and round the constants down: enough for linear measures,
    // since floor keeps `a - b >= 1` and `a >= 0`.
    let mut scale = 1;
    for (i, n) in u.num.iter().enumerate() {
        if !constants.contains(&i)
            && let Some(s) = lcm(scale, u.den / gcd(*n, u.den).max(1))
        {
            scale = s;
        }
    }
    let floored: Option<Vec<i128>> = u
        .num
        .iter()
        .map(|n| Some(n.checked_mul(scale)?.div_euclid(u.den)))
        .collect();
    if let Some(num) = floored {
        let common = num
            .iter()
            .enumerate()
            .filter(|(i, _)| !constants.contains(i))
            .fold(0, |g, (_, n)| gcd(g, *n));
        if common > 1 {
            all.push(Vector {
                num: num.iter().map(|n| n.div_euclid(common)).collect(),
                den: 1,
            });
        }
        all.push(Vector { num, den: 1 });
    }
    all.push(Vector {
        num: u.num.clone(),
        den: 1,
    });
    all
}

/// The functions of one place of the tuple, by ascending node.
pub fn functions(
    context: &Context,
    component: &Component,
    layout: &Layout,
    place: usize,
    u: &Vector,
) -> Option<Vec<(usize, Term)>> {
    let mut all = Vec::new();
    for n in &component.nodes {
        let node = &context.nodes[*n];
        let start = layout.start(place, *n);
        let mut f = Term::constant(u.num[start + node.vars.len()]);
        for (i, v) in node.vars.iter().enumerate() {
            f = f.add_scaled(&Term::var(*v), u.num[start + i])?;
        }
        all.push((node.id, f));
    }
    Some(all)
}
