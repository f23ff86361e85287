//! Which object of C an address leads to, for messages: a variable, or what a pointer points to.

use crate::program::places::{CType, Places};

/// A place in an object of C.
pub(super) struct Spot {
    object: Object,
    ty: CType,
    /// From the beginning of the object, in bytes.
    offset: i128,
}

enum Object {
    /// The object that this expression names.
    Named(String),
    /// The object that this pointer points to.
    Target(String),
}

impl Spot {
    /// The beginning of a variable.
    pub(super) fn variable(name: String, ty: CType) -> Spot {
        Spot { object: Object::Named(name), ty, offset: 0 }
    }

    /// What a pointer points to, which has this type.
    pub(super) fn target(pointer: String, ty: CType) -> Spot {
        Spot { object: Object::Target(operand(&pointer)), ty, offset: 0 }
    }

    /// The place so many bytes behind.
    pub(super) fn plus(self, bytes: i128) -> Spot {
        Spot { offset: self.offset.saturating_add(bytes), ..self }
    }

    /// The element of this number in the array that begins here, whose elements have this size in bytes.
    pub(super) fn element(self, places: &Places, number: &str, size: i128) -> Option<Spot> {
        let Spot { object: Object::Target(pointer), ty, offset: 0 } = &self else {
            let (array, ty) = self.part(places, None)?;
            let element = places.element(ty).filter(|element| places.size(*element) == Some(size))?;
            return Some(Spot::variable(format!("{array}[{number}]"), element));
        };
        match places.element(*ty).filter(|element| places.size(*element) == Some(size)) {
            Some(element) => Some(Spot::variable(format!("(*{pointer})[{number}]"), element)),
            None => (places.size(*ty)? == size).then(|| Spot::variable(format!("{pointer}[{number}]"), *ty)),
        }
    }

    /// The part of the object that lies here: what C calls it, and its type. It has `width` bytes; without a width it is
    /// the largest part that begins here.
    pub(super) fn part(&self, places: &Places, width: Option<i128>) -> Option<(String, CType)> {
        let size = places.size(self.ty)?;
        let (name, offset) = match &self.object {
            Object::Named(name) => (name.clone(), self.offset),
            Object::Target(pointer) if !(0..size).contains(&self.offset) => {
                let (number, offset) = (self.offset.div_euclid(size), self.offset.rem_euclid(size));
                (format!("{pointer}[{number}]"), offset)
            }
            Object::Target(pointer) => {
                let (part, ty) = places.inside(self.ty, self.offset, width)?;
                let name = match part.strip_prefix('.') {
                    Some(member) => format!("{pointer}->{member}"),
                    None if part.is_empty() => format!("*{pointer}"),
                    None => format!("(*{pointer}){part}"),
                };
                return Some((name, ty));
            }
        };
        let (part, ty) = places.inside(self.ty, offset, width)?;
        Some((format!("{name}{part}"), ty))
    }
}

/// A pointer as an operand of `->` and `[]`.
fn operand(pointer: &str) -> String {
    let open = |depth: usize, c: char| match c {
        '(' | '[' => depth + 1,
        ')' | ']' => depth.saturating_sub(1),
        _ => depth,
    };
    let mut depth = 0usize;
    let apart = pointer.chars().any(|c| {
        depth = open(depth, c);
        depth == 0 && c == ' '
    });
    match apart || pointer.starts_with(['*', '&']) {
        true => format!("({pointer})"),
        false => pointer.to_owned(),
    }
}
