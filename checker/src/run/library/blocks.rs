//! Functions of the library that work on whole objects and ranges of bytes (`spec/refutation.md`, External functions).

use certificates::Choice;

use crate::reader::Operand;
use crate::rules::library::arguments::are_of_letters;
use crate::run::machine::{External, Machine};
use crate::run::memory::{Birth, Byte, Kind, Range};
use crate::run::value::{Halt, Step, Value, error, gap, mask, unknown};

/// The result of a call; `None` if it returns nothing.
pub type Result = Step<Option<Value>>;

impl External<'_> {
    /// The value of an argument.
    pub fn at(&self, place: usize) -> Value {
        self.values.get(place).copied().unwrap_or(Value::Unknown)
    }

    /// An argument that must be known; `what` names it in the message.
    pub fn known(&self, place: usize, what: &str) -> Step<u64> {
        self.at(place).known(what)
    }

    /// Checks that the types are those of the contract, given as letters.
    pub fn typed(&self, pointer: u32, letters: &str) -> Step {
        let types = std::iter::once(&self.signature.result).chain(self.arguments.iter().map(|argument| &argument.ty));
        match are_of_letters(pointer, &self.signature.result, types, letters) {
            true => Ok(()),
            false => gap(format!("the contract of @{} is about another type", self.name)),
        }
    }
}

/// A new heap object, or null: **failure** only if the claim allows it, or the size is above the signed maximum.
pub fn allocate(m: &mut Machine, c: &External, size: u128, birth: Birth) -> Step<Option<u64>> {
    let largest = mask(m.pointer()) >> 1;
    let align = u64::from(m.pointer() / 4);
    let fits = size <= u128::from(largest);
    match m.choose("the address of an allocated block")? {
        Choice::Null if m.claim.malloc_may_fail || !fits => Ok(None),
        Choice::Address(base) => {
            let size = u64::try_from(size).unwrap_or(u64::MAX);
            let source = c.instruction.source.as_ref();
            let place = source.map(|s| format!(" at {}:{}:{}", s.file, s.line, s.column)).unwrap_or_default();
            m.object(base, size, align, Kind::Heap, birth, format!("the block of @{}{place}", c.name))?;
            Ok(Some(base))
        }
        Choice::Null => Err(Halt::Invalid("failure", "the allocation fails, which the claim excludes".into())),
        other => Err(Halt::Invalid("choices", format!("{other:?} for the address of an allocated block"))),
    }
}

/// A call of `malloc`, `calloc`, `realloc` or `free`.
pub fn allocation(m: &mut Machine, c: &External) -> Result {
    let pointer = |base: Option<u64>| Ok(Some(Value::Bits(base.unwrap_or(0))));
    match c.name {
        "malloc" => {
            c.typed(m.pointer(), "pl")?;
            let size = c.known(0, "size")?;
            pointer(allocate(m, c, size.into(), Birth::Uninitialised)?)
        }
        "calloc" => {
            c.typed(m.pointer(), "pll")?;
            let size = u128::from(c.known(0, "size")?) * u128::from(c.known(1, "size")?);
            pointer(allocate(m, c, size, Birth::Filled(0))?)
        }
        "realloc" => {
            c.typed(m.pointer(), "ppl")?;
            let (old, size) = (c.known(0, "address")?, c.known(1, "size")?);
            if old == 0 {
                return pointer(allocate(m, c, size.into(), Birth::Uninitialised)?);
            }
            release(m, "realloc", old)?;
            if size == 0 {
                return gap("realloc to the size 0");
            }
            pointer(reallocate(m, c, old, size)?)
        }
        _ => {
            c.typed(m.pointer(), "vp")?;
            let address = c.known(0, "address")?;
            if address != 0 {
                release(m, "free", address)?;
                m.memory.remove(address);
            }
            Ok(None)
        }
    }
}

/// Checks that the address is the base of a live heap block.
fn release(m: &Machine, what: &str, address: u64) -> Step {
    match m.memory.get(address).map(|object| object.kind) {
        Some(Kind::Heap) => Ok(()),
        Some(_) => error(format!("{what} of {address:#x}, which is no block of the heap")),
        None => error(format!("{what} of {address:#x}, where no live block begins")),
    }
}

