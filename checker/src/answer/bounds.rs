//! Bounds of what runs cost, in words.

use certificates::{Limit, Resource};
use serde_json::{Value, json};

use crate::answer::print::escape;
use crate::contract::printable;

/// A bound on one line.
pub(crate) fn line(limit: &Limit) -> String {
    escape(&Limit { most: printable(&limit.most), ..limit.clone() }.to_string())
}

/// What is counted, and with which numbers.
pub(crate) fn meaning(resource: &Resource) -> String {
    let outside = "what library functions and functions of the contract do inside counts as nothing";
    match resource {
        Resource::Iterations => format!(
            "branches back in a depth-first search of a function's blocks, and calls among functions that may call each \
             other; {outside}"
        ),
        Resource::Instructions => {
            format!("instructions of the module, phis included; {outside}")
        }
        Resource::Loop { .. } => "branches back to this block".into(),
        Resource::Calls(_) => "direct calls in the module".into(),
        Resource::Stack(frames) => {
            let numbers = frames.iter().map(|(name, bytes)| format!("'{}' {bytes}", escape(name)));
            let frames = if frames.is_empty() { "none".into() } else { numbers.collect::<Vec<_>>().join(", ") };
            format!(
                "bytes of allocas and of frames at one time; frames: {frames}, each taken for all that an activation \
                 takes (compilers' numbers leave out the red zone, what aligns locals to more than 16 bytes and, \
                 clang's, arguments on the stack); of any other function only its allocas count"
            )
        }
        Resource::Allocated => "bytes that malloc, calloc, realloc, strdup and strndup are asked for".into(),
        Resource::Heap => "growth of the bytes of the heap that are allocated at one time".into(),
    }
}

/// A bound as JSON.
pub(crate) fn json(limit: &Limit) -> Value {
    let Limit { resource, factor, most } = limit;
    let frames = match resource {
        Resource::Stack(frames) => json!(frames.iter().cloned().collect::<std::collections::BTreeMap<_, _>>()),
        _ => Value::Null,
    };
    json!({
        "resource": resource.to_string(),
        "factor": factor.0.to_string(),
        "most": most,
        "text": line(limit),
        "counts": meaning(resource),
        "frames": frames,
    })
}
