//! Flags and settings from `haltcert.toml` (docs/projects.md), so that a function is proved alone as `haltarchive
//! check-project` proves it. Whether the file is as it should be is for `haltarchive` to say.

use super::Prove;
use crate::frontend;
use certificates::{DataModel, Limit, Overflow, Resource};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use toml::{Table, Value};

/// The name of the file.
const NAME: &str = "haltcert.toml";

/// What a project says of how its files are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// The project's file, as it is told.
    pub shown: PathBuf,
    /// The folder of the file, in which its paths begin.
    pub folder: PathBuf,
    flags: Vec<String>,
    compile_commands: Option<PathBuf>,
    signed_overflow: Option<Overflow>,
    data_model: Option<DataModel>,
    malloc_may_fail: bool,
    no_builtin: bool,
    /// What the function's proof has to bound.
    bound: Vec<Resource>,
}

/// What the project of the first file says; `None` if there is no project, or if it says nothing about reading.
///
/// # Errors
/// A project's file that cannot be read.
pub(super) fn taken(options: &Prove) -> Result<Option<Taken>, String> {
    let Some(first) = options.files.first().filter(|file| frontend::is_c(file)) else { return Ok(None) };
    if options.no_project || options.compile_commands.is_some() {
        return Ok(None);
    }
    let Ok(first) = first.canonicalize() else { return Ok(None) };
    let Some(path) = first.ancestors().skip(1).map(|folder| folder.join(NAME)).find(|path| path.is_file()) else {
        return Ok(None);
    };
    let failed = |what: &dyn std::fmt::Display| {
        let what = what.to_string();
        format!("{}: {} (--no-project takes nothing from it)", path.display(), what.trim_end())
    };
    let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| failed(&error))?;
    let folder = path.parent().unwrap_or(Path::new("/")).to_path_buf();
    let read = read(&table, &folder, options).map_err(|what| failed(&what))?;
    let shown = std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    let taken = Taken { shown: shown.unwrap_or_else(|| path.clone()), folder, ..read };
    let nothing = Taken { shown: taken.shown.clone(), folder: taken.folder.clone(), ..Taken::default() };
    Ok(Some(taken).filter(|taken| *taken != nothing))
}

/// The settings for all proofs, and those of the one that is about the function.
fn read(table: &Table, folder: &Path, options: &Prove) -> Result<Taken, String> {
    let mut taken = Taken::default();
    if let Some(Value::Table(defaults)) = table.get("defaults") {
        add(&mut taken, defaults, folder)?;
    }
    let proofs = table.get("proof").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let own = proofs.iter().filter_map(Value::as_table).find(|proof| is_about(proof, folder, options));
    if let Some(own) = own {
        add(&mut taken, own, folder)?;
    }
    Ok(taken)
}

/// Whether a proof is about the function that is to be proved, in these very files.
fn is_about(proof: &Table, folder: &Path, options: &Prove) -> bool {
    let files = proof.get("files").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let there = |path: PathBuf| path.canonicalize().ok();
    let named: Vec<Option<PathBuf>> =
        files.iter().filter_map(Value::as_str).map(|file| there(folder.join(file))).collect();
    let given: Vec<Option<PathBuf>> = options.files.iter().map(|file| there(file.clone())).collect();
    let function = proof.get("function").and_then(Value::as_str);
    !options.all_functions && function == Some(&options.entry) && named == given
}

/// Adds what a table says. A flag stands behind the earlier ones; other settings replace them.
fn add(taken: &mut Taken, table: &Table, folder: &Path) -> Result<(), String> {
    let wrong = |key: &str| format!("'{key}' has a value without meaning");
    for (key, value) in table {
        let text = || value.as_str().ok_or_else(|| wrong(key));
        let truth = || value.as_bool().ok_or_else(|| wrong(key));
        match key.as_str() {
            "flags" => {
                let words = value.as_array().ok_or_else(|| wrong(key))?.iter();
                let words = words.map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
                taken.flags.extend(words.ok_or_else(|| wrong(key))?);
            }
            "compile-commands" => taken.compile_commands = Some(folder.join(text()?)),
            "signed-overflow" => taken.signed_overflow = Some(known(text()?).ok_or_else(|| wrong(key))?),
            "data-model" => taken.data_model = Some(known(text()?).ok_or_else(|| wrong(key))?),
            "bound" => taken.bound = bounded(value).ok_or_else(|| wrong(key))?,
            "malloc-may-fail" => taken.malloc_may_fail = truth()?,
            "no-builtin" => taken.no_builtin = truth()?,
            _ => {}
        }
    }
    Ok(())
}

