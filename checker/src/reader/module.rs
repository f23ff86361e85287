//! The top level of a module: splits the text into entities, then reads them in the order in which
//! they depend on each other.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::hash::Hash;

use super::ast::{
    Attributes, Constant, Declaration, FloatKind, Function, Global, Header, Name, Operand, Reason, Signature, Site,
    Type,
};
use super::attributes::{ENTITIES, Owner};
use super::layout::Layout;
use super::lexer::{Kind, ReadError, Token, shorten, tokens, unescape};
use super::names;
use super::parser::{Context, Parser, Read, Symbol};

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
}

/// Top-level entities by kind.
#[derive(Default)]
struct Entities<'a> {
    types: Vec<Range>,
    globals: Vec<Range>,
    declarations: Vec<Range>,
    definitions: Vec<Range>,
    groups: Vec<Range>,
    triple: String,
    /// Nodes of module flags.
    flags: Vec<&'a str>,
    layout: Option<Layout>,
}

impl Module {
    /// Whether the address of the function of this name may be a block of a state: it is in the module, neither
    /// refused nor an intrinsic.
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
    let mut context = Context { tokens: &tokens, ..Context::default() };
    let mut entities = split(&mut context)?;
    context.layout = entities.layout.take().ok_or(ReadError { line: 1, message: "no `target datalayout`".into() })?;
    if !context.layout.fits(&entities.triple) {
        let message = "the target is not Linux on the machine that the data layout is for".into();
        return Err(ReadError { line: 1, message });
    }
    for &range in &entities.types {
        let (name, ty) = entity(&context, range, Parser::type_definition)?;
        insert(&mut context.layout.named, name, ty, tokens[range.0].line)?;
    }
    for &range in &entities.groups {
        let (name, group) = entity(&context, range, Parser::group)?;
        insert(&mut context.groups, name, group, tokens[range.0].line)?;
    }
    let mut globals = Vec::new();
    for &range in &entities.globals {
        let (global, begins) = entity(&context, range, Parser::global)?;
        let symbol = global.refused.clone().map_or(Symbol::Global, Symbol::Refused);
        insert(&mut context.symbols, global.name.clone(), symbol, global.line)?;
        globals.push((global, (begins, range.1)));
    }
    for &range in &entities.declarations {
        let (name, words) = entity(&context, range, Parser::function_name)?;
        // Its address may be null.
        let weak = words.iter().any(|token| token.text == "extern_weak");
        let symbol = if weak { Symbol::Refused("`extern_weak`".into()) } else { Symbol::Declared };
        insert(&mut context.symbols, name, symbol, tokens[range.0].line)?;
    }
    for &range in &entities.definitions {
        let (name, words) = entity(&context, range, Parser::function_name)?;
        let line = tokens[range.0].line;
        if names::reserved(&name) || names::of_the_library(&name) && !is_local(words) {
            return Err(ReadError { line, message: format!("@{name} {RESERVED}") });
        }
        context.recognises |= names::recognised(&name);
        insert(&mut context.symbols, name, Symbol::Defined, line)?;
    }
    // Whatever else they have of the program's functions, instructions about floating point may call.
    let float = |token: &&Token| token.kind == Kind::Word && FloatKind::named(token.text).is_some();
    if let Some(token) = tokens.iter().find(float).filter(|_| context.recognises) {
        let message = format!("`{}` beside a definition of a function that LLVM recognises", token.text);
        return Err(ReadError { line: token.line, message });
    }
    second_pass(context, entities, globals)
}

