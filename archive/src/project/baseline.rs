//! What was proved before: nothing of it may be lost unnoticed.

use super::row::Row;
use crate::failure::{Failure, Outcome};
use crate::{files, statement, strict};
use serde::{Deserialize, Serialize};
use std::io::ErrorKind;
use std::path::Path;

/// The version of the file.
const VERSION: u64 = 1;

/// The file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    version: u64,
    /// In the order of their names.
    proofs: Vec<Proved>,
}

/// One function that was proved. Its code may change; what is claimed of it may not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proved {
    name: String,
    claim: statement::Claim,
}

/// Something that was proved and no longer is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Loss {
    pub name: String,
    pub reason: String,
}

impl Baseline {
    /// The baseline in this file; an empty one if there is no file.
    ///
    /// # Errors
    /// There is one and it cannot be read: then what was proved is not known.
    pub fn read(path: &Path) -> Outcome<Baseline> {
        // A link that leads nowhere, or a path through a file, is no sign that nothing was proved.
        let none = std::fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        if none {
            return Ok(Baseline { version: VERSION, proofs: Vec::new() });
        }
        let wrong = |message: String| Failure::usage(format!("{}: {message}", path.display()));
        let value = strict::parse(&files::text(path)?).map_err(|error| wrong(error.to_string()))?;
        let read: Baseline = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        match read.version {
            VERSION => Ok(read),
            other => Err(wrong(format!("version {other}, known is {VERSION}"))),
        }
    }

    /// What these rows prove.
    pub fn of(rows: &[Row]) -> Baseline {
        let proved = rows.iter().filter(|row| row.answer.is_proved());
        let mut proofs: Vec<Proved> =
            proved.filter_map(|row| Some(Proved { name: row.name.clone(), claim: row.claim.clone()? })).collect();
        proofs.sort_by(|a, b| a.name.cmp(&b.name));
        Baseline { version: VERSION, proofs }
    }

    /// Writes it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Outcome {
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::usage(error.to_string()))?;
        files::write(path, (text + "\n").as_bytes())
    }

    /// What was proved and is not by these rows; only `names` are looked at, if there are any.
    pub fn losses(&self, rows: &[Row], names: &[String]) -> Vec<Loss> {
        let looked_at = self.proofs.iter().filter(|proved| names.is_empty() || names.contains(&proved.name));
        let loss = |proved: &Proved| {
            let row = rows.iter().find(|row| row.name == proved.name);
            let reason = lost(&proved.claim, row)?;
            Some(Loss { name: proved.name.clone(), reason })
        };
        looked_at.filter_map(loss).collect()
    }
}

/// Why the claim is lost, if it is.
fn lost(before: &statement::Claim, row: Option<&Row>) -> Option<String> {
    let Some(row) = row else { return Some("it need not be proved any more".into()) };
    let Some(now) = row.claim.as_ref().filter(|_| row.answer.is_proved()) else {
        return Some(format!("{}: {}", row.answer.word(), row.reason));
    };
    let same_contract = match (&before.precondition, &now.precondition) {
        (Some(before), Some(now)) => checker::contract::same(before, now),
        (None, None) => true,
        _ => false,
    };
    let contract = |claim: &statement::Claim| claim.precondition.clone().unwrap_or_else(|| "none".into());
    let differences = [
        (before.function != now.function).then(|| "another function".to_owned()),
        (!same_contract).then(|| format!("another contract: {}; it was: {}", contract(now), contract(before))),
        (before.properties.iter().any(|p| !now.properties.contains(p))).then(|| {
            format!("fewer properties: {}; they were: {}", now.properties.join(", "), before.properties.join(", "))
        }),
        (before.data_model != now.data_model).then(|| format!("another data model: {}", now.data_model)),
        (before.signed_overflow != now.signed_overflow)
            .then(|| format!("another meaning of signed overflow: {}", now.signed_overflow)),
        (!before.no_builtin && now.no_builtin).then(|| "now only compiled with -fno-builtin".to_owned()),
        (before.malloc_may_fail && !now.malloc_may_fail).then(|| "malloc is now assumed to succeed".to_owned()),
    ];
    let differences: Vec<String> = differences.into_iter().flatten().collect();
    (!differences.is_empty()).then(|| differences.join("; "))
}
