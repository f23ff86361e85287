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

/// Forms that gcc reads differently: a part of clang's warning about the form, and the message for the user.
const OTHERWISE: &[(&str, &str)] = &[
    ("GCC binds it", "in gcc it leaves another loop or switch; move it out of the loop's condition or step"),
    ("interpreting as unsigned", "gcc takes it for a wider signed type; write the suffix U"),
    ("partially overrides prior initialization", "gcc drops all of the earlier value; assign the member later"),
    ("qualifier on function type", "gcc takes it for a promise about the function; leave the qualifier out"),
    ("application of '__alignof' to a function", "gcc gives another value"),
];
/// Functions of the library that clang knows the type of where nothing declares them, and gcc 12 takes for functions that
/// return `int`: found with both compilers.
#[rustfmt::skip]
const IMPLICIT: &[&str] = &[
    "fmaximum_num", "fmaximum_numf", "fmaximum_numl", "fminimum_num", "fminimum_numf", "fminimum_numl", "memalign",
    "memccpy", "strerror", "strtod", "strtof", "strtok", "strtol", "strtold", "strtoll", "strtoul", "strtoull",
    "strxfrm", "wcslen",
];
const IMPLICITLY: &str = "library function '";
/// Warnings that matter only together with something else in the text: a part of the warning, a test of the text, and
/// the message for the user.
const TOGETHER: &[(&str, IsIn, &str)] = &[
    (
        "implicit '0' return value from 'main'",
        calls_main,
        "gcc returns anything here in this dialect of C; write `return 0;`",
    ),
    (
        "type qualifier on return type has no effect",
        compares_types,
        "compilers compare types of functions differently with it; leave the qualifier out",
    ),
];
type IsIn = fn(&str) -> bool;

/// Refuses a program with a form of C that gcc reads differently. `warnings`: what clang printed about this text.
pub(super) fn refuse_otherwise(warnings: &str, text: &str) -> Result<(), FrontendError> {
    for line in warnings.lines().filter(|line| line.contains("warning: ")) {
        let form = OTHERWISE.iter().find(|(part, _)| line.contains(part)).map(|(_, told)| *told);
        let together = TOGETHER.iter().find(|(part, is_in, _)| line.contains(part) && is_in(text));
        let told = form.or(together.map(|(_, _, told)| *told)).or_else(|| implicit(line));
        if let Some(told) = told {
            return Err(FrontendError::Unsupported {
                what: format!("{}: {told}", without_marks(line)),
                location: None,
            });
        }
    }
    Ok(())
}

fn implicit(line: &str) -> Option<&'static str> {
    let (_, behind) = line.split_once(IMPLICITLY)?;
    let (name, _) = behind.split_once('\'')?;
    IMPLICIT.contains(&name).then_some("gcc takes it for a function that returns int; include its header")
}

fn calls_main(text: &str) -> bool {
    words(text).filter(|word| *word == "main").count() > 1
}

fn compares_types(text: &str) -> bool {
    words(text).any(|word| matches!(word, "__builtin_types_compatible_p" | "_Generic"))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !crate::tokens::is_word(c))
}

/// Refuses a file for what clang's preprocessor printed of it. `strict`: extensions of GNU C are switched off.
pub(super) fn refuse_preprocessed(warnings: &str, strict: bool) -> Result<(), FrontendError> {
    for line in warnings.lines().filter(|line| line.contains("warning: ")) {
        let told = if line.contains("[-Wdate-time]") {
            "the program would be another one with each build; define the macro by -D, as for reproducible builds"
        } else if ["'#elifdef'", "'#elifndef'"].iter().any(|directive| line.contains(directive)) {
            "gcc 12 skips it in this dialect of C; write `#elif defined`"
        } else if strict && line.contains("token pasting of ','") {
            "gcc keeps the comma in this dialect of C; use -std=gnu17, or write it without"
        } else {
            continue;
        };
        return Err(FrontendError::Unsupported { what: format!("{}: {told}", without_marks(line)), location: None });
    }
    Ok(())
}

/// A warning's place and text.
fn without_marks(line: &str) -> String {
    let what = line.replacen("warning: ", "", 1);
    what.rsplit_once(" [-W").map_or(&*what, |(what, _)| what).to_owned()
}

/// Refuses a program that has an enumerator beyond `int`, but for those of the system's headers, or of whose attributes
/// clang ignores one that matters. `warnings`: what it printed.
pub(super) fn refuse_ignored(warnings: &str) -> Result<(), FrontendError> {
    let beyond = |line: &&str| line.contains(ENUMERATOR) && !line.starts_with("/usr/include/");
    if let Some(line) = warnings.lines().find(beyond) {
        let what = line.replacen("warning: ", "", 1);
        let what = what.rsplit_once(" is a C23").map_or(&*what, |(what, _)| what);
        return Err(FrontendError::Unsupported {
            what: format!(
                "{what}: compilers give the enumeration's members different types (use a macro, or -std=c23)"
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
            let what = without_marks(line);
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
    use super::{refuse_ignored, refuse_otherwise, refuse_preprocessed};

    #[test]
    fn forms_that_gcc_reads_otherwise() {
        let said = |warning: &str, text: &str| refuse_otherwise(&format!("a.c:1:2: warning: {warning} [-Wx]"), text);
        let break_ = "'break' is bound to current loop, GCC binds it to the enclosing loop";
        assert!(said(break_, "").expect_err("refused").to_string().contains("a.c:1:2: 'break' is bound"));
        assert!(said("initializer overrides prior initialization of this subobject", "").is_ok());
        assert!(said("'const' type qualifier on return type has no effect", "int f(void);").is_ok());
        assert!(said("'const' type qualifier on return type has no effect", "_Generic(f, int: 1)").is_err());
        let end = "implicit '0' return value from 'main' is a C99 extension";
        assert!(said(end, "int main(void) { int mains; }").is_ok() && said(end, "int main(void) { main(); }").is_err());
        let undeclared = |name: &str| format!("implicitly declaring library function '{name}' with type 'x'");
        assert!(said(&undeclared("strtol"), "").is_err() && said(&undeclared("strlen"), "").is_ok());
    }

    #[test]
    fn what_the_preprocessor_reads_otherwise() {
        let said = |warning: &str, strict| refuse_preprocessed(&format!("a.c:1:2: warning: {warning}"), strict);
        let paste = "token pasting of ',' and __VA_ARGS__ is a GNU extension";
        assert!(said(paste, true).is_err() && said(paste, false).is_ok());
        assert!(said("use of a '#elifdef' directive is a C23 extension", false).is_err());
        assert!(said("expansion of date or time macro is not reproducible [-Wdate-time]", false).is_err());
        assert!(said("#warning is a C23 extension", true).is_ok());
    }

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
