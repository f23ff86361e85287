//! Types, and how data is laid out in memory.

use super::*;

impl Ty {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Bits of an integer type.
    pub fn int_bits(self) -> Option<u32> {
        matches!(self.kind(), LLVMTypeKind::LLVMIntegerTypeKind).then(|| unsafe { LLVMGetIntTypeWidth(self.0) })
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
        Some((0..count).map(|i| Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, i) })).collect())
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
            Some((Ty(LLVMGetReturnType(self.0)), parameters, LLVMIsFunctionVarArg(self.0) != 0))
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

    /// Distance of array elements, in bytes.
    pub fn size(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| unsafe { LLVMABISizeOfType(self.0, ty.0) })
    }

    /// Bytes a store writes.
    pub fn store_size(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| unsafe { LLVMStoreSizeOfType(self.0, ty.0) })
    }

    pub fn align(self, ty: Ty) -> Option<u64> {
        ty.is_sized().then(|| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }))
    }

    /// Alignment of `i64` and `double`.
    pub fn align_of_scalars(self, module: &Loaded) -> (u64, u64) {
        let align = |ty| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty) });
        unsafe { (align(LLVMInt64TypeInContext(module.context)), align(LLVMDoubleTypeInContext(module.context))) }
    }

    /// Offset of a structure's field.
    pub fn field_offset(self, ty: Ty, field: u32) -> Option<u64> {
        let count = ty.fields()?.len();
        ((field as usize) < count && ty.is_sized()).then(|| unsafe { LLVMOffsetOfElement(self.0, ty.0, field) })
    }
}
