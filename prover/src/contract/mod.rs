//! Contracts of functions: ACSL `requires` clauses (`spec/precondition.md`).
//!
//! `source` finds them in C text and writes them as the page's grammar has it; `syntax` reads that
//! text. What a contract means for the initial states is in `start`.

mod address;
mod clause;
mod declarations;
mod distance;
mod elements;
mod evaluate;
mod formula;
mod in_c;
mod intervals;
mod lexer;
mod lines;
mod macros;
mod meaning;
mod mistaken;
mod named;
mod near;
mod never;
mod normal;
mod own;
mod pointers;
mod predicates;
mod print;
mod promised;
mod questions;
mod resolve;
mod separated;
mod source;
mod strings;
mod structures;
mod syntax;
mod terms;
mod types;
mod unclear;
mod unknown;

pub use clause::{At, Contract, Expression, Operation, Promises, Relation};
pub use elements::{FOR_ALL, bounds, parts as for_all};
pub use evaluate::{Evaluation, Object};
pub use formula::{Alternative, Conjunct};
pub use in_c::{in_c, written};
pub use lexer::directives;
pub(crate) use meaning::{
    Elements, Ensured, Meaning, Memory, MemoryKind, Range, Said, Step, Structure, Understood, Way,
};
pub use mistaken::mistaken;
pub use named::{NamedType, compared_types, named_types};
pub(crate) use near::meant_call;
pub use never::never;
pub use source::{find, with_clauses};
pub use strings::{Text, length, text};
pub use structures::{Form, form, shape};
pub use types::{Base, CType, Parameter};
pub(crate) use unknown::place;

use crate::algebra::TooLarge;
use std::collections::BTreeMap;

/// A function with a contract in a C file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The function's name.
    pub function: String,
    /// The file that contains it, if the text says so.
    pub file: Option<String>,
    /// Whether the function is `static`.
    pub local: bool,
    /// Whether the contract stands above the function's definition.
    pub defined: bool,
    /// Line of the function's name.
    pub line: u32,
    /// The contract's text: parameter list, `requires`, clause.
    pub text: Result<String, ContractError>,
    /// The contract as it is written; `None` if a parameter has no name.
    pub raw: Option<Raw>,
    /// Kinds of clauses that are ignored (`ensures`, `assigns`, ...).
    pub ignored: Vec<String>,
}

impl Found {
    /// Whether the contract says what the function does.
    fn promises(&self) -> bool {
        self.raw.as_ref().is_some_and(|raw| !raw.promises.0.is_empty())
    }
}

/// A contract as C writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    /// Between the brackets.
    pub parameters: String,
    /// The parameters' names.
    pub names: Vec<String>,
    /// All `requires` clauses.
    pub clause: String,
    /// The place of each token of the clause, as far as known.
    pub places: Vec<At>,
    /// Predicates of the file, as the clause uses them, and the condition that stands for each.
    pub predicates: Vec<(String, String)>,
    /// What the function promises: `assigns` and then `ensures`, as far as they are there, and the places of the tokens.
    pub promises: (String, Vec<At>),
}

impl Raw {
    /// The declarations of the parameters, one by one.
    pub fn declarations(&self) -> Vec<String> {
        let mut depth = 0usize;
        let outside = |c: char| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && c == ','
        };
        self.parameters.split(outside).map(|part| part.trim().to_owned()).collect()
    }
}

/// A contract that depends on nothing in the program but its module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    /// Parameter list, `requires`, clause.
    pub text: String,
    /// Values in memory, each with the C expression for it.
    pub names: Vec<(String, String)>,
    /// Pointers to ranges of objects, likewise.
    pub pointers: Vec<(String, String)>,
    /// A pointer, as the contract has it, to objects that are aligned to more than the text says.
    pub over_aligned: Option<String>,
}

/// Why a contract cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("contract: {message}")]
pub struct ContractError {
    /// Place in the C file, if the error was found there.
    pub at: Option<At>,
    /// What is wrong, in terms of the contract.
    pub message: String,
}

impl ContractError {
    pub(crate) fn at(at: impl Into<At>, message: impl Into<String>) -> ContractError {
        ContractError { at: Some(at.into()), message: message.into() }
    }

    /// Sets the place, if none is known yet.
    pub(crate) fn or_at(self, at: Option<At>) -> ContractError {
        ContractError { at: self.at.or(at), ..self }
    }

    pub(crate) fn new(message: impl Into<String>) -> ContractError {
        ContractError { at: None, message: message.into() }
    }
}

impl From<TooLarge> for ContractError {
    fn from(large: TooLarge) -> ContractError {
        ContractError::new(format!("an expression with {large}"))
    }
}

/// Reads a contract's text.
pub fn parse(text: &str) -> Result<Contract, ContractError> {
    syntax::parse(text)
}

/// Fails if a claim with this contract would be longer than the checker reads.
pub fn require_length(text: &str) -> Result<(), ContractError> {
    syntax::require_length(text)
}

