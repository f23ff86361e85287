//! Changes of concrete calls: other values for what a run has looked at, in objects that are as small as the contract
//! allows, so that an access beyond them is noticed.

use super::change::fulfil;
use super::content::{byte, content, read, shortened, write};
use super::image::Image;
use super::inputs::{Random, mask, signed, size};
use super::reshape::{aim, refill, shift, stretch};
use super::watch::Wish;
use crate::concrete::Contracted;
use crate::program::{Global, Operand, Program, Type};
use certificates::{Call, CallObject, Content};
use std::rc::Rc;

/// The function whose calls are searched, and its contract.
#[derive(Clone)]
pub(super) struct Contract<'i, 'p> {
    image: &'i Image<'p>,
    entry: &'i str,
    condition: Rc<Contracted<'p>>,
}

/// A part of a call that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A parameter of this many bits.
    Parameter { number: usize, width: u32 },
    /// Bytes of an object of the caller.
    Object { number: usize, offset: u64, bytes: u32 },
    /// Bytes of a global variable, by the place in the call's contents.
    Global { number: usize, offset: u64, bytes: u32 },
}

impl Place {
    /// Its width in bits.
    fn width(self) -> u32 {
        match self {
            Place::Parameter { width, .. } => width,
            Place::Object { bytes, .. } | Place::Global { bytes, .. } => 8 * bytes,
        }
    }
}

/// The size to which an object may grow, in bytes.
const LARGEST: u64 = 1 << 16;
/// Places of a call that are changed, at most.
const MOST_PLACES: usize = 256;

impl<'i, 'p> Contract<'i, 'p> {
    /// `None` if the contract cannot be used.
    pub(super) fn of(image: &'i Image<'p>, entry: &'i str, precondition: &str) -> Option<Contract<'i, 'p>> {
        let condition = Rc::new(Contracted::of(image.program, entry, precondition)?);
        Some(Contract { image, entry, condition })
    }

