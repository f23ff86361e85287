//! What the programs print, word by word: every file below `messages/` has commands on top, and beside it what they
//! printed (`NAME.out`). Whoever changes words sees in the difference what a user will read.
//!
//! `cargo test -p tests --test messages -- limit/` runs those whose name contains `limit/`; with `BLESS=1` in the
//! environment what is printed becomes what is expected.
//!
//! A command is a line `// $ haltcert prove NAME.c`, run by sh in a folder of its own in which there are the files of
//! this name. Lines of the standard error begin with `! `, JSON is broken into lines, and what depends on the machine, or
//! on how a proof is found, is masked (`shown`). What is assumed is left out, unless a line `// in full` asks for it.

use libtest_mimic::{Arguments, Failed, Trial};
use prover::code::Code;
use regex::Regex;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::LazyLock;
use tempfile::TempDir;
use tests::programs::programs;

/// Ids that no message here has, and why.
const WITHOUT: [(Code, &str); 6] = [
    (Code::NoInvariant, "no loop is known whose iterations cannot be merged at all"),
    (Code::NoPrecondition, "no function is known whose calls cannot be merged at all"),
    (Code::UnprovedStep, "no program is known that is near enough to a limit"),
    (Code::LimitSteps, "it takes minutes"),
    (Code::LimitMemory, "it takes minutes"),
    (Code::InternalError, "no mistake is known"),
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    if !arguments.list {
        programs();
    }
    let (printed, files): (Vec<PathBuf>, Vec<PathBuf>) = files.into_iter().partition(|file| is_printed(file));
    let name = |file: &Path| file.strip_prefix(&root).expect("below the root").display().to_string();
    let mut trials = Vec::new();
    trials.push(Trial::test("every_output_is_of_a_program", {
        let left = printed.iter().filter(|out| !files.iter().any(|file| file.with_extension("out") == **out));
        let left: Vec<String> = left.map(|out| name(out)).collect();
        move || {
            if left.is_empty() { Ok(()) } else { Err(format!("no program stands beside {}", left.join(", ")).into()) }
        }
    }));
    trials.push(Trial::test("every_id_has_a_message", move || every_id(&printed)));
    for file in files {
        let name = name(&file);
        let text = fs::read_to_string(&file).expect("a text");
        // Some files only stand beside others.
        if !commands(&text).is_empty() {
            trials.push(Trial::test(name, move || check(&file, &text)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn is_printed(file: &Path) -> bool {
    file.extension().is_some_and(|kind| kind == "out")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of messages") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path),
        }
    }
}

/// The lines on top that a comment of C, of LLVM or of a shell begins, without the comment's mark.
fn head(text: &str) -> impl Iterator<Item = &str> {
    let uncommented = |line| ["// ", "; ", "# "].iter().find_map(|mark| str::strip_prefix(line, mark));
    text.lines().map_while(uncommented)
}

fn commands(text: &str) -> Vec<&str> {
    head(text).filter_map(|line| line.strip_prefix("$ ")).collect()
}

/// Runs the commands of a file, and compares what they print with what stands beside it.
fn check(file: &Path, text: &str) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let stem = file.file_stem();
    for entry in fs::read_dir(file.parent().ok_or("no folder")?)? {
        let path = entry?.path();
        if path.file_stem() == stem && !is_printed(&path) {
            fs::copy(&path, folder.path().join(path.file_name().ok_or("no name")?))?;
        }
    }
    let in_full = head(text).any(|line| line == "in full");
    let mut now = String::new();
    for command in commands(text) {
        let separated = if now.is_empty() { "" } else { "\n" };
        let _ = write!(now, "{separated}$ {command}\n{}", run(command, folder.path(), in_full)?);
    }
    let beside = file.with_extension("out");
    if std::env::var_os("BLESS").is_some() {
        return Ok(fs::write(beside, now)?);
    }
    let before =
        fs::read_to_string(&beside).map_err(|error| format!("{}: {error}; BLESS=1 writes it", beside.display()))?;
    match first_difference(&before, &now) {
        None => Ok(()),
        Some((line, was, is)) => Err(Failed::from(format!(
            "{}:{line}: expected\n  {was}\nbut it is\n  {is}\nwhere this was printed (BLESS=1 makes it what is expected):\n{now}",
            beside.display()
        ))),
    }
}

/// The first line that differs, with its number.
fn first_difference<'a>(before: &'a str, now: &'a str) -> Option<(usize, &'a str, &'a str)> {
    let missing = "(no line)";
    let (was, is): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let line = |lines: &[&'a str], at: usize| lines.get(at).copied().unwrap_or(missing);
    (0..was.len().max(is.len())).map(|at| (at + 1, line(&was, at), line(&is, at))).find(|(_, was, is)| was != is)
}

/// What a command prints and its exit code.
fn run(command: &str, folder: &Path, in_full: bool) -> Result<String, Failed> {
    let beside = programs().haltcert.parent().ok_or("no folder of programs")?;
    let path = std::env::join_paths(
        std::iter::once(beside.to_owned()).chain(std::env::var_os("PATH").iter().flat_map(std::env::split_paths)),
    )?;
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .env_remove("GITHUB_ACTIONS")
        .output()?;
    let mut shown = shown(&String::from_utf8_lossy(&output.stdout), folder, in_full);
    let said = shown_lines(&String::from_utf8_lossy(&output.stderr), folder);
    said.lines().for_each(|line| {
        let _ = writeln!(shown, "{}", format!("! {line}").trim_end());
    });
    let code = output.status.code().ok_or("ended by a signal")?;
    let _ = writeln!(shown, "(exit code {code})");
    Ok(shown)
}

/// What is printed, masked.
fn shown(text: &str, folder: &Path, in_full: bool) -> String {
    let shown = match serde_json::from_str::<Value>(text) {
        Ok(mut value) if value.is_object() || value.is_array() => {
            mask(&mut value, in_full);
            shown_lines(&format!("{value:#}\n"), folder)
        }
        _ => shown_lines(text, folder),
    };
    if in_full { shown } else { without_assumptions(&shown) }
}

/// What is assumed stands in lines of its own, indented. Every proof has ten of them.
fn without_assumptions(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.lines() {
        if inside && line.starts_with("  ") {
            continue;
        }
        inside = line == "assumed:";
        let _ = writeln!(kept, "{line}{}", if inside { " ..." } else { "" });
    }
    kept
}

/// Numbers that depend on how a proof is found: keys of JSON.
const COUNTS: [&str; 12] = [
    "seconds",
    "steps",
    "nodes",
    "certificate_bytes",
    "edges",
    "rounds",
    "obligations",
    "certificate_size",
    "module_size",
    "stats",
    "bytes",
    "counts",
];

fn mask(value: &mut Value, in_full: bool) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                if COUNTS.contains(&key.as_str()) && !value.is_null() {
                    *value = "N".into();
                } else if !in_full && key.starts_with("assum") && !value.is_null() {
                    *value = "...".into();
                } else {
                    mask(value, in_full);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mask(item, in_full)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What is masked in lines of text, and what stands for it.
static MASKS: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    let masks = [
        (r"\b[0-9a-f]{64}\b", "HASH"),
        (r"\b\d+\.\d+\.\d+\b", "VERSION"),
        // A table of numbers, whose columns are as wide as they are.
        (r"^attempt +end +rounds .*", "attempt end rounds ..."),
        (r"^(\S+ +)([a-z]\S+(?: [a-z]+)?)?(?: +[0-9.]+){8,}$", "$1$2  N ..."),
        // Seconds; in a column they are as wide as the longest.
        (r" +\d+\.\d+\b", " T"),
        (r"\b\d+\.\d+\b", "T"),
        (r"\b\d+ nodes, \d+ steps\b", "N nodes, N steps"),
        (r"\bcertificate of \d+ bytes\b", "certificate of N bytes"),
        (r"^(obligations|  by rule|size): .*", "$1: ..."),
    ];
    masks.map(|(mask, by)| (Regex::new(mask).expect("a mask"), by)).into()
});

fn shown_lines(text: &str, folder: &Path) -> String {
    let text = text.replace(&folder.display().to_string(), "DIR");
    let mut shown = String::new();
    for line in text.lines() {
        let masked = MASKS.iter().fold(line.to_owned(), |line, (mask, by)| mask.replace_all(&line, *by).into_owned());
        let _ = writeln!(shown, "{masked}");
    }
    shown
}

/// Every id of `docs/messages.md` is one of some message here.
fn every_id(printed: &[PathBuf]) -> Result<(), Failed> {
    let texts: Vec<String> = printed.iter().map(fs::read_to_string).collect::<Result<_, _>>()?;
    let occurs = |code: Code| {
        let id = format!("\"{}\"", code.id());
        texts
            .iter()
            .flat_map(|text| text.lines())
            .map(str::trim_start)
            .any(|line| ["\"id\":", "\"ruleId\":"].iter().any(|key| line.starts_with(key)) && line.contains(&id))
    };
    for code in Code::ALL {
        let without = WITHOUT.iter().find(|(other, _)| other == code);
        match (occurs(*code), without) {
            (true, None) | (false, Some(_)) => {}
            (false, None) => return Err(format!("no message has the id {}", code.id()).into()),
            (true, Some((_, why))) => return Err(format!("{} has a message, though {why}", code.id()).into()),
        }
    }
    Ok(())
}
