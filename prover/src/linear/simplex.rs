//! Moves through a tableau: to a point within all bounds (`check`), or to the maximum of a row (`maximise`).
//! Deterministic; greedy first, then by Bland's rule (Bland77), which guarantees termination.

use super::tableau::{Checked, MINUS_NEVER, NEVER, Name, Overflow, Tableau, some};
use crate::algebra::exact::{ceil_div, mul};

/// The result of `maximise`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Maximum {
    /// The row's present value is the maximum.
    Optimal,
    /// The row's present value is at least the threshold.
    Reached,
    /// The row has no upper bound.
    Unbounded,
}

/// Pivots after which Bland's rule takes over from the greedy choice.
const GREEDY: usize = 60;

impl Tableau {
    fn can_rise(&self, column: usize) -> bool {
        self.value[column] < self.upper(self.columns[column])
    }

    fn can_fall(&self, column: usize) -> bool {
        self.value[column] > self.lower(self.columns[column])
    }

    /// Moves to a point within all bounds. `Ok(None)`: there is one. `Ok(Some(row))`: there is none, as this row shows
    /// (every name in it is at the bound that holds the row back).
    pub(crate) fn check(&mut self) -> Checked<Option<usize>> {
        for step in 0..self.limit {
            let Some((row, rise)) = self.violated(step >= GREEDY)? else {
                return Ok(None);
            };
            let Some(column) = self.helper(row, rise, step >= GREEDY) else {
                return Ok(Some(row));
            };
            let name = self.basic[row];
            let target = if rise { self.lower(name) } else { self.upper(name) };
            self.pivot(row, column, target)?;
        }
        Err(Overflow)
    }

    /// A basic name outside its bounds, and whether it must rise.
    fn violated(&self, bland: bool) -> Checked<Option<(usize, bool)>> {
        let mut best: Option<(Name, usize, bool)> = None;
        for r in 0..self.basic.len() {
            let name = self.basic[r];
            let (lower, upper) = (self.lower(name), self.upper(name));
            let (den, val) = (self.den[r], self.val[r]);
            let rise = lower != MINUS_NEVER && val < some(mul(lower, den))?;
            if rise || (upper != NEVER && val > some(mul(upper, den))?) {
                if !bland {
                    return Ok(Some((r, rise)));
                }
                if best.is_none_or(|(b, _, _)| name < b) {
                    best = Some((name, r, rise));
                }
            }
        }
        Ok(best.map(|(_, r, rise)| (r, rise)))
    }

    /// A column that can move the row in the wanted direction: one without bounds first, then
    /// small coefficients; by Bland's rule the least name.
    fn helper(&self, row: usize, rise: bool, bland: bool) -> Option<usize> {
        let start = row * self.stride;
        let mut best: Option<((bool, i128, Name), usize)> = None;
        for (j, c) in self.cells[start..start + self.columns.len()].iter().enumerate() {
            if *c == 0 {
                continue;
            }
            let movable = if (*c > 0) == rise { self.can_rise(j) } else { self.can_fall(j) };
            if !movable {
                continue;
            }
            let name = self.columns[j];
            let key = if bland {
                (false, 0, name)
            } else {
                let bounded = self.lower(name) != MINUS_NEVER || self.upper(name) != NEVER;
                (bounded, c.checked_abs()?, name)
            };
            if best.is_none_or(|(b, _)| key < b) {
                best = Some((key, j));
            }
        }
        best.map(|(_, j)| j)
    }

