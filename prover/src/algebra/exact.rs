//! Checked 128-bit integers with a fast path for small ones. `None` is overflow: "cannot tell".

/// Product; one machine multiplication when both factors fit 64 bits.
#[inline]
pub(crate) fn mul(a: i128, b: i128) -> Option<i128> {
    let (x, y) = (a as i64, b as i64);
    if i128::from(x) == a && i128::from(y) == b { i128::from(x).checked_mul(i128::from(y)) } else { a.checked_mul(b) }
}

/// `a + b * c`.
#[inline]
pub(crate) fn add_mul(a: i128, b: i128, c: i128) -> Option<i128> {
    a.checked_add(mul(b, c)?)
}

/// Greatest common divisor, not negative (64-bit arithmetic where that is enough).
#[inline]
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
        return i128::from(gcd_small(x, y));
    }
    while b != 0 {
        (a, b) = (b, a % b);
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return i128::from(gcd_small(x, y));
        }
    }
    // 2^127 has no i128; 1 divides everything.
    i128::try_from(a).unwrap_or(1)
}

#[inline]
fn gcd_small(mut a: u64, mut b: u64) -> u64 {
    if a == 1 || b == 1 {
        return 1;
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Least common multiple of positive numbers.
pub(crate) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b).max(1)).checked_mul(b)
}

/// Greatest integer not above `a / b`, for b > 0.
#[inline]
pub(crate) fn floor_div(a: i128, b: i128) -> i128 {
    if b == 1 { a } else { a.div_euclid(b) }
}

/// Least integer not below `a / b`, for b > 0; `None` on overflow.
#[inline]
pub(crate) fn ceil_div(a: i128, b: i128) -> Option<i128> {
    if b == 1 { Some(a) } else { a.checked_neg()?.div_euclid(b).checked_neg() }
}

/// The x in `0..modulus` with `a * x = 1` modulo it, if a and the modulus (> 1) are coprime.
pub(crate) fn inverse(a: i128, modulus: i128) -> Option<i128> {
    let (mut old_r, mut r) = (a.rem_euclid(modulus), modulus);
    let (mut old_s, mut s) = (1i128, 0i128);
    while r != 0 {
        let q = old_r / r;
        (old_r, r) = (r, old_r - q * r);
        (old_s, s) = (s, old_s.checked_sub(mul(q, s)?)?);
    }
    (old_r == 1).then(|| old_s.rem_euclid(modulus))
}
