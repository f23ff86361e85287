//! The memory of a concrete call, byte by byte.

use super::condition::Condition;
use crate::program::{Global, GlobalCell, Operand};
use certificates::{Call, Content};

/// What an object of a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// The caller, who keeps it.
    Caller,
    /// The function, which may free it.
    Heap,
    /// The global variable with this place in the program.
    Global(usize),
}

/// An object of a call.
pub(super) struct Object<'c> {
    pub base: i128,
    pub size: i128,
    pub writable: bool,
    pub owner: Owner,
    bytes: Bytes<'c>,
}

impl Object<'_> {
    /// One past the address of its last byte.
    pub(super) fn end(&self) -> i128 {
        self.base + self.size
    }
}

/// Where the bytes of an object come from.
enum Bytes<'c> {
    Given(&'c Content),
    /// The initialiser of a constant, whose scalars ascend.
    Initial(&'c [GlobalCell]),
    Unknown,
}

/// All objects of a call, ascending by address.
pub(super) struct Memory<'c> {
    condition: &'c Condition<'c>,
    call: &'c Call,
    objects: Vec<Object<'c>>,
}

impl<'c> Memory<'c> {
    pub(super) fn new(condition: &'c Condition<'c>, call: &'c Call) -> Memory<'c> {
        let globals = condition.program.globals.iter().zip(&call.globals).enumerate();
        let globals = globals.map(|(place, (global, base))| Object {
            base: i128::from(*base),
            size: i128::from(global.size),
            writable: !global.constant,
            owner: Owner::Global(place),
            bytes: bytes_of(call, place, global),
        });
        let callers = call.objects.iter().map(|object| Object {
            base: i128::from(object.address),
            size: i128::from(object.size),
            writable: object.writable,
            owner: if object.heap { Owner::Heap } else { Owner::Caller },
            bytes: Bytes::Given(&object.content),
        });
        let mut objects: Vec<Object<'_>> = globals.chain(callers).collect();
        objects.sort_by_key(|object| object.base);
        Memory { condition, call, objects }
    }

    pub(super) fn objects(&self) -> &[Object<'c>] {
        &self.objects
    }

    /// The object that has all of these bytes, of which there is at least one.
    pub(super) fn around(&self, low: i128, high: i128) -> Option<&Object<'c>> {
        let after = self.objects.partition_point(|object| object.base <= low);
        let object = self.objects.get(after.checked_sub(1)?)?;
        (low < high && high <= object.end()).then_some(object)
    }

    /// The byte at an address; `None` if there is none, or it is not known.
    pub(super) fn byte(&self, address: i128) -> Option<u8> {
        let object = self.around(address, address.checked_add(1)?)?;
        let offset = u64::try_from(address - object.base).ok()?;
        match object.bytes {
            Bytes::Given(content) => Some(byte_of(content, offset)),
            Bytes::Initial(cells) => {
                let after = cells.partition_point(|cell| cell.offset <= offset);
                let cell = cells.get(after.checked_sub(1)?)?;
                let inside = u32::try_from(offset - cell.offset).ok().filter(|inside| *inside < cell.width)?;
                self.scalar(&cell.value)?.checked_shr(8 * inside).map(|bits| bits.to_le_bytes()[0])
            }
            Bytes::Unknown => None,
        }
    }

    /// The number that some bytes from an address on are, the least byte first.
    pub(super) fn number(&self, address: i128, bytes: u32, signed: bool) -> Option<i128> {
        let mut value = 0i128;
        for place in (0..bytes).rev() {
            value = value << 8 | i128::from(self.byte(address.checked_add(i128::from(place))?)?);
        }
        let top = 1i128 << (8 * bytes);
        Some(if signed && value >= top / 2 { value - top } else { value })
    }

    /// How many characters of this width, in bytes, come before the first one that is 0.
    pub(super) fn length(&self, address: i128, width: u32) -> Option<i128> {
        (0..MOST_CHARACTERS).find_map(|length| {
            let at = length.checked_mul(i128::from(width)).and_then(|bytes| address.checked_add(bytes));
            match at.and_then(|at| self.number(at, width, false)) {
                Some(0) => Some(Some(length)),
                Some(_) => None,
                None => Some(None),
            }
        })?
    }

    /// The bits of a constant of an initialiser.
    fn scalar(&self, value: &Operand) -> Option<u64> {
        match value {
            Operand::Int { bits, .. } => Some(*bits),
            Operand::Null => Some(0),
            Operand::Function(name) => self.condition.functions.get(name.as_str()).copied(),
            Operand::Global { name, offset } => {
                let place = self.condition.program.globals.iter().position(|global| global.name == *name)?;
                self.call.globals.get(place)?.checked_add_signed(*offset)
            }
            _ => None,
        }
    }
}

/// Characters of a string that are looked at, at most.
const MOST_CHARACTERS: i128 = 1 << 22;

/// What a global variable holds when the function is called.
fn bytes_of<'c>(call: &'c Call, place: usize, global: &'c Global) -> Bytes<'c> {
    if global.constant && global.cells.is_some() {
        return Bytes::Initial(cells_of(global));
    }
    let place = u32::try_from(place).ok();
    let given = call.contents.iter().find(|(number, _)| Some(*number) == place);
    given.map_or(Bytes::Unknown, |(_, content)| Bytes::Given(content))
}

/// All scalars that are known of an initialiser.
pub(super) fn cells_of(global: &Global) -> &[GlobalCell] {
    match (global.elements.as_slice(), &global.cells) {
        ([], Some(cells)) => cells,
        (elements, _) => elements,
    }
}

fn byte_of(content: &Content, offset: u64) -> u8 {
    let after = content.runs.partition_point(|run| run.offset <= offset);
    let run = after.checked_sub(1).and_then(|before| content.runs.get(before));
    let inside = run.and_then(|run| run.bytes.get(usize::try_from(offset - run.offset).ok()?));
    inside.copied().unwrap_or(content.fill)
}
