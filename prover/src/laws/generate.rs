//! Random states, made of bytes: bytes that run out are zeros, which choose what is simplest.
//!
//! Each variable has a value, and facts are true of these values, so that no state is contradictory by accident. (Where
//! a state would be, everything would follow.)

use super::world::{DOUBLE, HEAD, NUMBERS, OWNING, POINTERS, SINGLE, START, TREE, World};
use crate::algebra::{Atom, Term, Var};
use crate::rules::heap;
use crate::state::{Block, Entry, Line, Range, Segment, State, Tree, Value};
use certificates::{BlockId, Kind, Marks, Sign};
use std::collections::BTreeMap;

/// Bytes as choices.
#[derive(Debug)]
pub(super) struct Choices<'b> {
    bytes: &'b [u8],
    next: usize,
}

impl Choices<'_> {
    pub(super) fn new(bytes: &[u8]) -> Choices<'_> {
        Choices { bytes, next: 0 }
    }

    /// A number below this one; 0 when there are no more bytes.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        let byte = self.bytes.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        usize::from(byte).checked_rem(limit).unwrap_or_default()
    }

    /// One of these, the first when there are no more bytes.
    pub(super) fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }

    /// One time in so many.
    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) + 1 == times
    }
}

/// Makes states one after the other, whose names are those of one run.
#[derive(Debug)]
pub(super) struct Maker<'w, 'b> {
    world: &'w World,
    choices: Choices<'b>,
    values: BTreeMap<Var, i128>,
    /// Variables that are numbers, and pointers that something is known of.
    numbers: Vec<Var>,
    pointers: Vec<Term>,
    ids: u32,
}

const SMALL: [i128; 8] = [0, 1, 2, 3, -1, 8, 5, 16];

impl<'w, 'b> Maker<'w, 'b> {
    pub(super) fn new(world: &'w World, choices: Choices<'b>) -> Maker<'w, 'b> {
        let (values, numbers, pointers) = (BTreeMap::new(), Vec::new(), vec![Term::zero()]);
        Maker { world, choices, values, numbers, pointers, ids: 0 }
    }

    /// A state.
    pub(super) fn state(&mut self) -> State {
        let mut st = State::new("f");
        st.place = if self.choices.one_in(4) { START } else { HEAD };
        for _ in 0..2 + self.choices.below(3) {
            self.number();
        }
        for _ in 0..self.choices.below(4) {
            self.block(&mut st);
        }
        for _ in 0..self.choices.below(3) {
            self.list(&mut st);
        }
        for _ in 0..self.choices.below(2) {
            self.tree(&mut st);
        }
        let blocks: Vec<BlockId> = st.blocks.keys().copied().collect();
        for block in blocks {
            self.contents(&mut st, block);
        }
        for name in NUMBERS {
            if self.choices.one_in(3) {
                self.bind(&mut st, name);
            }
        }
        for name in POINTERS {
            if self.choices.one_in(2) {
                self.bind(&mut st, name);
            }
        }
        for _ in 0..self.choices.below(6) {
            let fact = self.fact();
            st.knowledge.extend(fact);
        }
        st.scope = self.values.keys().copied().collect();
        st
    }

    /// The state after some of what a program does: values and memory change, facts are found and forgotten.
    pub(super) fn successor(&mut self, before: &State) -> State {
        let mut st = before.clone();
        for _ in 0..1 + self.choices.below(4) {
            self.change(&mut st);
        }
        st.scope = self.values.keys().copied().collect();
        st
    }

