//! Predicates: conditions with a name, which stand above functions in C text: `/*@ predicate p(T x) = condition; */`.
//! In a clause the condition stands for its name, in brackets, and so do the operands, converted to the types of the
//! predicate's parameters. Nothing in a condition means a parameter of the function.

use crate::contract::declarations::{closing, declared_name, join, split};
use crate::contract::elements;
use crate::contract::lexer::{self, Kind, Macro, Token};
use crate::contract::syntax;
use crate::contract::{At, ContractError};
use std::collections::{BTreeMap, BTreeSet};

/// Tokens of a clause once its predicates are replaced, at most.
const MOST_TOKENS: usize = 1 << 14;

/// A parameter of a predicate: its name, and the words of its type.
type Parameter = (String, Vec<Token>);

/// A condition with a name.
struct Predicate {
    parameters: Vec<Parameter>,
    condition: Vec<Token>,
}

/// The predicates of a file so far.
#[derive(Default)]
pub(super) struct Predicates {
    known: BTreeMap<String, Result<Predicate, ContractError>>,
}

/// Where a predicate is used.
pub(super) struct Scope<'a> {
    /// The names of parameters there.
    pub names: &'a BTreeSet<String>,
    /// Their declarations.
    pub declarations: &'a [&'a [Token]],
    /// The macros of the file.
    pub macros: &'a [Macro],
}

/// A clause without predicates.
#[derive(Default)]
pub(super) struct Expanded {
    pub tokens: Vec<Token>,
    /// Each predicate as it is used, and what it says there.
    pub uses: Vec<(String, String)>,
}

impl Predicates {
    /// Reads the definitions with which an annotation begins; what stands behind them is left.
    pub(super) fn define<'t>(&mut self, annotation: &'t [Token], macros: &[Macro]) -> &'t [Token] {
        let mut rest = annotation;
        while let Some((first, after)) = rest.split_first()
            && first.is("predicate")
        {
            let end = elements::end(after);
            let definition = &after[..end.unwrap_or(after.len())];
            rest = &after[end.map_or(after.len(), |end| end + 1)..];
            let Some(name) = definition.first() else { continue };
            let read = match end {
                Some(_) => self.read(definition, macros),
                None => Err(ContractError::new(format!("the predicate '{}' does not end with ';'", name.text))),
            };
            let read = match (read, self.known.get(&name.text)) {
                // A header may be read twice.
                (Ok(read), Some(Ok(earlier))) if !read.is_like(earlier) => {
                    Err(ContractError::new(format!("there are two predicates '{}'", name.text)))
                }
                (_, Some(Err(earlier))) => Err(earlier.clone()),
                (read, _) => read,
            };
            self.known.insert(name.text.clone(), read.map_err(|error| error.or_at(Some(name.into()))));
        }
        rest
    }

    fn read(&self, definition: &[Token], macros: &[Macro]) -> Result<Predicate, ContractError> {
        let bad = |what: &str| Err(ContractError::new(what));
        let [name, open, behind @ ..] = definition else { return bad("a predicate has a name and parameters") };
        let list = if open.is("(") { closing(behind).map(|end| behind.split_at(end)) } else { None };
        let Some((list, [_, is, condition @ ..])) = list.filter(|(_, rest)| rest.get(1).is_some_and(|t| t.is("=")))
        else {
            return bad("a predicate is written: predicate name(type parameter, ...) = condition;");
        };
        let mut parameters: Vec<Parameter> = Vec::new();
        for part in split(list) {
            let plain = part.iter().all(|t| t.kind == Kind::Word || t.is("*"));
            let Some((_, words)) = part.split_last().filter(|_| plain) else {
                return bad("a parameter of a predicate has a type and a name, without brackets");
            };
            let Some(parameter) = declared_name(part) else { return bad("a parameter of a predicate has no name") };
            if parameters.iter().any(|(other, _)| *other == parameter) {
                return bad("two parameters of a predicate have one name");
            }
            parameters.push((parameter, words.to_vec()));
        }
        let itself = |pair: &[Token]| pair[0].text == name.text && pair[1].is("(");
        if condition.windows(2).any(itself) {
            return bad(
                "a predicate that uses itself is not supported: \\list and \\tree are there for lists and trees",
            );
        }
        let names: BTreeSet<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
        let declarations = split(list);
        let scope = Scope { names: &names, declarations: &declarations, macros };
        let condition = self.expand(condition, &scope)?.tokens;
        let parsed: Vec<String> = names.iter().cloned().collect();
        let places: Vec<At> = condition.iter().map(At::from).collect();
        syntax::clause(&join(&condition, false), &parsed, &places).map_err(|error| error.or_at(Some(is.into())))?;
        let predicate = Predicate { parameters, condition };
        match predicate.captured(&scope) {
            Some(name) => Err(ContractError::new(format!(
                "a macro in a predicate speaks of a '{name}', but a parameter of the predicate has this name"
            ))),
            None => Ok(predicate),
        }
    }

    /// Replaces the predicates of a clause by their conditions.
    pub(super) fn expand(&self, clause: &[Token], scope: &Scope<'_>) -> Result<Expanded, ContractError> {
        let mut out = Expanded::default();
        let mut place = 0;
        while let Some(token) = clause.get(place) {
            let member = place.checked_sub(1).and_then(|before| clause.get(before)).is_some_and(selects);
            let used = clause.get(place + 1).is_some_and(|t| t.is("(")) && token.kind == Kind::Word && !member;
            let Some(known) = self.known.get(&token.text).filter(|_| used) else {
                out.tokens.push(token.clone());
                place += 1;
                continue;
            };
            let predicate = known.as_ref().map_err(Clone::clone)?;
            let inside = &clause[place + 2..];
            let here = |what: String| ContractError::at(token, format!("'{}' {what}", token.text));
            let end = closing(inside).ok_or_else(|| here("has a bracket that is not closed".into()))?;
            let operands = &inside[..end];
            let condition = predicate.with(operands, token, scope).map_err(here)?;
            out.uses.push((format!("{}({})", token.text, join(operands, false)), join(&condition, false)));
            out.tokens.extend(condition);
            if out.tokens.len() > MOST_TOKENS {
                return Err(here("makes the contract too long".into()));
            }
            place += end + 3;
        }
        Ok(out)
    }
}

