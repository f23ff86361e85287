//! Byte-precise memory of a concrete run: live objects with their addresses, and the placement of new ones.

use super::fault::{Access, Fault, Freed, Region};
use crate::program::Location;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Nothing was written to the byte.
pub(super) const UNINITIALISED: u8 = 0;
/// The byte has the value that is stored with it.
pub(super) const KNOWN: u8 = 1;
/// Nothing is known about the byte: it is part of a floating-point number, of an external variable, ...
pub(super) const UNKNOWN: u8 = 2;

/// Total size of live objects, at most: a refutation is for machines with sufficient memory.
const MOST_BYTES: u64 = 1 << 26;

/// A live object.
#[derive(Clone, Debug)]
pub(super) struct Object<'p> {
    pub(super) size: u64,
    pub(super) region: Region,
    pub(super) constant: bool,
    pub(super) bytes: Vec<u8>,
    /// The kind of content of each byte.
    pub(super) holds: Vec<u8>,
    /// Where the object was made, for messages.
    pub(super) origin: Option<&'p Location>,
}

impl Object<'_> {
    /// Whether the program cannot distinguish the two objects.
    fn same(&self, other: &Object<'_>) -> bool {
        self.size == other.size
            && self.region == other.region
            && self.constant == other.constant
            && self.bytes == other.bytes
            && self.holds == other.holds
    }
}

/// An object whose lifetime has ended, kept for messages.
#[derive(Clone, Copy, Debug)]
struct Dead<'p> {
    base: u64,
    size: u64,
    region: Region,
    origin: Option<&'p Location>,
    /// Where its lifetime ended.
    ended: Option<&'p Location>,
}

/// The placement of new objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placing {
    /// At addresses that were never used, so that an access to a dead object is noticed.
    Fresh,
    /// At the address of the most recently ended object of this size, so that an earlier state can recur.
    Again,
}

/// All live objects.
#[derive(Clone, Debug)]
pub(super) struct Memory<'p> {
    /// The live objects by address. An object without bytes has an address of its own.
    objects: BTreeMap<u64, Object<'p>>,
    placing: Placing,
    /// Bytes of all live objects.
    live: u64,
    /// The first address that was never used.
    next: u64,
    /// One past the last usable address.
    end: u64,
    /// Bytes that stay free after each object, so that an access beyond it meets no other object.
    gap: u64,
    /// Addresses that are free again, by size and alignment.
    again: BTreeMap<(u64, u64), Vec<u64>>,
    dead: VecDeque<Dead<'p>>,
    ended: bool,
    /// Addresses at which nothing is placed, although no object is there.
    reserved: BTreeSet<u64>,
    /// Whether a call has placed objects.
    placed: bool,
}

/// Bytes between an access and an object of a call that it is told to be near to.
const CLOSE: u64 = 1 << 12;
/// Ended objects that are kept for messages, at most.
const MOST_DEAD: usize = 256;

impl<'p> Memory<'p> {
    pub(super) fn new(pointer_bits: u32, placing: Placing) -> Self {
        // Half of the address space, so that the difference of two addresses is a signed number.
        let wide = pointer_bits == 64;
        Self {
            objects: BTreeMap::new(),
            placing,
            live: 0,
            next: if wide { 1 << 32 } else { 1 << 20 },
            end: if wide { 1 << 46 } else { 1 << 31 },
            gap: if wide { 1 << 24 } else { 1 << 12 },
            again: BTreeMap::new(),
            dead: VecDeque::new(),
            ended: false,
            reserved: BTreeSet::new(),
            placed: false,
        }
    }

    /// Keeps new objects away from an address.
    pub(super) fn reserve(&mut self, address: u64) {
        self.reserved.insert(address);
    }

    /// Places new objects behind this address, where a call has placed one, if there is room.
    pub(super) fn go_behind(&mut self, address: u64) {
        self.placed = true;
        let next = address.saturating_add(self.gap);
        if next < self.end / 2 {
            self.next = self.next.max(next);
        }
    }

