//! The benchmark runner: prove every program of a set, check every certificate, compare with the
//! published verdicts.

mod compare;
mod judge;
pub mod labels;
mod program;
pub mod refuted;
mod report;
mod row;
mod stats;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use labels::Label;
use regex::Regex;
use row::Row;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Runs haltcert and haltcheck on a set of benchmark programs.
///
/// Exit code: 0, or 1 when a proof or a refutation contradicts a published verdict, or 3 for bad usage.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench")]
pub struct Options {
    /// Path prefixes inside the benchmark folder, separated by commas; "all" for everything.
    #[arg(long, default_value = "all")]
    pub set: String,
    /// Meaning of signed overflow.
    #[arg(long, default_value = "error", value_parser = ["error", "wrap", "ideal"])]
    pub mode: String,
    /// Folder of the benchmarks, with `expected.tsv`.
    #[arg(long, default_value = "../shared/benchmarks")]
    pub benchmarks: PathBuf,
    /// Programs at the same time.
    #[arg(long, default_value_t = 2)]
    pub jobs: usize,
    /// Seconds for one proof.
    #[arg(long, default_value_t = 60)]
    pub timeout: u64,
    /// Seconds for one check.
    #[arg(long, default_value_t = 120)]
    pub check_timeout: u64,
    /// MiB for one process.
    #[arg(long, default_value_t = 4096)]
    pub memory_limit: u64,
    /// Only programs whose path matches this regular expression.
    #[arg(long)]
    pub filter: Option<Regex>,
    /// Only programs listed in this file, one path a line (other columns are ignored).
    #[arg(long)]
    pub only_file: Option<PathBuf>,
    /// Rows of results, one JSON object a line [default: target/bench/SET-MODE.jsonl].
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Rows of an earlier run: print what was lost and gained.
    #[arg(long)]
    pub compare: Option<PathBuf>,
    /// Check against the module that the prover read (as users should), not the embedded one.
    #[arg(long)]
    pub separate_module: bool,
    /// Keep certificates and the programs' output in this folder.
    #[arg(long)]
    pub keep: Option<PathBuf>,
    /// More options for haltcert, separated by blanks.
    #[arg(long, allow_hyphen_values = true)]
    pub prove_flags: Option<String>,
    /// More options for haltcheck, separated by blanks.
    #[arg(long, allow_hyphen_values = true)]
    pub check_flags: Option<String>,
    /// Concrete runs to follow through each valid certificate; one that escapes is a wrong proof.
    #[arg(long, default_value_t = 5)]
    pub runs: u64,
    /// Repeat errors that are shown natively, under the sanitizers of clang.
    #[arg(long)]
    pub native: bool,
    /// Only follow runs through this certificate and print what is wrong (used by the runner itself).
    #[arg(long, hide = true)]
    pub follow: Option<PathBuf>,
    /// Print the table of an earlier run (rows file) and run nothing.
    #[arg(long)]
    pub report: Option<PathBuf>,
}

impl Options {
    fn out(&self) -> PathBuf {
        let name = self.set.replace(['/', ','], "_");
        let default = || PathBuf::from(format!("target/bench/{name}-{}.jsonl", self.mode));
        self.out.clone().unwrap_or_else(default)
    }
}

/// Runs the set and prints the report; `false` when a proof or a refutation is wrong.
pub fn run(options: &Options) -> Result<bool, String> {
    if let Some(certificate) = &options.follow {
        if let Some(problem) = program::follow(certificate, options.runs) {
            println!("{problem}");
        }
        return Ok(true);
    }
    let labels = labels::read(&options.benchmarks.join("expected.tsv"))?;
    let old = options.compare.as_deref().map(row::read).transpose()?;
    let rows = match &options.report {
        Some(file) => row::read(file)?,
        None => run_all(options, &labels::select(&labels, options)?)?,
    };
    let mut stdout = std::io::stdout().lock();
    let sound = report::print(&mut stdout, &labels, &rows).map_err(|error| error.to_string())?;
    if let Some(old) = old {
        compare::print(&mut stdout, &old, &rows).map_err(|error| error.to_string())?;
    }
    if options.report.is_none() {
        let _ = writeln!(stdout, "\nrows: {}", options.out().display());
    }
    Ok(sound)
}

/// Every program, several at a time; rows are written as they come and returned in the set's order.
fn run_all(options: &Options, set: &[&Label]) -> Result<Vec<Row>, String> {
    let tools = program::Tools::find()?;
    let out = options.out();
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let file = File::create(&out).map_err(|error| format!("{}: {error}", out.display()))?;
    let file = Mutex::new(BufWriter::new(file));
    let bar = progress(set.len());
    let next = AtomicUsize::new(0);
    let proved = AtomicUsize::new(0);
    let rows: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::with_capacity(set.len()));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(label) = set.get(at) else { break };
                    let row = program::measure(&tools, options, label);
                    let total = proved.fetch_add(usize::from(row.both()), Ordering::Relaxed) + usize::from(row.both());
                    bar.inc(1);
                    bar.set_message(format!("{total} proved"));
                    let mut file = file.lock().expect("no panic while locked");
                    if let Err(error) = row::write(&mut *file, &row) {
                        bar.println(format!("bench: {}: {error}", out.display()));
                    }
                    rows.lock().expect("no panic while locked").push((at, row));
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut rows = rows.into_inner().expect("no panic while locked");
    rows.sort_by_key(|(at, _)| *at);
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Shown on a terminal only.
fn progress(programs: usize) -> ProgressBar {
    let style = "{bar:30} {pos}/{len} {msg}, {elapsed} of about {duration}";
    let style = ProgressStyle::with_template(style).expect("a fixed template");
    let bar = ProgressBar::new(programs as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
