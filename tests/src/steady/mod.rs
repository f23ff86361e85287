//! Steadiness: a program that is proved stays proved when it is written another way that means the same.

mod change;
mod module;
mod source;

use crate::bench::labels;
use crate::cases::{Expected, all, root};
use crate::parallel;
use crate::process::{ProcessLimits, run};
use crate::readings::files;
use clap::Parser;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

pub use change::Kind;
use source::Source;

/// Changes programs without changing their meaning, and counts how many of them stay proved.
///
/// Exit code: 0, or 1 when a proof is lost, or 3 for bad usage.
#[derive(Clone, Debug, Parser)]
#[command(name = "steady")]
pub struct Options {
    /// The haltcert that is tried.
    pub haltcert: PathBuf,
    /// Folders of programs beside the suite's proved cases; with a file `expected.tsv` the programs that it names.
    pub folders: Vec<PathBuf>,
    /// Every so many cases and programs are tried.
    #[arg(long, default_value_t = 6)]
    pub every: usize,
    /// Places of a program at which each kind of change is made, at most.
    #[arg(long, default_value_t = 1)]
    pub places: usize,
    /// Seconds for one proof. Programs that need more than a third of it are left out, and so are those of more than
    /// 100,000 bytes.
    #[arg(long, default_value_t = 30)]
    pub timeout: u64,
    /// Only cases and programs whose name contains this.
    #[arg(long, default_value = "")]
    pub only: String,
    /// Where the variants that are not proved are written.
    #[arg(long)]
    pub lost: Option<PathBuf>,
}

/// Programs with more bytes are left out: clang's syntax tree of one takes gigabytes.
const LONGEST: usize = 100_000;

/// A program that is tried.
struct Program {
    name: String,
    file: PathBuf,
    /// What haltcert is told beside the file.
    arguments: Vec<String>,
    /// What clang is told.
    flags: Vec<String>,
}

/// A program in other words.
struct Variant {
    kind: Kind,
    /// Which of the program's variants of this kind.
    number: usize,
    text: String,
    /// Properties that are proved of the program as it was.
    proved: Vec<&'static str>,
}

/// What comes of a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Proved,
    Lost,
    /// The changed text is no program, which is a defect of the change.
    Refused,
}

/// Tries the variants and prints a table; whether all of them stay proved.
///
/// # Errors
/// Something cannot be read, or a program cannot be run.
pub fn try_variants(options: &Options) -> Result<bool, String> {
    let programs = programs(options)?;
    let of_programs = parallel::map(&programs, |program| variants(options, program));
    let mut variants = Vec::new();
    for (program, made) in programs.iter().zip(of_programs) {
        variants.extend(made?.into_iter().map(|variant| (program, variant)));
    }
    let outcomes = parallel::map(&variants, |(program, variant)| outcome(options, program, variant));
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_, String>>()?;
    println!("{:18} {:>8} {:>8} {:>8}", "change", "variants", "proved", "refused");
    for kind in Kind::OF_SOURCES.iter().chain(&Kind::OF_MODULES) {
        let of_kind = variants.iter().zip(&outcomes).filter(|((_, variant), _)| variant.kind == *kind);
        row(kind.name(), &of_kind.map(|(_, outcome)| *outcome).collect::<Vec<_>>());
    }
    row("all", &outcomes);
    for ((program, variant), outcome) in
        variants.iter().zip(&outcomes).filter(|(_, outcome)| **outcome != Outcome::Proved)
    {
        let what = if *outcome == Outcome::Lost { "lost" } else { "refused" };
        println!("{what}: {} {} {}", variant.kind.name(), variant.number, program.name);
        if let Some(folder) = &options.lost {
            write_lost(folder, program, variant)?;
        }
    }
    Ok(outcomes.iter().all(|outcome| *outcome == Outcome::Proved))
}

fn row(name: &str, outcomes: &[Outcome]) {
    let count = |of: Outcome| outcomes.iter().filter(|outcome| **outcome == of).count();
    println!("{name:18} {:>8} {:>8} {:>8}", outcomes.len(), count(Outcome::Proved), count(Outcome::Refused));
}

fn write_lost(folder: &Path, program: &Program, variant: &Variant) -> Result<(), String> {
    let name = program.file.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{}-{}-{name}.{}", variant.kind.name(), variant.number, extension(variant.kind));
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = folder.join(name);
    fs::write(&file, &variant.text).map_err(|error| format!("{}: {error}", file.display()))
}

fn extension(kind: Kind) -> &'static str {
    if Kind::OF_MODULES.contains(&kind) { "ll" } else { "c" }
}

