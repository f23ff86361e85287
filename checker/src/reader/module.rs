//! The top level of a module: splits the text into entities, then reads them in the order in which
//! they depend on each other.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Display;
use std::hash::Hash;

use super::ast::{Attributes, Declaration, FloatKind, Function, Global, Header, Name, Owner, Site, Type};
use super::global::{PART, RESERVED, is_local, of_the_library};
use super::layout::Layout;
use super::lexer::{Kind, ReadError, Token, shorten, tokens, unescape};
use super::names;
use super::parser::{Env, Parser, Read, Symbol};

/// Token range of an entity.
type Range = (usize, usize);

/// A module of the subset.
#[derive(Debug)]
pub struct Module {
    /// Data layout and named types; sizes and alignments.
    pub layout: Layout,
    /// Target triple, for messages.
    pub triple: String,
    /// Global variables, by name.
    pub globals: BTreeMap<Name, Global>,
    /// Functions with a body, by name.
    pub functions: BTreeMap<Name, Function>,
    /// Functions without a body, by name (intrinsics included).
    pub declarations: BTreeMap<Name, Declaration>,
    /// Defined functions that compilers recognise by their names, so that the program needs `-fno-builtin`.
    pub recognised: BTreeSet<Name>,
}

/// Top-level entities by kind.
#[derive(Default)]
struct Entities<'a> {
    types: Vec<Range>,
    globals: Vec<Range>,
    declarations: Vec<Range>,
    definitions: Vec<Range>,
    groups: Vec<Range>,
    triple: Option<String>,
    /// Nodes of module flags.
    flags: Vec<&'a str>,
    layout: Option<Layout>,
}

impl Module {
    /// Whether the address of the function of this name may be a block of a state: the function is in the module, not
    /// refused, and not an intrinsic.
    pub fn has_address(&self, name: &str) -> bool {
        let defined = self.functions.get(name).is_some_and(|function| function.refused.is_none());
        let declared = self.declarations.get(name).is_some_and(|function| function.refused.is_none());
        (defined || declared) && !name.starts_with("llvm.")
    }
}

/// Reads a module.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let tokens = tokens(text)?;
    let emits = |token: &&Token| token.kind == Kind::Metadata && EMITTED.contains(&token.text);
    if let Some(token) = tokens.iter().find(emits) {
        return Err(ReadError { line: token.line, message: format!("metadata `!{}`", token.text) });
    }
    let mut env = Env { tokens: &tokens, ..Env::default() };
    let mut entities = split(&mut env)?;
    env.layout = entities.layout.take().ok_or(ReadError { line: 1, message: "no `target datalayout`".into() })?;
    if entities.triple.as_ref().is_some_and(|triple| !env.layout.fits(triple)) {
        let message = "the target is not Linux on the machine that the data layout is for".into();
        return Err(ReadError { line: 1, message });
    }
    for &range in &entities.types {
        let (name, ty) = entity(&env, range, Parser::type_definition)?;
        insert(&mut env.layout.named, name, ty, tokens[range.0].line)?;
    }
    for &range in &entities.groups {
        let (name, group) = entity(&env, range, Parser::group)?;
        insert(&mut env.groups, name, group, tokens[range.0].line)?;
    }
    let mut globals = Vec::new();
    for &range in &entities.globals {
        let (global, begins) = entity(&env, range, Parser::global)?;
        let symbol = global.refused.clone().map_or(Symbol::Global, Symbol::Refused);
        insert(&mut env.symbols, global.name.clone(), symbol, global.line)?;
        globals.push((global, (begins, range.1)));
    }
    // Whether the module calls the library, or the library calls it: start code counts as such a call.
    let mut library = false;
    for &range in &entities.declarations {
        let (name, words) = entity(&env, range, Parser::function_name)?;
        // The address of a weak symbol may be null.
        let weak = words.iter().any(|token| token.text == "extern_weak");
        let symbol = if weak { Symbol::Refused("`extern_weak`".into()) } else { Symbol::Declared };
        library |= names::leads_into_the_library(&name, false);
        insert(&mut env.symbols, name, symbol, tokens[range.0].line)?;
    }
    let mut part = None;
    // Whether LLVM itself, and not only a front end, recognises a function that the module defines.
    let mut llvm = false;
    for &range in &entities.definitions {
        let (name, words) = entity(&env, range, Parser::function_name)?;
        let line = tokens[range.0].line;
        if names::reserved(&name) || names::of_the_library(&name) && !is_local(words) {
            return Err(ReadError { line, message: format!("@{name} {RESERVED}") });
        }
        if names::part_of_the_library(&name) && !is_local(words) {
            part = Some(ReadError { line, message: format!("@{name} {PART}") });
        }
        library |= names::leads_into_the_library(&name, true);
        llvm |= names::recognised(&name);
        if names::recognised(&name) || names::recognised_by_front_ends(&name) && !is_local(words) {
            env.recognised.insert(name.clone());
        }
        insert(&mut env.symbols, name, Symbol::Defined, line)?;
    }
    if let Some(error) = part.filter(|_| library) {
        return Err(error);
    }
    // Floating-point instructions may call functions that LLVM recognises.
    let float = |token: &&Token| token.kind == Kind::Word && FloatKind::named(token.text).is_some();
    if let Some(token) = tokens.iter().find(float).filter(|_| llvm) {
        let message = format!("`{}` beside a definition of a function that LLVM recognises", token.text);
        return Err(ReadError { line: token.line, message });
    }
    second_pass(env, entities, globals)
}

