//! Mutations of the numbers that a run begins with, preferably such that a wish comes true (Korel90).

use super::inputs::Random;
use super::watch::Wish;

/// Applies one mutation to the inputs.
pub(super) fn change(random: &mut Random, inputs: &mut Vec<u64>, wishes: &[Wish], likely: &[u64]) {
    let value = match random.below(4) {
        0 => random.next() >> random.below(64),
        _ => random.pick(likely).copied().unwrap_or(0),
    };
    if inputs.is_empty() {
        inputs.push(value);
        return;
    }
    let place = random.below(inputs.len());
    match random.below(16) {
        0..8 => {
            let Some(wish) = random.pick(wishes).copied() else { return };
            fulfil(random, inputs, wish);
        }
        8 | 9 => inputs[place] = value,
        10 => {
            let by = u64::try_from(random.below(33)).unwrap_or(0).wrapping_sub(16);
            inputs[place] = inputs[place].wrapping_add(by);
        }
        11 => inputs.truncate(place),
        12 => inputs.insert(place, value),
        13 => {
            inputs.remove(place);
        }
        14 => inputs[place..].fill(value),
        _ => inputs[place] = inputs[random.below(inputs.len())],
    }
}

/// Changes an input so that an observed number may become the wanted one.
pub(super) fn fulfil(random: &mut Random, inputs: &mut [u64], wish: Wish) {
    let low = |value: i128| (value & i128::from(u64::MAX)).try_into().unwrap_or(0u64);
    let same: Vec<usize> =
        (0..inputs.len()).filter(|place| i128::from(inputs[*place].cast_signed()) == wish.actual).collect();
    let place = match random.pick(&same) {
        Some(place) if random.below(4) > 0 => *place,
        _ => random.below(inputs.len()),
    };
    let distance = wish.wanted - wish.actual;
    // The number may be a multiple of the input, or the input a multiple of the number.
    let step = match random.below(8) {
        0 => -distance,
        1 => distance / 2 + distance.signum(),
        2 => distance / 4 + distance.signum(),
        3 => distance / 8 + distance.signum(),
        _ => distance,
    };
    let old = i128::from(inputs[place].cast_signed());
    inputs[place] = if random.below(8) == 0 { low(wish.wanted) } else { low(old + step) };
}
