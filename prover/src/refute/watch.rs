//! What a run shows to the search: the branches that it takes, and how far it was from other outcomes.

use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// Branches are counted in so many places.
const PLACES: usize = 1 << 14;
/// So many wishes of a run are kept.
const MOST_WISHES: usize = 512;

/// That a number of a run had been another one: then a branch were taken the other way, or an operation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Wish {
    pub(super) actual: i128,
    pub(super) wanted: i128,
}

/// What is written down of a run.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// For each place how often a branch was taken there.
    taken: Vec<u32>,
    /// Places that are not 0.
    touched: Vec<usize>,
    wishes: Vec<Wish>,
    seen: FxHashSet<Wish>,
}

impl Watch {
    pub(super) fn new() -> Self {
        Watch { taken: vec![0; PLACES], touched: Vec::new(), wishes: Vec::new(), seen: FxHashSet::default() }
    }

    /// Forgets the run before.
    pub(super) fn clear(&mut self) {
        for place in self.touched.drain(..) {
            self.taken[place] = 0;
        }
        self.wishes.clear();
        self.seen.clear();
    }

    /// Control goes from a block to another.
    pub(super) fn branch(&mut self, from: usize, to: usize) {
        let place = from.wrapping_mul(0x9e37).wrapping_add(to.wrapping_mul(0x85eb)) % PLACES;
        if self.taken[place] == 0 {
            self.touched.push(place);
        }
        self.taken[place] = self.taken[place].saturating_add(1);
    }

    /// An operation would have gone another way with another number.
    pub(super) fn wish(&mut self, actual: i128, wanted: i128) {
        let wish = Wish { actual, wanted };
        if actual != wanted && self.wishes.len() < MOST_WISHES && self.seen.insert(wish) {
            self.wishes.push(wish);
        }
    }

    pub(super) fn wishes(&self) -> &[Wish] {
        &self.wishes
    }

    /// All features as one number, the same whatever their order.
    pub(super) fn way(&self) -> u64 {
        let hashed = self.features().map(|feature| FxBuildHasher.hash_one(feature));
        hashed.fold(0, |sum, hash| sum ^ hash)
    }

    /// The branches that were taken, with the order of magnitude of how often.
    pub(super) fn features(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.touched.iter().map(|place| (*place, self.taken[*place].ilog2()))
    }
}
