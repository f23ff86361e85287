//! Trace explanation: repeats a run that violates a property, and describes its places, inputs and outcome for people.

use super::fault::Fault;
use super::fields::Field;
use super::image::Image;
use super::inputs::{Inputs, Tail};
use super::machine::{Machine, Rules, Stop};
use super::scene::{Record, scene};
use super::search::Hit;
use super::telling::Telling;
use super::watch::Watch;
use super::{Attack, calls, inputs};
use crate::code::Code;
use crate::faults::Fault as Lie;
use crate::index::Idx;
use crate::program::{Instruction, Location, Type};
use crate::state::{Described, Origin};
use certificates::{Choice, Claim, Ending, Int, Refutation};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A run that violates a property.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The run in the form that the checker executes.
    pub refutation: Refutation,
    /// Where the run meets the error, or where its endless loop begins.
    pub location: Option<Location>,
    /// The function that contains the location.
    pub function: String,
    /// The instruction that fails, as LLVM prints it; empty for an endless run.
    pub instruction: String,
    /// What happens.
    pub code: Code,
    /// The same in one sentence.
    pub what: String,
    /// The call with which the run begins, if the claim has a contract.
    pub call: Option<String>,
    /// The places in the call's contents of global variables that hold something else than the program gives them.
    pub changed: Vec<usize>,
    /// The inputs, in the order in which they are asked for.
    pub inputs: Vec<Asked>,
    /// Number of inputs from functions of the program before the part that repeats.
    pub repeats: usize,
    /// The value of all later inputs, if it is chosen.
    pub after: Option<i128>,
    /// Whether the run may need memory or stack without bound.
    pub unbounded_memory: bool,
    /// Number of uninitialised bytes that the run reads.
    pub bytes: usize,
    /// The run's places in the program, with loops folded.
    pub run: Vec<Told>,
}

/// A place that a run passes.
#[derive(Clone, Debug)]
pub struct Told {
    /// `fill bug.c:8 (i = 0..1)`, or `...` for an omitted part.
    pub text: String,
    /// The place of the first instruction there; `None` for an omitted part.
    pub at: Option<Location>,
    /// The state when the run is there for the last time; at the last place, the state before its last instruction.
    pub state: Described,
}

impl Told {
    /// Stands for an omitted part.
    fn gap() -> Told {
        Told { text: "...".to_owned(), at: None, state: Described::default() }
    }
}

/// An input of a run.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The C variable that receives the input, if known.
    pub name: Option<String>,
    /// Where the program asks for it.
    pub location: Option<Location>,
    /// The function that returned it; `None` for a parameter or an uninitialised variable.
    pub source: Option<String>,
    /// Its value.
    pub value: i128,
}

/// Instructions whose places are described, at most; of a longer run only the end is described.
const MOST_TOLD: u64 = 200_000;

/// A place that the run passes, while its explanation is built.
struct Stage {
    depth: usize,
    function: String,
    file: String,
    line: u32,
    column: u32,
    rounds: u64,
    /// Number of instructions before the run came here last.
    seen: u64,
    /// Variables of the loop that begins here, with their values in the first and the last round.
    variables: Vec<(String, i64, i64)>,
}

/// The run that is explained, and its program.
pub(super) struct Subject<'s, 'p> {
    pub(super) image: &'s Image<'p>,
    pub(super) rules: Rules,
    pub(super) attack: &'s Attack<'s>,
    pub(super) hit: &'s Hit,
    /// The rule for inputs after those of the hit.
    pub(super) tail: Tail,
}

impl<'s, 'p> Subject<'s, 'p> {
    /// The run at its beginning.
    fn machine(&self) -> Machine<'s, 'p> {
        let inputs = Inputs::new(self.hit.begin.inputs.clone(), self.tail.clone(), &self.image.likely);
        let machine = Machine::new(self.image, self.rules, inputs, self.hit.placing, Watch::new());
        machine.with_call(self.hit.begin.call.clone())
    }
}

/// Repeats a run that the search has found, and explains it.
pub(super) fn tell(image: &Image<'_>, rules: Rules, attack: &Attack<'_>, hit: &Hit) -> Option<Violation> {
    retell(&Subject { image, rules, attack, hit, tail: Tail::Constant(0) })
}

