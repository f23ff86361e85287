//! The meaning of every instruction of the subset, written down once more in wide integers, and the
//! four readings it is compared with: compiled code, the concrete interpreter, the checker's rules and
//! the prover.
//!
//! [`table`] lists the instructions with every width and flag, [`values`] their operands, and
//! [`Operation::meaning`] says what they do. [`native`] writes one function for each and runs it;
//! [`derivation`] writes certificates whose hints come from this module and not from the prover.

pub mod derivation;
pub mod hints;
pub mod native;
pub mod proving;
pub mod rows;
mod semantics;
pub mod structs;
pub mod table;
pub mod values;

/// A type of operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Of this many bits.
    Int(u32),
    Pointer,
}

/// What an instruction does with some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The result's bits.
    Value(u64),
    /// `nsw` is violated: an error in the mode error, these bits in the mode wrap, outside the claim
    /// in the mode ideal.
    Overflow(u64),
    /// Undefined or poison in every mode.
    Undefined,
}

/// The flags of a binary instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags {
    pub nuw: bool,
    pub nsw: bool,
    pub exact: bool,
    pub disjoint: bool,
}

/// What sort of instruction it is, with all that its meaning depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    Binary {
        name: &'static str,
        flags: Flags,
    },
    Compare {
        predicate: &'static str,
        samesign: bool,
    },
    /// `trunc`, `zext`, `sext`, `ptrtoint`, `inttoptr`, `bitcast`, with one of the flags `nneg`, `nuw`, `nsw`.
    Cast {
        name: &'static str,
        flag: &'static str,
    },
    Select,
    Freeze,
    /// A `switch` over these cases, and a phi of the number of the case (the default: their count).
    Switch(Vec<u64>),
    /// The operands after the first are indices with these strides, in bytes.
    Address {
        constant: i128,
        strides: Vec<i128>,
    },
    /// `llvm.smax` and so on.
    Extremum {
        signed: bool,
        max: bool,
    },
    /// `llvm.abs`; with the argument true the smallest value is poison.
    Absolute {
        poison: bool,
    },
    /// `llvm.expect`: the first operand.
    Expect,
    /// The first operand is stored, and bytes from this offset are loaded.
    Memory {
        offset: u64,
    },
    /// `llvm.fshl`, `llvm.ctlz`, `llvm.bswap`, `llvm.sadd.sat` and so on; with `poison` 0 has no leading zeros.
    Intrinsic {
        name: &'static str,
        poison: bool,
    },
    /// `llvm.sadd.with.overflow` and so on, and the part of the result that is looked at: 0 the bits, 1 the flag.
    Overflowing {
        name: &'static str,
        part: u32,
    },
    /// The operands widened to 128 bits, an operation there, and its high or low half.
    Wide {
        name: &'static str,
        shift: u32,
    },
}

/// One row of the table.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Instructions that define `%r#`, with `{0}`, `{1}`, `{2}` for the operands and `#` for a number
    /// that makes names unique.
    pub text: String,
    pub operands: Vec<Type>,
    pub result: Type,
    pub form: Form,
    /// Pointer width in bits.
    pub pointer: u32,
    /// Why the specification refuses the instruction, if it does: nothing may be proved then.
    pub refused: Option<&'static str>,
}

impl Type {
    /// In bits.
    pub fn width(self, pointer: u32) -> u32 {
        match self {
            Type::Int(width) => width,
            Type::Pointer => pointer,
        }
    }

    /// As LLVM writes it.
    pub fn name(self) -> String {
        match self {
            Type::Int(width) => format!("i{width}"),
            Type::Pointer => "ptr".into(),
        }
    }

    /// A constant of this type with these bits, as an operand.
    pub fn constant(self, bits: u64, pointer: u32) -> String {
        match self {
            Type::Int(width) => signed(bits, width).to_string(),
            Type::Pointer if bits == 0 => "null".into(),
            Type::Pointer => format!("inttoptr (i{pointer} {bits} to ptr)"),
        }
    }
}

/// All ones.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// The bits as a signed number.
pub fn signed(bits: u64, width: u32) -> i128 {
    let value = i128::from(bits & mask(width));
    if value > i128::from(mask(width) >> 1) { value - (1i128 << width) } else { value }
}
