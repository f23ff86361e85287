//! Contracts of functions elsewhere (`spec/precondition.md`, section "Functions elsewhere"): the claim assumes that they
//! are kept. What X-CONTRACT does not cover is refused here.

use std::collections::BTreeSet;

use certificates::{Sign, Var};

use super::clause::{Contract, Fault, Said, Step, allocation, wrong};
use super::grammar::{self, Written};
use super::meaning;
use super::tokens::{Read, tokens};
use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::reader::Declaration;
use crate::rules::library::call::is_programs_own;

/// Reads the contracts of the functions elsewhere into the context.
pub fn read(cx: &mut Context, all: &[(&str, Written<'_>)]) -> Checked {
    for (name, written) in all {
        let contracts = one(cx, name, written)?;
        if cx.elsewhere.insert((*name).to_owned(), contracts).is_some() {
            return Ok(wrong("elsewhere", format!("@{name} has two contracts"))?);
        }
    }
    Ok(())
}

/// The functions elsewhere that a contract speaks of.
pub fn names(text: &str) -> Vec<String> {
    let tokens = tokens(text).unwrap_or_default();
    let written = grammar::parse(&tokens);
    written
        .map_or_else(|_| Vec::new(), |written| written.elsewhere.iter().map(|(name, _)| (*name).to_owned()).collect())
}

fn one(cx: &Context, name: &str, written: &Written<'_>) -> Read<Vec<Contract>> {
    let Some(Declaration { signature, .. }) = cx.module.declarations.get(name) else {
        return wrong("elsewhere", format!("@{name} is no function that the module declares without a body"));
    };
    if !is_programs_own(name) {
        return wrong("elsewhere", format!("@{name} means something to compilers, the library or the checker"));
    }
    if signature.varargs {
        return wrong("elsewhere", format!("@{name} takes any number of arguments"));
    }
    let contracts = meaning::meaning(written, &[], (name, signature), &cx.module.layout, &[])?;
    contracts.iter().try_for_each(|contract| supported(cx, name, contract))?;
    Ok(contracts)
}

/// Whether X-CONTRACT covers what an alternative says.
fn supported(cx: &Context, name: &str, contract: &Contract) -> Read<()> {
    let other = |step: &Step| matches!(step, Step::Structure(_) | Step::Callback(..) | Step::Elements(_));
    if contract.steps.iter().any(other) {
        return wrong("elsewhere", format!("the contract of @{name} speaks of lists, trees, functions or \\forall"));
    }
    let ranges = &contract.ranges;
    if ranges.iter().any(|range| range.freeable || range.string.is_some_and(|width| width != 1)) {
        return wrong("elsewhere", format!("the contract of @{name} speaks of memory to be freed, or of wide strings"));
    }
    if contract.assigned.is_none() {
        return wrong("elsewhere", format!("the contract of @{name} does not say what it assigns"));
    }
    new_blocks(cx, name, contract)
}

/// What is ensured is comparisons, and new blocks, of whose addresses nothing else is said.
fn new_blocks(cx: &Context, name: &str, contract: &Contract) -> Read<()> {
    let mut bases: BTreeSet<Var> = BTreeSet::new();
    let mut mentioned: Vec<&Poly> = Vec::new();
    let first = Var::try_from(contract.first_after()).map_err(|_| Fault::TooLarge)?;
    for ways in &contract.ensured {
        if let Some((memory, _)) = allocation(ways) {
            if base(cx, contract, &memory.address).is_none_or(|base| !bases.insert(base)) {
                return wrong(
                    "elsewhere",
                    format!("\\fresh of @{name} is not about the result or a pointer in memory"),
                );
            }
            if !memory.size.is_over(first) {
                return wrong("elsewhere", format!("the size of what @{name} allocates depends on what it does"));
            }
            continue;
        }
        let [way] = ways.as_slice() else {
            return wrong("elsewhere", format!("an alternative in what @{name} ensures is not supported"));
        };
        for said in &way.said {
            // Of memory that is there nothing is concluded.
            if let Said::Atom(atom) = said {
                mentioned.push(&atom.poly);
            }
        }
    }
    for step in &contract.after {
        match step {
            Step::Place(place) => mentioned.push(&place.address),
            Step::Quotient { dividend, .. } => mentioned.push(dividend),
            _ => {}
        }
    }
    match mentioned.iter().any(|poly| poly.mentions(&bases)) {
        true => wrong("elsewhere", format!("@{name} ensures more of a \\fresh pointer")),
        false => Ok(()),
    }
}

/// The symbol that is a new block's address: what the function returns, or a pointer in memory.
fn base(cx: &Context, contract: &Contract, address: &Poly) -> Option<Var> {
    let all = contract.after.iter().zip(contract.first_after()..);
    let pointer = |step: &Step| match step {
        Step::Result(signed) => !signed,
        Step::Place(place) => place.sign == Sign::Unsigned && place.width == cx.pointer(),
        _ => false,
    };
    let mut found = all.filter(|(step, _)| pointer(step)).filter_map(|(_, number)| Var::try_from(number).ok());
    found.find(|number| Poly::var(*number) == *address)
}