/// Repeats and explains a run. `None` if it does not go as before, which would be an error of the search.
pub(super) fn retell(subject: &Subject<'_, '_>) -> Option<Violation> {
    let Subject { image, attack, hit, .. } = *subject;
    let mut machine = subject.machine();
    machine.asked = Some(Vec::new());
    machine.begin(attack.entry).ok()?;
    let mut stages: Vec<Stage> = Vec::new();
    let (first, last) = match &hit.ending {
        Ending::Error { steps } => (None, *steps),
        Ending::Lasso { first, second } => (Some(*first), *second),
        Ending::Closed { steps, .. } => (Some(*steps), *steps),
    };
    let mut endless = None;
    while machine.steps <= last {
        if Some(machine.steps) == first {
            let given = |asked: &&super::machine::Asked<'_>| asked.source.is_some();
            let before = machine.asked.iter().flatten().filter(given).count();
            endless = Some((variables(&machine, false), before, machine.frames.len()));
        }
        if machine.steps == last {
            break;
        }
        // The beginning of a long run is left out.
        if machine.steps + MOST_TOLD >= last {
            pass(&machine, &mut stages);
        }
        machine.step().ok()?;
    }
    pass(&machine, &mut stages);
    if let Some(stage) = stages.last_mut() {
        stage.seen = last;
    }
    let instruction = machine.current()?;
    let function = machine.frames.last()?.code.function.name.clone();
    let repeats = endless.as_ref().map_or(0, |(_, before, _)| *before);
    let deeper = endless.as_ref().is_some_and(|(.., depth)| machine.frames.len() > *depth);
    let call = hit.begin.call.as_deref();
    let telling = call.zip(attack.precondition).map(|(call, text)| Telling::of(image, attack.entry, text, call));
    let named = |base: u64| telling.as_ref().and_then(|telling| telling.name(base));
    let changed = call.map(|call| calls::changed_globals(image, call)).unwrap_or_default();
    let (code, what, text) = match first {
        Some(_) => {
            let (before, ..) = endless?;
            let after = matches!(hit.ending, Ending::Lasso { .. }).then(|| variables(&machine, false));
            (Code::EndlessRun, forever(before, after.as_deref(), deeper), String::new())
        }
        None => match machine.step() {
            Err(Stop::Error(fault)) => {
                (fault.code(), words(&machine, instruction, &fault, &named), instruction.text.clone())
            }
            _ => return None,
        },
    };
    let mut contracts: Vec<String> = machine.called.iter().map(|name| (*name).to_owned()).collect();
    contracts.sort();
    let bytes = machine.choices.iter().filter(|choice| matches!(choice, Choice::Byte(_))).count();
    let inputs = asked(&machine);
    let claim = super::claim(image.program, attack, hit.violates, contracts);
    let refutation = written(subject, claim, std::mem::take(&mut machine.choices));
    let location = instruction.location.clone().or_else(|| place(&machine).cloned());
    let mut run = told(subject, &stages, telling.as_ref());
    if last > MOST_TOLD {
        run.insert(0, Told::gap());
    }
    Some(Violation {
        unbounded_memory: deeper || refutation.needs_memory(),
        refutation,
        location,
        function,
        instruction: text,
        code,
        what,
        call: telling.as_ref().map(Telling::call),
        changed,
        inputs,
        repeats,
        after: None,
        bytes,
        run,
    })
}

/// The words for an error, with the pointer that is null if that decides it.
fn words(
    machine: &Machine<'_, '_>,
    instruction: &Instruction,
    fault: &Fault<'_>,
    named: &dyn Fn(u64) -> Option<String>,
) -> String {
    let told = fault.told(named);
    let function = machine.frames.last().map(|frame| frame.code.function);
    let pointer = function.filter(|_| fault.is_at_null()).and_then(|function| Origin::of(function, &instruction.op));
    match pointer.filter(|pointer| !pointer.name.starts_with('(')) {
        Some(pointer) => format!("{told}, since {} is null", pointer.name),
        None => told,
    }
}

