//! The part of the page about one function.

use super::escape::Escaped;
use super::graph;
use super::source::Files;
use super::{name, overall, verdict};
use crate::bounds::words::{Bounded, Stated, Unbounded};
use crate::code::Code;
use crate::program::Location;
use crate::report::example;
use crate::report::nodes::{Decided, NodeKind, NodeView};
use crate::report::outcome::{Missing, Outcome, Property, Violated};
use crate::report::text::{AGAINST_OVERFLOW, round_told};
use crate::report::{violation, words};
use crate::state::{Described, Passed, Structure};
use crate::suggest::Suggestion;
use std::fmt::Write;

/// The maximal size, in bytes, of all states in a function's part. Beyond that, a node is a single line.
const MOST_STATE: usize = 6 << 20;

/// The number of nodes that are listed, at most.
const MOST_NODES: usize = 20_000;

/// The number of wrapped values that are shown for a node, at most.
const MOST_WRAPPED: usize = 20;

pub(super) fn write(out: &mut String, outcome: &Outcome, number: usize, files: &Files) {
    let (class, title) = (overall(outcome), Escaped(name(outcome)));
    let _ = writeln!(out, "<section class=\"fun f{class}\"><h2 id=f{number}>{title}</h2>");
    if let Some(at) = &outcome.defined {
        let _ = writeln!(out, "<p>{}</p>", files.place(at));
    }
    let _ = writeln!(out, "<table>");
    for property in Property::ALL {
        let _ = writeln!(out, "<tr><td>{}<td>{}", property.words(), verdict(outcome.verdict(property)));
    }
    let _ = writeln!(out, "</table>");
    for violated in &outcome.violations {
        run(out, violated, files);
    }
    for missing in outcome.unexplained() {
        unproved(out, missing, files);
    }
    if let Some(found) = &outcome.suggestion {
        suggestion(out, found, &outcome.function);
    }
    if let Some(note) = &outcome.note {
        let _ = writeln!(out, "<p>{}</p>", Escaped(note));
    }
    if let Some(contract) = &outcome.contract {
        let _ = writeln!(out, "<h3>For every call with</h3><pre class=box>{}", Escaped(contract.shown()));
        for predicate in contract.meant() {
            let _ = writeln!(out, "{}", Escaped(predicate));
        }
        if let Some(apart) = contract.also_apart() {
            let _ = writeln!(out, "({})", Escaped(apart));
        }
        for ty in &contract.types {
            let _ = writeln!(out, "with {}", Escaped(ty));
        }
        let _ = writeln!(out, "</pre>");
        if let Some(without) = contract.without_call() {
            let _ = writeln!(out, "<p>Warning, {}: {}</p>", Code::NoCall.id(), Escaped(without));
        }
        if !contract.ignored.is_empty() {
            let _ = writeln!(out, "<p>Not looked at, so not proved: {}</p>", Escaped(contract.ignored.join(", ")));
        }
    }
    loops(out, outcome, files);
    bounds(out, outcome);
    departures(out, outcome);
    if let Some(assumed) = &outcome.assumed {
        let _ = writeln!(out, "<details><summary>Assumed</summary><ul>");
        for line in assumed {
            let _ = writeln!(out, "<li>{}", Escaped(line));
        }
        let _ = writeln!(out, "</ul></details>");
    }
    let refutations = outcome.files.refutations.iter().map(|(_, check)| check);
    for check in outcome.files.check.iter().chain(refutations) {
        let _ = writeln!(out, "<h3>Check it with</h3><pre class=box>{}</pre>", Escaped(check));
    }
    if !outcome.nodes.is_empty() {
        nodes(out, outcome, number, files);
    }
    if let Some(module) = outcome.module.as_ref().filter(|_| files.is_empty()) {
        let _ = writeln!(
            out,
            "<details class=node><summary>The module (its sources are not at hand)</summary><pre class=box>{}</pre></details>",
            Escaped(module)
        );
    }
    let _ = writeln!(out, "</section>");
}

