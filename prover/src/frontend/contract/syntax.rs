//! Reads a contract's text (`spec/precondition.md`, section "Grammar").

use super::ContractError;
use super::clause::{Conjunct, Contract, Expression, PointerTerm, Range, Relation, Separated};
use super::lexer::{self, Kind, Token};
use super::types::{self, Base, CType, Parameter};

/// Names with a meaning of their own in clauses.
const RESERVED: &[&str] = &["strlen", "sizeof", "NULL", "valid_string", "valid_read_string", "requires"];

pub(super) type Parsed<T> = Result<T, ContractError>;

/// Nesting of parentheses, sums and the like beyond which a contract is refused.
pub(super) const DEPTH: usize = 200;

pub(super) fn parse(text: &str) -> Parsed<Contract> {
    let tokens = lexer::annotation(text, 1);
    let mut parser = Parser { tokens: &tokens, at: 0, parameters: Vec::new(), depth: 0 };
    parser.expect("(")?;
    parser.parameters()?;
    parser.expect("requires")?;
    let mut conjuncts = Vec::new();
    parser.clause(&mut conjuncts)?;
    match parser.tokens.get(parser.at) {
        None => Ok(Contract { parameters: parser.parameters, conjuncts }),
        Some(t) => Err(unexpected(t)),
    }
}

fn unexpected(t: &Token) -> ContractError {
    let hint = match t.text.as_str() {
        "||" | "==>" | "<==>" | "!" | "?" => " (a requires clause is a conjunction here: &&)",
        "\\old" | "\\result" | "\\forall" | "\\exists" => " (not supported in a requires clause)",
        _ => "",
    };
    ContractError::new(format!("unexpected '{}'{hint}", t.text))
}

