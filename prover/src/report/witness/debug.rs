//! The debug information in a module's text, as far as witnesses need it: which C variable has which value at which
//! place, the scopes of variables, and the places of loops in the source.

use crate::program::Program;
use crate::program::debug::{Metadata, Node};
use std::collections::{BTreeMap, BTreeSet};

/// The debug information of a module.
pub(super) struct Debug<'a> {
    metadata: Metadata<'a>,
    /// The bodies of the defined functions, by name.
    pub(super) functions: BTreeMap<&'a str, Body<'a>>,
}

/// The blocks of a function, in the order of the text.
#[derive(Default)]
pub(super) struct Body<'a> {
    pub(super) blocks: Vec<Block<'a>>,
}

#[derive(Default)]
pub(super) struct Block<'a> {
    /// The debug records before the first instruction that is not a phi.
    pub(super) head: Vec<Record<'a>>,
    /// The debug records after that instruction.
    pub(super) rest: Vec<Record<'a>>,
    /// The number of the loop that the block's last instruction closes.
    pub(super) closes: Option<u32>,
}

/// A debug record: which value a variable has from there on.
pub(super) struct Record<'a> {
    /// The number of the variable; `None` if it cannot be read.
    pub(super) variable: Option<u32>,
    pub(super) value: Said<'a>,
}

/// The value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// The content of this register, an integer with this many bits.
    Register(&'a str, u32),
    /// A constant with this many bits.
    Constant(i128, u32),
    /// The variable is in memory, in the block of this alloca.
    Memory(&'a str),
    /// Nothing is known.
    Unknown,
}

/// A place in the source, as the debug information has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) file: &'a str,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) scope: u32,
}

/// A local variable. Only those of integer types matter to witnesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    pub(super) line: u32,
    pub(super) parameter: bool,
    pub(super) scope: u32,
    /// Width in bits, and whether it is signed; `None` if it is not a plain integer.
    pub(super) ty: Option<(u32, bool)>,
}

impl<'a> Debug<'a> {
    pub(super) fn of(program: &'a Program) -> Debug<'a> {
        let text = program.text.as_str();
        let functions = bodies(text).into_iter().filter(|(name, body)| {
            let known = program.functions.get(*name);
            known.is_some_and(|function| function.blocks.len() == body.blocks.len())
        });
        Debug { metadata: Metadata::of(text), functions: functions.collect() }
    }

    /// The place where the loop with this number begins.
    pub(super) fn loop_place(&self, number: u32) -> Option<Place<'a>> {
        let first = self.metadata.list(number)?.nth(1)??;
        let at = self.metadata.node_of(first, "DILocation")?;
        if at.field("inlinedAt").is_some() {
            return None;
        }
        let scope = at.reference("scope")?;
        Some(Place {
            file: self.file(self.scope(scope)?)?,
            line: at.number("line")?,
            column: at.number("column")?,
            scope,
        })
    }

    /// The file of a scope or a variable.
    fn file(&self, node: Node<'a>) -> Option<&'a str> {
        self.metadata.node_of(node.reference("file")?, "DIFile")?.text("filename")
    }

    fn scope(&self, number: u32) -> Option<Node<'a>> {
        let kinds = ["DILexicalBlock", "DISubprogram", "DILexicalBlockFile"];
        self.metadata.node(number).filter(|node| kinds.contains(&node.kind))
    }

    /// The scopes around the statement at a place, innermost first. A `for` statement has a scope of its own, which
    /// begins at the same place and does not count.
    pub(super) fn scopes(&self, place: &Place<'_>) -> Vec<u32> {
        let own = self.metadata.node_of(place.scope, "DILexicalBlock").is_some_and(|block| {
            block.number("line") == Some(place.line) && block.number("column") == Some(place.column)
        });
        let mut scopes = Vec::new();
        let mut next = Some(place.scope);
        while let Some(scope) = next.filter(|scope| !scopes.contains(scope)) {
            scopes.push(scope);
            // The scope of a function is a file, so the search ends there.
            let inner = self.scope(scope).filter(|node| node.kind != "DISubprogram");
            next = inner.and_then(|node| node.reference("scope"));
        }
        scopes.drain(..usize::from(own));
        scopes
    }

    /// The local variable with this number.
    fn local(&self, number: u32) -> Option<Local<'a>> {
        let variable = self.metadata.node_of(number, "DILocalVariable")?;
        Some(Local {
            name: variable.text("name")?,
            file: self.file(variable)?,
            line: variable.number("line")?,
            parameter: variable.field("arg").is_some(),
            scope: variable.reference("scope")?,
            ty: variable.reference("type").and_then(|ty| self.metadata.integer(ty)),
        })
    }

    /// All local variables, with their numbers.
    pub(super) fn locals(&self) -> impl Iterator<Item = (u32, Local<'a>)> {
        self.metadata.nodes().filter_map(|(number, _)| Some((number, self.local(number)?)))
    }

    /// The names of the static variables that are declared in these scopes.
    pub(super) fn statics(&self, scopes: &[u32]) -> BTreeSet<&'a str> {
        let all = self.metadata.nodes().map(|(_, node)| node).filter(|node| node.kind == "DIGlobalVariable");
        let inside = all.filter(|node| node.reference("scope").is_some_and(|scope| scopes.contains(&scope)));
        inside.filter_map(|node| node.text("name")).collect()
    }
}

