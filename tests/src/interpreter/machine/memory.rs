//! Flat memory: live blocks of bytes, found by address.

use super::super::{ErrorKind, Inputs};
use std::collections::BTreeMap;

/// What sort of memory a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    Heap,
    Stack,
    Global(String),
    /// A stream of the library's, of which no byte may be accessed.
    Stream,
    /// What this function of the library returned last.
    Library(String),
}

/// A live block.
#[derive(Clone, Debug)]
pub struct Block {
    pub base: u64,
    pub region: Region,
    pub constant: bool,
    /// `false` for a variable outside its lifetime: its place is taken, but nothing may be accessed.
    pub alive: bool,
    pub bytes: Vec<u8>,
}

/// All live blocks.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Pointer width in bits.
    pointer: u32,
    /// By address. A block without bytes has an address of its own here.
    live: BTreeMap<u64, Block>,
    /// Addresses of blocks that are dead, to be given out again.
    dead: Vec<u64>,
}

impl Memory {
    pub fn new(pointer: u32) -> Self {
        Self { pointer, live: BTreeMap::new(), dead: Vec::new() }
    }

    /// One past the end of any object is at most this (`spec/claim.md`, 2).
    fn end_of_memory(&self) -> u64 {
        if self.pointer >= 64 { u64::MAX << 16 } else { (1 << self.pointer) - 1 }
    }

    /// Live blocks by ascending address.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.live.values().filter(|block| block.alive)
    }

    /// The live block with this base.
    pub fn at(&self, base: u64) -> Option<&Block> {
        self.live.get(&base).filter(|block| block.alive)
    }

    /// A place for a block: any that fits, with a liking for addresses that were used before and for
    /// direct neighbours. `None` when none was found.
    pub fn place(&self, size: u64, align: u64, inputs: &mut Inputs) -> Option<u64> {
        let align = align.max(1);
        for _ in 0..1000 {
            let near = self.live.values().nth(inputs.below(self.live.len() as u64) as usize);
            let wish = match inputs.below(4) {
                0 => self.dead.last().copied().unwrap_or(0),
                1 => near.map_or(0, |block| block.base.saturating_add(block.bytes.len().max(1) as u64)),
                // Room is left above, so that most places fit.
                _ => inputs.below(self.end_of_memory() / 2),
            };
            let Some(base) = wish.div_ceil(align).checked_mul(align) else {
                continue;
            };
            if self.free_at(base, size.max(1)) {
                return Some(base);
            }
        }
        None
    }

    fn free_at(&self, base: u64, size: u64) -> bool {
        let Some(end) = base.checked_add(size) else {
            return false;
        };
        let before = self.live.range(..end).next_back();
        // Addresses below 2^16 hold the functions.
        base >= 1 << 16
            && end <= self.end_of_memory()
            && before.is_none_or(|(_, block)| block.base + block.bytes.len().max(1) as u64 <= base)
    }

    /// Makes a live block with arbitrary bytes.
    pub fn create(&mut self, base: u64, size: u64, region: Region, inputs: &mut Inputs) {
        let bytes = (0..size).map(|_| inputs.byte()).collect();
        self.live.insert(base, Block { base, region, constant: false, alive: true, bytes });
    }

    /// Ends the life of a block.
    pub fn remove(&mut self, base: u64) -> Option<Block> {
        let block = self.live.remove(&base)?;
        self.dead.push(base);
        Some(block)
    }

    /// Begins (with arbitrary bytes) or ends the lifetime of a variable.
    pub fn set_alive(&mut self, base: u64, alive: bool, inputs: &mut Inputs) {
        if let Some(block) = self.live.get_mut(&base) {
            block.alive = alive;
            block.bytes.fill_with(|| inputs.byte());
        }
    }

    pub fn make_constant(&mut self, base: u64) {
        if let Some(block) = self.live.get_mut(&base) {
            block.constant = true;
        }
    }

    /// The block that holds all of `size` bytes at `address`, and the offset in it.
    fn find(&self, address: u64, size: u64) -> Result<(u64, usize), ErrorKind> {
        let found = self.live.range(..=address).next_back();
        let (base, block) = found.filter(|(_, block)| block.alive).ok_or(ErrorKind::OutOfBounds)?;
        let offset = address - base;
        let end = offset.checked_add(size).ok_or(ErrorKind::OutOfBounds)?;
        if end > block.bytes.len() as u64 { Err(ErrorKind::OutOfBounds) } else { Ok((*base, offset as usize)) }
    }

    fn check_align(address: u64, align: u64) -> Result<(), ErrorKind> {
        if address.is_multiple_of(align.max(1)) { Ok(()) } else { Err(ErrorKind::Misaligned) }
    }

    /// `size` bytes at `address`, all in one live block.
    pub fn read(&self, address: u64, size: u64, align: u64) -> Result<&[u8], ErrorKind> {
        let (base, offset) = self.find(address, size)?;
        Self::check_align(address, align)?;
        Ok(&self.live[&base].bytes[offset..offset + size as usize])
    }

    /// Writes bytes, all in one live block that is not constant.
    pub fn write(&mut self, address: u64, bytes: &[u8], align: u64) -> Result<(), ErrorKind> {
        let (base, offset) = self.find(address, bytes.len() as u64)?;
        Self::check_align(address, align)?;
        let block = self.live.get_mut(&base).ok_or(ErrorKind::OutOfBounds)?;
        if block.constant {
            return Err(ErrorKind::ConstantWritten);
        }
        block.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        Ok(())
    }

    /// Sets up a global: its bytes, even if it is constant.
    pub fn initialise(&mut self, base: u64, bytes: Vec<u8>) {
        if let Some(block) = self.live.get_mut(&base) {
            block.bytes = bytes;
        }
    }

    /// The base of an open stream.
    pub fn is_stream(&self, base: u64) -> bool {
        self.live.get(&base).is_some_and(|block| block.region == Region::Stream)
    }

    /// The base of what a function of the library returned last.
    pub fn result_of(&self, name: &str) -> Option<u64> {
        let of = |block: &&Block| matches!(&block.region, Region::Library(other) if other == name);
        self.live.values().find(of).map(|block| block.base)
    }

    /// The base of a live heap block.
    pub fn is_heap(&self, base: u64) -> bool {
        self.live.get(&base).is_some_and(|block| block.region == Region::Heap)
    }
}
