//! Frames and instructions.

use super::arithmetic::{binary, binary_float, compare, compare_float, mask, resize, signed};
use super::memory::{Memory, Region};
use super::syntax::*;
use super::{ErrorKind, Inputs, Limits, Mode, Outcome, Value};
use std::collections::{HashMap, HashSet};

/// Why a run ends.
#[derive(Clone, Debug)]
pub enum Stop {
    Error(ErrorKind),
    Outcome(Outcome),
}

impl Stop {
    pub fn unsupported(what: String) -> Self {
        Self::Outcome(Outcome::Unsupported(what))
    }
}

impl From<ErrorKind> for Stop {
    fn from(kind: ErrorKind) -> Self {
        Self::Error(kind)
    }
}

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

/// One activation of a function.
pub struct Frame<'a> {
    pub function: &'a Function,
    block: usize,
    index: usize,
    pub registers: Vec<Option<Value>>,
    /// Bases of the blocks that die with the frame, in the order of their making.
    stack: Vec<u64>,
    /// `stacksave` results and how many blocks there were.
    saves: Vec<(u64, usize)>,
    /// Allocas that some `lifetime.start` names: dead until then.
    lifetimes: HashSet<usize>,
    activation: u64,
}

/// A running module.
pub struct Machine<'a> {
    pub module: &'a Module,
    pub inputs: &'a mut Inputs,
    pub mode: Mode,
    pub limits: Limits,
    pub memory: Memory,
    /// Of globals and functions.
    pub addresses: HashMap<String, u64>,
    functions: HashMap<u64, String>,
    frames: Vec<Frame<'a>>,
    steps: u64,
    activations: u64,
}

pub fn run(
    module: &Module,
    entry: &str,
    inputs: &mut Inputs,
    mode: Mode,
    limits: Limits,
    observer: Option<&mut dyn Observer>,
) -> Outcome {
    inputs.hint(&module.constants);
    let memory = Memory::new(module.layout.pointer);
    let (addresses, functions) = (HashMap::new(), HashMap::new());
    let mut machine = Machine {
        module,
        inputs,
        mode,
        limits,
        memory,
        addresses,
        functions,
        frames: vec![],
        steps: 0,
        activations: 0,
    };
    match machine.start(entry).and_then(|()| machine.loop_(observer)) {
        Ok(outcome) | Err(Stop::Outcome(outcome)) => outcome,
        Err(Stop::Error(kind)) => Outcome::Error { kind, place: machine.place() },
    }
}

impl<'a> Machine<'a> {
    fn start(&mut self, entry: &str) -> Result<(), Stop> {
        let mut names: Vec<&String> = self.module.functions.keys().chain(self.module.declarations.keys()).collect();
        names.sort();
        for (number, name) in names.into_iter().enumerate() {
            let address = 16 + 16 * (number as u64 % 4000);
            self.addresses.insert(name.clone(), address);
            self.functions.insert(address, name.clone());
        }
        for variable in &self.module.variables {
            let align = variable.align.unwrap_or_else(|| self.module.layout.align(&variable.kind));
            let size = self.module.layout.size(&variable.kind);
            let base = self.allocate(size, align, Region::Global(variable.name.clone()))?;
            self.addresses.insert(variable.name.clone(), base);
        }
        for variable in &self.module.variables {
            let base = self.addresses[&variable.name];
            if let Some(initial) = &variable.initial
                && (entry == "main" || variable.constant)
            {
                let mut bytes = self.memory.at(base).map(|block| block.bytes.clone()).unwrap_or_default();
                self.write_constant(&variable.kind, initial, &mut bytes)?;
                self.memory.initialise(base, bytes);
            }
            if variable.constant {
                self.memory.make_constant(base);
            }
        }
        let unknown = || Stop::unsupported(format!("there is no function {entry}"));
        let function = self.module.functions.get(entry).ok_or_else(unknown)?;
        let mut arguments = Vec::new();
        for parameter in &function.parameters {
            let value = match &parameter.kind {
                Type::Int(width) => Value::Bits(self.inputs.input(*width).into()),
                Type::Pointer => Value::Bits(self.inputs.input(self.module.layout.pointer).into()),
                kind => self.arbitrary(kind)?,
            };
            arguments.push(value);
        }
        self.enter(function, arguments)
    }

