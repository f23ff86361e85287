//! Variable arguments, as the System V ABI for AMD64 passes them.

use super::super::Value;
use super::super::syntax::{Function, Type};
use super::memory::Region;
use super::values::address;
use super::{Machine, Stop};

/// What is known of the variable arguments of a frame: where the register save area would begin, where the overflow area
/// does, and which bytes of the former are taken by parameters.
#[derive(Clone, Copy, Debug)]
pub struct Variadic {
    saved: u64,
    overflow: u64,
    taken: [u64; 2],
}

/// Ends of the two parts of the register save area.
const ENDS: [u64; 2] = [48, 176];

/// Which part of the register save area a type is for, and the bytes that it takes there.
fn class(kind: &Type) -> Result<(usize, u64), Stop> {
    match kind {
        Type::Int(1..=64) | Type::Pointer => Ok((0, 8)),
        Type::Float | Type::Double => Ok((1, 16)),
        _ => Err(Stop::unsupported(format!("an argument of type {kind:?} beside variable ones"))),
    }
}

impl Machine<'_> {
    /// Places the arguments behind the parameters of a function. Also returns the blocks that this makes. A register that
    /// the call does not use is in none of them.
    pub fn pass(&mut self, function: &Function, given: &[(&Type, Value)]) -> Result<(Variadic, Vec<u64>), Stop> {
        if self.module.layout.pointer != 64 {
            return Err(Stop::unsupported("variable arguments on this machine".to_owned()));
        }
        let mut next = [0, 48];
        // A structure in memory takes no register.
        for parameter in function.parameters.iter().filter(|parameter| parameter.copied.is_none()) {
            let (part, bytes) = class(&parameter.kind)?;
            next[part] = ENDS[part].min(next[part] + bytes);
        }
        let taken = next;
        let mut parts: [Vec<u8>; 3] = Default::default();
        for (kind, value) in given {
            let (part, bytes) = class(kind)?;
            let place = if next[part] + bytes <= ENDS[part] { part } else { 2 };
            if place == part {
                next[part] += bytes;
            }
            let mut slot = Vec::new();
            self.encode(kind, value, &mut slot)?;
            while slot.len() < if place == 2 { 8 } else { bytes as usize } {
                slot.push(self.inputs.byte());
            }
            parts[place].extend(slot);
        }
        let full = || Stop::unsupported("no room in memory".to_owned());
        let saved = self.memory.place(176, 16, self.inputs).ok_or_else(full)?;
        let mut blocks = Vec::new();
        for (part, bytes) in parts.iter().take(2).enumerate().filter(|(_, bytes)| !bytes.is_empty()) {
            let base = saved + taken[part];
            self.memory.create(base, bytes.len() as u64, Region::Stack, self.inputs);
            self.memory.initialise(base, bytes.clone());
            blocks.push(base);
        }
        let [.., rest] = parts;
        let overflow = self.allocate(rest.len() as u64, 8, Region::Stack)?;
        self.memory.initialise(overflow, rest);
        blocks.push(overflow);
        Ok((Variadic { saved, overflow, taken }, blocks))
    }

    /// `llvm.va_start`, `llvm.va_end` and `llvm.va_copy`.
    pub fn list_intrinsic(&mut self, name: &str, values: &[Value]) -> Result<(), Stop> {
        let at = |place: usize| values.get(place).map_or(Ok(0), address);
        let bytes = match name {
            _ if name.starts_with("llvm.va_copy") => self.memory.read(at(1)?, 24, 8)?.to_vec(),
            _ if name.starts_with("llvm.va_start") => {
                let given = self.frame().variadic.ok_or_else(|| Stop::unsupported("va_start".to_owned()))?;
                let mut bytes: Vec<u8> = given.taken.iter().flat_map(|taken| (*taken as u32).to_le_bytes()).collect();
                bytes.extend(given.overflow.to_le_bytes());
                bytes.extend(given.saved.to_le_bytes());
                bytes
            }
            _ => (0..24).map(|_| self.inputs.byte()).collect(),
        };
        Ok(self.memory.write(at(0)?, &bytes, 8)?)
    }

    /// Takes the next argument of a list, as a number.
    pub fn next_of_list(&mut self, list: u64, floating: bool) -> Result<u64, Stop> {
        let field = |machine: &Self, at: u64, size: usize| -> Result<u64, Stop> {
            let bytes = machine.memory.read(list + at, size as u64, 4)?;
            Ok(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
        };
        let (part, bytes) = if floating { (1, 16) } else { (0, 8) };
        let taken = field(self, 4 * part as u64, 4)?;
        let from = if taken + bytes <= ENDS[part] {
            self.memory.write(list + 4 * part as u64, &((taken + bytes) as u32).to_le_bytes(), 4)?;
            field(self, 16, 8)?.wrapping_add(taken)
        } else {
            let from = field(self, 8, 8)?;
            self.memory.write(list + 8, &from.wrapping_add(8).to_le_bytes(), 8)?;
            from
        };
        let bytes = self.memory.read(from, 8, 1)?;
        Ok(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
    }
}