/// Everything that may name globals and functions.
fn second_pass(
    mut context: Context<'_>,
    entities: Entities<'_>,
    pending: Vec<(Global, Range)>,
) -> Result<Module, ReadError> {
    let (mut globals, mut functions, mut declarations) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (global, range) in pending {
        let global = entity(&context, range, |parser| parser.initializer(global))?;
        globals.insert(global.name.clone(), global);
    }
    for range in entities.declarations {
        let header = entity(&context, range, |parser| parser.header(Site::Declaration))?;
        let Header { name, signature, refused, noreturn, line, .. } = header;
        declarations.insert(name.clone(), Declaration { name, signature, refused, noreturn, line });
    }
    let mut headers = Vec::new();
    for (start, end) in entities.definitions {
        let line = context.tokens[start].line;
        let body = (start..end).find(|&at| context.tokens[at].line > line).unwrap_or(end);
        headers.push((entity(&context, (start, body), |parser| parser.header(Site::Definition))?, (body, end)));
    }
    let declared = declarations.values().filter(|function| function.noreturn).map(|function| &function.name);
    let defined = headers.iter().map(|(header, _)| header).filter(|header| header.noreturn).map(|header| &header.name);
    context.noreturn = declared.chain(defined).cloned().collect();
    for (header, range) in headers {
        let function = entity(&context, range, |parser| parser.function(header))?;
        functions.insert(function.name.clone(), function);
    }
    Ok(Module { layout: context.layout, triple: entities.triple, globals, functions, declarations })
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
fn split<'a>(context: &mut Context<'a>) -> Result<Entities<'a>, ReadError> {
    let tokens: &'a [Token<'a>] = context.tokens;
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
                entity(context, range, Parser::metadata_definition)?;
                entities.flags.extend(entity(context, range, Parser::flags)?);
                insert(&mut context.metadata, name, range, first.line)?;
            }
            (Kind::Comdat, _) => entity(context, range, |parser| {
                parser.skip(1);
                parser.expect("=").and_then(|()| parser.expect("comdat")).and_then(|()| parser.next().map(|_| ()))
            })?,
            (Kind::Word, "target" | "source_filename") => {
                let what = if first.text == "target" { tokens.get(at + 1).map_or("", |token| token.text) } else { "" };
                let value = entity(context, range, Parser::setting)?;
                match what {
                    "" => {}
                    "triple" => entities.triple = value,
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
        let Some(&range) = context.metadata.get(flag) else {
            return Err(ReadError { line: 1, message: "a module flag that is not defined".into() });
        };
        entity(context, range, Parser::flag)?;
    }
    Ok(entities)
}

/// Linkages of which another definition may take the place, or that have none of their own.
const INTERPOSABLE: &[&str] =
    &["weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally", "common", "appending", "extern_weak"];
/// Linkages and visibilities that change nothing inside the module, and the C calling convention.
const LINKAGE: &[&str] =
    &["private", "internal", "external", "dso_local", "dso_preemptable", "default", "hidden", "protected", "ccc"];
/// Why nothing may define it.
const RESERVED: &str = "has a meaning for the compiler, the linker or the start of a program";
/// Sections may be run before `main`, be read-only, or lie where something else is.
const SECTION: &str = "a section, whose meaning is the linker's";
/// Metadata that puts data or code into sections, whether something is executed or not.
const EMITTED: &[&str] = &[
    "pcsections",
    "section_prefix",
    "associated",
    "implicit.ref",
    "exclude",
    "elf_section_properties",
    "absolute_symbol",
];
/// Module flags that say nothing about what the module does, or what clang says of code that it made.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "wchar_size", "PIC Level", "PIE Level", "uwtable", "frame-pointer", "Debug Info Version", "Dwarf Version",
    "NumRegisterParameters",
];
/// Metadata of modules that says nothing about what they do.
const NAMED: &[&str] = &["llvm.module.flags", "llvm.ident", "llvm.dbg.cu", "llvm.commandline"];
/// Metadata on functions and globals that changes nothing.
const ATTACHMENTS: &[&str] = &["dbg", "prof", "annotation", "srcloc"];

/// Whether the linker keeps the symbol within the module.
fn is_local(words: &[Token]) -> bool {
    words.iter().any(|token| token.kind == Kind::Word && matches!(token.text, "internal" | "private"))
}

