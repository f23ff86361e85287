//! The top level of a module: splits the text into entities, then reads them in the order in which
//! they depend on each other.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::ReadError;
use super::ast::{Declaration, Global, Module, Name, Reason, Signature, Type};
use super::attributes::{Attributes, Site};
use super::layout::Layout;
use super::lexer::{Kind, Token, tokens, unescape};
use super::parser::{Context, Parser, Read, Symbol};

/// Token range of an entity.
type Range = (usize, usize);

/// What a function's header says.
pub struct Header {
    pub name: Name,
    pub signature: Signature,
    /// Types, and names where the text gives them.
    pub parameters: Vec<(Option<Name>, Type)>,
    pub refused: Option<Reason>,
    pub noreturn: bool,
    pub line: u32,
}

/// Top-level entities by kind.
#[derive(Default)]
struct Entities {
    types: Vec<Range>,
    globals: Vec<Range>,
    declarations: Vec<Range>,
    definitions: Vec<Range>,
    groups: Vec<Range>,
    layout: Option<String>,
    triple: String,
}

/// Reads a module.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let tokens = tokens(text)?;
    let mut context = Context {
        tokens: &tokens,
        layout: Layout::parse("e").map_err(|message| ReadError { line: 1, message })?,
        groups: HashMap::new(),
        symbols: HashMap::new(),
        noreturn: HashSet::new(),
        metadata: HashMap::new(),
        files: RefCell::default(),
    };
    let entities = split(&mut context)?;
    let layout = entities.layout.ok_or(ReadError { line: 1, message: "no `target datalayout`".into() })?;
    context.layout = Layout::parse(&layout).map_err(|message| ReadError { line: 1, message })?;

    let mut named = HashMap::new();
    for &range in &entities.types {
        let (name, ty) = entity(&context, range, Parser::type_definition)?;
        insert(range, &tokens, &mut named, name, ty)?;
    }
    context.layout.named = named;
    let mut groups = HashMap::new();
    for &range in &entities.groups {
        let (name, group) = entity(&context, range, Parser::group)?;
        insert(range, &tokens, &mut groups, name, group)?;
    }
    context.groups = groups;

    let (mut symbols, mut headers) = (HashMap::new(), Vec::new());
    let symbol = |range, symbols: &mut HashMap<Name, Symbol>, kind| {
        insert(range, &tokens, symbols, entity_name(&context, range)?, kind)
    };
    for &range in &entities.globals {
        let kind = match entity(&context, range, Parser::global_refusal)? {
            Some(reason) => Symbol::Refused(reason),
            None => Symbol::Global,
        };
        symbol(range, &mut symbols, kind)?;
    }
    for &range in &entities.declarations {
        // Its address may be null.
        let weak = tokens[range.0..range.1].iter().any(|token| token.kind == Kind::Word && token.text == "extern_weak");
        let kind = if weak { Symbol::Refused("`extern_weak`".into()) } else { Symbol::Declared };
        symbol(range, &mut symbols, kind)?;
    }
    for &range in &entities.definitions {
        symbol(range, &mut symbols, Symbol::Defined)?;
    }
    context.symbols = symbols;

    let mut module = Module {
        layout: Layout::parse("e").map_err(|message| ReadError { line: 1, message })?,
        triple: entities.triple,
        globals: BTreeMap::new(),
        functions: BTreeMap::new(),
        declarations: BTreeMap::new(),
    };
    for &range in &entities.globals {
        let global = entity(&context, range, Parser::global)?;
        module.globals.insert(global.name.clone(), global);
    }
    for &range in &entities.declarations {
        let header = entity(&context, range, |parser| parser.header(Site::Declaration))?;
        let Header { name, signature, refused, noreturn, line, .. } = header;
        module.declarations.insert(name.clone(), Declaration { name, signature, refused, noreturn, line });
    }
    for &range in &entities.definitions {
        let body =
            range.0 + tokens[range.0..range.1].iter().position(|token| token.line > tokens[range.0].line).unwrap_or(0);
        headers.push((entity(&context, (range.0, body), |parser| parser.header(Site::Definition))?, (body, range.1)));
    }
    let noreturn = headers.iter().filter(|(header, _)| header.noreturn).map(|(header, _)| header.name.clone());
    let declared =
        module.declarations.values().filter(|function| function.noreturn).map(|function| function.name.clone());
    context.noreturn = noreturn.chain(declared).collect();
    for (header, range) in headers {
        let function = entity(&context, range, |parser| parser.function(header))?;
        module.functions.insert(function.name.clone(), function);
    }
    module.layout = context.layout;
    Ok(module)
}

