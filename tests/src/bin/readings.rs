//! Compares the two readers of modules on folders of programs: `readings FOLDER...`.
//!
//! A folder with a file `expected.tsv` gives the programs that this file names, any other all its C and
//! LLVM files. Every program is read for both data models.

use certificates::DataModel;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tests::readings::{Counts, Reading, compare, files};
use tests::{bench, parallel};

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: readings FOLDER...");
        return ExitCode::from(3);
    }
    let mut different = 0;
    for folder in &folders {
        different += usize::from(!compared(folder));
    }
    ExitCode::from(u8::from(different > 0))
}

/// The programs of a folder.
fn programs(folder: &Path) -> Vec<PathBuf> {
    match bench::labels::read(&folder.join("expected.tsv")) {
        Ok(labels) => labels.iter().map(|label| folder.join(&label.path)).collect(),
        Err(_) => files(folder),
    }
}

/// Prints the table of a folder; whether the readers agree.
fn compared(folder: &Path) -> bool {
    let programs = programs(folder);
    let both = |file: &PathBuf| [DataModel::Lp64, DataModel::Ilp32].map(|model| (file.clone(), model));
    let tasks: Vec<(PathBuf, DataModel)> = programs.iter().flat_map(both).collect();
    let results = parallel::map(&tasks, |(file, model)| compare(file, *model));
    let (mut modules, mut refused, mut none, mut found, mut long) = (0, 0, 0, 0, 0);
    let mut sum = Counts::default();
    for ((file, model), (outcome, differences)) in tasks.iter().zip(results) {
        match outcome {
            Reading::NoModule => none += 1,
            Reading::Refused => refused += 1,
            Reading::TooLong => long += 1,
            Reading::Compared(counts) => {
                modules += 1;
                sum.globals += counts.globals;
                sum.functions += counts.functions;
                sum.instructions += counts.instructions;
                sum.refused += counts.refused;
            }
        }
        found += differences.len();
        for difference in differences {
            println!("{} ({model:?}): {difference}", file.display());
        }
    }
    println!("{}", folder.display());
    println!("  programs                     {:>8}", programs.len());
    println!("  modules compared             {modules:>8}");
    println!("  modules refused by both      {refused:>8}");
    println!("  too long for the checker     {long:>8}");
    println!("  no module (compiler's error) {none:>8}");
    println!("  globals                      {:>8}", sum.globals);
    println!("  functions                    {:>8}", sum.functions);
    println!("  instructions                 {:>8}", sum.instructions);
    println!("  of these refused by both     {:>8}", sum.refused);
    println!("  differences                  {found:>8}");
    found == 0
}
