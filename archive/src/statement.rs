//! The statement: an in-toto Statement (version 1) with a predicate of Haltcert's (`spec/attestation/`).

use crate::failure::{Failure, Kind, Outcome};
use crate::{names, strict, words};
use certificates::Properties;
use checker::answer::verdict::{How, Report};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// in-toto's type of statements.
pub const STATEMENT: &str = "https://in-toto.io/Statement/v1";
/// The type of the predicate. It is a name, not an address.
pub const PREDICATE: &str = "urn:haltcert:attestation:proof:v4";
/// The common beginning of the types of all versions.
pub const PREDICATE_NAME: &str = "urn:haltcert:attestation:proof:";
/// The version of the predicate that this program writes and reads.
pub const VERSION: u64 = 4;

/// The whole statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Statement {
    #[serde(rename = "_type")]
    pub kind: String,
    /// The files of the release that the statement is about.
    pub subject: Vec<File>,
    pub predicate_type: String,
    pub predicate: Predicate,
}

/// A file, by its name below the statement's folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub name: String,
    pub digest: Digest,
}

/// 64 lower-case hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digest {
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predicate {
    pub version: u64,
    /// At least one.
    pub proofs: Vec<Proof>,
    /// The C files that the modules were made from, and the headers that they include, as far as the author named them.
    pub sources: Vec<File>,
    pub headers: Vec<File>,
    /// Public functions of the sources that no proof here is about; absent if they are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unproved: Option<Vec<Unproved>>,
    pub tools: Tools,
    /// When the statement was made, if the author wanted to state it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

/// Functions of a source that other files can call, and that have no proof in the statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unproved {
    /// One of the statement's sources.
    pub source: String,
    /// At least one, in the order of their names.
    pub functions: Vec<String>,
}

/// One certificate, and what it proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub claim: Claim,
    /// What the checker assumes for this claim, in words.
    pub assumptions: Vec<String>,
    pub certificate: File,
    pub module: Module,
    /// What the module was made from.
    pub origin: Origin,
    pub verdict: Verdict,
}

/// A claim, in the words of the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Claim {
    pub function: String,
    /// The contract of the calls that the claim is about; null: all calls.
    #[serde(deserialize_with = "Option::deserialize")]
    pub precondition: Option<String>,
    pub properties: Vec<String>,
    pub data_model: String,
    pub signed_overflow: String,
    pub malloc_may_fail: bool,
    /// Whether the program is compiled with `-fno-builtin`; older baselines do not have this field.
    #[serde(default)]
    pub no_builtin: bool,
    /// External functions whose contract the proof uses.
    pub external_contracts: Vec<String>,
    /// Whether the certificate shows that the claim is about some call: a call is given that satisfies the contract, or
    /// there is none. Older baselines do not have this field.
    #[serde(default)]
    pub not_vacuous: bool,
}

/// The module that a claim is about: a file, or the text inside the certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Module {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub digest: Digest,
}

/// The sources from which the author's prover made the module again when the statement was made; or why this was not
/// done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Some of the statement's sources; empty if `untied` gives a reason.
    pub files: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untied: Option<Untied>,
}

/// Why it is not known whether the sources give the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Untied {
    /// The author named no source.
    NoSource,
    /// The prover did not run.
    NoProver,
    /// The prover found no compiler.
    NoCompiler,
}

/// What the checker found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Always `VALID`.
    pub answer: String,
    pub obligations: Obligations,
    pub nodes: u64,
    pub steps: u64,
    pub edges: u64,
    pub rounds: u64,
}

/// Numbers of obligations, by what decided them, and by rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Obligations {
    pub total: u64,
    pub trivial: u64,
    pub native: u64,
    pub farkas: u64,
    pub solver: u64,
    pub rules: BTreeMap<String, u64>,
}

/// The programs that were used. Only the checker and its solver are known; the rest is stated by the author.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tools {
    pub checker: String,
    pub solver: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prover: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// The compiler's flags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
}

