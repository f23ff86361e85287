//! `attest`: makes a statement about certificates that the checker has just accepted.

use crate::failure::{Failure, Kind, Outcome};
use crate::origin::{self, Sources};
use crate::project::prover::Prover;
use crate::statement::{
    Claim, Digest, File, Module, Origin, PREDICATE, Predicate, Proof, STATEMENT, Statement, Tools, Unproved, VERSION,
    Verdict,
};
use crate::{checked, files, names};
use certificates::hash::sha256_hex;
use checker::Expectation;
use checker::decide::entail::Solvers;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the statement is to be about.
#[derive(Debug)]
pub struct Wanted {
    /// The folder that names in the statement are relative to.
    pub folder: PathBuf,
    pub certificates: Vec<PathBuf>,
    pub subjects: Vec<PathBuf>,
    /// Modules of the certificates, identified by their hashes. For other certificates the module inside is used.
    pub modules: Vec<PathBuf>,
    pub sources: Vec<PathBuf>,
    pub headers: Vec<PathBuf>,
    /// The prover, which makes the modules again. If it is named, it is asked for its version, and so is the compiler.
    pub prover: Option<PathBuf>,
    pub compiler: Option<PathBuf>,
    pub flags: Vec<String>,
    pub time: Option<String>,
    pub solvers: Solvers,
}

/// The file of a module.
struct Text {
    name: String,
    hash: String,
    text: String,
}

/// The statement, if the checker accepts every certificate for its own claim.
pub fn statement(wanted: &Wanted) -> Outcome<Statement> {
    let modules: Vec<Text> = wanted.modules.iter().map(|path| module(&wanted.folder, path)).collect::<Outcome<_>>()?;
    let prover = Prover::find(wanted.prover.clone());
    let sources = Sources { files: &wanted.sources, flags: &wanted.flags, prover: &prover };
    let mut found = Vec::new();
    let mut proofs = Vec::new();
    for path in &wanted.certificates {
        let (proof, files) = proof(wanted, &modules, &sources, path)?;
        proofs.push(proof);
        found.push(files);
    }
    origin::require_used(&wanted.sources, &found)?;
    if let Some(unused) = modules.iter().find(|m| !proofs.iter().any(|p| p.module.digest.sha256 == m.hash)) {
        let message = format!("{}: none of the certificates is about this module", unused.name);
        return Err(Failure::new(Kind::OtherModule, message));
    }
    let unproved = unproved(wanted, &prover, &proofs)?;
    let named = |paths: &[PathBuf]| paths.iter().map(|path| file(&wanted.folder, path)).collect::<Outcome<Vec<File>>>();
    let statement = Statement {
        kind: STATEMENT.into(),
        subject: named(&wanted.subjects)?,
        predicate_type: PREDICATE.into(),
        predicate: Predicate {
            version: VERSION,
            proofs,
            sources: named(&wanted.sources)?,
            headers: named(&wanted.headers)?,
            unproved,
            tools: tools(wanted)?,
            time: wanted.time.clone(),
        },
    };
    Ok(statement)
}

/// The public functions of the sources that no proof is about. `None` if a module is not known to be made from the
/// sources, or the prover cannot list the functions: then it is not known either.
fn unproved(wanted: &Wanted, prover: &Prover, proofs: &[Proof]) -> Outcome<Option<Vec<Unproved>>> {
    if wanted.sources.is_empty() || proofs.iter().any(|proof| proof.origin.untied.is_some()) {
        return Ok(None);
    }
    let mut unproved = Vec::new();
    for path in &wanted.sources {
        let source = name(&wanted.folder, path)?;
        let Some(file) = path.to_str() else { return Ok(None) };
        let Ok(listed) = prover.functions_of(file, &wanted.flags, None) else { return Ok(None) };
        let proved = |function: &String| {
            proofs.iter().any(|proof| proof.origin.files.contains(&source) && proof.claim.function == *function)
        };
        let public = listed.into_iter().filter(|found| found.public).map(|found| found.name);
        let mut functions: Vec<String> = public.filter(|function| !proved(function)).collect();
        functions.sort();
        if !functions.is_empty() {
            unproved.push(Unproved { source, functions });
        }
    }
    Ok(Some(unproved))
}

fn name(folder: &Path, path: &Path) -> Outcome<String> {
    names::below(folder, path).map_err(|why| Failure::new(Kind::Name, why))
}

fn file(folder: &Path, path: &Path) -> Outcome<File> {
    Ok(File { name: name(folder, path)?, digest: Digest { sha256: files::sha256(path)? } })
}

fn module(folder: &Path, path: &Path) -> Outcome<Text> {
    let text = files::text(path)?;
    Ok(Text { name: name(folder, path)?, hash: sha256_hex(text.as_bytes()), text })
}

fn proof(wanted: &Wanted, modules: &[Text], sources: &Sources, path: &Path) -> Outcome<(Proof, origin::Found)> {
    let name = name(&wanted.folder, path)?;
    let bytes = files::read(path)?;
    let certificate = checked::decode(&name, &bytes)?;
    let claim = &certificate.claim;
    let module = modules.iter().find(|module| module.hash == claim.module_hash);
    let text = module.map_or(&certificate.module, |module| &module.text);
    // The statement says whether the claim is shown to be about some call.
    let (solvers, allow_vacuous) = (wanted.solvers.clone(), true);
    let expected = Expectation { solvers, allow_vacuous, ..Expectation::of(claim) };
    let report = checked::check(&name, text, &certificate, bytes.len(), &expected)?;
    let found = sources.of(&name, claim, text)?;
    let proof = Proof {
        claim: Claim::of(&report.claim, report.not_vacuous()),
        assumptions: checker::answer::report::assumptions(&report.claim),
        certificate: File { name, digest: Digest { sha256: sha256_hex(&bytes) } },
        module: Module {
            name: module.map(|module| module.name.clone()),
            digest: Digest { sha256: claim.module_hash.clone() },
        },
        origin: origin(wanted, &found)?,
        verdict: Verdict::of(&report),
    };
    Ok((proof, found))
}

fn origin(wanted: &Wanted, found: &origin::Found) -> Outcome<Origin> {
    Ok(match found {
        Ok(files) => {
            Origin { files: files.iter().map(|file| name(&wanted.folder, file)).collect::<Outcome<_>>()?, untied: None }
        }
        Err(untied) => Origin { files: Vec::new(), untied: Some(*untied) },
    })
}

/// The version of this program's checker.
pub fn checker_version() -> String {
    format!("haltcheck {}, certificate format {}", env!("CARGO_PKG_VERSION"), certificates::FORMAT_VERSION)
}

fn tools(wanted: &Wanted) -> Outcome<Tools> {
    let asked = |program: &Option<PathBuf>| program.as_deref().map(version).transpose();
    Ok(Tools {
        checker: checker_version(),
        solver: checker::decide::solver::version(),
        prover: asked(&wanted.prover)?,
        compiler: asked(&wanted.compiler)?,
        flags: wanted.flags.clone(),
    })
}

/// The first line of a program's version message.
fn version(program: &Path) -> Outcome<String> {
    let failed = |why: String| Failure::usage(format!("{} --version: {why}", program.display()));
    let output = Command::new(program).arg("--version").output().map_err(|error| failed(error.to_string()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    match said.lines().next() {
        Some(line) if output.status.success() && !line.trim().is_empty() => Ok(line.trim().to_owned()),
        _ => Err(failed("it says nothing".into())),
    }
}