    /// How new objects are placed.
    pub(super) fn placing(&self) -> Placing {
        self.placing
    }

    /// How many bytes are alive.
    pub(super) fn live(&self) -> u64 {
        self.live
    }

    /// An address for a new object; `None` if there is no room.
    pub(super) fn place(&mut self, size: u64, align: u64) -> Option<u64> {
        if self.live.checked_add(size)? > MOST_BYTES {
            return None;
        }
        let align = align.max(16);
        if self.placing == Placing::Again
            && let Some(base) = self.again.get_mut(&(size, align)).and_then(Vec::pop)
        {
            return Some(base);
        }
        loop {
            let base = self.next.checked_next_multiple_of(align)?;
            let next = base.checked_add(size.max(1))?.checked_add(self.gap)?;
            if next > self.end {
                return None;
            }
            // What a call has placed may lie anywhere.
            self.next = self.occupied(base, next).unwrap_or(next);
            if self.next == next {
                return Some(base);
            }
        }
    }

    /// One past the end of something that occupies a part of this interval, which is not where it ends itself.
    fn occupied(&self, low: u64, high: u64) -> Option<u64> {
        let object =
            self.objects.range(..high).next_back().map(|(base, object)| base.saturating_add(object.size.max(1)));
        let reserved = self.reserved.range(low..high).next_back().map(|address| address.saturating_add(1));
        let end = object.max(reserved).filter(|end| *end > low)?;
        Some(end.saturating_add(self.gap))
    }

    /// Room for an object of this size among those that live.
    pub(super) fn has_room(&self, size: u64) -> bool {
        self.live.checked_add(size).is_some_and(|live| live <= MOST_BYTES)
    }

    /// Makes an object whose bytes are uninitialised.
    pub(super) fn create(&mut self, base: u64, size: u64, region: Region, origin: Option<&'p Location>) {
        let length = usize::try_from(size).unwrap_or(0);
        let (bytes, holds) = (vec![0; length], vec![UNINITIALISED; length]);
        self.live += size;
        self.objects.insert(base, Object { size, region, constant: false, bytes, holds, origin });
    }

    /// Ends the lifetime of an object, at this place of the program. Its addresses stay reserved.
    pub(super) fn end(&mut self, base: u64, at: Option<&'p Location>) -> Option<Object<'p>> {
        let object = self.objects.remove(&base)?;
        self.live = self.live.saturating_sub(object.size);
        self.ended = true;
        if self.dead.len() == MOST_DEAD {
            self.dead.pop_front();
        }
        let Object { size, region, origin, .. } = object;
        self.dead.push_back(Dead { base, size, region, origin, ended: at });
        Some(object)
    }

    /// Makes the place of an ended object available again.
    pub(super) fn vacate(&mut self, base: u64, size: u64, align: u64) {
        if self.placing == Placing::Again {
            self.again.entry((size, align.max(16))).or_default().push(base);
        }
    }

    /// Whether the lifetime of any object has ended.
    pub(super) fn ended(&self) -> bool {
        self.ended
    }

    /// All live objects, by their addresses.
    pub(super) fn all(&self) -> impl Iterator<Item = (u64, &Object<'p>)> {
        self.objects.iter().map(|(base, object)| (*base, object))
    }

    pub(super) fn at(&self, base: u64) -> Option<&Object<'p>> {
        self.objects.get(&base)
    }