/// Where reading stands; `terms` reads what stands between relations.
pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) parameters: Vec<Parameter>,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |t| t.text.as_str())
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t.is(text));
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
            Some(t) => unexpected(t),
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
                    "parameter '{name}' has a type that cannot be passed by value here"
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

    /// A type; with `name`, the last word is taken as well, but is not part of the type.
    pub(super) fn named_type(&mut self, name: bool) -> Parsed<CType> {
        let mut words: Vec<String> = Vec::new();
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
        Ok(CType { base: types::base(&words)?, stars })
    }

    fn clause(&mut self, out: &mut Vec<Conjunct>) -> Parsed<()> {
        loop {
            self.conjunct(out)?;
            if !self.eat("&&") {
                return Ok(());
            }
        }
    }

    fn conjunct(&mut self, out: &mut Vec<Conjunct>) -> Parsed<()> {
        let keyword = self.peek(0).to_string();
        match keyword.as_str() {
            "\\true" => {
                self.at += 1;
                out.push(Conjunct::True);
                return Ok(());
            }
            "\\valid" | "\\valid_read" => {
                self.at += 1;
                let ranges = self.list(Self::range)?;
                let writable = keyword == "\\valid";
                out.push(Conjunct::Valid { writable, ranges });
                return Ok(());
            }
            "valid_string" | "\\valid_string" | "valid_read_string" | "\\valid_read_string" if self.peek(1) == "(" => {
                self.at += 2;
                let pointer = self.pointer()?;
                self.expect(")")?;
                let writable = !keyword.ends_with("read_string");
                out.push(Conjunct::String { writable, pointer });
                return Ok(());
            }
            "\\separated" => {
                self.at += 1;
                out.push(Conjunct::Separated(self.list(Self::place)?));
                return Ok(());
            }
            _ => {}
        }
        // A parenthesis opens a clause or a term: what begins a comparison is one.
        let start = self.at;
        let mut compared = Vec::new();
        match self.comparison(&mut compared) {
            Ok(()) => {
                out.append(&mut compared);
                Ok(())
            }
            Err(error) => {
                let reached = self.at;
                self.at = start;
                if !self.eat("(") {
                    return Err(error);
                }
                let mut inner = Vec::new();
                let nested = self.deeper(|p| p.clause(&mut inner));
                match nested.and_then(|()| self.expect(")")) {
                    Ok(()) => {
                        out.append(&mut inner);
                        Ok(())
                    }
                    Err(other) => Err(if self.at >= reached { other } else { error }),
                }
            }
        }
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("(")?;
        let mut items = Vec::new();
        loop {
            items.push(item(self)?);
            if self.eat(")") {
                return Ok(items);
            }
            self.expect(",")?;
        }
    }

    fn comparison(&mut self, out: &mut Vec<Conjunct>) -> Parsed<()> {
        if self.is_pointer() {
            let pointer = self.pointer()?;
            let equal = self.eat("==");
            if !equal && !self.eat("!=") {
                return Err(ContractError::new("a pointer can only be compared with \\null (== or !=)"));
            }
            if !matches!(self.peek(0), "\\null" | "NULL" | "0") {
                return Err(ContractError::new("a pointer can only be compared with \\null"));
            }
            self.at += 1;
            out.push(Conjunct::Null { pointer, equal });
            return Ok(());
        }
        let mut left = self.sum()?;
        let Some(mut relation) = self.relation() else {
            return self.here();
        };
        let mut relations = Vec::new();
        loop {
            let right = self.sum()?;
            out.push(Conjunct::Compare(left, relation, right.clone()));
            relations.push(relation);
            relation = match self.relation() {
                Some(relation) => relation,
                None => break,
            };
            left = right;
        }
        let up = |r: &Relation| matches!(r, Relation::Lt | Relation::Le | Relation::Eq);
        let down = |r: &Relation| matches!(r, Relation::Gt | Relation::Ge | Relation::Eq);
        match relations.len() == 1 || relations.iter().all(up) || relations.iter().all(down) {
            true => Ok(()),
            false => Err(ContractError::new("a chain of comparisons must go in one direction (use && for others)")),
        }
    }

    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek(0) {
            "==" => Relation::Eq,
            "!=" => Relation::Ne,
            "<" => Relation::Lt,
            "<=" => Relation::Le,
            ">" => Relation::Gt,
            ">=" => Relation::Ge,
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    /// Whether a pointer stands here (after parentheses and a cast).
    fn is_pointer(&self) -> bool {
        let mut ahead = 0;
        while self.peek(ahead) == "(" {
            ahead += 1;
        }
        if ahead > 0 && self.is_type(self.peek(ahead)) {
            return self.tokens.get(self.at + ahead..).is_some_and(|rest| {
                let end = rest.iter().position(|t| t.is(")")).unwrap_or(rest.len());
                rest.iter().take(end).any(|t| t.is("*"))
            });
        }
        let name = self.peek(ahead);
        self.parameters.iter().any(|p| p.name == name && p.ty.stars > 0)
    }

    fn is_type(&self, word: &str) -> bool {
        let parameter = self.parameters.iter().any(|p| p.name == word);
        !parameter && (word == "struct" || types::qualifier(word) || types::base(&[word]).is_ok())
    }

    pub(super) fn pointer(&mut self) -> Parsed<PointerTerm> {
        if self.peek(0) == "(" && self.is_type(self.peek(1)) {
            self.at += 1;
            let ty = self.named_type(false)?;
            self.expect(")")?;
            if ty.stars == 0 {
                return Err(ContractError::new("a cast to a type that is no pointer"));
            }
            let inner = self.deeper(Self::pointer)?;
            return Ok(PointerTerm { ty, ..inner });
        }
        if self.eat("(") {
            let inner = self.deeper(Self::pointer)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Some(name) = self.word() else {
            return self.here();
        };
        let parameter = self.parameter(&name)?;
        match self.parameters.get(parameter) {
            Some(p) if p.ty.stars > 0 => Ok(PointerTerm { parameter, ty: p.ty.clone() }),
            _ => Err(ContractError::new(format!("'{name}' is no pointer"))),
        }
    }

    pub(super) fn parameter(&self, name: &str) -> Parsed<usize> {
        self.parameters
            .iter()
            .position(|p| p.name == name)
            .ok_or_else(|| ContractError::new(format!("'{name}' is no parameter of the function")))
    }

    fn range(&mut self) -> Parsed<Range> {
        let start = self.at;
        let pointer = self.pointer()?;
        let mut bounds = None;
        if self.eat("+") {
            let before = self.at;
            let interval = self.interval();
            bounds = Some(match interval {
                Some(found) => found,
                None => {
                    self.at = before;
                    let term = self.sum()?;
                    (term.clone(), term)
                }
            });
        }
        let text = super::source::join(&self.tokens[start..self.at], false);
        Ok(Range { pointer, bounds, text })
    }

    /// `( low .. high )`
    fn interval(&mut self) -> Option<(Expression, Expression)> {
        if !self.eat("(") {
            return None;
        }
        let low = self.sum().ok()?;
        if !self.eat("..") {
            return None;
        }
        let high = self.sum().ok()?;
        self.eat(")").then_some((low, high))
    }

    fn place(&mut self) -> Parsed<Separated> {
        if self.eat("&") {
            return match self.word() {
                Some(name) => Ok(Separated::Global(name)),
                None => self.here(),
            };
        }
        self.range().map(Separated::Range)
    }
}