/// Writes the ranking functions of loops as a list.
fn loops(out: &mut String, outcome: &Outcome, files: &Files) {
    if outcome.loops.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h3>Loops</h3><ul>");
    for ranked in &outcome.loops {
        let place = match (&ranked.file, ranked.line) {
            (Some(file), Some(line)) => files.link(file, line, &format!("{file}:{line}")),
            _ => format!("block %{}", Escaped(&ranked.block)),
        };
        let cases = match ranked.cases.is_empty() {
            true => String::new(),
            false => format!(" while <code>{}</code>", Escaped(ranked.cases.join(" and "))),
        };
        let kind = if ranked.ranks.len() > 1 { "nested ranking functions" } else { "ranking function" };
        let (function, ranks) = (Escaped(&ranked.function), Escaped(ranked.ranks.join(", then ")));
        let _ = writeln!(out, "<li>{place} in <code>{function}</code>{cases}: {kind} <code>{ranks}</code>");
    }
    let _ = writeln!(out, "</ul>");
}

/// Writes the bounds as a table.
fn bounds(out: &mut String, outcome: &Outcome) {
    if outcome.bounds.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h3>Bounds</h3><table><tr><th>what<th>at most, for every call");
    for Bounded { resource, result } in &outcome.bounds {
        let resource = Escaped(resource);
        let _ = match result {
            Ok(Stated { factor: 1, in_c, .. }) => {
                writeln!(out, "<tr><td>{resource}<td><code>{}</code>", Escaped(in_c))
            }
            Ok(Stated { factor, in_c, .. }) => {
                writeln!(out, "<tr><td>{factor} × {resource}<td><code>{}</code>", Escaped(in_c))
            }
            Err(Unbounded { reason, .. }) => {
                writeln!(out, "<tr><td>{resource}<td>not bounded: {}", Escaped(reason))
            }
        };
    }
    let _ = writeln!(out, "</table>");
}

/// Writes the calls that are not known to satisfy a contract.
fn departures(out: &mut String, outcome: &Outcome) {
    if outcome.departures.is_empty() {
        return;
    }
    let _ = writeln!(out, "<h3>Calls apart from a contract</h3><ul>");
    for departure in &outcome.departures {
        let _ = writeln!(out, "<li>{}", Escaped(words::departed(departure)));
    }
    let _ = writeln!(out, "</ul>");
}

/// Writes a run that violates a property, step by step.
fn run(out: &mut String, violated: &Violated, files: &Files) {
    let property = violated.property.words();
    let _ = writeln!(out, "<h3 class=violated>{property} is violated</h3><p>");
    if let Some(at) = &violated.location {
        let _ = write!(out, "{} ", files.place(at));
    }
    let _ = writeln!(out, "in <code>{}</code>: {}</p>", Escaped(&violated.function), Escaped(&violated.what));
    let _ = write!(out, "{}", violated.location.as_ref().map(|at| files.excerpt(at)).unwrap_or_default());
    if !violated.instruction.is_empty() {
        let _ = writeln!(out, "<pre class=box>{}</pre>", Escaped(&violated.instruction));
    }
    if let Some(call) = &violated.call {
        let _ = writeln!(out, "<p>The call: <code>{}</code></p>", Escaped(call));
        let _ = writeln!(out, "<p>Either the function or its contract is wrong.</p>");
    }
    if let Some(inputs) = violation::inputs(violated) {
        let _ = writeln!(out, "<p>Inputs: <code>{}</code></p>", Escaped(inputs));
    }
    if violated.bytes > 0 {
        let _ = writeln!(out, "<p>Uninitialised bytes that are read, with a chosen value: {}</p>", violated.bytes);
    }
    if !violated.run.is_empty() {
        let _ = writeln!(out, "<p>The run, {} instructions:</p><ol>", violated.steps);
        for (place, told) in violated.run.iter().enumerate() {
            let text = match &told.at {
                Some(at) => files.link(&at.file, at.line, &told.text),
                None => Escaped(&told.text).to_string(),
            };
            let _ = writeln!(out, "<li>{text}{}", told.at.as_ref().map(|at| files.excerpt(at)).unwrap_or_default());
            if !told.state.is_empty() {
                let open = if place + 1 == violated.run.len() { " open" } else { "" };
                let _ = writeln!(out, "<details{open}><summary class=soft>variables and memory there</summary>");
                state(out, &told.state);
                let _ = writeln!(out, "</details>");
            }
        }
        let _ = writeln!(out, "</ol>");
    }
}

