//! `same BEFORE AFTER [FOLDER...]`: whether two builds of haltcert make the same certificates.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match tests::same::compare(&tests::same::Options::parse()) {
        Ok(same) => ExitCode::from(u8::from(!same)),
        Err(message) => {
            eprintln!("same: {message}");
            ExitCode::from(3)
        }
    }
}
