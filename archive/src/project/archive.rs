//! Certificates kept by what they are about: one file for each module and claim.
//!
//! A file's name says what is expected of it, and nothing is believed because of it. What is taken out is checked again.

use super::prover::Compiled;
use crate::failure::{Failure, Kind, Outcome};
use crate::{checked, files};
use certificates::Claim;
use certificates::hash::sha256_hex;
use checker::{Expectation, Report};
use std::path::PathBuf;

/// The folder.
#[derive(Clone, Debug)]
pub struct Archive(pub PathBuf);

/// The name of a claim about a module: equal claims have equal names.
pub fn key(wanted: &Claim) -> String {
    let text = serde_json::to_string(wanted).unwrap_or_default();
    sha256_hex(text.as_bytes())
}

impl Archive {
    /// Where a certificate for this claim lies.
    pub fn place(&self, wanted: &Claim) -> PathBuf {
        self.0.join(format!("{}.cert", key(wanted)))
    }

    /// What the checker finds of the certificate that is kept for the claim; `None` if there is none.
    ///
    /// # Errors
    /// It is damaged, or does not prove the claim.
    pub fn take(&self, compiled: &Compiled) -> Outcome<Option<Report>> {
        let place = self.place(&compiled.wanted);
        if !place.exists() {
            return Ok(None);
        }
        accept(compiled, &files::read(&place)?).map(Some)
    }

    /// Keeps a certificate if the checker accepts it for the claim.
    ///
    /// # Errors
    /// It does not, or the file cannot be written.
    pub fn keep(&self, compiled: &Compiled, bytes: &[u8]) -> Outcome<Report> {
        let report = accept(compiled, bytes)?;
        files::folder(&self.0)?;
        files::write(&self.place(&compiled.wanted), bytes)?;
        Ok(report)
    }
}

/// The checker's answer about the module that the source has now, and the claim that is wanted now.
fn accept(compiled: &Compiled, bytes: &[u8]) -> Outcome<Report> {
    let certificate = checked::decode("certificate", bytes)?;
    // The checker looks at the module of now alone; but the one inside is passed on with the certificate.
    if certificate.module != compiled.module {
        return Err(Failure::new(Kind::OtherModule, "certificate: it has another module inside"));
    }
    let expected = Expectation::of(&compiled.wanted);
    checked::check("certificate", &compiled.module, &certificate, bytes.len(), &expected)
}
