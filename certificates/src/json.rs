//! The lossless JSON view (`spec/certificate.md`, section "JSON").
//!
//! The same data as the binary form, field by field. Big integers are decimal strings, so that tools that read numbers
//! as floating point lose nothing.

use crate::{Certificate, Refutation};
use serde::Serialize;

/// Length of lines, where a bracket can be closed on its line.
const LINE: usize = 110;

/// Why a text is not the JSON view of a certificate, with line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError(pub String);

impl std::fmt::Display for JsonError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not a certificate in JSON: {}", self.0)
    }
}

impl std::error::Error for JsonError {}

/// The certificate as JSON for people: short arrays and objects stay on one line.
pub fn to_json(certificate: &Certificate) -> String {
    text(certificate)
}

/// The refutation as JSON, in the same layout.
pub fn refutation_to_json(refutation: &Refutation) -> String {
    text(refutation)
}

fn text(content: &impl Serialize) -> String {
    // Serialization to a string fails only for maps with keys that are no strings; there are none.
    let compact = serde_json::to_string(content).expect("plain data without maps");
    layout(&compact)
}

/// Reads what [`to_json`] writes, in any layout. Unknown and repeated fields, trailing characters
/// and deep nesting are errors.
pub fn from_json(text: &str) -> Result<Certificate, JsonError> {
    serde_json::from_str(text).map_err(|error| JsonError(error.to_string()))
}

/// Reads what [`refutation_to_json`] writes, as strictly as [`from_json`].
pub fn refutation_from_json(text: &str) -> Result<Refutation, JsonError> {
    serde_json::from_str(text).map_err(|error| JsonError(error.to_string()))
}

/// Breaks compact JSON into lines: a bracket whose content fits on the line stays on it.
fn layout(compact: &str) -> String {
    let bytes = compact.as_bytes();
    let closing = matching(bytes);
    let mut out = String::with_capacity(compact.len() * 2);
    // For each open bracket, whether its content is broken over lines.
    let mut open: Vec<bool> = Vec::new();
    let mut column = 0;
    let mut copied = 0;
    let mut in_string = false;
    let mut escaped = false;
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
        2 * depth
    };
    for (at, &byte) in bytes.iter().enumerate() {
        column += 1;
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                let empty = closing[at] == at + 1;
                let broken = !empty && column + (closing[at] - at) > LINE;
                open.push(broken);
                if broken {
                    out.push_str(&compact[copied..=at]);
                    copied = at + 1;
                    column = line(&mut out, open.len());
                }
            }
            b']' | b'}' => {
                let broken = open.pop();
                if broken == Some(true) {
                    out.push_str(&compact[copied..at]);
                    copied = at;
                    column = line(&mut out, open.len()) + 1;
                }
            }
            b',' => {
                out.push_str(&compact[copied..=at]);
                copied = at + 1;
                if open.last() == Some(&true) {
                    column = line(&mut out, open.len());
                } else {
                    out.push(' ');
                    column += 1;
                }
            }
            b':' => {
                out.push_str(&compact[copied..=at]);
                copied = at + 1;
                out.push(' ');
                column += 1;
            }
            _ => {}
        }
    }
    out.push_str(&compact[copied..]);
    out.push('\n');
    out
}

/// For the place of each opening bracket outside strings, the place of its closing bracket.
fn matching(bytes: &[u8]) -> Vec<usize> {
    let mut closing = vec![0; bytes.len()];
    let mut open = Vec::new();
    let mut in_string = false;
    let mut escaped = false;
    for (at, &byte) in bytes.iter().enumerate() {
        if in_string {
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => open.push(at),
            b']' | b'}' => {
                if let Some(begin) = open.pop() {
                    closing[begin] = at;
                }
            }
            _ => {}
        }
    }
    closing
}
