//! alloca, load, store, lifetimes, memcpy, memset: `spec/rules/memory.md`.

use super::heap::{bounds, zero_cells};
use super::{Next, Rule, Step, Stop, constant, sized, width_of};
use crate::algebra::{Atom, Term};
use crate::certify::names::term as plain;
use crate::faults::Fault;
use crate::program::{Instruction, Op, Operand, Type};
use crate::state::{Block, Entry};
use certificates::{Access, BlockId, Cell, Detail, EntryId, Kind, Side, Sign};

/// Tables of functions with more places are not looked through.
const MOST_PLACES: usize = 64;

/// A proved access: the block, the offset in it, and what the certificate says about it.
pub struct Place {
    pub block: BlockId,
    pub offset: Term,
    pub access: Access,
}

pub fn cell(offset: &Term, width: u32, sign: Sign) -> Cell {
    Cell {
        offset: plain(offset),
        width,
        sign,
    }
}

fn register_name(s: &Step<'_, '_>, register: usize) -> String {
    let function = s.cx.program.functions.get(&*s.st.function);
    function
        .and_then(|f| f.registers.get(register))
        .map(|r| r.name.clone())
        .unwrap_or_default()
}

/// The alloca that defines a register: element size, alignment, count; static ones only.
fn static_alloca(s: &Step<'_, '_>, register: usize) -> Option<(u64, u64, Operand, u32)> {
    let function = s.cx.program.functions.get(&*s.st.function)?;
    function
        .blocks
        .first()?
        .instructions
        .iter()
        .find(|i| i.result == Some(register))
        .and_then(|i| match &i.op {
            Op::Alloca {
                element_size,
                align,
                count,
                count_width,
                is_static: true,
            } => Some((*element_size, *align, count.clone(), *count_width)),
            _ => None,
        })
}

/// Does a lifetime marker of the function start this alloca?
fn has_lifetime(s: &Step<'_, '_>, register: usize) -> bool {
    let Some(function) = s.cx.program.functions.get(&*s.st.function) else {
        return false;
    };
    function
        .blocks
        .iter()
        .flat_map(|b| &b.instructions)
        .any(|i| match &i.op {
            Op::Call {
                callee, arguments, ..
            } => {
                callee.starts_with("llvm.lifetime.start")
                    && arguments
                        .iter()
                        .any(|(_, a)| *a == Operand::Register(register))
            }
            _ => false,
        })
}

/// M-ALLOCA
pub fn alloca(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    element_size: u64,
    align: u64,
    count: &Operand,
    count_width: u32,
    is_static: bool,
) -> Rule<Next> {
    let register = i
        .result
        .ok_or_else(|| Stop::Unsupported("an alloca without a name".into()))?;
    let n = s.unsigned(count, count_width)?;
    let size = sized(n.scale(i128::from(element_size)))?;
    let max = Term::constant((1i128 << (s.pointer_bits() - 1)) - 1);
    s.prove_le(&size, &max, || {
        "that the size of this stack allocation is not too large".into()
    })?;
    let b = s.fresh();
    bounds(s, &b, &size);
    let marked = has_lifetime(s, register);
    if marked && !is_static {
        return Err(Stop::Unsupported(
            "lifetime markers on a variable-length allocation".into(),
        ));
    }
    if !marked {
        let kind = Kind::Stack(register_name(s, register));
        s.new_block(Block {
            base: b.clone(),
            size,
            align: align.max(1),
            kind,
            read_only: false,
            optional: false,
        });
    }
    s.result(i, Sign::Unsigned, b, Detail::None)
}

