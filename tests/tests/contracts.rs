//! Contracts against concrete memories: if a call satisfies a contract, some case of the checker's
//! initial states describes it. This is what the claim rests on when it has a precondition.
//!
//! `RANDOM_CONTRACTS=100000 SEED=1 cargo test -p tests --test contracts` searches longer.

use certificates::{CallerId, Kind, Marks, Overflow, Rel, Sign};
use checker::Stop;
use checker::contract::cases::Placement as Where;
use checker::contract::clause::Step;
use checker::contract::{self, Contract, MAX_CASES};
use checker::decide::term::{Atom, Poly};
use checker::proof::context::Context;
use checker::proof::initial;
use checker::proof::state::{Block, State};
use checker::reader::{self, Module};
use tests::clauses::concrete::{LAYOUTS, changed, module};
use tests::clauses::linked::{Access, Linked, linked};
use tests::clauses::random::{conjuncts, world};
use tests::clauses::text::contract as contract_text;
use tests::clauses::{Conjunct, Object, Parameter, World};
use tests::effort;
use tests::interpreter::Inputs;

/// Values of a state's variables, as far as they are known.
type Values = Vec<Option<i128>>;

fn value(poly: &Poly, values: &Values) -> Option<i128> {
    let mut sum = poly.constant;
    for (mono, coefficient) in &poly.terms {
        let mut product = *coefficient;
        for variable in mono.variables() {
            // A sum that fits is right, whatever does not fit on the way.
            product = product.wrapping_mul((*values.get(*variable as usize)?)?);
        }
        sum = sum.wrapping_add(product);
    }
    Some(sum)
}

/// Sets the only unknown variable of an equation, if it is there alone.
fn solve(fact: &Atom, values: &mut Values) {
    let unknown: Vec<(u32, i128)> = fact
        .poly
        .terms
        .iter()
        .filter(|(mono, _)| mono.variables().iter().any(|v| values[*v as usize].is_none()))
        .map(|(mono, coefficient)| (mono.variables()[0], *coefficient))
        .collect();
    if let (Rel::Eq, [(variable, coefficient)]) = (fact.rel, unknown.as_slice()) {
        values[*variable as usize] = Some(0);
        if let Some(rest) = value(&fact.poly, values) {
            values[*variable as usize] = Some(-rest / coefficient);
        }
    }
}

/// A term whose variables are all known.
fn known(poly: &Poly, values: &Values) -> Result<i128, String> {
    value(poly, values).ok_or_else(|| format!("{poly} is not known"))
}

/// Why the state of a case does not describe the call.
fn outside(
    world: &World,
    kept: &[&Object],
    contract: &Contract,
    case: &[Where],
    (state, images): (&State, &[Poly]),
    facts: &[Atom],
) -> Result<(), String> {
    let values = values(world, kept, contract, case, (state, images), facts)?;
    facts_hold(facts, &values)?;
    parameters_are_bound(world, state, &values)?;
    blocks_are_objects(world, state, &values)?;
    structures_are_there(world, state, &values)?;
    entries_are_bytes(world, state, &values)?;
    uniform_facts_hold(world, state, &values)
}

/// The values that a contract's symbols have in the call, by the order of the page.
fn symbols(world: &World, kept: &[&Object], contract: &Contract) -> Result<Values, String> {
    let mut symbols: Values = (0..world.parameters.len()).map(|place| Some(world.value(place))).collect();
    let first = symbols.len();
    symbols.resize(first + contract.strings, None);
    symbols.extend(kept.iter().map(|object| Some(object.base)));
    for step in &contract.steps {
        match step {
            Step::Place(place) => {
                let address = known(&place.address, &symbols)?;
                let value = world.read(address, place.width, place.sign == Sign::Signed);
                symbols.push(Some(value.ok_or("a place lies nowhere")?));
            }
            Step::Quotient { dividend, divisor, natural } => {
                let dividend = known(dividend, &symbols)?;
                if *natural && dividend < 0 {
                    return Err(format!("{dividend} is not natural"));
                }
                symbols.push(Some(dividend / divisor));
            }
            Step::Range(number) => {
                let range = &contract.ranges[*number];
                let strings = contract.ranges[..*number].iter().filter(|range| range.string.is_some()).count();
                if let Some(width) = range.string {
                    symbols[first + strings] = world.length_at(known(&range.address, &symbols)?, i128::from(width));
                }
            }
            // What only promises and bounds read is no part of the clause.
            Step::Result(_) | Step::Length(_) => return Err("a step that no clause has".into()),
            Step::Comparison(_) | Step::Elements(_) | Step::Structure(_) | Step::Callback(..) => {}
        }
    }
    Ok(symbols)
}

