//! The search for inputs with which a run violates a property (search-based testing, McMinn04): boundary values first,
//! then mutations of inputs that reached something new, guided by branch distances (`watch`).

use super::image::Image;
use super::inputs::{Combinations, Inputs, Random, Tail};
use super::machine::{Machine, Rules};
use super::memory::Placing;
use super::run::{Outcome, run};
use super::watch::{Watch, Wish};
use certificates::{Choice, Ending, Properties};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;

/// A run that violates a property.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) inputs: Vec<u64>,
    pub(super) placing: Placing,
    pub(super) ending: Ending,
    pub(super) violates: Properties,
    /// How far the run is from an ideal example: smaller is easier to follow.
    cost: Cost,
}

impl Hit {
    /// An endless run, as `ending` describes it.
    pub(super) fn endless(inputs: Vec<u64>, ending: Ending) -> Hit {
        Hit { inputs, placing: Placing::Fresh, ending, violates: ENDLESS, cost: Cost::default() }
    }

    /// A known run that is to be explained.
    pub(super) fn known(placing: Placing, ending: Ending, violates: Properties) -> Hit {
        Hit { inputs: Vec::new(), placing, ending, violates, cost: Cost::default() }
    }
}

/// What a run costs; what stands first counts most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// Allocations that fail.
    nulls: usize,
    /// Bits of the inputs.
    bits: u64,
    instructions: u64,
}

/// The result of executing a run.
struct Ran<'p> {
    outcome: Outcome<'p>,
    inputs: Vec<u64>,
    placing: Placing,
    /// Whether the lifetime of an object ended.
    ended: bool,
    /// A hash of the branches taken, each with roughly the number of times that it was taken.
    way: u64,
    cost: Cost,
}

/// Inputs that reached something new.
struct Seed {
    inputs: Vec<u64>,
    wishes: Vec<Wish>,
}

/// A run that reached the limit.
struct Long {
    inputs: Vec<u64>,
    tail: Tail,
    /// A hash of the branches taken, each with roughly the number of times that it was taken.
    way: u64,
}

/// The effort of the search. Only the deadline depends on the machine.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The total number of instructions.
    pub(super) steps: u64,
    /// Length of a run in the last round, in instructions, at most.
    pub(super) longest: u64,
    pub(super) deadline: Instant,
}

/// Length of a run in the first round, in instructions, at most.
const SHORT: u64 = 4_000;
/// The factor by which the length limit grows from round to round.
const LONGER: u64 = 16;
/// The least cost charged for a run, in instructions: setting it up takes time.
const SET_UP: u64 = 200;
/// Inputs of a seed, at most; longer ones are not kept.
const MOST_KEPT: usize = 1 << 12;
/// Number of seeds, at most.
const MOST_SEEDS: usize = 1 << 12;

pub(super) struct Search<'i, 'p> {
    image: &'i Image<'p>,
    rules: Rules,
    entry: &'i str,
    /// The properties for which no violation has been found yet.
    goals: Properties,
    budget: Budget,
    spent: u64,
    watch: Option<Watch>,
    seen: FxHashSet<(usize, u32)>,
    seeds: Vec<Seed>,
    /// Runs that reached the limit.
    long: Vec<Long>,
    random: Random,
    /// Combinations of input values that changing one input at a time does not reach.
    combined: Combinations,
    pub(super) hits: Vec<Hit>,
}

impl<'i, 'p> Search<'i, 'p> {
    pub(super) fn new(image: &'i Image<'p>, rules: Rules, entry: &'i str, goals: Properties, budget: Budget) -> Self {
        Search {
            image,
            rules,
            entry,
            goals,
            budget,
            spent: 0,
            watch: Some(Watch::new()),
            seen: FxHashSet::default(),
            seeds: Vec::new(),
            long: Vec::new(),
            random: Random::new(1),
            combined: Combinations::new(&image.constants),
            hits: Vec::new(),
        }
    }

