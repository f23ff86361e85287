//! The memory of a run: live objects, byte by byte (`spec/refutation.md`, Memory).

use std::collections::BTreeMap;

use super::value::{Halt, Step, Value, error};
use crate::reader::layout::end_of_memory;

/// Total size of live objects, at most.
pub const MAX_LIVE: u64 = 1 << 28;
/// What an object counts in addition to its bytes.
const HEADER: u64 = 256;
/// Bytes between an address and an object that it may be meant to lie in, at most.
const NEAR: u64 = 1 << 20;

/// What may be done with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A global variable, or memory that the caller owns.
    Static,
    /// A constant global variable, or memory of the caller that may be read only.
    Constant,
    /// The object of an alloca.
    Stack,
    /// What an allocation function gave.
    Heap,
    /// The variable of the library that any of its functions may change: its bytes stay unknown.
    Errno,
}

/// The content of bytes that were not written since the lifetime of their object began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Birth {
    /// Something fixed that the run chooses when it reads the byte.
    Uninitialised,
    /// This number.
    Filled(u8),
    /// Something that the run does not know.
    Unknown,
}

/// One byte of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// This number.
    Known(u8),
    /// Something that the run does not know.
    Unknown,
    /// Never written: something fixed that the run chooses when it reads the byte.
    Uninitialised,
}

/// A live object.
#[derive(Clone, Debug)]
pub struct Object {
    /// In bytes.
    pub size: u64,
    /// What sort of memory it is.
    pub kind: Kind,
    /// For messages.
    pub name: String,
    birth: Birth,
    /// One number for each byte. 0: as at birth; [`UNKNOWN`]; or [`KNOWN`] and the byte. Memory that is not touched
    /// costs nothing.
    bytes: Vec<u16>,
}

const KNOWN: u16 = 0x100;
const UNKNOWN: u16 = 0x200;

impl Object {
    /// An object that the run has not written to yet.
    pub fn new(size: u64, kind: Kind, birth: Birth, name: String) -> Object {
        Object { size, kind, birth, name, bytes: vec![0; usize::try_from(size).unwrap_or(0)] }
    }

    /// The byte at this offset; `Unknown` outside the object.
    pub fn byte(&self, offset: u64) -> Byte {
        match (self.bytes.get(offset as usize).copied().unwrap_or(UNKNOWN), self.birth) {
            (0, Birth::Uninitialised) => Byte::Uninitialised,
            (0, Birth::Filled(byte)) => Byte::Known(byte),
            (0, Birth::Unknown) | (UNKNOWN.., _) => Byte::Unknown,
            (known, _) => Byte::Known(known as u8),
        }
    }

    /// The bytes of at most 8, the lowest first, if they lie inside and all of them are known.
    pub fn bits(&self, offset: u64, width: u64) -> Option<u64> {
        (0..width).try_fold(0, |bits, place| {
            let at = offset.checked_add(place).filter(|at| *at < self.size)?;
            match self.byte(at) {
                Byte::Known(byte) => Some(bits | u64::from(byte) << (8 * place)),
                Byte::Unknown | Byte::Uninitialised => None,
            }
        })
    }

    /// Writes a byte. What is written to `errno` stays unknown.
    pub fn set(&mut self, offset: u64, byte: Byte) {
        let to = match byte {
            Byte::Known(_) if self.kind == Kind::Errno => UNKNOWN,
            Byte::Known(byte) => KNOWN | u16::from(byte),
            _ => UNKNOWN,
        };
        if let Some(place) = self.bytes.get_mut(offset as usize) {
            *place = to;
        }
    }

    /// The object with another size; new bytes are uninitialised.
    pub fn resized(self, size: u64, name: String) -> Object {
        let mut new = Object::new(size, self.kind, Birth::Uninitialised, name);
        for offset in 0..size.min(self.size) {
            match self.byte(offset) {
                Byte::Uninitialised => {}
                byte => new.set(offset, byte),
            }
        }
        new
    }
}

/// All live objects, by address.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: BTreeMap<u64, Object>,
    /// Places that are reserved for static allocas of active calls, with their sizes: no other object may live there.
    reserved: BTreeMap<u64, u64>,
    /// Total size of the live objects, in bytes.
    live: u64,
    /// Width of a pointer in bits.
    pub pointer: u32,
    /// The first address after the functions, where objects may begin.
    pub lowest: u64,
}

/// Memory that an instruction or a library function accesses.
#[derive(Clone, Copy)]
pub struct Range {
    /// Address of the first byte.
    pub address: u64,
    /// In bytes.
    pub size: u64,
    /// What the address must be a multiple of, in bytes.
    pub align: u64,
}

impl Memory {
    /// No objects; `pointer` is the width of a pointer in bits, `lowest` the lowest address that an object may have.
    pub fn new(pointer: u32, lowest: u64) -> Memory {
        Memory { objects: BTreeMap::new(), reserved: BTreeMap::new(), live: 0, pointer, lowest }
    }

