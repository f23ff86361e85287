//! The report as JSON: one object for each function (schema: `spec/report.schema.json`).

use super::outcome::{Missing, Outcome, Property, Violated, Wrapped};
use super::{stats, words};
use crate::bounds::words::{Bounded, Stated, Unbounded};
use crate::code::Code;
use crate::pipeline::Name;
use crate::program::Location;
use crate::refute::Asked;
use crate::state::{Described, Passed};
use crate::suggest::Suggestion;
use crate::termination::RankedLoop;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// The JSON object for a function.
pub(crate) fn json(outcome: &Outcome) -> Value {
    let mut object = Map::new();
    for property in Property::ALL {
        object.insert(property.key().into(), outcome.verdict(property).word().into());
    }
    let first = outcome.missing.first();
    object.insert("reason".into(), json!(first.map(|m| &m.reason)));
    object.insert("kind".into(), json!(first.map(|m| m.kind.word())));
    object.insert("id".into(), json!(first.map(|m| m.code.id())));
    if !outcome.function.is_empty() {
        object.insert("entry".into(), outcome.function.as_str().into());
    }
    if outcome.is_searched() {
        object.extend(searched(outcome));
    }
    Value::Object(object)
}

/// The members that exist only after a search.
fn searched(outcome: &Outcome) -> Map<String, Value> {
    let first = outcome.missing.first();
    let contract = outcome.contract.as_ref();
    let files = &outcome.files;
    let first_refutation = files.refutations.first();
    let path = |path: &Option<std::path::PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let object = json!({
        "precondition": contract.map(|c| &c.text),
        "types": contract.map(types),
        "not_looked_at": contract.map(|c| &c.ignored),
        "warnings": contract.map(|c| &c.never),
        "no_call": contract.and_then(|c| Some(json!({ "id": Code::NoCall.id(), "message": c.without_call()?, "conjuncts": c.no_call }))),
        "left_out": contract.map(|c| c.left_out),
        "departures": outcome.departures.iter().map(words::departed).collect::<Value>(),
        "note": outcome.note,
        "suggestion": outcome.suggestion.as_ref().and_then(Suggestion::comment),
        "suggestions_tried": outcome.suggestion.as_ref().map(|suggestion| suggestion.tried),
        "defined": outcome.defined.as_ref().map(place),
        "place": first.and_then(|m| m.location.as_ref()).map(ToString::to_string),
        "function": first.map(|m| &m.function),
        "instruction": first.map(|m| &m.instruction),
        "missing": outcome.missing.iter().map(missing).collect::<Value>(),
        "violations": (0..).zip(&outcome.violations).map(|(n, v)| violated(v, files.refutations.get(n))).collect::<Value>(),
        "loops": outcome.loops.iter().map(ToString::to_string).collect::<Value>(),
        "ranking": outcome.loops.iter().map(ranking).collect::<Value>(),
        "assumed": outcome.assumed,
        "certificate": path(&files.certificate),
        "check": files.check,
        "refutation": first_refutation.map(|(path, _)| path.display().to_string()),
        "check_refutation": first_refutation.map(|(_, check)| check),
        "test": path(&files.test.clone().and_then(Result::ok)),
        "witness": files.witness.as_ref().and_then(|w| w.as_ref().ok()).map(|path| path.display().to_string()),
        "no_witness": files.witness.as_ref().and_then(|w| w.as_ref().err()),
        "nodes": outcome.size.map(|size| size.nodes),
        "steps": outcome.size.map(|size| size.steps),
        "certificate_bytes": outcome.size.map(|size| size.bytes),
        "attempt": outcome.attempt.map(Name::word),
        "attempts": outcome.history.iter().map(stats::attempt).collect::<Value>(),
        "seconds": (outcome.seconds * 1e6).round() / 1e6,
    });
    let mut object = match object {
        Value::Object(object) => object,
        _ => Map::new(),
    };
    if !outcome.bounds.is_empty() {
        object.insert("bounds".into(), outcome.bounds.iter().map(bound).collect());
    }
    if let Some(written) = contract.and_then(|contract| contract.written.as_ref()) {
        object.insert("contract".into(), written.as_str().into());
    }
    if let Some(contract) = contract.filter(|contract| !contract.predicates.is_empty()) {
        object.insert("predicates".into(), contract.predicates.iter().map(predicate).collect());
    }
    if let Some(Wrapped { memory_safety, termination }) = outcome.wrapped {
        let wrapped = json!({ "memory_safety": memory_safety, "termination": termination });
        object.insert("if_overflow_wraps".into(), wrapped);
    }
    if outcome.stats {
        object.insert("stats".into(), stats::json(&outcome.history));
    }
    object
}

