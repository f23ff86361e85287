//! `steady HALTCERT [FOLDER...]`: how many programs stay proved when they are written another way.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match tests::steady::try_variants(&tests::steady::Options::parse()) {
        Ok(steady) => ExitCode::from(u8::from(!steady)),
        Err(message) => {
            eprintln!("steady: {message}");
            ExitCode::from(3)
        }
    }
}
