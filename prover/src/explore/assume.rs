//! Immediate consequences of an assumed fact: contradictions, strict inequalities, distinct places.

use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::explore::policy::LEARNT;
use crate::rules::{Context, highest, lowest};
use crate::state::{Entry, Linear, Path, State};
use certificates::{EntryId, Ghost, Overflow, Sign};
use std::collections::BTreeSet;

/// Adds a fact to the state of a path. Returns false if it is now contradictory.
pub(super) fn assume(cx: &mut Context<'_>, st: &mut Path, atom: &Atom) -> Result<bool, TooLarge> {
    st.knowledge.push(atom.clone());
    if !cx.engine.consistent(&st.knowledge) {
        return Ok(false);
    }
    if atom.rel == Rel::Ne {
        sharpen(cx, st, &atom.term)?;
    }
    decided(cx, st, atom)?;
    distinguish(cx, st, atom)?;
    Ok(true)
}

/// Draws the consequences of facts that a call has brought, as if they had been assumed one by one: a function that
/// tests its argument is then as good as the test itself.
pub(super) fn draw(cx: &mut Context<'_>, st: &mut Path, learnt: &[Atom]) -> Result<(), TooLarge> {
    for atom in learnt.iter().filter(|a| a.term.parts().len() <= 3).take(LEARNT) {
        distinguish(cx, st, atom)?;
    }
    Ok(())
}

/// Coefficients from which on a fact is conditional: it only says something for one value of a choice (X-LIBRARY).
const CONDITIONAL: i128 = 1 << 32;

/// After a choice between 0 and 1 is decided: what conditional facts now say.
fn decided(cx: &mut Context<'_>, st: &mut Path, atom: &Atom) -> Result<(), TooLarge> {
    let Some(g) =
        atom.term.vars().next().filter(|g| atom.rel == Rel::Le && *g == atom.term.vars().last().unwrap_or(*g))
    else {
        return Ok(());
    };
    let value = match (atom.term.coefficient(&[g]), atom.term.constant_part()) {
        (1, 0) => Term::zero(),
        (-1, 1) => Term::constant(1),
        _ => return Ok(()),
    };
    let conditional = |fact: &&Atom| fact.rel == Rel::Le && fact.term.coefficient(&[g]).abs() >= CONDITIONAL;
    let facts: Vec<Atom> = st.knowledge.iter().filter(conditional).cloned().collect();
    for fact in facts {
        let now = fact.substitute(&|v| (v == g).then(|| value.clone()))?;
        if now.term.constant_part() > -CONDITIONAL && now.decide().is_none() && holds(cx, st, &now) {
            st.assert(now.clone());
            distinguish(cx, st, &now)?;
            let exactly = Atom::new(Rel::Eq, now.term);
            if holds(cx, st, &exactly) {
                st.assert(exactly);
            }
        }
    }
    Ok(())
}

/// From a fact about a value to places, and from those to other values: so often.
const DISTINGUISHED: usize = 3;

/// The greatest byte: a fact with a larger constant says nothing of a character.
const BYTE: i128 = 255;

fn holds(cx: &mut Context<'_>, st: &State, atom: &Atom) -> bool {
    atom.decide().unwrap_or_else(|| cx.engine.entails(&st.knowledge, atom))
}

/// A ghost step that adds one atom.
fn ghost(st: &mut Path, ghost: Ghost, atom: Atom) {
    st.knowledge.push(atom);
    st.record(Linear::Ghost(ghost));
}

/// `t != 0` where t has a known sign is a strict inequality (Def. 7 does this when merging).
fn sharpen(cx: &mut Context<'_>, st: &mut Path, t: &Term) -> Result<(), TooLarge> {
    let (zero, one) = (Term::zero(), Term::constant(1));
    if holds(cx, st, &Atom::le(&zero, t)?) {
        st.assert(Atom::le(&one, t)?);
    } else if holds(cx, st, &Atom::le(t, &zero)?) {
        st.assert(Atom::le(t, &Term::constant(-1))?);
    }
    Ok(())
}

/// The atom's variables, and those that equations relate to them.
fn equal_to(st: &State, atom: &Atom) -> BTreeSet<Var> {
    let mut related: BTreeSet<Var> = atom.term.vars().collect();
    for _ in 0..3 {
        let before = related.len();
        for a in &st.knowledge {
            let short = a.term.parts().len() <= if a.rel == Rel::Eq { 4 } else { 3 };
            // A character and its other case: one is 0 if the other is (X-LIBRARY).
            let case = || a.rel == Rel::Le && a.term.parts().iter().any(|(_, c)| c.abs() == 255);
            if short && (a.rel == Rel::Eq || case()) && a.term.vars().any(|v| related.contains(&v)) {
                related.extend(a.term.vars());
            }
        }
        if related.len() == before {
            break;
        }
    }
    related
}

