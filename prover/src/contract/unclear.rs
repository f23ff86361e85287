//! Text that compilers or standards of C read differently: nothing is known of its comments, nor of contracts in them.

use crate::contract::lexer::{Kind, Token};
use crate::contract::lines::GAPS;

/// What is read differently in a text, and its line if that is known.
pub(super) fn unclear(text: &str, tokens: &[Token]) -> Option<(Option<u32>, &'static str)> {
    let trigraph = "a trigraph, which only some standards of C have";
    if text.lines().any(|line| line.trim_end_matches(GAPS).ends_with("??/")) {
        return Some((None, "a line that ends in ??/, which only some standards of C continue"));
    }
    // A line may end in a carriage return and a new line; `lines` takes both.
    if text.lines().any(|line| line.contains('\r')) {
        return Some((None, "a carriage return inside a line, which only some compilers take for its end"));
    }
    for pair in tokens.windows(2) {
        let [one, next] = pair else { continue };
        let raw = matches!(one.text.as_str(), "R" | "LR" | "uR" | "UR" | "u8R") && next.text.starts_with('"');
        if raw && one.kind == Kind::Word {
            return Some((Some(one.line), "a raw string, which only some standards of C have"));
        }
        if one.is("?") && next.is("?") {
            return Some((Some(one.line), trigraph));
        }
    }
    let quoted = tokens.iter().filter(|t| t.kind == Kind::Quoted);
    // In a string others are characters like any.
    let hides = |t: &&Token| t.text.contains("??/") || t.text.starts_with('\'') && t.text.contains("??");
    quoted.into_iter().find(hides).map(|t| (Some(t.line), trigraph))
}
