//! Searches for a contract that would close an `unknown`, by asking the prover again with one more clause each time.
//!
//! The place where a proof fails says which parameters are involved (`place`), and these say which clauses may help
//! (`candidates`). A clause with which the proof fails at a new place is kept, and the search continues from there. The
//! first contract that suffices is weakened (`search`). Guesses prove nothing: what is printed was proved.

mod candidates;
mod clause;
mod place;
mod search;
mod witness;

use crate::contract::{self, CType, Expression};
use crate::graph::Failure;
use crate::program::{Location, Program};
use candidates::{Material, Parameter};

/// The result of the search.
#[derive(Clone, Debug)]
pub(crate) struct Suggestion {
    /// The `requires` clauses of a contract that suffices, existing ones first; `None` if none was found.
    pub(crate) clauses: Option<Vec<String>>,
    /// Without such a contract: the one with which the proof came furthest, and where it failed then.
    pub(crate) partial: Option<Partial>,
    /// The number of contracts that were tried.
    pub(crate) tried: usize,
    /// Why nothing could be tried, or why the search ended early.
    pub(crate) because: Option<String>,
}

/// A contract that does not suffice.
#[derive(Clone, Debug)]
pub(crate) struct Partial {
    /// Its `requires` clauses, existing ones first.
    pub(crate) clauses: Vec<String>,
    /// Where the proof fails with it.
    pub(crate) location: Option<Location>,
    /// What is missing there, in one sentence.
    pub(crate) reason: String,
}

impl Suggestion {
    /// The result if nothing could be tried, and why.
    pub(crate) fn impossible(why: &str) -> Suggestion {
        Suggestion { clauses: None, partial: None, tried: 0, because: Some(why.to_owned()) }
    }

    /// The contract, as a comment to put above the function.
    pub(crate) fn comment(&self) -> Option<String> {
        self.clauses.as_deref().map(comment)
    }

    /// The contract with which the proof came furthest, likewise, and where it failed then.
    pub(crate) fn furthest(&self) -> Option<(String, &Partial)> {
        self.partial.as_ref().map(|partial| (comment(&partial.clauses), partial))
    }
}

/// Clauses as a comment of C.
fn comment(clauses: &[String]) -> String {
    let lines: Vec<String> = clauses.iter().map(|clause| format!("requires {clause};")).collect();
    format!("/*@ {} */", lines.join("\n  @ "))
}

/// The function for which a contract is searched.
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entry: &'a str,
    /// The existing contract.
    pub(crate) given: Option<&'a Expression>,
    /// The parameters, in the form that a contract without conditions has.
    pub(crate) parameters: &'a [contract::Parameter],
    /// The parameters, as C declares them.
    pub(crate) declared: &'a [String],
    /// The words for a failure.
    pub(crate) words: fn(&Failure) -> String,
}

/// The result of a proof with a contract.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// Everything wanted is proved, and some call returns.
    Proved,
    /// The proof failed, for this reason.
    Failed(Box<Failure>),
    /// This is no contract, or no call satisfies it, or no call that does returns.
    Useless,
    /// No time is left.
    Late,
}

/// Searches for a contract. `attempt` makes a proof with these clauses, which are added to the existing ones.
pub(crate) fn search(
    subject: &Subject<'_>,
    failure: &Failure,
    attempt: &mut dyn FnMut(&[String], Effort) -> Attempt,
) -> Suggestion {
    let material = Material {
        parameters: subject.parameters.iter().zip(subject.declared).map(|(p, c)| known(subject, p, c)).collect(),
        constants: place::constants(subject.program),
    };
    search::run(subject, &material, failure, attempt)
}

/// Arguments of `main` behind the program's name that a contract gives, at most.
const MOST_ARGUMENTS: usize = 3;

/// Searches for a contract of `main`: that it gets at least so many arguments, which are strings. The system calls it, so
/// nothing else can be asked of its callers.
pub(crate) fn arguments_of_main(
    subject: &Subject<'_>,
    attempt: &mut dyn FnMut(&[String], Effort) -> Attempt,
) -> Suggestion {
    let [count, list, ..] = subject.parameters else {
        return Suggestion::impossible("main is called by the system, which keeps no contract");
    };
    let (count, list) = (&count.name, &list.name);
    let mut suggestion = Suggestion { clauses: None, partial: None, tried: 0, because: None };
    // The program's own name is mostly not looked at.
    let tried =
        (0..=MOST_ARGUMENTS).flat_map(|most| [1, 0].map(|first| (first, most))).filter(|(first, most)| first <= most);
    for (first, most) in tried {
        let ranges = [format!("{count} >= {}", most + 1), format!("\\valid_read({list} + (0 .. {most}))")];
        let strings = (first..=most).map(|number| format!("valid_read_string({list}[{number}])"));
        let clauses: Vec<String> = ranges.into_iter().chain(strings).collect();
        suggestion.tried += 1;
        match attempt(&clauses, Effort::Full) {
            Attempt::Proved => return Suggestion { clauses: Some(clauses), ..suggestion },
            Attempt::Late => break,
            Attempt::Failed(_) | Attempt::Useless => {}
        }
    }
    let because =
        Some("main is called by the system, which keeps no other contract than that of its arguments".to_owned());
    Suggestion { because, ..suggestion }
}

/// How thoroughly a contract is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// With little effort, as one of many.
    Brief,
    /// As `haltcert prove` would try it.
    Full,
}

/// What clauses can say about a parameter. `declared`: its declaration in C.
fn known(subject: &Subject<'_>, parameter: &contract::Parameter, declared: &str) -> Parameter {
    let name = parameter.name.clone();
    if parameter.ty.is_integer() {
        return integer(subject, parameter);
    }
    // With a parenthesis in its declaration, the parameter points to a function or an array.
    let Some(element) = parameter.ty.pointee().filter(|_| !declared.contains('(')) else { return Parameter::Other };
    match is_untyped(declared) {
        true => {
            Parameter::Pointer { written: format!("(char *){name}"), name, bytes: true, size: Some(1), length: None }
        }
        false => Parameter::Pointer {
            written: name.clone(),
            name,
            bytes: is_byte(&element),
            size: element.layout(subject.program).ok().map(|(size, _)| size),
            length: length(declared),
        },
    }
}

fn integer(subject: &Subject<'_>, parameter: &contract::Parameter) -> Parameter {
    let name = parameter.name.clone();
    match parameter.ty.integer(subject.program) {
        Some((bits @ 2..=64, true)) => {
            Parameter::Integer { name, least: -(1i128 << (bits - 1)), greatest: (1i128 << (bits - 1)) - 1 }
        }
        Some((bits @ 2..=64, false)) => Parameter::Integer { name, least: 0, greatest: (1i128 << bits) - 1 },
        _ => Parameter::Other,
    }
}

/// Whether a parameter is a `void *`, whose elements have no known size.
fn is_untyped(declared: &str) -> bool {
    let mut words = declared.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.any(|word| word == "void") && declared.matches('*').count() == 1 && !declared.contains('[')
}

/// The number of elements in the declaration of an array parameter.
fn length(declared: &str) -> Option<i128> {
    let (_, rest) = declared.split_once('[')?;
    let (inside, _) = rest.split_once(']')?;
    let number = inside.split_whitespace().next_back()?;
    number.parse().ok().filter(|n| (1..=candidates::LONGEST).contains(n))
}

fn is_byte(ty: &CType) -> bool {
    ty.stars == 0 && matches!(ty.base, contract::Base::Fixed { bits: 8, .. })
}
