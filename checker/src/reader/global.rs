//! Global symbols: names, linkage and attached metadata; variables; headers of functions.

use std::rc::Rc;

use super::ast::{Attributes, Constant, Global, Header, Name, Operand, Owner, Reason, Signature, Site, Type};
use super::attributes::ENTITIES;
use super::layout::Layout;
use super::lexer::{Kind, Token, shorten};
use super::names;
use super::parser::{Parser, Read};

/// Linkages under which another definition may replace this one, or that have no definition of their own.
const INTERPOSABLE: &[&str] =
    &["weak", "weak_odr", "linkonce", "linkonce_odr", "available_externally", "common", "appending", "extern_weak"];
/// Linkages and visibilities that change nothing inside the module, and the C calling convention.
const LINKAGE: &[&str] =
    &["private", "internal", "external", "dso_local", "dso_preemptable", "default", "hidden", "protected", "ccc"];
/// Why no module may define a reserved name.
pub(super) const RESERVED: &str = "has a meaning for the compiler, the linker or the start of a program";
/// Why no module that calls the library may define a part of the library.
pub(super) const PART: &str = "may take the place of a function that the C library calls";
/// Why sections are refused: they may run before `main`, be read-only, or lie where something else is.
const SECTION: &str = "a section, whose meaning is the linker's";
/// Metadata on functions and globals that changes nothing.
const ATTACHMENTS: &[&str] = &["dbg", "prof", "srcloc"];

/// Whether the symbol is local to the module.
pub(super) fn is_local(words: &[Token]) -> bool {
    words.iter().any(|token| token.kind == Kind::Word && matches!(token.text, "internal" | "private"))
}

/// Whether start code can call a `main` of this type: it passes three words, and reads a register.
fn is_main(signature: &Signature, pointer_bits: u32) -> bool {
    let word = |ty: &Type| matches!(ty, Type::Int(32) | Type::Pointer) || *ty == Type::Int(pointer_bits);
    (signature.result == Type::Void || word(&signature.result))
        && signature.parameters.len() <= 3
        && signature.parameters.iter().all(word)
        && !signature.varargs
        && signature.extensions.iter().all(Option::is_none)
}

/// The library's `int errno`.
pub const ERRNO: &str = "@errno";

/// Functions that return the address of a variable of the library (X-LOCATION), the variable's name, and for those of
/// `<ctype.h>` the width of an element of the table that the variable points into. No name of a module contains an `@`.
pub const LOCATIONS: [(&str, &str, u32); 4] = [
    ("__errno_location", ERRNO, 0),
    ("__ctype_b_loc", "@ctype_b", 16),
    ("__ctype_tolower_loc", "@ctype_tolower", 32),
    ("__ctype_toupper_loc", "@ctype_toupper", 32),
];

/// The table of `<ctype.h>` that says of each character to which classes it belongs.
pub const CLASSES: &str = "@ctype_b_table";

/// The variables of the library whose addresses the declared functions may return.
pub(super) fn of_the_library(layout: &Layout, declared: impl Fn(&str) -> bool) -> Vec<Global> {
    let mut globals = Vec::new();
    for (_, name, width) in LOCATIONS.iter().filter(|(function, ..)| declared(function)) {
        let mut variable = |name: &str, ty: Type, initializer: Option<Constant>| {
            let (constant, unnamed_addr, refused, line) = (*width > 0, false, None, u32::MAX);
            let (size, align) = (layout.size(&ty).unwrap_or(0), layout.align(&ty).unwrap_or(1));
            globals.push(Global {
                local: false,
                name: name.into(),
                ty,
                size,
                align,
                constant,
                unnamed_addr,
                initializer,
                refused,
                line,
            });
        };
        if *width == 0 {
            variable(name, Type::Int(32), None);
            continue;
        }
        // Elements -128 to 255.
        let table = format!("{name}_table");
        let middle = Operand::Global { name: table.as_str().into(), offset: 128 * i64::from(width / 8) };
        variable(name, Type::Pointer, Some(Constant::Scalar(middle)));
        // A null character is a control character and of no other class.
        let known = |place| if place == 128 { Operand::Int { width: 16, bits: 2 } } else { Operand::Undef };
        let row = || Constant::Aggregate((0..384).map(|place| Constant::Scalar(known(place))).collect());
        variable(&table, Type::Array(384, Rc::new(Type::Int(*width))), (*width == 16).then(row));
    }
    globals
}

impl Global {
    /// Whether it is a variable of the C library: its own (`@errno`), or one that the module takes from it (`stdout`).
    pub fn is_of_the_library(&self) -> bool {
        let name = &*self.name;
        name.starts_with('@') || !self.local && (names::of_the_library(name) || names::part_of_the_library(name))
    }

    /// Whether no program writes it: the module says so, or the C library relies on it (`stdout`).
    pub fn is_unwritable(&self) -> bool {
        self.constant || !self.local && names::followed_by_the_library(&self.name)
    }
}

