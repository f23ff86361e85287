//! Stack and memory access (`spec/rules/memory.md`).

use super::shared::*;
use std::rc::Rc;

use crate::proof::state::Uniform;

/// The block that an access names; it must exist and not be optional.
pub(crate) fn live(cx: &Context, s: &State, id: BlockId) -> Checked<Rc<Block>> {
    let block = some!(cx, s.blocks.get(&id) => "block", "the state has no block {id}");
    reject_if!(cx, block.optional => "block", "block {id} is optional: it may not be there");
    Ok(block.clone())
}

/// An entry whose block is there: that of an optional block says nothing before the block is resolved.
pub(crate) fn entry(cx: &Context, s: &State, id: EntryId) -> Checked<Rc<Entry>> {
    let entry = some!(cx, s.entries.get(&id) => "entry", "the state has no entry {id}").clone();
    live(cx, s, entry.block)?;
    Ok(entry)
}

/// `access(a, p, n, A)`: the offset of an access to n bytes at p with alignment A.
pub(crate) fn access(cx: &mut Context, s: &State, a: &Access, p: &Poly, n: &Poly, align: u64) -> Checked<Poly> {
    let block = live(cx, s, a.block)?;
    access_to(cx, s, &block, a, (p, n, align))
}

/// `access` to a block, or to several that are one object.
pub(crate) fn access_to(
    cx: &mut Context,
    s: &State,
    block: &Block,
    a: &Access,
    (p, n, align): (&Poly, &Poly, u64),
) -> Checked<Poly> {
    let offset = p.sub(&block.base)?;
    cx.require_le("P1", &Poly::constant(0), &offset)?;
    cx.require_le("P2", &offset.add(n)?, &block.size)?;
    if align > 1 {
        let factor = i128::from(align);
        reject_if!(cx, block.align < align && !matches!(a.multiple, Multiple::Address(_)) =>
            "alignment", "an access of alignment {align} to a block of alignment {}", block.align);
        match &a.multiple {
            Multiple::Plain => reject_if!(cx, !offset.is_multiple_of(factor) =>
                "P3", "the offset {offset} is not plainly a multiple of {align}"),
            Multiple::Offset(m) => cx.require_eq("P3", &offset, &read_term(cx, s, m)?.scale(factor)?)?,
            Multiple::Address(m) => cx.require_eq("P3", p, &read_term(cx, s, m)?.scale(factor)?)?,
        }
    }
    Ok(offset)
}

/// A term of a hint, over the variables named so far.
pub(crate) fn read_term(cx: &Context, s: &State, term: &certificates::Term) -> Checked<Poly> {
    Poly::read(term, s.variables).or_else(|message| cx.reject("term", message))
}

/// The block may be written.
pub(crate) fn writable(cx: &Context, s: &State, id: BlockId) -> Checked {
    let block = live(cx, s, id)?;
    reject_if!(cx, block.read_only => "writable", "block {id} is read-only in this function");
    reject_if!(cx, cx.is_constant(&block.kind) => "writable", "block {id} is constant, or the C library relies on it");
    Ok(())
}

/// `survivors(i, o, n, keep)`: entries of the block survive a write of n bytes at o only if they do not overlap it.
pub(crate) fn survivors(
    cx: &mut Context,
    s: &mut State,
    block: BlockId,
    o: &Poly,
    n: &Poly,
    keep: &[(EntryId, Side)],
) -> Checked {
    reject_if!(cx, !keep.is_sorted_by(|a, b| a.0 < b.0) => "survivors", "the entries are not ascending");
    cx.charge(s.entries.len())?;
    let end = o.add(n)?;
    for (id, side) in keep {
        let (of, begins, ends) = extent(cx, s, *id)?;
        reject_if!(cx, of != block => "survivors", "entry {id} is not of the written block");
        match side {
            Side::Before => cx.require_le("survivor", &ends, o)?,
            Side::After => cx.require_le("survivor", &end, &begins)?,
        }
    }
    let kept = |id: &EntryId| keep.binary_search_by(|(kept, _)| kept.cmp(id)).is_ok();
    s.entries.retain(|id, entry| entry.block != block || kept(id));
    s.uniforms.retain(|id, uniform| uniform.block != block || kept(id));
    Ok(())
}