/// The run as the checker executes it.
fn written(subject: &Subject<'_, '_>, claim: Claim, choices: Vec<Choice>) -> Refutation {
    let Subject { image, hit, .. } = *subject;
    Refutation {
        claim,
        module: image.program.text.clone(),
        call: hit.begin.call.as_deref().cloned(),
        choices,
        ending: if subject.rules.lies(Lie::CutShort) { cut_short(&hit.ending) } else { hit.ending.clone() },
    }
}

/// The values that the run asked for, with what asked for them.
fn asked(machine: &Machine<'_, '_>) -> Vec<Asked> {
    let values = machine.choices.iter().filter_map(|choice| match choice {
        Choice::Value(Int(value)) => Some(*value),
        _ => None,
    });
    let asked = machine.asked.iter().flatten().zip(values).map(|(asked, value)| Asked {
        name: asked.name.map(str::to_owned),
        location: asked.at.cloned(),
        source: asked.source.map(str::to_owned),
        value,
    });
    asked.collect()
}

/// The ending, one step earlier.
fn cut_short(ending: &Ending) -> Ending {
    match ending {
        Ending::Error { steps } => Ending::Error { steps: steps.saturating_sub(1) },
        Ending::Lasso { first, second } => Ending::Lasso { first: *first, second: second.saturating_sub(1) },
        Ending::Closed { .. } => ending.clone(),
    }
}

/// `runs forever from x = 5, i = 0 on`. A lasso gives the variables after a round, too.
fn forever(mut before: Vec<(String, i64)>, after: Option<&[(String, i64)]>, deeper: bool) -> String {
    let mut end = String::new();
    if let Some(after) = after {
        let (same, other): (Vec<_>, Vec<_>) = before.into_iter().partition(|variable| after.contains(variable));
        before = same;
        end.push_str(if before.is_empty() { "" } else { ": every round comes back to these values" });
        let other: Vec<String> = other.into_iter().map(|(name, _)| name).collect();
        if !other.is_empty() {
            let _ = write!(end, "; what changes decides nothing ({})", other.join(", "));
        }
    }
    if deeper {
        end.push_str("; it may need memory or stack without bound");
    }
    let values: Vec<String> = before.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => format!("runs forever{end}"),
        false => format!("runs forever from {} on{end}", values.join(", ")),
    }
}

/// The source location of the run: that of the next instruction in the block that has one.
pub(super) fn place<'p>(machine: &Machine<'_, 'p>) -> Option<&'p Location> {
    let frame = machine.frames.last()?;
    let block = frame.code.function.blocks.get(frame.block)?;
    block.instructions.iter().skip(frame.index).find_map(|i| i.location.as_ref())
}

/// Values of the C variables that the frame's registers hold; with `phis`, of those that the block's phis bind.
pub(super) fn variables(machine: &Machine<'_, '_>, phis: bool) -> Vec<(String, i64)> {
    let Some(frame) = machine.frames.last() else { return Vec::new() };
    let function = frame.code.function;
    let bound: Vec<usize> = function.blocks[frame.block].phis.iter().map(|phi| phi.result.number()).collect();
    let mut found: Vec<(String, i64)> = Vec::new();
    let registers = function.registers.iter().enumerate();
    // Variables that the loop changes come first.
    let (first, rest): (Vec<_>, Vec<_>) = registers.partition(|(place, _)| bound.contains(place));
    for (place, register) in first.into_iter().chain(rest.into_iter().filter(|_| !phis)) {
        let value = frame.registers.get(place).copied().flatten();
        if let (Some(name), Some(value), Type::Int(width)) = (&register.variable, value, register.ty)
            && !found.iter().any(|(other, _)| other == name)
        {
            found.push((name.clone(), inputs::signed(value, width)));
        }
    }
    found
}