    fn change(&mut self, st: &mut State) {
        match self.choices.below(12) {
            0 | 1 => {
                let step = self.choices.pick(&[1, -1, 8, 4]);
                let place = self.choices.below(st.bindings.len().max(1));
                if let Some(value) = st.bindings.values_mut().nth(place) {
                    value.term = value.term.plus(step).unwrap_or_else(|_| value.term.clone());
                }
            }
            2 => {
                self.number();
                let name = self.choices.pick(&NUMBERS);
                self.bind(st, name);
            }
            3 => {
                let name = self.choices.pick(&POINTERS);
                self.bind(st, name);
            }
            4 if !st.knowledge.is_empty() => {
                let place = self.choices.below(st.knowledge.len());
                st.knowledge.remove(place);
            }
            5 => {
                let fact = self.fact();
                st.knowledge.extend(fact);
            }
            6 => {
                let place = self.choices.below(st.entries.len().max(1));
                if let Some(id) = st.entries.keys().nth(place).copied() {
                    st.entries.remove(&id);
                }
            }
            7 => {
                let place = self.choices.below(st.entries.len().max(1));
                if let Some(id) = st.entries.keys().nth(place).copied() {
                    let width = st.entries[&id].width;
                    let value = if width == 8 && self.choices.one_in(2) { self.pointer() } else { self.term() };
                    st.entries.entry(id).and_modify(|e| e.value = value);
                }
            }
            8 => {
                let block = self.block(st);
                self.contents(st, block);
                let base = st.blocks[&block].base.clone();
                let name = self.choices.pick(&POINTERS);
                self.set(st, name, base);
            }
            9 => {
                let place = self.choices.below(st.blocks.len().max(1));
                if let Some(id) = st.blocks.keys().nth(place).copied() {
                    st.forget_block(id);
                }
            }
            10 => self.list(st),
            _ => self.walk(st),
        }
    }

    /// A list is as much shorter as if its first cell were gone.
    fn walk(&mut self, st: &mut State) {
        let place = self.choices.below(st.lists.len().max(1));
        let Some(id) = st.lists.keys().nth(place).copied() else { return };
        let list = &st.lists[&id];
        let length = self.value(&list.length);
        let Some(shorter) = list.length.plus(-1).ok().filter(|_| length > 0) else { return };
        let after = if length == 1 { self.value(&list.end) } else { self.value(&list.head) + 64 };
        let head = self.variable(after);
        self.pointers.push(head.clone());
        let Some(list) = st.lists.get_mut(&id) else { return };
        if list.shape == DOUBLE {
            list.before = list.head.clone();
        }
        (list.head, list.length) = (head.clone(), shorter);
        list.first = vec![None; list.first.len()];
        let name = self.choices.pick(&POINTERS);
        self.set(st, name, head);
    }

    fn value(&self, t: &Term) -> i128 {
        t.value(&self.values).unwrap_or_default()
    }

    fn id(&mut self) -> u32 {
        self.ids += 1;
        self.ids - 1
    }

    /// A new variable of this value.
    fn variable(&mut self, value: i128) -> Term {
        let v = self.values.len() as Var;
        self.values.insert(v, value);
        Term::var(v)
    }

    fn number(&mut self) -> Term {
        let value = self.choices.pick(&SMALL);
        let number = self.variable(value);
        self.numbers.extend(number.as_var());
        number
    }

    /// A number.
    fn term(&mut self) -> Term {
        let numbers = self.numbers.clone();
        let any = |choices: &mut Choices<'_>| Term::var(choices.pick(&numbers));
        let constant = self.choices.pick(&SMALL);
        let a = any(&mut self.choices);
        let made = match self.choices.below(8) {
            0..3 => Ok(a),
            3 => Ok(Term::constant(constant)),
            4 | 5 => a.plus(constant),
            6 => a.scale(self.choices.pick(&[2, 8, -1])),
            _ => a.add(&any(&mut self.choices)),
        };
        made.unwrap_or_else(|_| Term::zero())
    }

    fn pointer(&mut self) -> Term {
        let pointers = self.pointers.clone();
        self.choices.pick(&pointers)
    }

