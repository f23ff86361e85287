//! Loop invariants in C, made from the states of a certificate's nodes.

use super::debug::{self, Debug, Local, Place, Said};
use super::facts::{self, Facts, Variable};
use super::passages;
use super::source::{Files, Spot};
use crate::algebra::data::{read_atom, read_term};
use crate::algebra::{Atom, Term};
use crate::program::{Function, Op, Operand, Program};
use certificates::{Certificate, Kind, Node, Sign};
use std::collections::{BTreeMap, BTreeSet};

/// An invariant: it holds whenever the loop's condition is about to be evaluated.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Invariant {
    pub(super) file: String,
    /// The line, counted from 1.
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) function: String,
    pub(super) value: String,
}

/// The number of nodes up to which the invariant is a disjunction; above it, only what all of them say is written.
const MOST_CASES: usize = 8;

/// The largest function, in blocks times variables, for which invariants are written.
const MOST_KNOWN: usize = 4_000_000;

/// The invariants of all `while` and `for` loops whose place in the source is certain.
pub(super) fn invariants(program: &Program, certificate: &Certificate, files: &Files) -> Vec<Invariant> {
    let debug = Debug::of(program);
    let passed = passages::passed(program, certificate);
    let mut found = Vec::new();
    for (name, body) in &debug.functions {
        let Some(function) = program.functions.get(*name) else { continue };
        let loops = heads(&debug, function, body, files);
        let records: usize = body.blocks.iter().map(|block| block.head.len() + block.rest.len()).sum();
        if loops.is_empty() || records.saturating_mul(body.blocks.len()) > MOST_KNOWN {
            continue;
        }
        let successors: Vec<Vec<usize>> = function.blocks.iter().map(successors).collect();
        let known = debug::values(body, &successors);
        let memory = debug::in_memory(body);
        for (head, (place, spot)) in loops {
            let nodes = certificate.nodes.iter().filter(|node| is_at(node, function, head));
            let nodes: Vec<&Node> = nodes.collect();
            let (Some(Some(known)), false) = (known.get(head), nodes.is_empty()) else { continue };
            let certain = !passed.contains(&(function.name.as_str(), head));
            let scoped = Scoped { debug: &debug, files, place: &place, spot };
            let value = match certain {
                true => scoped.invariant(function, known, &memory, &nodes),
                false => "1".to_owned(),
            };
            let (line, column) = spot.line_and_column(spot.offset);
            let (file, function) = (spot.source.name.clone(), function.name.clone());
            found.push(Invariant { file, line, column, function, value });
        }
    }
    found.sort();
    found
}

fn is_at(node: &Node, function: &Function, head: usize) -> bool {
    let label = function.blocks.get(head).map(|block| &block.label);
    node.position.function == function.name && node.position.index == 0 && label == Some(&node.position.block)
}

fn successors(block: &crate::program::Block) -> Vec<usize> {
    match block.instructions.last().map(|last| &last.op) {
        Some(Op::Branch { target }) => vec![*target],
        Some(Op::CondBranch { yes, no, .. }) => vec![*yes, *no],
        Some(Op::Switch { cases, default, .. }) => cases.iter().map(|(_, to)| *to).chain([*default]).collect(),
        _ => Vec::new(),
    }
}

/// The blocks in which conditions of loops begin, with the places of the loops. A `do` loop begins with its body
/// instead.
fn heads<'a, 'f>(
    debug: &Debug<'a>,
    function: &Function,
    body: &debug::Body<'_>,
    files: &'f Files,
) -> BTreeMap<usize, (Place<'a>, Spot<'f>)> {
    let mut found = BTreeMap::new();
    let mut twice = BTreeSet::new();
    let mut lines = BTreeSet::new();
    for (block, text) in function.blocks.iter().zip(&body.blocks) {
        let (Some(number), Some(last)) = (text.closes, block.instructions.last()) else { continue };
        let Op::Branch { target } = last.op else { continue };
        let Some(place) = debug.loop_place(number) else { continue };
        let Some(spot) = files.find(place.file, place.line, place.column) else { continue };
        if !spot.is_at("while") && !spot.is_at("for") {
            continue;
        }
        match found.insert(target, (place.clone(), spot)) {
            Some((before, _)) if before != place => {
                twice.insert(target);
            }
            Some(_) => {}
            // If a macro makes several loops of one statement, none of them is used.
            None if !lines.insert((spot.source.name.as_str(), spot.offset)) => {
                twice.extend(found.iter().filter(|(_, (_, other))| other.offset == spot.offset).map(|(head, _)| *head));
            }
            None => {}
        }
    }
    found.retain(|head, _| !twice.contains(head));
    found
}

/// A loop in the source, with what is needed to find its variables.
struct Scoped<'a, 'd> {
    debug: &'d Debug<'a>,
    files: &'d Files,
    place: &'d Place<'a>,
    spot: Spot<'d>,
}

