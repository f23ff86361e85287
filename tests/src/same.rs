//! Two builds of haltcert on the same programs: a change that is meant to change no proof gives the same certificates,
//! byte by byte, and the same answers.

use crate::bench::labels;
use crate::cases::{all, root};
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

/// Compares the certificates of two builds of haltcert: for all cases of the suite, and for every so many programs of
/// folders.
///
/// Exit code: 0, or 1 when something differs, or 3 for bad usage.
#[derive(Clone, Debug, Parser)]
#[command(name = "same")]
pub struct Options {
    /// The build before the change.
    pub before: PathBuf,
    /// The build after it.
    pub after: PathBuf,
    /// Folders of programs; with a file `expected.tsv` the programs and data models that it names.
    pub folders: Vec<PathBuf>,
    /// Every so many programs of the folders are proved.
    #[arg(long, default_value_t = 6)]
    pub every: usize,
    /// Seconds for one proof. An attempt may use a share of it only, so what takes longer than a third is named apart.
    #[arg(long, default_value_t = 120)]
    pub timeout: u64,
    /// Only cases and programs whose name contains this.
    #[arg(long, default_value = "")]
    pub only: String,
}

/// One run of a prover: a file, and what it is told beside it.
struct Job {
    name: String,
    file: PathBuf,
    arguments: Vec<String>,
}

/// What a build made of it.
#[derive(PartialEq, Eq)]
struct Made {
    /// The end of the process, the verdicts and the reason.
    answer: String,
    certificate: Option<Vec<u8>>,
}

/// What became of a job.
struct Compared {
    /// How the builds differ.
    difference: Option<String>,
    /// So long that the clock may have decided the answer.
    slow: bool,
    /// Whether there is a certificate, of the first build.
    certified: bool,
    /// Processor seconds of the two.
    seconds: [f64; 2],
}

/// Compares the two builds and prints a table; whether they are the same.
///
/// # Errors
/// Something cannot be read, or a program cannot be run.
pub fn compare(options: &Options) -> Result<bool, String> {
    let mut jobs = cases()?;
    for folder in &options.folders {
        jobs.extend(programs(folder, options.every)?);
    }
    jobs.retain(|job| job.name.contains(&options.only));
    let results = parallel::map(&jobs, |job| compared(options, job));
    let results: Vec<Compared> = results.into_iter().collect::<Result<_, String>>()?;
    let (mut different, mut slow, mut certified, mut seconds) = (0, 0, 0, [0.0; 2]);
    for (job, result) in jobs.iter().zip(&results) {
        certified += usize::from(result.certified);
        seconds = [seconds[0] + result.seconds[0], seconds[1] + result.seconds[1]];
        match &result.difference {
            Some(difference) if result.slow => {
                slow += 1;
                println!("{} (slow, so time may have decided): {difference}", job.name);
            }
            Some(difference) => {
                different += 1;
                println!("{}: {difference}", job.name);
            }
            None => {}
        }
    }
    println!("  runs                         {:>8}", jobs.len());
    println!("  with a certificate           {certified:>8}");
    println!("  different                    {different:>8}");
    println!("  different, but slow          {slow:>8}");
    println!("  processor seconds before     {:>8.1}", seconds[0]);
    println!("  processor seconds after      {:>8.1}", seconds[1]);
    Ok(different == 0)
}

/// The cases of the suite with their options.
fn cases() -> Result<Vec<Job>, String> {
    let job = |case: crate::cases::Case| Job { name: case.name(&root()), arguments: case.arguments(), file: case.file };
    Ok(all(&root())?.into_iter().map(job).collect())
}

/// Every so many programs of a folder, the modes of signed overflow in turn.
fn programs(folder: &Path, every: usize) -> Result<Vec<Job>, String> {
    let all: Vec<(PathBuf, String)> = match labels::read(&folder.join("expected.tsv")) {
        Ok(labels) => labels.iter().map(|l| (folder.join(&l.path), l.data_model.to_lowercase())).collect(),
        Err(_) => files(folder).into_iter().map(|file| (file, "lp64".to_owned())).collect(),
    };
    if all.is_empty() {
        return Err(format!("{}: no programs", folder.display()));
    }
    let chosen = all.into_iter().step_by(every.max(1)).zip(["error", "ideal", "wrap"].into_iter().cycle());
    let job = |((file, model), mode): ((PathBuf, String), &str)| {
        let arguments = ["--signed-overflow", mode, "--data-model", &model].map(str::to_owned).to_vec();
        Job { name: format!("{} {}", file.display(), arguments.join(" ")), file, arguments }
    };
    Ok(chosen.map(job).collect())
}

fn compared(options: &Options, job: &Job) -> Result<Compared, String> {
    let (before, first, slow) = prove(&options.before, options.timeout, job)?;
    let (after, second, slow_too) = prove(&options.after, options.timeout, job)?;
    let size = |made: &Made| made.certificate.as_ref().map_or("none".to_owned(), |c| format!("{} bytes", c.len()));
    let difference = if before.answer != after.answer {
        Some(format!("{}\n    now: {}", before.answer, after.answer))
    } else {
        let differ = before.certificate != after.certificate;
        differ.then(|| format!("another certificate: {}, now {}", size(&before), size(&after)))
    };
    Ok(Compared {
        difference,
        slow: slow || slow_too,
        certified: before.certificate.is_some(),
        seconds: [first, second],
    })
}

/// What a build makes of a job, its processor seconds, and whether it was slow.
fn prove(haltcert: &Path, timeout: u64, job: &Job) -> Result<(Made, f64, bool), String> {
    let folder = TempDir::new().map_err(|error| error.to_string())?;
    let at = |name: &str| folder.path().join(name);
    let mut command = Command::new(haltcert);
    command.arg("prove").arg(&job.file).arg("-o").arg(at("cert")).args(&job.arguments);
    command.args(["--json", "--timeout", &timeout.to_string()]);
    let limits = ProcessLimits { time: Duration::from_secs(timeout + 20), memory: 8192 };
    let outcome = run(&mut command, limits, &at("out"), &at("err"))
        .map_err(|error| format!("{}: {error}", haltcert.display()))?;
    let json: Value = fs::read(at("out")).ok().and_then(|out| serde_json::from_slice(&out).ok()).unwrap_or_default();
    let parts = ["memory_safety", "no_overflow", "termination", "place", "reason"];
    let said: Vec<&str> = parts.iter().filter_map(|part| json[part].as_str()).collect();
    let made =
        Made { answer: format!("{}, {}", outcome.status, said.join(", ")), certificate: fs::read(at("cert")).ok() };
    Ok((made, outcome.processor, outcome.seconds * 3.0 > timeout as f64))
}