/// Finds the block an access of n bytes at p falls into and proves the premises of `access`.
pub fn access(s: &mut Step<'_, '_>, p: &Term, n: &Term, align: u64, write: bool) -> Rule<Place> {
    let mut blocks: Vec<(BlockId, Block)> =
        s.st.blocks
            .iter()
            .filter(|(_, b)| !b.optional)
            .map(|(id, b)| (*id, b.clone()))
            .collect();
    // The block whose base is a summand of the pointer is the likely one.
    let likely = |b: &Block| b.base.as_var().is_some_and(|v| p.coefficient(&[v]) == 1);
    blocks.sort_by_key(|(id, b)| (!likely(b), *id));
    let certain = blocks.first().is_some_and(|(_, b)| likely(b));
    for (id, block) in blocks {
        let offset = sized(p.sub(&block.base))?;
        if !within(s, &offset, n, &block) && !s.cx.faults.on(Fault::Bounds) {
            if certain {
                break;
            }
            continue;
        }
        let what = || "an access".to_string();
        s.prove_unless(Fault::Bounds, Atom::le(&Term::zero(), &offset), what)?;
        let end = sized(offset.add(n))?;
        s.prove_unless(Fault::Bounds, Atom::le(&end, &block.size), what)?;
        let multiple = alignment(s, &offset, align, &block)?;
        if write {
            writable(s, &block)?;
        }
        let access = Access {
            block: id,
            multiple: multiple.as_ref().map(plain),
        };
        return Ok(Place {
            block: id,
            offset,
            access,
        });
    }
    Err(Stop::Unproved(missing(s, p, n)))
}

/// What would have to hold for an access, in terms of the likely block.
fn missing(s: &Step<'_, '_>, p: &Term, n: &Term) -> String {
    let fact = "that this access is inside one live block of memory";
    let likely = |b: &&Block| b.base.as_var().is_some_and(|v| p.coefficient(&[v]) == 1);
    let Some(block) = s.st.blocks.values().find(likely) else {
        return format!("{fact}: the pointer is not known to point into any block");
    };
    match p.sub(&block.base) {
        Some(offset) => {
            let (o, n, size) = (s.show(&offset), s.show(n), s.show(&block.size));
            format!("{fact}: 0 <= {o} and {o} + {n} <= {size}")
        }
        None => fact.to_string(),
    }
}

fn within(s: &mut Step<'_, '_>, offset: &Term, n: &Term, block: &Block) -> bool {
    let end = offset.add(n).and_then(|end| Atom::le(&end, &block.size));
    Atom::le(&Term::zero(), offset).is_some_and(|a| s.holds(&a)) && end.is_some_and(|a| s.holds(&a))
}

/// The term m with offset = align * m, if an alignment is asked for.
fn alignment(s: &mut Step<'_, '_>, offset: &Term, align: u64, block: &Block) -> Rule<Option<Term>> {
    if align <= 1 {
        return Ok(None);
    }
    let what = || Stop::Unproved(format!("that this access is aligned to {align} bytes"));
    if block.align < align && !s.cx.faults.on(Fault::Alignment) {
        return Err(what());
    }
    let a = i128::from(align);
    let multiple = offset
        .divide_exactly(a)
        .or_else(|| divided_by_equations(s, offset, a))
        .or_else(|| s.cx.faults.on(Fault::Alignment).then(Term::zero))
        .ok_or_else(what)?;
    let scaled = sized(multiple.scale(a))?;
    s.prove_unless(Fault::Alignment, Atom::eq(offset, &scaled), || {
        format!("that this access is aligned to {align} bytes")
    })?;
    Ok(Some(multiple))
}

/// Rewrites an offset with known equations until all its coefficients are multiples of `a`.
fn divided_by_equations(s: &Step<'_, '_>, offset: &Term, a: i128) -> Option<Term> {
    let mut t = offset.clone();
    for _ in 0..8 {
        let (m, c) = t.parts().iter().find(|(_, c)| c % a != 0).cloned()?;
        let equation = s.st.knowledge.iter().rev().find(|k| {
            k.rel == crate::algebra::Rel::Eq && matches!(k.term.coefficient(&m), 1 | -1)
        })?;
        // m = -(rest) / coefficient
        let factor = c.checked_mul(equation.term.coefficient(&m))?;
        t = t.add_scaled(&equation.term, factor.checked_neg()?)?;
        if let Some(m) = t.divide_exactly(a) {
            return Some(m);
        }
    }
    None
}

