//! The state of a run, and one step of it (`spec/refutation.md`, State, Choices, Instructions).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use certificates::{Choice, Claim, Int};

use super::memory::{Birth, Byte, Kind, Memory, Object};
use super::value::{Halt, Step, Value, gap, mask};
use crate::proof::state::Position;
use crate::reader::{Argument, Callee, Function, Instruction, Module, Op, Operand, Promise, Signature, Type};

/// Bytes that a run may move, fill or read, at most.
pub const MAX_WORK: u64 = 1 << 31;
/// Inputs that are kept for the answer, at most.
const MAX_INPUTS: usize = 1000;

/// An activation of a function.
#[derive(Clone)]
pub struct Frame<'m> {
    /// The instruction that is executed next, or the call that waits.
    pub position: Position<'m>,
    /// Values of the registers.
    pub registers: HashMap<&'m str, Value>,
    /// Addresses of its live objects, with the registers of the allocas that made them.
    pub objects: BTreeMap<u64, &'m str>,
    /// Addresses of its static allocas that have been executed, whether an object lives there or not.
    pub places: BTreeSet<u64>,
    /// Addresses of its dynamic allocas, in the order of their execution.
    pub dynamic: Vec<u64>,
    /// The length of `dynamic` when a stacksave assigned this register.
    pub saves: BTreeMap<&'m str, usize>,
}

/// An input that the run chooses, for the answer.
#[derive(Clone, Debug)]
pub struct Input {
    /// What it is, for messages.
    pub what: String,
    /// The number that the run chooses.
    pub value: i128,
    /// Where it is read.
    pub place: String,
}

/// What the answer reports about a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Whether the run reads bytes that were never written.
    pub uninitialised: bool,
    /// Whether the run freezes an undefined value.
    pub undefined: bool,
    /// Whether the run compares or converts addresses.
    pub addresses: bool,
}

/// An alloca of a function.
#[derive(Clone, Copy)]
pub struct Alloca {
    /// In bytes, if it is static.
    pub size: u64,
    /// In bytes.
    pub align: u64,
    /// Whether it lies in the entry block and has a constant size.
    pub is_static: bool,
    /// Whether some `llvm.lifetime.start` of the function names it.
    pub started: bool,
}

/// The allocas of a function, by register.
pub type Allocas<'m> = Rc<HashMap<&'m str, Alloca>>;

/// A run.
#[derive(Clone)]
pub struct Machine<'m> {
    /// The module that is executed.
    pub module: &'m Module,
    /// The claim that the run is to refute.
    pub claim: &'m Claim,
    /// The activation whose instructions are executed.
    pub frame: Frame<'m>,
    /// The activations that wait, the outermost first.
    pub callers: Vec<Frame<'m>>,
    /// The live objects.
    pub memory: Memory,
    /// The choices that are left.
    pub choices: std::slice::Iter<'m, Choice>,
    /// Addresses of the global variables.
    pub globals: HashMap<&'m str, u64>,
    /// Addresses of the functions.
    pub functions: BTreeMap<&'m str, u64>,
    /// Addresses of the functions that the contract describes by `\callback` of a pointer, ascending.
    pub callbacks: &'m [u64],
    /// Functions that the contract describes by their names.
    pub described: BTreeSet<String>,
    /// The allocas of each function that was called.
    pub allocas: HashMap<&'m str, Allocas<'m>>,
    /// Bytes looked at so far.
    pub work: u64,
    /// Number of registers of waiting calls, counted as in `step.rs`.
    pub waiting: usize,
    /// Declared functions that were called, except intrinsics.
    pub called: BTreeSet<&'m str>,
    /// The inputs chosen so far, as many as the answer lists.
    pub inputs: Vec<Input>,
    /// What the answer says of the run so far.
    pub seen: Seen,
}

/// A call of a declared function.
pub struct External<'m> {
    /// The function's name.
    pub name: &'m str,
    /// The type at the call.
    pub signature: &'m Signature,
    /// The arguments as they are written.
    pub arguments: &'m [Argument],
    /// What attributes at the call promise.
    pub promises: &'m [Promise],
    /// The call.
    pub instruction: &'m Instruction,
    /// The values of the arguments.
    pub values: Vec<Value>,
}

impl<'m> Frame<'m> {
    /// An activation that has executed nothing.
    pub fn new(function: &'m Function) -> Frame<'m> {
        let (registers, objects, places, dynamic, saves) = Default::default();
        Frame { position: Position { function, block: 0, index: 0 }, registers, objects, places, dynamic, saves }
    }
}

impl<'m> Machine<'m> {
    /// Width of a pointer, in bits.
    pub fn pointer(&self) -> u32 {
        self.module.layout.pointer_bits
    }

    /// The width of a value that a run can know; `None` for floating point, i128 and types that are not scalar.
    pub fn width(&self, ty: &Type) -> Option<u32> {
        match ty {
            Type::Int(width @ 1..=64) => Some(*width),
            Type::Pointer => Some(self.pointer()),
            _ => None,
        }
    }

    /// The place of the next instruction, for messages.
    pub fn place(&self) -> String {
        self.frame.position.describe()
    }

    /// Counts bytes that are read, written or moved.
    pub fn charge(&mut self, bytes: u64) -> Step {
        self.work = self.work.saturating_add(bytes);
        match self.work > MAX_WORK {
            true => Err(Halt::Undecided("limit", format!("more than {MAX_WORK} bytes are moved"))),
            false => Ok(()),
        }
    }

    /// The next choice. If none is left, the message says that `what` was to be chosen.
    pub fn choose(&mut self, what: &str) -> Step<Choice> {
        match self.choices.next() {
            Some(choice) => Ok(*choice),
            None => Err(Halt::Invalid("choices", format!("a choice is missing: {what}"))),
        }
    }

