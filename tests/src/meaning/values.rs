//! Operands: the boundary values of each type, and random ones.

use super::{Form, Operation, mask};
use crate::interpreter::Inputs;

/// The operands that an operation is tried with: boundary values crossed, and `random` more.
pub fn operands(operation: &Operation, random: u64, seed: u64) -> Vec<Vec<u64>> {
    let pointer = operation.pointer;
    let widths: Vec<u32> = operation.operands.iter().map(|ty| ty.width(pointer)).collect();
    // Crossing three long lists gives more than is needed.
    let short = widths.len() > 2;
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for (place, &width) in widths.iter().enumerate() {
        let list = boundary(width, short);
        let list = if place == 1 && is_shift(operation) { amounts(width) } else { list };
        all = all.iter().flat_map(|known| list.iter().map(move |v| [&known[..], &[*v]].concat())).collect();
    }
    let mut inputs = Inputs::seeded(seed);
    for _ in 0..random {
        all.push(widths.iter().map(|&width| inputs.input(width)).collect());
    }
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|values| seen.insert(values.clone()));
    all
}

fn is_shift(operation: &Operation) -> bool {
    matches!(operation.form, Form::Binary { name, .. } if matches!(name, "shl" | "lshr" | "ashr"))
}

/// 0, 1, -1, the bounds of both readings, and what lies beside them.
fn boundary(width: u32, short: bool) -> Vec<u64> {
    let (all, high) = (mask(width), 1u64 << (width - 1));
    let mut list = vec![0, 1, all, high, high.wrapping_sub(1)];
    if !short {
        let half = 1u64 << (width / 2);
        list.extend([2, 3, all - 1, high.wrapping_add(1), high.wrapping_sub(2), half]);
        list.extend([half.wrapping_sub(1), 0xA5A5_A5A5_A5A5_A5A5]);
    }
    distinct(list, width)
}

/// Amounts of shifts: all that matter, and some that are too large.
fn amounts(width: u32) -> Vec<u64> {
    let w = u64::from(width);
    let list = vec![0, 1, 2, w / 2, w - 1, w, w + 1, mask(width), 1 << (width - 1)];
    distinct(list, width)
}

fn distinct(list: Vec<u64>, width: u32) -> Vec<u64> {
    let mut found = Vec::new();
    for value in list {
        if !found.contains(&(value & mask(width))) {
            found.push(value & mask(width));
        }
    }
    found
}
