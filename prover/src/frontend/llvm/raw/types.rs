//! Types, and how data is laid out in memory.

use super::*;

impl Ty {
    pub(crate) fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Bits of an integer type.
    pub(crate) fn int_bits(self) -> Option<u32> {
        matches!(self.kind(), LLVMTypeKind::LLVMIntegerTypeKind).then(|| unsafe { LLVMGetIntTypeWidth(self.0) })
    }

    pub(crate) fn is_pointer(self) -> bool {
        matches!(self.kind(), LLVMTypeKind::LLVMPointerTypeKind)
    }

    /// Address space of a pointer type.
    pub(crate) fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }

    pub(crate) fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }

    /// Length and element type of an array type.
    pub(crate) fn array(self) -> Option<(u64, Ty)> {
        matches!(self.kind(), LLVMTypeKind::LLVMArrayTypeKind)
            .then(|| unsafe { (LLVMGetArrayLength2(self.0), Ty(LLVMGetElementType(self.0))) })
    }

    /// Field types of a structure type.
    pub(crate) fn fields(self) -> Option<Vec<Ty>> {
        if !matches!(self.kind(), LLVMTypeKind::LLVMStructTypeKind) {
            return None;
        }
        let count = unsafe { LLVMCountStructElementTypes(self.0) };
        Some((0..count).map(|i| Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, i) })).collect())
    }

    /// Result, parameters and variadicity of a function type.
    pub(crate) fn function(self) -> Option<(Ty, Vec<Ty>, bool)> {
        if !matches!(self.kind(), LLVMTypeKind::LLVMFunctionTypeKind) {
            return None;
        }
        unsafe {
            let count = LLVMCountParamTypes(self.0) as usize;
            let mut parameters = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.0, parameters.as_mut_ptr());
            let parameters = parameters.into_iter().map(Ty).collect();
            Some((Ty(LLVMGetReturnType(self.0)), parameters, LLVMIsFunctionVarArg(self.0) != 0))
        }
    }

    /// The type as LLVM prints it.
    pub(crate) fn print(self) -> String {
        message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}

/// Sizes and alignments of a module's types. Only sized types may be asked for.
#[derive(Clone, Copy)]
pub(crate) struct Layout(LLVMTargetDataRef);

impl Layout {
    pub(crate) fn of(module: &Loaded) -> Layout {
        Layout(unsafe { LLVMGetModuleDataLayout(module.module) })
    }

    pub(crate) fn pointer_bits(self) -> u32 {
        unsafe { LLVMPointerSize(self.0) }.saturating_mul(8)
    }

    /// Distance of array elements, in bytes.
    pub(crate) fn size(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| unsafe { LLVMABISizeOfType(self.0, ty.0) })
    }

    /// Bytes a store writes.
    pub(crate) fn store_size(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| unsafe { LLVMStoreSizeOfType(self.0, ty.0) })
    }

    pub(crate) fn align(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }))
    }

    /// Alignment of `i64` and `double`.
    pub(crate) fn align_of_scalars(self, module: &Loaded) -> (u64, u64) {
        let align = |ty| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty) });
        unsafe { (align(LLVMInt64TypeInContext(module.context)), align(LLVMDoubleTypeInContext(module.context))) }
    }

    /// Offset of a structure's field.
    pub(crate) fn field_offset(self, ty: Ty, field: u32) -> Option<u64> {
        let count = ty.fields()?.len();
        ((field as usize) < count && ty.is_sized()).then(|| unsafe { LLVMOffsetOfElement(self.0, ty.0, field) })
    }
}
