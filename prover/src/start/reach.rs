//! The globals that a function can reach, which a certificate keeps.

use crate::contract::{Contract, Expression};
use crate::program::{Global, Operand, Program, reach};
use std::collections::{BTreeMap, BTreeSet};

/// Names of the globals that the entry function may access, and of those in `also`; each with the globals that its
/// initialiser points to.
pub(super) fn kept_globals(program: &Program, entry: &str, also: &[String]) -> BTreeSet<String> {
    let globals: BTreeMap<&str, &Global> = program.globals.iter().map(|g| (g.name.as_str(), g)).collect();
    let touched = reach::reach(program).remove(entry).unwrap_or_default();
    if touched.anything {
        return globals.keys().map(|name| (*name).to_owned()).collect();
    }
    let mut open: Vec<&str> = touched.globals.iter().chain(also).map(String::as_str).collect();
    let mut kept = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(global) = globals.get(name).filter(|_| !kept.contains(name)) else {
            continue;
        };
        kept.insert(name.to_owned());
        for cell in global.cells.iter().flatten() {
            if let Operand::Global { name, .. } = &cell.value {
                open.push(name);
            }
        }
    }
    kept
}

/// Globals that the contract names.
pub(super) fn named_globals(contract: &Contract) -> Vec<String> {
    let mut open: Vec<&Expression> = contract.promises.parts().chain([&contract.clause]).collect();
    let mut names = Vec::new();
    while let Some(e) = open.pop() {
        match e {
            Expression::Address(inside) => match inside.as_ref() {
                Expression::Name(name, _) => names.push(name.clone()),
                inside => open.push(inside),
            },
            Expression::Call(_, list) | Expression::And(list) | Expression::Or(list) | Expression::Implies(list) => {
                open.extend(list);
            }
            Expression::Chain(first, rest) => {
                open.push(first);
                open.extend(rest.iter().map(|(_, right)| right));
            }
            Expression::Binary(_, a, b) | Expression::Interval(a, b) | Expression::Element(a, b) => {
                open.extend([a.as_ref(), b.as_ref()]);
            }
            Expression::Cast(_, a) | Expression::Content(a) | Expression::Member(a, ..) | Expression::Not(a) => {
                open.push(a);
            }
            Expression::Number(_)
            | Expression::Name(..)
            | Expression::SizeOf(_)
            | Expression::SizeOfValue(_)
            | Expression::Type(_) => {}
        }
    }
    names
}
