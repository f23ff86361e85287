//! Sizes, alignments and field offsets (LangRef, "Data Layout"), and flattened initialisers.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::ast::{Constant, Global, Name, Operand, Reason, Scalar, Type};

/// Types nested more deeply have no size.
const DEPTH: u32 = 100;
/// Scalars of an initialiser that are entries of an initial state, at most.
pub const MAX_CELLS: usize = 4096;
/// Scalars of an initialiser among which G-TABLE looks, at most.
pub const MAX_ELEMENTS: usize = 1 << 17;
/// Parts of a type, at most; a larger type is beyond any budget, and reported as such.
const MAX_WORK: usize = 1 << 22;

/// The data layout of a module, with its identified types.
#[derive(Debug, Default)]
pub struct Layout {
    /// 32 or 64.
    pub pointer_bits: u32,
    pointer_align: u64,
    /// ABI alignment in bytes by width in bits.
    integers: BTreeMap<u32, u64>,
    floats: BTreeMap<u32, u64>,
    aggregate: u64,
    /// Identified structures; `Type::Refused` for opaque ones.
    pub named: HashMap<Name, Type>,
    /// The sizes computed so far for identified structures.
    memo: RefCell<HashMap<Name, Result<Extent, Reason>>>,
}

/// Where memory ends: no object ends behind this address, and no function lies there (`spec/claim.md`, 2).
pub fn end_of_memory(pointer_bits: u32) -> u64 {
    if pointer_bits == 64 { u64::MAX << 16 } else { u32::MAX.into() }
}

/// Size and alignment in bytes, and the offsets of a structure's fields.
#[derive(Clone, Debug)]
struct Extent {
    /// Bytes that a store writes.
    store: u64,
    /// Distance of array elements: a multiple of the alignment.
    size: u64,
    align: u64,
    offsets: Rc<[u64]>,
    /// Parts of the type that were visited to compute this.
    work: usize,
}

/// The scalars of an initialiser.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Ascending by offset, disjoint.
    pub scalars: Vec<Scalar>,
    /// Whether all scalars are listed: none is beyond the limit, and the global is not external.
    pub complete: bool,
    /// Parts of types that were visited.
    pub work: usize,
    places: usize,
    /// Scalars, at most.
    most: usize,
}

/// What LLVM 22 writes for Linux on x86-64 and on i386.
const LP64: &str = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
const ILP32: &str = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128";

impl Layout {
    /// The layout with this string (LangRef, "Data Layout"). Only two strings are accepted: LLVM reads some strings
    /// differently from what they say, depending on the triple (it completes old ones), and some layouts can be written
    /// in several ways.
    pub fn parse(text: &str) -> Result<Layout, String> {
        let (bits, align, long, extended) = match text {
            LP64 => (64, 8, 8, 16),
            ILP32 => (32, 4, 4, 4),
            _ => return Err("data layout: neither that of x86-64 Linux nor that of i386 Linux in LLVM 22".into()),
        };
        Ok(Layout {
            pointer_bits: bits,
            pointer_align: align,
            integers: BTreeMap::from([(1, 1), (8, 1), (16, 2), (32, 4), (64, long), (128, 16)]),
            floats: BTreeMap::from([(16, 2), (32, 4), (64, long), (80, extended), (128, 16)]),
            aggregate: 1,
            ..Layout::default()
        })
    }

    /// Whether LLVM reads the layout as it is written for a target triple.
    pub fn fits(&self, triple: &str) -> bool {
        let machines: &[&str] = if self.pointer_bits == 64 { &["x86_64"] } else { &["i386", "i486", "i586", "i686"] };
        let mut parts = triple.split('-');
        let machine = parts.next().is_some_and(|part| machines.contains(&part));
        let system = parts.nth(1).is_some_and(|part| part == "linux");
        let environment = parts.next().is_none_or(|part| ["gnu", "musl"].contains(&part));
        machine && system && environment && parts.next().is_none()
    }

    /// Distance between two elements of an array of this type, in bytes (LLVM's alloc size).
    pub fn size(&self, ty: &Type) -> Result<u64, Reason> {
        self.shape(ty, 0).map(|shape| shape.size)
    }

