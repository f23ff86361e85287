//! Integers and floating point, bit by bit (LangRef, "Binary Operations" and following).

use super::super::{ErrorKind, Mode};
use super::Stop;

/// All ones for a width of 1 to 128 bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The bits read in two's complement.
pub fn signed(bits: u128, width: u32) -> i128 {
    if width >= 128 {
        return bits as i128;
    }
    let bits = (bits & mask(width)) as i128;
    if bits >> (width - 1) == 1 { bits - (1 << width) } else { bits }
}

/// An instruction without flags on operands of 128 bits.
fn wide(name: &str, a: u128, b: u128) -> Result<u128, Stop> {
    if matches!(name, "shl" | "lshr" | "ashr") {
        check_shift(b, 128)?;
    }
    Ok(match name {
        "add" => a.wrapping_add(b),
        "sub" => a.wrapping_sub(b),
        "mul" => a.wrapping_mul(b),
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "shl" => a << b,
        "lshr" => a >> b,
        "ashr" => (a as i128 >> b) as u128,
        "udiv" => a.checked_div(b).ok_or(ErrorKind::Division)?,
        "urem" => a.checked_rem(b).ok_or(ErrorKind::Division)?,
        "sdiv" => (a as i128).checked_div(b as i128).ok_or(ErrorKind::Division)? as u128,
        "srem" => (a as i128).checked_rem(b as i128).ok_or(ErrorKind::Division)? as u128,
        _ => return Err(Stop::unsupported(format!("{name} of 128 bits"))),
    })
}

/// An integer instruction on operands of up to 64 bits, or of 128.
pub fn binary(name: &str, flags: &[String], width: u32, a: u128, b: u128, mode: Mode) -> Result<u128, Stop> {
    if width == 128 && flags.is_empty() {
        return wide(name, a, b);
    }
    if width > 64 {
        return Err(Stop::unsupported(format!("{name} of {width} bits")));
    }
    let flag = |name: &str| flags.iter().any(|flag| flag == name);
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (ua, ub) = (a as i128, b as i128);
    // The mathematical results; `None` where there is no such flag.
    let (exact_signed, exact_unsigned) = match name {
        "add" => (Some(sa + sb), Some(ua + ub)),
        "sub" => (Some(sa - sb), Some(ua - ub)),
        "mul" => (Some(sa * sb), a.checked_mul(b).and_then(|product| i128::try_from(product).ok())),
        "shl" => {
            check_shift(b, width)?;
            (Some(sa << b), (a << b).try_into().ok())
        }
        _ => (None, None),
    };
    if flag("nuw") && exact_unsigned.is_none_or(|exact| exact < 0 || exact as u128 > mask(width)) {
        return Err(ErrorKind::Flag("nuw").into());
    }
    if let Some(exact) = exact_signed {
        if flag("nsw") && exact != signed(exact as u128, width) {
            overflow(mode)?;
        }
        return Ok(exact as u128 & mask(width));
    }
    let inexact = || Stop::from(ErrorKind::Flag("exact"));
    let result = match name {
        "udiv" | "urem" => {
            let quotient = a.checked_div(b).ok_or(ErrorKind::Division)?;
            let rest = a - quotient * b;
            if flag("exact") && rest != 0 {
                return Err(inexact());
            }
            if name == "udiv" { quotient } else { rest }
        }
        "sdiv" | "srem" => {
            let quotient = sa.checked_div(sb).ok_or(ErrorKind::Division)?;
            if quotient != signed(quotient as u128, width) {
                return Err(ErrorKind::Division.into());
            }
            let rest = sa - quotient * sb;
            if flag("exact") && rest != 0 {
                return Err(inexact());
            }
            (if name == "sdiv" { quotient } else { rest }) as u128
        }
        "lshr" | "ashr" => {
            check_shift(b, width)?;
            if flag("exact") && a & mask(b as u32) & if b == 0 { 0 } else { u128::MAX } != 0 {
                return Err(inexact());
            }
            if name == "lshr" { a >> b } else { (sa >> b) as u128 }
        }
        "and" => a & b,
        "or" if flag("disjoint") && a & b != 0 => return Err(ErrorKind::Flag("disjoint").into()),
        "or" => a | b,
        "xor" => a ^ b,
        _ => return Err(Stop::unsupported(name.to_owned())),
    };
    Ok(result & mask(width))
}

