//! The calls into LLVM's C interface, as safe functions over small handles: the handles here, their
//! functions in one file for each kind.
//!
//! Invariant: a handle is only made from a live [`Loaded`] module and only used while that module
//! lives; `import` and `promote` hold it for their whole run and let no handle escape. Every
//! function here states in its name which kind of value it takes and checks the kind where LLVM
//! would otherwise assert.

mod attributes;
mod instruction;
mod module;
mod types;
mod value;

pub(super) use attributes::{Attribute, Place, attribute_kind};
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
    LLVMInstructionSetDebugLoc, LLVMMetadataKind,
};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::ir_reader::LLVMParseIRInContext2;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::transforms::pass_builder::*;
pub(super) use inkwell::llvm_sys::{
    LLVMDbgRecordKind, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMTypeKind, LLVMUnnamedAddr,
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

/// A variable of the C program.
pub(super) struct Variable {
    pub name: String,
    /// Where it is declared.
    pub place: Option<Location>,
    /// Declared in the function's outermost block, or a parameter.
    pub whole_function: bool,
}

/// An LLVM context with one module in it; everything goes when it is dropped.
pub(super) struct Loaded {
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

fn list(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut all = Vec::new();
    let mut current = first;
    while !current.is_null() {
        all.push(Value(current));
        current = next(current);
    }
    all
}
