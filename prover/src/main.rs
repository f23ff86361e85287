//! `haltcert`: see `prover::cli`.

fn main() {
    std::process::exit(prover::cli::run(std::env::args_os()));
}
