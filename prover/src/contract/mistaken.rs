//! Comments that look like contracts and are none: `/** requires ... */`, `/* @ requires ... */`, `// @ requires ...`.

use crate::contract::At;
use crate::tokens::{Piece, Pieces};

/// The places of such comments above functions of a C text that have no ACSL comment.
pub fn mistaken(text: &str) -> Vec<At> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    // The first such comment since the last declaration, and whether there is an ACSL comment as well.
    let (mut looks_like, mut annotated) = (None, false);
    let mut named = false;
    for (at, piece, own) in Pieces::of(text) {
        match piece {
            Piece::Comment if depth == 0 => {
                annotated |= own[2..].starts_with('@');
                looks_like = looks_like.or(is_like_a_contract(own).then_some(at));
            }
            Piece::Symbol => {
                // What comes first behind a declaration's name says whether it is a function's.
                let ends = depth == 0 && matches!(own, "(" | "{" | "=" | ";");
                if own == "(" && ends && !annotated && named {
                    found.extend(looks_like.take());
                }
                if ends {
                    (looks_like, annotated) = (None, false);
                }
                depth = match own {
                    "{" => depth + 1,
                    "}" => depth.saturating_sub(1),
                    _ => depth,
                };
                named = false;
            }
            Piece::Word => named = true,
            _ => {}
        }
    }
    found.into_iter().map(|at| place(text, at)).collect()
}

/// Whether a comment that is not ACSL has a `requires` clause: the word at the beginning of the text, or behind an `@` at
/// the beginning of a line.
fn is_like_a_contract(comment: &str) -> bool {
    let inside = comment[2..].trim_end_matches("*/");
    let mark = |c: char| c.is_whitespace() || matches!(c, '*' | '!' | '/');
    let text = inside.trim_start_matches(|c| mark(c) || c == '@');
    let tags = inside.lines().filter_map(|line| line.trim_start_matches(mark).strip_prefix('@'));
    let mut clauses = tags.chain([text]).filter_map(|text| text.trim_start().strip_prefix("requires"));
    !inside.starts_with('@') && clauses.any(is_like_a_clause)
}

/// Whether what follows the word `requires` in its line is a condition and not a sentence.
fn is_like_a_clause(clause: &str) -> bool {
    let clause = clause.lines().next().unwrap_or_default();
    let mut words = clause.split_whitespace();
    let sentence = ["that", "the", "a", "an"].contains(&words.next().unwrap_or_default())
        && words.next().is_some_and(|word| word.starts_with(char::is_alphabetic));
    let signs = [";", "\\", "==", "!=", "<=", ">=", " < ", " > ", "&&", "||"];
    clause.starts_with(char::is_whitespace) && !sentence && signs.iter().any(|sign| clause.contains(sign))
}

/// The line and column of an offset.
fn place(text: &str, at: usize) -> At {
    let before = text.get(..at).unwrap_or_default();
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    At { line: number(before.matches('\n').count() + 1), column: number(column) }
}

#[cfg(test)]
mod tests {
    use super::mistaken;

    fn lines(text: &str) -> Vec<(u32, u32)> {
        mistaken(text).into_iter().map(|at| (at.line, at.column)).collect()
    }

    #[test]
    fn comments_that_look_like_contracts() {
        for comment in [
            "/** requires n > 0; */",
            "/* @ requires n > 0; */",
            "// @ requires n > 0;",
            "/*\n * @requires n > 0; */",
            "/** requires a > 0 */",
            "/** @requires \\valid(p) */",
            "/** Says yes.\n * @requires \\valid(p)\n */",
        ] {
            assert_eq!(lines(&format!("int x;\n  {comment}\nint f(int n) {{ return n; }}\n")), [(2, 3)], "{comment}");
        }
        assert_eq!(
            lines("/** requires n > 0; */\nint f(int n);\n/** requires n > 0; */\nint g(int n);"),
            [(1, 1), (3, 1)]
        );
    }

    #[test]
    fn other_comments() {
        let nothing: [(u32, u32); 0] = [];
        for text in [
            "/*@ requires n > 0; */\nint f(int n);",
            "/** requires n > 0; */\n/*@ requires n > 0; */\nint f(int n);",
            "/* requires a compiler of today */\nint f(int n);",
            "/** requires that n > 0; */\nint f(int n);",
            "/** requires libfoo <https://example.org>\n * and more; */\nint f(int n);",
            "/* @ requires n > 0; */\nint x = (3);",
            "/* @ requires n > 0; */\nstruct s { int (*f)(void); };",
            "int f(void) { /* @ requires n > 0; */ g(); }",
            "char *s = \"/** requires n > 0; */\"; int f(int n);",
            "/*",
            "//",
            "/**/ int f(int n);",
        ] {
            assert_eq!(lines(text), nothing, "{text}");
        }
    }
}
