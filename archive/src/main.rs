//! `haltarchive`: see [`archive::cli`].

#![forbid(unsafe_code)]

fn main() {
    let code = archive::cli::run(std::env::args_os(), &mut std::io::stdout(), &mut std::io::stderr());
    std::process::exit(code);
}
