//! `haltcert.toml`: the functions of a project that must be proved (`docs/projects.md`).

use crate::failure::{Failure, Kind, Outcome};
use crate::{files, names, words};
use certificates::{DataModel, Limit, Overflow, Properties, Resource};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The file's text as data. Unknown fields are refused, so that no setting is ignored silently.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Text {
    archive: Option<PathBuf>,
    baseline: Option<PathBuf>,
    #[serde(default)]
    defaults: Options,
    #[serde(default)]
    proof: Vec<ProofText>,
}

/// One `[[proof]]`. serde cannot flatten and refuse unknown fields at once, so the options are repeated here.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ProofText {
    name: Option<String>,
    function: String,
    files: Vec<String>,
    precondition: Option<String>,
    flags: Option<Vec<String>>,
    compile_commands: Option<String>,
    properties: Option<Vec<String>>,
    signed_overflow: Option<String>,
    data_model: Option<String>,
    malloc_may_fail: Option<bool>,
    no_builtin: Option<bool>,
    timeout: Option<u64>,
    bound: Option<Several>,
    expected: Option<String>,
    reason: Option<String>,
}

/// One text, or a list of them.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Several {
    One(String),
    All(Vec<String>),
}

/// The settings of `[defaults]`, which apply to all proofs.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
struct Options {
    flags: Vec<String>,
    compile_commands: Option<String>,
    properties: Option<Vec<String>>,
    signed_overflow: Option<String>,
    data_model: Option<String>,
    malloc_may_fail: bool,
    no_builtin: bool,
    timeout: Option<u64>,
}

/// A project.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder of the file; all paths are relative to it.
    pub folder: PathBuf,
    /// Where certificates are kept.
    pub archive: PathBuf,
    /// The file that records what was proved.
    pub baseline: PathBuf,
    pub proofs: Vec<Request>,
}

/// A function that must be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// A name that is unique in the project; of a pattern, what the names of its functions begin with.
    pub name: String,
    /// A function, or a pattern of functions with `*` and `?`.
    pub function: String,
    pub files: Vec<String>,
    /// The contract, which replaces the one above the function.
    pub precondition: Option<String>,
    pub flags: Vec<String>,
    /// The commands of the build, which have flags of their own.
    pub compile_commands: Option<String>,
    pub properties: Properties,
    /// `None`: the compiler's flags decide.
    pub overflow: Option<Overflow>,
    pub data_model: Option<DataModel>,
    pub malloc_may_fail: bool,
    pub no_builtin: bool,
    /// Time limit in seconds.
    pub timeout: u64,
    /// What every call may cost, at most.
    pub bounds: Vec<Limit>,
    /// Why no proof is expected.
    pub expected: Option<String>,
}

impl Request {
    /// All functions of a file that have a contract.
    pub fn all_of(file: &str, flags: &[String], commands: Option<&str>) -> Request {
        Request {
            name: "*".into(),
            function: "*".into(),
            files: vec![file.to_owned()],
            precondition: None,
            flags: flags.to_vec(),
            compile_commands: commands.map(str::to_owned),
            properties: Properties { memory_safety: true, no_overflow: true, termination: true },
            overflow: None,
            data_model: None,
            malloc_may_fail: false,
            no_builtin: false,
            timeout: TIMEOUT,
            bounds: Vec::new(),
            expected: None,
        }
    }

    /// Whether it stands for all functions of a pattern.
    pub fn is_pattern(&self) -> bool {
        self.function.contains(['*', '?'])
    }
}

/// Time limit for each function in seconds, unless the file gives another one.
const TIMEOUT: u64 = 60;

/// The project in this file.
///
/// # Errors
/// [`Kind::Usage`]: it cannot be read, or something in it has no meaning.
pub fn read(path: &Path) -> Outcome<Project> {
    let text = files::text(path)?;
    let wrong = |message: String| Failure::usage(format!("{}: {message}", path.display()));
    let parent = path.parent().unwrap_or(Path::new(""));
    let folder = std::path::absolute(parent).or_else(|_| std::env::current_dir()).map_err(|e| wrong(e.to_string()))?;
    project(&text, &folder).map_err(wrong)
}

/// The project of this text, in this folder.
///
/// # Errors
/// Something in it has no meaning.
pub fn project(text: &str, folder: &Path) -> Result<Project, String> {
    let text: Text = toml::from_str(text).map_err(|error| error.to_string())?;
    let proofs =
        text.proof.into_iter().map(|proof| request(proof, &text.defaults)).collect::<Result<Vec<_>, String>>()?;
    if proofs.is_empty() {
        return Err("no [[proof]]: nothing must be proved".into());
    }
    require_names(proofs.iter().filter(|proof| !proof.is_pattern()))?;
    Ok(Project {
        archive: folder.join(text.archive.unwrap_or_else(|| "haltcert-archive".into())),
        baseline: folder.join(text.baseline.unwrap_or_else(|| "haltcert-baseline.json".into())),
        folder: folder.to_owned(),
        proofs,
    })
}

