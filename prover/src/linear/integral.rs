//! Integer reasoning in a tableau: all names are integers. Equalities are eliminated, bounds are rounded to values that
//! a row can have, and small integer steps are made.

use super::tableau::{Checked, MINUS_NEVER, NEVER, Name, Role, Tableau, some};
use crate::algebra::exact::{add_mul, gcd, inverse, mul};

impl Tableau {
    /// Fixes a name to a constant and eliminates it. `Ok(false)`: impossible (for `integral` names also if only the
    /// integers exclude it).
    pub(crate) fn fix(&mut self, name: Name, constant: i128, integral: bool) -> Checked<bool> {
        if constant < self.lower(name) || constant > self.upper(name) {
            return Ok(false);
        }
        match self.place(name) {
            Role::Fixed => return Ok(self.lower(name) == constant),
            Role::Column(j) => {
                let by = some(constant.checked_sub(self.value[j as usize]))?;
                self.shift(j as usize, by)?;
            }
            Role::Row(r) => {
                let r = r as usize;
                let distance = some(mul(self.den[r], constant).and_then(|t| t.checked_sub(self.val[r])))?;
                let Some((column, content)) = self.elimination(r) else {
                    return Ok(distance == 0);
                };
                if integral && distance % content != 0 {
                    return Ok(false);
                }
                self.pivot(r, column, constant)?;
            }
        }
        self.lower[name as usize] = constant;
        self.upper[name as usize] = constant;
        if let Role::Column(j) = self.place(name) {
            self.drop_column(j as usize);
        }
        Ok(true)
    }

    /// The best column to eliminate a row with (smallest coefficient, without bounds first), and
    /// the content of the row; `None` for an empty row.
    fn elimination(&self, row: usize) -> Option<(usize, i128)> {
        let start = row * self.stride;
        let mut best: Option<(i128, bool, usize)> = None;
        let mut content = 0;
        for (j, c) in self.cells[start..start + self.columns.len()].iter().enumerate() {
            if *c == 0 {
                continue;
            }
            content = gcd(content, *c);
            let name = self.columns[j];
            let bounded = self.lower(name) != MINUS_NEVER || self.upper(name) != NEVER;
            let key = (c.checked_abs()?, bounded, j);
            if best.is_none_or(|b| key < b) {
                best = Some(key);
            }
        }
        best.map(|(_, _, j)| (j, content))
    }

    fn drop_column(&mut self, column: usize) {
        let last = self.columns.len() - 1;
        let name = self.columns[column];
        self.place[name as usize] = Role::Fixed;
        for r in 0..self.basic.len() {
            let start = r * self.stride;
            self.cells[start + column] = self.cells[start + last];
            self.cells[start + last] = 0;
        }
        self.columns.swap_remove(column);
        self.value.swap_remove(column);
        for r in 0..self.basic.len() {
            self.normalise(r);
        }
        if column < last {
            self.place[self.columns[column] as usize] = Role::Column(column as u32);
        }
    }

    /// The greatest integer not above `bound` that the row can have when all names are integers:
    /// it is congruent to the value modulo the content. `Ok(None)`: no integer at all.
    pub(crate) fn round_down(&self, row: usize, bound: i128) -> Checked<Option<i128>> {
        let start = row * self.stride;
        let mut content = 0;
        for c in &self.cells[start..start + self.columns.len()] {
            if *c != 0 {
                content = gcd(content, *c);
                if content == 1 {
                    return Ok(Some(bound));
                }
            }
        }
        let (den, val) = (self.den[row], self.val[row]);
        if content == 0 {
            return Ok((val % den == 0).then_some(bound));
        }
        let g = gcd(den, content);
        if g != 1 {
            if val % g != 0 {
                return Ok(None);
            }
            return Ok(Some(bound));
        }
        let Some(inverse) = inverse(den, content) else {
            return Ok(Some(bound));
        };
        let residue = some(mul(val.rem_euclid(content), inverse))?.rem_euclid(content);
        let down = some(bound.checked_sub(residue))?.rem_euclid(content);
        Ok(Some(some(bound.checked_sub(down))?))
    }

    /// As `round_down`, upwards.
    pub(crate) fn round_up(&self, row: usize, bound: i128) -> Checked<Option<i128>> {
        let Some(below) = self.round_down(row, bound)? else {
            return Ok(None);
        };
        if below == bound {
            return Ok(Some(bound));
        }
        let start = row * self.stride;
        let content = self.cells[start..start + self.columns.len()].iter().fold(0, |g, c| gcd(g, *c));
        Ok(Some(some(below.checked_add(content))?))
    }

    /// Rounds the bounds of all basic names. `Ok(false)`: no integer solution.
    pub(crate) fn tighten(&mut self) -> Checked<bool> {
        for r in 0..self.basic.len() {
            let name = self.basic[r];
            let (lower, upper) = (self.lower(name), self.upper(name));
            if upper != NEVER {
                match self.round_down(r, upper)? {
                    Some(bound) => self.upper[name as usize] = bound,
                    None => return Ok(false),
                }
            }
            if lower != MINUS_NEVER {
                match self.round_up(r, lower)? {
                    Some(bound) => self.lower[name as usize] = bound,
                    None => return Ok(false),
                }
            }
            if self.lower(name) > self.upper(name) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Moves a name's value away from the present one, by a small step of one non-basic name that keeps all names
    /// within their bounds; `false` if there is no such step.
    pub(crate) fn dodge(&mut self, name: Name) -> Checked<bool> {
        let (columns, start) = match self.place(name) {
            Role::Fixed => return Ok(false),
            Role::Column(j) => (j as usize..j as usize + 1, None),
            Role::Row(r) => (0..self.columns.len(), Some(r as usize * self.stride)),
        };
        for j in columns {
            if start.is_some_and(|s| self.cells[s + j] == 0) {
                continue;
            }
            for by in [1, -1] {
                if self.has_room(j, by)? {
                    self.shift(j, by)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Whether adding to the value of a non-basic name keeps all names within their bounds.
    fn has_room(&self, column: usize, by: i128) -> Checked<bool> {
        let name = self.columns[column];
        let value = some(self.value[column].checked_add(by))?;
        if value < self.lower(name) || value > self.upper(name) {
            return Ok(false);
        }
        for r in 0..self.basic.len() {
            let c = self.cells[r * self.stride + column];
            if c == 0 {
                continue;
            }
            let (lower, upper) = (self.lower(self.basic[r]), self.upper(self.basic[r]));
            let val = some(add_mul(self.val[r], c, by))?;
            if (upper != NEVER && val > some(mul(upper, self.den[r]))?)
                || (lower != MINUS_NEVER && val < some(mul(lower, self.den[r]))?)
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
