//! X-CONTRACT (`spec/rules/call.md`): a call of a function elsewhere, of which the claim's contract says what it does.

use std::collections::BTreeSet;
use std::rc::Rc;

use certificates::{Elsewhere, Var};

use crate::contract::clause::{Contract, Place, Range, Said, Step, allocation};
use crate::rules::library::arguments::Call;
use crate::rules::library::effects::any;
use crate::rules::library::heap::heap_block;
use crate::rules::memory::{access_to, entry, live, new_entry, survivors, writable};
use crate::rules::places::{apart, content, quotient};
use crate::rules::shared::*;

/// What stands behind a symbol that is read at the return.
enum After {
    /// What it is without the call.
    Known(Poly),
    /// The result, or what was written at the address, of this width and sign.
    New(Option<(BlockId, Poly)>, u32, Sign),
    /// A quotient.
    Quotient(Poly, i128, bool),
}

/// A block of which the function may have changed a part: address and size of the part.
type Assigned = Option<(BlockId, Poly, Poly)>;

/// X-CONTRACT
pub(crate) fn call<'m>(cx: &mut Context<'m>, s: &mut State<'m>, c: &Call<'m>, given: &'m Elsewhere) -> Checked<Value> {
    cx.rule("X-CONTRACT");
    // Graphs of refutations know of no contract.
    let contracts =
        some!(cx, cx.elsewhere.get(&**c.name).cloned() => "callee", "the claim has no contract of @{}", c.name);
    let contract = some!(cx, contracts.get(given.alternative as usize) =>
        "alternative", "the contract of @{} has no alternative {}", c.name, given.alternative);
    let mut symbols = required(cx, s, c, contract, given)?;
    let assigned = assigned(cx, s, contract, &symbols, given)?;
    s.forget_results();
    let after = after(cx, s, c, contract, (&symbols, &assigned), given)?;
    satisfiable(cx, s, contract, (&symbols, &after), given)?;
    let result = ensured(cx, s, contract, &mut symbols, after)?;
    match result {
        Some(result) => Ok(Some(result)),
        None => any(cx, s, At { instruction: c.instruction, hint: c.hint }),
    }
}

/// The call satisfies an alternative of the contract. Returns the values of the symbols that are read at the call.
fn required<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    c: &Call<'m>,
    contract: &Contract,
    given: &'m Elsewhere,
) -> Checked<Vec<Poly>> {
    let mut symbols = Vec::new();
    for (argument, signed) in c.arguments.iter().zip(&contract.signed) {
        let sign = if *signed { Sign::Signed } else { Sign::Unsigned };
        symbols.push(match cx.shape(&argument.ty)? {
            Some(shape) => cx.read(s, &argument.value, shape, sign)?,
            None => Poly::default(),
        });
    }
    for _ in 0..contract.strings {
        let length = cx.fresh(s)?;
        cx.add_le(&Poly::constant(0), &length)?;
        symbols.push(length);
    }
    let (mut ends, mut entries) = (given.ends.iter(), given.entries.iter());
    let (ranges, accesses) = (contract.ranges.len(), given.accesses.len());
    reject_if!(cx, ranges != accesses => "accesses", "{accesses} accesses are given for {ranges} ranges");
    for step in contract.steps.iter().chain(&contract.before) {
        match step {
            Step::Range(number) => {
                let range = contract.ranges.get(*number).zip(given.accesses.get(*number));
                let (range, at) = some!(cx, range => "accesses", "a step names a range");
                names(cx, s, (range, at.as_ref()), &symbols, &mut ends)?;
            }
            Step::Comparison(atom) => cx.require("requires", atom.substitute(&symbols)?)?,
            Step::Place(place) => {
                let number = some!(cx, entries.next() => "entries", "there are fewer entries than places");
                let address = place.address.substitute(&symbols)?;
                symbols.push(content(cx, s, (place, &address), *number)?);
            }
            Step::Quotient { dividend, divisor, natural } => {
                symbols.push(quotient(cx, s, &dividend.substitute(&symbols)?, *divisor, *natural)?);
            }
            _ => return cx.reject("contract", "a contract that is not covered"),
        }
    }
    reject_if!(cx, ends.len() > 0, entries.len() > 0 => "entries", "there are more entries than places and strings");
    for comparison in &contract.comparisons {
        cx.require("requires", comparison.substitute(&symbols)?)?;
    }
    reject_if!(cx, contract.itself => "separated", "what is separate from itself");
    reject_if!(cx, !contract.unplaced.is_empty() => "separated",
        "an operand of \\separated is no range of the alternative");
    for pair in &contract.separate {
        separated(cx, s, contract, (pair, &symbols), given)?;
    }
    Ok(symbols)
}

