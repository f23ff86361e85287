//! The calls into LLVM's C interface, as safe functions over small handles.
//!
//! Invariant: a handle is only made from a live [`Loaded`] module and only used while that module
//! lives; `import` and `promote` hold it for their whole run and let no handle escape. Every
//! function here states in its name which kind of value it takes and checks the kind where LLVM
//! would otherwise assert.

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_uint};

use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::comdat::LLVMGetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{
    LLVMDISubprogramGetLine, LLVMGetSubprogram, LLVMInstructionGetDebugLoc,
    LLVMInstructionSetDebugLoc,
};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::transforms::pass_builder::*;
pub use inkwell::llvm_sys::{
    LLVMDbgRecordKind, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMTypeKind,
    LLVMUnnamedAddr,
};

/// A value: function, global, constant, instruction, argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(LLVMValueRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ty(LLVMTypeRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(LLVMBasicBlockRef);

/// An LLVM context with one module in it; everything goes when it is dropped.
pub struct Loaded {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// LLVM's own handler prints errors and ends the process.
extern "C" fn ignore_diagnostic(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

fn value(raw: LLVMValueRef) -> Option<Value> {
    (!raw.is_null()).then_some(Value(raw))
}

/// Takes over a message that LLVM allocated.
fn message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    unsafe {
        let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
        LLVMDisposeMessage(raw);
        text
    }
}

fn bytes(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    let slice = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(slice).into_owned()
}

impl Loaded {
    /// Parses textual LLVM or bitcode and verifies the module. The error is LLVM's message.
    pub fn parse(input: &[u8], name: &str) -> Result<Loaded, String> {
        let c_name = CString::new(name.replace('\0', "?")).unwrap_or_default();
        unsafe {
            let context = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(context, Some(ignore_diagnostic), std::ptr::null_mut());
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                input.as_ptr().cast(),
                input.len(),
                c_name.as_ptr(),
            );
            let mut module = std::ptr::null_mut();
            let mut error = std::ptr::null_mut();
            let failed = LLVMParseIRInContext2(context, buffer, &mut module, &mut error) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            let error = message(error);
            if failed || module.is_null() {
                LLVMContextDispose(context);
                return Err(error);
            }
            let loaded = Loaded { context, module };
            loaded.verify()?;
            Ok(loaded)
        }
    }

    pub fn verify(&self) -> Result<(), String> {
        let mut error = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = unsafe { LLVMVerifyModule(self.module, action, &mut error) } != 0;
        let error = message(error);
        if broken { Err(error) } else { Ok(()) }
    }

    /// The module as LLVM prints it.
    pub fn print(&self) -> String {
        message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// The name in the first line of the printed module.
    pub fn set_identifier(&self, name: &str) {
        unsafe { LLVMSetModuleIdentifier(self.module, name.as_ptr().cast(), name.len()) }
    }

    pub fn data_layout(&self) -> String {
        let raw = unsafe { LLVMGetDataLayoutStr(self.module) };
        if raw.is_null() {
            String::new()
        } else {
            unsafe { CStr::from_ptr(raw) }
                .to_string_lossy()
                .into_owned()
        }
    }

    pub fn set_data_layout(&self, layout: &str) {
        if let Ok(layout) = CString::new(layout) {
            unsafe { LLVMSetDataLayout(self.module, layout.as_ptr()) }
        }
    }

    /// Runs a pass pipeline.
    pub fn run_passes(&self, passes: &CStr) -> Result<(), String> {
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module, passes.as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let raw = LLVMGetErrorMessage(error);
            let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(raw);
            Err(text)
        }
    }