    /// Bytes a load or store of this type accesses (LLVM's store size).
    pub fn store_size(&self, ty: &Type) -> Result<u64, Reason> {
        self.shape(ty, 0).map(|shape| shape.store)
    }

    /// ABI alignment in bytes.
    pub fn align(&self, ty: &Type) -> Result<u64, Reason> {
        self.shape(ty, 0).map(|shape| shape.align)
    }

    /// Type and offset of an element of an array or structure.
    pub fn element(&self, ty: &Type, index: u64) -> Result<(Type, u64), Reason> {
        match self.resolve(ty) {
            Type::Array(_, element) => {
                let offset = self.size(element)?.checked_mul(index).ok_or_else(too_large)?;
                Ok((element.as_ref().clone(), offset))
            }
            Type::Struct { fields, .. } => {
                let place = usize::try_from(index).map_err(|_| too_large())?;
                let field = fields.get(place).ok_or("field number out of range")?;
                let offset = *self.shape(ty, 0)?.offsets.get(place).ok_or("field number out of range")?;
                Ok((field.clone(), offset))
            }
            _ => Err("index into a type that has no elements".into()),
        }
    }

    /// The structure an identified type stands for; any other type itself.
    pub fn resolve<'a>(&'a self, ty: &'a Type) -> &'a Type {
        match ty {
            Type::Named(name) => self.named.get(name).unwrap_or(ty),
            _ => ty,
        }
    }

    fn shape(&self, ty: &Type, depth: u32) -> Result<Extent, Reason> {
        if depth > DEPTH {
            return Err("type nested too deep".into());
        }
        match ty {
            Type::Int(bits) => {
                let align = self.integers.range(*bits..).next().or_else(|| self.integers.last_key_value());
                self.scalar(u64::from(*bits).div_ceil(8), align.map_or(1, |(_, &align)| align))
            }
            Type::Pointer => self.scalar(u64::from(self.pointer_bits / 8), self.pointer_align),
            Type::Float(kind) => {
                let bits = kind.bits();
                let align = self.floats.get(&bits).ok_or("floating point type without alignment")?;
                self.scalar(u64::from(bits / 8), *align)
            }
            Type::Array(count, element) => {
                let shape = self.shape(element, depth + 1)?;
                let size = shape.size.checked_mul(*count).ok_or_else(too_large)?;
                self.limited(Extent {
                    store: size,
                    size,
                    align: shape.align,
                    offsets: Rc::new([]),
                    work: shape.work + 1,
                })
            }
            Type::Struct { packed, fields } => self.structure(*packed, fields, depth),
            Type::Named(name) => {
                if let Some(shape) = self.memo.borrow().get(name) {
                    return shape.clone();
                }
                let shape = match self.named.get(name) {
                    Some(ty) => self.shape(ty, depth + 1),
                    None => Err(format!("type %{name} is not defined").into()),
                };
                let shape = shape.map(|shape| Extent { work: 1, ..shape });
                self.memo.borrow_mut().insert(name.clone(), shape.clone());
                shape
            }
            Type::Refused(reason) => Err(reason.clone()),
            Type::Void | Type::Label | Type::Metadata => Err("type without size".into()),
        }
    }

    fn scalar(&self, store: u64, align: u64) -> Result<Extent, Reason> {
        self.limited(Extent { store, size: round_up(store, align)?, align, offsets: Rc::new([]), work: 1 })
    }

    fn structure(&self, packed: bool, fields: &[Type], depth: u32) -> Result<Extent, Reason> {
        let (mut size, mut align) = (0u64, if packed { 1 } else { self.aggregate });
        let mut offsets = Vec::with_capacity(fields.len());
        let mut work = 1;
        for field in fields {
            let shape = self.shape(field, depth + 1)?;
            work += shape.work;
            if !packed {
                size = round_up(size, shape.align)?;
                align = align.max(shape.align);
            }
            offsets.push(size);
            size = size.checked_add(shape.size).ok_or_else(too_large)?;
        }
        size = round_up(size, align)?;
        self.limited(Extent { store: size, size, align, offsets: offsets.into(), work })
    }

