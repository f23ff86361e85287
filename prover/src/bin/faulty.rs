//! `haltcert-faulty`: see `prover::cli::faulty`. Only for tests, with the feature `faults`.

fn main() {
    std::process::exit(prover::cli::faulty::run(std::env::args_os()));
}
