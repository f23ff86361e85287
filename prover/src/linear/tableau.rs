//! An exact simplex tableau for variables with bounds (Dutertre06), over the rationals, in checked 128-bit integers.
//!
//! Every name has optional integer bounds. A basic name is a combination of the non-basic ones:
//! `den * x = val + sum of cell * (y - value of y)`, so `val / den` is its present value. Values of
//! non-basic names are integers and within bounds, always; values of basic ones are within bounds
//! after `check`.
//!
//! An operation that returns `Err(Overflow)` may leave the tableau half updated; whoever owns it
//! must throw it away.

use crate::algebra::exact::{add_mul, floor_div, gcd, mul};

/// A variable of the tableau.
pub(crate) type Name = u32;

/// "No bound": larger than every number that occurs.
pub(crate) const NEVER: i128 = i128::MAX;
/// "No lower bound".
pub(crate) const MINUS_NEVER: i128 = -i128::MAX;

/// No answer: numbers overflow, or there are too many pivots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Overflow;

/// Result of operations that can find the bounds contradictory.
pub(crate) type Checked<T> = Result<T, Overflow>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Column(u32),
    Row(u32),
    /// The name is eliminated: it always equals its lower bound.
    Fixed,
}

#[derive(Clone, Default)]
pub(crate) struct Tableau {
    pub(super) stride: usize,
    pub(super) cells: Vec<i128>,
    pub(super) den: Vec<i128>,
    pub(super) val: Vec<i128>,
    pub(super) basic: Vec<Name>,
    pub(super) columns: Vec<Name>,
    pub(super) value: Vec<i128>,
    pub(super) place: Vec<Role>,
    pub(super) lower: Vec<i128>,
    pub(super) upper: Vec<i128>,
    pub(super) scratch: Vec<(u32, i128)>,
    /// Pivots made so far (statistics).
    pub pivots: u64,
    /// Pivots of one operation, at most.
    pub(super) limit: usize,
}

/// An overflow (`None`) becomes an [`Overflow`].
pub(crate) fn some<T>(x: Option<T>) -> Checked<T> {
    x.ok_or(Overflow)
}

impl Tableau {
    /// An empty tableau; an operation gives up after `limit` pivots.
    pub(crate) fn new(limit: usize) -> Tableau {
        Tableau {
            stride: 0,
            cells: Vec::new(),
            den: Vec::new(),
            val: Vec::new(),
            basic: Vec::new(),
            columns: Vec::new(),
            value: Vec::new(),
            place: Vec::new(),
            lower: Vec::new(),
            upper: Vec::new(),
            scratch: Vec::new(),
            pivots: 0,
            limit,
        }
    }

    pub(crate) fn names(&self) -> usize {
        self.place.len()
    }

    /// Size of the matrix in bytes.
    pub(crate) fn weight(&self) -> usize {
        self.cells.len() * size_of::<i128>()
    }

    pub(crate) fn rows(&self) -> usize {
        self.basic.len()
    }

    pub(crate) fn place(&self, name: Name) -> Role {
        self.place[name as usize]
    }

    pub(crate) fn lower(&self, name: Name) -> i128 {
        self.lower[name as usize]
    }

    pub(crate) fn upper(&self, name: Name) -> i128 {
        self.upper[name as usize]
    }

    /// The present value as a fraction with positive denominator; 1 if it is an integer.
    pub(crate) fn value(&self, name: Name) -> (i128, i128) {
        match self.place(name) {
            Role::Column(j) => (self.value[j as usize], 1),
            Role::Row(r) => match (self.val[r as usize], self.den[r as usize]) {
                (val, den) if den != 1 && val % den == 0 => (val / den, 1),
                fraction => fraction,
            },
            Role::Fixed => (self.lower(name), 1),
        }
    }

    /// The basic name of a row.
    pub(crate) fn row_name(&self, row: usize) -> Name {
        self.basic[row]
    }

    /// The row's value: numerator and positive denominator.
    pub(crate) fn row_value(&self, row: usize) -> (i128, i128) {
        (self.val[row], self.den[row])
    }

