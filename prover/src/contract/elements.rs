//! `\forall integer i; low <= i < high ==> condition`: what a contract says of all elements of an array
//! (`spec/precondition.md`, section "Elements"). It is a call of `\forall` with three operands: the variable, the chain
//! that says where it lies, and the condition.

use crate::contract::ContractError;
use crate::contract::clause::{At, Expression, Relation};
use crate::contract::lexer::{Kind, Token};
use crate::contract::resolve::{Resolved, Resolver, bad};
use crate::contract::syntax::{Parsed, Parser};
use std::collections::BTreeSet;

/// The word that begins such a condition.
pub const FOR_ALL: &str = "\\forall";

/// How it is written, for messages.
const WRITTEN: &str = "\\forall integer i; low <= i < high ==> comparisons of an element";

/// The parts of such a condition: the variable, where it lies, and what holds.
pub fn parts<'e>(name: &str, operands: &'e [Expression]) -> Option<(&'e str, &'e Expression, &'e Expression)> {
    match operands {
        [Expression::Name(variable, _), range, said] if name == FOR_ALL => Some((variable, range, said)),
        _ => None,
    }
}

/// The bounds of a variable: whether the first is one less than the least value, the first, whether the last is
/// itself a value, and the last.
pub fn bounds<'e>(variable: &str, range: &'e Expression) -> Option<(bool, &'e Expression, bool, &'e Expression)> {
    let Expression::Chain(low, rest) = range else { return None };
    let [(from, Expression::Name(middle, _)), (to, high)] = rest.as_slice() else { return None };
    let up = |relation: &Relation| matches!(relation, Relation::Lt | Relation::Le);
    (middle == variable && up(from) && up(to)).then_some((*from == Relation::Lt, low, *to == Relation::Le, high))
}

impl Parser<'_> {
    /// Behind `\forall`.
    pub(super) fn for_all(&mut self) -> Parsed<Expression> {
        let at = self.tokens.get(self.at).map_or_else(At::default, At::from);
        let wrong = |message: String| Err(ContractError { at: at.known(), message });
        match self.word() {
            Some(ty) if ty == "integer" => {}
            Some(ty) => {
                return wrong(format!(
                    "'\\forall {ty}' is not supported: write '\\forall integer', whose variable takes all numbers"
                ));
            }
            None => return wrong(format!("write {WRITTEN}")),
        }
        let Some(variable) = self.word() else { return wrong(format!("write {WRITTEN}")) };
        if !self.can_be_variable(&variable) {
            return wrong(format!("'{variable}' has another meaning here: give the variable of \\forall another name"));
        }
        if self.is(",") {
            return wrong("\\forall has one variable here".to_owned());
        }
        self.expect(";")?;
        let Expression::Implies(mut sides) = self.deeper(Self::formula)? else {
            return wrong(format!("write {WRITTEN}"));
        };
        let (Some(said), Some(range), true) = (sides.pop(), sides.pop(), sides.is_empty()) else {
            return wrong(format!("write {WRITTEN}, with one arrow"));
        };
        let Some(range) = chain(&variable, &range) else {
            return wrong(format!("where '{variable}' lies is written: low <= {variable} < high"));
        };
        supported(&said, &variable).map_err(|error| error.or_at(said.at().or(at.known())))?;
        Ok(Expression::Call(FOR_ALL.to_owned(), vec![Expression::Name(variable, at), range, said]))
    }
}

/// A range of the variable as one ascending chain.
fn chain(variable: &str, range: &Expression) -> Option<Expression> {
    let is = |e: &Expression| matches!(e, Expression::Name(name, _) if name == variable);
    let mut sides: Vec<(Expression, Relation, Expression)> = Vec::new();
    let parts = if let Expression::And(parts) = range { parts.as_slice() } else { std::slice::from_ref(range) };
    for part in parts {
        let Expression::Chain(first, rest) = part else { return None };
        let mut left = first.as_ref();
        for (relation, right) in rest {
            sides.push(match relation {
                Relation::Lt | Relation::Le => (left.clone(), *relation, right.clone()),
                Relation::Gt => (right.clone(), Relation::Lt, left.clone()),
                Relation::Ge => (right.clone(), Relation::Le, left.clone()),
                Relation::Eq | Relation::Ne => return None,
            });
            left = right;
        }
    }
    let [one, other] = <[_; 2]>::try_from(sides).ok()?;
    let ((low, from, middle), (_, to, high)) = if is(&one.2) { (one, other) } else { (other, one) };
    let free = |e: &Expression| !crate::contract::names(e, &|name| name == variable);
    (is(&middle) && free(&low) && free(&high))
        .then(|| Expression::Chain(Box::new(low), vec![(from, middle), (to, high)]))
}

/// Refuses what is no conjunction of comparisons that mention the variable.
fn supported(e: &Expression, variable: &str) -> Parsed<()> {
    match e {
        Expression::And(parts) => parts.iter().try_for_each(|part| supported(part, variable)),
        Expression::Or(_) | Expression::Implies(_) | Expression::Call(..) => Err(ContractError {
            at: e.at(),
            message: format!("'{e}': \\forall is about comparisons of an element only, joined by &&"),
        }),
        _ if !crate::contract::names(e, &|name| name == variable) => Err(ContractError {
            at: e.at(),
            message: format!("'{e}' is about no element: it belongs in front of the \\forall"),
        }),
        _ => Ok(()),
    }
}