fn writable(s: &Step<'_, '_>, block: &Block) -> Rule<()> {
    if s.cx.faults.on(Fault::ReadOnly) {
        return Ok(());
    }
    if block.read_only {
        return Err(Stop::Unproved(
            "that read-only memory is not written".into(),
        ));
    }
    if let Kind::Global(name) = &block.kind
        && s.cx
            .program
            .globals
            .iter()
            .any(|g| g.name == *name && g.constant)
    {
        return Err(Stop::Unproved(format!(
            "that constant '{name}' is not written"
        )));
    }
    Ok(())
}

/// `survivors`: which entries of the block stay, with the reason.
pub fn survivors(s: &mut Step<'_, '_>, at: &Place, n: &Term) -> Rule<Vec<(EntryId, Side)>> {
    let entries: Vec<(EntryId, Entry)> =
        s.st.entries_of(at.block)
            .map(|(id, e)| (id, e.clone()))
            .collect();
    let end = sized(at.offset.add(n))?;
    let mut keep = Vec::new();
    for (id, e) in entries {
        let entry_end = sized(e.offset.plus(i128::from(e.width)))?;
        let before = Atom::le(&entry_end, &at.offset);
        if before.as_ref().is_some_and(|a| s.holds(a)) {
            s.prove(before, || "an entry that survives".into())?;
            keep.push((id, Side::Before));
            continue;
        }
        let after = Atom::le(&end, &e.offset);
        if after.as_ref().is_some_and(|a| s.holds(a)) {
            s.prove(after, || "an entry that survives".into())?;
            keep.push((id, Side::After));
        } else if e.offset != at.offset && s.cx.faults.on(Fault::Disjoint) {
            keep.push((id, Side::Before));
        }
    }
    Ok(keep)
}

/// Deletes the entries of a block that did not survive.
pub fn sweep(s: &mut Step<'_, '_>, block: BlockId, keep: &[(EntryId, Side)]) {
    s.st.entries
        .retain(|id, e| e.block != block || keep.iter().any(|(k, _)| k == id));
}

fn bytes_of(s: &Step<'_, '_>, ty: Type) -> Rule<u32> {
    match ty {
        Type::Int(w) if matches!(w, 8 | 16 | 32 | 64) => Ok(w / 8),
        Type::Pointer => Ok(s.pointer_bits() / 8),
        Type::Float(n) => Ok(n),
        _ => Err(Stop::Unsupported("memory access of this type".into())),
    }
}

/// Which place of a table of functions is read, where that is not known: a case analysis over its places.
fn which_function(s: &mut Step<'_, '_>, at: &Place, n: u32) -> Rule<()> {
    let table: Vec<Entry> =
        s.st.entries_of(at.block)
            .filter(|(_, e)| e.width == n)
            .map(|(_, e)| e.clone())
            .collect();
    let is_function = |e: &Entry| super::function::pointee(s.st, &e.value).is_some();
    if table.len() > MOST_PLACES || !table.iter().any(is_function) {
        return Ok(());
    }
    for e in table {
        let here = Atom::eq(&at.offset, &e.offset);
        let elsewhere = here.as_ref().and_then(Atom::negate);
        if let (Some(here), Some(elsewhere)) = (here, elsewhere)
            && !s.holds(&elsewhere)
        {
            return Err(Stop::Split(here));
        }
    }
    Ok(())
}

