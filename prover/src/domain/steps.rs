//! Values that change in step with others, and the bounds that thresholds give them.

use crate::algebra::{Term, Var};
use std::collections::BTreeSet;

/// Thresholds after the current bound that are tried as the next bound, at most.
const NEAR: usize = 12;

/// A term that is a variable plus a constant.
pub(super) fn shifted(t: &Term) -> Option<(Var, i128)> {
    let shift = t.constant_part();
    Some((t.plus(shift.checked_neg()?).ok()?.as_var()?, shift))
}

/// The nearest bounds of a value from `reach` on (of its negation, for bounds from below) with which the value plus
/// `shift` meets a threshold. Counting down ends at 0, however many constants lie in between.
pub(super) fn next_thresholds(thresholds: &BTreeSet<i128>, shift: i128, negative: bool, reach: i128) -> Vec<i128> {
    let bound = |threshold: &i128| {
        let bound = threshold.checked_sub(shift)?;
        let bound = if negative { bound.checked_neg()? } else { bound };
        (bound >= reach).then_some((bound, *threshold == 0))
    };
    let mut beyond: Vec<(i128, bool)> = thresholds.iter().filter_map(bound).collect();
    beyond.sort_unstable();
    let near = beyond.into_iter().enumerate().filter(|(i, (_, zero))| *i < NEAR || *zero);
    near.map(|(_, (bound, _))| bound).collect()
}
