//! The arguments of `main` (`spec/graph.md`, R-ROOT 4 and G-ARGUMENT).

use certificates::{Kind, Sign, Term};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::proof::state::{Block, Entry, State};
use crate::reader::{Name, Type};
use crate::rules::memory::{live, new_block, new_entry, read_term};

/// R-ROOT 4: the array and the text of the arguments of `main`, if it takes them.
pub fn arguments<'m>(cx: &mut Context<'m>, s: &mut State<'m>) -> Checked {
    let [count, array, ..] = s.position.function.parameters.as_slice() else { return Ok(()) };
    if (&count.ty, &array.ty) != (&Type::Int(32), &Type::Pointer) {
        return Ok(());
    }
    let value = |s: &State, name: &Name| s.bindings.get(name).map(|binding| binding.value.clone()).unwrap_or_default();
    let (count, array) = (value(s, &count.name), value(s, &array.name));
    let word = cx.pointer() / 8;
    let end = count.scale(i128::from(word))?;
    let size = end.plus(i128::from(word))?;
    cx.add_le(&Poly::constant(0), &count)?;
    cx.add_le(&Poly::constant(1), &array)?;
    cx.add_le(&array.add(&size)?, &Poly::constant(cx.top()))?;
    let given = |base, size, align, kind| Block { read_only: true, ..Block::new(base, size, align, kind) };
    let block = new_block(cx, s, given(array, size, u64::from(word), Kind::Arguments))?;
    let (text, bytes) = (cx.fresh(s)?, cx.fresh(s)?);
    cx.add_le(&Poly::constant(1), &text)?;
    cx.add_range(1, &bytes, cx.max_given())?;
    cx.add_le(&text.add(&bytes)?, &Poly::constant(cx.top()))?;
    let last = bytes.plus(-1)?;
    let behind = new_block(cx, s, given(text, bytes, 1, Kind::ArgumentText))?;
    let zero = |block, offset, width, sign| Entry { block, offset, width, sign, value: Poly::default() };
    new_entry(cx, s, zero(block, end, word, Sign::Unsigned))?;
    new_entry(cx, s, zero(behind, last, 1, Sign::Signed))
}

/// G-ARGUMENT
pub fn argument(cx: &mut Context, s: &mut State, index: &Term) -> Checked {
    cx.rule("G-ARGUMENT");
    let array = some!(cx, s.find(|kind| *kind == Kind::Arguments) => "array", "the state has no array of arguments");
    let text = some!(cx, s.find(|kind| *kind == Kind::ArgumentText) => "text", "the state has no text of arguments");
    let (block, text) = (live(cx, s, array)?, live(cx, s, text)?);
    let width = cx.pointer() / 8;
    let m = read_term(cx, s, index)?;
    let offset = m.scale(i128::from(width))?;
    cx.require_le("P1", &Poly::constant(0), &m)?;
    cx.require_le("P2", &offset.plus(2 * i128::from(width))?, &block.size)?;
    let further = cx.fresh(s)?;
    cx.add_le(&Poly::constant(0), &further)?;
    cx.add_le(&further.plus(1)?, &text.size)?;
    let value = text.base.add(&further)?;
    new_entry(cx, s, Entry { block: array, offset, width, sign: Sign::Unsigned, value })
}