impl<'a> Scoped<'a, '_> {
    /// The integer variables that are visible by their names where the loop begins.
    fn variables(&self) -> BTreeMap<u32, (Local<'a>, Variable)> {
        let scopes = self.debug.scopes(self.place);
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        let mut found = BTreeMap::new();
        for (number, local) in self.debug.locals() {
            // A scope that belongs to the loop itself hides names, too.
            if !scopes.contains(&local.scope) && local.scope != self.place.scope {
                continue;
            }
            *names.entry(local.name).or_default() += 1;
            let declared = self.files.find(local.file, local.line, 1);
            let before = declared.is_some_and(|at| {
                let earlier = at.line < self.spot.line || local.parameter && at.line == self.spot.line;
                at.source.name == self.spot.source.name && earlier
            });
            let plain = !self.spot.source.macros.contains(local.name);
            let Some((bits, signed)) = local.ty.filter(|_| before && plain) else { continue };
            if scopes.contains(&local.scope) {
                let variable = Variable { name: local.name.to_owned(), bits, signed };
                found.insert(number, (local, variable));
            }
        }
        let hidden = self.debug.statics(&scopes);
        found.retain(|_, (local, _)| names.get(local.name) == Some(&1) && !hidden.contains(local.name));
        found
    }

    fn invariant(
        &self,
        function: &Function,
        known: &BTreeMap<u32, Said<'_>>,
        memory: &BTreeMap<u32, &str>,
        nodes: &[&Node],
    ) -> String {
        let uncertain = uninitialised(function);
        let plain = function.line.is_some_and(|line| self.spot.names_are_variables(self.files, self.place.file, line));
        let locals = if plain { self.variables() } else { BTreeMap::new() };
        let variables: Vec<Variable> = locals.values().map(|(_, variable)| variable.clone()).collect();
        let facts = |node: &&Node| {
            let values = locals.iter().enumerate().filter_map(|(place, (number, (_, variable)))| {
                let said = match (known.get(number), memory.get(number)) {
                    (Some(said), None) => *said,
                    (None, Some(slot)) => Said::Memory(slot),
                    _ => return None,
                };
                Some((place, value(node, variable, said, &uncertain)?))
            });
            let knowledge: Vec<Atom> = node.state.knowledge.iter().filter_map(read_atom).collect();
            facts::facts(&values.collect::<Vec<_>>(), &knowledge)
        };
        let cases: Vec<Facts> = nodes.iter().map(facts).collect();
        joined(&cases, &variables)
    }
}

/// The disjunction of all cases, as one expression.
fn joined(cases: &[Facts], variables: &[Variable]) -> String {
    let mut kept: Vec<Facts> = Vec::new();
    for case in cases {
        if !kept.iter().any(|other| case.within(other, variables)) {
            kept.retain(|other| !other.within(case, variables));
            kept.push(case.clone());
        }
    }
    let cases = kept;
    let mut written: Vec<Vec<String>> = if cases.len() > MOST_CASES {
        let all = cases.iter().skip(1).fold(cases.first().cloned().unwrap_or_default(), |all, case| all.join(case));
        vec![all.expressions(variables)]
    } else {
        cases.iter().map(|case| case.expressions(variables)).collect()
    };
    written.sort();
    written.dedup();
    let first = written.first().cloned().unwrap_or_default();
    let (common, _): (Vec<String>, Vec<String>) =
        first.into_iter().partition(|fact| written.iter().all(|case| case.contains(fact)));
    let rest: Vec<Vec<&str>> = written
        .iter()
        .map(|case| case.iter().filter(|fact| !common.contains(fact)).map(String::as_str).collect())
        .collect();
    let mut parts: Vec<String> = common.clone();
    if rest.iter().all(|case| !case.is_empty()) {
        let one = |case: &Vec<&str>| if case.len() == 1 { case.join("") } else { format!("({})", case.join(" && ")) };
        let cases: Vec<String> = rest.iter().map(one).collect();
        parts.push(if cases.len() == 1 { cases.join("") } else { format!("({})", cases.join(" || ")) });
    }
    if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") }
}

/// The term of a variable in a node, if it is the number that C would read.
fn value(node: &Node, variable: &Variable, said: Said<'_>, uncertain: &BTreeSet<&str>) -> Option<Term> {
    let sign = if variable.signed { Sign::Signed } else { Sign::Unsigned };
    match said {
        Said::Register(name, bits) if bits == variable.bits && !uncertain.contains(name) => {
            let binding = node.state.bindings.iter().find(|binding| binding.register == name)?;
            if binding.sign == sign { read_term(&binding.value) } else { None }
        }
        Said::Constant(constant, bits) if bits == variable.bits => {
            let whole = 1_i128 << bits;
            let unsigned = constant.rem_euclid(whole);
            let negative = variable.signed && unsigned >= whole / 2;
            Some(Term::constant(if negative { unsigned - whole } else { unsigned }))
        }
        Said::Memory(slot) => {
            let block = node.state.blocks.iter().find(|block| block.kind == Kind::Stack(slot.to_owned()))?;
            let mut entries = node.state.entries.iter().filter(|entry| {
                let begins = read_term(&entry.offset).and_then(|offset| offset.as_constant()) == Some(0);
                entry.block == block.id && begins && entry.width * 8 == variable.bits && entry.sign == sign
            });
            read_term(&entries.next()?.value)
        }
        Said::Register(..) | Said::Constant(..) | Said::Unknown => None,
    }
}

/// The registers that may hold the value of an uninitialised variable, which C must not read.
fn uninitialised(function: &Function) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        if let (Op::Freeze { .. }, Some(result)) = (&instruction.op, instruction.result) {
            found.insert(result);
        }
    }
    loop {
        let before = found.len();
        for phi in function.blocks.iter().flat_map(|block| &block.phis) {
            let undefined = |operand: &Operand| match operand {
                Operand::Register(register) => found.contains(register),
                Operand::Undef => true,
                _ => false,
            };
            if phi.incoming.iter().any(|(_, operand)| undefined(operand)) {
                found.insert(phi.result);
            }
        }
        if found.len() == before {
            break;
        }
    }
    found.into_iter().map(|register| function.registers[register].name.as_str()).collect()
}
