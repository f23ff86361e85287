//! Blocks and values: constants, globals, functions.

use super::*;

impl Block {
    pub(crate) fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    pub(crate) fn instructions(self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstInstruction(self.0) }, |i| unsafe { LLVMGetNextInstruction(i) })
    }
}

impl Value {
    pub(crate) fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }

    pub(crate) fn name(self) -> String {
        let mut length = 0;
        let raw = unsafe { LLVMGetValueName2(self.0, &mut length) };
        bytes(raw, length)
    }

    /// The value as LLVM prints it.
    pub(crate) fn print(self) -> String {
        message(unsafe { LLVMPrintValueToString(self.0) })
    }

    // --- constants ---------------------------------------------------------------------------

    pub(crate) fn is_undef_or_poison(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    pub(crate) fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    pub(crate) fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Bits of an integer constant of at most 64 bits, zero-extended.
    pub(crate) fn constant_int(self) -> Option<u64> {
        let small = self.ty().int_bits().is_some_and(|bits| bits <= 64);
        (small && !unsafe { LLVMIsAConstantInt(self.0) }.is_null()).then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    pub(crate) fn is_constant_fp(self) -> bool {
        !unsafe { LLVMIsAConstantFP(self.0) }.is_null()
    }

    pub(crate) fn is_function(self) -> bool {
        !unsafe { LLVMIsAFunction(self.0) }.is_null()
    }

    pub(crate) fn is_global_variable(self) -> bool {
        !unsafe { LLVMIsAGlobalVariable(self.0) }.is_null()
    }

    pub(crate) fn is_inline_assembly(self) -> bool {
        !unsafe { LLVMIsAInlineAsm(self.0) }.is_null()
    }

    pub(crate) fn is_metadata(self) -> bool {
        matches!(self.ty().kind(), LLVMTypeKind::LLVMMetadataTypeKind)
    }

    /// Opcode of a constant expression.
    pub(crate) fn constant_opcode(self) -> Option<LLVMOpcode> {
        (!unsafe { LLVMIsAConstantExpr(self.0) }.is_null()).then(|| unsafe { LLVMGetConstOpcode(self.0) })
    }

    /// Element of a constant array or structure (also `zeroinitializer`, `undef`, strings).
    pub(crate) fn element(self, index: u32) -> Option<Value> {
        value(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    // --- operands ----------------------------------------------------------------------------

    pub(crate) fn operand_count(self) -> u32 {
        u32::try_from(unsafe { LLVMGetNumOperands(self.0) }).unwrap_or(0)
    }

    pub(crate) fn operand(self, index: u32) -> Option<Value> {
        if index >= self.operand_count() {
            return None;
        }
        value(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub(crate) fn operands(self) -> Vec<Value> {
        (0..self.operand_count()).filter_map(|index| self.operand(index)).collect()
    }

    /// Instructions (and constants) that use the value; debug records are none.
    pub(crate) fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut current = unsafe { LLVMGetFirstUse(self.0) };
        while !current.is_null() {
            all.extend(value(unsafe { LLVMGetUser(current) }));
            current = unsafe { LLVMGetNextUse(current) };
        }
        all
    }

    // --- globals -----------------------------------------------------------------------------

    pub(crate) fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// Type of a global's content, or of a function.
    pub(crate) fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub(crate) fn initializer(self) -> Option<Value> {
        value(unsafe { LLVMGetInitializer(self.0) })
    }

    pub(crate) fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub(crate) fn is_unnamed_addr(self) -> bool {
        matches!(unsafe { LLVMGetUnnamedAddress(self.0) }, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr)
    }

    pub(crate) fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub(crate) fn is_externally_initialized(self) -> bool {
        unsafe { LLVMIsExternallyInitialized(self.0) != 0 }
    }

    /// Alignment of a global, alloca, load or store; 0 if none is given.
    pub(crate) fn alignment(self) -> u64 {
        u64::from(unsafe { LLVMGetAlignment(self.0) })
    }

    // --- functions ---------------------------------------------------------------------------

    pub(crate) fn parameters(self) -> Vec<Value> {
        let count = unsafe { LLVMCountParams(self.0) };
        (0..count).filter_map(|index| value(unsafe { LLVMGetParam(self.0, index) })).collect()
    }

    pub(crate) fn blocks(self) -> Vec<Block> {
        let mut all = Vec::new();
        let mut current = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !current.is_null() {
            all.push(Block(current));
            current = unsafe { LLVMGetNextBasicBlock(current) };
        }
        all
    }

    /// Calling convention of a function definition or declaration; 0 is C's.
    pub(crate) fn calling_convention(self) -> u32 {
        unsafe { LLVMGetFunctionCallConv(self.0) }
    }

    /// Garbage collector, personality, prefix or prologue data.
    pub(crate) fn has_extras(self) -> bool {
        unsafe {
            !LLVMGetGC(self.0).is_null()
                || LLVMHasPersonalityFn(self.0) != 0
                || LLVMHasPrefixData(self.0) != 0
                || LLVMHasPrologueData(self.0) != 0
        }
    }

    /// Whether a global or function is put into a section.
    pub(crate) fn has_section(self) -> bool {
        let section = unsafe { LLVMGetSection(self.0) };
        !section.is_null() && unsafe { CStr::from_ptr(section) }.count_bytes() > 0
    }

    /// Whether a global is in a comdat.
    pub(crate) fn has_comdat(self) -> bool {
        !unsafe { LLVMGetComdat(self.0) }.is_null()
    }

    /// Line of a function definition in the source.
    pub(crate) fn subprogram_line(self) -> Option<u32> {
        let subprogram = unsafe { LLVMGetSubprogram(self.0) };
        (!subprogram.is_null()).then(|| unsafe { LLVMDISubprogramGetLine(subprogram) }).filter(|&line| line > 0)
    }
}
