//! The debug information of a module's text, as far as witnesses need it: which C variable has which value where, scopes
//! of variables, and where loops begin in the source.

use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// The debug information of a module.
pub(super) struct Debug<'a> {
    /// Numbered metadata.
    lines: BTreeMap<u32, &'a str>,
    /// Of the defined functions, by name.
    pub(super) functions: BTreeMap<&'a str, Body<'a>>,
}

/// A function's blocks, in the order of the text.
#[derive(Default)]
pub(super) struct Body<'a> {
    pub(super) blocks: Vec<Block<'a>>,
}

#[derive(Default)]
pub(super) struct Block<'a> {
    /// What stands before the first instruction that is no phi.
    pub(super) head: Vec<Record<'a>>,
    /// What stands behind that.
    pub(super) rest: Vec<Record<'a>>,
    /// The loop that its last instruction closes.
    pub(super) closes: Option<u32>,
}

/// What a debug record says.
pub(super) struct Record<'a> {
    /// The number of the variable; none if it cannot be read.
    pub(super) variable: Option<u32>,
    pub(super) value: Said<'a>,
}

/// What a variable's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said<'a> {
    /// What a register holds, an integer of this many bits.
    Register(&'a str, u32),
    /// A constant of this many bits.
    Constant(i128, u32),
    /// The variable lies in memory, where this alloca made it.
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

/// A local variable of an integer type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Local<'a> {
    pub(super) name: &'a str,
    pub(super) file: &'a str,
    pub(super) line: u32,
    pub(super) parameter: bool,
    pub(super) scope: u32,
    /// Bits and signedness; none for what is no plain integer.
    pub(super) ty: Option<(u32, bool)>,
}

impl<'a> Debug<'a> {
    pub(super) fn of(program: &'a Program) -> Debug<'a> {
        let text = program.text.as_str();
        let numbered = text.lines().filter_map(|line| {
            let (number, rest) = line.strip_prefix('!')?.split_once(" = ")?;
            Some((number.parse().ok()?, rest.strip_prefix("distinct ").unwrap_or(rest)))
        });
        let functions = bodies(text).into_iter().filter(|(name, body)| {
            let known = program.functions.get(*name);
            known.is_some_and(|function| function.blocks.len() == body.blocks.len())
        });
        Debug { lines: numbered.collect(), functions: functions.collect() }
    }

    fn line(&self, number: u32, kind: &str) -> Option<&'a str> {
        self.lines.get(&number)?.strip_prefix('!')?.strip_prefix(kind)?.strip_prefix('(')
    }

