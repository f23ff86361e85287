//! Preprocessed C without anything that disables the compiler's diagnostics and checks.
//!
//! The search for undefined behaviour that the compiler evaluates away relies on both, so the program must not
//! influence them. Only the search uses this text; the module that is proved is made from the file. So what is left out
//! here must not change any constant, and what might change one is refused.

use super::{FrontendError, bad_input};

/// Pragmas that affect the meaning of declarations, and are kept.
const KEPT: &[&str] = &["pack", "weak", "STDC"];
/// Pragmas that affect no constant, and are removed: their first word, or the second one after `clang` or `GCC`.
#[rustfmt::skip]
const REMOVED: &[&str] = &[
    "diagnostic", "system_header", "once", "message", "region", "endregion", "mark", "unroll", "nounroll", "omp",
    "loop", "visibility", "poison", "dependency", "warning", "error", "push_options", "pop_options",
    "ivdep", "comment", "merger",
];

/// Words that disable something, with replacements of the same length, so that everything keeps its position.
const SWITCHES: &[(&str, &str)] = &[
    ("no_sanitize", "NO_SANITIZE"),
    ("__no_sanitize__", "__NO_SANITIZE__"),
    ("disable_sanitizer_instrumentation", "DISABLE_SANITIZER_INSTRUMENTATION"),
    ("__disable_sanitizer_instrumentation__", "__DISABLE_SANITIZER_INSTRUMENTATION__"),
    // The compiler does not report extensions in what follows this word.
    ("__extension__", "             "),
];

/// Expressions that may have another value in this text than in the file: a column; and what depends on whether the
/// compiler treats something as a constant, since the search uses another evaluator for constants.
const OTHER_VALUES: &[&str] = &["__builtin_COLUMN", "__builtin_constant_p", "enable_if", "__enable_if__"];

/// Calls that the compiler computes where it can, whatever the options: some of them otherwise than the library
/// does. Without `__builtin_` in front they stay calls. The value of the last three is what a compiler happens to know,
/// or how it numbers types (`_Bool` is 4 for clang and 1 for gcc).
const COMPUTED: &[&str] = &[
    "__builtin_bcmp",
    "__builtin_char_memchr",
    "__builtin_memchr",
    "__builtin_memcmp",
    "__builtin_strchr",
    "__builtin_strcmp",
    "__builtin_strncmp",
    "__builtin_wcschr",
    "__builtin_wcscmp",
    "__builtin_wcsncmp",
    "__builtin_wmemchr",
    "__builtin_wmemcmp",
    "__builtin_object_size",
    "__builtin_dynamic_object_size",
    "__builtin_classify_type",
];

/// Two more of them, in all variants for types (`__builtin_fmaxf`): for an operand that is a signalling NaN, clang
/// computes a NaN and gcc the other operand.
const COMPUTED_FLOATS: &[&str] = &["__builtin_fmax", "__builtin_fmin"];

/// The text without pragmas that are not a part of the program, without marks of system headers (about which the
/// compiler reports less), and without attributes that switch off checks. Line numbers stay the same.
///
/// # Errors
/// The program could distinguish this text from the file: an unknown pragma, bytes that are not UTF-8, the number of a
/// place. Or it calls something that the compiler may compute in its own way.
pub(super) fn plain(preprocessed: Vec<u8>) -> Result<String, FrontendError> {
    let preprocessed = String::from_utf8(preprocessed)
        .map_err(|_| bad_input("the program has bytes outside comments that are not UTF-8"))?;
    let mut text = String::with_capacity(preprocessed.len());
    let mut depth = 0;
    for line in preprocessed.lines() {
        match line.trim_start().strip_prefix('#').map(str::trim_start) {
            Some(pragma) if pragma.starts_with("pragma") => {
                if is_kept(pragma, depth == 0)? {
                    text.push_str(line);
                }
            }
            // `# 12 "file" 1 3`: the numbers after the name say that it is a system header.
            Some(marker) if marker.starts_with(|c: char| c.is_ascii_digit()) => {
                let end = line.rfind('"').map_or(line.len(), |quote| quote + 1);
                text.push_str(&line[..end]);
            }
            // gcc prints its string unchanged, with what an assembler may read as statements.
            Some(ident) if ["ident", "sccs"].iter().any(|word| ident.starts_with(word)) => {
                if ident.contains('\\') {
                    return Err(bad_input(format!("#{ident}: text for the assembler")));
                }
                text.push_str(line);
            }
            _ => without_switches(line, &mut text, &mut depth)?,
        }
        text.push('\n');
    }
    Ok(text)
}

/// Whether a pragma is kept or removed. `outside`: it is outside all structures and functions.
fn is_kept(pragma: &str, outside: bool) -> Result<bool, FrontendError> {
    let words = pragma.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.filter(|word| !word.is_empty()).skip(1);
    let first = words.next().unwrap_or_default();
    let known = |word| REMOVED.contains(&word);
    match first {
        "pack" if !outside || !is_pack(pragma) => Err(bad_input(format!(
            "#{pragma}: compilers read it differently; write pack(N), pack(push, N) or pack(pop) with a number, outside structures"
        ))),
        _ if KEPT.contains(&first) => Ok(true),
        "optimize" => Ok(false),
        "clang" | "GCC" => match words.next() {
            Some("optimize") if first == "clang" || words.all(is_level) => Ok(false),
            Some(word) if known(word) => Ok(false),
            _ => Err(bad_input(format!("#{pragma}: a pragma that may change what the program means"))),
        },
        _ if known(first) => Ok(false),
        _ => Err(bad_input(format!("#{pragma}: a pragma that may change what declarations or constants mean"))),
    }
}