    /// Maximises a row without bounds of its own, from a point within all bounds; stops as soon as
    /// its value is at least the threshold.
    pub(crate) fn maximise(&mut self, objective: usize, threshold: Option<i128>) -> Checked<Maximum> {
        for step in 0..self.limit {
            if let Some(t) = threshold
                && self.val[objective] >= some(mul(t, self.den[objective]))?
            {
                return Ok(Maximum::Reached);
            }
            let Some((column, rise)) = self.improving(objective, step >= GREEDY) else {
                return Ok(Maximum::Optimal);
            };
            match self.limit(objective, column, rise)? {
                Limit::None => {
                    let Some(t) = threshold else {
                        return Ok(Maximum::Unbounded);
                    };
                    let by = self.enough(objective, column, t)?;
                    self.shift(column, if rise { by } else { -by })?;
                    return Ok(Maximum::Reached);
                }
                Limit::Own(by) => {
                    self.shift(column, if rise { by } else { -by })?;
                }
                Limit::Row { row, upper, numerator, divisor } => {
                    if let Some(t) = threshold {
                        let by = self.enough(objective, column, t)?;
                        // The threshold can be reached without a pivot.
                        if mul(by, divisor).is_some_and(|x| x <= numerator) {
                            self.shift(column, if rise { by } else { -by })?;
                            return Ok(Maximum::Reached);
                        }
                    }
                    let name = self.basic[row];
                    let target = if upper { self.upper(name) } else { self.lower(name) };
                    self.pivot(row, column, target)?;
                }
            }
        }
        Err(Overflow)
    }

    /// The distance (an integer) by which a column must move so that the objective reaches the threshold.
    fn enough(&self, objective: usize, column: usize, threshold: i128) -> Checked<i128> {
        let missing = some(mul(threshold, self.den[objective]).and_then(|t| t.checked_sub(self.val[objective])))?;
        let c = self.cells[objective * self.stride + column];
        some(c.checked_abs().and_then(|c| ceil_div(missing, c)))
    }

    /// A column whose move increases the objective, and the direction.
    fn improving(&self, objective: usize, bland: bool) -> Option<(usize, bool)> {
        let start = objective * self.stride;
        let mut best: Option<((i128, Name), usize, bool)> = None;
        for (j, c) in self.cells[start..start + self.columns.len()].iter().enumerate() {
            if *c == 0 {
                continue;
            }
            let rise = *c > 0;
            if !(if rise { self.can_rise(j) } else { self.can_fall(j) }) {
                continue;
            }
            let key = (if bland { 0 } else { -c.checked_abs()? }, self.columns[j]);
            if best.is_none_or(|(b, _, _)| key < b) {
                best = Some((key, j, rise));
            }
        }
        best.map(|(_, j, rise)| (j, rise))
    }

    /// The bound that stops a column that rises or falls (ratio test).
    fn limit(&self, objective: usize, column: usize, rise: bool) -> Checked<Limit> {
        let name = self.columns[column];
        let own = if rise {
            let u = self.upper(name);
            if u == NEVER { None } else { Some(some(u.checked_sub(self.value[column]))?) }
        } else {
            let l = self.lower(name);
            if l == MINUS_NEVER { None } else { Some(some(self.value[column].checked_sub(l))?) }
        };
        let mut best: Option<(i128, i128, usize, bool)> = None;
        for r in 0..self.basic.len() {
            let c = self.cells[r * self.stride + column];
            if c == 0 || r == objective {
                continue;
            }
            let upper = (c > 0) == rise;
            let basic = self.basic[r];
            let room = if upper {
                let u = self.upper(basic);
                if u == NEVER {
                    continue;
                }
                some(mul(u, self.den[r]).and_then(|x| x.checked_sub(self.val[r])))?
            } else {
                let l = self.lower(basic);
                if l == MINUS_NEVER {
                    continue;
                }
                some(mul(l, self.den[r]).and_then(|x| self.val[r].checked_sub(x)))?
            };
            let divisor = some(c.checked_abs())?;
            let better = match best {
                None => true,
                Some((n, d, old, _)) => {
                    let (mine, its) = (some(mul(room, d))?, some(mul(n, divisor))?);
                    mine < its || (mine == its && basic < self.basic[old])
                }
            };
            if better {
                best = Some((room, divisor, r, upper));
            }
        }
        Ok(match (own, best) {
            (None, None) => Limit::None,
            (Some(by), None) => Limit::Own(by),
            (Some(by), Some((n, d, _, _))) if some(mul(by, d))? <= n => Limit::Own(by),
            (_, Some((numerator, divisor, row, upper))) => Limit::Row { row, upper, numerator, divisor },
        })
    }
}

/// The bound that stops a moving column.
enum Limit {
    None,
    /// Its own opposite bound, at this distance.
    Own(i128),
    /// A bound of a basic name, at the distance numerator / divisor.
    Row {
        row: usize,
        upper: bool,
        numerator: i128,
        divisor: i128,
    },
}
