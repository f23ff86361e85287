//! What instructions on numbers compute (`spec/rules/arithmetic.md`, `compare.md`, `cast.md`).

use super::fault::Fault;
use super::inputs::mask;
use super::inputs::signed;
use super::machine::Stop;
use crate::program::{BinaryOp, Flags, Predicate};
use certificates::Overflow;

/// Does the exact result fit into a signed number of this width?
fn fits(exact: i128, width: u32) -> bool {
    let half = 1i128 << (width - 1);
    (-half..half).contains(&exact)
}

/// The result of a binary operation.
pub(super) fn binary<'p>(
    op: BinaryOp,
    width: u32,
    flags: Flags,
    mode: Overflow,
    (a, b): (u64, u64),
) -> Result<u64, Stop<'p>> {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let bits = match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let exact = |x: i128, y: i128| match op {
                BinaryOp::Add => Some(x + y),
                BinaryOp::Sub => Some(x - y),
                _ => x.checked_mul(y),
            };
            promised(width, flags, mode, exact(a.into(), b.into()), exact(sa.into(), sb.into()))?;
            match op {
                BinaryOp::Add => a.wrapping_add(b),
                BinaryOp::Sub => a.wrapping_sub(b),
                _ => a.wrapping_mul(b),
            }
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b >= u64::from(width) => {
            return Err(Fault::Shift { amount: b, width }.into());
        }
        BinaryOp::Shl => {
            let exact = |x: i128| x.checked_mul(1i128 << b);
            promised(width, flags, mode, exact(a.into()), exact(sa.into()))?;
            a << b
        }
        BinaryOp::LShr | BinaryOp::AShr => {
            if flags.exact && a & mask(u32::try_from(b).unwrap_or(0)) != 0 {
                return Err(Fault::Promise("exact").into());
            }
            match op {
                BinaryOp::LShr => a >> b,
                // The rules read width 1 without sign.
                _ if width == 1 => return Err(Stop::undecided("ashr of one bit")),
                _ => (sa >> b).cast_unsigned(),
            }
        }
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
            return division(op, width, flags, (a, b)).map(|bits| bits & mask(width));
        }
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    Ok(bits & mask(width))
}

/// Checks the flags `nuw` and `nsw`, given the exact results for unsigned and signed operands.
fn promised<'p>(
    width: u32,
    flags: Flags,
    mode: Overflow,
    unsigned: Option<i128>,
    exact: Option<i128>,
) -> Result<(), Stop<'p>> {
    if width == 1 && (flags.nsw || flags.nuw) {
        return Err(Stop::undecided("overflow flags on one bit"));
    }
    if flags.nuw && unsigned.is_none_or(|exact| !(0..=i128::from(mask(width))).contains(&exact)) {
        return Err(Fault::Promise("nuw").into());
    }
    if !flags.nsw || exact.is_some_and(|exact| fits(exact, width)) {
        return Ok(());
    }
    match mode {
        Overflow::Error => {
            let exact = exact.ok_or_else(|| Stop::undecided("a number beyond 128 bits"))?;
            Err(Fault::SignedOverflow { exact, width }.into())
        }
        Overflow::Wrap => Ok(()),
        // In this mode nothing is claimed about a run that overflows.
        Overflow::Ideal => Err(Stop::undecided("a signed overflow")),
    }
}

fn division<'p>(op: BinaryOp, width: u32, flags: Flags, (a, b): (u64, u64)) -> Result<u64, Stop<'p>> {
    if b == 0 {
        return Err(Fault::DivisionByZero.into());
    }
    let (quotient, remainder) = match op {
        BinaryOp::UDiv | BinaryOp::URem => (a / b, a % b),
        _ if width == 1 => return Err(Stop::undecided("a signed division of one bit")),
        _ => {
            let (a, b) = (signed(a, width), signed(b, width));
            let (quotient, remainder) = (i128::from(a) / i128::from(b), a.wrapping_rem(b));
            if !fits(quotient, width) {
                return Err(Fault::Quotient.into());
            }
            (a.wrapping_div(b).cast_unsigned(), remainder.cast_unsigned())
        }
    };
    match op {
        BinaryOp::UDiv | BinaryOp::SDiv if flags.exact && remainder != 0 => Err(Fault::Promise("exact").into()),
        BinaryOp::UDiv | BinaryOp::SDiv => Ok(quotient),
        _ => Ok(remainder),
    }
}

/// `icmp`.
pub(super) fn compare(predicate: Predicate, width: u32, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed(a, width), signed(b, width));
    match predicate {
        Predicate::Eq => a == b,
        Predicate::Ne => a != b,
        Predicate::Ult => a < b,
        Predicate::Ule => a <= b,
        Predicate::Ugt => a > b,
        Predicate::Uge => a >= b,
        Predicate::Slt => sa < sb,
        Predicate::Sle => sa <= sb,
        Predicate::Sgt => sa > sb,
        Predicate::Sge => sa >= sb,
    }
}
