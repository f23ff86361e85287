//! A concrete call in words: its parameters with the objects that they point to, and a name for each object.

use super::content;
use super::fields::{self, Field};
use super::image::Image;
use super::inputs::signed;
use crate::contract::{self, Parameter};
use crate::program::Type;
use crate::program::types::{Member, Shape, Types};
use certificates::{Call, CallObject};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Objects that get names, at most.
const MOST_NAMES: usize = 64;
/// Elements of an array that are shown or followed, at most.
const MOST_ELEMENTS: u64 = 8;
/// Bytes of a text or of plain memory that are shown, at most.
const MOST_BYTES: u64 = 48;
/// Bytes between an address and an object that it is told by.
const NEAR: u64 = 1 << 12;
/// Structures inside each other that are shown, at most.
const DEEPEST: usize = 4;

/// A call of a function that is told.
pub(super) struct Telling<'a> {
    image: &'a Image<'a>,
    entry: &'a str,
    call: &'a Call,
    types: Types<'a>,
    parameters: Vec<Parameter>,
    /// The type of each parameter in the debug information.
    declared: Vec<Option<u32>>,
    /// An expression for the address of each object that the parameters lead to.
    names: BTreeMap<u64, String>,
    /// The members of these objects, where they are structures.
    fields: BTreeMap<u64, Vec<Field>>,
}

