//! The errors of `spec/claim.md` in a concrete run, and their descriptions.

use crate::code::Code;
use crate::program::Location;
use certificates::Properties;
use std::fmt;

/// What sort of memory an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    Global,
    Stack,
    Heap,
    /// Memory that the caller of the entry function owns.
    Caller,
}

/// Below this address no object lies; what goes there is told as null and a distance.
const NULL_PAGE: u64 = 1 << 16;

/// Bytes that a run looks at or changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) address: u64,
    pub(super) size: u64,
    pub(super) align: u64,
    pub(super) store: bool,
}

/// What a freed address belongs to, if it must not be freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freed {
    /// A block that was freed before.
    Twice,
    /// An object that is not on the heap, or a place inside an object.
    Other,
    Nothing,
}

/// An error of a run.
#[derive(Clone, Debug)]
pub(super) enum Fault<'p> {
    /// Outside this object, which is the nearest.
    Outside {
        access: Access,
        /// The object's address.
        base: u64,
        offset: i128,
        size: u64,
        region: Region,
        origin: Option<&'p Location>,
    },
    /// Inside an object whose lifetime has ended.
    Dead {
        access: Access,
        /// The object's address.
        base: u64,
        offset: u64,
        size: u64,
        region: Region,
        origin: Option<&'p Location>,
        /// Where its lifetime ended.
        ended: Option<&'p Location>,
    },
    /// No object is near.
    Nowhere(Access),
    Misaligned(Access),
    /// A store to constant memory.
    Constant(Access),
    /// `free` or `realloc` of something other than null or the base of a live heap block.
    Free {
        address: u64,
        object: Freed,
        /// Where it was freed before.
        before: Option<&'p Location>,
    },
    Unreachable,
    /// `memcpy` of overlapping ranges.
    Overlap,
    /// `alloca` of more than the largest signed size.
    Alloca(u128),
    DivisionByZero,
    /// A division of the smallest number by -1.
    Quotient,
    /// A shift by this amount of a number of this width.
    Shift {
        amount: u64,
        width: u32,
    },
    /// A broken promise of the instruction: `exact`, `nuw`, ...
    Promise(&'static str),
    /// The exact result of a flagged signed operation.
    SignedOverflow {
        exact: i128,
        width: u32,
    },
    /// A call of an address where no function of that type lies.
    Call(u64),
}

impl Fault<'_> {
    /// What a message about it is about.
    pub(super) fn code(&self) -> Code {
        match self {
            Fault::Outside { .. } => Code::OutOfBounds,
            Fault::Dead { .. } => Code::DeadObject,
            Fault::Nowhere(_) => Code::InvalidPointer,
            Fault::Misaligned(_) => Code::Misaligned,
            Fault::Constant(_) => Code::NotWritable,
            Fault::Free { .. } => Code::InvalidFree,
            Fault::Unreachable => Code::Unreachable,
            Fault::Overlap => Code::Overlap,
            Fault::Alloca(_) => Code::AllocationSize,
            Fault::DivisionByZero => Code::DivisionByZero,
            Fault::Quotient => Code::DivisionOverflow,
            Fault::Shift { .. } => Code::ShiftAmount,
            Fault::Promise(_) => Code::BrokenPromise,
            Fault::SignedOverflow { .. } => Code::SignedOverflow,
            Fault::Call(_) => Code::InvalidCall,
        }
    }

    /// The fault in words. `name` gives the words for the caller's object at an address.
    pub(super) fn told(&self, name: &dyn Fn(u64) -> Option<String>) -> String {
        let (access, base, offset, size) = match self {
            Fault::Outside { access, base, offset, size, .. } => (access, *base, *offset, *size),
            Fault::Dead { access, base, offset, size, .. } => (access, *base, i128::from(*offset), *size),
            _ => return self.to_string(),
        };
        let Some(name) = name(base) else { return self.to_string() };
        let bytes = if size == 1 { "byte" } else { "bytes" };
        let dead = match self {
            Fault::Dead { region, ended, .. } => format!(", which {}", gone(*region, *ended, "are")),
            _ => String::new(),
        };
        format!("{access} at offset {offset} of the {size} {bytes} at {name}{dead}")
    }

    /// Whether it is an access at null, or a few bytes behind.
    pub(super) fn is_at_null(&self) -> bool {
        matches!(self, Fault::Nowhere(access) if access.address < NULL_PAGE)
    }

    /// The one property that it violates.
    pub(super) fn violates(&self) -> Properties {
        let overflow = matches!(self, Fault::SignedOverflow { .. });
        Properties { memory_safety: !overflow, no_overflow: overflow, termination: false }
    }
}

