//! Whether a concrete call satisfies an alternative of a contract (`spec/concrete-calls.md`, section "Satisfies"):
//! conjunct by conjunct, on the numbers and bytes of the call. What is not known is not satisfied.

use std::collections::{BTreeMap, BTreeSet};

use certificates::{Call, Sign, Var};

use super::clause::{Contract, Elements, Place, Range, Step, Structure};
use crate::answer::verdict::Checked;
use crate::decide::term::{Atom, Poly};
use crate::proof::context::{Context, number};
use crate::reader::{Function, Global};
use crate::run::machine::Machine;
use crate::run::memory::{self, Kind, Object};

/// Work for each cell of a list or tree, so that a list of millions is refused before memory is full.
const CELL: usize = 64;

/// Bytes from the first address to one behind the last.
type Interval = (i128, i128);

/// An alternative, and what is known of it so far.
struct Reading<'r, 'm> {
    cx: &'r mut Context<'m>,
    m: &'r Machine<'m>,
    contract: &'r Contract,
    call: &'r Call,
    /// The values of the symbols that are known.
    symbols: Vec<Option<i128>>,
    /// Addresses of the globals, of those in which a place may lie, and a range.
    globals: BTreeSet<u64>,
    kept: BTreeSet<u64>,
    open: BTreeSet<u64>,
    /// The object of the ranges whose pointers begin with a symbol.
    homes: BTreeMap<Var, u64>,
    /// Strings that were looked at.
    looked: BTreeSet<usize>,
    /// The bytes of each part that has some: of a range, or of the cells of a list or tree.
    parts: BTreeMap<usize, Vec<Interval>>,
    /// The cells that become the function's.
    owned: BTreeSet<u64>,
}

/// The parts of the alternative that have no bytes, if the call in which the machine begins satisfies the alternative.
pub fn satisfies<'m>(
    cx: &mut Context<'m>,
    m: &Machine<'m>,
    contract: &Contract,
    call: &Call,
    function: &Function,
    kept: &[&Global],
) -> Checked<Vec<usize>> {
    let mut symbols = Vec::new();
    for ((parameter, signed), bits) in function.parameters.iter().zip(&contract.signed).zip(&call.parameters) {
        let sign = if *signed { Sign::Signed } else { Sign::Unsigned };
        symbols.push(cx.shape(&parameter.ty)?.map(|shape| number(*bits, shape.width, sign)));
    }
    symbols.extend((0..contract.strings).map(|_| None));
    let address = |global: &&Global| m.globals.get(&*global.name).copied();
    symbols.extend(kept.iter().map(|global| address(global).map(i128::from)));
    let globals = m.globals.values().copied().collect();
    cx.charge(m.globals.len())?;
    // No caller has the address of a local variable, unless the contract says so.
    let first = contract.signed.len() + contract.strings;
    let compared = compared(contract);
    let own = |(place, global): &(usize, &&Global)| {
        !global.is_of_the_library() && (!global.local || compared.contains(&(first + place)))
    };
    let open = kept.iter().enumerate().filter(own).filter_map(|(_, global)| address(global)).collect();
    let kept = kept.iter().filter(|global| !global.is_of_the_library()).filter_map(address).collect();
    let (homes, looked, parts, owned) = Default::default();
    let mut reading = Reading { cx, m, contract, call, symbols, globals, kept, open, homes, looked, parts, owned };
    // The address of a string may mention the length of another one.
    for _ in 0..contract.strings {
        reading.lengths(contract.ranges.len())?;
    }
    for step in &contract.steps {
        reading.step(step)?;
    }
    for comparison in &contract.comparisons {
        reading.comparison(comparison)?;
    }
    reading.separated()?;
    reading.alone()?;
    let heap = call.objects.iter().filter(|object| object.heap).map(|object| &object.address);
    reject_if!(reading.cx, !heap.eq(&reading.owned) => "heap", "another object than what the contract says can be freed");
    Ok((0..contract.parts()).filter(|part| !reading.parts.contains_key(part)).collect())
}

/// The symbols that comparisons mention.
fn compared(contract: &Contract) -> BTreeSet<usize> {
    let later = contract.steps.iter().filter_map(|step| match step {
        Step::Comparison(atom) => Some(atom),
        _ => None,
    });
    let monomials = contract.comparisons.iter().chain(later).flat_map(|atom| &atom.poly.terms);
    monomials.flat_map(|(monomial, _)| monomial.variables()).map(|symbol| *symbol as usize).collect()
}

