//! Blocks and values: constants, globals, functions.

use super::*;

impl Block {
    pub fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    pub fn instructions(self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstInstruction(self.0) }, |i| unsafe { LLVMGetNextInstruction(i) })
    }
}

impl Value {
    pub fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }

    pub fn name(self) -> String {
        let mut length = 0;
        let raw = unsafe { LLVMGetValueName2(self.0, &mut length) };
        bytes(raw, length)
    }

    /// The value as LLVM prints it.
    pub fn print(self) -> String {
        message(unsafe { LLVMPrintValueToString(self.0) })
    }

    // --- constants ---------------------------------------------------------------------------

    pub fn is_undef_or_poison(self) -> bool {
        unsafe { LLVMIsUndef(self.0) != 0 || LLVMIsPoison(self.0) != 0 }
    }

    pub fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.0) != 0 }
    }

    pub fn is_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Bits of an integer constant of at most 64 bits, zero-extended.
    pub fn constant_int(self) -> Option<u64> {
        let small = self.ty().int_bits().is_some_and(|bits| bits <= 64);
        (small && !unsafe { LLVMIsAConstantInt(self.0) }.is_null()).then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
    }

    pub fn is_constant_fp(self) -> bool {
        !unsafe { LLVMIsAConstantFP(self.0) }.is_null()
    }

    pub fn is_function(self) -> bool {
        !unsafe { LLVMIsAFunction(self.0) }.is_null()
    }

    pub fn is_global_variable(self) -> bool {
        !unsafe { LLVMIsAGlobalVariable(self.0) }.is_null()
    }

    pub fn is_inline_assembly(self) -> bool {
        !unsafe { LLVMIsAInlineAsm(self.0) }.is_null()
    }

    pub fn is_metadata(self) -> bool {
        matches!(self.ty().kind(), LLVMTypeKind::LLVMMetadataTypeKind)
    }

    /// Opcode of a constant expression.
    pub fn constant_opcode(self) -> Option<LLVMOpcode> {
        (!unsafe { LLVMIsAConstantExpr(self.0) }.is_null()).then(|| unsafe { LLVMGetConstOpcode(self.0) })
    }

    /// Element of a constant array or structure (also `zeroinitializer`, `undef`, strings).
    pub fn element(self, index: u32) -> Option<Value> {
        value(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    // --- operands ----------------------------------------------------------------------------

    pub fn operand_count(self) -> u32 {
        u32::try_from(unsafe { LLVMGetNumOperands(self.0) }).unwrap_or(0)
    }

    pub fn operand(self, index: u32) -> Option<Value> {
        if index >= self.operand_count() {
            return None;
        }
        value(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub fn operands(self) -> Vec<Value> {
        (0..self.operand_count()).filter_map(|index| self.operand(index)).collect()
    }

    /// Instructions (and constants) that use the value; debug records are none.
    pub fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        let mut current = unsafe { LLVMGetFirstUse(self.0) };
        while !current.is_null() {
            all.extend(value(unsafe { LLVMGetUser(current) }));
            current = unsafe { LLVMGetNextUse(current) };
        }
        all
    }

    // --- globals -----------------------------------------------------------------------------

    pub fn linkage(self) -> LLVMLinkage {
        unsafe { LLVMGetLinkage(self.0) }
    }

    /// Type of a global's content, or of a function.
    pub fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }

    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }

    pub fn initializer(self) -> Option<Value> {
        value(unsafe { LLVMGetInitializer(self.0) })
    }

    pub fn is_global_constant(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    pub fn is_unnamed_addr(self) -> bool {
        matches!(unsafe { LLVMGetUnnamedAddress(self.0) }, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr)
    }

    pub fn is_thread_local(self) -> bool {
        unsafe { LLVMIsThreadLocal(self.0) != 0 }
    }

    pub fn is_externally_initialized(self) -> bool {
        unsafe { LLVMIsExternallyInitialized(self.0) != 0 }
    }

    /// Alignment of a global, alloca, load or store; 0 if none is given.
    pub fn alignment(self) -> u64 {
        u64::from(unsafe { LLVMGetAlignment(self.0) })
    }

    // --- functions ---------------------------------------------------------------------------

    pub fn parameters(self) -> Vec<Value> {
        let count = unsafe { LLVMCountParams(self.0) };
        (0..count).filter_map(|index| value(unsafe { LLVMGetParam(self.0, index) })).collect()
    }

    pub fn blocks(self) -> Vec<Block> {
        let mut all = Vec::new();
        let mut current = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !current.is_null() {
            all.push(Block(current));
            current = unsafe { LLVMGetNextBasicBlock(current) };
        }
        all
    }

    /// Calling convention of a function definition or declaration; 0 is C's.
    pub fn calling_convention(self) -> u32 {
        unsafe { LLVMGetFunctionCallConv(self.0) }
    }

    /// Garbage collector, personality, prefix or prologue data.
    pub fn has_extras(self) -> bool {
        unsafe {
            !LLVMGetGC(self.0).is_null()
                || LLVMHasPersonalityFn(self.0) != 0
                || LLVMHasPrefixData(self.0) != 0
                || LLVMHasPrologueData(self.0) != 0
        }
    }

    /// Whether a global or function is put into a section.
    pub fn has_section(self) -> bool {
        let section = unsafe { LLVMGetSection(self.0) };
        !section.is_null() && unsafe { CStr::from_ptr(section) }.count_bytes() > 0
    }

    /// Whether a global is in a comdat.
    pub fn has_comdat(self) -> bool {
        !unsafe { LLVMGetComdat(self.0) }.is_null()
    }

    /// Line of a function definition in the source.
    pub fn subprogram_line(self) -> Option<u32> {
        let subprogram = unsafe { LLVMGetSubprogram(self.0) };
        (!subprogram.is_null()).then(|| unsafe { LLVMDISubprogramGetLine(subprogram) }).filter(|&line| line > 0)
    }
}
