//! The state of a concrete run: frames, memory, and the choices made for it.

use super::fault::{Access, Fault};
use super::image::{Code, Image};
use super::inputs::{Inputs, mask};
use super::memory::{KNOWN, Memory, Placing, UNINITIALISED, UNKNOWN};
use super::watch::Watch;
use crate::faults::Fault as Lie;
use crate::index::Idx;
use crate::program::{Location, Operand, Reg};
use certificates::{Call, Choice, Int, Overflow};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A value; `None` if nothing is known about it (floating point, external functions, volatile loads).
pub(super) type Value = Option<u64>;

/// Why a run stops.
#[derive(Clone, Debug)]
pub(super) enum Stop<'p> {
    Error(Fault<'p>),
    /// The entry function returns, or the program ends itself.
    Ended,
    /// The continuation is not known, or nothing is claimed about it.
    Undecided(String),
}

impl<'p> From<Fault<'p>> for Stop<'p> {
    fn from(fault: Fault<'p>) -> Self {
        Stop::Error(fault)
    }
}

impl Stop<'_> {
    pub(super) fn undecided(why: impl Into<String>) -> Self {
        Stop::Undecided(why.into())
    }
}

/// Settings that all runs of a search share.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) overflow: Overflow,
    pub(super) malloc_may_fail: bool,
    pub(super) pointer_bits: u32,
    pub(super) fault: Option<Lie>,
}

impl Rules {
    /// Whether a test has switched the condition off; never true outside the build for tests.
    pub(super) fn lies(self, fault: Lie) -> bool {
        cfg!(feature = "faults") && self.fault == Some(fault)
    }
}

/// A local variable of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local {
    pub(super) register: usize,
    pub(super) base: u64,
    pub(super) size: u64,
    pub(super) align: u64,
    pub(super) fixed: bool,
}

/// An activation of a function.
#[derive(Clone)]
pub(super) struct Frame<'i, 'p> {
    pub(super) code: &'i Code<'p>,
    pub(super) block: usize,
    /// The place of the next instruction in the block.
    pub(super) index: usize,
    pub(super) registers: Vec<Value>,
    pub(super) locals: Vec<Local>,
    /// Registers of `llvm.stacksave`, each with the number of local variables at that time.
    pub(super) saves: Vec<(usize, usize)>,
}

impl Frame<'_, '_> {
    /// Whether the program cannot distinguish the two frames.
    pub(super) fn same(&self, other: &Frame<'_, '_>) -> bool {
        std::ptr::eq(self.code.function, other.code.function)
            && self.block == other.block
            && self.index == other.index
            && self.registers == other.registers
            && self.locals == other.locals
            && self.saves == other.saves
    }
}

/// A place in the program that asks for an input.
#[derive(Clone, Debug)]
pub(super) struct Asked<'p> {
    pub(super) name: Option<&'p str>,
    pub(super) at: Option<&'p Location>,
    /// The function that was called for the input, if it was a call.
    pub(super) source: Option<&'p str>,
}

/// A run.
#[derive(Clone)]
pub(super) struct Machine<'i, 'p> {
    pub(super) image: &'i Image<'p>,
    pub(super) rules: Rules,
    pub(super) memory: Memory<'p>,
    pub(super) frames: Vec<Frame<'i, 'p>>,
    /// Number of executed instructions.
    pub(super) steps: u64,
    pub(super) inputs: Inputs<'i>,
    pub(super) choices: Vec<Choice>,
    /// For each input that is a value: where it was asked for. `None` if this is not recorded.
    pub(super) asked: Option<Vec<Asked<'p>>>,
    /// Addresses of the global variables.
    pub(super) globals: Vec<u64>,
    pub(super) watch: Watch,
    /// Declared functions that were called.
    pub(super) called: FxHashSet<&'p str>,
    /// The call with which the run begins, if the entry has a contract.
    pub(super) call: Option<Rc<Call>>,
}

/// Depth of nested calls, at most; a deeper run is given up.
const MOST_FRAMES: usize = 1 << 14;

impl<'i, 'p> Machine<'i, 'p> {
    /// A run before its first instruction.
    pub(super) fn new(image: &'i Image<'p>, rules: Rules, inputs: Inputs<'i>, placing: Placing, watch: Watch) -> Self {
        Machine {
            image,
            rules,
            memory: Memory::new(rules.pointer_bits, placing),
            frames: Vec::new(),
            steps: 0,
            inputs,
            choices: Vec::new(),
            asked: None,
            globals: Vec::new(),
            watch,
            called: FxHashSet::default(),
            call: None,
        }
    }

    /// The same run, beginning with a call of a function with a contract.
    pub(super) fn with_call(self, call: Option<Rc<Call>>) -> Self {
        Machine { call, ..self }
    }

