//! What a contract says of all elements of an array (`spec/precondition.md`, section "Elements").

use std::collections::BTreeSet;

use certificates::{Rel, Sign};

use super::clause::{About, Elements, Fault, Place, Step, wrong};
use super::formula::{self, Conjunct};
use super::grammar::{Expr, Parser, RESERVED, Relation, is_type_word};
use super::meaning::Reader;
use super::terms::{All, ELEMENT, INDEX, Time};
use super::tokens::{self, FOR_ALL, MAX_DEPTH, Read};
use crate::decide::term::{Atom, Poly};

impl<'t> Parser<'t> {
    /// Behind `\forall`.
    pub(super) fn for_all(&mut self, depth: u32) -> Read<Expr<'t>> {
        if depth >= MAX_DEPTH {
            return tokens::wrong(format!("more than {MAX_DEPTH} brackets and signs inside each other"));
        }
        self.expect("integer")?;
        let name = self.name()?;
        if is_type_word(name) || RESERVED.contains(&name) {
            return tokens::wrong(format!("{name} is no name of a variable"));
        }
        self.expect(";")?;
        match self.clause(depth + 1)? {
            Expr::Implies(mut parts) if parts.len() == 2 => {
                parts.insert(0, Expr::Name(name));
                Ok(Expr::Call(FOR_ALL, parts))
            }
            _ => tokens::wrong(format!("{FOR_ALL} is followed by low <= {name} < high ==> and what holds")),
        }
    }
}

impl<'c, 't> Reader<'c, 't> {
    /// `\forall`: the variable, the chain that says where it lies, and comparisons of an element.
    pub(super) fn elements(&mut self, operands: &'c [Expr<'t>]) -> Read<()> {
        let [Expr::Name(variable), Expr::Chain(low, rest), said] = operands else {
            return wrong("forall", "\\forall is written with low <= i < high");
        };
        let [(from, Expr::Name(middle)), (to, high)] = rest.as_slice() else {
            return wrong("forall", "\\forall is written with low <= i < high");
        };
        let order = [Relation::Lt, Relation::Le];
        if middle != variable || !order.contains(from) || !order.contains(to) {
            return wrong("forall", "\\forall is written with low <= i < high");
        }
        if self.terms.is_parameter(variable) {
            return wrong("forall", format!("{variable} is a parameter, and the variable of a \\forall"));
        }
        if self.terms.time != Time::Required || self.terms.all.is_some() {
            return wrong("forall", "\\forall stands where it cannot be understood");
        }
        // The first index, and the one behind the last.
        let low = self.terms.term(low)?.plus(i128::from(*from == Relation::Lt))?;
        let high = self.terms.term(high)?.plus(i128::from(*to == Relation::Le))?;
        self.terms.all = Some(All { variable, element: None });
        let atoms = self.said_of_all(said);
        let element = self.terms.all.take().and_then(|all| all.element);
        let atoms = atoms?;
        let Some(place) = element else { return wrong("forall", "no comparison is about an element") };
        let all = atoms.iter().map(|atom| about(atom, place.sign)).collect::<Read<_>>()?;
        let (start, stride) = linear(&place.address)?;
        if u64::from(place.width / 8) > stride {
            return wrong("forall", "the elements of a \\forall overlap");
        }
        let address = self.terms.limited(start.combine(1, &low, i128::from(stride))?)?;
        let count = self.terms.limited(high.sub(&low)?)?;
        let first = Place { address, ..place };
        self.terms.contract.steps.push(Step::Elements(Elements { first, count, stride, all }));
        Ok(())
    }

    /// The comparisons behind the arrow.
    fn said_of_all(&mut self, said: &'c Expr<'t>) -> Read<Vec<Atom>> {
        let mut alternatives = formula::alternatives(said, true, true)?;
        let (Some(conjuncts), true) = (alternatives.pop(), alternatives.is_empty()) else {
            return wrong("forall", "\\forall is about a conjunction of comparisons");
        };
        let mut atoms = Vec::new();
        for conjunct in conjuncts {
            match conjunct {
                Conjunct::Comparison(left, relation, right) => atoms.push(self.atom(left, relation, right)?),
                Conjunct::Predicate(name, _) => {
                    return wrong("forall", format!("{name} is no comparison of an element"));
                }
            }
        }
        Ok(atoms)
    }
}

/// What a comparison says of an element: this occurs in it once, and the variable does not. What is not 0 and not
/// negative is at least 1.
fn about(atom: &Atom, sign: Sign) -> Read<About> {
    let of_element = |variables: &[u32]| variables == [ELEMENT];
    let (mut coefficient, mut rest) = (0, atom.poly.clone());
    if let Some((_, factor)) = atom.poly.terms.iter().find(|(mono, _)| of_element(mono.variables())) {
        coefficient = *factor;
        rest = rest.combine(1, &Poly::var(ELEMENT), factor.checked_neg().ok_or(Fault::TooLarge)?)?;
    }
    if coefficient == 0 || rest.mentions(&BTreeSet::from([INDEX, ELEMENT])) {
        return wrong("forall", "a comparison of a \\forall is not linear in an element");
    }
    if sign == Sign::Unsigned && atom.rel == Rel::Ne && rest.is_zero() {
        return Ok(About { rel: Rel::Le, coefficient: -1, rest: Poly::constant(1) });
    }
    Ok(About { rel: atom.rel, coefficient, rest })
}

/// An address as a term without the variable, and how often it counts the variable.
fn linear(address: &Poly) -> Read<(Poly, u64)> {
    let found = address.terms.iter().find(|(mono, _)| mono.variables() == [INDEX]);
    let stride = found.and_then(|(_, factor)| u64::try_from(*factor).ok()).filter(|stride| *stride > 0);
    let Some(stride) = stride else {
        return wrong("forall", "the place of an element is not a multiple of the variable behind a fixed one");
    };
    let start = address.combine(1, &Poly::var(INDEX), -i128::from(stride))?;
    match start.mentions(&BTreeSet::from([INDEX, ELEMENT])) {
        true => wrong("forall", "the place of an element is not linear in the variable"),
        false => Ok((start, stride)),
    }
}
