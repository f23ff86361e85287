//! Accesses, load, store: `spec/rules/memory.md`.

use super::alignment::alignment;
use super::stored::{constant_sign, register_sign};
use super::{Argument, Goal, GoalKind, Next, Pointee, Premise, Rule, Step, Stop, Structure, width_of};
use crate::algebra::data::term as plain;
use crate::algebra::{Atom, Term, TooLarge};
use crate::entail::absurd;
use crate::faults::Fault;
use crate::program::{Instruction, Operand, Reg, Type, library};
use crate::state::{Block, Entry, Value};
use certificates::{Access, BlockId, Cell, Detail, EntryId, Kind, Side, Sign};

/// The largest table of functions, in entries, for which a case analysis over the element is made.
const MOST_PLACES: usize = 64;
/// The largest array of pointers, in entries, for which a case analysis over the index is made.
const MOST_POINTERS: usize = 32;
/// With more entries than this, a value of which only the range has influence is not compared with each of them.
const MANY: usize = 16;
/// In a table with more elements than this, the element that is read is looked for only if the bounds leave one place.
const MOST_ELEMENTS: usize = 32;
/// The number of pointers with which a store is compared, at most.
const MOST_BESIDE: usize = 12;

/// A proved access: the block, the offset in it, and what the certificate says about it.
pub(super) struct ProvedAccess {
    pub block: BlockId,
    pub offset: Term,
    pub access: Access,
}

pub(super) fn cell(offset: &Term, width: u32, sign: Sign) -> Cell {
    Cell { offset: plain(offset), width, sign, count: None }
}

/// Finds the block that contains an access of n bytes at p, and proves the premises of `access`.
pub(super) fn access(s: &mut Step<'_, '_>, p: &Term, n: &Term, align: u64, write: bool) -> Rule<ProvedAccess> {
    let mut blocks: Vec<(BlockId, Block)> =
        s.st.blocks.iter().filter(|(_, b)| !b.optional).map(|(id, b)| (*id, b.clone())).collect();
    blocks.sort_by_key(|(id, b)| (!b.is_likely(p), !b.is_around(p), *id));
    // One whose base is a summand of the pointer itself is the only one, but for other parts of its object.
    let likely = blocks.iter().take_while(|(_, b)| b.is_likely(p)).count();
    let certain = blocks[..likely].iter().any(|(_, b)| b.base.as_var().is_some());
    let last = if certain { likely } else { blocks.len() };
    for (id, block) in blocks.into_iter().take(last) {
        let offset = p.sub(&block.base)?;
        if !within(s, &offset, n, &block)? && !s.cx.faults.on(Fault::Bounds) {
            continue;
        }
        let found = access_to(s, (id, &block), p, n, align)?;
        if write {
            writable(s, &block)?;
        }
        return Ok(found);
    }
    Err(Stop::Pointer(p.clone(), Box::new(missing(s, p, n))))
}

/// Proves the premises of an access of n bytes at p to a block, or to several that are one object.
pub(super) fn access_to(
    s: &mut Step<'_, '_>,
    (id, block): (BlockId, &Block),
    p: &Term,
    n: &Term,
    align: u64,
) -> Rule<ProvedAccess> {
    let offset = p.sub(&block.base)?;
    let what = || Premise::Access.into();
    s.prove_unless(Fault::Bounds, Atom::le(&Term::zero(), &offset)?, what)?;
    let end = offset.add(n)?;
    s.prove_unless(Fault::Bounds, Atom::le(&end, &block.size)?, what)?;
    let multiple = alignment(s, p, &offset, align, block)?;
    let access = Access { block: id, multiple };
    Ok(ProvedAccess { block: id, offset, access })
}

