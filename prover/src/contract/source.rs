//! Finds the contracts of a C file: the ACSL comment above a function, and its parameter list.

use crate::contract::declarations::{
    c_text, declared_name, declared_names, function, has_parameters, is_old_style, join, split, with_types,
};
use crate::contract::elements;
use crate::contract::lexer::{self, Kind, Token};
use crate::contract::macros;
use crate::contract::named::is_type_word;
use crate::contract::near::meant;
use crate::contract::predicates::{Predicates, Scope};
use crate::contract::unclear::unclear;
use crate::contract::{At, ContractError, Found, Raw};
use std::collections::{BTreeMap, BTreeSet};

/// Clauses of a function contract that say nothing about the parameters when the function is called.
#[rustfmt::skip]
const OTHER_CLAUSES: &[&str] = &[
    "frees", "allocates", "terminates", "decreases", "assumes", "exits", "complete", "disjoint",
];
/// ACSL comments that begin with one of these are no function contracts.
#[rustfmt::skip]
const DEFINITIONS: &[&str] = &[
    "predicate", "logic", "axiomatic", "axiom", "lemma", "inductive", "global", "type", "ghost", "import", "model",
    "loop", "assert", "check", "admit",
];

/// All functions with a contract, in the order of the file; a contract above a declaration counts if the
/// definition has none of its own.
pub fn find(text: &str) -> Vec<Found> {
    find_with(text, None)
}

/// A function of the file, as if these `requires` clauses stood above its definition and nothing else; `None` if the
/// file has no such definition.
pub fn with_clauses(text: &str, function: &str, clauses: &[String]) -> Option<Found> {
    let annotation: String = clauses.iter().map(|clause| format!("requires {clause};\n")).collect();
    let given = Given { function: function.to_owned(), tokens: lexer::annotation(&annotation, 1) };
    let mut all = find_with(text, Some(given));
    let place = all.iter().position(|found| found.function == function && found.defined)?;
    Some(all.swap_remove(place))
}

/// A contract that replaces the one above a function's definition.
struct Given {
    function: String,
    tokens: Vec<Token>,
}

fn find_with(text: &str, given: Option<Given>) -> Vec<Found> {
    let (tokens, definitions) = lexer::source(text);
    let given = given.map(|given| {
        let tokens = given.tokens.into_iter().map(|t| Token { macros: definitions.len(), ..t }).collect();
        Given { tokens, ..given }
    });
    let names = macros::names(&tokens);
    let mut file = File { macros: unambiguous(&definitions), definitions, names, given, ..File::default() };
    file.read(&tokens);
    if let Some((line, what)) = unclear(text, &tokens) {
        for found in &mut file.found {
            let error = ContractError::at(line.unwrap_or(found.line), format!("the file has {what}"));
            (found.text, found.raw) = (Err(error), None);
        }
    }
    for found in &mut file.found {
        let clause = found.raw.as_ref().map_or_else(String::new, |raw| format!("{} {}", raw.clause, raw.promises.0));
        let mut names = clause.split(|c: char| !lexer::is_word(c)).chain([found.function.as_str()]);
        let labelled = names
            .find(|name| file.labelled.contains(*name))
            .map(|name| format!("an assembler label gives '{name}' another name, or this name to something else"));
        if let Some(what) = labelled {
            (found.text, found.raw) = (Err(ContractError::at(found.line, what)), None);
        }
    }
    file.found
}

/// Macros with a single definition that is never removed. For others it is not known which definition a contract means.
fn unambiguous(macros: &[lexer::Macro]) -> BTreeMap<String, String> {
    let mut values: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    for one in macros {
        let value = one.text.as_deref().filter(|_| !one.arguments);
        match values.get_mut(one.name.as_str()) {
            Some(known) if *known != value => *known = None,
            Some(_) => {}
            None => values.extend(value.map(|value| (one.name.as_str(), Some(value)))),
        }
    }
    values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned()))).collect()
}

/// The content of a contract's clauses.
struct Clauses {
    /// The whole contract in the form of the grammar, or why there is none.
    text: Result<String, ContractError>,
    /// The `requires` clauses as they are written, but for predicates; `None` without any.
    raw: Option<Vec<Token>>,
    /// `assigns` and then `ensures`, likewise.
    promises: Vec<Token>,
    /// The predicates that they use.
    predicates: Vec<(String, String)>,
    /// Kinds of the other clauses.
    ignored: Vec<String>,
}

