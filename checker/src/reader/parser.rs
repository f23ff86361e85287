//! A cursor over the tokens of one top-level entity; names, labels, types.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::ast::{Attributes, FloatKind, Name, Reason, Source, Type};
use super::layout::Layout;
use super::lexer::{Kind, Token, shorten, unescape};

/// The result of reading a construct; the error says what was found instead.
pub(super) type Read<T> = Result<T, Reason>;

/// Types and constants that are nested more deeply are refused.
const DEPTH: u32 = 64;

/// A type with more parts is refused, because its layout is computed wherever it is used.
const PARTS: u32 = 1 << 13;

/// Tokens of a metadata node that are read, at most.
const METADATA_TOKENS: usize = 64;

/// What a global name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Global,
    Defined,
    Declared,
    Refused(Reason),
}

/// What is known of the module while its entities are read.
#[derive(Debug, Default)]
pub(super) struct Env<'a> {
    pub tokens: &'a [Token<'a>],
    pub layout: Layout,
    pub groups: HashMap<&'a str, Attributes>,
    pub symbols: HashMap<Name, Symbol>,
    pub noreturn: HashSet<Name>,
    /// Functions of the module that compilers recognise by their names.
    pub recognised: BTreeSet<Name>,
    /// Token ranges of the numbered metadata nodes.
    pub metadata: HashMap<&'a str, (usize, usize)>,
    /// File of a debug scope, once looked up.
    pub files: RefCell<HashMap<&'a str, Option<Rc<str>>>>,
}

/// A cursor over the tokens of one entity.
pub(super) struct Parser<'c, 'a> {
    pub env: &'c Env<'a>,
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
    pub(super) fn new(env: &'c Env<'a>, (at, end): (usize, usize)) -> Self {
        Parser { env, at, end, depth: 0, parts: 0, names: HashMap::new(), uses: Vec::new() }
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<Token<'a>> {
        self.env.tokens[..self.end].get(self.at + ahead).copied()
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.at = self.end.min(self.at + count);
    }

    pub(super) fn next(&mut self) -> Read<Token<'a>> {
        let token = self.peek().ok_or("unexpected end")?;
        self.at += 1;
        Ok(token)
    }

    /// Line of the next token, or of the last one.
    pub(super) fn line(&self) -> u32 {
        let last = self.end.saturating_sub(1);
        self.env.tokens.get(self.at.min(last)).map_or(1, |token| token.line)
    }

    pub(super) fn fail<T>(&self, message: impl Into<Reason>) -> Read<T> {
        Err(message.into())
    }

    /// Fails at the next token.
    pub(super) fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        match self.peek() {
            Some(token) => Err(format!("expected {wanted}, found `{}`", shorten(token.text)).into()),
            None => Err(format!("expected {wanted}, found the end").into()),
        }
    }

    /// Whether the next token is this keyword or punctuation.
    pub(super) fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Punctuation) && token.text == text)
    }

    pub(super) fn accept(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Read<()> {
        if self.accept(text) { Ok(()) } else { self.unexpected(&format!("`{text}`")) }
    }

    /// The next token if it is one of these keywords.
    pub(super) fn accept_word(&mut self, words: &[&str]) -> Option<&'a str> {
        let token = self.peek().filter(|token| token.kind == Kind::Word && words.contains(&token.text))?;
        self.at += 1;
        Some(token.text)
    }

    /// The next token if it is of this kind.
    pub(super) fn accept_kind(&mut self, kind: Kind) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| token.kind == kind)?;
        self.at += 1;
        Some(token)
    }

    /// Moves from an opening bracket past its closing one.
    pub(super) fn skip_balanced(&mut self) -> Read<()> {
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

    /// Name of a token. A quoted name of digits is refused: it would be confused with a number.
    pub(super) fn name(&mut self, token: Token<'a>) -> Read<Name> {
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

    pub(super) fn number(&mut self) -> Read<u64> {
        match self.accept_kind(Kind::Integer).map(|token| token.text.parse()) {
            Some(Ok(number)) => Ok(number),
            _ => self.unexpected("a number"),
        }
    }

    /// A power of two.
    pub(super) fn alignment(&mut self) -> Read<u64> {
        let align = self.number()?;
        let fits = align.is_power_of_two() && align <= 1 << 24;
        if fits { Ok(align) } else { self.fail("alignment is no power of two, or above 2^24") }
    }

    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        fail_if!(self, self.depth >= DEPTH => "nested too deep");
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A type (LangRef, "Type System").
    pub(super) fn ty(&mut self) -> Read<Type> {
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

    /// A label, recorded as used.
    pub(super) fn label(&mut self) -> Read<Name> {
        self.expect("label")?;
        self.bare_label()
    }

    pub(super) fn bare_label(&mut self) -> Read<Name> {
        let line = self.line();
        let Some(token) = self.accept_kind(Kind::Local) else {
            return self.unexpected("a label");
        };
        let name = self.name(token)?;
        self.uses.push((name.clone(), Type::Label, line));
        Ok(name)
    }

    /// The C location of a `!DILocation` node, if it can be determined.
    pub(super) fn source(&self, node: &str) -> Option<Source> {
        let number = |name| self.node_field(node, name).and_then(|token| token.text.parse().ok());
        let scope = self.node_field(node, "scope")?.text;
        let known = self.env.files.borrow().get(scope).cloned();
        let file = known.unwrap_or_else(|| {
            let file = self.file(scope);
            self.env.files.borrow_mut().insert(scope, file.clone());
            file
        });
        Some(Source { file: file?, line: number("line")?, column: number("column").unwrap_or(0) })
    }

    /// The file of a debug scope, or of an enclosing scope.
    fn file(&self, scope: &'a str) -> Option<Rc<str>> {
        let around = |scope: &&'a str| self.node_field(scope, "scope").map(|token| token.text);
        let mut scopes = std::iter::successors(Some(scope), around).take(METADATA_TOKENS);
        let node = scopes.find_map(|scope| self.node_field(scope, "file"))?;
        let name = unescape(self.node_field(node.text, "filename")?.text);
        Some(String::from_utf8_lossy(&name).as_ref().into())
    }

    /// The first token of a named field of a metadata node.
    fn node_field(&self, node: &str, name: &str) -> Option<Token<'a>> {
        let &(start, end) = self.env.metadata.get(node)?;
        let tokens = &self.env.tokens[start..end.min(start + METADATA_TOKENS)];
        let place = tokens.iter().position(|token| token.kind == Kind::Label && token.text == name)?;
        tokens.get(place + 1).copied()
    }
}