impl Claim {
    /// The claim; `not_vacuous` says whether the certificate shows that it is about some call.
    pub fn of(claim: &certificates::Claim, not_vacuous: bool) -> Claim {
        Claim {
            function: claim.entry.clone(),
            precondition: claim.precondition.clone(),
            properties: words::properties(claim.properties),
            data_model: claim.data_model.to_string(),
            signed_overflow: claim.overflow.to_string(),
            malloc_may_fail: claim.malloc_may_fail,
            no_builtin: claim.no_builtin,
            external_contracts: claim.contracts.clone(),
            not_vacuous,
        }
    }

    /// The claim in the certificate's form, about the module with this hash. The error names the word without meaning.
    ///
    /// # Errors
    /// [`Kind::Malformed`]
    pub fn read(&self, module_hash: &str) -> Outcome<certificates::Claim> {
        let unknown =
            |what: &str, word: &str| Failure::new(Kind::Malformed, format!("{what}: {word:?} has no meaning"));
        let properties: Properties = words::read_properties(&self.properties)
            .ok_or_else(|| unknown("properties", &self.properties.join(",")))?;
        Ok(certificates::Claim {
            module_hash: module_hash.to_owned(),
            entry: self.function.clone(),
            precondition: self.precondition.clone(),
            properties,
            data_model: self.data_model.parse().map_err(|_| unknown("dataModel", &self.data_model))?,
            overflow: self.signed_overflow.parse().map_err(|_| unknown("signedOverflow", &self.signed_overflow))?,
            malloc_may_fail: self.malloc_may_fail,
            no_builtin: self.no_builtin,
            contracts: self.external_contracts.clone(),
        })
    }
}

impl Verdict {
    pub fn of(report: &Report) -> Verdict {
        let tally = |tally: &[u64; 4]| tally.iter().sum::<u64>();
        Verdict {
            answer: "VALID".into(),
            obligations: Obligations {
                total: report.total(),
                trivial: report.decided(How::Trivial),
                native: report.decided(How::Native),
                farkas: report.decided(How::Farkas),
                solver: report.decided(How::Solver),
                rules: report.obligations.iter().map(|(rule, counts)| (rule.to_string(), tally(counts))).collect(),
            },
            nodes: report.nodes as u64,
            steps: report.steps as u64,
            edges: report.edges as u64,
            rounds: report.rounds as u64,
        }
    }
}

impl Statement {
    /// The bytes of the statement; the same statement always gives the same bytes.
    ///
    /// # Errors
    /// [`Kind::Malformed`]: it cannot be written as JSON.
    pub fn to_bytes(&self) -> Outcome<Vec<u8>> {
        let text = serde_json::to_string_pretty(self).map_err(|error| malformed(error.to_string()))?;
        Ok((text + "\n").into_bytes())
    }

    /// Every file that the statement names, each once.
    pub fn files(&self) -> BTreeMap<&str, &Digest> {
        let mut files = BTreeMap::new();
        let predicate = &self.predicate;
        let lists = [&self.subject, &predicate.sources, &predicate.headers];
        files.extend(lists.into_iter().flatten().map(|file| (file.name.as_str(), &file.digest)));
        for proof in &predicate.proofs {
            files.insert(&proof.certificate.name, &proof.certificate.digest);
            files.extend(proof.module.name.as_deref().map(|name| (name, &proof.module.digest)));
        }
        files
    }
}

fn malformed(message: impl Into<String>) -> Failure {
    Failure::new(Kind::Malformed, message)
}

/// Reads a statement from its text. It must have the known type and version, no unknown parts, and names that each lead
/// to one file.
///
/// # Errors
/// [`Kind::Malformed`], [`Kind::UnknownType`] or [`Kind::Name`].
pub fn read(text: &str) -> Outcome<Statement> {
    let value = strict::parse(text).map_err(|error| malformed(error.to_string()))?;
    known_type(&value)?;
    let statement: Statement = serde_json::from_value(value).map_err(|error| malformed(error.to_string()))?;
    if statement.subject.is_empty() {
        return Err(malformed("no subject: the statement is about nothing"));
    }
    if statement.predicate.proofs.is_empty() {
        return Err(malformed("no proofs: the statement says nothing"));
    }
    named_once(&statement)?;
    known_origins(&statement.predicate)?;
    Ok(statement)
}

