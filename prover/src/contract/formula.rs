//! The alternatives of a clause, its disjunctive normal form: lists of conditions. Every call that satisfies the clause
//! satisfies all conditions of some alternative (`spec/precondition.md`, section "Formulas").

use crate::contract::ContractError;
use crate::contract::clause::{Expression, Relation};

/// Alternatives of a clause, at most.
const MOST: usize = 256;
/// Conditions of all alternatives together, at most.
const MOST_CONDITIONS: usize = 1 << 16;

/// A condition that is not a compound formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Conjunct<'e> {
    /// A comparison.
    Compare(&'e Expression, Relation, &'e Expression),
    /// A predicate and its operands.
    Predicate(&'e str, &'e [Expression]),
}

/// Conditions that hold together.
pub type Alternative<'e> = Vec<Conjunct<'e>>;

type Found<'e> = Result<Vec<Alternative<'e>>, ContractError>;

impl Expression {
    /// The alternatives of a clause, in the order that the page defines.
    pub fn alternatives(&self) -> Found<'_> {
        expand(self, true, true)
    }

    /// The alternatives of a condition of which one is to be shown: they may hold together.
    pub fn ways(&self) -> Found<'_> {
        expand(self, true, false)
    }
}

/// The alternatives of a formula that is true, or of one that is false. `apart`: the negation of what stands before an
/// alternative of a disjunction belongs to it.
fn expand(formula: &Expression, value: bool, apart: bool) -> Found<'_> {
    match formula {
        Expression::Not(inside) => expand(inside, !value, apart),
        Expression::And(parts) => {
            let parts = parts.iter().map(|p| (p, value)).collect::<Vec<_>>();
            if value { conjunction(&parts, apart) } else { disjunction(&parts, apart) }
        }
        Expression::Or(parts) => {
            let parts = parts.iter().map(|p| (p, value)).collect::<Vec<_>>();
            if value { disjunction(&parts, apart) } else { conjunction(&parts, apart) }
        }
        Expression::Implies(parts) => {
            let last = parts.len().saturating_sub(1);
            let parts = parts.iter().enumerate().map(|(i, p)| (p, if i == last { value } else { !value }));
            let parts = parts.collect::<Vec<_>>();
            if value { disjunction(&parts, apart) } else { conjunction(&parts, apart) }
        }
        Expression::Chain(first, rest) => {
            let lefts = std::iter::once(first.as_ref()).chain(rest.iter().map(|(_, right)| right));
            let pairs = lefts.zip(rest).map(|(left, (relation, right))| (left, *relation, right)).collect::<Vec<_>>();
            let yes = |&(left, relation, right): &(_, Relation, _)| Conjunct::Compare(left, relation, right);
            let no = |&(left, relation, right): &(_, Relation, _)| Conjunct::Compare(left, relation.negated(), right);
            Ok(match value {
                true => vec![pairs.iter().map(yes).collect()],
                false => (0..pairs.len())
                    .map(|i| pairs.iter().take(i).map(yes).chain(pairs.get(i).map(no)).collect())
                    .collect(),
            })
        }
        Expression::Name(name, _) if name == "\\true" => Ok(if value { vec![Vec::new()] } else { Vec::new() }),
        Expression::Call(name, arguments) if value => Ok(vec![vec![Conjunct::Predicate(name, arguments)]]),
        Expression::Call(name, _) => {
            Err(ContractError::new(format!("{name} may not be negated: it must not stand behind ! or in front of ==>")))
        }
        _ => Err(ContractError::new("a condition is missing: a comparison, \\valid(...) or the like")),
    }
}

/// The alternatives of a conjunction.
fn conjunction<'e>(parts: &[(&'e Expression, bool)], apart: bool) -> Found<'e> {
    let mut out: Vec<Alternative<'e>> = vec![Vec::new()];
    for (part, value) in parts {
        let more = expand(part, *value, apart)?;
        let conditions = out.iter().map(Vec::len).sum::<usize>().saturating_mul(more.len());
        if out.len().saturating_mul(more.len()) > MOST || conditions > MOST_CONDITIONS {
            return Err(too_many());
        }
        out = match more.as_slice() {
            [only] => {
                out.iter_mut().for_each(|a| a.extend(only.iter().copied()));
                out
            }
            _ => {
                let both = |a: &Alternative<'e>| {
                    more.iter().map(|b| a.iter().chain(b).copied().collect()).collect::<Vec<Alternative<'e>>>()
                };
                out.iter().flat_map(both).collect()
            }
        };
    }
    Ok(out)
}

/// The alternatives of a disjunction: each part together with the negations of earlier parts that can be negated.
fn disjunction<'e>(parts: &[(&'e Expression, bool)], apart: bool) -> Found<'e> {
    let mut out = Vec::new();
    for (number, one) in parts.iter().enumerate() {
        let earlier = parts.iter().take(number).filter(|(part, _)| apart && part.is_decidable());
        let together = earlier.map(|(part, value)| (*part, !value)).chain([*one]).collect::<Vec<_>>();
        out.extend(conjunction(&together, apart)?);
        if out.len() > MOST {
            return Err(too_many());
        }
    }
    Ok(out)
}

fn too_many() -> ContractError {
    ContractError::new(format!("its || and ==> make more than {MOST} alternatives"))
}