/// A range lies in a block, as the contract says, or is empty.
fn names(
    cx: &mut Context,
    s: &mut State,
    (range, at): (&Range, Option<&Access>),
    symbols: &[Poly],
    ends: &mut std::slice::Iter<EntryId>,
) -> Checked {
    let (address, size) = (range.address.substitute(symbols)?, range.size.substitute(symbols)?);
    let Some(at) = at else {
        return cx.require_le("empty", &size, &Poly::constant(0));
    };
    let bytes = if range.string.is_some() { Poly::constant(1) } else { size.clone() };
    let block = object(s, live(cx, s, at.block)?.as_ref().clone())?;
    let o = access_to(cx, s, &block, at, (&address, &bytes, range.align))?;
    // The proof of such a function takes this for granted (claim.md, 7).
    let variable = matches!(&block.kind, Kind::Global(name) if name.starts_with('@'));
    reject_if!(cx, variable, matches!(block.kind, Kind::Library(_)) =>
        "library variable", "a range lies in memory of the library's own");
    cx.require_le("object", &block.size, &Poly::constant(cx.max_given()))?;
    // An object in parts may be written, but for what this function leaves alone.
    if range.writable && block.kind.object().is_none() {
        writable(cx, s, at.block)?;
    }
    if range.string.is_some() {
        let number = *some!(cx, ends.next() => "ends", "there are fewer ends than strings");
        let end = entry(cx, s, number)?;
        reject_if!(cx, end.block != at.block, end.width != 1 => "ends", "entry {number} is of another block or width");
        cx.require_eq("end", &end.value, &Poly::constant(0))?;
        cx.require_le("behind", &o, &end.offset)?;
        cx.add_le(&size.plus(-1)?, &end.offset.sub(&o)?)?;
    }
    Ok(())
}

/// The block. Of a part of an object, all of the object from there to where the next part is not in the state, by looking.
fn object(s: &State, block: Block) -> Checked<Block> {
    let mut whole = block;
    while whole.kind.object().is_some() {
        let end = whole.base.add(&whole.size)?;
        let follows = |part: &Rc<Block>| part.kind.object() == whole.kind.object() && part.base == end;
        let mut sizes = s.blocks.values().filter(|part| follows(part)).filter_map(|part| part.size.as_constant());
        let Some(size) = sizes.find(|size| *size >= 1) else { break };
        whole.size = whole.size.plus(size)?;
    }
    Ok(whole)
}

/// Two ranges do not overlap: they lie in two objects, or apart.
fn separated(
    cx: &mut Context,
    s: &State,
    contract: &Contract,
    ((one, other), symbols): (&(usize, usize), &[Poly]),
    given: &Elsewhere,
) -> Checked {
    let part = |number: usize| contract.ranges.get(number).zip(given.accesses.get(number));
    let ((one, at), (other, beside)) = some!(cx, part(*one).zip(part(*other)) => "separated", "a part is no range");
    let (Some(at), Some(beside)) = (at, beside) else { return Ok(()) };
    // Only views of memory that nobody writes overlap.
    let object = |at: &Access| s.blocks.get(&at.block).and_then(|block| block.kind.object());
    let may_be_written = |at: &Access| object(at).is_some() || writable(cx, s, at.block).is_ok();
    let same = at.block == beside.block || object(at).is_some() && object(at) == object(beside);
    if !same && (may_be_written(at) || may_be_written(beside)) {
        return Ok(());
    }
    let term = |poly: &Poly| poly.substitute(symbols);
    apart(cx, &(term(&one.address)?, term(&one.size)?), &(term(&other.address)?, term(&other.size)?))
}

