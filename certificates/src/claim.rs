//! What a certificate proves (`spec/claim.md`).

use serde::{Deserialize, Serialize};

/// The pointer width and structure layout that the module must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DataModel {
    /// 64-bit pointers and `long`.
    Lp64,
    /// 32-bit pointers and `long`.
    Ilp32,
}

/// The meaning of `nsw` overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overflow {
    /// Undefined behaviour; nothing is proved for a program that can reach it.
    Error,
    /// The flag is ignored and the result wraps.
    Wrap,
    /// The result is the unbounded integer.
    Ideal,
}

/// The claimed properties. Termination is never claimed without memory safety; no overflow is claimed only in the mode
/// `Error`, and then always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Properties {
    /// Memory safety, which excludes all undefined behaviour but signed overflow.
    pub memory_safety: bool,
    /// The absence of signed overflow.
    pub no_overflow: bool,
    /// Every run ends.
    pub termination: bool,
}

/// What is proved, and everything that the proof assumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// SHA-256 of the module's bytes, lower-case hexadecimal.
    pub module_hash: String,
    /// Name of the entry function.
    pub entry: String,
    /// The contract of an entry with a precondition: parameters as C declares them and an ACSL `requires` clause
    /// (`spec/precondition.md`). `None` if the claim is about all calls.
    pub precondition: Option<String>,
    /// What is claimed.
    pub properties: Properties,
    /// Sizes of C's types.
    pub data_model: DataModel,
    /// What a signed overflow means.
    pub overflow: Overflow,
    /// Whether `malloc`, `calloc` and `realloc` may return null for any size.
    pub malloc_may_fail: bool,
    /// Whether the program is compiled with `-fno-builtin`.
    pub no_builtin: bool,
    /// External functions whose contract the proof uses, ascending.
    pub contracts: Vec<String>,
}