/// The values that the state's variables have in the call.
fn values(
    world: &World,
    kept: &[&Object],
    contract: &Contract,
    case: &[Where],
    (state, images): (&State, &[Poly]),
    facts: &[Atom],
) -> Result<Values, String> {
    let mut values: Values = vec![None; state.variables as usize];
    let symbols = symbols(world, kept, contract)?;
    for (image, symbol) in images.iter().zip(&symbols) {
        if let ([(mono, 1)], 0) = (image.terms.as_slice(), image.constant) {
            values[mono.variables()[0] as usize] = *symbol;
        }
    }
    // The block of a group begins where one of its ranges does and ends where one does.
    let bytes: Vec<(i128, i128)> = contract
        .ranges
        .iter()
        .map(|range| Ok((known(&range.address, &symbols)?, known(&range.size, &symbols)?)))
        .collect::<Result<_, String>>()?;
    for block in state.blocks.values() {
        let Kind::Caller(CallerId::Block(number)) = block.kind else {
            continue;
        };
        let members = || bytes.iter().zip(case).filter(|(_, place)| **place == Where::Group(number as usize));
        let low = members().map(|((address, _), _)| *address).min().ok_or("a group without members")?;
        let high = members().map(|((address, size), _)| address + size).max().ok_or("a group without members")?;
        for (poly, wanted) in [(&block.base, low), (&block.size, high - low)] {
            if let ([(mono, 1)], 0) = (poly.terms.as_slice(), poly.constant) {
                let variable = mono.variables()[0] as usize;
                values[variable] = values[variable].or(Some(wanted));
            }
        }
    }
    for (measure, wanted) in measures(world, state, &values) {
        if let ([(mono, 1)], 0) = (measure.terms.as_slice(), measure.constant) {
            let variable = mono.variables()[0] as usize;
            values[variable] = values[variable].or(Some(wanted));
        }
    }
    for fact in facts {
        solve(fact, &mut values);
    }
    Ok(values)
}

/// Whether these are the marks of a list or tree.
fn marked(linked: &Linked, marks: Marks) -> bool {
    (marks.read_only, marks.kept) == (linked.access == Access::Read, linked.access != Access::Owned)
}

/// The list or tree of the call that a state describes: with this shape and these marks, from here to there.
fn of_call(world: &World, shape: u32, marks: Marks, head: i128, end: Option<i128>) -> Option<&Linked> {
    let shape = world.linked.iter().map(Linked::shape).nth(shape as usize)?;
    world.linked.iter().find(|other| {
        let ends = end.is_none() == other.is_tree() && end.is_none_or(|end| world.end(other) == end);
        ends && marked(other, marks) && world.pointer(&other.head) == head && other.shape() == shape
    })
}

/// What the numbers of cells and the last cells of lists and trees are in the call.
fn measures<'s>(world: &World, state: &'s State, values: &Values) -> Vec<(&'s Poly, i128)> {
    let mut found = Vec::new();
    for list in state.lists.values() {
        let (Some(head), end @ Some(_)) = (value(&list.head, values), value(&list.end, values)) else { continue };
        let Some(cells) = of_call(world, list.shape, list.marks, head, end).and_then(|linked| world.cells(linked))
        else {
            continue;
        };
        found.push((&list.length, cells.len() as i128));
        found.extend(cells.last().map(|last| (&list.rear, *last)));
    }
    for tree in state.trees.values() {
        let Some(root) = value(&tree.root, values) else { continue };
        let Some(cells) = of_call(world, tree.shape, tree.marks, root, None).and_then(|linked| world.cells(linked))
        else {
            continue;
        };
        found.push((&tree.cells, cells.len() as i128));
    }
    found
}

