//! Law: prover and checker read every case's module alike (`tests::readings`), for the data model that
//! the case is about.
//!
//! `cargo run --release -p tests --bin readings -- FOLDER...` does the same for other programs.

use certificates::DataModel;
use std::path::Path;
use tests::parallel;
use tests::readings::{Reading, compare, files};

#[test]
fn both_read_all_cases_alike() {
    let cases = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"));
    let results = parallel::map(&cases, |file| {
        let source = std::fs::read_to_string(file).unwrap_or_default();
        let data_model = match source.contains("ilp32") {
            true => DataModel::Ilp32,
            false => DataModel::Lp64,
        };
        compare(file, data_model)
    });
    let read = |(outcome, _): &&(Reading, _)| matches!(outcome, Reading::Compared(_));
    let count = results.iter().filter(read).count();
    assert!(10 * count > 9 * cases.len(), "only {count} cases were read");
    let named = cases.iter().zip(&results).flat_map(|(file, (_, differences))| {
        let name = move |text| format!("{}: {text}", file.display());
        differences.iter().map(name)
    });
    let differences: Vec<String> = named.collect();
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}
