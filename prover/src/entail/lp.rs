//! Linear programs over the rationals, solved exactly: for the synthesis of ranking functions.

use super::fraction::Fraction;
use super::simplex::Maximum;
use super::tableau::{Name, Outcome, Tableau};

/// The range of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    Free,
    NonNegative,
}

/// How a constraint's left side relates to its right side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    Equal,
    AtMost,
    AtLeast,
}

/// `sum of coefficient * variable, relation, constant`. Variables are named by their place; one
/// that occurs several times counts with the sum of its coefficients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    pub coefficients: Vec<(usize, i128)>,
    pub relation: Relation,
    pub constant: i128,
}

/// A point that maximises the objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// One value per variable.
    pub values: Vec<Fraction>,
    pub objective: Fraction,
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Failure {
    #[error("the constraints contradict each other")]
    Infeasible,
    #[error("the objective has no upper bound")]
    Unbounded,
    #[error("numbers or pivots beyond the limit")]
    Limit,
}

/// Pivots after which a program is given up.
const PIVOTS: usize = 20_000;

/// A linear program that can be extended and solved again.
#[derive(Clone)]
pub struct Program {
    tableau: Tableau,
    variables: Vec<Name>,
    infeasible: bool,
    lost: bool,
}

impl Program {
    pub fn new(ranges: &[Range]) -> Program {
        let mut program = Program {
            tableau: Tableau::new(PIVOTS),
            variables: Vec::with_capacity(ranges.len()),
            infeasible: false,
            lost: false,
        };
        for range in ranges {
            program.variable(*range);
        }
        program
    }

    /// A new variable; its place is the number of variables before.
    pub fn variable(&mut self, range: Range) -> usize {
        let name = self.tableau.new_column();
        if range == Range::NonNegative {
            self.lost |= self.tableau.set_lower(name, 0).is_err();
        }
        self.variables.push(name);
        self.variables.len() - 1
    }

    /// Adds a constraint; one that names an unknown variable makes the program unsolvable
    /// (`Failure::Limit`).
    pub fn constrain(&mut self, constraint: &Constraint) {
        match self.try_constrain(constraint) {
            Ok(possible) => self.infeasible |= !possible,
            Err(_) => self.lost = true,
        }
    }

    fn try_constrain(&mut self, constraint: &Constraint) -> Outcome<bool> {
        let form = self.form(&constraint.coefficients)?;
        let row = self.tableau.new_row(&form)?;
        match constraint.relation {
            Relation::Equal => self.tableau.fix(row, constraint.constant, false),
            Relation::AtMost => self.tableau.set_upper(row, constraint.constant),
            Relation::AtLeast => self.tableau.set_lower(row, constraint.constant),
        }
    }

    fn form(&self, coefficients: &[(usize, i128)]) -> Outcome<Vec<(Name, i128)>> {
        coefficients
            .iter()
            .map(|(v, c)| match self.variables.get(*v) {
                Some(name) => Ok((*name, *c)),
                None => Err(super::tableau::Overflow),
            })
            .collect()
    }

    /// Maximises a linear function.
    pub fn maximize(&mut self, objective: &[(usize, i128)]) -> Result<Solution, Failure> {
        if self.lost {
            return Err(Failure::Limit);
        }
        if self.infeasible {
            return Err(Failure::Infeasible);
        }
        let result = self.try_maximize(objective);
        if result == Err(Failure::Limit) {
            self.lost = true;
        }
        result
    }

    fn try_maximize(&mut self, objective: &[(usize, i128)]) -> Result<Solution, Failure> {
        let limit = |_| Failure::Limit;
        if self.tableau.check().map_err(limit)?.is_some() {
            self.infeasible = true;
            return Err(Failure::Infeasible);
        }
        let form = self.form(objective).map_err(limit)?;
        self.tableau.new_row(&form).map_err(limit)?;
        let row = self.tableau.rows() - 1;
        let outcome = self.tableau.maximise(row, None).map_err(limit)?;
        let (n, d) = self.tableau.row_value(row);
        self.tableau.pop_row();
        if outcome == Maximum::Unbounded {
            return Err(Failure::Unbounded);
        }
        let values = self.variables.iter().map(|name| {
            let (n, d) = self.tableau.value(*name);
            Fraction::new(n, d).ok_or(Failure::Limit)
        });
        Ok(Solution {
            values: values.collect::<Result<_, _>>()?,
            objective: Fraction::new(n, d).ok_or(Failure::Limit)?,
        })
    }
}

/// Maximises a linear function of variables with the given ranges under constraints.
pub fn maximize(
    ranges: &[Range],
    objective: &[(usize, i128)],
    constraints: &[Constraint],
) -> Result<Solution, Failure> {
    let mut program = Program::new(ranges);
    for constraint in constraints {
        program.constrain(constraint);
    }
    program.maximize(objective)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_most(coefficients: &[(usize, i128)], constant: i128) -> Constraint {
        Constraint { coefficients: coefficients.to_vec(), relation: Relation::AtMost, constant }
    }

    #[test]
    fn vertex_of_a_polygon() {
        let constraints = [at_most(&[(0, 1), (1, 2)], 4), at_most(&[(0, 3), (1, 1)], 6)];
        let ranges = [Range::NonNegative, Range::NonNegative];
        let solution = maximize(&ranges, &[(0, 1), (1, 1)], &constraints).unwrap();
        assert_eq!(solution.objective, Fraction::new(14, 5).unwrap());
        assert_eq!(solution.values[0], Fraction::new(8, 5).unwrap());
    }

    #[test]
    fn rational_equalities() {
        let equal = Constraint { coefficients: vec![(0, 2)], relation: Relation::Equal, constant: 1 };
        let solution = maximize(&[Range::Free], &[(0, 1)], &[equal]).unwrap();
        assert_eq!(solution.objective, Fraction::new(1, 2).unwrap());
    }

    #[test]
    fn failures() {
        let free = [Range::Free];
        assert_eq!(maximize(&free, &[(0, 1)], &[]), Err(Failure::Unbounded));
        let both = [at_most(&[(0, 1)], 0), at_most(&[(0, -1)], -1)];
        assert_eq!(maximize(&free, &[(0, 1)], &both), Err(Failure::Infeasible));
        assert_eq!(maximize(&free, &[(7, 1)], &[]), Err(Failure::Limit));
    }
}
