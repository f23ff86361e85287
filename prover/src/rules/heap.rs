//! malloc and its kin: `spec/rules/heap.md`.

use super::{Allocated, Argument, Context, GoalKind, Next, Premise, Release, Rule, Step, Stop, holds};
use crate::algebra::{Atom, Term, TooLarge};
use crate::faults::Fault;
use crate::program::{Instruction, Operand};
use crate::state::{Block, Entry, Linear, Path, State, Uniform};
use certificates::{Allocation, BlockId, Detail, Ghost, Kind, Sign};

fn largest(s: &Step<'_, '_>) -> Term {
    largest_block(s.cx)
}

/// G-RESOLVE: the case analysis over whether a block of this size fits into the address space; `None` if that is known.
pub(crate) fn small(cx: &mut Context<'_>, st: &State, size: &Term) -> Result<Option<Atom>, TooLarge> {
    let fits = Atom::le(size, &largest_block(cx))?;
    let open = |cx: &mut Context<'_>, atom: &Atom| !cx.engine.entails(&st.knowledge, atom);
    let undecided = open(cx, &fits) && open(cx, &fits.negate()?);
    Ok((undecided && !cx.faults.on(Fault::HugeBlock)).then_some(fits))
}

/// G-RESOLVE: an optional block is present if its address is not null. If it is not too large, its bounds follow
/// (G-BLOCK).
pub(crate) fn present(
    cx: &mut Context<'_>,
    st: &mut Path,
    id: BlockId,
    base: &Term,
    size: &Term,
) -> Result<(), TooLarge> {
    if let Some(block) = st.blocks.get_mut(&id) {
        block.optional = false;
    }
    st.add_le(&Term::constant(1), base)?;
    let (block, present) = (id, true);
    st.record(Linear::Ghost(Ghost::Resolve { block, present }));
    placed(cx, st, id, base, size)
}

/// G-BLOCK for a heap block that is present: adds its bounds if it is not too large for the address space.
pub(super) fn placed(
    cx: &mut Context<'_>,
    st: &mut Path,
    id: BlockId,
    base: &Term,
    size: &Term,
) -> Result<(), TooLarge> {
    let fits = Atom::le(size, &largest_block(cx))?;
    if cx.engine.entails(&st.knowledge, &fits) || cx.faults.on(Fault::HugeBlock) {
        bounded(cx, st, id, base, size)?;
    }
    Ok(())
}

/// G-BLOCK
fn bounded(cx: &Context<'_>, st: &mut Path, id: BlockId, base: &Term, size: &Term) -> Result<(), TooLarge> {
    st.add_le(&Term::constant(1), base)?;
    let top = Term::constant(end_of_memory(cx.program.pointer_bits));
    st.add_le(&base.add(size)?, &top)?;
    st.add_le(&Term::zero(), size)?;
    st.record(Linear::Ghost(Ghost::Block(id)));
    Ok(())
}

/// G-BLOCK for any block that is present, if its bounds are not known.
pub(crate) fn inside_memory(cx: &mut Context<'_>, st: &mut Path, id: BlockId) -> Result<(), TooLarge> {
    let Some(block) = st.blocks.get(&id).filter(|block| !block.optional).cloned() else { return Ok(()) };
    let top = Term::constant(end_of_memory(cx.program.pointer_bits));
    let bounds = [
        Atom::le(&Term::constant(1), &block.base)?,
        Atom::le(&block.base.add(&block.size)?, &top)?,
        Atom::le(&Term::zero(), &block.size)?,
    ];
    if bounds.iter().all(|bound| holds(cx, st, bound)) {
        return Ok(());
    }
    match block.kind {
        Kind::Heap => placed(cx, st, id, &block.base, &block.size),
        _ => bounded(cx, st, id, &block.base, &block.size),
    }
}

/// The signed maximum of the pointer width.
pub(crate) fn largest_block(cx: &Context<'_>) -> Term {
    Term::constant((1i128 << (cx.program.pointer_bits - 1)) - 1)
}

/// The largest size of an object that the program does not make itself (`spec/claim.md`, 2).
pub(crate) fn largest_given(bits: u32) -> Term {
    Term::constant((1i128 << (bits - 1).min(56)) - 1)
}

/// Where memory ends: one past the end of any block is at most this (`spec/claim.md`, 2).
pub(crate) fn end_of_memory(bits: u32) -> i128 {
    if bits == 64 { (1 << 64) - (1 << 16) } else { (1 << bits) - 1 }
}

/// The alignment of blocks that malloc returns.
pub(super) fn heap_align(s: &Step<'_, '_>) -> u64 {
    if s.pointer_bits() == 64 { 16 } else { 8 }
}

/// What an allocation of this size does; asks for a case analysis if that depends on whether the size is too large.
fn outcome(s: &mut Step<'_, '_>, size: &Term) -> Rule<Allocation> {
    if s.cx.faults.on(Fault::Allocation) {
        return Ok(Allocation::Succeeds);
    }
    if s.cx.malloc_may_fail {
        return Ok(Allocation::Optional);
    }
    let fits = Atom::le(size, &largest(s))?;
    if s.holds(&fits) {
        return Ok(Allocation::Succeeds);
    }
    let too_large = fits.negate()?;
    match s.holds(&too_large) {
        true => Ok(Allocation::Optional),
        false => Err(Stop::Split(fits)),
    }
}

