//! What the prover says is wrong with a function, with the place: for reports that stand beside the source. It is read
//! from its answer in SARIF, and decides nothing.

use super::file::Request;
use super::find::Place;
use super::row::{Answer, Row};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// Something that is wrong, or not proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The message's id (docs/messages.md).
    pub id: String,
    /// `memory-safety`, `no-overflow` or `termination`; empty for bad input.
    pub property: String,
    /// What is wrong, in a few words.
    pub title: String,
    pub message: String,
    pub violated: bool,
    /// The place; its file is relative to the project's folder.
    pub at: Option<At>,
    /// The run that violates a property.
    pub run: Vec<Step>,
    /// Stays the same when lines move.
    pub fingerprint: String,
}

/// A place in a file. The numbers are 0 where they are not known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct At {
    pub file: String,
    pub line: u64,
    pub column: u64,
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub at: At,
    pub text: String,
}

/// The text at a place of a value; empty if there is none.
fn text(value: &Value, place: &str) -> String {
    value.pointer(place).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list<'a>(value: &'a Value, place: &str) -> &'a [Value] {
    value.pointer(place).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// The findings of a SARIF document of the prover.
pub fn read(document: &Value) -> Vec<Finding> {
    let rule = |id: &str| {
        let rules = list(document, "/runs/0/tool/driver/rules").iter();
        rules.clone().find(|rule| text(rule, "/id") == id).map(|rule| text(rule, "/shortDescription/text"))
    };
    let result = |result: &Value| {
        let id = text(result, "/ruleId");
        let title = text(result, "/properties/haltcert:title");
        Finding {
            title: if title.is_empty() { rule(&id).unwrap_or_default() } else { title },
            property: text(result, "/properties/haltcert:property"),
            message: text(result, "/message/text"),
            violated: text(result, "/level") == "error",
            at: at(result.pointer("/locations/0/physicalLocation")),
            run: list(result, "/codeFlows/0/threadFlows/0/locations").iter().filter_map(step).collect(),
            fingerprint: text(result, "/partialFingerprints/haltcert~1v1"),
            id,
        }
    };
    let notification = |said: &Value| Finding {
        id: text(said, "/descriptor/id"),
        property: String::new(),
        title: rule(&text(said, "/descriptor/id")).unwrap_or_default(),
        message: text(said, "/message/text"),
        violated: false,
        at: at(said.pointer("/locations/0/physicalLocation")),
        run: Vec::new(),
        fingerprint: String::new(),
    };
    let results = list(document, "/runs/0/results").iter().map(result);
    let said = list(document, "/runs/0/invocations/0/toolExecutionNotifications").iter().map(notification);
    results.chain(said).collect()
}

fn at(physical: Option<&Value>) -> Option<At> {
    let physical = physical?;
    let uri = physical.pointer("/artifactLocation/uri")?.as_str()?;
    let number = |place: &str| physical.pointer(place).and_then(Value::as_u64).unwrap_or(0);
    Some(At { file: path(uri), line: number("/region/startLine"), column: number("/region/startColumn") })
}

fn step(flow: &Value) -> Option<Step> {
    Some(Step { at: at(flow.pointer("/location/physicalLocation"))?, text: text(flow, "/location/message/text") })
}

/// The path that a URI reference stands for.
fn path(uri: &str) -> String {
    let uri = uri.strip_prefix("file://").unwrap_or(uri);
    let mut parts = uri.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => bytes.extend_from_slice(format!("%{part}").as_bytes()),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl At {
    /// The place as it is written from the current folder.
    pub fn from_here(&self, project: &Place) -> At {
        At { file: project.from_here(Path::new(&self.file)).to_string_lossy().into_owned(), ..self.clone() }
    }
}

/// What reports say of a row that is not proved: what the prover said, or one finding without it.
pub fn of_row(row: &Row, request: Option<&Request>, project: &Place) -> Vec<Finding> {
    if row.answer.is_proved() {
        return Vec::new();
    }
    let here = |finding: &Finding| Finding {
        at: finding.at.as_ref().map(|at| at.from_here(project)),
        run: finding.run.iter().map(|step| Step { at: step.at.from_here(project), ..step.clone() }).collect(),
        ..finding.clone()
    };
    if !row.findings.is_empty() {
        return row.findings.iter().map(here).collect();
    }
    let (id, title) = match row.answer {
        Answer::BadInput => ("bad-input", "The input or the options are wrong."),
        Answer::Rejected => ("rejected", "The checker does not accept the prover's certificate."),
        _ => ("not-proved", "There is no proof."),
    };
    let first = || Some(At { file: request?.files.first()?.clone(), line: 0, column: 0 });
    let at = named(&row.reason).or_else(first).map(|at| at.from_here(project));
    vec![Finding {
        id: id.into(),
        property: String::new(),
        title: title.into(),
        message: row.reason.clone(),
        violated: row.answer == Answer::Violated,
        at,
        run: Vec::new(),
        fingerprint: super::archive::hash(&[id, &row.name]),
    }]
}

/// The place with which a reason begins.
fn named(reason: &str) -> Option<At> {
    let mut parts = reason.split(':');
    let (file, line, column) = (parts.next()?, parts.next()?, parts.next()?);
    Some(At { file: file.into(), line: line.parse().ok()?, column: column.parse().unwrap_or(0) })
}

#[cfg(test)]
mod tests {
    use super::{named, path, read};
    use serde_json::json;

    #[test]
    fn paths_of_uris() {
        assert_eq!(path("src/a%20b%C3%A4.c"), "src/a b\u{e4}.c");
        assert_eq!(path("file:///tmp/100%.c"), "/tmp/100%.c");
    }

    #[test]
    fn a_reason_may_begin_with_a_place() {
        let at = named("src/a.c:3:7: error: x").expect("a place");
        assert_eq!((at.file.as_str(), at.line, at.column), ("src/a.c", 3, 7));
        assert_eq!(named("src/a.c:3: contract of 'f'").map(|at| at.line), Some(3));
        assert_eq!(named("no function: f: g"), None);
    }

    #[test]
    fn what_is_no_sarif_has_no_findings() {
        for value in [json!(null), json!({"runs": []}), json!({"runs": [{"results": 3}]})] {
            assert_eq!(read(&value), []);
        }
        let read = read(&json!({"runs": [{"results": [{"ruleId": "x", "locations": 7, "level": "error"}]}]}));
        assert!(read.len() == 1 && read[0].violated && read[0].at.is_none());
    }
}