/// Moves the contents to a new block, which may lie where the old one was.
fn reallocate(m: &mut Machine, c: &External, old: u64, size: u64) -> Step<Option<u64>> {
    let Some(kept) = m.memory.remove(old) else { return gap("no object") };
    let Some(new) = allocate(m, c, size.into(), Birth::Uninitialised)? else {
        let size = kept.size;
        m.memory.add(old, 1, || kept, size)?;
        return Ok(None);
    };
    m.charge(size.min(kept.size))?;
    if let Some(object) = m.memory.remove(new) {
        let bytes = kept.resized(size, object.name);
        m.memory.add(new, 1, || bytes, size)?;
    }
    Ok(Some(new))
}

/// M-MOVE: the ranges of a copy.
pub struct Move {
    /// Address of the first byte that is written.
    pub target: Value,
    /// Address of the first byte that is read.
    pub source: Value,
    /// Number of bytes.
    pub length: Value,
    /// The alignments that the target and the source must have, in bytes.
    pub aligns: (u64, u64),
    /// Whether the ranges may overlap.
    pub overlap: bool,
    /// Whether the ranges may at least be equal.
    pub same: bool,
    /// Whether the access is volatile.
    pub volatile: bool,
}

/// M-MOVE.
pub fn copy(m: &mut Machine, what: &Move) -> Step {
    let n = what.length.known("size")?;
    if n == 0 {
        return Ok(());
    }
    let (d, s) = (what.target.known("address")?, what.source.known("address")?);
    let (base, offset) = m.memory.access("load", Range { address: s, size: n, align: what.aligns.1 })?;
    let target = Range { address: d, size: n, align: what.aligns.0 };
    m.memory.write("store", target)?;
    if d.abs_diff(s) < n && !what.overlap && !(what.same && d == s) {
        return error(format!("memcpy of overlapping ranges: {n} bytes from {s:#x} to {d:#x}"));
    }
    m.charge(n)?;
    let mut bytes = Vec::new();
    for offset in offset..offset.saturating_add(n) {
        let byte = if what.volatile { None } else { m.byte(base, offset)? };
        bytes.push(byte.map_or(Byte::Unknown, Byte::Known));
    }
    store(m, target, &bytes)
}

/// M-FILL
pub fn fill(m: &mut Machine, target: Value, byte: Value, length: Value, align: u64) -> Step {
    let n = length.known("size")?;
    if n == 0 {
        return Ok(());
    }
    let range = Range { address: target.known("address")?, size: n, align };
    m.memory.write("store", range)?;
    m.charge(n)?;
    let byte = match byte {
        Value::Bits(bits) => Byte::Known(bits as u8),
        Value::Unknown => Byte::Unknown,
    };
    let (object, offset) = m.memory.write("store", range)?;
    (offset..offset.saturating_add(n)).for_each(|offset| object.set(offset, byte));
    Ok(())
}

/// Writes these bytes, one for each place of the range.
pub fn store(m: &mut Machine, range: Range, bytes: &[Byte]) -> Step {
    let (object, offset) = m.memory.write("store", range)?;
    bytes.iter().zip(offset..).for_each(|(byte, offset)| object.set(offset, *byte));
    Ok(())
}

/// A byte of memory that a library function reads.
pub fn byte(m: &mut Machine, address: u64, place: u64) -> Step<u8> {
    let address = address.wrapping_add(place) & mask(m.pointer());
    let (base, offset) = m.memory.access("load", Range { address, size: 1, align: 1 })?;
    m.charge(1)?;
    m.byte(base, offset)?.map_or_else(|| unknown("byte"), Ok)
}

/// Whether an operand, the last argument of an intrinsic, is the constant `true`.
pub fn is_set(c: &External, place: usize) -> Step<bool> {
    match c.arguments.get(place).map(|argument| &argument.value) {
        Some(Operand::Int { bits, .. }) => Ok(*bits != 0),
        _ => gap("a flag that is no constant"),
    }
}
