//! A module as data.

use super::layout::Layout;
use std::collections::HashMap;

/// First-class types, `void`, and what may stand in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    /// Width in bits.
    Int(u32),
    Pointer,
    Float,
    Double,
    /// x87 extended precision.
    Extended,
    Array(u64, Box<Type>),
    /// Fields; packed.
    Struct(Vec<Type>, bool),
}

/// A constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    Int(u128),
    Float(f64),
    Null,
    Zero,
    /// `undef` or `poison`.
    Undefined,
    Global(String),
    Bytes(Vec<u8>),
    Parts(Vec<(Type, Constant)>),
    /// `getelementptr`: source type, base, indices.
    Element(Type, Box<Constant>, Vec<(Type, Constant)>),
    /// `ptrtoint`, `inttoptr`, `bitcast`, `trunc` and so on: to a type.
    Cast(Type, Box<Constant>),
    /// `add` and so on, on integers of a width.
    Binary(String, u32, Box<Constant>, Box<Constant>),
}

/// Where an instruction takes a value from.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// Place in the frame.
    Register(usize),
    Constant(Constant),
}

/// A value with its type.
pub type Typed = (Type, Operand);

/// A call's argument; `byval` gives the type that is copied and its alignment.
#[derive(Clone, Debug)]
pub struct Argument {
    pub value: Typed,
    pub copied: Option<(Type, u64)>,
}

/// One instruction. Flags are kept by name.
#[derive(Clone, Debug)]
pub enum Operation {
    Binary {
        name: String,
        flags: Vec<String>,
        kind: Type,
        left: Operand,
        right: Operand,
    },
    Compare {
        predicate: String,
        flags: Vec<String>,
        kind: Type,
        left: Operand,
        right: Operand,
    },
    CompareFloat {
        predicate: String,
        left: Typed,
        right: Operand,
    },
    NegateFloat(Typed),
    Cast {
        name: String,
        flags: Vec<String>,
        value: Typed,
        to: Type,
    },
    Select {
        condition: Typed,
        yes: Typed,
        no: Typed,
    },
    Freeze(Typed),
    Allocate {
        kind: Type,
        count: Option<Typed>,
        align: Option<u64>,
    },
    Load {
        kind: Type,
        address: Operand,
        align: Option<u64>,
        volatile: bool,
    },
    Store {
        value: Typed,
        address: Operand,
        align: Option<u64>,
    },
    Element {
        source: Type,
        base: Operand,
        indices: Vec<Typed>,
    },
    Call {
        result: Type,
        callee: Operand,
        arguments: Vec<Argument>,
    },
    Extract {
        from: Typed,
        path: Vec<usize>,
    },
    Insert {
        into: Typed,
        value: Typed,
        path: Vec<usize>,
    },
    /// Type, and value by predecessor block.
    Phi {
        kind: Type,
        from: Vec<(usize, Operand)>,
    },
    Branch {
        condition: Option<Operand>,
        yes: usize,
        no: usize,
    },
    Switch {
        on: Typed,
        default: usize,
        cases: Vec<(u128, usize)>,
    },
    Return(Option<Typed>),
    Unreachable,
    /// Known by name, not executed.
    Unsupported(String),
}

/// An instruction with the register it defines.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub register: Option<usize>,
    pub operation: Operation,
}

/// A basic block: its phis, then the rest.
#[derive(Clone, Debug)]
pub struct BasicBlock {
    pub label: String,
    pub phis: Vec<Instruction>,
    pub code: Vec<Instruction>,
}

/// A parameter: its type and, for `byval`, what is copied.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub kind: Type,
    pub register: usize,
    pub copied: Option<(Type, u64)>,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub result: Type,
    pub parameters: Vec<Parameter>,
    pub variadic: bool,
    /// Names of the registers by their place in the frame.
    pub registers: Vec<String>,
    /// Width in bits of each register that holds an integer or a pointer.
    pub widths: Vec<Option<u32>>,
    pub blocks: Vec<BasicBlock>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub kind: Type,
    pub constant: bool,
    pub align: Option<u64>,
    pub initial: Option<Constant>,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    pub layout: Layout,
    /// In the order of the text.
    pub variables: Vec<Variable>,
    pub functions: HashMap<String, Function>,
    /// Integer constants of the text, ascending.
    pub constants: Vec<u64>,
    /// Result type of each declaration.
    pub declarations: HashMap<String, Type>,
}