    /// **space**: there is room for another object; an empty one takes one byte. **address**: the object fits at this
    /// address.
    pub fn free_at(&self, base: u64, size: u64, align: u64) -> Step {
        let invalid = |message: String| Err(Halt::Invalid("address", format!("an object at {base:#x}: {message}")));
        let taken = size.max(1);
        if base < self.lowest {
            return invalid("null, or where functions are".into());
        }
        if !base.is_multiple_of(align.max(1)) {
            return invalid(format!("not aligned to {align}"));
        }
        let Some(end) = base.checked_add(taken).filter(|end| *end <= end_of_memory(self.pointer)) else {
            return invalid("behind the end of memory".into());
        };
        let before = self.objects.range(..=base).next_back();
        let overlaps = before.is_some_and(|(other, object)| base - other < object.size.max(1));
        if overlaps || self.objects.range(base..end).next().is_some() {
            return invalid("another object lives there".into());
        }
        let before = self.reserved.range(..=base).next_back();
        let overlaps = before.is_some_and(|(other, size)| base - other < (*size).max(1));
        if overlaps || self.reserved.range(base..end).next().is_some() {
            return invalid("a local variable of an active call has its place there".into());
        }
        Ok(())
    }

    /// Reserves a place for the objects of one alloca.
    pub fn reserve(&mut self, base: u64, size: u64) {
        self.reserved.insert(base, size);
    }

    /// Ends the reservation of a place.
    pub fn give_back(&mut self, base: u64) {
        self.reserved.remove(&base);
    }

    /// Adds an object.
    pub fn add(&mut self, base: u64, align: u64, object: impl FnOnce() -> Object, size: u64) -> Step {
        let taken = size.saturating_add(HEADER);
        if taken > MAX_LIVE - self.live {
            return Err(Halt::Undecided("limit", format!("more than {MAX_LIVE} bytes live")));
        }
        self.free_at(base, size, align)?;
        self.live += taken;
        self.objects.insert(base, object());
        Ok(())
    }

    /// Removes the object that begins at this address.
    pub fn remove(&mut self, base: u64) -> Option<Object> {
        let object = self.objects.remove(&base)?;
        self.live -= object.size + HEADER;
        Some(object)
    }

    /// The live object at this base.
    pub fn get(&self, base: u64) -> Option<&Object> {
        self.objects.get(&base)
    }

    /// Bytes of all live objects.
    pub fn live(&self) -> u64 {
        self.live
    }

    /// The object that contains the whole range, and the offset of the range in it.
    pub fn access(&self, what: &str, range: Range) -> Step<(u64, u64)> {
        let Range { address, size, align } = range;
        let found = self.objects.range(..=address).next_back().map(|(base, object)| (*base, object));
        let inside = |object: &Object, offset: u64| offset <= object.size && size <= object.size - offset;
        match found {
            Some((base, object)) if inside(object, address - base) => {
                if !address.is_multiple_of(align.max(1)) {
                    return error(format!("misaligned {what}: {address:#x} is no multiple of {align}"));
                }
                Ok((base, address - base))
            }
            _ => error(format!("{what} of {size} byte{} at {address:#x}, {}", plural(size), self.near(address))),
        }
    }

    /// The object that contains the whole range, if it may be written, and the offset.
    pub fn write(&mut self, what: &str, range: Range) -> Step<(&mut Object, u64)> {
        let (base, offset) = self.access(what, range)?;
        match self.objects.get_mut(&base) {
            Some(object) if object.kind == Kind::Constant => {
                error(format!("{what} to constant memory: {}", object.name))
            }
            Some(object) => Ok((object, offset)),
            None => error(format!("{what} to no object")),
        }
    }

    /// Sets the initial content of a byte, chosen when it is read first.
    pub fn begin(&mut self, base: u64, offset: u64, byte: Byte) {
        if let Some(object) = self.objects.get_mut(&base) {
            object.set(offset, byte);
        }
    }

    /// Describes what lies next to an address, for messages.
    fn near(&self, address: u64) -> String {
        let below = self.objects.range(..=address).next_back();
        match below.map(|(base, object)| (address - base, object)) {
            _ if address == 0 => "which is null".into(),
            Some((offset, object)) if offset < object.size.saturating_add(NEAR) => {
                format!("which is offset {offset} of {} ({} byte{})", object.name, object.size, plural(object.size))
            }
            _ => match self.objects.range(address..).next() {
                Some((base, object)) if base - address < NEAR => {
                    format!("which is offset -{} of {} ({} bytes)", base - address, object.name, object.size)
                }
                _ => "where no object is".into(),
            },
        }
    }

    /// Makes bytes unknown that differ in the other memory. Returns whether there were any; `None` if the objects are not
    /// the same ones.
    pub fn forget(&mut self, other: &Memory) -> Option<bool> {
        let all = |memory: &Memory| memory.objects.iter().map(|(base, o)| (*base, o.size, o.kind)).collect::<Vec<_>>();
        if self.reserved != other.reserved || all(self) != all(other) {
            return None;
        }
        let mut changed = false;
        for (object, now) in self.objects.values_mut().zip(other.objects.values()) {
            if object.birth == now.birth && object.bytes == now.bytes {
                continue;
            }
            for offset in 0..object.size {
                if object.byte(offset) != Byte::Unknown && object.byte(offset) != now.byte(offset) {
                    object.set(offset, Byte::Unknown);
                    changed = true;
                }
            }
        }
        Some(changed)
    }
}

fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The bytes of a value that is stored, the lowest first.
pub fn bytes(value: Value, size: u64) -> impl Iterator<Item = Byte> {
    (0..size).map(move |place| match value {
        Value::Bits(bits) => Byte::Known((bits >> (8 * place.min(7))) as u8),
        Value::Unknown => Byte::Unknown,
    })
}
