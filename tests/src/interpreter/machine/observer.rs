//! What an observer sees of a run.

use super::super::Value;
use super::Machine;
use super::memory::Memory;

/// Sees a run.
pub trait Observer {
    /// At a position, before its instruction; `false` stops the run.
    fn at(&mut self, view: &View) -> bool;
}

/// The state at a position.
pub struct View<'a> {
    /// Frames below this one.
    pub depth: usize,
    /// A number for this activation, unique in the run.
    pub activation: u64,
    pub function: &'a str,
    pub block: &'a str,
    /// Instructions of the block before this one, phis not counted.
    pub index: usize,
    pub memory: &'a Memory,
    pub(super) machine: &'a Machine<'a>,
}

impl View<'_> {
    /// The value of a register of the current frame.
    pub fn register(&self, name: &str) -> Option<&Value> {
        let frame = self.machine.frames.last()?;
        let slot = frame.function.registers.iter().position(|register| register == name)?;
        frame.registers[slot].as_ref()
    }

    /// Bits of a register of integer or pointer type.
    pub fn width(&self, name: &str) -> Option<u32> {
        let function = self.machine.frames.last()?.function;
        let slot = function.registers.iter().position(|register| register == name)?;
        function.widths[slot]
    }

    /// The address of a global variable or function.
    pub fn global(&self, name: &str) -> Option<u64> {
        self.machine.addresses.get(name).copied()
    }
}
