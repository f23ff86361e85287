//! Modules: parsing, printing, passes, lists of what is in them.

use super::*;

impl Loaded {
    /// Parses textual LLVM or bitcode and verifies the module. The error is LLVM's message.
    pub(crate) fn parse(input: &[u8], name: &str) -> Result<Loaded, String> {
        let c_name = CString::new(name.replace('\0', "?")).unwrap_or_default();
        unsafe {
            let context = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(context, Some(ignore_diagnostic), std::ptr::null_mut());
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(input.as_ptr().cast(), input.len(), c_name.as_ptr());
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

    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut error = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = unsafe { LLVMVerifyModule(self.module, action, &mut error) } != 0;
        let error = message(error);
        if broken { Err(error) } else { Ok(()) }
    }

    /// The module as LLVM prints it.
    pub(crate) fn print(&self) -> String {
        message(unsafe { LLVMPrintModuleToString(self.module) })
    }

    /// The name in the first line of the printed module.
    pub(crate) fn set_identifier(&self, name: &str) {
        unsafe { LLVMSetModuleIdentifier(self.module, name.as_ptr().cast(), name.len()) }
    }

    pub(crate) fn data_layout(&self) -> String {
        let raw = unsafe { LLVMGetDataLayoutStr(self.module) };
        if raw.is_null() { String::new() } else { unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned() }
    }

    /// The target triple; empty if none is stated.
    pub(crate) fn triple(&self) -> String {
        let raw = unsafe { LLVMGetTarget(self.module) };
        if raw.is_null() {
            return String::new();
        }
        unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
    }

    pub(crate) fn set_data_layout(&self, layout: &str) {
        if let Ok(layout) = CString::new(layout) {
            unsafe { LLVMSetDataLayout(self.module, layout.as_ptr()) }
        }
    }

    /// Runs a pass pipeline.
    pub(crate) fn run_passes(&self, passes: &CStr) -> Result<(), String> {
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
    pub(crate) fn functions(&self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstFunction(self.module) }, |f| unsafe { LLVMGetNextFunction(f) })
    }

    /// All global variables, in the module's order.
    pub(crate) fn globals(&self) -> Vec<Value> {
        list(unsafe { LLVMGetFirstGlobal(self.module) }, |g| unsafe { LLVMGetNextGlobal(g) })
    }

    /// The type that the module calls `%NAME`.
    pub(crate) fn named_type(&self, name: &str) -> Option<Ty> {
        let name = CString::new(name).ok()?;
        let ty = unsafe { LLVMGetTypeByName2(self.context, name.as_ptr()) };
        (!ty.is_null()).then_some(Ty(ty))
    }

    pub(crate) fn has_alias(&self) -> bool {
        !unsafe { LLVMGetFirstGlobalAlias(self.module) }.is_null()
    }

    pub(crate) fn has_ifunc(&self) -> bool {
        !unsafe { LLVMGetFirstGlobalIFunc(self.module) }.is_null()
    }

    /// Names of the module's flags.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut count = 0;
        unsafe {
            let entries = LLVMCopyModuleFlagsMetadata(self.module, &mut count);
            let names = (0..count as c_uint).map(|number| {
                let mut length = 0;
                let name = LLVMModuleFlagEntriesGetKey(entries, number, &mut length);
                bytes(name, length)
            });
            let names = names.collect();
            LLVMDisposeModuleFlagsMetadata(entries);
            names
        }
    }

    /// Names of the module's metadata.
    pub(crate) fn named_metadata(&self) -> Vec<String> {
        let mut names = Vec::new();
        unsafe {
            let mut node = LLVMGetFirstNamedMetadata(self.module);
            while !node.is_null() {
                let mut length = 0;
                let name = LLVMGetNamedMetadataName(node, &mut length);
                names.push(bytes(name, length));
                node = LLVMGetNextNamedMetadata(node);
            }
        }
        names
    }

    pub(crate) fn has_assembly(&self) -> bool {
        let mut length = 0;
        let raw = unsafe { LLVMGetModuleInlineAsm(self.module, &mut length) };
        !raw.is_null() && length > 0
    }

    /// Number by which metadata of this kind is attached to instructions.
    pub(crate) fn metadata_kind(&self, name: &str) -> u32 {
        let length = c_uint::try_from(name.len()).unwrap_or(0);
        unsafe { LLVMGetMDKindIDInContext(self.context, name.as_ptr().cast(), length) }
    }

    /// Name of the variable of a debug record, if the record says that the value *is* the variable.
    pub(crate) fn debug_values(&self, instruction: Value) -> Vec<(Value, String)> {
        let mut found = Vec::new();
        for (kind, record) in debug_records(instruction) {
            if !matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordValue) {
                continue;
            }
            unsafe {
                let expression = LLVMMetadataAsValue(self.context, LLVMDbgVariableRecordGetExpression(record));
                let plain = message(LLVMPrintValueToString(expression)).contains("!DIExpression()");
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
        }
        found
    }

    /// The C variables whose declaration stands in front of an instruction, with their memory.
    pub(crate) fn declared_variables(&self, instruction: Value) -> Vec<(Value, Variable)> {
        let mut found = Vec::new();
        for (kind, record) in debug_records(instruction) {
            if !matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordDeclare) {
                continue;
            }
            unsafe {
                let variable = LLVMDbgVariableRecordGetVariable(record);
                let slot = value(LLVMDbgVariableRecordGetValue(record, 0));
                if let (Some(slot), false) = (slot, variable.is_null()) {
                    let scope = LLVMDIVariableGetScope(variable);
                    let whole_function = !scope.is_null()
                        && matches!(LLVMGetMetadataKind(scope), LLVMMetadataKind::LLVMDISubprogramMetadataKind);
                    let name = self.variable_name(variable).unwrap_or_default();
                    let place = record_place(record, variable);
                    found.push((slot, Variable { name, place, whole_function }));
                }
            }
        }
        found
    }

    /// Whether a label of the C program stands in front of an instruction.
    pub(crate) fn has_label(&self, instruction: Value) -> bool {
        let is_label = |kind: &LLVMDbgRecordKind| matches!(kind, LLVMDbgRecordKind::LLVMDbgRecordLabel);
        debug_records(instruction).iter().any(|(kind, _)| is_label(kind))
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
    pub(crate) fn insert_frozen_store(&self, place: Value, slot: Value) -> Option<Value> {
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
    pub(crate) fn insert_volatile_load(&self, slot: Value) -> Option<Value> {
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

/// The debug records in front of an instruction.
fn debug_records(instruction: Value) -> Vec<(LLVMDbgRecordKind, LLVMDbgRecordRef)> {
    let mut all = Vec::new();
    unsafe {
        let mut record = LLVMGetFirstDbgRecord(instruction.0);
        while !record.is_null() {
            all.push((LLVMDbgRecordGetKind(record), record));
            record = LLVMGetNextDbgRecord(record);
        }
    }
    all
}

/// Where the C program declares a variable.
unsafe fn record_place(record: LLVMDbgRecordRef, variable: LLVMMetadataRef) -> Option<Location> {
    unsafe {
        let location = LLVMDbgRecordGetDebugLoc(record);
        let file = LLVMDIVariableGetFile(variable);
        if location.is_null() || file.is_null() {
            return None;
        }
        let mut length = 0;
        let name = LLVMDIFileGetFilename(file, &mut length);
        Some(Location {
            file: bytes(name, length as usize),
            line: LLVMDILocationGetLine(location),
            column: LLVMDILocationGetColumn(location),
        })
    }
}
