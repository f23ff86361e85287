//! Addresses of functions, and what a call through a pointer calls: `spec/graph.md`, G-FUNCTION and G-CALL.

use super::{Callee, Construct, Context, GoalKind, Known, Next, Premise, Rule, Step, Stop, heap};
use crate::algebra::{Atom, Term, TooLarge};
use crate::faults::Fault;
use crate::program::{Extension, Instruction, Operand, Type};
use crate::state::{Block, Linear, Path, State};
use certificates::{BlockId, Detail, Ghost, Kind};

/// G-FUNCTION: the state gets a block for the address of a function, unless it has one.
pub(crate) fn name(cx: &mut Context<'_>, st: &mut Path, function: &str) -> Result<(), TooLarge> {
    if st.block_of_kind(&Kind::Function(function.to_string())).is_some() {
        return Ok(());
    }
    let (v, id) = (cx.names.vars, cx.names.blocks);
    cx.names.vars += 1;
    cx.names.blocks += 1;
    st.scope.insert(v);
    let introduced = st.introduced();
    introduced.vars.push(v);
    introduced.blocks.push(id);
    add(cx, st, function, Term::var(v), id)?;
    st.record(Linear::Ghost(Ghost::Function(function.to_string())));
    Ok(())
}

/// The block of a function's address with the facts about it.
pub(crate) fn add(cx: &Context<'_>, st: &mut State, function: &str, base: Term, id: BlockId) -> Result<(), TooLarge> {
    let top = heap::end_of_memory(cx.program.pointer_bits);
    st.add_le(&Term::constant(1), &base)?;
    st.add_le(&base, &Term::constant(top))?;
    let kind = Kind::Function(function.to_string());
    let (read_only, kept, optional) = (false, false, false);
    let block = Block { base, size: Term::zero(), align: 1, kind, read_only, kept, optional };
    st.blocks.insert(id, block);
    Ok(())
}

/// The function whose address the term is syntactically, if any.
pub(crate) fn pointee<'a>(st: &'a State, term: &Term) -> Option<&'a str> {
    let address = term.as_var()?;
    st.blocks.values().find_map(|b| match &b.kind {
        Kind::Function(name) if b.base.as_var() == Some(address) => Some(name.as_str()),
        _ => None,
    })
}

/// A call through a pointer: finds the function it calls, or asks for a case analysis over the functions it may call.
pub(crate) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    pointer: &Operand,
    extensions: &[Option<Extension>],
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let p = s.unsigned(pointer, bits)?;
    if let Some(number) = callback(s, &p)? {
        s.prove(Atom::eq(&p, address(s, &format!("@@{number}"))?)?, || Premise::Callback.into())?;
        s.st.forget_results();
        return super::call::arbitrary(s, i, result, Detail::Case(Some(number)));
    }
    if let Some(callee) = pointee(s.st, &p).map(str::to_string) {
        return known(s, &callee, &p, extensions, result, arguments);
    }
    let types: Vec<Type> = arguments.iter().map(|(t, _)| *t).collect();
    let program = s.cx.program;
    let fits = |name: &&String| {
        let function = program.functions.get(*name);
        function.is_some_and(|f| {
            f.refused.is_none()
                && !f.signature.variadic
                && f.signature.extensions == extensions
                && f.signature.parameters == types
                && f.signature.result == result
        })
    };
    let candidates: Vec<&String> = program.address_taken.iter().filter(fits).collect();
    if let Some(first) = candidates.first()
        && s.cx.faults.on(Fault::Target)
    {
        return known(s, first, &p, extensions, result, arguments);
    }
    let mut rest = s.st.knowledge.clone();
    let mut split = None;
    for candidate in candidates {
        let same = Atom::eq(&p, address(s, candidate)?)?;
        if s.holds(&same) {
            return known(s, candidate, &p, extensions, result, arguments);
        }
        let other = same.negate()?;
        if !s.holds(&other) {
            rest.push(other);
            split.get_or_insert(same);
        }
    }
    // A pointer to none of them is an error; no case analysis removes it.
    match split {
        Some(split) if !s.cx.engine.consistent(&rest) => Err(Stop::Split(split)),
        _ => s.missing(GoalKind::Callee(match p.as_constant() {
            Some(0) => Callee::Null,
            _ => Callee::Pointer(s.show(&p)),
        })),
    }
}

/// The function whose calls the contract describes (X-CALLBACK), if the pointer is known to be its address.
fn callback(s: &mut Step<'_, '_>, p: &Term) -> Result<Option<u32>, TooLarge> {
    let number = |kind: &Kind| match kind {
        Kind::Function(name) => name.strip_prefix("@@")?.parse::<u32>().ok(),
        _ => None,
    };
    let named = s.st.blocks.values().filter_map(|block| Some((number(&block.kind)?, block.base.clone())));
    for (number, base) in named.collect::<Vec<_>>() {
        if s.holds(&Atom::eq(p, &base)?) {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// The address of a function; the state must have it first.
fn address<'s>(s: &'s Step<'_, '_>, function: &str) -> Rule<&'s Term> {
    s.st.base_of_kind(&Kind::Function(function.to_owned())).ok_or_else(|| Stop::Function(function.to_owned()))
}

/// A call through a pointer that is known to be the address of this function.
fn known(
    s: &mut Step<'_, '_>,
    callee: &str,
    p: &Term,
    extensions: &[Option<Extension>],
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    let Some(function) = s.cx.program.functions.get(callee) else {
        return Err(Stop::Unsupported(Construct::External { name: callee.to_owned(), known: Known::Pointer }));
    };
    let same = Atom::eq(p, address(s, callee)?)?;
    if !s.holds(&same) && !s.cx.faults.on(Fault::Target) {
        return s.missing(GoalKind::Callee(Callee::Function(callee.to_owned())));
    }
    let next = super::call::defined(function, result, arguments)?;
    if function.signature.extensions != extensions {
        return Err(Stop::Unsupported(
            format!("a call of '{callee}' with another type than its definition's (`signext`, `zeroext`)").into(),
        ));
    }
    Ok(next)
}
