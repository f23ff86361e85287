//! Whether a module is what the prover's front end makes of the sources that the author names, now and with these
//! flags.
//!
//! A certificate stays VALID when its source changes, because it is about the module. Only making the module again
//! shows that they still belong together.

use crate::failure::{Failure, Kind, Outcome};
use crate::project::prover::Prover;
use crate::statement::{Origin, Untied};
use crate::{files, strict};
use certificates::Claim;
use checker::answer::report::escape;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources that modules may have been made from.
#[derive(Debug)]
pub struct Sources<'a> {
    pub files: &'a [PathBuf],
    /// The compiler's flags.
    pub flags: &'a [String],
    pub prover: &'a Prover,
}

/// The files that a module was made from, or why they are not known.
pub type Found = Result<Vec<PathBuf>, Untied>;

/// The result of one attempt to make a module.
enum Made {
    Module(String),
    /// The front end made none, for this reason.
    Refused(String),
    /// No attempt was possible.
    Nothing(Untied),
}

impl Sources<'_> {
    /// Finds the sources that give this module.
    ///
    /// # Errors
    /// [`Kind::Source`]: none of them does.
    pub fn of(&self, certificate: &str, claim: &Claim, module: &str) -> Outcome<Found> {
        if self.files.is_empty() {
            return Ok(Err(Untied::NoSource));
        }
        let scratch =
            tempfile::TempDir::new().map_err(|error| Failure::usage(format!("no folder for files: {error}")))?;
        let mut why = None;
        for files in self.attempts(module) {
            // The contract above the function, or one that was given separately: the module is reduced to what it
            // reaches.
            for contract in
                [None, claim.precondition.as_deref()].into_iter().take(1 + usize::from(claim.precondition.is_some()))
            {
                match self.make(&files, claim, contract, scratch.path())? {
                    Made::Module(text) if text == module => return Ok(Ok(files)),
                    Made::Module(_) => why = Some("they give another module".to_owned()),
                    Made::Refused(reason) => why = why.or(Some(reason)),
                    Made::Nothing(untied) => return Ok(Err(untied)),
                }
            }
        }
        let message = format!(
            "{certificate}: its module for '{}' is not what the sources give now, with these flags: {} (prove again, or name \
             the source and the flags that it was made from)",
            claim.entry,
            why.unwrap_or_default()
        );
        Err(Failure::new(Kind::Source, message.lines().map(escape).collect::<Vec<_>>().join("\n")))
    }

    /// Groups of files that may give the module together: those that it names, all of them, and each one that it names
    /// alone.
    fn attempts(&self, module: &str) -> Vec<Vec<PathBuf>> {
        let is_named = |file: &&PathBuf| file.file_name().is_some_and(|name| names(module, &name.to_string_lossy()));
        let named: Vec<PathBuf> = self.files.iter().filter(is_named).cloned().collect();
        let alone = named.iter().map(|file| vec![file.clone()]);
        let mut attempts: Vec<Vec<PathBuf>> = Vec::new();
        for attempt in [named.clone(), self.files.to_vec()].into_iter().chain(alone) {
            if !attempt.is_empty() && !attempts.contains(&attempt) {
                attempts.push(attempt);
            }
        }
        attempts
    }

    fn make(&self, sources: &[PathBuf], claim: &Claim, contract: Option<&str>, scratch: &Path) -> Outcome<Made> {
        let file = scratch.join("module.ll");
        let _ = std::fs::remove_file(&file);
        let mut process = Command::new(self.prover.program());
        process.arg("module").args(sources.iter().map(|source| plain(source))).args(["--json", "--no-project"]);
        process.args(["--entry", &claim.entry, "--data-model", claim.data_model.word()]);
        process.args(["--signed-overflow", claim.overflow.word()]);
        if claim.no_builtin {
            process.arg("-fno-builtin");
        }
        if let Some(contract) = contract {
            process.args(["--precondition", contract]);
        }
        process.arg("--emit-module").arg(&file).arg("--").args(self.flags);
        let Ok(output) = process.output() else { return Ok(Made::Nothing(Untied::NoProver)) };
        let Ok(answer) = strict::parse(&String::from_utf8_lossy(&output.stdout)) else {
            return Ok(Made::Refused(format!("{} module gives no answer", self.prover.program().display())));
        };
        if output.status.success() {
            return files::text(&file).map(Made::Module);
        }
        let reason = answer.get("reason").and_then(serde_json::Value::as_str).unwrap_or("no reason given");
        Ok(match reason.contains(NO_COMPILER) {
            true => Made::Nothing(Untied::NoCompiler),
            false => Made::Refused(reason.lines().next().unwrap_or_default().to_owned()),
        })
    }
}

