//! The C compiler's flags for a file, as the user gives them (`spec/decisions/build-flags.md`).
//!
//! Invariant: a flag is passed on, translated, or dropped because it does not matter here. A flag that is on none of
//! the lists may change what the program means, and is refused by name.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use certificates::DataModel;

use super::{FrontendError, bad_input};

/// Flags for the preprocessor that are followed by a path.
const PATHS: &[&str] = &["-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"];
/// Flags of this list and of [`DEFINITIONS`] that may be joined with their argument in one word.
const JOINED: &[&str] = &["-I", "-isystem", "-iquote", "-D", "-U"];
/// Flags for the preprocessor that are followed by a name.
const DEFINITIONS: &[&str] = &["-D", "-U"];
/// Flags for the preprocessor without an argument.
const PREPROCESSOR: &[&str] = &["-nostdinc", "-trigraphs", "-pthread"];

/// Flags about optimisation, code generation, linking, messages and output files. The module is made without
/// optimisation, and the claim is about the module.
#[rustfmt::skip]
const DROPPED: &[&str] = &[
    "-c", "-S", "-w", "-v", "-s", "-pipe", "-pedantic", "-pedantic-errors", "-pie", "-no-pie", "-static", "-shared",
    "-rdynamic", "-MD", "-MMD",
    "-MP", "-fno-common", "-fstrict-aliasing",
    "-fno-strict-aliasing", "-fomit-frame-pointer", "-fno-omit-frame-pointer", "-ffunction-sections",
    "-fdata-sections", "-fno-exceptions", "-fno-plt", "-fsigned-char", "-ffp-contract=off",
    "-fno-delete-null-pointer-checks", "-fno-ident", "-fno-semantic-interposition", "-Qunused-arguments",
];
/// Prefixes of such flags.
#[rustfmt::skip]
const DROPPED_FAMILIES: &[&str] = &[
    "-g", "-W", "-l", "-L", "-fdiagnostics-", "-fcolor-diagnostics", "-fno-color-diagnostics", "-fstack-protector",
    "-fno-stack-protector", "-fstack-clash-protection", "-fcf-protection", "-fvisibility=", "-flto", "-fno-lto",
    "-fmessage-length=", "-ftree-", "-fno-tree-", "-funroll-", "-finline", "-fno-inline", "-falign-", "-mtune=",
    "-fasynchronous-unwind-tables", "-fno-asynchronous-unwind-tables", "-funwind-tables", "-fno-unwind-tables",
];
/// Flags about code that also define macros (gcc's `-dM -E`), with what remains of them: names and definitions of their
/// family. The last flag of a family counts.
type Told = (&'static str, &'static [&'static str]);
const POSITION: &[&str] = &["-U__PIC__", "-U__pic__", "-U__PIE__", "-U__pie__"];
const TELLING: &[Told] = &[
    ("-fPIC", &["-D__PIC__=2", "-D__pic__=2"]),
    ("-fpic", &["-D__PIC__=1", "-D__pic__=1"]),
    ("-fPIE", &["-D__PIC__=2", "-D__pic__=2", "-D__PIE__=2", "-D__pie__=2"]),
    ("-fpie", &["-D__PIC__=1", "-D__pic__=1", "-D__PIE__=1", "-D__pie__=1"]),
    ("-fno-PIC", &[]),
    ("-fno-pic", &[]),
    ("-fno-PIE", &[]),
    ("-fno-pie", &[]),
];
const PROTECTION: &[&str] = &["-U__SSP__", "-U__SSP_STRONG__", "-U__SSP_ALL__"];
const PROTECTING: &[Told] = &[
    ("-fstack-protector", &["-D__SSP__=1"]),
    ("-fstack-protector-strong", &["-D__SSP_STRONG__=3"]),
    ("-fstack-protector-all", &["-D__SSP_ALL__=2"]),
    ("-fno-stack-protector", &[]),
];

/// Members of these families that pass something to another program.
const HANDED_ON: &[&str] = &["-Wp,", "-Wa,", "-Wl,"];
/// Linker options that do not rebind names (GNU ld's manual); `--wrap`, `--defsym` and linker scripts do.
#[rustfmt::skip]
const LINKED: &[&str] = &[
    "--as-needed", "--no-as-needed", "--gc-sections", "--no-gc-sections", "--no-undefined", "--start-group",
    "--end-group", "-(", "-)", "--whole-archive", "--no-whole-archive", "--export-dynamic", "-E", "--strip-all",
    "--strip-debug", "-s", "-S", "--print-gc-sections", "--fatal-warnings", "--no-fatal-warnings", "--enable-new-dtags",
    "--disable-new-dtags", "--no-copy-dt-needed-entries", "--stats", "--build-id", "--eh-frame-hdr", "-O1", "-O2",
    "-z", "relro", "now", "noexecstack", "defs", "-Bstatic", "-Bdynamic", "-Bsymbolic", "-Bsymbolic-functions",
];
/// Prefixes of such options, followed by a value.
#[rustfmt::skip]
const LINKED_FAMILIES: &[&str] = &[
    "--build-id=", "--hash-style=", "-soname=", "--soname=", "-rpath=", "--rpath=", "-rpath-link=", "--rpath-link=",
    "-Map=", "--version-script=", "--compress-debug-sections=", "--sort-section=", "--sort-common",
];
/// Flags that are dropped together with the argument after them.
const DROPPED_WITH_ARGUMENT: &[&str] = &["-o", "-MF", "-MT", "-MQ"];

/// What a file is compiled with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Flags for text that is not preprocessed yet.
    pub(super) preprocessor: Vec<OsString>,
    /// Flags for all text.
    pub(super) language: Vec<OsString>,
    /// The folder that relative paths start from.
    pub(super) folder: Option<PathBuf>,
    /// `-fno-builtin`, or what implies it.
    pub no_builtin: bool,
    /// `-fbuiltin`, or what implies it.
    builtin: bool,
    /// What the program is optimised for, as macros show it.
    optimized: Option<&'static [&'static str]>,
    /// Macros of other flags about code, of two families.
    position: Vec<OsString>,
    protection: Vec<OsString>,
    /// `-fwrapv`, or what implies it: signed overflow wraps.
    pub wrap: bool,
    /// `-m32` or `-m64`.
    pub data_model: Option<DataModel>,
}

