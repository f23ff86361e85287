//! `haltcheck`: see [`checker::cli`].

fn main() {
    let code = checker::cli::run(std::env::args_os(), &mut std::io::stdout(), &mut std::io::stderr());
    std::process::exit(code);
}
