//! What each instruction does to a run.

use super::arithmetic::{binary, compare};
use super::fault::Fault;
use super::fault::Region;
use super::inputs::mask;
use super::inputs::signed;
use super::machine::{Asked, Local, Machine, Stop, Value};
use crate::faults::Fault as Lie;
use crate::index::Idx;
use crate::program::{BinaryOp, CastOp, Extension, Flags, GepIndex, Instruction, Op, Operand, Overflowing, Reg, Type};
use certificates::Overflow;

/// A call's arguments.
pub(super) type Arguments<'p> = &'p [(Type, Operand)];

impl<'p> Machine<'_, 'p> {
    /// Width of an integer or pointer in bits; `None` for other types.
    pub(super) fn width(&self, ty: Type) -> Option<u32> {
        match ty {
            Type::Int(width) => Some(width),
            Type::Pointer => Some(self.rules.pointer_bits),
            Type::Float(_) | Type::Void => None,
        }
    }

    /// Bytes of a value in memory.
    pub(super) fn size(&self, ty: Type) -> u64 {
        match ty {
            Type::Float(bytes) => bytes.into(),
            ty => self.width(ty).map_or(0, |width| width.div_ceil(8).into()),
        }
    }

    /// The instruction that is executed next.
    pub(super) fn current(&self) -> Option<&'p Instruction> {
        let frame = self.frames.last()?;
        frame.code.function.blocks.get(frame.block)?.instructions.get(frame.index)
    }

    /// Executes one instruction. An instruction that stops the run does not count as a step.
    pub(super) fn step(&mut self) -> Result<(), Stop<'p>> {
        let instruction = self.current().ok_or_else(|| Stop::undecided("a block without an end"))?;
        self.instruction(instruction)?;
        self.steps += 1;
        if self.frames.is_empty() { Err(Stop::Ended) } else { Ok(()) }
    }

    fn instruction(&mut self, i: &'p Instruction) -> Result<(), Stop<'p>> {
        let value = match &i.op {
            Op::Branch { target } => return self.jump(*target),
            Op::CondBranch { condition, yes, no } => {
                let condition = self.known(condition, "a condition")?;
                return self.jump(if condition == 1 { *yes } else { *no });
            }
            Op::Switch { value, cases, default, width } => {
                let value = self.known(value, "a condition")?;
                for (case, _) in cases {
                    self.watch.wish(signed(value, *width).into(), signed(*case, *width).into());
                }
                let case = cases.iter().find(|(case, _)| *case == value);
                return self.jump(case.map_or(*default, |(_, target)| *target));
            }
            Op::Return { value, .. } => return self.leave(value.as_ref()),
            Op::Call { callee, result, arguments } => return self.call(i, callee, *result, arguments),
            Op::IndirectCall { callee, extensions, result, arguments } => {
                return self.indirect(i, callee, extensions, *result, arguments);
            }
            Op::Store { ty, value, pointer, align, volatile } => {
                let value = self.operand(value)?.filter(|_| !volatile && !matches!(ty, Type::Float(_)));
                let address = self.known(pointer, "an address")?;
                self.near(address, self.size(*ty));
                self.store(address, self.size(*ty), *align, value)?;
                self.done(None, None);
                return Ok(());
            }
            Op::Unreachable => return Err(self.unreachable()),
            Op::Unsupported(what) => return Err(Stop::undecided(what.as_str())),
            Op::WithOverflow(operation) => return self.with_overflow(operation),
            Op::Binary { op, width, flags, left, right } => self.binary(*op, *width, *flags, left, right)?,
            Op::Compare { predicate, ty, left, right } => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                let width = self.width(*ty).ok_or_else(|| Stop::undecided("a comparison of this type"))?;
                if let (Some(a), Some(b)) = (left, right) {
                    let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
                    self.watch.wish(x, y);
                    self.watch.wish(x, y + 1);
                    self.watch.wish(x, y - 1);
                    self.watch.wish(y, x);
                }
                left.zip(right).map(|(a, b)| compare(*predicate, width, a, b).into())
            }
            Op::Cast { op, from, to, value } => self.cast(*op, *from, *to, value)?,
            Op::Select { condition, yes, no, .. } => match self.operand(condition)? {
                Some(condition) => self.operand(if condition == 1 { yes } else { no })?,
                None => {
                    self.operand(yes)?;
                    self.operand(no)?;
                    None
                }
            },
            Op::Freeze { ty, value } => self.freeze(i, *ty, value)?,
            Op::FloatResult | Op::FloatToInt { .. } => None,
            Op::GetElementPtr { base, constant, indices } => self.element(base, *constant, indices)?,
            Op::Alloca { element_size, align, count, is_static, .. } => {
                self.alloca(i, *element_size, *align, count, *is_static)?
            }
            Op::Load { ty, pointer, align, volatile, range } => {
                let address = self.known(pointer, "an address")?;
                let size = self.size(*ty);
                self.near(address, size);
                let value = if matches!(ty, Type::Float(_)) || *volatile {
                    let access = super::fault::Access { address, size, align: *align, store: false };
                    self.memory.find(access).map(|_| None)?
                } else {
                    self.load(address, size, *align)?
                };
                let inside = |&(low, high): &(u64, u64)| value.is_some_and(|bits| (low..high).contains(&bits));
                if !range.as_ref().is_none_or(inside) {
                    return Err(Stop::undecided("a value that is read is not known to lie in its range"));
                }
                value
            }
        };
        self.done(i.result, value);
        Ok(())
    }

    /// `unreachable` is an error; after a call it only means that this call does not return.
    fn unreachable(&self) -> Stop<'p> {
        let before = self.frames.last().and_then(|frame| {
            let block = frame.code.function.blocks.get(frame.block)?;
            block.instructions.get(frame.index.checked_sub(1)?)
        });
        match before.map(|i| &i.op) {
            Some(Op::Call { callee, .. }) if !callee.starts_with("llvm.") => Stop::undecided("a call that returns"),
            Some(Op::IndirectCall { .. }) => Stop::undecided("a call that returns"),
            _ => Fault::Unreachable.into(),
        }
    }

    /// Jumps to a block: all its phis are read before any of them is bound.
    fn jump(&mut self, target: usize) -> Result<(), Stop<'p>> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (code, from) = (frame.code, frame.block);
        let block = code.function.blocks.get(target).ok_or_else(|| Stop::undecided("no such block"))?;
        self.watch.branch(code.first + from, code.first + target);
        let mut values: smallvec::SmallVec<[(Reg, Value); 8]> = smallvec::SmallVec::new();
        for phi in &block.phis {
            let incoming = phi.incoming.iter().find(|(source, _)| *source == from);
            let (_, operand) = incoming.ok_or_else(|| Stop::undecided("a phi without a value"))?;
            values.push((phi.result, self.operand(operand)?));
        }
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        for (register, value) in values {
            if let Some(place) = frame.registers.get_mut(register.number()) {
                *place = value;
            }
        }
        (frame.block, frame.index) = (target, 0);
        Ok(())
    }

    fn leave(&mut self, value: Option<&Operand>) -> Result<(), Stop<'p>> {
        let value = value.map(|value| self.operand(value)).transpose()?.flatten();
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        for local in frame.locals.iter().rev() {
            self.memory.end(local.base, None);
            self.memory.vacate(local.base, local.size, local.align);
        }
        if let Some(call) = self.current() {
            self.done(call.result, value);
        }
        Ok(())
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        width: u32,
        flags: Flags,
        left: &Operand,
        right: &Operand,
    ) -> Result<Value, Stop<'p>> {
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        let flags = Flags { nsw: flags.nsw || self.rules.lies(Lie::NoError), ..flags };
        let divides = matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem);
        let shifts = matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr);
        let signed_flag = flags.nsw && self.rules.overflow != Overflow::Wrap;
        let (Some(a), Some(b)) = (left, right) else {
            if divides || signed_flag || flags.nuw || flags.exact || shifts && right.is_none() {
                return Err(Stop::undecided("an operand that is not known"));
            }
            return Ok(None);
        };
        if signed_flag || divides || shifts {
            self.wanted(op, width, a, b);
        }
        binary(op, width, flags, self.rules.overflow, (a, b)).map(Some)
    }

    /// Records how far the operands are from making the operation fail.
    fn wanted(&mut self, op: BinaryOp, width: u32, a: u64, b: u64) {
        let (x, y) = (i128::from(signed(a, width)), i128::from(signed(b, width)));
        let (low, high) = (-(1i128 << (width - 1)) - 1, 1i128 << (width - 1));
        match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let exact = if op == BinaryOp::Add { x + y } else { x - y };
                self.watch.wish(exact, if exact < 0 { low } else { high });
                self.watch.wish(exact, if exact < 0 { high } else { low });
            }
            BinaryOp::Mul => {
                // The factor from which on the product overflows, given the other one.
                for (factor, other) in [(x, y), (y, x)] {
                    if other != 0 {
                        self.watch.wish(factor, high / other + if other < 0 { -1 } else { 1 });
                        self.watch.wish(factor, low / other);
                    }
                }
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                self.watch.wish(b.into(), width.into());
                self.watch.wish(y, -1);
            }
            _ => self.watch.wish(y, 0),
        }
    }

    /// Records how far the address is from making the access fail.
    pub(super) fn near(&mut self, address: u64, size: u64) {
        if let Some(base) = self.memory.holder(address, size)
            && let Some(object) = self.memory.at(base)
        {
            let offset = i128::from(address - base);
            self.watch.wish(offset, object.size.into());
            self.watch.wish(offset, -1);
        }
    }

    fn with_overflow(&mut self, operation: &Overflowing) -> Result<(), Stop<'p>> {
        let (left, right) = (self.operand(&operation.left)?, self.operand(&operation.right)?);
        let width = operation.width;
        let parts = left.zip(right).map(|(a, b)| {
            let read = |bits| if operation.signed { i128::from(signed(bits, width)) } else { i128::from(bits) };
            let (x, y) = (read(a), read(b));
            let exact = match operation.op {
                BinaryOp::Add => Some(x + y),
                BinaryOp::Sub => Some(x - y),
                _ => x.checked_mul(y),
            };
            let bits = match operation.op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                _ => a.wrapping_mul(b),
            } & mask(width);
            (bits, u64::from(exact != Some(read(bits))))
        });
        let [low, overflows] = operation.parts;
        if let Some(frame) = self.frames.last_mut() {
            for (register, value) in [(low, parts.map(|p| p.0)), (overflows, parts.map(|p| p.1))] {
                if let Some(place) = frame.registers.get_mut(register.number()) {
                    *place = value;
                }
            }
        }
        self.done(None, None);
        Ok(())
    }

    fn cast(&self, op: CastOp, from: Type, to: Type, value: &Operand) -> Result<Value, Stop<'p>> {
        let (Some(from), Some(to)) = (self.width(from), self.width(to)) else {
            return Err(Stop::undecided("a conversion of this type"));
        };
        let value = self.operand(value)?;
        Ok(value.map(|bits| match op {
            // i1 is read without sign: 1 becomes -1.
            CastOp::SExt if from == 1 => bits.wrapping_neg() & mask(to),
            CastOp::SExt => signed(bits, from).cast_unsigned() & mask(to),
            _ => bits & mask(to),
        }))
    }

    fn freeze(&mut self, i: &'p Instruction, ty: Type, value: &Operand) -> Result<Value, Stop<'p>> {
        if *value != Operand::Undef {
            return self.operand(value);
        }
        let name = self.variable(i);
        match self.width(ty) {
            Some(width) => self.input(width, Asked { name, at: i.location.as_ref(), source: None }).map(Some),
            None => Ok(None),
        }
    }

    /// The C variable that receives the result.
    pub(super) fn variable(&self, i: &'p Instruction) -> Option<&'p str> {
        let function = self.frames.last()?.code.function;
        function.registers[i.result?].variable.as_deref()
    }

    fn element(&mut self, base: &Operand, constant: i64, indices: &[GepIndex]) -> Result<Value, Stop<'p>> {
        let Some(mut address) = self.operand(base)? else { return Ok(None) };
        address = address.wrapping_add_signed(constant);
        for index in indices {
            let Some(value) = self.operand(&index.value)? else { return Ok(None) };
            let bytes = signed(value, index.width).wrapping_mul(index.stride);
            address = address.wrapping_add_signed(bytes);
        }
        Ok(Some(address & mask(self.rules.pointer_bits)))
    }

    fn alloca(
        &mut self,
        i: &'p Instruction,
        element: u64,
        align: u64,
        count: &Operand,
        fixed: bool,
    ) -> Result<Value, Stop<'p>> {
        let count = self.known(count, "a size")?;
        let size = u128::from(element) * u128::from(count);
        let most = u128::from(mask(self.rules.pointer_bits - 1));
        let size = u64::try_from(size).ok().filter(|size| u128::from(*size) <= most).ok_or(Fault::Alloca(size))?;
        let register = i.result.map_or(usize::MAX, Idx::number);
        let base = self.placed(size, align)?;
        let Some(frame) = self.frames.last_mut() else { return Ok(None) };
        let marked = frame.code.marked.contains(&register);
        if marked && !fixed {
            return Err(Stop::undecided("lifetime markers on a variable-length allocation"));
        }
        frame.locals.push(Local { register, base, size, align, fixed });
        if !marked {
            self.memory.create(base, size, Region::Stack, i.location.as_ref());
        }
        Ok(Some(base))
    }

    fn indirect(
        &mut self,
        i: &'p Instruction,
        callee: &Operand,
        extensions: &[Option<Extension>],
        result: Type,
        arguments: Arguments<'p>,
    ) -> Result<(), Stop<'p>> {
        let address = self.known(callee, "a function")?;
        let image = self.image;
        if self.call.as_ref().is_some_and(|call| call.callbacks.contains(&address)) {
            return Err(Stop::undecided("a call of a function of which only the contract speaks"));
        }
        let named = image.addresses.iter().find(|(_, at)| **at == address).map(|(name, _)| *name);
        let name = named.ok_or(Fault::Call(address))?;
        let Some(function) = image.program.functions.get(name) else {
            return Err(Stop::undecided(format!("a call of the external function '{name}' through a pointer")));
        };
        let signature = &function.signature;
        if !signature.parameters.iter().eq(arguments.iter().map(|(ty, _)| ty)) || signature.result != result {
            return Err(Fault::Call(address).into());
        }
        if signature.extensions != extensions {
            return Err(Stop::undecided("a call through a pointer with other `signext` or `zeroext` attributes"));
        }
        self.call(i, &function.name, result, arguments)
    }

    fn call(
        &mut self,
        i: &'p Instruction,
        callee: &'p str,
        result: Type,
        arguments: Arguments<'p>,
    ) -> Result<(), Stop<'p>> {
        let image = self.image;
        let Some(code) = image.functions.get(callee).and_then(|code| image.codes.get(*code)) else {
            let value = self.external(i, callee, result, arguments)?;
            self.done(i.result, value);
            return Ok(());
        };
        let signature = &code.function.signature;
        let types = arguments.iter().map(|(ty, _)| ty);
        if !signature.parameters.iter().eq(types) || signature.result != result || signature.variadic {
            return Err(Stop::undecided(format!("a call of '{callee}' with another type than its definition's")));
        }
        let mut values = Vec::with_capacity(code.function.registers.len());
        for (_, argument) in arguments {
            values.push(self.operand(argument)?);
        }
        self.enter(code, values)
    }
}
