//! Preprocessed C without anything that disables the compiler's diagnostics and checks.
//!
//! The search for undefined behaviour that the compiler evaluates away relies on both, so the program must not
//! influence them. Only the search uses this text; the module that is proved is made from the file. So what is left out
//! here must not change any constant, and what might change one is refused.

use super::{FrontendError, bad_input};
use crate::tokens::{Piece, Pieces, is_word};

/// Pragmas that affect the meaning of declarations, and are kept.
const KEPT: &[&str] = &["pack", "weak", "STDC"];
/// Pragmas that affect no constant, and are removed: their first word, or the second one after `clang` or `GCC`.
#[rustfmt::skip]
const REMOVED: &[&str] = &[
    "diagnostic", "system_header", "once", "message", "region", "endregion", "mark", "unroll", "nounroll", "omp",
    "loop", "visibility", "poison", "dependency", "warning", "error", "push_options", "pop_options",
    "comment", "merger",
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

/// Calls that the compiler evaluates if it can, whatever the options; for some of them the result differs from the
/// library's. Without the prefix `__builtin_` they stay calls. `__builtin_isinf` of minus infinity is 1 for clang and
/// -1 for gcc (`isinf` of `<math.h>` is another function). The values of the last three are what the compiler happens
/// to know, or how it numbers types (`_Bool` is 4 for clang and 1 for gcc).
const COMPUTED: &[&str] = &[
    "__builtin_bcmp",
    "__builtin_char_memchr",
    "__builtin_isinf",
    "__builtin_isinff",
    "__builtin_isinfl",
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
/// The program could tell this text from the file: a pragma that is not known, bytes that are no UTF-8, a place's number.
/// It calls what the compiler may compute in its own way. It has what would be a raw string if the standard had any
/// (`raw_strings`): then what belongs to the string is the program's.
pub(super) fn plain(preprocessed: Vec<u8>, raw_strings: bool) -> Result<String, FrontendError> {
    let preprocessed = String::from_utf8(preprocessed)
        .map_err(|_| bad_input("the program has bytes outside comments that are not UTF-8"))?;
    let mut text = String::with_capacity(preprocessed.len());
    let mut depth = 0_usize;
    for (_, piece, own) in Pieces::of(&preprocessed) {
        match (piece, own) {
            (Piece::Directive, _) => add_directive(own, depth == 0, &mut text)?,
            (Piece::Word, _) => text.push_str(without_switch(own)?),
            (Piece::Raw, _) if !raw_strings => {
                return Err(bad_input("R before a string, where the standard that -std names has no raw strings"));
            }
            (Piece::Symbol, "{" | "<%") => {
                depth += 1;
                text.push_str(own);
            }
            (Piece::Symbol, "}" | "%>") => {
                depth = depth.saturating_sub(1);
                text.push_str(own);
            }
            _ => text.push_str(own),
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

/// Adds what stays of a line that begins with `#`. `outside`: it stands in no structure and no function.
fn add_directive(line: &str, outside: bool, text: &mut String) -> Result<(), FrontendError> {
    match line.strip_prefix('#').unwrap_or(line).trim_start() {
        pragma if pragma.starts_with("pragma") => {
            if is_kept(pragma, outside)? {
                text.push_str(line);
            } else {
                text.truncate(text.trim_end_matches([' ', '\t']).len());
            }
        }
        // `# 12 "file" 1 3`: what follows the name says that it is a system header.
        marker if marker.starts_with(|c: char| c.is_ascii_digit()) => {
            let end = line.rfind('"').map_or(line.len(), |quote| quote + 1);
            text.push_str(line.get(..end).unwrap_or(line));
        }
        // gcc prints its string as it is, with what an assembler may read as statements.
        ident if ["ident", "sccs"].iter().any(|word| ident.starts_with(word)) => {
            if ident.contains('\\') {
                return Err(bad_input(format!("#{ident}: text for the assembler")));
            }
            text.push_str(line);
        }
        _ => {
            for (_, piece, own) in Pieces::within(line) {
                text.push_str(if piece == Piece::Word { without_switch(own)? } else { own });
            }
        }
    }
    Ok(())
}

/// Whether a pragma stays, or is removed. `outside`: it stands in no structure and no function.
fn is_kept(pragma: &str, outside: bool) -> Result<bool, FrontendError> {
    let words = pragma.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.filter(|word| !word.is_empty()).skip(1);
    let first = words.next().unwrap_or_default();
    let known = |word| REMOVED.contains(&word);
    match first {
        "pack" if !outside || !is_pack(pragma) => Err(bad_input(format!(
            "#{pragma}: compilers read it differently; write pack(N), pack(push, N) or pack(pop) with a number, outside structures"
        ))),
        // `weak a = b`: clang gives b this second name only where it has met b before.
        "weak" if pragma.contains('=') => Err(bad_input(format!(
            "#{pragma}: a second name, which some compilers give and others do not; write an attribute 'alias'"
        ))),
        _ if KEPT.contains(&first) => Ok(true),
        "optimize" => Ok(false),
        "clang" | "GCC" => match words.next() {
            Some("optimize") if first == "clang" || words.all(is_level) => Ok(false),
            Some(word) if known(word) && !words.any(|word| word == "assume_safety") => Ok(false),
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

/// A word of the program, or what stands for it.
fn without_switch(word: &str) -> Result<&str, FrontendError> {
    if OTHER_VALUES.contains(&word) {
        let message = "which depends on how the text is laid out, or on what the compiler takes for a constant";
        return Err(bad_input(format!("{word}, {message}")));
    }
    if COMPUTED.contains(&word) || COMPUTED_FLOATS.iter().any(|start| word.starts_with(start)) {
        let message = "which the compiler computes where it can, not always as the library or another compiler does";
        return Err(bad_input(format!("{word}, {message}")));
    }
    let switch = SWITCHES.iter().find(|(switch, _)| *switch == word);
    Ok(switch.map_or(word, |(_, instead)| *instead))
}

#[cfg(test)]
mod tests {
    fn plain(text: &str) -> Result<String, String> {
        super::plain(text.as_bytes().to_vec(), true).map_err(|error| error.to_string())
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
        let kept = [
            "char s[] = \"__extension__ \\\" no_sanitize\";\n",
            "char c = '\"'; int no_sanitizer;\n",
            "char s[] = R\"(\n#pragma options\n\" no_sanitize)\";\n",
        ];
        for text in kept {
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
            "struct s <%\n#pragma pack(1)\nint x; %>;\n",
            "#ident \"a\\\"\\n.set f, g\"\n",
            "int x = 8 / __builtin_COLUMN();\n",
            "int y = 1'000; int x = 8 / __builtin_COLUMN();\n",
            "char s[] = R\"(\")\"; int x = 8 / __builtin_COLUMN();\n",
            "char s[] = R\"x(\n\"\n)x\"; int x = 8 / __builtin_COLUMN();\n",
            "int x = 8 / __builtin_constant_p(8 / 0);\n",
            "#pragma GCC ivdep\n",
            "#pragma clang loop vectorize(assume_safety)\n",
            "int x(void) { return __builtin_isinf(-1e999); }\n",
            "int x(void) { return __builtin_memcmp(\"a\", \"c\", 1); }\n",
            "int x = __builtin_isnan(__builtin_fmaxf(__builtin_nansf(\"\"), 1));\n",
            "int x = __builtin_classify_type((_Bool)1);\n",
            "int f(void) __attribute__((overloadable, enable_if(8 / 0, \"\")));\n",
        ];
        for text in refused {
            assert!(plain(text).is_err(), "{text}");
        }
        assert!(super::plain(b"char s[] = \"\xff\";\n".to_vec(), true).is_err());
    }

    #[test]
    fn without_raw_strings_nothing_is_one() {
        let text = "[[gnu::access(R\"(\")]] __attribute__((no_sanitize(\"undefined\"))) void f(void) { g(\")\"); }\n";
        assert!(super::plain(text.into(), false).is_err());
        let text = "int R; char s[] = L\"(\" \")\";\n";
        assert_eq!(super::plain(text.into(), false).ok().as_deref(), Some(text));
    }
}