impl Reading<'_, '_> {
    fn step(&mut self, step: &Step) -> Checked {
        let contract = self.contract;
        match step {
            Step::Range(number) => contract.ranges.get(*number).map_or(Ok(()), |one| self.range(*number, one)),
            Step::Structure(number) => contract.structures.get(*number).map_or(Ok(()), |one| self.cells(*number, one)),
            Step::Comparison(atom) => self.comparison(atom),
            Step::Callback(_, None) | Step::Result(_) | Step::Length(_) => Ok(()),
            Step::Callback(_, Some(address)) => {
                let address = self.number(address)?;
                let found = self.call.callbacks.iter().any(|other| i128::from(*other) == address);
                reject_if!(self.cx, !found => "callback", "{address:#x} is no function that the call gives");
                Ok(())
            }
            Step::Place(place) => self.place(place),
            Step::Elements(elements) => self.elements(elements),
            Step::Quotient { dividend, divisor, .. } => {
                self.symbols.push(self.value(dividend).and_then(|dividend| dividend.checked_div(*divisor)));
                Ok(())
            }
        }
    }

    /// The value of a term, if all its symbols have one and no number on the way leaves 128 bits.
    fn value(&self, poly: &Poly) -> Option<i128> {
        let symbol = |variable: &u32| self.symbols.get(*variable as usize).copied().flatten();
        poly.terms.iter().try_fold(poly.constant, |sum, (mono, coefficient)| {
            let product = mono.variables().iter().try_fold(*coefficient, |product, v| product.checked_mul(symbol(v)?));
            sum.checked_add(product?)
        })
    }

    fn number(&self, poly: &Poly) -> Checked<i128> {
        Ok(some!(self.cx, self.value(poly) => "number", "a term has no value, or one of more than 128 bits"))
    }

    fn comparison(&mut self, atom: &Atom) -> Checked {
        let value = self.number(&atom.poly)?;
        reject_if!(self.cx, !atom.holds(value) => "comparison", "a comparison is false");
        Ok(())
    }

    /// The object that these bytes lie inside, and its address.
    fn around(&self, (low, end): Interval) -> Option<(u64, &Object)> {
        let (address, size) = (u64::try_from(low).ok()?, u64::try_from(end.checked_sub(low)?).ok()?);
        let (base, _) = self.m.memory.access("read", memory::Range { address, size, align: 1 }).ok()?;
        Some((base, self.m.memory.get(base)?))
    }

    /// The object of the caller, or the kept global, that these bytes lie inside.
    fn memory(&self, bytes: Interval) -> Option<&Object> {
        let (base, object) = self.around(bytes)?;
        (self.open.contains(&base) || !self.globals.contains(&base)).then_some(object)
    }

    /// The known bytes of at most 8, the lowest first.
    fn bits(&self, (low, end): Interval) -> Option<u64> {
        let (base, object) = self.around((low, end))?;
        object.bits(u64::try_from(low).ok()?.checked_sub(base)?, u64::try_from(end - low).ok()?)
    }

    /// The lengths that are not known yet of the strings among the first ranges. Those whose addresses read nothing of
    /// memory may be mentioned anywhere.
    fn lengths(&mut self, ranges: usize) -> Checked {
        let first = self.contract.signed.len();
        let strings = self.contract.ranges.iter().take(ranges).filter(|range| range.string.is_some());
        for (place, range) in strings.enumerate() {
            if let (Some(None), Some(width), Some(address)) =
                (self.symbols.get(first + place), range.string, self.value(&range.address))
                && self.looked.insert(place)
            {
                let length = self.length(address, i128::from(width))?;
                if let Some(symbol) = self.symbols.get_mut(first + place) {
                    *symbol = length;
                }
            }
        }
        Ok(())
    }

    /// The number of characters before the first that is 0. All of them lie in one object and are known.
    fn length(&mut self, address: i128, width: i128) -> Checked<Option<i128>> {
        let mut low = address;
        while let Some(end) = low.checked_add(width)
            && self.memory((address, end)).is_some()
            && let Some(character) = self.bits((low, end))
        {
            self.cx.charge(CELL)?;
            if character == 0 {
                return Ok(Some((low - address) / width));
            }
            low = end;
        }
        Ok(None)
    }

    /// A range: inside one object at the alignment of its elements, if it has bytes.
    fn range(&mut self, number: usize, range: &Range) -> Checked {
        if range.string.is_some() {
            self.lengths(number + 1)?;
        }
        let (low, size) = (self.number(&range.address)?, self.number(&range.size)?);
        reject_if!(self.cx, size <= 0 && range.freeable => "freeable", "{} has no bytes to be freed", range.name);
        if size <= 0 {
            return Ok(());
        }
        let name = &range.name;
        let end = low.saturating_add(size);
        let object = self.memory((low, end));
        reject_if!(self.cx, object.is_none() => "range", "the {size} bytes of {name} lie in no object of the caller");
        let read_only = range.writable && object.is_some_and(|object| object.kind == Kind::Constant);
        let base = self.around((low, end)).map_or(0, |(base, _)| base);
        let whole = |object: &Object| range.string.is_some() || i128::from(object.size) == size;
        let own = object.is_some_and(|object| object.kind == Kind::Heap && i128::from(base) == low && whole(object));
        let apart = self.homes.insert(range.start, base).is_some_and(|other| other != base);
        reject_if!(self.cx, apart => "range", "{name} lies in another object than what is counted from the same pointer");
        reject_if!(self.cx, read_only => "writable", "{name} lies in memory that may be read only");
        reject_if!(self.cx, low % i128::from(range.align.max(1)) != 0 => "align", "{name} is not aligned");
        if range.freeable {
            reject_if!(self.cx, !own => "freeable", "{name} is not what malloc returns for its size");
            self.owned.insert(base);
        }
        self.parts.insert(number, vec![(low, end)]);
        Ok(())
    }

