//! Addresses for the objects of a call: one after the other, far enough from each other that an access beyond the end
//! of one meets no other.

use super::condition::Condition;

/// Addresses that are still free.
pub(super) struct Layout {
    next: i128,
    /// Bytes between two objects, at least; a power of two.
    gap: i128,
    /// Whether objects lie at no better addresses than they must.
    odd: bool,
}

impl Layout {
    pub(super) fn new(condition: &Condition<'_>, odd: bool) -> Layout {
        let gap = if condition.program.pointer_bits == 32 { 1 << 12 } else { 1 << 16 };
        Layout { next: i128::from(condition.behind_functions()).max(1 << 16), gap, odd }
    }

    /// Addresses behind this one.
    pub(super) fn behind(self, address: i128) -> Layout {
        Layout { next: self.next.max(address), ..self }
    }

    /// An address for an object. `align` divides it.
    pub(super) fn place(&mut self, size: i128, align: u64) -> i128 {
        let step = self.gap.max(i128::from(align));
        let address = (self.next + self.gap - 1).div_euclid(step).saturating_add(1).saturating_mul(step);
        let address = if self.odd { address.saturating_add(i128::from(align)) } else { address };
        self.next = address.saturating_add(size.max(1));
        address
    }
}
