//! What came of a project, for other programs: GitHub's annotations, SARIF, JUnit.

use super::baseline::Loss;
use super::file::Request;
use super::find::Place;
use super::findings::{self, Finding};
use super::row::{Answer, Row};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::fmt::Write;

/// The form in which the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// Commands that GitHub turns into annotations
    Github,
    /// SARIF 2.1.0: a result for whatever is not proved or is lost
    Sarif,
    /// JUnit XML: a test case for each function
    Junit,
    /// A page for a browser, with all functions
    Html,
}

/// What came of a project.
#[derive(Debug)]
pub struct Answered<'a> {
    pub place: &'a Place,
    pub requests: &'a [Request],
    pub rows: &'a [Row],
    pub losses: &'a [Loss],
}

impl<'a> Answered<'a> {
    /// The rows with what is wrong; nothing is where the project expects that.
    pub fn findings(&self) -> impl Iterator<Item = (&'a Row, Vec<Finding>)> {
        self.rows.iter().map(|row| {
            let request = self.request(row);
            let expected = row.is_expected() && self.loss(&row.name).is_none();
            (row, if expected { Vec::new() } else { findings::of_row(row, request, self.place) })
        })
    }

    /// What was asked for.
    pub fn request(&self, row: &Row) -> Option<&'a Request> {
        self.requests.iter().find(|request| request.name == row.name)
    }

    /// The file of a function, as it is written from the current folder.
    pub fn file(&self, row: &Row) -> Option<String> {
        let file = self.request(row)?.files.first()?;
        Some(self.place.from_here(file.as_ref()).to_string_lossy().into_owned())
    }

    /// Why something is lost, if it is.
    pub fn loss(&self, name: &str) -> Option<&'a Loss> {
        self.losses.iter().find(|loss| loss.name == name)
    }

    /// Losses that no row tells of: of functions that are proved for another claim, or not named any more.
    fn other_losses(&self) -> impl Iterator<Item = &'a Loss> {
        let told = |loss: &&Loss| self.rows.iter().any(|row| row.name == loss.name && !row.answer.is_proved());
        self.losses.iter().filter(move |loss| !told(loss))
    }
}

/// Workflow commands of GitHub Actions, then a line for each function.
pub fn github(answered: &Answered<'_>) -> String {
    let mut out = String::new();
    for (row, found) in answered.findings() {
        let lost = answered.loss(&row.name).is_some();
        for finding in found {
            let error = lost || finding.violated || matches!(row.answer, Answer::BadInput | Answer::Rejected);
            let mut properties = Vec::new();
            if let Some(at) = &finding.at {
                properties.push(format!("file={}", property(&at.file)));
                properties.extend((at.line > 0).then(|| format!("line={}", at.line)));
                properties.extend((at.column > 0).then(|| format!("col={}", at.column)));
            }
            let lost = if lost { " (was proved before)" } else { "" };
            properties.push(format!("title={}", property(&format!("haltcert: {}: {}{lost}", row.name, finding.title))));
            let command = if error { "error" } else { "warning" };
            let _ = writeln!(out, "::{command} {}::{}", properties.join(","), data(&finding.message));
        }
    }
    let file = property(&answered.place.shown.to_string_lossy());
    for loss in answered.other_losses() {
        let title = property(&format!("haltcert: {}: a proof is lost", loss.name));
        let _ = writeln!(out, "::error file={file},title={title}::{}", data(&loss.reason));
    }
    for row in answered.rows {
        let _ = writeln!(out, "haltcert: {}: {}", row.name, row.answer.word());
    }
    out
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which would also end at a colon or comma.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A SARIF document. What is proved has no result.
pub fn sarif(answered: &Answered<'_>) -> String {
    let (mut rules, mut results) = (Vec::<(String, String)>::new(), Vec::new());
    let mut said = Vec::new();
    for (row, found) in answered.findings() {
        for finding in found {
            if row.answer == Answer::BadInput {
                said.push(json!({
                    "level": "error",
                    "message": { "text": format!("{}: {}", row.name, finding.message) },
                    "descriptor": { "id": finding.id },
                    "locations": location(&finding).into_iter().collect::<Value>(),
                }));
                continue;
            }
            let rule = rule(&mut rules, &finding.id, &finding.title);
            results.push(result(row, &finding, rule, answered.loss(&row.name).is_some()));
        }
    }
    for loss in answered.other_losses() {
        let rule = rule(&mut rules, "lost-proof", "Something that was proved is not proved any more.");
        let file = uri(&answered.place.shown.to_string_lossy());
        results.push(json!({
            "ruleId": "lost-proof", "ruleIndex": rule, "kind": "fail", "level": "error",
            "message": { "text": format!("{}: {}", loss.name, loss.reason) },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": file } } }],
            "partialFingerprints": { "haltcert/v1": super::archive::hash(&["lost-proof", &loss.name]) },
        }));
    }
    let rules = rules.iter().map(|(id, title)| json!({ "id": id, "shortDescription": { "text": title } }));
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "haltarchive",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Value>(),
            }},
            "invocations": [{ "executionSuccessful": said.is_empty(), "toolExecutionNotifications": said }],
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