    /// Something true.
    fn fact(&mut self) -> Option<Atom> {
        let (a, b) = (self.term(), self.term());
        let term = if self.choices.one_in(2) { a.sub(&b).ok()? } else { a };
        let value = self.value(&term);
        let slack = self.choices.pick(&[0, 0, 1, 5]);
        let atom = match self.choices.below(6) {
            0 | 1 => Atom::le(&term, &Term::constant(value + slack)).ok()?,
            2 | 3 => Atom::le(&Term::constant(value - slack), &term).ok()?,
            4 => Atom::eq(&term, &Term::constant(value)).ok()?,
            _ => Atom::ne(&term, &Term::constant(value + slack + 1)).ok()?,
        };
        atom.decide().is_none().then_some(atom)
    }

    fn bind(&mut self, st: &mut State, name: &str) {
        let term = if NUMBERS.contains(&name) {
            self.term()
        } else {
            let offset = if self.choices.one_in(4) { self.term() } else { Term::zero() };
            let pointer = self.pointer();
            pointer.add(&offset).unwrap_or(pointer)
        };
        self.set(st, name, term);
    }

    fn set(&mut self, st: &mut State, name: &str, term: Term) {
        let sign = if NUMBERS.contains(&name) { Sign::Signed } else { Sign::Unsigned };
        st.bindings.extend(self.world.register(name).map(|register| (register, Value { sign, term })));
    }

    fn block(&mut self, st: &mut State) -> BlockId {
        let base = self.variable(4096 * (1 + self.values.len() as i128));
        let mut size = Term::constant(self.choices.pick(&[16, 24, 32, 40, 4, 7]));
        let align = self.choices.pick(&[8, 16, 1]);
        let mut kind = self.choices.pick(&[Kind::Heap, Kind::Heap, Kind::Heap, Kind::Global("g".into())]);
        if self.choices.one_in(8) {
            kind = Kind::Stack("x".into());
        }
        if kind != Kind::Heap && st.block_of_kind(&kind).is_some() {
            kind = Kind::Heap;
        }
        let heap = kind == Kind::Heap;
        if heap && self.choices.one_in(5) {
            size = self.number();
        }
        let kept = heap && self.choices.one_in(12);
        let optional = heap && self.choices.one_in(12);
        if self.choices.one_in(3) {
            st.knowledge.extend(Atom::le(&Term::constant(1), &base).ok());
            let last = Term::constant(heap::end_of_memory(64));
            st.knowledge.extend(base.add(&size).ok().and_then(|end| Atom::le(&end, &last).ok()));
        }
        self.pointers.push(base.clone());
        let id = self.id();
        st.blocks.insert(id, Block { base, size, align, kind, read_only: false, kept, optional });
        id
    }

    /// Entries of a block: those of a cell, if it may be one, or some.
    fn contents(&mut self, st: &mut State, block: BlockId) {
        let b = st.blocks[&block].clone();
        if b.optional {
            return;
        }
        let size = b.size.as_constant();
        let shape = self.world.program.shapes.iter().find(|shape| Some(i128::from(shape.size)) == size);
        let shape = shape.filter(|_| b.kind == Kind::Heap).cloned();
        if let Some(shape) = shape.filter(|_| !self.choices.one_in(4)) {
            let owned = shape.owned.iter().map(|owned| owned.offset);
            for offset in shape.links.iter().copied().chain(shape.back).chain(owned) {
                let value = self.pointer();
                self.entry(st, block, Term::constant(offset.into()), (8, Sign::Unsigned), value);
            }
            for place in &shape.fields {
                let value = self.term();
                self.entry(st, block, Term::constant(place.offset.into()), (place.width, place.sign), value);
            }
            return;
        }
        for _ in 0..self.choices.below(3) {
            let offset =
                if self.choices.one_in(4) { self.term() } else { Term::constant(self.choices.pick(&[0, 8, 4])) };
            let place = self.choices.pick(&[(4, Sign::Signed), (1, Sign::Unsigned), (8, Sign::Unsigned)]);
            let value = if place.0 == 8 && self.choices.one_in(2) { self.pointer() } else { self.term() };
            self.entry(st, block, offset, place, value);
        }
    }

