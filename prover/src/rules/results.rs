//! Functions whose result their next call may overwrite: X-RESULT of `spec/rules/library.md`.

use super::library::{Call, read, zero};
use super::{Next, Rule, Step};
use crate::algebra::Term;
use crate::program::library::Reads;
use crate::program::{Instruction, Operand, Type};
use crate::state::Block;
use certificates::{Detail, Kind, Sign};

/// X-RESULT
pub(super) fn call(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    name: &str,
    (types, may_be_null): (&str, bool),
    result: Type,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    s.rule = "X-RESULT";
    super::types::typed(s, name, (result, arguments), types)?;
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let mut made = Vec::new();
    if name == "getenv" {
        made.extend(read(s, &mut c, Reads::Text(0))?.end()?);
    }
    let kind = Kind::Library(name.to_owned());
    if let Some(old) = s.st.block_of_kind(&kind) {
        s.st.forget_block(old);
        made.retain(|entry| entry.block != old);
    }
    let base = s.fresh();
    s.st.add_le(&Term::constant(i128::from(!may_be_null)), &base)?;
    let size = s.fresh();
    s.st.add_le(&Term::constant(1), &size)?;
    let most = super::heap::largest_given(s.pointer_bits());
    s.st.add_le(&size, &most)?;
    let (align, read_only, kept, optional) = (1, true, false, may_be_null);
    let end = size.plus(-1)?;
    let block = s.new_block(Block { base: base.clone(), size, align, kind, read_only, kept, optional });
    made.push(zero(block, end));
    for entry in made {
        s.new_entry(entry);
    }
    s.result(i, Sign::Unsigned, base, Detail::Library { accesses: c.accesses, entries: c.entries, keep: c.keep })
}
