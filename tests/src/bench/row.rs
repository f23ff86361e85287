//! One program's result, kept as one JSON object a line.

use super::refuted::Refuted;
use super::stats::Stats;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// What the prover answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// Memory safety and termination.
    ProvedTermination,
    /// Memory safety only.
    ProvedMemory,
    Unknown,
    BadInput,
    Timeout,
    /// A signal, a panic, an exit code without meaning, or output that is no answer.
    Crash,
}

/// What the checker answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    Valid,
    Invalid,
    Undecided,
    BadInput,
    Timeout,
    Crash,
    /// There was nothing to check.
    None,
}

/// How many obligations of a certificate were decided by what.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Obligations {
    pub trivial: u64,
    pub farkas: u64,
    pub native: u64,
    pub solver: u64,
}

impl Obligations {
    pub fn total(&self) -> u64 {
        self.trivial + self.farkas + self.native + self.solver
    }

    pub fn add(&mut self, other: &Self) {
        self.trivial += other.trivial;
        self.farkas += other.farkas;
        self.native += other.native;
        self.solver += other.solver;
    }
}

/// One program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub path: String,
    pub mode: String,
    pub data_model: String,
    pub proof: Proof,
    /// Why not more was proved, or how the prover failed.
    pub reason: Option<String>,
    pub place: Option<String>,
    pub prove_seconds: f64,
    /// Processor time in seconds, which depends less on what else the machine does.
    #[serde(default)]
    pub prove_processor: f64,
    /// Peak resident memory, MiB.
    pub prove_memory: f64,
    pub certificate_bytes: u64,
    pub check: Check,
    pub check_detail: Option<String>,
    pub check_seconds: f64,
    #[serde(default)]
    pub check_processor: f64,
    pub check_memory: f64,
    #[serde(default)]
    pub obligations: Obligations,
    /// A concrete run that the proof does not contain.
    #[serde(default)]
    pub escape: Option<String>,
    /// Violations that are shown.
    #[serde(default)]
    pub refuted: Vec<Refuted>,
    /// What the prover's attempts took.
    #[serde(default)]
    pub stats: Option<Stats>,
}

impl Row {
    /// A program of which nothing is known yet.
    pub fn new(path: &str, mode: &str, data_model: &str) -> Self {
        Self {
            path: path.to_owned(),
            mode: mode.to_owned(),
            data_model: data_model.to_owned(),
            proof: Proof::Crash,
            reason: None,
            place: None,
            prove_seconds: 0.0,
            prove_processor: 0.0,
            prove_memory: 0.0,
            certificate_bytes: 0,
            check: Check::None,
            check_detail: None,
            check_seconds: 0.0,
            check_processor: 0.0,
            check_memory: 0.0,
            obligations: Obligations::default(),
            escape: None,
            refuted: Vec::new(),
            stats: None,
        }
    }

    /// Memory safety has a valid certificate.
    pub fn memory(&self) -> bool {
        self.check == Check::Valid && matches!(self.proof, Proof::ProvedMemory | Proof::ProvedTermination)
    }

    /// Memory safety and termination have a valid certificate.
    pub fn both(&self) -> bool {
        self.check == Check::Valid && self.proof == Proof::ProvedTermination
    }

    /// A certificate or refutation that its own checker does not accept.
    pub fn rejected(&self) -> bool {
        self.check != Check::None && self.check != Check::Valid || self.refuted.iter().any(|refuted| !refuted.valid())
    }
}

/// Writes one line and hands it to the system, so that an interrupted run leaves whole rows.
pub fn write(out: &mut impl Write, row: &Row) -> std::io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    writeln!(out)?;
    out.flush()
}

/// All rows of a file.
pub fn read(file: &Path) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let row = |(number, line): (usize, &str)| {
        let place = |error| format!("{}:{}: {error}", file.display(), number + 1);
        serde_json::from_str(line).map_err(place)
    };
    text.lines().enumerate().map(row).collect()
}
