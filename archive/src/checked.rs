//! The checker's answer about one certificate, in the form that this crate uses.

use crate::failure::{Failure, Kind, Outcome};
use certificates::{Certificate, DecodeError};
use checker::answer::report::escape;
use checker::{Expectation, Report, Verdict};

/// The certificate with these bytes; `what` names it.
///
/// # Errors
/// [`Kind::Refutation`] or [`Kind::Unreadable`].
pub fn decode(what: &str, bytes: &[u8]) -> Outcome<Certificate> {
    certificates::decode(bytes).map_err(|error| {
        let kind = if error == DecodeError::Refutation { Kind::Refutation } else { Kind::Unreadable };
        Failure::new(kind, format!("{what}: {error}"))
    })
}

/// The checker's report, if it says VALID.
///
/// # Errors
/// [`Kind::OtherModule`], [`Kind::Invalid`], [`Kind::Undecided`] or [`Kind::Unreadable`].
pub fn check(
    what: &str,
    module: &str,
    certificate: &Certificate,
    bytes: usize,
    expected: &Expectation,
) -> Outcome<Report> {
    if certificates::hash::sha256_hex(module.as_bytes()) != certificate.claim.module_hash {
        return Err(Failure::new(
            Kind::OtherModule,
            format!("{what}: the certificate is about a module with other bytes"),
        ));
    }
    let failure = |kind, message: String| Err(Failure::new(kind, format!("{what}: {}", escape_lines(&message))));
    match checker::check_decoded(module, certificate, bytes, expected) {
        Verdict::Valid(report) => Ok(*report),
        Verdict::Invalid(rejection) => failure(Kind::Invalid, format!("INVALID\n{rejection}")),
        Verdict::Undecided(rejection) => failure(Kind::Undecided, format!("UNDECIDED\n{rejection}")),
        Verdict::BadInput(message) => failure(Kind::Unreadable, message),
    }
}

/// Escapes each line of a text that comes from a file, so that it is harmless on a terminal.
fn escape_lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}