    fn place(&self) -> String {
        match self.frames.last() {
            Some(frame) => {
                let block = &frame.function.blocks[frame.block];
                format!("{}:{}:{}", frame.function.name, block.label, frame.index)
            }
            None => "start".to_owned(),
        }
    }

    fn loop_(&mut self, mut observer: Option<&mut dyn Observer>) -> Result<Outcome, Stop> {
        loop {
            self.steps += 1;
            if self.steps > self.limits.steps {
                return Ok(Outcome::StepLimit);
            }
            if let Some(observer) = observer.as_deref_mut()
                && let Some(frame) = self.frames.last()
            {
                let view = View {
                    depth: self.frames.len() - 1,
                    activation: frame.activation,
                    function: &frame.function.name,
                    block: &frame.function.blocks[frame.block].label,
                    index: frame.index,
                    memory: &self.memory,
                    machine: self,
                };
                if !observer.at(&view) {
                    return Ok(Outcome::Stopped);
                }
            }
            let frame = self.frames.last().ok_or_else(|| Stop::unsupported("no frame".to_owned()))?;
            let function: &'a Function = frame.function;
            let code: &'a [Instruction] = &function.blocks[frame.block].code;
            let Some(instruction) = code.get(frame.index) else {
                return Err(Stop::unsupported("a block without terminator".to_owned()));
            };
            if let Some(outcome) = self.step(instruction)? {
                return Ok(outcome);
            }
        }
    }

