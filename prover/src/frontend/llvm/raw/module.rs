//! Modules: parsing, printing, passes, and lists of their contents.

use super::query::{Answer, queries};
use super::*;
use std::collections::BTreeMap;

queries! { Module:
    first_function() -> Option<Value> = LLVMGetFirstFunction;
    first_global() -> Option<Value> = LLVMGetFirstGlobal;
    first_alias() -> Option<Value> = LLVMGetFirstGlobalAlias;
    first_ifunc() -> Option<Value> = LLVMGetFirstGlobalIFunc;
}

/// A buffer, disposed of when it is dropped.
struct Buffer(LLVMMemoryBufferRef);

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: made by `parse`, which gave it to this value alone.
        unsafe { LLVMDisposeMemoryBuffer(self.0) }
    }
}

/// Builds instructions before another one; disposed of when it is dropped.
pub(super) struct Builder(pub(super) LLVMBuilderRef);

impl Builder {
    pub(super) fn before(module: &Loaded, next: Value) -> Builder {
        assert!(next.is_any_instruction(), "a place in front of something else");
        // SAFETY: an instruction of a module of this context.
        unsafe {
            let builder = LLVMCreateBuilderInContext(module.context);
            LLVMPositionBuilderBefore(builder, next.0);
            Builder(builder)
        }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made by `before`, which gave it to this value alone.
        unsafe { LLVMDisposeBuilder(self.0) }
    }
}

/// A name with which no name in these modules begins.
fn unused(modules: &[&Module]) -> String {
    let named = |module: &&Module| {
        let globals = std::iter::successors(module.first_global(), |g| g.next_global());
        let aliases = std::iter::successors(module.first_alias(), |a| a.next_alias());
        let ifuncs = std::iter::successors(module.first_ifunc(), |i| i.next_ifunc());
        functions(module).chain(globals).chain(aliases).chain(ifuncs).map(Value::name).collect::<Vec<_>>()
    };
    let names: Vec<String> = modules.iter().flat_map(named).collect();
    let mut name = "haltcert.local".to_owned();
    while names.iter().any(|other| other.starts_with(&name)) {
        name.push('_');
    }
    name
}

/// All functions of a module, in its order.
fn functions(module: &Module) -> impl Iterator<Item = Value> {
    std::iter::successors(module.first_function(), |f| f.next_function())
}

/// Parses a module into a context.
fn parse_in(context: LLVMContextRef, input: &[u8], name: &str) -> Result<Module, String> {
    let c_name = CString::new(name.replace('\0', "?")).unwrap_or_default();
    let (mut module, mut error) = (std::ptr::null_mut(), std::ptr::null_mut());
    // SAFETY: LLVM copies as many bytes as the input has.
    let copy =
        unsafe { LLVMCreateMemoryBufferWithMemoryRangeCopy(input.as_ptr().cast(), input.len(), c_name.as_ptr()) };
    let buffer = Buffer(copy);
    // SAFETY: the context is the caller's; it and the buffer live while the module is read.
    let failed = unsafe { LLVMParseIRInContext2(context, buffer.0, &mut module, &mut error) } != 0;
    // SAFETY: null or the message that was written, which is handed over.
    let error = unsafe { message(error) };
    match failed || module.is_null() {
        true => Err(error),
        false => Ok(Module(module)),
    }
}

impl Loaded {
    /// Parses textual LLVM or bitcode and verifies the module. The error is LLVM's message.
    pub(crate) fn parse(input: &[u8], name: &str) -> Result<Loaded, String> {
        // SAFETY: the context is new and ours.
        let context = unsafe {
            let context = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(context, Some(ignore_diagnostic), std::ptr::null_mut());
            context
        };
        match parse_in(context, input, name) {
            Ok(module) => {
                let loaded = Loaded { context, module };
                loaded.verify()?;
                Ok(loaded)
            }
            Err(error) => {
                // SAFETY: the context is ours and has no module.
                unsafe { LLVMContextDispose(context) };
                Err(error)
            }
        }
    }

