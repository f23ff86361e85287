//! One step of a run (`spec/refutation.md`, Instructions).

use crate::proof::state::Position;
use crate::reader::{Callee, CastKind, Function, Instruction, Name, Op, Operand, Signature, Type, Typed};
use crate::run::library;
use crate::run::machine::{External, Frame, Machine, either};
use crate::run::memory::{Birth, Kind, Range, bytes};
use crate::run::value::{Flags, Halt, Step, Value, binary, cast, compare, error, gap, mask, signed, unknown};

/// Registers of waiting calls, at most; a call counts as [`CALL`] of them.
const MAX_WAITING: usize = 1 << 22;
const CALL: usize = 8;

impl<'m> Machine<'m> {
    /// One instruction.
    pub fn step(&mut self) -> Step {
        let Some(instruction) = self.frame.position.instruction() else { return gap("there is no instruction") };
        let value = match &instruction.op {
            Op::Branch(target) => return self.jump(target),
            Op::CondBranch { condition, if_true, if_false } => {
                let bits = self.operand(condition)?.known("condition")?;
                return self.jump(if bits == 1 { if_true } else { if_false });
            }
            Op::Switch { value, default, cases, .. } => {
                let bits = self.operand(value)?.known("condition")?;
                self.charge(cases.len() as u64 / 16)?;
                return self.jump(cases.iter().find(|(case, _)| *case == bits).map_or(default, |(_, target)| target));
            }
            Op::Return(value) => return self.leave(value.as_ref()),
            Op::Unreachable => return self.unreachable(),
            Op::Call { callee, signature, arguments, promises } => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.operand(&argument.value)?);
                }
                let name = match callee {
                    Callee::Direct(name) => &**name,
                    Callee::Indirect(pointer) => self.target(pointer, signature)?,
                };
                if self.described.contains(name) {
                    return gap(format!("a call of @{name}, which the contract describes"));
                }
                if let Some(function) = self.module.functions.get(name) {
                    return self.enter(function, signature, values);
                }
                let call = External { name, signature, arguments, promises, instruction, values };
                library::external(self, &call)?
            }
            op => Some(self.compute(op, &instruction.ty)?),
        };
        self.next(instruction, value);
        Ok(())
    }

    /// Binds the result, if there is one, and moves on.
    fn next(&mut self, instruction: &'m Instruction, value: Option<Value>) {
        if let Some(result) = &instruction.result {
            self.frame.registers.insert(result, value.unwrap_or(Value::Unknown));
        }
        self.frame.position.index += 1;
    }

    fn compute(&mut self, op: &'m Op, ty: &'m Type) -> Step<Value> {
        let pointer = self.pointer();
        match op {
            Op::Binary { op, nuw, nsw, exact, left, right } => {
                let flags = Flags { nuw: *nuw, nsw: *nsw, exact: *exact, mode: self.claim.overflow };
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                match self.width(ty) {
                    Some(width) => binary(*op, width, flags, left, right),
                    None => gap("arithmetic of a type outside the subset"),
                }
            }
            Op::Compare { predicate, ty, left, right } => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                self.seen.addresses |= *ty == Type::Pointer && left.and(right).is_none_or(|(a, b)| a != 0 && b != 0);
                Ok(self.width(ty).map_or(Value::Unknown, |width| compare(*predicate, width, left, right)))
            }
            Op::Select { condition, if_true, if_false } => match self.operand(condition)? {
                Value::Bits(bits) => self.operand(if bits == 1 { if_true } else { if_false }),
                Value::Unknown => self.operand(if_true).and(self.operand(if_false)).map(|_| Value::Unknown),
            },
            Op::Cast { kind, from, value } => {
                let value = self.operand(value)?;
                self.seen.addresses |= matches!(kind, CastKind::PtrToInt | CastKind::IntToPtr);
                Ok(match (self.width(from), self.width(ty)) {
                    (Some(from), Some(to)) => cast(*kind, from, to, value),
                    _ => Value::Unknown,
                })
            }
            Op::Freeze(Operand::Undef | Operand::Poison) => match self.width(ty) {
                Some(width) => {
                    self.seen.undefined = true;
                    self.input("an undefined value", width, either(width))
                }
                None => Ok(Value::Unknown),
            },
            Op::Freeze(operand) => self.operand(operand),
            Op::Float(operands) => {
                let outside =
                    |typed: &&Typed| matches!(typed.value, Operand::Undef | Operand::Poison | Operand::Refused(_));
                match operands.iter().find(outside) {
                    Some(_) => gap("an operand is undef, poison, or outside the subset"),
                    None => Ok(Value::Unknown),
                }
            }
            Op::ElementPtr { base, offset, indices } => {
                let mut sum = self.operand(base)?.map(|base| base.wrapping_add_signed(*offset));
                for index in indices {
                    let value = self.operand(&index.value)?;
                    sum = match sum.and(value) {
                        Some((sum, bits)) => {
                            let index_bits = signed(bits, index.width.clamp(1, 64)) as u64;
                            Value::Bits(sum.wrapping_add(index_bits.wrapping_mul(index.stride)))
                        }
                        None => Value::Unknown,
                    };
                }
                Ok(sum.map(|bits| bits & mask(pointer)))
            }
            Op::Alloca { size, count, align, is_static, .. } => self.alloca(*size, count, *align, *is_static),
            Op::Load { pointer, align, volatile, range } => self.load(ty, pointer, *align, *volatile, *range),
            Op::Store { ty, value, pointer, align, volatile } => {
                let value = self.operand(value)?;
                let value = if *volatile || self.width(ty).is_none() { Value::Unknown } else { value };
                let address = self.operand(pointer)?.known("address")?;
                let size = self.size(ty)?;
                let (object, offset) = self.memory.write("store", Range { address, size, align: *align })?;
                bytes(value, size).zip(offset..).for_each(|(byte, offset)| object.set(offset, byte));
                Ok(Value::Unknown)
            }
            Op::Refused { reason, .. } => gap(format!("an instruction outside the subset: {reason}")),
            _ => gap("an instruction without a meaning here"),
        }
    }

    fn load(
        &mut self,
        ty: &'m Type,
        pointer: &'m Operand,
        align: u64,
        volatile: bool,
        range: Option<(u64, u64)>,
    ) -> Step<Value> {
        let address = self.operand(pointer)?.known("address")?;
        let size = self.size(ty)?;
        let (base, offset) = self.memory.access("load", Range { address, size, align })?;
        let value = match volatile || self.width(ty).is_none() {
            true => Value::Unknown,
            false => self.read(base, offset, size)?,
        };
        match (range, value) {
            (None, _) => Ok(value),
            (Some((low, high)), Value::Bits(bits)) if (low..high).contains(&bits) => Ok(value),
            (Some(_), Value::Bits(_)) => gap("a loaded value is outside its !range"),
            (Some(_), Value::Unknown) => unknown("value with a !range"),
        }
    }

    fn alloca(&mut self, size: u64, count: &'m Typed, align: u64, is_static: bool) -> Step<Value> {
        let count = self.operand(&count.value)?.known("number of elements")?;
        let largest = mask(self.pointer()) >> 1;
        let size = match u64::try_from(u128::from(size) * u128::from(count)) {
            Ok(size) if size <= largest => size,
            _ => return error("alloca of more than half of the address space"),
        };
        // A stackrestore would deallocate it as well.
        if is_static && !self.frame.saves.is_empty() {
            return gap("a static alloca behind a stacksave");
        }
        let base = self.address("the address of an alloca", size, align)?;
        let Some(instruction) = self.frame.position.instruction() else { return gap("there is no instruction") };
        let register = instruction.result.as_deref().unwrap_or_default();
        let started = self.allocas().get(register).is_some_and(|alloca| alloca.started);
        if started && !is_static {
            return gap("a dynamic alloca with a marked lifetime");
        }
        if !started {
            self.object(base, size, align, Kind::Stack, Birth::Uninitialised, format!("%{register}"))?;
            self.frame.objects.insert(base, register);
        }
        match is_static {
            true => {
                self.memory.reserve(base, size);
                self.frame.places.insert(base);
            }
            false => self.frame.dynamic.push(base),
        }
        Ok(Value::Bits(base))
    }

    /// Jumps to the block with this label, and executes its phis.
    fn jump(&mut self, target: &'m Name) -> Step {
        let Position { function, block, .. } = self.frame.position;
        let (Some(from), Some(place)) = (function.blocks.get(block), function.labels.get(target)) else {
            return gap("a branch to no block");
        };
        let phis = function.blocks.get(*place).map_or(&[][..], |block| &block.phis);
        self.charge(phis.iter().map(|phi| 1 + phi.incoming.len() as u64 / 16).sum())?;
        let mut values = Vec::with_capacity(phis.len());
        for phi in phis {
            if let Some(reason) = &phi.refused {
                return gap(format!("a phi outside the subset: {reason}"));
            }
            let Some((operand, _)) = phi.incoming.iter().find(|(_, label)| *label == from.label) else {
                return gap("a phi without a value for the edge");
            };
            values.push(self.operand(operand)?);
        }
        self.frame.registers.extend(phis.iter().map(|phi| &*phi.result).zip(values));
        self.frame.position = Position { function, block: *place, index: 0 };
        Ok(())
    }

    /// The function that a call through a pointer calls.
    fn target(&mut self, pointer: &'m Operand, signature: &Signature) -> Step<&'m str> {
        let address = self.operand(pointer)?.known("address of a function")?;
        self.charge(self.functions.len() as u64 / 16)?;
        let Some((name, _)) = self.functions.iter().find(|(_, at)| **at == address) else {
            if self.callbacks.binary_search(&address).is_ok() {
                return gap("a call of a function that the contract describes");
            }
            return error(format!("call through the address {address:#x}, which is no function's"));
        };
        let Some(function) = self.module.functions.get(*name) else {
            return gap(format!("@{name} is an external function that is called through a pointer"));
        };
        let types = |s: &Signature| (s.result.clone(), s.parameters.clone());
        if types(&function.signature) != types(signature) && !signature.varargs && !function.signature.varargs {
            return error(format!("call of @{name} at another type, through a pointer"));
        }
        Ok(name)
    }

    fn enter(&mut self, function: &'m Function, signature: &Signature, values: Vec<Value>) -> Step {
        if let Some(reason) = &function.refused {
            return gap(format!("@{} is outside the subset: {reason}", function.name));
        }
        if function.signature != *signature || signature.varargs {
            return gap(format!("the type of the call differs from that of @{}, or it is variadic", function.name));
        }
        self.waiting += self.frame.registers.len() + CALL;
        if self.waiting > MAX_WAITING {
            return Err(Halt::Undecided("limit", "too many calls are active".into()));
        }
        self.charge(values.len() as u64)?;
        let mut frame = Frame::new(function);
        frame.registers.extend(function.parameters.iter().map(|parameter| &*parameter.name).zip(values));
        self.callers.push(std::mem::replace(&mut self.frame, frame));
        Ok(())
    }

    fn leave(&mut self, value: Option<&'m Typed>) -> Step {
        let value = value.map(|typed| self.operand(&typed.value)).transpose()?;
        let Some(caller) = self.callers.pop() else {
            return Err(Halt::End(format!("@{} returns", self.frame.position.function.name)));
        };
        let frame = std::mem::replace(&mut self.frame, caller);
        self.waiting -= self.frame.registers.len() + CALL;
        for base in frame.objects.keys() {
            self.memory.remove(*base);
        }
        for base in &frame.places {
            self.memory.give_back(*base);
        }
        if let Some(instruction) = self.frame.position.instruction() {
            self.next(instruction, value);
        }
        Ok(())
    }

    /// An error, unless the preceding call is declared not to return.
    fn unreachable(&self) -> Step {
        let Position { function, block, index } = self.frame.position;
        let before = index.checked_sub(1).map(|index| Position { function, block, index });
        match before.and_then(|before| before.operation()) {
            Some(Op::Call { callee: Callee::Direct(name), .. }) if name.starts_with("llvm.") => {}
            Some(Op::Call { .. }) => return gap("a call returned that `unreachable` stands behind"),
            _ => {}
        }
        error("`unreachable` is reached")
    }
}