/// The bytes that an entry or a uniform fact is about: the block, where they begin, and where they end.
pub(crate) fn extent(cx: &Context, s: &State, id: EntryId) -> Checked<(BlockId, Poly, Poly)> {
    if let Some(uniform) = s.uniforms.get(&id) {
        live(cx, s, uniform.block)?;
        return Ok((uniform.block, uniform.offset.clone(), uniform.end()?));
    }
    let entry = entry(cx, s, id)?;
    Ok((entry.block, entry.offset.clone(), entry.offset.plus(i128::from(entry.width))?))
}

/// The block of errno has no entries, because every function of the library may change errno.
pub(crate) fn is_errno(s: &State, block: BlockId) -> bool {
    matches!(s.blocks.get(&block).map(|block| &block.kind), Some(Kind::Global(name)) if name == ERRNO)
}

/// A new entry.
pub(crate) fn new_entry(cx: &mut Context, s: &mut State, entry: Entry) -> Checked {
    if is_errno(s, entry.block) {
        return Ok(());
    }
    cx.charge(entry.offset.size() + entry.value.size())?;
    s.entries.insert(s.next_entry, Rc::new(entry));
    s.next_entry = s.next_entry.checked_add(1).ok_or(TooLarge)?;
    Ok(())
}

/// A new uniform fact, with a number of those of the entries.
pub(crate) fn new_uniform(cx: &mut Context, s: &mut State, uniform: Uniform) -> Checked {
    if is_errno(s, uniform.block) {
        return Ok(());
    }
    cx.charge(uniform.size())?;
    s.uniforms.insert(s.next_entry, Rc::new(uniform));
    s.next_entry = s.next_entry.checked_add(1).ok_or(TooLarge)?;
    Ok(())
}

/// Widths of entries.
pub(crate) fn check_width(cx: &Context, width: u32) -> Checked {
    match width {
        1 | 2 | 4 | 8 => Ok(()),
        _ => cx.reject("width", format!("an entry of {width} bytes")),
    }
}

pub(crate) fn new_block(cx: &mut Context, s: &mut State, block: Block) -> Checked<BlockId> {
    cx.charge(block.base.size() + block.size.size())?;
    reject_if!(cx, s.blocks.len() >= MAX_BLOCKS => "blocks", "more than {MAX_BLOCKS} blocks in a state");
    let id = s.next_block;
    s.blocks.insert(id, Rc::new(block));
    s.next_block = id.checked_add(1).ok_or(TooLarge)?;
    Ok(id)
}

/// Adds a block for the address of a function that has none in the state yet. Returns the address.
pub(crate) fn function_address(cx: &mut Context, s: &mut State, name: &str) -> Checked<Poly> {
    let b = cx.fresh(s)?;
    function_at(cx, s, name, &b)?;
    Ok(b)
}

/// Adds a block for a function, at a known address, that has none in the state yet.
pub(crate) fn function_at(cx: &mut Context, s: &mut State, name: &str, address: &Poly) -> Checked {
    cx.add_range(1, address, cx.top())?;
    new_block(cx, s, Block::new(address.clone(), Poly::default(), 1, Kind::Function(name.into()))).map(drop)
}

/// **callee** the pointer of the call is the address of this function.
pub(crate) fn points_to<'m>(cx: &mut Context<'m>, s: &mut State<'m>, pointer: &Operand, function: &str) -> Checked {
    let block = some!(cx, s.function(function).and_then(|id| s.blocks.get(&id)).cloned() =>
        "callee", "the state has no block for the function @{function} (G-FUNCTION)");
    let given = cx.address(s, pointer)?;
    cx.require_eq("callee", &given, &block.base)
}

