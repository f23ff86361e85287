//! What a C file passes to the assembler, found in its text (`spec/decisions/reduced-modules.md`).
//!
//! clang drops some code before there is a module: a static function that nothing names, a branch on a constant. Other
//! compilers may keep it, and the assembler reads their output from the first line to the last. So assembly is searched
//! for in the text as well.

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
enum Part<'a> {
    Word(&'a str),
    /// The inside of a string.
    Text(&'a str),
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
                    Part::Text(text) => Some(decoded(text)),
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
            Part::Text(inside) => text.push_str(&decoded(inside)),
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

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' | '\'' => super::plain::quoted(rest, first),
                _ if super::plain::is_word(first) => rest.find(|c| !super::plain::is_word(c)).unwrap_or(rest.len()),
                _ => first.len_utf8(),
            };
            let (token, behind) = rest.split_at(length);
            match first {
                '"' => parts.push(Part::Text(unquoted(token))),
                _ if super::plain::is_word(first) => parts.push(Part::Word(token)),
                _ if first.is_whitespace() || first == '\'' => {}
                _ => parts.push(Part::Symbol(first)),
            }
            rest = behind;
        }
    }
    parts
}

/// A string literal without its quotation marks; the last one is missing where the line ends before it.
fn unquoted(literal: &str) -> &str {
    let text = literal.strip_prefix('"').unwrap_or(literal);
    text.strip_suffix('"').unwrap_or(text)
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
