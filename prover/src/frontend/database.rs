//! `compile_commands.json`: the commands with which a build compiles its files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Flags, FrontendError, Unit, bad_input, is_c, unreadable};

/// The C files of a build, with their flags.
pub struct Database {
    /// The path of the file, for messages.
    path: PathBuf,
    commands: Vec<Command>,
}

/// How one file is compiled.
struct Command {
    /// The file. The path is absolute if the build's path or folder is.
    file: PathBuf,
    folder: PathBuf,
    /// The command without the compiler.
    words: Vec<String>,
}

impl Database {
    /// Reads the file. Commands for other languages are ignored.
    ///
    /// # Errors
    /// It cannot be read, or is not a list of commands.
    pub fn read(path: &Path) -> Result<Database, FrontendError> {
        let bytes = std::fs::read(path).map_err(|error| unreadable(path, &error))?;
        let bad = |what: String| bad_input(format!("{}: {what}", path.display()));
        let list: Value = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
        let list = list.as_array().ok_or_else(|| bad("a list of commands is expected".into()))?;
        let beside = path.parent().unwrap_or(Path::new(""));
        let mut commands = Vec::new();
        for (number, entry) in list.iter().enumerate() {
            let command = command(entry, beside).map_err(|what| bad(format!("command {}: {what}", number + 1)))?;
            commands.extend(Some(command).filter(|command| is_c(&command.file)));
        }
        Ok(Database { path: path.to_owned(), commands })
    }

    /// These files with their flags; all files if none is given. Further flags come after the build's own.
    ///
    /// # Errors
    /// A file that the build does not compile, or a flag that is not supported.
    pub fn units(&self, files: &[PathBuf], more: &[String]) -> Result<Vec<Unit>, FrontendError> {
        let chosen: Vec<(PathBuf, &Command)> = match files {
            [] => self.each_once()?,
            files => files.iter().map(|file| Ok((file.clone(), self.of(file)?))).collect::<Result<_, _>>()?,
        };
        if chosen.is_empty() {
            return Err(bad_input(format!("{}: no C file is compiled here", self.path.display())));
        }
        let unit = |(file, command): (PathBuf, &Command)| {
            let mut words = command.words.clone();
            words.extend_from_slice(more);
            let flags = Flags::read(&words, &command.folder)
                .map_err(|error| bad_input(format!("{}: {}: {error}", self.path.display(), file.display())))?;
            Ok(Unit::new(file, flags))
        };
        chosen.into_iter().map(unit).collect()
    }

    /// All files, each with one command.
    fn each_once(&self) -> Result<Vec<(PathBuf, &Command)>, FrontendError> {
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for command in &self.commands {
            let file = command.file.canonicalize().unwrap_or_else(|_| command.file.clone());
            if seen.insert(file) {
                let one = if command.file.exists() { self.of(&command.file)? } else { command };
                all.push((seen_from_here(&one.file), one));
            }
        }
        Ok(all)
    }

    /// The command that compiles a file. Builds of libraries compile each file twice, once with code that may lie
    /// anywhere: then the other command counts.
    fn of(&self, file: &Path) -> Result<&Command, FrontendError> {
        let bad = |what: &str| bad_input(format!("{}: {} {what}", file.display(), self.path.display()));
        let same = |command: &&Command| match (command.file.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        let all: Vec<&Command> = self.commands.iter().filter(same).collect();
        let first = all.first().copied().ok_or_else(|| bad("does not compile this file"))?;
        let fixed = all.iter().find(|command| !command.words.iter().any(|word| is_about_position(word)));
        let flags = |command: &Command| {
            // `-DPIC` is libtool's behind `-fPIC` where the other command has neither; else it is a macro as any other.
            let libtool = fixed.is_some() && command.words.iter().any(|word| is_about_position(word) && word != PIC);
            let ignored = |word: &String| is_about_position(word) && (word != PIC || libtool);
            let words: Vec<String> = command.words.iter().filter(|word| !ignored(word)).cloned().collect();
            Flags::read(&words, &command.folder)
        };
        for other in &all {
            if flags(first)? != flags(other)? {
                return Err(bad("compiles this file more than once, with different flags: give the flags behind --"));
            }
        }
        Ok(fixed.copied().unwrap_or(first))
    }
}

/// What libtool adds to `-fPIC`.
const PIC: &str = "-DPIC";

/// Whether a flag makes code that may lie anywhere, or is what libtool adds to such a flag.
fn is_about_position(word: &str) -> bool {
    matches!(word, "-fPIC" | "-fpic" | "-fPIE" | "-fpie" | PIC)
}

/// A path relative to the current folder, if it lies below.
fn seen_from_here(file: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let relative = here.ok().and_then(|here| file.strip_prefix(here).ok());
    relative.unwrap_or(file).to_owned()
}

fn command(entry: &Value, beside: &Path) -> Result<Command, String> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    let folder = beside.join(text("directory").ok_or("'directory' is missing")?);
    let named = text("file").ok_or("'file' is missing")?;
    let words = match (entry.get("arguments").and_then(Value::as_array), text("command")) {
        (Some(list), _) => list.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>(),
        (None, Some(command)) => Some(split(command).ok_or("'command' ends inside quotation marks")?),
        (None, None) => None,
    };
    let words = words.ok_or("'arguments' or 'command' is missing")?;
    let file = folder.join(named);
    let mut words = words.into_iter().skip_while(|word| LAUNCHERS.contains(&program(word)));
    let compiler = words.next().ok_or("the compiler is missing")?;
    let target =
        target(program(&compiler)).ok_or_else(|| format!("'{compiler}' is no C compiler for x86 that is known"))?;
    let flags = words.filter(|word| word.starts_with('-') || word != named && folder.join(word) != file);
    let words = target.iter().map(|flag| (*flag).to_owned()).chain(flags.filter(|word| word != "--")).collect();
    Ok(Command { file, folder, words })
}