/// The variables of all `\forall` of these tokens.
pub(super) fn variables(tokens: &[Token]) -> BTreeSet<String> {
    let begins = |three: &&[Token]| three[0].is(FOR_ALL) && three[2].kind == Kind::Word;
    tokens.windows(3).filter(begins).map(|three| three[2].text.clone()).collect()
}

/// Refuses quantifiers that are not supported in a clause that begins with this keyword.
pub(super) fn require_supported(clause: &[Token], keyword: &Token) -> Parsed<()> {
    let refused = |t: &&Token| t.is(FOR_ALL) && !keyword.is("requires") || t.is("\\exists");
    let Some(t) = clause.iter().find(refused) else { return Ok(()) };
    let place = if t.is(FOR_ALL) { keyword.text.as_str() } else { "a contract" };
    Err(ContractError::at(t, format!("'{}' is not supported in {place}", t.text)))
}

/// Where a clause ends: at its semicolon, which is none behind the variable of a `\forall`.
pub(super) fn end(tokens: &[Token]) -> Option<usize> {
    let mut bound = false;
    for (place, token) in tokens.iter().enumerate() {
        if token.is(FOR_ALL) || token.is("\\exists") {
            bound = true;
        } else if token.is(";") {
            if !bound {
                return Some(place);
            }
            bound = false;
        }
    }
    None
}

/// Refuses an expression that uses one of these variables outside of its `\forall`: in C it is something else there.
pub(super) fn require_scope(e: &Expression, variables: &BTreeSet<String>) -> Parsed<()> {
    let inside = |e: &Expression| require_scope(e, variables);
    let wrong = |name: &str, at: Option<At>| {
        let message =
            format!("'{name}' is the variable of a \\forall, and stands outside of it: use another name there");
        Err(ContractError { at, message })
    };
    match e {
        Expression::Name(name, at) if variables.contains(name) => wrong(name, at.known()),
        Expression::SizeOfValue(c) => {
            let mut words = c.split(|c: char| !crate::contract::lexer::is_word(c));
            words.find(|word| variables.contains(*word)).map_or(Ok(()), |word| wrong(word, None))
        }
        Expression::Call(name, operands) if let Some((variable, range, said)) = parts(name, operands) => {
            let others: BTreeSet<String> = variables.iter().filter(|other| *other != variable).cloned().collect();
            sizes(said, variable).map_or(Ok(()), |word| wrong(&word, said.at()))?;
            let bounds = bounds(variable, range).map(|(_, low, _, high)| [low, high]);
            bounds.iter().flatten().try_for_each(|bound| inside(bound))?;
            require_scope(said, &others)
        }
        Expression::Name(..) | Expression::Number(_) | Expression::SizeOf(_) | Expression::Type(_) => Ok(()),
        Expression::Cast(_, a)
        | Expression::Address(a)
        | Expression::Content(a)
        | Expression::Member(a, ..)
        | Expression::Not(a) => inside(a),
        Expression::Element(a, b) | Expression::Interval(a, b) | Expression::Binary(_, a, b) => {
            inside(a).and_then(|()| inside(b))
        }
        Expression::Chain(first, rest) => {
            inside(first)?;
            rest.iter().try_for_each(|(_, part)| inside(part))
        }
        Expression::Call(_, parts) | Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().try_for_each(inside)
        }
    }
}

/// The variable, if the size of something that mentions it is asked for: the questions give it a type of C.
fn sizes(e: &Expression, variable: &str) -> Option<String> {
    let own = BTreeSet::from([variable.to_owned()]);
    match e {
        Expression::SizeOfValue(_) => require_scope(e, &own).is_err().then(|| variable.to_owned()),
        Expression::Name(..) | Expression::Number(_) | Expression::SizeOf(_) | Expression::Type(_) => None,
        Expression::Cast(_, a)
        | Expression::Address(a)
        | Expression::Content(a)
        | Expression::Member(a, ..)
        | Expression::Not(a) => sizes(a, variable),
        Expression::Element(a, b) | Expression::Interval(a, b) | Expression::Binary(_, a, b) => {
            sizes(a, variable).or_else(|| sizes(b, variable))
        }
        Expression::Chain(first, rest) => {
            sizes(first, variable).or_else(|| rest.iter().find_map(|(_, part)| sizes(part, variable)))
        }
        Expression::Call(_, parts) | Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().find_map(|part| sizes(part, variable))
        }
    }
}

impl Resolver<'_> {
    /// Resolves what holds of all elements. The bounds are read without the variable.
    pub(super) fn for_all(&mut self, variable: &str, range: &Expression, said: &Expression) -> Resolved<Expression> {
        if self.bound.is_some() {
            return bad("a \\forall inside another one is not supported");
        }
        let Some((after, low, with, high)) = bounds(variable, range) else { return bad(format!("write {WRITTEN}")) };
        let (low, high) = (self.term(low)?, self.term(high)?);
        self.bound = Some(variable.to_owned());
        let said = self.formula(said);
        self.bound = None;
        let word = || Expression::Name(variable.to_owned(), At::default());
        let relation = |strict: bool| if strict { Relation::Lt } else { Relation::Le };
        let range = Expression::Chain(Box::new(low), vec![(relation(after), word()), (relation(!with), high)]);
        Ok(Expression::Call(FOR_ALL.to_owned(), vec![word(), range, said?]))
    }

    /// Whether an expression mentions the variable of the `\forall` around it.
    pub(super) fn mentions_variable(&self, e: &Expression) -> bool {
        self.bound.as_ref().is_some_and(|variable| crate::contract::names(e, &|name| name == variable))
    }
}
