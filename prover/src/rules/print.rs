//! Functions that print strings, or write what they print to memory: X-PRINT of `spec/rules/library.md`.

use super::library::{Call, read, store, upto, zero};
use super::memory::sweep;
use super::{Argument, Next, Premise, Rule, Step, Stop};
use crate::algebra::{Atom, Term};
use crate::program::library::Reads;
use crate::program::{Instruction, Operand, Type};
use certificates::{Detail, Sign};

/// X-PRINT for calls that read strings or write memory. `most`: the maximal number of characters besides the strings'.
pub(super) fn print(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    arguments: &[(Type, Operand)],
    most: i128,
    strings: &[usize],
) -> Rule<Next> {
    s.rule = "X-PRINT";
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let (mut ranges, mut made, mut length) = (Vec::new(), Vec::new(), Term::constant(most));
    for place in strings {
        let range = read(s, &mut c, Reads::Text(*place))?;
        made.extend(range.end()?);
        length = length.add(&range.length)?;
        ranges.push(range);
    }
    let bytes = match name {
        "printf" => None,
        "sprintf" => Some(length.plus(1)?),
        _ => Some(c.value(s, 1)?),
    };
    let mut written = None;
    if let Some(bytes) = bytes {
        let target = c.value(s, 0)?;
        let nothing = Atom::eq(&bytes, &Term::zero())?;
        if s.holds(&nothing) {
            s.prove(nothing, || Premise::Length.into())?;
        } else {
            let some = Atom::le(&Term::constant(1), &bytes)?;
            if !s.holds(&some) {
                return Err(Stop::Split(nothing));
            }
            s.prove(some, || Premise::Length.into())?;
            if name == "snprintf" {
                let few = Atom::le(&bytes, &Term::constant(i128::from(i32::MAX)))?;
                s.prove(few, || Argument::Size.into())?;
            }
            let at = store(s, &mut c, (&target, &Term::zero(), &bytes, 1), &ranges, None)?;
            let end = upto(s, &length)?;
            s.st.add_le(&end.plus(1)?, &bytes)?;
            made.push(zero(at.block, at.offset.add(&end)?));
            written = Some(at.block);
        }
    }
    let x = s.fresh_ranged(32, Sign::Signed)?;
    s.st.add_le(&x, &length)?;
    if let Some(block) = written {
        sweep(s, block, &c.keep);
    }
    for entry in made {
        s.new_entry(entry);
    }
    s.result(i, Sign::Signed, x, Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep })
}
