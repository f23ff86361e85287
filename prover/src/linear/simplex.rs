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

/// How a row or a column is chosen among those that would do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Greedy,
    Bland,
}

impl Choice {
    fn at(step: usize) -> Choice {
        if step >= GREEDY { Choice::Bland } else { Choice::Greedy }
    }
}

/// The direction in which a value moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

impl Way {
    fn of(rise: bool) -> Way {
        if rise { Way::Up } else { Way::Down }
    }

    /// The move of a value by a distance.
    fn by(self, distance: i128) -> i128 {
        match self {
            Way::Up => distance,
            Way::Down => -distance,
        }
    }
}

impl Tableau {
    fn can_move(&self, column: usize, way: Way) -> bool {
        match way {
            Way::Up => self.value[column] < self.upper(self.columns[column]),
            Way::Down => self.value[column] > self.lower(self.columns[column]),
        }
    }

    /// Moves to a point within all bounds. `Ok(None)`: there is one. `Ok(Some(row))`: there is none, as this row shows
    /// (every name in it is at the bound that holds the row back).
    pub(crate) fn check(&mut self) -> Checked<Option<usize>> {
        for step in 0..self.limit {
            let Some((row, way)) = self.violated(Choice::at(step))? else {
                return Ok(None);
            };
            let Some(column) = self.helper(row, way, Choice::at(step)) else {
                return Ok(Some(row));
            };
            let name = self.basic[row];
            let target = match way {
                Way::Up => self.lower(name),
                Way::Down => self.upper(name),
            };
            self.pivot(row, column, target)?;
        }
        Err(Overflow)
    }

    /// A basic name outside its bounds, and the way to them.
    fn violated(&self, choice: Choice) -> Checked<Option<(usize, Way)>> {
        let mut best: Option<(Name, usize, Way)> = None;
        for r in 0..self.basic.len() {
            let name = self.basic[r];
            let (lower, upper) = (self.lower(name), self.upper(name));
            let (den, val) = (self.den[r], self.val[r]);
            let rise = lower != MINUS_NEVER && val < some(mul(lower, den))?;
            if rise || (upper != NEVER && val > some(mul(upper, den))?) {
                if choice == Choice::Greedy {
                    return Ok(Some((r, Way::of(rise))));
                }
                if best.is_none_or(|(b, _, _)| name < b) {
                    best = Some((name, r, Way::of(rise)));
                }
            }
        }
        Ok(best.map(|(_, r, way)| (r, way)))
    }

    /// A column that can move the row in the wanted direction: one without bounds first, then
    /// small coefficients; by Bland's rule the least name.
    fn helper(&self, row: usize, way: Way, choice: Choice) -> Option<usize> {
        let start = row * self.stride;
        let mut best: Option<((bool, i128, Name), usize)> = None;
        for (j, c) in self.cells[start..start + self.columns.len()].iter().enumerate() {
            if *c == 0 {
                continue;
            }
            if !self.can_move(j, Way::of((*c > 0) == (way == Way::Up))) {
                continue;
            }
            let name = self.columns[j];
            let key = if choice == Choice::Bland {
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
            let Some((column, way)) = self.improving(objective, Choice::at(step)) else {
                return Ok(Maximum::Optimal);
            };
            match self.limit(objective, column, way)? {
                Limit::None => {
                    let Some(t) = threshold else {
                        return Ok(Maximum::Unbounded);
                    };
                    let by = self.enough(objective, column, t)?;
                    self.shift(column, way.by(by))?;
                    return Ok(Maximum::Reached);
                }
                Limit::Own(by) => {
                    self.shift(column, way.by(by))?;
                }
                Limit::Row { row, upper, numerator, divisor } => {
                    if let Some(t) = threshold {
                        let by = self.enough(objective, column, t)?;
                        // The threshold can be reached without a pivot.
                        if mul(by, divisor).is_some_and(|x| x <= numerator) {
                            self.shift(column, way.by(by))?;
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
    fn improving(&self, objective: usize, choice: Choice) -> Option<(usize, Way)> {
        let start = objective * self.stride;
        let mut best: Option<((i128, Name), usize, Way)> = None;
        for (j, c) in self.cells[start..start + self.columns.len()].iter().enumerate() {
            if *c == 0 {
                continue;
            }
            let way = Way::of(*c > 0);
            if !self.can_move(j, way) {
                continue;
            }
            let key = (if choice == Choice::Bland { 0 } else { -c.checked_abs()? }, self.columns[j]);
            if best.is_none_or(|(b, _, _)| key < b) {
                best = Some((key, j, way));
            }
        }
        best.map(|(_, j, way)| (j, way))
    }

    /// The bound that stops a column that rises or falls (ratio test).
    fn limit(&self, objective: usize, column: usize, way: Way) -> Checked<Limit> {
        let name = self.columns[column];
        let own = if way == Way::Up {
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
            let upper = (c > 0) == (way == Way::Up);
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
