//! Variable arguments: G-VARIADIC and X-VARIADIC of `spec/rules/variadic.md`, and what functions of the library read
//! through a list.

use super::library::Call;
use super::memory::{ProvedAccess, access, survivors, sweep};
use super::{Argument, Construct, Context, GoalKind, Next, Premise, Rule, Step, Stop, heap, width_of};
use crate::algebra::{Atom, Term};
use crate::program::{Function, Operand, Signature, Type};
use crate::state::{Block, Entry, Path};
use certificates::{Area, BlockId, Detail, EntryId, Ghost, Kind, Side, Sign};

/// Bytes of a list: `__va_list_tag`.
const LIST: i128 = 24;
/// Bytes of the register save area that are for integers and pointers.
const GENERAL: i128 = 48;
/// Bytes of the register save area.
const SAVED: i128 = 176;
/// The fields of a list, by offset and width.
const FIELDS: [(i128, u32); 4] = [(0, 4), (4, 4), (8, 8), (16, 8)];

/// The next argument of each class: bytes from the beginning of the register save area.
#[derive(Clone, Copy)]
struct Taken {
    general: i128,
    vector: i128,
}

impl Taken {
    /// What parameters leave.
    fn by_parameters(s: &Step<'_, '_>, signature: &Signature) -> Rule<Taken> {
        let unsupported =
            || Stop::Unsupported("variable arguments on another machine, or behind such parameters".into());
        let result = signature.result;
        if s.pointer_bits() != 64 || result != Type::Void && area(result).is_none() {
            return Err(unsupported());
        }
        let mut taken = Taken { general: 0, vector: GENERAL };
        for ty in &signature.parameters {
            let area = area(*ty).ok_or_else(unsupported)?;
            taken.next(area);
        }
        Ok(taken)
    }

    /// Whether a list that `va_start` made may be there.
    fn is_of_a_list(self) -> bool {
        let (general, vector) = (self.general, self.vector);
        (0..=GENERAL).contains(&general) && general % 8 == 0 && (GENERAL..=SAVED).contains(&vector) && vector % 16 == 0
    }

    /// Where the next argument of a class is in the register save area; `None`: it is in the overflow area.
    fn next(&mut self, area: Area) -> Option<i128> {
        let (next, bytes, end) = match area {
            Area::General => (&mut self.general, 8, GENERAL),
            _ => (&mut self.vector, 16, SAVED),
        };
        (*next + bytes <= end).then(|| std::mem::replace(next, *next + bytes))
    }
}

/// The part of the register save area in which an argument is passed, if it is passed in a register.
fn area(ty: Type) -> Option<Area> {
    match ty {
        Type::Int(1..=64) | Type::Pointer => Some(Area::General),
        Type::Float(4 | 8) => Some(Area::Vector),
        _ => None,
    }
}

/// G-VARIADIC: adds the memory in which a call passes its variable arguments, unless it is there.
pub(crate) fn pass(
    cx: &mut Context<'_>,
    st: &mut Path,
    function: &Function,
    arguments: &[(Type, Operand)],
) -> Rule<()> {
    let variable = arguments.get(function.signature.parameters.len()..).unwrap_or_default();
    if !function.signature.variadic || st.blocks.values().any(|b| matches!(b.kind, Kind::Passed(_))) {
        return Ok(());
    }
    let mut s = Step::new(cx, st);
    // A value that the state cannot give stops the step before anything is changed.
    let mut values = Vec::with_capacity(variable.len());
    for (ty, operand) in variable {
        values.push(value(&mut s, *ty, operand)?);
    }
    s.begin("G-VARIADIC");
    let first = Taken::by_parameters(&s, &function.signature)?;
    let (mut taken, mut stack, mut places) = (first, 0, Vec::new());
    for ((ty, _), value) in variable.iter().zip(values) {
        let promoted = matches!(ty, Type::Int(32 | 64) | Type::Pointer | Type::Float(8));
        let Some(area) = area(*ty).filter(|_| promoted) else {
            return Err(Stop::Unsupported("a variable argument of this type".into()));
        };
        let register = taken.next(area);
        places.push((*ty, value, register, stack));
        stack += if register.is_none() { 8 } else { 0 };
    }
    let base = s.fresh();
    let saved = base.plus(-first.general)?;
    let general = passed(&mut s, (base, taken.general - first.general), &saved, Area::General)?;
    if taken.vector > first.vector {
        let base = saved.plus(first.vector)?;
        passed(&mut s, (base, taken.vector - first.vector), &saved, Area::Vector)?;
    }
    let base = s.fresh();
    let overflow = passed(&mut s, (base.clone(), stack), &base, Area::Overflow)?;
    for (ty, value, register, stack) in places {
        let Some(width) = width_of(ty, s.pointer_bits()) else { continue };
        let (block, offset) = register.map_or((overflow, stack), |at| (general, at - first.general));
        if let Some((value, sign)) = value {
            s.new_entry(Entry { block, offset: Term::constant(offset), width: width / 8, sign, value });
        }
    }
    s.ghost(Ghost::Variadic);
    Ok(())
}

