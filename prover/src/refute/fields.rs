//! The members of the structures that a call's pointers lead to, so that memory is told in C's words.

use crate::program::types::{Shape, Types};

/// Fields of one object, at most.
const MOST_FIELDS: usize = 48;
/// Elements of an array, at most.
const MOST_ELEMENTS: u64 = 8;
/// Structures and arrays inside each other, at most.
const DEEPEST: usize = 6;

/// A number or pointer in an object.
pub(super) struct Field {
    /// As C names it behind the object: `size`, `[1].next`.
    pub(super) name: String,
    /// In bytes.
    pub(super) offset: usize,
    /// In bytes; 0 if it only says that there is more.
    pub(super) width: usize,
    /// Whether it has a sign; `None` for a pointer.
    pub(super) signed: Option<bool>,
}

/// The fields of an object that holds structures of a type; none if the type is no structure.
pub(super) fn of(types: &Types<'_>, ty: u32, size: u64, pointer: u64) -> Vec<Field> {
    let mut fields = Fields { types, pointer, found: Vec::new(), all: true };
    if let Some(Shape::Structure { bytes, .. }) = types.shape(ty)
        && let Some(count) = size.checked_div(bytes)
    {
        for place in 0..count.min(MOST_ELEMENTS) {
            let name = if count > 1 { format!("[{place}]") } else { String::new() };
            fields.add(ty, place * bytes, &name, DEEPEST);
        }
        fields.all &= count <= MOST_ELEMENTS && size == count * bytes;
    }
    if !fields.all && !fields.found.is_empty() {
        fields.one("...", 0, 0, None);
    }
    fields.found
}

struct Fields<'t, 'a> {
    types: &'t Types<'a>,
    pointer: u64,
    found: Vec<Field>,
    /// Whether nothing was left out, but for bit-fields and padding.
    all: bool,
}

impl Fields<'_, '_> {
    fn add(&mut self, ty: u32, at: u64, name: &str, depth: usize) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.found.len() < MOST_FIELDS) else {
            self.all = false;
            return;
        };
        match self.types.shape(ty) {
            Some(Shape::Integer { bytes, signed }) => self.one(name, at, bytes.into(), Some(signed)),
            Some(Shape::Character { text }) => self.one(name, at, 1, Some(text)),
            Some(Shape::Pointer(_)) => self.one(name, at, self.pointer, None),
            Some(Shape::Structure { members, .. } | Shape::Union { members, .. }) => {
                for member in members {
                    let between = if name.is_empty() || member.name.is_empty() { "" } else { "." };
                    self.add(member.ty, at + member.offset, &format!("{name}{between}{}", member.name), depth);
                }
            }
            Some(Shape::Array { element, bytes }) => {
                let Some(size) = self.types.size(element, self.pointer).filter(|size| *size > 0) else { return };
                self.all &= bytes / size <= MOST_ELEMENTS;
                for place in 0..(bytes / size).min(MOST_ELEMENTS) {
                    self.add(element, at + place * size, &format!("{name}[{place}]"), depth);
                }
            }
            Some(Shape::Other { .. }) | None => self.all = false,
        }
    }

    fn one(&mut self, name: &str, offset: u64, width: u64, signed: Option<bool>) {
        if let (Ok(offset), Ok(width)) = (usize::try_from(offset), usize::try_from(width)) {
            self.found.push(Field { name: name.to_owned(), offset, width, signed });
        }
    }
}
