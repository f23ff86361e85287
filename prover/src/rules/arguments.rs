//! The arguments of `main`: G-ARGUMENT of `spec/graph.md`.

use super::memory::ProvedAccess;
use super::{Context, Premise, Rule, Step, Stop};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term};
use crate::state::{Entry, Path};
use certificates::{Ghost, Kind, Sign};

/// Asks for a name of the argument that is read, if it is one and not the null pointer behind the last.
pub(super) fn is_named(s: &mut Step<'_, '_>, at: &ProvedAccess) -> Rule<()> {
    let word = i128::from(s.pointer_bits() / 8);
    let Some(array) = s.st.blocks.get(&at.block).filter(|block| block.kind == Kind::Arguments) else { return Ok(()) };
    let text = s.st.block_of_kind(&Kind::ArgumentText);
    let Some((index, _)) = at.offset.divide_exactly(word).zip(text) else { return Ok(()) };
    let before_the_end = Atom::le(&at.offset.plus(2 * word)?, &array.size)?;
    if s.holds(&before_the_end) {
        return Err(Stop::Argument(index));
    }
    match s.holds(&before_the_end.negate()?) {
        true => Ok(()),
        false => Err(Stop::Split(before_the_end)),
    }
}

/// G-ARGUMENT: an entry for the argument with this number, which points into the text.
pub(crate) fn name(cx: &mut Context<'_>, st: &mut Path, index: &Term) -> Rule<()> {
    let mut s = Step::new(cx, st);
    let block = |kind: &Kind| s.st.block_of_kind(kind).and_then(|id| Some((id, s.st.blocks.get(&id)?.clone())));
    let (Some((block, array)), Some((_, text))) = (block(&Kind::Arguments), block(&Kind::ArgumentText)) else {
        return Err(Stop::Internal("an argument where there are none"));
    };
    s.begin("G-ARGUMENT");
    let width = s.pointer_bits() / 8;
    let offset = index.scale(width.into())?;
    s.prove_le(&Term::zero(), index, || Premise::Access.into())?;
    s.prove_le(&offset.plus(2 * i128::from(width))?, &array.size, || Premise::Access.into())?;
    let further = s.fresh();
    s.st.add_le(&Term::zero(), &further)?;
    s.st.add_le(&further.plus(1)?, &text.size)?;
    let value = text.base.add(&further)?;
    s.new_entry(Entry { block, offset, width, sign: Sign::Unsigned, value });
    s.ghost(Ghost::Argument { index: plain(index) });
    Ok(())
}
