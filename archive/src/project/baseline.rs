//! The baseline: what was proved before, so that no proof is lost unnoticed.

use super::row::Row;
use crate::assumes::assumes_more;
use crate::failure::{Failure, Outcome};
use crate::{files, statement, strict};
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::Path;

/// The version of the file. Older files do not list the external contracts of the proofs. A proof that uses one assumes
/// more than such a file says, which counts as a loss until it is accepted.
const VERSION: u64 = 1;

/// The content of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u64,
    /// In the order of their names.
    proofs: Vec<Proved>,
}

/// One function that was proved. Its code may change; the claim about it may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proved {
    name: String,
    claim: statement::Claim,
    /// What every call costs at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<String>,
}

/// Something that was proved, and is not any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    pub name: String,
    pub reason: String,
}

impl Baseline {
    /// Reads the baseline from this file; `None` if there is no file.
    ///
    /// # Errors
    /// There is a file and it cannot be read: then it is not known what was proved.
    pub fn read(path: &Path) -> Outcome<Option<Baseline>> {
        // A dangling link, or a path through a file, does not show that nothing was proved.
        let none = std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if none {
            return Ok(None);
        }
        let wrong = |message: String| Failure::usage(format!("{}: {message}", path.display()));
        let value = strict::parse(&files::text(path)?).map_err(|error| wrong(error.to_string()))?;
        let read: Baseline = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        match read.version {
            VERSION => Ok(Some(read)),
            other => Err(wrong(format!("version {other}, known is {VERSION}"))),
        }
    }

    /// The baseline of what these rows prove.
    pub fn of(rows: &[Row]) -> Baseline {
        let proved = rows.iter().filter(|row| row.answer.is_proved());
        let entry =
            |row: &Row| Some(Proved { name: row.name.clone(), claim: row.claim.clone()?, bounds: row.bounds.clone() });
        let mut proofs: Vec<Proved> = proved.filter_map(entry).collect();
        proofs.sort_by(|a, b| a.name.cmp(&b.name));
        Baseline { version: VERSION, proofs }
    }

    /// How many proofs it has.
    pub fn len(&self) -> usize {
        self.proofs.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty()
    }

    /// Writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Outcome {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::usage(error.to_string()))?;
        files::write(path, (text + "\n").as_bytes())
    }

    /// What was proved before and is not proved by these rows; with `names`, only for these proofs.
    pub fn losses(&self, rows: &[Row], names: &[String]) -> Vec<Loss> {
        let looked_at = self.proofs.iter().filter(|proved| names.is_empty() || names.contains(&proved.name));
        let loss = |proved: &Proved| {
            let row = rows.iter().find(|row| row.name == proved.name);
            let reason = lost(proved, row)?;
            Some(Loss { name: proved.name.clone(), reason })
        };
        looked_at.filter_map(loss).collect()
    }
}

/// Why the claim is lost, if it is.
fn lost(before: &Proved, row: Option<&Row>) -> Option<String> {
    let Some(row) = row else { return Some("it need not be proved any more".into()) };
    let Some(now) = row.claim.as_ref().filter(|_| row.answer.is_proved()) else {
        return Some(format!("{}: {}", row.answer.word(), row.reason));
    };
    let mut more = assumes_more(now, &before.claim);
    // Which of two bounds is smaller is for people to say, as it is with contracts.
    let missing = before.bounds.iter().filter(|bound| !row.bounds.contains(bound));
    more.extend(missing.map(|bound| {
        let of = |bound: &str| bound.split_once("<=").map(|(what, _)| what.trim().to_owned());
        match row.bounds.iter().find(|now| of(now) == of(bound)) {
            Some(now) => format!("another bound: {now} (was {bound})"),
            None => format!("no bound any more: it was {bound}"),
        }
    }));
    (!more.is_empty()).then(|| more.join("; "))
}
