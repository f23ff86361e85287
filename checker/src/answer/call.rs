//! A concrete call in words, and what it says about a claim.

use std::ascii;

use certificates::{Call, CallObject, Claim, Content, Sign};

use serde_json::{Value, json};

use crate::answer::print::escape;
use crate::answer::verdict::{Cases, Example};
use crate::contract::grammar::{self, Base, CType};
use crate::contract::tokens;
use crate::proof::context::number;

/// Characters of a string that are shown, at most.
const MAX_TEXT: u64 = 60;
/// Parts and parameters that are listed, at most.
const MAX_LISTED: usize = 40;
/// The first address that no process has on the usual machines of 64 bits.
const HIGH: u64 = 1 << 47;

/// The call as C writes it, with what pointers point to in place of addresses.
pub fn words(claim: &Claim, example: &Example) -> String {
    let text = claim.precondition.as_deref().unwrap_or_default();
    let tokens = tokens::tokens(text).unwrap_or_default();
    let parameters = grammar::parse(&tokens).map_or_else(|_| Vec::new(), |written| written.parameters);
    let squeezed: String = text.split_whitespace().collect();
    let pointer = if claim.data_model == certificates::DataModel::Lp64 { 64 } else { 32 };
    let argument = |(value, (name, ty)): (&u64, &(&str, CType))| {
        // Bytes of which the contract does not say that they are a string are none.
        let is_string = squeezed.contains(&format!("string({name})"));
        format!("{name} = {}", shown(example, *value, ty, (pointer, is_string)))
    };
    let mut arguments: Vec<String> = example.call.parameters.iter().zip(&parameters).map(argument).collect();
    if arguments.len() > MAX_LISTED {
        arguments.truncate(MAX_LISTED);
        arguments.push("...".into());
    }
    format!("{}({}){}", escape(&claim.entry), arguments.join(", "), held(example))
}

/// What the call says of global variables.
fn held(example: &Example) -> String {
    let held = example.call.contents.iter().take(MAX_LISTED).filter_map(|(place, content)| {
        let (name, size) = example.globals.get(*place as usize)?;
        let value = match size {
            1 | 2 | 4 | 8 => {
                (0..*size).rev().fold(0, |value, at| value << 8 | u64::from(byte(content, at))).to_string()
            }
            _ => format!("{{{size} bytes}}"),
        };
        Some(format!("{} = {value}", escape(name)))
    });
    let held: Vec<String> = held.collect();
    if held.is_empty() { String::new() } else { format!(" where {}", held.join(", ")) }
}

/// A parameter's value.
fn shown(example: &Example, bits: u64, ty: &CType, (pointer, is_string): (u32, bool)) -> String {
    let integer =
        |width: u32, signed: bool| number(bits, width, if signed { Sign::Signed } else { Sign::Unsigned }).to_string();
    match &ty.base {
        base if ty.depth > 0 => {
            pointed(example, bits, is_string && matches!(base, Base::Integer { width: 8, .. }) && ty.depth == 1)
        }
        Base::Integer { width: 0, signed } => integer(pointer, *signed),
        Base::Integer { width, signed } => integer(*width, *signed),
        Base::Float => format!("{:?}", f32::from_bits(bits as u32)),
        Base::Double => format!("{:?}", f64::from_bits(bits)),
        _ => bits.to_string(),
    }
}

/// What a pointer points to.
fn pointed(example: &Example, address: u64, characters: bool) -> String {
    let call = &example.call;
    if address == 0 {
        return "NULL".into();
    }
    if let Some(object) = around(call, address) {
        let offset = address - object.address;
        return match text(object, offset) {
            Some(text) if characters => format!("\"{text}\""),
            _ => {
                let behind = if offset > 0 { format!(" + {offset}") } else { String::new() };
                format!("{{{} byte{}}}{behind}", object.size, if object.size == 1 { "" } else { "s" })
            }
        };
    }
    if call.callbacks.contains(&address) {
        return "a function".into();
    }
    match example.globals.iter().zip(&call.globals).find(|(_, base)| **base == address) {
        Some(((name, _), _)) => format!("&{}", escape(name)),
        None => format!("{address:#x}"),
    }
}

