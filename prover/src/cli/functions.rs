//! `--all-functions`: every function with a contract, and a table.

use super::{BAD_INPUT, PROVED, Prove, UNKNOWN, in_thread, one, refused, say};
use crate::frontend;
use crate::program::Program;
use crate::report::{self, Row};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

/// Proves the functions one after the other; the exit code is 0 only if all are proved.
pub(super) fn prove(options: &Prove, program: &Arc<Program>) -> i32 {
    let found = match frontend::contracts(&options.file) {
        Ok(found) => found,
        Err(error) => return refused(options, BAD_INPUT, &error.to_string()),
    };
    let found: Vec<_> = found.into_iter().filter(|f| program.functions.contains_key(&f.function)).collect();
    if found.is_empty() {
        let file = options.file.display();
        let message =
            format!("{file}: no function here has a contract (an ACSL comment with a requires clause above it)");
        return refused(options, BAD_INPUT, &message);
    }
    if let Some(folder) = &options.output
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let message = format!("cannot make the folder {}: {error}", folder.display());
        return refused(options, BAD_INPUT, &message);
    }
    let mut code = PROVED;
    let (mut rows, mut objects): (Vec<Row>, Vec<Value>) = (Vec::new(), Vec::new());
    for f in found {
        let start = Instant::now();
        let name = f.function.clone();
        let output = options.output.as_ref().map(|folder| folder.join(format!("{name}.cert")));
        let job = one::from_file(options, f, output);
        let (own, json, row) = match job.map(|job| in_thread(options, program, job, start)) {
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
