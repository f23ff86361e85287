//! Instructions and what they carry.

use super::query::{Answer, queries};
use super::*;
use LLVMOpcode as Code;

fn is_alloca(v: Value) -> bool {
    v.is_instruction(Code::LLVMAlloca)
}

fn is_call(v: Value) -> bool {
    v.is_instruction(Code::LLVMCall)
}

fn is_comparison(v: Value) -> bool {
    v.is_instruction(Code::LLVMICmp)
}

fn is_address(v: Value) -> bool {
    v.is_instruction(Code::LLVMGetElementPtr) || v.constant_opcode() == Some(Code::LLVMGetElementPtr)
}

fn is_access(v: Value) -> bool {
    v.is_one_of(&[Code::LLVMLoad, Code::LLVMStore, Code::LLVMAtomicRMW, Code::LLVMAtomicCmpXchg])
}

fn may_wrap(v: Value) -> bool {
    v.is_one_of(&[Code::LLVMAdd, Code::LLVMSub, Code::LLVMMul, Code::LLVMShl, Code::LLVMTrunc])
}

fn may_be_exact(v: Value) -> bool {
    v.is_one_of(&[Code::LLVMUDiv, Code::LLVMSDiv, Code::LLVMLShr, Code::LLVMAShr])
}

queries! { Value:
    is_any_instruction() -> bool = LLVMIsAInstruction;
    is_terminator() -> bool = LLVMIsATerminatorInst;
    opcode() -> LLVMOpcode = LLVMGetInstructionOpcode, only Value::is_any_instruction;
    next_instruction() -> Option<Value> = LLVMGetNextInstruction, only Value::is_any_instruction;
    /// Whether a load, store, fence or read-modify-write is atomic.
    is_atomic() -> bool = LLVMIsAtomic, only Value::is_any_instruction;
    is_volatile() -> bool = LLVMGetVolatile, only is_access;
    /// `nuw` of add, sub, mul, shl, trunc.
    nuw() -> bool = LLVMGetNUW, only may_wrap;
    /// `nsw` of add, sub, mul, shl, trunc.
    nsw() -> bool = LLVMGetNSW, only may_wrap;
    /// `exact` of udiv, sdiv, lshr, ashr.
    exact() -> bool = LLVMGetExact, only may_be_exact;
    /// `nneg` of zext, uitofp.
    nneg() -> bool = LLVMGetNNeg, only |v: Value| v.is_one_of(&[Code::LLVMZExt, Code::LLVMUIToFP]);
    /// `disjoint` of or.
    disjoint() -> bool = LLVMGetIsDisjoint, only |v: Value| v.is_instruction(Code::LLVMOr);
    /// `samesign` of icmp.
    same_sign() -> bool = LLVMGetICmpSameSign, only is_comparison;
    predicate() -> LLVMIntPredicate = LLVMGetICmpPredicate, only is_comparison;
    allocated_type() -> Ty = LLVMGetAllocatedType, only is_alloca;
    gep_source() -> Ty = LLVMGetGEPSourceElementType, only is_address;
    callee() -> Option<Value> = LLVMGetCalledValue, only is_call;
    called_type() -> Ty = LLVMGetCalledFunctionType, only is_call;
    call_convention() -> u32 = LLVMGetInstructionCallConv, only is_call;
    tail_kind() -> LLVMTailCallKind = LLVMGetTailCallKind, only is_call;
    bundle_count() -> u32 = LLVMGetNumOperandBundles, only is_call;
    argument_count() -> u32 = LLVMGetNumArgOperands, only is_call;
    incoming_count() -> u32 = LLVMCountIncoming, only |v: Value| v.is_instruction(Code::LLVMPHI);
    successor_count() -> u32 = LLVMGetNumSuccessors, only Value::is_terminator;
    debug_line() -> u32 = LLVMGetDebugLocLine, only Value::is_any_instruction;
    debug_column() -> u32 = LLVMGetDebugLocColumn, only Value::is_any_instruction;
}

impl Value {
    /// Whether the value is an instruction of this opcode.
    pub(crate) fn is_instruction(self, opcode: LLVMOpcode) -> bool {
        self.is_any_instruction() && self.opcode() == opcode
    }

    /// Whether the value is an instruction of one of these opcodes.
    fn is_one_of(self, opcodes: &[LLVMOpcode]) -> bool {
        self.is_any_instruction() && opcodes.contains(&self.opcode())
    }

    /// Makes a volatile access a plain one.
    pub(crate) fn clear_volatile(self) {
        assert!(is_access(self), "something that is no access");
        // SAFETY: an access (`is_access`) of a module that lives.
        unsafe { LLVMSetVolatile(self.0, 0) }
    }

    /// Puts another value of its type in the place of the result of an instruction.
    pub(crate) fn replace_by(self, value: Value) {
        assert!(self.is_any_instruction() && self.ty() == value.ty() && self != value, "another value of the type");
        // SAFETY: two values of one type in a module that lives.
        unsafe { LLVMReplaceAllUsesWith(self.0, value.0) }
    }

