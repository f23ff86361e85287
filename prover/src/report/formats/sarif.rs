//! SARIF 2.1.0 (OASIS). Whatever is not proved is a result: a violation is an error, an unknown is a warning. Bad input
//! and mistakes of the prover are notifications of the run, which then counts as failed. A proof is no result, since
//! many readers take every result for a problem; the property bag of the run has all answers.

use super::{Finding, Report, What};
use crate::code::Code;
use crate::program::Location;
use crate::report::json::json;
use crate::report::meaning;
use crate::report::outcome::{Kind, Missing, Violated};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The SARIF document.
pub(super) fn write(report: &Report<'_>) -> String {
    let mut results = Vec::new();
    let mut notifications = Vec::new();
    for outcome in report.outcomes {
        for finding in report.findings(outcome) {
            match &finding.what {
                What::Missing(missing) if matches!(missing.kind, Kind::BadInput | Kind::Internal) => {
                    notifications.push(notification(report, &finding, missing));
                }
                _ => results.push(result(report, &finding, &outcome.function)),
            }
        }
    }
    let rules: Vec<Value> = Code::ALL.iter().copied().map(rule).collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "haltcert",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": notifications.is_empty(),
                "toolExecutionNotifications": notifications,
            }],
            "results": results,
            "properties": {
                "haltcert:wanted": report.goals.iter().map(|goal| goal.word()).collect::<Value>(),
                "haltcert:functions": report.outcomes.iter().map(json).collect::<Value>(),
            },
        }],
    });
    format!("{document:#}\n")
}

/// The SARIF rule for a message code, whose id it has.
fn rule(code: Code) -> Value {
    json!({
        "id": code.id(),
        "shortDescription": { "text": meaning(code) },
        "fullDescription": { "text": format!("{} See docs/messages.md.", meaning(code)) },
    })
}

fn result(report: &Report<'_>, finding: &Finding<'_>, entry: &str) -> Value {
    let mut object = Map::new();
    let level = match finding.what {
        What::Violated(_) => "error",
        What::Missing(_) | What::Told(Code::NoBound, _) => "warning",
        What::Told(..) => "note",
    };
    if let Some(code) = finding.code() {
        object.insert("ruleId".into(), code.id().into());
        object.insert("ruleIndex".into(), Code::ALL.iter().position(|c| *c == code).into());
    }
    object.insert("kind".into(), "fail".into());
    object.insert("level".into(), level.into());
    object.insert("message".into(), json!({ "text": finding.message() }));
    object.insert("locations".into(), location(report, finding).into_iter().collect());
    object.insert("partialFingerprints".into(), json!({ "haltcert/v1": fingerprint(finding, entry) }));
    if let What::Violated(violated) = &finding.what
        && !violated.run.is_empty()
    {
        object.insert("codeFlows".into(), json!([flow(report, violated)]));
    }
    let kind = match &finding.what {
        What::Violated(_) => "violated",
        What::Missing(missing) => missing.kind.word(),
        What::Told(Code::NoBound, _) => "unbounded",
        What::Told(..) => "note",
    };
    object.insert(
        "properties".into(),
        json!({
            "haltcert:entry": entry,
            "haltcert:kind": kind,
            "haltcert:property": finding.property.word(),
            "haltcert:title": finding.title(),
        }),
    );
    Value::Object(object)
}

fn notification(report: &Report<'_>, finding: &Finding<'_>, missing: &Missing) -> Value {
    json!({
        "level": "error",
        "message": { "text": missing.reason },
        "descriptor": { "id": missing.code.id() },
        "locations": location(report, finding).into_iter().collect::<Value>(),
    })
}

fn location(report: &Report<'_>, finding: &Finding<'_>) -> Option<Value> {
    let (file, at) = report.place(finding)?;
    let mut object = Map::new();
    object.insert("physicalLocation".into(), physical(&file, at.as_ref()));
    if !finding.function.is_empty() {
        object.insert("logicalLocations".into(), json!([{ "name": finding.function, "kind": "function" }]));
    }
    Some(Value::Object(object))
}

fn physical(file: &Path, at: Option<&Location>) -> Value {
    let artifact = json!({ "uri": uri(file) });
    match at {
        Some(at) if at.column > 0 => {
            json!({ "artifactLocation": artifact, "region": { "startLine": at.line, "startColumn": at.column } })
        }
        Some(at) => json!({ "artifactLocation": artifact, "region": { "startLine": at.line } }),
        None => json!({ "artifactLocation": artifact }),
    }
}

/// A violating run as a thread flow: a list of places.
fn flow(report: &Report<'_>, violated: &Violated) -> Value {
    let places = violated.run.iter().filter_map(|told| {
        let at = told.at.as_ref().filter(|at| at.line > 0)?;
        let physical = physical(&report.sources.path(&at.file), Some(at));
        Some(json!({ "location": { "physicalLocation": physical, "message": { "text": told.text } } }))
    });
    json!({ "threadFlows": [{ "locations": places.collect::<Value>() }] })
}

/// A fingerprint that does not change when lines move: a hash of the property, the functions, and the message.
fn fingerprint(finding: &Finding<'_>, entry: &str) -> String {
    let mut hash = Sha256::new();
    let said = match &finding.what {
        What::Violated(violated) => [&violated.what, &violated.instruction],
        What::Missing(missing) => [&missing.reason, &missing.instruction],
        What::Told(_, message) => [message, message],
    };
    // Register and metadata numbers change when lines above change.
    let stable = |text: &str| text.split(", !dbg").next().unwrap_or(text).to_owned();
    for part in [finding.property.word(), entry, finding.function, &stable(said[0]), &stable(said[1])] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// A path as a URI reference: relative as it is given, absolute with the scheme `file`.
fn uri(path: &Path) -> String {
    let mut out = String::from(if path.is_absolute() { "file://" } else { "" });
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(*byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