/// Reads everything that may refer to globals and functions.
fn second_pass(mut env: Env<'_>, entities: Entities<'_>, pending: Vec<(Global, Range)>) -> Result<Module, ReadError> {
    let (mut globals, mut functions, mut declarations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (global, range) in pending {
        let global = entity(&env, range, |parser| parser.initializer(global))?;
        globals.insert(global.name.clone(), global);
    }
    for range in entities.declarations {
        let header = entity(&env, range, |parser| parser.header(Site::Declaration))?;
        let Header { name, signature, promises, refused, noreturn, line, .. } = header;
        declarations.insert(name.clone(), Declaration { name, signature, promises, refused, noreturn, line });
    }
    let mut headers = Vec::new();
    for (start, end) in entities.definitions {
        let line = env.tokens[start].line;
        let body = (start..end).find(|&at| env.tokens[at].line > line).unwrap_or(end);
        headers.push((entity(&env, (start, body), |parser| parser.header(Site::Definition))?, (body, end)));
    }
    let declared = declarations.values().filter(|function| function.noreturn).map(|function| &function.name);
    let defined = headers.iter().map(|(header, _)| header).filter(|header| header.noreturn).map(|header| &header.name);
    env.noreturn = declared.chain(defined).cloned().collect();
    for (header, range) in headers {
        let function = entity(&env, range, |parser| parser.function(header))?;
        functions.insert(function.name.clone(), function);
    }
    for global in of_the_library(&env.layout, |name| declarations.contains_key(name)) {
        globals.insert(global.name.clone(), global);
    }
    let Env { layout, recognised, .. } = env;
    Ok(Module { layout, triple: entities.triple.unwrap_or_default(), globals, functions, declarations, recognised })
}

/// Reads one entity, which must use up its tokens.
fn entity<'c, 'a, T>(
    env: &'c Env<'a>,
    range: Range,
    read: impl FnOnce(&mut Parser<'c, 'a>) -> Read<T>,
) -> Result<T, ReadError> {
    let mut parser = Parser::new(env, range);
    let result = read(&mut parser)
        .and_then(|value| if parser.at == parser.end { Ok(value) } else { parser.unexpected("the end of the line") });
    result.map_err(|message| ReadError { line: parser.line(), message: message.as_ref().into() })
}

fn insert<K: Hash + Eq + Display, V>(map: &mut HashMap<K, V>, name: K, value: V, line: u32) -> Result<(), ReadError> {
    if map.contains_key(&name) {
        let message = format!("`{}` is defined twice", shorten(&name.to_string()));
        return Err(ReadError { line, message });
    }
    map.insert(name, value);
    Ok(())
}

/// Finds the entities. An entity begins at the start of a line and ends where the next one begins; a
/// definition ends with a `}` at the start of a line. Reading an entity checks that it ends there.
fn split<'a>(env: &mut Env<'a>) -> Result<Entities<'a>, ReadError> {
    let tokens: &'a [Token<'a>] = env.tokens;
    let mut entities = Entities::default();
    let mut at = 0;
    while let Some(first) = tokens.get(at) {
        let error = |message: String| Err(ReadError { line: first.line, message });
        let begins = |token: &&Token<'a>| token.indent == Some(0);
        let rest = tokens[at..].iter().enumerate().skip(1).filter(|(_, token)| begins(token));
        let end = if first.kind == Kind::Word && first.text == "define" {
            let mut closing = rest.filter(|(_, token)| token.kind == Kind::Punctuation && token.text == "}");
            closing.next().map(|(place, _)| at + place + 1)
        } else {
            Some(rest.map(|(place, _)| at + place).next().unwrap_or(tokens.len()))
        };
        let Some(range) = end.map(|end| (at, end)).filter(|_| first.indent == Some(0)) else {
            return error("a function without an end, or text behind an entity".into());
        };
        match (first.kind, first.text) {
            (Kind::Word, "define") => entities.definitions.push(range),
            (Kind::Word, "declare") => entities.declarations.push(range),
            (Kind::Word, "attributes") => entities.groups.push(range),
            (Kind::Local, _) => entities.types.push(range),
            (Kind::Global, _) => entities.globals.push(range),
            (Kind::Metadata, name) => {
                entity(env, range, Parser::metadata_definition)?;
                entities.flags.extend(entity(env, range, Parser::flags)?);
                insert(&mut env.metadata, name, range, first.line)?;
            }
            (Kind::Comdat, _) => entity(env, range, |parser| {
                parser.skip(1);
                parser.expect("=").and_then(|()| parser.expect("comdat")).and_then(|()| parser.next().map(|_| ()))
            })?,
            (Kind::Word, "target" | "source_filename") => {
                let what = if first.text == "target" { tokens.get(at + 1).map_or("", |token| token.text) } else { "" };
                let value = entity(env, range, Parser::setting)?;
                match what {
                    "" => {}
                    "triple" if entities.triple.is_none() => entities.triple = Some(value),
                    "datalayout" if entities.layout.is_none() => match Layout::parse(&value) {
                        Ok(layout) => entities.layout = Some(layout),
                        Err(message) => return error(message),
                    },
                    _ => return error("`target` of another kind, or twice".into()),
                }
            }
            _ => return error(format!("`{}` is outside the subset", shorten(first.text))),
        }
        at = range.1;
    }
    for flag in &entities.flags {
        let Some(&range) = env.metadata.get(flag) else {
            return Err(ReadError { line: 1, message: "a module flag that is not defined".into() });
        };
        entity(env, range, Parser::flag)?;
    }
    Ok(entities)
}