    pub(super) fn at_mut(&mut self, base: u64) -> Option<&mut Object<'p>> {
        self.objects.get_mut(&base)
    }

    /// The object that holds all of `size` bytes at the address, and the offset in it.
    pub(super) fn find(&mut self, access: Access) -> Result<(&mut Object<'p>, usize), Fault<'p>> {
        if self.holder(access.address, access.size).is_none() {
            return Err(self.outside(access));
        }
        if !access.address.is_multiple_of(access.align.max(1)) {
            return Err(Fault::Misaligned(access));
        }
        let found = self.objects.range_mut(..=access.address).next_back();
        let (base, object) = found.ok_or(Fault::Unreachable)?;
        if access.store && object.constant {
            return Err(Fault::Constant(access));
        }
        // The offset is below the size of an existing object.
        let offset = usize::try_from(access.address - base).unwrap_or(usize::MAX);
        Ok((object, offset))
    }

    /// The base of the object that holds these bytes.
    pub(super) fn holder(&self, address: u64, size: u64) -> Option<u64> {
        let (base, object) = self.objects.range(..=address).next_back()?;
        let end = (address - base).checked_add(size)?;
        (end <= object.size).then_some(*base)
    }

    /// Whether an object that the run has not made holds the address.
    pub(super) fn is_given(&self, address: u64) -> bool {
        let object = self.holder(address, 0).and_then(|base| self.at(base));
        object.is_some_and(|object| match object.region {
            Region::Caller | Region::Global => true,
            Region::Heap => object.origin.is_none(),
            Region::Stack => false,
        })
    }

    /// The error of freeing this address.
    pub(super) fn freed(&self, address: u64) -> Fault<'p> {
        let mut dead = self.dead.iter().rev();
        let before = dead.find(|dead| dead.base == address && dead.region == Region::Heap);
        let object = match (self.holder(address, 0), before) {
            (Some(_), _) => Freed::Other,
            (None, Some(_)) => Freed::Twice,
            (None, None) => Freed::Nothing,
        };
        Fault::Free { address, object, before: before.and_then(|dead| dead.ended) }
    }

    /// The error of an access outside all live objects; it names the nearest live or ended object.
    fn outside(&self, access: Access) -> Fault<'p> {
        let within = |d: &&Dead<'p>| d.base <= access.address && access.address - d.base < d.size.max(1);
        if let Some(dead) = self.dead.iter().rev().find(within) {
            let Dead { base, size, region, origin, ended } = *dead;
            return Fault::Dead { access, base, offset: access.address - base, size, region, origin, ended };
        }
        let below = self.objects.range(..=access.address).next_back();
        let above = self.objects.range(access.address..).next();
        let near = [below, above].into_iter().flatten().map(|(base, object)| {
            let offset = i128::from(access.address) - i128::from(*base);
            let distance = if offset < 0 { -offset } else { (offset - i128::from(object.size)).max(0) };
            (distance, *base, offset, object)
        });
        let near = near.min_by_key(|(distance, ..)| *distance);
        // Objects that a call places may lie next to each other, or near null.
        let far = if self.placed { CLOSE } else { self.gap };
        let near = near.filter(|(distance, ..)| *distance < i128::from(far));
        match near {
            Some((_, base, offset, o)) => {
                Fault::Outside { access, base, offset, size: o.size, region: o.region, origin: o.origin }
            }
            None => Fault::Nowhere(access),
        }
    }

    /// The objects of both memories, if they are the same ones.
    pub(super) fn pairs<'a, 'q>(
        &'a mut self,
        other: &'a Memory<'q>,
    ) -> Option<impl Iterator<Item = (&'a mut Object<'p>, &'a Object<'q>)>> {
        let kind = |o: &Object<'_>| (o.size, o.region, o.constant);
        let same = self.objects.len() == other.objects.len()
            && self.objects.iter().zip(&other.objects).all(|((a, x), (b, y))| a == b && kind(x) == kind(y));
        same.then(|| self.objects.values_mut().zip(other.objects.values()))
    }

    /// Whether the program cannot distinguish the two memories.
    pub(super) fn same(&self, other: &Memory<'_>) -> bool {
        self.live == other.live
            && self.objects.len() == other.objects.len()
            && self.objects.iter().zip(&other.objects).all(|((a, x), (b, y))| a == b && x.same(y))
    }
}