    /// Searches until every goal is reached or the budget is spent.
    pub(super) fn search(&mut self) {
        let mut limit = SHORT.min(self.budget.longest);
        let mut share = self.budget.steps / 64;
        for tail in beginnings(&self.image.likely) {
            if self.over() {
                return;
            }
            self.attempt(Vec::new(), tail, limit);
        }
        loop {
            let chosen = self.seeds.iter().any(|seed| !seed.inputs.is_empty());
            // Without inputs there is only one run.
            let until = self.spent.saturating_add(if chosen { share } else { 0 });
            while self.spent < until {
                if self.over() {
                    return;
                }
                let Some((inputs, tail)) = self.changed() else { break };
                self.attempt(inputs, tail, limit);
            }
            if self.over() || limit >= self.budget.longest && !chosen {
                return;
            }
            limit = limit.saturating_mul(LONGER).min(self.budget.longest);
            share = share.saturating_mul(2);
            // Beyond this number of instructions, long runs would take time from the other parts of the search.
            let until = self.spent.saturating_add(share);
            for Long { inputs, tail, .. } in diverse(std::mem::take(&mut self.long)) {
                if self.over() {
                    return;
                }
                if self.spent >= until {
                    break;
                }
                self.attempt(inputs, tail, limit);
            }
        }
    }

    /// Whether all goals are reached or the budget is spent.
    fn over(&self) -> bool {
        let Properties { memory_safety, no_overflow, termination } = self.goals;
        !(memory_safety || no_overflow || termination)
            || self.spent >= self.budget.steps
            || Instant::now() > self.budget.deadline
    }

    /// Executes one run, and learns from it.
    fn attempt(&mut self, inputs: Vec<u64>, tail: Tail, limit: u64) {
        let (again, rest) = (inputs.clone(), tail.clone());
        let ran = self.run(inputs, tail, Placing::Fresh, limit);
        self.take(&ran);
        if !matches!(ran.outcome, Outcome::Limit) {
            return;
        }
        if ran.ended {
            // Objects have ended: if their addresses are reused, an earlier state may recur.
            let ran = self.run(again.clone(), rest.clone(), Placing::Again, limit);
            self.take(&ran);
        }
        const MOST_LONG: usize = 256;
        if self.long.len() < MOST_LONG {
            self.long.push(Long { inputs: again, tail: rest, way: ran.way });
        }
    }

    fn run(&mut self, inputs: Vec<u64>, tail: Tail, placing: Placing, limit: u64) -> Ran<'p> {
        let mut watch = self.watch.take().unwrap_or_else(Watch::new);
        watch.clear();
        let inputs = Inputs::new(inputs, tail, &self.image.likely);
        let mut machine = Machine::new(self.image, self.rules, inputs, placing, watch);
        let outcome = run(&mut machine, self.entry, limit, self.budget.deadline);
        self.spent = self.spent.saturating_add(machine.steps).saturating_add(SET_UP);
        let inputs = machine.inputs.used().to_vec();
        let ended = machine.memory.ended();
        let nulls = machine.choices.iter().filter(|choice| **choice == Choice::Null).count();
        let bits = inputs.iter().map(|value| size(*value)).sum();
        let cost = Cost { nulls, bits, instructions: machine.steps };
        self.learn(&machine.watch, &inputs);
        let way = machine.watch.way();
        self.watch = Some(machine.watch);
        Ran { outcome, inputs, placing, ended, way, cost }
    }

    /// Keeps the inputs if they reached something new.
    fn learn(&mut self, watch: &Watch, used: &[u64]) {
        let before = self.seen.len();
        self.seen.extend(watch.features());
        let new = self.seen.len() > before || self.seeds.is_empty();
        if new && used.len() <= MOST_KEPT && self.seeds.len() < MOST_SEEDS {
            self.seeds.push(Seed { inputs: used.to_vec(), wishes: watch.wishes().to_vec() });
        }
    }

    /// Keeps a run if it violates a property that no earlier run violated.
    fn take(&mut self, ran: &Ran<'p>) {
        let Some((violates, ending)) = violated(&ran.outcome) else { return };
        let Properties { memory_safety, no_overflow, termination } = &mut self.goals;
        let goal = match violates {
            Properties { memory_safety: true, .. } => memory_safety,
            Properties { no_overflow: true, .. } => no_overflow,
            _ => termination,
        };
        if !std::mem::take(goal) {
            return;
        }
        // Other violations are searched for only a little longer.
        self.budget.steps = self.budget.steps.min(self.spent.saturating_mul(2).saturating_add(AFTER));
        let hit = Hit { inputs: ran.inputs.clone(), placing: ran.placing, ending, violates, cost: ran.cost };
        let simple = self.simplified(hit);
        self.hits.push(simple);
    }

    /// Searches for a simpler run with the same violation: smaller inputs, no failing allocations.
    fn simplified(&mut self, mut hit: Hit) -> Hit {
        const MOST_INPUTS: usize = 64;
        const MOST_STEPS: u64 = 4_000_000;
        let until = self.spent.saturating_add(MOST_STEPS);
        let candidates = |value: u64| [0, 1, value >> 1, value.wrapping_sub(1), value.wrapping_add(1)];
        let mut place = 0;
        while place < hit.inputs.len().min(MOST_INPUTS) {
            let mut better = false;
            for value in candidates(hit.inputs[place]) {
                let limit = hit.cost.instructions.saturating_mul(2).saturating_add(SHORT);
                if self.spent.saturating_add(limit) > until || Instant::now() > self.budget.deadline {
                    return hit;
                }
                let mut inputs = hit.inputs.clone();
                inputs[place] = value;
                let ran = self.run(inputs, Tail::Constant(0), hit.placing, limit);
                let Some((violates, ending)) = violated(&ran.outcome) else { continue };
                if violates == hit.violates && ran.cost < hit.cost {
                    hit = Hit { inputs: ran.inputs, placing: ran.placing, ending, violates, cost: ran.cost };
                    better = true;
                    break;
                }
            }
            place = if better { place } else { place + 1 };
        }
        hit
    }

    /// A seed's inputs with a few mutations.
    fn changed(&mut self) -> Option<(Vec<u64>, Tail)> {
        let random = &mut self.random;
        // Only two or more inputs can be combined.
        if random.below(4) == 0
            && self.seeds.iter().any(|seed| seed.inputs.len() > 1)
            && let Some(tail) = self.combined.next()
        {
            return Some((Vec::new(), tail));
        }
        let newest = self.seeds.len().min(8);
        let place = match random.below(2) {
            0 => self.seeds.len() - 1 - random.below(newest),
            _ => random.below(self.seeds.len()),
        };
        let seed = self.seeds.get(place)?;
        let mut inputs = seed.inputs.clone();
        for _ in 0..=random.below(3) {
            change(random, &mut inputs, &seed.wishes, &self.image.likely);
        }
        let last = inputs.last().copied().unwrap_or(0);
        let tail = match random.below(4) {
            0 => Tail::Constant(last),
            1 => Tail::Constant(0),
            _ => Tail::Any(Random::new(random.next())),
        };
        Some((inputs, tail))
    }
}

