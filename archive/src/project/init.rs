//! `init`: a project's file with a proof for each function that has a contract.

use super::file;
use super::find;
use super::prover::{Listed, Prover};
use crate::failure::{Failure, Outcome};
use crate::files;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct InitArgs {
    /// The C files of the project
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Flags and folders of the files as a build has them
    #[arg(long, value_name = "FILE.json")]
    compile_commands: Option<String>,
    /// The compiler's flags for all files, behind `--`
    #[arg(last = true, value_name = "FLAGS")]
    flags: Vec<String>,
    /// The prover [default: haltcert beside this program, or in PATH]
    #[arg(long, value_name = "PROGRAM")]
    prover: Option<PathBuf>,
}

/// Writes the file into the current folder.
///
/// # Errors
/// There is one already, a file cannot be read, or nothing in the files could be proved.
pub fn init(args: &InitArgs) -> Outcome<String> {
    let path = Path::new(find::NAME);
    if path.exists() {
        return Err(Failure::usage(format!("{} is there already, and is not written over", path.display())));
    }
    let folder = std::env::current_dir().map_err(|error| Failure::usage(error.to_string()))?;
    let prover = Prover::find(args.prover.clone());
    let mut listed = Vec::new();
    for file in &args.files {
        listed.push((file, prover.functions_of(file, &args.flags, args.compile_commands.as_deref())?));
    }
    let text = text(args, &listed)?;
    file::project(&text, &folder).map_err(Failure::usage)?;
    files::write(path, text.as_bytes())?;
    let functions = listed.iter().flat_map(|(_, functions)| functions).filter(|found| found.contract).count();
    let s = if functions == 1 { "" } else { "s" };
    Ok(format!(
        "{} written, with {functions} function{s} that have a contract\nnext: haltarchive check-project, and with --update-baseline once the answers are as they should be\n",
        path.display()
    ))
}

/// A text as TOML writes it; a string of JSON is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(texts: &[String]) -> String {
    format!("[{}]", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(", "))
}

/// A comment; a name cannot begin another line.
fn comment(text: &str) -> String {
    format!("# {}\n", text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>())
}

fn text(args: &InitArgs, listed: &[(&String, Vec<Listed>)]) -> Outcome<String> {
    let mut text = String::from(
        "# haltarchive check-project: these functions must be memory safe, free of overflow, and end.\n\n[defaults]\n",
    );
    if let Some(commands) = &args.compile_commands {
        text += &format!("compile-commands = {}\n", quoted(commands));
    }
    if !args.flags.is_empty() {
        text += &format!("flags = {}\n", list(&args.flags));
    }
    text += "timeout = 60\n";
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for found in listed.iter().flat_map(|(_, functions)| functions).filter(|found| found.contract) {
        *times.entry(&found.name).or_default() += 1;
    }
    let mut proofs = 0;
    for (file, functions) in listed {
        let with: Vec<&str> = functions.iter().filter(|f| f.contract).map(|f| f.name.as_str()).collect();
        let without: Vec<&str> =
            functions.iter().filter(|f| f.public && !f.contract && f.name != "main").map(|f| f.name.as_str()).collect();
        text += "\n";
        if !with.is_empty() {
            proofs += 1;
            text += &comment(&with.join(", "));
            text += "[[proof]]\n";
            // Two files may have static functions of one name.
            if with.iter().any(|name| times.get(name).is_some_and(|times| *times > 1)) {
                let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
                text += &format!("name = {}\n", quoted(&stem));
            }
            text += &format!("function = \"*\"\nfiles = [{}]\n", quoted(file));
        }
        if !without.is_empty() {
            text += &comment(&format!("{file}: without a contract, so not looked at: {}", without.join(", ")));
        }
    }
    if listed.iter().flat_map(|(_, functions)| functions).any(|found| found.name == "main" && !found.contract) {
        proofs += 1;
        text += &format!("\n[[proof]]\nfunction = \"main\"\nfiles = {}\n", list(&args.files));
    }
    if proofs == 0 {
        return Err(Failure::usage(
            "no function of these files has a contract (a comment /*@ requires ... */ above it), and there is no main",
        ));
    }
    Ok(text)
}
