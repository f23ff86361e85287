//! A project's work as a build graph for ninja or Snakemake: for each function a step that proves and one that checks,
//! and one at the end that checks all certificates again and compares with the baseline.

use super::file::{Project, Request};
use crate::failure::{Failure, Outcome};
use crate::words;
use clap::ValueEnum;
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which program runs the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Ninja,
    Snakemake,
}

/// What a graph is made from.
#[derive(Debug)]
pub struct Wanted<'a> {
    pub project: &'a Project,
    /// The project's file.
    pub file: &'a Path,
    /// This program.
    pub program: &'a Path,
    pub prover: Option<&'a Path>,
    pub results: &'a str,
    /// Number of jobs of the last step.
    pub jobs: NonZeroUsize,
    pub compiler: &'a Path,
    pub format: Format,
}

/// The graph. It is run in the project's folder.
///
/// # Errors
/// A path in it cannot be written down.
pub fn text(wanted: &Wanted<'_>) -> Outcome<String> {
    match wanted.format {
        Format::Ninja => ninja(wanted),
        Format::Snakemake => snakemake(wanted),
    }
}

/// The arguments of the program up to the project's file, quoted for a shell.
fn command(wanted: &Wanted<'_>, arguments: &str) -> Outcome<String> {
    let program = quoted(plain(wanted.program)?);
    let file = quoted(plain(Path::new(wanted.file.file_name().unwrap_or_default()))?);
    let prover = match wanted.prover {
        Some(prover) => format!(" --prover {}", quoted(plain(&absolute(prover)?)?)),
        None => String::new(),
    };
    Ok(format!("{program} {arguments} {file}{prover}"))
}

/// A program given by a path gets an absolute path; one without a folder is found in PATH.
fn absolute(program: &Path) -> Outcome<std::path::PathBuf> {
    match program.components().count() {
        1 => Ok(program.to_owned()),
        _ => std::path::absolute(program).map_err(|error| Failure::usage(error.to_string())),
    }
}

fn plain(path: &Path) -> Outcome<&str> {
    let text = path.to_str().filter(|text| !text.chars().any(char::is_control));
    text.ok_or_else(|| Failure::usage(format!("{}: a graph cannot have this path", path.display())))
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The files that a proof depends on: those that it names and, as far as the compiler lists them, the headers they
/// include.
fn inputs(wanted: &Wanted<'_>, request: &Request) -> Outcome<Vec<String>> {
    let mut inputs = request.files.clone();
    for file in request.files.iter().filter(|file| file.ends_with(".c") || file.ends_with(".i")) {
        inputs.extend(headers(wanted, request, file));
    }
    inputs.extend(request.compile_commands.clone());
    inputs.extend(request.precondition.as_deref().and_then(|text| text.strip_prefix('@')).map(str::to_owned));
    inputs.push(wanted.file.file_name().unwrap_or_default().to_string_lossy().into_owned());
    inputs.sort();
    inputs.dedup();
    for input in &inputs {
        plain(Path::new(input))?;
    }
    Ok(inputs)
}

/// The headers that `-M` lists. For a file that does not compile there are none: its step will report the error.
fn headers(wanted: &Wanted<'_>, request: &Request, file: &str) -> Vec<String> {
    let folder = &wanted.project.folder;
    let mut command = Command::new(wanted.compiler);
    let built = request.compile_commands.as_ref().and_then(|commands| built(folder, commands, file));
    match &built {
        // As the build does, in its folder.
        Some((there, flags)) => command.current_dir(there).args(including(flags)).args(including(&request.flags)),
        None => command.current_dir(folder).args(including(&request.flags)),
    };
    match &built {
        Some(_) => command.arg("-M").arg(folder.join(file)),
        None => command.args(["-M", &words::operand(file)]),
    };
    let Some(output) = command.output().ok().filter(|output| output.status.success()) else { return Vec::new() };
    let found = prerequisites(&String::from_utf8_lossy(&output.stdout));
    match built {
        Some((there, _)) => found.iter().map(|file| there.join(file).to_string_lossy().into_owned()).collect(),
        None => found,
    }
}

/// The folder and the words with which a build compiles a file. They only serve to find headers, so that words in
/// quotation marks need not be read exactly.
fn built(folder: &Path, commands: &str, file: &str) -> Option<(PathBuf, Vec<String>)> {
    let path = folder.join(commands);
    let list: Value = serde_json::from_str(&crate::files::text(&path).ok()?).ok()?;
    let wanted = folder.join(file).canonicalize().ok()?;
    list.as_array()?.iter().find_map(|entry| {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let there = path.parent()?.join(text("directory")?);
        let same = there.join(text("file")?).canonicalize().is_ok_and(|file| file == wanted);
        let word = |word: &Value| word.as_str().map(str::to_owned);
        let listed = || entry.get("arguments")?.as_array()?.iter().map(word).collect();
        let split = || {
            let plain = |word: &str| word.replace(['"', '\'', '\\'], "");
            Some(text("command")?.split_whitespace().map(plain).collect())
        };
        let listed: Option<Vec<String>> = listed();
        let words = listed.or_else(split)?;
        same.then_some((there, words))
    })
}

/// The flags that determine what is included. Other flags are left out here; the prover refuses those that do too much
/// (a plugin).
fn including(flags: &[String]) -> Vec<&str> {
    const WITH_VALUE: [&str; 6] = ["-I", "-isystem", "-iquote", "-include", "-D", "-U"];
    let mut kept = Vec::new();
    let mut flags = flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        if WITH_VALUE.contains(&flag) {
            kept.push(flag);
            kept.extend(flags.next());
        } else if WITH_VALUE.iter().any(|known| flag.starts_with(known)) || flag.starts_with("-std=") || flag == "-m32"
        {
            kept.push(flag);
        }
    }
    kept
}