#[derive(Default)]
struct File {
    /// Type names of this file, with the words that they stand for; `None` if these are not a simple type.
    typedefs: BTreeMap<String, Option<Vec<Token>>>,
    /// Those of them that stand for an enumeration. The type that they stand for is compared with the file for
    /// parameters only.
    enums: BTreeSet<String>,
    macros: BTreeMap<String, String>,
    /// All definitions of macros, in order.
    definitions: Vec<lexer::Macro>,
    /// The names in its text.
    names: BTreeSet<String>,
    /// Names of functions and variables that have another name for the linker, and those names.
    labelled: BTreeSet<String>,
    given: Option<Given>,
    predicates: Predicates,
    found: Vec<Found>,
}

impl File {
    /// Splits the file into external declarations.
    fn read(&mut self, tokens: &[Token]) {
        let mut contract: Vec<Token> = Vec::new();
        let mut declaration: Vec<Token> = Vec::new();
        let mut depth = 0usize;
        // Brackets that are open outside braces: a structure may be declared in a parameter list.
        let mut brackets = 0usize;
        for token in tokens {
            if token.kind == Kind::Annotation {
                if depth == 0 && declaration.is_empty() {
                    let inside = lexer::inside(token);
                    let inside: Vec<Token> = inside.into_iter().map(|t| Token { macros: token.macros, ..t }).collect();
                    let rest = self.predicates.define(&inside, &self.definitions);
                    let first = rest.first().map_or("", |t| t.text.as_str());
                    if !DEFINITIONS.contains(&first) {
                        contract.extend_from_slice(rest);
                    }
                }
                continue;
            }
            match token.text.as_str() {
                "{" if token.kind == Kind::Symbol => depth += 1,
                "}" if token.kind == Kind::Symbol => {
                    depth = depth.saturating_sub(1);
                    let is_type = ["typedef", "struct", "union", "enum"]
                        .iter()
                        .any(|w| declaration.first().is_some_and(|t| t.is(w)));
                    let is_value = declaration.iter().any(|t| t.is("="));
                    if depth == 0 && brackets == 0 && !is_value && (!is_type || has_parameters(&declaration)) {
                        self.declaration(&declaration, &contract, true);
                        contract.clear();
                        declaration.clear();
                    }
                }
                // Parameters of a function in the style of 1978 are declared before its body.
                ";" if depth == 0 && is_old_style(&declaration) => declaration.push(token.clone()),
                ";" if depth == 0 && token.kind == Kind::Symbol => {
                    self.declaration(&declaration, &contract, false);
                    contract.clear();
                    declaration.clear();
                }
                _ if depth == 0 => declaration.push(token.clone()),
                _ => {}
            }
            match token.text.as_str() {
                "(" if depth == 0 && token.kind == Kind::Symbol => brackets += 1,
                ")" if depth == 0 && token.kind == Kind::Symbol => brackets = brackets.saturating_sub(1),
                _ if declaration.is_empty() => brackets = 0,
                _ => {}
            }
        }
    }

    fn declaration(&mut self, tokens: &[Token], contract: &[Token], body: bool) {
        if let Some((first, rest)) = tokens.split_first()
            && first.is("typedef")
        {
            self.typedef(rest);
            return;
        }
        self.labels(tokens);
        if contract.is_empty() && self.given.is_none() {
            return;
        }
        let Some((name, parameters)) = function(tokens) else {
            return;
        };
        let typed = with_types(tokens).filter(|_| body);
        let parameters = typed.as_deref().unwrap_or(parameters);
        let given = self.given.as_ref().filter(|given| body && given.function == name.text);
        let contract = given.map_or(contract, |given| given.tokens.as_slice());
        let line = name.line;
        let made = self.contract(contract, parameters);
        let (text, raw, ignored) = match made {
            Ok(Clauses { raw: None, .. }) => return,
            Ok(Clauses { raw: Some(clause), text, promises, ignored, predicates }) => {
                let raw = declared_names(parameters).map(|names| Raw {
                    parameters: c_text(parameters),
                    names,
                    clause: join(&clause, false),
                    places: clause.iter().map(At::from).collect(),
                    predicates,
                    promises: (join(&promises, false), promises.iter().map(At::from).collect()),
                });
                (text, raw, ignored)
            }
            Err(error) => (Err(error), None, Vec::new()),
        };
        let file = name.file.as_deref().map(str::to_owned);
        let local = tokens.iter().any(|t| t.is("static"));
        let found = Found { function: name.text.clone(), file, line, local, defined: body, text, raw, ignored };
        match self.found.iter_mut().find(|f| f.function == name.text) {
            Some(earlier) if body && (!earlier.promises() || earlier.text == found.text) => *earlier = found,
            // The definition has no contract of its own, or another one than a declaration that promises something; which
            // of two counts would depend on their order.
            Some(earlier) if !earlier.defined && earlier.text != found.text => {
                let lines = (earlier.line, found.line);
                let what = format!("the contracts of '{}' in the lines {} and {} differ", name.text, lines.0, lines.1);
                (earlier.text, earlier.raw) = (Err(ContractError::at(found.line, what)), None);
            }
            Some(_) => {}
            None => self.found.push(found),
        }
    }

