//! A module as the checker sees it (`spec/language.md`).
//!
//! Names carry neither sigil nor quotes; unnamed values and blocks are named by the number that LLVM gives them. What
//! the reader cannot give a meaning to is kept as a *refusal* at the smallest place that contains it (operand,
//! instruction, function, global), so only a proof that touches it fails.

use std::collections::HashMap;
use std::rc::Rc;

/// Name of a register, label, function, global or type.
pub type Name = Rc<str>;
/// Why something is outside the subset, for the user.
pub type Reason = Rc<str>;

/// A type of the subset.
#[rustfmt::skip]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `void`
    Void,
    /// Width in bits, at least 1.
    Int(u32),
    /// Address space 0.
    Pointer,
    /// A floating-point type.
    Float(FloatKind),
    /// Number of elements, and their type.
    Array(u64, Rc<Type>),
    /// Literal structure.
    #[allow(missing_docs, reason = "the names say it")]
    Struct { packed: bool, fields: Rc<[Type]> },
    /// Identified structure or opaque type: see `Layout::named`.
    Named(Name),
    /// The type of a block's label.
    Label,
    /// The type of an intrinsic's argument that is metadata.
    Metadata,
    /// Vectors, other address spaces, target types, ...
    Refused(Reason),
}

/// Floating point formats. Values are opaque; only size and alignment matter.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words are LLVM's")]
pub enum FloatKind { Half, Bfloat, Float, Double, X86Fp80, Fp128 }

/// An operand; its type follows from its context.
#[rustfmt::skip]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of fields say it")]
pub enum Operand {
    /// The SSA register of this name.
    Register(Name),
    /// `bits` is below 2^width; width is 1 ..= 64. In a context of pointer type: an absolute address (a constant
    /// `inttoptr`), and width is the pointer's.
    Int { width: u32, bits: u64 },
    /// The null pointer.
    Null,
    /// Address of a global variable that is not refused, plus a number of bytes (wrapping at pointer width). In a
    /// context of integer type: the number of that address (a constant `ptrtoint` to pointer width).
    Global { name: Name, offset: i64 },
    /// Address of a function, defined or declared (G-FUNCTION); two functions may share one.
    Function(Name),
    /// A constant of a type whose values are opaque: floating point, i128.
    Float,
    /// `zeroinitializer` of an aggregate.
    Zero,
    /// `undef`: no proof may depend on its value.
    Undef,
    /// `poison`: no proof may depend on its value.
    Poison,
    /// Outside the subset, for this reason.
    Refused(Reason),
}

/// An operand with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Its type.
    pub ty: Type,
    /// What it is.
    pub value: Operand,
}

/// How a narrow integer is passed (`signext`, `zeroext`, `noext`).
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words are LLVM's")]
pub enum Extension { Sign, Zero, Not }

/// What kind of function attributes are about: one that the module defines (or that is not known), or a library
/// function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    Definition,
    Declaration,
}

/// What an attribute is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A function or call.
    Function,
    /// The value that is returned.
    Result,
    /// The parameter of this number, from 0.
    Parameter(usize),
}

/// An attribute of a library function as it is written: `memory(argmem: read)`. It may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// What the attribute is about.
    pub of: Owner,
    /// The attribute as it is written.
    pub text: Reason,
}

/// What a list of attributes means to the checker.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// An attribute that is refused everywhere.
    pub refused: Option<Reason>,
    /// What the attributes promise about a library function; refused on a definition.
    pub promises: Vec<Promise>,
    pub noreturn: bool,
    /// `"no-builtins"`: calls in the function are not recognised by the names of their callees.
    pub no_builtins: bool,
    /// `nobuiltin`: the callee is not recognised; `builtin` takes that back.
    pub nobuiltin: bool,
    pub builtin: bool,
    pub align: Option<u64>,
    /// For one parameter or result; merged lists have none.
    pub extension: Option<Extension>,
}

impl Attributes {
    /// Why the attributes are refused at this site.
    pub(super) fn refusal(&self, site: Site) -> Option<Reason> {
        let promise = self.promises.first().filter(|_| site == Site::Definition);
        self.refused.clone().or_else(|| promise.map(|promise| format!("attribute `{}`", promise.text).into()))
    }

    /// Adds the attributes of another list.
    pub(super) fn merge(&mut self, other: &Attributes) {
        self.refused = self.refused.take().or_else(|| other.refused.clone());
        self.promises.extend_from_slice(&other.promises);
        self.noreturn |= other.noreturn;
        self.no_builtins |= other.no_builtins;
        self.nobuiltin |= other.nobuiltin;
        self.builtin |= other.builtin;
        self.align = self.align.or(other.align);
    }
}

/// What a function's header says.
pub(super) struct Header {
    pub name: Name,
    pub signature: Signature,
    /// Types, and names where the text gives them.
    pub parameters: Vec<(Option<Name>, Type)>,
    pub promises: Vec<Promise>,
    pub refused: Option<Reason>,
    pub noreturn: bool,
    pub line: u32,
}

