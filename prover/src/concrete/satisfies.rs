//! Whether a call satisfies a contract (`spec/precondition.md`, section "Meaning"): the conjuncts of each alternative,
//! evaluated on its numbers and bytes.

use super::condition::Condition;
use super::memory::{Memory, Object, Owner};
use crate::algebra::{Atom, Term, Var};
use crate::contract::Elements;
use crate::start::{Meaning, Step};
use certificates::{Call, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// Elements of an array that are looked at, at most.
const MOST_ELEMENTS: i128 = 1 << 16;

/// The addresses of some bytes: the first, and one past the last.
pub(super) type Bytes = (i128, i128);

impl Condition<'_> {
    /// Whether the call is well-formed and the conjuncts of some alternative are true of it.
    pub(super) fn is_satisfied(&self, call: &Call) -> bool {
        let memory = Memory::new(self, call);
        self.is_well_formed(call, &memory)
            && self
                .meanings
                .iter()
                .any(|meaning| Reading::new(self, meaning, call, &memory).is_some_and(Reading::holds))
    }
}

/// The evaluation of one alternative, from left to right.
pub(super) struct Reading<'a> {
    pub condition: &'a Condition<'a>,
    meaning: &'a Meaning,
    call: &'a Call,
    pub memory: &'a Memory<'a>,
    /// The values of the symbols so far.
    values: BTreeMap<Var, i128>,
    /// For each part so far, the bytes that it names: of a range one piece or none, of a list or tree its cells.
    parts: Vec<Vec<Bytes>>,
    structures: Vec<Vec<Bytes>>,
    /// The cells that become the function's.
    pub owned: BTreeSet<Bytes>,
    callbacks: BTreeSet<u64>,
    /// The object of the ranges whose pointers begin with a symbol.
    homes: BTreeMap<Var, i128>,
    /// Global variables, by their places in the program, to which a constant points that the contract reads.
    handed_out: BTreeSet<usize>,
}