/// The premise of an access that is missing, in terms of the likely block.
fn missing(s: &Step<'_, '_>, p: &Term, n: &Term) -> Goal {
    let Some((_, block)) = s.st.likely_block(p) else {
        // A condition that is false for null, and for whatever else the pointer may be.
        let condition = Atom::ne(p, &Term::zero()).into_iter().chain([absurd()]).collect();
        return Goal { condition, ..s.goal(GoalKind::Access(Pointee::Nowhere(structures(s)))) };
    };
    let inside = |offset: &Term| {
        Ok::<_, TooLarge>(vec![Atom::le(&Term::zero(), offset)?, Atom::le(&offset.add(n)?, &block.size)?])
    };
    match p.sub(&block.base) {
        Ok(offset) if matches!(block.kind, Kind::Variadic(_)) => {
            let condition = inside(&offset).unwrap_or_default();
            Goal { condition, ..s.goal(Argument::VaArg.into()) }
        }
        Ok(offset) => {
            let access = Pointee::Inside { offset: s.show(&offset), bytes: s.show(n), size: s.show(&block.size) };
            let condition = inside(&offset).unwrap_or_default();
            Goal { condition, ..s.goal(GoalKind::Access(access)) }
        }
        Err(TooLarge) => s.goal(GoalKind::Access(Pointee::Unsaid)),
    }
}

/// The linked structures that are known, for messages.
fn structures(s: &Step<'_, '_>) -> Vec<Structure> {
    const MOST: usize = 3;
    let lists = s.st.lists.values();
    let lists = lists.map(|l| Structure::List { head: s.show(&l.head), end: s.show(&l.end) });
    let trees = s.st.trees.values().map(|t| Structure::Tree { root: s.show(&t.root) });
    lists.chain(trees).take(MOST).collect()
}

fn within(s: &mut Step<'_, '_>, offset: &Term, n: &Term, block: &Block) -> Result<bool, TooLarge> {
    let end = Atom::le(&offset.add(n)?, &block.size)?;
    Ok(s.holds(&Atom::le(&Term::zero(), offset)?) && s.holds(&end))
}

fn writable(s: &Step<'_, '_>, block: &Block) -> Rule<()> {
    if s.cx.faults.on(Fault::ReadOnly) {
        return Ok(());
    }
    if block.read_only {
        return s.missing(match &block.kind {
            Kind::Global(name) => GoalKind::Unwritten(name.clone()),
            _ => GoalKind::Writable(None),
        });
    }
    if let Kind::Global(name) = &block.kind
        && s.cx.program.globals.iter().any(|g| g.name == *name && g.is_unwritable())
    {
        return s.missing(GoalKind::Writable(Some(name.clone())));
    }
    Ok(())
}

/// Whether the block may be written.
pub(super) fn is_writable(s: &Step<'_, '_>, block: &Block) -> bool {
    writable(s, block).is_ok()
}

/// What is known of a block's contents: entries and uniform facts, with where each begins and ends.
pub(super) fn extents(s: &Step<'_, '_>, block: BlockId) -> Result<Vec<(EntryId, Term, Term)>, TooLarge> {
    let ends = |e: &Entry| e.offset.plus(i128::from(e.width));
    let entries = s.st.entries_of(block).map(|(id, e)| Ok((id, e.offset.clone(), ends(e)?)));
    entries.chain(s.st.uniforms_of(block).map(|(id, u)| Ok((id, u.offset.clone(), u.end()?)))).collect()
}

/// `survivors`: the entries and uniform facts of the block that stay after a write, with the reason.
pub(super) fn survivors(s: &mut Step<'_, '_>, at: &ProvedAccess, n: &Term) -> Rule<Vec<(EntryId, Side)>> {
    let end = at.offset.add(n)?;
    let mut keep = Vec::new();
    for (id, begins, ends) in extents(s, at.block)? {
        let before = Atom::le(&ends, &at.offset)?;
        if s.holds(&before) {
            s.prove(before, || Premise::Survivor.into())?;
            keep.push((id, Side::Before));
            continue;
        }
        let after = Atom::le(&end, &begins)?;
        if s.holds(&after) {
            s.prove(after, || Premise::Survivor.into())?;
            keep.push((id, Side::After));
        } else if begins != at.offset && s.cx.faults.on(Fault::Disjoint) {
            keep.push((id, Side::Before));
        }
    }
    Ok(keep)
}