impl<'a> Parser<'_, 'a> {
    /// The name of a global or function. Names are refused that the assembler would confuse: LLVM drops a byte 1 at the
    /// beginning of a name, puts `.L` before the names of private globals, and calls unnamed globals `__unnamed_N`; and
    /// an `@` separates a version.
    fn symbol(&mut self, token: Token<'a>) -> Read<Name> {
        let name = self.name(token)?;
        fail_if!(self, name.starts_with('\u{1}') || name.starts_with(".L") || name.starts_with("__unnamed_") || name.contains('@') => "a name that the assembler reads otherwise");
        Ok(name)
    }

    /// The name of a function, and the words before it.
    pub(super) fn function_name(&mut self) -> Read<(Name, &'a [Token<'a>])> {
        let start = self.at;
        while self.peek().is_some_and(|token| token.kind != Kind::Global) {
            self.skip(1);
        }
        let (token, words) = (self.next()?, &self.env.tokens[start..self.at]);
        self.at = self.end;
        let name = self.symbol(token)?;
        fail_if!(self, name.starts_with('.') => "@{name} may be the name of a section");
        fail_if!(self, words.iter().any(|token| token.text == "private") => "@{name} may be a label of the compiler's");
        Ok((name, words))
    }

    /// Linkage, visibility, calling convention; in `refused`, why they are refused.
    pub(super) fn linkage(&mut self, refused: &mut Option<Reason>) -> Read<()> {
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
    pub(super) fn attachments(&mut self, refused: &mut Option<Reason>) -> Read<()> {
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

    /// `@name = ... global type`: the global without its initialiser (which may name other globals), and where the
    /// initialiser begins. The global is refused only because of its words.
    pub(super) fn global(&mut self) -> Read<(Global, usize)> {
        let (line, token) = (self.line(), self.next()?);
        let name = self.symbol(token)?;
        let mut refused = name.starts_with("llvm.").then(|| "a name reserved by LLVM".into());
        self.expect("=")?;
        let start = self.at;
        self.linkage(&mut refused)?;
        let (mut unnamed_addr, mut alias) = (false, false);
        while !alias && !self.is("global") && !self.is("constant") {
            match self.next()?.text {
                "ifunc" => return self.fail("`ifunc` is outside the subset"),
                // An alias names something that the module defines under another name: no operand refers to it.
                "alias" => {
                    alias = true;
                    refused = Some("an alias".into());
                }
                "unnamed_addr" | "local_unnamed_addr" => unnamed_addr = true,
                word => drop(refused.get_or_insert_with(|| format!("`{}`", shorten(word)).into())),
            }
        }
        let words = &self.env.tokens[start..self.at];
        let external = words.iter().any(|token| matches!(token.text, "external" | "extern_weak"));
        let private = words.iter().any(|token| token.text == "private");
        fail_if!(self, name.starts_with('.') && !private => "@{name} may be the name of a section");
        fail_if!(self, private && names::label(&name) => "@{name} may be a label of the compiler's");
        let reserved = names::reserved(&name) || names::recognised(&name);
        let library = names::of_the_library(&name) || names::part_of_the_library(&name);
        let visible = library || alias && names::recognised_by_front_ends(&name);
        fail_if!(self, !external && (reserved || visible && !is_local(words)) => "@{name} {RESERVED}");
        let constant = !alias && self.next()?.text == "constant";
        let ty = if alias { Type::Pointer } else { self.ty()? };
        fail_if!(self, matches!(name.as_ref(), "llvm.global_ctors" | "llvm.global_dtors") && !matches!(ty, Type::Array(0, _)) =>
            "global constructors and destructors are outside the subset");
        let layout = &self.env.layout;
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
        let local = is_local(words);
        Ok((Global { name, local, ty, size, align, constant, unnamed_addr, initializer, refused, line }, begins))
    }

    /// The rest of a global: `initialiser, align N, ...`
    pub(super) fn initializer(&mut self, mut global: Global) -> Read<Global> {
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
            } else if self.peek().is_some_and(|token| token.kind == Kind::Metadata) {
                self.attachments(&mut None)?;
            } else {
                return self.unexpected("`align` or attached metadata");
            }
        }
        Ok(global)
    }

    /// The header of a function, up to the `{` of a definition.
    pub(super) fn header(&mut self, site: Site) -> Read<Header> {
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
            let mut of_parameter = self.attributes(Owner::Parameter(parameters.len()))?;
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
        self.behind_parameters(&mut attributes, &mut refused)?;
        self.attachments(&mut refused)?;
        // LangRef defines what an intrinsic means, whatever its declaration says.
        if !intrinsic {
            refused = refused.or_else(|| attributes.refusal(site));
            // The optimiser may execute it where the program has no call of it.
            fail_if!(self, attributes.promises.iter().any(|promise| &*promise.text == "speculatable") =>
                "attribute `speculatable`");
        }
        if site == Site::Definition {
            self.expect("{")?;
            fail_if!(self, !self.env.recognised.is_empty() && !attributes.no_builtins =>
                "no `no-builtins` beside a definition of a function that compilers recognise by its name");
            if intrinsic {
                refused.get_or_insert_with(|| "a name reserved by LLVM".into());
            }
        }
        let types = parameters.iter().map(|(_, ty): &(_, Type)| ty.clone()).collect();
        let signature = Signature { extensions, result, parameters: types, varargs };
        if site == Site::Definition && name.as_ref() == "main" && !is_main(&signature, self.env.layout.pointer_bits) {
            refused.get_or_insert_with(|| "a `main` of another type than start code calls".into());
        }
        let Attributes { noreturn, promises, .. } = attributes;
        Ok(Header { name, signature, parameters, promises, refused, noreturn, line })
    }

    /// Attributes and other words between the parameters and the body.
    fn behind_parameters(&mut self, attributes: &mut Attributes, refused: &mut Option<Reason>) -> Read<()> {
        loop {
            attributes.merge(&self.attributes(Owner::Function)?);
            // Two functions may share an address even without this word (G-APART), so it can be ignored.
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
                return Ok(());
            }
        }
    }
}
