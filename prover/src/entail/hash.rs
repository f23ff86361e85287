//! A small deterministic hasher: the same program gives the same tables on every run and machine.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A hash table without random state. Its order of iteration is never used for results.
pub type Hashed<K, V> = HashMap<K, V, BuildHasherDefault<Mix>>;

/// Multiply and rotate, one word at a time (the scheme of rustc's own tables).
#[derive(Clone, Copy, Default)]
pub struct Mix {
    state: u64,
}

const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

impl Mix {
    fn word(&mut self, word: u64) {
        self.state = self.state.wrapping_add(word).wrapping_mul(FACTOR);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            for (to, from) in word.iter_mut().zip(chunk) {
                *to = *from;
            }
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, i: u8) {
        self.word(u64::from(i));
    }

    fn write_u32(&mut self, i: u32) {
        self.word(u64::from(i));
    }

    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }

    fn write_i128(&mut self, i: i128) {
        let bytes = i.to_le_bytes();
        let (low, high) = bytes.split_at(8);
        self.word(u64::from_le_bytes(low.try_into().unwrap_or_default()));
        self.word(u64::from_le_bytes(high.try_into().unwrap_or_default()));
    }

    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }

    fn write_isize(&mut self, i: isize) {
        self.word(i as u64);
    }

    fn finish(&self) -> u64 {
        self.state.rotate_left(26)
    }
}

/// The hash of one value.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut mix = Mix::default();
    value.hash(&mut mix);
    mix.finish()
}