    /// All functions, in the module's order.
    pub fn functions(&self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstFunction(self.module) }, |f| unsafe {
            LLVMGetNextFunction(f)
        })
    }

    /// All global variables, in the module's order.
    pub fn globals(&self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstGlobal(self.module) }, |g| unsafe {
            LLVMGetNextGlobal(g)
        })
    }

    /// The type that the module calls `%NAME`.
    pub fn named_type(&self, name: &str) -> Option<Ty> {
        let name = CString::new(name).ok()?;
        let ty = unsafe { LLVMGetTypeByName2(self.context, name.as_ptr()) };
        (!ty.is_null()).then_some(Ty(ty))
    }

    pub fn has_alias(&self) -> bool {
        !unsafe { LLVMGetFirstGlobalAlias(self.module) }.is_null()
    }

    pub fn has_ifunc(&self) -> bool {
        !unsafe { LLVMGetFirstGlobalIFunc(self.module) }.is_null()
    }

    pub fn has_assembly(&self) -> bool {
        let mut length = 0;
        let raw = unsafe { LLVMGetModuleInlineAsm(self.module, &mut length) };
        !raw.is_null() && length > 0
    }

    /// Number by which metadata of this kind is attached to instructions.
    pub fn metadata_kind(&self, name: &str) -> u32 {
        let length = c_uint::try_from(name.len()).unwrap_or(0);
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), length) }
    }

    /// Name of the variable of a debug record, if the record says that the value *is* the variable.
    pub fn debug_values(&self, instruction: Value) -> Vec<(Value, String)> {
        let mut found = Vec::new();
        unsafe {
            let mut record = LLVMGetFirstDbgRecord(instruction.0);
            while !record.is_null() {
                if matches!(
                    LLVMDbgRecordGetKind(record),
                    LLVMDbgRecordKind::LLVMDbgRecordValue
                ) {
                    let expression = LLVMMetadataAsValue(
                        self.context,
                        LLVMDbgVariableRecordGetExpression(record),
                    );
                    let plain =
                        message(LLVMPrintValueToString(expression)).contains("!DIExpression()");
                    let held = value(LLVMDbgVariableRecordGetValue(record, 0));
                    let variable = LLVMDbgVariableRecordGetVariable(record);
                    if plain
                        && !variable.is_null()
                        && let Some(held) = held
                    {
                        let name = self.variable_name(variable);
                        found.extend(name.map(|name| (held, name)));
                    }
                }
                record = LLVMGetNextDbgRecord(record);
            }
        }
        found
    }

    /// `DILocalVariable`: the second operand is the name.
    fn variable_name(&self, variable: LLVMMetadataRef) -> Option<String> {
        unsafe {
            let node = LLVMMetadataAsValue(self.context, variable);
            let count = LLVMGetMDNodeNumOperands(node) as usize;
            let mut operands = vec![std::ptr::null_mut(); count];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            let name = value(*operands.get(1)?)?;
            let mut length = 0;
            let text = LLVMGetMDString(name.0, &mut length);
            (!text.is_null()).then(|| bytes(text, length as usize))
        }
    }

    /// Inserts `freeze ty poison` and a store of it to `slot` behind `place`.
    pub fn insert_frozen_store(&self, place: Value, slot: Value) -> Option<Value> {
        let next = place.next_instruction()?;
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderBefore(builder, next.0);
            let poison = LLVMGetPoison(LLVMGetAllocatedType(slot.0));
            let frozen = LLVMBuildFreeze(builder, poison, c"".as_ptr());
            let store = LLVMBuildStore(builder, frozen, slot.0);
            let location = LLVMInstructionGetDebugLoc(place.0);
            if !location.is_null() {
                LLVMInstructionSetDebugLoc(frozen, location);
                LLVMInstructionSetDebugLoc(store, location);
            }
            LLVMDisposeBuilder(builder);
            value(frozen)
        }
    }

    /// Inserts a volatile load of `slot` behind it: `mem2reg` then leaves the variable alone.
    pub fn insert_volatile_load(&self, slot: Value) -> Option<Value> {
        let next = slot.next_instruction()?;
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context);
            LLVMPositionBuilderBefore(builder, next.0);
            let ty = LLVMGetAllocatedType(slot.0);
            let load = LLVMBuildLoad2(builder, ty, slot.0, c"".as_ptr());
            LLVMSetVolatile(load, 1);
            LLVMDisposeBuilder(builder);
            value(load)
        }
    }
}

fn list(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut all = Vec::new();
    let mut current = first;
    while !current.is_null() {
        all.push(Value(current));
        current = next(current);
    }
    all
}

impl Ty {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Bits of an integer type.
    pub fn int_bits(self) -> Option<u32> {
        matches!(self.kind(), LLVMTypeKind::LLVMIntegerTypeKind)
            .then(|| unsafe { LLVMGetIntTypeWidth(self.0) })
    }

