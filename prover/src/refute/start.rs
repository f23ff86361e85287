//! Where a run begins (`spec/refutation.md`, Start): with global variables at chosen addresses and arbitrary parameters,
//! or as a concrete call of a function with a contract says.

use super::fault::Region;
use super::image::Code;
use super::inputs::mask;
use super::machine::{Asked, Machine, Stop, Value, put};
use super::memory::{KNOWN, UNINITIALISED, UNKNOWN};
use crate::program::{Reg, Type};
use certificates::{Call, Content};

impl<'i, 'p> Machine<'i, 'p> {
    /// Makes the global variables and calls the entry function.
    pub(super) fn begin(&mut self, entry: &str) -> Result<(), Stop<'p>> {
        let image = self.image;
        if let Some(call) = self.call.clone() {
            return self.called_with(entry, &call);
        }
        for global in &image.program.globals {
            let base = self.placed(global.size, global.align)?;
            self.memory.create(base, global.size, Region::Global, None);
            self.globals.push(base);
        }
        let code = image.functions.get(entry).and_then(|code| image.codes.get(*code));
        let code = code.ok_or_else(|| Stop::undecided("no such function"))?;
        for place in 0..image.program.globals.len() {
            self.initialise(place, entry == "main")?;
        }
        let arguments = match entry {
            "main" => self.arguments(code)?,
            _ => {
                let signature = &code.function.signature;
                let mut values = Vec::new();
                for (place, ty) in signature.parameters.iter().enumerate() {
                    let name = code.function.registers[Reg::parameter(place)].variable.as_deref();
                    values.push(self.parameter(*ty, name)?);
                }
                values
            }
        };
        self.enter(code, arguments)
    }

    /// Gives a global variable its initial bytes.
    fn initialise(&mut self, place: usize, main: bool) -> Result<(), Stop<'p>> {
        let image = self.image;
        let (Some(global), Some(base)) = (image.program.globals.get(place), self.globals.get(place).copied()) else {
            return Ok(());
        };
        if let Some(object) = self.memory.at_mut(base) {
            object.holds.fill(UNKNOWN);
            object.constant = global.constant;
        }
        if !main && !global.constant {
            // The contents are arbitrary, unless another file defines the variable.
            if let (Some(object), true) = (self.memory.at_mut(base), global.cells.is_some()) {
                object.holds.fill(UNINITIALISED);
            }
            return Ok(());
        }
        if image.zero.contains(global.name.as_str()) {
            if let Some(object) = self.memory.at_mut(base) {
                object.holds.fill(KNOWN);
            }
            return Ok(());
        }
        for cell in global.cells.iter().flatten() {
            let value = self.operand(&cell.value)?;
            let (Ok(at), Ok(width)) = (usize::try_from(cell.offset), usize::try_from(cell.width)) else { continue };
            if let Some(object) = self.memory.at_mut(base) {
                put(&mut object.bytes, &mut object.holds, at, width, value);
            }
        }
        Ok(())
    }

    /// `argc` and `argv` of `main`: only the program's name.
    fn arguments(&mut self, code: &Code<'p>) -> Result<Vec<Value>, Stop<'p>> {
        let mut values = Vec::new();
        for (place, ty) in code.function.signature.parameters.iter().enumerate() {
            values.push(match (place, ty) {
                (0, Type::Int(_)) => Some(1),
                (1, Type::Pointer) => Some(self.command_line()?),
                _ => None,
            });
        }
        Ok(values)
    }

    /// `{"a", NULL}`.
    fn command_line(&mut self) -> Result<u64, Stop<'p>> {
        let pointer = u64::from(self.rules.pointer_bits / 8);
        let name = self.placed(2, 1)?;
        self.memory.create(name, 2, Region::Global, None);
        self.store(name, 2, 1, Some(u64::from(b'a')))?;
        let array = self.placed(2 * pointer, pointer)?;
        self.memory.create(array, 2 * pointer, Region::Global, None);
        self.store(array, pointer, pointer, Some(name))?;
        self.store(array + pointer, pointer, pointer, Some(0))?;
        Ok(array)
    }

    /// A parameter of an entry function without a contract.
    fn parameter(&mut self, ty: Type, name: Option<&'p str>) -> Result<Value, Stop<'p>> {
        match ty {
            Type::Int(width) => self.input(width, Asked { name, at: None, source: None }).map(Some),
            // A pointer is never a chosen address.
            Type::Pointer => Ok(Some(0)),
            Type::Float(_) | Type::Void => Ok(None),
        }
    }

    /// Makes the memory that a call says, and calls the entry function with the call's parameters.
    fn called_with(&mut self, entry: &str, call: &Call) -> Result<(), Stop<'p>> {
        let image = self.image;
        let code = image.functions.get(entry).and_then(|code| image.codes.get(*code));
        let code = code.ok_or_else(|| Stop::undecided("no such function"))?;
        let globals = &image.program.globals;
        let types = &code.function.signature.parameters;
        if globals.len() != call.globals.len() || types.len() != call.parameters.len() {
            return Err(Stop::undecided("a call of another function"));
        }
        for (global, base) in globals.iter().zip(&call.globals) {
            self.given(*base, global.size, Region::Global)?;
            self.globals.push(*base);
        }
        for place in 0..globals.len() {
            self.initialise(place, false)?;
        }
        for (place, content) in &call.contents {
            let base = usize::try_from(*place).ok().and_then(|place| call.globals.get(place));
            self.holds(base.copied().unwrap_or(0), content);
        }
        for object in &call.objects {
            let region = if object.heap { Region::Heap } else { Region::Caller };
            self.given(object.address, object.size, region)?;
            self.holds(object.address, &object.content);
            if let Some(made) = self.memory.at_mut(object.address) {
                made.constant = !object.writable;
            }
        }
        call.callbacks.iter().for_each(|address| self.memory.reserve(*address));
        let value = |(ty, bits): (&Type, &u64)| match ty {
            Type::Int(width) => Some(bits & mask(*width)),
            Type::Pointer => Some(bits & mask(self.rules.pointer_bits)),
            Type::Float(_) | Type::Void => None,
        };
        let values = types.iter().zip(&call.parameters).map(value).collect();
        self.enter(code, values)
    }

    /// Makes an object where a call says.
    fn given(&mut self, base: u64, size: u64, region: Region) -> Result<(), Stop<'p>> {
        if !self.memory.has_room(size) {
            return Err(Stop::undecided("too much memory"));
        }
        self.memory.create(base, size, region, None);
        self.memory.go_behind(base.saturating_add(size));
        Ok(())
    }

    /// Gives an object its bytes.
    fn holds(&mut self, base: u64, content: &Content) {
        let Some(object) = self.memory.at_mut(base) else { return };
        object.bytes.fill(content.fill);
        object.holds.fill(KNOWN);
        for run in &content.runs {
            let from = usize::try_from(run.offset).unwrap_or(usize::MAX);
            for (place, byte) in object.bytes.iter_mut().skip(from).zip(&run.bytes) {
                *place = *byte;
            }
        }
    }
}
