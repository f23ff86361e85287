//! Calls by contract: whether a caller's state is an instance of an entry that was not made for it (G-CALL, lending).
//!
//! The entry says what the contract does: ranges of memory at pointers, values in them, facts. Each of its blocks is
//! found in the caller's state by where its beginning leads, and may be a part of that block. Where the caller knows
//! nothing of a place that the entry describes, the place gets a name (G-READ).

use super::Instance;
use super::covers::{find_entry, settle, settle_facts, solve_for};
use super::holds;
use super::place::Place;
use crate::algebra::{Atom, Rel, Term, TooLarge, Var};
use crate::program::{Global, Reg};
use crate::rules::{self, Context, cell};
use crate::state::{Block, Entry, Path, State};
use certificates::{BlockId, EntryId, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// The most places of an entry that are given names at one call.
pub(super) const MOST_READ: usize = 24;

/// Bytes of an object, from and up to an offset, and whether they may be written.
pub(crate) type Part = (i128, i128, bool);

/// A block that is several blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Divided {
    /// Ascending and without gaps.
    pub parts: Vec<Part>,
    /// Whether they are known to be parts of one object.
    pub is_object: bool,
}

/// Why a caller's state is not an instance.
#[derive(Debug)]
pub(crate) enum Gap {
    /// This part of the entry has no counterpart.
    Part(&'static str),
    /// These facts do not follow.
    Facts(Vec<Atom>),
    /// The caller has not named the address of this function.
    Function(String),
    /// What is one block of the entry is several blocks of the caller's.
    Parts(BlockId, Divided),
}

impl From<TooLarge> for Gap {
    fn from(_: TooLarge) -> Gap {
        Gap::Part("a number")
    }
}

/// The caller's state at the path's end as an instance of the entry, whose parameters are given these values. The path
/// gets the steps that it takes, also where there is a gap.
pub(crate) fn lent(
    cx: &mut Context<'_>,
    node: &State,
    given: &BTreeMap<Reg, Term>,
    path: &mut Path,
) -> Result<Instance, Gap> {
    let variables = node.variables();
    let mut lender = Lender {
        cx,
        node,
        path,
        variables,
        instance: Instance::default(),
        equations: Vec::new(),
        used: BTreeSet::new(),
        read: 0,
    };
    for (register, value) in &node.bindings {
        let mine = given.get(register).ok_or(Gap::Part("a register"))?;
        lender.equations.push((value.term.clone(), mine.clone()));
    }
    lender.memory()?;
    lender.rest()?;
    lender.elements()?;
    lender.verify()?;
    Ok(lender.instance)
}

pub(super) struct Lender<'a, 'c, 'p> {
    pub(super) cx: &'c mut Context<'p>,
    pub(super) node: &'a State,
    pub(super) path: &'a mut Path,
    variables: BTreeSet<Var>,
    pub(super) instance: Instance,
    /// Pairs of equal terms, one of the node and one of the state.
    equations: Vec<(Term, Term)>,
    used: BTreeSet<BlockId>,
    read: usize,
}