    pub fn is_pointer(self) -> bool {
        matches!(self.kind(), LLVMTypeKind::LLVMPointerTypeKind)
    }

    /// Address space of a pointer type.
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Length and element type of an array type.
    pub fn array(self) -> Option<(u64, Ty)> {
        matches!(self.kind(), LLVMTypeKind::LLVMArrayTypeKind)
            .then(|| unsafe { (LLVMGetArrayLength2(self.0), Ty(LLVMGetElementType(self.0))) })
    }

    /// Field types of a structure type.
    pub fn fields(self) -> Option<Vec<Ty>> {
        if !matches!(self.kind(), LLVMTypeKind::LLVMStructTypeKind) {
            return None;
        }
        let count = unsafe { LLVMCountStructElementTypes(self.0) };
        Some(
            (0..count)
                .map(|i| Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, i) }))
                .collect(),
        )
    }

    /// Result, parameters and variadicity of a function type.
    pub fn function(self) -> Option<(Ty, Vec<Ty>, bool)> {
        if !matches!(self.kind(), LLVMTypeKind::LLVMFunctionTypeKind) {
            return None;
        }
        unsafe {
            let count = LLVMCountParamTypes(self.0) as usize;
            let mut parameters = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.0, parameters.as_mut_ptr());
            let parameters = parameters.into_iter().map(Ty).collect();
            Some((
                Ty(LLVMGetReturnType(self.0)),
                parameters,
                LLVMIsFunctionVarArg(self.0) != 0,
            ))
        }
    }

    /// The type as LLVM prints it.
    pub fn print(self) -> String {
        message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}

/// Sizes and alignments of a module's types. Only sized types may be asked for.
#[derive(Clone, Copy)]
pub struct Layout(LLVMTargetDataRef);

impl Layout {
    pub fn of(module: &Loaded) -> Layout {
        Layout(unsafe { LLVMGetModuleDataLayout(module.module) })
    }

    pub fn pointer_bits(self) -> u32 {
        unsafe { LLVMPointerSize(self.0) }.saturating_mul(8)
    }

    pub fn little_endian(self) -> bool {
        matches!(
            unsafe { LLVMByteOrder(self.0) },
            LLVMByteOrdering::LLVMLittleEndian
        )
    }

    /// Distance of array elements, in bytes.
    pub fn size(self, ty: Ty) -> Option<u64> {
        ty.is_sized()
            .then(|| unsafe { LLVMABISizeOfType(self.0, ty.0) })
    }

    /// Bytes a store writes.
    pub fn store_size(self, ty: Ty) -> Option<u64> {
        ty.is_sized()
            .then(|| unsafe { LLVMStoreSizeOfType(self.0, ty.0) })
    }

    pub fn align(self, ty: Ty) -> Option<u64> {
        ty.is_sized()
            .then(|| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }))
    }

    /// Alignment of `i64` and `double`.
    pub fn align_of_scalars(self, module: &Loaded) -> (u64, u64) {
        let align = |ty| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty) });
        unsafe {
            (
                align(LLVMInt64TypeInContext(module.context)),
                align(LLVMDoubleTypeInContext(module.context)),
            )
        }
    }

    /// Offset of a structure's field.
    pub fn field_offset(self, ty: Ty, field: u32) -> Option<u64> {
        let count = ty.fields()?.len();
        ((field as usize) < count && ty.is_sized())
            .then(|| unsafe { LLVMOffsetOfElement(self.0, ty.0, field) })
    }
}

impl Block {
    pub fn name(self) -> String {
        Value(unsafe { LLVMBasicBlockAsValue(self.0) }).name()
    }

    pub fn instructions(self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstInstruction(self.0) }, |i| unsafe {
            LLVMGetNextInstruction(i)
        })
    }
}

/// Attributes of a function or a call: on the result, on a parameter, on the whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Result,
    Parameter(u32),
    Function,
}

impl Place {
    fn index(self) -> c_uint {
        match self {
            Place::Result => 0,
            Place::Parameter(number) => number + 1,
            Place::Function => c_uint::MAX,
        }
    }
}

/// An attribute: the number of its kind, or the name of a string attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    Kind(u32),
    Text(String),
}