/// A bound, or why there is none.
fn bound(bounded: &Bounded) -> Value {
    let resource = &bounded.resource;
    match &bounded.result {
        Ok(Stated { factor, most, in_c }) => {
            json!({ "resource": resource, "factor": factor.to_string(), "most": most, "most_in_c": in_c })
        }
        Err(Unbounded { reason, location }) => {
            json!({ "resource": resource, "reason": reason, "place": location.as_ref().map(ToString::to_string) })
        }
    }
}

/// The named types that the contract uses.
fn types(contract: &super::outcome::Contract) -> Value {
    let types = contract
        .types
        .iter()
        .map(|ty| json!({ "name": ty.name, "size": ty.size, "align": ty.align, "compared_with_c": contract.compared }));
    types.collect()
}

/// A place. An unknown column is left out.
fn place(at: &Location) -> Value {
    match at.column {
        0 => json!({ "file": at.file, "line": at.line }),
        column => json!({ "file": at.file, "line": at.line, "column": column }),
    }
}

fn missing(missing: &Missing) -> Value {
    json!({
        "kind": missing.kind.word(),
        "id": missing.code.id(),
        "rule": missing.rule,
        "reason": missing.reason,
        "place": missing.location.as_ref().map(place),
        "function": missing.function,
        "instruction": missing.instruction,
        "properties": missing.properties.iter().map(|property| property.key()).collect::<Value>(),
        "state": state(&missing.state),
        "way": missing.state.way.iter().map(passed).collect::<Value>(),
        "origin": missing.origin,
        "round": missing.round.as_ref().map(super::text::round_told),
        "example": missing.example.iter().map(|example| json!({ "name": example.name, "value": example.value })).collect::<Value>(),
    })
}

fn passed(passed: &Passed) -> Value {
    json!({ "function": passed.function, "file": passed.location.file, "line": passed.location.line })
}

fn state(state: &Described) -> Value {
    if state.is_empty() {
        return Value::Null;
    }
    let blocks = state.blocks.iter().map(|block| {
        let cells = block.cells.iter().map(|(at, value)| json!({ "at": at, "value": value }));
        json!({ "name": block.name, "size": block.size, "cells": cells.collect::<Value>() })
    });
    let variables = state.variables.iter().map(|(name, value)| json!({ "name": name, "value": value }));
    json!({
        "variables": variables.collect::<Value>(),
        "blocks": blocks.collect::<Value>(),
        "structures": state.structures.iter().map(ToString::to_string).collect::<Value>(),
        "facts": state.facts,
    })
}

fn ranking(ranked: &RankedLoop) -> Value {
    json!({
        "file": ranked.file, "line": ranked.line, "block": ranked.block, "function": ranked.function,
        "cases": ranked.cases, "functions": ranked.ranks,
    })
}

fn violated(violated: &Violated, file: Option<&(PathBuf, String)>) -> Value {
    let text = |at: &Option<Location>| at.as_ref().map(ToString::to_string);
    let input = |asked: &Asked| {
        json!({
            "name": asked.name, "function": asked.source, "place": text(&asked.location),
            // JSON numbers here have at most 64 bits; a larger value is null.
            "value": i64::try_from(asked.value).map(Value::from)
                .unwrap_or_else(|_| u64::try_from(asked.value).map_or(Value::Null, Value::from)),
        })
    };
    json!({
        "property": violated.property.key(),
        "id": violated.code.map(Code::id),
        "place": text(&violated.location),
        "function": violated.function,
        "instruction": violated.instruction,
        "what": violated.what,
        "call": violated.call,
        "inputs": violated.inputs.iter().map(input).collect::<Value>(),
        "uninitialised_bytes": violated.bytes,
        "run": violated.run.iter().map(|told| told.text.as_str()).collect::<Value>(),
        "steps": violated.steps,
        "loop_begins_after": violated.first,
        "refutation": file.map(|(path, _)| path.display().to_string()),
        "check_refutation": file.map(|(_, check)| check),
    })
}

/// A predicate of a contract.
pub(crate) fn predicate((name, condition): &(String, String)) -> Value {
    json!({ "predicate": name, "condition": condition })
}
