//! The search for inputs with which a run violates a property (search-based testing, McMinn04): boundary values first,
//! then mutations of inputs that reached something new, guided by branch distances (`watch`).

use super::Attack;
use super::calls::{Contract, Place, extent};
use super::change::change;
use super::image::Image;
use super::inputs::{Combinations, Inputs, Random, Tail, size};
use super::machine::{Machine, Rules};
use super::memory::Placing;
use super::repeat;
use super::run::{Outcome, run};
use super::watch::{Watch, Wish};
use certificates::{Call, Choice, Ending, Properties};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::time::Instant;

/// What a run begins with.
#[derive(Clone, Debug, Default)]
pub(super) struct Beginning {
    /// The call, if the entry has a contract.
    pub(super) call: Option<Rc<Call>>,
    pub(super) inputs: Vec<u64>,
}

/// A run that violates a property.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) begin: Beginning,
    pub(super) placing: Placing,
    pub(super) ending: Ending,
    pub(super) violates: Properties,
    /// How far the run is from an ideal example: smaller is easier to follow.
    pub(super) cost: Cost,
}

impl Hit {
    /// An endless run, as `ending` describes it.
    pub(super) fn endless(begin: Beginning, ending: Ending) -> Hit {
        Hit { begin, placing: Placing::Fresh, ending, violates: ENDLESS, cost: Cost::default() }
    }

    /// A known run that is to be explained.
    pub(super) fn known(call: Option<Call>, placing: Placing, ending: Ending, violates: Properties) -> Hit {
        let begin = Beginning { call: call.map(Rc::new), inputs: Vec::new() };
        Hit { begin, placing, ending, violates, cost: Cost::default() }
    }
}

/// What a run costs; what stands first counts most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost {
    /// Allocations that fail.
    nulls: usize,
    /// Bits of the inputs and of the call.
    bits: u64,
    pub(super) instructions: u64,
}

/// The result of executing a run.
pub(super) struct Ran<'p> {
    pub(super) outcome: Outcome<'p>,
    pub(super) begin: Beginning,
    /// The parts of the call that the run has looked at.
    places: Vec<Place>,
    pub(super) placing: Placing,
    /// Whether the lifetime of an object ended.
    ended: bool,
    /// A hash of the branches taken, each with roughly the number of times that it was taken.
    way: u64,
    pub(super) cost: Cost,
}

/// The beginning of a run that reached something new.
pub(super) struct Seed {
    pub(super) begin: Beginning,
    /// The parts of the call that the run has looked at.
    pub(super) places: Vec<Place>,
    wishes: Vec<Wish>,
}

/// A run that reached the limit.
struct Long {
    begin: Beginning,
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
pub(super) const SHORT: u64 = 4_000;
/// The factor by which the length limit grows from round to round.
pub(super) const LONGER: u64 = 16;
/// The least cost charged for a run, in instructions: setting it up takes time.
pub(super) const SET_UP: u64 = 200;
/// The cost charged for another call, in instructions: that it satisfies the contract is decided several times.
pub(super) const CHANGE: u64 = 1_500;
/// Instructions without anything new after which a search among calls ends.
const STALE: u64 = 60_000_000;
/// Long runs with the same branches that are looked at for repetitions, at most, and those that are kept if they have
/// no inputs.
const MOST_ALIKE: usize = 2;
/// Inputs of a seed, at most; longer ones are not kept.
const MOST_KEPT: usize = 1 << 12;
/// Number of seeds, at most.
const MOST_SEEDS: usize = 1 << 12;

pub(super) struct Search<'i, 'p> {
    image: &'i Image<'p>,
    rules: Rules,
    entry: &'i str,
    /// The contract of the entry.
    pub(super) contract: Option<Contract<'i, 'p>>,
    /// Values that are likely to matter, those of the contract among them.
    likely: Vec<u64>,
    /// The properties for which no violation has been found yet.
    goals: Properties,
    pub(super) budget: Budget,
    pub(super) spent: u64,
    watch: Option<Watch>,
    seen: FxHashSet<(usize, u32)>,
    pub(super) seeds: Vec<Seed>,
    /// The instructions that were spent when the newest seed was found.
    newest: u64,
    /// Runs that reached the limit.
    long: Vec<Long>,
    random: Random,
    /// Combinations of input values that changing one input at a time does not reach.
    combined: Combinations,
    pub(super) hits: Vec<Hit>,
    /// Whether endless runs are searched.
    endless: bool,
    /// How often long runs were looked at for repetitions, by the hash of their branches.
    tried: FxHashMap<u64, usize>,
}

impl<'i, 'p> Search<'i, 'p> {
    pub(super) fn new(image: &'i Image<'p>, rules: Rules, attack: &Attack<'i>, budget: Budget) -> Self {
        let Attack { entry, goals, .. } = *attack;
        let contract = attack.precondition.and_then(|precondition| Contract::of(image, entry, precondition));
        Search {
            image,
            rules,
            entry,
            contract,
            likely: likely(image, attack.precondition),
            goals,
            budget,
            spent: 0,
            watch: Some(Watch::new()),
            seen: FxHashSet::default(),
            seeds: Vec::new(),
            newest: 0,
            long: Vec::new(),
            random: Random::new(1),
            combined: Combinations::new(&image.constants),
            hits: Vec::new(),
            endless: goals.termination,
            tried: FxHashMap::default(),
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
            self.attempt(Beginning::default(), tail, limit);
        }
        loop {
            let chosen = self.seeds.iter().any(|seed| !seed.begin.inputs.is_empty());
            // Without inputs there is only one run.
            self.vary(limit, if chosen { share } else { 0 });
            if self.over() || limit >= self.budget.longest && !chosen {
                return;
            }
            limit = limit.saturating_mul(LONGER).min(self.budget.longest);
            share = share.saturating_mul(2);
            self.follow(limit, share);
        }
    }