/// The files in a make rule: `a.o: a.c b\ c.h \`.
fn prerequisites(rule: &str) -> Vec<String> {
    let Some((_, list)) = rule.split_once(": ") else { return Vec::new() };
    let mut files = vec![String::new()];
    let mut characters = list.replace("\\\n", " ").chars().collect::<Vec<_>>().into_iter().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if characters.peek() == Some(&' ') => {
                characters.next();
                files.iter_mut().next_back().into_iter().for_each(|file| file.push(' '));
            }
            '$' if characters.peek() == Some(&'$') => {}
            c if c.is_whitespace() => files.push(String::new()),
            c => files.iter_mut().next_back().into_iter().for_each(|file| file.push(c)),
        }
    }
    files.retain(|file| !file.is_empty());
    files
}

fn ninja(wanted: &Wanted<'_>) -> Outcome<String> {
    let escape = |text: &str| text.replace('$', "$$").replace(' ', "$ ").replace(':', "$:");
    let shell = |text: String| text.replace('$', "$$");
    let results = plain(Path::new(wanted.results))?;
    let mut text = format!(
        "# Written by haltarchive plan; run in the project's folder. What is done is not done again.\n\
         rule prove\n  command = {} --name $name --result $out\n  description = prove $name\n\
         rule check\n  command = {} --name $name --after $in --result $out\n  description = check $name\n\
         rule collect\n  command = {} --archive-only --quiet --jobs {} --results {} && touch $out\n  description = collect\n\n",
        shell(command(wanted, "step prove")?),
        shell(command(wanted, "step check")?),
        shell(command(wanted, "check-project")?),
        wanted.jobs,
        shell(quoted(results)),
    );
    let mut checked = Vec::new();
    for request in &wanted.project.proofs {
        let name = &request.name;
        let inputs: Vec<String> = inputs(wanted, request)?.iter().map(|input| escape(input)).collect();
        let file = |kind: &str| escape(&format!("{results}/{name}.{kind}"));
        let (proof, check) = (file("proof"), file("check"));
        text += &format!("build {proof}: prove {}\n  name = {name}\n", inputs.join(" "));
        text += &format!("build {check}: check {proof}\n  name = {name}\n");
        checked.push(check);
    }
    let done = escape(&format!("{results}/done"));
    let baseline = wanted.project.baseline.exists().then(|| wanted.project.baseline.to_string_lossy().into_owned());
    let baseline = baseline.map_or_else(String::new, |path| format!(" | {}", escape(&path)));
    text += &format!("build {done}: collect {}{baseline}\ndefault {done}\n", checked.join(" "));
    Ok(text)
}

fn snakemake(wanted: &Wanted<'_>) -> Outcome<String> {
    // A JSON string is also a Python string.
    let python = |text: &str| serde_json::Value::from(text).to_string();
    let shell = |text: String| python(&text.replace('{', "{{").replace('}', "}}"));
    let mut list = String::new();
    for request in &wanted.project.proofs {
        let inputs: Vec<String> = inputs(wanted, request)?.iter().map(|input| python(input)).collect();
        list += &format!("    {}: [{}],\n", python(&request.name), inputs.join(", "));
    }
    let results = plain(Path::new(wanted.results))?;
    let file = |kind: &str| python(&format!("{}/{{name}}.{kind}", results.replace('{', "{{").replace('}', "}}")));
    Ok(format!(
        "# Written by haltarchive plan; run in the project's folder. What is done is not done again.\n\
         INPUTS = {{\n{list}}}\n\n\n\
         rule done:\n    input:\n        expand({check}, name=INPUTS),\n    output:\n        touch({done}),\n    \
         shell:\n        {collect}\n\n\n\
         rule prove:\n    input:\n        lambda wildcards: INPUTS[wildcards.name],\n    output:\n        {proof},\n    \
         shell:\n        {prove} \" --name {{wildcards.name}} --result {{output:q}}\"\n\n\n\
         rule check:\n    input:\n        {proof},\n    output:\n        {check},\n    \
         shell:\n        {recheck} \" --name {{wildcards.name}} --after {{input:q}} --result {{output:q}}\"\n",
        check = file("check"),
        proof = file("proof"),
        done = python(&format!("{results}/done")),
        collect = shell(format!(
            "{} --archive-only --quiet --jobs {} --results {}",
            command(wanted, "check-project")?,
            wanted.jobs,
            quoted(results)
        )),
        prove = shell(command(wanted, "step prove")?),
        recheck = shell(command(wanted, "step check")?),
    ))
}

#[cfg(test)]
mod tests {
    use super::{including, prerequisites, quoted};

    #[test]
    fn only_flags_about_includes_reach_the_compiler() {
        let flags = ["-Ia", "-fplugin=x.so", "-I", "b", "-o", "c", "-std=c11", "-Xclang", "-load", "-DX=1", "-MF", "d"];
        let kept = ["-Ia", "-I", "b", "-std=c11", "-DX=1"];
        assert_eq!(including(&flags.map(str::to_owned)), kept);
    }

    #[test]
    fn the_rules_of_a_compiler_are_read() {
        assert_eq!(prerequisites("a.o: a.c \\\n  b\\ c.h /usr/x$$y.h\n"), ["a.c", "b c.h", "/usr/x$y.h"]);
        assert_eq!(prerequisites(""), [""; 0]);
    }

    #[test]
    fn a_shell_sees_one_word() {
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }
}