impl fmt::Display for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = if self.size == 1 { "byte" } else { "bytes" };
        write!(f, "{} of {} {bytes}", if self.store { "store" } else { "load" }, self.size)
    }
}

/// `block of 40 bytes allocated at a.c:8`.
fn block(size: u64, region: Region, origin: Option<&Location>) -> String {
    let bytes = if size == 1 { "byte" } else { "bytes" };
    format!("{} of {size} {bytes}{}", kind(region), place(region, origin))
}

/// `local variable a declared at a.c:8`, `block 2 allocated at a.c:9`.
pub(super) fn named(name: &str, region: Region, origin: Option<&Location>) -> String {
    let kind = if region == Region::Heap { String::new() } else { format!("{} ", kind(region)) };
    format!("{kind}{name}{}", place(region, origin))
}

fn kind(region: Region) -> &'static str {
    match region {
        Region::Heap => "block",
        Region::Stack => "local variable",
        Region::Global => "global variable",
        Region::Caller => "caller's object",
    }
}

fn place(region: Region, origin: Option<&Location>) -> String {
    let made = match region {
        Region::Heap => "allocated at",
        Region::Stack | Region::Global | Region::Caller => "declared at",
    };
    origin.map(|at| format!(" {made} {}:{}", at.file, at.line)).unwrap_or_default()
}

/// How an object came to its end. `are`: the verb for what is told of.
fn gone(region: Region, ended: Option<&Location>, are: &str) -> String {
    match (region, ended) {
        (Region::Heap, Some(at)) => {
            let was = if are == "is" { "was" } else { "were" };
            format!("{was} freed at {}:{}", at.file, at.line)
        }
        _ => format!("{are} no longer alive"),
    }
}

impl fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Outside { access, offset, size, region, origin, .. } => {
                write!(f, "{access} at offset {offset} of the {}", block(*size, *region, *origin))
            }
            Fault::Dead { access, offset, size, region, origin, ended, .. } => {
                let (block, gone) = (block(*size, *region, *origin), gone(*region, *ended, "is"));
                write!(f, "{access} at offset {offset} of the {block}, which {gone}")
            }
            Fault::Nowhere(access) if access.address < NULL_PAGE => {
                let null = if access.address == 0 { "null".into() } else { format!("null plus {}", access.address) };
                write!(f, "{access} at {null}")
            }
            Fault::Nowhere(access) => write!(f, "{access} at the address {:#x}, where nothing is", access.address),
            Fault::Misaligned(access) => {
                write!(f, "{access} at an address that is no multiple of {}", access.align)
            }
            Fault::Constant(access) => write!(f, "{access} to constant memory"),
            Fault::Free { object: Freed::Twice, before, .. } => {
                let before = before.map_or_else(|| "before".to_owned(), |at| format!("at {}:{}", at.file, at.line));
                write!(f, "a block is freed that was freed {before}")
            }
            Fault::Free { object: Freed::Other, .. } => f.write_str("what is freed is not the base of a heap block"),
            Fault::Free { address, .. } => write!(f, "{address:#x} is freed, where nothing is"),
            Fault::Unreachable => f.write_str("a place is reached that must not be (unreachable)"),
            Fault::Overlap => f.write_str("memcpy of ranges that overlap"),
            Fault::Alloca(size) => write!(f, "a local variable of {size} bytes"),
            Fault::DivisionByZero => f.write_str("division by zero"),
            Fault::Quotient => f.write_str("the smallest number is divided by -1"),
            Fault::Shift { amount, width } => write!(f, "a number of {width} bits is shifted by {amount}"),
            Fault::Promise(what) => write!(f, "the promise '{what}' is broken"),
            Fault::SignedOverflow { exact, width } => {
                write!(f, "the result {exact} does not fit into a signed number of {width} bits")
            }
            Fault::Call(address) => write!(f, "a call of {address:#x}, which is no function of this type"),
        }
    }
}