/// Type of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// For the result, then for the parameters: caller and callee must agree (LangRef, "Parameter Attributes").
    pub extensions: Vec<Option<Extension>>,
    /// Type of the result.
    pub result: Type,
    /// Types of the parameters before the dots.
    pub parameters: Vec<Type>,
    /// Whether the function is variadic.
    pub varargs: bool,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Without `@`.
    pub name: Name,
    /// `internal` or `private`: nothing outside of the module can name it.
    pub local: bool,
    /// The type of the variable, not of its address.
    pub ty: Type,
    /// Size in bytes (`Layout::size` of `ty`); 0 where that is refused.
    pub size: u64,
    /// Known alignment in bytes, a power of two.
    pub align: u64,
    /// `constant`: never written.
    pub constant: bool,
    /// `unnamed_addr`: its address may equal that of another such constant.
    pub unnamed_addr: bool,
    /// `None` for an external variable, whose content is unknown.
    pub initializer: Option<Constant>,
    /// Why no proof may use it (no operand `Operand::Global` names it then).
    pub refused: Option<Reason>,
    /// Line of the module's text.
    pub line: u32,
}

/// A constant as a tree, for an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// Any scalar, `zeroinitializer`, `undef` or `poison`.
    Scalar(Operand),
    /// Bytes of a `c"..."` string.
    Bytes(Rc<[u8]>),
    /// Elements of an array or fields of a structure, in order; as many as the type has.
    Aggregate(Vec<Constant>),
}

/// A scalar of a flattened initialiser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Bytes from the global's base.
    pub offset: u64,
    /// Width in bytes (1, 2, 4, 8 for integers and pointers).
    pub width: u32,
    /// The type at this place.
    pub ty: Type,
    /// The value at this place.
    pub value: Operand,
}

/// A function without a body.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Without `@`.
    pub name: Name,
    /// Types of result and parameters.
    pub signature: Signature,
    /// What its attributes promise.
    pub promises: Vec<Promise>,
    /// Why no call of it can be executed. Nothing is known of its address then.
    pub refused: Option<Reason>,
    /// Whether a call never returns.
    pub noreturn: bool,
    /// Line of the module's text.
    pub line: u32,
}

/// A formal parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Without `%`.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A function with a body.
#[derive(Debug)]
pub struct Function {
    /// Without `@`.
    pub name: Name,
    /// Types of result and parameters.
    pub signature: Signature,
    /// In order.
    pub parameters: Vec<Parameter>,
    /// In the order of the text; the first is the entry. Never empty.
    pub blocks: Vec<Block>,
    /// Place in `blocks` by label.
    pub labels: HashMap<Name, usize>,
    /// Type of every register (parameters, phis, instructions).
    pub registers: HashMap<Name, Type>,
    /// Why no call of it can be executed. Nothing is known of its address then.
    pub refused: Option<Reason>,
    /// Whether a call never returns.
    pub noreturn: bool,
    /// Line of the module's text.
    pub line: u32,
}

/// A basic block.
#[derive(Debug)]
pub struct Block {
    /// Without `%`.
    pub label: Name,
    /// The phis, which are executed at once, before the instructions.
    pub phis: Vec<Phi>,
    /// The instructions; the index of a position counts these. Never empty; exactly the last one is a terminator.
    pub instructions: Vec<Instruction>,
}

/// `result = phi ty [value, label], ...`, in the order of the text. Labels are exactly the
/// predecessors (repeated with an equal value when a predecessor reaches the block by several edges).
#[derive(Clone, Debug)]
pub struct Phi {
    /// The register that is defined.
    pub result: Name,
    /// Its type.
    pub ty: Type,
    /// The value for each predecessor.
    pub incoming: Vec<(Operand, Name)>,
    /// Why it cannot be executed.
    pub refused: Option<Reason>,
    /// Line of the module's text.
    pub line: u32,
    /// Where it comes from in the C program.
    pub source: Option<Source>,
}

/// Place in the C program, for messages only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As the debug information names it.
    pub file: Rc<str>,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if it is not known.
    pub column: u32,
}

/// An instruction that is neither phi nor debug information.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// `None` exactly if `ty` is void.
    pub result: Option<Name>,
    /// Type of the result.
    pub ty: Type,
    /// What is done.
    pub op: Op,
    /// Line of the module's text.
    pub line: u32,
    /// Where it comes from in the C program.
    pub source: Option<Source>,
}

