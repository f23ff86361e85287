//! A cheapest vector under a growing list of constraints (dual simplex).

use super::Vector;
use super::dictionary::{Dictionary, Row, less};

const MAX_PIVOTS: usize = 400;
const PATIENCE: usize = 80;

/// Unknowns u with costs: free ones on their absolute values, where unknown `i` is the difference of the non-negative
/// dictionary variables `2i` and `2i + 1`; or non-negative ones, where it is the variable `i`.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    unknowns: usize,
    /// Dictionary variables of one unknown.
    halves: usize,
    added: usize,
    dictionary: Dictionary,
}

impl Cuts {
    /// Free unknowns; `costs` are not negative, one per unknown.
    pub(crate) fn new(costs: &[i128]) -> Cuts {
        Cuts::with(costs, 2)
    }

    /// Non-negative unknowns; `costs` are not negative, one per unknown.
    pub(crate) fn non_negative(costs: &[i128]) -> Cuts {
        Cuts::with(costs, 1)
    }

    fn with(costs: &[i128], halves: usize) -> Cuts {
        let n = halves * costs.len();
        Cuts {
            unknowns: costs.len(),
            halves,
            added: 0,
            dictionary: Dictionary {
                nonbasic: (0..n).collect(),
                rows: Vec::new(),
                cost: Row { basic: usize::MAX, den: 1, con: 0, coef: (0..n).map(|i| costs[i / halves]).collect() },
            },
        }
    }

    /// The number of constraints so far.
    pub(crate) fn count(&self) -> usize {
        self.added
    }

    /// Adds `coef · u >= least`, without looking for a solution yet.
    pub(crate) fn add(&mut self, coef: &[i128], least: i128) -> Option<()> {
        let n = self.halves * self.unknowns;
        let halves = self.halves;
        let at = |v: usize| -> i128 {
            if v >= n {
                0
            } else if v.is_multiple_of(halves) {
                coef[v / halves]
            } else {
                -coef[v / halves]
            }
        };
        let d = &mut self.dictionary;
        let mut row = Row {
            basic: n + self.added,
            den: 1,
            con: least.checked_neg()?,
            coef: d.nonbasic.iter().map(|v| at(*v)).collect(),
        };
        for r in &d.rows {
            row.add(r, at(r.basic), 1)?;
        }
        d.rows.push(row);
        self.added += 1;
        Some(())
    }

    /// Restores a cheapest solution.
    pub(crate) fn solve(&mut self) -> Option<bool> {
        let d = &mut self.dictionary;
        for step in 0..MAX_PIVOTS {
            let mut leaving: Option<usize> = None;
            for r in 0..d.rows.len() {
                let row = &d.rows[r];
                if row.con >= 0 {
                    continue;
                }
                let better = match leaving {
                    None => true,
                    Some(b) if step < PATIENCE => less(row.con, row.den, d.rows[b].con, d.rows[b].den)?,
                    Some(b) => row.basic < d.rows[b].basic,
                };
                if better {
                    leaving = Some(r);
                }
            }
            let Some(r) = leaving else {
                return Some(true);
            };
            let mut entering: Option<usize> = None;
            for k in 0..d.nonbasic.len() {
                let a = d.rows[r].coef[k];
                if a <= 0 {
                    continue;
                }
                let better = match entering {
                    None => true,
                    Some(b) => {
                        let (x, y) = (d.cost.coef[k], d.cost.coef[b]);
                        let c = d.rows[r].coef[b];
                        less(x, a, y, c)? || (!less(y, c, x, a)? && d.nonbasic[k] < d.nonbasic[b])
                    }
                };
                if better {
                    entering = Some(k);
                }
            }
            let Some(k) = entering else {
                return Some(false);
            };
            d.pivot(r, k)?;
        }
        None
    }

    /// The solution found by [`Cuts::solve`].
    pub(crate) fn solution(&self) -> Option<Vector> {
        let v = self.dictionary.point(self.halves * self.unknowns)?;
        let of = |halves: &[i128]| halves[0].checked_sub(halves.get(1).copied().unwrap_or(0));
        let num = v.num.chunks(self.halves).map(of).collect::<Option<Vec<_>>>()?;
        Some(Vector { num, den: v.den })
    }
}

#[cfg(test)]
mod tests {
    use super::Cuts;

    #[test]
    fn grows_until_contradictory() {
        let mut c = Cuts::new(&[1, 1]);
        c.add(&[1, 2], 4).unwrap();
        assert_eq!(c.solve(), Some(true));
        let s = c.solution().unwrap();
        assert_eq!((s.num, s.den), (vec![0, 2], 1));
        c.add(&[0, -1], -1).unwrap();
        assert_eq!(c.solve(), Some(true));
        let s = c.solution().unwrap();
        assert_eq!((s.num, s.den), (vec![2, 1], 1));
        c.add(&[-1, 0], 0).unwrap();
        assert_eq!(c.solve(), Some(false));
    }
}
