//! The program as the prover sees it: functions, blocks, instructions. Plain data, filled by
//! `frontend::llvm` (the only place that knows LLVM's own types).

pub(crate) mod debug;
pub mod flow;
pub mod formats;
pub mod influence;
mod instruction;
pub mod library;
pub mod liveness;
pub mod mathematics;
pub(crate) mod names;
pub mod objects;
pub(crate) mod owned;
pub(crate) mod places;
pub mod reach;
pub mod shapes;
pub(crate) mod signs;
pub(crate) mod types;

pub use instruction::{
    BinaryOp, CastOp, Flags, GepIndex, Instruction, Op, Operand, Overflowing, Predicate, successors,
};

use crate::index::{Idx, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A register of a function. Parameters come first, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(usize);

impl Reg {
    /// The register that holds the parameter of this number.
    pub fn parameter(number: usize) -> Reg {
        Reg(number)
    }
}

impl Idx for Reg {
    fn new(number: usize) -> Reg {
        Reg(number)
    }

    fn number(self) -> usize {
        self.0
    }
}

/// Index of a basic block in `Function::blocks`; the entry block is 0.
pub type BlockIndex = usize;

/// A whole module.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The module as LLVM prints it: the text the certificate carries.
    pub text: String,
    /// 32 or 64.
    pub pointer_bits: u32,
    /// Defined functions by name.
    pub functions: BTreeMap<String, Function>,
    /// Declared (external) functions, by name.
    pub declarations: BTreeMap<String, Signature>,
    /// Those of them whose calls end the program, since they are the program's own and never return.
    pub never_return: BTreeSet<String>,
    /// Global variables in the order of the module's text.
    pub globals: Vec<Global>,
    /// Functions whose address is used as a value, in an instruction or an initialiser.
    pub address_taken: BTreeSet<String>,
    /// The sizes and alignments of types that contracts need.
    pub layouts: Layouts,
    /// Guesses about the cells of linked structures, from the types of the program.
    pub shapes: Vec<certificates::Shape>,
    /// The structures that the guesses come from, for messages.
    pub records: Vec<shapes::Record>,
    /// Whether some function is stated to return (C's `const` and `pure`). An endless run then refutes nothing.
    pub said_to_return: bool,
    /// Static variables that are constants because nothing in the program writes them, though C does not say so.
    pub unwritten: BTreeSet<String>,
    /// A function of the program that compilers recognise by its name; the program must then be compiled with
    /// `-fno-builtin`.
    pub no_builtin: Option<String>,
    /// Whether names that programs of SV-COMP use without the prefix `__VERIFIER_` have the meanings that they have
    /// there.
    pub sv_comp: bool,
}

/// Sizes and alignments that depend on the module, in bytes.
#[derive(Clone, Debug)]
pub struct Layouts {
    /// Alignment of `i64`, which may be less than its size.
    pub align_i64: u64,
    /// Alignment of `double`.
    pub align_double: u64,
    /// Size and alignment of `struct NAME` (`%struct.NAME`).
    pub structs: BTreeMap<String, (u64, u64)>,
}

impl Default for Layouts {
    fn default() -> Layouts {
        Layouts { align_i64: 8, align_double: 8, structs: BTreeMap::new() }
    }
}

/// How a narrow integer is passed (`signext`, `zeroext`, `noext`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// `signext`: the caller extends it by its sign.
    Sign,
    /// `zeroext`: the caller extends it by zeros.
    Zero,
    /// `noext`: nothing relies on the bits above.
    Not,
}

/// The type of a function, with everything else that a call must agree with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Extensions of the result, then of the parameters; a call must agree with them.
    pub extensions: Vec<Option<Extension>>,
    /// Types of the parameters, without the additional ones of a variadic call.
    pub parameters: Vec<Type>,
    /// [`Type::Void`] for none.
    pub result: Type,
    /// Whether the function accepts additional arguments of any types.
    pub variadic: bool,
}

/// A first-class type, as far as the prover distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Integer of this many bits, 1 to 64.
    Int(u32),
    /// A pointer of address space 0.
    Pointer,
    /// Floating point of this many bytes in memory.
    Float(u32),
    /// No value.
    Void,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Without `@` and without quotes.
    pub name: String,
    /// `internal` or `private`: nothing outside of the module can name it.
    pub local: bool,
    /// In bytes.
    pub size: u64,
    /// Declared here with an array of unknown size at its end: the file that defines it may make it larger.
    pub open: bool,
    /// In bytes, a power of two.
    pub align: u64,
    /// Never written: `constant`.
    pub constant: bool,
    /// `unnamed_addr` or `local_unnamed_addr`: a linker may merge it with an equal constant.
    pub unnamed_addr: bool,
    /// `None` for an external variable, whose contents are unknown. Otherwise the scalar cells of the initialiser,
    /// ascending by offset (without undefined and floating-point ones).
    pub cells: Option<Vec<GlobalCell>>,
    /// The scalars of a constant that has too many for `cells`.
    pub elements: Vec<GlobalCell>,
}

impl Global {
    /// Whether no program writes it: the module says so, or the C library relies on it (`stdout`; spec/rules/memory.md).
    pub fn is_unwritable(&self) -> bool {
        self.constant || !self.local && names::followed_by_the_library(&self.name)
    }

