//! The text of a bound over a call (`spec/bounds.md`, "The text of a bound"), in the words of the contract.

use super::clause::{Fault, Most, wrong};
use super::grammar::{self, Expr, Operator};
use super::terms::Terms;
use super::tokens::{self, Read, Token};

/// The tokens of several bounds.
pub fn tokens<'t>(texts: &[&'t str]) -> Read<Vec<Vec<Token<'t>>>> {
    texts.iter().map(|text| tokens::tokens(text)).collect()
}

/// A sum of products, each a coefficient and the terms whose positive parts are multiplied.
pub type Written<'t> = Vec<(i128, Vec<Expr<'t>>)>;

/// Reads a bound, without giving its terms a meaning.
pub fn parse<'t>(tokens: &'t [Token<'t>]) -> Read<Written<'t>> {
    let products = match grammar::parse_sum(tokens)? {
        Expr::Sum(summands) => summands,
        single => vec![(false, single)],
    };
    products.into_iter().map(product).collect()
}

fn product<'t>((minus, product): (bool, Expr<'t>)) -> Read<(i128, Vec<Expr<'t>>)> {
    if minus {
        return wrong("syntax", "a minus stands only inside max(0, ...) in a bound");
    }
    let mut factors = vec![product];
    if let [Expr::Product(first, rest)] = &mut factors[..] {
        let (first, rest) = (std::mem::replace(&mut **first, Expr::Number(1)), std::mem::take(rest));
        if rest.iter().any(|(operator, _)| *operator != Operator::Times) {
            return wrong("syntax", "a quotient stands only inside max(0, ...) in a bound");
        }
        factors = vec![first];
        factors.extend(rest.into_iter().map(|(_, factor)| factor));
    }
    let (mut coefficient, mut terms) = (1i128, Vec::new());
    for factor in factors {
        match factor {
            Expr::Number(value) => coefficient = coefficient.checked_mul(value).ok_or(Fault::TooLarge)?,
            Expr::Call("max", arguments) => match <[Expr; 2]>::try_from(arguments) {
                Ok([Expr::Number(0), term]) => terms.push(term),
                _ => return wrong("syntax", "a maximum in a bound is written max(0, ...)"),
            },
            Expr::Name(_) | Expr::Place(..) | Expr::Call(..) | Expr::SizeOf(_) => terms.push(factor),
            _ => return wrong("syntax", "a factor of a bound is a number, a name, a place, a length, or max(0, ...)"),
        }
    }
    Ok((coefficient, terms))
}

/// The number that a bound is, if it mentions nothing of a call.
pub fn constant(written: &Written<'_>) -> Read<Most> {
    match written.iter().all(|(_, terms)| terms.is_empty()) {
        true => Ok(written.iter().map(|(coefficient, _)| (*coefficient, Vec::new())).collect()),
        false => wrong("syntax", "without a contract a bound is a number: a contract gives parameters their types"),
    }
}

/// What a bound says in an alternative whose conjuncts have been read. A product that mentions a string, list or tree
/// of which the alternative says nothing is left out: it counts as 0 there.
pub fn most<'c, 't>(terms: &mut Terms<'c, 't>, written: &'c Written<'t>) -> Read<Most> {
    let mut most = Most::new();
    for (coefficient, factors) in written {
        match factors.iter().map(|factor| terms.term(factor)).collect() {
            Ok(factors) => most.push((*coefficient, factors)),
            Err(Fault::Wrong("strlen", _)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(most)
}
