//! R-CALL: a concrete call that satisfies a contract (`spec/concrete-calls.md`).

use certificates::{Call, Choice, Claim, Content};

use super::clause::{Contract, Step};
use super::satisfies::satisfies;
use crate::answer::verdict::{Checked, Example, Stop};
use crate::proof::context::Context;
use crate::proof::initial::globals;
use crate::reader::{Function, Global};
use crate::run::machine::Machine;
use crate::run::start::{self, outside};
use crate::run::value::mask;

/// The run that begins with a call, and which alternative the call satisfies.
pub fn begin<'m>(
    cx: &mut Context<'m>,
    claim: &'m Claim,
    (call, choices): (&'m Call, &'m [Choice]),
    function: &'m Function,
    contracts: &[Contract],
    kept: &[&Global],
) -> Checked<(Machine<'m>, Example)> {
    cx.rule("R-CALL");
    let module = cx.module;
    places(cx, call)?;
    contents(cx, call)?;
    parameters(cx, call, function)?;
    // What lies where it cannot lie, or is too large for a run. (So no object has more than half of the address space.)
    let m = start::machine(module, claim, choices, Some(call));
    let mut m = m.map_err(|halt| outside(halt, "the memory of the call"))?;
    let mut first = None;
    for (number, contract) in contracts.iter().enumerate() {
        match satisfies(cx, &m, contract, call, function, kept) {
            Ok(empty) => {
                let named = contracts.iter().flat_map(|contract| &contract.steps).filter_map(|step| match step {
                    Step::Callback(name, None) => Some(name.trim_start_matches('@').to_owned()),
                    _ => None,
                });
                m.described = named.collect();
                let name = |part: &usize| contract.part(*part).map_or("", |part| part.name).to_owned();
                let (empty, alternatives) = (empty.iter().map(name).collect(), contracts.len());
                let globals = globals(module).iter().map(|global| (global.name.to_string(), global.size)).collect();
                return Ok((m, Example { call: call.clone(), globals, alternative: number, alternatives, empty }));
            }
            Err(Stop::Undecided(why)) => return Err(Stop::Undecided(why)),
            Err(stop) => _ = first.get_or_insert(stop),
        }
    }
    first.map_or_else(|| cx.reject("alternatives", "no call satisfies a clause without alternatives"), Err)
}

/// Where globals, objects and functions lie: with a free byte on both sides of each. That each is where it may be at all
/// is seen where the run begins.
fn places(cx: &Context, call: &Call) -> Checked {
    let all = globals(cx.module);
    reject_if!(cx, call.globals.len() != all.len() => "globals", "{} addresses for {}", call.globals.len(), all.len());
    let mut taken: Vec<(i128, i128)> = Vec::new();
    let mut take = |address: u64, size: u64| taken.push((address.into(), i128::from(address) + i128::from(size)));
    for (global, address) in all.iter().zip(&call.globals) {
        take(*address, global.size.max(1));
    }
    // 16 (LP64) or 8 (ILP32).
    let heap_align = u64::from(cx.pointer() / 4);
    for object in &call.objects {
        let (address, size) = (object.address, object.size);
        reject_if!(cx, size == 0 => "size", "an object without bytes");
        reject_if!(cx, object.heap && !address.is_multiple_of(heap_align), object.heap && !object.writable =>
            "heap", "malloc returns no object like that at {address:#x}");
        content(cx, &object.content, size)?;
        take(address, size);
    }
    reject_if!(cx, !call.objects.is_sorted_by(|a, b| a.address < b.address), !call.callbacks.is_sorted_by(|a, b| a < b) =>
        "order", "objects and functions are not in the order of their addresses");
    call.callbacks.iter().for_each(|address| take(*address, 1));
    taken.sort_unstable();
    reject_if!(cx, !taken.is_sorted_by(|a, b| a.1 < b.0) => "apart", "two objects or functions overlap or touch");
    Ok(())
}

/// What globals hold: those that hold something else than the module says.
fn contents(cx: &Context, call: &Call) -> Checked {
    let all = globals(cx.module);
    reject_if!(cx, !call.contents.is_sorted_by(|a, b| a.0 < b.0) => "order", "contents are not in the order of globals");
    for (place, given) in &call.contents {
        let global = some!(cx, all.get(*place as usize) => "contents", "there is no global {place}");
        let fixed = global.constant && global.initializer.is_some();
        reject_if!(cx, fixed, global.is_of_the_library() => "contents", "@{} holds what it holds", global.name);
        content(cx, given, global.size)?;
    }
    Ok(())
}

/// Runs of bytes lie inside, one behind the other.
fn content(cx: &Context, content: &Content, size: u64) -> Checked {
    let mut free = 0;
    for run in &content.runs {
        let end = run.offset.checked_add(run.bytes.len() as u64);
        reject_if!(cx, run.bytes.is_empty(), run.offset < free, end.is_none_or(|end| end > size) =>
            "content", "a run at {} is empty, not behind the one before, or does not fit into {size} bytes", run.offset);
        free = end.unwrap_or(size);
    }
    Ok(())
}

/// As many as the function has, each of its width; that of floating point does not matter, since runs do not know it.
fn parameters(cx: &Context, call: &Call, function: &Function) -> Checked {
    let (given, has) = (call.parameters.len(), function.parameters.len());
    reject_if!(cx, given != has => "parameters", "{given} parameters, @{} has {has}", function.name);
    for (parameter, bits) in function.parameters.iter().zip(&call.parameters) {
        let width = cx.shape(&parameter.ty)?.map_or(64, |shape| shape.width);
        reject_if!(cx, *bits > mask(width) =>
            "parameters", "{bits:#x} has more than the {width} bits of %{}", parameter.name);
    }
    Ok(())
}
