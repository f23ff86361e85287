//! The benchmark runner (`make bench SET=... MODE=...`).

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match tests::bench::run(&tests::bench::Options::parse()) {
        Ok(sound) => ExitCode::from(u8::from(!sound)),
        Err(message) => {
            eprintln!("bench: {message}");
            ExitCode::from(3)
        }
    }
}