    /// Adds the contents of another module to this one, as a linker does. LLVM's linker leaves out local functions that
    /// nothing uses, but these may have contracts. So local functions are public while it works, under names that nothing
    /// else has.
    pub(crate) fn link(&self, input: &[u8]) -> Result<(), String> {
        let other = parse_in(self.context, input, "module")?;
        let local = |f: &Value| f.linkage() == LLVMLinkage::LLVMInternalLinkage && !f.is_declaration();
        let lent = format!("{}.", unused(&[&self.module, &other]));
        let mut names = BTreeMap::new();
        for (number, function) in functions(&other).filter(local).collect::<Vec<_>>().into_iter().enumerate() {
            names.insert(format!("{lent}{number}"), function.name());
            function.set_name(&format!("{lent}{number}"));
            function.set_linkage(LLVMLinkage::LLVMExternalLinkage);
        }
        // SAFETY: two modules of one context that live; the other one is handed over, whatever comes of it.
        let failed = unsafe { LLVMLinkModules2(self.module.0, other.0) } != 0;
        if failed {
            return Err("their declarations or module flags do not agree".into());
        }
        for function in self.functions() {
            if let Some(name) = names.get(&function.name()) {
                function.set_linkage(LLVMLinkage::LLVMInternalLinkage);
                function.set_name(name);
            }
        }
        self.verify()
    }

    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut error = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module lives.
        let broken = unsafe { LLVMVerifyModule(self.module.0, action, &mut error) } != 0;
        // SAFETY: null or the message that was written, which is handed over.
        let error = unsafe { message(error) };
        if broken { Err(error) } else { Ok(()) }
    }

    /// The module as LLVM prints it.
    pub(crate) fn print(&self) -> String {
        // SAFETY: the module lives; the text is handed over.
        unsafe { message(LLVMPrintModuleToString(self.module.0)) }
    }

    /// The name in the first line of the printed module.
    pub(crate) fn set_identifier(&self, name: &str) {
        // SAFETY: the module lives; LLVM copies as many bytes as the name has.
        unsafe { LLVMSetModuleIdentifier(self.module.0, name.as_ptr().cast(), name.len()) }
    }

    pub(crate) fn data_layout(&self) -> String {
        // SAFETY: the module lives and keeps the text.
        unsafe { c_text(LLVMGetDataLayoutStr(self.module.0)) }
    }

    /// The target triple; empty if none is stated.
    pub(crate) fn triple(&self) -> String {
        // SAFETY: the module lives and keeps the text.
        unsafe { c_text(LLVMGetTarget(self.module.0)) }
    }

    pub(crate) fn set_data_layout(&self, layout: &CStr) {
        // SAFETY: the module lives; LLVM copies the text.
        unsafe { LLVMSetDataLayout(self.module.0, layout.as_ptr()) }
    }

    /// Runs a pass pipeline.
    pub(crate) fn run_passes(&self, passes: &CStr) -> Result<(), String> {
        // SAFETY: the module lives; the options are disposed of once, and not used after.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            let error = LLVMRunPasses(self.module.0, passes.as_ptr(), std::ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            error
        };
        if error.is_null() {
            return Ok(());
        }
        // SAFETY: the message consumes the error, and is disposed of once as an error's message.
        Err(unsafe {
            let raw = LLVMGetErrorMessage(error);
            let text = c_text(raw);
            LLVMDisposeErrorMessage(raw);
            text
        })
    }

    /// All functions, in the module's order.
    pub(crate) fn functions(&self) -> Vec<Value> {
        functions(&self.module).collect()
    }

    /// All global variables, in the module's order.
    pub(crate) fn globals(&self) -> Vec<Value> {
        std::iter::successors(self.module.first_global(), |g| g.next_global()).collect()
    }

    /// The type that the module calls `%NAME`.
    pub(crate) fn named_type(&self, name: &str) -> Option<Ty> {
        let name = CString::new(name).ok()?;
        // SAFETY: the context lives.
        let ty = unsafe { LLVMGetTypeByName2(self.context, name.as_ptr()) };
        (!ty.is_null()).then_some(Ty(ty))
    }

    /// All aliases, in the module's order.
    pub(crate) fn aliases(&self) -> Vec<Value> {
        std::iter::successors(self.module.first_alias(), |a| a.next_alias()).collect()
    }

    /// All indirect functions, in the module's order.
    pub(crate) fn ifuncs(&self) -> Vec<Value> {
        std::iter::successors(self.module.first_ifunc(), |i| i.next_ifunc()).collect()
    }

    /// Names of the module's flags.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut count = 0;
        // SAFETY: the module lives; the list is ours until it is disposed of.
        let entries = unsafe { LLVMCopyModuleFlagsMetadata(self.module.0, &mut count) };
        let number = c_uint::try_from(count).unwrap_or(c_uint::MAX);
        // SAFETY: the list has `count` entries and is not disposed of yet; the module keeps the names.
        let name = |i| text(|length| unsafe { LLVMModuleFlagEntriesGetKey(entries, i, length) });
        let names = (0..number).map(name).collect();
        // SAFETY: disposed of once, and not used after.
        unsafe { LLVMDisposeModuleFlagsMetadata(entries) };
        names
    }

    /// Names of the module's metadata.
    pub(crate) fn named_metadata(&self) -> Vec<String> {
        let mut names = Vec::new();
        // SAFETY: the module lives.
        let mut node = unsafe { LLVMGetFirstNamedMetadata(self.module.0) };
        while !node.is_null() {
            // SAFETY: a node of the module, which keeps its name.
            names.push(text(|length| unsafe { LLVMGetNamedMetadataName(node, length) }));
            // SAFETY: the same.
            node = unsafe { LLVMGetNextNamedMetadata(node) };
        }
        names
    }

    /// The module's own assembly, not that in functions.
    pub(crate) fn assembly(&self) -> String {
        // SAFETY: the module lives and keeps the text.
        text(|length| unsafe { LLVMGetModuleInlineAsm(self.module.0, length) })
    }

    /// Removes the module's own assembly, not that in functions.
    pub(crate) fn remove_assembly(&self) {
        // SAFETY: the module lives; LLVM copies no byte.
        unsafe { LLVMSetModuleInlineAsm2(self.module.0, c"".as_ptr(), 0) }
    }

    /// Number by which metadata of this kind is attached to instructions.
    pub(crate) fn metadata_kind(&self, name: &str) -> u32 {
        let length = c_uint::try_from(name.len()).unwrap_or(0);
        // SAFETY: the context lives; LLVM reads as many bytes as the name has.
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), length) }
    }

    /// Name of the variable of a debug record, if the record says that the value *is* the variable.
    pub(crate) fn debug_values(&self, instruction: Value) -> Vec<(Value, String)> {
        let records = variable_records(instruction, LLVMDbgRecordKind::LLVMDbgRecordValue);
        let one = |record: &VariableRecord| {
            // SAFETY: a variable's record, which has an expression; the text is handed over.
            let expression = unsafe {
                let expression = LLVMDbgVariableRecordGetExpression(record.record);
                message(LLVMPrintValueToString(LLVMMetadataAsValue(self.context, expression)))
            };
            let plain = expression.contains("!DIExpression()");
            Some((record.value.filter(|_| plain)?, self.variable_name(record)?))
        };
        records.iter().filter_map(one).collect()
    }

    /// The C variables whose declaration stands in front of an instruction, with their memory.
    pub(crate) fn declared_variables(&self, instruction: Value) -> Vec<(Value, Variable)> {
        let records = variable_records(instruction, LLVMDbgRecordKind::LLVMDbgRecordDeclare);
        let one = |record: &VariableRecord| {
            // SAFETY: a variable's metadata, whose scope is null or metadata.
            let whole_function = unsafe {
                let scope = LLVMDIVariableGetScope(record.variable);
                !scope.is_null() && matches!(LLVMGetMetadataKind(scope), LLVMMetadataKind::LLVMDISubprogramMetadataKind)
            };
            let name = self.variable_name(record).unwrap_or_default();
            Some((record.value?, Variable { name, place: record.place(), whole_function }))
        };
        records.iter().filter_map(one).collect()
    }

    /// Whether a label of the C program stands in front of an instruction.
    pub(crate) fn has_label(&self, instruction: Value) -> bool {
        let is_label = |kind: &LLVMDbgRecordKind| matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordLabel);
        debug_records(instruction).iter().any(|(kind, _)| is_label(kind))
    }

    /// `DILocalVariable`: the second operand is the name.
    fn variable_name(&self, record: &VariableRecord) -> Option<String> {
        // SAFETY: a variable's metadata is a node; the buffer is as long as the node has operands.
        let operands = unsafe {
            let node = LLVMMetadataAsValue(self.context, record.variable);
            let mut operands = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, operands.as_mut_ptr());
            operands
        };
        let name = Option::<Value>::of(*operands.get(1)?)?;
        // SAFETY: the operand of a node; for what is no string LLVM gives null.
        let name = text(|length| unsafe { LLVMGetMDString(name.0, length) });
        (!name.is_empty()).then_some(name)
    }

    /// Inserts `freeze ty poison` and a store of it to `slot`, an alloca, after `place`.
    pub(crate) fn insert_frozen_store(&self, place: Value, slot: Value) -> Option<Value> {
        let builder = Builder::before(self, place.next_instruction()?);
        let ty = slot.allocated_type();
        // SAFETY: a value of the slot's type is stored to the slot; `place` is an instruction (`next_instruction`).
        let frozen = unsafe {
            let frozen = LLVMBuildFreeze(builder.0, LLVMGetPoison(ty.0), c"".as_ptr());
            let store = LLVMBuildStore(builder.0, frozen, slot.0);
            let location = LLVMInstructionGetDebugLoc(place.0);
            if !location.is_null() {
                LLVMInstructionSetDebugLoc(frozen, location);
                LLVMInstructionSetDebugLoc(store, location);
            }
            frozen
        };
        Option::of(frozen)
    }

    /// Inserts the assumption (`llvm.assume`) that a pointer is not null before an instruction, with the source
    /// position of another one.
    pub(crate) fn insert_not_null(&self, before: Value, pointer: Value, position: Value) {
        assert!(pointer.ty().is_pointer() && position.is_any_instruction(), "a pointer, and an instruction");
        let builder = Builder::before(self, before);
        let name = "llvm.assume";
        // SAFETY: the context and the module live; the intrinsic has no overloaded types and one argument, the result
        // of a comparison of values of one type; both things built are instructions.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let assume = LLVMGetIntrinsicDeclaration(self.module.0, id, std::ptr::null_mut(), 0);
            let ty = LLVMIntrinsicGetType(self.context, id, std::ptr::null_mut(), 0);
            let null = LLVMConstNull(pointer.ty().0);
            let condition = LLVMBuildICmp(builder.0, LLVMIntPredicate::LLVMIntNE, pointer.0, null, c"".as_ptr());
            let call = LLVMBuildCall2(builder.0, ty, assume, [condition].as_mut_ptr(), 1, c"".as_ptr());
            let location = LLVMInstructionGetDebugLoc(position.0);
            if !location.is_null() {
                // A comparison with a constant operand may be a constant.
                if LLVMIsAInstruction(condition) == condition {
                    LLVMInstructionSetDebugLoc(condition, location);
                }
                LLVMInstructionSetDebugLoc(call, location);
            }
        }
    }

    /// Says of a load of a byte that it is 0 or 1.
    pub(crate) fn set_range_of_bool(&self, load: Value) {
        assert!(load.is_instruction(LLVMOpcode::LLVMLoad) && load.ty().int_bits() == Some(8), "the load of a byte");
        let kind = self.metadata_kind("range");
        // SAFETY: a load (asserted) of this module; the node has the two ends of a range of its type.
        unsafe {
            let end = |bits| LLVMValueAsMetadata(LLVMConstInt(LLVMInt8TypeInContext(self.context), bits, 0));
            let node = LLVMMDNodeInContext2(self.context, [end(0), end(2)].as_mut_ptr(), 2);
            LLVMSetMetadata(load.0, kind, LLVMMetadataAsValue(self.context, node));
        }
    }

    /// Inserts a volatile load of `slot`, an alloca, after it: `mem2reg` then does not promote the variable.
    pub(crate) fn insert_volatile_load(&self, slot: Value) -> Option<Value> {
        let builder = Builder::before(self, slot.next_instruction()?);
        let ty = slot.allocated_type();
        // SAFETY: a value of the slot's type is loaded from the slot; what is built is a load.
        let load = unsafe {
            let load = LLVMBuildLoad2(builder.0, ty.0, slot.0, c"".as_ptr());
            LLVMSetVolatile(load, 1);
            load
        };
        Option::of(load)
    }
}

