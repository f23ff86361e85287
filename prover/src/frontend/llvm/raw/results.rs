//! Structures that are passed and returned by value: arguments and results in memory get an object of the function's
//! own, and results in registers are written to memory.

use super::module::Builder;
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
}

/// Copies an instruction's source position.
fn locate(new: LLVMValueRef, old: Value) {
    // SAFETY: two instructions of a module that lives; null stands for no position.
    unsafe {
        let location = LLVMInstructionGetDebugLoc(old.0);
        if !location.is_null() {
            LLVMInstructionSetDebugLoc(new, location);
        }
    }
}

/// The attributes of a function at a place.
fn given(function: Value, index: c_uint) -> Vec<LLVMAttributeRef> {
    // SAFETY: a function; the buffer is as long as was counted.
    unsafe {
        let mut all = vec![std::ptr::null_mut(); LLVMGetAttributeCountAtIndex(function.0, index) as usize];
        LLVMGetAttributesAtIndex(function.0, index, all.as_mut_ptr());
        all
    }
}

impl Loaded {
    /// Moves the body of the function into a new one, which writes the result to where its last parameter points, and
    /// calls that in its place. The function itself, of which only its name is left, drops its result from then on.
    pub(crate) fn return_by_address(&self, returning: &Returning) {
        let function = returning.function;
        assert!(function.is_function() && !function.is_declaration(), "the body of something else");
        let Some((result, mut types, _)) = function.value_type().function() else { return };
        let layout = Layout::of(self);
        let end = || match result.fields().as_deref() {
            Some([.., last]) => {
                let place = result.fields().map_or(0, |fields| fields.len()) - 1;
                Some(layout.field_offset(result, u32::try_from(place).ok()?)? + layout.store_size(*last)?)
            }
            _ => layout.store_size(result),
        };
        let align = layout.align(result).and_then(|align| c_uint::try_from(align).ok());
        let (Some(size), Some(align)) = (end(), align) else { return };
        let copied = Copied { ty: result, size, align };
        let parameters = function.parameters();
        // SAFETY: a function of this module with these parameters. The new function has their types and one more, gets
        // all blocks and the subprogram, and the old one gets a block that calls it. Parameters are replaced by those of
        // their types.
        let body = unsafe {
            types.push(Ty(LLVMPointerTypeInContext(self.context, 0)));
            let mut raw: Vec<LLVMTypeRef> = types.iter().map(|ty| ty.0).collect();
            let count = c_uint::try_from(raw.len()).unwrap_or(0);
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(self.context), raw.as_mut_ptr(), count, 0);
            let name = CString::new(format!("{}.by_address", function.name())).unwrap_or_default();
            let body = LLVMAddFunction(self.module.0, name.as_ptr(), ty);
            LLVMSetLinkage(body, LLVMLinkage::LLVMInternalLinkage);
            for index in (1..count).chain([c_uint::MAX]) {
                given(function, index).into_iter().for_each(|one| LLVMAddAttributeAtIndex(body, index, one));
            }
            LLVMSetSubprogram(body, LLVMGetSubprogram(function.0));
            let first = LLVMAppendBasicBlockInContext(self.context, body, c"".as_ptr());
            function.blocks().into_iter().fold(first, |last, block| {
                LLVMMoveBasicBlockAfter(block.0, last);
                block.0
            });
            LLVMDeleteBasicBlock(first);
            for (number, old) in (0..).zip(&parameters) {
                let new = LLVMGetParam(body, number);
                let name = old.name();
                LLVMSetValueName2(new, name.as_ptr().cast(), name.len());
                LLVMReplaceAllUsesWith(old.0, new);
            }
            LLVMSetValueName2(LLVMGetParam(body, count - 1), c"result".as_ptr(), 6);
            body
        };
        let Some(body) = Option::<Value>::of(body) else { return };
        self.write_results(body, &returning.ends, &copied);
        for one in &returning.uses {
            self.call_by_address(one, function, body, &copied);
        }
        self.call_only(function, body, &copied);
    }

    /// Writes what a `ret` returns to where the last parameter points.
    fn write_results(&self, body: Value, ends: &[(Value, Value)], copied: &Copied) {
        let Some(target) = body.parameters().last().copied() else { return };
        for (ret, load) in ends {
            let builder = Builder::before(self, *ret);
            // SAFETY: a `ret` of this function, whose operand only it uses; the load's pointer is one.
            unsafe {
                let source = LLVMGetOperand(load.0, 0);
                let copy = self.copy(&builder, (target.0, copied.align), (source, LLVMGetAlignment(load.0)), copied);
                locate(copy, *ret);
                locate(LLVMBuildRetVoid(builder.0), *ret);
                LLVMInstructionEraseFromParent(ret.0);
            }
            load.erase();
        }
    }

    /// Puts a function that calls the other one with a place for the result, and returns nothing, in the place of one
    /// that nothing uses any more.
    fn call_only(&self, function: Value, body: Value, copied: &Copied) {
        let Some((_, types, _)) = function.value_type().function() else { return };
        assert!(function.users().is_empty(), "a function that is used");
        let name = CString::new(function.name()).unwrap_or_default();
        // SAFETY: the new function has the types, attributes and symbol of the old one, which is removed when nothing
        // uses it; the call has the types of the other function.
        unsafe {
            let mut raw: Vec<LLVMTypeRef> = types.iter().map(|ty| ty.0).collect();
            let count = c_uint::try_from(raw.len()).unwrap_or(0);
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(self.context), raw.as_mut_ptr(), count, 0);
            LLVMSetValueName2(function.0, c"".as_ptr(), 0);
            let new = LLVMAddFunction(self.module.0, name.as_ptr(), ty);
            LLVMSetLinkage(new, function.linkage());
            LLVMSetVisibility(new, function.visibility());
            LLVMSetUnnamedAddress(new, function.unnamed_address());
            for index in (1..=count).chain([c_uint::MAX]) {
                given(function, index).into_iter().for_each(|one| LLVMAddAttributeAtIndex(new, index, one));
            }
            let block = LLVMAppendBasicBlockInContext(self.context, new, c"entry".as_ptr());
            let builder = Builder(LLVMCreateBuilderInContext(self.context));
            LLVMPositionBuilderAtEnd(builder.0, block);
            let place = LLVMBuildAlloca(builder.0, copied.ty.0, c"".as_ptr());
            LLVMSetAlignment(place, copied.align);
            if let Some(new) = Option::<Value>::of(new) {
                self.call(&builder, (body, place), &new.parameters(), function);
            }
            LLVMBuildRetVoid(builder.0);
            LLVMDeleteFunction(function.0);
        }
    }

    /// Builds a call of the function that writes its result to a place, with the parameters' attributes.
    ///
    /// # Safety
    /// The arguments are of the types of the function's parameters but the last.
    unsafe fn call(
        &self,
        builder: &Builder,
        (body, place): (Value, LLVMValueRef),
        arguments: &[Value],
        like: Value,
    ) -> LLVMValueRef {
        let mut all: Vec<LLVMValueRef> = arguments.iter().map(|argument| argument.0).chain([place]).collect();
        let count = c_uint::try_from(all.len()).unwrap_or(0);
        // SAFETY: the caller's; attributes of the function's parameters are those of the call's arguments.
        unsafe {
            let ty = LLVMGlobalGetValueType(body.0);
            let call = LLVMBuildCall2(builder.0, ty, body.0, all.as_mut_ptr(), count, c"".as_ptr());
            for index in 1..count {
                given(like, index).into_iter().for_each(|one| LLVMAddCallSiteAttribute(call, index, one));
            }
            call
        }
    }

    /// Copies a structure without what lies behind its last field.
    ///
    /// # Safety
    /// Two pointers.
    unsafe fn copy(
        &self,
        builder: &Builder,
        target: (LLVMValueRef, c_uint),
        source: (LLVMValueRef, c_uint),
        copied: &Copied,
    ) -> LLVMValueRef {
        // SAFETY: the caller's.
        unsafe {
            let size = LLVMConstInt(LLVMInt64TypeInContext(self.context), copied.size, 0);
            LLVMBuildMemCpy(builder.0, target.0, target.1, source.0, source.1, size)
        }
    }

    /// Calls the function that writes its result in the place of the one that returns it.
    fn call_by_address(&self, one: &Use, function: Value, body: Value, copied: &Copied) {
        // SAFETY: a call in a block of a function, whose first block has an instruction.
        let first = unsafe {
            let caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(one.call.0));
            Option::<Value>::of(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller)))
        };
        let Some(first) = first else { return };
        let (at_start, builder) = (Builder::before(self, first), Builder::before(self, one.call));
        // SAFETY: the place is an alloca of the result's type in the first block; the arguments are those of the call.
        // Parts are replaced by loads of their types, and stores of all parts by a copy.
        unsafe {
            let place = LLVMBuildAlloca(at_start.0, copied.ty.0, c"".as_ptr());
            LLVMSetAlignment(place, copied.align);
            locate(self.call(&builder, (body, place), &one.call.arguments(), function), one.call);
            if let Some((target, last)) = one.stored {
                let builder = Builder::before(self, last);
                locate(self.copy(&builder, (target.0, 1), (place, copied.align), copied), last);
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
                self.copy(&builder, (own.object.0, own.copied.align), (own.parameter.0, own.copied.align), &own.copied);
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
                locate(self.copy(&builder, to, from, &own.copied), ret);
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
            let object = LLVMBuildAlloca(builder.0, ty.0, c"".as_ptr());
            LLVMSetAlignment(object, copied.align);
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