    /// Nothing else lies in a block that can be freed, also behind a string.
    fn alone(&mut self) -> Checked {
        let ranges = self.contract.ranges.iter().enumerate().filter(|(_, range)| range.freeable);
        for (number, _) in ranges {
            self.cx.charge(self.parts.values().map(Vec::len).sum())?;
            let bytes = self.parts.get(&number).and_then(|bytes| bytes.first());
            let Some((base, object)) = bytes.and_then(|bytes| self.around(*bytes)) else { continue };
            let (base, end) = (i128::from(base), i128::from(base) + i128::from(object.size));
            let others = self.parts.iter().filter(|(other, _)| !self.contract.begin_together(number, **other));
            let overlap = others.flat_map(|(_, bytes)| bytes).any(|(from, to)| *from < end && base < *to);
            reject_if!(self.cx, overlap => "freeable", "another part lies in a block that is freed");
        }
        Ok(())
    }

    /// A value in memory: its bytes are known, and lie in a range that stands before it or in a kept global. Returns
    /// whether it lies in the latter.
    fn read(&self, low: i128, place: &Place, premise: &'static str) -> Checked<(i128, bool)> {
        let end = low.saturating_add(i128::from(place.width / 8));
        let mut ranges = self.parts.range(..self.contract.ranges.len()).flat_map(|(_, bytes)| bytes);
        let global = self.around((low, end)).is_some_and(|(base, _)| self.kept.contains(&base));
        let inside = global || ranges.any(|(from, to)| *from <= low && end <= *to);
        reject_if!(self.cx, !inside => premise, "what is read at {low:#x} lies in no range that stands before");
        let bits = some!(self.cx, self.bits((low, end)) => premise, "a byte at {low:#x} is not known");
        Ok((number(bits, place.width, place.sign), global))
    }

    /// What is said of all elements of an array holds of each of them.
    fn elements(&mut self, elements: &Elements) -> Checked {
        let (first, count) = (self.number(&elements.first.address)?, self.number(&elements.count)?);
        let mut all = Vec::with_capacity(elements.all.len());
        for about in &elements.all {
            all.push((about, self.number(&about.rest)?));
        }
        for index in 0..count.max(0) {
            self.cx.charge(CELL * (1 + all.len()))?;
            let place = index.checked_mul(elements.stride.into()).and_then(|behind| first.checked_add(behind));
            let place = some!(self.cx, place => "elements", "an element lies nowhere");
            let (value, _) = self.read(place, &elements.first, "elements")?;
            for (about, rest) in &all {
                let value = about.coefficient.checked_mul(value).and_then(|product| product.checked_add(*rest));
                let value = some!(self.cx, value => "elements", "a term of more than 128 bits");
                let atom = Atom { rel: about.rel, poly: Poly::default() };
                reject_if!(self.cx, !atom.holds(value) => "elements", "a comparison of element {index} is false");
            }
        }
        Ok(())
    }

    fn place(&mut self, place: &Place) -> Checked {
        let low = self.number(&place.address)?;
        let end = low.saturating_add(i128::from(place.width / 8));
        let (value, global) = self.read(low, place, "place")?;
        self.symbols.push(Some(value));
        // A caller can find the address that a constant of the module holds.
        let constant = self.around((low, end)).is_some_and(|(_, object)| object.kind == Kind::Constant);
        if let Some((base, _)) = self.around((value, value.saturating_add(1)))
            && global
            && constant
            && self.kept.contains(&base)
        {
            self.open.insert(base);
        }
        Ok(())
    }

