//! `haltarchive`: see [`archive::cli`].

#![forbid(unsafe_code)]

/// The commit that is built, if the build was told it (`make` does).
const COMMIT: Option<&str> = option_env!("HALTCERT_COMMIT");

fn main() {
    let code = archive::cli::run(std::env::args_os(), COMMIT, &mut std::io::stdout(), &mut std::io::stderr());
    std::process::exit(code);
}