    /// Calls a function.
    pub(super) fn enter(&mut self, code: &'i Code<'p>, arguments: Vec<Value>) -> Result<(), Stop<'p>> {
        if let Some(reason) = &code.function.refused {
            return Err(Stop::undecided(reason.as_str()));
        }
        if self.frames.len() >= MOST_FRAMES {
            return Err(Stop::undecided("too many nested calls"));
        }
        let mut registers = arguments;
        registers.resize(code.function.registers.len(), None);
        self.frames.push(Frame { code, block: 0, index: 0, registers, locals: Vec::new(), saves: Vec::new() });
        Ok(())
    }

    /// An address for the next object.
    pub(super) fn placed(&mut self, size: u64, align: u64) -> Result<u64, Stop<'p>> {
        let base = self.memory.place(size, align).ok_or_else(|| Stop::undecided("too much memory"))?;
        self.choices.push(Choice::Address(base));
        Ok(base)
    }

    /// The bits of the next input, which the caller records as a choice.
    pub(super) fn ask(&mut self, width: u32) -> Option<u64> {
        self.inputs.next(width, self.choices.len())
    }

    /// An input of this many bits.
    pub(super) fn input(&mut self, width: u32, asked: Asked<'p>) -> Result<u64, Stop<'p>> {
        let bits = self.ask(width).ok_or_else(|| Stop::undecided("too many inputs"))?;
        self.chosen(bits, width, width > 1, asked);
        Ok(bits)
    }

    /// Records an input.
    pub(super) fn chosen(&mut self, bits: u64, width: u32, signed: bool, asked: Asked<'p>) {
        let value = if signed { i128::from(super::inputs::signed(bits, width)) } else { i128::from(bits) };
        self.choices.push(Choice::Value(Int(value)));
        if let Some(all) = &mut self.asked {
            all.push(asked);
        }
    }

    /// The value of an operand.
    pub(super) fn operand(&self, operand: &Operand) -> Result<Value, Stop<'p>> {
        let pointer = mask(self.rules.pointer_bits);
        Ok(match operand {
            Operand::Register(register) => {
                let frame = self.frames.last();
                frame.and_then(|frame| frame.registers.get(register.number()).copied()).flatten()
            }
            Operand::Int { bits, .. } => Some(*bits),
            Operand::Null => Some(0),
            Operand::Global { name, offset } => {
                let place = self.image.globals.get(name.as_str());
                let base = place.and_then(|place| self.globals.get(*place)).copied();
                let base = base.ok_or_else(|| Stop::undecided(format!("the address of '{name}'")))?;
                Some(base.wrapping_add_signed(*offset) & pointer)
            }
            Operand::Function(name) => {
                let address = self.image.addresses.get(name.as_str()).copied();
                Some(address.ok_or_else(|| Stop::undecided(format!("the address of '{name}'")))?)
            }
            Operand::Float => None,
            Operand::Undef => return Err(Stop::undecided("an undefined value")),
        })
    }

    /// The value of an operand that must be known.
    pub(super) fn known(&self, operand: &Operand, what: &str) -> Result<u64, Stop<'p>> {
        self.operand(operand)?.ok_or_else(|| Stop::undecided(format!("{what} that is not known")))
    }

    /// Binds the result of an instruction and goes on to the next.
    pub(super) fn done(&mut self, register: Option<Reg>, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            if let Some(place) = register.and_then(|register| frame.registers.get_mut(register.number())) {
                *place = value;
            }
            frame.index += 1;
        }
    }

    /// Reads a number from memory. Uninitialised bytes become inputs, unless the number is unknown anyway.
    pub(super) fn load(&mut self, address: u64, size: u64, align: u64) -> Result<Value, Stop<'p>> {
        let (object, at) = self.memory.find(Access { address, size, align, store: false })?;
        let end = at + usize::try_from(size).unwrap_or(0);
        let holds = object.holds.get(at..end).unwrap_or_default();
        if holds.contains(&UNKNOWN) {
            return Ok(None);
        }
        if holds.contains(&UNINITIALISED) {
            self.settle(address, size, align)?;
        }
        self.looked_at(address, size);
        let (object, at) = self.memory.find(Access { address, size, align, store: false })?;
        let bytes = object.bytes.get(at..end).unwrap_or_default();
        Ok(Some(bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte))))
    }

    /// Records that the run reads bytes that a call may have determined.
    pub(super) fn looked_at(&mut self, address: u64, size: u64) {
        if self.call.is_some() && self.memory.is_given(address) {
            self.watch.read(address, size);
        }
    }

    /// Chooses values for those of these bytes that are uninitialised.
    pub(super) fn settle(&mut self, address: u64, size: u64, align: u64) -> Result<(), Stop<'p>> {
        let (object, at) = self.memory.find(Access { address, size, align, store: false })?;
        let end = at + usize::try_from(size).unwrap_or(0);
        for place in at..end {
            if object.holds.get(place) != Some(&UNINITIALISED) {
                continue;
            }
            let bits = self.inputs.next(8, self.choices.len()).ok_or_else(|| Stop::undecided("too many inputs"))?;
            let byte = u8::try_from(bits).unwrap_or(0);
            self.choices.push(Choice::Byte(byte));
            if let (Some(holds), Some(value)) = (object.holds.get_mut(place), object.bytes.get_mut(place)) {
                (*holds, *value) = (KNOWN, byte);
            }
        }
        Ok(())
    }

    /// Writes a number to memory.
    pub(super) fn store(&mut self, address: u64, size: u64, align: u64, value: Value) -> Result<(), Stop<'p>> {
        let (object, at) = self.memory.find(Access { address, size, align, store: true })?;
        put(&mut object.bytes, &mut object.holds, at, usize::try_from(size).unwrap_or(0), value);
        Ok(())
    }
}

/// Writes a number, lowest byte first.
pub(super) fn put(bytes: &mut [u8], holds: &mut [u8], at: usize, width: usize, value: Value) {
    for place in 0..width {
        if let (Some(byte), Some(holds)) = (bytes.get_mut(at + place), holds.get_mut(at + place)) {
            // All bytes of an unknown value are equal, so that equal states compare as equal.
            *byte = value.map_or(0, |value| value.checked_shr(8 * place as u32).unwrap_or(0).to_le_bytes()[0]);
            *holds = if value.is_some() { KNOWN } else { UNKNOWN };
        }
    }
}
