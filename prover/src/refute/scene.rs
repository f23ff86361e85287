//! The state of a run at one place, for people: the variables of the current function, and memory in the pieces in
//! which it was written.

use super::fault;
use super::fault::Region;
use super::fields::Field;
use super::inputs::signed;
use super::machine::{Machine, Stop, Value};
use super::memory::{Object, UNINITIALISED, UNKNOWN};
use crate::index::Idx;
use crate::program::{Function, Op, Reg, Type};
use crate::state::{Described, DescribedBlock};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Blocks of memory that are shown, at most.
const MOST_BLOCKS: usize = 24;

/// Cells of one block that are shown, at most.
const MOST_CELLS: usize = 48;

/// The widest store, in bytes.
const WIDEST: u64 = 8;

/// Facts about a run that its state does not contain.
#[derive(Default)]
pub(super) struct Record {
    /// For each address where the latest store began that is still intact: the size of the store in bytes.
    widths: BTreeMap<u64, u64>,
    /// For each active function, the registers that were bound last for its variables.
    variables: Vec<BTreeMap<String, Reg>>,
}

impl Record {
    /// Begins the record with the run.
    pub(super) fn begin(&mut self, machine: &Machine<'_, '_>) {
        self.arrived(machine);
    }

    /// Executes one more instruction, and records what it did.
    pub(super) fn step<'p>(&mut self, machine: &mut Machine<'_, 'p>) -> Result<(), Stop<'p>> {
        let instruction = machine.current();
        if let Some(Op::Store { ty, pointer, .. }) = instruction.map(|i| &i.op)
            && let Ok(Some(address)) = machine.operand(pointer)
        {
            self.written(address, machine.size(*ty));
        }
        let result = instruction.and_then(|i| i.result);
        if let (Some(frame), Some(result)) = (machine.frames.last(), result) {
            self.bind(machine.frames.len(), frame.code.function, result);
        }
        machine.step()?;
        self.variables.truncate(machine.frames.len());
        self.arrived(machine);
        Ok(())
    }

    /// Records what was bound on arrival: parameters at the start of a function, phis at the start of a block.
    fn arrived(&mut self, machine: &Machine<'_, '_>) {
        let Some(frame) = machine.frames.last().filter(|frame| frame.index == 0) else { return };
        let (function, depth) = (frame.code.function, machine.frames.len());
        if self.variables.len() < depth {
            (0..function.signature.parameters.len()).for_each(|k| self.bind(depth, function, Reg::parameter(k)));
        }
        for phi in function.blocks.get(frame.block).iter().flat_map(|block| &block.phis) {
            self.bind(depth, function, phi.result);
        }
    }

    fn written(&mut self, address: u64, width: u64) {
        let end = address.saturating_add(width);
        let before = self.widths.range(address.saturating_sub(WIDEST)..end);
        let over = before.filter(|(at, width)| *at + *width > address).map(|(at, _)| *at);
        for at in over.collect::<Vec<_>>() {
            self.widths.remove(&at);
        }
        self.widths.insert(address, width);
    }

    fn bind(&mut self, depth: usize, function: &Function, register: Reg) {
        self.variables.resize_with(depth, BTreeMap::new);
        if let (Some(name), Some(all)) = (&function.registers[register].variable, self.variables.last_mut()) {
            all.insert(name.clone(), register);
        }
    }
}

/// The state before the next instruction. `fields`: the members of objects that are structures.
pub(super) fn scene(machine: &Machine<'_, '_>, record: &Record, fields: &BTreeMap<u64, Vec<Field>>) -> Described {
    let view = View { machine, record, fields, names: names(machine) };
    let mut blocks = Vec::new();
    let mut more = 0_usize;
    for (base, object) in machine.memory.all() {
        // Memory that the program cannot change, or has not touched, is not shown.
        if object.constant {
            continue;
        }
        if blocks.len() == MOST_BLOCKS {
            more += 1;
            continue;
        }
        let told = view.block(base, object);
        if object.region != Region::Global || !told.cells.is_empty() {
            blocks.push(told);
        }
    }
    let facts = if more > 0 { vec![format!("{more} more blocks of memory")] } else { Vec::new() };
    Described { variables: view.variables(), blocks, facts, ..Described::default() }
}

/// A name for each object.
fn names(machine: &Machine<'_, '_>) -> BTreeMap<u64, String> {
    let globals = machine.globals.iter().zip(&machine.image.program.globals);
    let mut names: BTreeMap<u64, String> = globals.map(|(base, global)| (*base, global.name.clone())).collect();
    for frame in &machine.frames {
        for local in &frame.locals {
            let register = frame.code.function.registers.iter().nth(local.register).map(|register| &register.name);
            names.extend(register.map(|name| (local.base, name.clone())));
        }
    }
    let others = machine.memory.all().map(|(base, _)| base).filter(|base| !names.contains_key(base));
    let numbered: Vec<_> = others.zip(1..).map(|(base, number)| (base, format!("block {number}"))).collect();
    names.extend(numbered);
    names
}

struct View<'v, 'i, 'p> {
    machine: &'v Machine<'i, 'p>,
    record: &'v Record,
    fields: &'v BTreeMap<u64, Vec<Field>>,
    names: BTreeMap<u64, String>,
}

