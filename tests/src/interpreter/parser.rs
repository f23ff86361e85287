//! The reader: modules, functions, types, constants. Instructions: `instructions.rs`.

use super::layout::Layout;
use super::lexer::{Token, lines};
use super::syntax::*;
use std::collections::{BTreeSet, HashMap};

/// Named types by name, as written.
pub type Named = HashMap<String, Vec<Token>>;

/// How deep types and constants may be nested.
const DEPTH: u32 = 64;

/// Reads a whole module.
pub fn module(text: &str) -> Result<Module, String> {
    let lines = lines(text)?;
    let named = named_types(&lines);
    let mut module = Module {
        layout: Layout::parse("")?,
        variables: vec![],
        functions: HashMap::new(),
        constants: constants(&lines),
        declarations: HashMap::new(),
    };
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let mut parser = Parser::new(line, &named);
        let first = parser.peek_word().unwrap_or_default().to_owned();
        match first.as_str() {
            "target" => {
                if let [_, Token::Word(what), _, Token::Text(layout)] = line.as_slice()
                    && what == "datalayout"
                {
                    module.layout = Layout::parse(&String::from_utf8_lossy(layout))?;
                }
            }
            "declare" => {
                let (name, result, _, _) = parser.header()?;
                module.declarations.insert(name, result);
            }
            "define" => {
                let end = (at..lines.len()).find(|&at| lines[at] == [Token::Punctuation('}')]);
                let end = end.ok_or("a definition without end")?;
                let function = function(parser, &lines[at..end], &named, module.layout.pointer)?;
                module.functions.insert(function.name.clone(), function);
                at = end + 1;
            }
            "source_filename" | "attributes" => {}
            "module" | "uselistorder" => return Err(format!("{first} is not supported")),
            _ => match line.first() {
                Some(Token::Global(_)) => module.variables.push(parser.variable()?),
                // Named types and comdats.
                Some(Token::Local(_) | Token::Punctuation('$') | Token::Word(_)) => {}
                other => return Err(format!("unexpected {other:?} at the begin of a line")),
            },
        }
    }
    Ok(module)
}

/// Every integer in a function, small ones left out.
fn constants(lines: &[Vec<Token>]) -> Vec<u64> {
    let value = |token: &Token| match token {
        Token::Word(word) => word.parse::<i64>().ok().map(|value| value as u64),
        _ => None,
    };
    let is_code = |line: &&Vec<Token>| {
        let first = line.first();
        ![Token::Word("target".into()), Token::Word("declare".into())].iter().any(|word| first == Some(word))
    };
    let all = lines.iter().filter(is_code).flatten().filter_map(value);
    let chosen: BTreeSet<u64> = all.filter(|&value| value > 9).collect();
    chosen.into_iter().collect()
}

fn named_types(lines: &[Vec<Token>]) -> Named {
    let is_type = |line: &&Vec<Token>| line.get(2) == Some(&Token::Word("type".into()));
    let entry = |line: &Vec<Token>| match line.first() {
        Some(Token::Local(name)) => Some((name.clone(), line[3..].to_vec())),
        _ => None,
    };
    lines.iter().filter(is_type).filter_map(entry).collect()
}

/// Registers and labels of the function that is read.
#[derive(Default)]
pub struct Names {
    registers: HashMap<String, usize>,
    pub list: Vec<String>,
    pub labels: HashMap<String, usize>,
}

impl Names {
    pub fn register(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.registers.get(name) {
            return slot;
        }
        let slot = self.list.len();
        self.registers.insert(name.to_owned(), slot);
        self.list.push(name.to_owned());
        slot
    }

    pub fn label(&self, name: &str) -> Result<usize, String> {
        self.labels.get(name).copied().ok_or_else(|| format!("no block is called {name}"))
    }
}

/// A parameter as written: type, `byval` type and alignment, name.
type WrittenParameter = (Type, Option<(Type, u64)>, Option<String>);

