//! Data of a concrete call of a function with a contract (`spec/concrete-calls.md`).

use serde::{Deserialize, Serialize};

/// A call that satisfies a contract: the memory in which the function is called, and what it is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The address of each global variable that is not refused, in the order in which a run's start has them.
    pub globals: Vec<u64>,
    /// What global variables hold that are not constant or have no initialiser: the variable's place in `globals`, and
    /// its bytes; ascending by place. All other variables hold what the module says.
    pub contents: Vec<(u32, Content)>,
    /// The bits of each parameter, as an unsigned number.
    pub parameters: Vec<u64>,
    /// The caller's memory, ascending by address.
    pub objects: Vec<CallObject>,
    /// The addresses of the functions that the contract describes by `\callback` of a pointer, ascending.
    pub callbacks: Vec<u64>,
}

/// An object that the caller owns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallObject {
    /// Where its first byte lies.
    pub address: u64,
    /// In bytes.
    pub size: u64,
    /// Whether the function may write to it.
    pub writable: bool,
    /// Whether it comes from `malloc`, so that the function may free it.
    pub heap: bool,
    /// Its bytes.
    pub content: Content,
}

/// The bytes of an object: runs of them, and one value for all others, so that a large object is small here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Content {
    /// The value of each byte that is in no run.
    pub fill: u8,
    /// Ascending by offset; runs do not overlap and are not empty.
    pub runs: Vec<Run>,
}

/// Bytes that lie next to each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Offset of the first byte in its object.
    pub offset: u64,
    /// The bytes.
    pub bytes: Vec<u8>,
}