/// What the function may change can be written here. Entries outside stay.
fn assigned(
    cx: &mut Context,
    s: &mut State,
    contract: &Contract,
    symbols: &[Poly],
    given: &Elsewhere,
) -> Checked<Vec<Assigned>> {
    let ranges = some!(cx, &contract.assigned => "contract", "a contract that is not covered");
    let (wanted, found) = (ranges.len(), given.assigned.len());
    reject_if!(cx, wanted != found => "assigned", "{found} blocks are given for {wanted} ranges that are assigned");
    let mut all = Vec::new();
    for ((address, size), place) in ranges.iter().zip(&given.assigned) {
        let (address, size) = (address.substitute(symbols)?, size.substitute(symbols)?);
        let Some((number, keep)) = place else {
            cx.require_le("nothing assigned", &size, &Poly::constant(0))?;
            all.push(None);
            continue;
        };
        let block = live(cx, s, *number)?;
        writable(cx, s, *number)?;
        cx.require_le("assigned begin", &block.base, &address)?;
        cx.require_le("assigned end", &address.add(&size)?, &block.base.add(&block.size)?)?;
        survivors(cx, s, *number, &address.sub(&block.base)?, &size, keep)?;
        all.push(Some((*number, address, size)));
    }
    Ok(all)
}

/// What is read at the return: what has stayed, and what is new.
fn after(
    cx: &mut Context,
    s: &State,
    c: &Call,
    contract: &Contract,
    (symbols, assigned): (&[Poly], &[Assigned]),
    given: &Elsewhere,
) -> Checked<Vec<After>> {
    let (mut entries, mut written) = (given.after.iter(), given.written.iter());
    let (mut all, mut places): (_, Vec<(Poly, Poly)>) = (Vec::new(), Vec::new());
    // Where a place lies is known before the call.
    let first = Var::try_from(contract.first_after()).map_err(|_| TooLarge)?;
    for step in &contract.after {
        all.push(match step {
            Step::Result(signed) => {
                let shape = some!(cx, cx.shape(&c.instruction.ty)? => "result", "there is no result");
                After::New(None, shape.width, shape.sign(if *signed { Sign::Signed } else { Sign::Unsigned }))
            }
            Step::Quotient { dividend, divisor, natural } => After::Quotient(dividend.clone(), *divisor, *natural),
            Step::Place(place) => {
                reject_if!(cx, !place.address.is_over(first) => "place", "a place lies where only the return says");
                let address = place.address.substitute(symbols)?;
                match some!(cx, entries.next() => "after", "there are fewer entries than places at the return") {
                    Some(number) => After::Known(content(cx, s, (place, &address), *number)?),
                    None => {
                        let range = written.next().and_then(|range| assigned.get(*range as usize));
                        let range = some!(cx, range => "written", "it is not said where a place was written");
                        changed(cx, s, (place, address), range.as_ref(), &mut places)?
                    }
                }
            }
            _ => return cx.reject("contract", "a contract that is not covered"),
        });
    }
    reject_if!(cx, entries.len() > 0, written.len() > 0 => "after", "there are more entries than places at the return");
    Ok(all)
}

/// A place that lies inside a range that is assigned, and apart from the others that do.
fn changed(
    cx: &mut Context,
    s: &State,
    (place, address): (&Place, Poly),
    range: Option<&(BlockId, Poly, Poly)>,
    places: &mut Vec<(Poly, Poly)>,
) -> Checked<After> {
    let (block, low, size) = some!(cx, range => "written", "nothing is written to an empty range");
    let end = address.plus(i128::from(place.width / 8))?;
    cx.require_le("written begin", low, &address)?;
    cx.require_le("written end", &end, &low.add(size)?)?;
    for (other, behind) in places.iter() {
        cx.require_either("places", Atom::le(&end, other)?, &[Atom::le(behind, &address)?])?;
    }
    let offset = address.sub(&live(cx, s, *block)?.base)?;
    places.push((address, end));
    Ok(After::New(Some((*block, offset)), place.width, place.sign))
}

