//! An archive of certificates, one file for each module and claim.
//!
//! A file's name says what is expected of the certificate, and nothing is believed because of the name. A certificate
//! that is taken out is checked again.

use super::prover::Compiled;
use crate::failure::{Failure, Kind, Outcome};
use crate::{checked, files};
use certificates::Claim;
use certificates::hash::sha256_hex;
use checker::{Expectation, Report};
use std::path::PathBuf;

/// The folder of the archive.
#[derive(Clone, Debug)]
pub struct Archive(pub PathBuf);

/// A name for a claim about a module: equal claims have equal names.
pub fn key(wanted: &Claim) -> String {
    let text = serde_json::to_string(wanted).unwrap_or_default();
    sha256_hex(text.as_bytes())
}

/// A short hash of some words.
pub fn hash(words: &[&str]) -> String {
    sha256_hex(words.join("\0").as_bytes()).chars().take(32).collect()
}

impl Archive {
    /// The path of the certificate for this claim.
    pub fn place(&self, wanted: &Claim) -> PathBuf {
        self.0.join(format!("{}.cert", key(wanted)))
    }

    /// The checker's report on the certificate that is kept for the claim; `None` if there is none.
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

    /// Adds a certificate if the checker accepts it for the claim.
    ///
    /// # Errors
    /// The checker does not accept it, or the file cannot be written.
    pub fn keep(&self, compiled: &Compiled, bytes: &[u8]) -> Outcome<Report> {
        let report = accept(compiled, bytes)?;
        files::folder(&self.0)?;
        files::write(&self.place(&compiled.wanted), bytes)?;
        Ok(report)
    }
}

/// Whether a certificate proves the claim, whatever bounds are demanded.
pub fn proves_claim(compiled: &Compiled, bytes: &[u8]) -> bool {
    accept(&Compiled { bounds: Vec::new(), ..compiled.clone() }, bytes).is_ok()
}

/// Checks a certificate against the module that the source gives now, and the claim that is wanted now.
fn accept(compiled: &Compiled, bytes: &[u8]) -> Outcome<Report> {
    let certificate = checked::decode("certificate", bytes)?;
    // The checker uses the current module only, but the one inside is passed on with the certificate.
    if certificate.module != compiled.module {
        return Err(Failure::new(Kind::OtherModule, "certificate: it has another module inside"));
    }
    // The row says whether the claim is shown to be about some call, and the baseline keeps it.
    let bounds = compiled.bounds.clone();
    let expected = Expectation { allow_vacuous: true, bounds, ..Expectation::of(&compiled.wanted) };
    checked::check("certificate", &compiled.module, &certificate, bytes.len(), &expected)
}