/// The suite's proved cases in C and the programs of the folders.
fn programs(options: &Options) -> Result<Vec<Program>, String> {
    let cases = all(&root())?.into_iter().filter(|case| case.expected == Expected::Proved && !case.gap);
    let cases = cases.filter(|case| case.file.extension().is_some_and(|extension| extension == "c"));
    let case = |case: crate::cases::Case| {
        let ilp32 = case.options.iter().any(|option| option == "ilp32" || option == "-m32");
        let flags = if ilp32 { vec!["-m32".to_owned()] } else { Vec::new() };
        Program { name: case.name(&root()), arguments: case.arguments(), file: case.file, flags }
    };
    let mut programs: Vec<Program> = cases.map(case).collect();
    for folder in &options.folders {
        let all: Vec<(PathBuf, bool)> = match labels::read(&folder.join("expected.tsv")) {
            Ok(labels) => {
                labels.iter().map(|l| (folder.join(&l.path), l.data_model.to_lowercase() == "ilp32")).collect()
            }
            Err(_) => files(folder).into_iter().map(|file| (file, false)).collect(),
        };
        let sources = all.into_iter().filter(|(file, _)| file.extension().is_some_and(|e| e == "c" || e == "i"));
        programs.extend(sources.map(|(file, ilp32)| {
            let model = if ilp32 { "ilp32" } else { "lp64" };
            let arguments = ["--signed-overflow", "ideal", "--data-model", model].map(str::to_owned).to_vec();
            let flags = if ilp32 { vec!["-m32".to_owned()] } else { Vec::new() };
            Program { name: file.display().to_string(), file, arguments, flags }
        }));
    }
    programs.retain(|program| program.name.contains(&options.only));
    Ok(programs.into_iter().step_by(options.every.max(1)).collect())
}

/// All variants of a C file by changes of one kind, each at one place.
///
/// # Errors
/// The file cannot be read, or clang does not accept it with these flags.
pub fn of_file(file: &Path, flags: &[String], kind: Kind) -> Result<Vec<String>, String> {
    let source = Source::read(file, flags)?;
    let places = change::places(&source, kind).into_iter();
    Ok(places.filter_map(|edits| change::edited(&source.text, edits)).collect())
}

/// All variants of a module's text by changes of one kind.
pub fn of_module(module: &str, kind: Kind) -> Vec<String> {
    module::variants(module, kind)
}

/// The variants of a program that is proved soon enough.
fn variants(options: &Options, program: &Program) -> Result<Vec<Variant>, String> {
    let text = fs::read_to_string(&program.file).map_err(|error| format!("{}: {error}", program.file.display()))?;
    // A variant is written elsewhere, where files of its own folder are not found.
    if text.len() > LONGEST || text.contains("#include \"") {
        return Ok(Vec::new());
    }
    let original = prove(options, program, &program.file)?;
    if original.proved.is_empty() || original.slow {
        return Ok(Vec::new());
    }
    let Ok(source) = Source::read(&program.file, &program.flags) else { return Ok(Vec::new()) };
    let of_sources = Kind::OF_SOURCES.into_iter().flat_map(|kind| {
        let chosen = spread(change::places(&source, kind), options.places);
        let variant = |(number, edits)| Some((kind, number, change::edited(&source.text, edits)?));
        chosen.filter_map(variant).collect::<Vec<_>>()
    });
    // The contract stands in the source.
    let has_contract = program.arguments.iter().any(|argument| argument == "--entry");
    let module = original.module.filter(|_| !has_contract).unwrap_or_default();
    let of_modules = Kind::OF_MODULES.into_iter().flat_map(|kind| {
        spread(of_module(&module, kind), options.places).map(move |(number, text)| (kind, number, text))
    });
    let variant = |(kind, number, text)| Variant { kind, number, text, proved: original.proved.clone() };
    Ok(of_sources.chain(of_modules).map(variant).collect())
}

/// Some of the items with their numbers, spread evenly.
fn spread<T>(items: Vec<T>, some: usize) -> impl Iterator<Item = (usize, T)> {
    let length = items.len();
    let chosen = (0..some.min(length)).map(move |nth| (2 * nth + 1) * length / (2 * some.min(length)));
    let chosen: Vec<usize> = chosen.collect();
    items.into_iter().enumerate().filter(move |(number, _)| chosen.contains(number))
}

fn outcome(options: &Options, program: &Program, variant: &Variant) -> Result<Outcome, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let name = program.file.with_extension(extension(variant.kind));
    let file = folder.path().join(name.file_name().unwrap_or_default());
    fs::write(&file, &variant.text).map_err(|error| error.to_string())?;
    let answer = prove(options, program, &file)?;
    Ok(match () {
        () if answer.refused => Outcome::Refused,
        () if variant.proved.iter().all(|property| answer.proved.contains(property)) => Outcome::Proved,
        () => Outcome::Lost,
    })
}

/// What haltcert says of a file.
struct Answer {
    /// The properties that are proved.
    proved: Vec<&'static str>,
    module: Option<String>,
    slow: bool,
    refused: bool,
}

fn prove(options: &Options, program: &Program, file: &Path) -> Result<Answer, String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let mut command = Command::new(&options.haltcert);
    command.arg("prove").arg(file).arg("-o").arg(at("cert")).args(&program.arguments).args(["--no-refute", "--json"]);
    command.arg("--emit-module").arg(at("module")).args(["--timeout", &options.timeout.to_string()]);
    let limits = ProcessLimits { time: Duration::from_secs(options.timeout + 20), memory: 8192 };
    let outcome = run(&mut command, limits, &at("out"), &at("err"))
        .map_err(|error| format!("{}: {error}", options.haltcert.display()))?;
    let json: Value = fs::read(at("out")).ok().and_then(|out| serde_json::from_slice(&out).ok()).unwrap_or_default();
    let properties = ["memory_safety", "no_overflow", "termination"];
    Ok(Answer {
        proved: properties.into_iter().filter(|property| json[*property] == "proved").collect(),
        module: fs::read_to_string(at("module")).ok(),
        slow: outcome.seconds * 3.0 > options.timeout as f64,
        refused: outcome.status.code() == Some(3),
    })
}