    /// **input**: a chosen integer between these bounds, as bits of this width.
    pub fn input(&mut self, what: &str, width: u32, (low, high): (i128, i128)) -> Step<Value> {
        let value = match self.choose(what)? {
            Choice::Value(Int(value)) if (low..=high).contains(&value) => value,
            Choice::Value(Int(value)) => {
                return Err(Halt::Invalid("input", format!("{value} for {what}, which is between {low} and {high}")));
            }
            other => return Err(Halt::Invalid("choices", format!("{other:?} for {what}"))),
        };
        if self.inputs.len() < MAX_INPUTS {
            self.inputs.push(Input { what: what.into(), value, place: self.place() });
        }
        Ok(Value::Bits(value as u64 & mask(width)))
    }

    /// **address**: a chosen address for the next object, which is not added yet.
    pub fn address(&mut self, what: &str, size: u64, align: u64) -> Step<u64> {
        match self.choose(what)? {
            Choice::Address(base) => self.memory.free_at(base, size, align).map(|()| base),
            other => Err(Halt::Invalid("choices", format!("{other:?} for {what}"))),
        }
    }

    /// Adds a new object at an address; the effort depends on its size.
    pub fn object(&mut self, base: u64, size: u64, align: u64, kind: Kind, birth: Birth, name: String) -> Step {
        self.charge(size / 64 + 1)?;
        self.memory.add(base, align, || Object::new(size, kind, birth, name), size)
    }

    /// The value of an operand.
    pub fn operand(&self, operand: &'m Operand) -> Step<Value> {
        match operand {
            Operand::Register(name) => match self.frame.registers.get(&**name) {
                Some(value) => Ok(*value),
                None => gap(format!("%{name} was not assigned")),
            },
            Operand::Int { bits, .. } => Ok(Value::Bits(*bits)),
            Operand::Null => Ok(Value::Bits(0)),
            Operand::Global { name, offset } => match self.globals.get(&**name) {
                Some(base) => Ok(Value::Bits(base.wrapping_add_signed(*offset) & mask(self.pointer()))),
                None => gap(format!("@{name} is outside the subset")),
            },
            Operand::Function(name) => match self.functions.get(&**name) {
                Some(address) => Ok(Value::Bits(*address)),
                None => gap(format!("@{name} has no address")),
            },
            Operand::Float | Operand::Zero => Ok(Value::Unknown),
            Operand::Undef | Operand::Poison => gap("an operand is undef or poison"),
            Operand::Refused(reason) => gap(format!("an operand is outside the subset: {reason}")),
        }
    }

    /// Bytes that a value of the type takes in memory.
    pub fn size(&self, ty: &Type) -> Step<u64> {
        self.module.layout.store_size(ty).or_else(|reason| gap(reason.as_ref()))
    }

    /// The value of at most 8 bytes. Uninitialised bytes are chosen, unless another byte is unknown.
    pub fn read(&mut self, base: u64, offset: u64, size: u64) -> Step<Value> {
        let Some(object) = self.memory.get(base) else { return gap("no object") };
        let all = offset..offset.saturating_add(size);
        if all.clone().any(|offset| object.byte(offset) == Byte::Unknown) {
            return Ok(Value::Unknown);
        }
        let mut bits = 0;
        for (place, offset) in all.enumerate() {
            bits |= u64::from(self.byte(base, offset)?.unwrap_or(0)) << (8 * place.min(7));
        }
        Ok(Value::Bits(bits))
    }

    /// One byte of an object; `None` if it is unknown. An uninitialised byte is chosen, and keeps its value.
    pub fn byte(&mut self, base: u64, offset: u64) -> Step<Option<u8>> {
        match self.memory.get(base).map_or(Byte::Unknown, |object| object.byte(offset)) {
            Byte::Known(byte) => Ok(Some(byte)),
            Byte::Unknown => Ok(None),
            Byte::Uninitialised => match self.choose("an uninitialised byte")? {
                Choice::Byte(byte) => {
                    self.seen.uninitialised = true;
                    self.memory.begin(base, offset, Byte::Known(byte));
                    Ok(Some(byte))
                }
                other => Err(Halt::Invalid("choices", format!("{other:?} for an uninitialised byte"))),
            },
        }
    }

    /// The allocas of the current function.
    pub fn allocas(&mut self) -> Allocas<'m> {
        let function = self.frame.position.function;
        if let Some(known) = self.allocas.get(&*function.name) {
            return known.clone();
        }
        let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
        let started: BTreeSet<&str> = instructions().filter_map(|instruction| starts(&instruction.op)).collect();
        let mut found = HashMap::new();
        for instruction in instructions() {
            if let (Op::Alloca { size, count, align, is_static, .. }, Some(result)) =
                (&instruction.op, &instruction.result)
            {
                let count = if let Operand::Int { bits, .. } = &count.value { *bits } else { 0 };
                let (size, started) = (size.saturating_mul(count), started.contains(&**result));
                found.insert(&**result, Alloca { size, align: *align, is_static: *is_static, started });
            }
        }
        let found = Rc::new(found);
        self.allocas.insert(&function.name, found.clone());
        found
    }
}

/// The range of all numbers that bits of a width can stand for, signed or unsigned.
pub fn either(width: u32) -> (i128, i128) {
    (-(1 << (width.max(1) - 1)), i128::from(mask(width)))
}

/// The register whose lifetime an instruction begins.
fn starts(op: &Op) -> Option<&str> {
    match op {
        Op::Call { callee: Callee::Direct(name), arguments, .. } if name.starts_with("llvm.lifetime.start") => {
            match arguments.last().map(|argument| &argument.value) {
                Some(Operand::Register(register)) => Some(register),
                _ => None,
            }
        }
        _ => None,
    }
}