    fn program(&self) -> &'p Program {
        self.image.program
    }

    /// Whether a call satisfies the contract.
    pub(super) fn holds(&self, call: &Call) -> bool {
        self.condition.is_satisfied(call)
    }

    /// The call with objects that are as small as the contract allows, and larger ones than before only where it demands
    /// them; `None` if it does not satisfy the contract.
    pub(super) fn fitted(&self, mut call: Call) -> Option<Call> {
        if !self.holds(&call) {
            self.grow(&mut call);
            if !self.holds(&call) {
                return None;
            }
        }
        for number in 0..call.objects.len() {
            self.shrink(&mut call, number);
        }
        Some(call)
    }

    /// Gives every object of the caller as much room as there is.
    fn grow(&self, call: &mut Call) {
        let sizes = call.globals.iter().zip(&self.program().globals);
        let mut taken: Vec<u64> = sizes.map(|(base, _)| *base).collect();
        taken.extend(call.objects.iter().map(|object| object.address));
        taken.extend(&call.callbacks);
        taken.sort_unstable();
        let last = mask(self.program().pointer_bits);
        for object in call.objects.iter_mut().filter(|object| !object.heap) {
            let next = taken.iter().find(|address| **address > object.address).copied().unwrap_or(last);
            let room = next.saturating_sub(object.address).saturating_sub(1).min(LARGEST);
            object.size = object.size.max(room);
        }
    }

    /// Finds the smallest size of an object with which the contract is still satisfied.
    fn shrink(&self, call: &mut Call, number: usize) {
        let Some(object) = call.objects.get(number).filter(|object| !object.heap && object.size > 1) else { return };
        let whole = object.clone();
        let (mut low, mut high) = (1, whole.size);
        let mut middle = high - 1;
        while low < high {
            let holds = call.objects.get_mut(number).is_some_and(|object| {
                *object = shortened(&whole, middle);
                true
            }) && self.holds(call);
            (low, high) = if holds { (low, middle) } else { (middle + 1, high) };
            middle = low + (high - low) / 2;
        }
        if let Some(object) = call.objects.get_mut(number) {
            *object = shortened(&whole, high);
        }
    }

    /// Adds what global variables hold that the entry does not find initialised, where the call leaves it open: what the
    /// program gives them.
    pub(super) fn with_globals(&self, mut call: Call) -> Call {
        for (place, global) in (0u32..).zip(&self.program().globals) {
            let open = !global.constant && global.cells.is_some();
            if open && !call.contents.iter().any(|(other, _)| *other == place) {
                let content = content(&initial(self.image, global, &call));
                call.contents.push((place, content));
            }
        }
        call.contents.sort_by_key(|(place, _)| *place);
        call
    }

    /// The parts of a call that a run has looked at, with the parameters that are numbers.
    pub(super) fn places(&self, call: &Call, reads: &[(u64, u64)]) -> Vec<Place> {
        let types = self.program().functions.get(self.entry).map(|f| f.signature.parameters.as_slice());
        let mut places = Vec::new();
        for (number, ty) in types.unwrap_or_default().iter().enumerate() {
            if let Type::Int(width) = ty {
                places.push(Place::Parameter { number, width: *width });
            }
        }
        let parts = reads.iter().flat_map(|(address, size)| pieces(*address, *size));
        places.extend(parts.filter_map(|(address, bytes)| self.place(call, address, bytes)).take(MOST_PLACES));
        places
    }

    /// Lets a pointer lead elsewhere.
    fn redirect(&self, random: &mut Random, call: &mut Call, places: &[Place]) {
        let Some(pointer) = random.pick(&self.pointers(places)).copied() else { return };
        let globals: Vec<u64> = self.program().globals.iter().map(|global| global.size).collect();
        if let Some(address) = aim(random, call, &globals) {
            set(call, pointer, address);
        }
    }

    /// The pointers among the parameters, and the places that may hold one.
    pub(super) fn pointers(&self, places: &[Place]) -> Vec<Place> {
        let width = self.program().pointer_bits;
        let types = self.program().functions.get(self.entry).map(|f| f.signature.parameters.as_slice());
        let types = types.unwrap_or_default().iter().enumerate();
        let parameters = types.filter(|(_, ty)| **ty == Type::Pointer);
        let parameters = parameters.map(|(number, _)| Place::Parameter { number, width });
        let inside = places.iter().copied().filter(|place| place.width() == width);
        parameters.chain(inside.filter(|place| !matches!(place, Place::Parameter { .. }))).collect()
    }

    /// What lies at an address.
    fn place(&self, call: &Call, address: u64, bytes: u32) -> Option<Place> {
        let inside = |base: u64, size: u64| {
            let offset = address.checked_sub(base)?;
            (offset.checked_add(bytes.into())? <= size).then_some(offset)
        };
        let objects = call.objects.iter().enumerate();
        let mut objects = objects.filter_map(|(number, object)| Some((number, inside(object.address, object.size)?)));
        if let Some((number, offset)) = objects.next() {
            return Some(Place::Object { number, offset, bytes });
        }
        call.contents.iter().enumerate().find_map(|(number, (place, _))| {
            let place = usize::try_from(*place).ok()?;
            let offset = inside(*call.globals.get(place)?, self.program().globals.get(place)?.size)?;
            Some(Place::Global { number, offset, bytes })
        })
    }

    /// Another call: values of a few places are changed, preferably so that a wish comes true. `None` if the call that is
    /// made does not satisfy the contract.
    pub(super) fn changed(
        &self,
        random: &mut Random,
        call: &Call,
        places: &[Place],
        wishes: &[Wish],
        likely: &[u64],
    ) -> Option<Call> {
        let mut values: Vec<u64> = places.iter().map(|place| value(call, *place)).collect();
        let before = values.clone();
        let mut call = call.clone();
        match random.below(16) {
            0 | 1 => {
                if let Some(Place::Object { number, offset, .. }) = random.pick(places).copied() {
                    stretch(random, &mut call, (number, offset), likely);
                }
            }
            2 | 3 => refill(random, &mut call, likely),
            4 => shift(random, &mut call, self.program().pointer_bits / 8),
            5 => self.redirect(random, &mut call, places),
            _ => {}
        }
        for _ in 0..=random.below(3) {
            alter(random, &mut values, wishes, likely);
        }
        for ((place, value), before) in places.iter().zip(values).zip(before) {
            if value != before {
                set(&mut call, *place, value);
            }
        }
        self.fitted(call)
    }
}

/// Changes one of the values.
fn alter(random: &mut Random, values: &mut [u64], wishes: &[Wish], likely: &[u64]) {
    if values.is_empty() {
        return;
    }
    let place = random.below(values.len());
    match random.below(8) {
        0..5 => {
            if let Some(wish) = random.pick(wishes).copied() {
                fulfil(random, values, wish);
            }
        }
        5 => values[place] = random.pick(likely).copied().unwrap_or(0),
        6 => values[place] = values[random.below(values.len())],
        _ => {
            let by = u64::try_from(random.below(33)).unwrap_or(0).wrapping_sub(16);
            values[place] = values[place].wrapping_add(by);
        }
    }
}

/// A read in pieces that are numbers.
fn pieces(address: u64, size: u64) -> Vec<(u64, u32)> {
    match size {
        1 => vec![(address, 1)],
        2 => vec![(address, 2)],
        4 => vec![(address, 4)],
        8 => vec![(address, 8)],
        size => (0..size.min(16)).map(|byte| (address.wrapping_add(byte), 1)).collect(),
    }
}

/// The value of a place, as a signed number of 64 bits.
pub(super) fn value(call: &Call, place: Place) -> u64 {
    let bits = match place {
        Place::Parameter { number, .. } => call.parameters.get(number).copied().unwrap_or(0),
        Place::Object { number, offset, bytes } => {
            call.objects.get(number).map_or(0, |object| read(&object.content, offset, bytes))
        }
        Place::Global { number, offset, bytes } => {
            call.contents.get(number).map_or(0, |(_, content)| read(content, offset, bytes))
        }
    };
    signed(bits, place.width()).cast_unsigned()
}