fn attributes(raw: &[LLVMAttributeRef]) -> Vec<Attribute> {
    raw.iter()
        .filter(|attribute| !attribute.is_null())
        .map(|&attribute| unsafe {
            if LLVMIsStringAttribute(attribute) == 0 {
                return Attribute::Kind(LLVMGetEnumAttributeKind(attribute));
            }
            let mut length: c_uint = 0;
            let name = LLVMGetStringAttributeKind(attribute, &mut length);
            Attribute::Text(bytes(name, length as usize))
        })
        .collect()
}

/// Number of an attribute's kind.
pub fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
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
        (small && !unsafe { LLVMIsAConstantInt(self.0) }.is_null())
            .then(|| unsafe { LLVMConstIntGetZExtValue(self.0) })
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
        (!unsafe { LLVMIsAConstantExpr(self.0) }.is_null())
            .then(|| unsafe { LLVMGetConstOpcode(self.0) })
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
        (0..self.operand_count())
            .filter_map(|index| self.operand(index))
            .collect()
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
        matches!(
            unsafe { LLVMGetUnnamedAddress(self.0) },
            LLVMUnnamedAddr::LLVMGlobalUnnamedAddr
        )
    }

    /// `unnamed_addr` or `local_unnamed_addr`.
    pub fn may_share_address(self) -> bool {
        !matches!(
            unsafe { LLVMGetUnnamedAddress(self.0) },
            LLVMUnnamedAddr::LLVMNoUnnamedAddr
        )
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
        (0..count)
            .filter_map(|index| value(unsafe { LLVMGetParam(self.0, index) }))
            .collect()
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

    /// The attributes of a function at a place.
    pub fn function_attributes(self, place: Place) -> Vec<Attribute> {
        let count = unsafe { LLVMGetAttributeCountAtIndex(self.0, place.index()) };
        let mut all = vec![std::ptr::null_mut(); count as usize];
        unsafe { LLVMGetAttributesAtIndex(self.0, place.index(), all.as_mut_ptr()) };
        attributes(&all)
    }

    /// Removes the string attributes of a function or call whose name starts with `prefix`.
    pub fn remove_string_attributes(self, prefix: &str) {
        let is_call = self.is_instruction(LLVMOpcode::LLVMCall);
        let all = match is_call {
            true => self.call_attributes(Place::Function),
            false => self.function_attributes(Place::Function),
        };
        for attribute in all {
            let Attribute::Text(name) = attribute else {
                continue;
            };
            let (start, length) = (
                name.as_ptr().cast(),
                c_uint::try_from(name.len()).unwrap_or(0),
            );
            let index = Place::Function.index();
            match is_call && name.starts_with(prefix) {
                true => unsafe { LLVMRemoveCallSiteStringAttribute(self.0, index, start, length) },
                false if name.starts_with(prefix) => unsafe {
                    LLVMRemoveStringAttributeAtIndex(self.0, index, start, length)
                },
                false => {}
            }
        }
    }

    /// Removes an attribute from the parameters of a function, but for a result's place (`sret`).
    pub fn remove_parameter_attribute(self, name: &str) {
        let (kind, sret) = (
            attribute_kind(name),
            Attribute::Kind(attribute_kind("sret")),
        );
        for number in 0..unsafe { LLVMCountParams(self.0) } {
            let place = Place::Parameter(number);
            if !self.function_attributes(place).contains(&sret) {
                unsafe { LLVMRemoveEnumAttributeAtIndex(self.0, place.index(), kind) }
            }
        }
    }

    /// Whether a global is in a comdat.
    pub fn has_comdat(self) -> bool {
        !unsafe { LLVMGetComdat(self.0) }.is_null()
    }

    /// Line of a function definition in the source.
    pub fn subprogram_line(self) -> Option<u32> {
        let subprogram = unsafe { LLVMGetSubprogram(self.0) };
        (!subprogram.is_null())
            .then(|| unsafe { LLVMDISubprogramGetLine(subprogram) })
            .filter(|&line| line > 0)
    }

    // --- instructions ------------------------------------------------------------------------

    pub fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// Whether the value is an instruction of this opcode.
    pub fn is_instruction(self, opcode: LLVMOpcode) -> bool {
        !unsafe { LLVMIsAInstruction(self.0) }.is_null() && self.opcode() == opcode
    }

    pub fn next_instruction(self) -> Option<Value> {
        value(unsafe { LLVMGetNextInstruction(self.0) })
    }

    pub fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Source position: file, line, column.
    pub fn debug_location(self) -> Option<(String, u32, u32)> {
        let line = unsafe { LLVMGetDebugLocLine(self.0) };
        if line == 0 {
            return None;
        }
        let mut length: c_uint = 0;
        let file = unsafe { LLVMGetDebugLocFilename(self.0, &mut length) };
        Some((bytes(file, length as usize), line, unsafe {
            LLVMGetDebugLocColumn(self.0)
        }))
    }

    /// Kinds of the metadata attached to an instruction, without its source position.
    pub fn metadata_kinds(self) -> Vec<u32> {
        unsafe {
            let mut count = 0;
            let entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(self.0, &mut count);
            let number = c_uint::try_from(count).unwrap_or(0);
            let kinds = (0..number)
                .map(|i| LLVMValueMetadataEntriesGetKind(entries, i))
                .collect();
            LLVMDisposeValueMetadataEntries(entries);
            kinds
        }
    }

    pub fn remove_metadata(self, kind: u32) {
        unsafe { LLVMSetMetadata(self.0, kind, std::ptr::null_mut()) }
    }

    /// `nuw` of add, sub, mul, shl, trunc.
    pub fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    /// `nsw` of add, sub, mul, shl, trunc.
    pub fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// `exact` of udiv, sdiv, lshr, ashr.
    pub fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    /// `nneg` of zext, uitofp.
    pub fn nneg(self) -> bool {
        unsafe { LLVMGetNNeg(self.0) != 0 }
    }

    /// `disjoint` of or.
    pub fn disjoint(self) -> bool {
        unsafe { LLVMGetIsDisjoint(self.0) != 0 }
    }

    /// `samesign` of icmp.
    pub fn same_sign(self) -> bool {
        unsafe { LLVMGetICmpSameSign(self.0) != 0 }
    }

    pub fn predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Whether a load, store, fence or read-modify-write is atomic.
    pub fn is_atomic(self) -> bool {
        unsafe { LLVMIsAtomic(self.0) != 0 }
    }

    pub fn allocated_type(self) -> Ty {
        Ty(unsafe { LLVMGetAllocatedType(self.0) })
    }

    pub fn gep_source(self) -> Ty {
        Ty(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub fn incoming(self) -> Vec<(Value, Block)> {
        let count = unsafe { LLVMCountIncoming(self.0) };
        (0..count)
            .filter_map(|i| {
                let block = Block(unsafe { LLVMGetIncomingBlock(self.0, i) });
                Some((value(unsafe { LLVMGetIncomingValue(self.0, i) })?, block))
            })
            .collect()
    }

    pub fn successors(self) -> Vec<Block> {
        let count = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..count)
            .map(|i| Block(unsafe { LLVMGetSuccessor(self.0, i) }))
            .collect()
    }

    /// Value of the case that leads to a successor of a switch (successor 0 is the default).
    pub fn case_value(self, successor: u32) -> Option<Value> {
        value(unsafe { LLVMGetSwitchCaseValue(self.0, successor) })
    }

    // --- calls -------------------------------------------------------------------------------

    pub fn arguments(self) -> Vec<Value> {
        let count = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..count).filter_map(|index| self.operand(index)).collect()
    }

    pub fn callee(self) -> Option<Value> {
        value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn called_type(self) -> Ty {
        Ty(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub fn call_convention(self) -> u32 {
        unsafe { LLVMGetInstructionCallConv(self.0) }
    }

    pub fn tail_kind(self) -> LLVMTailCallKind {
        unsafe { LLVMGetTailCallKind(self.0) }
    }

    pub fn bundle_count(self) -> u32 {
        unsafe { LLVMGetNumOperandBundles(self.0) }
    }

    /// The attributes of a call at a place.
    pub fn call_attributes(self, place: Place) -> Vec<Attribute> {
        let count = unsafe { LLVMGetCallSiteAttributeCount(self.0, place.index()) };
        let mut all = vec![std::ptr::null_mut(); count as usize];
        unsafe { LLVMGetCallSiteAttributes(self.0, place.index(), all.as_mut_ptr()) };
        attributes(&all)
    }
}
