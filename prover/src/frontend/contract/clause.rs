//! A contract that has been read.

use super::types::{CType, Parameter};

/// A contract: parameters and conjuncts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    pub parameters: Vec<Parameter>,
    pub conjuncts: Vec<Conjunct>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conjunct {
    True,
    /// `left relation right`, of mathematical integers.
    Compare(Expression, Relation, Expression),
    /// `pointer == \null` or `!=`.
    Null {
        pointer: PointerTerm,
        equal: bool,
    },
    /// `\valid` and `\valid_read`.
    Valid {
        writable: bool,
        ranges: Vec<Range>,
    },
    /// `valid_string` and `valid_read_string`.
    String {
        writable: bool,
        pointer: PointerTerm,
    },
    Separated(Vec<Place>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A pointer parameter, perhaps read as another type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerTerm {
    /// Number of the parameter.
    pub parameter: usize,
    pub ty: CType,
}

/// `pointer`, `pointer + low`, or `pointer + (low .. high)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub pointer: PointerTerm,
    /// First and last element; `None` for the pointer alone.
    pub bounds: Option<(Expression, Expression)>,
    /// As it stands in the text.
    pub text: String,
}

/// An operand of `\separated`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    Range(Range),
    Global(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Number(i128),
    /// Number of an integer parameter.
    Parameter(usize),
    /// Number of a pointer parameter.
    Length(usize),
    SizeOf(CType),
    Add(Box<Expression>, Box<Expression>),
    Sub(Box<Expression>, Box<Expression>),
    Mul(Box<Expression>, Box<Expression>),
}