/// Whether a contract is in the form that a claim has. It is not if it names members, elements, contents, constants or
/// types of the program, or mentions a structure that the module does not describe (`structure`).
pub fn is_normal(contract: &Contract, structure: &dyn Fn(&str) -> bool) -> bool {
    contract.elsewhere.iter().all(|(_, other)| is_normal(other, structure)) && says_normally(contract, structure)
}

fn says_normally(contract: &Contract, structure: &dyn Fn(&str) -> bool) -> bool {
    let described = |ty: &CType| match &ty.base {
        Base::Struct(name) => structure(name),
        _ => true,
    };
    let parameter = |name: &str| contract.parameters.iter().any(|p| p.name == name && described(&p.ty));
    let hidden = |name: &str| contract.parameters.iter().any(|p| p.name == name);
    let wide = |name: &str| contract.parameters.iter().any(|p| p.name == name && normal::is_wide(&p.ty));
    let known = normal::Known { parameter: &parameter, hidden: &hidden, wide: &wide, structure };
    let says = |e: &Expression| names(e, &|name| name == "\\result");
    contract.parameters.iter().all(|p| normal::type_is_normal(&p.ty))
        && normal::is_normal_condition(&contract.clause, &known)
        && contract.promises.ensures.iter().all(|ensures| normal::is_normal_condition(ensures, &known))
        && contract.promises.assigns.iter().flatten().all(|range| normal::is_normal(range, &known))
        && contract.result.as_ref().map_or(!contract.promises.parts().any(says), normal::type_is_normal)
}

/// Whether an expression mentions a name of this kind.
fn names(e: &Expression, wanted: &dyn Fn(&str) -> bool) -> bool {
    let of = |e: &Expression| names(e, wanted);
    match e {
        Expression::Name(name, _) => wanted(name),
        Expression::Number(_) | Expression::SizeOf(_) | Expression::SizeOfValue(_) | Expression::Type(_) => false,
        Expression::Cast(_, inside)
        | Expression::Address(inside)
        | Expression::Content(inside)
        | Expression::Member(inside, ..)
        | Expression::Not(inside) => of(inside),
        Expression::Element(a, b) | Expression::Interval(a, b) | Expression::Binary(_, a, b) => of(a) || of(b),
        Expression::Chain(first, rest) => of(first) || rest.iter().any(|(_, part)| of(part)),
        Expression::Call(_, parts) | Expression::And(parts) | Expression::Or(parts) | Expression::Implies(parts) => {
            parts.iter().any(of)
        }
    }
}

/// A contract, given by its text too, whose ranges lie in none of these static variables of the module, and its text;
/// `None` if that adds nothing.
pub fn apart(text: &str, contract: &Contract, statics: &[String]) -> Option<(String, Contract)> {
    let clause = own::apart(contract, statics)?;
    let (parameters, _) = text.split_once(" requires ")?;
    let text = normalize(&format!("{parameters} requires {clause}{}", contract.promises));
    let read = parse(&text).ok()?;
    Some((text, read))
}

/// A contract's text as C, for a function whose parameters all have names.
pub fn raw(text: &str) -> Option<Raw> {
    declarations::raw(text)
}

/// The name for the function's result in the questions.
const RESULT: &str = "__haltcert_result";

const NO_RESULT: &str = "'\\result': the function returns nothing, or what a contract cannot speak of";

fn mentions_result(e: &Expression) -> bool {
    names(e, &|name| name == "\\result")
}

/// The name for the function's type in the questions.
const TYPE_OF_FUNCTION: &str = "haltcert_type_of_function";

/// The questions that the compiler must answer about a contract.
pub struct Inquiry<'a> {
    function: &'a str,
    raw: &'a Raw,
    clause: Expression,
    promises: Promises,
    questions: questions::Questions,
}

