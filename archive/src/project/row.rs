//! The results of proofs, as rows of a table.

use super::archive;
use super::findings::Finding;
use super::prover::Compiled;
use crate::failure::{Failure, Outcome};
use crate::{statement, strict};
use certificates::Claim;
use checker::Report;
use serde::{Deserialize, Serialize};

/// The answer about one function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Proved now; the checker accepts the certificate.
    Proved,
    /// The checker accepts the certificate that was in the archive.
    Archived,
    Violated,
    Unknown,
    BadInput,
    /// The prover made a certificate, but the checker does not accept it for the wanted claim.
    Rejected,
}

impl Answer {
    /// Whether the checker has accepted a certificate in this run.
    pub fn is_proved(self) -> bool {
        matches!(self, Answer::Proved | Answer::Archived)
    }

    pub fn word(self) -> &'static str {
        match self {
            Answer::Proved => "proved",
            Answer::Archived => "archived",
            Answer::Violated => "VIOLATED",
            Answer::Unknown => "unknown",
            Answer::BadInput => "bad input",
            Answer::Rejected => "REJECTED",
        }
    }
}

/// One function of a project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub name: String,
    pub answer: Answer,
    /// Why it is not proved, or what was wrong with the archive; empty if there is nothing to report.
    pub reason: String,
    /// The claim that is proved; otherwise the wanted one, if the source could be read.
    pub claim: Option<statement::Claim>,
    /// The hash of the module of that claim.
    pub module: Option<String>,
    /// The name of the certificate's file in the archive, if it is proved.
    pub certificate: Option<String>,
    /// What every call costs at most, as the project demands it, if it is proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<String>,
    /// Why the project expects no proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What the prover says is wrong or not proved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

impl Row {
    /// A row without a claim.
    pub fn bare(name: &str, answer: Answer, reason: impl Into<String>) -> Row {
        let reason = reason.into();
        Row {
            name: name.into(),
            answer,
            reason,
            claim: None,
            module: None,
            certificate: None,
            bounds: Vec::new(),
            expected: None,
            findings: Vec::new(),
        }
    }

    /// A row for a claim that is wanted and not proved.
    pub fn wanted(name: &str, answer: Answer, reason: impl Into<String>, wanted: &Claim) -> Row {
        Row {
            claim: Some(statement::Claim::of(wanted, wanted.precondition.is_none())),
            module: Some(wanted.module_hash.clone()),
            ..Row::bare(name, answer, reason)
        }
    }

    /// A row for a claim that is proved, with the bounds that are demanded. The proof may show more than is wanted, which
    /// need not stay so. Only the certificate says what it assumes about functions elsewhere.
    pub fn proved(
        name: &str,
        answer: Answer,
        reason: impl Into<String>,
        Compiled { wanted, bounds, .. }: &Compiled,
        proved: &Report,
    ) -> Row {
        let claim = Claim { contracts: proved.claim.contracts.clone(), ..wanted.clone() };
        Row {
            claim: Some(statement::Claim::of(&claim, proved.not_vacuous())),
            module: Some(wanted.module_hash.clone()),
            certificate: Some(format!("{}.cert", archive::key(wanted))),
            bounds: bounds.iter().map(ToString::to_string).collect(),
            ..Row::bare(name, answer, reason)
        }
    }

    /// Whether it is unknown as the project expects.
    pub fn is_expected(&self) -> bool {
        self.expected.is_some() && self.answer == Answer::Unknown
    }

    /// Reads a row from a file.
    ///
    /// # Errors
    /// The text is not a row.
    pub fn read(what: &str, text: &str) -> Outcome<Row> {
        let wrong = |error: serde_json::Error| Failure::usage(format!("{what}: {error}"));
        serde_json::from_value(strict::parse(text).map_err(wrong)?).map_err(wrong)
    }
}

/// The rows as a table for people.
pub fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("proof".len());
    let mut text = format!("{:width$}  {:9}  {}\n", "proof", "answer", "");
    for row in rows {
        let reason = row.reason.lines().next().unwrap_or("");
        let reason = match row.expected.as_ref().filter(|_| row.is_expected()) {
            Some(expected) => format!("expected ({expected}): {reason}"),
            None => reason.to_owned(),
        };
        let reason = checker::answer::report::escape(&reason);
        text += format!("{:width$}  {:9}  {reason}", row.name, row.answer.word()).trim_end();
        text += "\n";
    }
    let proved = rows.iter().filter(|row| row.answer.is_proved()).count();
    let archived = rows.iter().filter(|row| row.answer == Answer::Archived).count();
    let expected = match rows.iter().filter(|row| row.is_expected()).count() {
        0 => String::new(),
        count => format!("; {count} unknown as expected"),
    };
    text += &format!(
        "\n{proved} of {} proved, {archived} of them taken from the archive and checked again{expected}\n",
        rows.len()
    );
    text.replace("answer     \n", "answer\n")
}
