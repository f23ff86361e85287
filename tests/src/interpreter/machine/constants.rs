//! Constants: as values, and as the bytes of a variable.

use super::super::syntax::{Constant, Type};
use super::super::{Mode, Value};
use super::arithmetic::{binary, mask, signed};
use super::values::{address, width};
use super::{Machine, Stop};

impl Machine<'_> {
    pub fn constant(&mut self, kind: &Type, constant: &Constant) -> Result<Value, Stop> {
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
            (Constant::Element(source, base, indices), _) => Value::Bits(self.constant_element(source, base, indices)?),
            (Constant::Cast(to, inner), _) => match self.constant(&Type::Int(64), inner)? {
                Value::Bits(bits) => Value::Bits(bits & mask(width(to, pointer)?)),
                other => other,
            },
            (Constant::Binary(name, width, left, right), _) => {
                Value::Bits(self.constant_binary(name, *width, left, right)?)
            }
            (Constant::Undefined, _) => {
                return Err(Stop::unsupported("undef or poison".to_owned()));
            }
            (Constant::Bytes(_) | Constant::Parts(_), _) => {
                return Err(Stop::unsupported("a constant".to_owned()));
            }
        })
    }

    fn constant_element(&mut self, source: &Type, base: &Constant, indices: &[(Type, Constant)]) -> Result<u128, Stop> {
        let base = self.constant(&Type::Pointer, base).and_then(|base| address(&base))?;
        let mut values = Vec::new();
        for (kind, index) in indices {
            let Value::Bits(bits) = self.constant(kind, index)? else {
                return Err(Stop::unsupported("a constant index".to_owned()));
            };
            values.push(signed(bits, width(kind, self.module.layout.pointer)?));
        }
        self.element(source, base.into(), &values)
    }

    /// Constant expressions wrap in every mode.
    fn constant_binary(&mut self, name: &str, width: u32, left: &Constant, right: &Constant) -> Result<u128, Stop> {
        let left = self.constant(&Type::Int(width), left)?;
        let right = self.constant(&Type::Int(width), right)?;
        let (Value::Bits(a), Value::Bits(b)) = (left, right) else {
            return Err(Stop::unsupported("a constant expression".to_owned()));
        };
        binary(name, &[], width, a, b, Mode::Wrap)
    }

    /// Writes a constant's bytes; those of `undef` and padding stay as they are.
    pub fn write_constant(&mut self, kind: &Type, constant: &Constant, bytes: &mut [u8]) -> Result<(), Stop> {
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
}
