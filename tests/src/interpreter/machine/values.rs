//! Values: of operands, as bytes in memory, and arbitrary ones.

use super::super::Value;
use super::super::syntax::{Operand, Type};
use super::arithmetic::mask;
use super::{Machine, Stop};

impl Machine<'_> {
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

    pub fn bits(&mut self, kind: &Type, operand: &Operand) -> Result<u128, Stop> {
        match self.value(kind, operand)? {
            Value::Bits(bits) => Ok(bits),
            _ => Err(Stop::unsupported("no integer".to_owned())),
        }
    }

    pub fn float(&mut self, kind: &Type, operand: &Operand) -> Result<f64, Stop> {
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
    pub fn encode(&self, kind: &Type, value: &Value, bytes: &mut Vec<u8>) -> Result<(), Stop> {
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
    pub fn decode(&self, kind: &Type, bytes: &[u8]) -> Result<Value, Stop> {
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