/// Distinguishes an unknown version from a damaged statement; the fields of an unknown version are not read.
fn known_type(value: &Value) -> Outcome {
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    let unknown = |message: String| Err(Failure::new(Kind::UnknownType, message));
    match (text("_type"), text("predicateType")) {
        (Some(STATEMENT), Some(PREDICATE)) => {}
        (Some(STATEMENT), Some(other)) => {
            return unknown(format!("predicateType is {other:?}, known is {PREDICATE:?}"));
        }
        (Some(other), _) if other != STATEMENT => {
            return unknown(format!("_type is {other:?}, known is {STATEMENT:?}"));
        }
        (None, _) if value.get("payloadType").is_some() => {
            return Err(malformed(
                "a signed envelope: verify its signature with cosign or in-toto, and give this program the payload",
            ));
        }
        _ => return Err(malformed("no in-toto statement: _type or predicateType is missing")),
    }
    match value.get("predicate").and_then(|predicate| predicate.get("version")) {
        Some(version) if version.as_u64() == Some(VERSION) => Ok(()),
        Some(version) => unknown(format!("version {version} of the predicate, known is {VERSION}")),
        None => Err(malformed("the predicate has no version")),
    }
}

/// Checks that a module's origin consists of files that the statement names as sources, or of a reason why it is not
/// known.
fn known_origins(predicate: &Predicate) -> Outcome {
    for Proof { origin, certificate, .. } in &predicate.proofs {
        let is_source = |name: &String| predicate.sources.iter().any(|source| source.name == *name);
        if origin.files.is_empty() != origin.untied.is_some() || !origin.files.iter().all(is_source) {
            let message = format!("{:?}: the origin of the module is no source of the statement", certificate.name);
            return Err(malformed(message));
        }
    }
    Ok(())
}

/// Checks that functions without a proof are those of a source, and that no proof here is about them.
///
/// # Errors
/// [`Kind::Malformed`]
pub fn known_unproved(predicate: &Predicate) -> Outcome {
    for Unproved { source, functions } in predicate.unproved.iter().flatten() {
        if !predicate.sources.iter().any(|file| file.name == *source) {
            return Err(malformed(format!("{source:?}: functions without a proof are told of no source")));
        }
        let from_it = |proof: &&Proof| proof.origin.files.contains(source);
        let proved = |name: &String| predicate.proofs.iter().filter(from_it).any(|p| p.claim.function == *name);
        if functions.is_empty() || functions.iter().any(proved) {
            return Err(malformed(format!(
                "{source:?}: a function is said to have no proof and has one, or none is named"
            )));
        }
    }
    Ok(())
}

/// Checks that every name may be opened, and has one digest.
fn named_once(statement: &Statement) -> Outcome {
    let predicate = &statement.predicate;
    let certificates =
        predicate.proofs.iter().map(|proof| (proof.certificate.name.as_str(), &proof.certificate.digest));
    let modules =
        predicate.proofs.iter().filter_map(|proof| Some((proof.module.name.as_deref()?, &proof.module.digest)));
    let lists = [&statement.subject, &predicate.sources, &predicate.headers];
    let others = lists.into_iter().flatten().map(|file| (file.name.as_str(), &file.digest));
    let mut seen: BTreeMap<&str, &Digest> = BTreeMap::new();
    for (name, digest) in others.chain(certificates).chain(modules) {
        names::check(name).map_err(|why| Failure::new(Kind::Name, why))?;
        if seen.insert(name, digest).is_some_and(|earlier| earlier != digest) {
            return Err(malformed(format!("{name:?} has two digests")));
        }
    }
    let embedded = predicate.proofs.iter().map(|proof| &proof.module.digest);
    let hexadecimal = |c: char| matches!(c, '0'..='9' | 'a'..='f');
    match seen.values().copied().chain(embedded).find(|d| d.sha256.len() != 64 || !d.sha256.chars().all(hexadecimal)) {
        Some(digest) => Err(malformed(format!("{:?} is no SHA-256 in lower-case hexadecimal", digest.sha256))),
        None => Ok(()),
    }
}