    /// Removes an instruction that nothing uses; no handle of it may be used any more.
    pub(crate) fn erase(self) {
        assert!(self.is_any_instruction() && self.users().is_empty(), "an instruction without users");
        // SAFETY: an instruction of a module that lives; without users nothing in the module points to it.
        unsafe { LLVMInstructionEraseFromParent(self.0) }
    }

    /// Source position: file, line, column.
    pub(crate) fn debug_location(self) -> Option<(String, u32, u32)> {
        let line = self.debug_line();
        if line == 0 {
            return None;
        }
        // SAFETY: an instruction (`debug_line`); LLVM keeps the text as long as the module.
        let file = text(|length| unsafe { LLVMGetDebugLocFilename(self.0, length) });
        Some((file, line, self.debug_column()))
    }

    /// Kinds of the metadata attached to an instruction, without its source position.
    pub(crate) fn metadata_kinds(self) -> Vec<u32> {
        assert!(self.is_any_instruction(), "metadata of something else");
        let mut count = 0;
        // SAFETY: an instruction; the list is ours until it is disposed of.
        let entries = unsafe { LLVMInstructionGetAllMetadataOtherThanDebugLoc(self.0, &mut count) };
        let number = c_uint::try_from(count).unwrap_or(c_uint::MAX);
        // SAFETY: the list has `count` entries and is not disposed of yet.
        let kinds = (0..number).map(|i| unsafe { LLVMValueMetadataEntriesGetKind(entries, i) }).collect();
        // SAFETY: disposed of once, and not used after.
        unsafe { LLVMDisposeValueMetadataEntries(entries) };
        kinds
    }

    /// The operands of the metadata of a kind, those that are integer constants of at most 64 bits as their bits.
    pub(crate) fn metadata_numbers(self, kind: u32) -> Vec<Option<u64>> {
        assert!(self.is_any_instruction(), "metadata of something else");
        // SAFETY: an instruction; without metadata of the kind the answer is null.
        let Some(node) = Option::<Value>::of(unsafe { LLVMGetMetadata(self.0, kind) }) else { return Vec::new() };
        // SAFETY: what is attached to an instruction is a node.
        let count = unsafe { LLVMGetMDNodeNumOperands(node.0) };
        let mut operands = vec![std::ptr::null_mut(); count as usize];
        // SAFETY: the same; the buffer is as long as was counted.
        unsafe { LLVMGetMDNodeOperands(node.0, operands.as_mut_ptr()) };
        operands.into_iter().map(|operand| Option::<Value>::of(operand)?.constant_int()).collect()
    }

    pub(crate) fn remove_metadata(self, kind: u32) {
        assert!(self.is_any_instruction(), "metadata of something else");
        // SAFETY: an instruction; null stands for no metadata of the kind.
        unsafe { LLVMSetMetadata(self.0, kind, std::ptr::null_mut()) }
    }

    /// The values of a phi with the blocks that they come from.
    pub(crate) fn incoming(self) -> Vec<(Value, Block)> {
        let one = |i| {
            // SAFETY: the phi (`incoming_count`) has more than i values, each with its block.
            let (from, value) = unsafe { (LLVMGetIncomingBlock(self.0, i), LLVMGetIncomingValue(self.0, i)) };
            Some((Option::of(value)?, Option::of(from)?))
        };
        (0..self.incoming_count()).filter_map(one).collect()
    }

    pub(crate) fn successors(self) -> Vec<Block> {
        // SAFETY: the terminator (`successor_count`) has more than i successors.
        let one = |i| Option::of(unsafe { LLVMGetSuccessor(self.0, i) });
        (0..self.successor_count()).filter_map(one).collect()
    }

    /// Value of the case that leads to a successor of a switch; successor 0 is the default and has none.
    pub(crate) fn case_value(self, successor: u32) -> Option<Value> {
        if !self.is_instruction(Code::LLVMSwitch) || !(1..self.successor_count()).contains(&successor) {
            return None;
        }
        // SAFETY: a switch, and the number of one of its cases.
        Option::of(unsafe { LLVMGetSwitchCaseValue(self.0, successor) })
    }

    /// The place that an `extractvalue` takes, if it takes one of the outermost.
    pub(crate) fn extracted(self) -> Option<u32> {
        self.is_instruction(Code::LLVMExtractValue).then(|| self.part())?
    }

    /// The place that an `extractvalue` or `insertvalue` is about, if it is one of the outermost.
    pub(crate) fn part(self) -> Option<u32> {
        // SAFETY: such an instruction has at least one index, and as many as LLVM says.
        let one = || unsafe { (LLVMGetNumIndices(self.0) == 1).then(|| *LLVMGetIndices(self.0)) };
        self.is_one_of(&[Code::LLVMExtractValue, Code::LLVMInsertValue]).then(one)?
    }

    pub(crate) fn arguments(self) -> Vec<Value> {
        (0..self.argument_count()).filter_map(|index| self.operand(index)).collect()
    }

    /// Name of the function that is called, if it is called by name.
    pub(crate) fn callee_name(self) -> Option<String> {
        let callee = is_call(self).then(|| self.callee())??;
        callee.is_function().then(|| callee.name())
    }
}