    /// Executes runs with changed inputs or calls.
    pub(super) fn vary(&mut self, limit: u64, share: u64) {
        let until = self.spent.saturating_add(share);
        while self.spent < until && !self.over() && !self.seeds.is_empty() {
            match self.changed() {
                Some((begin, tail)) => {
                    self.attempt(begin, tail, limit);
                }
                None if self.contract.is_some() => {}
                None => break,
            }
            if self.contract.is_some() {
                self.spent = self.spent.saturating_add(CHANGE);
            }
        }
    }

    /// Executes runs that reached the limit once more, with a higher one.
    pub(super) fn follow(&mut self, limit: u64, share: u64) {
        // Beyond this number of instructions, long runs would take time from the other parts of the search.
        let until = self.spent.saturating_add(share);
        for Long { begin, tail, .. } in diverse(std::mem::take(&mut self.long)) {
            if self.over() || self.spent >= until {
                break;
            }
            self.attempt(begin, tail, limit);
        }
    }

    /// Whether all goals are reached or the budget is spent.
    pub(super) fn over(&self) -> bool {
        let Properties { memory_safety, no_overflow, termination } = self.goals;
        !(memory_safety || no_overflow || termination)
            || self.spent >= self.budget.steps
            || self.contract.is_some() && self.spent >= self.newest.saturating_add(STALE)
            || Instant::now() > self.budget.deadline
    }

    /// Executes one run, and learns from it. Returns whether it asked for inputs.
    pub(super) fn attempt(&mut self, begin: Beginning, tail: Tail, limit: u64) -> bool {
        let (again, rest) = (begin.clone(), tail.clone());
        let ran = self.run(begin, tail, Placing::Fresh, limit);
        self.take(&ran);
        let asks = !ran.begin.inputs.is_empty();
        if !matches!(ran.outcome, Outcome::Limit) {
            return asks;
        }
        if ran.ended {
            // Objects have ended: if their addresses are reused, an earlier state may recur.
            let ran = self.run(again.clone(), rest.clone(), Placing::Again, limit);
            self.take(&ran);
        }
        const MOST_LONG: usize = 256;
        let alike = || self.long.iter().filter(|long| long.way == ran.way).count();
        // Runs that have asked for nothing are the same so far.
        if self.long.len() < MOST_LONG && (asks || alike() < MOST_ALIKE) {
            self.long.push(Long { begin: again, tail: rest, way: ran.way });
        }
        asks
    }

    pub(super) fn run(&mut self, begin: Beginning, tail: Tail, placing: Placing, limit: u64) -> Ran<'p> {
        let Beginning { call, inputs } = begin;
        let mut watch = self.watch.take().unwrap_or_else(Watch::new);
        watch.clear();
        let inputs = Inputs::new(inputs, tail, &self.image.likely);
        let mut machine = Machine::new(self.image, self.rules, inputs, placing, watch).with_call(call.clone());
        let mut outcome = run(&mut machine, self.entry, limit, self.budget.deadline);
        self.spent = self.spent.saturating_add(machine.steps).saturating_add(SET_UP);
        let mut instructions = machine.steps;
        if matches!(outcome, Outcome::Limit)
            && self.endless
            && let Some((first, second)) = self.repeated(&machine, call.clone())
        {
            (outcome, instructions) = (Outcome::Lasso(Ending::Lasso { first, second }), second);
        }
        let inputs = machine.inputs.used().to_vec();
        let ended = machine.memory.ended();
        let nulls = machine.choices.iter().filter(|choice| **choice == Choice::Null).count();
        let bits: u64 = inputs.iter().map(|value| size(*value)).sum();
        let (begin, reads) = (Beginning { call, inputs }, machine.watch.reads());
        let called = self.contract.as_ref().zip(begin.call.as_deref());
        let places = called.map(|(contract, call)| contract.places(call, reads)).unwrap_or_default();
        let extent = begin.call.as_ref().map_or(0, |call| extent(call, &places));
        let cost = Cost { nulls, bits: bits.saturating_add(extent), instructions };
        self.learn(&machine.watch, &begin, &places);
        let way = machine.watch.way();
        self.watch = Some(machine.watch);
        Ran { outcome, begin, places, placing, ended, way, cost }
    }