    /// Records an assembler label after a declarator.
    fn labels(&mut self, tokens: &[Token]) {
        let asm = tokens.iter().position(|t| matches!(t.text.as_str(), "asm" | "__asm" | "__asm__"));
        let Some(asm) = asm else { return };
        let name = match function(&tokens[..asm]) {
            Some((name, _)) => name,
            None => match tokens[..asm].iter().rfind(|t| t.kind == Kind::Word) {
                Some(name) => name,
                None => return,
            },
        };
        let label = tokens[asm..].iter().filter(|t| t.kind == Kind::Quoted).map(|t| t.text.trim_matches('"'));
        let label: String = label.collect();
        if label != name.text {
            self.labelled.extend([name.text.clone(), label]);
        }
    }

    /// `typedef WORDS NAME`, or with a structure's members (which lie deeper) between the words.
    fn typedef(&mut self, tokens: &[Token]) {
        let Some((name, words)) = tokens.split_last() else {
            return;
        };
        let simple = words.iter().all(|t| t.kind == Kind::Word || t.is("*"));
        let mut words = words.to_vec();
        if let [only] = words.as_slice()
            && only.is("struct")
        {
            words.push(name.clone());
        }
        let resolved = simple.then(|| self.resolve(&words).ok()).flatten();
        if name.kind == Kind::Word {
            if words.iter().any(|t| t.is("enum") || self.enums.contains(&t.text)) {
                self.enums.insert(name.text.clone());
            }
            self.typedefs.insert(name.text.clone(), resolved);
        }
    }

    /// Replaces this file's type names. The error names a word that is not a type.
    fn resolve(&self, tokens: &[Token]) -> Result<Vec<Token>, ContractError> {
        let mut words: Vec<Token> = Vec::new();
        let mut rest = tokens.iter().peekable();
        while let Some(t) = rest.next() {
            let after_struct = words.last().is_some_and(|w| w.is("struct"));
            if t.is("enum") {
                // The type that the compiler uses unless a value is negative; it is compared with the file.
                rest.next_if(|tag| tag.kind == Kind::Word && !is_type_word(&tag.text));
                words.extend(["unsigned", "int"].map(|word| Token { text: word.into(), ..t.clone() }));
                continue;
            }
            match self.typedefs.get(&t.text) {
                _ if after_struct || t.is("struct") || t.is("*") => words.push(t.clone()),
                _ if matches!(t.text.as_str(), "register" | "static" | "extern" | "inline") => {}
                _ if matches!(t.text.as_str(), "__restrict" | "__restrict__") => {
                    words.push(Token { text: "restrict".into(), ..t.clone() });
                }
                _ if is_type_word(&t.text) => words.push(t.clone()),
                Some(Some(resolved)) => words.extend(resolved.iter().cloned()),
                _ => {
                    return Err(ContractError::at(t, format!("'{}' is no type that a contract may use", t.text)));
                }
            }
        }
        Ok(words)
    }

