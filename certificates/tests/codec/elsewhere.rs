//! Hints of calls of functions elsewhere, and of those that sort and search.

use super::generate::access;
use super::states::term;
use certificates::{Elsewhere, EntryId, Side, Sorted};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

prop_compose! {
    pub(super) fn elsewhere()(
        alternative in any::<u32>(),
        accesses in vec(of(access()), 0..2),
        ends in any::<Vec<u32>>(),
        entries in any::<Vec<u32>>(),
        assigned in vec(of((any::<u32>(), keep())), 0..2),
        after in any::<Vec<Option<u32>>>(),
        written in any::<Vec<u32>>(),
        values in vec(term(), 0..2),
    ) -> Elsewhere {
        Elsewhere { alternative, accesses, ends, entries, assigned, after, written, values }
    }
}

/// Entries that survive, with reasons.
pub(super) fn keep() -> impl Strategy<Value = Vec<(EntryId, Side)>> {
    vec((any::<u32>(), prop_oneof![Just(Side::Before), Just(Side::After)]), 0..3)
}

prop_compose! {
    pub(super) fn sorted()(
        access in access(),
        align in any::<u64>(),
        facts in vec(any::<(u32, bool)>(), 0..3),
        keep in keep(),
    ) -> Sorted {
        Sorted { access, align, facts, keep }
    }
}
