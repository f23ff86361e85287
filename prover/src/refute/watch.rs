//! Feedback of a run for the search: branch coverage, and branch distances, i.e. how far numbers were from other
//! outcomes (Korel90).

use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// Number of counters for branches (branches share counters by hash).
const PLACES: usize = 1 << 14;
/// Wishes that are kept for a run, at most.
const MOST_WISHES: usize = 512;
/// Reads that are kept for a run, at most.
const MOST_READS: usize = 256;

/// A goal for a number of a run (branch distance): with the wanted number, a branch would go the other way or an
/// operation would fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wish {
    pub(super) actual: i128,
    pub(super) wanted: i128,
}

/// The feedback of one run.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// For each counter, how often its branches were taken.
    taken: Vec<u32>,
    /// Counters that are not 0.
    touched: Vec<usize>,
    wishes: Vec<Wish>,
    seen: FxHashSet<Wish>,
    /// What was read of memory, in the order of the run: address, and size in bytes.
    reads: Vec<(u64, u64)>,
    read: FxHashSet<(u64, u64)>,
}

impl Watch {
    pub(super) fn new() -> Self {
        Watch {
            taken: vec![0; PLACES],
            touched: Vec::new(),
            wishes: Vec::new(),
            seen: FxHashSet::default(),
            reads: Vec::new(),
            read: FxHashSet::default(),
        }
    }

    /// Forgets the previous run.
    pub(super) fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.taken[place] = 0;
        }
        self.wishes.clear();
        self.seen.clear();
        self.reads.clear();
        self.read.clear();
    }

    /// Records a read.
    pub(super) fn read(&mut self, address: u64, size: u64) {
        if self.reads.len() < MOST_READS && self.read.insert((address, size)) {
            self.reads.push((address, size));
        }
    }

    /// What was read.
    pub(super) fn reads(&self) -> &[(u64, u64)] {
        &self.reads
    }

    /// Records that control goes from one block to another.
    pub(super) fn branch(&mut self, from: usize, to: usize) {
        let place = from.wrapping_mul(0x9e37).wrapping_add(to.wrapping_mul(0x85eb)) % PLACES;
        if self.taken[place] == 0 {
            self.touched.push(place);
        }
        self.taken[place] = self.taken[place].saturating_add(1);
    }

    /// Records that the wanted number would have led to another outcome.
    pub(super) fn wish(&mut self, actual: i128, wanted: i128) {
        let wish = Wish { actual, wanted };
        if actual != wanted && self.wishes.len() < MOST_WISHES && self.seen.insert(wish) {
            self.wishes.push(wish);
        }
    }

    pub(super) fn wishes(&self) -> &[Wish] {
        &self.wishes
    }

    /// A hash of all features, independent of their order.
    pub(super) fn way(&self) -> u64 {
        let hashed = self.features().map(|feature| FxBuildHasher.hash_one(feature));
        hashed.fold(0, |sum, hash| sum ^ hash)
    }

    /// The branches that were taken, each with the order of magnitude of its count.
    pub(super) fn features(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.touched.iter().map(|place| (*place, self.taken[*place].ilog2()))
    }
}
