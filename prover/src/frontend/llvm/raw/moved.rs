//! Functions whose bodies move into functions with other parameters or results.

use super::module::Builder;
use super::query::Answer;
use super::*;

/// What the names of functions end in that get the bodies of others; no name of C has a dot.
pub(crate) const MOVED: &str = ".by_address";

/// Copies an instruction's source position.
pub(super) fn locate(new: LLVMValueRef, old: Value) {
    // SAFETY: two instructions of a module that lives; null stands for no position.
    unsafe {
        let location = LLVMInstructionGetDebugLoc(old.0);
        if !location.is_null() {
            LLVMInstructionSetDebugLoc(new, location);
        }
    }
}

/// The attributes of a function or a call at a place.
fn attributes_at(of: Value, index: c_uint) -> Vec<LLVMAttributeRef> {
    let is_function = of.is_function();
    assert!(is_function || of.is_instruction(LLVMOpcode::LLVMCall), "the attributes of something else");
    // SAFETY: a function or a call; the buffer is as long as was counted.
    unsafe {
        let count = match is_function {
            true => LLVMGetAttributeCountAtIndex(of.0, index),
            false => LLVMGetCallSiteAttributeCount(of.0, index),
        };
        let mut all = vec![std::ptr::null_mut(); count as usize];
        match is_function {
            true => LLVMGetAttributesAtIndex(of.0, index, all.as_mut_ptr()),
            false => LLVMGetCallSiteAttributes(of.0, index, all.as_mut_ptr()),
        }
        all
    }
}

/// The type of a function that is new.
pub(super) struct NewType {
    /// Without one as the old function's.
    pub(super) result: Option<Ty>,
    pub(super) parameters: Vec<Ty>,
    /// Places of parameters that are other ones than in the old function.
    pub(super) changed: Vec<u32>,
}

impl NewType {
    /// The places of attributes that stay as they were: of the result, and of parameters.
    fn kept(&self) -> Vec<c_uint> {
        let count = u32::try_from(self.parameters.len()).unwrap_or(0);
        let parameters = (0..count).filter(|number| !self.changed.contains(number)).map(|number| number + 1);
        self.result.is_none().then_some(0).into_iter().chain(parameters).collect()
    }
}

impl Loaded {
    /// The type of pointers.
    pub(super) fn pointer(&self) -> Ty {
        // SAFETY: the context lives.
        Ty(unsafe { LLVMPointerTypeInContext(self.context, 0) })
    }

    /// The type of what returns nothing.
    pub(super) fn nothing(&self) -> Ty {
        // SAFETY: the context lives.
        Ty(unsafe { LLVMVoidTypeInContext(self.context) })
    }

    /// A function of a new type, without a body.
    fn declared(&self, name: &str, old: Value, ty: &NewType) -> Value {
        let result = ty.result.unwrap_or_else(|| old.value_type().result());
        let mut raw: Vec<LLVMTypeRef> = ty.parameters.iter().map(|ty| ty.0).collect();
        let count = c_uint::try_from(raw.len()).expect("as many parameters as LLVM counts");
        let name = CString::new(name).expect("a name of a module");
        // SAFETY: types of this module's context.
        let new = unsafe {
            let ty = LLVMFunctionType(result.0, raw.as_mut_ptr(), count, 0);
            LLVMAddFunction(self.module.0, name.as_ptr(), ty)
        };
        for index in ty.kept().into_iter().chain([c_uint::MAX]) {
            // SAFETY: a function, and attributes of this context.
            attributes_at(old, index).into_iter().for_each(|one| unsafe { LLVMAddAttributeAtIndex(new, index, one) });
        }
        Option::of(new).expect("a new function")
    }