/// M-LOAD
pub fn load(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    ty: Type,
    pointer: &Operand,
    align: u64,
    volatile: bool,
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let n = bytes_of(s, ty)?;
    let p = s.unsigned(pointer, bits)?;
    let at = access(s, &p, &Term::constant(i128::from(n)), align, false)?;
    let Some(w) = width_of(ty, bits) else {
        return s.done(
            Sign::Unsigned,
            Detail::Load {
                access: at.access,
                entry: None,
            },
        );
    };
    let preferred = if ty == Type::Pointer {
        Sign::Unsigned
    } else {
        s.preferred(i.result)
    };
    if volatile {
        let x = s.fresh_open(w, preferred);
        return s.result(
            i,
            preferred,
            x,
            Detail::Load {
                access: at.access,
                entry: None,
            },
        );
    }
    if let Some((id, entry)) = entry_at(s, &at, n) {
        let same = Atom::eq(&entry.offset, &at.offset);
        s.prove_unless(Fault::WrongEntry, same, || "the entry that is read".into())?;
        let sign = if ty == Type::Pointer {
            Sign::Unsigned
        } else {
            entry.sign
        };
        let value = if entry.sign == sign {
            entry.value
        } else {
            s.fit(&entry.value, w, sign)?
        };
        return s.result(
            i,
            sign,
            value,
            Detail::Load {
                access: at.access,
                entry: Some(id),
            },
        );
    }
    if ty == Type::Pointer {
        which_function(s, &at, n)?;
    }
    let mut x = s.fresh_open(w, preferred);
    if s.cx.faults.on(Fault::UnknownIsZero) {
        x = Term::zero();
    }
    s.new_entry(Entry {
        block: at.block,
        offset: at.offset,
        width: n,
        sign: preferred,
        value: x.clone(),
    });
    s.result(
        i,
        preferred,
        x,
        Detail::Load {
            access: at.access,
            entry: None,
        },
    )
}

/// The newest entry that certainly lies at this place with this width.
fn entry_at(s: &mut Step<'_, '_>, at: &Place, width: u32) -> Option<(EntryId, Entry)> {
    let mut found: Vec<(EntryId, Entry)> =
        s.st.entries_of(at.block)
            .filter(|(_, e)| e.width == width)
            .map(|(id, e)| (id, e.clone()))
            .collect();
    found.reverse();
    if let Some(hit) = found.iter().find(|(_, e)| e.offset == at.offset) {
        return Some(hit.clone());
    }
    found.into_iter().find(|(_, e)| {
        let same = Atom::eq(&e.offset, &at.offset);
        same.is_some_and(|a| a.decide() != Some(false) && s.holds(&a))
            || s.cx.faults.on(Fault::WrongEntry)
    })
}

/// M-STORE
pub fn store(
    s: &mut Step<'_, '_>,
    ty: Type,
    value: &Operand,
    pointer: &Operand,
    align: u64,
    volatile: bool,
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let n = bytes_of(s, ty)?;
    let width = width_of(ty, bits);
    let (sign, v) = match width {
        Some(w) => {
            let sign = match value {
                _ if ty == Type::Pointer => Sign::Unsigned,
                Operand::Register(r) => s.st.bindings.get(r).map_or(Sign::Signed, |v| v.sign),
                _ => Sign::Signed,
            };
            (sign, Some(s.read(value, w, sign)?))
        }
        None => (Sign::Unsigned, None),
    };
    let p = s.unsigned(pointer, bits)?;
    let size = Term::constant(i128::from(n));
    let at = access(s, &p, &size, align, true)?;
    let keep = survivors(s, &at, &size)?;
    sweep(s, at.block, &keep);
    if let (Some(value), false) = (v, volatile) {
        s.new_entry(Entry {
            block: at.block,
            offset: at.offset,
            width: n,
            sign,
            value,
        });
    }
    s.done(
        sign,
        Detail::Store {
            access: at.access,
            keep,
        },
    )
}