impl Lender<'_, '_, '_> {
    /// Finds the caller's blocks and entries, each as soon as its place is known.
    fn memory(&mut self) -> Result<(), Gap> {
        let mut blocks: Vec<BlockId> = self.node.blocks.keys().copied().collect();
        let mut entries: Vec<EntryId> = self.node.entries.keys().copied().collect();
        while !blocks.is_empty() || !entries.is_empty() {
            let before = (blocks.len(), entries.len());
            self.solve();
            let mut open = Vec::new();
            for id in std::mem::take(&mut blocks) {
                match self.target(id)? {
                    Some(target) => self.pair(id, target)?,
                    None => open.push(id),
                }
                self.solve();
            }
            blocks = open;
            let mut open = Vec::new();
            for id in std::mem::take(&mut entries) {
                if !self.entry(id)? {
                    open.push(id);
                }
            }
            entries = open;
            if before != (blocks.len(), entries.len()) {
                continue;
            }
            // The end of a string: only its value is known.
            let Some(id) = entries.first().copied() else { return Err(Gap::Part("a string")) };
            self.guess(id)?;
            entries.remove(0);
        }
        self.solve();
        Ok(())
    }

    /// The caller's block for a block of the entry. `None`: it is not known yet.
    fn target(&mut self, id: BlockId) -> Result<Option<BlockId>, Gap> {
        let block = &self.node.blocks[&id];
        match &block.kind {
            Kind::Function(name) => match self.path.block_of_kind(&block.kind) {
                Some(target) => Ok(Some(target)),
                None => Err(Gap::Function(name.clone())),
            },
            Kind::Global(_) => self.path.block_of_kind(&block.kind).map(Some).ok_or(Gap::Part("a global variable")),
            Kind::Library(_) | Kind::Arguments | Kind::ArgumentText => {
                self.path.block_of_kind(&block.kind).map(Some).ok_or(Gap::Part("memory of the library's"))
            }
            Kind::Stack(_) => Err(Gap::Part("a local variable")),
            Kind::Variadic(_) | Kind::Passed(_) => Err(Gap::Part("variable arguments")),
            Kind::Heap | Kind::Caller(_) | Kind::Stream => {
                if let Some(base) = self.apply(&block.base) {
                    return self.led_to(&base).map(Some).ok_or(Gap::Part("the target of a pointer"));
                }
                // Where ranges may overlap, the block is all that they lie in.
                let Some(beginning) = block.base.as_var() else { return Ok(None) };
                let found = self.equations.iter().find_map(|(mine, theirs)| {
                    (mine.coefficient(&[beginning]) == 1).then(|| self.led_to(theirs)).flatten()
                });
                if let Some(base) = found.and_then(|found| Some(self.path.blocks.get(&found)?.base.clone())) {
                    self.instance.variables.insert(beginning, base);
                }
                Ok(found)
            }
        }
    }

    /// The block that a pointer leads into: that of which the beginning is nearest in front of it, of those that are at a
    /// known distance; otherwise one from whose beginning it leads.
    fn led_to(&self, pointer: &Term) -> Option<BlockId> {
        let memory = || self.path.blocks.iter().filter(|(_, b)| !matches!(b.kind, Kind::Function(_)) && !b.optional);
        let behind = |b: &Block| pointer.sub(&b.base).ok()?.as_constant().filter(|distance| *distance >= 0);
        let near = memory().filter_map(|(id, b)| Some((behind(b)?, *id))).min_by_key(|(distance, _)| *distance);
        let into = |b: &Block| b.base.as_var().is_some_and(|v| pointer.coefficient(&[v]) == 1);
        near.map(|(_, id)| id).or_else(|| memory().find(|(_, b)| into(b)).map(|(id, _)| *id))
    }

    /// Takes the caller's block for the entry's. Conditions on them are looked at later, but for those without which
    /// nothing can come of it.
    fn pair(&mut self, id: BlockId, target: BlockId) -> Result<(), Gap> {
        let (wanted, given) = (&self.node.blocks[&id], self.path.blocks[&target].clone());
        if let Some(parts) = self.parts(wanted, &given) {
            return Err(Gap::Parts(id, parts));
        }
        if !self.used.insert(target) {
            return Err(Gap::Part("two of its ranges lie in one block here"));
        }
        if !self.fits(wanted, &given) || !self.keeps_objects(wanted, &given) {
            return Err(Gap::Part("memory that may be changed, or freed, as the contract says"));
        }
        self.instance.blocks.insert(id, target);
        if !matches!(wanted.kind, Kind::Caller(_)) {
            self.equations.push((wanted.base.clone(), given.base));
            self.equations.push((wanted.size.clone(), given.size));
            return Ok(());
        }
        // A size of which nothing is said is all that there is.
        if let (Some(size), Some(base)) = (wanted.size.as_var(), self.apply(&wanted.base))
            && !self.instance.variables.contains_key(&size)
        {
            let rest = given.base.add(&given.size)?.sub(&base)?;
            self.instance.variables.insert(size, rest);
        }
        Ok(())
    }

    /// The parts in which a block lies that goes on behind the caller's block in which it begins: of an object that the
    /// caller assigns in part.
    fn parts(&self, wanted: &Block, given: &Block) -> Option<Divided> {
        let is_part = |b: &Block| matches!(b.kind, Kind::Caller(_)) && !b.optional;
        let (base, size) = (self.apply(&wanted.base)?, wanted.size.as_constant()?);
        let bytes = |b: &Block| {
            let begin = b.base.sub(&base).ok()?.as_constant()?;
            Some((begin, begin.checked_add(b.size.as_constant()?)?, !b.read_only))
        };
        if !is_part(wanted) || !is_part(given) || bytes(given)?.1 >= size {
            return None;
        }
        let all = self.path.blocks.values().filter(|b| is_part(b)).filter_map(|b| Some((bytes(b)?, b.kind.object())));
        let inside: Vec<(Part, Option<u32>)> = all.filter(|((begin, end, _), _)| *begin < size && 0 < *end).collect();
        // What is handed over as a part of an object is handed over whole.
        let is_object = given.kind.object().is_some()
            && inside.iter().all(|((begin, end, _), of)| *of == given.kind.object() && 0 <= *begin && *end <= size);
        let part = |((begin, end, written), _): (Part, Option<u32>)| (begin.max(0), end.min(size), written);
        let mut parts: Vec<Part> = inside.into_iter().map(part).collect();
        parts.sort_unstable();
        let ends = [0].into_iter().chain(parts.iter().map(|part| part.1));
        let begins = parts.iter().map(|part| part.0).chain([size]);
        ends.eq(begins).then_some(Divided { parts, is_object })
    }

    /// Whether parts of one object of the entry's are, with this pair, parts of one object here.
    fn keeps_objects(&self, wanted: &Block, given: &Block) -> bool {
        let Some(object) = wanted.kind.object() else { return true };
        let pairs =
            self.instance.blocks.iter().filter(|(mine, _)| self.node.blocks[mine].kind.object() == Some(object));
        let mut others = pairs.map(|(_, theirs)| self.path.blocks.get(theirs).and_then(|b| b.kind.object()));
        given.kind.object().is_some() && others.all(|of| of == given.kind.object())
    }

    /// Kinds and marks.
    fn fits(&self, wanted: &Block, given: &Block) -> bool {
        if !matches!(wanted.kind, Kind::Caller(_)) {
            let heap = wanted.kind == Kind::Heap;
            let read_only =
                if heap { given.read_only || wanted.read_only } else { given.read_only && !wanted.read_only };
            return wanted.kind == given.kind
                && !read_only
                && given.kept <= wanted.kept
                && given.optional == wanted.optional
                && given.align.is_multiple_of(wanted.align);
        }
        let program = self.cx.program;
        if matches!(given.kind, Kind::Stream | Kind::Library(_)) {
            return false;
        }
        let global = match &given.kind {
            Kind::Global(name) => match program.globals.iter().find(|g| g.name == *name) {
                Some(global) => Some(global),
                None => return false,
            },
            _ => None,
        };
        let unwritable = global.is_some_and(Global::is_unwritable);
        if given.optional || (given.read_only || unwritable) && !wanted.read_only {
            return false;
        }
        let Some(global) = global else { return true };
        let unnamed = |name: &str| program.globals.iter().find(|g| g.name == name).is_none_or(|g| g.unnamed_addr);
        let known = |block: &Block| matches!(&block.kind, Kind::Global(name) if unnamed(name));
        !global.name.starts_with('@')
            && (global.constant || !global.unnamed_addr)
            && (wanted.read_only || !self.node.blocks.values().any(known))
    }

    /// Finds the caller's entry for one of the entry node; false if its place is not known yet.
    fn entry(&mut self, id: EntryId) -> Result<bool, Gap> {
        let e = &self.node.entries[&id];
        let Some(block) = self.instance.blocks.get(&e.block).copied() else { return Ok(false) };
        let Some(offset) = self.offset(e)? else { return Ok(false) };
        let found = match find_entry(self.cx, self.path, block, &offset, e) {
            Some(found) => found,
            None => self.name(block, &offset, e)?,
        };
        let value = self.path.entries[&found].value.clone();
        self.equations.push((e.value.clone(), value));
        self.instance.entries.insert(id, found);
        self.solve();
        Ok(true)
    }

    /// The place of an entry in the caller's block, if it is known.
    fn offset(&self, e: &Entry) -> Result<Option<Term>, TooLarge> {
        let Some(offset) = self.apply(&e.offset) else { return Ok(None) };
        let (wanted, target) = (&self.node.blocks[&e.block], self.instance.blocks.get(&e.block));
        let Some(given) = target.and_then(|target| self.path.blocks.get(target)) else { return Ok(None) };
        let Some(base) = self.apply(&wanted.base) else { return Ok(None) };
        Ok(Some(offset.add(&base)?.sub(&given.base)?))
    }

    /// Names what the caller's memory holds at a place of which it knows nothing.
    fn name(&mut self, block: BlockId, offset: &Term, e: &Entry) -> Result<EntryId, Gap> {
        self.read += 1;
        if self.read > MOST_READ || e.value.as_constant().is_some() {
            return Err(Gap::Part("a known value in memory"));
        }
        cell::name(self.cx, self.path, block, offset, (e.width, e.sign)).ok_or(Gap::Part("a value in memory"))
    }

    /// The caller's entry with the same number, for an entry of whose place something is open: the end of a string.
    fn guess(&mut self, id: EntryId) -> Result<(), Gap> {
        let e = &self.node.entries[&id];
        let block = *self.instance.blocks.get(&e.block).ok_or(Gap::Part("the block of a string"))?;
        let (wanted, given) = (&self.node.blocks[&e.block], self.path.blocks[&block].clone());
        let base = self.apply(&wanted.base).ok_or(Gap::Part("the place of a string"))?;
        let shift = base.sub(&given.base)?;
        let alike = |o: &Entry| o.width == e.width && o.sign == e.sign && o.value == e.value;
        let fitting = self.path.entries_of(block).filter(|(_, o)| e.value.as_constant().is_some() && alike(o));
        let fitting: Vec<(EntryId, Term)> = fitting.map(|(id, o)| (id, o.offset.clone())).collect();
        for (found, offset) in fitting.into_iter().rev() {
            let inside = Atom::le(&shift, &offset)?;
            if holds(self.cx, self.path, &inside) {
                self.equations.push((e.offset.clone(), offset.sub(&shift)?));
                self.instance.entries.insert(id, found);
                self.solve();
                return Ok(());
            }
        }
        Err(Gap::Part("the end of a string"))
    }

    /// The node's term over the state's variables, if all its variables are known.
    fn apply(&self, t: &Term) -> Option<Term> {
        let known = t.vars().all(|v| self.instance.variables.contains_key(&v));
        known.then(|| self.instance.image_of(t).ok()).flatten()
    }

    fn solve(&mut self) {
        settle(&self.equations, &self.variables, &mut self.instance);
    }

    /// Finds what only facts mention: quotients, and distances in units.
    fn rest(&mut self) -> Result<(), Gap> {
        let node = self.node;
        loop {
            let before = self.instance.variables.len();
            for atom in node.knowledge.iter().filter(|atom| atom.rel == Rel::Eq) {
                let unknown: BTreeSet<Var> =
                    atom.term.vars().filter(|v| !self.instance.variables.contains_key(v)).collect();
                if let (Some(v), 1) = (unknown.first(), unknown.len())
                    && let Some(value) = solve_for(&atom.term, &Term::zero(), *v, &self.instance)
                {
                    self.instance.variables.insert(*v, value);
                }
            }
            settle_facts(&node.knowledge, &self.path.knowledge, &self.variables, &mut self.instance);
            self.solve();
            if self.instance.variables.len() == before {
                break;
            }
        }
        let known = self.variables.iter().all(|v| self.instance.variables.contains_key(v));
        if known { Ok(()) } else { Err(Gap::Part("a value of which only facts tell")) }
    }

    fn verify(&mut self) -> Result<(), Gap> {
        for (mine, theirs) in std::mem::take(&mut self.equations) {
            let image = self.instance.image_of(&mine)?;
            if image != theirs && !holds(self.cx, self.path, &Atom::eq(&theirs, &image)?) {
                return Err(Gap::Part("an equal value"));
            }
        }
        let mut missing = Vec::new();
        let blocks = self.instance.blocks.clone();
        for (id, target) in &blocks {
            missing.extend(self.block(*id, *target)?);
        }
        for atom in &self.node.knowledge {
            let image = self.instance.image(atom)?;
            if !holds(self.cx, self.path, &image) {
                missing.push(image);
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(Gap::Facts(missing)) }
    }

    /// What is missing of the conditions on a block. What must be reasoned is asserted, so that the checker finds it.
    fn block(&mut self, id: BlockId, target: BlockId) -> Result<Vec<Atom>, Gap> {
        let (wanted, given) = (&self.node.blocks[&id], self.path.blocks[&target].clone());
        if !matches!(wanted.kind, Kind::Caller(_)) {
            return Ok(Vec::new());
        }
        let place = Place::of(wanted, &given, &self.instance)?;
        if !place.is_part {
            return match given.align.is_multiple_of(wanted.align) {
                true => Ok(Vec::new()),
                false => Err(Gap::Part("an alignment")),
            };
        }
        if wanted.kind.object().is_some() {
            return Err(Gap::Part("an object in parts"));
        }
        if !place.is_aligned(wanted, &given) {
            return Err(Gap::Part("an alignment"));
        }
        rules::heap::inside_memory(self.cx, self.path, target)?;
        let mut missing = Vec::new();
        for atom in place.obligations(self.cx, &given, (self.node, id), &self.instance)? {
            if atom.decide() == Some(true) || self.path.knowledge.contains(&atom) {
                continue;
            }
            match holds(self.cx, self.path, &atom) {
                true => self.path.assert(atom),
                false => missing.push(atom),
            }
        }
        Ok(missing)
    }
}