/// A type of `main` that start code can call: it hands over three words, and reads a register.
fn is_main(signature: &Signature, pointer_bits: u32) -> bool {
    let word = |ty: &Type| matches!(ty, Type::Int(32) | Type::Pointer) || *ty == Type::Int(pointer_bits);
    (signature.result == Type::Void || word(&signature.result))
        && signature.parameters.len() <= 3
        && signature.parameters.iter().all(word)
        && !signature.varargs
        && signature.extensions.iter().all(Option::is_none)
}

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

    /// `!0 = ...`: skipped, but looked through to its end.
    fn metadata_definition(&mut self) -> Read<()> {
        let name = unescape(self.context.tokens[self.at].text);
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
        let tokens = &self.context.tokens[self.at..self.end];
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

    /// The name of a global or function. The assembler would take some for others: LLVM drops a byte 1 that
    /// begins a name, puts `.L` before those of private globals, calls those without a name `__unnamed_N`, and what
    /// follows an `@` is a version.
    fn symbol(&mut self, token: Token<'a>) -> Read<Name> {
        let name = self.name(token)?;
        fail_if!(self, name.starts_with('\u{1}') || name.starts_with(".L") || name.starts_with("__unnamed_") || name.contains('@') => "a name that the assembler reads otherwise");
        Ok(name)
    }

    /// The name of a function, and the words before it.
    fn function_name(&mut self) -> Read<(Name, &'a [Token<'a>])> {
        let start = self.at;
        while self.peek().is_some_and(|token| token.kind != Kind::Global) {
            self.skip(1);
        }
        let (token, words) = (self.next()?, &self.context.tokens[start..self.at]);
        self.at = self.end;
        let name = self.symbol(token)?;
        fail_if!(self, name.starts_with('.') => "@{name} may be the name of a section");
        fail_if!(self, words.iter().any(|token| token.text == "private") => "@{name} may be a label of the compiler's");
        Ok((name, words))
    }

    /// Linkage, visibility, calling convention; why they are refused.
    fn linkage(&mut self, refused: &mut Option<Reason>) -> Read<()> {
        while let Some(token) = self.peek().filter(|token| token.kind == Kind::Word) {
            let word = token.text;
            if INTERPOSABLE.contains(&word) || word.ends_with("cc") && word != "ccc" || word.starts_with("dll") {
                refused.get_or_insert_with(|| format!("`{word}`").into());
                self.skip(usize::from(word == "cc"));
            } else if !LINKAGE.contains(&word) {
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
                refused.get_or_insert_with(|| format!("metadata `!{}`", shorten(token.text)).into());
            }
            if self.accept_kind(Kind::Metadata).is_none() {
                return self.unexpected("a metadata node");
            }
        }
        Ok(())
    }

    /// `@name = ... global type`: the global without its initialiser (which may name others), and where
    /// that begins. It is refused for its words alone.
    fn global(&mut self) -> Read<(Global, usize)> {
        let (line, token) = (self.line(), self.next()?);
        let name = self.symbol(token)?;
        let mut refused = name.starts_with("llvm.").then(|| "a name reserved by LLVM".into());
        self.expect("=")?;
        let start = self.at;
        self.linkage(&mut refused)?;
        let mut unnamed_addr = false;
        while !self.is("global") && !self.is("constant") {
            match self.next()?.text {
                word @ ("alias" | "ifunc") => return self.fail(format!("`{word}` is outside the subset")),
                "unnamed_addr" | "local_unnamed_addr" => unnamed_addr = true,
                word => drop(refused.get_or_insert_with(|| format!("`{}`", shorten(word)).into())),
            }
        }
        let words = &self.context.tokens[start..self.at];
        let external = words.iter().any(|token| matches!(token.text, "external" | "extern_weak"));
        let private = words.iter().any(|token| token.text == "private");
        fail_if!(self, name.starts_with('.') && !private => "@{name} may be the name of a section");
        fail_if!(self, private && names::label(&name) => "@{name} may be a label of the compiler's");
        let reserved = names::reserved(&name) || names::recognised(&name);
        fail_if!(self, !external && (reserved || names::of_the_library(&name) && !is_local(words)) => "@{name} {RESERVED}");
        let constant = self.next()?.text == "constant";
        let ty = self.ty()?;
        fail_if!(self, matches!(name.as_ref(), "llvm.global_ctors" | "llvm.global_dtors") && !matches!(ty, Type::Array(0, _)) =>
            "global constructors and destructors are outside the subset");
        let layout = &self.context.layout;
        let size = layout.size(&ty).unwrap_or_else(|reason| {
            refused.get_or_insert(reason);
            0
        });
        let align = if external { 1 } else { layout.align(&ty).unwrap_or(1) };
        let initializer = (!external).then_some(Constant::Scalar(Operand::Undef));
        let begins = self.at;
        while let Some(token) = self.peek() {
            self.skip(1);
            if token.kind == Kind::Word && ["undef", "poison", "comdat", "partition"].contains(&token.text) {
                refused.get_or_insert_with(|| format!("`{}`", token.text).into());
            } else if token.kind == Kind::Metadata {
                self.at -= 1;
                self.attachments(&mut refused)?;
            } else if token.kind != Kind::String && ENTITIES.contains(&token.text) {
                return self.fail("two entities on one line");
            } else if token.kind == Kind::Group || token.kind == Kind::Word && token.text == "section" {
                return self.fail(SECTION);
            }
        }
        Ok((Global { name, ty, size, align, constant, unnamed_addr, initializer, refused, line }, begins))
    }

    /// The rest of a global: `initialiser, align N, ...`
    fn initializer(&mut self, mut global: Global) -> Read<Global> {
        if global.refused.is_some() {
            self.at = self.end;
            return Ok(global);
        }
        if let Some(initializer) = &mut global.initializer {
            *initializer = self.constant(&global.ty)?;
        }
        while self.accept(",") {
            if self.accept("align") {
                global.align = self.alignment()?;
            } else {
                self.attachments(&mut None)?;
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
        let mut attributes = self.attributes(Owner::Result)?;
        if attributes.align.take().is_some() {
            refused.get_or_insert_with(|| "attribute `align`".into());
        }
        let mut extensions = vec![attributes.extension.take()];
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
            let mut of_parameter = self.attributes(Owner::Parameter)?;
            if of_parameter.align.take().is_some() {
                of_parameter.refused.get_or_insert_with(|| "attribute `align`".into());
            }
            extensions.push(of_parameter.extension.take());
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
            attributes.merge(&self.attributes(Owner::Function)?);
            // Two functions may share an address without it (G-APART).
            if self.accept_word(&["unnamed_addr", "local_unnamed_addr"]).is_some() {
                continue;
            } else if self.accept("align") {
                self.alignment()?;
            } else if self.is("section") {
                return self.fail(SECTION);
            } else if self.is("gc") {
                return self.fail("a garbage collector");
            } else if let Some(word) = self.accept_word(&["partition"]) {
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
            fail_if!(self, self.context.recognises && !attributes.no_builtins =>
                "no `no-builtins` beside a definition of a function that LLVM recognises by its name");
            if intrinsic {
                refused.get_or_insert_with(|| "a name reserved by LLVM".into());
            }
        }
        let types = parameters.iter().map(|(_, ty): &(_, Type)| ty.clone()).collect();
        let signature = Signature { extensions, result, parameters: types, varargs };
        if site == Site::Definition && name.as_ref() == "main" && !is_main(&signature, self.context.layout.pointer_bits)
        {
            refused.get_or_insert_with(|| "a `main` of another type than start code calls".into());
        }
        let noreturn = attributes.noreturn;
        Ok(Header { name, signature, parameters, refused, noreturn, line })
    }
}
