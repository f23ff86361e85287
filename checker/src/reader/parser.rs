//! A cursor over the tokens of one top-level entity; types and constants.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::ast::{Attributes, Constant, FloatKind, Index, Name, Operand, Reason, Source, Type, Typed};
use super::layout::Layout;
use super::lexer::{Kind, Token, shorten, unescape};

/// The result of reading a construct; the error says what was met.
pub type Read<T> = Result<T, Reason>;

/// Types and constants nested deeper are refused.
const DEPTH: u32 = 64;
/// A type of more parts is refused: its layout is computed wherever it is used.
const PARTS: u32 = 1 << 13;
/// A metadata node is looked into so far.
const METADATA_TOKENS: usize = 64;

/// What a global name stands for.
#[derive(Clone, Debug)]
pub enum Symbol {
    Global,
    Defined,
    Declared,
    Refused(Reason),
}

/// What is known of the module while its entities are read.
#[derive(Debug, Default)]
pub struct Context<'a> {
    pub tokens: &'a [Token<'a>],
    pub layout: Layout,
    pub groups: HashMap<&'a str, Attributes>,
    pub symbols: HashMap<Name, Symbol>,
    pub noreturn: HashSet<Name>,
    /// The module defines a function that LLVM recognises by its name.
    pub recognises: bool,
    /// Token ranges of the numbered metadata nodes.
    pub metadata: HashMap<&'a str, (usize, usize)>,
    /// File of a debug scope, once looked up.
    pub files: RefCell<HashMap<&'a str, Option<Rc<str>>>>,
}

/// A cursor over the tokens of one entity.
pub struct Parser<'c, 'a> {
    pub context: &'c Context<'a>,
    pub at: usize,
    pub end: usize,
    depth: u32,
    /// Parts of the type that is being read.
    parts: u32,
    names: HashMap<&'a str, Name>,
    /// Registers and labels that were used, with the type expected and the line.
    pub uses: Vec<(Name, Type, u32)>,
}

impl<'c, 'a> Parser<'c, 'a> {
    pub fn new(context: &'c Context<'a>, (at, end): (usize, usize)) -> Self {
        Parser { context, at, end, depth: 0, parts: 0, names: HashMap::new(), uses: Vec::new() }
    }

