//! Which conjuncts of a contract contradict each other.

use super::near::Source;
use crate::contract::{Contract, Expression};
use crate::program::Program;

/// Conjuncts of a contract that are tried to be left out, at most.
const MOST: usize = 48;
/// Cases of a contract with fewer conjuncts in which a call is searched, at most.
const CASES: usize = 32;

/// Conjuncts of the contract for which no call is found, although one is for any fewer of them; as the contract writes
/// them. All of them, if there are too many.
pub(crate) fn contradiction(program: &Program, entry: &str, contract: &Contract) -> Vec<String> {
    let mut parts = Vec::new();
    conjuncts(&contract.clause, &mut parts);
    let mut place = 0;
    while place < parts.len().min(MOST) {
        let rest: Vec<Expression> =
            parts.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, part)| (*part).clone()).collect();
        match leaves_a_call(program, entry, contract, rest) {
            false => drop(parts.remove(place)),
            true => place += 1,
        }
    }
    parts.into_iter().map(ToString::to_string).collect()
}

fn conjuncts<'e>(clause: &'e Expression, found: &mut Vec<&'e Expression>) {
    match clause {
        Expression::And(parts) => parts.iter().for_each(|part| conjuncts(part, found)),
        other => found.push(other),
    }
}

/// Whether a call satisfies these conjuncts, or the others do not make sense without the one that is missing.
fn leaves_a_call(program: &Program, entry: &str, contract: &Contract, parts: Vec<Expression>) -> bool {
    let clause = match parts.as_slice() {
        [] => return true,
        [only] => only.clone(),
        _ => Expression::And(parts),
    };
    let contract = Contract { clause, promises: Default::default(), ..contract.clone() };
    Source::new(program, entry, &contract).is_none_or(|source| source.first(CASES).is_some())
}