/// The number of a rule, which is added if it is new.
fn rule(rules: &mut Vec<(String, String)>, id: &str, title: &str) -> usize {
    rules.iter().position(|(known, _)| known == id).unwrap_or_else(|| {
        rules.push((id.to_owned(), title.to_owned()));
        rules.len() - 1
    })
}

fn result(row: &Row, finding: &Finding, rule: usize, lost: bool) -> Value {
    let mut result = json!({
        "ruleId": finding.id,
        "ruleIndex": rule,
        "kind": "fail",
        "level": if finding.violated || lost || row.answer == Answer::Rejected { "error" } else { "warning" },
        "message": { "text": finding.message },
        "locations": location(finding).into_iter().collect::<Value>(),
        "partialFingerprints": { "haltcert/v1": finding.fingerprint },
        "properties": { "haltcert:proof": row.name, "haltcert:property": finding.property, "haltcert:lost": lost },
    });
    if let (false, Some(result)) = (finding.run.is_empty(), result.as_object_mut()) {
        let steps = finding.run.iter().map(
            |step| json!({ "location": { "physicalLocation": physical(&step.at), "message": { "text": step.text } } }),
        );
        result.insert("codeFlows".into(), json!([{ "threadFlows": [{ "locations": steps.collect::<Value>() }] }]));
    }
    result
}

fn location(finding: &Finding) -> Option<Value> {
    finding.at.as_ref().map(|at| json!({ "physicalLocation": physical(at) }))
}

fn physical(at: &findings::At) -> Value {
    let file = json!({ "uri": uri(&at.file) });
    match (at.line, at.column) {
        (0, _) => json!({ "artifactLocation": file }),
        (line, 0) => json!({ "artifactLocation": file, "region": { "startLine": line } }),
        (line, column) => {
            json!({ "artifactLocation": file, "region": { "startLine": line, "startColumn": column } })
        }
    }
}

/// A path as a URI reference: relative as it is, absolute with the scheme `file`.
fn uri(path: &str) -> String {
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// A JUnit document: a test suite with a test case for each function.
pub fn junit(answered: &Answered<'_>) -> String {
    let (mut failures, mut errors, mut skipped, mut cases) = (0, 0, 0, String::new());
    for row in answered.rows {
        let file = answered.file(row).unwrap_or_default();
        let (name, class) = (xml(&row.name), xml(&file));
        let _ = write!(cases, "    <testcase classname=\"{class}\" name=\"{name}\" file=\"{class}\"");
        let loss = answered.loss(&row.name).map(|loss| format!("lost: {}", loss.reason));
        let message = loss.clone().unwrap_or_else(|| row.reason.clone());
        let element = match row.answer {
            Answer::BadInput => "error",
            Answer::Proved | Answer::Archived if loss.is_none() => {
                let _ = writeln!(cases, "{}", passed(&row.bounds));
                continue;
            }
            _ if row.is_expected() && loss.is_none() => "skipped",
            _ => "failure",
        };
        *match element {
            "error" => &mut errors,
            "skipped" => &mut skipped,
            _ => &mut failures,
        } += 1;
        if let (true, Some(expected)) = (element == "skipped", &row.expected) {
            let expected = xml(&format!("unknown, as expected: {expected}"));
            let _ = writeln!(cases, ">\n      <skipped message=\"{expected}\"/>\n    </testcase>");
            continue;
        }
        let first = xml(message.lines().next().unwrap_or_default());
        let word = if loss.is_some() { "lost" } else { row.answer.word() };
        let _ = writeln!(
            cases,
            ">\n      <{element} type=\"{word}\" message=\"{first}\">{}</{element}>\n    </testcase>",
            xml(&message)
        );
    }
    for loss in answered.losses.iter().filter(|loss| !answered.rows.iter().any(|row| row.name == loss.name)) {
        failures += 1;
        let (name, reason) = (xml(&loss.name), xml(&format!("lost: {}", loss.reason)));
        let _ = writeln!(
            cases,
            "    <testcase classname=\"{}\" name=\"{name}\">\n      <failure type=\"lost\" message=\"{reason}\"/>\n    </testcase>",
            xml(&answered.place.shown.to_string_lossy())
        );
    }
    let tests = cases.matches("<testcase ").count();
    let counts = format!("name=\"haltarchive\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts} skipped=\"{skipped}\">\n{cases}  </testsuite>\n</testsuites>\n"
    )
}

/// The rest of a proved function's test case: what it may cost are properties of it.
fn passed(bounds: &[String]) -> String {
    if bounds.is_empty() {
        return "/>".to_owned();
    }
    let one = |bound: &String| format!("        <property name=\"bound\" value=\"{}\"/>\n", xml(bound));
    let all: String = bounds.iter().map(one).collect();
    format!(">\n      <properties>\n{all}      </properties>\n    </testcase>")
}

/// Escapes text and attributes. Characters that XML cannot contain are written as `\u{1b}`.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // In an attribute, an XML reader would turn these into spaces.
            '\n' | '\r' | '\t' => {
                let _ = write!(out, "&#{};", c as u32);
            }
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(out, "{}", c.escape_default());
            }
            c => out.push(c),
        }
    }
    out
}