/// What a signed overflow means.
pub fn overflow(mode: Mode) -> Result<(), Stop> {
    match mode {
        Mode::Error => Err(ErrorKind::SignedOverflow.into()),
        Mode::Wrap => Ok(()),
        Mode::Ideal => Err(Stop::Outcome(super::Outcome::Overflowed)),
    }
}

fn check_shift(amount: u128, width: u32) -> Result<(), Stop> {
    if amount < u128::from(width) { Ok(()) } else { Err(ErrorKind::Shift.into()) }
}

/// `icmp`.
pub fn compare(predicate: &str, flags: &[String], width: u32, a: u128, b: u128) -> Result<bool, Stop> {
    if width > 64 && width != 128 {
        return Err(Stop::unsupported(format!("icmp of {width} bits")));
    }
    let (sa, sb) = (signed(a, width), signed(b, width));
    if flags.iter().any(|flag| flag == "samesign") && (sa < 0) != (sb < 0) {
        return Err(ErrorKind::Flag("samesign").into());
    }
    Ok(match predicate {
        "eq" => a == b,
        "ne" => a != b,
        "ult" => a < b,
        "ule" => a <= b,
        "ugt" => a > b,
        "uge" => a >= b,
        "slt" => sa < sb,
        "sle" => sa <= sb,
        "sgt" => sa > sb,
        "sge" => sa >= sb,
        _ => return Err(Stop::unsupported(format!("icmp {predicate}"))),
    })
}

/// `fcmp`.
pub fn compare_float(predicate: &str, a: f64, b: f64) -> Result<bool, Stop> {
    let unordered = a.is_nan() || b.is_nan();
    let relation = |name: &str| match name {
        "eq" => Some(a == b),
        "ne" => Some(a != b),
        "lt" => Some(a < b),
        "le" => Some(a <= b),
        "gt" => Some(a > b),
        "ge" => Some(a >= b),
        _ => None,
    };
    let unknown = || Stop::unsupported(format!("fcmp {predicate}"));
    match predicate {
        "true" => Ok(true),
        "false" => Ok(false),
        "ord" => Ok(!unordered),
        "uno" => Ok(unordered),
        _ => {
            let (first, rest) = predicate.split_at_checked(1).ok_or_else(unknown)?;
            let holds = relation(rest).ok_or_else(unknown)?;
            Ok(if first == "o" { !unordered && holds } else { unordered || holds })
        }
    }
}

/// `fadd` and so on.
pub fn binary_float(name: &str, a: f64, b: f64) -> Result<f64, Stop> {
    Ok(match name {
        "fadd" => a + b,
        "fsub" => a - b,
        "fmul" => a * b,
        "fdiv" => a / b,
        "frem" => a % b,
        _ => return Err(Stop::unsupported(name.to_owned())),
    })
}

/// `trunc`, `zext`, `sext` and the conversions between integers and pointers.
pub fn resize(name: &str, flags: &[String], from: u32, to: u32, bits: u128) -> Result<u128, Stop> {
    let flag = |name: &str| flags.iter().any(|flag| flag == name);
    let result = match name {
        "sext" => signed(bits, from) as u128 & mask(to),
        _ => bits & mask(to),
    };
    if name == "trunc" && flag("nuw") && result != bits {
        return Err(ErrorKind::Flag("trunc nuw").into());
    }
    if name == "trunc" && flag("nsw") && signed(result, to) != signed(bits, from) {
        return Err(ErrorKind::Flag("trunc nsw").into());
    }
    if name == "zext" && flag("nneg") && signed(bits, from) < 0 {
        return Err(ErrorKind::Flag("nneg").into());
    }
    Ok(result)
}