fn heap_block(s: &mut Step<'_, '_>, base: &Term, size: &Term, optional: bool) -> BlockId {
    let align = heap_align(s);
    s.st.aside().made.push(size.clone());
    s.new_block(Block {
        base: base.clone(),
        size: size.clone(),
        align,
        kind: Kind::Heap,
        read_only: false,
        kept: false,
        optional,
    })
}

/// F-ALLOC: the result, and the block.
fn allocate(s: &mut Step<'_, '_>, size: &Term, outcome: Allocation) -> Rule<(Term, BlockId)> {
    match outcome {
        Allocation::Succeeds => {
            let max = largest(s);
            let fits = Atom::le(size, &max)?;
            let what = || GoalKind::Allocation(Allocated::Heap);
            s.prove_unless(Fault::Allocation, fits, what)?;
            let b = s.fresh();
            bounds(s, &b, size)?;
            let id = heap_block(s, &b, size, false);
            Ok((b, id))
        }
        Allocation::Optional => Ok(optional_block(s, size)?),
    }
}

/// The new block of a function that copies something into it.
pub(super) fn duplicate(s: &mut Step<'_, '_>, size: &Term) -> Rule<(Term, BlockId)> {
    let outcome = if s.cx.malloc_may_fail { Allocation::Optional } else { Allocation::Succeeds };
    allocate(s, size, outcome)
}

/// The address of a new block, which may be missing.
pub(super) fn new(s: &mut Step<'_, '_>, size: &Term, may_fail: bool) -> Rule<Term> {
    if may_fail {
        return Ok(optional_block(s, size)?.0);
    }
    let b = s.fresh();
    bounds(s, &b, size)?;
    heap_block(s, &b, size, false);
    Ok(b)
}

/// A block that is present unless its address is null.
pub(super) fn optional_block(s: &mut Step<'_, '_>, size: &Term) -> Result<(Term, BlockId), TooLarge> {
    let b = s.fresh();
    s.st.add_le(&Term::zero(), &b)?;
    let id = heap_block(s, &b, size, true);
    Ok((b, id))
}

/// Adds `1 <= base` and that it ends in memory.
pub(crate) fn bounds(s: &mut Step<'_, '_>, base: &Term, size: &Term) -> Result<(), TooLarge> {
    s.st.add_le(&Term::constant(1), base)?;
    let top = Term::constant(end_of_memory(s.pointer_bits()));
    s.st.add_le(&base.add(size)?, &top)
}

/// F-MALLOC
pub(crate) fn malloc(s: &mut Step<'_, '_>, i: &Instruction, size: &Operand) -> Rule<Next> {
    s.rule = "F-MALLOC";
    let bits = s.pointer_bits();
    let size = s.unsigned(size, bits)?;
    let outcome = outcome(s, &size)?;
    let (b, _) = allocate(s, &size, outcome)?;
    s.result(i, Sign::Unsigned, b, Detail::Allocate { outcome, cells: Vec::new() })
}

/// The largest calloc'ed block, in bytes, for which every cell is recorded as zero.
const ZEROED: i128 = 256;

/// F-CALLOC
pub(crate) fn calloc(s: &mut Step<'_, '_>, i: &Instruction, count: &Operand, each: &Operand) -> Rule<Next> {
    s.rule = "F-CALLOC";
    let bits = s.pointer_bits();
    let count = s.unsigned(count, bits)?;
    let each = s.unsigned(each, bits)?;
    let size = count.mul(&each)?;
    let outcome = outcome(s, &size)?;
    let (b, block) = allocate(s, &size, outcome)?;
    let mut cells = Vec::new();
    if let Some(n) = size.as_constant() {
        for (offset, width, sign) in zero_cells(n, bits) {
            let offset = Term::constant(offset);
            s.new_entry(Entry { block, offset: offset.clone(), width, sign, value: Term::zero() });
            cells.push(super::memory::cell(&offset, width, sign));
        }
    }
    cells.extend(super::uniform::filled(s, block, (&Term::zero(), &size), 0)?);
    s.result(i, Sign::Unsigned, b, Detail::Allocate { outcome, cells })
}

/// The cells that are recorded for a zeroed block of n bytes, as (offset, width in bytes, sign): pointers, 4-byte
/// integers, and in a small block bytes.
pub(crate) fn zero_cells(n: i128, pointer_bits: u32) -> Vec<(i128, u32, Sign)> {
    let mut cells = Vec::new();
    let pointer = i128::from(pointer_bits / 8);
    let shapes = [(pointer, Sign::Unsigned), (4, Sign::Signed), (1, Sign::Signed), (2, Sign::Signed)];
    for (k, (w, sign)) in shapes.into_iter().enumerate() {
        if k == 1 && w == pointer {
            continue;
        }
        // Of a long table only the first element of each width: what is read there at the end of a string.
        let long = w == 2 || w == 1 && n > 32 || n > ZEROED;
        let end = if long { w.min(n) } else { n };
        let mut at = 0;
        while at + w <= end {
            cells.push((at, w as u32, sign));
            at += w;
        }
    }
    cells
}

