//! `haltcert-manual FOLDER` writes the manual pages and the shells' completions of the three programs below a folder, in
//! the places where an installation has them. `make install-tools` runs it; it is not installed.

#![forbid(unsafe_code)]

use clap::Command;
use clap_complete::Shell;
use std::io;
use std::path::Path;

/// The shells, with the folders in which they look for completions.
const SHELLS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Zsh, "zsh/site-functions"),
    (Shell::Fish, "fish/vendor_completions.d"),
];

fn main() {
    let folder = std::env::args_os().nth(1).filter(|folder| !folder.as_encoded_bytes().starts_with(b"-"));
    let Some(folder) = folder else {
        eprintln!("usage: haltcert-manual FOLDER");
        std::process::exit(3);
    };
    if let Err(error) = write(Path::new(&folder)) {
        eprintln!("error: {}: {error}", folder.display());
        std::process::exit(3);
    }
}

fn write(folder: &Path) -> io::Result<()> {
    let pages = folder.join("man/man1");
    std::fs::create_dir_all(&pages)?;
    for (shell, place) in SHELLS {
        std::fs::create_dir_all(folder.join(place))?;
        for mut command in programs() {
            let name = command.get_name().to_owned();
            let file = clap_complete::generate_to(shell, &mut command, name, folder.join(place))?;
            // A shell looks for the program's name without an ending.
            if shell == Shell::Bash {
                std::fs::rename(&file, file.with_extension(""))?;
            }
        }
    }
    programs().into_iter().try_for_each(|command| clap_mangen::generate_to(command, &pages))
}

/// The programs with their options.
fn programs() -> [Command; 3] {
    [prover::cli::command(), checker::answer::cli::command(), archive::cli::command()]
}
