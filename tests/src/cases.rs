//! Cases: a file with its expectation in its first lines.
//!
//! ```text
//! // expect: proved
//! // expect: memory-safe only
//! // expect: no termination            (memory safety may be proved, termination must not)
//! // expect: unknown reason~"division" (nothing may be proved; a violation may be shown)
//! // expect: violated memory safety    (or: no overflow, termination; a run that the checker accepts shows it)
//! // expect: open                      (nothing is proved, and nothing shown to be violated)
//! // expect: bad input message~"main"
//! // options: --signed-overflow wrap   (for the expectations that follow)
//! // entry: strlen                  (the function that is proved, from the contract above it; `main` calls it)
//! // gap: proved                       (true, but not proved yet: "unknown" is no failure)
//! // concrete: none (why)              (no run of the interpreter meets the error that "unknown" is about)
//! ```
//!
//! A `.ll` file writes `;` for `//`. The lines stand before everything else.

use regex::Regex;
use std::path::{Path, PathBuf};

/// What must come out of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Memory safety and termination, certificate VALID.
    Proved,
    /// Memory safety with a VALID certificate, and no termination.
    MemorySafeOnly,
    /// Anything but a proof of termination.
    NoTermination,
    /// No proof of anything.
    Unknown,
    /// No proof and no refutation of anything.
    Open,
    /// A refutation of this property, as the answer names it, and of no other.
    Violated(&'static str),
    /// Exit code 3.
    BadInput,
}

/// One run of one file.
#[derive(Clone, Debug)]
pub struct Case {
    pub file: PathBuf,
    pub options: Vec<String>,
    /// The function that is proved from its contract; concrete runs begin at `main`, which calls it.
    pub entry: Option<String>,
    pub expected: Expected,
    /// What the reason or the message must match.
    pub says: Option<Regex>,
    /// The expectation is true, but weaker answers are accepted for now.
    pub gap: bool,
}

impl Case {
    /// What haltcert is told beside the file.
    pub fn arguments(&self) -> Vec<String> {
        let entry = self.entry.iter().flat_map(|e| ["--entry".to_owned(), e.clone()]);
        self.options.iter().cloned().chain(entry).collect()
    }

    /// `family/file options`, unique among all cases.
    pub fn name(&self, root: &Path) -> String {
        let file = self.file.strip_prefix(root).unwrap_or(&self.file).display().to_string();
        std::iter::once(file).chain(self.arguments()).collect::<Vec<_>>().join(" ")
    }

    /// What haltcheck is told beside the certificate: options about the search mean nothing to it.
    pub fn claim(&self) -> Vec<String> {
        let mut all = self.arguments().into_iter();
        let mut claim = Vec::new();
        while let Some(option) = all.next() {
            if ["--calls", "--attempt", "--bound"].contains(&option.as_str()) {
                all.next();
            } else {
                claim.push(option);
            }
        }
        claim
    }
}

/// The folder of the cases.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

/// All cases below a folder, in the order of their paths.
pub fn all(root: &Path) -> Result<Vec<Case>, String> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry.map_err(|error| error.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>().map(|cases| cases.concat())
}

/// The cases that one file states.
pub fn read(file: &Path) -> Result<Vec<Case>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut options: Vec<String> = Vec::new();
    let mut entry = None;
    let mut cases = Vec::new();
    // Options or an entry that no expectation has used yet.
    let mut unused = false;
    for line in text.lines() {
        let Some(line) = line.strip_prefix("//").or_else(|| line.strip_prefix(';')) else {
            break;
        };
        let (key, value) = line.split_once(':').unwrap_or((line, ""));
        match key.trim() {
            "options" => {
                options = value.split_whitespace().map(str::to_owned).collect();
                unused = true;
            }
            "entry" => {
                entry = Some(value.trim().to_owned());
                unused = true;
            }
            key @ ("expect" | "gap") => {
                let (expected, says) =
                    expectation(value.trim()).map_err(|error| format!("{}: {error}", file.display()))?;
                unused = false;
                cases.push(Case {
                    file: file.to_owned(),
                    options: options.clone(),
                    entry: entry.clone(),
                    expected,
                    says,
                    gap: key == "gap",
                });
            }
            _ => {}
        }
    }
    match (cases.is_empty(), unused) {
        (true, _) => Err(format!("{}: no expectation in its first lines", file.display())),
        (_, true) => Err(format!("{}: options or an entry behind the last expectation", file.display())),
        _ => Ok(cases),
    }
}

fn expectation(text: &str) -> Result<(Expected, Option<Regex>), String> {
    let (what, says) = match text.split_once('~') {
        None => (text, None),
        Some((before, pattern)) => {
            let (what, _) =
                before.trim_end().rsplit_once(' ').ok_or("an expectation stands before reason~ or message~")?;
            let pattern = pattern.trim().trim_matches('"');
            (what.trim(), Some(Regex::new(&format!("(?i){pattern}")).map_err(|error| error.to_string())?))
        }
    };
    let expected = match what {
        "proved" => Expected::Proved,
        "memory-safe only" => Expected::MemorySafeOnly,
        "no termination" => Expected::NoTermination,
        "unknown" => Expected::Unknown,
        "open" => Expected::Open,
        "violated memory safety" => Expected::Violated("memory_safety"),
        "violated no overflow" => Expected::Violated("no_overflow"),
        "violated termination" => Expected::Violated("termination"),
        "bad input" => Expected::BadInput,
        other => return Err(format!("no expectation is called {other:?}")),
    };
    Ok((expected, says))
}
