//! malloc and its kin: `spec/rules/heap.md`.

use super::{Context, Next, Rule, Step, Stop, sized};
use crate::algebra::{Atom, Term};
use crate::faults::Fault;
use crate::program::{Instruction, Operand};
use crate::state::{Block, Entry, Linear, State};
use certificates::{Allocation, BlockId, Detail, Ghost, Kind, Sign};

fn largest(s: &Step<'_, '_>) -> Term {
    largest_block(s.cx)
}

/// G-RESOLVE: the case analysis that says whether a block of this size fits into the address space for
/// certain, unless that is known.
pub fn small(cx: &mut Context<'_>, st: &State, size: &Term) -> Option<Atom> {
    let fits = Atom::le(size, &largest_block(cx))?;
    let open = |cx: &mut Context<'_>, atom: &Atom| !cx.engine.entails(&st.knowledge, atom);
    let undecided = open(cx, &fits) && open(cx, &fits.negate()?);
    (undecided && !cx.faults.on(Fault::HugeBlock)).then_some(fits)
}

/// G-RESOLVE: an optional block whose address is not null is there. If it is not too large, its bounds follow
/// (G-BLOCK).
pub fn present(cx: &mut Context<'_>, st: &mut State, id: BlockId, base: &Term, size: &Term) {
    if let Some(block) = st.blocks.get_mut(&id) {
        block.optional = false;
    }
    st.add_le(&Term::constant(1), base);
    let (block, present) = (id, true);
    st.record(Linear::Ghost(Ghost::Resolve { block, present }));
    let fits = Atom::le(size, &largest_block(cx));
    let fits = fits.is_some_and(|fits| cx.engine.entails(&st.knowledge, &fits));
    if fits || cx.faults.on(Fault::HugeBlock) {
        st.add_le(&Term::constant(1), base);
        let top = Term::constant((1i128 << cx.program.pointer_bits) - 1);
        st.add(base.add(size).and_then(|end| Atom::le(&end, &top)));
        st.add_le(&Term::zero(), size);
        st.record(Linear::Ghost(Ghost::Block(id)));
    }
}

/// The signed maximum of the pointer width.
fn largest_block(cx: &Context<'_>) -> Term {
    Term::constant((1i128 << (cx.program.pointer_bits - 1)) - 1)
}

/// malloc's alignment.
fn heap_align(s: &Step<'_, '_>) -> u64 {
    if s.pointer_bits() == 64 { 16 } else { 8 }
}

/// What an allocation of this size does; if that depends on whether it is too large, a case analysis.
fn outcome(s: &mut Step<'_, '_>, size: &Term) -> Rule<Allocation> {
    if s.cx.faults.on(Fault::Allocation) {
        return Ok(Allocation::Succeeds);
    }
    if s.cx.malloc_may_fail {
        return Ok(Allocation::Optional);
    }
    let fits = sized_atom(Atom::le(size, &largest(s)))?;
    if s.holds(&fits) {
        return Ok(Allocation::Succeeds);
    }
    let too_large = sized_atom(fits.negate())?;
    match s.holds(&too_large) {
        true => Ok(Allocation::Optional),
        false => Err(Stop::Split(fits)),
    }
}

fn sized_atom(atom: Option<Atom>) -> Rule<Atom> {
    atom.ok_or_else(|| Stop::Unsupported("an allocation of a size that grows too large".into()))
}

fn heap_block(s: &mut Step<'_, '_>, base: &Term, size: &Term, optional: bool) -> BlockId {
    let align = heap_align(s);
    s.new_block(Block { base: base.clone(), size: size.clone(), align, kind: Kind::Heap, read_only: false, optional })
}

/// F-ALLOC: the result and the block, if there is one.
fn allocate(s: &mut Step<'_, '_>, size: &Term, outcome: Allocation) -> Rule<(Term, Option<BlockId>)> {
    match outcome {
        Allocation::Succeeds => {
            let max = largest(s);
            let fits = Atom::le(size, &max);
            let what = || "that the allocation is not too large".into();
            s.prove_unless(Fault::Allocation, fits, what)?;
            let b = s.fresh();
            bounds(s, &b, size);
            let id = heap_block(s, &b, size, false);
            Ok((b, Some(id)))
        }
        Allocation::Optional => {
            let (b, id) = optional_block(s, size);
            Ok((b, Some(id)))
        }
    }
}

