//! Arguments of 24, 40, 48 or 56 bits, which no access reads or writes: their addresses are passed instead.

use super::module::Builder;
use super::moved::{NewType, locate};
use super::*;

/// A parameter that is such an integer, and its store, the only thing that the function does with it.
pub(crate) struct OddParameter {
    pub(crate) number: u32,
    pub(crate) store: Value,
    pub(crate) bytes: u64,
}

/// A function with such parameters, and its calls.
pub(crate) struct Passing {
    pub(crate) function: Value,
    pub(crate) odd: Vec<OddParameter>,
    pub(crate) calls: Vec<Value>,
    /// Whether a function with the old name and parameters stays, for claims about it.
    pub(crate) named: bool,
}

impl Loaded {
    /// Moves the body of a function into a new one, which is given addresses of objects in the place of integers.
    pub(crate) fn pass_addresses(&self, passing: &Passing) {
        let function = passing.function;
        let (_, mut parameters, _) = function.value_type().function().expect("the type of a function");
        let changed: Vec<u32> = passing.odd.iter().map(|odd| odd.number).collect();
        changed.iter().for_each(|number| parameters[*number as usize] = self.pointer());
        let ty = NewType { result: None, parameters, changed };
        let body = self.move_body(function, &ty);
        for odd in &passing.odd {
            let parameter = body.parameters()[odd.number as usize];
            let builder = Builder::before(self, odd.store);
            // SAFETY: a store, whose second operand is a pointer, as the parameter is.
            unsafe {
                let target = (LLVMGetOperand(odd.store.0, 1), LLVMGetAlignment(odd.store.0));
                locate(self.copy(&builder, target, (parameter.0, 1), odd.bytes), odd.store);
            }
            odd.store.erase();
        }
        for call in &passing.calls {
            self.call_with_addresses(passing, (body, &ty), *call);
        }
        if !passing.named {
            let name = function.name();
            assert!(function.users().is_empty(), "a function that is used");
            // SAFETY: nothing uses the function.
            unsafe { LLVMDeleteFunction(function.0) }
            return body.set_name(&name);
        }
        self.leave_wrapper(function, None, |builder, wrapper| {
            let mut arguments: Vec<LLVMValueRef> = wrapper.parameters().iter().map(|value| value.0).collect();
            for odd in &passing.odd {
                let argument = wrapper.parameters()[odd.number as usize];
                // SAFETY: the builder stands in the only block; an integer of so many bytes.
                arguments[odd.number as usize] = unsafe { self.stored(builder, builder, argument, odd.bytes) };
            }
            // SAFETY: the arguments are of the types of the function's parameters.
            let call = unsafe { self.called(builder, (body, &ty), &arguments, wrapper) };
            (function.value_type().result() != self.nothing()).then_some(call)
        });
    }

    /// Calls the new function with the addresses of copies of the integers.
    fn call_with_addresses(&self, passing: &Passing, new: (Value, &NewType), call: Value) {
        let at_start = self.at_start(call);
        let mut arguments: Vec<LLVMValueRef> = call.arguments().iter().map(|value| value.0).collect();
        let mut loads = Vec::new();
        for odd in &passing.odd {
            let argument = call.arguments()[odd.number as usize];
            let is_load = argument.is_instruction(LLVMOpcode::LLVMLoad) && !argument.is_volatile();
            let copied = is_load && argument.users() == [call];
            let builder = Builder::before(self, if copied { argument } else { call });
            // SAFETY: `at_start` stands in the first block. What a load reads is copied where it is read.
            arguments[odd.number as usize] = unsafe {
                if copied {
                    let place = self.object(&at_start, self.bytes(odd.bytes), 1);
                    let source = (LLVMGetOperand(argument.0, 0), LLVMGetAlignment(argument.0));
                    locate(self.copy(&builder, (place, 1), source, odd.bytes), argument);
                    loads.push(argument);
                    place
                } else {
                    self.stored(&at_start, &builder, argument, odd.bytes)
                }
            };
        }
        let builder = Builder::before(self, call);
        // SAFETY: the arguments are of the types of the function's parameters; the result is of the old one's type.
        unsafe {
            let new = self.called(&builder, new, &arguments, call);
            locate(new, call);
            LLVMReplaceAllUsesWith(call.0, new);
        }
        call.erase();
        loads.into_iter().for_each(Value::erase);
    }

    /// The type of so many bytes.
    fn bytes(&self, bytes: u64) -> Ty {
        // SAFETY: the context lives.
        Ty(unsafe { LLVMArrayType2(LLVMInt8TypeInContext(self.context), bytes) })
    }

    /// An object with the bytes of an integer, which are stored in pieces of four, two and one bytes.
    ///
    /// # Safety
    /// `at_start` stands in the first block of the function; the integer has so many bytes.
    unsafe fn stored(&self, at_start: &Builder, builder: &Builder, integer: Value, bytes: u64) -> LLVMValueRef {
        // SAFETY: the caller's; each piece lies inside the integer, and inside the object.
        unsafe {
            let place = self.object(at_start, self.bytes(bytes), 1);
            let mut offset = 0;
            for piece in [4, 2, 1].into_iter().filter(|piece| bytes & u64::from(*piece) != 0) {
                let bits = LLVMConstInt(integer.ty().0, 8 * offset, 0);
                let rest =
                    if offset == 0 { integer.0 } else { LLVMBuildLShr(builder.0, integer.0, bits, c"".as_ptr()) };
                let value =
                    LLVMBuildTrunc(builder.0, rest, LLVMIntTypeInContext(self.context, 8 * piece), c"".as_ptr());
                let mut at = LLVMConstInt(LLVMInt64TypeInContext(self.context), offset, 0);
                let byte = LLVMInt8TypeInContext(self.context);
                let target = LLVMBuildGEP2(builder.0, byte, place, &raw mut at, 1, c"".as_ptr());
                LLVMSetAlignment(LLVMBuildStore(builder.0, value, target), 1);
                offset += u64::from(piece);
            }
            place
        }
    }
}
