//! Runs the C compiler (`spec/decisions/c-front-end.md`).

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use certificates::DataModel;

use super::{FrontendError, Options, Unit, bad_input, unknown};
use crate::program::Location;

/// Where the compiler is searched for, in this order.
const COMPILERS: [&str; 2] = ["clang-22", "/usr/lib/llvm-22/bin/clang"];

/// Flags that do not depend on the file.
const FLAGS: &[&str] = &[
    "-std=gnu17",
    // Lifetime markers, but no optimisation.
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    // Library functions are called, not replaced by inline definitions of the headers.
    "-U__OPTIMIZE__",
    "-D__NO_INLINE__",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-fno-discard-value-names",
    "-g",
    "-gno-key-instructions",
    // No path of this machine gets into the module, so that it is the same on every machine.
    "-fdebug-compilation-dir=.",
    "-ffile-prefix-map=/usr/lib/llvm-22/lib/clang/22/=clang/",
    "-ffile-prefix-map=/usr/=usr/",
    "-fno-color-diagnostics",
    // The errors below also apply to code in system headers.
    "-Wsystem-headers",
    // Old programs call undeclared functions, mix types of pointers, and end functions without a return.
    "-fno-strict-return",
    "-Wno-implicit-function-declaration",
    "-Wno-incompatible-pointer-types",
    // Undefined behaviour that the compiler would fold away, so that the module no longer shows it.
    "-Werror=division-by-zero",
    "-Werror=integer-overflow",
    "-Werror=shift-count-overflow",
    "-Werror=shift-count-negative",
    // `va_arg` at a type that no argument has after promotion, `va_start` with another parameter than the last one:
    // undefined in C, and the module does not show it.
    "-Werror=varargs",
    // The compiler drops an assumption whose condition has side effects, so such an assumption is an error.
    "-Werror=assume",
    // Some of these flags have no effect on preprocessed text.
    "-Wno-unused-command-line-argument",
    // Returned structures are separate variables, whose scope ends before the return.
    "-fno-elide-constructors",
    "-o",
    "-",
];

/// Functions whose calls clang's constant evaluator computes, some of them differently from the library
/// (`spec/decisions/folded-constants.md`): it compares the second argument of `strchr` as it is, not as a `char`, and
/// gives -1 or 1 where only the sign of a result is certain. With these flags the calls stay calls.
const NOT_FOLDED: &[&str] = &[
    "-fno-builtin-bcmp",
    "-fno-builtin-memchr",
    "-fno-builtin-memcmp",
    "-fno-builtin-strchr",
    "-fno-builtin-strcmp",
    "-fno-builtin-strncmp",
    "-fno-builtin-wcschr",
    "-fno-builtin-wcscmp",
    "-fno-builtin-wcsncmp",
    "-fno-builtin-wmemchr",
    "-fno-builtin-wmemcmp",
];

/// Instrumentation that keeps arithmetic on constants visible, which the compiler would otherwise evaluate.
const CHECKS: &[&str] = &[
    "-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift-exponent",
    "-fsanitize-trap=signed-integer-overflow,integer-divide-by-zero,shift-exponent",
    // This evaluator does not fold a quotient that overflows.
    "-fexperimental-new-constant-interpreter",
    // Where the language requires a constant, an expression with undefined behaviour is none; the compiler would fold
    // it.
    "-Werror=gnu-folding-constant",
    // Attributes that this compiler ignores may have an effect in another one.
    "-Wunknown-attributes",
    "-Wignored-attributes",
    "-Wc23-extensions",
    // Constructs that gcc reads differently.
    "-Wgcc-compat",
    "-Wimplicitly-unsigned-literal",
    "-Winitializer-overrides",
    "-Wignored-qualifiers",
    "-Wpointer-arith",
    "-Wmain-return-type",
    "-Wimplicit-function-declaration",
    "-Wno-error=implicit-function-declaration",
    // Refuses arithmetic on complex integers: no check detects its overflow.
    "-Werror=gnu-complex-integer",
    "-Werror=gnu-imaginary-constant",
    "-gline-tables-only",
    "-emit-llvm",
    "-c",
];

/// Flags that warn about constructs that other preprocessors read differently (`unknown.rs`).
const PREPROCESSING: &[&str] = &["-Wdate-time", "-Wc23-extensions", "-Wgnu-zero-variadic-macro-arguments"];

