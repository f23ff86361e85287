//! `compile_commands.json`: how a build compiles its files.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Flags, FrontendError, Unit, bad_input, is_c, unreadable};

/// The C files of a build, with their flags.
pub struct Database {
    /// Where it was read, for messages.
    path: PathBuf,
    commands: Vec<Command>,
}

/// How one file is compiled.
struct Command {
    /// The file, absolute if the build says so or its folder does.
    file: PathBuf,
    folder: PathBuf,
    /// Without the compiler.
    words: Vec<String>,
}

impl Database {
    /// Reads the file; what is compiled from other languages is left out.
    ///
    /// # Errors
    /// It cannot be read, or is no list of commands.
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

    /// These files with their flags, or all without any; more flags come behind the build's own.
    ///
    /// # Errors
    /// A file that the build does not compile, or a flag that is not supported.
    pub fn units(&self, files: &[PathBuf], more: &[String]) -> Result<Vec<Unit>, FrontendError> {
        let chosen: Vec<(PathBuf, &Command)> = match files {
            [] => self.commands.iter().map(|command| (seen_from_here(&command.file), command)).collect(),
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

    fn of(&self, file: &Path) -> Result<&Command, FrontendError> {
        let same = |command: &&Command| match (command.file.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        };
        self.commands
            .iter()
            .find(same)
            .ok_or_else(|| bad_input(format!("{}: {} does not compile this file", file.display(), self.path.display())))
    }
}

/// A path below the current folder, relative to it.
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
        (None, Some(command)) => Some(split(command)),
        (None, None) => None,
    };
    let words = words.ok_or("'arguments' or 'command' is missing")?;
    let file = folder.join(named);
    // The compiler, and what it may be called through.
    let flags = words.into_iter().skip_while(|word| !word.starts_with('-'));
    let flags = flags.filter(|word| word.starts_with('-') || word != named && folder.join(word) != file);
    let words = flags.filter(|word| word != "--").collect();
    Ok(Command { file, folder, words })
}

/// The words of a command, as a shell splits them.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(rest.next()),
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{command, split};
    use serde_json::json;
    use std::path::Path;

    #[test]
    fn commands_are_split_like_a_shell() {
        assert_eq!(
            split(r#"cc -DX=\"a\"  '-DY=b c' "-DZ=\"q\"" -c"#),
            ["cc", "-DX=\"a\"", "-DY=b c", "-DZ=\"q\"", "-c"]
        );
        assert_eq!(split("a '' b"), ["a", "", "b"]);
    }

    #[test]
    fn compiler_and_file_are_no_flags() {
        let entry = json!({"directory": "/b", "file": "../a.c", "command": "ccache cc -I. -o a.o -c ../a.c"});
        let command = command(&entry, Path::new("")).expect("a command");
        assert_eq!(command.words, ["-I.", "-o", "a.o", "-c"]);
        assert!(super::command(&json!({"file": "a.c"}), Path::new("")).is_err());
    }
}