/// For a store that may hit a pointer in a caller's memory, whose ranges may overlap: a case analysis over its
/// position, if the attempt makes these.
fn beside(s: &mut Step<'_, '_>, at: &ProvedAccess, n: &Term) -> Rule<()> {
    let caller = s.st.blocks.get(&at.block).is_some_and(|b| matches!(b.kind, Kind::Caller(_)));
    if !s.cx.distinguishing || !caller {
        return Ok(());
    }
    let pointer = s.pointer_bits() / 8;
    let of_pointers = |e: &&Entry| e.width == pointer && e.sign == Sign::Unsigned && e.value.as_constant().is_none();
    let entries: Vec<Entry> = s.st.entries_of(at.block).map(|(_, e)| e).filter(of_pointers).cloned().collect();
    if entries.len() > MOST_BESIDE {
        return Ok(());
    }
    let end = at.offset.add(n)?;
    for e in entries {
        let before = Atom::le(&e.offset.plus(i128::from(e.width))?, &at.offset)?;
        let after = Atom::le(&end, &e.offset)?;
        if before.decide().is_some() || s.holds(&before) || s.holds(&after) {
            continue;
        }
        for side in [before, after] {
            if !s.holds(&side.negate()?) {
                return Err(Stop::Split(side));
            }
        }
    }
    Ok(())
}

/// Deletes the entries of a block that did not survive.
pub(super) fn sweep(s: &mut Step<'_, '_>, block: BlockId, keep: &[(EntryId, Side)]) {
    s.st.forget_contents(block, |id| keep.iter().any(|(k, _)| *k == id));
}

fn bytes_of(s: &Step<'_, '_>, ty: Type) -> Rule<u32> {
    match ty {
        Type::Int(w) if matches!(w, 8 | 16 | 32 | 64) => Ok(w / 8),
        Type::Pointer => Ok(s.pointer_bits() / 8),
        Type::Float(n) => Ok(n),
        _ => Err(Stop::Unsupported("memory access of this type".into())),
    }
}

/// For a read at an unknown index of a table of functions: a case analysis over the elements.
fn which_function(s: &mut Step<'_, '_>, at: &ProvedAccess, n: u32) -> Rule<()> {
    let table: Vec<Entry> = s.st.entries_of(at.block).filter(|(_, e)| e.width == n).map(|(_, e)| e.clone()).collect();
    let is_function = |e: &Entry| super::function::pointee(s.st, &e.value).is_some();
    if table.len() > MOST_PLACES || !table.iter().any(is_function) {
        return Ok(());
    }
    for e in table {
        let here = Atom::eq(&at.offset, &e.offset)?;
        if !s.holds(&here.negate()?) {
            return Err(Stop::Split(here));
        }
    }
    Ok(())
}

/// For an access at an unknown index of an array of pointers: a case analysis over the elements, if the attempt makes
/// these.
fn which_pointer(s: &mut Step<'_, '_>, at: &ProvedAccess, n: u32) -> Rule<()> {
    if !s.cx.indexing || at.offset.as_constant().is_some() {
        return Ok(());
    }
    let pointers = s.st.entries_of(at.block).filter(|(_, e)| e.width == n && e.sign == Sign::Unsigned);
    let mut places: Vec<i128> = pointers.filter_map(|(_, e)| e.offset.as_constant()).collect();
    places.sort_unstable();
    places.dedup();
    if !(2..=MOST_POINTERS).contains(&places.len()) {
        return Ok(());
    }
    while let [first, _, ..] = places[..] {
        let middle = places.get((places.len() - 1) / 2).copied().unwrap_or(first);
        let low = Atom::le(&at.offset, &Term::constant(middle))?;
        if s.holds(&low) {
            places.retain(|place| *place <= middle);
        } else if s.holds(&low.negate()?) {
            places.retain(|place| *place > middle);
        } else {
            return Err(Stop::Split(low));
        }
    }
    let [place] = places[..] else { return Ok(()) };
    // The place becomes a fact of its own, so that it has the same name wherever it occurs.
    let here = Atom::eq(&at.offset, &Term::constant(place))?;
    if s.holds(&here) && s.st.place_of(&at.offset).is_none() {
        return Err(Stop::Split(here));
    }
    Ok(())
}

