//! `verify`: everything that a statement says is computed again, from the files alone.

use crate::attest::checker_version;
use crate::failure::{Failure, Kind, Outcome};
use crate::statement::{Claim, Digest, Origin, Proof, Statement, Verdict, known_unproved};
use crate::{checked, files};
use certificates::hash::sha256_hex;
use checker::answer::report;
use checker::decide::entail::Solvers;
use checker::{Expectation, Report};
use std::path::Path;

/// What was found out about one certificate. Only the origin is taken from the statement.
#[derive(Debug)]
pub struct Found {
    pub certificate: String,
    pub report: Report,
    /// The numbers in which a checker of another version differs.
    pub note: Option<String>,
    /// What the author's prover made the module from, according to the statement.
    pub origin: Origin,
}

/// Checks a statement whose files are in the folder.
///
/// # Errors
/// The first difference from the statement.
pub fn statement(statement: &Statement, folder: &Path, solvers: &Solvers) -> Outcome<Vec<Found>> {
    let predicate = &statement.predicate;
    for file in [&statement.subject, &predicate.sources, &predicate.headers].into_iter().flatten() {
        same(&file.name, &file.digest, &files::sha256(&files::place(folder, &file.name)?)?)?;
    }
    let version = &predicate.tools.checker;
    let found =
        predicate.proofs.iter().map(|stated| proof(stated, folder, solvers, version)).collect::<Outcome<_>>()?;
    // Which functions have a proof is known once the claims are those of the certificates.
    known_unproved(predicate)?;
    Ok(found)
}

fn same(name: &str, stated: &Digest, found: &str) -> Outcome {
    if stated.sha256 == found {
        return Ok(());
    }
    let message = format!("{name}: the statement says sha256 {}, the file has {found}", stated.sha256);
    Err(Failure::new(Kind::Digest, message))
}

/// The certificate is read once, so that the bytes that are hashed are the bytes that are checked.
fn proof(stated: &Proof, folder: &Path, solvers: &Solvers, version: &str) -> Outcome<Found> {
    let name = &stated.certificate.name;
    let bytes = files::read(&files::place(folder, name)?)?;
    same(name, &stated.certificate.digest, &sha256_hex(&bytes))?;
    let certificate = checked::decode(name, &bytes)?;
    let file = stated.module.name.as_deref();
    let module = file.map(|file| files::read(&files::place(folder, file)?)).transpose()?;
    if let (Some(file), Some(bytes)) = (file, &module) {
        same(file, &stated.module.digest, &sha256_hex(bytes))?;
    }
    if certificate.claim.module_hash != stated.module.digest.sha256 {
        let message = format!(
            "{name}: the statement says that it is about the module with sha256 {}, it is about {}",
            stated.module.digest.sha256, certificate.claim.module_hash
        );
        return Err(Failure::new(Kind::OtherModule, message));
    }
    let text = match module {
        Some(bytes) => String::from_utf8(bytes)
            .map_err(|_| Failure::new(Kind::Unreadable, format!("{}: not UTF-8 text", file.unwrap_or_default())))?,
        None => certificate.module.clone(),
    };
    let claim = stated.claim.read(&stated.module.digest.sha256)?;
    let not_vacuous = claim.precondition.is_none() || certificate.call.is_some();
    same_claim(name, &stated.claim, &Claim::of(&certificate.claim, not_vacuous))?;
    let (solvers, allow_vacuous) = (solvers.clone(), !stated.claim.not_vacuous);
    let expected = Expectation { solvers, allow_vacuous, ..Expectation::of(&claim) };
    let report = checked::check(name, &text, &certificate, bytes.len(), &expected)?;
    let note = findings(stated, &report, version)?;
    Ok(Found { certificate: name.clone(), report, note, origin: stated.origin.clone() })
}

/// Compares the claims field by field; the message names the fields that differ.
fn same_claim(name: &str, stated: &Claim, certified: &Claim) -> Outcome {
    let contract = |text: &Option<String>| text.as_ref().map_or_else(|| "none".into(), |text| format!("\"{text}\""));
    let words = |claim: &Claim| {
        [
            ("function", claim.function.clone()),
            ("precondition", contract(&claim.precondition)),
            ("properties", claim.properties.join(", ")),
            ("dataModel", claim.data_model.clone()),
            ("signedOverflow", claim.signed_overflow.clone()),
            ("mallocMayFail", claim.malloc_may_fail.to_string()),
            ("noBuiltin", claim.no_builtin.to_string()),
            ("externalContracts", claim.external_contracts.join(", ")),
            ("notVacuous", claim.not_vacuous.to_string()),
        ]
    };
    let differ: Vec<String> = words(stated)
        .into_iter()
        .zip(words(certified))
        .filter(|(stated, certified)| stated != certified)
        .map(|((field, stated), (_, certified))| {
            format!("{field}: the statement says '{stated}', the certificate '{certified}'")
        })
        .collect();
    match differ.is_empty() && stated == certified {
        true => Ok(()),
        false => Err(Failure::new(Kind::Claim, report::escape(&format!("{name}: {}", differ.join("; "))))),
    }
}

/// Compares the findings. A checker of the same version must find exactly the same; one of another version may count
/// differently.
fn findings(stated: &Proof, found: &Report, version: &str) -> Outcome<Option<String>> {
    let name = &stated.certificate.name;
    let (assumptions, verdict) = (report::assumptions(&found.claim), Verdict::of(found));
    let differs = match (stated.assumptions == assumptions, stated.verdict == verdict) {
        (true, true) => return Ok(None),
        (false, _) => "the assumptions",
        (true, false) => "the verdict or its counts",
    };
    let ours = checker_version();
    match version == ours && stated.verdict.answer == "VALID" {
        true => Err(Failure::new(Kind::Findings, format!("{name}: {differs} are not those that the checker finds"))),
        false if stated.verdict.answer != "VALID" => {
            Err(Failure::new(Kind::Findings, format!("{name}: a statement is about certificates that are VALID")))
        }
        false => Ok(Some(format!(
            "{name}: {differs} of the statement are those of another checker ({}); this one is {ours}",
            report::escape(version)
        ))),
    }
}
