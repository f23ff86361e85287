//! Preprocessed C without anything that disables the compiler's diagnostics and checks.
//!
//! The search for undefined behaviour that the compiler evaluates away rests on both, so the program must
//! not have a say in them. Only the search sees this text; the module that is proved is made of the file.

/// Pragmas that affect the meaning of declarations. All others are removed.
const KEPT: &[&str] = &["pack", "weak", "redefine_extname", "STDC", "ms_struct"];

/// Words that disable something, with replacements of the same length, so that no string changes its size,
/// in their place.
const SWITCHES: &[(&str, &str)] = &[
    ("no_sanitize", "NO_SANITIZE"),
    ("disable_sanitizer_instrumentation", "DISABLE_SANITIZER_INSTRUMENTATION"),
    // Extensions are not reported in what follows it.
    ("__extension__", "             "),
];

/// The text without pragmas that are no part of the program, without marks of system headers (of
/// which the compiler reports less), and without attributes that leave out checks. Lines stay lines.
pub(super) fn plain(preprocessed: &str) -> String {
    let mut text = String::with_capacity(preprocessed.len());
    for line in preprocessed.lines() {
        match line.trim_start().strip_prefix('#').map(str::trim_start) {
            Some(pragma) if pragma.starts_with("pragma") => {
                let word = pragma.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let word = word.filter(|word| !word.is_empty()).nth(1);
                if word.is_some_and(|word| KEPT.contains(&word)) {
                    text.push_str(line);
                }
            }
            // `# 12 "file" 1 3`: what follows the name says that it is a system header.
            Some(marker) if marker.starts_with(|c: char| c.is_ascii_digit()) => {
                let end = line.rfind('"').map_or(line.len(), |quote| quote + 1);
                text.push_str(&line[..end]);
            }
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    for (word, instead) in SWITCHES {
        if text.contains(word) {
            text = text.replace(word, instead);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn diagnostics_stay_on() {
        let text = "#pragma clang diagnostic ignored \"-Wdivision-by-zero\"\nint x;\n #pragma GCC system_header\n";
        assert_eq!(plain(text), "\nint x;\n\n");
        assert_eq!(plain("# 3 \"a.h\" 1 3 4\n"), "# 3 \"a.h\"\n");
        assert_eq!(plain("# 3 \"a.h\"\n"), "# 3 \"a.h\"\n");
    }

    #[test]
    fn declarations_keep_their_meaning() {
        let text = "#pragma pack(push, 1)\nstruct s { char c; int i; };\n";
        assert_eq!(plain(text), text);
        assert_eq!(
            plain("__attribute__((__no_sanitize__(\"undefined\"))) int f(void);\n"),
            "__attribute__((__NO_SANITIZE__(\"undefined\"))) int f(void);\n"
        );
    }
}
