//! The source of everything that the program does not determine.

use std::collections::VecDeque;

/// A reproducible stream of values, first those that are given, then pseudo-random ones.
#[derive(Clone, Debug)]
pub struct Inputs {
    given: VecDeque<u64>,
    state: u64,
    /// Values worth trying: the program's constants.
    hints: Vec<u64>,
    /// Inputs handed out so far (not the values for open choices).
    pub drawn: Vec<u64>,
}

impl Inputs {
    pub fn seeded(seed: u64) -> Self {
        Self::given(&[], seed)
    }

    /// These inputs first (truncated to the width asked for), then random ones.
    pub fn given(values: &[u64], seed: u64) -> Self {
        Self {
            given: values.iter().copied().collect(),
            state: seed ^ 0x9E37_79B9_7F4A_7C15,
            hints: vec![],
            drawn: vec![],
        }
    }

    /// An input of this width: often small, or near a bound of the type, or recently used.
    pub fn input(&mut self, width: u32) -> u64 {
        let value = match self.given.pop_front() {
            Some(value) => value,
            None => self.interesting(width),
        };
        let value = value & mask(width);
        self.drawn.push(value);
        value
    }

    /// Adds values near which inputs are drawn more often.
    pub fn hint(&mut self, values: &[u64]) {
        self.hints.extend(values);
    }

    fn interesting(&mut self, width: u32) -> u64 {
        let small = self.below(24).wrapping_sub(6);
        let near = self.below(5).wrapping_sub(2);
        let random = self.next();
        match self.below(16) {
            0..=7 => small,
            8 => (1u64 << self.below(u64::from(width.clamp(1, 64)))).wrapping_add(near),
            9 => (mask(width) >> 1).wrapping_add(self.below(2)).wrapping_add(near),
            10 => self.drawn.last().copied().unwrap_or(0).wrapping_add(near),
            11 => random % 2000,
            12..=14 if !self.hints.is_empty() => {
                self.hints[(random % self.hints.len() as u64) as usize].wrapping_add(near)
            }
            12..=14 => small,
            _ => random,
        }
    }

    /// A value that the semantics leaves open.
    pub fn choice(&mut self, width: u32) -> u64 {
        self.interesting(width) & mask(width)
    }

    /// Less than `bound` (0 if the bound is 0).
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next().checked_rem(bound).unwrap_or(0)
    }

    pub fn byte(&mut self) -> u8 {
        match self.below(4) {
            0 => 0,
            1 => self.below(4) as u8,
            _ => self.next() as u8,
        }
    }

    /// splitmix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}