/// Bytes of a type whose values an entry can hold: pointers and integers of 1, 2, 4, 8 bytes.
fn cell(cx: &Context, ty: &Type) -> Checked<u32> {
    match cx.shape(ty)? {
        Some(shape) if matches!(shape.width, 8 | 16 | 32 | 64) => Ok(shape.width / 8),
        _ => cx.reject("type", "integers in memory have 8, 16, 32 or 64 bits"),
    }
}

/// Bytes that a load or store of a floating point type accesses.
fn float_size(cx: &Context, ty: &Type) -> Checked<Poly> {
    let size = cx.module.layout.store_size(ty).or_else(|reason| cx.reject("type", reason.as_ref()))?;
    Ok(Poly::constant(i128::from(size)))
}

/// Whether some `llvm.lifetime.start` of the function names this alloca.
fn has_lifetime(s: &State, register: &str) -> bool {
    let mut instructions = s.position.function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.op {
        Op::Call { callee: Callee::Direct(name), arguments, .. } => {
            name.starts_with("llvm.lifetime.start")
                && arguments.iter().any(|a| matches!(&a.value, Operand::Register(r) if **r == *register))
        }
        _ => false,
    })
}

/// Bytes of an alloca: element size times count.
fn alloca_size(cx: &mut Context, s: &mut State, size: u64, count: &Typed) -> Checked<Poly> {
    let shape = some!(cx, cx.shape(&count.ty)? => "count", "not an integer");
    Ok(cx.unsigned(s, &count.value, shape)?.scale(i128::from(size))?)
}

/// M-ALLOCA
pub(crate) fn alloca<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    cx.rule("M-ALLOCA");
    cx.charge(s.position.function.registers.len() / 4)?;
    no_detail(cx, at.hint)?;
    take!(cx, (Op::Alloca { size, count, align, is_static, .. }, Some(register)) = (&at.instruction.op, &at.instruction.result) =>
        "instruction", "not an alloca");
    let size = alloca_size(cx, s, *size, count)?;
    cx.require_le("P1", &size, &Poly::constant(cx.max_size()))?;
    let b = cx.fresh(s)?;
    cx.add_le(&Poly::constant(1), &b)?;
    cx.add_le(&b.add(&size)?, &Poly::constant(cx.top()))?;
    let lifetime = has_lifetime(s, register);
    reject_if!(cx, lifetime && !is_static => "lifetime", "a dynamic alloca with lifetime markers is not supported");
    reject_if!(cx, *is_static && s.stack(register).is_some() =>
        "identity", "the state has a block of this alloca already");
    if !lifetime {
        new_block(cx, s, Block::new(b.clone(), size, *align, Kind::Stack(register.to_string())))?;
    }
    Ok(Some((b, Sign::Unsigned)))
}

/// M-LIFETIME
pub(crate) fn lifetime(cx: &mut Context, s: &mut State, operand: &Operand, start: bool) -> Checked {
    cx.rule("M-LIFETIME");
    cx.charge(s.position.function.registers.len() / 4)?;
    let Operand::Register(register) = operand else {
        return cx.reject("operand", "not a register");
    };
    take!(cx, Some(Op::Alloca { size, count, align, is_static: true, .. }) = s.position.definition(register) =>
        "operand", "not the register of a static alloca");
    match (s.stack(register), start) {
        (Some(block), true) => s.clear(block),
        (Some(block), false) => s.delete(block),
        (None, false) => {}
        (None, true) => {
            let base = cx.address(s, operand)?;
            let size = alloca_size(cx, s, *size, count)?;
            new_block(cx, s, Block::new(base, size, *align, Kind::Stack(register.to_string())))?;
        }
    }
    Ok(())
}

/// M-STACKSAVE
pub(crate) fn stacksave(cx: &mut Context, s: &mut State) -> Checked<Value> {
    cx.rule("M-STACKSAVE");
    let x = cx.fresh_ranged(s, cx.pointer(), Sign::Unsigned)?;
    Ok(Some((x, Sign::Unsigned)))
}