/// What a load is about.
pub(super) struct Load<'a> {
    pub ty: Type,
    pub pointer: &'a Operand,
    pub align: u64,
    pub volatile: bool,
    pub range: Option<(u64, u64)>,
}

/// P5, P6: the value lies in the `!range` of the load.
fn in_range(s: &mut Step<'_, '_>, value: &Term, w: u32, sign: Sign, range: Option<(u64, u64)>) -> Rule<()> {
    let Some((low, high)) = range else { return Ok(()) };
    let bits = if sign == Sign::Unsigned { value.clone() } else { s.fit(value, w, Sign::Unsigned)? };
    let what = || GoalKind::Value { low, high, width: w };
    s.prove(Atom::le(&Term::constant(i128::from(low)), &bits)?, what)?;
    s.prove(Atom::le(&bits.plus(1)?, &Term::constant(i128::from(high)))?, what)
}

/// M-LOAD
pub(super) fn load(s: &mut Step<'_, '_>, i: &Instruction, load: &Load<'_>) -> Rule<Next> {
    let Load { ty, pointer, align, volatile, range } = *load;
    let bits = s.pointer_bits();
    let n = bytes_of(s, ty)?;
    let p = s.unsigned(pointer, bits)?;
    let at = access(s, &p, &Term::constant(i128::from(n)), align, false)?;
    let Some(w) = width_of(ty, bits) else {
        return s.done(Sign::Unsigned, Detail::Load { access: at.access, entry: None });
    };
    let preferred = if ty == Type::Pointer { Sign::Unsigned } else { s.preferred(i.result) };
    if volatile {
        let x = s.fresh_open(w, preferred)?;
        in_range(s, &x, w, preferred, range)?;
        return s.result(i, preferred, x, Detail::Load { access: at.access, entry: None });
    }
    if let Some((id, entry)) = entry_at(s, i.result, &at, n)? {
        let same = Atom::eq(&entry.offset, &at.offset)?;
        s.prove_unless(Fault::WrongEntry, same, || Premise::EntryRead.into())?;
        let sign = if ty == Type::Pointer { Sign::Unsigned } else { entry.sign };
        let value = if entry.sign == sign {
            entry.value
        } else {
            s.machine_value(&Value { sign: entry.sign, term: entry.value.clone() }, w)?;
            s.fit_result(i.result, &entry.value, w, sign)?
        };
        in_range(s, &value, w, sign, range)?;
        return s.result(i, sign, value, Detail::Load { access: at.access, entry: Some(id) });
    }
    super::bytes::are_named(s, &at, n)?;
    if ty == Type::Pointer {
        super::elements::is_taken(s, at.block, &at.offset)?;
        super::elements::are_null(s, at.block, &at.offset, n)?;
        super::arguments::is_named(s, &at)?;
        which_function(s, &at, n)?;
        which_pointer(s, &at, n)?;
    }
    super::uniform::is_named(s, at.block, &at.offset, n)?;
    whether_null_character(s, &at)?;
    let mut x = s.fresh_open(w, preferred)?;
    if s.cx.faults.on(Fault::UnknownIsZero) {
        x = Term::zero();
    }
    s.new_entry(Entry { block: at.block, offset: at.offset, width: n, sign: preferred, value: x.clone() });
    in_range(s, &x, w, preferred, range)?;
    s.result(i, preferred, x, Detail::Load { access: at.access, entry: None })
}

/// Asks whether the null character's element of the table of `<ctype.h>` is read, the only one that is known.
fn whether_null_character(s: &mut Step<'_, '_>, at: &ProvedAccess) -> Rule<()> {
    let of_classes = |kind: &Kind| matches!(kind, Kind::Global(name) if name == library::CLASSES);
    if !s.st.blocks.get(&at.block).is_some_and(|block| of_classes(&block.kind)) {
        return Ok(());
    }
    let null = Term::constant(library::NULL_CHARACTER.into());
    match s.holds(&Atom::ne(&at.offset, &null)?) {
        true => Ok(()),
        false => Err(Stop::Split(Atom::eq(&at.offset, &null)?)),
    }
}