impl Flags {
    /// The folder in which relative paths begin.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The folders in which the program's own headers are looked for, not those of systems (-isystem, -idirafter).
    pub(crate) fn include_folders(&self) -> impl Iterator<Item = PathBuf> {
        let is_flag = |word: &OsString| ["-I", "-iquote"].iter().any(|flag| word == flag);
        self.preprocessor.windows(2).filter(move |pair| is_flag(&pair[0])).map(|pair| PathBuf::from(&pair[1]))
    }

    /// Reads flags whose relative paths begin in a folder.
    ///
    /// # Errors
    /// A flag that is not supported, or lacks its argument.
    pub fn read(words: &[String], folder: &Path) -> Result<Flags, FrontendError> {
        let folder = folder.canonicalize().map_err(|error| bad_input(format!("{}: {error}", folder.display())))?;
        let mut flags = Flags { folder: (!words.is_empty()).then(|| folder.clone()), ..Flags::default() };
        let mut words = words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            flags.word(word, &mut words, &folder)?;
        }
        if flags.builtin && flags.no_builtin {
            let what = "-fno-builtin (or -ffreestanding) and -fbuiltin (or -fhosted) contradict each other";
            return Err(bad_input(format!("among the compiler's flags, {what}")));
        }
        // As in the build, these come before the user's definitions, which may revoke them.
        let told = [std::mem::take(&mut flags.position), std::mem::take(&mut flags.protection)].concat();
        flags.preprocessor.splice(0..0, told);
        flags.preprocessor.splice(0..0, flags.optimized.unwrap_or_default().iter().map(OsString::from));
        Ok(flags)
    }

    /// Whether strings like `R"(...)"` are read as one: in GNU C since 1999, and so without a flag.
    pub(super) fn has_raw_strings(&self) -> bool {
        self.standard().is_none_or(|name| name.starts_with("gnu") && !matches!(name, "gnu89" | "gnu90"))
    }

    /// Whether the dialect is the standard's, without the extensions of GNU C.
    pub(super) fn is_strict(&self) -> bool {
        self.standard().is_some_and(|name| !name.starts_with("gnu"))
    }

    /// The dialect of C that the last flag about it names.
    fn standard(&self) -> Option<&str> {
        self.language.iter().rev().find_map(|word| word.to_str()?.strip_prefix("-std="))
    }

    fn word<'a>(
        &mut self,
        word: &str,
        rest: &mut impl Iterator<Item = &'a str>,
        folder: &Path,
    ) -> Result<(), FrontendError> {
        let mut argument =
            || rest.next().ok_or_else(|| bad_input(format!("the compiler's flag {word} lacks its argument")));
        if PATHS.contains(&word) || DEFINITIONS.contains(&word) {
            let value = argument()?;
            self.preprocessed(word, value, folder)?;
        } else if let Some((flag, value)) = JOINED.iter().find_map(|f| Some((*f, word.strip_prefix(f)?))) {
            self.preprocessed(flag, value, folder)?;
        } else if PREPROCESSOR.contains(&word) {
            self.preprocessor.push(word.into());
        } else if word.strip_prefix("-std=").is_some_and(is_draft) {
            return Err(bad_input(format!(
                "the compiler's flag {word} is not supported: compilers implement different parts of the draft; use -std=c23 or -std=gnu17"
            )));
        } else if word == "-ansi" || word.strip_prefix("-std=").is_some_and(is_c) {
            self.language.push(if word == "-ansi" { "-std=c89" } else { word }.into());
        } else if DROPPED_WITH_ARGUMENT.contains(&word) {
            argument()?;
        } else if word == "-x" {
            let language = argument()?;
            if language != "c" {
                return Err(refused(&format!("-x {language}")));
            }
        } else {
            self.switch(word)?;
        }
        Ok(())
    }

    /// A flag without an argument that affects the whole program, or nothing.
    fn switch(&mut self, word: &str) -> Result<(), FrontendError> {
        let family = DROPPED_FAMILIES.iter().any(|family| word.starts_with(family));
        let handed_on = HANDED_ON.iter().any(|family| word.starts_with(family));
        let told = |family: &[&str], all: &[Told]| {
            let (_, definitions) = all.iter().find(|(flag, _)| *flag == word)?;
            Some(family.iter().chain(*definitions).map(OsString::from).collect::<Vec<_>>())
        };
        if let Some(macros) = told(POSITION, TELLING) {
            self.position = macros;
            return Ok(());
        }
        if let Some(macros) = told(PROTECTION, PROTECTING) {
            self.protection = macros;
            return Ok(());
        }
        match word {
            "-fno-builtin" => self.no_builtin = true,
            "-fbuiltin" | "-fhosted" => self.builtin = true,
            "-O0" => self.optimized = None,
            "-O" | "-O1" | "-O2" | "-O3" | "-Og" => self.optimized = Some(&["-D__OPTIMIZE__=1"]),
            "-Os" | "-Oz" => self.optimized = Some(&["-D__OPTIMIZE__=1", "-D__OPTIMIZE_SIZE__=1"]),
            "-ffreestanding" => {
                self.no_builtin = true;
                self.language.push(word.into());
            }
            // Whether an `inline` function without `static` is a definition, or another file has the real one.
            "-fgnu89-inline" | "-fno-gnu89-inline" => self.language.push(word.into()),
            "-fwrapv" | "-fno-strict-overflow" => self.wrap = true,
            "-m32" => self.data_model = Some(DataModel::Ilp32),
            "-m64" => self.data_model = Some(DataModel::Lp64),
            _ if DROPPED.contains(&word) || family && !handed_on || only_links(word) => {}
            _ => return Err(refused(word)),
        }
        Ok(())
    }

    fn preprocessed(&mut self, flag: &str, value: &str, folder: &Path) -> Result<(), FrontendError> {
        self.preprocessor.push(flag.into());
        let path = folder.join(value);
        let named = PATHS.contains(&flag);
        // A file to be included is searched for in this folder first, then among the headers.
        let searched = matches!(flag, "-include" | "-imacros") && !path.exists();
        let value = if named && !searched { path.into() } else { OsString::from(value) };
        // The compiler would read a separate word that begins like this as a response file.
        if value.as_encoded_bytes().starts_with(b"@") {
            return Err(refused(&format!("{flag} {}", value.display())));
        }
        self.preprocessor.push(value);
        Ok(())
    }
}