/// M-STACKRESTORE
pub(crate) fn stackrestore(cx: &mut Context, s: &mut State, operand: &Operand) -> Checked {
    cx.rule("M-STACKRESTORE");
    let position = s.position;
    let is_save =
        |op: &Op| matches!(op, Op::Call { callee: Callee::Direct(name), .. } if name.starts_with("llvm.stacksave"));
    let saved = |register: &str| position.definition(register).is_some_and(is_save);
    reject_if!(cx, !matches!(operand, Operand::Register(register) if saved(register)) =>
        "operand", "not the register of a stacksave of this function");
    // A static alloca after a save would be deallocated as well, though its block looks like one that lives for the
    // whole call.
    let entry = position.function.blocks.first().map_or(&[][..], |block| &block.instructions);
    let mut behind = entry.iter().skip_while(|instruction| !is_save(&instruction.op));
    reject_if!(cx, behind.any(|instruction| matches!(instruction.op, Op::Alloca { is_static: true, .. })) =>
        "operand", "a static alloca stands behind a stacksave");
    let is_dynamic =
        |register: &str| !matches!(position.definition(register), Some(Op::Alloca { is_static: true, .. }));
    let dead = |block: &Block| matches!(&block.kind, Kind::Stack(register) if is_dynamic(register));
    let dead: Vec<BlockId> = s.blocks.iter().filter(|(_, block)| dead(block)).map(|(id, _)| *id).collect();
    dead.into_iter().for_each(|block| s.delete(block));
    Ok(())
}

/// M-LOAD
pub(crate) fn load<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked<Value> {
    cx.rule("M-LOAD");
    take!(cx, Op::Load { pointer, align, volatile, range } = &at.instruction.op => "instruction", "not a load");
    take!(cx, Detail::Load { access: place, entry: source } = &at.hint.detail => "hint", "the access is needed");
    let p = cx.address(s, pointer)?;
    let Some(shape) = cx.shape(&at.instruction.ty)? else {
        let n = float_size(cx, &at.instruction.ty)?;
        access(cx, s, place, &p, &n, *align)?;
        reject_if!(cx, source.is_some() => "entry", "a load of a floating point number reads no entry");
        return Ok(None);
    };
    let width = cell(cx, &at.instruction.ty)?;
    let sign = shape.sign(at.hint.sign);
    let o = access(cx, s, place, &p, &Poly::constant(i128::from(width)), *align)?;
    reject_if!(cx, source.is_some() && *volatile => "entry", "a volatile load reads no entry");
    let value = match source {
        None if *volatile => cx.fresh_open(s, shape.width, sign)?,
        None => {
            let x = cx.fresh_open(s, shape.width, sign)?;
            new_entry(cx, s, Entry { block: place.block, offset: o, width, sign, value: x.clone() })?;
            x
        }
        Some(id) => {
            let source = entry(cx, s, *id)?;
            reject_if!(cx, source.block != place.block, source.width != width =>
                "entry", "entry {id} is of another block or width");
            cx.require_eq("P4", &source.offset, &o)?;
            if source.sign == sign { source.value.clone() } else { cx.convert(s, &source.value, shape.width, sign)? }
        }
    };
    if let Some((lower, upper)) = range {
        let bits = match sign {
            Sign::Unsigned => value.clone(),
            Sign::Signed => cx.convert(s, &value, shape.width, Sign::Unsigned)?,
        };
        cx.require_le("P5", &Poly::constant(i128::from(*lower)), &bits)?;
        cx.require_le("P6", &bits.plus(1)?, &Poly::constant(i128::from(*upper)))?;
    }
    Ok(Some((value, sign)))
}