    pub fn peek(&self) -> Option<Token<'a>> {
        self.peek_at(0)
    }

    pub fn peek_at(&self, ahead: usize) -> Option<Token<'a>> {
        self.context.tokens[..self.end].get(self.at + ahead).copied()
    }

    pub fn skip(&mut self, count: usize) {
        self.at = self.end.min(self.at + count);
    }

    pub fn next(&mut self) -> Read<Token<'a>> {
        let token = self.peek().ok_or("unexpected end")?;
        self.at += 1;
        Ok(token)
    }

    /// Line of the next token, or of the last one.
    pub fn line(&self) -> u32 {
        let last = self.end.saturating_sub(1);
        self.context.tokens.get(self.at.min(last)).map_or(1, |token| token.line)
    }

    pub fn fail<T>(&self, message: impl Into<Reason>) -> Read<T> {
        Err(message.into())
    }

    /// Fails at the next token.
    pub fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        match self.peek() {
            Some(token) => Err(format!("expected {wanted}, found `{}`", shorten(token.text)).into()),
            None => Err(format!("expected {wanted}, found the end").into()),
        }
    }

    /// Whether the next token is this keyword or punctuation.
    pub fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Punctuation) && token.text == text)
    }

    pub fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, text: &str) -> Read<()> {
        if self.accept(text) { Ok(()) } else { self.unexpected(&format!("`{text}`")) }
    }

    /// The next token if it is one of these keywords.
    pub fn accept_word(&mut self, words: &[&str]) -> Option<&'a str> {
        let token = self.peek().filter(|token| token.kind == Kind::Word && words.contains(&token.text))?;
        self.at += 1;
        Some(token.text)
    }

    /// The next token if it is of this kind.
    pub fn accept_kind(&mut self, kind: Kind) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| token.kind == kind)?;
        self.at += 1;
        Some(token)
    }

    /// From an opening bracket behind its closing one.
    pub fn skip_balanced(&mut self) -> Read<()> {
        let mut open = 0u32;
        loop {
            let token = self.next()?;
            if token.kind == Kind::Punctuation {
                match token.text {
                    "(" | "[" | "{" => open += 1,
                    ")" | "]" | "}" => open = open.saturating_sub(1),
                    _ => {}
                }
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Name of a token. A quoted name of digits would be taken for a number.
    pub fn name(&mut self, token: Token<'a>) -> Read<Name> {
        if let Some(name) = self.names.get(token.text).filter(|_| !token.quoted) {
            return Ok(name.clone());
        }
        if !token.quoted {
            let name: Name = token.text.into();
            self.names.insert(token.text, name.clone());
            return Ok(name);
        }
        let name = String::from_utf8(unescape(token.text)).map_err(|_| "a name that is not UTF-8")?;
        fail_if!(self, name.bytes().all(|b| b.is_ascii_digit()) => "a quoted name that is empty or a number");
        fail_if!(self, name.chars().any(char::is_control) => "a name with control characters");
        Ok(name.into())
    }

    pub fn number(&mut self) -> Read<u64> {
        match self.accept_kind(Kind::Integer).map(|token| token.text.parse()) {
            Some(Ok(number)) => Ok(number),
            _ => self.unexpected("a number"),
        }
    }

    /// A power of two.
    pub fn alignment(&mut self) -> Read<u64> {
        let align = self.number()?;
        let fits = align.is_power_of_two() && align <= 1 << 24;
        if fits { Ok(align) } else { self.fail("alignment is no power of two, or above 2^24") }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        fail_if!(self, self.depth >= DEPTH => "nested too deep");
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A type (LangRef, "Type System").
    pub fn ty(&mut self) -> Read<Type> {
        self.parts = 0;
        self.part()
    }

    fn part(&mut self) -> Read<Type> {
        let token = self.peek().ok_or("expected a type, found the end")?;
        self.parts += 1;
        fail_if!(self, self.parts > PARTS => "type of too many parts");
        let refused = |what: &str| Type::Refused(format!("type `{what}`").into());
        self.skip(1);
        Ok(match (token.kind, token.text) {
            (Kind::Word, "void") => Type::Void,
            (Kind::Word, "ptr") if self.accept("addrspace") => {
                self.skip_balanced()?;
                Type::Refused("pointer to another address space".into())
            }
            (Kind::Word, "ptr") => Type::Pointer,
            (Kind::Word, "label") => Type::Label,
            (Kind::Word, "metadata") => Type::Metadata,
            (Kind::Word, name @ ("ppc_fp128" | "x86_amx" | "token")) => refused(name),
            (Kind::Word, "target") if self.is("(") => {
                self.skip_balanced()?;
                refused("target")
            }
            (Kind::Word, text) => match (FloatKind::named(text), text.strip_prefix('i').map(str::parse::<u32>)) {
                (Some(kind), _) => Type::Float(kind),
                (_, Some(Ok(bits))) if (1..=1 << 23).contains(&bits) => Type::Int(bits),
                _ => {
                    self.at -= 1;
                    return self.unexpected("a type");
                }
            },
            (Kind::Local, _) => Type::Named(self.name(token)?),
            (Kind::Punctuation, "{") => self.structure(false)?,
            (Kind::Punctuation, "<") if self.accept("{") => {
                let ty = self.structure(true)?;
                self.expect(">")?;
                ty
            }
            (Kind::Punctuation, "<") => {
                while !self.accept(">") {
                    self.next()?;
                }
                refused("vector")
            }
            (Kind::Punctuation, "[") => {
                let count = self.number()?;
                self.expect("x")?;
                let element = self.nested(Self::part)?;
                self.expect("]")?;
                Type::Array(count, Rc::new(element))
            }
            _ => {
                self.at -= 1;
                return self.unexpected("a type");
            }
        })
    }

    fn structure(&mut self, packed: bool) -> Read<Type> {
        let mut fields = Vec::new();
        while !self.accept("}") {
            if !fields.is_empty() {
                self.expect(",")?;
            }
            fields.push(self.nested(Self::part)?);
        }
        Ok(Type::Struct { packed, fields: fields.into() })
    }

    /// An operand after its type.
    pub fn typed(&mut self) -> Read<Typed> {
        let ty = self.ty()?;
        if let Type::Refused(reason) = ty {
            return Err(reason);
        }
        let value = self.operand(&ty)?;
        Ok(Typed { ty, value })
    }

    /// A register or a constant of this type.
    pub fn operand(&mut self, ty: &Type) -> Read<Operand> {
        let line = self.line();
        if let Some(token) = self.accept_kind(Kind::Local) {
            let name = self.name(token)?;
            self.uses.push((name.clone(), ty.clone(), line));
            return Ok(Operand::Register(name));
        }
        match self.constant(ty)? {
            Constant::Scalar(operand) => Ok(operand),
            Constant::Bytes(_) | Constant::Aggregate(_) => Ok(Operand::Refused("aggregate constant".into())),
        }
    }

    /// A label, recorded as used.
    pub fn label(&mut self) -> Read<Name> {
        self.expect("label")?;
        self.bare_label()
    }

    pub fn bare_label(&mut self) -> Read<Name> {
        let line = self.line();
        let Some(token) = self.accept_kind(Kind::Local) else {
            return self.unexpected("a label");
        };
        let name = self.name(token)?;
        self.uses.push((name.clone(), Type::Label, line));
        Ok(name)
    }

    /// A constant of this type (LangRef, "Constants").
    pub fn constant(&mut self, ty: &Type) -> Read<Constant> {
        let start = self.at;
        let token = self.next()?;
        let scalar = match (token.kind, token.text, ty) {
            (Kind::Integer, text, Type::Int(width)) => integer(text, *width)?,
            (Kind::Word, "true" | "false", Type::Int(1)) => {
                Operand::Int { width: 1, bits: u64::from(token.text == "true") }
            }
            (Kind::Word, "null", Type::Pointer) => Operand::Null,
            (Kind::Word, "zeroinitializer", Type::Int(width)) => integer("0", *width)?,
            (Kind::Word, "zeroinitializer", Type::Pointer) => Operand::Null,
            (Kind::Word, "zeroinitializer", Type::Float(_)) => Operand::Float,
            (Kind::Word, "zeroinitializer", _) => Operand::Zero,
            (Kind::Word, "undef", _) => Operand::Undef,
            (Kind::Word, "poison", _) => Operand::Poison,
            (Kind::Float, _, Type::Float(_)) => Operand::Float,
            (Kind::Word, text, Type::Float(_)) if text.starts_with("f0x") => Operand::Float,
            (Kind::Global, _, Type::Pointer) => {
                let name = self.name(token)?;
                match self.context.symbols.get(&name) {
                    Some(Symbol::Global) => Operand::Global { name, offset: 0 },
                    Some(Symbol::Defined | Symbol::Declared) => Operand::Function(name),
                    Some(Symbol::Refused(reason)) => Operand::Refused(reason.clone()),
                    None => return self.fail(format!("@{} is not defined", shorten(&name))),
                }
            }
            (Kind::Bytes, text, Type::Array(count, element)) if **element == Type::Int(8) => {
                let bytes = unescape(text);
                fail_if!(self, bytes.len() as u64 != *count => "string constant of another length than its type");
                return Ok(Constant::Bytes(bytes.into()));
            }
            (Kind::Punctuation, "[" | "{" | "<", _) => {
                self.at = start;
                return self.aggregate(ty);
            }
            (Kind::Word, word, _)
                if self.peek().is_some_and(|next| matches!(next.kind, Kind::Word | Kind::Global) || self.is("(")) =>
            {
                self.at = start;
                return self.nested(|parser| parser.expression(word, ty)).map(Constant::Scalar);
            }
            _ => {
                self.at = start;
                return self.unexpected("a constant of its type");
            }
        };
        Ok(Constant::Scalar(scalar))
    }

    fn aggregate(&mut self, ty: &Type) -> Read<Constant> {
        let layout = &self.context.layout;
        let (count, closing) = match layout.resolve(ty) {
            Type::Array(count, _) if self.accept("[") => (*count, "]"),
            Type::Struct { packed: false, fields } if self.accept("{") => (fields.len() as u64, "}"),
            Type::Struct { packed: true, fields } if self.accept("<") => {
                self.expect("{")?;
                (fields.len() as u64, "}")
            }
            _ => return self.unexpected("a constant of its type"),
        };
        let mut parts = Vec::new();
        while !self.accept(closing) {
            if !parts.is_empty() {
                self.expect(",")?;
            }
            let part = self.ty()?;
            let fits = match layout.resolve(ty) {
                Type::Array(_, element) => **element == part,
                Type::Struct { fields, .. } => fields.get(parts.len()) == Some(&part),
                _ => false,
            };
            fail_if!(self, !fits => "element of another type than the aggregate says");
            parts.push(self.nested(|parser| parser.constant(&part))?);
        }
        if matches!(layout.resolve(ty), Type::Struct { packed: true, .. }) {
            self.expect(">")?;
        }
        fail_if!(self, parts.len() as u64 != count => "aggregate constant of another length than its type");
        Ok(Constant::Aggregate(parts))
    }

    /// A constant expression; one that is not a number or an address is a refused operand.
    fn expression(&mut self, word: &str, ty: &Type) -> Read<Operand> {
        let start = self.at;
        self.skip(1);
        let refusal = match self.known_expression(word, ty) {
            Ok(operand) => return Ok(operand),
            Err(reason) => reason,
        };
        self.at = start + 1;
        while self.accept_kind(Kind::Word).is_some() {}
        if self.is("(") {
            self.skip_balanced()?;
        } else if self.accept_kind(Kind::Global).is_none() {
            return self.unexpected("a constant");
        }
        Ok(Operand::Refused(format!("constant expression `{}`: {refusal}", shorten(word)).into()))
    }

    fn known_expression(&mut self, word: &str, ty: &Type) -> Read<Operand> {
        let bits = self.context.layout.pointer_bits;
        match word {
            "getelementptr" if *ty == Type::Pointer => {
                while self.accept_word(&["inbounds", "nusw", "nuw"]).is_some() {}
                self.expect("(")?;
                let source = self.ty()?;
                let (base, offset, indices) = self.element_ptr(&source)?;
                self.expect(")")?;
                if indices.is_empty() { self.shift(base, offset) } else { self.fail("index is not a number") }
            }
            "ptrtoint" | "inttoptr" | "bitcast" | "trunc" => {
                self.expect("(")?;
                let from = self.ty()?;
                let value = self.operand(&from)?;
                self.expect("to")?;
                let to = self.ty()?;
                self.expect(")")?;
                let whole = |ty: &Type| matches!(ty, Type::Pointer) || *ty == Type::Int(bits);
                match (value, &to) {
                    _ if to != *ty || (word == "bitcast" && from != to) => self.fail("type does not fit"),
                    (value @ Operand::Global { .. }, _) if whole(&from) && whole(&to) => Ok(value),
                    (Operand::Null, Type::Int(width @ 1..=64)) => Ok(Operand::Int { width: *width, bits: 0 }),
                    (Operand::Int { bits, .. }, Type::Int(width @ 1..=64)) => {
                        Ok(Operand::Int { width: *width, bits: bits & mask(*width) })
                    }
                    (value @ Operand::Null, Type::Pointer) => Ok(value),
                    (Operand::Int { bits, .. }, Type::Pointer) => self.shift(Operand::Null, bits as i64),
                    _ => self.fail("not a number or an address"),
                }
            }
            "add" | "sub" => {
                self.expect("(")?;
                let left = self.typed()?;
                self.expect(",")?;
                let right = self.typed()?;
                self.expect(")")?;
                let Type::Int(width @ 1..=64) = *ty else { return self.fail("type does not fit") };
                fail_if!(self, left.ty != *ty || right.ty != *ty => "type does not fit");
                let int = |bits: u64| Ok(Operand::Int { width, bits: bits & mask(width) });
                let negated = |bits: u64| if word == "add" { bits } else { bits.wrapping_neg() };
                match (left.value, right.value) {
                    (Operand::Int { bits: a, .. }, Operand::Int { bits: b, .. }) => int(a.wrapping_add(negated(b))),
                    (base @ Operand::Global { .. }, Operand::Int { bits, .. }) => {
                        self.shift(base, negated(bits) as i64)
                    }
                    (Operand::Global { name: a, offset: x }, Operand::Global { name: b, offset: y })
                        if word == "sub" && a == b =>
                    {
                        int(x.wrapping_sub(y) as u64)
                    }
                    _ => self.fail("not a number or an address"),
                }
            }
            _ => self.fail("not supported"),
        }
    }

    /// A constant address plus a number of bytes.
    fn shift(&self, base: Operand, bytes: i64) -> Read<Operand> {
        let width = self.context.layout.pointer_bits;
        match base {
            Operand::Global { name, offset } => {
                Ok(Operand::Global { name, offset: self.wrap(i128::from(offset) + i128::from(bytes)) })
            }
            Operand::Function(_) if bytes == 0 => Ok(base),
            Operand::Null | Operand::Int { .. } => {
                let start = if let Operand::Int { bits, .. } = base { bits } else { 0 };
                match start.wrapping_add(bytes as u64) & mask(width) {
                    0 => Ok(Operand::Null),
                    bits => Ok(Operand::Int { width, bits }),
                }
            }
            _ => self.fail("not an address of data"),
        }
    }

    /// A number modulo 2^pointer width, as a signed number.
    fn wrap(&self, number: i128) -> i64 {
        if self.context.layout.pointer_bits == 32 { i64::from(number as i32) } else { number as i64 }
    }

    /// `, ptr base, index...`: the base, the constant part of the offset, and the other indices.
    pub fn element_ptr(&mut self, source: &Type) -> Read<(Operand, i64, Vec<Index>)> {
        let layout = &self.context.layout;
        self.expect(",")?;
        fail_if!(self, self.ty()? != Type::Pointer => "getelementptr from something else than a pointer");
        let base = self.operand(&Type::Pointer)?;
        let (mut offset, mut indices, mut current) = (0i64, Vec::new(), None::<Type>);
        while self.is(",") && self.peek_at(1).is_some_and(|next| next.kind != Kind::Metadata) {
            self.skip(1);
            let ty = self.ty()?;
            need!(self, Type::Int(width @ 1..=64) = ty => "getelementptr with an index of another type");
            let value = self.operand(&ty)?;
            let element = match &current {
                None => source.clone(),
                Some(aggregate) => match (layout.resolve(aggregate), &value) {
                    (Type::Array(_, element), _) => element.as_ref().clone(),
                    (Type::Struct { .. }, Operand::Int { bits, .. }) => {
                        let (field, place) = layout.element(aggregate, *bits)?;
                        offset = self.wrap(i128::from(offset) + i128::from(place));
                        current = Some(field);
                        continue;
                    }
                    _ => return self.fail("getelementptr into a type without elements"),
                },
            };
            let stride = layout.size(&element)?;
            match value {
                Operand::Int { bits, .. } => {
                    // Sign-extended; both factors have at most 64 bits.
                    let number = i128::from(((bits << (64 - width)) as i64) >> (64 - width));
                    offset = self.wrap(i128::from(offset).wrapping_add(number.wrapping_mul(i128::from(stride))));
                }
                value => indices.push(Index { value, width, stride }),
            }
            current = Some(element);
        }
        Ok((base, offset, indices))
    }

    /// The C location of a `!DILocation` node, if it can be made out.
    pub fn source(&self, node: &str) -> Option<Source> {
        let number = |name| self.node_field(node, name).and_then(|token| token.text.parse().ok());
        let scope = self.node_field(node, "scope")?.text;
        let known = self.context.files.borrow().get(scope).cloned();
        let file = known.unwrap_or_else(|| {
            let file = self.file(scope);
            self.context.files.borrow_mut().insert(scope, file.clone());
            file
        });
        Some(Source { file: file?, line: number("line")?, column: number("column").unwrap_or(0) })
    }

    /// The file of a debug scope, or of a scope around it.
    fn file(&self, scope: &'a str) -> Option<Rc<str>> {
        let around = |scope: &&'a str| self.node_field(scope, "scope").map(|token| token.text);
        let mut scopes = std::iter::successors(Some(scope), around).take(METADATA_TOKENS);
        let node = scopes.find_map(|scope| self.node_field(scope, "file"))?;
        let name = unescape(self.node_field(node.text, "filename")?.text);
        Some(String::from_utf8_lossy(&name).as_ref().into())
    }

    /// The first token of a named field of a metadata node.
    fn node_field(&self, node: &str, name: &str) -> Option<Token<'a>> {
        let &(start, end) = self.context.metadata.get(node)?;
        let tokens = &self.context.tokens[start..end.min(start + METADATA_TOKENS)];
        let place = tokens.iter().position(|token| token.kind == Kind::Label && token.text == name)?;
        tokens.get(place + 1).copied()
    }
}

/// The bits of a value of this width (1 ..= 64).
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

/// An integer constant; one that does not fit its type is an error, as in LLVM.
fn integer(text: &str, width: u32) -> Read<Operand> {
    if width > 64 {
        return Ok(Operand::Refused("integer of more than 64 bits".into()));
    }
    let value = match text.strip_prefix("u0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => text.parse::<i128>(),
    };
    match value {
        Ok(value) if value <= i128::from(mask(width)) && value >= -(1i128 << (width - 1)) => {
            Ok(Operand::Int { width, bits: value as u64 & mask(width) })
        }
        _ => Err(format!("`{}` does not fit i{width}", shorten(text)).into()),
    }
}