/// The resources of one bound, or of a list of bounds.
fn bounded(value: &Value) -> Option<Vec<Resource>> {
    let texts = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let mut resources = Vec::new();
    for text in texts {
        let Limit { resource, .. } = known(text.as_str()?)?;
        if !resources.contains(&resource) {
            resources.push(resource);
        }
    }
    Some(resources)
}

fn known<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

impl Taken {
    /// What was taken, as the command line would say it; `None` if the command line has the last word on all of it.
    pub(super) fn words(&self, options: &Prove) -> Option<String> {
        let mut words = Vec::new();
        words.extend(self.compile_commands.iter().map(|path| format!("--compile-commands {}", path.display())));
        words.extend(
            self.signed_overflow
                .filter(|_| options.signed_overflow.is_none())
                .map(|mode| format!("--signed-overflow {mode}")),
        );
        words.extend(
            self.data_model.filter(|_| options.data_model.is_none()).map(|model| format!("--data-model {model}")),
        );
        words.extend((self.malloc_may_fail && !options.malloc_may_fail).then(|| "--malloc-may-fail".to_owned()));
        words.extend((self.no_builtin && options.compiler.is_none()).then(|| "-fno-builtin".to_owned()));
        let bound = self.bound.iter().filter(|_| options.bound.is_empty());
        let resources: Vec<String> = bound.map(ToString::to_string).collect();
        words.extend((!resources.is_empty()).then(|| format!("--bound '{}'", resources.join(","))));
        words.extend((!self.flags.is_empty()).then(|| format!("-- {}", self.flags.join(" "))));
        (!words.is_empty()).then(|| format!("note: from {}: {}", self.shown.display(), words.join(" ")))
    }

    /// The options with what was taken. What the command line says comes last.
    pub(super) fn applied(self, options: Prove) -> Prove {
        Prove {
            flags: [self.flags.clone(), options.flags].concat(),
            compile_commands: self.compile_commands.clone(),
            signed_overflow: options.signed_overflow.or(self.signed_overflow),
            data_model: options.data_model.or(self.data_model),
            malloc_may_fail: options.malloc_may_fail || self.malloc_may_fail,
            compiler: options.compiler.or_else(|| self.no_builtin.then(|| "no-builtin".to_owned())),
            bound: if options.bound.is_empty() { self.bound.clone() } else { options.bound },
            project: Some(self),
            ..options
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Taken, add};
    use crate::cli::{Cli, Command, Prove};
    use clap::Parser;
    use std::path::Path;

    /// The options of a command line.
    fn given(more: &[&str]) -> Prove {
        let words = [&["haltcert", "prove", "a.c"], more].concat();
        match Cli::try_parse_from(words).expect("options").command {
            Command::Prove(prove) => prove,
            _ => panic!("another command"),
        }
    }

    #[test]
    fn flags_add_up_and_the_rest_is_replaced() {
        let mut taken = Taken::default();
        let table = |text: &str| text.parse().expect("a table");
        let folder = Path::new("/p");
        add(
            &mut taken,
            &table("flags = ['-Ia']\nsigned-overflow = 'wrap'\ntimeout = 3\nbound = 'iterations <= n'"),
            folder,
        )
        .expect("read");
        add(&mut taken, &table("flags = ['-Ib']\ncompile-commands = 'b/c.json'"), folder).expect("read");
        let words = "note: from : --compile-commands /p/b/c.json --signed-overflow wrap --bound 'iterations' \
            -- -Ia -Ib";
        assert_eq!(taken.words(&given(&[])).as_deref(), Some(words));
        // What the command line says itself was not taken.
        let own = given(&["--signed-overflow", "error", "--bound", "stack"]);
        assert_eq!(taken.words(&own).as_deref(), Some("note: from : --compile-commands /p/b/c.json -- -Ia -Ib"));
        let overflow = Taken { signed_overflow: taken.signed_overflow, ..Taken::default() };
        assert_eq!(overflow.words(&own), None);
        for wrong in
            ["flags = 3", "flags = [3]", "signed-overflow = 'none'", "no-builtin = 'yes'", "bound = 'n'", "bound = [3]"]
        {
            assert!(add(&mut taken, &table(wrong), folder).is_err(), "{wrong}");
        }
    }
}