/// The uniform fact of this number; its block must exist and not be optional.
pub(crate) fn uniform_of(cx: &mut Context, s: &State, id: EntryId) -> Checked<Rc<Uniform>> {
    let uniform = some!(cx, s.uniforms.get(&id) => "uniform", "the state has no uniform fact {id}").clone();
    live(cx, s, uniform.block)?;
    cx.charge(uniform.size())?;
    Ok(uniform)
}

/// `require of(u; x)`: what the fact says of each element holds of this value.
pub(crate) fn require_of(cx: &mut Context, u: &Uniform, premise: &str, value: &Poly) -> Checked {
    for fact in u.all.iter() {
        cx.require(premise, fact.of(std::slice::from_ref(value), &Poly::default())?)?;
    }
    Ok(())
}

/// Uniform facts that a store leaves true, because it writes such an element, or beside the elements (M-STORE).
fn left_within(
    cx: &mut Context,
    s: &State,
    (block, o, n): (BlockId, &Poly, &Poly),
    stored: Option<&Entry>,
    within: &[(EntryId, certificates::Term)],
) -> Checked<Vec<(EntryId, Rc<Uniform>)>> {
    reject_if!(cx, !within.is_sorted_by(|a, b| a.0 < b.0) => "within", "the facts are not ascending");
    let mut left = Vec::new();
    for (id, index) in within {
        let u = uniform_of(cx, s, *id)?;
        reject_if!(cx, u.block != block => "within", "the uniform fact {id} is of another block");
        let place = u.place(&read_term(cx, s, index)?)?;
        if !is_beside(&u, &o.sub(&place)?, n)? {
            reject_if!(cx, u.owned.is_some() => "within", "what the element of the fact {id} owns would be lost");
            let stored = some!(cx, stored => "within", "what is stored has no known value");
            reject_if!(cx, u.width != stored.width, u.sign != stored.sign =>
                "within", "what is stored is no element of the uniform fact {id}");
            cx.require_eq("within place", o, &place)?;
            require_of(cx, &u, "within value", &stored.value)?;
        }
        left.push((*id, u));
    }
    Ok(left)
}

/// Whether n bytes, this far behind the beginning of an element, lie between it and the next one, by looking.
fn is_beside(u: &Uniform, distance: &Poly, n: &Poly) -> Checked<bool> {
    let behind = distance.sub(&Poly::constant(u.width.into()))?.as_constant();
    let before = Poly::constant(u.stride.into()).sub(&distance.add(n)?)?.as_constant();
    Ok(behind.is_some_and(|bytes| bytes >= 0) && before.is_some_and(|bytes| bytes >= 0))
}

/// M-STORE
pub(crate) fn store<'m>(cx: &mut Context<'m>, s: &mut State<'m>, at: At<'m>) -> Checked {
    cx.rule("M-STORE");
    take!(cx, Op::Store { ty, value, pointer, align, volatile } = &at.instruction.op => "instruction", "not a store");
    take!(cx, Detail::Store { access: place, keep, within } = &at.hint.detail => "hint", "the access is needed");
    let stored = match cx.shape(ty)? {
        Some(shape) => {
            let sign = shape.sign(at.hint.sign);
            Some((cx.read(s, value, shape, sign)?, sign, cell(cx, ty)?))
        }
        None => {
            cx.defined(value)?;
            None
        }
    };
    let p = cx.address(s, pointer)?;
    let n = match &stored {
        Some((_, _, width)) => Poly::constant(i128::from(*width)),
        None => float_size(cx, ty)?,
    };
    let o = access(cx, s, place, &p, &n, *align)?;
    writable(cx, s, place.block)?;
    let block = place.block;
    let entry = |(value, sign, width)| Entry { block, offset: o.clone(), width, sign, value };
    let written = stored.filter(|_| !*volatile).map(entry);
    let left = left_within(cx, s, (block, &o, &n), written.as_ref(), within)?;
    survivors(cx, s, block, &o, &n, keep)?;
    s.uniforms.extend(left);
    written.map_or(Ok(()), |written| new_entry(cx, s, written))
}
