//! What such a function leaves: what is read at the return, that it can be true, and the state after it (X-CONTRACT, 3 to
//! 5).

use super::{Call, sign_of, unnamed};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term, TooLarge, Var};
use crate::contract::{Ensured, Said, Step as Read};
use crate::program::Type;
use crate::rules::places::{entry, known, quotient};
use crate::rules::satisfying::{New, Wanted, satisfying};
use crate::rules::{GoalKind, Premise, Rule, Step, Stop, heap, highest, lowest, width_of};
use crate::state::Entry;
use certificates::{BlockId, Sign};
use std::collections::BTreeSet;

/// What is read at the return.
pub(super) enum After {
    Known(Term),
    /// The result, or what is written at a place.
    New(Option<(BlockId, Term)>, u32, Sign),
    Quotient(Term, i128, bool),
}

/// What is read at the return: what has stayed, and what is new.
pub(super) fn after(s: &mut Step<'_, '_>, c: &mut Call<'_>, result: Type) -> Rule<Vec<After>> {
    let mut all = Vec::new();
    let first = c.meaning.first_after();
    for step in &c.meaning.after {
        all.push(match step {
            Read::Result(signed) => {
                let width = width_of(result, s.pointer_bits());
                let width = width.ok_or(Stop::Internal("a result that the function does not have"))?;
                After::New(None, width, sign_of(width, *signed))
            }
            Read::Quotient { dividend, divisor, natural } => After::Quotient(dividend.clone(), *divisor, *natural),
            Read::Read { address, width, sign, .. } => {
                if address.vars().any(|v| v as usize >= first) {
                    let what = format!("what '{}' ensures of memory whose address it returns", c.name);
                    return Err(Stop::Unsupported(what.into()));
                }
                let address = c.term(address)?;
                at_return(s, c, &address, (*width, *sign))?
            }
            _ => return Err(Stop::Internal("a contract of a function elsewhere that is not covered")),
        });
    }
    Ok(all)
}

/// What a place holds at the return.
fn at_return(s: &mut Step<'_, '_>, c: &mut Call<'_>, address: &Term, (width, sign): (u32, Sign)) -> Rule<After> {
    if let Some((id, e)) = entry(s, &c.gone, address, width, sign)? {
        let (id, value) = known(s, address, (id, &e), sign)?;
        c.hint.after.push(Some(id));
        return Ok(After::Known(value));
    }
    let end = address.plus(i128::from(width / 8))?;
    for (number, range) in c.assigned.clone().into_iter().enumerate() {
        let Some((block, low, length)) = range else { continue };
        let (begin, limit) = (Atom::le(&low, address)?, Atom::le(&end, &low.add(&length)?)?);
        if !s.holds(&begin) || !s.holds(&limit) {
            continue;
        }
        s.prove(begin, || Premise::Access.into())?;
        s.prove(limit, || Premise::Access.into())?;
        for (other, behind) in c.written.clone() {
            let (before, after) = (Atom::le(&end, &other)?, Atom::le(&behind, address)?);
            let apart = if s.holds(&after) { after } else { before };
            s.prove(apart, || GoalKind::Apart(Some(c.name.to_owned())))?;
        }
        c.hint.after.push(None);
        c.hint.written.push(u32::try_from(number).map_err(|_| TooLarge)?);
        c.written.push((address.clone(), end));
        let base = s.st.blocks.get(&block).ok_or(Stop::Internal("a range without a block"))?.base.clone();
        return Ok(After::New(Some((block, address.sub(&base)?)), width, sign));
    }
    // It was not changed, but nobody has read it; or it may have been changed in part.
    match entry(s, &BTreeSet::new(), address, width, sign)? {
        None => Err(unnamed(s, c, address, (width, sign))?),
        Some(_) => s.missing(c.goal()),
    }
}