    /// Moves the body of a function into a new one, which is the module's own. Parameters that are others have no uses
    /// in it yet.
    pub(super) fn move_body(&self, function: Value, ty: &NewType) -> Value {
        assert!(function.is_function() && !function.is_declaration(), "the body of something else");
        let body = self.declared(&format!("{}{MOVED}", function.name()), function, ty);
        // SAFETY: the new function gets all blocks of the old one and its subprogram; parameters are replaced by those
        // of their types.
        unsafe {
            LLVMSetLinkage(body.0, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetSubprogram(body.0, LLVMGetSubprogram(function.0));
            let first = LLVMAppendBasicBlockInContext(self.context, body.0, c"".as_ptr());
            function.blocks().into_iter().fold(first, |last, block| {
                LLVMMoveBasicBlockAfter(block.0, last);
                block.0
            });
            LLVMDeleteBasicBlock(first);
            for ((number, old), new) in (0..).zip(function.parameters()).zip(body.parameters()) {
                new.set_parameter_name(&old.name());
                if !ty.changed.contains(&number) {
                    LLVMReplaceAllUsesWith(old.0, new.0);
                }
            }
        }
        body
    }

    /// Builds a call. Its attributes are those that another call, or a function, has at the places that stay; what another
    /// call promises as a whole (`const` in another file's declaration), this one promises, too.
    ///
    /// # Safety
    /// The arguments are of the types of the function's parameters.
    pub(super) unsafe fn called(
        &self,
        builder: &Builder,
        (function, ty): (Value, &NewType),
        arguments: &[LLVMValueRef],
        like: Value,
    ) -> LLVMValueRef {
        let mut all = arguments.to_vec();
        let count = c_uint::try_from(all.len()).expect("as many arguments as LLVM counts");
        // SAFETY: the caller's.
        unsafe {
            let raw = LLVMGlobalGetValueType(function.0);
            let call = LLVMBuildCall2(builder.0, raw, function.0, all.as_mut_ptr(), count, c"".as_ptr());
            let whole = like.is_any_instruction().then_some(c_uint::MAX);
            for index in ty.kept().into_iter().chain(whole) {
                attributes_at(like, index).into_iter().for_each(|one| LLVMAddCallSiteAttribute(call, index, one));
            }
            call
        }
    }

    /// Puts a function with the name, the parameters and the symbol of an old one, which nothing uses any more, in its
    /// place. `build` fills it, and gives what it returns; without a value it returns nothing.
    pub(super) fn leave_wrapper(
        &self,
        function: Value,
        result: Option<Ty>,
        build: impl FnOnce(&Builder, Value) -> Option<LLVMValueRef>,
    ) {
        let (_, parameters, _) = function.value_type().function().expect("the type of a function");
        assert!(function.users().is_empty(), "a function that is used");
        let name = function.name();
        function.set_name("");
        let new = self.declared(&name, function, &NewType { result, parameters, changed: Vec::new() });
        // SAFETY: the new function has the symbol of the old one, which nothing uses, and gets one block.
        unsafe {
            LLVMSetLinkage(new.0, function.linkage());
            LLVMSetVisibility(new.0, function.visibility());
            LLVMSetUnnamedAddress(new.0, function.unnamed_address());
            let block = LLVMAppendBasicBlockInContext(self.context, new.0, c"entry".as_ptr());
            let builder = Builder(LLVMCreateBuilderInContext(self.context));
            LLVMPositionBuilderAtEnd(builder.0, block);
            match build(&builder, new) {
                Some(value) => LLVMBuildRet(builder.0, value),
                None => LLVMBuildRetVoid(builder.0),
            };
            LLVMDeleteFunction(function.0);
        }
    }

    /// Builds instructions where the function begins that this instruction is in.
    pub(super) fn at_start(&self, instruction: Value) -> Builder {
        assert!(instruction.is_any_instruction(), "the function of something else");
        // SAFETY: an instruction in a block of a function, whose first block has one.
        let first = unsafe {
            let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction.0));
            Option::<Value>::of(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)))
        };
        Builder::before(self, first.expect("a block with an instruction"))
    }

    /// An object of a type, with this alignment in bytes.
    ///
    /// # Safety
    /// The builder stands in the first block of a function; the type has a size.
    pub(super) unsafe fn object(&self, builder: &Builder, ty: Ty, align: c_uint) -> LLVMValueRef {
        // SAFETY: the caller's.
        unsafe {
            let place = LLVMBuildAlloca(builder.0, ty.0, c"".as_ptr());
            LLVMSetAlignment(place, align);
            place
        }
    }

    /// Copies so many bytes. A pointer comes with its alignment.
    ///
    /// # Safety
    /// Two pointers.
    pub(super) unsafe fn copy(
        &self,
        builder: &Builder,
        target: (LLVMValueRef, c_uint),
        source: (LLVMValueRef, c_uint),
        bytes: u64,
    ) -> LLVMValueRef {
        // SAFETY: the caller's.
        unsafe {
            let size = LLVMConstInt(LLVMInt64TypeInContext(self.context), bytes, 0);
            LLVMBuildMemCpy(builder.0, target.0, target.1, source.0, source.1, size)
        }
    }
}