/// Writes what is missing, and what is known where the proof fails.
fn unproved(out: &mut String, missing: &Missing, files: &Files) {
    let _ = writeln!(out, "<h3 class=unknown>{}</h3><p>", missing.kind.word());
    if let Some(at) = &missing.location {
        let _ = write!(out, "{} ", files.place(at));
    }
    if !missing.function.is_empty() {
        let _ = write!(out, "in <code>{}</code>: ", Escaped(&missing.function));
    }
    let _ = writeln!(out, "<span class=code style=\"white-space:pre-wrap\">{}</span></p>", Escaped(&missing.reason));
    let _ = write!(out, "{}", missing.location.as_ref().map(|at| files.excerpt(at)).unwrap_or_default());
    if !missing.instruction.is_empty() {
        let _ = writeln!(out, "<pre class=box>{}</pre>", Escaped(&missing.instruction));
    }
    if let Some(origin) = &missing.origin {
        let _ = writeln!(out, "<p>{}</p>", Escaped(origin));
    }
    if !missing.state.way.is_empty() {
        way(out, &missing.state.way, files);
    }
    let words = example::words(&missing.example, usize::MAX);
    if !words.is_empty() {
        let _ = writeln!(out, "<p>For example with <code>{}</code></p>", Escaped(words));
    }
    if let Some(round) = &missing.round {
        let _ = writeln!(out, "<p>{}</p>", Escaped(round_told(round)));
    }
    if missing.code == Code::SignedOverflow {
        let _ = writeln!(out, "<p>{}</p>", Escaped(AGAINST_OVERFLOW));
    }
    if !missing.state.is_empty() {
        let _ = writeln!(out, "<p>Known there:</p>");
        state(out, &missing.state);
    }
}

/// Writes the path to the place of a failure. A function is named where the path enters it or returns to it.
fn way(out: &mut String, way: &[Passed], files: &Files) {
    let mut function = "";
    let places = way.iter().map(|Passed { function: here, location: Location { file, line, .. } }| {
        let named = if *here == function { String::new() } else { format!("{here} ") };
        function = here;
        files.link(file, *line, &format!("{named}{file}:{line}"))
    });
    let places: Vec<String> = places.collect();
    let _ = writeln!(out, "<p>A path that leads there: {}</p>", places.join(" → "));
}

/// Writes the suggested contract, or that none was found.
fn suggestion(out: &mut String, suggestion: &Suggestion, function: &str) {
    let function = Escaped(function);
    match suggestion.comment() {
        Some(comment) => {
            let _ = writeln!(
                out,
                "<h3>What to try</h3><p>With this contract above <code>{function}</code> it is proved:</p>\
                 <pre class=box>{}</pre><p>Every caller must keep it; nothing here says that they do.</p>",
                Escaped(comment)
            );
        }
        None => {
            let because = suggestion.because.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            let _ = writeln!(
                out,
                "<p>No contract was found with which <code>{function}</code> is proved{}</p>",
                Escaped(because)
            );
        }
    }
}

/// Writes a state: variables, blocks as boxes with their known cells, lists and trees, and facts.
fn state(out: &mut String, state: &Described) {
    let _ = writeln!(out, "<div class=state>");
    if !state.variables.is_empty() {
        let _ = write!(out, "<div class=box><b>variables</b><pre>");
        for (name, value) in &state.variables {
            match value {
                Some(value) => {
                    let _ = writeln!(out, "{} = {}", Escaped(name), Escaped(value));
                }
                None => {
                    let _ = writeln!(out, "{}", Escaped(name));
                }
            }
        }
        let _ = writeln!(out, "</pre></div>");
    }
    for block in &state.blocks {
        let _ = write!(out, "<div class=box><b>{}</b>, {}<pre>", Escaped(&block.name), Escaped(&block.bytes()));
        for (at, value) in &block.cells {
            let _ = writeln!(out, "{} = {}", Escaped(at), Escaped(value));
        }
        let _ = writeln!(out, "</pre></div>");
    }
    if !state.structures.is_empty() {
        let _ = writeln!(out, "<div class=box><b>lists and trees</b>");
        for structure in &state.structures {
            match structure {
                Structure::List { head, length, end } => {
                    let [head, length, end] = [head, length, end].map(Escaped);
                    let cells = "<span class=cell>&nbsp;</span> \u{2192} ".repeat(2);
                    let _ = writeln!(
                        out,
                        "<div class=chain>{head} \u{2192} {cells}\u{2026} \u{2192} <span>{end}</span> <span class=soft>{length} cells</span></div>"
                    );
                }
                Structure::Tree { .. } => {
                    let _ = writeln!(out, "<div class=chain>{}</div>", Escaped(structure.to_string()));
                }
            }
        }
        let _ = writeln!(out, "</div>");
    }
    if !state.facts.is_empty() {
        let _ = writeln!(out, "<div class=box><b>facts</b><pre>{}</pre></div>", Escaped(state.facts.join("\n")));
    }
    let _ = writeln!(out, "</div>");
}

