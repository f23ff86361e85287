//! What each instruction does.

use super::super::syntax::{Constant, Function, Instruction, Operand, Operation, Type, Typed};
use super::super::{ErrorKind, Outcome, Value};
use super::arithmetic::{binary, binary_float, compare, compare_float, mask, resize, signed};
use super::memory::Region;
use super::values::width;
use super::{Machine, Stop};

impl<'a> Machine<'a> {
    /// Executes an instruction; the outcome if the run ends with it.
    pub fn step(&mut self, instruction: &'a Instruction) -> Result<Option<Outcome>, Stop> {
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
                return self.leave(value);
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
            Operation::Extract { from, path } => self.extract(from, path)?,
            Operation::Insert { into, value, path } => self.insert(into, value, path)?,
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
    pub fn element(&self, source: &Type, base: u128, indices: &[i128]) -> Result<u128, Stop> {
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

    fn extract(&mut self, from: &Typed, path: &[usize]) -> Result<Value, Stop> {
        let (kind, operand) = from;
        let mut value = self.value(kind, operand)?;
        for &at in path {
            let Value::Parts(mut parts) = value else {
                return Err(Stop::unsupported("extractvalue".into()));
            };
            value = parts.swap_remove(at);
        }
        Ok(value)
    }

    fn insert(&mut self, into: &Typed, value: &Typed, path: &[usize]) -> Result<Value, Stop> {
        let ((kind, operand), (part_kind, part)) = (into, value);
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
        Ok(whole)
    }
}

fn round(kind: &Type, value: f64) -> f64 {
    if *kind == Type::Float { f64::from(value as f32) } else { value }
}