/// Adds that entries with different values lie at different places (the papers make this part of a state's formula).
fn distinguish(cx: &mut Context<'_>, st: &mut Path, atom: &Atom) -> Result<(), TooLarge> {
    let mut open = vec![atom.clone()];
    // That two places differ says something of the value that is one of them: an index read from a string.
    for _ in 0..DISTINGUISHED {
        let known = st.knowledge.len();
        let related: BTreeSet<Var> = open.iter().flat_map(|atom| equal_to(st, atom)).collect();
        let bounded = bounded_by(st, &related);
        let touched: Vec<EntryId> = st
            .entries
            .iter()
            .filter(|(_, e)| e.value.vars().any(|v| bounded.contains(&v)))
            .map(|(id, _)| *id)
            .collect();
        for id in touched {
            separate(cx, st, id)?;
        }
        open = st.knowledge[known..].to_vec();
        if open.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The variables, and those that short inequalities relate to them: a character and what is left of it under a mask.
fn bounded_by(st: &State, related: &BTreeSet<Var>) -> BTreeSet<Var> {
    let short = |a: &&Atom| a.rel == Rel::Le && a.term.parts().len() <= 3 && a.term.constant_part().abs() <= BYTE;
    let facts = st.knowledge.iter().filter(short).filter(|a| a.term.vars().any(|v| related.contains(&v)));
    related.iter().copied().chain(facts.flat_map(|a| a.term.vars())).collect()
}

/// Adds that an entry and others in its block with different values lie at different places.
pub(super) fn separate(cx: &mut Context<'_>, st: &mut Path, id: EntryId) -> Result<(), TooLarge> {
    let Some(e) = st.entries.get(&id).cloned() else {
        return Ok(());
    };
    // Bits that stand for such a number with one sign stand for the same number with the other sign.
    let alike = |e: &Entry| e.value.as_constant().is_some_and(|c| (0..=127).contains(&c));
    let others: Vec<EntryId> = st
        .entries_of(e.block)
        .filter(|(o, f)| *o != id && f.width == e.width && f.value != e.value)
        .filter(|(_, f)| f.sign == e.sign || e.width == 1 || alike(f) || alike(&e))
        .map(|(o, _)| o)
        .collect();
    for other in others {
        let Some(f) = st.entries.get(&other).cloned() else {
            continue;
        };
        if f.sign != e.sign && !alike(&f) && !alike(&e) && !is_of_both_signs(cx, st, &e, &f)? {
            continue;
        }
        let distance = f.offset.sub(&e.offset)?;
        if distance.as_constant().is_some() || !holds(cx, st, &Atom::ne(&e.value, &f.value)?) {
            continue;
        }
        let (zero, one) = (Term::zero(), Term::constant(1));
        if cx.overflow == Overflow::Ideal {
            machine_values(st, &[&e, &f])?;
        }
        if holds(cx, st, &Atom::le(&zero, &distance)?) {
            let fact = Atom::le(&one, &distance)?;
            if !holds(cx, st, &fact) {
                ghost(st, Ghost::Distinct { left: id, right: other }, fact);
            }
        } else if holds(cx, st, &Atom::le(&distance, &zero)?) {
            let fact = Atom::le(&distance, &Term::constant(-1))?;
            if !holds(cx, st, &fact) {
                ghost(st, Ghost::Distinct { left: other, right: id }, fact);
            }
        }
    }
    Ok(())
}

/// Whether one of two values of different signs is a number that both signs have.
fn is_of_both_signs(cx: &mut Context<'_>, st: &State, e: &Entry, f: &Entry) -> Result<bool, TooLarge> {
    let (unsigned, signed) = if e.sign == Sign::Unsigned { (e, f) } else { (f, e) };
    let small = Atom::le(&unsigned.value, &Term::constant(highest(8 * e.width, Sign::Signed)))?;
    Ok(holds(cx, st, &small) || holds(cx, st, &Atom::le(&Term::zero(), &signed.value)?))
}

/// Q-IDEAL: numbers in memory whose bytes are compared must be in the machine's range.
fn machine_values(st: &mut Path, entries: &[&Entry]) -> Result<(), TooLarge> {
    for entry in entries.iter().filter(|entry| entry.sign == Sign::Signed) {
        let (low, high) = (lowest(8 * entry.width, entry.sign), highest(8 * entry.width, entry.sign));
        let (low, high) = (Term::constant(low), Term::constant(high));
        let known = st.knowledge.len();
        let facts = [Atom::le(&low, &entry.value)?, Atom::le(&entry.value, &high)?];
        st.aside().machine.extend(facts.map(|fact| (known, fact)));
    }
    Ok(())
}
