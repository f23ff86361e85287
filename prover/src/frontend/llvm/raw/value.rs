//! Blocks and values: constants, globals, functions.

use super::query::{Answer, queries};
use super::*;

queries! { Block:
    first_instruction() -> Option<Value> = LLVMGetFirstInstruction;
    next() -> Option<Block> = LLVMGetNextBasicBlock;
    as_value() -> Option<Value> = LLVMBasicBlockAsValue;
}

impl Block {
    pub(crate) fn name(self) -> String {
        self.as_value().map(Value::name).unwrap_or_default()
    }

    pub(crate) fn instructions(self) -> Vec<Value> {
        std::iter::successors(self.first_instruction(), |i| i.next_instruction()).collect()
    }
}

fn has_alignment(v: Value) -> bool {
    use LLVMOpcode::{LLVMAlloca, LLVMAtomicCmpXchg, LLVMAtomicRMW, LLVMLoad, LLVMStore};
    let all = [LLVMAlloca, LLVMLoad, LLVMStore, LLVMAtomicRMW, LLVMAtomicCmpXchg];
    v.is_global_object() || all.into_iter().any(|opcode| v.is_instruction(opcode))
}

queries! { Value:
    ty() -> Ty = LLVMTypeOf;
    is_user() -> bool = LLVMIsAUser;

    // Constants.
    is_undef() -> bool = LLVMIsUndef;
    is_poison() -> bool = LLVMIsPoison;
    is_null() -> bool = LLVMIsNull;
    is_constant() -> bool = LLVMIsConstant;
    is_constant_int() -> bool = LLVMIsAConstantInt;
    is_constant_fp() -> bool = LLVMIsAConstantFP;
    is_constant_integer() -> bool = LLVMIsAConstantInt;
    is_constant_expression() -> bool = LLVMIsAConstantExpr;
    is_inline_assembly() -> bool = LLVMIsAInlineAsm;
    expression_opcode() -> LLVMOpcode = LLVMGetConstOpcode, only Value::is_constant_expression;
    zero_extended() -> u64 = LLVMConstIntGetZExtValue, only Value::is_small_int;

    // Globals: functions and variables.
    is_function() -> bool = LLVMIsAFunction;
    is_global_variable() -> bool = LLVMIsAGlobalVariable;
    is_global_object() -> bool = LLVMIsAGlobalObject;
    is_global_value() -> bool = LLVMIsAGlobalValue;
    is_alias() -> bool = LLVMIsAGlobalAlias;
    is_ifunc() -> bool = LLVMIsAGlobalIFunc;
    linkage() -> LLVMLinkage = LLVMGetLinkage, only Value::is_global_value;
    visibility() -> LLVMVisibility = LLVMGetVisibility, only Value::is_global_value;
    dll_storage() -> LLVMDLLStorageClass = LLVMGetDLLStorageClass, only Value::is_global_value;
    /// What an alias stands for.
    target() -> Option<Value> = LLVMAliasGetAliasee, only Value::is_alias;
    next_alias() -> Option<Value> = LLVMGetNextGlobalAlias, only Value::is_alias;
    next_ifunc() -> Option<Value> = LLVMGetNextGlobalIFunc, only Value::is_ifunc;
    /// Type of a global's content, or of a function.
    value_type() -> Ty = LLVMGlobalGetValueType, only Value::is_global_object;
    is_declaration() -> bool = LLVMIsDeclaration, only Value::is_global_object;
    unnamed_address() -> LLVMUnnamedAddr = LLVMGetUnnamedAddress, only Value::is_global_object;
    initializer() -> Option<Value> = LLVMGetInitializer, only Value::is_global_variable;
    is_global_constant() -> bool = LLVMIsGlobalConstant, only Value::is_global_variable;
    is_thread_local() -> bool = LLVMIsThreadLocal, only Value::is_global_variable;
    is_externally_initialized() -> bool = LLVMIsExternallyInitialized, only Value::is_global_variable;
    alignment_or_zero() -> u32 = LLVMGetAlignment, only has_alignment;
    next_global() -> Option<Value> = LLVMGetNextGlobal, only Value::is_global_variable;

    // Functions.
    next_function() -> Option<Value> = LLVMGetNextFunction, only Value::is_function;
    parameter_count() -> u32 = LLVMCountParams, only Value::is_function;
    first_block() -> Option<Block> = LLVMGetFirstBasicBlock, only Value::is_function;
    /// Calling convention of a function definition or declaration; 0 is C's.
    calling_convention() -> u32 = LLVMGetFunctionCallConv, only Value::is_function;
    has_personality() -> bool = LLVMHasPersonalityFn, only Value::is_function;
    has_prefix_data() -> bool = LLVMHasPrefixData, only Value::is_function;
    has_prologue_data() -> bool = LLVMHasPrologueData, only Value::is_function;
}

