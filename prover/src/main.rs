//! `haltcert`: see `prover::cli`.

/// The commit that is built, if the build was told it (`make` does).
const COMMIT: Option<&str> = option_env!("HALTCERT_COMMIT");

fn main() {
    std::process::exit(prover::cli::run(std::env::args_os(), COMMIT));
}