    /// A list or tree: from the first cell on, each of them is there, different from all others, and linked as it should.
    fn cells(&mut self, number: usize, wanted: &Structure) -> Checked {
        let end = self.number(wanted.end.as_ref().unwrap_or(&Poly::default()))?;
        let mut open = vec![(self.number(&wanted.head)?, 0)];
        let mut cells: BTreeSet<i128> = BTreeSet::new();
        while let Some((cell, before)) = open.pop() {
            if cell == end {
                continue;
            }
            self.cx.charge(CELL * (1 + wanted.shape.links.len()))?;
            some!(self.cx, cells.insert(cell).then_some(()) => "cells", "{} comes back to {cell:#x}", wanted.name);
            self.cell(cell, wanted)?;
            for link in wanted.shape.links.iter().rev() {
                open.push((self.link(cell, *link, wanted)?, cell));
            }
            if let Some(back) = wanted.shape.back {
                let back = self.link(cell, back, wanted)?;
                reject_if!(self.cx, back != before => "back", "the cell {cell:#x} points back to {back:#x}");
            }
        }
        let size = i128::from(wanted.shape.size);
        let cells: Vec<Interval> = cells.into_iter().map(|cell| (cell, cell + size)).collect();
        reject_if!(self.cx, !disjoint(&cells) => "cells", "cells of {} overlap", wanted.name);
        if !cells.is_empty() {
            self.parts.insert(self.contract.ranges.len() + number, cells);
        }
        Ok(())
    }

    /// A cell: in no global, aligned, writable if it should be; an owned one is a heap object of its own.
    fn cell(&mut self, cell: i128, wanted: &Structure) -> Checked {
        let shape = &wanted.shape;
        let end = cell.saturating_add(i128::from(shape.size));
        let found = self.around((cell, end)).filter(|(base, _)| !self.globals.contains(base));
        let (base, object) = some!(self.cx, found => "cell", "the cell {cell:#x} lies in no object of the caller");
        let read_only = object.kind == Kind::Constant && !wanted.marks.read_only;
        reject_if!(self.cx, read_only, cell % i128::from(shape.align.max(1)) != 0 =>
            "cell", "the cell {cell:#x} is not aligned, or may be read only");
        if !wanted.marks.kept {
            let own = object.kind == Kind::Heap && object.size == shape.size;
            reject_if!(self.cx, !own => "owned", "the cell {cell:#x} is not what malloc returns for its size");
            self.owned.insert(base);
        }
        Ok(())
    }

    /// A pointer of a cell, which lies inside it.
    fn link(&self, cell: i128, offset: u64, wanted: &Structure) -> Checked<i128> {
        let width = u64::from(self.cx.pointer() / 8);
        let inside = offset.checked_add(width).is_some_and(|end| end <= wanted.shape.size);
        let low = cell + i128::from(offset);
        let bits = if inside { self.bits((low, low + i128::from(width))) } else { None };
        Ok(some!(self.cx, bits => "link", "the pointer at {offset} of the cell {cell:#x} is not known").into())
    }

    /// An operand of `\separated` that is no part of this alternative, as it is written.
    fn unplaced(&mut self, written: Option<&(Poly, Poly)>) -> Checked {
        reject_if!(self.cx, written.is_none() => "separated", "an operand is no part of this alternative");
        let Some((address, size)) = written else { return Ok(()) };
        let (low, size) = (self.number(address)?, self.number(size)?);
        let end = low.saturating_add(size.max(0));
        let globals = self.globals.iter().filter_map(|base| Some((i128::from(*base), self.m.memory.get(*base)?.size)));
        let globals = globals.map(|(base, size)| (base, base + i128::from(size)));
        let overlap = self.parts.values().flatten().copied().chain(globals).any(|(from, to)| from < end && low < to);
        reject_if!(self.cx, overlap => "separated", "an operand overlaps a part or a global");
        Ok(())
    }

    /// What `\separated` names together does not overlap.
    fn separated(&mut self) -> Checked {
        let part = |part: &usize| self.parts.get(part).map_or(&[][..], Vec::as_slice);
        let global = |name: &String| {
            let base = self.m.globals.get(name.as_str()).copied()?;
            Some((i128::from(base), i128::from(base) + i128::from(self.m.memory.get(base)?.size)))
        };
        let parts = self.contract.separate.iter().map(|(one, other)| [part(one), part(other)].concat());
        let outside = self.contract.outside.iter().map(|(one, name)| (part(one), global(name).filter(|(a, b)| a < b)));
        for bytes in parts.chain(outside.map(|(bytes, global)| [bytes, global.as_slice()].concat())) {
            self.cx.charge(bytes.len())?;
            reject_if!(self.cx, !disjoint(&bytes) => "separated", "parts that are to be separate overlap");
        }
        for written in &self.contract.unplaced {
            self.unplaced(written.as_ref())?;
        }
        reject_if!(self.cx, self.contract.itself => "separated", "a global is to be separate from itself");
        Ok(())
    }
}

/// Whether no two of these intervals, none of which is empty, overlap.
fn disjoint(intervals: &[Interval]) -> bool {
    let sorted: BTreeSet<&Interval> = intervals.iter().collect();
    sorted.len() == intervals.len() && sorted.iter().is_sorted_by(|a, b| a.1 <= b.0)
}
