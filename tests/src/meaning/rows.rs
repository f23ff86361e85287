//! Which rows, operands, signs and modes the tests go through.

use super::{Meaning, Operation, table, values};
use crate::effort;
use certificates::{Overflow, Sign};

/// Operands of one row.
pub fn operands(operation: &Operation, place: usize) -> Vec<Vec<u64>> {
    let seed = effort::seed().wrapping_add(1).wrapping_mul(1_000_003).wrapping_add(place as u64);
    values::operands(operation, effort::number("MEANING", 6, 100), seed)
}

/// The signs that operands and result are bound with: all combinations in turn.
pub fn signs(turn: usize) -> ([Sign; 3], Sign) {
    let sign = |bit: usize| match turn >> bit & 1 {
        0 => Sign::Signed,
        _ => Sign::Unsigned,
    };
    ([sign(0), sign(1), sign(1)], sign(2))
}

/// The result's bits, if the operation has one in this mode.
pub fn value(operation: &Operation, values: &[u64], mode: Overflow) -> Option<u64> {
    match (operation.meaning(values), mode) {
        (Meaning::Value(bits), _) | (Meaning::Overflow(bits), Overflow::Wrap) => Some(bits),
        _ => None,
    }
}

/// The modes in which the operation may mean something different.
pub fn modes(operation: &Operation) -> &'static [Overflow] {
    match operation.text.contains(" nsw ") {
        true => &[Overflow::Error, Overflow::Wrap, Overflow::Ideal],
        false => &[Overflow::Error],
    }
}

/// Every row with its number, for both data models.
pub fn rows() -> Vec<(usize, Operation)> {
    let both = [64, 32].map(table::operations);
    both.into_iter().flat_map(|list| list.into_iter().enumerate()).collect()
}

/// Everything is tried where the environment asks for more than usual; otherwise a sample.
pub fn thorough() -> bool {
    effort::long() || std::env::var("MEANING").is_ok()
}

/// Rows for tests that need many certificates for each.
pub fn chosen() -> Vec<(usize, Operation)> {
    let usual = |operation: &Operation| {
        let text = &operation.text;
        let width = |name: &str| text.contains(&format!("{name} "));
        let flagged = ["inbounds", "nusw ", "nuw i8,", "nuw i32,"];
        let address = text.contains("getelementptr") && flagged.iter().any(|flag| text.contains(flag));
        !["i7", "i16", "i33"].iter().any(|name| width(name)) && !address
    };
    let mut rows = rows();
    rows.retain(|(_, operation)| thorough() || usual(operation));
    rows
}

/// Some of the operands, from the whole list.
pub fn sample(all: Vec<Vec<u64>>, count: usize) -> Vec<Vec<u64>> {
    let step = all.len().div_ceil(count).max(1);
    all.into_iter().step_by(step).collect()
}
