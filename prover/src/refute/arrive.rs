//! The states that long runs reach. The search for recurrent sets (`endless/`) takes its candidates from them.

use super::calls::Contract;
use super::fault::Region;
use super::image::Image;
use super::inputs::{Combinations, Inputs, Tail};
use super::machine::{Machine, Rules};
use super::memory::{KNOWN, Placing};
use super::run::{Outcome, run};
use super::search::{Beginning, Hit};
use super::telling::Telling;
use super::watch::Watch;
use super::{Attack, Violation, story};
use crate::concrete;
use crate::index::Idx;
use crate::program::{Location, Program, Reg};
use certificates::{Call, Ending, Graph, Kind, Overflow};
use std::ops::ControlFlow;
use std::rc::Rc;

/// The runs of a program's entry function.
pub(crate) struct Runs<'a, 'p> {
    image: Image<'p>,
    rules: Rules,
    attack: &'a Attack<'a>,
}

/// The inputs of a long run.
#[derive(Clone, Debug)]
pub(crate) struct LongRun {
    call: Option<Rc<Call>>,
    tail: Tail,
}

impl LongRun {
    /// The input's value, if all inputs from some point on have the same value.
    pub(crate) fn constant(&self) -> Option<u64> {
        match self.tail {
            Tail::Constant(value) | Tail::Edges(_, value) => Some(value),
            Tail::Counting(_) | Tail::Turn(_) | Tail::Any(_) | Tail::Recorded(_) => None,
        }
    }
}

/// Values of variables, by their names.
type Values = Vec<(String, i64)>;

/// How many calls are active, the block, and the variables that the loop changes, if the run is at the loop's beginning.
fn at_header(machine: &Machine<'_, '_>, function: &str, at: &Location) -> Option<(usize, usize, Values)> {
    let frame = machine.frames.last().filter(|frame| frame.index == 0 && frame.code.header[frame.block])?;
    let place = story::place(machine).filter(|place| place.line == at.line && place.file == at.file);
    place.filter(|_| frame.code.function.name == function)?;
    Some((machine.frames.len(), frame.block, story::variables(machine, true)))
}

/// How many of the variables decrease.
fn decreasing(before: &Values, after: &Values) -> usize {
    let decreases = |(name, value): &&(String, i64)| after.iter().any(|(other, now)| other == name && now < value);
    before.iter().filter(decreases).count()
}

/// A round of a loop in a run.
#[derive(Clone, Debug)]
pub struct LoopRound {
    /// The variables that the loop changes, with their values before the round.
    pub before: Vec<(String, i64)>,
    /// Those after it.
    pub after: Vec<(String, i64)>,
    /// The call with which the run begins, if the claim has a contract.
    pub call: Option<String>,
}

/// A state of a run.
pub(crate) struct Stand<'m, 'i, 'p>(&'m Machine<'i, 'p>);

/// Number of instructions after which a run counts as long.
const LONG: u64 = 3_000;
/// Combinations of values for the first inputs that are tried, at most.
const MOST_COMBINATIONS: usize = 512;
/// Runs in which a round of a loop is looked for, at most.
const MOST_OBSERVED: usize = 64;
/// Calls that satisfy a contract and are tried, at most.
const MOST_CALLS: usize = 64;
/// The corresponding limit for a run whose numbers leave their widths in mode ideal: they may double in each round.
const GROWN: u64 = 50;

impl<'a, 'p> Runs<'a, 'p> {
    pub(crate) fn new(program: &'p Program, attack: &'a Attack<'a>) -> Self {
        Runs { image: Image::of(program), rules: super::rules(program, attack), attack }
    }

    /// The run at its beginning.
    fn machine(&self, run: &LongRun) -> Machine<'_, 'p> {
        let inputs = Inputs::new(Vec::new(), run.tail.clone(), &self.image.likely);
        let machine = Machine::new(&self.image, self.rules, inputs, Placing::Fresh, Watch::new());
        machine.with_call(run.call.clone())
    }

    /// What runs begin with that may be long.
    fn beginnings(&self) -> Vec<LongRun> {
        let Some(precondition) = self.attack.precondition else {
            let beginnings = super::search::beginnings(&self.image.likely).into_iter();
            let combined = Combinations::new(&self.image.constants).take(MOST_COMBINATIONS);
            return beginnings.chain(combined).map(|tail| LongRun { call: None, tail }).collect();
        };
        let Attack { entry, data_model, deadline, .. } = *self.attack;
        let Some(contract) = Contract::of(&self.image, entry, precondition) else { return Vec::new() };
        let calls = concrete::calls(self.image.program, entry, precondition, data_model, deadline).take(MOST_CALLS);
        let calls = calls.filter_map(|call| contract.fitted(contract.with_globals(call))).map(Rc::new);
        let with_tails =
            |call: Rc<Call>| [0, 1].map(Tail::Constant).map(|tail| LongRun { call: Some(call.clone()), tail });
        calls.flat_map(with_tails).collect()
    }

    /// Long runs, at most `most`.
    pub(crate) fn long(&self, most: usize) -> Vec<LongRun> {
        let mut found = Vec::new();
        for beginning in self.beginnings() {
            if found.len() >= most {
                break;
            }
            let mut machine = self.machine(&beginning);
            let outcome = run(&mut machine, self.attack.entry, LONG, self.attack.deadline);
            let grown = self.rules.overflow == Overflow::Ideal && machine.steps >= GROWN;
            if matches!(outcome, Outcome::Limit) || grown && matches!(outcome, Outcome::Unknown) {
                found.push(beginning);
            }
        }
        found
    }

