//! `--all-functions`: every function with a contract, and a table.

use super::input::Input;
use super::one::{self, Job};
use super::{BAD_INPUT, PROVED, Prove, UNKNOWN, bad_input, in_thread, refused, say};
use crate::report::{self, Row};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Proves the functions one after the other; the exit code is 0 only if all are proved.
pub(super) fn prove(options: &Prove, input: &Arc<Input>) -> i32 {
    let known = match input.source.functions() {
        Ok(known) => known,
        Err(error) => return bad_input(options, &error),
    };
    let found = match one::contracts(input) {
        Ok(found) => found,
        Err(message) => return refused(options, BAD_INPUT, &message),
    };
    let found: Vec<_> = found.into_iter().filter(|(_, f)| known.contains(&f.function)).collect();
    if found.is_empty() {
        let files: Vec<String> = input.units.iter().map(|unit| unit.path.display().to_string()).collect();
        let message = format!(
            "{}: no function here has a contract (an ACSL comment with a requires clause above it)",
            files.join(" ")
        );
        return refused(options, BAD_INPUT, &message);
    }
    for folder in [&options.output, &options.emit_module].into_iter().flatten() {
        if let Err(error) = std::fs::create_dir_all(folder) {
            let message = format!("cannot make the folder {}: {error}", folder.display());
            return refused(options, BAD_INPUT, &message);
        }
    }
    let mut code = PROVED;
    let (mut rows, mut objects): (Vec<Row>, Vec<Value>) = (Vec::new(), Vec::new());
    for f in found {
        let start = Instant::now();
        let name = f.1.function.clone();
        let file = |folder: &PathBuf, kind: &str| folder.join(format!("{name}.{kind}"));
        let output = options.output.as_ref().map(|folder| file(folder, "cert"));
        let module = options.emit_module.as_ref().map(|folder| file(folder, "ll"));
        let job = one::from_file(input, f).map(|job| Job { output, module, ..job });
        let (own, json, row) = match job.map(|job| in_thread(options, input, job, start)) {
            Ok(Ok(outcome)) => (outcome.code, outcome.json, outcome.row),
            Ok(Err(lost)) => {
                let reason = lost.reason();
                let row = Row::unknown(&name, &reason, start.elapsed().as_secs_f64());
                (UNKNOWN, report::unanswered(&name, &reason), row)
            }
            Err(message) => {
                let outcome = one::refused(&name, message);
                (outcome.code, outcome.json, outcome.row)
            }
        };
        if code != BAD_INPUT && own != PROVED {
            code = own;
        }
        rows.push(row);
        objects.push(json);
    }
    let text = match options.json {
        true => format!("{}\n", Value::Array(objects)),
        false => report::table(&rows),
    };
    if say(&text) { code } else { UNKNOWN }
}
