//! The simplex dictionary: basic variables as affine functions of the others.

use super::Vector;
use crate::algebra::exact::{gcd, lcm};

/// `den * x = con + sum of coef[k] * nonbasic[k]`, with `den > 0` and no common factor.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub basic: usize,
    pub den: i128,
    pub con: i128,
    pub coef: Vec<i128>,
}

impl Row {
    /// Divides by the greatest common factor.
    fn normalize(&mut self) {
        let mut g = self.den;
        if g == 1 {
            return;
        }
        g = gcd(g, self.con);
        for c in &self.coef {
            if g == 1 {
                return;
            }
            g = gcd(g, *c);
        }
        if g > 1 {
            self.den /= g;
            self.con /= g;
            for c in &mut self.coef {
                *c /= g;
            }
        }
    }

    /// Adds `factor/divisor` times the value of `other` (`divisor > 0`).
    pub(super) fn add(&mut self, other: &Row, factor: i128, divisor: i128) -> Option<()> {
        if factor == 0 {
            return Some(());
        }
        // self.den * D * x = D*(...) + F*(other), where F/D = factor*self.den / (divisor*other.den).
        let mut f = factor.checked_mul(self.den)?;
        let mut d = divisor.checked_mul(other.den)?;
        let g = gcd(f, d);
        f /= g;
        d /= g;
        self.den = self.den.checked_mul(d)?;
        self.con = self.con.checked_mul(d)?.checked_add(other.con.checked_mul(f)?)?;
        for (c, o) in self.coef.iter_mut().zip(&other.coef) {
            *c = c.checked_mul(d)?.checked_add(o.checked_mul(f)?)?;
        }
        self.normalize();
        Some(())
    }

    /// Replaces the variable of column `k` by its definition `p`, a row of the same columns in
    /// which column `k` already stands for another variable.
    fn eliminate(&mut self, k: usize, p: &Row) -> Option<()> {
        let b = self.coef[k];
        if b == 0 {
            return Some(());
        }
        self.coef[k] = 0;
        // `add` divides by self.den: b is already scaled by it.
        self.add(p, b, self.den)
    }
}

/// Rows over one list of nonbasic variables, and the cost as one more row.
#[derive(Clone, Debug)]
pub(super) struct Dictionary {
    pub nonbasic: Vec<usize>,
    pub rows: Vec<Row>,
    pub cost: Row,
}

impl Dictionary {
    /// Exchanges the basic variable of row `r` and the nonbasic one of column `k`, where the row's
    /// coefficient is not 0. After `None` (overflow) the dictionary must not be used any more.
    pub(super) fn pivot(&mut self, r: usize, k: usize) -> Option<()> {
        let entering = self.nonbasic[k];
        let row = &mut self.rows[r];
        let a = row.coef[k];
        let sign = a.signum();
        let leaving = row.basic;
        for c in &mut row.coef {
            *c = c.checked_mul(-sign)?;
        }
        row.con = row.con.checked_mul(-sign)?;
        row.coef[k] = row.den * sign;
        row.den = a.checked_abs()?;
        row.basic = entering;
        row.normalize();
        self.nonbasic[k] = leaving;
        let p = self.rows[r].clone();
        for (i, row) in self.rows.iter_mut().enumerate() {
            if i != r {
                row.eliminate(k, &p)?;
            }
        }
        self.cost.eliminate(k, &p)
    }

    /// The values of the variables `0..n`, every nonbasic one being 0.
    pub(super) fn point(&self, n: usize) -> Option<Vector> {
        let mut den = 1;
        for row in self.rows.iter().filter(|r| r.basic < n) {
            den = lcm(den, row.den / gcd(row.den, row.con).max(1))?;
        }
        let mut num = vec![0; n];
        for row in self.rows.iter().filter(|r| r.basic < n) {
            let g = gcd(row.den, row.con).max(1);
            num[row.basic] = (row.con / g).checked_mul(den / (row.den / g))?;
        }
        Some(Vector { num, den })
    }

    /// The direction in which the variables `0..n` move when column `k` grows.
    pub(super) fn direction(&self, n: usize, k: usize) -> Option<Vec<i128>> {
        let mut den = 1;
        for row in self.rows.iter().filter(|r| r.basic < n) {
            den = lcm(den, row.den / gcd(row.den, row.coef[k]).max(1))?;
        }
        let mut num = vec![0; n];
        for row in self.rows.iter().filter(|r| r.basic < n) {
            let g = gcd(row.den, row.coef[k]).max(1);
            num[row.basic] = (row.coef[k] / g).checked_mul(den / (row.den / g))?;
        }
        if self.nonbasic[k] < n {
            num[self.nonbasic[k]] = den;
        }
        Some(num)
    }
}

/// Whether `a/b < c/d` for positive denominators.
pub(super) fn less(a: i128, b: i128, c: i128, d: i128) -> Option<bool> {
    Some(a.checked_mul(d)? < c.checked_mul(b)?)
}