impl Predicate {
    fn is_like(&self, other: &Predicate) -> bool {
        let words = |tokens: &[Token]| tokens.iter().map(|t| t.text.clone()).collect::<Vec<_>>();
        let list = |p: &Predicate| p.parameters.iter().map(|(n, ty)| (n.clone(), words(ty))).collect::<Vec<_>>();
        list(self) == list(other) && words(&self.condition) == words(&other.condition)
    }

    /// The condition for these operands, in brackets. The error says what is wrong with the predicate's use.
    fn with(&self, operands: &[Token], at: &Token, scope: &Scope<'_>) -> Result<Vec<Token>, String> {
        let operands = if operands.is_empty() { Vec::new() } else { split(operands) };
        if operands.len() != self.parameters.len() {
            let (given, wanted) = (operands.len(), self.parameters.len());
            return Err(format!("has {wanted} parameter{}, {given} given", if wanted == 1 { "" } else { "s" }));
        }
        if let Some(name) = self.replaced(&at.text, scope.macros) {
            return Err(format!("cannot be read, as the file has a macro '{name}'"));
        }
        if let Some(name) = self.captured(scope) {
            return Err(format!("speaks of a '{name}' of the file, but a parameter here has this name"));
        }
        let bound = elements::variables(&self.condition);
        if let Some(name) = operands.iter().copied().flatten().find(|t| bound.contains(&t.text)) {
            return Err(format!("has a \\forall with a variable '{}', which an operand mentions", name.text));
        }
        let names: Vec<String> = scope.names.iter().cloned().collect();
        let mut values: BTreeMap<&str, Vec<Token>> = BTreeMap::new();
        for ((name, ty), operand) in self.parameters.iter().zip(operands) {
            syntax::clause(&join(operand, false), &names, &[]).map_err(|error| format!("is used with {error}"))?;
            values.insert(name, converted(operand, ty, at, scope));
        }
        let mut out = vec![symbol("(", at)];
        for (place, token) in self.condition.iter().enumerate() {
            let member = place.checked_sub(1).and_then(|before| self.condition.get(before)).is_some_and(selects);
            match values.get(token.text.as_str()).filter(|_| token.kind == Kind::Word && !member) {
                Some(value) => out.extend(value.iter().cloned()),
                None => out.push(token.clone()),
            }
        }
        out.push(symbol(")", at));
        Ok(out)
    }

