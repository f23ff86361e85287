//! A concrete interpreter of LLVM's text: a third reading of the semantics.
//!
//! It shares nothing with prover and checker, not even the reader. It runs one function with chosen
//! inputs, bit by bit, in a flat memory of live blocks, and reports the first error of
//! `spec/claim.md`. What the semantics leaves open (addresses of blocks, bytes of new memory, frozen
//! values) is drawn from the same seeded stream as the inputs.

mod inputs;
mod layout;
mod machine;
mod reader;
mod syntax;

pub use inputs::Inputs;
pub use machine::{Block, Memory, Observer, Region, View};
pub use syntax::{Constant, Function, Module, Operand, Operation, Type};

/// The meaning of signed overflow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Error,
    Wrap,
    /// A run with an overflow is outside the claim: it stops with [`Outcome::Overflowed`].
    Ideal,
}

/// Where a run is stopped, and what may happen in it.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    pub steps: u64,
    /// Frames at once.
    pub frames: usize,
    /// Bytes of one block.
    pub bytes: u64,
    /// `malloc` and its kin may return null (drawn like the other open choices).
    pub malloc_may_fail: bool,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { steps: 1_000_000, frames: 2000, bytes: 1 << 24, malloc_may_fail: false }
    }
}

/// The value of a register.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer or a pointer: its bits.
    Bits(u128),
    Float(f64),
    Parts(Vec<Value>),
}

/// What a program must not do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    OutOfBounds,
    Misaligned,
    /// `free` or `realloc` of something else than null or the base of a live heap block.
    BadFree,
    /// A function of streams is given something else than an open stream.
    BadStream,
    ConstantWritten,
    Unreachable,
    Overlap,
    Division,
    Shift,
    SignedOverflow,
    /// A violated flag other than `nsw`, by its name.
    Flag(&'static str),
    TooLarge,
    /// A call of something that is no function of that type.
    BadCall,
    /// The assumption of `llvm.assume` is false.
    Assume,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Returned(Option<Value>),
    /// At a declared exit, or an assumption that is false.
    Exited,
    Error {
        kind: ErrorKind,
        place: String,
    },
    /// The step or frame limit.
    StepLimit,
    /// A signed overflow in the mode ideal.
    Overflowed,
    /// Something that this interpreter does not know or refuses, or a block above its limit.
    Unsupported(String),
    /// The observer asked to stop.
    Stopped,
}

/// Runs `entry` of a module given as text, with arguments from `inputs`.
pub fn run(text: &str, entry: &str, inputs: &mut Inputs, mode: Mode, limits: RunLimits) -> Outcome {
    match parse(text) {
        Ok(module) => run_module(&module, entry, inputs, mode, limits, None),
        Err(message) => Outcome::Unsupported(message),
    }
}

/// Reads a module's text.
pub fn parse(text: &str) -> Result<Module, String> {
    reader::module(text)
}

/// Runs a module that was read before; `observer` sees every position before it is executed.
pub fn run_module(
    module: &Module,
    entry: &str,
    inputs: &mut Inputs,
    mode: Mode,
    limits: RunLimits,
    observer: Option<&mut dyn Observer>,
) -> Outcome {
    machine::run(module, entry, inputs, mode, limits, observer)
}
