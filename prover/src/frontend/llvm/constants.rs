//! Types, constants and address computations.

use std::collections::HashMap;

use super::raw::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, Layout, Ty, Value};
use crate::program::{GlobalCell, Operand, Type};

/// Why something is outside the subset, for the user.
pub(super) type Reason = String;

/// Nesting depth of constant expressions, at most.
pub(super) const DEPTH: u32 = 64;
/// Scalars of an initialiser, at most; with more, none of them is known.
pub(super) const MAX_CELLS: usize = 4096;
/// Scalars of an initialiser among which G-TABLE looks, at most.
pub(super) const MAX_ELEMENTS: usize = 1 << 17;

/// What all functions of the module share.
pub(super) struct Reader {
    pub layout: Layout,
    pub pointer_bits: u32,
    /// Global variables that no instruction may use.
    pub refused_globals: HashMap<Value, Reason>,
}

/// An address computation: a number of bytes and the variable indices with width and stride.
pub(super) struct Steps {
    pub constant: i64,
    pub indices: Vec<(Value, u32, i64)>,
}

/// How much of an initialiser has been visited.
#[derive(Default)]
struct Visited {
    places: usize,
    scalars: usize,
    /// Scalars, at most.
    most: usize,
}

impl Reader {
    pub(super) fn new(layout: Layout) -> Reader {
        Reader { layout, pointer_bits: layout.pointer_bits(), refused_globals: HashMap::new() }
    }

    /// A first-class type of the subset, or void.
    pub(super) fn ty(&self, ty: Ty) -> Result<Type, Reason> {
        match ty.kind() {
            LLVMTypeKind::LLVMVoidTypeKind => Ok(Type::Void),
            LLVMTypeKind::LLVMIntegerTypeKind => match ty.int_bits() {
                Some(bits @ 1..=64) => Ok(Type::Int(bits)),
                // Opaque, like floating point of this size.
                Some(128) => Ok(Type::Float(16)),
                _ => Err(format!("integer wider than 64 bits ({})", ty.print())),
            },
            LLVMTypeKind::LLVMPointerTypeKind if ty.address_space() == 0 => Ok(Type::Pointer),
            LLVMTypeKind::LLVMPointerTypeKind => Err("pointer to another address space".into()),
            LLVMTypeKind::LLVMHalfTypeKind
            | LLVMTypeKind::LLVMBFloatTypeKind
            | LLVMTypeKind::LLVMFloatTypeKind
            | LLVMTypeKind::LLVMDoubleTypeKind
            | LLVMTypeKind::LLVMX86_FP80TypeKind
            | LLVMTypeKind::LLVMFP128TypeKind => {
                let bytes = self.layout.store_size(ty).and_then(|bytes| u32::try_from(bytes).ok());
                bytes.map(Type::Float).ok_or_else(|| format!("type {}", ty.print()))
            }
            LLVMTypeKind::LLVMStructTypeKind | LLVMTypeKind::LLVMArrayTypeKind => {
                Err(format!("value of aggregate type {}", ty.print()))
            }
            LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind => Err("vector".into()),
            _ => Err(format!("type {}", ty.print())),
        }
    }

    /// A constant operand.
    pub(super) fn constant(&self, value: Value) -> Result<Operand, Reason> {
        self.constant_within(value, 0)
    }

    fn constant_within(&self, value: Value, depth: u32) -> Result<Operand, Reason> {
        if depth > DEPTH {
            return Err("constant expression nested too deep".into());
        }
        let ty = self.ty(value.ty())?;
        if value.is_undef_or_poison() {
            return Ok(Operand::Undef);
        }
        if matches!(ty, Type::Float(_)) {
            return if value.is_constant_fp() || value.is_constant_integer() {
                Ok(Operand::Float)
            } else {
                Err(unknown(value))
            };
        }
        if let (Type::Int(width), Some(bits)) = (ty, value.constant_int()) {
            return Ok(Operand::Int { width, bits });
        }
        if value.is_global_variable() {
            return match self.refused_globals.get(&value) {
                Some(reason) => Err(format!("global variable `{}`: {reason}", value.name())),
                None => Ok(Operand::Global { name: value.name(), offset: 0 }),
            };
        }
        if value.is_function() {
            return match value.linkage() {
                LLVMLinkage::LLVMExternalWeakLinkage => {
                    Err(format!("function `{}` may be missing (weak)", value.name()))
                }
                _ => Ok(Operand::Function(value.name())),
            };
        }
        if value.is_alias() {
            return Err(format!("the alias `{}`", value.name()));
        }
        if let Some(opcode) = value.constant_opcode() {
            return self.expression(value, opcode, depth);
        }
        if ty == Type::Pointer && value.is_null() { Ok(Operand::Null) } else { Err(unknown(value)) }
    }

