//! Address arithmetic (`spec/rules/pointer.md`).

use super::shared::*;

/// P-GEP
pub fn gep(j: &mut Judge, s: &mut State, at: At, base: &Operand, offset: i64, indices: &[Index]) -> Checked<Value> {
    j.rule("P-GEP");
    no_detail(j, at.hint)?;
    let base = j.address(s, base)?;
    let mut t = base.plus(i128::from(offset))?;
    for index in indices {
        reject_if!(j, index.width > j.pointer(), index.width == 1 =>
            "index", "an index of i1, or wider than a pointer, is not supported");
        let shape = Shape { width: index.width, pointer: false };
        let value = j.signed(s, &index.value, shape)?;
        t = t.combine(1, &value, i128::from(index.stride))?;
    }
    if offset == 0 && indices.is_empty() {
        return Ok(Some((base, Sign::Unsigned)));
    }
    Ok(Some((j.fit(s, &t, j.pointer(), Sign::Unsigned)?, Sign::Unsigned)))
}