/// One part of this memory; nobody writes it. `first`: the lowest address of the area that it is in.
fn passed(s: &mut Step<'_, '_>, (base, size): (Term, i128), first: &Term, area: Area) -> Rule<BlockId> {
    let top = heap::end_of_memory(s.pointer_bits());
    if area != Area::Vector {
        s.st.add_le(&Term::constant(1), first)?;
    }
    s.st.add_le(&base.plus(size)?, &Term::constant(top))?;
    let (size, align) = (Term::constant(size), if area == Area::Vector { 16 } else { 8 });
    let kind = Kind::Passed(area);
    Ok(s.new_block(Block { base, size, align, kind, read_only: true, kept: false, optional: false }))
}

/// What is known of an argument, in the sign that it has.
fn value(s: &mut Step<'_, '_>, ty: Type, operand: &Operand) -> Rule<Option<(Term, Sign)>> {
    match operand {
        _ if matches!(ty, Type::Float(_)) => Ok(None),
        Operand::Register(register) => {
            let value = s.st.bindings.get(register).cloned();
            let value = value.ok_or_else(|| Stop::Unsupported(Construct::NotFollowed))?;
            Ok(Some((value.term, value.sign)))
        }
        Operand::Global { name, offset } if *offset != 0 => {
            let block = s.st.block_of_kind(&Kind::Global(name.clone())).and_then(|id| s.st.blocks.get(&id));
            let inside = i128::from(*offset);
            let whole = block.filter(|b| b.size.as_constant().is_some_and(|size| (0..=size).contains(&inside)));
            match whole {
                Some(b) => Ok(Some((b.base.plus(inside)?, Sign::Unsigned))),
                None => Ok(None),
            }
        }
        _ => {
            let width = width_of(ty, s.pointer_bits()).unwrap_or(s.pointer_bits());
            let sign = if ty == Type::Pointer { Sign::Unsigned } else { Sign::Signed };
            Ok(Some((s.read(operand, width, sign)?, sign)))
        }
    }
}

/// X-VARIADIC: `llvm.va_start`, `llvm.va_end`, `llvm.va_copy`.
pub(super) fn call(s: &mut Step<'_, '_>, name: &str, arguments: &[(Type, Operand)]) -> Rule<Next> {
    s.rule = "X-VARIADIC";
    let (accesses, entries, keep) = Default::default();
    let mut c = Call { name, arguments, accesses, entries, keep, nothing: false };
    let (mut source, mut values) = (None, Vec::new());
    if name.starts_with("llvm.va_start") {
        values = started(s)?;
    } else if name.starts_with("llvm.va_copy") {
        let from = place(s, &mut c, 1, false)?;
        values = fields(s, &mut c, &from)?;
        source = Some(from);
    }
    let at = place(s, &mut c, 0, true)?;
    if let Some(from) = source.filter(|from| from.block == at.block) {
        let bytes = Term::constant(LIST);
        let before = Atom::le(&from.offset.add(&bytes)?, &at.offset)?;
        let behind = Atom::le(&at.offset.add(&bytes)?, &from.offset)?;
        let apart = if s.holds(&before) { before } else { behind };
        s.prove(apart, || GoalKind::Apart(Some("va_copy".into())))?;
    }
    let keep = survivors(s, &at, &Term::constant(LIST))?;
    sweep(s, at.block, &keep);
    for ((offset, width), (value, sign)) in FIELDS.into_iter().zip(values) {
        s.new_entry(Entry { block: at.block, offset: at.offset.plus(offset)?, width, sign, value });
    }
    s.result_none(Detail::Library { accesses: c.accesses, entries: c.entries, keep })
}

/// Where the list lies that an argument points to.
fn place(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize, write: bool) -> Rule<ProvedAccess> {
    if s.pointer_bits() != 64 {
        return Err(Stop::Unsupported("lists of variable arguments on another machine".into()));
    }
    let p = c.value(s, at)?;
    let at = access(s, &p, &Term::constant(LIST), 8, write)?;
    c.accesses.push(at.access.clone());
    Ok(at)
}