    /// Address arithmetic on constants, and casts that keep the pointer's bits.
    fn expression(&self, value: Value, opcode: LLVMOpcode, depth: u32) -> Result<Operand, Reason> {
        let base = value.operand(0).ok_or_else(|| unknown(value))?;
        match opcode {
            LLVMOpcode::LLVMGetElementPtr => {
                let base = self.constant_within(base, depth + 1)?;
                let indices: Vec<Value> = value.operands().into_iter().skip(1).collect();
                let steps = self.steps(value.gep_source(), &indices)?;
                if !steps.indices.is_empty() {
                    return Err(unknown(value));
                }
                self.displaced(base, steps.constant).ok_or_else(|| unknown(value))
            }
            LLVMOpcode::LLVMPtrToInt if value.ty().int_bits() == Some(self.pointer_bits) => {
                match self.constant_within(base, depth + 1)? {
                    Operand::Null => Ok(Operand::Int { width: self.pointer_bits, bits: 0 }),
                    same @ (Operand::Int { .. } | Operand::Global { .. }) => Ok(same),
                    _ => Err(unknown(value)),
                }
            }
            LLVMOpcode::LLVMIntToPtr => match self.constant_within(base, depth + 1)? {
                Operand::Int { bits, .. } => {
                    Ok(Operand::Int { width: self.pointer_bits, bits: bits & self.pointer_mask() })
                }
                same @ Operand::Global { .. } if base.ty().int_bits() == Some(self.pointer_bits) => Ok(same),
                _ => Err(unknown(value)),
            },
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub => self.sum(value, opcode == LLVMOpcode::LLVMAdd, depth),
            LLVMOpcode::LLVMTrunc => match (self.constant_within(base, depth + 1)?, value.ty().int_bits()) {
                (Operand::Int { bits, .. }, Some(width)) => Ok(Operand::Int { width, bits: bits & mask(width) }),
                _ => Err(unknown(value)),
            },
            _ => Err(unknown(value)),
        }
    }

    /// A sum or difference of numbers; an address plus or minus a number; or the distance of two addresses in one
    /// global.
    fn sum(&self, value: Value, add: bool, depth: u32) -> Result<Operand, Reason> {
        let text = value.print();
        if text.contains(" nsw ") || text.contains(" nuw ") {
            return Err(unknown(value));
        }
        let part = |index| self.constant_within(value.operand(index).ok_or_else(|| unknown(value))?, depth + 1);
        let combined = |a: u64, b: u64| if add { a.wrapping_add(b) } else { a.wrapping_sub(b) };
        match (part(0)?, part(1)?) {
            (Operand::Int { width, bits: a }, Operand::Int { bits: b, .. }) => {
                Ok(Operand::Int { width, bits: combined(a, b) & mask(width) })
            }
            (base @ Operand::Global { .. }, Operand::Int { bits, .. }) => {
                self.displaced(base, combined(0, bits).cast_signed()).ok_or_else(|| unknown(value))
            }
            (Operand::Global { name: a, offset: x }, Operand::Global { name: b, offset: y }) if !add && a == b => {
                let distance = x.wrapping_sub(y).cast_unsigned();
                Ok(Operand::Int { width: self.pointer_bits, bits: distance & self.pointer_mask() })
            }
            _ => Err(unknown(value)),
        }
    }

    /// A constant address plus a number of bytes.
    fn displaced(&self, base: Operand, bytes: i64) -> Option<Operand> {
        match base {
            base if bytes == 0 => Some(base),
            Operand::Global { name, offset } => {
                Some(Operand::Global { name, offset: self.wrapped(offset.wrapping_add(bytes)) })
            }
            Operand::Null => self.displaced(Operand::Int { width: self.pointer_bits, bits: 0 }, bytes),
            Operand::Int { width, bits } => {
                Some(Operand::Int { width, bits: bits.wrapping_add_signed(bytes) & self.pointer_mask() })
            }
            _ => None,
        }
    }

    fn pointer_mask(&self) -> u64 {
        mask(self.pointer_bits)
    }

