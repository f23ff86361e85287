//! A contract in the words of the C file, for people. What is proved is the contract of the claim, which names neither
//! members nor types of the file.

use super::clause::Expression;
use super::lexer::{self, Token};
use super::{Raw, syntax};

/// Parameter list, `requires`, clause and promises as the file has them, with predicates by their names; `None` if they
/// cannot be read.
pub fn written(raw: &Raw) -> Option<String> {
    let read = |text: &str| syntax::clause(text, &raw.names, &[]).ok();
    let predicates = raw.predicates.iter().map(|(name, condition)| Some((read(name)?, read(condition)?.to_string())));
    let predicates: Vec<_> = predicates.collect::<Option<_>>()?;
    let clause = by_name(syntax::clause(&raw.clause, &raw.names, &raw.places).ok()?, &predicates);
    let promises = match raw.promises.0.is_empty() {
        true => String::new(),
        false => {
            let mut promises = syntax::promises(&raw.promises.0, &raw.names, &raw.promises.1).ok()?;
            promises.ensures = promises.ensures.map(|ensures| by_name(ensures, &predicates));
            promises.to_string()
        }
    };
    let parameters = if raw.names.is_empty() { "void".to_owned() } else { declared(&lexer::source(&raw.parameters).0) };
    Some(format!("({parameters}) requires {}{promises}", flat(clause)))
}

/// A parameter list as people write it.
fn declared(tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut last: Option<&Token> = None;
    for token in tokens {
        let glued = last.is_none_or(|last| {
            ["(", "*", "["].iter().any(|sign| last.is(sign))
                || [")", ",", "[", "]"].iter().any(|sign| token.is(sign))
                || token.is("(") && last.is(")")
        });
        out.push_str(if glued { "" } else { " " });
        out.push_str(&token.text);
        last = Some(token);
    }
    out
}

/// The clause with the names of predicates in the place of their conditions.
fn by_name(clause: Expression, predicates: &[(Expression, String)]) -> Expression {
    let text = clause.to_string();
    if let Some((name, _)) = predicates.iter().find(|(_, condition)| *condition == text) {
        return name.clone();
    }
    let all = |parts: Vec<Expression>| parts.into_iter().map(|part| by_name(part, predicates)).collect();
    match clause {
        Expression::And(parts) => Expression::And(all(parts)),
        Expression::Or(parts) => Expression::Or(all(parts)),
        Expression::Implies(parts) => Expression::Implies(all(parts)),
        Expression::Not(inside) => Expression::Not(Box::new(by_name(*inside, predicates))),
        other => other,
    }
}

/// A conjunction without brackets around its parts.
fn flat(clause: Expression) -> Expression {
    let Expression::And(parts) = clause else { return clause };
    let parts = parts.into_iter().flat_map(|part| match flat(part) {
        Expression::And(inner) => inner,
        part => vec![part],
    });
    Expression::And(parts.collect())
}

/// A text about a claim with C's expressions for what it names. `names`: how the claim writes it, and how C does.
pub fn in_c(text: &str, names: &[(String, String)]) -> String {
    let mut names: Vec<&(String, String)> = names.iter().filter(|(claim, c)| claim != c).collect();
    // What contains another name comes first.
    names.sort_by_key(|(claim, _)| std::cmp::Reverse(claim.len()));
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = out.chars().next_back().is_some_and(lexer::is_word);
        let at = |claim: &str| {
            let behind = rest.strip_prefix(claim)?;
            let inside = |own: Option<char>, other: bool| own.is_some_and(lexer::is_word) && other;
            let more = inside(claim.chars().next_back(), behind.chars().next().is_some_and(lexer::is_word));
            (!more && !inside(claim.chars().next(), before)).then_some(behind)
        };
        match names.iter().find_map(|(claim, c)| Some((at(claim)?, c))) {
            Some((behind, c)) => {
                out.push_str(c);
                rest = behind;
            }
            None => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::in_c;

    #[test]
    fn longer_names_come_first_and_words_stay_whole() {
        let name = |claim: &str, c: &str| (claim.to_owned(), c.to_owned());
        let names = [
            name("ptr[r + 0]", "r->data"),
            name("u8[ptr[r + 0] + 3]", "r->data[3]"),
            name("(\\object(24, 8) *)r", "r"),
        ];
        let told = |text: &str| in_c(text, &names);
        assert_eq!(told("u8[ptr[r + 0] + 3] < 2 && ptr[r + 0] != \\null"), "r->data[3] < 2 && r->data != \\null");
        assert_eq!(told("\\valid((\\object(24, 8) *)r)"), "\\valid(r)");
        assert_eq!(
            told("\\valid((\\object(24, 8) *)rest) xptr[r + 0]"),
            "\\valid((\\object(24, 8) *)rest) xptr[r + 0]"
        );
    }
}