/// Every list and tree is there, and its cells are apart from all blocks and from each other.
fn structures_are_there(world: &World, state: &State, values: &Values) -> Result<(), String> {
    let mut intervals: Vec<(i128, i128)> = Vec::new();
    for list in state.lists.values() {
        let (head, end) = (known(&list.head, values)?, known(&list.end, values)?);
        let linked = of_call(world, list.shape, list.marks, head, Some(end)).ok_or("there is no such list")?;
        let cells = world.cells(linked).ok_or("it is no list")?;
        let rear = if linked.shape().back.is_some() { cells.last().copied().unwrap_or(0) } else { 0 };
        let says = (known(&list.length, values)?, known(&list.before, values)?, known(&list.rear, values)?);
        if says != (cells.len() as i128, 0, rear) || !list.all.is_empty() {
            return Err(format!("the list at {head} is not as it says"));
        }
        intervals.extend(world.intervals(linked));
    }
    for tree in state.trees.values() {
        let root = known(&tree.root, values)?;
        let linked = of_call(world, tree.shape, tree.marks, root, None).ok_or("there is no such tree")?;
        let cells = world.intervals(linked);
        if known(&tree.cells, values)? != cells.len() as i128 || !tree.all.is_empty() {
            return Err(format!("the tree at {root} is not as it says"));
        }
        intervals.extend(cells);
    }
    intervals.sort_unstable();
    let mut overlap = intervals.windows(2).any(|pair| pair[0].1 > pair[1].0);
    for block in state.blocks.values() {
        let (base, size) = (known(&block.base, values)?, known(&block.size, values)?);
        overlap |= intervals.iter().any(|(low, high)| size > 0 && *low < base + size && base < *high);
    }
    if overlap { Err("cells overlap".into()) } else { Ok(()) }
}

fn facts_hold(facts: &[Atom], values: &Values) -> Result<(), String> {
    for fact in facts {
        let holds = match (value(&fact.poly, values), fact.rel) {
            (None, _) => return Err(format!("{fact} mentions an unknown variable")),
            (Some(value), Rel::Eq) => value == 0,
            (Some(value), Rel::Ne) => value != 0,
            (Some(value), Rel::Le) => value <= 0,
        };
        if !holds {
            return Err(format!("{fact} does not hold"));
        }
    }
    Ok(())
}

fn parameters_are_bound(world: &World, state: &State, values: &Values) -> Result<(), String> {
    for (place, parameter) in world.parameters.iter().enumerate() {
        let binding = &state.bindings.get(format!("a{place}").as_str()).ok_or("a parameter is not bound")?;
        let unsigned = matches!(parameter, Parameter::Pointer { .. }) || binding.sign == Sign::Unsigned;
        let expected = world.value(place);
        if value(&binding.value, values) != Some(expected) || (unsigned && expected < 0) {
            return Err(format!("a{place} is not {expected}"));
        }
    }
    Ok(())
}

/// Whether two blocks may be views of the same memory: nothing may be written through either, and at least one is a
/// range.
fn may_be_views(world: &World, one: &Block, other: &Block) -> bool {
    let constant = |name: &str| world.objects.iter().any(|o| o.global.as_deref() == Some(name) && o.constant);
    let range = |block: &Block| matches!(block.kind, Kind::Caller(_)) && block.read_only;
    let variable = |block: &Block| matches!(&block.kind, Kind::Global(name) if block.read_only || constant(name));
    range(one) && (range(other) || variable(other)) || variable(one) && range(other)
}

/// Every block is an object or lies in one, and no two overlap but views.
fn blocks_are_objects(world: &World, state: &State, values: &Values) -> Result<(), String> {
    let mut intervals: Vec<(i128, i128, &Block)> = Vec::new();
    for block in state.blocks.values() {
        let (base, size) = (known(&block.base, values)?, known(&block.size, values)?);
        let Some(object) = world.objects.iter().find(|o| match &block.kind {
            Kind::Global(name) => o.global.as_ref() == Some(name),
            _ => o.base <= base && base + size <= o.end(),
        }) else {
            return Err(format!("{base} + {size} is no object"));
        };
        let whole = object.base == base && object.end() == base + size;
        let global = matches!(block.kind, Kind::Global(_));
        if base % i128::from(block.align) != 0 || global && !whole || !global && object.constant && !block.read_only {
            return Err(format!("the block at {base} is not as it says"));
        }
        let overlaps = |(low, high, other): &(i128, i128, &Block)| {
            *low < base + size && base < *high && !may_be_views(world, block, other)
        };
        if size > 0 && intervals.iter().any(overlaps) {
            return Err("blocks overlap".into());
        }
        if size > 0 {
            intervals.push((base, base + size, block));
        }
    }
    Ok(())
}

