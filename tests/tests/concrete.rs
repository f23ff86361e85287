//! Concrete calls as the prover makes and judges them: what satisfies a contract by the second reading of the page
//! satisfies it for the prover and the reverse, and what the prover makes satisfies it by that reading.

use certificates::{Call, Content, DataModel};
use checker::reader::{self, Module};
use prover::concrete;
use prover::frontend;
use prover::program::Program;
use std::time::{Duration, Instant};
use tests::clauses::concrete::{LAYOUTS, call, module};
use tests::clauses::linked::{Access, linked};
use tests::clauses::random::{conjuncts, world};
use tests::clauses::text::contract as contract_text;
use tests::clauses::{Conjunct, Object, Parameter, World};
use tests::effort;
use tests::interpreter::Inputs;

/// The data model that goes with each layout.
const MODELS: [DataModel; 2] = [DataModel::Lp64, DataModel::Ilp32];

/// A memory's module as both programs read it.
struct Modules {
    program: Program,
    module: Module,
}

fn modules(world: &World, model: DataModel, layout: &str) -> Modules {
    let text = module(world, layout);
    let program = frontend::module(&text, model).unwrap_or_else(|error| panic!("{error}: {text}"));
    Modules { program, module: reader::read(&text).unwrap_or_else(|error| panic!("{error}: {text}")) }
}

/// A memory that is one of a call, and conjuncts that are true of it.
fn satisfying(pointer: i128, linking: bool, random: &mut Inputs) -> (World, Vec<Conjunct>) {
    loop {
        let mut world = world(pointer, random);
        let all = if linking { linked(&mut world, random) } else { conjuncts(&world, random) };
        if is_memory(&world) {
            return (world, all);
        }
    }
}

/// Whether objects have bytes and lie apart from each other and from the function, as those of a call do.
fn is_memory(world: &World) -> bool {
    let mut objects: Vec<&Object> = world.objects.iter().collect();
    objects.sort_by_key(|object| object.base);
    let behind_the_function = 32;
    let owned = world.linked.iter().filter(|linked| linked.access == Access::Owned);
    let mut owned = owned.flat_map(|linked| world.intervals(linked));
    owned.all(|(cell, _)| cell % (2 * world.pointer) == 0)
        && objects.iter().all(|object| !object.bytes.is_empty())
        && objects.first().is_none_or(|first| first.base >= behind_the_function)
        && objects.windows(2).all(|pair| pair[0].end() < pair[1].base)
}

/// The call as a memory of the second reading.
fn back(world: &World, program: &Program, call: &Call) -> World {
    let bytes = |content: &Content, size: u64| {
        let mut bytes = vec![content.fill; size as usize];
        for run in &content.runs {
            bytes[run.offset as usize..][..run.bytes.len()].copy_from_slice(&run.bytes);
        }
        bytes
    };
    let mut other = world.clone();
    for (parameter, bits) in other.parameters.iter_mut().zip(&call.parameters) {
        match parameter {
            Parameter::Pointer { value, .. } => *value = i128::from(*bits),
            Parameter::Integer { c, llvm, value } => {
                let width: u32 = llvm[1..].parse().expect("a width");
                let (bits, top) = (i128::from(*bits), 1i128 << width);
                let unsigned = c.starts_with('u') || *c == "_Bool";
                *value = if !unsigned && bits >= top / 2 { bits - top } else { bits };
            }
        }
    }
    other.objects.retain(|object| object.global.is_some());
    for (place, global) in program.globals.iter().enumerate() {
        let Some(object) = other.objects.iter_mut().find(|o| o.global.as_ref() == Some(&global.name)) else { continue };
        object.base = i128::from(call.globals[place]);
        if let Some((_, content)) = call.contents.iter().find(|(number, _)| *number == place as u32) {
            object.bytes = bytes(content, global.size);
        }
    }
    other.objects.extend(call.objects.iter().map(|object| Object {
        base: i128::from(object.address),
        bytes: bytes(&object.content, object.size),
        constant: !object.writable,
        align: 1,
        global: None,
    }));
    other
}

