//! A call that satisfies a contract: as a C program that makes it, and as JSON.

use crate::contract::{Base, Parameter};
use crate::pipeline::{Call, Given};
use crate::program::Program;
use serde_json::{Value, json};
use std::fmt::Write;

/// A C program that makes the call. `text`: the contract.
pub(crate) fn program_of(program: &Program, entry: &str, text: &str, call: &Call) -> Result<String, String> {
    let names = names(call);
    let mut out = format!("/* A call that satisfies: {} */\n", text.replace("*/", "* /"));
    out += "/* To be put behind the text of the function's file. */\n";
    for (name, given) in names.iter().zip(&call.objects).filter(|(_, given)| given.object.global.is_none()) {
        let bytes: Vec<String> = given.object.bytes.iter().map(ToString::to_string).collect();
        let align = given.align.max(16);
        let size = bytes.len().max(1);
        let _ = writeln!(out, "static _Alignas({align}) unsigned char {name}[{size}] = {{ {} }};", bytes.join(", "));
    }
    // A program that has a `main` of its own gets a function `example` instead.
    let main = if program.functions.contains_key("main") { "int example(void)" } else { "int main(void)" };
    let _ = writeln!(out, "\n{main}\n{{");
    let mut pointers = 0usize;
    for (name, given) in names.iter().zip(&call.objects) {
        let used = !given.set.is_empty() || given.object.global.is_none();
        let memory = match &given.object.global {
            Some(global) if used && !is_identifier(global) => {
                return Err(format!(
                    "the contract is about '{global}', which C cannot name outside its function or file"
                ));
            }
            Some(global) => format!("(unsigned char *)&{global}"),
            None => name.clone(),
        };
        let set = if given.object.global.is_some() { given.set.as_slice() } else { &[] };
        for at in set {
            let byte = given.object.bytes.get(*at).copied().unwrap_or(0);
            let _ = writeln!(out, "    ({memory})[{at}] = {byte};");
        }
        for at in &given.pointers {
            let _ =
                writeln!(out, "    void *pointer{pointers} = {};", address(&names, call, target(program, given, *at)));
            let _ =
                writeln!(out, "    __builtin_memcpy({memory} + {at}, &pointer{pointers}, sizeof pointer{pointers});");
            pointers += 1;
        }
    }
    let arguments: Vec<String> = call.values.iter().map(|(p, value)| argument(&names, call, p, *value)).collect();
    let _ = writeln!(out, "    {entry}({});\n    return 0;\n}}", arguments.join(", "));
    Ok(out)
}

/// The call as JSON. `c`: the C program, or why there is none.
pub(crate) fn call_as_json(program: &Program, call: &Call, c: Result<String, String>) -> Value {
    let names = names(call);
    let value = |(parameter, value): &(Parameter, i128)| {
        let shown = argument(&names, call, parameter, *value);
        json!({ "name": parameter.name, "value": if parameter.ty.stars > 0 { shown } else { value.to_string() } })
    };
    let object = |(name, given): (&String, &Given)| {
        let pointers = given
            .pointers
            .iter()
            .map(|at| json!({ "at": at, "to": address(&names, call, target(program, given, *at)) }));
        json!({
            "name": name, "size": given.object.bytes.len(), "align": given.align, "bytes": given.object.bytes,
            "global": given.object.global, "pointers": pointers.collect::<Value>(),
        })
    };
    json!({
        "parameters": call.values.iter().map(value).collect::<Value>(),
        "memory": names.iter().zip(&call.objects).map(object).collect::<Value>(),
        "program": c.as_ref().ok(),
        "no_program": c.as_ref().err(),
    })
}

/// The names of the objects in C.
fn names(call: &Call) -> Vec<String> {
    let name =
        |(place, given): (usize, &Given)| given.object.global.clone().unwrap_or_else(|| format!("memory{place}"));
    call.objects.iter().enumerate().map(name).collect()
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The pointer at an offset of an object.
fn target(program: &Program, given: &Given, at: usize) -> i128 {
    let bytes = if program.pointer_bits == 32 { 4 } else { 8 };
    let read = given.object.bytes.get(at..at + bytes).unwrap_or_default();
    read.iter().rev().fold(0, |value, byte| value << 8 | i128::from(*byte))
}

/// The expression for an address in C.
fn address(names: &[String], call: &Call, value: i128) -> String {
    let around =
        names.iter().zip(&call.objects).find(|(_, given)| (given.object.base..=given.object.end()).contains(&value));
    match around {
        Some((name, Given { object, .. })) => {
            let name = if object.global.is_some() { format!("(unsigned char *)&{name}") } else { name.clone() };
            format!("(void *)({name} + {})", value - object.base)
        }
        None => format!("(void *){value}"),
    }
}

/// An argument in C, cast to the type of its parameter.
fn argument(names: &[String], call: &Call, parameter: &Parameter, value: i128) -> String {
    if parameter.ty.stars > 0 {
        return address(names, call, value);
    }
    let sign = |signed: bool| if signed { "signed" } else { "unsigned" };
    let ty = match &parameter.ty.base {
        Base::Bool => "_Bool".to_owned(),
        Base::Fixed { bits: 8, signed } => format!("{} char", sign(*signed)),
        Base::Fixed { bits: 16, signed } => format!("{} short", sign(*signed)),
        Base::Fixed { bits: 32, signed } => format!("{} int", sign(*signed)),
        Base::Fixed { signed, .. } => format!("{} long long", sign(*signed)),
        Base::Word { signed } => format!("{} long", sign(*signed)),
        Base::Float => "float".to_owned(),
        _ => "double".to_owned(),
    };
    match i32::try_from(value) {
        Ok(small) if small > i32::MIN => format!("({ty}){small}"),
        // The value modulo 2^64, which the conversion to the type undoes.
        _ => format!("({ty})0x{:x}ULL", value.rem_euclid(1 << 64)),
    }
}
