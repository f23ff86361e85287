//! Instructions, operations and operands, with the meaning that LLVM's Language Reference gives them.

use certificates::Sign;

use super::{BlockIndex, Extension, Location, Reg, Type};

/// An operation at its place.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The register that receives the result.
    pub result: Option<Reg>,
    /// What is done.
    pub op: Op,
    /// The place in the C source, if known.
    pub location: Option<Location>,
    /// The instruction as LLVM prints it, trimmed and without metadata, for messages.
    pub text: String,
}

impl Instruction {
    /// The `align` attribute of a call's pointer argument, in bytes; 1 where there is none.
    pub fn argument_align(&self, argument: usize) -> u64 {
        let inside = self.text.split_once('(').map_or("", |(_, rest)| rest);
        let part = inside.split(',').nth(argument).unwrap_or("");
        let mut words = part.split_whitespace().skip_while(|w| *w != "align").skip(1);
        words.next().and_then(|w| w.parse().ok()).unwrap_or(1)
    }
}

/// A value that an operation uses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// The value of a register.
    Register(Reg),
    /// An integer constant.
    Int {
        /// Bits of its type.
        width: u32,
        /// Bit pattern, as an unsigned number below 2^width.
        bits: u64,
    },
    /// The null pointer.
    Null,
    /// Address of a global plus a constant number of bytes.
    Global {
        /// The global's name.
        name: String,
        /// In bytes; the sum wraps at the width of a pointer.
        offset: i64,
    },
    /// Address of the function of this name.
    Function(String),
    /// Any floating-point constant.
    Float,
    /// `undef` or `poison`; accepted under `freeze` only.
    Undef,
}

/// What an arithmetic instruction promises. Without promises the result is modulo 2^width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags {
    /// No signed overflow; the mode defines what an overflow means (`certificates::Overflow`).
    pub nsw: bool,
    /// No unsigned overflow.
    pub nuw: bool,
    /// No remainder, or no bits shifted out.
    pub exact: bool,
}

/// Operations on two integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient.
    UDiv,
    /// Signed quotient, rounded towards zero.
    SDiv,
    /// Remainder of `UDiv`.
    URem,
    /// Remainder of `SDiv`, with the sign of the dividend.
    SRem,
    /// Shift towards the high bits.
    Shl,
    /// Shift towards the low bits, filled with zeros.
    LShr,
    /// Shift towards the low bits, filled with the sign.
    AShr,
    /// Bitwise and.
    And,
    /// Bitwise inclusive or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// Conversions between integers and pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastOp {
    /// Keeps the low bits.
    Trunc,
    /// Extends with zeros.
    ZExt,
    /// Extends with the sign.
    SExt,
    /// A pointer's address, truncated or extended with zeros.
    PtrToInt,
    /// The pointer with this address, truncated or extended with zeros.
    IntToPtr,
    /// Keeps the bits; also for pointer casts.
    Bitcast,
}