/// What is ensured is true of some values of what is new, so that it says nothing of what is not.
fn satisfiable<'m>(
    cx: &mut Context<'m>,
    s: &mut State<'m>,
    contract: &Contract,
    (symbols, after): (&[Poly], &[After]),
    given: &'m Elsewhere,
) -> Checked {
    let mut symbols = symbols.to_vec();
    let mut values = given.values.iter();
    // Terms of the hint speak of what is named before the call.
    let named = s.variables;
    let bases = bases(contract);
    for what in after {
        let number = Var::try_from(symbols.len()).map_err(|_| TooLarge)?;
        symbols.push(match what {
            After::Known(value) => value.clone(),
            // Where a new block lies makes no difference.
            After::New(..) if bases.contains(&number) => Poly::constant(1),
            After::New(_, width, sign) => {
                let value = some!(cx, values.next() => "values", "there are fewer values than are new");
                let value = Poly::read(value, named).or_else(|message| cx.reject("values", message))?;
                cx.require_le("value low", &Poly::constant(lo(*width, *sign)), &value)?;
                cx.require_le("value high", &value, &Poly::constant(hi(*width, *sign)))?;
                value
            }
            After::Quotient(dividend, divisor, natural) => {
                quotient(cx, s, &dividend.substitute(&symbols)?, *divisor, *natural)?
            }
        });
    }
    reject_if!(cx, values.len() > 0 => "values", "there are more values than are new");
    for ways in &contract.ensured {
        if let Some((memory, may_fail)) = allocation(ways) {
            let size = memory.size.substitute(&symbols)?;
            cx.require_le("fresh low", &Poly::constant(0), &size)?;
            if !may_fail {
                cx.require_le("fresh high", &size, &Poly::constant(cx.max_size()))?;
            }
            continue;
        }
        for said in ways.iter().flat_map(|way| &way.said) {
            // Of memory that is there nothing is concluded.
            if let Said::Atom(atom) = said {
                cx.require("satisfiable", atom.substitute(&symbols)?)?;
            }
        }
    }
    Ok(())
}

/// The symbols that are addresses of new blocks.
fn bases(contract: &Contract) -> BTreeSet<Var> {
    let new = contract.ensured.iter().filter_map(|ways| allocation(ways));
    new.flat_map(|(memory, _)| memory.address.terms.iter().flat_map(|(mono, _)| mono.variables().to_vec())).collect()
}

/// The state after the return: what is new, and what is ensured of it. Returns the result, if anything is said of it.
fn ensured(
    cx: &mut Context,
    s: &mut State,
    contract: &Contract,
    symbols: &mut Vec<Poly>,
    after: Vec<After>,
) -> Checked<Value> {
    let mut result = None;
    for what in after {
        let number = Var::try_from(symbols.len()).map_err(|_| TooLarge)?;
        let value = match what {
            After::Known(value) => value,
            After::Quotient(dividend, divisor, natural) => {
                quotient(cx, s, &dividend.substitute(symbols)?, divisor, natural)?
            }
            After::New(place, width, sign) => {
                let own = Poly::var(number);
                let new = contract.ensured.iter().filter_map(|ways| allocation(ways));
                let new = new.into_iter().find(|(memory, _)| memory.address == own);
                let value = match (new, &place) {
                    (Some((memory, may_fail)), _) => heap_block(cx, s, &memory.size.substitute(symbols)?, may_fail)?.0,
                    (None, None) => cx.fresh_ranged(s, width, sign)?,
                    (None, Some(_)) => cx.fresh_open(s, width, sign)?,
                };
                match place {
                    None => result = Some((value.clone(), sign)),
                    Some((block, offset)) => {
                        new_entry(cx, s, Entry { block, offset, width: width / 8, sign, value: value.clone() })?;
                    }
                }
                value
            }
        };
        symbols.push(value);
    }
    for ways in contract.ensured.iter().filter(|ways| allocation(ways).is_none()) {
        for said in ways.iter().flat_map(|way| &way.said) {
            if let Said::Atom(atom) = said {
                cx.add(atom.substitute(symbols)?)?;
            }
        }
    }
    Ok(result)
}
