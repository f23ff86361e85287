//! Calls into LLVM's C interface, as safe functions on small handles. The handles are here, and their functions in one
//! file for each kind.
//!
//! Invariant: a handle is only made from a live [`Loaded`] module and only used while that module
//! lives, and not after what it stands for is erased; `import` and `promote` hold the module for
//! their whole run and let no handle escape. Every function here checks that its value is of the
//! kind that LLVM takes it to be; `query.rs` does so for all that only look.

mod arguments;
mod attributes;
mod instruction;
mod module;
mod moved;
mod query;
mod results;
mod types;
mod value;

pub(super) use arguments::{OddParameter, Passing};
pub(super) use attributes::{Attribute, AttributeIndex, attribute_kind};
pub(super) use moved::MOVED;
pub(super) use results::{Returning, Use};
pub(super) use types::Layout;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_uint};

use crate::program::Location;
use inkwell::llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use inkwell::llvm_sys::comdat::LLVMGetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetFilename, LLVMDILocationGetColumn, LLVMDILocationGetLine, LLVMDISubprogramGetLine,
    LLVMDIVariableGetFile, LLVMDIVariableGetScope, LLVMGetMetadataKind, LLVMGetSubprogram, LLVMInstructionGetDebugLoc,
    LLVMInstructionSetDebugLoc, LLVMMetadataKind, LLVMSetSubprogram,
};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::llvm_sys::linker::LLVMLinkModules2;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::transforms::pass_builder::*;
pub(super) use inkwell::llvm_sys::{
    LLVMDLLStorageClass, LLVMDbgRecordKind, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMTypeKind,
    LLVMUnnamedAddr, LLVMVisibility,
};

/// A value: function, global, constant, instruction, argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Value(LLVMValueRef);

/// A type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Ty(LLVMTypeRef);

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Block(LLVMBasicBlockRef);

/// The version of the LLVM library that is linked.
pub(in crate::frontend) fn version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}

/// A variable of the C program.
pub(super) struct Variable {
    pub name: String,
    /// Where it is declared.
    pub place: Option<Location>,
    /// Declared in the function's outermost block, or a parameter.
    pub whole_function: bool,
}

/// A module.
#[derive(Clone, Copy)]
struct Module(LLVMModuleRef);

/// An LLVM context with one module in it; dropping it disposes of both.
pub(super) struct Loaded {
    context: LLVMContextRef,
    module: Module,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        // SAFETY: both were made by `parse`, which gave them to this value alone; the module goes before its context.
        unsafe {
            LLVMDisposeModule(self.module.0);
            LLVMContextDispose(self.context);
        }
    }
}

/// LLVM's own handler prints errors and ends the process.
extern "C" fn ignore_diagnostic(_: LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

/// Takes ownership of a message that LLVM allocated; empty for null.
///
/// # Safety
/// Null, or text from LLVM that is to be disposed of as a message and has no other owner.
unsafe fn message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the caller's; the text is disposed of once, and not used after.
    unsafe {
        let text = c_text(raw);
        LLVMDisposeMessage(raw);
        text
    }
}

/// A copy of text that LLVM keeps; empty for null.
///
/// # Safety
/// Null, or text that ends with a zero byte.
unsafe fn c_text(raw: *const c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: the caller's.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}

/// A copy of a text that LLVM keeps, whose length LLVM writes to its argument; empty for null.
fn text<L: Default + TryInto<usize>>(ask: impl FnOnce(&mut L) -> *const c_char) -> String {
    let mut length = L::default();
    let start = ask(&mut length);
    let Some(length) = length.try_into().ok().filter(|_| !start.is_null()) else {
        return String::new();
    };
    // SAFETY: LLVM's functions that give text of a length give that many bytes, which nothing changes meanwhile.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}
