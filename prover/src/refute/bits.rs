//! Intrinsics about bits and ranges (`spec/rules/call.md`, Bits).

use super::inputs::mask;
use super::inputs::signed;
use super::machine::{Stop, Value};

/// The result of an intrinsic of this width. The name comes without `llvm.`.
pub(super) fn intrinsic<'p>(name: &str, width: u32, values: &[Value]) -> Result<Value, Stop<'p>> {
    let is = |family: &str| name == family || name.strip_prefix(family).is_some_and(|rest| rest.starts_with('.'));
    let at = |place: usize| values.get(place).copied().flatten();
    if ["smax", "smin", "umax", "umin"].into_iter().any(is) {
        return Ok(at(0).zip(at(1)).map(|(a, b)| extreme(name, width, a, b)));
    }
    if ["sadd.sat", "uadd.sat", "ssub.sat", "usub.sat"].into_iter().any(is) {
        return Ok(at(0).zip(at(1)).map(|(a, b)| saturated(name, width, a, b)));
    }
    if is("ctlz") || is("cttz") {
        if at(0) == Some(0) && at(1) != Some(0) {
            return Err(Stop::undecided("counting the zeros of 0"));
        }
        let of = |bits: u64| {
            let zeros = if is("ctlz") { bits.leading_zeros() - (64 - width) } else { bits.trailing_zeros() };
            u64::from(zeros.min(width))
        };
        return Ok(at(0).map(of));
    }
    if is("ctpop") {
        return Ok(at(0).map(|bits| bits.count_ones().into()));
    }
    if is("bswap") || is("bitreverse") {
        let reverse = |bits: u64| if is("bswap") { bits.swap_bytes() } else { bits.reverse_bits() };
        return Ok(at(0).map(|bits| reverse(bits) >> (64 - width)));
    }
    if is("fshl") || is("fshr") {
        let (Some(a), Some(b), Some(c)) = (at(0), at(1), at(2)) else { return Ok(None) };
        let by = c % u64::from(width);
        let pair = u128::from(a) << width | u128::from(b);
        // The shifted pair has up to 128 bits; only the low ones are the result.
        let bits = if is("fshl") { (pair << by) >> width } else { pair >> by };
        let low = u64::try_from(bits & u128::from(u64::MAX)).unwrap_or(0);
        return Ok(Some(low & mask(width)));
    }
    Err(Stop::undecided(format!("the intrinsic 'llvm.{name}'")))
}

/// The larger or smaller of two numbers.
fn extreme(name: &str, width: u32, a: u64, b: u64) -> u64 {
    let first_larger = if name.starts_with('s') { signed(a, width) >= signed(b, width) } else { a >= b };
    if first_larger == name.contains("max") { a } else { b }
}

/// A sum or difference; if it leaves its range, the nearest end of the range.
fn saturated(name: &str, width: u32, a: u64, b: u64) -> u64 {
    let with_sign = name.starts_with('s');
    let read = |bits| if with_sign { i128::from(signed(bits, width)) } else { i128::from(bits) };
    let (a, b) = (read(a), read(b));
    let exact = if name.contains("add") { a + b } else { a - b };
    let (low, high) = match with_sign {
        true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        false => (0, i128::from(mask(width))),
    };
    // Keeps the low 64 bits.
    (exact.clamp(low, high).to_le_bytes()[..8].iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte)))
        & mask(width)
}
