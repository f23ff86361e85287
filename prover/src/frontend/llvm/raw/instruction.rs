//! Instructions and what they carry.

use super::*;

impl Value {
    pub(crate) fn opcode(self) -> LLVMOpcode {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }

    /// Whether the value is an instruction of this opcode.
    pub(crate) fn is_instruction(self, opcode: LLVMOpcode) -> bool {
        !unsafe { LLVMIsAInstruction(self.0) }.is_null() && self.opcode() == opcode
    }

    pub(crate) fn next_instruction(self) -> Option<Value> {
        value(unsafe { LLVMGetNextInstruction(self.0) })
    }

    pub(crate) fn erase(self) {
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Source position: file, line, column.
    pub(crate) fn debug_location(self) -> Option<(String, u32, u32)> {
        let line = unsafe { LLVMGetDebugLocLine(self.0) };
        if line == 0 {
            return None;
        }
        let mut length: c_uint = 0;
        let file = unsafe { LLVMGetDebugLocFilename(self.0, &mut length) };
        Some((bytes(file, length as usize), line, unsafe { LLVMGetDebugLocColumn(self.0) }))
    }

    /// Kinds of the metadata attached to an instruction, without its source position.
    pub(crate) fn metadata_kinds(self) -> Vec<u32> {
        unsafe {
            let mut count = 0;
            let entries = LLVMInstructionGetAllMetadataOtherThanDebugLoc(self.0, &mut count);
            let number = c_uint::try_from(count).unwrap_or(0);
            let kinds = (0..number).map(|i| LLVMValueMetadataEntriesGetKind(entries, i)).collect();
            LLVMDisposeValueMetadataEntries(entries);
            kinds
        }
    }

    pub(crate) fn remove_metadata(self, kind: u32) {
        unsafe { LLVMSetMetadata(self.0, kind, std::ptr::null_mut()) }
    }

    /// `nuw` of add, sub, mul, shl, trunc.
    pub(crate) fn nuw(self) -> bool {
        unsafe { LLVMGetNUW(self.0) != 0 }
    }

    /// `nsw` of add, sub, mul, shl, trunc.
    pub(crate) fn nsw(self) -> bool {
        unsafe { LLVMGetNSW(self.0) != 0 }
    }

    /// `exact` of udiv, sdiv, lshr, ashr.
    pub(crate) fn exact(self) -> bool {
        unsafe { LLVMGetExact(self.0) != 0 }
    }

    /// `nneg` of zext, uitofp.
    pub(crate) fn nneg(self) -> bool {
        unsafe { LLVMGetNNeg(self.0) != 0 }
    }

    /// `disjoint` of or.
    pub(crate) fn disjoint(self) -> bool {
        unsafe { LLVMGetIsDisjoint(self.0) != 0 }
    }

    /// `samesign` of icmp.
    pub(crate) fn same_sign(self) -> bool {
        unsafe { LLVMGetICmpSameSign(self.0) != 0 }
    }

    pub(crate) fn predicate(self) -> LLVMIntPredicate {
        unsafe { LLVMGetICmpPredicate(self.0) }
    }

    pub(crate) fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Whether a load, store, fence or read-modify-write is atomic.
    pub(crate) fn is_atomic(self) -> bool {
        unsafe { LLVMIsAtomic(self.0) != 0 }
    }

    pub(crate) fn allocated_type(self) -> Ty {
        Ty(unsafe { LLVMGetAllocatedType(self.0) })
    }

    pub(crate) fn gep_source(self) -> Ty {
        Ty(unsafe { LLVMGetGEPSourceElementType(self.0) })
    }

    pub(crate) fn incoming(self) -> Vec<(Value, Block)> {
        let count = unsafe { LLVMCountIncoming(self.0) };
        (0..count)
            .filter_map(|i| {
                let block = Block(unsafe { LLVMGetIncomingBlock(self.0, i) });
                Some((value(unsafe { LLVMGetIncomingValue(self.0, i) })?, block))
            })
            .collect()
    }

    pub(crate) fn successors(self) -> Vec<Block> {
        let count = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..count).map(|i| Block(unsafe { LLVMGetSuccessor(self.0, i) })).collect()
    }

    /// Value of the case that leads to a successor of a switch (successor 0 is the default).
    pub(crate) fn case_value(self, successor: u32) -> Option<Value> {
        value(unsafe { LLVMGetSwitchCaseValue(self.0, successor) })
    }

    // --- calls -------------------------------------------------------------------------------

    pub(crate) fn arguments(self) -> Vec<Value> {
        let count = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..count).filter_map(|index| self.operand(index)).collect()
    }

    pub(crate) fn callee(self) -> Option<Value> {
        value(unsafe { LLVMGetCalledValue(self.0) })
    }

    /// Name of the function that is called, if it is called by name.
    pub(crate) fn callee_name(self) -> Option<String> {
        let callee = self.is_instruction(LLVMOpcode::LLVMCall).then(|| self.callee())??;
        callee.is_function().then(|| callee.name())
    }

    pub(crate) fn called_type(self) -> Ty {
        Ty(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    pub(crate) fn call_convention(self) -> u32 {
        unsafe { LLVMGetInstructionCallConv(self.0) }
    }

    pub(crate) fn tail_kind(self) -> LLVMTailCallKind {
        unsafe { LLVMGetTailCallKind(self.0) }
    }

    pub(crate) fn bundle_count(self) -> u32 {
        unsafe { LLVMGetNumOperandBundles(self.0) }
    }
}
