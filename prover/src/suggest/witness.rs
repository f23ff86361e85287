//! Checks that some call satisfies a contract. If none did, everything would hold for all its calls.
//!
//! Memory can be as the suggested clauses say, whatever the integers are. So only values of the integer parameters are
//! searched that satisfy the bounds, and those parts of the existing contract that can be evaluated.

use super::clause::Clauses;
use crate::contract::{Evaluation, Expression};
use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Values of the integer parameters, by name.
type Values = BTreeMap<String, i128>;

/// The number of values that are tried.
const EFFORT: usize = 50_000;

/// Whether some call satisfies the clauses and the existing contract: whether the integer parameters have values within
/// `limits` (least and greatest of each) with which the bounds hold and no range is too large.
pub(super) fn exists(clauses: &Clauses, given: Option<&Expression>, limits: &BTreeMap<String, (i128, i128)>) -> bool {
    let mut named: BTreeSet<String> = clauses.names().into_iter().map(str::to_owned).collect();
    let mut numbers: BTreeSet<i128> = clauses.numbers().collect();
    if let Some(given) = given {
        collect(given, &mut named, &mut numbers);
    }
    let near = numbers.iter().flat_map(|n| [*n, n.saturating_add(1), n.saturating_sub(1)]);
    let mut tried: Vec<i128> = Vec::new();
    for n in [1, 2, 0, -1].into_iter().chain(near).chain(3..=10) {
        if !tried.contains(&n) {
            tried.push(n);
        }
    }
    let open: Vec<(&str, (i128, i128))> = limits
        .iter()
        .filter(|(name, _)| named.contains(*name))
        .map(|(name, limits)| (name.as_str(), *limits))
        .collect();
    let mut search = Search { clauses, given, program: Program::default(), tried, left: EFFORT };
    search.found(&open, &mut Values::new())
}

struct Search<'s> {
    clauses: &'s Clauses,
    given: Option<&'s Expression>,
    /// An empty program: types are irrelevant where memory is not evaluated.
    program: Program,
    tried: Vec<i128>,
    left: usize,
}

impl Search<'_> {
    /// Tries values for the parameters that have none yet. Returns whether some of them satisfy everything.
    fn found(&mut self, open: &[(&str, (i128, i128))], values: &mut Values) -> bool {
        let Some(((name, (least, greatest)), rest)) = open.split_first() else {
            let contradicted = self.given.is_some_and(|clause| {
                let (program, memory, outside) = (&self.program, None, Default::default());
                Evaluation { program, parameters: &[], clause, values, memory, outside }.holds() == Some(false)
            });
            return self.clauses.hold(values) && !contradicted;
        };
        for place in 0..self.tried.len() {
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            let value = self.tried[place];
            if (*least..=*greatest).contains(&value) {
                values.insert((*name).to_owned(), value);
                if self.found(rest, values) {
                    return true;
                }
            }
        }
        values.remove(*name);
        false
    }
}

/// Collects the names and numbers in an expression.
fn collect(e: &Expression, names: &mut BTreeSet<String>, numbers: &mut BTreeSet<i128>) {
    match e {
        Expression::Number(n) => {
            numbers.insert(*n);
        }
        Expression::Name(name, _) => {
            names.insert(name.clone());
        }
        Expression::Binary(_, a, b) | Expression::Interval(a, b) | Expression::Element(a, b) => {
            collect(a, names, numbers);
            collect(b, names, numbers);
        }
        Expression::Chain(first, rest) => {
            collect(first, names, numbers);
            rest.iter().for_each(|(_, part)| collect(part, names, numbers));
        }
        Expression::Call(_, parts) | Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().for_each(|part| collect(part, names, numbers));
        }
        Expression::Not(inside) | Expression::Cast(_, inside) => collect(inside, names, numbers),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract;
    use crate::suggest::clause::{Bound, Relation as Sign, Value};

    fn bounds(bounds: &[(&str, Sign, i128)]) -> Clauses {
        bounds.iter().fold(Clauses::default(), |clauses, (name, relation, n)| {
            let value = Value::Number(*n);
            clauses.with_bound(Bound { parameter: (*name).to_owned(), relation: *relation, value })
        })
    }

    fn is_satisfied(clauses: &Clauses, given: &str) -> bool {
        let text = format!("(int *p, int n, unsigned m) requires {given}");
        let given = contract::parse(&text).expect("a contract").clause;
        let limits = [("n".to_owned(), (-(1 << 31), (1 << 31) - 1)), ("m".to_owned(), (0, (1 << 32) - 1))];
        exists(clauses, Some(&given), &limits.into())
    }

    #[test]
    fn contradictions_have_no_witness() {
        for (signs, given) in [
            (vec![("n", Sign::AtLeast, 1), ("n", Sign::AtMost, 0)], "\\true"),
            (vec![("n", Sign::AtLeast, 1)], "n <= 0"),
            (vec![("n", Sign::AtLeast, 1)], "\\valid(p) && 0 <= n < 1"),
            (vec![("n", Sign::Not, 0)], "!(n != 0)"),
            (vec![("m", Sign::AtMost, -1)], "\\true"),
            (vec![], "n * n == 2"),
            (vec![("n", Sign::AtLeast, 5)], "m == 2 && (n <= m || n == 4)"),
        ] {
            assert!(!is_satisfied(&bounds(&signs), given), "{signs:?} {given}");
        }
    }

    #[test]
    fn what_is_satisfied_has_one() {
        for (signs, given) in [
            (vec![("n", Sign::AtLeast, 1)], "\\true"),
            (vec![("n", Sign::AtLeast, 1), ("n", Sign::AtMost, 4096)], "n != 1 && n > m"),
            (vec![("n", Sign::Not, 0)], "n <= 0 || u32[p] == 7"),
            (vec![("m", Sign::AtLeast, 1 << 31)], "m < 4294967295 && \\valid(p + (0 .. n - 1))"),
            (vec![("n", Sign::AtLeast, 7)], "n % 2 == 1 ==> n == 9"),
        ] {
            assert!(is_satisfied(&bounds(&signs), given), "{signs:?} {given}");
        }
    }
}
