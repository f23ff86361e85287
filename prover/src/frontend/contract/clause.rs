//! A contract that has been read.

use super::types::{CType, Parameter};

/// A contract: parameters and conjuncts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// As C declares them, in order.
    pub parameters: Vec<Parameter>,
    /// What all hold at a call.
    pub conjuncts: Vec<Conjunct>,
}

/// A condition of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conjunct {
    /// `\true`.
    True,
    /// `left relation right`, of mathematical integers.
    Compare(Expression, Relation, Expression),
    /// `pointer == \null` or `!=`.
    Null {
        /// What is compared with null.
        pointer: PointerTerm,
        /// Whether it is null.
        equal: bool,
    },
    /// `\valid` and `\valid_read`.
    Valid {
        /// `\valid`: the function may write there.
        writable: bool,
        /// Ranges of allocated memory.
        ranges: Vec<Range>,
    },
    /// `valid_string` and `valid_read_string`.
    String {
        /// `valid_string`: the function may write there.
        writable: bool,
        /// The first character.
        pointer: PointerTerm,
    },
    /// `\separated`: no two of these places share a byte.
    Separated(Vec<Separated>),
}

/// A comparison of mathematical integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A pointer parameter, perhaps read as another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerTerm {
    /// Number of the parameter.
    pub parameter: usize,
    /// The type that it is read as, a pointer.
    pub ty: CType,
}

/// `pointer`, `pointer + low`, or `pointer + (low .. high)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// What the elements are counted from, in the type that they have.
    pub pointer: PointerTerm,
    /// First and last element; `None` for the pointer alone.
    pub bounds: Option<(Expression, Expression)>,
    /// As it stands in the text.
    pub text: String,
}

/// An operand of `\separated`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separated {
    /// Elements behind a pointer.
    Range(Range),
    /// The global variable of this name, as a whole.
    Global(String),
}

/// A mathematical integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A constant.
    Number(i128),
    /// Value of the integer parameter of this number.
    Parameter(usize),
    /// `strlen` of the pointer parameter of this number.
    Length(usize),
    /// `sizeof`, in bytes.
    SizeOf(CType),
    /// Sum.
    Add(Box<Expression>, Box<Expression>),
    /// Difference.
    Sub(Box<Expression>, Box<Expression>),
    /// Product.
    Mul(Box<Expression>, Box<Expression>),
}
