//! Reads a contract's text (`spec/precondition.md`, section "Grammar").

use crate::contract::ContractError;
use crate::contract::clause::{At, Contract, Expression, Promises};
use crate::contract::lexer::{self, Kind, Token};
use crate::contract::structures::form;
use crate::contract::types::{self, Base, CType, Parameter};

/// Names with a meaning of their own in clauses.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "strlen", "wcslen", "sizeof", "NULL", "requires",
    "valid_string", "valid_read_string", "valid_wstring", "valid_read_wstring",
];

pub(super) type Parsed<T> = Result<T, ContractError>;

/// Nesting depth of parentheses, sums and the like, at most.
pub(super) const DEPTH: usize = 200;

pub(super) fn parse(text: &str) -> Parsed<Contract> {
    let tokens = lexer::annotation(text, 1);
    // As C has it since it began; a claim is read by others.
    let letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\\' | ':');
    if let Some(other) = tokens.iter().find(|t| t.kind == Kind::Word && !t.text.chars().all(letter)) {
        let message = format!("'{}': a name of a contract has letters, digits and _ only", other.text);
        return Err(ContractError::new(message));
    }
    let mut parser = Parser { tokens: &tokens, at: 0, parameters: Vec::new(), depth: 0, old: false };
    let mut contract = parser.contract()?;
    while parser.eat("\\elsewhere") {
        let name = parser.word().ok_or_else(|| ContractError::new("\\elsewhere is followed by a function's name"))?;
        contract.elsewhere.push((name, parser.contract()?));
    }
    match parser.tokens.get(parser.at) {
        None => Ok(contract),
        Some(t) => Err(unexpected(t, parser.tokens.get(parser.at + 1))),
    }
}

/// Words and signs of a claim that the checker reads, at most; and bytes.
const MOST_TOKENS: usize = 4096;
const MOST_BYTES: usize = 1 << 16;

/// Whether the checker reads a claim of this length.
pub(super) fn require_length(text: &str) -> Parsed<()> {
    // The name of a static variable of a function has signs of its own in a claim.
    let signs = 2 * text.matches("::").count();
    if lexer::annotation(text, 1).len() + signs <= MOST_TOKENS && text.len() <= MOST_BYTES {
        return Ok(());
    }
    Err(ContractError::new(format!(
        "as a claim it has more than {MOST_TOKENS} words and signs, or {MOST_BYTES} bytes, which haltcheck does not read: say less, or prove less at once"
    )))
}

/// Reads a clause alone, for a function whose parameters have these names. `places` are those of its tokens, if known.
#[expect(clippy::redundant_closure_for_method_calls, reason = "a method is not general enough in its lifetime")]
pub(super) fn clause(text: &str, names: &[String], places: &[At]) -> Parsed<Expression> {
    alone(text, names, places, false, |parser| parser.formula())
}

/// Reads what a function promises, as `clause` reads a clause.
#[expect(clippy::redundant_closure_for_method_calls, reason = "a method is not general enough in its lifetime")]
pub(super) fn promises(text: &str, names: &[String], places: &[At]) -> Parsed<Promises> {
    alone(text, names, places, true, |parser| parser.promises())
}