/// Checks that no two proofs have one name.
///
/// # Errors
/// The name that stands twice.
pub fn require_names<'a>(proofs: impl Iterator<Item = &'a Request>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for proof in proofs {
        if !seen.insert(&proof.name) {
            return Err(format!("two proofs are called '{}' (give one of them another name)", proof.name));
        }
    }
    Ok(())
}

/// Checks a name for a proof: it is used in file names and in build graphs.
///
/// # Errors
/// What is wrong with it.
pub fn require_name(name: &str) -> Result<(), String> {
    names::check(name)?;
    if !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')) || name.starts_with(['-', '.'])
    {
        return Err(format!(
            "proof of '{name}': a name has letters, digits, '_', '-' and '.', and begins with none of the last two"
        ));
    }
    Ok(())
}

/// Why no proof is expected, if the file says so.
fn expected(expected: Option<String>, reason: Option<String>) -> Result<Option<String>, &'static str> {
    match (expected.as_deref(), reason.filter(|reason| !reason.trim().is_empty())) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err("'reason' says why something else than a proof is expected: 'expected' is missing"),
        (Some("unknown"), Some(reason)) => Ok(Some(reason)),
        (Some("unknown"), None) => Err("'expected' needs a 'reason': why is there no proof yet?"),
        (Some(_), _) => Err("'expected' is unknown, or is left out where a proof is expected"),
    }
}

/// The bounds that are demanded.
fn bounds(demanded: Option<Several>) -> Result<Vec<Limit>, String> {
    let texts = match demanded {
        None => Vec::new(),
        Some(Several::One(text)) => vec![text],
        Some(Several::All(texts)) => texts,
    };
    let limits: Vec<Limit> = texts
        .iter()
        .map(|text| text.parse())
        .collect::<Result<_, String>>()
        .map_err(|what| format!("'bound': {what}"))?;
    match limits.iter().any(|limit| matches!(limit.resource, Resource::Stack(_))) {
        true => {
            Err("'bound': a bound of the stack is about one build: haltcheck --bound with --frames checks it".into())
        }
        false => Ok(limits),
    }
}

fn request(text: ProofText, defaults: &Options) -> Result<Request, String> {
    let name = text.name.clone().unwrap_or_else(|| text.function.clone());
    let wrong = |what: &str| Err(format!("proof of '{name}': {what}"));
    let pattern = text.function.contains(['*', '?']);
    if text.name.is_some() || !pattern {
        require_name(&name)?;
    }
    if pattern && text.precondition.is_some() {
        return wrong("'precondition' is for one function; those of a pattern have their contracts in the files");
    }
    // The prover would read a name that begins with '-' as an option.
    if text.files.is_empty() || text.files.iter().any(|file| file.is_empty() || file.starts_with('-')) {
        return wrong("'files' names the C files, or the module");
    }
    if text.function.is_empty() {
        return wrong("'function' is empty");
    }
    let Ok(overflow) = known(text.signed_overflow.as_ref().or(defaults.signed_overflow.as_ref())) else {
        return wrong("'signed-overflow' is error, wrap or ideal");
    };
    let Ok(data_model) = known(text.data_model.as_ref().or(defaults.data_model.as_ref())) else {
        return wrong("'data-model' is lp64 or ilp32");
    };
    let flags: Vec<String> = [defaults.flags.clone(), text.flags.unwrap_or_default()].concat();
    let error = overflow.unwrap_or(Overflow::Error) == Overflow::Error && !flags.iter().any(|flag| flag == "-fwrapv");
    let all = Properties { memory_safety: true, no_overflow: error, termination: true };
    let properties = match text.properties.as_ref().or(defaults.properties.as_ref()) {
        None => all,
        Some(words) => match words::read_properties(words) {
            Some(read) if read.memory_safety && (error || !read.no_overflow) => read,
            Some(_) => return wrong("'properties': memory-safety is always one, no-overflow only in the mode error"),
            None => return wrong("'properties' are memory-safety, no-overflow, termination, in this order"),
        },
    };
    let timeout = text.timeout.or(defaults.timeout).unwrap_or(TIMEOUT);
    if !(1..=31_536_000).contains(&timeout) {
        return wrong("'timeout' is a number of seconds from 1 to a year");
    }
    let bounds = match bounds(text.bound) {
        Ok(bounds) => bounds,
        Err(what) => return wrong(&what),
    };
    if !bounds.is_empty() && !properties.termination {
        return wrong("'bound': there is a bound only for what is proved to end, so 'properties' need termination");
    }
    let expected = match expected(text.expected, text.reason) {
        Ok(expected) => expected,
        Err(what) => return wrong(what),
    };
    Ok(Request {
        function: text.function,
        files: text.files,
        precondition: text.precondition,
        flags,
        compile_commands: text.compile_commands.or_else(|| defaults.compile_commands.clone()),
        properties,
        overflow,
        data_model,
        malloc_may_fail: text.malloc_may_fail.unwrap_or(defaults.malloc_may_fail),
        no_builtin: text.no_builtin.unwrap_or(defaults.no_builtin),
        timeout,
        bounds,
        expected,
        name,
    })
}

