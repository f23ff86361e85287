//! A contract after reading.

use crate::contract::types::{CType, Parameter};

/// A place in a C file; zeros stand for what is not known.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

/// Expressions that stand in one line and say the same are equal: contracts are compared, their layout is not.
impl PartialEq for At {
    fn eq(&self, other: &At) -> bool {
        self.line == other.line
    }
}

impl Eq for At {}

impl At {
    /// The place, if its line is known.
    pub(super) fn known(self) -> Option<At> {
        (self.line > 0).then_some(self)
    }
}

/// The beginning of a line.
impl From<u32> for At {
    fn from(line: u32) -> At {
        At { line, column: 0 }
    }
}

/// A contract: parameters, clause, and what the function promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// As C declares them, in order.
    pub parameters: Vec<Parameter>,
    /// The type of what the function returns, if the contract says it.
    pub result: Option<CType>,
    /// The condition that holds at a call.
    pub clause: Expression,
    /// What holds at a return, and what changes.
    pub promises: Promises,
    /// The contracts of functions elsewhere, by name.
    pub elsewhere: Vec<(String, Contract)>,
}

/// What a function promises: `assigns` and `ensures`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promises {
    /// The memory that may be changed, and no other; `None`: nothing is said.
    pub assigns: Option<Vec<Expression>>,
    /// The condition that holds at a return; `None`: nothing is said.
    pub ensures: Option<Expression>,
}

impl Promises {
    /// Whether nothing is promised.
    pub fn is_empty(&self) -> bool {
        self.assigns.is_none() && self.ensures.is_none()
    }

    /// All expressions.
    pub fn parts(&self) -> impl Iterator<Item = &Expression> {
        self.assigns.iter().flatten().chain(&self.ensures)
    }
}

/// A relation of a comparison.
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

impl Relation {
    /// The relation that holds exactly if this one does not.
    #[must_use]
    pub fn negated(self) -> Relation {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Gt => Relation::Le,
            Relation::Ge => Relation::Lt,
        }
    }

    /// As C writes it.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Eq => "==",
            Relation::Ne => "!=",
            Relation::Lt => "<",
            Relation::Le => "<=",
            Relation::Gt => ">",
            Relation::Ge => ">=",
        }
    }
}

/// An operation on two mathematical integers, or on a pointer and one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded towards zero.
    Div,
    /// The remainder of that quotient.
    Rem,
}

impl Operation {
    /// The result for two numbers; `None` if there is none, or it overflows.
    pub(super) fn of(self, a: i128, b: i128) -> Option<i128> {
        match self {
            Operation::Add => a.checked_add(b),
            Operation::Sub => a.checked_sub(b),
            Operation::Mul => a.checked_mul(b),
            Operation::Div => a.checked_div(b),
            Operation::Rem => a.checked_rem(b),
        }
    }
}

impl Operation {
    /// As C writes it.
    pub fn sign(self) -> &'static str {
        match self {
            Operation::Add => "+",
            Operation::Sub => "-",
            Operation::Mul => "*",
            Operation::Div => "/",
            Operation::Rem => "%",
        }
    }
}

/// An expression of a clause. Formulas, terms, pointers and ranges are distinguished later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A constant.
    Number(i128),
    /// A name, with or without a backslash, and where it stands.
    Name(String, At),
    /// A predicate or function with its arguments.
    Call(String, Vec<Expression>),
    /// `sizeof` a type.
    SizeOf(CType),
    /// `sizeof` a value: its C as it is written, since its type depends on suffixes and bases of numbers.
    SizeOfValue(String),
    /// The type of a list's or tree's cells.
    Type(CType),
    /// A value read as another type.
    Cast(CType, Box<Expression>),
    /// `&`
    Address(Box<Expression>),
    /// `*`
    Content(Box<Expression>),
    /// `.`, or with `true` `->`
    Member(Box<Expression>, bool, String),
    /// `a[i]`
    Element(Box<Expression>, Box<Expression>),
    /// `low .. high`
    Interval(Box<Expression>, Box<Expression>),
    /// Two values.
    Binary(Operation, Box<Expression>, Box<Expression>),
    /// `a <= b < c`: at least one relation.
    Chain(Box<Expression>, Vec<(Relation, Expression)>),
    /// At least two.
    And(Vec<Expression>),
    /// At least two.
    Or(Vec<Expression>),
    /// At least two; the last follows from the others.
    Implies(Vec<Expression>),
    /// `!`
    Not(Box<Expression>),
}

impl Expression {
    /// A sum, product and the like.
    #[must_use]
    pub fn binary(operation: Operation, left: Expression, right: Expression) -> Expression {
        Expression::Binary(operation, Box::new(left), Box::new(right))
    }

    /// A sum, product and the like, where a quotient or remainder of numbers is a number: the length of an array stays a
    /// constant.
    pub(super) fn folded(operation: Operation, left: Expression, right: Expression) -> Expression {
        match (operation, &left, &right) {
            (Operation::Div | Operation::Rem, Expression::Number(a), Expression::Number(b)) => {
                operation.of(*a, *b).map_or_else(|| Expression::binary(operation, left, right), Expression::Number)
            }
            _ => Expression::binary(operation, left, right),
        }
    }

    /// What is read at the call, if it is that.
    pub fn as_old(&self) -> Option<&Expression> {
        match self {
            Expression::Call(name, operands) if name == "\\old" => operands.first(),
            _ => None,
        }
    }

    /// The place of its first name, if known.
    pub fn at(&self) -> Option<At> {
        match self {
            Expression::Name(_, at) => at.known(),
            Expression::Number(_) | Expression::SizeOf(_) | Expression::SizeOfValue(_) | Expression::Type(_) => None,
            Expression::Cast(_, inside)
            | Expression::Address(inside)
            | Expression::Content(inside)
            | Expression::Member(inside, ..)
            | Expression::Not(inside) => inside.at(),
            Expression::Element(a, b) | Expression::Interval(a, b) | Expression::Binary(_, a, b) => {
                a.at().or_else(|| b.at())
            }
            Expression::Chain(first, rest) => first.at().or_else(|| rest.iter().find_map(|(_, part)| part.at())),
            Expression::Call(_, parts)
            | Expression::And(parts)
            | Expression::Or(parts)
            | Expression::Implies(parts) => parts.iter().find_map(Expression::at),
        }
    }

    /// Whether it can be negated, because it says nothing about which memory is valid.
    pub fn is_decidable(&self) -> bool {
        match self {
            Expression::Not(inside) => inside.is_decidable(),
            Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
                parts.iter().all(Expression::is_decidable)
            }
            Expression::Chain(..) => true,
            Expression::Name(name, _) => name == "\\true",
            _ => false,
        }
    }
}