fn alone<T>(
    text: &str,
    names: &[String],
    places: &[At],
    old: bool,
    read: impl FnOnce(&mut Parser<'_>) -> Parsed<T>,
) -> Parsed<T> {
    let mut tokens = lexer::annotation(text, 1);
    let placed = tokens.len() == places.len();
    for (number, token) in tokens.iter_mut().enumerate() {
        let at = places.get(number).copied().filter(|_| placed).unwrap_or_default();
        (token.line, token.column) = (at.line, at.column);
    }
    let ty = CType { base: Base::Void, stars: 1 };
    let parameters = names.iter().map(|name| Parameter { name: name.clone(), ty: ty.clone() }).collect();
    let mut parser = Parser { tokens: &tokens, at: 0, parameters, depth: 0, old };
    let clause = read(&mut parser).and_then(|clause| match parser.tokens.get(parser.at) {
        None => Ok(clause),
        Some(t) => Err(unexpected(t, parser.tokens.get(parser.at + 1))),
    });
    let here = tokens.get(parser.at).or(tokens.last()).and_then(|t| At::from(t).known());
    clause.map_err(|error| error.or_at(here))
}

/// Refuses what cannot be proved of a return yet.
fn supported(e: &Expression) -> Parsed<()> {
    match e {
        Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().try_for_each(supported)
        }
        Expression::Not(inside) => supported(inside),
        Expression::Call(name, operands) => match (name.as_str(), operands.len()) {
            ("\\valid" | "\\valid_read" | "\\old", 1) | ("\\fresh", 2) | ("\\separated", 2..) => Ok(()),
            ("\\valid" | "\\valid_read" | "\\fresh" | "\\old" | "\\separated", _) => {
                Err(ContractError::new(format!("'{name}' in ensures takes another number of operands")))
            }
            _ if form(name).is_some() || OF_CALLS.contains(&name.as_str()) => {
                Err(ContractError::new(format!("'{name}' is not supported in ensures")))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Conditions on calls that are not proved of returns.
#[rustfmt::skip]
const OF_CALLS: [&str; 7] = [
    "\\freeable", "\\callback", "\\initialized",
    "valid_string", "valid_read_string", "valid_wstring", "valid_read_wstring",
];

/// The error about a token, before the next one.
fn unexpected(t: &Token, next: Option<&Token>) -> ContractError {
    let next = next.map_or("", |next| next.text.as_str());
    let hint = match t.text.as_str() {
        "=" if next == ">" => " (did you mean '==>'?)",
        "=" if next == "<" => " (did you mean '<='?)",
        "=" => " (did you mean '=='?)",
        "&" | "and" => " (did you mean '&&'?)",
        "|" | "or" => " (did you mean '||'?)",
        "<==>" | "?" => " (a requires clause is made of &&, ||, ==> and ! here)",
        "\\forall" => " (it stands where a condition does, and not behind !)",
        "\\old" | "\\result" | "\\exists" => " (not supported in a requires clause)",
        _ => "",
    };
    ContractError::new(format!("unexpected '{}'{hint}", t.text))
}

/// The state of reading; `terms` reads what stands between relations.
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) parameters: Vec<Parameter>,
    depth: usize,
    /// Whether `\old` may stand here.
    pub(super) old: bool,
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |t| t.text.as_str())
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|t| t.is(text))
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            Some(t) => ContractError::new(format!("expected '{text}' before '{}'", t.text)),
            None => ContractError::new(format!("expected '{text}' at the end")),
        })
    }

    pub(super) fn here<T>(&self) -> Parsed<T> {
        Err(match self.tokens.get(self.at) {
            Some(t) => unexpected(t, self.tokens.get(self.at + 1)),
            None => ContractError::new("the clause ends too early"),
        })
    }

    pub(super) fn word(&mut self) -> Option<String> {
        let t = self.tokens.get(self.at).filter(|t| t.kind == Kind::Word)?;
        self.at += 1;
        Some(t.text.clone())
    }

    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEPTH {
            return Err(ContractError::new("an expression that is nested too deeply"));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// What is said of one function.
    fn contract(&mut self) -> Parsed<Contract> {
        (self.parameters, self.old) = (Vec::new(), false);
        self.expect("(")?;
        self.parameters()?;
        let result = if self.eat("returns") { Some(self.result()?) } else { None };
        self.expect("requires")?;
        let clause = self.formula()?;
        let promises = self.promises()?;
        let parameters = std::mem::take(&mut self.parameters);
        Ok(Contract { parameters, result, clause, promises, elsewhere: Vec::new() })
    }

    /// The type behind `returns`.
    fn result(&mut self) -> Parsed<CType> {
        let (tokens, at) = (self.tokens, self.at);
        let end = tokens.iter().skip(at).position(|t| t.is("requires")).map_or(tokens.len(), |length| at + length);
        self.tokens = tokens.get(..end).unwrap_or(tokens);
        let ty = self.named_type(false);
        let whole = self.at == end;
        self.tokens = tokens;
        if whole { ty } else { self.here() }
    }

    /// `assigns` and `ensures`, as far as they are there.
    fn promises(&mut self) -> Parsed<Promises> {
        let mut promises = Promises::default();
        self.old = true;
        if self.eat("assigns") {
            let mut ranges = Vec::new();
            if !self.eat("\\nothing") {
                ranges.push(self.sum()?);
                while self.eat(",") {
                    ranges.push(self.sum()?);
                }
            }
            promises.assigns = Some(ranges);
        }
        if self.eat("ensures") {
            let ensures = self.formula()?;
            supported(&ensures)?;
            promises.ensures = Some(ensures);
        }
        Ok(promises)
    }

    fn parameters(&mut self) -> Parsed<()> {
        if self.eat(")") {
            return Ok(());
        }
        if self.peek(0) == "void" && self.peek(1) == ")" {
            self.at += 2;
            return Ok(());
        }
        loop {
            let mut ty = self.named_type(true)?;
            let name = match self.tokens.get(self.at.wrapping_sub(1)) {
                Some(t) if t.kind == Kind::Word => t.text.clone(),
                _ => return self.here(),
            };
            if self.eat("[") {
                ty.stars += 1;
                if self.tokens.get(self.at).is_some_and(|t| t.kind == Kind::Number) {
                    self.at += 1;
                }
                self.expect("]")?;
            }
            if ty.stars == 0 && matches!(ty.base, Base::Void | Base::Struct(_)) {
                return Err(ContractError::new(format!(
                    "parameter '{name}' is a structure that is passed by value, of which contracts cannot speak"
                )));
            }
            if self.is_type(&name) || RESERVED.contains(&name.as_str()) {
                return Err(ContractError::new(format!("no parameter can be called '{name}' in a contract")));
            }
            if self.parameters.iter().any(|p| p.name == name) {
                return Err(ContractError::new(format!("two parameters are called '{name}'")));
            }
            self.parameters.push(Parameter { name, ty });
            if self.eat(")") {
                return Ok(());
            }
            self.expect(",")?;
        }
    }

    /// A type. With `name`, the last word is read as well, but does not belong to the type.
    pub(super) fn named_type(&mut self, name: bool) -> Parsed<CType> {
        let mut words: Vec<String> = Vec::new();
        let mut object = None;
        if self.eat("\\object") {
            object = Some(self.object()?);
        }
        while let Some(word) = self.word() {
            words.push(word);
        }
        let mut stars = 0;
        let mut after: Vec<String> = Vec::new();
        while self.eat("*") {
            stars += 1;
            while let Some(word) = self.word() {
                after.push(word);
            }
        }
        if name {
            let last = if stars > 0 { after.pop() } else { words.pop() };
            match (last, self.tokens.get(self.at.wrapping_sub(1))) {
                (Some(_), Some(t)) if t.kind == Kind::Word => {}
                _ => return self.here(),
            }
        }
        if let Some(bad) = after.iter().find(|w| !types::qualifier(w)) {
            return Err(ContractError::new(format!("unexpected '{bad}' in a type")));
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let base = match object {
            Some(object) if words.is_empty() => object,
            _ if name => types::base(&words)?,
            _ => types::base_or_name(&words),
        };
        Ok(CType { base, stars })
    }

    /// `(size, alignment)`
    fn object(&mut self) -> Parsed<Base> {
        self.expect("(")?;
        let size = self.natural()?;
        self.expect(",")?;
        let align = self.natural()?;
        self.expect(")")?;
        match align.is_power_of_two() && size > 0 && size % align == 0 {
            true => Ok(Base::Object { size, align }),
            false => Err(ContractError::new("a size that is no multiple of its alignment")),
        }
    }

    fn natural(&mut self) -> Parsed<u64> {
        let number = self.tokens.get(self.at).and_then(|t| t.text.parse().ok());
        self.at += 1;
        number.ok_or_else(|| ContractError::new("\\object takes two numbers"))
    }

    /// Whether the bracket that opens here holds a type.
    pub(super) fn cast_follows(&self) -> bool {
        let inside = self.tokens.get(self.at + 1..).unwrap_or_default();
        let words = inside.iter().take_while(|t| t.kind == Kind::Word).count();
        let stars = inside.iter().skip(words).take_while(|t| t.is("*")).count();
        // `(name *)` must be a cast.
        let pointer = words > 0 && stars > 0 && inside.get(words + stars).is_some_and(|t| t.is(")"));
        // So must `(name) value`.
        let value = inside.get(2).is_some_and(|t| matches!(t.kind, Kind::Word | Kind::Number) || t.is("("));
        let known = inside.first().is_some_and(|t| self.parameters.iter().any(|p| p.name == t.text));
        let named = words == 1 && inside.get(1).is_some_and(|t| t.is(")")) && value && !known;
        pointer || named || self.is_type(self.peek(1))
    }

    /// Whether the variable of a `\forall` can have this name.
    pub(super) fn can_be_variable(&self, word: &str) -> bool {
        let plain = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !word.contains(':');
        let parameter = self.parameters.iter().any(|p| p.name == word);
        plain && !parameter && !self.is_type(word) && !RESERVED.contains(&word)
    }

    fn is_type(&self, word: &str) -> bool {
        let parameter = self.parameters.iter().any(|p| p.name == word);
        !parameter && (word == "struct" || word == "\\object" || types::qualifier(word) || types::base(&[word]).is_ok())
    }
}
