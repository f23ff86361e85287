//! What instructions do, in integers of 128 bits (LangRef, "Instruction Reference"; the meaning of
//! flags is that of `spec/language.md` and `spec/rules`).

use super::{Flags, Form, Meaning, Operation, mask, signed};

use Meaning::{Overflow, Undefined, Value};

impl Operation {
    /// What the instruction does with operands of these bits.
    pub fn meaning(&self, v: &[u64]) -> Meaning {
        let width = |place: usize| self.operands[place].width(self.pointer);
        let result = self.result.width(self.pointer);
        match &self.form {
            Form::Binary { name, flags } => binary(name, *flags, width(0), v[0], v[1]),
            Form::Compare { predicate, samesign } => {
                let (a, b) = (signed(v[0], width(0)), signed(v[1], width(0)));
                match *samesign && (a < 0) != (b < 0) {
                    true => Undefined,
                    false => Value(compare(predicate, v[0], v[1], a, b).into()),
                }
            }
            Form::Cast { name, flag } => cast(name, flag, width(0), result, v[0]),
            Form::Select => Value(if v[0] == 1 { v[1] } else { v[2] }),
            Form::Freeze | Form::Expect => Value(v[0]),
            Form::Switch(cases) => {
                let place = cases.iter().position(|case| *case == v[0]);
                Value(place.unwrap_or(cases.len()) as u64)
            }
            Form::Address { constant, strides } => {
                let mut sum = i128::from(v[0]) + constant;
                for (place, stride) in strides.iter().enumerate() {
                    sum += signed(v[place + 1], width(place + 1)) * stride;
                }
                Value(bits(sum, self.pointer))
            }
            Form::Extremum { signed: s, max } => {
                let key = |bits: u64| match s {
                    true => signed(bits, width(0)),
                    false => i128::from(bits),
                };
                let first = (key(v[0]) >= key(v[1])) == *max;
                Value(if first { v[0] } else { v[1] })
            }
            Form::Absolute { poison } => {
                let value = signed(v[0], result);
                match *poison && v[0] == 1 << (result - 1) {
                    true => Undefined,
                    false => Value(bits(value.abs(), result)),
                }
            }
            Form::Memory { offset } => Value((v[0] >> (8 * offset)) & mask(result)),
            Form::Intrinsic { name, poison } => intrinsic(name, *poison, result, v),
            Form::Overflowing { name, part } => {
                let exact = exactly(name, width(0), v);
                // What 128 bits do not hold is no value of the type.
                let wrapped = match &name[1..] {
                    "add" => v[0].wrapping_add(v[1]),
                    "sub" => v[0].wrapping_sub(v[1]),
                    _ => v[0].wrapping_mul(v[1]),
                } & mask(width(0));
                let fits = exact.is_some_and(|exact| exact == read(name, wrapped, width(0)));
                Value(if *part == 0 { wrapped } else { u64::from(!fits) })
            }
            Form::Wide { name, shift } => {
                let (a, b) = (u128::from(v[0]), signed(v[1], width(1)) as u128);
                let all = match *name {
                    "add" => a.wrapping_add(b),
                    "sub" => a.wrapping_sub(b),
                    "mul" => a.wrapping_mul(b),
                    "and" => a & b,
                    "or" => a | b,
                    _ => a ^ b,
                };
                Value((all >> shift) as u64 & mask(result))
            }
        }
    }
}

/// The bits read as the name of an operation says: `s` signed, `u` unsigned.
fn read(name: &str, bits: u64, width: u32) -> i128 {
    if name.starts_with('s') { signed(bits, width) } else { i128::from(bits) }
}

/// The exact sum, difference or product, if 128 bits hold it.
pub fn exactly(name: &str, width: u32, v: &[u64]) -> Option<i128> {
    let (a, b) = (read(name, v[0], width), read(name, v[1], width));
    match &name[1..4] {
        "add" => a.checked_add(b),
        "sub" => a.checked_sub(b),
        _ => a.checked_mul(b),
    }
}