/// How two values are compared (`icmp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less, unsigned.
    Ult,
    /// Less or equal, unsigned.
    Ule,
    /// Greater, unsigned.
    Ugt,
    /// Greater or equal, unsigned.
    Uge,
    /// Less, signed.
    Slt,
    /// Less or equal, signed.
    Sle,
    /// Greater, signed.
    Sgt,
    /// Greater or equal, signed.
    Sge,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Op {
    /// Arithmetic on two integers.
    Binary {
        /// Which operation.
        op: BinaryOp,
        /// Bits of operands and result.
        width: u32,
        /// What the instruction promises.
        flags: Flags,
        /// The first operand: the dividend, or the value that is shifted.
        left: Operand,
        /// The second operand: the divisor, or the amount of the shift.
        right: Operand,
    },
    /// A comparison; the result has one bit.
    Compare {
        /// The relation.
        predicate: Predicate,
        /// The operands' type (integer or pointer).
        ty: Type,
        /// The first operand.
        left: Operand,
        /// The second operand.
        right: Operand,
    },
    /// A conversion.
    Cast {
        /// Which conversion.
        op: CastOp,
        /// Type of the operand.
        from: Type,
        /// Type of the result.
        to: Type,
        /// What is converted.
        value: Operand,
    },
    /// One of two values, both of which have been evaluated.
    Select {
        /// Type of the values.
        ty: Type,
        /// One bit.
        condition: Operand,
        /// The result if the condition is 1.
        yes: Operand,
        /// The result if the condition is 0.
        no: Operand,
    },
    /// The value; or, for `undef` and `poison`, some fixed value.
    Freeze {
        /// Type of the value.
        ty: Type,
        /// The value that is frozen.
        value: Operand,
    },
    /// An operation with a floating-point result (arithmetic, fpext, sitofp, ...). It has no effect.
    FloatResult,
    /// An operation on floating point with an integer result (fcmp, fptosi, fptoui, bitcast). The result is arbitrary.
    FloatToInt {
        /// Bits of the result.
        width: u32,
    },
    /// Base plus constant plus sum of index * stride, modulo the pointer width.
    GetElementPtr {
        /// A pointer.
        base: Operand,
        /// The sum of the constant parts, in bytes.
        constant: i64,
        /// The other summands.
        indices: Vec<GepIndex>,
    },
    /// Memory of the function's frame; the result is its address.
    Alloca {
        /// Bytes of one element.
        element_size: u64,
        /// Alignment of the address, in bytes.
        align: u64,
        /// Number of elements, unsigned.
        count: Operand,
        /// Bits of `count`.
        count_width: u32,
        /// Whether it is in the entry block with a constant count, so that it is executed once for each activation.
        is_static: bool,
    },
    /// Reads memory.
    Load {
        /// Type of what is read.
        ty: Type,
        /// The address.
        pointer: Operand,
        /// The address is promised to be a multiple of this, in bytes.
        align: u64,
        /// Whether the access is visible from outside: it is never left out, and the value that is read is unknown.
        volatile: bool,
        /// The least number that may be read, and the first one above that may not (`!range`).
        range: Option<(u64, u64)>,
    },
    /// Writes memory.
    Store {
        /// Type of what is written.
        ty: Type,
        /// What is written.
        value: Operand,
        /// The address.
        pointer: Operand,
        /// The address is promised to be a multiple of this, in bytes.
        align: u64,
        /// Whether the access is visible from outside: it is never left out.
        volatile: bool,
    },
    /// Goes to a block.
    Branch {
        /// The block.
        target: BlockIndex,
    },
    /// Goes to one of two blocks.
    CondBranch {
        /// One bit.
        condition: Operand,
        /// Where control goes if it is 1.
        yes: BlockIndex,
        /// Where control goes if it is 0.
        no: BlockIndex,
    },
    /// Jumps to the block of the case that equals the value.
    Switch {
        /// Bits of the value.
        width: u32,
        /// The value that selects the case.
        value: Operand,
        /// Bit patterns, different from each other, with their blocks.
        cases: Vec<(u64, BlockIndex)>,
        /// The target if the value equals no case.
        default: BlockIndex,
    },
    /// Ends the function.
    Return {
        /// Type of the result; [`Type::Void`] for none.
        ty: Type,
        /// The result.
        value: Option<Operand>,
    },
    /// Undefined behaviour if it is executed.
    Unreachable,
    /// Direct call of a defined or declared function or an intrinsic.
    Call {
        /// The function's name.
        callee: String,
        /// Type of the result; [`Type::Void`] for none.
        result: Type,
        /// With their types, in order.
        arguments: Vec<(Type, Operand)>,
    },
    /// Call through a pointer.
    IndirectCall {
        /// The pointer.
        callee: Operand,
        /// Extensions of the result, then of the arguments, as the call has them.
        extensions: Vec<Option<Extension>>,
        /// Type of the result; [`Type::Void`] for none.
        result: Type,
        /// With their types, in order.
        arguments: Vec<(Type, Operand)>,
    },
    /// Arithmetic that also computes whether the exact result fits.
    WithOverflow(Overflowing),
    /// Outside the accepted subset; the reason is shown to the user if execution reaches it.
    Unsupported(String),
}

/// `llvm.sadd.with.overflow` and related intrinsics: the result is a pair, whose parts are separate registers.
#[derive(Clone, Debug)]
pub struct Overflowing {
    /// Sum, difference or product.
    pub op: BinaryOp,
    /// Whether the operands are signed.
    pub signed: bool,
    /// Bits of the operands.
    pub width: u32,
    /// The first operand.
    pub left: Operand,
    /// The second operand.
    pub right: Operand,
    /// The low bits of the result, and whether the exact result needs more.
    pub parts: [Reg; 2],
}

impl Overflowing {
    /// How the operands are read.
    pub fn sign(&self) -> Sign {
        if self.signed { Sign::Signed } else { Sign::Unsigned }
    }
}

/// One variable index of a getelementptr, read as a signed integer.
#[derive(Clone, Debug)]
pub struct GepIndex {
    /// The index.
    pub value: Operand,
    /// Bits of the index.
    pub width: u32,
    /// What it is multiplied by, in bytes.
    pub stride: i64,
}

/// The blocks a terminator may branch to, with repetitions; none for other instructions.
pub fn successors(op: &Op) -> Vec<BlockIndex> {
    match op {
        Op::Branch { target } => vec![*target],
        Op::CondBranch { yes, no, .. } => vec![*yes, *no],
        Op::Switch { cases, default, .. } => cases.iter().map(|(_, target)| *target).chain([*default]).collect(),
        _ => Vec::new(),
    }
}