/// Whether a word of gcc's pragma `optimize` only says how much is optimised, and nothing about the program's meaning.
fn is_level(word: &str) -> bool {
    matches!(word, "O0" | "O1" | "O2" | "O3" | "Os" | "Og" | "0" | "1" | "2" | "3" | "s" | "g")
}

/// Whether it is a form that all compilers read alike: `pack()`, `pack(4)`, `pack(push, name, 4)` without any of its
/// parts, `pack(pop, name)`.
fn is_pack(pragma: &str) -> bool {
    let compact: String = pragma.split_whitespace().collect();
    let Some(inside) = compact.strip_prefix("pragmapack(").and_then(|rest| rest.strip_suffix(')')) else {
        return false;
    };
    let is_number = |part: &str| matches!(part, "1" | "2" | "4" | "8" | "16");
    let is_name = |part: &str| part.starts_with(|c: char| c.is_ascii_alphabetic()) && part.chars().all(is_word);
    match inside.split(',').collect::<Vec<_>>()[..] {
        ["" | "push" | "pop"] => true,
        [number] | ["push", number] if is_number(number) => true,
        ["push" | "pop", name] => is_name(name),
        ["push", name, number] => is_name(name) && is_number(number),
        _ => false,
    }
}

/// Adds a line. The words of [`SWITCHES`] are replaced where they are words of the program, but not in strings.
fn without_switches(line: &str, text: &mut String, depth: &mut usize) -> Result<(), FrontendError> {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => quoted(rest, first),
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        match token {
            "{" => *depth += 1,
            "}" => *depth = depth.saturating_sub(1),
            _ => {}
        }
        if OTHER_VALUES.contains(&token) {
            let message = "which depends on how the text is laid out, or on what the compiler takes for a constant";
            return Err(bad_input(format!("{token}, {message}")));
        }
        let float = COMPUTED_FLOATS.iter().any(|start| token.starts_with(start));
        if float || COMPUTED.contains(&token) {
            let message =
                "which the compiler computes where it can, not always as the library or another compiler does";
            return Err(bad_input(format!("{token}, {message}")));
        }
        let switch = SWITCHES.iter().find(|(word, _)| *word == token);
        text.push_str(switch.map_or(token, |(_, instead)| *instead));
        rest = behind;
    }
    Ok(())
}

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Length of the string or character that the text begins with.
pub(super) fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    fn plain(text: &str) -> Result<String, String> {
        super::plain(text.as_bytes().to_vec()).map_err(|error| error.to_string())
    }

    fn same(text: &str, expected: &str) {
        assert_eq!(plain(text).as_deref(), Ok(expected));
    }

    #[test]
    fn diagnostics_stay_on() {
        let text = "#pragma clang diagnostic ignored \"-Wdivision-by-zero\"\nint x;\n #pragma GCC system_header\n";
        same(text, "\nint x;\n\n");
        same("# 3 \"a.h\" 1 3 4\n", "# 3 \"a.h\"\n");
        same("# 3 \"a.h\"\n", "# 3 \"a.h\"\n");
        same("#pragma GCC optimize (\"O3\")\n#pragma clang optimize off\n", "\n\n");
        same("__extension__ int x;\n", "              int x;\n");
    }

    #[test]
    fn declarations_keep_their_meaning() {
        for pragma in ["pack()", "pack(8)", "pack( pop )", "pack(push)", "pack(push, a, 2)", "pack(pop, a)"] {
            let text = format!("#pragma {pragma}\n#ident \"x\"\n");
            same(&text, &text);
        }
        let text = "#pragma pack(push, 1)\nstruct s { char c; int i; };\n";
        same(text, text);
        same(
            "__attribute__((__no_sanitize__(\"undefined\"))) int f(void);\n",
            "__attribute__((__NO_SANITIZE__(\"undefined\"))) int f(void);\n",
        );
    }

    #[test]
    fn the_program_cannot_tell_the_texts_apart() {
        for text in ["char s[] = \"__extension__ \\\" no_sanitize\";\n", "char c = '\"'; int no_sanitizer;\n"] {
            same(text, text);
        }
        let refused = [
            "#pragma clang attribute push(__attribute__((ms_struct)), apply_to = record)\n",
            "#pragma options align=packed\n",
            "#pragma align=packed\n",
            "#pragma redefine_extname f g\n",
            "#pragma GCC optimize (\"fast-math\")\n",
            "#pragma GCC target (\"avx2\")\n",
            "#pragma scalar_storage_order big-endian\n",
            "#pragma ms_struct on\n",
            "#pragma pack(N)\n",
            "#pragma pack(1+1)\n",
            "#pragma pack(pop, 1)\n",
            "struct s {\n#pragma pack(1)\nint x; };\n",
            "#ident \"a\\\"\\n.set f, g\"\n",
            "int x = 8 / __builtin_COLUMN();\n",
            "int x = 8 / __builtin_constant_p(8 / 0);\n",
            "int x(void) { return __builtin_memcmp(\"a\", \"c\", 1); }\n",
            "int x = __builtin_isnan(__builtin_fmaxf(__builtin_nansf(\"\"), 1));\n",
            "int x = __builtin_classify_type((_Bool)1);\n",
            "int f(void) __attribute__((overloadable, enable_if(8 / 0, \"\")));\n",
        ];
        for text in refused {
            assert!(plain(text).is_err(), "{text}");
        }
        assert!(super::plain(b"char s[] = \"\xff\";\n".to_vec()).is_err());
    }
}
