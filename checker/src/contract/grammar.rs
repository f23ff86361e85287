//! The grammar of a contract (`spec/precondition.md`, section "Grammar"): reads expressions, without giving them a
//! meaning. Texts may be hostile, so the depth of their brackets is limited.

use super::clause::Fault;
use super::tokens::{FOR_ALL, Kind, MAX_DEPTH, Read, Token, wrong};

/// A C type: `depth` pointers to `base`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CType {
    /// What the last pointer points to.
    pub base: Base,
    /// Number of `*`.
    pub depth: u32,
}

/// A type that is no pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `void`
    Void,
    /// `_Bool`
    Bool,
    /// `float`
    Float,
    /// `double`
    Double,
    /// Width in bits; 0 stands for the pointer's (`long`, `size_t`, ...).
    Integer {
        /// In bits.
        width: u32,
        /// Whether it is a signed type.
        signed: bool,
    },
    /// The structure with this tag.
    Struct(String),
    /// Size and alignment in bytes.
    Object(u64, u64),
}

/// A relation of a chain.
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
    pub fn opposite(self) -> Relation {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Lt => Relation::Ge,
            Relation::Le => Relation::Gt,
            Relation::Gt => Relation::Le,
            Relation::Ge => Relation::Lt,
        }
    }
}

/// An expression of the grammar, which does not distinguish clauses, terms and pointers yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr<'t> {
    /// A constant.
    Number(i128),
    /// A parameter of the function.
    Name(&'t str),
    /// A predicate or function with its operands; of `\forall` the variable, where it lies, and what holds.
    Call(&'t str, Vec<Expr<'t>>),
    /// `sizeof` of a type.
    SizeOf(CType),
    /// A conversion to a type.
    Cast(CType, Box<Expr<'t>>),
    /// `& name`, or `& function :: name`: the name that the module has for it.
    Address(String),
    /// The negative of an operand.
    Minus(Box<Expr<'t>>),
    /// At least two; `true`: subtracted.
    Sum(Vec<(bool, Expr<'t>)>),
    /// A value in memory: what it is, and where.
    Place(&'t str, Box<Expr<'t>>),
    /// At least one factor behind the first.
    Product(Box<Expr<'t>>, Vec<(Operator, Expr<'t>)>),
    /// `( low .. high )`
    Interval(Box<Expr<'t>>, Box<Expr<'t>>),
    /// At least one relation.
    Chain(Box<Expr<'t>>, Vec<(Relation, Expr<'t>)>),
    /// At least two.
    And(Vec<Expr<'t>>),
    /// At least two.
    Or(Vec<Expr<'t>>),
    /// At least two: the last follows from the others.
    Implies(Vec<Expr<'t>>),
    /// `!`
    Not(Box<Expr<'t>>),
}

/// How a factor takes part in a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `*`
    Times,
    /// `/`
    Divided,
    /// `%`
    Remainder,
}

/// A contract as it is written.
#[derive(Debug)]
pub struct Written<'t> {
    /// Names and types of the function's parameters.
    pub parameters: Vec<(&'t str, CType)>,
    /// What the function returns, if the contract says so.
    pub result: Option<CType>,
    /// The conjunction of all clauses.
    pub clause: Expr<'t>,
    /// The only memory that may be changed; `None`: any.
    pub assigns: Option<Vec<Expr<'t>>>,
    /// What holds when the function returns.
    pub ensures: Option<Expr<'t>>,
    /// The contracts of functions elsewhere, by name.
    pub elsewhere: Vec<(&'t str, Written<'t>)>,
}

/// Type names that stand alone, without qualifiers: width in bits (0: the pointer's) and sign.
#[rustfmt::skip]
const NAMED: [(&str, u32, bool); 13] = [
    ("size_t", 0, false), ("ssize_t", 0, true), ("ptrdiff_t", 0, true), ("intptr_t", 0, true),
    ("uintptr_t", 0, false), ("int8_t", 8, true), ("int16_t", 16, true), ("int32_t", 32, true), ("int64_t", 64, true),
    ("uint8_t", 8, false), ("uint16_t", 16, false), ("uint32_t", 32, false), ("uint64_t", 64, false),
];

const WORDS: [&str; 12] =
    ["signed", "unsigned", "char", "short", "int", "long", "_Bool", "bool", "void", "float", "double", "struct"];
const QUALIFIERS: [&str; 3] = ["const", "volatile", "restrict"];
/// The name of a type given only by its size and alignment.
const OBJECT: &str = "\\object";
/// Other words of the grammar, which cannot be names of parameters.
#[rustfmt::skip]
pub(super) const RESERVED: [&str; 9] = [
    "strlen", "wcslen", "sizeof", "NULL", "requires",
    "valid_string", "valid_read_string", "valid_wstring", "valid_read_wstring",
];

pub(super) fn is_type_word(word: &str) -> bool {
    WORDS.iter().chain(&QUALIFIERS).any(|other| *other == word) || named_integer(word).is_some()
}

/// Width (0: the pointer's) and sign of a type name that stands alone.
pub fn named_integer(word: &str) -> Option<(u32, bool)> {
    NAMED.iter().find(|(name, ..)| *name == word).map(|(_, width, signed)| (*width, *signed))
}

/// Reads a whole contract.
pub fn parse<'t>(tokens: &'t [Token<'t>]) -> Read<Written<'t>> {
    let mut parser = Parser { tokens, next: 0 };
    let mut contract = parser.contract()?;
    while parser.take("\\elsewhere") {
        let name = parser.name()?;
        contract.elsewhere.push((name, parser.contract()?));
    }
    match parser.peek() {
        None => Ok(contract),
        Some(token) => wrong(format!("unexpected {} behind the clause", token.text)),
    }
}

/// Reads a term alone.
pub fn parse_sum<'t>(tokens: &'t [Token<'t>]) -> Read<Expr<'t>> {
    let mut parser = Parser { tokens, next: 0 };
    let sum = parser.sum(0)?;
    match parser.peek() {
        None => Ok(sum),
        Some(token) => wrong(format!("unexpected {} behind the bound", token.text)),
    }
}

pub(super) struct Parser<'t> {
    tokens: &'t [Token<'t>],
    next: usize,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.text == text)
    }

    /// Takes the token if it is next.
    fn take(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.next += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Read<()> {
        if self.take(text) { Ok(()) } else { wrong(format!("{text} is missing {}", self.place())) }
    }

    /// Where the parser is, for messages.
    fn place(&self) -> String {
        self.peek().map_or("at the end".into(), |token| format!("before {}", token.text))
    }

    pub(super) fn name(&mut self) -> Read<&'t str> {
        match self.peek() {
            Some(Token { kind: Kind::Name, text }) if !text.starts_with('\\') => {
                self.next += 1;
                Ok(text)
            }
            _ => wrong(format!("a name is missing {}", self.place())),
        }
    }

    /// What is said of one function.
    fn contract(&mut self) -> Read<Written<'t>> {
        let parameters = self.parameters()?;
        let result = if self.take("returns") { Some(self.c_type()?) } else { None };
        self.expect("requires")?;
        let clause = self.clause(0)?;
        let assigns = if self.take("assigns") { Some(self.assigned()?) } else { None };
        let ensures = if self.take("ensures") { Some(self.clause(0)?) } else { None };
        Ok(Written { parameters, result, clause, assigns, ensures, elsewhere: Vec::new() })
    }

    fn parameters(&mut self) -> Read<Vec<(&'t str, CType)>> {
        let mut parameters: Vec<(&str, CType)> = Vec::new();
        self.expect("(")?;
        let none = self.is("void") && self.tokens.get(self.next + 1).is_some_and(|token| token.text == ")");
        if none {
            self.next += 1;
        }
        if self.take(")") {
            return Ok(parameters);
        }
        loop {
            let mut ty = self.c_type()?;
            let name = self.name()?;
            if is_type_word(name) || RESERVED.contains(&name) {
                return wrong(format!("{name} is no name of a parameter"));
            }
            if parameters.iter().any(|(other, _)| *other == name) {
                return Err(Fault::Wrong("parameters", format!("two parameters are called {name}")));
            }
            if self.take("[") {
                if matches!(self.peek(), Some(Token { kind: Kind::Number(_), .. })) {
                    self.next += 1;
                }
                self.expect("]")?;
                ty.depth += 1;
            }
            parameters.push((name, ty));
            if !self.take(",") {
                self.expect(")")?;
                return Ok(parameters);
            }
        }
    }

    fn begins_type(&self) -> bool {
        self.peek().is_some_and(|token| is_type_word(token.text) || token.text == OBJECT)
    }

    fn c_type(&mut self) -> Read<CType> {
        let mut words: Vec<&str> = Vec::new();
        let mut structure = None;
        while let Some(token) = self.peek().filter(|token| is_type_word(token.text)) {
            self.next += 1;
            if !QUALIFIERS.contains(&token.text) {
                words.push(token.text);
            }
            if token.text == "struct" {
                structure = Some(self.name()?);
            }
        }
        words.sort_unstable();
        let object = if words.is_empty() && self.take(OBJECT) { Some(self.object()?) } else { None };
        let integer = |width, signed| Base::Integer { width, signed };
        let base = match words.as_slice() {
            [] if let Some(object) = object => object,
            ["struct"] => Base::Struct(structure.unwrap_or_default().to_string()),
            ["void"] => Base::Void,
            ["_Bool" | "bool"] => Base::Bool,
            ["float"] => Base::Float,
            ["double"] => Base::Double,
            ["char"] | ["char", "signed"] => integer(8, true),
            ["char", "unsigned"] => integer(8, false),
            ["short"] | ["int", "short"] | ["short", "signed"] | ["int", "short", "signed"] => integer(16, true),
            ["short", "unsigned"] | ["int", "short", "unsigned"] => integer(16, false),
            ["int" | "signed"] | ["int", "signed"] => integer(32, true),
            ["unsigned"] | ["int", "unsigned"] => integer(32, false),
            ["long"] | ["int", "long"] | ["long", "signed"] | ["int", "long", "signed"] => integer(0, true),
            ["long", "unsigned"] | ["int", "long", "unsigned"] => integer(0, false),
            ["long", "long"] | ["int", "long", "long"] => integer(64, true),
            ["long", "long", "signed"] | ["int", "long", "long", "signed"] => integer(64, true),
            ["long", "long", "unsigned"] | ["int", "long", "long", "unsigned"] => integer(64, false),
            [word] if let Some((width, signed)) = named_integer(word) => integer(width, signed),
            _ => return wrong(format!("no type is known {} (words: {})", self.place(), words.join(" "))),
        };
        let mut depth = 0;
        while self.peek().is_some_and(|token| token.text == "*" || (depth > 0 && QUALIFIERS.contains(&token.text))) {
            depth += u32::from(self.is("*"));
            self.next += 1;
        }
        Ok(CType { base, depth })
    }

    /// Behind `\object`: size and alignment.
    fn object(&mut self) -> Read<Base> {
        self.expect("(")?;
        let size = self.number()?;
        self.expect(",")?;
        let align = self.number()?;
        self.expect(")")?;
        match size.checked_rem(align) {
            Some(0) if align.is_power_of_two() && size > 0 => Ok(Base::Object(size, align)),
            _ => wrong("a size that is no multiple of its alignment, or an alignment that is no power of two"),
        }
    }

    fn number(&mut self) -> Read<u64> {
        match self.peek() {
            Some(Token { kind: Kind::Number(value), .. }) if let Ok(value) = u64::try_from(value) => {
                self.next += 1;
                Ok(value)
            }
            _ => wrong(format!("a number is missing {}", self.place())),
        }
    }

    /// Behind `assigns`.
    fn assigned(&mut self) -> Read<Vec<Expr<'t>>> {
        let mut ranges = Vec::new();
        if self.take("\\nothing") {
            return Ok(ranges);
        }
        ranges.push(self.sum(0)?);
        while self.take(",") {
            ranges.push(self.sum(0)?);
        }
        Ok(ranges)
    }

    pub(super) fn clause(&mut self, depth: u32) -> Read<Expr<'t>> {
        self.list("==>", Expr::Implies, |parser| parser.list("||", Expr::Or, |parser| parser.conjunction(depth)))
    }

    fn conjunction(&mut self, depth: u32) -> Read<Expr<'t>> {
        self.list("&&", Expr::And, |parser| parser.chain(depth))
    }

    /// Operands separated by an operator; a single operand stands for itself.
    fn list(
        &mut self,
        sign: &str,
        several: impl Fn(Vec<Expr<'t>>) -> Expr<'t>,
        item: impl Fn(&mut Self) -> Read<Expr<'t>>,
    ) -> Read<Expr<'t>> {
        let mut list = vec![item(self)?];
        while self.take(sign) {
            list.push(item(self)?);
        }
        Ok(if list.len() == 1 { list.remove(0) } else { several(list) })
    }

    fn chain(&mut self, depth: u32) -> Read<Expr<'t>> {
        if self.take(FOR_ALL) {
            return self.for_all(depth);
        }
        let first = self.sum(depth)?;
        let mut rest = Vec::new();
        while let Some(relation) = self.relation() {
            self.next += 1;
            rest.push((relation, self.sum(depth)?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Chain(Box::new(first), rest) })
    }

    fn relation(&self) -> Option<Relation> {
        Some(match self.peek()?.text {
            "==" => Relation::Eq,
            "!=" => Relation::Ne,
            "<" => Relation::Lt,
            "<=" => Relation::Le,
            ">" => Relation::Gt,
            ">=" => Relation::Ge,
            _ => return None,
        })
    }

    fn sum(&mut self, depth: u32) -> Read<Expr<'t>> {
        let mut summands = vec![(false, self.product(depth)?)];
        while self.is("+") || self.is("-") {
            let minus = self.is("-");
            self.next += 1;
            summands.push((minus, self.product(depth)?));
        }
        Ok(match summands.as_slice() {
            [_] => summands.remove(0).1,
            _ => Expr::Sum(summands),
        })
    }

    fn product(&mut self, depth: u32) -> Read<Expr<'t>> {
        let first = self.unary(depth)?;
        let mut rest = Vec::new();
        while let Some(operator) = self.operator() {
            self.next += 1;
            rest.push((operator, self.unary(depth)?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Product(Box::new(first), rest) })
    }

    fn operator(&self) -> Option<Operator> {
        Some(match self.peek()?.text {
            "*" => Operator::Times,
            "/" => Operator::Divided,
            "%" => Operator::Remainder,
            _ => return None,
        })
    }

    fn unary(&mut self, depth: u32) -> Read<Expr<'t>> {
        if depth >= MAX_DEPTH {
            return wrong(format!("more than {MAX_DEPTH} brackets and signs inside each other"));
        }
        if self.take("-") {
            return Ok(Expr::Minus(Box::new(self.unary(depth + 1)?)));
        }
        if self.take("!") {
            return Ok(Expr::Not(Box::new(self.unary(depth + 1)?)));
        }
        if self.take("&") {
            let name = self.name()?;
            let variable = if self.take("::") { format!("{name}.{}", self.name()?) } else { name.to_string() };
            return Ok(Expr::Address(variable));
        }
        if self.take("(") {
            return self.bracket(depth + 1);
        }
        let place = self.place();
        let Some(token) = self.peek() else { return wrong("the clause ends too early") };
        self.next += 1;
        match token.kind {
            Kind::Number(value) => Ok(Expr::Number(value)),
            Kind::Name if token.text == "sizeof" => {
                self.expect("(")?;
                let ty = self.c_type()?;
                self.expect(")")?;
                Ok(Expr::SizeOf(ty))
            }
            Kind::Name if self.take("(") => {
                let mut arguments = vec![self.sum(depth + 1)?];
                while self.take(",") {
                    arguments.push(self.sum(depth + 1)?);
                }
                self.expect(")")?;
                Ok(Expr::Call(token.text, arguments))
            }
            Kind::Name if self.take("[") => {
                let address = self.sum(depth + 1)?;
                self.expect("]")?;
                Ok(Expr::Place(token.text, Box::new(address)))
            }
            Kind::Name => Ok(Expr::Name(token.text)),
            Kind::Symbol => wrong(format!("a term, pointer or condition is missing {place}")),
        }
    }

    /// After an opening bracket: a cast, an interval, or a bracketed expression.
    fn bracket(&mut self, depth: u32) -> Read<Expr<'t>> {
        if self.begins_type() {
            let ty = self.c_type()?;
            self.expect(")")?;
            return Ok(Expr::Cast(ty, Box::new(self.unary(depth)?)));
        }
        let inside = self.clause(depth)?;
        let inside = match self.take("..") {
            true => Expr::Interval(Box::new(inside), Box::new(self.sum(depth)?)),
            false => inside,
        };
        self.expect(")")?;
        Ok(inside)
    }
}