    fn entry(&mut self, st: &mut State, block: BlockId, offset: Term, (width, sign): (u32, Sign), value: Term) {
        // What is said of a place is said once: of two values there the prover knows the newer one only.
        let place = self.value(&offset);
        let is_there = |e: &Entry| (self.value(&e.offset), e.width, e.sign) == (place, width, sign);
        if st.entries_of(block).any(|(_, e)| is_there(e)) {
            return;
        }
        let id = self.id();
        st.entries.insert(id, Entry { block, offset, width, sign, value });
    }

    /// How many cells there are, and what is known of that: what plainly has none has been dropped.
    fn count(&mut self, st: &mut State) -> Term {
        if self.choices.one_in(3) {
            return Term::constant(self.choices.pick(&[1, 2]));
        }
        let value = self.choices.pick(&[1, 0, 2, 3]);
        let count = self.variable(value);
        self.numbers.extend(count.as_var());
        let least = if self.choices.one_in(2) { value } else { 0 };
        st.knowledge.extend(Atom::le(&Term::constant(least), &count).ok());
        count
    }

    /// Bounds that a known value lies in.
    fn range(&mut self, known: &[Option<Term>]) -> Range {
        let values: Vec<i128> = known.iter().flatten().map(|t| self.value(t)).collect();
        let bound = |value: Option<i128>, otherwise: i128| Some(value.unwrap_or(otherwise));
        match self.choices.below(4) {
            0 | 1 => Range::default(),
            2 => Range { least: bound(values.into_iter().min(), 0), most: None },
            _ => Range { least: bound(values.iter().copied().min(), 0), most: bound(values.into_iter().max(), 9) },
        }
    }

    fn marks(&mut self) -> Marks {
        Marks { read_only: false, kept: self.choices.one_in(12) }
    }

    fn list(&mut self, st: &mut State) {
        let shape = self.choices.pick(&[SINGLE, DOUBLE, SINGLE, DOUBLE, OWNING]);
        let length = self.count(st);
        let cells = self.value(&length);
        let end = if self.choices.one_in(2) { self.pointer() } else { Term::zero() };
        let place = 1_000_000 + 4096 * self.values.len() as i128;
        let head = self.variable(if cells == 0 { self.value(&end) } else { place });
        let (mut before, mut rear) = (Term::zero(), Term::zero());
        if shape == DOUBLE {
            before = if self.choices.one_in(2) { self.pointer() } else { Term::zero() };
            rear = if cells == 1 && self.choices.one_in(2) {
                head.clone()
            } else {
                let last = if cells == 0 { self.value(&before) } else { place + 64 * (cells - 1) };
                self.variable(last)
            };
        }
        let mut known = || self.choices.one_in(3).then(|| self.term());
        let (first, mut last) = (vec![known()], vec![known()]);
        if cells == 1 && first[0].is_some() && last[0].is_some() {
            last.clone_from(&first);
        }
        let (mut all, mut lines) = (vec![self.range(&[first[0].clone(), last[0].clone()])], vec![None]);
        if first[0].is_none() && last[0].is_none() && self.choices.one_in(4) {
            all = vec![Range::default()];
            let several = length.as_constant().is_none_or(|length| length > 1);
            let slope = if several { Some(self.choices.pick(&[1, -1, 2])) } else { None };
            lines = vec![Some(Line { slope, rest: self.term() })];
        }
        self.pointers.extend([head.clone(), rear.clone()]);
        let marks = self.marks();
        let id = self.id();
        st.lists.insert(id, Segment { shape, head, end, length, before, rear, first, last, all, lines, marks });
    }

    fn tree(&mut self, st: &mut State) {
        let cells = self.count(st);
        let count = self.value(&cells);
        let hole = self.choices.one_in(4).then(|| self.pointer());
        let none = hole.as_ref().map_or(0, |hole| self.value(hole));
        let root = self.variable(if count == 0 { none } else { 2_000_000 + 4096 * self.values.len() as i128 });
        self.pointers.push(root.clone());
        let (all, marks) = (vec![self.range(&[])], self.marks());
        let id = self.id();
        st.trees.insert(id, Tree { shape: TREE, root, cells, hole, all, marks });
    }
}
