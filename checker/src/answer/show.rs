//! A certificate for people: nodes with their states, trees indented where they branch. Iterative,
//! since a tree may be as deep as a certificate is long.

use std::fmt::Write;

use certificates::{
    Access, Atom, Block, CallerId, Certificate, Detail, Ensured, Entry, Farkas, Ghost, Hint, Instance, Kind, Marks,
    Measure, Multiple, Node, Position, Rel, Root, Shape, Sign, State, Step, StepId, Witness,
};

use crate::answer::bounds;
use crate::answer::call;
use crate::answer::print;
use crate::answer::report;
use crate::answer::structures::{self, term};
use crate::proof::wellformed::successors;

/// The certificate as text.
pub fn show(certificate: &Certificate) -> String {
    let mut out = String::new();
    match write(&mut out, certificate) {
        Ok(()) => out,
        Err(std::fmt::Error) => String::new(),
    }
}

fn write(out: &mut String, certificate: &Certificate) -> std::fmt::Result {
    let claim = &certificate.claim;
    writeln!(out, "claim: {} of {}", report::properties(claim).join(", "), claim.entry)?;
    writeln!(out, "  module sha256 {} ({} bytes)", claim.module_hash, certificate.module.len())?;
    writeln!(out, "  {}, signed overflow: {}", claim.data_model, claim.overflow)?;
    for assumption in report::assumptions(claim) {
        writeln!(out, "  assumes: {assumption}")?;
    }
    if let Some(call) = &certificate.call {
        write!(out, "{}", call::listing(call))?;
    }
    writeln!(out, "globals kept: {}", names(&certificate.globals))?;
    for root in &certificate.roots {
        match root {
            Root::Covered { node, instance: map, returns } => {
                writeln!(out, "root: node {node}, {}", instance(map))?;
                for Ensured { ways, entries, blocks, wraps } in returns {
                    writeln!(
                        out,
                        "  at a return: alternatives {ways:?}, entries {entries:?}, blocks {blocks:?}, {wraps:?}"
                    )?;
                }
            }
            Root::Infeasible { .. } => writeln!(out, "root: infeasible")?,
        }
    }
    for bound in &certificate.bounds {
        writeln!(out, "bound: {}", bounds::line(&bound.limit()))?;
    }
    graph(out, &certificate.shapes, &certificate.nodes, &certificate.steps)?;
    for (number, round) in certificate.ranking.iter().enumerate() {
        writeln!(out, "\nround {number}, removes the edges {:?}", round.removed)?;
        match &round.measure {
            Measure::Linear(list) => {
                for (node, function) in list {
                    writeln!(out, "  node {node}: {}", term(function))?;
                }
            }
            Measure::Nested(list) => {
                for (node, tuple) in list {
                    let tuple: Vec<String> = tuple.iter().map(term).collect();
                    writeln!(out, "  node {node}: ({})", tuple.join(", "))?;
                }
            }
        }
    }
    Ok(())
}

/// The nodes of a proof or refutation, with their trees.
pub fn graph(out: &mut String, shapes: &[Shape], nodes: &[Node], steps: &[Step]) -> std::fmt::Result {
    for (number, shape) in shapes.iter().enumerate() {
        writeln!(out, "shape {number}: {}", structures::shape(shape))?;
    }
    for (number, node) in nodes.iter().enumerate() {
        writeln!(out, "\nnode {number} at {} (entry {})", position(&node.position), node.entry)?;
        state(out, &node.state)?;
        match node.tree {
            Some(root) => tree(out, steps, root)?,
            None => writeln!(out, "  return")?,
        }
    }
    Ok(())
}