/// `-Wl,` with linker options that do not rebind any name.
fn only_links(word: &str) -> bool {
    let known = |option: &str| LINKED.contains(&option) || LINKED_FAMILIES.iter().any(|f| option.starts_with(f));
    word.strip_prefix("-Wl,").is_some_and(|options| options.split(',').all(known))
}

/// Drafts of standards: what they mean changes with the compiler's version. (gcc knows `c23` from version 14 on.)
fn is_draft(standard: &str) -> bool {
    standard.ends_with(|last: char| last.is_ascii_alphabetic()) && is_c(standard)
}

/// Standards of C, not of C++.
fn is_c(standard: &str) -> bool {
    let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let after = standard.strip_prefix("gnu").or_else(|| standard.strip_prefix('c'));
    after.is_some_and(digit) || standard.starts_with("iso9899:")
}

fn refused(word: &str) -> FrontendError {
    if !word.starts_with('-') {
        return bad_input(format!("'{word}' among the compiler's flags is no flag"));
    }
    bad_input(format!("the compiler's flag {word} is not supported: it may change what the program means"))
}

#[cfg(test)]
mod tests {
    use super::Flags;
    use std::path::Path;

    fn read(words: &[&str]) -> Result<Flags, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        Flags::read(&words, Path::new("/")).map_err(|error| error.to_string())
    }

    fn passed(words: &[&str]) -> Vec<String> {
        let flags = read(words).expect("supported flags");
        let all = flags.preprocessor.iter().chain(&flags.language);
        all.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn paths_become_absolute() {
        assert_eq!(passed(&["-Iinc", "-I", "/a", "-isystem", "s"]), ["-I", "/inc", "-I", "/a", "-isystem", "/s"]);
        assert_eq!(passed(&["-DX=1", "-U", "Y", "-std=c99"]), ["-D", "X=1", "-U", "Y", "-std=c99"]);
    }

    #[test]
    fn what_does_not_matter_is_dropped() {
        assert_eq!(passed(&["-g", "-Wall", "-o", "a.o", "-c", "-MF", "x.d", "-fno-plt"]), [""; 0]);
        let position = ["-U__PIC__", "-U__pic__", "-U__PIE__", "-U__pie__"];
        let told = [&position[..], &["-D__PIC__=2", "-D__pic__=2"]].concat();
        assert_eq!(passed(&["-fpie", "-fPIC"]), told);
        assert_eq!(passed(&["-fPIC", "-fno-pic", "-fstack-protector-all", "-fno-stack-protector"]).len(), 7);
        assert_eq!(passed(&["-O2", "-O0"]), [""; 0]);
    }

    #[test]
    fn what_changes_the_meaning_is_translated_or_refused() {
        assert_eq!(passed(&["-O0", "-O2"]), ["-D__OPTIMIZE__=1"]);
        let flags = read(&["-fwrapv", "-fno-builtin", "-m32"]).expect("supported flags");
        assert!(flags.wrap && flags.no_builtin);
        assert_eq!(flags.data_model, Some(certificates::DataModel::Ilp32));
        for (words, raw) in [
            (&[][..], true),
            (&["-std=c17", "-std=gnu11"], true),
            (&["-std=gnu99", "-ansi"], false),
            (&["-std=gnu90"], false),
            (&["-std=iso9899:2011"], false),
        ] {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            assert_eq!(Flags::read(&words, Path::new("/")).expect("flags").has_raw_strings(), raw, "{words:?}");
        }
        for word in ["-funsigned-char", "-fshort-enums", "-std=c++17", "-Wp,-DX", "-ffast-math", "-include-pch", "a.c"]
        {
            assert!(read(&[word]).expect_err("refused").contains(word), "{word}");
        }
        for word in ["-Wl,--wrap=malloc", "-Wl,-z,now,--defsym=f=g", "-Wl,-T,x.ld", "-Wl,@x"] {
            assert!(read(&[word]).expect_err("refused").contains(word), "{word}");
        }
        assert_eq!(passed(&["-Wl,--gc-sections,-z,relro", "-Wl,-soname=libx.so.1"]), [""; 0]);
        assert!(read(&["-D", "@x"]).expect_err("refused").contains("-D @x"));
        assert_eq!(passed(&["-U__OPTIMIZE__", "-O2"]), ["-D__OPTIMIZE__=1", "-U", "__OPTIMIZE__"]);
        for word in ["-std=c2x", "-std=gnu2x", "-std=iso9899:2x", "-std=c2y"] {
            assert!(read(&[word]).expect_err("refused").contains("draft"), "{word}");
        }
        for (word, strict) in [("-std=gnu89", false), ("-std=c99", true), ("-ansi", true), ("-std=c23", true)] {
            assert_eq!(read(&[word]).expect("supported").is_strict(), strict, "{word}");
        }
        for [one, other] in [["-fno-builtin", "-fbuiltin"], ["-fhosted", "-ffreestanding"]] {
            assert!(read(&[one, other]).expect_err("refused").contains("contradict"), "{one} {other}");
        }
        assert!(read(&["-I"]).expect_err("refused").contains("-I"));
    }
}
