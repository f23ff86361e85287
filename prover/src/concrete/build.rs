//! A call from an initial state: numbers that its facts allow, addresses, and the bytes that its entries say.

use super::condition::{Condition, is_of_the_library};
use super::layout::Layout;
use super::memory::cells_of;
use super::model::Model;
use super::repair::{Repair, Written};
use super::wishes::{Taste, Terms, is_callers, is_end};
use crate::algebra::{Atom, Term, Var};
use crate::entail::Engine;
use crate::program::{Global, Operand, Reg, Type};
use crate::start::Start;
use crate::state::{Block, Entry};
use certificates::{BlockId, Call, CallObject, Content, Kind, Marks, Run, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// The character that strings consist of.
const LETTER: u8 = b'a';
/// How often a call is made again because bytes that the contract reads twice differ.
const MOST_REPAIRS: usize = 8;
/// The largest global variable whose contents are given although the contract does not mention it, in bytes.
const CONTENTS: u64 = 1 << 16;

/// Values of variables.
pub(super) type Values = BTreeMap<Var, i128>;

/// What a call is made from.
pub(super) struct Maker<'a> {
    condition: &'a Condition<'a>,
    pub(super) start: &'a Start,
    pub(super) taste: &'a Taste,
    terms: Terms,
    variables: BTreeSet<Var>,
    /// Cells of lists and trees: the pointer to them, the shape, the pointer behind, what may be done with them.
    cells: Vec<(&'a Term, &'a Shape, Option<&'a Term>, Marks)>,
}

/// A call from an initial state; `None` if none is found. `shapes`: those that the state's lists and trees have.
pub(super) fn call(condition: &Condition<'_>, shapes: &[Shape], start: &Start, taste: &Taste) -> Option<Call> {
    let maker = Maker::new(condition, shapes, start, taste)?;
    let mut known = start.state.knowledge.clone();
    known.extend(maker.constants());
    known.extend(maker.apart(&known)?);
    let mut fresh = maker.variables.last().map_or(0, |v| v + 1);
    for _ in 0..MOST_REPAIRS {
        let values = maker.values(&known)?;
        match maker.made(&values)? {
            Ok(call) => return condition.is_satisfied(&call).then_some(call),
            Err(repair) => known.extend(repair.atoms(&mut fresh)?),
        }
    }
    None
}

impl<'a> Maker<'a> {
    fn new(condition: &'a Condition<'a>, shapes: &'a [Shape], start: &'a Start, taste: &'a Taste) -> Option<Maker<'a>> {
        let state = &start.state;
        let shape = |number: u32| shapes.get(usize::try_from(number).ok()?);
        let empty = |length: &Term| length.as_constant() == Some(0);
        let mut cells = Vec::new();
        for list in state.lists.values().filter(|list| !empty(&list.length)) {
            cells.push((&list.head, shape(list.shape)?, Some(&list.end), list.marks));
        }
        for tree in state.trees.values().filter(|tree| !empty(&tree.cells)) {
            cells.push((&tree.root, shape(tree.shape)?, None, tree.marks));
        }
        let mut variables = state.variables();
        variables.extend(start.names.vars.iter().copied());
        Some(Maker { condition, start, taste, terms: Terms::of(condition, start), variables, cells })
    }

    /// What the contract reads in constants of the program is what lies there.
    fn constants(&self) -> Vec<Atom> {
        let addresses = self.globals();
        let mut atoms = Vec::new();
        for (id, block) in &self.start.state.blocks {
            let Kind::Global(name) = &block.kind else { continue };
            let named = |global: &&Global| global.name == *name && global.constant;
            let Some(global) = self.condition.program.globals.iter().find(named) else { continue };
            let mut written = Written::default();
            for cell in cells_of(global) {
                written.begin(cell.offset, cell.width, self.scalar(&cell.value, &addresses));
            }
            for (_, entry) in self.start.state.entries_of(*id).filter(|(_, entry)| entry.value.as_constant().is_none())
            {
                let offset = entry.offset.as_constant().and_then(|offset| u64::try_from(offset).ok());
                let number = offset.and_then(|offset| written.number(entry, offset));
                atoms.extend(number.and_then(|number| Atom::eq(&entry.value, &Term::constant(number)).ok()));
            }
        }
        atoms
    }

    /// Blocks of the caller whose distance does not depend on where they lie do not touch. `None` if they must.
    fn apart(&self, known: &[Atom]) -> Option<Vec<Atom>> {
        let mut engine = Engine::new(Default::default());
        let blocks: Vec<&Block> = self.start.state.blocks.values().filter(|block| is_callers(block)).collect();
        let bases: BTreeSet<Var> = blocks.iter().flat_map(|block| block.base.vars()).collect();
        let (mut all, before) = (known.to_vec(), known.len());
        for (place, one) in blocks.iter().enumerate() {
            for other in blocks.iter().skip(place + 1) {
                let distance = other.base.sub(&one.base).ok()?;
                if distance.vars().any(|v| bases.contains(&v)) {
                    continue;
                }
                let behind = Atom::lt(&one.size, &distance).ok()?;
                let ahead = Atom::lt(&other.size, &distance.neg().ok()?).ok()?;
                let possible = |atom: &Atom| {
                    all.push(atom.clone());
                    let possible = engine.consistent(&all);
                    if !possible {
                        all.pop();
                    }
                    possible
                };
                [behind, ahead].iter().any(possible).then_some(())?;
            }
        }
        Some(all.split_off(before))
    }

    /// Values of all variables: sizes and numbers first, then addresses that suit the sizes.
    fn values(&self, known: &[Atom]) -> Option<Values> {
        let factors: Vec<i128> = self.taste.number.into_iter().collect();
        let mut model = Model::new(known.to_vec(), &factors)?;
        for wishes in self.terms.wishes(self.taste) {
            model.wish(&wishes);
        }
        let values = model.values(&self.variables)?;
        let blocks = || self.start.state.blocks.values().filter(|block| is_callers(block));
        let size = |block: &Block| block.size.value(&values);
        let fixed = blocks().filter_map(|block| Atom::eq(&block.size, &Term::constant(size(block)?)).ok());
        model.wish(&fixed.collect::<Vec<_>>());
        let (mut placed, globals) = (Vec::new(), self.globals());
        let mut layout = self.layout();
        for block in self.start.state.blocks.values() {
            let (address, align) = match &block.kind {
                Kind::Global(name) => (*globals.get(name.as_str())?, 1),
                Kind::Function(name) => (self.function(name, &mut layout), 1),
                _ => (layout.place(size(block)?, block.align), block.align),
            };
            placed.push((&block.base, address, align));
        }
        for (head, shape, _, marks) in &self.cells {
            let align = self.align(shape, *marks);
            placed.push((*head, layout.place(i128::from(shape.size), align), align));
        }
        let wishes = placed.iter().filter_map(|(base, address, _)| Atom::eq(base, &Term::constant(*address)).ok());
        model.wish(&wishes.collect::<Vec<_>>());
        let values = model.values(&self.variables)?;
        // Where the contract says something else of an address, it is only aligned and behind all others.
        let used = known.iter().flat_map(|atom| atom.term.vars()).chain(self.variables.iter().copied());
        let mut fresh = used.max().map_or(0, |v| v + 1);
        for (base, address, align) in placed {
            if base.value(&values) != Some(address) {
                let multiple = Term::var(fresh).scale(i128::from(align)).ok()?;
                let behind = Term::constant(layout.place(1, align));
                model.wish(&[Atom::eq(base, &multiple).ok()?, Atom::le(&behind, base).ok()?]);
                fresh += 1;
            }
        }
        model.wish(&self.terms.nowhere());
        model.values(&self.variables)
    }

    /// The layout behind the global variables.
    fn layout(&self) -> Layout {
        let mut layout = Layout::new(self.condition, self.taste.odd);
        self.condition.program.globals.iter().for_each(|g| {
            layout.place(i128::from(g.size), g.align.max(1));
        });
        layout
    }

    /// The address of each global variable.
    fn globals(&self) -> BTreeMap<&'a str, i128> {
        let mut layout = Layout::new(self.condition, self.taste.odd);
        let globals = self.condition.program.globals.iter();
        globals.map(|g| (g.name.as_str(), layout.place(i128::from(g.size), g.align.max(1)))).collect()
    }

    /// The address of a function of the program, or of one that the contract describes.
    fn function(&self, name: &str, layout: &mut Layout) -> i128 {
        let known = self.condition.functions.get(name.trim_start_matches('@'));
        known.map_or_else(|| layout.place(1, 16), |address| i128::from(*address))
    }

    fn align(&self, shape: &Shape, marks: Marks) -> u64 {
        if marks.kept { shape.align } else { shape.align.max(self.condition.heap_align()) }
    }

    /// The call with these values, or what must be different because bytes contradict each other.
    fn made(&self, values: &Values) -> Option<Result<Call, Repair>> {
        let condition = self.condition;
        let addresses = self.globals();
        let globals = &condition.program.globals;
        let mut call = Call {
            globals: globals
                .iter()
                .map(|g| u64::try_from(*addresses.get(g.name.as_str())?).ok())
                .collect::<Option<_>>()?,
            parameters: self.parameters(values)?,
            ..Call::default()
        };
        let mut blocks: BTreeMap<&str, BlockId> = BTreeMap::new();
        for (id, block) in &self.start.state.blocks {
            match &block.kind {
                Kind::Global(name) => {
                    blocks.insert(name.as_str(), *id);
                }
                Kind::Function(name) if name.starts_with("@@") => {
                    call.callbacks.push(u64::try_from(block.base.value(values)?).ok()?);
                }
                Kind::Function(_) => {}
                _ => match self.object(*id, block, values, &addresses)? {
                    Ok(object) => call.objects.extend(object),
                    Err(repair) => return Some(Err(repair)),
                },
            }
        }
        if let Err(repair) = self.contents(&mut call, values, &blocks, &addresses)? {
            return Some(Err(repair));
        }
        self.linked(&mut call, values)?;
        call.callbacks.sort_unstable();
        call.callbacks.dedup();
        call.objects.sort_by_key(|object| object.address);
        Some(Ok(call))
    }

    /// Adds the bytes of global variables of which the module does not say what they hold.
    fn contents(
        &self,
        call: &mut Call,
        values: &Values,
        blocks: &BTreeMap<&str, BlockId>,
        addresses: &BTreeMap<&str, i128>,
    ) -> Option<Result<(), Repair>> {
        let globals = self.condition.program.globals.iter().enumerate();
        for (place, global) in globals.filter(|(_, global)| !is_of_the_library(global)) {
            let Some(id) = blocks.get(global.name.as_str()) else { continue };
            let mut written = Written::default();
            for cell in cells_of(global) {
                written.begin(cell.offset, cell.width, self.scalar(&cell.value, addresses));
            }
            let open = !(global.constant && global.cells.is_some());
            if let Err(repair) = self.written(*id, values, &mut written, !open)? {
                return Some(Err(repair));
            }
            let fill = self.fill(*id, false);
            if let Err(repair) = self.elements(*id, values, &mut written, fill)? {
                return Some(Err(repair));
            }
            let said = self.start.elements.iter().any(|said| said.block == *id);
            if open && (global.size <= CONTENTS || said || self.start.state.entries_of(*id).next().is_some()) {
                call.contents.push((u32::try_from(place).ok()?, written.content(global.size, fill)));
            }
        }
        Some(Ok(()))
    }

    /// Adds the cells of lists and trees: the first where it must be, others behind all objects.
    fn linked(&self, call: &mut Call, values: &Values) -> Option<()> {
        let ends = call.objects.iter().map(|object| i128::from(object.address) + i128::from(object.size));
        let last = ends.chain(self.cells.iter().filter_map(|(head, ..)| head.value(values))).max().unwrap_or(0);
        let mut layout = self.layout().behind(last);
        for (head, shape, end, marks) in &self.cells {
            let mut addresses = vec![head.value(values)?];
            let more = 1..self.taste.cells.unwrap_or(1);
            addresses.extend(more.map(|_| layout.place(i128::from(shape.size), self.align(shape, *marks))));
            let end = end.map_or(Some(0), |end| end.value(values))?;
            for (place, address) in addresses.iter().enumerate() {
                let before = place.checked_sub(1).and_then(|before| addresses.get(before)).copied().unwrap_or(0);
                let next = addresses.get(place + 1).copied().unwrap_or(end);
                call.objects.push(self.cell(*address, shape, [before, next], *marks)?);
            }
        }
        Some(())
    }

    fn parameters(&self, values: &Values) -> Option<Vec<u64>> {
        let state = &self.start.state;
        let types = self.condition.function.signature.parameters.iter().enumerate();
        let bits = types.map(|(number, ty)| {
            let width = match ty {
                Type::Int(width) => *width,
                Type::Pointer => self.condition.program.pointer_bits,
                // States say nothing of floating point.
                Type::Float(_) | Type::Void => return Some(0),
            };
            let value = state.bindings.get(&Reg::parameter(number)).map_or(Some(0), |v| v.term.value(values))?;
            u64::try_from(value.rem_euclid(1i128 << width)).ok()
        });
        bits.collect()
    }

    /// A block of the caller with its bytes; `None` inside if it is a view of a constant.
    fn object(
        &self,
        id: BlockId,
        block: &Block,
        values: &Values,
        globals: &BTreeMap<&str, i128>,
    ) -> Option<Result<Option<CallObject>, Repair>> {
        let (address, size) = (block.base.value(values)?, block.size.value(values)?);
        let mut written = Written::default();
        let around = |global: &&Global| {
            let base = globals.get(global.name.as_str()).copied();
            global.constant && base.is_some_and(|base| base <= address && address < base + i128::from(global.size))
        };
        let constant = self.condition.program.globals.iter().find(around).filter(|_| block.read_only);
        if let Some(global) = constant {
            let offset = u64::try_from(address - globals.get(global.name.as_str())?).ok()?;
            for cell in cells_of(global).iter().filter(|cell| cell.offset >= offset) {
                written.begin(cell.offset - offset, cell.width, self.scalar(&cell.value, globals));
            }
            // A string ends where it does in the constant.
            for (_, entry) in self.start.state.entries_of(id).filter(|(_, entry)| is_end(entry)) {
                let zero = written.first_zero(u64::from(entry.width))?;
                if entry.offset.value(values)? != i128::from(zero) {
                    return Some(Err(Repair::Ends(Box::new(entry.clone()), zero)));
                }
            }
        }
        if let Err(repair) = self.written(id, values, &mut written, true)? {
            return Some(Err(repair));
        }
        if constant.is_some() {
            return Some(Ok(None));
        }
        let size = u64::try_from(size).ok()?;
        let fill = self.fill(id, true);
        if let Err(repair) = self.elements(id, values, &mut written, fill)? {
            return Some(Err(repair));
        }
        let content = written.content(size, fill);
        // What only `assigns` protects the caller can write.
        let writable = !block.read_only || self.start.protected.contains(&id);
        let address = u64::try_from(address).ok()?;
        let heap = block.kind == Kind::Heap;
        Some(Ok(Some(CallObject { address, size, writable, heap, content })))
    }

    /// Writes what the entries of a block say. `strict`: what is there already is known.
    fn written(&self, id: BlockId, values: &Values, written: &mut Written, strict: bool) -> Option<Result<(), Repair>> {
        // Ends of strings come last, when it is known what stands before them.
        let mut entries: Vec<&Entry> = self.start.state.entries_of(id).map(|(_, entry)| entry).collect();
        entries.sort_by_key(|entry| is_end(entry));
        // Of a constant variable all bytes are known, and a 0 among them need not end a string.
        let constant = strict && self.start.state.blocks.get(&id).is_some_and(|b| matches!(b.kind, Kind::Global(_)));
        for entry in entries {
            let offset = u64::try_from(entry.offset.value(values)?).ok()?;
            if let Err(repair) = written.write(entry, offset, entry.value.value(values)?, strict) {
                return Some(Err(repair));
            }
            if is_end(entry)
                && !constant
                && let Some(repair) = written.ends_before(entry, offset)
            {
                return Some(Err(repair));
            }
        }
        Some(Ok(()))
    }

    /// What bytes hold that nothing is said of.
    fn fill(&self, id: BlockId, own: bool) -> u8 {
        let text = self.start.state.entries_of(id).any(|(_, entry)| is_end(entry));
        match self.taste.fill {
            Some(fill) if own && !(text && fill == 0) => fill,
            _ => {
                if text {
                    LETTER
                } else {
                    0
                }
            }
        }
    }

    /// One cell of a list, or of a tree in which no cell has more than one subtree. `around`: what it points to before
    /// and behind it.
    fn cell(&self, address: i128, shape: &Shape, around: [i128; 2], marks: Marks) -> Option<CallObject> {
        let bytes = self.condition.pointer_bytes();
        let mut written = Written::default();
        let [before, next] = around;
        let links = shape.links.iter().zip(std::iter::once(next).chain(std::iter::repeat(0)));
        let links = links.map(|(link, to)| (*link, to)).chain(shape.back.map(|back| (back, before)));
        for (offset, value) in links {
            written.begin(offset, bytes, u64::try_from(value).ok());
        }
        Some(CallObject {
            address: u64::try_from(address).ok()?,
            size: shape.size,
            writable: !marks.read_only,
            heap: !marks.kept,
            content: written.content(shape.size, self.taste.fill.unwrap_or(0)),
        })
    }

    /// The bits of a scalar of an initialiser, if they are known.
    fn scalar(&self, value: &Operand, addresses: &BTreeMap<&str, i128>) -> Option<u64> {
        match value {
            Operand::Int { bits, .. } => Some(*bits),
            Operand::Null => Some(0),
            Operand::Function(name) => self.condition.functions.get(name.as_str()).copied(),
            Operand::Global { name, offset } => {
                u64::try_from(addresses.get(name.as_str())?.checked_add(i128::from(*offset))?).ok()
            }
            _ => None,
        }
    }
}

impl Written {
    /// All bytes of an object of this size.
    fn content(&self, size: u64, fill: u8) -> Content {
        let mut runs: Vec<Run> = Vec::new();
        for (offset, byte) in self.bytes.iter().filter(|(offset, byte)| **offset < size && **byte != fill) {
            match runs.last_mut() {
                Some(run) if run.offset + run.bytes.len() as u64 == *offset => run.bytes.push(*byte),
                _ => runs.push(Run { offset: *offset, bytes: vec![*byte] }),
            }
        }
        Content { fill, runs }
    }
}
