//! Comparisons that no value satisfies, because integers of a contract are mathematical: `*p == -1` for an
//! `unsigned *p`.

use crate::contract::clause::{Contract, Expression, Relation};
use crate::contract::types::{Base, Parameter};

/// The comparisons of a contract that no value satisfies, each as a sentence. `names` has the C expressions for values in
/// memory.
pub fn never(contract: &Contract, pointer_bits: u32, names: &[(String, String)]) -> Vec<String> {
    let mut found = Vec::new();
    let search = Search { contract, pointer_bits, names };
    search.formula(&contract.clause, &mut found);
    contract.promises.ensures.iter().for_each(|ensures| search.formula(ensures, &mut found));
    for (_, other) in &contract.elsewhere {
        found.extend(never(other, pointer_bits, names));
    }
    found
}

struct Search<'c> {
    contract: &'c Contract,
    pointer_bits: u32,
    names: &'c [(String, String)],
}

impl Search<'_> {
    fn formula(&self, e: &Expression, found: &mut Vec<String>) {
        match e {
            Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
                parts.iter().for_each(|part| self.formula(part, found));
            }
            Expression::Not(inside) => self.formula(inside, found),
            Expression::Chain(first, rest) => {
                let mut left: &Expression = first;
                for (relation, right) in rest {
                    found.extend(self.comparison(left, *relation, right).filter(|one| !found.contains(one)));
                    left = right;
                }
            }
            _ => {}
        }
    }

    fn comparison(&self, left: &Expression, relation: Relation, right: &Expression) -> Option<String> {
        let (a, b) = (self.values(left)?, self.values(right)?);
        let possible = match relation {
            Relation::Eq => a.0 <= b.1 && b.0 <= a.1,
            Relation::Ne => true,
            Relation::Lt => a.0 < b.1,
            Relation::Le => a.0 <= b.1,
            Relation::Gt => a.1 > b.0,
            Relation::Ge => a.1 >= b.0,
        };
        // A comparison of constants alone may be intended.
        let (value, limits) = [(left, a), (right, b)].into_iter().find(|(_, limits)| limits.0 != limits.1)?;
        let (low, high) = limits;
        let text = format!("{} {} {}", self.written(left), relation.sign(), self.written(right));
        let value = self.written(value);
        (!possible).then(|| {
            format!("'{text}' holds for nothing: {value} is from {low} to {high}, and integers of a contract are mathematical")
        })
    }

    /// As C writes it.
    fn written(&self, e: &Expression) -> String {
        let text = e.to_string();
        self.names.iter().find(|(normal, _)| *normal == text).map_or(text, |(_, name)| name.clone())
    }

    /// The least and the greatest value of a constant, a parameter, the result or a value in memory.
    fn values(&self, e: &Expression) -> Option<(i128, i128)> {
        let of = |bits: u32, signed: bool| match (bits, signed) {
            (1..=64, true) => Some((-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)),
            (1..=64, false) => Some((0, (1i128 << bits) - 1)),
            _ => None,
        };
        match e {
            Expression::Number(n) => Some((*n, *n)),
            // A negative number.
            Expression::Binary(crate::contract::Operation::Sub, zero, n) if **zero == Expression::Number(0) => {
                let (low, high) = self.values(n)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            Expression::Name(name, _) => {
                let parameter =
                    self.contract.parameters.iter().find(|p| p.name == *name).map(|Parameter { ty, .. }| ty);
                let ty = parameter.or(self.contract.result.as_ref().filter(|_| name == "\\result"))?;
                match ty.base {
                    _ if ty.stars > 0 => None,
                    Base::Bool => of(1, false),
                    Base::Fixed { bits, signed } => of(bits, signed),
                    Base::Word { signed } => of(self.pointer_bits, signed),
                    _ => None,
                }
            }
            Expression::Element(kind, _) => {
                let Expression::Name(kind, _) = &**kind else { return None };
                of(kind.get(1..)?.parse().ok()?, kind.starts_with('i'))
            }
            _ => None,
        }
    }
}