    /// The non-basic names of a row with their coefficients (over the row's denominator).
    pub(crate) fn row(&self, row: usize) -> impl Iterator<Item = (Name, i128)> + '_ {
        let start = row * self.stride;
        self.columns
            .iter()
            .zip(&self.cells[start..start + self.columns.len()])
            .filter(|(_, c)| **c != 0)
            .map(|(n, c)| (*n, *c))
    }

    /// A new non-basic name without bounds, of value 0.
    pub(crate) fn new_column(&mut self) -> Name {
        let name = self.new_name();
        let column = self.columns.len();
        if column == self.stride {
            self.widen();
        }
        self.columns.push(name);
        self.value.push(0);
        self.place[name as usize] = Role::Column(column as u32);
        name
    }

    fn new_name(&mut self) -> Name {
        let name = self.place.len() as Name;
        self.place.push(Role::Fixed);
        self.lower.push(MINUS_NEVER);
        self.upper.push(NEVER);
        name
    }

    fn widen(&mut self) {
        let stride = (self.stride * 2).max(16);
        let mut cells = vec![0; self.basic.len() * stride];
        for r in 0..self.basic.len() {
            cells[r * stride..r * stride + self.stride]
                .copy_from_slice(&self.cells[r * self.stride..(r + 1) * self.stride]);
        }
        self.cells = cells;
        self.stride = stride;
    }

    /// A new basic name, equal to a combination of others.
    pub(crate) fn new_row(&mut self, form: &[(Name, i128)]) -> Checked<Name> {
        let mut den = 1i128;
        for (n, _) in form {
            if let Role::Row(r) = self.place(*n) {
                let d = self.den[r as usize];
                if d != 1 {
                    den = some(mul(den / gcd(den, d), d))?;
                }
            }
        }
        let row = self.basic.len();
        self.cells.resize((row + 1) * self.stride, 0);
        let mut val = 0i128;
        for (n, c) in form {
            let c = some(mul(*c, den))?;
            match self.place(*n) {
                Role::Fixed => val = some(add_mul(val, c, self.lower(*n)))?,
                Role::Column(j) => {
                    val = some(add_mul(val, c, self.value[j as usize]))?;
                    let cell = &mut self.cells[row * self.stride + j as usize];
                    *cell = some(cell.checked_add(c))?;
                }
                Role::Row(r) => {
                    let r = r as usize;
                    let c = c / self.den[r];
                    val = some(add_mul(val, c, self.val[r]))?;
                    let (old, new) = self.cells.split_at_mut(row * self.stride);
                    let from = &old[r * self.stride..r * self.stride + self.columns.len()];
                    for (to, from) in new.iter_mut().zip(from) {
                        if *from != 0 {
                            *to = some(add_mul(*to, c, *from))?;
                        }
                    }
                }
            }
        }
        let name = self.new_name();
        self.place[name as usize] = Role::Row(row as u32);
        self.basic.push(name);
        self.den.push(den);
        self.val.push(val);
        self.normalise(row);
        Ok(name)
    }

    /// Removes the newest row, which must belong to the newest name.
    pub(crate) fn pop_row(&mut self) {
        let row = self.basic.len().saturating_sub(1);
        self.basic.pop();
        self.den.pop();
        self.val.pop();
        self.cells.truncate(row * self.stride);
        self.place.pop();
        self.lower.pop();
        self.upper.pop();
    }

    /// Divides a row by its content.
    pub(super) fn normalise(&mut self, row: usize) {
        let mut g = self.den[row];
        if g == 1 {
            return;
        }
        g = gcd(g, self.val[row]);
        let start = row * self.stride;
        let cells = &mut self.cells[start..start + self.columns.len()];
        for c in cells.iter() {
            if g == 1 {
                return;
            }
            if *c != 0 {
                g = gcd(g, *c);
            }
        }
        for c in cells.iter_mut() {
            if *c != 0 {
                *c /= g;
            }
        }
        self.den[row] /= g;
        self.val[row] /= g;
    }

    /// Adds to the value of a non-basic name.
    pub(super) fn shift(&mut self, column: usize, by: i128) -> Checked<()> {
        if by == 0 {
            return Ok(());
        }
        self.value[column] = some(self.value[column].checked_add(by))?;
        for r in 0..self.basic.len() {
            let c = self.cells[r * self.stride + column];
            if c != 0 {
                self.val[r] = some(add_mul(self.val[r], c, by))?;
            }
        }
        Ok(())
    }

    /// Exchanges the basic name of a row with the non-basic one of a column, which has a non-zero
    /// cell there; the leaving name gets the value `target`.
    pub(super) fn pivot(&mut self, row: usize, column: usize, target: i128) -> Checked<()> {
        self.pivots += 1;
        let (stride, width) = (self.stride, self.columns.len());
        let start = row * stride;
        let p = self.cells[start + column];
        let negative = p < 0;
        let q = some(p.checked_abs())?;
        let d = self.den[row];
        // q * (entering - its value) = rest + sign*d * (leaving - target) - sign * (other cells)
        let mut rest = some(mul(d, target).and_then(|t| t.checked_sub(self.val[row])))?;
        if negative {
            rest = some(rest.checked_neg())?;
        } else {
            for c in &mut self.cells[start..start + width] {
                if *c != 0 {
                    *c = some(c.checked_neg())?;
                }
            }
        }
        self.cells[start + column] = if negative { -d } else { d };
        self.den[row] = q;
        // For the division by the content, `val` holds the rest; the entering value comes after.
        self.val[row] = rest;
        self.normalise(row);
        let (q, rest) = (self.den[row], self.val[row]);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend(
            self.cells[start..start + width].iter().enumerate().filter(|(_, c)| **c != 0).map(|(j, c)| (j as u32, *c)),
        );
        for r in 0..self.basic.len() {
            let f = self.cells[r * stride + column];
            if f != 0 && r != row {
                self.replace(r, column, f, q, rest, &scratch)?;
            }
        }
        self.scratch = scratch;
        self.val[row] = some(add_mul(rest, q, self.value[column]))?;
        let (leaving, entering) = (self.basic[row], self.columns[column]);
        self.basic[row] = entering;
        self.columns[column] = leaving;
        self.value[column] = target;
        self.place[entering as usize] = Role::Row(row as u32);
        self.place[leaving as usize] = Role::Column(column as u32);
        Ok(())
    }

    /// In row r, replaces the entering name (its cell is f) by the pivot row's expression.
    fn replace(&mut self, r: usize, column: usize, f: i128, q: i128, rest: i128, pivot: &[(u32, i128)]) -> Checked<()> {
        let start = r * self.stride;
        let (m, h) = if q == 1 {
            (1, f)
        } else {
            let g = gcd(q, f);
            (q / g, f / g)
        };
        let cells = &mut self.cells[start..start + self.columns.len()];
        cells[column] = 0;
        if m != 1 {
            for c in cells.iter_mut() {
                if *c != 0 {
                    *c = some(mul(*c, m))?;
                }
            }
            self.val[r] = some(mul(self.val[r], m))?;
            self.den[r] = some(mul(self.den[r], m))?;
        }
        for (j, e) in pivot {
            let c = &mut cells[*j as usize];
            *c = some(add_mul(*c, h, *e))?;
        }
        self.val[r] = some(add_mul(self.val[r], h, rest))?;
        self.normalise(r);
        Ok(())
    }

    /// Lowers the upper bound. `Ok(false)`: the bounds of this name contradict each other.
    pub(crate) fn set_upper(&mut self, name: Name, bound: i128) -> Checked<bool> {
        if bound >= self.upper(name) {
            return Ok(true);
        }
        if self.place(name) == Role::Fixed {
            return Ok(self.lower(name) <= bound);
        }
        self.upper[name as usize] = bound;
        if let Role::Column(j) = self.place(name) {
            let excess = some(bound.checked_sub(self.value[j as usize]))?;
            if excess < 0 {
                self.shift(j as usize, excess)?;
            }
        }
        Ok(self.lower(name) <= bound)
    }

    /// Raises the lower bound. `Ok(false)`: the bounds of this name contradict each other.
    pub(crate) fn set_lower(&mut self, name: Name, bound: i128) -> Checked<bool> {
        if bound <= self.lower(name) {
            return Ok(true);
        }
        if self.place(name) == Role::Fixed {
            return Ok(self.lower(name) >= bound);
        }
        self.lower[name as usize] = bound;
        if let Role::Column(j) = self.place(name) {
            let missing = some(bound.checked_sub(self.value[j as usize]))?;
            if missing > 0 {
                self.shift(j as usize, missing)?;
            }
        }
        Ok(self.upper(name) >= bound)
    }

    /// The greatest integer not above a row's value.
    pub(crate) fn floor(&self, row: usize) -> i128 {
        floor_div(self.val[row], self.den[row])
    }
}
