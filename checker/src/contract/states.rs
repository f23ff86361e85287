//! The initial state of a case (`spec/precondition.md`, section "Initial states", steps 1 to 7; `spec/ensures.md`,
//! step 8; `spec/bounds.md`, step 9; parts.rs has step 10).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use certificates::{BlockId, CallerId, Kind, Sign, Var};

use super::cases::Placement;
use super::clause::{About, Contract, Elements, Place, Range, Step};
use super::parts::{self, Parted};
use super::structures;
use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly, TooLarge};
use crate::proof::context::{Context, Shape};
use crate::proof::initial;
use crate::proof::state::{Binding, Block, CellFact, Entry, State, Uniform};
use crate::reader::{Function, Global};
use crate::rules::memory::new_uniform;
use crate::rules::memory::{function_address, function_at, new_block, new_entry};
use crate::rules::places::quotient;

/// Where the ranges of one group lie: block, base, size and alignment.
#[derive(Clone)]
struct Home {
    block: BlockId,
    base: Poly,
    size: Poly,
    align: u64,
}

/// A range with its terms over the variables of the state.
struct Placed {
    number: usize,
    address: Poly,
    size: Poly,
    align: u64,
}

/// What has been placed in a case.
struct Placing<'c> {
    contract: &'c Contract,
    case: &'c [Placement],
    /// The blocks of the kept globals.
    globals: &'c [BlockId],
    /// For each group, the home of its first member.
    homes: BTreeMap<usize, Home>,
    /// The ranges that are not empty.
    placed: Vec<(Placed, Home)>,
    /// Numbers of cells of the lists and trees.
    lengths: BTreeMap<usize, Poly>,
}

/// The initial state of a case as the contract describes it. The facts go to the context's knowledge.
pub struct Described<'m> {
    /// The state.
    pub state: State<'m>,
    /// The values of the contract's symbols. Those that are read at the return have none yet.
    pub symbols: Vec<Poly>,
    /// The blocks that the contract does not assign.
    pub protected: BTreeSet<BlockId>,
    /// The objects of which it assigns parts.
    pub parted: Vec<Parted>,
    /// The symbols, which only bounds mention, of which the case says nothing.
    pub missing: BTreeSet<Var>,
}

impl<'m> Described<'m> {
    /// An initial state of which no contract says anything.
    pub fn of(state: State<'m>) -> Described<'m> {
        let (symbols, protected, parted, missing) = Default::default();
        Described { state, symbols, protected, parted, missing }
    }
}

/// The state of a case.
pub fn state<'m>(
    cx: &mut Context<'m>,
    contract: &Contract,
    function: &'m Function,
    kept: &[&'m Global],
    case: &[Placement],
) -> Checked<Described<'m>> {
    cx.begin(&[], &[]);
    let mut s = initial::start(cx, function)?;
    let globals = initial::blocks_of(cx, &mut s, kept, false)?;
    let mut symbols = symbols(cx, &mut s, contract, function)?;
    symbols.extend(globals.iter().map(|id| s.blocks.get(id).map(|block| block.base.clone()).unwrap_or_default()));
    for comparison in &contract.comparisons {
        let atom = comparison.substitute(&symbols)?;
        cx.add(atom)?;
    }
    let (homes, placed, lengths) = Default::default();
    let mut placing = Placing { contract, case, globals: &globals, homes, placed, lengths };
    for (number, step) in contract.steps.iter().chain(&contract.before).enumerate() {
        match step {
            Step::Range(number) => placing.range(cx, &mut s, *number, &symbols)?,
            Step::Structure(number) => {
                let structure = some!(cx, contract.structures.get(*number) => "lists", "a step names a list");
                let empty = case.get(contract.ranges.len() + number) == Some(&Placement::Empty);
                let length = structures::place(cx, &mut s, structure, empty, &symbols)?;
                placing.lengths.insert(*number, length);
            }
            Step::Comparison(atom) => cx.add(atom.substitute(&symbols)?)?,
            Step::Callback(name, None) => drop(function_address(cx, &mut s, name)?),
            Step::Callback(name, Some(address)) => {
                function_at(cx, &mut s, name, &address.substitute(&symbols)?)?;
            }
            Step::Place(place) => {
                let address = place.address.substitute(&symbols)?;
                let home = placing.home(cx, &s, place, &address)?;
                // What only a promise reads may be any value.
                if home.is_none() && number < contract.steps.len() {
                    cx.rule("R-CONTRACT");
                    cx.require("place", Atom::falsum())?;
                    cx.rule("R-ROOT");
                }
                symbols.push(value(cx, &mut s, place, home)?);
            }
            Step::Elements(elements) => placing.elements(cx, &mut s, elements, &symbols)?,
            Step::Length(_) => {}
            Step::Quotient { dividend, divisor, natural } => {
                symbols.push(quotient(cx, &mut s, &dividend.substitute(&symbols)?, *divisor, *natural)?);
            }
            Step::Result(_) => {}
        }
    }
    for (range, home) in &placing.placed {
        if let Some(width) = contract.ranges.get(range.number).and_then(|range| range.string) {
            let offset = range.address.add(&range.size)?.plus(-i128::from(width))?.sub(&home.base)?;
            let value = Poly::constant(0);
            new_entry(cx, &mut s, Entry { block: home.block, offset, width, sign: Sign::Signed, value })?;
        }
    }
    initial::cells(cx, &mut s, kept, &globals, false)?;
    let mut protected = protect(cx, &mut s, contract, &symbols)?;
    let objects = parts::assigned_in_part(cx, &mut s, contract, &symbols, &protected)?;
    symbols.extend(contract.after.iter().map(|_| Poly::default()));
    let missing = placing.mentioned(cx, &mut s, &mut symbols)?;
    let parted = parts::part(cx, &mut s, contract, objects, &mut protected)?;
    Ok(Described { state: s, symbols, protected, parted, missing })
}