    /// Checks the size: no object is larger than half of the address space.
    fn limited(&self, shape: Extent) -> Result<Extent, Reason> {
        if shape.size < 1 << (self.pointer_bits - 1) { Ok(shape) } else { Err(too_large()) }
    }

    /// The scalars of a global's initialiser. Padding has none.
    pub fn cells(&self, global: &Global) -> Cells {
        self.at_most(MAX_CELLS, global)
    }

    /// The scalars of an initialiser that has no more than these.
    pub fn at_most(&self, most: usize, global: &Global) -> Cells {
        let mut cells = Cells { most, ..Cells::default() };
        if let Some(constant) = &global.initializer {
            cells.complete = self.flatten(Some(constant), &global.ty, 0, &mut cells).is_ok();
            if !cells.complete {
                cells.scalars.clear();
            }
        }
        cells
    }

    /// `None` stands for `zeroinitializer`. Recursion is as deep as the type, which has a size.
    fn flatten(&self, constant: Option<&Constant>, ty: &Type, offset: u64, cells: &mut Cells) -> Result<(), Reason> {
        let shape = self.shape(ty, 0)?;
        cells.work += shape.work;
        cells.places += 1;
        if cells.work > MAX_WORK {
            cells.work = usize::MAX / 2;
            return Err("too many parts of types".into());
        }
        // It may contain empty elements.
        if cells.places > 4 * cells.most || cells.scalars.len() >= cells.most {
            return Err("too many scalars".into());
        }
        let (ty, width) = (self.resolve(ty), u32::try_from(shape.store).unwrap_or(u32::MAX));
        let constant = match constant {
            Some(Constant::Scalar(Operand::Zero)) => None,
            other => other,
        };
        let count = match ty {
            Type::Array(count, _) => *count,
            Type::Struct { fields, .. } => fields.len() as u64,
            _ => {
                let value = match (constant, ty) {
                    (Some(Constant::Scalar(value)), _) => value.clone(),
                    (None, Type::Int(bits)) if *bits <= 64 => Operand::Int { width: *bits, bits: 0 },
                    (None, Type::Int(_)) => Operand::Refused("integer of more than 64 bits".into()),
                    (None, Type::Pointer) => Operand::Null,
                    (None, Type::Float(_)) => Operand::Float,
                    _ => return Err("initialiser does not fit its type".into()),
                };
                cells.scalars.push(Scalar { offset, width, ty: ty.clone(), value });
                return Ok(());
            }
        };
        for index in 0..count {
            let (element, place) = match ty {
                Type::Struct { fields, .. } => {
                    let place = usize::try_from(index).map_err(|_| too_large())?;
                    fields.get(place).zip(shape.offsets.get(place).copied()).ok_or("field number out of range")?
                }
                Type::Array(_, element) => {
                    (element.as_ref(), (shape.size / count).checked_mul(index).ok_or_else(too_large)?)
                }
                _ => return Err("initialiser does not fit its type".into()),
            };
            let byte;
            let part = match constant {
                None => None,
                Some(Constant::Aggregate(parts)) => Some(parts.get(index as usize).ok_or("initialiser too short")?),
                Some(Constant::Bytes(bytes)) => {
                    let bits = u64::from(*bytes.get(index as usize).ok_or("initialiser too short")?);
                    byte = Constant::Scalar(Operand::Int { width: 8, bits });
                    Some(&byte)
                }
                Some(whole @ Constant::Scalar(Operand::Undef | Operand::Poison)) => Some(whole),
                Some(Constant::Scalar(_)) => return Err("initialiser does not fit its type".into()),
            };
            self.flatten(part, element, offset.checked_add(place).ok_or_else(too_large)?, cells)?;
        }
        Ok(())
    }
}

fn round_up(size: u64, align: u64) -> Result<u64, Reason> {
    size.checked_next_multiple_of(align).ok_or_else(too_large)
}

fn too_large() -> Reason {
    "type larger than half of the address space".into()
}
