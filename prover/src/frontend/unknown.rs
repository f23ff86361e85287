//! Constructs that clang reads differently from other compilers, found by its own warnings
//! (`spec/decisions/c-front-end.md`).
//!
//! clang warns about an attribute that it does not know or does not apply, and ignores it. A release built by gcc is
//! then a different program: `scalar_storage_order` changes the values of members.

use super::FrontendError;

/// gcc's attributes (its manual, "Attributes") that change neither what a declaration means nor what its function does:
/// they are about code generation, diagnostics, or copies that an optimiser may make.
#[rustfmt::skip]
const HARMLESS: &[&str] = &[
    "access", "artificial", "disable_sanitizer_instrumentation", "externally_visible", "fd_arg", "fd_arg_read",
    "fd_arg_write", "no_icf", "no_instrument_function", "no_profile_instrument_function", "no_reorder", "no_sanitize",
    "no_sanitize_address", "no_sanitize_coverage", "no_sanitize_thread", "no_sanitize_undefined", "no_stack_protector",
    "no_split_stack", "nocf_check", "noclone", "noipa", "nonstring", "null_terminated_string_arg", "stack_protect", "tainted_args",
    "warn_if_not_aligned",
];
/// Attributes that clang ignores where they would change nothing: an object of one byte has no padding to remove.
const HARMLESS_HERE: &[&str] = &["'packed' attribute ignored for field of type 'char'"];

/// An enumeration with such a value is an extension before C23. Compilers give its other enumerators different types:
/// in `enum { A = 1, B = 0x80000000 }`, `-1 < A` is true for gcc 12 and false for clang.
const ENUMERATOR: &str = "enumerator value which exceeds the range of 'int'";

/// Refuses a program with an enumerator beyond `int` (outside system headers), or with an attribute that matters and
/// that clang ignores. `warnings` is what clang printed.
pub(super) fn refuse_ignored(warnings: &str) -> Result<(), FrontendError> {
    let beyond = |line: &&str| line.contains(ENUMERATOR) && !line.starts_with("/usr/include/");
    if let Some(line) = warnings.lines().find(beyond) {
        let what = line.replacen("warning: ", "", 1);
        let what = what.rsplit_once(" is a C23").map_or(&*what, |(what, _)| what);
        return Err(FrontendError::Unsupported {
            what: format!(
                "{what}: compilers give the enumeration's members different types (use -std=c23, or a macro)"
            ),
            location: None,
        });
    }
    let matters = |line: &str| !name(line).is_some_and(is_harmless);
    let unknown = |line: &str| line.ends_with("[-Wunknown-attributes]") && matters(line);
    let ignored = |line: &str| {
        let here = HARMLESS_HERE.iter().any(|harmless| line.contains(harmless));
        line.ends_with("[-Wignored-attributes]") && !here && matters(line)
    };
    match warnings.lines().find(|line| unknown(line) || ignored(line)) {
        None => Ok(()),
        Some(line) => {
            let what = line.replacen("warning: ", "", 1);
            let what = what.rsplit_once(" [").map_or(&*what, |(what, _)| what);
            Err(FrontendError::Unsupported { what: format!("{what}: another compiler may act on it"), location: None })
        }
    }
}

/// The attribute in a warning `... unknown attribute 'NAME' ignored` or `... 'NAME' attribute ignored`: what it quotes
/// first.
fn name(warning: &str) -> Option<&str> {
    let (_, message) = warning.split_once("warning: ")?;
    message.split_once('\'')?.1.split_once('\'').map(|(name, _)| name)
}

fn is_harmless(name: &str) -> bool {
    let name = name.trim_start_matches("gnu::").trim_matches('_').to_ascii_lowercase();
    HARMLESS.contains(&&*name)
}

#[cfg(test)]
mod tests {
    use super::refuse_ignored;

    #[test]
    fn only_what_changes_nothing_may_be_ignored() {
        let unknown =
            |name: &str| format!("a.c:1:2: warning: unknown attribute '{name}' ignored [-Wunknown-attributes]");
        for name in ["noclone", "__artificial__", "gnu::noipa", "NO_SANITIZE"] {
            assert!(refuse_ignored(&unknown(name)).is_ok(), "{name}");
        }
        for name in ["scalar_storage_order", "__optimize__", "gnu::simd"] {
            let error = refuse_ignored(&format!("x\n{}\ny", unknown(name))).expect_err("refused").to_string();
            assert!(error.contains(name) && !error.contains("-W"), "{error}");
        }
        let ignored = "a.c:1:2: warning: 'transparent_union' attribute ignored [-Wignored-attributes]";
        assert!(refuse_ignored(ignored).is_err());
        let control = "a.c:1:2: warning: 'nocf_check' attribute ignored; use -fcf-protection [-Wignored-attributes]";
        assert!(refuse_ignored(control).is_ok());
        let enumerator = "a.c:1:2: warning: enumerator value which exceeds the range of 'int' is a C23 extension (1 is too large) [-Wc23-extensions]";
        assert!(refuse_ignored(enumerator).expect_err("refused").to_string().contains("different types"));
        assert!(refuse_ignored(&enumerator.replace("a.c", "/usr/include/sys/epoll.h")).is_ok());
        let byte = "a.c:1:2: warning: 'packed' attribute ignored for field of type 'char' [-Wignored-attributes]";
        assert!(refuse_ignored(byte).is_ok());
    }
}