/// The object in which an address lies, if not at its end.
fn around(call: &Call, address: u64) -> Option<&CallObject> {
    let behind = call.objects.partition_point(|object| object.address <= address);
    let object = call.objects.get(behind.checked_sub(1)?)?;
    (address - object.address < object.size).then_some(object)
}

/// A string in an object, escaped, if it is short.
fn text(object: &CallObject, offset: u64) -> Option<String> {
    let bytes = (offset..object.size).take(MAX_TEXT as usize + 1).map(|place| byte(&object.content, place));
    let bytes: Vec<u8> = bytes.collect();
    let length = bytes.iter().position(|byte| *byte == 0)?;
    Some(bytes[..length].iter().flat_map(|byte| ascii::escape_default(*byte)).map(char::from).collect())
}

fn byte(content: &Content, offset: u64) -> u8 {
    let behind = content.runs.partition_point(|run| run.offset <= offset);
    let run = behind.checked_sub(1).and_then(|place| content.runs.get(place));
    let found = run.and_then(|run| run.bytes.get(usize::try_from(offset - run.offset).ok()?));
    found.copied().unwrap_or(content.fill)
}

/// Whether the claim is shown to be about something: the lines of an answer.
pub fn vacuity(claim: &Claim, cases: &Cases) -> Vec<String> {
    let Some(example) = &cases.example else {
        return vec![
            "perhaps vacuous: no call is given that satisfies the precondition, and --allow-vacuous accepts that"
                .into(),
        ];
    };
    let mut lines = vec![format!("not vacuous: for example {}", words(claim, example))];
    lines.extend(limits(example).iter().map(|line| format!("  {line}")));
    lines
}

/// What of the contract the call does not show.
pub fn limits(example: &Example) -> Vec<String> {
    let mut lines = Vec::new();
    if example.alternatives > 1 {
        let (number, all) = (example.alternative + 1, example.alternatives);
        lines.push(format!(
            "it satisfies alternative {number} of the {all} that the precondition has; others may be empty"
        ));
    }
    if !example.empty.is_empty() {
        let names: Vec<String> = example.empty.iter().take(MAX_LISTED).map(|name| escape(name)).collect();
        lines.push(format!("nothing is in: {}", names.join(", ")));
    }
    lines
}

/// The call as a JSON value.
pub fn json(claim: &Claim, example: &Example) -> Value {
    json!({
        "text": words(claim, example),
        "alternative": example.alternative + 1,
        "alternatives": example.alternatives,
        "empty": example.empty,
    })
}

/// The call as it stands in a certificate or refutation.
pub fn listing(call: &Call) -> String {
    let mut out = String::from("call:\n");
    let content = |content: &Content| {
        let runs: Vec<String> = content.runs.iter().map(|run| format!("{:?} at {}", run.bytes, run.offset)).collect();
        format!("all {} but for {}", content.fill, if runs.is_empty() { "none".into() } else { runs.join(", ") })
    };
    for (number, address) in call.globals.iter().enumerate() {
        out += &format!("  global {number} at {address:#x}\n");
    }
    for (number, bytes) in &call.contents {
        out += &format!("  global {number} holds: {}\n", content(bytes));
    }
    for (number, bits) in call.parameters.iter().enumerate() {
        out += &format!("  parameter {number}: {bits:#x}\n");
    }
    for object in &call.objects {
        let CallObject { address, size, writable, heap, content: bytes } = object;
        let marks = [(*writable, ", writable"), (*heap, ", from malloc")];
        let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        out += &format!("  object at {address:#x}, {size} bytes{marks}: {}\n", content(bytes));
    }
    for address in &call.callbacks {
        out += &format!("  function at {address:#x}\n");
    }
    out
}

/// Whether an object lies where usual machines have none.
pub fn is_high(call: &Call) -> bool {
    let ends = call.objects.iter().map(|object| object.address.saturating_add(object.size));
    ends.chain(call.globals.iter().copied()).any(|address| address >= HIGH)
}
