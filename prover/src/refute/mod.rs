//! Refutations: the search for concrete runs that violate a property (`spec/refutation.md`), by executing the program
//! on many inputs (search-based testing, McMinn04).
//!
//! A run found here proves nothing by itself: the checker executes it again.
//!
//! The program is executed on concrete inputs: boundary values and the program's own constants first, then changes of
//! inputs that reached a branch, or a number of rounds, that no run reached before. A run writes down *wishes*: numbers that
//! it had, and those with which a comparison would have gone the other way, a sum overflowed, an access left its block.
//! Changes of inputs prefer to add the difference. At loop headers the complete state is compared with one kept state, which
//! is replaced at powers of two (Brent80): if they are equal the run is endless. A run that reaches its limit is looked at
//! once more: it is endless, too, if what changes from round to round decides nothing (`repeat`).

mod arithmetic;
mod arrive;
mod bits;
mod calls;
mod change;
mod content;
mod execute;
mod fault;
mod fields;
mod image;
mod inputs;
mod library;
mod machine;
mod memory;
mod numbers;
mod repeat;
mod reshape;
mod run;
mod scene;
mod search;
mod seek;
mod share;
mod simplify;
mod start;
mod story;
mod strings;
mod telling;
mod watch;

pub use arrive::LoopRound;
pub(crate) use arrive::{LongRun, Runs, Stand};
pub use share::Share;
pub use story::{Asked, Told, Violation};

use crate::concrete;
use crate::faults::Fault;
use crate::program::Program;
use certificates::{Claim, DataModel, Ending, Overflow, Properties, Refutation};
use image::Image;
use inputs::Tail;
use machine::Rules;
use memory::Placing;
use search::{Budget, Hit, Search};
use std::time::Instant;
use story::Subject;

/// What is to be refuted.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// The function whose runs are searched.
    pub entry: &'a str,
    /// The contract that its calls satisfy, as the claim states it; without one they are arbitrary.
    pub precondition: Option<&'a str>,
    /// What signed overflow means.
    pub overflow: Overflow,
    /// Widths of pointers and `long`.
    pub data_model: DataModel,
    /// Whether `malloc` and related functions may return null.
    pub malloc_may_fail: bool,
    /// Properties that were not proved.
    pub goals: Properties,
    /// The condition that tests switch off.
    pub fault: Option<Fault>,
    /// Total number of instructions that may be executed.
    pub steps: u64,
    /// When the search stops at the latest.
    pub deadline: Instant,
}

/// Length of a run, at most: the checker executes it again.
const LONGEST: u64 = 50_000_000;

/// Searches for runs that violate the properties; returns at most one for each property.
pub fn search(program: &Program, attack: &Attack<'_>) -> Vec<Violation> {
    // Which memory behind such a variable is another object's is not known.
    if program.globals.iter().any(|global| global.open) {
        return Vec::new();
    }
    let image = Image::of(program);
    let rules = rules(program, attack);
    let budget = Budget { steps: attack.steps, longest: LONGEST.min(attack.steps), deadline: attack.deadline };
    let mut search = Search::new(&image, rules, attack, budget);
    match attack.precondition {
        Some(precondition) => {
            let (entry, model, deadline) = (attack.entry, attack.data_model, attack.deadline);
            search.search_calls(&mut concrete::calls(program, entry, precondition, model, deadline));
        }
        None => search.search(),
    }
    let hits = std::mem::take(&mut search.hits);
    let mut violations: Vec<Violation> =
        hits.iter().filter_map(|hit| story::tell(&image, rules, attack, hit)).collect();
    // A memory error is the most informative violation.
    violations.sort_by_key(|violation| {
        let Properties { memory_safety, no_overflow, .. } = violation.refutation.claim.properties;
        (!memory_safety, !no_overflow)
    });
    violations
}

/// Replays and explains the run of a refutation found earlier. `None` if this program makes other choices in the run:
/// then the refutation is of another program, version or prover, or is not a refutation at all.
pub(crate) fn retold(program: &Program, refutation: &Refutation) -> Option<Violation> {
    let claim = &refutation.claim;
    let (Ending::Error { steps } | Ending::Lasso { second: steps, .. } | Ending::Closed { steps, .. }) =
        refutation.ending;
    if steps > LONGEST || claim.precondition.is_some() != refutation.call.is_some() {
        return None;
    }
    let attack = Attack {
        entry: &claim.entry,
        precondition: claim.precondition.as_deref(),
        overflow: claim.overflow,
        data_model: claim.data_model,
        malloc_may_fail: claim.malloc_may_fail,
        goals: claim.properties,
        fault: None,
        steps,
        deadline: Instant::now(),
    };
    let image = Image::of(program);
    let rules = rules(program, &attack);
    [Placing::Fresh, Placing::Again].into_iter().find_map(|placing| {
        let hit = Hit::known(refutation.call.clone(), placing, refutation.ending.clone(), claim.properties);
        let tail = Tail::Recorded(refutation.choices.clone());
        let told = story::retell(&Subject { image: &image, rules, attack: &attack, hit: &hit, tail })?;
        (told.refutation.choices == refutation.choices).then_some(told)
    })
}

/// The settings that all runs of an attack share.
fn rules(program: &Program, attack: &Attack<'_>) -> Rules {
    Rules {
        overflow: attack.overflow,
        malloc_may_fail: attack.malloc_may_fail,
        pointer_bits: program.pointer_bits,
        fault: attack.fault,
    }
}

/// The claim that the run refutes.
fn claim(program: &Program, attack: &Attack<'_>, properties: Properties, contracts: Vec<String>) -> Claim {
    Claim {
        module_hash: certificates::hash::sha256_hex(program.text.as_bytes()),
        entry: attack.entry.to_owned(),
        precondition: attack.precondition.map(str::to_owned),
        properties,
        data_model: attack.data_model,
        overflow: attack.overflow,
        malloc_may_fail: attack.malloc_may_fail,
        no_builtin: program.no_builtin.is_some(),
        contracts,
    }
}

/// The function that lies at an address in every run.
pub(crate) fn function_at(program: &Program, address: u64) -> Option<String> {
    let all = program.function_addresses();
    all.iter().find(|(_, at)| **at == address).map(|(name, _)| (*name).to_owned())
}
