//! Concrete calls against a second reading of what contracts mean: the checker says that a call satisfies a contract if
//! and only if the reading of `tests::clauses`, which knows memories and no terms, steps or alternatives, says so.
//!
//! `RANDOM_CONTRACTS=100000 SEED=1 cargo test -p tests --test concrete_calls` searches longer.

use certificates::{Claim, DataModel, Overflow, Properties};
use checker::Stop;
use checker::contract::{self, satisfies};
use checker::proof::context::Context;
use checker::proof::initial;
use checker::reader;
use checker::run::start;
use tests::clauses::concrete::{LAYOUTS, call, changed, module};
use tests::clauses::linked::linked;
use tests::clauses::random::{conjuncts, world};
use tests::clauses::text::contract as contract_text;
use tests::clauses::{Conjunct, World};
use tests::effort;
use tests::interpreter::Inputs;

/// What both say of a call.
struct Said {
    truth: bool,
    checker: bool,
    /// Whether all globals are kept; otherwise ranges in the others are refused.
    all: bool,
    /// Whether the checker asks for more than the page of contracts (`spec/concrete-calls.md`, range and separated).
    stricter: bool,
}

/// What the checker says where it does so.
const STRICTER: [&str; 3] =
    ["another object than what is counted", "no part of this alternative", "an operand overlaps"];

fn claim(pointer: i128) -> Claim {
    Claim {
        module_hash: String::new(),
        entry: "f".into(),
        precondition: None,
        properties: Properties { memory_safety: true, no_overflow: true, termination: true },
        data_model: if pointer == 8 { DataModel::Lp64 } else { DataModel::Ilp32 },
        overflow: Overflow::Error,
        malloc_may_fail: false,
        no_builtin: false,
        contracts: Vec::new(),
    }
}

/// What both say of the call of this memory; `None` for a contract that is not read.
fn judge(world: &World, conjuncts: &[Conjunct], text: &str, layout: &str, all: bool) -> Result<Option<Said>, String> {
    let module = reader::read(&module(world, layout)).map_err(|error| error.to_string())?;
    let call = call(world, &module);
    let named = |name: &str| all || text.contains(&format!("&{name}"));
    let kept: Vec<_> = initial::globals(&module).into_iter().filter(|global| named(&global.name)).collect();
    let function = &module.functions["f"];
    let mut cx = Context::new(&module, Overflow::Error, false);
    let alternatives = match contract::read(&mut cx, text, function, &kept) {
        Ok(alternatives) => alternatives,
        Err(Stop::Invalid(reason)) if ["ranges", "cases"].contains(&reason.premise.as_str()) => return Ok(None),
        Err(stop) => return Err(format!("{stop:?}")),
    };
    let claim = claim(world.pointer);
    // An empty variable takes a byte, which the memory may not have.
    let Ok(machine) = start::machine(&module, &claim, &[], Some(&call)) else { return Ok(None) };
    let (mut checker, mut stricter) = (false, false);
    for alternative in &alternatives {
        match satisfies::satisfies(&mut cx, &machine, alternative, &call, function, &kept) {
            Ok(_) => checker = true,
            Err(Stop::Invalid(why)) => stricter |= STRICTER.iter().any(|more| why.message.contains(more)),
            Err(stop) => return Err(format!("{stop:?}")),
        }
    }
    Ok(Some(Said { truth: conjuncts.iter().all(|conjunct| world.satisfies(conjunct)), checker, all, stricter }))
}

/// A memory of which a random contract is true, and some that differ from it a little.
fn try_seed(seed: u64) -> Result<Vec<Said>, String> {
    let mut random = Inputs::seeded(seed);
    let (pointer, layout) = LAYOUTS[(seed % 2) as usize];
    let mut world = world(pointer, &mut random);
    let with_lists = seed % 4 < 2;
    let conjuncts = if with_lists { linked(&mut world, &mut random) } else { conjuncts(&world, &mut random) };
    let text = contract_text(&world, &conjuncts, &mut random);
    let mut found = Vec::new();
    for round in 0..6 {
        let problem = |what: String| format!("seed {seed}, change {round}: {what}\n{text}\n{world:?}");
        let Some(said) = judge(&world, &conjuncts, &text, layout, round % 3 < 2).map_err(problem)? else { break };
        if said.checker != said.truth && (said.checker || said.all && !said.stricter) {
            return Err(problem(format!("true: {}, satisfied: {}", said.truth, said.checker)));
        }
        found.push(said);
        changed(&mut world, &mut random);
    }
    Ok(found)
}

#[test]
fn the_checker_and_the_second_reading_agree() {
    let count = effort::number("RANDOM_CONTRACTS", 4000, 100_000);
    let outcomes: Vec<Result<Vec<Said>, String>> = effort::seeds(count).map(try_seed).collect();
    let wrong: Vec<&str> =
        outcomes.iter().filter_map(|outcome| Some(outcome.as_ref().err()?.as_str())).take(3).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let said: Vec<&Said> = outcomes.iter().flatten().flatten().collect();
    let satisfied = said.iter().filter(|said| said.checker).count();
    println!("{satisfied} of {} calls satisfy their contracts", said.len());
    assert!(satisfied * 4 > said.len() && satisfied * 10 < said.len() * 9, "{satisfied} of {}", said.len());
}
