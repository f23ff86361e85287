//! Prints the member of the growing family with about as many lines as the argument says.

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).and_then(|n| n.parse().ok()) {
        Some(lines) => {
            print!("{}", tests::family::program(lines));
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("usage: family LINES");
            ExitCode::from(3)
        }
    }
}
