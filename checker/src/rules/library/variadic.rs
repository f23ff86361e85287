//! Variable arguments (`spec/rules/variadic.md`): the list that `llvm.va_start` makes of them, and what functions of the
//! library read through one.

use certificates::Area;

use crate::rules::library::arguments::{Call, address};
use crate::rules::library::columns::{Given, all_kept, kept_of};
use crate::rules::memory;
use crate::rules::shared::*;

/// Bytes of a list: `__va_list_tag`.
const LIST: i128 = 24;
/// Bytes of the register save area that are for integers and pointers.
const GENERAL: i128 = 48;
/// Bytes of the register save area.
const SAVED: i128 = 176;

/// The bytes that an argument takes of its part of the register save area, if it is passed in a register at all.
pub(crate) fn class(ty: &Type) -> Option<(Area, i128)> {
    match ty {
        Type::Int(1..=64) | Type::Pointer => Some((Area::General, 8)),
        Type::Float(FloatKind::Float | FloatKind::Double) => Some((Area::Vector, 16)),
        _ => None,
    }
}

/// Other machines have other lists.
fn machine(cx: &Context) -> Checked {
    reject_if!(cx, cx.pointer() != 64 => "machine", "variable arguments are supported on x86-64 only");
    Ok(())
}

/// Where the variable arguments begin in the register save area: bytes from its beginning of the first general one, and of
/// the first vector one, behind those of the parameters.
pub(crate) fn beginnings(cx: &Context, signature: &Signature) -> Checked<(i128, i128)> {
    machine(cx)?;
    // Another result may need a hidden parameter.
    reject_if!(cx, signature.result != Type::Void && class(&signature.result).is_none() =>
        "parameters", "the result is returned in no register");
    let (mut general, mut vector) = (0, GENERAL);
    for ty in &signature.parameters {
        match some!(cx, class(ty) => "parameters", "a parameter is passed in no register") {
            (Area::General, bytes) => general = GENERAL.min(general + bytes),
            (_, bytes) => vector = SAVED.min(vector + bytes),
        }
    }
    Ok((general, vector))
}

/// Where the next argument of a class lies: in the register save area, this far from its beginning, or `None` in the
/// overflow area.
pub(crate) fn in_register((area, bytes): (Area, i128), taken: &mut (i128, i128)) -> Option<i128> {
    let (next, end) = match area {
        Area::General => (&mut taken.0, GENERAL),
        _ => (&mut taken.1, SAVED),
    };
    (*next + bytes <= end).then(|| std::mem::replace(next, *next + bytes))
}

/// X-VARIADIC of `llvm.va_start`, `llvm.va_end` and `llvm.va_copy`.
pub(super) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, family: &str) -> Checked<Value> {
    let mut given = Given::of(cx, c)?;
    let (mut source, mut values) = (None, Vec::new());
    if family == "va_start" {
        values = started(cx, s)?;
    } else if family == "va_copy" {
        let from = place(cx, s, c, 1, &mut given)?;
        values = fields(cx, s, &from, &mut given)?;
        source = Some(from);
    }
    let (block, offset) = place(cx, s, c, 0, &mut given)?;
    memory::writable(cx, s, block)?;
    let bytes = Poly::constant(LIST);
    if let Some((_, from)) = source.filter(|(other, _)| *other == block) {
        let before = Atom::le(&from.add(&bytes)?, &offset)?;
        cx.require_either("disjoint", before, &[Atom::le(&offset.add(&bytes)?, &from)?])?;
    }
    memory::survivors(cx, s, block, &offset, &bytes, std::mem::take(&mut given.keep))?;
    given.all_used(cx)?;
    for ((at, width), (value, sign)) in FIELDS.into_iter().zip(values) {
        memory::new_entry(cx, s, Entry { block, offset: offset.plus(at)?, width, sign, value })?;
    }
    Ok(None)
}

/// The fields of a list, by offset and width: the bytes of the register save area that are behind us, of general arguments
/// and of vector ones; the next argument in the overflow area; the register save area.
const FIELDS: [(i128, u32); 4] = [(0, 4), (4, 4), (8, 8), (16, 8)];

/// Where the list lies that an argument points to.
fn place(cx: &mut Context, s: &mut State, c: &Call, at: usize, given: &mut Given) -> Checked<(BlockId, Poly)> {
    machine(cx)?;
    let p = address(cx, s, c, at)?;
    let access = some!(cx, given.accesses.next() => "accesses", "an access is needed");
    Ok((access.block, memory::access(cx, s, access, &p, &Poly::constant(LIST), 8)?))
}