    /// Where the loop of this number begins.
    pub(super) fn loop_place(&self, number: u32) -> Option<Place<'a>> {
        let list = self.lines.get(&number)?.strip_prefix("!{")?.strip_suffix('}')?;
        let first = list.split(", ").nth(1)?.strip_prefix('!')?.parse().ok()?;
        let at = self.line(first, "DILocation")?;
        if field(at, "inlinedAt").is_some() {
            return None;
        }
        let scope = reference(at, "scope")?;
        Some(Place { file: self.file(scope)?, line: number_of(at, "line")?, column: number_of(at, "column")?, scope })
    }

    /// The file of a scope.
    fn file(&self, scope: u32) -> Option<&'a str> {
        let line = self.scope(scope)?;
        quoted(self.line(reference(line, "file")?, "DIFile")?, "filename")
    }

    fn scope(&self, number: u32) -> Option<&'a str> {
        let kinds = ["DILexicalBlock", "DISubprogram", "DILexicalBlockFile"];
        kinds.into_iter().find_map(|kind| self.line(number, kind))
    }

    /// The scopes around the statement at a place, the inner ones first. A `for` statement has one of its own, which
    /// begins where it begins: that is none of those around it.
    pub(super) fn scopes(&self, place: &Place<'_>) -> Vec<u32> {
        let own = self.line(place.scope, "DILexicalBlock").is_some_and(|line| {
            number_of(line, "line") == Some(place.line) && number_of(line, "column") == Some(place.column)
        });
        let mut scopes = Vec::new();
        let mut next = Some(place.scope);
        while let Some(scope) = next.filter(|scope| !scopes.contains(scope)) {
            scopes.push(scope);
            // The scope of a function is a file.
            let inner = self.line(scope, "DISubprogram").is_none();
            next = self.scope(scope).filter(|_| inner).and_then(|line| reference(line, "scope"));
        }
        scopes.drain(..usize::from(own));
        scopes
    }

    /// The local variable of this number.
    fn local(&self, number: u32) -> Option<Local<'a>> {
        let line = self.line(number, "DILocalVariable")?;
        let scope = reference(line, "scope")?;
        let file = self.line(reference(line, "file")?, "DIFile").and_then(|file| quoted(file, "filename"))?;
        Some(Local {
            name: quoted(line, "name")?,
            file,
            line: number_of(line, "line")?,
            parameter: field(line, "arg").is_some(),
            scope,
            ty: reference(line, "type").and_then(|ty| self.integer(ty)),
        })
    }

    /// All local variables, by their numbers.
    pub(super) fn locals(&self) -> impl Iterator<Item = (u32, Local<'a>)> {
        self.lines.keys().filter_map(|number| Some((*number, self.local(*number)?)))
    }

    /// The names of static variables that are declared in these scopes.
    pub(super) fn statics(&self, scopes: &[u32]) -> BTreeSet<&'a str> {
        let all = self.lines.keys().filter_map(|number| self.line(*number, "DIGlobalVariable"));
        let inside = all.filter(|line| reference(line, "scope").is_some_and(|scope| scopes.contains(&scope)));
        inside.filter_map(|line| quoted(line, "name")).collect()
    }

    /// Bits and signedness of an integer type, behind names and `const`. What is volatile must not be read.
    fn integer(&self, mut number: u32) -> Option<(u32, bool)> {
        for _ in 0..32 {
            if let Some(line) = self.line(number, "DIBasicType") {
                let signed = match field(line, "encoding")? {
                    "DW_ATE_signed" | "DW_ATE_signed_char" => true,
                    "DW_ATE_unsigned" | "DW_ATE_unsigned_char" => false,
                    _ => return None,
                };
                let bits = number_of(line, "size")?;
                return [8, 16, 32, 64].contains(&bits).then_some((bits, signed));
            }
            let named = self
                .line(number, "DIDerivedType")
                .filter(|line| matches!(field(line, "tag"), Some("DW_TAG_typedef" | "DW_TAG_const_type")));
            let listed = self
                .line(number, "DICompositeType")
                .filter(|line| field(line, "tag") == Some("DW_TAG_enumeration_type"));
            number = reference(named.or(listed)?, "baseType")?;
        }
        None
    }
}

/// The functions of a text.
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

/// The name in a line that begins a function's definition.
fn defined(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once(" @")?;
    let (name, _) = rest.split_once('(')?;
    (!name.starts_with('"')).then_some(name)
}

/// A record, behind `#dbg_`; none for a label.
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

/// `i32 %x`, `i32 7`.
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

/// The text behind `key: `, outside of quotes, up to the next comma or parenthesis.
fn field<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let mut rest = line;
    loop {
        let (name, value) = rest.split_once(": ")?;
        let end = match value.strip_prefix('"') {
            Some(inside) => inside.find('"')? + 2,
            None => value.find([',', ')'])?,
        };
        if name == key {
            return value.get(..end);
        }
        rest = value.get(end..)?.strip_prefix(", ")?;
    }
}

fn reference(line: &str, key: &str) -> Option<u32> {
    field(line, key)?.strip_prefix('!')?.parse().ok()
}

fn number_of(line: &str, key: &str) -> Option<u32> {
    field(line, key)?.parse().ok()
}

/// A text without escapes.
fn quoted<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    field(line, key)?.strip_prefix('"')?.strip_suffix('"').filter(|text| !text.contains('\\'))
}

/// What is known of the variables where blocks begin, behind their phis: what all paths say.
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
        // It may be about any.
        (None, _) => known.clear(),
        (Some(variable), Said::Register(..) | Said::Constant(..)) => {
            known.insert(variable, record.value);
        }
        (Some(variable), Said::Unknown | Said::Memory(_)) => {
            known.remove(&variable);
        }
    }
}

/// The variables that lie in memory for the whole function: each has one record, in which it is declared.
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
