//! `haltarchive`: see [`archive::cli`].

#![forbid(unsafe_code)]

use archive::cli::run;
use checker::answer::colour::with_output;
use std::io::Write;

/// The commit that is built, if the build was told it (`make` does).
const COMMIT: Option<&str> = option_env!("HALTCERT_COMMIT");

fn main() {
    let run = |out: &mut dyn Write| run(std::env::args_os(), COMMIT, out, &mut std::io::stderr());
    std::process::exit(with_output(run));
}
