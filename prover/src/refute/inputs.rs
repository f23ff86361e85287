//! The inputs of a run: given values first, then values that a rule generates.

use certificates::{Choice, Int};

/// A pseudorandom number generator (xorshift64*, Vigna16); equal seeds give equal numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        // The state must not be 0, which the generator never leaves.
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below the bound, which must not be 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap_or(0) % bound.max(1)
    }

    /// One of the elements; `None` if there are none.
    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }
}

/// The rule for inputs after the given ones.
#[derive(Clone, Debug)]
pub(super) enum Tail {
    /// Always this value.
    Constant(u64),
    /// This value first, then one more each time.
    Counting(u64),
    /// These values in rotation.
    Turn(Vec<u64>),
    /// Mostly values from a list of likely ones, sometimes arbitrary ones.
    Any(Random),
    /// These values first, then always the same one.
    Edges(Vec<Edge>, u64),
    /// The choices of an earlier run, and 0 after them.
    Recorded(Vec<Choice>),
}

/// A boundary value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// A number, independent of the width.
    Number(u64),
    /// This far below the greatest signed number of the width.
    Below(u64),
    /// This far above the smallest signed number of the width.
    Above(u64),
}

impl Edge {
    /// The value's bits at a width.
    fn bits(self, width: u32) -> u64 {
        let greatest = mask(width) >> 1;
        match self {
            Edge::Number(value) => value,
            Edge::Below(distance) => greatest.wrapping_sub(distance),
            Edge::Above(distance) => (!greatest).wrapping_add(distance),
        }
    }
}

/// All combinations of boundary values for the first inputs, shorter ones first. Each is followed by zeros and by ones.
#[derive(Clone, Debug)]
pub(super) struct Combinations {
    edges: Vec<Edge>,
    inputs: u32,
    next: usize,
}

/// Inputs that are combined, at most.
const MOST_COMBINED: u32 = 3;
/// Constants of a program that are combined, at most.
const MOST_EDGES: usize = 12;

impl Combinations {
    /// Combines boundaries and the program's own constants.
    pub(super) fn new(constants: &[u64]) -> Combinations {
        let minus_one = 1u64.wrapping_neg();
        let mut edges: Vec<Edge> = [0, 1, minus_one].map(Edge::Number).to_vec();
        edges.extend([Edge::Below(0), Edge::Below(1), Edge::Above(0), Edge::Above(1), Edge::Number(2)]);
        for constant in constants {
            let edge = Edge::Number(*constant);
            if edges.len() < MOST_EDGES && !edges.contains(&edge) {
                edges.push(edge);
            }
        }
        Combinations { edges, inputs: 2, next: 0 }
    }
}

impl Iterator for Combinations {
    type Item = Tail;

    fn next(&mut self) -> Option<Tail> {
        if self.next == 2 * self.edges.len().checked_pow(self.inputs)? {
            (self.inputs, self.next) = (self.inputs + 1, 0);
        }
        if self.inputs > MOST_COMBINED {
            return None;
        }
        let (mut number, rest) = (self.next / 2, u64::from(self.next % 2 == 1));
        self.next += 1;
        let mut first = Vec::new();
        for _ in 0..self.inputs {
            first.push(*self.edges.get(number % self.edges.len())?);
            number /= self.edges.len();
        }
        Some(Tail::Edges(first, rest))
    }
}

/// The inputs of one run.
#[derive(Clone, Debug)]
pub(super) struct Inputs<'d> {
    /// The values given and generated so far.
    values: Vec<u64>,
    used: usize,
    tail: Tail,
    /// Values that are likely to matter.
    likely: &'d [u64],
}

/// Inputs of a run, at most; a run that needs more is given up.
const MOST_INPUTS: usize = 1 << 20;

impl<'d> Inputs<'d> {
    pub(super) fn new(values: Vec<u64>, tail: Tail, likely: &'d [u64]) -> Self {
        Inputs { values, used: 0, tail, likely }
    }

    /// The next input of this many bits, in a run that has made `choices` choices; `None` if there were too many.
    pub(super) fn next(&mut self, width: u32, choices: usize) -> Option<u64> {
        if self.used == self.values.len() {
            if self.used == MOST_INPUTS {
                return None;
            }
            let value = self.made_up(width, choices);
            self.values.push(value);
        }
        let value = self.values.get(self.used).copied()?;
        self.used += 1;
        Some(value & mask(width))
    }

    fn made_up(&mut self, width: u32, choices: usize) -> u64 {
        match &mut self.tail {
            Tail::Constant(value) => *value,
            Tail::Counting(next) => {
                *next = next.wrapping_add(1);
                next.wrapping_sub(1)
            }
            Tail::Turn(values) => {
                let place = self.used % values.len().max(1);
                values.get(place).copied().unwrap_or(0)
            }
            Tail::Edges(first, rest) => first.get(self.used).map_or(*rest, |edge| edge.bits(width)),
            Tail::Any(random) => match random.below(8) {
                0 => random.next(),
                1 => u64::try_from(random.below(256)).unwrap_or(0),
                2 => u64::try_from(random.below(16)).unwrap_or(0).wrapping_neg(),
                _ => random.pick(self.likely).copied().unwrap_or(0),
            },
            Tail::Recorded(recorded) => match recorded.get(choices) {
                Some(Choice::Value(Int(value))) => low_bits(*value),
                Some(Choice::Byte(byte)) => u64::from(*byte),
                // The input decides whether the allocation fails.
                Some(Choice::Null) => 1,
                Some(Choice::Address(_)) | None => 0,
            },
        }
    }

    /// The values that the run has asked for.
    pub(super) fn used(&self) -> &[u64] {
        self.values.get(..self.used).unwrap_or(&self.values)
    }
}

/// The lowest 64 bits of the number in two's complement.
fn low_bits(value: i128) -> u64 {
    u64::try_from(value & i128::from(u64::MAX)).unwrap_or(0)
}

/// Bits read as a signed number; those of one bit are 0 and 1.
pub(super) fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    if width == 1 { i64::from(bits & 1 == 1) } else { (bits << unused).cast_signed() >> unused }
}

/// As many ones.
pub(super) fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The size of a number, in bits.
pub(super) fn size(value: u64) -> u64 {
    let value = value.cast_signed();
    let sign = u64::from(value < 0);
    2 * u64::from(u64::BITS - value.unsigned_abs().leading_zeros()) + sign
}