/// What a word means, if there is one.
fn known<T: FromStr>(word: Option<&String>) -> Result<Option<T>, T::Err> {
    word.map(|word| word.parse()).transpose()
}

impl Project {
    /// The proofs with these names; all of them if no name is given.
    ///
    /// # Errors
    /// [`Kind::Usage`]: there is none of this name.
    pub fn select(&self, names: &[String]) -> Outcome<Vec<Request>> {
        if let Some(name) = names.iter().find(|name| !self.proofs.iter().any(|proof| proof.name == **name)) {
            return Err(Failure::new(Kind::Usage, format!("the project has no proof called '{name}'")));
        }
        Ok(self.proofs.iter().filter(|p| names.is_empty() || names.contains(&p.name)).cloned().collect())
    }

    /// Files that the project names and that must not be overwritten: sources, contracts, and its baseline.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let contracts = self.proofs.iter().filter_map(|proof| proof.precondition.as_deref()?.strip_prefix('@'));
        let commands = self.proofs.iter().filter_map(|proof| proof.compile_commands.as_deref());
        let named = self.proofs.iter().flat_map(|proof| &proof.files).map(String::as_str);
        let named = named.chain(contracts).chain(commands);
        named.map(|file| self.folder.join(file)).chain([self.baseline.clone()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Project, project};
    use certificates::Overflow;
    use std::path::Path;

    fn read(text: &str) -> Result<Project, String> {
        project(text, Path::new("/p"))
    }

    const ONE: &str = "[[proof]]\nfunction = 'f'\nfiles = ['a.c']\n";

    #[test]
    fn what_is_not_said_has_a_default() {
        let project = read(ONE).expect("a project");
        let proof = &project.proofs[0];
        assert_eq!((proof.name.as_str(), proof.timeout, &proof.flags), ("f", 60, &vec![]));
        assert!(proof.properties.termination && proof.properties.no_overflow);
        assert_eq!(project.archive, Path::new("/p/haltcert-archive"));
    }

    #[test]
    fn defaults_hold_for_all_and_flags_add_up() {
        let text = "[defaults]\nflags = ['-Ia']\nsigned-overflow = 'wrap'\ntimeout = 5\n[[proof]]\nname = 'g'\n\
            function = 'f'\nfiles = ['a.c']\nflags = ['-Ib']\n";
        let project = read(text).expect("a project");
        let proof = &project.proofs[0];
        assert_eq!((proof.overflow, proof.timeout), (Some(Overflow::Wrap), 5));
        assert_eq!(proof.flags, ["-Ia", "-Ib"]);
        assert!(!proof.properties.no_overflow);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        let with = |line: &str| format!("{ONE}{line}\n");
        let wrong = [
            (String::new(), "nothing must be proved"),
            (with("colour = 'red'"), "colour"),
            (format!("colour = 1\n{ONE}"), "colour"),
            (format!("[defaults]\nfiles = ['a.c']\n{ONE}"), "files"),
            (with("files = ['b.c']"), "duplicate key"),
            (with("signed-overflow = 'none'"), "error, wrap or ideal"),
            (with("data-model = 'lp32'"), "lp64 or ilp32"),
            (with("properties = ['termination']"), "memory-safety is always"),
            (with("properties = ['safety']"), "memory-safety, no-overflow"),
            (with("signed-overflow = 'wrap'\nproperties = ['memory-safety', 'no-overflow']"), "only in the mode error"),
            (with("bound = 'iterations < 3'"), "'bound': 'iterations < 3' is no bound"),
            (with("bound = ['time <= 3']"), "'time' is none of iterations"),
            (with("bound = 'stack <= 512'"), "--frames"),
            (with("bound = 'iterations <= 3'\nproperties = ['memory-safety']"), "need termination"),
            (with("timeout = 0"), "seconds"),
            (with("timeout = -1"), "timeout"),
            (with("name = '../f'"), "'..'"),
            (with("name = 'a b'"), "letters"),
            (format!("{ONE}{ONE}"), "two proofs are called 'f'"),
            (with("expected = 'unknown'"), "needs a 'reason'"),
            (with("expected = 'violated'\nreason = 'x'"), "'expected' is unknown"),
            (with("reason = 'x'"), "'expected' is missing"),
            ("[[proof]]\nfunction = 'f*'\nfiles = ['a.c']\nprecondition = '@p'\n".into(), "for one function"),
            ("[[proof]]\nfunction = 'f'\n".into(), "files"),
            ("[[proof]]\nfunction = 'f'\nfiles = []\n".into(), "'files'"),
            ("[[proof]]\nfunction = 'f'\nfiles = ['--json']\n".into(), "'files'"),
            ("[[proof".into(), "TOML"),
        ];
        for (text, words) in wrong {
            let message = read(&text).expect_err("wrong");
            assert!(message.contains(words), "{text}: {message}");
        }
    }
}
