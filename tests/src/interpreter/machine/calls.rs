//! Calls: frames that come and go, and the blocks that live as long.

use super::super::syntax::{Argument, Constant, Function, Operand, Operation, Type};
use super::super::{ErrorKind, Outcome, Value};
use super::memory::Region;
use super::values::address;
use super::{Frame, Machine, Stop, sorting};
use std::collections::HashSet;

impl<'a> Machine<'a> {
    pub fn call(
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
            let count = if function.variadic { function.parameters.len() } else { arguments.len() };
            let same = function.parameters.len() == count
                && function.parameters.iter().map(|parameter| &parameter.kind).eq(kinds.clone().take(count))
                && function.result == *result;
            if !same {
                return Err(ErrorKind::BadCall.into());
            }
            let variable: Vec<_> = kinds.zip(values.iter().cloned()).skip(count).collect();
            let passed = match function.variadic {
                true => Some(self.pass(function, &variable)?),
                false => None,
            };
            self.enter(function, values)?;
            if let Some((variadic, blocks)) = passed {
                self.frame().variadic = Some(variadic);
                self.frame().stack.extend(blocks);
            }
            return Ok(None);
        }
        if sorting::is_known(&name) {
            return self.sort(register, &name, &values);
        }
        if name.starts_with("llvm.va_") {
            self.list_intrinsic(&name, &values)?;
            self.done(register, None);
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

    pub fn enter(&mut self, function: &'a Function, arguments: Vec<Value>) -> Result<(), Stop> {
        if self.frames.len() >= self.limits.frames {
            return Err(Stop::Outcome(Outcome::StepLimit));
        }
        self.activations += 1;
        let mut frame = Frame {
            function,
            block: 0,
            index: 0,
            registers: vec![None; function.registers.len()],
            stack: vec![],
            saves: vec![],
            lifetimes: with_lifetimes(function),
            variadic: None,
            sorting: None,
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

    /// Returns from the current frame; the outcome if it was the last.
    pub fn leave(&mut self, value: Option<Value>) -> Result<Option<Outcome>, Stop> {
        if let Some(frame) = self.frames.pop() {
            for base in frame.stack {
                self.memory.remove(base);
            }
        }
        let Some(caller) = self.frames.last_mut() else {
            return Ok(Some(Outcome::Returned(value)));
        };
        if caller.sorting.is_some() {
            return self.compared(value);
        }
        let call = &caller.function.blocks[caller.block].code[caller.index];
        self.done(call.register, value);
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
}

/// The allocas that some `lifetime.start` of the function names.
fn with_lifetimes(function: &Function) -> HashSet<usize> {
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
    lifetimes
}