/// The debug records in front of an instruction.
fn debug_records(instruction: Value) -> Vec<(LLVMDbgRecordKind, LLVMDbgRecordRef)> {
    assert!(instruction.is_any_instruction(), "the debug records of something else");
    let mut all = Vec::new();
    // SAFETY: an instruction of a module that lives.
    let mut record = unsafe { LLVMGetFirstDbgRecord(instruction.0) };
    while !record.is_null() {
        // SAFETY: one of its records.
        unsafe {
            all.push((LLVMDbgRecordGetKind(record), record));
            record = LLVMGetNextDbgRecord(record);
        }
    }
    all
}

/// A debug record about a variable.
struct VariableRecord {
    record: LLVMDbgRecordRef,
    /// Not null.
    variable: LLVMMetadataRef,
    value: Option<Value>,
}

/// The debug records about variables in front of an instruction, of one kind: values or declarations.
fn variable_records(instruction: Value, wanted: LLVMDbgRecordKind) -> Vec<VariableRecord> {
    let records = debug_records(instruction).into_iter().filter(|(kind, _)| *kind == wanted);
    let one = |(_, record)| {
        // SAFETY: records of these kinds are a variable's.
        let (variable, value) =
            unsafe { (LLVMDbgVariableRecordGetVariable(record), LLVMDbgVariableRecordGetValue(record, 0)) };
        (!variable.is_null()).then(|| VariableRecord { record, variable, value: Option::of(value) })
    };
    records.filter_map(one).collect()
}

impl VariableRecord {
    /// Where the C program declares the variable.
    fn place(&self) -> Option<Location> {
        // SAFETY: a record and its variable's metadata.
        let (location, file) = unsafe { (LLVMDbgRecordGetDebugLoc(self.record), LLVMDIVariableGetFile(self.variable)) };
        if location.is_null() || file.is_null() {
            return None;
        }
        // SAFETY: the metadata of a file, which keeps its name.
        let file = text(|length| unsafe { LLVMDIFileGetFilename(file, length) });
        // SAFETY: the metadata of a location.
        let (line, column) = unsafe { (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)) };
        Some(Location { file, line, column })
    }
}
