//! `haltcert-manual FOLDER` writes the manual pages and the shells' completions of the three programs below a folder, in
//! the places where an installation has them. `make install-tools` runs it; it is not installed.

#![forbid(unsafe_code)]

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
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
    programs().into_iter().try_for_each(|command| {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        write_pages(&command, &pages)
    })
}

/// Writes a page for the command, and one for each of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(subcommand, folder)?;
    }
    // All programs have the version of the workspace. It stands where pages have a date, which must not be empty, and the
    // day on which they are made is no part of them.
    let version = concat!("version ", env!("CARGO_PKG_VERSION"));
    let page = Man::new(command.clone()).date(version).source("Haltcert").manual("Haltcert manual");
    page.generate_to(folder)?;
    Ok(())
}

/// The programs with their options.
fn programs() -> [Command; 3] {
    [prover::cli::command(), checker::answer::cli::command(), archive::cli::command()]
}