/// Writes the graph, and each node's text.
fn nodes(out: &mut String, outcome: &Outcome, number: usize, files: &Files) {
    let all = &outcome.nodes;
    let _ = writeln!(out, "<details><summary>The proof: {} nodes</summary>", all.len());
    let prefix = format!("f{number}");
    graph::draw(out, all, &prefix);
    let begin = out.len();
    for (place, view) in all.iter().enumerate().take(MOST_NODES) {
        node(out, view, &format!("{prefix}n{place}"), place, files, out.len() - begin < MOST_STATE);
    }
    if all.len() > MOST_NODES {
        let _ = writeln!(out, "<p class=soft>{} more nodes: haltcheck show</p>", all.len() - MOST_NODES);
    }
    let _ = writeln!(out, "</details>");
}

/// Writes how the steps of a node's tree are decided.
fn decided(out: &mut String, decided: &Decided) {
    let Decided { ghosts, given, solver, own, wrapped } = decided;
    let counts = [
        (*given, "obligations by sums of facts whose coefficients are given"),
        (*solver, "obligations left to the checker's solver"),
        (*own, "steps whose obligations, if any, the checker deduces itself"),
        (*ghosts, "steps that no machine executes"),
    ];
    let told = counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{what}: {count}"));
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        let _ = writeln!(out, "<p>Decided: {}</p>", Escaped(told.join(", ")));
    }
    for (line, text, times) in wrapped.iter().take(MOST_WRAPPED) {
        let at = if *line == 0 { String::new() } else { format!("line {line}: ") };
        let how = times.map_or_else(|| "it may wrap".to_owned(), |times| format!("it wraps, {times} times its range"));
        let _ = writeln!(out, "<p>{}<code>{}</code>: {how}</p>", Escaped(at), Escaped(text));
    }
    if wrapped.len() > MOST_WRAPPED {
        let _ = writeln!(out, "<p class=soft>{} more that wrap</p>", wrapped.len() - MOST_WRAPPED);
    }
}

fn node(out: &mut String, view: &NodeView, anchor: &str, place: usize, files: &Files, full: bool) {
    let kind = match view.kind {
        NodeKind::Entry => "a function begins",
        NodeKind::Inner => "",
        NodeKind::Return => "a function returns",
    };
    let line = view.location.as_ref().map(|at| format!("{}:{}", at.file, at.line)).unwrap_or_default();
    let _ = writeln!(
        out,
        "<details class=node><summary>node {place}: <code>{}</code> {} <span class=soft>{kind}</span></summary><div id={anchor}>",
        Escaped(&view.function),
        Escaped(line)
    );
    if let Some(at) = &view.location {
        let _ = write!(out, "<p>{}, ", files.place(at));
    } else {
        let _ = write!(out, "<p>");
    }
    let _ = writeln!(out, "<code>{}</code>, {} steps</p>", Escaped(&view.position), view.steps);
    for ranked in &view.ranks {
        let _ = writeln!(out, "<p>Decreases: <code>{}</code></p>", Escaped(ranked.ranks.join(", then ")));
    }
    decided(out, &view.decided);
    match full {
        true => state(out, &view.state),
        false => {
            let _ = writeln!(out, "<p class=soft>Its state is left out here: haltcheck show</p>");
        }
    }
    let _ = writeln!(out, "</div></details>");
}