/// The live heap block whose base is this pointer, and the base as the state writes it.
fn heap_block_at(s: &mut Step<'_, '_>, p: &Term) -> Result<Option<(BlockId, Term)>, TooLarge> {
    let candidates: Vec<(BlockId, Term)> =
        s.st.blocks
            .iter()
            .filter(|(_, b)| b.kind == Kind::Heap && !b.optional && !b.read_only && !b.kept)
            .map(|(id, b)| (*id, b.base.clone()))
            .collect();
    if let Some(found) = candidates.iter().find(|(_, base)| base == p) {
        return Ok(Some(found.clone()));
    }
    for (id, base) in candidates {
        if s.holds(&Atom::eq(p, &base)?) {
            return Ok(Some((id, base)));
        }
    }
    Ok(None)
}

/// The live heap block that a pointer releases, or `None` for null.
pub(super) fn released(s: &mut Step<'_, '_>, p: &Term, how: Release) -> Rule<Option<BlockId>> {
    let null = Atom::eq(p, &Term::zero())?;
    if s.holds(&null) {
        s.prove(null, || Premise::NullPointer.into())?;
        return Ok(None);
    }
    if let Some((block, base)) = heap_block_at(s, p)? {
        s.prove(Atom::eq(p, &base)?, || Premise::BlockBase.into())?;
        return Ok(Some(block));
    }
    if !s.holds(&null.negate()?) {
        return Err(Stop::Split(null));
    }
    Err(Stop::Pointer(p.clone(), Box::new(s.goal(GoalKind::Release(how)))))
}

/// Notes what a block gives back that is released.
fn give_back(s: &mut Step<'_, '_>, block: BlockId) {
    let size = s.st.blocks.get(&block).map(|block| block.size.clone());
    s.st.aside().freed = size;
}

fn forget(s: &mut Step<'_, '_>, block: BlockId) {
    if !s.cx.faults.on(Fault::FreedMemory) {
        s.st.forget_block(block);
    }
}

/// F-FREE
pub(crate) fn free(s: &mut Step<'_, '_>, pointer: &Operand) -> Rule<Next> {
    s.rule = "F-FREE";
    let bits = s.pointer_bits();
    let p = s.unsigned(pointer, bits)?;
    let block = match released(s, &p, Release::Free) {
        Err(Stop::Pointer(..)) if s.cx.faults.on(Fault::FreeAnything) => {
            return s.result_none(Detail::Release(s.st.blocks.keys().next().copied()));
        }
        block => block?,
    };
    if let Some(block) = block {
        give_back(s, block);
        forget(s, block);
    }
    s.result_none(Detail::Release(block))
}

/// F-REALLOC
pub(crate) fn realloc(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    pointer: &Operand,
    size: &Operand,
    each: Option<&Operand>,
) -> Rule<Next> {
    s.rule = "F-REALLOC";
    let bits = s.pointer_bits();
    let p = s.unsigned(pointer, bits)?;
    let mut n = s.unsigned(size, bits)?;
    if let Some(each) = each {
        n = n.mul(&s.unsigned(each, bits)?)?;
    }
    let Some(block) = released(s, &p, Release::Realloc)? else {
        let outcome = outcome(s, &n)?;
        let (b, _) = allocate(s, &n, outcome)?;
        return s.result(i, Sign::Unsigned, b, Detail::Reallocate { block: None, outcome, keep: Vec::new() });
    };
    s.prove_le(&Term::constant(1), &n, || Argument::NewSize.into())?;
    let outcome = outcome(s, &n)?;
    if outcome == Allocation::Succeeds {
        let max = largest(s);
        s.prove_le(&n, &max, || GoalKind::Allocation(Allocated::Heap))?;
    }
    let (mut keep, mut kept, mut uniforms) = (Vec::new(), Vec::new(), Vec::new());
    for (id, _, end) in super::memory::extents(s, block)? {
        let fits = Atom::le(&end, &n)?;
        if s.holds(&fits) || s.cx.faults.on(Fault::Reallocated) {
            s.prove_unless(Fault::Reallocated, fits, || Premise::Survivor.into())?;
            keep.push(id);
            kept.extend(s.st.entries.get(&id).cloned());
            uniforms.extend(s.st.uniforms.get(&id).cloned());
        }
    }
    if outcome == Allocation::Succeeds {
        give_back(s, block);
    }
    forget(s, block);
    let (b, new) = match outcome {
        Allocation::Optional => optional_block(s, &n)?,
        Allocation::Succeeds => {
            let b = s.fresh();
            bounds(s, &b, &n)?;
            let new = heap_block(s, &b, &n, false);
            (b, new)
        }
    };
    for e in kept {
        s.new_entry(Entry { block: new, ..e });
    }
    for u in uniforms {
        s.new_uniform(Uniform { block: new, ..u });
    }
    s.result(i, Sign::Unsigned, b, Detail::Reallocate { block: Some(block), outcome, keep })
}
