//! The laws, tried in this package: what takes the checker is in `tests/tests/laws.rs`.

mod covering;
mod examples;
mod folding;
mod knowledge;

use super::Laws;
use super::generate::{Choices, Maker};
use super::language;
use super::print::print;
use super::world::World;
use crate::state::State;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// So many cases, or as many as `PROPTEST_CASES` says; always the same ones, unless `PROPTEST_RNG_SEED` is set.
fn config(cases: u32) -> ProptestConfig {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let cases = number("PROPTEST_CASES").and_then(|cases| cases.try_into().ok()).unwrap_or(cases);
    let rng_seed = RngSeed::Fixed(number("PROPTEST_RNG_SEED").unwrap_or(0));
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

/// Bytes that choose states.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..260)
}

fn state(world: &World, text: &str) -> State {
    language::state(world, text).unwrap_or_else(|wrong| panic!("{wrong}\n{text}"))
}

/// A small linear congruential generator: the same states on every machine.
struct Dice(u64);

impl Dice {
    fn byte(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as u8
    }
}
