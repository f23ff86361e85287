//! Values of a run, and what instructions compute from them (`spec/refutation.md`, Values and Instructions).

use certificates::Overflow;

use crate::reader::{BinaryOp, CastKind, Predicate};

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Bits of an integer or pointer; those from its width on are 0.
    Bits(u64),
    /// A value that the run does not choose: floating point, the result of most library functions, ...
    Unknown,
}

/// The property that an error violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Violates {
    /// Memory safety, which excludes all undefined behaviour but signed overflow.
    MemorySafety,
    /// Memory safety, by a flag of the module that no C program has from the front end.
    Flag,
    /// No signed overflow.
    NoOverflow,
}

/// Why a run stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// An error of `spec/claim.md`.
    Error(Violates, String),
    /// The program ends without an error.
    End(String),
    /// The refutation does not fit the program: which premise, and why.
    Invalid(&'static str, String),
    /// Nothing can be concluded: the outcome depends on an unknown value, or on something that the specification leaves
    /// open.
    Undecided(&'static str, String),
}

/// The result of a step, or why the run stops.
pub type Step<T = ()> = Result<T, Halt>;

/// An error of memory safety.
pub fn error<T>(message: impl Into<String>) -> Step<T> {
    Err(Halt::Error(Violates::MemorySafety, message.into()))
}

/// A violated flag, nuw or exact.
fn broken<T>(message: &str) -> Step<T> {
    Err(Halt::Error(Violates::Flag, message.into()))
}

/// Something that the specification gives no meaning to.
pub fn gap<T>(message: impl Into<String>) -> Step<T> {
    Err(Halt::Undecided("gap", message.into()))
}

/// The outcome depends on an unknown value.
pub fn unknown<T>(what: &str) -> Step<T> {
    Err(Halt::Undecided("unknown", format!("the {what} is unknown")))
}

/// All bits of a width, 1 to 64.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> 64u32.saturating_sub(width.max(1))
}

/// The bits as a signed number.
pub fn signed(bits: u64, width: u32) -> i128 {
    let negative = bits >> (width.max(1) - 1) & 1 == 1;
    i128::from(bits) - if negative { 1 << width } else { 0 }
}

/// Whether a number is one of the signed numbers of a width.
pub fn fits_signed(number: i128, width: u32) -> bool {
    number == signed(number as u64 & mask(width), width)
}

impl Value {
    /// The bits; `Undecided` if they are unknown.
    pub fn known(self, what: &str) -> Step<u64> {
        match self {
            Value::Bits(bits) => Ok(bits),
            Value::Unknown => unknown(what),
        }
    }

    /// The value computed from the bits, if they are known.
    pub fn map(self, compute: impl FnOnce(u64) -> u64) -> Value {
        match self {
            Value::Bits(bits) => Value::Bits(compute(bits)),
            Value::Unknown => Value::Unknown,
        }
    }

    /// The bits of both, if they are known.
    pub fn and(self, other: Value) -> Option<(u64, u64)> {
        match (self, other) {
            (Value::Bits(a), Value::Bits(b)) => Some((a, b)),
            _ => None,
        }
    }
}

/// The flags of a binary operation, and the meaning of signed overflow.
#[derive(Clone, Copy)]
pub struct Flags {
    /// No unsigned overflow.
    pub nuw: bool,
    /// No signed overflow.
    pub nsw: bool,
    /// No remainder, or no bit shifted out.
    pub exact: bool,
    /// What a signed overflow means.
    pub mode: Overflow,
}

/// A binary operation at a width of 1 to 64.
pub fn binary(op: BinaryOp, width: u32, flags: Flags, left: Value, right: Value) -> Step<Value> {
    use BinaryOp::*;
    match op {
        And | Or | Xor => Ok(left.and(right).map_or(Value::Unknown, |(a, b)| {
            Value::Bits(match op {
                And => a & b,
                Or => a | b,
                _ => a ^ b,
            })
        })),
        Add | Sub | Mul => match left.and(right) {
            Some((a, b)) => sum(op, width, flags, a, b),
            None if flags.nuw || flags.nsw && flags.mode != Overflow::Wrap => unknown("operand"),
            None => Ok(Value::Unknown),
        },
        Shl | LShr | AShr => shift(op, width, flags, left, right),
        UDiv | SDiv | URem | SRem => divide(op, width, flags, left, right),
    }
}