fn lifetime_register(s: &Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<usize> {
    match arguments.last() {
        Some((_, Operand::Register(r))) if static_alloca(s, *r).is_some() => Ok(*r),
        _ => Err(Stop::Unsupported(
            "a lifetime marker of something that is no local variable".into(),
        )),
    }
}

/// M-LIFETIME, start
pub fn lifetime_start(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let register = lifetime_register(s, arguments)?;
    let kind = Kind::Stack(register_name(s, register));
    if let Some(block) = s.st.block_of_kind(&kind) {
        s.st.entries.retain(|_, e| e.block != block);
        return s.done(Sign::Unsigned, Detail::None);
    }
    let (element, align, count, count_width) =
        static_alloca(s, register).ok_or_else(|| Stop::Unsupported("a lifetime marker".into()))?;
    let base = s.unsigned(&Operand::Register(register), s.pointer_bits())?;
    let n = match count {
        Operand::Int { bits, .. } => constant(bits, count_width, Sign::Unsigned),
        _ => return Err(Stop::Unsupported("a lifetime marker".into())),
    };
    let size = sized(Term::constant(n).scale(i128::from(element)))?;
    s.new_block(Block {
        base,
        size,
        align: align.max(1),
        kind,
        read_only: false,
        optional: false,
    });
    s.done(Sign::Unsigned, Detail::None)
}

/// M-LIFETIME, end
pub fn lifetime_end(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let register = lifetime_register(s, arguments)?;
    if let Some(block) = s.st.block_of_kind(&Kind::Stack(register_name(s, register)))
        && !s.cx.faults.on(Fault::OutOfScope)
    {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}

/// M-STACKSAVE
pub fn stack_save(s: &mut Step<'_, '_>, i: &Instruction) -> Rule<Next> {
    let bits = s.pointer_bits();
    let x = s.fresh_ranged(bits, Sign::Unsigned);
    s.result(i, Sign::Unsigned, x, Detail::None)
}

/// M-STACKRESTORE
pub fn stack_restore(s: &mut Step<'_, '_>, arguments: &[(Type, Operand)]) -> Rule<Next> {
    let function = s.cx.program.functions.get(&*s.st.function);
    let entry = function.and_then(|f| f.blocks.first());
    let saves = |i: &&Instruction| matches!(&i.op, Op::Call { callee, .. } if callee.starts_with("llvm.stacksave"));
    // Another function's stack pointer would end blocks that this state does not know to be dead.
    let mut instructions = function
        .into_iter()
        .flat_map(|f| f.blocks.iter().flat_map(|b| &b.instructions));
    let own = match arguments.first() {
        Some((_, Operand::Register(r))) => instructions.any(|i| i.result == Some(*r) && saves(&i)),
        _ => false,
    };
    if !own {
        let what =
            "a stackrestore of something that is not the result of a stacksave of this function";
        return Err(Stop::Unsupported(what.into()));
    }
    let behind = entry
        .into_iter()
        .flat_map(|b| &b.instructions)
        .skip_while(|i| !saves(i));
    let is_static = |i: &Instruction| {
        matches!(
            i.op,
            Op::Alloca {
                is_static: true,
                ..
            }
        )
    };
    if behind.into_iter().any(is_static) {
        let what = "an array of constant length behind one of variable length";
        return Err(Stop::Unsupported(what.into()));
    }
    let dynamic: Vec<String> = function
        .into_iter()
        .flat_map(|f| {
            f.blocks
                .iter()
                .flat_map(|b| &b.instructions)
                .map(move |i| (f, i))
        })
        .filter(|(_, i)| {
            matches!(
                i.op,
                Op::Alloca {
                    is_static: false,
                    ..
                }
            )
        })
        .filter_map(|(f, i)| {
            i.result
                .and_then(|r| f.registers.get(r))
                .map(|r| r.name.clone())
        })
        .collect();
    let dead: Vec<BlockId> =
        s.st.blocks
            .iter()
            .filter(|(_, b)| matches!(&b.kind, Kind::Stack(name) if dynamic.contains(name)))
            .map(|(id, _)| *id)
            .collect();
    for block in dead {
        s.st.forget_block(block);
    }
    s.done(Sign::Unsigned, Detail::None)
}

/// The `align` attribute of a call's pointer argument; 1 where there is none.
fn argument_align(i: &Instruction, argument: usize) -> u64 {
    let inside = i.text.split_once('(').map_or("", |(_, rest)| rest);
    let part = inside.split(',').nth(argument).unwrap_or("");
    let mut words = part
        .split_whitespace()
        .skip_while(|w| *w != "align")
        .skip(1);
    words.next().and_then(|w| w.parse().ok()).unwrap_or(1)
}

/// M-MOVE
pub fn memory_move(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    arguments: &[(Type, Operand)],
    may_overlap: bool,
    volatile: bool,
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let [(_, target), (_, source), (length_type, length), ..] = arguments else {
        return Err(Stop::Unsupported("memcpy with these arguments".into()));
    };
    let d = s.unsigned(target, bits)?;
    let from = s.unsigned(source, bits)?;
    let n = s.unsigned(length, width_of(*length_type, bits).unwrap_or(bits))?;
    let empty = Atom::eq(&n, &Term::zero());
    if empty.as_ref().is_some_and(|a| s.holds(a)) {
        s.prove(empty, || "a length".into())?;
        let detail = Detail::Move {
            target: None,
            source: None,
            keep: Vec::new(),
            copy: Vec::new(),
        };
        return s.result(i, Sign::Unsigned, d, detail);
    }
    let src = access(s, &from, &n, argument_align(i, 1), false)?;
    let dst = access(s, &d, &n, argument_align(i, 0), true)?;
    let src_end = sized(src.offset.add(&n))?;
    if src.block == dst.block && !may_overlap {
        let before = Atom::le(&src_end, &dst.offset);
        let after = sized(dst.offset.add(&n)).map(|end| Atom::le(&end, &src.offset))?;
        let first = before.as_ref().is_some_and(|a| s.holds(a));
        let apart = if first { before } else { after };
        s.prove_unless(Fault::Overlap, apart, || {
            "that the ranges of memcpy do not overlap".into()
        })?;
    }
    let mut copy = Vec::new();
    let mut copies = Vec::new();
    if !volatile {
        let sources: Vec<(EntryId, Entry)> =
            s.st.entries_of(src.block)
                .map(|(id, e)| (id, e.clone()))
                .collect();
        for (id, e) in sources {
            let low = Atom::le(&src.offset, &e.offset);
            let high = e
                .offset
                .plus(i128::from(e.width))
                .and_then(|end| Atom::le(&end, &src_end));
            let inside = low.as_ref().is_some_and(|a| s.holds(a))
                && high.as_ref().is_some_and(|a| s.holds(a));
            if inside || s.cx.faults.on(Fault::Copied) {
                s.prove_unless(Fault::Copied, low, || "a copied entry".into())?;
                s.prove_unless(Fault::Copied, high, || "a copied entry".into())?;
                let offset = sized(e.offset.sub(&src.offset).and_then(|o| o.add(&dst.offset)))?;
                copy.push(id);
                copies.push(Entry {
                    block: dst.block,
                    offset,
                    ..e
                });
            }
        }
    }
    let keep = survivors(s, &dst, &n)?;
    sweep(s, dst.block, &keep);
    for e in copies {
        s.new_entry(e);
    }
    let detail = Detail::Move {
        target: Some(dst.access),
        source: Some(src.access),
        keep,
        copy,
    };
    s.result(i, Sign::Unsigned, d, detail)
}

/// M-FILL
pub fn memory_fill(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    arguments: &[(Type, Operand)],
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let [(_, target), (_, byte), (length_type, length), ..] = arguments else {
        return Err(Stop::Unsupported("memset with these arguments".into()));
    };
    let d = s.unsigned(target, bits)?;
    let n = s.unsigned(length, width_of(*length_type, bits).unwrap_or(bits))?;
    let empty = Atom::eq(&n, &Term::zero());
    if empty.as_ref().is_some_and(|a| s.holds(a)) {
        s.prove(empty, || "a length".into())?;
        let detail = Detail::Fill {
            target: None,
            keep: Vec::new(),
            cells: Vec::new(),
        };
        return s.result(i, Sign::Unsigned, d, detail);
    }
    let at = access(s, &d, &n, argument_align(i, 0), true)?;
    let keep = survivors(s, &at, &n)?;
    sweep(s, at.block, &keep);
    let mut cells = Vec::new();
    let zeroed = matches!(byte, Operand::Int { bits: 0, .. }) || s.cx.faults.on(Fault::Filled);
    if let (true, Some(length)) = (zeroed, n.as_constant()) {
        for (offset, width, sign) in zero_cells(length, bits) {
            let offset = sized(at.offset.plus(offset))?;
            s.new_entry(Entry {
                block: at.block,
                offset: offset.clone(),
                width,
                sign,
                value: Term::zero(),
            });
            cells.push(cell(&offset, width, sign));
        }
    }
    s.result(
        i,
        Sign::Unsigned,
        d,
        Detail::Fill {
            target: Some(at.access),
            keep,
            cells,
        },
    )
}
