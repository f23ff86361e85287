//! The prepared knowledge bases that are kept for further questions.

use super::prepared::Prepared;
use crate::algebra::Atom;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Number of knowledge bases that are found without their hash.
const RECENT: usize = 6;

/// A bounded table of prepared knowledge bases, found by their atoms.
pub(super) struct Store {
    slots: Vec<Slot>,
    /// From the hash of all atoms in order to the place in `slots`.
    index: FxHashMap<u64, usize>,
    /// Places of the most recently used slots, the latest first.
    recent: [usize; RECENT],
    /// Approximate bytes that the slots may take, and those that they take now.
    capacity: usize,
    taken: usize,
    clock: u64,
    free: Vec<usize>,
    hashes: Vec<u64>,
    /// Counts for the statistics.
    pub prepared: u64,
    pub extended: u64,
}

struct Slot {
    hash: u64,
    used: u64,
    weight: usize,
    kb: Prepared,
}

impl Store {
    /// `capacity`: approximate bytes.
    pub(super) fn new(capacity: usize) -> Store {
        Store {
            slots: vec![Slot { hash: 0, used: 0, weight: 0, kb: Prepared::new() }],
            index: FxHashMap::from_iter([(0, 0)]),
            recent: [0; RECENT],
            capacity,
            taken: 0,
            clock: 0,
            free: Vec::new(),
            hashes: Vec::new(),
            prepared: 0,
            extended: 0,
        }
    }

    /// The prepared form of a knowledge base.
    pub(super) fn get(&mut self, kb: &[Atom]) -> &mut Prepared {
        // The most recent knowledge bases are compared directly (mostly addresses of shared terms; the newest atom
        // distinguishes most of them); the others are found by their hash.
        let same = |place: &usize| {
            let atoms = &self.slots[*place].kb.atoms;
            atoms.len() == kb.len() && atoms.last() == kb.last() && atoms == kb
        };
        let place = match self.recent.iter().position(same) {
            Some(0) => self.recent[0],
            Some(i) => {
                self.recent[..=i].rotate_right(1);
                self.recent[0]
            }
            None => {
                let place = self.find(kb);
                self.recent.rotate_right(1);
                self.recent[0] = place;
                place
            }
        };
        self.clock += 1;
        let slot = &mut self.slots[place];
        slot.used = self.clock;
        &mut slot.kb
    }

    fn find(&mut self, kb: &[Atom]) -> usize {
        self.hashes.clear();
        self.hashes.push(0);
        let mut hash = 0;
        for atom in kb {
            hash = FxBuildHasher.hash_one((hash, atom));
            self.hashes.push(hash);
        }
        if let Some(slot) = self.index.get(&hash)
            && self.slots[*slot].kb.atoms == kb
        {
            return *slot;
        }
        self.prepared += 1;
        let prefix = (0..kb.len()).rev().find_map(|n| {
            let slot = *self.index.get(&self.hashes[n])?;
            (self.slots[slot].kb.atoms == kb[..n]).then_some((n, slot))
        });
        let new = match prefix {
            Some((n, slot)) => {
                self.extended += u64::from(n > 0);
                self.slots[slot].used = self.clock;
                let mut new = self.slots[slot].kb.child();
                new.extend(&kb[n..]);
                new
            }
            None => {
                let mut new = Prepared::new();
                new.extend(kb);
                new
            }
        };
        self.keep(hash, new)
    }

    /// Puts a knowledge base into a slot, and empties the least recently used slots while the total size is too large
    /// (never the empty knowledge base at place 0, the prefix of all).
    fn keep(&mut self, hash: u64, kb: Prepared) -> usize {
        let weight = kb.weight();
        self.taken += weight;
        while self.taken > self.capacity {
            let oldest =
                (1..self.slots.len()).filter(|i| self.slots[*i].weight > 0).min_by_key(|i| self.slots[*i].used);
            let Some(place) = oldest else { break };
            self.release(place);
        }
        let slot = Slot { hash, used: self.clock, weight, kb };
        let place = match self.free.pop() {
            Some(place) => {
                self.slots[place] = slot;
                place
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        };
        self.index.insert(hash, place);
        place
    }

    fn release(&mut self, place: usize) {
        let slot = &mut self.slots[place];
        self.taken -= slot.weight;
        slot.weight = 0;
        slot.kb = Prepared::new();
        if self.index.get(&slot.hash) == Some(&place) {
            self.index.remove(&slot.hash);
        }
        self.free.push(place);
    }
}