/// The fields of a list of all variable arguments of the frame.
fn started(cx: &mut Context, s: &State) -> Checked<Vec<(Poly, Sign)>> {
    let (general, vector) = beginnings(cx, &s.position.function.signature)?;
    let base = |area: Area| Some(s.blocks.get(&s.find(|kind| *kind == Kind::Variadic(area))?)?.base.clone());
    let saved =
        some!(cx, base(Area::General) => "area", "the state has no block for the variable arguments in registers");
    let overflow = some!(cx, base(Area::Overflow) => "area", "the state has no block for the other variable arguments");
    let fields = [Poly::constant(general), Poly::constant(vector), overflow, saved.plus(-general)?];
    Ok(fields.map(|value| (value, Sign::Unsigned)).into())
}

/// What entries say of the fields of a list.
fn fields(
    cx: &mut Context,
    s: &State,
    (block, offset): &(BlockId, Poly),
    given: &mut Given,
) -> Checked<Vec<(Poly, Sign)>> {
    let mut values = Vec::new();
    for (at, width) in FIELDS {
        let id = some!(cx, given.entries.next() => "entry", "an entry of the list is needed");
        let entry = memory::entry(cx, s, *id)?;
        reject_if!(cx, entry.block != *block, entry.width != width => "entry", "entry {id} is of another block or width");
        cx.require_eq("P24", &entry.offset, &offset.plus(at)?)?;
        values.push((entry.value.clone(), entry.sign));
    }
    Ok(values)
}

/// A list whose arguments are read one after the other.
pub(super) struct List {
    place: (BlockId, Poly),
    taken: (i128, i128),
    overflow: Poly,
    saved: Poly,
}

impl List {
    /// The list that an argument points to.
    pub(super) fn at(cx: &mut Context, s: &mut State, c: &Call, at: usize, given: &mut Given) -> Checked<List> {
        let place = place(cx, s, c, at, given)?;
        memory::writable(cx, s, place.0)?;
        let fields = fields(cx, s, &place, given)?;
        let [(general, _), (vector, _), (overflow, Sign::Unsigned), (saved, Sign::Unsigned)] = &fields[..] else {
            return cx.reject("entry", "an address is unsigned");
        };
        let taken = some!(cx, general.as_constant().zip(vector.as_constant()) =>
            "list", "how many arguments are behind us is not known");
        let aligned = |bytes: i128, size: i128| bytes % size == 0;
        reject_if!(cx, !(0..=GENERAL).contains(&taken.0), !(GENERAL..=SAVED).contains(&taken.1),
            !aligned(taken.0, 8), !aligned(taken.1, 16) =>
            "list", "not a list that `va_start` made");
        Ok(List { place, taken, overflow: overflow.clone(), saved: saved.clone() })
    }

    pub(super) fn block(&self) -> BlockId {
        self.place.0
    }

    /// The next argument. Of floating point there is only a place.
    pub(super) fn next(
        &mut self,
        cx: &mut Context,
        s: &State,
        ty: &Type,
        given: &mut Given,
    ) -> Checked<Option<(Poly, Sign)>> {
        let class = if matches!(ty, Type::Float(_)) { (Area::Vector, 16) } else { (Area::General, 8) };
        let p = match in_register(class, &mut self.taken) {
            Some(at) => self.saved.plus(at)?,
            None => {
                let next = self.overflow.plus(8)?;
                std::mem::replace(&mut self.overflow, next)
            }
        };
        let Some(shape) = cx.shape(ty)? else {
            let access = some!(cx, given.accesses.next() => "accesses", "an access is needed");
            memory::access(cx, s, access, &p, &Poly::constant(8), 1)?;
            return Ok(None);
        };
        let id = some!(cx, given.entries.next() => "entry", "an entry of the argument is needed");
        let entry = memory::entry(cx, s, *id)?;
        reject_if!(cx, 8 * entry.width != shape.width => "entry", "entry {id} is of another width than the argument");
        let base = memory::live(cx, s, entry.block)?.base.clone();
        cx.require_eq("P25", &base.add(&entry.offset)?, &p)?;
        Ok(Some((entry.value.clone(), entry.sign)))
    }

    /// What the list holds afterwards is not known; entries beside it survive, and those of the other block that is
    /// written are left to it.
    pub(super) fn spent<'m>(
        self,
        cx: &mut Context<'m>,
        s: &mut State<'m>,
        other: Option<BlockId>,
        given: &mut Given,
    ) -> Checked<Vec<(EntryId, Side)>> {
        let (block, offset) = self.place;
        reject_if!(cx, other == Some(block) => "list", "the list lies in the block that is written");
        let keep = std::mem::take(&mut given.keep);
        let written: Vec<BlockId> = other.into_iter().chain([block]).collect();
        all_kept(cx, s, keep, &written)?;
        let kept = kept_of(s, keep, block);
        let others = other.map(|other| kept_of(s, keep, other)).unwrap_or_default();
        memory::survivors(cx, s, block, &offset, &Poly::constant(LIST), &kept)?;
        Ok(others)
    }
}