    /// The contract's text, if there is a `requires` clause, and the clauses that are not proved.
    fn contract(&self, tokens: &[Token], parameters: &[Token]) -> Result<Clauses, ContractError> {
        let (mut requires, mut raw): (Vec<Vec<Token>>, Vec<Token>) = Default::default();
        // `assigns`, `ensures`.
        let mut promised: [Vec<Token>; 2] = Default::default();
        let (mut ignored, mut predicates) = (Vec::new(), Vec::new());
        let mut behavior = false;
        let named = &parameter_names(parameters) | &elements::variables(tokens);
        let declarations = split(parameters);
        let scope = Scope { names: &named, declarations: &declarations, macros: &self.definitions };
        let mut rest = tokens;
        while let Some((keyword, after)) = rest.split_first() {
            if keyword.is("behavior") {
                let colon = after.iter().position(|t| t.is(":")).unwrap_or(after.len());
                rest = after.get(colon + 1..).unwrap_or(&[]);
                behavior = true;
                ignored.push("behavior".to_string());
                continue;
            }
            let end = elements::end(after).ok_or_else(|| {
                ContractError::at(keyword, format!("the clause '{}' does not end with ';'", keyword.text))
            })?;
            let clause = &after[..end];
            let of_returns = ["assigns", "ensures"].iter().position(|word| keyword.is(word));
            let read = keyword.is("requires") || of_returns.is_some();
            if read {
                elements::require_supported(clause, keyword)?;
            }
            if read && behavior {
                let what = format!(
                    "'{}' inside a behavior is not supported: state it for the whole function, for example as a ==> b",
                    keyword.text
                );
                return Err(ContractError::at(keyword, what));
            } else if read {
                let expanded = self.predicates.expand(unlabelled(clause), &scope)?;
                predicates.extend(expanded.uses);
                let clause = expanded.tokens.as_slice();
                let macros = macros::Macros { definitions: &self.definitions, names: &self.names };
                if let Some(what) = macros::trouble(&macros, clause, &|name| named.contains(name)) {
                    return Err(ContractError::at(keyword, what));
                }
                match of_returns.and_then(|number| promised.get_mut(number)) {
                    Some(known) => promise(known, keyword, clause),
                    None => {
                        requires.push(self.expand(clause, &named));
                        raw.extend((!raw.is_empty()).then(|| symbol("&&", keyword)));
                        raw.extend(bracketed(clause));
                    }
                }
            } else if OTHER_CLAUSES.contains(&keyword.text.as_str()) {
                ignored.push(keyword.text.clone());
            } else {
                let meant =
                    meant(&keyword.text, OTHER_CLAUSES.iter().copied().chain(["requires", "assigns", "ensures"]));
                let what = format!("'{}' is no clause of a function contract{meant}", keyword.text);
                return Err(ContractError::at(keyword, what));
            }
            rest = &after[end + 1..];
        }
        let promises = promised.concat();
        if requires.is_empty() {
            let Some(first) = promises.first() else {
                return Ok(Clauses { text: Ok(String::new()), raw: None, promises, predicates, ignored });
            };
            raw.push(Token { kind: Kind::Word, text: "\\true".to_owned(), ..first.clone() });
            requires.push(raw.clone());
        }
        let clauses: Vec<String> = requires.iter().map(|c| join(&bracketed(c), false)).collect();
        if let Some(name) = self.captured(&[raw.as_slice(), &promises].concat(), parameters) {
            let at = raw.first().map_or_else(At::default, At::from);
            let what = format!("'{name}' is what a parameter without a name is called in a contract: give it a name");
            return Err(ContractError::at(at, what));
        }
        let text = self.parameters(parameters);
        let said = join(&promises, false);
        let text = text.map(|parameters| format!("{parameters} requires {} {said}", clauses.join(" && ")));
        let text = text.map(|text| text.trim_end().to_owned());
        ignored.dedup();
        Ok(Clauses { text, raw: Some(raw), promises, predicates, ignored })
    }

    /// Replaces macros that stand for one number, and this file's type names.
    fn expand(&self, clause: &[Token], parameters: &BTreeSet<String>) -> Vec<Token> {
        let mut out = Vec::new();
        for t in clause {
            let hidden = parameters.contains(&t.text);
            let value = self.macros.get(&t.text).filter(|_| t.kind == Kind::Word && !hidden);
            let value = value.map(|v| lexer::annotation(v.trim_start_matches('(').trim_end_matches(')'), t.line));
            let compared = !self.enums.contains(&t.text);
            let named = self.typedefs.get(&t.text).filter(|_| !hidden && compared && t.kind == Kind::Word);
            match (value.as_deref(), named) {
                (Some([number]), _) if number.kind == Kind::Number => out.push(number.clone()),
                (_, Some(Some(words))) if !is_type_word(&t.text) => out.extend(words.iter().cloned()),
                _ => out.push(t.clone()),
            }
        }
        out
    }

    /// The parameter list as the contract writes it.
    fn parameters(&self, tokens: &[Token]) -> Result<String, ContractError> {
        if tokens.is_empty() || matches!(tokens, [only] if only.is("void")) {
            return Ok("(void)".into());
        }
        let mut parts = Vec::new();
        for (place, part) in split(tokens).into_iter().enumerate() {
            parts.push(self.parameter(part, place)?);
        }
        Ok(format!("({})", parts.join(", ")))
    }

