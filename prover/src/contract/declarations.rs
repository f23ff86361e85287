//! Declarations of C functions as tokens: names, parameters, and how they are written.

use crate::contract::Raw;
use crate::contract::lexer::{self, Kind, Token};

/// Tokens as C, without annotations.
pub(super) fn c_text(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The names of declared parameters, if all have one.
pub(super) fn declared_names(parameters: &[Token]) -> Option<Vec<String>> {
    if matches!(parameters, [] | [_]) && parameters.iter().all(|t| t.is("void")) {
        return Some(Vec::new());
    }
    split(parameters).into_iter().map(declared_name).collect()
}

/// The name in a declaration of a parameter: `type (*name)(...)`, else `type name`, perhaps with brackets behind.
pub(super) fn declared_name(tokens: &[Token]) -> Option<String> {
    let star = tokens.windows(2).position(|w| w[0].is("(") && w[1].is("*"));
    let tokens = match star {
        Some(star) => tokens.get(star + 2..).and_then(|t| t.get(..closing(t)?))?,
        None => tokens,
    };
    let end = tokens.iter().position(|t| t.is("[") || t.is("(")).unwrap_or(tokens.len());
    let (last, before) = tokens.get(..end)?.split_last()?;
    let named = last.kind == Kind::Word
        && !crate::contract::named::is_type_word(&last.text)
        && (star.is_some() || !before.is_empty());
    named.then(|| last.text.clone())
}

/// Whether a declaration has a parameter list.
pub(super) fn has_parameters(tokens: &[Token]) -> bool {
    function(tokens).is_some()
}

/// Words whose brackets are no parameter list.
const WITH_BRACKETS: [&str; 15] = [
    "typeof",
    "__typeof",
    "__typeof__",
    "typeof_unqual",
    "__typeof_unqual",
    "__typeof_unqual__",
    "_Alignas",
    "alignas",
    "_Atomic",
    "_BitInt",
    "__declspec",
    "_Static_assert",
    "sizeof",
    "_Alignof",
    "__alignof__",
];

/// Name and parameters of the function that is declared.
pub(super) fn function(tokens: &[Token]) -> Option<(&Token, &[Token])> {
    let has_list = |n: &&Token| {
        let other = n.text.starts_with("__attribute") || WITH_BRACKETS.contains(&n.text.as_str());
        n.kind == Kind::Word && !other
    };
    let mut depth = 0usize;
    for (place, t) in tokens.iter().enumerate() {
        if t.is("=") && depth == 0 {
            return None;
        }
        if t.is("(") {
            let before = place.checked_sub(1).and_then(|p| tokens.get(p));
            let rest = tokens.get(place + 1..)?;
            if depth == 0 && before.is_none_or(|t| t.kind != Kind::Word || has_list(&t)) {
                let (inside, behind) = rest.split_at(closing(rest)?);
                match (inside, behind) {
                    // The name stands in brackets, alone or in a declarator.
                    ([name], [_, open, list @ ..]) if open.is("(") => return Some((name, list.get(..closing(list)?)?)),
                    (_, [_, open, ..]) if open.is("(") => return function(inside),
                    _ => {}
                }
                if let Some(name) = before.filter(has_list) {
                    return Some((name, inside));
                }
            }
            depth += 1;
        } else if t.is(")") {
            depth = depth.saturating_sub(1);
        }
    }
    None
}

/// The place where the parenthesis that is open at the beginning is closed.
pub(super) fn closing(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0usize;
    for (place, t) in tokens.iter().enumerate() {
        if t.is("(") {
            depth += 1;
        } else if t.is(")") {
            if depth == 0 {
                return Some(place);
            }
            depth -= 1;
        }
    }
    None
}

/// The parts between commas outside parentheses.
pub(super) fn split(tokens: &[Token]) -> Vec<&[Token]> {
    let mut depth = 0usize;
    tokens
        .split(|t| {
            if t.is("(") {
                depth += 1;
            } else if t.is(")") {
                depth = depth.saturating_sub(1);
            }
            depth == 0 && t.is(",")
        })
        .collect()
}

/// The text of tokens with usual spacing. `types`: a star belongs to the name after it.
pub(super) fn join(tokens: &[Token], types: bool) -> String {
    let mut out = String::new();
    // The two tokens before this one.
    let mut before: [Option<&Token>; 2] = [None, None];
    // Whether the last token is a sign that belongs to what follows.
    let mut prefix = false;
    let operand = |t: &Token| t.kind != Kind::Symbol || t.is(")") || t.is("]");
    for t in tokens {
        let [earlier, last] = before;
        let glued = last.is_none_or(|last| {
            prefix
                || last.is("(")
                || last.is("[")
                || last.is("->")
                || last.is(".")
                || matches!(t.text.as_str(), ")" | "]" | "," | ";" | "[" | "->" | ".")
                || t.is("(") && last.kind == Kind::Word && !last.is("requires")
                || last.is("*") && (t.is("*") || types)
                || last.is(")") && earlier.is_some_and(|e| e.is("*"))
        });
        if !glued {
            out.push(' ');
        }
        out.push_str(&t.text);
        prefix = matches!(t.text.as_str(), "-" | "&" | "!") && !last.is_some_and(operand);
        before = [last, Some(t)];
    }
    out
}

/// Whether these tokens are the name of a function in the style of 1978 and declarations of its parameters.
pub(super) fn is_old_style(tokens: &[Token]) -> bool {
    let Some((names, declarations)) = old_style(tokens) else { return false };
    let declared: Vec<&Token> = declarations.iter().flat_map(|d| declarators(d)).filter_map(|(name, _)| name).collect();
    !declared.is_empty() && declared.iter().all(|name| names.iter().any(|known| known.text == name.text))
}

/// The parameter list of such a function in the modern form: each name with its type. An undeclared one is an int.
pub(super) fn with_types(tokens: &[Token]) -> Option<Vec<Token>> {
    if !is_old_style(tokens) {
        return None;
    }
    let (names, declarations) = old_style(tokens)?;
    let declared: Vec<(Option<&Token>, Vec<Token>)> = declarations.iter().flat_map(|d| declarators(d)).collect();
    let mut list = Vec::new();
    for name in names {
        if !list.is_empty() {
            list.push(Token { kind: Kind::Symbol, text: ",".into(), ..name.clone() });
        }
        match declared.iter().find(|(of, _)| of.is_some_and(|of| of.text == name.text)) {
            Some((_, declaration)) => list.extend(declaration.iter().cloned()),
            None => list.extend([Token { text: "int".into(), ..name.clone() }, name.clone()]),
        }
    }
    Some(list)
}

/// The names in the brackets, and the declarations after them.
fn old_style(tokens: &[Token]) -> Option<(Vec<&Token>, Vec<&[Token]>)> {
    let (_, list) = function(tokens)?;
    let first = list.first()?;
    let begin = tokens.iter().position(|t| std::ptr::eq(t, first))?;
    let rest = tokens.get(begin + list.len() + 1..)?;
    let names: Option<Vec<&Token>> = split(list)
        .into_iter()
        .map(|part| match part {
            [name] if name.kind == Kind::Word && !crate::contract::named::is_type_word(&name.text) => Some(name),
            _ => None,
        })
        .collect();
    let declarations = rest.split(|t| t.is(";")).filter(|part| !part.is_empty()).collect();
    Some((names?, declarations))
}

/// The names that one declaration declares, each with its own declaration.
fn declarators(declaration: &[Token]) -> Vec<(Option<&Token>, Vec<Token>)> {
    let parts = split(declaration);
    let Some(first) = parts.first() else { return Vec::new() };
    // The words of the type: all that stand before the first star, bracket or name.
    let end = first.iter().position(|t| t.kind != Kind::Word).unwrap_or(first.len());
    let behind = first.get(end);
    let is_name_before = behind.is_none_or(|t| t.is("["));
    let words = end.saturating_sub(usize::from(is_name_before));
    let (base, own) = first.split_at(words.min(first.len()));
    let rest = parts.iter().skip(1).copied();
    std::iter::once(own)
        .chain(rest)
        .map(|declarator| {
            // For a pointer to a function or array, the name is in the inner brackets.
            let inner = declarator.iter().position(|t| t.is(")")).unwrap_or(declarator.len());
            let end = declarator.iter().position(|t| t.is("[")).unwrap_or(declarator.len()).min(inner);
            let name = declarator.get(..end).unwrap_or_default().iter().rfind(|t| t.kind == Kind::Word);
            (name, [base, declarator].concat())
        })
        .collect()
}

/// The parts of a contract's text.
pub(super) fn raw(text: &str) -> Option<Raw> {
    let tokens = lexer::annotation(text, 1);
    if tokens.iter().any(|t| t.is("\\elsewhere")) {
        return None;
    }
    let (_, rest) = tokens.split_first().filter(|(first, _)| first.is("("))?;
    let (parameters, rest) = rest.split_at(closing(rest)?);
    let clause = rest.get(2..).filter(|_| rest.get(1).is_some_and(|t| t.is("requires")))?;
    let names = declared_names(parameters)?;
    let begins = |t: &Token| (t.is("assigns") || t.is("ensures")) && !names.contains(&t.text);
    let (clause, promises) = clause.split_at(clause.iter().position(begins).unwrap_or(clause.len()));
    let (parameters, clause) = (c_text(parameters), join(clause, false));
    let promises = (join(promises, false), Vec::new());
    Some(Raw { parameters, names, clause, places: Vec::new(), predicates: Vec::new(), promises })
}