impl<'a> Telling<'a> {
    pub(super) fn of(image: &'a Image<'a>, entry: &'a str, precondition: &str, call: &'a Call) -> Telling<'a> {
        let types = Types::of(&image.program.text);
        let parameters = contract::parse(precondition).map(|contract| contract.parameters).unwrap_or_default();
        let declared = types.parameters(entry);
        let declared = if declared.len() == parameters.len() { declared } else { vec![None; parameters.len()] };
        let (names, fields) = Default::default();
        let mut telling = Telling { image, entry, call, types, parameters, declared, names, fields };
        telling.name_all();
        telling
    }

    /// The size of a pointer in bytes.
    fn pointer(&self) -> u64 {
        u64::from(self.image.program.pointer_bits / 8)
    }

    /// The object that holds an address, or ends there.
    fn object(&self, address: u64) -> Option<&'a CallObject> {
        let distance = |object: &&CallObject| address.checked_sub(object.address);
        let inside = |object: &&'a CallObject| distance(object).is_some_and(|offset| offset < object.size);
        let at_end = |object: &&'a CallObject| distance(object) == Some(object.size);
        let mut objects = self.call.objects.iter();
        objects.clone().find(inside).or_else(|| objects.find(at_end))
    }

    /// Words for the bytes of an object: `r->data`.
    pub(super) fn name(&self, base: u64) -> Option<String> {
        self.names.get(&base).cloned()
    }

    /// The members of the objects that are structures, by the objects' addresses.
    pub(super) fn fields(&self) -> &BTreeMap<u64, Vec<Field>> {
        &self.fields
    }

    /// Finds a name for each object that the parameters and global variables lead to, the shortest ones first.
    fn name_all(&mut self) {
        let mut open: VecDeque<(u64, Option<u32>, String)> = VecDeque::new();
        for ((parameter, bits), ty) in self.parameters.iter().zip(&self.call.parameters).zip(&self.declared) {
            if parameter.ty.stars > 0 {
                open.push_back((*bits, self.target(*ty), parameter.name.clone()));
            }
        }
        for (global, base) in self.image.program.globals.iter().zip(&self.call.globals) {
            let content = self.call.contents.iter().find(|(place, _)| {
                usize::try_from(*place).ok().and_then(|place| self.call.globals.get(place)) == Some(base)
            });
            let words = content.into_iter().flat_map(|(_, content)| {
                let pointer = self.pointer();
                let offsets = (0..(global.size / pointer).min(MOST_ELEMENTS)).map(move |place| place * pointer);
                offsets.map(move |offset| (offset, content::read(content, offset, u32::try_from(pointer).unwrap_or(8))))
            });
            for (offset, value) in words {
                let name =
                    if offset == 0 { global.name.clone() } else { format!("*(&{} + {offset} bytes)", global.name) };
                open.push_back((value, None, name));
            }
        }
        while let Some((address, ty, name)) = open.pop_front() {
            let Some(object) = self.object(address) else { continue };
            if self.names.len() == MOST_NAMES || self.names.contains_key(&object.address) {
                continue;
            }
            let offset = address - object.address;
            let own = if offset == 0 { name.clone() } else { format!("{name} - {offset} bytes") };
            self.names.insert(object.address, own);
            if let Some(ty) = ty.filter(|_| offset == 0) {
                self.fields.insert(object.address, fields::of(&self.types, ty, object.size, self.pointer()));
            }
            self.follow(object, offset, ty, &name, "->", &mut open);
        }
    }

    /// The type that a pointer type points to.
    fn target(&self, ty: Option<u32>) -> Option<u32> {
        match self.types.shape(ty?)? {
            Shape::Pointer(target) => target,
            _ => None,
        }
    }

    /// Adds the pointers in an object. `to`: what stands between the name and a member's.
    fn follow(
        &self,
        object: &CallObject,
        offset: u64,
        ty: Option<u32>,
        name: &str,
        to: &str,
        open: &mut VecDeque<(u64, Option<u32>, String)>,
    ) {
        let width = self.pointer();
        let read = |at: u64| content::read(&object.content, at, u32::try_from(width).unwrap_or(8));
        match ty.and_then(|ty| self.types.shape(ty)) {
            Some(Shape::Structure { members, .. } | Shape::Union { members, .. }) => {
                for member in members {
                    let (name, to) = match member.name {
                        "" => (name.to_owned(), to),
                        member => (format!("{name}{to}{member}"), "."),
                    };
                    let at = offset + member.offset;
                    match self.types.shape(member.ty) {
                        Some(Shape::Pointer(target)) => open.push_back((read(at), target, name)),
                        Some(Shape::Structure { .. } | Shape::Union { .. } | Shape::Array { .. }) => {
                            self.follow(object, at, Some(member.ty), &name, to, open);
                        }
                        _ => {}
                    }
                }
            }
            Some(Shape::Pointer(target)) => {
                for place in 0..((object.size - offset) / width).min(MOST_ELEMENTS) {
                    open.push_back((read(offset + place * width), target, format!("{name}[{place}]")));
                }
            }
            Some(Shape::Array { element, bytes }) => {
                let Some(size) = self.types.size(element, width).filter(|size| *size > 0) else { return };
                for place in 0..(bytes / size).min(MOST_ELEMENTS) {
                    let (at, name) = (offset + place * size, format!("{name}[{place}]"));
                    match self.types.shape(element) {
                        Some(Shape::Pointer(target)) => open.push_back((read(at), target, name)),
                        _ => self.follow(object, at, Some(element), &name, ".", open),
                    }
                }
            }
            Some(_) => {}
            None => {
                for place in 0..((object.size - offset) / width).min(MOST_ELEMENTS) {
                    let at = place * width;
                    let name = if at == 0 { format!("*{name}") } else { format!("*({name} + {at} bytes)") };
                    open.push_back((read(offset + at), None, name));
                }
            }
        }
    }

    /// `ring_put(r = {data = [8 bytes], size = 8, head = 8}, c = 0)`.
    pub(super) fn call(&self) -> String {
        let mut shown = BTreeSet::new();
        let function = self.image.program.functions.get(self.entry);
        let types = function.map(|f| f.signature.parameters.as_slice()).unwrap_or_default();
        let mut told = Vec::new();
        for (place, bits) in self.call.parameters.iter().enumerate() {
            let parameter = self.parameters.get(place);
            let value = match (types.get(place), parameter) {
                (Some(Type::Pointer), _) => {
                    let declared = self.declared.get(place).copied().flatten();
                    self.address(*bits, self.target(declared), 0, &mut shown)
                }
                (Some(Type::Int(width)), Some(parameter)) => {
                    let integer = parameter.ty.integer(self.image.program);
                    let has_sign = integer.is_none_or(|(_, signed)| signed);
                    if has_sign { signed(*bits, *width).to_string() } else { bits.to_string() }
                }
                (Some(Type::Int(width)), None) => signed(*bits, *width).to_string(),
                (Some(Type::Float(4)), _) => f32::from_bits(u32::try_from(*bits).unwrap_or(0)).to_string(),
                _ => f64::from_bits(*bits).to_string(),
            };
            told.push(parameter.map_or(value.clone(), |parameter| format!("{} = {value}", parameter.name)));
        }
        format!("{}({})", self.entry, told.join(", "))
    }

    /// An address in words, with what lies there.
    fn address(&self, address: u64, ty: Option<u32>, depth: usize, shown: &mut BTreeSet<u64>) -> String {
        if address == 0 {
            return "NULL".to_owned();
        }
        if let Some((name, _)) = self.image.addresses.iter().find(|(_, at)| **at == address) {
            return (*name).to_owned();
        }
        if self.call.callbacks.contains(&address) {
            return "a function".to_owned();
        }
        let globals = self.image.program.globals.iter().zip(&self.call.globals);
        let mut inside = globals.filter(|(global, base)| address.wrapping_sub(**base) < global.size.max(1));
        if let Some((global, base)) = inside.next() {
            let offset = address - base;
            return if offset == 0 {
                format!("&{}", global.name)
            } else {
                format!("&{} + {offset} bytes", global.name)
            };
        }
        let Some(object) = self.object(address) else { return self.beside(address) };
        let offset = address - object.address;
        let behind = if offset == 0 { String::new() } else { format!(" + {offset} bytes") };
        if !shown.insert(object.address) {
            let name = self.names.get(&object.address).map_or("an object", String::as_str);
            return format!("{name}{behind}");
        }
        if offset == object.size {
            return format!("{}{behind}", plain(object));
        }
        match ty.and_then(|ty| Some((ty, self.types.size(ty, self.pointer())?))) {
            Some((ty, size)) if size > 0 && depth < DEEPEST && offset.is_multiple_of(size) => {
                format!("{}{behind}", self.elements(object, ty, size, depth, shown))
            }
            _ => format!("{}{behind}", plain(object)),
        }
    }

    /// An address where nothing lies.
    fn beside(&self, address: u64) -> String {
        for object in &self.call.objects {
            let name = self.names.get(&object.address).map_or_else(|| plain(object), String::clone);
            let end = object.address.saturating_add(object.size);
            if object.address.checked_sub(address).is_some_and(|before| before <= NEAR) {
                return format!("{} bytes before {name}", object.address - address);
            }
            if address.checked_sub(end).is_some_and(|behind| behind <= NEAR) {
                return format!("{} bytes behind the end of {name}", address - end);
            }
        }
        format!("{address:#x} (no object)")
    }

    /// An object as an array of elements of a type.
    fn elements(&self, object: &CallObject, ty: u32, size: u64, depth: usize, shown: &mut BTreeSet<u64>) -> String {
        if let Some(Shape::Character { text: is_text }) = self.types.shape(ty) {
            return Some(object).filter(|_| is_text).and_then(text).unwrap_or_else(|| plain(object));
        }
        let count = object.size / size;
        if count == 0 {
            return plain(object);
        }
        let mut told: Vec<String> =
            (0..count.min(MOST_ELEMENTS)).map(|place| self.value(object, place * size, ty, depth, shown)).collect();
        let rest = object.size - count * size;
        if count > MOST_ELEMENTS {
            told.push(format!("... ({count} elements)"));
        }
        if rest > 0 {
            told.push(format!("{rest} bytes"));
        }
        match told.as_slice() {
            [one] if one.starts_with('{') => one.clone(),
            _ => format!("[{}]", told.join(", ")),
        }
    }

    /// A value in an object.
    fn value(&self, object: &CallObject, at: u64, ty: u32, depth: usize, shown: &mut BTreeSet<u64>) -> String {
        let width = self.pointer();
        match self.types.shape(ty) {
            Some(Shape::Integer { bytes, signed: has_sign }) => {
                let bits = content::read(&object.content, at, bytes);
                if has_sign { signed(bits, 8 * bytes).to_string() } else { bits.to_string() }
            }
            Some(Shape::Character { .. }) => content::read(&object.content, at, 1).to_string(),
            Some(Shape::Pointer(target)) => {
                let bits = content::read(&object.content, at, u32::try_from(width).unwrap_or(8));
                self.address(bits, target, depth + 1, shown)
            }
            Some(Shape::Structure { members, .. }) if depth < DEEPEST => {
                self.members((object, at), &members, ", ", depth, shown)
            }
            // Each reading of the bytes.
            Some(Shape::Union { members, .. }) if depth < DEEPEST => {
                self.members((object, at), &members, " | ", depth, shown)
            }
            Some(Shape::Array { element, bytes }) if depth < DEEPEST => {
                let size = self.types.size(element, width).filter(|size| *size > 0).unwrap_or(1);
                let count = bytes / size;
                let mut told: Vec<String> = (0..count.min(MOST_ELEMENTS))
                    .map(|place| self.value(object, at + place * size, element, depth + 1, shown))
                    .collect();
                if count > MOST_ELEMENTS {
                    told.push(format!("... ({count} elements)"));
                }
                format!("[{}]", told.join(", "))
            }
            _ => "...".to_owned(),
        }
    }

    /// The members of a structure or union in an object.
    fn members(
        &self,
        (object, at): (&CallObject, u64),
        members: &[Member<'_>],
        between: &str,
        depth: usize,
        shown: &mut BTreeSet<u64>,
    ) -> String {
        let told = members.iter().map(|member| {
            let value = self.value(object, at + member.offset, member.ty, depth + 1, shown);
            if member.name.is_empty() { value } else { format!("{} = {value}", member.name) }
        });
        format!("{{{}}}", told.collect::<Vec<_>>().join(between))
    }
}

