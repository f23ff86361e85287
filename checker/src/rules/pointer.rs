//! Address arithmetic (`spec/rules/pointer.md`).

use super::shared::*;

/// P-GEP
pub(crate) fn gep(
    cx: &mut Context,
    s: &mut State,
    at: At,
    base: &Operand,
    offset: i64,
    indices: &[Index],
) -> Checked<Value> {
    cx.rule("P-GEP");
    no_detail(cx, at.hint)?;
    let base = cx.address(s, base)?;
    let mut t = base.plus(i128::from(offset))?;
    for index in indices {
        reject_if!(cx, index.width > cx.pointer(), index.width == 1 =>
            "index", "an index of i1, or wider than a pointer, is not supported");
        let shape = Shape { width: index.width, pointer: false };
        let value = cx.signed(s, &index.value, shape)?;
        cx.machine_value(&value, shape.width, Sign::Signed)?;
        t = t.combine(1, &value, i128::from(index.stride))?;
    }
    if offset == 0 && indices.is_empty() {
        return Ok(Some((base, Sign::Unsigned)));
    }
    Ok(Some((cx.fit(s, &t, cx.pointer(), Sign::Unsigned)?, Sign::Unsigned)))
}
