//! Rounds rational coefficients to small integers.

use crate::algebra::exact::{gcd, lcm};
use crate::linear::Vector;

/// Integer versions of rational coefficients, simplest first. They must be checked. The last one satisfies every
/// condition that the rational one does (all are of the form `... >= 0` or `... >= 1`).
pub(super) fn candidates(u: &Vector, constants: &[bool]) -> Vec<Vector> {
    let mut all: Vec<Vector> = Vec::new();
    let mut push = |num: Vec<i128>| {
        let v = Vector { num, den: 1 };
        if !all.contains(&v) {
            all.push(v);
        }
    };
    // Scale for the variables only and round the constants down: enough for linear measures,
    // since floor keeps `a - b >= 1` and `a >= 0`.
    let mut scale = 1;
    for (n, constant) in u.num.iter().zip(constants) {
        if !constant && let Some(s) = lcm(scale, u.den / gcd(*n, u.den).max(1)) {
            scale = s;
        }
    }
    let floored: Option<Vec<i128>> = u.num.iter().map(|n| Some(n.checked_mul(scale)?.div_euclid(u.den))).collect();
    if let Some(num) = floored {
        let variables = num.iter().zip(constants).filter(|(_, c)| !**c);
        let common = variables.fold(0, |g, (n, _)| gcd(g, *n)).max(1);
        let primitive: Vec<i128> = num.iter().map(|n| n.div_euclid(common)).collect();
        let without = primitive.iter().zip(constants);
        push(without.map(|(n, c)| if *c { 0 } else { *n }).collect());
        push(primitive);
        push(num);
    }
    push(u.num.clone());
    all
}
