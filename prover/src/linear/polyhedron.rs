//! Minimizing objectives over a fixed polyhedron of free variables.

use super::Affine;
use super::Vector;
use super::dictionary::{Dictionary, Row, less};

/// Pivots for one question, at most; beyond, the answer is "cannot tell".
const MAX_PIVOTS: usize = 600;
/// Pivots after which Bland's rule (Bland77) guarantees termination.
const PATIENCE: usize = 60;

/// `{ z : coef·z + con >= 0 for every constraint }` over the rationals.
#[derive(Clone, Debug)]
pub(crate) struct Polyhedron {
    /// Number of variables z; the slack of constraint i is variable `n + i` of the dictionary.
    n: usize,
    state: State,
    dictionary: Dictionary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Feasible,
    Empty,
    /// Nothing can be said, because of an overflow or too many pivots.
    Broken,
}

/// The result of a minimization.
#[derive(Clone, Debug)]
pub(crate) enum Minimum {
    /// The least value is `value.0 / value.1`, at `point`.
    At { value: (i128, i128), point: Vector },
    /// The objective decreases without end along the direction.
    Unbounded { ray: Vec<i128> },
    /// There is no point.
    Empty,
}

impl Polyhedron {
    /// The set of points at which all the functions are at least 0.
    pub(crate) fn new(n: usize, constraints: &[Affine]) -> Polyhedron {
        let rows = constraints
            .iter()
            .enumerate()
            .map(|(i, row)| Row { basic: n + i, den: 1, con: row.con, coef: row.coef.clone() })
            .collect();
        let mut p = Polyhedron {
            n,
            state: State::Broken,
            dictionary: Dictionary { nonbasic: (0..n).collect(), rows, cost: zero_row(n) },
        };
        p.state = match p.start() {
            Some(true) => State::Feasible,
            Some(false) => State::Empty,
            None => State::Broken,
        };
        p
    }

    /// Whether the polyhedron is proved empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.state == State::Empty
    }

    /// Brings the free variables into the basis, then finds a point (dual simplex without cost).
    fn start(&mut self) -> Option<bool> {
        let n = self.n;
        let d = &mut self.dictionary;
        for k in 0..n {
            let best = (0..d.rows.len())
                .filter(|r| d.rows[*r].basic >= n && d.rows[*r].coef[k] != 0)
                .min_by_key(|r| d.rows[*r].coef[k].unsigned_abs());
            if let Some(r) = best {
                d.pivot(r, k)?;
            }
        }
        for _ in 0..MAX_PIVOTS {
            let infeasible = (0..d.rows.len())
                .filter(|r| d.rows[*r].basic >= n && d.rows[*r].con < 0)
                .min_by_key(|r| d.rows[*r].basic);
            let Some(r) = infeasible else {
                return Some(true);
            };
            let entering =
                (0..n).filter(|k| d.nonbasic[*k] >= n && d.rows[r].coef[*k] > 0).min_by_key(|k| d.nonbasic[*k]);
            let Some(k) = entering else {
                return Some(false);
            };
            d.pivot(r, k)?;
        }
        None
    }

    /// Minimizes `objective · z`.
    pub(crate) fn minimize(&mut self, objective: &[i128]) -> Option<Minimum> {
        match self.state {
            State::Empty => return Some(Minimum::Empty),
            State::Broken => return None,
            State::Feasible => {}
        }
        let found = self.set_cost(objective).and_then(|()| self.descend());
        if found.is_none() {
            self.state = State::Broken;
        }
        found
    }

    fn set_cost(&mut self, objective: &[i128]) -> Option<()> {
        let d = &mut self.dictionary;
        let mut cost = zero_row(self.n);
        for (k, v) in d.nonbasic.iter().enumerate() {
            if *v < self.n {
                cost.coef[k] = objective[*v];
            }
        }
        for row in d.rows.iter().filter(|r| r.basic < self.n) {
            cost.add(row, objective[row.basic], 1)?;
        }
        d.cost = cost;
        Some(())
    }

    fn descend(&mut self) -> Option<Minimum> {
        let n = self.n;
        let d = &mut self.dictionary;
        for step in 0..MAX_PIVOTS {
            // A free variable outside the basis occurs in no constraint.
            if let Some(k) = (0..n).find(|k| d.nonbasic[*k] < n && d.cost.coef[*k] != 0) {
                let mut ray = d.direction(n, k)?;
                if d.cost.coef[k] > 0 {
                    for x in &mut ray {
                        *x = x.checked_neg()?;
                    }
                }
                return Some(Minimum::Unbounded { ray });
            }
            let improving = (0..n).filter(|k| d.cost.coef[*k] < 0);
            let entering = if step < PATIENCE {
                improving.min_by_key(|k| (d.cost.coef[*k], d.nonbasic[*k]))
            } else {
                improving.min_by_key(|k| d.nonbasic[*k])
            };
            let Some(k) = entering else {
                return Some(Minimum::At { value: (d.cost.con, d.cost.den), point: d.point(n)? });
            };
            let mut leaving: Option<usize> = None;
            for r in 0..d.rows.len() {
                let row = &d.rows[r];
                if row.basic < n || row.coef[k] >= 0 {
                    continue;
                }
                let better = match leaving {
                    None => true,
                    Some(b) => {
                        let best = &d.rows[b];
                        let (x, y) = (-row.coef[k], -best.coef[k]);
                        less(row.con, x, best.con, y)? || (!less(best.con, y, row.con, x)? && row.basic < best.basic)
                    }
                };
                if better {
                    leaving = Some(r);
                }
            }
            match leaving {
                None => {
                    return Some(Minimum::Unbounded { ray: d.direction(n, k)? });
                }
                Some(r) => d.pivot(r, k)?,
            }
        }
        None
    }
}

fn zero_row(n: usize) -> Row {
    Row { basic: usize::MAX, den: 1, con: 0, coef: vec![0; n] }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(coef: Vec<i128>, con: i128) -> Affine {
        Affine { coef, con }
    }

    fn value(m: Option<Minimum>) -> (i128, i128) {
        match m {
            Some(Minimum::At { value, .. }) => value,
            other => panic!("no minimum: {other:?}"),
        }
    }

    #[test]
    fn box_and_diagonal() {
        // 0 <= x <= 3, 0 <= y <= 5, 2x + 2y >= 3
        let mut p = Polyhedron::new(
            2,
            &[row(vec![1, 0], 0), row(vec![-1, 0], 3), row(vec![0, 1], 0), row(vec![0, -1], 5), row(vec![2, 2], -3)],
        );
        assert_eq!(value(p.minimize(&[1, 1])), (3, 2));
        assert_eq!(value(p.minimize(&[-1, -1])), (-8, 1));
        assert_eq!(value(p.minimize(&[0, 1])), (0, 1));
        assert_eq!(value(p.minimize(&[-1, 1])), (-3, 1));
    }

    #[test]
    fn empty_unbounded_and_lines() {
        assert!(Polyhedron::new(1, &[row(vec![1], -2), row(vec![-1], 1)]).is_empty());
        let mut p = Polyhedron::new(3, &[row(vec![1, -1, 0], 0)]);
        match p.minimize(&[1, 0, 0]) {
            Some(Minimum::Unbounded { ray }) => {
                assert!(ray[0] < 0 && ray[0] >= ray[1]);
            }
            other => panic!("{other:?}"),
        }
        match p.minimize(&[0, 0, 1]) {
            Some(Minimum::Unbounded { ray }) => assert!(ray[2] < 0),
            other => panic!("{other:?}"),
        }
        assert_eq!(value(p.minimize(&[1, -1, 0])), (0, 1));
    }
}