fn function(mut parser: Parser, body: &[Vec<Token>], named: &Named, pointer: u32) -> Result<Function, String> {
    let (name, result, written, variadic) = parser.header()?;
    let mut names = Names::default();
    let mut unnamed = 0;
    let mut parameters = Vec::new();
    for (kind, copied, name) in written {
        let name = name.unwrap_or_else(|| {
            unnamed += 1;
            (unnamed - 1).to_string()
        });
        // Numbered parameters are written, too.
        unnamed = name.parse::<u32>().map_or(unnamed, |number| number + 1);
        parameters.push(Parameter { kind, register: names.register(&name), copied });
    }
    let mut blocks: Vec<(String, &[Vec<Token>])> = Vec::new();
    let label = |line: &[Token]| match line {
        [Token::Word(name), Token::Punctuation(':')] => Some(name.clone()),
        [Token::Text(name), Token::Punctuation(':')] => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    };
    let mut start = 0;
    let mut current = unnamed.to_string();
    for (at, line) in body.iter().enumerate() {
        if let Some(name) = label(line) {
            if at > start || !blocks.is_empty() {
                blocks.push((current, &body[start..at]));
            }
            current = name;
            start = at + 1;
        }
    }
    blocks.push((current, &body[start..]));
    names.labels = blocks.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
    let mut read = Vec::new();
    for (label, lines) in blocks {
        let mut block = BasicBlock { label, phis: vec![], code: vec![] };
        for line in lines {
            let instruction = Parser::new(line, named).instruction(&mut names)?;
            match instruction.operation {
                Operation::Phi { .. } => block.phis.push(instruction),
                _ => block.code.push(instruction),
            }
        }
        read.push(block);
    }
    let widths = widths(&parameters, &read, names.list.len(), pointer);
    Ok(Function { name, result, parameters, variadic, registers: names.list, widths, blocks: read })
}

/// The width of each register that holds an integer or a pointer.
fn widths(parameters: &[Parameter], blocks: &[BasicBlock], registers: usize, pointer: u32) -> Vec<Option<u32>> {
    let mut widths = vec![None; registers];
    let bits = |kind: &Type| match kind {
        Type::Int(width) => Some(*width),
        Type::Pointer => Some(pointer),
        _ => None,
    };
    for parameter in parameters {
        widths[parameter.register] = bits(&parameter.kind);
    }
    for instruction in blocks.iter().flat_map(|block| block.phis.iter().chain(&block.code)) {
        if let Some(register) = instruction.register {
            widths[register] = match &instruction.operation {
                Operation::Binary { kind, .. }
                | Operation::Load { kind, .. }
                | Operation::Phi { kind, .. }
                | Operation::Cast { to: kind, .. }
                | Operation::Select { yes: (kind, _), .. }
                | Operation::Freeze((kind, _))
                | Operation::Call { result: kind, .. } => bits(kind),
                Operation::Compare { .. } | Operation::CompareFloat { .. } => Some(1),
                Operation::Allocate { .. } | Operation::Element { .. } => Some(pointer),
                Operation::Extract { from: (kind, _), path } => part(kind, path).and_then(bits),
                _ => None,
            };
        }
    }
    widths
}

/// The type of a part of an aggregate.
fn part<'a>(kind: &'a Type, path: &[usize]) -> Option<&'a Type> {
    path.iter().try_fold(kind, |kind, &at| match kind {
        Type::Struct(fields, _) => fields.get(at),
        Type::Array(_, element) => Some(&**element),
        _ => None,
    })
}

/// A place in a line.
pub struct Parser<'a> {
    tokens: &'a [Token],
    pub at: usize,
    named: &'a Named,
    depth: u32,
}

impl<'a> Parser<'a> {
    pub fn new(tokens: &'a [Token], named: &'a Named) -> Self {
        Self { tokens, at: 0, named, depth: 0 }
    }

    pub fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    pub fn peek_word(&self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn next(&mut self) -> Result<&'a Token, String> {
        let token = self.tokens.get(self.at).ok_or("the line ends too early")?;
        self.at += 1;
        Ok(token)
    }