/// `"abc"`, or `"abc" in 8 bytes`; `None` if the object holds no text.
fn text(object: &CallObject) -> Option<String> {
    let bytes: Vec<u8> = (0..object.size.min(MOST_BYTES)).map(|at| content::byte(&object.content, at)).collect();
    let end = bytes.iter().position(|byte| *byte == 0)?;
    let readable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    let characters = bytes.get(..end).filter(|characters| characters.iter().all(readable))?;
    // Memory that is 0 from its beginning is a text only if it has room for no other one.
    if characters.is_empty() && object.size > 1 {
        return None;
    }
    let quoted: String = characters.iter().flat_map(|byte| std::ascii::escape_default(*byte)).map(char::from).collect();
    let whole = end as u64 + 1 == object.size;
    let room = if whole { String::new() } else { format!(" in {} bytes", object.size) };
    Some(format!("\"{quoted}\"{room}"))
}

/// `[8 bytes]`, with their values if they are not all 0.
fn plain(object: &CallObject) -> String {
    let size = object.size;
    let unit = if size == 1 { "byte" } else { "bytes" };
    let bytes: Vec<u8> = (0..size.min(MOST_BYTES)).map(|at| content::byte(&object.content, at)).collect();
    if bytes.iter().all(|byte| *byte == 0) {
        return format!("[{size} {unit}]");
    }
    let told: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let more = if size > MOST_BYTES { " ..." } else { "" };
    format!("[{size} {unit}: {}{more}]", told.join(" "))
}
