//! Structures that are passed and returned by value: arguments and results in memory get an object of the function's
//! own, and results in registers are written to memory.

use super::module::Builder;
use super::moved::{NewType, locate};
use super::query::Answer;
use super::*;

/// A call of such a function, and the `extractvalue`s that take its result apart.
pub(crate) struct Use {
    pub(crate) call: Value,
    pub(crate) parts: Vec<Value>,
    /// The object that all parts are stored to, in their places, with the last of these stores.
    pub(crate) stored: Option<(Value, Value)>,
}

/// A function that returns a structure: it is loaded where the function ends.
pub(crate) struct Returning {
    pub(crate) function: Value,
    /// `ret` and the load of what it returns.
    pub(crate) ends: Vec<(Value, Value)>,
    pub(crate) uses: Vec<Use>,
    /// Whether what stays under the old name returns nothing, since its result is no number of C.
    pub(crate) without_result: bool,
}

impl Loaded {
    /// Moves the body of the function into a new one, which writes the result to where its last parameter points, and
    /// is called in its place. Gives the new function.
    pub(crate) fn return_by_address(&self, returning: &Returning) -> Option<Value> {
        let function = returning.function;
        let (result, mut parameters, _) = function.value_type().function()?;
        let layout = Layout::of(self);
        let end = || match result.fields().as_deref() {
            Some([.., last]) => {
                let place = result.fields().map_or(0, |fields| fields.len()) - 1;
                Some(layout.field_offset(result, u32::try_from(place).ok()?)? + layout.store_size(*last)?)
            }
            _ => layout.store_size(result),
        };
        let copied = Copied { ty: result, size: end()?, align: c_uint::try_from(layout.align(result)?).ok()? };
        let changed = vec![u32::try_from(parameters.len()).ok()?];
        parameters.push(self.pointer());
        let ty = NewType { result: Some(self.nothing()), parameters, changed };
        let body = self.move_body(function, &ty);
        let target = body.parameters().last().copied().expect("a place for the result");
        target.set_parameter_name("result");
        self.write_results(target, &returning.ends, &copied);
        for one in &returning.uses {
            self.call_by_address(one, (body, &ty), &copied);
        }
        let result = returning.without_result.then(|| self.nothing());
        self.leave_wrapper(function, result, |builder, wrapper| {
            let arguments = wrapper.parameters().into_iter().map(|value| value.0);
            // SAFETY: the builder stands in the only block; the arguments are those of the other function.
            unsafe {
                let place = self.object(builder, copied.ty, copied.align);
                self.called(builder, (body, &ty), &arguments.chain([place]).collect::<Vec<_>>(), wrapper);
                (!returning.without_result).then(|| LLVMBuildLoad2(builder.0, copied.ty.0, place, c"".as_ptr()))
            }
        });
        Some(body)
    }

    /// Writes what a `ret` returns to where the last parameter points, as soon as it is loaded: later the object may be
    /// gone, and nothing else looks there before the function returns.
    fn write_results(&self, target: Value, ends: &[(Value, Value)], copied: &Copied) {
        for (ret, load) in ends {
            // SAFETY: a `ret`, whose operand only it uses; the load's pointer is one.
            unsafe {
                let source = (LLVMGetOperand(load.0, 0), LLVMGetAlignment(load.0));
                let copy = self.copy(&Builder::before(self, *load), (target.0, copied.align), source, copied.size);
                locate(copy, *load);
                let builder = Builder::before(self, *ret);
                locate(LLVMBuildRetVoid(builder.0), *ret);
            }
            ret.erase();
            load.erase();
        }
    }