/// Operations. Integer operands are at most 64 bits wide. Among wider types only i128 is accepted, as an opaque value.
#[rustfmt::skip]
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are the operands and flags of LLVM's instruction")]
pub enum Op {
    /// `ty` of the instruction is the operands' type, an integer.
    Binary { op: BinaryOp, nuw: bool, nsw: bool, exact: bool, left: Operand, right: Operand },
    /// `icmp`; `ty` is the operands' type, integer or pointer.
    Compare { predicate: Predicate, ty: Type, left: Operand, right: Operand },
    /// Both values have the instruction's type: integer, pointer or floating point.
    Select { condition: Operand, if_true: Operand, if_false: Operand },
    /// From type `from` to the instruction's type.
    Cast { kind: CastKind, from: Type, value: Operand },
    /// The instruction's type is that of the operand.
    Freeze(Operand),
    /// Arithmetic, comparison or conversion of floating point or i128; the result is arbitrary.
    Float(Vec<Typed>),
    /// base + offset + sum of index * stride, all wrapping at pointer width.
    ElementPtr { base: Operand, offset: i64, indices: Vec<Index> },
    /// `count` elements of `size` bytes. `is_static`: in the entry block and `count` is constant.
    Alloca { element: Type, size: u64, count: Typed, align: u64, is_static: bool },
    /// The instruction's type is loaded; integers have 8, 16, 32 or 64 bits. `range`: `!range`, an
    /// obligation that lower <= value < upper, unsigned.
    Load { pointer: Operand, align: u64, volatile: bool, range: Option<(u64, u64)> },
    /// Nothing is defined; `ty` is the type of the value.
    Store { ty: Type, value: Operand, pointer: Operand, align: u64, volatile: bool },
    /// An unconditional branch.
    Branch(Name),
    /// The condition has type i1.
    CondBranch { condition: Operand, if_true: Name, if_false: Name },
    /// Cases are distinct, in the order of the text.
    Switch { width: u32, value: Operand, default: Name, cases: Vec<(u64, Name)> },
    /// `None` for void.
    Return(Option<Typed>),
    /// Must not be reached.
    Unreachable,
    /// A direct callee may be defined or declared; `signature` is the type at the call, which the reader does not
    /// compare with the callee's. `promises` are those for a declared callee.
    Call { callee: Callee, signature: Signature, arguments: Vec<Argument>, promises: Vec<Promise> },
    /// Cannot be executed. `terminator`: it ends its block.
    Refused {
        reason: Reason,
        terminator: bool,
    },
}

/// A variable index of a getelementptr: sign-extended or truncated from `width` to pointer width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The index.
    pub value: Operand,
    /// Its width in bits.
    pub width: u32,
    /// In bytes.
    pub stride: u64,
}

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A function of this name.
    Direct(Name),
    /// A pointer that is not a function's name.
    Indirect(Operand),
}

/// An actual argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// What is passed.
    pub value: Operand,
    /// `align N` at an argument of `llvm.memcpy`, `memmove`, `memset`: the pointer must have it.
    pub align: Option<u64>,
}

/// A binary operation on integers, in LLVM's words.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words are LLVM's")]
pub enum BinaryOp { Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor }

/// A comparison, in LLVM's words.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words are LLVM's")]
pub enum Predicate { Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle }

/// `BitCast`: between equal types, or integer and floating point of one size.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the words are LLVM's")]
pub enum CastKind { Trunc, ZExt, SExt, PtrToInt, IntToPtr, BitCast }

/// Width of the one wide integer type whose values are opaque.
pub const WIDE: u32 = 128;

/// The name for one part of a register that holds a pair (`pair`). The rules treat it as a register of its own.
pub fn part(register: &str, place: u64) -> Name {
    format!("{register}[{place}]").into()
}

/// The two types of a result with overflow, `{ iN, i1 }`.
pub(super) fn pair(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Struct { packed: false, fields } if matches!(fields[..], [Type::Int(2..=64), Type::Int(1)]) => {
            Some(fields)
        }
        _ => None,
    }
}

impl FloatKind {
    pub(super) fn named(name: &str) -> Option<FloatKind> {
        use FloatKind::*;
        let names = ["half", "bfloat", "float", "double", "x86_fp80", "fp128"];
        names.iter().position(|&known| known == name).map(|n| [Half, Bfloat, Float, Double, X86Fp80, Fp128][n])
    }

    /// Width in bits.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::Bfloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 => 128,
        }
    }
}

impl Op {
    /// Whether the operation ends its block.
    pub fn is_terminator(&self) -> bool {
        matches!(self, Op::Branch(_) | Op::CondBranch { .. } | Op::Switch { .. } | Op::Return(_) | Op::Unreachable)
            || matches!(self, Op::Refused { terminator: true, .. })
    }

    /// The labels a terminator may branch to (none for a refused one), with repetitions.
    pub fn targets(&self) -> Vec<&Name> {
        match self {
            Op::Branch(target) => vec![target],
            Op::CondBranch { if_true, if_false, .. } => vec![if_true, if_false],
            Op::Switch { default, cases, .. } => {
                std::iter::once(default).chain(cases.iter().map(|(_, label)| label)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Function {
    /// The block with this label.
    pub fn block(&self, label: &str) -> Option<&Block> {
        self.labels.get(label).and_then(|&place| self.blocks.get(place))
    }
}
