//! Rewrites an initial state so that every pointer is the base of a block plus an offset.
//!
//! The checker's initial state gives each pointer parameter a variable of its own. Where the pointer lies somewhere in
//! a larger block, its distance from the block's base is what matters. The entry node may be described over other
//! variables than the initial state, so the prover uses the distance.

use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::contract::{Meaning, Range};
use crate::rules::Context;
use crate::start::Start;
use certificates::BlockId;

/// Replaces the variables of pointers, in parameters or in memory, by block bases plus offsets. `parameters`: the
/// variables of the contract's parameters; `names`: the values of its variables, which are rewritten as well; `placed`: for each range its block and the block's base.
pub(super) fn based(
    cx: &mut Context<'_>,
    start: &mut Start,
    names: &mut [Option<Term>],
    meaning: &Meaning,
    parameters: &[Option<Var>],
    placed: &[Option<(BlockId, Term)>],
) {
    for (number, variable) in parameters.iter().enumerate() {
        let Some(pointer) = *variable else { continue };
        let mine: Vec<(&Range, &Term)> = meaning
            .ranges
            .iter()
            .zip(placed)
            .filter(|(r, _)| r.start as usize == number)
            .filter_map(|(r, p)| p.as_ref().map(|(_, base)| (r, base)))
            .collect();
        if mine.iter().any(|(_, base)| **base == Term::var(pointer)) {
            continue;
        }
        if let Some((range, base)) = mine.first() {
            let named = |t: &Term| t.substitute(&|v| parameters.get(v as usize).copied().flatten().map(Term::var));
            // If this fails, the proof is only harder.
            if let Ok(address) = named(&range.address) {
                let _ = replace_if_small(cx, start, names, pointer, &address, base);
            }
        }
    }
}

/// Replaces parameters and values in memory by the constants that they equal, so that a null pointer is recognised, and
/// so are the bits of a number.
pub(super) fn constants(start: &mut Start, names: &mut [Option<Term>], variables: &[Option<Var>]) {
    for variable in variables.iter().flatten() {
        let value = start.state.knowledge.iter().find_map(|a| {
            let rest = a.term.sub(&Term::var(*variable)).ok().and_then(|rest| rest.as_constant());
            let other = a.term.add(&Term::var(*variable)).ok().and_then(|rest| rest.as_constant());
            let value = rest.and_then(i128::checked_neg).or(other);
            value.filter(|_| a.rel == Rel::Eq)
        });
        if let Some(value) = value {
            // If this fails, the proof is only harder.
            let _ = substitute(start, names, *variable, &Term::constant(value));
        }
    }
}

/// Replaces a pointer's variable, given an address that contains it and the base of that address's block. If a term
/// would become too large, the state stays unchanged.
fn replace_if_small(
    cx: &mut Context<'_>,
    start: &mut Start,
    names: &mut [Option<Term>],
    pointer: Var,
    address: &Term,
    base: &Term,
) -> Result<(), TooLarge> {
    let skipped = address.sub(&Term::var(pointer))?;
    let aligned = start.state.knowledge.iter().find_map(|a| {
        let distance = Atom::eq(address, base).ok()?;
        let rest = a.term.sub(&distance.term).ok()?;
        (a.rel == Rel::Eq && rest.parts().len() == 1 && !rest.is_zero()).then_some(rest)
    });
    let place = match aligned {
        _ if base.contains(pointer) => {
            let b = fresh(cx);
            start.meaning.insert(b, address.clone());
            Term::var(b)
        }
        // address - base - A*k = 0
        Some(rest) => base.sub(&rest)?,
        None => {
            let o = fresh(cx);
            start.meaning.insert(o, address.sub(base)?);
            base.add(&Term::var(o))?
        }
    };
    let value = place.sub(&skipped)?;
    substitute(start, names, pointer, &value)
}

fn fresh(cx: &mut Context<'_>) -> Var {
    let v = cx.names.vars;
    cx.names.vars += 1;
    v
}

fn substitute(start: &mut Start, names: &mut [Option<Term>], v: Var, value: &Term) -> Result<(), TooLarge> {
    let apply = |t: &Term| t.substitute(&|u| (u == v).then(|| value.clone()));
    let mut next = start.state.clone();
    let elements = start.elements.iter().map(|said| said.mapped(&apply)).collect::<Result<_, _>>()?;
    for binding in next.bindings.values_mut() {
        binding.term = apply(&binding.term)?;
    }
    for block in next.blocks.values_mut() {
        block.base = apply(&block.base)?;
        block.size = apply(&block.size)?;
    }
    for entry in next.entries.values_mut() {
        entry.offset = apply(&entry.offset)?;
        entry.value = apply(&entry.value)?;
    }
    for u in next.uniforms.values_mut() {
        *u = u.mapped(apply)?;
    }
    for l in next.lists.values_mut() {
        *l = l.mapped(&apply)?;
    }
    for t in next.trees.values_mut() {
        *t = t.mapped(&apply)?;
    }
    for atom in &mut next.knowledge {
        atom.term = apply(&atom.term)?;
    }
    next.knowledge.retain(|a| a.decide() != Some(true));
    let named = names.iter().map(|t| t.as_ref().map(apply).transpose()).collect::<Result<Vec<_>, _>>()?;
    for (name, value) in names.iter_mut().zip(named) {
        *name = value;
    }
    (start.state, start.elements) = (next, elements);
    Ok(())
}