    /// A name of the predicate's own that is a macro's, too, and would be replaced before the predicate is read.
    fn replaced(&self, name: &str, macros: &[Macro]) -> Option<String> {
        let integer =
            self.parameters.iter().flat_map(|(_, ty)| ty).filter(|t| t.is("integer")).map(|t| t.text.as_str());
        let parameters = self.parameters.iter().map(|(name, _)| name.as_str());
        let mut own = parameters.chain(integer).chain([name, "predicate"]);
        own.find(|word| macros.iter().any(|m| m.name == *word)).map(str::to_owned)
    }

    /// A parameter at the place of use whose name the condition has for something else, perhaps in a macro.
    fn captured(&self, scope: &Scope<'_>) -> Option<String> {
        let bound = elements::variables(&self.condition);
        let own = |word: &str| bound.contains(word) || self.parameters.iter().any(|(name, _)| name == word);
        let mut open: Vec<String> = Vec::new();
        for (place, token) in self.condition.iter().enumerate() {
            let member = place.checked_sub(1).and_then(|before| self.condition.get(before)).is_some_and(selects);
            if token.kind == Kind::Word && !member && !own(&token.text) {
                open.extend(token.text.split("::").map(str::to_owned));
            }
        }
        let mut seen = BTreeSet::new();
        while let Some(word) = open.pop() {
            if scope.names.contains(&word) {
                return Some(word);
            }
            let macros = scope.macros.iter().filter(|m| m.name == word).filter_map(|m| m.text.as_deref());
            if seen.insert(word.clone()) {
                open.extend(macros.flat_map(|text| lexer::annotation(text, 1)).map(|t| t.text));
            }
        }
        None
    }
}

/// An operand as a value of the parameter's type, for any context. A parameter of the same type is itself.
fn converted(operand: &[Token], ty: &[Token], at: &Token, scope: &Scope<'_>) -> Vec<Token> {
    let words = |tokens: &[Token]| {
        let tokens = tokens.iter().filter(|t| !t.is("const"));
        tokens.map(|t| t.text.clone()).collect::<Vec<_>>()
    };
    let same = |declaration: &&&[Token]| {
        let name = declared_name(declaration);
        let plain = declaration.iter().all(|t| t.kind == Kind::Word || t.is("*"));
        let words_of = declaration.split_last().map(|(_, before)| words(before));
        plain && matches!(operand, [only] if Some(&only.text) == name.as_ref()) && words_of == Some(words(ty))
    };
    if scope.declarations.iter().any(|declaration| same(&declaration)) {
        return operand.to_vec();
    }
    let value = [&[symbol("(", at)], operand, &[symbol(")", at)]].concat();
    // A mathematical integer, as ACSL has it.
    if matches!(ty, [only] if only.is("integer")) {
        return value;
    }
    [&[symbol("(", at), symbol("(", at)], ty, &[symbol(")", at)], &value, &[symbol(")", at)]].concat()
}

/// Whether a name behind this token is that of a member.
fn selects(token: &Token) -> bool {
    token.is(".") || token.is("->")
}

/// A symbol at the place of another token.
fn symbol(text: &str, at: &Token) -> Token {
    Token { kind: Kind::Symbol, text: text.to_owned(), ..at.clone() }
}