/// Gives a place another value.
pub(super) fn set(call: &mut Call, place: Place, value: u64) {
    match place {
        Place::Parameter { number, width } => {
            if let Some(parameter) = call.parameters.get_mut(number) {
                *parameter = value & mask(width);
            }
        }
        Place::Object { number, offset, bytes } => {
            if let Some(object) = call.objects.get_mut(number) {
                write(&mut object.content, offset, bytes, value);
            }
        }
        Place::Global { number, offset, bytes } => {
            if let Some((_, content)) = call.contents.get_mut(number) {
                write(content, offset, bytes, value);
            }
        }
    }
}

/// What the program gives a global variable, as far as it is known.
fn initial(image: &Image<'_>, global: &Global, call: &Call) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(global.size).unwrap_or(0)];
    for cell in global.cells.iter().flatten() {
        let value = match &cell.value {
            Operand::Int { bits, .. } => *bits,
            Operand::Function(name) => image.addresses.get(name.as_str()).copied().unwrap_or(0),
            Operand::Global { name, offset } => {
                let place = image.globals.get(name.as_str());
                let base = place.and_then(|place| call.globals.get(*place)).copied().unwrap_or(0);
                base.wrapping_add_signed(*offset)
            }
            _ => 0,
        };
        let from = usize::try_from(cell.offset).unwrap_or(usize::MAX);
        let width = usize::try_from(cell.width).unwrap_or(0);
        for (place, byte) in bytes.iter_mut().skip(from).zip(value.to_le_bytes()).take(width) {
            *place = byte;
        }
    }
    bytes
}

/// The places in the call's contents of global variables that hold something else than the program gives them.
pub(super) fn changed_globals(image: &Image<'_>, call: &Call) -> Vec<usize> {
    let changed = |(_, (place, content)): &(usize, &(u32, Content))| {
        let global = usize::try_from(*place).ok().and_then(|place| image.program.globals.get(place));
        global.is_some_and(|global| {
            let own = initial(image, global, call);
            (0u64..).zip(own).any(|(at, own)| byte(content, at) != own)
        })
    };
    call.contents.iter().enumerate().filter(changed).map(|(number, _)| number).collect()
}

/// The size of a call, in bits: of its objects, and of the numbers in them that a run has looked at.
pub(super) fn extent(call: &Call, places: &[Place]) -> u64 {
    let objects = call.objects.iter().map(|object| object.size).fold(0, u64::saturating_add);
    let is_address = |value: u64| {
        let inside = |object: &CallObject| value.wrapping_sub(object.address) <= object.size;
        call.objects.iter().any(inside)
    };
    let values = places.iter().map(|place| value(call, *place));
    objects.saturating_add(values.filter(|value| !is_address(*value)).map(size).sum())
}

#[cfg(test)]
mod tests {
    use super::super::reshape::cut;
    use super::*;

    fn object(size: u64, content: Content) -> Call {
        let object = CallObject { address: 64, size, writable: true, heap: false, content };
        Call { parameters: vec![size], objects: vec![object], ..Call::default() }
    }

    fn bytes(call: &Call) -> Vec<u8> {
        call.objects.iter().flat_map(|object| (0..object.size).map(|at| byte(&object.content, at))).collect()
    }

    #[test]
    fn places_are_read_and_set() {
        let mut call = object(6, content(&[1, 2, 0, 0, 5, 6]));
        let place = |offset, bytes| Place::Object { number: 0, offset, bytes };
        assert_eq!(value(&call, place(1, 2)), 2);
        set(&mut call, place(2, 2), 0x0403);
        assert_eq!(bytes(&call), [1, 2, 3, 4, 5, 6]);
        set(&mut call, place(0, 4), 0);
        assert_eq!((bytes(&call), call.objects[0].content.runs.len()), (vec![0, 0, 0, 0, 5, 6], 1));
        assert_eq!(value(&call, Place::Parameter { number: 0, width: 8 }), 6);
        set(&mut call, Place::Parameter { number: 0, width: 8 }, u64::MAX);
        assert_eq!((call.parameters[0], value(&call, Place::Parameter { number: 0, width: 8 })), (255, u64::MAX));
    }

    #[test]
    fn objects_become_shorter() {
        let mut call = object(6, content(&[1, 2, 3, 4, 5, 6]));
        assert_eq!(bytes(&Call { objects: vec![shortened(&call.objects[0], 4)], ..call.clone() }), [1, 2, 3, 4]);
        cut(&mut call, 0, 1, 2);
        assert_eq!((bytes(&call), call.parameters[0]), (vec![1, 4, 5, 6], 4));
        cut(&mut call, 0, 0, 4);
        assert_eq!(bytes(&call), [1, 4, 5, 6]);
    }

    #[test]
    fn what_moves_takes_its_pointers_along() {
        let mut random = Random::new(1);
        for _ in 0..64 {
            let mut call = object(16, content(&[64, 0, 0, 0, 0, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0]));
            call.parameters = vec![80, 81];
            shift(&mut random, &mut call, 8);
            let by = call.objects[0].address - 64;
            assert!([1, 2, 4, 8].contains(&by));
            assert_eq!(call.parameters, [80 + by, 81]);
            let content = &call.objects[0].content;
            assert_eq!((read(content, 0, 8), read(content, 8, 8)), (64 + by, 72 + by));
        }
    }
}