/// The bodies of all functions in a text.
fn bodies(text: &str) -> BTreeMap<&str, Body<'_>> {
    let mut found = BTreeMap::new();
    let mut current: Option<(&str, Body<'_>, bool)> = None;
    for line in text.lines() {
        let Some((_, body, behind)) = &mut current else {
            if line.starts_with("define ")
                && let Some(name) = defined(line)
            {
                current = Some((name, Body::default(), false));
            }
            continue;
        };
        if line == "}" {
            found.extend(current.take().map(|(name, body, _)| (name, body)));
            continue;
        }
        if line.is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            body.blocks.push(Block::default());
            *behind = false;
            continue;
        }
        if body.blocks.is_empty() {
            // The first block may have no label.
            body.blocks.push(Block::default());
        }
        let Some(block) = body.blocks.last_mut() else { continue };
        let line = line.trim_start();
        match line.strip_prefix("#dbg_") {
            Some(record) => {
                let list = if *behind { &mut block.rest } else { &mut block.head };
                list.extend(read(record));
            }
            None if !*behind && line.contains(" = phi ") => {}
            None => {
                *behind = true;
                block.closes = line
                    .split_once("!llvm.loop !")
                    .and_then(|(_, rest)| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
            }
        }
    }
    found
}

/// The function's name in the first line of its definition.
fn defined(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" @")?;
    let (name, _) = rest.split_once('(')?;
    (!name.starts_with('"')).then_some(name)
}

/// Reads a record after `#dbg_`; `None` for a label.
fn read(record: &str) -> Option<Record<'_>> {
    let (kind, rest) = record.split_once('(')?;
    if kind == "label" {
        return None;
    }
    let numbers = rest.split(", !").find_map(|part| part.split([',', ')']).next()?.parse::<u32>().ok());
    let plain = rest.split_once(", !").is_some_and(|(_, behind)| {
        behind.split_once(", ").is_some_and(|(_, expression)| expression.starts_with("!DIExpression(), "))
    });
    let value = rest.split_once(", !").map_or("", |(value, _)| value);
    let said = match (kind, plain) {
        ("value", true) => held(value),
        ("declare", true) => value.strip_prefix("ptr %").filter(|name| is_name(name)).map(Said::Memory),
        _ => None,
    };
    Some(Record { variable: numbers, value: said.unwrap_or(Said::Unknown) })
}

/// Reads a value such as `i32 %x` or `i32 7`.
fn held(value: &str) -> Option<Said<'_>> {
    let (ty, value) = value.split_once(' ')?;
    let bits: u32 = ty.strip_prefix('i')?.parse().ok()?;
    match value.strip_prefix('%') {
        Some(name) => is_name(name).then_some(Said::Register(name, bits)),
        None => value.parse().ok().map(|constant| Said::Constant(constant, bits)),
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-$".contains(c))
}

/// The values of variables at the beginning of each block, after its phis, as far as all paths agree.
pub(super) fn values<'a>(body: &Body<'a>, successors: &[Vec<usize>]) -> Vec<Option<BTreeMap<u32, Said<'a>>>> {
    let mut begin: Vec<Option<BTreeMap<u32, Said<'a>>>> = body.blocks.iter().map(|_| None).collect();
    let mut open = BTreeSet::from([0]);
    if let Some(first) = begin.first_mut() {
        *first = Some(BTreeMap::new());
    }
    while let Some(block) = open.pop_first() {
        let (Some(text), Some(Some(known))) = (body.blocks.get(block), begin.get(block)) else { continue };
        let mut known = known.clone();
        text.head.iter().chain(&text.rest).for_each(|record| apply(&mut known, record));
        for next in successors.get(block).into_iter().flatten() {
            let Some(there) = begin.get_mut(*next) else { continue };
            let changed = match there {
                None => {
                    *there = Some(known.clone());
                    true
                }
                Some(there) => {
                    let before = there.len();
                    there.retain(|variable, said| known.get(variable) == Some(said));
                    there.len() != before
                }
            };
            if changed {
                open.insert(*next);
            }
        }
    }
    for (known, block) in begin.iter_mut().zip(&body.blocks) {
        if let Some(known) = known {
            block.head.iter().for_each(|record| apply(known, record));
        }
    }
    begin
}

fn apply<'a>(known: &mut BTreeMap<u32, Said<'a>>, record: &Record<'a>) {
    match (record.variable, record.value) {
        // The record may be about any variable.
        (None, _) => known.clear(),
        (Some(variable), Said::Register(..) | Said::Constant(..)) => {
            known.insert(variable, record.value);
        }
        (Some(variable), Said::Unknown | Said::Memory(_)) => {
            known.remove(&variable);
        }
    }
}

/// The variables that are in memory during the whole function: those with a single record, which declares them.
pub(super) fn in_memory<'a>(body: &Body<'a>) -> BTreeMap<u32, &'a str> {
    let mut found: BTreeMap<u32, Option<&str>> = BTreeMap::new();
    for record in body.blocks.iter().flat_map(|block| block.head.iter().chain(&block.rest)) {
        let Some(variable) = record.variable else { return BTreeMap::new() };
        let said = match record.value {
            Said::Memory(name) => Some(name),
            _ => None,
        };
        found.entry(variable).and_modify(|known| *known = None).or_insert(said);
    }
    found.into_iter().filter_map(|(variable, name)| Some((variable, name?))).collect()
}