fn entries_are_bytes(world: &World, state: &State, values: &Values) -> Result<(), String> {
    for entry in state.entries.values() {
        let block = &state.blocks[&entry.block];
        let start = known(&block.base, values)? + known(&entry.offset, values)?;
        let bytes: Option<Vec<u8>> = (0..i128::from(entry.width)).map(|i| world.byte(start + i)).collect();
        let read = bytes
            .ok_or("an entry lies in no object")?
            .iter()
            .rev()
            .fold(0i128, |sum, byte| sum << 8 | i128::from(*byte));
        let limit = 1i128 << (8 * entry.width);
        let signed = if entry.sign == Sign::Signed && read >= limit / 2 { read - limit } else { read };
        if value(&entry.value, values) != Some(signed) {
            return Err(format!("the bytes at {start} are {signed}"));
        }
    }
    Ok(())
}

fn uniform_facts_hold(world: &World, state: &State, values: &Values) -> Result<(), String> {
    for uniform in state.uniforms.values() {
        let block = &state.blocks[&uniform.block];
        let start = known(&block.base, values)? + known(&uniform.offset, values)?;
        for index in 0..known(&uniform.count, values)? {
            let address = start + i128::from(uniform.stride) * index;
            let element = world.read(address, 8 * uniform.width, uniform.sign == Sign::Signed);
            let element = element.ok_or("an element lies in no object")?;
            for fact in uniform.all.iter() {
                let atom = Atom { rel: fact.rel, poly: Poly::constant(0) };
                if !atom.holds(fact.fields[0] * element + known(&fact.rest, values)?) {
                    return Err(format!("the element {element} at {address} is none"));
                }
            }
        }
    }
    Ok(())
}

/// What became of a seed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    /// With several cases; by one where a block has ranges of several alignments.
    Described {
        several: bool,
        mixed: bool,
        reads: bool,
        alternatives: bool,
    },
    /// A value in memory is not certainly there.
    Refused,
    TooMany,
    /// The memory was changed, so that the call does not satisfy the contract any more.
    Unsatisfied,
}

/// Whether two ranges of different alignments are in one block.
fn aligned_differently(contract: &Contract, case: &[Where]) -> bool {
    let placed = || contract.ranges.iter().zip(case).filter(|(_, place)| **place != Where::Empty);
    placed().any(|(range, place)| placed().any(|(other, with)| with == place && other.align != range.align))
}

fn try_seed(seed: u64, with_lists: bool) -> Result<Tried, String> {
    try_changed(seed, with_lists, 0)
}

/// A random contract that is true of a random memory, in which some things are changed then.
fn try_changed(seed: u64, with_lists: bool, changes: u64) -> Result<Tried, String> {
    let mut random = Inputs::seeded(seed);
    let (pointer, layout) = LAYOUTS[(seed % 2) as usize];
    let mut world = world(pointer, &mut random);
    let conjuncts = if with_lists { linked(&mut world, &mut random) } else { conjuncts(&world, &mut random) };
    (0..changes).for_each(|_| changed(&mut world, &mut random));
    if !conjuncts.iter().all(|conjunct: &Conjunct| world.satisfies(conjunct)) {
        return Ok(Tried::Unsatisfied);
    }
    let shapes: Vec<certificates::Shape> = world.linked.iter().map(Linked::shape).collect();
    let text = contract_text(&world, &conjuncts, &mut random);
    let source = module(&world, layout);
    let problem = |what: String| format!("seed {seed}: {what}\n{text}\n{world:?}");
    let module: Module = reader::read(&source).map_err(|error| problem(error.to_string()))?;
    let globals = initial::globals(&module);
    let named = |name: &str| text.contains(&format!("&{name}")) || !seed.is_multiple_of(3);
    let kept: Vec<_> = globals.into_iter().filter(|global| named(&global.name)).collect();
    let object = |name: &str| world.objects.iter().find(|object| object.global.as_deref() == Some(name));
    let concrete: Vec<&Object> = kept.iter().filter_map(|global| object(&global.name)).collect();
    let function = &module.functions["f"];
    let mut context = Context::new(&module, Overflow::Error, false);
    context.shapes = &shapes;
    let read = match contract::read(&mut context, &text, function, &kept) {
        Ok(read) => read,
        Err(Stop::Invalid(reason)) if ["ranges", "cases"].contains(&reason.premise.as_str()) => {
            return Ok(Tried::TooMany);
        }
        Err(stop) => return Err(problem(format!("{stop:?}"))),
    };
    let mut cases = Vec::new();
    for contract in &read {
        match contract::cases::cases(contract, &kept, MAX_CASES - cases.len()) {
            Ok(found) => cases.extend(found.into_iter().map(|case| (contract, case))),
            Err(contract::Fault::Wrong("cases", _)) => return Ok(Tried::TooMany),
            Err(fault) => return Err(problem(fault.to_string())),
        }
    }
    let mut reasons = Vec::new();
    let mut refused = false;
    for (contract, case) in &cases {
        let mark = context.knowledge.mark();
        let described = match contract::states::state(&mut context, contract, function, &kept, case) {
            Ok(start) => {
                let (state, images) = (&start.state, &start.symbols);
                outside(&world, &concrete, contract, case, (state, images), context.knowledge.facts())
            }
            // A range that is empty in this case has no bytes to be read.
            Err(Stop::Invalid(reason)) if reason.premise == "place" => {
                refused = true;
                Err("a place is not inside".into())
            }
            Err(stop) => return Err(problem(format!("{stop:?}"))),
        };
        context.knowledge.undo(mark);
        match described {
            Ok(()) => {
                return Ok(Tried::Described {
                    several: cases.len() > 1,
                    mixed: aligned_differently(contract, case),
                    reads: contract.steps.iter().any(|step| matches!(step, Step::Place(_))),
                    alternatives: read.len() > 1,
                });
            }
            Err(reason) => reasons.push(format!("{case:?}: {reason}")),
        }
    }
    if refused {
        return Ok(Tried::Refused);
    }
    Err(problem(format!("no case describes it:\n{}", reasons.join("\n"))))
}

