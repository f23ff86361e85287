//! Queries of LLVM: functions of its C interface that take one handle and only read.

use super::*;

/// The answer of a query, converted from LLVM's type.
pub(super) trait Answer<Raw> {
    fn of(raw: Raw) -> Self;
}

impl<T> Answer<T> for T {
    fn of(raw: T) -> T {
        raw
    }
}

impl Answer<LLVMBool> for bool {
    fn of(raw: LLVMBool) -> bool {
        raw != 0
    }
}

/// The casts of the C interface: the value itself, or null if it is of another kind.
impl Answer<LLVMValueRef> for bool {
    fn of(raw: LLVMValueRef) -> bool {
        !raw.is_null()
    }
}

impl Answer<LLVMValueRef> for Option<Value> {
    fn of(raw: LLVMValueRef) -> Option<Value> {
        (!raw.is_null()).then_some(Value(raw))
    }
}

impl Answer<LLVMBasicBlockRef> for Option<Block> {
    fn of(raw: LLVMBasicBlockRef) -> Option<Block> {
        (!raw.is_null()).then_some(Block(raw))
    }
}

/// No query of a type may give null.
impl Answer<LLVMTypeRef> for Ty {
    fn of(raw: LLVMTypeRef) -> Ty {
        assert!(!raw.is_null(), "a value without a type");
        Ty(raw)
    }
}

/// Methods of a handle, each with the kind of value that LLVM expects. LLVM itself does not check the kind, so another
/// kind is an error of the caller, which ends with a panic (an internal error for the user).
macro_rules! queries {
    ($handle:ident: $(
        $(#[$about:meta])*
        $name:ident() -> $answer:ty = $query:ident $(, only $kind:expr)?;
    )*) => {
        impl $handle {
            $(
                $(#[$about])*
                pub(in crate::frontend::llvm) fn $name(self) -> $answer {
                    $(assert!($kind(self), concat!(stringify!($query), " of something else"));)?
                    // SAFETY: the handle is of a module that lives (the invariant of `raw`) and of the kind that
                    // the query casts it to; the query only reads.
                    Answer::of(unsafe { $query(self.0) })
                }
            )*
        }
    };
}

pub(super) use queries;