/// Records the place of the run. A place that was passed before in this call closes a loop.
fn pass(machine: &Machine<'_, '_>, stages: &mut Vec<Stage>) {
    const MOST_STAGES: usize = 1 << 12;
    let Some(frame) = machine.frames.last() else { return };
    let Some(location) = machine.current().and_then(|i| i.location.as_ref()) else { return };
    let header = frame.index == 0 && frame.code.header[frame.block];
    let (depth, function) = (machine.frames.len(), &frame.code.function.name);
    let here = |stage: &Stage| {
        stage.depth == depth
            && stage.line == location.line
            && stage.file == location.file
            && stage.function == *function
    };
    if !header && stages.last().is_some_and(here) {
        return;
    }
    let at = stages.iter().rposition(|stage| stage.depth < depth).map_or(0, |place| place + 1);
    match stages[at..].iter().position(here) {
        Some(found) => {
            stages.truncate(at + found + 1);
            let Some(stage) = stages.last_mut() else { return };
            (stage.rounds, stage.seen) = (stage.rounds + 1, machine.steps);
            if header {
                for (name, value) in variables(machine, true) {
                    match stage.variables.iter_mut().find(|(other, ..)| *other == name) {
                        Some((.., last)) => *last = value,
                        None => stage.variables.push((name, value, value)),
                    }
                }
            }
        }
        None if stages.len() < MOST_STAGES => {
            let variables = if header { variables(machine, true) } else { Vec::new() };
            let variables = variables.into_iter().map(|(name, value)| (name, value, value)).collect();
            let Location { file, line, column } = location.clone();
            let (function, seen) = (function.clone(), machine.steps);
            stages.push(Stage { depth, function, file, line, column, rounds: 1, seen, variables });
        }
        None => {}
    }
}

/// The places with their states; the middle of a long path is left out.
fn told(subject: &Subject<'_, '_>, stages: &[Stage], telling: Option<&Telling<'_>>) -> Vec<Told> {
    let none = BTreeMap::new();
    let fields = telling.map_or(&none, Telling::fields);
    const ENDS: usize = 12;
    let shown = |number: usize| stages.len() <= 2 * ENDS || !(ENDS..stages.len() - ENDS).contains(&number);
    let wanted = stages.iter().enumerate().filter(|(number, _)| shown(*number)).map(|(_, stage)| stage.seen);
    let mut states = states(subject, &wanted.collect(), fields);
    let mut told = Vec::new();
    let mut function = None;
    for (number, stage) in stages.iter().enumerate() {
        if !shown(number) {
            if number == ENDS {
                told.push(Told::gap());
            }
            continue;
        }
        let mut text = String::new();
        if function != Some((&stage.function, stage.depth)) {
            let _ = write!(text, "{} ", stage.function);
            function = Some((&stage.function, stage.depth));
        }
        let _ = write!(text, "{}:{}", stage.file, stage.line);
        let changed = stage.variables.iter().filter(|(_, first, last)| first != last);
        let ranges: Vec<String> = changed.map(|(name, first, last)| format!("{name} = {first}..{last}")).collect();
        match (stage.rounds, ranges.is_empty()) {
            (1, _) => {}
            (rounds, true) => {
                let _ = write!(text, " ({rounds} times)");
            }
            (_, false) => {
                let _ = write!(text, " ({})", ranges.join(", "));
            }
        }
        let state = states.remove(&stage.seen).unwrap_or_default();
        let at = Some(Location { file: stage.file.clone(), line: stage.line, column: stage.column });
        told.push(Told { text, at, state });
    }
    told
}

/// The states after each of these numbers of instructions. `fields`: the members of objects that are structures.
fn states(
    subject: &Subject<'_, '_>,
    wanted: &BTreeSet<u64>,
    fields: &BTreeMap<u64, Vec<Field>>,
) -> BTreeMap<u64, Described> {
    let mut states = BTreeMap::new();
    let mut machine = subject.machine();
    let mut record = Record::default();
    let begun = machine.begin(subject.attack.entry).is_ok();
    record.begin(&machine);
    let Some(last) = wanted.last().filter(|_| begun) else { return states };
    while machine.steps <= *last {
        if wanted.contains(&machine.steps) {
            states.insert(machine.steps, scene(&machine, &record, fields));
        }
        // Only the end of a long run is described.
        let told = machine.steps + MOST_TOLD >= *last;
        let done = if told { record.step(&mut machine) } else { machine.step() };
        if done.is_err() {
            break;
        }
    }
    states
}
