//! What a C file passes to the assembler, found in its text (`spec/decisions/reduced-modules.md`).
//!
//! clang drops some code before there is a module: a static function that nothing names, a branch on a constant. Other
//! compilers may keep it, and the assembler reads their output from the first line to the last. So assembly is searched
//! for in the text as well.

use crate::tokens::{Piece, Pieces, inside};

/// Texts that reach the assembler.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    /// Templates of `asm`, in LLVM's notation (LangRef, "Inline Asm Template String").
    pub templates: Vec<String>,
    /// Names of sections and symbols in attributes, which compilers may print as they are.
    pub names: Vec<String>,
}

/// Attributes whose string is such a name.
const NAMED: [&str; 5] = ["section", "alias", "weakref", "ifunc", "symver"];

/// A part of preprocessed C.
pub(super) enum Part<'a> {
    Word(&'a str),
    /// The characters of a string.
    Text(String),
    /// The first character of one.
    Symbol(char),
}

impl Written {
    /// Reads a preprocessed text.
    pub(super) fn of(text: &str) -> Written {
        let parts = parts(text);
        let mut written = Written::default();
        for (place, part) in parts.iter().enumerate() {
            let Part::Word(word) = part else { continue };
            let word = word.trim_matches('_');
            if word == "asm" {
                written.templates.extend(template(&parts[place + 1..]));
            } else if NAMED.contains(&word) && matches!(parts.get(place + 1), Some(Part::Symbol('('))) {
                let strings = parts[place + 2..].iter().map_while(|part| match part {
                    Part::Text(text) => Some(text.as_str()),
                    _ => None,
                });
                written.names.push(strings.collect());
            }
        }
        written
    }
}

/// The template in the brackets that follow. A name alone renames a symbol, or is an instruction.
fn template(behind: &[Part<'_>]) -> Option<String> {
    let open = behind.iter().position(|part| matches!(part, Part::Symbol('(')))?;
    let qualifiers = behind[..open].iter().all(|part| matches!(part, Part::Word(_)));
    if !qualifiers {
        return None;
    }
    let mut depth = 0usize;
    let (mut text, mut operands) = (String::new(), false);
    for part in &behind[open..] {
        match part {
            Part::Symbol('(') => depth += 1,
            Part::Symbol(')') if depth == 1 => break,
            Part::Symbol(')') => depth -= 1,
            Part::Symbol(':') if depth == 1 => {
                operands = true;
                break;
            }
            Part::Text(inside) => text.push_str(inside),
            _ => {}
        }
    }
    let is_name = text.chars().all(|c| c.is_alphanumeric() || "_.$".contains(c)) && !text.starts_with('.');
    (!is_name).then(|| if operands { in_notation_of_llvm(&text) } else { text.replace('$', "$$") })
}

/// gcc's manual, "Assembler Template": `%` is an operand, braces are dialects.
fn in_notation_of_llvm(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '%' => match rest.next() {
                Some(c @ ('%' | '{' | '|' | '}')) => out.push(c),
                Some('=') => out.push('0'),
                Some(c) => {
                    out.push_str("$0");
                    out.push(c);
                }
                None => out.push('%'),
            },
            '{' => out.push_str("$("),
            '|' => out.push_str("$|"),
            '}' => out.push_str("$)"),
            '$' => out.push_str("$$"),
            c => out.push(c),
        }
    }
    out
}

/// A string's characters (C17 6.4.4.4).
fn decoded(inside: &str) -> String {
    let mut out = String::new();
    let mut rest = inside.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        let Some(escape) = rest.next() else { break };
        let (base, most) = match escape {
            '0'..='7' => (8, 2),
            'x' => (16, usize::MAX),
            _ => {
                out.push(match escape {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'v' => '\u{b}',
                    'f' => '\u{c}',
                    'a' => '\u{7}',
                    'b' => '\u{8}',
                    'e' => '\u{1b}',
                    other => other,
                });
                continue;
            }
        };
        let mut code = escape.to_digit(8).unwrap_or(0);
        let mut digits = 0;
        while digits < most
            && let Some(digit) = rest.peek().and_then(|c| c.to_digit(base))
        {
            // Compilers report an error for values beyond a byte.
            code = (code * base + digit) & 0xff;
            digits += 1;
            rest.next();
        }
        out.extend(char::from_u32(code));
    }
    out
}

/// The words, strings and symbols of a preprocessed text, without its directives.
pub(super) fn parts(text: &str) -> Vec<Part<'_>> {
    Pieces::of(text).flat_map(|(_, piece, own)| pieces(piece, own)).collect()
}

/// What a piece is here; a symbol of several characters is several symbols.
fn pieces(piece: Piece, own: &str) -> Vec<Part<'_>> {
    match piece {
        Piece::Word | Piece::Number => vec![Part::Word(own)],
        Piece::Raw => vec![Part::Text(inside(piece, own).to_owned())],
        Piece::Quoted if own.starts_with('"') => vec![Part::Text(decoded(inside(piece, own)))],
        Piece::Symbol => own.chars().map(Part::Symbol).collect(),
        Piece::Quoted | Piece::Space | Piece::Comment | Piece::Directive => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Written;

    fn templates(text: &str) -> Vec<String> {
        Written::of(text).templates
    }

    #[test]
    fn templates_are_found_wherever_they_stand() {
        let dropped = "static void e(void) { __asm__ volatile (\".set f,\" \" abs\\n\"); }";
        assert_eq!(templates(dropped), [".set f, abs\n"]);
        assert_eq!(templates("if (0) asm goto (\"a\\x3b\\073 %l0\" : : : : l);"), ["a;; $0l0"]);
        assert_eq!(templates("asm\n(\n\"{nop|x} %% %=\" : : );"), ["$(nop$|x$) % 0"]);
        assert_eq!(templates("asm(\"mov $1, %eax\");"), ["mov $$1, %eax"]);
        assert_eq!(templates("char *s = R\"(\")\"; asm(R\"(nop\\n)\" \"\\n\");"), ["nop\\n\n"]);
        assert_eq!(templates("int x = 1'000; asm(\"nop; nop\" ::: \"memory\");"), ["nop; nop"]);
        let nothing: [&str; 0] = [];
        assert_eq!(
            templates("int f(void) __asm__(\"\" \"g\"); asm(\"nop\"); char *s = \"asm(\\\"x y\\\")\";"),
            nothing
        );
        assert_eq!(templates("asm(\".text\");"), [".text"]);
    }

    #[test]
    fn names_of_attributes_are_found() {
        let text = "__attribute__((__section__(\".a\" \"\\n.set\"))) static int x; int section; f(section);";
        assert_eq!(Written::of(text).names, [".a\n.set"]);
    }
}