/// The fields of a list of all variable arguments of the frame.
fn started(s: &mut Step<'_, '_>) -> Rule<Vec<(Term, Sign)>> {
    let taken = Taken::by_parameters(s, &s.function()?.signature)?;
    let base = |area| s.st.base_of_kind(&Kind::Variadic(area)).cloned();
    let Some((saved, overflow)) = base(Area::General).zip(base(Area::Overflow)) else {
        return s.missing(Argument::PassedUnknown.into());
    };
    let fields = [Term::constant(taken.general), Term::constant(taken.vector), overflow, saved.plus(-taken.general)?];
    Ok(fields.map(|value| (value, Sign::Unsigned)).into())
}

/// What entries say of the fields of a list.
fn fields(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: &ProvedAccess) -> Rule<Vec<(Term, Sign)>> {
    let mut values = Vec::new();
    for (offset, width) in FIELDS {
        let offset = at.offset.plus(offset)?;
        let fitting = s.st.entries_of(at.block).filter(|(_, e)| e.width == width);
        let fitting: Vec<(EntryId, Entry)> = fitting.map(|(id, e)| (id, e.clone())).collect();
        let mut found = None;
        for (id, e) in fitting.into_iter().rev() {
            let here = Atom::eq(&e.offset, &offset)?;
            if s.holds(&here) {
                found = Some((id, e, here));
                break;
            }
        }
        let Some((id, e, here)) = found else { return s.missing(Argument::VaList.into()) };
        s.prove(here, || Premise::EntryRead.into())?;
        c.entries.push(id);
        values.push((e.value, e.sign));
    }
    Ok(values)
}

/// A list whose arguments are read one after the other.
pub(super) struct List {
    at: ProvedAccess,
    taken: Taken,
    overflow: Term,
    saved: Term,
}

impl List {
    /// The list that an argument points to.
    pub(super) fn at(s: &mut Step<'_, '_>, c: &mut Call<'_>, at: usize) -> Rule<List> {
        let at = place(s, c, at, true)?;
        let fields = fields(s, c, &at)?;
        let [(general, _), (vector, _), (overflow, Sign::Unsigned), (saved, Sign::Unsigned)] = &fields[..] else {
            return s.missing(Argument::VaList.into());
        };
        let taken = general.as_constant().zip(vector.as_constant()).map(|(general, vector)| Taken { general, vector });
        let Some(taken) = taken.filter(|taken| taken.is_of_a_list()) else { return s.missing(Argument::VaList.into()) };
        let (overflow, saved) = (overflow.clone(), saved.clone());
        Ok(List { at, taken, overflow, saved })
    }

    pub(super) fn block(&self) -> BlockId {
        self.at.block
    }

    /// The next argument, as an entry says; of floating point there is only a place.
    pub(super) fn next(&mut self, s: &mut Step<'_, '_>, c: &mut Call<'_>, ty: Type) -> Rule<Option<(Term, Sign)>> {
        let Some(area) = area(ty) else { return s.missing(Argument::VaList.into()) };
        let p = match self.taken.next(area) {
            Some(at) => self.saved.plus(at)?,
            None => {
                let next = self.overflow.plus(8)?;
                std::mem::replace(&mut self.overflow, next)
            }
        };
        let Some(width) = width_of(ty, s.pointer_bits()) else {
            let at = access(s, &p, &Term::constant(8), 1, false)?;
            c.accesses.push(at.access);
            return Ok(None);
        };
        let name = c.name;
        let mut fitting = Vec::new();
        for (id, e) in s.st.entries.iter().filter(|(_, e)| 8 * e.width == width) {
            let Some(block) = s.st.blocks.get(&e.block).filter(|b| !b.optional && b.read_only) else { continue };
            fitting.push((*id, e.clone(), Atom::eq(&block.base.add(&e.offset)?, &p)?));
        }
        fitting.sort_by_key(|(_, _, here)| here.decide() != Some(true));
        for (id, e, here) in fitting {
            if s.holds(&here) {
                s.prove(here, || Premise::EntryRead.into())?;
                c.entries.push(id);
                return Ok(Some((e.value, e.sign)));
            }
        }
        s.missing(Argument::NextOfList(name.to_owned()).into())
    }

    /// What the list holds afterwards is not known. Returns what survives beside it.
    pub(super) fn spent(self, s: &mut Step<'_, '_>) -> Rule<Vec<(EntryId, Side)>> {
        let keep = survivors(s, &self.at, &Term::constant(LIST))?;
        sweep(s, self.at.block, &keep);
        Ok(keep)
    }
}