impl<'a> Inquiry<'a> {
    /// Reads the clause.
    pub fn new(function: &'a str, raw: &'a Raw) -> Result<Inquiry<'a>, ContractError> {
        let clause = syntax::clause(&raw.clause, &raw.names, &raw.places)?;
        let mut promises = syntax::promises(&raw.promises.0, &raw.names, &raw.promises.1)?;
        promises.assigns = promises.assigns.map(|places| places.iter().map(promised::range).collect());
        let mut questions = questions::Questions::default();
        raw.names.iter().for_each(|name| questions.parameter(name));
        questions.same_parameters(TYPE_OF_FUNCTION, raw);
        questions.words(&raw.clause);
        questions.words(&raw.promises.0);
        questions.collect(&clause);
        promises.parts().for_each(|part| questions.collect(part));
        elements::require_scope(&clause, &questions.variables)?;
        promises.parts().try_for_each(|part| elements::require_scope(part, &questions.variables))?;
        if promises.parts().any(mentions_result) {
            if raw.clause.contains(RESULT) || raw.promises.0.contains(RESULT) {
                return Err(ContractError::new(format!("'{RESULT}' is what \\result is called in a contract")));
            }
            questions.parameter(RESULT);
        }
        Ok(Inquiry { function, raw, clause, promises, questions })
    }

    /// What is wrong with the macros of this text, behind which the contract is read.
    pub fn macro_trouble(&self, text: &str) -> Option<String> {
        let (file, definitions) = lexer::source(text);
        let names = macros::names(&file);
        let tokens = lexer::annotation(&format!("{} {}", self.raw.clause, self.raw.promises.0), 1);
        let tokens: Vec<_> = tokens.into_iter().map(|t| lexer::Token { macros: definitions.len(), ..t }).collect();
        macros::trouble(&macros::Macros { definitions: &definitions, names: &names }, &tokens, &|name| {
            self.raw.names.iter().any(|known| known == name) || self.questions.variables.contains(name)
        })
    }

    /// C text to be put after the program once its macros are replaced. The errors that the compiler finds in it are
    /// the answers. The preprocessor finds one itself if the program gives a word of the questions another meaning.
    pub fn c(&self) -> String {
        let words = questions::undefined_words();
        let own = &self.questions.variables;
        let hidden: String = self.raw.names.iter().chain(own).map(|name| format!("#undef {name}\n")).collect();
        let own: String = own.iter().map(|name| format!("long long {name};")).collect();
        let parameters = if self.raw.names.is_empty() { "void" } else { &self.raw.parameters };
        // A parameter may have the same name as the function.
        let function = format!("typedef __typeof__({}) {TYPE_OF_FUNCTION};\n", self.function);
        let result = match self.promises.parts().any(mentions_result) {
            true => format!("__typeof__((*({TYPE_OF_FUNCTION} *)0)({})) {RESULT};", self.raw.names.join(", ")),
            false => String::new(),
        };
        format!(
            "{words}{hidden}{function}static void haltcert_questions({parameters})\n{{{result}{own}{}}}\n",
            self.questions.body()
        )
    }

    /// What is wrong, if the preprocessor has found errors.
    pub fn redefined_word(&self, messages: &str) -> Option<String> {
        let word = questions::redefined_word(messages)?;
        Some(format!("the macro '{word}' of this file gives a word of C another meaning: do without it"))
    }

    /// The contract, given the compiler's messages.
    pub fn normalized(mut self, messages: &str, pointer_bytes: u32) -> Result<Normalized, ContractError> {
        self.questions.answered(messages);
        let first = self.raw.places.first().copied();
        if let Some(word) = self.questions.other_word() {
            let message = format!("'{word}' of this file is another type than a contract means: give it another name");
            return Err(ContractError::new(message).or_at(first));
        }
        if !self.questions.are_the_same_parameters() {
            let message = format!("its parameters are not those of '{}'", self.function);
            return Err(ContractError::new(message).or_at(first));
        }
        let returns_nothing = |error: &str| error.contains("incomplete type") && error.contains(TYPE_OF_FUNCTION);
        if self.questions.other_error().is_some_and(returns_nothing) {
            return Err(ContractError::new(NO_RESULT).or_at(first));
        }
        if let Some(error) = self.questions.other_error() {
            let message = format!("the compiler does not read the file a second time: {error}");
            return Err(ContractError::new(message).or_at(first));
        }
        let mut parameters = Vec::new();
        for name in &self.raw.names {
            let parameter = intervals::parameter(&self.questions, name);
            parameters.push(parameter.map_err(|error| error.or_at(first))?);
        }
        let mut by_name: BTreeMap<String, Parameter> = parameters.iter().map(|p| (p.name.clone(), p.clone())).collect();
        let result = match self.promises.parts().any(mentions_result) {
            true => {
                let result = intervals::parameter(&self.questions, RESULT);
                Some(result.map_err(|_| ContractError::new(NO_RESULT).or_at(first))?)
            }
            false => None,
        };
        by_name.extend(result.iter().map(|result| ("\\result".to_owned(), result.clone())));
        let mut resolver = resolve::Resolver::new(&self.questions, by_name, pointer_bytes);
        let clause = resolver.formula(&self.clause).map_err(|error| error.or_at(first))?;
        let list: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
        let list = if list.is_empty() { "void".into() } else { list.join(", ") };
        let at = self.raw.promises.1.first().copied();
        let promises = resolver.promises(&self.promises).map_err(|error| error.or_at(at))?;
        let returns = result.map_or_else(String::new, |result| format!(" returns {}", result.ty));
        let text = normalize(&format!("({list}){returns} requires {clause}{promises}"));
        let (names, pointers, over_aligned) = (resolver.names, resolver.pointers, resolver.over_aligned);
        Ok(Normalized { text, names, pointers, over_aligned })
    }
}

/// The global variables and functions that a contract's text names, under the module's names.
pub fn globals(text: &str) -> Vec<String> {
    let tokens = lexer::annotation(text, 1);
    let named = tokens.windows(2).filter(|pair| pair[0].is("&")).map(|pair| pair[1].text.replacen("::", ".", 1));
    named.collect()
}

/// The text with single spaces, as it goes into the claim.
pub fn normalize(text: &str) -> String {
    let tokens = lexer::annotation(text, 1);
    let clause = tokens.iter().position(|t| t.is("requires"));
    let (parameters, clause) = tokens.split_at(clause.unwrap_or(0));
    let parts = [declarations::join(parameters, true), declarations::join(clause, false)];
    parts.join(" ").trim().to_string()
}
