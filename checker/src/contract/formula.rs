//! The alternatives of a clause (`spec/precondition.md`, section "Formulas"), its disjunctive normal form: lists of
//! conjuncts. Every call that satisfies the clause satisfies all conjuncts of some alternative.

use super::clause::{MAX_CASES, wrong};
use super::grammar::{Expr, Relation};
use super::tokens::Read;

/// Conjuncts of all alternatives together, at most.
const MAX_CONJUNCTS: usize = 1 << 16;

/// A conjunct of an alternative.
#[derive(Clone, Copy, Debug)]
pub enum Conjunct<'e, 't> {
    /// Two operands and the relation between them.
    Comparison(&'e Expr<'t>, Relation, &'e Expr<'t>),
    /// A predicate with its operands.
    Predicate(&'t str, &'e [Expr<'t>]),
}

/// The conjuncts of one alternative.
pub type Alternative<'e, 't> = Vec<Conjunct<'e, 't>>;

/// The alternatives of a clause, or of its negation, in order. `apart`: the negation of what stands before an alternative
/// of a disjunction belongs to it.
pub fn alternatives<'e, 't>(clause: &'e Expr<'t>, holds: bool, apart: bool) -> Read<Vec<Alternative<'e, 't>>> {
    match (clause, holds) {
        (Expr::Not(inside), _) => alternatives(inside, !holds, apart),
        (Expr::And(parts), true) | (Expr::Or(parts), false) => all(&signed(parts, holds), apart),
        (Expr::And(parts), false) | (Expr::Or(parts), true) => any(&signed(parts, holds), apart),
        (Expr::Implies(parts), _) => {
            let mut signed = signed(parts, !holds);
            if let Some(last) = signed.last_mut() {
                last.1 = holds;
            }
            if holds { any(&signed, apart) } else { all(&signed, apart) }
        }
        (Expr::Chain(first, rest), _) => chain(first, rest, holds),
        (Expr::Name("\\true"), true) => Ok(vec![Vec::new()]),
        (Expr::Name("\\true"), false) => Ok(Vec::new()),
        (Expr::Call(name, _) | Expr::Name(name), false) => {
            wrong("negation", format!("{name} stands where it would be negated"))
        }
        (Expr::Call(name, operands), true) => Ok(vec![vec![Conjunct::Predicate(name, operands)]]),
        (Expr::Name(name), true) => wrong("syntax", format!("{name} is no condition")),
        _ => wrong("syntax", "a conjunct is no condition"),
    }
}

fn signed<'e, 't>(parts: &'e [Expr<'t>], holds: bool) -> Vec<(&'e Expr<'t>, bool)> {
    parts.iter().map(|part| (part, holds)).collect()
}

/// The alternatives of a conjunction.
fn all<'e, 't>(parts: &[(&'e Expr<'t>, bool)], apart: bool) -> Read<Vec<Alternative<'e, 't>>> {
    let mut found: Vec<Alternative> = vec![Vec::new()];
    for (part, holds) in parts {
        let next = alternatives(part, *holds, apart)?;
        let conjuncts = found.iter().map(Vec::len).sum::<usize>().saturating_mul(next.len());
        if found.len().saturating_mul(next.len()) > MAX_CASES || conjuncts > MAX_CONJUNCTS {
            return too_many();
        }
        match next.as_slice() {
            [only] => found.iter_mut().for_each(|before| before.extend_from_slice(only)),
            _ => {
                let with = |before: &Alternative<'e, 't>, behind: &Alternative<'e, 't>| {
                    [before.as_slice(), behind.as_slice()].concat()
                };
                found = found.iter().flat_map(|before| next.iter().map(|behind| with(before, behind))).collect();
            }
        }
    }
    Ok(found)
}

/// The alternatives of a disjunction: the first part holds; or the second holds and the first does not; and so on. A
/// part that cannot be negated may hold as well.
fn any<'e, 't>(parts: &[(&'e Expr<'t>, bool)], apart: bool) -> Read<Vec<Alternative<'e, 't>>> {
    let mut found: Vec<Alternative> = Vec::new();
    let mut before: Vec<(&Expr, bool)> = Vec::new();
    for (part, holds) in parts {
        before.push((part, *holds));
        found.extend(all(&before, apart)?);
        found = limited(found)?;
        before.pop();
        if apart && decidable(part) {
            before.push((part, !holds));
        }
    }
    Ok(found)
}

fn limited<T>(found: Vec<T>) -> Read<Vec<T>> {
    if found.len() > MAX_CASES { too_many() } else { Ok(found) }
}

fn too_many<T>() -> Read<T> {
    wrong("cases", format!("the clause has more than {MAX_CASES} alternatives, or they are too long"))
}

/// Whether a formula consists of comparisons, so that it can be negated.
fn decidable(clause: &Expr) -> bool {
    match clause {
        Expr::Not(inside) => decidable(inside),
        Expr::And(parts) | Expr::Or(parts) | Expr::Implies(parts) => parts.iter().all(decidable),
        Expr::Chain(..) | Expr::Name("\\true") => true,
        _ => false,
    }
}

fn chain<'e, 't>(first: &'e Expr<'t>, rest: &'e [(Relation, Expr<'t>)], holds: bool) -> Read<Vec<Alternative<'e, 't>>> {
    use Relation::{Eq, Ge, Gt, Le, Lt};
    let is = |wanted: &[Relation]| rest.iter().all(|(relation, _)| wanted.contains(relation));
    if rest.len() > 1 && !is(&[Lt, Le, Eq]) && !is(&[Gt, Ge, Eq]) {
        return wrong("chain", "the relations of a chain point in different directions");
    }
    let (mut found, mut conjuncts, mut left) = (Vec::new(), Vec::new(), first);
    for (relation, right) in rest {
        let opposite = Conjunct::Comparison(left, relation.opposite(), right);
        found.push([conjuncts.as_slice(), &[opposite]].concat());
        conjuncts.push(Conjunct::Comparison(left, *relation, right));
        left = right;
    }
    limited(if holds { vec![conjuncts] } else { found })
}