    pub fn word(&mut self) -> Result<&'a str, String> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            other => Err(format!("expected a word, found {other:?}")),
        }
    }

    /// Takes the word if it is next.
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.at += usize::from(found);
        found
    }

    pub fn eat(&mut self, punctuation: char) -> bool {
        let found = self.peek() == Some(&Token::Punctuation(punctuation));
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, punctuation: char) -> Result<(), String> {
        if self.eat(punctuation) { Ok(()) } else { Err(format!("expected {punctuation:?}, found {:?}", self.peek())) }
    }

    pub fn number<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("expected a number, found {word}"))
    }

    /// Skips a bracket and everything in it, if one is next.
    pub fn skip_brackets(&mut self) {
        let mut depth = 0;
        while let Some(token) = self.peek() {
            match token {
                Token::Punctuation('(') => depth += 1,
                _ if depth == 0 => return,
                Token::Punctuation(')') => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("nested too deeply".to_owned());
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Does a type begin here?
    pub fn at_type(&self) -> bool {
        match self.peek() {
            Some(Token::Word(word)) => simple_type(word).is_some(),
            Some(Token::Local(_) | Token::Punctuation('[' | '{' | '<')) => true,
            _ => false,
        }
    }

    pub fn kind(&mut self) -> Result<Type, String> {
        self.nested(Self::kind_nested)
    }

    fn kind_nested(&mut self) -> Result<Type, String> {
        match self.next()? {
            Token::Word(word) => {
                let kind = simple_type(word).ok_or_else(|| format!("unknown type {word}"))?;
                if kind == Type::Pointer && self.peek_word() == Some("addrspace") {
                    return Err("another address space".to_owned());
                }
                Ok(kind)
            }
            Token::Local(name) => {
                let tokens = self.named.get(name).ok_or_else(|| format!("no type is called {name}"))?;
                let mut inner = Parser { tokens, at: 0, named: self.named, depth: self.depth };
                if inner.eat_word("opaque") { Ok(Type::Void) } else { inner.kind() }
            }
            Token::Punctuation('[') => {
                let count = self.number()?;
                if !self.eat_word("x") {
                    return Err("expected x".to_owned());
                }
                let element = self.kind()?;
                self.expect(']')?;
                Ok(Type::Array(count, Box::new(element)))
            }
            Token::Punctuation('{') => self.fields(false),
            Token::Punctuation('<') => {
                if !self.eat('{') {
                    return Err("vector".to_owned());
                }
                let kind = self.fields(true)?;
                self.expect('>')?;
                Ok(kind)
            }
            other => Err(format!("expected a type, found {other:?}")),
        }
    }

    fn fields(&mut self, packed: bool) -> Result<Type, String> {
        let mut fields = Vec::new();
        while !self.eat('}') {
            fields.push(self.kind()?);
            self.eat(',');
        }
        Ok(Type::Struct(fields, packed))
    }

    /// Words, attributes and their brackets up to the next type.
    pub fn skip_to_type(&mut self) -> Result<(), String> {
        while !self.at_type() {
            match self.next()? {
                Token::Word(_) | Token::Attributes | Token::Meta | Token::Text(_) | Token::Punctuation('=') => {}
                other => return Err(format!("expected a type, found {other:?}")),
            }
            self.skip_brackets();
        }
        Ok(())
    }

    /// Attributes of a parameter or argument; what `byval` copies.
    pub fn attributes(&mut self) -> Result<Option<(Type, u64)>, String> {
        let mut copied = None;
        let mut align = None;
        while let Some(Token::Word(word)) = self.peek() {
            match word.as_str() {
                "byval" => {
                    self.at += 1;
                    self.expect('(')?;
                    copied = Some(self.kind()?);
                    self.expect(')')?;
                }
                "inalloca" | "preallocated" | "swifterror" => {
                    return Err(format!("{word} argument"));
                }
                "align" => {
                    self.at += 1;
                    let bracket = self.eat('(');
                    align = Some(self.number()?);
                    if bracket {
                        self.expect(')')?;
                    }
                }
                _ if is_attribute(word) => {
                    self.at += 1;
                    self.skip_brackets();
                }
                _ => break,
            }
        }
        Ok(copied.map(|kind| (kind, align.unwrap_or(0))))
    }

    /// `declare` or `define` up to the end of the parameters.
    fn header(&mut self) -> Result<(String, Type, Vec<WrittenParameter>, bool), String> {
        self.at += 1;
        self.skip_to_type()?;
        let result = self.kind()?;
        let Token::Global(name) = self.next()? else {
            return Err("a function without name".to_owned());
        };
        self.expect('(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.eat(')') {
            if self.eat_word("...") {
                variadic = true;
            } else if self.eat_word("metadata") {
                parameters.push((Type::Void, None, None));
            } else {
                let kind = self.kind()?;
                let copied = self.attributes()?;
                let name = match self.peek() {
                    Some(Token::Local(name)) => {
                        self.at += 1;
                        Some(name.clone())
                    }
                    _ => None,
                };
                parameters.push((kind, copied, name));
            }
            self.eat(',');
        }
        Ok((name.clone(), result, parameters, variadic))
    }

    /// `@x = ... global T init, align 4`.
    fn variable(&mut self) -> Result<Variable, String> {
        let Token::Global(name) = self.next()? else {
            return Err("a variable without name".to_owned());
        };
        self.expect('=')?;
        let mut external = false;
        let constant = loop {
            match self.word()? {
                "global" => break false,
                "constant" => break true,
                word @ ("alias" | "ifunc" | "thread_local" | "weak" | "linkonce" | "extern_weak" | "appending") => {
                    return Err(format!("@{name} is {word}"));
                }
                "external" => external = true,
                _ => self.skip_brackets(),
            }
        };
        let kind = self.kind()?;
        let initial = if external { None } else { Some(self.constant(&kind)?) };
        let mut align = None;
        while self.eat(',') {
            if self.eat_word("align") {
                align = Some(self.number()?);
            } else {
                self.at += 1;
            }
        }
        Ok(Variable { name: name.clone(), kind, constant, align, initial })
    }

    /// A constant of a type.
    pub fn constant(&mut self, kind: &Type) -> Result<Constant, String> {
        let kind = kind.clone();
        self.nested(|parser| parser.constant_nested(&kind))
    }

    fn constant_nested(&mut self, kind: &Type) -> Result<Constant, String> {
        match self.next()? {
            Token::Global(name) => Ok(Constant::Global(name.clone())),
            Token::Text(bytes) => Ok(Constant::Bytes(bytes.clone())),
            Token::Punctuation('[') => self.parts(']'),
            Token::Punctuation('{') => self.parts('}'),
            Token::Punctuation('<') => {
                self.expect('{')?;
                let parts = self.parts('}')?;
                self.expect('>')?;
                Ok(parts)
            }
            Token::Word(word) => self.word_constant(word, kind),
            other => Err(format!("expected a constant, found {other:?}")),
        }
    }

    fn parts(&mut self, end: char) -> Result<Constant, String> {
        let mut parts = Vec::new();
        while !self.eat(end) {
            let kind = self.kind()?;
            let value = self.constant(&kind)?;
            parts.push((kind, value));
            self.eat(',');
        }
        Ok(Constant::Parts(parts))
    }

    fn word_constant(&mut self, word: &str, kind: &Type) -> Result<Constant, String> {
        match word {
            "true" => Ok(Constant::Int(1)),
            "false" => Ok(Constant::Int(0)),
            "null" => Ok(Constant::Null),
            "zeroinitializer" => Ok(Constant::Zero),
            "undef" | "poison" => Ok(Constant::Undefined),
            "getelementptr" => {
                while !self.eat('(') {
                    self.at += 1;
                    if self.peek_word() == Some("inrange") {
                        self.at += 1;
                        self.skip_brackets();
                    }
                }
                let source = self.kind()?;
                self.expect(',')?;
                let base_kind = self.kind()?;
                let base = self.constant(&base_kind)?;
                let mut indices = Vec::new();
                while self.eat(',') {
                    let kind = self.kind()?;
                    indices.push((kind.clone(), self.constant(&kind)?));
                }
                self.expect(')')?;
                Ok(Constant::Element(source, Box::new(base), indices))
            }
            "ptrtoint" | "inttoptr" | "bitcast" | "trunc" => {
                self.expect('(')?;
                let from = self.kind()?;
                let value = self.constant(&from)?;
                if !self.eat_word("to") {
                    return Err("expected to".to_owned());
                }
                let to = self.kind()?;
                self.expect(')')?;
                Ok(Constant::Cast(to, Box::new(value)))
            }
            "add" | "sub" | "xor" => {
                while !self.eat('(') {
                    self.at += 1;
                }
                let kind = self.kind()?;
                let left = self.constant(&kind)?;
                self.expect(',')?;
                let kind = self.kind()?;
                let right = self.constant(&kind)?;
                self.expect(')')?;
                let Type::Int(width) = kind else {
                    return Err(format!("constant {word} of no integers"));
                };
                Ok(Constant::Binary(word.to_owned(), width, Box::new(left), Box::new(right)))
            }
            _ => match kind {
                Type::Int(width) => {
                    let value: i128 = word.parse().map_err(|_| format!("unknown constant {word}"))?;
                    Ok(Constant::Int(value as u128 & super::arithmetic::mask(*width)))
                }
                Type::Float | Type::Double | Type::Extended => Ok(Constant::Float(float(word))),
                _ => Err(format!("unknown constant {word}")),
            },
        }
    }
}

fn simple_type(word: &str) -> Option<Type> {
    match word {
        "void" => Some(Type::Void),
        "ptr" => Some(Type::Pointer),
        "float" => Some(Type::Float),
        "double" => Some(Type::Double),
        "x86_fp80" => Some(Type::Extended),
        _ => {
            let width = word.strip_prefix('i')?.parse().ok()?;
            (1..=128).contains(&width).then_some(Type::Int(width))
        }
    }
}

/// Decimal, or the bits of a double in hexadecimal. (Extended precision is not read exactly.)
fn float(word: &str) -> f64 {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).map_or(0.0, f64::from_bits),
        None => word.parse().unwrap_or(0.0),
    }
}

/// Words between the type of an argument and its value.
fn is_attribute(word: &str) -> bool {
    matches!(
        word,
        "noundef"
            | "nonnull"
            | "noalias"
            | "nocapture"
            | "captures"
            | "readonly"
            | "writeonly"
            | "readnone"
            | "signext"
            | "zeroext"
            | "inreg"
            | "returned"
            | "dereferenceable"
            | "dereferenceable_or_null"
            | "range"
            | "sret"
            | "nofree"
            | "immarg"
            | "initializes"
            | "writable"
            | "allocptr"
            | "allocalign"
            | "dead_on_unwind"
            | "noext"
            | "dead_on_return"
            | "nofpclass"
            | "elementtype"
            | "nest"
            | "byref"
    )
}
