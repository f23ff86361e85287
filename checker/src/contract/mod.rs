//! Contracts (`spec/precondition.md`): reading them, their cases, and the initial state of each case.

pub mod call;
pub mod cases;
pub mod clause;
pub mod elements;
pub mod elsewhere;
pub mod ensures;
pub mod formula;
pub mod freeable;
pub mod grammar;
pub mod meaning;
pub mod most;
pub mod parts;
pub mod satisfies;
pub mod states;
pub mod structures;
pub mod terms;
pub mod tokens;

pub use clause::{Contract, Fault, MAX_CASES, Most, Range};

use clause::wrong;

use crate::answer::verdict::{Checked, Stop};
use crate::decide::term::TooLarge;
use crate::proof::context::Context;
use crate::reader::{Function, Global, Layout, Type};

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Stop {
        match fault {
            Fault::Wrong(premise, message) => Stop::invalid("R-CONTRACT", premise, message),
            Fault::TooLarge => TooLarge.into(),
        }
    }
}

/// R-CONTRACT: the alternatives of a function's contract, for a claim that keeps these globals.
pub fn read(cx: &mut Context, text: &str, function: &Function, kept: &[&Global]) -> Checked<Vec<Contract>> {
    with_bounds(cx, text, &[], function, kept)
}

/// [`read`], and what these bounds say in each alternative.
pub fn with_bounds(
    cx: &mut Context,
    text: &str,
    bounds: &[&str],
    function: &Function,
    kept: &[&Global],
) -> Checked<Vec<Contract>> {
    let tokens = tokens::tokens(text)?;
    let bounds = most::tokens(bounds)?;
    let bounds = bounds.iter().map(|bound| most::parse(bound)).collect::<Result<Vec<_>, Fault>>()?;
    // Products of sums grow at most to the limits of a term.
    cx.charge(tokens.len())?;
    let written = grammar::parse(&tokens)?;
    let of = (&*function.name, &function.signature);
    let contracts = meaning::meaning(&written, &bounds, of, &cx.module.layout, kept)?;
    elsewhere::read(cx, &written.elsewhere)?;
    for step in contracts.iter().flat_map(|contract| &contract.steps) {
        if let clause::Step::Callback(name, None) = step
            && let name = name.trim_start_matches('@')
            && (name.contains('.') || cx.module.globals.contains_key(name))
        {
            return Ok(wrong("callback", format!("{name} is a variable, no function"))?);
        }
    }
    Ok(contracts)
}

/// What bounds say of a claim without a contract.
pub fn constants(bounds: &[&str]) -> Result<Vec<Most>, Fault> {
    let tokens = most::tokens(bounds)?;
    tokens.iter().map(|tokens| most::constant(&most::parse(tokens)?)).collect()
}

/// The types that a contract calls by name (the module's structures, and words like `size_t`), with size and alignment
/// in bytes.
pub fn named_types(text: &str, layout: &Layout) -> Vec<(String, u64, u64)> {
    let tokens = tokens::tokens(text).unwrap_or_default();
    let mut types: Vec<(String, u64, u64)> = Vec::new();
    let mut structure = false;
    for token in tokens {
        let (name, ty) = match grammar::named_integer(token.text) {
            _ if structure => (format!("struct {}", token.text), terms::structure(token.text)),
            Some((0, _)) => (token.text.into(), Type::Int(layout.pointer_bits)),
            Some((width, _)) => (token.text.into(), Type::Int(width)),
            None => (String::new(), Type::Void),
        };
        structure = token.text == "struct";
        if let (Ok(size), Ok(align)) = (layout.size(&ty), layout.align(&ty))
            && types.iter().all(|(other, ..)| *other != name)
        {
            types.push((name, size, align));
        }
    }
    types
}

/// Whether a contract mentions lists or trees.
pub fn has_structures(text: &str) -> bool {
    let tokens = tokens::tokens(text).unwrap_or_default();
    tokens.iter().any(|token| structures::form(token.text).is_some())
}

/// Whether two texts are the same contract: token by token.
pub fn same(left: &str, right: &str) -> bool {
    match (tokens::tokens(left), tokens::tokens(right)) {
        (Ok(left), Ok(right)) => left == right,
        _ => false,
    }
}

/// Where two contracts begin to differ, for messages: a few words of both.
pub fn difference(claimed: &str, wanted: &str) -> String {
    let (Ok(ours), Ok(theirs)) = (tokens::tokens(claimed), tokens::tokens(wanted)) else {
        return "what is claimed or what is expected cannot be read".to_owned();
    };
    let equal = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    let words = |text: &str, tokens: &[tokens::Token]| {
        let at = |place: usize| tokens.get(place).map_or(text.len(), |t| t.text.as_ptr().addr() - text.as_ptr().addr());
        let (from, to) = (at(equal.saturating_sub(4)), at(equal + 6));
        let dots = |more: bool| if more { "..." } else { "" };
        format!("'{}{}{}'", dots(from > 0), printable(text.get(from..to).unwrap_or_default()), dots(to < text.len()))
    };
    format!("{} is claimed where {} is expected", words(claimed, &ours), words(wanted, &theirs))
}

/// A contract's text on one line and without control characters, for messages.
pub fn printable(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_ascii_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if c.is_ascii_graphic() { line.push(c) } else { line.extend(c.escape_default()) }
        }
    }
    line
}