/// Metadata that puts data or code into sections, even if nothing of it is executed.
const EMITTED: &[&str] = &[
    "pcsections",
    "section_prefix",
    "associated",
    "implicit.ref",
    "exclude",
    "elf_section_properties",
    "absolute_symbol",
];

/// Module flags without influence on what the module does, and flags that clang sets for the code it makes.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "wchar_size", "PIC Level", "PIE Level", "uwtable", "frame-pointer", "Debug Info Version", "Dwarf Version",
    "NumRegisterParameters",
];

/// Named metadata without influence on what the module does.
const NAMED: &[&str] = &["llvm.module.flags", "llvm.ident", "llvm.dbg.cu", "llvm.commandline"];

impl<'a> Parser<'_, 'a> {
    /// `%name = type ...`
    fn type_definition(&mut self) -> Read<(Name, Type)> {
        let token = self.next()?;
        let name = self.name(token)?;
        self.expect("=")?;
        self.expect("type")?;
        let opaque = || Type::Refused("opaque type".into());
        let ty = if self.accept("opaque") { opaque() } else { self.ty()? };
        match ty {
            Type::Struct { .. } | Type::Refused(_) => Ok((name, ty)),
            _ => self.fail("type definition of something else than a structure"),
        }
    }

    /// `attributes #0 = { ... }`
    fn group(&mut self) -> Read<(&'a str, Attributes)> {
        self.expect("attributes")?;
        let Some(token) = self.accept_kind(Kind::Group) else {
            return self.unexpected("`#` and a number");
        };
        self.expect("=")?;
        self.expect("{")?;
        let attributes = self.attributes(Owner::Function)?;
        self.expect("}")?;
        Ok((token.text, attributes))
    }

    /// `!0 = ...`: not interpreted, but read to its end.
    fn metadata_definition(&mut self) -> Read<()> {
        let name = unescape(self.env.tokens[self.at].text);
        let numbered = name.iter().all(u8::is_ascii_digit);
        fail_if!(self, !numbered && !NAMED.iter().any(|known| known.as_bytes() == name) =>
            "metadata of the module that is not known");
        self.skip(1);
        self.expect("=")?;
        self.accept("distinct");
        if !self.accept("!") && self.accept_kind(Kind::Metadata).is_none() {
            return self.unexpected("a metadata node");
        }
        self.skip_balanced()
    }

    /// The nodes that `!llvm.module.flags = !{...}` names; none of other metadata.
    fn flags(&mut self) -> Read<Vec<&'a str>> {
        let tokens = &self.env.tokens[self.at..self.end];
        self.at = self.end;
        let nodes = tokens.iter().skip(1).filter(|token| token.kind == Kind::Metadata).map(|token| token.text);
        Ok(if unescape(tokens[0].text) == b"llvm.module.flags" { nodes.collect() } else { Vec::new() })
    }

    /// A module flag: `!0 = !{i32 1, !"name", ...}`.
    fn flag(&mut self) -> Read<()> {
        self.skip(1);
        self.expect("=")?;
        self.expect("!")?;
        self.expect("{")?;
        self.ty()?;
        self.number()?;
        self.expect(",")?;
        self.expect("!")?;
        let Some(name) = self.accept_kind(Kind::String) else {
            return self.unexpected("the name of a module flag");
        };
        let name = String::from_utf8_lossy(&unescape(name.text)).into_owned();
        fail_if!(self, !FLAGS.contains(&name.as_str()) => "module flag `{}`", shorten(&name));
        self.expect(",")?;
        self.ty()?;
        let value = self.number()?;
        fail_if!(self, name == "NumRegisterParameters" && value != 0 => "arguments in registers");
        fail_if!(self, name == "wchar_size" && value != 4 => "wide characters that are not the library's");
        self.at = self.end;
        Ok(())
    }

    /// `target triple = "..."`, `source_filename = "..."`: the text.
    fn setting(&mut self) -> Read<String> {
        self.skip(if self.is("target") { 2 } else { 1 });
        self.expect("=")?;
        match self.accept_kind(Kind::String) {
            Some(token) => Ok(String::from_utf8_lossy(&unescape(token.text)).into_owned()),
            None => self.unexpected("a string"),
        }
    }
}
