//! External functions and intrinsics of a concrete run (`spec/refutation.md`).

use super::execute::Arguments;
use super::fault::Region;
use super::fault::{Access, Fault};
use super::inputs::mask;
use super::inputs::signed;
use super::machine::{Asked, Local, Machine, Stop, Value};
use super::memory::{KNOWN, Object, UNKNOWN};
use crate::faults::Fault as Lie;
use crate::index::Idx;
use crate::program::{Instruction, Operand, Type, library, mathematics};
use certificates::Choice;

/// Bytes that one call may read one by one, at most.
const MOST_BYTES: u64 = 1 << 20;

/// How the ranges of a copy may lie.
#[derive(Clone, Copy)]
enum Ranges {
    Any,
    /// LLVM's memcpy.
    ApartOrEqual,
    /// C's memcpy.
    Apart,
}

impl<'p> Machine<'_, 'p> {
    /// Calls a function that the module only declares.
    pub(super) fn external(
        &mut self,
        i: &'p Instruction,
        name: &'p str,
        result: Type,
        arguments: Arguments<'p>,
    ) -> Result<Value, Stop<'p>> {
        // Arguments are read even if they are not used.
        let mut values: smallvec::SmallVec<[Value; 4]> = smallvec::SmallVec::new();
        for (_, argument) in arguments {
            values.push(self.operand(argument)?);
        }
        let values = values.as_slice();
        if let Some(name) = name.strip_prefix("llvm.") {
            return self.intrinsic(i, name, result, arguments, values);
        }
        self.called.insert(name);
        if library::is_unknown_without_option(self.image.program, name) {
            return Err(Stop::undecided(format!("the external function '{name}' (without --sv-comp)")));
        }
        if library::EXITS.iter().any(|(known, _)| *known == name) {
            self.steps += 1;
            return Err(Stop::Ended);
        }
        if library::is_nondet(name) || self.rules.lies(Lie::NoInput) && matches!(result, Type::Int(_)) {
            return self.nondet(i, name, result);
        }
        let at = |place: usize| {
            let value = values.get(place).copied().flatten();
            value.ok_or_else(|| Stop::undecided(format!("an argument of '{name}' that is not known")))
        };
        Ok(match (name, values.len()) {
            ("__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_assert", 1) => {
                self.watch.wish(i128::from(at(0)?), 1);
                if at(0)? == 0 {
                    return Err(Stop::Ended);
                }
                None
            }
            ("malloc", 1) => Some(self.heap(i, at(0)?.into())?),
            ("calloc", 2) => {
                let base = self.heap(i, u128::from(at(0)?) * u128::from(at(1)?))?;
                if let Some(object) = self.memory.at_mut(base) {
                    object.holds.fill(KNOWN);
                }
                Some(base)
            }
            ("realloc", 2) => Some(self.realloc(i, at(0)?, at(1)?)?),
            ("free", 1) => {
                self.free(at(0)?)?;
                None
            }
            ("memcpy", 3) => Some(self.copy((at(0)?, 1), (at(1)?, 1), at(2)?, Ranges::Apart, false)?),
            ("memmove", 3) => Some(self.copy((at(0)?, 1), (at(1)?, 1), at(2)?, Ranges::Any, false)?),
            ("memset", 3) => Some(self.fill(at(0)?, 1, values[1], at(2)?)?),
            ("abs" | "labs" | "llabs", 1) => Some(self.absolute(result, at(0)?)?),
            ("rand" | "random" | "getchar" | "clock", 0) | ("putchar" | "srand", 1) => None,
            ("time", 1) if at(0)? == 0 => None,
            ("snprintf", 2) => return Err(Stop::undecided("the type of snprintf")),
            ("sprintf" | "snprintf", 2..) => Some(self.print_to(name == "snprintf", arguments, values)?),
            ("puts", 1) => {
                self.text(at(0)?)?;
                None
            }
            ("printf", 1..) => {
                self.print(arguments, values)?;
                None
            }
            _ if mathematics::types(name).is_some() => None,
            _ => match library::contract(name) {
                Some(contract) if contract.types.len() == values.len() + 1 => self.string(i, name, result, values)?,
                _ => return Err(Stop::undecided(format!("the external function '{name}'"))),
            },
        })
    }

    /// An arbitrary value of the result's type, or of the narrower type in the name.
    fn nondet(&mut self, i: &'p Instruction, name: &'p str, result: Type) -> Result<Value, Stop<'p>> {
        let width = match result {
            // A pointer is never a chosen address.
            Type::Pointer => return Ok(Some(0)),
            Type::Int(width) => width,
            Type::Float(_) | Type::Void => return Ok(None),
        };
        let (named, unsigned) = named(name);
        let narrow = named.unwrap_or(width).min(width);
        let bits = self.ask(narrow).ok_or_else(|| Stop::undecided("too many inputs"))?;
        let bits = if unsigned || narrow == 1 { bits } else { signed(bits, narrow).cast_unsigned() & mask(width) };
        let asked = Asked { name: self.variable(i), at: i.location.as_ref(), source: Some(name) };
        self.chosen(bits, width, !unsigned && width > 1, asked);
        Ok(Some(bits))
    }

    fn intrinsic(
        &mut self,
        i: &'p Instruction,
        name: &str,
        result: Type,
        arguments: Arguments<'p>,
        values: &[Value],
    ) -> Result<Value, Stop<'p>> {
        let is = |family: &str| name == family || name.strip_prefix(family).is_some_and(|rest| rest.starts_with('.'));
        let at = |place: usize| {
            let value = values.get(place).copied().flatten();
            value.ok_or_else(|| Stop::undecided(format!("an argument of 'llvm.{name}' that is not known")))
        };
        let volatile = || matches!(arguments.get(3), Some((_, Operand::Int { bits, .. })) if *bits != 0);
        if mathematics::intrinsic(name).is_some() {
            return Ok(None);
        }
        if is("memcpy") || is("memmove") {
            let (to, from) = ((at(0)?, i.argument_align(0)), (at(1)?, i.argument_align(1)));
            let ranges = if is("memmove") { Ranges::Any } else { Ranges::ApartOrEqual };
            return self.copy(to, from, at(2)?, ranges, volatile()).map(Some);
        }
        if is("memset") {
            let byte = values.get(1).copied().flatten().filter(|_| !volatile());
            return self.fill(at(0)?, i.argument_align(0), byte, at(2)?).map(Some);
        }
        if is("lifetime.start") || is("lifetime.end") {
            return self.lifetime(i, is("lifetime.start"), arguments).map(|()| None);
        }
        if is("stacksave") || is("stackrestore") {
            return self.stack(i, is("stacksave"), arguments).map(|()| None);
        }
        if is("trap") || is("ubsantrap") {
            self.steps += 1;
            return Err(Stop::Ended);
        }
        if ["donothing", "prefetch", "debugtrap"].into_iter().any(is) {
            return Ok(None);
        }
        if ["is.constant", "objectsize", "returnaddress", "frameaddress"].into_iter().any(is) {
            return Ok(None);
        }
        if is("assume") {
            return if at(0)? == 1 { Ok(None) } else { Err(Stop::undecided("a false assumption of the compiler")) };
        }
        if is("expect") || name.starts_with("expect.with.probability") {
            return Ok(values.first().copied().flatten());
        }
        let width = self.width(result).ok_or_else(|| Stop::undecided(format!("the intrinsic 'llvm.{name}'")))?;
        if is("abs") {
            return self.absolute(result, at(0)?).map(Some);
        }
        super::bits::intrinsic(name, width, values)
    }

    /// The absolute value; for the smallest number the specification leaves it open.
    fn absolute(&mut self, ty: Type, bits: u64) -> Result<u64, Stop<'p>> {
        let width = self.width(ty).filter(|width| *width > 1).ok_or_else(|| Stop::undecided("abs of this type"))?;
        let value = signed(bits, width);
        if i128::from(value) == -(1i128 << (width - 1)) {
            return Err(Stop::undecided("abs of the smallest number"));
        }
        Ok(value.unsigned_abs())
    }

    /// Begins or ends the lifetime of a local variable.
    fn lifetime(&mut self, i: &'p Instruction, begins: bool, arguments: Arguments<'p>) -> Result<(), Stop<'p>> {
        let register = register(arguments);
        let locals = self.frames.last().map(|frame| frame.locals.as_slice()).unwrap_or_default();
        let local = locals.iter().find(|local| local.fixed && Some(local.register) == register).cloned();
        let local = local.ok_or_else(|| Stop::undecided("a lifetime marker of something that is no local variable"))?;
        let alive = self.memory.at(local.base).is_some();
        if alive {
            self.memory.end(local.base, i.location.as_ref());
        }
        if begins {
            self.memory.create(local.base, local.size, Region::Stack, i.location.as_ref());
        }
        Ok(())
    }

    /// `llvm.stacksave` and `llvm.stackrestore`, which names the save by its register and deallocates the
    /// variable-length local variables made since.
    fn stack(&mut self, i: &'p Instruction, saves: bool, arguments: Arguments<'p>) -> Result<(), Stop<'p>> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        if saves {
            let register = i.result.map(Idx::number);
            frame.saves.retain(|(other, _)| Some(*other) != register);
            frame.saves.extend(register.map(|register| (register, frame.locals.len())));
            return Ok(());
        }
        let register = register(arguments);
        let save = frame.saves.iter().find(|(other, _)| Some(*other) == register);
        let (_, count) = *save.ok_or_else(|| Stop::undecided("a stackrestore without its stacksave"))?;
        let count = count.min(frame.locals.len());
        let (kept, dead): (Vec<Local>, Vec<Local>) = frame.locals.drain(count..).partition(|local| local.fixed);
        frame.locals.extend(kept);
        for local in dead.iter().rev() {
            self.memory.end(local.base, None);
            self.memory.vacate(local.base, local.size, local.align);
        }
        Ok(())
    }

    /// `malloc`: null above the largest signed size; below, null only if allocations may fail.
    pub(super) fn heap(&mut self, i: &'p Instruction, size: u128) -> Result<u64, Stop<'p>> {
        let most = u128::from(mask(self.rules.pointer_bits - 1));
        let fails = match u64::try_from(size) {
            Ok(size) if u128::from(size) <= most => {
                self.rules.malloc_may_fail && self.ask(2).is_none_or(|bits| bits == 1)
            }
            _ => true,
        };
        if fails {
            self.choices.push(Choice::Null);
            return Ok(0);
        }
        let size = u64::try_from(size).unwrap_or(0);
        let base = self.placed(size, HEAP_ALIGN)?;
        self.memory.create(base, size, Region::Heap, i.location.as_ref());
        Ok(base)
    }

    fn free(&mut self, base: u64) -> Result<(), Stop<'p>> {
        if base != 0 {
            self.release(base)?;
        }
        Ok(())
    }

    /// Frees a heap block.
    fn release(&mut self, base: u64) -> Result<Object<'p>, Stop<'p>> {
        let heap = self.memory.at(base).is_some_and(|object| object.region == Region::Heap);
        let at = self.current().and_then(|call| call.location.as_ref());
        let object = if heap { self.memory.end(base, at) } else { None };
        let object = object.ok_or_else(|| self.memory.freed(base))?;
        self.memory.vacate(base, object.size, HEAP_ALIGN);
        Ok(object)
    }

    fn realloc(&mut self, i: &'p Instruction, old: u64, size: u64) -> Result<u64, Stop<'p>> {
        if old == 0 {
            return self.heap(i, size.into());
        }
        if self.memory.at(old).is_none_or(|object| object.region != Region::Heap) {
            return Err(self.memory.freed(old).into());
        }
        if size == 0 {
            return Err(Stop::undecided("realloc to nothing"));
        }
        let base = self.heap(i, size.into())?;
        if base == 0 {
            return Ok(0);
        }
        let before = self.release(old)?;
        if let Some(object) = self.memory.at_mut(base) {
            let kept = before.bytes.len().min(object.bytes.len());
            object.bytes[..kept].copy_from_slice(&before.bytes[..kept]);
            object.holds[..kept].copy_from_slice(&before.holds[..kept]);
        }
        Ok(base)
    }

    /// Copies bytes and returns the target. Overlapping ranges are an error unless `may_overlap`. Of equal ranges,
    /// LLVM's intrinsic allows a copy, the function of the C library does not.
    #[allow(clippy::too_many_arguments, reason = "those of the call, and what kind of call it is")]
    fn copy(
        &mut self,
        (to, to_align): (u64, u64),
        (from, from_align): (u64, u64),
        size: u64,
        ranges: Ranges,
        volatile: bool,
    ) -> Result<u64, Stop<'p>> {
        if size == 0 {
            return Ok(to);
        }
        self.near(from, size);
        self.near(to, size);
        self.memory.find(Access { address: from, size, align: from_align, store: false })?;
        self.memory.find(Access { address: to, size, align: to_align, store: true })?;
        let allowed = match ranges {
            Ranges::Any => true,
            Ranges::ApartOrEqual => to == from,
            Ranges::Apart => false,
        };
        if !allowed && to.abs_diff(from) < size {
            return Err(if to == from {
                Stop::undecided("memcpy of a range to itself")
            } else {
                Fault::Overlap.into()
            });
        }
        self.settle(from, size, from_align)?;
        self.copied(from, size);
        let (source, at) = self.memory.find(Access { address: from, size, align: 1, store: false })?;
        let range = at..at + usize::try_from(size).unwrap_or(0);
        let (bytes, mut holds) = (source.bytes[range.clone()].to_vec(), source.holds[range].to_vec());
        if volatile {
            holds.fill(UNKNOWN);
        }
        let (target, at) = self.memory.find(Access { address: to, size, align: 1, store: true })?;
        target.bytes[at..at + bytes.len()].copy_from_slice(&bytes);
        target.holds[at..at + bytes.len()].copy_from_slice(&holds);
        Ok(to)
    }

    /// Records the beginning of a range that is copied as reads of words and bytes.
    fn copied(&mut self, from: u64, size: u64) {
        const MOST: u64 = 64;
        let size = size.min(MOST);
        let words = size / 8;
        (0..words).for_each(|word| self.looked_at(from.wrapping_add(8 * word), 8));
        (8 * words..size).for_each(|byte| self.looked_at(from.wrapping_add(byte), 1));
    }

    /// Sets bytes, and returns the target.
    fn fill(&mut self, to: u64, align: u64, byte: Value, size: u64) -> Result<u64, Stop<'p>> {
        if size == 0 {
            return Ok(to);
        }
        self.near(to, size);
        let (target, at) = self.memory.find(Access { address: to, size, align, store: true })?;
        let range = at..at + usize::try_from(size).unwrap_or(0);
        target.bytes[range.clone()].fill(byte.map_or(0, |byte| byte.to_le_bytes()[0]));
        target.holds[range].fill(if byte.is_some() { KNOWN } else { UNKNOWN });
        Ok(to)
    }

    /// A byte that must be known.
    pub(super) fn byte(&mut self, base: u64, offset: u64) -> Result<u8, Stop<'p>> {
        if offset > MOST_BYTES {
            return Err(Stop::undecided("a long string"));
        }
        let address = base.wrapping_add(offset) & mask(self.rules.pointer_bits);
        let value = self.load(address, 1, 1)?.ok_or_else(|| Stop::undecided("a byte that is not known"))?;
        Ok(value.to_le_bytes()[0])
    }
}

/// The register that is the last argument.
fn register(arguments: Arguments<'_>) -> Option<usize> {
    match arguments.last() {
        Some((_, Operand::Register(register))) => Some(register.number()),
        _ => None,
    }
}

/// Alignment of heap blocks, in bytes.
pub(super) const HEAP_ALIGN: u64 = 16;

/// Width of the type that the name of a `__VERIFIER_nondet_` function ends with, and whether it is unsigned.
fn named(function: &str) -> (Option<u32>, bool) {
    let ty = function.rsplit("nondet_").next().unwrap_or("");
    match ty {
        "bool" | "_Bool" => (Some(1), true),
        "uchar" | "unsigned_char" | "u8" => (Some(8), true),
        "char" | "schar" | "s8" => (Some(8), false),
        "ushort" | "unsigned_short" | "u16" => (Some(16), true),
        "short" | "s16" => (Some(16), false),
        "uint" | "unsigned_int" | "u32" | "unsigned" => (Some(32), true),
        "int" | "s32" => (Some(32), false),
        "ulong" | "unsigned_long" | "size_t" | "ulonglong" | "u64" => (None, true),
        _ => (None, function == "unknown_uint"),
    }
}
