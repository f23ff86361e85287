//! Types, and the layout of data in memory.

use super::query::{Answer, queries};
use super::*;

queries! { Ty:
    kind() -> LLVMTypeKind = LLVMGetTypeKind;
    is_sized() -> bool = LLVMTypeIsSized;
    /// Address space of a pointer type.
    address_space() -> u32 = LLVMGetPointerAddressSpace, only Ty::is_pointer;
    width() -> u32 = LLVMGetIntTypeWidth, only |ty: Ty| ty.kind() == LLVMTypeKind::LLVMIntegerTypeKind;
    length() -> u64 = LLVMGetArrayLength2, only Ty::is_array;
    element() -> Ty = LLVMGetElementType, only Ty::is_array;
    field_count() -> u32 = LLVMCountStructElementTypes, only Ty::is_structure;
    parameter_count() -> u32 = LLVMCountParamTypes, only Ty::is_function;
    result() -> Ty = LLVMGetReturnType, only Ty::is_function;
    is_variadic() -> bool = LLVMIsFunctionVarArg, only Ty::is_function;
}

impl Ty {
    pub(crate) fn is_pointer(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMPointerTypeKind
    }

    fn is_array(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMArrayTypeKind
    }

    fn is_structure(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMStructTypeKind
    }

    fn is_function(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMFunctionTypeKind
    }

    /// Bits of an integer type.
    pub(crate) fn int_bits(self) -> Option<u32> {
        (self.kind() == LLVMTypeKind::LLVMIntegerTypeKind).then(|| self.width())
    }

    /// Length and element type of an array type.
    pub(crate) fn array(self) -> Option<(u64, Ty)> {
        self.is_array().then(|| (self.length(), self.element()))
    }

    /// Field types of a structure type.
    pub(crate) fn fields(self) -> Option<Vec<Ty>> {
        // SAFETY: the structure has more than i fields.
        let field = |i| Ty::of(unsafe { LLVMStructGetTypeAtIndex(self.0, i) });
        self.is_structure().then(|| (0..self.field_count()).map(field).collect())
    }

    /// Whether the type is a vector, or contains one; the checker reads none.
    pub(crate) fn has_vector(self) -> bool {
        let vectors = [LLVMTypeKind::LLVMVectorTypeKind, LLVMTypeKind::LLVMScalableVectorTypeKind];
        let inside = self.array().is_some_and(|(_, element)| element.has_vector());
        let has_field = || self.fields().is_some_and(|fields| fields.into_iter().any(Ty::has_vector));
        vectors.contains(&self.kind()) || inside || has_field()
    }

    /// Result, parameters and variadicity of a function type.
    pub(crate) fn function(self) -> Option<(Ty, Vec<Ty>, bool)> {
        if !self.is_function() {
            return None;
        }
        let mut parameters = vec![std::ptr::null_mut(); self.parameter_count() as usize];
        // SAFETY: a function type, which writes as many types as it has parameters.
        unsafe { LLVMGetParamTypes(self.0, parameters.as_mut_ptr()) };
        Some((self.result(), parameters.into_iter().map(Ty::of).collect(), self.is_variadic()))
    }

    /// The type as LLVM prints it.
    pub(crate) fn print(self) -> String {
        // SAFETY: a type of a module that lives; the text is handed over.
        unsafe { message(LLVMPrintTypeToString(self.0)) }
    }
}

/// Sizes and alignments of a module's types. Only types with a size may be queried.
#[derive(Clone, Copy)]
pub(crate) struct Layout(LLVMTargetDataRef);

impl Layout {
    pub(crate) fn of(module: &Loaded) -> Layout {
        // SAFETY: the module lives; it keeps its layout.
        Layout(unsafe { LLVMGetModuleDataLayout(module.module.0) })
    }

    pub(crate) fn pointer_bits(self) -> u32 {
        // SAFETY: the layout of a module that lives.
        unsafe { LLVMPointerSize(self.0) }.saturating_mul(8)
    }

    /// Distance of array elements, in bytes.
    pub(crate) fn size(self, ty: Ty) -> Option<u64> {
        // SAFETY: a layout and a type of a module that lives; the type has a size.
        ty.is_sized().then(|| unsafe { LLVMABISizeOfType(self.0, ty.0) })
    }

    /// Bytes a store writes.
    pub(crate) fn store_size(self, ty: Ty) -> Option<u64> {
        // SAFETY: as for `size`.
        ty.is_sized().then(|| unsafe { LLVMStoreSizeOfType(self.0, ty.0) })
    }

    pub(crate) fn align(self, ty: Ty) -> Option<u64> {
        // SAFETY: as for `size`.
        ty.is_sized().then(|| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty.0) }))
    }

    /// Alignment of `i64` and `double`.
    pub(crate) fn align_of_scalars(self, module: &Loaded) -> (u64, u64) {
        // SAFETY: the context lives; both types have a size.
        let align = |ty| u64::from(unsafe { LLVMABIAlignmentOfType(self.0, ty) });
        // SAFETY: the context lives.
        unsafe { (align(LLVMInt64TypeInContext(module.context)), align(LLVMDoubleTypeInContext(module.context))) }
    }

    /// Offset of a structure's field.
    pub(crate) fn field_offset(self, ty: Ty, field: u32) -> Option<u64> {
        let there = ty.is_structure() && field < ty.field_count() && ty.is_sized();
        // SAFETY: as for `size`; a structure with more than so many fields.
        there.then(|| unsafe { LLVMOffsetOfElement(self.0, ty.0, field) })
    }
}