    /// Between which numbers of instructions a long run repeats itself, but for what decides nothing.
    fn repeated(&mut self, long: &Machine<'i, 'p>, call: Option<Rc<Call>>) -> Option<(u64, u64)> {
        let tries = self.tried.entry(long.watch.way()).or_default();
        *tries += 1;
        // While a run that was found is simplified, all are looked at.
        if *tries > MOST_ALIKE && self.goals.termination {
            return None;
        }
        let inputs = Inputs::new(Vec::new(), Tail::Recorded(long.choices.clone()), &self.image.likely);
        let machine = Machine::new(self.image, self.rules, inputs, long.memory.placing(), Watch::new());
        let mut machine = machine.with_call(call);
        machine.begin(self.entry).ok()?;
        let (found, spent) = repeat::search(&machine, long.steps, self.budget.deadline);
        self.spent = self.spent.saturating_add(spent);
        found
    }

    /// Keeps the beginning of a run if it reached something new.
    fn learn(&mut self, watch: &Watch, begin: &Beginning, places: &[Place]) {
        let before = self.seen.len();
        self.seen.extend(watch.features());
        let new = self.seen.len() > before || self.seeds.is_empty();
        if new && begin.inputs.len() <= MOST_KEPT && self.seeds.len() < MOST_SEEDS {
            self.newest = self.spent;
            let (begin, places) = (begin.clone(), places.to_vec());
            self.seeds.push(Seed { begin, places, wishes: watch.wishes().to_vec() });
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
        let after = if self.contract.is_some() { AFTER / 4 } else { AFTER };
        self.budget.steps = self.budget.steps.min(self.spent.saturating_mul(2).saturating_add(after));
        let hit = Hit { begin: ran.begin.clone(), placing: ran.placing, ending, violates, cost: ran.cost };
        let simple = self.simplified(hit);
        let simple = self.simplified_call(simple, &ran.places);
        self.hits.push(simple);
        self.endless = self.goals.termination;
    }

    /// A seed's inputs or call with a few mutations.
    fn changed(&mut self) -> Option<(Beginning, Tail)> {
        let random = &mut self.random;
        // Only two or more inputs can be combined.
        if self.contract.is_none()
            && random.below(4) == 0
            && self.seeds.iter().any(|seed| seed.begin.inputs.len() > 1)
            && let Some(tail) = self.combined.next()
        {
            return Some((Beginning::default(), tail));
        }
        let newest = self.seeds.len().min(8);
        let place = match random.below(2) {
            0 => self.seeds.len() - 1 - random.below(newest),
            _ => random.below(self.seeds.len()),
        };
        let seed = self.seeds.get(place)?;
        let Beginning { call, mut inputs } = seed.begin.clone();
        if let (Some(contract), Some(call)) = (&self.contract, &call)
            && (inputs.is_empty() || random.below(2) == 0)
        {
            let call = contract.changed(random, call, &seed.places, &seed.wishes, &self.likely)?;
            let tail = if inputs.is_empty() { Tail::Constant(0) } else { Tail::Any(Random::new(random.next())) };
            return Some((Beginning { call: Some(Rc::new(call)), inputs }, tail));
        }
        for _ in 0..=random.below(3) {
            change(random, &mut inputs, &seed.wishes, &self.image.likely);
        }
        let last = inputs.last().copied().unwrap_or(0);
        let tail = match random.below(4) {
            0 => Tail::Constant(last),
            1 => Tail::Constant(0),
            _ => Tail::Any(Random::new(random.next())),
        };
        Some((Beginning { call, inputs }, tail))
    }
}

/// The values that are likely to matter in a program, and the numbers of a contract with their neighbours.
fn likely(image: &Image<'_>, precondition: Option<&str>) -> Vec<u64> {
    let words = precondition.unwrap_or("").split(|c: char| !c.is_ascii_alphanumeric());
    let numbers = words.filter_map(|word| word.parse::<u64>().ok());
    let near = numbers.flat_map(|n| [n, n.wrapping_add(1), n.wrapping_sub(1)]);
    image.likely.iter().copied().chain(near).collect()
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
pub(super) fn violated(outcome: &Outcome<'_>) -> Option<(Properties, Ending)> {
    match outcome {
        Outcome::Error(fault, ending) => Some((fault.violates(), ending.clone())),
        Outcome::Lasso(ending) => Some((ENDLESS, ending.clone())),
        Outcome::Over | Outcome::Unknown | Outcome::Limit => None,
    }
}

/// The property that an endless run violates.
const ENDLESS: Properties = Properties { memory_safety: false, no_overflow: false, termination: true };

/// The least number of instructions that are executed after a violation was found, to find violations of other
/// properties.
const AFTER: u64 = 2_000_000;
