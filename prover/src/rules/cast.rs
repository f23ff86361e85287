//! Casts: `spec/rules/cast.md`.

use super::compare::result_sign;
use super::{Next, Rule, Step, Stop, width_of};
use crate::program::{CastOp, Instruction, Operand, Type};
use certificates::{Detail, Sign};

pub(super) fn cast(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    op: CastOp,
    from: Type,
    to: Type,
    value: &Operand,
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let (Some(source), Some(target)) = (width_of(from, bits), width_of(to, bits)) else {
        return Err(Stop::Unsupported("a cast of this type".into()));
    };
    let sign = result_sign(s, i, to);
    match op {
        // T-TRUNC
        CastOp::Trunc => {
            let t = s.either(value, source)?;
            let r = s.fit_result(i.result, &t, target, sign)?;
            s.result(i, sign, r, Detail::None)
        }
        // T-ZEXT
        CastOp::ZExt => {
            let t = s.unsigned(value, source)?;
            s.result(i, sign, t, Detail::None)
        }
        // T-SEXT
        CastOp::SExt => {
            let t = if source == 1 {
                let t = s.unsigned(value, 1)?;
                t.neg()?
            } else {
                s.signed(value, source)?
            };
            s.result(i, Sign::Signed, t, Detail::None)
        }
        // T-PTRTOINT
        CastOp::PtrToInt => {
            let t = s.unsigned(value, source)?;
            if target >= source {
                return s.result(i, Sign::Unsigned, t, Detail::None);
            }
            let r = s.fit(&t, target, sign)?;
            s.result(i, sign, r, Detail::None)
        }
        // T-INTTOPTR
        CastOp::IntToPtr => {
            let t = if source <= target {
                s.unsigned(value, source)?
            } else {
                let t = s.either(value, source)?;
                s.fit(&t, target, Sign::Unsigned)?
            };
            s.result(i, Sign::Unsigned, t, Detail::None)
        }
        // T-BITCAST
        CastOp::Bitcast => {
            let t = s.read(value, source, sign)?;
            s.result(i, sign, t, Detail::None)
        }
    }
}

/// T-FLOAT
pub(super) fn from_float(s: &mut Step<'_, '_>, i: &Instruction, width: u32) -> Rule<Next> {
    let sign = if width == 1 { Sign::Unsigned } else { s.preferred(i.result) };
    let x = s.fresh_ranged(width, sign)?;
    s.result(i, sign, x, Detail::None)
}
