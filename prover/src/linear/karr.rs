//! The domain of affine equalities (Karr76): affine subspaces over the rationals, in canonical form.

use crate::algebra::exact::{gcd, mul};
use crate::algebra::{Monomial, Term, Var};

/// The set of points of Q^dimension that satisfy linear equations. Two values are equal exactly if they are the same
/// set in the same space.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subspace {
    dimension: usize,
    /// Coefficients of the variables `0 .. dimension`, then the constant. Reduced echelon form: the
    /// last non-zero variable of each row (its pivot) is in no other row; pivots ascend; pivots are
    /// positive; rows are coprime. `None`: the empty set.
    rows: Option<Vec<Vec<i128>>>,
}

impl Subspace {
    /// The set where every term is 0. `None` if a term is not linear, names a variable outside the space, or numbers
    /// overflow.
    pub(crate) fn from_equations(dimension: usize, terms: &[Term]) -> Option<Subspace> {
        let mut rows = Vec::with_capacity(terms.len());
        for term in terms {
            rows.push(row_of(dimension, term)?);
        }
        Subspace::from_rows(dimension, rows)
    }

    fn from_rows(dimension: usize, rows: Vec<Vec<i128>>) -> Option<Subspace> {
        let rows = echelon(rows)?;
        let contradiction = rows.iter().any(|r| pivot(r).is_none());
        Some(Subspace { dimension, rows: (!contradiction).then_some(rows) })
    }

    /// Terms that are 0 on the set, linearly independent, with coprime coefficients; each has a
    /// variable (its last) that no other has. The empty set gives the term 1.
    pub(crate) fn equations(&self) -> Vec<Term> {
        match &self.rows {
            None => vec![Term::constant(1)],
            Some(rows) => rows.iter().filter_map(|r| term_of(r)).collect(),
        }
    }

    /// The projection to the variables to keep; the others become arbitrary.
    pub(crate) fn project(&self, keep: &dyn Fn(Var) -> bool) -> Option<Subspace> {
        let Some(rows) = &self.rows else {
            return Some(self.clone());
        };
        let gone: Vec<usize> = (0..self.dimension).filter(|v| !keep(*v as Var)).collect();
        let mut rows = rows.clone();
        for v in gone {
            let Some(i) = rows.iter().position(|r| r[v] != 0) else {
                continue;
            };
            let eliminator = rows.swap_remove(i);
            for row in &mut rows {
                if row[v] != 0 {
                    eliminate(row, &eliminator, v)?;
                }
            }
        }
        Subspace::from_rows(self.dimension, rows)
    }

    /// The join: the smallest affine set that contains both. Its equations are those that both sets imply.
    pub(crate) fn join(&self, other: &Subspace) -> Option<Subspace> {
        if self.dimension != other.dimension {
            return None;
        }
        let (left, right) = match (&self.rows, &other.rows) {
            (None, _) => return Some(other.clone()),
            (_, None) => return Some(self.clone()),
            (Some(a), Some(b)) => (a, b),
        };
        // Combinations of the left rows that vanish modulo the right ones: each left row is carried along with its
        // residue through a Gaussian elimination of the residues.
        let width = self.dimension + 1;
        let mut pairs = Vec::with_capacity(left.len());
        for row in left {
            let mut pair = row.clone();
            pair.extend_from_slice(row);
            // Both halves must be scaled by the same factor, so the pair is reduced together.
            for r in right {
                if let Some(p) = pivot(r)
                    && pair[p] != 0
                {
                    let mut wide = r.clone();
                    wide.resize(2 * width, 0);
                    eliminate(&mut pair, &wide, p)?;
                }
            }
            pairs.push(pair);
        }
        let mut common = Vec::new();
        while let Some(pair) = pairs.pop() {
            match (0..width).find(|c| pair[*c] != 0) {
                None => common.push(pair[width..].to_vec()),
                Some(c) => {
                    for other in &mut pairs {
                        if other[c] != 0 {
                            eliminate(other, &pair, c)?;
                        }
                    }
                }
            }
        }
        Subspace::from_rows(self.dimension, common)
    }
}

fn row_of(dimension: usize, term: &Term) -> Option<Vec<i128>> {
    let mut row = vec![0; dimension + 1];
    for (monomial, c) in term.parts() {
        let place = match monomial.as_slice() {
            [] => dimension,
            [v] => *v as usize,
            _ => return None,
        };
        if place > dimension || (place == dimension && !monomial.is_empty()) {
            return None;
        }
        row[place] = *c;
    }
    Some(row)
}

fn term_of(row: &[i128]) -> Option<Term> {
    let last = row.len() - 1;
    Term::from_parts(row.iter().enumerate().filter(|(_, c)| **c != 0).map(|(v, c)| {
        let monomial = if v == last { Monomial::new() } else { Monomial::from_slice(&[v as Var]) };
        (monomial, *c)
    }))
    .ok()
}

/// The last variable with a non-zero coefficient.
fn pivot(row: &[i128]) -> Option<usize> {
    row[..row.len() - 1].iter().rposition(|c| *c != 0)
}

/// Makes `row[column]` zero by means of `by`, then divides by the content.
fn eliminate(row: &mut [i128], by: &[i128], column: usize) -> Option<()> {
    let g = gcd(row[column], by[column]);
    let (m, h) = (by[column] / g, row[column] / g);
    for (x, y) in row.iter_mut().zip(by) {
        *x = mul(*x, m)?.checked_sub(mul(*y, h)?)?;
    }
    coprime(row)
}