    /// Calls the function that writes its result in the place of the one that returns it.
    fn call_by_address(&self, one: &Use, new: (Value, &NewType), copied: &Copied) {
        let (at_start, builder) = (self.at_start(one.call), Builder::before(self, one.call));
        // SAFETY: the place is an alloca of the result's type in the first block; the arguments are those of the call.
        // Parts are replaced by loads of their types, and stores of all parts by a copy.
        unsafe {
            let place = self.object(&at_start, copied.ty, copied.align);
            let arguments = one.call.arguments().into_iter().map(|value| value.0);
            let arguments: Vec<LLVMValueRef> = arguments.chain([place]).collect();
            locate(self.called(&builder, new, &arguments, one.call), one.call);
            if let Some((target, last)) = one.stored {
                let builder = Builder::before(self, last);
                locate(self.copy(&builder, (target.0, 1), (place, copied.align), copied.size), last);
                if one.parts.is_empty() {
                    last.erase();
                }
            }
            for part in &one.parts {
                if one.stored.is_some() {
                    part.users().into_iter().for_each(Value::erase);
                } else if let Some(number) = part.part() {
                    let builder = Builder::before(self, *part);
                    let field = LLVMBuildStructGEP2(builder.0, copied.ty.0, place, number, c"".as_ptr());
                    let load = LLVMBuildLoad2(builder.0, part.ty().0, field, c"".as_ptr());
                    locate(load, *part);
                    LLVMReplaceAllUsesWith(part.0, load);
                }
                part.erase();
            }
        }
        one.call.erase();
    }
}

impl Loaded {
    /// The type that an attribute (`byval`, `sret`) of a function or a call has.
    pub(crate) fn type_of_attribute(&self, of: Value, place: AttributeIndex, name: &str) -> Option<Ty> {
        let (index, kind) = (place.index(), attribute_kind(name));
        assert!(of.is_function() || of.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
        // SAFETY: a function or a call; null stands for no attribute, and a type attribute has a type.
        unsafe {
            let attribute = match of.is_function() {
                true => LLVMGetEnumAttributeAtIndex(of.0, index, kind),
                false => LLVMGetCallSiteEnumAttribute(of.0, index, kind),
            };
            let typed = !attribute.is_null() && LLVMIsTypeAttribute(attribute) != 0;
            typed.then(|| Answer::of(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Gives a function a copy of its own of what a `byval` parameter points to, made where the function begins, and
    /// uses the copy in the parameter's place.
    pub(crate) fn insert_own_copy(&self, function: Value, number: u32, ty: Ty) {
        if let Some(own) = self.insert_own_object(function, number, ty) {
            let Some(next) = own.object.next_instruction() else { return };
            let builder = Builder::before(self, next);
            // SAFETY: two pointers.
            unsafe {
                self.copy(
                    &builder,
                    (own.object.0, own.copied.align),
                    (own.parameter.0, own.copied.align),
                    own.copied.size,
                );
            }
        }
    }

    /// Gives a function an object of its own for the result that it writes to where an `sret` parameter points, and
    /// copies the object there where the function returns: until then nothing else can see it.
    pub(crate) fn insert_own_result(&self, function: Value, number: u32, ty: Ty) {
        let Some(own) = self.insert_own_object(function, number, ty) else { return };
        let instructions = function.blocks().into_iter().flat_map(Block::instructions);
        for ret in instructions.filter(|i| i.is_instruction(LLVMOpcode::LLVMRet)) {
            let builder = Builder::before(self, ret);
            // SAFETY: two pointers; a `ret` of this function.
            unsafe {
                let (to, from) = ((own.parameter.0, own.copied.align), (own.object.0, own.copied.align));
                locate(self.copy(&builder, to, from, own.copied.size), ret);
            }
        }
    }

    /// Makes an object where a function begins, and uses it in the place of a parameter that points to such an object.
    fn insert_own_object(&self, function: Value, number: u32, ty: Ty) -> Option<Own> {
        let first = function.blocks().first().and_then(|block| block.instructions().first().copied())?;
        let parameter = function.parameters().get(number as usize).copied()?;
        let layout = Layout::of(self);
        let given = function.attribute_number(AttributeIndex::Parameter(number), attribute_kind("align"));
        let align = if given == 0 { layout.align(ty)? } else { given };
        let copied = Copied { ty, size: layout.size(ty)?, align: c_uint::try_from(align).ok()? };
        let builder = Builder::before(self, first);
        // SAFETY: an alloca of a type with a size; both values are pointers.
        let object = unsafe {
            let object = self.object(&builder, ty, copied.align);
            LLVMReplaceAllUsesWith(parameter.0, object);
            object
        };
        Some(Own { object: Option::of(object)?, parameter, copied })
    }
}

/// An object that stands for what a parameter points to.
struct Own {
    object: Value,
    parameter: Value,
    copied: Copied,
}

/// What is copied.
struct Copied {
    ty: Ty,
    size: u64,
    align: c_uint,
}
