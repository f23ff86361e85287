//! Adds to a contract that its ranges do not lie in static variables which only the program itself can reach
//! (`spec/precondition.md`, section "From C").

use crate::contract::clause::{At, Contract, Expression, Operation};
use crate::contract::strings;
use crate::contract::types::{Base, CType, Parameter};
use std::collections::BTreeSet;

/// The clause with `\separated(range, &static, ...)` behind each conjunct with a range; `None` if there is nothing to
/// add. `statics`: names that the module has for them.
pub(super) fn apart(contract: &Contract, statics: &[String]) -> Option<Expression> {
    let mut said = BTreeSet::new();
    separated(&contract.clause, &mut said);
    // Whoever compares an address with a pointer says himself where that pointer leads.
    let mut pointed = BTreeSet::new();
    compared(&contract.clause, &mut pointed);
    let added = |name: &&String| can_be_named(contract, name) && !pointed.contains(*name);
    let statics: Vec<Expression> = statics.iter().filter(added).map(|name| address(name)).collect();
    let adding = Adding { parameters: &contract.parameters, statics, said };
    let clause = adding.to(&contract.clause);
    (clause != contract.clause).then_some(clause)
}

fn address(name: &str) -> Expression {
    Expression::Address(Box::new(Expression::Name(name.to_owned(), At::default())))
}

/// Whether `&` and the name is this variable in a contract: a name of C, or that of a static variable of a function;
/// no parameter.
fn can_be_named(contract: &Contract, name: &str) -> bool {
    let word = |part: &str| {
        part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
            && part.bytes().next().is_some_and(|first| !first.is_ascii_digit())
    };
    let parts: Vec<&str> = name.split('.').collect();
    parts.len() <= 2 && parts.iter().all(|part| word(part)) && contract.parameters.iter().all(|p| p.name != name)
}

/// Names of the variables whose addresses stand outside of `\separated`, and not only to read what is there.
fn compared(e: &Expression, names: &mut BTreeSet<String>) {
    match e {
        Expression::Address(inside) => match &**inside {
            Expression::Name(name, _) => names.extend([name.clone()]),
            inside => compared(inside, names),
        },
        Expression::Call(name, _) if name == "\\separated" => {}
        Expression::Name(..) | Expression::Number(_) | Expression::Element(..) => {}
        Expression::SizeOf(_) | Expression::SizeOfValue(_) | Expression::Type(_) => {}
        Expression::Cast(_, inside)
        | Expression::Content(inside)
        | Expression::Member(inside, ..)
        | Expression::Not(inside) => compared(inside, names),
        Expression::Interval(a, b) | Expression::Binary(_, a, b) => {
            [a, b].iter().for_each(|part| compared(part, names));
        }
        Expression::Chain(first, rest) => {
            compared(first, names);
            rest.iter().for_each(|(_, part)| compared(part, names));
        }
        Expression::Call(_, parts) | Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().for_each(|part| compared(part, names));
        }
    }
}

/// Pairs of operands that some `\separated` names, as they are written.
fn separated(e: &Expression, said: &mut BTreeSet<(String, String)>) {
    match e {
        Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().for_each(|part| separated(part, said));
        }
        Expression::Call(name, operands) if name == "\\separated" => {
            let texts: Vec<String> = operands.iter().map(Expression::to_string).collect();
            let pairs = texts.iter().flat_map(|one| texts.iter().map(|other| (one.clone(), other.clone())));
            said.extend(pairs);
        }
        _ => {}
    }
}

struct Adding<'a> {
    parameters: &'a [Parameter],
    /// Addresses of static variables.
    statics: Vec<Expression>,
    said: BTreeSet<(String, String)>,
}

impl Adding<'_> {
    fn to(&self, e: &Expression) -> Expression {
        match e {
            Expression::And(parts) => Expression::And(parts.iter().flat_map(|part| self.conjuncts(part)).collect()),
            Expression::Or(parts) => Expression::Or(parts.iter().map(|part| self.to(part)).collect()),
            // Ranges stand behind the last arrow only.
            Expression::Implies(parts) => {
                let mut parts = parts.clone();
                if let Some(last) = parts.last_mut() {
                    *last = self.to(last);
                }
                Expression::Implies(parts)
            }
            Expression::Call(..) => match self.conjuncts(e) {
                parts if parts.len() > 1 => Expression::And(parts),
                _ => e.clone(),
            },
            _ => e.clone(),
        }
    }

    /// A part of a conjunction, and what is added behind it.
    fn conjuncts(&self, e: &Expression) -> Vec<Expression> {
        let mut all = match e {
            Expression::Call(..) => vec![e.clone()],
            _ => vec![self.to(e)],
        };
        for range in self.ranges(e) {
            let text = range.to_string();
            let new = |one: &&Expression| !self.said.contains(&(text.clone(), one.to_string()));
            let statics: Vec<Expression> = self.statics.iter().filter(new).cloned().collect();
            if !statics.is_empty() {
                let operands = std::iter::once(range).chain(statics).collect();
                all.push(Expression::Call("\\separated".to_owned(), operands));
            }
        }
        all
    }

    /// The ranges of a conjunct, as operands of `\separated`.
    fn ranges(&self, e: &Expression) -> Vec<Expression> {
        let Expression::Call(name, operands) = e else { return Vec::new() };
        if ["\\valid", "\\valid_read"].contains(&name.as_str()) {
            return operands.clone();
        }
        let Some((_, wide)) = strings::predicate(name) else { return Vec::new() };
        operands.iter().map(|pointer| self.string(pointer, wide)).collect()
    }

    /// A string with its end. The characters of a narrow one are bytes, whatever the pointer points to.
    fn string(&self, pointer: &Expression, wide: bool) -> Expression {
        let length = if wide { "wcslen" } else { "strlen" };
        let length = Expression::Call(length.to_owned(), vec![pointer.clone()]);
        let interval = Expression::Interval(Box::new(Expression::Number(0)), Box::new(length));
        let bytes = Base::Fixed { bits: 8, signed: true };
        let known = |p: &Parameter| matches!(p.ty, CType { base: Base::Fixed { bits: 8, .. }, stars: 1 });
        let plain = matches!(pointer, Expression::Name(name, _)
            if self.parameters.iter().any(|p| p.name == *name && known(p)));
        let first = match wide || plain {
            true => pointer.clone(),
            false => Expression::Cast(CType { base: bytes, stars: 1 }, Box::new(pointer.clone())),
        };
        Expression::binary(Operation::Add, first, interval)
    }
}
