//! Exact linear programming in checked 128-bit integers.
//!
//! [`Polyhedron`] minimizes many objectives over one fixed polyhedron (primal simplex, warm
//! starts); [`Cuts`] keeps a cheapest vector under a growing list of constraints (dual simplex).
//! Whatever overflows or takes too many pivots is `None`: cannot tell.

mod cuts;
mod dictionary;
mod polyhedron;

pub use cuts::Cuts;
pub use polyhedron::{Minimum, Polyhedron};

/// A vector of rationals with one positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    pub num: Vec<i128>,
    pub den: i128,
}

/// Greatest common divisor, not negative; quick for the usual small numbers.
pub fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    loop {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            let (mut x, mut y) = (x, y);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return i128::from(x);
        }
        if b == 0 {
            return i128::try_from(a).unwrap_or(1);
        }
        (a, b) = (b, a % b);
    }
}

/// Least common multiple of positive numbers.
pub fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b).max(1)).checked_mul(b)
}