impl<'a> Reading<'a> {
    fn new(
        condition: &'a Condition<'a>,
        meaning: &'a Meaning,
        call: &'a Call,
        memory: &'a Memory<'a>,
    ) -> Option<Reading<'a>> {
        let mut values = BTreeMap::new();
        let mut number = 0..;
        for (parameter, bits) in meaning.parameters.iter().zip(&call.parameters) {
            let name = number.next()?;
            if let Some((width, signed)) = *parameter {
                let (bits, top) = (i128::from(*bits), 1i128 << width);
                values.insert(name, if signed && bits >= top / 2 { bits - top } else { bits });
            }
        }
        let mut number = number.skip(meaning.strings);
        for place in &condition.kept {
            values.insert(number.next()?, i128::from(*call.globals.get(*place)?));
        }
        let (parts, structures, owned, callbacks, homes, handed_out) = Default::default();
        Some(Reading {
            condition,
            meaning,
            call,
            memory,
            values,
            parts,
            structures,
            owned,
            callbacks,
            homes,
            handed_out,
        })
    }

    fn holds(mut self) -> bool {
        self.truth().is_some()
    }

    /// `None`: not satisfied.
    fn truth(&mut self) -> Option<()> {
        let meaning = self.meaning;
        self.lengths();
        let mut next = meaning.parameters.len() + meaning.strings + self.condition.kept.len();
        for step in &meaning.steps {
            match step {
                Step::Range(number) => self.range(*number)?,
                Step::Structure(number) => {
                    let cells = self.cells(meaning.structures.get(*number)?)?;
                    self.structures.push(cells);
                }
                Step::Fact(fact) => self.fact(fact)?,
                Step::Callback(_, None) | Step::Result(_) => {}
                Step::Callback(_, Some(pointer)) => {
                    let address = u64::try_from(self.value(pointer)?).ok()?;
                    self.call.callbacks.binary_search(&address).ok()?;
                    self.callbacks.insert(address);
                }
                Step::Read { address, width, sign, .. } => {
                    let value = self.read(address, *width, *sign)?;
                    self.values.insert(Var::try_from(next).ok()?, value);
                }
                Step::Elements(elements) => self.elements(elements)?,
                Step::Quotient { dividend, divisor, .. } => {
                    let quotient = self.value(dividend)?.checked_div(*divisor)?;
                    self.values.insert(Var::try_from(next).ok()?, quotient);
                }
            }
            next += usize::from(step.has_variable());
        }
        meaning.facts.iter().try_for_each(|fact| self.fact(fact))?;
        self.separate()?;
        self.alone()?;
        let heap = self.memory.objects().iter().filter(|object| object.owner == Owner::Heap);
        let all_owned = heap.map(|object| (object.base, object.end())).all(|bytes| self.owned.contains(&bytes));
        (all_owned && self.callbacks.len() == self.call.callbacks.len()).then_some(())
    }

    /// The value of a term, if it fits into 128 bits.
    pub(super) fn value(&self, term: &Term) -> Option<i128> {
        term.value(&self.values)
    }

    fn fact(&self, fact: &Atom) -> Option<()> {
        fact.holds(&self.values).filter(|holds| *holds).map(|_| ())
    }

    /// The lengths of strings whose addresses do not depend on what is read.
    fn lengths(&mut self) {
        for _ in 0..self.meaning.strings {
            for (number, range) in self.meaning.ranges.iter().enumerate() {
                if range.string.is_some() && self.value(&range.address).is_some() {
                    self.length(number);
                }
            }
        }
    }

    /// Finds the length of the string that is this range, unless it is known.
    fn length(&mut self, number: usize) -> Option<()> {
        let range = self.meaning.ranges.get(number)?;
        let before = self.meaning.ranges.iter().take(number).filter(|range| range.string.is_some()).count();
        let name = Var::try_from(self.meaning.parameters.len() + before).ok()?;
        if !self.values.contains_key(&name) {
            let length = self.memory.length(self.value(&range.address)?, range.string?)?;
            self.values.insert(name, length);
        }
        Some(())
    }

    /// A range that is not empty lies in one object of the caller or kept global variable.
    fn range(&mut self, number: usize) -> Option<()> {
        let range = self.meaning.ranges.get(number)?;
        if range.string.is_some() {
            self.length(number)?;
        }
        let (from, length) = (self.value(&range.address)?, self.value(&range.length)?);
        if length <= 0 {
            self.parts.push(Vec::new());
            return (!range.freeable).then_some(());
        }
        let bytes = (from, from.checked_add(length)?);
        let object = self.memory.around(bytes.0, bytes.1)?;
        let named = match object.owner {
            Owner::Caller => true,
            Owner::Heap => self.begins(object),
            Owner::Global(place) => self.condition.holds_ranges(place) && self.is_handed_out(place),
        };
        // What is counted from one pointer lies in one object.
        let home = object.base;
        let (named, writable) = (named && *self.homes.entry(range.start).or_insert(home) == home, object.writable);
        let aligned = from.checked_rem(i128::from(range.align)) == Some(0);
        self.parts.push(vec![bytes]);
        if range.freeable {
            let whole = range.string.is_some() || bytes.1 == object.end();
            (object.owner == Owner::Heap && object.base == from && whole).then_some(())?;
            self.owned.insert((object.base, object.end()));
        }
        (named && aligned && (writable || !range.writable)).then_some(())
    }

    /// Whether a range that can be freed begins with an object.
    fn begins(&self, object: &Object<'_>) -> bool {
        let mut ranges = self.meaning.ranges.iter().filter(|range| range.freeable);
        ranges.any(|range| self.value(&range.address) == Some(object.base))
    }

    /// Whether nothing else lies in what can be freed.
    fn alone(&self) -> Option<()> {
        let all = || self.meaning.ranges.iter().zip(&self.parts);
        for (range, bytes) in all().filter(|(range, _)| range.freeable) {
            let (low, high) = *bytes.first()?;
            let object = self.memory.around(low, high)?;
            let (low, high) = (object.base, object.end());
            let others = all().filter(|(other, _)| other.address != range.address).map(|(_, bytes)| bytes);
            if others.chain(&self.structures).flatten().any(|(from, to)| low < *to && *from < high) {
                return None;
            }
        }
        Some(())
    }

    /// Whether a caller may have the address of the variable with this place in the program: it is not local, the
    /// contract compares its address, or a constant that the contract reads holds it.
    fn is_handed_out(&self, place: usize) -> bool {
        let local = self.condition.program.globals.get(place).is_none_or(|global| global.local);
        if !local || self.handed_out.contains(&place) {
            return true;
        }
        let kept = self.condition.kept.iter().position(|kept| *kept == place);
        let first = self.meaning.parameters.len() + self.meaning.strings;
        let name = kept.and_then(|kept| Var::try_from(first + kept).ok());
        let later = self.meaning.steps.iter().filter_map(|step| match step {
            Step::Fact(fact) => Some(fact),
            _ => None,
        });
        name.is_some_and(|name| {
            self.meaning.facts.iter().chain(later).any(|fact| fact.term.vars().any(|other| other == name))
        })
    }

    /// The value of a place, which lies inside a range before it or in a kept global variable.
    fn read(&mut self, address: &Term, width: u32, sign: Sign) -> Option<i128> {
        let at = self.value(address)?;
        self.read_at(at, width / 8, sign)
    }

    /// The same at an address, of so many bytes.
    fn read_at(&mut self, at: i128, bytes: u32, sign: Sign) -> Option<i128> {
        let end = at.checked_add(i128::from(bytes))?;
        let in_range = self.parts.iter().flatten().any(|(low, high)| *low <= at && end <= *high);
        let object = self.memory.around(at, end)?;
        let in_global = matches!(object.owner, Owner::Global(place) if self.condition.holds_ranges(place));
        let value = self.memory.number(at, bytes, sign == Sign::Signed)?;
        let target = value.checked_add(1).and_then(|end| self.memory.around(value, end));
        if in_global
            && !object.writable
            && let Some(Owner::Global(place)) = target.map(|target| target.owner)
        {
            self.handed_out.insert(place);
        }
        (in_range || in_global).then_some(value)
    }

    /// What is said of elements holds of each of them.
    fn elements(&mut self, elements: &Elements) -> Option<()> {
        let (first, count) = (self.value(&elements.address)?, self.value(&elements.count)?);
        let rests = elements.all.iter().map(|(.., rest)| self.value(rest)).collect::<Option<Vec<_>>>()?;
        (count <= MOST_ELEMENTS).then_some(())?;
        for number in 0..count.max(0) {
            let at = number.checked_mul(elements.stride.into())?.checked_add(first)?;
            let value = self.read_at(at, elements.width, elements.sign)?;
            for ((rel, factor, _), rest) in elements.all.iter().zip(&rests) {
                let value = factor.checked_mul(value)?.checked_add(*rest)?;
                Atom::new(*rel, Term::constant(value)).decide().filter(|holds| *holds)?;
            }
        }
        Some(())
    }

    /// What `\separated` names does not overlap.
    fn separate(&self) -> Option<()> {
        let parts: Vec<&Vec<Bytes>> = self.parts.iter().chain(&self.structures).collect();
        for (a, b) in &self.meaning.separate {
            let (one, other) = (parts.get(*a)?, parts.get(*b)?);
            if a == b && !one.is_empty() || !apart(one.iter().chain(other.iter()).copied().collect()) {
                return None;
            }
        }
        for (part, name) in &self.meaning.outside {
            let place = self.condition.program.globals.iter().position(|global| global.name == *name)?;
            let variable = self.memory.objects().iter().find(|object| object.owner == Owner::Global(place))?;
            let (low, high) = (variable.base, variable.end());
            if parts.get(*part)?.iter().any(|(from, to)| low < *to && *from < high) {
                return None;
            }
        }
        // What is no part of this alternative may overlap nothing all the same.
        let variables = self.memory.objects().iter().filter(|object| matches!(object.owner, Owner::Global(_)));
        let taken: Vec<Bytes> = variables.map(|object| (object.base, object.end())).collect();
        for written in &self.meaning.unplaced {
            let (address, length) = written.as_ref()?;
            let low = self.value(address)?;
            let end = low.checked_add(self.value(length)?.max(0))?;
            if parts.iter().copied().flatten().chain(&taken).any(|(from, to)| *from < end && low < *to) {
                return None;
            }
        }
        Some(())
    }
}

/// Whether no two of these pieces of memory overlap.
pub(super) fn apart(mut pieces: Vec<Bytes>) -> bool {
    pieces.sort_unstable();
    pieces.windows(2).all(|pair| pair[0].1 <= pair[1].0)
}