/// A block that is there if its address is not null.
fn optional_block(s: &mut Step<'_, '_>, size: &Term) -> (Term, BlockId) {
    let b = s.fresh();
    s.st.add_le(&Term::zero(), &b);
    let id = heap_block(s, &b, size, true);
    (b, id)
}

/// Adds `1 <= base` and `base + size <= 2^ptr - 1`.
pub fn bounds(s: &mut Step<'_, '_>, base: &Term, size: &Term) {
    s.st.add_le(&Term::constant(1), base);
    let top = Term::constant((1i128 << s.pointer_bits()) - 1);
    s.st.add(base.add(size).and_then(|end| Atom::le(&end, &top)));
}

/// F-MALLOC
pub fn malloc(s: &mut Step<'_, '_>, i: &Instruction, size: &Operand) -> Rule<Next> {
    let bits = s.pointer_bits();
    let size = s.unsigned(size, bits)?;
    let outcome = outcome(s, &size)?;
    let (b, _) = allocate(s, &size, outcome)?;
    s.result(i, Sign::Unsigned, b, Detail::Allocate { outcome, cells: Vec::new() })
}

/// Up to this size every cell of a calloc'ed block is written down as zero.
const ZEROED: i128 = 256;

/// F-CALLOC
pub fn calloc(s: &mut Step<'_, '_>, i: &Instruction, count: &Operand, each: &Operand) -> Rule<Next> {
    let bits = s.pointer_bits();
    let count = s.unsigned(count, bits)?;
    let each = s.unsigned(each, bits)?;
    let size = sized(count.mul(&each))?;
    let outcome = outcome(s, &size)?;
    let (b, block) = allocate(s, &size, outcome)?;
    let mut cells = Vec::new();
    if let (Allocation::Succeeds, Some(block), Some(n)) = (outcome, block, size.as_constant()) {
        for (offset, width, sign) in zero_cells(n, bits) {
            let offset = Term::constant(offset);
            s.new_entry(Entry { block, offset: offset.clone(), width, sign, value: Term::zero() });
            cells.push(super::memory::cell(&offset, width, sign));
        }
    }
    s.result(i, Sign::Unsigned, b, Detail::Allocate { outcome, cells })
}

/// Cells to remember of a zeroed block of n bytes: as words, as ints, as pointers.
pub fn zero_cells(n: i128, pointer_bits: u32) -> Vec<(i128, u32, Sign)> {
    let mut cells = Vec::new();
    if n > ZEROED {
        return cells;
    }
    let pointer = i128::from(pointer_bits / 8);
    let shapes = [(pointer, Sign::Unsigned), (4, Sign::Signed), (1, Sign::Signed)];
    for (k, (w, sign)) in shapes.into_iter().enumerate() {
        if (k == 1 && w == pointer) || (w == 1 && n > 32) {
            continue;
        }
        let mut at = 0;
        while at + w <= n {
            cells.push((at, w as u32, sign));
            at += w;
        }
    }
    cells
}

/// The live heap block a pointer is the base of.
fn heap_block_at(s: &mut Step<'_, '_>, p: &Term) -> Option<BlockId> {
    let candidates: Vec<(BlockId, Term)> =
        s.st.blocks
            .iter()
            .filter(|(_, b)| b.kind == Kind::Heap && !b.optional && !b.read_only)
            .map(|(id, b)| (*id, b.base.clone()))
            .collect();
    if let Some((id, _)) = candidates.iter().find(|(_, base)| base == p) {
        return Some(*id);
    }
    candidates.into_iter().find(|(_, base)| Atom::eq(p, base).is_some_and(|a| s.holds(&a))).map(|(id, _)| id)
}