/// Reads one entity, which must use up its tokens.
fn entity<'c, 'a, T>(
    context: &'c Context<'a>,
    range: Range,
    read: impl FnOnce(&mut Parser<'c, 'a>) -> Read<T>,
) -> Result<T, ReadError> {
    let mut parser = Parser::new(context, range);
    let result = read(&mut parser)
        .and_then(|value| if parser.at == parser.end { Ok(value) } else { parser.unexpected("the end of the line") });
    result.map_err(|message| ReadError { line: parser.line(), message: message.as_ref().into() })
}

fn insert<K: std::hash::Hash + Eq + std::fmt::Display, V>(
    range: Range,
    tokens: &[Token<'_>],
    map: &mut HashMap<K, V>,
    name: K,
    value: V,
) -> Result<(), ReadError> {
    if map.contains_key(&name) {
        let message = format!("`{}` is defined twice", super::shorten(&name.to_string()));
        return Err(ReadError { line: tokens[range.0].line, message });
    }
    map.insert(name, value);
    Ok(())
}

/// The `@name` of a global or function: the first one of its entity.
fn entity_name(context: &Context<'_>, range: Range) -> Result<Name, ReadError> {
    entity(context, range, |parser| {
        let token = loop {
            let token = parser.next()?;
            if token.kind == Kind::Global {
                break token;
            }
        };
        parser.at = parser.end;
        parser.name(token)
    })
}

/// Finds the entities. An entity begins at the start of a line and ends where the next one begins; a
/// definition ends with a `}` at the start of a line. Reading an entity checks that it ends there.
fn split(context: &mut Context<'_>) -> Result<Entities, ReadError> {
    let tokens = context.tokens;
    let mut entities = Entities::default();
    let mut at = 0;
    while at < tokens.len() {
        let first = tokens[at];
        let error = |message: &str| Err(ReadError { line: first.line, message: message.into() });
        let begins = |from: usize| tokens[from..].iter().position(|token| token.indent == Some(0)).map(|n| from + n);
        let is_definition = first.kind == Kind::Word && first.text == "define";
        let end = if is_definition {
            let closing =
                |token: &Token<'_>| token.indent == Some(0) && token.kind == Kind::Punctuation && token.text == "}";
            match tokens[at..].iter().position(closing) {
                Some(place) => at + place + 1,
                None => return error("a function without an end"),
            }
        } else {
            begins(at + 1).unwrap_or(tokens.len())
        };
        if first.indent != Some(0) {
            return error("text between two entities");
        }
        let range = (at, end);
        match (first.kind, first.text) {
            (Kind::Word, "source_filename") => {}
            (Kind::Word, "define") => entities.definitions.push(range),
            (Kind::Word, "declare") => entities.declarations.push(range),
            (Kind::Word, "attributes") => entities.groups.push(range),
            (Kind::Word, "target") => match tokens[at..end] {
                [_, what, equals, value] if equals.text == "=" && value.kind == Kind::String => {
                    let value = String::from_utf8_lossy(&unescape(value.text)).into_owned();
                    match what.text {
                        "triple" => entities.triple = value,
                        "datalayout" if entities.layout.is_none() => entities.layout = Some(value),
                        _ => return error("`target` of another kind, or twice"),
                    }
                }
                _ => return error("malformed `target`"),
            },
            (Kind::Word, "module") => {
                return error("module-level inline assembly is outside the subset");
            }
            (Kind::Local, _) => entities.types.push(range),
            (Kind::Global, _) => entities.globals.push(range),
            (Kind::Comdat, _) => {}
            (Kind::Metadata, name) => {
                if name.bytes().all(|b| b.is_ascii_digit()) {
                    context.metadata.insert(name, range);
                }
            }
            _ => {
                return error(&format!("`{}` begins nothing that the subset has", super::shorten(first.text)));
            }
        }
        at = end;
    }
    Ok(entities)
}

/// Linkages of which another definition may take the place, or that have none of their own.
const INTERPOSABLE: &[&str] =
    &["weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally", "common", "appending", "extern_weak"];
/// Linkages and visibilities that change nothing inside the module.
const LINKAGE: &[&str] =
    &["private", "internal", "external", "dso_local", "dso_preemptable", "default", "hidden", "protected", "ccc"];
/// Header words of functions that are refused.
const CONVENTIONS: &[&str] = &[
    "fastcc",
    "coldcc",
    "tailcc",
    "swiftcc",
    "swifttailcc",
    "preserve_mostcc",
    "preserve_allcc",
    "preserve_nonecc",
    "anyregcc",
    "ghccc",
    "webkit_jscc",
    "cxx_fast_tlscc",
    "cfguard_checkcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "x86_thiscallcc",
    "x86_vectorcallcc",
    "x86_regcallcc",
    "x86_intrcc",
    "x86_64_sysvcc",
    "win64cc",
    "intel_ocl_bicc",
    "cc",
    "dllimport",
    "dllexport",
];
/// Metadata on functions and globals that changes nothing.
const ATTACHMENTS: &[&str] = &["dbg", "prof", "annotation", "pcsections", "section_prefix", "srcloc"];

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
        let attributes = self.function_attributes()?;
        self.expect("}")?;
        Ok((token.text, attributes))
    }

    /// The words between the name (or `define`) and the type: why they are refused.
    fn linkage(&mut self, refused: &mut Option<Reason>) -> Read<()> {
        while let Some(token) = self.peek().filter(|token| token.kind == Kind::Word) {
            if INTERPOSABLE.contains(&token.text) {
                refused.get_or_insert_with(|| format!("interposable or absent definition (`{}`)", token.text).into());
            } else if CONVENTIONS.contains(&token.text) {
                refused.get_or_insert_with(|| format!("`{}`", token.text).into());
                if token.text == "cc" {
                    self.skip(1);
                }
            } else if !LINKAGE.contains(&token.text) {
                break;
            }
            self.skip(1);
        }
        Ok(())
    }

    /// Attached metadata, with or without commas.
    fn attachments(&mut self, refused: &mut Option<Reason>) -> Read<()> {
        while let Some(token) = self.accept_kind(Kind::Metadata) {
            if !ATTACHMENTS.contains(&token.text) {
                refused.get_or_insert_with(|| format!("metadata `!{}`", super::shorten(token.text)).into());
            }
            if self.accept_kind(Kind::Metadata).is_none() {
                return self.unexpected("a metadata node");
            }
        }
        Ok(())
    }

    /// Why a global may not be used, from its words alone (its initialiser may name others).
    fn global_refusal(&mut self) -> Read<Option<Reason>> {
        let token = self.next()?;
        let name = self.name(token)?;
        let mut refused = name.starts_with("llvm.").then(|| "a name reserved by LLVM".into());
        self.expect("=")?;
        self.linkage(&mut refused)?;
        while !self.is("global") && !self.is("constant") {
            let token = self.next()?;
            match token.text {
                "alias" | "ifunc" => {
                    return self.fail(format!("`{}` is outside the subset", token.text));
                }
                "unnamed_addr" | "local_unnamed_addr" => {}
                word => {
                    refused.get_or_insert_with(|| format!("`{}`", super::shorten(word)).into());
                }
            }
        }
        self.skip(1);
        let ty = self.ty()?;
        if let Err(reason) = self.context.layout.size(&ty) {
            refused.get_or_insert(reason);
        }
        if matches!(name.as_ref(), "llvm.global_ctors" | "llvm.global_dtors") && !matches!(ty, Type::Array(0, _)) {
            return self.fail("global constructors and destructors are outside the subset");
        }
        while let Some(token) = self.peek() {
            self.skip(1);
            match (token.kind, token.text) {
                (Kind::Word, word @ ("undef" | "poison" | "comdat" | "partition")) => {
                    refused.get_or_insert_with(|| format!("`{word}`").into());
                }
                (Kind::Metadata, name) if !name.starts_with(|c: char| c.is_ascii_digit()) => {
                    self.at -= 1;
                    self.attachments(&mut refused)?;
                }
                _ => {}
            }
        }
        Ok(refused)
    }

    /// `@name = ... global type initialiser, ...`
    fn global(&mut self) -> Read<Global> {
        let (token, line) = (self.next()?, self.line());
        let name = self.name(token)?;
        let refused = match self.context.symbols.get(&name) {
            Some(Symbol::Refused(reason)) => Some(reason.clone()),
            _ => None,
        };
        let (mut external, mut unnamed_addr) = (false, false);
        let constant = loop {
            match self.next()?.text {
                "global" => break false,
                "constant" => break true,
                "external" | "extern_weak" => external = true,
                "unnamed_addr" | "local_unnamed_addr" => unnamed_addr = true,
                _ => {}
            }
        };
        let ty = self.ty()?;
        let layout = &self.context.layout;
        let mut global = Global {
            name,
            size: layout.size(&ty).unwrap_or(0),
            align: if external { 1 } else { layout.align(&ty).unwrap_or(1) },
            constant,
            unnamed_addr,
            initializer: None,
            refused,
            line,
            ty,
        };
        if global.refused.is_some() {
            self.at = self.end;
            return Ok(global);
        }
        if !external {
            global.initializer = Some(self.constant(&global.ty.clone())?);
        }
        while self.accept(",") {
            if self.accept("align") {
                global.align = self.alignment()?;
            } else if self.accept("section") {
                self.next()?;
            } else if self.peek().is_some_and(|token| token.kind == Kind::Metadata) {
                self.attachments(&mut None)?;
            } else {
                return self.unexpected("`align`, `section` or metadata");
            }
        }
        Ok(global)
    }

    /// The header of a function, up to the `{` of a definition.
    fn header(&mut self, site: Site) -> Read<Header> {
        let (line, mut refused) = (self.line(), None);
        self.skip(1);
        self.attachments(&mut refused)?;
        self.linkage(&mut refused)?;
        let mut attributes = self.value_attributes(true)?;
        let result = self.ty()?;
        let Some(token) = self.accept_kind(Kind::Global) else {
            return self.unexpected("a function's name");
        };
        let name = self.name(token)?;
        let intrinsic = name.starts_with("llvm.");
        let (mut parameters, mut varargs) = (Vec::new(), false);
        self.expect("(")?;
        while !self.accept(")") {
            if !parameters.is_empty() {
                self.expect(",")?;
            }
            if self.accept("...") {
                varargs = true;
                self.expect(")")?;
                break;
            }
            let ty = self.ty()?;
            let mut of_parameter = self.value_attributes(false)?;
            if of_parameter.align.take().is_some() {
                of_parameter.refused.get_or_insert_with(|| "attribute `align`".into());
            }
            attributes.merge(&of_parameter);
            let name = match self.accept_kind(Kind::Local) {
                Some(token) => Some(self.name(token)?),
                None => None,
            };
            if let Type::Refused(reason) = &ty {
                refused.get_or_insert_with(|| reason.clone());
            }
            parameters.push((name, ty));
        }
        loop {
            attributes.merge(&self.function_attributes()?);
            if self.accept_word(&["unnamed_addr", "local_unnamed_addr"]).is_some() {
            } else if self.accept("align") {
                self.alignment()?;
            } else if self.accept("section") {
                self.next()?;
            } else if let Some(word) = self.accept_word(&["gc", "partition"]) {
                self.next()?;
                refused.get_or_insert_with(|| format!("`{word}`").into());
            } else if let Some(word) = self.accept_word(&["comdat", "addrspace"]) {
                if self.is("(") {
                    self.skip_balanced()?;
                }
                refused.get_or_insert_with(|| format!("`{word}`").into());
            } else if let Some(word) = self.accept_word(&["prefix", "prologue", "personality"]) {
                let ty = self.ty()?;
                self.constant(&ty)?;
                refused.get_or_insert_with(|| format!("`{word}`").into());
            } else {
                break;
            }
        }
        self.attachments(&mut refused)?;
        // The meaning of an intrinsic is LangRef's, whatever its declaration says.
        if !intrinsic {
            refused = refused.or_else(|| attributes.refusal(site));
        }
        if site == Site::Definition {
            self.expect("{")?;
            if intrinsic {
                refused.get_or_insert_with(|| "a name reserved by LLVM".into());
            }
        }
        let types = parameters.iter().map(|(_, ty): &(_, Type)| ty.clone()).collect();
        let signature = Signature { result, parameters: types, varargs };
        Ok(Header { name, signature, parameters, refused, noreturn: attributes.noreturn, line })
    }
}
