//! Pointer arithmetic: `spec/rules/pointer.md`.

use super::{Next, Rule, Step, Stop};
use crate::algebra::Term;
use crate::program::{GepIndex, Instruction, Operand};
use crate::state::Value;
use certificates::{Detail, Sign};

/// P-GEP
pub(super) fn gep(
    s: &mut Step<'_, '_>,
    i: &Instruction,
    base: &Operand,
    constant: i64,
    indices: &[GepIndex],
) -> Rule<Next> {
    let bits = s.pointer_bits();
    let b = s.unsigned(base, bits)?;
    if indices.is_empty() && constant == 0 {
        return s.result(i, Sign::Unsigned, b, Detail::None);
    }
    let mut t = b.plus(i128::from(constant))?;
    for index in indices {
        if index.width == 1 || index.width > bits {
            let reason = "an index of one bit, or wider than a pointer";
            return Err(Stop::Unsupported(reason.into()));
        }
        let value: Term = s.signed(&index.value, index.width)?;
        s.machine_value(&Value { sign: Sign::Signed, term: value.clone() }, index.width)?;
        t = t.add_scaled(&value, i128::from(index.stride))?;
    }
    let r = s.fit(&t, bits, Sign::Unsigned)?;
    s.result(i, Sign::Unsigned, r, Detail::None)
}
