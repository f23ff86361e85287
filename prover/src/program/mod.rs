//! The program as the prover sees it: functions, blocks, instructions. Plain data, filled by
//! `frontend::import` (the only place that knows LLVM's own types).

pub mod flow;
pub mod influence;
pub mod liveness;
pub mod reach;

use crate::index::{Place, Table};
use std::collections::{BTreeMap, BTreeSet};

/// A register of a function. Parameters come first, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(usize);

impl Reg {
    /// The register that holds the parameter of this number.
    pub fn parameter(number: usize) -> Reg {
        Reg(number)
    }
}

impl Place for Reg {
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
    /// Declared (external) functions by name.
    pub declarations: BTreeMap<String, Signature>,
    /// Global variables in the order of the module's text.
    pub globals: Vec<Global>,
    /// Functions whose address is a value somewhere, in an instruction or in an initialiser.
    pub address_taken: BTreeSet<String>,
    /// What contracts need to know about types.
    pub layouts: Layouts,
}

/// Sizes and alignments that depend on the module, in bytes.
#[derive(Clone, Debug)]
pub struct Layouts {
    pub align_i64: u64,
    pub align_double: u64,
    /// Size and alignment of `struct NAME` (`%struct.NAME`).
    pub structs: BTreeMap<String, (u64, u64)>,
}

impl Default for Layouts {
    fn default() -> Layouts {
        Layouts { align_i64: 8, align_double: 8, structs: BTreeMap::new() }
    }
}

/// How a narrow integer is handed over (`signext`, `zeroext`, `noext`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    Sign,
    Zero,
    Not,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Of the result, then of the parameters; a call must agree with them.
    pub extensions: Vec<Option<Extension>>,
    pub parameters: Vec<Type>,
    pub result: Type,
    pub variadic: bool,
}

/// A first-class type, as far as the prover distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Integer of this many bits, 1 to 64.
    Int(u32),
    Pointer,
    /// Floating point of this many bytes in memory.
    Float(u32),
    Void,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    /// In bytes.
    pub size: u64,
    /// In bytes, a power of two.
    pub align: u64,
    pub constant: bool,
    /// `unnamed_addr`: a linker may merge it with an equal constant.
    pub unnamed_addr: bool,
    /// `None`: external, contents unknown. Otherwise the scalar cells of the initialiser, ascending
    /// by offset (cells of undefined value and floating-point cells are left out).
    pub cells: Option<Vec<GlobalCell>>,
}

/// A scalar of a global's initialiser.
#[derive(Clone, Debug)]
pub struct GlobalCell {
    pub offset: u64,
    /// In bytes.
    pub width: u32,
    /// Integer constant, null, or an address.
    pub value: Operand,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub signature: Signature,
    /// Names and types of all registers; the parameters are the first.
    pub registers: Table<Reg, Register>,
    pub blocks: Vec<Block>,
    /// Line of the definition in the C file, if known.
    pub line: Option<u32>,
    /// What cannot be supported about this function as a whole (attribute, `byval`, ...), if anything.
    pub refused: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Register {
    /// Without `%`, as the module's text has it.
    pub name: String,
    pub ty: Type,
    /// Name of the C variable this register holds the value of, from debug records.
    pub variable: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Block {
    /// Without `%`, as the module's text has it.
    pub label: String,
    pub phis: Vec<Phi>,
    /// Everything but phis and debug records; the last is the terminator.
    pub instructions: Vec<Instruction>,
}

#[derive(Clone, Debug)]
pub struct Phi {
    pub result: Reg,
    pub ty: Type,
    pub incoming: Vec<(BlockIndex, Operand)>,
}

#[derive(Clone, Debug)]
pub struct Instruction {
    pub result: Option<Reg>,
    pub op: Op,
    pub location: Option<Location>,
    /// The instruction as LLVM prints it, trimmed, without metadata: for messages.
    pub text: String,
}

/// A place in the C source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    Register(Reg),
    /// Bit pattern, as an unsigned number below 2^width.
    Int {
        width: u32,
        bits: u64,
    },
    Null,
    /// Address of a global plus a constant number of bytes.
    Global {
        name: String,
        offset: i64,
    },
    Function(String),
    /// Any floating-point constant.
    Float,
    /// `undef` or `poison`; accepted under `freeze` only.
    Undef,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Flags {
    pub nsw: bool,
    pub nuw: bool,
    pub exact: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    PtrToInt,
    IntToPtr,
    /// Also addrspace-free pointer casts; value unchanged.
    Bitcast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Clone, Debug)]
pub enum Op {
    Binary {
        op: BinaryOp,
        width: u32,
        flags: Flags,
        left: Operand,
        right: Operand,
    },
    /// `ty` is the operands' type (integer or pointer).
    Compare {
        predicate: Predicate,
        ty: Type,
        left: Operand,
        right: Operand,
    },
    Cast {
        op: CastOp,
        from: Type,
        to: Type,
        value: Operand,
    },
    Select {
        ty: Type,
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    Freeze {
        ty: Type,
        value: Operand,
    },
    /// Any operation whose result is floating point (arithmetic, fpext, sitofp, ...): no effect.
    FloatResult,
    /// An operation on floating point with an integer result (fcmp, fptosi, fptoui, bitcast): arbitrary.
    FloatToInt {
        width: u32,
    },
    /// Base plus constant plus sum of index * stride, modulo the pointer width.
    GetElementPtr {
        base: Operand,
        constant: i64,
        indices: Vec<GepIndex>,
    },
    /// `size` in bytes of one element; `count` is an operand of `count_width` bits (1 if absent).
    Alloca {
        element_size: u64,
        align: u64,
        count: Operand,
        count_width: u32,
        is_static: bool,
    },
    Load {
        ty: Type,
        pointer: Operand,
        align: u64,
        volatile: bool,
    },
    Store {
        ty: Type,
        value: Operand,
        pointer: Operand,
        align: u64,
        volatile: bool,
    },
    Branch {
        target: BlockIndex,
    },
    CondBranch {
        condition: Operand,
        yes: BlockIndex,
        no: BlockIndex,
    },
    Switch {
        width: u32,
        value: Operand,
        cases: Vec<(u64, BlockIndex)>,
        default: BlockIndex,
    },
    Return {
        ty: Type,
        value: Option<Operand>,
    },
    Unreachable,
    /// Direct call of a defined or declared function or an intrinsic, by name.
    Call {
        callee: String,
        result: Type,
        arguments: Vec<(Type, Operand)>,
    },
    /// Call through a pointer.
    IndirectCall {
        callee: Operand,
        extensions: Vec<Option<Extension>>,
        result: Type,
        arguments: Vec<(Type, Operand)>,
    },
    /// Outside the accepted subset; the reason is shown to the user if execution reaches it.
    Unsupported(String),
}

impl Program {
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

    /// The functions that some call through a pointer may mean: address taken, and of its type.
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

/// One variable index of a getelementptr, read as a signed integer of `width` bits.
#[derive(Clone, Debug)]
pub struct GepIndex {
    pub value: Operand,
    pub width: u32,
    pub stride: i64,
}
