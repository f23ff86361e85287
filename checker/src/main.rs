//! `haltcheck`: see [`checker::answer::cli`].

#![forbid(unsafe_code)]

fn main() {
    let code = checker::answer::cli::run(std::env::args_os(), &mut std::io::stdout(), &mut std::io::stderr());
    std::process::exit(code);
}
