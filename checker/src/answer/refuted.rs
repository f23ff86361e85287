//! What the user reads about a refutation: the verdict, a summary of the run, warnings, and assumptions. Nothing here
//! decides anything.

use std::fmt::Write;

use certificates::{Assumption, Choice, Claim, Ending, Graph, Overflow, Refutation};
use serde_json::{Value, json};

use crate::answer::call;
use crate::answer::report::{self, Origin, REBUILD, escape};
use crate::answer::show;
use crate::answer::verdict::Verdict;
use crate::run::Shown;

/// Inputs that the text answer lists, at most.
const MAX_INPUTS: usize = 50;

/// The assumptions under which the run is one of the program's.
pub fn assumptions(claim: &Claim) -> Vec<String> {
    let mut list = report::given(claim);
    // A refutation is about one run of main.
    list.retain(|assumption| *assumption != Assumption::Main);
    let mut list: Vec<String> = list.iter().map(Assumption::to_string).collect();
    list.extend(match claim.entry.as_str() {
        // What the caller gives is told; that the calls satisfy the contract is among the assumptions.
        _ if claim.precondition.is_some() => None,
        "main" => Some(
            "main is called once, with its name as the only argument, and globals hold their initial values".into(),
        ),
        entry => Some(format!("{entry} has no contract: it is called with these arguments, where pointers are null")),
    });
    if claim.properties.termination {
        list.push("a loop that has no effect and does not end runs forever (compile with -fno-finite-loops)".into());
    }
    list
}

/// What the user should know about the run.
pub fn warnings(shown: &Shown) -> Vec<&'static str> {
    let ideal = shown.property == "termination" && shown.claim.overflow == Overflow::Ideal;
    let all = [
        (
            shown.flag,
            "the error is a violated flag of the module, nuw or exact, that no C program has from the front end",
        ),
        (shown.seen.uninitialised, "the run reads bytes that were never written, and depends on what they hold"),
        (shown.seen.undefined, "the run uses a variable that was never assigned (freeze of an undefined value)"),
        (shown.seen.addresses, "the run compares or converts addresses, and may depend on where objects lie"),
        (
            shown.example.as_ref().is_some_and(|example| call::is_high(&example.call)),
            "an object of the caller lies at an address of 2^47 or more, where usual machines have none",
        ),
        (shown.chosen, "the run goes on forever if the inputs after it are chosen so; others may end it"),
        (shown.unbounded_memory, "the run may need memory or stack without bound, and a machine has only so much"),
        (
            ideal && !shown.graph,
            "the run is of a machine with unbounded signed integers (no operation of it overflows)",
        ),
        (
            ideal && shown.graph,
            "the run is of a machine with unbounded signed integers: the program's own overflow in it, and may end",
        ),
    ];
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text).collect()
}

/// The answer as text.
pub fn text(verdict: &Verdict<Shown>, origin: Origin, seconds: f64) -> String {
    match verdict {
        Verdict::Valid(shown) => {
            let mut out = String::new();
            valid(&mut out, shown, origin, seconds).map_or_else(|_| String::new(), |()| out)
        }
        Verdict::Invalid(why) => format!("INVALID\n{}\n", lines(&why.to_string())),
        Verdict::Undecided(why) => format!("UNDECIDED\n{}\n", lines(&why.to_string())),
        Verdict::BadInput(message) => format!("error: {}\n", escape(message)),
    }
}

/// The text with each of its lines escaped.
fn lines(text: &str) -> String {
    text.lines().map(escape).collect::<Vec<_>>().join("\n")
}

fn valid(out: &mut String, shown: &Shown, origin: Origin, seconds: f64) -> std::fmt::Result {
    let claim = &shown.claim;
    writeln!(out, "VALID")?;
    if origin == Origin::Embedded {
        writeln!(out, "{REBUILD}")?;
    }
    writeln!(out, "assumed:")?;
    for assumption in assumptions(claim) {
        writeln!(out, "  {}", escape(&assumption))?;
    }
    writeln!(out, "violated: {}", shown.property)?;
    writeln!(out, "  {}", escape(&shown.message))?;
    writeln!(out, "  at {}", escape(&shown.place))?;
    writeln!(out, "  {}", escape(&shown.instruction))?;
    writeln!(
        out,
        "  of {} ({}, signed overflow: {}), module sha256 {}",
        escape(&claim.entry),
        claim.data_model,
        claim.overflow,
        claim.module_hash
    )?;
    if let Some(example) = &shown.example {
        writeln!(out, "the call: {}", call::words(claim, example))?;
        writeln!(out, "  either the function or its contract is wrong")?;
        for (name, size, align) in &shown.types {
            writeln!(out, "  {}", report::sized(name, *size, *align))?;
        }
    }
    match shown.inputs.len() {
        0 => writeln!(out, "inputs: none")?,
        _ => writeln!(out, "inputs:")?,
    }
    for input in shown.inputs.iter().take(MAX_INPUTS) {
        writeln!(out, "  {} = {} at {}", escape(&input.what), input.value, escape(&input.place))?;
    }
    if shown.inputs.len() > MAX_INPUTS {
        writeln!(out, "  and {} more", shown.inputs.len() - MAX_INPUTS)?;
    }
    for warning in warnings(shown) {
        writeln!(out, "warning: {warning}")?;
    }
    writeln!(out, "steps: {}", shown.steps)?;
    writeln!(out, "time: {seconds:.3} s")
}

