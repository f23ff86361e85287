//! `expected.tsv`: the published verdicts, and which programs to run.

use super::Options;
use std::collections::BTreeSet;
use std::path::Path;

/// A published verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    False,
    /// Memory is never freed, which is no error here.
    Leak,
    Unknown,
}

/// One row.
#[derive(Clone, Debug)]
pub struct Label {
    /// Relative to the benchmark folder.
    pub path: String,
    /// `LP64` or `ILP32`.
    pub data_model: String,
    pub terminates: Verdict,
    pub memory_safe: Verdict,
    pub no_overflow: Verdict,
}

/// All rows in the order of the file.
pub fn read(file: &Path) -> Result<Vec<Label>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| {
        let missing = || format!("{}: no column {name}", file.display());
        columns.iter().position(|column| *column == name).ok_or_else(missing)
    };
    let (path, model) = (column("path")?, column("data_model")?);
    let (terminates, safe, overflow) = (column("terminates")?, column("memory_safe")?, column("no_overflow")?);
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<&str> = line.split('\t').collect();
        let cell = |at: usize| {
            let missing = || format!("{}:{}: too few columns", file.display(), number + 2);
            cells.get(at).copied().ok_or_else(missing)
        };
        Ok(Label {
            path: cell(path)?.to_owned(),
            data_model: cell(model)?.to_owned(),
            terminates: verdict(cell(terminates)?),
            memory_safe: verdict(cell(safe)?),
            no_overflow: verdict(cell(overflow)?),
        })
    };
    lines.enumerate().filter(|(_, line)| !line.is_empty()).map(row).collect()
}

fn verdict(text: &str) -> Verdict {
    match text {
        "true" => Verdict::True,
        "false" => Verdict::False,
        "leak" => Verdict::Leak,
        _ => Verdict::Unknown,
    }
}

/// The programs that the options choose; an empty choice is an error.
pub fn select<'a>(labels: &'a [Label], options: &Options) -> Result<Vec<&'a Label>, String> {
    let prefixes: Vec<&str> = options.set.split(',').map(|set| set.trim_matches('/')).collect();
    let only = options.only_file.as_deref().map(paths).transpose()?;
    let chosen: Vec<&Label> = labels
        .iter()
        .filter(|label| prefixes.iter().any(|prefix| *prefix == "all" || starts(&label.path, prefix)))
        .filter(|label| options.filter.as_ref().is_none_or(|filter| filter.is_match(&label.path)))
        .filter(|label| only.as_ref().is_none_or(|only| only.contains(&label.path)))
        .collect();
    if chosen.is_empty() { Err(format!("no program in the set {}", options.set)) } else { Ok(chosen) }
}

/// Prefix by whole path components.
fn starts(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn paths(file: &Path) -> Result<BTreeSet<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect())
}

/// The set a program is counted in: its folder, two levels deep.
pub fn set_of(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    parts[..parts.len().saturating_sub(1).min(2)].join("/")
}