impl View<'_, '_, '_> {
    fn variables(&self) -> Vec<(String, Option<String>)> {
        let innermost = self.machine.frames.len().checked_sub(1);
        // A function that has bound nothing yet has no entry of its own: the last one is its caller's.
        let bound = innermost.and_then(|place| self.record.variables.get(place));
        let (Some(frame), Some(bound)) = (self.machine.frames.last(), bound) else {
            return Vec::new();
        };
        let value = |(name, register): (&String, &Reg)| {
            let value: Value = frame.registers.get(register.number()).copied().flatten();
            let told = match (value, frame.code.function.registers[*register].ty) {
                (Some(value), Type::Int(width)) => Some(signed(value, width).to_string()),
                (Some(value), Type::Pointer) => Some(self.address(value)),
                _ => None,
            };
            (name.clone(), told)
        };
        bound.iter().map(value).collect()
    }

    fn block(&self, base: u64, object: &Object<'_>) -> DescribedBlock {
        let name = self.names.get(&base).cloned().unwrap_or_default();
        let cells = match self.fields.get(&base).filter(|fields| !fields.is_empty()) {
            Some(fields) => fields.iter().filter_map(|field| self.field(field, object)).collect(),
            None => self.cells(base, object),
        };
        DescribedBlock { name: fault::named(&name, object.region, object.origin), size: object.size.to_string(), cells }
    }

    /// The name and the value of a member; `None` if nothing was stored there.
    fn field(&self, field: &Field, object: &Object<'_>) -> Option<(String, String)> {
        let (from, to) = (field.offset, field.offset + field.width);
        let (bytes, holds) = (object.bytes.get(from..to)?, object.holds.get(from..to)?);
        let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let width = u32::try_from(8 * field.width).unwrap_or(64);
        if holds.contains(&UNINITIALISED) {
            return None;
        }
        let told = match field.signed {
            _ if field.width == 0 => "more".to_owned(),
            _ if holds.contains(&UNKNOWN) => "not known".to_owned(),
            Some(true) => signed(value, width).to_string(),
            Some(false) => value.to_string(),
            None => self.address(value),
        };
        Some((field.name.clone(), told))
    }

    /// The pieces of an object: those that were written as a whole; among the other bytes, runs of equal ones are shown
    /// together.
    fn cells(&self, base: u64, object: &Object<'_>) -> Vec<(String, String)> {
        let mut cells = Vec::new();
        let mut at = 0_usize;
        while let Some(holds) = object.holds.get(at).copied() {
            if cells.len() == MOST_CELLS {
                cells.push(("...".to_owned(), "more".to_owned()));
                break;
            }
            let width = self.width(base, at, object);
            let bytes = object.bytes.get(at..at + width).unwrap_or_default();
            let told = match (holds, width) {
                (UNINITIALISED, _) => None,
                (UNKNOWN, _) => Some("not known".to_owned()),
                (_, 1) => Some(bytes.first().map(|byte| byte_told(*byte)).unwrap_or_default()),
                (_, width) => Some(self.number(bytes, width)),
            };
            let same = match width {
                1 => self.repeated(base, at, object),
                _ => width,
            };
            if let Some(mut told) = told {
                if width == 1 && same > 1 {
                    let _ = write!(told, " in each byte");
                }
                cells.push((format!("[{at}, {same}]"), told));
            }
            at += same;
        }
        cells
    }

    /// Size in bytes of the store that begins here; 1 if there is none.
    fn width(&self, base: u64, at: usize, object: &Object<'_>) -> usize {
        let written = self.record.widths.get(&(base + at as u64)).and_then(|width| usize::try_from(*width).ok());
        let whole = |width: &usize| {
            let holds = object.holds.get(at..at + width).unwrap_or_default();
            *width > 0 && !holds.is_empty() && holds.iter().all(|byte| Some(byte) == holds.first())
        };
        written.filter(whole).unwrap_or(1)
    }

    /// How many bytes from here on are equal, and not part of a store of more than one byte.
    fn repeated(&self, base: u64, at: usize, object: &Object<'_>) -> usize {
        let byte = |at: usize| Some((object.holds.get(at)?, object.bytes.get(at)?));
        let wider = self.record.widths.range(base + at as u64 + 1..).find(|(_, width)| **width > 1);
        let end = wider.and_then(|(next, _)| usize::try_from(next - base).ok()).unwrap_or(usize::MAX);
        let same = (at + 1..object.holds.len().min(end)).take_while(|next| byte(*next) == byte(at)).count();
        1 + same
    }

    fn number(&self, bytes: &[u8], width: usize) -> String {
        let value = bytes.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        let pointer = u32::try_from(8 * width) == Ok(self.machine.rules.pointer_bits);
        match pointer && self.machine.memory.holder(value, 0).is_some() {
            true => self.address(value),
            false => signed(value, u32::try_from(8 * width).unwrap_or(64)).to_string(),
        }
    }

    fn address(&self, address: u64) -> String {
        let Some(base) = self.machine.memory.holder(address, 0) else {
            return if address == 0 { "null".to_owned() } else { format!("{address:#x}, where nothing lives") };
        };
        let name = self.names.get(&base).map_or("", String::as_str);
        match address - base {
            0 => format!("\u{2192} {name}"),
            offset => format!("\u{2192} {name} + {offset}"),
        }
    }
}

/// A byte in words, with the character that it may be.
fn byte_told(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("{byte} '{}'", char::from(byte)),
        _ => byte.to_string(),
    }
}