    /// The number closest to 0 that equals a number of bytes modulo the pointer width.
    fn wrapped(&self, bytes: i64) -> i64 {
        let unused = 64 - self.pointer_bits.clamp(1, 64);
        (bytes << unused) >> unused
    }

    /// LangRef, "getelementptr": the first index counts whole objects of the source type, the others
    /// select elements.
    pub(super) fn steps(&self, source: Ty, indices: &[Value]) -> Result<Steps, Reason> {
        if source.has_vector() {
            return Err("vector".into());
        }
        let mut steps = Steps { constant: 0, indices: Vec::new() };
        let mut ty = source;
        for (place, &index) in indices.iter().enumerate() {
            if place > 0
                && let Some(fields) = ty.fields()
            {
                let field = index.constant_int().and_then(|field| u32::try_from(field).ok());
                let field = field.ok_or("field number that is not constant")?;
                let offset = self.layout.field_offset(ty, field).ok_or("field of an opaque structure")?;
                steps.constant = self.wrapped(steps.constant.wrapping_add_unsigned(offset));
                ty = *fields.get(field as usize).ok_or("field number out of range")?;
                continue;
            }
            if place > 0 {
                (_, ty) = ty.array().ok_or_else(|| format!("address of an element of {}", ty.print()))?;
            }
            let size = self.layout.size(ty).ok_or_else(|| format!("address of {}", ty.print()))?;
            let stride = i64::try_from(size).map_err(|_| "element larger than the address space")?;
            let Type::Int(width) = self.ty(index.ty())? else {
                return Err("index that is no integer".into());
            };
            match self.constant_index(index) {
                Some(bits) => {
                    let unused = 64 - width.clamp(1, 64);
                    let number = (bits << unused).cast_signed() >> unused;
                    let bytes = number.wrapping_mul(stride);
                    steps.constant = self.wrapped(steps.constant.wrapping_add(bytes));
                }
                None if width > self.pointer_bits => {
                    return Err("index wider than a pointer".into());
                }
                None => steps.indices.push((index, width, stride)),
            }
        }
        Ok(steps)
    }

    /// An index that is a number.
    fn constant_index(&self, index: Value) -> Option<u64> {
        if !index.is_constant() {
            return None;
        }
        match self.constant(index) {
            Ok(Operand::Int { bits, .. }) => Some(bits),
            _ => None,
        }
    }

    /// The scalars of an initialiser, ascending by offset, without those of floating point and those with operands
    /// outside the subset. Empty if there are too many.
    pub(super) fn cells(&self, initializer: Value, most: usize) -> Vec<GlobalCell> {
        let mut cells = Vec::new();
        let mut visited = Visited { most, ..Visited::default() };
        match self.flatten(initializer, 0, &mut visited, &mut cells, 0) {
            Some(()) => cells,
            None => Vec::new(),
        }
    }

    /// `None` if the limit is reached, or an offset overflows.
    fn flatten(
        &self,
        value: Value,
        offset: u64,
        visited: &mut Visited,
        cells: &mut Vec<GlobalCell>,
        depth: u32,
    ) -> Option<()> {
        visited.places += 1;
        // It may contain empty elements.
        if visited.places > 4 * visited.most || visited.scalars >= visited.most || depth > DEPTH {
            return None;
        }
        let ty = value.ty();
        if let Some((length, element)) = ty.array() {
            let stride = self.layout.size(element)?;
            for index in 0..length {
                let place = offset.checked_add(stride.checked_mul(index)?)?;
                let part = value.element(u32::try_from(index).ok()?)?;
                self.flatten(part, place, visited, cells, depth + 1)?;
            }
        } else if let Some(fields) = ty.fields() {
            for index in 0..u32::try_from(fields.len()).ok()? {
                let place = offset.checked_add(self.layout.field_offset(ty, index)?)?;
                self.flatten(value.element(index)?, place, visited, cells, depth + 1)?;
            }
        } else {
            visited.scalars += 1;
            if let (Ok(Type::Int(_) | Type::Pointer), Ok(value)) = (self.ty(ty), self.constant(value)) {
                let width = u32::try_from(self.layout.store_size(ty)?).ok()?;
                cells.push(GlobalCell { offset, width, value });
            }
        }
        Some(())
    }
}

/// All bits of a width up to 64.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

fn unknown(value: Value) -> Reason {
    let text: String = value.print().chars().take(120).collect();
    format!("constant `{text}`")
}