fn intrinsic(name: &str, poison: bool, width: u32, v: &[u64]) -> Meaning {
    let top = v[0] << (64 - width);
    let both = || u128::from(v[0]) << width | u128::from(v[1]);
    let by = || (v[2] % u64::from(width)) as u32;
    Value(match name {
        "ctlz" | "cttz" if poison && v[0] == 0 => return Undefined,
        "ctlz" => top.leading_zeros().min(width).into(),
        "cttz" => v[0].trailing_zeros().min(width).into(),
        "ctpop" => v[0].count_ones().into(),
        "bswap" => top.swap_bytes(),
        "bitreverse" => top.reverse_bits(),
        "fshl" => (both() << by() >> width) as u64 & mask(width),
        "fshr" => (both() >> by()) as u64 & mask(width),
        _ => {
            let signed = name.starts_with('s');
            let (lo, hi) = match signed {
                true => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
                false => (0, i128::from(mask(width))),
            };
            bits(exactly(name, width, v).unwrap_or_default().clamp(lo, hi), width)
        }
    })
}

/// The lowest bits of a number.
pub fn bits(value: i128, width: u32) -> u64 {
    value as u64 & mask(width)
}

fn binary(name: &str, flags: Flags, width: u32, a: u64, b: u64) -> Meaning {
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (lo, hi) = (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1);
    let shift = matches!(name, "shl" | "lshr" | "ashr");
    if shift && b >= u64::from(width) {
        return Undefined;
    }
    // Results of operands read as signed and as unsigned; what does not fit 128 bits overflows.
    let exactly = |x: i128, y: i128| match name {
        "add" => Some(x + y),
        "sub" => Some(x - y),
        "mul" => x.checked_mul(y),
        _ => x.checked_mul(1i128 << b),
    };
    match name {
        "add" | "sub" | "mul" | "shl" => {
            let (s, u) = (exactly(sa, sb), exactly(a.into(), b.into()));
            if flags.nuw && u.is_none_or(|u| u < 0 || u > i128::from(mask(width))) {
                return Undefined;
            }
            let wrapped = match name {
                "add" => a.wrapping_add(b),
                "sub" => a.wrapping_sub(b),
                "mul" => a.wrapping_mul(b),
                _ => a << b,
            } & mask(width);
            match flags.nsw && s.is_none_or(|s| s < lo || s > hi) {
                true => Overflow(wrapped),
                false => Value(wrapped),
            }
        }
        "udiv" | "urem" => match b {
            0 => Undefined,
            _ if flags.exact && !a.is_multiple_of(b) => Undefined,
            _ => Value(if name == "udiv" { a / b } else { a % b }),
        },
        "sdiv" | "srem" => match sb {
            0 => Undefined,
            -1 if sa == lo => Undefined,
            _ if flags.exact && sa % sb != 0 => Undefined,
            _ => Value(bits(if name == "sdiv" { sa / sb } else { sa % sb }, width)),
        },
        "lshr" | "ashr" => match flags.exact && (a >> b) << b != a {
            true => Undefined,
            false if name == "lshr" => Value(a >> b),
            false => Value(bits(sa >> b, width)),
        },
        "and" => Value(a & b),
        "or" if flags.disjoint && a & b != 0 => Undefined,
        "or" => Value(a | b),
        _ => Value(a ^ b),
    }
}

fn compare(predicate: &str, a: u64, b: u64, sa: i128, sb: i128) -> bool {
    match predicate {
        "eq" => a == b,
        "ne" => a != b,
        "ult" => a < b,
        "ule" => a <= b,
        "ugt" => a > b,
        "uge" => a >= b,
        "slt" => sa < sb,
        "sle" => sa <= sb,
        "sgt" => sa > sb,
        _ => sa >= sb,
    }
}

fn cast(name: &str, flag: &str, from: u32, to: u32, value: u64) -> Meaning {
    let result = match name {
        "sext" => bits(signed(value, from), to),
        _ => value & mask(to),
    };
    let kept = match flag {
        "nneg" => signed(value, from) >= 0,
        "nuw" => result == value,
        "nsw" => signed(result, to) == signed(value, from),
        _ => true,
    };
    if kept { Value(result) } else { Undefined }
}