    /// Whether it is a variable of the library that holds an open stream.
    pub fn is_stream(&self) -> bool {
        !self.local && Global::names_stream(&self.name)
    }

    /// Whether an external variable of this name is one of the library's that hold an open stream.
    pub fn names_stream(name: &str) -> bool {
        matches!(name, "stdin" | "stdout" | "stderr")
    }
}

/// A scalar of a global's initialiser.
#[derive(Clone, Debug)]
pub struct GlobalCell {
    /// From the beginning of the global, in bytes.
    pub offset: u64,
    /// In bytes.
    pub width: u32,
    /// Integer constant, null, or an address.
    pub value: Operand,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Without `@` and without quotes.
    pub name: String,
    /// Its type, with the extensions of its result and parameters.
    pub signature: Signature,
    /// Names and types of all registers; the parameters are the first.
    pub registers: Table<Reg, Register>,
    /// The blocks in the order of the text; the first one is the entry block.
    pub blocks: Vec<Block>,
    /// Line of the definition in the C file, if known.
    pub line: Option<u32>,
    /// Why the function as a whole is not supported (attribute, `byval`, ...), if it is not.
    pub refused: Option<String>,
    /// What C calls the places that its variables lead to, for messages.
    pub(crate) places: Arc<places::Places>,
}

/// A parameter, or the result of an instruction or a phi.
#[derive(Clone, Debug)]
pub struct Register {
    /// Without `%`, as the module's text has it.
    pub name: String,
    /// Type of its value; [`Type::Void`] for a type that the prover does not know.
    pub ty: Type,
    /// Name of the C variable whose value the register holds, according to debug records.
    pub variable: Option<String>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Without `%`, as the module's text has it.
    pub label: String,
    /// The phis, which are evaluated simultaneously on entry.
    pub phis: Vec<Phi>,
    /// All instructions except phis and debug records; the last one is the terminator.
    pub instructions: Vec<Instruction>,
}

/// A value that depends on the previous block.
#[derive(Clone, Debug)]
pub struct Phi {
    /// The register that receives the value.
    pub result: Reg,
    /// Type of the value.
    pub ty: Type,
    /// For each predecessor, the value as it is at the end of that block.
    pub incoming: Vec<(BlockIndex, Operand)>,
}

/// A place in the C source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// As the debug information names it.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if not known.
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

impl Program {
    /// Functions without a body that are called by name.
    pub(crate) fn called_elsewhere(&self) -> BTreeSet<&str> {
        let blocks = self.functions.values().flat_map(|function| &function.blocks);
        let called = blocks.flat_map(|block| &block.instructions).filter_map(|i| match &i.op {
            Op::Call { callee, .. } => Some(callee.as_str()),
            _ => None,
        });
        called.filter(|name| self.declarations.contains_key(*name)).collect()
    }

    /// The distance between the addresses of two functions in a run, and the address of the first.
    pub(crate) const FUNCTIONS_APART: u64 = 16;

    /// The addresses that every run gives to the functions of the program, intrinsics and refused ones excepted
    /// (`spec/refutation.md`, Values): below all objects, in the order of the names.
    pub(crate) fn function_addresses(&self) -> BTreeMap<&str, u64> {
        let defined = self.functions.iter().filter(|(_, f)| f.refused.is_none()).map(|(name, _)| name.as_str());
        let declared = self.declarations.keys().map(String::as_str).filter(|name| !name.starts_with("llvm."));
        let names: BTreeSet<&str> = defined.chain(declared).collect();
        names.into_iter().zip(1u64..).map(|(name, place)| (name, Self::FUNCTIONS_APART * place)).collect()
    }

    /// Fills `address_taken` from functions and globals.
    pub fn find_addresses(&mut self) {
        let functions = self.functions.values();
        let blocks = || functions.clone().flat_map(|f| &f.blocks);
        let instructions = blocks().flat_map(|b| &b.instructions);
        let phis = blocks().flat_map(|b| &b.phis);
        let cells = self.globals.iter().flat_map(|g| g.cells.iter().flatten());
        let values = instructions
            .flat_map(|i| liveness::operands(&i.op))
            .chain(phis.flat_map(|phi| phi.incoming.iter().map(|(_, value)| value)))
            .chain(cells.map(|cell| &cell.value));
        let taken = values.filter_map(|value| match value {
            Operand::Function(name) => Some(name.clone()),
            _ => None,
        });
        self.address_taken = taken.collect();
    }

    /// The functions that a call through a pointer may call: their address is taken, and they have the type of the
    /// call.
    pub fn called_by_address(&self) -> Vec<&str> {
        let types: Vec<(Vec<Type>, Type)> = self
            .functions
            .values()
            .flat_map(|f| &f.blocks)
            .flat_map(|b| &b.instructions)
            .filter_map(|i| match &i.op {
                Op::IndirectCall { result, arguments, .. } => {
                    Some((arguments.iter().map(|(t, _)| *t).collect(), *result))
                }
                _ => None,
            })
            .collect();
        let meant = |name: &&String| {
            let signature = self.functions.get(*name).map(|f| &f.signature);
            signature.is_some_and(|s| {
                let mut types = types.iter();
                types.any(|(parameters, result)| s.parameters == *parameters && s.result == *result)
            })
        };
        let names = self.address_taken.iter().filter(meant);
        names.map(String::as_str).collect()
    }
}