/// Do the bounds of a term leave a single value?
fn is_certain(s: &mut Step<'_, '_>, t: &Term) -> Result<bool, TooLarge> {
    let most = s.cx.engine.maximum(&s.st.knowledge, t);
    let least = s.cx.engine.maximum(&s.st.knowledge, &t.neg()?).and_then(i128::checked_neg);
    Ok(t.as_constant().is_some() || most.is_some() && most == least)
}

/// The newest entry that certainly lies at this place with this width. If there are many and only the range of the
/// value has influence, only one at literally this offset is taken: a cipher reads its tables at a hundred unknown
/// places.
fn entry_at(
    s: &mut Step<'_, '_>,
    result: Option<Reg>,
    at: &ProvedAccess,
    width: u32,
) -> Result<Option<(EntryId, Entry)>, TooLarge> {
    let mut found: Vec<(EntryId, Entry)> =
        s.st.entries_of(at.block).filter(|(_, e)| e.width == width).map(|(id, e)| (id, e.clone())).collect();
    found.reverse();
    let known = |e: &Entry| e.offset.as_constant().is_some();
    if found.iter().filter(|(_, e)| known(e)).count() > MOST_ELEMENTS && !is_certain(s, &at.offset)? {
        found.retain(|(_, e)| !known(e));
    }
    if let Some(hit) = found.iter().find(|(_, e)| e.offset == at.offset) {
        return Ok(Some(hit.clone()));
    }
    if found.len() > MANY && result.is_some_and(|r| !s.cx.exact.has(&s.st.function, r)) {
        return Ok(None);
    }
    for (id, e) in found {
        let same = Atom::eq(&e.offset, &at.offset)?;
        if (same.decide() != Some(false) && s.holds(&same)) || s.cx.faults.on(Fault::WrongEntry) {
            return Ok(Some((id, e)));
        }
    }
    Ok(None)
}

/// M-STORE
pub(super) fn store(
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
                Operand::Register(r) => register_sign(s, *r, pointer, n)
                    .or_else(|| s.st.bindings.get(r).map(|v| v.sign))
                    .unwrap_or(Sign::Signed),
                _ => Sign::Signed,
            };
            (sign, Some(s.read(value, w, sign)?))
        }
        None => (Sign::Unsigned, None),
    };
    let p = s.unsigned(pointer, bits)?;
    let size = Term::constant(i128::from(n));
    let at = access(s, &p, &size, align, true)?;
    beside(s, &at, &size)?;
    super::bytes::are_kept(s, &at, n)?;
    if ty == Type::Pointer {
        super::elements::is_taken(s, at.block, &at.offset)?;
        which_pointer(s, &at, n)?;
    }
    let number = v.as_ref().filter(|_| matches!(value, Operand::Int { .. }));
    let sign = number.and_then(|v| constant_sign(s, (at.block, &at.offset), pointer, n, v)).unwrap_or(sign);
    let keep = survivors(s, &at, &size)?;
    let ProvedAccess { block, offset, access } = at;
    let written = v.filter(|_| !volatile);
    let written = written.map(|value| Entry { block, offset: offset.clone(), width: n, sign, value });
    if let Some(written) = &written {
        super::uniform::may_be_loosened(s, written)?;
    }
    let within = super::uniform::within(s, (block, &offset, n), written.as_ref(), &keep)?;
    let kept = |id: EntryId| keep.iter().any(|(kept, _)| *kept == id) || within.iter().any(|(kept, _)| *kept == id);
    s.st.forget_contents(block, kept);
    written.into_iter().for_each(|written| s.new_entry(written));
    let within = within.into_iter().map(|(id, index)| (id, plain(&index))).collect();
    s.done(sign, Detail::Store { access, keep, within })
}