/// The result, in bits, of an operation whose exact value as a signed number is `exact`.
fn flagged(width: u32, flags: Flags, exact: i128, fits_unsigned: bool) -> Step<Value> {
    if flags.nuw && !fits_unsigned {
        return broken("an unsigned operation that must not overflow does (nuw)");
    }
    if flags.nsw && !fits_signed(exact, width) {
        match flags.mode {
            Overflow::Error => {
                return Err(Halt::Error(
                    Violates::NoOverflow,
                    format!("signed overflow: {exact} has more than {width} bits"),
                ));
            }
            Overflow::Ideal => return Err(Halt::Undecided("overflow", "a signed operation overflows".into())),
            Overflow::Wrap => {}
        }
    }
    Ok(Value::Bits(exact as u64 & mask(width)))
}

fn sum(op: BinaryOp, width: u32, flags: Flags, a: u64, b: u64) -> Step<Value> {
    let (s, t) = (signed(a, width), signed(b, width));
    // Below 2^127: a product of signed numbers of 64 bits is at most 2^126.
    let (exact, fits) = match op {
        BinaryOp::Add => (s + t, i128::from(a) + i128::from(b) <= i128::from(mask(width))),
        BinaryOp::Sub => (s - t, a >= b),
        _ => (s * t, u128::from(a) * u128::from(b) <= u128::from(mask(width))),
    };
    flagged(width, flags, exact, fits)
}

fn shift(op: BinaryOp, width: u32, flags: Flags, left: Value, right: Value) -> Step<Value> {
    let amount = right.known("amount of a shift")?;
    if amount >= u64::from(width) {
        return error(format!("shift of {width} bits by {amount}"));
    }
    let demanding = match op {
        BinaryOp::Shl => flags.nuw || flags.nsw && flags.mode != Overflow::Wrap,
        _ => flags.exact,
    };
    let a = match left {
        Value::Bits(a) => a,
        Value::Unknown if demanding => return unknown("operand"),
        Value::Unknown => return Ok(Value::Unknown),
    };
    if op == BinaryOp::Shl {
        let fits = u128::from(a) << amount <= u128::from(mask(width));
        return flagged(width, flags, signed(a, width) << amount, fits);
    }
    let result = if op == BinaryOp::LShr { a >> amount } else { (signed(a, width) >> amount) as u64 & mask(width) };
    if flags.exact && result << amount & mask(width) != a {
        return broken("an exact shift loses bits");
    }
    Ok(Value::Bits(result))
}

fn divide(op: BinaryOp, width: u32, flags: Flags, left: Value, right: Value) -> Step<Value> {
    let b = right.known("divisor")?;
    if b == 0 {
        return error("division by zero");
    }
    let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    let (a, minus_one) = match left {
        Value::Bits(a) => (a, is_signed && b == mask(width)),
        Value::Unknown if flags.exact || is_signed && b == mask(width) => return unknown("dividend"),
        Value::Unknown => return Ok(Value::Unknown),
    };
    if minus_one && a == 1 << (width - 1) {
        return error(format!("the quotient of the smallest number of {width} bits by -1 does not fit"));
    }
    let (x, y) = match is_signed {
        true => (signed(a, width), signed(b, width)),
        false => (i128::from(a), i128::from(b)),
    };
    if flags.exact && x % y != 0 {
        return broken("an exact division has a remainder");
    }
    let result = if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv) { x / y } else { x % y };
    Ok(Value::Bits(result as u64 & mask(width)))
}

/// A comparison at a width.
pub fn compare(predicate: Predicate, width: u32, left: Value, right: Value) -> Value {
    use Predicate::*;
    let Some((a, b)) = left.and(right) else { return Value::Unknown };
    let (s, t) = (signed(a, width), signed(b, width));
    Value::Bits(u64::from(match predicate {
        Eq => a == b,
        Ne => a != b,
        Ugt => a > b,
        Uge => a >= b,
        Ult => a < b,
        Ule => a <= b,
        Sgt => s > t,
        Sge => s >= t,
        Slt => s < t,
        Sle => s <= t,
    }))
}

/// A conversion between integers or pointers of these widths.
pub fn cast(kind: CastKind, from: u32, to: u32, value: Value) -> Value {
    match kind {
        CastKind::SExt => value.map(|bits| signed(bits, from) as u64 & mask(to)),
        _ => value.map(|bits| bits & mask(to)),
    }
}
