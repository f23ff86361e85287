//! A call from an initial state: numbers that its facts allow, addresses, and the bytes that its entries say.

use super::condition::Condition;
use super::layout::Layout;
use super::memory::cells_of;
use super::model::Model;
use super::repair::{Repair, Written};
use super::well_formed::MOST_BYTES;
use super::wishes::{Taste, Terms, is_callers};
use crate::algebra::{Atom, Term, Var};
use crate::program::{Operand, Reg, Type};
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
type Values = BTreeMap<Var, i128>;

/// What a call is made from.
pub(super) struct Maker<'a> {
    condition: &'a Condition<'a>,
    start: &'a Start,
    taste: &'a Taste,
    terms: Terms,
    variables: BTreeSet<Var>,
    /// Cells of lists and trees: the pointer to them, the shape, the pointer behind, what may be done with them.
    cells: Vec<(&'a Term, &'a Shape, Option<&'a Term>, Marks)>,
}

/// A call from an initial state; `None` if none is found. `shapes`: those that the state's lists and trees have.
pub(super) fn call(condition: &Condition<'_>, shapes: &[Shape], start: &Start, taste: &Taste) -> Option<Call> {
    let maker = Maker::new(condition, shapes, start, taste)?;
    let mut known = start.state.knowledge.clone();
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
    fn new(
        condition: &'a Condition<'a>,
        shapes: &'a [Shape],
        start: &'a Start,
        taste: &'a Taste,
    ) -> Option<Maker<'a>> {
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
        let mut fresh = known.iter().flat_map(|atom| atom.term.vars()).chain(self.variables.iter().copied()).max()? + 1;
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
            globals: globals.iter().map(|g| u64::try_from(*addresses.get(g.name.as_str())?).ok()).collect::<Option<_>>()?,
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
                _ => match self.object(*id, block, values)? {
                    Ok(object) => call.objects.push(object),
                    Err(repair) => return Some(Err(repair)),
                },
            }
        }
        for (place, global) in globals.iter().enumerate().filter(|(_, g)| !g.name.starts_with('@')) {
            let Some(id) = blocks.get(global.name.as_str()) else { continue };
            let mut written = Written::default();
            for cell in cells_of(global) {
                let value = self.scalar(&cell.value, &addresses);
                written.begin(cell.offset, cell.width, value);
            }
            let open = !(global.constant && global.cells.is_some());
            if let Err(repair) = self.written(*id, values, &mut written, !open)? {
                return Some(Err(repair));
            }
            if open && (global.size <= CONTENTS || self.start.state.entries_of(*id).next().is_some()) {
                let fill = self.fill(*id, false);
                call.contents.push((u32::try_from(place).ok()?, written.content(global.size, fill)));
            }
        }
        for (head, shape, end, marks) in &self.cells {
            call.objects.push(self.cell(head.value(values)?, shape, end.map_or(Some(0), |end| end.value(values))?, *marks)?);
        }
        call.callbacks.sort_unstable();
        call.callbacks.dedup();
        call.objects.sort_by_key(|object| object.address);
        let all: i128 = call.objects.iter().map(|object| i128::from(object.size)).sum();
        (all <= MOST_BYTES).then_some(Ok(call))
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

    /// A block of the caller with its bytes.
    fn object(&self, id: BlockId, block: &Block, values: &Values) -> Option<Result<CallObject, Repair>> {
        let (address, size) = (block.base.value(values)?, block.size.value(values)?);
        let mut written = Written::default();
        if let Err(repair) = self.written(id, values, &mut written, true)? {
            return Some(Err(repair));
        }
        let size = u64::try_from(size).ok()?;
        let content = written.content(size, self.fill(id, true));
        let (address, writable) = (u64::try_from(address).ok()?, !block.read_only);
        Some(Ok(CallObject { address, size, writable, heap: false, content }))
    }

    /// Writes what the entries of a block say. `strict`: what is there already is known.
    fn written(
        &self,
        id: BlockId,
        values: &Values,
        written: &mut Written,
        strict: bool,
    ) -> Option<Result<(), Repair>> {
        // Ends of strings come last, when it is known what stands before them.
        let mut entries: Vec<&Entry> = self.start.state.entries_of(id).map(|(_, entry)| entry).collect();
        entries.sort_by_key(|entry| is_end(entry));
        for entry in entries {
            let offset = u64::try_from(entry.offset.value(values)?).ok()?;
            if let Err(repair) = written.write(entry, offset, entry.value.value(values)?, strict) {
                return Some(Err(repair));
            }
            if is_end(entry)
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
            _ => if text { LETTER } else { 0 },
        }
    }

    /// One cell of a list or tree, which points to none.
    fn cell(&self, address: i128, shape: &Shape, end: i128, marks: Marks) -> Option<CallObject> {
        let bytes = self.condition.pointer_bytes();
        let mut written = Written::default();
        let links = shape.links.iter().map(|link| (*link, end)).chain(shape.back.map(|back| (back, 0)));
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

/// Whether an entry is the end of a string, or looks like one.
fn is_end(entry: &Entry) -> bool {
    entry.width <= 4 && entry.value.as_constant() == Some(0)
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
