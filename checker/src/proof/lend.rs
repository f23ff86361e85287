//! G-CALL: a callee that gets a part of an object, or an object of another kind, as a block of its caller
//! (`spec/graph.md`, "Lending").

use certificates::{BlockId, Kind};

use crate::answer::verdict::Checked;
use crate::decide::term::Poly;
use crate::proof::context::Context;
use crate::proof::state::{Block, Entry, State, Uniform};
use crate::proof::wellformed::Node;
use crate::reader::Global;

/// Whether the caller's block is lent, not handed over: decided by looking.
pub fn is_lent(given: &Block, wanted: &Block, images: &[Poly]) -> Checked<bool> {
    if !matches!(wanted.kind, Kind::Caller(_)) {
        return Ok(false);
    }
    Ok(match given.kind {
        Kind::Heap | Kind::Global(_) | Kind::Arguments | Kind::ArgumentText => true,
        Kind::Stack(_) | Kind::Caller(_) | Kind::Variadic(_) => {
            given.base != wanted.base.substitute(images)? || given.size != wanted.size.substitute(images)?
        }
        Kind::Function(_) | Kind::Stream | Kind::Library(_) | Kind::Passed(_) => false,
    })
}

/// C-BLOCK for a block that is lent. Returns where the callee's begins, counted from the beginning of the caller's.
pub fn lend(cx: &mut Context, given: &Block, wanted: &Block, node: &Node, images: &[Poly]) -> Checked<Poly> {
    if let Kind::Global(name) = &given.kind {
        variable(cx, name, wanted, node)?;
    }
    reject_if!(cx, wanted.kind.object().is_some() => "lent part", "a block that is lent is no part of an object that is known");
    marks(cx, given, wanted)?;
    let (base, size) = (wanted.base.substitute(images)?, wanted.size.substitute(images)?);
    let shift = base.sub(&given.base)?;
    alignment(cx, given, wanted, &shift)?;
    // G-BLOCK concludes in the callee that the size of its block is not negative, and that the block ends in memory.
    cx.require_le("lent size", &Poly::constant(0), &size)?;
    if given.kind == Kind::Heap {
        cx.require_le("lent heap", &given.size, &Poly::constant(cx.max_size()))?;
    }
    cx.require_le("lent begin", &given.base, &base)?;
    cx.require_le("lent end", &base.add(&size)?, &given.base.add(&given.size)?)?;
    Ok(shift)
}

/// C-ENTRY for an entry of a block that is lent: it lies in the part that the callee gets. Returns its offset in the
/// caller's block.
pub fn lend_entry(cx: &mut Context, entry: &Entry, block: &Block, shift: &Poly, images: &[Poly]) -> Checked<Poly> {
    let (offset, size) = (entry.offset.substitute(images)?, block.size.substitute(images)?);
    cx.require_le("lent entry begin", &Poly::constant(0), &offset)?;
    cx.require_le("lent entry end", &offset.plus(entry.width.into())?, &size)?;
    Ok(offset.add(shift)?)
}

/// C-UNIFORM for a fact of a block that is lent: its elements, in the caller's terms, lie in the part of `size` bytes that
/// the callee gets. Returns where they begin in the caller's block.
pub fn lend_uniform(cx: &mut Context, uniform: &Uniform, size: &Poly, shift: &Poly) -> Checked<Poly> {
    cx.require_le("lent begin", &Poly::constant(0), &uniform.offset)?;
    cx.require_le("lent end", &uniform.end()?, size)?;
    Ok(uniform.offset.add(shift)?)
}

/// Deletes what is known of a block, of which the callee could write `size` bytes at `shift`. Those stay that lie before or
/// behind these bytes, by looking.
pub fn clear_part(after: &mut State, block: BlockId, shift: &Poly, size: &Poly) -> Checked {
    let end = shift.add(size)?;
    let ordered = |first: &Poly, then: &Poly| -> Checked<bool> {
        Ok(then.sub(first)?.as_constant().is_some_and(|distance| distance >= 0))
    };
    let untouched =
        |begins: &Poly, ends: &Poly| -> Checked<bool> { Ok(ordered(ends, shift)? || ordered(&end, begins)?) };
    let mut inside = Vec::new();
    for (number, entry) in after.entries.iter().filter(|(_, entry)| entry.block == block) {
        if !untouched(&entry.offset, &entry.offset.plus(entry.width.into())?)? {
            inside.push(*number);
        }
    }
    for (number, uniform) in after.uniforms.iter().filter(|(_, uniform)| uniform.block == block) {
        if !untouched(&uniform.offset, &uniform.end()?)? {
            inside.push(*number);
        }
    }
    after.entries.retain(|number, _| !inside.contains(number));
    after.uniforms.retain(|number, _| !inside.contains(number));
    Ok(())
}

/// A variable that other rules except by name, or that may be merged with one that the callee knows by name.
fn variable(cx: &Context, name: &str, wanted: &Block, node: &Node) -> Checked {
    reject_if!(cx, name.starts_with('@') => "library variable", "@{name} is not lent");
    let written = |global: &Global| global.unnamed_addr && !global.constant;
    reject_if!(cx, cx.module.globals.get(name).is_none_or(written) =>
        "unnamed", "@{name} may be merged with another variable");
    let unnamed = |other: &str| cx.module.globals.get(other).is_none_or(|other| other.unnamed_addr);
    let known = node.state.blocks.values().any(|block| matches!(&block.kind, Kind::Global(other) if unnamed(other)));
    reject_if!(cx, known && !wanted.read_only =>
        "merged", "@{name} may be merged with a variable that the callee knows by name");
    Ok(())
}

/// What the caller may not write, the callee may not either. A block that is lent is not freed, kept or not.
fn marks(cx: &Context, given: &Block, wanted: &Block) -> Checked {
    reject_if!(cx, given.optional => "lent optional", "an optional block is not lent");
    reject_if!(cx, given.read_only && !wanted.read_only, cx.is_constant(&given.kind) && !wanted.read_only =>
        "unwritable", "a block that is not writable is lent as one that is");
    Ok(())
}

/// The beginning of the callee's block, `shift` bytes after that of the caller's, is aligned as the callee believes.
fn alignment(cx: &Context, given: &Block, wanted: &Block, shift: &Poly) -> Checked {
    let align = i128::from(wanted.align.max(1));
    reject_if!(cx, !given.align.is_multiple_of(wanted.align), !shift.is_multiple_of(align) =>
        "lent align", "the part that is lent is not known to be aligned to {align}");
    Ok(())
}