/// F-FREE
pub fn free(s: &mut Step<'_, '_>, pointer: &Operand) -> Rule<Next> {
    let bits = s.pointer_bits();
    let p = s.unsigned(pointer, bits)?;
    let null = Atom::eq(&p, &Term::zero());
    if null.as_ref().is_some_and(|a| s.holds(a)) {
        s.prove(null, || "a null pointer".into())?;
        return s.result_none(Detail::Release(None));
    }
    if let Some(block) = heap_block_at(s, &p) {
        let base = s.st.blocks.get(&block).map(|b| b.base.clone()).unwrap_or_default();
        s.prove(Atom::eq(&p, &base), || "the base of a block".into())?;
        if !s.cx.faults.on(Fault::FreedMemory) {
            s.st.forget_block(block);
        }
        return s.result_none(Detail::Release(Some(block)));
    }
    if let Some(atom) = null
        && !atom.negate().is_some_and(|n| s.holds(&n))
    {
        return Err(Stop::Split(atom));
    }
    if s.cx.faults.on(Fault::FreeAnything) {
        return s.result_none(Detail::Release(s.st.blocks.keys().next().copied()));
    }
    Err(Stop::Unproved("that the freed pointer is null or the start of a live heap block".into()))
}

/// F-REALLOC
pub fn realloc(s: &mut Step<'_, '_>, i: &Instruction, pointer: &Operand, size: &Operand) -> Rule<Next> {
    let bits = s.pointer_bits();
    let p = s.unsigned(pointer, bits)?;
    let n = s.unsigned(size, bits)?;
    let null = Atom::eq(&p, &Term::zero());
    if null.as_ref().is_some_and(|a| s.holds(a)) {
        s.prove(null, || "a null pointer".into())?;
        let outcome = outcome(s, &n)?;
        let (b, _) = allocate(s, &n, outcome)?;
        return s.result(i, Sign::Unsigned, b, Detail::Reallocate { block: None, outcome, keep: Vec::new() });
    }
    let Some(block) = heap_block_at(s, &p) else {
        let not_null = null.as_ref().and_then(Atom::negate).is_some_and(|a| s.holds(&a));
        return match null {
            Some(atom) if !not_null => Err(Stop::Split(atom)),
            _ => Err(Stop::Unproved("that the reallocated pointer is null or the start of a live heap block".into())),
        };
    };
    let base = s.st.blocks.get(&block).map(|b| b.base.clone()).unwrap_or_default();
    s.prove(Atom::eq(&p, &base), || "the base of a block".into())?;
    s.prove_le(&Term::constant(1), &n, || "that the new size is not zero".into())?;
    match outcome(s, &n)? {
        Allocation::Optional => {
            if !s.cx.faults.on(Fault::FreedMemory) {
                s.st.forget_block(block);
            }
            let (b, _) = optional_block(s, &n);
            let detail = Detail::Reallocate { block: Some(block), outcome: Allocation::Optional, keep: Vec::new() };
            s.result(i, Sign::Unsigned, b, detail)
        }
        Allocation::Succeeds => {
            let max = largest(s);
            s.prove_le(&n, &max, || "that the allocation is not too large".into())?;
            let old: Vec<(u32, Entry)> = s.st.entries_of(block).map(|(id, e)| (id, e.clone())).collect();
            let mut keep = Vec::new();
            let mut kept = Vec::new();
            for (id, e) in old {
                let fits = e.offset.plus(i128::from(e.width)).and_then(|end| Atom::le(&end, &n));
                if fits.as_ref().is_some_and(|a| s.holds(a)) || s.cx.faults.on(Fault::Reallocated) {
                    s.prove_unless(Fault::Reallocated, fits, || "an entry that survives".into())?;
                    keep.push(id);
                    kept.push(e);
                }
            }
            let b = s.fresh();
            bounds(s, &b, &n);
            if !s.cx.faults.on(Fault::FreedMemory) {
                s.st.forget_block(block);
            }
            let new = heap_block(s, &b, &n, false);
            for e in kept {
                s.new_entry(Entry { block: new, ..e });
            }
            let detail = Detail::Reallocate { block: Some(block), outcome: Allocation::Succeeds, keep };
            s.result(i, Sign::Unsigned, b, detail)
        }
    }
}