impl Placing<'_> {
    /// Step 5: a range.
    fn range(&mut self, cx: &mut Context, s: &mut State, number: usize, symbols: &[Poly]) -> Checked {
        let range = some!(cx, self.contract.ranges.get(number) => "ranges", "a step names a range");
        let place = some!(cx, self.case.get(number) => "ranges", "a case has a place for each range");
        let (address, size) = (range.address.substitute(symbols)?, range.size.substitute(symbols)?);
        let placed = Placed { number, address, size, align: range.align };
        if *place == Placement::Empty {
            return cx.add_le(&placed.size, &Poly::constant(0));
        }
        if range.freeable {
            cx.add_le(&Poly::constant(0), &placed.size)?;
        } else if placed.size.as_constant().is_none() {
            cx.add_le(&Poly::constant(1), &placed.size)?;
        }
        let home = match *place {
            Placement::Global(global) => {
                let home = some!(cx, self.global(s, global) => "globals", "the state has no block for a kept global");
                let divides = home.align.is_multiple_of(range.align);
                let home = Home { align: if divides { range.align } else { 1 }, ..home };
                inside(cx, s, &placed, &home)?;
                home
            }
            Placement::Group(first) if first == number => {
                let ranges = self.contract.ranges.iter().zip(self.case);
                let members: Vec<&Range> = ranges.filter(|(_, other)| *other == place).map(|(r, _)| r).collect();
                let home = group(cx, s, &placed, &members)?;
                self.homes.insert(number, home.clone());
                home
            }
            Placement::Group(first) => {
                let home = self.homes.get(&first).cloned();
                let home = some!(cx, home => "group", "a group begins with its first member");
                inside(cx, s, &placed, &home)?;
                home
            }
            Placement::Empty | Placement::Cells => return Ok(()),
        };
        if range.freeable && range.string.is_none() && home.size != placed.size {
            cx.add(Atom::eq(&placed.size, &home.size)?)?;
        }
        self.placed.push((placed, home));
        Ok(())
    }

    fn global(&self, s: &State, number: usize) -> Option<Home> {
        let block = *self.globals.get(number)?;
        let known = s.blocks.get(&block)?;
        Some(Home { block, base: known.base.clone(), size: known.size.clone(), align: known.align })
    }

    /// Step 9: the symbols that only bounds mention. Returns those of which the case says nothing: no product that
    /// mentions one counts.
    fn mentioned(&self, cx: &mut Context, s: &mut State, symbols: &mut Vec<Poly>) -> Checked<BTreeSet<Var>> {
        let mut missing = BTreeSet::new();
        for step in &self.contract.mentioned {
            let mut known = true;
            match step {
                Step::Place(place) => {
                    known = !place.address.mentions(&missing);
                    let home = self.home(cx, s, place, &place.address.substitute(symbols)?)?;
                    known &= home.is_some();
                    symbols.push(value(cx, s, place, home)?);
                }
                Step::Quotient { dividend, divisor, natural } => {
                    known = !dividend.mentions(&missing);
                    symbols.push(quotient(cx, s, &dividend.substitute(symbols)?, *divisor, *natural)?);
                }
                Step::Length(number) => symbols.push(self.lengths.get(number).cloned().unwrap_or_default()),
                _ => {}
            }
            if !known {
                missing.extend(symbols.len().checked_sub(1).map(|symbol| symbol as Var));
            }
        }
        Ok(missing)
    }

    /// Step 5: what holds of all elements of an array, which lie inside one range or global.
    fn elements(&self, cx: &mut Context, s: &mut State, elements: &Elements, symbols: &[Poly]) -> Checked {
        let Place { start, width, sign, .. } = elements.first;
        let (first, count) = (elements.first.address.substitute(symbols)?, elements.count.substitute(symbols)?);
        let Some((block, offset)) = self.around(cx, s, start, (&first, &elements.length(&count)?))? else {
            if !cx.follows(&Atom::le(&count, &Poly::default())?)? {
                cx.rule("R-CONTRACT");
                cx.require("elements", Atom::falsum())?;
                cx.rule("R-ROOT");
            }
            return Ok(());
        };
        let mut all = Vec::with_capacity(elements.all.len());
        for About { rel, coefficient, rest } in &elements.all {
            let (fields, rest) = (vec![*coefficient], rest.substitute(symbols)?);
            all.push(CellFact { rel: *rel, fields, behind: 0, rest });
        }
        let stride = elements.stride;
        new_uniform(
            cx,
            s,
            Uniform { block, offset, count, stride, width: width / 8, sign, all: all.into(), owned: None },
        )
    }

    /// Step 5: the block and offset of an address, if it lies inside the range or global from which it is counted.
    fn home(&self, cx: &mut Context, s: &State, place: &Place, address: &Poly) -> Checked<Option<(BlockId, Poly)>> {
        self.around(cx, s, place.start, (address, &Poly::constant(i128::from(place.width / 8))))
    }

    /// The block and offset of some bytes, which are counted from a symbol.
    fn around(
        &self,
        cx: &mut Context,
        s: &State,
        start: Var,
        (address, length): (&Poly, &Poly),
    ) -> Checked<Option<(BlockId, Poly)>> {
        let first = self.contract.signed.len() + self.contract.strings;
        let global = (start as usize).checked_sub(first).and_then(|number| self.global(s, number));
        let around = global.map(|home| (home.base.clone(), home.size.clone(), home));
        let begins = |number: usize| self.contract.ranges.get(number).is_some_and(|range| range.start == start);
        let ranges = self.placed.iter().filter(|(range, _)| begins(range.number));
        let ranges = ranges.map(|(range, home)| (range.address.clone(), range.size.clone(), home.clone()));
        for (low, size, home) in around.into_iter().chain(ranges) {
            let (end, limit) = (address.add(length)?, low.add(&size)?);
            if cx.follows(&Atom::le(&low, address)?)? && cx.follows(&Atom::le(&end, &limit)?)? {
                return Ok(Some((home.block, address.sub(&home.base)?)));
            }
        }
        Ok(None)
    }
}