    /// A round of the loop at a place of a function, in which as few variables decrease as in any; `None` if no run makes
    /// one.
    pub(crate) fn round(&self, function: &str, at: &Location) -> Option<LoopRound> {
        let mut best: Option<(usize, LoopRound)> = None;
        for beginning in self.beginnings().into_iter().take(MOST_OBSERVED) {
            let mut last = None;
            self.follow(&beginning, &mut |Stand(machine)| {
                let Some(now) = at_header(machine, function, at) else { return ControlFlow::Continue(()) };
                if let Some((depth, block, before)) = last.replace(now.clone())
                    && (depth, block) == (now.0, now.1)
                {
                    let less = decreasing(&before, &now.2);
                    if best.as_ref().is_none_or(|(least, _)| less < *least) {
                        best = Some((less, LoopRound { before, after: now.2, call: self.told(&beginning) }));
                    }
                }
                ControlFlow::Continue(())
            });
        }
        best.map(|(_, round)| round)
    }

    /// The call with which a run begins, in words.
    fn told(&self, run: &LongRun) -> Option<String> {
        let (call, precondition) = (run.call.as_deref()?, self.attack.precondition?);
        Some(Telling::of(&self.image, self.attack.entry, precondition, call).call())
    }

    /// Calls `look` with the states of a run, from its beginning, until the run counts as long or `look` asks for no
    /// more.
    pub(crate) fn follow(&self, run: &LongRun, look: &mut dyn FnMut(&Stand<'_, '_, 'p>) -> ControlFlow<()>) {
        let mut machine = self.machine(run);
        if machine.begin(self.attack.entry).is_err() {
            return;
        }
        while machine.steps < LONG && look(&Stand(&machine)).is_continue() && machine.step().is_ok() {}
    }

    /// The violation by a run that reaches the start of the graph after this many steps.
    pub(crate) fn tell(
        &self,
        run: &LongRun,
        steps: u64,
        graph: Graph,
        contracts: Vec<String>,
        kept: &str,
        chosen: bool,
    ) -> Option<Violation> {
        let mut machine = self.machine(run);
        machine.begin(self.attack.entry).ok()?;
        while machine.steps < steps {
            machine.step().ok()?;
        }
        let inputs = machine.inputs.used().to_vec();
        let hit = Hit::endless(
            Beginning { call: run.call.clone(), inputs },
            Ending::Closed { steps, graph: Box::new(graph) },
        );
        let mut violation = story::tell(&self.image, self.rules, self.attack, &hit)?;
        let claim = &mut violation.refutation.claim;
        claim.contracts.extend(contracts);
        claim.contracts.sort();
        claim.contracts.dedup();
        violation.what.push_str(kept);
        violation.after = chosen.then(|| run.constant()).flatten().map(|value| i128::from(value.cast_signed()));
        Some(violation)
    }
}

impl Stand<'_, '_, '_> {
    pub(crate) fn steps(&self) -> u64 {
        self.0.steps
    }

    /// The current function, block, and place of the next instruction in the block.
    pub(crate) fn place(&self) -> Option<(&str, usize, usize)> {
        let frame = self.0.frames.last()?;
        Some((&frame.code.function.name, frame.block, frame.index))
    }

    /// The bits of a register, if they are known.
    pub(crate) fn register(&self, register: Reg) -> Option<u64> {
        self.0.frames.last()?.registers.get(register.number()).copied().flatten()
    }

    /// The address of the object that a kind with an identity names.
    pub(crate) fn address(&self, kind: &Kind) -> Option<u64> {
        match kind {
            Kind::Global(name) => {
                self.0.image.globals.get(name.as_str()).and_then(|at| self.0.globals.get(*at)).copied()
            }
            Kind::Function(name) => self.0.image.addresses.get(name.as_str()).copied(),
            Kind::Stack(name) => {
                let registers = &self.0.frames.last()?.code.function.registers;
                let place = registers.iter().position(|register| register.name == *name)?;
                self.register(Reg::new(place))
            }
            Kind::Heap | Kind::Caller(_) | Kind::Stream | Kind::Library(_) => None,
            Kind::Arguments | Kind::ArgumentText | Kind::Variadic(_) | Kind::Passed(_) => None,
        }
    }

    /// The size of a live object, if a block of this kind may stand for the object.
    pub(crate) fn size(&self, base: u64, kind: &Kind, read_only: bool) -> Option<u64> {
        let object = self.0.memory.at(base)?;
        let fits = match kind {
            Kind::Heap => object.region == Region::Heap,
            Kind::Stack(_) => object.region == Region::Stack,
            Kind::Global(_) => object.region == Region::Global,
            Kind::Caller(_) => object.region == Region::Caller,
            Kind::Function(_) | Kind::Stream | Kind::Library(_) | Kind::Arguments | Kind::ArgumentText => false,
            Kind::Variadic(_) | Kind::Passed(_) => false,
        };
        (fits && (object.constant || !read_only)).then_some(object.size)
    }

    /// A number in memory, if all of its bytes are known.
    pub(crate) fn read(&self, base: u64, offset: u64, width: u32) -> Option<u64> {
        let object = self.0.memory.at(base)?;
        let from = usize::try_from(offset).ok()?;
        let to = from.checked_add(usize::try_from(width).ok()?)?;
        let known = object.holds.get(from..to)?.iter().all(|holds| *holds == KNOWN);
        let bytes = object.bytes.get(from..to).filter(|_| known)?;
        Some(bytes.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte)))
    }
}