fn coprime(row: &mut [i128]) -> Option<()> {
    let mut g = 0;
    for c in row.iter() {
        if *c != 0 {
            g = gcd(g, *c);
            if g == 1 {
                return Some(());
            }
        }
    }
    if g > 1 {
        for c in row.iter_mut() {
            *c /= g;
        }
    }
    Some(())
}

fn reduce(mut row: Vec<i128>, rows: &[Vec<i128>]) -> Option<Vec<i128>> {
    for r in rows {
        if let Some(p) = pivot(r)
            && row[p] != 0
        {
            eliminate(&mut row, r, p)?;
        }
    }
    Some(row)
}

/// The canonical form; a contradiction stays as a row without variables.
fn echelon(rows: Vec<Vec<i128>>) -> Option<Vec<Vec<i128>>> {
    let mut done: Vec<Vec<i128>> = Vec::with_capacity(rows.len());
    let mut contradiction = None;
    for row in rows {
        let mut row = reduce(row, &done)?;
        coprime(&mut row)?;
        if row.iter().all(|c| *c == 0) {
            continue;
        }
        let Some(p) = pivot(&row) else {
            contradiction = Some(row);
            continue;
        };
        for other in &mut done {
            if other[p] != 0 {
                eliminate(other, &row, p)?;
            }
        }
        done.push(row);
    }
    done.extend(contradiction);
    for row in &mut done {
        let leading = pivot(row).unwrap_or(row.len() - 1);
        if row[leading] < 0 {
            for c in row.iter_mut() {
                *c = c.checked_neg()?;
            }
        }
    }
    done.sort_by_key(|r| pivot(r));
    Some(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term(coefficients: &[i128]) -> Term {
        term_of(coefficients).unwrap()
    }

    #[test]
    fn join_finds_what_moves_in_step() {
        // i = 0, p = a  |  i = 1, p = a + 4   gives   p = a + 4i (i, a, p)
        let before = Subspace::from_equations(3, &[term(&[1, 0, 0, 0]), term(&[0, -1, 1, 0])]);
        let after = Subspace::from_equations(3, &[term(&[1, 0, 0, -1]), term(&[0, -1, 1, -4])]);
        let join = before.unwrap().join(&after.unwrap()).unwrap();
        assert_eq!(join.equations(), vec![term(&[-4, -1, 1, 0])]);
    }

    #[test]
    fn project_keeps_consequences() {
        // y = x + 1, z = 2y  without y: z = 2x + 2
        let set = Subspace::from_equations(3, &[term(&[-1, 1, 0, -1]), term(&[0, -2, 1, 0])]).unwrap();
        let projected = set.project(&|v| v != 1).unwrap();
        assert_eq!(projected.equations(), vec![term(&[-2, 0, 1, -2])]);
    }

    #[test]
    fn empty_set() {
        let none = Subspace::from_equations(1, &[term(&[1, 0]), term(&[1, 1])]).unwrap();
        assert_eq!(none.equations(), [Term::constant(1)]);
        let all = Subspace::from_equations(1, &[]).unwrap();
        assert_eq!(none.join(&all).unwrap(), all);
    }

    /// Whether a term is 0 on the whole set.
    fn implies(set: &Subspace, term: &Term) -> bool {
        let row = row_of(set.dimension, term).unwrap();
        set.rows.as_ref().is_none_or(|rows| reduce(row, rows).unwrap().iter().all(|c| *c == 0))
    }

    fn rows() -> impl Strategy<Value = Vec<Vec<i128>>> {
        prop::collection::vec(prop::collection::vec(-3i128..=3, 5), 0..5)
    }

    proptest! {
        #[test]
        fn order_of_equations_is_irrelevant(mut a in rows()) {
            let x = Subspace::from_rows(4, a.clone()).unwrap();
            a.reverse();
            prop_assert_eq!(&x, &Subspace::from_rows(4, a).unwrap());
            let again = Subspace::from_equations(4, &x.equations()).unwrap();
            prop_assert_eq!(x, again);
        }

        #[test]
        fn join_is_implied_by_both_and_least(a in rows(), b in rows()) {
            let (x, y) = (Subspace::from_rows(4, a).unwrap(), Subspace::from_rows(4, b).unwrap());
            let join = x.join(&y).unwrap();
            prop_assert_eq!(&join, &y.join(&x).unwrap());
            for equation in join.equations() {
                prop_assert!(implies(&x, &equation));
                prop_assert!(implies(&y, &equation));
            }
            // Dimension of the row-space intersection, from the dimension of the sum.
            if let (Some(r), Some(s), Some(j)) = (&x.rows, &y.rows, &join.rows) {
                let both = echelon(r.iter().chain(s).cloned().collect()).unwrap();
                prop_assert_eq!(r.len() + s.len() - both.len(), j.len());
            }
        }

        #[test]
        fn projection_is_implied(a in rows()) {
            let x = Subspace::from_rows(4, a).unwrap();
            let projected = x.project(&|v| v != 2).unwrap();
            for equation in projected.equations() {
                prop_assert!(implies(&x, &equation));
                prop_assert!(!equation.contains(2));
            }
        }
    }
}