/// Step 5: the value in memory at a place.
fn value(cx: &mut Context, s: &mut State, place: &Place, home: Option<(BlockId, Poly)>) -> Checked<Poly> {
    let value = cx.fresh_open(s, place.width, place.sign)?;
    if let Some((block, offset)) = home {
        let (width, sign) = (place.width / 8, place.sign);
        new_entry(cx, s, Entry { block, offset, width, sign, value: value.clone() })?;
    }
    Ok(value)
}

/// Step 8: what a contract does not assign is only read. Returns the blocks that could be written otherwise.
fn protect(cx: &mut Context, s: &mut State, contract: &Contract, symbols: &[Poly]) -> Checked<BTreeSet<BlockId>> {
    let mut protected = BTreeSet::new();
    let Some(assigned) = &contract.assigned else { return Ok(protected) };
    for (id, block) in s.blocks.clone() {
        let outlives = match &block.kind {
            Kind::Caller(_) => true,
            // The library changes errno, whatever a contract says.
            Kind::Global(name) => !name.starts_with('@'),
            _ => false,
        };
        let mut named = block.read_only || !outlives;
        for (address, size) in assigned {
            let (low, size) = (address.substitute(symbols)?, size.substitute(symbols)?);
            let (begin, end) = (Atom::le(&low, &block.base)?, block.base.add(&block.size)?);
            named = named || cx.follows(&begin)? && cx.follows(&Atom::le(&end, &low.add(&size)?)?)?;
        }
        if !named {
            s.blocks.insert(id, Block { read_only: true, ..block.as_ref().clone() }.into());
            protected.insert(id);
        }
    }
    // Cells that the function does not own, the caller keeps.
    s.lists.values_mut().for_each(|list| Rc::make_mut(list).marks.read_only |= list.marks.kept);
    s.trees.values_mut().for_each(|tree| Rc::make_mut(tree).marks.read_only |= tree.marks.kept);
    Ok(protected)
}