fn holds(world: &World, all: &[Conjunct]) -> bool {
    all.iter().all(|conjunct| world.satisfies(conjunct))
}

/// Another value of a parameter, or another byte.
fn changed(world: &World, random: &mut Inputs) -> World {
    let mut other = world.clone();
    let places = other.parameters.len() as u64;
    if places > 0 && random.below(2) == 0 {
        let at = random.below(places) as usize;
        let more = random.below(5) as i128 - 2;
        match &mut other.parameters[at] {
            Parameter::Pointer { value, .. } if *value + more >= 0 => *value += more,
            Parameter::Integer { value, .. } if (0..100).contains(value) => *value = (*value + more).max(0),
            _ => {}
        }
        if let Parameter::Integer { c: "_Bool", value, .. } = &mut other.parameters[at] {
            *value = (*value).min(1);
        }
    } else {
        let free = |object: &&mut Object| !(object.constant && object.global.is_some());
        if let Some(object) = other.objects.iter_mut().filter(free).last() {
            let at = random.below(object.bytes.len() as u64) as usize;
            object.bytes[at] = [0, 1, 255][random.below(3) as usize];
        }
    }
    other
}

#[test]
fn a_call_satisfies_what_the_page_says() {
    let (mut satisfied, mut not_known, mut others, mut lost) = (0, 0, 0, 0);
    for seed in effort::seeds(effort::number("CONCRETE", 1500, 20_000)) {
        let mut random = Inputs::seeded(seed);
        let ((pointer, layout), model) = (LAYOUTS[seed as usize % 2], MODELS[seed as usize % 2]);
        let (world, all) = satisfying(pointer, seed % 3 == 0, &mut random);
        let text = contract_text(&world, &all, &mut random);
        let Modules { program, module } = modules(&world, model, layout);
        let satisfies = |world: &World| concrete::satisfies(&program, "f", &text, &call(world, &module));
        if satisfies(&world) {
            satisfied += 1;
        } else {
            not_known += 1;
        }
        for _ in 0..8 {
            let other = changed(&world, &mut random);
            match (satisfies(&other), holds(&other, &all)) {
                (true, false) => panic!("seed {seed}: {text}\n{other:?}"),
                (false, true) => lost += 1,
                _ => others += 1,
            }
        }
    }
    println!("{satisfied} satisfied, {not_known} not, {others} others, {lost} lost");
    assert!(satisfied > 4 * not_known && others > 4 * lost, "{satisfied} {not_known} {others} {lost}");
}

#[test]
fn calls_that_are_made_satisfy_the_contract() {
    let (mut made, mut none) = (0, 0);
    for seed in effort::seeds(effort::number("MADE", 300, 6_000)) {
        let mut random = Inputs::seeded(seed);
        let ((pointer, layout), model) = (LAYOUTS[seed as usize % 2], MODELS[seed as usize % 2]);
        let (world, all) = satisfying(pointer, seed % 3 == 0, &mut random);
        let text = contract_text(&world, &all, &mut random);
        let program = modules(&world, model, layout).program;
        let deadline = Instant::now() + Duration::from_secs(10);
        let calls: Vec<Call> = concrete::calls(&program, "f", &text, model, deadline).take(6).collect();
        for call in &calls {
            let there = back(&world, &program, call);
            assert!(holds(&there, &all), "seed {seed}: {text}\n{there:?}");
            assert!(concrete::satisfies(&program, "f", &text, call), "seed {seed}: {text}\n{there:?}");
        }
        if calls.is_empty() {
            none += 1;
            println!("seed {seed}: {text}");
        } else {
            made += 1;
        }
    }
    println!("{made} with a call, {none} without");
    assert!(made > 4 * none, "{made} {none}");
}