impl Value {
    pub(crate) fn name(self) -> String {
        // SAFETY: a value of a module that lives, which keeps the name.
        text(|length| unsafe { LLVMGetValueName2(self.0, length) })
    }

    /// Gives a global another name; LLVM adds a number to one that another global has.
    pub(crate) fn set_name(self, name: &str) {
        assert!(self.is_global_value(), "the name of something else");
        // SAFETY: a global of a module that lives; LLVM copies as many bytes as the name has.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    /// Gives a parameter another name.
    pub(crate) fn set_parameter_name(self, name: &str) {
        assert!(!self.is_global_value() && !self.is_any_instruction(), "the name of something else");
        // SAFETY: a value of a module that lives; LLVM copies as many bytes as the name has.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }

    /// The value as LLVM prints it.
    pub(crate) fn print(self) -> String {
        // SAFETY: a value of a module that lives; the text is handed over.
        unsafe { message(LLVMPrintValueToString(self.0)) }
    }

    // --- constants ---------------------------------------------------------------------------

    pub(crate) fn is_undef_or_poison(self) -> bool {
        self.is_undef() || self.is_poison()
    }

    fn is_small_int(self) -> bool {
        self.is_constant_int() && self.ty().int_bits().is_some_and(|bits| bits <= 64)
    }

    /// Bits of an integer constant of at most 64 bits, zero-extended.
    pub(crate) fn constant_int(self) -> Option<u64> {
        self.is_small_int().then(|| self.zero_extended())
    }

    pub(crate) fn is_metadata(self) -> bool {
        self.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind
    }

    /// Opcode of a constant expression.
    pub(crate) fn constant_opcode(self) -> Option<LLVMOpcode> {
        self.is_constant_expression().then(|| self.expression_opcode())
    }

    /// Element of a constant array or structure (also `zeroinitializer`, `undef`, strings).
    pub(crate) fn element(self, index: u32) -> Option<Value> {
        if !self.is_constant() {
            return None;
        }
        // SAFETY: a constant; for an index beyond its elements LLVM gives null.
        Option::of(unsafe { LLVMGetAggregateElement(self.0, index) })
    }

    /// The template of inline assembly.
    pub(crate) fn assembly_template(self) -> Option<String> {
        // SAFETY: inline assembly of a module that lives, which keeps the text.
        self.is_inline_assembly().then(|| text(|length| unsafe { LLVMGetInlineAsmAsmString(self.0, length) }))
    }

    // --- operands ----------------------------------------------------------------------------

    pub(crate) fn operand_count(self) -> u32 {
        if !self.is_user() {
            return 0;
        }
        // SAFETY: a value with operands, perhaps none.
        u32::try_from(unsafe { LLVMGetNumOperands(self.0) }).unwrap_or(0)
    }

    pub(crate) fn operand(self, index: u32) -> Option<Value> {
        if index >= self.operand_count() {
            return None;
        }
        // SAFETY: the value has more than so many operands.
        Option::of(unsafe { LLVMGetOperand(self.0, index) })
    }

    pub(crate) fn operands(self) -> Vec<Value> {
        (0..self.operand_count()).filter_map(|index| self.operand(index)).collect()
    }

    /// Instructions (and constants) that use the value; debug records are none.
    pub(crate) fn users(self) -> Vec<Value> {
        let mut all = Vec::new();
        // SAFETY: a value of a module that lives, which nothing changes while its uses are listed.
        let mut current = unsafe { LLVMGetFirstUse(self.0) };
        while !current.is_null() {
            // SAFETY: one of the value's uses.
            let (user, next) = unsafe { (LLVMGetUser(current), LLVMGetNextUse(current)) };
            all.extend(Option::<Value>::of(user));
            current = next;
        }
        all
    }

    // --- globals -----------------------------------------------------------------------------

    pub(crate) fn is_unnamed_addr(self) -> bool {
        !matches!(self.unnamed_address(), LLVMUnnamedAddr::LLVMNoUnnamedAddr)
    }

    /// Alignment of a global, alloca or access; 0 if none is given.
    pub(crate) fn alignment(self) -> u64 {
        u64::from(self.alignment_or_zero())
    }

    /// The section that a global or function is put into.
    pub(crate) fn section(self) -> Option<String> {
        assert!(self.is_global_object(), "the section of something else");
        // SAFETY: a global of a module that lives, which keeps the name.
        let name = unsafe { c_text(LLVMGetSection(self.0)) };
        Some(name).filter(|name| !name.is_empty())
    }

    /// Whether a global or function is put into a section.
    pub(crate) fn has_section(self) -> bool {
        self.section().is_some()
    }

    /// Whether a global is in a comdat.
    pub(crate) fn has_comdat(self) -> bool {
        assert!(self.is_global_object(), "the comdat of something else");
        // SAFETY: a global of a module that lives.
        !unsafe { LLVMGetComdat(self.0) }.is_null()
    }

    pub(crate) fn set_linkage(self, linkage: LLVMLinkage) {
        assert!(self.is_global_value(), "the linkage of something else");
        // SAFETY: a global of a module that lives.
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub(crate) fn set_visibility(self, visibility: LLVMVisibility) {
        assert!(self.is_global_value(), "the visibility of something else");
        // SAFETY: a global of a module that lives; LLVM demands the default of local ones, which they have.
        unsafe { LLVMSetVisibility(self.0, visibility) }
    }

    /// Makes a global variable a constant.
    pub(crate) fn make_constant(self) {
        assert!(self.is_global_variable(), "something else than a variable");
        // SAFETY: a variable of a module that lives.
        unsafe { LLVMSetGlobalConstant(self.0, 1) }
    }

    /// Removes a global variable that nothing uses.
    pub(crate) fn erase_global(self) {
        assert!(self.is_global_variable() && self.users().is_empty(), "a variable that is used");
        // SAFETY: a variable of a module that lives, without uses.
        unsafe { LLVMDeleteGlobal(self.0) }
    }

    /// Replaces all uses of an alias by its target.
    pub(crate) fn replace_by_target(self) {
        if let Some(target) = self.target().filter(|target| target.ty() == self.ty() && *target != self) {
            // SAFETY: two values of one type in a module that lives.
            unsafe { LLVMReplaceAllUsesWith(self.0, target.0) }
        }
    }

    // --- functions ---------------------------------------------------------------------------

    pub(crate) fn parameters(self) -> Vec<Value> {
        // SAFETY: the function (`parameter_count`) has more than so many parameters.
        let parameter = |index| Option::of(unsafe { LLVMGetParam(self.0, index) });
        (0..self.parameter_count()).filter_map(parameter).collect()
    }

    pub(crate) fn blocks(self) -> Vec<Block> {
        std::iter::successors(self.first_block(), |block| block.next()).collect()
    }

    /// Garbage collector, personality, prefix or prologue data.
    pub(crate) fn has_extras(self) -> bool {
        let others = self.has_personality() || self.has_prefix_data() || self.has_prologue_data();
        // SAFETY: a function (`has_personality`) of a module that lives.
        others || !unsafe { LLVMGetGC(self.0) }.is_null()
    }

    /// Line of a function definition in the source.
    pub(crate) fn subprogram_line(self) -> Option<u32> {
        assert!(self.is_function(), "the subprogram of something else");
        // SAFETY: a function of a module that lives.
        let subprogram = unsafe { LLVMGetSubprogram(self.0) };
        if subprogram.is_null() {
            return None;
        }
        // SAFETY: a subprogram's metadata.
        Some(unsafe { LLVMDISubprogramGetLine(subprogram) }).filter(|&line| line > 0)
    }
}
