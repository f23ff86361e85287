//! The contracts of functions elsewhere (`spec/precondition.md`, section "Functions elsewhere"), which a claim assumes.

use crate::algebra::{Term, Var};
use crate::contract::{Contract, ContractError, Meaning, Memory, MemoryKind, Said, Step, Understood};
use crate::frontend;
use crate::program::Program;
use crate::start::ranges::understand;
use certificates::Sign;
use std::collections::{BTreeMap, BTreeSet};

/// What the alternatives of each contract say.
pub(crate) fn elsewhere(program: &Program, contract: &Contract) -> Understood<BTreeMap<String, Vec<Meaning>>> {
    let mut all = BTreeMap::new();
    for (name, other) in &contract.elsewhere {
        let meanings = one(program, name, other)
            .map_err(|error| ContractError { message: format!("contract of '{name}': {}", error.message), ..error })?;
        if all.insert(name.clone(), meanings).is_some() {
            return Err(ContractError::new(format!("'{name}' has two contracts")));
        }
    }
    Ok(all)
}

fn one(program: &Program, name: &str, contract: &Contract) -> Understood<Vec<Meaning>> {
    let bad = |what: &str| Err(ContractError::new(what));
    let Some(signature) = program.declarations.get(name) else { return bad("it is not declared, or has a body") };
    if !frontend::is_programs_own(name) {
        return bad("compilers, the library or Haltcert give this name a meaning of its own");
    }
    if signature.variadic {
        return bad("it takes any number of arguments");
    }
    let meanings = understand(program, (name, signature), contract, &[])?;
    meanings.iter().try_for_each(|meaning| supported(program, meaning))?;
    Ok(meanings)
}

/// Refuses what X-CONTRACT does not cover.
fn supported(program: &Program, meaning: &Meaning) -> Understood<()> {
    let bad = |what: &str| Err(ContractError::new(what));
    if meaning.steps.iter().any(|step| matches!(step, Step::Structure(_) | Step::Callback(..))) {
        return bad("lists, trees and callbacks are not supported in the contract of a function elsewhere");
    }
    if meaning.ranges.iter().any(|range| range.freeable) {
        return bad("'\\freeable' is not supported in the contract of a function elsewhere");
    }
    if meaning.ranges.iter().any(|range| range.string.is_some_and(|width| width != 1)) {
        return bad("wide strings are not supported in the contract of a function elsewhere");
    }
    if meaning.assigned.is_none() {
        return bad("the contract of a function elsewhere must say what it assigns");
    }
    let first = Var::try_from(meaning.first_after()).unwrap_or(Var::MAX);
    let mut bases = BTreeSet::new();
    let mut mentioned: Vec<&Term> = Vec::new();
    for conjunct in &meaning.ensured {
        if let Some((memory, _)) = conjunct.allocation() {
            if base(program, meaning, &memory.address).is_none_or(|base| !bases.insert(base)) {
                return bad("'\\fresh' of a function elsewhere is about the result or a pointer in memory, and once");
            }
            if memory.length.vars().any(|v| v >= first) {
                return bad("the size of what a function elsewhere allocates is one that is known at the call");
            }
            continue;
        }
        let [way] = conjunct.ways.as_slice() else {
            return bad("alternatives are not supported in what a function elsewhere ensures");
        };
        for said in &way.said {
            match said {
                Said::Atom(atom) => mentioned.push(&atom.term),
                Said::Memory(_, Memory { kind: MemoryKind::Fresh, .. }) => {
                    return bad("'\\fresh' stands alone, or with '== \\null ||', in what a function elsewhere ensures");
                }
                // Nothing is concluded from it.
                Said::Memory(..) | Said::Separated(..) => {}
            }
        }
    }
    for step in &meaning.after {
        match step {
            Step::Read { address, .. } => mentioned.push(address),
            Step::Quotient { dividend, .. } => mentioned.push(dividend),
            _ => {}
        }
    }
    match mentioned.iter().any(|term| term.vars().any(|v| bases.contains(&v))) {
        true => bad("nothing more may be ensured of a '\\fresh' pointer"),
        false => Ok(()),
    }
}

/// The variable that is a new block's address.
fn base(program: &Program, meaning: &Meaning, address: &Term) -> Option<Var> {
    let number = address.as_var()?;
    let step = meaning.after.get((number as usize).checked_sub(meaning.first_after())?)?;
    let pointer = match step {
        Step::Result(signed) => !signed,
        Step::Read { width, sign, .. } => *sign == Sign::Unsigned && *width == program.pointer_bits,
        _ => false,
    };
    pointer.then_some(number)
}