    fn frame(&mut self) -> &mut Frame<'a> {
        self.frames.last_mut().expect("a step runs in a frame")
    }

    /// Binds the result and goes to the next instruction.
    fn done(&mut self, register: Option<usize>, value: Option<Value>) {
        let frame = self.frame();
        if let Some(register) = register {
            frame.registers[register] = value;
        }
        frame.index += 1;
    }

    fn enter(&mut self, function: &'a Function, arguments: Vec<Value>) -> Result<(), Stop> {
        if self.frames.len() >= self.limits.frames {
            return Err(Stop::Outcome(Outcome::StepLimit));
        }
        let mut lifetimes = HashSet::new();
        for instruction in function.blocks.iter().flat_map(|block| &block.code) {
            if let Operation::Call { callee: Operand::Constant(Constant::Global(name)), arguments, .. } =
                &instruction.operation
                && name.starts_with("llvm.lifetime.start")
                && let Some(Argument { value: (_, Operand::Register(slot)), .. }) = arguments.last()
            {
                lifetimes.insert(*slot);
            }
        }
        self.activations += 1;
        let mut frame = Frame {
            function,
            block: 0,
            index: 0,
            registers: vec![None; function.registers.len()],
            stack: vec![],
            saves: vec![],
            lifetimes,
            activation: self.activations,
        };
        for (parameter, mut value) in function.parameters.iter().zip(arguments) {
            if let Some((kind, align)) = &parameter.copied {
                let size = self.module.layout.size(kind);
                let address = address(&value)?;
                let bytes = self.memory.read(address, size, 1)?.to_vec();
                let base = self.allocate(size, (*align).max(self.module.layout.align(kind)), Region::Stack)?;
                self.memory.write(base, &bytes, 1)?;
                frame.stack.push(base);
                value = Value::Bits(base.into());
            }
            frame.registers[parameter.register] = Some(value);
        }
        self.frames.push(frame);
        Ok(())
    }

    /// A new block; an error only where it is too large for this interpreter.
    pub fn allocate(&mut self, size: u64, align: u64, region: Region) -> Result<u64, Stop> {
        if size > self.limits.bytes {
            return Err(Stop::unsupported(format!("a block of {size} bytes")));
        }
        let full = || Stop::unsupported("no room in memory".to_owned());
        let base = self.memory.place(size, align, self.inputs).ok_or_else(full)?;
        self.memory.create(base, size, region, self.inputs);
        Ok(base)
    }

    fn jump(&mut self, target: usize) -> Result<(), Stop> {
        let frame = self.frame();
        let from = frame.block;
        let function: &'a Function = frame.function;
        // All phis read before any is bound.
        let mut values = Vec::new();
        for phi in &function.blocks[target].phis {
            let Operation::Phi { kind, from: edges } = &phi.operation else {
                continue;
            };
            let missing = || Stop::unsupported("a phi without the predecessor".to_owned());
            let (_, operand) = edges.iter().find(|(block, _)| *block == from).ok_or_else(missing)?;
            values.push((phi.register, self.value(kind, operand)?));
        }
        let frame = self.frame();
        for (register, value) in values {
            if let Some(register) = register {
                frame.registers[register] = Some(value);
            }
        }
        frame.block = target;
        frame.index = 0;
        Ok(())
    }

    fn step(&mut self, instruction: &'a Instruction) -> Result<Option<Outcome>, Stop> {
        let register = instruction.register;
        let value = match &instruction.operation {
            Operation::Branch { condition, yes, no } => {
                let taken = match condition {
                    Some(condition) => self.bits(&Type::Int(1), condition)? == 1,
                    None => true,
                };
                self.jump(if taken { *yes } else { *no })?;
                return Ok(None);
            }
            Operation::Switch { on: (kind, operand), default, cases } => {
                let value = self.bits(kind, operand)?;
                let case = cases.iter().find(|(case, _)| *case == value);
                self.jump(case.map_or(*default, |(_, target)| *target))?;
                return Ok(None);
            }
            Operation::Return(value) => {
                let value = value.as_ref().map(|(kind, operand)| self.value(kind, operand)).transpose()?;
                return Ok(self.leave(value));
            }
            Operation::Unreachable => return Err(ErrorKind::Unreachable.into()),
            Operation::Call { result, callee, arguments } => return self.call(register, result, callee, arguments),
            Operation::Phi { .. } => {
                return Err(Stop::unsupported("a phi after other instructions".to_owned()));
            }
            Operation::Unsupported(what) => return Err(Stop::unsupported(what.clone())),
            Operation::Store { value: (kind, operand), address: to, align } => {
                let value = self.value(kind, operand)?;
                let mut bytes = Vec::new();
                self.encode(kind, &value, &mut bytes)?;
                let address = self.bits(&Type::Pointer, to)? as u64;
                self.memory.write(address, &bytes, align.unwrap_or_else(|| self.module.layout.align(kind)))?;
                self.done(None, None);
                return Ok(None);
            }
            operation => self.compute(operation, register)?,
        };
        self.done(register, Some(value));
        Ok(None)
    }

    /// Instructions that have a value and go on to the next.
    fn compute(&mut self, operation: &'a Operation, register: Option<usize>) -> Result<Value, Stop> {
        let layout = &self.module.layout;
        Ok(match operation {
            Operation::Binary { name, flags, kind, left, right } => {
                if let Type::Int(width) = kind {
                    let (a, b) = (self.bits(kind, left)?, self.bits(kind, right)?);
                    Value::Bits(binary(name, flags, *width, a, b, self.mode)?)
                } else {
                    let result = binary_float(name, self.float(kind, left)?, self.float(kind, right)?)?;
                    Value::Float(round(kind, result))
                }
            }
            Operation::Compare { predicate, flags, kind, left, right } => {
                let width = width(kind, layout.pointer)?;
                let (a, b) = (self.bits(kind, left)?, self.bits(kind, right)?);
                Value::Bits(compare(predicate, flags, width, a, b)?.into())
            }
            Operation::CompareFloat { predicate, left: (kind, left), right } => {
                let (a, b) = (self.float(kind, left)?, self.float(kind, right)?);
                Value::Bits(compare_float(predicate, a, b)?.into())
            }
            Operation::NegateFloat((kind, operand)) => Value::Float(-self.float(kind, operand)?),
            Operation::Cast { name, flags, value, to } => self.cast(name, flags, value, to)?,
            Operation::Select { condition: (kind, condition), yes, no } => {
                let (kind, chosen) = if self.bits(kind, condition)? == 1 { yes } else { no };
                self.value(kind, chosen)?
            }
            Operation::Freeze((kind, Operand::Constant(Constant::Undefined))) => self.arbitrary(kind)?,
            Operation::Freeze((kind, operand)) => self.value(kind, operand)?,
            Operation::Allocate { kind, count, align } => self.alloca(kind, count.as_ref(), *align, register)?,
            Operation::Load { kind, address: from, align, volatile } => {
                let align = align.unwrap_or_else(|| layout.align(kind));
                let size = layout.store_size(kind);
                let address = self.bits(&Type::Pointer, from)? as u64;
                let bytes = self.memory.read(address, size, align)?.to_vec();
                if *volatile { self.arbitrary(kind)? } else { self.decode(kind, &bytes)? }
            }
            Operation::Element { source, base, indices } => {
                let base = self.bits(&Type::Pointer, base)?;
                let mut values = Vec::new();
                for (kind, operand) in indices {
                    values.push(signed(self.bits(kind, operand)?, width(kind, layout.pointer)?));
                }
                Value::Bits(self.element(source, base, &values)?)
            }
            Operation::Extract { from: (kind, operand), path } => {
                let mut value = self.value(kind, operand)?;
                for &at in path {
                    let Value::Parts(mut parts) = value else {
                        return Err(Stop::unsupported("extractvalue".into()));
                    };
                    value = parts.swap_remove(at);
                }
                value
            }
            Operation::Insert { into: (kind, operand), value: (part_kind, part), path } => {
                let mut whole = self.value(kind, operand)?;
                let part = self.value(part_kind, part)?;
                let mut place = &mut whole;
                for &at in path {
                    let Value::Parts(parts) = place else {
                        return Err(Stop::unsupported("insertvalue".into()));
                    };
                    place = &mut parts[at];
                }
                *place = part;
                whole
            }
            _ => return Err(Stop::unsupported("an instruction out of place".to_owned())),
        })
    }

    fn cast(&mut self, name: &str, flags: &[String], value: &Typed, to: &Type) -> Result<Value, Stop> {
        let (from, operand) = value;
        let pointer = self.module.layout.pointer;
        Ok(match name {
            "fptrunc" | "fpext" => Value::Float(round(to, self.float(from, operand)?)),
            "sitofp" => {
                let bits = self.bits(from, operand)?;
                Value::Float(round(to, signed(bits, width(from, pointer)?) as f64))
            }
            "uitofp" => Value::Float(round(to, self.bits(from, operand)? as f64)),
            "fptosi" | "fptoui" => {
                let width = width(to, pointer)?;
                let value = self.float(from, operand)?.trunc();
                let bits = (value as i128) as u128 & mask(width);
                let back = if name == "fptosi" { signed(bits, width) } else { bits as i128 };
                if back as f64 != value {
                    return Err(Stop::unsupported("a conversion that is out of range".to_owned()));
                }
                Value::Bits(bits)
            }
            "bitcast" if from == to => self.value(from, operand)?,
            "bitcast" => {
                let value = self.value(from, operand)?;
                let mut bytes = Vec::new();
                self.encode(from, &value, &mut bytes)?;
                self.decode(to, &bytes)?
            }
            _ => {
                let bits = self.bits(from, operand)?;
                Value::Bits(resize(name, flags, width(from, pointer)?, width(to, pointer)?, bits)?)
            }
        })
    }

    fn alloca(
        &mut self,
        kind: &Type,
        count: Option<&Typed>,
        align: Option<u64>,
        register: Option<usize>,
    ) -> Result<Value, Stop> {
        let count = match count {
            Some((kind, operand)) => self.bits(kind, operand)?,
            None => 1,
        };
        let size = u128::from(self.module.layout.size(kind)) * count;
        if size > mask(self.module.layout.pointer - 1) {
            return Err(ErrorKind::TooLarge.into());
        }
        let align = align.unwrap_or_else(|| self.module.layout.align(kind));
        let base = self.allocate(size as u64, align, Region::Stack)?;
        let frame = self.frame();
        frame.stack.push(base);
        if register.is_some_and(|register| frame.lifetimes.contains(&register)) {
            self.memory.set_alive(base, false, self.inputs);
        }
        Ok(Value::Bits(base.into()))
    }

    /// Address arithmetic; flags are ignored.
    fn element(&self, source: &Type, base: u128, indices: &[i128]) -> Result<u128, Stop> {
        let layout = &self.module.layout;
        let Some((first, rest)) = indices.split_first() else {
            return Ok(base);
        };
        let mut offset = first.wrapping_mul(layout.size(source).into());
        let mut kind = source;
        for &index in rest {
            match kind {
                Type::Array(_, element) => {
                    offset = offset.wrapping_add(index.wrapping_mul(layout.size(element).into()));
                    kind = element;
                }
                Type::Struct(fields, _) => {
                    let field = usize::try_from(index).ok().filter(|&field| field < fields.len());
                    let field = field.ok_or_else(|| Stop::unsupported("no such field".to_owned()))?;
                    offset = offset.wrapping_add(layout.field(kind, field).into());
                    kind = &fields[field];
                }
                _ => return Err(Stop::unsupported("an index into a scalar".to_owned())),
            }
        }
        Ok(base.wrapping_add(offset as u128) & mask(layout.pointer))
    }

    fn call(
        &mut self,
        register: Option<usize>,
        result: &Type,
        callee: &'a Operand,
        arguments: &'a [Argument],
    ) -> Result<Option<Outcome>, Stop> {
        let name = match callee {
            Operand::Constant(Constant::Global(name)) => name.clone(),
            operand => {
                let address = self.bits(&Type::Pointer, operand)? as u64;
                self.functions.get(&address).cloned().ok_or(ErrorKind::BadCall)?
            }
        };
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.value(&argument.value.0, &argument.value.1)?);
        }
        if let Some(function) = self.module.functions.get(&name) {
            let kinds = arguments.iter().map(|argument| &argument.value.0);
            if function.variadic {
                return Err(Stop::unsupported(format!("a call of the variadic {name}")));
            }
            let same = function.parameters.len() == arguments.len()
                && function.parameters.iter().map(|parameter| &parameter.kind).eq(kinds)
                && function.result == *result;
            if !same {
                return Err(ErrorKind::BadCall.into());
            }
            self.enter(function, values)?;
            return Ok(None);
        }
        if name.starts_with("llvm.lifetime") || name.starts_with("llvm.stack") {
            let value = self.stack_intrinsic(&name, &values)?;
            self.done(register, value);
            return Ok(None);
        }
        let kinds: Vec<&Type> = arguments.iter().map(|argument| &argument.value.0).collect();
        let value = self.external(&name, result, &kinds, &values)?;
        self.done(register, value);
        Ok(None)
    }

    fn stack_intrinsic(&mut self, name: &str, values: &[Value]) -> Result<Option<Value>, Stop> {
        if name.starts_with("llvm.stacksave") {
            let mark = self.inputs.choice(self.module.layout.pointer);
            let frame = self.frame();
            let count = frame.stack.len();
            frame.saves.push((mark, count));
            return Ok(Some(Value::Bits(mark.into())));
        }
        let argument = values.last().ok_or_else(|| Stop::unsupported(name.to_owned())).and_then(address)?;
        if name.starts_with("llvm.stackrestore") {
            let frame = self.frame();
            let save = frame.saves.iter().rev().find(|(mark, _)| *mark == argument);
            let (_, count) = *save.ok_or_else(|| Stop::unsupported("stackrestore without save".to_owned()))?;
            let dead = frame.stack.split_off(count.min(frame.stack.len()));
            for base in dead {
                self.memory.remove(base);
            }
        } else {
            self.memory.set_alive(argument, name.starts_with("llvm.lifetime.start"), self.inputs);
        }
        Ok(None)
    }

    /// Returns from the current frame; the outcome if it was the last.
    fn leave(&mut self, value: Option<Value>) -> Option<Outcome> {
        if let Some(frame) = self.frames.pop() {
            for base in frame.stack {
                self.memory.remove(base);
            }
        }
        let Some(caller) = self.frames.last_mut() else {
            return Some(Outcome::Returned(value));
        };
        let call = &caller.function.blocks[caller.block].code[caller.index];
        self.done(call.register, value);
        None
    }

    /// The value of an operand; `undef` and `poison` only inside aggregates.
    pub fn value(&mut self, kind: &Type, operand: &Operand) -> Result<Value, Stop> {
        match operand {
            Operand::Register(slot) => {
                let value = self.frame().registers[*slot].clone();
                value.ok_or_else(|| Stop::unsupported("a register without value".to_owned()))
            }
            Operand::Constant(constant) => self.constant(kind, constant),
        }
    }

    fn constant(&mut self, kind: &Type, constant: &Constant) -> Result<Value, Stop> {
        let pointer = self.module.layout.pointer;
        Ok(match (constant, kind) {
            (Constant::Int(value), _) => Value::Bits(*value),
            (Constant::Float(value), _) => Value::Float(*value),
            (Constant::Null, _) => Value::Bits(0),
            (Constant::Global(name), _) => {
                let address = self.addresses.get(name);
                Value::Bits((*address.ok_or_else(|| Stop::unsupported(format!("unknown @{name}")))?).into())
            }
            (
                Constant::Zero | Constant::Undefined | Constant::Bytes(_) | Constant::Parts(_),
                Type::Array(..) | Type::Struct(..),
            ) => {
                let mut bytes: Vec<u8> = (0..self.module.layout.size(kind)).map(|_| self.inputs.byte()).collect();
                self.write_constant(kind, constant, &mut bytes)?;
                self.decode(kind, &bytes)?
            }
            (Constant::Zero, Type::Int(_) | Type::Pointer) => Value::Bits(0),
            (Constant::Zero, _) => Value::Float(0.0),
            (Constant::Element(source, base, indices), _) => {
                let base = self.constant(&Type::Pointer, base).and_then(|base| address(&base))?;
                let mut values = Vec::new();
                for (kind, index) in indices {
                    let Value::Bits(bits) = self.constant(kind, index)? else {
                        return Err(Stop::unsupported("a constant index".to_owned()));
                    };
                    values.push(signed(bits, width(kind, pointer)?));
                }
                Value::Bits(self.element(source, base.into(), &values)?)
            }
            (Constant::Cast(to, inner), _) => match self.constant(&Type::Int(64), inner)? {
                Value::Bits(bits) => Value::Bits(bits & mask(width(to, pointer)?)),
                other => other,
            },
            (Constant::Binary(name, width, left, right), _) => {
                let left = self.constant(&Type::Int(*width), left)?;
                let right = self.constant(&Type::Int(*width), right)?;
                let (Value::Bits(a), Value::Bits(b)) = (left, right) else {
                    return Err(Stop::unsupported("a constant expression".to_owned()));
                };
                Value::Bits(binary(name, &[], *width, a, b, Mode::Wrap)?)
            }
            (Constant::Undefined, _) => {
                return Err(Stop::unsupported("undef or poison".to_owned()));
            }
            (Constant::Bytes(_) | Constant::Parts(_), _) => {
                return Err(Stop::unsupported("a constant".to_owned()));
            }
        })
    }

    /// Writes a constant's bytes; those of `undef` and padding stay as they are.
    fn write_constant(&mut self, kind: &Type, constant: &Constant, bytes: &mut [u8]) -> Result<(), Stop> {
        let layout = &self.module.layout;
        match (constant, kind) {
            (Constant::Undefined, _) => {}
            (Constant::Zero, _) => bytes.fill(0),
            (Constant::Bytes(text), _) => bytes[..text.len()].copy_from_slice(text),
            (Constant::Parts(parts), Type::Array(_, element)) => {
                let size = layout.size(element) as usize;
                for ((kind, part), bytes) in parts.iter().zip(bytes.chunks_mut(size.max(1))) {
                    self.write_constant(kind, part, bytes)?;
                }
            }
            (Constant::Parts(parts), Type::Struct(..)) => {
                for (number, (part_kind, part)) in parts.iter().enumerate() {
                    let from = layout.field(kind, number) as usize;
                    let end = from + layout.size(part_kind) as usize;
                    self.write_constant(part_kind, part, &mut bytes[from..end])?;
                }
            }
            _ => {
                let value = self.constant(kind, constant)?;
                let mut written = Vec::new();
                self.encode(kind, &value, &mut written)?;
                bytes[..written.len()].copy_from_slice(&written);
            }
        }
        Ok(())
    }

    pub fn bits(&mut self, kind: &Type, operand: &Operand) -> Result<u128, Stop> {
        match self.value(kind, operand)? {
            Value::Bits(bits) => Ok(bits),
            _ => Err(Stop::unsupported("no integer".to_owned())),
        }
    }

    fn float(&mut self, kind: &Type, operand: &Operand) -> Result<f64, Stop> {
        match self.value(kind, operand)? {
            Value::Float(value) => Ok(value),
            _ => Err(Stop::unsupported("no floating-point number".to_owned())),
        }
    }

    /// Any value of a type.
    pub fn arbitrary(&mut self, kind: &Type) -> Result<Value, Stop> {
        match kind {
            Type::Int(width) if *width <= 64 => Ok(Value::Bits(self.inputs.choice(*width).into())),
            Type::Pointer => Ok(Value::Bits(self.inputs.choice(self.module.layout.pointer).into())),
            Type::Float | Type::Double | Type::Extended => {
                let value = self.inputs.choice(16) as f64;
                Ok(Value::Float(value / 8.0 - 1000.0))
            }
            _ => {
                let bytes: Vec<u8> = (0..self.module.layout.size(kind)).map(|_| self.inputs.byte()).collect();
                self.decode(kind, &bytes)
            }
        }
    }

    /// The bytes that a store of the value writes.
    fn encode(&self, kind: &Type, value: &Value, bytes: &mut Vec<u8>) -> Result<(), Stop> {
        let layout = &self.module.layout;
        match (kind, value) {
            (Type::Int(_) | Type::Pointer, Value::Bits(bits)) => {
                bytes.extend(&bits.to_le_bytes()[..layout.store_size(kind) as usize]);
            }
            (Type::Float, Value::Float(value)) => bytes.extend((*value as f32).to_le_bytes()),
            (Type::Double, Value::Float(value)) => bytes.extend(value.to_le_bytes()),
            _ => return Err(Stop::unsupported(format!("a store of {kind:?}"))),
        }
        Ok(())
    }

    /// The value that a load of the bytes gives.
    fn decode(&self, kind: &Type, bytes: &[u8]) -> Result<Value, Stop> {
        let layout = &self.module.layout;
        let short = || Stop::unsupported("too few bytes".to_owned());
        Ok(match kind {
            Type::Int(_) | Type::Pointer => {
                let mut all = [0; 16];
                let size = layout.store_size(kind) as usize;
                all[..size].copy_from_slice(bytes.get(..size).ok_or_else(short)?);
                Value::Bits(u128::from_le_bytes(all) & mask(width(kind, layout.pointer)?))
            }
            Type::Float => {
                let four = bytes.first_chunk().ok_or_else(short)?;
                Value::Float(f32::from_le_bytes(*four).into())
            }
            Type::Double => Value::Float(f64::from_le_bytes(*bytes.first_chunk().ok_or_else(short)?)),
            Type::Array(count, element) => {
                let size = layout.size(element) as usize;
                let mut parts = Vec::new();
                for number in 0..*count as usize {
                    parts.push(self.decode(element, bytes.get(number * size..).ok_or_else(short)?)?);
                }
                Value::Parts(parts)
            }
            Type::Struct(fields, _) => {
                let mut parts = Vec::new();
                for (number, field) in fields.iter().enumerate() {
                    let from = layout.field(kind, number) as usize;
                    parts.push(self.decode(field, bytes.get(from..).ok_or_else(short)?)?);
                }
                Value::Parts(parts)
            }
            _ => return Err(Stop::unsupported(format!("a load of {kind:?}"))),
        })
    }
}

/// The bits of a pointer.
pub fn address(value: &Value) -> Result<u64, Stop> {
    match value {
        Value::Bits(bits) => Ok(*bits as u64),
        _ => Err(Stop::unsupported("no address".to_owned())),
    }
}

/// Bits of an integer or pointer type.
pub fn width(kind: &Type, pointer: u32) -> Result<u32, Stop> {
    match kind {
        Type::Int(width) => Ok(*width),
        Type::Pointer => Ok(pointer),
        _ => Err(Stop::unsupported("no integer type".to_owned())),
    }
}

fn round(kind: &Type, value: f64) -> f64 {
    if *kind == Type::Float { f64::from(value as f32) } else { value }
}
