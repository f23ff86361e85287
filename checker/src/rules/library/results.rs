//! Functions whose result their next call may overwrite (`spec/rules/library.md`, Results).

use crate::rules::library::arguments::{Call, typed};
use crate::rules::library::columns::{Given, read, zero};
use crate::rules::library::table::Reads;
use crate::rules::library::tokens;
use crate::rules::memory;
use crate::rules::shared::*;

/// The functions, their types (in the letters of `arguments::typed`), and whether the result may be null.
const FUNCTIONS: [(&str, &str, bool); 3] =
    [("getenv", "pp", true), ("strerror", "pi", false), ("strsignal", "pi", true)];

/// The types of a function that returns memory of the library's, and whether the result may be null.
pub(crate) fn contract(name: &str) -> Option<(&'static str, bool)> {
    FUNCTIONS.iter().find(|(known, ..)| *known == name).map(|(_, types, may_be_null)| (*types, *may_be_null))
}

/// Whether a function has memory of the library's: what it returned, or what it keeps from call to call.
pub(crate) fn is_known(name: &str) -> bool {
    contract(name).is_some() || tokens::has_block(name)
}

/// X-RESULT: a string that only the library writes, until the next call of the function.
pub(crate) fn call<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    (types, may_be_null): (&str, bool),
) -> Checked<Value> {
    cx.rule("X-RESULT");
    let name: &str = c.name;
    typed(cx, c, types)?;
    let mut given = Given::of(cx, c)?;
    let mut made = Vec::new();
    if name == "getenv" {
        made.extend(read(cx, s, c, Reads::Text(0), &mut given)?.end()?);
    }
    given.all_used(cx)?;
    let kind = Kind::Library(name.to_string());
    if let Some(old) = s.find(|other| *other == kind) {
        s.delete(old);
        made.retain(|entry| entry.block != old);
    }
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::constant(i128::from(!may_be_null)), &b)?;
    let n = cx.fresh(s)?;
    cx.add_range(1, &n, cx.max_given())?;
    let block = Block::new(b.clone(), n.clone(), 1, kind);
    let block = memory::new_block(cx, s, Block { read_only: true, optional: may_be_null, ..block })?;
    made.push(zero(block, n.plus(-1)?));
    for entry in made {
        memory::new_entry(cx, s, entry)?;
    }
    Ok(Some((b, Sign::Unsigned)))
}