/// Steps 2 and 3: the values of the contract's symbols, parameters and then lengths.
fn symbols(cx: &mut Context, s: &mut State, contract: &Contract, function: &Function) -> Checked<Vec<Poly>> {
    let mut symbols = Vec::new();
    for (parameter, signed) in function.parameters.iter().zip(&contract.signed) {
        let Some(Shape { width, pointer }) = cx.shape(&parameter.ty)? else {
            // No term of a contract mentions a parameter of floating point.
            symbols.push(Poly::default());
            continue;
        };
        let sign = Shape { width, pointer }.sign(if *signed { Sign::Signed } else { Sign::Unsigned });
        let value = cx.fresh_ranged(s, width, sign)?;
        symbols.push(value.clone());
        s.bindings.insert(parameter.name.clone(), Binding { sign, value });
    }
    for _ in 0..contract.strings {
        let length = cx.fresh(s)?;
        cx.add_le(&Poly::constant(0), &length)?;
        symbols.push(length);
    }
    Ok(symbols)
}

/// Step 5, the first member of a group: its block.
fn group(cx: &mut Context, s: &mut State, first: &Placed, members: &[&Range]) -> Checked<Home> {
    let heap = members.iter().find(|range| range.freeable);
    let alone = members.len() == 1 && heap.is_none_or(|range| range.string.is_none());
    let align = members.iter().map(|range| range.align).min().unwrap_or(1);
    let writable = members.iter().any(|range| range.writable);
    // All members begin where a block of `malloc` does.
    let base = if alone || heap.is_some() { first.address.clone() } else { cx.fresh(s)? };
    let size = if alone { first.size.clone() } else { cx.fresh(s)? };
    let (align, kind) = match heap {
        Some(range) => (range.align.max(u64::from(cx.pointer() / 4)), Kind::Heap),
        None => (align, Kind::Caller(CallerId::Block(u32::try_from(first.number).map_err(|_| TooLarge)?))),
    };
    let block = Block { read_only: !writable, ..Block::new(base.clone(), size.clone(), align, kind) };
    let block = new_block(cx, s, block)?;
    let home = Home { block, base, size, align };
    cx.add_le(&Poly::constant(1), &home.base)?;
    if !alone {
        cx.add_le(&Poly::constant(0), &home.size)?;
    }
    cx.add_le(&home.size, &Poly::constant(cx.max_given()))?;
    cx.add_le(&home.base.add(&home.size)?, &Poly::constant(cx.top()))?;
    if !alone {
        inside(cx, s, first, &home)?;
    }
    Ok(home)
}

/// Step 5, a range inside a larger block: its alignment, and its bounds within the block.
fn inside(cx: &mut Context, s: &mut State, range: &Placed, home: &Home) -> Checked {
    if range.address == home.base {
        return cx.add_le(&range.size, &home.size);
    }
    if home.align > 1 {
        let multiple = cx.fresh(s)?;
        let aligned = home.base.combine(1, &multiple, i128::from(home.align))?;
        cx.add(Atom::eq(&range.address, &aligned)?)?;
    }
    if range.align > home.align {
        let multiple = cx.fresh(s)?;
        cx.add(Atom::eq(&range.address, &multiple.scale(i128::from(range.align))?)?)?;
    }
    cx.add_le(&home.base, &range.address)?;
    cx.add_le(&range.address.add(&range.size)?, &home.base.add(&home.size)?)
}