/// The answer as one JSON object.
pub fn json(verdict: &Verdict<Shown>, claim: Option<&Claim>, origin: Origin, seconds: f64) -> Value {
    let (name, detail) = match verdict {
        Verdict::Valid(shown) => ("VALID", facts(shown, origin)),
        Verdict::Invalid(why) => ("INVALID", report::rejection(why)),
        Verdict::Undecided(why) => ("UNDECIDED", report::rejection(why)),
        Verdict::BadInput(message) => ("ERROR", json!({ "message": message })),
    };
    json!({ "verdict": name, "refutation": true, "detail": detail, "claim": claim, "seconds": seconds })
}

fn facts(shown: &Shown, origin: Origin) -> Value {
    let input = |input: &crate::run::machine::Input| json!({ "what": input.what, "value": input.value.to_string(), "position": input.place });
    json!({
        "module": if origin == Origin::Embedded { REBUILD } else { "file" },
        "violated": shown.property,
        "message": shown.message,
        "position": shown.place,
        "instruction": shown.instruction,
        "call": shown.example.as_ref().map(|example| call::json(&shown.claim, example)),
        "types": report::types(&shown.types),
        "inputs": shown.inputs.iter().map(input).collect::<Vec<_>>(),
        "uninitialised": shown.seen.uninitialised,
        "undefined": shown.seen.undefined,
        "addresses": shown.seen.addresses,
        "warnings": warnings(shown),
        "steps": shown.steps,
        "assumptions": assumptions(&shown.claim),
    })
}

/// What a closed graph (a recurrent set of states) says, and the graph itself.
fn closed_graph(graph: &Graph) -> String {
    let mut out = String::new();
    for (number, value) in graph.variables.iter().enumerate() {
        out += &format!("  v{number} = {}\n", value.0);
    }
    for (block, address) in &graph.blocks {
        out += &format!("  block {block} is the object at {address:#x}\n");
    }
    if graph.unbounded_memory {
        out += "  may need memory or stack without bound\n";
    }
    show::graph(&mut out, &graph.shapes, &graph.nodes, &graph.steps).map_or_else(|_| String::new(), |()| out)
}

/// A refutation for people.
pub fn show(refutation: &Refutation) -> String {
    let claim = &refutation.claim;
    let mut out = format!("refutes: {} of {}\n", report::properties(claim).join(", "), escape(&claim.entry));
    out += &format!("  module sha256 {} ({} bytes)\n", escape(&claim.module_hash), refutation.module.len());
    out += &format!("  {}, signed overflow: {}\n", claim.data_model, claim.overflow);
    for assumption in assumptions(claim) {
        out += &format!("  assumes: {}\n", escape(&assumption));
    }
    out += &refutation.call.as_ref().map_or_else(String::new, call::listing);
    for (number, choice) in refutation.choices.iter().enumerate() {
        out += &match choice {
            Choice::Value(value) => format!("choice {number}: value {}\n", value.0),
            Choice::Address(base) => format!("choice {number}: address {base:#x}\n"),
            Choice::Null => format!("choice {number}: the allocation fails\n"),
            Choice::Byte(byte) => format!("choice {number}: uninitialised byte {byte}\n"),
        };
    }
    out += &match &refutation.ending {
        Ending::Error { steps } => format!("after {steps} steps the next one is an error\n"),
        Ending::Lasso { first, second } => format!("the states after {first} and {second} steps are the same\n"),
        Ending::Closed { steps, graph } => {
            format!("the state after {steps} steps lies in the first node of a graph\n{}", closed_graph(graph))
        }
    };
    out
}