#[test]
fn some_case_describes_every_call_that_satisfies_the_contract() {
    let count = contracts();
    let outcomes: Vec<Result<Tried, String>> = effort::seeds(count).map(|seed| try_seed(seed, false)).collect();
    let wrong: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).take(3).collect();
    assert!(wrong.is_empty(), "{}", wrong.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n\n"));
    let several = |tried: &&Result<Tried, String>| matches!(tried, Ok(Tried::Described { several: true, .. }));
    let mixed = |tried: &&Result<Tried, String>| matches!(tried, Ok(Tried::Described { mixed: true, .. }));
    let reads = |tried: &&Result<Tried, String>| matches!(tried, Ok(Tried::Described { reads: true, .. }));
    let alternatives =
        |tried: &&Result<Tried, String>| matches!(tried, Ok(Tried::Described { alternatives: true, .. }));
    let refused = |tried: &&Result<Tried, String>| matches!(tried, Ok(Tried::Refused));
    let counts = [
        outcomes.iter().filter(several).count(),
        outcomes.iter().filter(mixed).count(),
        outcomes.iter().filter(reads).count(),
        outcomes.iter().filter(alternatives).count(),
        outcomes.iter().filter(refused).count(),
    ];
    println!("with several cases, alignments, places, alternatives, refused: {counts:?}");
    let enough = counts.iter().zip([5, 50, 5, 10]).all(|(found, share)| *found as u64 * share > count);
    assert!(enough && counts[4] as u64 * 4 < count, "{counts:?} of {count}");
}

/// How many are tried.
fn contracts() -> u64 {
    effort::number("RANDOM_CONTRACTS", 4000, 100_000)
}

#[test]
fn some_case_describes_lists_and_trees() {
    let outcomes: Vec<Result<Tried, String>> = effort::seeds(contracts()).map(|seed| try_seed(seed, true)).collect();
    let wrong: Vec<&str> =
        outcomes.iter().filter_map(|outcome| Some(outcome.as_ref().err()?.as_str())).take(3).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let several = |outcome: &&Result<Tried, String>| matches!(outcome, Ok(Tried::Described { several: true, .. }));
    assert!(outcomes.iter().filter(several).count() > outcomes.len() / 4);
}

/// What satisfies a contract by accident, too: no call lies in a case that is infeasible, and in no other.
#[test]
fn some_case_describes_a_changed_memory() {
    let seeds = effort::seeds(contracts() / 4);
    let outcomes: Vec<_> = seeds.map(|seed| try_changed(seed, seed % 4 < 2, 1 + seed % 3)).collect();
    let wrong: Vec<&str> =
        outcomes.iter().filter_map(|outcome| Some(outcome.as_ref().err()?.as_str())).take(3).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let described = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Tried::Described { .. }))).count();
    assert!(described > outcomes.len() / 5, "{described} of {}", outcomes.len());
}
