//! What an edge's polyhedron is made of: vertices and rays.

use crate::linear::Affine;

/// A vertex (`den > 0`) or a ray (`den = 0`) of an edge's polyhedron.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Generator {
    pub num: Vec<i128>,
    pub den: i128,
}

impl Generator {
    /// The function's value there, times `den`; its growth for a ray.
    pub(crate) fn value(&self, f: &Affine) -> Option<i128> {
        let mut sum = f.con.checked_mul(self.den)?;
        for (c, x) in f.coef.iter().zip(&self.num) {
            if *c != 0 && *x != 0 {
                sum = sum.checked_add(c.checked_mul(*x)?)?;
            }
        }
        Some(sum)
    }
}