/// Programs through which compilers are called.
const LAUNCHERS: &[&str] = &["ccache", "distcc", "sccache", "icecc"];
/// Names of C compilers, with or without a version after them.
const COMPILERS: &[&str] = &["cc", "gcc", "clang", "c99", "c89"];

/// The name of a program without its folder.
fn program(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// The flags that a compiler's name implies, if it is a C compiler for a supported target.
fn target(name: &str) -> Option<&'static [&'static str]> {
    let version = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let name = name.rsplit_once('-').filter(|(_, rest)| version(rest)).map_or(name, |(name, _)| name);
    let (target, name) = name.rsplit_once('-').unwrap_or(("", name));
    if !COMPILERS.contains(&name) {
        return None;
    }
    let mut parts = target.split('-');
    let flags: &[&str] = match parts.next() {
        Some("") => &[],
        Some("x86_64") => &["-m64"],
        Some("i386" | "i486" | "i586" | "i686") => &["-m32"],
        _ => return None,
    };
    // Other targets have other types or calling conventions: x32, Windows.
    let same = |part| ["pc", "unknown", "redhat", "suse", "linux", "gnu", "musl"].contains(&part);
    parts.all(same).then_some(flags)
}

/// The words of a command, as a shell splits them; `None` if it ends inside quotation marks, or behind a backslash.
/// (`shlex` makes an empty word of a backslash at a line's end between two words, as builds write them.)
fn split(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => {
                let escaped = rest.next()?;
                if escaped == '\n' {
                    continue;
                }
                let word = word.get_or_insert_default();
                // Between double quotes most backslashes stand for themselves.
                if quote.is_some() && !matches!(escaped, '$' | '`' | '"' | '\\') {
                    word.push('\\');
                }
                word.push(escaped);
            }
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if matches!(c, ' ' | '\t' | '\n') => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::command;
    use serde_json::json;
    use std::path::Path;

    fn words(command: &str) -> Result<Vec<String>, String> {
        let entry = json!({"directory": "/b", "file": "x.c", "command": format!("cc {command}")});
        super::command(&entry, Path::new("")).map(|command| command.words)
    }

    #[test]
    fn commands_are_split_like_a_shell() {
        let split = |command: &str| words(command).expect("a command");
        assert_eq!(split(r#"-DX=\"a\"  '-DY=-b c' "-DZ=\"q\"" -c"#), ["-DX=\"a\"", "-DY=-b c", "-DZ=\"q\"", "-c"]);
        assert_eq!(split("a '' b"), ["a", "", "b"]);
        assert_eq!(split(r#"-DA="\\x41" "\n\$\`\\" \n '\n'"#), [r"-DA=\x41", r"\n$`\", "n", r"\n"]);
        assert_eq!(split("a\\\nb \"a\\\nb\" \\\n c"), ["ab", "ab", "c"]);
        for open in ["-DA='a", "-DA=\"a", "-DA=a\\"] {
            assert!(words(open).is_err(), "{open}");
        }
    }

    #[test]
    fn compiler_and_file_are_no_flags() {
        let entry = json!({"directory": "/b", "file": "../a.c", "command": "ccache cc -I. -o a.o -c ../a.c"});
        let command = command(&entry, Path::new("")).expect("a command");
        assert_eq!(command.words, ["-I.", "-o", "a.o", "-c"]);
        assert!(super::command(&json!({"file": "a.c"}), Path::new("")).is_err());
        let words = |compiler: &str| {
            let entry = json!({"directory": "/b", "file": "a.c", "arguments": [compiler, "-c", "a.c"]});
            super::command(&entry, Path::new("")).map(|command| command.words)
        };
        assert_eq!(words("/usr/bin/x86_64-linux-gnu-gcc-12").expect("a command"), ["-m64", "-c"]);
        assert_eq!(words("i686-linux-gnu-gcc").expect("a command"), ["-m32", "-c"]);
        assert_eq!(words("clang-22").expect("a command"), ["-c"]);
        for compiler in
            ["aarch64-linux-gnu-gcc", "@flags.rsp", "x86_64-w64-mingw32-gcc", "x86_64-linux-gnux32-gcc", "tcc"]
        {
            assert!(words(compiler).is_err(), "{compiler}");
        }
        // A word after the compiler is a flag, or refused.
        let entry = json!({"directory": "/b", "file": "a.c", "arguments": ["cc", "@flags.rsp", "-c", "a.c"]});
        assert_eq!(super::command(&entry, Path::new("")).expect("a command").words, ["@flags.rsp", "-c"]);
    }
}