    /// The name at the end of a parameter's declaration, and what stands before it.
    fn named<'t>(&self, before: &'t [Token]) -> Option<(&'t str, &'t [Token])> {
        let (last, words) = before.split_last()?;
        let is_name = last.kind == Kind::Word && !is_type_word(&last.text) && !self.typedefs.contains_key(&last.text);
        let is_tag = words.last().is_some_and(|t| t.is("struct"));
        (is_name && !is_tag).then_some((&last.text, words))
    }

    /// The made name of a parameter without one that the clause takes for something else, directly or in a macro.
    fn captured(&self, clause: &[Token], parameters: &[Token]) -> Option<String> {
        if matches!(parameters, [] | [_]) && parameters.iter().all(|t| t.is("void")) {
            return None;
        }
        let before = |part: &[Token]| part.iter().position(|t| t.is("[")).unwrap_or(part.len());
        let parts = split(parameters).into_iter().enumerate();
        let without = parts.filter(|(_, part)| self.named(&part[..before(part)]).is_none());
        let mut made = without.map(|(place, _)| nameless(place));
        let says = |text: &str, name: &str| lexer::annotation(text, 1).iter().any(|t| t.text == name);
        let replaced = |name: &str| self.definitions.iter().filter_map(|m| m.text.as_deref()).any(|m| says(m, name));
        made.find(|name| clause.iter().any(|t| t.text == *name) || replaced(name))
    }

    fn parameter(&self, tokens: &[Token], place: usize) -> Result<String, ContractError> {
        let at = tokens.first().map_or_else(At::default, At::from);
        if tokens.iter().any(|t| t.is("...")) {
            return Err(ContractError::at(at, "a variadic function cannot have a contract"));
        }
        if tokens.iter().any(|t| t.is("(")) {
            return Err(ContractError::at(at, "a parameter of this type is not supported in a contract"));
        }
        let bracket = tokens.iter().position(|t| t.is("["));
        let (before, dimensions) = tokens.split_at(bracket.unwrap_or(tokens.len()));
        if dimensions.iter().filter(|t| t.is("[")).count() > 1 {
            return Err(ContractError::at(at, "an array of arrays is not supported in a contract"));
        }
        let (name, words) = match self.named(before) {
            Some((name, [])) => {
                return Err(ContractError::at(at, format!("parameter '{name}' has no type here")));
            }
            Some((name, words)) => (name.to_owned(), words),
            None => (nameless(place), before),
        };
        let array = if bracket.is_some() { "[]" } else { "" };
        let shown = join(&self.resolve(words)?, true);
        let gap = if shown.ends_with('*') { "" } else { " " };
        Ok(format!("{shown}{gap}{name}{array}"))
    }
}

/// The names of the parameters that have one.
fn parameter_names(parameters: &[Token]) -> BTreeSet<String> {
    split(parameters).into_iter().filter_map(declared_name).collect()
}

/// What a contract calls a parameter without a name.
fn nameless(place: usize) -> String {
    format!("parameter{}", place + 1)
}

/// A clause without its label.
fn unlabelled(clause: &[Token]) -> &[Token] {
    match clause {
        [label, colon, clause @ ..] if label.kind == Kind::Word && colon.is(":") => clause,
        clause => clause,
    }
}

/// Adds a clause to those of its kind, `assigns` or `ensures`.
fn promise(known: &mut Vec<Token>, keyword: &Token, clause: &[Token]) {
    let assigns = keyword.is("assigns");
    let sign = if assigns { "," } else { "&&" };
    known.push(if known.is_empty() { keyword.clone() } else { symbol(sign, keyword) });
    known.extend(if assigns { clause.to_vec() } else { bracketed(clause) });
}

/// A clause in a form that can be joined to others by `&&`.
fn bracketed(clause: &[Token]) -> Vec<Token> {
    match clause {
        [first, .., last] if clause.iter().any(|t| t.is("||") || t.is("==>")) => {
            [&[symbol("(", first)], clause, &[symbol(")", last)]].concat()
        }
        _ => clause.to_vec(),
    }
}

/// A symbol at the place of another token.
fn symbol(text: &str, at: &Token) -> Token {
    Token { kind: Kind::Symbol, text: text.to_owned(), ..at.clone() }
}