/// Finds values of what is new that satisfy what is ensured.
pub(super) fn satisfiable(s: &mut Step<'_, '_>, c: &mut Call<'_>, after: &[After]) -> Rule<()> {
    let meaning = c.meaning;
    let known = c.values.len();
    let fresh = |number: usize| meaning.ensured.iter().any(|one| of_base(one, number));
    let atoms: Vec<&Atom> = meaning
        .ensured
        .iter()
        .filter(|one| one.allocation().is_none())
        .flat_map(|one| one.ways.iter().flat_map(|way| &way.said))
        .filter_map(|said| if let Said::Atom(atom) = said { Some(atom) } else { None })
        .collect();
    let news = after.iter().zip(known..).map(|(what, number)| match what {
        After::Known(value) => New::Known(value.clone()),
        After::New(..) if fresh(number) => New::Known(Term::constant(1)),
        After::New(_, width, sign) => New::Any(lowest(*width, *sign), highest(*width, *sign)),
        After::Quotient(dividend, divisor, _) => New::Quotient(dividend.clone(), *divisor),
    });
    let wanted = Wanted { known: c.values.clone(), news: news.collect(), atoms: atoms.clone() };
    let Some(values) = satisfying(s, &wanted)? else { return s.missing(GoalKind::Satisfiable(c.name.to_owned())) };
    let mut found = values.into_iter();
    for (what, number) in after.iter().zip(known..) {
        let value = match what {
            After::Known(value) => value.clone(),
            After::New(..) if fresh(number) => Term::constant(1),
            After::New(_, width, sign) => {
                let value = found.next().ok_or(Stop::Internal("a value that was not found"))?;
                let what = || GoalKind::Satisfiable(c.name.to_owned());
                s.prove_le(&Term::constant(lowest(*width, *sign)), &value, what)?;
                s.prove_le(&value, &Term::constant(highest(*width, *sign)), what)?;
                c.hint.values.push(plain(&value));
                value
            }
            After::Quotient(dividend, divisor, natural) => {
                let dividend = c.term(dividend)?;
                quotient(s, &dividend, *divisor, *natural)?
            }
        };
        c.values.push(value);
    }
    for one in &meaning.ensured {
        if let Some((memory, may_fail)) = one.allocation() {
            let size = c.term(&memory.length)?;
            s.prove_le(&Term::zero(), &size, || c.goal())?;
            if !may_fail {
                let most = heap::largest_block(s.cx);
                s.prove_le(&size, &most, || c.goal())?;
            }
            continue;
        }
        for said in one.ways.iter().flat_map(|way| &way.said) {
            let Said::Atom(atom) = said else { continue };
            let atom = c.atom(atom)?;
            s.prove(atom, || GoalKind::Satisfiable(c.name.to_owned()))?;
        }
    }
    c.values.truncate(known);
    Ok(())
}

/// Whether a conjunct says that the variable of this number is the address of a new block.
fn of_base(one: &Ensured, number: usize) -> bool {
    let variable = Var::try_from(number).ok();
    one.allocation().is_some_and(|(memory, _)| memory.address.as_var() == variable)
}

/// What is new, and what is ensured of it. Returns the result, if anything is said of it.
pub(super) fn ensured(s: &mut Step<'_, '_>, c: &mut Call<'_>, after: Vec<After>) -> Rule<Option<(Sign, Term)>> {
    let meaning = c.meaning;
    let mut result = None;
    for what in after {
        let number = c.values.len();
        let value = match what {
            After::Known(value) => value,
            After::Quotient(dividend, divisor, natural) => {
                let dividend = c.term(&dividend)?;
                quotient(s, &dividend, divisor, natural)?
            }
            After::New(place, width, sign) => {
                let new = meaning.ensured.iter().find(|one| of_base(one, number)).and_then(Ensured::allocation);
                let value = match (new, &place) {
                    (Some((memory, may_fail)), _) => {
                        let size = c.term(&memory.length)?;
                        heap::new(s, &size, may_fail)?
                    }
                    (None, None) => s.fresh_ranged(width, sign)?,
                    (None, Some(_)) => s.fresh_open(width, sign)?,
                };
                match place {
                    None => result = Some((sign, value.clone())),
                    Some((block, offset)) => {
                        s.new_entry(Entry { block, offset, width: width / 8, sign, value: value.clone() });
                    }
                }
                value
            }
        };
        c.values.push(value);
    }
    for one in meaning.ensured.iter().filter(|one| one.allocation().is_none()) {
        for said in one.ways.iter().flat_map(|way| &way.said) {
            let Said::Atom(atom) = said else { continue };
            let atom = c.atom(atom)?;
            s.st.knowledge.push(atom);
        }
    }
    Ok(result)
}