/// The task of a run of the compiler.
#[derive(Clone, Copy)]
pub(super) enum Purpose<'a> {
    /// The module to be proved.
    Proof,
    /// The program without preprocessor directives.
    Preprocessed,
    /// The preprocessed program with its comments, and with the definitions of macros.
    Commented,
    /// A module with checks of its arithmetic, made from this text. It is searched for constant checks that fail.
    Checks(&'a str),
    /// Nothing: it only tells whether this text is C.
    Types(&'a str),
    /// The text after the program, without preprocessor directives.
    Expanded(&'a str),
    /// All errors in this text.
    Questions(&'a str),
}

/// Runs the compiler on a C file. It runs in the file's directory with the bare file name, so that the module does not
/// depend on where the file lies.
pub(super) fn compile(unit: &Unit, options: Options, purpose: Purpose) -> Result<Vec<u8>, FrontendError> {
    let path = &unit.path;
    let bare = path.file_name().ok_or_else(|| bad_input(format!("{}: not a file", path.display())))?;
    let name = &operand(bare);
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut arguments: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
    arguments.push(
        match options.data_model {
            DataModel::Lp64 => "-m64",
            DataModel::Ilp32 => "-m32",
        }
        .into(),
    );
    arguments.extend(unit.flags.language.iter().cloned());
    arguments.extend(names_of_files(unit, bare, directory));
    if options.no_builtin || unit.flags.no_builtin {
        arguments.push("-fno-builtin".into());
    } else {
        arguments.extend(NOT_FOLDED.iter().map(OsString::from));
    }
    let mut input = None;
    let again = path.extension().is_some_and(|extension| extension == "i");
    match purpose {
        Purpose::Proof => {
            arguments.extend(unit.flags.preprocessor.iter().cloned());
            arguments.extend(["-emit-llvm", "-c", "--"].map(OsString::from));
            arguments.push(name.into());
        }
        Purpose::Preprocessed | Purpose::Commented => {
            arguments.extend(unit.flags.preprocessor.iter().cloned());
            // A preprocessed file may still contain directives. The module is made without macros, so none is
            // predefined here.
            let options: &[&str] = if again { &["-undef", "-fdirectives-only"] } else { &[] };
            arguments.extend(options.iter().map(OsString::from));
            if matches!(purpose, Purpose::Commented) {
                arguments.extend(["-C", "-dD"].map(OsString::from));
            }
            arguments.extend(PREPROCESSING.iter().map(OsString::from));
            arguments.extend(["-E", "-x", "c", "--"].map(OsString::from));
            arguments.push(name.into());
        }
        Purpose::Checks(text) => {
            arguments.extend(CHECKS.iter().map(OsString::from));
            arguments.extend(["-x", "cpp-output", "-"].map(OsString::from));
            input = Some(text);
        }
        Purpose::Types(text) => {
            arguments.extend(["-fsyntax-only", "-x", "cpp-output", "-"].map(OsString::from));
            input = Some(text);
        }
        Purpose::Expanded(text) => {
            arguments.extend(again.then_some("-undef").map(OsString::from));
            arguments.extend(["-w", "-E", "-x", "c", "-"].map(OsString::from));
            input = Some(text);
        }
        Purpose::Questions(text) => {
            let all = ["-ferror-limit=0", "-w", "-fno-caret-diagnostics"];
            arguments.extend(all.map(OsString::from));
            arguments.extend(["-fsyntax-only", "-x", "cpp-output", "-"].map(OsString::from));
            input = Some(text);
        }
    }
    let output = run(&arguments, directory, input)?;
    let stderr = as_seen_from_here(&String::from_utf8_lossy(&output.stderr), name, path);
    finished(output, stderr, unit, purpose)
}

/// What came of a run of the compiler: its output, unless it refused the program or warned of what is refused here.
fn finished(output: Output, stderr: String, unit: &Unit, purpose: Purpose) -> Result<Vec<u8>, FrontendError> {
    if output.status.success() {
        match purpose {
            // The program cannot influence the warnings about this text.
            Purpose::Checks(text) => {
                unknown::refuse_ignored(&stderr)?;
                unknown::refuse_otherwise(&stderr, text)?;
            }
            Purpose::Preprocessed => unknown::refuse_preprocessed(&stderr, unit.flags.is_strict())?,
            _ => {}
        }
        return Ok(output.stdout);
    }
    match output.status.code() {
        Some(1) => Err(FrontendError::Compile { location: place_of_message(&stderr), stderr }),
        _ => {
            // A compiler that was killed says nothing itself.
            let told = if stderr.trim().is_empty() { String::new() } else { format!(": {}", stderr.trim_end()) };
            Err(FrontendError::Internal { message: format!("clang-22 failed ({}){told}", output.status) })
        }
    }
}

/// A file's name in a form that is neither an option nor a response file: the compiler reads `@FILE` as more of its
/// command line, even after `--`.
fn operand(name: &OsStr) -> OsString {
    match name.as_encoded_bytes().first() {
        Some(b'@' | b'-') => Path::new(".").join(name).into(),
        _ => name.to_owned(),
    }
}

/// Flags that make the module name files relative to their own folder, or to the folder that the flags refer to.
fn names_of_files(unit: &Unit, name: &OsStr, directory: &Path) -> Vec<OsString> {
    let mapped = |option: &str, from: &OsStr, to: &str| {
        let mut map = OsString::from(option);
        map.push(from);
        map.push(to);
        map
    };
    let mut arguments = Vec::new();
    let folders = unit.flags.folder.clone().into_iter().chain(directory.canonicalize());
    arguments.extend(folders.map(|folder| mapped("-ffile-prefix-map=", folder.as_os_str(), "/=")));
    if let Some(shown) = &unit.shown {
        arguments.push(mapped("-fdebug-prefix-map=", name, &format!("={shown}")));
    }
    arguments
}

/// Runs the first compiler that exists.
fn run(arguments: &[OsString], directory: &Path, input: Option<&str>) -> Result<Output, FrontendError> {
    let failed = |error: std::io::Error| FrontendError::Internal { message: format!("clang-22: {error}") };
    for compiler in COMPILERS {
        let mut command = Command::new(compiler);
        command
            .args(arguments)
            .current_dir(directory)
            .env("LC_ALL", "C")
            // `__TIME__` does not depend on when the compiler runs.
            .env("SOURCE_DATE_EPOCH", "0")
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = match command.spawn() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            child => child.map_err(failed)?,
        };
        if let (Some(mut pipe), Some(text)) = (child.stdin.take(), input) {
            // The compiler reads everything before it writes. If it ends early, its message says why.
            let _ = pipe.write_all(text.as_bytes());
        }
        return child.wait_with_output().map_err(failed);
    }
    Err(FrontendError::Internal {
        message: "clang-22 is not installed (Debian package clang-22; `make demo` installs it)".into(),
    })
}

/// The compiler's messages with the file named as the user named it.
fn as_seen_from_here(stderr: &str, name: &OsStr, path: &Path) -> String {
    let (name, path) = (name.to_string_lossy(), path.to_string_lossy());
    let mut text = String::with_capacity(stderr.len());
    for line in stderr.lines() {
        let own = line.strip_prefix(&*name).filter(|rest| rest.starts_with(':'));
        match own {
            Some(rest) => {
                text.push_str(&path);
                text.push_str(rest);
            }
            None => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// The place with which a message of the compiler begins (`file:line:column: `).
fn place_of_message(message: &str) -> Option<Location> {
    let line = message.lines().find(|line| line.contains(": "))?;
    let (place, _) = line.split_once(": ")?;
    let mut parts = place.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    (!file.is_empty()).then(|| Location { file: file.to_owned(), line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_messages() {
        let found = place_of_message("my file.c:3:7: error: expected ')'\nmore").expect("a place");
        assert_eq!((found.file.as_str(), found.line, found.column), ("my file.c", 3, 7));
        let found = place_of_message("a:b.c:12:1: error: x:1:2: y").expect("a place");
        assert_eq!((found.file.as_str(), found.line, found.column), ("a:b.c", 12, 1));
        for none in ["", "no place", "x.c: no such file", ":3:4: nothing", "x.c:99999999999:1: large", "x.c:-1:1: x"] {
            assert!(place_of_message(none).is_none(), "{none}");
        }
    }
}