/// Rules for the inputs that are tried first: constant, rotating, counting, and several mixtures.
pub(super) fn beginnings(likely: &[u64]) -> Vec<Tail> {
    const MIXTURES: u64 = 64;
    let constant = likely.iter().map(|value| Tail::Constant(*value));
    let turns = [[0, 1], [1, 0], [1, 2], [2, 1]].map(|values| Tail::Turn(values.to_vec()));
    let counting = [Tail::Counting(0), Tail::Counting(1)];
    let mixed = (1..=MIXTURES).map(|seed| Tail::Any(Random::new(seed)));
    constant.chain(turns).chain(counting).chain(mixed).collect()
}

/// Orders the runs: one of each path hash first, then a second one of each, and so on. Runs with the same hash are
/// likely to continue alike.
fn diverse(long: Vec<Long>) -> Vec<Long> {
    let mut times: FxHashMap<u64, usize> = FxHashMap::default();
    let mut turns: Vec<(usize, Long)> = Vec::new();
    for run in long {
        let before = times.entry(run.way).or_default();
        turns.push((*before, run));
        *before += 1;
    }
    turns.sort_by_key(|(turn, _)| *turn);
    turns.into_iter().map(|(_, run)| run).collect()
}

/// The property that a run violates, and how the run ends.
fn violated(outcome: &Outcome<'_>) -> Option<(Properties, Ending)> {
    match outcome {
        Outcome::Error(fault, ending) => Some((fault.violates(), ending.clone())),
        Outcome::Lasso(ending) => Some((ENDLESS, ending.clone())),
        Outcome::Over | Outcome::Unknown | Outcome::Limit => None,
    }
}

/// The size of a number, in bits.
fn size(value: u64) -> u64 {
    let value = value.cast_signed();
    let sign = u64::from(value < 0);
    2 * u64::from(u64::BITS - value.unsigned_abs().leading_zeros()) + sign
}

/// The property that an endless run violates.
const ENDLESS: Properties = Properties { memory_safety: false, no_overflow: false, termination: true };

/// The least number of instructions that are executed after a violation was found, to find violations of other
/// properties.
const AFTER: u64 = 2_000_000;

/// Applies one mutation to the inputs.
fn change(random: &mut Random, inputs: &mut Vec<u64>, wishes: &[Wish], likely: &[u64]) {
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
fn fulfil(random: &mut Random, inputs: &mut [u64], wish: Wish) {
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
