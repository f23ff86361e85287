//! Values that satisfy what a function elsewhere ensures (X-CONTRACT, `spec/rules/call.md`): candidates are the bounds that
//! the conditions themselves give.

use super::{Rule, Step};
use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use std::collections::BTreeMap;

/// Conditions that are asked, at most.
const MOST_ASKED: usize = 256;

/// A variable of the contract that is read at the return.
pub(super) enum New {
    /// It has this value.
    Known(Term),
    /// It may have any value from the first to the second.
    Any(i128, i128),
    /// It is the quotient of a term over the contract's variables.
    Quotient(Term, i128),
}

/// What is to be satisfied.
pub(super) struct Wanted<'a> {
    /// The values of the first variables.
    pub known: Vec<Term>,
    /// The next ones.
    pub news: Vec<New>,
    /// Conditions over all of them.
    pub atoms: Vec<&'a Atom>,
}

/// The values of those that may have any, in order; `None` if none are found.
pub(super) fn satisfying(s: &mut Step<'_, '_>, wanted: &Wanted<'_>) -> Rule<Option<Vec<Term>>> {
    let mut search = Search { wanted, values: BTreeMap::new(), asked: 0 };
    for (number, value) in (0..).zip(&wanted.known) {
        search.values.insert(number, value.clone());
    }
    let found = search.from(s, 0)?;
    let any = |number: usize| matches!(wanted.news.get(number), Some(New::Any(..)));
    let place = |number: usize| Var::try_from(wanted.known.len() + number).unwrap_or(Var::MAX);
    let values = (0..wanted.news.len()).filter(|n| any(*n)).map(|n| search.values.get(&place(n)).cloned());
    Ok(if found { values.collect() } else { None })
}

struct Search<'a> {
    wanted: &'a Wanted<'a>,
    /// What is chosen, by the contract's variables.
    values: BTreeMap<Var, Term>,
    asked: usize,
}

impl Search<'_> {
    /// Chooses values for the variables from this one on.
    fn from(&mut self, s: &mut Step<'_, '_>, number: usize) -> Rule<bool> {
        let Some(new) = self.wanted.news.get(number) else { return Ok(true) };
        let variable = Var::try_from(self.wanted.known.len() + number).map_err(|_| TooLarge)?;
        let candidates = match new {
            New::Known(value) => vec![value.clone()],
            New::Quotient(dividend, divisor) => {
                let dividend = dividend.substitute(&|v| self.values.get(&v).cloned())?.as_constant();
                dividend.and_then(|d| d.checked_div(*divisor)).map(Term::constant).into_iter().collect()
            }
            New::Any(low, high) => self.candidates(variable, *low, *high)?,
        };
        let range = if let New::Any(low, high) = new { Some((*low, *high)) } else { None };
        for candidate in candidates {
            self.values.insert(variable, candidate.clone());
            if self.fits(s, variable, &candidate, range)? && self.from(s, number + 1)? {
                return Ok(true);
            }
            self.values.remove(&variable);
        }
        Ok(false)
    }

    /// Whether the value is in its range, and all conditions hold that speak of the variable and of none behind it.
    fn fits(&mut self, s: &mut Step<'_, '_>, variable: Var, value: &Term, range: Option<(i128, i128)>) -> Rule<bool> {
        if let Some((low, high)) = range {
            let inside = [Atom::le(&Term::constant(low), value)?, Atom::le(value, &Term::constant(high))?];
            if !inside.iter().all(|atom| s.holds(atom)) {
                return Ok(false);
            }
        }
        for atom in &self.wanted.atoms {
            let last = atom.term.vars().max();
            if last != Some(variable) {
                continue;
            }
            self.asked += 1;
            let atom = Atom::new(atom.rel, atom.term.substitute(&|v| self.values.get(&v).cloned())?);
            if self.asked > MOST_ASKED || !s.holds(&atom) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Values at which a condition changes, and a few numbers.
    fn candidates(&self, variable: Var, low: i128, high: i128) -> Rule<Vec<Term>> {
        let mut found = Vec::new();
        let mut add = |term: Term| {
            if !found.contains(&term) {
                found.push(term);
            }
        };
        for atom in &self.wanted.atoms {
            let coefficient = atom.term.coefficient(&[variable]);
            let others = |v: Var| v == variable || self.values.contains_key(&v);
            if coefficient.abs() != 1 || !atom.term.vars().all(others) {
                continue;
            }
            let own = Term::var(variable).scale(coefficient)?;
            let rest = atom.term.sub(&own)?.substitute(&|v| self.values.get(&v).cloned())?;
            if rest.vars().count() > 0 && atom.term.sub(&own)?.vars().any(|v| v == variable) {
                continue;
            }
            // coefficient * x + rest = 0
            let at = rest.scale(-coefficient)?;
            match atom.rel {
                Rel::Eq | Rel::Le => add(at),
                Rel::Ne => {
                    add(at.plus(1)?);
                    add(at.plus(-1)?);
                }
            }
        }
        [0, 1, -1, low, high].into_iter().for_each(|number| add(Term::constant(number)));
        Ok(found)
    }
}
