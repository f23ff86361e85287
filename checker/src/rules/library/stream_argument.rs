//! Arguments that are streams (`spec/rules/library.md`, Streams: *stream a*), and G-STREAM.

use crate::rules::library::arguments::{Call, address};
use crate::rules::library::columns::Given;
use crate::rules::memory;
use crate::rules::shared::*;

/// The variables of the library that hold its open streams.
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];

/// The argument is a stream that the program opened, whose block is returned, or the value of one of the library's
/// variables for streams.
pub(super) fn stream<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    place: usize,
    given: &mut Given,
) -> Checked<Option<BlockId>> {
    let p = address(cx, s, c, place)?;
    let opened = |access: &&Access| s.blocks.get(&access.block).is_some_and(|block| block.kind == Kind::Stream);
    if let Some(access) = given.accesses.as_slice().first().filter(opened) {
        given.accesses.next();
        memory::access(cx, s, access, &p, &Poly::default(), 1)?;
        return Ok(Some(access.block));
    }
    let id = some!(cx, given.entries.next() => "stream", "an entry of stdin, stdout or stderr is needed");
    let held = held(cx, s, *id)?;
    cx.require_eq("P14", &held, &p)?;
    Ok(None)
}

/// What one of the library's variables for streams holds, as an entry says.
pub(crate) fn held(cx: &mut Context, s: &State, id: EntryId) -> Checked<Poly> {
    let held = memory::entry(cx, s, id)?;
    let kind = s.blocks.get(&held.block).map(|block| &block.kind);
    let global = if let Some(Kind::Global(name)) = kind { cx.module.globals.get(name.as_str()) } else { None };
    let known = global.is_some_and(|global| !global.local && STREAMS.contains(&&*global.name));
    reject_if!(cx, !known, held.width != cx.pointer() / 8 => "stream", "entry {id} is not of stdin, stdout or stderr");
    cx.require_eq("P13", &held.offset, &Poly::default())?;
    Ok(held.value.clone())
}