fn names(list: &[String]) -> String {
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

/// All that a state says.
pub fn state(out: &mut String, state: &State) -> std::fmt::Result {
    writeln!(out, "  {} variables", state.variables)?;
    for binding in &state.bindings {
        writeln!(out, "  %{} = {}{}", binding.register, term(&binding.value), sign(binding.sign))?;
    }
    for atom in &state.knowledge {
        writeln!(out, "  where {}", atom_text(atom))?;
    }
    for block in &state.blocks {
        writeln!(out, "  {}", block_text(block))?;
    }
    for entry in &state.entries {
        writeln!(out, "  {}", entry_text(entry))?;
    }
    for uniform in &state.uniforms {
        writeln!(out, "  {}", structures::uniform(uniform))?;
    }
    for list in &state.lists {
        writeln!(out, "  {}", structures::list(list))?;
    }
    for tree in &state.trees {
        writeln!(out, "  {}", structures::tree(tree))?;
    }
    Ok(())
}

fn block_text(block: &Block) -> String {
    let marks = format!(
        "{}{}",
        structures::marks(Marks { read_only: block.read_only, kept: block.kept }),
        if block.optional { ", optional" } else { "" }
    );
    let kind = match &block.kind {
        Kind::Stack(register) => format!("stack %{register}"),
        Kind::Heap => "heap".into(),
        Kind::Global(name) => format!("global @{name}"),
        Kind::Caller(CallerId::Block(number)) => format!("caller's {number}"),
        Kind::Caller(CallerId::Part { object, number }) => format!("caller's {number}, a part of object {object}"),
        Kind::Function(name) => format!("function @{name}"),
        Kind::Stream => "stream".into(),
        Kind::Arguments => "arguments".into(),
        Kind::ArgumentText => "text of the arguments".into(),
        Kind::Library(function) if function.starts_with("strtok") => format!("what @{function} keeps"),
        Kind::Library(function) => format!("what @{function} returned"),
        Kind::Variadic(area) => format!("variable arguments, {}", print::area_name(*area)),
        Kind::Passed(area) => format!("arguments that are passed, {}", print::area_name(*area)),
    };
    format!(
        "block {}: {kind} at {}, {} bytes, align {}{marks}",
        block.id,
        term(&block.base),
        term(&block.size),
        block.align
    )
}

fn entry_text(entry: &Entry) -> String {
    let place = format!("entry {}: block {} [{}] width {}", entry.id, entry.block, term(&entry.offset), entry.width);
    format!("{place} = {}{}", term(&entry.value), sign(entry.sign))
}

/// Prints a tree: a step with several successors indents them.
fn tree(out: &mut String, steps: &[Step], root: StepId) -> std::fmt::Result {
    let mut open = vec![(root, 1usize, String::new())];
    let mut printed = 0;
    while let Some((number, depth, label)) = open.pop() {
        let Some(step) = steps.get(number as usize).filter(|_| printed <= steps.len()) else {
            writeln!(out, "{}step {number} is not there", indent(depth))?;
            continue;
        };
        printed += 1;
        writeln!(out, "{}{label}[{number}] {}", indent(depth), step_text(step))?;
        let next = successors(step);
        let branches = next.len() > 1 || matches!(step, Step::Call { .. });
        for (place, next) in next.into_iter().enumerate().rev() {
            let label = match step {
                Step::Split { .. } if place == 0 => "yes: ".into(),
                Step::Split { .. } => "no: ".into(),
                Step::Apart { .. } if place == 0 => "left first: ".into(),
                Step::Apart { .. } => "right first: ".into(),
                Step::Compare { .. } if place == 0 => "called: ".into(),
                Step::Compare { .. } => "returned: ".into(),
                Step::Call { returns, .. } => {
                    returns.get(place).map_or(String::new(), |(node, _)| format!("from {node}: "))
                }
                _ => String::new(),
            };
            open.push((next, depth + usize::from(branches), label));
        }
    }
    Ok(())
}

/// Two spaces a level, to a limit.
fn indent(depth: usize) -> String {
    "  ".repeat(depth.min(60))
}

/// A step in one line.
pub fn step_text(step: &Step) -> String {
    match step {
        Step::Exec { hint, witnesses, .. } => format!("exec{}{}", hint_text(hint), witness_text(witnesses)),
        Step::Split { atom, .. } => format!("split {}", atom_text(atom)),
        Step::Ghost { ghost, witnesses, .. } => format!("{}{}", ghost_text(ghost), witness_text(witnesses)),
        Step::Apart { left, right, witnesses, .. } => format!("apart {left}, {right}{}", witness_text(witnesses)),
        Step::Call { entry, instance: map, witnesses, .. } => {
            format!("call node {entry}, {}{}", instance(map), witness_text(witnesses))
        }
        Step::Goto { node, instance: map, witnesses } => {
            format!("goto {node}, {}{}", instance(map), witness_text(witnesses))
        }
        Step::Infeasible { witnesses } => format!("infeasible{}", witness_text(witnesses)),
        Step::Choose { value, sign: of, witnesses, .. } => {
            format!("choose {}{}{}", term(value), sign(*of), witness_text(witnesses))
        }
        Step::Compare { hint, witnesses, .. } => format!("compare{}{}", hint_text(hint), witness_text(witnesses)),
        Step::Exit { hint, witnesses } => format!("exit{}{}", hint_text(hint), witness_text(witnesses)),
    }
}

fn ghost_text(ghost: &Ghost) -> String {
    match ghost {
        Ghost::Assert(atom) => format!("assert {}", atom_text(atom)),
        Ghost::Divide { term: t, divisor } => format!("divide {} by {}", term(t), divisor.0),
        Ghost::Table { entry, index, first, last } => format!("table {entry} at {} in {first} to {last}", term(index)),
        Ghost::Argument { index } => format!("argument {}", term(index)),
        Ghost::Read { block, offset, width, sign: s } => {
            format!("read block {block} [{}] width {width}{}", term(offset), sign(*s))
        }
        other => structures::ghost(other).unwrap_or_else(|| format!("{other:?}").to_lowercase()),
    }
}

fn hint_text(hint: &Hint) -> String {
    let mut text = String::new();
    if hint.sign == Sign::Signed {
        text += " signed";
    }
    if !hint.wraps.is_empty() {
        let wraps = hint.wraps.iter().map(|wrap| match wrap {
            certificates::Wrap::By(k) => k.0.to_string(),
            certificates::Wrap::Quotient => "?".into(),
        });
        text += &format!(" wraps {}", wraps.collect::<Vec<_>>().join(" "));
    }
    if !hint.phis.is_empty() {
        let letters: String = hint.phis.iter().map(|sign| if *sign == Sign::Signed { 's' } else { 'u' }).collect();
        text += &format!(" phis {letters}");
    }
    match &hint.detail {
        Detail::None => {}
        Detail::Outcome(outcome) => text += &format!(" {outcome}"),
        Detail::Load { access, entry } => text += &format!(" {}, entry {entry:?}", access_text(access)),
        Detail::Store { access, keep, within } => {
            text += &format!(" {}, keeps {keep:?}", access_text(access));
            let element =
                |(fact, index): &(u32, certificates::Term)| format!(", element {} of fact {fact}", term(index));
            text.extend(within.iter().map(element));
        }
        other => text += &format!(" {other:?}"),
    }
    text
}

fn access_text(access: &Access) -> String {
    let multiple = match &access.multiple {
        Multiple::Plain => String::new(),
        Multiple::Offset(m) => format!(", offset a multiple by {}", term(m)),
        Multiple::Address(m) => format!(", address a multiple by {}", term(m)),
    };
    format!("block {}{multiple}", access.block)
}

fn instance(instance: &Instance) -> String {
    let variables: Vec<String> = instance.variables.iter().map(term).collect();
    let pairs = |list: &[(u32, u32)]| list.iter().map(|(a, b)| format!("{a}<-{b}")).collect::<Vec<_>>().join(" ");
    let mut text = format!("variables ({})", variables.join(", "));
    if !instance.blocks.is_empty() {
        text += &format!(", blocks {}", pairs(&instance.blocks));
    }
    if !instance.entries.is_empty() {
        text += &format!(", entries {}", pairs(&instance.entries));
    }
    if !instance.uniforms.is_empty() {
        text += &format!(", uniform facts {}", pairs(&instance.uniforms));
    }
    if !instance.lists.is_empty() {
        text += &format!(", lists {}", pairs(&instance.lists));
    }
    if !instance.trees.is_empty() {
        text += &format!(", trees {}", pairs(&instance.trees));
    }
    text
}

fn witness_text(witnesses: &[Witness]) -> String {
    if witnesses.is_empty() {
        return String::new();
    }
    let farkas = |f: &Farkas| {
        let facts: Vec<String> = f.facts.iter().map(|(place, k)| format!("{}#{place}", k.0)).collect();
        format!("{}:{}", f.scale.0, facts.join("+"))
    };
    let each = witnesses.iter().map(|witness| match witness {
        Witness::Solver => "?".into(),
        Witness::Farkas(f) | Witness::Strict(_, f) => farkas(f),
        Witness::Both(a, b) => format!("{} and {}", farkas(a), farkas(b)),
    });
    format!("  because {}", each.collect::<Vec<_>>().join("; "))
}

/// A place in the module.
pub fn position(position: &Position) -> String {
    format!("@{} %{} instruction {}", position.function, position.block, position.index)
}

fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Unsigned => "",
        Sign::Signed => " (signed)",
    }
}

fn atom_text(atom: &Atom) -> String {
    match crate::decide::term::Atom::read(atom, u32::MAX) {
        Ok(atom) => atom.to_string(),
        Err(_) => format!("{} {:?} 0", term(&atom.term), atom.rel as Rel),
    }
}