/// The prover's message if there is no compiler.
const NO_COMPILER: &str = "clang-22 is not installed";

/// The path in a form that cannot be read as an option.
fn plain(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path),
        _ => path.to_owned(),
    }
}

/// Whether the module's debug information has a file of this name.
fn names(module: &str, name: &str) -> bool {
    let files = module.lines().filter_map(|line| line.split_once("!DIFile(filename: \"")?.1.split_once('"'));
    let mut bare = files.map(|(file, _)| file.rsplit('/').next().unwrap_or(file));
    bare.any(|file| file == name) || !module.contains("!DIFile(")
}

/// Checks that every source gives a module, unless it is not known which source does.
///
/// # Errors
/// [`Kind::Source`]: a source gives none of the modules.
pub fn require_used(sources: &[PathBuf], found: &[Found]) -> Outcome {
    let tied: Vec<&Vec<PathBuf>> = found.iter().filter_map(|found| found.as_ref().ok()).collect();
    let unused = sources.iter().find(|source| !tied.iter().any(|files| files.contains(source)));
    match unused.filter(|_| tied.len() == found.len()) {
        None => Ok(()),
        Some(source) => Err(Failure::new(
            Kind::Source,
            format!("{}: none of the modules is made from it (a header is named with --header)", source.display()),
        )),
    }
}

impl Origin {
    /// The reason, for people.
    pub fn words(&self) -> String {
        match self.untied {
            None => format!("made from {}", escape(&self.files.join(", "))),
            Some(untied) => format!("not tied to the source: {}", untied.words()),
        }
    }
}

impl Untied {
    fn words(self) -> &'static str {
        match self {
            Untied::NoSource => "none was named",
            Untied::NoProver => "haltcert, which makes the module, did not run",
            Untied::NoCompiler => "haltcert found no compiler to make the module with",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{names, plain, require_used};
    use crate::statement::Untied;
    use std::path::{Path, PathBuf};

    #[test]
    fn modules_name_their_files() {
        let module = "!1 = !DIFile(filename: \"src/a.c\", directory: \".\")\n";
        assert!(names(module, "a.c") && !names(module, "b.c") && !names(module, "src"));
        assert!(names("define void @f()", "a.c"), "without debug information any file may be it");
    }

    #[test]
    fn a_path_is_no_option() {
        assert_eq!(plain(Path::new("-o.c")), Path::new("./-o.c"));
        assert_eq!(plain(Path::new("@a.c")), Path::new("./@a.c"));
        assert_eq!(plain(Path::new("a.c")), Path::new("a.c"));
    }

    #[test]
    fn a_source_that_gives_nothing_is_refused() {
        let sources: Vec<PathBuf> = vec!["a.c".into(), "b.c".into()];
        let both = [Ok(vec![sources[0].clone()]), Ok(vec![sources[1].clone()])];
        assert_eq!(require_used(&sources, &both), Ok(()));
        assert!(require_used(&sources, &both[..1]).expect_err("unused").message.contains("b.c"));
        assert_eq!(require_used(&sources, &[Err(Untied::NoProver)]), Ok(()));
    }
}
